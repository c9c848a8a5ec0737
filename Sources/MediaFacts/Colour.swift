import ByteReading
import Structure

/// What a file says of the colours of a track: code points of 23091-2, or a profile.
public struct Colour: Sendable, Equatable {
  /// Code points of 23091-2 §8.1; 2 is *unspecified*.
  public struct Points: Sendable, Equatable {
    /// `ColourPrimaries`.
    public var primaries: UInt64
    /// `TransferCharacteristics`.
    public var transfer: UInt64
    /// `MatrixCoefficients`.
    public var matrix: UInt64
    /// `VideoFullRangeFlag`; `nil` where the file does not say, which means limited range of video.
    public var isFullRange: Bool?

    /// Code points as the file has them.
    ///
    /// - Parameters:
    ///   - primaries: `ColourPrimaries`.
    ///   - transfer: `TransferCharacteristics`.
    ///   - matrix: `MatrixCoefficients`.
    ///   - isFullRange: `VideoFullRangeFlag`, where the file has it.
    public init(primaries: UInt64, transfer: UInt64, matrix: UInt64, isFullRange: Bool? = nil) {
      self.primaries = primaries
      self.transfer = transfer
      self.matrix = matrix
      self.isFullRange = isFullRange
    }

    /// Whether the two say different things. What is unspecified in one agrees with any value of the other.
    ///
    /// - Parameter other: What another place of the file says.
    /// - Returns: `false` where a stream leaves HLG to the file, as ITU-T H.265 §E.3.1 has it.
    public func contradicts(_ other: Points) -> Bool {
      func differ(_ a: UInt64, _ b: UInt64) -> Bool { a != b && a != 2 && b != 2 }
      if differ(primaries, other.primaries) || differ(matrix, other.matrix) { return true }
      if let a = isFullRange, let b = other.isFullRange, a != b { return true }
      return differ(transfer, other.transfer) && !isHybridTransfer(insteadOf: other) && !other.isHybridTransfer(insteadOf: self)
    }
  }

  /// The code points; `nil` when a profile alone says the colours.
  public var points: Points?
  /// The bytes of an ICC profile; `nil` without one.
  public var profileByteCount: UInt64?
  /// Whether the profile is of the restricted kind (`rICC`).
  public var isRestrictedProfile = false
  /// What the profile calls itself: `Display P3`; `nil` where it does not say.
  public var profileName: String?

  /// Colours as code points, as a profile, or as both.
  ///
  /// - Parameters:
  ///   - points: The code points, where the file has them.
  ///   - profileByteCount: The bytes of an ICC profile.
  ///   - isRestrictedProfile: Whether the profile is of the restricted kind (`rICC`).
  ///   - profileName: What the profile calls itself.
  public init(
    points: Points?, profileByteCount: UInt64? = nil, isRestrictedProfile: Bool = false, profileName: String? = nil
  ) {
    self.points = points
    self.profileByteCount = profileByteCount
    self.isRestrictedProfile = isRestrictedProfile
    self.profileName = profileName
  }

  /// The transfer function for more light than a usual display shows; `nil` for all others.
  public var highDynamicRange: HighDynamicRange? {
    switch points?.transfer {
    case 16: .perceptualQuantizer
    case 18: .hybridLogGamma
    default: nil
    }
  }

  /// `BT.2020 / PQ / BT.2020, limited range`: the code points by name, three of one name once;
  /// `ICC profile "Display P3"` of a profile, behind the points where there are both.
  public var words: String {
    guard let size = profileByteCount else { return points?.words ?? "" }
    var text = ByteWriter()
    if let points {
      text.put(points.words)
      text.put(", ")
    }
    text.put(isRestrictedProfile ? "restricted ICC profile" : "ICC profile")
    if let profileName {
      text.put(" \"")
      text.put(text: profileName, style: .text)
      text.put("\"")
      return text.string
    }
    text.put(points == nil ? ", " : " of ")
    text.put(grouped: size)
    text.put(size == 1 ? " byte" : " bytes")
    return text.string
  }
}

extension Colour.Points {
  /// Transfers of usual displays: a stream for all displays names one of these, and leaves HLG to the file (ITU-T H.265
  /// §E.3.1) or to a message of alternative transfer characteristics (Annex D).
  private static let usualTransfers: [UInt64] = [1, 6, 14, 15]

  /// Whether they are the others but for HLG in place of a transfer of usual displays: what such a message prefers.
  package func isHybrid(insteadOf other: Self) -> Bool {
    isHybridTransfer(insteadOf: other) && primaries == other.primaries && matrix == other.matrix
      && isFullRange == other.isFullRange
  }

  fileprivate func isHybridTransfer(insteadOf other: Self) -> Bool {
    transfer == 18 && Self.usualTransfers.contains(other.transfer)
  }

  /// Whether they say nothing: each is *unspecified*.
  package var areUnspecified: Bool { primaries == 2 && transfer == 2 && matrix == 2 }

  /// `BT.709`, `BT.2020 / PQ / BT.2020, full range`; limited range is not said.
  public var words: String {
    func name(_ names: Names, _ value: UInt64) -> String {
      names[value]?.description ?? "\(value)"
    }
    let parts = [
      name(ColourNames.primaries, primaries), name(ColourNames.transfer, transfer),
      name(ColourNames.matrix, matrix),
    ]
    let isOne = parts.allSatisfy { $0 == parts[0] }
    return (isOne ? parts[0] : parts.joined(by: " / "))
      + (isFullRange == true ? ", full range" : "")
  }
}

/// A way to code more light than a usual display shows.
public enum HighDynamicRange: String, Sendable {
  /// SMPTE ST 2084.
  case perceptualQuantizer = "pq"
  /// ARIB STD-B67.
  case hybridLogGamma = "hlg"

  /// What people call it.
  public var words: StaticString {
    switch self {
    case .perceptualQuantizer: "PQ"
    case .hybridLogGamma: "HLG"
    }
  }
}

/// How light is coded in a track when it is more than a usual display shows.
public struct DynamicRange: Sendable, Equatable {
  /// The colour primaries (23091-2) and the transfer function; `nil` when they are the usual ones.
  public var transfer: HighDynamicRange?
  /// The colour primaries (23091-2); `nil` when the transfer function is a usual one.
  public var primaries: UInt64?
  /// Whether a Dolby Vision configuration stands beside a base layer that others can play.
  public var hasDolbyVision: Bool
  /// What that configuration says; `nil` where it is damaged.
  public var dolbyVision: DolbyVision?

  /// What of the colours is more than usual displays show; `nil` for what they show.
  ///
  /// - Parameters:
  ///   - colour: The colours of the track, where it says them.
  ///   - hasDolbyVision: Whether a Dolby Vision configuration stands beside the base layer.
  ///   - dolbyVision: What it says.
  public init?(_ colour: Colour?, hasDolbyVision: Bool, dolbyVision: DolbyVision? = nil) {
    transfer = colour?.highDynamicRange
    primaries = transfer == nil ? nil : colour?.points?.primaries
    self.hasDolbyVision = hasDolbyVision
    self.dolbyVision = dolbyVision
    if transfer == nil, !hasDolbyVision { return nil }
  }

  /// `BT.2020 PQ, Dolby Vision 8.1`.
  public var words: String {
    var layer = "Dolby Vision"
    if let dolbyVision {
      layer += " \(dolbyVision.profile)"
      // Profile 5 has no base layer that others can play.
      if dolbyVision.compatibility > 0 { layer += ".\(dolbyVision.compatibility)" }
    }
    guard let transfer else { return layer }
    let name = primaries.map { ColourNames.primaries[$0]?.description ?? "\($0)" }
    return (name.map { $0 + " " } ?? "") + transfer.words.description + (hasDolbyVision ? ", " + layer : "")
  }
}

/// The display that pictures were made on (14496-12 §12.1.7, SMPTE ST 2086).
public struct MasteringDisplay: Sendable, Equatable {
  /// A point of the CIE 1931 diagram.
  public struct Point: Sendable, Equatable {
    /// From left to right in the diagram, 0...1.
    public var x: Double
    /// From bottom to top, 0...1.
    public var y: Double

    /// A point by its two coordinates.
    ///
    /// - Parameters:
    ///   - x: From left to right in the diagram, 0...1.
    ///   - y: From bottom to top, 0...1.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// Green, blue, red in `mdcv`, red, green, blue in `SmDm`; here always red, green, blue.
  public var primaries: [Point]
  /// The white of the display.
  public var whitePoint: Point
  /// In cd/m².
  public var maximumLuminance: Double
  /// The darkest that the display shows, in cd/m².
  public var minimumLuminance: Double

  /// A display by what it can show.
  ///
  /// - Parameters:
  ///   - primaries: Red, green, blue.
  ///   - whitePoint: Its white.
  ///   - maximumLuminance: The brightest it shows, in cd/m².
  ///   - minimumLuminance: The darkest it shows, in cd/m².
  public init(
    primaries: [Point], whitePoint: Point, maximumLuminance: Double, minimumLuminance: Double
  ) {
    self.primaries = primaries
    self.whitePoint = whitePoint
    self.maximumLuminance = maximumLuminance
    self.minimumLuminance = minimumLuminance
  }
}

/// How bright pictures are, in cd/m²; 0 where it is not known (14496-12 §12.1.6, CTA-861.3).
public struct ContentLight: Sendable, Equatable {
  /// The brightest pixel (MaxCLL).
  public var maximum: UInt64
  /// The brightest picture on average (MaxFALL).
  public var average: UInt64

  /// Levels in cd/m².
  ///
  /// - Parameters:
  ///   - maximum: Of the brightest pixel (MaxCLL).
  ///   - average: Of the brightest picture on average (MaxFALL).
  public init(maximum: UInt64, average: UInt64) {
    self.maximum = maximum
    self.average = average
  }
}

/// A Dolby Vision configuration (Dolby Vision in ISOBMFF §3.2).
public struct DolbyVision: Sendable, Equatable {
  /// `dv_version_major`.
  public var majorVersion: UInt64
  /// `dv_version_minor`.
  public var minorVersion: UInt64
  /// `dv_profile`.
  public var profile: UInt64
  /// `dv_level`.
  public var level: UInt64
  /// Whether samples carry the metadata (`rpu_present_flag`).
  public var hasMetadata: Bool
  /// Whether samples carry an enhancement layer (`el_present_flag`).
  public var hasEnhancementLayer: Bool
  /// Whether samples carry a base layer (`bl_present_flag`).
  public var hasBaseLayer: Bool
  /// What a player without Dolby Vision makes of the base layer: 0 it cannot show it, 1 HDR10, 2 SDR, 4 HLG.
  public var compatibility: UInt64

  /// A configuration as `dvcC`, `dvvC` or `dvwC` has it.
  ///
  /// - Parameters:
  ///   - majorVersion: `dv_version_major`.
  ///   - minorVersion: `dv_version_minor`.
  ///   - profile: `dv_profile`.
  ///   - level: `dv_level`.
  ///   - hasMetadata: `rpu_present_flag`.
  ///   - hasEnhancementLayer: `el_present_flag`.
  ///   - hasBaseLayer: `bl_present_flag`.
  ///   - compatibility: `dv_bl_signal_compatibility_id`.
  public init(
    majorVersion: UInt64, minorVersion: UInt64, profile: UInt64, level: UInt64,
    hasMetadata: Bool, hasEnhancementLayer: Bool, hasBaseLayer: Bool, compatibility: UInt64
  ) {
    self.majorVersion = majorVersion
    self.minorVersion = minorVersion
    self.profile = profile
    self.level = level
    self.hasMetadata = hasMetadata
    self.hasEnhancementLayer = hasEnhancementLayer
    self.hasBaseLayer = hasBaseLayer
    self.compatibility = compatibility
  }
}

/// What of HDR metadata that changes from picture to picture a file announces.
public enum DynamicMetadata: String, Sendable {
  /// SMPTE ST 2094-40, by the brand `cdm4` or the entry of a track of its messages.
  case hdr10Plus = "hdr10-plus"
  /// SMPTE ST 2094-10, by the brand `cdm1`.
  case st2094_10 = "st2094-10"
  /// HDR Vivid, by its configuration `cuvv` or the entry of a track of its messages.
  case hdrVivid = "hdr-vivid"
}
