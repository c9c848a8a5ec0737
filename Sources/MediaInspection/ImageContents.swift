package import Atoms
package import ByteReading
package import MediaFacts
package import Structure

/// What the image that stands for a file is made of, and what goes with it (23008-12).
package struct ImageContents: Sendable {
  /// The type of the coded pictures that it is, or is put together from; `nil` when it is not known.
  package let coding: FourCC?
  /// The bits of a channel, the most of any; `nil` when `pixi` does not say it.
  package let bits: UInt64?
  /// The bits that the configuration of the coded picture says; `nil` when there is none that does.
  package let codedBits: UInt64?
  /// The size that a picture coded as AV1 says itself, or that a grid makes, where `ispe` has another one.
  package let otherSize: (width: UInt64, height: UInt64)?
  /// The `pixi` that says other bits than ``codedBits``, and the `ispe` that has another size than the picture.
  let disagreeing: (depth: NodeIndex?, size: NodeIndex?)
  /// Its colours, as the first `colr` of points and of a profile say, or the configuration of its decoder; `nil` when none
  /// does.
  package let colour: Colour?
  /// Its tiles across and down, and the pixels of one; `nil` for an image that is no grid.
  package let grid: (columns: UInt64, rows: UInt64, tile: (width: UInt64, height: UInt64)?)?
  /// What it is put together as where it is no grid, and of how many images; `nil` for one that is coded itself.
  package let derivation: (kind: Derivation, sources: Int)?
  /// Its pixels after parts were cut off and it was turned; `nil` when that leaves it as it is, or cannot be done.
  package let shown: (width: UInt64, height: UInt64)?
  /// How it is turned and mirrored then; `nil` when it is not, or cannot be.
  package let turn: ImageTurn?
  /// How many items are smaller copies of it.
  package let thumbnails: Int
  /// Images that go with it, each kind once.
  package let auxiliaries: [AuxiliaryImage]
  /// Whether items are Exif and XMP.
  package let hasExif: Bool
  package let hasXMP: Bool
  /// Whether a group says that two images are for the two eyes (23008-12 §6.8.3).
  package let isStereo: Bool

  /// How it is coded, for people: `HEVC`.
  package var codingName: String? { coding.map { ImageCoding.name(of: $0) } }
  /// ``auxiliaries`` for people: `alpha`.
  package var auxiliaryNames: [String] { auxiliaries.map(\.rawValue) }

  /// How an image is put together of others that is no grid (23008-12 §6.6).
  package enum Derivation: String, Sendable {
    case overlay, identity, toneMap

    init?(_ type: FourCC) {
      switch type {
      case "iovl": self = .overlay
      case "iden": self = .identity
      case "tmap": self = .toneMap
      default: return nil
      }
    }
  }

  /// - Returns: `nil` when the file has no primary image.
  /// - Complexity: O(*n* log *n*) in the items of the file.
  package init?(_ document: Document) {
    let tree = document.tree
    guard let layout = ImageLayout(document), let context = document.context as? AtomContext,
      let meta = tree.child("meta", of: nil), let items = context.items(around: meta)
    else { return nil }
    let reader = NodeReader(document)
    func type(of item: UInt64) -> FourCC? { ImageLayout.kind(of: item, items, reader) }
    let primary = layout.item
    let sources = layout.references.first { $0.type == "dimg" && $0.from == primary }?.to ?? []
    let kind = type(of: primary)
    derivation = kind.flatMap { Derivation($0) }.map { ($0, sources.count) }
    let coded = derivation != nil || kind == "grid" ? sources.first ?? primary : primary
    coding = type(of: coded)
    grid = layout.columns > 0 ? (layout.columns, layout.rows, layout.tile) : nil

    var most: UInt64 = 0
    for item in [primary, coded] {
      for node in items.properties(of: item).prefix(64) where tree[node].type == "pixi" {
        guard let depths = reader.view(PixelInformation.self, of: node).column(.bits_per_channel, of: .bits_per_channel)
        else { continue }
        for row in 0..<min(depths.count, 16) { most = max(most, depths[row]) }
      }
    }
    bits = most > 0 ? most : nil
    let configured = Self.codedBits(items.properties(of: coded).prefix(64), reader)
    codedBits = configured
    var depthNode: NodeIndex?
    if let configured, most > 0, configured != most {
      depthNode = [primary, coded].lazy.flatMap { items.properties(of: $0).prefix(64) }.first { tree[$0].type == "pixi" }
    }
    var (other, sizeNode): ((width: UInt64, height: UInt64)?, NodeIndex?) = (nil, nil)
    // The header of a sequence has the size of the largest layer, of which another may be shown.
    let isLayered = items.properties(of: primary).prefix(64).contains { tree[$0].type == "a1op" || tree[$0].type == "a1lx" }
    if type(of: primary) == "av01", !isLayered, let box = items.imageSize(of: primary),
      case .found(let ranges, _) = items.data(of: primary), let range = ranges.first,
      let size = AV1PictureSize(in: tree.file, range)
    {
      let said = reader.view(ImageSize.self, of: box)
      if let width = said.number(.image_width), let height = said.number(.image_height),
        width != size.width || height != size.height
      {
        (other, sizeNode) = ((size.width, size.height), box)
      }
    }
    // What a grid makes is its size here; its property is compared with it where items are checked.
    if layout.columns > 0, let said = ImageLayout.pixels(of: primary, items, reader),
      said.width != layout.width || said.height != layout.height
    {
      other = (layout.width, layout.height)
    }
    otherSize = other
    disagreeing = (depthNode, sizeNode)

    colour =
      ColourReading.colour(ofProperties: items.properties(of: primary).prefix(64), coded: nil, in: document)
      ?? ColourReading.colour(ofProperties: items.properties(of: coded).prefix(64), coded: coding, in: document)

    let steps = layout.steps(in: document) ?? []
    shown = ImageChange.size((layout.width, layout.height), after: steps)
    turn = ImageTurn(steps)
    let around = layout.references.filter { $0.to.contains(primary) }
    thumbnails = around.count { $0.type == "thmb" }
    // A tone map is put together of the image and of its gain map (23008-12 §6.6.2.4), which may go with it besides.
    let toneMaps = around.filter { $0.type == "dimg" && $0.kind == "tmap" }
    let gainMaps = toneMaps.prefix(64).compactMap { $0.to.dropFirst().first }
    var kinds: [AuxiliaryImage] = []
    for reference in around where reference.type == "auxl" {
      let urn = items.properties(of: reference.from).lazy.prefix(64).filter { tree[$0].type == "auxC" }
        .compactMap { reader.view(AuxiliaryType.self, of: $0).text(.aux_type) }.first
      let kind = gainMaps.contains(reference.from) ? .gainMap : AuxiliaryImage(named: urn ?? "")
      if !kinds.contains(kind) { kinds.append(kind) }
    }
    if !toneMaps.isEmpty, !kinds.contains(.gainMap) { kinds.append(.gainMap) }
    auxiliaries = kinds
    let described = around.filter { $0.type == "cdsc" }
    hasExif = described.contains { $0.kind == "Exif" }
    hasXMP = described.contains { reference in
      guard reference.kind == "mime", let entry = items.entry(of: reference.from) else { return false }
      return reader.view(ItemEntry.self, of: entry).text(.content_type) == "application/rdf+xml"
    }
    let groups = tree.child("grpl", of: meta)
    isStereo = groups.map { list in tree.children(of: list).contains { tree[$0].type == "ster" } } ?? false
  }

  /// The bits of a channel that a configuration says: of AV1 and HEVC.
  static func codedBits(_ properties: some Sequence<NodeIndex>, _ reader: NodeReader) -> UInt64? {
    for node in properties {
      switch reader.tree[node].type {
      case "av1C":
        return reader.view(AV1Configuration.self, of: node).bitDepth
      case "hvcC":
        return reader.view(HEVCConfiguration.self, of: node).number(.bit_depth_luma_minus8).map { $0 + 8 }
      default: continue
      }
    }
    return nil
  }
}
