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
  let countsValues = true

  init(_ document: Document, rows: Int) {
    self.document = document
    self.rows = rows
    notes = FieldNotes(document, NodeIndex(0))
  }

  consuming func finish() -> ByteWriter { text.finish() }

  /// Fields of the node at `index` follow.
  mutating func open(_ index: NodeIndex) {
    own = document.tree[index].source
    source = own
    notes?.node = index
  }

  mutating func begin(source: UInt16) { self.source = source }

  mutating func wants(item index: Int, of count: Int) -> Bool {
    let isWanted = index < (rows + 1) / 2 || index >= count - rows / 2
    if !isWanted { hasAllRows = false }
    return isWanted
  }

  mutating func wants(value index: Int, of count: Int, at place: Extent, depth: Int) -> Bool {
    let shown = ShownRows(of: count, limit: rows)
    if index == shown.omitted.lowerBound, !shown.omitted.isEmpty {
      hasAllRows = false
      begin(depth: depth)
      text.put(word: "…")
      put(place)
      text.element(.tight)
      let start = text.beginText()
      text.output.put(grouped: UInt64(shown.omitted.count))
      text.output.put(" more")
      text.endText(from: start, &scratch)
      emptyCell()
      end("g")
    }
    return shown.contains(index)
  }

  /// Begins a field with its depth.
  private mutating func begin(depth: Int) {
    text.element(.tight)
    text.openArray()
    text.element(.tight)
    text.put(count: depth)
    text.element(.tight)
  }

  /// Goes on with its bits.
  private mutating func put(_ extent: Extent) {
    text.element(.tight)
    text.put(count: extent.start)
    text.element(.tight)
    text.put(count: extent.count)
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

  /// A cell that says nothing.
  private mutating func emptyCell() {
    text.element(.tight)
    text.put(word: "")
  }

  mutating func field(_ field: borrowing FieldReading) {
    begin(depth: field.depth)
    text.put(word: field.name)
    put(field.extent)
    text.element(.tight)
    let value = text.beginText()
    text.output.put(value: field, .field)
    text.endText(from: value, &scratch)
    text.element(.tight)
    let note = text.beginText()
    notes?.put(bracketed: field, to: &text.output)
    text.endText(from: note, &scratch)
    end(kind(of: field.shape))
  }

  private func kind(of shape: FieldShape) -> StaticString {
    switch shape {
    case .date: "d"
    case .reserved: "r"
    case .float: "f"
    case .text: "t"
    case .bytes: "b"
    case .number: "u"
    }
  }

  mutating func begin(_ group: borrowing GroupReading) {
    begin(depth: group.depth)
    if group.kind == .item {
      let start = text.beginText()
      text.output.put("[")
      text.output.put(decimal: group.index + 1)
      text.output.put("]")
      text.endText(from: start, &scratch)
    } else {
      text.put(word: group.name)
    }
    put(group.extent)
    text.element(.tight)
    let start = text.beginText()
    if group.kind == .list { text.output.put(group.count, " entry", " entries") }
    text.endText(from: start, &scratch)
    emptyCell()
    end("g")
  }

  mutating func table(_ table: borrowing TableReading) {
    begin(depth: table.depth)
    text.put(word: table.name)
    put(table.extent)
    text.element(.tight)
    let start = text.beginText()
    if table.definition.isArray {
      text.output.put(array: table, .field, limit: max(rows, 9))
      text.endText(from: start, &scratch)
      emptyCell()
      end("u")
      return
    }
    let (one, many): (StaticString, StaticString) = table.stride == 0 ? ("× the same", "× the same") : ("row", "rows")
    text.output.put(table.declared, one, many)
    if table.stride > 0, table.declared != table.count {
      text.output.put(", of which ")
      text.output.put(grouped: table.count)
      text.output.put(" are there")
    }
    text.endText(from: start, &scratch)
    emptyCell()
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
      text.element(.tight)
      let start = text.beginText()
      table.program.put(nameOf: number, in: columns, of: table.row, to: &text.output)
      text.endText(from: start, &scratch)
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
          text.element(.tight)
          let start = text.beginText()
          text.output.put(value: field, .field)
          notes?.put(bracketed: field, to: &text.output)
          text.endText(from: start, &scratch)
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
