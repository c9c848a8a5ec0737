public import ByteReading

/// What the pictures of a track are besides flat and whole: fields, views of two eyes, a projection.
public struct PictureShape: Sendable, Equatable {
  /// Whether pictures are frames or fields.
  public var scanning = Fact<Scanning>.none
  /// Views of two eyes.
  public var stereo = Fact<StereoVideo>.none
  /// How a picture lies around who looks at it.
  public var projection = Fact<VideoProjection>.none

  /// A shape of which the file does not say a thing.
  public init() {}
}

/// Whether pictures are frames, or two fields each that were taken one after the other.
public struct Scanning: Sendable, Equatable {
  /// How it is scanned.
  public enum Kind: String, Sendable {
    /// Whole frames, or two fields each.
    case progressive, interlaced
    /// Each picture says itself which it is.
    case mixed
  }

  /// The field that is shown first.
  public enum Order: String, Sendable { case topFirst, bottomFirst }

  /// How the fields of a picture lie.
  public let kind: Kind
  /// `nil` when it is not said, or said in a way that documents read differently.
  public let order: Order?

  /// A way of scanning.
  ///
  /// - Parameters:
  ///   - kind: How the fields of a picture lie.
  ///   - order: Which field comes first, where the file says it.
  public init(_ kind: Kind, order: Order? = nil) {
    self.kind = kind
    self.order = order
  }
}

/// How the views of two eyes are kept.
public struct StereoVideo: Sendable, Equatable {
  /// Where the pictures for the two eyes are.
  public enum Views: String, Sendable {
    /// One view for both eyes.
    case mono
    /// The left eye above the right one in each picture.
    case topBottom
    /// Beside each other in each picture, the left eye left.
    case leftRight
    /// Beside each other, the right eye left.
    case rightLeft
    /// As a mesh of its own says.
    case custom
    /// In layers of the stream.
    case layers
    /// Of both eyes, as the file says; where the second view is, nothing in it says.
    case unplaced
    /// One eye alone; the other is elsewhere.
    case leftOnly, rightOnly
    /// In turn, one picture for the left eye and one for the right.
    case alternating
    /// Lines, columns or single pixels in turn.
    case woven
  }

  /// Where the pictures for the two eyes are.
  public let views: Views
  /// Whether left and right are the other way round.
  public let isReversed: Bool

  /// Views of two eyes.
  ///
  /// - Parameters:
  ///   - views: Where the pictures for the two eyes are.
  ///   - isReversed: Whether left and right are the other way round.
  public init(_ views: Views, isReversed: Bool = false) {
    self.views = views
    self.isReversed = isReversed
  }
}

/// How a picture lies around who looks at it.
public struct VideoProjection: Sendable, Equatable {
  /// The projections that files name.
  public enum Kind: String, Sendable {
    /// As a camera sees it, the whole sphere, half of it, through a fisheye lens, by parameters, on
    /// six faces of a cube, on a mesh.
    case rectilinear, equirectangular, halfEquirectangular, fisheye, parametric, cubemap, mesh
    /// One of a code that nobody has described.
    case other
  }

  /// Which projection it is.
  public let kind: Kind
  /// How much is seen from left to right, in degrees; `nil` where the file does not say.
  public let fieldOfView: Double?
  /// How much of the sphere the picture covers; `nil` where it is all of what its projection stands for.
  public let covered: Covered?
  /// The code of ``Kind/other``; `nil` of all that are known.
  public let code: FourCC?

  /// A part of the sphere, in degrees.
  public struct Covered: Sendable, Equatable {
    /// From left to right, of 360.
    public let across: Double
    /// From top to bottom, of 180.
    public let down: Double

    /// A part of the sphere.
    ///
    /// - Parameters:
    ///   - across: Degrees from left to right, of 360.
    ///   - down: Degrees from top to bottom, of 180.
    public init(across: Double, down: Double) {
      self.across = across
      self.down = down
    }
  }

  /// A projection.
  ///
  /// - Parameters:
  ///   - kind: Which projection it is.
  ///   - fieldOfView: How much is seen from left to right, in degrees.
  ///   - covered: How much of the sphere it covers, where that is not all.
  ///   - code: The code of a kind that is not known.
  public init(_ kind: Kind, fieldOfView: Double? = nil, covered: Covered? = nil, code: FourCC? = nil) {
    self.kind = kind
    self.fieldOfView = fieldOfView
    self.covered = covered
    self.code = code
  }
}

/// How the pixels of a coded picture are kept, as the picture says itself.
public struct CodedPicture: Sendable, Equatable {
  /// How many pixels have colours of their own.
  public enum Chroma: String, Sendable {
    /// A colour for each two pixels of a row.
    case half = "4:2:2"
    /// A colour for each pixel.
    case full = "4:4:4"
  }

  /// How many pixels have colours of their own.
  public let chroma: Chroma
  /// The bits of each opacity; 0 when all is opaque.
  public let opacityBits: Int
  /// Whether ``chroma`` is another than the coding is called after.
  public let isUnexpected: Bool
  /// The bits of a sample, where the coding does not say them; `nil` where it does.
  package var bits: UInt64?
  /// The pixels of the picture, where it says them.
  package var size: PixelSize?
  /// Whether the sample entry says another ``size``.
  package var hasOtherSize = false

  /// Pixels of a whole picture.
  package struct PixelSize: Sendable, Equatable {
    package let width: UInt64
    package let height: UInt64

    package init(width: UInt64, height: UInt64) { (self.width, self.height) = (width, height) }
  }

  /// What a picture says of its pixels.
  ///
  /// - Parameters:
  ///   - chroma: How many pixels have colours of their own.
  ///   - opacityBits: The bits of each opacity; 0 when all is opaque.
  ///   - isUnexpected: Whether `chroma` is another than the coding is called after.
  public init(_ chroma: Chroma, opacityBits: Int, isUnexpected: Bool) {
    self.chroma = chroma
    self.opacityBits = opacityBits
    self.isUnexpected = isUnexpected
  }
}

/// For whom the text of a track is.
public struct TextRole: Sendable, Equatable {
  /// Which of it is shown although nobody asked for text.
  public enum Forced: String, Sendable { case some, all }

  /// `nil` where the file does not say that any is.
  public let forced: Forced?
  /// Whether it says what is heard besides words, for who does not hear.
  public let isForDeaf: Bool
  /// Whether it is the one that is enabled among several tracks of text.
  public let isPreferred: Bool

  /// For whom a text is.
  ///
  /// - Parameters:
  ///   - forced: Which of it is shown although nobody asked for text.
  ///   - isForDeaf: Whether it says what is heard besides words.
  ///   - isPreferred: Whether it is the one that is enabled among several.
  public init(forced: Forced?, isForDeaf: Bool, isPreferred: Bool) {
    self.forced = forced
    self.isForDeaf = isForDeaf
    self.isPreferred = isPreferred
  }
}
