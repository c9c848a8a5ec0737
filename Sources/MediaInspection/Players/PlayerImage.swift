import Atoms
import ByteReading
import EmbeddedMetadata
import Structure

/// Facts of the primary image of a file of items. What several of them are made from is gathered once: a rule may ask
/// for each reference between items.
final class PlayerImage {
  private let file: JudgedFile
  private let meta: NodeIndex?
  private let items: ItemDirectory?
  private let primary: UInt64?
  private let type: FourCC?

  init(_ file: JudgedFile) {
    self.file = file
    let meta = file.tree.child("meta", of: nil)
    let items = meta.flatMap { file.context?.items(around: $0) }
    let entry = items?.primary.flatMap { items?.entry(of: $0) }
    self.meta = meta
    self.items = items
    primary = items?.primary
    type = entry.flatMap { file.reader.view(ItemEntry.self, of: $0).code(.item_type) }
  }

  static func answers(_ fact: PlayerFact) -> Bool {
    switch fact {
    case .imageBoxes, .primarySize, .primaryAv1, .primaryGrid, .primaryHeif, .primaryConfigured, .primaryPixels,
      .imageSizeDiffers, .imageDepthDiffers, .itemUnmeasured, .itemPastEnd, .exifTurned, .codedInIdat, .cropOdd, .tileCountDiffers,
      .tilesSmall, .tilesMixed, .primaryCropped, .primaryDerived, .propertyRefused, .propertyUnmarked, .propertyUnknown,
      .propertyRepeated, .propertyCut, .propertyLong, .propertyOdd, .associationsDisordered, .imageBoxesMisplaced:
      true
    default: false
    }
  }

  /// The type of the coded pictures that the primary item is, or is put together from.
  private(set) lazy var codedType: FourCC? = {
    guard let type, type == "grid" || derivedType != nil else { return type }
    return tiles.first?.type ?? type
  }()

  /// The type of the primary item where that is made of others, and is no grid.
  var derivedType: FourCC? { type == "iovl" || type == "iden" ? type : nil }

  /// The references between items, the first of them.
  private lazy var references =
    meta.map { ImageParts.references(in: $0, of: file.document, limit: Self.referenceLimit) } ?? []

  private static let referenceLimit = 1_024
  /// The items of one reference that are looked at.
  private static let tileLimit = 4_096

  /// The properties of the primary item, in the order of its associations.
  private(set) lazy var properties = primary.flatMap { items?.properties(of: $0) } ?? []

  /// The same, for those who ask for one.
  private lazy var ownProperties = Set(properties)

  /// What is said of how items have their properties.
  private lazy var associations: PlayerAssociations? = {
    guard let meta, let items, let primary else { return nil }
    return PlayerAssociations(in: meta, of: file, items, primary: primary, shown: Set(pieces(of: primary)))
  }()

  /// The reference to the items that the primary one is put together from.
  private lazy var parts = references.first { $0.type == "dimg" && $0.from == primary }

  /// Those items, the first of them.
  private lazy var tiles: [Tile] = {
    guard let items, let parts else { return [] }
    return parts.to.prefix(Self.tileLimit).map { tile in
      Tile(
        id: tile, type: items.entry(of: tile).flatMap { file.reader.view(ItemEntry.self, of: $0).code(.item_type) })
    }
  }()

  private struct Tile {
    let id: UInt64
    let type: FourCC?
  }

  func value(of fact: PlayerFact, at scope: NodeIndex?) -> PlayerFactValue {
    guard file.isImage, let meta else { return .absent }
    let tree = file.tree
    switch fact {
    case .imageBoxes:
      let isThere = (["pitm", "iloc", "iinf"] as [FourCC]).allSatisfy { tree.child($0, of: meta) != nil }
      let handler = tree.child("hdlr", of: meta)
        .flatMap { file.reader.view(HandlerReference.self, of: $0).code(.handler_type) }
      // A sequence is shown by its tracks where its items are not listed.
      return PlayerFactValue(isThere && handler == "pict" || tree.child("moov", of: nil) != nil, meta)
    case .primaryAv1: return PlayerFactValue(codedType == "av01" && file.isImage, meta)
    case .primaryGrid: return PlayerFactValue(type == "grid", meta)
    case .primaryDerived: return PlayerFactValue(derivedType != nil, meta)
    case .primaryHeif:
      let others: [FourCC] = ["hvc1", "avc1", "vvc1", "j2k1", "unci", "lhv1"]
      return PlayerFactValue(codedType.map { others.contains($0) } ?? false, meta)
    case .imageBoxesMisplaced:
      let box = file.misplacedImageBox(in: meta)
      return PlayerFactValue(box != nil, box)
    case .propertyCut, .propertyLong, .propertyOdd:
      let box = file.firstProperty(in: meta, with: fact)
      return PlayerFactValue(box != nil, box)
    default: break
    }
    guard let items, let primary else { return .absent }
    switch fact {
    case .primarySize: return PlayerFactValue(items.imageSize(of: primary) != nil, meta)
    case .primaryConfigured:
      guard type == "av01" else { return .absent }
      return PlayerFactValue(properties.contains { tree[$0].type == "av1C" }, meta)
    case .primaryCropped:
      guard let crop = properties.first(where: { tree[$0].type == "clap" }) else { return PlayerFactValue(0) }
      return PlayerFactValue(1, crop)
    case .propertyRefused:
      let layers = properties.first { ["lsel", "a1op"].contains(tree[$0].type) }
      let found = layers ?? associations?.unknownToFirefox
      return PlayerFactValue(found != nil, found)
    case .propertyUnmarked: return PlayerFactValue(associations?.unmarked != nil, associations?.unmarked)
    case .propertyUnknown: return PlayerFactValue(associations?.unknown != nil, associations?.unknown)
    case .propertyRepeated: return PlayerFactValue(repeated != nil, repeated)
    case .associationsDisordered:
      guard let found = associations?.disordered else { return PlayerFactValue(0) }
      return PlayerFactValue(1, found.box, found.place)
    case .primaryPixels, .imageSizeDiffers: return size(fact, items, primary: primary)
    case .imageDepthDiffers: return depth
    case .itemUnmeasured:
      guard let location = items.location(of: primary) else { return .absent }
      return PlayerFactValue(
        location.method == 2 || location.extents.contains { $0.length == 0 }, tree.child("iloc", of: meta))
    case .itemPastEnd:
      return PlayerFactValue(
        pieces(of: primary).contains { isOutside($0, items) }, tree.child("iloc", of: meta))
    case .exifTurned: return exif(items)
    case .codedInIdat:
      let method = items.location(of: primary)?.method
      return PlayerFactValue(method == 1 && type != "grid" && type != "iovl", tree.child("iloc", of: meta))
    case .cropOdd:
      guard let scope else { return .absent }
      return crop(scope, items, primary: primary)
    case .tileCountDiffers: return tileCount(items, primary)
    case .tilesSmall, .tilesMixed: return tiles(fact, items)
    default: return .absent
    }
  }

  /// A property of the primary item that it has twice, where one is looked for, or a turn behind a mirror
  /// (23000-22 §7.3.9).
  private lazy var repeated: NodeIndex? = {
    var seen: [FourCC] = []
    for box in properties {
      let type = file.tree[box].type
      guard type.isListed(in: "ispe pixi av1C pasp irot imir") else { continue }
      if seen.contains(type) || type == "irot" && seen.contains("imir") { return box }
      seen.append(type)
    }
    return nil
  }()

  /// Whether an item has data in this file that are not all in it.
  private func isOutside(_ id: UInt64, _ items: ItemDirectory) -> Bool {
    guard let location = items.location(of: id), location.reference == 0, !location.extents.isEmpty else { return false }
    if case .absent = items.data(of: id) { return true }
    return false
  }

  /// An item and those that it is put together from, however deep, 4,096 at most.
  private func pieces(of id: UInt64) -> [UInt64] {
    guard ItemDirectory.isDerivation(type) else { return [id] }
    var parts: [UInt64: [UInt64]] = [:]
    for part in references where part.type == "dimg" {
      parts[part.from, default: []] += part.to.prefix(4_096)
    }
    var found = [id]
    var seen: Set<UInt64> = [id]
    var next = 0
    while next < found.count {
      for part in parts[found[next]] ?? [] where found.count < 4_096 && seen.insert(part).inserted { found.append(part) }
      next += 1
    }
    return found
  }

  private func size(_ fact: PlayerFact, _ items: ItemDirectory, primary: UInt64) -> PlayerFactValue {
    guard let box = items.imageSize(of: primary) else { return .absent }
    let size = file.reader.view(ImageSize.self, of: box)
    guard let width = size.number(.image_width), let height = size.number(.image_height) else { return .absent }
    if fact == .primaryPixels { return PlayerFactValue(width.saturatingMultiply(height), box) }
    // Of several layers the header of the sequence has the largest.
    guard type == "av01", !properties.contains(where: { file.tree[$0].type == "a1op" || file.tree[$0].type == "a1lx" })
    else { return .absent }
    return width == 0 || height == 0
      ? PlayerFactValue(1, box) : codedSize(items, primary, width: width, height: height, box)
  }

  /// Compares `pixi` with `av1C` (23008-12 §6.5.6; AV1-ISOBMFF §2.3.3).
  private var depth: PlayerFactValue {
    let tree = file.tree
    guard let pixels = properties.first(where: { tree[$0].type == "pixi" }),
      let coded = properties.first(where: { tree[$0].type == "av1C" })
    else { return .absent }
    guard
      let bits = file.reader.view(PixelInformation.self, of: pixels)
        .column(.bits_per_channel, of: .bits_per_channel)
    else { return .absent }
    guard let depth = file.reader.view(AV1Configuration.self, of: coded).bitDepth else { return .absent }
    return PlayerFactValue((0..<bits.count).contains { bits[$0] != depth }, pixels)
  }

  /// Compares `ispe` with the sequence header at the start of the item (AV1 §5.5.1).
  private func codedSize(
    _ items: ItemDirectory, _ primary: UInt64, width: UInt64, height: UInt64, _ box: NodeIndex
  ) -> PlayerFactValue {
    guard case .found(let ranges, _) = items.data(of: primary), let range = ranges.first,
      let size = AV1PictureSize(in: file.tree.file, range)
    else { return PlayerFactValue(unread: "the coded picture does not begin with its sequence header") }
    return PlayerFactValue(size.width != width || size.height != height, box)
  }

  /// The orientation that Exif says, where no property turns the image.
  private func exif(_ items: ItemDirectory) -> PlayerFactValue {
    let tree = file.tree
    if properties.contains(where: { tree[$0].type == "irot" || tree[$0].type == "imir" }) { return PlayerFactValue(0) }
    guard let meta, let list = tree.child("iinf", of: meta) else { return .absent }
    let descriptions = references.filter { $0.type == "cdsc" }
    var isUnread = false
    // Those of items that do not lie in each other are no more bytes than the file.
    var room = UInt64(tree.file.byteCount)
    for index in tree.children(of: list).prefix(4_096) where !tree[index].isRaw {
      let entry = file.reader.view(ItemEntry.self, of: index)
      guard entry.code(.item_type) == "Exif", let id = entry.number(.item_ID),
        descriptions.first(where: { $0.from == id })?.to.contains(where: { $0 == primary }) ?? true
      else { continue }
      guard case .found(let ranges, let total) = items.data(of: id), let range = ranges.first,
        UInt64(range.count) == total, let place = ExifItem.directories(in: range, of: tree.file)
      else {
        isUnread = true
        continue
      }
      let size = place.upperBound - place.lowerBound
      guard size <= room else { return PlayerFactValue(unread: "Exif of items that lie in each other was not all read") }
      room -= size
      file.document.work.charge(1 + Int(clamping: size >> 6))
      guard
        let found = ExifReader.orientation(
          in: tree.file.bytes, Int(place.lowerBound)..<Int(place.upperBound))
      else { continue }
      return PlayerFactValue(
        found.value > 1, index,
        Extent(byteOffset: found.place.lowerBound, byteCount: found.place.count))
    }
    return isUnread ? PlayerFactValue(unread: "Exif in several pieces was not read") : PlayerFactValue(0)
  }

  /// Whether the crop at `box` has odd sides, or begins at an odd pixel, of a picture with halved colours.
  private func crop(_ box: NodeIndex, _ items: ItemDirectory, primary: UInt64) -> PlayerFactValue {
    let isOfPrimary = ownProperties.contains(box)
    let halved = isOfPrimary ? halvedColours : (across: true, down: true)
    let part = file.reader.view(CleanAperture.self, of: box)
    let size = isOfPrimary ? items.imageSize(of: primary).map { file.reader.view(ImageSize.self, of: $0) } : nil
    var isOdd = false
    func look(
      _ side: CleanAperture.Field, over sideBelow: CleanAperture.Field, _ offset: CleanAperture.Field,
      over offsetBelow: CleanAperture.Field, in whole: UInt64?
    ) {
      guard let count = part.number(side), part.number(sideBelow) == 1 else { return }
      if count & 1 == 1 { isOdd = true }
      guard let whole, whole <= 1 << 24, count <= whole, let above = part.signed(offset),
        above.magnitude <= 1 << 24, let below = part.number(offsetBelow), below > 0, below <= 1 << 24,
        (2 * above) % Int64(below) == 0
      else { return }
      // Offsets are between the centres: half of what is cut off stands before the crop.
      if (Int64(whole) - Int64(count) + 2 * above / Int64(below)) % 4 != 0 { isOdd = true }
    }
    if halved.across {
      look(
        .cleanApertureWidthN, over: .cleanApertureWidthD, .horizOffN, over: .horizOffD,
        in: size?.number(.image_width))
    }
    if halved.down {
      look(
        .cleanApertureHeightN, over: .cleanApertureHeightD, .vertOffN, over: .vertOffD,
        in: size?.number(.image_height))
    }
    return PlayerFactValue(isOdd, box)
  }

  /// Which way colours of the primary image have half the pixels, as a configuration says; both ways when none does.
  private lazy var halvedColours: (across: Bool, down: Bool) = {
    for box in tiles.first.flatMap({ items?.properties(of: $0.id) }) ?? properties {
      switch file.tree[box].type {
      case "av1C":
        let coding = file.reader.view(AV1Configuration.self, of: box)
        if coding.number(.monochrome) == 1 { return (false, false) }
        return (coding.number(.chroma_subsampling_x) != 0, coding.number(.chroma_subsampling_y) != 0)
      case "hvcC":
        let format = file.reader.view(HEVCConfiguration.self, of: box).number(.chroma_format_idc) ?? 1
        return (format == 1 || format == 2, format == 1)
      default: continue
      }
    }
    return (true, true)
  }()

  /// Compares the places of a grid with the items that it is put together from (23008-12 §6.6.2.3.1).
  private func tileCount(_ items: ItemDirectory, _ primary: UInt64) -> PlayerFactValue {
    guard type == "grid", let grid = ImageGrid(of: primary, among: items, in: file.tree.file) else { return .absent }
    if let parts { return PlayerFactValue(UInt64(max(0, parts.count)) != grid.tileCount, meta) }
    guard let meta, references.count < Self.referenceLimit, ImageParts.areRead(in: meta, of: file.document) else {
      return PlayerFactValue(unread: "not all references between items were read")
    }
    return PlayerFactValue(true, meta)
  }

  private func tiles(_ fact: PlayerFact, _ items: ItemDirectory) -> PlayerFactValue {
    guard type == "grid" else { return .absent }
    if fact == .tilesMixed { return PlayerFactValue(Set(tiles.compactMap(\.type)).count > 1, meta) }
    var small = 0
    for tile in tiles {
      guard let box = items.imageSize(of: tile.id) else { continue }
      let size = file.reader.view(ImageSize.self, of: box)
      if size.number(.image_width) ?? 64 < 64 || size.number(.image_height) ?? 64 < 64 { small += 1 }
    }
    return PlayerFactValue(small, meta)
  }
}
