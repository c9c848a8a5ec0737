import ByteReading
import MediaFacts
import Structure

/// What must hold of items: images, their properties, and what refers to them.
enum ItemRules {
  static let rules: [Rule] = [
    Rule(
      .primaryMissing, "14496-12 §8.11.4",
      why: "The primary item is what a file of images shows; this one is not listed.",
      players: "They show nothing, or the first item.",
      mend: "Name an item that is there.", by: .shared(pass)),
    Rule(
      .itemDuplicate, "14496-12 §8.11.3, §8.11.6",
      why: "Items are referred to by ID: two of the same cannot be told apart.",
      players: "They take one of the two.",
      mend: "Give each item an ID of its own.", by: .shared(pass)),
    Rule(
      .itemUnlocated, "14496-12 §8.11.3",
      why: "Nothing says where the data of this item is.",
      players: "They leave the item out.",
      mend: "Write its location, or remove the item.", by: .shared(pass)),
    Rule(
      .itemOutside, "14496-12 §8.11.3",
      why: "The data of this item is not in the file.",
      players: "They cannot show it.",
      mend: "Get the whole file, or correct the location.", by: .shared(pass)),
    Rule(
      .propertyIndexInvalid, "14496-12 §8.11.14",
      why: "Properties are named by number; there is none of this one.",
      players: "They refuse the item when the property is essential, else ignore it.",
      mend: "Correct the association.", by: .shared(pass)),
    Rule(
      .propertyItemUnknown, "14496-12 §8.11.14",
      why: "An item that is not listed has properties.",
      players: "They ignore it.",
      mend: "Remove the association.", by: .shared(pass)),
    Rule(
      .propertyNotEssential, "23008-12 §6.5, 23000-22 §7.3.9, AV1 Image File Format §2.2.1, §2.3.2",
      why: "A reader that does not know the property must not show the image without it.",
      players: "Old ones show the image unrotated, uncropped, or of the wrong layer.",
      mend: "Set the essential bit.", by: .shared(pass)),
    Rule(
      .propertyAssociationsRepeated, "14496-12 §8.11.14",
      why: "All associations of one version and flags stand in one box.",
      players: "Firefox refuses the image; others read all of them.",
      mend: "Put them into one 'ipma'.", by: .shared(pass)),
    Rule(
      .itemReferenceUnknown, "14496-12 §8.11.12",
      why: "The item refers to one that is not listed.",
      players: "They ignore the reference; a grid has a hole.",
      mend: "Correct the reference.", by: .shared(pass)),
    Rule(
      .itemReferenceCycle, "23008-12 §6.6",
      why: "An image that is made of itself cannot be made.",
      players: "Careful ones refuse it; others do not end.",
      mend: "Break the circle.", by: .shared(pass)),
    Rule(
      .imageTileCountDiffers, "23008-12 §6.6.2.3.1",
      why: "Each place of a grid is filled by one image, in the order of its references.",
      players: "Those that use libavif refuse it; others show holes, or nothing.",
      mend: "Refer to an image for each place, or write the rows and columns that there are.", readsMedia: true,
      by: .shared(data)),
    Rule(
      .imageGridSizeDiffers, "23008-12 §6.5.3, §6.6.2.3",
      why: "The size of a grid is that of the image that it makes, before anything is cut off or turned.",
      players: "They take one of the two sizes.",
      mend: "Write the size that the grid makes into 'ispe'.", readsMedia: true,
      by: .shared(data)),
    Rule(
      .exifOffsetMissing, "23008-12 §A.2.1",
      why: "The data of the item begin with four bytes that say how many stand before the byte order.",
      players: "Those that take the byte order for that number find no Exif; some look for it themselves.",
      mend: "Write four zeros in front of the byte order, and the new length into 'iloc'.", readsMedia: true,
      by: .shared(data)),
    Rule(
      .groupEntityUnknown, "14496-12 §8.18.3",
      why: "A group lists items and tracks by their IDs; there is neither of this one.",
      players: "They do without it: alternatives, layers or halves of a pair are missing.",
      mend: "Write the ID that it has, or take it out of the group.", by: .shared(pass)),
    Rule(
      .imageSizeMissing, "23008-12 §6.5.3",
      why: "Each image says its size, so that room can be made before it is decoded.",
      players: "Many refuse the image.",
      mend: "Associate an 'ispe' with it.", by: .shared(pass)),
    Rule(
      .imageConfigurationMissing, "23008-12 §6.5, annex B",
      why: "The configuration holds what a decoder needs.",
      players: "They cannot decode the image.",
      mend: "Associate the configuration with it.", by: .shared(pass)),
  ]

  private static let pass = Rule.Pass("items") { examination in
    for metadata in boxes(in: examination.tree) { examine(examination, metadata) }
  }

  /// Where items are described: they belong to the file, the movie or a track; user data has a `meta` of another kind.
  private static func boxes(in tree: Tree) -> [NodeIndex] {
    var places: [NodeIndex?] = [nil]
    if let movie = tree.child("moov", of: nil) {
      places.append(movie)
      places += tree.children(of: movie).filter { tree[$0].type == "trak" }
    }
    return places.compactMap { tree.child("meta", of: $0) }
  }

  /// What is known of an item.
  private struct Item {
    let node: NodeIndex
    let type: FourCC?
    private(set) var properties: [FourCC] = []
    /// The first property that says how large it is, and the first that cuts or turns it.
    private(set) var size: NodeIndex?
    private(set) var change: NodeIndex?

    init(node: NodeIndex, type: FourCC?) {
      self.node = node
      self.type = type
    }

    mutating func add(_ property: NodeIndex, _ type: FourCC) {
      properties.append(type)
      if type == "ispe", size == nil { size = property }
      if type == "clap" || type == "irot", change == nil { change = property }
    }
  }

  private static func examine(_ examination: Examination, _ index: NodeIndex) {
    let tree = examination.tree
    // An entity group may stand wherever an item may.
    var groups: Set<UInt64> = []
    if let list = tree.child("grpl", of: index) {
      for child in tree.children(of: list) {
        if let id = examination.view(EntityGroup.self, of: child).number(.group_id) {
          groups.insert(id)
        }
      }
    }
    guard let list = tree.child("iinf", of: index) else {
      // A list that cannot be read may have any item.
      if !tree.children(of: index).contains(where: { tree[$0].type == "iinf" }) {
        entities(examination, index, [:], groups: groups)
      }
      return
    }
    var items: [UInt64: Item] = [:]
    for child in tree.children(of: list) where tree[child].type == "infe" {
      guard let id = examination.view(ItemEntry.self, of: child).number(.item_ID) else { continue }
      if items[id] != nil {
        examination.report(.itemDuplicate(item: id), child, field: ItemEntry[.item_ID])
      } else {
        items[id] = Item(
          node: child, type: examination.reader.view(ItemEntry.self, of: child).code(.item_type))
      }
    }
    if let primary = tree.child("pitm", of: index),
      let id = examination.view(PrimaryItem.self, of: primary).number(.item_ID), items[id] == nil,
      !groups.contains(id)
    {
      examination.report(
        .primaryMissing(item: id), primary, field: PrimaryItem[.item_ID], because: [list])
    }
    locations(examination, index, items)
    properties(examination, index, &items, groups: groups)
    references(examination, index, items, groups: groups)
    entities(examination, index, items, groups: groups)
    examination.document.work.charge(items.count + groups.count)
  }

  private static func locations(
    _ examination: Examination, _ metadata: NodeIndex, _ items: [UInt64: Item]
  ) {
    let tree = examination.tree
    guard let table = tree.child("iloc", of: metadata) else { return }
    let locations = ItemLocations(table, in: examination.document)
    let file = UInt64(tree.file.byteCount)
    let data = tree.child("idat", of: metadata).map { tree[$0].end - tree[$0].payloadStart }
    var seen: Set<UInt64> = []
    for location in locations.items {
      if !seen.insert(location.id).inserted {
        examination.report(.itemDuplicate(item: location.id), table)
      }
      guard location.dataReference == 0, location.method < 2 else { continue }
      let end = location.method == 0 ? file : data ?? 0
      for extent in location.extents {
        let (start, overflow) = location.baseOffset.addingReportingOverflow(extent.offset)
        if overflow || start > end || extent.length > end - start {
          examination.report(
            .itemOutside(length: extent.length, offset: overflow ? .max : start, item: location.id),
            table, extent: extent.place,
            following: location.method == 0 ? examination.truncation : nil)
        }
      }
    }
    for (id, item) in items.sorted(by: { $0.key < $1.key }) where !seen.contains(id) {
      // Some are made of others alone, and have no data.
      if let type = item.type, type.isListed(in: "iden uri\\x20 tmap") { continue }
      examination.report(.itemUnlocated(item: id), item.node, because: [table])
    }
  }

  private static func properties(
    _ examination: Examination, _ metadata: NodeIndex, _ items: inout [UInt64: Item],
    groups: Set<UInt64>
  ) {
    let tree = examination.tree
    guard let box = tree.child("iprp", of: metadata), let container = tree.child("ipco", of: box)
    else { return }
    let nodes = tree.children(of: container).prefix(32_767).filter { !tree[$0].isRaw }
    // The versions and flags that were met: there are few that anybody knows.
    var known: [UInt64] = []
    for index in tree.children(of: box) where tree[index].type == "ipma" && !tree[index].isRaw {
      let header = examination.view(PropertyAssociation.self, of: index)
      if let version = header.number(.version), let flags = header.number(.flags) {
        if known.contains(version << 24 | flags) {
          examination.report(.propertyAssociationsRepeated(version: version), index)
        } else if known.count < 64 {
          known.append(version << 24 | flags)
        }
      }
      for association in ItemAssociations(index, in: examination.document).all {
        if items[association.item] == nil, !groups.contains(association.item) {
          examination.report(
            .propertyItemUnknown(item: association.item), index, extent: association.place)
        }
        guard association.property > 0 else { continue }
        guard association.property <= UInt64(nodes.count) else {
          examination.report(
            .propertyIndexInvalid(
              number: association.property, item: association.item, total: UInt64(nodes.count)),
            index, extent: association.place, because: [container])
          continue
        }
        let property = nodes[Int(association.property) - 1]
        let type = tree[property].type
        items[association.item]?.add(property, type)
        if !association.isEssential, type == "av1C" || type.isPictureChange {
          examination.report(
            .propertyNotEssential(code: type, item: association.item), index,
            extent: association.place)
        }
      }
    }
    apertures(examination, items)
    for (id, item) in items.sorted(by: { $0.key < $1.key }) {
      guard let type = item.type,
        type.isListed(in: "hvc1 lhv1 av01 avc1 vvc1 evc1 jpeg j2k1 jxs1 unci grid iovl iden tmap")
      else { continue }
      if !item.properties.contains("ispe") {
        examination.report(.imageSizeMissing(item: id), item.node)
      }
      let wanted: FourCC
      switch type {
      case "hvc1": wanted = "hvcC"
      case "av01": wanted = "av1C"
      case "avc1": wanted = "avcC"
      case "vvc1": wanted = "vvcC"
      case "lhv1": wanted = "lhvC"
      case "evc1": wanted = "evcC"
      default: continue
      }
      if !item.properties.contains(wanted) {
        examination.report(
          .imageConfigurationMissing(item: id, wanted: wanted), item.node)
      }
    }
  }

  /// Holds what is cut out of images against their sizes. What was turned or cut before is of another size.
  private static func apertures(_ examination: Examination, _ items: [UInt64: Item]) {
    let tree = examination.tree
    // Many images may have one property.
    var told: Set<NodeIndex> = []
    for (_, item) in items.sorted(by: { $0.key < $1.key }) {
      guard let change = item.change, tree[change].type == "clap", let box = item.size, !told.contains(change)
      else { continue }
      let size = examination.view(ImageSize.self, of: box)
      let sides = (size.number(.image_width), size.number(.image_height))
      if CodecRules.report(aperture: change, outside: sides, examination, because: [item.node]) { told.insert(change) }
    }
  }

  /// What is grouped: items, and tracks of the movie beside them (14496-12 §8.18.3.3).
  private static func entities(
    _ examination: Examination, _ metadata: NodeIndex, _ items: [UInt64: Item], groups: Set<UInt64>
  ) {
    let tree = examination.tree
    guard let box = tree.child("grpl", of: metadata) else { return }
    let hasMovie = tree.child("moov", of: nil) != nil
    // The tracks of a segment are described elsewhere.
    if !hasMovie, tree.countAtTop("moof") > 0 { return }
    // Groups of tracks may stand in these for their tracks (14496-15 §11.4).
    if hasMovie, examination.atoms?.mayHaveTrackGroups ?? true { return }
    let list = tree.child("iinf", of: metadata)
    for node in tree.children(of: box) where !tree[node].isRaw {
      let found: [(Extent, UInt64)] =
        examination.withRows(.entity_ids, of: EntityGroup.self, at: node) { table in
          (0..<min(table.count, 65_536)).map {
            (table.extent(ofRow: $0), table.raw(row: $0, column: 0))
          }
        } ?? []
      examination.document.work.charge(found.count)
      for (extent, id) in found where items[id] == nil && !groups.contains(id) {
        if hasMovie, examination.atoms?.track(id: id) != nil { continue }
        examination.report(
          .groupEntityUnknown(number: id), node, extent: extent,
          because: list.map { [$0] } ?? [], following: hasMovie ? nil : examination.truncation)
      }
    }
  }

  /// The items that one is made of, and the node that says so.
  private struct Parts {
    let node: NodeIndex
    let to: [UInt64]
  }

  private static func references(
    _ examination: Examination, _ metadata: NodeIndex, _ items: [UInt64: Item], groups: Set<UInt64>
  ) {
    let tree = examination.tree
    guard let box = tree.child("iref", of: metadata) else { return }
    var parts: [UInt64: Parts] = [:]
    for node in tree.children(of: box) where !tree[node].isRaw {
      let reference = examination.view(ItemReference.self, of: node)
      guard let from = reference.number(.from_item_ID) else { continue }
      let to = ImageParts.targets(of: reference, limit: 65_536).items
      for id in [from] + to where items[id] == nil && !groups.contains(id) {
        examination.report(.itemReferenceUnknown(item: id), node)
      }
      if tree[node].type == "dimg", parts[from] == nil { parts[from] = Parts(node: node, to: to) }
    }
    // From each item down, with a list of those on the way; each is finished once.
    var finished: Set<UInt64> = []
    for start in parts.keys.sorted() {
      var way: [(id: UInt64, next: Int)] = [(start, 0)]
      var isOnWay: Set<UInt64> = [start]
      while let last = way.last {
        guard !finished.contains(last.id), let part = parts[last.id], last.next < part.to.count
        else {
          finished.insert(last.id)
          isOnWay.remove(last.id)
          way.removeLast()
          continue
        }
        let id = part.to[last.next]
        way[way.count - 1].next += 1
        if isOnWay.contains(id) {
          examination.report(.itemReferenceCycle(item: last.id, part: id), part.node)
        } else if !finished.contains(id) {
          isOnWay.insert(id)
          way.append((id, 0))
        }
      }
    }
  }

  private static let data = Rule.Pass("data of items") { examination in
    for metadata in boxes(in: examination.tree) { readData(examination, metadata) }
  }

  /// Looks at what the data of items begin with, which may lie among media.
  private static func readData(_ examination: Examination, _ metadata: NodeIndex) {
    let tree = examination.tree
    guard let list = tree.child("iinf", of: metadata), let directory = examination.atoms?.items(around: metadata)
    else { return }
    var grids: [UInt64: NodeIndex] = [:]
    var seen: Set<UInt64> = []
    for node in tree.children(of: list) where tree[node].type == "infe" && !tree[node].isRaw {
      examination.document.work.charge(1)
      let entry = examination.view(ItemEntry.self, of: node)
      guard let id = entry.number(.item_ID) else { continue }
      let isFirst = seen.insert(id).inserted
      switch entry.code(.item_type) {
      case "grid": if isFirst { grids[id] = node }
      case "Exif":
        guard case .found(let ranges, _) = directory.data(of: id), let first = ranges.first,
          ExifItem.lacksOffset(first, of: tree.file)
        else { continue }
        examination.report(.exifOffsetMissing(item: id), node)
      default: continue
      }
    }
    if !grids.isEmpty { compare(grids, examination, metadata, directory) }
  }

  /// Compares what grids say with the images that they are made of, and with their own sizes.
  private static func compare(
    _ grids: [UInt64: NodeIndex], _ examination: Examination, _ metadata: NodeIndex, _ directory: ItemDirectory
  ) {
    let tree = examination.tree
    var parts: [UInt64: (node: NodeIndex, count: Int)] = [:]
    if let box = tree.child("iref", of: metadata) {
      for node in tree.children(of: box) where tree[node].type == "dimg" && !tree[node].isRaw {
        let reference = examination.view(ItemReference.self, of: node)
        guard let from = reference.number(.from_item_ID), grids[from] != nil, parts[from] == nil else { continue }
        parts[from] = (node, ImageParts.targets(of: reference, limit: 0).count)
      }
    }
    let areRead = ImageParts.areRead(in: metadata, of: examination.document)
    for (id, item) in grids.sorted(by: { $0.key < $1.key }) {
      guard let grid = ImageGrid(of: id, among: directory, in: tree.file) else { continue }
      let found = UInt64(max(0, parts[id]?.count ?? 0))
      if found != grid.tileCount, parts[id] != nil || areRead {
        examination.report(
          .imageTileCountDiffers(item: id, found: found, total: grid.tileCount), parts[id]?.node ?? item,
          because: [item], following: parts[id] == nil ? examination.truncation : nil)
      }
      guard let box = directory.imageSize(of: id) else { continue }
      let size = examination.view(ImageSize.self, of: box)
      for (field, made, side) in [
        (.image_width, grid.width, "wide"), (.image_height, grid.height, "high"),
      ] as [(ImageSize.Field, UInt64, FourCC)] {
        guard let said = size.number(field), said != made else { continue }
        examination.report(
          .imageGridSizeDiffers(code: side, found: made, limit: said), box, field: ImageSize[field], because: [item])
        break
      }
    }
  }
}

extension Diagnostic.Kind {
  static let primaryMissing = Self(
    "primary-item-missing", .error, "the primary item is {item}, which is not listed in 'iinf'")
  static let itemDuplicate = Self(
    "item-id-duplicate", .error, "another item {item}")
  static let itemUnlocated = Self(
    "item-location-missing", .warning, "item {item} is not listed in 'iloc'")
  static let itemOutside = Self(
    "item-outside", .error,
    "{length} bytes at 0x{offset:x} of item {item} are not in the file or the 'idat' they should be in"
  )
  static let propertyIndexInvalid = Self(
    "property-index-invalid", .error, "property {number} of item {item}, there are {total}")
  static let propertyItemUnknown = Self(
    "property-item-unknown", .warning, "properties for item {item}, which is not listed")
  static let propertyNotEssential = Self(
    "property-not-essential", .warning, "'{code}' of item {item} is not marked essential")
  static let propertyAssociationsRepeated = Self(
    "property-associations-repeated", .warning, "another 'ipma' of version {version} with the same flags")
  static let itemReferenceUnknown = Self(
    "item-reference-unknown", .error, "item {item} is not listed")
  static let itemReferenceCycle = Self(
    "item-reference-cycle", .error, "item {item} is made of item {part}, which is made of it")
  static let imageTileCountDiffers = Self(
    "image-tile-count-differs", .error, "grid {item} has {total} places, and is made of {found} images")
  static let imageGridSizeDiffers = Self(
    "image-grid-size-differs", .warning, "the grid makes an image {found} pixels {code}, its 'ispe' says {limit}")
  static let exifOffsetMissing = Self(
    "exif-offset-missing", .warning, "Exif of item {item} begins with its byte order",
    expected: "exif_tiff_header_offset before it")
  static let groupEntityUnknown = Self(
    "group-entity-unknown", .warning, "{number} is the ID of no item and of no track")
  static let imageSizeMissing = Self(
    "image-size-missing", .error, "image {item} has no size", expected: "an 'ispe'")
  static let imageConfigurationMissing = Self(
    "image-configuration-missing", .error, "image {item} has no '{wanted}'",
    expected: "an '{wanted}'")
}

/// What each of these kinds says, under its names.
extension Finding {
  static func primaryMissing(item: UInt64) -> Self {
    Self(.primaryMissing, .item(item))
  }
  static func itemDuplicate(item: UInt64) -> Self {
    Self(.itemDuplicate, .item(item))
  }
  static func itemUnlocated(item: UInt64) -> Self {
    Self(.itemUnlocated, .item(item))
  }
  static func itemOutside(length: UInt64, offset: UInt64, item: UInt64) -> Self {
    Self(.itemOutside, .length(length), .offset(offset), .item(item))
  }
  static func propertyIndexInvalid(number: UInt64, item: UInt64, total: UInt64) -> Self {
    Self(.propertyIndexInvalid, .number(number), .item(item), .total(total))
  }
  static func propertyItemUnknown(item: UInt64) -> Self {
    Self(.propertyItemUnknown, .item(item))
  }
  static func propertyNotEssential(code: FourCC, item: UInt64) -> Self {
    Self(.propertyNotEssential, .code(code), .item(item))
  }
  static func propertyAssociationsRepeated(version: UInt64) -> Self {
    Self(.propertyAssociationsRepeated, .version(version))
  }
  static func itemReferenceUnknown(item: UInt64) -> Self {
    Self(.itemReferenceUnknown, .item(item))
  }
  static func itemReferenceCycle(item: UInt64, part: UInt64) -> Self {
    Self(.itemReferenceCycle, .item(item), .part(part))
  }
  static func imageTileCountDiffers(item: UInt64, found: UInt64, total: UInt64) -> Self {
    Self(.imageTileCountDiffers, .item(item), .found(found), .total(total))
  }
  static func imageGridSizeDiffers(code: FourCC, found: UInt64, limit: UInt64) -> Self {
    Self(.imageGridSizeDiffers, .code(code), .found(found), .limit(limit))
  }
  static func exifOffsetMissing(item: UInt64) -> Self {
    Self(.exifOffsetMissing, .item(item))
  }
  static func groupEntityUnknown(number: UInt64) -> Self {
    Self(.groupEntityUnknown, .number(number))
  }
  static func imageSizeMissing(item: UInt64) -> Self {
    Self(.imageSizeMissing, .item(item))
  }
  static func imageConfigurationMissing(item: UInt64, wanted: FourCC) -> Self {
    Self(.imageConfigurationMissing, .item(item), .wanted(wanted))
  }
}
