import ByteReading

/// A value of JSON (RFC 8259).
indirect enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// A number, as it was written: what somebody calls a request goes back as it came.
  case number(String)
  case text(String)
  case array([JSONValue])
  /// The members in their order; of members of one name the first counts.
  case object([Member])

  struct Member: Equatable, Sendable {
    let name: String
    let value: JSONValue
  }

  /// The first member of this name; `nil` for what is no object and where there is none.
  subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  var string: String? {
    if case .text(let text) = self { return text }
    return nil
  }

  /// The value as a count; `nil` for what is none, or more than `limit`.
  func count(atMost limit: Int) -> Int? {
    guard case .number(let digits) = self, let count = Int(digits), (0...limit).contains(count)
    else { return nil }
    return count
  }

  static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member(name: $0.key, value: $0.value) })
  }

  /// Puts the value on one line.
  func put(to output: inout ByteWriter) {
    switch self {
    case .null: output.put("null")
    case .bool(let value): output.put(value ? "true" : "false")
    case .number(let digits): output.put(digits)
    case .text(let text): Self.put(text, to: &output)
    case .array(let values):
      output.put("[")
      for (index, value) in values.enumerated() {
        if index > 0 { output.put(",") }
        value.put(to: &output)
      }
      output.put("]")
    case .object(let members):
      output.put("{")
      for (index, member) in members.enumerated() {
        if index > 0 { output.put(",") }
        Self.put(member.name, to: &output)
        output.put(":")
        member.value.put(to: &output)
      }
      output.put("}")
    }
  }

  private static func put(_ text: String, to output: inout ByteWriter) {
    output.put("\"")
    output.put(text: text, style: .json)
    output.put("\"")
  }
}

// MARK: Reading

extension JSONValue {
  /// The value that `bytes` are; `nil` for what is not one value of JSON, or deeper than 64 levels.
  ///
  /// - Complexity: O(*n*) in the bytes.
  init?(_ bytes: [UInt8]) {
    var reader = JSONReader(bytes)
    guard let value = reader.value(depth: 0), reader.isAtEnd else { return nil }
    self = value
  }
}

private struct JSONReader {
  private static let depthLimit = 64

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Whether only white space is left.
  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return next == nil
    }
  }

  private mutating func skipSpace() {
    while let byte = next, [" ", "\t", "\n", "\r"].contains(Unicode.Scalar(byte)) { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func take(word: StaticString) -> Bool {
    let word = Array(word.description.utf8)
    guard bytes[position...].starts(with: word) else { return false }
    position += word.count
    return true
  }

  mutating func value(depth: Int) -> JSONValue? {
    guard depth < Self.depthLimit else { return nil }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return object(depth)
    case UInt8(ascii: "["): return array(depth)
    case UInt8(ascii: "\""): return text().map { .text($0) }
    case UInt8(ascii: "t"): return take(word: "true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take(word: "false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take(word: "null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object(_ depth: Int) -> JSONValue? {
    position += 1
    var members: [JSONValue.Member] = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipSpace()
      guard let name = text() else { return nil }
      skipSpace()
      guard take(UInt8(ascii: ":")), let value = value(depth: depth + 1) else { return nil }
      members.append(JSONValue.Member(name: name, value: value))
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else { return nil }
    }
  }

  private mutating func array(_ depth: Int) -> JSONValue? {
    position += 1
    var values: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array(values) }
    while true {
      guard let value = value(depth: depth + 1) else { return nil }
      values.append(value)
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array(values) }
      guard take(UInt8(ascii: ",")) else { return nil }
    }
  }

  private mutating func digits() -> Bool {
    let start = position
    while let byte = next, byte.isDigit { position += 1 }
    return position > start
  }

  private mutating func number() -> JSONValue? {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let isZero = next == UInt8(ascii: "0")
    guard digits() else { return nil }
    // A zero in front is none of a number.
    let whole = bytes[start..<position].drop { $0 == UInt8(ascii: "-") }
    if isZero, whole.count > 1 { return nil }
    if take(UInt8(ascii: ".")), !digits() { return nil }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard digits() else { return nil }
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func text() -> String? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    var text: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text += Array(String(scalar).utf8)
      case ..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  /// What stands behind a backslash.
  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let first = unit() else { return nil }
      guard (0xD800...0xDFFF).contains(first) else { return Unicode.Scalar(first) }
      // Two halves, the high one first.
      guard first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")),
        let second = unit(), (0xDC00...0xDFFF).contains(second)
      else { return nil }
      return Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
    default: return nil
    }
  }

  /// Four hexadecimal digits.
  private mutating func unit() -> UInt32? {
    guard bytes.count - position >= 4 else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    position += 4
    return unit
  }
}
