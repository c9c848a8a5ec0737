import Atoms
import ByteReading
import ID3
import MediaFacts
import MediaInspection
import SoundFiles
import Structure

/// A type of files, by the uniform type identifiers of Apple's systems.
public struct MediaFileType: RawRepresentable, Hashable, Sendable {
  /// A uniform type identifier.
  public var rawValue: String
  /// A type by its identifier.
  ///
  /// - Parameter rawValue: A uniform type identifier.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A movie of QuickTime.
  public static let mov = MediaFileType(rawValue: "com.apple.quicktime-movie")
  /// A file of MPEG-4.
  public static let mp4 = MediaFileType(rawValue: "public.mpeg-4")
  /// A film of iTunes.
  public static let m4v = MediaFileType(rawValue: "com.apple.m4v-video")
  /// A song of iTunes.
  public static let m4a = MediaFileType(rawValue: "com.apple.m4a-audio")
  /// A file of 3GPP.
  public static let mobile3GPP = MediaFileType(rawValue: "public.3gpp")
  /// A file of 3GPP2.
  public static let mobile3GPP2 = MediaFileType(rawValue: "public.3gpp2")
  /// A WAVE file.
  public static let wav = MediaFileType(rawValue: "com.microsoft.waveform-audio")
  /// An AIFF file.
  public static let aiff = MediaFileType(rawValue: "public.aiff-audio")
  /// An AIFF file whose sound is coded.
  public static let aifc = MediaFileType(rawValue: "public.aifc-audio")
  /// A stream of MPEG audio, layer III.
  public static let mp3 = MediaFileType(rawValue: "public.mp3")
  /// A stream of MPEG audio, layer I or II.
  public static let mp2 = MediaFileType(rawValue: "public.mp2")
  /// A stream of AAC in ADTS.
  public static let aac = MediaFileType(rawValue: "public.aac-audio")
  /// An image of HEVC.
  public static let heic = MediaFileType(rawValue: "public.heic")
  /// An image of the file format, coded in any way.
  public static let heif = MediaFileType(rawValue: "public.heif")
  /// An image of H.264.
  public static let avci = MediaFileType(rawValue: "public.avci")
  /// An image of AV1.
  public static let avif = MediaFileType(rawValue: "public.avif")

  /// The type that files with this extension have.
  init?(extension name: some StringProtocol) {
    guard let ending = MediaEnding(name) else { return nil }
    switch ending.kind {
    case .quickTime: self = .mov
    case .mp4: self = .mp4
    case .m4v: self = .m4v
    case .m4a: self = .m4a
    case .mobile3GPP: self = .mobile3GPP
    case .mobile3GPP2: self = .mobile3GPP2
    case .heic: self = .heic
    case .heif: self = .heif
    case .avif: self = .avif
    case .avci: self = .avci
    case .mp3: self = .mp3
    case .mp2: self = .mp2
    case .aac: self = .aac
    case .aiff: self = .aiff
    case .aifc: self = .aifc
    case .wav: self = .wav
    case .imageSequence, .dsf, .tta: return nil
    }
  }

  /// The type of an opened file.
  init?(content document: Document) {
    let brand = document.synopsis.brand
    switch document.synopsis.format {
    case .quickTime: self = .mov
    case .mp4:
      switch brand {
      case "M4A ", "M4B ", "M4P ": self = .m4a
      case "M4V ", "M4VH", "M4VP": self = .m4v
      default: self = .mp4
      }
    case .mobile3GPP: self = .mobile3GPP
    case .mobile3GPP2: self = .mobile3GPP2
    case .heif:
      switch brand {
      case "avif", "avis": self = .avif
      case "avci", "avcs": self = .avci
      case "heic", "heix", "hevc", "hevx", "heim", "heis": self = .heic
      default: self = .heif
      }
    case .mp3: self = .mp3
    case .mp2: self = .mp2
    case .aac: self = .aac
    case .wav: self = .wav
    case .aiff: self = document.synopsis.variant == "AIFC" ? .aifc : .aiff
    default: return nil
    }
  }
}
