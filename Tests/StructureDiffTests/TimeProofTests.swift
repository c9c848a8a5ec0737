import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// When samples are shown, and what edits show of them: told when it changed, and said to be the same only
/// when it is.
@Suite struct TimeProofTests {
  private func verdict(_ before: Film, _ after: Film) throws -> Verdict {
    try #require(
      Comparison(try before.document(), try after.document(), rules: .media).verdict)
  }

  private func told(_ before: Film, _ after: Film, _ aspect: Verdict.Aspect) throws -> [String] {
    let verdict = try verdict(before, after)
    return verdict.findings.filter { $0.aspect == aspect }.map { "\($0.state.rawValue): \($0.sentence)" }
  }

  /// The second half of a film is the first once more: no sample is first shown at another time.
  @Test func editsThatShowOtherPartsAreTold() throws {
    var before = Film()
    before.edits = [(400, 0), (400, 400)]
    var after = before
    after.edits[1].from = 0
    #expect(
      try told(before, after, .startAndEnd)
        == ["changed: video 4 of 8 samples, from 5 (0.400 s) on, are not shown any more"])
    #expect(try verdict(before, after).regressions == [.times, .startAndEnd])
    #expect(
      try told(before, after, .times) == ["changed: video is played in 2 parts, not 1"])
    // A part that is taken out of the middle, and pieces that go on where the last one ended.
    var (whole, pieces) = (Film(), Film())
    whole.edits = [(800, 0)]
    pieces.edits = [(300, 0), (500, 300)]
    #expect(try told(whole, pieces, .times) == [])
    pieces.edits = [(300, 0), (100, 400), (400, 400)]
    let found = try told(whole, pieces, .times)
    #expect(
      found
        == [
          "changed: video sample 4 of 8 (0.300 s) is not shown any more",
          "changed: video from sample 5 (0.300 s) on shown 100.0 ms earlier",
          "changed: video from sample 6 (0.500 s) on shown when it was",
        ])
    whole.edits = [(800, 0), (200, 0)]
    #expect(
      try told(whole, Film(), .times) == ["changed: video is played in 1 part, not 2"])
    before.edits = [(200, 0), (200, 600), (200, 200)]
    after.edits = [(200, 0), (200, 600), (200, 0)]
    #expect(
      try told(before, after, .times)
        == ["changed: video 2 of 8 samples, from 3 (0.400 s) on, are not shown any more"])
    before.edits = [(800, 0), (200, 600)]
    after.edits = [(800, 0), (200, 400)]
    #expect(
      try told(before, after, .times)
        == ["changed: video shows other parts of the media from 0.800 s on"])
  }

  /// What edits put elsewhere neither overlaps nor leaves a hole, and the track begins when it did.
  @Test func editsThatPutPartsElsewhereAreTold() throws {
    var before = Film()
    before.edits = [(800, 0)]
    var after = before
    // The halves in the other order.
    after.edits = [(400, 400), (400, 0)]
    #expect(
      try told(before, after, .times)
        == [
          "changed: video from sample 1 (0.400 s) on shown 400.0 ms later",
          "changed: video from sample 5 (0.000 s) on shown 400.0 ms earlier",
        ])
    #expect(try told(before, after, .startAndEnd) == [])
    // What follows a part that is cut out comes earlier.
    after.edits = [(200, 0), (400, 400)]
    #expect(
      try told(before, after, .times)
        == [
          "changed: video 2 of 8 samples, from 3 (0.200 s) on, are not shown any more",
          "changed: video from sample 5 (0.200 s) on shown 200.0 ms earlier",
        ])
    #expect(try told(before, after, .startAndEnd) == ["changed: video lasts 0.600 s, not 0.800 s"])
  }

  /// Players show nothing of an edit without a length, or all of the media.
  @Test func anEditThatLostItsLengthIsTold() throws {
    var (before, after) = (Film(), Film())
    before.edits = [(800, 0)]
    after.edits = [(0, 0)]
    #expect(
      try told(before, after, .times)
        == ["changed: video has an edit without a length now, of which players show nothing or all"])
    #expect(try verdict(before, after).regressions.contains(.times))
    #expect(
      try told(after, before, .times) == ["changed: video has no edit without a length any more"])
  }

  /// A tick of a coarse timescale is as long as a picture: another rate is another rate all the same.
  @Test func anotherRateInCoarseTicksIsTold() throws {
    var before = Film()
    before.samples = Array(1...60)
    (before.timescale, before.lengths) = (24, [1])
    var after = before
    after.timescale = 30
    #expect(try told(before, after, .times).contains("changed: video 24 → 30 fps"))
    after.timescale = 25
    #expect(try told(before, after, .times).contains("changed: video 24 → 25 fps"))
    // The same times in other ticks, and one that rounds them.
    (after.timescale, after.lengths, after.mediaDuration) = (24_000, [1_000], 400_000)
    #expect(try told(before, after, .times) == ["equivalent: other ticks for the same times"])
    (before.samples, after.samples) = (Array(1...7), Array(1...7))
    (before.timescale, before.lengths) = (30_000, [1_001])
    (after.timescale, after.lengths) = (1_000, [33, 34, 33, 33, 34, 33, 34])
    #expect(try verdict(before, after).state(of: .times) == .equivalent)
  }

  /// Equal changes of samples that stand one behind the other are one cause; of others the largest is not left out.
  @Test func equalChangesAreOneAndTheLargestIsTold() throws {
    let before = Film()
    var after = before
    after.lengths = [100, 100, 50, 50, 50, 100]
    #expect(try told(before, after, .times) == ["changed: video 3 samples from sample 3 (0.200 s) on last 50.0 ms less each"])
    after.lengths = [90, 110, 90, 110, 90, 110, 300]
    let found = try told(before, after, .times)
    #expect(found.contains("changed: video sample 7 (0.600 s) lasts 200.0 ms longer") && found.count == 6, "\(found)")
    #expect(found.last == "changed: video 2 more jumps")
  }

  /// Where a sample is gone the others are shown when they were, or it is said that they are not.
  @Test func samplesBehindOneThatIsGoneAreShownWhenTheyWere() throws {
    let before = Film()
    var after = before
    after.samples.remove(at: 3)
    #expect(
      try told(before, after, .times)
        == ["changed: video from sample 4 (0.300 s) on shown 100.0 ms earlier"])
    // The one in front of it is held.
    after.lengths = [100, 100, 200, 100]
    #expect(
      try told(before, after, .times) == ["changed: video sample 3 of 7 (0.200 s) lasts 200.0 ms, not 100.0 ms"])
    #expect(
      try told(after, before, .times) == ["changed: video sample 3 of 8 (0.200 s) lasts 100.0 ms, not 200.0 ms"])
    // By more than twice the usual, it is reported once.
    after.samples.remove(at: 3)
    after.lengths = [100, 100, 300, 100]
    #expect(
      try told(before, after, .times) == ["changed: video sample 3 of 6 (0.200 s) lasts 300.0 ms, not 100.0 ms"])
    after.samples = Array(before.samples.dropFirst(2))
    after.lengths = [100]
    #expect(
      try told(before, after, .times)
        == ["changed: video the 6 samples that stayed are shown 200.0 ms earlier"])
    after.samples = [9, 10, 11]
    #expect(
      try told(before, after, .times)
        == ["not checked: video no sample stands for one of before"])
    // As many samples, of which one went and another came.
    after.samples = [1, 2, 4, 5, 6, 7, 8, 9]
    #expect(
      try told(before, after, .times)
        == ["changed: video from sample 3 (0.200 s) on shown 100.0 ms earlier"])
  }

  /// A picture is held until the next one is shown, though its track says that it lasts as long as all.
  @Test func aPictureInFrontOfOneThatIsGoneIsHeld() throws {
    var before = Film()
    // Shown 1 3 2 4, and so on.
    before.offsets = [100, 200, 0, 100, 100, 200, 0, 100]
    var after = before
    // What is shown between the last two.
    after.samples.remove(at: 6)
    after.offsets.remove(at: 6)
    after.lengths = [100, 100, 100, 100, 100, 200, 100]
    #expect(
      try told(before, after, .times)
        == [
          "changed: video sample 5 of 7 (0.500 s) lasts 200.0 ms, not 100.0 ms",
        ])
  }

  /// By how much samples that moved are shown earlier or later is counted from when they were, not from those in
  /// front of them.
  @Test func samplesInAnotherOrderAreShownElsewhere() throws {
    let before = Film()
    var after = before
    // Two samples behind three others.
    after.samples = [1, 4, 5, 6, 2, 3, 7, 8]
    #expect(
      try told(before, after, .times)
        == [
          "changed: video samples stand in another order, and some are shown at other times",
          "changed: video from sample 2 (0.100 s) on shown 200.0 ms earlier",
          "changed: video from sample 5 (0.400 s) on shown 300.0 ms later",
          "changed: video from sample 7 (0.600 s) on shown when it was",
        ])
    // Two that are gone, one after the other.
    after.samples = [1, 2, 4, 6, 7, 8]
    #expect(
      try told(before, after, .times)
        == [
          "changed: video from sample 3 (0.200 s) on shown 100.0 ms earlier",
          "changed: video from sample 4 (0.300 s) on shown 200.0 ms earlier",
        ])
  }

  /// Edits are in ticks of the movie: with other ticks they last otherwise.
  @Test func otherTicksOfTheMovieAreProved() throws {
    var before = Film()
    before.edits = [(800, 0)]
    var after = before
    after.movieTimescale = 600
    // What is shown lasts no longer than there are media; what the header claims is another matter.
    #expect(try !told(before, after, .startAndEnd).contains { $0.hasPrefix("changed: the movie lasts ") })
    #expect(try verdict(before, after).closing == nil)
  }

  /// What is claimed in ticks is compared in seconds, whatever there are media for.
  @Test func whatHeadersAndEditsClaimIsCompared() throws {
    var before = Film()
    before.edits = [(800, 0)]
    (before.movieDuration, before.mediaDuration) = (800, 800)
    // A tick of the movie lasts twice as long: so does all that is counted in it.
    var after = before
    after.movieTimescale = 500
    #expect(
      try told(before, after, .startAndEnd)
        == [
          "changed: video has edits that claim 1.600 s, not 0.800 s; its media end at 0.800 s",
          "changed: 'mvhd' claims 1.600 s, not 0.800 s",
        ])
    #expect(try told(before, after, .times) == ["equivalent: other ticks"])
    #expect(try verdict(before, after).closing == nil)
    #expect(try verdict(before, after).regressions.contains(.startAndEnd))
    // The same in the same ticks: the headers follow the edits.
    after.movieTimescale = 1_000
    after.edits = [(1_600, 0)]
    after.movieDuration = 1_600
    #expect(
      try told(before, after, .startAndEnd)
        == ["changed: video has edits that claim 1.600 s, not 0.800 s; its media end at 0.800 s"])
    // All of it rescaled.
    after.movieTimescale = 2_000
    #expect(try told(before, after, .startAndEnd) == [])
    #expect(try told(before, after, .times) == ["equivalent: other ticks for the same times"])
    // Without edits the headers claim it.
    (before.edits, after.edits) = ([], [])
    (after.movieTimescale, after.movieDuration) = (500, 800)
    #expect(
      try told(before, after, .startAndEnd)
        == [
          "changed: video has a 'tkhd' that claims 1.600 s, not 0.800 s",
          "changed: 'mvhd' claims 1.600 s, not 0.800 s",
        ])
    // Half of the media is not shown any more: that is what is claimed, too.
    before.edits = [(800, 0)]
    (after.edits, after.movieTimescale) = (before.edits, 2_000)
    let found = try told(before, after, .startAndEnd)
    #expect(found.contains("changed: video lasts 0.400 s, not 0.800 s") && !found.contains { $0.contains("claim") })
    #expect(try told(before, after, .times) == ["equivalent: other ticks"])
  }

  /// Composition offsets that change by different amounts put pictures into another order.
  @Test func offsetsOfDifferentSizesAreTold() throws {
    var before = Film()
    before.offsets = [200, 500, 200, 200, 200, 500, 200, 200]
    var after = before
    after.offsets = []
    #expect(
      try told(before, after, .times)
        == ["changed: video all 8 samples are shown 200.0 ms to 500.0 ms earlier (composition offsets)"])
    after.offsets = before.offsets.map { $0 - 100 }
    #expect(try told(before, after, .times) == [])
    after.offsets = before.offsets
    after.offsets[1] = 200
    #expect(
      try told(before, after, .times)
        == ["changed: video sample 2 of 8 (0.300 s) is shown 300.0 ms earlier (composition offset)"])
  }

  /// Both files show the pictures against the sound that belongs to them as before, and one begins with a packet of sound
  /// that sets up its decoder: its tracks do not begin together, which is what is said of each file on its own.
  @Test func tracksThatBeginApartNowDoNotStartTogether() throws {
    let (before, after) = (try Files.open("mockups/a.mp4"), try Files.open("mockups/b.mp4"))
    let verdict = try #require(Comparison(before, after, rules: .media).verdict)
    #expect(
      verdict.findings(of: .startAndEnd, .changed).map(\.sentence)
        == [
          "audio sample 1 of 88 (0.000 s) is shown now",
          "the same samples of both tracks are shown 83.3 ms later, together as before",
          "start: video and audio together → audio 83.3 ms before video",
          "audio lasts 2.083 s, not 2.000 s",
          "players that ignore edits: audio 60.1 ms early → in sync",
        ])
  }

  /// Pictures whose composition offset an edit makes up for, and sound of which one passes over 20 ms.
  private func film(offset: UInt32) throws -> Document {
    func edits(_ length: UInt32, from: UInt32) -> Piece {
      atom("edts") { atom("elst", version: 0) { u32(1); u32(length); u32(from); u32(0x10000) } }
    }
    func moov(_ place: UInt32) -> Piece {
      Parts.movie {
        Parts.track(id: 1) {
          edits(400, from: offset)
          Parts.media {
            Parts.visualEntry("avc1")
          } tables: {
            Parts.sampleTables([2, 2, 2, 2], delta: 100, at: place)
            atom("ctts", version: 0) { u32(1); u32(4); u32(offset) }
          }
        }
        Parts.track(id: 2, width: 0, height: 0) {
          edits(380, from: 20)
          Parts.media(handler: "soun") {
            Parts.audioEntry("mp4a")
          } tables: {
            Parts.sampleTables([1, 1, 1, 1], delta: 100, at: place + 8)
          }
        }
      }
    }
    let start = Parts.fileType("isom", "isom")
    let place = UInt32(start.bytes.count + moov(0).bytes.count + 8)
    return try Files.open(
      atoms {
        start
        moov(place)
        atom("mdat") { bytes([1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8]) }
      })
  }

  /// Whoever regards edits sees no change; whoever does not hears the sound at another time.
  @Test func playersThatIgnoreEditsAreNotForgotten() throws {
    let (before, after) = (try film(offset: 200), try film(offset: 80))
    let verdict = try #require(Comparison(before, after, rules: .media).verdict)
    #expect(verdict.state(of: .times) == .same, "\(verdict.findings)")
    #expect(verdict.state(of: .startAndEnd) == .equivalent)
    #expect(
      verdict.findings(of: .startAndEnd, .equivalent).map(\.sentence)
        == ["players that ignore edits: audio 180 ms early → 60 ms early"])
    #expect(verdict.regressions == [])
    #expect(verdict.closing?.hasPrefix("viewer: no change (") == true)
    // The number is that of each file.
    #expect(MovieSamples(before).soundLatenessWithoutEdits == -180_000)
  }

  /// A sample has the time at which it is shown, in the file that shows it, not that of its media or of the next one.
  @Test func samplesAreNamedByWhenTheyAreShown() throws {
    var before = Film()
    before.offsets = Array(repeating: 200, count: 8)
    before.edits = [(800, 200)]
    var after = before
    after.edits = [(600, 200)]
    #expect(
      try told(before, after, .startAndEnd).contains(
        "changed: video 2 of 8 samples, from 7 (0.600 s) on, are not shown any more"))
    after.edits = [(500, 500)]
    #expect(
      try told(before, after, .startAndEnd).contains(
        "changed: video 3 of 8 samples, from 1 (0.000 s) on, are not shown any more"))
    after = before
    after.lengths = [100, 100, 150, 50, 100]
    #expect(
      try told(before, after, .times) == [
        "changed: video sample 3 (0.200 s) lasts 50.0 ms longer",
        "changed: video sample 4 (0.350 s) lasts 50.0 ms less",
      ])
    // One that neither shows is named by when it would be, before the movie.
    before.edits = [(700, 300)]
    after = before
    after.samples[0] = 9
    #expect(
      try told(before, after, .samples) == ["changed: video sample 1 of 8 (-0.100 s) is another"])
  }

  /// What counts is when a sample is shown: offsets that an edit makes up for move nothing.
  @Test func offsetsAreComparedAsEditsShowThem() throws {
    var before = Film()
    before.offsets = [200, 500, 200, 200, 200, 500, 200, 200]
    before.edits = [(1_000, 200)]
    var after = before
    after.offsets = []
    after.edits = [(1_000, 0)]
    #expect(
      try told(before, after, .times) == [
        "changed: video 2 of 8 samples, from 2 (0.100 s) on, are shown 300.0 ms earlier (composition offset)"
      ])
  }

  /// What text a subtitle shows is a sample as any other: a gate closes for it.
  @Test func samplesOfTextAreSamples() throws {
    var before = Film()
    before.handler = "text"
    var after = before
    after.samples[1] = 9
    let verdict = try verdict(before, after)
    #expect(verdict.state(of: .samples) == .changed)
    #expect(verdict.state(of: .text) == .changed)
    #expect(verdict.regressions == [.samples])
  }
}

/// What parameter sets say of pictures.
@Suite struct ParameterSetProofTests {
  /// A film with nothing but the configuration of its pictures, as an encoder wrote it.
  private func film(_ configuration: String) throws -> Document {
    try Files.open(
      atoms {
        Parts.fileType("isom", "isom")
        Parts.movie {
          Parts.track {
            Parts.media {
              Parts.visualEntry("avc1") { atom("avcC") { hex(configuration) } }
            } tables: {
              Parts.sampleTables([])
            }
          }
        }
      })
  }

  /// The shape of pixels that only the bitstream says is how pictures are shown.
  @Test func theShapeOfPixelsIsDisplay() throws {
    let (head, tail) = (
      "0164000bffe100196764000bacd942847e5c", "40000003004000000c03c50a658001000468ef8fcbfdf8f800"
    )
    let verdict = try #require(
      Comparison(try film(head + "04" + tail), try film(head + "38" + tail), rules: .media).verdict)
    #expect(verdict.state(of: .display) == .changed, "\(verdict.findings)")
    #expect(verdict.closing == nil)
  }
}

/// What pictures are made of.
@Suite struct ItemProofTests {
  /// A grid of 1 by 2 tiles, each of them one byte.
  private func picture(tiles: [UInt16], isHidden: Bool = false) throws -> Document {
    func meta(_ offset: UInt32) -> Piece {
      atom("meta", version: 0) {
        Parts.handlerReference("pict", name: "")
        atom("pitm", version: 0) { u16(3) }
        atom("iloc", version: 1) {
          u8(0x44, 0); u16(3)
          for id: UInt16 in 1...2 {
            u16(id); u16(0); u16(0); u16(1); u32(offset + UInt32(id) - 1, 1)
          }
          u16(3); u16(1); u16(0); u16(1); u32(0, 8)
        }
        atom("iinf", version: 0) {
          u16(3)
          for (id, type) in [(1, "hvc1"), (2, "hvc1"), (3, "grid")] as [(UInt16, FourCC)] {
            atom("infe", version: 2, flags: isHidden && id == 3 ? 1 : 0) {
              u16(id); u16(0); code(type); u8(0)
            }
          }
        }
        atom("iref", version: 0) {
          atom("dimg") {
            u16(3); u16(UInt16(tiles.count))
            for tile in tiles { u16(tile) }
          }
        }
        atom("idat") { u8(0, 0, 0, 1); u16(128, 64) }
      }
    }
    let start = Parts.fileType("heic", "mif1", "heic")
    let offset = UInt32(start.bytes.count + meta(0).bytes.count + 8)
    return try Files.open(
      atoms {
        start
        meta(offset)
        atom("mdat") { u8(1, 2) }
      })
  }

  private func told(_ before: Document, _ after: Document) throws -> [String] {
    let verdict = try #require(Comparison(before, after, rules: .media).verdict)
    return verdict.findings.map { "\($0.aspect.rawValue): \($0.sentence)" }
  }

  /// Tiles that change their places are another picture, though each has its bytes.
  @Test func tilesInAnotherOrderAreAnotherPicture() throws {
    let before = try picture(tiles: [1, 2])
    let after = try picture(tiles: [2, 1])
    #expect(
      try told(before, after) == ["samples: item 3 (grid) is made of the same items in another order"])
    #expect(
      try told(before, picture(tiles: [1, 1])) == ["samples: item 3 (grid) is made of other items"])
    let verdict = try #require(Comparison(before, after, rules: .media).verdict)
    #expect(verdict.regressions == [.samples])
    #expect(verdict.hasSameMedia == false)
  }

  /// Items of a movie are not gone through, so that what they are made of is told as it stands.
  @Test func itemsThatAreNotGoneThroughAreNotTheSame() throws {
    func film(_ tile: UInt16) throws -> Document {
      try Files.open(
        atoms {
          Parts.fileType("isom", "isom")
          Parts.movie {
            Parts.track {
              Parts.media {
                Parts.visualEntry("avc1")
              } tables: {
                Parts.sampleTables([])
              }
            }
            atom("meta", version: 0) {
              Parts.handlerReference("pict", name: "")
              atom("iref", version: 0) {
                atom("dimg") { u16(3); u16(1); u16(tile) }
              }
            }
          }
        })
    }
    let verdict = try #require(Comparison(try film(1), try film(2), rules: .media).verdict)
    #expect(verdict.state(of: .samples) == .changed, "\(verdict.findings)")
    #expect(verdict.closing == nil)
  }

  /// A picture that is hidden now is not shown.
  @Test func aHiddenPictureIsShownOtherwise() throws {
    let before = try picture(tiles: [1, 2])
    let told = try told(before, picture(tiles: [1, 2], isHidden: true))
    #expect(told.count == 1 && told[0].hasPrefix("display: "), "\(told)")
  }

  /// A picture with Exif of so many bytes behind its own two.
  private func picture(exif: [UInt8]) throws -> Document {
    func meta(_ offset: UInt32) -> Piece {
      atom("meta", version: 0) {
        Parts.handlerReference("pict", name: "")
        atom("pitm", version: 0) { u16(1) }
        atom("iloc", version: 1) {
          u8(0x44, 0); u16(2)
          u16(1); u16(0); u16(0); u16(1); u32(offset, 2)
          u16(2); u16(0); u16(0); u16(1); u32(offset + 2, UInt32(exif.count))
        }
        atom("iinf", version: 0) {
          u16(2)
          for (id, type) in [(1, "hvc1"), (2, "Exif")] as [(UInt16, FourCC)] {
            atom("infe", version: 2) { u16(id); u16(0); code(type); u8(0) }
          }
        }
        atom("iref", version: 0) { atom("cdsc") { u16(2); u16(1); u16(1) } }
      }
    }
    let start = Parts.fileType("heic", "mif1", "heic")
    let offset = UInt32(start.bytes.count + meta(0).bytes.count + 8)
    return try Files.open(
      atoms {
        start
        meta(offset)
        atom("mdat") { bytes([1, 2] + exif) }
      })
  }

  /// One field of Exif: `Make` is `Cam`, or ends in another letter.
  private func exif(_ letter: Character = "m") -> [UInt8] {
    var bytes: [UInt8] = [0, 0, 0, 0, 0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
    bytes += [0, 1, 0x01, 0x0F, 0, 2, 0, 0, 0, 4]
    bytes += Array("Ca\(letter)".utf8)
    bytes += [0, 0, 0, 0, 0]
    return bytes
  }

  /// What Exif said and says no more closes a gate, what it says otherwise does not.
  @Test func aGateClosesForExifThatIsGone() throws {
    func regressions(_ after: Document) throws -> [Verdict.Aspect] {
      try #require(Comparison(picture(exif: exif()), after, rules: .media).verdict).regressions
    }
    #expect(try regressions(picture(exif: [])).contains(.tags))
    let empty: [UInt8] = [0, 0, 0, 0, 0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
    #expect(try regressions(picture(exif: empty)).contains(.tags))
    #expect(try regressions(picture(exif: exif("n"))) == [])
  }

  /// Help names each aspect with what of it closes the gate, and each closes it so: the lists are those of the page.
  @Test func theGateIsDescribedByWhatItDoes() {
    let rules: [(words: String, aspects: [Verdict.Aspect])] = [
      ("what changed, or was not checked, of: ", [.samples, .times, .startAndEnd, .timecode, .problems]),
      ("what is gone of: ", [.text, .tracks, .protection, .events, .tags]),
      ("what makes a decoder decode the same samples otherwise, of: ", [.setup]),
      ("stays open for what else changed of these, and for: ", [.seeking, .display, .sound, .opening, .file]),
    ]
    #expect(Set(rules.flatMap(\.aspects)).count == Verdict.Aspect.allCases.count)
    for (number, rule) in rules.enumerated() {
      // Lists are in the order of all aspects.
      let names = Verdict.Aspect.allCases.filter(rule.aspects.contains).map(\.rawValue).joined(separator: ", ")
      #expect(Verdict.gateWords.contains(rule.words + names), "\(Verdict.gateWords)")
      for aspect in rule.aspects {
        func closes(_ state: Verdict.State, loss: Bool = false, otherwise: Bool = false) -> Bool {
          var verdict = Verdict()
          var finding = Verdict.Finding(aspect, state, "is said")
          finding.isLoss = loss
          verdict.add(finding)
          verdict.isDecodedOtherwise = otherwise
          return verdict.regressions == [aspect]
        }
        #expect(!closes(.same) && !closes(.equivalent))
        #expect(closes(.changed) == (number == 0))
        #expect(closes(.notChecked) == (number == 0))
        #expect(closes(.changed, loss: true) == (number <= 1))
        #expect(closes(.changed, otherwise: true) == (number == 0 || number == 2))
        #expect(closes(.notChecked, otherwise: true) == (number == 0))
      }
    }
  }
}
