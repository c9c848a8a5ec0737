import ByteReading

/// The units that a sample of AV1 is made of (AV1 §5.3.1), as far as their headers tell them apart.
enum AV1Units {
  /// OBU_METADATA (AV1 §6.2.2).
  private static let metadata: UInt8 = 5

  /// Whether one of the units that fill `range` may be metadata: also where their headers do not tell it.
  ///
  /// - Parameters:
  ///   - range: The bytes of a sample.
  ///   - source: The file.
  /// - Complexity: The headers and sizes of at most 64 units are read.
  static func mayHaveMetadata(in range: Range<Int>, of source: ByteSource) -> Bool {
    let bytes = source.bytes
    var at = range.lowerBound
    for _ in 0..<64 {
      if at == range.upperBound { return false }
      guard at < range.upperBound, let header = bytes.byte(at: at) else { return true }
      // obu_forbidden_bit, four bits of obu_type, obu_extension_flag, obu_has_size_field, obu_reserved_1bit
      if header >> 3 & 15 == metadata { return true }
      // Without a size it is the last one.
      if header & 2 == 0 { return false }
      at = at &+ (header & 4 == 0 ? 1 : 2)
      guard let size = size(at: &at, bytes), size <= UInt64(range.upperBound) else { return true }
      at = at &+ Int(size)
    }
    return true
  }

  /// A number of seven bits a byte, the least significant ones first (AV1 §4.10.5); `nil` for one of more than eight
  /// bytes, or that is cut.
  private static func size(at offset: inout Int, _ bytes: RawSpan) -> UInt64? {
    var size: UInt64 = 0
    for place in 0..<8 {
      guard let byte = bytes.byte(at: offset) else { return nil }
      offset = offset &+ 1
      size |= UInt64(byte & 0x7F) << UInt64(7 &* place)
      if byte & 0x80 == 0 { return size }
    }
    return nil
  }
}
