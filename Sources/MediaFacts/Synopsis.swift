public import ByteReading
public import Structure

/// What is said of a file as a whole: a plain value, filled by whoever knows the format.
public struct Synopsis: Sendable {
  /// For people: `QuickTime movie`, `MP4 (isom)`.
  public var formatName = ""
  /// For machines: `quicktime`, `mp4`, `heif`.
  public var format = ""
  /// The major brand.
  public var brand: FourCC?
  /// What kind of form it is, where a format has several: `AIFC`.
  public var variant: FourCC?
  /// What the first line says after format and size: duration, bit rate, writer.
  public var facts: [String] = []
  /// What it says after these, each behind a semicolon: where tags are.
  public var remarks: [String] = []
  /// The lines below it: what the tracks are.
  public var lines: [String] = []
  /// How long it plays.
  public var duration: DurationFact?
  public var isFragmented = false
  /// Whether the movie's description comes before its media; nothing when there is no media.
  public var isFastStart: Bool?
  public var tracks: [Track] = []
  /// What the file is called on the web. It takes reading configurations, so it is made only when it
  /// is asked for.
  public var mediaType: (@Sendable (_ document: Document) -> MediaType)?

  /// What is said of a track.
  public struct Track: Sendable {
    public var id: UInt64
    public var handler: FourCC
    public var codec: FourCC?
    public var width: UInt64?
    public var height: UInt64?
    public var sampleRate: Double?
    public var channels: UInt64?
    public var samples: UInt64?
    public var language: String?
    /// Its node.
    public var node: Int

    public init(id: UInt64, handler: FourCC, node: Int) {
      self.id = id
      self.handler = handler
      self.node = node
    }
  }

  public init() {}
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
