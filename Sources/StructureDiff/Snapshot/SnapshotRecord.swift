internal import Structure

/// A node as a snapshot records it.
struct SnapshotRecord {
  let index: NodeIndex
  let path: String
  var fields: [Field] = []
  /// Whether a line says something of it: containers are written by what stands in them.
  var isWritten: Bool
  /// Whether its fields are not known, because bytes that they are found by are not there.
  var isAbsent = false

  /// What it takes beside its place in a list, about.
  var byteCount: Int {
    // Short texts lie where they are named.
    fields.reduce(path.utf8.count > 15 ? 48 + path.utf8.count : 0) { $0 + 224 + $1.value.utf8.count }
  }

  struct Field {
    /// What it is called, where it has a name.
    var path: FieldPath
    /// The same as it is written.
    var name: String { path.description }
    var value: String
    /// Whether it says what goes without saying, and is not written.
    var isHidden: Bool
    /// Whether no field names these bytes.
    var isUnnamed: Bool
    /// Its bytes in the source of the node's fields; empty for what the header says.
    var bytes: Range<Int>
    /// Of a table the rows that are there, and the field that counts them.
    var counted: (rows: Int, by: FieldPath)?
    /// Whether the value is not known, because some of the bytes are not there.
    var isAbsent = false
  }
}
