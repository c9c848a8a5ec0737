import ByteReading
package import Structure

/// Finds atoms and appends a node for each to a tree, without reading their fields.
///
/// An atom begins with a 32-bit size and a type (14496-12 §4.2.2); sizes are claims: each is held
/// against what it stands in, and what cannot be read as atoms becomes a raw node, so that leaves
/// tile the source whatever it holds. No recursion: an explicit stack as deep as the limit allows.
///
/// - Complexity: O(*n*) in the number of atoms; payload is not touched.
package struct AtomScanner: ~Copyable {
  private let builder: TreeBuilder
  private let limits: Limits
  private let catalogue: Catalogue
  /// Scans bytes of other formats.
  private let embedded: EmbeddedBytes.Scan?
  private var walker = Walker()
  private var stack: [Frame] = []
  private var cache: [CacheLine]
  /// The first entries that were chosen, and the numbers in the tree of their tables.
  private var choices: [(table: Int, code: FourCC?, number: UInt16)] = []
  /// Whether there are as many nodes as there may be, and the rest is listed as raw bytes.
  private var hasEnded = false
  private var hasReachedDepth = false
  /// What the first `ftyp` at the top of the file says; nothing until there is one.
  private var isQuickTime: Bool?

  /// A box whose children are being scanned.
  private struct Frame {
    /// Its node, `nil` for the source itself.
    let node: NodeIndex?
    let type: FourCC
    /// Where the next child begins.
    var position: UInt64
    let end: UInt64
    /// Where it says it ends, when that is past `end`.
    let declaredEnd: UInt64
    /// The problem that names its own size, -1 for none.
    let problem: Int
    var handler: FourCC?
    /// The version of the sample description box around, if there is one.
    var version: UInt64?
  }

  /// What was looked up for a type in a place.
  private struct CacheLine {
    var type: FourCC = FourCC(0)
    var parent: FourCC = FourCC(0)
    var handler: UInt32 = 0
    var table: UInt16 = Node.noTable
    var childStart = Program.ChildStart.none
    /// The number in the catalogue of a table whose payload chooses among entries, and where in it;
    /// -1 for none.
    var choosing = -1
    var selector = 0
  }

  /// `embedded` is called for the bytes of other formats that atoms hold.
  package init(
    _ builder: TreeBuilder, embedded: EmbeddedBytes.Scan? = nil
  ) {
    self.builder = builder
    limits = builder.limits
    self.embedded = embedded
    catalogue = builder.tables.catalogue(for: .atoms)
    builder.add(catalogue)
    cache = Array(repeating: CacheLine(), count: 64)
  }

  /// Scans all of the file.
  package mutating func scan() { scan(source: 0, in: nil, depth: 0) }

  /// Scans all bytes of a source; its atoms stand in node `parent`.
  private mutating func scan(source: UInt16, in parent: NodeIndex?, depth: UInt16) {
    let bytes = builder.sources[Int(source)].bytes
    var window = ByteWindow(bytes)
    let base = stack.count
    let end = UInt64(bytes.byteCount)
    stack.append(
      Frame(
        node: nil, type: Catalogue.file, position: 0, end: end, declaredEnd: end, problem: -1))
    while stack.count > base {
      let top = stack.count - 1
      guard stack[top].position < stack[top].end else {
        let frame = stack.removeLast()
        if let node = frame.node { close(node, at: frame.end) }
        continue
      }
      let level = depth + UInt16(top - base)
      if hasEnded {
        stack[top].position = stack[top].end
        continue
      }
      leaves(in: top, source, level, &window)
      if stack[top].position < stack[top].end { atom(in: top, source, level, &window) }
    }
    if let parent { builder.close(parent) }
  }

  private mutating func close(_ node: NodeIndex, at end: UInt64) {
    builder.close(node)
    if let last = stack.indices.last { stack[last].position = end }
  }

  // MARK: Runs of simple atoms

  /// Appends the atoms at the position of frame `top` for as long as each has a 32-bit size that
  /// fits, a type that was met here before, and no others in it.
  ///
  /// Most atoms of a file that has many are such; ``atom(in:_:_:_:)`` reads all others.
  private mutating func leaves(
    in top: Int, _ source: UInt16, _ depth: UInt16, _ window: inout ByteWindow
  ) {
    let end = stack[top].end
    let parent = stack[top].type
    let handler = stack[top].handler?.rawValue ?? 0
    var position = stack[top].position
    while end - position >= 8,
      let first = window.number(at: position, count: 8)
    {
      let size = first &>> 32
      let type = FourCC(UInt32(truncatingIfNeeded: first))
      guard size >= 8, size <= end - position, type != .uuid, type != .hdlr, type != .cmvd,
        type != .id32, type != .emsg, type.rawValue != 0
      else { break }
      let line = cache[Self.slot(type, parent, handler)]
      guard line.type == type, line.parent == parent, line.handler == handler,
        line.childStart == .none, line.choosing < 0
      else { break }
      let node = Node(
        start: position, size: size, type: type, table: line.table, depth: depth, source: source,
        headerSize: 8)
      guard builder.append(node) != nil else { break }
      position += size
    }
    stack[top].position = position
  }

  /// Where the cache keeps what was looked up for a type in a place.
  private static func slot(_ type: FourCC, _ parent: FourCC, _ handler: UInt32) -> Int {
    let mixed =
      (type.rawValue &* 0x9E37_79B1) ^ (parent.rawValue &* 0x85EB_CA6B)
      ^ (handler &* 0xC2B2_AE35)
    return Int(mixed &>> 26)
  }

  // MARK: One atom

  /// Reads the header at the position of frame `top` and appends a node.
  private mutating func atom(
    in top: Int, _ source: UInt16, _ depth: UInt16, _ window: inout ByteWindow
  ) {
    let frame = stack[top]
    let start = frame.position
    let left = frame.end - start
    var type = FourCC(0)
    var size: UInt64 = 0
    var headerSize: UInt64 = 8
    var extended: Catalogue.ExtendedType?
    var isComplete = false
    do {
      let header = window.peek(at: Int(start), count: 32)
      if left >= 8, let first = header.bigEndian(at: 0, count: 8) {
        isComplete = true
        size = first &>> 32
        type = FourCC(UInt32(truncatingIfNeeded: first))
        if size == 1 {
          headerSize = 16
          if left >= 16, let large = header.bigEndian(at: 8, count: 8) {
            size = large
          } else {
            isComplete = false
          }
        }
        if type == .uuid, isComplete, left >= headerSize + 16,
          let high = header.bigEndian(at: Int(headerSize), count: 8),
          let low = header.bigEndian(at: Int(headerSize) + 8, count: 8)
        {
          extended = Catalogue.ExtendedType(high: high, low: low)
        }
      }
    }
    guard isComplete else {
      rest(of: top, source, depth, &window) { .headerTruncated(left: $0) }
      return
    }
    var marks: Node.Marks = []
    var end = start
    var problem = -1
    let (declaredEnd, overflow) = start.addingReportingOverflow(size)
    if frame.node == nil, source == 0, size < headerSize || overflow || declaredEnd > frame.end,
      recover(type, size, headerSize, in: top, depth)
    {
      return
    }
    if size == 0, headerSize == 8 {
      // A few zeros at the top, and the beginning of the next size: no type begins with a zero.
      let isGap = type.rawValue &>> 24 == 0 && frame.node == nil
      if type.rawValue == 0 || frame.type == .udta && frame.node != nil
        || isGap && endOfGap(top, source, &window) != nil
      {
        zeros(of: top, source, depth, &window)
        return
      }
      marks.insert(.toEnd)
      end = frame.end
      if frame.node != nil {
        problem = note(
          Diagnostic(
            .atomSizeZero, node: builder.end, extent: Extent(byteOffset: Int(start), byteCount: 4)))
      }
    } else if size < headerSize {
      rest(of: top, source, depth, &window) { .atomSizeInvalid(claimed: size, left: $0) }
      return
    } else if overflow || declaredEnd > frame.end {
      marks.insert(.clamped)
      end = frame.end
      problem = overrun(
        top, start, size, headerSize, declaredEnd: overflow ? .max : declaredEnd, type, source,
        &window, end: &end)
    } else {
      end = declaredEnd
    }
    if extended != nil {
      if end - start >= headerSize + 16 { headerSize += 16 } else { extended = nil }
    }
    if type == .uuid, extended == nil {
      let short = note(
        Diagnostic(
          .extendedTypeTruncated(left: end - start - headerSize), node: builder.end,
          extent: Extent(byteOffset: Int(start), byteCount: Int(end - start))))
      if problem >= 0, short >= 0 { builder.problems.fold(short, under: problem) }
      if problem < 0 { problem = short }
    }
    var line = lookUp(type, frame.type, frame.handler, extended)
    if line.choosing >= 0 {
      let payload = start + headerSize
      line.table = choose(line, payload..<max(payload, end), &window)
    }
    var node = Node(
      start: start, size: end - start, type: type, table: line.table, depth: depth, source: source,
      headerSize: UInt8(headerSize), marks: marks)
    if problem >= 0 { node.marks.insert(.faulty) }
    guard let index = builder.append(node) else {
      full(top, source, depth)
      return
    }
    stack[top].position = end
    if type == .hdlr { noteHandler(of: index, in: top, &window) }
    if type.rawValue == 0, frame.type == .wave { terminated(top, source, depth, &window) }
    if type == .ftyp, isQuickTime == nil, frame.node == nil, source == 0 {
      isQuickTime = Brands.majorPlace(by: builder.program(of: node)).flatMap {
        window.number(at: node.payloadStart + UInt64($0.lowerBound), count: $0.count)
      }.map { $0 == UInt64(FourCC.quickTime.rawValue) }
    }
    descend(
      index, line,
      Frame(
        node: index, type: type, position: end, end: end,
        declaredEnd: overflow ? .max : max(end, declaredEnd), problem: problem,
        handler: frame.handler, version: frame.version),
      in: top, &window)
  }

  /// Goes into the atom at `index` when it holds others.
  private mutating func descend(
    _ index: NodeIndex, _ line: CacheLine, _ frame: Frame, in top: Int, _ window: inout ByteWindow
  ) {
    let node = builder[index]
    var frame = frame
    let payload = node.payloadStart
    switch line.childStart {
    case .none:
      if node.type == .cmvd { inflateMovie(index) }
      if node.type == .id32 || node.type == .emsg { embed(index, &window) }
      return
    case .constant(let offset):
      let (position, overflow) = payload.addingReportingOverflow(UInt64(offset))
      guard !overflow, position < node.end else { return }
      frame.position = position
    case .variable:
      guard let position = variableStart(index, in: top, &window), position < node.end
      else { return }
      frame.position = position
    }
    if Int(node.depth) + 1 >= limits.depth {
      if !hasReachedDepth {
        hasReachedDepth = true
        note(
          Diagnostic(
            .depthLimit(limit: UInt64(limits.depth)), node: index, extent: node.extent))
      }
      builder.appendRaw(
        frame.position..<node.end, source: node.source, depth: node.depth + 1,
        marks: [.raw, .faulty])
      builder.close(index)
      return
    }
    if node.type == .stsd {
      frame.version = window.number(at: payload, count: 1)
      if frame.handler == nil { frame.handler = laterHandler(&window) }
    }
    if node.type == .mdia || node.type == .meta || node.type == .trak { frame.handler = nil }
    stack.append(frame)
  }

  /// What the tables say of a type in a place.
  private mutating func lookUp(
    _ type: FourCC, _ parent: FourCC, _ handler: FourCC?, _ extended: Catalogue.ExtendedType?
  ) -> CacheLine {
    let slot = Self.slot(type, parent, handler?.rawValue ?? 0)
    let line = cache[slot]
    if extended == nil, line.type == type, line.parent == parent,
      line.handler == handler?.rawValue ?? 0
    {
      return line
    }
    var found = CacheLine(type: type, parent: parent, handler: handler?.rawValue ?? 0)
    if let table = catalogue.table(
      for: type, in: parent, handler: handler, extendedType: extended)
    {
      if let selector = catalogue.entrySelector(of: table) {
        // Which rows it has is known only where its payload is; boxes it has none.
        (found.choosing, found.selector) = (table, selector)
      } else {
        found.table = builder.add(table: table, of: catalogue)
        found.childStart = catalogue.program(table)?.childStart ?? .none
      }
    }
    if extended == nil { cache[slot] = found }
    return found
  }

  /// The number in the tree of a table with the entry that `payload` chooses.
  private mutating func choose(
    _ line: CacheLine, _ payload: Range<UInt64>, _ window: inout ByteWindow
  ) -> UInt16 {
    let code = entryCode(line.selector, payload, &window)
    for choice in choices where choice.table == line.choosing && choice.code == code {
      return choice.number
    }
    let number = builder.add(table: line.choosing, entry: code, of: catalogue)
    // As many as a file has that is not made to have more.
    if choices.count < 32 { choices.append((line.choosing, code, number)) }
    return number
  }

  /// The code at byte `selector` of `payload`; `nil` when it does not reach so far.
  private func entryCode(
    _ selector: Int, _ payload: Range<UInt64>, _ window: inout ByteWindow
  ) -> FourCC? {
    guard payload.upperBound - payload.lowerBound >= UInt64(selector) + 4 else { return nil }
    return window.number(at: payload.lowerBound + UInt64(selector), count: 4)
      .map { FourCC(UInt32(truncatingIfNeeded: $0)) }
  }

  /// Where the boxes of an atom begin whose table has to be read to know it.
  private mutating func variableStart(
    _ index: NodeIndex, in top: Int, _ window: inout ByteWindow
  ) -> UInt64? {
    let node = builder[index]
    guard let program = builder.program(of: node) else { return nil }
    let length = Int(node.size) - Int(node.headerSize)
    let context = ScanContext(
      handler: stack[top].handler, version: stack[top].version,
      isQuickTime: isQuickTime ?? true)
    // Most begin within a few bytes; text and tables of any length can put them farther away, and
    // then the short look has no answer.
    return boxesStart(program, node.payloadStart, length, 512, context, &window)
      ?? (length > 512
        ? boxesStart(
          program, node.payloadStart, length, ByteWindow.maximumCount, context, &window) : nil)
  }

  /// Where boxes begin in the `length` bytes of payload at `payload`, when `limit` of them decide it.
  private mutating func boxesStart(
    _ program: Program, _ payload: UInt64, _ length: Int, _ limit: Int, _ context: ScanContext,
    _ window: inout ByteWindow
  ) -> UInt64? {
    let bytes = window.peek(at: Int(payload), count: min(length, limit))
    var cursor = ByteCursor(bytes)
    return walker.boxesStart(
      program, &cursor, context: context, unseen: max(0, length - bytes.byteCount) &* 8
    ).map { payload + UInt64($0 / 8) }
  }

  /// What is known of other boxes while scanning.
  private struct ScanContext: ContextSource {
    let handler: FourCC?
    let version: UInt64?
    let isQuickTime: Bool

    func value(of key: ContextKey) -> UInt64? {
      switch key {
      case .handler: handler.map { UInt64($0.rawValue) }
      case .stsdVersion: version
      case .brandIsQuickTime: isQuickTime ? 1 : 0
      default: nil
      }
    }
  }

  // MARK: Handlers

  /// Remembers the handler that an `hdlr` names for the box around it.
  private mutating func noteHandler(of index: NodeIndex, in top: Int, _ window: inout ByteWindow) {
    let parent = stack[top].type
    guard parent == .mdia || parent == .meta else { return }
    if let handler = handler(at: builder[index].payloadStart, &window) {
      stack[top].handler = handler
    }
  }

  /// `handler_type` of the `hdlr` with this payload. Tables read nodes of a finished tree, so what
  /// decides how children are scanned is read where its table says that it lies.
  private func handler(at payload: UInt64, _ window: inout ByteWindow) -> FourCC? {
    guard let place = Self.handlerPlace else { return nil }
    return window.number(at: payload + UInt64(place.lowerBound), count: place.count)
      .map { FourCC(UInt32(truncatingIfNeeded: $0)) }
  }

  /// Where `handler_type` lies in the payload of an `hdlr`, in bytes.
  private static let handlerPlace = Catalogue.atoms.program(for: .hdlr, in: .mdia)?
    .bytes(of: .handler_type, in: HandlerReference.self)

  /// The handler of a media whose `hdlr` comes after the sample descriptions.
  private func laterHandler(_ window: inout ByteWindow) -> FourCC? {
    guard let media = stack.lastIndex(where: { $0.type == .mdia }), media + 1 < stack.count
    else { return nil }
    var position = stack[media + 1].end
    for _ in 0..<64 {
      guard position + 16 <= stack[media].end else { return nil }
      guard let size = window.number(at: position, count: 4), size >= 8,
        let type = window.number(at: position + 4, count: 4)
      else { return nil }
      if type == UInt64(FourCC.hdlr.rawValue) { return handler(at: position + 8, &window) }
      position += size
    }
    return nil
  }

  // MARK: What is not an atom

  /// Makes the rest of frame `top` a raw node, because of what is found in as many bytes.
  private mutating func rest(
    of top: Int, _ source: UInt16, _ depth: UInt16, _ window: inout ByteWindow,
    because finding: (_ length: UInt64) -> Finding
  ) {
    let start = stack[top].position
    let count = stack[top].end - start
    let finding = finding(count)
    if finding.kind == .headerTruncated, count < 8, isZero(start, Int(count), &window) {
      padding(top, source, depth, count)
      return
    }
    let extent = Extent(byteOffset: Int(start), byteCount: Int(count))
    let isConsequence = stack[top].problem >= 0 && finding.kind == .headerTruncated
    let problem = note(
      Diagnostic(finding, node: builder.end, extent: extent))
    if isConsequence, problem >= 0 { builder.problems.fold(problem, under: stack[top].problem) }
    builder.appendRaw(start..<start + count, source: source, depth: depth, marks: [.raw, .faulty])
    stack[top].position = stack[top].end
  }

  /// Zeros where an atom could begin: the terminator of a list (QTFF, User Data Atoms), or filling.
  private mutating func zeros(
    of top: Int, _ source: UInt16, _ depth: UInt16, _ window: inout ByteWindow
  ) {
    let start = stack[top].position
    let left = stack[top].end - start
    // Nothing says how far zeros go on; look at as many as one window holds.
    let count = window.zeros(at: start, limit: Int(min(left, 4_096)))
    if UInt64(count) == left {
      padding(top, source, depth, left)
    } else if count >= 4, stack[top].node != nil {
      // Whole words: zeros at the end may be those of the next size.
      padding(top, source, depth, UInt64(count & ~3))
    } else if stack[top].node == nil, let end = endOfGap(top, source, &window) {
      note(
        Diagnostic(
          .notAnAtomRecovered(length: end - start), node: builder.end,
          extent: Extent(byteOffset: Int(start), byteCount: Int(end - start))))
      padding(top, source, depth, end - start)
      if let last = builder.last { builder[last].marks.insert(.faulty) }
    } else {
      rest(of: top, source, depth, &window) { .notAnAtom(length: $0) }
    }
  }

  /// Where a gap of zeros at the top of a source ends, when atoms that may stand there tile the rest
  /// of it exactly; `nil` when the gap is longer than anybody leaves one.
  private func endOfGap(
    _ top: Int, _ source: UInt16, _ window: inout ByteWindow
  ) -> UInt64? {
    let frame = stack[top]
    let limit = frame.position + min(frame.end - frame.position, Self.longestGap)
    var end = frame.position
    while end < limit {
      let piece = min(limit - end, UInt64(ByteWindow.maximumCount))
      let count = UInt64(window.zeros(at: end, limit: Int(piece)))
      end += count
      if count < piece { break }
    }
    guard end < limit else { return nil }
    // The last zeros may be those of the next size.
    for taken in 0...3 where end >= frame.position + 4 + UInt64(taken) {
      if isTiled(from: end - UInt64(taken), frame, source) { return end - UInt64(taken) }
    }
    return nil
  }

  /// Makes what stands behind the terminator of a `wave` a raw node (QTFF, Terminator Atom): old
  /// encoders left bytes there. Zeros are filling, and atoms that tile the rest are atoms after all.
  private mutating func terminated(
    _ top: Int, _ source: UInt16, _ depth: UInt16, _ window: inout ByteWindow
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
  private static let longestGap: UInt64 = 1 << 20

  private mutating func padding(
    _ top: Int, _ source: UInt16, _ depth: UInt16, _ count: UInt64
  ) {
    let start = stack[top].position
    builder.appendRaw(start..<start + count, source: source, depth: depth, marks: .padding)
    stack[top].position = start + count
  }

  private func isZero(_ start: UInt64, _ count: Int, _ window: inout ByteWindow) -> Bool {
    window.zeros(at: start, limit: count) == count
  }

  /// Ends the scan because there are too many nodes; what is left in each open box is raw.
  private mutating func full(_ top: Int, _ source: UInt16, _ depth: UInt16) {
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
  private mutating func recover(
    _ type: FourCC, _ size: UInt64, _ headerSize: UInt64, in top: Int, _ depth: UInt16
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
    let line = isKnown ? lookUp(type, frame.type, frame.handler, nil) : CacheLine()
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
  private mutating func overrun(
    _ top: Int, _ start: UInt64, _ size: UInt64, _ headerSize: UInt64, declaredEnd: UInt64,
    _ type: FourCC, _ source: UInt16, _ window: inout ByteWindow, end: inout UInt64
  ) -> Int {
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
    let follows = frame.problem >= 0 && declaredEnd <= frame.declaredEnd
    if !follows,
      let used = provenEnd(start, headerSize, type, frame, source)
    {
      end = used
      diagnostic.kind = .atomExceedsParentRecovered
      diagnostic.extent = Extent(byteOffset: Int(start), byteCount: Int(used - start))
      return note(diagnostic)
    }
    let problem = note(diagnostic)
    if follows, problem >= 0 { builder.problems.fold(problem, under: frame.problem) }
    return problem
  }

  /// The end of an atom that its own table proves: all counts are read and lie within the parent,
  /// and from there the rest of the parent is tiled exactly by atoms that may stand in it.
  private mutating func provenEnd(
    _ start: UInt64, _ headerSize: UInt64, _ type: FourCC, _ frame: Frame, _ source: UInt16
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
  private func isTiled(from start: UInt64, _ frame: Frame, _ source: UInt16) -> Bool {
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
  private mutating func note(_ diagnostic: Diagnostic) -> Int {
    builder.note(diagnostic)
  }

  // MARK: Bytes of other formats

  /// Has the ID3v2 tags scanned that an `ID32` holds (ID3v2 in MP4), or an event message of a scheme
  /// that says so.
  private mutating func embed(_ index: NodeIndex, _ window: inout ByteWindow) {
    let node = builder[index]
    guard let embedded, let program = builder.program(of: node), builder.count < limits.nodes,
      Int(node.depth) + 1 < limits.depth,
      let start = tagsStart(in: node, program, &window), start < node.end
    else { return }
    _ = embedded(
      EmbeddedBytes(
        .tags, range: start..<node.end, source: node.source, depth: node.depth + 1), builder)
    builder.close(index)
  }

  /// Where the tags begin that the atom `node` holds.
  private mutating func tagsStart(
    in node: Node, _ program: Program, _ window: inout ByteWindow
  ) -> UInt64? {
    let count = min(Int(node.size) - Int(node.headerSize), 4_096)
    let bytes = window.peek(at: Int(node.payloadStart), count: count)
    var cursor = ByteCursor(bytes)
    var sink = TagPlace()
    walker.walk(program, &cursor, context: NoContext(), into: &sink)
    guard let start = sink.start, node.type == .id32 || sink.isTagScheme else { return nil }
    return node.payloadStart + UInt64(start)
  }

  /// Remembers where the payload of an `ID32` or of an event message begins, and whether its scheme is
  /// one for tags.
  private struct TagPlace: FieldSink {
    var start: Int?
    var isTagScheme = false

    mutating func field(_ field: borrowing FieldReading) {
      if field.is(.ID3v2data, in: TagBox.self) || field.is(.message_data, in: EventMessage.self) {
        start = field.extent.byteOffset
      } else if field.is(.scheme_id_uri, in: EventMessage.self) {
        var text = ByteWriter()
        text.put(text: field.contentBytes, encoding: .utf8, style: .name)
        isTagScheme = Self.schemes.contains(text.string)
      }
    }

    mutating func table(_ table: borrowing TableReading) {}

    private static let schemes: Set<String> = [
      "https://aomedia.org/emsg/ID3", "https://developer.apple.com/streaming/emsg-id3",
      "www.nielsen.com:id3:v1",
    ]
  }

  // MARK: Derived bytes

  /// Inflates a compressed movie and scans what comes out (QTFF, Compressed Movie Resources).
  private mutating func inflateMovie(_ index: NodeIndex) {
    let node = builder[index]
    var inflations = 0
    var outer = node.source
    while outer != 0 {
      inflations += 1
      outer = builder.sources[Int(outer)].outer
    }
    guard inflations < Self.deepestInflation, Int(node.depth) + 1 < limits.depth else {
      note(
        Diagnostic(
          .inflateNested(limit: UInt64(Self.deepestInflation)), node: index, extent: node.extent))
      return
    }
    let file = builder.sources[Int(node.source)].bytes
    let bytes = file.bytes
    let payload = node.payload
    guard payload.byteEnd <= bytes.byteCount,
      let size = builder.program(of: node)?.bytes(of: .uncompressed_size, in: CompressedMovie.self),
      payload.byteCount > size.upperBound,
      let declared = bytes.bigEndian(
        at: payload.byteOffset + size.lowerBound, count: size.count)
    else { return }
    let limit = min(
      limits.inflatedPayload, max(0, limits.inflated - builder.inflated), Int(clamping: declared))
    let (derived, result) = ByteSource.inflating(
      bytes.extracting(payload.byteOffset + size.upperBound..<payload.byteEnd), format: .zlib,
      limit: limit, memory: builder.memory)
    builder.inflated += derived.byteCount
    if !result.isComplete || derived.byteCount != Int(clamping: declared) {
      note(
        Diagnostic(
          result.isLimited && limit < Int(clamping: declared)
            ? .inflateLimit(expected: declared, found: UInt64(derived.byteCount))
            : .inflateFailed(expected: declared, found: UInt64(derived.byteCount)), node: index,
          extent: payload))
    }
    guard derived.byteCount > 0,
      let source = builder.add(source: derived, from: index, kind: .zlib)
    else { return }
    scan(source: source, in: index, depth: node.depth + 1)
  }

  /// How many compressed movies may lie one in the other.
  private static let deepestInflation = 4
}

extension Diagnostic.Kind {
  static let fileTruncated = Self(
    "file-truncated", .error,
    "needs {needed} bytes, the file ends after {left}: {missing} bytes are missing")
  static let atomExceedsParent = Self(
    "atom-exceeds-parent", .error,
    "size is {claimed} (0x{claimed:x}) but its parent '{parent}' ends at 0x{end:x}: at most {left} bytes fit",
    action: "read to the end of the parent")
  static let atomExceedsParentRecovered = Self(
    "atom-exceeds-parent", .error,
    "size is {claimed} (0x{claimed:x}) but its parent '{parent}' ends at 0x{end:x}: at most {left} bytes fit",
    action:
      "read as {size} bytes: its fields need no more, and from there atoms tile '{parent}' exactly")
  static let atomSizeInvalid = Self(
    "atom-size-invalid", .error, "size is {claimed}, less than the header of an atom",
    action: "the rest of what it stands in, {left} bytes, is listed as raw")
  static let atomSizeWrong = Self(
    "atom-size-invalid", .error,
    "size is {claimed}, and another atom begins at 0x{next:x}",
    action: "read as {length} bytes, up to there")
  static let notAnAtomBefore = Self(
    "not-an-atom", .error, "no atom begins here",
    action: "{length} bytes are listed as raw, up to the next atom at 0x{next:x}")
  static let atomSizeZero = Self(
    "atom-size-zero", .warning, "size is 0, which is for the last atom of a file",
    action: "read to the end of its parent")
  static let headerTruncated = Self(
    "atom-header-truncated", .error, "{left} bytes are left, too few for an atom",
    action: "listed as raw")
  static let notAnAtom = Self(
    "not-an-atom", .error, "zeros where an atom should begin, then other bytes",
    action: "{length} bytes are listed as raw")
  static let behindTerminator = Self(
    "terminator-not-last", .note, "{length} bytes stand behind the terminator of the list",
    action: "listed as raw")
  static let notAnAtomRecovered = Self(
    "not-an-atom", .error, "{length} zeros where an atom should begin",
    action: "passed over: from there atoms tile the file exactly")
  static let extendedTypeTruncated = Self(
    "atom-header-truncated", .error,
    "{left} bytes are left for the extended type of a 'uuid', too few",
    expected: "16 bytes that say what it is", action: "its bytes are listed as they are")
  static let inflateNested = Self(
    "inflate-nested", .warning, "compressed movies are nested deeper than {limit}",
    action: "not inflated")
  static let depthLimit = Self(
    "depth-limit", .warning, "atoms are nested {limit} deep and deeper",
    action: "what lies deeper is listed as raw (--max-depth)")
  static let nodeLimit = Self(
    "node-limit", .warning, "more than {limit} atoms",
    action: "the rest is listed as raw (--max-nodes)")
  static let trackLimit = Self(
    "track-limit", .warning, "has {count} tracks, and reports look into {limit}",
    action: "the rest are listed as atoms")
  static let memoryExhausted = Self(
    "memory-exhausted", .error, "there is no memory for more than {limit} atoms",
    action: "the rest is listed as raw")
}

/// What each of these kinds says, under its names.
extension Finding {
  static func fileTruncated(needed: UInt64, left: UInt64, missing: UInt64) -> Self {
    Self(.fileTruncated, .needed(needed), .left(left), .missing(missing))
  }
  static func atomExceedsParent(claimed: UInt64, end: UInt64, left: UInt64) -> Self {
    Self(.atomExceedsParent, .claimed(claimed), .end(end), .left(left))
  }
  static func atomExceedsParentRecovered(claimed: UInt64, end: UInt64, left: UInt64) -> Self {
    Self(.atomExceedsParentRecovered, .claimed(claimed), .end(end), .left(left))
  }
  static func atomSizeInvalid(claimed: UInt64, left: UInt64) -> Self {
    Self(.atomSizeInvalid, .claimed(claimed), .left(left))
  }
  static func atomSizeWrong(claimed: UInt64, next: UInt64, length: UInt64) -> Self {
    Self(.atomSizeWrong, .claimed(claimed), .next(next), .length(length))
  }
  static func notAnAtomBefore(length: UInt64, next: UInt64) -> Self {
    Self(.notAnAtomBefore, .length(length), .next(next))
  }
  static func headerTruncated(left: UInt64) -> Self {
    Self(.headerTruncated, .left(left))
  }
  static func notAnAtom(length: UInt64) -> Self {
    Self(.notAnAtom, .length(length))
  }
  static func behindTerminator(length: UInt64) -> Self {
    Self(.behindTerminator, .length(length))
  }
  static func notAnAtomRecovered(length: UInt64) -> Self {
    Self(.notAnAtomRecovered, .length(length))
  }
  static func extendedTypeTruncated(left: UInt64) -> Self {
    Self(.extendedTypeTruncated, .left(left))
  }
  static func inflateNested(limit: UInt64) -> Self {
    Self(.inflateNested, .limit(limit))
  }
  static func depthLimit(limit: UInt64) -> Self {
    Self(.depthLimit, .limit(limit))
  }
  static func nodeLimit(limit: UInt64) -> Self {
    Self(.nodeLimit, .limit(limit))
  }
  static func memoryExhausted(limit: UInt64) -> Self {
    Self(.memoryExhausted, .limit(limit))
  }
}

extension FourCC {
  // Types that the scanner compares with for each atom: numbers, so that nothing is built.
  static let cmvd = FourCC(0x636D_7664)
  static let emsg = FourCC(0x656D_7367)
  static let id32 = FourCC(0x4944_3332)
  static let ftyp = FourCC(0x6674_7970)
  static let hdlr = FourCC(0x6864_6C72)
  static let mdia = FourCC(0x6D64_6961)
  static let meta = FourCC(0x6D65_7461)
  static let stsd = FourCC(0x7374_7364)
  static let styp = FourCC(0x7374_7970)
  static let trak = FourCC(0x7472_616B)
  static let udta = FourCC(0x7564_7461)
  static let wave = FourCC(0x7761_7665)
  static let quickTime = FourCC(0x7174_2020)
}

/// What the brands of a file say.
enum Brands {
  /// Whether the file is QuickTime: its `ftyp` says so, or it has none.
  static func isQuickTime(_ tree: Tree) -> Bool {
    for index in tree.children(of: nil) where tree[index].type == .ftyp {
      let node = tree[index]
      return majorBrand(of: node, by: tree.program(of: node), in: tree.file) == .quickTime
    }
    return true
  }

  /// Where the major brand lies in the payload of an `ftyp` with this table, in bytes.
  static func majorPlace(by program: Program?) -> Range<Int>? {
    program?.bytes(of: .major_brand, in: FileType.self)
  }

  /// The major brand of the `ftyp` that `node` is, also while the tree is being made.
  static func majorBrand(of node: Node, by program: Program?, in file: ByteSource) -> FourCC? {
    guard let place = majorPlace(by: program) else { return nil }
    return file.bytes.bigEndian(
      at: Int(node.payloadStart) + place.lowerBound, count: place.count
    ).map { FourCC(UInt32(truncatingIfNeeded: $0)) }
  }
}

extension ByteWindow {
  /// The big-endian number in the `count` bytes, 1...8, at `offset`, or `nil` past the end.
  fileprivate mutating func number(at offset: UInt64, count: Int) -> UInt64? {
    let bytes = peek(at: Int(offset), count: count)
    return bytes.bigEndian(at: 0, count: count)
  }

  /// The number of zero bytes from `offset` on, at most `limit`.
  fileprivate mutating func zeros(at offset: UInt64, limit: Int) -> Int {
    let bytes = peek(at: Int(offset), count: limit)
    var count = 0
    while count < bytes.byteCount, bytes.byte(at: count) == 0 { count += 1 }
    return count
  }
}
