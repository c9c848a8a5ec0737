// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import CommandLineSupport
import Corpus
import DumpApplication
import MediaInspection
import Structure
import Testing

/// From which byte on a player reads to show a moment, on files whose samples are where they are put.
@Suite struct SeekTests {
  private static let program = DumpProgram(
    Tool<DumpSettings>(
      name: "atomdump", summary: "", version: "0", usage: [],
      options: DumpSettings.options(pathDetails: "") + DumpSettings.listOptions))

  /// The line about fetching, of a moment in seconds.
  private func line(at moment: String, of bytes: [UInt8]) throws -> String {
    let source = ByteSource(copying: bytes)
    let document = try MediaFile.open(source)
    let report = try DumpReport(Self.program, ["--at=" + moment])
    var output = ByteWriter()
    var talk = ByteWriter()
    _ = report.write(on: document, of: source, name: "file", to: &output, talk: &talk)
    let lines = output.string.split(separator: "\n").filter { $0.hasPrefix("to show it") }
    #expect(lines.count <= 1)
    return lines.first.map(String.init) ?? ""
  }

  /// Two tracks of samples of 100 ms: pictures of 10 bytes from `video` on, of which the first and the
  /// fourth are keyframes; sound of 4 bytes from `sound` on.
  private static func film(video: UInt32, sound: UInt32, entry: Piece = Parts.visualEntry("avc1")) -> [UInt8] {
    atoms {
      Parts.fileType("isom")
      Parts.movie(duration: 600) {
        Parts.track(id: 1, duration: 600) {
          Parts.media(duration: 600) {
            entry
          } tables: {
            Parts.sampleTables(Array(repeating: 10, count: 6), delta: 100, at: video)
            atom("stss", version: 0) { u32(2, 1, 4) }
          }
        }
        Parts.track(id: 2, duration: 600, width: 0, height: 0) {
          Parts.media(handler: "soun", duration: 600) {
            Parts.audioEntry("mp4a")
          } tables: {
            Parts.sampleTables(Array(repeating: 4, count: 6), delta: 100, at: sound)
          }
        }
      }
      atom("mdat") { zeros(2_000) }
    }
  }

  /// A sample of which bytes are missing is cut, to programs as well.
  @Test func aSampleThatIsCutIsCut() throws {
    let bytes = Self.film(video: 2_000, sound: 2_500)
    func states(_ bytes: [UInt8]) throws -> [String] {
      let source = ByteSource(copying: bytes)
      let report = try DumpReport(Self.program, ["--at=0.45", "--plain"])
      var output = ByteWriter()
      var talk = ByteWriter()
      _ = report.write(on: try MediaFile.open(source), of: source, name: "file", to: &output, talk: &talk)
      return output.string.split(separator: "\n").map { String($0.split(separator: "\t")[1]) }
    }
    #expect(try states(bytes) == ["shown", "shown"])
    // Sound 5 ends at 2,520.
    #expect(try states(Array(bytes.prefix(2_519))) == ["shown", "cut"])
    #expect(try states(Array(bytes.prefix(2_520))) == ["shown", "shown"])
  }

  @Test func theKeyframeBeforeItIsFetched() throws {
    // Pictures 5 and 6 need picture 4, which stands at 2,000 + 3 × 10; sound 5 at 2,500 + 4 × 4.
    let found = try line(at: "0.45", of: Self.film(video: 2_000, sound: 2_500))
    #expect(
      found
        == "to show it, fetch from byte 0x7ee on (2,030): keyframe 4 of track 1 video at 0.300 s; 490 bytes to the end of what is shown"
    )
  }

  /// A partial sync sample of QuickTime is enough for what is shown behind it.
  @Test func aPartialSyncSampleIsEnough() throws {
    let bytes = Self.film(video: 2_000, sound: 2_500).replacing("moov/trak/mdia/minf/stbl/stss") {
      atom("stss", version: 0) { u32(1, 1) }
      atom("stps", version: 0) { u32(1, 4) }
    }
    #expect(try line(at: "0.45", of: bytes).contains("(2,030): partial sync sample 4 of track 1 video at 0.300 s;"))
    #expect(try line(at: "0.25", of: bytes).contains("(2,000): keyframe 1 of track 1 video at 0.000 s;"))
    // Pictures 5 and 6 are shown before picture 4: they need picture 1.
    let open = bytes.adding(to: "moov/trak/mdia/minf/stbl") {
      atom("ctts", version: 0) { u32(3, 3, 100, 1, 300, 2, 0) }
    }
    #expect(try line(at: "0.45", of: open).contains("keyframe 1 of track 1 video at 0.100 s;"))
    #expect(try line(at: "0.65", of: open).contains("partial sync sample 4 of track 1 video at 0.600 s;"))
  }

  @Test func whatStandsFirstInTheFileIsFetchedFirst() throws {
    // Sound 5 stands at 1,000 + 4 × 4, before picture 4; picture 5 ends at 2,050.
    let found = try line(at: "0.45", of: Self.film(video: 2_000, sound: 1_000))
    #expect(
      found
        == "to show it, fetch from byte 0x3f8 on (1,016): keyframe 5 of track 2 audio at 0.400 s; 1,034 bytes to the end of what is shown"
    )
  }

  /// A picture in front of which one is in no chunk, or that is itself, is not shown by the bytes of the sound.
  @Test func aTrackWhoseSamplesAreNowhereIsSaid() throws {
    let bytes = Self.film(video: 2_000, sound: 2_500)
      .replacing("moov/trak/mdia/minf/stbl/stsc") { atom("stsc", version: 0) { u32(1, 1, 1, 1) } }
      .replacing("moov/trak/mdia/minf/stbl/stco") { atom("stco", version: 0) { u32(4, 2_000, 2_010, 2_020, 2_030) } }
    #expect(
      try line(at: "0.45", of: bytes)
        == "to show it, fetch from byte 0x9d4 on (2,516): keyframe 5 of track 2 audio at 0.400 s; what track 1 video needs is not known, or in no file here"
    )
    #expect(try rows("--at=0.45", of: bytes).map { $0.suffix(2) } == [["", ""], ["", ""]])
    #expect(try rows("--at=0.35", of: bytes).map { $0.suffix(2) } == [["2030", "486"], ["2030", "486"]])
    // Sample 2 is of a description whose data is in another file; sample 3 needs it.
    let between = Self.film(video: 2_000, sound: 2_500)
      .replacing("moov/trak/mdia/minf/stbl/stsc") {
        atom("stsc", version: 0) { u32(3, 1, 1, 1, 2, 1, 2, 3, 1, 1) }
      }
      .replacing("moov/trak/mdia/minf/stbl/stco") {
        atom("stco", version: 0) { u32(6, 2_000, 2_010, 2_020, 2_030, 2_040, 2_050) }
      }
      .adding(to: "moov/trak/mdia/minf/dinf/dref") { atom("url ", version: 0) { text("x", terminated: true) } }
      .setting("moov/trak/mdia/minf/dinf/dref", at: 4) { u32(2) }
      .adding(to: "moov/trak/mdia/minf/stbl/stsd") { Parts.visualEntry("avc1") }
      .setting("moov/trak/mdia/minf/stbl/stsd", at: 4) { u32(2) }
      .setting("moov/trak/mdia/minf/stbl/stsd/avc1[2]", at: 6) { u16(2) }
    #expect(try line(at: "0.25", of: between).hasSuffix("; what track 1 video needs is not known, or in no file here"))
    #expect(try rows("--at=0.25", of: between).last?.suffix(2) == ["", ""])
  }

  @Test func nothingIsFetchedForAMomentBehindTheEnd() throws {
    #expect(try line(at: "9", of: Self.film(video: 2_000, sound: 2_500)) == "")
  }

  /// What describes the samples of a fragment stands in front of them, and is needed too.
  @Test func ofAFragmentItsDescriptionIsFetched() throws {
    let start = atoms { Parts.fileType("iso6"); Parts.fragmentedMovie() }
    let fragments = (0..<3).map { place in
      atoms { Parts.fragment(sequence: UInt32(place + 1), time: UInt64(place) * 1_000, duration: 1_000, sample: [1, 2, 3]) }
    }
    let found = try line(at: "1.5", of: start + fragments.flatMap(\.self))
    let place = start.count + fragments[0].count
    #expect(found.contains("fetch from byte 0x\(String(place, radix: 16)) on"), "\(found)")
    #expect(found.contains("fragment 2, keyframe 2 of track 1 video at 1.000 s; \(fragments[1].count) bytes"), "\(found)")
  }

  /// What is shown may lie before the keyframe that it needs, and neither in the file.
  @Test func aKeyframeBehindWhatIsShownIsNoTrap() throws {
    let bytes = Self.film(video: 2_000, sound: 2_500).removing("moov/trak[2]")
      .replacing("moov/trak/mdia/minf/stbl/stsc") { atom("stsc", version: 0) { u32(1, 1, 1, 1) } }
      .replacing("moov/trak/mdia/minf/stbl/stco") {
        atom("stco", version: 0) { u32(6, 50_000, 40_000, 40_010, 40_020, 40_030, 40_040) }
      }
    #expect(try line(at: "0.15", of: bytes) == "")
  }

  /// Offsets and times at the end of all numbers are no moment, and no trap.
  @Test(arguments: ["0", "0.45", "9223372036.854775807", "1e18", "1:02.5"])
  func offsetsAtTheEndOfAllNumbersAreNoTrap(moment: String) throws {
    for sound: UInt32 in [0, .max] {
      let bytes = Self.film(video: .max, sound: sound)
        .replacing("moov/trak/mdia/minf/stbl/stco") { atom("co64", version: 0) { u32(1); u64(.max - 3) } }
        .replacing("moov/trak/mdia/minf/stbl/stts") { atom("stts", version: 0) { u32(1, 6, .max) } }
      _ = try? line(at: moment, of: bytes)
      _ = try? line(at: moment, of: bytes.setting("moov/trak/mdia/mdhd", at: 12) { u32(.max) })
    }
  }

  // MARK: What is needed

  /// The values of the rows of a list, for programs.
  private func rows(_ option: String, of bytes: [UInt8]) throws -> [[String]] {
    let source = ByteSource(copying: bytes)
    let report = try DumpReport(Self.program, [option, "--plain"])
    var output = ByteWriter()
    var talk = ByteWriter()
    _ = report.write(on: try MediaFile.open(source), of: source, name: "file", to: &output, talk: &talk)
    return output.string.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// Samples need not lie in the order in which they are decoded: all from the keyframe on are needed.
  @Test func samplesBeforeTheirKeyframeAreFetched() throws {
    let bytes = Self.film(video: 2_000, sound: 2_500).removing("moov/trak[2]")
      .replacing("moov/trak/mdia/minf/stbl/stsc") { atom("stsc", version: 0) { u32(1, 1, 1, 1) } }
      .replacing("moov/trak/mdia/minf/stbl/stco") {
        atom("stco", version: 0) { u32(6, 2_000, 2_030, 2_040, 2_100, 2_010, 2_020) }
      }
    let expected =
      "to show it, fetch from byte 0x7da on (2,010): sample 5 of track 1 video, whose keyframe 4 at 0.300 s lies behind it; 100 bytes to the end of what it takes"
    #expect(try line(at: "0.45", of: bytes) == expected)
    // Picture 6 needs picture 5 as well.
    #expect(try line(at: "0.55", of: bytes) == expected)
    #expect(try rows("--at=0.55", of: bytes).first?.suffix(2) == ["2010", "100"])
  }

  /// A recovery point of some frames is no place from which all that follows is right (14496-10 §D.2.8).
  @Test func picturesBehindARecoveryPointMayNotBeWhole() throws {
    let entry = Parts.visualEntry("avc1") { atom("avcC") { u8(1, 66, 0, 30, 0xFC, 0xE0, 0) } }
    var bytes = Self.film(video: 2_000, sound: 2_500, entry: entry)
    // A message of a recovery point and a slice, behind lengths of one byte: 3 frames, and at once.
    for (count, isWhole) in [(0x24, false), (0xC0, true)] as [(UInt8, Bool)] {
      bytes.replaceSubrange(2_030..<2_039, with: [5, 6, 6, 1, count, 0x80, 2, 0x41, 0x9A])
      let found = try line(at: "0.45", of: bytes)
      let words = "; sample 4 of track 1 video is a recovery point: pictures are whole only some frames behind it"
      #expect(found.hasSuffix(words) != isWhole, "\(found)")
      #expect(try rows("--at=0.45", of: bytes).first?.last == (isWhole ? "490" : ""))
    }
    // From an IDR before it they are whole at once, for more bytes.
    bytes.replaceSubrange(2_000..<2_003, with: [9, 0x65, 0x88])
    bytes.replaceSubrange(2_030..<2_039, with: [5, 6, 6, 1, 0x24, 0x80, 2, 0x41, 0x9A])
    let found = try line(at: "0.45", of: bytes)
    #expect(found.hasSuffix("some frames behind it; whole ones take 50 bytes from byte 0x7d0 on, for IDR 1"), "\(found)")
  }

  /// What is marked as a sync sample and is none by its picture or a message is no place to start from either, but for a
  /// picture that needs no other.
  @Test func aMarkMakesNoPictureWhole() throws {
    let entry = Parts.visualEntry("avc1") { atom("avcC") { u8(1, 66, 0, 30, 0xFC, 0xE0, 0) } }
    var bytes = Self.film(video: 2_000, sound: 2_500, entry: entry)
    let words =
      "; sample 4 of track 1 video is marked as a sync sample, but is no IDR and has no recovery point: what is shown is not known"
    // Slices of type 5, P, and of type 7, I.
    for (slice, moment, isKnown) in [
      ([0x9A, 0x02], "0.45", false), ([0x9A, 0x02], "0.35", false), ([0x88, 0x84], "0.45", false), ([0x88, 0x84], "0.35", true),
    ] as [([UInt8], String, Bool)] {
      bytes.replaceSubrange(2_030..<2_039, with: [8, 0x41] + slice + [0x21, 0x42, 0x63, 0x84, 0xA5])
      let found = try line(at: moment, of: bytes)
      #expect(found.hasSuffix(words) != isKnown, "\(found)")
      #expect(try rows("--at=" + moment, of: bytes).first?.last?.isEmpty != isKnown)
    }
  }

  // MARK: Edits

  private static func edits(flags: UInt32 = 0, _ rows: (length: UInt32, from: UInt32, rate: UInt32)...) -> Piece {
    atom("edts") {
      atom("elst", version: 0, flags: flags) {
        u32(UInt32(rows.count))
        for row in rows { u32(row.length, row.from, row.rate) }
      }
    }
  }

  /// What of a row is of the sample: state, number, when it is shown and to when, its keyframe and that of it.
  private func shown(at moment: String, of bytes: [UInt8]) throws -> [String] {
    let row = try #require(try rows("--at=" + moment, of: bytes).first)
    return [1, 2, 5, 6, 8, 10].map { row.indices.contains($0) ? row[$0] : "" }
  }

  /// Media that is shown a second time is shown then, and its samples are found by that time.
  @Test func whatIsShownAgainHasItsTime() throws {
    let bytes = Self.film(video: 2_000, sound: 2_500)
      .adding(to: "moov/trak") { Self.edits((200, 300, 0x1_0000), (200, 300, 0x1_0000)) }
    #expect(try shown(at: "0.05", of: bytes) == ["shown", "4", "0.000000", "0.100000", "4", "0.000000"])
    #expect(try shown(at: "0.25", of: bytes) == ["shown", "4", "0.200000", "0.300000", "4", "0.200000"])
    #expect(try rows("--samples=1:0.25s..0.31s", of: bytes).map { $0[1] } == ["4", "5"])
    #expect(try rows("--samples=1:0.4s..0.5s", of: bytes).isEmpty)
  }

  /// Without edits nothing cuts off what is composed before 0, which `--samples` says as well.
  @Test func whatIsComposedBeforeTheStartIsShownThen() throws {
    let bytes = Self.film(video: 2_000, sound: 2_500).adding(to: "moov/trak/mdia/minf/stbl") {
      atom("ctts", version: 1) { u32(1, 6, UInt32(bitPattern: -40)) }
    }
    #expect(try shown(at: "0", of: bytes) == ["shown", "1", "-0.040000", "0.060000", "1", "-0.040000"])
    #expect(try rows("--samples=1:1", of: bytes).map { $0[7] } == ["-0.040000"])
    let cut = bytes.adding(to: "moov/trak") { Self.edits((500, 0, 0x1_0000)) }
    #expect(try shown(at: "0", of: cut)[2] == "0.000000")
  }

  @Test func whatIsPlayedBackwardsIsNotKnown() throws {
    let bytes = Self.film(video: 2_000, sound: 2_500)
      .adding(to: "moov/trak") { Self.edits((200, 300, 0xFFFF_0000), (200, 0, 0x1_0000)) }
    #expect(try shown(at: "0.1", of: bytes).prefix(2) == ["unknown", ""])
    #expect(try shown(at: "0.25", of: bytes).prefix(2) == ["shown", "1"])
  }

  /// A list that is repeated is played until the track ends by its header (14496-12 §8.6.6.3).
  @Test func editsAreRepeated() throws {
    let once = Self.film(video: 2_000, sound: 2_500)
      .adding(to: "moov/trak") { Self.edits(flags: 1, (600, 0, 0x1_0000)) }
    #expect(try shown(at: "0.65", of: once).first == "ended")
    let twice = once.setting("moov/trak/tkhd", at: 20) { u32(1_200) }
    #expect(try shown(at: "0.65", of: twice) == ["shown", "1", "0.600000", "0.700000", "1", "0.600000"])
    #expect(try shown(at: "1.25", of: twice).first == "ended")
    #expect(try rows("--samples=1:0.55s..0.65s", of: twice).map { $0[1] } == ["1", "6"])
    let endless = once.setting("moov/trak/tkhd", at: 20) { u32(.max) }
    #expect(try shown(at: "601.75", of: endless).prefix(2) == ["shown", "6"])
    #expect(try rows("--samples=1:0.55s..90s", of: endless).count == 6)
  }

  /// Of a list of more edits than are read nobody knows what is shown behind those, nor when it is repeated.
  @Test(arguments: [0, 1] as [UInt32])
  func behindEditsThatWereNotReadItIsNotKnown(flags: UInt32) throws {
    func film(_ count: UInt32) -> [UInt8] {
      Self.film(video: 2_000, sound: 2_500).adding(to: "moov/trak") {
        atom("edts") {
          atom("elst", version: 0, flags: flags) {
            u32(count)
            for _ in 0..<count { u32(1, 0, 0x1_0000) }
          }
        }
      }
    }
    #expect(try shown(at: "65.535", of: film(65_537)).prefix(2) == ["shown", "1"])
    #expect(try shown(at: "65.536", of: film(65_537)).prefix(2) == ["unknown", ""])
    #expect(try shown(at: "70", of: film(65_536)).prefix(2) == ["ended", ""])
  }

  // MARK: Gaps

  /// A picture stays where fragments leave a gap; of sound nothing is heard.
  @Test(arguments: [("vide", "shown", "5.000000", ["1"]), ("soun", "gap", "1.000000", [])] as [(FourCC, String, String, [String])])
  func soundDoesNotGoOnInAGap(handler: FourCC, state: String, end: String, samples: [String]) throws {
    let bytes = atoms {
      Parts.fileType("iso6")
      Parts.fragmentedMovie()
      Parts.fragment(sequence: 1, time: 0, duration: 1_000, sample: [1, 2, 3])
      Parts.fragment(sequence: 2, time: 5_000, duration: 1_000, sample: [4, 5, 6])
    }.replacing("moov/trak/mdia/hdlr") { Parts.handlerReference(handler) }
    #expect(try shown(at: "3", of: bytes) == [state, "1", "0.000000", end, "1", "0.000000"])
    #expect(try shown(at: "5.5", of: bytes).prefix(2) == ["shown", "2"])
    #expect(try rows("--samples=1:3s..4s", of: bytes).map { $0[1] } == samples)
  }
}
