import Atoms
import ByteReading
package import Structure

/// An image item (14496-12 §8.11.6) as lists show it.
package struct ImageItem: Sendable {
  /// The node that describes it.
  package let node: NodeIndex
  package let id: UInt64
  /// Where its bytes are in the file, in their order; empty when they were not found there.
  package let ranges: [Range<UInt64>]
  /// Whether the grid that is the primary item is put together of it.
  package let isTile: Bool

  /// Where its first byte is; `nil` when its bytes were not found.
  package var offset: UInt64? { ranges.first?.lowerBound }
  /// Its bytes in all; `nil` when they were not found.
  package var byteCount: UInt64? {
    ranges.isEmpty ? nil : ranges.reduce(0) { $0 &+ ($1.upperBound &- $1.lowerBound) }
  }
}

extension Document {
  /// The items that the file describes, in the order of their entries; the first `limit` of them.
  ///
  /// - Complexity: O(*n*) in the nodes of the file, and in its items.
  package func imageItems(limit: Int = 65_536) -> [ImageItem] {
    guard let context = context as? AtomContext, limit > 0 else { return [] }
    let entries = tree.indices.lazy.filter { self.tree[$0].type == "infe" }.prefix(limit)
    guard !entries.isEmpty else { return [] }
    let reader = NodeReader(self)
    let tiles = Set(ImageLayout(self)?.tiles.map(\.item) ?? [])
    let top = tree.child("meta", of: nil)
    return entries.compactMap { node in
      guard let id = reader.view(ItemEntry.self, of: node).number(.item_ID),
        let meta = tree.ancestor("meta", of: node)
      else { return nil }
      let isTile = meta == top && tiles.contains(id)
      guard let items = context.items(around: meta), items.entry(of: id) == node,
        case .found(let ranges, _) = items.data(of: id)
      else { return ImageItem(node: node, id: id, ranges: [], isTile: isTile) }
      return ImageItem(node: node, id: id, ranges: Array(ranges), isTile: isTile)
    }
  }
}
