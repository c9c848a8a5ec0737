import ByteReading
import MediaFacts
import Structure

extension PrivacyKeys {
  /// What a node leads to is where a camera was: samples of a sample entry, or what an index lists.
  ///
  /// - Returns: Which of the two; `nil` for a node that leads to no positions, as an index without any does.
  static func positions(of index: NodeIndex, in document: Document) -> Disclosure.Kind? {
    let tree = document.tree
    guard let parent = tree.parent(of: index) else { return nil }
    switch (tree[index].type, tree[parent].type) {
    case ("gpmd", "stsd"), ("camm", "stsd"): return .positions
    case ("gps ", "moov"):
      let payload = tree[index].payload
      let bytes = document.source(of: tree[index]).bytes.extracting(payload.byteOffset..<payload.byteEnd)
      return bytes.isBlank() ? nil : .indexOfPositions
    default: return nil
    }
  }
}
