import Testing

@testable import Atoms

/// Timecodes that go on from a first one.
@Suite struct TimecodeCounterTests {
  /// `tmcd` says by a flag whether they begin anew at midnight (QTFF, Timecode Sample Description).
  @Test(arguments: [
    (frames: UInt64(25), isDropFrame: false, last: Int64(25 * 86_400 - 1), before: "23:59:59:24", midnight: "00:00:00:00"),
    (frames: 30, isDropFrame: true, last: 2_589_407, before: "23:59:59;29", midnight: "00:00:00;00"),
  ])
  func timecodesBeginAnewAtMidnightWhereTheySaySo(
    frames: UInt64, isDropFrame: Bool, last: Int64, before: String, midnight: String
  ) {
    func counter(wraps: Bool) -> TimecodeCounter {
      TimecodeCounter(
        first: last,
        format: TimecodeFormat(scale: frames, duration: 1, frames: frames, flags: (isDropFrame ? 1 : 0) | (wraps ? 2 : 0)))
    }
    for wraps in [false, true] { #expect(counter(wraps: wraps).timecode(after: 0) == before) }
    #expect(counter(wraps: true).timecode(after: 1) == midnight)
    #expect(counter(wraps: false).timecode(after: 1).hasPrefix("24:00:00"))
    #expect(counter(wraps: true).timecode(after: .max).count == before.count)
  }

  /// The sample is a number in two's complement where times may be negative, and counts up to 0.
  @Test func negativeTimesGoUpToZero() {
    let format = TimecodeFormat(scale: 25, duration: 1, frames: 25, flags: 4)
    let counter = TimecodeCounter(first: format.first(of: 0xFFFF_FFCE), format: format)
    #expect([0, 1, 50, 51].map(counter.timecode(after:)) == ["-00:00:02:00", "-00:00:01:24", "00:00:00:00", "00:00:00:01"])
    // Where they may not, the first bit is one of the number.
    #expect(TimecodeFormat(scale: 25, duration: 1, frames: 25, flags: 0).first(of: 0x8000_0000) == 0x8000_0000)
  }

  /// A counter takes a step each `number_of_frames` frames.
  @Test func countersAreNoTimes() {
    let counter = TimecodeCounter(first: 1_234, format: TimecodeFormat(scale: 25, duration: 1, frames: 5, flags: 8))
    #expect([0, 4, 5].map(counter.timecode(after:)) == ["counter 1,234", "counter 1,234", "counter 1,235"])
  }
}
