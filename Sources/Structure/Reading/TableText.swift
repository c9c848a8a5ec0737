public import ByteReading

extension TableReading {
  /// Whether it is values side by side that are codes.
  package var isOfCodes: Bool {
    guard let column = columns.first, case .code = program.rows[column.row].kind else { return false }
    return true
  }
}

extension ByteWriter {
  /// Writes the values of an array without names: brands side by side, numbers with commas, a matrix
  /// by what it does.
  ///
  /// At most `limit` values, half from each end.
  ///
  /// - Parameters:
  ///   - table: The table that was read, of values that have no names of their own.
  ///   - style: How text is escaped, and how much of it is written.
  ///   - limit: How many values are written; `nil` for all.
  ///   - notes: What is said of codes in brackets; `nil` for no more than the values.
  /// - Returns: Whether anything is said of a code.
  @discardableResult
  public mutating func put(
    array table: borrowing TableReading, _ style: ValueStyle, limit: Int? = nil, notes: FieldNotes? = nil
  ) -> Bool {
    if case .matrix = table.definition.meaning, style != .raw, put(matrix: table) { return false }
    if style == .display { return false }
    let count = table.count
    let shown = min(limit ?? .max, count)
    let head = shown == count ? count : (shown + 1) / 2
    let isCode = table.isOfCodes
    var hasNotes = false
    for index in 0..<count {
      if index >= head, index < count - (shown - head) {
        if index == head { put(isCode ? " …" : ", …") }
        continue
      }
      if index > 0 { put(isCode ? " " : ", ") }
      for column in table.columns.indices {
        if column > 0 { put("/") }
        let field = table.field(row: index, column: column)
        put(value: field, style == .field ? .summary : style)
        guard isCode, let notes else { continue }
        let before = self.count
        notes.put(bracketed: field, to: &self)
        if self.count > before { hasNotes = true }
      }
    }
    return hasNotes
  }

  /// Writes `identity`, or what a transformation does, or its nine numbers.
  private mutating func put(matrix table: borrowing TableReading) -> Bool {
    guard table.count == 9, table.columns.count == 1 else { return false }
    // Fixed point 16.16, but 2.30 in the last column (14496-12 §6.2.2).
    var isIdentity = true
    for index in 0..<9 {
      let raw = UInt32(truncatingIfNeeded: table.raw(row: index, column: 0))
      let wanted: UInt32 = index == 8 ? 0x4000_0000 : index % 4 == 0 ? 0x1_0000 : 0
      if raw != wanted { isIdentity = false }
    }
    if isIdentity {
      put("identity")
      return true
    }
    for index in 0..<9 {
      if index > 0 { put(index % 3 == 0 ? "; " : ", ") }
      let raw = Int32(truncatingIfNeeded: Int64(bitPattern: table.raw(row: index, column: 0)))
      put(real: Double(raw) / (index % 3 == 2 ? 1_073_741_824 : 65_536))
    }
    return true
  }
}

extension TableReading {
  /// The least, the greatest and the sum of a column's numbers.
  public struct Statistics: Sendable {
    /// The least number.
    public var least: UInt64
    /// The greatest number.
    public var greatest: UInt64
    /// The sum, or `nil` when it does not fit in 64 bits.
    public var sum: UInt64?
    /// The rows.
    public var count: Int

    /// The sum divided by the number of rows.
    public var mean: Double? { sum.map { Double($0) / Double(max(1, count)) } }
  }

  /// The statistics of a column of unsigned numbers; `nil` for other columns and for no rows.
  ///
  /// - Parameter index: The column, from 0.
  /// - Returns: The least, the greatest and the sum, with the rows that were counted.
  /// - Complexity: O(*n*) in the number of rows.
  public func statistics(ofColumn index: Int) -> Statistics? {
    guard count > 0, index < columns.count else { return nil }
    let column = columns[index]
    guard !column.isSigned, column.width <= 64, case .uint = program.rows[column.row].kind
    else { return nil }
    var result = Statistics(least: .max, greatest: 0, sum: 0, count: count)
    var sum: UInt64 = 0
    var hasOverflown = false
    for row in 0..<count {
      let value = raw(row: row, column: index)
      if value < result.least { result.least = value }
      if value > result.greatest { result.greatest = value }
      let (next, overflow) = sum.addingReportingOverflow(value)
      sum = next
      if overflow { hasOverflown = true }
    }
    result.sum = hasOverflown ? nil : sum
    return result
  }
}
