import ByteReading
import Structure

/// A row of a table as it is written again and again: constant text, and between it what differs from
/// row to row. It is put together once for a table, and read where the rows lie: tables have millions.
///
/// Lines of the outline are one, and the records of a row another.
struct RowLine {
  /// Constant text, and what differs from row to row behind it: plain bits, of which a row loads no more
  /// than it needs.
  private struct Part: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      /// Nothing: the text goes on in the next part, or was all.
      case text
      /// The number of the row in the whole table, from 1.
      case number
      /// The offset of the row, in as many hexadecimal digits as `argument` says.
      case place
      /// The offset of bit `argument` of the row, in decimal.
      case offset
      /// A number of four bytes from bit `argument` of the row, in groups.
      case grouped
      /// The value of column `argument` as people read it.
      case value
      /// The number of column `argument` as records have it, without a sign or with one.
      case integer, signed
    }

    let text: ShortText
    let kind: Kind
    let argument: Int
  }

  private var parts: [Part] = []
  /// How values are written, by column.
  private let texts: [ColumnText]

  // MARK: Putting together

  /// Adds constant text and what stands behind it; `text` is empty then.
  private mutating func add(_ text: inout ByteWriter, _ kind: Part.Kind, _ argument: Int = 0) {
    var at = 0
    while text.count - at > ShortText.limit {
      let piece = ShortText(text.contents.extracting(at..<at + ShortText.limit))
      parts.append(Part(text: piece, kind: .text, argument: 0))
      at += ShortText.limit
    }
    let piece = ShortText(text.contents.extracting(at..<text.count))
    parts.append(Part(text: piece, kind: kind, argument: argument))
    text.removeAll()
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
    self.texts = texts
    var text = ByteWriter()
    add(&text, .place, digits)
    text.put("  ")
    text.put(grouped: UInt64(table.extent(ofRow: 0).byteCount), width: width)
    text.put("  ")
    text.put(guides)
    text.putSpaces(2 + min(table.depth + 1, 32) * 2)
    text.put("[")
    add(&text, .number)
    text.put("]")
    for place in texts.indices {
      text.put("  ")
      if texts.count > 1 {
        text.put(table.program.name(of: table.columns[place].row))
        text.put(" ")
      }
      if texts[place].isGroupedWord, (table.extent.start &+ table.columns[place].start) & 7 == 0,
        table.stride & 7 == 0
      {
        add(&text, .grouped, table.columns[place].start)
      } else {
        add(&text, .value, place)
      }
    }
    text.put("\n")
    add(&text, .text)
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
    texts = []
    var text = ByteWriter()
    for place in 0..<min(titles.count, isSigned.count) {
      let column = table.columns[place]
      text.put(path)
      text.put("[")
      add(&text, .number)
      text.put("]")
      text.put(titles[place])
      text.put("\t")
      text.put(table.program.name(of: column.row))
      text.put("\t")
      add(&text, .offset, column.start)
      let extent = Extent(start: table.extent.start &+ column.start, count: column.width)
      text.put("\t")
      text.put(decimal: column.width == 0 ? 0 : UInt64(extent.byteCount))
      text.put("\t")
      add(&text, isSigned[place] ? .signed : .integer, place)
      text.put("\n")
    }
    add(&text, .text)
  }

  // MARK: Writing

  /// Writes `rows` of the table, until the output fails.
  func write(_ rows: Range<Int>, of table: borrowing TableReading, to output: inout ByteWriter) {
    let parts = parts.span
    let texts = texts.span
    var start = table.extent.start &+ rows.lowerBound &* table.stride
    for row in rows {
      for place in 0..<parts.count {
        output.put(parts[place].text)
        let argument = parts[place].argument
        switch parts[place].kind {
        case .text: break
        case .number: output.put(decimal: UInt64(table.firstIndex &+ row &+ 1))
        case .place: output.put(hex: UInt64(start &>> 3), digits: argument)
        case .offset: output.put(decimal: UInt64((start &+ argument) &>> 3))
        case .grouped:
          output.put(grouped: UInt64(table.bytes.bigEndian32(at: (start &+ argument) &>> 3) ?? 0))
        case .value: texts[argument].put(row: row, of: table, to: &output)
        case .integer: output.put(decimal: table.raw(row: row, column: argument))
        case .signed: output.put(decimal: Int64(bitPattern: table.raw(row: row, column: argument)))
        }
      }
      if output.hasFailed { return }
      start &+= table.stride
    }
  }
}
