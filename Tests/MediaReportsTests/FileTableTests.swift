import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureRendering
import Testing

/// A line a file: columns are those that were asked for, and say what other reports say.
@Suite struct FileTableTests {
  private func table(_ columns: String, of files: [String], isChecked: Bool = true) throws -> FileTable {
    let names = try columns.split(separator: ",").map { try #require(FileTable.Column(String($0))) }
    var table = FileTable(names)
    for file in files {
      let document = try MediaFile.open(Corpus.open(file))
      if isChecked { MediaFile.check(document) }
      table.add(FileTable.row(names, of: document, name: file, path: Array(file.utf8)))
    }
    return table
  }

  private func text(_ table: FileTable, _ width: Int?) -> [String] {
    var options = RenderOptions()
    options.width = width
    var output = ByteWriter()
    table.putText(options, to: &output)
    return output.string.split(separator: "\n").map(String.init)
  }

  private func plain(_ table: FileTable) -> [[String]] {
    var output = ByteWriter()
    table.putPlain(to: &output)
    return output.string.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test func columnsAreFacts() throws {
    let rows = plain(
      try table(
        "name,size,duration,moov,tracks,tracks[0].codec,tracks[1].sampleRate,fastStart",
        of: ["mockups/movie.mov"]))
    #expect(
      rows == [
        [
          "name", "size", "duration", "moov", "tracks", "tracks[0].codec", "tracks[1].sampleRate",
          "fastStart",
        ],
        ["mockups/movie.mov", "28724", "2.0", "last", "3", "avc1", "44100.0", "no"],
      ])
  }

  @Test func strangeColumnsAreNone() {
    for name in ["", "nam", "tracks[", "tracks[-1]", "tracks[x].codec", ".codec", "tracks..codec", "tracks[0].foo", "made.foo"] {
      #expect(FileTable.Column(name) == nil, "\(name)")
    }
    // Names of facts, where no record has them: each file would have nothing there.
    for name in ["transfer", "schema", "tool", "codec", "tracks.codec", "tracks[0].size", "size[0]", "size.codec", "plays.player"] {
      #expect(FileTable.Column(name) == nil, "\(name)")
    }
    for name in ["tracks[0].colour.transfer", "plays[0].player", "location.found[0].latitude", "image.colour.primaries"] {
      #expect(FileTable.Column(name) != nil, "\(name)")
    }
  }

  /// Each fact is a column, to programs too: of a group of facts the words, of a node its path, and what rules found.
  @Test func groupsAreNotLeftOut() throws {
    var output = ByteWriter()
    try table("path,problems.errors,writtenBy,tracks[0].path", of: ["mockups/movie.mov"]).putLines(to: &output)
    #expect(
      output.string.hasSuffix(
        #"{"name":"path","value":"mockups/movie.mov"},{"name":"problems.errors","value":0},{"name":"writtenBy","value":"Lavf59.27.100"},{"name":"tracks[0].path","value":"moov/trak[1]"}]}"#
          + "\n"), "\(output.string)")
    #expect(FileTable.Column("mediaSHA256") == nil && FileTable.Column("digests") == nil)
  }

  /// Where no rule was asked no number is said: zero would be read as that there is no problem.
  @Test func whatNoRuleWasAskedOfHasNoNumber() throws {
    let columns = "problems.errors,problems.warnings,problems.notes,problems.checked"
    let corrupt = "mockups/corrupt.mp4"
    #expect(plain(try table(columns, of: [corrupt], isChecked: false)).last == ["", "", "", "no"])
    #expect(plain(try table(columns, of: [corrupt])).last?.first == "2")
  }

  /// Who left out which element of a list is told how it is written.
  @Test func aListHasElements() {
    #expect(FactPath.meant(by: "tracks.codec") == "tracks[0].codec")
    #expect(FactPath.meant(by: "tracks[*].colour.transfer") == "tracks[0].colour.transfer")
    #expect(FactPath.meant(by: "tracks.foo") == nil && FactPath.meant(by: "foo") == nil && FactPath.meant(by: "") == nil)
  }

  /// A verdict of many words is no reason to put what all files have into lines of their own.
  @Test func aLongVerdictIsFolded() throws {
    let files = ["mockups/movie.mov", "mockups/corrupt.mp4"]
    let lines = text(try table("name,duration,moov,verdict", of: files), 80)
    let row = try #require(lines.first { $0.contains("movie.mov") })
    #expect(row.contains("2.000 s  last   no problems"), "\(lines)")
    #expect(lines.first?.hasSuffix("  moov   verdict") == true, "\(lines)")
    #expect(lines.allSatisfy { $0.count <= 80 } && lines.contains { $0.hasSuffix("[file-truncated]") }, "\(lines)")
  }

  /// A group of facts is said as `--about` says it, a member of it as what it is.
  @Test func groupsOfFactsAreWords() throws {
    let lines = text(try table("name,gapless,made", of: ["encoded/lame-vbr.mp3", "encoded/keys.mov"]), nil)
    #expect(lines.contains { $0.contains("skip 1,105 (576 + 529 decoder), drop 641, 13,230 left [LAME]") }, "\(lines)")
    #expect(lines.contains { $0.hasSuffix("not read") }, "\(lines)")
    #expect(lines.contains { $0.contains("2024-03-10T12:00:00Z") && !$0.contains("answer") }, "\(lines)")
  }

  /// The turn of a file is that of its first video track, or else of its image: a quarter anticlockwise.
  @Test func imagesAreTurnedAsTracksAre() throws {
    #expect(plain(try table("size,rotation", of: ["made/items-v1.heic", "encoded/image.avif"])).map { $0[1] } == ["rotation", "270", ""])
  }

  /// Sound of each kind of file is said alike, and what is no film has the size of its image.
  @Test func columnsAreOfOneKind() throws {
    let files = ["mockups/track.mp3", "mockups/movie.mov", "encoded/broadcast.wav", "encoded/image.avif"]
    let cells = try table("name,video,audio,sampleRate,tracks[0].bitRate", of: files).rows.map { $0.cells.map(\.text) }
    #expect(cells.map { $0[1] } == ["", "H.264 High 4:4:4 160×120 24", "", "image 64×48"])
    for cell in cells.prefix(3) { #expect(cell[2].contains(" 44.1k") || cell[2].contains(" 48k"), "\(cell)") }
    #expect(cells.prefix(3).allSatisfy { ["44,100", "48,000"].contains($0[3]) }, "\(cells)")
    #expect(cells[1][4].contains(","), "\(cells[1])")
  }

  /// An index that no file has, and a fact that is none, are absent.
  @Test func whatIsAbsentIsEmpty() throws {
    let rows = plain(
      try table("tracks[99].codec,location.path,image.width", of: ["mockups/movie.mov"]))
    #expect(rows[1] == ["", "", ""])
  }

  @Test func rowsAreSortedByNumbersAndWhatHasNoneIsLast() throws {
    let files = ["mockups/track.mp3", "mockups/movie.mov", "mockups/a.mp4", "mockups/corrupt.mp4"]
    var table = try table("name,size,brand", of: files)
    table.sort(by: 1, isDescending: true)
    let sizes = plain(table).dropFirst().map { Int($0[1]) ?? -1 }
    #expect(sizes == sizes.sorted(by: >) && sizes.count == 4)
    table.sort(by: 2, isDescending: true)
    #expect(plain(table).last?[0] == "mockups/track.mp3")
    table.sort(by: 2, isDescending: false)
    #expect(plain(table).last?[0] == "mockups/track.mp3")
  }

  @Test(arguments: [40, 60, 80, 120]) func noLineIsTooWide(width: Int) throws {
    let files = ["mockups/movie.mov", "mockups/track.mp3", "mockups/frag.mp4"]
    let lines = text(
      try table("name,duration,video,audio,moov,mediaType,verdict", of: files), width)
    #expect(lines.count >= 4)
    for line in lines { #expect(line.count <= width, "\(line)") }
  }

  /// Without a width nothing gives way.
  @Test func numbersStandAtTheRight() throws {
    let lines = text(try table("name,size", of: ["mockups/movie.mov", "mockups/track.mp3"]), nil)
    #expect(
      lines == [
        "name                 size", "mockups/movie.mov  28,724", "mockups/track.mp3  10,995",
      ])
  }
}
