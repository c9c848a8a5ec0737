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
  ])
  func aManifestThatIsWholeSaysNothing(rest: String, names: [String]) {
    // Behind the last element nothing is lost.
    for end in ["", " ", "<!-- ", "</MPD>"] {
      let lists = ManifestReader.read(
        "<MPD><Period><AdaptationSet><Representation id='a'/>\(rest)</AdaptationSet></Period></MPD>" + end) { _ in true }
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
    guard case .renditions(let names, let count, let remarks, _) = PlaylistReader.read(text, name: "x") else {
      Issue.record("no lists")
      return
    }
    #expect(names == ["a"] && count == 1 && remarks == words)
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
}
