import MediaInspection
import Structure
package import StructureRendering

extension CheckReport {
  /// What is wrong with files as a SARIF log: a result a problem, and a notification for each file that
  /// was not read, or in which the rules that were asked may not have seen all. Rules that were asked
  /// are listed, whether files break them or not. Problems that a baseline has are results that are suppressed.
  ///
  /// - Complexity: O(*n*) in the problems.
  package static func log(
    of reports: [CheckReport], unread: [UnreadFile], tool: String, version: String
  ) -> SARIFLog {
    var ids: [String] = reports.lazy.compactMap(\.asked).first?.rules ?? []
    var known = Set(ids)
    var results: [SARIFLog.Result] = []
    for report in reports {
      let problems = report.problems.map { ($0, false) } + report.accepted.map { ($0, true) }
      for (problem, isAccepted) in problems {
        if known.insert(problem.rule).inserted { ids.append(problem.rule) }
        results.append(
          SARIFLog.Result(
            rule: problem.rule, level(of: problem.severity), problem.sentence,
            at: [SARIFLog.Place(file: report.path, offset: problem.offset, path: problem.path)],
            isSuppressed: isAccepted))
      }
    }
    let rules = ids.map { id in
      let rule = Rule.named(id)
      return SARIFLog.Rule(id, rule?.why.description ?? id, help: rule?.mend.description ?? "")
    }
    let hidden = reports.compactMap { report in report.asked?.hidden.map { "\(report.name): \($0)" } }
    return SARIFLog(
      tool: tool, version: version, rules: rules, results: results,
      failures: unread.map { "\($0.name): \($0.message)" } + hidden)
  }

  private static func level(of severity: Diagnostic.Severity) -> SARIFLog.Level {
    switch severity {
    case .error: .error
    case .warning: .warning
    case .note: .note
    }
  }
}
