import ByteReading
import MediaFacts

/// What the headers in front of a picture of MPEG-2 say (13818-2 §6.2.2.3, §6.2.3.1).
struct MPEG2Frame {
  let scanning: Scanning
  /// The bytes of the extension that says it.
  let place: Range<Int>

  /// The bytes that headers take, tables of quantisers among them.
  private static let limit = 1_024

  /// Reads the headers in `sample`; `nil` when they do not say how all pictures are scanned.
  ///
  /// - Complexity: O(1); 1,024 bytes are read at most.
  init?(_ sample: Range<Int>, of source: ByteSource) {
    let bytes = source.bytes
    let end = min(sample.upperBound, bytes.byteCount, sample.lowerBound.saturatingAdd(Self.limit))
    var at = sample.lowerBound
    while at >= 0, at &+ 9 <= end {
      guard bytes.bigEndian(at: at, count: 3) == 1, let code = bytes.byte(at: at &+ 3) else {
        at &+= 1
        continue
      }
      // Slices begin with these: what stands behind is the picture.
      if (0x01...0xAF).contains(code) { return nil }
      if code == 0xB5, let extensionBits = bytes.bigEndian(at: at &+ 4, count: 5) {
        let found = at..<at &+ 9
        // The sequence: behind its profile a bit says that all pictures are whole frames.
        if extensionBits >> 36 == 1, extensionBits >> 27 & 1 == 1 {
          (scanning, place) = (Scanning(.progressive), found)
          return
        }
        // The picture: two bits of structure, and which field is shown first.
        if extensionBits >> 36 == 8 {
          let isTopFirst: Bool
          switch extensionBits >> 16 & 3 {
          case 1: isTopFirst = true
          case 2: isTopFirst = false
          case 3:
            // A whole frame among others that may have fields says nothing of these.
            if extensionBits >> 7 & 1 == 1 { return nil }
            isTopFirst = extensionBits >> 15 & 1 == 1
          default: return nil
          }
          (scanning, place) = (Scanning(.interlaced, order: isTopFirst ? .topFirst : .bottomFirst), found)
          return
        }
      }
      at &+= 4
    }
    return nil
  }
}
