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
    /// Whether some of their bytes are not there, so that the checksum is none.
    var isAbsent = false
    /// Those of the file itself.
    private var seen = 0

    /// Adds one of them, which is folded where there are enough of the type.
    mutating func add(_ node: Node, of file: ByteSource) {
      count += 1
      guard node.source == 0 else { return }
      seen += 1
      guard seen > SnapshotFolds.written else { return }
      let range = node.extent.byteOffset..<node.extent.byteEnd
      isAbsent = isAbsent || file.isAbsent(range)
      if !isAbsent { sum = crc32(of: file.bytes.extracting(range), continuing: sum) }
    }
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
    var counts: [FourCC: Int] = [:]
    for index in tree.children(of: nil) { counts[tree[index].type, default: 0] += 1 }
    for (type, count) in counts where count > Self.least { runs[type] = Run() }
    guard !runs.isEmpty else { return }
    for index in tree.children(of: nil) {
      let node = tree[index]
      guard let place = runs.index(forKey: node.type) else { continue }
      if !options.leavesOut(index, FieldPath(), nil) { runs.values[place].add(node, of: tree.file) }
    }
    runs = runs.filter { $0.value.count > Self.least }
  }

  /// How a node at the top is gone past.
  enum Passing {
    /// It has lines of its own.
    case written
    /// It is the first of those that have one line together, and what that says of them.
    case firstFolded(text: String, isAbsent: Bool)
    /// It is another of these.
    case folded
  }

  /// Goes past the next node of a type.
  mutating func pass(_ type: FourCC) -> Passing {
    guard let place = runs.index(forKey: type) else { return .written }
    runs.values[place].passed += 1
    let run = runs.values[place]
    if run.passed <= Self.written { return .written }
    if run.passed > Self.written + 1 { return .folded }
    var text = ByteWriter()
    text.put(decimal: run.count - Self.written)
    text.put(" like this, crc32 ")
    text.put(hex: UInt64(run.sum), digits: 8)
    return .firstFolded(text: text.string, isAbsent: run.isAbsent)
  }
}
