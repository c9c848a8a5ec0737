internal import ByteReading
package import MediaFacts
import Structure

/// What follows from what in tags that count what they hold.
package enum TagDerivations {
  /// The derivations of all tags: sizes and numbers of items in APE.
  package static let all: [Derivation] =
    // Version 1 has no header.
    [
      Derivation(.ape2, "header.size", noun: "size", rule: "size = items and footer") {
        node, document in size(of: node, document)
      },
      Derivation(.ape2, "header.item_count", noun: "entry count", rule: "the number of items") {
        node, document in itemCount(of: node, document)
      },
      Derivation(.apeEnd, "size", noun: "size", rule: "size = items and footer") {
        node, document in document.tree.parent(of: node).flatMap { size(of: $0, document) }
      },
      Derivation(.apeEnd, "item_count", noun: "entry count", rule: "the number of items") {
        node, document in document.tree.parent(of: node).flatMap { itemCount(of: $0, document) }
      },
    ]

  /// The bytes of a tag behind its header, which it may be without.
  private static func size(of tag: NodeIndex, _ document: Document) -> Derivation.Outcome? {
    let node = document.tree[tag]
    let header = UInt64(document.ownPayload(of: tag).byteCount)
    // Without items the footer is the first of its parts.
    guard header <= node.size, document.tree.firstChild(of: tag) != nil else { return nil }
    return Derivation.Outcome(node.size - header, from: [tag])
  }

  private static func itemCount(of tag: NodeIndex, _ document: Document) -> Derivation.Outcome? {
    let tree = document.tree
    let items = tree.children(of: tag).filter { !tree[$0].isRaw && tree[$0].type != .apeEnd }
    return Derivation.Outcome(UInt64(items.count), from: [tag] + items)
  }
}
