package import ByteReading
package import CommandLineSupport
import MediaInspection
import MediaReports
package import Structure
package import StructureDiff

/// What a diff tool writes when it is called with certain arguments, for two documents that are open
/// already.
///
/// Fuzzers and tests hold it against what is promised for every pair; no terminal and no file has a
/// part in it.
package struct PairReport {
  package let comparison: Comparison
  private let outcome: DiffOutcome
  private let reporter: DiffReporter

  /// Compares `before` and `after` as a call without files does: `["--json", "--all"]`.
  ///
  /// - Parameter configuration: The rules of files of rules, for a file `/b`.
  /// - Throws: `UsageError` for a call that the tool would refuse, or that asks for help.
  package init(
    _ program: DiffProgram, _ arguments: [String], before: Document, after: Document,
    following configuration: DiffConfiguration? = nil
  ) throws(UsageError) {
    switch try program.tool.parse(arguments, into: DiffSettings()) {
    case .print: throw UsageError("the call asks for help")
    case .complete: throw UsageError("the call asks for words")
    case .run(let settings, _):
      let rules = DiffRules(
        settings, configuration ?? DiffConfiguration(), for: Array("/b".utf8), fallback: .standard)
      let selection = DiffSelection(rules, before, after)
      var options = Comparison.Options()
      options.isIgnored = { selection.isIgnored($0) }
      options.tolerance = selection.tolerance
      comparison = Comparison(before, after, rules: .media, options: options)
      var outcome = DiffOutcome(
        comparison, MediaIdentity(comparison, isAsked: settings.showsDigests),
        before: DiffOutcome.Side(FilePath("a"), before),
        after: DiffOutcome.Side(FilePath("b"), after), profile: rules.profile,
        listsFollowing: settings.showsAll || settings.format == .html)
      if settings.format == .html { outcome.page = DiffPagePart(comparison) }
      self.outcome = outcome
      reporter = DiffReporter(
        settings: settings,
        look: DiffLook(
          hasColor: settings.color == .always, isASCII: settings.isASCII, width: settings.width),
        tool: program.tool.name, isCheck: false, count: 1, nameColumns: 21)
    }
  }

  /// Whether the files differ, as far as the profile cares.
  package var differs: Bool { outcome.verdict == .differs }

  /// Writes the report, and what is written when all pairs are done.
  package func write(to output: inout ByteWriter) {
    for part in [
      reporter.report(DiffWork.Result(outcome: outcome)), reporter.sum(of: [outcome], "0"),
    ] {
      for byte in part { output.put(byte) }
    }
  }
}

extension DiffConfiguration {
  /// The rules in `text`, as those of a file `.atomdiff` in the topmost folder.
  package init(_ text: String) throws(Failure) {
    self.init()
    try add(text, from: File(name: ".atomdiff", folder: Array("/".utf8)))
  }

  /// What a snapshot of `document` is made of under these rules, when its file is `/b`.
  package func snapshotOptions(of document: Document) -> Snapshot.Options {
    let rules = DiffRules(
      DiffSettings(), self, for: Array("/b".utf8), fallback: .reproducible)
    return Snapshot.Options(
      document, DiffSelection(rules, document, document), profile: rules.profile)
  }
}

/// What a snapshot is made of, as the tools make it.
extension Snapshot.Options {
  /// With what the formats say of positions, and nothing left out.
  package static var ofMediaFiles: Snapshot.Options {
    var options = Snapshot.Options()
    options.rules = .media
    return options
  }
}
