import ByteReading
import MediaFacts
import Structure

/// Where nodes stand in another order that some players read one after the other.
struct ReadOrderComparison {
  private(set) var findings: [Verdict.Finding] = []
  /// The nodes of the first file that hold them.
  private(set) var parents: Set<NodeIndex> = []

  /// - Complexity: O(*n*) in the changes, and in what the nodes around them hold.
  init(
    _ changes: [Change], _ before: Document, _ after: Document, _ alignment: Alignment,
    _ orders: (_ node: NodeIndex, _ document: Document) -> [ReadOrder]
  ) {
    var seen: Set<NodeIndex> = []
    var texts: Set<String> = []
    for change in changes where change.field.isEmpty {
      // The same nodes in the same order are read as they were.
      guard change.kind == .moved || change.kind == .added || change.kind == .removed else { continue }
      let old = change.before.flatMap { before.tree.parent(of: $0) }
      let new = change.after.flatMap { after.tree.parent(of: $0) }
      guard let parent = old ?? new.flatMap({ alignment.partner(ofAfter: $0) }), seen.insert(parent).inserted,
        let partner = new ?? alignment.partner(ofBefore: parent)
      else { continue }
      for (was, now) in zip(orders(parent, before), orders(partner, after)) {
        guard let (first, second) = Self.exchanged(was.types, now.types) else { continue }
        parents.insert(parent)
        let stands = first == ReadOrder.others ? "stand" : "stands"
        let text =
          "\(first) \(stands) in front of \(second) in \(before.tree[parent].type.key) now: \(was.readers) goes by the order"
        guard texts.insert(text).inserted else { continue }
        var finding = Verdict.Finding(was.aspect, .changed, text)
        finding.isDecoding = was.isDecoding
        finding.isLoss = !was.isDecoding
        findings.append(finding)
      }
    }
  }

  /// Two types of which the first stands in front of the second in `new`, and behind it in `old`.
  private static func exchanged(_ old: [String], _ new: [String]) -> (String, String)? {
    for (place, first) in new.enumerated() {
      guard let at = old.firstIndex(of: first) else { continue }
      for second in new[(place + 1)...] where old[..<at].contains(second) { return (first, second) }
    }
    return nil
  }
}
