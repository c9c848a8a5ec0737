import ByteReading

/// What stands in a picture beside its pixels: where Exif, XMP and texts lie in JPEG, PNG, GIF, BMP, WebP and TIFF, and
/// which bytes are neither these nor known to be about pixels alone.
///
/// A JPEG picture is gone through to its last scan, since segments may stand between scans and bytes behind the last.
///
/// - Complexity: O(*n*) in the bytes.
package struct PictureMetadata: Sendable {
  /// What a part is.
  package enum Kind: Sendable, Equatable {
    /// Directories of Exif, from their byte order on.
    case exif
    /// A packet of XMP.
    case xmp
    /// Resources of Photoshop, which may hold IPTC-IIM.
    case imageResources
    /// A text in UTF-8, or in ISO 8859-1.
    case text, latin1
    /// When a picture was last changed, in seven bytes: the year in two, month, day, hour, minute and second.
    case time
    /// What is not read here.
    case other
  }

  /// A part of a picture that is not about pixels.
  package struct Part: Sendable, Equatable {
    /// What it is.
    package let kind: Kind
    /// What its format calls it: `APP13`, `tEXt`.
    package let name: String
    /// Its bytes, from the first of the picture.
    package let range: Range<Int>
    /// The bytes of the word that says what a text is: `Author`; `nil` where there is none.
    package var keyword: Range<Int>?
  }

  /// The parts that are kept; behind them all is one that is not read.
  static let limit = 256

  /// The parts in the order of the picture; none when all of it is about pixels.
  package private(set) var parts: [Part] = []
  private var isFull: Bool { parts.count >= Self.limit }

  /// The parts of the picture that begins with the first of `bytes`; `nil` when none that is known here does.
  package init?(_ bytes: RawSpan) {
    guard let first = bytes.bigEndian(at: 0, count: 4) else { return nil }
    let end: Int
    switch first {
    case 0xFFD8_FF00...0xFFD8_FFFF: end = readJPEG(bytes)
    case 0x8950_4E47: end = readPNG(bytes)
    case 0x4749_4638: end = readGIF(bytes)
    case 0x424D_0000...0x424D_FFFF where bytes.littleEndian(at: 14, count: 4) == 40: end = Self.endOfBMP(bytes)
    case 0x4949_2A00, 0x4D4D_002A:
      add(.exif, "TIFF", 0..<bytes.byteCount)
      end = bytes.byteCount
    case 0x5249_4646 where bytes.bigEndian(at: 8, count: 4) == 0x5745_4250: end = readWebP(bytes)
    default: return nil
    }
    addRest(of: bytes, from: end)
  }

  private mutating func add(_ kind: Kind, _ name: String, _ range: Range<Int>, keyword: Range<Int>? = nil) {
    guard !isFull, !range.isEmpty else { return }
    parts.append(Part(kind: kind, name: name, range: range, keyword: keyword))
  }

  /// Names what stands behind the picture, or behind where it could be followed.
  private mutating func addRest(of bytes: RawSpan, from end: Int) {
    if let last = parts.last, isFull {
      parts[parts.count &- 1] = Part(kind: .other, name: "rest", range: last.range.lowerBound..<bytes.byteCount)
      return
    }
    guard end < bytes.byteCount else { return }
    var at = end
    while at < bytes.byteCount, bytes.byte(at: at) == 0 { at &+= 1 }
    if at < bytes.byteCount { add(.other, "rest", end..<bytes.byteCount) }
  }

  // MARK: JPEG

  /// - Returns: Where the picture ends, or where no marker stands though one should (T.81 §B.1).
  private mutating func readJPEG(_ bytes: RawSpan) -> Int {
    var at = 2
    while !isFull, let marker = bytes.bigEndian(at: at, count: 2), marker >= 0xFF01 {
      switch marker {
      case 0xFFFF: at &+= 1
      case 0xFF01, 0xFFD0...0xFFD8: at &+= 2
      case 0xFFD9: return at &+ 2
      default:
        guard let length = bytes.bigEndian(at: at &+ 2, count: 2), length >= 2,
          Int(length) <= bytes.byteCount &- at &- 2
        else { return at }
        let segment = at &+ 4..<at &+ 2 &+ Int(length)
        add(segment: UInt8(truncatingIfNeeded: marker), segment, bytes)
        at = segment.upperBound
        if marker == 0xFFDA { at = JPEGFinder.endOfScan(bytes, from: at) }
      }
    }
    return at
  }

  private mutating func add(segment marker: UInt8, _ range: Range<Int>, _ bytes: RawSpan) {
    let content = bytes.extracting(range)
    switch marker {
    // Frames, tables, scans, intervals of restart: numbers for a decoder (T.81 Table B.1).
    case 0xC0...0xC7, 0xC9...0xCF, 0xDA...0xDF: return
    case 0xFE: add(.text, "COM", range)
    case 0xE0 where content.begins(with: "JFIF\0"):
      // Behind fourteen bytes a picture of so many pixels.
      let pixels = Int(content.bigEndian(at: 12, count: 1) ?? 0) &* Int(content.bigEndian(at: 13, count: 1) ?? 0)
      if range.count > 14 &+ 3 &* pixels { add(.other, "APP0", range) }
    case 0xE1 where content.begins(with: "Exif\0\0"): add(exif: "APP1", range, bytes, from: 6)
    case 0xE1 where content.begins(with: Self.packet): add(.xmp, "APP1", range.lowerBound &+ 29..<range.upperBound)
    case 0xED where content.begins(with: "Photoshop 3.0\0"):
      add(.imageResources, "APP13", range.lowerBound &+ 14..<range.upperBound)
    case 0xEE where content.begins(with: "Adobe") && range.count == 12: return
    case 0xE0...0xEF: add(.other, "APP" + String(marker & 15), range)
    default: add(.other, "0xFF" + String(marker, radix: 16, uppercase: true), range)
    }
  }

  private static let packet: StaticString = "http://ns.adobe.com/xap/1.0/\0"

  private mutating func add(exif name: String, _ range: Range<Int>, _ bytes: RawSpan, from start: Int) {
    let directories = range.lowerBound &+ start..<max(range.lowerBound &+ start, range.upperBound)
    let isExif = directories.upperBound <= bytes.byteCount
      && TIFFBytes(bytes, from: directories.lowerBound, to: directories.upperBound) != nil
    if isExif { add(.exif, name, directories) } else { add(.other, name, range) }
  }

  // MARK: PNG

  /// - Returns: Where the picture ends, or the first chunk that is not all there (ISO/IEC 15948 §5).
  private mutating func readPNG(_ bytes: RawSpan) -> Int {
    var at = 8
    while !isFull, let length = bytes.bigEndian(at: at, count: 4), let type = bytes.bigEndian(at: at &+ 4, count: 4),
      Int(length) <= bytes.byteCount &- at &- 12
    {
      let range = at &+ 8..<at &+ 8 &+ Int(length)
      let type = FourCC(rawValue: UInt32(truncatingIfNeeded: type))
      add(chunk: type, range, bytes)
      at = range.upperBound &+ 4
      if type == "IEND" { break }
    }
    return at
  }

  /// Chunks of numbers about pixels.
  private static let pixels: [FourCC] = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "sRGB", "sBIT", "bKGD", "hIST", "pHYs", "cICP", "mDCV",
    "cLLI", "acTL", "fcTL", "fdAT",
  ]

  private mutating func add(chunk type: FourCC, _ range: Range<Int>, _ bytes: RawSpan) {
    let content = bytes.extracting(range)
    if Self.pixels.contains(type) { return }
    if type == "eXIf" { return add(exif: type.key, range, bytes, from: 0) }
    // In UTC (ISO/IEC 15948 §11.3.6.1).
    if type == "tIME", range.count == 7 { return add(.time, type.key, range) }
    // ImageMagick writes whole formats as hexadecimal digits.
    if type == "tEXt", let text = content.afterZero(from: 0), !content.begins(with: "Raw profile") {
      return add(
        .latin1, type.key, range.lowerBound &+ text..<range.upperBound,
        keyword: range.lowerBound..<range.lowerBound &+ text &- 1)
    }
    // Behind the keyword whether the text is compressed, its language, and the keyword in that language.
    if type == "iTXt", let flags = content.afterZero(from: 0), content.bigEndian(at: flags, count: 2) == 0,
      let translated = content.afterZero(from: flags &+ 2), let text = content.afterZero(from: translated)
    {
      // Words as well, which may be anybody's.
      add(.text, type.key, range.lowerBound &+ translated..<range.lowerBound &+ text &- 1)
      let isPacket = content.begins(with: "XML:com.adobe.xmp\0")
      return add(
        isPacket ? .xmp : .text, type.key, range.lowerBound &+ text..<range.upperBound,
        keyword: isPacket ? nil : range.lowerBound..<range.lowerBound &+ flags &- 1)
    }
    add(.other, type.key, range)
  }

  // MARK: GIF, BMP, WebP

  /// - Returns: Where the picture ends, or the first block that is none (GIF89a §§17–27).
  private mutating func readGIF(_ bytes: RawSpan) -> Int {
    func colours(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 &<< (Int(flags & 7) &+ 1) }
    guard let flags = bytes.byte(at: 10) else { return bytes.byteCount }
    var at = 13 &+ colours(flags)
    while !isFull, let block = bytes.byte(at: at) {
      switch block {
      case 0x3B: return at &+ 1
      case 0x2C:
        guard let flags = bytes.byte(at: at &+ 9), let end = bytes.endOfBlocks(from: at &+ 11 &+ colours(flags))
        else { return at }
        at = end
      case 0x21:
        guard let label = bytes.byte(at: at &+ 1), let end = bytes.endOfBlocks(from: at &+ 2) else { return at }
        let range = at &+ 2..<end
        let content = bytes.extracting(range)
        let isLoop = content.begins(with: "\u{0B}NETSCAPE2.0") || content.begins(with: "\u{0B}ANIMEXTS1.0")
        if label == 0xFE, let count = content.byte(at: 0), Int(count) &+ 2 == range.count {
          add(.latin1, "comment", at &+ 3..<end &- 1)
        } else if label != 0xF9, !(label == 0xFF && isLoop && range.count == 17) {
          add(.other, "extension", range)
        }
        at = end
      default: return at
      }
    }
    return at
  }

  /// Where the picture ends, as its header says.
  private static func endOfBMP(_ bytes: RawSpan) -> Int {
    Int(clamping: max(54, bytes.littleEndian(at: 2, count: 4) ?? 0))
  }

  /// - Returns: Where the picture ends, or the first chunk that is not all there (RFC 9649 §2.3).
  private mutating func readWebP(_ bytes: RawSpan) -> Int {
    let size = Int(bytes.littleEndian(at: 4, count: 4) ?? 0) &+ 8
    let end = min(size, bytes.byteCount)
    var at = 12
    while !isFull, at &+ 8 <= end, let type = bytes.bigEndian(at: at, count: 4),
      let length = bytes.littleEndian(at: at &+ 4, count: 4), Int(length) <= end &- at &- 8
    {
      let range = at &+ 8..<at &+ 8 &+ Int(length)
      let type = FourCC(rawValue: UInt32(truncatingIfNeeded: type))
      switch type {
      case "VP8 ", "VP8L", "VP8X", "ALPH", "ANIM": break
      case "EXIF":
        let hasCode = bytes.extracting(range).begins(with: "Exif\0\0")
        add(exif: type.key, range, bytes, from: hasCode ? 6 : 0)
      case "XMP ": add(.xmp, type.key, range)
      default: add(.other, type.key, range)
      }
      at = range.upperBound &+ (range.count & 1)
    }
    return at
  }
}

extension RawSpan {
  /// The byte behind the first zero from `start` on; `nil` when none is there.
  fileprivate func afterZero(from start: Int) -> Int? {
    var at = start
    while let byte = byte(at: at) {
      at &+= 1
      if byte == 0 { return at }
    }
    return nil
  }

  /// The byte behind a row of blocks with their counts, which an empty one ends; `nil` when it is not all there.
  fileprivate func endOfBlocks(from start: Int) -> Int? {
    var at = start
    while let count = byte(at: at) {
      at &+= 1 &+ Int(count)
      if count == 0 { return at }
    }
    return nil
  }
}
