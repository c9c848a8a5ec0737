import Atoms
import ByteReading
import ID3
import MediaFacts
import MediaInspection
import SoundFiles
import Structure

/// A type of files, by the uniform type identifiers of Apple's systems.
public struct MediaFileType: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let mov = MediaFileType(rawValue: "com.apple.quicktime-movie")
  public static let mp4 = MediaFileType(rawValue: "public.mpeg-4")
  public static let m4v = MediaFileType(rawValue: "com.apple.m4v-video")
  public static let m4a = MediaFileType(rawValue: "com.apple.m4a-audio")
  public static let mobile3GPP = MediaFileType(rawValue: "public.3gpp")
  public static let mobile3GPP2 = MediaFileType(rawValue: "public.3gpp2")
  public static let wav = MediaFileType(rawValue: "com.microsoft.waveform-audio")
  public static let aiff = MediaFileType(rawValue: "public.aiff-audio")
  public static let aifc = MediaFileType(rawValue: "public.aifc-audio")
  public static let mp3 = MediaFileType(rawValue: "public.mp3")
  public static let mp2 = MediaFileType(rawValue: "public.mp2")
  public static let aac = MediaFileType(rawValue: "public.aac-audio")
  public static let heic = MediaFileType(rawValue: "public.heic")
  public static let heif = MediaFileType(rawValue: "public.heif")
  public static let avci = MediaFileType(rawValue: "public.avci")
  public static let avif = MediaFileType(rawValue: "public.avif")

  private static let extensions: [(names: StaticString, type: MediaFileType)] = [
    ("mov qt", .mov), ("mp4", .mp4), ("m4v", .m4v), ("m4a m4b m4p m4r", .m4a),
    ("3gp 3gpp", .mobile3GPP), ("3g2 3gp2", .mobile3GPP2), ("wav wave bwf", .wav),
    ("aif aiff", .aiff), ("aifc", .aifc), ("mp3", .mp3), ("mp2", .mp2), ("aac adts", .aac),
    ("heic", .heic), ("heif", .heif), ("avci", .avci), ("avif", .avif),
  ]

  /// The type that files with this extension have.
  init?(extension name: some StringProtocol) {
    let folded = name.lowercased()
    let entry = Self.extensions.first { entry in
      entry.names.description.split(separator: " ").contains { $0 == folded }
    }
    guard let entry else { return nil }
    self = entry.type
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
