import ByteReading
public import MediaFacts
package import Structure

/// How long a stream of audio plays, and how that is known.
public struct AudioDuration: Equatable, Sendable {
  /// Where the length comes from.
  public enum Source: Sendable {
    /// The number of frames in the `Xing` or `Info` header of the first frame.
    case xing
    /// The number of frames in the `VBRI` header of the first frame.
    case vbri
    /// All frames were looked at.
    case counted
    /// The `TLEN` frame of a tag, which is what some tagger claimed.
    case tlen
    /// The `iTunSMPB` comment of a tag, which counts the samples that are heard.
    case gapless
    /// The bytes and the bit rate of the first frames.
    case estimated
  }

  /// Where the length comes from.
  public let source: Source
  /// The length in units of 1/`timescale` second, delay and padding taken off.
  public let value: UInt64
  /// Units per second, never 0.
  public let timescale: UInt64
  /// The frames that hold sound, where they are known.
  public let frames: UInt64?
  /// The samples that the encoder put before the sound, where it says so.
  public let delay: UInt64
  /// The samples behind the sound that are not heard: those that the encoder put there, and no less than decoders put
  /// in front of it.
  public let padding: UInt64
  /// What the file claims besides, where it is so different that somebody would notice.
  public internal(set) var claims: [DurationFact.Claim] = []

  /// The length in seconds.
  public var seconds: Double { Double(value) / Double(timescale) }
  /// Whether it is only near the truth.
  public var isEstimate: Bool { source == .estimated }

  init(
    _ source: Source, value: UInt64, timescale: UInt64, frames: UInt64? = nil, delay: UInt64 = 0,
    padding: UInt64 = 0
  ) {
    self.source = source
    self.value = value
    self.timescale = max(1, timescale)
    self.frames = frames
    self.delay = delay
    self.padding = padding
  }

  /// The length of `frames` frames, less what the encoder added.
  ///
  /// Delay and padding that are longer than everything are no claim to believe.
  init(
    _ source: Source, frames: UInt64, of samples: Int, at rate: Int, delay: UInt64 = 0,
    padding: UInt64 = 0
  ) {
    let (total, overflow) = frames.multipliedReportingOverflow(by: UInt64(samples))
    let all = overflow ? UInt64.max : total
    let isSane = delay &+ padding < all
    self.init(
      source, value: isSane ? all &- delay &- padding : all, timescale: UInt64(rate),
      frames: frames, delay: isSane ? delay : 0, padding: isSane ? padding : 0)
  }
}

extension AudioDuration.Source {
  /// The same for who knows no sound.
  public var fact: DurationFact.Source {
    switch self {
    case .xing: .init("xing", origin: "from the Xing header", claimant: "the Xing header")
    case .vbri: .init("vbri", origin: "from the VBRI header", claimant: "the VBRI header")
    case .counted: .init("counted", origin: "counted", claimant: "the count")
    case .tlen: .init("tlen", origin: "claimed by TLEN", claimant: "TLEN")
    case .gapless: .init("itunsmpb", origin: "claimed by iTunSMPB", claimant: "iTunSMPB")
    case .estimated: .init("estimated", origin: "estimated", claimant: "the estimate")
    }
  }
}

extension AudioDuration {
  /// The same for who knows no sound.
  public var fact: DurationFact {
    DurationFact(
      value: value, timescale: timescale, source: source.fact, isEstimate: isEstimate,
      claims: claims)
  }

  /// What a source claims that is so different that somebody would notice; `nil` where it claims no other length.
  func claim(of source: Source) -> DurationFact.Claim? { claims.first { $0.source == source.fact } }

  /// Adds what `others` claim where it differs: of the frames in a header any other number, of a tag
  /// more than a quarter of a second and one part in a hundred, as encoders count delay and padding
  /// or do not.
  func against(_ others: [AudioDuration]) -> AudioDuration {
    var result = self
    for other in others where other.source != source {
      let isOther =
        other.source == .tlen || other.source == .gapless
        ? abs(other.seconds - seconds) > max(0.25, seconds / 100)
        : other.value != value || other.timescale != timescale
      guard isOther else { continue }
      result.claims.append(
        DurationFact.Claim(other.source.fact, value: other.value, timescale: other.timescale))
    }
    return result
  }
}

/// What was found by looking at all frames of a stream.
public struct AudioCount: Equatable, Sendable {
  /// Whole frames that hold sound.
  public var frames: UInt64 = 0
  /// Their bytes.
  public var bytes: UInt64 = 0
  /// The least and the greatest bit rate in bits per second; 0 in free format.
  public var leastBitRate = Int.max
  /// The greatest bit rate in bits per second; 0 in free format.
  public var greatestBitRate = 0
  /// The samples of whole frames by sampling frequency, in the order met; more than one when streams
  /// were joined.
  public var samples: [(frequency: Int, count: UInt64)] = []
  /// How long whole frames play, each by the sampling frequency of its own header.
  var seconds: Double {
    samples.reduce(0) { $0 + Double($1.count) / Double(max(1, $1.frequency)) }
  }
  /// The bytes that the last frame lacks.
  public var missing = 0
  /// Where the last frame begins.
  public var lastStart = 0
  /// Bytes that are no frame.
  public var otherBytes: UInt64 = 0
  /// Where the last whole frame ends.
  public var end = 0
  /// Where bytes lie that are no frame, the first few thousand times.
  package private(set) var gaps: [Range<Int>] = []

  /// A count before the first frame.
  public init() {}

  /// Whether both found the same frames and bytes.
  public static func == (a: AudioCount, b: AudioCount) -> Bool {
    a.frames == b.frames && a.bytes == b.bytes && a.leastBitRate == b.leastBitRate
      && a.greatestBitRate == b.greatestBitRate && a.missing == b.missing
      && a.otherBytes == b.otherBytes && a.end == b.end
  }

  /// Notes that the bytes in `gap` are no frame.
  mutating func add(gap: Range<Int>) {
    otherBytes &+= UInt64(gap.count)
    if gaps.count < 4_096 { gaps.append(gap) }
  }

  mutating func add(_ samples: Int, at frequency: Int) {
    if let last = self.samples.indices.last, self.samples[last].frequency == frequency {
      self.samples[last].count &+= UInt64(samples)
    } else if let place = self.samples.firstIndex(where: { $0.frequency == frequency }) {
      self.samples[place].count &+= UInt64(samples)
    } else {
      self.samples.append((frequency, UInt64(samples)))
    }
  }
}

/// Keeps what was found out about the audio of a file, for summaries and diagnostics.
final class AudioContext: ContextProvider {
  /// What was counted, by node.
  let counts: ValuesByNode<AudioCount>
  /// The streams that were described, by node.
  let streams: ValuesByNode<AudioStream>
  /// What tags claim of the length, read once for all streams.
  let tagged: AudioStream.TaggedLength

  init(
    _ counts: ValuesByNode<AudioCount>, _ streams: ValuesByNode<AudioStream> = ValuesByNode(),
    tagged: AudioStream.TaggedLength
  ) {
    self.counts = counts
    self.streams = streams
    self.tagged = tagged
  }

  func value(of key: ContextKey, at node: NodeIndex) -> UInt64? { nil }
}

extension Document {
  /// Describes the streams of audio in the file once for all who ask, with what `counts` says of them.
  ///
  /// - Complexity: O(*n*) in the number of nodes at the top.
  package func describeAudio(_ counts: ValuesByNode<AudioCount> = ValuesByNode()) {
    let tagged = audioByteCount > 0 ? AudioStream.TaggedLength(self) : AudioStream.TaggedLength()
    context = AudioContext(counts, tagged: tagged)
    var streams = ValuesByNode<AudioStream>()
    for index in tree.children(of: nil).prefix(4_096) where !tree[index].isRaw {
      if let stream = AudioStream(self, at: index) { streams[index] = stream }
    }
    context = streams.isEmpty && counts.isEmpty ? nil : AudioContext(counts, streams, tagged: tagged)
  }
}
