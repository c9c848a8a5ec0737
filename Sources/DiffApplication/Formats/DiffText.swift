import ByteReading
import CommandLineSupport
import MediaFacts
import StructureDiff
import StructureRendering

/// Writes outcomes for people.
struct DiffText {
  let look: DiffLook
  /// The command that accepts what changed, for the end of a check of snapshots.
  var tool = "atomdiff"
  /// The columns that names of files take in a check.
  var nameColumns = 21

  private static let signs: [Change.Kind: (sign: String, color: StaticString)] = [
    .added: ("+", "32"), .removed: ("-", "31"), .moved: (">", "36"), .changed: ("~", "33"),
    .rows: ("~", "33"),
  ]

  private func paint(
    _ color: StaticString, _ text: String, _ output: inout ByteWriter
  ) {
    if look.hasColor {
      output.put("\u{1B}[")
      output.put(color)
      output.put("m")
    }
    output.put(text)
    if look.hasColor { output.put("\u{1B}[0m") }
  }

  /// Writes a text from column `used` on, its second and later lines below, and ends the line; where there
  /// is no room beside what stands there it begins a line of its own.
  func putFolded(
    _ color: StaticString?, _ text: String, after used: Int, _ output: inout ByteWriter
  ) {
    var used = used
    // Signs may be wider in ASCII.
    let text = look.isASCII ? text.inASCII : text
    if !hasRoom(after: used) {
      used = 8
      output.put("\n")
      output.putSpaces(used)
    }
    for (place, line) in text.folded(to: look.width.map { $0 - used }).enumerated() {
      if place > 0 {
        output.put("\n")
        output.putSpaces(used)
      }
      if let color { paint(color, line, &output) } else { output.put(line) }
    }
    output.put("\n")
  }

  /// Whether text begins behind so many columns, and not in a line below.
  private func hasRoom(after used: Int) -> Bool { used <= 8 || (look.width ?? .max) - used >= 24 }

  // MARK: Two files

  /// Writes what changed; nothing when nothing did.
  func write(_ outcome: DiffOutcome, to output: inout ByteWriter) {
    switch outcome.verdict {
    case .added, .removed:
      let side = outcome.verdict == .added ? outcome.after : outcome.before
      paint(
        outcome.verdict == .added ? "32" : "31",
        (outcome.verdict == .added ? "+++ " : "--- ") + side.name, &output)
      output.put(outcome.verdict == .added ? "   added\n" : "   removed\n")
      putGate(outcome, &output)
      return
    case .equal, .differs: break
    case .new, .written, .failed: return
    }
    if outcome.verdict == .equal, outcome.listed.isEmpty, outcome.consequences.isEmpty {
      if !outcome.unseen.isEmpty { putFolded(nil, "\(outcome.after.name): note: \(outcome.unseen)", after: 0, &output) }
      // Silence says that the files are the same.
      if let text = outcome.unproved {
        if !outcome.isUncheckedBeside { putFolded(nil, "\(outcome.after.name): \(text)", after: 0, &output) }
        return
      }
      // What a rule leaves out may close a gate all the same.
      if outcome.gate?.isEmpty ?? true { return }
    }
    heads(outcome, &output)
    putKinds(outcome, &output)
    putProblems(outcome, &output)
    output.put("\n")
    for line in outcome.digests {
      output.put(line.hasPrefix(" ") ? "          " : "  sha256  ")
      putFolded(nil, line, after: 10, &output)
    }
    if !outcome.digests.isEmpty { output.put("\n") }
    if let verdict = outcome.aspects {
      DiffVerdict(verdict).write(
        to: &output, width: look.width, paint: { paint($0, $1, &$2) })
      output.put("\n")
    }
    writeItems(outcome, to: &output)
    if !outcome.listed.isEmpty { output.put("\n") }
    footer(outcome, &output)
    putGate(outcome, &output)
  }

  /// Writes which kinds of files they are, where these are two.
  private func putKinds(_ outcome: DiffOutcome, _ output: inout ByteWriter) {
    let (old, new) = (outcome.before, outcome.after)
    guard old.format != new.format, !old.formatName.isEmpty, !new.formatName.isEmpty else { return }
    output.put("\n  ")
    putFolded(nil, "another kind of file: \(old.formatName) → \(new.formatName)", after: 2, &output)
  }

  func putGate(_ outcome: DiffOutcome, _ output: inout ByteWriter) {
    if let words = outcome.gateWords { putFolded(nil, words, after: 0, &output) }
  }

  /// Writes the changes alone.
  func writeItems(_ outcome: DiffOutcome, to output: inout ByteWriter) {
    var heading = ""
    for item in outcome.listed { put(item, &heading, &output) }
  }

  private func heads(_ outcome: DiffOutcome, _ output: inout ByteWriter) {
    let width = max(outcome.before.name.count, outcome.after.name.count)
    for (sign, side) in [("--- ", outcome.before), ("+++ ", outcome.after)] {
      var text = ByteWriter()
      text.put(side.name)
      if let count = side.byteCount {
        text.putSpaces(width - side.name.count + 3)
        text.put(grouped: count)
        text.put(count == 1 ? " byte" : " bytes")
      }
      if sign == "+++ " {
        if !outcome.mediaVerdict.isEmpty {
          text.put("   ")
          text.put(outcome.mediaVerdict)
        }
      }
      if !side.problemCount.isEmpty {
        text.put("   ")
        text.put(side.problemCount)
      }
      output.put(sign)
      putFolded(nil, text.string, after: 4, &output)
    }
  }

  /// The problems that one side of a listing shows at most.
  private static let problemsShown = 8

  /// What is wrong with each side: `-` with the first only, `+` with the second only.
  private func putProblems(_ outcome: DiffOutcome, _ output: inout ByteWriter) {
    // What is printed as a change is not printed again.
    let told = outcome.changes.filter(\.isProblem)
    let rest = outcome.after.problems.filter { problem in
      !told.contains {
        $0.path == problem.path && $0.field == problem.id && $0.new == problem.text
      }
    }
    let sides = [
      ("- ", "31" as StaticString, outcome.before.problems, outcome.after.problems),
      ("+ ", "32", rest, outcome.before.problems),
    ]
    if sides.allSatisfy({ $0.2.isEmpty }) { return }
    output.put("\n  problems\n")
    for (place, (sign, color, own, other)) in sides.enumerated() {
      var shown = 0
      for problem in own {
        let isShared = other.contains(where: problem.isSame)
        if isShared, place == 1 { continue }
        shown += 1
        if shown > Self.problemsShown { continue }
        output.put("    ")
        var text = (isShared ? "  " : sign) + problem.severity
        text += String(repeating: " ", count: max(1, 10 - text.count))
        if let offset = problem.offset { text += "0x" + String(offset, radix: 16) + "  " }
        if !problem.path.isEmpty { text += problem.path + "  " }
        text += problem.text
        putFolded(isShared ? nil : color, text, after: 4, &output)
      }
      if shown > Self.problemsShown {
        output.put("    \(sign)… \(shown - Self.problemsShown) more\n")
      }
    }
  }

  private func put(_ item: DiffItem, _ heading: inout String, _ output: inout ByteWriter) {
    if item.heading != heading, !item.heading.isEmpty {
      output.put("  ")
      putFolded("1", item.heading, after: 2, &output)
    }
    heading = item.heading
    let indent = item.heading.isEmpty ? 2 : 4
    output.putSpaces(indent)
    var used = indent
    if let width = look.width, indent + item.label.count >= width {
      // Names of fields have no end, and what became of them stands below.
      putFolded(nil, item.label, after: indent, &output)
      used = 8
      output.putSpaces(used)
    } else {
      output.put(item.label)
      let gap = max(1, 36 - indent - item.label.count)
      used += item.label.count + gap
      if hasRoom(after: used) { output.putSpaces(gap) }
    }
    let (sign, color) = Self.signs[item.kind] ?? ("~", "33")
    let text = (item.reason == nil ? sign : "=") + " " + item.body
    putFolded(item.reason == nil ? color : "2", text, after: used, &output)
    if let bytes = item.bytes {
      output.put("      bytes ")
      let sides = [bytes.before, bytes.after].map { $0.isEmpty ? "none" : $0 }
      putFolded(nil, sides.joined(separator: " → "), after: 12, &output)
    }
    for row in item.rows {
      put(row, &output)
      guard let bytes = row.bytes else { continue }
      output.putSpaces(14)
      output.put("bytes ")
      let sides = [bytes.before, bytes.after].filter { !$0.isEmpty }
      putFolded(nil, sides.joined(separator: " → "), after: 20, &output)
    }
    if item.rowsLeft > 0 {
      output.put("      … ")
      output.put(grouped: item.rowsLeft)
      output.put(" more\n")
    }
  }

  private func put(_ row: Change.RowChange, _ output: inout ByteWriter) {
    output.put("      ")
    let label = "[\((row.after ?? row.before ?? 0) + 1)]"
    output.put(label)
    let gap = max(1, 8 - label.count)
    output.putSpaces(gap)
    let used = 6 + label.count + gap
    switch (row.before, row.after) {
    case (nil, _): putFolded("32", "+ " + row.new, after: used, &output)
    case (_, nil): putFolded("31", "- " + row.old, after: used, &output)
    default:
      let name = row.column.isEmpty ? "" : row.column + " "
      putFolded("33", "~ \(name)\(row.old) → \(row.new)", after: used, &output)
    }
  }

  private func footer(_ outcome: DiffOutcome, _ output: inout ByteWriter) {
    let count = outcome.changes.count
    var text = ByteWriter()
    text.put(count, "change", "changes")
    text.put(".")
    if !outcome.consequences.isEmpty {
      text.put(
        outcome.listsFollowing
          ? "  Marked =, because they follow: " : "  Not shown, because they follow: ")
      putCounts(outcome, &text)
      if !outcome.listsFollowing { text.put(".") }
    }
    putFolded(nil, text.string, after: 0, &output)
    if !outcome.consequences.isEmpty, !outcome.listsFollowing {
      putFolded(nil, "--all shows them, --why PATH explains one", after: 0, &output)
    }
  }

  /// What follows, by kind.
  private func putCounts(_ outcome: DiffOutcome, _ output: inout ByteWriter) {
    for (place, entry) in outcome.consequences.enumerated() {
      if place > 0 { output.put("; ") }
      output.put(entry.sentence)
    }
  }

  /// Explains changes.
  func explain(_ items: [DiffItem], to output: inout ByteWriter) {
    for item in items {
      for (number, line) in "\(item.place)  \(item.body)".folded(to: look.width.map { $0 - 4 }).enumerated() {
        if number > 0 { output.putSpaces(4) }
        output.put(line)
        output.put("\n")
      }
      output.put("  ")
      putFolded(nil, item.reason ?? "a change of its own: nothing else in the files explains it", after: 2, &output)
    }
  }

  // MARK: Snapshots

  /// Writes one line of a check, and what differs under it.
  func writeCheck(_ outcome: DiffOutcome, to output: inout ByteWriter) {
    let name = outcome.after.name
    let column = 9 + nameColumns
    func line(_ word: StaticString, _ color: StaticString, _ remark: String) {
      paint(color, "\(word)", &output)
      output.putSpaces(6 - word.utf8CodeUnitCount)
      output.put(name)
      if remark.isEmpty {
        output.put("\n")
      } else {
        let gap = max(3, column - 6 - name.count)
        output.putSpaces(gap)
        putFolded(nil, remark, after: 6 + name.count + gap, &output)
      }
    }
    switch outcome.verdict {
    case .equal where outcome.code != 0 && outcome.unproved == nil: line("FAIL", "31", outcome.gateWords ?? "")
    case .equal:
      line("ok", "32", (outcome.unproved ?? outcome.notes.first).map { "note: " + $0 } ?? "")
    case .new: line("new", "33", "no snapshot (--ci: not written)")
    case .written: line("new", "33", outcome.message)
    case .failed: line("FAIL", "31", outcome.message)
    case .removed where outcome.isSnapshot:
      line("FAIL", "31", "the file is gone; its snapshot is \(outcome.before.name)")
    case .added, .removed: line("FAIL", "31", "\(outcome.verdict)")
    case .differs:
      line("FAIL", "31", "differs from " + outcome.before.name)
      putKinds(outcome, &output)
      output.put("\n")
      if let verdict = outcome.aspects, verdict.aspects(.notChecked).count < Verdict.Aspect.allCases.count {
        DiffVerdict(verdict).write(to: &output, width: look.width) { paint($0, $1, &$2) }
        output.put("\n")
      }
      var last = (line: 0, path: "")
      for item in outcome.listed {
        if item.line != last.line || item.path != last.path {
          output.put("  ")
          let place = "\(outcome.before.name):\(item.line)"
          paint("2", place, &output)
          if item.path.isEmpty {
            output.put("\n")
          } else {
            let gap = max(2, column - 2 - place.count)
            output.putSpaces(gap)
            putFolded("1", item.path, after: 2 + place.count + gap, &output)
          }
          last = (item.line, item.path)
        }
        output.put("    ")
        var (sign, color) = Self.signs[item.kind] ?? ("~", "33")
        if item.reason != nil { (sign, color) = ("=", "2") }
        let text = "\(sign) \(item.label)" + (item.body.isEmpty ? "" : "  \(item.body)")
        putFolded(color, text, after: 4, &output)
      }
      if !outcome.consequences.isEmpty {
        var text = ByteWriter()
        text.put(
          outcome.listsFollowing
            ? "marked =, because they follow: " : "not shown, because they follow: ")
        putCounts(outcome, &text)
        output.put("  ")
        putFolded(nil, text.string, after: 2, &output)
      }
      for note in outcome.notes {
        output.put("  ")
        putFolded(nil, "note: " + note, after: 2, &output)
      }
      output.put("\n")
    }
    putGate(outcome, &output)
  }

  /// Writes the sum of a check, and how to accept it.
  func writeCheckSum(_ outcomes: [DiffOutcome], to output: inout ByteWriter) {
    let good = outcomes.count { $0.verdict == .equal }
    let written = outcomes.count { $0.verdict == .written }
    let other = outcomes.filter { $0.verdict == .differs }
    let new = outcomes.filter { $0.verdict == .new }
    let failed = outcomes.count { $0.verdict == .failed }
    if outcomes.count == 1, good + written == 1 { return }
    if outcomes.count > 1, outcomes.last?.verdict != .differs { output.put("\n") }
    var parts = ["\(good) ok"]
    if !other.isEmpty {
      let changes = other.reduce(0) { $0 + $1.changes.count }
      parts.append(
        "\(other.count) \(other.count == 1 ? "differs" : "differ")"
          + " (\(changes) \(changes == 1 ? "change" : "changes"))")
    }
    if !new.isEmpty { parts.append("\(new.count) without snapshot") }
    if written > 0 { parts.append("\(written) written") }
    let gone = outcomes.count { $0.verdict == .removed }
    if gone > 0 { parts.append("\(gone) gone") }
    if failed > 0 { parts.append("\(failed) not read") }
    output.put(parts.joined(separator: ", "))
    output.put("\n")
    let accepted = outcomes.filter { $0.verdict == .differs || $0.verdict == .new }
    if !accepted.isEmpty {
      output.put("  accept all:   \(tool) --update")
      for outcome in accepted.prefix(8) {
        output.put(" ")
        output.put(outcome.after.name.shellWord)
      }
      if accepted.count > 8 { output.put(" …") }
      output.put("\n")
    }
  }

  // MARK: Lines of numbers

  /// Writes one line of numbers.
  func writeStat(_ outcome: DiffOutcome, to output: inout ByteWriter) {
    switch outcome.verdict {
    case .added, .removed, .new, .written:
      let isGone = outcome.verdict == .removed
      output.put(isGone ? outcome.before.name : outcome.after.name)
      output.put(": ")
      output.put(outcome.verdict == .new ? "no snapshot" : outcome.verdict.rawValue)
      output.put("\n")
      return
    case .failed: return
    case .equal, .differs: break
    }
    output.put(outcome.before.name)
    output.put(" → ")
    output.put(outcome.after.name)
    output.put(": ")
    if outcome.changes.isEmpty {
      output.put(outcome.words)
    } else {
      output.put(grouped: outcome.changes.count)
      output.put(outcome.changes.count == 1 ? " change" : " changes")
      var isFirst = true
      for (kinds, word) in [
        ([Change.Kind.added], "added"), ([.removed], "removed"), ([.moved], "moved"),
        ([.changed, .rows], "changed"),
      ] {
        let count = outcome.changes.count { kinds.contains($0.kind) }
        guard count > 0 else { continue }
        output.put(isFirst ? " (" : ", ")
        isFirst = false
        output.put(grouped: count)
        output.put(" ")
        output.put(word)
      }
      output.put(")")
    }
    let following = outcome.followingCount
    if following > 0 {
      output.put(", ")
      output.put(grouped: following)
      output.put(following == 1 ? " follows" : " follow")
    }
    output.put("\n")
  }
}

extension String {
  /// Its lines of so many columns, at least 20; one without a width. Nothing of it is left out.
  func folded(to width: Int?) -> [String] {
    guard let width else { return [self] }
    var whole = ByteWriter()
    whole.put(self)
    let bytes = whole.array
    return Folding.pieces(of: bytes.rawBytes, width: max(20, width), hanging: 0).pieces
      .map { String(decoding: bytes[$0.bytes], as: UTF8.self) }
  }

  /// As much of it as fits so many columns, `…` for the rest.
  func fitted(to width: Int) -> String {
    var whole = ByteWriter()
    whole.put(self)
    let bytes = whole.contents
    if ByteReading.columns(of: bytes) <= width { return self }
    var text = ByteWriter()
    text.put(bytes: bytes.extracting(0..<ByteReading.prefix(of: bytes, columns: max(0, width - 1))))
    text.put("…")
    return text.string
  }
}
