import ByteReading
import EmbeddedMetadata

/// The well-known types of values of items (QTFF, Well-Known Types).
enum ValueTypes {
  /// Text in Shift JIS, whose characters are not read.
  static let shiftJIS: UInt64 = 3

  /// Types whose values are bytes.
  static func isData(_ type: UInt64) -> Bool {
    switch type {
    case 0, shiftJIS, 11...14, 19, 20, 27...64: true
    default: type > 80
    }
  }

  /// What a value is that is a property list, the values of which are items of their own: the text that it is by
  /// its type, or bytes.
  static func value(ofList list: FourCC, of type: UInt64, _ bytes: MetadataBytes) -> MetadataValue {
    guard list == .textPropertyList, !isData(type) else { return .data(bytes) }
    var text = ByteWriter()
    let outcome = bytes.withBytes { text.put(text: $0, encoding: .utf8, style: .verbatim) }
    return outcome.isValid ? .text(text.string) : .data(bytes)
  }
}
