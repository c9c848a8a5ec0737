package import Structure

/// A node of either file or of both, in the order of the first file.
package struct MergedNode: Sendable {
  /// The levels above it.
  package let depth: Int
  package let before: NodeIndex?
  package let after: NodeIndex?
}

extension Comparison {
  /// The nodes of both files as one tree: those that belong together once, those of the second file
  /// alone behind the sibling that stands before them there. The first `limit` of them.
  ///
  /// - Complexity: O(*n*) in the nodes of both files.
  package func merged(limit: Int) -> [MergedNode] {
    guard let alignment else { return [] }
    var merger = Merger(alignment, before.tree, after.tree, limit: limit)
    merger.run()
    return merger.found
  }
}

/// Goes through two trees at once.
private struct Merger {
  private let alignment: Alignment
  private let before: Tree
  private let after: Tree
  private let limit: Int
  private(set) var found: [MergedNode] = []
  /// What is still to be gone through, the next at the end.
  private var open: [MergedNode] = []
  /// Nodes of the second file that were met: one that stands elsewhere is met once.
  private var met: Set<Int> = []

  init(_ alignment: Alignment, _ before: Tree, _ after: Tree, limit: Int) {
    self.alignment = alignment
    self.before = before
    self.after = after
    self.limit = limit
  }

  mutating func run() {
    open = children(of: nil, nil, depth: 0).reversed()
    while let next = open.popLast(), found.count < limit {
      if let index = next.after, !met.insert(index.number).inserted { continue }
      found.append(next)
      open += children(of: next.before, next.after, depth: next.depth + 1).reversed()
    }
  }

  /// The children of a pair of nodes, or of one without a partner; the nodes at the top for neither.
  private func children(of a: NodeIndex?, _ b: NodeIndex?, depth: Int) -> [MergedNode] {
    let ofBefore = a == nil && depth > 0 ? [] : Array(before.children(of: a).prefix(limit))
    let ofAfter = b == nil && depth > 0 ? [] : Array(after.children(of: b).prefix(limit))
    var places: [Int: Int] = [:]
    for (place, index) in ofAfter.enumerated() { places[index.number] = place }
    var merged: [MergedNode] = []
    var passed = 0
    /// Those of the second file alone up to a place among its siblings.
    func addOthers(upTo end: Int) {
      while passed < end {
        let index = ofAfter[passed]
        if alignment.partner(ofAfter: index) == nil {
          merged.append(MergedNode(depth: depth, before: nil, after: index))
        }
        passed += 1
      }
    }
    for index in ofBefore {
      let partner = alignment.partner(ofBefore: index)
      if let place = partner.flatMap({ places[$0.number] }) { addOthers(upTo: place) }
      merged.append(MergedNode(depth: depth, before: index, after: partner))
    }
    addOthers(upTo: ofAfter.count)
    return merged
  }
}
