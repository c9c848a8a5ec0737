import Atoms
import ByteReading
import MediaFacts
package import Structure

/// Where the data of an item lie, or why they are not to be had.
package enum ItemBytes: Sendable {
  /// In these ranges of the file, in the order of the data; whether they are encrypted.
  case found([Range<Int>], isProtected: Bool)
  /// Why there are none, for people: `item 3 has its data in another file`.
  case missing(String)
}

extension Document {
  /// The data of the item that the node at `node` describes; `nil` when it describes none.
  ///
  /// Never more bytes than the file has: items may have their data in each other, and claim the same bytes
  /// many times.
  ///
  /// - Complexity: O(*n*) in the items of its directory when it is first asked for, and in the ranges.
  package func itemBytes(of node: NodeIndex) -> ItemBytes? {
    guard tree[node].type == "infe", !tree[node].isRaw, let context = context as? AtomContext else { return nil }
    let entry = NodeReader(self).view(ItemEntry.self, of: node)
    guard let id = entry.number(.item_ID), let meta = tree.ancestor("meta", of: node) else { return nil }
    let name = "item \(id)"
    guard let items = context.items(around: meta), items.entry(of: id) == node else {
      return .missing("\(name) is described twice: the first entry counts")
    }
    guard let location = items.location(of: id) else { return .missing("\(name) has no data") }
    switch items.data(of: id) {
    case .absent:
      return .missing(
        location.reference != 0
          ? "\(name) has its data in another file" : "\(name) has data that are not all in the file")
    case .tooMany: return .missing("\(name) has its data in too many parts of others")
    case .found(let ranges, let byteCount):
      guard byteCount <= UInt64(tree.file.byteCount) else {
        return .missing("\(name) claims more bytes than the file has: its parts lie in each other")
      }
      let isProtected = entry.number(.item_protection_index).map { $0 != 0 } ?? false
      return .found(ranges.map { Int($0.lowerBound)..<Int($0.upperBound) }, isProtected: isProtected)
    }
  }
}

extension SampleTrack {
  /// Whether some of its samples are encrypted, as one of its entries says.
  package var isProtected: Bool { description.protectedShare(in: home.tree) != .none }
}
