import ByteReading
import Structure

/// The nodes at the top of two files in which samples lie that are others.
struct SampleHolders {
  private var nodes: (before: TopNodes, after: TopNodes)
  private var before: Set<NodeIndex> = []
  private var after: Set<NodeIndex> = []
  private var areKnown = true
  /// Whether one of them lies where it lay and has as many bytes, or is not known to: its bytes are others.
  private var hasOtherBytes = false

  init(_ before: Document, _ after: Document) { nodes = (TopNodes(before), TopNodes(after)) }

  /// The nodes of each file, none where tables say of each sample that it lies elsewhere in its media, or has another size:
  /// it may be another for that alone. `nil` where it is not known of all samples, and of none.
  var found: (before: Set<NodeIndex>, after: Set<NodeIndex>)? {
    guard areKnown, !(before.isEmpty && after.isEmpty) else { return nil }
    return hasOtherBytes ? (before, after) : ([], [])
  }

  /// Notes where a sample of the first file begins; of one that is elsewhere it is not known.
  ///
  /// - Complexity: O(log *n*) in the nodes at the top, O(*n*) the first time.
  mutating func addBefore(_ offset: UInt64?) {
    hasOtherBytes = true
    if let node = offset.flatMap({ nodes.before.node(at: $0) }) { before.insert(node) } else { areKnown = false }
  }

  /// The same of the second file.
  mutating func addAfter(_ offset: UInt64?) {
    hasOtherBytes = true
    if let node = offset.flatMap({ nodes.after.node(at: $0) }) { after.insert(node) } else { areKnown = false }
  }

  /// The same of a sample of each file, which may lie in another file.
  mutating func add(_ x: Sample, _ y: Sample) {
    let had = hasOtherBytes
    let (start, other) = (x.file == 0 ? x.offset : nil, y.file == 0 ? y.offset : nil)
    addBefore(start)
    addAfter(other)
    guard let start, let other, let place = nodes.before.place(of: start), let otherPlace = nodes.after.place(of: other)
    else { return }
    hasOtherBytes = had || x.size == y.size && place == otherPlace
  }

  /// The nodes at the top of a file, by where they begin.
  private struct TopNodes {
    private let document: Document
    private lazy var nodes = Self.nodes(of: document)

    init(_ document: Document) { self.document = document }

    /// None where steps run out: each track whose samples are others goes through them.
    private static func nodes(of document: Document) -> [NodeIndex] {
      let tree = document.tree
      var found: [NodeIndex] = []
      var last: UInt64 = 0
      var counted = 0
      for index in tree.children(of: nil) {
        counted += 1
        if counted & 1_023 == 0, !document.work.charge(16, for: "there are no steps left for where samples lie") { return [] }
        guard tree[index].source == 0, tree[index].start >= last else { continue }
        found.append(index)
        last = tree[index].start
      }
      return found
    }

    mutating func node(at offset: UInt64) -> NodeIndex? {
      let (nodes, tree) = (nodes, document.tree)
      let point = (0..<nodes.count).partitionPoint { tree[nodes[$0]].start <= offset }
      guard point > 0, offset < tree[nodes[point - 1]].end else { return nil }
      return nodes[point - 1]
    }

    /// How far behind where the payload of its node begins something lies, modulo 2⁶⁴; `nil` where it lies in none.
    mutating func place(of offset: UInt64) -> UInt64? {
      node(at: offset).map { offset &- UInt64(document.tree[$0].payload.byteOffset) }
    }
  }
}
