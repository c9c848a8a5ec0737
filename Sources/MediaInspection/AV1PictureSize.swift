import ByteReading

/// The size in the sequence header with which a coded picture begins (AV1 §5.5.1).
struct AV1PictureSize {
  let width: UInt64
  let height: UInt64

  /// - Parameters:
  ///   - file: Where the picture is.
  ///   - range: Its bytes, of which 256 are looked at.
  /// - Returns: `nil` where it does not begin with a sequence header, or one with timing, which images do not have.
  init?(in file: ByteSource, _ range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= file.byteCount else { return nil }
    let bits = BitReader(file, range.lowerBound..<min(range.upperBound, range.lowerBound.saturatingAdd(256)))
    guard let size = Self.size(bits) else { return nil }
    (width, height) = size
  }

  private static func size(_ start: BitReader) -> (width: UInt64, height: UInt64)? {
    var bits = start
    // A temporal delimiter and others may come first.
    for _ in 0..<4 {
      guard let header = bits.next(8), header & 0x82 == 2 else { return nil }
      if header & 4 != 0 { _ = bits.next(8) }
      guard let length = bits.length() else { return nil }
      if header >> 3 & 15 == 1 { return sequence(&bits) }
      guard length < 256 else { return nil }
      for _ in 0..<length { guard bits.next(8) != nil else { return nil } }
    }
    return nil
  }

  private static func sequence(_ bits: inout BitReader) -> (width: UInt64, height: UInt64)? {
    // seq_profile and still_picture, then reduced_still_picture_header.
    guard bits.next(4) != nil, let isReduced = bits.next(1) else { return nil }
    if isReduced == 1 {
      guard bits.next(5) != nil else { return nil }
    } else {
      guard bits.next(1) == 0, bits.next(1) == 0, let points = bits.next(5) else { return nil }
      for _ in 0...points {
        guard bits.next(12) != nil, let level = bits.next(5) else { return nil }
        // The tier.
        if level > 7 { _ = bits.next(1) }
      }
    }
    guard let across = bits.next(4), let down = bits.next(4), let width = bits.next(across + 1),
      let height = bits.next(down + 1)
    else { return nil }
    return (width + 1, height + 1)
  }

  /// Bits of a file, most significant first.
  private struct BitReader {
    private let file: ByteSource
    private let range: Range<Int>
    private var passed = 0

    init(_ file: ByteSource, _ range: Range<Int>) { (self.file, self.range) = (file, range) }

    /// The next bits, 16 at most; `nil` when there are not so many.
    mutating func next(_ count: UInt64) -> UInt64? {
      guard count <= 16, passed + Int(count) <= range.count * 8 else { return nil }
      var value: UInt64 = 0
      for _ in 0..<count {
        guard let byte = file.bytes.byte(at: range.lowerBound + passed / 8) else { return nil }
        value = value << 1 | UInt64(byte >> UInt8(7 - passed % 8) & 1)
        passed += 1
      }
      return value
    }

    /// A number of `leb128` (AV1 §4.10.5), of four bytes at most.
    mutating func length() -> Int? {
      var value = 0
      for place in 0..<4 {
        guard let byte = next(8) else { return nil }
        value |= Int(byte & 0x7F) << (7 * place)
        if byte & 0x80 == 0 { return value }
      }
      return nil
    }
  }
}
