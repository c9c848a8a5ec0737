import ByteReading
import Structure

/// How the language of a text says what it is stored in: MacRoman when it is a Macintosh code, or none
/// is given, else UTF-8 or marked UTF-16 (QTFF, Language Code Values).
enum LanguageText: TextChoice {
  /// Languages that the Macintosh writes with other letters each have a set of characters of their own, which is not
  /// read: what they have in common is ASCII.
  static func encoding(for value: UInt64) -> TextEncoding {
    switch value {
    case 10...12, 14, 15, 17...28, 30...33, 37...80, 84...87, 135...137, 143, 148: .ascii
    case ..<0x400, 0x7FFF: .macRoman
    default: .utf8OrUTF16
    }
  }

  static func words(for field: StaticString) -> String { "UTF-8, or MacRoman as \(field) says" }
}
