import ByteReading
import Structure

extension WriterNames {
  /// Whether a field of a packet of XMP is the value of a property that names the program that wrote it, or of the toolkit
  /// that wrote the packet.
  ///
  /// - Complexity: O(*n*) in the pieces of the packet before it, of which the first 1,024 are looked at.
  static func isProperty(_ field: FieldPath, of index: NodeIndex, _ document: Document) -> Bool {
    guard field.parts.count == 2, field.parts[1].name == "value", let list = field.parts.first, list.name == "parts",
      case .one(let number)? = list.indexes.first, number > 1, number <= limitOfPieces
    else { return false }
    var walker = Walker()
    var sink = PropertySink(number: number)
    document.walk(index, &walker, into: &sink)
    return properties.contains(sink.name)
  }

  /// What XMP calls it (ISO 16684-1 §8.4, and 16684-2 for that of TIFF).
  private static let properties = ["xmp:CreatorTool", "x:xmptk", "tiff:Software"]

  private static let limitOfPieces = 1_024

  /// Takes the name of the last element or attribute in front of a value.
  private struct PropertySink: FieldSink {
    /// The place of the value among the pieces, from 1.
    let number: Int
    private(set) var name = ""

    init(number: Int) { self.number = number }

    mutating func field(_ field: borrowing FieldReading) {
      if field.name.isSame(as: "element") || field.name.isSame(as: "attribute") {
        name = String(copying: field.contentBytes)
      }
    }

    mutating func table(_ table: borrowing TableReading) {}
    mutating func wants(item index: Int, of count: Int) -> Bool { index < number }
    var stopsAtUnwanted: Bool { true }
  }
}
