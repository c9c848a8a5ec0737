import ByteReading
import CommandLineSupport
import Corpus
import DumpApplication
@testable import MediaInspection
import MediaReports
import Structure
import StructureRendering
import Testing

/// What lists name and is not there, not listed, or elsewhere: nothing is aligned that was not read.
@Suite struct UnreadMediaTests {
  /// The renditions of a list beside the segments of the corpus, 0.08 s to 0.48 s, but those that are not there.
  private func renditions(_ text: String, _ name: String = "list.mpd", lists: [String: String] = [:], without absent: Set<String> = [])
    throws -> [Rendition]
  {
    let lists = lists.merging([name: text]) { first, _ in first }
    var reader = RenditionReader(
      RenditionFiles(
        text: { path throws(UsageError) in
          guard let text = lists[path.display] else { throw UsageError("there is none") }
          return text
        },
        open: { path throws(UsageError) in
          let isText = path.display.hasPrefix("text-")
          let name = isText ? String(path.display.dropFirst(5)) : path.display
          guard !absent.contains(name), let source = try? Corpus.open("encoded/" + name) else { throw UsageError("there is none") }
          var bytes = (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }
          if isText { bytes = bytes.setting("moov/trak/mdia/hdlr", at: 8) { u32(0x7465_7874) } }
          guard let document = try? MediaFile.open(ByteSource(copying: bytes)) else { throw UsageError("it is no media") }
          return document
        },
        exists: { !absent.contains($0.display) && (try? Corpus.open("encoded/" + $0.display)) != nil }))
    return try reader.renditions(of: [FilePath(name)])
  }

  private func passes(_ renditions: [Rendition]) -> Bool {
    AlignmentReport(Alignment(renditions), tolerance: 0, isInTicks: false, options: RenderOptions()).passes
  }

  private func lists(_ manifest: String, files: [Int] = []) -> [RenditionList] {
    let files = Set(files.map { "\($0)" })
    return ManifestReader.read(manifest) { files.contains($0.reference) }
  }

  // MARK: Streams that go on

  private static let timeline = "><SegmentTimeline><S t='1' d='1' r='-1'/></SegmentTimeline></SegmentTemplate>"

  /// A file behind says that one is missing, if it is not too far behind.
  @Test(arguments: [
    ([1, 2, 3], 3), ([1, 2, 4, 5], 5), ([2, 3], 3), ([1, 4, 7], 7), ([1, 34], 34), ([1, 35], 35), ([1, 500], 500),
    ([1, 2] + Array(900...915), 915), ([1] + Array(2_000...2_070), 2_070), ([1] + Array(6_000...6_070), 1),
  ] as [([Int], Int)])
  func streamsGoOnBehindWhatIsMissing(files: [Int], last: Int) {
    for template in ["media='$Number$' duration='1'/>", "media='$Number$'" + Self.timeline, "media='$Time$'" + Self.timeline] {
      let text = "<MPD type='dynamic'><Period><SegmentTemplate \(template)<Representation/></Period></MPD>"
      let found = lists(text, files: files).first
      #expect(found?.segments.map(\.reference) == (1...last).map { "\($0)" } && found?.remarks == [], "\(template)")
    }
  }

  /// Where none of the first segments is there, nothing was found out of the stream.
  @Test func streamsWithoutTheirFirstFilesAreSaid() {
    for template in ["duration='1'/>", Self.timeline] {
      let text = "<MPD type='dynamic'><Period><SegmentTemplate media='v-$Number$' \(template)<Representation/></Period></MPD>"
      let found = lists(text, files: [1]).first
      #expect(found?.remarks == ["segment 1 ('v-1') is not there, and none was found behind it"], "\(template)")
    }
  }

  @Test func noSegmentBehindTheLastNumberIsLookedFor() {
    let text = "<MPD type='dynamic'><Period><SegmentTemplate media='$Number$' duration='1' endNumber='3'/><Representation/></Period></MPD>"
    #expect(lists(text, files: [1, 4]).map { $0.segments.map(\.reference) } == [["1"]])
    #expect(lists(text, files: [1, 3, 4]).map { $0.segments.map(\.reference) } == [["1", "2", "3"]])
  }

  @Test func whatAStreamLacksIsNotAligned() throws {
    let text = """
      <MPD type='dynamic'><Period><SegmentTemplate initialization='segment-init.mp4' media='segment-$Number$.m4s' startNumber='0'
      timescale='10' duration='2'/><Representation id='v'/><Representation id='w'/></Period></MPD>
      """
    #expect(passes(try renditions(text)))
    let found = try renditions(text, without: ["segment-0.m4s"])
    #expect(found.map(\.boundaries.count) == [1, 1] && !passes(found))
    #expect(found.allSatisfy { $0.findings.map(\.message).contains("'segment-0.m4s' was not read: there is none") })
  }

  /// However many segments there are not, that is one finding, with where they begin and how long they last.
  @Test func segmentsThatAreNotThereAreSaidOnce() throws {
    let list = "#EXTM3U\n#EXT-X-MAP:URI=\"segment-init.mp4\"\n#EXTINF:0.2,\nsegment-0.m4s\n"
    func findings(_ numbers: [Int], _ behind: String = "#EXTINF:0.2,\nsegment-1.m4s\n") throws -> [String] {
      let gone = numbers.map { "#EXTINF:0.2,\ngone-\($0).m4s\n" }.joined()
      return try renditions(list + gone + behind, "list.m3u8").flatMap(\.findings).filter { $0.kind == .unread }.map(\.message)
    }
    #expect(try findings([2]) == ["'gone-2.m4s' was not read: there is none"])
    #expect(
      try findings(Array(2...51)) == ["50 segments, 10.0 s together, were not read, from segment 2 ('gone-2.m4s') on: there is none"])
    // Those between which others are stand apart, three of them.
    let other = "#EXTINF:0.2,\nsegment-1.m4s\n#EXTINF:0.2,\ngone-9.m4s\n"
    #expect(try findings([2], other).count == 2)
    #expect(try findings([2], String(repeating: other, count: 5)).last == "3 more segments were not read")
  }

  // MARK: Media that is longer

  /// Lists and files have the media that the manifest is of, up to half a second; texts need not go on to its end.
  @Test(arguments: [("0.9", "", true), ("2", "", false), ("2", "text-", true), ("2", "dynamic", true)])
  func mediaIsAsLongAsItIsSaid(seconds: String, kind: String, isWhole: Bool) throws {
    let (start, type) = (kind == "text-" ? kind : "", kind == "dynamic" ? "type='dynamic'" : "")
    let list = """
      <SegmentList timescale='10' duration='2'><Initialization sourceURL='\(start)segment-init.mp4'/>
      <SegmentURL media='segment-0.m4s'/><SegmentURL media='segment-1.m4s'/></SegmentList>
      """
    for content in [list, "<BaseURL>\(start)dash-sidx.mp4</BaseURL>"] {
      let found = try renditions(
        "<MPD \(type) mediaPresentationDuration='PT\(seconds)S'><Period><Representation>\(content)</Representation></Period></MPD>")
      let messages = found.flatMap(\.findings).filter { $0.kind == .unread }.map(\.message)
      #expect(messages == (isWhole ? [] : ["its samples end before the media does: 0.48 s of 2.0 s were read"]), "\(content)")
    }
  }

  /// What a list says of the lengths of its segments is held against them, but of the last one.
  @Test func lengthsOfAListAreCompared() throws {
    let found = try renditions(
      """
      <MPD><Period><Representation><SegmentList duration='5'><Initialization sourceURL='segment-init.mp4'/>
      <SegmentURL media='segment-0.m4s'/><SegmentURL media='segment-1.m4s'/></SegmentList></Representation></Period></MPD>
      """)
    #expect(found.flatMap(\.findings).map(\.message) == ["segment 1 is said to last 5.0 s"])
  }

  // MARK: Playlists

  private func remarks(_ lines: String) -> [String]? {
    guard case .media(let list) = PlaylistReader.read("#EXTM3U\n" + lines, name: "list") else { return nil }
    return list.remarks
  }

  @Test func segmentsThatAnEarlierListHasAreSaid() {
    #expect(remarks("#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXTINF:2,\na\n") == ["2 segments are left out that an earlier list has (EXT-X-SKIP)"])
    #expect(remarks("#EXT-X-SKIP:SKIPPED-SEGMENTS=1\n") == ["a segment is left out that an earlier list has (EXT-X-SKIP)"])
    #expect(remarks("#EXT-X-SKIP:\n") == ["segments are left out that an earlier list has (EXT-X-SKIP)"])
  }

  /// Parts of a segment that is listed itself are in it; those behind the last one are nowhere else, and what is
  /// announced is not there yet.
  @Test func partsBehindTheLastSegmentAreSaid() {
    let part = "#EXT-X-PART:DURATION=1,URI=\"p\"\n"
    let whole = "#EXT-X-PART-INF:PART-TARGET=1\n" + part + part + "#EXTINF:2,\na\n"
    #expect(remarks(whole) == [] && remarks(whole + "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"q\"\n") == [])
    #expect(remarks(whole + part) == ["a part behind its last segment was not read (EXT-X-PART)"])
    #expect(remarks(whole + part + part) == ["2 parts behind its last segment were not read (EXT-X-PART)"])
  }

  // MARK: What stands elsewhere

  private static let period = "<SegmentTemplate media='$Number$'><SegmentTimeline><S d='6'/></SegmentTimeline></SegmentTemplate><Representation/>"

  private func remote(_ period: String, _ behind: String = "", in front: String = "") -> [[String]] {
    lists("<MPD mediaPresentationDuration='PT6S'>\(front)<Period>\(Self.period)\(period)</Period>\(behind)</MPD>").map(\.remarks)
  }

  @Test func whatStandsElsewhereIsSaid() {
    #expect(remote("<AdaptationSet xlink:href='a.xml'/>") == [["AdaptationSet stands elsewhere (a.xml): nothing is fetched"]])
    let period = "<Period xlink:href='http://host/p' xlink:actuate='onLoad'></Period>"
    let words = "Period stands elsewhere (http://host/p): nothing is fetched"
    #expect(remote("", period) == [[words]])
    // The period that is read is the first of those that are here.
    #expect(remote("", in: period) == [[words]])
    #expect(remote("", "<Period><Representation/></Period>", in: period) == [[], [words]])
    let list = "<AdaptationSet><SegmentList xl:href='l'/><Representation/></AdaptationSet>"
    #expect(remote(list) == [[], ["SegmentList stands elsewhere (l): nothing is fetched"]])
    #expect(remote(String(repeating: "<AdaptationSet xlink:href='a'/>", count: 1_000)).map(\.count) == [16])
  }

  /// What is there is read, what is to be left out is nothing, and events are no media.
  @Test func whatIsHereIsNotElsewhere() {
    #expect(remote("<AdaptationSet xlink:href='a.xml'>\(Self.period)</AdaptationSet>") == [[], []])
    #expect(remote("<EventStream xlink:href='e.xml'/>") == [[]])
    let nothing = "<Period xlink:href='urn:mpeg:dash:resolve-to-zero:2013'/>"
    #expect(remote("", nothing) == [[]] && remote("", in: nothing) == [[]])
  }

  /// How long the first of several periods is, of which one stands elsewhere, nobody knows.
  @Test func aPeriodElsewhereMayHaveTheRest() {
    let text = "<MPD mediaPresentationDuration='PT12S'><Period>\(Self.period)</Period>"
    #expect(lists(text + "</MPD>").map(\.remarks) == [["its timeline ends at 6.0 s of 12.0 s"]])
    #expect(
      lists(text + "<Period xlink:href='p'/></MPD>").map(\.remarks) == [["Period stands elsewhere (p): nothing is fetched"]])
  }

  // MARK: Dots

  @Test(arguments: [
    ("x/../a", "a"), ("x/./a", "x/a"), ("./a", "a"), ("../a", "../a"), ("x/../../a", "../a"), ("../../a", "../../a"), ("x/..", ""),
    ("..", "../"), (".", ""), ("x/y/..", "x/"), ("/x/../a", "/a"), ("/../a", "/a"), ("/..", "/"), ("x/%2E%2e/a", "a"), ("x/.%2E/a", "a"),
    ("x/..a/.b", "x/..a/.b"), ("x//../a", "x/a"), ("x/..//a", ".//a"), ("x/../c:a", "./c:a"), ("x/../a?q=/../b", "a?q=/../b"),
    ("a#/../b", "a#/../b"), ("...", "..."), ("", ""),
  ])
  func dotsLeadToOtherDirectories(reference: String, path: String) {
    #expect(ReferenceBase.withoutDots(reference) == path)
    #expect(ReferenceBase.withoutDots(path) == path)
  }

  /// Bases may end in dots, of playlists and manifests alike; what is of a host stays as it is.
  @Test func referencesLeaveDirectories() {
    #expect(ReferenceBase("dash/").resolving("../v/1.m4s") == "v/1.m4s")
    #expect(ReferenceBase(ReferenceBase("x%20y/z/q/").resolving("..")).resolving("v/1") == "x%20y/z/v/1")
    #expect(ReferenceBase("http://host/x/").resolving("../a") == "http://host/x/../a")
    #expect(RenditionList.Part(reference: "gone/../v%2F/1.m4s?../a").fileName == Array("v//1.m4s".utf8))
  }
}
