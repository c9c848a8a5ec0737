internal import ByteReading
internal import Structure

/// Texts that are the same in characters and stored in other bytes: in another encoding, with terminators or
/// without, a genre by its number or its name.
struct RewrittenTexts {
  /// The nodes of the first file that hold them, each once, in the order in which they were found.
  private(set) var nodes: [NodeIndex] = []
  private var known: Set<NodeIndex> = []
  /// Those that say another encoding.
  private var encoded: Set<NodeIndex> = []

  /// Takes a change that is of one; others are none of them.
  mutating func add(_ change: Change) {
    guard change.isSameText, let node = change.before else { return }
    if known.insert(node).inserted { nodes.append(node) }
    if change.field.description == "encoding" { encoded.insert(node) }
  }

  /// `8 texts in another encoding, 1 value written otherwise`.
  var words: String {
    var text = ByteWriter()
    let rest = nodes.count - encoded.count
    if !encoded.isEmpty {
      text.put(encoded.count, "text", "texts")
      text.put(" in another encoding")
    }
    if rest > 0 {
      if text.count > 0 { text.put(", ") }
      text.put(rest, "value", "values")
      text.put(" written otherwise")
    }
    return text.string
  }
}
