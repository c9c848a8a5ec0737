import ByteReading
import Structure

extension PrivacyKeys {
  /// What a node leads to is where a camera was: samples of a sample entry, or what an index lists.
  ///
  /// - Returns: What people call it; `nil` for a node that leads to no positions.
  static func positions(of index: NodeIndex, in tree: Tree) -> String? {
    guard let parent = tree.parent(of: index) else { return nil }
    switch (tree[index].type, tree[parent].type) {
    case ("gpmd", "stsd"), ("camm", "stsd"): return "A track of positions"
    case ("gps ", "moov"): return "An index of positions"
    default: return nil
    }
  }
}
