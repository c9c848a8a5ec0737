import ByteReading
import Structure
import StructureDiff

/// Finds the bytes of fields that changed.
struct FieldBytes {
  private let comparison: Comparison
  /// Bytes of a field that are printed.
  private static let most = 32

  init(_ comparison: Comparison) { self.comparison = comparison }

  func bytes(of change: Change) -> (before: String, after: String)? {
    guard change.kind == .changed, !change.field.isEmpty else { return nil }
    let old = change.before.map { hex(change.field, $0, comparison.before) } ?? ""
    let new = change.after.map { hex(change.field, $0, comparison.after) } ?? ""
    return old.isEmpty && new.isEmpty ? nil : (old, new)
  }

  /// The bytes of a row of a table, or of an item of a list, of both files.
  func bytes(
    of row: Change.RowChange, _ change: Change
  ) -> (before: String, after: String)? {
    func text(_ number: Int?, _ node: NodeIndex?, _ document: Document) -> String {
      guard let number, let node else { return "" }
      return hex(change.field.item(number + 1), node, document)
    }
    let old = text(row.before, change.before, comparison.before)
    let new = text(row.after, change.after, comparison.after)
    return old.isEmpty && new.isEmpty ? nil : (old, new)
  }

  /// The bits of a field, a table or a row of it, in the source of the fields of its node; `nil` where there is none.
  static func extent(of field: FieldPath, _ node: NodeIndex, _ document: Document) -> Extent? {
    var sink = FieldFinder(field)
    var walker = Walker()
    document.walk(node, &walker, into: &sink)
    return sink.extent
  }

  private func hex(_ field: FieldPath, _ node: NodeIndex, _ document: Document) -> String {
    guard let extent = Self.extent(of: field, node, document) else { return "" }
    let bytes = document.fieldBytes(of: node).bytes
    let range = extent.byteOffset..<min(bytes.byteCount, (extent.end + 7) / 8)
    // Of a snapshot's file not all bytes are there.
    guard range.lowerBound < range.upperBound, !document.fieldBytes(of: node).isAbsent(range)
    else { return "" }
    var text = ByteWriter()
    text.put(
      hexBytes: bytes.extracting(
        range.lowerBound..<min(range.upperBound, range.lowerBound + Self.most)),
      separator: UInt8(ascii: " "))
    if range.count > Self.most { text.put(" …") }
    return text.string
  }
}

/// Remembers where a field is.
private struct FieldFinder: FieldSink {
  private let wanted: FieldPath
  private(set) var extent: Extent?
  private var prefixes: [FieldPath] = []

  init(_ wanted: FieldPath) { self.wanted = wanted }

  private func path(_ name: StaticString) -> FieldPath {
    (prefixes.last ?? FieldPath()).field(name.description)
  }

  mutating func field(_ field: borrowing FieldReading) {
    guard extent == nil, path(field.name) == wanted else { return }
    extent = field.extent
  }

  mutating func table(_ table: borrowing TableReading) {
    guard extent == nil else { return }
    let path = path(table.name)
    if path == wanted {
      extent = table.extent
      return
    }
    // A row of it, or a column of a row.
    let place = path.parts.count - 1
    guard wanted.parts.count > place, wanted.parts.prefix(place) == path.parts.prefix(place),
      wanted.parts[place].name == path.parts[place].name,
      case .one(let row) = wanted.parts[place].indexes.first, row <= table.count
    else { return }
    extent = table.extent(ofRow: row - 1)
  }

  mutating func begin(_ group: borrowing GroupReading) {
    let prefix = prefixes.last ?? FieldPath()
    switch group.kind {
    case .group: prefixes.append(group.name.utf8CodeUnitCount == 0 ? prefix : path(group.name))
    case .list: prefixes.append(path(group.name))
    case .item: prefixes.append(prefix.item(group.index + 1))
    }
  }

  mutating func end(_ group: borrowing GroupReading) { _ = prefixes.popLast() }
  mutating func wants(item index: Int, of count: Int) -> Bool { extent == nil }
}
