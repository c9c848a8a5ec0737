import ByteReading
import Structure

/// How the language of a text says what it is stored in: MacRoman when it is a Macintosh code, or none
/// is given, else UTF-8 or marked UTF-16 (QTFF, Language Code Values).
enum LanguageText: TextChoice {
  static func encoding(for value: UInt64) -> TextEncoding {
    value < 0x400 || value == 0x7FFF ? .macRoman : .utf8OrUTF16
  }

  static func words(for field: StaticString) -> String { "UTF-8, or MacRoman as \(field) says" }
}
