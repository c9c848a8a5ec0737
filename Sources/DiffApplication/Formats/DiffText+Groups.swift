import ByteReading
import MediaFacts

extension DiffText {
  /// Writes what became of many files: of each the changes that few others have, then those that many
  /// have, each once.
  func write(
    _ outcomes: [DiffOutcome], _ groups: DiffGroups, isCheck: Bool, to output: inout ByteWriter
  ) {
    for outcome in outcomes where outcome.verdict == .differs {
      let own = groups.own(outcome)
      if own.changes.isEmpty, !outcome.changes.isEmpty {
        // What closes a gate is said of each file.
        if let gate = outcome.gate, !gate.isEmpty {
          output.put(outcome.after.name)
          output.put("  ")
          putGate(outcome, &output)
        }
        continue
      }
      if isCheck {
        writeCheck(own, to: &output)
      } else {
        write(own, to: &output)
        if output.count > 0 { output.put("\n") }
      }
    }
    write(groups, of: outcomes, to: &output)
  }

  /// Writes the changes that many files have, and what these are to a viewer.
  func write(
    _ groups: DiffGroups, of outcomes: [DiffOutcome], to output: inout ByteWriter
  ) {
    guard !groups.entries.isEmpty else { return }
    output.put("in many files\n")
    for entry in groups.entries {
      output.put("  ")
      putFolded(nil, "\(entry.item.place)  \(entry.item.body)", after: 2, &output)
      output.put("      ")
      putFolded(
        nil, "\(entry.outcomes.count) files: " + DiffGroups.names(entry.outcomes, outcomes), after: 6, &output)
    }
    // Files of which nothing else is printed: by what they are to a viewer.
    var verdicts: [(lines: [String], outcomes: [Int])] = []
    var places: [[String]: Int] = [:]
    for (number, outcome) in outcomes.enumerated()
    where outcome.verdict == .differs && groups.own(outcome).changes.isEmpty {
      guard let verdict = outcome.aspects else { continue }
      let lines = DiffVerdict(verdict).changes
      if let place = places[lines] {
        verdicts[place].outcomes.append(number)
      } else {
        places[lines] = verdicts.count
        verdicts.append((lines, [number]))
      }
    }
    for verdict in verdicts where !verdict.lines.isEmpty {
      output.put("\n  ")
      putFolded(
        nil, "\(verdict.outcomes.count) files: " + DiffGroups.names(verdict.outcomes, outcomes), after: 2, &output)
      for line in verdict.lines {
        output.put("    ")
        putFolded(nil, line, after: 4, &output)
      }
    }
    output.put("\n")
  }
}
