import ByteReading
import MediaFacts

/// What the header of a frame of ProRes says (SMPTE RDD 36 §5.1.1).
struct ProResFrame {
  let scanning: Scanning
  /// The code points of colours; `nil` when all are unspecified.
  let points: Colour.Points?
  let chroma: CodedPicture.Chroma
  /// The bits of each opacity, 0 without any.
  let opacityBits: Int
  /// The bytes of the header that say this.
  let place: Range<Int>

  /// Reads the header in `sample`; `nil` when no frame begins there.
  ///
  /// - Complexity: O(1); 28 bytes are read.
  init?(_ sample: Range<Int>, of source: ByteSource) {
    let bytes = source.bytes
    let start = sample.lowerBound
    // frame_size, 'icpf', frame_header_size; the header counts from there.
    guard sample.count >= 28, bytes.bigEndian(at: start &+ 4, count: 4) == 0x6963_7066,
      let size = bytes.bigEndian(at: start &+ 8, count: 2), size >= 20,
      let shape = bytes.byte(at: start &+ 20),
      let colours = bytes.bigEndian(at: start &+ 22, count: 3),
      let opacity = bytes.byte(at: start &+ 25)
    else { return nil }
    switch shape >> 6 {
    case 2: chroma = .half
    case 3: chroma = .full
    default: return nil
    }
    switch shape >> 2 & 3 {
    case 0: scanning = Scanning(.progressive)
    case 1: scanning = Scanning(.interlaced, order: .topFirst)
    case 2: scanning = Scanning(.interlaced, order: .bottomFirst)
    default: return nil
    }
    switch opacity & 15 {
    case 1: opacityBits = 8
    case 2: opacityBits = 16
    default: opacityBits = 0
    }
    // 0 is unknown, as 2 is.
    func point(_ shift: UInt64) -> UInt64 {
      let code = colours >> shift & 0xFF
      return code == 0 && shift > 0 ? 2 : code
    }
    let points = Colour.Points(primaries: point(16), transfer: point(8), matrix: point(0) == 0 ? 2 : point(0))
    self.points = points.primaries == 2 && points.transfer == 2 && points.matrix == 2 ? nil : points
    place = start..<start &+ 28
  }
}
