public import ByteReading
public import Structure

/// Writes a file as records for `cut`, `awk` and `sort`: one line each, columns between TABs.
///
/// Without fields a record is a node: path, type, offset, size in bytes, summary. With fields it is
/// a field: its path, its name, offset, size in bytes, value. Numbers are decimal without grouping,
/// codes are key strings, bytes are hexadecimal; TAB, line feed and backslash in values and
/// summaries are escaped, what is absent is empty. Offsets count in the file; what lies in a
/// derived source has none. Rows that the limit leaves out are one record with `…` as its value.
public struct PlainRenderer: Sendable {
  private let document: Document
  private let options: RenderOptions

  /// Writes the fields of a document as records.
  ///
  /// - Parameters:
  ///   - document: The document whose fields are written.
  ///   - options: What is shown, and how much of it.
  public init(_ document: Document, options: RenderOptions) {
    self.document = document
    self.options = options
  }

  /// Writes the records, asking `summary` to write what the outline says of a node.
  ///
  /// - Parameters:
  ///   - output: Where the records are written to.
  ///   - summary: What writes the summary of a node, without a line feed.
  /// - Complexity: O(*n*) in the records.
  public func write(
    to output: inout ByteWriter, summary: (_ node: NodeIndex, _ output: inout ByteWriter) -> Void
  ) {
    if options.fields == .none {
      nodes(to: &output, summary)
    } else {
      fields(to: &output)
    }
  }

  private func nodes(
    to output: inout ByteWriter, _ summary: (_ node: NodeIndex, _ output: inout ByteWriter) -> Void
  ) {
    var tracker = PathTracker(document)
    var scratch = ByteWriter()
    var taken = ByteWriter()
    swap(&taken, &output)
    var records = RecordWriter(TabEncoding(), DumpKey.self, taken)
    let hasPrefix = !options.recordPrefix.isEmpty
    for shown in ShownNodes(document, options) {
      let node = shown.node
      tracker.move(to: shown.index)
      records.openObject()
      if hasPrefix {
        records.cell()
        records.output.put(options.recordPrefix)
      }
      records.cell()
      tracker.put(to: &records.output)
      records.cell()
      if node.isRaw || node.marks.contains(.named) {
        records.output.put(typeOf: node, in: document)
      } else {
        records.output.put(key: node.type)
      }
      records.cell()
      if let offset = document.tree.fileOffset(of: node.start, in: node.source) {
        records.output.put(decimal: offset)
      }
      records.cell(node.size)
      records.cell()
      scratch.removeAll()
      summary(shown.index, &scratch)
      if scratch.count > 0 { records.put(escaped: scratch) }
      records.closeObject()
    }
    output = records.finish()
  }

  private func fields(to output: inout ByteWriter) {
    var tracker = PathTracker(document)
    var walker = Walker()
    var sink = PlainFields(output, options, document.tree)
    for shown in ShownNodes(document, options) {
      tracker.move(to: shown.index)
      sink.open(tracker, prefix: options.recordPrefix)
      if let program = document.tree.program(of: shown.node),
        sink.names.hasRepeats(program)
      {
        var counter = RepeatCounter(sink.names, limit: options.limit)
        document.pass(
          shown, of: options.selection, header: options.hex != nil ? .whole : .none, &walker, into: &counter)
        sink.counts = counter.counts
      }
      document.pass(
        shown, of: options.selection, header: options.hex != nil ? .whole : .none, &walker, into: &sink)
    }
    output = sink.finish()
  }
}

/// Writes each field as a record.
private struct PlainFields: FieldSink, ~Copyable {
  private var records: RecordWriter<TabEncoding, DumpKey>
  /// The path of the node, and of the groups that are open.
  private var path = ByteWriter()
  let names = FieldNames()
  /// How many fields are called the same in the scopes of this node, in the order they begin.
  var counts: [ScopedName: Int] = [:]
  private var passed: [ScopedName: Int] = [:]
  /// The groups that are open; the node itself is scope 0.
  private var scopes: [Scope] = []
  private var lastScope = 0
  private var source: UInt16 = 0
  private let tree: Tree
  private let limit: Int?
  private let hexLimit: Int
  private let isRaw: Bool
  let countsLists: Bool

  private struct Scope {
    let number: Int
    /// The length of the path around it.
    let prefix: Int
    /// The items of a list that are passed over, and where the last one that was written ended.
    var omitted: Range<Int> = 0..<0
    var itemEnd: Int
  }

  init(_ output: consuming ByteWriter, _ options: RenderOptions, _ tree: Tree) {
    records = RecordWriter(TabEncoding(), DumpKey.self, output)
    self.tree = tree
    limit = options.limit
    hexLimit = options.bytes.inRecords
    isRaw = options.fields == .raw
    countsLists = options.limit != nil
  }

  consuming func finish() -> ByteWriter { records.finish() }

  mutating func begin(source: UInt16) { self.source = source }

  /// Begins the fields of the node that `tracker` stands at.
  mutating func open(
    _ tracker: borrowing PathTracker, prefix: String
  ) {
    path.removeAll()
    if !prefix.isEmpty {
      path.put(prefix)
      path.put(0x09)
    }
    tracker.put(to: &path)
    lastScope = 0
    if !counts.isEmpty { counts.removeAll(keepingCapacity: true) }
    if !passed.isEmpty { passed.removeAll(keepingCapacity: true) }
  }

  // MARK: Names and places

  /// Adds `.name` to the path, with its number when others in the scope are called the same.
  private mutating func push(_ row: Int, of program: Program) {
    path.put(UInt8(ascii: "."))
    path.put(program.rows[row].name)
    let name = names.repeated(row, in: program)
    guard name >= 0, !counts.isEmpty else { return }
    let key = ScopedName(scope: scopes.last?.number ?? 0, name: name)
    passed[key, default: 0] += 1
    guard counts[key, default: 0] > 1 else { return }
    push(index: passed[key, default: 0])
  }

  private mutating func push(index: Int) {
    path.put(UInt8(ascii: "["))
    path.put(decimal: index)
    path.put(UInt8(ascii: "]"))
  }

  /// Begins a record: the columns up to the value.
  private mutating func open(_ name: StaticString, _ extent: Extent) {
    records.openObject()
    records.cell()
    records.output.put(path)
    records.cell(word: name)
    records.cell()
    if let offset = tree.fileOffset(of: UInt64(extent.byteOffset), in: source) {
      records.output.put(decimal: offset)
    }
    records.cell(UInt64(extent.count == 0 ? 0 : extent.byteCount))
    records.cell()
  }

  // MARK: Fields

  mutating func field(_ field: borrowing FieldReading) {
    let prefix = path.count
    push(field.row, of: field.program)
    let row = field.definition
    open(row.name, field.extent)
    let value = JSONValue(row.kind, bits: field.extent.count)
    switch value {
    case .text: records.put(text: field.contentBytes, field.encoding)
    case .bytes: put(bytes: field.contentBytes)
    case .uuid: records.put(uuid: field.contentBytes)
    default: put(field.raw, value)
    }
    records.closeObject()
    path.truncate(to: prefix)
  }

  private mutating func put(bytes: RawSpan) {
    records.put(hex: bytes, limit: hexLimit)
    if bytes.byteCount > hexLimit { records.output.put("…") }
  }

  /// A number or a code.
  private mutating func put(_ raw: UInt64, _ value: JSONValue) {
    switch value {
    case .unsigned: records.put(raw)
    case .signed: records.put(signed: Int64(bitPattern: raw))
    case .fixed(let fraction, let isSigned):
      records.put(exactly: raw, fraction: isRaw ? 0 : fraction, isSigned: isSigned)
    case .float: records.output.put(real: value.real(raw))
    case .code:
      // A key string is in the same escapes already.
      records.put(code: FourCC(UInt32(truncatingIfNeeded: raw)))
    case .text, .bytes, .uuid: break
    }
  }

  // MARK: Groups

  mutating func begin(_ group: borrowing GroupReading) {
    let prefix = path.count
    if group.kind == .item {
      // An item that was selected stands without its list.
      if scopes.isEmpty { push(group.row, of: group.program) }
      putOmitted(to: group.extent.start, group.name)
      push(index: group.index + 1)
    } else {
      push(group.row, of: group.program)
    }
    lastScope += 1
    scopes.append(Scope(number: lastScope, prefix: prefix, itemEnd: group.extent.start))
  }

  mutating func end(_ group: borrowing GroupReading) {
    if group.kind == .list { putOmitted(to: group.extent.end, group.name) }
    guard let scope = scopes.popLast() else { return }
    path.truncate(to: scope.prefix)
    if group.kind == .item, let list = scopes.indices.last {
      scopes[list].itemEnd = group.extent.end
    }
  }

  mutating func wants(item index: Int, of count: Int) -> Bool {
    guard let limit, let last = scopes.indices.last else { return true }
    if ShownRows(of: count, limit: limit).contains(index) { return true }
    let first = scopes[last].omitted.isEmpty ? index : scopes[last].omitted.lowerBound
    scopes[last].omitted = first..<index + 1
    return false
  }

  /// One record for the items of the innermost list that were passed over before bit `end`.
  private mutating func putOmitted(to end: Int, _ name: StaticString) {
    guard let last = scopes.indices.last, !scopes[last].omitted.isEmpty else { return }
    let start = scopes[last].itemEnd
    put(omitted: scopes[last].omitted, name, Extent(start: start, count: max(0, end - start)))
    scopes[last].omitted = 0..<0
  }

  private mutating func put(omitted: Range<Int>, _ name: StaticString, _ extent: Extent) {
    let prefix = path.count
    path.put(UInt8(ascii: "["))
    path.put(decimal: omitted.lowerBound + 1)
    if omitted.count > 1 {
      path.put("..")
      path.put(decimal: omitted.upperBound)
    }
    path.put(UInt8(ascii: "]"))
    open(name, extent)
    records.output.put("…")
    records.closeObject()
    path.truncate(to: prefix)
  }

  // MARK: Tables

  mutating func table(_ table: borrowing TableReading) {
    let prefix = path.count
    push(table.row, of: table.program)
    let columns = table.columns
    let values = columns.map { JSONValue(table.program.rows[$0.row].kind, bits: $0.width) }
    let row = table.definition
    let isArray = row.isArray && columns.count < 2
    let titles = columns.indices.map { column in
      if isArray { return "" }
      var title = ByteWriter()
      title.put(UInt8(ascii: "."))
      table.program.put(nameOf: column, in: columns, of: table.row, to: &title)
      return title.string
    }
    let shown = ShownRows(of: table.count, limit: isArray ? limit.map { max($0, 16) } : limit)
    var isMatrix = false
    if case .matrix = row.meaning { isMatrix = true }
    let start = path.count
    let base = table.firstIndex
    // Rows of whole bytes with integers are put together once.
    let isPlain =
      source == 0 && !isArray && !isMatrix && table.stride & 7 == 0
      && values.allSatisfy { $0 == .unsigned || $0 == .signed }
    let line =
      isPlain
      ? RowLine(
        records: table, path: path, titles: titles, isSigned: values.map { $0 == .signed }) : nil
    for range in [0..<shown.omitted.lowerBound, shown.omitted.upperBound..<table.count] {
      if !shown.omitted.isEmpty, range.lowerBound == shown.omitted.upperBound {
        let first = table.extent(ofRow: shown.omitted.lowerBound).start
        put(
          omitted: base + shown.omitted.lowerBound..<base + shown.omitted.upperBound, row.name,
          Extent(start: first, count: table.stride * shown.omitted.count))
      }
      if let line {
        line.write(range, of: table, to: &records.output)
        continue
      }
      for index in range {
        push(index: base + index + 1)
        let end = path.count
        for column in columns.indices {
          path.put(titles[column])
          let place = columns[column]
          open(
            isArray ? row.name : table.program.rows[place.row].name,
            Extent(
              start: table.extent(ofRow: index).start &+ place.start, count: place.width))
          switch values[column] {
          case .text:
            records.put(text: table.field(row: index, column: column).contentBytes)
          case .bytes: put(bytes: table.field(row: index, column: column).contentBytes)
          case .uuid: records.put(uuid: table.field(row: index, column: column).contentBytes)
          case let value:
            let isLast = isMatrix && index % 3 == 2
            put(
              table.raw(row: index, column: column),
              isLast ? .fixed(30, isSigned: true) : value)
          }
          records.closeObject()
          path.truncate(to: end)
        }
        path.truncate(to: start)
      }
    }
    path.truncate(to: prefix)
  }
}

/// A name in one scope of a node.
struct ScopedName: Hashable {
  let scope: Int
  /// The first row of that name.
  let name: Int
}

/// Which rows of a table share their name with another in the same scope.
final class FieldNames {
  private var known: [ObjectIdentifier: [Int]] = [:]
  private var last: (program: ObjectIdentifier, names: [Int])?

  /// The first row that is called as `row` in its scope; -1 when no other is.
  func repeated(_ row: Int, in program: Program) -> Int {
    let names = names(of: program)
    return row < names.count ? names[row] : -1
  }

  /// Whether there is any.
  func hasRepeats(_ program: Program) -> Bool { names(of: program).contains { $0 >= 0 } }

  private func names(of program: Program) -> [Int] {
    let identity = ObjectIdentifier(program)
    if let last, last.program == identity { return last.names }
    let names = known[identity] ?? Self.repeats(in: program)
    known[identity] = names
    last = (identity, names)
    return names
  }

  private static func repeats(in program: Program) -> [Int] {
    let rows = program.rows
    // Rows under a condition belong to the scope around them.
    let scopes = rows.indices.map { row in
      var scope = program.enclosing[row]
      while scope >= 0, rows[scope].belongsToOuterScope { scope = program.enclosing[scope] }
      return scope
    }
    var names = Array(repeating: -1, count: rows.count)
    for row in rows.indices where !rows[row].name.isEmpty && names[row] < 0 {
      // A row may stand for several values.
      if case .string(_, .values) = rows[row].kind { names[row] = row }
      for other in row + 1..<max(row + 1, rows.count)
      where scopes[other] == scopes[row] && rows[other].name.isSame(as: rows[row].name) {
        names[row] = row
        names[other] = row
      }
    }
    return names
  }
}

/// Counts how often each name occurs in each scope of a node.
struct RepeatCounter: FieldSink {
  private let names: FieldNames
  private let limit: Int?
  private var settled: [ScopedName: Int] = [:]
  /// The name that was counted last: thousands of the same may follow each other.
  private var last: (name: ScopedName, count: Int)?
  private var scopes: [Int] = []
  private var lastScope = 0
  /// The names that were met once in each open scope; those of a list of a million items are not kept.
  private var once: [[Int]] = [[]]
  let countsLists: Bool

  init(_ names: FieldNames, limit: Int?) {
    self.names = names
    self.limit = limit
    countsLists = limit != nil
  }

  /// How often each name occurs that does so more than once, and those of scopes that are open.
  var counts: [ScopedName: Int] {
    var counts = settled
    if let last { counts[last.name] = last.count }
    return counts
  }

  private mutating func count(_ row: Int, _ program: Program) {
    let name = names.repeated(row, in: program)
    guard name >= 0 else { return }
    let key = ScopedName(scope: scopes.last ?? 0, name: name)
    var count = 1
    if let last, last.name == key {
      count += last.count
    } else {
      settle()
      count += settled[key, default: 0]
    }
    last = (key, count)
    if count == 1 { once[scopes.count].append(name) }
  }

  /// Keeps what was counted last with the others.
  private mutating func settle() {
    guard let last else { return }
    settled[last.name] = last.count
    self.last = nil
  }

  mutating func field(_ field: borrowing FieldReading) { count(field.row, field.program) }
  mutating func table(_ table: borrowing TableReading) { count(table.row, table.program) }

  mutating func begin(_ group: borrowing GroupReading) {
    if group.kind != .item { count(group.row, group.program) }
    lastScope += 1
    scopes.append(lastScope)
    once.append([])
  }

  mutating func end(_ group: borrowing GroupReading) {
    guard let scope = scopes.popLast(), let names = once.popLast() else { return }
    settle()
    // Who asks wants to know which are there more than once.
    for name in names {
      let key = ScopedName(scope: scope, name: name)
      if settled[key] == 1 { settled[key] = nil }
    }
  }

  mutating func wants(item index: Int, of count: Int) -> Bool {
    ShownRows(of: count, limit: limit).contains(index)
  }
}
