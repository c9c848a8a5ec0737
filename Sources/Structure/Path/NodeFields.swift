public import ByteReading

/// What one node says, for programs that ask for a few fields: a value each, with its name and place.
///
/// ```swift
/// for event in try document.nodes("//emsg") {
///   let fields = document.fields(of: event)
///   print(fields["scheme_id_uri"]?.text ?? "", fields["id"]?.number ?? 0)
/// }
/// ```
///
/// Rows of long tables are not read: `NodeReader.withTable(_:_:)` lends these where they lie.
public struct NodeFields: Sendable, Sequence {
  /// One field.
  public struct Field: Sendable {
    /// Its name, with the names of the groups around it: `entries[2].language`.
    public let name: String
    /// Its value as people read it, the meaning in brackets: `1,000`, `100 (High)`.
    public let shown: String
    /// Text as it stands in the file, escaped for output; of other values the same as `shown`.
    public let text: String
    /// The number as stored; `nil` for text and bytes.
    public let number: UInt64?
    /// Its bits, from the start of the source that it lies in.
    public let extent: Extent
  }

  /// The fields in the order of their bytes, ``limit`` at most.
  public let all: [Field]
  /// The fields that are read of one node at most.
  public static let limit = 4_096

  /// The first field of this name.
  ///
  /// - Parameter name: The name, spelled as the specification spells it.
  /// - Returns: The field; `nil` when there is none of this name.
  public subscript(name: String) -> Field? { all.first { $0.name == name } }

  /// Goes through the fields in the order in which they stand in the file.
  ///
  /// - Returns: An iterator over all fields.
  public func makeIterator() -> IndexingIterator<[Field]> { all.makeIterator() }
}

extension Document {
  /// The fields of the node at `index`, without those of its header.
  ///
  /// - Parameter index: The node.
  /// - Returns: The fields, each with its value, its extent and the groups around it.
  /// - Complexity: O(*n*) in the bytes of the node's own fields, opaque ones excepted.
  public func fields(of index: NodeIndex) -> NodeFields {
    var walker = Walker()
    var sink = NamedFields()
    walk(index, &walker, into: &sink)
    return NodeFields(all: sink.found)
  }

  /// The nodes that a path means, in the order of the file: `moov/trak[2]`, `//emsg`.
  ///
  /// - Parameter path: The path, in the path language.
  /// - Returns: The nodes, each once; none when the path means no node of this file.
  /// - Throws: `PathError` for text that is no path.
  public func nodes(_ path: String) throws(PathError) -> [NodeIndex] {
    try Path(path).nodes(in: self)
  }
}

/// Keeps fields with their names.
private struct NamedFields: FieldSink {
  var found: [NodeFields.Field] = []
  private var groups: [String] = []

  mutating func wants(item index: Int, of count: Int) -> Bool {
    found.count < NodeFields.limit
  }

  mutating func field(_ field: borrowing FieldReading) {
    guard found.count < NodeFields.limit, !field.isGap else { return }
    var name = ByteWriter()
    for group in groups { name.put(group) }
    name.put(field.name)
    var shown = ByteWriter()
    shown.put(value: field, .field)
    var text = ByteWriter()
    var number: UInt64?
    switch field.definition.kind {
    case .string:
      text.put(text: field.contentBytes, encoding: field.encoding, style: .name)
    case .bytes, .uuid: text.put(shown)
    default:
      text.put(shown)
      number = field.raw
    }
    found.append(
      NodeFields.Field(
        name: name.string, shown: shown.string, text: text.string, number: number,
        extent: field.extent))
  }

  mutating func begin(_ group: borrowing GroupReading) {
    switch group.kind {
    case .group: groups.append("\(group.name).")
    case .list: groups.append("\(group.name)")
    case .item: groups.append("[\(group.index + 1)].")
    }
  }

  mutating func end(_ group: borrowing GroupReading) { groups.removeLast() }

  mutating func table(_ table: borrowing TableReading) {
    guard found.count < NodeFields.limit else { return }
    var shown = ByteWriter()
    shown.put(table.count, "row", "rows")
    found.append(
      NodeFields.Field(
        name: groups.joined() + "\(table.name)", shown: shown.string, text: shown.string,
        number: nil, extent: table.extent))
  }
}
