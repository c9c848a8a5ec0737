package import ByteReading
package import CommandLineSupport
import MediaInspection
package import Structure
import StructureRendering

/// What is known of problems beforehand: those that a repository accepts, and how bad it finds it to
/// break which rule.
package struct ProblemPolicy: Sendable {
  /// The file of accepted problems.
  var baselineFile: String?
  /// Whether that file is written.
  var isWritten = false
  /// The file of severities.
  var severityFile: String?
  /// The rules whose problems alone are wanted; those of all when there are none.
  private(set) var rules: Set<String> = []
  /// How often each problem is accepted, by the name of its file, and with which values.
  private var accepted: [String: [Place: [Accepted]]] = [:]
  /// `nil` for rules that are off. Of several lines about a rule the last one holds.
  private var severities: [String: Diagnostic.Severity?] = [:]

  /// What is known under one number: a rule, and the path of its node.
  private struct Place: Hashable {
    var rule: String
    var path: String
  }

  /// How often a problem is accepted that says something.
  private struct Accepted {
    /// What it says; `nil` for whatever that is.
    var value: String?
    var count: Int
  }

  /// The folder that relative names of the call count from.
  private var here: FilePath?

  package init() {}

  /// A problem that is accepted, so many times.
  package struct Known: Sendable, Equatable {
    package var rule: String
    /// The path of its node, escaped; empty for the file as a whole.
    package var path: String
    package var count: Int
    /// What it says: `found 3, expected 2`; `nil` for whatever that is.
    package var value: String?

    package init(rule: String, path: String, count: Int, value: String? = nil) {
      (self.rule, self.path, self.count, self.value) = (rule, path, count, value)
    }
  }

  /// A problem that says something else than the one that is accepted at its place.
  package struct Changed: Sendable, Equatable {
    package var was: Known
    package var now: String
  }

  /// What of a document a baseline knows.
  package struct Acceptance: Sendable {
    /// How many problems were left out.
    package var accepted = 0
    /// What is accepted and not there any more.
    package var gone: [Known] = []
    /// What is accepted and was not found among those that are kept, where more of its rule were only counted.
    package var unseen: [Known] = []
    /// What says something else now.
    package var changed: [Changed] = []
  }

  /// Whether it says anything.
  var isActive: Bool { baselineFile != nil || !severities.isEmpty || !rules.isEmpty }

  /// Reads its files.
  ///
  /// - Parameter isCheck: Whether the report is one of problems, which it goes with.
  /// - Throws: `UsageError` when one cannot be read or is not understood, or does not go with the report.
  mutating func read(isCheck: Bool) throws(UsageError) {
    if isWritten, baselineFile == nil {
      throw UsageError("--accept needs --baseline FILE: what is written where?")
    }
    if baselineFile != nil || severityFile != nil, !isCheck {
      throw UsageError("--baseline and --severities go with --check")
    }
    if !rules.isEmpty, !isCheck { throw UsageError("--rule goes with --check") }
    if !rules.isEmpty, isWritten {
      throw UsageError("--accept writes all that is found", nextStep: "leave --rule out")
    }
    if let severityFile {
      let file = FilePath(severityFile)
      try readSeverities(file.readText(), file.display)
    }
    if baselineFile != nil { here = currentFolder() }
    if let baselineFile, !isWritten {
      let file = FilePath(baselineFile)
      try readBaseline(file.readText(), file.display)
    }
  }

  /// Asks for the problems of these rules, separated by commas, besides those that were asked for.
  ///
  /// - Throws: `UsageError` when there is no such rule.
  package mutating func ask(for list: String) throws(UsageError) {
    let ids = list.split(separator: ",").map(String.init)
    if ids.isEmpty { throw UsageError("--rule needs the identifier of a rule", nextStep: "--explain lists all") }
    for id in ids {
      try RuleText.require(id)
      rules.insert(id)
    }
  }

  /// The problems that are kept, so that those of other rules leave room for all that are asked for.
  package func room(within limits: Limits) -> Int {
    if rules.isEmpty { return limits.problems }
    let (needed, overflow) = limits.problemsOfAKind.multipliedReportingOverflow(by: Rule.identifiers.count)
    return max(limits.problems, overflow ? Self.mostProblems : min(needed, Self.mostProblems))
  }

  /// The problems that are kept at most, as `--max-problems` allows.
  private static let mostProblems = 1_000_000

  /// Leaves out the problems of rules that are not asked for.
  ///
  /// - Parameter hiding: The rules by whose breaking the document was not read as a whole, accepted or not.
  package func leaveOutOthers(of document: Document, hiding: [String]) {
    if rules.isEmpty { return }
    document.problems.keep(only: AskedRules(rules, others: Rule.identifiers.count - rules.count, hiding: hiding))
  }

  /// The lines of a text with their numbers from 0. `\r\n` is one character, and so no `\n`.
  private static func lines(of text: String) -> some Sequence<(offset: Int, element: Substring)> {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).lazy.map { line in
      Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }.enumerated()
  }

  /// Reads a file of severities.
  ///
  /// - Throws: `UsageError` with the line that is not understood.
  /// - Complexity: O(*n*).
  package mutating func readSeverities(_ text: String, _ name: String) throws(UsageError) {
    for (index, line) in Self.lines(of: text) {
      let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" || $0 == "\r" }
      if words.isEmpty { continue }
      func fail(_ message: String) -> UsageError { UsageError("\(name):\(index + 1): \(message)") }
      guard words.count == 2 else { throw fail("a line is a rule and error, warning, note or off") }
      guard RuleText.isKnown(String(words[0])) else { throw fail("there is no rule '\(words[0])'") }
      switch words[1] {
      case "error": severities[String(words[0])] = .error
      case "warning": severities[String(words[0])] = .warning
      case "note": severities[String(words[0])] = .note
      case "off": severities[String(words[0])] = .some(nil)
      default: throw fail("'\(words[1])' is no severity: error, warning, note or off")
      }
    }
  }

  /// Reads a file of accepted problems.
  ///
  /// - Throws: `UsageError` with the line that is not understood.
  /// - Complexity: O(*n*).
  package mutating func readBaseline(_ text: String, _ name: String) throws(UsageError) {
    for (index, line) in Self.lines(of: text) {
      if line.isEmpty || line.hasPrefix("#") { continue }
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 4 || parts.count == 5, let count = Int(parts[1]), count > 0 else {
        throw UsageError(
          "\(name):\(index + 1): a line is a rule, a count, a path, the name of a file and what is said, "
            + "with tabs between them")
      }
      let place = Place(rule: parts[0], path: parts[2])
      let value = parts.count == 5 ? parts[4] : nil
      let file = Self.plain(parts[3])
      if let known = accepted[file]?[place]?.firstIndex(where: { $0.value == value }) {
        let sum = accepted[file]?[place]?[known].count.addingReportingOverflow(count)
        accepted[file]?[place]?[known].count = sum.map { $0.overflow ? .max : $0.partialValue } ?? count
      } else {
        guard accepted[file]?[place]?.count ?? 0 < Self.valuesOfAPlace else {
          throw UsageError("\(name):\(index + 1): more than \(Self.valuesOfAPlace) values of one rule and path")
        }
        accepted[file, default: [:]][place, default: []].append(Accepted(value: value, count: count))
      }
    }
  }

  /// Values of one rule at one place that are told apart.
  private static let valuesOfAPlace = 1_024

  // MARK: A file

  /// Whether problems of a rule are off, or notes, of which a baseline has none.
  func isSilent(_ rule: String) -> Bool { severities[rule].map { $0 == nil || $0 == .note } ?? false }

  /// Gives the problems of a document the severities that were asked for.
  package func judge(_ document: Document) {
    for (rule, severity) in severities.sorted(by: { $0.key < $1.key }) {
      if let severity {
        document.problems.setSeverity(of: rule, to: severity)
      } else {
        document.problems.switchOff(rule)
      }
    }
  }

  /// What is said of problems of a rule that are known by their number alone: there are more than are kept.
  private static let unlisted = "not listed"
  /// What is said of a problem that says neither a field nor a number. A line without anything is known whatever is
  /// said later: files of before, and whoever writes one, have such lines.
  private static let nothing = "nothing said"

  /// The problems of a document as a baseline has them, warnings and errors alone.
  ///
  /// - Complexity: O(*n*) in the problems that are kept.
  package func known(in document: Document) -> [Known] {
    struct Key: Hashable {
      var place: Place
      var value: String?
    }
    var found: [Known] = []
    var numbers: [Key: Int] = [:]
    var values: [Place: Int] = [:]
    for problem in document.problems.kept where problem.severity > .note && problem.follows == nil {
      let place = Self.place(of: problem, in: document)
      // Of very many at one place each may say what it likes.
      let isKept = values[place, default: 0] < Self.valuesOfAPlace - 1
      let key = Key(place: place, value: isKept ? Self.value(of: problem, in: document) : nil)
      if let number = numbers[key] {
        found[number].count += 1
      } else {
        numbers[key] = found.count
        values[place, default: 0] += 1
        found.append(Known(rule: place.rule, path: place.path, count: 1, value: key.value))
      }
    }
    for rest in document.problems.rest where rest.severity > .note {
      found.append(Known(rule: rest.kind.id.description, path: "", count: rest.count, value: Self.unlisted))
    }
    return found
  }

  /// What a problem says: its field, where its sentence names one, and its numbers.
  private static func value(of problem: Diagnostic, in document: Document) -> String {
    let numbers = numbers(of: problem)
    guard problem.kind.sentence.description.contains("{field}"), let field = document.fieldName(of: problem)
    else { return numbers.isEmpty ? nothing : numbers }
    return escaped("field \(field)") + (numbers.isEmpty ? "" : ", " + numbers)
  }

  /// The numbers of a problem but for where in the file: that moves with all that stands before it.
  private static func numbers(of problem: Diagnostic) -> String {
    let detail = problem.detail
    let values = [detail.first, detail.second, detail.third].compactMap { $0 }.filter { !$0.isPosition }
    return escaped(values.map { "\($0.name) \($0.code?.key ?? String($0.number))" }.joined(separator: ", "))
  }

  private static func place(of problem: Diagnostic, in document: Document) -> Place {
    Place(
      rule: problem.kind.id.description,
      path: document.tree.known(problem.node).map { escaped(document.path(of: $0)) } ?? "")
  }

  /// Leaves out what is accepted: a problem of a rule at its place that says what it said.
  ///
  /// - Parameters:
  ///   - document: The document, whose problems were found.
  ///   - file: Its name as it was given.
  /// - Returns: What was accepted, and what else the baseline says.
  /// - Complexity: O(*n*) in the problems that are kept and those that are accepted.
  package func accept(in document: Document, of file: [UInt8]) -> Acceptance {
    var left = accepted[name(of: file)] ?? formerName(of: file).flatMap { accepted[$0] } ?? [:]
    var places: Set<Int> = []
    var others: [(place: Place, value: String, problem: Int)] = []
    var unknown: [(rule: String, place: Int)] = []
    for (place, problem) in document.problems.kept.enumerated()
    where problem.severity > .note && problem.follows == nil {
      let known = Self.place(of: problem, in: document)
      guard let list = left[known] else {
        unknown.append((known.rule, place))
        continue
      }
      let value = Self.value(of: problem, in: document)
      // Files of before have no fields.
      let numbers = Self.numbers(of: problem)
      guard
        let number = list.firstIndex(where: { $0.count > 0 && $0.value == value })
          ?? list.firstIndex(where: { $0.count > 0 && $0.value == numbers })
          ?? list.firstIndex(where: { $0.count > 0 && $0.value == nil })
      else {
        others.append((known, value, place))
        continue
      }
      left[known]?[number].count -= 1
      places.insert(place)
    }
    var result = Acceptance()
    for (place, value, problem) in others {
      guard let number = left[place]?.firstIndex(where: { $0.count > 0 && $0.value != Self.unlisted }),
        let was = left[place]?[number]
      else {
        unknown.append((place.rule, problem))
        continue
      }
      left[place]?[number].count -= 1
      result.changed.append(
        Changed(was: Known(rule: place.rule, path: place.path, count: 1, value: was.value), now: value))
    }
    let counted = Set(document.problems.rest.map(\.kind.id.description))
    result.accepted = Self.acceptByNumber(in: document, counted, unknown, &left, &places)
    result.accepted += places.count
    document.problems.accept(places)
    for (place, list) in left {
      for each in list where each.count > 0 {
        let known = Known(rule: place.rule, path: place.path, count: each.count, value: each.value)
        if counted.contains(place.rule), each.value != Self.unlisted {
          result.unseen.append(known)
        } else {
          result.gone.append(known)
        }
      }
    }
    result.gone.sort { ($0.rule, $0.path, $0.value ?? "") < ($1.rule, $1.path, $1.value ?? "") }
    result.unseen.sort { ($0.rule, $0.path, $0.value ?? "") < ($1.rule, $1.path, $1.value ?? "") }
    return result
  }

  /// Accepts what was only counted, and then what was kept and is not known by its place, by the number of those that
  /// are not listed: which of them are new nobody knows.
  ///
  /// - Returns: How many of those that were only counted were accepted.
  private static func acceptByNumber(
    in document: Document, _ counted: Set<String>, _ unknown: [(rule: String, place: Int)],
    _ left: inout [Place: [Accepted]], _ places: inout Set<Int>
  ) -> Int {
    func line(_ place: Place) -> Int? { left[place]?.firstIndex { $0.count > 0 && $0.value == unlisted } }
    var accepted = 0
    for rule in counted.sorted() {
      let place = Place(rule: rule, path: "")
      guard let number = line(place), let most = left[place]?[number].count else { continue }
      let count = document.problems.acceptRest(of: rule, most)
      left[place]?[number].count -= count
      accepted += count
    }
    for (rule, problem) in unknown {
      let place = Place(rule: rule, path: "")
      guard let number = line(place) else { continue }
      left[place]?[number].count -= 1
      places.insert(problem)
    }
    return accepted
  }

  /// The lines of a file in a baseline.
  package func put(_ known: [Known], of file: [UInt8], to output: inout ByteWriter) {
    for problem in known {
      output.put(problem.rule)
      output.put("\t\(problem.count)\t")
      output.put(problem.path)
      output.put("\t")
      output.put(name(of: file))
      if let value = problem.value {
        output.put("\t")
        output.put(value)
      }
      output.put("\n")
    }
  }

  /// What is said of files that problems are accepted of and that are not there; of many of the first eight.
  ///
  /// - Complexity: asks the system of each file.
  var remarks: [String] {
    guard let baselineFile, !isWritten else { return [] }
    let gone = accepted.keys.filter { name in
      // What was escaped is not looked for, and what came through a pipe is no file.
      if name.contains("\\") || name == "-" { return false }
      return Self.isGone(beside(FilePath(name))) && Self.isGone(FilePath(name))
    }.sorted()
    let name = FilePath(baselineFile).display
    var remarks = gone.prefix(8).map { "\(name): there is no \($0): take it out, where it is gone" }
    if gone.count > 8 { remarks.append("\(name): and \(gone.count - 8) files more are not there") }
    return remarks
  }

  private static func isGone(_ path: FilePath) -> Bool {
    do throws(SystemError) {
      _ = try FileStatus(of: path, followingLinks: true)
      return false
    } catch {
      return error == .noSuchFile
    }
  }

  /// The place of a file that the baseline names: names count from where it stands itself.
  private func beside(_ file: FilePath) -> FilePath {
    guard file.bytes.first != UInt8(ascii: "/"), let folder = baselineFile.flatMap({ FilePath($0).folder }) else { return file }
    return folder.appending(file.bytes)
  }

  /// A file as the baseline names it: as seen from the folder that it stands in.
  private func name(of file: [UInt8]) -> String {
    let path = FilePath(file)
    let own = baselineFile.flatMap { baseline in
      path.isStandardInput ? nil : path.relative(to: FilePath(baseline).folder ?? FilePath("."), whereNamesCountFrom: here)
    }
    return Self.plain(Self.escaped(name: own?.bytes ?? file))
  }

  /// A file as baselines named it that were written by the names of the call; `nil` where that means another one.
  private func formerName(of file: [UInt8]) -> String? {
    guard baselineFile != nil, file.first != UInt8(ascii: "/"), Self.isGone(beside(FilePath(file))) else { return nil }
    return Self.plain(Self.escaped(name: file))
  }

  private static func plain(_ name: String) -> String {
    var name = name[...]
    while name.hasPrefix("./"), name.utf8.count > 2 { name = name.dropFirst(2) }
    return String(name)
  }

  /// The name of a file, whose bytes need not be UTF-8: those that are not are written `\xe9`.
  private static func escaped(name: [UInt8]) -> String {
    var output = ByteWriter()
    output.put(name: name.rawBytes, style: .record)
    return output.string
  }

  private static func escaped(_ text: String) -> String {
    var output = ByteWriter()
    output.put(text: text, style: .record)
    return output.string
  }
}
