import ByteReading
import Structure

/// Lays fields on their bytes: eight bytes a line, with their characters, name and value.
///
/// Every byte of the node is written exactly once; bits that share a byte with an earlier field show
/// which bits they are instead.
struct HexLines: FieldSink, ~Copyable {
  var page: Page
  let options: RenderOptions
  /// Hexadecimal digits of an offset.
  var digits = 8
  /// Whether the node lies in derived bytes, whose offsets are no places in the file.
  var isDerived = false
  /// The byte after the last one written.
  private var written = 0

  init(page: consuming Page, options: RenderOptions) {
    self.page = page
    self.options = options
  }

  private var style: ValueStyle { options.fields == .raw ? .raw : .field }

  var countsLists: Bool { options.limit != nil }

  /// Begins another node.
  mutating func reset() { written = 0 }

  /// The columns before a field's name.
  private var nameStart: Int { 2 + digits + 2 + 23 + 2 + 8 + 2 }

  private mutating func name(_ name: StaticString, depth: Int, index: Int? = nil) {
    page.pad(to: nameStart + min(depth, 16) * 2)
    let start = page.columns
    page.put(.label) {
      $0.put(name)
      if let index {
        $0.put("[")
        $0.put(decimal: UInt64(index + 1))
        $0.put("]")
      }
    }
    page.pad(to: start + 18)
    page.space(1)
  }

  /// Offset, bytes and characters of a line.
  private mutating func bytes(_ bytes: RawSpan, _ start: Int, _ end: Int) {
    let digits = digits
    page.space(2)
    page.put(offset: UInt64(start), digits: digits, isDerived: isDerived)
    page.space(2)
    let part = bytes.extracting(max(0, start)..<max(start, min(end, bytes.byteCount)))
    page.scratch.removeAll()
    page.scratch.put(hexBytes: part, separator: UInt8(ascii: " "))
    page.putScratch()
    page.pad(to: 2 + digits + 2 + 23 + 2)
    page.scratch.removeAll()
    page.scratch.put(printable: part)
    page.putScratch(.value)
  }

  /// The bits of a field inside one byte, the others as full stops.
  private mutating func bits(_ extent: Extent, _ bytes: RawSpan) {
    let digits = digits
    page.pad(to: 2 + digits + 2 + 23 + 2)
    let byte = bytes.byte(at: extent.byteOffset) ?? 0
    let first = extent.start & 7
    page.put(.value) {
      for bit in 0..<8 {
        if bit >= first, bit < first + extent.count {
          $0.put(byte &>> UInt8(7 - bit) & 1 == 1 ? "1" : "0")
        } else {
          $0.put(".")
        }
      }
    }
  }

  mutating func field(_ field: borrowing FieldReading) {
    let style = style
    // A byte that an earlier field has begun is written already.
    var start = max(field.extent.byteOffset, written)
    let end = field.extent.byteEnd
    if start < end {
      let isInByte = !field.extent.isByteAligned && field.extent.byteCount == 1
      bytes(field.bytes, start, min(end, start + 8))
      if isInByte {
        page.pad(to: 2 + digits + 2 + 6)
        page.put(.faint) { $0.putSpaces(0) }
        bits(field.extent, field.bytes)
      }
    } else if field.extent.byteCount == 1 {
      bits(field.extent, field.bytes)
    }
    name(field.name, depth: field.depth)
    page.put { $0.put(value: field, style) }
    page.end()
    start += 8
    rest(of: field.bytes, from: start, to: end, isOpaque: isOpaque(field))
    written = max(written, end)
  }

  private func isOpaque(_ field: borrowing FieldReading) -> Bool {
    if case .bytes = field.definition.kind { return true }
    return false
  }

  /// The lines of a field after its first; of opaque bytes the first sixteen bytes.
  private mutating func rest(of bytes: RawSpan, from first: Int, to end: Int, isOpaque: Bool) {
    var start = first
    let limit = isOpaque && options.limit != nil ? min(end, first + 8) : end
    while start < limit {
      self.bytes(bytes, start, min(limit, start + 8))
      page.end()
      start += 8
      if page.output.hasFailed { return }
    }
    more(from: min(start, end), to: end)
  }

  private mutating func more(from start: Int, to end: Int) {
    guard start < end else { return }
    page.pad(to: 2 + digits + 2)
    page.put("… ", .faint)
    page.put(.faint) {
      $0.put(grouped: UInt64(end - start))
      $0.put(end - start == 1 ? " more byte to 0x" : " more bytes to 0x")
      $0.put(hex: UInt64(end), digits: 1)
      $0.put(" (-n all)")
    }
    page.end()
  }

  mutating func begin(_ group: borrowing GroupReading) {
    page.pad(to: nameStart + min(group.depth, 16) * 2)
    switch group.kind {
    case .group: page.put(group.name, .label)
    case .list:
      page.put(group.name, .label)
      page.space(1)
      let count = UInt64(group.count)
      page.put(.faint) {
        $0.put(grouped: count)
        $0.put(count == 1 ? " entry" : " entries")
      }
    case .item:
      let index = UInt64(group.index + 1)
      page.put(.label) {
        $0.put("[")
        $0.put(decimal: index)
        $0.put("]")
      }
    }
    page.end()
  }

  mutating func table(_ table: borrowing TableReading) {
    let style = style
    let start = max(table.extent.byteOffset, written)
    let end = table.extent.byteEnd
    defer { written = max(written, end) }
    if table.definition.traits.contains(.unnamed) || table.count == 0 || table.stride & 7 != 0 {
      if start < end { bytes(table.bytes, start, min(end, start + 8)) }
      name(table.name, depth: table.depth)
      let limit = options.limit
      if table.stride == 0 {
        let declared = UInt64(table.declared)
        page.put {
          $0.put(grouped: declared)
          $0.put(" × the same")
        }
      } else {
        page.put { $0.put(array: table, style, limit: limit.map { max($0, 9) }) }
      }
      page.end()
      let isLong = table.extent.byteCount > 64
      rest(of: table.bytes, from: start + 8, to: end, isOpaque: isLong)
      return
    }
    page.pad(to: nameStart + min(table.depth, 16) * 2)
    page.put(table.name, .label)
    page.space(1)
    let count = table.count
    page.put(.faint) {
      $0.put(grouped: UInt64(count))
      $0.put(count == 1 ? " row" : " rows")
    }
    page.end()
    let shown = min(options.limit ?? .max, count)
    let head = (shown + 1) / 2
    for index in 0..<count {
      if index >= head, index < count - (shown - head) {
        if index == head {
          more(
            from: table.extent(ofRow: index).byteOffset,
            to: table.extent(ofRow: count - (shown - head)).byteOffset)
        }
        continue
      }
      row(index, table)
      if page.output.hasFailed { return }
    }
  }

  /// One row of a table: its bytes, and the values of its columns beside each other.
  private mutating func row(_ index: Int, _ table: borrowing TableReading) {
    let style = style
    let extent = table.extent(ofRow: index)
    bytes(table.bytes, extent.byteOffset, min(extent.byteEnd, extent.byteOffset + 8))
    page.pad(to: nameStart + min(table.depth + 1, 16) * 2)
    let number = UInt64(table.firstIndex + index + 1)
    page.put(.label) {
      $0.put("[")
      $0.put(decimal: number)
      $0.put("]")
    }
    for column in table.columns.indices {
      page.space(column == 0 ? 1 : 2)
      if table.columns.count > 1 {
        page.put(table.program.rows[table.columns[column].row].name, .label)
        page.space(1)
      }
      page.put { $0.put(value: table.field(row: index, column: column), style) }
    }
    page.end()
    rest(
      of: table.bytes, from: extent.byteOffset + 8, to: extent.byteEnd, isOpaque: false)
  }
}

/// Where the fields of a node begin, for a dump of whole rows of bytes.
struct FieldStarts: FieldSink {
  private(set) var starts: [(offset: Int, name: StaticString)] = []
  /// Where the bytes that are shown end; fields from there on are not kept.
  private let end: Int

  init(before end: Int) { self.end = end }

  mutating func field(_ field: borrowing FieldReading) {
    guard field.extent.byteOffset < end else { return }
    starts.append((field.extent.byteOffset, field.name))
  }

  mutating func wants(item index: Int, of count: Int) -> Bool {
    starts.last.map { $0.offset < end } ?? true
  }

  mutating func table(_ table: borrowing TableReading) {
    guard table.extent.count > 0, table.extent.byteOffset < end else { return }
    starts.append((table.extent.byteOffset, table.name))
  }
}
