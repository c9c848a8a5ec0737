import ByteReading
import MediaFacts
import Structure

/// What is consulted of the trailer of Insta360.
enum InstaRecords: FieldView {
  static let table: StaticString = "INST"
  enum Field: String, CaseIterable {
    case serial_number, model, firmware, positions, seconds_since_1970, status, latitude, latitude_reference, longitude,
      longitude_reference, altitude
  }
}

extension InstaTrailer {
  /// What records say of the camera, and where and when it was: the first position that is one.
  ///
  /// - Complexity: O(*n*) in the bytes of messages, and in the rows up to that position.
  package static func findings(in bytes: RawSpan, _ range: Range<Int>) -> [EmbeddedFinding] {
    guard let program = Catalogue.embedded.program(for: .instaTrailer, in: Catalogue.file) else { return [] }
    var walker = Walker()
    var cursor = ByteCursor(bytes, over: Extent(byteOffset: range.lowerBound, byteCount: range.count))
    var sink = InstaFindings()
    walker.walk(program, &cursor, context: NoContext(), into: &sink)
    return sink.findings
  }
}

/// Gathers what fields of the trailer say.
private struct InstaFindings: FieldSink {
  private(set) var findings: [EmbeddedFinding] = []
  private var hasPosition = false

  /// Records may repeat.
  private static let limit = 16

  mutating func field(_ field: borrowing FieldReading) {
    if field.is(.serial_number, in: InstaRecords.self) {
      add("SerialNumber", .serialNumber, field)
    } else if field.is(.model, in: InstaRecords.self) {
      add("Model", .device, field)
    } else if field.is(.firmware, in: InstaRecords.self) {
      add("Firmware", .software, field)
    }
  }

  /// Takes the first row whose position is known and lies on the earth.
  mutating func table(_ table: borrowing TableReading) {
    guard !hasPosition, table.is(.positions, in: InstaRecords.self),
      let status = table.column(.status, in: InstaRecords.self)
    else { return }
    for row in 0..<table.count where table.raw(row: row, column: status) == UInt64(UInt8(ascii: "A")) {
      guard
        let latitude = Self.degrees(table, row, .latitude, .latitude_reference, positive: "N", negative: ["S"]),
        latitude.magnitude <= 90,
        // French cameras write O for the west.
        let longitude = Self.degrees(table, row, .longitude, .longitude_reference, positive: "E", negative: ["W", "O"]),
        longitude.magnitude <= 180
      else { continue }
      hasPosition = true
      let start = table.extent.byteOffset &+ row &* (table.stride &>> 3)
      let values = start..<start &+ table.stride &>> 3
      let altitude = floatingPoint(Self.raw(table, row, .altitude), bits: 64)
      let seconds = Double(Self.raw(table, row, .seconds_since_1970))
      add("Position", .place, ByteWriter.position(latitude, longitude, altitude), values)
      add("PositionTime", .moment, PropertyList.date(secondsSince1970: seconds), values)
      return
    }
  }

  private static func raw(_ table: borrowing TableReading, _ row: Int, _ field: InstaRecords.Field) -> UInt64 {
    table.column(field, in: InstaRecords.self).map { table.raw(row: row, column: $0) } ?? 0
  }

  /// Degrees with the sign that the letter beside them says; `nil` for another letter.
  private static func degrees(
    _ table: borrowing TableReading, _ row: Int, _ field: InstaRecords.Field, _ reference: InstaRecords.Field,
    positive: UnicodeScalar, negative: [UnicodeScalar]
  ) -> Double? {
    let value = floatingPoint(raw(table, row, field), bits: 64)
    let letter = UnicodeScalar(UInt8(truncatingIfNeeded: raw(table, row, reference)))
    if letter == positive { return value }
    // Some have a sign beside the letter.
    return negative.contains(letter) ? -value.magnitude : nil
  }

  private mutating func add(_ name: String, _ subject: EmbeddedFinding.Subject, _ field: borrowing FieldReading) {
    var text = ByteWriter()
    text.put(text: field.contentBytes, encoding: field.encoding, style: .verbatim, limit: 4_096)
    add(name, subject, text.string, field.content.byteOffset..<field.content.byteEnd)
  }

  private mutating func add(
    _ name: String, _ subject: EmbeddedFinding.Subject, _ text: String?, _ values: Range<Int>
  ) {
    guard findings.count < Self.limit else { return }
    findings.append(
      EmbeddedFinding(name: name, tag: 0, subject: subject, text: text, number: nil, values: values, fieldPath: ""))
  }
}
