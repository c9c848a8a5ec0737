import Atoms
import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

/// What code consults of atoms, by names that rows have.
@Suite struct FieldViewTests {
  /// A row that is renamed, or a name that is misspelt, is reported here with view and table.
  @Test func eachNameOfEachViewIsARows() {
    for fault in Catalogue.atoms.faultsOfViews { Issue.record("\(fault)") }
    #expect(AtomViews.all.count >= 25)
  }

  /// What stands in a fixed place is what the walker reads there, in each payload that can be made for
  /// a table, cut off at each byte, and with other versions and flags.
  @Test func placesThatAreFixedAreThoseOfTheWalker() {
    var checked = 0
    for view in AtomViews.all { check(view, &checked) }
    print("views: \(checked) values held against the walker")
    #expect(checked > 50_000)
  }

  private func check<V: FieldView>(_ view: V.Type, _ checked: inout Int) {
    let catalogue = Catalogue.atoms
    for number in 0..<catalogue.count {
      guard let program = catalogue.program(number), isRead(number, by: view) else { continue }
      // Sample entries are all alike.
      if !view.families.isEmpty, number % 16 != 0 { continue }
      for specimen in Specimens(of: program).all {
        for payload in variants(of: specimen.bytes, isFull: program.syntax.versions != nil) {
          compare(view, number, payload, specimen.context, &checked)
        }
      }
    }
  }

  /// Whether fields of the table are known to the view.
  private func isRead<V: FieldView>(_ number: Int, by view: V.Type) -> Bool {
    guard let document = Self.document(of: [], number, nil) else { return false }
    return document.view(view, of: 0).isOfItsTable
  }

  /// The payload whole, cut off, longer, and with other versions and flags.
  private func variants(of bytes: [UInt8], isFull: Bool) -> [[UInt8]] {
    var all = [bytes, bytes + [0, 0, 0, 1, 0, 0, 0, 2]]
    for count in 0..<min(bytes.count, 96) { all.append(Array(bytes[..<count])) }
    guard isFull, bytes.count >= 4 else { return all }
    let tail = bytes[4...] + [UInt8](repeating: 7, count: 24)
    for version in [0, 1, 2, 3, 255] as [UInt8] {
      for flags in [0, 1, 2, 3, 4, 8, 0x10, 0x20, 0x39, 0x100, 0x200, 0x301, 0xF05, 0x2_0000] {
        all.append([version, UInt8(flags >> 16), UInt8(flags >> 8 & 0xFF), UInt8(flags & 0xFF)] + tail)
      }
    }
    return all
  }

  private func compare<V: FieldView>(
    _ view: V.Type, _ number: Int, _ payload: [UInt8], _ context: some ContextSource & Sendable,
    _ checked: inout Int
  ) {
    guard let program = Catalogue.atoms.program(number),
      let document = Self.document(of: payload, number, Context(source: context))
    else { return }
    var walker = Walker()
    var sink = FirstFields()
    document.walk(0, &walker, into: &sink)
    let found = NodeReader(document).view(view, of: 0)
    let bare = document.view(view, of: 0)
    for field in V.Field.allCases {
      let name = field.rawValue
      let expected = sink.fields[name]
      if found.number(field) != expected || bare.number(field) != expected {
        Issue.record(
          "\(view).\(name): \(String(describing: found.number(field))), the walker reads \(String(describing: expected)) in \(program.syntax.code) \(payload)"
        )
        return
      }
      checked += 1
      if let table = sink.tables[name] {
        #expect(found.count(field) == table.count, "\(view).\(name) \(payload)")
        for column in V.Field.allCases {
          let values = found.column(column, of: field)
          let wanted = table.columns[column.rawValue]
          #expect(values?.declared == wanted.map { _ in table.declared })
          let read = values.map { values in (0..<min(4, values.count)).map { values[$0] } }
          #expect(read == wanted, "\(view).\(name).\(column) \(payload)")
          checked += 1
        }
      } else if sink.lists[name] == nil {
        #expect(found.count(field) == nil, "\(view).\(name) \(payload)")
      }
    }
  }

  /// A file of one node, which this table describes.
  private static func document(
    of payload: [UInt8], _ number: Int, _ context: (any ContextProvider)?
  ) -> Document? {
    let bytes = [0, 0, 0, UInt8(truncatingIfNeeded: payload.count), 0x6E, 0x6F, 0x64, 0x65] + payload
    let tree = Tree(ByteSource(copying: bytes))
    let table = tree.add(table: number, of: Catalogue.atoms)
    guard
      tree.append(
        Node(
          start: 0, size: UInt64(bytes.count), type: "node", table: table, depth: 0, headerSize: 8))
        != nil
    else { return nil }
    tree.finish()
    let document = Document(tree, limits: Limits())
    document.context = context
    return document
  }

  /// Answers what a made payload was made for.
  private final class Context: ContextProvider {
    let source: any ContextSource & Sendable
    init(source: any ContextSource & Sendable) { self.source = source }
    func value(of key: ContextKey, at node: Int) -> UInt64? { source.value(of: key) }
  }
}

/// The first field, table and list of each name.
private struct FirstFields: FieldSink {
  struct Rows {
    let declared: Int
    let count: Int
    var columns: [String: [UInt64]] = [:]
  }

  var fields: [String: UInt64] = [:]
  var tables: [String: Rows] = [:]
  var lists: [String: Int] = [:]

  mutating func field(_ field: borrowing FieldReading) {
    let name = field.name.description
    if fields[name] == nil { fields[name] = field.raw }
  }

  mutating func table(_ table: borrowing TableReading) {
    let name = table.name.description
    guard tables[name] == nil else { return }
    var rows = Rows(
      declared: table.declared, count: table.stride == 0 ? table.declared : table.count)
    for column in table.columns.indices {
      let name = table.program.rows[table.columns[column].row].name.description
      if rows.columns[name] != nil { continue }
      rows.columns[name] = (0..<min(4, table.count)).map { table.raw(row: $0, column: column) }
    }
    tables[name] = rows
  }

  mutating func end(_ group: borrowing GroupReading) {
    if group.kind == .list { lists[group.name.description] = group.count }
  }

  mutating func wants(item index: Int, of count: Int) -> Bool { index < 16 }
  var stopsAtUnwanted: Bool { true }
}
