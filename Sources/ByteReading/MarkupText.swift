extension StringProtocol {
  /// The text with other text for those of its scalars that `replacement` has one for.
  ///
  /// Whoever escapes a quote or a bracket asks for scalars: as characters, one with a combining mark
  /// behind it is another, and a file's text could close what it stands in.
  package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let text = replacement(scalar) {
        result += text
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// Text as it stands in XML and HTML.
extension ByteWriter {
  /// Puts text as it stands in XML or HTML, outside tags or in an attribute between double quotes:
  /// `<`, `>`, `&` and `"` as entities, and what acts on a terminal or a reader escaped as in
  /// ``EscapeStyle/shown``.
  ///
  /// - Parameter text: The text.
  public mutating func put(markup text: String) {
    // Most of what is put needs no escape.
    var copy = text
    let isPlain = copy.withUTF8 { utf8 in
      // The span does not leave the closure, in which the buffer lives.
      let bytes = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(utf8))
      var place = 0
      while place < bytes.byteCount {
        if place &+ 8 <= bytes.byteCount {
          let word = bytes.word(at: place)
          if word.isPlainText, !word.hasMarkup {
            place &+= 8
            continue
          }
        }
        if let byte = bytes.byte(at: place), Self.isPlainMarkup(byte) {
          place &+= 1
        } else if bytes.bigEndian(at: place, count: 3) == 0xE28093 {
          // The dash of our own ranges: `samples 7–12`.
          place &+= 3
        } else {
          return false
        }
      }
      return true
    }
    if isPlain { return put(copy) }
    var bytes = ByteWriter()
    bytes.put(text: text, style: .shown)
    put(markup: bytes)
  }

  /// Whether a byte of UTF-8 stands for a character of ASCII that means nothing in XML, and does nothing on
  /// a terminal.
  @inline(__always)
  private static func isPlainMarkup(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "\\"):
      false
    default: byte.isPrintable
    }
  }

  /// The same for what was written for a terminal, and is escaped as that.
  ///
  /// - Parameter text: What was written, escaped for a terminal.
  public mutating func put(markup text: borrowing ByteWriter) {
    let bytes = text.contents
    var start = 0
    var index = 0
    while index < bytes.byteCount {
      if index &+ 8 <= bytes.byteCount, !bytes.word(at: index).hasMarkup {
        index &+= 8
        continue
      }
      let entity: StaticString?
      switch bytes.byte(at: index) {
      case UInt8(ascii: "<"): entity = "&lt;"
      case UInt8(ascii: ">"): entity = "&gt;"
      case UInt8(ascii: "&"): entity = "&amp;"
      case UInt8(ascii: "\""): entity = "&quot;"
      default: entity = nil
      }
      if let entity {
        put(bytes: bytes.extracting(start..<index))
        put(entity)
        start = index &+ 1
      }
      index &+= 1
    }
    put(bytes: bytes.extracting(start..<bytes.byteCount))
  }
}

extension UInt64 {
  /// Whether one of the eight bytes means something in XML: `"`, `&`, `<` or `>`.
  fileprivate var hasMarkup: Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // A byte is zero where it was the one that is looked for; a lane that carries into the next was one.
    func isThere(_ byte: UInt64) -> UInt64 {
      let other = self ^ ones &* byte
      return (other &- ones) & ~other
    }
    let found = isThere(0x22) | isThere(0x26) | isThere(0x3C) | isThere(0x3E)
    return found & (ones &* 0x80) != 0
  }
}
