import ByteReading
import CommandLineSupport
import MediaInspection
import Structure

extension DumpFile {
  /// Applies what is known of problems beforehand, and says what is gone.
  func apply(_ policy: ProblemPolicy, to opened: inout Opened, _ talk: inout ByteWriter) {
    guard policy.isActive else { return }
    // What is off, or accepted, hides others all the same.
    let hiding = opened.document.hidingRules
    policy.judge(opened.document)
    defer { policy.leaveOutOthers(of: opened.document, hiding: hiding) }
    guard policy.baselineFile != nil else { return }
    if policy.isWritten {
      opened.known = policy.known(in: opened.document)
      return
    }
    let result = policy.accept(in: opened.document, of: opened.path)
    func isAsked(_ rule: String) -> Bool { policy.rules.isEmpty || policy.rules.contains(rule) }
    let problems = opened.document.problems
    let accepted =
      problems.accepted.count { isAsked($0.kind.id.description) }
      + problems.acceptedRest.reduce(0) { isAsked($1.kind.id.description) ? $0 + $1.count : $0 }
    if accepted > 0 {
      say("\(opened.name): \(accepted) known \(accepted == 1 ? "problem" : "problems") accepted", &talk)
    }
    for problem in result.changed where isAsked(problem.was.rule) {
      let place = problem.was.path.isEmpty ? "" : " at \(problem.was.path)"
      // One that is known whatever it says has not changed.
      say("changed: \(problem.was.rule)\(place): was \(problem.was.value ?? ""), now \(problem.now)", of: opened, &talk)
    }
    for rest in problems.rest where rest.severity > .note && isAsked(rest.kind.id.description) {
      say("new: \(rest.count) of \(rest.kind.id), not listed (--max-problems)", of: opened, &talk)
    }
    func isMissed(_ known: ProblemPolicy.Known) -> Bool { isAsked(known.rule) && !policy.isSilent(known.rule) }
    func sayUnseen(_ known: [ProblemPolicy.Known], _ why: String) {
      let count = known.reduce(0) { $0.saturatingAdd($1.count) }
      if count > 0 { say("\(count) known \(count == 1 ? "problem" : "problems") not found, but \(why)", of: opened, &talk) }
    }
    let (gone, unseen) = (result.gone.filter(isMissed), result.unseen.filter(isMissed))
    // What was not found is gone only where all was read, and all of its rule is listed.
    guard hiding.isEmpty else {
      sayUnseen(gone + unseen, "not all was seen: \(hiding.joined(separator: ", "))")
      return
    }
    sayUnseen(unseen, "not all are listed: \(Set(unseen.map(\.rule)).sorted().joined(separator: ", ")) (--max-problems)")
    for problem in gone {
      let place = problem.path.isEmpty ? "" : " at \(problem.path)"
      let count = problem.count == 1 ? "" : " (\(problem.count) of them)"
      say("gone: \(problem.rule)\(place)\(count): take it out of the baseline", of: opened, &talk)
    }
  }
}

extension DumpSettings {
  /// How bad a problem is at least that makes the exit code 1; `nil` where none does.
  ///
  /// Beside a baseline each problem that it does not know is a new one; what is written there is known.
  var leastFailing: Diagnostic.Severity? {
    if policy.isWritten { return nil }
    return isStrict || policy.baselineFile != nil ? .warning : .error
  }

  /// Writes the baseline, when one is to be written, from lines of each file.
  ///
  /// - Returns: Why it could not be written; `nil` when it was, or none is to be.
  func writeBaseline(_ files: [[UInt8]]) -> String? {
    guard policy.isWritten, let name = policy.baselineFile else { return nil }
    var text = ByteWriter()
    text.put("# Problems that are known: rule, count, path, file, what is said, with tabs between them.\n")
    for lines in files { text.put(bytes: lines.rawBytes) }
    let path = FilePath(name)
    do throws(WritingError) {
      try OutputFile(named: path).write(text.array, sparing: inputs)
      return nil
    } catch {
      return error.message(for: path)
    }
  }
}
