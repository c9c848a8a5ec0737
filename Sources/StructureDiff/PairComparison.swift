internal import ByteReading
import MediaFacts
internal import Structure

/// Compares nodes that are the same in two files: their headers, then their fields.
struct PairComparison {
  private(set) var found: [Change] = []
  private let files: ComparedFiles
  /// Whether there was memory for all of it.
  private(set) var isComplete = true
  /// Tables that differ by no more than they may.
  private(set) var toleratedRows = 0

  init(_ files: ComparedFiles) { self.files = files }

  /// What was found, which is gone from here then.
  mutating func takeFound() -> [Change] {
    var taken: [Change] = []
    swap(&taken, &found)
    return taken
  }

  /// Compares the node `a` of the first file with its partner `b`.
  mutating func compare(_ a: NodeIndex, _ b: NodeIndex) {
    found += HeaderComparison(files, a, b).changes
    let payload = files.moved.payload(of: a)
    if payload == .same || payload == .unknown { return }
    if hasSamePayload(a, b) { return }
    var fields = FieldComparison(files, a, b)
    let differences = fields.differences()
    toleratedRows += fields.toleratedRows
    if differences.isEmpty { return }
    // A field may be a list of ten thousand texts. Those found are there twice while they are joined.
    let room = differences.count * 2 * Comparison.bytesOfChange
    guard files.before.memory.take(room, for: Comparison.noMemory) else {
      isComplete = false
      return
    }
    defer { files.before.memory.giveBack(room) }
    found += FieldChanges(files, fields.sides).changes(of: differences)
  }

  /// Whether the bytes of both are the same, and mean the same.
  private func hasSamePayload(_ a: NodeIndex, _ b: NodeIndex) -> Bool {
    let (before, after) = (files.before, files.after)
    let x = before.tree[a]
    let y = after.tree[b]
    guard x.source == 0, y.source == 0, !x.marks.contains(.coded), !y.marks.contains(.coded),
      before.tree.program(of: x) === after.tree.program(of: y)
    else { return false }
    let p = before.ownPayload(of: a)
    let q = after.ownPayload(of: b)
    return p.count == q.count
      && before.tree.file.hasSameBytes(
        in: p.byteOffset..<max(p.byteOffset, p.byteEnd), as: after.tree.file,
        in: q.byteOffset..<max(q.byteOffset, q.byteEnd))
  }
}
