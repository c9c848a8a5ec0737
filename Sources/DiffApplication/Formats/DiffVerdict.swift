import ByteReading
import MediaFacts

/// A verdict in lines for people: an aspect each that is not the same, those that are, and a closing
/// sentence.
struct DiffVerdict {
  let verdict: Verdict

  init(_ verdict: Verdict) { self.verdict = verdict }

  /// One line of a verdict: what is in front, and what is said.
  struct Line {
    var label: String
    var text: String
    var state: Verdict.State
  }

  /// Findings of an aspect that are printed one by one.
  private static let told = 6

  /// The lines in their order: what changed, what was not checked, what differs and nobody notices, what
  /// is the same.
  var lines: [Line] {
    var lines: [Line] = []
    // What holds for whole aspects is said of these together.
    let unchecked = Set(verdict.aspects(.notChecked).flatMap { verdict.findings(of: $0, .notChecked).map(\.text) })
    for aspect in verdict.aspects(.changed) {
      let found = verdict.findings(of: aspect, .changed)
      for (place, finding) in found.prefix(Self.told).enumerated() {
        lines.append(
          Line(label: place == 0 ? aspect.rawValue : "", text: finding.sentence, state: .changed))
      }
      if found.count > Self.told {
        lines.append(Line(label: "", text: "and \(found.count - Self.told) more", state: .changed))
      }
      for text in Self.reasons(verdict.findings(of: aspect, .notChecked).filter { !unchecked.contains($0.text) }) {
        lines.append(Line(label: "", text: text + " (not checked)", state: .notChecked))
      }
    }
    func list(_ state: Verdict.State, _ label: String) {
      // Aspects of which the same is said stand together, with it behind the last.
      var groups: [(names: [String], why: String)] = []
      for aspect in verdict.aspects(state) {
        let why = Self.reasons(verdict.findings(of: aspect, state)).joined(separator: "; ")
        if let last = groups.last, last.why == why {
          groups[groups.count - 1].names.append(aspect.rawValue)
        } else {
          groups.append(([aspect.rawValue], why))
        }
      }
      let parts = groups.map { group in
        group.names.joined(separator: ", ") + (group.why.isEmpty ? "" : " (\(group.why))")
      }
      // Of a track that is gone nothing is the same.
      let whose = state == .same && verdict.hasLoneSubjects ? " (of what both have)" : ""
      if !parts.isEmpty {
        lines.append(Line(label: label, text: parts.joined(separator: ", ") + whose, state: state))
      }
    }
    list(.notChecked, "not checked")
    list(.equivalent, "equivalent")
    list(.same, "the same")
    return lines
  }

  /// What is said of findings, those of which the same is said together: `audio, video within a tick`.
  private static func reasons(_ findings: [Verdict.Finding]) -> [String] {
    var texts: [String] = []
    for finding in findings where !finding.sentence.isEmpty && !texts.contains(finding.text) {
      texts.append(finding.text)
      if texts.count == 3 { break }
    }
    return texts.map { text in
      let who = findings.filter { $0.text == text && !$0.subject.isEmpty }.map(\.subject)
      let more = who.count > 4 ? " and \(who.count - 4) more" : ""
      return who.isEmpty ? text : who.prefix(4).joined(separator: ", ") + more + " " + text
    }
  }

  /// What changed and what was not checked, each with its aspect, and the closing sentence: for forms
  /// that are no report of their own.
  var changes: [String] {
    var last = ""
    var found = lines.filter { $0.state == .changed || $0.state == .notChecked }.map { line in
      if !line.label.isEmpty { last = line.label }
      return last + ": " + line.text
    }
    if let closing = verdict.closing { found.append(closing) }
    return found
  }

  /// Writes the lines, folded to `width` columns, and the closing sentence.
  func write(
    to output: inout ByteWriter, width: Int?,
    paint: (StaticString, String, inout ByteWriter) -> Void
  ) {
    let lines = lines
    let column = lines.reduce(0) { max($0, $1.label.count) } + 4
    for line in lines {
      output.put("  ")
      paint(Self.color(line.state), line.label, &output)
      output.putSpaces(column - 2 - line.label.count)
      let parts = line.text.folded(to: width.map { $0 - column })
      for (place, part) in parts.enumerated() {
        if place > 0 { output.putSpaces(column) }
        output.put(part)
        output.put("\n")
      }
    }
    if let closing = verdict.closing {
      output.put("\n")
      for part in closing.folded(to: width.map { $0 - 4 }) {
        output.put("  ")
        output.put(part)
        output.put("\n")
      }
    }
  }

  private static func color(_ state: Verdict.State) -> StaticString {
    switch state {
    case .changed: "31"
    case .notChecked: "33"
    case .equivalent, .same: "32"
    }
  }
}

extension DiffOutcome {
  /// What is said of two files of which no change is listed, though they are not known to be the same: what players find
  /// otherwise, or what was not looked at.
  var remarks: [String] {
    if verdict == .differs { return aspects.map { DiffVerdict($0).changes } ?? [] }
    guard isUnchecked, !isUncheckedBeside else { return [] }
    // Not every form has a verdict made.
    return [unproved ?? "\(words); not all was compared"]
  }
}
