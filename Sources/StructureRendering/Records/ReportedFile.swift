import ByteReading

/// How reports for other programs write names and texts.
package enum ReportedFile {
  /// Text as XML 1.0 takes it in elements and attributes; characters that it does not allow are left
  /// to be seen as U+FFFD.
  package static func xml(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case "\0"..<" ", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
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
      case _ where byte.isLetterOrDigit, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
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
