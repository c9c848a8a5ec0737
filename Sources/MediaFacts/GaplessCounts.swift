/// What iTunes says of the samples of a song in a text called `iTunSMPB`: hexadecimal words, of which the second
/// to the fourth are delay, padding and what is heard.
package struct GaplessCounts: Sendable, Equatable {
  /// Samples before the sound, those of the decoder among them.
  package let delay: UInt64
  /// Samples behind the sound.
  package let padding: UInt64
  /// Samples that are heard.
  package let samples: UInt64

  /// - Parameter text: The words, with blanks between; `nil` for fewer than four, or for longer texts than anybody
  ///   writes.
  package init?(_ text: String) {
    guard text.utf8.count < 512 else { return nil }
    let words = text.split(separator: " ").prefix(16).compactMap { UInt64($0, radix: 16) }
    guard words.count >= 4 else { return nil }
    (delay, padding, samples) = (words[1], words[2], words[3])
  }
}
