import ByteReading
import MediaFacts
import Structure

/// Remembers the fields of a node with what their rows say of them.
struct StoredFields: FieldSink {
  /// What kind of value a field is.
  enum Kind { case text, integer, unsigned, real, fixed(Int), code, uuid, bytes, other }

  struct Field {
    let name: StaticString
    /// Its row, and the table that has it.
    let row: Int
    let program: Program
    let kind: Kind
    let isImage: Bool
    /// Whether it counts bytes or rows, or says how others are stored.
    let isService: Bool
    /// Whether it is a service only because it counts bytes. No frame of ID3 has a size in front of a value: there
    /// the number is the value.
    let isByteCount: Bool
    let isDate: Bool
    let isLanguage: Bool
    let extent: Extent
    let content: Extent
    let raw: UInt64
    let encoding: TextEncoding
    /// The item of the list around it, from 0; -1 for none.
    let item: Int

    /// Whether it is this field of a node that `type` reads.
    func `is`<Fields: FieldView>(_ field: Fields.Field, in type: Fields.Type) -> Bool {
      program.row(row, is: type[field])
    }

    /// The text in the first `limit` bytes, and whether there are more; one that was cut ends with `…`.
    func text(in source: ByteSource, atMost limit: Int) -> (text: String, isCut: Bool) {
      guard content.byteCount > limit else { return (self.text(in: source).text, false) }
      var text = self.text(in: source, before: content.byteOffset &+ limit).text
      // A character of which a part is left.
      while text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
      return (text + "…", true)
    }

    /// The text, and whether all of it was valid.
    func text(in source: ByteSource) -> (text: String, isValid: Bool) {
      self.text(in: source, before: content.byteEnd)
    }

    private func text(in source: ByteSource, before end: Int) -> (text: String, isValid: Bool) {
      switch encoding {
      case .utf8, .ascii, .latin1, .macRoman:
        // Most texts are the same in all of these.
        let bytes = source.bytes.extracting(content.byteOffset..<end)
        if bytes.isPlainASCII { return (String(copying: bytes), true) }
      case .utf16, .utf16BE, .utf16LE, .utf8OrUTF16, .utf32BE, .utf32LE: break
      }
      var text = ByteWriter()
      // A byte order mark is no character, also where none should be.
      var start = content.byteOffset
      let mark: UInt64? =
        switch encoding {
        case .utf16BE: 0xFEFF
        case .utf16LE: 0xFFFE
        default: nil
        }
      if let mark, end &- start >= 2, source.bytes.bigEndian(at: start, count: 2) == mark {
        start += 2
      }
      let outcome = text.put(
        text: source.bytes.extracting(start..<end), encoding: encoding,
        style: .verbatim)
      // Zeros fill texts of a fixed size; nobody reads them.
      var string = text.string
      while string.unicodeScalars.last == "\0" { string.unicodeScalars.removeLast() }
      return (string, outcome.isValid)
    }
  }

  /// Fields of a node and rows of its tables that are read; what a file repeats more often is left out.
  private static let limit = 32_768

  private(set) var fields: [Field] = []
  private(set) var hasFault = false
  /// Whether there are more than are read.
  private(set) var isCut = false
  /// What all fields lie in.
  private var item = -1
  private var lists = 0

  /// Forgets the fields of one node before those of the next.
  mutating func removeAll() {
    fields.removeAll(keepingCapacity: true)
    hasFault = false
    isCut = false
    item = -1
    lists = 0
  }

  mutating func field(_ field: borrowing FieldReading) {
    guard fields.count < Self.limit else {
      isCut = true
      return
    }
    let row = field.definition
    let kind: Kind
    switch row.kind {
    case .string: kind = .text
    case .uint, .expGolomb(signed: false), .leb128, .byteSum: kind = .unsigned
    case .int, .expGolomb(signed: true): kind = .integer
    case .float: kind = .real
    case .fixed(_, let fraction, _): kind = .fixed(fraction)
    case .code: kind = .code
    case .uuid: kind = .uuid
    case .bytes: kind = .bytes
    default: kind = .other
    }
    var isService = false
    var isImage = false
    var isDate = false
    var isLanguage = false
    switch row.meaning {
    case .bytes: isService = true
    case .content(let text) where text === ContentText.picture: isImage = true
    case .secondsSince1904: isDate = true
    case .language: isLanguage = true
    default: break
    }
    let isByteCount = isService && !field.isGap
    for (row, _) in Self.service where field.name.isSame(as: row) { isService = true }
    if case .other = kind { isService = true }
    fields.append(
      Field(
        name: field.name, row: field.row, program: field.program, kind: kind, isImage: isImage,
        isService: isService || field.isGap, isByteCount: isByteCount,
        isDate: isDate, isLanguage: isLanguage, extent: field.extent, content: field.content,
        raw: field.raw, encoding: field.encoding, item: item))
  }

  /// Fields that say how others are stored.
  private static let service: [(row: StaticString, Void)] = [
    (row: "version", ()), (row: "flags", ()), (row: "encoding", ()), (row: "entry_count", ()),
    (row: "keyword_count", ()),
  ]

  mutating func table(_ table: borrowing TableReading) {
    if table.count > Self.limit { isCut = true }
    for row in 0..<min(table.count, Self.limit) {
      for column in table.columns.indices { field(table.field(row: row, column: column)) }
    }
  }

  mutating func begin(_ group: borrowing GroupReading) {
    switch group.kind {
    case .list: lists += 1
    case .item where lists == 1: item = group.index
    default: break
    }
  }

  mutating func end(_ group: borrowing GroupReading) {
    guard group.kind == .list else { return }
    lists -= 1
    if lists == 0 { item = -1 }
  }

  mutating func note(_ fault: Fault) { if !fault.isDeparture { hasFault = true } }

  mutating func wants(item index: Int, of count: Int) -> Bool {
    if index >= Self.limit { isCut = true }
    return index < Self.limit
  }
}
