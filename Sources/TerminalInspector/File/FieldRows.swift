import ByteReading
import Structure
import StructureRendering

/// Goes through the fields of a node as rows of a pane: a row a field, a group, a table and each row of
/// it.
///
/// One reader numbers the rows for all who ask: where they lie (``FieldPlaces``), what those on the screen
/// say, which is the next that a search means. Rows of tables are not gone through unless they are asked
/// for.
struct FieldRows: FieldSink, ~Copyable {
  /// One row.
  struct Row {
    var number: Int
    var depth: Int
    /// The name, or the number in brackets of a row of a table.
    var label: String
    var value = ""
    var kind: Kind
    /// Its bits, and the source that they are counted in.
    var extent: Extent
    var source: UInt16
    /// As a path has it: `entries[3].sample_delta`.
    var path: String
    /// Numbers of the columns, of a row of a table; of another row its own.
    var numbers: [UInt64] = []
    /// Whether its value is an offset in the file.
    var isOffset = false
  }

  enum Kind { case field, reserved, gap, group, table, tableRow, more }

  /// What is wanted of the rows.
  enum Purpose {
    /// Where they lie.
    case places
    /// What these say.
    case texts(Range<Int>)
    /// The first from a row on that is meant, among so many.
    case search(from: Int, count: Int, Match)
  }

  /// What a search means: text in the row, or its number.
  enum Match {
    case text(SearchText)
    case number(UInt64)
  }

  /// Rows that are no rows of tables, at most; what else there is has one row that says so.
  static let limit = 100_000

  private let document: Document
  private let purpose: Purpose
  private let style: ValueStyle
  private let isRaw: Bool
  private var notes: FieldNotes?
  private var source: UInt16 = 0
  /// The number of the next row, and of those that are no rows of tables.
  private(set) var count = 0
  private var fieldCount = 0
  private(set) var omitted = 0
  /// The names around what comes next.
  private var names: [String] = []
  private var scratch = ByteWriter()

  private(set) var places: [FieldPlaces.Place] = []
  private(set) var rows: [Row] = []
  /// What a search found, and where it goes on when it found nothing yet.
  private(set) var found: Int?
  private(set) var nextRow: Int?

  let countsLists = true

  private let zone: (@Sendable (Int64) -> Int?)?

  /// - Parameter zone: The seconds that a zone is ahead of UTC at a moment, for dates; `nil` for UTC.
  init(
    _ document: Document, of node: NodeIndex, for purpose: Purpose, isRaw: Bool = false,
    zone: (@Sendable (Int64) -> Int?)? = nil
  ) {
    self.zone = zone
    self.document = document
    self.purpose = purpose
    self.isRaw = isRaw
    style = isRaw ? .raw : .field
    notes = FieldNotes(document, node)
    source = document.tree[node].source
  }

  mutating func begin(source: UInt16) { self.source = source }

  mutating func wants(item index: Int, of count: Int) -> Bool { fieldCount < Self.limit }

  // MARK: Fields

  mutating func field(_ field: borrowing FieldReading) {
    guard let number = next(field.extent, field.depth) else { return }
    let isWanted = wants(number)
    if !isWanted { return }
    let name = field.isGap ? "(not described)" : field.name.description
    scratch.removeAll()
    if zone == nil || isRaw || !put(localDate: field) { scratch.put(value: field, style) }
    notes?.put(bracketed: field, to: &scratch)
    var kind = field.isGap ? Kind.gap : .field
    if case .reserved = field.definition.kind { kind = .reserved }
    var row = Row(
      number: number, depth: field.depth, label: name, value: scratch.string, kind: kind,
      extent: field.extent, source: source, path: path(name))
    row.numbers = [field.raw]
    if case .fileOffset(.file) = field.definition.meaning { row.isOffset = true }
    take(row)
  }

  mutating func begin(_ group: borrowing GroupReading) {
    let isItem = group.kind == .item
    let name = isItem ? "[\(group.index + 1)]" : group.name.description
    if let number = next(group.extent, group.depth), wants(number) {
      scratch.removeAll()
      if group.kind == .list { scratch.put(group.count, "entry", "entries") }
      take(
        Row(
          number: number, depth: group.depth, label: name, value: scratch.string, kind: .group,
          extent: group.extent, source: source, path: path(name)))
    }
    names.append(name)
  }

  mutating func end(_ group: borrowing GroupReading) { if !names.isEmpty { names.removeLast() } }

  /// Writes a date in the zone of the person; false for what is no date, or one that the zone does not know.
  private mutating func put(localDate field: borrowing FieldReading) -> Bool {
    let seconds: UInt64
    switch field.definition.meaning {
    case .secondsSince1904: seconds = field.raw
    case .microsecondsSince1904: seconds = field.raw / 1_000_000
    default: return false
    }
    // 1970 is 2,082,844,800 s behind 1904.
    guard field.raw > 0, seconds < 1 << 40, let zone,
      let ahead = zone(Int64(seconds) - 2_082_844_800), abs(ahead) < 100_000
    else { return false }
    scratch.put(grouped: field.raw)
    scratch.put(" (")
    scratch.put(date: Int64(seconds) + Int64(ahead), since: .year1904)
    // In place of the sign of UTC.
    scratch.truncate(to: scratch.count - 1)
    scratch.put(ahead < 0 ? "-" : "+")
    let minutes = UInt64(abs(ahead) / 60)
    scratch.put(decimal: minutes / 60, zeroPaddedTo: 2)
    scratch.put(":")
    scratch.put(decimal: minutes % 60, zeroPaddedTo: 2)
    scratch.put(")")
    return true
  }

  // MARK: Tables

  mutating func table(_ table: borrowing TableReading) {
    let name = table.name.description
    guard let number = next(table.extent, table.depth) else { return }
    if table.definition.isArray {
      guard wants(number) else { return }
      scratch.removeAll()
      scratch.put(array: table, style, limit: 16)
      take(
        Row(
          number: number, depth: table.depth, label: name, value: scratch.string, kind: .field,
          extent: table.extent, source: source, path: path(name)))
      return
    }
    if wants(number) { take(heading(of: table, number, name)) }
    let rows = table.stride > 0 ? table.count : 0
    if case .places = purpose, !places.isEmpty {
      places[places.count - 1].rows = rows
      places[places.count - 1].stride = table.stride
    }
    for index in wantedRows(of: rows) {
      let row = self.row(index, of: table, count + index, name)
      if !take(row) { break }
    }
    count += rows
  }

  private mutating func heading(
    of table: borrowing TableReading, _ number: Int, _ name: String
  ) -> Row {
    scratch.removeAll()
    scratch.put(table.declared, "row", "rows")
    if table.stride == 0 { scratch.put(", all the same") }
    if table.stride > 0, table.declared != table.count {
      scratch.put(", of which ")
      scratch.put(grouped: table.count)
      scratch.put(" are there")
    }
    if table.columns.count > 1 {
      scratch.put(": ")
      for column in table.columns.indices {
        if column > 0 { scratch.put(" · ") }
        table.program.put(nameOf: column, in: table.columns, of: table.row, to: &scratch)
      }
    }
    return Row(
      number: number, depth: table.depth, label: name, value: scratch.string, kind: .table,
      extent: table.extent, source: source, path: path(name))
  }

  private mutating func row(
    _ index: Int, of table: borrowing TableReading, _ number: Int, _ name: String
  ) -> Row {
    let columns = table.columns
    scratch.removeAll()
    var numbers: [UInt64] = []
    var isOffset = false
    for column in columns.indices {
      if column > 0 { scratch.put(" · ") }
      let field = table.field(row: index, column: column)
      scratch.put(value: field, style)
      notes?.put(bracketed: field, to: &scratch)
      if column < 8 { numbers.append(table.raw(row: index, column: column)) }
      if column == 0, case .fileOffset(.file) = field.definition.meaning { isOffset = true }
    }
    let label = "[\(table.firstIndex + index + 1)]"
    var row = Row(
      number: number, depth: table.depth + 1, label: label, value: scratch.string, kind: .tableRow,
      extent: table.extent(ofRow: index), source: source, path: path(name + label))
    row.numbers = numbers
    row.isOffset = isOffset
    return row
  }

  /// The rows of a table, from 0, that have to be made.
  private mutating func wantedRows(of rows: Int) -> Range<Int> {
    switch purpose {
    case .places: return 0..<0
    case .texts(let wanted):
      let first = min(max(0, wanted.lowerBound - count), rows)
      return first..<max(first, min(rows, wanted.upperBound - count))
    case .search(let from, let limit, _):
      guard found == nil, nextRow == nil else { return 0..<0 }
      let first = min(max(0, from - count), rows)
      let end = max(first, min(rows, from + limit - count))
      if end < rows { nextRow = count + end }
      return first..<end
    }
  }

  // MARK: Numbers

  /// The number of the row that begins here, unless there are too many.
  private mutating func next(_ extent: Extent, _ depth: Int) -> Int? {
    guard fieldCount < Self.limit else {
      omitted += 1
      return nil
    }
    fieldCount += 1
    if case .places = purpose {
      places.append(
        FieldPlaces.Place(
          row: count, depth: depth, start: extent.start, count: extent.count, source: source))
    }
    defer { count += 1 }
    return count
  }

  private func wants(_ number: Int) -> Bool {
    switch purpose {
    case .places: false
    case .texts(let wanted): wanted.contains(number)
    case .search(let from, _, _): found == nil && nextRow == nil && number >= from
    }
  }

  /// Keeps a row, or compares it with what is searched for; whether more are wanted.
  @discardableResult
  private mutating func take(_ row: Row) -> Bool {
    guard case .search(_, _, let match) = purpose else {
      rows.append(row)
      return true
    }
    let isMeant =
      switch match {
      case .text(let text): text.isIn(row.label) || text.isIn(row.value)
      case .number(let number): row.numbers.contains(number)
      }
    if isMeant { found = row.number }
    return !isMeant
  }

  private func path(_ name: String) -> String {
    var text = ""
    for part in names + [name] {
      if !text.isEmpty, !part.hasPrefix("[") { text += "." }
      text += part
    }
    return text
  }
}

/// Where the rows of a node lie, without what they say.
struct FieldPlaces {
  /// A row, and the rows of a table behind it.
  struct Place {
    var row: Int
    var depth: Int
    var start: Int
    var count: Int
    var source: UInt16
    /// The rows of the table, and the bits from one to the next.
    var rows = 0
    var stride = 0
  }

  private(set) var places: [Place] = []
  /// The number of rows, with one for those left out.
  private(set) var count = 0
  private(set) var omitted = 0

  init() {}

  /// - Complexity: O(*n*) in the fields, tables counting as one.
  init(_ document: Document, of node: NodeIndex) {
    let rows = document.rows(of: node, for: .places)
    places = rows.places
    count = rows.count
    omitted = rows.omitted
  }

  /// The row that is no row of a table and has this number, or the table that holds it.
  func place(of row: Int) -> Place? {
    let index = places.partition { $0.row <= row } - 1
    return index >= 0 ? places[index] : nil
  }

  /// The bits of a row, and their source.
  func extent(of row: Int) -> (extent: Extent, source: UInt16)? {
    guard let place = place(of: row) else { return nil }
    let inside = row - place.row - 1
    if inside < 0 { return (Extent(start: place.start, count: place.count), place.source) }
    guard inside < place.rows else { return nil }
    return (
      Extent(start: place.start + inside * place.stride, count: place.stride), place.source
    )
  }

  /// The innermost row that holds a byte of a source.
  func row(at byte: Int, in source: UInt16) -> Int? {
    guard byte >= 0, byte < Int.max >> 3 else { return nil }
    let bit = byte << 3
    var best: (row: Int, count: Int)?
    for place in places where place.source == source {
      guard place.start < bit + 8, bit < place.start + place.count else { continue }
      if place.rows > 0, place.stride > 0, bit >= place.start {
        let row = min(place.rows - 1, (bit - place.start) / place.stride)
        return place.row + 1 + row
      }
      if best.map({ place.count <= $0.count }) ?? true, place.count > 0 {
        // Of fields that share a byte the first one is meant.
        if best?.count == place.count { continue }
        best = (place.row, place.count)
      }
    }
    return best?.row
  }
}

extension Document {
  /// The rows that the header of a node has, which are its first.
  func headerRowCount(of node: NodeIndex) -> Int {
    var walker = Walker()
    var rows = FieldRows(self, of: node, for: .texts(0..<0))
    walkHeader(node, &walker, into: &rows)
    return rows.count
  }

  /// The rows of the fields of a node, those of its header first.
  func rows(
    of node: NodeIndex, for purpose: FieldRows.Purpose, isRaw: Bool = false,
    zone: (@Sendable (Int64) -> Int?)? = nil
  ) -> FieldRows {
    var walker = Walker()
    var rows = FieldRows(self, of: node, for: purpose, isRaw: isRaw, zone: zone)
    guard tree.known(node) != nil else { return rows }
    walkHeader(node, &walker, into: &rows)
    walkCoded(node, &walker, into: &rows)
    walk(node, &walker, into: &rows)
    return rows
  }
}
