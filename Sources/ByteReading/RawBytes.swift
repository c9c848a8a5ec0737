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
    for index in 0..<utf8CodeUnitCount where unsafe a[index] != b[index] { return false }
    return true
  }
}

extension ByteWriter {
  /// The bytes held, as text; invalid UTF-8 is repaired.
  ///
  /// For the rare places that need a `String`, never per row.
  public var string: String {
    let bytes = contents
    var units: [UInt8] = []
    units.reserveCapacity(bytes.byteCount)
    for offset in 0..<bytes.byteCount { units.append(bytes.byte(at: offset) ?? 0) }
    return String(decoding: units, as: UTF8.self)
  }
}
