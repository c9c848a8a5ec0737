// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

/// Whether movies can be joined, on movies that differ in one thing each.
@Suite struct JoiningTests {
  /// A movie of two samples of a unit of two bytes each, which begin at `offset` or where they are. The first unit begins
  /// with `kind`; the second is shown `later` than it is decoded.
  private static func movie(
    entry: Piece = Parts.visualEntry("avc1"), handler: FourCC = "vide", timescale: UInt32 = 1_000,
    offset: UInt32? = nil, syncSamples: [UInt32]? = nil, kind: UInt8 = 0x65, later: Int32 = 0, inTrack: Piece = Piece()
  ) -> [UInt8] {
    func movie(_ offset: UInt32) -> [UInt8] {
      file(handler: handler, timescale: timescale, entry: entry, inTrack: inTrack) {
        Parts.sampleTables([6, 6], at: offset)
        if later != 0 { atom("ctts", version: 1) { u32(2, 1, 0, 1); i32(later) } }
        if let syncSamples {
          atom("stss", version: 0) {
            u32(UInt32(syncSamples.count))
            for number in syncSamples { u32(number) }
          }
        }
      }
    }
    return movie(offset ?? UInt32(movie(0).count + 8))
      + atoms { atom("mdat") { u32(2); u8(kind, 0x88); u32(2); u8(0x41, 0x9A) } }
  }

  private func joining(_ a: [UInt8], _ b: [UInt8]) throws -> Joining {
    try #require(
      Joining(MediaFile.open(ByteSource(copying: a)), MediaFile.open(ByteSource(copying: b))))
  }

  private func part(_ a: [UInt8], _ b: [UInt8]) throws -> Joining.Part {
    let joining = try joining(a, b)
    let part = try #require(joining.parts.first)
    #expect(joining.parts.count == 1 && joining.answer == part.answer)
    return part
  }

  @Test func aMovieGoesOnWithItself() throws {
    let part = try part(Self.movie(), Self.movie())
    #expect(part.answer == .yes && part.reasons == [] && part.notes == [])
    #expect(part.basis == "one sample entry describes both: H.264")
  }

  /// What describes a segment is in another file, which nobody names: a track of the same ID may be another one.
  @Test func segmentsBehindWhatDescribesThemAreJoined() throws {
    func bytes(_ name: String) throws -> [UInt8] {
      let source = try Corpus.open("encoded/" + name)
      return (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }
    }
    let (start, first, second) = try (bytes("segment-init.mp4"), bytes("segment-0.m4s"), bytes("segment-1.m4s"))
    #expect(try part(start + first, start + second).answer == .yes)
    func words(_ which: String) -> String {
      "track 1 of \(which) is described in another file: put the initialization segment in front"
    }
    let alone = try part(first, second)
    #expect(alone.answer == .notRead && alone.tracks.before == 1 && alone.tracks.after == 1 && alone.notes == [])
    #expect(alone.reasons == [words("the first file"), words("the second")])
    for whole in [start, start + first] {
      let behind = try part(whole, second)
      #expect(behind.answer == .notRead && behind.kind == "video" && behind.reasons == [words("the second")])
      #expect(behind.notes == ["if the first file is what describes it, the second goes behind it byte for byte"])
    }
    #expect(try part(first, start).reasons == [words("the first file")])
    // What is not there is proved not to be, whatever it is.
    #expect(try part(first, Array(second.dropLast())).answer == .no)
    // A file without such a track is none that describes it; a segment may leave tracks out.
    let other = try joining(first.setting("moof/traf/tfhd", at: 4) { u32(2) }, second)
    #expect(other.answer == .notRead && other.parts.map(\.tracks.before) == [2, nil])
    #expect(other.parts.allSatisfy { $0.answer == .notRead && $0.reasons.count == 2 })
  }

  private static func entries(_ count: Int, _ type: FourCC = "avc1") -> Piece {
    pieces { for _ in 0..<count { Parts.visualEntry(type) } }
  }

  /// Entries of which no two are equal.
  private static func distinctEntries(_ count: Int) -> Piece {
    pieces {
      for number in 0..<count {
        Parts.visualEntry("avc1") {
          Parts.avcConfiguration
          atom("pasp") { u32(UInt32(number + 2), 1) }
        }
      }
    }
  }

  /// Each entry was compared with each of the other file.
  @Test func entriesWithTheSameBytesAreFoundAtOnce() throws {
    func steps(_ count: Int) throws -> UInt64 {
      let bytes = Self.movie(entry: Self.distinctEntries(count))
      let (a, b) = try (MediaFile.open(ByteSource(copying: bytes)), MediaFile.open(ByteSource(copying: bytes)))
      let before = b.work.steps
      #expect(try #require(Joining(a, b)).answer == .yes)
      return b.work.steps - before
    }
    let (few, more) = try (steps(64), steps(128))
    #expect(few >= 64 && more <= few * 5 / 2, "\(few), \(more)")
  }

  @Test func entriesThatAreTooManyAreNotAllCompared() throws {
    let part = try part(Self.movie(entry: Self.entries(400)), Self.movie(entry: Self.entries(400, "hvc1")))
    #expect(part.answer == .no)
    #expect(
      part.reasons.contains {
        $0
          == "309 of 400 sample entries of the second file were not compared with all of the first: there are too many"
      })
  }

  /// Sound of 0.4 s beside pictures of 2 s, and another volume.
  @Test func gapsAndVolumesAtTheJointAreNoted() throws {
    func movie(sound: UInt32, volume: Double) -> [UInt8] {
      func tracks(_ offset: UInt32) -> [UInt8] {
        atoms {
          Parts.fileType("isom", "isom")
          Parts.movie {
            Parts.track(id: 1) {
              Parts.media { Parts.visualEntry("avc1") } tables: { Parts.sampleTables([6, 6], delta: 1_000, at: offset) }
            }
            Parts.track(id: 2, width: 0, height: 0) {
              Parts.media(handler: "soun") { Parts.audioEntry("mp4a") } tables: {
                Parts.sampleTables([6, 6], delta: sound, at: offset)
              }
            }
          }
        }
      }
      let bytes = tracks(UInt32(tracks(0).count + 8)) + atoms { atom("mdat") { u32(2); u8(0x65, 0x88); u32(2); u8(0x41, 0x9A) } }
      // Behind version, dates, number, duration, layer and group.
      return bytes.setting("moov/trak[2]/tkhd", at: 36) { fixed8(volume) }
    }
    let joining = try joining(movie(sound: 200, volume: 1), movie(sound: 1_000, volume: 0.5))
    let notes = joining.parts.flatMap(\.notes)
    #expect(
      notes == [
        "the headers set other volumes: 1.00 and 0.50",
        "in the first file it ends 1.600 s before video: the gap has to be kept, or what follows is out of sync",
      ])
    #expect(try self.joining(movie(sound: 1_000, volume: 1), movie(sound: 1_000, volume: 1)).parts.allSatisfy { $0.notes == [] })
  }

  /// Edits of a movie of 400 ticks, as the media are: how long each lasts, and from when on it shows them.
  private static func edits(_ rows: (length: UInt32, from: Int32)...) -> Piece {
    atom("edts") {
      atom("elst", version: 0) {
        u32(UInt32(rows.count))
        for row in rows { u32(row.length); i32(row.from); u32(0x1_0000) }
      }
    }
  }

  private static func sound(_ edits: Piece) -> [UInt8] {
    movie(entry: Parts.audioEntry("mp4a"), handler: "soun", inTrack: edits)
  }

  /// What the first file hides behind its end is shown in the middle then: of two samples of 200 ticks the second.
  @Test func whatTheFirstHidesAtItsEndIsNoted() throws {
    let words = "before its samples: it has to go along, or what it leaves out is shown at the joint"
    let hidden = try part(Self.movie(inTrack: Self.edits((200, 0))), Self.movie())
    #expect(hidden.answer == .yes && hidden.notes == ["the first file's edit list ends 0.200 s " + words])
    let sound = try part(Self.sound(Self.edits((150, 50))), Self.sound(Piece()))
    #expect(sound.notes == ["the first file's edit list ends 0.200 s " + words])
    // Of the second file its beginning counts.
    #expect(try part(Self.movie(), Self.movie(inTrack: Self.edits((200, 0)))).notes == [])
  }

  /// All that is there, all but what rounding cuts off, the rest of the media, and all behind a pause.
  @Test(arguments: [[(400, 0)], [(399, 0)], [(0, 0)], [(50, -1), (400, 0)]] as [[(UInt32, Int32)]])
  func anEndThatIsShownIsNotNoted(rows: [(UInt32, Int32)]) throws {
    let list = atom("edts") {
      atom("elst", version: 0) {
        u32(UInt32(rows.count))
        for row in rows { u32(row.0); i32(row.1); u32(0x1_0000) }
      }
    }
    #expect(try part(Self.movie(inTrack: list), Self.movie()).notes == [])
  }

  /// Encoders fill the last frame of sound, which is 200 ticks here: less than that is no end that somebody made.
  @Test func paddingOfTheLastFrameIsNotNoted() throws {
    #expect(try part(Self.sound(Self.edits((201, 0))), Self.sound(Piece())).notes == [])
    #expect(try part(Self.sound(Self.edits((200, 0))), Self.sound(Piece())).notes.count == 1)
    #expect(try part(Self.movie(inTrack: Self.edits((250, 0))), Self.movie()).notes == [])
  }

  @Test func severalEditsOfTheFirstAreNoted() throws {
    let part = try part(Self.movie(inTrack: Self.edits((100, 0), (200, 200))), Self.movie())
    #expect(part.notes == ["the first file has several edits: they have to go along, or what they leave out is shown"])
    // Nothing lies between these.
    let whole = try self.part(Self.movie(inTrack: Self.edits((200, 0), (200, 200))), Self.movie())
    #expect(whole.notes == [])
  }

  /// A track that is disabled in one of both, and one in German.
  @Test func whatOneHeaderSaysOfBothIsNoted() throws {
    // Behind the header of the atom and its version: the flags, of which the lowest says that it is enabled.
    let disabled = Self.movie().setting("moov/trak/tkhd", at: 3) { u8(2) }
    func words(_ which: String) -> [String] {
      ["only the track of the \(which) file is disabled: one header says whether players show both unasked"]
    }
    #expect(try part(Self.movie(), disabled).notes == words("second"))
    #expect(try part(disabled, Self.movie()).notes == words("first"))
    #expect(try part(disabled, disabled).notes == [])
    // Behind version, dates, timescale and duration.
    let german = Self.movie().setting("moov/trak/mdia/mdhd", at: 20) { language("deu") }
    let part = try part(Self.movie(), german)
    #expect(part.answer == .yes && part.notes == ["the tracks name other languages: unspecified and deu"])
    #expect(try self.part(german, german).notes == [])
  }

  /// What a decoder does not need is not held against them.
  @Test func padsAndRatesDoNotCount() throws {
    let entry = Parts.visualEntry("avc1") {
      Parts.avcConfiguration
      atom("btrt") { u32(0, 500_000, 400_000) }
      atom("free") { zeros(4) }
    }
    #expect(try part(Self.movie(), Self.movie(entry: entry)).answer == .yes)
  }

  /// Square pixels are as none are said, and not as others.
  @Test func pixelsOfTwoShapesAreCompared() throws {
    func movie(_ sides: UInt32...) -> [UInt8] {
      Self.movie(
        entry: Parts.visualEntry("avc1") {
          Parts.avcConfiguration
          if !sides.isEmpty { atom("pasp") { for side in sides { u32(side) } } }
        })
    }
    #expect(try part(movie(1, 1), movie(4, 3)).reasons == ["pasp.hSpacing 4, not 1", "pasp.vSpacing 3, not 1"])
    #expect(try part(movie(4, 3), movie(1, 1)).reasons == ["pasp.hSpacing 1, not 4", "pasp.vSpacing 1, not 3"])
    #expect(try part(movie(), movie(4, 3)).reasons == ["only the second file has avc1/pasp"])
    #expect(try part(movie(1, 1), movie()).answer == .yes)
    #expect(try part(movie(1, 1), movie(2, 2)).answer == .yes)
  }

  /// A crop of all 64 by 48 pixels is none.
  @Test func aCropOfTheWholePictureIsNone() throws {
    func movie(_ width: UInt32, below: UInt32 = 1, offset: Int32 = 0) -> [UInt8] {
      Self.movie(
        entry: Parts.visualEntry("avc1") {
          Parts.avcConfiguration
          atom("clap") { u32(width, below, 48, 1); i32(offset); u32(1, 0, 1) }
        })
    }
    #expect(try part(Self.movie(), movie(64)).answer == .yes)
    #expect(try part(movie(128, below: 2), Self.movie()).answer == .yes)
    for other in [movie(62), movie(64, offset: 1), movie(64, below: 0)] {
      #expect(try part(Self.movie(), other).reasons == ["only the second file has avc1/clap"])
    }
    #expect(try part(movie(64), movie(62)).reasons == ["clap.cleanApertureWidthN 62, not 64"])
  }

  /// Level 1.0 in one configuration, 1.1 in the other.
  @Test func anotherConfigurationIsNamed() throws {
    let entry = Parts.visualEntry("avc1") {
      atom("avcC") {
        hex("01 42c0 0b ff e1")
        u16(7); hex("6742c00ada11e4")
        u8(1); u16(4); hex("68ce3c80")
      }
    }
    let part = try part(Self.movie(), Self.movie(entry: entry))
    #expect(part.answer == .no && part.reasons == ["avcC.AVCLevelIndication 11, not 10"])
    #expect(part.basis == nil)
  }

  @Test func anotherCodingIsNamed() throws {
    let part = try part(Self.movie(), Self.movie(entry: Parts.visualEntry("apcn")))
    #expect(part.answer == .no && part.reasons == ["ProRes 422, not H.264"])
  }

  @Test(arguments: [
    (Parts.audioEntry("sowt", channels: 2), "2 channels, not 1 channel"),
    (Parts.audioEntry("sowt", rate: 48_000), "48,000 Hz, not 8,000 Hz"),
  ])
  func soundIsNamed(entry: Piece, reason: String) throws {
    let part = try part(
      Self.movie(entry: Parts.audioEntry("sowt"), handler: "soun"),
      Self.movie(entry: entry, handler: "soun"))
    #expect(part.answer == .no && part.reasons.contains(reason))
  }

  @Test func timescalesAreMadeOneWhereThatRoundsNothing() throws {
    let exact = try part(Self.movie(timescale: 12_288), Self.movie(timescale: 15_360))
    #expect(exact.answer == .yes)
    #expect(
      exact.notes == ["timescales 12,288 and 15,360: can be rescaled to 61,440 without rounding"])
    // 999,999,937 and 999,999,929 are primes.
    let rounded = try part(Self.movie(timescale: 999_999_937), Self.movie(timescale: 999_999_929))
    #expect(rounded.answer == .no && rounded.reasons.count == 1)
    let unknown = try part(Self.movie(), Self.movie(timescale: 0))
    #expect(unknown.answer == .notRead)
  }

  /// The second sample stands behind the end of the file, in the first movie and in the second.
  @Test func allSamplesHaveToBeThere() throws {
    let whole = Self.movie()
    let cut = Self.movie(offset: UInt32(whole.count) - 7)
    let reason = "1 of 2 samples of the second are not all in it, from number 2 on"
    #expect(try part(whole, cut).reasons == [reason])
    #expect(try part(cut, whole).answer == .no)
  }

  @Test func theSecondBeginsWithASyncSample() throws {
    let open = Self.movie(syncSamples: [2])
    #expect(try part(open, Self.movie(syncSamples: [1])).answer == .yes)
    let part = try part(Self.movie(syncSamples: [1]), open)
    #expect(part.answer == .no && part.reasons.count == 1)
  }

  /// A matrix that turns by 90°, in the header of the track and in that of the movie; and another width.
  @Test(arguments: [("moov/trak/tkhd", 40), ("moov/mvhd", 36)])
  func oneHeaderTurnsBoth(path: String, place: Int) throws {
    let turned = Self.movie().setting(path, at: place) {
      u32(0); fixed16(1); u32(0); i32(-65_536); u32(0); u32(0)
    }
    let part = try part(Self.movie(), turned)
    #expect(part.answer == .no && part.reasons.count == 1 && part.reasons[0].hasPrefix("the matrices"), "\(part.reasons)")
    let wide = Self.movie().setting("moov/trak/tkhd", at: 76) { fixed16(99) }
    #expect(try self.part(Self.movie(), wide).reasons.first?.hasPrefix("the headers show pictures at other sizes") == true)
  }

  /// Entry 2 of one, and entry 0, describe nothing.
  @Test(arguments: [2, 0] as [UInt32]) func eachSampleHasAnEntry(number: UInt32) throws {
    let other = Self.movie().setting("moov/trak/mdia/minf/stbl/stsc", at: 16) { u32(number) }
    let part = try part(Self.movie(), other)
    #expect(part.answer == .no)
    #expect(part.reasons == ["2 of 2 samples of the second name a sample entry that is not there"])
  }

  /// A picture that is no IDR, and one that is shown before it: that may need what is not there. Of an IDR none does.
  @Test func picturesBeforeTheFirstMayNeedOthers() throws {
    #expect(try part(Self.movie(), Self.movie(kind: 0x41)).answer == .yes)
    #expect(try part(Self.movie(), Self.movie(kind: 0x65, later: -300)).answer == .yes)
    let part = try part(Self.movie(), Self.movie(kind: 0x41, later: -300))
    #expect(part.answer == .no && part.reasons.count == 1, "\(part.reasons)")
  }

  /// What decisions ask of the first picture does not hang on what people call it.
  @Test func kindsOfFirstPicturesAreTold() {
    #expect(StartPicture.allCases.filter(\.isClosed) == [.idr])
    #expect(StartPicture.allCases.filter(\.isNoIDR) == [.recoveryPoint, .noIDR])
    #expect(StartPicture.allCases.map(\.words) == ["IDR", "CRA", "BLA", "recovery point", "no IDR"])
    #expect(StartPicture.allCases.map { $0.words(of: 2) } == ["IDR", "CRA", "BLA", "recovery points", "no IDR"])
  }

  /// Offsets that lead three bytes on: the samples are in the file, and no units.
  @Test func samplesThatAreNoUnitsAreNotRead() throws {
    let offset = UInt32(Self.movie().count) - 12
    let part = try part(Self.movie(), Self.movie(offset: offset - 3))
    #expect(part.answer == .notRead && part.reasons.count == 1, "\(part.reasons)")
  }

  @Test func aTrackThatOnlyOneHasIsNamed() throws {
    let sound = Self.movie(entry: Parts.audioEntry("sowt"), handler: "soun")
    let joining = try joining(Self.movie(), sound)
    #expect(joining.answer == .no)
    #expect(
      joining.parts.map(\.reasons) == [
        ["only the first file has track 1 video"], ["only the second file has track 1 audio"],
      ])
  }

  /// An entry that ends within its fields is not said to be the same as itself.
  @Test func aDamagedEntryIsNotRead() throws {
    let damaged = Self.movie(entry: atom("avc1") { zeros(20) })
    let part = try part(damaged, damaged)
    #expect(part.answer == .notRead)
    #expect(part.reasons == ["avc1 of the first file is damaged"])
  }

  @Test func aFileWithoutTracksIsNoMovie() throws {
    let empty = try MediaFile.open(ByteSource(copying: atoms { Parts.fileType("isom") }))
    let movie = try MediaFile.open(ByteSource(copying: Self.movie()))
    #expect(Joining(empty, movie) == nil && Joining(movie, empty) == nil)
  }
}
