package import ByteReading
public import Structure

/// What the first bytes of a picture say of it.
public struct Picture: Equatable, Sendable {
  /// How it is stored.
  public enum Format: Sendable { case jpeg, png, gif, bmp, webP, tiff }

  /// How it is stored.
  public let format: Format
  /// In pixels; 0 when the first bytes do not say it.
  public let width: Int
  /// In pixels; 0 when the first bytes do not say it.
  public let height: Int
  /// Whether a JPEG picture is coded in several passes; `nil` for other formats, and where its frame header was not
  /// found.
  public private(set) var isProgressive: Bool?
  /// The channels of a JPEG picture: 4 are for print, which few players show; `nil` as above.
  public private(set) var channelCount: Int?

  /// What a JPEG picture begins with, before the next of its markers (T.81 §B.1.1).
  package static let jpegMagic = Magic(0xFFD8FF, byteCount: 3)
  /// What a PNG picture begins with (ISO/IEC 15948 §5.2).
  package static let pngMagic = Magic(0x8950_4E47_0D0A_1A0A, byteCount: 8)
  /// Pictures that have nodes for those who ask, with the types of these.
  package static let opened: [(type: FourCC, magic: Magic)] = [("JPEG", jpegMagic), ("PNG ", pngMagic)]

  init(_ format: Format, width: UInt64? = 0, height: UInt64? = 0) {
    self.format = format
    self.width = Int(width ?? 0)
    self.height = Int(height ?? 0)
  }

  /// What begins at the first byte of `bytes`, or `nil` when that is no picture we know.
  ///
  /// Of a JPEG file the first markers are looked at, nowhere more than a few bytes.
  /// - Parameter bytes: The first bytes of the picture; some hundred are enough for most.
  /// - Complexity: O(1).
  public init?(_ bytes: RawSpan) {
    guard let first = bytes.bigEndian(at: 0, count: 4) else { return nil }
    switch first {
    case 0xFFD8_FF00...0xFFD8_FFFF: self = Self.jpeg(bytes)
    case 0x8950_4E47:
      self.init(
        .png, width: bytes.bigEndian(at: 16, count: 4), height: bytes.bigEndian(at: 20, count: 4))
    case 0x4749_4638:
      self.init(
        .gif, width: bytes.littleEndian(at: 6, count: 2),
        height: bytes.littleEndian(at: 8, count: 2))
    case 0x424D_0000...0x424D_FFFF where bytes.littleEndian(at: 14, count: 4) == 40:
      self.init(
        .bmp, width: bytes.littleEndian(at: 18, count: 4),
        height: bytes.littleEndian(at: 22, count: 4))
    case 0x4949_2A00, 0x4D4D_002A: self.init(.tiff)
    case 0x5249_4646 where bytes.bigEndian(at: 8, count: 4) == 0x5745_4250:
      self = Self.webP(bytes)
    default: return nil
    }
  }

  /// The markers of a JPEG file that are looked at.
  static let segments = 64

  /// The frame header says the size; before it stand segments that say how long they are (T.81
  /// §B.1.1).
  private static func jpeg(_ bytes: RawSpan) -> Picture {
    var offset = 2
    for _ in 0..<segments {
      guard let marker = bytes.bigEndian(at: offset, count: 2), marker >= 0xFF01 else { break }
      switch marker {
      case 0xFFFF: offset &+= 1
      case 0xFFD0...0xFFD8, 0xFF01: offset &+= 2
      case 0xFFD9, 0xFFDA: return Picture(.jpeg)
      case 0xFFC0...0xFFC3, 0xFFC5...0xFFC7, 0xFFC9...0xFFCB, 0xFFCD...0xFFCF:
        var picture = Picture(
          .jpeg, width: bytes.bigEndian(at: offset &+ 7, count: 2),
          height: bytes.bigEndian(at: offset &+ 5, count: 2))
        // The four processes come in progressive and other forms (T.81 Table B.1).
        picture.isProgressive = marker & 3 == 2
        picture.channelCount = bytes.byte(at: offset &+ 9).map { Int($0) }
        return picture
      default:
        guard let length = bytes.bigEndian(at: offset &+ 2, count: 2), length >= 2 else {
          return Picture(.jpeg)
        }
        offset &+= 2 &+ Int(length)
      }
    }
    return Picture(.jpeg)
  }

  /// The size stands in the first chunk, which has three forms (RFC 9649 §2).
  private static func webP(_ bytes: RawSpan) -> Picture {
    switch bytes.bigEndian(at: 12, count: 4) {
    case 0x5650_3820:
      return Picture(
        .webP, width: bytes.littleEndian(at: 26, count: 2).map { $0 & 0x3FFF },
        height: bytes.littleEndian(at: 28, count: 2).map { $0 & 0x3FFF })
    case 0x5650_384C:
      guard let bits = bytes.littleEndian(at: 21, count: 4) else { return Picture(.webP) }
      return Picture(.webP, width: bits & 0x3FFF &+ 1, height: bits &>> 14 & 0x3FFF &+ 1)
    case 0x5650_3858:
      return Picture(
        .webP, width: bytes.littleEndian(at: 24, count: 3).map { $0 &+ 1 },
        height: bytes.littleEndian(at: 27, count: 3).map { $0 &+ 1 })
    default: return Picture(.webP)
    }
  }

  /// What people call the format: `JPEG`.
  public var name: StaticString {
    switch format {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .gif: "GIF"
    case .bmp: "BMP"
    case .webP: "WebP"
    case .tiff: "TIFF"
    }
  }

  /// The type that the internet has for the format: `image/jpeg`.
  public var mediaType: StaticString {
    switch format {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .gif: "image/gif"
    case .bmp: "image/bmp"
    case .webP: "image/webp"
    case .tiff: "image/tiff"
    }
  }
}

extension Meaning {
  /// Bytes that hold a picture.
  public static var image: Meaning { .content(.picture) }
}

extension ContentText {
  /// How long a picture is, and what its first bytes say of it.
  public static let picture = ContentText("a picture") { bytes, output in
    output.put(image: bytes)
  }
}

extension ByteWriter {
  /// `2,170 bytes, JPEG 64×64`.
  mutating func put(image bytes: RawSpan) {
    put(grouped: bytes.byteCount)
    put(bytes.byteCount == 1 ? " byte" : " bytes")
    guard let picture = Picture(bytes) else { return }
    put(", ")
    put(picture.name)
    if picture.width > 0, picture.height > 0 {
      put(" ")
      put(decimal: picture.width)
      put("×")
      put(decimal: picture.height)
    }
  }
}
