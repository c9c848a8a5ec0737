import ByteReading
import MediaFacts

/// What the header of a frame of DNxHD or DNxHR says (SMPTE ST 2019-1), as FFmpeg reads it.
struct DNxHDFrame {
  /// `nil` of frames whose blocks may be of fields.
  let scanning: Scanning?
  let chroma: CodedPicture.Chroma
  /// The bits of a sample.
  let bits: Int
  /// The pixels of the whole picture, of both fields.
  let width: Int
  let height: Int
  /// Whether it has an opacity.
  let hasOpacity: Bool
  /// The bytes of the header that say this.
  let place: Range<Int>

  /// The bytes of a header, which is longer for tall pictures of DNxHR.
  private static let sizes: ClosedRange<UInt64> = 0x280...0x2170

  /// Reads the header in `sample`; `nil` when no frame begins there.
  ///
  /// - Complexity: O(1); 368 bytes are looked at.
  init?(_ sample: Range<Int>, of source: ByteSource) {
    let bytes = source.bytes
    let start = sample.lowerBound
    // Its size, its version, which field it is, how it is coded.
    guard let size = bytes.bigEndian(at: start, count: 4), Self.sizes.contains(size), size % 4 == 0,
      size <= UInt64(sample.count), let version = bytes.byte(at: start &+ 4), (1...3).contains(version),
      let field = bytes.byte(at: start &+ 5), let blocks = bytes.byte(at: start &+ 6), let opacity = bytes.byte(at: start &+ 7),
      let lines = bytes.bigEndian(at: start &+ 0x18, count: 2), let columns = bytes.bigEndian(at: start &+ 0x1A, count: 2),
      let depth = bytes.byte(at: start &+ 0x21), let sampling = bytes.byte(at: start &+ 0x2C),
      let rows = bytes.byte(at: start &+ 0x16D), lines > 0, columns > 0
    else { return nil }
    switch depth >> 5 {
    case 1: bits = 8
    case 2: bits = 10
    case 3: bits = 12
    default: return nil
    }
    chroma = sampling >> 6 & 1 == 1 ? .full : .half
    let hasFields = field & 2 != 0
    if hasFields {
      scanning = Scanning(.interlaced, order: field & 1 == 0 ? .topFirst : .bottomFirst)
    } else {
      scanning = blocks >> 5 & 1 == 1 ? nil : Scanning(.progressive)
    }
    width = Int(columns)
    // Of a field the lines of one are counted, and so are the rows of blocks.
    height = hasFields && (lines + 15) / 16 == UInt64(rows) ? Int(lines) * 2 : Int(lines)
    hasOpacity = opacity & 1 == 1
    place = start..<start &+ 0x170
  }
}
