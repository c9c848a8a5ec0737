/// A run of bits in a source: where it starts and how many there are.
///
/// Bits, not bytes, so that `lengthSizeMinusOne` (2 bits) and `mdat` (gigabytes) are described by
/// the same type. An extent is made only for bits that are present, so `end` cannot overflow.
public struct Extent: Equatable, Hashable, Sendable, BitwiseCopyable {
  /// The first bit, counted from the first bit of the source.
  public var start: Int
  /// The number of bits.
  public var count: Int

  /// So many bits from a bit on.
  ///
  /// - Parameters:
  ///   - start: The first bit, counted from the beginning of the source.
  ///   - count: The number of bits.
  public init(start: Int, count: Int) {
    self.start = start
    self.count = count
  }

  /// An extent of whole bytes.
  ///
  /// - Parameters:
  ///   - byteOffset: The first byte.
  ///   - byteCount: How many bytes.
  /// - Precondition: Both numbers are below 2⁶⁰, as those of bytes that are present always are.
  public init(byteOffset: Int, byteCount: Int) {
    start = byteOffset &<< 3
    count = byteCount &<< 3
  }

  /// The bit after the last.
  public var end: Int { start &+ count }
  /// The byte that holds the first bit, from the start of the source.
  public var byteOffset: Int { start &>> 3 }
  /// The byte after the last one touched, from the start of the source.
  public var byteEnd: Int { (end &+ 7) &>> 3 }
  /// The number of bytes that the extent touches.
  public var byteCount: Int { byteEnd &- byteOffset }
  /// Whether the extent begins and ends at a byte's border.
  public var isByteAligned: Bool { (start | count) & 7 == 0 }
}
