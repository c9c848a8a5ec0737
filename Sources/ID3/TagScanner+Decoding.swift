import ByteReading
import Structure

/// Sizes that were written as another version writes them, and payloads that have to be decoded.
extension TagScanner {
  // MARK: Sizes

  /// Decides how the size of a frame is stored.
  ///
  /// Early iTunes wrote the sizes of version 4 as plain numbers, and some wrote those of version 3 as
  /// version 4 does; below 128 it is the same. What another frame, zeros or the end of the tag
  /// follows is right, and as the version has it when both are.
  mutating func settle(
    _ header: inout FrameHeader, _ start: UInt64, _ end: UInt64, _ window: inout ByteWindow
  ) {
    guard header.layout != .version2, header.size != header.otherSize else { return }
    let other: FrameLayout = header.isVersion4 ? .version4Plain : .version3Syncsafe
    let first = start + UInt64(header.headerSize)
    let isOther: Bool
    if header.isVersion4, header.hasEighthBits {
      isOther = first + header.otherSize <= end
    } else if header.hasEighthBits {
      isOther = false
    } else {
      isOther =
        likelihood(first + header.otherSize, end, &window)
        > likelihood(first + header.size, end, &window)
    }
    guard isOther else { return }
    header.layout = other
    swap(&header.size, &header.otherSize)
  }

  /// How likely it is that a frame ends at `position`: 2 when another begins there or the tag ends, 1
  /// when zeros do, 0 else.
  private func likelihood(
    _ position: UInt64, _ end: UInt64, _ window: inout ByteWindow
  ) -> Int {
    guard position < end else { return position == end ? 2 : 0 }
    let bytes = window.peek(at: Int(position), count: Int(min(4, end - position)))
    guard bytes.byte(at: 0) != 0 else { return 1 }
    guard let id = bytes.bigEndian(at: 0, count: 4) else { return 0 }
    return FourCC(frame: UInt32(truncatingIfNeeded: id)) != nil ? 2 : 0
  }

  // MARK: Payloads

  /// Derives the bytes that the fields of the frame at `index` lie in, when those are not its payload
  /// as it is stored.
  ///
  /// - Returns: Whether its fields can be read.
  mutating func decode(_ index: Int, _ header: FrameHeader, _ inflations: inout Int) -> Bool {
    let node = tree[index]
    guard node.end > node.payloadStart else { return true }
    if header.isEncrypted {
      tree.setContents(of: index, nil)
      return false
    }
    var plain: Resynchronised?
    if header.isUnsynchronised || header.isVersion4 && isUnsynchronised {
      plain = builder.resynchronise(
        node.source, in: node.payload.byteOffset..<node.payload.byteEnd)
    }
    let length = plain?.bytes.byteCount ?? node.payload.byteCount
    let promised = declaredLength(node, header)
    if header.isCompressed {
      return inflate(index, plain, promised, &inflations)
    }
    if let promised, promised != UInt64(length) {
      builder.note(
        Diagnostic(
          .dataLengthWrong, node: index, extent: node.extent, promised: promised,
          present: UInt64(length)))
    }
    if let plain {
      guard let source = tree.add(source: plain, from: index) else {
        tree.setContents(of: index, nil)
        return false
      }
      tree.setContents(of: index, source)
    }
    return true
  }

  /// The number of bytes that the header says the payload has once it is decoded.
  private func declaredLength(_ node: Node, _ header: FrameHeader) -> UInt64? {
    let file = tree.sources[Int(node.source)].bytes
    let extra = node.start + UInt64(header.headerSize)
    if header.isVersion4 {
      guard header.hasDataLength, node.payloadStart >= extra + 4 else { return nil }
      return file.bytes.bigEndian(at: Int(node.payloadStart) - 4, count: 4)?.withoutEighthBits
    }
    guard header.isCompressed, node.payloadStart >= extra + 4 else { return nil }
    return file.bytes.bigEndian(at: Int(extra), count: 4)
  }

  private mutating func inflate(
    _ index: Int, _ plain: Resynchronised?, _ promised: UInt64?, _ inflations: inout Int
  ) -> Bool {
    let node = tree[index]
    let limits = builder.limits
    guard inflations < 4 else {
      builder.note(Diagnostic(.inflateNested, node: index, extent: node.extent, promised: 4))
      tree.setContents(of: index, nil)
      return false
    }
    inflations += 1
    if promised == nil {
      builder.note(Diagnostic(.dataLengthMissing, node: index, extent: node.extent))
    }
    let wanted = Int(clamping: promised ?? .max)
    let limit = min(limits.inflatedPayload, max(0, limits.inflated - builder.inflated), wanted)
    let source = plain?.bytes ?? tree.sources[Int(node.source)].bytes
    let range =
      plain == nil ? node.payload.byteOffset..<node.payload.byteEnd : 0..<source.byteCount
    let (derived, result) = ByteSource.inflating(
      source.bytes.extracting(range), format: .zlib, limit: limit)
    builder.inflated += derived.byteCount
    if !result.isComplete || promised.map({ $0 != UInt64(derived.byteCount) }) ?? false {
      builder.note(
        Diagnostic(
          !result.isLimited
            ? .inflateFailed : limit < wanted ? .inflateLimit : .inflateLonger, node: index,
          extent: node.payload, promised: promised ?? 0, present: UInt64(derived.byteCount)))
    }
    guard derived.byteCount > 0,
      let number = tree.add(source: derived, from: index, kind: .zlib)
    else {
      tree.setContents(of: index, nil)
      return false
    }
    tree.setContents(of: index, number)
    return true
  }
}
