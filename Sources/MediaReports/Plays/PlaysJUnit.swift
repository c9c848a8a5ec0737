package import ByteReading
import MediaFacts
import MediaInspection
import StructureRendering

/// Writes how files play as test results in XML that servers read from JUnit: a case a file
/// and player, and one a file that was not read.
package struct PlaysJUnit {
  private let tool: String
  private let isStrict: Bool

  package init(tool: String, isStrict: Bool) {
    self.tool = tool
    self.isStrict = isStrict
  }

  package func write(
    _ reports: [PlaysReport], unread: [UnreadFile], to output: inout ByteWriter
  ) {
    let verdicts = reports.flatMap(\.verdicts)
    let failures = verdicts.count { hasFailed($0) }
    let counts =
      "tests=\"\(verdicts.count + unread.count)\" failures=\"\(failures)\" errors=\"\(unread.count)\""
    output.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    output.put("<testsuites name=\"\(tool)\" \(counts) time=\"0\">\n")
    output.put("  <testsuite name=\"\(tool)\" \(counts) skipped=\"0\" time=\"0\">\n")
    for file in unread { file.putCase(of: tool, to: &output) }
    for report in reports {
      for verdict in report.verdicts {
        output.put("    <testcase name=\"")
        output.put(ReportedFile.xml(report.name))
        output.put("\" classname=\"")
        output.put(ReportedFile.xml(verdict.player.id))
        output.put("\" time=\"0\"")
        guard hasFailed(verdict) else {
          output.put("/>\n")
          continue
        }
        output.put(">\n      <failure message=\"")
        let reason = verdict.reasons.first.map(PlaysReport.sentence) ?? verdict.gaps.first?.reason ?? verdict.why ?? ""
        output.put(ReportedFile.xml("\(verdict.word): \(reason)"))
        output.put("\" type=\"")
        output.put(ReportedFile.xml(verdict.reasons.first?.rule.id ?? verdict.gaps.first?.rule.id ?? "unknown"))
        output.put("\">")
        let lines = verdict.reasons.map { finding in
          "\(PlaysReport.sentence(of: finding)) [\(finding.rule.id)]"
            + (report.place(of: finding).map { "\n  " + $0 } ?? "")
        } + verdict.gaps.map { "not checked: \($0.reason) [\($0.rule.id)]" }
        output.put(ReportedFile.xml(lines.joined(separator: "\n")))
        output.put("</failure>\n    </testcase>\n")
      }
    }
    output.put("  </testsuite>\n</testsuites>\n")
  }

  private func hasFailed(_ verdict: PlayerVerdict) -> Bool {
    isStrict ? verdict.answer != .plays : verdict.answer == .no
  }
}
