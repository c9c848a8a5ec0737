import ByteReading
import MediaFacts
import StructureRendering

/// Writes outcomes as test results in XML that servers read from JUnit: a case a file.
struct DiffJUnit {
  let tool: String

  func write(_ outcomes: [DiffOutcome], to output: inout ByteWriter) {
    let failures = outcomes.count { $0.code == 1 }
    let errors = outcomes.count { $0.code == 2 }
    let skipped = outcomes.count { $0.unproved != nil && $0.code == 0 }
    let counts =
      "tests=\"\(outcomes.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\" time=\"0\""
    output.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    output.put(
      "<testsuites name=\"\(tool)\" tests=\"\(outcomes.count)\" failures=\"\(failures)\""
        + " errors=\"\(errors)\" time=\"0\">\n")
    output.put("  <testsuite name=\"\(tool)\" \(counts)>\n")
    let groups = DiffGroups(outcomes)
    for outcome in outcomes {
      let side = outcome.verdict == .removed && !outcome.isSnapshot ? outcome.before : outcome.after
      output.put("    <testcase name=\"")
      output.put(ReportedFile.xml(side.name))
      output.put("\" classname=\"\(tool)\" time=\"0\"")
      if let text = outcome.unproved, outcome.code == 0 {
        output.put(">\n      <skipped message=\"")
        output.put(ReportedFile.xml(text))
        output.put("\"/>\n    </testcase>\n")
        continue
      }
      if outcome.code == 0 {
        output.put("/>\n")
        continue
      }
      let element = outcome.code == 2 ? "error" : "failure"
      output.put(">\n      <\(element) message=\"")
      output.put(ReportedFile.xml(message(of: outcome)))
      output.put("\" type=\"\(outcome.verdict.rawValue)\">")
      var text = ByteWriter()
      let own = groups.own(outcome)
      if outcome.isSnapshot {
        DiffText(look: DiffLook()).writeCheck(own, to: &text)
      } else {
        DiffText(look: DiffLook()).write(own, to: &text)
      }
      output.put(ReportedFile.xml(text.string))
      output.put("</\(element)>\n    </testcase>\n")
    }
    if !groups.entries.isEmpty {
      var text = ByteWriter()
      DiffText(look: DiffLook()).write(groups, of: outcomes, to: &text)
      output.put("    <system-out>")
      output.put(ReportedFile.xml(text.string))
      output.put("</system-out>\n")
    }
    output.put("  </testsuite>\n</testsuites>\n")
  }

  private func message(of outcome: DiffOutcome) -> String {
    switch outcome.verdict {
    case .differs:
      "\(outcome.changes.count) \(outcome.changes.count == 1 ? "change" : "changes")"
        + (outcome.aspects.map { verdict in
          let names = verdict.aspects(.changed).map(\.rawValue)
          return names.isEmpty ? "" : ": " + names.joined(separator: ", ")
        } ?? "")
    case .failed: outcome.message
    case .equal: outcome.unproved ?? outcome.gateWords ?? ""
    case .removed where outcome.isSnapshot: outcome.message
    case .new: "no snapshot"
    default: outcome.verdict.rawValue
    }
  }
}
