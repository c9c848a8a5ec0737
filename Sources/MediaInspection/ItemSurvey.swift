import Atoms
package import ByteReading
package import MediaFacts
package import Structure

/// What each item of an image file is for, what it is like, and where its bytes lie (23008-12; 14496-12 §8.11).
package struct ItemSurvey: Sendable {
  package struct Item: Sendable {
    package let id: UInt64
    /// The node that describes it.
    package let node: NodeIndex
    package let type: FourCC?
    /// Whether it is a coded picture, and not what others are put together of, or said by.
    package let isCodedPicture: Bool
    /// Its name, or the media type of its content; empty without one.
    package let name: String
    /// What it is for: `primary`, `tile of 26`, `alpha of 1`; empty where nothing says it.
    package let roles: [String]
    /// Its pixels as they are coded, and after parts were cut off and it was turned; `nil` where nothing says them.
    package let coded: (width: UInt64, height: UInt64)?
    package let shown: (width: UInt64, height: UInt64)?
    /// How it is turned and mirrored then; `nil` when it is not, or cannot be.
    package let turn: ImageTurn?
    /// The bits of a channel, the most of any, as `pixi` says it, or else the configuration of the coded picture; `nil`
    /// where neither does.
    package let bits: UInt64?
    package let colour: Colour?
    /// Where its first byte is, and how many there are; `nil` when they were not found.
    package let offset: UInt64?
    package let byteCount: UInt64?
    /// Why there are no bytes, for people; empty when there are.
    package let missing: String
  }

  package private(set) var items: [Item] = []
  /// Items that are described and not listed.
  package private(set) var omitted = 0
  /// The items that are listed.
  package static let limit = 65_536

  /// The items of `document` that the boxes at its top describe, in the order of their entries, or those that an image in
  /// one box stands for.
  ///
  /// - Complexity: O(*n* log *n*) in the items of the file and the references among them.
  package init(_ document: Document) {
    let tree = document.tree
    guard let context = document.context as? AtomContext, let meta = tree.child("meta", of: nil),
      let directory = context.items(around: meta), let list = tree.child("iinf", of: meta)
    else {
      items = Self.items(inOneBoxOf: document)
      return
    }
    let reader = NodeReader(document)
    let roles = Roles(directory, meta, reader)
    for node in tree.children(of: list) where tree[node].type == "infe" && !tree[node].isRaw {
      let entry = reader.view(ItemEntry.self, of: node)
      guard let id = entry.number(.item_ID), directory.entry(of: id) == node else { continue }
      guard items.count < Self.limit else {
        omitted += 1
        continue
      }
      let properties = Array(directory.properties(of: id).prefix(64))
      var bits: UInt64 = 0
      for property in properties where tree[property].type == "pixi" {
        guard
          let depths = reader.view(PixelInformation.self, of: property).column(.bits_per_channel, of: .bits_per_channel)
        else { continue }
        for row in 0..<min(depths.count, 16) { bits = max(bits, depths[row]) }
      }
      let coded = ImageLayout.pixels(of: id, directory, reader)
      var own = roles[id]
      if entry.number(.flags).map({ $0 & 1 == 1 }) ?? false { own.append("hidden") }
      var place: (offset: UInt64, count: UInt64)?
      var missing = ""
      switch document.itemBytes(of: node) {
      case .found(let ranges, _)?:
        let count = ranges.reduce(UInt64(0)) { $0.saturatingAdd(UInt64($1.count)) }
        if let first = ranges.first { place = (UInt64(first.lowerBound), count) }
      case .missing(let why)?: missing = why
      case nil: break
      }
      let steps = coded.flatMap { _ in ImageLayout.steps(of: id, directory, reader) } ?? []
      items.append(
        Item(
          id: id, node: node, type: entry.code(.item_type),
          isCodedPicture: directory.isCodedPicture(id, type: entry.code(.item_type)),
          name: entry.text(.content_type) ?? entry.text(.item_name) ?? "", roles: own, coded: coded,
          shown: coded.flatMap { ImageChange.size($0, after: steps) }, turn: ImageTurn(steps),
          bits: bits > 0 ? bits : ImageContents.codedBits(properties, reader),
          colour: ColourReading.colour(ofProperties: properties, coded: entry.code(.item_type), in: document),
          offset: place?.offset,
          byteCount: place?.count, missing: missing))
    }
  }

  /// What items are for, as references and groups among them say.
  private struct Roles {
    private var found: [UInt64: [String]] = [:]
    /// The references that are followed, and what is kept of an item.
    private static let (references, ofItem) = (65_536, 4)

    subscript(id: UInt64) -> [String] { found[id] ?? [] }

    init(_ items: ItemDirectory, _ meta: NodeIndex, _ reader: NodeReader) {
      if let primary = items.primary { add("primary", to: primary) }
      for reference in ImageParts.references(in: meta, of: reader.document, limit: Self.references) {
        guard let first = reference.to.first else { continue }
        let others = reference.to.count > 1 ? " and \(reference.to.count - 1) more" : ""
        switch reference.type {
        case "dimg":
          let kind = ImageLayout.kind(of: reference.from, items, reader)
          for (place, part) in reference.to.enumerated() {
            add("\(Self.part(place, of: kind)) of \(reference.from)", to: part)
          }
        case "thmb": add("thumbnail of \(first)\(others)", to: reference.from)
        case "auxl":
          let urn = items.properties(of: reference.from).lazy.prefix(64)
            .filter { reader.tree[$0].type == "auxC" }
            .compactMap { reader.view(AuxiliaryType.self, of: $0).text(.aux_type) }.first
          add("\(AuxiliaryImage(named: urn ?? "").rawValue) of \(first)\(others)", to: reference.from)
        case "cdsc": add("describes \(first)\(others)", to: reference.from)
        default: add("'\(reference.type.key)' of \(first)\(others)", to: reference.from)
        }
      }
      guard let groups = reader.tree.child("grpl", of: meta) else { return }
      for group in reader.tree.children(of: groups).prefix(1_024) where reader.tree[group].type == "ster" {
        let eyes: [UInt64] =
          reader.view(EntityGroup.self, of: group).withTable(.entity_ids) { table in
            (0..<min(table.count, 2)).map { table.raw(row: $0, column: 0) }
          } ?? []
        for (place, item) in eyes.enumerated() { add(place == 0 ? "left eye" : "right eye", to: item) }
      }
    }

    /// What an image is put together of.
    private static func part(_ place: Int, of kind: FourCC?) -> String {
      switch kind {
      case "grid"?: "tile"
      case "iovl"?: "layer"
      case "tmap"?: place == 0 ? "base" : "gain map"
      default: "source"
      }
    }

    private mutating func add(_ role: String, to item: UInt64) {
      if found[item]?.count ?? 0 < Self.ofItem { found[item, default: []].append(role) }
    }
  }
}
