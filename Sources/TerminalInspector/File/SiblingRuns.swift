import ByteReading
import Structure

/// Finds runs of siblings that repeat, fragments and tiles of an image, of which a tree shows the first few
/// and one row for most others.
///
/// Which types repeat together is what their tables say (``Structure/Grouping``). What a check found fault
/// with belongs to no run, so that it keeps its row.
struct SiblingRuns {
  /// The repetitions of a run that one row stands for: all but the first few and the last.
  struct Run: Equatable {
    /// The node whose row stands for them.
    var first: NodeIndex
    /// One past the last node.
    var end: NodeIndex
    /// The repetitions.
    var count: Int
  }

  /// The repetitions before a fold, and those that are worth one.
  static let shown = 3
  static let least = 8

  private let document: Document
  private let faulty: FaultyNodes
  private let tiles: Set<NodeIndex>
  /// Whether what a table of the tree describes can begin a run, by the number of the table: most nodes
  /// of a long file are of those that cannot, and are passed by one look.
  private let repeats: [Bool]

  /// - Parameter tiles: The nodes of items that are parts of an image.
  init(_ document: Document, tiles: Set<NodeIndex>) {
    self.document = document
    faulty = document.faulty
    self.tiles = tiles
    repeats = document.tree.tables.map { $0.syntax.grouping != nil }
  }

  /// Whether a run can begin at a node.
  func canBegin(at index: NodeIndex, _ node: Node) -> Bool {
    let table = Int(node.table)
    return (table < repeats.count && repeats[table])
      || (!tiles.isEmpty && tiles.contains(index))
  }

  /// The run that begins at a node, and where the next one can begin.
  ///
  /// - Complexity: O(*n*) in the siblings that are passed.
  func run(at node: NodeIndex, before limit: NodeIndex) -> (run: Run?, end: NodeIndex) {
    let tree = document.tree
    if tiles.contains(node) {
      return run(at: node, before: limit) { tiles.contains($0) ? .begins : .ends }
    }
    guard let grouping = tree.program(of: tree[node])?.syntax.grouping else {
      return (nil, node.next)
    }
    let leader = tree[node].type
    let before = Self.types(grouping.before)
    let after = Self.types(grouping.after)
    return run(at: node, before: limit) { other in
      let type = tree[other].type
      if faulty.contain(other, tree[other]) { return .ends }
      return type == leader
        ? .begins : before.contains(type) ? .leads : after.contains(type) ? .follows : .ends
    }
  }

  /// What a sibling is to a run.
  private enum Part {
    /// It begins a repetition, unless what leads to it did.
    case begins
    case leads, follows
    /// It is no part of the run.
    case ends
  }

  private func run(
    at node: NodeIndex, before limit: NodeIndex, _ part: (NodeIndex) -> Part
  ) -> (run: Run?, end: NodeIndex) {
    let tree = document.tree
    let depth = tree[node].depth
    var at = node
    var count = 0
    /// Where the first repetition begins that is hidden, and the last one.
    var first: NodeIndex?
    var last = node
    /// The node that leads to the next repetition.
    var lead: NodeIndex?
    loop: while at < limit, tree[at].depth == depth {
      switch part(at) {
      case .begins:
        count += 1
        last = lead ?? at
        if count == Self.shown + 1 { first = last }
        lead = nil
      case .leads: lead = lead ?? at
      case .follows: lead = nil
      case .ends: break loop
      }
      at = tree[at].subtreeEnd
    }
    let end = max(at, node.next)
    let hidden = count - Self.shown - 1
    guard let first, hidden >= Self.least else { return (nil, end) }
    return (Run(first: first, end: last, count: hidden), end)
  }

  private static func types(_ words: StaticString) -> [FourCC] {
    words.description.split(separator: " ").compactMap { FourCC(key: $0) }
  }
}
