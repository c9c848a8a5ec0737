public import ByteReading
import MediaFacts
public import Structure

/// What can be said of a stream of MPEG audio or ADTS: its format, bit rate and length.
///
/// Only the first frames are looked at, unless a check counted all of them.
///
/// ```swift
/// let stream = AudioStream(document, at: audio)
/// stream?.format                // "MPEG-1 Layer III"
/// stream?.duration?.seconds     // 1.0
/// ```
public struct AudioStream: Sendable {
  /// What an encoder says of the whole stream in its first frame.
  public struct Information: Sendable {
    /// `Xing`, `Info` or `VBRI`.
    public let name: FourCC
    /// The frames that it announces; `nil` where it does not.
    public let frames: UInt64?
    /// The bytes that it announces; `nil` where it does not.
    public let bytes: UInt64?
    /// Samples that LAME, or who says the same, put before the sound.
    public let delay: UInt64
    /// Samples that it put after the sound.
    public let padding: UInt64
    /// Whether the bytes that it promises are there; of a file that was cut off they are not, and its
    /// length is not that of what is left.
    public let isTrusted: Bool
    /// By how many tenths of a decibel LAME would have the track played louder; `nil` where it does not say so.
    public let trackGain: Int?
    /// By how many tenths of a decibel LAME would have its album played louder; `nil` where it does not say so.
    public let albumGain: Int?
    /// The greatest sample, of which 1 is full scale; `nil` where it was not measured.
    public let peak: Double?

    /// The program that wrote it, and where it says so; `nil` where it does not.
    package let encoder: (name: String, place: Extent)?

    /// What decoders of Layer III put in front of the sound: 528 samples and one (LAME tag).
    package static let decoderDelay: UInt64 = 529

    /// Whether it says what an encoder put around the sound.
    package var hasMargins: Bool { delay > 0 || padding > 0 }

    /// Samples of the frames that are not heard beside ``delay``: the padding, and at least as many as decoders put in
    /// front, because these push as many of the last ones out of the frames.
    ///
    /// - Parameter isWhole: Whether the frames are those that the encoder padded.
    /// - Returns: The samples; 0 where it does not say what was put around the sound.
    package func samplesBehind(isWhole: Bool) -> UInt64 {
      hasMargins ? max(isWhole ? padding : 0, Self.decoderDelay) : 0
    }

    /// The samples at the end that players leave out, or do not, as the size of the file is: FFmpeg takes one with a
    /// sixteenth more bytes than a Xing header counts for several in a row, and then plays the padding, too.
    package var samplesLeftOutBySize: UInt64 {
      guard name == "Xing" || name == "Info", let frames, frames > 0, let bytes, bytes > 0 else { return 0 }
      return padding > Self.decoderDelay ? padding - Self.decoderDelay : 0
    }

    /// Whether a file with so many bytes behind the header of its first frame is taken for several in a row.
    package func looksLikeSeveral(_ bytesBehind: UInt64) -> Bool {
      guard let bytes, bytesBehind > bytes else { return false }
      return bytesBehind - bytes > bytes >> 4
    }

    /// Whether the frames are those that it promises, as far as it is known: of others the last is not the one that an
    /// encoder padded.
    func isOfWhole(_ count: AudioCount?) -> Bool {
      guard let frames, let count else { return isTrusted }
      return frames == count.frames
    }
  }

  /// The standard and the layer, or the kind of AAC.
  public let format: String
  /// Samples a second.
  public let samplingFrequency: Int
  /// Whether that is the rate of a core of AAC, beside which SBR may be coded that doubles it (14496-3 §1.6.5.3): ADTS does
  /// not say so, and frames are not decoded.
  package var mayHaveSBR: Bool { format == "AAC-LC" && samplingFrequency <= 24_000 }
  /// The number of channels, where the header says it.
  public let channelCount: Int?
  /// Samples of a channel in a frame.
  public let samplesPerFrame: Int
  /// What the first frame says of the others.
  public let information: Information?
  /// Bits per second: of every frame when `hasConstantRate`, else on average; `nil` when it cannot
  /// be found out.
  public let bitRate: Int?
  /// Whether all frames have this rate.
  public let hasConstantRate: Bool
  /// How long it plays; `nil` when its frames cannot be counted.
  public let duration: AudioDuration?
  /// Whether the bit rate is that of some frames only.
  package let isSampled: Bool
  /// What all frames amount to, when they were counted.
  public let count: AudioCount?
  /// Whether its last frame is the one that an encoder padded, as far as it is known.
  package var isWhole: Bool { information?.isOfWhole(count) ?? true }

  /// The stream in the node at `index`; `nil` when it is none.
  ///
  /// - Parameters:
  ///   - document: The file.
  ///   - index: The node.
  public init?(_ document: Document, at index: NodeIndex) {
    let context = document.context as? AudioContext
    if let known = context?.streams[index] {
      self = known
      return
    }
    let node = document.tree[index]
    guard let code = document.tree.program(of: node)?.syntax.code else { return nil }
    let source = document.source(of: node)
    let count = context?.counts[index]
    if code.isSame(as: "mpga") {
      self.init(
        mpeg: source.bytes, node.extent, information: Self.information(document, index),
        count: count, tagged: context?.tagged ?? TaggedLength(document))
    } else if code.isSame(as: "adts") {
      self.init(adts: source.bytes, node.extent, count, context?.tagged ?? TaggedLength(document))
    } else {
      return nil
    }
  }

  /// The number of frames that are looked at to find out whether all have one bit rate.
  private static let sampleCount = 64

  private init?(
    mpeg bytes: RawSpan, _ extent: Extent, information: Information?, count: AudioCount?,
    tagged: TaggedLength
  ) {
    let end = extent.byteEnd
    // The first frames are near the beginning, or are not looked at.
    var finder = FrameFinder<MPEGAudioHeader>(
      gap: .audioSyncLost, searchingBefore: extent.byteOffset + Int(AudioScanner.reach))
    var position = extent.byteOffset
    var first: MPEGAudioHeader?
    var sampled = 0
    var sampledBytes = 0
    var sampledSeconds = 0.0
    var isConstant = true
    if information != nil, let frame = finder.next(in: bytes, from: position, to: end) {
      position = frame.upperBound
    }
    while sampled < Self.sampleCount,
      let frame = finder.next(in: bytes, from: position, to: end),
      let header = MPEGAudioHeader.at(frame.lowerBound, in: bytes, before: end)
    {
      if let first, header.bitRate != first.bitRate { isConstant = false }
      if first == nil { first = header }
      sampled += 1
      sampledBytes += frame.count
      sampledSeconds += Self.seconds(header.samplesPerFrame, header.samplingFrequency)
      position = frame.upperBound
    }
    guard
      let header = first
        ?? MPEGAudioHeader.at(extent.byteOffset, in: bytes, before: end)
    else { return nil }
    format = SoundFrame.Coding(header).name
    samplingFrequency = header.samplingFrequency
    channelCount = header.channelCount
    samplesPerFrame = header.samplesPerFrame
    self.information = information
    self.count = count
    if let count, count.frames > 0 {
      isConstant = count.leastBitRate == count.greatestBitRate
    } else if let name = information?.name, name != Self.info {
      isConstant = false
    }
    let average = Self.rate(bytes: UInt64(sampledBytes), seconds: sampledSeconds)
    let rate = isConstant && header.bitRate > 0 ? header.bitRate : nil
    let whole = Self.length(
      claimed: information, counted: count, tagged: tagged, samples: header.samplesPerFrame,
      frequency: header.samplingFrequency,
      estimated: Self.estimate(extent.byteCount, rate ?? average), isConstant: rate != nil)
    duration = whole
    hasConstantRate = isConstant && (header.bitRate > 0 || average != nil)
    if let rate {
      bitRate = rate
      isSampled = false
    } else if let count, count.frames > 0 {
      bitRate = Self.rate(bytes: count.bytes, seconds: count.seconds)
      isSampled = false
    } else if let whole, let frames = whole.frames, frames > 0 {
      // Frames that are announced, and were not counted, are all like the first.
      bitRate = Self.rate(
        bytes: information?.bytes ?? UInt64(extent.byteCount),
        seconds: Double(frames) * Self.seconds(header.samplesPerFrame, samplingFrequency))
      isSampled = false
    } else {
      bitRate = average
      isSampled = true
    }
  }

  private init?(
    adts bytes: RawSpan, _ extent: Extent, _ count: AudioCount?, _ tagged: TaggedLength
  ) {
    let end = extent.byteEnd
    guard let header = ADTSHeader.at(extent.byteOffset, in: bytes, before: end) else { return nil }
    var finder = FrameFinder<ADTSHeader>(
      gap: .audioSyncLost, searchingBefore: extent.byteOffset + Int(AudioScanner.reach))
    var position = extent.byteOffset
    var sampled = 0
    var sampledBytes = 0
    var sampledSeconds = 0.0
    while sampled < Self.sampleCount, let frame = finder.next(in: bytes, from: position, to: end) {
      let own = ADTSHeader.at(frame.lowerBound, in: bytes, before: end) ?? header
      sampled += 1
      sampledBytes += frame.count
      sampledSeconds += Self.seconds(own.samplesPerFrame, own.samplingFrequency)
      position = frame.upperBound
    }
    format = SoundFrame.Coding(header).name
    samplingFrequency = header.samplingFrequency
    channelCount = header.channelCount
    samplesPerFrame = header.samplesPerFrame
    information = nil
    self.count = count
    hasConstantRate = false
    let average = Self.rate(bytes: UInt64(sampledBytes), seconds: sampledSeconds)
    duration = Self.length(
      claimed: nil, counted: count, tagged: tagged, samples: 1_024,
      frequency: header.samplingFrequency,
      estimated: Self.estimate(extent.byteCount, average), isConstant: false)
    if let count, count.frames > 0 {
      bitRate = Self.rate(bytes: count.bytes, seconds: count.seconds)
      isSampled = false
    } else {
      bitRate = average
      isSampled = true
    }
  }

  static let info = FourCC(0x496E_666F)
  private static let vbri = FourCC(0x5642_5249)

  /// How long so many samples of a channel play.
  private static func seconds(_ samples: Int, _ frequency: Int) -> Double {
    Double(samples) / Double(max(1, frequency))
  }

  /// Bits per second of so many bytes that play so long; `nil` when they play no time.
  private static func rate(bytes: UInt64, seconds: Double) -> Int? {
    guard seconds > 0 else { return nil }
    return Int(exactly: (Double(bytes) * 8 / seconds).rounded())
  }

  /// The length, chosen from what is known and claimed: of a header that promises the frames that
  /// there are, or whose bytes are there where none were counted; of the frames that were counted;
  /// of the bytes where all have one rate; of a tag; of the bytes and the first frames.
  private static func length(
    claimed information: Information?, counted count: AudioCount?, tagged: TaggedLength,
    samples: Int, frequency: Int, estimated estimate: AudioDuration?, isConstant: Bool
  ) -> AudioDuration? {
    var claims: [AudioDuration] = []
    var chosen: AudioDuration?
    if let information, let frames = information.frames, frames > 0 {
      let claim = AudioDuration(
        information.name == vbri ? .vbri : .xing, frames: frames, of: samples, at: frequency,
        delay: information.delay, padding: information.samplesBehind(isWhole: true))
      // Where the sampling frequency changes, the right number of frames says no length.
      if count?.frames != frames || count?.samples.count == 1 {
        claims.append(claim)
        if information.isOfWhole(count) { chosen = claim }
      }
    }
    let length = tagged.milliseconds.flatMap {
      $0 > 0 ? AudioDuration(.tlen, value: $0, timescale: 1_000) : nil
    }
    if let length { claims.append(length) }
    let heard = tagged.samples.flatMap {
      $0 > 0 ? AudioDuration(.gapless, value: $0, timescale: UInt64(frequency)) : nil
    }
    if let heard { claims.append(heard) }
    let counted = count.map { self.counted($0, information, frequency) }
    let best = chosen ?? counted ?? (isConstant ? estimate : nil) ?? length ?? estimate
    return best?.against(claims)
  }

  /// The length of the frames that were counted, less what the encoder added.
  private static func counted(
    _ count: AudioCount, _ information: Information?, _ frequency: Int
  ) -> AudioDuration {
    if count.samples.count > 1 {
      // Streams of several sampling frequencies, in microseconds.
      return AudioDuration(
        .counted, value: UInt64(exactly: (count.seconds * 1e6).rounded()) ?? 0, timescale: 1_000_000,
        frames: count.frames)
    }
    let all = count.samples.first?.count ?? 0
    let delay = information?.delay ?? 0
    let padding = information.map { $0.samplesBehind(isWhole: $0.isOfWhole(count)) } ?? 0
    let isSane = delay &+ padding < all
    return AudioDuration(
      .counted, value: isSane ? all - delay - padding : all, timescale: UInt64(frequency),
      frames: count.frames, delay: isSane ? delay : 0, padding: isSane ? padding : 0)
  }

  private static func estimate(_ bytes: Int, _ rate: Int?) -> AudioDuration? {
    guard let rate, rate > 0 else { return nil }
    let milliseconds = (Double(bytes) * 8_000 / Double(rate)).rounded()
    guard let value = UInt64(exactly: milliseconds) else { return nil }
    return AudioDuration(.estimated, value: value, timescale: 1_000)
  }

  /// What the first frame says, by the rows of its table.
  private static func information(_ document: Document, _ index: NodeIndex) -> Information? {
    // The frames that follow are not read.
    let fields = NodeReader(document).reading(index, items: 0).view(StreamInformation.self)
    guard let name = fields.code(.identifier) else { return nil }
    let bytes = fields.number(.number_of_bytes)
    // Some writers count the tags too, which are rarely longer than that.
    let size = document.tree[index].size
    let isTrusted = (bytes ?? 0) <= size &+ size / 50 &+ 4_096
    return Information(
      name: name, frames: fields.number(.number_of_frames), bytes: bytes,
      delay: fields.number(.encoder_delay) ?? 0, padding: fields.number(.encoder_padding) ?? 0,
      isTrusted: isTrusted, trackGain: gain(named: 1, fields), albumGain: gain(named: 2, fields),
      peak: fields.real(.peak).flatMap { $0 > 0 ? $0 : nil },
      encoder: fields.content(.encoder).flatMap { place in
        fields.text(.encoder, style: .verbatim).map { ($0, place) }
      })
  }

  /// The gain of this name, 1 for the track and 2 for the album, in one of the two words that there are.
  private static func gain(named name: UInt64, _ fields: View<StreamInformation>) -> Int? {
    for place in 0..<2 where fields.number(.name, after: place) == name {
      guard let sign = fields.number(.sign, after: place), let tenths = fields.number(.gain, after: place) else { continue }
      return sign == 1 ? -Int(tenths) : Int(tenths)
    }
    return nil
  }

  /// What frames of tags claim of the length of the audio.
  struct TaggedLength: Sendable {
    /// Milliseconds in the first `TLEN` frame, or `TLE` of version 2.
    var milliseconds: UInt64?
    /// Samples in the first comment that is called `iTunSMPB`, delay and padding taken off.
    var samples: UInt64?
    /// The frames that say so.
    var lengthNode: NodeIndex?
    var samplesNode: NodeIndex?

    /// No claim.
    init() {}

    /// - Complexity: O(*n*) in the nodes, of which 4,096 are looked at.
    init(_ document: Document) {
      let tree = document.tree
      let reader = NodeReader(document)
      for index in tree.indices.prefix(4_096) {
        switch tree[index].type {
        case "TLEN" where lengthNode == nil, "TLE" where lengthNode == nil:
          lengthNode = index
          reader.open(index)
          milliseconds = reader.text(ofFieldNamed: "text").flatMap { UInt64($0) }
        case "COMM" where samplesNode == nil, "COM" where samplesNode == nil:
          reader.open(index)
          guard reader.text(ofFieldNamed: "description") == "iTunSMPB",
            let text = reader.text(ofFieldNamed: "text")
          else { continue }
          samplesNode = index
          samples = GaplessCounts(text)?.samples
        default: continue
        }
      }
    }
  }
}
