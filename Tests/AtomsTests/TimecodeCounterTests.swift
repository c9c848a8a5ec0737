import Testing

@testable import Atoms

/// Timecodes that go on from a first one.
@Suite struct TimecodeCounterTests {
  /// `tmcd` says by a flag whether they begin anew at midnight (QTFF, Timecode Sample Description).
  @Test(arguments: [
    (frames: UInt64(25), isDropFrame: false, last: UInt64(25 * 86_400 - 1), before: "23:59:59:24", midnight: "00:00:00:00"),
    (frames: 30, isDropFrame: true, last: 2_589_407, before: "23:59:59;29", midnight: "00:00:00;00"),
  ])
  func timecodesBeginAnewAtMidnightWhereTheySaySo(
    frames: UInt64, isDropFrame: Bool, last: UInt64, before: String, midnight: String
  ) {
    func counter(wraps: Bool) -> TimecodeCounter {
      TimecodeCounter(first: last, frames: frames, isDropFrame: isDropFrame, wraps: wraps, rate: Double(frames))
    }
    for wraps in [false, true] { #expect(counter(wraps: wraps).timecode(after: 0) == before) }
    #expect(counter(wraps: true).timecode(after: 1) == midnight)
    #expect(counter(wraps: false).timecode(after: 1).hasPrefix("24:00:00"))
    #expect(counter(wraps: true).timecode(after: .max).count == before.count)
  }
}
