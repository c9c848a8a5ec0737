public import ByteReading

/// Runs a lowered table over the bytes of a box and passes a sink each field.
///
/// One walker serves any number of boxes, one after another; it keeps its scratch memory.
///
/// - Complexity: O(*n*) in the number of fields outside tables; a table is one step whatever its
///   number of rows.
public struct Walker: ~Copyable {
  private var slots: [UInt64] = []
  /// Whether each context has a value; by number of context.
  private var known: [Bool] = []
  /// The parts of the bytes that are not there, where a file stands for another: no row finds anything in
  /// them.
  var absent: KnownParts?

  /// A walker without scratch memory; it takes what it needs with the first box.
  public init() {}

  /// How deep values that hold values are read.
  public static let deepestNesting = 32

  /// Why the rows of a region could not be read to their end.
  enum Stop: Error {
    case read(ReadError)
    /// What decides lies behind the bytes that can be seen.
    case unseen
    /// A context has no value.
    case unknown
    /// What is wrong was noted already.
    case noted
    /// Values lie in one another deeper than they are read; noted already.
    case deep
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
    // Where there are no bytes none begin as some writer's do, and there is no field of opaque ones.
    if program.mayComeApart, cursor.remaining == 0 { return }
    prepare(program, context)
    var slots: [UInt64] = []
    swap(&slots, &self.slots)
    defer { swap(&slots, &self.slots) }
    var run = Run(program: program, known: known, beyond: beyond, absent: absent)
    do throws(Stop) {
      try run.walk(0..<program.steps.count, at: &cursor, slots: &slots, into: &sink, depth: 0)
    } catch {
      run.report(error, &cursor, &sink)
    }
    // Boxes begin at the end of a region that others follow, or its rows were read in two ways.
    if !run.foundBoxes || beyond > 0 { run.passGap(&cursor, &sink, depth: 0) }
  }

  /// The position in bits where boxes begin, when the rows before them could be read.
  ///
  /// - Parameters:
  ///   - program: The lowered table.
  ///   - cursor: The beginning of the payload.
  ///   - context: Answers for conditions that need other boxes.
  ///   - unseen: The bits of the payload that follow those of the cursor. There is an answer only when
  ///     they cannot change it: none were cut, and no condition asked for what they decide.
  /// - Returns: The position in bits from the beginning of the source; `nil` when the rows could
  ///   not be read, or there is no answer yet.
  @_lifetime(cursor: copy cursor)
  public mutating func boxesStart(
    _ program: Program, _ cursor: inout ByteCursor, context: some ContextSource, unseen: Int = 0
  ) -> Int? {
    prepare(program, context)
    var run = Run(program: program, known: known, unseen: unseen)
    var sink = CutCounter()
    do throws(Stop) {
      try run.walk(0..<program.steps.count, at: &cursor, slots: &slots, into: &sink, depth: 0)
    } catch {
      return nil
    }
    guard run.foundBoxes else { return nil }
    if unseen > 0, sink.count > 0 || cursor.remaining == 0 { return nil }
    return cursor.position
  }

  /// The position in bits after the last field, when all of them can be read and the table does not
  /// take whatever is there.
  ///
  /// - Parameters:
  ///   - program: The lowered table.
  ///   - cursor: The beginning of the payload.
  ///   - context: Answers for conditions that need other boxes.
  /// - Returns: The position in bits from the beginning of the source; `nil` when a field could not
  ///   be read.
  @_lifetime(cursor: copy cursor)
  public mutating func usedBits(
    _ program: Program, _ cursor: inout ByteCursor, context: some ContextSource
  ) -> Int? {
    prepare(program, context)
    var run = Run(program: program, known: known)
    var sink = FaultCounter()
    do throws(Stop) {
      try run.walk(0..<program.steps.count, at: &cursor, slots: &slots, into: &sink, depth: 0)
    } catch {
      return nil
    }
    return sink.count == 0 && !run.foundBoxes ? cursor.position : nil
  }

  struct FaultCounter: FieldSink {
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

  /// Clears as many slots; a loop in a function of its own, as the compiler does not end with this one in `prepare` when it
  /// neither optimises nor leaves out what debuggers need (Swift 6.3.1).
  private mutating func clear(_ count: Int) {
    for index in 0..<count { slots[index] = 0 }
  }

  private mutating func prepare(_ program: Program, _ context: some ContextSource) {
    let count = program.slotCount
    if slots.count < count { slots = Array(repeating: 0, count: count) } else { clear(count) }
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
  static func adjusted(
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
  struct Run {
    typealias Stop = Walker.Stop
    let program: Program
    let known: [Bool]
    /// The bits of the same payload behind the outermost region that a look ahead sees, and those that
    /// it cannot see. Inside a part of its own there are none of either.
    var beyond = 0
    var unseen = 0
    /// The parts of the bytes that are not there.
    var absent: KnownParts?
    var foundBoxes = false
    /// How many times rows are being read inside themselves.
    var nesting = 0
    /// Where the item of a list begins that was begun last.
    var itemStart = -1
    /// The items without bytes that were passed because a follower counts them, and the most of them that a
    /// box may have.
    var emptyItems = 0
    static let mostEmptyItems = 4_096
    /// Who sees the numbers of the rows that are being read, if anybody does.
    var follower: (any FieldFollower)?
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
      case .ending:
        let left = cursor.remaining &+ beyond &+ unseen
        guard left > 0, left <= 64, left <= test.value else { return false }
        let wanted: UInt64 = 1 << UInt64(left &- 1)
        if let value = cursor.peek(bits: left, at: 0) { return value == wanted }
        return try lookBeyond(cursor, left, 0) == wanted
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

    /// Passes the bytes that are left in the region, if there are any.
    @_lifetime(cursor: copy cursor)
    func passGap(
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
      case .noted, .deep: break
      }
    }

    @_lifetime(cursor: copy cursor)
    mutating func walk(
      _ range: Range<Int>, at cursor: inout ByteCursor, slots: inout [UInt64],
      into sink: inout some FieldSink & ~Copyable, depth: Int
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
              try extended(row, step, at: &cursor, slots: &slots, into: &sink, depth: depth)
            } else {
              try wide(row, width: width, at: &cursor, into: &sink, depth: depth)
            }
            continue
          }
          var raw = Walker.adjusted(
            try read(width, &cursor), width: width,
            isSigned: step.op == .int || step.op == .signedFixed, isLittle: step.isLittle)
          if step.isSyncsafe { raw = raw.withoutEighthBits }
          slots[Int(step.slot)] = raw
          if step.isFollowed { follow(row, raw, &slots) }
          let extent = Extent(start: start, count: cursor.position &- start)
          sink.field(
            FieldReading(
              program: program, row: row, extent: extent, content: extent, raw: raw,
              scale: step.scaleSlot == 0 ? 0 : slots[Int(step.scaleSlot) &- 1], depth: depth,
              bytes: cursor.bytes))
          if step.isExpected, raw != step.value {
            fault(
              .valueUnexpected(found: raw, expected: step.value), row: row, at: extent, into: &sink)
          }
          if row == 0, let versions = program.syntax.versions,
            raw > UInt64(versions.upperBound)
              || raw < UInt64(versions.lowerBound)
          {
            fault(
              .versionUnknown(found: raw, limit: UInt64(versions.upperBound)), row: row, at: extent,
              into: &sink)
            if raw > UInt64(versions.upperBound) {
              // Flags stand in every version; what follows is not known.
              try walk(1..<2, at: &cursor, slots: &slots, into: &sink, depth: depth)
              return
            }
          }
        case .expGolomb, .signedExpGolomb, .leb128, .byteSum:
          let start = cursor.position
          var raw: UInt64
          // The beginning of a number that is cut off belongs to what is left.
          var ahead = cursor
          do throws(ReadError) {
            raw =
              try step.op == .leb128
              ? ahead.readLEB128()
              : step.op == .byteSum ? ahead.readByteSum() : ahead.readExpGolomb()
          } catch { throw .read(error) }
          cursor = ahead
          if step.op == .signedExpGolomb {
            let half = Int64(bitPattern: (raw &+ 1) &>> 1)
            raw = UInt64(bitPattern: raw & 1 == 1 ? half : 0 &- half)
          }
          slots[Int(step.slot)] = raw
          if step.isFollowed { follow(row, raw, &slots) }
          let extent = Extent(start: start, count: cursor.position &- start)
          sink.field(
            FieldReading(
              program: program, row: row, extent: extent, content: extent, raw: raw, depth: depth,
              bytes: cursor.bytes))
        case .uuid:
          // Conditions compare the first half, in which registered identifiers differ already.
          let half = cursor.peek(bits: 64) ?? 0
          try wide(row, width: 128, at: &cursor, into: &sink, depth: depth)
          slots[Int(step.slot)] = half
        case .zeros, .ones, .align:
          try reserved(row, step, at: &cursor, slots: slots, into: &sink, depth: depth)
        case .string:
          try text(row, step, at: &cursor, slots: &slots, into: &sink, depth: depth)
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
          try walk(inner, at: &cursor, slots: &slots, into: &sink, depth: depth)
          if step.isDeparture, case .departure(let kind) = program.rows[row].meaning {
            fault(
              Finding(kind()), row: row, at: Extent(start: start, count: cursor.position &- start),
              into: &sink)
          }
          if foundBoxes { return }
        case .choice:
          let layout = choose(inner, cursor, slots)
          try walk(layout, at: &cursor, slots: &slots, into: &sink, depth: depth)
        case .following:
          try following(row, inner, at: &cursor, slots: &slots, into: &sink, depth: depth)
        case .group:
          try enclosed(row, inner, at: &cursor, slots: &slots, into: &sink, depth: depth)
        case .within, .escaped:
          let count = try amount(Int(step.amount), unit: 8, cursor, slots)
          try within(
            row, inner, count: count, isEscaped: step.op == .escaped, at: &cursor, slots: &slots,
            into: &sink, depth: depth)
        case .descriptor:
          try descriptor(row, inner, at: &cursor, slots: &slots, into: &sink, depth: depth)
        case .list:
          try list(row, step, inner, at: &cursor, slots: &slots, into: &sink, depth: depth)
        case .table:
          try table(row, step, inner, at: &cursor, slots: slots, into: &sink, depth: depth)
        // What no table was chosen for is listed with what is left.
        case .entry: continue
        case .part:
          part(row, inner, at: &cursor, slots: &slots, into: &sink, depth: depth)
        case .parts:
          parts(row, inner, at: &cursor, slots: &slots, into: &sink, depth: depth)
        case .again:
          try again(row, of: Int(step.value), at: &cursor, slots: &slots, into: &sink, depth: depth)
        case .boxes:
          foundBoxes = true
          return
        }
      }
    }

    func fault(
      _ finding: Finding, row: Int, at extent: Extent, into sink: inout some FieldSink & ~Copyable
    ) {
      sink.note(Fault(finding: finding, extent: extent, row: row, program: program))
    }

  }
}
