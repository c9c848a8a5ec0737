import ByteReading

/// What is searched for in a file.
package enum Needle: Sendable, Equatable {
  /// Text in types, titles, names of fields and values.
  case text(SearchText)
  /// A number that a field holds: `=1000`, `=-1`, `=0x10`; in two's complement.
  case number(UInt64)
  /// Bytes of the file: `0x6d6f6f76`, or text as it is stored there: `'moov`.
  case bytes([UInt8])
  /// The byte at an offset of the file, whatever it is.
  case place(UInt64)

  /// What the text of a search means: an even number of hexadecimal digits behind `0x` are bytes, and so
  /// is what stands behind `'`; digits behind `=` are a number, all else is text.
  package init(_ text: String) {
    if text.hasPrefix("0x"), let bytes = Self.bytes(text.dropFirst(2)) {
      self = .bytes(bytes)
      return
    }
    // Text as the file has it, wherever it stands.
    if text.hasPrefix("'"), text.utf8.count > 1 {
      var wanted = Array(text.utf8.dropFirst())
      if wanted.last == UInt8(ascii: "'"), wanted.count > 1 { wanted.removeLast() }
      self = .bytes(wanted)
      return
    }
    if text.hasPrefix("="), let number = Self.signed(text.dropFirst()) {
      self = .number(number)
      return
    }
    self = .text(SearchText(text))
  }

  /// How many hexadecimal digits stand behind `0x` where they are odd, so that they make no bytes; else `nil`.
  package static func oddDigits(of text: String) -> Int? {
    let digits = text.dropFirst(2)
    guard text.hasPrefix("0x"), digits.utf8.count % 2 == 1, digits.allSatisfy({ $0.isASCII && $0.isHexDigit })
    else { return nil }
    return digits.utf8.count
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard !digits.isEmpty, digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[place...place + 1], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16), pair.first != "+" else { return nil }
      bytes.append(byte)
    }
    return bytes
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

/// Text that is searched for: as it is written, or in capitals or not when it has none; digits without
/// commas also where numbers are shown with them.
package struct SearchText: Hashable, Sendable {
  package let text: String
  private let wanted: [UInt8]
  private let isFolded: Bool
  /// Whether it is a number of four digits or more, which is shown with commas.
  private let isDigits: Bool
  /// The key string that the text is another form of, `@nam` of `©nam` and `\xa9nam`; empty where it is of none.
  private let key: [UInt8]
  private let isKeyFolded: Bool

  package init(_ text: String) {
    self.text = text
    isDigits = text.utf8.count > 3 && text.utf8.allSatisfy { $0.isDigit }
    wanted = Array(text.utf8)
    isFolded = text.lowercased() == text
    let code = FourCC(key: text)?.key ?? text
    key = code == text ? [] : Array(code.utf8)
    isKeyFolded = code.lowercased() == code
  }

  package func isIn(_ other: String) -> Bool { range(in: other) != nil }

  /// The same of text that has types and keys as they are shown.
  package func isIn(key other: String) -> Bool { range(inKey: other) != nil }

  /// Where the text stands first, in bytes of `other` in UTF-8; of characters that are longer or shorter
  /// in lower case the place is that in lower case.
  ///
  /// - Complexity: O(*n* · *m*) in the bytes of both.
  package func range(in other: String) -> Range<Int>? { range(of: wanted, isFolded: isFolded, in: other) }

  /// The same in text that has types and keys as they are shown, whichever form of one the text is.
  package func range(inKey other: String) -> Range<Int>? {
    if let found = range(in: other) { return found }
    return key.isEmpty ? nil : range(of: key, isFolded: isKeyFolded, in: other)
  }

  private func range(of wanted: [UInt8], isFolded: Bool, in other: String) -> Range<Int>? {
    var bytes = Array(other.utf8)
    if isFolded {
      // The letters of ASCII are most of what there is.
      var isASCII = true
      for place in bytes.indices {
        let byte = bytes[place]
        if byte >= 0x80 { isASCII = false }
        bytes[place] = byte.lowercase
      }
      if !isASCII { bytes = Array(other.lowercased().utf8) }
    }
    guard let first = wanted.first, bytes.count >= wanted.count else { return nil }
    for start in 0...(bytes.count - wanted.count) where bytes[start] == first {
      if bytes[start..<start + wanted.count].elementsEqual(wanted) {
        return start..<start + wanted.count
      }
      if isDigits, let end = end(from: start, in: bytes) { return start..<end }
    }
    return nil
  }

  /// Where the digits end that begin at a place of text with commas between thousands; `nil` when others
  /// stand there.
  private func end(from start: Int, in bytes: [UInt8]) -> Int? {
    var at = start
    for digit in wanted {
      // A comma stands between a digit and three.
      if at > start, at + 3 < bytes.count, bytes[at] == UInt8(ascii: ","),
        bytes[at + 1...at + 3].allSatisfy({ $0.isDigit })
      {
        at += 1
      }
      guard at < bytes.count, bytes[at] == digit else { return nil }
      at += 1
    }
    return at
  }

  /// Whether a number can be written so: its digits, separators and signs are those of the text.
  var isNumeric: Bool { text.utf8.contains { $0.isDigit } }
}
