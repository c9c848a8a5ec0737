import ByteReading

extension String {
  /// The name of a file as a word of the shell.
  package var shellWord: String {
    let isPlain = utf8.allSatisfy {
      $0.isLetterOrDigit || "-./_+@:%,".utf8.contains($0) || $0 >= 0x80
    }
    return isPlain ? self : "'" + replacingScalars { $0 == "'" ? "'\\''" : nil } + "'"
  }
}

extension FilePath {
  /// What means this file in a call, as a word of the shell: a name that begins as options do is said to be here,
  /// and one that cannot be shown stands in the quotes of bash and zsh that know escapes.
  package var shellWord: String {
    if bytes.first == UInt8(ascii: "-"), !isStandardInput { return FilePath(Array("./".utf8) + bytes).shellWord }
    let name = String(decoding: bytes, as: UTF8.self)
    if display == name { return name.shellWord }
    var text = "$'"
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: "'"): text += "\\" + String(UnicodeScalar(byte))
      case _ where byte.isPrintable: text += String(UnicodeScalar(byte))
      default:
        // Three digits end the number, whatever follows.
        let digits = String(byte, radix: 8)
        text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }
    }
    return text + "'"
  }
}
