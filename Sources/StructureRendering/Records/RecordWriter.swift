package import ByteReading
package import Structure

/// A key of a machine format: the cases of an enum are the keys of one schema, which
/// ``PublishedSchema`` prints and ``RecordWriter`` writes.
package protocol RecordKey: RawRepresentable, CaseIterable, Sendable where RawValue == FixedText {}

/// The keys of a format whose documents begin with their schema and the tool that writes them.
package protocol DocumentKey: RecordKey {
  static var schema: Self { get }
  static var tool: Self { get }
  static var name: Self { get }
  static var version: Self { get }
}

/// The keys of a format that has the bytes of names.
package protocol NameBytesKey: RecordKey {
  static var pathHex: Self { get }
}

/// The keys of a format that names the files it is about.
package protocol FileKey: NameBytesKey {
  static var path: Self { get }
}

/// The forms of a report for machines.
package enum RecordForm: Sendable, Equatable {
  /// A document, with lines broken when it is pretty.
  case json(isPretty: Bool)
  /// TAB-separated records.
  case tab
  case yaml
}

/// Writes objects and arrays whose keys are those of a schema, in the form that an encoding gives them.
///
/// ```swift
/// records.openObject()
/// records.member(.offset, 20)
/// records.member(.name, text: name)
/// records.closeObject()
/// ```
package struct RecordWriter<Encoding: RecordEncoding, Key: RecordKey>: ~Copyable {
  package var output: ByteWriter
  private var encoding: Encoding

  package init(_ encoding: Encoding, _ keys: Key.Type, _ output: consuming ByteWriter) {
    self.output = output
    self.encoding = encoding
  }

  /// Gives the writer of bytes back.
  package consuming func finish() -> ByteWriter { output }

  // MARK: Objects and arrays

  /// Opens an object on its line.
  @inline(__always)
  package mutating func openObject(_ layout: RecordLayout = .inline) {
    encoding.open(.object, layout, to: &output)
  }

  /// Closes an object on the line that it began on, or on one of its own.
  @inline(__always)
  package mutating func closeObject(_ end: RecordEnd = .inline) {
    encoding.close(.object, end, to: &output)
  }

  @inline(__always)
  package mutating func openArray(_ layout: RecordLayout = .inline) {
    encoding.open(.array, layout, to: &output)
  }

  @inline(__always)
  package mutating func closeArray(_ end: RecordEnd = .inline) {
    encoding.close(.array, end, to: &output)
  }

  /// Closes a document, and ends it.
  package mutating func closeDocument() {
    closeObject(.line(0))
    endRecord()
  }

  /// Ends a document or a line, after which another begins.
  package mutating func endRecord() { encoding.endRecord(to: &output) }

  /// Begins a member.
  @inline(__always)
  package mutating func key(_ key: Key, _ place: RecordPlace = .inline) {
    // What is found by its column is written without a name.
    encoding.key(Encoding.hasColumns ? "" : key.rawValue.text, place, to: &output)
  }

  /// Begins a member whose name is a fact's own; tests hold these names against the schema.
  @inline(__always)
  package mutating func key(named name: StaticString, _ place: RecordPlace = .inline) {
    encoding.key(name, place, to: &output)
  }

  /// Begins an element of an array.
  @inline(__always)
  package mutating func element(_ place: RecordPlace = .inline) {
    encoding.element(place, to: &output)
  }

  /// A member that is absent: its column stays empty where there are columns.
  @inline(__always)
  package mutating func absent(_ key: Key) {
    if Encoding.hasColumns { self.key(key) }
  }

  // MARK: Members

  @inline(__always)
  package mutating func member(_ key: Key, _ value: UInt64) {
    self.key(key)
    put(value)
  }

  @inline(__always)
  package mutating func member(_ key: Key, _ value: Int) {
    self.key(key)
    put(count: value)
  }

  package mutating func member(_ key: Key, _ value: Bool) {
    self.key(key)
    put(value)
  }

  /// A member whose value is a word of ours.
  @inline(__always)
  package mutating func member(_ key: Key, word: StaticString) {
    self.key(key)
    put(word: word)
  }

  package mutating func member(_ key: Key, text: String) {
    self.key(key)
    put(text: text)
  }

  package mutating func member(_ key: Key, text: FileText) {
    self.key(key)
    put(text: text)
  }

  /// A member whose value is text in which no character is left to escape but for quotes.
  package mutating func member(_ key: Key, shown: ShownText) {
    self.key(key)
    put(shown: shown.text)
  }

  /// A member whose value are texts, each of which may hold anything.
  package mutating func member(_ key: Key, texts: [String]) {
    self.key(key)
    put(texts: texts)
  }

  /// A member whose value are texts of a file.
  package mutating func member(_ key: Key, texts: [FileText]) {
    self.key(key)
    put(texts: texts)
  }

  // MARK: Values

  @inline(__always)
  private mutating func quote() {
    if Encoding.hasQuotes { output.put(UInt8(ascii: "\"")) }
  }

  /// A word of ours: no character of it needs an escape.
  @inline(__always)
  package mutating func put(word: StaticString) {
    encoding.value(to: &output)
    quote()
    output.put(word)
    quote()
  }

  /// Text that may hold anything.
  package mutating func put(text: String) {
    encoding.value(to: &output)
    quote()
    output.put(text: text, style: Encoding.style)
    quote()
  }

  /// Text of a file.
  package mutating func put(text: FileText) {
    encoding.value(to: &output)
    quote()
    output.put(text, style: Encoding.style)
    quote()
  }

  /// Text in which no character is left to escape but for quotes.
  package mutating func put(shown text: String) {
    if Encoding.hasQuotes {
      put(text: text)
    } else {
      output.put(text)
    }
  }

  /// Text that may hold anything.
  @discardableResult
  package mutating func put(text bytes: RawSpan, _ encoding: TextEncoding = .utf8) -> TextOutcome {
    self.encoding.value(to: &output)
    quote()
    let outcome = output.put(text: bytes, encoding: encoding, style: Encoding.style)
    quote()
    return outcome
  }

  package mutating func put(texts: [String]) {
    openArray()
    for text in texts {
      element(.tight)
      put(text: text)
    }
    closeArray()
  }

  package mutating func put(texts: [FileText]) {
    openArray()
    for text in texts {
      element(.tight)
      put(text: text)
    }
    closeArray()
  }

  /// What `other` holds, or a part of it, as text.
  package mutating func put(escaped other: borrowing ByteWriter, _ part: Range<Int>? = nil) {
    let bytes = other.contents
    put(text: bytes.extracting(part ?? 0..<bytes.byteCount))
  }

  /// Begins text that is put into ``output`` without being made elsewhere first, for an encoding whose
  /// output is in memory; `endText(from:_:)` ends it.
  ///
  /// - Returns: Where the text begins.
  @inline(__always)
  package mutating func beginText() -> Int {
    encoding.value(to: &output)
    quote()
    return output.count
  }

  /// Ends text that began at `start`, and escapes it.
  @inline(__always)
  package mutating func endText(from start: Int, _ scratch: inout ByteWriter) {
    if output.count > start { output.escape(from: start, style: Encoding.style, &scratch) }
    quote()
  }

  /// A code as key string.
  package mutating func put(code: FourCC) {
    encoding.value(to: &output)
    quote()
    if Encoding.hasQuotes { putEscaped(code) } else { output.put(key: code) }
    quote()
  }

  /// The characters of a key string; its backslashes and quotes are escaped once more.
  private mutating func putEscaped(_ code: FourCC) {
    for index in 0..<4 {
      switch code.byte(index) {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F..., 0..<0x20:
        output.put(text: code.key, style: Encoding.style)
        return
      // A first byte of 0x40 is itself escaped in a key string.
      case UInt8(ascii: "@") where index == 0:
        output.put(text: code.key, style: Encoding.style)
        return
      default: continue
      }
    }
    output.put(key: code)
  }

  /// The greatest integer up to which every reader of JSON is exact.
  private static var exactLimit: UInt64 { (1 << 53) - 1 }

  /// An integer, as decimal digits in quotes when it is past what every reader gets right.
  @inline(__always)
  package mutating func put(_ value: UInt64) {
    encoding.value(to: &output)
    let isLong = value > Self.exactLimit
    if isLong { quote() }
    output.put(decimal: value)
    if isLong { quote() }
  }

  /// A signed integer.
  @inline(__always)
  package mutating func put(signed value: Int64) {
    encoding.value(to: &output)
    let isLong = value.magnitude > Self.exactLimit
    if isLong { quote() }
    output.put(decimal: value)
    if isLong { quote() }
  }

  /// A number of ours: a count, an index.
  @inline(__always)
  package mutating func put(count value: Int) {
    encoding.value(to: &output)
    output.put(decimal: value)
  }

  package mutating func put(_ value: Bool) {
    encoding.value(to: &output)
    encoding.put(flag: value, to: &output)
  }

  package mutating func putNull() {
    encoding.value(to: &output)
    encoding.putNull(to: &output)
  }

  /// A number with a fraction; what is not finite is not known.
  package mutating func put(real value: Double) {
    encoding.value(to: &output)
    encoding.put(real: value, to: &output)
  }

  /// Raw bits of a fixed-point number as exact decimal.
  package mutating func put(exactly raw: UInt64, fraction: Int, isSigned: Bool) {
    encoding.value(to: &output)
    output.put(exactly: raw, fraction: fraction, isSigned: isSigned)
  }

  /// Ticks in seconds, with six decimals.
  package mutating func put(ticks: Int64, per timescale: UInt64) {
    encoding.value(to: &output)
    guard timescale != 0 else { return encoding.put(ticks: ticks, to: &output) }
    if ticks < 0 { output.put(UInt8(ascii: "-")) }
    output.put(seconds: ticks.magnitude, per: timescale, digits: 6)
  }

  /// `bytes` as hexadecimal digits, at most `limit` of them.
  package mutating func put(hex bytes: RawSpan, limit: Int) {
    encoding.value(to: &output)
    quote()
    output.put(hexBytes: bytes.extracting(0..<min(bytes.byteCount, limit)), separator: nil)
    quote()
  }

  /// `value` as so many hexadecimal digits.
  package mutating func put(hex value: UInt64, digits: Int) {
    encoding.value(to: &output)
    quote()
    output.put(hex: value, digits: digits)
    quote()
  }

  /// The digest in hexadecimal.
  package mutating func put(digest: SHA256.Digest) {
    encoding.value(to: &output)
    quote()
    output.put(digest: digest)
    quote()
  }

  package mutating func put(uuid bytes: RawSpan) {
    encoding.value(to: &output)
    quote()
    output.put(uuid: bytes)
    quote()
  }

  package mutating func put(uuid type: Catalogue.ExtendedType) {
    encoding.value(to: &output)
    quote()
    output.put(uuid: type)
    quote()
  }
}

extension RecordWriter where Key: DocumentKey {
  /// Opens a document of a format that we publish: its schema, and the tool that writes it.
  package mutating func openDocument(_ schema: StaticString, _ options: RenderOptions) {
    openObject(.lines)
    key(.schema, .line(2))
    put(word: schema)
    key(.tool, .line(2))
    putTool(options)
  }

  /// Puts which tool writes, and its version.
  package mutating func putTool(_ options: RenderOptions) {
    openObject()
    member(.name, text: options.toolName)
    member(.version, text: options.toolVersion)
    closeObject()
  }
}

extension RecordWriter where Key: FileKey {
  /// Puts the name of a file as it was given, and its bytes where text cannot tell it from other names.
  package mutating func member(file name: [UInt8], _ place: RecordPlace = .inline) {
    member(.path, file: name, place)
  }
}

extension RecordWriter where Key: NameBytesKey {
  /// Puts the name of a file under `key` as it was given, and its bytes where text cannot tell it from other names.
  package mutating func member(_ key: Key, file name: [UInt8], _ place: RecordPlace = .inline) {
    self.key(key, place)
    if put(text: name.rawBytes).isValid { return absent(.pathHex) }
    self.key(.pathHex, place)
    put(hex: name.rawBytes, limit: name.count)
  }

  /// Puts the bytes of the name of a file that is text elsewhere, where that cannot tell it from other names.
  package mutating func member(bytesOf name: [UInt8]) {
    if String(validating: name, as: UTF8.self) != nil { return absent(.pathHex) }
    key(.pathHex)
    put(hex: name.rawBytes, limit: name.count)
  }

  /// Puts the names of several files as they were given, and their bytes where text cannot tell one of them from others.
  package mutating func member(_ key: Key, files names: [[UInt8]], _ place: RecordPlace = .inline) {
    self.key(key, place)
    openArray()
    var areText = true
    for name in names {
      element(.tight)
      areText = put(text: name.rawBytes).isValid && areText
    }
    closeArray()
    if areText { return absent(.pathHex) }
    self.key(.pathHex, place)
    openArray()
    for name in names {
      element(.tight)
      put(hex: name.rawBytes, limit: name.count)
    }
    closeArray()
  }
}

extension RecordWriter where Encoding == TabEncoding {
  /// Begins a column of a record.
  @inline(__always)
  package mutating func cell() { key(named: "") }

  @inline(__always)
  package mutating func cell(_ number: UInt64) {
    cell()
    output.put(decimal: number)
  }

  @inline(__always)
  package mutating func cell(word: StaticString) {
    cell()
    output.put(word)
  }

  /// Text that may hold anything.
  package mutating func cell(text: String) {
    cell()
    output.put(text: text, style: TabEncoding.style)
  }

  /// The bytes of a file's name.
  package mutating func cell(name: RawSpan) {
    cell()
    output.put(name: name, style: TabEncoding.style)
  }

  /// Text in which no character is left to escape.
  package mutating func cell(shown: ShownText) {
    cell()
    output.put(shown.text)
  }
}

/// A report for machines: written once, whatever its form.
package protocol RecordReport {
  associatedtype Key: RecordKey
  /// Writes the report, from the beginning of a record to the end of one.
  func write<Encoding: RecordEncoding>(to records: inout RecordWriter<Encoding, Key>)
}

extension RecordReport {
  /// Writes the report in a form.
  package func write(as form: RecordForm, to output: inout ByteWriter) {
    switch form {
    case .json(let isPretty): write(by: JSONEncoding(isPretty: isPretty), to: &output)
    case .tab: write(by: TabEncoding(), to: &output)
    case .yaml: write(by: YAMLEncoding(), to: &output)
    }
  }

  private func write<Encoding: RecordEncoding>(by encoding: Encoding, to output: inout ByteWriter) {
    var taken = ByteWriter()
    swap(&taken, &output)
    var records = RecordWriter(encoding, Key.self, taken)
    write(to: &records)
    output = records.finish()
  }
}
