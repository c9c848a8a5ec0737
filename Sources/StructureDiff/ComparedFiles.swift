import ByteReading
import MediaFacts
import Structure

/// Two files that are compared, and what is known of them before any field is.
///
/// It is an object: each pair of nodes is compared by it, and a copy would be dear for each.
final class ComparedFiles {
  let before: Document
  let after: Document
  let rules: Rules
  let moved: MovedBytes
  let samples: SampleCauses
  let options: Comparison.Options
  /// What has other numbers.
  let renumbering: Renumbering?
  /// By type: in which ways its nodes may say the same.
  private let encodings: [FourCC: [Encoding]]

  init(
    _ before: Document, _ after: Document, by rules: Rules, moved: MovedBytes,
    samples: SampleCauses, options: Comparison.Options, renumbering: Renumbering?
  ) {
    (self.before, self.after, self.rules) = (before, after, rules)
    (self.moved, self.samples, self.options) = (moved, samples, options)
    self.renumbering = renumbering
    var encodings: [FourCC: [Encoding]] = [:]
    for encoding in rules.encodings { for type in encoding.types { encodings[type, default: []].append(encoding) } }
    self.encodings = encodings
  }

  /// Where the items of two nodes lie, which are read once for all their fields.
  func places(
    _ a: NodeIndex, _ b: NodeIndex, by find: (NodeIndex, Document) -> [ItemPlace]
  ) -> (before: [ItemPlace], after: [ItemPlace]) {
    if let known, known.a == a, known.b == b { return known.found }
    let found = (find(a, before), find(b, after))
    known = (a, b, found)
    return found
  }

  /// What was asked for last.
  private var known: (a: NodeIndex, b: NodeIndex, found: (before: [ItemPlace], after: [ItemPlace]))?

  /// In which ways the two nodes may say the same: by the rule that is about the fewest types.
  func encoding(_ a: NodeIndex, _ b: NodeIndex) -> Encoding? {
    let (x, y) = (before.tree[a].type, after.tree[b].type)
    var found: Encoding?
    for encoding in encodings[x] ?? [] where encoding.types.contains(y) {
      if found.map({ encoding.types.count < $0.types.count }) ?? true { found = encoding }
    }
    return found
  }

  /// Whether the two nodes stand in parts of other versions, which have other types.
  func areOfOtherVersions(_ a: NodeIndex, _ b: NodeIndex) -> Bool {
    var holders = (before.tree.parent(of: a), after.tree.parent(of: b))
    while case (let x?, let y?) = holders {
      if before.tree[x].type != after.tree[y].type { return true }
      holders = (before.tree.parent(of: x), after.tree.parent(of: y))
    }
    return false
  }
}
