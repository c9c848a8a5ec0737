import ByteReading
import Structure

/// How the byte before the texts of a frame says what they are stored in (ID3v2.4.0 structure §4).
enum FrameText: TextChoice {
  static func encoding(for value: UInt64) -> TextEncoding {
    switch value {
    case 1: .utf16
    case 2: .utf16BE
    case 3: .utf8
    default: .latin1
    }
  }

  static func words(for field: StaticString) -> String { "in what \(field) says" }

  /// One byte order mark serves for all texts of a frame with many writers.
  static var hasCommonOrder: Bool { true }
}
