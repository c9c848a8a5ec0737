public import ByteReading
public import Structure

/// Where the items of a `meta` box lie, and which properties they have, read in one pass each.
public struct ItemLocations: Sendable {
  /// Where one item lies.
  public struct Location: Sendable {
    public var id: UInt64 = 0
    /// 0 for the file, 1 for `idat`, 2 for another item (14496-12 §8.11.3).
    public var method: UInt64 = 0
    public var dataReference: UInt64 = 0
    public var baseOffset: UInt64 = 0
    /// The bits of each row, and what they say; a length of 0 is all of what it lies in.
    public var extents: [(place: Extent, offset: UInt64, length: UInt64)] = []
  }

  /// The items in the order of the box.
  public private(set) var items: [Location] = []
  /// Extents that are kept in all.
  private static let limit = 1 << 20

  /// Reads the `iloc` at `index`.
  ///
  /// - Complexity: O(*n*) in the number of extents.
  public init(_ index: Int, in document: Document) {
    var walker = Walker()
    var sink = Sink()
    document.walk(index, &walker, into: &sink)
    items = sink.items
  }

  private struct Sink: FieldSink {
    var items: [Location] = []
    var count = 0

    mutating func field(_ field: borrowing FieldReading) {
      if field.name.isSame(as: "item_ID") {
        items.append(Location(id: field.raw))
        return
      }
      guard !items.isEmpty else { return }
      let last = items.count - 1
      if field.name.isSame(as: "construction_method") {
        items[last].method = field.raw
      } else if field.name.isSame(as: "data_reference_index") {
        items[last].dataReference = field.raw
      } else if field.name.isSame(as: "base_offset") {
        items[last].baseOffset = field.raw
      }
    }

    mutating func table(_ table: borrowing TableReading) {
      guard !items.isEmpty else { return }
      let offset = table.column(named: "extent_offset")
      let length = table.column(named: "extent_length")
      for row in 0..<table.count where count < ItemLocations.limit {
        count += 1
        items[items.count - 1].extents.append(
          (
            table.extent(ofRow: row), offset.map { table.raw(row: row, column: $0) } ?? 0,
            length.map { table.raw(row: row, column: $0) } ?? 0
          ))
      }
    }
  }
}

/// One property that an item has (14496-12 §8.11.14).
public struct ItemAssociation: Sendable {
  public let item: UInt64
  /// From 1; 0 for none.
  public let property: UInt64
  public let isEssential: Bool
  /// Where it is written.
  public let place: Extent

  /// All associations of the `ipma` at `index`, in its order.
  ///
  /// - Complexity: O(*n*) in their number.
  public static func all(in index: Int, _ document: Document) -> [ItemAssociation] {
    var walker = Walker()
    var sink = Sink()
    document.walk(index, &walker, into: &sink)
    return sink.found
  }

  private struct Sink: FieldSink {
    var found: [ItemAssociation] = []
    var item: UInt64 = 0

    mutating func field(_ field: borrowing FieldReading) {
      if field.name.isSame(as: "item_ID") { item = field.raw }
    }

    mutating func table(_ table: borrowing TableReading) {
      guard let essential = table.column(named: "essential"),
        let property = table.column(named: "property_index")
      else { return }
      for row in 0..<table.count where found.count < 1 << 20 {
        found.append(
          ItemAssociation(
            item: item, property: table.raw(row: row, column: property),
            isEssential: table.raw(row: row, column: essential) == 1,
            place: table.extent(ofRow: row)))
      }
    }
  }
}
