/// Text for those who have no characters but those of ASCII: all of it that our programs write goes through here.
extension RawSpan {
  /// The text with the signs that we write written in ASCII; any other character is its escape, `\u{e9}`.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package var inASCII: ByteWriter {
    var text = ByteWriter()
    if isASCII {
      text.put(bytes: self)
      return text
    }
    var offset = 0
    while offset < byteCount {
      let scalar = scalar(at: offset)
      offset &+= scalar.count
      if !scalar.isValid {
        text.put("\\u{fffd}")
      } else if scalar.value < 0x80 {
        text.put(UInt8(truncatingIfNeeded: scalar.value))
      } else if let sign = sign(for: scalar.value) {
        text.put(sign)
      } else {
        text.put("\\u{")
        text.put(hex: UInt64(scalar.value), digits: 1)
        text.put("}")
      }
    }
    return text
  }
}

extension String {
  /// The same in ASCII; see ``RawSpan/inASCII``.
  package var inASCII: String { Array(utf8).rawBytes.inASCII.string }
}

/// What stands for a sign where there is no more than ASCII; `nil` for a character that is no sign of ours.
private func sign(for scalar: UInt32) -> StaticString? {
  switch Unicode.Scalar(scalar) {
  case "×": "x"
  case "–", "—", "−", "─": "-"
  case "·", "├", "│": "|"
  case "…": "..."
  case "«": "<<"
  case "»": ">>"
  case "→": "->"
  case "°": " deg"
  case "≈": "~"
  case "²": "2"
  case "±": "+-"
  case "≤": "<="
  case "≥": ">="
  case "≠": "!="
  case "§": "sec. "
  case "└": "`"
  default: nil
  }
}
