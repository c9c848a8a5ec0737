// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import CommandLineSupport
import Corpus
import DumpApplication
@testable import MediaInspection
import MediaReports
import Structure
import StructureRendering
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What renditions are beside each other, on segments whose times are known because they are made so.
@Suite struct AlignmentTests {
  /// A segment: when its first sample is decoded, how long its samples last, and whether it begins
  /// with a keyframe.
  struct Segment {
    var time: UInt64
    var durations: [UInt32]
    var isSync = true
  }

  /// Files by their names, as segments of 1,000 ticks a second unless it is said otherwise.
  struct Files {
    var contents: [String: [UInt8]] = [:]

    /// - Parameter edit: The ticks of the media that an edit leaves out in front.
    static func initialization(timescale: UInt32, isSound: Bool = false, edit: UInt32? = nil) -> [UInt8] {
      atoms {
        Parts.fileType("iso6")
        Parts.movie(duration: 0) {
          Parts.track(duration: 0) {
            if let edit { atom("edts") { atom("elst", version: 0) { u32(1, 0, edit); u16(1, 0) } } }
            Parts.media(handler: isSound ? "soun" : "vide", timescale: timescale, duration: 0) {
              if isSound { Parts.audioEntry("mp4a") } else { Parts.visualEntry("avc1") }
            } tables: {
              Parts.emptyTables
            }
          }
          // The first sample of a fragment alone is a keyframe.
          atom("mvex") { atom("trex", version: 0) { u32(1, 1, 0, 4, isSound ? 0 : 0x0101_0000) } }
        }
      }
    }

    /// `moof` and `mdat`; samples have four bytes.
    static func media(_ segment: Segment) -> [UInt8] {
      let count = UInt32(segment.durations.count)
      return atoms {
        atom("moof") {
          atom("mfhd", version: 0) { u32(1) }
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x02_0000) { u32(1) }
            atom("tfdt", version: 1) { u64(segment.time) }
            atom("trun", version: 0, flags: 0x105) {
              u32(count); u32(96 + 4 * count)
              u32(segment.isSync ? 0x0200_0000 : 0x0101_0000)
              for duration in segment.durations { u32(duration) }
            }
          }
        }
        atom("mdat") { zeros(4 * segment.durations.count) }
      }
    }

    /// With an initialization segment `NAME-init.mp4` and segments `NAME-1.m4s` and so on.
    mutating func add(_ name: String, timescale: UInt32 = 1_000, isSound: Bool = false, _ segments: [Segment]) {
      contents[name + "-init.mp4"] = Self.initialization(timescale: timescale, isSound: isSound)
      for (number, segment) in segments.enumerated() {
        contents["\(name)-\(number + 1).m4s"] = Self.media(segment)
      }
    }

    func renditions(
      _ operands: String..., room: RenditionReader.Room = RenditionReader.Room()
    ) throws -> [Rendition] {
      try read(operands, room: room).renditions
    }

    /// The renditions of a call, and what lists name that is not compared.
    func read(
      _ operands: [String], room: RenditionReader.Room = RenditionReader.Room()
    ) throws -> (renditions: [Rendition], notes: [String]) {
      var reader = reader(room: room)
      let found = try reader.renditions(of: operands.map { FilePath($0) })
      return (found, reader.notes)
    }

    func reader(room: RenditionReader.Room = RenditionReader.Room()) -> RenditionReader {
      let contents = contents
      return RenditionReader(
        RenditionFiles(
          text: { path throws(UsageError) in
            guard let bytes = contents[path.display] else { throw UsageError("\(path.display): there is none") }
            return String(decoding: bytes, as: UTF8.self)
          },
          open: { path throws(UsageError) in
            guard let bytes = contents[path.display], let document = try? MediaFile.open(ByteSource(copying: bytes)) else {
              throw UsageError("it cannot be read, or is no media")
            }
            return document
          },
          exists: { contents[$0.display] != nil },
          identity: { path in
            contents[path.display].map { _ in
              FileStatus.Identity(device: 0, inode: UInt64(bitPattern: Int64(path.display.replacing("set/../", with: "").hashValue)))
            }
          }), room: room)
    }
  }

  func passes(_ renditions: [Rendition], tolerance: Double? = 0, isInTicks: Bool = false) -> Bool {
    AlignmentReport(Alignment(renditions), tolerance: tolerance, isInTicks: isInTicks, options: RenderOptions()).passes
  }

  static let seconds = (0..<4).map { Segment(time: $0 * 1_000, durations: [500, 500]) }

  // MARK: Segments

  @Test func theSameMomentsAreAlignedWhateverTheTimescale() throws {
    var files = Files()
    files.add("a", Self.seconds)
    files.add("b", timescale: 90_000, (0..<4).map { Segment(time: $0 * 90_000, durations: [30_000, 60_000]) })
    let found = try files.renditions(
      "a-init.mp4", "a-1.m4s", "a-2.m4s", "a-3.m4s", "a-4.m4s", "b-init.mp4", "b-1.m4s", "b-2.m4s", "b-3.m4s", "b-4.m4s")
    #expect(found.map(\.boundaries.count) == [4, 4])
    #expect(found[0].boundaries.map(\.time) == [0, 1_000, 2_000, 3_000])
    #expect(found[1].boundaries.map(\.time) == [0, 90_000, 180_000, 270_000])
    #expect(found.map(\.end) == [4_000, 360_000])
    // moof 8, mfhd 16, traf 8, tfhd 16, tfdt 20, trun 32, the header of mdat.
    #expect(found[0].boundaries.map(\.offset) == [104, 104, 104, 104])
    let alignment = Alignment(found)
    #expect(alignment.pairs.map(\.largest?.ticks) == [0])
    #expect(alignment.remarks == ["timescales: A 1000, B 90000"])
    #expect(passes(found))
  }

  /// Where the last sample ends is a boundary as well: of two of a kind to the tolerance, of sound and pictures to half a second.
  @Test func endsAreAligned() throws {
    var files = Files()
    files.add("a", Self.seconds)
    files.add("b", (0..<4).map { Segment(time: $0 * 1_000, durations: $0 == 3 ? [500] : [500, 500]) })
    let found = try files.renditions(
      "a-init.mp4", "a-1.m4s", "a-2.m4s", "a-3.m4s", "a-4.m4s", "b-init.mp4", "b-1.m4s", "b-2.m4s", "b-3.m4s", "b-4.m4s")
    let ends = Alignment(found).renditions.map { $0.findings.filter { $0.kind == .end } }
    #expect(ends[0].isEmpty && ends[1].map(\.message) == ["ends before A does"] && ends[1].map(\.milliseconds) == [500])
    #expect(!passes(found) && !passes(found, tolerance: 499) && passes(found, tolerance: 500))
    // The length of the last second of sound beside pictures; what is 100 ms is not told.
    for (last, told, isFine) in [(950, [], true), (900, [], true), (899, [101.0], true), (500, [500], true), (499, [501], false)]
      as [(UInt32, [Double], Bool)]
    {
      files.add("c", isSound: true, (0..<4).map { Segment(time: $0 * 1_000, durations: $0 == 3 ? [last] : [500, 500]) })
      let found = try files.renditions(
        "a-init.mp4", "a-1.m4s", "a-2.m4s", "a-3.m4s", "a-4.m4s", "c-init.mp4", "c-1.m4s", "c-2.m4s", "c-3.m4s", "c-4.m4s")
      let ends = Alignment(found).renditions[1].findings.filter { $0.kind == .otherEnd }
      #expect(ends.map(\.milliseconds) == told && passes(found) == isFine, "\(last)")
    }
  }

  /// Each lies 40 ms from the first, and 80 from each other.
  @Test func othersAreHeldAgainstEachOther() throws {
    var files = Files()
    files.add("a", Self.seconds)
    files.add("b", (0..<4).map { Segment(time: $0 * 1_000 + 40, durations: [500, 500]) })
    files.add("c", (0..<4).map { Segment(time: max(0, $0 * 1_000 - ($0 == 2 ? 40 : 0)), durations: [500, 500]) })
    let found = try files.renditions(
      "a-init.mp4", "a-1.m4s", "a-2.m4s", "a-3.m4s", "a-4.m4s", "b-init.mp4", "b-1.m4s", "b-2.m4s", "b-3.m4s", "b-4.m4s",
      "c-init.mp4", "c-1.m4s", "c-2.m4s", "c-3.m4s", "c-4.m4s")
    let alignment = Alignment(found)
    #expect(alignment.pairs.map(\.largest?.ticks) == [40, -40])
    let widest = try #require(alignment.widest)
    #expect(widest.first == 1 && widest.second == 2)
    #expect(widest.distance.ticks == -80 && widest.distance.boundary == 2)
    #expect(alignment.pairs.allSatisfy { !($0.largest?.exceeds(50, inTicks: false) ?? true) })
    #expect(widest.distance.exceeds(50, inTicks: false) && !widest.distance.exceeds(80, inTicks: false))
  }

  /// Of four renditions there are six pairs, of which three are with the first.
  @Test func eachPairIsCompared() throws {
    var files = Files()
    for (place, name) in ["a", "b", "c", "d"].enumerated() {
      files.add(name, (0..<2).map { Segment(time: $0 * 1_000 + UInt64(10 * place), durations: [500, 500]) })
    }
    let found = try files.renditions(
      "a-init.mp4", "a-1.m4s", "a-2.m4s", "b-init.mp4", "b-1.m4s", "b-2.m4s", "c-init.mp4", "c-1.m4s", "c-2.m4s",
      "d-init.mp4", "d-1.m4s", "d-2.m4s")
    let alignment = Alignment(found)
    #expect(alignment.pairs.map(\.largest?.ticks) == [10, 20, 30])
    #expect(alignment.others.map { "\($0.first) \($0.second) \($0.largest?.ticks ?? 0)" } == ["1 2 10", "1 3 20", "2 3 10"])
    #expect(alignment.uncomparedOthers == 0)
    let limited = Alignment(found, limit: 4)
    #expect(limited.pairs.count == 2 && limited.uncomparedCount == 1)
    #expect(limited.others.count == 1 && limited.uncomparedOthers == 0)
    #expect(Alignment(found, limit: 6).uncomparedOthers == 0 && Alignment(found, limit: 5).others.count == 1)
  }

  /// The sound of a film often ends a frame later than its pictures: the last segment has no partner.
  @Test(arguments: [(20.0, false), (21.0, true)])
  func aLastPieceWithoutPartnerMayBeTolerated(tolerance: Double, passes isAligned: Bool) throws {
    var files = Files()
    files.add("a", Self.seconds)
    files.add("b", Self.seconds + [Segment(time: 4_000, durations: [21])])
    let found = try files.renditions(
      "a-init.mp4", "a-1.m4s", "a-2.m4s", "a-3.m4s", "a-4.m4s", "b-init.mp4", "b-1.m4s", "b-2.m4s", "b-3.m4s", "b-4.m4s",
      "b-5.m4s")
    #expect(Alignment(found).pairs[0].unmatched == [4])
    #expect(passes(found, tolerance: tolerance) == isAligned)
    #expect(passes(found, tolerance: tolerance, isInTicks: true) == isAligned)
    #expect(passes([found[1], found[0]], tolerance: tolerance) == isAligned)
  }

  @Test func driftIsTheDistanceAtTheEndLessThatAtTheBeginning() throws {
    var files = Files()
    files.add("a", Self.seconds)
    files.add("b", (0..<4).map { Segment(time: 5 + $0 * 1_002, durations: [501, 501]) })
    let found = try files.renditions(
      "a-init.mp4", "a-1.m4s", "a-2.m4s", "a-3.m4s", "a-4.m4s", "b-init.mp4", "b-1.m4s", "b-2.m4s", "b-3.m4s", "b-4.m4s")
    let pair = try #require(Alignment(found).pairs.first)
    #expect(pair.largest?.ticks == 11 && pair.largest?.boundary == 3)
    #expect(pair.drift?.ticks == 6)
    // Where it ends is farther away than where it begins anew last.
    #expect(passes(found, tolerance: 13) && !passes(found, tolerance: 12.9))
    #expect(passes(found, tolerance: 13, isInTicks: true) && !passes(found, tolerance: 12, isInTicks: true))
  }

  /// A segment of which an upload left a part: in its media, in front of it, and within 'moof'.
  @Test func whatIsCutOffIsNotAligned() throws {
    for (left, words) in [
      (5, "sample 2 of track 1 video is not all in its file"),
      (9, "2 samples of track 1 video are not all in their file, the first of them is sample 1"),
      (40, "'b-1.m4s' is damaged"),
    ] {
      var files = Files()
      files.add("a", [Self.seconds[0]])
      files.add("b", [Self.seconds[0]])
      files.contents["b-1.m4s"]?.removeLast(left)
      let found = try files.renditions("a-init.mp4", "a-1.m4s", "b-init.mp4", "b-1.m4s")
      #expect(found[1].findings.contains { $0.kind == .unread && $0.message.hasPrefix(words) }, "\(found[1].findings)")
      #expect(!passes(found))
    }
  }

  /// A list that leaves a segment out says the length of the one before it all the same.
  @Test func lengthsOfAListAreThoseOfItsSegments() throws {
    var files = Files()
    files.add("a", Self.seconds)
    files.contents["a.m3u8"] = Array(
      ("#EXTM3U\n#EXT-X-MAP:URI=\"a-init.mp4\"\n#EXTINF:1.0,\na-1.m4s\n#EXTINF:1.0,\na-3.m4s\n#EXT-X-ENDLIST\n").utf8)
    #expect(try files.renditions("a.m3u8")[0].findings.map(\.kind) == [.gap])
  }

  @Test func gapsOverlapsAndMissingKeyframesAreFoundWhereTheyAre() throws {
    var files = Files()
    files.add("a", Self.seconds)
    files.add("gap", [Self.seconds[0], Segment(time: 1_040, durations: [460, 500])])
    files.add("over", [Self.seconds[0], Segment(time: 970, durations: [530, 500])])
    files.add("late", [Self.seconds[0], Segment(time: 1_000, durations: [500, 500], isSync: false)])
    func findings(_ name: String) throws -> [RenditionFinding] {
      try files.renditions("\(name)-init.mp4", "\(name)-1.m4s", "\(name)-2.m4s")[0].findings
    }
    #expect(try findings("a").isEmpty)
    let gap = try findings("gap")
    #expect(gap.map(\.kind) == [.gap] && gap[0].ticks == 40 && gap[0].time == 1_040 && gap[0].milliseconds == 40)
    let over = try findings("over")
    #expect(over.map(\.kind) == [.overlap] && over[0].ticks == 30)
    let late = try findings("late")
    #expect(late.map(\.kind) == [.noKeyframe] && late[0].time == 1_000)
  }

  @Test func aBoundaryWithoutPartnerIsMissing() throws {
    var files = Files()
    files.add("a", Self.seconds)
    files.add("b", [0, 1, 3].map { Self.seconds[$0] })
    let found = try files.renditions(
      "a-init.mp4", "a-1.m4s", "a-2.m4s", "a-3.m4s", "a-4.m4s", "b-init.mp4", "b-1.m4s", "b-2.m4s", "b-3.m4s")
    let pair = try #require(Alignment(found).pairs.first)
    #expect(pair.partners == [0, 1, nil, 2])
    #expect(!passes(found, tolerance: 1e9))
  }

  /// However many there are, the worst of each kind is kept, and decides.
  @Test func theWorstOfThousandsOfGapsIsKept() throws {
    var files = Files()
    // One sample a fragment, and a tick between two; 40 between the last two.
    let many = (0..<1_500).map { Segment(time: $0 * 11 + ($0 == 1_499 ? 39 : 0), durations: [10]) }
    files.contents["a.mp4"] = Files.initialization(timescale: 1_000) + many.flatMap(Files.media)
    let found = try #require(files.renditions("a.mp4").first)
    #expect(found.findings.count == 1_001 && found.omitted == 498)
    #expect(found.findings.last?.ticks == 40)
    #expect(passes([found, found], tolerance: 40) && !passes([found, found], tolerance: 39))
  }

  // MARK: Playlists

  private static let playlist = """
    #EXTM3U
    #EXT-X-MAP:URI="a-init.mp4"
    #EXTINF:1.0,
    a-1.m4s
    #EXTINF:1.0,
    a-2.m4s
    """

  private func findings(_ text: String, _ name: String = "list.m3u8", of files: Files) throws -> [RenditionFinding] {
    var files = files
    files.contents[name] = Array(text.utf8)
    return try #require(files.renditions(name).first).findings
  }

  private static func files() -> Files {
    var files = Files()
    files.add("a", Array(seconds.prefix(2)))
    return files
  }

  @Test func aPlaylistIsReadAsItsFiles() throws {
    var files = Self.files()
    #expect(try findings(Self.playlist, of: files).isEmpty)
    files.contents["list.m3u8"] = Array(Self.playlist.utf8)
    let found = try #require(files.renditions("list.m3u8").first)
    #expect(found.boundaries.map(\.time) == [0, 1_000])
    let said = try findings(Self.playlist.replacing("1.0", with: "1.2"), of: files)
    #expect(said.map(\.kind) == [.length, .length] && said.allSatisfy { abs($0.milliseconds - 200) < 0.001 })
    let gone = try findings(Self.playlist.replacing("a-2", with: "b-2"), of: files)
    #expect(gone.map(\.kind) == [.unread])
    let remote = try findings(Self.playlist.replacing("a-2", with: "http://host/a-2"), of: files)
    #expect(remote.map(\.message) == ["'http://host/a-2.m4s' was not read: nothing is fetched"])
  }

  /// The initialization segment of other segments describes another track.
  @Test func aMapOfOtherTracksIsFound() throws {
    var files = Self.files()
    var start = files.contents["a-init.mp4"] ?? []
    for path in ["moov/trak/tkhd", "moov/mvex/trex"] {
      start = start.setting(path, at: path.hasSuffix("tkhd") ? 12 : 4) { u32(7) }
    }
    files.contents["other.mp4"] = start
    let found = try findings(Self.playlist.replacing("a-init", with: "other"), of: files)
    #expect(
      found.map(\.message).contains(
        "segments are of track 1, and the initialization segment 'other.mp4' describes 7 alone"), "\(found)")
    #expect(found.contains { $0.kind == .range })
  }

  /// Behind a discontinuity times begin anew: what is there is shown behind what was before.
  @Test func behindADiscontinuityTimesAreCountedOn() throws {
    var files = Files()
    // The second segment of either begins at 0, as an advertisement does; that of 'c' is 40 ms late by the one before.
    for (name, length) in [("a", 500), ("b", 500), ("c", 540)] as [(String, UInt32)] {
      files.add(name, [Segment(time: 0, durations: [500, length]), Segment(time: 0, durations: [500, 500])])
      let text = Self.playlist.replacing("#EXTINF:1.0,\na-2", with: "#EXT-X-DISCONTINUITY\n#EXTINF:1.0,\na-2")
      files.contents[name + ".m3u8"] = Array(text.replacing("a-", with: name + "-").utf8)
      files.contents[name + "-plain.m3u8"] = Array(Self.playlist.replacing("a-", with: name + "-").utf8)
    }
    let same = try files.renditions("a.m3u8", "b.m3u8")
    #expect(same[0].boundaries.map(\.time) == [0, 1_000] && same[0].boundaries.map(\.isDiscontinuous) == [false, true])
    #expect(same[0].end == 2_000 && same.allSatisfy(\.findings.isEmpty))
    #expect(passes(same))
    #expect(Alignment(same).remarks == ["times begin anew at segment 2: what follows was counted on from the end of what is before"])
    let late = try files.renditions("a.m3u8", "c.m3u8")
    #expect(Alignment(late).pairs.map(\.largest?.ticks) == [40] && !passes(late))
    // A player switches by the number of discontinuities before a segment: each rendition has them at the same ones.
    let other = Alignment(try files.renditions("a.m3u8", "b-plain.m3u8"))
    #expect(other.renditions[1].findings.map(\.message).contains("times begin anew at none, those of A at segment 2 (1.0 s)"))
    #expect(other.renditions[1].findings.contains { $0.kind == .discontinuity })
    #expect(try !passes(files.renditions("a.m3u8", "b-plain.m3u8")))
    // Without the tag the same times are an overlap.
    #expect(try files.renditions("a-plain.m3u8")[0].findings.map(\.kind) == [.overlap])
  }

  /// The same in ranges of one file; what could not be read takes the discontinuity to the next segment that is there.
  @Test func rangesBeginAnewAsFilesDo() throws {
    var files = Files()
    let parts = [Segment(time: 0, durations: [500, 500]), Segment(time: 0, durations: [500, 500])].map(Files.media)
    let start = Files.initialization(timescale: 1_000)
    files.contents["a.mp4"] = start + parts[0] + parts[1]
    func list(_ between: String) -> [UInt8] {
      Array("""
        #EXTM3U
        #EXT-X-MAP:URI="a.mp4",BYTERANGE="\(start.count)@0"
        #EXT-X-BYTERANGE:\(parts[0].count)@\(start.count)
        a.mp4
        \(between)
        #EXT-X-BYTERANGE:\(parts[1].count)@\(start.count + parts[0].count)
        a.mp4
        #EXT-X-ENDLIST
        """.utf8)
    }
    files.contents["anew.m3u8"] = list("#EXT-X-DISCONTINUITY")
    files.contents["gap.m3u8"] = list("#EXT-X-DISCONTINUITY\n#EXT-X-GAP\ngone.m4s")
    let found = try files.renditions("anew.m3u8")[0]
    #expect(found.boundaries.map(\.time) == [0, 1_000] && found.findings.isEmpty, "\(found.findings)")
    let gap = try files.renditions("gap.m3u8")[0]
    #expect(gap.boundaries.map(\.time) == [0, 1_000] && gap.findings.map(\.kind) == [.unread], "\(gap.findings)")
  }

  /// Parts of one file are played in the order of the list, as files are: by turns, twice, and in each other.
  @Test func partsOfAFileArePlayedAsTheyAreListed() throws {
    var files = Files()
    let start = Files.initialization(timescale: 1_000)
    let parts = Self.seconds.map(Files.media)
    files.contents["a.mp4"] = start + parts.joined()
    /// The parts of each segment, and the one that stands behind a discontinuity.
    func rendition(_ segments: [Range<Int>], anew: Int? = nil) throws -> Rendition {
      var text = "#EXTM3U\n#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"\(start.count)@0\"\n"
      for (number, segment) in segments.enumerated() {
        func offset(_ part: Int) -> Int { parts[..<part].reduce(start.count) { $0 + $1.count } }
        let (first, end) = (offset(segment.lowerBound), offset(segment.upperBound))
        if number == anew { text += "#EXT-X-DISCONTINUITY\n" }
        text += "#EXTINF:\(segment.count).0,\n#EXT-X-BYTERANGE:\(end - first)@\(first)\na.mp4\n"
      }
      files.contents["list.m3u8"] = Array(text.utf8)
      return try files.renditions("list.m3u8")[0]
    }
    let inOrder = try rendition([0..<1, 1..<2, 2..<3, 3..<4])
    #expect(inOrder.boundaries.map(\.time) == [0, 1_000, 2_000, 3_000] && inOrder.findings.isEmpty)
    #expect(inOrder.repeatedCount == 0)
    let byTurns = try rendition([0..<1, 2..<3, 1..<2, 3..<4])
    #expect(byTurns.boundaries.map(\.time) == [0, 2_000, 1_000, 3_000])
    #expect(byTurns.findings.map(\.kind) == [.gap, .overlap, .gap] && byTurns.findings.map(\.ticks) == [1_000, 2_000, 1_000])
    #expect(!passes([inOrder, byTurns]))
    let twice = try rendition([0..<1, 1..<2, 1..<2, 2..<3, 3..<4])
    #expect(twice.boundaries.map(\.time) == [0, 1_000, 1_000, 2_000, 3_000] && twice.boundaries.map(\.ticks) == [1_000, 1_000, 1_000, 1_000, 1_000])
    #expect(twice.findings.map(\.message) == ["samples 4 and 3 overlap"] && twice.findings.map(\.ticks) == [1_000])
    #expect(twice.repeatedCount == 2)
    let within = try rendition([0..<2, 1..<2, 2..<4])
    #expect(within.boundaries.map(\.time) == [0, 1_000, 2_000] && within.boundaries.map(\.ticks) == [2_000, 1_000, 2_000])
    #expect(within.findings.map(\.kind) == [.overlap])
    // What is repeated behind a discontinuity is shown behind what was there before.
    let again = try rendition([0..<1, 1..<2, 0..<1, 1..<2], anew: 2)
    #expect(again.boundaries.map(\.time) == [0, 1_000, 2_000, 3_000] && again.end == 4_000 && again.findings.isEmpty)
  }

  /// A manifest that names bytes twice says no lengths.
  @Test func bytesThatAManifestNamesTwiceOverlap() throws {
    var files = Files()
    let start = Files.initialization(timescale: 1_000)
    let parts = Self.seconds.map(Files.media)
    files.contents["a.mp4"] = start + parts[0] + parts[1]
    let (first, second) = (start.count, start.count + parts[0].count)
    let one = "<SegmentURL mediaRange='\(first)-\(second - 1)'/>"
    let two = "<SegmentURL mediaRange='\(second)-\(second + parts[1].count - 1)'/>"
    for (list, kinds) in [(one + two, []), (one + two + two, [.overlap]), (two + one, [.overlap])]
      as [(String, [RenditionFinding.Kind])]
    {
      files.contents["a.mpd"] = Array(
        ("<MPD><Period><AdaptationSet><Representation id='r'><BaseURL>a.mp4</BaseURL><SegmentList>"
          + "<Initialization range='0-\(start.count - 1)'/>\(list)</SegmentList></Representation></AdaptationSet></Period></MPD>").utf8)
      #expect(try files.renditions("a.mpd")[0].findings.map(\.kind) == kinds, "\(list)")
    }
  }

  /// Parts of two files by turns have all that there is in both.
  @Test func partsOfTwoFilesAreListedByTurns() throws {
    var files = Files()
    let start = Files.initialization(timescale: 1_000)
    let parts = Self.seconds.map(Files.media)
    files.contents = ["a.mp4": start + parts[0] + parts[2], "b.mp4": parts[1] + parts[3]]
    let size = parts[0].count
    let text = """
      #EXTM3U
      #EXT-X-MAP:URI="a.mp4",BYTERANGE="\(start.count)@0"
      #EXT-X-BYTERANGE:\(size)@\(start.count)
      a.mp4
      #EXT-X-BYTERANGE:\(size)@0
      b.mp4
      #EXT-X-BYTERANGE:\(size)@\(start.count + size)
      a.mp4
      #EXT-X-BYTERANGE:\(size)@\(size)
      b.mp4
      #EXT-X-ENDLIST
      """
    files.contents["list.m3u8"] = Array(text.utf8)
    let found = try files.renditions("list.m3u8")[0]
    #expect(found.boundaries.map(\.time) == [0, 1_000, 2_000, 3_000] && found.findings.isEmpty, "\(found.findings)")
  }

  /// Sound beside the video is played in the order of the list as well.
  @Test func allTracksArePlayedAsTheyAreListed() throws {
    let source = try Corpus.open("encoded/fragmented.mp4")
    let tree = try MediaFile.open(source).tree
    let borders = tree.children(of: nil).filter { ["moof", "mfra"].contains(tree[$0].type) }.map { tree[$0].start }
    var files = Files()
    files.contents["a.mp4"] = (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }
    func findings(_ numbers: [Int]) throws -> [RenditionFinding] {
      let lines = numbers.map { "#EXT-X-BYTERANGE:\(borders[$0 + 1] - borders[$0])@\(borders[$0])\na.mp4\n" }
      files.contents["a.m3u8"] = Array(
        ("#EXTM3U\n#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"\(borders[0])@0\"\n" + lines.joined()).utf8)
      return try files.renditions("a.m3u8")[0].findings
    }
    try #require(borders.count == 3)
    #expect(try findings([0, 1]).isEmpty)
    let byTurns = try findings([1, 0])
    #expect(byTurns.map(\.kind) == [.overlap, .overlap], "\(byTurns)")
    #expect(byTurns.last?.message.hasSuffix(" of track 2 audio overlap") == true, "\(byTurns)")
  }

  /// A file is divided as its index says, whatever fragments it is written in; the index is held against both.
  @Test func anIndexedFileIsDividedByItsIndex() throws {
    let parts = Self.seconds.map(Files.media)
    /// Four seconds in four fragments; a subsegment for each so many of them.
    func file(_ counts: [Int], longer bytes: UInt32 = 0, ticks: UInt32 = 0) -> [UInt8] {
      var at = 0
      let rows = counts.enumerated().map { place, count in
        defer { at += count }
        let size = UInt32(parts[at..<at + count].reduce(0) { $0 + $1.count })
        return (size + (place == 0 ? bytes : 0), UInt32(count) * 1_000 + (place == 0 ? ticks : 0))
      }
      return Files.initialization(timescale: 1_000)
        + atoms {
          atom("sidx", version: 0) {
            u32(1, 1_000, 0, 0); u16(0, UInt16(rows.count))
            for (size, ticks) in rows { u32(size, ticks, 0x9000_0000) }
          }
        } + parts.flatMap { $0 }
    }
    var files = Files()
    files.contents = ["one.mp4": file([1, 1, 1, 1]), "two.mp4": file([2, 2]), "again.mp4": file([2, 2])]
    let same = try files.renditions("two.mp4", "again.mp4")
    #expect(same.map { $0.boundaries.map(\.time) } == [[0, 2_000], [0, 2_000]] && passes(same))
    #expect(same.allSatisfy { $0.unit.description == "segments" && $0.findings.isEmpty })
    let other = Alignment(try files.renditions("one.mp4", "two.mp4"))
    #expect(other.pairs[0].partners == [0, nil, 1, nil])
    files.contents["wrong.mp4"] = file([2, 2], longer: 4)
    #expect(try files.renditions("wrong.mp4")[0].findings.contains { $0.kind == .range })
    files.contents["wrong.mp4"] = file([2, 2], ticks: 40)
    let late = try files.renditions("wrong.mp4")[0].findings
    #expect(late.map(\.message) == ["'sidx' says that segment 1 lasts 2040 ticks of 1000 a second"])
    #expect(late.map(\.kind) == [.length] && late.allSatisfy { abs($0.milliseconds - 40) < 0.001 })
    // A manifest that names the file alone means its subsegments as well.
    files.contents["a.mpd"] = Array(
      "<MPD><Period><AdaptationSet><Representation id='r'><BaseURL>two.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>"
        .utf8)
    #expect(try files.renditions("a.mpd")[0].boundaries.map(\.time) == [0, 2_000])
  }

  /// Times of a presentation are those of the media less what the manifest says, and are those of their period.
  @Test func manifestsSayWhatTimesAreOf() throws {
    func manifest(_ attribute: String, more: String = "") -> [UInt8] {
      Array("""
        <MPD><Period><AdaptationSet><SegmentTemplate media="a-$Number$.m4s" initialization="a-init.mp4" timescale="1000" \
        duration="1000" \(attribute)/><Representation id="v"/></AdaptationSet></Period>\(more)</MPD>
        """.utf8)
    }
    var files = Self.files()
    files.contents["plain.mpd"] = manifest("")
    files.contents["late.mpd"] = manifest("presentationTimeOffset='250'")
    let found = try files.renditions("plain.mpd", "late.mpd")
    #expect(found.map { $0.boundaries.map(\.time) } == [[0, 1_000], [-250, 750]])
    #expect(Alignment(found).pairs[0].largest?.ticks == -250 && !passes(found))
    #expect(found.map(\.name) == ["plain.mpd v", "late.mpd v"])
    #expect(try files.renditions("plain.mpd").map(\.name) == ["v"])
    let period = "<Period><AdaptationSet><Representation id='w'><BaseURL>a-1.m4s</BaseURL></Representation></AdaptationSet></Period>"
    files.contents["two.mpd"] = manifest("", more: period)
    let two = try files.renditions("two.mpd")
    #expect(two.map(\.name) == ["v", "w"] && two.map(\.period?.number) == [1, 2] && two[0].findings.isEmpty)
  }

  /// What another initialization segment describes is read by that; times that do not begin anew go on, or do not.
  @Test func segmentsOfAnotherMapAreReadByIt() throws {
    var files = Self.files()
    files.add("b", timescale: 90_000, [Segment(time: 0, durations: [90_000])])
    let text = Self.playlist.replacing(
      "#EXTINF:1.0,\na-2",
      with: "#EXT-X-MAP:URI=\"b-init.mp4\"\n#EXTINF:1.0,\nb-1.m4s\n#EXT-X-MAP:URI=\"a-init.mp4\"\n#EXTINF:1.0,\na-2")
    files.contents["list.m3u8"] = Array(text.utf8)
    let found = try files.renditions("list.m3u8")[0]
    #expect(found.timescale == 90_000 && found.boundaries.map(\.time) == [0, 0, 90_000])
    #expect(found.findings.map(\.message) == ["segments 1 and 2 overlap"] && found.findings.map(\.milliseconds) == [1_000])
  }

  /// A player plays a segment twice that is listed twice.
  @Test func aSegmentThatIsListedTwiceOverlapsItself() throws {
    let text = Self.playlist.replacing("a-2", with: "a-1")
    let found = try findings(text, of: Self.files())
    #expect(found.map(\.kind) == [.overlap] && found.map(\.milliseconds) == [1_000])
  }

  /// Sound beside the video that is compared goes on as that does, or has a gap.
  @Test func gapsOfOtherTracksAreFound() throws {
    let source = try Corpus.open("encoded/fragmented.mp4")
    let whole = (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }
    var files = Files()
    files.contents = ["whole.mp4": whole, "late.mp4": whole.setting("moof[2]/traf[2]/tfdt", at: 8) { u32(48_000) }]
    #expect(try files.renditions("whole.mp4")[0].findings.isEmpty)
    let found = try #require(files.renditions("late.mp4")[0].findings.first { $0.kind == .gap })
    #expect(found.message.contains(" of track 2 audio have a gap") && found.milliseconds > 500)
  }

  /// What a list says not to be there is not looked for, and is missing whatever is tolerated.
  @Test func aGapOfAListIsSaid() throws {
    let text = Self.playlist.replacing("#EXTINF:1.0,\na-2", with: "#EXT-X-GAP\n#EXTINF:1.0,\na-2")
    let found = try findings(text, of: Self.files())
    #expect(found.map(\.message) == ["segment 2 is not there: EXT-X-GAP"])
    #expect(found.map(\.kind) == [.unread] && found.map(\.milliseconds) == [1_000])
    var files = Self.files()
    files.contents["list.m3u8"] = Array(text.utf8)
    let same = try files.renditions("list.m3u8", "list.m3u8")
    #expect(!passes(same, tolerance: 2_000) && !passes(same, tolerance: 2, isInTicks: true))
    // Of many one behind the other there is one line.
    let many = try self.findings(
      text.replacing("#EXT-X-GAP\n", with: String(repeating: "#EXT-X-GAP\n#EXTINF:1.5,\ngone\n", count: 40) + "#EXT-X-GAP\n"), of: Self.files())
    #expect(many.map(\.message) == ["41 segments are not there, from segment 2 on: EXT-X-GAP"] && many.map(\.milliseconds) == [61_000])
    let turns = String(repeating: "#EXT-X-GAP\n#EXTINF:1.0,\ngone\n#EXTINF:1.0,\na-1.m4s\n", count: 5)
    let apart = try self.findings(text.replacing("#EXT-X-GAP\n", with: turns), of: Self.files()).map(\.message)
    #expect(apart.filter { $0.hasSuffix("EXT-X-GAP") }.count == 3 && apart.contains("2 more segments are not there"))
  }

  /// A file is the same by whichever of its names a list or the call has it.
  @Test func filesAreKnownByAllOfTheirNames() throws {
    var files = Self.files()
    let text = Self.playlist.replacing("URI=\"a", with: "URI=\"../set/a").replacing("\na-", with: "\n../set/a-")
    let plain = files.contents
    for (name, bytes) in plain { (files.contents["set/" + name], files.contents["set/../set/" + name]) = (bytes, bytes) }
    files.contents["set/k.m3u8"] = Array(
      text.replacing("#EXTM3U\n", with: "#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n").utf8)
    files.contents["set/v.m3u8"] = Array(Self.playlist.utf8)
    let found = try files.renditions("set/k.m3u8", "set/v.m3u8")
    #expect(Alignment(found).keyframeLists.map(\.isOfOwnFiles) == [false])
    var reader = files.reader()
    _ = try reader.renditions(of: [FilePath("set/a-init.mp4"), FilePath("set/a-1.m4s"), FilePath("set/k.m3u8")])
    #expect(reader.read.count == 4)
  }

  /// A list that ends has all samples of its file in a segment; one of keyframes, or of a stream that goes on, need not.
  @Test func whatNoSegmentHoldsIsFound() throws {
    var files = Self.files()
    let start = files.contents["a-init.mp4"] ?? []
    let parts = Self.seconds.prefix(3).map(Files.media)
    files.contents["a.mp4"] = start + parts[0] + parts[1] + parts[2]
    let third = start.count + parts[0].count + parts[1].count
    let list = """
      #EXT-X-MAP:URI="a.mp4",BYTERANGE="\(start.count)@0"
      #EXT-X-BYTERANGE:\(parts[0].count)@\(start.count)
      a.mp4
      #EXT-X-BYTERANGE:\(parts[2].count)@\(third)
      a.mp4

      """
    let found = try findings("#EXTM3U\n" + list + "#EXT-X-ENDLIST\n", of: files)
    #expect(
      found.map(\.message) == [
        "samples 2 and 5 have a gap between them",
        "2 samples of track 1 video are in no segment that is listed, the first of them is sample 3",
      ])
    // A first sample stands behind the header of 'mdat'.
    #expect(found.map(\.offset) == [third, start.count + parts[0].count].map { UInt64($0 + 104) })
    #expect(found.map(\.kind) == [.gap, .range] && found.map(\.milliseconds) == [1_000, 0])
    #expect(try findings("#EXTM3U\n" + list, of: files).map(\.kind) == [.gap])
    #expect(try findings("#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n" + list + "#EXT-X-ENDLIST\n", of: files).isEmpty)
  }

  /// A keyframe lasts up to the next one; how long the last one does is not in the list.
  @Test(arguments: [("1.0", [Int]()), ("0.5", [1, 2])])
  func keyframesLastUpToTheNext(length: String, wrong: [Int]) throws {
    var files = Self.files()
    let start = files.contents["a-init.mp4"] ?? []
    let parts = Self.seconds.prefix(3).map { Files.media(Segment(time: $0.time, durations: [500])) }
    files.contents["a.mp4"] = start + parts[0] + parts[1] + parts[2]
    var list = "#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"\(start.count)@0\"\n"
    var offset = start.count
    for part in parts {
      list += "#EXTINF:\(length),\n#EXT-X-BYTERANGE:\(part.count)@\(offset)\na.mp4\n"
      offset += part.count
    }
    let found = try findings(list + "#EXT-X-ENDLIST\n", of: files)
    #expect(found.map(\.message) == wrong.map { "entry \($0) is said to last \(length) s" })
  }

  /// A file beside parts of another is a segment as a whole; of a list that was not all read it is not said what none of
  /// its segments holds; and segments are counted as the list has them.
  @Test func whatWasNotReadMayHaveTheRest() throws {
    var files = Self.files()
    let start = files.contents["a-init.mp4"] ?? []
    let parts = Self.seconds.map(Files.media)
    files.contents["a.mp4"] = start + parts[0] + parts[1]
    files.contents["b.m4s"] = parts[2]
    let first = "#EXTM3U\n#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"\(start.count)@0\"\n#EXTINF:1.0,\n"
      + "#EXT-X-BYTERANGE:\(parts[0].count)@\(start.count)\na.mp4\n"
    let second = "#EXTINF:1.0,\n#EXT-X-BYTERANGE:\(parts[1].count)@\(start.count + parts[0].count)\na.mp4\n"
    let end = "#EXT-X-ENDLIST\n"
    #expect(try findings(first + second + "#EXTINF:1.0,\nb.m4s\n" + end, of: files).isEmpty)
    let lost = try findings(first + "#EXTINF:1.0,\nlost.m4s\n" + end, of: files)
    #expect(lost.map(\.message) == ["'lost.m4s' was not read: it cannot be read, or is no media"])
    let late = try findings(first + "#EXT-X-GAP\n" + second + "#EXTINF:3.0,\nb.m4s\n" + end, of: files)
    #expect(late.map(\.message).contains("segment 3 is said to last 3.0 s"), "\(late.map(\.message))")
  }

  /// When segments begin, as a manifest says it, is when their first samples are shown.
  @Test(arguments: [(0, 0), (50, 0), (500, 2)])
  func timesOfATimelineAreThoseOfItsSegments(first: Int, count: Int) throws {
    var files = Self.files()
    files.contents["a.mpd"] = Array(
      """
      <MPD><Period><AdaptationSet>
      <SegmentTemplate timescale="1000" initialization="a-init.mp4" media="a-$Number$.m4s">
      <SegmentTimeline><S t="\(first)" d="1000" r="1"/></SegmentTimeline></SegmentTemplate>
      <Representation id="r"/></AdaptationSet></Period></MPD>
      """.utf8)
    let found = try files.renditions("a.mpd").flatMap(\.findings)
    #expect(
      found.map(\.message)
        == Array(["segment 1 is said to begin at 0.5 s", "segment 2 is said to begin at 1.5 s"].prefix(count)))
    #expect(found.allSatisfy { $0.kind == .length && $0.milliseconds == 500 })
  }

  @Test func rangesOfBytesAreHeldAgainstBoxes() throws {
    var files = Self.files()
    let start = files.contents["a-init.mp4"] ?? []
    let parts = Self.seconds.prefix(2).map(Files.media)
    files.contents["a.mp4"] = start + parts[0] + parts[1]
    func list(_ map: Int, _ first: String, _ second: String) throws -> [RenditionFinding] {
      try findings(
        """
        #EXTM3U
        #EXT-X-MAP:URI="a.mp4",BYTERANGE="\(map)@0"
        #EXT-X-BYTERANGE:\(first)
        a.mp4
        #EXT-X-BYTERANGE:\(second)
        a.mp4
        """, of: files)
    }
    let (a, b) = (parts[0].count, parts[1].count)
    #expect(try list(start.count, "\(a)@\(start.count)", "\(b)@\(start.count + a)").isEmpty)
    // Without an offset it goes on behind the one in front of it.
    #expect(try list(start.count, "\(a)@\(start.count)", "\(b)").isEmpty)
    #expect(try list(start.count - 1, "\(a)@\(start.count)", "\(b)").map(\.kind) == [.range])
    #expect(try list(start.count, "\(a - 1)@\(start.count)", "\(b + 1)").map(\.kind) == [.range, .range])
    #expect(try list(start.count, "\(a)@\(start.count)", "\(b + 1)").map(\.kind) == [.range])
    // The first one of a file has to say where it begins, and has to say it in numbers.
    #expect(try list(start.count, "\(a)", "\(b)@\(start.count + a)").contains { $0.kind == .unread })
    #expect(try list(start.count, "x@\(start.count)", "\(b)@\(start.count + a)").contains { $0.kind == .unread })
    #expect(try list(start.count, "\(UInt64.max)@\(start.count)", "\(b)@\(start.count + a)").contains { $0.kind == .unread })
  }

  @Test func rangesAreHeldAgainstTheIndex() throws {
    var files = Self.files()
    let parts = Self.seconds.prefix(2).map(Files.media)
    func index(_ first: Int) -> [UInt8] {
      atoms {
        atom("sidx", version: 0) {
          u32(1, 1_000, 0, 0); u16(0, 2)
          for size in [first, parts[1].count] { u32(UInt32(size), 1_000, 0x9000_0000) }
        }
      }
    }
    let start = (files.contents["a-init.mp4"] ?? []).count
    for (size, expected) in [(parts[0].count, 0), (parts[0].count - 8, 1)] {
      files.contents["a.mp4"] = (files.contents["a-init.mp4"] ?? []) + index(size) + parts[0] + parts[1]
      let first = start + index(0).count
      let found = try findings(
        "#EXTM3U\n#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"\(start)@0\"\n#EXT-X-BYTERANGE:\(parts[0].count)@\(first)\na.mp4\n"
          + "#EXT-X-BYTERANGE:\(parts[1].count)\na.mp4\n", of: files)
      #expect(found.map(\.message) == Array(repeating: "a segment begins where 'sidx' has none", count: expected))
    }
  }

  /// The initialization segment and the index of a file that a manifest names as a whole.
  @Test func rangesOfOneFileAreHeldAgainstItsBoxes() throws {
    var files = Self.files()
    let parts = Self.seconds.prefix(2).map(Files.media)
    let index = atoms {
      atom("sidx", version: 0) {
        u32(1, 1_000, 0, 0); u16(0, 2)
        for part in parts { u32(UInt32(part.count), 1_000, 0x9000_0000) }
      }
    }
    let start = files.contents["a-init.mp4"] ?? []
    files.contents["a.mp4"] = start + index + parts[0] + parts[1]
    func messages(_ initialization: Int, _ first: Int, _ last: Int) throws -> [String] {
      let text = """
        <MPD><Period><AdaptationSet><Representation id="r"><BaseURL>a.mp4</BaseURL>
        <SegmentBase indexRange="\(first)-\(last)"><Initialization range="0-\(initialization)"/></SegmentBase>
        </Representation></AdaptationSet></Period></MPD>
        """
      files.contents["a.mpd"] = Array(text.utf8)
      return try files.renditions("a.mpd").flatMap { $0.findings.map(\.message) }
    }
    let (end, after) = (start.count, start.count + index.count)
    #expect(try messages(end - 1, end, after - 1) == [])
    #expect(try messages(end - 2, end, after - 1) == ["the bytes of the initialization segment end before 'moov' does"])
    #expect(try messages(end - 1, end, after - 2) == ["the bytes of the index end before 'sidx' does"])
    #expect(try messages(end - 1, end + 1, after - 1) == ["no 'sidx' begins where the list says that the index does"])
  }

  /// Parts of a file of which none holds the description of the tracks.
  @Test func partsOfAFileNeedItsMovie() throws {
    var files = Self.files()
    let start = files.contents["a-init.mp4"] ?? []
    let part = Files.media(Self.seconds[0])
    files.contents["a.mp4"] = start + part
    let list = "#EXTM3U\n#EXT-X-BYTERANGE:\(part.count)@\(start.count)\na.mp4\n"
    #expect(
      try findings(list, of: files).map(\.message) == [
        "no segment of the list holds 'moov', and it names no initialization segment"
      ])
    let map = "#EXTM3U\n#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"\(start.count)@0\"\n"
    #expect(try findings(list.replacing("#EXTM3U\n", with: map), of: files).isEmpty)
  }

  @Test func aListOfListsIsReadOneDeepAndSaysWhatItLeavesOut() throws {
    var files = Self.files()
    files.contents["a.m3u8"] = Array(Self.playlist.utf8)
    let many = (0..<300).map { "#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8?\($0)\n" }.joined()
    files.contents["top.m3u8"] = Array(("#EXTM3U\n" + many).utf8)
    let found = try files.renditions("top.m3u8")
    #expect(found.count == 257)
    #expect(found.prefix(256).allSatisfy { $0.boundaries.count == 2 })
    #expect(found.last?.findings.last?.message == "44 more of its lists were not read")
    files.contents["top.m3u8"] = Array("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\ntop.m3u8\n".utf8)
    #expect(throws: UsageError.self) { try files.renditions("top.m3u8") }
  }

  /// A list of a kilobyte that names two files by turns had their samples read as often as it names them.
  @Test func samplesBoxesAndPlacesAreReadUpToALimitThatIsSaid() throws {
    var files = Files()
    files.add("a", [Segment(time: 0, durations: Array(repeating: 1, count: 100))])
    files.add("b", [Segment(time: 100, durations: Array(repeating: 1, count: 100))])
    let turns = String(repeating: "a-1.m4s\nb-1.m4s\n", count: 50)
    files.contents["list.m3u8"] = Array(("#EXTM3U\n#EXT-X-MAP:URI=\"a-init.mp4\"\n" + turns).utf8)
    func unread(_ change: (inout RenditionReader.Room) -> Void) throws -> [String] {
      var room = RenditionReader.Room()
      change(&room)
      let found = try #require(files.renditions("list.m3u8", room: room).first)
      return found.findings.filter { $0.kind == .unread }.map(\.message)
    }
    #expect(try unread { _ in } == [])
    #expect(try unread { $0.samples = 300 } == ["97 segments were not read: their samples are too many"])
    // The file that crosses the limit is read in part.
    #expect(
      try unread { $0.samples = 250 } == [
        "more than 250 samples: the rest was not read", "97 segments were not read: their samples are too many",
      ])
    #expect(try unread { $0.places = 10 } == ["90 segments were not read: there are too many"])
    #expect(try unread { $0.nodes = 20 }.first?.hasSuffix("segments were not read: their boxes are too many") == true)
    #expect(try unread { $0.boundaries = 7 } == ["more than 7 boundaries: the rest was not read"])
  }

  /// Bytes that a list names again and again are read up to the limit as well, which others have less of then.
  @Test func bytesThatAreListedAgainAreReadUpToTheLimit() throws {
    var files = Files()
    let start = Files.initialization(timescale: 1_000)
    let part = Files.media(Segment(time: 0, durations: Array(repeating: 1, count: 100)))
    files.contents["a.mp4"] = start + part
    let segment = "#EXT-X-BYTERANGE:\(part.count)@\(start.count)\na.mp4\n"
    files.contents["a.m3u8"] = Array(
      ("#EXTM3U\n#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"\(start.count)@0\"\n" + String(repeating: segment, count: 50)).utf8)
    var room = RenditionReader.Room()
    room.samples = 350
    let found = try files.renditions("a.m3u8", "a.mp4", room: room)
    #expect(found.map(\.boundaries.count) == [4, 0] && found[0].repeatedCount == 250)
    #expect(found[0].findings.last?.message == "more than 350 samples as they are listed: the rest was not read")
    #expect(found[1].findings.map(\.message) == ["more than 0 samples: the rest was not read"])
  }

  /// What was not read says why: of other tracks when what is listed again leaves no room, and of samples by turns.
  @Test func whySamplesAreLeftOutIsSaid() throws {
    let source = try Corpus.open("encoded/fragmented.mp4")
    let movie = MovieSamples(try MediaFile.open(source))
    func messages(_ pieces: [Rendition.Piece], _ limits: Rendition.Limits) -> [String] {
      Rendition(name: "a", movie: movie, ranges: pieces, isListed: false, limits: limits)
        .findings.filter { $0.kind == .unread }.map(\.message)
    }
    let whole = Rendition.Piece(file: 0, bytes: 0..<UInt64(source.byteCount))
    let count = try #require(movie.tracks.first { $0.handler == "vide" }?.count)
    #expect(messages([whole], Rendition.Limits()) == [])
    #expect(
      messages([whole, whole], Rendition.Limits(samples: 2 * count)) == [
        "more than \(2 * count) samples as they are listed: the rest of track 2 audio was not read"
      ])
    #expect(
      messages([whole], Rendition.Limits(samples: count - 1)) == [
        "more than \(count - 1) samples: the rest was not read",
        "more than \(count - 1) samples of track 2 audio: the rest was not read",
      ])
    let first = try #require(movie.tracks.first { $0.handler == "vide" }?.firstWithBytes)
    let (start, end) = (try #require(first.offset), try #require(first.end))
    let halves = [Rendition.Piece(file: 0, bytes: 0..<end), Rendition.Piece(file: 0, bytes: end..<UInt64(source.byteCount))]
    #expect(start < end)
    #expect(
      messages(halves, Rendition.Limits(boundaries: 1)) == [
        "samples go from segments to others more than 1 times: the rest was not read"
      ])
  }

  /// Renditions share what a call may read: the second one had as much again.
  @Test func renditionsShareTheLimit() throws {
    var files = Files()
    files.add("a", Self.seconds)
    files.contents["a.mp4"] = Files.initialization(timescale: 1_000) + Self.seconds.flatMap(Files.media)
    var room = RenditionReader.Room()
    room.samples = 10
    let found = try files.renditions("a.mp4", "a.mp4", room: room)
    #expect(found.map(\.boundaries.count) == [4, 1])
    #expect(found[1].findings.map(\.message) == ["more than 2 samples: the rest was not read"])
    #expect(!passes(found))
  }

  /// What a list names takes nothing from the files of the call; of what was not read nobody says that it has no samples.
  @Test func filesOfTheCallAreOpenedBeforeThoseOfLists() throws {
    var files = Files()
    files.add("a", Self.seconds)
    files.contents["a.mp4"] = Files.initialization(timescale: 1_000) + Self.seconds.flatMap(Files.media)
    files.contents["gone.m3u8"] = Array(("#EXTM3U\n" + (0..<5_000).map { "#EXTINF:1,\n\($0).m4s\n" }.joined()).utf8)
    files.contents["a.m3u8"] = Array(
      ("#EXTM3U\n#EXT-X-MAP:URI=\"a-init.mp4\"\n" + (1...4).map { "#EXTINF:1,\na-\($0).m4s\n" }.joined()).utf8)
    // What is not there is none of the files that are open.
    let found = try files.renditions("gone.m3u8", "a.m3u8", "a.mp4")
    #expect(found.map(\.isRead) == [false, true, true] && found.map(\.boundaries.count) == [0, 4, 4])
    #expect(!found.flatMap(\.findings).contains { $0.message.contains("no samples") })
    var text = ByteWriter()
    AlignmentReport(Alignment(found), tolerance: 0, isInTicks: false, options: RenderOptions()).write(to: &text)
    #expect(text.string.contains("A  gone.m3u8: not read\n") && !text.string.contains("no samples"), "\(text.string)")
    // Three files of five have room beside the one of the call.
    var room = RenditionReader.Room()
    room.files = 4
    let cut = try files.renditions("a.m3u8", "a.mp4", room: room)
    #expect(cut.map(\.boundaries.count) == [2, 4] && cut[1].findings.isEmpty)
    #expect(
      cut[0].findings.map(\.message) == [
        "2 segments, 2.0 s together, were not read, from segment 3 ('a-3.m4s') on: more than 4 files are named"
      ], "\(cut[0].findings)")
  }

  /// Pairs whose boundaries are too many all together are left out, which is said and does not pass.
  @Test func pairsThatAreTooManyAreSaid() throws {
    var files = Files()
    files.contents["a.mp4"] = Files.initialization(timescale: 1_000) + Self.seconds.flatMap(Files.media)
    let found = try files.renditions("a.mp4", "a.mp4", "a.mp4", "a.mp4")
    #expect(Alignment(found).uncomparedCount == 0 && passes(found))
    let cut = AlignedPeriods(found, limit: 8)
    #expect(cut.parts.map(\.pairs.count) == [2] && cut.parts.map(\.uncomparedCount) == [1])
    let report = AlignedPeriodsReport(cut, tolerance: 0, isInTicks: false, options: RenderOptions())
    #expect(!report.passes)
    var text = ByteWriter()
    report.write(to: &text)
    #expect(text.string.contains("the last rendition was not compared: there are too many boundaries"))
    var json = ByteWriter()
    report.write(as: .json(isPretty: false), to: &json)
    #expect(json.string.contains("\"notCompared\":1"))
  }

  @Test func theKindsOfAllFindingsAreInTheSchema() {
    var schema = ByteWriter()
    PublishedSchema.alignment.put(to: &schema)
    let kinds = RenditionFinding.Kind.allCases.map { "\"\($0.rawValue.text)\"" }.joined(separator: ", ")
    #expect(kinds.contains("\"end\", \"other-end\"") && schema.string.contains("\"kind\": { \"enum\": [\(kinds)] }"))
  }

  /// Of 2,000 boundaries that lie too far apart 1,600 are drawn, and the picture says how many are not.
  @Test func whatIsNotDrawnIsSaid() throws {
    var files = Files()
    for (name, shift) in [("a", UInt64(0)), ("b", UInt64(1))] {
      let segments = (0..<2_000).map { Segment(time: $0 * 10 + shift, durations: [10]) }
      files.contents[name + ".mp4"] = Files.initialization(timescale: 1_000) + segments.flatMap(Files.media)
    }
    let report = AlignmentReport(
      Alignment(try files.renditions("a.mp4", "b.mp4")), tolerance: 0, isInTicks: false, options: RenderOptions())
    let drawing = try #require(report.drawing)
    #expect(drawing.marks.count { if case .join = $0.shape { true } else { false } } == 1_600)
    var text = ByteWriter()
    var svg = ByteWriter()
    drawing.putText(Drawing.TextLook(width: 80, isASCII: false, hasColor: false), to: &text)
    drawing.putSVG(to: &svg)
    #expect(text.string.contains("400 more boundaries are not drawn.") && svg.string.contains("400 more boundaries are not drawn."))
  }

  /// Pieces that have samples are found, and what begins anew between them, as if each was looked at.
  @Test func piecesThatHoldStretchesAreThoseThatDo() {
    var state: UInt64 = 7
    func random(_ count: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % count
    }
    for round in 0..<200 {
      let pieces = (0..<random(12)).map { _ in
        let start = random(20)
        return Rendition.Piece(
          file: Int(random(2)), bytes: start..<start + random(round % 2 == 0 ? 3 : 20), isDiscontinuous: random(3) == 0)
      }
      let listed = ListedPieces(pieces)
      let samples = (0..<random(6)).map { _ in (file: Int(random(2)), offset: random(40)) }
      let held = Set(samples.compactMap { listed.stretch(at: $0.offset, in: $0.file) }).sorted()
      let expected = pieces.indices.filter { place in
        samples.contains { $0.file == pieces[place].file && pieces[place].bytes.contains($0.offset) }
      }
      #expect(listed.pieces(holding: held) == expected)
      for place in 0...pieces.count {
        #expect(listed.isAnew(in: place..<pieces.count) == pieces[place...].contains { $0.isDiscontinuous })
      }
    }
  }

  /// Of each track those pieces are gone through that have samples of it, however many are listed.
  @Test(.timeLimit(.minutes(1))) func piecesWithoutSamplesOfATrackAreNotGoneThrough() throws {
    let (tracks, pieces): (UInt32, Int) = (1_000, 60_000)
    let bytes = atoms {
      Parts.fileType("iso6")
      Parts.movie(duration: 0) {
        for id in 1...tracks {
          Parts.track(id: id, duration: 0) {
            Parts.media(handler: id == 1 ? "vide" : "soun", duration: 0) {
              if id == 1 { Parts.visualEntry("avc1") } else { Parts.audioEntry("mp4a") }
            } tables: {
              Parts.emptyTables
            }
          }
        }
        atom("mvex") { for id in 1...tracks { atom("trex", version: 0) { u32(id, 1, 0, 4, 0) } } }
      }
      atom("moof") {
        atom("mfhd", version: 0) { u32(1) }
        for id in 1...tracks {
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x02_0000) { u32(id) }
            atom("tfdt", version: 1) { u64(0) }
            atom("trun", version: 0, flags: 0x101) { u32(1, 32 + 68 * tracks, 1_000) }
          }
        }
      }
      atom("mdat") { zeros(4 * pieces) }
    }
    let start = UInt64(bytes.count - 4 * pieces)
    let ranges = (0..<UInt64(pieces)).map { Rendition.Piece(file: 0, bytes: start + 4 * $0..<start + 4 * $0 + 4) }
    let movie = MovieSamples(try MediaFile.open(ByteSource(copying: bytes)))
    let found = Rendition(name: "a", movie: movie, ranges: ranges, isListed: false)
    #expect(found.boundaries.map(\.offset) == [start] && found.findings.isEmpty && found.others.count == 999)
  }

  // MARK: Manifests

  private func references(_ manifest: String, files: Set<String> = []) -> [[String]] {
    ManifestReader.read(manifest) { files.contains($0.reference) }.map { $0.segments.map(\.reference) }
  }

  private func manifest(_ content: String) -> String {
    "<?xml version='1.0'?><MPD><Period><AdaptationSet>\(content)</AdaptationSet></Period></MPD>"
  }

  @Test func templatesAreFilledIn() {
    let counted = manifest(
      "<SegmentTemplate media='$RepresentationID$-$Number%03d$.m4s' startNumber='7' duration='2'/><Representation id='x'/>")
    #expect(references(counted, files: ["x-007.m4s", "x-008.m4s", "x-010.m4s"]) == [["x-007.m4s", "x-008.m4s", "x-009.m4s", "x-010.m4s"]])
    let timed = manifest(
      "<Representation id='x'><SegmentTemplate media='$Time$.m4s'><SegmentTimeline><S t='5' d='10' r='1'/><S d='3'/>"
        + "</SegmentTimeline></SegmentTemplate></Representation>")
    #expect(references(timed) == [["5.m4s", "15.m4s", "25.m4s"]])
  }

  /// A timeline, a list or a base nearer to the representation stands in place of another.
  @Test func whatStandsNearerHolds() {
    let timeline = { (run: String) in "<SegmentTimeline><S \(run)/></SegmentTimeline>" }
    let both = manifest(
      "<SegmentTemplate media='$Time$'>\(timeline("t='1' d='1'"))</SegmentTemplate>"
        + "<Representation><SegmentTemplate>\(timeline("t='9' d='1'"))</SegmentTemplate></Representation>")
    #expect(references(both) == [["9"]])
    let lists = manifest(
      "<SegmentList><SegmentURL media='a'/></SegmentList>"
        + "<Representation><SegmentList><SegmentURL media='b'/><SegmentURL media='c'/></SegmentList></Representation>"
        + "<Representation/>")
    #expect(references(lists) == [["b", "c"], ["a"]])
    // Several bases say the same in several places: one is enough.
    let bases = manifest("<BaseURL>x/</BaseURL><BaseURL>y/</BaseURL><Representation><BaseURL>z</BaseURL></Representation>")
    #expect(references(bases) == [["x/z"]])
  }

  @Test func templatesSayTheBandwidth() {
    #expect(
      references(
        manifest("<SegmentTemplate media='$Bandwidth%04d$/$Number$' duration='2'/><Representation bandwidth='100'/><Representation/>"),
        files: ["0100/1", "$Bandwidth%04d$/1"]) == [["0100/1"], ["$Bandwidth%04d$/1"]])
  }

  /// A run that is repeated without end goes on to the next one that says when it begins, whatever files there are.
  @Test(arguments: [
    ("<S t='0' d='10' r='-1'/><S t='30' d='5' r='1'/>", ["0", "10", "20", "30", "35"]),
    ("<S t='0' d='10' r='-1'/><S t='25' d='5'/>", ["0", "10", "20", "25"]),
    ("<S t='0' d='10' r='-1'/><S t='0' d='5'/>", ["0", "0"]), ("<S t='0' d='10' r='-1'/><S d='5'/>", ["0", "10", "20"]),
  ])
  func runsWithoutEndGoOnToTheNext(runs: String, names: [String]) {
    let text = manifest("<SegmentTemplate media='$Time$'><SegmentTimeline>\(runs)</SegmentTimeline></SegmentTemplate><Representation/>")
    #expect(references(text, files: ["0", "10"]) == [names])
  }

  /// References stand beside a base as RFC 3986 has it: its last name is not part of them.
  @Test(arguments: [
    ("x/v.mp4", "a", "x/a"), ("x/", "a", "x/a"), ("v.mp4", "a", "a"), ("x/v.mp4?q=/y/", "a", "x/a"), ("x/v.mp4?q", "", "x/v.mp4?q"),
    ("x/v.mp4?q", "?r", "x/v.mp4?r"), ("x/", "/y/a", "/y/a"), ("x/", "http://host/a", "http://host/a"), ("x//y", "a", "x//a"),
    ("http://host/x/v", "/a", "http://host/a"), ("http://host/x/v", "a", "http://host/x/a"), ("http://host", "a", "http://host/a"),
    ("//host/x/v", "/a", "//host/a"), ("http://host/x/v", "//other/a", "//other/a"), ("/x/v", "a", "/x/a"),
  ])
  func referencesStandBesideTheirBase(base: String, reference: String, whole: String) {
    #expect(ReferenceBase(base).resolving(reference) == whole)
  }

  /// Bases are resolved by those around them, and their entities as those of attributes are.
  @Test func basesAreReferences() {
    let list = "<SegmentList><SegmentURL media='s'/><SegmentURL media='/t'/></SegmentList>"
    func names(_ outer: String, _ inner: String) -> [[String]] {
      references(manifest("<BaseURL>\(outer)</BaseURL>\(list)<Representation><BaseURL>\(inner)</BaseURL></Representation>"))
    }
    #expect(names("x/v.mp4", "y/w.mp4") == [["x/y/s", "/t"]])
    #expect(names("a&amp;b/", "c&lt;&amp;lt;/") == [["a&b/c<&lt;/s", "/t"]])
    #expect(names("a&#38;b/", "c&#x26;/") == [["a&b/c&/s", "/t"]])
    // What is resolved is no reference, and what means no character stays.
    let media = "&#38;lt;&#xE9;&#0;&#xD800;&#+38;&#;&b&quot;"
    #expect(
      references(manifest("<SegmentList><SegmentURL media='\(media)'/></SegmentList><Representation/>"))
        == [["&lt;é&#0;&#xD800;&#+38;&#;&b\""]])
    #expect(names("http://host/x/", "y/") == [["http://host/x/y/s", "http://host/t"]])
  }

  /// The last segment of a template ends where the media does: that it is short is no fault.
  @Test func theLastSegmentOfATemplateIsAsLongAsItIs() {
    let text = manifest("<SegmentTemplate media='$Number$' duration='2' timescale='1'/><Representation/>")
    let list = ManifestReader.read(text) { ["1", "2", "3"].contains($0.reference) }
    #expect(list.first?.segments.map(\.seconds) == [2, 2, nil])
  }

  /// What a template says of the lengths of segments is about right: whether one is missing at the end its samples say.
  @Test(arguments: [
    // Thirty segments of 1.04 s.
    (31.2, []), (31.6, []), (32, ["segment 31 is not there: 31.2 s of 32.0 s were read"]),
  ] as [(Double, [String])])
  func aSegmentIsMissingWhereSamplesEndBeforeTheMedia(total: Double, messages: [String]) throws {
    var files = Files()
    files.add("a", (0..<30).map { Segment(time: $0 * 1_040, durations: [520, 520]) })
    files.contents["a.mpd"] = Array(
      """
      <MPD mediaPresentationDuration='PT\(total)S'><Period><SegmentTemplate initialization='a-init.mp4' media='a-$Number$.m4s'
      duration='1'/><Representation/></Period></MPD>
      """.utf8)
    let found = try files.renditions("a.mpd")[0].findings
    #expect(found.filter { $0.kind == .unread }.map(\.message) == messages)
  }

  /// The last segment of a template may have a number, whatever files there are.
  @Test func segmentsEndAtTheLastNumber() {
    func list(_ attributes: String, _ files: Set<String>, total: String = "6") -> RenditionList? {
      let text = "<MPD mediaPresentationDuration='PT\(total)S'><Period><SegmentTemplate media='$Number$' endNumber='3' \(attributes)"
        + "<Representation/></Period></MPD>"
      return ManifestReader.read(text) { files.contains($0.reference) }.first
    }
    let all: Set = ["1", "2", "3", "4"]
    for attributes in ["duration='2'/>", "><SegmentTimeline><S d='2' r='3'/></SegmentTimeline></SegmentTemplate>"] {
      let found = list(attributes, all)
      #expect(found?.segments.map(\.reference) == ["1", "2", "3"] && found?.remarks == [], "\(attributes)")
      #expect(list(attributes, all, total: "8")?.remarks.count == 1, "\(attributes)")
    }
    #expect(list("duration='2'/>", ["1", "2"])?.remarks == ["segment 3 is not there: the last is said to be 3"])
    #expect(list("duration='2'/>", all, total: "8")?.remarks == ["its segments end at 3: 6.0 s of 8.0 s were read"])
  }

  /// A timeline lists what the media lasts, from when the period begins up to the next one.
  @Test func timelinesThatEndEarlyAreFound() {
    func remarks(_ media: String, period: String = "", offset: Int = 0, more: String = "") -> [[String]] {
      ManifestReader.read(
        "<MPD \(media)><Period \(period)><SegmentTemplate media='$Number$' timescale='10' presentationTimeOffset='\(offset)'>"
          + "<SegmentTimeline><S t='\(offset)' d='20' r='2'/></SegmentTimeline></SegmentTemplate><Representation/></Period>\(more)</MPD>"
      ) { _ in true }.map(\.remarks)
    }
    let short = ["its timeline ends at 6.0 s of 12.0 s"]
    #expect(remarks("mediaPresentationDuration='PT12S'") == [short])
    #expect(remarks("mediaPresentationDuration='PT12S'", offset: 70) == [short])
    #expect(remarks("", period: "duration='PT12S'") == [short])
    #expect(remarks("mediaPresentationDuration='PT6.4S'") == [[]])
    #expect(remarks("mediaPresentationDuration='PT12S'", period: "start='PT6S'") == [[]])
    #expect(remarks("mediaPresentationDuration='PT12S' type='dynamic'") == [[]])
    #expect(
      remarks("mediaPresentationDuration='PT12S'", more: "<Period start='PT6S'><Representation/></Period>")
        == [[], []])
  }

  /// The last segment of sound is what is left, and ends somewhat before the pictures do.
  @Test func soundThatEndsWithAShortSegmentIsWhole() {
    func remarks(_ total: String) -> [[String]] {
      ManifestReader.read(
        "<MPD mediaPresentationDuration='PT\(total)S'><Period><SegmentTemplate media='$Number$' timescale='48000'><SegmentTimeline>"
          + "<S t='0' d='96256' r='4'/><S d='1024'/></SegmentTimeline></SegmentTemplate><Representation/></Period></MPD>"
      ) { _ in true }.map(\.remarks)
    }
    #expect(remarks("10.08") == [[]])
    #expect(remarks("10.6").map(\.count) == [1])
  }

  // MARK: Hostile lists

  /// Texts that say more than there is: in each of them a limit was missing, or a number trapped.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      // Below 0 it was counted down from the least number there is.
      "<MPD><Representation><SegmentTemplate media='$Time$'><SegmentTimeline><S d='1' r='-9223372036854775808'/>"
        + "</SegmentTimeline></SegmentTemplate></Representation></MPD>",
      "<MPD><Representation><SegmentTemplate media='a'><SegmentTimeline><S d='18446744073709551615' "
        + "t='18446744073709551615' r='9223372036854775807'/></SegmentTimeline></SegmentTemplate></Representation></MPD>",
      // The list was copied for each entry of it.
      "<MPD><Representation><SegmentTemplate media='$Time$'><SegmentTimeline>"
        + String(repeating: "<S d='1'/>", count: 70_000) + "</SegmentTimeline></SegmentTemplate></Representation></MPD>",
      "<MPD><Representation><SegmentList>" + String(repeating: "<SegmentURL media='a'/>", count: 70_000)
        + "</SegmentList></Representation></MPD>",
      // Each representation had all of them.
      "<MPD><SegmentTemplate media='$Time$'><SegmentTimeline><S d='1' r='65000'/></SegmentTimeline></SegmentTemplate>"
        + String(repeating: "<Representation id='x'/>", count: 300) + "</MPD>",
      // Bases grew, and names with them.
      "<MPD>" + String(repeating: "<BaseURL>" + String(repeating: "a", count: 1_000) + "</BaseURL><a>", count: 60)
        + "<Representation><SegmentTemplate media='$Number$'/></Representation></MPD>",
      "<MPD><Representation id='\(String(repeating: "i", count: 4_000))'><SegmentTemplate media='"
        + String(repeating: "$RepresentationID$", count: 200) + "$Number$'/></Representation></MPD>",
      "<MPD>" + String(repeating: "<a>", count: 100_000) + "<Representation/>", "<MPD><Representation", "<MPD><",
      "<MPD <!--", "<MPD>" + String(repeating: "</MPD>", count: 10_000), "<MPD a=b c='", "<MPD><S d='1'/><SegmentURL/>",
    ])
  func aHostileManifestTakesNoMoreThanItMay(text: String) {
    let lists = ManifestReader.read(text) { _ in true }
    #expect(lists.count <= 256)
    #expect(lists.allSatisfy { $0.segments.count <= RenditionList.limit })
    let bytes = lists.reduce(0) { $0 + $1.segments.reduce(0) { $0 + $1.reference.utf8.count + 64 } }
    // Besides, a representation of one file has the base as its name.
    #expect(bytes <= 16 << 20 + 256 * (RenditionList.longestName + 64))
  }

  /// The seconds that this thread works.
  private func work(_ body: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    return (0..<3).map { _ in
      let start = now()
      body()
      return now() - start
    }.min() ?? 0
  }

  /// The list was copied for each entry of it: eight times as many took sixty-four times as long.
  @Test(.timeLimit(.minutes(1)), arguments: ["<S d='1'/>", "<SegmentURL media='a'/>"])
  func eightTimesAsManyEntriesTakeEightTimesTheWork(entry: String) {
    func work(_ count: Int) -> Double {
      let (open, close) = entry.hasPrefix("<S ") ? ("<SegmentTimeline>", "</SegmentTimeline>") : ("", "")
      let text =
        "<MPD><Representation><SegmentList media='$Time$'>" + open + String(repeating: entry, count: count) + close
        + "</SegmentList></Representation></MPD>"
      return self.work { #expect(ManifestReader.read(text) { _ in true }.first?.segments.count == count) }
    }
    let (few, many) = (work(8_000), work(64_000))
    #expect(many < 24 * few, "\(few) s, \(many) s")
  }

  /// A timeline asks with each of its entries whether a file is there: as often as it has entries, times
  /// the representations that have it.
  @Test func filesAreLookedForUpToALimitThatIsSaid() {
    var count = 0
    let lists = ManifestReader.read(
      "<MPD><SegmentTemplate media='$RepresentationID$$Time$'><SegmentTimeline>"
        + String(repeating: "<S d='1' r='-1'/>", count: 60_000) + "</SegmentTimeline></SegmentTemplate>"
        + String(repeating: "<Representation/>", count: 8) + "</MPD>"
    ) { _ in
      count += 1
      return false
    }
    #expect(count == ManifestReader.lookUpLimit)
    #expect(lists.map(\.remarks.count) == Array(repeating: 1, count: 8))
    #expect(lists[0].remarks == ["segment 1 ('0') is not there, and none was found behind it"])
    #expect(lists[4].remarks == ["files behind its first 0 segments were not looked for: there are too many"])
  }

  /// Lists may name what is not there, and each other, again and again.
  @Test func whatIsNotThereIsLookedForOnce() throws {
    /// What was opened; the reader asks one after another.
    final class Asked: @unchecked Sendable { var counts: [String: Int] = [:] }
    let asked = Asked()
    let lists = [
      "all.m3u8": "#EXTM3U\n" + (0..<40).map { "#EXT-X-STREAM-INF:BANDWIDTH=1\nlist.m3u8?\($0)\n" }.joined(),
      "list.m3u8": "#EXTM3U\n" + String(repeating: "#EXTINF:1,\nx\n", count: 5_000),
    ]
    var reader = RenditionReader(
      RenditionFiles(
        text: { path throws(UsageError) in
          guard let text = lists[path.display] else { throw UsageError("there is none") }
          return text
        },
        open: { path throws(UsageError) in
          asked.counts[path.display, default: 0] += 1
          throw UsageError("there is none")
        },
        exists: { _ in false }))
    let found = try reader.renditions(of: [FilePath("all.m3u8")])
    #expect(asked.counts == ["x": 1])
    #expect(found.count == 40)
    // 131,072 places are gone through in all.
    let last = try #require(found.last).findings.map(\.message)
    #expect(last.contains("5000 segments were not read: there are too many"), "\(last)")
  }

  @Test func longNamesAreLookedForLessOften() {
    var count = 0
    _ = ManifestReader.read(
      "<MPD><SegmentTemplate media='" + String(repeating: "$$", count: 1_600) + "'><SegmentTimeline>"
        + String(repeating: "<S d='1' r='-1'/>", count: 60_000) + "</SegmentTimeline></SegmentTemplate><Representation/></MPD>"
    ) { _ in
      count += 1
      return false
    }
    // Of each name a sixteenth, and of its template a 64th.
    #expect(count == ManifestReader.lookUpLimit / (101 + 50))
  }

  @Test func remarksOfAManifest() {
    func remarks(_ text: String, files: Set<String> = []) -> [[String]] {
      ManifestReader.read(text) { files.contains($0.reference) }.map(\.remarks)
    }
    func template(_ attributes: String, _ media: String = "") -> String {
      "<MPD \(media)><Period><SegmentTemplate media='$Number$' \(attributes)/><Representation/></Period></MPD>"
    }
    // Eleven seconds are said, which are two segments of four and most of one.
    let eleven = template("duration='4'", "mediaPresentationDuration='PT11S'")
    let found = ManifestReader.read(eleven) { ["1", "2"].contains($0.reference) }
    #expect(found.map(\.end) == [RenditionList.End(seconds: 11, slack: 0.5, missing: 3)])
    #expect(found.map(\.remarks) == [[]])
    // A stream goes on.
    let stream = template("duration='4'", "type='dynamic' mediaPresentationDuration='PT10S'")
    #expect(ManifestReader.read(stream) { $0.reference == "1" }.map(\.end) == [nil])
    for (text, seconds) in [
      ("PT10S", 10), ("PT1H2M3.5S", 3_723.5), ("P1DT1S", 86_401), ("P1Y", nil), ("PT", 0), ("10S", nil), ("PT5", nil),
      ("PT1.2.3S", nil), ("P0Y0M0DT0H0M12S", 12), ("P0M1D", 86_400), ("P0Y1M", nil), ("PY", nil), ("P1M", nil), ("PT1D", nil), ("P", 0),
    ] as [(String, Double?)] {
      #expect(ManifestReader.seconds(text) == seconds, "\(text)")
    }
    #expect(
      remarks(
        "<MPD><Representation><SegmentList>" + String(repeating: "<SegmentURL media='a'/>", count: 65_537)
          + "</SegmentList></Representation></MPD>") == [["more than 65536 entries: the rest was not read"]])
    func deep(_ count: Int) -> String {
      "<MPD>" + String(repeating: "<a>", count: count) + "<Representation><BaseURL>x</BaseURL></Representation>"
        + String(repeating: "</a>", count: count) + "</MPD>"
    }
    #expect(remarks(deep(61)) == [[]])
    #expect(remarks(deep(63)) == [["it stands in more than 64 elements"]])
    #expect(
      remarks(
        "<MPD><Representation id='\(String(repeating: "i", count: 4_000))'><SegmentTemplate "
          + "media='$RepresentationID$-$RepresentationID$-$Number$'/></Representation></MPD>")
        == [["the name of segment 1 is too long: it and those behind it were not read"]])
  }

  @Test func whatIsTooMuchIsSaid() {
    func remarks(_ text: String) -> [[String]] { ManifestReader.read(text) { _ in true }.map(\.remarks) }
    let many = remarks(
      "<MPD><SegmentTemplate media='$Time$'><SegmentTimeline><S d='1' r='65000'/></SegmentTimeline></SegmentTemplate>"
        + String(repeating: "<Representation/>", count: 300) + "</MPD>")
    #expect(many.count == 256 && many[0].isEmpty)
    #expect(many[255].contains("more than 256 representations: the rest was not read"))
    // As many as are read, and one more, of the same period or the next.
    let most = "<MPD><Period>" + String(repeating: "<Representation/>", count: 256)
    #expect(remarks(most + "</Period></MPD>").joined().isEmpty)
    #expect(remarks(most + "<Representation/></Period></MPD>").last == ["more than 256 representations: the rest was not read"])
    #expect(
      remarks(most + "</Period><Period><Representation/></Period></MPD>").last == ["more than 256 representations: the rest was not read"])
    #expect(many[200] == ["only 0 of its segments were read: there are too many"])
    #expect(
      remarks("<MPD><BaseURL>\(String(repeating: "a", count: 5_000))</BaseURL><Representation/></MPD>")
        == [["its BaseURL is longer than 4096 bytes"]])
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      // Each was looked for among all before it.
      "#EXTM3U\n" + (0..<70_000).map { "#EXT-X-STREAM-INF:\n\($0)\n" }.joined(),
      "#EXTM3U\n" + (0..<70_000).map { "\($0)\n" }.joined(),
      "#EXTM3U\n" + (0..<100_000).map { "#EXT-X-MAP:URI=\"\($0)\"\n" }.joined(),
      "#EXTM3U\n#EXT-X-BYTERANGE:18446744073709551615@18446744073709551615\na\n#EXT-X-BYTERANGE:1\na\n",
      "#EXTM3U\n#EXT-X-BYTERANGE:18446744073709551615@0\na\n#EXT-X-BYTERANGE:18446744073709551615\na\n",
      "#EXTM3U\n#EXT-X-BYTERANGE:@\na\n#EXT-X-BYTERANGE:1@2@3\na\n", "#EXTM3U\n#EXTINF:nan,\na\n#EXTINF:-inf\nb",
      "#EXTM3U\n#EXT-X-MAP:URI\n#EXT-X-MAP:URI=\n#EXT-X-MAP:=\"\n#EXT-X-MEDIA:URI=\"x", "#EXTM3U",
      "#EXTM3U\n%\n%2\n%zz\n%00\n" + String(repeating: "a", count: 100_000),
    ])
  func aHostilePlaylistTakesNoMoreThanItMay(text: String) {
    switch PlaylistReader.read(text, name: "x") {
    case .media(let list):
      #expect(list.segments.count <= RenditionList.limit && list.remarks.count <= 16)
      #expect(list.segments.allSatisfy { $0.fileName.count <= RenditionList.longestName })
    case .renditions(let references, let count, let remarks):
      #expect(references.count <= 256 && count <= RenditionList.limit && count >= references.count)
      #expect(remarks.count <= 17)
    }
  }

  /// Names and remarks come from a list that anybody wrote.
  @Test func namesOfAListAreEscaped() throws {
    var files = Self.files()
    files.contents["list.mpd"] = Array(
      "<MPD><Representation id='a\u{1B}[2J'><BaseURL>\u{1B}]0;x\u{7}a-1.m4s</BaseURL></Representation></MPD>".utf8)
    let report = AlignedPeriodsReport(
      AlignedPeriods(try files.renditions("list.mpd")), tolerance: 0, isInTicks: false, options: RenderOptions())
    var output = ByteWriter()
    report.write(to: &output)
    report.write(as: .json(isPretty: false), to: &output)
    #expect(output.array.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A })
    #expect(output.count > 100)
  }
}
