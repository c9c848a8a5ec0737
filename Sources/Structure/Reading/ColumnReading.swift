public import ByteReading

/// One column of a table that is being read: looked at once, for who goes through its rows.
///
/// ``TableReading/raw(row:column:)`` looks up the column each time.
public struct ColumnReading: ~Escapable {
  @usableFromInline let bytes: RawSpan
  /// The first bit of the column in the first row.
  @usableFromInline let start: Int
  /// The bits from one row to the next.
  @usableFromInline let stride: Int
  /// Whether a number is four whole bytes, most significant first, without a sign.
  @usableFromInline let isWord: Bool
  /// The number of rows that are present.
  public let count: Int
  /// The same with a sign.
  private let isSignedWord: Bool
  private let column: Column

  @_lifetime(copy table)
  init(_ table: borrowing TableReading, _ column: Column) {
    bytes = table.bytes
    start = table.extent.start &+ column.start
    stride = table.stride
    let isFourBytes = column.isFourBytes && start & 7 == 0 && stride & 7 == 0
    isWord = isFourBytes && !column.isSigned
    isSignedWord = isFourBytes && column.isSigned
    count = table.count
    self.column = column
  }

  /// The number in row `row`, from 0, sign-extended when it is signed; 0 for rows that are not there
  /// and for columns wider than 64 bits.
  ///
  /// - Parameter row: The row, from 0.
  /// - Returns: The number as it is stored.
  @inlinable
  public subscript(row: Int) -> UInt64 {
    guard row >= 0, row < count else { return 0 }
    let position = start &+ row &* stride
    if isWord { return UInt64(bytes.bigEndian32(at: position &>> 3) ?? 0) }
    return number(at: position)
  }

  @usableFromInline
  func number(at position: Int) -> UInt64 {
    if isSignedWord {
      return UInt64(bitPattern: Int64(Int32(bitPattern: bytes.bigEndian32(at: position &>> 3) ?? 0)))
    }
    return Walker.number(
      bytes, at: position, width: column.width, isSigned: column.isSigned,
      isLittle: column.isLittle)
  }
}

extension Column {
  /// Whether a number of it is four bytes, most significant first, where it begins with a byte.
  fileprivate var isFourBytes: Bool { width == 32 && !isLittle }
  /// The same without a sign.
  var isWord: Bool { isFourBytes && !isSigned }
}

extension TableReading {
  /// The first column of this name, of a node that `type` reads, to go through its rows; `nil` when
  /// the table has none.
  ///
  /// - Parameters:
  ///   - field: The column.
  ///   - type: The view that names it, whose table the node has.
  /// - Returns: The column, which lives no longer than the bytes of the table.
  @inlinable
  @_lifetime(copy self)
  public func rows<Fields: FieldView>(
    of field: Fields.Field, in type: Fields.Type
  ) -> ColumnReading? {
    guard let column = column(field, in: type) else { return nil }
    return rows(column: column)
  }

  /// Column `index`, from 0, to go through its rows; `nil` when the table has fewer.
  ///
  /// - Parameter index: The column, from 0, in the order of the bits.
  /// - Returns: The column, which lives no longer than the bytes of the table.
  @_lifetime(copy self)
  public func rows(column index: Int) -> ColumnReading? {
    index >= 0 && index < columns.count ? ColumnReading(self, columns[index]) : nil
  }
}
