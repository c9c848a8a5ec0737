public import ByteReading
public import Structure

/// Where the items of a `meta` box lie (14496-12 §8.11.3): the one reading of `iloc`.
public struct ItemLocations: Sendable {
  /// Where one item lies.
  public struct Location: Sendable {
    /// The ID of the item.
    public var id: UInt64 = 0
    /// 0 for the file, 1 for `idat`, 2 for another item (14496-12 §8.11.3).
    public var method: UInt64 = 0
    /// `data_reference_index`, 0 for this file.
    public var dataReference: UInt64 = 0
    /// What the offsets of its extents count from, in bytes.
    public var baseOffset: UInt64 = 0
    /// Its extents, in the order of the box.
    public var extents: [Piece] = []
  }

  /// One extent of an item.
  public struct Piece: Sendable {
    /// The bits of its row; empty for one without numbers, which is all of what it lies in.
    public let place: Extent
    /// Which of the items that this one refers to holds it, from 1; 0 when the file does not say.
    public let index: UInt64
    /// Where it begins, in bytes from the base of the item.
    public let offset: UInt64
    /// How long it is; 0 is all of what it lies in.
    public let length: UInt64
  }

  /// The items in the order of the box.
  public private(set) var items: [Location] = []
  private let share: MemoryShare
  /// Extents that a check keeps in all.
  public static let usualLimit = 1 << 20

  /// Reads the `iloc` at `index`, of all extents together the first `limit`; less where there is no memory.
  ///
  /// - Complexity: O(*n*) in the number of extents.
  ///
  /// - Parameters:
  ///   - index: The `iloc`.
  ///   - document: The file.
  ///   - limit: How many extents are kept in all.
  public init(_ index: NodeIndex, in document: Document, limit: Int = ItemLocations.usualLimit) {
    var walker = Walker()
    share = MemoryShare(
      document.memory, for: "there is no memory for all items and where they lie")
    var sink = Sink(limit: limit, share)
    document.walk(index, &walker, into: &sink)
    items = sink.items
  }

  private struct Sink: FieldSink {
    var items: [Location] = []
    private(set) var limit: Int
    var count = 0
    private let share: MemoryShare
    /// Whether there was no memory for one more.
    private var isFull = false

    init(limit: Int, _ share: MemoryShare) {
      self.limit = limit
      self.share = share
    }

    mutating func wants(item index: Int, of count: Int) -> Bool { !isFull }

    mutating func field(_ field: borrowing FieldReading) {
      if field.is(.item_ID, in: ItemLocation.self) {
        // An array has room for twice as many.
        if items.count & 255 == 0, !share.grow(by: 512 * MemoryLayout<Location>.stride) {
          isFull = true
          limit = 0
        }
        if isFull { return }
        items.append(Location(id: field.raw))
        return
      }
      guard !items.isEmpty else { return }
      let last = items.count - 1
      if field.is(.construction_method, in: ItemLocation.self) {
        items[last].method = field.raw
      } else if field.is(.data_reference_index, in: ItemLocation.self) {
        items[last].dataReference = field.raw
      } else if field.is(.base_offset, in: ItemLocation.self) {
        items[last].baseOffset = field.raw
      }
    }

    mutating func table(_ table: borrowing TableReading) {
      guard !items.isEmpty, table.is(.extents, in: ItemLocation.self) else { return }
      let last = items.count - 1
      if isFull || !share.grow(by: 2 * min(table.count, limit) * MemoryLayout<Piece>.stride) {
        isFull = true
        limit = 0
        return
      }
      // An extent without numbers is all there is, and one says as much as many.
      if table.stride == 0, table.declared > 0, count < limit {
        count += 1
        let place = Extent(start: table.extent.start, count: 0)
        items[last].extents.append(Piece(place: place, index: 0, offset: 0, length: 0))
        return
      }
      let index = table.column(.item_reference_index, in: ItemLocation.self)
      let offset = table.column(.extent_offset, in: ItemLocation.self)
      let length = table.column(.extent_length, in: ItemLocation.self)
      for row in 0..<table.count where count < limit {
        count += 1
        items[last].extents.append(
          Piece(
            place: table.extent(ofRow: row),
            index: index.map { table.raw(row: row, column: $0) } ?? 0,
            offset: offset.map { table.raw(row: row, column: $0) } ?? 0,
            length: length.map { table.raw(row: row, column: $0) } ?? 0))
      }
    }
  }
}
