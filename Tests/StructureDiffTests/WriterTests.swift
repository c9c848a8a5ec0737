import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// What programs that write a film again do to it beside its samples: told where it matters, and only there.
@Suite struct WriterTests {
  /// The places of a type in the bytes of a file, of which nothing else reads like it.
  private static func places(of type: String, in bytes: [UInt8]) -> [Int] {
    let code = Array(type.utf8)
    return bytes.indices.dropLast(3).filter { Array(bytes[$0..<$0 + 4]) == code }
  }

  private static func renamed(_ bytes: [UInt8], _ type: String, to other: String) -> [UInt8] {
    var bytes = bytes
    for place in places(of: type, in: bytes) { bytes.replaceSubrange(place..<place + 4, with: Array(other.utf8)) }
    return bytes
  }

  private func verdict(_ before: [UInt8], _ after: [UInt8]) throws -> Verdict {
    try #require(Comparison(try Files.open(before), try Files.open(after), rules: .media).verdict)
  }

  private func told(_ verdict: Verdict, _ aspect: Verdict.Aspect) -> [String] {
    verdict.findings.filter { $0.aspect == aspect }.map { "\($0.state.rawValue): \($0.sentence)" }
  }

  /// The times of the whole are the same without any `tfdt`; those of a fragment that is fetched by itself are not known.
  @Test func fragmentsThatDoNotSayWhenTheyBeginAreTold() throws {
    let before = try Files.bytes("encoded/fragmented.mp4")
    #expect(Self.places(of: "tfdt", in: before).count == 4)
    let after = try verdict(before, Self.renamed(before, "tfdt", to: "free"))
    #expect(
      told(after, .times) == [
        "changed: video 2 of 2 fragments do not say any more when they begin ('tfdt')",
        "changed: audio 2 of 2 fragments do not say any more when they begin ('tfdt')",
      ])
    #expect(after.regressions.contains(.times))
    // That they say it now is no loss.
    let again = try verdict(Self.renamed(before, "tfdt", to: "free"), before)
    #expect(again.state(of: .times) == .same)
  }

  /// Samples whose chunks are said to lie a byte before them are read wrongly, encrypted or not.
  @Test func encryptedSamplesThatAreReadElsewhereAreNotEncryptedAnew() throws {
    let before = try Files.bytes("encoded/gpac-cenc.mp4")
    let place = try #require(Self.places(of: "stco", in: before).first)
    // 'stco', version, one chunk at 0x551.
    #expect(Array(before[place + 4..<place + 16]) == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 5, 0x51])
    var after = before
    after[place + 15] = 0x50
    let found = told(try verdict(before, after), .samples)
    #expect(found.count == 1 && found[0].hasSuffix("are read from other bytes (-1)"), "\(found)")
  }

  /// A reference to the file itself is one in the words of QuickTime and of MP4.
  @Test func aReferenceToTheFileItselfIsOneByAnyName() throws {
    let before = try Files.bytes("encoded/h264-aac.mp4")
    let found = try verdict(before, Self.renamed(before, "url ", to: "alis"))
    #expect(found.state(of: .samples) == .same)
    #expect(told(found, .file) == ["equivalent: data references to the file itself"])
    #expect(found.regressions.isEmpty)
  }

  /// `mehd` says that fragments follow, and `gmhd` of texts has no timecode.
  @Test func whatComesOrGoesIsOfItsOwnAspect() throws {
    let fragments = try Files.bytes("encoded/gpac-fragments.mp4")
    let found = try verdict(Self.renamed(fragments, "mehd", to: "free"), fragments)
    #expect(found.state(of: .startAndEnd) == .same)
    #expect(told(found, .opening) == ["changed: mehd added"])
    let texts = try Files.bytes("encoded/subtitles.mov")
    #expect(try verdict(texts, Self.renamed(texts, "gmhd", to: "free")).state(of: .timecode) == .same)
    let timecode = try Files.bytes("encoded/timecode.mov")
    #expect(try verdict(timecode, Self.renamed(timecode, "gmhd", to: "free")).state(of: .timecode) == .changed)
  }

  /// Before or behind the edits, the references of a track are what they are.
  @Test func theOrderOfNodesThatAreNoTracksIsNobodys() throws {
    let before = try Files.bytes("mockups/movie.mov")
    let place = try #require(Self.places(of: "tref", in: before).first) - 4
    // 36 bytes of 'edts', 20 of 'tref'.
    #expect(Self.places(of: "edts", in: before).contains(place - 32))
    var after = before
    after.replaceSubrange(place - 36..<place + 20, with: before[place..<place + 20] + before[place - 36..<place])
    let found = try verdict(before, after)
    #expect(found.state(of: .tracks) == .same)
    #expect(told(found, .file) == ["equivalent: order"])
  }

  /// Ten times the ticks, each a tenth as long, cut off from those that two tables share with fragments: the same times.
  @Test func ticksOfAnotherTimescaleAreCountedInIt() throws {
    var before = Film()
    (before.lengths, before.mediaDuration, before.movieDuration) = ([100], 800, 800)
    var after = before
    (after.timescale, after.lengths, after.mediaDuration) = (10_000, [1_000], 8_000)
    let comparison = Comparison(try before.document(), try after.document(), rules: .media)
    #expect(comparison.changes.map(\.field.description) == ["timescale"])
    let media = try #require(MediaFile.sharedMedia(comparison.before, comparison.after) { $0 })
    #expect(media.tracks[0].alike.isSuperset(of: [.durations, .starts]))
    #expect(media.tracks[0].timescales == (1_000, 10_000))
    // Another length is said in the ticks of its own file.
    after.lengths = [2_000]
    let longer = try #require(MediaFile.sharedMedia(comparison.before, try after.document()) { $0 })
    #expect(longer.tracks[0].differences.map(\.trait).contains(.durations))
  }
}
