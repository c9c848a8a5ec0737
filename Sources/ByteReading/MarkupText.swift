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
      var place = 0
      while place < utf8.count {
        // The buffer vouches for its bytes.
        if unsafe Self.isPlainMarkup(utf8[place]) {
          place &+= 1
        } else if place &+ 2 < utf8.count,
          unsafe (utf8[place], utf8[place &+ 1], utf8[place &+ 2]) == (0xE2, 0x80, 0x93)
        {
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
    for index in 0..<bytes.byteCount {
      let entity: StaticString
      switch bytes.byte(at: index) {
      case UInt8(ascii: "<"): entity = "&lt;"
      case UInt8(ascii: ">"): entity = "&gt;"
      case UInt8(ascii: "&"): entity = "&amp;"
      case UInt8(ascii: "\""): entity = "&quot;"
      default: continue
      }
      put(bytes: bytes.extracting(start..<index))
      put(entity)
      start = index + 1
    }
    put(bytes: bytes.extracting(start..<bytes.byteCount))
  }
}
