internal import ByteReading
internal import Structure

/// The nodes that options show, in document order, each once.
///
/// Without a selection these are all nodes down to the depth. A selected node brings its subtree
/// with it, levels counted from itself; one that is narrowed to fields comes alone.
///
/// - Complexity: O(*n*) in the number of nodes shown and of nodes at the deepest level.
struct ShownNodes: Sequence, IteratorProtocol {
  /// A node and what is shown of it.
  struct Shown {
    let index: NodeIndex
    let node: Node
    /// The entries of the selection that narrow it to fields; empty when all its fields are shown.
    let fields: Range<Int>
    /// The nodes beneath it that the depth hides, where no node beneath it is selected.
    let folded: Int
  }

  private let tree: Tree
  private let selection: Selection
  private let levels: Int
  /// The next entry of the selection.
  private var entry = 0
  /// The next node that may be shown for the roots that are open.
  private var position: NodeIndex
  /// Selected nodes around `position`: where each ends, and the first depth that is hidden in it.
  private var roots: [(end: NodeIndex, hidden: Int)] = []
  /// Nodes before this one and above this depth are shown without further questions.
  private var plainEnd = NodeIndex(0)
  private var plainDepth = 0

  init(_ document: Document, _ options: RenderOptions) {
    tree = document.tree
    selection = options.selection
    levels = options.depth.map { Swift.max($0, 0) } ?? .max
    position = NodeIndex(0)
    if !selection.isActive { roots.append((tree.end, levels)) }
  }

  mutating func next() -> Shown? {
    if position < plainEnd {
      let node = tree[position]
      if Int(node.depth) < plainDepth { return show(position, node, hidden: plainDepth) }
    }
    plainEnd = NodeIndex(0)
    while true {
      while let last = roots.last, position >= last.end { roots.removeLast() }
      // An entry that was passed over lies in a subtree that was shown or is not there.
      while entry < selection.nodes.count, selection.nodes[entry].node < position, roots.isEmpty {
        entry += 1
      }
      let selected = entry < selection.nodes.count ? selection.nodes[entry].node : tree.end
      guard let root = roots.last else {
        guard selected < tree.end else { return nil }
        position = selected
        return open(selected)
      }
      if selected <= position {
        if selected < position {
          entry += 1
          continue
        }
        return open(selected)
      }
      let node = tree[position]
      if Int(node.depth) >= root.hidden {
        // No node here or beneath is shown, unless it is selected.
        position = Swift.min(node.subtreeEnd, selected)
        continue
      }
      plainEnd = Swift.min(root.end, selected)
      plainDepth = root.hidden
      return show(position, node, hidden: root.hidden)
    }
  }

  /// Shows a selected node and goes on with its subtree, or past the node when fields are selected.
  private mutating func open(_ index: NodeIndex) -> Shown {
    let node = tree[index]
    let first = entry
    var isWhole = false
    while entry < selection.nodes.count, selection.nodes[entry].node == index {
      if selection.nodes[entry].field == nil { isWhole = true }
      entry += 1
    }
    let depth = Int(node.depth)
    let around = roots.last.map { depth < $0.hidden } ?? false
    if isWhole || around {
      let (hidden, overflow) = depth.addingReportingOverflow(Swift.max(levels, 1))
      if isWhole { roots.append((node.subtreeEnd, overflow ? .max : hidden)) }
      return show(index, node, hidden: roots.last?.hidden ?? .max)
    }
    position = index.next
    return Shown(index: index, node: node, fields: first..<entry, folded: 0)
  }

  private mutating func show(_ index: NodeIndex, _ node: Node, hidden: Int) -> Shown {
    let end = node.subtreeEnd
    position = index.next
    var folded = 0
    if end > position, Int(node.depth) + 1 >= hidden {
      let selected = entry < selection.nodes.count ? selection.nodes[entry].node : tree.end
      if selected >= end {
        folded = position.distance(to: end)
        position = end
      }
    }
    return Shown(index: index, node: node, fields: 0..<0, folded: folded)
  }
}
