/// Cyrillic as Windows writes it where a format knows no alphabet: many programs have it in ID3v1.
enum Windows1251 {
  /// Whether a text has these very bytes, or begins with them.
  ///
  /// - Parameters:
  ///   - bytes: What is stored.
  ///   - text: In whatever form its letters with marks are.
  ///   - isCut: Whether `bytes` may end before the text does.
  /// - Returns: Whether it has them; `false` where a character of it that is looked at has no byte.
  /// - Complexity: O(*n*) in `bytes`.
  static func hasBytes(_ bytes: [UInt8], of text: String, isCut: Bool) -> Bool {
    var rest = bytes[...]
    for character in text {
      guard let next = rest.popFirst() else { return isCut }
      guard byte(of: character) == next else { return false }
    }
    return rest.isEmpty
  }

  private static func byte(of character: Character) -> UInt8? {
    if let ascii = character.asciiValue { return ascii }
    return upper[character]
  }

  /// The characters from 0x80 on; 0x98 is none.
  private static let upper: [Character: UInt8] = {
    let characters =
      "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"
      + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя"
    return Dictionary(zip(characters, 0x80...UInt8.max)) { first, _ in first }
  }()
}
