import ByteReading
import CommandLineSupport
import Corpus
import Foundation
import FuzzOracles
import MediaInspection
import Structure
import StructureRendering
import Testing

@testable import TerminalInspector

@Suite struct StateTests {
  /// The chosen node, as its path.
  private func path(_ state: State) -> String { state.view.document.path(of: state.view.node) }

  @Test func offsetsLeadToTheirBytesAndBack() throws {
    var state = try State(["mockups/movie.mov"])
    state.type(":moov/trak[2]/mdia/minf/stbl/stco.entries[3]\r")
    let wanted = try #require(state.view.fieldRow?.numbers.first)
    state.type("\r")
    #expect(UInt64(state.view.byte) == wanted)
    #expect(path(state) == "mdat")
    state.type("\u{7F}")
    #expect(path(state) == "moov/trak[2]/mdia/minf/stbl/stco")
    #expect(state.view.fieldRow?.path == "entries[3]")
  }

  /// Of a file with notes alone the first row says "no problems", and the list is called by what it holds.
  @Test(arguments: [("encoded/subtitles.mov", "Notes  1"), ("mockups/corrupt.mp4", "Problems  5")])
  func theListOfProblemsIsCalledByWhatItHolds(file: String, title: String) throws {
    var state = try State([file])
    while state.view.panel != .problems { state.type("4") }
    #expect(state.panelTitle == title)
  }

  /// Where there is little room the worst problem keeps its name, and that all was read stays said.
  @Test func narrowScreensSayTheWorstProblemAndWhatWasRead() throws {
    func header(_ columns: Int, unchecked: Int = 0) throws -> Substring {
      let state = try State(["mockups/corrupt.mp4"], columns: columns)
      state.view.document.problems.uncheckedSums = unchecked
      return state.picture.text.prefix { $0 != "\n" }
    }
    #expect(try header(40).hasSuffix(" atom-exceeds-parent"))
    #expect(try header(60, unchecked: 1).hasSuffix(" 2 errors: atom-exceeds-parent"))
    #expect(try header(80, unchecked: 1).hasSuffix(" 2 errors, not all checked: atom-exceeds-parent"))
    for columns in [40, 60, 80] {
      let state = try State(["mockups/movie.mov"], columns: columns)
      #expect(state.picture.text.contains(" complete  4 of 9\n"), "\(columns)")
    }
  }

  /// Between what is said of a node and its size stands a blank, however deep it is; here the size has no room.
  @Test func sizesStandApartFromWhatIsCut() throws {
    func nested(_ depth: Int) -> Piece {
      depth == 0 ? atom("free") { zeros(23_544) } : atom("moov") { nested(depth - 1) }
    }
    let file = atoms {
      Parts.fileType("isom", "isom")
      nested(10)
    }
    let document = try MediaFile.open(ByteSource(copying: file))
    var state = State(files: [(document, FilePath("a.mp4"))], columns: 80, rows: 24)
    state.type(":" + String(repeating: "moov/", count: 10) + "free\r")
    #expect(state.picture.text.contains("  free  Free spa…│"), "\(state.picture.text)")
    state.type(":moov/moov/moov\r")
    #expect(state.picture.text.contains(" 23,616 │"), "\(state.picture.text)")
  }

  /// The first row of `stsz` leads to where the samples begin that the library lists.
  @Test(arguments: [1, 2, 17, 48])
  func rowsOfSizesLeadToTheirSamples(number: Int) throws {
    var state = try State(["mockups/movie.mov"])
    state.type(":moov/trak[1]/mdia/minf/stbl/stsz.entries[\(number)]\r\r")
    var samples = state.view.inspection.movie.tracks[0].samples(from: number)
    let next = samples.next()
    let sample = try #require(next)
    #expect(sample.number == number)
    #expect(sample.offset == UInt64(state.view.byte))
    #expect(state.view.panel == .samples)
    #expect(state.view.panelRow == number - 1)
  }

  /// Rows of `stts`, `ctts`, `stsc`, `elst`, `stss` lead to the first sample that they are about, which is
  /// counted here from the table itself.
  @Test(arguments: ["stts", "ctts", "stsc", "stss"])
  func rowsOfTablesLeadToTheirSamples(table: String) throws {
    var state = try State(["mockups/movie.mov"])
    let track = state.view.inspection.movie.tracks[0]
    state.type(":moov/trak[1]/mdia/minf/stbl/\(table)\r")
    #expect(path(state).hasSuffix(table))
    let node = state.view.node
    let rows = state.view.document.rows(of: node, for: .texts(0..<200)).rows
      .filter { $0.kind == .tableRow }
    #expect(!rows.isEmpty)
    var passed = 0
    for row in rows.prefix(4) {
      let expected: Int
      switch table {
      case "stts", "ctts":
        expected = passed + 1
        passed += Int(row.numbers[0])
      case "stss": expected = Int(row.numbers[0])
      default:
        expected = try #require(track.chunks.first { $0.number == Int(row.numbers[0]) }).firstSample
      }
      state.type(":moov/trak[1]/mdia/minf/stbl/\(table).\(row.path)\r\r")
      var samples = track.samples(from: expected)
      let next = samples.next()
      let sample = try #require(next)
      #expect(UInt64(state.view.byte) == sample.offset, "\(row.path)")
      #expect(state.view.panelRow == expected - 1, "\(row.path)")
    }
  }

  /// A sample is named by the time at which edits show it, as in every other report; the movie passes over two ticks
  /// of 24 a second. Whatever the form, a time is rounded to the same millisecond.
  @Test func samplesAreNamedByTheTimeAtWhichTheyAreShown() throws {
    var state = try State(["mockups/movie.mov"])
    state.type("4j\r")
    #expect(state.message == "track 1 video sample 2 of 48, 0.042 s, 201 bytes")
    let inspection = state.view.inspection
    let track = inspection.movie.tracks[0]
    for sample in track.samples(from: 1) {
      #expect(inspection.moment(of: sample, ofTrack: 0) == track.editList.presentationTime(of: sample))
    }
    for (style, time) in [(TimeStyle.seconds, "0.167 s"), (.clock, "00:00:00.167"), (.ticks, "2048")] {
      state.times = style
      #expect(state.shown(time: 2_048, 12_288) == time)
    }
  }

  /// The row of an edit leads to the sample that is shown at its media time.
  @Test func rowsOfEditsLeadToTheirSamples() throws {
    var state = try State(["mockups/movie.mov"])
    state.type(":moov/trak[1]/edts/elst.entries[1]\r")
    let time = try #require(state.view.fieldRow?.numbers.dropFirst().first)
    state.type("\r")
    let track = state.view.inspection.movie.tracks[0]
    var samples = track.samples(from: state.view.panelRow + 1)
    let next = samples.next()
    let sample = try #require(next)
    #expect(sample.compositionTime == Int64(time))
    #expect(UInt64(state.view.byte) == sample.offset)
  }

  /// Dates are shown in the zone that is given from outside, here one five hours and a half behind.
  @Test func datesAreShownInTheZoneOfThePerson() throws {
    // mvhd, version 0, made 2,082,844,800 + 90,000 s after 1904: 1970-01-02T01:00:00Z.
    var mvhd: [UInt8] = [0, 0, 0, 108] + Array("mvhd".utf8) + [0, 0, 0, 0]
    mvhd += [0x7C, 0x27, 0x10, 0x10] + [UInt8](repeating: 0, count: 92)
    let bytes: [UInt8] =
      [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 2, 0] + [0, 0, 0, 116]
      + Array("moov".utf8) + mvhd
    let document = try MediaFile.open(ByteSource(copying: bytes))
    var state = State(files: [(document, FilePath("a.mp4"))], columns: 120, rows: 30)
    state.type(":moov/mvhd.creation_time\r")
    #expect(state.picture.text.contains("(1970-01-02T01:00:00Z)"))
    state.type("t")
    #expect(state.message == "the zone here is not known: dates are in UTC")
    state.zone = { _ in -19_800 }
    state.type("t")
    #expect(state.picture.text.contains("(1970-01-01T19:30:00-05:30)"))
    state.type("t")
    #expect(state.picture.text.contains("(1970-01-02T01:00:00Z)"))
  }

  @Test func textIsFoundAmongBytes() throws {
    var state = try State(["mockups/movie.mov"])
    state.type("/'mvhd\r")
    #expect(state.view.byte == 0x62e7)
    state.type("gg/'mvhd'\r")
    #expect(state.view.byte == 0x62e7)
  }

  @Test func rowsOfRunsLeadToTheirSamples() throws {
    var state = try State(["mockups/frag.mp4"])
    state.type(":moof[3]/traf[1]/trun.samples[2]\r\r")
    let track = state.view.inspection.movie.tracks[0]
    let sample = try #require(track.samples().first { $0.offset == UInt64(state.view.byte) })
    #expect(sample.fragment == 3)
    #expect(
      sample.number == 26, "12 samples in each of the two fragments before it, then the second")
  }

  /// Each byte of a node's fields chooses a field that holds it, and each field a byte that it holds.
  @Test func fieldsAndBytesAreLinkedBothWays() throws {
    var state = try State(["mockups/movie.mov"])
    for path in [
      "moov/mvhd", "moov/trak[1]/tkhd", "moov/trak[1]/mdia/minf/stbl/stsd/avc1/avcC", "ftyp",
    ] {
      state.type(":\(path)\r")
      let bytes = try #require(state.view.nodeBytes)
      for row in 0..<state.view.places.count {
        state.view.choose(field: row)
        let extent = try #require(state.view.fieldExtent)
        if extent.count == 0 { continue }
        #expect(extent.byteOffset == state.view.byte, "\(path) row \(row)")
        #expect(bytes.contains(state.view.byte), "\(path) row \(row)")
      }
      for byte in bytes.prefix(64) {
        state.view.choose(byte: byte)
        #expect(state.view.byte == byte)
        if let extent = state.view.fieldExtent {
          #expect(extent.byteOffset <= byte && byte < extent.byteEnd, "\(path) byte \(byte)")
        }
      }
    }
  }

  @Test func searchesFindTypesValuesNumbersAndBytes() throws {
    var state = try State(["mockups/movie.mov"])
    state.type("/stsd\r")
    #expect(path(state) == "moov/trak[1]/mdia/minf/stbl/stsd")
    state.type("n")
    #expect(path(state) == "moov/trak[2]/mdia/minf/stbl/stsd")
    state.type("N")
    #expect(path(state) == "moov/trak[1]/mdia/minf/stbl/stsd")
    state.type("/=44100\r")
    #expect(state.view.fieldRow?.numbers.contains(44_100) == true)
    state.type("/0x6d766864\r")
    #expect(state.view.byte == 0x62e7, "the type of mvhd")
    state.type("/nowhere to be found\r")
    #expect(
      state.message
        == "not found: nowhere to be found; /'nowhere to be found searches media and free space (25,271 bytes), "
        + "1 atom without fields (4 bytes)")
    // It stands in the settings of the encoder, which are media.
    state.type("/core 164\r")
    #expect(state.message.hasPrefix("not found: core 164; /'core 164 searches media and free space"))
    state.type("/'core 164\r")
    #expect(state.view.byte == 0x48 && state.message.isEmpty)
    state.type("/=16412345\r")
    #expect(state.message.hasPrefix("not found: =16412345; not searched: media and free space"))
    state.type("/'nowhere to be found\r")
    #expect(state.message == "not found: 'nowhere to be found")
    #expect(state.search == nil)
  }

  /// Going back from the first of three goes to the last, and around.
  @Test func searchesGoAroundBothWays() throws {
    var state = try State(["mockups/movie.mov"])
    state.type("gg/tkhd\r")
    var found = [path(state)]
    for _ in 0..<3 {
      state.type("n")
      found.append(path(state))
    }
    #expect(found[0] == found[3] && Set(found).count == 3, "\(found)")
    state.type("N")
    #expect(path(state) == found[2])
  }

  @Test func escapeStopsASearch() throws {
    var state = try State(["mockups/movie.mov"])
    _ = state.reduce(.key(Key("/")))
    for scalar in "zzzz".unicodeScalars { _ = state.reduce(.key(Key(scalar))) }
    state.search = Search(
      .text(SearchText("zzzz")), isForward: true, in: state.view.tree, node: state.view.node, row: nil, byte: 0)
    _ = state.reduce(.key(Key(.escape)))
    _ = state.reduce(.key(.control("c")))
    #expect(state.search == nil)
  }

  @Test func marksReturn() throws {
    var state = try State(["mockups/movie.mov"])
    state.type(":moov/udta\rma:ftyp\r'a")
    #expect(path(state) == "moov/udta")
  }

  @Test func completionsAreChildrenAndFields() throws {
    let state = try State(["mockups/movie.mov"])
    #expect(
      State.completions(of: "moov/t", in: state.view) == [
        "moov/trak[1]", "moov/trak[2]", "moov/trak[3]",
      ])
    #expect(State.completions(of: "moov/mvhd.time", in: state.view) == ["moov/mvhd.timescale"])
    #expect(State.completions(of: "//mvhd.time", in: state.view) == ["//mvhd.timescale"])
    #expect(State.completions(of: "che", in: state.view) == ["check"])
    #expect(State.completions(of: "moov/nothing", in: state.view) == [])
  }

  @Test func bytesAreWrittenOnlyWhenAskedFor() throws {
    var state = try State(["mockups/movie.mov"])
    #expect(state.type(":moov/mvhd.timescale\rw") == [])
    let effects = state.type("\u{15}/tmp/x\r")
    #expect(
      effects == [
        .write(name: "/tmp/x", file: 0, source: 0, bytes: 0x62f7..<0x62fb, replaces: false)
      ])
    state.askToReplace("/tmp/x")
    #expect(state.type("n") == [])
    state.askToReplace("/tmp/x")
    #expect(
      state.type("y") == [
        .write(name: "/tmp/x", file: 0, source: 0, bytes: 0x62f7..<0x62fb, replaces: true)
      ])
  }

  @Test func copiesAreWhatIsChosen() throws {
    var state = try State(["mockups/movie.mov"])
    #expect(state.type(":moov/mvhd.timescale\ry") == [.copy("moov/mvhd.timescale")])
    #expect(state.type("Y") == [.copy("000003e8")])
  }

  @Test func changesAreSteppedThrough() throws {
    var state = try State(["mockups/a.mp4", "mockups/b.mp4"], isPair: true)
    let count = try #require(state.pairing?.lines.count)
    #expect(count == 7)
    for _ in 1..<count { state.type("]c") }
    #expect(state.change == count - 1)
    state.type("]c")
    #expect(state.message == "the last change")
    state.type("[c")
    #expect(state.change == count - 2)
  }

  /// How one leaves is on the screen wherever it has room for it, whatever else there is to do.
  @Test func howOneLeavesStays() throws {
    for columns in [36, 40, 50, 80] {
      var state = try State(["mockups/movie.mov", "mockups/a.mp4"], columns: columns, rows: 12)
      for pane in ["1", "2", "3", "4", "44"] {
        state.type(pane)
        state.message = ""
        let last = state.picture.text.split(separator: "\n").last.map { String($0) } ?? ""
        #expect(last.hasSuffix("? help  q quit") || !last.contains("move"), "\(columns) \(pane) \(last)")
      }
    }
  }

  /// Of several files those that cannot be opened are told of where the others are looked at.
  @Test func filesThatCannotBeOpenedAreToldOf() throws {
    var state = try State(["mockups/movie.mov"])
    state.tellFailures([])
    #expect(state.message == "" && !state.isAlarm)
    state.tellFailures(["a.mp4: no such file or directory", "b: is a directory", "c: is a directory"])
    #expect(state.picture.text.contains("a.mp4: no such file or directory, and 2 more cannot be opened"))
    state.type("j")
    #expect(state.message == "")
  }

  /// Back and forward go through the same places, as in a browser; who goes elsewhere forgets what was ahead.
  @Test func oneGoesForwardAfterGoingBack() throws {
    var state = try State(["mockups/movie.mov"])
    let places = ["moov/mvhd", "moov/trak[2]/tkhd", "moov/udta/@nam"]
    for place in places { state.type(":\(place)\r") }
    #expect(path(state) == places[2])
    state.type("\u{7F}\u{F}")
    #expect(path(state) == places[0])
    state.type("U")
    #expect(path(state) == places[1])
    // Alt-→, and Alt-← back.
    state.type("\u{1B}[1;3C")
    #expect(path(state) == places[2])
    state.type("U")
    #expect(path(state) == places[2])
    #expect(state.message.hasPrefix("there is nothing to go forward to"))
    state.type("\u{1B}[1;3D")
    #expect(path(state) == places[1])
    state.type(":moov\rU")
    #expect(path(state) == "moov")
    state.type("\u{7F}")
    #expect(path(state) == places[1])
  }

  /// The list of samples says what pictures depend on, a few read between two keys; sound says nothing.
  @Test func samplesAreListedWithWhatTheyDependOn() throws {
    var state = try State(["mockups/movie.mov"], columns: 120, rows: 40)
    _ = state.reduce(.key(Key("4")))
    #expect(state.isWorking)
    let view = state.view
    func letters(_ track: Int) -> String {
      (1...24).map { view.inspection.coding(of: $0, ofTrack: track).map { "\($0.rawValue)" } ?? "." }.joined()
    }
    #expect(letters(0) == String(repeating: ".", count: 24))
    _ = state.reduce(.tick)
    #expect(letters(0) == "IPPPPPPP" + String(repeating: ".", count: 16))
    while state.isWorking { _ = state.reduce(.tick) }
    #expect(letters(0).hasPrefix("IPPPPPPPPPPPB"))
    #expect(state.picture.text.contains(" I sync "))
    #expect(state.picture.text.contains(" B "))
    state.type("l")
    #expect(!state.isWorking)
    #expect(!state.picture.text.contains(" I sync "))
    #expect(state.picture.text.contains(" sync "))
  }

  @Test func aFileThatIsReadAgainKeepsItsPlace() throws {
    var state = try State(["mockups/movie.mov"])
    state.type(":moov/trak[2]/tkhd.duration\r")
    state.take(Survey(try opened("mockups/movie.mov").document), of: 0)
    #expect(path(state) == "moov/trak[2]/tkhd")
    #expect(state.view.fieldRow?.path == "duration")
  }

  /// The wheel moves in the pane that it is over, and the divider follows the mouse.
  @Test func wheelAndDividerFollowTheMouse() throws {
    var state = try State(["mockups/movie.mov"], columns: 120, rows: 40)
    state.type(":moov/mvhd\r")
    let before = state.view.node
    _ = state.reduce(.mouse(Mouse(.wheelDown, x: 100, y: 5)))
    #expect(state.view.node == before && state.view.field == 2, "three rows of fields")
    #expect(state.focus == .tree)
    let divider = try #require(state.layout.divider)
    _ = state.reduce(.mouse(Mouse(.press, x: divider, y: 10)))
    _ = state.reduce(.mouse(Mouse(.drag, x: 70, y: 10)))
    #expect(state.layout.divider == 70)
    _ = state.reduce(.mouse(Mouse(.release, x: 70, y: 10)))
    _ = state.reduce(.mouse(Mouse(.drag, x: 30, y: 10)))
    #expect(state.layout.divider == 70)
    #expect(state.broken == nil)
  }

  /// A text of a file that could act on a terminal is seen, and does nothing: the name of a handler here.
  @Test func textOfAFileDoesNothing() throws {
    let name = Array("a\u{1B}[2J\u{202E}\u{200B}日本e\u{301}\u{5D0}".utf8)
    let body: [UInt8] =
      [0, 0, 0, 0, 0, 0, 0, 0] + Array("vide".utf8) + [UInt8](repeating: 0, count: 12)
    let hdlr = body + name + [0]
    let bytes: [UInt8] =
      [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 2, 0]
      + [0, 0, 0, UInt8(12 + 8 + hdlr.count)] + Array("meta".utf8) + [0, 0, 0, 0]
      + [0, 0, 0, UInt8(8 + hdlr.count)] + Array("hdlr".utf8) + hdlr
    let document = try MediaFile.open(ByteSource(copying: bytes))
    var state = State(files: [(document, FilePath("\u{1B}]0;x\u{7}.mp4"))], columns: 100, rows: 30)
    state.type(":meta/hdlr.name\r")
    let text = state.picture.text
    #expect(text.contains("\\u001b[2J"), "\(text)")
    #expect(text.contains("日本e\u{301}"))
    #expect(
      !text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E || $0.value == 7 })
    #expect(
      InspectorPromises.firstBroken(byKeys: Array("jjjl\tjjj3lll".utf8), in: [document]) == nil)
  }

  /// A click chooses what is under it.
  @Test func clicksChoose() throws {
    var state = try State(["mockups/movie.mov"], columns: 120, rows: 40)
    let picture = state.picture.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(picture.firstIndex { $0.contains("udta") })
    _ = state.reduce(.mouse(Mouse(.press, x: 6, y: row)))
    #expect(path(state) == "moov/udta")
    #expect(state.broken == nil)
  }
}

/// Whatever is typed, what is chosen is seen, and the screen shows the picture.
@Suite struct InspectorPropertyTests {
  private static let files = [
    "mockups/movie.mov", "mockups/frag.mp4", "mockups/corrupt.mp4", "mockups/track.mp3",
    "made/items-v2.heic",
  ]

  private static let keys = [
    "j", "k", "h", "l", "\r", "\t", "gg", "G", " ", "b", "d", "u", "]]", "[[", "]c", "!", "n", "N",
    "1", "2",
    "3", "4", "-", "=", "x", "y", "a", "\u{1B}", "?", "ma", "'a", "o", "\u{1B}[A", "\u{1B}[B",
    "\u{1B}[6~", "\u{7F}", "/a\r", "/=1\r", ":moov\r", ":0x100\r", "P", "\u{1B}[<0;30;9M",
    "\u{1B}[<65;60;9M", "\u{1B}[<0;70;20M",
  ]

  @Test(arguments: files, 0..<4)
  func randomKeysKeepThePromises(file: String, seed: Int) throws {
    var random = Xorshift(seed: UInt64(seed) &* 7_919 &+ 17)
    var line = ""
    for _ in 0..<120 { line += Self.keys.randomElement(using: &random) ?? "j" }
    let document = try opened(file).document
    let broken = InspectorPromises.firstBroken(
      byKeys: Array(line.utf8), in: [document], isASCII: seed == 3)
    #expect(broken == nil)
  }

  @Test(arguments: 0..<3)
  func randomKeysOverAPairKeepThePromises(seed: Int) throws {
    var random = Xorshift(seed: UInt64(seed) &* 104_729 &+ 3)
    var line = ""
    for _ in 0..<120 { line += Self.keys.randomElement(using: &random) ?? "j" }
    let pair = [try opened("mockups/a.mp4").document, try opened("mockups/b.mp4").document]
    #expect(InspectorPromises.firstBroken(byKeys: Array(line.utf8), in: pair) == nil)
  }

  @Test(arguments: FuzzTarget.inspector.seeds.map(\.name))
  func seedsKeepThePromises(name: String) throws {
    let seed = try #require(FuzzTarget.inspector.seeds.first { $0.name == name })
    #expect(FuzzTarget.inspector.firstBroken(by: seed.bytes) == nil)
  }

  @Test(arguments: 0..<24)
  func keysOverDamagedFilesKeepThePromises(seed: Int) {
    let seeds = FuzzTarget.inspector.seeds
    var mutation = Mutation(seed: UInt64(seed))
    let bytes = mutation.changed(seeds[seed % seeds.count].bytes)
    #expect(FuzzTarget.inspector.firstBroken(by: bytes) == nil)
  }
}

@Suite struct FoldedTreeTests {
  /// Rows and nodes are each other's inverse, whatever is open; what is hidden has no row.
  @Test(arguments: ["mockups/movie.mov", "mockups/frag.mp4", "made/items-v2.heic"])
  func rowsAndNodesAgree(file: String) throws {
    let tree = try opened(file).document.tree
    var folds = FoldedTree(tree)
    var open: Set<NodeIndex> = []
    var random = Xorshift(seed: 11)
    for _ in 0..<200 {
      let node = NodeIndex(Int.random(in: 0..<tree.count, using: &random))
      if folds.isOpen(node) {
        folds.close(node)
        open.remove(node)
      } else {
        folds.open(node)
        if tree[node].subtreeEnd > node.next { open.insert(node) }
      }
      // The plain way: a node has a row when all around it are open.
      var row = 0
      for node in tree.indices {
        var isShown = true
        var around = tree.parent(of: node)
        while let parent = around {
          if !open.contains(parent) { isShown = false }
          around = tree.parent(of: parent)
        }
        #expect(folds.row(of: node) == (isShown ? row : nil))
        if isShown {
          #expect(folds.node(at: row) == node)
          row += 1
        }
      }
      #expect(folds.count == row)
    }
    folds.openAll()
    #expect(folds.count == tree.count)
    folds.closeAll()
    #expect(folds.count == Array(tree.children(of: nil)).count)
  }
}

@Suite struct GridTests {
  @Test func charactersStayInTheirCells() {
    var grid = Grid(columns: 12, rows: 1)
    grid.put("日本e\u{301}\u{202E}\u{1B}[mא", x: 0, y: 0)
    #expect(grid.text == "日本e\u{301}??[mא\n")
    #expect(grid[0, 0].scalar == 0x65E5 && grid[1, 0].scalar == 0)
    #expect(grid[4, 0].marks.0 == 0x301)
    grid.put("x", x: 1, y: 0)
    #expect(grid.text == " x本e\u{301}??[mא\n", "half of a wide character is none")
  }

  @Test func whatDoesNotFitIsCut() {
    var grid = Grid(columns: 4, rows: 1)
    grid.put("abcdef", x: 0, y: 0, ellipsis: "…")
    #expect(grid.text == "abc…\n")
    grid.put("日日日", x: 1, y: 0)
    #expect(grid.text == "a日\n" || grid.text == "a日…\n")
    grid.put("never", x: 0, y: 7)
    grid.put("never", x: 9, y: 0)
  }

  /// Only what differs is written.
  @Test func paintersWriteDifferences() {
    var painter = Painter(theme: Theme(depth: .none))
    var grid = Grid(columns: 20, rows: 3)
    grid.put("one two three", x: 0, y: 1)
    _ = painter.bytes(for: grid)
    #expect(painter.bytes(for: grid) == [])
    grid.put("X", x: 4, y: 1)
    let text = String(decoding: painter.bytes(for: grid), as: UTF8.self)
    #expect(text.contains("\u{1B}[2;5H\u{1B}[0mX"))
    #expect(!text.contains("three"))
  }

  /// Without colour no sequence sets one; each depth sets its own kind.
  @Test func themesKeepToTheirColours() {
    for role in Role.allCases {
      let parameters = Theme(depth: .none).parameters(of: role).split(separator: ";")
      #expect(parameters.allSatisfy { ["1", "2", "4", "7"].contains($0) }, "\(role)")
      for isLight in [false, true] {
        let basic = Theme(depth: .basic, isLight: isLight).parameters(of: role)
        #expect(!basic.contains("38;") && !basic.contains("48;"))
        #expect(!Theme(depth: .palette, isLight: isLight).parameters(of: role).contains(";2;"))
      }
    }
    #expect(Theme(color: .auto, environment: Environment(["NO_COLOR": "1"])).depth == .none)
    #expect(
      Theme(color: .auto, environment: Environment(["COLORTERM": "truecolor"])).depth == .full)
    #expect(
      Theme(color: .auto, environment: Environment(["TERM": "xterm-256color"])).depth == .palette)
    #expect(Theme(color: .auto, environment: Environment(["TERM": "linux"])).depth == .basic)
    // On a screen without colours a cursor of another colour is not seen.
    for name in ["vt100", "vt220", "xterm-mono", "ansi-m"] {
      #expect(Theme(color: .auto, environment: Environment(["TERM": name])).depth == .none, "\(name)")
      #expect(Theme(color: .always, environment: Environment(["TERM": name])).depth == .basic, "\(name)")
    }
  }
}
