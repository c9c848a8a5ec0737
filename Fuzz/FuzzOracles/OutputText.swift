/// What must not be in anything that is written.
///
/// Bytes are read once, without recursion, so that nothing written is too long or too deep for it.
public struct OutputText {
  private let bytes: [UInt8]
  private var place = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Characters

  /// The first byte that is not UTF-8, or that is a character which acts on a terminal or hides what
  /// stands beside it; nothing when all may be shown.
  ///
  /// - Parameters:
  ///   - hasTabs: Whether tabs separate fields.
  ///   - hasColor: Whether colours may be set: `ESC [`, digits and semicolons, `m`.
  public static func firstHarm(
    in bytes: [UInt8], hasTabs: Bool = false, hasColor: Bool = false
  ) -> String? {
    var text = OutputText(bytes)
    while text.place < bytes.count {
      let start = text.place
      if hasColor, text.skipColor() { continue }
      guard let scalar = text.scalar() else {
        return "byte \(start) of the output, 0x\(String(bytes[start], radix: 16)), is not UTF-8"
      }
      if scalar == 0x0A || scalar == 0x09 && hasTabs { continue }
      if isHarmful(scalar) {
        return "byte \(start) of the output is U+\(String(scalar, radix: 16))"
      }
    }
    return nil
  }

  private static func isHarmful(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    // What nobody sees, and what is no character.
    case 0xAD, 0x200B, 0x2060...0x2064, 0x3164, 0xFEFF, 0xFFF9...0xFFFB, 0xFDD0...0xFDEF: true
    case 0xE0020...0xE007F: true
    default: scalar & 0xFFFF >= 0xFFFE
    }
  }

  private mutating func skipColor() -> Bool {
    guard peek() == 0x1B, peek(1) == UInt8(ascii: "[") else { return false }
    var end = 2
    while let byte = peek(end), (0x30...0x39).contains(byte) || byte == UInt8(ascii: ";") {
      end += 1
    }
    guard peek(end) == UInt8(ascii: "m") else { return false }
    place += end + 1
    return true
  }

  /// The next character, strictly: shortest form, no surrogates, nothing above U+10FFFF.
  private mutating func scalar() -> UInt32? {
    guard let first = peek() else { return nil }
    if first < 0x80 {
      place += 1
      return UInt32(first)
    }
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard (0xC2...0xF4).contains(first) else { return nil }
    var value = UInt32(first) & (0x7F >> UInt32(count))
    for step in 1..<count {
      guard let byte = peek(step), byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    let least: UInt32 = count == 2 ? 0x80 : count == 3 ? 0x800 : 0x1_0000
    guard value >= least, value <= 0x10_FFFF, !(0xD800...0xDFFF).contains(value) else { return nil }
    place += count
    return value
  }

  private func peek(_ step: Int = 0) -> UInt8? {
    place + step < bytes.count ? bytes[place + step] : nil
  }

  // MARK: JSON

  /// Where `bytes` cease to be JSON values (RFC 8259), each followed by a newline; nothing when they
  /// are.
  ///
  /// - Parameter isLines: Whether a value has to end in the line that it begins in.
  public static func firstFault(inJSON bytes: [UInt8], isLines: Bool = false) -> String? {
    var text = OutputText(bytes)
    repeat {
      let start = text.place
      guard text.skipValue() else { return "byte \(text.place) of the output is not JSON" }
      let end = text.place
      guard text.take(0x0A) else { return "no newline behind the value at byte \(end)" }
      if isLines, bytes[start..<end].contains(0x0A) { return "a value spreads over lines" }
    } while text.place < bytes.count
    return nil
  }

  /// Passes over one value; false at what is none.
  private mutating func skipValue() -> Bool {
    // For each object or array around: whether it is an object.
    var open: [Bool] = []
    while true {
      skipSpace()
      if let isObject = open.last, isObject {
        guard skipString() else { return false }
        skipSpace()
        guard take(UInt8(ascii: ":")) else { return false }
        skipSpace()
      }
      if take(UInt8(ascii: "{")) {
        skipSpace()
        if !take(UInt8(ascii: "}")) {
          open.append(true)
          continue
        }
      } else if take(UInt8(ascii: "[")) {
        skipSpace()
        if !take(UInt8(ascii: "]")) {
          open.append(false)
          continue
        }
      } else if !skipScalar() {
        return false
      }
      // Behind a value.
      while let isObject = open.last {
        skipSpace()
        if take(UInt8(ascii: ",")) { break }
        guard take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
        open.removeLast()
      }
      if open.isEmpty { return true }
    }
  }

  private mutating func skipScalar() -> Bool {
    switch peek() {
    case UInt8(ascii: "\""): skipString()
    case UInt8(ascii: "t"): skip("true")
    case UInt8(ascii: "f"): skip("false")
    case UInt8(ascii: "n"): skip("null")
    default: skipNumber()
    }
  }

  private mutating func skipString() -> Bool {
    guard take(UInt8(ascii: "\"")) else { return false }
    while let byte = peek() {
      if byte < 0x20 { return false }
      if take(UInt8(ascii: "\"")) { return true }
      if take(UInt8(ascii: "\\")) {
        guard skipEscape() else { return false }
      } else if scalar() == nil {
        return false
      }
    }
    return false
  }

  /// Passes over what follows a backslash; a surrogate needs its other half.
  private mutating func skipEscape() -> Bool {
    guard let byte = peek() else { return false }
    place += 1
    guard byte == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(byte) }
    guard let unit = hexUnit() else { return false }
    if (0xDC00...0xDFFF).contains(unit) { return false }
    guard (0xD800...0xDBFF).contains(unit) else { return true }
    guard skip("\\u"), let other = hexUnit() else { return false }
    return (0xDC00...0xDFFF).contains(other)
  }

  private mutating func hexUnit() -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else { return nil }
      value = value << 4 | UInt32(digit)
      place += 1
    }
    return value
  }

  private mutating func skipNumber() -> Bool {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")), !skipDigits() { return false }
    if take(UInt8(ascii: ".")), !skipDigits() { return false }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      return skipDigits()
    }
    return true
  }

  private mutating func skipDigits() -> Bool {
    let start = place
    while let byte = peek(), (0x30...0x39).contains(byte) { place += 1 }
    return place > start
  }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x0A { place += 1 }
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    for byte in word.description.utf8 { guard take(byte) else { return false } }
    return true
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    place += 1
    return true
  }
}
