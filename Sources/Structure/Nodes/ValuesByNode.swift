/// Values by node. Where few are held, a dictionary takes longer than all that is done with it: the runtime would
/// have to find out how its keys are compared.
///
/// - Complexity: O(log *n*) to look one up, O(1) to add one behind all others.
package struct ValuesByNode<Value> {
  private var entries: [(node: NodeIndex, value: Value)] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// All of them, in the order of the file.
  package var all: [(node: NodeIndex, value: Value)] { entries }

  package subscript(node: NodeIndex) -> Value? {
    get {
      let place = place(of: node)
      return place < entries.count && entries[place].node == node ? entries[place].value : nil
    }
    set {
      let place = place(of: node)
      if place < entries.count, entries[place].node == node { entries.remove(at: place) }
      if let newValue { entries.insert((node, newValue), at: place) }
    }
  }

  /// The place of the first entry that is not before `node`.
  private func place(of node: NodeIndex) -> Int {
    var (low, high) = (0, entries.count)
    if let last = entries.last, last.node < node { return high }
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].node < node { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ValuesByNode: Sendable where Value: Sendable {}
