/// How reports for other programs write names and texts.
package enum ReportedFile {
  /// Text as XML 1.0 takes it in elements and attributes; characters that it does not allow are left
  /// to be seen as U+FFFD.
  package static func xml(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: result += "&amp;"
      case 0x3C: result += "&lt;"
      case 0x3E: result += "&gt;"
      case 0x22: result += "&quot;"
      case 0x0A, 0x09: result.unicodeScalars.append(scalar)
      case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The name of a file as a relative reference (RFC 3986 §4.2), or as `file:` when it begins at the
  /// root.
  package static func uri(_ path: [UInt8]) -> String {
    var result = path.first == UInt8(ascii: "/") ? "file://" : ""
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    for byte in path {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2F:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += "%"
        result.unicodeScalars.append(digits[Int(byte >> 4)])
        result.unicodeScalars.append(digits[Int(byte & 15)])
      }
    }
    return result
  }
}
