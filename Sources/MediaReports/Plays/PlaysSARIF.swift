package import ByteReading
import MediaInspection
package import StructureRendering

/// Writes how files play as a SARIF 2.1.0 log (OASIS, 27 March 2020): a result for each player and
/// finding.
package struct PlaysSARIF: RecordReport {
  private let reports: [PlaysReport]
  private let tool: String
  private let version: String

  package init(_ reports: [PlaysReport], tool: String, version: String) {
    self.reports = reports
    self.tool = tool
    self.version = version
  }

  /// The keys of SARIF that are used.
  package enum Key: FixedText, RecordKey {
    case schema = "$schema"
    case version, runs, tool, driver, name, rules, id, shortDescription, help, text, level, message,
      results, ruleId, ruleIndex, locations, physicalLocation, artifactLocation, uri, region,
      byteOffset, logicalLocations, fullyQualifiedName, kind
  }

  package func write<Encoding: RecordEncoding>(to records: inout RecordWriter<Encoding, Key>) {
    var rules: [PlayerRule] = []
    for report in reports {
      for finding in report.verdicts.flatMap(\.findings) where !rules.contains(where: { $0.id == finding.rule.id }) {
        rules.append(finding.rule)
      }
    }
    records.openObject()
    records.member(.schema, word: "https://json.schemastore.org/sarif-2.1.0.json")
    records.member(.version, word: "2.1.0")
    records.key(.runs)
    records.openArray()
    records.element()
    records.openObject()
    records.key(.tool)
    records.openObject()
    records.key(.driver)
    records.openObject()
    records.member(.name, text: tool)
    records.member(.version, text: version)
    records.key(.rules)
    records.openArray()
    for rule in rules {
      records.element()
      records.openObject()
      records.member(.id, text: rule.id)
      put(.shortDescription, rule.says, to: &records)
      if !rule.mend.isEmpty { put(.help, rule.mend, to: &records) }
      records.closeObject()
    }
    records.closeArray()
    records.closeObject()
    records.closeObject()
    records.key(.results)
    records.openArray()
    for report in reports {
      for verdict in report.verdicts {
        for finding in verdict.findings {
          records.element()
          let index = rules.firstIndex { $0.id == finding.rule.id } ?? 0
          put(finding, verdict, report, index, to: &records)
        }
      }
    }
    records.closeArray()
    records.closeObject()
    records.closeArray()
    records.closeObject()
    records.endRecord()
  }

  private func put<Encoding: RecordEncoding>(
    _ key: Key, _ text: String, to records: inout RecordWriter<Encoding, Key>
  ) {
    records.key(key)
    records.openObject()
    records.member(.text, text: text)
    records.closeObject()
  }

  private func put<Encoding: RecordEncoding>(
    _ finding: PlayerVerdict.Finding, _ verdict: PlayerVerdict, _ report: PlaysReport, _ index: Int,
    to records: inout RecordWriter<Encoding, Key>
  ) {
    records.openObject()
    records.member(.ruleId, text: finding.rule.id)
    records.member(.ruleIndex, index)
    switch finding.effect {
    case .no, .lost: records.member(.level, word: "error")
    case .loss, .depends: records.member(.level, word: "warning")
    case .note: records.member(.level, word: "note")
    }
    put(.message, "\(verdict.player.name): \(verdict.word): \(PlaysReport.sentence(of: finding))", to: &records)
    records.key(.locations)
    records.openArray()
    records.element()
    records.openObject()
    records.key(.physicalLocation)
    records.openObject()
    records.key(.artifactLocation)
    records.openObject()
    records.member(.uri, text: ReportedFile.uri(report.path))
    records.closeObject()
    if finding.node != nil || finding.extent.count > 0 {
      records.key(.region)
      records.openObject()
      records.member(.byteOffset, finding.extent.byteOffset)
      records.closeObject()
    }
    records.closeObject()
    if let node = report.node(of: finding) {
      records.key(.logicalLocations)
      records.openArray()
      records.element()
      records.openObject()
      records.member(.fullyQualifiedName, text: node.path)
      records.member(.kind, word: "element")
      records.closeObject()
      records.closeArray()
    }
    records.closeObject()
    records.closeArray()
    records.closeObject()
  }
}

/// Writes how files play as test results in XML that servers read from JUnit: a case a file and player.
package struct PlaysJUnit {
  private let tool: String
  private let isStrict: Bool

  package init(tool: String, isStrict: Bool) {
    self.tool = tool
    self.isStrict = isStrict
  }

  package func write(_ reports: [PlaysReport], to output: inout ByteWriter) {
    let verdicts = reports.flatMap(\.verdicts)
    let failures = verdicts.count { hasFailed($0) }
    let counts = "tests=\"\(verdicts.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"0\" time=\"0\""
    output.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    output.put(
      "<testsuites name=\"\(tool)\" tests=\"\(verdicts.count)\" failures=\"\(failures)\" errors=\"0\" time=\"0\">\n")
    output.put("  <testsuite name=\"\(tool)\" \(counts)>\n")
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
        let reason = verdict.reasons.first.map(PlaysReport.sentence) ?? verdict.gaps.first?.reason ?? ""
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
