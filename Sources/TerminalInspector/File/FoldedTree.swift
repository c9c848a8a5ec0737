import ByteReading
import Structure

/// Which nodes of a tree have rows, when some are folded: row numbers of nodes, and nodes of rows.
///
/// What is hidden is kept as ranges in document order, with the number of nodes hidden before each, so
/// that no row has to be made to know its number.
struct FoldedTree {
  /// The nodes in one folded node that stands in no other.
  private struct Hidden {
    var first: UInt32
    var end: UInt32
    /// The nodes that are hidden before them.
    var before: UInt32
  }

  let tree: Tree
  /// What finds runs of siblings that repeat.
  private let finder: SiblingRuns?
  /// The runs that were found so far by their first nodes, and which of these are open.
  private var runs: [NodeIndex: SiblingRuns.Run] = [:]
  private var openRuns: Set<NodeIndex> = []
  private var hidden: [Hidden] = []
  /// The nodes that are open, or folded when ``unfoldsAll``.
  private var changed: Set<NodeIndex> = []
  private var unfoldsAll = false
  /// What is hidden when all nodes and runs are folded, to which one comes back with no other work.
  private var folded: [Hidden] = []
  /// The nodes and hidden ranges that were gone through so far.
  private(set) var steps = 0

  /// - Parameter finder: Finds runs that are folded until they are opened; without it there are none.
  init(_ tree: Tree, runs finder: SiblingRuns? = nil) {
    self.tree = tree
    self.finder = finder
    hidden = ranges(in: tree.indices)
    count(from: 0)
    folded = hidden
  }

  /// The number of rows.
  var count: Int {
    guard let last = hidden.last else { return tree.count }
    return tree.count - Int(last.before) - Int(last.end - last.first)
  }

  func hasChildren(_ node: NodeIndex) -> Bool { tree[node].subtreeEnd > node.next }

  /// Whether the children of a node have rows, when it has one itself.
  func isOpen(_ node: NodeIndex) -> Bool {
    hasChildren(node) && changed.contains(node) != unfoldsAll && foldedRun(at: node) == nil
  }

  /// The run that the row of a node stands for; `nil` when the row is that of the node alone.
  func foldedRun(at node: NodeIndex) -> SiblingRuns.Run? {
    guard !unfoldsAll, let run = runs[node], !openRuns.contains(node) else { return nil }
    return run
  }

  /// Whether a node is the first of a run that was opened.
  func beginsOpenRun(_ node: NodeIndex) -> Bool { !unfoldsAll && openRuns.contains(node) }

  /// The row of a node; `nil` when it is hidden.
  ///
  /// - Complexity: O(log *f*) in the folded nodes.
  func row(of node: NodeIndex) -> Int? {
    let number = UInt32(clamping: node.number)
    let place = hidden.partition { $0.first <= number }
    guard place > 0 else { return node.number }
    let range = hidden[place - 1]
    if number < range.end { return nil }
    return node.number - Int(range.before) - Int(range.end - range.first)
  }

  /// The node of a row; `nil` when there is none.
  func node(at row: Int) -> NodeIndex? {
    guard row >= 0, row < count else { return nil }
    let place = hidden.partition { Int($0.first) - Int($0.before) <= row }
    guard place > 0 else { return NodeIndex(row) }
    let range = hidden[place - 1]
    return NodeIndex(row + Int(range.before) + Int(range.end - range.first))
  }

  /// The node that stands for a hidden one: the innermost around it that has a row.
  func shown(_ node: NodeIndex) -> NodeIndex {
    let number = UInt32(clamping: node.number)
    let place = hidden.partition { $0.first <= number }
    guard place > 0, number < hidden[place - 1].end else { return node }
    return NodeIndex(Int(hidden[place - 1].first)).previous ?? node
  }

  // MARK: Folding

  /// Opens the run that the row of a node stands for, else the node.
  mutating func open(_ node: NodeIndex) {
    if foldedRun(at: node) != nil { openRun(at: node) } else { set(node, isOpen: true) }
  }

  mutating func close(_ node: NodeIndex) { set(node, isOpen: false) }

  mutating func openAll() {
    unfoldsAll = true
    changed = []
    hidden = []
  }

  mutating func closeAll() {
    unfoldsAll = false
    changed = []
    openRuns = []
    hidden = folded
  }

  /// Gives each repetition of a run its rows.
  mutating func openRun(at node: NodeIndex) {
    guard let run = foldedRun(at: node) else { return }
    openRuns.insert(node)
    guard row(of: node) != nil else { return }
    replace(node..<run.end, by: ranges(in: node..<run.end, findsRuns: false))
  }

  /// Folds a run that was opened.
  mutating func closeRun(at node: NodeIndex) {
    guard beginsOpenRun(node), let run = runs[node] else { return }
    openRuns.remove(node)
    guard row(of: node) != nil else { return }
    replace(node..<run.end, by: [Self.hidden(node.next, run.end)])
  }

  /// Opens what stands around a node, so that it has a row.
  mutating func reveal(_ node: NodeIndex) {
    var around: [NodeIndex] = []
    var at = tree.parent(of: node)
    while let parent = at {
      around.append(parent)
      at = tree.parent(of: parent)
    }
    for parent in around.reversed() {
      showRepetition(parent)
      set(parent, isOpen: true)
    }
    showRepetition(node)
  }

  /// Opens the run that hides a node whose parent is open.
  private mutating func showRepetition(_ node: NodeIndex) {
    if row(of: node) == nil { openRun(at: shown(node)) } else { openRun(at: node) }
  }

  private mutating func set(_ node: NodeIndex, isOpen: Bool) {
    guard tree.known(node) != nil, hasChildren(node), self.isOpen(node) != isOpen else { return }
    if isOpen == unfoldsAll { changed.remove(node) } else { changed.insert(node) }
    guard row(of: node) != nil else { return }
    let inside = node.next..<tree[node].subtreeEnd
    replace(
      inside,
      by: isOpen ? ranges(in: inside) : [Self.hidden(inside.lowerBound, inside.upperBound)])
  }

  /// Puts other hidden ranges in the place of those that begin among `nodes`.
  private mutating func replace(_ nodes: Range<NodeIndex>, by ranges: [Hidden]) {
    let first = UInt32(clamping: nodes.lowerBound.number)
    let end = UInt32(clamping: nodes.upperBound.number)
    let from = hidden.partition { $0.first < first }
    let to = hidden.partition { $0.first < end }
    hidden.replaceSubrange(from..<to, with: ranges)
    count(from: from)
  }

  private static func hidden(_ first: NodeIndex, _ end: NodeIndex) -> Hidden {
    Hidden(
      first: UInt32(clamping: first.number), end: UInt32(clamping: end.number), before: 0)
  }

  /// The hidden ranges among nodes of which the first ones have rows.
  private mutating func ranges(in nodes: Range<NodeIndex>, findsRuns: Bool = true) -> [Hidden] {
    var found: [Hidden] = []
    var at = nodes.lowerBound
    // Where looking for the next run begins, and the one that comes first.
    var looked = findsRuns && !unfoldsAll ? at : nodes.upperBound
    var run: SiblingRuns.Run?
    while at < nodes.upperBound {
      steps &+= 1
      let node = tree[at]
      if at >= looked, let finder, finder.canBegin(at: at, node) {
        let next = finder.run(at: at, before: nodes.upperBound)
        looked = next.end
        run = next.run.flatMap { openRuns.contains($0.first) ? nil : $0 }
        if let run = next.run { runs[run.first] = run }
      }
      if let folded = run, at == folded.first {
        found.append(Self.hidden(at.next, folded.end))
        at = folded.end
        run = nil
        continue
      }
      let end = node.subtreeEnd
      if end > at.next, !isOpen(at) {
        found.append(Self.hidden(at.next, end))
        at = end
      } else {
        at = at.next
      }
    }
    return found
  }

  /// Counts what is hidden before each range, from `place` on.
  private mutating func count(from place: Int) {
    var before: UInt32 = 0
    if place > 0 {
      let last = hidden[place - 1]
      before = last.before + (last.end - last.first)
    }
    steps &+= max(0, hidden.count - place)
    for index in place..<max(place, hidden.count) {
      hidden[index].before = before
      before += hidden[index].end - hidden[index].first
    }
  }
}

extension Array {
  /// The number of elements at the start for which `isBefore` holds, which are followed by none.
  func partition(_ isBefore: (Element) -> Bool) -> Int {
    (0..<count).partitionPoint { isBefore(self[$0]) }
  }
}
