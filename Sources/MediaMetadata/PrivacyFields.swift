import Atoms
import ByteReading
import MediaFacts
import MediaInspection
import Structure

/// Finds out whether fields are zeros, but for those of a header and the language of a text, number or word.
struct WhatIsLeft: FieldSink {
  private let isStuffed: Bool
  private let countsNumbers: Bool
  private(set) var isBlank = true

  init(isStuffed: Bool, countsNumbers: Bool) {
    self.isStuffed = isStuffed
    self.countsNumbers = countsNumbers
  }

  mutating func begin(source: UInt16) {}

  mutating func field(_ field: borrowing FieldReading) {
    if field.name.isSame(as: "language") { return }
    switch field.definition.kind {
    case .uint, .int, .float, .fixed, .code:
      let isHeader = field.program.syntax.versions != nil && field.row < 2
      if case .language = field.definition.meaning { return }
      if countsNumbers, !isHeader, field.raw != 0, !PrivacyKeys.isEncoding(field.name) { isBlank = false }
    case .string:
      // A value ends at the first zero; something may stand behind it.
      let bytes = field.contentBytes
      for at in 0..<bytes.byteCount {
        let byte = bytes.byte(at: at) ?? 0
        if byte != 0, byte != UInt8(ascii: " "), !isStuffed || byte != 0xFF { isBlank = false }
      }
    default:
      if !field.contentBytes.isBlank(isStuffed: isStuffed) { isBlank = false }
    }
  }

  /// Rows are what the value is made of, which is looked at by itself.
  mutating func table(_ table: borrowing TableReading) {}
}

/// Gathers the texts and the times of a node, and counts the bytes of which nobody knows what they say.
struct PersonalFields: FieldSink {
  struct Found {
    let name: StaticString
    /// What it is called where that is not the name of the field.
    let title: StaticString?
    let value: String
    let extent: Extent
    let source: UInt16
    let isTime: Bool
  }

  /// The fields of one node that are kept, and the rows of its lists that are looked at.
  private static let limit = 256
  /// The characters that are kept of a text.
  private static let longest = 16_384
  private static let rowLimit = 4_096
  /// So many bytes that ought to be zeros, or so many numbers one behind another that read as letters, may say
  /// something.
  private static let reservedLimit = 4
  private static let letterLimit = 12

  private var source: UInt16
  /// What was looked at already: the values of items.
  private let known: [Extent]
  /// Whether numbers say something, too.
  private let takesNumbers: Bool
  private(set) var found: [Found] = []
  /// The bytes in fields that no table describes further, and that are no zeros.
  private(set) var byteCount = 0
  /// The bytes of units of a video stream that are not read, of those behind what is described, and of those
  /// behind the end of a text in a field of fixed size, where they are neither zeros nor blanks.
  private(set) var leftCount = 0
  /// The bytes that ought to be zeros or ones and are not, and those of numbers that read as letters.
  private(set) var reservedCount = 0
  /// Whether there is more than was looked at.
  private(set) var isCut = false
  /// Whether texts or bytes were seen, of which there may be more where it is cut.
  private var hasTexts = false
  /// Whether something is wrong with the node, so that what stands in it need not be what it is called.
  private(set) var isFaulty = false
  /// The bits of texts, bytes and tables, which are looked at as such; of more than the limit the letters count as
  /// letters in numbers do.
  private var covered: [Extent] = []
  private static let coveredLimit = 4_096
  /// The bits behind the last number whose bytes read as letters, and how many bytes these are.
  private var letters = (end: -1, count: 0)

  /// - Parameters:
  ///   - known: The bits of values that are not reported again.
  ///   - carrier: What the node is known to carry: numbers of an account are by which a shop knows somebody.
  init(_ source: UInt16, known: [Extent] = [], in carrier: Privacy.Kind? = nil) {
    self.source = source
    self.known = known
    takesNumbers = carrier == .account
  }

  /// Whether texts or bytes may stand in rows that were not looked at.
  var leavesTexts: Bool { isCut && hasTexts }

  mutating func begin(source: UInt16) { self.source = source }
  mutating func wants(item index: Int, of count: Int) -> Bool {
    if index >= Self.rowLimit { isCut = true }
    return index < Self.rowLimit
  }
  var stopsAtUnwanted: Bool { true }

  mutating func note(_ fault: Fault) {
    if !fault.isDeparture, fault.kind != .reservedNotZero { isFaulty = true }
    guard fault.kind == .reservedNotZero, fault.extent.byteCount >= Self.reservedLimit else { return }
    reservedCount += fault.extent.byteCount
  }

  mutating func field(_ field: borrowing FieldReading) {
    // Behind the value of an item something may stand that is none of it.
    if field.shape == .text { lookBehind(field) }
    cover(field)
    if known.contains(where: { $0.start <= field.content.start && field.content.end <= $0.end }) {
      return lookBehindZero(field)
    }
    // Most fields are; to look at a row takes a copy of it.
    if field.isPlainNumber { return lookAtNumber(field) }
    let row = field.definition
    if let date = Self.time(field) { return add(field, date.text, isTime: true) }
    if field.raw > 0, let time = PrivacyKeys.unixTime(field.name, field.raw), time.isLocal {
      // No zone is said.
      let date = MetadataDate(secondsSince1904: time.seconds)
      return add(field, date.map { String($0.text.prefix { $0 != "Z" }) } ?? "\(field.raw)", isTime: true)
    }
    switch row.kind {
    case .string:
      hasTexts = true
      if field.content.byteCount > 2 || PrivacyTexts.isDevice(field.name) { addText(field) }
    case .uint(_), .int(_), .fixed, .uuid: lookAtNumber(field)
    default:
      guard field.isBytes || field.isGap, !field.contentBytes.isBlank() else { return }
      hasTexts = true
      if case .perhapsText = row.meaning, field.contentBytes.isPrintable { return addText(field) }
      if field.isGap || PrivacyKeys.isUnitLeft(field.name) {
        leftCount += field.content.byteCount
      } else if !PrivacyKeys.isHarmless(field.name), !Self.isUsual(field.contentBytes, of: field.name) {
        byteCount += field.content.byteCount
      }
    }
  }

  /// Whether bytes are those that a field has in nearly all files, and say nothing of anybody: what is behind the coding
  /// in the identifier of extensible sound (Microsoft, WAVEFORMATEXTENSIBLE).
  private static func isUsual(_ bytes: RawSpan, of field: StaticString) -> Bool {
    field.isSame(as: usual.row) && bytes.hasSameBytes(as: usual.bytes.rawBytes)
  }

  private static let usual: (row: StaticString, bytes: [UInt8]) = (
    row: "subFormatRest", [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
  )

  private mutating func lookAtNumber(_ field: borrowing FieldReading) {
    if takesNumbers, field.raw != 0 { return addNumber(field) }
    if field.raw != 0, PrivacyKeys.isKeptForLater(field.name) {
      if field.contentBytes.isPrintable { reservedCount += field.content.byteCount }
      return
    }
    lookForLetters(field)
  }

  mutating func table(_ table: borrowing TableReading) {
    cover(table.extent)
    if takesNumbers { return takeRights(table) }
    let wanted = table.columns.indices.filter { column in
      let row = table.program.rows[table.columns[column].row]
      switch row.kind {
      case .string, .bytes: return true
      default: return row.isMoment
      }
    }
    guard !wanted.isEmpty else { return }
    hasTexts = true
    if table.count > Self.rowLimit { isCut = true }
    for row in 0..<min(table.count, Self.rowLimit) {
      for column in wanted { field(table.field(row: row, column: column)) }
    }
  }

  private mutating func cover(_ field: borrowing FieldReading) {
    // A code that has a name says that, and no more.
    if field.shape == .text || field.isBytes || field.isGap || field.isCode && field.names[field.raw] != nil {
      cover(field.extent)
    }
  }

  private mutating func cover(_ extent: Extent) {
    if let last = covered.last, last.end == extent.start {
      covered[covered.count - 1].count += extent.count
    } else if covered.count < Self.coveredLimit {
      covered.append(extent)
    }
  }

  /// How many bytes read as letters, so many one behind another that they may say something, and stand neither in
  /// texts nor in bytes: in numbers of any width, wherever these begin.
  ///
  /// - Parameters:
  ///   - bytes: The source of the fields.
  ///   - place: Where the fields lie in it.
  func letterCount(in bytes: RawSpan, at place: Extent) -> Int {
    Self.letterCount(in: bytes, at: place, besides: covered)
  }

  /// The same of bytes that are numbers but for some.
  ///
  /// - Parameter parts: The bits of those that are looked at otherwise.
  static func letterCount(in bytes: RawSpan, at place: Extent, besides parts: [Extent]) -> Int {
    let parts = parts.sorted { $0.start < $1.start }
    var next = 0
    // Where the parts end that begin up to here: all are gone through once, beside the bytes.
    var reach = 0
    var count = 0
    var run = 0
    var at = place.byteOffset
    let end = min(place.byteEnd, bytes.byteCount)
    func close() { if run >= letterLimit { count += run } }
    while at < end {
      while next < parts.count, parts[next].start < (at + 1) << 3 {
        reach = max(reach, parts[next].end)
        next += 1
      }
      if reach <= at << 3, bytes.byte(at: at)?.isPrintable ?? false {
        run += 1
      } else {
        close()
        run = 0
      }
      at += 1
    }
    close()
    return count
  }

  /// Takes those of the numbers in a list that say who bought what, by the codes before them.
  private mutating func takeRights(_ table: borrowing TableReading) {
    guard let right = table.column(.right, in: FairPlayRights.self),
      let value = table.column(.value, in: FairPlayRights.self)
    else { return }
    if table.count > Self.rowLimit { isCut = true }
    for row in 0..<min(table.count, Self.rowLimit) {
      let code = FourCC(UInt32(truncatingIfNeeded: table.raw(row: row, column: right)))
      guard let title = PrivacyKeys.title(ofRight: code), table.raw(row: row, column: value) != 0 else { continue }
      addNumber(table.field(row: row, column: value), title)
    }
  }

  private mutating func addNumber(_ field: borrowing FieldReading, _ title: StaticString? = nil) {
    var text = ByteWriter()
    text.put(value: field, .field)
    add(field, text.string, isTime: false, title)
  }

  private mutating func add(
    _ field: borrowing FieldReading, _ value: String, isTime: Bool, _ title: StaticString? = nil
  ) {
    guard found.count < Self.limit else {
      isCut = true
      hasTexts = true
      return
    }
    found.append(
      Found(
        name: field.name, title: title, value: value, extent: field.content, source: source, isTime: isTime))
  }

  private mutating func addText(_ field: borrowing FieldReading) {
    var text = ByteWriter()
    let outcome = text.put(text: field.contentBytes, encoding: field.encoding, style: .verbatim, limit: Self.longest)
    if outcome.isTruncated { text.put("…") }
    let value = text.string.trimmingNULs
    if !value.isEmpty { add(field, value, isTime: false) }
  }

  /// Counts what stands behind the zero that ends the value of an item in a field of fixed size.
  private mutating func lookBehindZero(_ field: borrowing FieldReading) {
    guard case .string(_, .bytes) = field.definition.kind else { return }
    let bytes = field.contentBytes
    let unit = field.encoding.unitSize
    var zero = 0
    while zero <= bytes.byteCount - unit, bytes.bigEndian(at: zero, count: unit) != 0 { zero += unit }
    guard zero <= bytes.byteCount - unit else { return }
    let rest = bytes.extracting(zero..<bytes.byteCount)
    if !rest.isBlank() { leftCount += rest.byteCount - unit }
  }

  /// Counts what stands in a field of fixed size behind the text in it; Android fills with blanks.
  private mutating func lookBehind(_ field: borrowing FieldReading) {
    let (start, end) = (field.content.byteEnd, field.extent.byteEnd)
    guard start < end, field.extent.start & 7 == 0 else { return }
    let rest = field.bytes.extracting(start..<end)
    if rest.isBlankText { return }
    // What is left of a character that was cut off says nothing: three bytes at most, of which none is ASCII.
    if case .string(.latin1OrUTF8, _) = field.definition.kind, rest.byteCount < 4, rest.byte(at: 0) ?? 0 >= 0xC2 { return }
    leftCount += rest.byteCount
  }

  /// Counts numbers that stand one behind another and are letters, every byte of them.
  private mutating func lookForLetters(_ field: borrowing FieldReading) {
    let extent = field.extent
    guard extent.count >= 16, extent.start & 7 == 0, extent.count & 7 == 0, extent.count <= 128,
      field.contentBytes.isPrintable
    else { return }
    let before = extent.start == letters.end ? letters.count : 0
    letters = (extent.end, before + extent.byteCount)
    guard letters.count >= Self.letterLimit else { return }
    reservedCount += before < Self.letterLimit ? letters.count : extent.byteCount
  }

  /// The time of a day at which something was made; `nil` for other fields, and where none is said.
  private static func time(_ field: borrowing FieldReading) -> MetadataDate? {
    guard field.raw > 0 else { return nil }
    switch field.definition.meaning {
    case .secondsSince1904: return MetadataDate(secondsSince1904: field.raw)
    case .microsecondsSince1904: return MetadataDate(secondsSince1904: field.raw / 1_000_000)
    case .ntp:
      // Seconds since 1900, in the upper half.
      let seconds = field.raw >> 32
      return seconds > 126_144_000 ? MetadataDate(secondsSince1904: seconds - 126_144_000) : nil
    default:
      guard let time = PrivacyKeys.unixTime(field.name, field.raw), !time.isLocal else { return nil }
      return MetadataDate(secondsSince1904: time.seconds)
    }
  }
}

extension Row {
  /// Whether it is a moment.
  var isMoment: Bool {
    switch meaning {
    case .secondsSince1904, .microsecondsSince1904, .ntp: true
    default: false
    }
  }
}

extension String {
  /// The text without NUL characters and blanks at its ends, which fields of fixed size are filled with.
  fileprivate var trimmingNULs: String { trimming { $0 == "\0" || $0 == " " } }

  /// The text without what is blank at its ends.
  func trimming(_ isBlank: (Unicode.Scalar) -> Bool) -> String {
    var scalars = Substring(self).unicodeScalars
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
    return String(scalars)
  }
}

extension MetadataValue {
  /// Whether it is all zeros, or 0xFF besides when it is stuffed; a language is not about
  /// what is not there.
  func isBlank(isStuffed: Bool) -> Bool {
    switch self {
    case .text(let text):
      text.unicodeScalars.allSatisfy {
        $0 == "\0" || $0 == " " || isStuffed && ($0.value == 0xFF || $0.value == 0xFF00)
      }
    case .number(let number): number.double == 0
    case .date: false
    case .data(let bytes): bytes.count <= 64 << 20 && bytes.withBytes { $0.isBlank(isStuffed: isStuffed) }
    case .list(let values): values.allSatisfy { $0.isBlank(isStuffed: isStuffed) }
    case .dictionary(let members):
      members.allSatisfy { $0.name == "language" || $0.value.isBlank(isStuffed: isStuffed) }
    }
  }
}

extension RawSpan {
  /// Whether no byte is anything but zero, or 0xFF besides when they are stuffed.
  func isBlank(isStuffed: Bool = false) -> Bool {
    var at = 0
    while at < byteCount {
      let count = isStuffed ? 1 : Swift.min(8, byteCount - at)
      let value = bigEndian(at: at, count: count)
      if value != 0, !isStuffed || value != 0xFF { return false }
      at += count
    }
    return true
  }

  /// Whether no byte is anything but zero or a blank.
  var isBlankText: Bool {
    for at in byteOffsets where byte(at: at) != 0 && byte(at: at) != UInt8(ascii: " ") { return false }
    return true
  }

  /// Whether every byte is zero, or what a skeleton has in place of zeros.
  var isFilled: Bool {
    for at in byteOffsets where byte(at: at) != 0 && byte(at: at) != PrivacyTexts.fill { return false }
    return true
  }

  /// Whether every byte is a character of ASCII that is shown.
  fileprivate var isPrintable: Bool {
    for at in byteOffsets {
      guard let byte = byte(at: at), byte.isPrintable else { return false }
    }
    return byteCount > 0
  }
}
