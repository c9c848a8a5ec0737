import ByteReading
import Structure

/// What a frame of an elementary stream says of itself in its header.
protocol StreamHeader: Equatable, Sendable {
  /// The bytes that a header is read from.
  static var headerByteCount: Int { get }
  /// The header at `offset`, if there is one.
  static func at(_ offset: Int, in bytes: RawSpan, before end: Int) -> Self?
  /// The bytes of the frame; `nil` when only the next frame shows where it ends.
  var frameByteCount: Int? { get }
  /// The bytes by which the frame is longer than others of its stream.
  var paddingByteCount: Int { get }
  func isSameStream(as other: Self) -> Bool
  /// Whether the bytes of the frame prove that it is one, whatever follows.
  func isProven(by bytes: RawSpan, in frame: Range<Int>) -> Bool
}

extension StreamHeader {
  func isProven(by bytes: RawSpan, in frame: Range<Int>) -> Bool { false }
}

extension MPEGAudioHeader: StreamHeader {
  static var headerByteCount: Int { 4 }
  var frameByteCount: Int? { byteCount }

  func isProven(by bytes: RawSpan, in frame: Range<Int>) -> Bool {
    InformationFrameFinder.holdsInformation(frame, self, in: bytes)
  }

  static func at(_ offset: Int, in bytes: RawSpan, before end: Int) -> MPEGAudioHeader? {
    guard offset <= end &- 4, let word = bytes.bigEndian32(at: offset) else { return nil }
    return MPEGAudioHeader(word)
  }
}

extension ADTSHeader: StreamHeader {
  static var headerByteCount: Int { 7 }
  var frameByteCount: Int? { byteCount }
  var paddingByteCount: Int { 0 }

  static func at(_ offset: Int, in bytes: RawSpan, before end: Int) -> ADTSHeader? {
    guard offset <= end &- 7, let word = bytes.bigEndian(at: offset, count: 7) else { return nil }
    return ADTSHeader(word &<< 8)
  }
}

/// Finds frames one after another, and after bytes that are none the next place where they go on.
///
/// A header has eleven or twelve bits that other bytes seldom have, so one alone is no proof: where
/// a stream begins, or goes on after other bytes, the next header must stand where this one says that
/// its frame ends, or behind tags that stand there: recordings were put one behind another. Inside a
/// stream the frame before is proof enough.
///
/// - Complexity: each byte is looked at a bounded number of times, whatever it holds.
///
/// The type itself does not ask that its headers are some: the runtime would look that up for each kind of them.
struct FrameFinder<Header> {
  /// What the frames of the stream agree with, once there is one.
  private(set) var stream: Header?
  /// The bytes of a frame without padding, where headers do not say it.
  private var freeSize = 0
  /// Where the frame ended that was found last.
  private var lastEnd = -1
  /// Where the region begins.
  private var regionStart = -1
  /// Where the bytes begin whose pages were not given back.
  private var kept = -1
  /// How often the size of a frame in free format may still be looked for.
  private var trials = 64
  let gap: Diagnostic.Kind
  /// Where the search for a frame that is not in step ends.
  var searchEnd: Int
  /// Parts of the bytes that are not there, and are not searched.
  private var absent: KnownParts?

  init(gap: Diagnostic.Kind, searchingBefore searchEnd: Int = .max) {
    self.gap = gap
    self.searchEnd = searchEnd
  }
}

extension FrameFinder: Sendable where Header: Sendable {}

extension FrameFinder: PartFinder where Header: StreamHeader {
  mutating func leaveOut(_ absent: KnownParts) { self.absent = absent }

  mutating func next(in bytes: RawSpan, from position: Int, to end: Int) -> Range<Int>? {
    if regionStart < 0 { regionStart = position }
    if kept < 0 || position < kept { kept = position }
    if position &- kept >= Mappings.step {
      Mappings.all.giveBack(bytes.extracting(kept..<position))
      kept = position
    }
    // In step: the frame before ended here.
    if position == lastEnd, let header = Header.at(position, in: bytes, before: end),
      let stream, header.isSameStream(as: stream)
    {
      let size = size(of: header)
      let next = position &+ size
      if size > 0,
        next >= end || isHeader(at: next, in: bytes, before: end)
          || !isOverlapped(position..<next, in: bytes, before: end)
      {
        lastEnd = min(next, end)
        return position..<lastEnd
      }
    }
    // Behind a tag the stream goes on; what is in the tag may look like frames.
    if position == lastEnd {
      let next = bytes.endOfTags(from: position, before: end)
      if next > position, let frame = confirmed(at: next, in: bytes, before: end) {
        lastEnd = frame.upperBound
        return frame
      }
    }
    var at = position
    while at < end {
      guard let found = sync(in: bytes, from: at, to: min(end, searchEnd)) else { return nil }
      if let frame = confirmed(at: found, in: bytes, before: end) {
        lastEnd = frame.upperBound
        return frame
      }
      at = found &+ 1
    }
    return nil
  }

  /// The next byte from `start` on that can begin a header, as far as the bytes are there.
  private func sync(in bytes: RawSpan, from start: Int, to end: Int) -> Int? {
    guard let absent else { return Self.sync(in: bytes, from: start, to: end) }
    var at = start
    while at < end {
      let part = absent.first(endingBehind: at)
      let stop = min(end, part?.start ?? end)
      if let found = Self.sync(in: bytes, from: at, to: stop) { return found }
      guard let part else { return nil }
      at = part.end
    }
    return nil
  }

  /// The next byte from `start` on that can begin a header: FF, and three set bits after it.
  private static func sync(in bytes: RawSpan, from start: Int, to end: Int) -> Int? {
    var at = start
    while at &+ 1 < end {
      guard let byte = bytes.byte(at: at &+ 1) else { return nil }
      if byte & 0xE0 == 0xE0, bytes.byte(at: at) == 0xFF { return at }
      at &+= byte == 0xFF ? 1 : 2
    }
    return nil
  }

  private func isHeader(at offset: Int, in bytes: RawSpan, before end: Int) -> Bool {
    guard let header = Header.at(offset, in: bytes, before: end), let stream else { return false }
    return header.isSameStream(as: stream)
  }

  /// Whether a frame that another confirms begins inside `frame`, which none does: then its header
  /// only looks like one.
  private func isOverlapped(_ frame: Range<Int>, in bytes: RawSpan, before end: Int) -> Bool {
    var at = frame.lowerBound &+ 1
    while let found = sync(in: bytes, from: at, to: frame.upperBound) {
      if isHeader(at: found, in: bytes, before: end),
        let header = Header.at(found, in: bytes, before: end)
      {
        let size = size(of: header)
        if size > 0, isHeader(at: found &+ size, in: bytes, before: end) { return true }
      }
      at = found &+ 1
    }
    return false
  }

  /// The bytes of a frame whose header was met before; 0 when they are not known.
  private func size(of header: Header) -> Int {
    header.frameByteCount ?? (freeSize > 0 ? freeSize &+ header.paddingByteCount : 0)
  }

  /// The frame at `start`, if the next header proves it: one of the same stream where it ends or behind
  /// tags there, or the end of the region exactly there. A region that begins with a header and holds no
  /// second one is a single frame, whole or cut off. What an encoder says of the stream in its first frame
  /// stands where no sound has it, and is proof, too.
  private mutating func confirmed(
    at start: Int, in bytes: RawSpan, before end: Int
  ) -> Range<Int>? {
    guard let header = Header.at(start, in: bytes, before: end) else { return nil }
    let isKnown = stream.map { header.isSameStream(as: $0) } ?? false
    var size = header.frameByteCount ?? 0
    if size == 0 {
      if isKnown, freeSize > 0 {
        size = freeSize &+ header.paddingByteCount
      } else {
        // Behind other bytes nearly anything looks like a frame that does not say its size.
        guard trials > 0, stream != nil || start == regionStart else { return nil }
        trials &-= 1
        size = distance(from: start, header, in: bytes, before: end)
      }
    }
    let isAlone = stream == nil && start == regionStart && size >= end &- start
    guard size >= Header.headerByteCount, size <= end &- start || isAlone else { return nil }
    let next = min(start &+ size, end)
    var isProven = isAlone || next == end && stream != nil
    let place = bytes.endOfTags(from: next, before: end)
    if let following = Header.at(place, in: bytes, before: end), following.isSameStream(as: header) {
      isProven = true
      // Another stream than before needs one more.
      if stream != nil, !isKnown, let count = following.frameByteCount, count <= end &- place,
        place &+ count < end
      {
        let third = Header.at(place &+ count, in: bytes, before: end)
        isProven = third?.isSameStream(as: header) ?? false
      }
    }
    if !isProven { isProven = header.isProven(by: bytes, in: start..<next) }
    guard isProven else { return nil }
    if header.frameByteCount == nil { freeSize = size &- header.paddingByteCount }
    stream = header
    return start..<next
  }

  /// The bytes from a frame in free format to the next one that is followed by a third just as far
  /// on; 0 when there is none within 8 KiB.
  private func distance(
    from start: Int, _ header: Header, in bytes: RawSpan, before end: Int
  ) -> Int {
    let limit = min(end, start &+ 8_192)
    var at = start &+ 16
    while let found = sync(in: bytes, from: at, to: limit) {
      if let next = Header.at(found, in: bytes, before: end), next.frameByteCount == nil,
        next.isSameStream(as: header)
      {
        let plain = found &- start &- header.paddingByteCount
        let third = found &+ plain &+ next.paddingByteCount
        if plain > 0,
          third == end || Header.at(third, in: bytes, before: end)?.isSameStream(as: header) == true
        {
          return found &- start
        }
      }
      at = found &+ 1
    }
    return 0
  }
}

extension RawSpan {
  /// Where the tags of version 2 end that stand one behind another from `start` on, by their headers
  /// (ID3v2.4.0 structure §3.1); `start` where there is none, or one that goes on behind `end`.
  ///
  /// Only what all headers of tags have is taken for one: a version that is known, and a size of four groups
  /// of seven bits.
  ///
  /// - Complexity: O(1); sixteen tags are passed at most.
  fileprivate func endOfTags(from start: Int, before end: Int) -> Int {
    var position = start
    for _ in 0..<16 {
      guard position <= end &- 10, let tag = tag(at: position), (2...4).contains(tag.version), tag.byteCount <= end &- position
      else { return position }
      position &+= tag.byteCount
    }
    return position
  }

  /// The version of the tag of ID3v2 that begins at `start`, and its bytes, by its header (ID3v2.4.0 structure §3.1): the
  /// identifier, versions below 255 and a size of four groups of seven bits; `nil` where none begins.
  func tag(at start: Int) -> (version: UInt8, byteCount: Int)? {
    guard byte(at: start) == UInt8(ascii: "I"), bigEndian(at: start, count: 3) == 0x49_4433,
      let version = byte(at: start &+ 3), version < 0xFF, let revision = byte(at: start &+ 4), revision < 0xFF,
      let flags = byte(at: start &+ 5), let size = bigEndian(at: start &+ 6, count: 4), size & 0x8080_8080 == 0
    else { return nil }
    let hasFooter = version == 4 && flags & 0x10 != 0
    // The size has 28 bits.
    return (version, Int(size.withoutEighthBits) &+ (hasFooter ? 20 : 10))
  }
}

extension Diagnostic.Kind {
  /// Bytes in the middle of MPEG audio that are no frame.
  static let audioSyncLost = Self(
    "audio-sync-lost", .warning, "{length} bytes are no frame of audio",
    action: "listed behind the frame before them")
  /// A tag in the middle of MPEG audio, where recordings were put one behind another.
  static let tagInAudio = Self(
    "tag-in-audio", .warning,
    "a tag of {length} bytes lies in the audio",
    action: "not listed as frames; --skip and the offset read one of version 2")
}

/// What each of these kinds says, under its names.
extension Finding {
  static func audioSyncLost(length: UInt64) -> Self {
    Self(.audioSyncLost, .length(length))
  }
  static func tagInAudio(length: UInt64) -> Self {
    Self(.tagInAudio, .length(length))
  }
}
