import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// Samples that have the times that they had are not put in nanoseconds one by one; what is behind them, and what they say
/// of it, is found as ever.
@Suite struct SameTimesTests {
  private func told(_ before: Film, _ after: Film, _ aspect: Verdict.Aspect) throws -> [String] {
    let verdict = try #require(Comparison(try before.document(), try after.document(), rules: .media).verdict)
    return verdict.findings.filter { $0.aspect == aspect }.map { "\($0.state.rawValue): \($0.sentence)" }
  }

  /// The third sample is shown first in both files: the track begins when it did, although edits show the fifth earlier.
  @Test func theFirstToBeShownMayBeOneThatIsTheSame() throws {
    var before = Film()
    before.edits = [(200, 200), (200, 0), (400, 400)]
    var after = before
    after.lengths = [100, 100, 100, 90, 110, 100]
    #expect(
      try told(before, after, .times) == [
        "changed: video from sample 5 (0.190 s) on shown 210.0 ms earlier",
        "changed: video from sample 6 (0.500 s) on shown when it was",
      ])
    #expect(try told(before, after, .startAndEnd) == [])
  }

  /// Seven samples of eight are the same: a hole is behind them, or the last one is longer.
  @Test func aChangeAtTheEndIsFound() throws {
    let before = Film()
    var after = before
    after.lengths = [100, 100, 100, 100, 100, 100, 150, 100]
    #expect(try told(before, after, .times) == ["changed: video sample 7 (0.600 s) lasts 50.0 ms longer"])
    after.lengths = [100]
    after.offsets = [0, 0, 0, 0, 0, 0, 50, 0]
    #expect(
      try told(before, after, .times)
        == ["changed: video sample 7 of 8 (0.650 s) is shown 50.0 ms later (composition offset)"])
  }
}
