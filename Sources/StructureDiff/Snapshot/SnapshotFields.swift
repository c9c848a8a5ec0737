internal import ByteReading
internal import Structure

/// Makes the lines of one node from its fields.
struct SnapshotFields: FieldSink {
  struct Entry {
    var field: SnapshotRecord.Field
    let row: Row?
  }

  /// Lists of more items are written as their number and a checksum.
  private static let itemsWritten = 32
  /// More than so many fields of one node are written as their number and a checksum.
  private static let fieldsWritten = 10_000
  /// Text of more bytes is written as its beginning and a checksum.
  private static let textWritten = 4_096
  /// Values of a row without names that are written one by one.
  private static let valuesWritten = 32

  /// Whether the fields that come are those of the header.
  var isHeader = false
  private var entries: [Entry] = []
  /// What the fields stand in that come; inside what is written by a checksum only as its text alone.
  private var prefixes: [FieldPath] = []
  private var prefixText = PrefixText()
  /// What positions of an item are counted from, and how they are.
  private var item: (base: UInt64, method: UInt64) = (0, 0)
  /// What is written by a checksum only, while it is gathered.
  private var fold: Fold?
  private let places: Places
  private let node: NodeIndex
  private let options: Snapshot.Options
  private let notes: FieldNotes?
  /// The bytes that the fields lie in, when not all of them are there.
  private let partial: ByteSource?

  /// Fields that one line stands for.
  private struct Fold {
    var path: FieldPath
    var row: Row?
    var first: Int
    /// The depth of prefixes at which it began; -1 when it goes on to the end.
    var depth: Int
    var count = 0
    var checksum = Checksum()
    /// Whether some of the bytes are not there.
    var isAbsent = false
  }

  init(_ document: Document, node: NodeIndex, places: Places, options: Snapshot.Options) {
    self.places = places
    self.node = node
    self.options = options
    notes = options.tellsMeanings ? FieldNotes(document, node) : nil
    let bytes = document.fieldBytes(of: node)
    partial = bytes.absentParts == nil ? nil : bytes
  }

  private func isAbsent(_ range: Range<Int>) -> Bool { partial?.isAbsent(range) ?? false }

  /// What is unusual in how a node says its size.
  mutating func tellFrame(of node: Node) {
    if node.marks.contains(.toEnd) { add("size", "to the end", row: nil, bytes: 0..<0) }
    if node.marks.contains(.clamped) { add("size", "past the end", row: nil, bytes: 0..<0) }
    if node.marks.contains(.coded) { add("payload", "coded", row: nil, bytes: 0..<0) }
  }

  /// The fields, those of one name numbered.
  consuming func finish() -> [Entry] {
    if let fold { close(fold) }
    if entries.count <= Self.few, areDistinct { return entries }
    var counts: [FieldPath: Int] = [:]
    for entry in entries { counts[entry.field.path, default: 0] += 1 }
    if counts.count == entries.count { return entries }
    var passed: [FieldPath: Int] = [:]
    for place in entries.indices where !entries[place].field.isUnnamed {
      let path = entries[place].field.path
      guard counts[path, default: 0] > 1 else { continue }
      passed[path, default: 0] += 1
      entries[place].field.path = path.item(passed[path, default: 0])
    }
    return entries
  }

  /// Fields that are compared with each other one by one, as most nodes have no more.
  private static let few = 8

  /// Whether no two fields have one name.
  private var areDistinct: Bool {
    entries.indices.allSatisfy { place in
      !entries[..<place].contains { $0.field.path == entries[place].field.path }
    }
  }

  // MARK: Lines

  /// Adds a field of this name in what stands around it, or what is written in place of a name.
  private mutating func add(
    _ name: String, _ value: String, row: Row?, bytes: Range<Int>, isHidden: Bool = false,
    isOutside: Bool = false, isUnnamed: Bool = false, counted: (rows: Int, by: FieldPath)? = nil,
    isAbsent: Bool = false
  ) {
    if fold == nil, entries.count >= Self.fieldsWritten {
      fold = Fold(path: "rest", row: nil, first: bytes.lowerBound, depth: -1)
    }
    if fold != nil {
      fold?.count += 1
      if isOutside { fold?.checksum.add(name) } else { fold?.checksum.add(prefixText, name.utf8) }
      fold?.checksum.add(value)
      if isAbsent { fold?.isAbsent = true }
      return
    }
    let path = isOutside ? FieldPath.unnamed(name) : prefix.field(name)
    entries.append(
      Entry(
        field: SnapshotRecord.Field(
          path: path, value: value, isHidden: isHidden, isUnnamed: isUnnamed, bytes: bytes,
          counted: counted, isAbsent: isAbsent),
        row: row))
  }

  private mutating func close(_ fold: Fold) {
    self.fold = nil
    let noun = fold.depth < 0 ? "fields" : "items"
    entries.append(
      Entry(
        field: SnapshotRecord.Field(
          path: fold.path, value: "\(fold.count) \(noun), crc32 \(fold.checksum.text)",
          isHidden: false, isUnnamed: false, bytes: fold.first..<fold.first,
          isAbsent: fold.isAbsent),
        row: fold.row))
  }

  private var prefix: FieldPath { prefixes.last ?? FieldPath() }

  private func bytes(of extent: Extent) -> Range<Int> {
    isHeader ? 0..<0 : extent.byteOffset..<max(extent.byteOffset, extent.byteEnd)
  }

  // MARK: Fields

  mutating func field(_ field: borrowing FieldReading) {
    // Each bit of a file may be one, or every second byte a text.
    let isFoldedWhole = fold != nil && partial == nil && !isHeader && !options.tellsMeanings
    if isFoldedWhole, field.isPlainText {
      var text = ByteWriter()
      put(text: field, to: &text)
      fold?.count += 1
      fold?.checksum.add(prefixText, field.name.rawBytes)
      fold?.checksum.add(text.string)
      return
    }
    if isFoldedWhole, let isSigned = field.signOfPlainExpGolomb {
      fold?.count += 1
      fold?.checksum.add(prefixText, field.name.rawBytes)
      if isSigned {
        fold?.checksum.add(String(Int64(bitPattern: field.raw)))
      } else {
        fold?.checksum.add(String(field.raw))
      }
      return
    }
    let row = field.definition
    if isHeader {
      // Sizes and types are what the tree is made of.
      switch row.kind {
      case .code, .uuid, .string: return
      default: break
      }
      if case .bytes = row.meaning { return }
    }
    let range = bytes(of: field.extent)
    var text = ByteWriter()
    let isBytes = if case .bytes = row.kind { true } else { false }
    if field.isGap || isBytes && field.program === Program.opaque {
      let isAbsent = isAbsent(range)
      guard field.extent.isByteAligned, field.extent.count > 0 else {
        if field.extent.count == 0 { return }
        if !isAbsent {
          text.put("crc32 ")
          text.put(hex: UInt64(field.checksumOfBits), digits: 8)
        }
        return add(
          "+\(field.extent.count) bits", text.string, row: row, bytes: range, isOutside: true, isAbsent: isAbsent)
      }
      let count = field.extent.byteCount
      if isAbsent {
        return add(
          "+\(count) \(count == 1 ? "byte" : "bytes")", "", row: row, bytes: range, isOutside: true,
          isUnnamed: true, isAbsent: true)
      }
      text.put("crc32 ")
      text.put(hex: UInt64(crc32(of: field.contentBytes)), digits: 8)
      return add(
        "+\(count) \(count == 1 ? "byte" : "bytes")", text.string, row: row, bytes: range, isOutside: true,
        isUnnamed: true)
    }
    if isAbsent(range) {
      return add(row.name.description, "", row: row, bytes: range, isAbsent: true)
    }
    if row.traits.contains(.offsetMethod) { item.method = field.raw }
    if case .fileOffset(.item) = row.meaning, field.raw == 0 {
      text.put("0")
    } else {
      put(field, to: &text)
    }
    if case .fileOffset(.item) = row.meaning { item.base = field.raw }
    var isHidden = false
    switch row.kind {
    case .reserved:
      isHidden = field.extent.count <= 64 ? field.raw == 0 : field.contentBytes.isZero
      if case .expected(let value) = row.meaning { isHidden = field.raw == value }
    case .uint where isHeader || row.name.isSame(as: "version") || row.name.isSame(as: "flags"):
      isHidden = field.raw == 0
    default: break
    }
    if row.traits.contains(.syncsafe), !field.contentBytes.isSyncsafe {
      text.put(" of ")
      text.put(hexOf: field.contentBytes)
    }
    if options.tellsMeanings { putMeaning(of: field, to: &text) }
    add(row.name.description, text.string, row: row, bytes: range, isHidden: isHidden)
  }

  /// Where positions of a kind are counted from.
  private func base(_ base: Meaning.OffsetBase) -> UInt64? {
    // The extents of an item count from a position of the item's own, in the file unless another
    // method is reported (14496-12 §8.11.3.1).
    if case .item = base { return item.method == 0 ? item.base : nil }
    return places.base(base, node)
  }

  private func putMeaning(of field: borrowing FieldReading, to text: inout ByteWriter) {
    let start = text.count
    text.put(" (")
    text.put(value: field, .display)
    if text.count == start + 2 {
      text.truncate(to: start)
    } else {
      text.put(")")
    }
    // Notes on positions say where in the file they are.
    if case .fileOffset = field.definition.meaning { return }
    notes?.put(bracketed: field, to: &text)
  }

  /// The value of a field as a snapshot writes it.
  private func put(_ field: borrowing FieldReading, to text: inout ByteWriter) {
    let row = field.definition
    switch row.kind {
    case .uint, .reserved, .leb128, .byteSum:
      if field.extent.count > 64 { return text.put(hexOf: field.contentBytes) }
      if case .fileOffset(let base) = row.meaning, let from = self.base(base) {
        return places.put(field.raw, from: from, to: &text)
      }
      text.put(decimal: field.raw)
    case .int:
      if field.extent.count > 64 { return text.put(hexOf: field.contentBytes) }
      if case .fileOffset(let base) = row.meaning, let from = self.base(base) {
        return places.put(field.raw, from: from, to: &text)
      }
      text.put(decimal: Int64(bitPattern: field.raw))
    case .expGolomb(let isSigned):
      isSigned
        ? text.put(decimal: Int64(bitPattern: field.raw)) : text.put(decimal: field.raw)
    case .fixed(_, let fraction, let isSigned):
      text.put(fixed: field.raw, fraction: fraction, isSigned: isSigned)
    case .float(let bits):
      let number = floatingPoint(field.raw, bits: bits)
      if number.isNaN || number.isInfinite {
        text.put("0x")
        text.put(hex: field.raw, digits: bits / 4)
      } else {
        text.put(number)
      }
    case .code:
      var key = ByteWriter()
      key.put(key: FourCC(UInt32(truncatingIfNeeded: field.raw)))
      text.put(inQuotes: key)
    case .uuid: text.put(uuid: field.contentBytes)
    case .string: put(text: field, to: &text)
    case .bytes:
      let bytes = field.contentBytes
      if !field.content.isByteAligned {
        text.put(decimal: field.content.count)
        text.put(" bits, crc32 ")
        text.put(hex: UInt64(field.checksumOfBits), digits: 8)
      } else if bytes.byteCount <= 16 {
        text.put(hexOf: bytes)
      } else {
        text.put(bytesOf: bytes)
      }
    case .group, .when, .choice, .following, .within, .list, .table, .array, .found, .descriptor, .entry,
      .named, .again, .boxes:
      text.put(decimal: field.raw)
    }
  }

  private func put(text field: borrowing FieldReading, to text: inout ByteWriter) {
    let bytes = field.contentBytes
    var inner = ByteWriter()
    let outcome = inner.put(
      text: bytes.extracting(0..<min(bytes.byteCount, Self.textWritten)),
      encoding: field.encoding, style: .json)
    // What is no text in its encoding is written as bytes.
    if !outcome.isValid, bytes.byteCount <= Self.textWritten {
      return bytes.byteCount <= 16 ? text.put(hexOf: bytes) : text.put(bytesOf: bytes)
    }
    text.put(inQuotes: inner)
    if bytes.byteCount > Self.textWritten {
      text.put(" ")
      text.put(bytesOf: bytes)
    }
    guard field.extent.isByteAligned, field.content.isByteAligned else { return }
    // A count before the text that is not its length.
    let before = field.bytes.extracting(field.extent.byteOffset..<field.content.byteOffset)
    if before.byteCount > 0,
      before.bigEndian(at: 0, count: min(8, before.byteCount)) != UInt64(bytes.byteCount)
    {
      text.put(" count ")
      text.put(hexOf: before.extracting(0..<min(16, before.byteCount)))
    }
    // Zeros fill what is left of a field of fixed size; anything else was left there by accident.
    let rest = field.bytes.extracting(field.content.byteEnd..<field.extent.byteEnd)
    if !rest.isZero {
      text.put(" then ")
      text.put(bytesOf: rest)
    }
  }

  // MARK: Tables

  mutating func table(_ table: borrowing TableReading) {
    let row = table.definition
    let range = bytes(of: table.extent)
    let name = row.name.description
    let isArray = row.isArray && table.columns.count < 2
    var counted: (rows: Int, by: FieldPath)?
    if case .table(.field(let counter, 1, 0), _) = row.kind {
      counted = (table.count, prefix.field(counter.description))
    }
    guard table.count > 0, table.stride > 0 else {
      return add(name, "0 rows", row: row, bytes: range, isHidden: true, counted: counted)
    }
    if isAbsent(range) { return add(name, "", row: row, bytes: range, counted: counted, isAbsent: true) }
    let bases = table.columns.map { column -> UInt64? in
      guard case .fileOffset(let base) = table.program.rows[column.row].meaning else { return nil }
      return self.base(base)
    }
    var text = ByteWriter()
    if isArray ? table.count <= Self.valuesWritten : table.count <= options.rowsWritten {
      var isMatrix = false
      if case .matrix = row.meaning { isMatrix = true }
      var last = ""
      var run = 0
      func putRun() {
        if run == 0 { return }
        if text.count > 0 { text.put(" ") }
        text.put(decimal: run)
        text.put(" × {")
        text.put(last)
        text.put("}")
      }
      for index in 0..<table.count {
        var cells = ByteWriter()
        for column in table.columns.indices {
          if column > 0 { cells.put(", ") }
          if isMatrix, index % 3 == 2 {
            cells.put(
              fixed: table.raw(row: index, column: column), fraction: 30, isSigned: true)
          } else {
            put(cell: table, index, column, to: &cells)
          }
        }
        if isArray {
          if index > 0 { text.put(" ") }
          text.put(cells)
        } else if run > 0, last == cells.string {
          run += 1
        } else {
          putRun()
          last = cells.string
          run = 1
        }
      }
      if !isArray { putRun() }
    } else {
      text.put(decimal: table.count)
      text.put(" rows, crc32 ")
      text.put(Self.checksum(of: table, bases, places).text)
    }
    if table.declared != table.count {
      text.put(" of ")
      text.put(decimal: table.declared)
    }
    add(name, text.string, row: row, bytes: range, counted: counted)
  }

  private func put(
    cell table: borrowing TableReading, _ index: Int, _ column: Int, to text: inout ByteWriter
  ) {
    let field = table.field(row: index, column: column)
    put(field, to: &text)
    if options.tellsMeanings { putMeaning(of: field, to: &text) }
  }

  /// A checksum of the numbers of a table, however many bits each takes.
  private static func checksum(
    of table: borrowing TableReading, _ bases: [UInt64?], _ places: Places
  ) -> Checksum {
    var result = Checksum()
    for index in 0..<table.count {
      for column in table.columns.indices {
        if table.columns[column].width > 64 {
          result.add(table.field(row: index, column: column).contentBytes)
        } else if let base = bases[column] {
          let place = places.numbers(table.raw(row: index, column: column), from: base)
          result.add(place.0)
          result.add(place.1)
        } else {
          result.add(table.raw(row: index, column: column))
        }
      }
    }
    return result
  }

  // MARK: Groups

  mutating func begin(_ group: borrowing GroupReading) {
    let name = group.name
    let isFolded = fold != nil
    switch group.kind {
    case .group:
      if name.utf8CodeUnitCount == 0 { prefixText.enter() } else { prefixText.enter(name) }
      prefixes.append(isFolded || name.utf8CodeUnitCount == 0 ? prefix : prefix.field(name.description))
    case .list:
      prefixText.enter(name)
      prefixes.append(isFolded ? prefix : prefix.field(name.description))
      if !isFolded, group.count > Self.itemsWritten {
        fold = Fold(
          path: prefix, row: group.definition, first: group.extent.byteOffset,
          depth: prefixes.count)
      }
    case .item:
      prefixText.enter(item: group.index + 1)
      prefixes.append(isFolded ? prefix : prefix.item(group.index + 1))
      item = (0, 0)
    }
  }

  mutating func end(_ group: borrowing GroupReading) {
    if var fold, fold.depth == prefixes.count, group.kind == .list {
      fold.count = group.count
      close(fold)
    }
    _ = prefixes.popLast()
    prefixText.leave()
  }

  mutating func note(_ fault: Fault) {}
  var countsLists: Bool { true }
}

extension FieldPath {
  /// Bytes that no field names, by what is written in place of a name.
  fileprivate static func unnamed(_ text: String) -> FieldPath {
    FieldPath(parts: [Part(name: text)])
  }
}

extension ByteWriter {
  /// Puts text that is in JSON's escapes already between single quotes.
  fileprivate mutating func put(inQuotes escaped: borrowing ByteWriter) {
    put(UInt8(ascii: "'"))
    let bytes = escaped.contents
    var start = 0
    for place in bytes.byteOffsets where bytes.byte(at: place) == UInt8(ascii: "'") {
      put(bytes: bytes.extracting(start..<place))
      put("\\")
      start = place
    }
    put(bytes: bytes.extracting(start..<bytes.byteCount))
    put(UInt8(ascii: "'"))
  }

  /// Puts a fixed-point number with at least one decimal.
  fileprivate mutating func put(fixed raw: UInt64, fraction: Int, isSigned: Bool) {
    let isWhole = fraction >= 64 ? raw == 0 : raw & ((1 &<< UInt64(fraction)) &- 1) == 0
    put(exactly: raw, fraction: fraction, isSigned: isSigned)
    if isWhole { put(".0") }
  }

  /// Puts bytes as one hexadecimal number.
  fileprivate mutating func put(hexOf bytes: RawSpan) {
    put("0x")
    put(hexBytes: bytes, separator: nil)
  }

  /// Puts how many bytes there are, and their checksum.
  fileprivate mutating func put(bytesOf bytes: RawSpan) {
    put(decimal: bytes.byteCount)
    put(bytes.byteCount == 1 ? " byte, crc32 " : " bytes, crc32 ")
    put(hex: UInt64(crc32(of: bytes)), digits: 8)
  }
}

extension RawSpan {
  /// Whether all bytes are zero.
  fileprivate var isZero: Bool {
    for place in byteOffsets where byte(at: place) != 0 { return false }
    return true
  }

  /// Whether the first bit of each byte is zero.
  fileprivate var isSyncsafe: Bool {
    for place in byteOffsets where (byte(at: place) ?? 0) >= 0x80 { return false }
    return true
  }
}

extension FieldReading {
  /// The CRC-32 of the bytes that its bits lie in.
  fileprivate var checksumOfBits: UInt32 {
    crc32(
      of: bytes.extracting(extent.start / 8..<min(bytes.byteCount, (extent.end + 7) / 8)))
  }
}
