import ByteReading
import StructureRendering

/// Outcomes as a SARIF log: a result a change, and one for a change that many files have alike.
enum DiffSARIF {
  private static let unproved = "not-checked"
  private static let rules = [
    SARIFLog.Rule("node-added", "An atom or a frame was added."),
    SARIFLog.Rule("node-removed", "An atom or a frame was removed."),
    SARIFLog.Rule("node-moved", "An atom or a frame stands elsewhere."),
    SARIFLog.Rule("field-added", "A field was added."),
    SARIFLog.Rule("field-removed", "A field was removed."),
    SARIFLog.Rule("field-changed", "A field has another value."),
    SARIFLog.Rule("rows-changed", "Rows of a table differ."),
    SARIFLog.Rule("new-problem", "A rule that only the second file breaks."),
    SARIFLog.Rule("file-added", "Only the second side has the file."),
    SARIFLog.Rule("file-removed", "Only the first side has the file."),
    SARIFLog.Rule(unproved, "No change was found, and not all was looked at."),
    SARIFLog.Rule("no-snapshot", "There is no snapshot of the file."),
  ]

  static func log(of outcomes: [DiffOutcome], tool: String, version: String) -> SARIFLog {
    let groups = DiffGroups(outcomes)
    let shared = groups.entries.map { entry in
      result(
        of: entry.item, at: entry.places.map { place($0.item, in: outcomes[$0.outcome]) },
        isOpen: entry.places.allSatisfy { outcomes[$0.outcome].code == 0 })
    }
    return SARIFLog(
      tool: tool, version: version, rules: rules,
      results: shared + outcomes.flatMap { results(of: groups.own($0)) },
      failures: outcomes.filter { $0.verdict == .failed }.map { "\($0.after.name): \($0.message)" })
  }

  private static func results(of outcome: DiffOutcome) -> [SARIFLog.Result] {
    func whole(_ rule: String, _ message: String, _ file: [UInt8]) -> [SARIFLog.Result] {
      [SARIFLog.Result(rule: rule, outcome.code == 0 ? .note : .error, message, at: [SARIFLog.Place(file: file)])]
    }
    switch outcome.verdict {
    case .equal:
      return outcome.unproved.map {
        [
          SARIFLog.Result(
            rule: Self.unproved, outcome.code == 0 ? .note : .error, $0,
            at: [SARIFLog.Place(file: outcome.after.path)])
        ]
      } ?? []
    case .written, .failed: return []
    case .added: return whole("file-added", "added", outcome.after.path)
    case .removed:
      return whole("file-removed", outcome.isSnapshot ? outcome.message : "removed", outcome.before.path)
    case .new: return whole("no-snapshot", "no snapshot", outcome.after.path)
    case .differs:
      return outcome.listed.map { result(of: $0, at: [place($0, in: outcome)], isOpen: outcome.code == 0) }
    }
  }

  /// - Parameter isOpen: Whether a gate lets all the files pass: the level of a result is that of the exit code.
  private static func result(of item: DiffItem, at places: [SARIFLog.Place], isOpen: Bool) -> SARIFLog.Result {
    SARIFLog.Result(rule: item.rule, isOpen ? .note : .error, "\(item.place): \(item.body)", at: places)
  }

  private static func place(_ item: DiffItem, in outcome: DiffOutcome) -> SARIFLog.Place {
    SARIFLog.Place(
      file: outcome.isSnapshot ? outcome.before.path : outcome.after.path,
      line: item.line > 0 ? item.line : nil,
      offset: outcome.isSnapshot ? nil : item.offsets.after, path: item.place)
  }
}
