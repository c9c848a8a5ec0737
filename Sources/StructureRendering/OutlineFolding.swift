import ByteReading
import Structure

/// Which nodes of an outline are closed so that it fits a screen.
struct OutlineFolding {
  private let tree: Tree
  private let groups: SiblingGroups
  private let options: RenderOptions
  /// Nodes whose children are not shown, in the order of the file.
  private(set) var nodes: [NodeIndex] = []

  /// Folds what repeats, then what lies deepest, until the outline has the height that options want.
  init(_ tree: Tree, _ groups: SiblingGroups, _ options: RenderOptions) {
    self.tree = tree
    self.groups = groups
    self.options = options
    guard let height = options.height, options.depth == nil, options.fields == .none else { return }
    let room = max(8, height - 6)
    var rows = 0
    let tables = forEachOutsideGroups { _ in rows += 1 }
    rows += tables
    guard rows > room else { return }
    rows -= foldRepeats()
    if rows > room { foldLevels(room - tables) }
  }

  /// The title of the nodes, in small letters, when all have one: `track`.
  var name: String? {
    var names: Set<String> = []
    for index in nodes where names.count < 2 {
      guard let title = tree.program(of: tree[index])?.syntax.title else { return nil }
      names.insert(title.description)
    }
    return names.count == 1 ? names.first?.lowercased() : nil
  }

  /// Calls `body` with each node that is a line of its own, and gives the number of lines that tables
  /// of siblings take.
  @discardableResult
  private func forEachOutsideGroups(_ body: (NodeIndex) -> Void) -> Int {
    var lines = 0
    var index = NodeIndex(0)
    while index < tree.end {
      if let group = groups.group(at: index, in: tree.indices) {
        index = group.end
        lines += min(group.starts.count, groups.shownRepetitions(of: group, options.limit) + 1) + 2
      } else {
        body(index)
        index = index.next
      }
    }
    return lines
  }

  /// The number of nodes in the node at `index`.
  private func countInside(_ index: NodeIndex) -> Int { tree.descendants(of: index).count }

  /// Folds the second and later siblings of one type, and gives the number of lines that are gone.
  private mutating func foldRepeats() -> Int {
    var repeats: [NodeIndex] = []
    forEachOutsideGroups { parent in
      guard countInside(parent) > 0 else { return }
      var seen: Set<UInt32> = []
      for child in tree.children(of: parent) where countInside(child) > 0 {
        if !seen.insert(tree[child].type.rawValue).inserted { repeats.append(child) }
      }
    }
    var gone = 0
    var covered = NodeIndex(0)
    for index in repeats.sorted() where index >= covered {
      nodes.append(index)
      gone += countInside(index)
      covered = tree[index].subtreeEnd
    }
    return gone
  }

  /// Folds levels from the inside out until at most `room` lines are left.
  private mutating func foldLevels(_ room: Int) {
    var perLevel: [Int] = []
    forEachOutsideGroups { index in
      let depth = Int(tree[index].depth)
      while perLevel.count <= depth { perLevel.append(0) }
      perLevel[depth] += 1
    }
    var depth = 0
    var rows = perLevel.first ?? 0
    while depth + 1 < perLevel.count, rows + perLevel[depth + 1] <= room {
      depth += 1
      rows += perLevel[depth]
    }
    var closed: [NodeIndex] = []
    forEachOutsideGroups { index in
      if Int(tree[index].depth) == depth, countInside(index) > 0 { closed.append(index) }
    }
    // Those of the level itself are among the closed.
    nodes = (nodes.filter { Int(tree[$0].depth) < depth } + closed).sorted()
  }
}
