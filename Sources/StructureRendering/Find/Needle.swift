import ByteReading

/// What is searched for in a file.
package enum Needle: Sendable, Equatable {
  /// Text in types, titles, names of fields and values.
  case text(SearchText)
  /// A number that a field holds: `=1000`, `=-1`, `=0x10`; in two's complement.
  case number(UInt64)
  /// Bytes of the file: `0x6d6f6f76`, `6d 6f 6f 76`, or text as it is stored there: `'moov`.
  case bytes([UInt8])
  /// The byte at an offset of the file, whatever it is.
  case place(UInt64)

  /// What the text of a search means: pairs of hexadecimal digits behind `0x`, or with blanks between them, are bytes,
  /// and so is what stands behind `'`; digits behind `=` are a number, all else is text.
  package init(_ text: String) {
    let isMarked = text.hasPrefix("0x")
    // As a hexdump has them: one pair alone may be a number or a word.
    let isDump = text.utf8.dropFirst(2).first == UInt8(ascii: " ")
    if isMarked || isDump, let bytes = Self.bytes(isMarked ? text.dropFirst(2) : text[...]) {
      self = .bytes(bytes)
      return
    }
    // Text as the file has it, wherever it stands.
    if let wanted = Self.unquoted(text) {
      self = .bytes(Array(wanted.utf8))
      return
    }
    if text.hasPrefix("="), let number = Self.signed(text.dropFirst()) {
      self = .number(number)
      return
    }
    self = .text(SearchText(text))
  }

  /// What stands in quotes, of which the last may be missing; `nil` of other searches.
  package static func unquoted(_ text: String) -> Substring? {
    guard text.hasPrefix("'"), text.utf8.count > 1 else { return nil }
    let wanted = text.dropFirst()
    return wanted.hasSuffix("'") && wanted.utf8.count > 1 ? wanted.dropLast() : wanted
  }

  /// How many hexadecimal digits stand behind `0x` where they are odd, so that they make no bytes; else `nil`.
  package static func oddDigits(of text: String) -> Int? {
    let digits = text.dropFirst(2)
    guard text.hasPrefix("0x"), digits.utf8.count % 2 == 1, digits.allSatisfy({ $0.isASCII && $0.isHexDigit })
    else { return nil }
    return digits.utf8.count
  }

  /// The bytes of pairs of digits, between which there may be blanks; `nil` of other texts, and of none.
  private static func bytes(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    for part in text.utf8.split(separator: UInt8(ascii: " ")) {
      let digits = Array(part)
      guard digits.count % 2 == 0 else { return nil }
      for place in stride(from: 0, to: digits.count, by: 2) {
        let pair = String(decoding: digits[place...place + 1], as: UTF8.self)
        guard let byte = UInt8(pair, radix: 16), pair.first != "+" else { return nil }
        bytes.append(byte)
      }
    }
    return bytes.isEmpty ? nil : bytes
  }

  private static func signed(_ text: Substring) -> UInt64? {
    guard text.hasPrefix("-") else { return number(text) }
    return Int64(text.filter { $0 != "," }).map { UInt64(bitPattern: $0) }
  }

  /// A number as people type it: decimal, with commas or not, or hexadecimal behind `0x`.
  package static func number(_ text: some StringProtocol) -> UInt64? {
    let text = String(text).filter { $0 != "," }
    return text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
  }
}
