import ByteReading

/// Values of rows: numbers of all widths, and text.
extension Walker.Run {
  /// A floating-point number of 80 bits, passed as the nearest one of 64 (IEEE 754, extended).
  @_lifetime(cursor: copy cursor)
  func extended(
    _ row: Int, _ step: Step, at cursor: inout ByteCursor, slots: inout [UInt64],
    into sink: inout some FieldSink & ~Copyable, depth: Int
  ) throws(Stop) {
    var ahead = cursor
    let extent = try skip(80, &ahead)
    let head = try read(16, &cursor)
    let significand = Double(try read(64, &cursor))
    let exponent = Int(head & 0x7FFF)
    let magnitude =
      exponent == 0x7FFF
      ? Double.infinity
      : Double(sign: .plus, exponent: exponent - 16_446, significand: significand)
    let raw = (head >> 15 == 1 ? -magnitude : magnitude).bitPattern
    slots[Int(step.slot)] = raw
    sink.field(
      FieldReading(
        program: program, row: row, extent: extent, content: extent, raw: raw, depth: depth,
        bytes: cursor.bytes))
  }

  /// A value wider than a word.
  @_lifetime(cursor: copy cursor)
  func wide(
    _ row: Int, width: Int, at cursor: inout ByteCursor,
    into sink: inout some FieldSink & ~Copyable, depth: Int
  ) throws(Stop) {
    let extent = try skip(width, &cursor)
    sink.field(
      FieldReading(
        program: program, row: row, extent: extent, content: extent,
        raw: UInt64(extent.byteCount), depth: depth, bytes: cursor.bytes))
  }

  @_lifetime(cursor: copy cursor)
  func reserved(
    _ row: Int, _ step: Step, at cursor: inout ByteCursor, slots: borrowing [UInt64],
    into sink: inout some FieldSink & ~Copyable, depth: Int
  ) throws(Stop) {
    let width =
      step.op == .align
      ? (8 &- cursor.position & 7) & 7 : try width(of: step, cursor, slots)
    if width == 0 { return }
    let start = cursor.position
    var raw: UInt64 = 0
    // Read in words, but all or nothing.
    var ahead = cursor
    var isAsReserved = true
    var left = width
    while left > 0 {
      let take = min(64, left)
      let part = try read(take, &ahead)
      let wanted = step.value == 0 ? 0 : .max &>> UInt64(64 &- take)
      if part != wanted { isAsReserved = false }
      if left == width { raw = part }
      left &-= take
    }
    cursor = ahead
    let extent = Extent(start: start, count: cursor.position &- start)
    sink.field(
      FieldReading(
        program: program, row: row, extent: extent, content: extent, raw: raw, depth: depth,
        bytes: cursor.bytes))
    if !isAsReserved {
      let finding: Finding =
        step.isExpected
        ? .valueUnexpected(found: raw, expected: step.value == 0 ? 0 : .max &>> UInt64(64 &- min(64, width)))
        : .reservedNotZero(found: raw, expected: step.value)
      fault(finding, row: row, at: extent, into: &sink)
    }
  }

  /// Text with its count and its terminator.
  @_lifetime(cursor: copy cursor)
  mutating func text(
    _ row: Int, _ step: Step, at cursor: inout ByteCursor, slots: inout [UInt64],
    into sink: inout some FieldSink & ~Copyable, depth: Int
  ) throws(Stop) {
    if step.length == .values {
      let end = endOfText(cursor)
      var count = 0
      if sink.countsValues {
        var ahead = ByteCursor(
          cursor.bytes, over: Extent(start: cursor.position, count: cursor.remaining),
          skippingEmulationPrevention: cursor.skipsEmulationPrevention)
        count = countedTexts(row, step, before: end, &ahead, slots: slots)
      }
      var index = 0
      repeat {
        let place = Extent(start: cursor.position, count: 0)
        if count == 0 || sink.wants(value: index, of: count, at: place, depth: depth) {
          try text(row, step, before: end, at: &cursor, slots: &slots, into: &sink, depth: depth)
        } else {
          var silence = NoSink()
          try text(row, step, before: end, at: &cursor, slots: &slots, into: &silence, depth: depth)
        }
        index &+= 1
      } while cursor.position < end
    } else {
      try text(row, step, before: 0, at: &cursor, slots: &slots, into: &sink, depth: depth)
    }
  }

  /// The number of values that a text has.
  @_lifetime(cursor: copy cursor)
  private mutating func countedTexts(
    _ row: Int, _ step: Step, before end: Int, _ cursor: inout ByteCursor, slots: [UInt64]
  ) -> Int {
    var slots = slots
    // The first value that is passed says whether it has a mark.
    let markedOrder = self.markedOrder
    defer { self.markedOrder = markedOrder }
    var sink = NoSink()
    var count = 0
    repeat {
      do throws(Stop) {
        try text(row, step, before: end, at: &cursor, slots: &slots, into: &sink, depth: 0)
      } catch {
        return count &+ 1
      }
      count &+= 1
    } while cursor.position < end
    return count
  }

  /// The bit behind the last byte in the region that is not zero.
  func endOfText(_ cursor: borrowing ByteCursor) -> Int {
    var end = cursor.end &>> 3
    let start = cursor.position &>> 3
    while end > start, cursor.bytes.byte(at: end &- 1) == 0 { end &-= 1 }
    return end &<< 3
  }

  /// One piece of text; `end` is where the text of the region ends, for one of several values.
  @_lifetime(cursor: copy cursor)
  mutating func text(
    _ row: Int, _ step: Step, before end: Int, at cursor: inout ByteCursor,
    slots: inout [UInt64], into sink: inout some FieldSink & ~Copyable, depth: Int
  ) throws(Stop) {
    let choice = choice(of: step)
    var encoding =
      choice?.encoding(for: slots[Int(step.textSlot)]) ?? Self.encoding(step.text)
    let hasCommonOrder = choice?.hasCommonOrder ?? false
    if encoding == .utf8OrUTF16 {
      // A byte order mark decides, and with it the width of the terminator.
      let mark = cursor.peek(bits: 16)
      encoding = mark == 0xFEFF || mark == 0xFFFE ? .utf16 : .utf8
    }
    var lacksMark = false
    if encoding == .utf16, hasCommonOrder {
      encoding = byteOrder(at: cursor)
      // One mark serves for all texts of a node, as for the values of one.
      lacksMark = markedOrder == nil
    }
    let isWide = encoding == .utf16 || encoding == .utf16BE || encoding == .utf16LE
    let width = encoding == .utf32BE || encoding == .utf32LE ? 4 : isWide ? 2 : 1
    let start = cursor.position
    // An item that has no bytes at all is one too many.
    if step.length == .terminated, cursor.remaining == 0, start == itemStart {
      throw .read(.truncated(at: start, wanted: width &* 8, left: 0))
    }
    var content: Extent
    switch step.length {
    case .terminated:
      if let distance = cursor.distanceToTerminator(width: width) {
        content = Extent(start: start, count: distance &* 8)
        _ = try skip((distance &+ width) &* 8, &cursor)
      } else {
        content = try skip(cursor.remaining, &cursor)
        fault(Finding(.textUnterminated), row: row, at: content, into: &sink)
      }
    case .terminatedOrEnd:
      if let distance = cursor.distanceToTerminator(width: width) {
        content = Extent(start: start, count: distance &* 8)
        _ = try skip((distance &+ width) &* 8, &cursor)
      } else {
        content = try skip(cursor.remaining, &cursor)
      }
    case .values:
      var distance = cursor.distanceToTerminator(width: width) ?? cursor.remaining &>> 3
      // Half a terminator is none of the characters.
      if isWide, distance & 1 != 0, end <= cursor.end &- 8 { distance &-= 1 }
      content = Extent(start: start, count: distance &* 8)
      let next = start &+ (distance &+ width) &* 8
      if next >= end || next > cursor.end {
        _ = try skip(cursor.remaining, &cursor)
      } else {
        _ = try skip((distance &+ width) &* 8, &cursor)
      }
    case .rest:
      content = trimmed(
        try skip(cursor.remaining, &cursor), unit: width, limit: 1, in: cursor.bytes)
    case .counted:
      let count = try amount(Int(step.amount), unit: 8, cursor, slots)
      let (bits, overflow) = count.multipliedReportingOverflow(by: 8)
      content = trimmed(
        try skip(overflow ? .max : bits, &cursor), unit: width, limit: .max, in: cursor.bytes)
    case .pascal:
      let count = Int(try read(8, &cursor))
      if count &* 8 > cursor.remaining {
        content = try skip(cursor.remaining, &cursor)
        fault(
          .fieldsTruncated(needed: UInt64(count) &* 8, left: UInt64(content.count)), row: row,
          at: content,
          into: &sink)
      } else {
        content = try skip(count &* 8, &cursor)
      }
    case .fixedPascal:
      let field = try skip(Int(step.bits), &cursor)
      let room = field.byteCount &- 1
      let count = Int(cursor.bytes.byte(at: field.byteOffset) ?? 0)
      if count <= room {
        content = trimmed(
          Extent(byteOffset: field.byteOffset &+ 1, byteCount: count), unit: 1, limit: .max,
          in: cursor.bytes)
      } else {
        // Some writers store the characters without a count.
        content = trimmed(field, unit: 1, limit: .max, in: cursor.bytes)
      }
    }
    let extent = Extent(start: start, count: cursor.position &- start)
    let mayBeCut = step.text == TextForm.latin1OrUTF8.rawValue
    // What is longer than texts are is not gone through for it.
    if mayBeCut || step.text == TextForm.macRomanOrUTF8.rawValue, content.isByteAligned, content.byteCount <= 1 << 20,
      let count = cursor.bytes.extracting(content.byteOffset..<content.byteEnd)
        .countOfUTF8BeyondASCII(isCut: mayBeCut && step.length == .counted && content.end == extent.end)
    {
      encoding = .utf8
      content = Extent(byteOffset: content.byteOffset, byteCount: count)
    }
    slots[Int(step.slot)] = UInt64(content.byteCount)
    sink.field(
      FieldReading(
        program: program, row: row, extent: extent, content: content,
        raw: UInt64(content.byteCount), encoding: encoding, depth: depth, bytes: cursor.bytes))
    if isWide, content.byteCount & 1 != 0, hasCommonOrder {
      fault(
        .textHalfCharacter(length: UInt64(content.byteCount)), row: row, at: content, into: &sink)
    }
    if lacksMark, content.count > 0 {
      fault(Finding(.textOrderMissing), row: row, at: content, into: &sink)
    }
  }

  /// The encoding of UTF-16 at `cursor`: `.utf16` with a byte order mark, else the order that the
  /// first mark in the box had, else the one that the bytes suggest.
  mutating func byteOrder(at cursor: borrowing ByteCursor) -> TextEncoding {
    switch cursor.peek(bits: 16) {
    case 0xFEFF:
      markedOrder = markedOrder ?? .utf16BE
      return .utf16
    case 0xFFFE:
      markedOrder = markedOrder ?? .utf16LE
      return .utf16
    default: break
    }
    if let markedOrder { return markedOrder }
    // Most characters of most texts have a zero in their more significant byte.
    var balance = 0
    for index in 0..<64 {
      guard let unit = cursor.peek(bits: 16, at: index &* 16), unit != 0 else { break }
      if unit < 0x100 { balance &+= 1 }
      if unit & 0xFF == 0 { balance &-= 1 }
    }
    return balance < 0 ? .utf16LE : .utf16BE
  }

  /// `extent` without at most `limit` terminators at its end.
  ///
  /// Text that begins inside a byte is left as it is: it touches one byte more than it has.
  func trimmed(_ extent: Extent, unit width: Int, limit: Int, in bytes: RawSpan) -> Extent {
    guard extent.isByteAligned else { return extent }
    var count = extent.byteCount
    var left = limit
    while count >= width, left > 0 {
      var isZero = true
      for index in 1...width where bytes.byte(at: extent.byteOffset &+ count &- index) != 0 {
        isZero = false
      }
      if !isZero { break }
      count &-= width
      left &-= 1
    }
    return Extent(start: extent.start, count: count &* 8)
  }

  /// How a field of the table says in what encoding the text of a step is; `nil` when the row says it.
  @inline(__always)
  private func choice(of step: Step) -> (any TextChoice.Type)? {
    guard step.text >= TextForm.firstChoice else { return nil }
    return program.textChoices[Int(step.text &- TextForm.firstChoice)]
  }

  private static func encoding(_ text: UInt8) -> TextEncoding {
    switch TextForm(rawValue: text) ?? .utf8 {
    case .utf8: return .utf8
    case .latin1, .latin1OrUTF8: return .latin1
    case .macRoman, .macRomanOrUTF8: return .macRoman
    case .utf16BE: return .utf16BE
    case .utf16LE: return .utf16LE
    case .utf32BE: return .utf32BE
    case .utf32LE: return .utf32LE
    case .utf16: return .utf16
    case .utf8OrUTF16: return .utf8OrUTF16
    }
  }

}

extension UInt64 {
  /// The number that the lower seven bits of each byte make (ID3v2.4.0 structure §6.2).
  public var withoutEighthBits: UInt64 {
    var value: UInt64 = 0
    for index in 0..<8 {
      let byte = self &>> UInt64(56 &- 8 &* index) & 0x7F
      value = value &<< 7 | byte
    }
    return value
  }
}
