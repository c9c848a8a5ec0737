import ByteReading
import Foundation
import Structure

/// Whether a value that another tool prints is the one that we tell.
enum Agreement {
  /// Holds a number in decimal, hexadecimal with `0x`, or with a fraction against `value`.
  static func number(_ text: String, _ value: FieldValue) -> Bool {
    switch value.value {
    case .number(let raw, let isSigned):
      // Some tools print what is meant where less is stored: `bit_depth_luma_minus8`.
      let added = surplus(of: value.name)
      if isSigned {
        let stored = Int64(bitPattern: raw)
        return signed(text) == stored
          || added > 0 && signed(text) == stored.addingReportingOverflow(added).partialValue
      }
      if let number = signed(text), number < 0 {
        // Without a sign with us, with one there: the same bits.
        return value.bits.map { bits in
          number == Int64(bitPattern: bits << UInt64(64 - value.extent.count))
            >> Int64(64 - value.extent.count)
        } ?? false
      }
      guard let number = unsigned(text) else { return false }
      return number == raw || added > 0 && number == raw &+ UInt64(added)
    case .fixed(let number, _), .real(let number):
      // Printed with six digits at most.
      return Double(text).map { abs($0 - number) <= 0.000_001 * max(1, abs(number)) } ?? false
    case .code, .bytes:
      return unsigned(text).map { $0 == value.bits } ?? false
    case .text(let known): return known == text
    }
  }

  /// Holds text against `value`: codes as their characters without the spaces and zeros that fill
  /// them, bytes as theirs.
  static func text(_ text: String, _ value: FieldValue) -> Bool {
    switch value.value {
    case .code(let bytes):
      return trimmed(String(decoding: bytes, as: UTF8.self)) == trimmed(text)
        || trimmed(String(bytes.map { Character(UnicodeScalar($0)) })) == trimmed(text)
    case .text(let known): return known == text
    case .bytes(let bytes):
      let digits = text.filter { $0 != "-" }.lowercased()
      let latin = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
      return Array(text.utf8) == bytes || latin == bytes || digits == hex(bytes)
    case .number(let raw, _):
      switch value.meaning {
      case .language: return text == language(raw)
      case .boolean: return text == (raw == 0 ? "false" : "true")
      default:
        guard value.extent.isByteAligned else { return false }
        let bytes = (0..<value.extent.byteCount).reversed().map {
          UInt8(truncatingIfNeeded: raw >> UInt64($0 * 8))
        }
        return bytes == text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
      }
    case .fixed, .real: return false
    }
  }

  /// What `_minus1` and the like in a name say is missing.
  static func surplus(of name: String) -> Int64 {
    let folded = name.lowercased()
    if folded.hasSuffix("minusone") { return 1 }
    guard let match = folded.firstMatch(of: /minus_?(\d+)$/) else { return 0 }
    return Int64(match.1) ?? 0
  }

  /// The three letters that a packed language holds (14496-12 §8.4.2.3).
  static func language(_ raw: UInt64) -> String {
    String(decoding: [10, 5, 0].map { UInt8(raw >> $0 & 31) + 0x60 }, as: UTF8.self)
  }

  static func trimmed(_ text: String) -> String {
    text.trimmingCharacters(in: CharacterSet(charactersIn: " \0"))
  }

  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  static func unsigned(_ text: String) -> UInt64? {
    switch text {
    case "true": return 1
    case "false": return 0
    default:
      return text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
    }
  }

  static func signed(_ text: String) -> Int64? {
    Int64(text) ?? unsigned(text).flatMap { Int64(exactly: $0) }
  }

  /// A name without case and underscores.
  static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != " " }
  }
}
