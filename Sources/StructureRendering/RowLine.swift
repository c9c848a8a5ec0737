import ByteReading
import Structure

/// A row of a table as it is written again and again: constant text, and between it what differs from
/// row to row. It is put together once for a table, and read where the rows lie: tables have millions.
///
/// Lines of the outline are one, and the records of a row another.
struct RowLine {
  private enum Part: BitwiseCopyable {
    case text(ShortText)
    /// The number of the row in the whole table, from 1.
    case number
    /// The offset of the row in hexadecimal digits.
    case place(digits: Int)
    /// The offset of bit `start` of the row, in decimal.
    case offset(start: Int)
    /// A value as people read it.
    case value(ColumnText)
    /// A number as records have it.
    case integer(column: Int, isSigned: Bool)
  }

  private var parts: [Part] = []

  // MARK: Putting together

  /// Adds constant text.
  private mutating func add(_ text: borrowing ByteWriter) {
    var at = 0
    while at < text.count {
      let end = min(text.count, at + ShortText.limit)
      parts.append(.text(ShortText(text.contents.extracting(at..<end))))
      at = end
    }
  }

  /// A line of the outline, where nothing is measured, cut or coloured.
  ///
  /// - Parameters:
  ///   - texts: How values are written.
  ///   - digits: The hexadecimal digits of an offset.
  ///   - width: The characters of a size.
  ///   - guides: What stands between the size and the name.
  /// - Returns: `nil` unless rows hold nothing but numbers.
  init?(
    _ table: borrowing TableReading, _ texts: [ColumnText], digits: Int, width: Int, guides: String
  ) {
    guard texts.allSatisfy(\.isNumber) else { return nil }
    parts.append(.place(digits: digits))
    var text = ByteWriter()
    text.put("  ")
    text.put(grouped: UInt64(table.extent(ofRow: 0).byteCount), width: width)
    text.put("  ")
    text.put(guides)
    text.putSpaces(2 + min(table.depth + 1, 32) * 2)
    text.put("[")
    add(text)
    parts.append(.number)
    text.removeAll()
    text.put("]")
    for place in texts.indices {
      text.put("  ")
      if texts.count > 1 {
        text.put(table.program.name(of: table.columns[place].row))
        text.put(" ")
      }
      add(text)
      text.removeAll()
      parts.append(.value(texts[place]))
    }
    text.put("\n")
    add(text)
  }

  /// The records of a row, one for each column.
  ///
  /// - Parameters:
  ///   - path: The path of the table.
  ///   - titles: What stands behind it for each column, without the number of the row.
  ///   - isSigned: Whether the numbers of a column, which are integers, have a sign.
  init(
    records table: borrowing TableReading, path: borrowing ByteWriter, titles: [String],
    isSigned: [Bool]
  ) {
    for place in 0..<min(titles.count, isSigned.count) {
      let column = table.columns[place]
      var text = ByteWriter()
      text.put(path)
      text.put("[")
      add(text)
      parts.append(.number)
      text.removeAll()
      text.put("]")
      text.put(titles[place])
      text.put("\t")
      text.put(table.program.name(of: column.row))
      text.put("\t")
      add(text)
      parts.append(.offset(start: column.start))
      text.removeAll()
      let extent = Extent(start: table.extent.start &+ column.start, count: column.width)
      text.put("\t")
      text.put(decimal: column.width == 0 ? 0 : UInt64(extent.byteCount))
      text.put("\t")
      add(text)
      parts.append(.integer(column: place, isSigned: isSigned[place]))
      text.removeAll()
      text.put("\n")
      add(text)
    }
  }

  // MARK: Writing

  /// Writes `rows` of the table, until the output fails.
  func write(_ rows: Range<Int>, of table: borrowing TableReading, to output: inout ByteWriter) {
    let parts = parts.span
    for row in rows {
      let start = table.extent.start &+ row &* table.stride
      for place in 0..<parts.count {
        switch parts[place] {
        case .text(let text): output.put(text)
        case .number: output.put(decimal: UInt64(table.firstIndex &+ row &+ 1))
        case .place(let digits): output.put(hex: UInt64(start &>> 3), digits: digits)
        case .offset(let bits): output.put(decimal: UInt64((start &+ bits) &>> 3))
        case .value(let text): text.put(row: row, of: table, to: &output)
        case .integer(let column, let isSigned):
          let raw = table.raw(row: row, column: column)
          if isSigned {
            output.put(decimal: Int64(bitPattern: raw))
          } else {
            output.put(decimal: raw)
          }
        }
      }
      if output.hasFailed { return }
    }
  }
}
