import ByteReading
import CommandLineSupport
import MediaInspection
import Structure

/// Paths that somebody wrote into a file of rules or of expectations: one that is misspelt would hold, or not, without a
/// word.
struct WrittenPaths {
  /// Made when a path is looked up, once: it takes all tables.
  private static let names = KnownNames(of: MediaFile.catalogues.map(\.catalogue))
  /// What is said of those that may mean something all the same.
  private(set) var remarks: [String] = []
  /// What is said behind remarks on types that were looked up: a file may name one again and again.
  private var hints: [String: String] = [:]
  /// Types for which others are looked for that may be meant: each is held against all that there are.
  private static let hintLimit = 128

  /// Looks a path up.
  ///
  /// - Parameter place: Where it is written: `own.rules:3:8`.
  /// - Throws: `UsageError` for a field that no table has, which no file can have either. Types that no table describes
  ///   there are: they are remarked on.
  mutating func look(up path: Path, at place: String) throws(UsageError) {
    guard let unknown = Self.names.unknown(in: path) else { return }
    func near() -> String? { nearest(to: unknown.name, among: unknown.candidates).map { "did you mean '\($0)'?" } }
    if unknown.isField {
      let type = unknown.type.map { "'\($0.key)' has no field" } ?? "no table has a field"
      throw UsageError(
        "\(place): \(type) '\(unknown.name)'",
        nextStep: near() ?? unknown.type.map { "'--boxes=\($0.key)' lists them" } ?? "'--boxes' lists all types")
    }
    if hints[unknown.name] == nil, hints.count < Self.hintLimit { hints[unknown.name] = near().map { ": " + $0 } ?? "" }
    remarks.append("\(place): no table describes '\(unknown.name)'" + hints[unknown.name, default: ""])
  }
}
