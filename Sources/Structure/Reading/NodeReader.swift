public import ByteReading

/// The fields of one node after another, by name.
///
/// A reader walks a node once and remembers where each field is; it keeps its memory from one node to
/// the next.
///
/// ```swift
/// let reader = NodeReader(document)
/// reader.open(mvhd)
/// reader.number("timescale")   // 1000
/// ```
public final class NodeReader {
  public let document: Document
  /// The node that was opened last.
  public private(set) var index = -1
  private var walker = Walker()
  private var capture = Capture()

  public init(_ document: Document) { self.document = document }

  public var tree: Tree { document.tree }
  public var node: Node { tree[index] }

  /// Reads the fields of the node at `index`.
  public func open(_ index: Int) {
    self.index = index
    capture.reset()
    document.walk(index, &walker, into: &capture)
  }

  /// A reader of the node at `index`, for what needs two at once.
  public func reading(_ index: Int) -> NodeReader {
    let reader = NodeReader(document)
    reader.open(index)
    return reader
  }

  /// The number in the first field of this name, sign-extended when it is signed.
  public func number(_ name: StaticString) -> UInt64? { capture.first(name)?.raw }

  /// The number in the first field of this name as a signed one.
  public func signed(_ name: StaticString) -> Int64? {
    capture.first(name).map { Int64(bitPattern: $0.raw) }
  }

  /// The four-character code in the first field of this name.
  public func code(_ name: StaticString) -> FourCC? {
    capture.first(name).map { FourCC(UInt32(truncatingIfNeeded: $0.raw)) }
  }

  /// The bits of the first field of this name without count and terminator.
  public func content(_ name: StaticString) -> Extent? { capture.first(name)?.content }

  /// The number of rows or items of the first table or list of this name.
  public func count(_ name: StaticString) -> Int? {
    if let table = capture.table(name) { return table.stride == 0 ? table.declared : table.count }
    return capture.list(name)
  }

  /// Tells `body` the first field of this name.
  @discardableResult
  public func withField(_ name: StaticString, _ body: (borrowing FieldReading) -> Void) -> Bool {
    guard let found = capture.first(name) else { return false }
    let source = document.source(of: node)
    body(
      FieldReading(
        program: found.program, row: found.row, extent: found.extent, content: found.content,
        raw: found.raw, encoding: found.encoding, scale: found.scale, depth: 0,
        bytes: source.bytes))
    return true
  }

  /// Tells `body` the first table of this name.
  @discardableResult
  public func withTable<T>(_ name: StaticString, _ body: (borrowing TableReading) -> T) -> T? {
    guard let found = capture.table(name) else { return nil }
    let source = document.source(of: node)
    return body(
      TableReading(
        program: found.program, row: found.row, extent: found.extent, declared: found.declared,
        count: found.count, stride: found.stride, columns: found.columns, depth: 0,
        bytes: source.bytes))
  }

  /// Writes the first field of this name as people read it.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  public func put(_ name: StaticString, to output: inout ByteWriter) -> Bool {
    var text = ByteWriter()
    let found = withField(name) { text.put(value: $0, .summary) }
    if found { output.put(text) }
    return found
  }

  /// The first field of this name, compared without case and underscores: a number in decimal, a code
  /// as key string, text as it is.
  public func text(ofFieldNamed name: String) -> String? {
    let folded = name.foldedName
    for found in capture.fields {
      let row = found.program.rows[found.row]
      guard row.name.description.foldedName == folded else { continue }
      switch row.kind {
      case .code: return FourCC(UInt32(truncatingIfNeeded: found.raw)).key
      case .int: return String(Int64(bitPattern: found.raw))
      case .string:
        var text = ByteWriter()
        let bytes = document.source(of: node).bytes
        text.put(
          text: bytes.extracting(found.content.byteOffset..<found.content.byteEnd),
          encoding: found.encoding, style: .name)
        return text.string
      default: return String(found.raw)
      }
    }
    return nil
  }

  func capturedNumber(_ name: String) -> UInt64? {
    capture.fields.first { $0.program.rows[$0.row].name.description == name }?.raw
  }

  func capturedCount(_ name: String) -> Int? {
    if let table = capture.tables.first(where: {
      $0.program.rows[$0.row].name.description == name
    }) {
      return table.stride == 0 ? table.declared : table.count
    }
    return capture.lists.first { $0.program.rows[$0.row].name.description == name }?.count
  }

  func putCaptured(_ name: String, to output: inout ByteWriter) {
    guard
      let found = capture.fields.first(where: {
        $0.program.rows[$0.row].name.description == name
      })
    else { return }
    let source = document.source(of: node)
    output.put(
      value: FieldReading(
        program: found.program, row: found.row, extent: found.extent, content: found.content,
        raw: found.raw, encoding: found.encoding, scale: found.scale, depth: 0,
        bytes: source.bytes), .summary)
  }

  /// What another box says that this one needs.
  public func context(_ key: ContextKey) -> UInt64? {
    document.context?.value(of: key, at: index)
  }
}

/// Remembers where fields are.
struct Capture: FieldSink {
  struct Field {
    let program: Program
    let row: Int
    let extent: Extent
    let content: Extent
    let raw: UInt64
    let encoding: TextEncoding
    let scale: UInt64
  }
  struct Table {
    let program: Program
    let row: Int
    let extent: Extent
    let declared: Int
    let count: Int
    let stride: Int
    let columns: [Column]
  }

  var fields: [Field] = []
  var tables: [Table] = []
  var lists: [(program: Program, row: Int, count: Int)] = []
  var faults = 0
  /// Items of a list after these are passed over: nothing asks for them by name.
  let items = 16

  mutating func reset() {
    fields.removeAll(keepingCapacity: true)
    tables.removeAll(keepingCapacity: true)
    lists.removeAll(keepingCapacity: true)
    faults = 0
  }

  mutating func field(_ field: borrowing FieldReading) {
    fields.append(
      Field(
        program: field.program, row: field.row, extent: field.extent, content: field.content,
        raw: field.raw, encoding: field.encoding, scale: field.scale))
  }

  mutating func table(_ table: borrowing TableReading) {
    tables.append(
      Table(
        program: table.program, row: table.row, extent: table.extent, declared: table.declared,
        count: table.count, stride: table.stride, columns: table.columns))
  }

  mutating func end(_ group: borrowing GroupReading) {
    if group.kind == .list { lists.append((group.program, group.row, group.count)) }
  }

  mutating func note(_ fault: Fault) { faults += 1 }

  mutating func wants(item index: Int, of count: Int) -> Bool { index < items }

  func first(_ name: StaticString) -> Field? {
    for field in fields where field.program.rows[field.row].name.isSame(as: name) { return field }
    return nil
  }

  func table(_ name: StaticString) -> Table? {
    for table in tables where table.program.rows[table.row].name.isSame(as: name) { return table }
    return nil
  }

  func list(_ name: StaticString) -> Int? {
    for list in lists where list.program.rows[list.row].name.isSame(as: name) { return list.count }
    return nil
  }
}
