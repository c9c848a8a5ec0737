package import ByteReading
import Structure

/// Where directories begin in the data of an `Exif` item, as its table says.
package enum ExifItem {
  /// The bytes of the directories; `nil` when the data say that they begin behind their end.
  ///
  /// - Parameter range: The data of the item, in bytes of `source`.
  package static func directories(
    in range: Range<UInt64>, of source: ByteSource
  ) -> Range<UInt64>? {
    var sink = EmbeddedPlace()
    guard ItemData.walk("Exif", in: range, of: source, into: &sink) else { return nil }
    if lacksOffset(range, of: source) { return range }
    return (sink.place?.start).map { UInt64($0)..<range.upperBound }
  }

  /// Whether the header of the directories stands in the place of the offset that says where they begin, which some
  /// writers leave out.
  ///
  /// - Parameter range: The data of the item, in bytes of `source`.
  static func lacksOffset(_ range: Range<UInt64>, of source: ByteSource) -> Bool {
    guard range.upperBound - range.lowerBound >= 8, let start = Int(exactly: range.lowerBound),
      let first = source.bytes.bigEndian(at: start, count: 4)
    else { return false }
    return first == 0x4D4D_002A || first == 0x4949_2A00
  }
}
