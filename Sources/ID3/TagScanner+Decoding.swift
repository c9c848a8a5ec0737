import ByteReading
import Structure

/// Payloads that have to be decoded.
extension TagScanner {
  /// Derives the bytes that the fields of the frame at `index` lie in, when those are not its payload
  /// as it is stored.
  ///
  /// - Returns: Whether its fields can be read.
  mutating func decode(_ index: NodeIndex, _ header: FrameHeader, _ inflations: inout Int) -> Bool {
    let node = builder[index]
    guard node.end > node.payloadStart else { return true }
    if header.isEncrypted {
      builder.setContents(of: index, nil)
      return false
    }
    let promised = declaredLength(node, header)
    var plain: Resynchronised?
    if header.isUnsynchronised || isUnsynchronised(node.source) {
      switch payloadPlace(index, header, promised) {
      case .stored: break
      case .plain(let bytes): plain = bytes
      case .unread:
        reportUnread(index)
        builder.setContents(of: index, nil)
        return false
      }
    }
    let length = plain?.bytes.byteCount ?? node.payload.byteCount
    if header.isCompressed {
      return inflate(index, of: plain, to: promised, counting: &inflations)
    }
    if let promised, promised != UInt64(length) {
      builder.note(
        Diagnostic(
          .dataLengthWrong(claimed: promised, found: UInt64(length)), node: index,
          extent: node.extent))
    }
    if let plain {
      guard let source = builder.add(source: plain, from: index) else {
        builder.setContents(of: index, nil)
        return false
      }
      builder.setContents(of: index, source)
    }
    return true
  }

  /// Says that the bytes of the node at `index` are not decoded.
  mutating func reportUnread(_ index: NodeIndex) {
    builder.note(
      Diagnostic(
        Finding(.memoryExhausted(Resynchronised.noMemory, action: "listed as raw")), node: index,
        extent: builder[index].payload))
  }

  /// Where the payload lies of the frame at `index`, which is said to be un-synchronised.
  ///
  /// Some writers set the flag and store the bytes as they are. Bytes that nobody may find in what
  /// is un-synchronised prove it, and so does a data length that counts them all.
  private mutating func payloadPlace(
    _ index: NodeIndex, _ header: FrameHeader, _ promised: UInt64?
  ) -> FramePlace {
    let node = builder[index]
    let range = node.payload.byteOffset..<node.payload.byteEnd
    let marks = UnsynchronisationMarks(builder.sources[Int(node.source)].bytes, in: range)
    // Where the length is of what is compressed, it does not count these bytes.
    let isCounted = !header.isCompressed && promised == UInt64(range.count) && marks.zeros > 0
    let isRefuted = marks.firstSync ?? (header.isUnsynchronised ? nil : marks.firstNeedless)
    guard isRefuted == nil, !isCounted else {
      reportAbsent(marks, at: isRefuted ?? range.lowerBound, node: index)
      return .stored
    }
    guard marks.zeros > 0 else { return .stored }
    return builder.resynchronise(node.source, in: range).map { .plain($0) } ?? .unread
  }

  /// Says once of a tag that bytes are not un-synchronised where a flag says that they are.
  mutating func reportAbsent(
    _ marks: UnsynchronisationMarks, at offset: Int, node: NodeIndex
  ) {
    guard !hasReportedAbsent else { return }
    hasReportedAbsent = true
    // Where no byte would be taken out, all readers find the same.
    builder.note(
      Diagnostic(
        .unsynchronisationAbsent(count: UInt64(marks.zeros)), node: node,
        extent: Extent(byteOffset: offset, byteCount: 2),
        severity: marks.zeros > 0 ? .warning : .note))
  }

  /// The number of bytes that the header says the payload has once it is decoded.
  private func declaredLength(_ node: Node, _ header: FrameHeader) -> UInt64? {
    let file = builder.sources[Int(node.source)].bytes
    let extra = node.start + UInt64(header.headerSize)
    if header.isVersion4 {
      guard header.hasDataLength, node.payloadStart >= extra + 4 else { return nil }
      return file.bytes.bigEndian(at: Int(node.payloadStart) - 4, count: 4)?.withoutEighthBits
    }
    guard header.isCompressed, node.payloadStart >= extra + 4 else { return nil }
    return file.bytes.bigEndian(at: Int(extra), count: 4)
  }

  private mutating func inflate(
    _ index: NodeIndex, of plain: Resynchronised?, to promised: UInt64?,
    counting inflations: inout Int
  ) -> Bool {
    let node = builder[index]
    let source = plain?.bytes ?? builder.sources[Int(node.source)].bytes
    let range =
      plain == nil ? node.payload.byteOffset..<node.payload.byteEnd : 0..<source.byteCount
    let number = inflate(range, of: source, for: index, to: promised, counting: &inflations)
    builder.setContents(of: index, number)
    return number != nil
  }

  /// The source with the frames that the frame at `index` has compressed (ID3v2.2.1 draft); `nil` where it has none,
  /// or in a way that nobody described.
  mutating func inflateFrames(in index: NodeIndex, counting inflations: inout Int) -> UInt16? {
    let node = builder[index]
    let source = builder.sources[Int(node.source)].bytes
    let payload = node.payload
    guard let program = builder.program(of: node),
      let method = program.bytes(of: .compression_method, in: CompressedFrames.self),
      let size = program.bytes(of: .decompressed_size, in: CompressedFrames.self),
      payload.byteCount > size.upperBound, source.bytes.byte(at: payload.byteOffset + method.lowerBound) == 0x7A,
      let promised = source.bytes.bigEndian(at: payload.byteOffset + size.lowerBound, count: size.count)
    else { return nil }
    return inflate(
      payload.byteOffset + size.upperBound..<payload.byteEnd, of: source, for: index, to: promised,
      counting: &inflations)
  }

  /// Inflates bytes of the frame at `index`.
  ///
  /// - Returns: The number of the source that they are in; `nil` where there are none.
  private mutating func inflate(
    _ range: Range<Int>, of source: ByteSource, for index: NodeIndex, to promised: UInt64?,
    counting inflations: inout Int
  ) -> UInt16? {
    let node = builder[index]
    guard inflations < 4 else {
      builder.note(Diagnostic(.inflateNested(limit: 4), node: index, extent: node.extent))
      return nil
    }
    inflations += 1
    if promised == nil {
      builder.note(Diagnostic(.dataLengthMissing, node: index, extent: node.extent))
    }
    let wanted = Int(clamping: promised ?? .max)
    let limit = min(builder.inflationLimit, wanted)
    let (derived, result) = ByteSource.inflating(
      source.bytes.extracting(range), format: .zlib, limit: limit, memory: builder.memory)
    builder.inflated += derived.byteCount
    let isCut = !result.isComplete || promised.map { $0 != UInt64(derived.byteCount) } ?? false
    if isCut {
      builder.note(
        Diagnostic(
          !result.isLimited
            ? .inflateFailed(expected: promised ?? 0, found: UInt64(derived.byteCount))
            : limit < wanted
              ? .inflateLimit(expected: promised ?? 0, found: UInt64(derived.byteCount))
              : .inflateLonger(expected: promised ?? 0), node: index,
          extent: node.payload))
    }
    var rest = result.isComplete ? range.count - min(range.count, result.consumed) : 0
    // Zeros fill what is left of a frame.
    if (range.upperBound - rest..<range.upperBound).allSatisfy({ source.bytes.byte(at: $0) == 0 }) { rest = 0 }
    if rest > 0 { builder.note(Diagnostic(.compressedRest(count: UInt64(rest)), node: index, extent: node.payload)) }
    guard derived.byteCount > 0 else { return nil }
    return builder.add(source: derived, from: index, kind: .zlib, rest: rest, isCut: isCut)
  }
}
