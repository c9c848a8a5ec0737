internal import ByteReading
internal import Structure

/// What distinguishes siblings of one name, as numbers: what their tables declare, or the rows of them that are
/// identities.
struct SiblingIdentities {
  /// The most that a table declares.
  private static let width = 4
  /// Of each sibling a number for all of them, then one for each but the first; 0 for none. Empty when
  /// no sibling has any.
  private var keys: [Int32: SIMD4<UInt64>] = [:]
  /// How many the sibling with most has.
  private(set) var most = 0
  var isEmpty: Bool { keys.isEmpty }

  /// - Parameter nodes: The siblings, by their number in the document.
  init(_ nodes: [Int32], _ document: Document, _ reader: NodeReader) {
    var walker = Walker()
    for node in nodes {
      let own = Self.texts(of: NodeIndex(Int(node)), document, reader, &walker)
      guard !own.isEmpty else { continue }
      most = min(Self.width, max(most, own.count))
      var key = SIMD4<UInt64>()
      for place in 0..<min(Self.width, own.count) {
        if place == 0 {
          key[0] = own.allSatisfy(\.isEmpty) ? 0 : Self.number(own)
        } else if !own[place].isEmpty {
          key[place] = Self.number([own[place]])
        }
      }
      keys[node] = key
    }
  }

  /// The number of the first identities of a sibling, or that of one column behind these; 0 for none.
  func key(of node: Int32, _ column: Int) -> UInt64 { keys[node]?[column] ?? 0 }

  private static func number(_ texts: [String]) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(texts)
    return UInt64(truncatingIfNeeded: hasher.finalize()) | 1
  }

  /// What distinguishes a node from its siblings; empty when nothing does.
  private static func texts(
    of index: NodeIndex, _ document: Document, _ reader: NodeReader, _ walker: inout Walker
  ) -> [String] {
    guard let program = document.tree.program(of: document.tree[index]) else { return [] }
    let declared = reader.identities(of: index)
    if !declared.isEmpty {
      let texts = declared.map { $0.value ?? "" }
      return texts.allSatisfy(\.isEmpty) ? [] : texts
    }
    guard program.rows.contains(where: { $0.traits.contains(.identity) }) else { return [] }
    var sink = IdentityTexts()
    document.walk(index, &walker, into: &sink)
    return sink.texts.isEmpty ? [] : [sink.texts.joined(separator: "\u{1}")]
  }
}

/// The values of rows that distinguish siblings.
private struct IdentityTexts: FieldSink {
  var texts: [String] = []

  mutating func field(_ field: borrowing FieldReading) {
    guard !field.isGap, field.definition.traits.contains(.identity) else { return }
    var text = ByteWriter()
    text.put(value: field, .raw)
    texts.append(text.string)
  }

  mutating func table(_ table: borrowing TableReading) {}
  mutating func wants(item index: Int, of count: Int) -> Bool { index < 16 }
}
