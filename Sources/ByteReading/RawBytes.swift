extension Array where Element: FixedWidthInteger & BitwiseCopyable {
  /// The bytes of the elements as they lie in memory.
  public var rawBytes: RawSpan {
    @_lifetime(borrow self)
    get {
      // Integers have no padding: all bytes are initialized.
      unsafe span.bytes
    }
  }
}

extension StaticString {
  /// Whether the two have the same UTF-8 bytes.
  public func isSame(as other: StaticString) -> Bool {
    guard utf8CodeUnitCount == other.utf8CodeUnitCount else { return false }
    // Both pointers are good for as many bytes as their strings say; literals have no others.
    let (a, b) = unsafe (utf8Start, other.utf8Start)
    if unsafe a == b { return true }
    for index in 0..<utf8CodeUnitCount where unsafe a[index] != b[index] { return false }
    return true
  }
}

extension ByteWriter {
  /// A copy of the bytes held.
  public var array: [UInt8] {
    let bytes = contents
    // The closure gets exactly the bytes of the span.
    return unsafe bytes.withUnsafeBytes { unsafe Array($0) }
  }

  /// The bytes held, as text; invalid UTF-8 is repaired.
  ///
  /// For the rare places that need a `String`, never per row.
  public var string: String { String(decoding: array, as: UTF8.self) }
}
