import ByteReading
import Structure

/// Writes fields as the script of a page wants them: an array each, of depth, name, first bit, bits,
/// value, note, and kind, then the rows of a table, then the source where it is not the node's.
struct PageFields: FieldSink, ~Copyable {
  var text = PageRecords()
  private(set) var hasAllRows = true
  private let document: Document
  /// The rows or items of a table or list that are written at most.
  private let rows: Int
  private var notes: FieldNotes?
  /// The source of the node, and of the fields that follow.
  private var own: UInt16 = 0
  private var source: UInt16 = 0
  private var scratch = ByteWriter()
  let countsLists = true

  init(_ document: Document, rows: Int) {
    self.document = document
    self.rows = rows
  }

  consuming func finish() -> ByteWriter { text.finish() }

  /// Fields of the node at `index` follow.
  mutating func open(_ index: NodeIndex) {
    own = document.tree[index].source
    source = own
    notes = FieldNotes(document, index)
  }

  mutating func begin(source: UInt16) { self.source = source }

  mutating func wants(item index: Int, of count: Int) -> Bool {
    let isWanted = index < (rows + 1) / 2 || index >= count - rows / 2
    if !isWanted { hasAllRows = false }
    return isWanted
  }

  /// Begins a field with its depth, name and bits.
  private mutating func begin(_ extent: Extent, depth: Int) {
    text.element(.tight)
    text.openArray()
    text.element(.tight)
    text.put(count: depth)
    text.element(.tight)
    text.put(escaped: scratch)
    text.element(.tight)
    text.put(count: extent.start)
    text.element(.tight)
    text.put(count: extent.count)
    scratch.removeAll()
  }

  /// Ends it with its kind, and its source unless that is the node's.
  private mutating func end(_ kind: StaticString) {
    text.element(.tight)
    text.put(word: kind)
    if source != own {
      text.element(.tight)
      text.put(count: 0)
      text.element(.tight)
      text.put(UInt64(source))
    }
    text.closeArray()
  }

  /// Writes what `scratch` holds as a string.
  private mutating func cell() {
    text.element(.tight)
    text.put(escaped: scratch)
    scratch.removeAll()
  }

  mutating func field(_ field: borrowing FieldReading) {
    scratch.removeAll()
    scratch.put(field.name)
    begin(field.extent, depth: field.depth)
    scratch.put(value: field, .field)
    cell()
    notes?.put(bracketed: field, to: &scratch)
    cell()
    end(kind(of: field.definition, isGap: field.isGap))
  }

  private func kind(of row: Row, isGap: Bool) -> StaticString {
    if case .secondsSince1904 = row.meaning { return "d" }
    switch row.kind {
    case .reserved: return "r"
    case .float: return "f"
    case .string: return "t"
    case .bytes: return "b"
    default: return isGap ? "b" : "u"
    }
  }

  mutating func begin(_ group: borrowing GroupReading) {
    scratch.removeAll()
    if group.kind == .item {
      scratch.put("[")
      scratch.put(decimal: group.index + 1)
      scratch.put("]")
    } else {
      scratch.put(group.name)
    }
    begin(group.extent, depth: group.depth)
    if group.kind == .list { scratch.put(group.count, " entry", " entries") }
    cell()
    cell()
    end("g")
  }

  mutating func table(_ table: borrowing TableReading) {
    scratch.removeAll()
    scratch.put(table.name)
    begin(table.extent, depth: table.depth)
    if table.definition.isArray {
      scratch.put(array: table, .field, limit: max(rows, 9))
      cell()
      cell()
      end("u")
      return
    }
    scratch.put(table.declared, table.stride == 0 ? "× the same" : "row", table.stride == 0 ? "× the same" : "rows")
    if table.stride > 0, table.declared != table.count {
      scratch.put(", of which ")
      scratch.put(grouped: table.count)
      scratch.put(" are there")
    }
    cell()
    cell()
    text.element(.tight)
    text.put(word: "T")
    text.element(.tight)
    rows(of: table)
    if source != own {
      text.element(.tight)
      text.put(UInt64(source))
    }
    text.closeArray()
  }

  /// The names of columns, the first and last rows with their numbers, bits from one to the next, and
  /// what was left out.
  private mutating func rows(of table: borrowing TableReading) {
    let columns = table.columns
    text.openArray()
    text.element(.tight)
    text.openArray()
    for number in columns.indices {
      table.program.put(nameOf: number, in: columns, of: table.row, to: &scratch)
      cell()
    }
    text.closeArray()
    text.element(.tight)
    text.openArray()
    let count = table.stride > 0 ? table.count : 0
    let shown = ShownRows(of: count, limit: rows)
    for range in [0..<shown.omitted.lowerBound, shown.omitted.upperBound..<count] {
      for index in range {
        text.element(.tight)
        text.openArray()
        text.element(.tight)
        text.put(count: table.firstIndex + index + 1)
        text.element(.tight)
        text.openArray()
        for column in columns.indices {
          let field = table.field(row: index, column: column)
          scratch.put(value: field, .field)
          notes?.put(bracketed: field, to: &scratch)
          cell()
        }
        text.closeArray()
        text.closeArray()
      }
    }
    text.closeArray()
    text.element(.tight)
    text.put(count: table.stride)
    text.element(.tight)
    if shown.omitted.isEmpty {
      text.put(count: 0)
    } else {
      hasAllRows = false
      text.openArray()
      text.element(.tight)
      text.put(count: table.firstIndex + shown.omitted.lowerBound + 1)
      text.element(.tight)
      text.put(count: table.firstIndex + shown.omitted.upperBound)
      text.closeArray()
    }
    text.closeArray()
  }
}
