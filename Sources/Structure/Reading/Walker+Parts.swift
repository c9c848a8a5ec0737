import ByteReading

/// Rows of rows: groups, choices, parts, lists, descriptors and tables.
extension Walker.Run {
  /// Rows under a name, passed between `begin` and `end` whatever happens.
  @_lifetime(cursor: copy cursor)
  mutating func enclosed(
    _ row: Int, _ inner: Range<Int>, kind: GroupReading.Kind = .group, index: Int = 0,
    count: Int = 0, at cursor: inout ByteCursor, slots: inout [UInt64],
    into sink: inout some FieldSink & ~Copyable, depth: Int
  ) throws(Stop) {
    let start = cursor.position
    sink.begin(
      GroupReading(
        kind, program: program, row: row,
        extent: Extent(start: start, count: cursor.remaining), index: index, count: count,
        depth: depth, bytes: cursor.bytes))
    var stop: Stop?
    do throws(Stop) {
      try walk(inner, at: &cursor, slots: &slots, into: &sink, depth: depth &+ 1)
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

  /// Rows whose numbers a follower of theirs sees.
  @_lifetime(cursor: copy cursor)
  mutating func following(
    _ row: Int, _ inner: Range<Int>, at cursor: inout ByteCursor, slots: inout [UInt64],
    into sink: inout some FieldSink & ~Copyable, depth: Int
  ) throws(Stop) {
    guard case .following(let make, _) = program.rows[row].kind else { return }
    follower = make()
    remember(row, &slots)
    defer { follower = nil }
    try walk(inner, at: &cursor, slots: &slots, into: &sink, depth: depth)
  }

  /// Has the follower see the number of a row, and remembers what it says then.
  mutating func follow(_ row: Int, _ value: UInt64, _ slots: inout [UInt64]) {
    let name = program.rows[row].name
    follower?.read(name, value)
    remember(row, &slots)
  }

  /// Has the follower know that an item of a list begins, or that there are no more, and remembers what it
  /// says then.
  mutating func follow(_ row: Int, item: UInt64?, _ slots: inout [UInt64]) {
    let name = program.rows[row].name
    if let item { follower?.begin(name, item: item) } else { follower?.end(name) }
    remember(row, &slots)
  }

  /// Keeps what the follower says now where rows ask for it.
  private func remember(_ row: Int, _ slots: inout [UInt64]) {
    let slot = Int(program.steps[row].textSlot)
    slots[slot] = follower?.number ?? 0
    slots[slot &+ 1] = follower?.second ?? 0
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
  func fits(
    _ rows: Range<Int>, _ cursor: borrowing ByteCursor, _ slots: [UInt64]
  ) -> Bool {
    var ahead = ByteCursor(
      cursor.bytes, over: Extent(start: cursor.position, count: cursor.remaining),
      skippingEmulationPrevention: cursor.skipsEmulationPrevention)
    var slots = slots
    var trial = Walker.Run(program: program, known: known)
    trial.follower = follower
    var sink = Walker.FaultCounter()
    do throws(Stop) {
      try trial.walk(rows, at: &ahead, slots: &slots, into: &sink, depth: 0)
    } catch {
      return false
    }
    return sink.count == 0 && ahead.remaining == 0
  }

  /// Rows inside `count` bytes. What goes wrong in there stays in there.
  @_lifetime(cursor: copy cursor)
  mutating func within(
    _ row: Int, _ inner: Range<Int>, count: Int, isEscaped: Bool,
    at cursor: inout ByteCursor, slots: inout [UInt64],
    into sink: inout some FieldSink & ~Copyable, depth: Int
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
        .fieldsTruncated(needed: UInt64(wanted), left: UInt64(cursor.remaining)), row: row,
        at: Extent(start: start, count: cursor.remaining), into: &sink)
    }
    // A part of a unit counts without the bytes that prevent emulation, and has some of them.
    let extent = cursor.extent(ofUnescaped: wanted)
    sink.begin(
      GroupReading(
        .group, program: program, row: row, extent: extent, depth: depth, bytes: cursor.bytes))
    var part = ByteCursor(
      cursor.bytes, over: extent,
      skippingEmulationPrevention: isEscaped || cursor.skipsEmulationPrevention)
    walkPart(inner, at: &part, slots: &slots, into: &sink, depth: depth &+ 1)
    passGap(&part, &sink, depth: depth &+ 1)
    sink.end(
      GroupReading(
        .group, program: program, row: row, extent: extent, depth: depth, bytes: cursor.bytes))
    cursor.move(to: extent.end)
  }

  /// Rows inside a part of their own: what follows it is not theirs to look at, and what goes wrong
  /// stays in there.
  @_lifetime(part: copy part)
  mutating func walkPart(
    _ inner: Range<Int>, at part: inout ByteCursor, slots: inout [UInt64],
    into sink: inout some FieldSink & ~Copyable, depth: Int
  ) {
    let (beyond, unseen) = (beyond, unseen)
    (self.beyond, self.unseen) = (0, 0)
    do throws(Stop) {
      try walk(inner, at: &part, slots: &slots, into: &sink, depth: depth)
    } catch {
      report(error, &part, &sink)
    }
    (self.beyond, self.unseen) = (beyond, unseen)
  }

  /// An MPEG-4 descriptor: tag, size, and its rows inside that size.
  @_lifetime(cursor: copy cursor)
  mutating func descriptor(
    _ row: Int, _ inner: Range<Int>, at cursor: inout ByteCursor, slots: inout [UInt64],
    into sink: inout some FieldSink & ~Copyable, depth: Int
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
        .fieldsTruncated(needed: UInt64(promised), left: UInt64(present)),
        row: inner.lowerBound &+ 1,
        at: Extent(start: head, count: present), into: &sink)
    }
    var part = ByteCursor(cursor.bytes, over: Extent(start: head, count: present))
    walkPart(
      inner.lowerBound &+ 2..<inner.upperBound, at: &part, slots: &slots, into: &sink,
      depth: depth &+ 1)
    passGap(&part, &sink, depth: depth &+ 1)
    sink.end(
      GroupReading(
        .group, program: program, row: row, extent: extent, depth: depth, bytes: cursor.bytes))
    cursor.move(to: extent.end)
  }

  @_lifetime(cursor: copy cursor)
  mutating func list(
    _ row: Int, _ step: Step, _ inner: Range<Int>, at cursor: inout ByteCursor,
    slots: inout [UInt64], into sink: inout some FieldSink & ~Copyable, depth: Int
  ) throws(Stop) {
    let isOpen = program.amounts[Int(step.amount) &- 1].op == .remaining
    var count = isOpen ? .max : try amount(Int(step.amount), unit: 8, cursor, slots)
    if isOpen, sink.countsLists {
      var ahead = ByteCursor(
        cursor.bytes, over: Extent(start: cursor.position, count: cursor.remaining),
        skippingEmulationPrevention: cursor.skipsEmulationPrevention)
      count = counted(row, inner: inner, &ahead, slots: slots)
    }
    if isOpen, cursor.remaining == 0 { return }
    let start = cursor.position
    let claimed = isOpen && count == .max ? 0 : count
    sink.begin(
      GroupReading(
        .list, program: program, row: row, extent: Extent(start: start, count: cursor.remaining),
        count: claimed, depth: depth, bytes: cursor.bytes))
    var index = 0
    var stop: Stop?
    var forgotten = ListSlots(inner)
    while index < count, !isOpen || cursor.remaining >= 8 {
      let before = cursor.position
      itemStart = before
      clear(&forgotten, &slots)
      if step.isFollowed { follow(row, item: UInt64(index), &slots) }
      do throws(Stop) {
        if try !begins(inner, cursor, slots) { break }
      } catch {
        stop = error
        break
      }
      do throws(Stop) {
        if sink.wants(item: index, of: claimed) {
          try enclosed(
            row, inner, kind: .item, index: index, count: claimed, at: &cursor, slots: &slots,
            into: &sink,
            depth: depth &+ 1)
        } else {
          var silence = NoSink()
          try walk(inner, at: &cursor, slots: &slots, into: &silence, depth: depth &+ 2)
        }
      } catch {
        stop = error
        break
      }
      index &+= 1
      // Items without bytes are the same, however many are promised, unless a follower counts them.
      if cursor.position == before {
        emptyItems &+= 1
        if !step.isFollowed || emptyItems > Self.mostEmptyItems { break }
      }
    }
    if step.isFollowed { follow(row, item: nil, &slots) }
    let extent = Extent(start: start, count: cursor.position &- start)
    var isUnknown = false
    if case .unknown? = stop { isUnknown = true }
    if case .unseen? = stop { isUnknown = true }
    if case .deep? = stop { isUnknown = true }
    if !isOpen, index < count, stop != nil, !isUnknown {
      fault(
        .countExceedsBox(claimed: UInt64(count), room: UInt64(index)), row: row, at: extent,
        into: &sink)
      stop = .noted
    }
    sink.end(
      GroupReading(
        .list, program: program, row: row, extent: extent, count: index, depth: depth,
        bytes: cursor.bytes))
    if let stop { throw stop }
  }

  /// The rows inside step `target`, which this row stands in, once more; afterwards fields have the values
  /// again that they had before.
  @_lifetime(cursor: copy cursor)
  mutating func again(
    _ row: Int, of target: Int, at cursor: inout ByteCursor, slots: inout [UInt64],
    into sink: inout some FieldSink & ~Copyable, depth: Int
  ) throws(Stop) {
    guard nesting < Walker.deepestNesting else {
      fault(
        .valuesNested(limit: UInt64(Walker.deepestNesting)), row: row,
        at: Extent(start: cursor.position, count: cursor.remaining), into: &sink)
      throw .deep
    }
    nesting &+= 1
    defer { nesting &-= 1 }
    let inner = target &+ 1..<Int(program.steps[target].end)
    let kept = slots
    clear(inner, &slots)
    var stop: Stop?
    do throws(Stop) {
      try walk(inner, at: &cursor, slots: &slots, into: &sink, depth: depth)
    } catch {
      stop = error
    }
    slots = kept
    if let stop { throw stop }
  }

  /// Makes what the finder knows of the part it found last known to the rows in it, and notes what is wrong
  /// with it.
  func take(
    valuesOf finder: inout any PartFinder, row: Int, slots: inout [UInt64],
    into sink: inout some FieldSink & ~Copyable
  ) {
    let values = finder.values
    let slot = Int(program.steps[row].textSlot)
    slots[slot] = values.kind
    slots[slot &+ 1] = values.base
    slots[slot &+ 2] = values.first
    slots[slot &+ 3] = values.second
    while let (finding, bytes) = finder.takeFault() {
      fault(finding, row: row, at: bytes.byteExtent, into: &sink)
    }
  }

  /// What is known of the part that a row stands in which divides its bytes in turn.
  private func partAround(_ row: Int, _ slots: borrowing [UInt64]) -> PartValues {
    let slot = Int(program.steps[row].textSlot)
    return PartValues(kind: slots[slot], base: slots[slot &+ 1], first: slots[slot &+ 2], second: slots[slot &+ 3])
  }

  /// One part that a function finds at the position; none when it finds none.
  @_lifetime(cursor: copy cursor)
  mutating func part(
    _ row: Int, _ inner: Range<Int>, at cursor: inout ByteCursor, slots: inout [UInt64],
    into sink: inout some FieldSink & ~Copyable, depth: Int
  ) {
    guard case .found(let make, _, _) = program.rows[row].kind else { return }
    var search = PartSearch(make(), over: cursor, in: partAround(row, slots), without: absent)
    guard let place = search.next(), place.lowerBound &<< 3 == cursor.position else { return }
    take(valuesOf: &search.finder, row: row, slots: &slots, into: &sink)
    pass(
      part: place.byteExtent, followedBy: 0, .group, row: row, inner: inner, index: 0, count: 0,
      at: &cursor, slots: &slots, into: &sink,
      depth: depth)
  }

  /// The parts that a function finds from the position to the end of the region. Bytes between two
  /// of them are passed behind the first; those before the first stand alone.
  @_lifetime(cursor: copy cursor)
  mutating func parts(
    _ row: Int, _ inner: Range<Int>, at cursor: inout ByteCursor, slots: inout [UInt64],
    into sink: inout some FieldSink & ~Copyable, depth: Int
  ) {
    guard case .found(let make, _, _) = program.rows[row].kind else { return }
    var search = PartSearch(make(), over: cursor, in: partAround(row, slots), without: absent)
    var count = 0
    if sink.countsLists {
      var counter = search
      while counter.next() != nil { count &+= 1 }
    }
    guard var place = search.next() else { return }
    if place.lowerBound &<< 3 > cursor.position {
      let gap = Extent(start: cursor.position, count: place.lowerBound &<< 3 &- cursor.position)
      note(gap: gap, row: row, as: search.finder.gap, into: &sink)
      var before = ByteCursor(cursor.bytes, over: gap)
      passGap(&before, &sink, depth: depth)
      cursor.move(to: gap.end)
    }
    let start = cursor.position
    sink.begin(
      GroupReading(
        .list, program: program, row: row, extent: Extent(start: start, count: cursor.remaining),
        count: count, depth: depth, bytes: cursor.bytes))
    var index = 0
    var forgotten = ListSlots(inner)
    while true {
      // What the finder knows is of the part it found last: taken before it looks for the next.
      take(valuesOf: &search.finder, row: row, slots: &slots, into: &sink)
      let next = search.next()
      let end = next?.lowerBound ?? cursor.end &>> 3
      let gap = end &- place.upperBound
      if gap > 0 {
        note(
          gap: Extent(byteOffset: place.upperBound, byteCount: gap), row: row,
          as: search.finder.gap, into: &sink)
      }
      if sink.wants(item: index, of: count) {
        clear(&forgotten, &slots)
        pass(
          part: place.byteExtent, followedBy: gap &<< 3, .item, row: row, inner: inner,
          index: index, count: count, at: &cursor,
          slots: &slots, into: &sink, depth: depth &+ 1)
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

  func note(
    gap: Extent, row: Int, as kind: Diagnostic.Kind,
    into sink: inout some FieldSink & ~Copyable
  ) {
    fault(Finding(kind, .length(UInt64(gap.byteCount))), row: row, at: gap, into: &sink)
  }

  /// Rows inside `extent` and the bits after it that no row accounts for.
  @_lifetime(cursor: copy cursor)
  mutating func pass(
    part extent: Extent, followedBy gap: Int, _ kind: GroupReading.Kind, row: Int,
    inner: Range<Int>, index: Int, count: Int, at cursor: inout ByteCursor,
    slots: inout [UInt64], into sink: inout some FieldSink & ~Copyable, depth: Int
  ) {
    let whole = Extent(start: extent.start, count: extent.count &+ gap)
    sink.begin(
      GroupReading(
        kind, program: program, row: row, extent: whole, index: index, count: count,
        depth: depth, bytes: cursor.bytes))
    var part = ByteCursor(cursor.bytes, over: extent)
    walkPart(inner, at: &part, slots: &slots, into: &sink, depth: depth &+ 1)
    passGap(&part, &sink, depth: depth &+ 1)
    if gap > 0 {
      var rest = ByteCursor(cursor.bytes, over: Extent(start: extent.end, count: gap))
      passGap(&rest, &sink, depth: depth &+ 1)
    }
    sink.end(
      GroupReading(
        kind, program: program, row: row, extent: whole, index: index, count: count,
        depth: depth, bytes: cursor.bytes))
    cursor.move(to: whole.end)
  }

  /// The slots of the rows of a list. A unit of video has a thousand rows of few names, of which an item reads a few: from
  /// the second item on its slots are known, each once.
  struct ListSlots {
    /// Fewer rows are gone through for each item.
    fileprivate static let manyRows = 64

    fileprivate let rows: Range<Int>
    fileprivate var numbers: [Int] = []
    fileprivate var isUsed = false

    init(_ rows: Range<Int>) { self.rows = rows }
  }

  /// Forgets what an earlier item of a list held.
  private func clear(_ list: inout ListSlots, _ slots: inout [UInt64]) {
    if list.isUsed, list.numbers.isEmpty, list.rows.count > ListSlots.manyRows {
      var isThere = [Bool](repeating: false, count: slots.count)
      for row in list.rows where program.steps[row].slot != Step.noSlot { isThere[Int(program.steps[row].slot)] = true }
      list.numbers = isThere.indices.filter { isThere[$0] }
    }
    list.isUsed = true
    if list.numbers.isEmpty { return clear(list.rows, &slots) }
    for number in list.numbers { slots[number] = 0 }
  }

  /// Forgets what an earlier item held, so that a field that is skipped reads as zero.
  func clear(_ range: Range<Int>, _ slots: inout [UInt64]) {
    for row in range where program.steps[row].slot != Step.noSlot {
      slots[Int(program.steps[row].slot)] = 0
    }
  }

  /// Whether an item begins here: when all its rows stand under one condition, whether that holds.
  func begins(
    _ inner: Range<Int>, _ cursor: borrowing ByteCursor, _ slots: borrowing [UInt64]
  ) throws(Stop) -> Bool {
    guard let first = inner.first else { return true }
    let step = program.steps[first]
    guard step.op == .when, step.test != 0, Int(step.end) == inner.upperBound else { return true }
    return try holds(Int(step.test), cursor, slots)
  }

  /// The number of items that can be read to the end of the region.
  @_lifetime(cursor: copy cursor)
  mutating func counted(
    _ row: Int, inner: Range<Int>, _ cursor: inout ByteCursor, slots: [UInt64]
  ) -> Int {
    var slots = slots
    let follower = self.follower
    defer { self.follower = follower }
    var sink = NoSink()
    var count = 0
    var forgotten = ListSlots(inner)
    while cursor.remaining >= 8 {
      let before = cursor.position
      clear(&forgotten, &slots)
      if program.steps[row].isFollowed { follow(row, item: UInt64(count), &slots) }
      do throws(Stop) {
        if try !begins(inner, cursor, slots) { break }
        try walk(inner, at: &cursor, slots: &slots, into: &sink, depth: 0)
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
    _ row: Int, _ step: Step, _ inner: Range<Int>, at cursor: inout ByteCursor,
    slots: borrowing [UInt64], into sink: inout some FieldSink & ~Copyable, depth: Int
  ) throws(Stop) {
    var columns: [Column] = []
    var stride = 0
    try gather(inner, at: cursor, slots: slots, into: &columns, stride: &stride)
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
        .countExceedsBox(claimed: UInt64(declared), room: UInt64(present)), row: row,
        at: Extent(start: start, count: extent.count), into: &sink)
    }
  }

  /// The columns of a table's rows, with the widths they have in this box.
  func gather(
    _ range: Range<Int>, at cursor: borrowing ByteCursor, slots: borrowing [UInt64],
    into columns: inout [Column], stride: inout Int
  ) throws(Stop) {
    var row = range.lowerBound
    while row < range.upperBound {
      let step = program.steps[row]
      defer { row = Int(step.end) }
      if step.test != 0, try !holds(Int(step.test), cursor, slots) { continue }
      if step.op == .when || step.op == .group {
        try gather(
          row &+ 1..<Int(step.end), at: cursor, slots: slots, into: &columns, stride: &stride)
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
        try gather(row &+ 1..<Int(step.end), at: cursor, slots: slots, into: &nested, stride: &size)
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
