// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import Structure
import Testing

/// Edit lists, and what they do to samples.
@Suite struct EditListTests {
  /// Four samples of 100 ticks at 1,000 a second, with these edits; the movie has 1,000 ticks too.
  func track(_ edits: Piece, offsets: Piece = Piece(), timescale: UInt32 = 1_000) throws
    -> SampleTrack
  {
    let bytes = file(timescale: timescale, inTrack: edits) {
      stts((4, 100))
      offsets
      stsc((1, 4))
      stsz(1, 1, 1, 1)
      stco(10)
    }
    return try #require(try movieSamples(bytes).tracks.first)
  }

  func shown(_ track: SampleTrack) -> [Int64?] {
    let edits = track.editList
    return track.samples().map { edits.presentationTime(of: $0) }
  }

  @Test func withoutEditsAllIsShownWhenItIsComposed() throws {
    let track = try track(Piece())
    #expect(!track.editList.isExplicit)
    #expect(shown(track) == [0, 100, 200, 300])
  }

  @Test func anEmptyEditDelays() throws {
    let track = try track(edits((250, -1, 1), (400, 0, 1)))
    #expect(track.editList.edits.map(\.isEmpty) == [true, false])
    #expect(shown(track) == [250, 350, 450, 550])
  }

  /// A time of −1 alone is none: the media come later behind one below that.
  @Test func anEditMayBeginBeforeTheMedia() throws {
    let track = try track(edits((400, -2, 1)))
    #expect(track.editList.edits.map(\.isEmpty) == [false])
    #expect(shown(track) == [2, 102, 202, 302])
    #expect(track.editList.beginning(ofMediaFrom: 0)?.passed == -2)
    // It is over before the first sample.
    #expect(shown(try self.track(edits((400, -500, 1)))) == [nil, nil, nil, nil])
  }

  /// In version 1 duration and time have 64 bits (14496-12 §8.6.6.2).
  @Test func editsOfVersion1Have64Bits() throws {
    let edits = atom("edts") {
      atom("elst", version: 1) {
        u32(2)
        u64(250, .max); u16(1, 0)
        u64(0x1_0000_0190, 100); u16(1, 0)
      }
    }
    let found = try track(edits).editList.edits
    #expect(found.map(\.duration) == [250, 0x1_0000_0190])
    #expect(found.map(\.mediaTime) == [nil, 100])
  }

  @Test func theStartAndTheEndMayBeTrimmed() throws {
    // From 150 to 250: half of the second sample, half of the third.
    #expect(shown(try track(edits((100, 150, 1)))) == [nil, 0, 50, nil])
  }

  @Test func anEditWithoutEndGoesOn() throws {
    #expect(shown(try track(edits((0, 100, 1)))) == [nil, 0, 100, 200])
    #expect(shown(try track(edits((0xFFFF_FFFF, 100, 1)))) == [nil, 0, 100, 200])
  }

  @Test func whatIsShownTwiceIsShownFirstByTheFirstEdit() throws {
    // Samples 3 and 4, then all.
    let track = try track(edits((200, 200, 1), (400, 0, 1)))
    #expect(shown(track) == [200, 300, 0, 100])
  }

  @Test func aDwellHoldsOneMoment() throws {
    let track = try track(edits((500, 100, 0), (400, 0, 1)))
    let edit = try #require(track.editList.edits.first)
    #expect(edit.isDwell)
    #expect(track.editList.mediaTime(at: 499, in: edit) == 100)
    #expect(shown(track) == [500, 0, 700, 800])
  }

  @Test func ratesChangeTheTime() throws {
    let track = try track(edits((200, 0, 2)))
    #expect(track.editList.edits.first.map { track.editList.mediaDuration(of: $0) } == 400)
    #expect(shown(track) == [0, 50, 100, 150])
  }

  /// Media of 400 ms: an edit that plays them faster comes to their end sooner, one that holds a moment never does.
  @Test func nothingIsShownPastTheEndOfTheMediaAtAnyRate() throws {
    func end(_ edits: Piece) throws -> Int64? {
      let bytes = file(inTrack: edits) {
        stts((4, 100))
        stsc((1, 4))
        stsz(1, 1, 1, 1)
        stco(10)
      }
      return try MediaFile.playback(of: MediaFile.open(ByteSource(copying: bytes))).tracks.first?.end
    }
    #expect(try end(edits((400, 0, 2))) == 200_000)
    #expect(try end(edits((300, 200, 2))) == 100_000)
    #expect(try end(edits((100, -1, 1), (400, 0, 2))) == 300_000)
    #expect(try end(edits((100, 0, 2))) == 100_000)
    #expect(try end(edits((400, 0, 0.5))) == 400_000)
    #expect(try end(edits((900, 0, 0.5))) == 800_000)
    #expect(try end(edits((0, 0, 0.5))) == 800_000)
    #expect(try end(edits((600, 100, 0))) == 600_000)
  }

  /// What stands before an edit in the media would be shown at its rate as well.
  @Test func ratesChangeTheTimeBeforeAnEdit() throws {
    for (rate, expected) in [(1, -150), (2, -75), (0, -150)] as [(Double, Int64)] {
      let list = try track(edits((100, 150, rate))).editList
      let edit = try #require(list.edits.first)
      #expect(list.presentationTime(of: 0, in: edit) == expected, "\(rate)")
    }
    let track = try track(edits((100, 150, 2)))
    #expect(track.samples().map { track.editList.nominalTime(of: $0) } == [nil, -25, 25, 75])
  }

  @Test func timescalesAreConverted() throws {
    // 90,000 ticks of media to 1,000 of the movie.
    let track = try track(edits((500, -1, 1), (4, 0, 1)), timescale: 90_000)
    #expect(shown(track) == [45_000, 45_100, 45_200, 45_300])
  }

  @Test func numbersAtTheirLimitsDoNoHarm() throws {
    let bytes = file(
      inTrack: atom("edts") {
        atom("elst", version: 1) {
          u32(3)
          u64(.max - 1); u64(UInt64(Int64.max)); fixed16(1)
          u64(.max); u64(0); i16(.min, -1)
          u64(7); u64(UInt64(bitPattern: .min)); i16(.max, .max)
        }
      }
    ) {
      stts((2, 0xFFFF_FFFF)); ctts((1, .min), (1, .max)); stsc((1, 2)); stsz(1, 1); stco(0)
    }
    let track = try #require(try movieSamples(bytes).tracks.first)
    let list = track.editList
    #expect(list.edits.count == 3)
    for sample in track.samples() { _ = list.presentationTime(of: sample) }
    for edit in list.edits {
      _ = list.mediaDuration(of: edit)
      _ = list.mediaTime(at: .max, in: edit)
      _ = list.mediaTime(at: .min, in: edit)
    }
    for time in [0, 1, UInt64.max] { _ = list.edit(at: time) }
  }

  // MARK: The beginning

  /// What the first edit that shows something passes over, in ticks; `nil` where none does.
  private func passed(_ track: SampleTrack) -> Int64? {
    track.firstCompositionTime.flatMap { track.editList.beginning(ofMediaFrom: $0)?.passed }
  }

  @Test func editsPassOverWhatIsComposedBeforeThem() throws {
    #expect(passed(try track(Piece())) == nil)
    #expect(passed(try track(edits((100, -1, 1)))) == nil)
    #expect(passed(try track(edits((250, -1, 1), (400, 150, 1)))) == 150)
    // All samples are composed 40 ticks before they are decoded: from −40 on.
    let early = ctts(version: 1, (4, -40))
    #expect(passed(try track(edits((400, 20, 1)), offsets: early)) == 60)
    // And 60 after that: the edit begins earlier than they do.
    #expect(passed(try track(edits((400, 20, 1)), offsets: ctts((4, 60)))) == -40)
  }

  /// What stands before the first edit in the media is not passed over where another edit shows it.
  @Test func whatAnotherEditShowsIsNotPassedOver() throws {
    let halves = try track(edits((200, 200, 1), (200, 0, 1)))
    #expect(passed(halves) == 0)
    #expect(passed(try track(edits((200, 200, 1), (100, 0, 1)))) == 100)
    #expect(passed(try track(edits((200, 200, 1), (200, 100, 1)))) == 100)
  }

  /// Trims are the same in the list of edits and in what a player shows.
  @Test func samplesBeforeZeroAreTrimmedInEveryReport() throws {
    let bytes = file(inTrack: edits((100, -1, 1), (300, 20, 1))) {
      stts((2, 200)); ctts(version: 1, (1, -40), (1, 40)); stsc((1, 2)); stsz(1, 1); stco(10)
    }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let shown = try #require(MediaFile.playback(of: document).tracks.first)
    #expect(shown.start == 100_000 && shown.skipped == 60_000 && shown.nominalStart == 40_000)
  }

  /// An offset of −2³¹ hides a sample (14496-12 §8.6.1.3): it begins nothing and is shown never.
  @Test func aSampleThatIsNotShownBeginsNothing() throws {
    let hidden = ctts(version: 1, (1, .min), (3, 0))
    let track = try track(edits((300, 100, 1)), offsets: hidden)
    #expect(track.samples().map(\.isHidden) == [true, false, false, false])
    #expect(track.samples().map(\.compositionTime) == [0, 100, 200, 300])
    #expect(track.firstCompositionTime == 100)
    #expect(shown(track) == [nil, 0, 100, 200])
    #expect(passed(track) == 0)
    #expect(track.sample(shownAt: 50) == nil)
    // It is what a player begins to decode with.
    let found = try #require(track.sample(shownAt: 150))
    #expect(found.sample.number == 2 && found.next == 200)
    // Without edits nothing else is first either.
    let plain = try self.track(Piece(), offsets: hidden)
    #expect(shown(plain) == [nil, 100, 200, 300])
  }

  // MARK: What is shown at a time

  @Test func theSampleShownAndItsSyncSample() throws {
    let bytes = file {
      stts((6, 100))
      // Decoded I P B, I B B: the last two are composed before their sync sample.
      ctts(version: 1, (1, 0), (1, 100), (1, -100), (1, 200), (2, -100))
      stsc((1, 6)); stsz(1, 1, 1, 1, 1, 1); stco(0)
      atom("stss", version: 0) { u32(2, 1, 4) }
    }
    let track = try #require(try movieSamples(bytes).tracks.first)
    #expect(track.samples().map(\.compositionTime) == [0, 200, 100, 500, 300, 400])
    func shown(_ time: Int64) -> [Int?] {
      let shown = track.sample(shownAt: time)
      return [shown?.sample.number, shown?.sync?.number]
    }
    #expect(shown(0) == [1, 1])
    #expect(shown(150) == [3, 1])
    #expect(shown(250) == [2, 1])
    // Leading pictures need the sync sample before.
    #expect(shown(350) == [5, 1])
    #expect(shown(500) == [4, 4])
    #expect(shown(9_999) == [4, 4])
    #expect(shown(-1) == [nil, nil])
    #expect(track.sample(shownAt: 150)?.next == 200)
  }

  /// A picture is shown up to the next one, however long it is decoded before that.
  @Test func theSamplesShownAtManyTimes() throws {
    let bytes = file {
      stts((3, 100)); ctts(version: 1, (1, 0), (1, 400), (1, -100)); stsc((1, 3)); stsz(1, 1, 1); stco(0)
    }
    let track = try #require(try movieSamples(bytes).tracks.first)
    #expect(track.samples().map(\.compositionTime) == [0, 500, 100])
    let times: [Int64] = [-1, 99, 100, 300, 500, 599, 600]
    let expected: [Set<Int>] = [[], [1], [3], [3], [2], [2], []]
    #expect(times.map { track.samples(shownAt: [$0]) } == expected)
    #expect(track.samples(shownAt: [50, 300]) == [1, 3])
    #expect(track.samples(shownAt: times) == [1, 2, 3])
    for time in times {
      let one = track.sample(shownAt: time).flatMap { $0.isOver(at: time) ? nil : $0.sample.number }
      #expect(track.samples(shownAt: [time]) == Set([one].compactMap(\.self)))
    }
  }

  /// The media between two times of the movie, as edits show it, and what of it none shows.
  @Test func whatOfTheMediaIsShown() throws {
    let track = try track(edits((100, -1, 1), (100, 200, 1), (100, 50, 1)))
    let list = track.editList
    #expect(list.mediaTimes(shownFrom: 0, through: 99) == [])
    #expect(list.mediaTimes(shownFrom: 50, through: 250) == [50...100, 200...299])
    #expect(list.mediaTimes(shownFrom: 300, through: .max) == [])
    #expect(list.unshown(in: 0..<400) == [0..<50, 150..<200, 300..<400])
    #expect(try self.track(Piece()).editList.unshown(in: -100..<400) == [])
    #expect(try self.track(edits((400, 0, -1))).editList.unshown(in: 0..<400) == [])
  }

  @Test func inOrderNothingIsLookedAtBefore() throws {
    let bytes = file {
      stts((1_000, 10), (1_000, 20)); stsc((1, 2_000)); stsz(all: 1, count: 2_000); stco(0)
      atom("stss", version: 0) { u32(3, 1, 500, 1_200) }
    }
    let track = try #require(try movieSamples(bytes).tracks.first)
    let expected: [(time: Int64, number: Int, sync: Int)] = [
      (0, 1, 1), (9, 1, 1), (10, 2, 1), (10_019, 1_001, 500), (15_000, 1_251, 1_200),
      (1_000_000, 2_000, 1_200),
    ]
    for (time, number, sync) in expected {
      let shown = track.sample(shownAt: time)
      #expect(shown?.sample.number == number, "\(time)")
      #expect(shown?.sync?.number == sync, "\(time)")
    }
  }

  // MARK: Groups

  @Test func samplesAreInGroups() throws {
    let bytes = file {
      stts((5, 1)); stsc((1, 5)); stsz(1, 1, 1, 1, 1); stco(0)
      atom("sbgp", version: 0) {
        code("roll"); u32(2, 2, 1, 1, 0)
      }
      // One pattern of two indexes over five samples, all numbers of four bits.
      atom("csgp", version: 0, flags: 0) {
        code("tele"); u32(1); hex("25 12")
      }
      atom("sgpd", version: 2) {
        code("rap "); u32(1, 3, 0)
      }
    }
    let track = try #require(try movieSamples(bytes).tracks.first)
    func named(_ groups: SampleGroups) -> [String] {
      groups.map { $0.map { "\($0.type.key) \($0.index)" }.joined(separator: ", ") }
    }
    let all = named(track.groups())
    #expect(
      all == [
        "roll 1, tele 1, rap  3", "roll 1, tele 2, rap  3", "tele 1, rap  3", "tele 2, rap  3",
        "tele 1, rap  3",
      ])
    for first in 1...6 {
      #expect(named(track.groups(from: first)) == Array(all.dropFirst(first - 1)))
    }
  }
}
