package import ByteReading
package import Structure

/// Reads the data of items, which lie elsewhere than the node that names them.
package enum ItemData {
  /// Reads the data of an item of this type into `sink`, by its table.
  ///
  /// - Parameter range: Where they lie, in bytes of `source`.
  /// - Returns: False where not all of them are there, and for types that no table describes.
  package static func walk(
    _ type: FourCC, in range: Range<UInt64>, of source: ByteSource, into sink: inout some FieldSink
  ) -> Bool {
    let catalogue = Catalogue.atoms
    guard let start = Int(exactly: range.lowerBound), let end = Int(exactly: range.upperBound),
      start <= end, end <= source.byteCount,
      let number = catalogue.table(for: type, in: "item", handler: nil, extendedType: nil),
      let program = catalogue.program(number)
    else { return false }
    var cursor = ByteCursor(source.bytes, over: Extent(byteOffset: start, byteCount: end - start))
    var walker = Walker()
    walker.walk(program, &cursor, context: NoContext(), into: &sink)
    return true
  }
}
