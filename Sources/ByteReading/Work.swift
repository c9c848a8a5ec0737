/// The steps that reading one file takes: look-ups by scan, readers opened, comparisons, ranges put
/// together.
///
/// Steps, and not seconds, say whether an algorithm is linear: they are the same on every machine, so
/// a test can run a file of *n*, 2 *n* and 4 *n* of something and compare. An algorithm counts for
/// itself and charges once in a while, never for each step.
public final class Work: @unchecked Sendable {
  private let lock = Lock()
  private var taken: UInt64 = 0

  /// A counter that has counted no steps.
  public init() {}

  /// The steps charged so far.
  public var steps: UInt64 { lock.withLock { taken } }

  /// Adds `steps` to those taken.
  ///
  /// - Parameter steps: How many; a negative number counts as none.
  public func charge(_ steps: Int) {
    lock.withLock { taken = taken &+ UInt64(clamping: steps) }
  }
}
