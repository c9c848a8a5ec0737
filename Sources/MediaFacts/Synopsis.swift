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
  public var tracks: [Track] = []
  /// What the file is called on the web. It takes reading configurations, so it is made only when it
  /// is asked for.
  public var mediaType: (@Sendable (_ document: Document) -> MediaType)?

  /// What is said of a track.
  public struct Track: Sendable {
    public var id: UInt64
    public var handler: FourCC
    /// What people call its media: `video`; `nil` when nothing says it.
    public var kind: String?
    public var codec: FourCC?
    /// What people call its coding: `HEVC Main 10`.
    public var codecName: String?
    /// The profile of its pictures, where their configuration says it.
    package var profile: PictureProfile?
    /// Of how many of its sample entries samples are protected.
    public var protectedShare = ProtectedShare.none
    public var width: UInt64?
    public var height: UInt64?
    public var sampleRate: Double?
    public var channels: UInt64?
    public var samples: UInt64?
    public var language: String?
    /// How light is coded when it is more than a usual display shows.
    public var dynamicRange: DynamicRange?
    /// Pictures or frames a second, an average where ``hasVariableRate``.
    public var frameRate: Double?
    public var hasVariableRate = false
    /// The first timecode of a timecode track.
    public var timecode: String?
    public var isEnabled = true
    /// Its node.
    public var node: NodeIndex

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
    public var channels: UInt64?
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

    public init(node: NodeIndex) { self.node = node }
  }

  /// The primary image of a file, and how many items there are.
  public struct Image: Sendable, Equatable {
    public var width: UInt64?
    public var height: UInt64?
    public var items: UInt64?

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
    public var node: NodeIndex

    public init(name: StaticString, version: UInt8?, size: UInt64, isAtStart: Bool, node: NodeIndex)
    {
      self.name = name
      self.version = version
      self.size = size
      self.isAtStart = isAtStart
      self.node = node
    }

    public static func == (a: Tag, b: Tag) -> Bool {
      a.name.description == b.name.description && a.version == b.version && a.size == b.size
        && a.isAtStart == b.isAtStart && a.node == b.node
    }
  }

  public init() {}

  /// Whether the movie's description comes before its media; `nil` when there is no media.
  public var isFastStart: Bool? { fastStart.value }

  /// Bits of the file for each second that it plays, its boxes and tags included.
  ///
  /// - Parameter size: The size of the file in bytes.
  /// - Returns: `nil` when nothing says how long it plays.
  public func bitRate(ofFileOf size: UInt64) -> UInt64? {
    guard let duration, duration.value > 0, fragments == 0 else { return nil }
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
    /// when nothing says how.
    public var text: String
    /// The same for decoders of an enhancement, where there is one: `dvh1.08.07/db4h`.
    public var supplements: String

    public init(text: String = "", supplements: String = "") {
      self.text = text
      self.supplements = supplements
    }
  }

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
