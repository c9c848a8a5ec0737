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
