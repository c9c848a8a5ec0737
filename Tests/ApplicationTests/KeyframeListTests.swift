// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import CommandLineSupport
import Corpus
import DumpApplication
import MediaInspection
import MediaReports
import StructureRendering
import Testing

/// Lists of keyframes (RFC 8216 §4.3.3.6) beside the renditions that they are for, what lists name besides, and which
/// rendition stands in front.
extension AlignmentTests {
  /// An entry of a list of keyframes: the fragment of a segment up to where its first sample ends.
  private struct Entry {
    var file: String
    var seconds: String
    var range = "108@0"
    var isAnew = false
  }

  /// Segments `v-1.m4s` to `v-4.m4s` of a second, which `v.m3u8` names, `k.m3u8` with keyframes alone, and `top.m3u8` with both.
  ///
  /// - Parameter anew: The segment that times begin anew at, from 0.
  private func files(_ entries: [Entry], anew: Int? = nil, isOfKeyframes: Bool = true) -> Files {
    var files = Files()
    files.add("v", (0..<4).map { number in
      let start = anew.map { number >= $0 ? $0 : 0 } ?? 0
      return Segment(time: UInt64(number - start) * 1_000, durations: [500, 500])
    })
    let map = "#EXT-X-MAP:URI=\"v-init.mp4\"\n"
    let segments = (0..<4).map { ($0 == anew ? "#EXT-X-DISCONTINUITY\n" : "") + "#EXTINF:1.0,\nv-\($0 + 1).m4s\n" }.joined()
    files.contents["v.m3u8"] = Array(("#EXTM3U\n" + map + segments + "#EXT-X-ENDLIST\n").utf8)
    let keyframes = entries.map {
      ($0.isAnew ? "#EXT-X-DISCONTINUITY\n" : "") + "#EXTINF:\($0.seconds),\n#EXT-X-BYTERANGE:\($0.range)\n\($0.file).m4s\n"
    }.joined()
    files.contents["k.m3u8"] = Array(
      ("#EXTM3U\n" + (isOfKeyframes ? "#EXT-X-I-FRAMES-ONLY\n" : "") + map + keyframes + "#EXT-X-ENDLIST\n").utf8)
    files.contents["top.m3u8"] = Array(
      ("#EXTM3U\n#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"k.m3u8\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n").utf8)
    return files
  }

  private func messages(_ alignment: Alignment) -> [String] { alignment.renditions.last?.findings.map(\.message) ?? [] }

  private func text(_ renditions: [Rendition], notes: [String] = []) -> String {
    var output = ByteWriter()
    AlignmentReport(Alignment(renditions, notes: notes), tolerance: nil, isInTicks: false, options: RenderOptions()).write(to: &output)
    return output.string.replacing("\n  ", with: " ")
  }

  private static let all = (1...4).map { Entry(file: "v-\($0)", seconds: "1.0") }

  /// A list may have fewer keyframes than there are, and is beside its rendition whatever stands first.
  @Test func listsHaveKeyframesOfTheirRendition() throws {
    let some = [Entry(file: "v-1", seconds: "2.0"), Entry(file: "v-3", seconds: "2.0")]
    for (entries, words) in [(Self.all, "\nB has all 4 keyframes of A\n"), (some, "\nB has 2 of the 4 keyframes of A\n")] {
      let files = files(entries)
      for operands in [["top.m3u8"], ["k.m3u8", "v.m3u8"], ["v.m3u8", "k.m3u8"]] {
        let found = try files.read(operands).renditions
        let alignment = Alignment(found)
        #expect(alignment.renditions.map(\.isOfKeyframes) == [false, true] && alignment.pairs.isEmpty && alignment.remarks == [])
        #expect(alignment.keyframeLists.map(\.listed) == [entries.count] && alignment.keyframeLists.map(\.isOfOwnFiles) == [false])
        #expect(messages(alignment) == [] && passes(found))
        #expect(text(found).contains(words) && text(found).hasSuffix("\naligned\n"), "\(text(found))")
      }
    }
    // Where there are lists of keyframes alone they are held against each other.
    #expect(Alignment(try files(some).renditions("k.m3u8", "k.m3u8")).pairs.map(\.largest?.ticks) == [0])
    // What follows a keyframe is more than it, and no fault.
    let longer = Alignment(try files([Entry(file: "v-1", seconds: "4.0", range: "112@0")]).renditions("top.m3u8"))
    #expect(longer.remarks == ["B: an entry has more samples than the keyframe"] && messages(longer).isEmpty)
  }

  @Test func entriesAreKeyframes() throws {
    var files = files(Self.all)
    files.contents["v-3.m4s"] = Files.media(Segment(time: 2_000, durations: [500, 500], isSync: false))
    let found = try files.renditions("top.m3u8")
    #expect(found[1].findings.map(\.message) == ["entry 3 is no keyframe"] || found[0].findings.map(\.message) == ["entry 3 is no keyframe"])
    #expect(Alignment(found).keyframeLists.map(\.listed) == [3] && !passes(found, tolerance: 1e9))
    // The fragment without its media.
    var empty = Self.all
    empty[1].range = "100@0"
    let none = Alignment(try self.files(empty).renditions("top.m3u8"))
    #expect(messages(none) == ["entry 2 has no sample in its bytes"])
    // A segment that the rendition has not.
    var other = self.files(Self.all)
    other.contents["v.m3u8"] = Array(
      "#EXTM3U\n#EXT-X-MAP:URI=\"v-init.mp4\"\n#EXT-X-BYTERANGE:116@0\nv-1.m4s\n#EXT-X-BYTERANGE:116@0\nv-2.m4s\n#EXT-X-ENDLIST\n".utf8)
    #expect(messages(Alignment(try other.renditions("top.m3u8"))).filter { $0.contains("nearest") }.count == 2)
    // A list of segments.
    let segments = try self.files(Self.all, isOfKeyframes: false).renditions("top.m3u8")
    #expect(messages(Alignment(segments)) == ["another list has it as one of keyframes, and it has no EXT-X-I-FRAMES-ONLY"])
    // Neither needs another list to be found.
    #expect(try self.files(empty).renditions("k.m3u8")[0].findings.map(\.message) == ["entry 2 has no sample in its bytes"])
    // One that is not there.
    var gone = self.files(Self.all)
    gone.contents["k.m3u8"] = nil
    let unread = Alignment(try gone.renditions("top.m3u8"))
    #expect(unread.renditions.map(\.isRead) == [true, false] && messages(unread).contains("k.m3u8 cannot be read"))
  }

  /// Several keyframes may be in one subsegment of an index, and in one segment.
  @Test func keyframesNeedNotBeginSubsegments() throws {
    var files = files([])
    let (start, parts) = (Files.initialization(timescale: 1_000), Self.seconds.prefix(2).map(Files.media))
    let index = atoms {
      atom("sidx", version: 0) { u32(1, 1_000, 0, 0); u16(0, 1); u32(UInt32(parts[0].count + parts[1].count), 2_000, 0x9000_0000) }
    }
    files.contents["a.mp4"] = start + index + parts[0] + parts[1]
    let first = start.count + index.count
    let map = "#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"\(first)@0\"\n"
    files.contents["v.m3u8"] = Array(("#EXTM3U\n" + map + "#EXTINF:2.0,\n#EXT-X-BYTERANGE:\(2 * parts[0].count)@\(first)\na.mp4\n#EXT-X-ENDLIST\n").utf8)
    files.contents["k.m3u8"] = Array(
      ("#EXTM3U\n#EXT-X-I-FRAMES-ONLY\n" + map + "#EXTINF:1.0,\n#EXT-X-BYTERANGE:108@\(first)\na.mp4\n"
        + "#EXTINF:1.0,\n#EXT-X-BYTERANGE:108@\(first + parts[0].count)\na.mp4\n#EXT-X-ENDLIST\n").utf8)
    let alignment = Alignment(try files.renditions("top.m3u8"))
    #expect(alignment.renditions.flatMap(\.findings).map(\.message) == [])
    #expect(alignment.keyframeLists.map(\.listed) == [2] && alignment.renditions.map(\.boundaries.count) == [1, 2])
    // Of what was not gone through it is not said that it has no samples, or ends elsewhere.
    var room = RenditionReader.Room()
    room.samples = 1
    #expect(try files.renditions("k.m3u8", room: room)[0].findings.map(\.kind) == [.unread])
  }

  /// The same segment may be played again, as between parts of a programme: each entry is the keyframe at its own time.
  @Test(arguments: ["", "#EXT-X-BYTERANGE:116@0\n"])
  func segmentsMayBeListedAgain(range: String) throws {
    var files = files([
      Entry(file: "v-1", seconds: "1.0"), Entry(file: "v-1", seconds: "1.0", isAnew: true), Entry(file: "v-2", seconds: "1.0", isAnew: true),
    ])
    let segments = ["v-1", "v-1", "v-2"].map { "#EXTINF:1.0,\n\(range)\($0).m4s\n" }.joined(separator: "#EXT-X-DISCONTINUITY\n")
    files.contents["v.m3u8"] = Array(("#EXTM3U\n#EXT-X-MAP:URI=\"v-init.mp4\"\n" + segments + "#EXT-X-ENDLIST\n").utf8)
    let alignment = Alignment(try files.renditions("top.m3u8"))
    #expect(alignment.renditions.map { $0.boundaries.map(\.time) } == [[0, 1_000, 2_000], [0, 1_000, 2_000]])
    #expect(alignment.renditions.map { $0.findings.map(\.message) } == [[], []])
    #expect(alignment.keyframeLists.map(\.listed) == [3])
  }

  /// Nothing is said of keyframes that were not kept, or are of no pictures.
  @Test func whatIsNotComparedIsNotAligned() throws {
    var files = files(Self.all)
    var room = RenditionReader.Room()
    room.keyframes = 2
    let many = try files.renditions("top.m3u8", room: room)
    #expect(messages(Alignment(many)) == ["more than 2 keyframes of A: they were not compared"])
    #expect(Alignment(many).keyframeLists.isEmpty && !passes(many))
    files.add("s", isSound: true, Self.seconds)
    files.contents["s.m3u8"] = Array(("#EXTM3U\n#EXT-X-MAP:URI=\"s-init.mp4\"\n#EXTINF:1.0,\ns-1.m4s\n").utf8)
    let sound = try files.renditions("s.m3u8", "k.m3u8")
    #expect(messages(Alignment(sound)) == ["no rendition with pictures was read that its keyframes may be those of"] && !passes(sound))
  }

  /// A list of lists need not say of one that it is of keyframes alone.
  @Test func listsOfKeyframesMayBeNamedAsOthersAre() throws {
    var files = files(Self.all)
    files.contents["top.m3u8"] = Array("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=2\nv.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=1\nk.m3u8\n".utf8)
    let found = try files.renditions("top.m3u8")
    #expect(Alignment(found).keyframeLists.map(\.listed) == [4] && passes(found))
  }

  /// The window of a stream that goes on may have moved between two lists: what the one alone has is not wrong.
  @Test func windowsMayHaveMoved() throws {
    func window(_ segments: [Int]) -> [UInt8] {
      Array(("#EXTM3U\n#EXT-X-MAP:URI=\"v-init.mp4\"\n" + segments.map { "#EXTINF:1.0,\nv-\($0).m4s\n" }.joined()).utf8)
    }
    var anew = files([Entry(file: "v-1", seconds: "1.0"), Entry(file: "v-3", seconds: "1.0", isAnew: true), Entry(file: "v-4", seconds: "1.0")], anew: 2)
    anew.contents["v.m3u8"] = window([3, 4])
    #expect(messages(Alignment(try anew.renditions("top.m3u8"))) == [])
    var own = files((1...3).map { Entry(file: "k-\($0)", seconds: "2.0", range: "104@0") })
    for number in 1...3 { own.contents["k-\(number).m4s"] = Files.media(Segment(time: UInt64(number - 1) * 2_000, durations: [500])) }
    own.contents["v.m3u8"] = window([2, 3, 4])
    let alignment = Alignment(try own.renditions("top.m3u8"))
    #expect(messages(alignment) == [] && alignment.keyframeLists.map(\.listed) == [1] && alignment.keyframeLists.map(\.elsewhere) == [0])
  }

  /// Pictures that are coded for a list may be closer to each other than keyframes are.
  @Test func picturesOfTheirOwnMayBeMoreThanKeyframes() throws {
    var files = files((0..<8).map { Entry(file: "k-\($0)", seconds: "0.5", range: "104@0") })
    for number in 0..<8 { files.contents["k-\(number).m4s"] = Files.media(Segment(time: UInt64(number) * 500, durations: [500])) }
    let found = try files.renditions("top.m3u8")
    #expect(messages(Alignment(found)) == [] && passes(found))
    let words = "B has all 4 keyframes of A, in files of its own; 4 of its entries are at none, 500.000 ms from the nearest at most\n"
    #expect(text(found).contains(words), "\(text(found))")
  }

  /// A list of such pictures begins where its rendition does, and is not as far from each of its keyframes.
  @Test(arguments: [(150, 8), (-150, 8), (500, 5)])
  func listsOfTheirOwnPicturesAreNotShifted(shift: Int, count: Int) throws {
    let start = 200
    func files(_ shift: Int) -> Files {
      var files = self.files((0..<count).map { Entry(file: "k-\($0)", seconds: "0.5", range: "104@0") })
      files.add("v", (0..<4).map { Segment(time: UInt64(start + $0 * 1_000), durations: [500, 500]) })
      for number in 0..<count {
        files.contents["k-\(number).m4s"] = Files.media(Segment(time: UInt64(start + shift + number * 500), durations: [500]))
      }
      return files
    }
    for shift in [0, 100, -99] { #expect(messages(Alignment(try files(shift).renditions("top.m3u8"))) == []) }
    let found = try files(shift).renditions("top.m3u8")
    let side = shift > 0 ? "before" : "behind"
    let words = shift == 500
      ? "the first keyframe of A lies before the first entry" : "the list is shifted: all keyframes of A lie as far \(side) its entries"
    #expect(messages(Alignment(found)) == [words])
    #expect(!passes(found, tolerance: 149) && passes(found, tolerance: 500))
    let said = text(found).replacing("  ", with: " ")
    #expect(said.contains("\nB: \(words): \(abs(shift)).000 ms [keyframe-elsewhere]\n"), "\(said)")
    // Of a stream that goes on such pictures are of any moments.
    var live = files(shift)
    for name in ["v.m3u8", "k.m3u8"] {
      let text = String(decoding: live.contents[name] ?? [], as: UTF8.self)
      live.contents[name] = Array(text.replacing("#EXT-X-ENDLIST\n", with: "").utf8)
    }
    #expect(messages(Alignment(try live.renditions("top.m3u8"))) == [])
  }

  /// By how much is said of all keyframes, wherever the first entry is.
  @Test func shiftsAreThoseOfTheKeyframes() throws {
    let entries: [(time: UInt64, seconds: String)] = [(250, "1.1"), (1_350, "1.0"), (2_350, "1.0"), (3_350, "0.5"), (3_850, "0.5")]
    var files = self.files(entries.indices.map { Entry(file: "k-\($0)", seconds: entries[$0].seconds, range: "104@0") })
    files.add("v", (0..<4).map { Segment(time: UInt64(200 + $0 * 1_000), durations: [500, 500]) })
    for (number, entry) in entries.enumerated() {
      files.contents["k-\(number).m4s"] = Files.media(Segment(time: entry.time, durations: [500]))
    }
    let finding = try #require(Alignment(try files.renditions("top.m3u8")).renditions.last?.findings.first)
    #expect(finding.message == "the list is shifted: all keyframes of A lie as far before its entries" && finding.milliseconds == 150)
  }

  /// Pictures in files of their own are held against the keyframes by their times, to the tolerance.
  @Test(arguments: [(1_000, "1.0"), (1_040, "0.96")] as [(UInt64, String)])
  func keyframesInFilesOfTheirOwnHaveTheirTimes(second: UInt64, length: String) throws {
    var files = files([
      Entry(file: "k-1", seconds: "\(Double(second) / 1_000)", range: "104@0"), Entry(file: "k-2", seconds: length, range: "104@0"),
    ])
    files.contents["k-1.m4s"] = Files.media(Segment(time: 0, durations: [500]))
    files.contents["k-2.m4s"] = Files.media(Segment(time: second, durations: [500]))
    let found = try files.renditions("top.m3u8")
    let alignment = Alignment(found)
    let isFine = second == 1_000
    #expect(alignment.keyframeLists.map(\.isOfOwnFiles) == [true] && alignment.keyframeLists.map(\.elsewhere) == [isFine ? 0 : 1])
    #expect(messages(alignment) == (isFine ? [] : ["the nearest keyframe of A is before entry 2"]))
    #expect(passes(found, tolerance: 39) == isFine && passes(found, tolerance: 40))
    let words = isFine ? "B has 2 of the 4 keyframes of A, in files of its own\n"
      : "B has 1 of the 4 keyframes of A, in files of its own; 1 of its entries is at none, 40.000 ms from the nearest at most\n"
    #expect(text(found).contains(words), "\(text(found))")
  }

  /// A list with fewer entries has its discontinuities at other ones, between the same two moments.
  @Test func discontinuitiesOfKeyframesAreComparedByTime() throws {
    func entries(isAnew: Bool, _ length: String = "3.0") -> [Entry] {
      [Entry(file: "v-1", seconds: length), Entry(file: "v-4", seconds: "1.0", isAnew: isAnew)]
    }
    let same = Alignment(try files(entries(isAnew: true), anew: 2).renditions("top.m3u8"))
    #expect(same.renditions.map { $0.boundaries.map(\.time) } == [[0, 1_000, 2_000, 3_000], [0, 3_000]])
    #expect(messages(same) == [] && same.renditions[0].findings.isEmpty)
    let without = Alignment(try files(entries(isAnew: false), anew: 2).renditions("top.m3u8"))
    #expect(messages(without).contains("times do not begin anew at entry 2 or before it, and those of A do"))
    let with = Alignment(try files(entries(isAnew: true)).renditions("top.m3u8"))
    #expect(messages(with) == ["times begin anew at entry 2, and those of A do not"])
    // How long the keyframe in front of it lasts the rendition says.
    let short = Alignment(try files(entries(isAnew: true, "2.0"), anew: 2).renditions("top.m3u8"))
    #expect(messages(short) == ["entry 1 is said to last 2.0 s"])
  }

  /// The last keyframe lasts up to where the presentation ends.
  @Test(arguments: [("1.0", []), ("1.05", []), ("2.0", ["entry 4 is said to last 2.0 s"])] as [(String, [String])])
  func theLastKeyframeLastsToTheEnd(length: String, words: [String]) throws {
    var entries = Self.all
    entries[3].seconds = length
    #expect(messages(Alignment(try files(entries).renditions("top.m3u8"))) == words)
  }

  /// Discontinuities of segments that are as long stand at the same ones, others at the same time.
  @Test func discontinuitiesOfOtherSegmentsAreComparedByTime() throws {
    var files = files([], anew: 2)
    files.add("s", timescale: 1_000, isSound: true, [
      Segment(time: 0, durations: Array(repeating: 500, count: 4)), Segment(time: 0, durations: Array(repeating: 500, count: 4)),
    ])
    for (name, tags) in [("s", ["", "#EXT-X-DISCONTINUITY\n"]), ("t", ["", ""])] {
      let lines = zip(tags, 1...2).map { "\($0)#EXTINF:2.0,\ns-\($1).m4s\n" }.joined()
      files.contents[name + ".m3u8"] = Array(("#EXTM3U\n#EXT-X-MAP:URI=\"s-init.mp4\"\n" + lines).utf8)
    }
    func found(_ name: String) throws -> [String] {
      Alignment(try files.renditions("v.m3u8", name)).renditions[1].findings.filter { $0.kind == .discontinuity }.map(\.message)
    }
    #expect(try found("s.m3u8") == [])
    #expect(try found("t.m3u8") == ["times begin anew at none, those of A at segment 3 (2.0 s)"])
  }

  // MARK: What else lists name

  /// The renditions of a list with pictures stand in front, and what has no samples is in no place of theirs.
  @Test func picturesStandInFrontOfSound() throws {
    var files = files(Self.all)
    files.add("s", isSound: true, (0..<4).map { Segment(time: $0 * 1_000, durations: [500, 500]) })
    files.contents["s.m3u8"] = Array(
      ("#EXTM3U\n#EXT-X-MAP:URI=\"s-init.mp4\"\n" + (1...4).map { "#EXTINF:1.0,\ns-\($0).m4s\n" }.joined()).utf8)
    files.contents["t.m3u8"] = Array("#EXTM3U\n#EXTINF:4.0,\nt-1.VTT?x\n#EXT-X-ENDLIST\n".utf8)
    files.contents["set.m3u8"] = Array(
      ("#EXTM3U\n#EXT-X-MEDIA:TYPE=SUBTITLES,URI=\"t.m3u8\"\n#EXT-X-MEDIA:TYPE=AUDIO,URI=\"s.m3u8\"\n"
        + "#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n").utf8)
    let (found, notes) = try files.read(["set.m3u8"])
    #expect(found.map(\.name) == ["v.m3u8", "s.m3u8"] && passes(found))
    #expect(notes == ["not compared: t.m3u8 (WebVTT), which has no samples"])
    #expect(text(found, notes: notes).contains("\nnote: not compared: t.m3u8 (WebVTT), which has no samples\n"))
    // What was read is not written over.
    var reader = files.reader()
    _ = try reader.renditions(of: [FilePath("set.m3u8")])
    #expect(reader.read.contains(FilePath("t.m3u8")))
    // Texts alone are nothing to be compared.
    files.contents["set.m3u8"] = Array("#EXTM3U\n#EXT-X-MEDIA:TYPE=SUBTITLES,URI=\"t.m3u8\"\n".utf8)
    #expect(throws: UsageError.self) { try files.renditions("set.m3u8") }
    let text = "<AdaptationSet mimeType='text/vtt'><Representation id='t'><BaseURL>t.vtt</BaseURL></Representation></AdaptationSet>"
    let thumbnails = "<AdaptationSet><SegmentTemplate media='$Number$.jpg' duration='1' endNumber='4'/><Representation id='j' mimeType='image/jpeg'/></AdaptationSet>"
    let video = "<AdaptationSet mimeType='video/mp4'><SegmentTemplate initialization='v-init.mp4' media='v-$Number$.m4s' duration='1' endNumber='4'/><Representation id='v'/></AdaptationSet>"
    files.contents["set.mpd"] = Array("<MPD><Period>\(text)\(thumbnails)\(video)</Period></MPD>".utf8)
    let manifest = try files.read(["set.mpd"])
    #expect(manifest.renditions.map(\.name) == ["v"] && passes(manifest.renditions))
    #expect(
      manifest.notes == ["not compared: t (text/vtt), which has no samples", "not compared: j (image/jpeg), which has no samples"])
  }
}
