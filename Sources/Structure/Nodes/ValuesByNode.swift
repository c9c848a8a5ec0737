import ByteReading

/// Values by node. Where few are held, a dictionary takes longer than all that is done with it: the runtime would
/// have to find out how its keys are compared.
///
/// It is made for each type of values where it is used: a module cannot do that for another one's.
///
/// - Complexity: O(log *n*) to look one up, O(1) to add one behind all others.
package struct ValuesByNode<Value> {
  @usableFromInline var entries: [(node: NodeIndex, value: Value)] = []

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { entries.isEmpty }

  /// All of them, in the order of the file.
  @inlinable package var all: [(node: NodeIndex, value: Value)] { entries }

  @inlinable package subscript(node: NodeIndex) -> Value? {
    get {
      let place = place(of: node)
      return place < entries.count && entries[place].node == node ? entries[place].value : nil
    }
    set {
      let place = place(of: node)
      let isKnown = place < entries.count && entries[place].node == node
      switch (isKnown, newValue) {
      case (true, let value?): entries[place].value = value
      case (true, nil): entries.remove(at: place)
      case (false, let value?): entries.insert((node, value), at: place)
      case (false, nil): break
      }
    }
  }

  /// The value of a node, to be changed where it is; `fallback` when it has none.
  @inlinable package subscript(node: NodeIndex, default fallback: @autoclosure () -> Value) -> Value {
    get { self[node] ?? fallback() }
    _modify {
      let place = place(of: node)
      if place == entries.count || entries[place].node != node { entries.insert((node, fallback()), at: place) }
      yield &entries[place].value
    }
  }

  /// The place of the first entry that is not before `node`.
  @inlinable func place(of node: NodeIndex) -> Int {
    if let last = entries.last, last.node < node { return entries.count }
    return (0..<entries.count).partitionPoint { entries[$0].node < node }
  }
}

extension ValuesByNode: Sendable where Value: Sendable {}

/// Nodes, of which few are held; see ``ValuesByNode``.
///
/// - Complexity: O(log *n*) to look one up, O(1) to add one behind all others.
package struct NodeSet: Sendable {
  /// In the order of the file.
  private var nodes: [NodeIndex] = []

  /// None.
  package init() {}

  package var isEmpty: Bool { nodes.isEmpty }

  package func contains(_ node: NodeIndex) -> Bool { nodes.holds(node) }

  /// - Returns: Whether it was not there.
  @discardableResult
  package mutating func insert(_ node: NodeIndex) -> Bool {
    guard let last = nodes.last, node <= last else {
      nodes.append(node)
      return true
    }
    // The last one is not before it, so that there is one at the place.
    let place = (0..<nodes.count).partitionPoint { nodes[$0] < node }
    if nodes[place] == node { return false }
    nodes.insert(node, at: place)
    return true
  }
}
