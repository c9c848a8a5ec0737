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
public final class NodeReader: OpenNode {
  /// The document whose nodes are read.
  public let document: Document
  /// The node that was opened last, `nil` before the first.
  public var opened: NodeIndex? { place }
  /// The same: what nobody else can reach is read without a look at who else changes it.
  private var place: NodeIndex?
  var walker = Walker()
  private var capture = Capture()
  /// Whether `capture` holds the fields of the node at `index`.
  private var isRead = false

  /// The values of a list that a summary has room for; the others are counted.
  package var listedValues = 4

  /// The nodes whose fields were read.
  private var count = 0
  /// What tables that were asked about declare as identities: few do.
  private var declared: [Declared] = []

  private struct Declared {
    let program: Program
    let identities: [DeclaredIdentity]
  }

  deinit { document.work.charge(count & 255) }

  /// The tables of the document.
  let tables: [Program]

  /// Answers for other boxes; `nil` when the format has no such answers. It is taken out once, as the
  /// document is asked for it under a lock.
  public let provider: (any ContextProvider)?

  /// A reader that has no node open.
  ///
  /// - Parameter document: The document whose nodes are read.
  public init(_ document: Document) {
    self.document = document
    tables = document.tree.tables
    provider = document.context
    super.init()
  }

  /// The nodes of the document.
  public var tree: Tree { document.tree }
  /// The node that is open.
  public var node: Node { tree[index] }
  /// The node that was opened last.
  ///
  /// - Precondition: One was.
  public var index: NodeIndex {
    guard let place else { preconditionFailure("fields were asked for before a node was opened") }
    return place
  }

  /// Goes to the node at `index`; its fields are read when the first of them is asked for.
  ///
  /// - Parameter index: The node, of the reader's document.
  public func open(_ index: NodeIndex) {
    place = index
    isRead = false
  }

  /// Reads the fields of the open node, unless they were read.
  private func readFields() {
    if isRead { return }
    isRead = true
    count += 1
    if count & 255 == 0 { document.work.charge(256) }
    let index = index
    let program = document.program(ofFieldsOf: index)
    let takesLong = Document.KeptCapture.takesLong(tree[index], program)
    if takesLong, let kept = document.capture(of: index, items: capture.items) {
      capture = kept
      return
    }
    capture.reset(program)
    document.walk(index, &walker, into: &capture)
    if takesLong { document.keep(capture, of: index) }
  }

  /// The fields of the open node, for what looks at them more than once: each look at a property of
  /// an object has its price.
  private var read: Capture {
    readFields()
    return capture
  }

  /// The first field of this name, and the table it belongs to.
  private func first(_ name: StaticString) -> (field: Capture.Field, program: Program)? {
    readFields()
    return capture.first(name)
  }

  /// What the table of the node at `index` declares as identities, in its order, with what the node has there; `nil` where
  /// a child or the field is missing.
  ///
  /// - Parameter index: The node, of the reader's document; the reader is moved to others.
  /// - Returns: A key and a value for each; none when the table declares none.
  package func identities(of index: NodeIndex) -> [(key: String, value: String?)] {
    declarations(of: index).map { ($0.key, value(of: $0, at: index)) }
  }

  /// The value of the identity of this key, or of the field of this name.
  func identity(_ key: String, of index: NodeIndex) -> String? {
    let folded = key.foldedName
    let declared = declarations(of: index).first { $0.key.foldedName == folded }
    return value(of: declared ?? DeclaredIdentity(field: key), at: index)
  }

  /// What the table of a node declares; read once.
  private func declarations(of index: NodeIndex) -> [DeclaredIdentity] {
    guard let program = tree.program(of: tree[index]), program.syntax.identities.utf8CodeUnitCount > 0 else { return [] }
    if let known = declared.first(where: { $0.program === program }) { return known.identities }
    let identities = program.syntax.declaredIdentities
    declared.append(Declared(program: program, identities: identities))
    return identities
  }

  private func value(of identity: DeclaredIdentity, at index: NodeIndex) -> String? {
    var place = index
    for code in identity.steps {
      guard let child = tree.child(code, of: place) else { return nil }
      place = child
    }
    if let number = number(inPlace: identity.folded, of: place) { return String(number) }
    open(place)
    return text(ofFieldNamed: identity.field)
  }

  /// The number in the field of this name, where that is the only one, and stands in a place which version and flags
  /// decide; `nil` where the fields have to be read. Each of very many siblings may be asked for it.
  private func number(inPlace name: FoldedName, of index: NodeIndex) -> UInt64? {
    guard let program = tree.program(of: tree[index]), let view = program.view else { return nil }
    let isMeant = { (row: Int) in program.rows[row].name.isFolded(to: name) }
    guard let row = program.rows.indices.first(where: isMeant), !program.rows.indices.dropFirst(row + 1).contains(where: isMeant),
      case .uint = program.rows[row].kind,
      let field = view.slots.firstIndex(of: program.slot(of: row))
    else { return nil }
    return ViewedNode(index, by: view.view, document, self).number(inPlace: field)
  }

  /// A reader of the node at `index`, for what needs two at once. Of each list it remembers `items`.
  ///
  /// - Parameters:
  ///   - index: The node, of the reader's document.
  ///   - items: How many items of each list are remembered.
  /// - Returns: A reader that goes its own way.
  public func reading(_ index: NodeIndex, items: Int = 16) -> NodeReader {
    let reader = NodeReader(document)
    reader.capture.items = items
    reader.open(index)
    return reader
  }

  /// The number in the first field of this name, sign-extended when it is signed.
  ///
  /// - Parameter name: The name, as the specification spells it.
  /// - Returns: The number as it is stored; `nil` when the open node has no such field, or it holds
  ///   no number.
  public func number(_ name: StaticString) -> UInt64? { first(name)?.field.raw }

  /// The number in a later field of this name: the one with `count` of them before it.
  ///
  /// - Parameters:
  ///   - name: The name, as the specification spells it.
  ///   - count: How many fields of the name come before it.
  /// - Returns: The number as it is stored; `nil` when there are not so many.
  public func number(_ name: StaticString, after count: Int) -> UInt64? {
    slot(name).flatMap { number($0, of: index, after: count) }
  }

  /// The number in the first field of this name as a signed one.
  ///
  /// - Parameter name: The name, as the specification spells it.
  /// - Returns: The number; `nil` when there is no such field, or the number does not fit.
  public func signed(_ name: StaticString) -> Int64? {
    first(name).map { Int64(bitPattern: $0.field.raw) }
  }

  /// The number that the first field of this name stands for, whatever it is stored as: an integer,
  /// a fixed-point number, a float.
  ///
  /// - Parameter name: The name, as the specification spells it.
  /// - Returns: `nil` when there is no such field, or it holds no number.
  public func real(_ name: StaticString) -> Double? {
    slot(name).flatMap { real($0, of: index) }
  }

  func real(_ slot: UInt16, of index: NodeIndex) -> Double? {
    guard let field = first(slot, of: index) else { return nil }
    let kind = capture.program.rows[field.row].kind
    if field.extent.count > 64 {
      // The raw value of anything else so wide is its number of bytes.
      guard case .float = kind else { return nil }
    }
    return kind.real(field.raw)
  }

  /// The four-character code in the first field of this name.
  ///
  /// - Parameter name: The name, as the specification spells it.
  /// - Returns: The code; `nil` when there is no such field, or it is not 32 bits wide.
  public func code(_ name: StaticString) -> FourCC? {
    first(name).map { FourCC(UInt32(truncatingIfNeeded: $0.field.raw)) }
  }

  /// The bits of the first field of this name without count and terminator.
  ///
  /// - Parameter name: The name, as the specification spells it.
  /// - Returns: The bits, counted in the source of the node's fields; `nil` when there is no such
  ///   field.
  public func content(_ name: StaticString) -> Extent? { first(name)?.field.content }

  /// The bits of all fields of this name, without count and terminator.
  ///
  /// - Parameter name: The name, as the specification spells it.
  /// - Returns: The bits of each, in the order of the file; none when there is no such field.
  public func contents(_ name: StaticString) -> [Extent] {
    slot(name).map { contents($0, of: index) } ?? []
  }

  /// The number of rows or items of the first table or list of this name, or of the values of a row
  /// that stands for several.
  ///
  /// - Parameter name: The name, as the specification spells it.
  /// - Returns: How many; `nil` when the open node has neither.
  public func count(_ name: StaticString) -> Int? {
    readFields()
    return capture.count(name)
  }

  /// Passes `body` the first field of this name.
  ///
  /// - Parameters:
  ///   - name: The name, as the specification spells it.
  ///   - body: What takes it; it may not keep it.
  /// - Returns: Whether there is one, and `body` was called.
  @discardableResult
  public func withField(_ name: StaticString, _ body: (borrowing FieldReading) -> Void) -> Bool {
    slot(name).map { withField($0, of: index, body) } ?? false
  }

  /// Passes `body` each field of this name in turn, until it returns false; of a row that stands for
  /// several values the first sixteen.
  ///
  /// - Parameters:
  ///   - name: The name, as the specification spells it.
  ///   - body: What takes each of them and says whether it wants the next.
  public func withEach(_ name: StaticString, _ body: (borrowing FieldReading) -> Bool) {
    if let slot = slot(name) { withEach(slot, of: index, body) }
  }

  /// Passes `body` the first table of this name.
  ///
  /// - Parameters:
  ///   - name: The name, as the specification spells it.
  ///   - body: What takes it; it may not keep it.
  /// - Returns: What `body` returned; `nil` when the open node has no such table.
  @discardableResult
  public func withTable<T>(_ name: StaticString, _ body: (borrowing TableReading) -> T) -> T? {
    slot(name).flatMap { withTable($0, of: index, body) }
  }

  /// Writes the first field of this name as people read it.
  ///
  /// - Parameters:
  ///   - name: The name, as the specification spells it.
  ///   - output: Where the value is written to.
  /// - Returns: Whether there is one.
  @discardableResult
  public func put(_ name: StaticString, to output: inout ByteWriter) -> Bool {
    slot(name).map { put($0, of: index, to: &output) } ?? false
  }

  // MARK: By slot

  /// The slot of this name in the table of the open node.
  func slot(_ name: StaticString) -> UInt16? {
    readFields()
    return capture.program.slot(named: name)
  }

  /// Reads the fields of the node at `index`, unless they were read last.
  private func read(_ index: NodeIndex) -> Capture {
    if opened != index { open(index) }
    return read
  }

  func first(_ slot: UInt16, of index: NodeIndex) -> Capture.Field? {
    if opened != index { open(index) }
    readFields()
    return capture.first(slot: slot)
  }

  func number(_ slot: UInt16, of index: NodeIndex, after count: Int) -> UInt64? {
    var left = count
    for field in read(index).fields where field.slot == slot {
      if left == 0 { return field.raw }
      left -= 1
    }
    return nil
  }

  func contents(_ slot: UInt16, of index: NodeIndex) -> [Extent] {
    read(index).fields.compactMap { $0.slot == slot ? $0.content : nil }
  }

  func count(_ slot: UInt16, of index: NodeIndex) -> Int? {
    if opened != index { open(index) }
    readFields()
    return capture.count(slot: slot)
  }

  func withField(
    _ slot: UInt16, of index: NodeIndex, _ body: (borrowing FieldReading) -> Void
  ) -> Bool {
    switch document.field(inPlace: slot, of: index) {
    case .field(let found, let program):
      body(Capture.reading(of: found, in: program, document.fieldBytes(of: index).bytes))
      return true
    case .absent: return false
    case .unknown: break
    }
    guard let found = first(slot, of: index) else { return false }
    let source = document.fieldBytes(of: index)
    // The program is taken out alone: the lists of what was read would be counted.
    body(Capture.reading(of: found, in: capture.program, source.bytes))
    return true
  }

  func withEach(_ slot: UInt16, of index: NodeIndex, _ body: (borrowing FieldReading) -> Bool) {
    let read = read(index)
    let source = document.fieldBytes(of: index)
    for found in read.fields where found.slot == slot {
      if !body(Capture.reading(of: found, in: read.program, source.bytes)) { return }
    }
  }

  func withTable<T>(
    _ slot: UInt16, of index: NodeIndex, _ body: (borrowing TableReading) -> T
  ) -> T? {
    let read = read(index)
    guard let found = read.table(slot: slot) else { return nil }
    let source = document.fieldBytes(of: index)
    return body(
      TableReading(
        program: read.program, row: found.row, extent: found.extent, declared: found.declared,
        count: found.count, stride: found.stride, columns: found.columns, depth: 0,
        bytes: source.bytes))
  }

  func put(_ slot: UInt16, of index: NodeIndex, to output: inout ByteWriter) -> Bool {
    var text = ByteWriter()
    let found = withField(slot, of: index) { text.put(value: $0, .summary) }
    if found { output.put(text) }
    return found
  }

  /// Where the first table with this slot is, and the node's table that describes it.
  func storedTable(_ slot: UInt16, of index: NodeIndex) -> (Capture.Table, Program)? {
    let read = read(index)
    return read.table(slot: slot).map { ($0, read.program) }
  }

  /// The first field of this name, compared without case and underscores: a number in decimal, a code
  /// as key string, text escaped like a name.
  ///
  /// - Parameters:
  ///   - name: The name, as the specification spells it.
  ///   - style: How text is escaped.
  /// - Returns: The value as text; `nil` when there is no such field.
  public func text(ofFieldNamed name: String, style: EscapeStyle = .name) -> String? {
    let folded = FoldedName(name)
    readFields()
    let program = capture.program
    for place in capture.fields.indices where program.rows[capture.fields[place].row].name.isFolded(to: folded) {
      return text(of: capture.fields[place], program, style)
    }
    return nil
  }

  func text(_ slot: UInt16, of index: NodeIndex, _ style: EscapeStyle) -> String? {
    first(slot, of: index).map { text(of: $0, capture.program, style) }
  }

  /// The text of the first field with this slot, with all values of a row that stands for several: what
  /// stands between them is in it, and of the terminators behind them all but one.
  func wholeText(_ slot: UInt16, of index: NodeIndex) -> String? {
    guard var found = first(slot, of: index) else { return nil }
    if let list = capture.values.first(where: { capture.program.slot(of: $0.row) == slot }) {
      let width = found.encoding.unitSize
      let bytes = document.fieldBytes(of: index).bytes
      var end = max(found.content.byteEnd, min(list.end.byteOffset, bytes.byteCount))
      let last = (end &- width)..<end
      if last.lowerBound >= found.content.byteEnd, last.allSatisfy({ bytes.byte(at: $0) == 0 }) {
        end &-= width
      }
      let start = found.content.start
      found.content = Extent(start: start, count: end &* 8 &- start)
    }
    return text(of: found, capture.program, .name)
  }

  private func text(of found: Capture.Field, _ program: Program, _ style: EscapeStyle) -> String {
    let row = program.rows[found.row]
    switch row.kind {
    case .code: return FourCC(UInt32(truncatingIfNeeded: found.raw)).key
    case .int: return String(Int64(bitPattern: found.raw))
    case .string:
      var text = ByteWriter()
      let bytes = document.fieldBytes(of: index).bytes
      text.put(
        text: bytes.extracting(found.content.byteOffset..<found.content.byteEnd),
        encoding: found.encoding, style: style)
      return text.string
    case .uuid:
      var text = ByteWriter()
      let bytes = document.fieldBytes(of: index).bytes
      text.put(
        uuid: bytes.extracting(found.content.byteOffset..<found.content.byteEnd))
      return text.string
    default: return String(found.raw)
    }
  }

  /// Writes one piece of a summary.
  func put(_ part: SummaryPart, to output: inout ByteWriter) {
    switch part {
    case .text(let text): output.put(text)
    case .value(let slot):
      _ = withField(slot, of: index) { output.put(value: $0, .summary) }
    case .count(let slot):
      if let count = count(slot, of: index) { output.put(grouped: count) }
    case .word(let slot, let text):
      _ = withField(slot, of: index) { if $0.raw != 0 { output.put(text) } }
    }
  }

  /// What another box says that this one needs.
  ///
  /// - Parameter key: What is asked for.
  /// - Returns: The value as it is stored; `nil` when no box says it.
  public func context(_ key: ContextKey) -> UInt64? {
    provider?.value(of: key, at: index)
  }
}
