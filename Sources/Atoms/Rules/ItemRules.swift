import ByteReading
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
      .propertyNotEssential, "23008-12 §6.5, 23000-22 §7.3.9, AV1 Image File Format §2.3.2",
      why: "A reader that does not know the property must not show the image without it.",
      players: "Old ones show the image unrotated, uncropped, or of the wrong layer.",
      mend: "Set the essential bit.", by: .shared(pass)),
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
    let tree = examination.tree
    // Items belong to the file, the movie or a track; user data has a `meta` of another kind.
    var places: [Int?] = [nil]
    if let movie = tree.child("moov", of: nil) {
      places.append(movie)
      places += tree.children(of: movie).filter { tree[$0].type == "trak" }
    }
    for place in places {
      if let metadata = tree.child("meta", of: place) { examine(examination, metadata) }
    }
  }

  /// What is known of an item.
  private struct Item {
    let node: Int
    let type: FourCC?
    var properties: [FourCC] = []
  }

  private static func examine(_ examination: Examination, _ index: Int) {
    let tree = examination.tree
    guard let list = tree.child("iinf", of: index) else { return }
    var items: [UInt64: Item] = [:]
    for child in tree.children(of: list) where tree[child].type == "infe" {
      guard let id = examination.view(ItemEntry.self, of: child).number(.item_ID) else { continue }
      if items[id] != nil {
        examination.report(.itemDuplicate, child, field: "item_ID", present: id)
      } else {
        items[id] = Item(
          node: child, type: examination.reader.view(ItemEntry.self, of: child).code(.item_type))
      }
    }
    // An entity group may stand wherever an item may.
    var groups: Set<UInt64> = []
    if let list = tree.child("grpl", of: index) {
      for child in tree.children(of: list) {
        if let id = examination.number("group_id", of: child) { groups.insert(id) }
      }
    }
    if let primary = tree.child("pitm", of: index),
      let id = examination.view(PrimaryItem.self, of: primary).number(.item_ID), items[id] == nil,
      !groups.contains(id)
    {
      examination.report(.primaryMissing, primary, field: "item_ID", present: id, because: [list])
    }
    locations(examination, index, items)
    properties(examination, index, &items, groups: groups)
    references(examination, index, items, groups: groups)
    examination.document.work.charge(items.count + groups.count)
  }

  private static func locations(
    _ examination: Examination, _ metadata: Int, _ items: [UInt64: Item]
  ) {
    let tree = examination.tree
    guard let table = tree.child("iloc", of: metadata) else { return }
    let locations = ItemLocations(table, in: examination.document)
    let file = UInt64(tree.file.byteCount)
    let data = tree.child("idat", of: metadata).map { tree[$0].end - tree[$0].payloadStart }
    var seen: Set<UInt64> = []
    for location in locations.items {
      if !seen.insert(location.id).inserted {
        examination.report(.itemDuplicate, table, present: location.id)
      }
      guard location.dataReference == 0, location.method < 2 else { continue }
      let end = location.method == 0 ? file : data ?? 0
      for extent in location.extents {
        let (start, overflow) = location.baseOffset.addingReportingOverflow(extent.offset)
        if overflow || start > end || extent.length > end - start {
          examination.report(
            .itemOutside, table, extent: extent.place, promised: extent.length,
            present: overflow ? .max : start, other: location.id,
            following: location.method == 0 ? examination.truncation : nil)
        }
      }
    }
    for (id, item) in items.sorted(by: { $0.key < $1.key }) where !seen.contains(id) {
      // Some are made of others alone, and have no data.
      if let type = item.type, type.isListed(in: "iden uri\\x20 tmap") { continue }
      examination.report(.itemUnlocated, item.node, present: id, because: [table])
    }
  }

  private static func properties(
    _ examination: Examination, _ metadata: Int, _ items: inout [UInt64: Item],
    groups: Set<UInt64>
  ) {
    let tree = examination.tree
    guard let box = tree.child("iprp", of: metadata), let container = tree.child("ipco", of: box)
    else { return }
    let types = tree.children(of: container).prefix(32_767).filter { !tree[$0].isRaw }
      .map { tree[$0].type }
    for index in tree.children(of: box) where tree[index].type == "ipma" {
      for association in ItemAssociations(index, in: examination.document).all {
        if items[association.item] == nil, !groups.contains(association.item) {
          examination.report(
            .propertyItemUnknown, index, extent: association.place, present: association.item)
        }
        guard association.property > 0 else { continue }
        guard association.property <= UInt64(types.count) else {
          examination.report(
            .propertyIndexInvalid, index, extent: association.place,
            promised: UInt64(types.count), present: association.property,
            other: association.item, because: [container])
          continue
        }
        let type = types[Int(association.property) - 1]
        items[association.item]?.properties.append(type)
        if !association.isEssential, type.isListed(in: "irot imir clap lsel a1op") {
          examination.report(
            .propertyNotEssential, index, extent: association.place,
            present: UInt64(type.rawValue), other: association.item)
        }
      }
    }
    for (id, item) in items.sorted(by: { $0.key < $1.key }) {
      guard let type = item.type,
        type.isListed(in: "hvc1 av01 avc1 vvc1 jpeg j2k1 unci grid iovl iden tmap")
      else { continue }
      if !item.properties.contains("ispe") {
        examination.report(.imageSizeMissing, item.node, present: id)
      }
      let wanted: FourCC
      switch type {
      case "hvc1": wanted = "hvcC"
      case "av01": wanted = "av1C"
      case "avc1": wanted = "avcC"
      case "vvc1": wanted = "vvcC"
      default: continue
      }
      if !item.properties.contains(wanted) {
        examination.report(
          .imageConfigurationMissing, item.node, present: id, other: UInt64(wanted.rawValue))
      }
    }
  }

  private static func references(
    _ examination: Examination, _ metadata: Int, _ items: [UInt64: Item], groups: Set<UInt64>
  ) {
    let tree = examination.tree
    guard let box = tree.child("iref", of: metadata) else { return }
    // What each item is made of, with the node that says so.
    var parts: [UInt64: (node: Int, to: [UInt64])] = [:]
    for node in tree.children(of: box) where !tree[node].isRaw {
      guard let from = examination.number("from_item_ID", of: node) else { continue }
      let to: [UInt64] =
        examination.reader.withTable("to_item_ID") { table in
          (0..<min(table.count, 65_536)).map { table.raw(row: $0, column: 0) }
        } ?? []
      for id in [from] + to where items[id] == nil && !groups.contains(id) {
        examination.report(.itemReferenceUnknown, node, present: id)
      }
      if tree[node].type == "dimg", parts[from] == nil { parts[from] = (node, to) }
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
          examination.report(.itemReferenceCycle, part.node, present: last.id, other: id)
        } else if !finished.contains(id) {
          isOnWay.insert(id)
          way.append((id, 0))
        }
      }
    }
  }
}

extension Diagnostic.Kind {
  static let primaryMissing = Self(
    "primary-item-missing", .error, "the primary item is {present}, which is not listed in 'iinf'")
  static let itemDuplicate = Self(
    "item-id-duplicate", .error, "another item {present}")
  static let itemUnlocated = Self(
    "item-location-missing", .warning, "item {present} is not listed in 'iloc'")
  static let itemOutside = Self(
    "item-outside", .error,
    "{promised} bytes at 0x{present:x} of item {other} are not in the file or the 'idat' they should be in"
  )
  static let propertyIndexInvalid = Self(
    "property-index-invalid", .error, "property {present} of item {other}, there are {promised}")
  static let propertyItemUnknown = Self(
    "property-item-unknown", .warning, "properties for item {present}, which is not listed")
  static let propertyNotEssential = Self(
    "property-not-essential", .warning, "'{present|code}' of item {other} is not marked essential")
  static let itemReferenceUnknown = Self(
    "item-reference-unknown", .error, "item {present} is not listed")
  static let itemReferenceCycle = Self(
    "item-reference-cycle", .error, "item {present} is made of item {other}, which is made of it")
  static let imageSizeMissing = Self(
    "image-size-missing", .error, "image {present} has no size", expected: "an 'ispe'")
  static let imageConfigurationMissing = Self(
    "image-configuration-missing", .error, "image {present} has no '{other|code}'",
    expected: "an '{other|code}'")
}
