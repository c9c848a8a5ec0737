package import ByteReading
import CommandLineSupport
import MediaInspection
package import MediaReports
package import Structure
package import StructureRendering

/// What `--table` and `--sort` ask for.
package struct TableRequest: Sendable {
  package var columns: [FileTable.Column] = []
  /// The column that rows are put in order by, and whether the greatest comes first.
  package var order: (name: String, isDescending: Bool)?

  /// The columns of a call without any.
  static let usual = "name,duration,video,audio,moov,verdict"
  /// All columns that are no paths of facts.
  static var all: [FileTable.Column] { FileTable.Column.own.compactMap { FileTable.Column($0) } }

  package init() {}
}

/// How many files there were, and which rules they break.
package struct Tally: Sendable {
  private(set) var files = 0
  /// Files that could not be read, which are none of them.
  package var unread = 0
  private var withErrors = 0
  private var withWarnings = 0
  /// Rules, with the number of files that break each.
  private var rules: [(id: String, severity: Diagnostic.Severity, files: Int)] = []

  /// Files with notes alone, where these were asked for.
  private var withNotes = 0
  /// The rules that were asked for; `nil` for all.
  private var asked: AskedRules?
  /// Files that were not read as a whole, so that those rules may not have seen what they judge.
  private var hidden = 0
  /// Problems that are left out: a baseline has them, or their rules are off.
  private var accepted = 0
  private var switchedOff = 0

  package init() {}

  /// What one file adds to it.
  package init(_ document: Document) {
    files = 1
    let problems = document.problems
    asked = problems.asked
    (accepted, switchedOff) = (problems.acceptedCount, problems.switchedOff)
    hidden = problems.asked?.hiding.isEmpty == false ? 1 : 0
    withErrors = problems.errors > 0 ? 1 : 0
    withWarnings = problems.errors == 0 && problems.warnings > 0 ? 1 : 0
    // Notes are counted where they are asked for.
    if asked != nil, problems.errors + problems.warnings == 0, problems.notes > 0 { withNotes = 1 }
    for problem in problems.kept where problem.follows == nil && (problem.severity > .note || asked != nil) {
      let id = problem.kind.id.description
      if !rules.contains(where: { $0.id == id }) { rules.append((id, problem.severity, 1)) }
    }
  }

  package mutating func add(_ other: Tally) {
    files += other.files
    unread += other.unread
    asked = asked ?? other.asked
    hidden += other.hidden
    accepted += other.accepted
    switchedOff += other.switchedOff
    withErrors += other.withErrors
    withWarnings += other.withWarnings
    withNotes += other.withNotes
    for rule in other.rules {
      if let place = rules.firstIndex(where: { $0.id == rule.id }) {
        rules[place].files += rule.files
      } else {
        rules.append(rule)
      }
    }
  }

  /// Writes `3 files, 2 not read · 1 with errors (file-truncated 1)`: rules that most files break first.
  package func put(_ options: RenderOptions, to output: inout ByteWriter) {
    var text = ByteWriter()
    text.put(grouped: UInt64(files))
    text.put(files == 1 ? " file" : " files")
    if unread > 0 {
      text.put(", ")
      text.put(grouped: UInt64(unread))
      text.put(" not read")
    }
    put(withErrors, "with errors", .error, to: &text)
    put(withWarnings, "with warnings", .warning, to: &text)
    put(withNotes, "with notes", .note, to: &text)
    if withErrors + withWarnings + withNotes == 0, files > 0 { text.put(" · no errors or warnings") }
    if let besides = Problems.besides(accepted: accepted, switchedOff: switchedOff) {
      text.put(" besides ")
      text.put(besides)
    }
    if let asked {
      text.put(" ")
      text.put(asked.summary(counting: hidden))
    }
    var taken = ByteWriter()
    swap(&taken, &output)
    var page = Page(options, output: taken)
    page.put(ShownText(text.string))
    page.end()
    output = page.finish()
  }

  private func put(
    _ count: Int, _ what: StaticString, _ severity: Diagnostic.Severity, to output: inout ByteWriter
  ) {
    guard count > 0 else { return }
    output.put(" · ")
    output.put(grouped: UInt64(count))
    output.put(" ")
    output.put(what)
    let own = rules.filter { $0.severity == severity }.sorted {
      ($1.files, $0.id) < ($0.files, $1.id)
    }
    output.put(" (")
    for (number, rule) in own.enumerated() {
      if number > 0 { output.put(", ") }
      output.put(rule.id)
      output.put(" ")
      output.put(grouped: UInt64(rule.files))
    }
    output.put(")")
  }
}
