internal import ByteReading
package import MediaFacts
internal import MediaInspection
internal import Structure

extension MediaFile {
  /// How values in lists of iTunes and QuickTime say the same in other bytes: text in UTF-8 and UTF-16, numbers in one byte and
  /// in four, a genre by its number and by its name. They keep what they read of the two files that were asked for last.
  package static var valueEncodings: [Encoding] {
    let values = StoredValues()
    return [
      Encoding(["gnre", "@gen"], fields: [], rule: "a genre by its number or its name"),
      Encoding(["data"], fields: ["type", "value"], saysAll: true, rule: "the same value in other bytes", texts: values.texts),
    ]
  }
}

extension MetadataItem {
  /// What a value of iTunes says in words, that is stored as its own kind of bytes.
  func words(of contents: MetadataContents) -> String? {
    guard keySpace == .iTunes, let data = contents.data, data.count <= 8 else { return nil }
    let bytes = data.array
    switch keyString {
    case "gnre": return MetadataGenre(iTunes: bytes)?.name
    case "trkn", "disk":
      // What stands in front of the numbers and behind them says nothing where it is zeros.
      guard bytes.prefix(2).allSatisfy({ $0 == 0 }), bytes.dropFirst(6).allSatisfy({ $0 == 0 }),
        let place = MetadataPosition(iTunes: bytes)
      else { return nil }
      return "\(place.number ?? 0) of \(place.total ?? 0)"
    default: return nil
    }
  }
}

/// What the values of items say, of the files that were asked for last.
private final class StoredValues: Sendable {
  /// With what the texts take.
  private typealias File = (document: Document, values: [NodeIndex: String], share: MemoryShare)
  private let files = Guarded<[File]>([])

  /// What the value at a node says: nothing for pictures, other bytes, and moments, which are compared as they are written.
  @Sendable
  func texts(of node: NodeIndex, in document: Document) -> [String]? {
    let tree = document.tree
    guard let item = tree.parent(of: node), let list = tree.parent(of: item), tree[list].type == "ilst" else { return nil }
    return files.withLock { files in
      if let known = files.first(where: { $0.document === document }) { return known.values[node].map { [$0] } }
      if files.count == 2 { files.removeFirst() }
      files.append(Self.file(document))
      return files[files.count - 1].values[node].map { [$0] }
    }
  }

  private static func file(_ document: Document) -> File {
    let share = MemoryShare(document.memory, for: "there is no memory for values that are stored in other bytes")
    var values: [NodeIndex: String] = [:]
    for item in MediaFile.metadata(of: document) where item.isWholeNode && document.tree[item.node].type == "data" {
      let contents = item.contents
      // What could not be read is not known to be the same.
      guard contents.faults.isEmpty,
        let text = item.words(of: contents).map({ "text " + $0 }) ?? contents.value.flatMap(text),
        share.grow(by: text.utf8.count + 2 * MemoryLayout<(NodeIndex, String)>.stride)
      else { continue }
      values[item.node] = text
    }
    return (document, values, share)
  }

  private static func text(_ value: MetadataValue) -> String? {
    switch value {
    case .text(let text): "text " + text
    case .number(let number): "number " + number.text
    default: nil
    }
  }
}
