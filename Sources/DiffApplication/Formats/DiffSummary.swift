import ByteReading
import MediaFacts
import StructureRendering

/// Writes what all comparisons of a call came to: as lines, or as Markdown for a step summary.
struct DiffSummary {
  let tool: String
  /// Details are left out above so many bytes: GitHub takes 1 MiB of a step.
  private static let room = 900_000

  /// Writes lines of text: how many differ, and when it is long what became of each.
  ///
  /// - Parameter lines: Folds lines to the width that is asked for.
  func writeText(_ outcomes: [DiffOutcome], isLong: Bool, by lines: DiffText, to output: inout ByteWriter) {
    output.put(Self.title(of: outcomes))
    output.put("\n")
    if !isLong { return }
    for outcome in outcomes where isTold(outcome) {
      // Of two sides that could not be read, each has a line.
      let text = "\(name(of: outcome)): \(told(outcome, emphasis: ""))"
      for (place, line) in text.split(separator: "\n").enumerated() {
        output.putSpaces(place == 0 ? 2 : 4)
        lines.putFolded(nil, String(line), after: place == 0 ? 2 : 4, &output)
      }
      guard outcome.verdict != .equal, let verdict = outcome.aspects else { continue }
      for line in DiffVerdict(verdict).changes {
        output.put("    ")
        lines.putFolded(nil, line, after: 4, &output)
      }
    }
  }

  /// Writes Markdown as GitHub reads it.
  func writeMarkdown(_ outcomes: [DiffOutcome], to output: inout ByteWriter) {
    output.put("### \(tool): ")
    output.put(Self.markdown(Self.title(of: outcomes)))
    output.put("\n")
    let told = outcomes.filter(isTold)
    if told.isEmpty { return }
    output.put("\n| file | changes | media |\n|---|---|---|\n")
    for outcome in told {
      output.put("| ")
      output.put(Self.code(name(of: outcome), isInTable: true))
      output.put(" | ")
      output.put(self.told(outcome, emphasis: "**"))
      output.put(" | ")
      output.put(media(outcome))
      output.put(" |\n")
    }
    let groups = DiffGroups(outcomes)
    if !groups.entries.isEmpty {
      output.put("\n| change | files |\n|---|---|\n")
      for entry in groups.entries {
        output.put("| ")
        output.put(Self.code("\(entry.item.place)  \(entry.item.body)", isInTable: true))
        output.put(" | \(entry.outcomes.count): ")
        output.put(Self.code(DiffGroups.names(entry.outcomes, outcomes), isInTable: true))
        output.put(" |\n")
      }
    }
    for outcome in told.map({ groups.own($0) }) where !outcome.listed.isEmpty {
      if output.count > Self.room {
        output.put("\nThe rest is too long for a summary.\n")
        return
      }
      output.put("\n<details><summary>")
      output.put(ReportedFile.xml(name(of: outcome)))
      output.put("</summary>\n\n")
      var text = ByteWriter()
      if !outcome.playback.isEmpty {
        for line in outcome.playback { text.put("# playback: \(line)\n") }
      }
      if let verdict = outcome.aspects {
        for line in DiffVerdict(verdict).changes { text.put("# \(line)\n") }
      }
      for note in outcome.notes { text.put("# \(note)\n") }
      DiffUnified(look: DiffLook()).writeHunks(outcome, to: &text)
      // Text of the files may hold fences of its own: ours is longer than any run in it.
      let fence = String(repeating: "`", count: max(3, Self.longestRun(in: text.string) + 1))
      output.put(fence)
      output.put("diff\n")
      output.put(text)
      output.put(fence)
      output.put("\n</details>\n")
    }
  }

  /// Whether something is to be said of a file: a change, or that not all was compared.
  private func isTold(_ outcome: DiffOutcome) -> Bool {
    outcome.verdict == .equal ? outcome.unproved != nil : outcome.verdict != .written
  }

  /// How many files differ, how many could not be compared, and what a gate makes of them.
  static func title(of outcomes: [DiffOutcome]) -> String {
    let count = outcomes.count(where: \.isOther)
    let files = outcomes.count == 1 ? "1 file" : "\(outcomes.count) files"
    var text = "\(count) of \(files) \(count == 1 ? "differs" : "differ")"
    let unread = outcomes.count { $0.verdict == .failed }
    if unread > 0 { text += ", \(unread) not read" }
    let unproved = outcomes.count { $0.unproved != nil }
    if unproved > 0 { text += "; \(unproved) not compared as a whole" }
    guard outcomes.contains(where: { $0.gate != nil }) else { return text }
    let closed = outcomes.count { $0.code == 1 }
    // Whether it is open for what was not read is not known.
    if closed == 0 { return unread == 0 ? text + "; the gate is open" : text }
    return text + (outcomes.count == 1 ? "; the gate is closed" : "; the gate is closed for \(closed)")
  }

  private func name(of outcome: DiffOutcome) -> String {
    outcome.verdict == .removed && !outcome.isSnapshot ? outcome.before.name : outcome.after.name
  }

  private func media(_ outcome: DiffOutcome) -> String {
    guard let isSame = outcome.hasSameMedia else {
      return outcome.mediaVerdict.isEmpty ? "" : "not checked"
    }
    return isSame ? "same" : outcome.aspects?.hasSameSlices == true ? "same slices" : "changed"
  }

  /// How many changes there are, and what the first are.
  private func told(_ outcome: DiffOutcome, emphasis: String) -> String {
    switch outcome.verdict {
    case .equal:
      let text = outcome.unproved ?? "none"
      return emphasis.isEmpty ? text : Self.markdown(text)
    case .written: return "snapshot written"
    case .new: return "no snapshot"
    case .added: return "file added"
    case .removed: return outcome.isSnapshot ? "file gone, its snapshot is there" : "file removed"
    case .failed:
      // A row of a table is one line.
      return emphasis.isEmpty
        ? outcome.message : Self.markdown(outcome.message.split(separator: "\n").joined(separator: " · "))
    case .differs: break
    }
    var text = "\(emphasis)\(outcome.changes.count)\(emphasis)"
    let briefs = outcome.changes.prefix(3).map {
      emphasis.isEmpty ? $0.brief : Self.code($0.brief, isInTable: true)
    }
    if !briefs.isEmpty { text += " — " + briefs.joined(separator: ", ") }
    if outcome.changes.count > 3 { text += ", …" }
    return text
  }

  // MARK: Text that may hold anything

  /// Text in backquotes; in a table bars are escaped.
  static func code(_ text: String, isInTable: Bool) -> String {
    let quotes = String(repeating: "`", count: longestRun(in: text) + 1)
    let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    let inner =
      isInTable ? text.replacingScalars { $0 == "|" ? "\\|" : nil } : text
    return quotes + space + inner + space + quotes
  }

  /// Text whose characters mean nothing to Markdown.
  static func markdown(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "#", "+", "!", "|", "~":
        "\\\(scalar)"
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      default: nil
      }
    }
  }

  private static func longestRun(in text: String) -> Int {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
