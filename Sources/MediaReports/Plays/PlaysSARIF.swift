import ByteReading
import MediaInspection
package import StructureRendering

extension PlaysReport {
  /// How files play as a SARIF log: a result for each player and finding, and a notification for each file
  /// that was not read.
  package static func log(
    of reports: [PlaysReport], unread: [UnreadFile], tool: String, version: String
  ) -> SARIFLog {
    var ids: Set<String> = []
    var rules: [SARIFLog.Rule] = []
    var results: [SARIFLog.Result] = []
    for report in reports {
      for verdict in report.verdicts {
        for finding in verdict.findings {
          if ids.insert(finding.rule.id).inserted {
            rules.append(
              SARIFLog.Rule(finding.rule.id, finding.rule.says, help: finding.rule.mend))
          }
          // What mends it is said of the rule, unless it is another thing for this file.
          let mend = finding.mend == finding.rule.mend ? "" : "; mend: \(finding.mend)"
          results.append(
            SARIFLog.Result(
              rule: finding.rule.id, level(of: finding.effect),
              "\(verdict.player.name): \(verdict.word): \(sentence(of: finding))\(mend)",
              at: [report.location(of: finding)]))
        }
      }
    }
    return SARIFLog(
      tool: tool, version: version, rules: rules, results: results,
      failures: unread.map { "\($0.name): \($0.message)" })
  }

  private static func level(of effect: PlayerEffect) -> SARIFLog.Level {
    switch effect {
    case .no, .lost: .error
    case .loss, .depends: .warning
    case .note: .note
    }
  }

  private func location(of finding: PlayerVerdict.Finding) -> SARIFLog.Place {
    let isPlaced = finding.node != nil || finding.extent.count > 0
    return SARIFLog.Place(
      file: path, offset: isPlaced ? UInt64(clamping: finding.extent.byteOffset) : nil,
      path: node(of: finding)?.path ?? "")
  }
}
