import ByteReading
import CommandLineSupport
import Structure

/// What is known of problems beforehand: those that a repository accepts, and how bad it finds it to
/// break which rule.
package struct ProblemPolicy: Sendable {
  /// The file of accepted problems.
  var baselineFile: String?
  /// Whether that file is written.
  var isWritten = false
  /// The file of severities.
  var severityFile: String?
  /// Accepted problems by the name of their file.
  private(set) var accepted: [String: [Known]] = [:]
  /// `nil` for rules that are off.
  private(set) var severities: [(rule: String, severity: Diagnostic.Severity?)] = []

  /// A problem that is accepted, so many times.
  struct Known: Sendable, Equatable {
    var rule: String
    /// The path of its node; empty for the file as a whole.
    var path: String
    var count: Int
  }

  /// Whether it says anything.
  var isActive: Bool { baselineFile != nil || !severities.isEmpty }

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
    if let severityFile {
      let file = FilePath(severityFile)
      try readSeverities(file.readText(), file.display)
    }
    if let baselineFile, !isWritten {
      let file = FilePath(baselineFile)
      try readBaseline(file.readText(), file.display)
    }
  }

  private mutating func readSeverities(_ text: String, _ name: String) throws(UsageError) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" || $0 == "\r" }
      if words.isEmpty { continue }
      func fail(_ message: String) -> UsageError { UsageError("\(name):\(index + 1): \(message)") }
      guard words.count == 2 else { throw fail("a line is a rule and error, warning, note or off") }
      guard RuleText.isKnown(String(words[0])) else { throw fail("there is no rule '\(words[0])'") }
      switch words[1] {
      case "error": severities.append((String(words[0]), .error))
      case "warning": severities.append((String(words[0]), .warning))
      case "note": severities.append((String(words[0]), .note))
      case "off": severities.append((String(words[0]), nil))
      default: throw fail("'\(words[1])' is no severity: error, warning, note or off")
      }
    }
  }

  private mutating func readBaseline(_ text: String, _ name: String) throws(UsageError) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 4, let count = Int(parts[1]), count > 0 else {
        throw UsageError(
          "\(name):\(index + 1): a line is a rule, a count, a path and the name of a file, with tabs between them")
      }
      accepted[parts[3], default: []].append(Known(rule: parts[0], path: parts[2], count: count))
    }
  }

  // MARK: A file

  /// Gives the problems of a document the severities that were asked for.
  func judge(_ document: Document) {
    for (rule, severity) in severities {
      if let severity {
        document.problems.setSeverity(of: rule, to: severity)
      } else {
        let places = document.problems.kept.indices.filter {
          document.problems.kept[$0].kind.id.description == rule
        }
        document.problems.leaveOut(Set(places))
        // Those that were only counted are of no consequence either.
        document.problems.setSeverity(of: rule, to: .note)
      }
    }
  }

  /// The problems of a document as a baseline has them, warnings and errors alone.
  func known(in document: Document) -> [Known] {
    var found: [Known] = []
    for problem in document.problems.kept where problem.severity > .note && problem.follows < 0 {
      let rule = problem.kind.id.description
      let path = document.tree.known(problem.node).map { Self.escaped(document.path(of: $0)) } ?? ""
      if let place = found.firstIndex(where: { $0.rule == rule && $0.path == path }) {
        found[place].count += 1
      } else {
        found.append(Known(rule: rule, path: path, count: 1))
      }
    }
    return found
  }

  /// Leaves out what is accepted.
  ///
  /// - Parameters:
  ///   - document: The document, whose problems were found.
  ///   - file: Its name as it was given.
  /// - Returns: How many were accepted, and what is accepted and not there any more.
  func accept(in document: Document, of file: [UInt8]) -> (accepted: Int, gone: [Known]) {
    var left = accepted[Self.escaped(String(decoding: file, as: UTF8.self))] ?? []
    var places: Set<Int> = []
    for (place, problem) in document.problems.kept.enumerated()
    where problem.severity > .note && problem.follows < 0 {
      let rule = problem.kind.id.description
      let path = document.tree.known(problem.node).map { Self.escaped(document.path(of: $0)) } ?? ""
      guard let known = left.firstIndex(where: { $0.rule == rule && $0.path == path && $0.count > 0 })
      else { continue }
      left[known].count -= 1
      places.insert(place)
    }
    document.problems.leaveOut(places)
    return (places.count, left.filter { $0.count > 0 })
  }

  /// The lines of a file in a baseline.
  static func put(_ known: [Known], of file: [UInt8], to output: inout ByteWriter) {
    for problem in known {
      output.put(problem.rule)
      output.put("\t\(problem.count)\t")
      output.put(problem.path)
      output.put("\t")
      output.put(escaped(String(decoding: file, as: UTF8.self)))
      output.put("\n")
    }
  }

  private static func escaped(_ text: String) -> String {
    var output = ByteWriter()
    output.put(text: text, style: .record)
    return output.string
  }
}
