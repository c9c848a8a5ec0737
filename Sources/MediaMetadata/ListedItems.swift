import ByteReading
package import MediaInspection
package import Structure

extension MediaFile {
  /// The items of the lists in a node that holds such lists, or the frames of a tag and the texts of a chunk, and whether
  /// not all of it was looked at; `nil` for any other node.
  ///
  /// - Complexity: O(*n*) in the nodes that it holds, of which 4,096 are looked at.
  package static func listedItems(of index: NodeIndex, in document: Document) -> (items: [NodeIndex], isCut: Bool)? {
    let tree = document.tree
    var items: [NodeIndex] = []
    if tree[index].type == "LIST" || tree[index].type.isTagOfFrames {
      var isCut = false
      for child in tree.children(of: index) where !tree[child].marks.contains(.padding) {
        isCut = items.count == limit
        if isCut { break }
        items.append(child)
      }
      return (items, isCut)
    }
    guard tree[index].type == "meta" || tree[index].type == "udta" else { return nil }
    var at = index.next
    for _ in 0..<limit where at < tree[index].subtreeEnd {
      if tree.parent(of: at).map({ tree[$0].type == "ilst" }) ?? false { items.append(at) }
      at = at.next
    }
    return (items, at < tree[index].subtreeEnd)
  }

  private static var limit: Int { 4_096 }
}
