import ByteReading
import ID3
import MediaFacts
import SoundFiles
import Structure

/// Facts of the ID3v2 tag at the start of a file of sound.
struct PlayerTag {
  private let file: JudgedFile
  private let tags: [Synopsis.Tag]
  private var document: Document { file.document }

  init(_ file: JudgedFile) {
    self.file = file
    tags = file.synopsis.tags.filter { $0.isAtStart && $0.version != nil }
  }

  static func answers(_ fact: PlayerFact) -> Bool {
    switch fact {
    case .tagVersion, .tagBytes, .tagFooter, .tagUnsynchronised, .tagPastSound, .tagTooShort, .tagsAtStart,
      .tagPicture, .tagTextDoubtful, .rateVariesUnsaid, .freeFormat, .channelsVary, .soundLayer:
      true
    default: false
    }
  }

  func value(of fact: PlayerFact) -> PlayerFactValue {
    let tree = document.tree
    if fact == .rateVariesUnsaid { return rate }
    if fact == .freeFormat { return freeFormat }
    if fact == .channelsVary { return channelsVary }
    if fact == .soundLayer { return layer }
    guard let tag = tags.first else { return .absent }
    let start = Int(clamping: tree[tag.node].start)
    let flags = tree.file.bytes.byte(at: start &+ 5) ?? 0
    switch fact {
    case .tagVersion: return tag.version.map { PlayerFactValue($0, tag.node) } ?? .absent
    case .tagBytes: return PlayerFactValue(tags.reduce(into: UInt64(0)) { $0 = $0.saturatingAdd($1.size) }, tag.node)
    case .tagFooter: return PlayerFactValue(flags & 0x10 != 0, tag.node)
    case .tagUnsynchronised: return PlayerFactValue(flags & 0x80 != 0, tag.node)
    case .tagsAtStart: return inARow
    case .tagPicture: return picture(tag.node)
    case .tagTextDoubtful: return texts(tag.node)
    // Frames that stand in chunks are found by these.
    case .tagPastSound where document.format?.id == .taggedAudio: return swallowed(tag)
    case .tagTooShort where document.format?.id == .taggedAudio: return between(tag)
    default: return .absent
    }
  }

  /// The tags of ID3v2 that stand one behind the other from the start.
  private var inARow: PlayerFactValue {
    var end: UInt64 = 0
    var count = 0
    var node: NodeIndex?
    for tag in file.synopsis.tags where tag.version != nil {
      let start = document.tree[tag.node].start
      guard start == end else { break }
      end = start.saturatingAdd(tag.size)
      count += 1
      node = tag.node
    }
    return PlayerFactValue(count, node)
  }

  /// Whether the first frame of MPEG audio has no number of a rate (11172-3 §2.4.2.3).
  private var freeFormat: PlayerFactValue {
    guard file.synopsis.format == .mp3, let sound = file.synopsis.sound,
      let third = document.tree.file.bytes.byte(at: Int(clamping: document.tree[sound.node].start) &+ 2)
    else { return .absent }
    return PlayerFactValue(third >> 4 == 0, sound.node)
  }

  private var layer: PlayerFactValue {
    let node = file.synopsis.sound?.node
    switch file.synopsis.format {
    case .mp1: return PlayerFactValue(1, node)
    case .mp2: return PlayerFactValue(2, node)
    case .mp3: return PlayerFactValue(3, node)
    default: return .absent
    }
  }

  /// The frames whose channels are compared: half a minute of most streams.
  private static let framesLooked = 1_024

  /// Whether frames of MPEG audio are of one channel and of two.
  private var channelsVary: PlayerFactValue {
    guard file.synopsis.format == .mp3, let sound = file.synopsis.sound else { return .absent }
    // Nobody plays the frame that an encoder puts its notes into.
    var passed = isInformation(sound.node) ? -1 : 0
    var first: UInt8?
    var found: Extent?
    document.forEachSoundFrame { frame in
      passed += 1
      guard passed > 0 else { return true }
      if let first, first != frame.channelCount {
        found = Extent(byteOffset: frame.offset, byteCount: min(4, frame.byteCount))
        return false
      }
      first = frame.channelCount
      return passed < Self.framesLooked
    }
    return found.map { PlayerFactValue(1, sound.node, $0) } ?? PlayerFactValue(0, sound.node)
  }

  /// Whether a header of Xing or VBRI is in the first frame, behind at most 36 bytes of side information.
  private func isInformation(_ sound: NodeIndex) -> Bool {
    let start = Int(clamping: document.tree[sound].start)
    let bytes = document.tree.file.bytes
    return (start &+ 4..<start &+ 200).contains { place in
      switch bytes.bigEndian(at: place, count: 4) {
      case 0x5869_6E67, 0x496E_666F, 0x5642_5249: true
      default: false
      }
    }
  }

  private var rate: PlayerFactValue {
    guard let sound = file.synopsis.sound, sound.coding.hasBytes(of: "Layer III") else { return .absent }
    if isInformation(sound.node) { return PlayerFactValue(0) }
    if sound.hasConstantRate {
      return sound.isSampled
        ? PlayerFactValue(unread: "the first frames alone were counted") : PlayerFactValue(0)
    }
    return PlayerFactValue(1, sound.node)
  }

  private func picture(_ tag: NodeIndex) -> PlayerFactValue {
    let tree = document.tree
    var largest: UInt64 = 0
    var node: NodeIndex?
    for child in tree.children(of: tag) where tree[child].type == "APIC" || document.word(for: tree[child]) == "PIC" {
      if tree[child].size > largest {
        largest = tree[child].size
        node = child
      }
    }
    return PlayerFactValue(largest, node)
  }

  /// Counts texts that are said to be Latin-1 and have bytes 0x80 to 0x9F.
  private func texts(_ tag: NodeIndex) -> PlayerFactValue {
    let tree = document.tree
    let reader = NodeReader(document)
    var count = 0
    var node: NodeIndex?
    for child in tree.children(of: tag).prefix(4_096) {
      let frame = reader.view(TextFrame.self, of: child)
      guard frame.number(.encoding) == 0, let place = frame.content(.text) else { continue }
      let bytes = document.fieldBytes(of: child).bytes
      for at in place.byteOffset..<place.byteOffset &+ min(place.byteCount, 4_096) {
        guard let byte = bytes.byte(at: at), (0x80...0x9F).contains(byte) else { continue }
        count += 1
        node = node ?? child
        break
      }
    }
    return PlayerFactValue(count, node)
  }

  /// Whether frames of MPEG audio, two of one kind in a row, stand in the last part of the tag.
  private func swallowed(_ tag: Synopsis.Tag) -> PlayerFactValue {
    let bytes = document.tree.file.bytes
    let start = Int(clamping: document.tree[tag.node].start)
    let end = start.addingReportingOverflow(Int(clamping: tag.size)).partialValue
    guard end > start, end <= document.tree.file.byteCount else { return PlayerFactValue(0) }
    var last: NodeIndex?
    for child in document.tree.children(of: tag.node) where !document.tree[child].isRaw
      && document.word(for: document.tree[child]) != "padding"
    {
      last = child
    }
    var at = last.map { Int(clamping: document.tree[$0].start.saturatingAdd(document.tree[$0].size)) } ?? start &+ 10
    // Padding is zeros; sound behind it is near its end.
    let stop = min(end, at &+ (1 << 20))
    while at < stop {
      if let length = Self.frameLength(bytes, at), let next = Self.frameLength(bytes, at &+ length), next > 0 {
        return PlayerFactValue(end &- at, tag.node, Extent(byteOffset: at, byteCount: end &- at))
      }
      at &+= 1
    }
    return PlayerFactValue(0)
  }

  /// The bytes between the tag and the first frame of sound, where a frame of a tag begins there.
  private func between(_ tag: Synopsis.Tag) -> PlayerFactValue {
    let bytes = document.tree.file.bytes
    let end = Int(clamping: document.tree[tag.node].start.saturatingAdd(tag.size))
    guard end >= 4, end < document.tree.file.byteCount, Self.frameLength(bytes, end) == nil,
      bytes.bigEndian(at: end, count: 3) != 0x49_4433, tags.count == 1
    else { return PlayerFactValue(0) }
    for at in end..<min(end &+ (1 << 20), document.tree.file.byteCount) {
      guard let length = Self.frameLength(bytes, at), Self.frameLength(bytes, at &+ length) != nil else { continue }
      return PlayerFactValue(at &- end, tag.node, Extent(byteOffset: end, byteCount: at &- end))
    }
    return PlayerFactValue(0)
  }

  /// The length of the frame of MPEG audio at `at`; `nil` when none begins there.
  private static func frameLength(_ bytes: RawSpan, _ at: Int) -> Int? {
    guard let word = bytes.bigEndian(at: at, count: 4),
      let header = MPEGAudioHeader(UInt32(truncatingIfNeeded: word)), let length = header.byteCount,
      length > 0
    else { return nil }
    return length
  }
}
