import ByteReading
import Structure

/// What an extended header says that has to be held against the tag.
struct ExtendedHeader {
  /// Its node.
  let node: NodeIndex
  /// The checksum, if there is one.
  let checksum: UInt64?
  /// The padding that it promises, in version 3.
  let padding: UInt64?
  /// Where it ends in its source.
  let end: UInt64
}

extension TagScanner {
  /// Appends a node for the extended header at the start of a tag (ID3v2.3.0 §3.2, ID3v2.4.0
  /// structure §3.2).
  ///
  /// - Returns: `nil` when there is no room for one.
  mutating func extendedHeader(
    at start: UInt64, _ end: UInt64, in source: UInt16, depth: UInt16, _ layout: FrameLayout
  ) -> ExtendedHeader? {
    let file = builder.sources[Int(source)].bytes
    let isVersion4 = layout == .version4
    guard end - start >= 6, let stored = file.bytes.bigEndian(at: Int(start), count: 4) else {
      builder.note(
        Diagnostic(
          .extendedHeaderWrong(claimed: 0, left: end - start), node: builder.end,
          extent: Extent(byteOffset: Int(start), byteCount: Int(end - start))))
      return nil
    }
    guard
      let size = Self.extendedHeaderSize(file.bytes, at: start, before: end, layout)
    else {
      builder.note(
        Diagnostic(
          .extendedHeaderWrong(
            claimed: Self.claimedSize(stored, left: end - start, layout), left: end - start),
          node: builder.end,
          extent: Extent(byteOffset: Int(start), byteCount: 4)))
      return nil
    }
    let type = FourCC(isVersion4 ? 0x6578_7404 : 0x6578_7403)
    let catalogue = Catalogue.tagParts
    let table = catalogue.table(for: type, in: layout.tag, handler: nil, extendedType: nil)
    let node = Node(
      start: start, size: size, type: type,
      table: table.map { builder.add(table: $0, of: catalogue) } ?? Node.noTable, depth: depth,
      source: source, headerSize: 0, marks: .named)
    guard let index = builder.append(node) else { return nil }
    var checksum: UInt64?
    var padding: UInt64?
    if isVersion4 {
      var position = Int(start) + 6
      let flags = file.bytes.byte(at: Int(start) + 5) ?? 0
      // Each flag has its data behind a byte that says how long they are.
      if flags & 0x40 != 0 { position += 1 + Int(file.bytes.byte(at: position) ?? 0) }
      if flags & 0x20 != 0, position + 6 <= Int(start + size) {
        checksum = file.bytes.bigEndian(at: position + 1, count: 5)?.withoutEighthBits
      }
    } else {
      padding = file.bytes.bigEndian(at: Int(start) + 6, count: 4)
      let flags = file.bytes.bigEndian(at: Int(start) + 4, count: 2) ?? 0
      if flags & 0x8000 != 0, size >= 14 {
        checksum = file.bytes.bigEndian(at: Int(start) + 10, count: 4)
      }
    }
    return ExtendedHeader(node: index, checksum: checksum, padding: padding, end: start + size)
  }

  /// The bytes of an extended header at `start`, its size included; `nil` when there is no room for
  /// what it says.
  static func extendedHeaderSize(
    _ bytes: RawSpan, at start: UInt64, before end: UInt64, _ layout: FrameLayout
  ) -> UInt64? {
    guard end >= start, end - start >= 6, let stored = bytes.bigEndian(at: Int(start), count: 4)
    else { return nil }
    let size = claimedSize(stored, left: end - start, layout)
    let least: UInt64 = layout == .version4 ? 6 : 10
    return size >= least && size <= end - start ? size : nil
  }

  /// Version 3 does not count the four bytes of the size; some writers store it syncsafe.
  private static func claimedSize(_ stored: UInt64, left: UInt64, _ layout: FrameLayout) -> UInt64 {
    if layout == .version4 { return stored.withoutEighthBits }
    let size = stored + 4
    return size > left || size > 14 ? stored.withoutEighthBits + 4 : size
  }

  /// Holds checksum and padding against what the tag has: in version 3 that of the frames alone and
  /// before un-synchronisation, in version 4 that of frames and padding as they are stored.
  mutating func verify(_ header: ExtendedHeader, _ frames: Range<UInt64>, in source: UInt16) {
    var range = frames
    var found: UInt64 = 0
    if let last = builder.last, last > header.node, builder[last].marks.contains(.padding) {
      found = builder[last].size
    }
    if let padding = header.padding {
      if padding != found {
        builder.note(
          Diagnostic(
            .paddingDiffers(claimed: padding, found: found), node: header.node,
            extent: Extent(byteOffset: Int(builder[header.node].start) + 6, byteCount: 4)))
      }
      range = range.lowerBound..<max(range.lowerBound, range.upperBound - found)
    }
    guard let checksum = header.checksum else { return }
    let file = builder.sources[Int(source)].bytes
    let actual = UInt64(
      crc32(of: file.bytes.extracting(Int(range.lowerBound)..<Int(range.upperBound))))
    if actual != checksum {
      let node = builder[header.node]
      builder.note(
        Diagnostic(
          .checksumWrong(claimed: checksum, found: actual), node: header.node, extent: node.extent))
    }
  }
}
