/// What is wrong with a call, and what to do next.
///
/// ```
/// unknown option '--jason' — did you mean '--json'?
/// ```
package struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, in the words of the call; no final period.
  package var message: String
  /// The next step, or empty when the message says it.
  package var nextStep: String

  /// An error that says `message` and advises `nextStep`.
  package init(_ message: String, nextStep: String = "") {
    self.message = message
    self.nextStep = nextStep
  }

  /// Both parts in one line, as a tool prints it after its name.
  package var description: String {
    nextStep.isEmpty ? message : "\(message) — \(nextStep)"
  }
}
