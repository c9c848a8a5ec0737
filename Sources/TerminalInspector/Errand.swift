import ByteReading
import CommandLineSupport

/// Work that another thread does while keys are answered; what it gives is asked for now and then.
///
/// Nothing stops it: who does not want the result any more forgets the errand.
final class Errand<Result: Sendable>: Sendable {
  private let answer = Guarded<Result?>(nil)
  /// When it began, in nanoseconds of the clock that only goes forward.
  let start = monotonicNanoseconds()

  /// Begins the work; where no other thread can be had it is done at once.
  init(_ work: @escaping @Sendable () -> Result) {
    let answer = answer
    if hasSpareAddressSpace(), WorkThread.run({ answer.value = work() }) { return }
    answer.value = work()
  }

  /// What came of it; `nil` as long as it goes on.
  var result: Result? { answer.value }

  /// The whole seconds since it began.
  var seconds: Int { Int(clamping: (monotonicNanoseconds() &- start) / 1_000_000_000) }
}
