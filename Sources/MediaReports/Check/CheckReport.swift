import ByteReading
import MediaFacts
package import Structure
import StructureRendering

/// What is wrong with one file, ready to be written in forms that have all files in one document.
///
/// It keeps nothing of the document, so that many may wait for the end of a call.
package struct CheckReport: Sendable {
  /// A problem that follows from no other.
  struct Problem: Sendable {
    let rule: String
    let severity: Diagnostic.Severity
    let sentence: String
    /// The path of its node; empty for the file as a whole.
    let path: String
    /// In the file, in bytes; `nil` in what was compressed.
    let offset: UInt64?
  }

  /// As it was given.
  let path: [UInt8]
  /// For people.
  let name: String
  /// In document order, behind them those that were only counted, as one for each rule.
  let problems: [Problem]
  /// Those that a baseline has, which fail nothing.
  let accepted: [Problem]
  /// `2 errors, 1 warning`, and of which rules.
  let summary: String
  /// The rules that were asked; `nil` for all.
  let asked: AskedRules?
  /// How bad a problem is at least that a gate does not let pass; `nil` where it lets all pass.
  let leastFailing: Diagnostic.Severity?

  /// - Parameters:
  ///   - document: A file that was checked.
  ///   - path: Its name as it was given.
  ///   - name: Its name, escaped.
  ///   - leastFailing: How bad a problem is at least that a gate does not let pass; `nil` where it lets all
  ///     pass.
  /// - Complexity: O(*n*) in the problems that are kept.
  package init(
    _ document: Document, path: [UInt8], name: String, leastFailing: Diagnostic.Severity?
  ) {
    (self.path, self.name, self.leastFailing) = (path, name, leastFailing)
    problems =
      document.problems.kept.filter { $0.follows == nil }.map { Problem($0, in: document) }
      + document.problems.rest.map { Problem($0) }
    accepted =
      document.problems.accepted.map { Problem($0, in: document) } + document.problems.acceptedRest.map { Problem($0) }
    summary = document.problems.summary(hasNotes: true)
    asked = document.problems.asked
  }
}

extension CheckReport.Problem {
  fileprivate init(_ problem: Diagnostic, in document: Document) {
    var sentence = ByteWriter()
    sentence.put(sentence: problem.kind.sentence, of: problem, in: document)
    self.init(
      rule: problem.kind.id.description, severity: problem.severity, sentence: sentence.string,
      path: document.tree.known(problem.node).map { document.path(of: $0) } ?? "",
      offset: document.place(of: problem))
  }

  /// What was only counted.
  fileprivate init(_ rest: Problems.Rest) {
    self.init(
      rule: rest.kind.id.description, severity: rest.severity, sentence: rest.sentence, path: "", offset: nil)
  }

  /// `error: … [rule]`, and below it where.
  var lines: String {
    "\(severity.name): \(sentence) [\(rule)]" + (path.isEmpty ? "" : "\n  " + path)
      + (offset.map { " at 0x" + String($0, radix: 16) } ?? "")
  }
}
