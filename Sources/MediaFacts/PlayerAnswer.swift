package import ByteReading

/// How a file plays for a player, in the word that machine formats have for it.
package enum PlayerAnswer: FixedText, Sendable, CaseIterable {
  /// All of it is played.
  case plays
  /// It is played, but not as it should be, or not all of it.
  case loss = "with-loss"
  /// What is not in the file decides.
  case depends
  /// It is not played.
  case no
  /// The rules say too little of it.
  case unknown

  /// The words that machine formats have, in the order of their schemas.
  package static var keywords: [StaticString] { allCases.map(\.rawValue.text) }

  /// The same for people.
  package var words: String { self == .loss ? "with loss" : rawValue.text.description }
}
