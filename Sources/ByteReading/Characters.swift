/// Bytes as characters of ASCII: what a byte is, by the name of the class.
extension UInt8 {
  /// Whether the byte is a character of ASCII that is seen, or a space.
  @inlinable
  package var isPrintable: Bool { self >= 0x20 && self < 0x7F }

  /// Whether the byte is one of `0` to `9`.
  @inlinable
  package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  /// Whether the byte is one of `A` to `Z`.
  @inlinable
  package var isUppercaseLetter: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }

  /// Whether the byte is one of `a` to `z`.
  @inlinable
  package var isLowercaseLetter: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }

  /// Whether the byte is a letter of ASCII.
  @inlinable
  package var isLetter: Bool { isUppercaseLetter || isLowercaseLetter }

  /// Whether the byte is a letter or a digit of ASCII.
  @inlinable
  package var isLetterOrDigit: Bool { isLetter || isDigit }

  /// The byte in lower case, when it is a letter of ASCII; otherwise the byte.
  @inlinable
  package var lowercase: UInt8 { isUppercaseLetter ? self | 0x20 : self }

  /// What the byte stands for as a hexadecimal digit, 0...15; `nil` when it is none.
  @inlinable
  package var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self &- UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self &- UInt8(ascii: "a") &+ 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self &- UInt8(ascii: "A") &+ 10
    default: nil
    }
  }
}
