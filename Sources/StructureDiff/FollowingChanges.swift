internal import ByteReading
import MediaFacts
internal import Structure

/// Marks the changes that follow from others whatever the format: times that a timescale rescales, what the other
/// kind of file has otherwise, what comes with another thing, and padding that takes the room which other changes leave.
struct FollowingChanges {
  private let before: Document
  private let after: Document
  private let rules: Rules
  private let alignment: Alignment

  /// Bytes of padding that are looked at; those of longer ones are not all in a snapshot.
  private static let paddingLimit = 4_096

  init(_ before: Document, _ after: Document, _ rules: Rules, _ alignment: Alignment) {
    (self.before, self.after, self.rules, self.alignment) = (before, after, rules, alignment)
  }

  func mark(_ found: inout [Change]) {
    var hasOwn = false
    var padding: [Int] = []
    if let reason = rules.otherKind?(before, after) {
      for place in found.indices where found[place].cause == nil {
        if let what = reason(found[place], holders(of: found[place])) { found[place].cause = .kind(what) }
      }
    }
    if let whole = rules.wholes?(before, after) {
      for place in found.indices where found[place].cause == nil {
        if let what = whole(found[place], holders(of: found[place])) { found[place].cause = .part(what) }
      }
    }
    for place in found.indices where found[place].cause == nil {
      let change = found[place]
      if change.kind == .changed, let numbers = change.numbers,
        Timescales.isSameTime(numbers.before, numbers.after, change.scales)
      {
        found[place].cause = .rescaled
      } else if isPadding(change) {
        padding.append(place)
      } else {
        hasOwn = true
      }
    }
    noteRewriting(&found)
    // Padding alone is a change.
    guard hasOwn else { return }
    for place in padding { found[place].cause = .padding }
  }

  /// The nodes that one lies in that came or went, or would lie in.
  private func holders(of change: Change) -> (before: NodeIndex, after: NodeIndex)? {
    if let node = change.before {
      guard let holder = before.tree.parent(of: node), let other = alignment.partner(ofBefore: holder) else { return nil }
      return (holder, other)
    }
    guard let node = change.after, let holder = after.tree.parent(of: node), let other = alignment.partner(ofAfter: holder)
    else { return nil }
    return (other, holder)
  }

  /// Notes, where the version of a node changed, how many of its children say the same in other bytes.
  private func noteRewriting(_ found: inout [Change]) {
    let versions = found.indices.filter {
      found[$0].cause == nil && found[$0].kind == .changed && found[$0].field.description == "version"
        && found[$0].note.isEmpty
    }
    for place in versions.prefix(Self.versionLimit) {
      guard let parent = found[place].before else { continue }
      var rewritten: Set<NodeIndex> = []
      var others: Set<NodeIndex> = []
      for change in found {
        guard let node = change.before, before.tree.parent(of: node) == parent else { continue }
        if case .encoding = change.cause {
          rewritten.insert(node)
        } else if change.cause == nil, change.kind == .changed || change.kind == .rows {
          others.insert(node)
        }
      }
      rewritten.subtract(others)
      guard !rewritten.isEmpty else { continue }
      let kind = rewritten.min().flatMap { before.tree.catalogue(of: before.tree[$0])?.nodeKind }
      let noun = kind.map { "\($0)" } ?? "part"
      found[place].note =
        "\(rewritten.count) \(noun)\(rewritten.count == 1 ? "" : "s") rewritten"
        + (others.isEmpty ? ", texts the same" : "")
    }
  }

  /// Nodes of another version that this is noted of.
  private static let versionLimit = 16

  /// Whether a change is of zeros that nobody reads, or of how many there are, or of where they stand.
  private func isPadding(_ change: Change) -> Bool {
    var isAny = false
    for (node, document) in [(change.before, before), (change.after, after)] {
      guard let node else { continue }
      guard rules.isPadding(node, document), isZero(node, document) else { return false }
      isAny = true
    }
    return isAny
  }

  private func isZero(_ node: NodeIndex, _ document: Document) -> Bool {
    let payload = document.tree[node].payload
    let range = payload.byteOffset..<max(payload.byteOffset, payload.byteEnd)
    let file = document.tree.file
    guard document.tree[node].source == 0, range.count < Self.paddingLimit,
      range.upperBound <= file.byteCount, !file.isAbsent(range)
    else { return false }
    return range.allSatisfy { file.bytes.byte(at: $0) == 0 }
  }
}
