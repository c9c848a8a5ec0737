/// The steps that reading one file takes: look-ups by scan, readers opened, comparisons, ranges put
/// together.
///
/// Steps, and not seconds, say whether an algorithm is linear: they are the same on every machine, so
/// a test can run a file of *n*, 2 *n* and 4 *n* of something and compare. An algorithm counts for
/// itself and charges once in a while, never for each step.
///
/// There may be a limit. Who is refused ends, and says what is left out:
///
/// ```swift
/// guard work.charge(1_024, for: "no steps are left for all rules") else { return }
/// ```
public final class Work: @unchecked Sendable {
  /// The steps that may be taken; the largest number where nothing bounds them.
  public let limit: UInt64
  private let lock = Lock()
  private var taken: UInt64 = 0
  private var missing: [StaticString] = []

  /// A counter that has counted no steps.
  ///
  /// - Parameter limit: The steps that may be taken; the largest number where nothing bounds them.
  public init(limit: UInt64 = .max) { self.limit = limit }

  /// The steps charged so far.
  public var steps: UInt64 { lock.withLock { taken } }
  /// The sentences about what was left out, each once, in the order in which it was refused.
  public var leftOut: [StaticString] { lock.withLock { missing } }

  /// Adds `steps` to those taken.
  ///
  /// - Parameter steps: How many; a negative number counts as none.
  public func charge(_ steps: Int) {
    lock.withLock { add(steps) }
  }

  private func add(_ steps: Int) {
    let (sum, isMore) = taken.addingReportingOverflow(UInt64(clamping: steps))
    taken = isMore ? .max : sum
  }

  /// Adds `steps` to those taken, or returns false when there are more than may be.
  ///
  /// - Parameters:
  ///   - steps: How many; a negative number counts as none.
  ///   - purpose: The sentence that is reported when it ends here.
  /// - Returns: Whether they were added.
  public func charge(_ steps: Int, for purpose: StaticString) -> Bool {
    lock.withLock {
      add(steps)
      guard taken > limit else { return true }
      if !missing.contains(where: { $0.isSame(as: purpose) }) { missing.append(purpose) }
      return false
    }
  }
}
