/// The longest way from one sync sample to the next, or from the last one to the end, in whatever its places are
/// counted: samples, or ticks.
package struct SyncDistance: Sendable {
  /// A way that has no sync sample in between.
  package struct Way: Sendable {
    /// How long it is.
    package let length: Int64
    /// The place of the sync sample that it begins with.
    package let start: Int64
    /// Whether no other follows.
    package let isToEnd: Bool
  }

  /// The longest way; `nil` while none is longer than 0.
  package private(set) var longest: Way?
  /// The place of the last sync sample.
  package private(set) var last: Int64?
  /// Whether one stands before another that was passed earlier.
  package private(set) var isReordered = false

  package init() {}

  /// Passes the next sync sample.
  ///
  /// - Parameter place: Where it is.
  package mutating func pass(_ place: Int64) {
    if let last {
      let length = Self.way(from: last, to: place)
      if length < 0 { isReordered = true }
      if length > longest?.length ?? 0 { longest = Way(length: length, start: last, isToEnd: false) }
    }
    last = place
  }

  /// Ends behind the last sync sample.
  ///
  /// - Parameters:
  ///   - place: Where nothing more comes.
  ///   - rounding: By how much the end may have been rounded: by so much more it is not longer than another way.
  package mutating func end(at place: Int64, rounding: Int64 = 0) {
    guard let last else { return }
    let length = Self.way(from: last, to: place)
    guard Self.way(from: rounding, to: length) > longest?.length ?? 0 else { return }
    longest = Way(length: length, start: last, isToEnd: true)
  }

  /// How far it is, or the number nearest to it that there is.
  private static func way(from start: Int64, to end: Int64) -> Int64 {
    let (length, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? (start < 0 ? .max : .min) : length
  }
}
