import ByteReading
import Corpus
import MediaFacts
import MediaReports
import Structure
import StructureDiff
import Testing

/// In which order samples are shown: told where it is another, and only there.
@Suite struct SampleOrderTests {
  /// Pictures that are shown in the order in which they are decoded, at another rate.
  @Test func anotherOrderAtAnotherRateIsTold() throws {
    var before = Film()
    (before.lengths, before.offsets) = ([100], [100, 300, 0, 0, 100, 300, 0, 0])
    var after = before
    after.lengths = [200]
    func told(_ after: Film) throws -> [String] {
      let verdict = try #require(Comparison(before.document(), after.document(), rules: .media).verdict)
      return verdict.findings(of: .times, .changed).map(\.sentence)
    }
    after.offsets = [200, 600, 0, 0, 200, 600, 0, 0]
    #expect(try told(after) == ["video 10 → 5 fps"])
    after.offsets = []
    #expect(
      try told(after) == ["video 10 → 5 fps", "video from sample 3 (0.400 s) on shown in another order (composition offsets)"])
  }

  /// Fragments that say when they begin are shown then, whichever of them stands first.
  @Test func fragmentsInAnotherOrderAreShownWhenTheyWere() throws {
    func film(_ order: [UInt32]) throws -> Document {
      try Files.open(
        atoms {
          Parts.fileType("iso5", "iso5")
          Parts.fragmentedMovie()
          for number in order {
            Parts.fragment(
              sequence: number, time: UInt64(number) * 1_000, duration: 1_000, sample: [0, 0, 0, 2, 0x65, UInt8(number)])
          }
        })
    }
    let verdict = try #require(Comparison(film([1, 2, 3, 4]), film([1, 3, 2, 4]), rules: .media).verdict)
    #expect(verdict.findings(of: .samples, .changed).map(\.sentence) == ["video 1 of 4 samples stand in another order"])
    #expect(verdict.state(of: .times) == .same, "\(verdict.findings(of: .times, .changed))")
  }
}
