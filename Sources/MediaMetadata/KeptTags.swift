internal import ByteReading
internal import MediaInspection
package import Structure

/// Whether what is gone of the metadata of one file stands elsewhere in another: the title of a list that is the title of
/// user data now.
///
/// It keeps what it read of the files that were asked for last.
package final class KeptTags: @unchecked Sendable {
  /// What an item says, whatever list it stands in.
  private struct Said: Hashable {
    let key: String
    let value: String

    /// `nil` for what has no key that lists of several kinds share, and for what is no text, number or date.
    init?(_ item: MetadataItem) {
      guard item.trackID == nil, let key = item.commonKey, let value = item.stringValue else { return nil }
      self.key = key.rawValue
      self.value = value
    }
  }

  private struct Files {
    let before, after: Document
    /// The nodes of items of the first, in the order of the file, with what they say.
    let items: [(node: NodeIndex, said: Said?)]
    /// What those of the second say.
    let said: Set<Said>
    /// What the texts of both take.
    let share: MemoryShare
    /// The nodes that are still looked for.
    var left = 256

    /// Of items for which there is no memory it is not known whether they are kept: they are taken to be lost.
    init(_ before: Document, _ after: Document) {
      (self.before, self.after) = (before, after)
      let share = MemoryShare(before.memory, for: "there is no memory for tags that stand elsewhere")
      func said(_ item: MetadataItem) -> Said? {
        guard let said = Said(item), share.grow(by: MemoryLayout<Said>.stride + said.value.utf8.count) else { return nil }
        return said
      }
      items = MediaFile.metadata(of: before).map { ($0.node, said($0)) }.sorted { $0.node < $1.node }
      self.said = Set(MediaFile.metadata(of: after).compactMap(said))
      self.share = share
    }
  }

  // Only touched while the lock is held.
  private let lock = Lock()
  private var files: Files?

  package init() {}

  /// Whether all items in the node at `node` of the first file are items of the second: false where there are none, and
  /// where something else stands in it.
  ///
  /// - Complexity: O(*n*) in the nodes that it holds, and in the items of both files the first time.
  package func areKept(_ node: NodeIndex, of before: Document, in after: Document) -> Bool {
    lock.withLock {
      if files.map({ $0.before !== before || $0.after !== after }) ?? true {
        files = Files(before, after)
      }
      guard var known = files, known.left > 0 else { return false }
      known.left -= 1
      files?.left = known.left
      let subtree = before.tree.subtree(of: node)
      let start = (0..<known.items.count).partitionPoint { known.items[$0].node < subtree.lowerBound }
      var items: [NodeIndex] = []
      for item in known.items[start...] {
        guard item.node < subtree.upperBound else { break }
        guard let said = item.said, known.said.contains(said) else { return false }
        items.append(item.node)
      }
      return !items.isEmpty && holdsOnly(items[...], subtree, before.tree)
    }
  }

  /// Whether nothing stands in nodes but items, what leads to these, and padding.
  private func holdsOnly(_ items: ArraySlice<NodeIndex>, _ subtree: Range<NodeIndex>, _ tree: Tree) -> Bool {
    var rest = items
    var end = subtree.lowerBound
    var at = subtree.lowerBound
    while at < subtree.upperBound {
      while let item = rest.first, item <= at {
        end = max(end, tree[item].subtreeEnd)
        rest.removeFirst()
      }
      let isLeaf = tree[at].subtreeEnd == at.next
      if isLeaf, at >= end, !tree[at].marks.contains(.padding), !Self.leading.contains(tree[at].type) { return false }
      at = at.next
    }
    return true
  }

  /// What leads to items, and room.
  private static let leading: [FourCC] = ["hdlr", "keys", "free", "skip"]
}
