/// The one sentence about options that do not go together: both, and what would go.
///
/// ```swift
/// refusal(of: "--textconv", with: "--samples", having: ["--json", "--plain"])
/// // --textconv does not go with --samples, which has --json and --plain
/// ```
package func refusal(of option: String, with other: String, having known: [String]) -> String {
  let has = known.isEmpty ? "which stands alone" : "which has \(joined(known, by: "and"))"
  return "\(option) does not go with \(other), \(has)"
}

/// The same of an option that goes with few others: the one it was given with, and these.
///
/// ```swift
/// refusal(of: "--ci", with: "--review", goingWith: ["--verify"])
/// // --ci does not go with --review, but with --verify
/// ```
package func refusal(of option: String, with other: String, goingWith others: [String]) -> String {
  "\(option) does not go with \(other), but with \(joined(others, by: "or"))"
}

/// Words in a sentence: `a, b and c`.
package func joined(_ words: [String], by conjunction: String) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}
