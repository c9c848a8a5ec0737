import ByteReading
import MediaFacts
package import Structure

/// Finds atoms and appends a node for each to a tree, without reading their fields.
///
/// An atom begins with a 32-bit size and a type (14496-12 §4.2.2); sizes are claims: each is held
/// against what it stands in, and what cannot be read as atoms becomes a raw node, so that leaves
/// tile the source whatever it holds. No recursion: an explicit stack as deep as the limit allows.
///
/// - Complexity: O(*n*) in the number of atoms; payload is not touched.
package struct AtomScanner: ~Copyable {
  let builder: TreeBuilder
  let limits: Limits
  let catalogue: Catalogue
  /// Items whose data get nodes.
  var items = OpenedItems()
  /// Scans bytes of other formats.
  let embedded: EmbeddedBytes.Scan?
  var walker = Walker()
  var stack: [Frame] = []
  var cache: [CacheLine]
  /// The first entries that were chosen, and the numbers in the tree of their tables.
  var choices: [(table: Int, code: FourCC?, number: UInt16)] = []
  /// Whether there are as many nodes as there may be, and the rest is listed as raw bytes.
  var hasEnded = false
  var hasReachedDepth = false
  /// How often it may still be looked at the end of the file for what a camera left there.
  var trailerLooks = 16
  /// What the first `ftyp` at the top of the file says; `nil` until there is one.
  var isQuickTime: Bool?

  /// A box whose children are being scanned.
  struct Frame {
    /// Its node, `nil` for the source itself.
    let node: NodeIndex?
    var type: FourCC
    /// Where the next child begins.
    var position: UInt64
    let end: UInt64
    /// Where it says it ends, when that is past `end`.
    let declaredEnd: UInt64
    /// The problem that names its own size, by its place among those that are kept.
    let problem: Int?
    var handler: FourCC?
    /// The version of the sample description box around, if there is one.
    var version: UInt64?
  }

  /// What was looked up for a type in a place.
  struct CacheLine {
    var type: FourCC = FourCC(0)
    var parent: FourCC = FourCC(0)
    var handler: UInt32 = 0
    var table: UInt16 = Node.noTable
    var childStart = Program.ChildStart.none
    /// The number in the catalogue of a table whose payload chooses among entries, and where in it;
    /// -1 for none.
    var choosing = -1
    var selector = 0
    /// Whether its payload is of another format.
    var isEmbedding = false
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

  /// Scans all bytes of a source; its atoms stand in node `parent`. Of bytes that a limit cut off, `cut` has how many
  /// there would be, and the problem that says so: what would fit into these follows from it.
  mutating func scan(
    source: UInt16, in parent: NodeIndex?, depth: UInt16, cut: (byteCount: UInt64, problem: Int)? = nil
  ) {
    let bytes = builder.sources[Int(source)].bytes
    var window = ByteWindow(bytes)
    let base = stack.count
    let end = UInt64(bytes.byteCount)
    stack.append(
      Frame(
        node: nil, type: Catalogue.file, position: 0, end: end, declaredEnd: cut?.byteCount ?? end,
        problem: cut?.problem))
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

  mutating func close(_ node: NodeIndex, at end: UInt64) {
    builder.close(node)
    if let last = stack.indices.last { stack[last].position = end }
  }

  // MARK: Runs of simple atoms

  /// Appends the atoms at the position of frame `top` for as long as each has a 32-bit size that
  /// fits, a type that was met here before, and no others in it.
  ///
  /// Most atoms of a file that has many are such; ``atom(in:_:_:_:)`` reads all others.
  mutating func leaves(
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
        line.childStart == .none, line.choosing < 0, !line.isEmbedding,
        items.isEmpty || type != .infe && !items.opensPictures
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
  static func slot(_ type: FourCC, _ parent: FourCC, _ handler: UInt32) -> Int {
    let mixed =
      (type.rawValue &* 0x9E37_79B1) ^ (parent.rawValue &* 0x85EB_CA6B)
      ^ (handler &* 0xC2B2_AE35)
    return Int(mixed &>> 26)
  }

  // MARK: One atom

  /// Reads the header at the position of frame `top` and appends a node.
  mutating func atom(
    in top: Int, _ source: UInt16, _ depth: UInt16, _ window: inout ByteWindow
  ) {
    let frame = stack[top]
    let start = frame.position
    let left = frame.end - start
    if source == 0, isMissing(at: top, depth, window) { return }
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
    // No type begins with a zero.
    if frame.node == nil, source == 0, trailerLooks > 0, type != .uuid,
      type.rawValue &>> 24 == 0 || lookUp(type, in: frame.type, handler: nil, extended: nil).table == Node.noTable,
      trailer(in: top, depth, window)
    {
      return
    }
    guard isComplete else {
      rest(of: top, source, depth, &window) { .headerTruncated(left: $0) }
      return
    }
    var marks: Node.Marks = []
    var end = start
    var problem: Int?
    let (declaredEnd, overflow) = start.addingReportingOverflow(size)
    if frame.node == nil, source == 0, size < headerSize || overflow || declaredEnd > frame.end,
      recover(type, size: size, headerSize: headerSize, in: top, depth: depth)
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
      // Zeros end the atoms of a description in QuickTime; ffmpeg writes them for Avid, and goes on behind them.
      if type.rawValue &>> 24 == 0, top > 0, stack[top - 1].type == .stsd, isTiled(from: start + 4, frame, source) {
        padding(top, source: source, depth: depth, count: 4)
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
        top, start: start, size: size, headerSize: headerSize,
        declaredEnd: overflow ? .max : declaredEnd, type, source: source, &window, end: &end)
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
      if let problem, let short { builder.problems.fold(short, under: problem) }
      problem = problem ?? short
    }
    var line = lookUp(type, in: frame.type, handler: frame.handler, extended: extended)
    if line.choosing >= 0 {
      let payload = start + headerSize
      line.table = choose(line, payload..<max(payload, end), &window)
    }
    var node = Node(
      start: start, size: end - start, type: type, table: line.table, depth: depth, source: source,
      headerSize: UInt8(headerSize), marks: marks)
    if problem != nil { node.marks.insert(.faulty) }
    guard let index = builder.append(node) else {
      full(top, source, depth)
      return
    }
    stack[top].position = end
    if type == .hdlr { noteHandler(of: index, in: top, &window) }
    if type.rawValue == 0, frame.type == .wave {
      terminated(top, source: source, depth: depth, &window)
    }
    if type == .ftyp, isQuickTime == nil, frame.node == nil, source == 0 {
      isQuickTime = Brands.majorPlace(by: builder.program(of: node)).flatMap {
        window.number(at: node.payloadStart + UInt64($0.lowerBound), count: $0.count)
      }.map { $0 == UInt64(FourCC.quickTime.rawValue) }
    }
    descend(
      index, line: line,
      frame: Frame(
        node: index, type: type, position: end, end: end,
        declaredEnd: overflow ? .max : max(end, declaredEnd), problem: problem,
        handler: frame.handler, version: frame.version),
      in: top, window: &window)
  }

  /// Whether the header at the position of frame `top` is not there yet, of a file that is fetched in
  /// parts: then all that is behind it in the atom at the top is wanted, and the rest stays one leaf.
  mutating func isMissing(at top: Int, _ depth: UInt16, _ window: borrowing ByteWindow) -> Bool {
    let frame = stack[top]
    let header = Int(frame.position)..<Int(min(frame.end, frame.position &+ 32))
    guard window.isMissing(header) else { return false }
    // Frame 0 is the file; the next is the atom at the top.
    if top > 0, let node = stack[1].node {
      window.want(Int(builder[node].start)..<Int(max(builder[node].start, stack[1].end)))
    } else {
      window.want(header)
    }
    builder.appendRaw(
      frame.position..<frame.end, source: 0, depth: depth, marks: [.raw])
    stack[top].position = frame.end
    return true
  }

  /// Goes into the atom at `index` when it holds others.
  mutating func descend(
    _ index: NodeIndex, line: CacheLine, frame: Frame, in top: Int, window: inout ByteWindow
  ) {
    let node = builder[index]
    var frame = frame
    let payload = node.payloadStart
    switch line.childStart {
    case .none:
      if node.type == .cmvd { inflateMovie(index) }
      if node.type == .id32 || node.type == .emsg { embed(index, &window) }
      if line.isEmbedding { embedValues(index, &window) }
      // What no table describes may still say what it is.
      if node.type == .uuid, line.table == Node.noTable { embedList(in: index) }
      if node.type == .infe { openItem(index, &window) }
      if let embedded, items.opensPictures, OpenedItems.holdsPicture(node.type, in: stack[top].type) {
        builder.embed(anyOf: Picture.opened, in: index, by: embedded, &walker)
      }
      return
    case .constant(let offset):
      let (position, overflow) = payload.addingReportingOverflow(UInt64(offset))
      guard !overflow, position < node.end else { return }
      frame.position = position
    case .variable:
      guard let position = variableStart(index, in: top, &window), position < node.end else {
        // Instead of atoms it may hold values.
        if line.isEmbedding { embedValues(index, &window) }
        return
      }
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
    // A whole file stands in it.
    if node.type == "mpvd" { frame.type = Catalogue.file }
    stack.append(frame)
  }

  /// What the tables say of a type in a place.
  mutating func lookUp(
    _ type: FourCC, in parent: FourCC, handler: FourCC?, extended: Catalogue.ExtendedType?
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
        let program = catalogue.program(table)
        found.childStart = program?.childStart ?? .none
        found.isEmbedding = program?.isEmbedding ?? false
      }
    }
    if extended == nil { cache[slot] = found }
    return found
  }

  /// The number in the tree of a table with the entry that `payload` chooses.
  mutating func choose(
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
  func entryCode(
    _ selector: Int, _ payload: Range<UInt64>, _ window: inout ByteWindow
  ) -> FourCC? {
    guard payload.upperBound - payload.lowerBound >= UInt64(selector) + 4 else { return nil }
    return window.number(at: payload.lowerBound + UInt64(selector), count: 4)
      .map { FourCC(UInt32(truncatingIfNeeded: $0)) }
  }

  /// Where the boxes of an atom begin whose table has to be read to know it.
  mutating func variableStart(
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
    return boxesStart(
      program, payload: node.payloadStart, length: length, limit: 512, context, &window)
      ?? (length > 512
        ? boxesStart(
          program, payload: node.payloadStart, length: length, limit: ByteWindow.maximumCount,
          context, &window) : nil)
  }

  /// Where boxes begin in the `length` bytes of payload at `payload`, when `limit` of them decide it.
  mutating func boxesStart(
    _ program: Program, payload: UInt64, length: Int, limit: Int, _ context: ScanContext,
    _ window: inout ByteWindow
  ) -> UInt64? {
    let bytes = window.peek(at: Int(payload), count: min(length, limit))
    var cursor = ByteCursor(bytes)
    return walker.boxesStart(
      program, &cursor, context: context, unseen: max(0, length - bytes.byteCount) &* 8
    ).map { payload + UInt64($0 / 8) }
  }

  /// What is known of other boxes while scanning.
  struct ScanContext: ContextSource {
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
  mutating func noteHandler(of index: NodeIndex, in top: Int, _ window: inout ByteWindow) {
    let parent = stack[top].type
    guard parent == .mdia || parent == .meta else { return }
    if let handler = handler(at: builder[index].payloadStart, &window) {
      stack[top].handler = handler
    }
  }

  /// `handler_type` of the `hdlr` with this payload. Tables read nodes of a finished tree, so what
  /// decides how children are scanned is read where its table says that it lies.
  func handler(at payload: UInt64, _ window: inout ByteWindow) -> FourCC? {
    guard let place = Self.handlerPlace else { return nil }
    return window.number(at: payload + UInt64(place.lowerBound), count: place.count)
      .map { FourCC(UInt32(truncatingIfNeeded: $0)) }
  }

  /// Where `handler_type` lies in the payload of an `hdlr`, in bytes.
  static let handlerPlace = Catalogue.atoms.program(for: .hdlr, in: .mdia)?
    .bytes(of: .handler_type, in: HandlerReference.self)

  /// The handler of a media whose `hdlr` comes after the sample descriptions.
  func laterHandler(_ window: inout ByteWindow) -> FourCC? {
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

}

extension ByteWindow {
  /// The big-endian number in the `count` bytes, 1...8, at `offset`, or `nil` past the end.
  mutating func number(at offset: UInt64, count: Int) -> UInt64? {
    let bytes = peek(at: Int(offset), count: count)
    return bytes.bigEndian(at: 0, count: count)
  }

  /// The number of zero bytes from `offset` on, at most `limit`.
  mutating func zeros(at offset: UInt64, limit: Int) -> Int {
    let bytes = peek(at: Int(offset), count: limit)
    var count = 0
    while count < bytes.byteCount, bytes.byte(at: count) == 0 { count += 1 }
    return count
  }
}
