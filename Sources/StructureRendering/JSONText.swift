internal import ByteReading

/// Puts the punctuation of JSON around what is written, so that it is always well-formed.
///
/// Pretty text breaks lines where the caller asks for one; everything else stays on its line.
struct JSONText: ~Copyable {
  var output: ByteWriter
  let isPretty: Bool
  /// Whether what comes next is the first in its object or array.
  private var isFirst = true

  init(_ output: consuming ByteWriter, isPretty: Bool) {
    self.output = output
    self.isPretty = isPretty
  }

  /// Gives the writer back.
  consuming func finish() -> ByteWriter { output }

  /// A comma unless this is the first.
  @inline(__always)
  mutating func separate() {
    if !isFirst { output.put(isPretty ? ", " : ",") }
    isFirst = false
  }

  /// A comma unless this is the first, and a line of its own when the text is pretty.
  mutating func line(_ indent: Int) {
    if !isFirst { output.put(0x2C) }
    breakLine(indent)
    isFirst = true
  }

  /// A line of its own when the text is pretty.
  mutating func breakLine(_ indent: Int) {
    guard isPretty else { return }
    output.put(0x0A)
    output.putSpaces(indent)
  }

  /// The end of a line, after which a new text begins.
  mutating func breakRecord() {
    output.put(0x0A)
    isFirst = true
  }

  mutating func openObject() {
    output.put(isPretty ? "{ " : "{")
    isFirst = true
  }

  mutating func closeObject() {
    output.put(isPretty ? " }" : "}")
    isFirst = false
  }

  /// An object or array whose parts stand on lines of their own.
  mutating func open(_ bracket: UInt8) {
    output.put(bracket)
    isFirst = true
  }

  /// Closes it, at `indent` unless it is empty.
  mutating func close(_ bracket: UInt8, _ indent: Int) {
    if !isFirst { breakLine(indent) }
    output.put(bracket)
    isFirst = false
  }

  /// Closes it on the line of its last part.
  mutating func closeOnLine(_ bracket: UInt8) {
    if !isFirst, isPretty { output.put(0x20) }
    output.put(bracket)
    isFirst = false
  }

  /// Opens a document of a format that we publish: its schema, and the tool that writes it.
  mutating func openDocument(_ schema: PublishedSchema, _ options: RenderOptions) {
    open(0x7B)
    begin("schema")
    put(word: schema.name)
    begin("tool")
    putTool(options)
  }

  /// Puts which tool writes, and its version.
  mutating func putTool(_ options: RenderOptions) {
    openObject()
    member("name", text: options.toolName)
    member("version", text: options.toolVersion)
    closeObject()
  }

  /// Begins a member of the document on a line of its own.
  mutating func begin(_ key: StaticString) {
    line(2)
    self.key(key)
  }

  mutating func openArray() {
    output.put(0x5B)
    isFirst = true
  }

  mutating func closeArray() {
    output.put(0x5D)
    isFirst = false
  }

  /// A comma without a space, unless this is the first.
  @inline(__always)
  mutating func comma() {
    if !isFirst { output.put(0x2C) }
    isFirst = false
  }

  /// The name of a member, which we wrote ourselves.
  @inline(__always)
  mutating func key(_ name: StaticString) {
    separate()
    output.put(0x22)
    output.put(name)
    output.put(isPretty ? "\": " : "\":")
  }

  mutating func member(_ name: StaticString, _ value: UInt64) {
    key(name)
    put(value)
  }

  mutating func member(_ name: StaticString, _ value: Int) {
    key(name)
    output.put(decimal: value)
  }

  /// A member whose value is a word of ours.
  mutating func member(_ name: StaticString, word: StaticString) {
    key(name)
    put(word: word)
  }

  mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    output.put(value ? "true" : "false")
  }

  mutating func member(_ name: StaticString, text: String) {
    key(name)
    output.put(0x22)
    output.put(text: text, style: .json)
    output.put(0x22)
  }

  /// A word of ours in quotes: no character of it needs an escape.
  mutating func put(word: StaticString) {
    output.put(0x22)
    output.put(word)
    output.put(0x22)
  }

  /// Text that may hold anything, in quotes.
  @discardableResult
  mutating func put(text bytes: RawSpan, _ encoding: TextEncoding = .utf8) -> TextOutcome {
    output.put(0x22)
    let outcome = output.put(text: bytes, encoding: encoding, style: .json)
    output.put(0x22)
    return outcome
  }

  /// What `other` holds, or a part of it, in quotes.
  mutating func put(escaped other: borrowing ByteWriter, _ part: Range<Int>? = nil) {
    let bytes = other.contents
    put(text: bytes.extracting(part ?? 0..<bytes.byteCount))
  }

  /// A code as key string, in quotes.
  mutating func put(code: FourCC) {
    output.put(0x22)
    putEscaped(code)
    output.put(0x22)
  }

  /// The characters of a key string; its backslashes and quotes are escaped once more.
  private mutating func putEscaped(_ code: FourCC) {
    for index in 0..<4 {
      switch code.byte(index) {
      case 0x22, 0x5C, 0x7F..., 0..<0x20:
        output.put(text: code.key, style: .json)
        return
      // A first byte of 0x40 is itself escaped in a key string.
      case 0x40 where index == 0:
        output.put(text: code.key, style: .json)
        return
      default: continue
      }
    }
    output.put(key: code)
  }

  /// The greatest integer up to which every reader of JSON is exact.
  static let exactLimit: UInt64 = (1 << 53) - 1

  /// An integer, as a decimal string when it is past what every reader gets right.
  @inline(__always)
  mutating func put(_ value: UInt64) {
    if value <= Self.exactLimit {
      output.put(decimal: value)
    } else {
      output.put(0x22)
      output.put(decimal: value)
      output.put(0x22)
    }
  }

  /// A signed integer.
  @inline(__always)
  mutating func put(signed value: Int64) {
    if value.magnitude <= Self.exactLimit {
      output.put(decimal: value)
    } else {
      output.put(0x22)
      output.put(decimal: value)
      output.put(0x22)
    }
  }

  /// `bytes` as hexadecimal digits in quotes, at most `limit` of them.
  mutating func put(hex bytes: RawSpan, limit: Int) {
    output.put(0x22)
    output.put(hexBytes: bytes.extracting(0..<min(bytes.byteCount, limit)), separator: nil)
    output.put(0x22)
  }
}
