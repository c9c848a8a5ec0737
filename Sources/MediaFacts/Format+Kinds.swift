extension Format {
  /// Which kind of file of its format one is, by its brands, or by what its sound is: code compares these,
  /// and reports print the word.
  ///
  /// Open: whoever adds a format adds members.
  ///
  /// ```swift
  /// extension Format.Kind {
  ///   static let log = Format.Kind(rawValue: "hlog")
  /// }
  /// ```
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// A word that never changes, for programs: `mp4`.
    public let rawValue: String

    /// - Parameter rawValue: The word, as reports for programs print it.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

extension Format.Kind {
  /// A movie, sound or segment of ISO base media (14496-12).
  public static let mp4 = Self(rawValue: "mp4")
  /// A QuickTime movie (QTFF).
  public static let quickTime = Self(rawValue: "quicktime")
  /// Images of ISO base media (23008-12).
  public static let heif = Self(rawValue: "heif")
  /// A JPEG 2000 image (15444-1).
  public static let jpeg2000 = Self(rawValue: "jp2")
  /// A Motion JPEG 2000 movie (15444-3).
  public static let motionJPEG2000 = Self(rawValue: "mj2")
  /// A JPEG XL image (18181-2).
  public static let jpegXL = Self(rawValue: "jxl")
  /// A raw image of Canon.
  public static let canonRaw = Self(rawValue: "cr3")
  /// A movie for mobile networks (3GPP TS 26.244).
  public static let mobile3GPP = Self(rawValue: "3gp")
  /// A movie for mobile networks (3GPP2 C.S0050).
  public static let mobile3GPP2 = Self(rawValue: "3g2")
  /// Boxes without a brand, and without a movie.
  public static let isoBaseMedia = Self(rawValue: "isobmff")

  /// A stream of MPEG audio, Layer III.
  public static let mp3 = Self(rawValue: "mp3")
  /// A stream of MPEG audio, Layer II.
  public static let mp2 = Self(rawValue: "mp2")
  /// A stream of MPEG audio, Layer I.
  public static let mp1 = Self(rawValue: "mp1")
  /// A stream of AAC in ADTS.
  public static let aac = Self(rawValue: "aac")
  /// Waves in RIFF, or in one of its successors for long files.
  public static let wav = Self(rawValue: "wav")
  /// AIFF or AIFF-C.
  public static let aiff = Self(rawValue: "aiff")
  /// DSD in one file of chunks (DSF).
  public static let dsf = Self(rawValue: "dsf")
  /// DSD in chunks of a form (DSDIFF).
  public static let dsdiff = Self(rawValue: "dsdiff")
  /// True Audio.
  public static let tta = Self(rawValue: "tta")
  /// Tags around bytes that are no sound of a format known here.
  public static let tags = Self(rawValue: "tags")
}
