import ByteReading
import Corpus
@testable import MediaInspection
import Testing

/// Lists that break off, or do not say how long their media is, and renditions of which little is known.
extension AlignmentTests {
  // MARK: Lists that break off

  /// What was begun behind the first representation and has no end may be another one.
  @Test(arguments: [
    "", "<Representation id='b'", "<!-- </AdaptationSet></Period></MPD>",
    "<Representation id='b'><a></Representation></AdaptationSet></Period></MPD>", "<AdaptationSet xlink:href='x'></Period></MPD>",
    "<Representation id='b/></AdaptationSet></Period></MPD>",
  ])
  func aManifestThatBreaksOffSaysSo(rest: String) {
    let lists = ManifestReader.read("<MPD><Period><AdaptationSet><Representation id='a'/>" + rest) { _ in true }
    #expect(lists.map(\.name) == ["a"])
    #expect(lists.map(\.remarks) == [["the manifest ends inside an element: not all of it was read"]])
  }

  @Test(arguments: [
    ("", ["a"]), ("<Representation id='b>c'/>", ["a", "b>c"]), ("<Representation id=\"b'>\" />", ["a", "b'>"]),
    ("<Label>it's</Label><Representation id='b'/>", ["a", "b"]), ("<!-- it's <a> --><Representation id='b'/>", ["a", "b"]),
    ("<?x it's?><Representation id='b'></Representation>", ["a", "b"]), ("<a:b><c/></a:b>", ["a"]),
    // Blanks of XML, and lines that end as those of Windows do.
    ("<Representation\r\n id='b'>\r\n</Representation\n>", ["a", "b"]),
  ])
  func aManifestThatIsWholeSaysNothing(rest: String, names: [String]) {
    // Behind the last element nothing is lost.
    for end in ["", " ", "<!-- ", "</MPD>", "</MPD\r\n>"] {
      let lists = ManifestReader.read(
        "<MPD\r\n xmlns='x'><Period><AdaptationSet><Representation id='a'/>\(rest)</AdaptationSet></Period></MPD>" + end) { _ in true }
      #expect(lists.map(\.name) == names && lists.allSatisfy { $0.remarks.isEmpty }, "\(end)")
    }
  }

  @Test func theLastOfManyMayBreakOff() {
    let lists = ManifestReader.read("<MPD>" + String(repeating: "<Representation/>", count: 256)) { _ in true }
    #expect(lists.count == 256 && lists[255].remarks == ["the manifest ends inside an element: not all of it was read"])
  }

  /// Lines of a segment or of a list stand in front of its name.
  @Test(arguments: [
    ("", false), ("#EXTINF:1,", true), ("#EXT-X-BYTERANGE:4@0", true), ("#EXT-X-BYTERANGE:4", true),
    ("#EXT-X-STREAM-INF:BANDWIDTH=1", true), ("#EXT-X-DISCONTINUITY\n", false), ("#EXT-X-ENDLIST", false), ("# 1", false),
    ("#EXTINF:1,\nb", false), ("#EXT-X-MAP:URI=\"m\"", false),
  ])
  func aPlaylistThatBreaksOffSaysSo(end: String, breaksOff: Bool) {
    let words = breaksOff ? ["the list ends before the name that its last lines are of"] : []
    guard case .media(let list) = PlaylistReader.read("#EXTM3U\n#EXTINF:1,\na\n" + end, name: "x") else {
      Issue.record("no segments")
      return
    }
    #expect(list.segments.first?.reference == "a" && list.remarks.filter { $0.hasPrefix("the list ends") } == words)
    guard end.isEmpty || end.hasPrefix("#EXT-X-STREAM") else { return }
    let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=2\na\n" + end
    guard case .renditions(let names, let count, let remarks) = PlaylistReader.read(text, name: "x") else {
      Issue.record("no lists")
      return
    }
    #expect(names.map(\.text) == ["a"] && count == 1 && remarks == words)
  }

  // MARK: Lengths that are not known

  /// Where nobody says how long the media is, a file behind says that one is missing.
  @Test(arguments: [("", 4), ("mediaPresentationDuration='P1M'", 4), ("mediaPresentationDuration='P0Y0M0DT0H0M12S'", 2)])
  func whatHasNoKnownLengthGoesOn(media: String, count: Int) {
    let text = "<MPD \(media)><Period><SegmentTemplate media='$Number$' duration='4'/><Representation/></Period></MPD>"
    let lists = ManifestReader.read(text) { ["1", "2", "4"].contains($0.reference) }
    #expect(lists.map(\.segments.count) == [count])
    #expect(lists.map(\.end) == [count == 4 ? nil : RenditionList.End(seconds: 12, slack: 0.5, missing: 3)])
  }

  // MARK: What stands first

  /// Pictures end beside each other where sound stands in front of them: half a second is tolerated of sound alone.
  @Test func picturesEndBesidePictures() throws {
    var files = Files()
    files.add("s", isSound: true, Self.seconds)
    files.add("v", Self.seconds)
    files.add("w", Array(Self.seconds.dropLast()) + [Segment(time: 3_000, durations: [500, 40])])
    let found = try files.renditions(
      "s-init.mp4", "s-1.m4s", "s-2.m4s", "s-3.m4s", "s-4.m4s", "v-init.mp4", "v-1.m4s", "v-2.m4s", "v-3.m4s", "v-4.m4s",
      "w-init.mp4", "w-1.m4s", "w-2.m4s", "w-3.m4s", "w-4.m4s")
    let ends = Alignment(found).renditions.map { $0.findings.filter { $0.kind == .end || $0.kind == .otherEnd } }
    #expect(ends.map { $0.map(\.message) } == [[], [], ["ends before B does"]])
    #expect(ends[2].map(\.kind) == [.end] && ends[2].map(\.milliseconds) == [460])
    #expect(!passes(found) && passes(found, tolerance: 460) && passes(Array(found.prefix(2))))
  }

  /// A first sample of a second is no frame of sound, whatever it claims.
  @Test(arguments: [(499, true), (500, false), (600, false)] as [(UInt32, Bool)])
  func noFrameIsLongerThanHalfASecond(apart: UInt32, isWithin: Bool) throws {
    var files = Files()
    files.add("v", (0..<2).map { Segment(time: $0 * 2_000, durations: [2_000]) })
    files.add("s", isSound: true, [
      Segment(time: 0, durations: [1_000, 1_000 + apart]), Segment(time: 2_000 + UInt64(apart), durations: [2_000 - apart]),
    ])
    let found = try files.renditions("v-init.mp4", "v-1.m4s", "v-2.m4s", "s-init.mp4", "s-1.m4s", "s-2.m4s")
    let pair = try #require(Alignment(found).pairs.first)
    #expect(pair.largest?.ticks == Int64(apart) && pair.isWithinFrames == isWithin && passes(found, tolerance: nil) == isWithin)
  }

  /// Segments of eight bytes hold nothing: of a list that need not have all samples, too.
  @Test func segmentsWithoutSamplesAreFound() throws {
    let movie = MovieSamples(try MediaFile.open(try Corpus.open("encoded/fragmented.mp4")))
    let name = try #require(movie.tracks.first { $0.handler == "vide" }?.name)
    let rendition = Rendition(
      name: "a", movie: movie, ranges: [Rendition.Piece(file: 0, bytes: 0..<8)], isListed: false, isWhole: false)
    #expect(rendition.boundaries.isEmpty)
    #expect(rendition.findings.map(\.message) == ["no sample of \(name) is in the segments that were read"])
    #expect(rendition.findings.map(\.kind) == [.unread])
  }

  /// What is said of others does not depend on whether the first was read.
  @Test func notesOfOthersAreToldBesideWhatWasNotRead() throws {
    var files = Files()
    files.add("v", Self.seconds)
    var others = [Rendition(unread: "a")] + (try files.renditions("v-init.mp4", "v-1.m4s"))
    others[1].notes = ["more is there"]
    #expect(Alignment(others).remarks == ["B: more is there"])
  }
}
