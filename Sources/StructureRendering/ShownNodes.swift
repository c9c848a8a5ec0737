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
    let node: Int
    /// The entries of the selection that narrow it to fields; empty when all its fields are shown.
    let fields: Range<Int>
    /// The nodes beneath it that the depth hides, where nothing beneath it is selected.
    let folded: Int
  }

  private let tree: Tree
  private let selection: Selection
  private let levels: Int
  /// The next entry of the selection.
  private var entry = 0
  /// The next node that may be shown for the roots that are open.
  private var position: Int
  /// Selected nodes around `position`: where each ends, and the first depth that is hidden in it.
  private var roots: [(end: Int, hidden: Int)] = []

  init(_ document: Document, _ options: RenderOptions) {
    tree = document.tree
    selection = options.selection
    levels = options.depth.map { Swift.max($0, 0) } ?? .max
    position = 0
    if !selection.isActive { roots.append((tree.count, levels)) }
  }

  mutating func next() -> Shown? {
    while true {
      while let last = roots.last, position >= last.end { roots.removeLast() }
      // An entry that was passed over lies in a subtree that was shown or is not there.
      while entry < selection.nodes.count, selection.nodes[entry].node < position, roots.isEmpty {
        entry += 1
      }
      let selected = entry < selection.nodes.count ? selection.nodes[entry].node : .max
      guard let root = roots.last else {
        guard selected < tree.count else { return nil }
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
        // Nothing here or beneath is shown, unless it is selected.
        position = Swift.min(Int(node.subtreeEnd), selected)
        continue
      }
      return show(position, hidden: root.hidden, fields: 0..<0)
    }
  }

  /// Shows a selected node and goes on with its subtree, or past the node when fields are selected.
  private mutating func open(_ node: Int) -> Shown {
    let first = entry
    var isWhole = false
    while entry < selection.nodes.count, selection.nodes[entry].node == node {
      if selection.nodes[entry].field == nil { isWhole = true }
      entry += 1
    }
    let depth = Int(tree[node].depth)
    let around = roots.last.map { depth < $0.hidden } ?? false
    if isWhole || around {
      let (hidden, overflow) = depth.addingReportingOverflow(Swift.max(levels, 1))
      if isWhole { roots.append((Int(tree[node].subtreeEnd), overflow ? .max : hidden)) }
      return show(node, hidden: roots.last?.hidden ?? .max, fields: 0..<0)
    }
    position = node + 1
    return Shown(node: node, fields: first..<entry, folded: 0)
  }

  private mutating func show(_ index: Int, hidden: Int, fields: Range<Int>) -> Shown {
    let node = tree[index]
    let end = Int(node.subtreeEnd)
    position = index + 1
    var folded = 0
    if Int(node.depth) + 1 >= hidden, end > position {
      let selected = entry < selection.nodes.count ? selection.nodes[entry].node : .max
      if selected >= end {
        folded = end - position
        position = end
      }
    }
    return Shown(node: index, fields: fields, folded: folded)
  }
}
