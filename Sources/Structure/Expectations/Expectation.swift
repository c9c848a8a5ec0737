public import ByteReading

/// What a person expects of a file, as one line of text in the path language.
///
/// ```
/// expect moov/trak[vide]/mdia/mdhd.timescale >= 600    # at least
/// expect ftyp.major_brand = 'isom'
/// expect //avcC.AVCProfileIndication = High
/// expect moov/udta absent
/// expect //@too/data.value matches 'Lavf*'
/// expect //esds.objectTypeIndication in 0x40 0x67
/// ```
///
/// A path without anything behind it has to mean something (`exists` says the same). With an operator
/// it names a field: there has to be one, and all that it means have to compare so.
public struct Expectation: Sendable {
  /// What the expectation is about.
  public let path: Media.Path
  /// What has to hold of it.
  public let test: Test
  /// The line as it was written, without what was said about it.
  public let text: String
  /// The number of the line, from 1.
  public let line: Int

  /// What can be expected of a path.
  public enum Test: Sendable, Equatable {
    /// The path means a node or a field.
    case exists
    /// The path means no node and no field.
    case absent
    /// Each field that the path means compares so with the value, and there is one at least.
    case compare(Comparison, Value)
    /// Equal to one of these.
    case oneOf([Value])
    /// `*` stands for any text, `?` for any one character.
    case matches(String)
  }

  /// Whether it holds only where all values that the path means are as expected.
  package var comparesValues: Bool { test != .exists && test != .absent }

  /// How a value is compared, as it is written.
  public enum Comparison: String, Sendable, CaseIterable {
    /// The same number, or the same text.
    case equal = "="
    /// Another number, or another text.
    case notEqual = "!="
    /// A smaller number.
    case less = "<"
    /// A smaller number, or the same.
    case lessOrEqual = "<="
    /// A greater number.
    case greater = ">"
    /// A greater number, or the same.
    case greaterOrEqual = ">="
  }

  /// What a field is compared with.
  public struct Value: Sendable, Equatable {
    /// The text, its quotes and escapes resolved.
    public let text: String
    /// The number that it writes; `nil` when it stands in quotes, or writes none.
    public let number: Number?

    package init(text: String, number: Number?) {
      self.text = text
      self.number = number
    }
  }

  /// A number of any kind that fields have.
  public enum Number: Sendable, Equatable {
    /// A whole number from 0 up.
    case natural(UInt64)
    /// Below 0.
    case negative(Int64)
    /// A number with a fraction or an exponent, finite.
    case real(Double)

    /// From decimal or (`0x`) hexadecimal digits.
    ///
    /// - Parameter text: The digits, with a sign, a fraction and an exponent where they have one;
    ///   no blanks.
    public init?(_ text: String) {
      // Most values are words.
      guard let first = text.utf8.first, first.isDigit || "+-.".utf8.contains(first) else { return nil }
      if text.hasPrefix("0x"), let value = UInt64(text.dropFirst(2), radix: 16) {
        self = .natural(value)
      } else if let value = UInt64(text), text.first != "+" {
        self = .natural(value)
      } else if let value = Int64(text), value < 0 {
        self = .negative(value)
      } else if text.allSatisfy({ $0.isASCII && ($0.isNumber || ".-eE+".contains($0)) }),
        let value = Double(text), value.isFinite
      {
        self = .real(value)
      } else {
        return nil
      }
    }

    private var real: Double {
      switch self {
      case .natural(let value): Double(value)
      case .negative(let value): Double(value)
      case .real(let value): value
      }
    }

    /// -1, 0 or 1 as it is below, equal to or above `other`; `nil` when one is not a number.
    package func compared(to other: Number) -> Int? {
      switch (self, other) {
      case (.natural(let a), .natural(let b)): return a < b ? -1 : a == b ? 0 : 1
      case (.negative(let a), .negative(let b)): return a < b ? -1 : a == b ? 0 : 1
      case (.negative, .natural): return -1
      case (.natural, .negative): return 1
      default:
        let (a, b) = (real, other.real)
        if a.isNaN || b.isNaN { return nil }
        return a < b ? -1 : a == b ? 0 : 1
      }
    }
  }
}

/// Why a line of expectations is not understood.
public struct ExpectationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The number of the line, from 1.
  public let line: Int
  /// The position of the character it is about, from 1.
  public let column: Int
  /// What is wrong, for people.
  public let message: String

  /// An error at a place.
  ///
  /// - Parameters:
  ///   - line: The number of the line, from 1.
  ///   - column: The position of the character in it, from 1.
  ///   - message: What is wrong there.
  public init(line: Int, column: Int, message: String) {
    self.line = line
    self.column = column
    self.message = message
  }

  /// The place and the message: `line 3, character 5: …`.
  public var description: String { "line \(line), character \(column): \(message)" }
}

extension Expectation {
  /// Reads a whole file of expectations: a line each, empty lines and what follows a `#` left out.
  ///
  /// - Parameter text: The whole text of the file, its lines separated by line feeds.
  /// - Returns: The expectations in the order of the lines.
  /// - Throws: `ExpectationError` for the first line that is none, with its number.
  public static func all(in text: String) throws(ExpectationError) -> [Expectation] {
    var found: [Expectation] = []
    // A carriage return and a line feed are one character to a string, two to its scalars.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = line.last == "\r" ? line.dropLast() : line
      if let expectation = try Expectation(line: String(line), number: index + 1) {
        found.append(expectation)
      }
    }
    return found
  }

  /// Reads one line; `nil` when it is empty or a comment.
  ///
  /// - Parameters:
  ///   - line: The text of the line, without its line feed.
  ///   - number: Which line of the file it is, from 1.
  /// - Throws: `ExpectationError` when the line is neither empty, nor a comment, nor an
  ///   expectation.
  public init?(line: String, number: Int) throws(ExpectationError) {
    var scanner = LineScanner(line, number: number)
    scanner.skipBlanks()
    if scanner.isAtEnd { return nil }
    let start = scanner.position
    let word = scanner.word()
    guard word == "expect" else {
      throw scanner.error("a line begins with 'expect', not with '\(word)'", at: start)
    }
    scanner.skipBlanks()
    let pathStart = scanner.position
    let pathText = scanner.word(endsAtSigns: true)
    guard !pathText.isEmpty else { throw scanner.error("a path is missing", at: pathStart) }
    do throws(PathError) {
      path = try Path(pathText)
    } catch {
      throw scanner.error(
        "'\(pathText)' is not a path: \(error.message)", at: pathStart, further: error.position)
    }
    scanner.skipBlanks()
    let operatorStart = scanner.position
    let name = scanner.operation()
    switch name {
    case "", "exists": test = .exists
    case "absent": test = .absent
    default:
      let comparison = Comparison(rawValue: name)
      guard comparison != nil || name == "matches" || name == "in" else {
        throw scanner.error(
          "'\(name)' is not understood: use = != < <= > >= in exists absent matches",
          at: operatorStart)
      }
      guard path.field != nil else {
        throw scanner.error("'\(name)' compares a field: PATH.field", at: pathStart)
      }
      scanner.skipBlanks()
      let valueStart = scanner.position
      let value = try scanner.value()
      if name == "in" {
        test = .oneOf(try scanner.values(after: value))
        break
      }
      guard let comparison else {
        test = .matches(value.text)
        break
      }
      if comparison != .equal, comparison != .notEqual, value.number == nil {
        throw scanner.error("'\(name)' compares numbers", at: valueStart)
      }
      test = .compare(comparison, value)
    }
    text = scanner.read
    scanner.skipBlanks()
    guard scanner.isAtEnd else {
      let place = scanner.position
      throw scanner.error("'\(scanner.word())' is too much", at: place)
    }
    self.line = number
  }
}

/// Takes a line apart.
private struct LineScanner {
  /// Its UTF-8: what a line is taken apart at is ASCII, and no byte of another character.
  private let bytes: [UInt8]
  private let number: Int
  /// The byte that comes next.
  private(set) var position = 0

  init(_ line: String, number: Int) {
    bytes = Array(line.utf8)
    self.number = number
  }

  /// Whether no more than a comment is left.
  var isAtEnd: Bool { position >= bytes.count || bytes[position] == UInt8(ascii: "#") }

  /// What was read, without blanks around it.
  var read: String {
    var start = 0
    while start < position, Self.isBlank(bytes[start]) { start += 1 }
    var end = position
    while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
    return text(start..<end)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// An error about the character that the byte at `position` begins, or about one so many further on.
  func error(_ message: String, at position: Int, further: Int = 0) -> ExpectationError {
    let before = text(0..<position).unicodeScalars.count
    return ExpectationError(line: number, column: before + further + 1, message: message)
  }

  mutating func skipBlanks() {
    while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
  }

  /// What comes up to the next blank that is not in quotes or brackets, or to the next operator.
  mutating func word(endsAtSigns: Bool = false) -> String {
    let start = position
    var isQuoted = false
    var depth = 0
    while position < bytes.count {
      let byte = bytes[position]
      if isQuoted {
        if byte == UInt8(ascii: "\\") { position += 1 }
        if byte == UInt8(ascii: "'") { isQuoted = false }
      } else if byte == UInt8(ascii: "'") {
        isQuoted = true
      } else if byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: "]") {
        depth -= 1
      } else if depth <= 0, Self.isBlank(byte) || endsAtSigns && isOperator(at: position) {
        break
      }
      position += 1
    }
    position = min(position, bytes.count)
    return text(start..<position)
  }

  /// Whether an operator of signs begins here; a type may have an exclamation mark.
  private func isOperator(at place: Int) -> Bool {
    switch bytes[place] {
    case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"): true
    case UInt8(ascii: "!"): place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "=")
    default: false
    }
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"): true
    default: false
    }
  }

  /// An operator: a word, or the signs before a value that follows at once.
  mutating func operation() -> String {
    if isAtEnd { return "" }
    let start = position
    while position < bytes.count, Self.isSign(bytes[position]) { position += 1 }
    return position > start ? text(start..<position) : word()
  }

  /// The values that stand behind `first`, up to the end of the line.
  mutating func values(after first: Expectation.Value) throws(ExpectationError)
    -> [Expectation.Value]
  {
    var found = [first]
    skipBlanks()
    while !isAtEnd {
      found.append(try value())
      skipBlanks()
    }
    return found
  }

  /// A value: text in quotes, or a word up to the next blank.
  mutating func value() throws(ExpectationError) -> Expectation.Value {
    guard !isAtEnd else { throw error("a value is missing", at: position) }
    let quote = bytes[position]
    guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
      let start = position
      while position < bytes.count, !Self.isBlank(bytes[position]) { position += 1 }
      let text = self.text(start..<position)
      return Expectation.Value(text: text, number: Expectation.Number(text))
    }
    let start = position
    position += 1
    var text = ""
    // Where the part begins that has no escape.
    var plain = position
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == quote {
        return Expectation.Value(text: text + self.text(plain..<position - 1), number: nil)
      }
      guard byte == UInt8(ascii: "\\"), position < bytes.count else { continue }
      text += self.text(plain..<position - 1)
      let escaped = bytes[position]
      position += 1
      plain = position
      switch escaped {
      case UInt8(ascii: "n"): text += "\n"
      case UInt8(ascii: "t"): text += "\t"
      case UInt8(ascii: "r"): text += "\r"
      case UInt8(ascii: "b"): text += "\u{8}"
      case UInt8(ascii: "f"): text += "\u{C}"
      case UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"), UInt8(ascii: "\""):
        text.unicodeScalars.append(Unicode.Scalar(escaped))
      case UInt8(ascii: "u"):
        text.unicodeScalars.append(hexadecimal())
        plain = position
      default:
        // A key string keeps its escapes: '\xa9nam'.
        plain = position - 2
      }
    }
    throw error("a quote is not closed", at: start)
  }

  /// The scalar of four hexadecimal digits, of two times four when the first is half of one, or of
  /// those in braces.
  private mutating func hexadecimal() -> Unicode.Scalar {
    if position < bytes.count, bytes[position] == UInt8(ascii: "{"),
      let end = bytes[position...].prefix(8).firstIndex(of: UInt8(ascii: "}"))
    {
      let digits = text(position + 1..<end)
      position = end + 1
      return UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) } ?? "\u{FFFD}"
    }
    func unit() -> UInt32? {
      guard position + 4 <= bytes.count else { return nil }
      return UInt32(text(position..<position + 4), radix: 16)
    }
    guard let first = unit() else { return "\u{FFFD}" }
    position += 4
    if (0xD800..<0xDC00).contains(first), position + 6 <= bytes.count,
      bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
    {
      position += 2
      if let second = unit(), (0xDC00..<0xE000).contains(second) {
        position += 4
        return Unicode.Scalar((first - 0xD800) << 10 + second - 0xDC00 + 0x10000) ?? "\u{FFFD}"
      }
      position -= 2
    }
    return Unicode.Scalar(first) ?? "\u{FFFD}"
  }
}
