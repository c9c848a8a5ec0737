import ByteReading
package import MediaInspection
package import Structure

extension MediaFile {
  /// The items of the lists in a node that holds such lists, and whether not all of it was looked at; `nil` for any other
  /// node.
  ///
  /// - Complexity: O(*n*) in the nodes that it holds, of which 4,096 are looked at.
  package static func listedItems(of index: NodeIndex, in document: Document) -> (items: [NodeIndex], isCut: Bool)? {
    let tree = document.tree
    guard tree[index].type == "meta" || tree[index].type == "udta" else { return nil }
    var items: [NodeIndex] = []
    var at = index.next
    for _ in 0..<4_096 where at < tree[index].subtreeEnd {
      if tree.parent(of: at).map({ tree[$0].type == "ilst" }) ?? false { items.append(at) }
      at = at.next
    }
    return (items, at < tree[index].subtreeEnd)
  }
}
