public import ByteReading
public import Structure

/// Finds the chunks of AIFF, WAV, RF64, DSF and DSDIFF files, and the tags in them and around them.
///
/// A chunk begins with an identifier and a size (EA IFF 85). Sizes are claims: each is held against
/// what it stands in, and what cannot be read as chunks becomes a raw node, so that leaves tile the
/// file whatever it holds. No recursion: an explicit stack as deep as the limit allows.
///
/// - Complexity: O(*n*) in the number of chunks; payload is not touched.
package struct ChunkScanner: ~Copyable {
  private let builder: TreeBuilder
  private let layout: ChunkLayout
  /// Where the first chunk begins.
  private let start: UInt64
  /// Called for tags before chunks, in them and behind them.
  private let embedded: EmbeddedBytes.Scan
  private var stack: [Level] = []
  /// Whether chunks were found behind the form, and told.
  private var isBehindForm = false
  /// The size of the `data` chunk and of the form, where `ds64` says them.
  private var longSizes: (form: UInt64, data: UInt64)?

  /// A chunk whose chunks are being scanned.
  private struct Level {
    /// Its node, `nil` for the file.
    let node: NodeIndex?
    var type: FourCC
    var position: UInt64
    let end: UInt64
    /// Where it says it ends, and the problem that names its size, by its place among those that are
    /// kept.
    var declaredEnd: UInt64 = 0
    var problem: Int?
    /// Whether the byte at the position only makes the chunk before it even.
    var isPadded = false
  }

  /// Whether a file of chunks begins here, or behind the tags that do.
  package static func isChunks(_ bytes: RawSpan) -> Bool { ChunkLayout.find(in: bytes) != nil }

  init?(_ builder: TreeBuilder, embedded: @escaping EmbeddedBytes.Scan) {
    let file = builder.file
    guard let found = ChunkLayout.find(in: file.bytes) else { return nil }
    self.builder = builder
    self.embedded = embedded
    layout = found.layout
    start = UInt64(found.start)
  }

  /// Scans all of the tree's file.
  mutating func scan() {
    let file = builder.file
    let end = UInt64(file.byteCount)
    var window = ByteWindow(file)
    if layout == .riff { readLongSizes(&window) }
    tags(&window)
    stack.append(Level(node: nil, type: Catalogue.file, position: start, end: end))
    while let level = stack.last {
      guard level.position < level.end else {
        stack.removeLast()
        if let node = level.node { builder.close(node) }
        continue
      }
      if level.isPadded {
        builder.appendRaw(
          level.position..<level.position + 1, source: 0, depth: depth, marks: .padding)
        stack[stack.count - 1].position += 1
        stack[stack.count - 1].isPadded = false
      } else if builder.isFull {
        full(level.position..<level.end)
      } else if level.node == nil, level.position > start, let form = formBefore(level, &window) {
        var level = level
        level.type = form
        chunk(level, &window)
      } else if level.node == nil, level.position > start, behind(level.position..<level.end) {
        stack[stack.count - 1].position = level.end
      } else {
        chunk(level, &window)
      }
    }
  }

  private var depth: UInt16 { UInt16(stack.count - 1) }

  /// Appends the tags that stand before the chunks.
  private func tags(_ window: inout ByteWindow) {
    var position: UInt64 = 0
    while position < start {
      let next = embedded(EmbeddedBytes(.tag, range: position..<start, source: 0, depth: 0), builder)
      guard next > position else { break }
      position = next
    }
    rest(behindTag: position..<start, depth: 0, &window)
  }

  /// The form before a chunk that stands behind it, where the size of a RIFF form is too small: one that is known, is no
  /// sound, and fits into the file.
  private mutating func formBefore(_ level: Level, _ window: inout ByteWindow) -> FourCC? {
    let start = level.position
    guard layout == .riff, let header = header(at: start, before: level.end, &window), header.unknown == nil,
      header.size >= UInt64(layout.headerSize), header.size <= level.end - start,
      !["data", "fmt ", "ds64"].contains(header.type),
      layout.catalogue.table(for: header.type, in: "RIFF", handler: nil, extendedType: nil) != nil
    else { return nil }
    if !isBehindForm {
      isBehindForm = true
      builder.note(
        Diagnostic(
          .bytesBehindChunks(length: level.end - start), node: builder.end,
          extent: Extent(byteOffset: Int(start), byteCount: Int(level.end - start))))
    }
    return "RIFF"
  }

  /// Appends tags that stand behind the chunks, and what else does. Forms are alone, the chunks of
  /// DSF go on until a tag comes.
  ///
  /// - Returns: Whether the chunks are over.
  private func behind(_ range: Range<UInt64>) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      let next = embedded(
        EmbeddedBytes(.tag, range: position..<range.upperBound, source: 0, depth: 0), builder)
      guard next > position else { break }
      position = next
    }
    if layout == .dsf, position == range.lowerBound { return false }
    var window = ByteWindow(builder.file)
    let zeros = window.zeros(in: position..<range.upperBound)
    builder.appendRaw(position..<position + zeros, source: 0, depth: depth, marks: .padding)
    let left = position + zeros..<range.upperBound
    if isBehindForm {
      // It was told where the first chunk behind the form begins.
      builder.appendRaw(left, source: 0, depth: depth, marks: [.raw, .faulty])
    } else {
      rest(left) { .bytesBehindChunks(length: $0) }
    }
    return true
  }

  /// The sizes in `ds64`, which is the first chunk of an RF64 file (EBU Tech 3306 §3).
  private mutating func readLongSizes(_ window: inout ByteWindow) {
    let bytes = window.peek(at: Int(start), count: 40)
    guard bytes.bigEndian(at: 12, count: 4) == 0x6473_3634,
      let form = bytes.bigEndian(at: 20, count: 8), let data = bytes.bigEndian(at: 28, count: 8)
    else { return }
    longSizes = (form.byteSwapped, data.byteSwapped)
  }

  // MARK: One chunk

  /// What a header says.
  private struct Header {
    let type: FourCC
    /// The bytes of the chunk, header included, as far as they can be counted.
    var size: UInt64
    /// The size that stands there, where it says that it is not known.
    var unknown: UInt64?
  }

  private func header(
    at start: UInt64, before end: UInt64, _ window: inout ByteWindow
  ) -> Header? {
    let count = layout.headerSize
    guard end - start >= UInt64(count), let (code, stored) = words(at: start, count, &window) else { return nil }
    let type = FourCC(UInt32(truncatingIfNeeded: code))
    guard type.isPrintable else { return nil }
    var size =
      switch layout {
      case .riff: UInt64(UInt32(truncatingIfNeeded: stored).byteSwapped)
      case .dsf: stored.byteSwapped
      case .iff, .dff: stored
      }
    if layout == .riff, size == 0xFFFF_FFFF {
      switch type {
      case "RF64", "BW64": size = longSizes?.form ?? size
      case "data": size = longSizes?.data ?? size
      default: break
      }
    }
    // Writers that cannot go back leave it so.
    if layout == .riff,
      size == 0xFFFF_FFFF || size == 0 && isUnwritten(type, start + UInt64(count)..<end, &window)
    {
      return Header(type: type, size: .max, unknown: size)
    }
    let (whole, overflow) = size.addingReportingOverflow(
      layout == .dsf ? 0 : UInt64(count))
    return Header(type: type, size: overflow ? .max : whole)
  }

  /// Four bytes, and those that a header has behind them; `nil` where they are not there.
  private func words(at start: UInt64, _ count: Int, _ window: inout ByteWindow) -> (code: UInt64, size: UInt64)? {
    let bytes = window.peek(at: Int(start), count: count)
    guard let code = bytes.bigEndian(at: 0, count: 4), let size = bytes.bigEndian(at: 4, count: count - 4)
    else { return nil }
    return (code, size)
  }

  /// Whether a chunk of RIFF that says 0 bytes has what is in `range`: a form is not without its type, and where sound
  /// has none something else follows, or nothing.
  private func isUnwritten(_ type: FourCC, _ range: Range<UInt64>, _ window: inout ByteWindow) -> Bool {
    guard type == "RIFF" || type == "data", !range.isEmpty else { return false }
    let header = UInt64(layout.headerSize)
    let left = range.upperBound - range.lowerBound
    // The file may go on behind what the chunk stands in.
    guard left >= header, let next = words(at: range.lowerBound, layout.headerSize, &window) else { return type == "data" }
    let code = FourCC(UInt32(truncatingIfNeeded: next.code))
    if type == "RIFF" { return range.lowerBound == start + header && code == "WAVE" }
    return !code.isPrintable || UInt64(UInt32(truncatingIfNeeded: next.size).byteSwapped) > left - header
  }

  private mutating func chunk(_ level: Level, _ window: inout ByteWindow) {
    let start = level.position
    let left = level.end - start
    guard let header = header(at: start, before: level.end, &window),
      header.size >= UInt64(layout.headerSize)
    else {
      let zeros = window.zeros(in: start..<level.end)
      if zeros == left {
        builder.appendRaw(start..<level.end, source: 0, depth: depth, marks: .padding)
      } else {
        rest(start..<level.end) {
          left < UInt64(layout.headerSize) ? .chunkCut(left: $0) : .notAChunk(length: $0)
        }
      }
      stack[stack.count - 1].position = level.end
      return
    }
    var size = header.size
    var marks: Node.Marks = []
    var problem: Int?
    let (sum, overflow) = start.addingReportingOverflow(size)
    let declaredEnd = overflow ? UInt64.max : sum
    if size > left {
      marks = header.unknown != nil ? [.toEnd, .faulty] : [.clamped, .faulty]
      problem = builder.note(
        Diagnostic(
          header.unknown.map { .chunkOpen(said: $0, left: left) }
            ?? .chunkExceeds(needed: header.size, end: level.end, left: left), node: builder.end,
          extent: Extent(byteOffset: Int(start), byteCount: layout.headerSize)))
      // What stands in a chunk that is cut off, and would fit into all of it, follows from that.
      if let problem, let cause = level.problem, declaredEnd <= level.declaredEnd {
        builder.problems.fold(problem, under: cause)
      }
      size = left
    }
    let table = layout.catalogue.table(
      for: header.type, in: level.type, handler: nil, extendedType: nil)
    let number = table.map { builder.add(table: $0, of: layout.catalogue) } ?? Node.noTable
    let node = Node(
      start: start, size: size, type: header.type, table: number, depth: depth,
      headerSize: UInt8(layout.headerSize), marks: marks)
    guard let index = builder.append(node) else { return }
    stack[stack.count - 1].position = start + size
    pad(behind: start + size, before: level.end, size, &window)
    if header.type == "ID3 " || header.type == "id3 " {
      tag(in: index)
    } else if header.type == "_PMX" {
      packet(in: index)
    } else if case .constant(let offset)? = table.flatMap({
      layout.catalogue.program($0)?.childStart
    }) {
      descend(
        index,
        Level(
          node: index, type: header.type, position: start, end: start + size,
          declaredEnd: declaredEnd, problem: problem), offset)
    }
  }

  /// Has a node made for the packet of XMP in a chunk.
  private mutating func packet(in index: NodeIndex) {
    let node = builder[index]
    guard Int(node.depth) + 1 < builder.limits.depth, builder.count < builder.limits.nodes,
      node.payloadStart < node.end
    else { return }
    _ = embedded(
      EmbeddedBytes(
        .values("XMP "), range: node.payloadStart..<node.end, source: 0, depth: node.depth + 1), builder)
    builder.close(index)
  }

  private mutating func descend(_ index: NodeIndex, _ level: Level, _ offset: Int) {
    var level = level
    let node = builder[index]
    level.position = min(node.end, node.payloadStart + UInt64(offset))
    guard level.position < node.end else { return }
    if Int(node.depth) + 1 >= builder.limits.depth {
      builder.note(
        Diagnostic(
          .depthLimit(limit: UInt64(builder.limits.depth)), node: index, extent: node.extent))
      builder.appendRaw(
        level.position..<node.end, source: 0, depth: node.depth + 1, marks: [.raw, .faulty])
      builder.close(index)
      return
    }
    stack.append(level)
  }

  /// Passes the byte that makes a chunk of odd size even, unless the writer left it out.
  private mutating func pad(
    behind end: UInt64, before limit: UInt64, _ size: UInt64, _ window: inout ByteWindow
  ) {
    guard layout != .dsf, size & 1 == 1, end < limit else { return }
    if header(at: end, before: limit, &window) != nil,
      header(at: end + 1, before: limit, &window) == nil, end + 1 < limit
    {
      builder.note(
        Diagnostic(
          .chunkUnpadded, node: builder.last,
          extent: Extent(byteOffset: Int(end), byteCount: 1)))
      return
    }
    stack[stack.count - 1].isPadded = true
  }

  /// The tag in a chunk, and what stands behind it.
  private mutating func tag(in index: NodeIndex) {
    let node = builder[index]
    let position = embedded(
      EmbeddedBytes(
        .tag, range: node.payloadStart..<node.end, source: 0, depth: node.depth + 1), builder)
    if position > node.payloadStart {
      var window = ByteWindow(builder.file)
      rest(behindTag: position..<node.end, depth: node.depth + 1, &window)
    } else if node.payloadStart < node.end {
      builder.note(
        Diagnostic(.chunkWithoutTag, node: index, extent: node.payload))
      builder[index].marks.insert(.faulty)
    }
    builder.close(index)
  }

  // MARK: What is not a chunk

  /// Appends what stands between a tag and the end of what holds it.
  private func rest(behindTag range: Range<UInt64>, depth: UInt16, _ window: inout ByteWindow) {
    let position = range.lowerBound + window.zeros(in: range)
    builder.appendRaw(range.lowerBound..<position, source: 0, depth: depth, marks: .padding)
    let left = range.upperBound - position
    guard left > 0 else { return }
    builder.note(
      Diagnostic(
        .bytesBehindTag(length: left), node: builder.end,
        extent: Extent(byteOffset: Int(position), byteCount: Int(left))))
    builder.appendRaw(position..<range.upperBound, source: 0, depth: depth, marks: [.raw, .faulty])
  }

  private func rest(
    _ range: Range<UInt64>, because finding: (_ length: UInt64) -> Finding
  ) {
    guard !range.isEmpty else { return }
    let count = range.upperBound - range.lowerBound
    builder.note(
      Diagnostic(
        finding(count), node: builder.end,
        extent: Extent(byteOffset: Int(range.lowerBound), byteCount: Int(count))))
    builder.appendRaw(range, source: 0, depth: depth, marks: [.raw, .faulty])
  }

  /// Ends the scan because there are too many nodes; what is left in each open chunk is raw.
  private mutating func full(_ range: Range<UInt64>) {
    builder.note(
      Diagnostic(
        builder.isOutOfMemory
          ? Finding(.memoryExhausted(Tree.noMemory, action: "the rest is listed as raw"))
          : .nodeLimit(limit: UInt64(builder.limits.nodes)), node: builder.last,
        extent: Extent(
          byteOffset: Int(range.lowerBound),
          byteCount: Int(range.upperBound - range.lowerBound))))
    builder.appendRaw(range, source: 0, depth: depth, marks: [.raw, .faulty])
    stack[stack.count - 1].position = range.upperBound
  }
}

/// How the chunks of a file are laid out.
enum ChunkLayout {
  /// Sizes of 32 bits, most significant byte first, without the header.
  case iff
  /// The same, least significant byte first.
  case riff
  /// Sizes of 64 bits, least significant byte first, with the header.
  case dsf
  /// Sizes of 64 bits, most significant byte first, without the header.
  case dff

  /// What the bytes from `start` on say; `nil` when it is none of these.
  private init?(_ bytes: RawSpan, at start: Int) {
    guard let first = bytes.bigEndian(at: start, count: 4) else { return nil }
    let kind = bytes.bigEndian(at: start + 8, count: 4).map { FourCC(UInt32(truncatingIfNeeded: $0)) }
    switch FourCC(UInt32(truncatingIfNeeded: first)) {
    case "FORM" where kind == "AIFF" || kind == "AIFC": self = .iff
    case "RIFF" where kind == "WAVE", "RF64" where kind == "WAVE", "BW64" where kind == "WAVE":
      self = .riff
    case "DSD " where bytes.bigEndian(at: start + 4, count: 8) == UInt64(28).byteSwapped: self = .dsf
    case "FRM8" where bytes.bigEndian(at: start + 12, count: 4) == 0x4453_4420: self = .dff
    default: return nil
    }
  }

  /// What a file begins with, and where: AIFF and WAV may stand behind tags of ID3v2, one behind the other, which FFmpeg
  /// and what is made of it pass over (libavformat/format.c).
  ///
  /// - Complexity: O(1); headers of 64 tags at most are looked at.
  static func find(in bytes: RawSpan) -> (layout: ChunkLayout, start: Int)? {
    var start = 0
    for _ in 0...tagLimit {
      if let layout = ChunkLayout(bytes, at: start) {
        return start == 0 || layout == .riff || layout == .iff ? (layout, start) : nil
      }
      guard let tag = bytes.tag(at: start) else { return nil }
      start &+= tag.byteCount
    }
    return nil
  }

  private static let tagLimit = 64

  var headerSize: Int {
    switch self {
    case .iff, .riff: 8
    case .dsf, .dff: 12
    }
  }

  var catalogue: Catalogue {
    switch self {
    case .iff: .aiff
    case .riff: .wav
    case .dsf: .dsf
    case .dff: .dsdiff
    }
  }
}

extension Catalogue {
  /// Chunks of AIFF and AIFF-C.
  public static let aiff = Catalogue(
    nodeKind: "chunk", header: ChunkHeaders.iff, sizeExcludes: 8, families: [AIFFChunks.self],
    views: SoundViews.aiff)
  /// Chunks of WAV, RF64 and BW64.
  public static let wav = Catalogue(
    nodeKind: "chunk", header: ChunkHeaders.riff, sizeExcludes: 8, families: [WAVChunks.self],
    views: SoundViews.wav)
  /// Chunks of DSF.
  public static let dsf = Catalogue(
    nodeKind: "chunk", header: ChunkHeaders.dsf, families: [DSFChunks.self],
    views: SoundViews.dsf)
  /// Chunks of DSDIFF.
  public static let dsdiff = Catalogue(
    nodeKind: "chunk", header: ChunkHeaders.dff, sizeExcludes: 12, families: [DSDIFFChunks.self],
    views: SoundViews.dsdiff)
}

extension Document {
  /// The chunks of an AIFF, WAV, RF64, DSF or DSDIFF file, and the tags in them and around them, for which
  /// `embedded` is called; `nil` when it is none.
  ///
  /// - Parameters:
  ///   - file: The bytes.
  ///   - limits: What bounds the cost of the file.
  ///   - tables: Tables of the caller's own, beside those of the catalogue.
  ///   - embedded: Is called for the tags.
  /// - Returns: A document, with problems where it could not be read.
  /// - Complexity: O(*n*) in the chunks.
  public static func chunks(
    of file: ByteSource, limits: Limits = Limits(), tables: OwnTables = OwnTables(),
    embedded: @escaping EmbeddedBytes.Scan
  ) -> Document? {
    let builder = TreeBuilder(file, limits: limits, tables: tables)
    guard let found = ChunkLayout.find(in: file.bytes),
      var scanner = ChunkScanner(builder, embedded: embedded)
    else { return nil }
    builder.add(found.layout.catalogue)
    scanner.scan()
    return Document(builder.finish(), limits: limits, problems: builder.problems)
  }
}

extension Diagnostic.Kind {
  static let chunkExceeds = Self(
    "chunk-exceeds-parent", .error,
    "needs {needed} bytes, but what it stands in ends at 0x{end:x}: {left} are there",
    action: "read to the end of what it stands in")
  static let chunkOpen = Self(
    "chunk-size-unknown", .warning, "its size is 0x{found:x}, and no other chunk says what it is",
    action: "read to the end of what it stands in, {left} bytes")
  static let chunkCut = Self(
    "chunk-header-truncated", .error, "{left|bytes} left, too few for a chunk",
    action: "listed as raw")
  static let notAChunk = Self(
    "not-a-chunk", .error, "no chunk begins here",
    expected: "four printable characters and a size", action: "{length} bytes are listed as raw")
  static let chunkUnpadded = Self(
    "chunk-unpadded", .warning, "its size is odd, and no byte makes it even")
  static let chunkWithoutTag = Self(
    "chunk-without-tag", .warning, "holds no ID3v2 tag")
  static let bytesBehindTag = Self(
    "bytes-behind-tag", .warning, "{length} bytes stand behind the tag", action: "listed as raw")
  static let bytesBehindChunks = Self(
    "bytes-behind-chunks", .warning, "{length} bytes stand behind the chunks",
    action: "listed as raw where it is not read as chunks")
  static let depthLimit = Self(
    "depth-limit", .warning, "chunks are nested {limit} deep and deeper",
    action: "what lies deeper is listed as raw (--max-depth)", isOfStructure: true)
  static let nodeLimit = Self(
    "node-limit", .warning, "more than {limit} nodes",
    action: "the rest is listed as raw (--max-nodes)", isOfStructure: true)
}

/// What each of these kinds says, under its names.
extension Finding {
  static func chunkExceeds(needed: UInt64, end: UInt64, left: UInt64) -> Self {
    Self(.chunkExceeds, .needed(needed), .end(end), .left(left))
  }
  static func chunkOpen(said: UInt64, left: UInt64) -> Self {
    Self(.chunkOpen, .found(said), .left(left))
  }
  static func chunkCut(left: UInt64) -> Self {
    Self(.chunkCut, .left(left))
  }
  static func notAChunk(length: UInt64) -> Self {
    Self(.notAChunk, .length(length))
  }
  static func bytesBehindTag(length: UInt64) -> Self {
    Self(.bytesBehindTag, .length(length))
  }
  static func bytesBehindChunks(length: UInt64) -> Self {
    Self(.bytesBehindChunks, .length(length))
  }
  static func depthLimit(limit: UInt64) -> Self {
    Self(.depthLimit, .limit(limit))
  }
  static func nodeLimit(limit: UInt64) -> Self {
    Self(.nodeLimit, .limit(limit))
  }
}
