import ByteReading
import Structure

/// The items of metadata in a node that came or went as a whole, which are no changes of their own.
struct ItemsOfNode {
  /// Whether it is one that holds lists of items.
  static func mayHoldItems(_ index: NodeIndex, _ tree: Tree) -> Bool {
    tree[index].type == "meta" || tree[index].type == "udta"
  }

  /// Writes what the items of `index` say, each with its key: `com.apple.quicktime.make = "Apple"; @nam "One" and 3 more`;
  /// nothing where it has none.
  ///
  /// - Complexity: O(*n*) in the nodes that it holds, of which no more than a limit are looked at.
  static func put(_ index: NodeIndex, _ document: Document, _ reader: NodeReader, to output: inout ByteWriter) {
    let tree = document.tree
    var items: [NodeIndex] = []
    var at = index.next
    for _ in 0..<lookedAt where at < tree[index].subtreeEnd {
      if tree.parent(of: at).map({ tree[$0].type == "ilst" }) ?? false { items.append(at) }
      at = at.next
    }
    for (place, item) in items.prefix(told).enumerated() {
      output.put(place == 0 ? ": " : "; ")
      var summary = ByteWriter()
      reader.putSummary(of: item, to: &summary)
      // What counts a key says that itself.
      if !tree[item].type.isNumber || summary.count == 0 {
        output.put(text: tree[item].type.key, style: .name)
        if summary.count > 0 { output.put(" ") }
      }
      output.put(summary)
    }
    let isCut = at < tree[index].subtreeEnd
    if items.count > told {
      output.put(isCut ? " and at least " : " and ")
      output.put(grouped: items.count - told)
      output.put(" more")
    } else if isCut, !items.isEmpty {
      output.put(" and perhaps more")
    }
  }

  /// Items that are told one by one.
  private static let told = 6
  /// Nodes that are looked at for them.
  private static let lookedAt = 4_096
}
