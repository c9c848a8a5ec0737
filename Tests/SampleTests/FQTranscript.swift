import ByteReading
import Foundation

/// What fq prints of a file: a tree of fields, each with the bits it lies on.
///
/// ```
/// 0x0000|00 00 00 18                      |....            |      size: 24 0x0-0x4 (4)
/// ```
struct FQTranscript {
  /// All fields in the order printed.
  private(set) var fields: [Field] = []

  struct Field {
    /// The first word of the line, without brackets.
    let name: String
    let isGroup: Bool
    /// What stands between the colon and the place.
    let value: String
    /// The bits, in the bytes that ``root`` says.
    let extent: Extent
    /// The group it stands in, by its index.
    var parent: Int?
    /// The columns before its name.
    let indent: Int
  }

  /// What the commands of a transcript printed that read `file`.
  ///
  /// Commands that print no places (`-d mp4 'mp4_path(…)'`) say nothing that could be compared.
  init(_ text: String, of file: String) {
    var columns: (hex: Int, text: Int, tree: Int)?
    var isRead = false
    var open: [Int] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("$ ") {
        isRead = line.split(separator: " ").last.map(String.init) == file
        columns = nil
        open = []
        continue
      }
      guard isRead else { continue }
      let characters = Array(line)
      if columns == nil, let bar = characters.firstIndex(of: "|"), characters.count > bar + 66 {
        columns = (bar, bar + 48, bar + 65)
      }
      guard let columns, characters.count > columns.tree, characters[columns.tree] == "|" else {
        continue
      }
      let tree = characters[(columns.tree + 1)...]
      let indent = tree.prefix { $0 == " " }.count
      guard var field = Field(String(tree.dropFirst(indent)), indent: indent) else { continue }
      while let last = open.last, fields[last].indent >= indent { open.removeLast() }
      field.parent = open.last
      fields.append(field)
      if field.isGroup { open.append(fields.count - 1) }
    }
  }
}

extension FQTranscript.Field {
  /// A line without the columns before its name, as `size: 24 0x0-0x4 (4)`.
  init?(_ line: String, indent: Int) {
    let place = /^(.*?) ?0x([0-9a-f]+)(?:\.([0-7]))?-0x([0-9a-f]+)(?:\.([0-7]))? \([0-9.]+\)$/
    guard let match = line.wholeMatch(of: place),
      let first = Int(match.2, radix: 16), let last = Int(match.4, radix: 16)
    else { return nil }
    let start = first * 8 + (match.3.flatMap { Int($0) } ?? 0)
    let end = last * 8 + (match.5.flatMap { Int($0) } ?? 0)
    // `size: 24`, `boxes[0:4]:`, `nal{}: (avc_nalu)`
    guard let parts = match.1.wholeMatch(of: /([^ ]*?)(\{\}|\[\d+:\d+\])?:(?: (.*))?/) else {
      return nil
    }
    let head = String(parts.1)
    let isGroup = parts.2 != nil
    let value = parts.3 ?? ""
    var name = String(head.prefix { $0 != "{" && $0 != "[" })
    // An element of an array has its name behind its value: `[0]: 3020 size`.
    if name.isEmpty, !isGroup { name = FQValue(String(value)).rest.first ?? "" }
    self.name = name
    self.isGroup = isGroup
    self.value = String(value)
    extent = Extent(start: start, count: end - start)
    self.indent = indent
  }
}

/// A value as fq prints it: the value or its symbol, then what was read or a description in
/// brackets.
struct FQValue {
  /// The number or the text without quotes.
  let text: String
  let isQuoted: Bool
  /// The words behind it that are not in brackets.
  let rest: [String]
  /// What stands in brackets behind it.
  let brackets: [String]

  init(_ printed: String) {
    var characters = Substring(printed)
    if characters.first == "\"" {
      isQuoted = true
      characters.removeFirst()
      var literal = "\""
      while let next = characters.popFirst() {
        literal.append(next)
        if next == "\\", let escaped = characters.popFirst() {
          literal.append(escaped)
        } else if next == "\"" {
          break
        }
      }
      text = Self.unescape(literal)
    } else {
      isQuoted = false
      text = String(characters.prefix { $0 != " " })
      characters = characters.dropFirst(text.count)
    }
    var words: [String] = []
    var inBrackets: [String] = []
    characters = characters.drop { $0 == " " }
    while let first = characters.first {
      if first == "(" {
        var depth = 0
        let end = characters.firstIndex { character in
          if character == "(" { depth += 1 }
          if character == ")" { depth -= 1 }
          return depth == 0
        }
        let content = characters[..<(end ?? characters.endIndex)].dropFirst()
        inBrackets.append(String(content))
        characters = end.map { characters[$0...].dropFirst() } ?? ""
      } else {
        let word = characters.prefix { $0 != " " }
        words.append(String(word))
        characters = characters.dropFirst(word.count)
      }
      characters = characters.drop { $0 == " " }
    }
    rest = words
    brackets = inBrackets
  }

  /// The text of a literal; its escapes are Go's, those of JSON and `\x`.
  private static func unescape(_ literal: String) -> String {
    let json = literal.replacing(/\\x([0-9a-fA-F]{2})/) { "\\u00\($0.1)" }
    let value = try? JSONSerialization.jsonObject(
      with: Data(json.utf8), options: .fragmentsAllowed)
    return value as? String ?? literal
  }
}
