import ByteReading
import Corpus
import MediaFacts
import MediaReports
import Structure
import StructureDiff
import Testing

/// Samples with the bytes of others of their track: that such a one is in the other file as well does not say which it
/// is.
@Suite struct RepeatedSampleTests {
  private func verdict(_ a: Film, _ b: Film) throws -> Verdict {
    try #require(Comparison(try a.document(), try b.document(), rules: .media).verdict)
  }

  private func sound(_ samples: [UInt8], _ coding: FourCC = "mp4a") -> Film {
    Film(samples: samples, handler: "soun", coding: coding)
  }

  /// Silence (0) between sounds that are others now, of which one stayed (1).
  @Test func silenceStandsInNoOtherOrder() throws {
    let (old, new) = ([9, 0, 0, 1, 0, 2, 8], [9, 1, 0, 0, 0, 3, 4, 8]) as ([UInt8], [UInt8])
    for (a, b) in [(old, new), (new, old)] {
      let verdict = try verdict(sound(a), sound(b))
      let told = verdict.findings.map(\.sentence)
      #expect(!told.contains { $0.contains("another order") }, "\(told)")
      // The first and the last, the one that stayed, and the silence behind it.
      #expect(verdict.subjects.first?.sameCount == 4)
    }
  }

  /// What repeats goes with what stands beside it, also to another place.
  @Test func silenceMovesWithItsSound() throws {
    let verdict = try verdict(sound([1, 2, 0, 0, 3, 4, 0, 5, 7]), sound([1, 4, 0, 5, 2, 0, 0, 3, 7, 6]))
    let told = verdict.findings(of: .samples, .changed).map(\.sentence)
    #expect(told == ["audio sample 10 of 10 (0.900 s) is new, 3 of 9 samples stand in another order"], "\(told)")
  }

  /// Silence (0) of which a piece stands where it stood is no sample that both have once, though one of each is left.
  @Test func silenceThatIsPairedInPartRepeats() throws {
    let verdict = try verdict(sound([9, 1, 5, 0, 2, 0, 8]), sound([9, 0, 5, 3, 4, 0, 8]))
    let told = verdict.findings(of: .samples, .changed).map(\.sentence)
    #expect(told == ["audio 3 of 7 samples, from 2 (0.100 s) on, are others"], "\(told)")
    #expect(verdict.subjects.first?.sameCount == 4)
  }

  @Test func aPictureThatStandsStillMayBeGone() throws {
    let verdict = try verdict(Film(samples: [1, 0, 0, 0, 2, 0, 0, 3]), Film(samples: [1, 0, 0, 2, 0, 3]))
    let told = verdict.findings(of: .samples, .changed).map(\.sentence)
    #expect(told == ["video 2 of 8 samples, from 4 (0.300 s) on, are gone"], "\(told)")
  }

  /// Numbers of sound of which some happen to be what others were: the same sound twice as loud, in any coding of it.
  @Test(arguments: ["sowt", "twos", "lpcm", "ulaw"] as [FourCC])
  func numbersOfSoundStandForThemselves(_ coding: FourCC) throws {
    let comparison = Comparison(
      try sound([1, 2, 3, 4, 5, 6, 7, 8], coding).document(),
      try sound([2, 4, 6, 8, 10, 12, 14, 16], coding).document(), rules: .media)
    #expect(comparison.changes.map(\.note) == ["track 1 audio: all 8 samples differ"])
    let verdict = try #require(comparison.verdict)
    #expect(verdict.findings(of: .samples, .changed).map(\.sentence) == ["audio all 8 samples are others"])
    #expect(verdict.state(of: .times) == .same && verdict.state(of: .startAndEnd) == .same)
  }

  /// What was cut off is told as before: what is the same at both ends has stayed.
  @Test func numbersOfSoundMayBeGone() throws {
    let verdict = try verdict(sound([1, 2, 1, 2, 3, 4, 5, 6], "sowt"), sound([1, 2, 3, 4, 5, 6], "sowt"))
    #expect(verdict.subjects.first?.sameCount == 6)
    let told = verdict.findings(of: .samples, .changed).map(\.sentence)
    #expect(told == ["audio the first 2 of 8 samples are gone"], "\(told)")
  }

  /// Numbers of sound that were cut off at both ends, where they can have stood in one place alone.
  @Test func numbersOfSoundAreCutOffAtBothEnds() throws {
    let samples = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* $0) }
    let (whole, cut) = (sound(samples, "sowt"), sound(Array(samples[30..<150]), "sowt"))
    let comparison = Comparison(try whole.document(), try cut.document(), rules: .media)
    let verdict = try #require(comparison.verdict)
    #expect(
      verdict.findings(of: .samples, .changed).map(\.sentence)
        == ["audio the first 30 and the last 50 of 200 samples are gone, before 3.000 s and from 15.000 s on"])
    #expect(
      verdict.findings(of: .times, .changed).map(\.sentence)
        == ["audio the 120 samples that stayed are shown 3.000 s earlier"])
    #expect(verdict.subjects.first?.sameCount == 120)
    #expect(comparison.changes.compactMap(\.note).contains { $0.hasPrefix("track 1 audio: 200 samples → 120, 120 of them the same") })
    let other = try self.verdict(cut, whole).findings(of: .samples, .changed).map(\.sentence)
    #expect(other == ["audio the first 30 and the last 50 of 200 samples are new, before 3.000 s and from 15.000 s on"])
    // A tone repeats: what is left of it may have stood in several places.
    let tone = (0..<200).map { UInt8($0 % 20) }
    let repeated = try self.verdict(sound(tone, "sowt"), sound(Array(tone[30..<150]), "sowt"))
    #expect(repeated.subjects.first?.sameCount != 120)
  }

  /// There is one video, and there are subtitles.
  @Test(arguments: [("sbtl", "subtitles last"), ("soun", "audio lasts")] as [(FourCC, String)])
  func subtitlesAreSeveral(_ handler: FourCC, _ words: String) throws {
    var (before, after) = (Film(), Film())
    (before.handler, after.handler) = (handler, handler)
    after.lengths = [100, 100, 100, 100, 100, 100, 100, 150]
    let told = try verdict(before, after).findings(of: .startAndEnd, .changed).map(\.sentence)
    #expect(told == ["\(words) 0.850 s, not 0.800 s"], "\(told)")
  }

  /// Which of both files says no ticks is said, and of how many tracks.
  @Test(arguments: [("sbtl", "subtitles have"), ("soun", "audio has")] as [(FourCC, String)])
  func aTimescaleIsMissing(_ handler: FourCC, _ words: String) throws {
    var (before, after) = (Film(), Film())
    (before.handler, after.handler) = (handler, handler)
    after.timescale = 0
    func told(_ a: Film, _ b: Film) throws -> [String] {
      try verdict(a, b).findings(of: .times, .changed).map(\.sentence)
    }
    #expect(try told(before, after).contains("\(words) no timescale"))
    let name = words.prefix { $0 != " " }
    #expect(try told(after, before).contains("\(name) had no timescale"))
  }
}
