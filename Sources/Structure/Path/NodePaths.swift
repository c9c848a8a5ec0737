/// The paths of several nodes, each found once in one pass over their siblings.
package struct NodePaths {
  /// In the order of the file, each once.
  private let nodes: [NodeIndex]
  private let paths: [String]

  /// - Parameters:
  ///   - nodes: Nodes of the file, in any order.
  ///   - document: The file.
  /// - Complexity: O(*n* log *n*) in the nodes, and O(*m*) in the siblings in front of the last of them.
  package init(of nodes: [NodeIndex], in document: Document) {
    var known: [NodeIndex] = []
    for node in nodes.sorted() where known.last != node { known.append(node) }
    var tracker = PathTracker(document)
    var paths: [String] = []
    for node in known {
      tracker.move(to: node)
      paths.append(tracker.path)
    }
    (self.nodes, self.paths) = (known, paths)
  }

  /// The canonical path of `node`; empty when it is none of the nodes.
  ///
  /// - Complexity: O(log *n*).
  package subscript(node: NodeIndex) -> String {
    let place = (0..<nodes.count).partitionPoint { nodes[$0] < node }
    return place < nodes.count && nodes[place] == node ? paths[place] : ""
  }
}
