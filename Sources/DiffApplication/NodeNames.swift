import ByteReading
import Structure

/// What the nodes of two files are called, by which a path that means none of them is known without going through
/// them: files of rules may have tens of thousands.
struct NodeNames {
  private var types: Set<FourCC> = []
  private var words: Set<String> = []
  /// The most names of either kind: of files with more nothing is known.
  private static let limit = 4_096
  private var isComplete = true

  /// - Complexity: O(*n*) in the nodes of both.
  init(_ before: Document, _ after: Document) {
    gather(before)
    if before !== after { gather(after) }
  }

  private mutating func gather(_ document: Document) {
    for index in document.tree.indices {
      guard types.count <= Self.limit, words.count <= Self.limit else {
        isComplete = false
        return
      }
      let node = document.tree[index]
      if let word = document.word(for: node) { words.insert(word) } else { types.insert(node.type) }
    }
  }

  /// Whether each step of a path is what some node is called, in either file.
  func mayMean(_ path: Path) -> Bool {
    !isComplete || path.steps.allSatisfy { step in
      switch step.name {
      case .any, .uuid: true
      case .word(let word): words.contains(word)
      // A word may be written as a code, with escapes for what a code may not have.
      case .code(let code): types.contains(code) || words.contains(code.key) || code.key.contains("\\")
      }
    }
  }
}
