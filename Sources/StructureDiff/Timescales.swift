internal import ByteReading
internal import Structure

/// Numbers that are counted in ticks of two timescales.
enum Timescales {
  /// Whether two stored numbers, negative ones in two's complement, are exactly the same time although
  /// their ticks are others.
  ///
  /// - Parameters:
  ///   - old: The number of the first file.
  ///   - new: The number of the second file.
  ///   - scales: The ticks per second that each is counted in; 0 when it is no time.
  static func isSameTime(
    _ old: UInt64, _ new: UInt64, _ scales: (before: UInt64, after: UInt64)
  ) -> Bool {
    guard scales.before > 0, scales.after > 0, scales.before != scales.after else { return false }
    let (x, y) = (Int64(bitPattern: old), Int64(bitPattern: new))
    guard (x < 0) == (y < 0) else { return false }
    return x.magnitude.multipliedFullWidth(by: scales.after)
      == y.magnitude.multipliedFullWidth(by: scales.before)
  }

  /// Whether two tables have the same rows, but for columns of times in other ticks, of which there is one.
  ///
  /// - Complexity: O(*n*) in the rows, and nothing where no timescale differs.
  static func areSameTimes(_ p: NodeFields.Table, _ q: NodeFields.Table) -> Bool {
    guard p.count == q.count, p.rows == q.rows, p.columns.count == q.columns.count else { return false }
    let timed = p.columns.indices.filter { p.scales[$0] != q.scales[$0] }
    guard !timed.isEmpty, timed.allSatisfy({ p.widths[$0] <= 64 && q.widths[$0] <= 64 }) else {
      return false
    }
    for row in 0..<p.count {
      for column in p.columns.indices where !p.isSame(row, as: q, row, column: column) {
        guard
          isSameTime(p.columns[column][row], q.columns[column][row], (p.scales[column], q.scales[column]))
        else { return false }
      }
    }
    return true
  }
}
