/// Texts in sets of characters that a format does not know: many programs write those of their country into ID3v1.
enum OtherEncoding {
  /// Whether bytes may be a text in some set of one byte or two for a character: those of ASCII stand where the text has
  /// them, and each other character has a byte from 0x80 on, and in sets of two bytes a second one.
  ///
  /// - Parameters:
  ///   - bytes: What is stored.
  ///   - text: In whatever form its letters with marks are.
  ///   - isCut: Whether `bytes` may end before the text does.
  /// - Returns: Whether they may; `false` for a text of ISO-8859-1, which is none of those.
  /// - Complexity: O(*n*) in `bytes`.
  static func mayHave(_ bytes: [UInt8], for text: String, isCut: Bool) -> Bool {
    [false, true].contains { mayHave(bytes, for: text, isCut: isCut, isWide: $0) }
  }

  private static func mayHave(_ bytes: [UInt8], for text: String, isCut: Bool, isWide: Bool) -> Bool {
    var rest = bytes[...]
    var hasOthers = false
    for character in text {
      guard let next = rest.popFirst() else { return isCut && hasOthers }
      if let ascii = character.asciiValue {
        guard ascii == next else { return false }
        continue
      }
      guard next >= 0x80 else { return false }
      hasOthers = hasOthers || !isLatin1(character)
      guard isWide, !isHalfWide(character) else { continue }
      guard let second = rest.popFirst() else { return isCut && hasOthers }
      guard second >= 0x30 else { return false }
    }
    return rest.isEmpty && hasOthers
  }

  /// Letters with marks may be in two parts, of which ISO-8859-1 has neither.
  private static func isLatin1(_ character: Character) -> Bool {
    let scalars = String(character).unicodeScalars
    return scalars.count == 1 && scalars.allSatisfy { $0.value <= 0xFF }
  }

  /// Katakana of half the width have one byte in Shift JIS.
  private static func isHalfWide(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { (0xFF61...0xFF9F).contains($0.value) }
  }
}
