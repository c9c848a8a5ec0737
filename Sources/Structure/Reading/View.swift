public import ByteReading

extension Media {
  /// The fields of one node that a ``FieldView`` names.
  ///
  /// What stands in a place that version and flags decide is read there; anything else is read by the
  /// walker, and remembered by the reader as long as it stays at the node. A field of a node that the
  /// view does not read, or that the node does not have, is `nil`.
  ///
  /// - Note: `Fields` is a ``FieldView`` wherever there is one. The type itself does not ask for that,
  ///   because the runtime would look the conformance up for each view that a process uses.
  public struct View<Fields> {
    @usableFromInline let viewed: ViewedNode

    @usableFromInline
    init(_ viewed: ViewedNode) { self.viewed = viewed }
  }
}

extension Media.View where Fields: FieldView {
  /// A reader of the node.
  public var reader: NodeReader { viewed.reader }
  /// The node.
  public var index: NodeIndex { viewed.index }

  /// Whether the table of the node is one that the view reads; else all fields are `nil`.
  public var isOfItsTable: Bool { viewed.isOfItsTable }

  /// The number in the first field of this name, sign-extended when it is signed.
  ///
  /// - Parameter field: The field.
  /// - Returns: The number as it is stored; `nil` when the node has no such field, or it holds no
  ///   number.
  @inlinable
  public func number(_ field: Fields.Field) -> UInt64? { viewed.number(CaseOrdinal.of(field)) }

  /// The number in the field where it stands in the place that version and flags decide; `nil` when
  /// the node is too short for that, or coded.
  ///
  /// Whoever answers the questions of tables reads so: to read a table asks them.
  ///
  /// - Parameter field: The field.
  /// - Returns: The number as it is stored.
  @inlinable
  public func number(inPlace field: Fields.Field) -> UInt64? {
    viewed.number(inPlace: CaseOrdinal.of(field))
  }

  /// The number in a later field of this name: the one with `count` of them before it.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - count: How many fields of the name come before it.
  /// - Returns: The number as it is stored; `nil` when there are not so many.
  @inlinable
  public func number(_ field: Fields.Field, after count: Int) -> UInt64? {
    viewed.number(CaseOrdinal.of(field), after: count)
  }

  /// The number in the first field of this name as a signed one.
  ///
  /// - Parameter field: The field.
  /// - Returns: The number; `nil` when there is no such field, or the number does not fit.
  @inlinable
  public func signed(_ field: Fields.Field) -> Int64? {
    viewed.number(CaseOrdinal.of(field)).map { Int64(bitPattern: $0) }
  }

  /// The number that the first field of this name stands for, whatever it is stored as: an integer,
  /// a fixed-point number, a float; `nil` when there is none.
  ///
  /// - Parameter field: The field.
  /// - Returns: The number, which is exact up to 53 bits.
  @inlinable
  public func real(_ field: Fields.Field) -> Double? { viewed.real(CaseOrdinal.of(field)) }

  /// The first field of this name as text: a number in decimal, a code as key string, text
  /// escaped like a name.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - style: How text is escaped.
  /// - Returns: The text; `nil` when the node has no such field.
  @inlinable
  public func text(_ field: Fields.Field, style: EscapeStyle = .name) -> String? {
    viewed.text(CaseOrdinal.of(field), style)
  }

  /// The first field of this name as text, with all values where its row stands for several: `\u0000` stands
  /// between them, and for each terminator behind them but one.
  ///
  /// - Parameter field: The field.
  /// - Returns: The text; `nil` when the node has no such field.
  @inlinable
  public func wholeText(_ field: Fields.Field) -> String? {
    viewed.wholeText(CaseOrdinal.of(field))
  }

  /// The four-character code in the first field of this name.
  ///
  /// - Parameter field: The field.
  /// - Returns: The code; `nil` when there is no such field, or it is not 32 bits wide.
  @inlinable
  public func code(_ field: Fields.Field) -> FourCC? {
    viewed.number(CaseOrdinal.of(field)).map { FourCC(UInt32(truncatingIfNeeded: $0)) }
  }

  /// The bits of the first field of this name without count and terminator.
  ///
  /// - Parameter field: The field.
  /// - Returns: The bits, counted in the source of the node's fields; `nil` when there is no such
  ///   field.
  @inlinable
  public func content(_ field: Fields.Field) -> Extent? {
    viewed.content(CaseOrdinal.of(field))
  }

  /// The bits of all fields of this name, without count and terminator.
  ///
  /// - Parameter field: The field.
  /// - Returns: The bits of each, in the order of the file; none when there is no such field.
  @inlinable
  public func contents(_ field: Fields.Field) -> [Extent] {
    viewed.contents(CaseOrdinal.of(field))
  }

  /// Whether the first field of this name is text of one byte or more.
  ///
  /// - Parameter field: The field.
  /// - Returns: Whether there is text; false when the node has no such field.
  @inlinable
  public func hasText(_ field: Fields.Field) -> Bool { (content(field)?.count ?? 0) > 0 }

  /// The number of rows or items of the first table or list of this name, or of the values of a row
  /// that stands for several.
  ///
  /// - Parameter field: The field.
  /// - Returns: How many; `nil` when the node has neither.
  @inlinable
  public func count(_ field: Fields.Field) -> Int? { viewed.count(CaseOrdinal.of(field)) }

  /// Passes the first field of this name to `body`.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - body: What takes it; it may not keep it.
  /// - Returns: Whether there is one, and `body` was called.
  @inlinable @discardableResult
  public func withField(
    _ field: Fields.Field, _ body: (borrowing FieldReading) -> Void
  ) -> Bool {
    viewed.withField(CaseOrdinal.of(field), body)
  }

  /// Passes each field of this name to `body` in turn, until it returns false; of a row that stands
  /// for several values the first sixteen.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - body: What takes each of them and says whether it wants the next.
  @inlinable
  public func withEach(_ field: Fields.Field, _ body: (borrowing FieldReading) -> Bool) {
    viewed.withEach(CaseOrdinal.of(field), body)
  }

  /// Passes the first table of this name to `body`.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - body: What takes it; it may not keep it.
  /// - Returns: What `body` returned; `nil` when the node has no such table.
  @inlinable @discardableResult
  public func withTable<T>(
    _ table: Fields.Field, _ body: (borrowing TableReading) -> T
  ) -> T? {
    viewed.withTable(CaseOrdinal.of(table), body)
  }

  /// Writes the first field of this name as people read it.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - output: Where the value is written to.
  /// - Returns: Whether there is one.
  @inlinable @discardableResult
  public func put(_ field: Fields.Field, to output: inout ByteWriter) -> Bool {
    viewed.put(CaseOrdinal.of(field), to: &output)
  }

  /// The column `column` of the first table called `table`; `nil` when the node has none.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - table: The table.
  /// - Returns: The column, which keeps the bytes it is read from.
  @inlinable
  public func column(_ column: Fields.Field, of table: Fields.Field) -> StoredColumn? {
    viewed.column(CaseOrdinal.of(column), of: CaseOrdinal.of(table))
  }

  /// Where the rows of the first table called `table` are, found once for all of its columns.
  ///
  /// - Parameter table: The table.
  /// - Returns: The rows, of which a table that the node does not have has none.
  @inlinable
  package func table(_ table: Fields.Field) -> ViewedTable { viewed.table(CaseOrdinal.of(table)) }

  /// The column `column` of a table; `nil` when the node has none.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - table: The table, of this node.
  /// - Returns: The column, which keeps the bytes it is read from.
  @inlinable
  package func column(_ column: Fields.Field, of table: ViewedTable) -> StoredColumn? {
    viewed.column(CaseOrdinal.of(column), of: table)
  }

  /// The number of rows of a table; `nil` when the node has none.
  ///
  /// - Parameter table: The table, of this node.
  package func count(_ table: ViewedTable) -> Int? { viewed.count(table) }

  /// Whole rows of the first table called `table`, as one number each.
  ///
  /// - Parameter table: The table.
  /// - Returns: The rows, each an unsigned number; `nil` when the node has no such table.
  @inlinable
  public func rows(of table: Fields.Field) -> StoredColumn? {
    viewed.rows(of: CaseOrdinal.of(table))
  }
}

package typealias View<Fields: FieldView> = Media.View<Fields>

extension NodeReader {
  /// The fields of the node at `index` that `type` names.
  ///
  /// The view goes on reading that node when the reader goes to another one.
  ///
  /// - Parameters:
  ///   - type: The view, whose table the node has.
  ///   - index: The node, of the same document.
  /// - Returns: The view; of a node that another table describes its fields are `nil`.
  @inlinable
  public func view<Fields: FieldView>(_ type: Fields.Type, of index: NodeIndex) -> Media.View<Fields> {
    Media.View(viewed(index, by: ObjectIdentifier(type)))
  }

  /// The fields of the open node that `type` names.
  ///
  /// - Parameter type: The view, whose table the node has.
  /// - Returns: The view; of a node that another table describes its fields are `nil`.
  @inlinable
  public func view<Fields: FieldView>(_ type: Fields.Type) -> Media.View<Fields> {
    Media.View(viewed(index, by: ObjectIdentifier(type)))
  }

  @usableFromInline
  func viewed(_ index: NodeIndex, by view: ObjectIdentifier) -> ViewedNode {
    ViewedNode(index, by: view, document, self)
  }

  /// Writes a field of the node at `index` as people read it.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  package func put(
    _ field: ViewedField, of index: NodeIndex, to output: inout ByteWriter
  ) -> Bool {
    viewed(index, by: field.view).put(field.field, to: &output)
  }
}

extension Document {
  /// The fields of the node at `index` that `type` names, for a look at one node: whoever looks at
  /// many has a ``NodeReader``.
  ///
  /// - Parameters:
  ///   - type: The view, whose table the node has.
  ///   - index: The node, of the same document.
  /// - Returns: The view; of a node that another table describes its fields are `nil`.
  @inlinable
  public func view<Fields: FieldView>(_ type: Fields.Type, of index: NodeIndex) -> Media.View<Fields> {
    Media.View(viewed(index, by: ObjectIdentifier(type)))
  }

  @usableFromInline
  func viewed(_ index: NodeIndex, by view: ObjectIdentifier) -> ViewedNode {
    ViewedNode(index, by: view, self, nil)
  }
}

/// A node, and where the fields that a view names are in it; fields are numbered in the order in
/// which the view declares them.
@usableFromInline
struct ViewedNode {
  private let document: Document
  /// Reads what stands in no fixed place; `nil` when one is made where that is asked for.
  private let known: NodeReader?
  let index: NodeIndex
  /// `nil` when its table is none of the view's.
  private let view: ViewSlots?
  /// The number of the source that `box` is in; `nil` when all of it is read by the walker. The bytes
  /// themselves are the document's: a view is made for each look at a node, and each thing that it
  /// holds is counted.
  private let source: UInt16?
  private let box: FixedPlaces.Box

  init(_ index: NodeIndex, by id: ObjectIdentifier, _ document: Document, _ reader: NodeReader?) {
    let tree = document.tree
    let node = tree[index]
    // Each is made once and put in its place: a view is made for each look at a node.
    let view = tree.viewSlots(of: node, by: id)
    var box: FixedPlaces.Box?
    if let view, !node.marks.contains(.coded) {
      let payload = document.uncodedPayload(of: index, node)
      // Nearly all nodes lie in the file, whose bytes are at hand.
      box =
        node.source == 0
        ? view.places.box(payload, in: tree.file.bytes)
        : view.places.box(payload, in: tree.bytes(of: node.source).bytes)
    }
    self.document = document
    known = reader
    self.index = index
    self.view = view
    source = box == nil ? nil : node.source
    self.box = box ?? FixedPlaces.Box(start: 0, end: 0, word: 0)
  }

  /// The number in part `place` at bit `at` of a source; `nil` when the box ends before it does.
  @inline(__always)
  private func number(
    _ place: Int, at: Int, of view: ViewSlots, in source: UInt16
  ) -> UInt64? {
    source == 0
      ? view.places.number(place, at: at, in: box, document.tree.file.bytes)
      : view.places.number(place, at: at, in: box, document.tree.bytes(of: source).bytes)
  }

  var reader: NodeReader {
    if let known { return known }
    let reader = NodeReader(document)
    reader.open(index)
    return reader
  }

  /// The slot of a field; `nil` when the table has none.
  private func slot(_ field: Int) -> UInt16? {
    guard let view, view.slots[field] != Step.noSlot else { return nil }
    return view.slots[field]
  }

  var isOfItsTable: Bool { view != nil }

  @usableFromInline
  func number(_ field: Int) -> UInt64? {
    guard let view, let slot = slot(field) else { return nil }
    if let source {
      switch view.places.place(view.parts[field], slot: slot, in: box) {
      case .at(let at, let place) where view.places.parts[place].isNumber:
        let number = number(place, at: at, of: view, in: source)
        if number != nil || !view.places.parts[place].isBehindTable { return number }
      case .absent: return nil
      default: break
      }
    }
    return reader.first(slot, of: index)?.raw
  }

  @usableFromInline
  func number(inPlace field: Int) -> UInt64? {
    guard let view, let slot = slot(field), let source else { return nil }
    switch view.places.place(view.parts[field], slot: slot, in: box) {
    case .at(let at, let place) where view.places.parts[place].isNumber:
      return number(place, at: at, of: view, in: source)
    default: return nil
    }
  }

  @usableFromInline
  func number(_ field: Int, after count: Int) -> UInt64? {
    slot(field).flatMap { reader.number($0, of: index, after: count) }
  }

  @usableFromInline
  func real(_ field: Int) -> Double? { slot(field).flatMap { reader.real($0, of: index) } }

  @usableFromInline
  func text(_ field: Int, _ style: EscapeStyle) -> String? {
    slot(field).flatMap { reader.text($0, of: index, style) }
  }

  @usableFromInline
  func wholeText(_ field: Int) -> String? {
    slot(field).flatMap { reader.wholeText($0, of: index) }
  }

  @usableFromInline
  func content(_ field: Int) -> Extent? {
    guard let view, let slot = slot(field) else { return nil }
    if source != nil {
      switch view.places.place(view.parts[field], slot: slot, in: box) {
      case .at(let at, let place) where view.places.parts[place].isNumber:
        let part = view.places.parts[place]
        // Of a number all its bits are its content.
        let width = Int(box.word &>> 24 != 0 ? part.laterBits : part.bits)
        if width <= box.end &- at { return Extent(start: at, count: width) }
        if !part.isBehindTable { return nil }
      case .absent: return nil
      default: break
      }
    }
    return reader.first(slot, of: index)?.content
  }

  @usableFromInline
  func contents(_ field: Int) -> [Extent] {
    slot(field).map { reader.contents($0, of: index) } ?? []
  }

  @usableFromInline
  func count(_ field: Int) -> Int? { count(table(field)) }

  func count(_ table: ViewedTable) -> Int? {
    switch table.rows {
    case .rows(let rows): rows.count
    case .absent: nil
    case .unknown: reader.count(table.slot, of: index)
    }
  }

  @usableFromInline
  func withField(_ field: Int, _ body: (borrowing FieldReading) -> Void) -> Bool {
    slot(field).map { reader.withField($0, of: index, body) } ?? false
  }

  @usableFromInline
  func withEach(_ field: Int, _ body: (borrowing FieldReading) -> Bool) {
    if let slot = slot(field) { reader.withEach(slot, of: index, body) }
  }

  @usableFromInline
  func withTable<T>(_ field: Int, _ body: (borrowing TableReading) -> T) -> T? {
    slot(field).flatMap { reader.withTable($0, of: index, body) }
  }

  @usableFromInline
  func put(_ field: Int, to output: inout ByteWriter) -> Bool {
    slot(field).map { reader.put($0, of: index, to: &output) } ?? false
  }

  @usableFromInline
  func column(_ field: Int, of table: Int) -> StoredColumn? { column(field, of: self.table(table)) }

  @usableFromInline
  func column(_ field: Int, of table: ViewedTable) -> StoredColumn? {
    guard let column = slot(field) else { return nil }
    switch table.rows {
    case .rows(let rows):
      guard let view, let source, let found = view.places.column(slot: column, in: box)
      else { return nil }
      return StoredColumn(
        document.tree.bytes(of: source), rows, start: found.start, width: found.width, found.part)
    case .absent: return nil
    case .unknown: return reader.column(column, of: table.slot, in: index)
    }
  }

  @usableFromInline
  func rows(of table: Int) -> StoredColumn? {
    slot(table).flatMap { reader.rows($0, of: index) }
  }

  @usableFromInline
  func table(_ field: Int) -> ViewedTable {
    guard let slot = slot(field) else { return ViewedTable(slot: Step.noSlot, rows: .absent) }
    guard let view, let source else { return ViewedTable(slot: slot, rows: .unknown) }
    return ViewedTable(slot: slot, rows: view.places.rows(slot: slot, in: box, document.tree.bytes(of: source).bytes))
  }
}

/// A table of a node that a view names, and where its rows are.
@usableFromInline
package struct ViewedTable {
  fileprivate let slot: UInt16
  fileprivate let rows: FixedPlaces.FoundRows
}

extension FieldReading {
  /// Whether it is this field of a node that `type` reads.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - type: The view, whose table the node has.
  /// - Returns: Whether the row is this field; false under a table that the view does not read.
  @inlinable
  public func `is`<Fields: FieldView>(_ field: Fields.Field, in type: Fields.Type) -> Bool {
    program.row(row, is: CaseOrdinal.of(field), of: ObjectIdentifier(type))
  }
}

extension TableReading {
  /// Whether it is this table of a node that `type` reads.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - type: The view, whose table the node has.
  /// - Returns: Whether the row is this table; false under a table that the view does not read.
  @inlinable
  public func `is`<Fields: FieldView>(_ table: Fields.Field, in type: Fields.Type) -> Bool {
    program.row(row, is: CaseOrdinal.of(table), of: ObjectIdentifier(type))
  }

  /// The number of the first column of this name, of a node that `type` reads.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - type: The view, whose table the node has.
  /// - Returns: The column, from 0; `nil` when the table has none.
  @inlinable
  public func column<Fields: FieldView>(_ field: Fields.Field, in type: Fields.Type) -> Int? {
    column(field: CaseOrdinal.of(field), of: ObjectIdentifier(type))
  }

  @usableFromInline
  func column(field: Int, of view: ObjectIdentifier) -> Int? {
    columns.firstIndex { program.row($0.row, is: field, of: view) }
  }
}

extension Catalogue {
  /// The lowered table for a node of this type in this place; `nil` when there is none.
  ///
  /// - Parameters:
  ///   - type: The type of the node.
  ///   - parent: The type of what it stands in.
  /// - Returns: The lowered table, made when it is first asked for.
  public func program(for type: FourCC, in parent: FourCC) -> Program? {
    table(for: type, in: parent, handler: nil, extendedType: nil).flatMap { program($0) }
  }
}

extension Program {
  /// Which bytes of the payload of a node, whatever its version, hold this field of a view, for what is asked
  /// before the tree can be read; `nil` when that depends on more than the version, or it is no number
  /// of whole bytes.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - type: The view, whose table the node has.
  /// - Returns: The bytes, from 0 at the end of the header.
  public func bytes<Fields: FieldView>(
    of field: Fields.Field, in type: Fields.Type
  ) -> Range<Int>? {
    guard let view, view.view == ObjectIdentifier(type) else { return nil }
    let place = view.parts[CaseOrdinal.of(field)]
    guard place >= 0 else { return nil }
    let part = view.places.parts[Int(place)]
    guard part.isNumber, part.start >= 0, part.start & 7 == 0, part.bits & 7 == 0,
      part.laterStart == part.start, part.laterBits == part.bits
    else { return nil }
    let start = Int(part.start) / 8
    return start..<start + Int(part.bits) / 8
  }

  /// Whether row `row` is this field of a view.
  ///
  /// - Parameters:
  ///   - row: The row, in ``rows``.
  ///   - field: The field.
  /// - Returns: Whether the row is this field; false when the view does not read this table.
  public func row(_ row: Int, is field: ViewedField) -> Bool {
    self.row(row, is: field.field, of: field.view)
  }

  /// Whether row `row` is field `field` of `view`.
  @usableFromInline
  func row(_ row: Int, is field: Int, of view: ObjectIdentifier) -> Bool {
    guard let mine = self.view, mine.view == view else { return false }
    let slot = slot(of: row)
    return slot != Step.noSlot && slot == mine.slots[field]
  }
}
