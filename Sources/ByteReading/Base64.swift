extension ByteWriter {
  /// Puts bytes in base 64 (RFC 4648 §4).
  package mutating func put(base64 bytes: RawSpan) {
    var index = 0
    let count = bytes.byteCount
    // Three bytes are four digits: a thousand times at once, where a fourth byte follows.
    var block = [UInt32](repeating: 0, count: min(1_024, count / 3))
    while count &- index > 3 {
      var filled = 0
      while filled < block.count, count &- index > 3, let word = bytes.bigEndian32(at: index) {
        let digits = UInt32(Base64.pairs[Int(word &>> 20)]) | UInt32(Base64.pairs[Int(word &>> 8 & 0xFFF)]) &<< 16
        block[filled] = digits.littleEndian
        filled &+= 1
        index &+= 3
      }
      guard filled > 0 else { break }
      put(bytes: block.rawBytes.extracting(0..<filled &* 4))
    }
    while index < count {
      let left = min(3, count &- index)
      var word: UInt32 = 0
      for place in 0..<3 {
        word = word << 8 | (place < left ? UInt32(bytes.byte(at: index &+ place) ?? 0) : 0)
      }
      for place in 0..<4 {
        put(
          place <= left
            ? Base64.digit(UInt8(word >> UInt32(18 &- 6 &* place) & 63)) : UInt8(ascii: "="))
      }
      index &+= 3
    }
  }
}

/// Base 64 (RFC 4648 §4).
package enum Base64 {
  /// The two digits of each number of twelve bits, the first in the low byte.
  fileprivate static let pairs: [UInt16] = (0..<4_096).map { number in
    UInt16(digit(UInt8(number >> 6))) | UInt16(digit(UInt8(number & 63))) << 8
  }

  fileprivate static func digit(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") &+ value
    case 26..<52: UInt8(ascii: "a") &+ value &- 26
    case 52..<62: UInt8(ascii: "0") &+ value &- 52
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }

  /// What each byte stands for: a number of six bits, padding, a blank between digits, or nothing.
  private static let meanings: [UInt8] = {
    var meanings = [UInt8](repeating: noDigit, count: 256)
    for value in UInt8(0)..<64 { meanings[Int(digit(value))] = value }
    meanings[Int(UInt8(ascii: "="))] = padding
    for blank in [UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r")] { meanings[Int(blank)] = Self.blank }
    return meanings
  }()
  private static let padding: UInt8 = 64
  private static let blank: UInt8 = 65
  private static let noDigit: UInt8 = 66

  /// Adds the bytes that digits stand for; false for what is no base 64, or has bits behind its last byte.
  ///
  /// - Parameter passesBlanks: Whether blanks and ends of lines may stand between digits.
  /// - Complexity: O(*n*) in the digits.
  package static func decode(_ digits: RawSpan, passesBlanks: Bool = false, into bytes: inout [UInt8]) -> Bool {
    bytes.reserveCapacity(bytes.count + digits.byteCount / 4 * 3)
    let meanings = meanings
    var word: UInt32 = 0
    var count = 0
    var paddings = 0
    for at in digits.byteOffsets {
      let meaning = meanings[Int(digits.byte(at: at) ?? 0)]
      guard meaning < 64 else {
        if meaning == padding {
          paddings &+= 1
        } else if meaning != blank || !passesBlanks {
          return false
        }
        continue
      }
      guard paddings == 0 else { return false }
      word = word << 6 | UInt32(meaning)
      count &+= 1
      guard count == 4 else { continue }
      bytes.append(UInt8(truncatingIfNeeded: word >> 16))
      bytes.append(UInt8(truncatingIfNeeded: word >> 8))
      bytes.append(UInt8(truncatingIfNeeded: word))
      (word, count) = (0, 0)
    }
    switch (count, paddings) {
    case (0, 0): return true
    case (2, 2):
      bytes.append(UInt8(truncatingIfNeeded: word >> 4))
      return word & 15 == 0
    case (3, 1):
      bytes.append(UInt8(truncatingIfNeeded: word >> 10))
      bytes.append(UInt8(truncatingIfNeeded: word >> 2))
      return word & 3 == 0
    default: return false
    }
  }
}
