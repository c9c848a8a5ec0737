internal import ByteReading
internal import Structure

/// Makes texts of some fields of a node, by their place in ``NodeFields/entries``.
struct FieldTexts: FieldSink {
  private let wanted: [Int: [Int]]
  /// The column that says how many a row stands for, in tables of runs.
  private let counts: StaticString?
  /// The text of each wanted field, or of each wanted row of a wanted table, by place and row.
  private(set) var texts: [Int: [Int: String]] = [:]
  /// What the counts of wanted tables of runs come to, by place.
  private(set) var sums: [Int: UInt64] = [:]
  /// The bits of each wanted field of flags, without what they mean.
  private(set) var bits: [Int: String] = [:]
  private var place = 0
  /// Bytes of a long value that are reported.
  private static let shown = 64
  /// How many fields are distinguished.
  private let limit: Int
  private let source: ByteSource
  /// Of some rows of wanted tables the columns that are reported, as bits; all of the others.
  var columns: [Int: [Int: UInt64]] = [:]

  /// - Parameter wanted: Places, and for tables the rows of them, from 0; -1 for the field itself.
  init(_ wanted: [Int: [Int]], of fields: NodeFields, counts: StaticString? = nil) {
    self.wanted = wanted
    self.counts = counts
    limit = fields.limit
    source = fields.source
    guard let last = fields.entries.last, last.isRest, let rest = last.content,
      wanted[fields.entries.count - 1] != nil
    else { return }
    var text = ByteWriter()
    text.put(grouped: rest.byteCount)
    text.put(" bytes of other fields, crc32 ")
    text.put(
      hex: UInt64(
        crc32(of: fields.source.bytes.extracting(rest.byteOffset..<rest.byteEnd))), digits: 8)
    texts[fields.entries.count - 1] = [-1: text.string]
  }

  mutating func field(_ field: borrowing FieldReading) {
    defer { place += 1 }
    guard place < limit, wanted[place] != nil else { return }
    var text = ByteWriter()
    switch field.definition.meaning {
    case .secondsSince1904, .microsecondsSince1904:
      // The moment says more than the number of seconds it is stored as.
      text.put(value: field, .display)
    case .flags:
      text.put("0x")
      text.put(hex: field.raw, digits: (field.extent.count + 3) / 4)
      bits[place] = text.string
      text.removeAll()
    default: break
    }
    if text.count == 0 {
      let start = field.content.byteOffset
      if case .bytes = field.definition.kind,
        source.isAbsent(start..<min(field.content.byteEnd, start + Self.shown))
      {
        text.put(field.content.byteCount, "byte", "bytes")
      } else {
        text.put(value: field, .field)
      }
    }
    texts[place] = [-1: text.string]
  }

  mutating func table(_ table: borrowing TableReading) {
    defer { place += 1 }
    guard place < limit, let rows = wanted[place] else { return }
    var found: [Int: String] = [:]
    let runs = counts.flatMap { table.column(named: $0.description) }
    if let runs {
      var sum: UInt64 = 0
      for row in 0..<table.count { sum &+= table.raw(row: row, column: runs) }
      sums[place] = sum
    }
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
        if let runs {
          text.put(grouped: table.raw(row: row, column: runs))
          text.put(" × ")
        }
        var isFirst = true
        let told = runs == nil ? columns[place]?[row] ?? .max : .max
        let isAlone = told.nonzeroBitCount == 1
        for column in table.columns.indices
        where column != runs && (column > 63 || told &>> UInt64(column) & 1 == 1) {
          if !isFirst { text.put("  ") }
          isFirst = false
          let name = table.program.rows[table.columns[column].row].name
          if !table.definition.isArray, !isAlone, table.columns.count > (runs == nil ? 1 : 2) {
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
    guard place < limit, wanted[place] != nil else { return }
    texts[place] = [-1: group.count == 1 ? "1 entry" : "\(group.count) entries"]
  }

  var countsLists: Bool { true }
  mutating func wants(item index: Int, of count: Int) -> Bool { place < limit }
}
