public import ByteReading
public import Structure

/// What is said of a file as a whole: a plain value, filled by whoever knows the format.
public struct Synopsis: Sendable {
  /// For people: `QuickTime movie`, `MP4 (isom)`.
  public var formatName = ""
  /// What kind of file of its format it is: `.quickTime`, `.mp4`, `.heif`.
  public var format: Format.Kind?
  /// The major brand.
  public var brand: FourCC?
  /// All brands, the major one first; 64 at most.
  public var brands: [FourCC] = []
  /// What kind of form it is, where a format has several: `AIFC`.
  public var variant: FourCC?
  /// How long it plays.
  public var duration: DurationFact?
  /// The ticks a second of the track that has most of them; 0 without tracks.
  package var finestTimescale: UInt64 = 0
  /// Whether its samples, or some, are in movie fragments.
  public var isFragmented = false
  /// The movie fragments at the top.
  public var fragments = 0
  /// Whether the movie's description comes before its media; none when there is no media.
  public var fastStart = Fact<Bool>.none
  /// The program that wrote it.
  public var writer = Fact<Writer>.none
  /// What a file of sound without tracks says of it.
  public var sound: Sound?
  /// What a file of images says of the primary one.
  public var image: Image?
  /// The tags in the file, in its order; eight at most.
  public var tags: [Tag] = []
  /// The tracks, in the order of the file.
  public var tracks: [Track] = []
  /// What the file is called on the web. It takes reading configurations, so it is made only when it
  /// is asked for.
  public var mediaType: (@Sendable (_ document: Document) -> MediaType)?

  /// What is said of a track.
  public struct Track: Sendable {
    /// The number of the track in the file (`track_ID`).
    public var id: UInt64
    /// The kind of its media (`handler_type`).
    public var handler: FourCC
    /// What people call its media: `video`; `nil` for a handler that is not known.
    public var kind: String?
    /// The type of the sample entry of its first samples, or what it was before it was protected.
    public var codec: FourCC?
    /// What people call its coding: `HEVC Main 10`.
    public var codecName: String?
    /// The profile of its pictures, where their configuration says it.
    package var profile: PictureProfile?
    /// Of how many of its sample entries samples are protected.
    public var protectedShare = ProtectedShare.none
    /// Pixels from left to right, as they are coded.
    public var width: UInt64?
    /// Pixels from top to bottom, as they are coded.
    public var height: UInt64?
    /// Samples of sound a second.
    public var sampleRate: Double?
    /// Channels of sound.
    public var channels: UInt64?
    /// How more than two channels are arranged, where the file says it: `5.1`.
    public var channelLayout: String?
    /// How many samples its tables and fragments have.
    public var samples: UInt64?
    /// The language that it names, in letters of ISO 639-2 or as BCP 47 has it.
    public var language: String?
    /// How light is coded when it is more than a usual display shows.
    public var dynamicRange: DynamicRange?
    /// Pictures or frames a second, an average where ``hasVariableRate``.
    public var frameRate: Double?
    /// Whether pictures or frames do not last equally long.
    public var hasVariableRate = false
    /// Whether ``frameRate`` is that of the first samples alone: the fragments behind them were not read.
    public var isRateOfFirstFragments = false
    /// The first timecode of a timecode track.
    public var timecode: String?
    /// Whether a player shows it unasked (`track_enabled`).
    public var isEnabled = true
    /// Its node.
    public var node: NodeIndex

    /// A track of which no more is known.
    ///
    /// - Parameters:
    ///   - id: The number of the track in the file.
    ///   - handler: The kind of its media.
    ///   - node: Its node.
    public init(id: UInt64, handler: FourCC, node: NodeIndex) {
      self.id = id
      self.handler = handler
      self.node = node
    }
  }

  /// Sound that is no track of a movie.
  public struct Sound: Sendable, Equatable {
    /// `MPEG-1 Layer III`; empty for plain samples.
    public var coding = ""
    /// Samples a second.
    public var sampleRate: UInt64?
    /// Whether ``sampleRate`` is that of a core of AAC, beside which SBR may be coded that doubles it: nothing but its
    /// frames would say so, and these were not looked at.
    public var mayHaveSBR = false
    /// What people read of that, behind the rate and the channels.
    package static let coreWords: StaticString = " (core; SBR not looked for)"
    /// Channels of sound.
    public var channels: UInt64?
    /// How more than two channels are arranged, where the file says it: `5.1`.
    public var channelLayout: String?
    /// Bits of a sample.
    public var bits: UInt64?
    /// Bits a second.
    public var bitRate: UInt64?
    /// Whether all frames have this rate; else it is an average, or an estimate.
    public var hasConstantRate = true
    /// Whether the rate was taken from the first frames alone.
    public var isSampled = false
    /// The node that says so.
    public var node: NodeIndex

    /// Sound of which no more is known.
    ///
    /// - Parameter node: The node that says it.
    public init(node: NodeIndex) { self.node = node }
  }

  /// The primary image of a file, and how many items there are.
  public struct Image: Sendable, Equatable {
    /// Pixels from left to right, as it is shown.
    public var width: UInt64?
    /// Pixels from top to bottom, as it is shown.
    public var height: UInt64?
    /// How many items the file has.
    public var items: UInt64?

    /// An image of which no more is known.
    public init() {}
  }

  /// A tag that stands in a file.
  public struct Tag: Sendable, Equatable {
    /// `ID3v2`, `APEv2`.
    public var name: StaticString
    /// What stands behind the name: 3 for ID3v2.3; `nil` where the name is all.
    public var version: UInt8?
    /// In bytes.
    public var size: UInt64
    /// Whether the file begins with it.
    public var isAtStart: Bool
    /// Its node.
    public var node: NodeIndex

    /// A tag.
    ///
    /// - Parameters:
    ///   - name: `ID3v2`, `APEv2`.
    ///   - version: What stands behind the name; `nil` where the name is all.
    ///   - size: In bytes.
    ///   - isAtStart: Whether the file begins with it.
    ///   - node: Its node.
    public init(name: StaticString, version: UInt8?, size: UInt64, isAtStart: Bool, node: NodeIndex)
    {
      self.name = name
      self.version = version
      self.size = size
      self.isAtStart = isAtStart
      self.node = node
    }

    /// Whether the two are one tag.
    public static func == (a: Tag, b: Tag) -> Bool {
      a.name.description == b.name.description && a.version == b.version && a.size == b.size
        && a.isAtStart == b.isAtStart && a.node == b.node
    }
  }

  /// What is said of a file of which no format is known.
  public init() {}

  /// Whether the movie's description comes before its media; `nil` when there is no media.
  public var isFastStart: Bool? { fastStart.value }

  /// Bits of the file for each second that it plays, its boxes and tags included.
  ///
  /// - Parameter size: The size of the file in bytes.
  /// - Returns: `nil` when the file does not say how long it plays, or says less than a tick of any track, and when
  ///   fragments are to follow, of which none are in it: how long it plays is said of these.
  public func bitRate(ofFileOf size: UInt64) -> UInt64? {
    guard let duration, duration.value > 0, !isFragmented else { return nil }
    if finestTimescale > 0, duration.seconds * Double(finestTimescale) < 1 { return nil }
    let rate = (Double(size) * 8 / duration.seconds).rounded()
    return rate.isFinite && rate < 1e15 ? UInt64(rate) : nil
  }
}

/// What a file and its tracks are called on the web (RFC 6838, RFC 6381).
public struct MediaType: Sendable {
  /// Type, subtype and parameters: `video/mp4; codecs="avc1.F4000B, mp4a.40.2"`.
  public var text: String
  /// What each track of ``Synopsis/tracks`` is called, in their order.
  public var codecs: [Codecs]

  /// What one track is called.
  public struct Codecs: Sendable {
    /// One string for each way its samples are coded, with a comma and a blank between them; empty
    /// when no rule says how.
    public var text: String
    /// The same for decoders of an enhancement, where there is one: `dvh1.08.07/db4h`.
    public var supplements: String
    /// Whether other tracks have it as their chapters, so that no list of what is played has it.
    package var isOfChapters = false

    /// What one track is called.
    ///
    /// - Parameters:
    ///   - text: One string for each way its samples are coded.
    ///   - supplements: The same for decoders of an enhancement.
    public init(text: String = "", supplements: String = "") {
      self.text = text
      self.supplements = supplements
    }
  }

  /// What a file is called.
  ///
  /// - Parameters:
  ///   - text: Type, subtype and parameters.
  ///   - codecs: What each track is called, in their order.
  public init(text: String, codecs: [Codecs]) {
    self.text = text
    self.codecs = codecs
  }
}

/// The profile of coded pictures, in the numbers of its specification.
package enum PictureProfile: Sendable, Hashable {
  /// `AVCProfileIndication`, and `chroma_format_idc` where it is said, of H.264.
  case avc(UInt64, chroma: UInt64?)
  /// `general_profile_idc` of HEVC.
  case hevc(UInt64)
}
