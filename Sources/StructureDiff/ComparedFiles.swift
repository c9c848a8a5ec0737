import ByteReading
import MediaFacts
import Structure

/// Two files that are compared, and what is known of them before any field is.
struct ComparedFiles {
  let before: Document
  let after: Document
  let rules: Rules
  let moved: MovedBytes
  let samples: SampleCauses
  let options: Comparison.Options

  /// In which ways the two nodes may say the same.
  func encoding(_ a: NodeIndex, _ b: NodeIndex) -> Encoding? {
    let (x, y) = (before.tree[a].type, after.tree[b].type)
    return rules.encodings.first { $0.types.contains(x) && $0.types.contains(y) }
  }
}
