public import ByteReading

/// One column of a table, or its whole rows, remembered after the node was read: where the numbers
/// lie, so that any of them can be read later without reading the node again.
///
/// What keeps a place in several tables at once, as the list of a track's samples does, holds one of
/// these for each column.
public struct StoredColumn: Sendable {
  private let source: ByteSource
  /// The first bit of the column in the first row.
  private let start: Int
  /// The bits from one row to the next.
  private let stride: Int
  private let width: Int
  private let isSigned: Bool
  private let isLittle: Bool
  /// Whether a number is four bytes, most significant first, without a sign.
  public let isWord: Bool
  /// The same with a sign.
  private let isSignedWord: Bool
  /// The number of rows that are present.
  public let count: Int
  /// The number of rows that the node promises.
  public let declared: Int

  init(_ source: ByteSource, _ table: Capture.Table, start: Int, width: Int) {
    self.init(source, table, start: start, width: width, isSigned: false, isLittle: false)
  }

  init(_ source: ByteSource, _ table: Capture.Table, _ column: Column) {
    self.init(
      source, table, start: column.start, width: column.width, isSigned: column.isSigned,
      isLittle: column.isLittle)
  }

  private init(
    _ source: ByteSource, _ table: Capture.Table, start: Int, width: Int, isSigned: Bool,
    isLittle: Bool
  ) {
    self.init(
      source,
      FixedPlaces.Rows(
        start: table.extent.start, stride: table.stride, declared: table.declared,
        count: table.count), start: start, width: width, isSigned: isSigned, isLittle: isLittle)
  }

  /// The column `part` of rows whose place is known without reading the node.
  init(
    _ source: ByteSource, _ rows: FixedPlaces.Rows, start: Int, width: Int, _ part: FixedPlaces.Part
  ) {
    self.init(
      source, rows, start: start, width: width, isSigned: part.isSigned, isLittle: part.isLittle)
  }

  private init(
    _ source: ByteSource, _ rows: FixedPlaces.Rows, start: Int, width: Int, isSigned: Bool,
    isLittle: Bool
  ) {
    self.source = source
    self.start = rows.start &+ start
    self.width = width
    self.isSigned = isSigned
    self.isLittle = isLittle
    stride = rows.stride
    count = rows.count
    declared = rows.declared
    let isFourBytes = width == 32 && !isLittle && self.start & 7 == 0 && stride & 7 == 0
    isWord = isFourBytes && !isSigned
    isSignedWord = isFourBytes && isSigned
  }

  /// The number in row `row`, from 0, sign-extended when it is signed; 0 for rows that are not there
  /// and for columns wider than 64 bits.
  ///
  /// - Parameter row: The row, from 0.
  /// - Returns: The number as it is stored.
  public subscript(row: Int) -> UInt64 {
    guard row >= 0, row < count else { return 0 }
    let bytes = source.bytes
    let position = start &+ row &* stride
    if isWord { return UInt64(bytes.bigEndian32(at: position &>> 3) ?? 0) }
    return Walker.number(
      bytes, at: position, width: width, isSigned: isSigned, isLittle: isLittle)
  }

  /// Writes the numbers of the rows from `first` on over those of `numbers`, as the subscript gives
  /// them: 0 for rows that are not there.
  ///
  /// For loops over many rows: the column is looked at once for all of them.
  ///
  /// - Parameters:
  ///   - first: The row, from 0, whose number is written first.
  ///   - numbers: What is written over, from its first element to its last.
  /// - Complexity: O(*n*) in the rows.
  public func copy(from first: Int, into numbers: inout [UInt64]) {
    let bytes = source.bytes
    var places = numbers.mutableSpan
    let rows = first >= 0 && first < count ? min(places.count, count &- first) : 0
    var position = start &+ first &* stride
    let isCopied =
      (isWord || isSignedWord)
      && bytes.copyBigEndian32(at: position &>> 3, stride: stride &>> 3, count: rows, into: &places)
    if isCopied, isSignedWord {
      for row in 0..<rows { places[row] = UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: places[row]))) }
    }
    if !isCopied {
      for row in 0..<rows {
        places[row] = Walker.number(
          bytes, at: position, width: width, isSigned: isSigned, isLittle: isLittle)
        position &+= stride
      }
    }
    for row in rows..<places.count { places[row] = 0 }
  }

  /// The sum of the numbers of `rows`, from 0, as far as they are there; it stops at the largest
  /// number there is.
  ///
  /// - Parameter rows: The rows, from 0.
  /// - Returns: The sum, at most `UInt64.max`.
  /// - Complexity: O(*n*) in the rows.
  public func sum(of rows: Range<Int>) -> UInt64 {
    let bytes = source.bytes
    var sum: UInt64 = 0
    for row in rows.clamped(to: 0..<count) {
      let position = start &+ row &* stride
      let number =
        isWord
        ? UInt64(bytes.bigEndian32(at: position &>> 3) ?? 0)
        : Walker.number(
          bytes, at: position, width: width, isSigned: isSigned, isLittle: isLittle)
      let (total, overflow) = sum.addingReportingOverflow(number)
      if overflow { return .max }
      sum = total
    }
    return sum
  }
}

extension StoredColumn {
  /// Whether both have as many rows, laid out alike, and their bytes are the same from the first number to the last, those
  /// of other columns in between among them. Numbers may be the same where it is not so.
  ///
  /// - Complexity: O(*n*) in the rows.
  package func hasSameRows(as other: StoredColumn) -> Bool {
    guard count == other.count, stride == other.stride, width == other.width, isSigned == other.isSigned,
      isLittle == other.isLittle, (start | stride | width | other.start) & 7 == 0
    else { return false }
    if count == 0 { return true }
    let length = ((count &- 1) &* stride &+ width) / 8
    guard length >= 0, start / 8 &+ length <= source.byteCount, other.start / 8 &+ length <= other.source.byteCount
    else { return false }
    return source.hasSameBytes(
      in: start / 8..<start / 8 &+ length, as: other.source, in: other.start / 8..<other.start / 8 &+ length)
  }

  /// The sum of the numbers of `rows`, from 0, as far as they are there, which stops at the largest number
  /// there is, the greatest of them, and the first row that has it.
  ///
  /// - Complexity: O(*n*) in the rows.
  package func total(of rows: Range<Int>) -> (sum: UInt64, greatest: UInt64, row: Int) {
    let bytes = source.bytes
    let rows = rows.clamped(to: 0..<count)
    var total: (sum: UInt64, greatest: UInt64, row: Int) = (0, 0, rows.lowerBound)
    for row in rows {
      let position = start &+ row &* stride
      let number =
        isWord
        ? UInt64(bytes.bigEndian32(at: position &>> 3) ?? 0)
        : Walker.number(bytes, at: position, width: width, isSigned: isSigned, isLittle: isLittle)
      if number > total.greatest { (total.greatest, total.row) = (number, row) }
      let (sum, overflow) = total.sum.addingReportingOverflow(number)
      total.sum = overflow ? .max : sum
    }
    return total
  }

  /// Whether no number is less than the one in the row before it.
  ///
  /// - Complexity: O(*n*) in the rows.
  public var isAscending: Bool {
    var last: UInt64 = 0
    for row in 0..<count {
      let number = self[row]
      if number < last { return false }
      last = number
    }
    return true
  }
}

extension StoredColumn {
  /// The sum of the numbers, each times that of `counts` in the same row; `nil` when it does not fit.
  ///
  /// - Parameter counts: A column of the same rows.
  /// - Returns: The sum over the rows that both columns have.
  /// - Complexity: O(*n*) in the rows.
  public func sum(times counts: StoredColumn) -> UInt64? {
    let rows = min(count, counts.count)
    var sum: UInt64 = 0
    let bytes = source.bytes
    let others = counts.source.bytes
    for row in 0..<rows {
      let number =
        isWord
        ? UInt64(bytes.bigEndian32(at: (start &+ row &* stride) &>> 3) ?? 0)
        : Walker.number(
          bytes, at: start &+ row &* stride, width: width, isSigned: isSigned, isLittle: isLittle)
      let place = counts.start &+ row &* counts.stride
      let times =
        counts.isWord
        ? UInt64(others.bigEndian32(at: place &>> 3) ?? 0)
        : Walker.number(
          others, at: place, width: counts.width, isSigned: counts.isSigned,
          isLittle: counts.isLittle)
      let (product, isTooMuch) = number.multipliedReportingOverflow(by: times)
      let (total, isTooLong) = sum.addingReportingOverflow(product)
      if isTooMuch || isTooLong { return nil }
      sum = total
    }
    return sum
  }
}

extension NodeReader {
  /// The column `name` of the first table called `table`; `nil` when the open node has none.
  ///
  /// - Parameters:
  ///   - name: The name of the column, as the specification spells it.
  ///   - table: The name of the table, as the specification spells it.
  /// - Returns: The column, which keeps the bytes it is read from.
  public func column(_ name: StaticString, of table: StaticString) -> StoredColumn? {
    guard let rows = slot(table), let column = slot(name) else { return nil }
    return self.column(column, of: rows, in: index)
  }

  /// Whole rows of the first table called `table`, as one number each.
  ///
  /// - Parameter table: The name of the table, as the specification spells it.
  /// - Returns: The rows, each an unsigned number; `nil` when the open node has no such table.
  public func rows(of table: StaticString) -> StoredColumn? {
    slot(table).flatMap { rows($0, of: index) }
  }

  /// The first column with the slot `column` of the first table with the slot `table`.
  func column(_ column: UInt16, of table: UInt16, in index: NodeIndex) -> StoredColumn? {
    guard let (found, program) = storedTable(table, of: index) else { return nil }
    return found.columns.first { program.slot(of: $0.row) == column }.map {
      StoredColumn(document.fieldBytes(of: index), found, $0)
    }
  }

  func rows(_ table: UInt16, of index: NodeIndex) -> StoredColumn? {
    guard let (found, _) = storedTable(table, of: index), found.stride <= 64 else { return nil }
    return StoredColumn(document.fieldBytes(of: index), found, start: 0, width: found.stride)
  }
}

extension TableReading {
  /// Column `index` of the rows, remembered; `source` is where their bytes are.
  ///
  /// - Parameters:
  ///   - index: The column, from 0.
  ///   - source: The source that the extents of the table are counted in.
  /// - Returns: The column, which keeps the bytes it is read from.
  public func stored(_ index: Int, in source: ByteSource) -> StoredColumn {
    let table = Capture.Table(
      row: row, extent: extent, declared: declared, count: count, stride: stride, columns: columns)
    return StoredColumn(source, table, columns[index])
  }
}
