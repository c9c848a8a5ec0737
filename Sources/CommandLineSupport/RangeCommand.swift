/// A program that prints a range of the bytes of a file: `curl -sf -r {first}-{last} {}`.
///
/// It is split into words here, by no shell; `'…'` and `"…"` keep blanks in a word, and a backslash
/// takes the next character as it is. What stands for a placeholder is never split, and never looked
/// through for others. A program that writes a range to a file it is told gets a pipe as `{out}`; what it
/// prints is then no part of the answer: `aws s3api get-object … --range bytes={first}-{last} {out}`.
package struct RangeCommand: Equatable, Sendable {
  /// What the call wrote.
  package let text: String
  private let words: [String]

  /// The places of a word that are filled in.
  private static let placeholders = ["{first}", "{last}", "{count}", "{out}", "{}"]

  /// - Throws: `UsageError` for a command without words, with a quote that is not closed, or one that
  ///   names no range.
  package init(_ text: String) throws(UsageError) {
    self.text = text
    words = try Self.words(of: text)
    let name = FilePath(text).display
    if words.isEmpty || words[0].isEmpty {
      throw UsageError("--via needs a command: --via 'curl -sf -r {first}-{last} {}'")
    }
    let hasEnd = text.contains("{last}") || text.contains("{count}")
    guard text.contains("{first}"), hasEnd else {
      throw UsageError(
        "'\(name)' does not say which bytes",
        nextStep: "--via needs {first} and {last} (inclusive), or {first} and {count}")
    }
  }

  /// Whether the operand of the call stands in it.
  package var takesOperand: Bool { words.contains { $0.contains("{}") } }

  /// Whether the program is told where to write the range.
  package var namesOutput: Bool { words.contains { $0.contains("{out}") } }

  /// The name of the program, as it may be shown anywhere.
  package var program: String { FilePath(words[0]).display }

  /// The words of a call that prints bytes `range` of `operand`.
  package func words(for range: Range<Int>, of operand: [UInt8]) -> [[UInt8]] {
    words.map { word in
      var result: [UInt8] = []
      var rest = word[...]
      while !rest.isEmpty {
        guard let found = Self.placeholders.first(where: { rest.hasPrefix($0) }) else {
          result += Array(String(rest.removeFirst()).utf8)
          continue
        }
        rest = rest.dropFirst(found.count)
        switch found {
        case "{first}": result += Array(String(range.lowerBound).utf8)
        case "{last}": result += Array(String(range.upperBound - 1).utf8)
        case "{count}": result += Array(String(range.count).utf8)
        case "{out}": result += Array("/dev/fd/\(RangeAnswer.outputDescriptor)".utf8)
        default: result += operand
        }
      }
      return result
    }
  }

  private static func words(of text: String) throws(UsageError) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " || character == "\t" || character == "\n" {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil, !isEscaped else {
      throw UsageError("'\(FilePath(text).display)' ends within a quoted word")
    }
    if let word { words.append(word) }
    return words
  }
}

/// What a program answered that was asked for a range.
package enum RangeAnswer: Equatable, Sendable {
  /// It ended well, with as many bytes as were asked for or fewer.
  case bytes([UInt8])
  /// It was ended, because it wrote more.
  case tooLong
  /// It was ended, because it wrote nothing for so long.
  case late
  /// It could not be started.
  case notStarted(SystemError)
  /// It ended with an exit code other than 0; with the first line of what it said.
  case failed(code: Int32, said: [UInt8])
  /// A signal ended it.
  case killed(signal: Int32)
}
