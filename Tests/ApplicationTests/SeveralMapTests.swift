// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import CommandLineSupport
import Corpus
import DumpApplication
import MediaInspection
import MediaReports
import StructureRendering
import Testing

/// Playlists with several initialization segments (RFC 8216 §4.3.2.5), each of which describes what follows it.
extension AlignmentTests {
  /// Two segments of a second at 1,000 ticks a second, and two at 90,000 whose times begin at zero again.
  private func files() -> Files {
    var files = Files()
    files.add("a", Array(Self.seconds.prefix(2)))
    files.add("b", timescale: 90_000, (0..<2).map { Segment(time: $0 * 90_000, durations: [45_000, 45_000]) })
    files.add("c", Array(Self.seconds.prefix(2)) + Self.seconds.prefix(2))
    files.contents["c.m3u8"] = list([("c", [1, 2]), ("", [3, 4])])
    return files
  }

  /// Segments behind their initialization segments, with a discontinuity in front of all but the first.
  private func list(_ runs: [(name: String, segments: [Int])], by between: String = "#EXT-X-DISCONTINUITY\n") -> [UInt8] {
    var (text, last) = ("", "")
    for (place, run) in runs.enumerated() {
      if place > 0 { text += between }
      if !run.name.isEmpty { text += "#EXT-X-MAP:URI=\"\(run.name)-init.mp4\"\n" }
      last = run.name.isEmpty ? last : String(run.name.prefix(1))
      for number in run.segments { text += "#EXTINF:1.0,\n\(last)-\(number).m4s\n" }
    }
    return Array(("#EXTM3U\n" + text + "#EXT-X-ENDLIST\n").utf8)
  }

  private func text(_ renditions: [Rendition]) -> String {
    var output = ByteWriter()
    AlignmentReport(Alignment(renditions), tolerance: nil, isInTicks: false, options: RenderOptions()).write(to: &output)
    return output.string
  }

  @Test func eachMapDescribesWhatFollowsIt() throws {
    var files = files()
    files.contents["ab.m3u8"] = list([("a", [1, 2]), ("b", [1, 2])])
    let found = try files.renditions("ab.m3u8", "c.m3u8")
    #expect(found[0].timescale == 90_000 && found[0].timescales == [1_000, 90_000] && found[0].end == 360_000)
    #expect(found[0].boundaries.map(\.time) == [0, 90_000, 180_000, 270_000])
    #expect(found[0].boundaries.map(\.isDiscontinuous) == [false, false, true, false] && found[0].boundaries.map(\.file) == [1, 2, 4, 5])
    #expect(found.flatMap(\.findings).isEmpty && passes(found))
    let words = text(found).replacing("\n  ", with: " ")
    #expect(words.contains("A  ab.m3u8: track 1 video, 4 segments, 1000 and 90000 ticks a second,"), "\(words)")
    #expect(words.contains("\nA and B: no boundary is misaligned\n"), "\(words)")
    #expect(words.contains("\nnote: A: 'b-init.mp4' describes segments from 3 on: 90000 ticks a second for 1000\n"), "\(words)")
    #expect(words.contains("\nnote: timescales: A 1000 and 90000, B 1000\n"), "\(words)")
  }

  /// A map that comes again is noted once, and times go on where nothing says that they begin anew.
  @Test func mapsTakeTurns() throws {
    var files = files()
    files.add("b", timescale: 90_000, (0..<2).map { Segment(time: 90_000 + $0 * 90_000, durations: [45_000, 45_000]) })
    files.add("a", [Segment(time: 0, durations: [500, 500]), Segment(time: 2_000, durations: [500, 500])])
    let turns = [("a", [1]), ("b", [1]), ("a", [2])]
    files.contents["on.m3u8"] = list(turns, by: "")
    let on = try files.renditions("on.m3u8")[0]
    #expect(on.boundaries.map(\.time) == [0, 90_000, 180_000] && on.findings.isEmpty && on.notes.count == 1)
    // A tick of the finer timescale is a gap.
    for (shift, kind) in [(1, RenditionFinding.Kind.gap), (-90_000, .overlap)] {
      files.contents["b-1.m4s"] = Files.media(Segment(time: UInt64(90_000 + shift), durations: [45_000, 45_000]))
      let finding = try #require(files.renditions("on.m3u8")[0].findings.first)
      #expect(finding.kind == kind && finding.ticks == abs(shift) && finding.message.hasPrefix("segments 1 and 2 "), "\(finding.message)")
    }
    files.contents["anew.m3u8"] = list(turns)
    let anew = try files.renditions("anew.m3u8")[0]
    #expect(anew.boundaries.map(\.time) == [0, 90_000, 180_000] && anew.findings.isEmpty)
  }

  /// What another map leaves unsaid is said, whatever the first one has.
  @Test func mapsThatDescribeNothingAreFound() throws {
    var files = files()
    files.add("s", timescale: 48_000, isSound: true, [Segment(time: 0, durations: [48_000])])
    func messages(_ second: String, _ bytes: [UInt8]? = nil) throws -> [String] {
      files.contents["x-init.mp4"] = bytes
      files.contents["ax.m3u8"] = list([("a", [1, 2]), (second, [1])])
      files.contents["x-1.m4s"] = files.contents["b-1.m4s"]
      let found = try files.renditions("ax.m3u8")
      #expect(!passes(found, tolerance: 1e9))
      return found[0].findings.map(\.message)
    }
    #expect(try messages("x") == ["the initialization segment 'x-init.mp4' was not read: it cannot be read, or is no media"])
    #expect(try messages("s") == ["segments from 3 on are of other media: 's-init.mp4' describes track 1 audio, and track 1 video is compared",
      "lengths were not compared: the list has 3, and samples begin 2 segments"])
    let none = try messages("x", atoms { Parts.fileType("iso6"); atom("free") { zeros(8) } })
    #expect(none.contains("the initialization segment 'x-init.mp4' has no 'moov'"))
    #expect(none.contains("segments from 3 on were not compared: 'x-init.mp4' says nothing of their times"))
    // How long its ticks are nobody knows.
    files.contents["x-2.m4s"] = Files.media(Segment(time: 270_000, durations: [45_000, 45_000]))
    files.contents["ax.m3u8"] = list([("a", [1, 2]), ("x", [1, 2])])
    let gap = try #require(files.renditions("ax.m3u8")[0].findings.first { $0.kind == .gap })
    #expect(gap.time == nil && gap.message == "samples 2 and 3 have a gap between them")
  }

  @Test func mapsSayHowPicturesAreCoded() throws {
    func bytes(_ name: String) throws -> [UInt8] {
      let source = try Corpus.open("encoded/" + name)
      return (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }
    }
    var files = Files()
    let start = try bytes("segment-init.mp4")
    files.contents = [
      "a-init.mp4": start, "b-init.mp4": start.replacing(Array("avcC".utf8), with: Array("free".utf8)),
      "c-init.mp4": start,
      "a-0.m4s": try bytes("segment-0.m4s"), "a-1.m4s": try bytes("segment-1.m4s"),
    ]
    for name in ["b", "c"] { files.contents[name + "-1.m4s"] = files.contents["a-1.m4s"] }
    files.contents["ab.m3u8"] = list([("a", [0]), ("b", [1])], by: "")
    let found = try files.renditions("ab.m3u8")[0].findings.map(\.message)
    #expect(found.contains { $0.hasPrefix("'b-init.mp4' does not say how pictures of ") && $0.hasSuffix(" are coded, which segments from 2 on have") }, "\(found)")
    files.contents["ac.m3u8"] = list([("a", [0]), ("c", [1])], by: "")
    let same = try files.renditions("ac.m3u8")[0]
    #expect(!same.findings.contains { $0.message.hasPrefix("'c-init") } && same.notes == [])
  }

  /// Bytes are held against the boxes of the file that each map is of.
  @Test func rangesAreThoseOfEachMap() throws {
    var files = files()
    var starts: [String: (map: Int, segment: Int)] = [:]
    for name in ["a", "b"] {
      let (map, segment) = (files.contents[name + "-init.mp4"] ?? [], files.contents[name + "-1.m4s"] ?? [])
      files.contents[name + ".mp4"] = map + segment
      starts[name] = (map.count, segment.count)
    }
    func findings(short: Int, longer: Int) throws -> [String] {
      let lines = ["a", "b"].map { name in
        let (map, segment) = starts[name] ?? (0, 0)
        let isSecond = name == "b"
        return "#EXT-X-MAP:URI=\"\(name).mp4\",BYTERANGE=\"\(map - (isSecond ? short : 0))@0\"\n#EXTINF:1.0,\n"
          + "#EXT-X-BYTERANGE:\(segment + (isSecond ? longer : 0))@\(map)\n\(name).mp4\n"
      }
      files.contents["r.m3u8"] = Array(("#EXTM3U\n" + lines.joined(separator: "#EXT-X-DISCONTINUITY\n") + "#EXT-X-ENDLIST\n").utf8)
      return try files.renditions("r.m3u8")[0].findings.map(\.message)
    }
    #expect(try findings(short: 0, longer: 0) == [])
    #expect(try findings(short: 8, longer: 0) == ["the bytes of the initialization segment end before 'moov' does"])
    #expect(try findings(short: 0, longer: 1_000) == ["a segment ends behind its file"])
  }

  /// Keyframes of a list are described as segments are.
  @Test func keyframesHaveMapsAsWell() throws {
    var files = files()
    files.contents["v.m3u8"] = list([("a", [1, 2]), ("b", [1, 2])])
    let text = String(decoding: list([("a", [1, 2]), ("b", [1, 2])]), as: UTF8.self)
    files.contents["k.m3u8"] = Array(
      text.replacing("#EXTM3U\n", with: "#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n").replacing("#EXTINF:1.0,\n", with: "#EXTINF:1.0,\n#EXT-X-BYTERANGE:108@0\n").utf8)
    let alignment = Alignment(try files.renditions("v.m3u8", "k.m3u8"))
    #expect(alignment.renditions.flatMap(\.findings).map(\.message) == [])
    #expect(alignment.keyframeLists.map(\.listed) == [4] && alignment.renditions[1].boundaries.map(\.time) == [0, 90_000, 180_000, 270_000])
  }

  /// Where no timescale has the ticks of all they are in one that is finer than each.
  @Test func timesAreRoundedOnce() throws {
    var files = Files()
    for (name, scale) in [("a", 4_294_967_291), ("b", 4_294_967_279), ("c", 4_294_967_231)] as [(String, UInt32)] {
      files.add(name, timescale: scale, [Segment(time: 0, durations: [scale])])
    }
    files.contents["abc.m3u8"] = list([("a", [1]), ("b", [1]), ("c", [1])])
    let found = try files.renditions("abc.m3u8")[0]
    #expect(found.timescale == 1 << 32 && found.boundaries.map(\.time) == [0, 1 << 32, 1 << 33] && found.findings.isEmpty)
  }

  /// What is behind a boundary too many is not read, by whichever map.
  @Test func boundariesAreCountedThroughAllMaps() throws {
    var files = files()
    files.contents["aba.m3u8"] = list([("a", [1, 2]), ("b", [1, 2]), ("a", [1, 2])])
    var room = RenditionReader.Room()
    room.boundaries = 3
    let found = try files.renditions("aba.m3u8", room: room)[0]
    #expect(found.boundaries.count == 3)
    #expect(found.findings.map(\.message) == [
      "more than 3 boundaries: the rest was not read", "lengths were not compared: the list has 6, and samples begin 3 segments",
    ])
  }

  /// However many there are.
  @Test(.timeLimit(.minutes(1))) func mapsAreReadUpToALimit() throws {
    var files = files()
    var many = "#EXTM3U\n"
    for number in 0..<300 {
      files.contents["m\(number)"] = files.contents["a-init.mp4"]
      many += "#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI=\"m\(number)\"\n#EXTINF:1.0,\na-1.m4s\n"
    }
    files.contents["many.m3u8"] = Array(many.utf8)
    let found = try files.renditions("many.m3u8")[0]
    #expect(found.boundaries.count == 256 && found.findings.map(\.message) == ["segments behind EXT-X-MAP (m256) were not read: there are more than 256"])
    files.contents["turns.m3u8"] = list((0..<20_000).map { ($0 % 2 == 0 ? "a" : "b", [1]) })
    let turns = try files.renditions("turns.m3u8")[0]
    #expect(turns.boundaries.count == 20_000 && turns.end == 20_000 * 90_000 && turns.notes.count == 1)
    var room = RenditionReader.Room()
    room.nodes = 1_000
    let cut = try files.renditions("turns.m3u8", room: room)[0]
    #expect(cut.findings.first?.message.hasSuffix("segments were not read: their boxes are too many") == true)
  }
}
