package import MediaFacts

extension MediaFile {
  /// What it says of how a file is played that only one of two versions breaks a rule: an index whose fields stayed as
  /// they were leads elsewhere where what it points at moved.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - isGone: Whether the first version breaks it, and the second does not.
  package static func meanings(of rule: String, isGone: Bool) -> [Verdict.Finding] {
    func index(_ box: String, _ what: String) -> [Verdict.Finding] {
      let words = isGone ? "no '\(box)' leads beside a \(what) any more" : "'\(box)' leads to no \(what) at places"
      return [Verdict.Finding(.seeking, .changed, words)]
    }
    switch rule {
    case "random-access-target": return index("mfra", "fragment")
    case "segment-index-target": return index("sidx", "segment")
    // Players stop at the end of the shorter table, or go on as they like.
    case "sample-count-differs":
      let words = "'stts' has times for more or fewer samples than there \(isGone ? "were" : "are")"
      return [.times, .startAndEnd].map { Verdict.Finding($0, .notChecked, words) }
    default: return []
    }
  }
}
