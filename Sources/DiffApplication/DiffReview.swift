import ByteReading
import CommandLineSupport
import Structure
import StructureDiff

/// Goes through what changed in files against their snapshots, one change after the other, each once for
/// all files that have it: who looks at it accepts it, rejects it, or has it ignored from then on.
///
/// Answers are lines of standard input, so that a program may give them as well; where they end, nothing
/// more is decided. Files are written when all was answered: of a file of which a change was rejected or
/// left, no snapshot is.
struct DiffReview {
  /// What is said of a change.
  enum Answer: Character { case accept = "a", reject = "r", ignore = "i", quit = "q" }

  let files: [FilePath]
  let outcomes: [DiffOutcome]
  let groups: [DiffGroups.Entry]
  /// What was answered of each group; `nil` for what was left.
  private(set) var answers: [Answer?]

  /// - Parameters:
  ///   - files: The files.
  ///   - outcomes: What came of comparing each with its snapshot.
  init(_ files: [FilePath], _ outcomes: [DiffOutcome]) {
    (self.files, self.outcomes) = (files, outcomes)
    groups = DiffGroups(outcomes, least: 1).entries
    answers = Array(repeating: nil, count: groups.count)
  }

  /// Asks for each change.
  ///
  /// - Parameters:
  ///   - ask: Writes a text.
  ///   - read: The next line that was answered; `nil` where there is none.
  mutating func run(ask: (String) -> Void, read: () -> String?) {
    for (place, group) in groups.enumerated() {
      let mayIgnore = Self.path(of: group.item) != nil
      var text = ByteWriter()
      text.put("\(place + 1) of \(groups.count)  ")
      text.put(group.item.place)
      text.put("  ")
      text.put(group.item.body)
      text.put("\n")
      for row in group.item.rows {
        text.put("      ")
        text.put([row.old, row.new].filter { !$0.isEmpty }.joined(separator: " → "))
        text.put("\n")
      }
      text.put("    \(group.outcomes.count == 1 ? "1 file" : "\(group.outcomes.count) files"): ")
      text.put(DiffGroups.names(group.outcomes, outcomes))
      text.put("\n")
      ask(text.string)
      var answer: Answer?
      while answer == nil {
        ask(mayIgnore ? "  accept, reject, ignore from now on, quit [a/r/i/q]? " : "  accept, reject, quit [a/r/q]? ")
        guard let line = read() else { return ask("\n") }
        let given = line.drop { $0 == " " }.first.flatMap {
          Answer(rawValue: Character($0.lowercased()))
        }
        if given != .ignore || mayIgnore { answer = given }
      }
      if answer == .quit { return }
      answers[place] = answer
    }
  }

  /// The path by which a rule leaves a change out; `nil` for what no rule does: problems, what is said of
  /// the file as a whole, and the order of nodes, with which all that stands in them would go.
  private static func path(of item: DiffItem) -> String? {
    if item.isProblem || item.path.isEmpty || item.kind == .moved { return nil }
    return item.place
  }

  /// The files all of whose changes were accepted or are ignored.
  var accepted: [Int] {
    var isKept = Set<Int>()
    for (group, answer) in zip(groups, answers) where answer != .accept && answer != .ignore {
      isKept.formUnion(group.outcomes)
    }
    return outcomes.indices.filter { outcomes[$0].verdict == .differs && !isKept.contains($0) }
  }

  /// Whether a change was rejected, or nothing was answered of it.
  var hasOpen: Bool { answers.contains { $0 != .accept && $0 != .ignore } }

  /// Lines for a file of rules that leave out what is ignored: for the files that have it, or for all where
  /// these are many, or all there are.
  var rules: String {
    var text = ""
    for (group, answer) in zip(groups, answers) where answer == .ignore {
      guard let path = Self.path(of: group.item) else { continue }
      let names = group.outcomes.map { files[$0].display }
      let isOfAll = names.count == files.count || names.count >= DiffGroups.least
      for pattern in isOfAll ? ["**"] : names { text += "[\(pattern)]\nignore \(path)\n" }
    }
    return text
  }
}

extension DiffCall {
  /// Compares files with their snapshots, asks about each change, and writes what was decided.
  func review(_ operands: [FilePath]) -> Int32 {
    guard let (files, problems) = checked(operands) else { return 2 }
    if files.isEmpty { return problems }
    var checking = settings
    (checking.action, checking.isCI) = (.verify, true)
    let work = DiffWork(settings: checking, configuration: configuration, folder: currentFolder())
    var reviewed: [FilePath] = []
    var outcomes: [DiffOutcome] = []
    var code = problems
    let run = runInOrder(
      count: files.count, jobs: settings.jobs ?? processorCount(), write: { $0.write($1) }
    ) { [files] index, _ -> DiffWork.Result in work.check(files[index]) }
    for (path, found) in zip(files, run.values) {
      guard let result = found, !result.isPassedOver else { continue }
      if result.outcome.verdict == .failed { code = fail(result.outcome.message) }
      reviewed.append(path)
      outcomes.append(result.outcome)
    }
    var review = DiffReview(reviewed, outcomes)
    review.run(
      ask: { _ = StandardStream.output.write($0) }, read: { readLine(strippingNewline: true) })
    if !review.rules.isEmpty {
      do throws(WritingError) {
        try addRules(review.rules)
      } catch {
        return fail(error.message(for: ruleFile.path))
      }
    }
    return max(code, accept(review))
  }

  /// Writes the snapshots of the files of a review all of whose changes were accepted, and says so.
  private func accept(_ review: DiffReview) -> Int32 {
    let places = review.accepted
    var writing = settings
    writing.action = .update
    let rules: DiffConfiguration
    do throws(UsageError) {
      rules = try DiffConfiguration.read(settings.ruleFiles)
    } catch {
      return fail(error.message)
    }
    let work = DiffWork(settings: writing, configuration: rules, folder: currentFolder())
    var code: Int32 = 0
    for place in places {
      let outcome = work.check(review.files[place]).outcome
      if outcome.verdict == .failed { code = fail(outcome.message) }
    }
    let differing = review.outcomes.count { $0.verdict == .differs }
    let new = review.outcomes.count { $0.verdict == .new }
    var parts = ["\(places.count) \(places.count == 1 ? "snapshot" : "snapshots") written"]
    if differing > places.count { parts.append("\(differing - places.count) left as before") }
    if new > 0 { parts.append("\(new) without snapshot") }
    _ = StandardStream.output.write(parts.joined(separator: ", ") + "\n")
    return max(code, review.hasOpen || new > 0 ? 1 : 0)
  }

  /// The file that rules of a review are added to: the first that was read, or one here.
  private var ruleFile: (path: FilePath, isNamed: Bool) {
    if let path = configuration.paths.first { return (path, true) }
    return (FilePath(".atomdiff"), false)
  }

  private func addRules(_ rules: String) throws(WritingError) {
    let (path, isNamed) = ruleFile
    var text = isNamed ? (try? path.readText()) ?? "" : ""
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    let file = isNamed ? OutputFile(named: path) : OutputFile(derived: path)
    try file.write(Array((text + rules).utf8))
  }
}
