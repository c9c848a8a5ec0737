import ByteReading
import Structure
import Testing

/// Writes down what a walker tells, one line an event, indented by depth.
///
/// Places are `byte+bytes`, or `byte.bit+bits` where a border is inside a byte.
struct Recording: FieldSink {
  var lines: [String] = []
  /// The extents of fields and of tables, in the order told.
  var leaves: [Extent] = []
  /// Items of lists from this one on are not wanted.
  var items = Int.max
  var countsLists = false

  var text: String { lines.joined(separator: "\n") }

  private mutating func put(_ depth: Int, _ line: String) {
    lines.append(String(repeating: "  ", count: depth) + line)
  }

  mutating func field(_ field: borrowing FieldReading) {
    leaves.append(field.extent)
    let scale = field.scale == 0 ? "" : " per \(field.scale)"
    put(field.depth, "\(field.name) @\(place(field.extent)) = \(value(field))\(scale)")
  }

  mutating func begin(_ group: borrowing GroupReading) {
    switch group.kind {
    case .group: put(group.depth, "\(group.name) {")
    case .list: put(group.depth, "\(group.name): list of \(group.count) {")
    case .item: put(group.depth, "\(group.name)[\(group.index)] {")
    }
  }

  mutating func end(_ group: borrowing GroupReading) {
    let count = group.kind == .list ? ", \(group.count) items" : ""
    put(group.depth, "} @\(place(group.extent))\(count)")
  }

  mutating func table(_ table: borrowing TableReading) {
    leaves.append(table.extent)
    var rows = ""
    for row in 0..<min(table.count, 8) {
      var values: [String] = []
      for column in table.columns.indices {
        values.append(value(table.field(row: row, column: column)))
      }
      rows += " (\(values.joined(separator: " ")))"
    }
    put(
      table.depth,
      "\(table.name) @\(place(table.extent)): \(table.count) of \(table.declared) rows"
        + " of \(table.stride) bits\(rows)")
  }

  mutating func note(_ fault: Fault) {
    let name = fault.program.rows[fault.row].name
    lines.append(
      ["! \(fault.kind.id)", "\(name)", "\(fault.finding.detail)"].filter { !$0.isEmpty }.joined(
        separator: " "))
  }

  mutating func wants(item index: Int, of count: Int) -> Bool { index < items }
}

func place(_ extent: Extent) -> String {
  extent.isByteAligned
    ? "\(extent.byteOffset)+\(extent.byteCount)"
    : "\(extent.start / 8).\(extent.start % 8)+\(extent.count)b"
}

private func value(_ field: borrowing FieldReading) -> String {
  switch field.definition.kind {
  case .int, .fixed(_, _, signed: true), .expGolomb(signed: true):
    return "\(Int64(bitPattern: field.raw))"
  case .code: return "'\(FourCC(UInt32(truncatingIfNeeded: field.raw)).key)'"
  case .string:
    var text = ByteWriter()
    text.put(text: field.contentBytes, encoding: field.encoding, style: .text)
    return "\"\(text.string)\""
  case .bytes, .uuid: return hex(field)
  default: return field.extent.count > 64 ? hex(field) : "\(field.raw)"
  }
}

private func hex(_ field: borrowing FieldReading) -> String {
  var text = ByteWriter()
  text.put(hexBytes: field.contentBytes, separator: nil)
  return text.string
}

/// Knows what a test says.
struct Known: ContextSource {
  var values: [ContextKey: UInt64] = [:]
  func value(of key: ContextKey) -> UInt64? { values[key] }
}

/// A suite whose tests write tables of their own.
protocol TableSuite: SyntaxFamily {}

extension TableSuite {
  static var tables: [Syntax] { [] }

  /// A table of these rows, lowered.
  static func program(
    versions: ClosedRange<UInt8>? = nil, summary: Summary = .none,
    @Rows _ rows: @escaping @Sendable () -> [Row]
  ) -> Program {
    let table = Syntax("test", "Test", "made up", versions: versions, summary: summary, rows: rows)
    return Catalogue(nodeKind: "node", header: table, families: []).header
  }

  /// What a walker tells of `bytes`, one line an event.
  static func events(
    _ bytes: [UInt8], versions: ClosedRange<UInt8>? = nil, context: [ContextKey: UInt64] = [:],
    items: Int = .max, countsLists: Bool = false,
    @Rows _ rows: @escaping @Sendable () -> [Row]
  ) -> String {
    let program = program(versions: versions, rows)
    return record(
      bytes, program, Known(values: context), Recording(items: items, countsLists: countsLists)
    ).text
  }
}

func record(
  _ bytes: [UInt8], _ program: Program, _ context: Known = Known(),
  _ recording: Recording = Recording()
) -> Recording {
  let source = ByteSource(copying: bytes)
  var cursor = ByteCursor(source.bytes)
  var walker = Walker()
  var recording = recording
  walker.walk(program, &cursor, context: context, into: &recording)
  return recording
}

/// Whether the extents follow one another from the first bit to the last of `bytes` bytes.
func tile(_ extents: [Extent], _ bytes: Int) -> Bool {
  var at = 0
  for extent in extents {
    if extent.start != at || extent.count < 0 { return false }
    at = extent.end
  }
  return at == bytes * 8
}

/// The bytes of a text.
func ascii(_ text: StaticString) -> [UInt8] { Array(text.description.utf8) }

/// The bytes of a number, most significant first.
func big(_ value: UInt64, _ count: Int) -> [UInt8] {
  (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
}

extension SyntaxFamily {
  /// What `descriptor(name)` is where a table has the tag and these rows.
  static func descriptor(
    _ tag: UInt8, _ name: StaticString, @Rows _ rows: @escaping @Sendable () -> [Row]
  ) -> Row {
    Row(
      name: name, kind: .descriptor(tag...tag, rows), condition: .next(8, UInt64(tag), offset: 0))
  }
}
