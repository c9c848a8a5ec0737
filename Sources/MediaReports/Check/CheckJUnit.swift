package import ByteReading
import Structure
import StructureRendering

/// Writes what is wrong with files as test results in XML that servers read from JUnit: a case a file,
/// or where rules are asked one a file and rule; and one a file that was not read.
package struct CheckJUnit {
  private let tool: String

  package init(tool: String) { self.tool = tool }

  /// What a case is about, and what came of it.
  private struct Case {
    let name: String
    let group: String
    /// Why it failed: a sentence, the rule, and all that is wrong.
    var failure: (message: String, rule: String, lines: [String])?
    /// Why nothing can be said.
    var gap: String?
    /// What a baseline has, which fails nothing.
    var accepted: [String] = []
  }

  /// - Complexity: O(*n*) in the problems, for each rule that is asked.
  package func write(_ reports: [CheckReport], unread: [UnreadFile], to output: inout ByteWriter) {
    let cases = reports.flatMap(cases)
    let skipped = cases.count { $0.gap != nil }
    let counts =
      "tests=\"\(cases.count + unread.count)\" failures=\"\(cases.count { $0.failure != nil })\" "
      + "errors=\"\(unread.count)\""
    output.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    output.put("<testsuites name=\"\(tool)\" \(counts) time=\"0\">\n")
    output.put("  <testsuite name=\"\(tool)\" \(counts) skipped=\"\(skipped)\" time=\"0\">\n")
    for file in unread { file.putCase(of: tool, to: &output) }
    for found in cases {
      output.put("    <testcase name=\"")
      output.put(ReportedFile.xml(found.name))
      output.put("\" classname=\"")
      output.put(ReportedFile.xml(found.group))
      output.put("\" time=\"0\"")
      if found.failure == nil, found.gap == nil, found.accepted.isEmpty {
        output.put("/>\n")
        continue
      }
      output.put(">\n")
      if let failure = found.failure {
        output.put("      <failure message=\"")
        output.put(ReportedFile.xml(failure.message))
        output.put("\" type=\"")
        output.put(ReportedFile.xml(failure.rule))
        output.put("\">")
        output.put(ReportedFile.xml(failure.lines.joined(separator: "\n")))
        output.put("</failure>\n")
      } else if let gap = found.gap {
        output.put("      <skipped message=\"")
        output.put(ReportedFile.xml(gap))
        output.put("\"/>\n")
      }
      if !found.accepted.isEmpty {
        output.put("      <system-out>accepted by the baseline:\n")
        output.put(ReportedFile.xml(found.accepted.joined(separator: "\n")))
        output.put("</system-out>\n")
      }
      output.put("    </testcase>\n")
    }
    output.put("  </testsuite>\n</testsuites>\n")
  }

  private func cases(of report: CheckReport) -> [Case] {
    guard let asked = report.asked else {
      return [
        Case(
          name: report.name, group: tool, failure: failure(of: report, report.problems),
          accepted: report.accepted.map(\.lines))
      ]
    }
    return asked.rules.map { rule in
      let own = report.problems.filter { $0.rule == rule }
      return Case(
        name: report.name, group: rule, failure: failure(of: report, own),
        gap: own.isEmpty ? asked.hidden : nil, accepted: report.accepted.filter { $0.rule == rule }.map(\.lines))
    }
  }

  /// What failed, the worst first; `nil` where a gate lets the file pass.
  private func failure(
    of report: CheckReport, _ problems: [CheckReport.Problem]
  ) -> (message: String, rule: String, lines: [String])? {
    guard let least = report.leastFailing, let worst = problems.map(\.severity).max(), worst >= least,
      let first = problems.first(where: { $0.severity == worst })
    else { return nil }
    return ("\(report.asked == nil ? report.summary + ": " : "")\(first.sentence)", first.rule, problems.map(\.lines))
  }
}
