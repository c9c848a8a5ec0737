internal import ByteReading
internal import MediaFacts
internal import Structure

extension Timescales {
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
