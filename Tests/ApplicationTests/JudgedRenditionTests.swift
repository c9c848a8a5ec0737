// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaInspection
import MediaReports
import StructureRendering
import Testing

/// What of renditions beside each other is judged: sound beside pictures, keyframes alone, one alone, and what has no times.
extension AlignmentTests {
  private func report(_ renditions: [Rendition], tolerance: Double? = nil) -> AlignmentReport {
    AlignmentReport(Alignment(renditions), tolerance: tolerance, isInTicks: false, options: RenderOptions())
  }

  private func text(_ renditions: [Rendition], tolerance: Double? = nil) -> String {
    var output = ByteWriter()
    report(renditions, tolerance: tolerance).write(to: &output)
    // Lines are folded where they end.
    return output.string.replacing("\n  ", with: " ")
  }

  private func json(_ renditions: [Rendition]) -> String {
    var output = ByteWriter()
    AlignedPeriodsReport(AlignedPeriods(renditions), tolerance: nil, isInTicks: false, options: RenderOptions()).write(as: .json(isPretty: false), to: &output)
    return output.string
  }

  // MARK: Sound beside pictures

  /// Frames of 1,024 samples of 48,000 a second end 2.667, 5.333 and 8 ms behind whole seconds.
  private static func set() -> Files {
    var files = Files()
    files.add("v", seconds)
    files.add("w", seconds)
    let frames = Array(repeating: 1_024 as UInt32, count: 47)
    files.add("s", timescale: 48_000, isSound: true, (0..<4).map { Segment(time: $0 * 48_128, durations: frames) })
    for name in ["v", "w", "s"] {
      files.contents[name + ".m3u8"] = list(name)
    }
    return files
  }

  private static func list(_ name: String) -> [UInt8] {
    Array(("#EXTM3U\n#EXT-X-MAP:URI=\"\(name)-init.mp4\"\n" + (1...4).map { "#EXTINF:1.0,\n\(name)-\($0).m4s\n" }.joined()).utf8)
  }

  @Test func soundMayBeginLessThanAFrameFromPictures() throws {
    let files = Self.set()
    for names in [["v.m3u8", "s.m3u8"], ["s.m3u8", "v.m3u8"]] {
      let found = try files.renditions(names[0], names[1])
      let pair = try #require(Alignment(found).pairs.first)
      #expect(pair.largest?.milliseconds.magnitude == 8 && pair.isWithinFrames == true)
      #expect(passes(found, tolerance: nil))
      // What the call tolerates is what it says, if it says it.
      #expect(!passes(found, tolerance: 0) && !passes(found, tolerance: 7.9) && passes(found, tolerance: 8))
      let words = text(found)
      #expect(words.contains("8.000 ms at boundary 4, less than a frame of sound;") && words.hasSuffix("\naligned\n"), "\(words)")
      #expect(json(found).contains("\"aligned\":true") && json(found).contains("\"withinFrame\":true"))
      let drawing = try #require(report(found).drawing)
      #expect(drawing.title.hasPrefix("aligned") && !drawing.marks.contains(where: \.isProblem))
    }
    let pictures = try files.renditions("v.m3u8", "w.m3u8")
    #expect(Alignment(pictures).pairs[0].isWithinFrames == nil && !json(pictures).contains("withinFrame"))
  }

  /// Sound that ends up to 100 ms later may do so in a piece of its own, here of frames of 21.333 ms.
  @Test(arguments: [(1, true), (4, true), (5, false)])
  func aLastPieceOfSoundMayStandAlone(count: Int, passes isFine: Bool) throws {
    var files = Self.set()
    files.contents["s-5.m4s"] = Files.media(Segment(time: 4 * 48_128, durations: Array(repeating: 1_024, count: count)))
    files.contents["s.m3u8"] = Self.list("s") + Array("#EXTINF:0.02,\ns-5.m4s\n".utf8)
    for names in [["v.m3u8", "s.m3u8"], ["s.m3u8", "v.m3u8"]] {
      let found = try files.renditions(names[0], names[1])
      #expect(passes(found, tolerance: nil) == isFine && json(found).contains("\"fails\":\(!isFine),\"missing\":"))
      #expect(text(found).contains(", a last piece of \(count == 1 ? "21.333" : "85.333") ms\n") == isFine)
      let drawing = try #require(report(found).drawing)
      let ticks = drawing.marks.filter { $0.name.contains("none beside it") }
      #expect(ticks.map(\.isProblem) == [!isFine])
    }
  }

  /// Up to a tick less than a frame, to 100 ms, and farther; two of sound, and two of pictures, may not.
  @Test(arguments: [
    (1_023, ", less than a frame of sound"), (1_024, ", no more than the 100 ms"), (4_800, ", no more than the 100 ms"),
    (4_801, ", more than the 100 ms"),
  ] as [(UInt32, String)])
  func soundAndPicturesMayLie100MillisecondsApart(apart: UInt32, words: String) throws {
    var files = Files()
    for (name, isSound) in [("v", false), ("w", false), ("t", true), ("s", true)] {
      let later = name == "s" || name == "w" ? apart : 0
      // A frame of 1,024 samples first; both end together.
      files.add(name, timescale: 48_000, isSound: isSound, [
        Segment(time: 0, durations: [1_024, 46_976 + later]),
        Segment(time: 48_000 + UInt64(later), durations: [1_024, 46_976 - later]),
      ])
    }
    func pair(_ a: String, _ b: String) throws -> [Rendition] {
      try files.renditions(a + "-init.mp4", a + "-1.m4s", a + "-2.m4s", b + "-init.mp4", b + "-1.m4s", b + "-2.m4s")
    }
    for names in [("v", "s"), ("s", "v"), ("w", "t")] {
      let found = try pair(names.0, names.1)
      #expect(Alignment(found).pairs[0].largest?.ticks.magnitude == UInt64(apart))
      #expect(Alignment(found).pairs[0].isWithinFrames == (apart < 1_024) && passes(found, tolerance: nil) == (apart <= 4_800))
      #expect(text(found).contains(words) && json(found).contains("\"withinFrame\":\(apart < 1_024),\"fails\":\(apart > 4_800)"))
      #expect(report(found).drawing?.marks.contains(where: \.isProblem) == (apart > 4_800))
      // What the call tolerates is told as it was.
      #expect(!text(found, tolerance: 10).contains("may lie apart"))
    }
    for names in [("t", "s"), ("v", "w")] {
      let found = try pair(names.0, names.1)
      #expect(!passes(found, tolerance: nil) && !text(found).contains("may lie apart"))
    }
  }

  /// Pictures that lie 5 ms apart are no better for sound that lies farther from either.
  @Test func picturesAreNotToleratedBySound() throws {
    var files = Self.set()
    let fine = try files.renditions("s.m3u8", "v.m3u8", "w.m3u8")
    #expect(passes(fine, tolerance: nil) && Alignment(fine).widestBeyondLatitude == nil)
    let late: [(UInt64, [UInt32])] = [(0, [500, 505]), (1_005, [500, 495]), (2_000, [500, 500]), (3_000, [500, 500])]
    files.add("w", late.map { Segment(time: $0, durations: $1) })
    let found = try files.renditions("s.m3u8", "v.m3u8", "w.m3u8")
    let alignment = Alignment(found)
    #expect(alignment.pairs.map(\.isWithinFrames) == [true, true])
    #expect(alignment.widestBeyondLatitude?.distance.ticks == 5 && alignment.widestBeyondLatitude?.distance.boundary == 1)
    #expect(!passes(found, tolerance: nil) && passes(found, tolerance: 8))
    // Sound that stands beside the first is held against the others as well.
    let other = Alignment(try files.renditions("v.m3u8", "s.m3u8", "w.m3u8"))
    let widest = try #require(other.widest)
    #expect(widest.latitude.isWithinFrame(widest.distance) == true && widest.distance.milliseconds == -8)
    #expect(other.widestBeyondLatitude == nil && other.pairs.map(\.isWithinFrames) == [true, nil])
  }

  /// Of three beside the first each two may lie as far apart as they may alone: sound 60 ms before pictures or behind them, and
  /// not from other sound.
  @Test func soundIsHeldAgainstSoundWhateverPicturesMay() throws {
    var files = Self.set()
    let frames = Array(repeating: 960 as UInt32, count: 50)
    func sound(_ name: String, later: UInt64) {
      files.add(name, timescale: 48_000, isSound: true, (0..<4).map { Segment(time: $0 * 48_000 + later, durations: frames) })
      files.contents[name + ".m3u8"] = Self.list(name)
    }
    sound("l", later: 2_880)
    sound("e", later: 0)
    let one = Alignment(try files.renditions("v.m3u8", "l.m3u8", "w.m3u8"))
    #expect(one.widestBeyondLatitude == nil && one.widest?.distance.milliseconds == -60)
    #expect(passes(one.renditions, tolerance: nil) && !passes(one.renditions, tolerance: 59))
    // Sound in frames of 20 ms that begins 60 ms later than others, in the same frames and in those of 21.333 ms.
    for names in [["v.m3u8", "e.m3u8", "l.m3u8"], ["w.m3u8", "l.m3u8", "s.m3u8"]] {
      let two = Alignment(try files.renditions(names[0], names[1], names[2]))
      #expect(two.pairs.allSatisfy { $0.largest.map($0.latitude.allows) == true })
      let widest = try #require(two.widestBeyondLatitude)
      #expect(widest.first == 1 && widest.second == 2 && widest.distance.milliseconds.magnitude == 60)
      #expect(!passes(two.renditions, tolerance: nil) && passes(two.renditions, tolerance: 60))
    }
  }

  /// Frames of 20 ms beside those of 21.333: both begin and end where they can, less than the longer one apart.
  @Test(arguments: [(0, true), (100, true), (1_100, false)] as [(UInt64, Bool)])
  func soundInFramesOfAnotherLengthLiesLessThanOneApart(later: UInt64, passes isFine: Bool) throws {
    var files = Files()
    let (long, short) = (Array(repeating: 1_024 as UInt32, count: 47), Array(repeating: 960 as UInt32, count: 50))
    files.add("a", timescale: 48_000, isSound: true, (0..<2).map { Segment(time: $0 * 48_128, durations: long) })
    files.add("b", timescale: 48_000, isSound: true, (0..<2).map { Segment(time: $0 * 48_000 + later, durations: short) })
    let found = try files.renditions("a-init.mp4", "a-1.m4s", "a-2.m4s", "b-init.mp4", "b-1.m4s", "b-2.m4s")
    #expect(Alignment(found).pairs[0].isWithinFrames == isFine && passes(found, tolerance: nil) == isFine)
    #expect(Alignment(found).renditions[1].findings.isEmpty)
    // In the same frames it begins at the same moment.
    files.add("b", timescale: 48_000, isSound: true, (0..<2).map { Segment(time: $0 * 48_128 + later, durations: long) })
    let same = try files.renditions("a-init.mp4", "a-1.m4s", "a-2.m4s", "b-init.mp4", "b-1.m4s", "b-2.m4s")
    #expect(Alignment(same).pairs[0].isWithinFrames == nil && passes(same, tolerance: nil) == (later == 0))
  }

  // MARK: Keyframes alone

  /// Bytes of a keyframe are its fragment up to where it ends, in the middle of 'mdat'; where the last one ends says nothing
  /// of when others do.
  @Test(arguments: [(108, 0), (107, 4), (110, 4)])
  func bytesOfAKeyframeEndWithIt(count: Int, wrong: Int) throws {
    var files = Self.set()
    files.contents["i.m3u8"] = Array(
      ("#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n#EXT-X-MAP:URI=\"v-init.mp4\"\n"
        + (1...4).map { "#EXTINF:1.0,\n#EXT-X-BYTERANGE:\(count)@0\nv-\($0).m4s\n" }.joined() + "#EXT-X-ENDLIST\n").utf8)
    let found = try files.renditions("i.m3u8", "v.m3u8")
    #expect(found[0].boundaries.map(\.time) == [0, 1_000, 2_000, 3_000] && found[0].end == (count > 108 ? 4_000 : 3_500))
    #expect(found[0].findings.map(\.kind) == Array(repeating: .range, count: wrong), "\(found[0].findings)")
    for renditions in [found, found.reversed()] {
      #expect(!Alignment(renditions).renditions.contains { $0.findings.contains { $0.kind == .end } })
      #expect(passes(renditions) == (wrong == 0))
    }
    // The others are held against each other.
    files.add("w", Array(Self.seconds.dropLast()) + [Segment(time: 3_000, durations: [500])])
    let ends = Alignment(try files.renditions("i.m3u8", "v.m3u8", "w.m3u8")).renditions.map { $0.findings.filter { $0.kind == .end } }
    // Lists of keyframes stand behind the others.
    #expect(ends.map(\.count) == [0, 1, 0] && ends[1].first?.message == "ends before A does")
    // Elsewhere a segment ends with a box.
    let list = String(decoding: files.contents["i.m3u8"] ?? [], as: UTF8.self)
    files.contents["i.m3u8"] = Array(list.replacing("#EXT-X-I-FRAMES-ONLY\n", with: "").utf8)
    let others = try files.renditions("i.m3u8")[0].findings.filter { $0.message.hasSuffix("begin and end with boxes") }
    #expect(others.map(\.kind) == Array(repeating: .range, count: 4))
  }

  // MARK: Indexes

  /// An edit leaves out 200 ms of the first second: an index may count them, or not.
  @Test(arguments: [(1_000, []), (800, []), (900, ["'sidx' says that segment 1 lasts 900 ticks of 1000 a second"])] as [(UInt32, [String])])
  func anIndexMayLeaveOutWhatAnEditDoes(first: UInt32, messages: [String]) throws {
    let parts = Self.seconds.map(Files.media)
    let index = atoms {
      atom("sidx", version: 0) {
        u32(1, 1_000, 0, 0); u16(0, 4)
        for (number, part) in parts.enumerated() { u32(UInt32(part.count), number == 0 ? first : 1_000, 0x9000_0000) }
      }
    }
    var files = Files()
    files.contents["a.mp4"] = Files.initialization(timescale: 1_000, edit: 200) + index + parts.joined()
    let found = try #require(files.renditions("a.mp4").first)
    #expect(found.boundaries.map(\.time) == [0, 800, 1_800, 2_800] && found.end == 3_800)
    #expect(found.findings.map(\.message) == messages && found.findings.allSatisfy { abs($0.milliseconds - 100) < 0.001 })
    // Without an edit it is all that its samples last.
    files.contents["b.mp4"] = Files.initialization(timescale: 1_000) + index + parts.joined()
    #expect(try files.renditions("b.mp4")[0].findings.isEmpty == (first == 1_000))
  }

  // MARK: One alone

  /// A list of one rendition has boundaries and findings, and nothing to be aligned with.
  @Test func oneRenditionIsJudgedAlone() throws {
    var files = Self.set()
    let fine = try files.renditions("v.m3u8")
    #expect(report(fine).passes)
    let words = text(fine)
    #expect(words.contains("4  3.000 s  0x68    K\n") && words.hasSuffix("\none rendition: it was compared with no other\n"), "\(words)")
    #expect(!words.contains("aligned") && !words.contains("not compared"), "\(words)")
    #expect(report(fine).drawing?.title == "one rendition")
    files.contents["v-3.m4s"] = nil
    let gap = try files.renditions("v.m3u8")
    #expect(!report(gap).passes && json(gap).contains("\"aligned\":false"))
    #expect(text(gap).contains("'v-3.m4s' was not read") && !text(gap).contains("aligned"))
  }

  // MARK: Without times

  /// Nothing is said of how what has no times lies beside others.
  @Test func whatHasNoTimesIsNotCompared() throws {
    var files = Self.set()
    // Segments in front of what describes them.
    let late = try files.renditions("v-1.m4s", "v-init.mp4", "w-init.mp4", "w-1.m4s")
    #expect(Alignment(late).pairs.isEmpty && Alignment(late).incomparable == [0, 1] && Alignment(late).remarks.isEmpty)
    #expect(late[0].findings.map(\.message) == ["its timescale is not known: give the initialization segment first"])
    let words = text(late)
    #expect(words.contains("\nnot compared: B has no samples\nnot compared: A has no timescale that is known\n"), "\(words)")
    #expect(!words.contains("A and ") && words.hasSuffix("\nnot aligned\n"), "\(words)")
    // A list that names no initialization segment, and one of which nothing is there.
    files.contents["bare.m3u8"] = Array("#EXTM3U\n#EXTINF:1.0,\nv-1.m4s\n#EXTINF:1.0,\nv-2.m4s\n".utf8)
    files.contents["gone.m3u8"] = Array("#EXTM3U\n#EXTINF:1.0,\n1.m4s\n#EXT-X-DISCONTINUITY\n#EXTINF:1.0,\n2.m4s\n".utf8)
    let lists = try files.renditions("v.m3u8", "bare.m3u8", "gone.m3u8", "gone.m3u8", "w.m3u8")
    #expect(Alignment(lists).pairs.map(\.other) == [4] && Alignment(lists).uncomparedCount == 0)
    #expect(lists[1].findings.map(\.message).contains("its timescale is not known: the list names no initialization segment"))
    #expect(text(lists).contains("\nnot compared: C, D were not read\n"), "\(text(lists))")
    // What was not read has no times that others begin anew at.
    let list = String(decoding: Self.list("v"), as: UTF8.self)
      .replacing("#EXTINF:1.0,\nv-2", with: "#EXT-X-DISCONTINUITY\n#EXTINF:1.0,\nv-2")
    files.contents["anew.m3u8"] = Array(list.utf8)
    let anew = Alignment(try files.renditions("gone.m3u8", "anew.m3u8"))
    #expect(anew.pairs.isEmpty && !anew.renditions.contains { $0.findings.contains { $0.kind == .discontinuity } })
  }
}
