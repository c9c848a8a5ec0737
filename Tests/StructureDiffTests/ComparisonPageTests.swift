import Corpus
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// What the page of `Comparison` shows, compiled and run.
@Suite struct ComparisonPageTests {
  /// The words are those that `atomdiff a.mp4 b.mp4` prints.
  @Test func changesArePrintedInTheWordsOfTheTool() throws {
    let before = try MediaFile.open(Corpus.open("mockups/a.mp4"))
    let after = try MediaFile.open(Corpus.open("mockups/b.mp4"))
    let comparison = Comparison(before, after, rules: .media)
    let words = ChangeWords(comparison)
    #expect(
      comparison.changes.map(words.line).joined(separator: "\n") == """
        moov  moved before mdat: 0x62e3 → 0x20 (now fast start)
        moov/trak[vide]/edts  removed: plays 2.000 s from 0.083 s (1,024)
        moov/trak[vide]/mdia/minf/stbl/stsd/avc1/colr  added: BT.709 / BT.709 / BT.709, limited range
        moov/trak[soun]/edts  removed: plays 2.000 s from 0.023 s (1,024)
        moov/trak[soun]/mdia/minf/stbl/stts.entries  2 runs → 3: 1 changed, 1 added, 88 samples in both
        moov/udta/meta/ilst/@nam/data.value  "Sample Reel" → "Sample Reel (v2)"
        moov/mvhd.creation_time  2026-10-01T09:30:00Z → 2026-11-20T21:00:00Z   (same in 4 more atoms)
        """)
    #expect(comparison.counted.first?.count == 94)
  }

  /// A field is a path, so that parts of it are asked for and not cut out of text.
  @Test func aFieldIsAPath() throws {
    let text = "items[3].extents[2].extent_offset"
    let path: FieldPath = try FieldPath(String(text))
    #expect(path.firstItem?.list == "items")
    #expect(path.firstItem?.number == 3)
    #expect(path.last == "extent_offset")
    #expect(path.outer == "items[3].extents[2]")
    #expect(path.names == "items.extents.extent_offset")
    #expect(path.outer.field("extent_offset") == path)
    let entries: FieldPath = "entries"
    #expect(entries.item(4) == "entries[4]")
    #expect("\(path)" == text)
    let wrong = ["entries[0]", "entries.", "entries[1", "entries/x", ""]
    for text in wrong { #expect(throws: PathError.self, "\(text)") { try FieldPath(text) } }
  }

  /// The steps of a path by identity are those that its text is read as.
  @Test(arguments: ["mockups/a.mp4", "mockups/movie.mov", "encoded/subtitles.mov"])
  func pathsByIdentityAreWhatTheirTextMeans(name: String) throws {
    let document = try MediaFile.open(Corpus.open(name))
    let paths = IdentityPaths(document)
    for index in document.tree.indices {
      let text = paths.path(of: index)
      var read = try Path(text)
      read.anchor = .top
      let place = paths.place(of: index)
      #expect(place.stepsText == text)
      #expect(place.nodes(in: document) == [index], "\(text)")
      #expect(read.nodes(in: document) == [index], "\(text)")
    }
  }
}
