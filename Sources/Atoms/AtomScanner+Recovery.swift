import ByteReading
import Structure

/// What lies where an atom should be, and atoms whose sizes lie.
extension AtomScanner {
  // MARK: What is not an atom

  /// Makes the rest of frame `top` a raw node, because of what is found in as many bytes.
  mutating func rest(
    of top: Int, _ source: UInt16, _ depth: UInt16, _ window: inout ByteWindow,
    because finding: (_ length: UInt64) -> Finding
  ) {
    let start = stack[top].position
    let count = stack[top].end - start
    let finding = finding(count)
    if finding.kind == .headerTruncated, count < 8, isZero(start, Int(count), &window) {
      padding(top, source: source, depth: depth, count: count)
      return
    }
    let extent = Extent(byteOffset: Int(start), byteCount: Int(count))
    let problem = note(Diagnostic(finding, node: builder.end, extent: extent))
    if finding.kind == .headerTruncated, let problem, let cause = stack[top].problem {
      builder.problems.fold(problem, under: cause)
    }
    builder.appendRaw(start..<start + count, source: source, depth: depth, marks: [.raw, .faulty])
    stack[top].position = stack[top].end
  }

  /// Zeros where an atom could begin: the terminator of a list (QTFF, User Data Atoms), or filling.
  mutating func zeros(
    of top: Int, _ source: UInt16, _ depth: UInt16, _ window: inout ByteWindow
  ) {
    let start = stack[top].position
    let left = stack[top].end - start
    if let end = window.absentEnd(at: Int(clamping: start)) {
      padding(top, source: source, depth: depth, count: min(left, UInt64(end) - start))
      return
    }
    // Nothing says how far zeros go on; look at as many as one window holds, at the top at as many as a gap has.
    let reach = min(left, stack[top].node == nil ? Self.longestGap : 4_096)
    let count = window.zeros(in: start..<start + reach)
    if count == left {
      padding(top, source: source, depth: depth, count: left)
    } else if count >= 4, stack[top].node != nil {
      // Whole words: zeros at the end may be those of the next size.
      padding(top, source: source, depth: depth, count: count & ~3)
    } else if stack[top].node == nil, let end = endOfGap(top, source, &window, zeros: count) {
      note(
        Diagnostic(
          .notAnAtomRecovered(length: end - start), node: builder.end,
          extent: Extent(byteOffset: Int(start), byteCount: Int(end - start))))
      padding(top, source: source, depth: depth, count: end - start)
      if let last = builder.last { builder[last].marks.insert(.faulty) }
    } else {
      rest(of: top, source, depth, &window) { count == reach ? .zerosGoOn(count: count, length: $0) : .notAnAtom(length: $0) }
    }
  }

  /// Where a gap of zeros at the top of a source ends, when atoms that may stand there tile the rest
  /// of it exactly; `nil` when the gap is longer than anybody leaves one.
  ///
  /// - Parameter count: How many zeros there are, up to ``longestGap``, where that is known.
  func endOfGap(
    _ top: Int, _ source: UInt16, _ window: inout ByteWindow, zeros count: UInt64? = nil
  ) -> UInt64? {
    let frame = stack[top]
    let limit = frame.position + min(frame.end - frame.position, Self.longestGap)
    let end = frame.position + (count ?? window.zeros(in: frame.position..<limit))
    guard end < limit else { return nil }
    // The last zeros may be those of the next size.
    for taken in 0...3 where end >= frame.position + 4 + UInt64(taken) {
      if isTiled(from: end - UInt64(taken), frame, source) { return end - UInt64(taken) }
    }
    return nil
  }

  /// Makes what stands behind the terminator of a `wave` a raw node (QTFF, Terminator Atom): old
  /// encoders left bytes there. Zeros are filling, and atoms that tile the rest are atoms after all.
  mutating func terminated(
    _ top: Int, source: UInt16, depth: UInt16, _ window: inout ByteWindow
  ) {
    let frame = stack[top]
    let count = frame.end - frame.position
    guard count > 0, !isZero(frame.position, Int(count), &window),
      !isTiled(from: frame.position, frame, source)
    else { return }
    note(
      Diagnostic(
        .behindTerminator(length: count), node: builder.end,
        extent: Extent(byteOffset: Int(frame.position), byteCount: Int(count))))
    _ = builder.add(
      Node(
        start: frame.position, size: count, type: FourCC(0), depth: depth, source: source,
        headerSize: 0, marks: .raw))
    stack[top].position = frame.end
  }

  /// The longest gap of zeros that is looked through.
  static let longestGap: UInt64 = 1 << 20

  mutating func padding(
    _ top: Int, source: UInt16, depth: UInt16, count: UInt64
  ) {
    let start = stack[top].position
    builder.appendRaw(start..<start + count, source: source, depth: depth, marks: .padding)
    stack[top].position = start + count
  }

  func isZero(_ start: UInt64, _ count: Int, _ window: inout ByteWindow) -> Bool {
    window.zeros(at: start, limit: count) == count
  }

  /// Ends the scan because there are too many nodes; what is left in each open box is raw.
  mutating func full(_ top: Int, _ source: UInt16, _ depth: UInt16) {
    hasEnded = true
    note(
      Diagnostic(
        builder.count < limits.nodes
          ? .memoryExhausted(limit: UInt64(builder.count)) : .nodeLimit(limit: UInt64(limits.nodes)),
        node: builder.last,
        extent: Extent(
          byteOffset: Int(stack[top].position), byteCount: Int(stack[top].end - stack[top].position)
        )))
    // From the inside out, each box ends with what was not scanned of it.
    while let frame = stack.last {
      if frame.position < frame.end {
        builder.appendRaw(
          frame.position..<frame.end, source: source,
          depth: frame.node.map { builder[$0].depth + 1 } ?? depth - UInt16(top),
          marks: [.raw, .faulty])
      }
      stack[stack.count - 1].position = frame.end
      guard let node = frame.node else { return }
      stack.removeLast()
      close(node, at: frame.end)
    }
  }

  /// Goes on at the next atom of the top where the size of one cannot be right and nothing in it shows
  /// where it ends: a damaged header hides no more than its own atom.
  ///
  /// - Returns: Whether a node was appended for the bytes up to there.
  mutating func recover(
    _ type: FourCC, size: UInt64, headerSize: UInt64, in top: Int, depth: UInt16
  ) -> Bool {
    let frame = stack[top]
    let start = frame.position
    let isKnown = catalogue.isLegal(type, in: Catalogue.file)
    // Media and free space may be cut off, or go on to the end; others say what is in them.
    if isKnown, size == 0 || size >= headerSize {
      switch type {
      case .ftyp, .styp: break
      default: return false
      }
    } else if size == 0, type.rawValue &>> 24 == 0 || type.isPrintable {
      return false
    }
    guard frame.end - start > 8,
      let next = AtomFinder.first(in: builder.file, start + 8..<frame.end),
      builder.count < limits.nodes
    else { return false }
    let count = next.offset - start
    note(
      Diagnostic(
        isKnown
          ? .atomSizeWrong(claimed: size, next: next.offset, length: count)
          : .notAnAtomBefore(length: count, next: next.offset), node: builder.end,
        extent: Extent(byteOffset: Int(start), byteCount: Int(isKnown ? 4 : count))))
    let line =
      isKnown ? lookUp(type, in: frame.type, handler: frame.handler, extended: nil) : CacheLine()
    var node = Node(
      start: start, size: count, type: isKnown ? type : FourCC(0),
      table: isKnown ? line.table : Node.noTable, depth: depth, source: 0,
      headerSize: isKnown ? UInt8(min(headerSize, count)) : 0,
      marks: isKnown ? .faulty : [.raw, .faulty])
    if size > frame.end - start { node.marks.insert(.clamped) }
    guard let index = builder.append(node) else { return false }
    // No atom was found up to there, so that of one that holds others the content is raw.
    if isKnown, line.childStart != .none, node.payloadStart < next.offset {
      builder.appendRaw(
        node.payloadStart..<next.offset, source: 0, depth: depth + 1, marks: .raw)
      builder.close(index)
    }
    stack[top].position = next.offset
    if type == .ftyp, isQuickTime == nil {
      let node = builder[index]
      isQuickTime = Brands.majorBrand(of: node, by: builder.program(of: node), in: builder.file)
       .map { $0 == .quickTime }
    }
    return true
  }

  // MARK: Sizes that lie

  /// Names an atom that goes on past what it stands in, and finds where it really ends when its own
  /// table proves it.
  mutating func overrun(
    _ top: Int, start: UInt64, size: UInt64, headerSize: UInt64, declaredEnd: UInt64,
    _ type: FourCC, source: UInt16, _ window: inout ByteWindow, end: inout UInt64
  ) -> Int? {
    let frame = stack[top]
    let left = frame.end - start
    if frame.node == nil, source == 0 {
      return note(
        Diagnostic(
          .fileTruncated(needed: size, left: left, missing: declaredEnd - frame.end),
          node: builder.end,
          extent: Extent(byteOffset: Int(start), byteCount: Int(left))))
    }
    var diagnostic = Diagnostic(
      .atomExceedsParent(claimed: size, end: frame.end, left: left), node: builder.end,
      extent: Extent(byteOffset: Int(start), byteCount: Int(headerSize == 16 ? 16 : 4)))
    // What stands in a damaged box and would fit where that box says it ends follows from it.
    let cause = declaredEnd <= frame.declaredEnd ? frame.problem : nil
    if cause == nil,
      let used = provenEnd(start: start, headerSize: headerSize, type, frame, source: source)
    {
      end = used
      diagnostic.kind = .atomExceedsParentRecovered
      diagnostic.extent = Extent(byteOffset: Int(start), byteCount: Int(used - start))
      return note(diagnostic)
    }
    return builder.problems.add(diagnostic, following: cause, within: limits) ?? cause
  }

  /// The end of an atom that its own table proves: all counts are read and lie within the parent,
  /// and from there the rest of the parent is tiled exactly by atoms that may stand in it.
  mutating func provenEnd(
    start: UInt64, headerSize: UInt64, _ type: FourCC, _ frame: Frame, source: UInt16
  ) -> UInt64? {
    guard
      let table = catalogue.table(
        for: type, in: frame.type, handler: frame.handler, extendedType: nil)
    else { return nil }
    let file = builder.sources[Int(source)].bytes
    let bytes = file.bytes
    let payload = Int(start + headerSize)
    guard payload < Int(frame.end) else { return nil }
    var window = ByteWindow(file)
    let code = catalogue.entrySelector(of: table).flatMap {
      entryCode($0, start + headerSize..<frame.end, &window)
    }
    let chosen = code.map { catalogue.program(table, entry: $0) } ?? catalogue.program(table)
    guard let program = chosen, program.childStart == .none else { return nil }
    var cursor = ByteCursor(
      bytes, over: Extent(byteOffset: payload, byteCount: Int(frame.end) - payload))
    guard let bits = walker.usedBits(program, &cursor, context: NoContext()) else { return nil }
    let used = UInt64(bits / 8)
    guard used < frame.end, isTiled(from: used, frame, source) else { return nil }
    return used
  }

  /// Whether atoms that may stand in `frame` tile it exactly from `start` on, at most 4,096 of them.
  func isTiled(from start: UInt64, _ frame: Frame, _ source: UInt16) -> Bool {
    let file = builder.sources[Int(source)].bytes
    var window = ByteWindow(file)
    var position = start
    var count = 0
    while position < frame.end {
      guard var size = window.number(at: position, count: 4),
        let type = window.number(at: position + 4, count: 4), count < 4_096,
        catalogue.isLegal(FourCC(UInt32(truncatingIfNeeded: type)), in: frame.type)
      else { return false }
      if size == 1 { size = window.number(at: position + 8, count: 8).map { max($0, 16) } ?? 0 }
      guard size >= 8, size <= frame.end - position else { return false }
      position += size
      count += 1
    }
    return true
  }

  @discardableResult
  mutating func note(_ diagnostic: Diagnostic) -> Int? {
    builder.note(diagnostic)
  }

}
