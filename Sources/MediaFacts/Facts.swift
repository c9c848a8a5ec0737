public import ByteReading
public import Structure

/// What is said of a file as a whole and of its tracks: each once, as a value with its source.
///
/// Every report prints these; none computes one of its own. What a header needs of them is made when a
/// file is opened and stands in ``Synopsis``, too.
public struct Facts: Sendable, Equatable {
  /// How long it plays.
  public var duration: DurationFact?
  /// Whether what a player needs first comes before the media; none without media or without movie.
  public var fastStart = Fact<Bool>.none
  /// The program that wrote it.
  public var writer = Fact<Writer>.none
  /// The systems of protection that it has boxes for.
  public var systems = Fact<[ProtectionSystem]>.none
  /// The tracks, in the order of the file.
  public var tracks: [Track] = []

  /// Facts of a file of which none is known yet.
  public init() {}

  /// What is said of a track.
  public struct Track: Sendable, Equatable {
    /// The number of the track in the file (`track_ID`).
    public var id: UInt64
    /// Its node.
    public var node: NodeIndex
    /// The kind of its media (`handler_type`); `nil` where the file does not say.
    public var handler: FourCC?
    /// How its samples are coded, one for each sample entry; 64 at most.
    public var codings: [Coding] = []
    /// Its colours, of the sample entry of its first samples as all that follow; `nil` for what is no picture.
    public var colour: Fact<Colour>?
    /// The display that its pictures were made on; `nil` for what is no picture.
    public var masteringDisplay: Fact<MasteringDisplay>?
    /// How bright its pictures are; `nil` for what is no picture.
    public var contentLight: Fact<ContentLight>?
    /// Its Dolby Vision configuration; `nil` for what is no picture.
    public var dolbyVision: Fact<DolbyVision>?
    /// What of HDR metadata that changes from picture to picture is announced; `nil` for what is no picture.
    public var dynamicMetadata: Fact<DynamicMetadata>?
    /// The captions that stand in the pictures themselves; `nil` for what is no picture, and for codings in which
    /// none are looked for.
    public var captions: Fact<CaptionData>?
    /// Fields, views and projection, of the sample entry of its first samples; `nil` for what is no picture.
    public var shape: PictureShape?
    /// What the first picture says of its pixels; `nil` where pictures are not asked, or say no such thing.
    public var coded: Fact<CodedPicture>?
    /// For whom its text is; `nil` for what is no text.
    public var textRole: TextRole?
    /// How its samples are protected.
    public var encryption = Fact<Encryption>.none

    /// A track of which no fact is known yet.
    ///
    /// - Parameters:
    ///   - id: The number of the track in the file.
    ///   - node: Its node.
    public init(id: UInt64, node: NodeIndex) {
      self.id = id
      self.node = node
    }
  }
}

/// How the samples of one sample entry are coded.
public struct Coding: Sendable, Equatable {
  /// The type of the entry, or what it was before it was protected.
  public var type: FourCC
  /// What people call it: `HEVC Main 10`.
  public var name: String
  /// What the web calls it (RFC 6381): `hvc1.2.4.L93.B0`; `nil` where the RFC has no rule for it.
  public var string: String?
  /// What a decoder of an enhancement calls it: `dvh1.08.07/db4h`.
  public var supplement: String?
  /// Whether samples of this entry are protected.
  public var isProtected: Bool
  /// The sample entry.
  public var source: FactSource

  /// A coding.
  ///
  /// - Parameters:
  ///   - type: The type of the entry, or what it was before it was protected.
  ///   - name: What people call it.
  ///   - string: What the web calls it (RFC 6381).
  ///   - supplement: What a decoder of an enhancement calls it.
  ///   - isProtected: Whether samples of this entry are protected.
  ///   - source: The sample entry.
  public init(
    type: FourCC, name: String, string: String? = nil, supplement: String? = nil,
    isProtected: Bool, source: FactSource
  ) {
    self.type = type
    self.name = name
    self.string = string
    self.supplement = supplement
    self.isProtected = isProtected
    self.source = source
  }
}

/// A program that had a part in a file.
public struct Writer: Sendable, Equatable {
  /// What it did.
  public enum Part: String, Sendable {
    /// A tag for the program that encoded.
    case encoder
    /// The name of a handler, which its writer chose.
    case handler
    /// Free space in which a writer left its name.
    case space
  }

  /// Its name and version as they stand in the file; of more than 240 characters the first, and `…`.
  public var name: String
  /// What it did.
  public var part: Part

  private static let limit = 240

  /// A program.
  ///
  /// - Parameters:
  ///   - name: Its name and version as they stand in the file; of more than 240 characters the first are kept, and `…`.
  ///   - part: What it did.
  public init(_ name: String, _ part: Part) {
    let start = name.prefix(Self.limit)
    self.name = start.endIndex == name.endIndex ? name : start + "…"
    self.part = part
  }
}

/// Of how many sample entries of a track samples are protected.
public enum ProtectedShare: String, Sendable {
  /// No sample entry, some of those that samples use, or all.
  case none, some, all
}
