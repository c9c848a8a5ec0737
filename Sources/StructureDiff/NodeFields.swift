internal import ByteReading
internal import Structure

/// The fields of a node, flat, in the order of its bytes, by the names that paths give them.
///
/// Values are not made into text here: most of them are the same on both sides.
struct NodeFields: FieldSink {
  /// One field, or one table.
  struct Entry {
    var path: String
    let row: Int
    /// The length of the part of `path` before the last name.
    let prefix: Int
    let raw: UInt64
    /// The value's bytes, when they are what is compared: those of text, bytes and wide numbers.
    let content: Extent?
    let table: Table?
    /// The number of items of a list, or nothing.
    let items: Int?
    let isGap: Bool
  }

  /// The rows of a table, as they lie in a source.
  struct Table {
    let count: Int
    let stride: Int
    let extent: Extent
    let columns: [StoredColumn]
    let rows: [Int]
    let widths: [Int]

    func isSame(_ row: Int, as other: Table, _ otherRow: Int) -> Bool {
      guard columns.count == other.columns.count else { return false }
      for column in columns.indices
      where columns[column][row] != other.columns[column][otherRow] { return false }
      return true
    }

    /// The number of columns that are the same.
    func likeness(_ row: Int, _ other: Table, _ otherRow: Int) -> Int {
      zip(columns, other.columns).reduce(0) { $0 + ($1.0[row] == $1.1[otherRow] ? 1 : 0) }
    }
  }

  /// More than so many fields of one node are not told apart.
  static let limit = 100_000

  let source: ByteSource
  private(set) var entries: [Entry] = []
  private(set) var program: Program?
  /// Whether the node promises more than it holds.
  private(set) var hasFaults = false
  private var prefixes: [String] = []

  init(_ document: Document, _ index: Int, _ walker: inout Walker) {
    source = document.fieldBytes(of: index)
    document.walk(index, &walker, into: &self)
    number()
  }

  private var prefix: String { prefixes.last ?? "" }

  mutating func field(_ field: borrowing FieldReading) {
    guard entries.count < Self.limit else { return }
    program = field.program
    let isNumber: Bool
    switch field.definition.kind {
    case .string, .bytes, .uuid: isNumber = false
    default: isNumber = field.extent.count <= 64
    }
    entries.append(
      Entry(
        path: prefix + field.name.description, row: field.row, prefix: prefix.utf8.count,
        raw: field.raw, content: isNumber ? nil : field.content, table: nil, items: nil,
        isGap: field.isGap))
  }

  mutating func begin(_ group: borrowing GroupReading) {
    let name = group.name.description
    switch group.kind {
    case .group: prefixes.append(name.isEmpty ? prefix : prefix + name + ".")
    case .list: prefixes.append(prefix + name)
    case .item: prefixes.append(prefix + "[\(group.index + 1)].")
    }
  }

  mutating func end(_ group: borrowing GroupReading) {
    let path = prefixes.popLast() ?? ""
    guard group.kind == .list, entries.count < Self.limit else { return }
    program = group.program
    entries.append(
      Entry(
        path: path, row: group.row, prefix: prefix.utf8.count, raw: 0, content: nil, table: nil,
        items: group.count, isGap: false))
  }

  mutating func table(_ table: borrowing TableReading) {
    guard entries.count < Self.limit else { return }
    program = table.program
    var columns: [StoredColumn] = []
    for index in table.columns.indices { columns.append(table.stored(index, in: source)) }
    entries.append(
      Entry(
        path: prefix + table.name.description, row: table.row, prefix: prefix.utf8.count, raw: 0,
        content: nil,
        table: Table(
          count: table.count, stride: table.stride, extent: table.extent, columns: columns,
          rows: table.columns.map(\.row), widths: table.columns.map(\.width)),
        items: nil, isGap: false))
  }

  mutating func note(_ fault: Fault) { hasFaults = true }
  mutating func wants(item index: Int, of count: Int) -> Bool { entries.count < Self.limit }
  var countsLists: Bool { true }

  /// Gives fields of one name a number each.
  private mutating func number() {
    var places: [String: [Int]] = [:]
    for (place, entry) in entries.enumerated() { places[entry.path, default: []].append(place) }
    for group in places.values where group.count > 1 {
      for (number, place) in group.enumerated() { entries[place].path += "[\(number + 1)]" }
    }
  }

  /// Whether two entries say the same.
  func isSame(_ place: Int, as other: NodeFields, _ otherPlace: Int) -> Bool {
    let a = entries[place]
    let b = other.entries[otherPlace]
    if let x = a.table, let y = b.table { return isSame(x, as: other, y) }
    if let x = a.content, let y = b.content {
      guard x.count == y.count else { return false }
      return source.bytes.extracting(x.byteOffset..<x.byteEnd)
        .hasSameBytes(as: other.source.bytes.extracting(y.byteOffset..<y.byteEnd))
    }
    if a.items != nil || b.items != nil { return a.items == b.items }
    return a.raw == b.raw && (a.table == nil) == (b.table == nil)
      && (a.content == nil) == (b.content == nil)
  }

  private func isSame(_ a: Table, as other: NodeFields, _ b: Table) -> Bool {
    guard a.count == b.count else { return false }
    if a.stride == b.stride, a.widths == b.widths, a.extent.isByteAligned, b.extent.isByteAligned,
      source.bytes.extracting(a.extent.byteOffset..<a.extent.byteEnd)
        .hasSameBytes(as: other.source.bytes.extracting(b.extent.byteOffset..<b.extent.byteEnd))
    {
      return true
    }
    // Wide columns have no number: their bytes are compared where they lie.
    if a.widths.contains(where: { $0 > 64 }) { return false }
    for row in 0..<a.count where !a.isSame(row, as: b, row) { return false }
    return true
  }
}

/// Makes texts of some fields of a node, by their place in ``NodeFields/entries``.
struct FieldTexts: FieldSink {
  private let wanted: [Int: [Int]]
  /// The text of each wanted field, or of each wanted row of a wanted table, by place and row.
  private(set) var texts: [Int: [Int: String]] = [:]
  private var place = 0

  /// - Parameter wanted: Places, and for tables the rows of them, from 0; -1 for the field itself.
  init(_ wanted: [Int: [Int]]) { self.wanted = wanted }

  mutating func field(_ field: borrowing FieldReading) {
    defer { place += 1 }
    guard wanted[place] != nil else { return }
    var text = ByteWriter()
    text.put(value: field, .field)
    texts[place] = [-1: text.string]
  }

  mutating func table(_ table: borrowing TableReading) {
    defer { place += 1 }
    guard let rows = wanted[place] else { return }
    var found: [Int: String] = [:]
    for row in rows {
      var text = ByteWriter()
      if row < 0 {
        if table.definition.isArray, table.count <= 32 {
          text.put(array: table, .field)
        } else {
          text.put(grouped: table.count)
          text.put(table.count == 1 ? " row" : " rows")
        }
      } else {
        for column in table.columns.indices {
          if column > 0 { text.put("  ") }
          let name = table.program.rows[table.columns[column].row].name
          if !table.definition.isArray, table.columns.count > 1 {
            text.put(name)
            text.put(" ")
          }
          text.put(value: table.field(row: row, column: column), .field)
        }
      }
      found[row] = text.string
    }
    texts[place] = found
  }

  mutating func end(_ group: borrowing GroupReading) {
    guard group.kind == .list else { return }
    defer { place += 1 }
    guard wanted[place] != nil else { return }
    texts[place] = [-1: group.count == 1 ? "1 entry" : "\(group.count) entries"]
  }

  var countsLists: Bool { true }
  mutating func wants(item index: Int, of count: Int) -> Bool { place < NodeFields.limit }
}
