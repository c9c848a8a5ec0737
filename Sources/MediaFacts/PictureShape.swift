/// What the pictures of a track are besides flat and whole: fields, views of two eyes, a projection.
public struct PictureShape: Sendable, Equatable {
  /// Whether pictures are frames or fields.
  public var scanning = Fact<Scanning>.none
  /// Views of two eyes.
  public var stereo = Fact<StereoVideo>.none
  /// How a picture lies around who looks at it.
  public var projection = Fact<VideoProjection>.none

  public init() {}
}

/// Whether pictures are frames, or two fields each that were taken one after the other.
public struct Scanning: Sendable, Equatable {
  public enum Kind: String, Sendable {
    case progressive, interlaced
    /// Each picture says itself which it is.
    case mixed
  }

  /// The field that is shown first.
  public enum Order: String, Sendable { case topFirst, bottomFirst }

  public let kind: Kind
  /// `nil` when it is not said, or said in a way that documents read differently.
  public let order: Order?

  public init(_ kind: Kind, order: Order? = nil) {
    self.kind = kind
    self.order = order
  }
}

/// How the views of two eyes are kept.
public struct StereoVideo: Sendable, Equatable {
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
    /// One eye alone; the other is elsewhere.
    case leftOnly, rightOnly
  }

  public let views: Views
  /// Whether left and right are the other way round.
  public let isReversed: Bool

  public init(_ views: Views, isReversed: Bool = false) {
    self.views = views
    self.isReversed = isReversed
  }
}

/// How a picture lies around who looks at it.
public struct VideoProjection: Sendable, Equatable {
  public enum Kind: String, Sendable {
    case rectilinear, equirectangular, halfEquirectangular, fisheye, parametric, cubemap, mesh
  }

  public let kind: Kind
  /// How much is seen from left to right, in degrees; `nil` when nothing says it.
  public let fieldOfView: Double?

  public init(_ kind: Kind, fieldOfView: Double? = nil) {
    self.kind = kind
    self.fieldOfView = fieldOfView
  }
}
