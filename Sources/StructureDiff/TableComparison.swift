internal import ByteReading
internal import Structure

/// Compares the rows of two tables where they lie; memory does not grow with them.
struct TableComparison {
  /// What became of the rows.
  struct Result {
    var counts = Change.RowCounts()
    /// The first of the rows that differ, from 0 in each table, and the columns in which they do, as
    /// bits; none for rows that only one side has.
    var rows: [(before: Int?, after: Int?, columns: UInt64)] = []
    /// Rows that differ and follow.
    var following = 0
    /// How far the numbers of those moved, when all moved alike.
    var shift: Int64?
    /// Whether the bytes that they lead to were compared.
    var isProved = true
    /// Rows that follow by each rule for columns.
    var derived: [Int: Int] = [:]
    /// Rows that differ by no more than they may.
    var tolerated = 0
    /// How far the numbers of the rows that changed moved, when all of them did alike.
    var commonShift: Int64?
    /// How much there is to read: 1 for a row that only one side has, for one that changed the part of
    /// its columns that did.
    var cost = 0.0
  }

  /// What is known of a column.
  struct Column {
    /// Where positions are counted from on both sides, for a column of positions.
    var bases: (before: UInt64, after: UInt64)?
    /// Where each part begins on both sides, one more than rows, for a column of sizes of parts that
    /// lie behind each other.
    var borders: (before: [UInt64], after: [UInt64])?
    /// What the numbers should be on both sides, and how far they may lie from that.
    var derived: (before: [UInt64?], after: [UInt64?], tolerance: UInt64)?
    /// The rule that says so.
    var rule = 0
    /// How far apart numbers may lie.
    var tolerance: [Tolerance] = []
    /// The ticks per second that they are counted in; 0 for what is no time.
    var scales: (before: UInt64, after: UInt64) = (0, 0)
  }

  /// Rows that are added and removed before rows are compared by position.
  private static let limit = 512

  private let p: NodeFields.Table
  private let q: NodeFields.Table
  private let columns: [Column]
  private let moved: MovedBytes
  private let rowsShown: Int
  /// Whether a column has more to it than equal numbers.
  private let isSpecial: Bool
  private var result = Result()
  private var hasUneven = false
  /// Rows at both ends that are the same, or follow and were counted.
  private var head = 0
  private var tail = 0
  /// Whether it is reckoned how much there is to read.
  private var hasCost = false
  /// Whether rows are the same when their bytes are.
  private let hasLayout: Bool

  init(
    _ p: NodeFields.Table, _ q: NodeFields.Table, columns: [Column], moved: MovedBytes,
    rowsShown: Int
  ) {
    self.p = p
    self.q = q
    self.columns = columns
    self.moved = moved
    self.rowsShown = rowsShown
    isSpecial = columns.contains {
      $0.bases != nil || $0.borders != nil || $0.derived != nil || !$0.tolerance.isEmpty
    }
    hasLayout = p.hasLayout(of: q)
    result.counts.before = p.count
    result.counts.after = q.count
  }

  /// - Parameter ends: Rows at both ends that are known to be the same.
  /// - Complexity: O(*n* + *d*²) in the rows and those that are added and removed, at most 512; rows
  ///   that differ in more places are compared one by one by their number.
  static func compare(
    _ p: NodeFields.Table, _ q: NodeFields.Table, ends: (head: Int, tail: Int),
    columns: [Column], moved: MovedBytes, rowsShown: Int
  ) -> Result {
    var comparison = TableComparison(p, q, columns: columns, moved: moved, rowsShown: rowsShown)
    comparison.run(ends)
    return comparison.result
  }

  private mutating func run(_ ends: (head: Int, tail: Int)) {
    (head, tail) = ends
    walk(isForward: true)
    walk(isForward: false)
    let base = result
    let middle = (head..<p.count - tail, head..<q.count - tail)
    guard let runs = sharedRuns() else {
      byNumber(middle.0, middle.1)
      return
    }
    // Of tables with as many rows a comparison row by row may find fewer changes.
    let hasAlternative = p.count == q.count && middle.0.count <= Self.longestMiddle
    hasCost = hasAlternative
    align(runs)
    guard hasAlternative, result.cost > 1 else { return }
    let aligned = result
    result = base
    hasUneven = false
    byNumber(middle.0, middle.1)
    if result.cost >= aligned.cost { result = aligned }
  }

  /// The rows that belong together; `nil` when too many differ.
  ///
  /// Of several longest sequences one is found, and another when the sides are exchanged: so they are
  /// put in an order that depends on their rows alone.
  private func sharedRuns() -> [SharedRun]? {
    guard isLess(q, p) else {
      return Sequences.shared(
        p.count, q.count, limit: Self.limit, head: head, tail: tail, isSame)
    }
    return Sequences.shared(q.count, p.count, limit: Self.limit, head: head, tail: tail) {
      isSame($1, $0)
    }?.map { SharedRun(before: $0.after, after: $0.before, count: $0.count) }
  }

  /// Whether a table has fewer rows than another, or as many and the lesser number where they first
  /// differ.
  private func isLess(_ a: NodeFields.Table, _ b: NodeFields.Table) -> Bool {
    guard a.count == b.count else { return a.count < b.count }
    guard a.columns.count == b.columns.count else { return a.columns.count < b.columns.count }
    for row in head..<max(head, a.count - tail) {
      for column in a.columns.indices where a.widths[column] <= 64 && b.widths[column] <= 64 {
        let (x, y) = (a.columns[column][row], b.columns[column][row])
        if x != y { return x < y }
      }
    }
    return false
  }

  /// Passes rows whose one column is a position that went along with its bytes, from the ends inwards,
  /// as many as there are; they are counted here.
  private mutating func walk(isForward: Bool) {
    let (p, q) = (self.p, self.q)
    guard let x = p.words, let y = q.words, let bases = columns.first?.bases else { return }
    let old = p.source.bytes
    let new = q.source.bytes
    let (steps, otherSteps) = (p.stride / 8, q.stride / 8)
    let least = min(p.count, q.count)
    var range = MovedBytes.Range(before: 0, after: 0, count: 0, isProved: true)
    while head + tail < least {
      let row = isForward ? head : p.count - 1 - tail
      let other = isForward ? head : q.count - 1 - tail
      guard let a = old.bigEndian32(at: x &+ row &* steps),
        let b = new.bigEndian32(at: y &+ other &* otherSteps)
      else { return }
      if a != b {
        let from = bases.before &+ UInt64(a)
        if from &- range.before >= range.count {
          guard let found = moved.range(of: from) else { return }
          range = found
        }
        guard range.after &+ (from &- range.before) == bases.after &+ UInt64(b) else { return }
        let shift = Int64(b) &- Int64(a)
        if result.following == 0 {
          result.shift = shift
        } else if result.shift != shift {
          result.shift = nil
        }
        result.isProved = result.isProved && range.isProved
        result.following &+= 1
      }
      if isForward { head &+= 1 } else { tail &+= 1 }
    }
  }

  /// Rows between equal ends that are compared in a second way as well.
  private static let longestMiddle = 65_536

  private mutating func align(_ runs: [SharedRun]) {
    var before = 0
    var after = 0
    for run in runs + [SharedRun(before: p.count, after: q.count, count: 0)] {
      differ(before..<run.before, after..<run.after)
      if isSpecial { follow(run) }
      before = run.before + run.count
      after = run.after + run.count
    }
  }

  /// Whether rows are the same, or come to the same.
  private func isSame(_ row: Int, _ other: Int) -> Bool {
    if hasLayout, hasSameBytes(row, other) { return true }
    if !isSpecial { return hasLayout ? false : p.isSame(row, as: q, other) }
    guard p.columns.count == q.columns.count else { return false }
    for column in p.columns.indices
    where !p.isSame(row, as: q, other, column: column)
      && !isExplained(column, row, other)
    {
      return false
    }
    return true
  }

  private func hasSameBytes(_ row: Int, _ other: Int) -> Bool {
    let size = p.stride / 8
    let (x, y) = (p.extent.byteOffset &+ row &* size, q.extent.byteOffset &+ other &* size)
    if size == 4 { return p.source.bytes.bigEndian32(at: x) == q.source.bytes.bigEndian32(at: y) }
    return p.source.bytes.extracting(x..<x &+ size)
      .hasSameBytes(as: q.source.bytes.extracting(y..<y &+ size))
  }

  private func isExplained(_ column: Int, _ row: Int, _ other: Int) -> Bool {
    guard isSpecial else { return false }
    let rule = columns[column]
    let (old, new) = (p.columns[column][row], q.columns[column][other])
    if rule.tolerance.contains(where: { $0.allows(old, new, rule.scales) }) { return true }
    return isDerived(column, row: row, other: other, old: old, new: new)
      || place(column, row: row, other: other, old: old, new: new) != nil
  }

  /// Whether numbers are what they should be, on both sides.
  private func isDerived(
    _ column: Int, row: Int, other: Int, old: UInt64, new: UInt64
  ) -> Bool {
    guard let (before, after, tolerance) = columns[column].derived, row < before.count,
      other < after.count, let x = before[row], let y = after[other], x != y
    else { return false }
    return old.distance(to: x, isAtMost: tolerance) && new.distance(to: y, isAtMost: tolerance)
  }

  /// Whether a number that differs follows, and whether that is proved.
  private func place(
    _ column: Int, row: Int, other: Int, old: UInt64, new: UInt64
  ) -> Bool? {
    if let (from, to) = columns[column].bases {
      guard let there = moved.place(of: from &+ old), there.offset == to &+ new else { return nil }
      return there.isProved
    }
    guard let (a, b) = columns[column].borders, row + 1 < a.count, other + 1 < b.count,
      let start = moved.place(of: a[row]), let end = moved.place(of: a[row + 1]),
      start.offset == b[other], end.offset == b[other + 1]
    else { return nil }
    return start.isProved && end.isProved
  }

  /// Counts what follows in rows that come to the same.
  private mutating func follow(_ run: SharedRun) {
    for step in 0..<run.count {
      let (row, other) = (run.before + step, run.after + step)
      // Those at the ends were counted.
      if row < head || row >= p.count - tail { continue }
      if hasLayout, hasSameBytes(row, other) { continue }
      var follows = false
      var isTolerated = false
      for column in p.columns.indices where !p.isSame(row, as: q, other, column: column) {
        let (old, new) = (p.columns[column][row], q.columns[column][other])
        if isDerived(column, row: row, other: other, old: old, new: new) {
          result.derived[columns[column].rule, default: 0] += 1
          continue
        }
        guard let isProved = place(column, row: row, other: other, old: old, new: new) else {
          isTolerated = true
          continue
        }
        let shift = Int64(bitPattern: new &- old)
        if result.following == 0, !follows {
          result.shift = shift
        } else if result.shift != shift {
          result.shift = nil
        }
        result.isProved = result.isProved && isProved
        follows = true
      }
      if follows { result.following += 1 }
      if isTolerated { result.tolerated += 1 }
    }
  }

  // MARK: Rows that differ

  private mutating func add(_ row: Int?, _ other: Int?) {
    var changed: UInt64 = 0
    switch (row, other) {
    case (.some(let row), .some(let other)):
      measure(row, other)
      result.counts.changed += 1
      if !hasCost, result.rows.count >= rowsShown { return }
      for column in p.columns.indices.prefix(64)
      where column < q.columns.count && !p.isSame(row, as: q, other, column: column)
        && !isExplained(column, row, other)
      {
        changed |= 1 &<< UInt64(column)
      }
      result.cost += Double(changed.nonzeroBitCount) / Double(max(1, p.columns.count))
    case (.some, nil):
      result.counts.removed += 1
      result.cost += 1
    default:
      result.counts.added += 1
      result.cost += 1
    }
    if result.rows.count < rowsShown { result.rows.append((row, other, changed)) }
  }

  /// Notes how far the one number of a row moved.
  private mutating func measure(_ row: Int, _ other: Int) {
    guard p.columns.count == 1, !hasUneven else { return }
    let shift = Int64(bitPattern: q.columns[0][other] &- p.columns[0][row])
    if result.counts.changed == 0 {
      result.commonShift = shift
    } else if result.commonShift != shift {
      result.commonShift = nil
      hasUneven = true
    }
  }

  /// Too many differences: row by row.
  private mutating func byNumber(_ a: Range<Int>, _ b: Range<Int>) {
    let shared = min(a.count, b.count)
    for step in 0..<shared {
      let (row, other) = (a.lowerBound + step, b.lowerBound + step)
      if isSame(row, other) {
        if isSpecial { follow(SharedRun(before: row, after: other, count: 1)) }
      } else {
        add(row, other)
      }
    }
    for row in a.dropFirst(shared) { add(row, nil) }
    for row in b.dropFirst(shared) { add(nil, row) }
  }

  /// Rows between two that are the same: aligned so that as many columns as possible are the same. Of
  /// alignments that are as good, rows of the longer side are passed first, on whichever it is.
  private mutating func differ(_ a: Range<Int>, _ b: Range<Int>) {
    if a.isEmpty || b.isEmpty || a.count == b.count || a.count > 4_096 / b.count {
      byNumber(a, b)
      return
    }
    let width = b.count + 1
    var best = Array(repeating: 0, count: (a.count + 1) * width)
    func likeness(_ i: Int, _ j: Int) -> Int {
      1 + 16 * p.likeness(a.lowerBound + i, q, b.lowerBound + j)
    }
    for i in (0..<a.count).reversed() {
      for j in (0..<b.count).reversed() {
        best[i * width + j] = max(
          best[(i + 1) * width + j], best[i * width + j + 1],
          best[(i + 1) * width + j + 1] + likeness(i, j))
      }
    }
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      let here = best[i * width + j]
      if here == best[(i + 1) * width + j + 1] + likeness(i, j) {
        add(a.lowerBound + i, b.lowerBound + j)
        i += 1
        j += 1
      } else if here == best[(i + 1) * width + j],
        a.count > b.count || here != best[i * width + j + 1]
      {
        add(a.lowerBound + i, nil)
        i += 1
      } else {
        add(nil, b.lowerBound + j)
        j += 1
      }
    }
    for row in a.dropFirst(i) { add(row, nil) }
    for row in b.dropFirst(j) { add(nil, row) }
  }
}
