import ByteReading
import MediaFacts
package import Structure

/// Finds ID3v2 tags and their frames and appends a node for each to a tree, without reading fields.
///
/// Sizes are claims: each is held against what it stands in, and what cannot be read as frames
/// becomes a raw node, so that leaves tile the tag whatever it holds. No recursion: an explicit stack
/// as deep as the limit allows.
///
/// - Complexity: O(*n*) in the number of frames; the payload of plain frames is not touched.
package struct TagScanner: ~Copyable {
  let builder: TreeBuilder
  let embedded: EmbeddedBytes.Scan?
  /// `PIC`.
  private static let oldPicture = FourCC(0x50_4943)
  /// `CDM`.
  private static let compressedFrames = FourCC(0x43_444D)
  /// Whether pictures in frames get a node of their own, although they are fields.
  package var opensPictures = false
  private var stack: [Level] = []
  private var cache = [CacheLine](repeating: CacheLine(), count: 64)
  private var walker = Walker()
  private var hasReachedDepth = false
  /// The source of the tag where it says that its frames are un-synchronised, each by itself; `nil` where it does not.
  var unsynchronised: UInt16?
  /// Whether it was said of this tag that its sizes are those of another version.
  private var hasToldSizes = false
  /// Whether it was said of this tag that its identifiers are those of version 2.
  private var hasToldIdentifiers = false
  /// Whether it was said of this tag that it is not un-synchronised although it says so.
  var hasReportedAbsent = false

  /// A tag, or a frame with others in it, that is being scanned.
  private struct Level {
    /// Its node.
    let node: NodeIndex
    /// Where the next frame begins.
    var position: UInt64
    let end: UInt64
    let source: UInt16
    let depth: UInt16
    /// How many compressed frames are around it.
    var inflations = 0
  }

  /// What was looked up for a type.
  private struct CacheLine {
    var type = FourCC(0)
    var layout = FrameLayout.version2
    var table = Node.noTable
    var childStart = Program.ChildStart.none
    var isEmbedding = false
  }

  /// - Parameter embedded: Called for what is between tags, which is raw without it, and for other formats in
  ///   frames.
  package init(_ builder: TreeBuilder, embedded: EmbeddedBytes.Scan? = nil) {
    self.builder = builder
    self.embedded = embedded
  }

  // MARK: Tags

  /// Whether a tag begins at `start`: its identifier, versions below 255 and a size of four groups of
  /// seven bits; or a size of another kind, a version that is known and a frame.
  package static func isTag(_ bytes: RawSpan, at start: Int = 0) -> Bool {
    guard start >= 0, bytes.bigEndian(at: start, count: 3) == 0x49_4433,
      let version = bytes.bigEndian(at: start + 3, count: 2),
      let size = bytes.bigEndian(at: start + 6, count: 4)
    else { return false }
    guard version &>> 8 < 0xFF, version & 0xFF < 0xFF else { return false }
    if size & 0x8080_8080 == 0 { return true }
    // Three bytes that are found anywhere are no tag yet.
    guard let layout = FrameLayout(version: UInt8(truncatingIfNeeded: version &>> 8)),
      let flags = bytes.byte(at: start + 5), flags & 0x0F == 0,
      let first = bytes.bigEndian(at: start + 10, count: 4)
    else { return false }
    let code = UInt32(truncatingIfNeeded: first)
    return layout == .version2
      ? FourCC(code &>> 8).isThreeCharacters
      : FourCC(frame: code) != nil || FourCC(code).isAlphanumeric
  }

  /// Scans the tag that begins at `range.lowerBound` in source `source` and ends at
  /// `range.upperBound` or before; its node has `depth` nodes around it.
  ///
  /// - Parameter limit: Where a tag that does not fit into the range ends, if that is before its end.
  /// - Returns: Where the tag ends, or `nil` when there is none.
  package mutating func scanTag(
    in range: Range<UInt64>, orUpTo limit: UInt64 = .max, source: UInt16 = 0, depth: UInt16 = 0
  ) -> UInt64? {
    var window = ByteWindow(builder.sources[Int(source)].bytes)
    let start = range.lowerBound
    guard var header = TagHeader(at: start, in: range, &window) else { return nil }
    settle(&header, in: range, source: source)
    var marks: Node.Marks = .named
    let catalogue = header.isPlain ? Catalogue.tagsPlain : Catalogue.tags
    let isClamped = header.end > range.upperBound
    let end = isClamped ? max(start, min(limit, range.upperBound)) : header.end
    if isClamped {
      marks.formUnion([.clamped, .faulty])
      builder.note(
        Diagnostic(
          .tagTruncated(needed: header.end - start, left: end - start, missing: header.end - end),
          node: builder.end,
          extent: Extent(byteOffset: Int(start), byteCount: Int(end - start))))
    }
    if header.isPlain || header.hasEighthBits {
      builder.note(
        Diagnostic(
          header.isPlain
            ? .tagSizePlain(found: header.size, otherwise: header.sizes.syncsafe)
            : .tagSizeHighBits(otherwise: header.sizes.plain, found: header.size), node: builder.end,
          extent: Extent(byteOffset: Int(start) + 6, byteCount: 4)))
    }
    let type = FourCC(0x4944_3300 | UInt32(header.version))
    let table = catalogue.table(
      for: type, in: Catalogue.file, handler: nil, extendedType: nil)
    let node = Node(
      start: start, size: end - start, type: type,
      table: table.map { builder.add(table: $0, of: catalogue) } ?? Node.noTable, depth: depth,
      source: source, headerSize: 10, marks: marks)
    guard let index = builder.append(node) else {
      full(start..<end, source, depth)
      return end
    }
    contents(of: index, header, end, &window)
    builder.close(index)
    return end
  }

  /// Scans what stands in the tag at `index`.
  private mutating func contents(
    of index: NodeIndex, _ header: TagHeader, _ end: UInt64, _ window: inout ByteWindow
  ) {
    let node = builder[index]
    let contentEnd = min(header.contentEnd, end)
    guard let layout = FrameLayout(version: header.version), !header.isCompressed else {
      builder.note(
        Diagnostic(
          header.isCompressed
            ? Finding(.tagCompressed) : .tagVersionUnknown(found: UInt64(header.version)),
          node: index,
          extent: Extent(byteOffset: Int(node.start) + 3, byteCount: 1)))
      builder.appendRaw(
        node.payloadStart..<end, source: node.source, depth: node.depth + 1, marks: .raw)
      return
    }
    var level = Level(
      node: index, position: node.payloadStart, end: max(node.payloadStart, contentEnd),
      source: node.source, depth: node.depth + 1)
    unsynchronised = header.isUnsynchronised && header.version >= 4 ? node.source : nil
    hasToldSizes = false
    hasToldIdentifiers = false
    hasReportedAbsent = false
    // Versions 2 and 3 are un-synchronised as a whole, version 4 frame by frame.
    if header.isUnsynchronised, header.version < 4 {
      let stored = level.position..<level.end
      switch framePlace(header, stored, in: node.source, tag: index) {
      case .stored: break
      case .plain(let bytes):
        guard let source = builder.add(source: bytes, from: index) else {
          full(stored, node.source, level.depth)
          return
        }
        level = Level(
          node: index, position: 0, end: UInt64(bytes.bytes.byteCount), source: source,
          depth: level.depth)
      case .unread:
        reportUnread(index)
        builder.appendRaw(
          stored, source: node.source, depth: level.depth, marks: [.raw, .faulty])
        return
      }
    }
    var extended: ExtendedHeader?
    if header.hasExtendedHeader {
      extended = extendedHeader(
        at: level.position, level.end, in: level.source, depth: level.depth, layout)
      if let extended { level.position = extended.end }
    }
    stack.append(level)
    frames(layout)
    if let extended { verify(extended, level.position..<level.end, in: level.source) }
    if header.hasFooter, contentEnd < end { footer(contentEnd..<end, node, header) }
  }

  /// The footer of an ID3v2.4 tag.
  private mutating func footer(_ range: Range<UInt64>, _ tag: Node, _ header: TagHeader) {
    let table = Catalogue.tags.table(
      for: .footer, in: tag.type, handler: nil, extendedType: nil)
    let count = range.upperBound - range.lowerBound
    let node = Node(
      start: range.lowerBound, size: count, type: .footer,
      table: table.map { builder.add(table: $0, of: .tags) } ?? Node.noTable, depth: tag.depth + 1,
      source: tag.source, headerSize: UInt8(min(count, 10)), marks: .named)
    guard let index = builder.append(node) else {
      full(range, tag.source, tag.depth + 1)
      return
    }
    var window = ByteWindow(builder.sources[Int(tag.source)].bytes)
    let bytes = window.peek(at: Int(range.lowerBound), count: 10)
    let isRepetition =
      bytes.bigEndian(at: 0, count: 3) == 0x33_4449 && bytes.byte(at: 3) == header.version
      && bytes.byte(at: 5) == header.flags
      && bytes.bigEndian(at: 6, count: 4)?.withoutEighthBits == header.size
    if !isRepetition {
      builder.note(
        Diagnostic(
          .footerDiffers(expected: header.size), node: index, extent: node.extent))
    }
  }

  /// Makes bytes raw because there may be no more nodes.
  private func full(_ range: Range<UInt64>, _ source: UInt16, _ depth: UInt16) {
    let count = range.upperBound - range.lowerBound
    builder.note(
      Diagnostic(
        builder.isOutOfMemory
          ? Finding(.memoryExhausted(Tree.noMemory, action: "the rest is listed as raw"))
          : .nodeLimit(limit: UInt64(builder.limits.nodes)), node: builder.end,
        extent: Extent(byteOffset: Int(range.lowerBound), byteCount: Int(count))))
    builder.appendRaw(range, source: source, depth: depth, marks: [.raw, .faulty])
  }

  // MARK: Frames

  /// Whether frames that lie in this source are un-synchronised because the tag says it of all.
  ///
  /// Of frames in a frame that was decoded the zeros were taken out with its own.
  func isUnsynchronised(_ source: UInt16) -> Bool { unsynchronised == source }

  /// Scans the frames of the levels on the stack.
  private mutating func frames(_ layout: FrameLayout) {
    while let level = stack.last {
      var window = ByteWindow(builder.sources[Int(level.source)].bytes)
      // As long as frames lie in one source, one window looks at them.
      while let top = stack.last, top.source == level.source {
        guard top.position < top.end else {
          stack.removeLast()
          if !stack.isEmpty { builder.close(top.node) }
          continue
        }
        if builder.isFull {
          full(top.position..<top.end, top.source, top.depth)
          stack[stack.count - 1].position = top.end
          continue
        }
        frame(top, layout, &window)
      }
    }
  }

  /// Reads the header at the position of `level`, the last on the stack, and appends a node.
  private mutating func frame(
    _ level: Level, _ layout: FrameLayout, _ window: inout ByteWindow
  ) {
    let start = level.position
    let left = level.end - start
    guard let header = header(at: start, before: level.end, layout, &window) else {
      rest(level, layout, &window)
      return
    }
    if header.layout != layout, !hasToldSizes {
      hasToldSizes = true
      builder.note(
        Diagnostic(
          header.isVersion4
            ? .frameSizePlain(found: header.size, otherwise: header.otherSize)
            : .frameSizeSyncsafe(found: header.size, otherwise: header.otherSize), node: builder.end,
          extent: header.sizeExtent(at: start)))
    }
    if header.layout == .version4, header.hasEighthBits {
      builder.note(
        Diagnostic(
          .frameSizeHighBits(otherwise: header.otherSize, found: header.size), node: builder.end,
          extent: header.sizeExtent(at: start)))
    }
    if header.isMisnamed {
      builder.note(
        Diagnostic(
          .frameIdentifierInvalid(end: start + UInt64(header.headerSize) + header.size),
          node: builder.end,
          extent: Extent(byteOffset: Int(start), byteCount: layout == .version2 ? 3 : 4)))
    }
    if layout != .version2, header.type.isThreeCharacters, !hasToldIdentifiers {
      hasToldIdentifiers = true
      builder.note(
        Diagnostic(
          .frameIdentifierOld, node: builder.end,
          extent: Extent(byteOffset: Int(start), byteCount: 4)))
    }
    var marks: Node.Marks = []
    var size = UInt64(header.headerSize) + header.size
    if size > left {
      marks.formUnion([.clamped, .faulty])
      builder.note(
        Diagnostic(
          .frameExceedsTag(claimed: header.size, left: left - UInt64(header.headerSize)),
          node: builder.end, extent: header.sizeExtent(at: start)))
      size = left
    } else if header.size == 0 {
      marks.insert(.faulty)
      builder.note(
        Diagnostic(
          .frameEmpty, node: builder.end, extent: header.sizeExtent(at: start)))
    }
    let line = lookUp(header.type, header.layout)
    let headerSize = UInt8(min(UInt64(header.headerSize) + UInt64(header.extraSize), size))
    let node = Node(
      start: start, size: size, type: header.type, table: line.table, depth: level.depth,
      source: level.source, headerSize: headerSize, marks: marks)
    guard let index = builder.append(node) else { return }
    stack[stack.count - 1].position = start + size
    var inflations = level.inflations
    if header.isCoded || isUnsynchronised(level.source) {
      guard decode(index, header, &inflations) else { return }
    }
    if line.isEmbedding { return embedValues(index) }
    if header.type == Self.compressedFrames {
      guard let source = inflateFrames(in: index, counting: &inflations) else { return }
      return enter(
        index, 0..<UInt64(builder.sources[Int(source)].bytes.byteCount), of: source, counting: inflations)
    }
    if opensPictures, header.type == "APIC" || header.type == Self.oldPicture {
      guard let embedded else { return }
      return builder.embed(anyOf: Picture.opened, in: index, by: embedded, &walker)
    }
    guard line.childStart != .none else { return }
    descend(index, from: line.childStart, counting: inflations, in: &window)
  }

  /// Appends a node for bytes of another format in the frame at `index`, where its fields say that they begin.
  private mutating func embedValues(_ index: NodeIndex) {
    let node = builder[index]
    guard let embedded, let program = builder.program(of: node),
      let source = builder.contents(of: index), Int(node.depth) + 1 < builder.limits.depth,
      !builder.isFull
    else { return }
    let bytes = builder.sources[Int(source)].bytes
    let range =
      source == node.source ? node.payloadStart..<node.end : 0..<UInt64(bytes.byteCount)
    var window = ByteWindow(bytes)
    // What stands before them is the name of an owner.
    let beginning = window.peek(at: Int(range.lowerBound), count: min(range.count, 4_096))
    var cursor = ByteCursor(beginning)
    var sink = EmbeddedPlace()
    walker.walk(program, &cursor, context: NoContext(), into: &sink)
    guard let place = sink.place else { return }
    let start = range.lowerBound + UInt64(place.start)
    guard start < range.upperBound else { return }
    _ = embedded(
      EmbeddedBytes(
        .values(place.format), range: start..<range.upperBound, source: source,
        depth: node.depth + 1), builder)
    builder.close(index)
  }

  /// Goes into the frame at `index`, which holds others.
  private mutating func descend(
    _ index: NodeIndex, from childStart: Program.ChildStart, counting inflations: Int,
    in window: inout ByteWindow
  ) {
    let node = builder[index]
    let source = builder.contents(of: index) ?? node.source
    let isOwn = source == node.source
    var position = isOwn ? node.payloadStart : 0
    let end = isOwn ? node.end : UInt64(builder.sources[Int(source)].bytes.byteCount)
    switch childStart {
    case .none: return
    case .constant(let offset): position += UInt64(offset)
    case .variable:
      guard let program = builder.program(of: node), position < end else { return }
      let count = Int(end - position)
      var bits: Int?
      if isOwn {
        bits = boxesStart(program, from: Int(position), count: count, in: &window)
      } else {
        var inside = ByteWindow(builder.sources[Int(source)].bytes)
        bits = boxesStart(program, from: Int(position), count: count, in: &inside)
      }
      guard let bits else { return }
      position += UInt64(bits / 8)
    }
    guard position < end else { return }
    enter(index, position..<end, of: source, counting: inflations)
  }

  /// Goes on with the frames of the frame at `index`, which lie in `range` of a source.
  private mutating func enter(
    _ index: NodeIndex, _ range: Range<UInt64>, of source: UInt16, counting inflations: Int
  ) {
    let node = builder[index]
    if Int(node.depth) + 1 >= builder.limits.depth {
      if !hasReachedDepth {
        hasReachedDepth = true
        builder.note(
          Diagnostic(
            .depthLimit(limit: UInt64(builder.limits.depth)), node: index, extent: node.extent))
      }
      builder.appendRaw(range, source: source, depth: node.depth + 1, marks: [.raw, .faulty])
      builder.close(index)
      return
    }
    stack.append(
      Level(
        node: index, position: range.lowerBound, end: range.upperBound, source: source, depth: node.depth + 1,
        inflations: inflations))
  }

  private mutating func boxesStart(
    _ program: Program, from payload: Int, count: Int, in window: inout ByteWindow
  ) -> Int? {
    let bytes = window.peek(at: payload, count: min(count, ByteWindow.maximumCount))
    var cursor = ByteCursor(bytes)
    return walker.boxesStart(
      program, &cursor, context: NoContext(), unseen: max(0, count - bytes.byteCount) &* 8)
  }

  /// Makes the rest of `level` padding, or a raw node that says why.
  private mutating func rest(
    _ level: Level, _ layout: FrameLayout, _ window: inout ByteWindow
  ) {
    var start = level.position
    stack[stack.count - 1].position = level.end
    let zeros = window.zeros(in: start..<level.end)
    if zeros > 0 {
      var padding = Node(
        start: start, size: zeros, type: FourCC(0), depth: level.depth, source: level.source,
        headerSize: 0, marks: .padding)
      if start + zeros < level.end { padding.marks.insert(.faulty) }
      guard builder.append(padding) != nil else {
        full(start..<level.end, level.source, level.depth)
        return
      }
      start += zeros
    }
    guard start < level.end else { return }
    // Frames behind padding were left there when it grew; behind anything else they are the tag's.
    let next =
      zeros == 0 ? nextFrame(after: start, before: level.end, in: level.source, layout) : nil
    let end = next ?? level.end
    let left = end - start
    let finding: Finding =
      if zeros > 0 {
        .paddingNotZero(length: left)
      } else if let next {
        .notAFrameBefore(length: left, next: next)
      } else if left < UInt64(layout.headerSize) {
        .frameHeaderTruncated(left: left)
      } else {
        .notAFrame(length: left)
      }
    builder.note(
      Diagnostic(
        finding, node: builder.end, extent: Extent(byteOffset: Int(start), byteCount: Int(left))))
    builder.appendRaw(
      start..<end, source: level.source, depth: level.depth, marks: [.raw, .faulty])
    stack[stack.count - 1].position = end
  }

  /// Whether a frame of this type has a table of its own.
  mutating func isKnown(_ type: FourCC, _ layout: FrameLayout) -> Bool {
    let place = type.isThreeCharacters ? FrameLayout.version2.tag : layout.tag
    let catalogue = builder.tables.catalogue(for: layout.catalogue)
    guard let table = catalogue.table(for: type, in: place, handler: nil, extendedType: nil)
    else { return false }
    return !catalogue.table(table).isForManyTypes
  }

  /// What the tables say of a frame.
  private mutating func lookUp(_ type: FourCC, _ layout: FrameLayout) -> CacheLine {
    let slot = Int((type.rawValue &* 0x9E37_79B1) &>> 26)
    let line = cache[slot]
    if line.type == type, line.layout == layout { return line }
    var found = CacheLine(type: type, layout: layout)
    let catalogue = builder.tables.catalogue(for: layout.catalogue)
    let place = type.isThreeCharacters ? FrameLayout.version2.tag : layout.tag
    var table = catalogue.table(for: type, in: place, handler: nil, extendedType: nil)
    // Writers take frames of version 4 into version 3 and the other way round, and mean the same.
    if let general = table, !type.isThreeCharacters, catalogue.table(general).isForManyTypes,
      let other = catalogue.table(
        for: type, in: layout.otherTag, handler: nil, extendedType: nil),
      !catalogue.table(other).isForManyTypes
    {
      table = other
    }
    if let table {
      found.table = builder.add(table: table, of: catalogue)
      let program = catalogue.program(table)
      found.childStart = program?.childStart ?? .none
      found.isEmbedding = program?.isEmbedding ?? false
    }
    cache[slot] = found
    return found
  }
}

extension FourCC {
  /// `3DI`, the identifier of a footer.
  static let footer = FourCC(0x3344_4904)
}
