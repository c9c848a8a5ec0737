import ByteReading
package import Structure

/// Where the data lie of items that are not images: Exif, XMP, and how images are put together of others.
package struct OpenedItems: Sendable {
  /// The data of one item.
  struct Place: Sendable {
    /// The type of the table that reads them: of an item, or of a value in a format of its own.
    let type: FourCC
    let range: Range<UInt64>
  }

  /// Items that are opened in one file.
  static let limit = 4_096

  /// By the offset of the `infe` of each.
  private(set) var places: [UInt64: Place] = [:]

  /// Why not all items are opened; `nil` where they are.
  package private(set) var leftOut: StaticString?

  /// Whether pictures among metadata are opened: covers, thumbnails of cameras.
  private(set) var opensPictures = false

  /// How many bytes of all items are read: those of items that do not lie in each other are no more than the file has,
  /// and a few may be the same.
  package static func room(in document: Document) -> UInt64 { UInt64(document.tree.file.byteCount) &* 4 }

  /// None.
  init() {}

  package var isEmpty: Bool { places.isEmpty && !opensPictures }

  /// Whether a node of this type may hold a picture that is no item.
  static func holdsPicture(_ type: FourCC, in parent: FourCC?) -> Bool {
    type == "THMB" || type == "PRVW" || type == "data" && parent == "covr"
  }

  /// The items of all `meta` in the file whose data lie in it in one piece, and have a table.
  ///
  /// - Complexity: O(*n*) in the number of items.
  package init(of document: Document) {
    guard let context = document.context as? AtomContext else { return }
    let tree = document.tree
    opensPictures = tree.indices.contains { index in
      Self.holdsPicture(tree[index].type, in: tree.parent(of: index).map { tree[$0].type })
    }
    let reader = NodeReader(document)
    var room = Self.room(in: document)
    for index in tree.indices where tree[index].type == .infe && tree[index].source == 0 {
      guard places.count < Self.limit else {
        leftOut = "there are more than 4,096 items to open"
        return
      }
      guard let list = tree.parent(of: index),
        let type = Self.type(of: reader.view(ItemEntry.self, of: index)),
        let id = reader.view(ItemEntry.self, of: index).number(.item_ID),
        case .found(let ranges, let total)? = context.items(around: list)?.data(of: id),
        let range = ranges.first, UInt64(range.count) == total
      else { continue }
      guard total <= room else {
        leftOut = "items that lie in each other are not all opened"
        return
      }
      room -= total
      // What has no offset is not as the table of the item has it.
      let isBare = type == "Exif" && ExifItem.lacksOffset(range, of: tree.file)
      places[tree[index].start] = Place(type: isBare ? "TIFF" : type, range: range)
    }
  }

  /// The table of the data of an item; `nil` for images, and for what no table describes.
  private static func type(of entry: borrowing View<ItemEntry>) -> FourCC? {
    guard let type = entry.code(.item_type) else { return nil }
    switch type {
    case "Exif", "grid", "iovl", "tmap": return type
    case "mime": return entry.text(.content_type) == "application/rdf+xml" ? "XMP " : nil
    default: return nil
    }
  }
}

extension AtomScanner {
  /// Appends a node for the data of the item whose `infe` is at `index`, below it: the only nodes whose bytes
  /// lie elsewhere than those of the node around them.
  mutating func openItem(_ index: NodeIndex, _ window: inout ByteWindow) {
    let entry = builder[index]
    guard entry.source == 0, let item = items.places[entry.start], builder.count < limits.nodes,
      Int(entry.depth) + 2 < limits.depth,
      item.range.upperBound <= UInt64(builder.sources[0].bytes.byteCount)
    else { return }
    defer {
      // The data may lie in the very entry that names them, and are none of its fields there.
      let overlaps = item.range.lowerBound < entry.end && item.range.upperBound > entry.start
      if overlaps, index.next < builder.end { builder.standsElsewhere(index.next) }
      builder.close(index)
    }
    guard let table = catalogue.table(for: item.type, in: "item", handler: nil, extendedType: nil)
    else {
      _ = embedded?(
        EmbeddedBytes(
          .values(item.type), range: item.range, source: 0, depth: entry.depth + 1), builder)
      return
    }
    let node = Node(
      start: item.range.lowerBound, size: UInt64(item.range.count), type: item.type,
      table: builder.add(table: table, of: catalogue), depth: entry.depth + 1, source: 0,
      headerSize: 0, marks: .named)
    guard let data = builder.append(node) else { return }
    if catalogue.program(table)?.isEmbedding == true { embedValues(data, &window) }
  }
}
