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
    let catalogue = Catalogue.atoms
    guard let start = Int(exactly: range.lowerBound), let end = Int(exactly: range.upperBound),
      start <= end, end <= source.byteCount,
      let number = catalogue.table(for: "Exif", in: "item", handler: nil, extendedType: nil),
      let program = catalogue.program(number)
    else { return nil }
    let bytes = source.bytes
    if lacksOffset(range, of: source) { return range }
    var cursor = ByteCursor(bytes, over: Extent(byteOffset: start, byteCount: end - start))
    var sink = EmbeddedPlace()
    var walker = Walker()
    walker.walk(program, &cursor, context: NoContext(), into: &sink)
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
