/// The first and the last rows of a list that is gone through once: those that are shown when they are
/// few, and otherwise as many as tell how wide columns are.
struct ListEnds<Row> {
  /// Whether what is kept is all that is shown.
  let isShort: Bool
  /// The number of rows that were added.
  private(set) var count = 0
  private(set) var first: [Row] = []
  /// The last rows, in a circle.
  private var circle: [Row] = []
  private var next = 0
  private let head: Int
  private let tail: Int

  /// Keeps `limit` rows, half from each end; without a limit all rows are shown, and not kept.
  init(limit: Int?) {
    isShort = limit.map { $0 <= 4_096 } ?? false
    let kept = isShort ? limit ?? 0 : 320
    head = isShort ? (kept + 1) / 2 : 256
    tail = kept - head
    shownHead = limit.map { ($0 + 1) / 2 } ?? .max
    shownTail = limit.map { $0 / 2 } ?? 0
  }

  private let shownHead: Int
  private let shownTail: Int

  mutating func add(_ row: Row) {
    count += 1
    if first.count < head {
      first.append(row)
    } else if circle.count < tail {
      circle.append(row)
    } else if tail > 0 {
      circle[next] = row
      next = next + 1 == tail ? 0 : next + 1
    }
  }

  /// The last rows, in their order; those of ``first`` are not among them.
  var last: [Row] { Array(circle[next...] + circle[..<next]) }

  /// Whether the row at `place`, from 0, is shown.
  func shows(_ place: Int) -> Bool { place < shownHead || place >= count - shownTail }

  /// The rows that are left out, behind the one at ``gap``.
  var omitted: Int { Swift.max(0, count - (shownHead == .max ? count : shownHead + shownTail)) }
  /// The place behind which rows are left out.
  var gap: Int { shownHead }
}
