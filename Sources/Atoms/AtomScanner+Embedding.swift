import ByteReading
import Structure

/// Bytes inside atoms that are files of other formats, or are compressed.
extension AtomScanner {
  // MARK: Bytes of other formats

  /// Has the ID3v2 tags scanned that an `ID32` holds (ID3v2 in MP4), or an event message of a scheme
  /// that says so.
  mutating func embed(_ index: NodeIndex, _ window: inout ByteWindow) {
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

  /// Has a node made for the bytes of another format that an atom holds: what its table says. They are not
  /// read.
  mutating func embedValues(_ index: NodeIndex, _ window: inout ByteWindow) {
    let node = builder[index]
    guard let embedded, let program = builder.program(of: node), builder.count < limits.nodes,
      Int(node.depth) + 1 < limits.depth
    else { return }
    if program.embedsFields {
      builder.embedFields(of: index, by: embedded, &walker)
      return inflateMetadata(of: index, program, embedded)
    }
    let bytes = window.peek(at: Int(node.payloadStart), count: min(node.payload.byteCount, 4_096))
    var cursor = ByteCursor(bytes)
    var sink = EmbeddedPlace()
    walker.walk(program, &cursor, context: NoContext(), into: &sink)
    guard let place = sink.place else { return }
    let start = node.payloadStart + UInt64(place.start)
    guard start < node.end else { return }
    _ = embedded(
      EmbeddedBytes(
        .values(place.format), range: start..<node.end, source: node.source,
        depth: node.depth + 1), builder)
    builder.close(index)
  }

  /// Has a node made for a property list that is all of an atom.
  mutating func embedList(in index: NodeIndex) {
    let node = builder[index]
    guard let embedded, builder.count < limits.nodes, Int(node.depth) + 1 < limits.depth,
      node.payloadStart < node.end
    else { return }
    _ = embedded(
      EmbeddedBytes(
        .values("plst"), range: node.payloadStart..<node.end, source: node.source,
        depth: node.depth + 1), builder)
    builder.close(index)
  }

  /// Has nodes made for what a camera or a program that writes tags left behind the last atom, where the bytes from
  /// the position of frame `top` to the end of the file are that; asked where no atom that is known begins, a few
  /// times.
  ///
  /// - Returns: Whether there is one.
  mutating func trailer(in top: Int, _ depth: UInt16, _ window: borrowing ByteWindow) -> Bool {
    trailerLooks &-= 1
    let (start, end) = (stack[top].position, stack[top].end)
    guard let embedded, builder.count < limits.nodes, end > start else { return false }
    // What it is stands in its last bytes.
    let mark = Int(end - min(end - start, 128))..<Int(end)
    if window.isMissing(mark) {
      window.want(mark)
      return false
    }
    let reached = embedded(
      EmbeddedBytes(.trailer, range: start..<end, source: 0, depth: depth), builder)
    guard reached > start else { return false }
    stack[top].position = reached
    return true
  }

  /// Where the tags begin that the atom `node` holds.
  mutating func tagsStart(
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
  struct TagPlace: FieldSink {
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

  /// Has nodes made for Exif and XMP that an image in one box has compressed (23008-12 Annex O): what they inflate to.
  mutating func inflateMetadata(of index: NodeIndex, _ program: Program, _ embedded: EmbeddedBytes.Scan) {
    let node = builder[index]
    let bytes = builder.sources[Int(node.source)].bytes
    guard node.type == "mini", node.payload.byteEnd <= bytes.byteCount, Int(node.depth) + 1 < limits.depth else { return }
    var sink = CompressedMetadata()
    var cursor = ByteCursor(bytes.bytes, over: node.payload)
    walker.walk(program, &cursor, context: NoContext(), into: &sink)
    for (extent, format) in sink.places where !builder.isFull && builder.count < limits.nodes {
      let (derived, result) = ByteSource.inflating(
        contentOf: bytes.bytes.extracting(extent.byteOffset..<extent.byteEnd), limit: builder.inflationLimit,
        memory: builder.memory)
      builder.inflated += derived.byteCount
      // What is not whole would be full of faults that the file has not.
      guard result.isComplete, derived.byteCount > 0,
        let source = builder.add(
          source: derived, from: index, kind: .zlib, rest: extent.byteCount - min(extent.byteCount, result.consumed))
      else { continue }
      _ = embedded(
        EmbeddedBytes(
          .values(format), range: 0..<UInt64(derived.byteCount), source: source, depth: node.depth + 1), builder)
    }
    builder.close(index)
  }

  /// Remembers where the metadata lie that an image in one box has compressed.
  private struct CompressedMetadata: FieldSink {
    private(set) var places: [(extent: Extent, format: FourCC)] = []
    private var isCompressed = false

    mutating func field(_ field: borrowing FieldReading) {
      if field.is(.exif_xmp_compressed_flag, in: MinimizedImageData.self) { isCompressed = field.raw == 1 }
      guard isCompressed else { return }
      if field.is(.exif_data, in: MinimizedImageData.self) { places.append((field.content, "TIFF")) }
      if field.is(.xmp_data, in: MinimizedImageData.self) { places.append((field.content, "XMP ")) }
    }

    mutating func table(_ table: borrowing TableReading) {}
  }

  /// Inflates a compressed movie and scans what comes out (QTFF, Compressed Movie Resources).
  mutating func inflateMovie(_ index: NodeIndex) {
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
    let limit = min(builder.inflationLimit, Int(clamping: declared))
    let (derived, result) = ByteSource.inflating(
      bytes.extracting(payload.byteOffset + size.upperBound..<payload.byteEnd), format: .zlib,
      limit: limit, memory: builder.memory)
    builder.inflated += derived.byteCount
    let isCut = !result.isComplete || derived.byteCount != Int(clamping: declared)
    var cut: (byteCount: UInt64, problem: Int)?
    if isCut {
      let isLimited = result.isLimited && limit < Int(clamping: declared)
      let problem = note(
        Diagnostic(
          isLimited
            ? .inflateLimit(expected: declared, found: UInt64(derived.byteCount))
            : .inflateFailed(expected: declared, found: UInt64(derived.byteCount)), node: index,
          extent: payload))
      // Where enough of them are kept, the first stands for all.
      if isLimited, let problem = problem ?? builder.problems.kept.firstIndex(where: { $0.kind == .inflateLimit }) {
        cut = (declared, problem)
      }
    }
    guard derived.byteCount > 0,
      let source = builder.add(source: derived, from: index, kind: .zlib, isCut: isCut)
    else { return }
    scan(source: source, in: index, depth: node.depth + 1, cut: cut)
  }

  /// How many compressed movies may lie one in the other.
  static let deepestInflation = 4
}
