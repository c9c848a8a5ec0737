import ByteReading

/// The nodes that warnings or errors of a check are about. Those that a scanner found damaged have a
/// mark of their own, ``Node/Marks/faulty``.
public struct FaultyNodes: Sendable {
  /// In document order, each once.
  private var nodes: [NodeIndex] = []

  init() {}

  /// Whether `node`, which stands at `index`, is damaged, or a warning or an error is about it.
  ///
  /// - Parameters:
  ///   - index: Where the node stands in the tree.
  ///   - node: The node itself.
  /// - Returns: Whether a reader should look at it.
  /// - Complexity: O(log *n*) in the number of nodes that checks found.
  public func contain(_ index: NodeIndex, _ node: Node) -> Bool {
    if node.marks.contains(.faulty) { return true }
    guard let last = nodes.last, index <= last else { return false }
    return nodes[place(of: index)] == index
  }

  /// Adds the node at `index`.
  ///
  /// - Complexity: O(1) behind all others, else O(*n*).
  package mutating func insert(_ index: NodeIndex) {
    guard let last = nodes.last, index <= last else { return nodes.append(index) }
    let place = place(of: index)
    if nodes[place] != index { nodes.insert(index, at: place) }
  }

  /// The place of the first node that does not stand before `index`.
  private func place(of index: NodeIndex) -> Int {
    (0..<nodes.count).partitionPoint { nodes[$0] < index }
  }
}
