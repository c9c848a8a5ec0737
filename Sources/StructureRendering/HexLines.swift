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
  /// The source of the fields, and the tree that knows where it lies.
  private var source: UInt16 = 0
  private let tree: Tree
  /// What other boxes say of the node's fields.
  var notes: FieldNotes?
  /// Prints the parts of the node's payload, and the node.
  var parts: (divider: any PayloadParts, node: NodeIndex)?
  /// The byte after the last one written.
  private var written = 0
  /// Whether items of a list were passed over since then.
  private var hasPassedItems = false
  /// Whether parts of a stream are printed one a line, with their first bytes, as samples are; else field
  /// by field.
  var foldsParts = true
  /// The number of groups around the part of a stream that is open; `nil` when none is.
  private var openPart: Int?
  /// What is said of it.
  private var partText = ByteWriter()

  init(page: consuming Page, options: RenderOptions, tree: Tree) {
    self.page = page
    self.options = options
    self.tree = tree
  }

  private var style: ValueStyle { options.fields == .raw ? .raw : .field }

  var countsLists: Bool { options.limit != nil }

  /// Begins another node.
  mutating func reset() {
    written = 0
    hasPassedItems = false
  }

  mutating func wants(item index: Int, of count: Int) -> Bool {
    if ShownRows(of: count, limit: options.limit).contains(index) { return true }
    hasPassedItems = true
    return false
  }

  /// Says how many bytes of items were passed over, up to bit `start`.
  private mutating func putPassed(to start: Int) {
    guard hasPassedItems else { return }
    hasPassedItems = false
    more(from: written, to: start &>> 3)
    written = max(written, start &>> 3)
  }

  mutating func begin(source: UInt16) {
    if source != self.source { written = 0 }
    self.source = source
  }

  /// Whether the bytes that were derived are those of the file but for zeros that were taken out: the
  /// file's are shown then.
  private var isResynchronised: Bool {
    source != 0 && tree.fileOffset(of: 0, in: source) != nil
  }

  /// Where a byte of the source lies in the file.
  private func place(_ offset: Int) -> Int {
    Int(clamping: tree.fileOffset(of: UInt64(max(0, offset)), in: source) ?? UInt64(offset))
  }

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
    page.hang()
  }

  /// Offset, bytes and characters of a line.
  private mutating func bytes(_ bytes: RawSpan, _ start: Int, _ end: Int) {
    let digits = digits
    page.space(2)
    page.put(offset: UInt64(start), digits: digits, isDerived: source != 0 && !isResynchronised)
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
    if openPart != nil { return gather(field) }
    let style = style
    if isOpaque(field), field.depth == 0, field.extent.isByteAligned, let parts,
      field.extent.byteOffset >= written
    {
      let count = parts.divider.count(in: parts.node)
      if count > 0 {
        page.pad(to: nameStart)
        name(field.name, depth: 0)
        page.put { $0.put(value: field, style) }
        page.end()
        put(parts: count, of: field)
        return
      }
    }
    // A byte that an earlier field has begun is written already.
    let first = max(field.extent.byteOffset, written)
    let last = field.extent.byteEnd
    let isStored = isResynchronised
    var start = isStored ? place(first) : first
    let end = isStored ? place(last) : last
    if first < last {
      let isInByte = !field.extent.isByteAligned && field.extent.byteCount == 1
      if isStored {
        let file = tree.file
        bytes(file.bytes, start, min(end, start + firstLine(of: field)))
      } else {
        bytes(field.bytes, start, min(end, start + firstLine(of: field)))
      }
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
    if isStored, isOpaque(field), end - start != last - first { putStored(end - start) }
    note(on: field)
    page.end()
    start += firstLine(of: field)
    if isStored {
      let file = tree.file
      rest(of: file.bytes, from: start, to: end, isOpaque: isOpaque(field))
    } else {
      rest(of: field.bytes, from: start, to: end, isOpaque: isOpaque(field))
    }
    written = max(written, last)
  }

  /// Says how many bytes of the file became those that are meant.
  private mutating func putStored(_ count: Int) {
    page.put {
      $0.put(" after un-synchronisation (")
      $0.put(grouped: UInt64(count))
      $0.put(" in the file)")
    }
  }

  /// Writes in brackets what other boxes say of a field.
  private mutating func note(on field: borrowing FieldReading) {
    guard let notes, options.fields != .raw else { return }
    page.put { notes.put(bracketed: field, to: &$0) }
  }

  /// The parts of a payload, one a line with its first bytes, or those that are asked for.
  private mutating func put(parts count: Int, of field: borrowing FieldReading) {
    guard let parts else { return }
    let shown = min(options.limit ?? .max, count)
    let head = (shown + 1) / 2
    let bytes = field.bytes
    let end = field.extent.byteEnd
    written = max(written, field.extent.byteOffset)
    // The page cannot be held by a closure, so parts are gathered in lots.
    for range in [0..<head, count - (shown - head)..<count] {
      var next = range.lowerBound
      while next < range.upperBound {
        var lot: [PayloadPart] = []
        let last = min(range.upperBound, next + 65_536)
        parts.divider.pass(next..<last, in: parts.node) {
          lot.append($0)
          return true
        }
        for part in lot {
          self.part(part, bytes, end)
          if page.output.hasFailed { return }
        }
        next = last
      }
      if range.lowerBound == 0, head < count - (shown - head) {
        page.pad(to: 2 + digits + 2)
        let omitted = UInt64(count - shown)
        page.put("… ", .faint)
        page.put(.faint) {
          $0.put(grouped: omitted)
          $0.put(omitted == 1 ? " more part (-n all)" : " more parts (-n all)")
        }
        page.end()
      }
    }
    written = max(written, end)
  }

  /// The bytes that are shown of a sample, or of another part of a payload: a line of them unless more are
  /// asked for.
  private var bytesOfPart: Int { options.bytes.count(orUsually: 8) }

  private mutating func part(_ part: PayloadPart, _ bytes: RawSpan, _ end: Int) {
    let stop = min(part.end, end)
    guard part.start < stop else { return }
    self.bytes(bytes, part.start, min(stop, part.start + min(8, bytesOfPart)))
    page.pad(to: nameStart + 2)
    page.hang()
    page.put(ShownText(part.name), .label)
    page.pad(to: nameStart + 2 + 20)
    page.space(1)
    page.put {
      $0.put(grouped: UInt64(part.end - part.start))
      $0.put(part.end - part.start == 1 ? " byte" : " bytes")
    }
    if !part.note.isEmpty {
      page.put(" (")
      page.put(ShownText(part.note))
      page.put(")")
    }
    page.end()
    guard bytesOfPart > 8 else { return }
    rest(of: bytes, from: part.start + 8, to: stop, isOpaque: true)
  }

  /// The bytes of a field that stand on its first line.
  private func firstLine(of field: borrowing FieldReading) -> Int {
    isOpaque(field) ? min(8, options.bytes.inText) : 8
  }

  private func isOpaque(_ field: borrowing FieldReading) -> Bool {
    if case .bytes = field.definition.kind { return true }
    return false
  }

  /// The lines of a field after its first; of opaque bytes those that are asked for.
  private mutating func rest(of bytes: RawSpan, from first: Int, to end: Int, isOpaque: Bool) {
    var start = first
    let rest = isOpaque ? max(0, options.bytes.inText - 8) : .max
    let limit = rest < end - first ? first + rest : end
    while start < limit {
      self.bytes(bytes, start, min(limit, start + 8))
      page.end()
      start += 8
      if page.output.hasFailed { return }
    }
    more(from: min(start, limit), to: end, isOpaque: true)
  }

  private mutating func more(from start: Int, to end: Int, isOpaque: Bool = false) {
    guard start < end else { return }
    page.pad(to: 2 + digits + 2)
    page.put("… ", .faint)
    page.put(.faint) {
      $0.put(grouped: UInt64(end - start))
      $0.put(end - start == 1 ? " more byte to 0x" : " more bytes to 0x")
      $0.put(hex: UInt64(end), digits: 1)
      $0.put(isOpaque ? " (--bytes all)" : " (-n all)")
    }
    page.end()
  }

  mutating func end(_ group: borrowing GroupReading) {
    if group.kind == .list { putPassed(to: group.extent.end) }
    guard let depth = openPart, group.kind == .item, group.depth == depth else { return }
    openPart = nil
    part(group)
  }

  /// A part of a stream: its first bytes, its size and the fields that are columns; more of its bytes
  /// when they are asked for.
  private mutating func part(_ group: borrowing GroupReading) {
    let start = max(written, group.extent.byteOffset)
    let end = group.extent.byteEnd
    guard start < end else { return }
    bytes(group.bytes, start, min(end, start + min(8, bytesOfPart)))
    page.pad(to: nameStart + min(group.depth, 16) * 2)
    page.hang()
    let number = UInt64(group.index + 1)
    page.put(.label) {
      $0.put("[")
      $0.put(decimal: number)
      $0.put("]")
    }
    page.space(1)
    page.put {
      $0.put(grouped: UInt64(end - start))
      $0.put(end - start == 1 ? " byte" : " bytes")
    }
    page.scratch.removeAll()
    page.scratch.put(partText)
    page.putScratch()
    page.end()
    if bytesOfPart > 8 { rest(of: group.bytes, from: start + 8, to: end, isOpaque: true) }
    written = end
  }

  /// Keeps what is said of a field of an open part: the value of a column, or that bytes are no part.
  private mutating func gather(_ field: borrowing FieldReading) {
    if field.isGap {
      let count = UInt64(field.extent.byteCount)
      partText.put("  and ")
      partText.put(grouped: count)
      partText.put(count == 1 ? " other byte" : " other bytes")
    } else if field.definition.traits.contains(.column) {
      partText.put("  ")
      partText.put(field.name)
      partText.put(" ")
      partText.put(value: field, options.fields == .raw ? .raw : .summary)
    }
  }

  mutating func begin(_ group: borrowing GroupReading) {
    if openPart != nil { return }
    if group.kind == .item { putPassed(to: group.extent.start) }
    if foldsParts, group.kind == .item, case .found = group.definition.kind {
      openPart = group.depth
      partText.removeAll()
      return
    }
    page.pad(to: nameStart + min(group.depth, 16) * 2)
    switch group.kind {
    case .group: page.put(group.name, .label)
    case .list:
      page.put(group.name, .label)
      let count = UInt64(group.count)
      // Those that go on to the end are counted only when some are left out.
      if count == 0, options.limit == nil { break }
      page.space(1)
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
    if openPart != nil { return }
    let style = style
    let first = max(table.extent.byteOffset, written)
    let last = table.extent.byteEnd
    let isStored = isResynchronised
    let start = isStored ? place(first) : first
    let end = isStored ? place(last) : last
    let file = tree.file
    defer { written = max(written, last) }
    if table.definition.isArray || table.count == 0 || table.stride & 7 != 0 {
      if start < end {
        if isStored {
          bytes(file.bytes, start, min(end, start + 8))
        } else {
          bytes(table.bytes, start, min(end, start + 8))
        }
      }
      name(table.name, depth: table.depth)
      let limit = options.limit
      if table.stride == 0 {
        let declared = UInt64(table.declared)
        page.put {
          $0.put(grouped: declared)
          $0.put(" × the same")
        }
      } else {
        let notes = options.fields == .raw ? nil : notes
        page.put { $0.put(array: table, style, limit: limit.map { max($0, 9) }, notes: notes) }
      }
      page.end()
      let isLong = table.extent.byteCount > 64
      if isStored {
        rest(of: file.bytes, from: start + 8, to: end, isOpaque: isLong)
      } else {
        rest(of: table.bytes, from: start + 8, to: end, isOpaque: isLong)
      }
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
          let next = table.extent(ofRow: count - (shown - head)).byteOffset
          let from = table.extent(ofRow: index).byteOffset
          more(from: isStored ? place(from) : from, to: isStored ? place(next) : next)
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
    let isStored = isResynchronised
    let start = isStored ? place(extent.byteOffset) : extent.byteOffset
    let end = isStored ? place(extent.byteEnd) : extent.byteEnd
    let file = tree.file
    if isStored {
      bytes(file.bytes, start, min(end, start + 8))
    } else {
      bytes(table.bytes, start, min(end, start + 8))
    }
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
      note(on: table.field(row: index, column: column))
    }
    page.end()
    if isStored {
      rest(of: file.bytes, from: start + 8, to: end, isOpaque: false)
    } else {
      rest(of: table.bytes, from: start + 8, to: end, isOpaque: false)
    }
  }
}

/// Where the fields of a node begin, for a dump of whole rows of bytes.
struct FieldStarts: FieldSink {
  private(set) var starts: [(offset: Int, name: StaticString)] = []
  /// Where the bytes that are shown end; fields from there on are not kept.
  private let end: Int
  private let tree: Tree
  /// The source that the bytes lie in, and that of the fields.
  private let shown: UInt16
  private var source: UInt16 = 0

  init(before end: Int, in shown: UInt16, of tree: Tree) {
    self.end = end
    self.shown = shown
    self.tree = tree
  }

  mutating func begin(source: UInt16) { self.source = source }

  /// Keeps a field that begins at `offset` of its source, if it lies in the bytes that are shown.
  private mutating func add(_ offset: Int, _ name: StaticString) {
    var place = offset
    if source != shown {
      guard shown == 0, let found = tree.fileOffset(of: UInt64(max(0, offset)), in: source)
      else { return }
      place = Int(clamping: found)
    }
    if place < end { starts.append((place, name)) }
  }

  mutating func field(_ field: borrowing FieldReading) {
    add(field.extent.byteOffset, field.name)
  }

  mutating func wants(item index: Int, of count: Int) -> Bool {
    starts.last.map { $0.offset < end } ?? true
  }

  var stopsAtUnwanted: Bool { true }

  mutating func table(_ table: borrowing TableReading) {
    if table.extent.count > 0 { add(table.extent.byteOffset, table.name) }
  }
}
