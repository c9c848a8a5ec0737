/// How far the reading of a file is, for who waits for it on another thread.
///
/// ```swift
/// limits.progress = progress
/// // elsewhere, meanwhile:
/// progress.hundredths   // 38; `nil` until progress was noted
/// ```
package final class ReadingProgress: Sendable {
  private let state = Guarded<(done: UInt64, total: UInt64)>((0, 0))

  package init() {}

  /// Notes that so many bytes of so many were passed.
  package func note(_ done: UInt64, of total: UInt64) { state.value = (min(done, total), total) }

  /// How much was passed, in hundredths, 99 at most: who waits learns in another way that all of it was;
  /// `nil` until progress was noted.
  package var hundredths: Int? {
    let (done, total) = state.value
    guard total > 0 else { return nil }
    // What is large is divided first: no product can be too large.
    let part = total >= 1 << 32 ? done / (total / 100) : done * 100 / total
    return min(99, Int(clamping: part))
  }
}
