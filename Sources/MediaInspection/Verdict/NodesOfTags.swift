import MediaFacts
package import Structure

extension MediaFile {
  /// The nodes of a file that are tags with all in them, in the order of the file: what a verdict calls so.
  ///
  /// - Complexity: O(*n*) in the nodes.
  package static func nodesOfTags(in document: Document) -> [NodeIndex] {
    let tree = document.tree
    var found: [NodeIndex] = []
    var at = tree.indices.lowerBound
    while at < tree.indices.upperBound {
      if aspect(of: at, FieldPath(), in: document).aspect == .tags {
        found.append(at)
        at = max(at.next, tree[at].subtreeEnd)
      } else {
        at = at.next
      }
    }
    return found
  }
}
