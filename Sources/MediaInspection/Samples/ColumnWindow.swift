import Structure

/// A column that is read a few rows at a time, for who goes through it from its beginning.
///
/// A column counts the references to its file each time that it is asked; a window asks once for many
/// rows, and holds them as plain numbers.
struct ColumnWindow: Sendable {
  /// The rows that are there; 0 without a column.
  let count: Int
  /// Whether there is a column.
  let isPresent: Bool
  private let column: StoredColumn?
  /// The first of the rows that are held.
  private var first = 0
  /// They, and zeros where the column has no more.
  private var rows: [UInt64] = []

  /// The rows that are held at most: little beside the table that has as many.
  static let length = 32

  init(_ column: StoredColumn?) {
    self.column = column
    count = column?.count ?? 0
    isPresent = column != nil
  }

  /// The number in row `row`, from 0, as the column has it; 0 for rows that are not there.
  ///
  /// - Complexity: O(1); a row that is not held takes those behind it along.
  subscript(row: Int) -> UInt64 {
    @inline(__always) mutating get {
      let place = row &- first
      if place >= 0, place < rows.count { return rows[place] }
      return fill(row)
    }
  }

  @inline(never)
  private mutating func fill(_ row: Int) -> UInt64 {
    guard row >= 0, row < count else { return 0 }
    if rows.isEmpty { rows = Array(repeating: 0, count: min(Self.length, count)) }
    first = row
    // Unwrapped into a constant the column would be copied, with a reference to its file.
    column?.copy(from: row, into: &rows)
    return rows[0]
  }
}
