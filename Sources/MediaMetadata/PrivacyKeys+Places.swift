import Atoms
import ByteReading
import MediaFacts
import Structure

extension PrivacyKeys {
  /// Where a camera was, as a node says that is no item of metadata.
  struct Positions {
    let kind: Disclosure.Kind
    let title: String
    /// The first that is known, where the node itself holds them.
    var first: GeographicPosition?
  }

  /// What a node leads to is where a camera was: samples of a sample entry, what an index lists, the rows of a log.
  ///
  /// - Returns: Which of these; `nil` for a node that leads to no positions, as an index without any does.
  static func positions(of index: NodeIndex, in document: Document) -> Positions? {
    let tree = document.tree
    switch (tree[index].type, tree.parent(of: index).map { tree[$0].type }) {
    case ("gpmd", "stsd"), ("camm", "stsd"): return Positions(kind: .positions, title: "A track of positions")
    case ("gps ", "moov"):
      let payload = tree[index].payload
      let bytes = document.source(of: tree[index]).bytes.extracting(payload.byteOffset..<payload.byteEnd)
      return bytes.isBlank() ? nil : Positions(kind: .indexOfPositions, title: "An index of positions")
    case _ where isLogOfPositions(index, in: tree):
      return firstOfLog(at: index, in: document).map {
        Positions(kind: .logOfPositions, title: "A log of positions", first: $0)
      }
    default: return nil
    }
  }

  /// Whether a node is a log of positions in one box, whether or not one is known: times stand in its rows as well, and a
  /// text where others have rows.
  static func isLogOfPositions(_ index: NodeIndex, in tree: Tree) -> Bool {
    (tree[index].type == "gps0" || tree[index].type == "GPS ") && tree.program(of: tree[index]) != nil
  }

  /// The first position in a log that a dash camera leaves in one box; `nil` for a log in which none is known.
  ///
  /// - Complexity: O(*n*) in the rows up to the first that says one.
  private static func firstOfLog(at index: NodeIndex, in document: Document) -> GeographicPosition? {
    document.view(PositionLog.self, of: index).withTable(.positions) { table in
      let month = table.column(.month, in: PositionLog.self)
      for row in 0..<table.count {
        // A text that stands there has letters for one, and says nearly 0, 0 by its numbers.
        if let month, table.raw(row: row, column: month) > 12 { continue }
        // 0, 0 stands where none is known.
        if let latitude = degrees(table, row, .latitude, .latitude_reference, letters: ("N", "S")),
          let longitude = degrees(table, row, .longitude, .longitude_reference, letters: ("E", "W")),
          latitude != 0 || longitude != 0,
          let position = GeographicPosition(latitude: latitude, longitude: longitude)
        {
          return position
        }
      }
      return nil
    } ?? nil
  }

  /// Degrees of a number whose hundreds are degrees and whose rest is minutes: 4807.8 is 48.13.
  private static func degrees(
    _ table: borrowing TableReading, _ row: Int, _ field: PositionLog.Field, _ reference: PositionLog.Field,
    letters: (positive: UnicodeScalar, negative: UnicodeScalar)
  ) -> Double? {
    guard let column = table.column(field, in: PositionLog.self) else { return nil }
    let raw = table.raw(row: row, column: column)
    // Whole numbers are thousandths, and have their sign in a letter beside them.
    let letter = table.column(reference, in: PositionLog.self).map { table.raw(row: row, column: $0) }
    let value = letter == nil ? floatingPoint(raw, bits: 64) : Double(raw) / 1_000
    let whole = (value / 100).rounded(.towardZero)
    let minutes = value - whole * 100
    guard value.isFinite, minutes.magnitude < 60 else { return nil }
    let result = whole + minutes / 60
    switch letter {
    case nil, UInt64(letters.positive.value)?: return result
    case UInt64(letters.negative.value)?: return -result
    default: return nil
    }
  }
}
