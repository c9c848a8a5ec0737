package import ByteReading
import MediaFacts
import MediaInspection
package import StructureRendering

/// Writes how a file plays for people: players that have the same to say to them stand together.
package struct PlaysText {
  private let report: PlaysReport
  private let options: RenderOptions
  private let width: Int

  package init(_ report: PlaysReport, options: RenderOptions) {
    self.report = report
    self.options = options
    width = max(40, options.width ?? 80)
  }

  /// Players with one answer for the same reasons.
  private struct Group {
    var verdicts: [PlayerVerdict]
    var key: String
  }

  private struct Text {
    let text: String
    let ink: Ink

    init(_ text: String, _ ink: Ink = .plain) {
      self.text = text
      self.ink = ink
    }
  }

  /// A line of a column.
  private struct Line {
    let text: String
    let ink: Ink
    /// Whether one of the same text stands above it.
    let goesOn: Bool
  }

  package func write(to output: inout ByteWriter) {
    var shown = ByteWriter()
    let heading = report.name + " — rules of " + PlayerRules.month.description
    for line in Folding.lines(of: heading, width: width) { shown.put(line + "\n") }
    shown.put("\n")
    var groups: [Group] = []
    for verdict in report.verdicts {
      let reasons = verdict.reasons.map { $0.rule.id + ($0.detail == nil ? "" : PlaysReport.sentence(of: $0)) }
      let key = verdict.word + "|" + reasons.joined(by: "|")
        + Self.words(ofGaps: verdict.gaps.map { ($0.rule.id, $0.reason) }).joined(by: "|") + (verdict.why ?? "")
      if let place = groups.firstIndex(where: { $0.key == key }) {
        groups[place].verdicts.append(verdict)
      } else {
        groups.append(Group(verdicts: [verdict], key: key))
      }
    }
    for group in groups { write(group, to: &shown) }
    writeNotes(to: &shown)
    if options.isASCII {
      output.put(shown.contents.inASCII)
    } else {
      output.put(shown)
    }
  }

  // MARK: Rows

  /// Where the answer and what is said of it begin; in narrow places below the players.
  private var columns: (answer: Int, text: Int) {
    width >= 72 ? (22, 33) : (2, 4)
  }

  private func write(_ group: Group, to output: inout ByteWriter) {
    guard let first = group.verdicts.first else { return }
    let names = group.verdicts.map(\.player.name).joined(by: ", ")
    var texts: [Text] = []
    let (reasons, gaps) = (first.reasons, first.gaps)
    for finding in reasons.prefix(8) {
      texts.append(Text(PlaysReport.sentence(of: finding) + " [\(finding.rule.id)]"))
      if let place = report.place(of: finding) { texts.append(Text(place, .faint)) }
      if !finding.mend.isEmpty { texts.append(Text("mend: " + finding.mend)) }
    }
    if reasons.count > 8 {
      texts.append(Text("and \(reasons.count - 8) more rules (--json has all)"))
    }
    texts += Self.words(ofGaps: gaps.map { ($0.rule.id, $0.reason) }).map { Text("not checked: " + $0) }
    // A specification that is kept to as far as the file goes is unknown for what lies elsewhere.
    if let why = first.why, texts.isEmpty || first.player.isSpecification { texts.append(Text(why)) }
    put(names, answer: first.word, in: ink(of: first.answer), texts: texts, to: &output)
  }

  /// Notes of all players, each once.
  private func writeNotes(to output: inout ByteWriter) {
    struct Note {
      let finding: PlayerVerdict.Finding
      var players: [String]
    }
    var seen: [Note] = []
    for verdict in report.verdicts {
      for note in verdict.notes {
        if let place = seen.firstIndex(where: { $0.finding.rule.id == note.rule.id }) {
          seen[place].players.append(verdict.player.name)
        } else {
          seen.append(Note(finding: note, players: [verdict.player.name]))
        }
      }
    }
    for note in seen {
      let whom = note.players.count == report.verdicts.count ? "" : note.players.joined(by: ", ") + ": "
      put(
        "note", answer: "", in: .note,
        texts: [Text(whom + PlaysReport.sentence(of: note.finding) + " [\(note.finding.rule.id)]")], to: &output)
    }
    var open: [(rule: String, reason: String)] = []
    for verdict in report.verdicts {
      for each in verdict.unchecked where each.effect == .note && !open.contains(where: { $0.rule == each.rule.id }) {
        open.append((each.rule.id, each.reason))
      }
    }
    for words in Self.words(ofGaps: open) {
      put("not checked", answer: "", in: .note, texts: [Text(words)], to: &output)
    }
  }

  /// What was not checked, a text for each reason: `the file was not read to its end [movie-missing, media-missing,
  /// file-truncated and others]`. Of a file that was not read to its end that is all that there is.
  private static func words(ofGaps gaps: [(rule: String, reason: String)]) -> [String] {
    var reasons: [(reason: String, rules: [String])] = []
    for gap in gaps {
      if let place = reasons.firstIndex(where: { $0.reason == gap.reason }) {
        reasons[place].rules.append(gap.rule)
      } else {
        reasons.append((gap.reason, [gap.rule]))
      }
    }
    return reasons.prefix(8).map { each in
      let isLong = each.rules.count > 4
      return each.reason + " [" + Array(each.rules.prefix(isLong ? 3 : 4)).joined(by: ", ") + (isLong ? " and others" : "") + "]"
    } + (reasons.count > 8 ? ["\(reasons.count - 8) reasons more (--json has all)"] : [])
  }

  private func ink(of answer: PlayerVerdict.Answer) -> Ink {
    switch answer {
    case .plays: .value
    case .loss, .depends, .unknown: .warning
    case .no: .error
    }
  }

  /// Puts a row of three columns, each folded.
  private func put(
    _ names: String, answer: String, in ink: Ink, texts: [Text],
    to output: inout ByteWriter
  ) {
    let isWide = width >= 72
    // Rules of a file of one's own, and texts of the file, may hold anything: lines are escaped.
    let left = Folding.lines(of: names, width: isWide ? columns.answer - 4 : width - 2)
    var right: [Line] = []
    for text in texts {
      var goesOn = false
      // In narrow places later lines hang by two more.
      for line in Folding.lines(of: text.text, width: width - columns.text - (isWide ? 0 : 2)) {
        right.append(Line(text: line, ink: text.ink, goesOn: goesOn))
        goesOn = true
      }
    }
    if !isWide {
      for line in left { put("  ", line, .strong, to: &output) }
      if !answer.isEmpty { put("  ", answer, ink, to: &output) }
      for line in right { put(line.goesOn ? "      " : "    ", line.text, line.ink, to: &output) }
      return
    }
    for row in 0..<max(left.count, right.count, 1) {
      output.put("  ")
      var column = 2
      func pad(to place: Int) {
        let count = max(column < place ? place - column : 2, 0)
        output.putSpaces(count)
        column += count
      }
      if row < left.count {
        put(left[row], names == "note" ? ink : .strong, to: &output)
        column += ByteReading.columns(of: Array(left[row].utf8).rawBytes)
      }
      if row == 0, !answer.isEmpty {
        pad(to: columns.answer)
        put(answer, ink, to: &output)
        column += answer.unicodeScalars.count
      }
      if row < right.count {
        pad(to: columns.text)
        put(right[row].text, right[row].ink, to: &output)
      }
      output.put("\n")
    }
  }

  private func put(_ indent: String, _ text: String, _ ink: Ink, to output: inout ByteWriter) {
    output.put(indent)
    put(text, ink, to: &output)
    output.put("\n")
  }

  private func put(_ text: String, _ ink: Ink, to output: inout ByteWriter) {
    let isInked = options.hasColor && ink != .plain
    if isInked { output.put(ink.sequence) }
    output.put(text)
    if isInked { output.put(Ink.plain.sequence) }
  }
}
