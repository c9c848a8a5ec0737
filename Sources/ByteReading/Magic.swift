/// The magic number that files of a format begin with.
package struct Magic: Sendable {
  /// The bytes, the first of them the highest.
  package let value: UInt64
  /// How many they are; at most eight.
  package let byteCount: Int

  /// The magic number that files of a format begin with.
  ///
  /// - Parameters:
  ///   - value: The bytes, the first of them the highest.
  ///   - byteCount: How many they are; at most eight.
  package init(_ value: UInt64, byteCount: Int) {
    self.value = value
    self.byteCount = byteCount
  }

  /// Whether it stands at `offset`.
  package func stands(in bytes: RawSpan, at offset: Int = 0) -> Bool {
    bytes.bigEndian(at: offset, count: byteCount) == value
  }
}
