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
  ///   - width: The columns that a line may have; `nil` for any number.
  ///   - ask: Writes a text.
  ///   - read: The next line that was answered; `nil` where there is none.
  mutating func run(width: Int?, ask: (String) -> Void, read: () -> String?) {
    let lines = DiffText(look: DiffLook(width: width))
    for (place, group) in groups.enumerated() {
      let mayIgnore = Self.path(of: group.item) != nil
      var text = ByteWriter()
      let number = "\(place + 1) of \(groups.count)  "
      text.put(number)
      lines.putFolded(nil, "\(group.item.place)  \(group.item.body)", after: number.count, &text)
      for row in group.item.rows {
        text.put("      ")
        lines.putFolded(nil, [row.old, row.new].filter { !$0.isEmpty }.joined(separator: " → "), after: 6, &text)
      }
      text.put("    ")
      let count = group.outcomes.count == 1 ? "1 file" : "\(group.outcomes.count) files"
      lines.putFolded(nil, "\(count): " + DiffGroups.names(group.outcomes, outcomes), after: 4, &text)
      ask(text.string)
      if group.item.isExpectation {
        ask("  a rule expects this: no snapshot can be written\n")
        continue
      }
      var answer: Answer?
      let question =
        mayIgnore ? "accept, reject, ignore from now on, quit [a/r/i/q]?" : "accept, reject, quit [a/r/q]?"
      // What is typed stands on the last line of it.
      let prompt = question.folded(to: width.map { $0 - 4 }).map { "  " + $0 }.joined(separator: "\n") + " "
      while answer == nil {
        ask(prompt)
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
    if item.isProblem || item.isExpectation || item.path.isEmpty || item.kind == .moved { return nil }
    return item.place
  }

  /// The paths of a change, and of where else the same happened.
  private static func paths(of item: DiffItem) -> [String] {
    guard let first = path(of: item) else { return [] }
    return [first] + item.others.map { $0.field.isEmpty ? $0.path : $0.path + "." + $0.field }
  }

  /// The files all of whose changes were accepted or are ignored.
  var accepted: [Int] {
    var (isAsked, isKept) = (Set<Int>(), Set<Int>())
    for (group, answer) in zip(groups, answers) {
      isAsked.formUnion(group.outcomes)
      if answer != .accept && answer != .ignore { isKept.formUnion(group.outcomes) }
    }
    // Of what differs in nothing that can be asked about nobody has decided.
    return outcomes.indices.filter {
      outcomes[$0].verdict == .differs && isAsked.contains($0) && !isKept.contains($0)
    }
  }

  /// Whether a change was rejected, or nothing was answered of it.
  var hasOpen: Bool { answers.contains { $0 != .accept && $0 != .ignore } }

  /// Lines for a file of rules that leave out what is ignored: for the files that have it, or for all where
  /// these are all there are, and many. Of two files nothing says what others will have.
  ///
  /// - Parameter pattern: The pattern that means a file, from the folder of the rules on.
  func rules(_ pattern: (FilePath) -> String) -> String {
    var text = ""
    for (group, answer) in zip(groups, answers) where answer == .ignore {
      let paths = Self.paths(of: group.item)
      let isOfAll = group.outcomes.count == files.count && files.count >= DiffGroups.least
      for pattern in isOfAll ? ["**"] : group.outcomes.map({ pattern(files[$0]) }) {
        text += "[\(pattern)]\n" + paths.map { "ignore \($0)\n" }.joined()
      }
    }
    return text
  }
}

extension DiffCall {
  /// Compares files with their snapshots, asks about each change, and writes what was decided.
  func review(_ operands: [FilePath]) -> Int32 {
    guard let (files, unread, passed) = checked(operands) else { return 2 }
    var code: Int32 = 0
    for entry in unread { code = fail("\(entry.path.display): \(entry.problem)") }
    let named = Set(operands.map(file(of:)))
    var checking = settings
    (checking.action, checking.isCI, checking.isQuiet) = (.verify, true, false)
    let work = DiffWork(settings: checking, configuration: configuration, folder: currentFolder())
    var reviewed: [FilePath] = []
    var outcomes: [DiffOutcome] = []
    var others = 0
    let run = runInOrder(
      count: files.count, jobs: settings.jobs ?? processorCount(), write: { $0.write($1) }
    ) { [files] index, _ -> DiffWork.Result in work.check(files[index]) }
    for (path, found) in zip(files, run.values) {
      guard let result = found else { continue }
      if result.isPassedOver, !named.contains(path) {
        others += 1
        continue
      }
      if result.outcome.verdict == .failed { code = fail(result.outcome.message) }
      var outcome = result.outcome
      // What follows is a change to who asks for all of them.
      if outcome.profile == DiffSettings.Profile.exact.rawValue { outcome.changes += outcome.following }
      reviewed.append(path)
      outcomes.append(outcome)
    }
    sayPassedOver(passed, others: others)
    if reviewed.isEmpty { return code > 0 ? code : fail(FileWalk.nothing(in: operands.map(file(of:)))) }
    var review = DiffReview(reviewed, outcomes)
    review.run(
      width: look(Terminal.current(color: settings.color)).width,
      ask: { _ = StandardStream.output.write($0) }, read: { readLine(strippingNewline: true) })
    let rules = review.rules(pattern)
    if !rules.isEmpty, let failure = addRules(rules) { return failure }
    return max(code, accept(review, checkedBy: work))
  }

  /// Writes the snapshots of the files of a review all of whose changes were accepted, and says so. A file that
  /// is not as it was when it was asked about is left.
  private func accept(_ review: DiffReview, checkedBy work: DiffWork) -> Int32 {
    var writing = settings
    writing.action = .update
    let rules: DiffConfiguration
    do throws(UsageError) {
      rules = try DiffConfiguration.read(settings.ruleFiles)
    } catch {
      return fail(error.message)
    }
    let writer = DiffWork(settings: writing, configuration: rules, folder: currentFolder())
    var code: Int32 = 0
    var written = 0
    for place in review.accepted {
      let path = review.files[place]
      if !work.check(path).outcome.changes.elementsEqual(
        review.outcomes[place].changes, by: { $0.place == $1.place && $0.body == $1.body }),
        review.outcomes[place].profile != DiffSettings.Profile.exact.rawValue
      {
        code = fail("\(path.display): changed while it was looked at; its snapshot is as it was")
        continue
      }
      let outcome = writer.check(path).outcome
      if outcome.verdict == .failed { code = fail(outcome.message) }
      if outcome.verdict == .written { written += 1 }
    }
    let differing = review.outcomes.count { $0.verdict == .differs }
    let new = review.outcomes.count { $0.verdict == .new }
    var parts = ["\(written) \(written == 1 ? "snapshot" : "snapshots") written"]
    if differing > written { parts.append("\(differing - written) left as before") }
    if new > 0 { parts.append("\(new) without snapshot") }
    _ = StandardStream.output.write(parts.joined(separator: ", ") + "\n")
    return max(code, review.hasOpen || new > 0 || differing > written ? 1 : 0)
  }

  /// The file that rules of a review are added to: the first that was read, or one here.
  private var ruleFile: FilePath { configuration.paths.first ?? FilePath(".atomdiff") }

  /// The pattern that means a file, from the folder of the rules on; what a pattern cannot say is any character.
  private func pattern(_ path: FilePath) -> String {
    let here = currentFolder()
    let isAbsolute = path.bytes.first == UInt8(ascii: "/")
    let name = DiffConfiguration.name(
      of: isAbsolute ? path.bytes : here?.appending(path.bytes).bytes ?? path.bytes,
      in: configuration.files.first?.folder ?? here?.bytes ?? [])
    return String(String(decoding: name, as: UTF8.self).map { "*#\n\r\u{FFFD}".contains($0) ? "?" : $0 })
  }

  /// Adds rules to their file; the exit code where that fails, and the file is as it was.
  private func addRules(_ rules: String) -> Int32? {
    let path = ruleFile
    var text = ""
    if !configuration.paths.isEmpty {
      do throws(UsageError) {
        text = try path.readText()
      } catch {
        return fail(error.message)
      }
    }
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    text += rules
    do throws(DiffConfiguration.Failure) {
      var all = DiffConfiguration()
      try all.add(text, from: DiffConfiguration.File(name: path.display, folder: []))
    } catch {
      return fail("\(path.display):\(error.line):\(error.column): \(error.message); no rule was added")
    }
    // One that nobody named is not followed where it leads.
    let file = settings.ruleFiles.isEmpty ? OutputFile(derived: path) : OutputFile(named: path)
    do throws(WritingError) {
      try file.write(Array(text.utf8))
      return nil
    } catch {
      return fail(error.message(for: path))
    }
  }
}
