package import ByteReading

/// How a number is written that means little more than it says, as far as its row, its bits and the
/// style decide it: found out for one field, or once for all rows of a column.
struct NumberText: BitwiseCopyable {
  private enum Kind: BitwiseCopyable { case nothing, grouped, signed, bytes, hex, ticks }
  private let kind: Kind
  private let isSigned: Bool
  private let minusOneIsNone: Bool
  private let style: ValueStyle
  private let bits: Int
  /// Hexadecimal digits there are at least.
  private let digits: Int
  /// The ticks per second of a time; 0 when they are not known.
  private let scale: UInt64

  /// - Parameter scale: The ticks per second of a time; 0 when they are not known.
  /// - Returns: `nil` for what more has to be asked of the row for, and for numbers above 64 bits.
  init?(_ form: Program.Form, bits: Int, scale: UInt64, _ style: ValueStyle) {
    guard bits <= 64 else { return nil }
    switch form.op {
    case .uint, .int: break
    default: return nil
    }
    isSigned = form.op == .int
    minusOneIsNone = form.minusOneIsNone
    self.style = style
    self.bits = bits
    self.scale = scale
    var digits = 0
    let isDisplay = style == .display
    switch form.meaning {
    case .other: return nil
    case .plain: kind = isDisplay ? .nothing : isSigned ? .signed : .grouped
    case .bytes:
      kind =
        isDisplay ? .nothing : style == .summary ? .bytes : isSigned ? .signed : .grouped
    case .hex, .fileOffset:
      guard style != .raw else { return nil }
      kind = isDisplay ? .nothing : .hex
      digits = form.meaning == .hex ? (bits &+ 3) / 4 : 1
    case .ticks:
      kind = style == .raw ? (isSigned ? .signed : .grouped) : .ticks
    }
    self.digits = digits
  }

  /// Whether it is no more than the number in groups.
  var isGrouped: Bool {
    switch kind {
    case .grouped: true
    default: false
    }
  }

  /// Writes `raw`.
  @inline(__always)
  func put(_ raw: UInt64, to output: inout ByteWriter) {
    switch kind {
    case .nothing: break
    case .grouped: output.put(grouped: raw)
    case .signed: output.put(grouped: Int64(bitPattern: raw))
    case .bytes:
      if isSigned {
        output.put(grouped: Int64(bitPattern: raw))
      } else {
        output.put(grouped: raw)
      }
      output.put(raw == 1 ? " byte" : " bytes")
    case .hex:
      output.put("0x")
      output.put(hex: raw & mask(bits), digits: digits)
    case .ticks:
      output.put(
        ticks: StoredNumber(raw: raw, isSigned: isSigned, bits: bits), per: scale,
        minusOneIsNone: minusOneIsNone, style)
    }
  }
}

/// How the values in one column of a table are written, found out once for all rows.
package struct ColumnText: BitwiseCopyable {
  private let column: Int
  private let place: Column
  private let style: ValueStyle
  private let text: NumberText?

  /// Column `column` of `table`, which is below the number of its columns.
  package init(_ column: Int, of table: borrowing TableReading, _ style: ValueStyle) {
    self.column = column
    self.style = style
    place = table.columns[column]
    text = NumberText(
      table.program.forms[place.row], bits: place.width, scale: place.scale, style)
  }

  /// Whether each value is a number that is written as one or more characters, the last no blank.
  package var isNumber: Bool { text != nil && style != .display }

  /// Whether each value is a number of four bytes, most significant first, that is written in groups and
  /// nothing else.
  package var isGroupedWord: Bool { text?.isGrouped == true && place.isWord }

  /// Writes what ``ByteReading/ByteWriter/put(value:_:)`` writes of the field in row `row` of the
  /// same table.
  @inline(__always)
  package func put(
    row: Int, of table: borrowing TableReading, to output: inout ByteWriter
  ) {
    if let text {
      text.put(table.raw(row: row, of: place), to: &output)
    } else {
      output.put(value: table.field(row: row, column: column), style)
    }
  }
}
