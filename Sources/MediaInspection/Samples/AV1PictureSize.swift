import ByteReading

/// The size in the sequence header with which a coded picture begins (AV1 §5.5.1).
struct AV1PictureSize {
  let width: UInt64
  let height: UInt64

  /// - Parameters:
  ///   - file: Where the picture is.
  ///   - range: Its bytes, of which 256 are looked at.
  /// - Returns: `nil` where it does not begin with a sequence header, or one with timing, which images do not have.
  init?(in file: ByteSource, _ range: Range<UInt64>) {
    let (start, end) = (Int(clamping: range.lowerBound), Int(clamping: range.upperBound))
    guard end <= file.byteCount else { return nil }
    var cursor = ByteCursor(file.bytes, over: Extent(byteOffset: start, byteCount: min(end &- start, Self.reach)))
    guard let size = try? Self.size(&cursor) else { return nil }
    (width, height) = size
  }

  private static let reach = 256

  private static func size(_ cursor: inout ByteCursor) throws(ReadError) -> (width: UInt64, height: UInt64)? {
    // A temporal delimiter and others may come first.
    for _ in 0..<4 {
      let header = try cursor.read(bits: 8)
      guard header & 0x82 == 2 else { return nil }
      if header & 4 != 0 { _ = try cursor.skip(bits: 8) }
      let length = try cursor.readLEB128()
      if header >> 3 & 15 == 1 { return try sequence(&cursor) }
      guard length < Self.reach else { return nil }
      _ = try cursor.skip(bits: Int(length) &* 8)
    }
    return nil
  }

  private static func sequence(_ cursor: inout ByteCursor) throws(ReadError) -> (width: UInt64, height: UInt64)? {
    // seq_profile and still_picture, then reduced_still_picture_header.
    _ = try cursor.skip(bits: 4)
    if try cursor.read(bits: 1) == 1 {
      _ = try cursor.skip(bits: 5)
    } else {
      // timing_info_present_flag and initial_display_delay_present_flag.
      guard try cursor.read(bits: 2) == 0 else { return nil }
      for _ in 0...(try cursor.read(bits: 5)) {
        _ = try cursor.skip(bits: 12)
        // The level, and a tier behind the higher ones.
        if try cursor.read(bits: 5) > 7 { _ = try cursor.skip(bits: 1) }
      }
    }
    let (across, down) = (try cursor.read(bits: 4), try cursor.read(bits: 4))
    let width = try cursor.read(bits: Int(across) + 1) + 1
    return (width, try cursor.read(bits: Int(down) + 1) + 1)
  }
}
