internal import ByteReading
import Structure

/// Runs of siblings that are drawn as a table, as their own tables declare: fragments.
struct SiblingGroups {
  private let tree: Tree
  private let faulty: FaultyNodes
  /// Whether any may be found.
  private let isWanted: Bool

  /// A run of siblings.
  struct Group {
    /// The nodes that declare the grouping.
    fileprivate(set) var members: [NodeIndex]
    /// The first node of each repetition.
    fileprivate(set) var starts: [NodeIndex]
    let grouping: Grouping
    fileprivate(set) var end: NodeIndex
  }

  /// - Parameter isWanted: Whether there shall be any: nodes with lines of their own below them are in no
  ///   table.
  init(_ document: Document, isWanted: Bool) {
    tree = document.tree
    faulty = document.faulty
    // It is worth while to look for one only where a table of the tree declares a grouping.
    self.isWanted = isWanted && tree.tables.contains { $0.syntax.grouping != nil }
  }

  /// How many repetitions a table shows, of which `limit` are asked for.
  func shownRepetitions(of group: Group, _ limit: Int?) -> Int {
    min(limit.map { max($0, 10) } ?? .max, group.starts.count)
  }

  /// The nodes of repetition `number` of a group.
  func part(_ number: Int, of group: Group) -> [NodeIndex] {
    let end = number + 1 < group.starts.count ? group.starts[number + 1] : group.end
    var nodes: [NodeIndex] = []
    var at = group.starts[number]
    while at < end {
      nodes.append(at)
      at = tree[at].subtreeEnd
    }
    return nodes
  }

  /// The group that begins at the node at `index`, when it and what follows are one.
  func group(at index: NodeIndex, in range: Range<NodeIndex>) -> Group? {
    guard isWanted else { return nil }
    var at = index
    let depth = tree[index].depth
    // What may stand before the node that declares the grouping is said by that node.
    var leader = index
    var steps = 0
    while leader < range.upperBound, steps < 5, tree[leader].depth == depth {
      if let grouping = tree.program(of: tree[leader])?.syntax.grouping {
        return run(from: &at, leader: leader, grouping, in: range)
      }
      guard !tree[leader].isRaw else { return nil }
      leader = tree[leader].subtreeEnd
      steps += 1
    }
    return nil
  }

  private func run(
    from start: inout NodeIndex, leader: NodeIndex, _ grouping: Grouping, in range: Range<NodeIndex>
  ) -> Group? {
    let type = tree[leader].type
    let before = grouping.before.description.split(separator: " ").compactMap { FourCC(key: $0) }
    let after = grouping.after.description.split(separator: " ").compactMap { FourCC(key: $0) }
    let depth = tree[start].depth
    var group = Group(members: [], starts: [], grouping: grouping, end: start)
    var at = start
    while at < range.upperBound, tree[at].depth == depth {
      let first = at
      while at < range.upperBound, tree[at].depth == depth, before.contains(tree[at].type) {
        at = tree[at].subtreeEnd
      }
      guard at < range.upperBound, tree[at].depth == depth, tree[at].type == type,
        !faulty.contain(at, tree[at])
      else { break }
      group.members.append(at)
      group.starts.append(first)
      at = tree[at].subtreeEnd
      while at < range.upperBound, tree[at].depth == depth, after.contains(tree[at].type),
        !faulty.contain(at, tree[at])
      {
        at = tree[at].subtreeEnd
      }
      group.end = at
    }
    return group.members.count >= grouping.minimum ? group : nil
  }
}
