import Foundation

/// A Swift file as words and string literals, without comments.
struct SourceText {
  /// The types that other files can name, the words that begin with a capital, and the lines.
  private(set) var declared: Set<String> = []
  private(set) var used: Set<String> = []
  private(set) var lineCount = 0
  /// What stands in string literals, with the line that each begins in.
  private(set) var literals: [(line: Int, text: String)] = []

  private static let kinds: Set<String> = [
    "struct", "enum", "class", "protocol", "actor", "typealias",
  ]
  private static let modifiers: Set<String> = [
    "public", "package", "internal", "open", "final", "indirect", "static", "nonisolated",
    "private", "fileprivate",
  ]

  init(_ text: String) {
    let bytes = Array(text.utf8)
    var at = 0
    var words: [String] = []
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\n") {
        lineCount += 1
        at += 1
      } else if Self.begins("//", bytes, at) {
        while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
      } else if let end = literal(bytes, at) {
        at = end
      } else if Self.isWord(byte) {
        let start = at
        while at < bytes.count, Self.isWord(bytes[at]) { at += 1 }
        words.append(String(decoding: bytes[start..<at], as: UTF8.self))
      } else {
        at += 1
      }
    }
    for (place, word) in words.enumerated() where word.first?.isUppercase ?? false {
      used.insert(word)
      guard place > 0, Self.kinds.contains(words[place - 1]) else { continue }
      let before = words[..<(place - 1)].reversed().prefix { Self.modifiers.contains($0) }
      if !before.contains("private"), !before.contains("fileprivate") { declared.insert(word) }
    }
  }

  /// Takes the string literal that begins at `start`, and returns where it ends.
  private mutating func literal(_ bytes: [UInt8], _ start: Int) -> Int? {
    var at = start
    while at < bytes.count, bytes[at] == UInt8(ascii: "#") { at += 1 }
    let hashes = String(repeating: "#", count: at - start)
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { return nil }
    let isLong = Self.begins("\"\"\"", bytes, at)
    let close = (isLong ? "\"\"\"" : "\"") + hashes
    let escape = "\\" + hashes
    at += isLong ? 3 : 1
    let first = at
    let line = lineCount + 1
    while at < bytes.count, !Self.begins(close, bytes, at) {
      if bytes[at] == UInt8(ascii: "\n") { lineCount += 1 }
      at += Self.begins(escape, bytes, at) ? escape.utf8.count + 1 : 1
    }
    at = min(at, bytes.count)
    literals.append((line, String(decoding: bytes[first..<at], as: UTF8.self)))
    return min(at + close.utf8.count, bytes.count)
  }

  private static func begins(_ text: String, _ bytes: [UInt8], _ at: Int) -> Bool {
    bytes[at...].starts(with: text.utf8)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte & 0xDF >= 0x41 && byte & 0xDF <= 0x5A
      || byte >= 0x30 && byte <= 0x39
  }
}
