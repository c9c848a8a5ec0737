import ByteReading
import MediaFacts
import Structure

extension Summaries {
  // MARK: User data

  static func userText(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(UserDataText.self)
    if fields.hasText(.text) || fields.content(.text) != nil {
      fields.put(.text, to: &output)
      if let count = fields.count(.texts), count > 1 {
        output.put(" (")
        output.put(count, "language", "languages")
        output.put(")")
      }
    } else if let value = node.child("data") {
      metadataValue(value, &output)
    }
  }

  // MARK: Item lists

  static func metadataItem(_ node: NodeReader, _ output: inout ByteWriter) {
    let start = output.total
    if node.node.type == "----" {
      let name = node.child("name")
      if let mean = node.child("mean"),
        let meaning = mean.view(MetadataNamespace.self).text(.meaning) {
        output.put(text: meaning, style: .name, limit: 80)
        if name != nil { output.put(":") }
      }
      if let name, let text = name.view(NameText.self).text(.name) {
        output.put(text: text, style: .name, limit: 80)
      }
    } else {
      putKey(of: node, &output)
    }
    var values = 0
    for child in node.tree.children(of: node.index) where node.tree[child].type == "data" {
      values += 1
      if values > 4 { continue }
      if values > 1 {
        output.put(", ")
      } else if output.total > start {
        output.put(" = ")
      }
      metadataValue(node.reading(child), &output)
    }
    if values > 4 {
      output.put(", … ")
      output.put(values, "value", "values")
    }
  }

  /// Writes the key that the type of an item counts, from 1, in the `keys` beside its list.
  private static func putKey(of node: NodeReader, _ output: inout ByteWriter) {
    guard let (keys, extent) = node.atoms?.countedKey(of: node.index) else { return }
    let source = node.document.source(of: node.tree[keys])
    output.put(
      text: source.bytes.extracting(extent.byteOffset..<extent.byteEnd), encoding: .utf8,
      style: .name, limit: 80)
  }

  /// `"Sample Reel"`, `3 of 12`, `image/jpeg 12,345 bytes`.
  static func metadataValue(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(ValueAtom.self)
    // A picture that was opened is a picture.
    if let child = node.tree.firstChild(of: node.index), !Picture.opened.contains(where: { $0.type == node.tree[child].type }) {
      output.put("property list of ")
      return output.put(node.tree[child].payload.byteCount, "byte", "bytes")
    }
    if let index = fields.number(.index) {
      output.put(grouped: index)
      if let total = fields.number(.total), total > 0 {
        output.put(" of ")
        output.put(grouped: total)
      }
      return
    }
    let media: StaticString? =
      switch fields.number(.type) {
      case 12: "image/gif "
      case 13: "image/jpeg "
      case 14: "image/png "
      case 27: "image/bmp "
      default: nil
      }
    if let media, let content = fields.content(.value) {
      output.put(media)
      output.put(content.byteCount, "byte", "bytes")
      return
    }
    if fields.number(.type_set) == 0, fields.number(.type) == 3, let content = fields.content(.value) {
      // Its characters are not read, and are no number of hexadecimal digits.
      output.put("Shift JIS, ")
      return output.put(content.byteCount, "byte", "bytes")
    }
    if fields.put(.value, to: &output) { return }
    // Points, sizes and lists have values of their own.
    let start = output.total
    for name in [.x, .y, .width, .height] as [ValueAtom.Field]
    where fields.number(name) != nil {
      if output.total > start { output.put(" ") }
      fields.put(name, to: &output)
    }
    guard output.total == start else { return }
    fields.withTable(.value) { table in
      guard table.columns.count == 1 else { return }
      for row in 0..<min(table.count, 12) {
        if row > 0 { output.put(", ") }
        output.put(value: table.field(row: row, column: 0), .summary)
      }
      if table.count > 12 {
        output.put(", … ")
        output.put(table.count, "number", "numbers")
      }
    }
  }

  static func keys(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(MetadataKeys.self)
    guard let count = fields.count(.entries) ?? fields.number(.entry_count).map({ Int($0) })
    else { return }
    output.put(count, "key", "keys")
  }

  // MARK: Items

  static func itemCount(_ node: NodeReader, _ output: inout ByteWriter) {
    putCount(node.view(ItemInformation.self).number(.entry_count), &output)
  }

  private static func putCount(_ items: UInt64?, _ output: inout ByteWriter) {
    if let items { output.put(items, "item", "items") }
  }

  static func primaryItem(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(PrimaryItem.self)
    guard let id = fields.number(.item_ID) else { return }
    output.put("item ")
    output.put(decimal: id)
    guard let items = node.atoms?.items(around: node.index) else { return }
    var text = ByteWriter()
    put(item: id, in: items, node.document, &text)
    guard text.count > 0 else { return }
    output.put(" (")
    output.put(text)
    output.put(")")
  }

  /// `3 items: 59,631 bytes in the file, 22 in idat`.
  static func itemLocations(_ node: NodeReader, _ output: inout ByteWriter) {
    putCount(node.view(ItemLocation.self).number(.item_count), &output)
    guard let items = node.atoms?.items(around: node.index) else { return }
    let sizes = items.sizes
    var isFirst = true
    for (place, size) in [
      (" in the file", sizes.file), (" in idat", sizes.data), (" in other items", sizes.items),
      (" in other files", sizes.elsewhere),
    ] as [(StaticString, UInt64)] where size > 0 {
      output.put(isFirst ? ": " : ", ")
      isFirst ? output.put(size, "byte", "bytes") : output.put(grouped: size)
      output.put(place)
      isFirst = false
    }
  }

  /// `item 1: hvcC, ispe 4032×3024, irot`; the number of associations when there are many items.
  static func itemAssociations(_ node: NodeReader, _ output: inout ByteWriter) {
    let count = node.view(PropertyAssociation.self).number(.entry_count)
    guard let items = node.atoms?.items(around: node.index) else {
      return putCount(count, &output)
    }
    guard items.associations.items <= 3 else {
      putCount(count, &output)
      output.put(", ")
      output.put(items.associations.count, "association", "associations")
      return
    }
    for (place, item) in items.associated().enumerated() {
      output.put(place == 0 ? "item " : "; item ")
      output.put(decimal: item.id)
      output.put(": ")
      for (index, number) in item.numbers.prefix(12).enumerated() {
        if index > 0 { output.put(", ") }
        if let property = items.property(number) {
          output.put(key: node.tree[property].type)
        } else {
          output.put("no property ")
          output.put(decimal: UInt64(number))
        }
      }
      if item.numbers.count > 12 { output.put(", …") }
      if item.numbers.isEmpty { output.put("none") }
    }
  }

  static func item(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(ItemEntry.self)
    guard let id = fields.number(.item_ID) else { return }
    output.put("item ")
    output.put(decimal: id)
    if let type = fields.code(.item_type) {
      output.put(", ")
      if let name = ItemNames.itemTypes[UInt64(type.rawValue)] {
        output.put(name)
      } else {
        output.put(quoted: type)
      }
    }
    let items = node.atoms?.items(around: node.index)
    if let size = items?.imageSize(of: id) {
      output.put(" ")
      imageSize(node.reading(size), &output)
    }
    if items?.primary == id { output.put(", primary") }
    for name in [.content_type, .item_uri_type, .item_name] as [ItemEntry.Field]
    where fields.hasText(name) {
      output.put(", ")
      fields.put(name, to: &output)
    }
    if let protected = fields.number(.item_protection_index), protected > 0 {
      output.put(", protected")
    }
    if (fields.number(.flags) ?? 0) & 1 == 1 { output.put(", hidden") }
    switch items?.data(of: id) {
    case .found(let ranges, let byteCount):
      guard let first = ranges.first else { return }
      if ranges.count == 1, fields.code(.item_type) == "grid" {
        grid(first, node, &output)
      }
      output.put(", ")
      output.put(byteCount, "byte", "bytes")
      output.put(" at ")
      output.put(offset: first.lowerBound)
      if ranges.count > 1 { output.put(", …") }
    case .tooMany: output.put(", in too many parts of other items to follow")
    case .absent, nil: break
    }
  }

  /// `, 3×4 → 4032×3024`: what the data of an image grid say.
  private static func grid(
    _ range: Range<UInt64>, _ node: NodeReader, _ output: inout ByteWriter
  ) {
    guard let grid = ImageGrid(range, in: node.tree.file) else { return }
    output.put(", ")
    output.put(grid.columns, by: grid.rows)
    output.put(" → ")
    output.put(grid.width, by: grid.height)
  }

  static func itemReference(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(ItemReference.self)
    guard let from = fields.number(.from_item_ID) else { return }
    output.put("item ")
    output.put(decimal: from)
    output.put(" → ")
    let targets = fields.numbers(.to_item_ID)
    if targets.isEmpty { output.put("none") } else { output.put(list: targets, "item", "items") }
    guard let first = targets.first, targets.count <= 64,
      let items = node.atoms?.items(around: node.index)
    else { return }
    // Tiles of a grid are all alike, and said once.
    var text = ByteWriter()
    put(item: first, in: items, node.document, &text)
    for other in targets.dropFirst() {
      var next = ByteWriter()
      put(item: other, in: items, node.document, &next)
      guard next.array == text.array else { return }
    }
    guard text.count > 0 else { return }
    output.put(targets.count > 1 ? " (each " : " (")
    output.put(text)
    output.put(")")
  }

  static func entityGroup(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(EntityGroup.self)
    guard let id = fields.number(.group_id) else { return }
    output.put("group ")
    output.put(decimal: id)
    let entities = fields.numbers(.entity_ids)
    guard !entities.isEmpty else { return }
    output.put(" of ")
    output.put(list: entities, "item", "items")
  }

  /// `8-bit × 3` for the depths of an image's channels.
  static func pixelInformation(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(PixelInformation.self)
    let depths = fields.numbers(.bits_per_channel)
    guard let first = depths.first else { return }
    output.put(depths.count, "channel", "channels")
    output.put(" of ")
    if depths.allSatisfy({ $0 == first }) {
      output.put(decimal: first)
    } else {
      for (index, depth) in depths.prefix(8).enumerated() {
        if index > 0 { output.put(", ") }
        output.put(decimal: depth)
      }
    }
    output.put(" bits")
  }

  static func rotation(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(ImageRotation.self)
    switch fields.number(.angle) {
    case 0: output.put("not rotated")
    case 1: output.put("rotated 90° anticlockwise")
    case 2: output.put("rotated 180°")
    case 3: output.put("rotated 90° clockwise")
    default: break
    }
  }

  static func auxiliaryType(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(AuxiliaryType.self)
    guard let type = fields.text(.aux_type) else { return }
    let kind = AuxiliaryImage(named: type)
    if kind != .other { output.put(kind.rawValue + ", ") }
    fields.put(.aux_type, to: &output)
  }
}
