internal import ByteReading
internal import Structure

/// Writes the fields of a node as JSON objects, one a line when the text is pretty.
struct JSONFields<Encoding: RecordEncoding>: FieldSink, ~Copyable {
  var text: RecordWriter<Encoding, DumpKey>
  /// Where what has to be escaped is put first.
  private var scratch = ByteWriter()
  private let limit: Int?
  /// Whether the bytes of each field are written beside it.
  private let hasHex: Bool
  /// Bytes written in hexadecimal of one value.
  private let hexLimit: Int
  /// The source of the fields that are printed; 0 for the file.
  private var source: UInt16 = 0
  /// What other boxes say of the node's fields.
  var notes: FieldNotes?
  /// The column of a field's line.
  var indent = 0
  /// What of the list that is open was left out: rows from 0.
  private var groups: [Range<Int>] = []
  /// Makes lists that go on to the end of their region known before they are printed.
  let countsLists: Bool

  init(_ output: consuming ByteWriter, _ options: RenderOptions, _ encoding: Encoding) {
    text = RecordWriter(encoding, DumpKey.self, output)
    limit = options.limit
    hasHex = options.hex != nil
    hexLimit = options.bytes.inRecords
    countsLists = options.limit != nil
  }

  consuming func finish() -> ByteWriter { text.finish() }

  // MARK: Fields

  mutating func begin(source: UInt16) { self.source = source }

  mutating func field(_ field: borrowing FieldReading) {
    let row = field.definition
    open(row.name, field.extent)
    if case .reserved = row.kind { text.member(.reserved, true) }
    put(value: field, row)
    close()
  }

  /// Begins a field: its name and place.
  private mutating func open(_ name: StaticString, _ extent: Extent) {
    text.element(groups.isEmpty ? .line(indent) : .inline)
    text.openObject()
    text.key(.name)
    text.put(word: name)
    text.member(.offset, extent.byteOffset)
    put(sizeOf: extent)
  }

  private mutating func put(sizeOf extent: Extent) {
    text.member(.size, extent.count == 0 ? 0 : extent.byteCount)
    if !extent.isByteAligned {
      text.key(.bits)
      text.openArray()
      text.element(.tight)
      text.put(count: extent.start & 7)
      text.element(.tight)
      text.put(count: extent.count)
      text.closeArray()
    }
    if source != 0 { text.member(.source, Int(source)) }
  }

  private mutating func close() { text.closeObject() }

  /// The value of a field and what is known of it.
  private mutating func put(value field: borrowing FieldReading, _ row: Row) {
    var hasHex = hasHex
    text.key(.value)
    switch JSONValue(row.kind, bits: field.extent.count) {
    case .text:
      let outcome = text.put(text: field.contentBytes, field.encoding)
      text.member(.encoding, word: field.encoding.name(for: field.contentBytes))
      if !outcome.isValid { hasHex = true }
    case .bytes:
      put(bytes: field.contentBytes)
    case .uuid:
      text.put(uuid: field.contentBytes)
      if case .names = row.meaning,
        let name = field.names[field.contentBytes.bigEndian(at: 0, count: 8) ?? 0]
      {
        text.member(.symbol, word: name)
      }
    case let form:
      put(field.raw, form)
      switch form {
      case .code:
        hasHex = true
        if case .names = row.meaning, let name = field.names[field.raw] {
          text.member(.symbol, word: name)
        } else if notes?.put(onCode: field, to: &scratch) ?? false {
          text.key(.display)
          text.put(escaped: scratch)
        }
      case .float:
        if !form.real(field.raw).isFinite { hasHex = true }
        if row.isPointer { put(meaningOf: field, row) }
      case .fixed(_, let isSigned):
        text.key(.raw)
        isSigned ? text.put(signed: Int64(bitPattern: field.raw)) : text.put(field.raw)
        if row.isPointer { put(meaningOf: field, row) }
      default:
        if case .reserved = row.kind {} else { put(meaningOf: field, row) }
      }
    }
    if hasHex {
      text.key(.hex)
      put(hex: field.extent, of: field.bytes)
    }
  }

  /// The names of an integer, or what people read in it.
  private mutating func put(meaningOf field: borrowing FieldReading, _ row: Row) {
    let name: StaticString?
    switch row.meaning {
    case .names: name = field.names[field.raw]
    case .colour(.primaries): name = ColourNames.primaries[field.raw]
    case .colour(.transfer): name = ColourNames.transfer[field.raw]
    case .colour(.matrix): name = ColourNames.matrix[field.raw]
    case .flags:
      text.key(.set)
      text.openArray()
      for (mask, name) in field.names.entries where mask != 0 && field.raw & mask == mask {
        text.element()
        text.put(word: name)
      }
      text.closeArray()
      return
    default:
      scratch.removeAll()
      scratch.put(value: field, .display)
      if scratch.count == 0 { notes?.put(on: field, to: &scratch) }
      guard scratch.count > 0 else { return }
      text.key(.display)
      text.put(escaped: scratch)
      return
    }
    if let name { text.member(.symbol, word: name) }
  }

  /// A number or a code.
  @inline(__always)
  private mutating func put(_ raw: UInt64, _ form: JSONValue) {
    switch form {
    case .unsigned: text.put(raw)
    case .signed: text.put(signed: Int64(bitPattern: raw))
    case .code: text.put(code: FourCC(UInt32(truncatingIfNeeded: raw)))
    case .fixed(let fraction, let isSigned):
      text.put(exactly: raw, fraction: fraction, isSigned: isSigned)
    case .float: text.put(real: form.real(raw))
    case .text, .bytes, .uuid: text.putNull()
    }
  }

  /// Bytes as `{size, hex, truncated}`.
  private mutating func put(bytes: RawSpan) {
    text.openObject()
    text.member(.size, bytes.byteCount)
    text.key(.hex)
    text.put(hex: bytes, limit: hexLimit)
    text.member(.truncated, bytes.byteCount > hexLimit)
    text.closeObject()
  }

  private mutating func put(hex extent: Extent, of bytes: RawSpan) {
    let start = min(extent.byteOffset, bytes.byteCount)
    let end = extent.count == 0 ? start : max(start, min(extent.byteEnd, bytes.byteCount))
    text.put(hex: bytes.extracting(start..<end), limit: hexLimit)
  }

  // MARK: Groups

  // Where a group ends is known only there, so its size is written after what stands in it.

  mutating func begin(_ group: borrowing GroupReading) {
    // An item that was selected stands without its list.
    let hasName = group.kind != .item || groups.isEmpty
    text.element(groups.isEmpty ? .line(indent) : .inline)
    text.openObject()
    if hasName {
      text.key(.name)
      text.put(word: group.name)
    }
    if group.kind == .item { text.member(.index, group.index + 1) }
    text.member(.offset, group.extent.byteOffset)
    text.key(group.kind == .list ? .items : .fields)
    text.openArray()
    groups.append(0..<0)
  }

  mutating func end(_ group: borrowing GroupReading) {
    let omitted = groups.popLast() ?? 0..<0
    text.closeArray()
    if group.kind == .list {
      text.member(.count, group.count)
      put(omitted: omitted)
    }
    put(sizeOf: group.extent)
    text.closeObject()
  }

  mutating func wants(item index: Int, of count: Int) -> Bool {
    guard let limit, let last = groups.indices.last else { return true }
    if ShownRows(of: count, limit: limit).contains(index) { return true }
    let first = groups[last].isEmpty ? index : groups[last].lowerBound
    groups[last] = first..<index + 1
    return false
  }

  /// The first and the last row or item left out, counted from 1.
  private mutating func put(omitted: Range<Int>, after first: Int = 0) {
    guard !omitted.isEmpty else { return }
    text.key(.omitted)
    text.openArray()
    text.element(.tight)
    text.put(count: first + omitted.lowerBound + 1)
    text.element(.tight)
    text.put(count: first + omitted.upperBound)
    text.closeArray()
  }

  // MARK: Tables

  mutating func table(_ table: borrowing TableReading) {
    let row = table.definition
    open(row.name, table.extent)
    let columns = table.columns
    if row.isArray, columns.count < 2 {
      array(table, columns)
      if case .matrix = row.meaning, table.isIdentityMatrix {
        text.key(.display)
        text.put(word: "identity")
      }
    } else {
      rows(table, columns)
    }
    if hasHex {
      text.key(.hex)
      put(hex: table.extent, of: table.bytes)
    }
    close()
  }

  /// Values without names; up to sixteen stand whole whatever the limit.
  private mutating func array(_ table: borrowing TableReading, _ columns: [Column]) {
    text.key(.value)
    text.openArray()
    let shown = ShownRows(of: table.count, limit: limit.map { max($0, 16) })
    if let column = columns.first {
      let form = JSONValue(table.program.rows[column.row].kind, bits: column.width)
      var isMatrix = false
      if case .matrix = table.definition.meaning { isMatrix = true }
      for range in [0..<shown.omitted.lowerBound, shown.omitted.upperBound..<table.count] {
        for index in range {
          // The last column of a transformation has 2.30 numbers, the others 16.16.
          let isLast = isMatrix && index % 3 == 2
          cell(of: table, row: index, column: 0, as: isLast ? .fixed(30, isSigned: true) : form)
        }
      }
    }
    text.closeArray()
    if !shown.omitted.isEmpty {
      text.member(.count, table.count)
      put(omitted: shown.omitted, after: table.firstIndex)
    }
    put(firstOf: table)
    if notes?.put(onCodesOf: table, limit: limit, to: &scratch) ?? false {
      text.key(.display)
      text.put(escaped: scratch)
    }
  }

  /// The number of the first row when a selection has left out those before it.
  private mutating func put(firstOf table: borrowing TableReading) {
    if table.firstIndex > 0 { text.member(.first, table.firstIndex + 1) }
  }

  private mutating func rows(_ table: borrowing TableReading, _ columns: [Column]) {
    text.key(.table)
    text.openObject()
    text.member(.count, table.count)
    text.member(.declared, UInt64(max(0, table.declared)))
    text.key(.stride)
    text.put(exactly: UInt64(max(0, table.stride)), fraction: 3, isSigned: false)
    text.key(.columns)
    text.openArray()
    for (number, column) in columns.enumerated() {
      let row = table.program.rows[column.row]
      text.element()
      text.openObject()
      text.key(.name)
      scratch.removeAll()
      table.program.put(nameOf: number, in: columns, of: table.row, to: &scratch)
      text.put(escaped: scratch)
      let extent = Extent(start: column.start, count: column.width)
      text.member(.offset, extent.byteOffset)
      text.member(.size, extent.byteCount)
      if !extent.isByteAligned {
        text.key(.bits)
        text.openArray()
        text.element(.tight)
        text.put(count: extent.start & 7)
        text.element(.tight)
        text.put(count: extent.count)
        text.closeArray()
      }
      if case .reserved = row.kind { text.member(.reserved, true) }
      text.closeObject()
    }
    text.closeArray()
    let forms = columns.map { JSONValue(table.program.rows[$0.row].kind, bits: $0.width) }
    let quantities = columns.indices.filter {
      forms[$0].isInteger && table.program.rows[columns[$0].row].isQuantity
    }
    var statistics = quantities.map { Statistics(isSigned: forms[$0] == .signed) }
    let shown = ShownRows(of: table.count, limit: limit)
    let isDense = table.isDense(forms)
    text.key(.rows)
    text.openArray()
    for range in [0..<shown.omitted.lowerBound, shown.omitted.upperBound..<table.count] {
      if isDense {
        numbers(of: table, rows: range, forms: forms, quantities: quantities, into: &statistics)
      } else {
        for index in range { rowOfCells(table, index, forms) }
      }
    }
    text.closeArray()
    put(notesOn: table, shown)
    put(firstOf: table)
    put(omitted: shown.omitted, after: table.firstIndex)
    if !quantities.isEmpty, table.count > 0 {
      let rest = isDense ? shown.omitted : 0..<table.count
      for (place, column) in quantities.enumerated() {
        var some = statistics[place]
        for index in rest { some.add(table.raw(row: index, column: column)) }
        statistics[place] = some
      }
      put(statistics, quantities, columns.count)
    }
    text.closeObject()
  }

  /// What other boxes say of each row that is shown, when they say anything of such rows.
  private mutating func put(notesOn table: borrowing TableReading, _ shown: ShownRows) {
    guard let notes, table.stride > 0 else { return }
    let noted = notes.columns(of: table)
    guard !noted.isEmpty, table.count > 0 else { return }
    text.key(.notes)
    text.openArray()
    for range in [0..<shown.omitted.lowerBound, shown.omitted.upperBound..<table.count] {
      for index in range {
        scratch.removeAll()
        for column in noted {
          notes.put(on: table.field(row: index, column: column), to: &scratch)
        }
        text.element()
        text.put(escaped: scratch)
      }
    }
    text.closeArray()
  }

  /// Rows of integers that lie one after another, and their statistics on the way.
  private mutating func numbers(
    of table: borrowing TableReading, rows range: Range<Int>, forms: [JSONValue],
    quantities: [Int], into statistics: inout [Statistics]
  ) {
    guard !range.isEmpty else { return }
    let widths = table.columns.map(\.width)
    let first = table.extent(ofRow: range.lowerBound).start
    var cursor = ByteCursor(
      table.bytes, over: Extent(start: first, count: table.stride &* range.count))
    if widths.count == 1, let width = widths.first {
      let isSigned = forms[0] == .signed
      // Most of the long tables have one column; its statistics stay in registers.
      var some = statistics.first ?? Statistics(isSigned: isSigned)
      for _ in range {
        guard let raw = try? cursor.read(bits: width) else { break }
        let value = isSigned ? raw.signExtended(from: width) : raw
        text.element(.tight)
        text.openArray()
        text.element(.tight)
        isSigned ? text.put(signed: Int64(bitPattern: value)) : text.put(value)
        text.closeArray()
        some.add(value)
      }
      if !statistics.isEmpty { statistics[0] = some }
      return
    }
    for _ in range {
      text.element(.tight)
      text.openArray()
      var place = 0
      for column in 0..<forms.count {
        let width = widths[column]
        guard let raw = try? cursor.read(bits: width) else { break }
        text.element(.tight)
        let isSigned = forms[column] == .signed
        let value = isSigned ? raw.signExtended(from: width) : raw
        isSigned ? text.put(signed: Int64(bitPattern: value)) : text.put(value)
        if place < quantities.count, quantities[place] == column {
          statistics[place].add(value)
          place &+= 1
        }
      }
      text.closeArray()
    }
  }

  @inline(__always)
  private mutating func rowOfCells(
    _ table: borrowing TableReading, _ index: Int, _ forms: [JSONValue]
  ) {
    text.element(.tight)
    text.openArray()
    for column in 0..<forms.count { cell(of: table, row: index, column: column, as: forms[column]) }
    text.closeArray()
  }

  @inline(__always)
  private mutating func cell(
    of table: borrowing TableReading, row index: Int, column: Int, as form: JSONValue
  ) {
    text.element(.tight)
    switch form {
    case .text: text.put(text: table.field(row: index, column: column).contentBytes)
    case .bytes: put(bytes: table.field(row: index, column: column).contentBytes)
    case .uuid:
      text.put(uuid: table.field(row: index, column: column).contentBytes)
    default: put(table.raw(row: index, column: column), form)
    }
  }

  private mutating func put(_ statistics: [Statistics], _ quantities: [Int], _ columns: Int) {
    text.key(.stats)
    text.openArray()
    var place = 0
    for column in 0..<columns {
      text.element()
      guard place < quantities.count, quantities[place] == column else {
        text.putNull()
        continue
      }
      let some = statistics[place]
      place += 1
      text.openObject()
      text.key(.min)
      some.isSigned ? text.put(signed: Int64(bitPattern: some.least)) : text.put(some.least)
      text.key(.max)
      some.isSigned ? text.put(signed: Int64(bitPattern: some.greatest)) : text.put(some.greatest)
      if let sum = some.sum {
        text.key(.sum)
        sum.isNegative ? text.put(signed: Int64(bitPattern: sum.bits)) : text.put(sum.bits)
      }
      text.closeObject()
    }
    text.closeArray()
  }
}

/// How a value is written.
enum JSONValue: Equatable {
  case unsigned, signed, code, text, bytes, uuid
  case fixed(Int, isSigned: Bool)
  case float(Int)

  init(_ kind: Row.Kind, bits: Int) {
    switch kind {
    case .uint, .reserved: self = bits > 64 ? .bytes : .unsigned
    case .int: self = bits > 64 ? .bytes : .signed
    case .leb128, .byteSum: self = .unsigned
    case .expGolomb(let isSigned): self = isSigned ? .signed : .unsigned
    case .float(let bits): self = .float(bits)
    case .fixed(_, let fraction, let isSigned): self = .fixed(fraction, isSigned: isSigned)
    case .code: self = .code
    case .uuid: self = .uuid
    case .string: self = .text
    case .bytes, .group, .when, .choice, .following, .within, .list, .table, .array, .found, .descriptor,
      .entry, .named, .again, .boxes:
      self = .bytes
    }
  }

  var isInteger: Bool { self == .unsigned || self == .signed }

  /// The number in the bits of a float.
  func real(_ raw: UInt64) -> Double {
    floatingPoint(raw, bits: self == .float(32) ? 32 : 64)
  }
}

extension Row {
  /// Whether its number is an amount, of which least, greatest and sum say something.
  var isQuantity: Bool {
    if case .reserved = kind { return false }
    switch meaning {
    case .plain, .bytes, .ticks, .duration, .unit, .scaled, .minusOne, .decibels, .fileOffset:
      return true
    default: return false
    }
  }
}

/// Least, greatest and sum of the numbers of a column.
struct Statistics: BitwiseCopyable {
  let isSigned: Bool
  private var low = UInt64.max
  private var high: UInt64 = 0
  private var sumLow: UInt64 = 0
  private var sumHigh: Int64 = 0

  init(isSigned: Bool) { self.isSigned = isSigned }

  /// The bit whose flip makes signed numbers sort as unsigned ones.
  private var bias: UInt64 { isSigned ? 1 << 63 : 0 }

  @inline(__always)
  mutating func add(_ raw: UInt64) {
    let biased = raw ^ bias
    low = min(low, biased)
    high = max(high, biased)
    let (sum, carry) = sumLow.addingReportingOverflow(raw)
    sumLow = sum
    sumHigh &+= carry ? 1 : 0
    if isSigned, Int64(bitPattern: raw) < 0 { sumHigh &-= 1 }
  }

  var least: UInt64 { low ^ bias }
  var greatest: UInt64 { high ^ bias }

  /// The sum when it fits 64 bits.
  var sum: (bits: UInt64, isNegative: Bool)? {
    if sumHigh == 0 { return (sumLow, false) }
    if sumHigh == -1, sumLow >= 1 << 63 { return (sumLow, true) }
    return nil
  }
}

extension UInt64 {
  /// The number in the lowest `width` bits as a signed one.
  @inline(__always)
  func signExtended(from width: Int) -> UInt64 {
    guard width < 64 else { return self }
    let shift = UInt64(64 &- width)
    return UInt64(bitPattern: Int64(bitPattern: self &<< shift) &>> Int64(shift))
  }
}

extension TableReading {
  /// Whether its rows hold only big-endian integers without bits between them.
  func isDense(_ forms: [JSONValue]) -> Bool {
    var end = 0
    for (number, column) in columns.enumerated() {
      guard forms[number].isInteger, column.start == end, column.width <= 64,
        !program.rows[column.row].traits.contains(.little)
      else { return false }
      end += column.width
    }
    return end == stride && end > 0
  }

  /// Whether nine values are the identity of a transformation: 16.16 numbers, the last column 2.30.
  var isIdentityMatrix: Bool {
    guard count == 9, columns.count == 1 else { return false }
    for index in 0..<9 {
      let wanted: UInt64 = index == 8 ? 0x4000_0000 : index & 3 == 0 ? 0x1_0000 : 0
      if raw(row: index, column: 0) != wanted { return false }
    }
    return true
  }
}

extension TextEncoding {
  /// The name of the character set (IANA), with the byte order that its mark says.
  func name(for bytes: RawSpan) -> StaticString {
    let mark = bytes.bigEndian(at: 0, count: 2)
    switch self {
    case .utf8: return "utf-8"
    case .ascii: return "us-ascii"
    case .latin1: return "iso-8859-1"
    case .macRoman: return "macintosh"
    case .utf16BE: return "utf-16be"
    case .utf16LE: return "utf-16le"
    case .utf32BE: return "utf-32be"
    case .utf32LE: return "utf-32le"
    case .utf16: return mark == 0xFFFE ? "utf-16le" : "utf-16be"
    case .utf8OrUTF16:
      return mark == 0xFFFE ? "utf-16le" : mark == 0xFEFF ? "utf-16be" : "utf-8"
    }
  }
}
