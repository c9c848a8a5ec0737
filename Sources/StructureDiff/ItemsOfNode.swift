import ByteReading
import Structure

/// The items of metadata in a node that came or went as a whole, which are no changes of their own.
struct ItemsOfNode {
  /// Writes what the items of `index` say, each with its key: `com.apple.quicktime.make = "Apple"; @nam "One" and 3 more`;
  /// nothing where none is found.
  ///
  /// - Parameter found: Its items, and whether not all of it was looked at.
  static func put(
    _ found: (items: [NodeIndex], isCut: Bool), _ document: Document, _ reader: NodeReader, to output: inout ByteWriter
  ) {
    let (items, isCut) = found
    let tree = document.tree
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
}
