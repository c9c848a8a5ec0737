import ByteReading
import Structure

/// Readings that specifications forbid and writers use. Each is taken where it lands better than the
/// specified one, and each is reported under a name of its own.
extension TagScanner {
  // MARK: Frames

  /// The header of the frame at `start`, read as its version lays it out or as writers did.
  ///
  /// - Returns: `nil` where no frame begins: its identifier is none, and its size does not end at
  ///   another frame, at zeros or at `end` either.
  mutating func header(
    at start: UInt64, before end: UInt64, _ layout: FrameLayout, _ window: inout ByteWindow
  ) -> FrameHeader? {
    guard var header = FrameHeader(at: start, end - start, layout, &window) else { return nil }
    settle(&header, at: start, before: end, in: &window)
    guard header.isMisnamed else { return header }
    let next = start + UInt64(header.headerSize) + header.size
    guard header.size > 0, next <= end else { return nil }
    let likelihood = likelihood(at: next, before: end, of: header.layout, in: &window)
    if likelihood == 2 { return header }
    guard header.type.isAlphanumeric else { return nil }
    // Names such as `Date` come in groups.
    let width = layout == .version2 ? 3 : 4
    let bytes = window.peek(at: Int(next), count: width)
    let code = bytes.bigEndian(at: 0, count: width).map { FourCC(UInt32(truncatingIfNeeded: $0)) }
    return likelihood == 1 || code?.isAlphanumeric == true ? header : nil
  }

  /// Decides how the size of a frame is stored.
  ///
  /// Early iTunes wrote the sizes of version 4 as plain numbers, and some wrote those of version 3 as
  /// version 4 does; below 128 it is the same. What another frame, zeros or the end of the tag
  /// follows is right, and as the version has it when both are.
  private mutating func settle(
    _ header: inout FrameHeader, at start: UInt64, before end: UInt64, in window: inout ByteWindow
  ) {
    guard header.layout != .version2, header.size != header.otherSize else { return }
    let other: FrameLayout = header.isVersion4 ? .version4Plain : .version3Syncsafe
    let first = start + UInt64(header.headerSize)
    let isOther: Bool
    if header.hasEighthBits, !header.isVersion4 {
      isOther = false
    } else {
      let likelihoods = (
        own: likelihood(at: first + header.size, before: end, of: header.layout, in: &window),
        other: likelihood(at: first + header.otherSize, before: end, of: header.layout, in: &window)
      )
      isOther =
        header.hasEighthBits
        ? first + header.otherSize <= end && likelihoods.other >= likelihoods.own
        : likelihoods.other > likelihoods.own
    }
    guard isOther else { return }
    header.layout = other
    swap(&header.size, &header.otherSize)
  }

  /// How likely it is that a frame ends at `position`: 2 when another begins there or the tag ends, 1
  /// when zeros do, 0 else.
  private func likelihood(
    at position: UInt64, before end: UInt64, of layout: FrameLayout, in window: inout ByteWindow
  ) -> Int {
    guard position < end else { return position == end ? 2 : 0 }
    let bytes = window.peek(at: Int(position), count: Int(min(4, end - position)))
    guard bytes.byte(at: 0) != 0 else { return 1 }
    if layout == .version2 {
      guard let id = bytes.bigEndian(at: 0, count: 3) else { return 0 }
      return FourCC(UInt32(truncatingIfNeeded: id)).isThreeCharacters ? 2 : 0
    }
    guard let id = bytes.bigEndian(at: 0, count: 4) else { return 0 }
    return FourCC(frame: UInt32(truncatingIfNeeded: id)) != nil ? 2 : 0
  }

  // MARK: What is no frame

  /// Where a frame begins behind `start`, where none does: one that the tables know, whose size ends
  /// at another frame, at zeros or at `end`.
  ///
  /// - Complexity: O(*n*) in the bytes up to it; after 65,536 identifiers that lead nowhere there is
  ///   none.
  mutating func nextFrame(
    after start: UInt64, before end: UInt64, in source: UInt16, _ layout: FrameLayout
  ) -> UInt64? {
    let bytes = builder.sources[Int(source)].bytes
    // One goes forward, one looks where sizes lead.
    var window = ByteWindow(bytes)
    var ahead = ByteWindow(bytes)
    let headerSize = UInt64(layout.headerSize)
    var position = start + 1
    var misses = 0
    while misses < 1 << 16, position < end, end - position > headerSize {
      if let next = bytes.absentEnd(at: Int(clamping: position)) {
        position = UInt64(next)
        continue
      }
      let count = Int(min(UInt64(ByteWindow.maximumCount), end - position))
      let piece = window.peek(at: Int(position), count: count)
      guard let offset = piece.identifier(layout) else {
        // An identifier may begin in the last three bytes.
        position += UInt64(max(1, piece.byteCount - 3))
        continue
      }
      let candidate = position + UInt64(offset)
      if let header = header(at: candidate, before: end, layout, &ahead), !header.isMisnamed,
        header.size > 0, isKnown(header.type, layout)
      {
        let next = candidate + headerSize + header.size
        if likelihood(at: next, before: end, of: layout, in: &ahead) > 0 { return candidate }
      }
      misses += 1
      position = candidate + 1
    }
    return nil
  }

  // MARK: Tags

  /// Decides how the size of a tag is stored.
  ///
  /// As the specification has it when it can be: where the tag then ends, sound, another tag or the
  /// end of the file follows, or its frames end there. Some writers stored a plain number.
  mutating func settle(_ header: inout TagHeader, in range: Range<UInt64>, source: UInt16) {
    guard header.sizes.plain != header.sizes.syncsafe,
      let layout = FrameLayout(version: header.version)
    else { return }
    let bytes = builder.sources[Int(source)].bytes
    let plainEnd = header.start + TagHeader.byteCount + header.sizes.plain
    if !header.hasEighthBits {
      guard header.end < range.upperBound, plainEnd <= range.upperBound,
        !isEnd(header.end, of: bytes),
        !landing(of: header, before: header.contentEnd, in: bytes, as: layout).isClean,
        landing(of: header, before: plainEnd, in: bytes, as: layout).isClean
      else { return }
      header.readPlain()
      return
    }
    guard plainEnd <= range.upperBound else { return }
    let isOwn =
      header.end <= range.upperBound
      && landing(of: header, before: header.contentEnd, in: bytes, as: layout).isClean
    if !isOwn || landing(of: header, before: plainEnd, in: bytes, as: layout).isClean {
      header.readPlain()
    }
  }

  /// Whether what begins at `offset` is known to stand behind tags.
  private func isEnd(_ offset: UInt64, of bytes: ByteSource) -> Bool {
    let bytes = bytes.bytes
    guard let first = bytes.bigEndian(at: Int(offset), count: 3) else { return true }
    switch first {
    case 0xFF_E000...0xFF_FFFF, 0...0xFF: return true
    // ID3, 3DI, TAG, APE, LYR, and the first letters of streams.
    case 0x49_4433, 0x33_4449, 0x54_4147, 0x41_5045, 0x4C_5952, 0x66_4C61, 0x4D_4143, 0x54_5441,
      0x4D_5043, 0x4D_502B, 0x77_7670, 0x4F_6767, 0x52_4946, 0x44_5344, 0x46_524D:
      return true
    default: return false
    }
  }

  /// How the frames of a tag end.
  struct Landing {
    /// How many frames there are before something else, or the end.
    var frames = 0
    /// Whether the last one ends with the tag, or only zeros stand behind it.
    var isClean = false
  }

  /// How the frames of a tag end when it ends at `end`.
  private mutating func landing(
    of header: TagHeader, before end: UInt64, in bytes: ByteSource, as layout: FrameLayout
  ) -> Landing {
    var start = header.start + TagHeader.byteCount
    guard start <= end, end <= UInt64(bytes.byteCount) else { return Landing() }
    if header.hasExtendedHeader {
      start += Self.extendedHeaderSize(bytes.bytes, at: start, before: end, layout) ?? 0
    }
    return landing(start..<end, bytes, layout)
  }

  /// How the frames in `range` end; no node is appended.
  ///
  /// - Complexity: O(*n*) in the number of frames and the bytes of padding.
  private mutating func landing(
    _ range: Range<UInt64>, _ bytes: ByteSource, _ layout: FrameLayout
  ) -> Landing {
    var window = ByteWindow(bytes)
    var landing = Landing()
    var position = range.lowerBound
    while position < range.upperBound {
      guard let header = header(at: position, before: range.upperBound, layout, &window) else {
        let zeros = window.zeros(in: position..<range.upperBound)
        landing.isClean = zeros == range.upperBound - position
        return landing
      }
      let next = position + UInt64(header.headerSize) + header.size
      guard next <= range.upperBound else { return landing }
      landing.frames += 1
      position = next
    }
    landing.isClean = true
    return landing
  }

  // MARK: Un-synchronisation

  /// Where the frames of a tag lie.
  enum FramePlace {
    /// Where they are stored: there is no zero to take out, or their sizes count the zeros.
    case stored
    /// In these bytes, which have no zeros of un-synchronisation.
    case plain(Resynchronised)
    /// Behind zeros that there is no memory to take out: sizes and values would be others.
    case unread
  }

  /// Where the frames lie of a tag of version 2 or 3 that says that it is un-synchronised.
  mutating func framePlace(
    _ header: TagHeader, _ range: Range<UInt64>, in source: UInt16, tag: NodeIndex
  ) -> FramePlace {
    guard let layout = FrameLayout(version: header.version) else { return .stored }
    let stored = builder.sources[Int(source)].bytes
    let bounds = Int(range.lowerBound)..<Int(range.upperBound)
    guard let plain = builder.resynchronise(source, in: bounds) else {
      let marks = UnsynchronisationMarks(stored, in: bounds)
      if let first = marks.firstSync { reportAbsent(marks, at: first, node: tag) }
      return marks.firstSync == nil && marks.zeros > 0 ? .unread : .stored
    }
    func start(_ bytes: ByteSource, _ start: UInt64, _ end: UInt64) -> UInt64 {
      guard header.hasExtendedHeader else { return start }
      return start + (Self.extendedHeaderSize(bytes.bytes, at: start, before: end, layout) ?? 0)
    }
    let end = UInt64(plain.bytes.byteCount)
    let asSpecified = landing(start(plain.bytes, 0, end)..<end, plain.bytes, layout)
    let asStored = landing(
      start(stored, range.lowerBound, range.upperBound)..<range.upperBound, stored, layout)
    let isStored =
      asStored.isClean == asSpecified.isClean
      ? asStored.frames > asSpecified.frames : asStored.isClean
    guard isStored else { return .plain(plain) }
    unsynchronised = source
    builder.discard(plain)
    builder.note(
      Diagnostic(
        .frameSizeStored(count: UInt64(plain.removedCount)), node: tag,
        extent: Extent(byteOffset: Int(header.start) + 5, byteCount: 1)))
    return .stored
  }
}

extension RawSpan {
  /// The offset of the first bytes that are laid out as an identifier of a frame.
  fileprivate func identifier(_ layout: FrameLayout) -> Int? {
    let width = layout == .version2 ? 3 : 4
    var run = 0
    for offset in 0..<byteCount {
      switch byte(at: offset) ?? 0 {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): run += 1
      // Identifiers of version 2 in later tags have a zero or a space behind them.
      case 0 where run == 3 && width == 4, UInt8(ascii: " ") where run == 3 && width == 4: run += 1
      default: run = 0
      }
      if run == width { return offset - width + 1 }
    }
    return nil
  }
}
