// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// What a verdict is to report of two files, both of which the test shows byte by byte.
private enum Pair {
  static func verdict(_ before: [UInt8], _ after: [UInt8]) throws -> Verdict {
    try #require(Comparison(Files.open(before), Files.open(after), rules: .media).verdict)
  }

  /// What the `moov` of a segment says.
  static let elsewhere = "described in another file"

  /// All that is not the same, but for what is elsewhere: `times changed: video …`.
  static func told(_ before: [UInt8], _ after: [UInt8]) throws -> [String] {
    try verdict(before, after).findings.filter { $0.text != elsewhere }
      .map { "\($0.aspect.rawValue) \($0.state.rawValue): \($0.sentence)" }
  }
}

/// Files that do not say how long a tick is, or have no samples that show it.
@Suite struct TickProofTests {
  /// A segment of three samples of two bytes, whose `moov` is in another file.
  private static func segment(
    start: UInt32 = 0, length: UInt32 = 10, offsets: [UInt32] = [20, 20, 20], flags: UInt32 = 0x0200_0000
  ) -> [UInt8] {
    atoms {
      atom("moof") {
        atom("mfhd", version: 0) { u32(1) }
        atom("traf") {
          atom("tfhd", version: 0, flags: 0x2_0018) { u32(1, length, 2) }
          atom("tfdt", version: 0) { u32(start) }
          // Of the first sample flags, of each its offset.
          atom("trun", version: 0, flags: 0x805) {
            u32(3, 100, flags)
            for offset in offsets { u32(offset) }
          }
        }
      }
      atom("mdat") { u8(1, 1, 2, 2, 3, 3) }
    }
  }

  @Test func ticksOfSegmentsAreCompared() throws {
    let before = Self.segment()
    #expect(try Pair.told(before, Self.segment(start: 1_000))
        == ["start and end changed: track 1 starts 1,000 ticks later (no timescale says how long a tick is)"])
    #expect(try Pair.told(before, Self.segment(length: 5))
        == [
          "start and end changed: track 1 lasts 15 ticks, not 30",
          "times changed: track 1 2 of 3 samples are shown at other ticks, the first of them sample 2, 5 ticks earlier",
        ])
    let moved = try Pair.told(before, Self.segment(offsets: [20, 10, 20]))
    #expect(moved.contains("times changed: track 1 sample 2 is shown 10 ticks earlier"), "\(moved)")
    let verdict = try Pair.verdict(before, Self.segment(start: 1))
    #expect(verdict.closing == nil && verdict.regressions == [.startAndEnd])
    #expect(try Pair.verdict(before, before).findings.isEmpty)
  }

  /// What a decoder is set up by, and the like, stands in another file, which may be another one; no gate closes for it.
  @Test func whatTracksOfSegmentsAreIsNotChecked() throws {
    let aspects: [Verdict.Aspect] = [.setup, .display, .sound, .text, .tracks, .protection]
    func elsewhere(_ verdict: Verdict) -> [Verdict.Aspect] {
      verdict.findings.filter { $0.text == Pair.elsewhere && $0.state == .notChecked }.map(\.aspect)
    }
    let other = try Pair.verdict(Self.segment(), Self.segment(start: 1))
    #expect(elsewhere(other) == aspects && other.aspects(.notChecked) == aspects && other.regressions == [.startAndEnd])
    func typed(_ version: UInt32) -> [UInt8] { atoms { atom("styp") { code("msdh"); u32(version) } } + Self.segment() }
    let alike = try Pair.verdict(typed(0), typed(1))
    #expect(
      alike.closing == "no change found; setup, display, sound, text, tracks, protection not checked (\(Pair.elsewhere))",
      "\(alike.findings)")
    #expect(alike.regressions.isEmpty)
    // Nothing changed: nobody has to look elsewhere. And behind what describes it a fragment is compared as a whole.
    #expect(try Pair.verdict(typed(0), typed(0)).closing?.hasPrefix("viewer: no change") == true)
    let film = Self.initialization()
    #expect(elsewhere(try Pair.verdict(film + Self.segment(), film + Self.segment(start: 1))) == [])
    #expect(elsewhere(try Pair.verdict(film + Self.segment(), Self.segment())) == aspects)
  }

  /// A sync sample that is said to need others is none to a player that goes by it.
  @Test func aSyncSampleThatDependsOnOthersIsSeeking() throws {
    let told = try Pair.told(Self.segment(), Self.segment(flags: 0x0100_0000))
    #expect(told.contains("seeking changed: track 1 sample 1 of 3 is said to depend on others now"), "\(told)")
    // Nothing said is what a sync sample is.
    #expect(
      try Pair.told(Self.segment(), Self.segment(flags: 0))
        == ["file equivalent: tables of samples written otherwise"])
  }

  /// A 3 is reserved for what a sample depends on, what depends on it, and whether it is coded twice; where one goes,
  /// what is said now is reported.
  @Test(arguments: [
    (0x0300_0000, "is said to depend on no other now"), (0x02C0_0000, "is said otherwise to be needed by others"),
    (0x0230_0000, "is said otherwise to be coded twice"),
  ] as [(UInt32, String)])
  func aReservedValueIsSeeking(flags: UInt32, back: String) throws {
    let (plain, reserved) = (Self.segment(), Self.segment(flags: flags))
    #expect(
      try Pair.told(plain, reserved).filter { $0.hasPrefix("seeking") }
        == ["seeking changed: track 1 sample 1 of 3 is said to have a reserved dependency now"])
    #expect(
      try Pair.told(reserved, plain).filter { $0.hasPrefix("seeking") }
        == ["seeking changed: track 1 sample 1 of 3 \(back)"])
    #expect(try Pair.verdict(plain, reserved).closing == nil)
    #expect(try Pair.told(reserved, reserved) == [])
  }

  /// Of samples that are no sync samples as well.
  @Test func aReservedValueIsNotTakenForADependency() throws {
    let told = try Pair.told(Self.segment(flags: 0x0101_0000), Self.segment(flags: 0x0301_0000))
    #expect(
      told.filter { $0.hasPrefix("seeking") }
        == ["seeking changed: track 1 sample 1 of 3 is said to have a reserved dependency now"])
  }

  /// An initialization segment: one track without samples, and what fragments elsewhere leave unsaid.
  private static func initialization(timescale: UInt32 = 12_288, length: UInt32 = 512, from: UInt32 = 0) -> [UInt8] {
    atoms {
      Parts.fileType("iso6", "iso6")
      Parts.movie(duration: 0) {
        Parts.track(duration: 0) {
          atom("edts") { atom("elst", version: 0) { u32(1); u32(0, from, 0x1_0000) } }
          Parts.media(timescale: timescale, duration: 0) {
            Parts.visualEntry("avc1")
          } tables: {
            Parts.emptyTables
          }
        }
        atom("mvex") { atom("trex", version: 0) { u32(1, 1, length, 0, 0) } }
      }
    }
  }

  @Test func ticksAndDefaultsOfInitializationSegmentsAreTimes() throws {
    let before = Self.initialization()
    #expect(try Pair.told(before, Self.initialization(timescale: 24_576))
        == ["times changed: mdhd.timescale 12,288 → 24,576"])
    #expect(try Pair.told(before, Self.initialization(length: 256))
        == ["times changed: trex.default_sample_duration 512 → 256"])
    #expect(try Pair.verdict(before, Self.initialization(from: 1_024)).state(of: .times) == .changed)
  }
}

/// Fragments that say when they begin, so that a sample before one may end earlier or later with all shown when it was.
@Suite struct HoleTests {
  /// Fragments of a sample of two bytes each, that begin every 100 ticks of a thousand; behind a `moov`, or alone.
  private static func film(lengths: [UInt32], isSegment: Bool = false) -> [UInt8] {
    atoms {
      if !isSegment {
        Parts.fileType("iso5", "iso5")
        Parts.fragmentedMovie()
      }
      for (place, length) in lengths.enumerated() {
        atom("moof") {
          atom("mfhd", version: 0) { u32(UInt32(place + 1)) }
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x02_0000) { u32(1) }
            atom("tfdt", version: 1) { u64(UInt64(100 * place)) }
            atom("trun", version: 0, flags: 0x301) { u32(1, 100, length, 2) }
          }
        }
        atom("mdat") { u8(UInt8(place), 1) }
      }
    }
  }

  @Test func holesBehindSamplesAreTimes() throws {
    let before = Self.film(lengths: [100, 100, 100])
    #expect(try Pair.told(before, Self.film(lengths: [100, 40, 100]))
        == ["times changed: video 60.0 ms hole behind sample 2 (0.100 s)"])
    #expect(try Pair.told(before, Self.film(lengths: [150, 100, 100])).contains(
        "times changed: video 50.0 ms overlap behind sample 1 (0.000 s)"))
    #expect(try Pair.told(Self.film(lengths: [100, 40, 100]), before)
        == ["times changed: video no longer: 60.0 ms hole behind sample 2 (0.100 s)"])
    #expect(try Pair.told(Self.film(lengths: [60, 100, 100]), Self.film(lengths: [40, 100, 100]))
        == ["times changed: video 60.0 ms hole behind sample 1 (0.000 s), not 40.0 ms hole"])
    // As short as a tick, which is no more than rounding.
    #expect(try Pair.told(before, Self.film(lengths: [99, 100, 100]))
        == ["times equivalent: video within a tick of the coarser timescale"])
    let many = [UInt32](repeating: 100, count: 8)
    let holes = try Pair.told(Self.film(lengths: many), Self.film(lengths: many.dropLast().map { $0 - 30 } + [100]))
    #expect(holes.contains("times changed: video 3 more holes and overlaps"), "\(holes)")
  }

  /// A segment whose `moov` is elsewhere has ticks alone.
  @Test func holesOfSegmentsAreTimes() throws {
    let before = Self.film(lengths: [100, 100, 100], isSegment: true)
    #expect(try Pair.told(before, Self.film(lengths: [100, 40, 100], isSegment: true))
        == ["times changed: track 1 the hole behind sample 2 went from 0 to 60 ticks"])
    #expect(try Pair.told(before, Self.film(lengths: [40, 40, 100], isSegment: true))
        == ["times changed: track 1 the hole behind sample 1 went from 0 to 60 ticks, and 1 more such place"])
  }
}

/// Ticks that are longer than anybody's patience.
@Suite struct CoarseTickTests {
  private func told(_ before: Film, _ after: Film) throws -> [String] {
    let verdict = try #require(Comparison(before.document(), after.document(), rules: .media).verdict)
    return verdict.findings.map { "\($0.aspect.rawValue) \($0.state.rawValue): \($0.sentence)" }
  }

  /// Half a second of silence, in a movie that counts seconds.
  @Test func aSecondIsNoTickToBeginWithin() throws {
    var (before, after) = (Film(), Film())
    (before.edits, after.edits) = ([(476, 0xFFFF_FFFF), (800, 0)], [(1, 0)])
    after.movieTimescale = 1
    let told = try told(before, after)
    #expect(told.contains("start and end changed: video starts 476.0 ms earlier"), "\(told)")
  }

  /// 24 pictures in a second, in ticks of 1/30 s: each is shown up to half a tick off.
  @Test func picturesThatTicksMoveAreNotTheSame() throws {
    var before = Film()
    before.samples = Array(1...8)
    (before.timescale, before.lengths) = (24, [1])
    var after = before
    (after.timescale, after.lengths) = (30, [1, 2, 1, 1, 1, 2, 1, 1])
    let told = try told(before, after)
    #expect(
      told.contains(
        "times changed: video is shown up to 8.3 ms earlier or 16.7 ms later than before: a tick is 33.3 ms now, not 41.7 ms"),
      "\(told)")
    #expect(!told.contains { $0.contains("fps") })
    // A tick of QuickTime's is not seen.
    (before.timescale, before.lengths) = (24_000, [1_001])
    (after.timescale, after.lengths) = (600, [25])
    #expect(try self.told(before, after).contains { $0.hasPrefix("times equivalent: video 23.98") })
  }

  /// One tick later, and players that take what begins in the edit leave the first picture out.
  @Test func anEditThatPassesTheBeginningOfAPictureIsReported() throws {
    var (before, after) = (Film(), Film())
    (before.timescale, after.timescale) = (10_000, 10_000)
    (before.lengths, after.lengths) = ([1_000], [1_000])
    (before.edits, after.edits) = ([(800, 0)], [(800, 1)])
    #expect(
      try told(before, after).contains(
        "start and end changed: video sample 1 of 8 (0.000 s) begins before the edit that shows it, which players cut short or leave out"))
    // Of sound a part of a sample is cut off to the tick.
    (before.handler, after.handler) = ("soun", "soun")
    #expect(try !told(before, after).contains { $0.hasPrefix("start and end changed") })
  }

  /// One is no longer a sync sample, and another one is.
  @Test func syncSamplesThatComeAndGoAreReportedApart() throws {
    func film(_ numbers: UInt32...) -> [UInt8] {
      atoms {
        Parts.film(inTables: atom("stss", version: 0) { u32(UInt32(numbers.count)); for number in numbers { u32(number) } })
      }
    }
    #expect(
      try Pair.told(film(1), film(2)).prefix(2)
        == [
          "seeking changed: video sample 1 of 2 (0.000 s) is no longer a sync sample",
          "seeking changed: video sample 2 of 2 (0.200 s) is a sync sample now",
        ])
  }
}

/// Samples that are in neither file, and sound that no table describes.
@Suite struct UnknownMediaTests {
  /// The tables of two samples whose bytes are missing.
  private static func head(_ sizes: [UInt32]) -> [UInt8] {
    atoms {
      Parts.fileType("isom", "isom")
      Parts.movie {
        Parts.track {
          Parts.media {
            Parts.visualEntry("avc1")
          } tables: {
            Parts.sampleTables(sizes, at: 5_000)
          }
        }
      }
    }
  }

  @Test func anotherSizeOfASampleThatIsNotThereIsAChange() throws {
    let verdict = try Pair.verdict(Self.head([5, 4]), Self.head([5, 9]))
    #expect(
      verdict.findings(of: .samples, .changed).map(\.sentence) == ["video sample 2 of 2 (0.200 s) has another size"])
    #expect(verdict.closing == nil)
    #expect(try Pair.verdict(Self.head([5, 4]), Self.head([5, 4])).state(of: .samples) == .notChecked)
  }

  /// Samples that nobody has are no others.
  @Test func samplesThatAreNotThereAreNotListedAsOthers() throws {
    let (x, y) = (try Files.open(Self.head([5, 4])), try Files.open(Self.head([5, 4])))
    let differences = try #require(SampleDifferences(x, y))
    #expect(differences.areSame == nil)
    #expect(differences.tracks.map(\.count) == [0])
    #expect(differences.tracks.map(\.unread) == ["2 samples are not in the files"])
  }

  /// A WavPack block of bytes that no table describes, and a tag behind it.
  @Test func otherBytesWhereSoundMayBeAreAChange() throws {
    func file(_ byte: UInt8, title: String = "A") -> [UInt8] {
      let block = Array("wvpk".utf8) + [56, 0, 0, 0, 16, 4, 0, 0] + (0..<52).map { UInt8(truncatingIfNeeded: 7 &* $0 &+ 1) }
      let tag = Array("TAG".utf8) + Array(title.utf8) + [UInt8](repeating: 0, count: 123 + 1 - title.utf8.count) + [255]
      return block + [byte] + tag
    }
    let verdict = try Pair.verdict(file(1), file(2))
    #expect(verdict.state(of: .samples) == .changed, "\(verdict.findings.map(\.sentence))")
    #expect(verdict.regressions.contains(.samples) && verdict.closing == nil)
    // The same bytes hold the same sound.
    #expect(try Pair.verdict(file(1), file(1, title: "B")).state(of: .samples) == .same)
  }
}
