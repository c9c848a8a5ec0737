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
  public mutating func put(markup text: String) {
    // Most of what is put needs no escape.
    if text.utf8.allSatisfy(Self.isPlainMarkup) { return put(text) }
    var bytes = ByteWriter()
    bytes.put(text: text, style: .shown)
    put(markup: bytes)
  }

  /// Whether a byte of UTF-8 stands for a character of ASCII that means nothing in XML, and does nothing on
  /// a terminal.
  private static func isPlainMarkup(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "\\"):
      false
    default: byte.isPrintable
    }
  }

  /// The same for what was written for a terminal, and is escaped as that.
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
