import MediaFacts
import Structure
import StructureDiff

extension DiffOutcome {
  /// What a comparison with a snapshot came to.
  init(
    _ differences: [SnapshotCheck.Difference], following: [SnapshotCheck.Difference],
    _ news: [SnapshotCheck.Difference], before: Side, after: Side, profile: String, hasMedia: Bool,
    listsFollowing: Bool
  ) {
    self.init(before: before, after: after)
    isSnapshot = true
    self.profile = profile
    if hasMedia {
      hasSameMedia = !differences.contains { $0.path.steps.isEmpty && $0.name == "media" }
    }
    verdict = differences.isEmpty ? .equal : .differs
    changes = differences.map(Self.item)
    if listsFollowing {
      self.listsFollowing = true
      self.following = following.map { difference in
        var item = Self.item(difference)
        item.reason = "follows: it is what the lines that differ beside it are counted or summed to"
        return item
      }
    }
    let media = following.count { $0.name == "data" }
    for (count, kind, noun) in [
      (following.count - media, "entry count", "entry count"), (media, "media", "media checksum"),
    ] where count > 0 {
      consequences.append(
        Comparison.Consequences(kind: kind, noun: noun, count: count, remark: ""))
    }
    if !news.isEmpty {
      let count = news.count
      notes.append(
        "\(count) newly named \(count == 1 ? "field" : "fields"); --update records "
          + (count == 1 ? "it" : "them"))
    }
  }

  /// Says of all aspects that they were not checked, and why.
  mutating func leaveUnchecked(_ why: String, advice: String) {
    var verdict = MediaFacts.Verdict()
    for aspect in MediaFacts.Verdict.Aspect.allCases {
      verdict.add(MediaFacts.Verdict.Finding(aspect, .notChecked, why))
    }
    aspects = verdict
    notes.insert("aspects were not checked: \(why); \(advice)", at: 0)
  }

  /// A difference as reports have it.
  static func item(_ difference: SnapshotCheck.Difference) -> DiffItem {
    let kind: Change.Kind =
      switch difference.kind {
      case .added: .added
      case .removed: .removed
      case .moved: .moved
      case .changed: .changed
      }
    var item = DiffItem(kind: kind, path: difference.path.stepsText)
    item.field = difference.isNode ? "" : difference.name
    item.heading = difference.path.stepsText
    item.label = difference.name
    item.old = difference.old
    item.new = difference.new
    item.line = difference.line
    switch difference.kind {
    case .added: item.body = difference.new
    case .removed: item.body = difference.old
    case .moved: item.body = "moved " + difference.new
    case .changed where difference.old.isEmpty: item.body = difference.new
    case .changed: item.body = difference.old + " → " + difference.new
    }
    return item
  }
}
