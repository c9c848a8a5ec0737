/// Elements of two sequences that belong together: `count` of them, from `before` and `after` on.
struct SharedRun: Equatable {
  var before: Int
  var after: Int
  var count: Int
}

/// The greatest of the elements that stand up to a rank, while elements are added one by one.
struct GreatestByRank {
  /// For each block of ranks, as in a Fenwick tree, its greatest element; -1 for none.
  private var greatest: [Int32]
  private let isGreater: (Int32, Int32) -> Bool

  /// - Parameters:
  ///   - count: The ranks there are, from 1.
  ///   - isGreater: Whether the first of two elements is the greater one.
  init(count: Int, isGreater: @escaping (Int32, Int32) -> Bool) {
    greatest = Array(repeating: -1, count: count + 1)
    self.isGreater = isGreater
  }

  /// - Complexity: O(log *n*) in the ranks.
  mutating func add(_ element: Int32, at rank: Int) {
    var rank = rank
    while rank > 0, rank < greatest.count {
      if greatest[rank] < 0 || isGreater(element, greatest[rank]) { greatest[rank] = element }
      rank += rank & -rank
    }
  }

  /// The greatest element that was added at one of the ranks 1...`rank`.
  ///
  /// - Complexity: O(log *n*) in the ranks.
  func element(upTo rank: Int) -> Int32? {
    var rank = rank
    var found: Int32 = -1
    while rank > 0 {
      let element = greatest[rank]
      if element >= 0, found < 0 || isGreater(element, found) { found = element }
      rank -= rank & -rank
    }
    return found < 0 ? nil : found
  }
}

/// Two sequences, and what they have in common.
enum Sequences {
  /// A longest common subsequence of two sequences of so many elements, as runs in order.
  ///
  /// What is the same at both ends is taken as such. Returns `nil` when more than `limit` elements
  /// have to be added and removed.
  ///
  /// - Parameters:
  ///   - head: So many elements are known to be the same at the beginning,
  ///   - tail: and so many at the end; together not more than either has.
  /// - Complexity: O(*n* + *d*²) in elements and differences (Myers), with *d* below `limit`; memory
  ///   does not grow with *n*.
  static func shared(
    _ countA: Int, _ countB: Int, limit: Int, head: Int = 0, tail: Int = 0,
    _ isSame: (Int, Int) -> Bool
  ) -> [SharedRun]? {
    var head = head
    var tail = tail
    let least = min(countA, countB)
    while head < least - tail, isSame(head, head) { head += 1 }
    while tail < least - head, isSame(countA - 1 - tail, countB - 1 - tail) { tail += 1 }
    var runs: [SharedRun] = []
    if head > 0 { runs.append(SharedRun(before: 0, after: 0, count: head)) }
    let n = countA - head - tail
    let m = countB - head - tail
    if n > 0, m > 0 {
      guard let middle = myers(n, m, limit: limit, { isSame(head + $0, head + $1) }) else { return nil }
      for run in middle {
        append(
          SharedRun(before: head + run.before, after: head + run.after, count: run.count), to: &runs
        )
      }
    }
    if tail > 0 {
      append(SharedRun(before: countA - tail, after: countB - tail, count: tail), to: &runs)
    }
    return runs
  }

  /// Adds a run, or lengthens the last one where the run continues it.
  private static func append(_ run: SharedRun, to runs: inout [SharedRun]) {
    if let last = runs.last, last.before + last.count == run.before,
      last.after + last.count == run.after
    {
      runs[runs.count - 1].count += run.count
    } else {
      runs.append(run)
    }
  }

  private static func myers(
    _ n: Int, _ m: Int, limit: Int, _ isSame: (Int, Int) -> Bool
  ) -> [SharedRun]? {
    let bound = min(limit, n + m)
    guard abs(n - m) <= bound else { return nil }
    // Of each round the furthest places on the diagonals -d ... d.
    var trace: [[Int32]] = []
    var furthest: [Int] = Array(repeating: 0, count: 2 * bound + 3)
    let middle = bound + 1
    for d in 0...bound {
      for k in stride(from: -d, through: d, by: 2) {
        var x: Int
        if k == -d || k != d && furthest[middle + k - 1] < furthest[middle + k + 1] {
          x = furthest[middle + k + 1]
        } else {
          x = furthest[middle + k - 1] + 1
        }
        while x < n, x - k < m, x - k >= 0, isSame(x, x - k) { x += 1 }
        furthest[middle + k] = x
        if x >= n, x - k >= m {
          trace.append(furthest[middle - d...middle + d].map { Int32(clamping: $0) })
          return path(trace, n, m)
        }
      }
      trace.append(furthest[middle - d...middle + d].map { Int32(clamping: $0) })
    }
    return nil
  }

  /// Goes back from the end over the rounds.
  private static func path(_ trace: [[Int32]], _ n: Int, _ m: Int) -> [SharedRun] {
    var runs: [SharedRun] = []
    var x = n
    var y = m
    func add(from start: Int) {
      let count = min(x - start, y)
      if count > 0 { runs.append(SharedRun(before: x - count, after: y - count, count: count)) }
    }
    var d = trace.count - 1
    while d > 0 {
      let k = x - y
      let last = trace[d - 1]
      func at(_ diagonal: Int) -> Int {
        let place = diagonal + d - 1
        return last.indices.contains(place) ? Int(last[place]) : -1
      }
      let isDown = k == -d || k != d && at(k - 1) < at(k + 1)
      let from = isDown ? k + 1 : k - 1
      let fromX = at(from)
      let startX = isDown ? fromX : fromX + 1
      add(from: max(startX, k))
      x = fromX
      y = fromX - from
      d -= 1
    }
    add(from: max(0, x - y))
    var result: [SharedRun] = []
    for run in runs.reversed() { append(run, to: &result) }
    return result
  }

  /// The places in `values`, which are all different, of an increasing subsequence with the greatest
  /// sum of weights.
  ///
  /// - Complexity: O(*n* log *n*).
  static func increasing(_ values: [Int32], _ weights: [UInt64]) -> [Int32] {
    let ranks = ranks(values)
    // The best sum that ends at a rank up to here, and where it ends.
    var best: [UInt64] = Array(repeating: 0, count: values.count + 1)
    var ends: [Int32] = Array(repeating: -1, count: values.count + 1)
    var before: [Int32] = Array(repeating: -1, count: values.count)
    var end = (sum: UInt64(0), place: Int32(-1))
    for place in values.indices {
      var found = (sum: UInt64(0), place: Int32(-1))
      var rank = Int(ranks[place]) - 1
      while rank > 0 {
        if best[rank] > found.sum { found = (best[rank], ends[rank]) }
        rank -= rank & -rank
      }
      before[place] = found.place
      let sum = found.sum &+ weights[place]
      if sum > end.sum { end = (sum, Int32(truncatingIfNeeded: place)) }
      rank = Int(ranks[place])
      while rank <= values.count {
        if sum > best[rank] { (best[rank], ends[rank]) = (sum, Int32(truncatingIfNeeded: place)) }
        rank += rank & -rank
      }
    }
    var result: [Int32] = []
    var place = end.place
    while place >= 0 {
      result.append(place)
      place = before[Int(place)]
    }
    return result.reversed()
  }

  /// The place of each value, from 1, among all in their order; no two are the same.
  static func ranks(_ values: [Int32]) -> [Int32] {
    var order = values.indices.map { Int32(truncatingIfNeeded: $0) }
    order.sort { values[Int($0)] < values[Int($1)] }
    var ranks: [Int32] = Array(repeating: 0, count: values.count)
    for (rank, place) in order.enumerated() {
      ranks[Int(place)] = Int32(truncatingIfNeeded: rank + 1)
    }
    return ranks
  }
}
