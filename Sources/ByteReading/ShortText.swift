/// Constant text of up to sixteen bytes that is put many times: in two words, so that to put it is two
/// stores.
public struct ShortText: Sendable, BitwiseCopyable {
  /// The bytes it has at most.
  public static var limit: Int { 16 }

  @usableFromInline let low: UInt64
  @usableFromInline let high: UInt64
  @usableFromInline let count: Int

  /// The first sixteen bytes of `bytes`, or as many as there are.
  ///
  /// - Parameter bytes: The bytes.
  public init(_ bytes: RawSpan) {
    var words: (UInt64, UInt64) = (0, 0)
    count = min(bytes.byteCount, Self.limit)
    for offset in 0..<count {
      let byte = UInt64(bytes.byte(at: offset) ?? 0) &<< UInt64(8 &* (offset & 7))
      if offset < 8 { words.0 |= byte } else { words.1 |= byte }
    }
    (low, high) = words
  }
}

extension ByteWriter {
  /// Puts constant text.
  ///
  /// - Parameter text: The text.
  @inlinable @inline(__always)
  public mutating func put(_ text: ShortText) {
    reserve(ShortText.limit)
    // Sixteen bytes were reserved.
    unsafe store(text.low.littleEndian, count: min(text.count, 8))
    if text.count > 8 { unsafe store(text.high.littleEndian, count: text.count &- 8) }
  }
}
