public import ByteReading

/// Runs a lowered table over the bytes of a box and tells a sink each field.
///
/// One walker serves any number of boxes, one after another; it keeps its scratch memory.
///
/// - Complexity: O(*n*) in the number of fields outside tables; a table is one step whatever its
///   number of rows.
public struct Walker: ~Copyable {
  private var slots: [UInt64] = []
  /// Whether each context has a value; by number of context.
  private var known: [Bool] = []

  public init() {}

  /// Why the rows of a region could not be read to their end.
  private enum Stop: Error {
    case read(ReadError)
    /// What decides lies behind the bytes that can be seen.
    case unseen
    /// A context has no value.
    case unknown
    /// What is wrong was told already.
    case told
  }

  /// Reads `cursor` by `program`, and passes each field to `sink`.
  ///
  /// Never traps and never throws: what cannot be read becomes a fault, and the rest of the region is
  /// passed on as bytes that no row accounts for. Afterwards the cursor stands at its end, or where boxes
  /// begin.
  ///
  /// - Parameters:
  ///   - program: The lowered table.
  ///   - cursor: The region that the fields lie in.
  ///   - context: Answers for conditions that need other boxes.
  ///   - beyond: The bits of boxes that follow the region in the same payload. Conditions that look
  ///     ahead see them, as they did when it was found where boxes begin; fields never take them.
  ///   - sink: What gets the fields.
  @_lifetime(cursor: copy cursor)
  public mutating func walk(
    _ program: Program, _ cursor: inout ByteCursor, context: some ContextSource, beyond: Int = 0,
    into sink: inout some FieldSink & ~Copyable
  ) {
    prepare(program, context)
    var slots: [UInt64] = []
    swap(&slots, &self.slots)
    defer { swap(&slots, &self.slots) }
    var run = Run(program: program, known: known, beyond: beyond)
    do throws(Stop) {
      try run.walk(0..<program.steps.count, &cursor, &slots, &sink, depth: 0)
    } catch {
      run.report(error, &cursor, &sink)
    }
    // Boxes begin at the end of a region that others follow, or its rows were read in two ways.
    if !run.foundBoxes || beyond > 0 { run.tellGap(&cursor, &sink, depth: 0) }
  }

  /// The position in bits where boxes begin, when the rows before them could be read.
  ///
  /// - Parameters:
  ///   - program: The lowered table.
  ///   - cursor: The beginning of the payload.
  ///   - context: Answers for conditions that need other boxes.
  ///   - unseen: The bits of the payload that follow those of the cursor. There is an answer only when
  ///     they cannot change it: none were cut, and no condition asked for what they decide.
  @_lifetime(cursor: copy cursor)
  public mutating func boxesStart(
    _ program: Program, _ cursor: inout ByteCursor, context: some ContextSource, unseen: Int = 0
  ) -> Int? {
    prepare(program, context)
    var run = Run(program: program, known: known, unseen: unseen)
    var sink = CutCounter()
    do throws(Stop) {
      try run.walk(0..<program.steps.count, &cursor, &slots, &sink, depth: 0)
    } catch {
      return nil
    }
    guard run.foundBoxes else { return nil }
    if unseen > 0, sink.count > 0 || cursor.remaining == 0 { return nil }
    return cursor.position
  }

  /// The position in bits after the last field, when all of them can be read and the table does not
  /// take whatever is there.
  @_lifetime(cursor: copy cursor)
  public mutating func usedBits(
    _ program: Program, _ cursor: inout ByteCursor, context: some ContextSource
  ) -> Int? {
    prepare(program, context)
    var run = Run(program: program, known: known)
    var sink = FaultCounter()
    do throws(Stop) {
      try run.walk(0..<program.steps.count, &cursor, &slots, &sink, depth: 0)
    } catch {
      return nil
    }
    return sink.count == 0 && !run.foundBoxes ? cursor.position : nil
  }

  private struct FaultCounter: FieldSink {
    var count = 0
    mutating func field(_ field: borrowing FieldReading) {}
    mutating func table(_ table: borrowing TableReading) {}
    mutating func note(_ fault: Fault) { if !fault.isDeparture { count += 1 } }
  }

  /// Counts the faults that the end of what can be seen explains.
  private struct CutCounter: FieldSink {
    var count = 0
    mutating func field(_ field: borrowing FieldReading) {}
    mutating func table(_ table: borrowing TableReading) {}
    mutating func note(_ fault: Fault) {
      if fault.kind == .fieldsTruncated || fault.kind == .countExceedsBox
        || fault.kind == .textUnterminated
      {
        count += 1
      }
    }
  }

  private mutating func prepare(_ program: Program, _ context: some ContextSource) {
    for index in slots.indices { slots[index] = 0 }
    while slots.count < program.slotCount { slots.append(0) }
    guard !program.contexts.isEmpty else { return }
    known.removeAll(keepingCapacity: true)
    for (index, key) in program.contexts.enumerated() {
      let value = context.value(of: key)
      known.append(value != nil)
      slots[program.contextSlot + index] = value ?? 0
    }
  }

  /// The number at bit `start` of `bytes`, 0...64 bits wide; 0 when it is wider or not there.
  static func number(
    _ bytes: RawSpan, at start: Int, width: Int, isSigned: Bool, isLittle: Bool
  ) -> UInt64 {
    guard width <= 64 else { return 0 }
    let cursor = ByteCursor(bytes, over: Extent(start: start, count: width))
    return adjusted(
      cursor.peek(bits: width) ?? 0, width: width, isSigned: isSigned, isLittle: isLittle)
  }

  @inline(__always)
  fileprivate static func adjusted(
    _ raw: UInt64, width: Int, isSigned: Bool, isLittle: Bool
  ) -> UInt64 {
    var value = raw
    if isLittle, width & 7 == 0, width > 0 { value = value.byteSwapped &>> UInt64(64 &- width) }
    if isSigned, width > 0, width < 64 {
      let shift = UInt64(64 &- width)
      value = UInt64(bitPattern: Int64(bitPattern: value &<< shift) &>> Int64(shift))
    }
    return value
  }

  /// One reading of one box.
  private struct Run {
    let program: Program
    let known: [Bool]
    /// The bits of the same payload behind the outermost region that a look ahead sees, and those that
    /// it cannot see. Inside a part of its own there are none of either.
    var beyond = 0
    var unseen = 0
    var foundBoxes = false
    /// Where the item of a list begins that was begun last.
    var itemStart = -1
    /// The order of bytes that the first byte order mark gave.
    var markedOrder: TextEncoding?

    /// Whether test `number`, from 1, holds.
    func holds(
      _ number: Int, _ cursor: borrowing ByteCursor, _ slots: borrowing [UInt64]
    ) throws(Stop) -> Bool {
      let test = program.tests[number &- 1]
      switch test.op {
      case .equal: return slots[Int(test.slot)] == test.value
      case .notEqual: return slots[Int(test.slot)] != test.value
      case .atLeast: return slots[Int(test.slot)] >= test.value
      case .bits: return slots[Int(test.slot)] & test.value != 0
      case .remaining: return UInt64(cursor.remaining &+ beyond &+ unseen) >= test.value
      case .next:
        if let value = cursor.peek(bits: Int(test.width), at: Int(test.offset)) {
          return value == test.value
        }
        return try lookBeyond(cursor, Int(test.width), Int(test.offset)) == test.value
      case .context:
        return known[Int(test.slot)]
          && slots[program.contextSlot &+ Int(test.slot)] == test.value
      case .not: return try !holds(number &+ 1, cursor, slots)
      case .all, .any:
        let wanted = test.op == .any
        var inner = number &+ 1
        while inner <= Int(test.end) {
          if try holds(inner, cursor, slots) == wanted { return wanted }
          inner = Int(program.tests[inner &- 1].end) &+ 1
        }
        return !wanted
      }
    }

    /// The `width` bits, `offset` bits ahead, which do not all lie in the region; `nil` when they do
    /// not lie in the payload.
    func lookBeyond(
      _ cursor: borrowing ByteCursor, _ width: Int, _ offset: Int
    ) throws(Stop) -> UInt64? {
      if unseen > 0, offset &+ width <= cursor.remaining &+ unseen { throw .unseen }
      guard beyond > 0 else { return nil }
      let payload = ByteCursor(
        cursor.bytes, over: Extent(start: cursor.position, count: cursor.remaining &+ beyond))
      return payload.peek(bits: width, at: offset)
    }

    /// The value of amount `number`, from 1; saturated, never negative.
    ///
    /// `unit` is the number of bits that the amount counts in, which decides what "remaining" means.
    func amount(
      _ number: Int, unit: Int, _ cursor: borrowing ByteCursor, _ slots: borrowing [UInt64]
    ) throws(Stop) -> Int {
      let amount = program.amounts[number &- 1]
      func linear(_ slot: UInt16, _ times: Int, _ plus: Int) -> Int {
        let value = times == 0 ? 0 : Int(clamping: slots[Int(slot)])
        let (product, overflow) = value.multipliedReportingOverflow(by: times)
        if overflow { return .max }
        let (sum, overflow2) = product.addingReportingOverflow(plus)
        return overflow2 ? .max : max(0, sum)
      }
      switch amount.op {
      case .literal: return amount.plus
      case .linear: return linear(amount.slot, amount.times, amount.plus)
      case .product:
        let first = linear(amount.slot, amount.times, amount.plus)
        let second = linear(amount.slot2, amount.times2, amount.plus2)
        let (product, overflow) = first.multipliedReportingOverflow(by: second)
        return overflow ? .max : product
      case .contextProduct:
        guard known[Int(amount.slot2)] else { throw .unknown }
        let first = linear(amount.slot, amount.times, amount.plus)
        let second = Int(clamping: slots[program.contextSlot &+ Int(amount.slot2)])
        let (product, overflow) = first.multipliedReportingOverflow(by: second)
        return overflow ? .max : product
      case .either:
        let first = slots[Int(amount.slot)]
        return Int(clamping: first != 0 ? first : slots[Int(amount.slot2)])
      case .octets:
        let bits = Int(clamping: slots[Int(amount.slot)])
        return bits > .max &- 7 ? .max : (bits &+ 7) & ~7
      case .power:
        let shift = slots[Int(amount.slot)]
        return shift < 32 ? amount.plus &<< Int(shift) : .max
      case .remaining:
        if unseen > 0 { throw .unseen }
        return max(0, cursor.remaining / unit &- amount.plus)
      case .context:
        guard known[Int(amount.slot)] else { throw .unknown }
        return Int(clamping: slots[program.contextSlot &+ Int(amount.slot)])
      }
    }

    /// The width in bits of a number.
    func width(
      of step: Step, _ cursor: borrowing ByteCursor, _ slots: borrowing [UInt64]
    ) throws(Stop) -> Int {
      if step.amount != 0 { return try amount(Int(step.amount), unit: 1, cursor, slots) }
      if step.v1 >= 0, program.syntax.versions != nil, slots[0] >= 1 { return Int(step.v1) }
      return Int(step.bits)
    }

    @_lifetime(cursor: copy cursor)
    func read(_ bits: Int, _ cursor: inout ByteCursor) throws(Stop) -> UInt64 {
      do throws(ReadError) { return try cursor.read(bits: bits) } catch { throw .read(error) }
    }

    @_lifetime(cursor: copy cursor)
    func skip(_ bits: Int, _ cursor: inout ByteCursor) throws(Stop) -> Extent {
      do throws(ReadError) { return try cursor.skip(bits: bits) } catch { throw .read(error) }
    }

    /// Tells the bytes that are left in the region, if there are any.
    @_lifetime(cursor: copy cursor)
    func tellGap(
      _ cursor: inout ByteCursor, _ sink: inout some FieldSink & ~Copyable, depth: Int
    ) {
      guard cursor.remaining > 0 else { return }
      let extent = Extent(start: cursor.position, count: cursor.remaining)
      cursor.move(to: cursor.end)
      sink.field(
        FieldReading(
          program: program, row: program.gapRow, extent: extent, content: extent,
          raw: UInt64(extent.byteCount), depth: depth, bytes: cursor.bytes))
    }

    @_lifetime(cursor: copy cursor)
    func report(
      _ stop: Stop, _ cursor: inout ByteCursor, _ sink: inout some FieldSink & ~Copyable
    ) {
      switch stop {
      case .read(.truncated(let at, let wanted, let left)):
        sink.note(
          Fault(
            finding: left > 0
              ? .fieldsTruncated(needed: UInt64(max(0, wanted)), left: UInt64(left))
              : .fieldsMissing(needed: UInt64(max(0, wanted)), left: 0),
            extent: Extent(start: at, count: left), row: program.gapRow, program: program))
      case .unknown, .unseen:
        sink.note(
          Fault(
            finding: Finding(.contextMissing),
            extent: Extent(start: cursor.position, count: cursor.remaining),
            row: program.gapRow, program: program))
      case .told: break
      }
    }

    @_lifetime(cursor: copy cursor)
    mutating func walk(
      _ range: Range<Int>, _ cursor: inout ByteCursor, _ slots: inout [UInt64],
      _ sink: inout some FieldSink & ~Copyable, depth: Int
    ) throws(Stop) {
      var row = range.lowerBound
      while row < range.upperBound {
        let step = program.steps[row]
        let inner = row &+ 1..<Int(step.end)
        defer { row = inner.upperBound }
        if step.test != 0, try !holds(Int(step.test), cursor, slots) { continue }
        switch step.op {
        case .uint, .int, .float, .fixed, .signedFixed, .code:
          let width = try width(of: step, cursor, slots)
          let start = cursor.position
          if width > 64 {
            if step.op == .float, width == 80 {
              try extended(row, step, &cursor, &slots, &sink, depth: depth)
            } else {
              try wide(row, width, &cursor, &sink, depth: depth)
            }
            continue
          }
          var raw = Walker.adjusted(
            try read(width, &cursor), width: width,
            isSigned: step.op == .int || step.op == .signedFixed, isLittle: step.isLittle)
          if step.isSyncsafe { raw = raw.withoutEighthBits }
          slots[Int(step.slot)] = raw
          let extent = Extent(start: start, count: cursor.position &- start)
          sink.field(
            FieldReading(
              program: program, row: row, extent: extent, content: extent, raw: raw,
              scale: step.scaleSlot == 0 ? 0 : slots[Int(step.scaleSlot) &- 1], depth: depth,
              bytes: cursor.bytes))
          if step.isExpected, raw != step.value {
            fault(.valueUnexpected(found: raw, expected: step.value), row, extent, &sink)
          }
          if row == 0, let versions = program.syntax.versions,
            raw > UInt64(versions.upperBound)
              || raw < UInt64(versions.lowerBound)
          {
            fault(
              .versionUnknown(found: raw, limit: UInt64(versions.upperBound)), row, extent,
              &sink)
            if raw > UInt64(versions.upperBound) {
              // Flags stand in every version; what follows is not known.
              try walk(1..<2, &cursor, &slots, &sink, depth: depth)
              return
            }
          }
        case .expGolomb, .signedExpGolomb, .leb128:
          let start = cursor.position
          var raw: UInt64
          // The beginning of a number that is cut off belongs to what is left.
          var ahead = cursor
          do throws(ReadError) {
            raw = try step.op == .leb128 ? ahead.readLEB128() : ahead.readExpGolomb()
          } catch { throw .read(error) }
          cursor = ahead
          if step.op == .signedExpGolomb {
            let half = Int64(bitPattern: (raw &+ 1) &>> 1)
            raw = UInt64(bitPattern: raw & 1 == 1 ? half : 0 &- half)
          }
          slots[Int(step.slot)] = raw
          let extent = Extent(start: start, count: cursor.position &- start)
          sink.field(
            FieldReading(
              program: program, row: row, extent: extent, content: extent, raw: raw, depth: depth,
              bytes: cursor.bytes))
        case .uuid:
          // Conditions compare the first half, in which registered identifiers differ already.
          let half = cursor.peek(bits: 64) ?? 0
          try wide(row, 128, &cursor, &sink, depth: depth)
          slots[Int(step.slot)] = half
        case .zeros, .ones, .align:
          try reserved(row, step, &cursor, slots, &sink, depth: depth)
        case .string:
          try text(row, step, &cursor, &slots, &sink, depth: depth)
        case .bytes:
          let count = try amount(Int(step.amount), unit: 8, cursor, slots)
          let (bits, overflow) = count.multipliedReportingOverflow(by: 8)
          let extent = try skip(overflow ? .max : bits, &cursor)
          slots[Int(step.slot)] = UInt64(count)
          // Remaining bytes of which there are none are not a field.
          if count == 0, program.amounts[Int(step.amount) &- 1].op == .remaining { continue }
          sink.field(
            FieldReading(
              program: program, row: row, extent: extent, content: extent, raw: UInt64(count),
              depth: depth, bytes: cursor.bytes))
        case .when:
          let start = cursor.position
          try walk(inner, &cursor, &slots, &sink, depth: depth)
          if step.isDeparture, case .departure(let kind) = program.rows[row].meaning {
            fault(
              Finding(kind()), row, Extent(start: start, count: cursor.position &- start), &sink)
          }
          if foundBoxes { return }
        case .choice:
          let layout = choose(inner, cursor, slots)
          try walk(layout, &cursor, &slots, &sink, depth: depth)
        case .group:
          try enclosed(row, inner, &cursor, &slots, &sink, depth: depth)
        case .within, .escaped:
          let count = try amount(Int(step.amount), unit: 8, cursor, slots)
          try within(row, inner, count, step.op == .escaped, &cursor, &slots, &sink, depth: depth)
        case .descriptor:
          try descriptor(row, inner, &cursor, &slots, &sink, depth: depth)
        case .list:
          try list(row, step, inner, &cursor, &slots, &sink, depth: depth)
        case .table:
          try table(row, step, inner, &cursor, slots, &sink, depth: depth)
        // What no table was chosen for is listed with what is left.
        case .entry: continue
        case .part:
          part(row, inner, &cursor, &slots, &sink, depth: depth)
        case .parts:
          parts(row, inner, &cursor, &slots, &sink, depth: depth)
        case .boxes:
          foundBoxes = true
          return
        }
      }
    }

    func fault(
      _ finding: Finding, _ row: Int, _ extent: Extent, _ sink: inout some FieldSink & ~Copyable
    ) {
      sink.note(Fault(finding: finding, extent: extent, row: row, program: program))
    }

    /// A floating-point number of 80 bits, told as the nearest one of 64 (IEEE 754, extended).
    @_lifetime(cursor: copy cursor)
    func extended(
      _ row: Int, _ step: Step, _ cursor: inout ByteCursor, _ slots: inout [UInt64],
      _ sink: inout some FieldSink & ~Copyable, depth: Int
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
      _ row: Int, _ width: Int, _ cursor: inout ByteCursor,
      _ sink: inout some FieldSink & ~Copyable, depth: Int
    ) throws(Stop) {
      let extent = try skip(width, &cursor)
      sink.field(
        FieldReading(
          program: program, row: row, extent: extent, content: extent,
          raw: UInt64(extent.byteCount), depth: depth, bytes: cursor.bytes))
    }

    @_lifetime(cursor: copy cursor)
    func reserved(
      _ row: Int, _ step: Step, _ cursor: inout ByteCursor, _ slots: borrowing [UInt64],
      _ sink: inout some FieldSink & ~Copyable, depth: Int
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
        let wanted: UInt64 = step.op == .ones ? .max &>> UInt64(64 &- take) : 0
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
        fault(
          .reservedNotZero(found: raw, expected: step.op == .ones ? .max : 0), row, extent, &sink)
      }
    }

    /// Text with its count and its terminator.
    @_lifetime(cursor: copy cursor)
    mutating func text(
      _ row: Int, _ step: Step, _ cursor: inout ByteCursor, _ slots: inout [UInt64],
      _ sink: inout some FieldSink & ~Copyable, depth: Int
    ) throws(Stop) {
      if step.length == .values {
        let end = endOfText(cursor)
        repeat {
          try text(row, step, before: end, &cursor, &slots, &sink, depth: depth)
        } while cursor.position < end
      } else {
        try text(row, step, before: 0, &cursor, &slots, &sink, depth: depth)
      }
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
    private mutating func text(
      _ row: Int, _ step: Step, before end: Int, _ cursor: inout ByteCursor,
      _ slots: inout [UInt64], _ sink: inout some FieldSink & ~Copyable, depth: Int
    ) throws(Stop) {
      var encoding = encoding(step, slots)
      if encoding == .utf8OrUTF16 {
        // A byte order mark decides, and with it the width of the terminator.
        let mark = cursor.peek(bits: 16)
        encoding = mark == 0xFEFF || mark == 0xFFFE ? .utf16 : .utf8
      }
      var lacksMark = false
      if encoding == .utf16, step.text == TextForm.givenByID3.rawValue {
        encoding = byteOrder(at: cursor)
        // One mark serves for all texts of a frame, as for the values of one.
        lacksMark = markedOrder == nil
      }
      let isWide = encoding == .utf16 || encoding == .utf16BE || encoding == .utf16LE
      let width = isWide ? 2 : 1
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
          fault(Finding(.textUnterminated), row, content, &sink)
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
        content = trimmed(try skip(cursor.remaining, &cursor), width, 1, cursor.bytes)
      case .counted:
        let count = try amount(Int(step.amount), unit: 8, cursor, slots)
        let (bits, overflow) = count.multipliedReportingOverflow(by: 8)
        content = trimmed(try skip(overflow ? .max : bits, &cursor), width, .max, cursor.bytes)
      case .pascal:
        let count = Int(try read(8, &cursor))
        if count &* 8 > cursor.remaining {
          content = try skip(cursor.remaining, &cursor)
          fault(
            .fieldsTruncated(needed: UInt64(count) &* 8, left: UInt64(content.count)), row, content,
            &sink)
        } else {
          content = try skip(count &* 8, &cursor)
        }
      case .fixedPascal:
        let field = try skip(Int(step.bits), &cursor)
        let room = field.byteCount &- 1
        let count = Int(cursor.bytes.byte(at: field.byteOffset) ?? 0)
        if count <= room {
          content = trimmed(
            Extent(byteOffset: field.byteOffset &+ 1, byteCount: count), 1, .max, cursor.bytes)
        } else {
          // Some writers store the characters without a count.
          content = trimmed(field, 1, .max, cursor.bytes)
        }
      }
      let extent = Extent(start: start, count: cursor.position &- start)
      slots[Int(step.slot)] = UInt64(content.byteCount)
      sink.field(
        FieldReading(
          program: program, row: row, extent: extent, content: content,
          raw: UInt64(content.byteCount), encoding: encoding, depth: depth, bytes: cursor.bytes))
      if isWide, content.byteCount & 1 != 0, step.text == TextForm.givenByID3.rawValue {
        fault(
          .textHalfCharacter(length: UInt64(content.byteCount)), row, content, &sink)
      }
      if lacksMark, content.count > 0 {
        fault(Finding(.textOrderMissing), row, content, &sink)
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
    func trimmed(_ extent: Extent, _ width: Int, _ limit: Int, _ bytes: RawSpan) -> Extent {
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

    func encoding(_ step: Step, _ slots: borrowing [UInt64]) -> TextEncoding {
      switch TextForm(rawValue: step.text) ?? .utf8 {
      case .utf8: return .utf8
      case .latin1: return .latin1
      case .macRoman: return .macRoman
      case .utf16BE: return .utf16BE
      case .utf16LE: return .utf16LE
      case .utf16: return .utf16
      case .utf8OrUTF16: return .utf8OrUTF16
      case .givenByID3:
        switch slots[Int(step.textSlot)] {
        case 1: return .utf16
        case 2: return .utf16BE
        case 3: return .utf8
        default: return .latin1
        }
      case .givenByLanguage:
        let language = slots[Int(step.textSlot)]
        return language < 0x400 || language == 0x7FFF ? .macRoman : .utf8OrUTF16
      }
    }

    /// Rows under a name, told between `begin` and `end` whatever happens.
    @_lifetime(cursor: copy cursor)
    mutating func enclosed(
      _ row: Int, _ inner: Range<Int>, kind: GroupReading.Kind = .group, index: Int = 0,
      count: Int = 0, _ cursor: inout ByteCursor, _ slots: inout [UInt64],
      _ sink: inout some FieldSink & ~Copyable, depth: Int
    ) throws(Stop) {
      let start = cursor.position
      sink.begin(
        GroupReading(
          kind, program: program, row: row,
          extent: Extent(start: start, count: cursor.remaining), index: index, count: count,
          depth: depth, bytes: cursor.bytes))
      var stop: Stop?
      do throws(Stop) {
        try walk(inner, &cursor, &slots, &sink, depth: depth &+ 1)
      } catch {
        stop = error
      }
      sink.end(
        GroupReading(
          kind, program: program, row: row,
          extent: Extent(start: start, count: cursor.position &- start), index: index,
          count: count, depth: depth, bytes: cursor.bytes))
      if let stop { throw stop }
    }

    /// The step of the first layout that accounts for all that is left, or of the first of all.
    func choose(
      _ layouts: Range<Int>, _ cursor: borrowing ByteCursor, _ slots: [UInt64]
    ) -> Range<Int> {
      var row = layouts.lowerBound
      while row < layouts.upperBound {
        let layout = row..<Int(program.steps[row].end)
        row = layout.upperBound
        let test = Int(program.steps[layout.lowerBound].test)
        if test != 0, (try? holds(test, cursor, slots)) != true { continue }
        if fits(layout.lowerBound &+ 1..<layout.upperBound, cursor, slots) { return layout }
      }
      return layouts.lowerBound..<Int(program.steps[layouts.lowerBound].end)
    }

    /// Whether these rows end where the region does, and find no fault in it.
    private func fits(
      _ rows: Range<Int>, _ cursor: borrowing ByteCursor, _ slots: [UInt64]
    ) -> Bool {
      var ahead = ByteCursor(
        cursor.bytes, over: Extent(start: cursor.position, count: cursor.remaining),
        skippingEmulationPrevention: cursor.skipsEmulationPrevention)
      var slots = slots
      var trial = Run(program: program, known: known)
      var sink = FaultCounter()
      do throws(Stop) {
        try trial.walk(rows, &ahead, &slots, &sink, depth: 0)
      } catch {
        return false
      }
      return sink.count == 0 && ahead.remaining == 0
    }

    /// Rows inside `count` bytes. What goes wrong in there stays in there.
    @_lifetime(cursor: copy cursor)
    mutating func within(
      _ row: Int, _ inner: Range<Int>, _ count: Int, _ isEscaped: Bool,
      _ cursor: inout ByteCursor, _ slots: inout [UInt64],
      _ sink: inout some FieldSink & ~Copyable, depth: Int
    ) throws(Stop) {
      let start = cursor.position
      let (bits, overflow) = count.multipliedReportingOverflow(by: 8)
      let wanted = overflow ? Int.max : bits
      if wanted > cursor.remaining {
        // An item that has no bytes at all is one too many.
        if cursor.remaining == 0, start == itemStart {
          throw .read(.truncated(at: start, wanted: wanted, left: 0))
        }
        fault(
          .fieldsTruncated(needed: UInt64(wanted), left: UInt64(cursor.remaining)), row,
          Extent(start: start, count: cursor.remaining), &sink)
      }
      let extent = Extent(start: start, count: min(wanted, cursor.remaining))
      sink.begin(
        GroupReading(
          .group, program: program, row: row, extent: extent, depth: depth, bytes: cursor.bytes))
      var part = ByteCursor(cursor.bytes, over: extent, skippingEmulationPrevention: isEscaped)
      walkPart(inner, &part, &slots, &sink, depth: depth &+ 1)
      tellGap(&part, &sink, depth: depth &+ 1)
      sink.end(
        GroupReading(
          .group, program: program, row: row, extent: extent, depth: depth, bytes: cursor.bytes))
      cursor.move(to: extent.end)
    }

    /// Rows inside a part of their own: what follows it is not theirs to look at, and what goes wrong
    /// stays in there.
    @_lifetime(part: copy part)
    mutating func walkPart(
      _ inner: Range<Int>, _ part: inout ByteCursor, _ slots: inout [UInt64],
      _ sink: inout some FieldSink & ~Copyable, depth: Int
    ) {
      let (beyond, unseen) = (beyond, unseen)
      (self.beyond, self.unseen) = (0, 0)
      do throws(Stop) {
        try walk(inner, &part, &slots, &sink, depth: depth)
      } catch {
        report(error, &part, &sink)
      }
      (self.beyond, self.unseen) = (beyond, unseen)
    }

    /// An MPEG-4 descriptor: tag, size, and its rows inside that size.
    @_lifetime(cursor: copy cursor)
    mutating func descriptor(
      _ row: Int, _ inner: Range<Int>, _ cursor: inout ByteCursor, _ slots: inout [UInt64],
      _ sink: inout some FieldSink & ~Copyable, depth: Int
    ) throws(Stop) {
      let start = cursor.position
      // Without a size there is no descriptor, and its tag belongs to what is left.
      var ahead = cursor
      let tag = try read(8, &ahead)
      let sizeStart = ahead.position
      let size: UInt64
      do throws(ReadError) { size = try ahead.readExpandableSize() } catch { throw .read(error) }
      cursor = ahead
      let head = cursor.position
      let promised = Int(size) &* 8
      let present = min(promised, cursor.remaining)
      let extent = Extent(start: start, count: head &- start &+ present)
      sink.begin(
        GroupReading(
          .group, program: program, row: row, extent: extent, depth: depth, bytes: cursor.bytes))
      let tagExtent = Extent(start: start, count: 8)
      sink.field(
        FieldReading(
          program: program, row: inner.lowerBound, extent: tagExtent, content: tagExtent, raw: tag,
          depth: depth &+ 1, bytes: cursor.bytes))
      let sizeExtent = Extent(start: sizeStart, count: head &- sizeStart)
      sink.field(
        FieldReading(
          program: program, row: inner.lowerBound &+ 1, extent: sizeExtent, content: sizeExtent,
          raw: size, depth: depth &+ 1, bytes: cursor.bytes))
      if present < promised {
        fault(
          .fieldsTruncated(needed: UInt64(promised), left: UInt64(present)), inner.lowerBound &+ 1,
          Extent(start: head, count: present), &sink)
      }
      var part = ByteCursor(cursor.bytes, over: Extent(start: head, count: present))
      walkPart(
        inner.lowerBound &+ 2..<inner.upperBound, &part, &slots, &sink, depth: depth &+ 1)
      tellGap(&part, &sink, depth: depth &+ 1)
      sink.end(
        GroupReading(
          .group, program: program, row: row, extent: extent, depth: depth, bytes: cursor.bytes))
      cursor.move(to: extent.end)
    }

    @_lifetime(cursor: copy cursor)
    mutating func list(
      _ row: Int, _ step: Step, _ inner: Range<Int>, _ cursor: inout ByteCursor,
      _ slots: inout [UInt64], _ sink: inout some FieldSink & ~Copyable, depth: Int
    ) throws(Stop) {
      let isOpen = program.amounts[Int(step.amount) &- 1].op == .remaining
      var count = isOpen ? .max : try amount(Int(step.amount), unit: 8, cursor, slots)
      if isOpen, sink.countsLists {
        var ahead = ByteCursor(
          cursor.bytes, over: Extent(start: cursor.position, count: cursor.remaining),
          skippingEmulationPrevention: cursor.skipsEmulationPrevention)
        count = counted(inner, &ahead, slots)
      }
      if isOpen, cursor.remaining == 0 { return }
      let start = cursor.position
      let told = isOpen && count == .max ? 0 : count
      sink.begin(
        GroupReading(
          .list, program: program, row: row, extent: Extent(start: start, count: cursor.remaining),
          count: told, depth: depth, bytes: cursor.bytes))
      var index = 0
      var stop: Stop?
      while index < count, !isOpen || cursor.remaining >= 8 {
        let before = cursor.position
        itemStart = before
        clear(inner, &slots)
        do throws(Stop) {
          if sink.wants(item: index, of: told) {
            try enclosed(
              row, inner, kind: .item, index: index, count: told, &cursor, &slots, &sink,
              depth: depth &+ 1)
          } else {
            var silence = NoSink()
            try walk(inner, &cursor, &slots, &silence, depth: depth &+ 2)
          }
        } catch {
          stop = error
          break
        }
        index &+= 1
        // Items without bytes are the same, however many are promised.
        if cursor.position == before { break }
      }
      let extent = Extent(start: start, count: cursor.position &- start)
      var isUnknown = false
      if case .unknown? = stop { isUnknown = true }
      if case .unseen? = stop { isUnknown = true }
      if !isOpen, index < count, stop != nil, !isUnknown {
        fault(
          .countExceedsBox(claimed: UInt64(count), room: UInt64(index)), row, extent, &sink)
        stop = .told
      }
      sink.end(
        GroupReading(
          .list, program: program, row: row, extent: extent, count: index, depth: depth,
          bytes: cursor.bytes))
      if let stop { throw stop }
    }

    /// One part that a function finds at the position, or nothing.
    @_lifetime(cursor: copy cursor)
    mutating func part(
      _ row: Int, _ inner: Range<Int>, _ cursor: inout ByteCursor, _ slots: inout [UInt64],
      _ sink: inout some FieldSink & ~Copyable, depth: Int
    ) {
      guard case .found(let make, _, _) = program.rows[row].kind else { return }
      var search = PartSearch(make(), over: cursor)
      guard let place = search.next(), place.lowerBound &<< 3 == cursor.position else { return }
      tell(
        place.byteExtent, followedBy: 0, .group, row, inner, 0, 0, &cursor, &slots, &sink,
        depth: depth)
    }

    /// The parts that a function finds from the position to the end of the region. Bytes between two
    /// of them are told behind the first; those before the first stand alone.
    @_lifetime(cursor: copy cursor)
    mutating func parts(
      _ row: Int, _ inner: Range<Int>, _ cursor: inout ByteCursor, _ slots: inout [UInt64],
      _ sink: inout some FieldSink & ~Copyable, depth: Int
    ) {
      guard case .found(let make, _, _) = program.rows[row].kind else { return }
      var search = PartSearch(make(), over: cursor)
      var count = 0
      if sink.countsLists {
        var counter = search
        while counter.next() != nil { count &+= 1 }
      }
      guard var place = search.next() else { return }
      if place.lowerBound &<< 3 > cursor.position {
        let gap = Extent(start: cursor.position, count: place.lowerBound &<< 3 &- cursor.position)
        note(gap, row, search.finder.gap, &sink)
        var before = ByteCursor(cursor.bytes, over: gap)
        tellGap(&before, &sink, depth: depth)
        cursor.move(to: gap.end)
      }
      let start = cursor.position
      sink.begin(
        GroupReading(
          .list, program: program, row: row, extent: Extent(start: start, count: cursor.remaining),
          count: count, depth: depth, bytes: cursor.bytes))
      var index = 0
      while true {
        let next = search.next()
        let end = next?.lowerBound ?? cursor.end &>> 3
        let gap = end &- place.upperBound
        if gap > 0 {
          note(
            Extent(byteOffset: place.upperBound, byteCount: gap), row, search.finder.gap, &sink)
        }
        if sink.wants(item: index, of: count) {
          clear(inner, &slots)
          tell(
            place.byteExtent, followedBy: gap &<< 3, .item, row, inner, index, count, &cursor,
            &slots, &sink, depth: depth &+ 1)
        } else if sink.stopsAtUnwanted {
          cursor.move(to: cursor.end)
          break
        } else {
          cursor.move(to: end &<< 3)
        }
        index &+= 1
        guard let next else { break }
        place = next
      }
      sink.end(
        GroupReading(
          .list, program: program, row: row,
          extent: Extent(start: start, count: cursor.position &- start), count: index, depth: depth,
          bytes: cursor.bytes))
    }

    private func note(
      _ gap: Extent, _ row: Int, _ kind: Diagnostic.Kind,
      _ sink: inout some FieldSink & ~Copyable
    ) {
      fault(Finding(kind, .length(UInt64(gap.byteCount))), row, gap, &sink)
    }

    /// Rows inside `extent` and the bits after it that no row accounts for.
    @_lifetime(cursor: copy cursor)
    private mutating func tell(
      _ extent: Extent, followedBy gap: Int, _ kind: GroupReading.Kind, _ row: Int,
      _ inner: Range<Int>, _ index: Int, _ count: Int, _ cursor: inout ByteCursor,
      _ slots: inout [UInt64], _ sink: inout some FieldSink & ~Copyable, depth: Int
    ) {
      let whole = Extent(start: extent.start, count: extent.count &+ gap)
      sink.begin(
        GroupReading(
          kind, program: program, row: row, extent: whole, index: index, count: count,
          depth: depth, bytes: cursor.bytes))
      var part = ByteCursor(cursor.bytes, over: extent)
      walkPart(inner, &part, &slots, &sink, depth: depth &+ 1)
      tellGap(&part, &sink, depth: depth &+ 1)
      if gap > 0 {
        var rest = ByteCursor(cursor.bytes, over: Extent(start: extent.end, count: gap))
        tellGap(&rest, &sink, depth: depth &+ 1)
      }
      sink.end(
        GroupReading(
          kind, program: program, row: row, extent: whole, index: index, count: count,
          depth: depth, bytes: cursor.bytes))
      cursor.move(to: whole.end)
    }

    /// Forgets what an earlier item held, so that a field that is skipped reads as zero.
    func clear(_ range: Range<Int>, _ slots: inout [UInt64]) {
      for row in range where program.steps[row].slot != Step.noSlot {
        slots[Int(program.steps[row].slot)] = 0
      }
    }

    /// The number of items that can be read to the end of the region.
    @_lifetime(cursor: copy cursor)
    mutating func counted(
      _ inner: Range<Int>, _ cursor: inout ByteCursor, _ slots: [UInt64]
    ) -> Int {
      var slots = slots
      var sink = NoSink()
      var count = 0
      while cursor.remaining >= 8 {
        let before = cursor.position
        clear(inner, &slots)
        do throws(Stop) {
          try walk(inner, &cursor, &slots, &sink, depth: 0)
        } catch {
          return count &+ 1
        }
        count &+= 1
        if cursor.position == before { break }
      }
      return count
    }

    @_lifetime(cursor: copy cursor)
    func table(
      _ row: Int, _ step: Step, _ inner: Range<Int>, _ cursor: inout ByteCursor,
      _ slots: borrowing [UInt64], _ sink: inout some FieldSink & ~Copyable, depth: Int
    ) throws(Stop) {
      var columns: [Column] = []
      var stride = 0
      try gather(inner, cursor, slots, &columns, &stride)
      let isOpen = program.amounts[Int(step.amount) &- 1].op == .remaining
      if isOpen, unseen > 0 { throw .unseen }
      let fitting = stride > 0 ? cursor.remaining / stride : 0
      let declared =
        isOpen
        ? max(0, fitting &- program.amounts[Int(step.amount) &- 1].plus)
        : try amount(Int(step.amount), unit: max(1, stride), cursor, slots)
      let present = min(declared, fitting)
      if isOpen, present == 0 { return }
      let start = cursor.position
      let (bits, _) = present.multipliedReportingOverflow(by: stride)
      let extent = try skip(bits, &cursor)
      sink.table(
        TableReading(
          program: program, row: row, extent: extent, declared: declared, count: present,
          stride: stride, columns: columns, depth: depth, bytes: cursor.bytes))
      if present < declared, stride > 0 {
        fault(
          .countExceedsBox(claimed: UInt64(declared), room: UInt64(present)), row,
          Extent(start: start, count: extent.count), &sink)
      }
    }

    /// The columns of a table's rows, with the widths they have in this box.
    func gather(
      _ range: Range<Int>, _ cursor: borrowing ByteCursor, _ slots: borrowing [UInt64],
      _ columns: inout [Column], _ stride: inout Int
    ) throws(Stop) {
      var row = range.lowerBound
      while row < range.upperBound {
        let step = program.steps[row]
        defer { row = Int(step.end) }
        if step.test != 0, try !holds(Int(step.test), cursor, slots) { continue }
        if step.op == .when || step.op == .group {
          try gather(row &+ 1..<Int(step.end), cursor, slots, &columns, &stride)
          continue
        }
        var width = try width(of: step, cursor, slots)
        if step.op == .bytes || step.op == .string && step.length == .counted {
          width = min(width, cursor.remaining) &* 8
        }
        // A width from the file is at most one word, or the bytes that are there.
        guard width >= 0, width <= max(128, cursor.remaining) else {
          throw .read(.truncated(at: cursor.position, wanted: width, left: cursor.remaining))
        }
        if step.op == .table {
          // Rows inside a row: a fixed number of values side by side.
          var nested: [Column] = []
          var size = 0
          try gather(row &+ 1..<Int(step.end), cursor, slots, &nested, &size)
          let count = min(1024, try amount(Int(step.amount), unit: 8, cursor, slots))
          for index in 0..<count {
            for column in nested {
              columns.append(
                Column(
                  row: column.row, start: stride &+ index &* size &+ column.start,
                  width: column.width, isSigned: column.isSigned, isLittle: column.isLittle,
                  scale: column.scale))
            }
          }
          stride &+= count &* size
          continue
        }
        if width > 0 {
          columns.append(
            Column(
              row: row, start: stride, width: width,
              isSigned: step.op == .int || step.op == .signedFixed, isLittle: step.isLittle,
              scale: step.scaleSlot == 0 ? 0 : slots[Int(step.scaleSlot) &- 1]))
        }
        stride &+= width
      }
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
