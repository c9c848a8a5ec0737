internal import ByteReading
internal import Structure

/// Which of very many siblings at the top a snapshot has no lines for: those of one type behind the first
/// ones, such as the fragments of a recording.
struct SnapshotFolds {
  /// What is said of those of a type.
  private struct Run {
    var count = 0
    /// Those that were gone past.
    var passed = 0
    var sum: UInt32 = 0
    var isWritten = false
    /// Whether some of their bytes are not there, so that the checksum is none.
    var isAbsent = false
  }

  private var runs: [FourCC: Run] = [:]

  /// Siblings of a type from which on some are folded.
  private static let least = 128
  /// Those of them that have lines.
  private static let written = 64

  /// - Complexity: O(*n*) in the nodes at the top, and in the bytes of those that are folded.
  init(_ document: Document, _ options: Snapshot.Options) {
    guard options.foldsRuns else { return }
    let tree = document.tree
    let top = tree.children(of: nil).lazy.filter { !options.leavesOut($0, FieldPath(), nil) }
    for index in top { runs[tree[index].type, default: Run()].count += 1 }
    runs = runs.filter { $0.value.count > Self.least }
    guard !runs.isEmpty else { return }
    var seen: [FourCC: Int] = [:]
    for index in top {
      let node = tree[index]
      guard node.source == 0, var run = runs[node.type] else { continue }
      seen[node.type, default: 0] += 1
      guard seen[node.type] ?? 0 > Self.written else { continue }
      let range = node.extent.byteOffset..<node.extent.byteEnd
      run.isAbsent = run.isAbsent || tree.file.isAbsent(range)
      if !run.isAbsent {
        run.sum = crc32(of: tree.file.bytes.extracting(range), continuing: run.sum)
      }
      runs[node.type] = run
    }
  }

  /// Whether the next node of a type is folded.
  mutating func isFolded(_ type: FourCC) -> Bool {
    guard var run = runs[type] else { return false }
    run.passed += 1
    runs[type] = run
    return run.passed > Self.written
  }

  /// What is said of all that are folded; once.
  mutating func takeRest(of type: FourCC) -> (text: String, isAbsent: Bool)? {
    guard var run = runs[type], !run.isWritten else { return nil }
    run.isWritten = true
    runs[type] = run
    var text = ByteWriter()
    text.put(decimal: run.count - Self.written)
    text.put(" like this, crc32 ")
    text.put(hex: UInt64(run.sum), digits: 8)
    return (text.string, run.isAbsent)
  }
}
