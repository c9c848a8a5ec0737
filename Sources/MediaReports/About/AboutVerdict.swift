import ByteReading
import MediaFacts
import MediaInspection
import Structure
import StructureRendering

/// What is wrong with a file as the last line of `--about` says it: what still plays, the worst that was found with
/// the identifier of its rule, and how much there is besides.
struct AboutVerdict {
  let text: String

  /// - Parameters:
  ///   - cut: The tracks that end early, and those beside them that do not.
  ///   - refusal: That no player plays it, where that is so: no rule of the structure may say why.
  init(_ document: Document, cut: CutTracks, refusal: String?) {
    let problems = document.problems
    let refused = refusal.map { $0 + "; " } ?? ""
    let worst: Diagnostic.Severity = problems.errors > 0 ? .error : .warning
    guard problems.areChecked || problems.errors > 0,
      let first =
        worst == .error ? problems.firstError : problems.kept.first(where: { $0.severity == worst && $0.follows == nil })
    else {
      let summary = Self.summary(of: problems)
      text = refusal.map { $0 + "; in its structure " + summary } ?? summary
      return
    }
    let played = Self.played(cut)
    // What is missing has its reason in what leads nowhere; another error stands beside it.
    let reason = played.flatMap { _ in Self.loss(in: problems, worst) }
    let told = reason ?? first
    // Nothing else in the report is about the tracks of a film beside a picture.
    let place = told.node.flatMap { document.tree.ancestor("mpvd", of: $0) == nil ? nil : " (\(document.path(of: $0)))" }
    var words = document.sentence(of: told) + (place ?? "") + " [\(told.kind.id.description)]"
    if let played { words = played + (reason == nil ? "; " : ": ") + words }
    let counts = [
      Self.count(problems.errors - (worst == .error ? 1 : 0), "more error", "more errors"),
      Self.count(
        problems.warnings - (worst == .warning ? 1 : 0), worst == .warning ? "more warning" : "warning",
        worst == .warning ? "more warnings" : "warnings"),
      Self.count(problems.notes, "note", "notes"),
    ].compactMap(\.self)
    if !counts.isEmpty { words += "; " + counts.joined(by: ", ") }
    // An error says why itself.
    text = (worst == .error ? "" : refused + "warning: ") + words
  }

  /// `no problems, 2 notes [colour-missing, faststart]`: the same words as those of `--check`, and which advice it is.
  private static func summary(of problems: Problems) -> String {
    let notes = problems.kept.filter { $0.severity == .note && $0.follows == nil }.map(\.kind.id.description)
    guard problems.asked == nil, problems.notes > 0, !notes.isEmpty else { return problems.summary(hasNotes: true) }
    let ids = Set(notes).sorted()
    let named = ids.count > 5 ? ids.prefix(4) + ["and \(ids.count - 4) more"] : ids
    return problems.summary(hasNotes: false) + ", " + (count(problems.notes, "note", "notes") ?? "")
      + " [" + named.joined(by: ", ") + "]"
  }

  /// The problem of a severity by which samples lack bytes: the first that leads to none, or what it follows from; of
  /// boxes the end of the file before the end of another box, which may have been read as a whole all the same.
  static func loss(in problems: Problems, _ severity: Diagnostic.Severity) -> Diagnostic? {
    let kept = problems.kept
    func first(of rules: [StaticString], _ reason: (Diagnostic) -> Diagnostic) -> Diagnostic? {
      for problem in kept where rules.contains(where: { $0.isSame(as: problem.kind.id) }) {
        let reason = reason(problem)
        if reason.severity == severity, reason.follows == nil, LossRules.hasReason(reason.kind.id) { return reason }
      }
      return nil
    }
    return first(of: LossRules.ofSamples) { $0.follows.map { kept[$0] } ?? $0 }
      ?? LossRules.ofBoxes.lazy.compactMap { rule in first(of: [rule]) { $0 } }.first
  }

  private static func count(_ count: Int, _ one: String, _ many: String) -> String? {
    count > 0 ? count.grouped + " " + (count == 1 ? one : many) : nil
  }

  /// `plays 1.210 s of 2.000 s`, `plays video 1.210 s, audio 1.198 s of 2.000 s`, or
  /// `plays audio 1.198 s of 2.000 s, video whole`: up to where tracks play that end early for lack of bytes.
  static func played(_ tracks: CutTracks) -> String? {
    let cut = tracks.cut.map { (kind: $0.kind, until: seconds($0.until), end: $0.end) }
    guard let first = cut.first else { return nil }
    let whole = cut.compactMap(\.end).max().map { " of " + seconds($0) } ?? ""
    if tracks.areAll, cut.allSatisfy({ $0.until == first.until }) { return "plays " + first.until + whole }
    let parts = cut.prefix(4).map { $0.kind + " " + $0.until }
    let others = tracks.whole.isEmpty ? "" : ", " + Array(tracks.whole.prefix(4)).joined(by: " and ") + " whole"
    return "plays " + parts.joined(by: ", ") + (cut.count > 4 ? ", and \(cut.count - 4) more" : "") + whole + others
  }

  private static func seconds(_ time: Double) -> String {
    Words.seconds(UInt64(max(0, min(time, 1e12)) * 1e6), 1_000_000)
  }
}
