import ByteReading
import CommandLineSupport
import Corpus
import Foundation
import MediaInspection
import Structure
import StructureRendering
import Testing

@testable import TerminalInspector

/// What hands do that come from other programs.
@Suite struct HabitTests {
  private func path(_ state: State) -> String { state.view.document.path(of: state.view.node) }

  /// Every character does something, shows something or says what does: none is swallowed.
  @Test(arguments: ["1jj", "2jjj", "3\r3jl", "4jj"])
  func noKeyIsSwallowed(pane: String) throws {
    var before = try State(["mockups/corrupt.mp4"])
    before.type(":moov/mvhd.duration\r" + pane)
    // The pane that has the keys already, and what moves to the row that is chosen, or in a list that has
    // room for all.
    let quiet: Set<Character> = [pane.first ?? " ", "L", "M", "\u{5}", "\u{19}"]
    let controls = (1..<27).map { Unicode.Scalar($0 as UInt8) }
    let all = (0x20..<0x7F).map { Unicode.Scalar($0 as UInt8) } + controls
    for scalar in all where !quiet.contains(Character(scalar)) {
      var state = before
      let effects = state.type(String(Character(scalar)))
      let isSeen =
        !effects.isEmpty || !state.message.isEmpty || state.prompt != nil || state.prefix != nil
        || state.overlay != nil || state.picture != before.picture
      #expect(isSeen, "\(String(Character(scalar)).debugDescription) in pane \(pane)")
      #expect(state.broken == nil)
    }
  }

  @Test func keysOfOtherProgramsAreAnswered() throws {
    var state = try State(["mockups/movie.mov"])
    for (keys, words) in [
      ("s", "w writes"), ("v", "x shows"), ("%", ":50%"), ("7", "50%"), ("\u{13}", "w writes"),
      ("A", "A means nothing here: ? shows the keys"), ("\u{1B}[12~", "F2 means nothing here"),
      (":e x\r", "named at the start"),
    ] {
      #expect(state.type(keys) == [])
      #expect(state.message.contains(words), "\(keys): \(state.message)")
    }
    #expect(state.type("\u{1B}[21~") == [.quit])
    #expect(state.type(":wq\r") == [.quit])
    #expect(state.type("\u{12}") == [.redraw])
  }

  @Test func siblingsParentsAndNamesakesAreGoneTo() throws {
    var state = try State(["mockups/movie.mov"])
    for (keys, wanted) in [
      (":moov/trak[2]\r", "moov/trak[2]"), ("}", "moov/trak[3]"), ("K", "moov/trak[2]"),
      ("{", "moov/trak[1]"), ("J", "moov/trak[2]"), ("*", "moov/trak[3]"), ("#", "moov/trak[2]"),
      ("p", "moov"), ("\u{1B}[1;3D", "moov/trak[2]"),
    ] {
      state.type(keys)
      #expect(path(state) == wanted, "after \(keys.debugDescription)")
    }
    state.type(":moov/trak[1]/mdia/mdhd.timescale\r*")
    #expect(path(state) == "moov/trak[2]/mdia/mdhd")
    #expect(state.view.fieldRow?.path == "timescale")
    state.type("pppp")
    #expect(state.message == "this stands in nothing else")
  }

  @Test func rowsOfBytesHaveTheirEnds() throws {
    var state = try State(["mockups/movie.mov"])
    state.type(":0x43\r0")
    #expect(state.view.byte == 0x40)
    state.type("$")
    #expect(state.view.byte == 0x47)
    state.type("\u{1B}[1;5H")
    #expect(state.view.byte == 0x1C, "the first byte of the node")
  }

  /// Numbers are shown with commas and typed without.
  @Test func numbersAreFoundAsTheyAreTyped() throws {
    var state = try State(["mockups/movie.mov"])
    state.type("gg/1000\rn")
    #expect(state.view.fieldRow?.path == "timescale")
    #expect(path(state) == "moov/mvhd")
    state.type("gg/25271\r")
    #expect(path(state) == "mdat")
  }

  @Test func theLastLineOfHelpIsSeen() throws {
    var state = try State(["mockups/movie.mov"])
    state.type("?G")
    let last = try #require(state.overlay?.lines.last { !$0.isEmpty })
    #expect(state.picture.text.contains(last))
    #expect(state.picture.text.contains("of \(state.overlay?.lines.count ?? 0)"))
    state.type("g")
    #expect(state.picture.text.contains("lines 1 to 20 of"))
  }

  /// The lists follow the byte that is chosen, as its title does.
  @Test func listsFollowTheByte() throws {
    var state = try State(["mockups/movie.mov"])
    // The second sample of sound: 278 bytes at 0xc4e.
    state.type("4:0xc50\r")
    #expect(state.view.track == 1)
    #expect(state.view.panelRow == 1)
    state.type("4k")
    #expect(state.view.panelRow == 0, "the keys of the list are its own")
  }

  @Test func thePictureIsThatOfTheChosenTrack() throws {
    var state = try State(["mockups/movie.mov"])
    state.type(":plot rate\r")
    #expect(state.picture.text.contains("track 1 video:"))
    state.type("q:moov/trak[2]\r:plot rate\r")
    #expect(state.picture.text.contains("track 2 audio:"))
  }

  @Test func aLineThatIsTypedIsSeenWhereThereIsLittleRoom() throws {
    var state = try State(["mockups/movie.mov"], columns: 10, rows: 3)
    state.type(":moov")
    #expect(state.picture.text.hasSuffix(":moov\n"))
    #expect(state.broken == nil)
  }

  /// That there are no problems is said with what was not looked at.
  @Test func noProblemsIsSaidOfWhatWasChecked() throws {
    var state = try State(["mockups/movie.mov"])
    state.type("!")
    #expect(state.message == "no problems")
    state.view.document.problems.uncheckedSums = 1
    state.type("!")
    #expect(state.message == "no problems (a checksum of the sound not checked)")
  }

  /// A problem that has no room in its list is read whole: in the last row, and over the panes.
  @Test func allOfAProblemIsRead() throws {
    var state = try State(["mockups/corrupt.mp4"])
    state.type("!")
    #expect(state.message.contains("chunk-beyond-end  17 of 47 chunks start at or after"))
    state.type("4k")
    let last = state.picture.text.split(separator: "\n").last ?? ""
    #expect(last.contains("size is 65,536 (0x10000) but its parent"), "\(last)")
    state.type("\r")
    #expect(state.overlay == nil, "the first Enter goes there")
    #expect(path(state) == "moov/trak[1]/mdia/minf/stbl/stsz")
    state.type("\r")
    let text = state.picture.text
    for wanted in [
      "error[atom-exceeds-parent]", "at 0x35a", "but its parent 'stbl' ends at", "read as 212 bytes",
      "--explain atom-exceeds-parent",
    ] {
      #expect(text.contains(wanted), "no \(wanted) in \(text)")
    }
    #expect(state.overlay?.lines.allSatisfy { $0.count <= 80 } == true)
    // One that follows from another, and the other.
    state.type("qj\r\r")
    #expect(state.picture.text.contains("follows from file-truncated, mdat: "))
    // One that is about a field: Enter goes there first.
    var items = try State(["made/items-v2.heic"])
    items.type("4\r")
    #expect(items.overlay == nil)
    #expect(items.view.fieldRow?.path == "items[1].extents[1]")
    items.type("\r")
    #expect(items.overlay?.content == .problem(0))
    items.type("P")
    #expect(items.overlay?.lines.first == "bytes")
    state.type("qG\r\r")
    #expect(state.picture.text.contains("follows: chunk-beyond-end, moov/trak[1]/"))
    #expect(state.broken == nil)
  }

  /// The samples of a fragment are listed from its first one on.
  @Test(arguments: ["moof[3]", "moof[3]/traf[1]", "moof[3]/traf[1]/trun"])
  func samplesOfAFragmentAreListed(node: String) throws {
    var state = try State(["mockups/frag.mp4"])
    state.type(":\(node)\r4")
    // 12 samples of video in each of two fragments before it.
    #expect(state.view.track == 0)
    #expect(state.view.panelRow == 24)
  }

  // MARK: Pairs

  /// A header and what follows it both have a `type`: each is held against its own.
  @Test func fieldsOfOneNameAreComparedWithTheirOwn() throws {
    var state = try State(
      ["mockups/a.mp4", "mockups/b.mp4"], columns: 120, rows: 40, isPair: true)
    state.type(":moov/udta/meta/ilst/@nam/data\r")
    let text = state.picture.text
    #expect(text.contains("\"Sample Reel\" → \"Sample Reel (v2)\""))
    #expect(!text.contains("→ 1 (UTF-8)") && !text.contains("→ 'data'"), "\(text)")
    #expect(!text.contains("only here"))
  }

  @Test func aPairOpensWithItsChanges() throws {
    let state = try State(["mockups/a.mp4", "mockups/b.mp4"], isPair: true)
    #expect(state.hasPanel && state.view.panel == .changes)
    #expect(state.picture.text.contains("Changes  7"))
  }

  // MARK: Names of files

  @Test func namesOfFilesAreCompleted() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/inspector-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder + "/film reels", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["film.mp4", "other.mp4", ".film"] {
      #expect(FileManager.default.createFile(atPath: folder + "/" + name, contents: nil))
    }
    let found = Session.names(beginning: folder + "/fi")
    #expect(found == [folder + "/film reels/", folder + "/film.mp4"])
    #expect(Session.names(beginning: folder + "/nothing/") == [])

    var state = try State(["mockups/movie.mov"])
    for (keys, behind) in [("D", 0), (":compare ", 8), (":w ", 2)] {
      #expect(state.type(keys + "x/fi\t") == [.complete(name: "x/fi", behind: behind)])
      state.complete("x/fi", behind: behind, with: ["x/film.mp4", "x/film reels/"])
      #expect(state.prompt?.line.dropFirst(behind) == "x/film")
      #expect(state.message.contains("x/film reels/"))
      // What was typed meanwhile stays.
      state.type("X")
      state.complete("x/film", behind: behind, with: ["x/film.mp4"])
      #expect(state.prompt?.line.dropFirst(behind) == "x/filmX")
      state.type("\u{7}")
      #expect(state.prompt == nil)
    }
  }

  @Test func linesAreEditedAsInShells() throws {
    var state = try State(["mockups/movie.mov"])
    state.type(":moov/trak.x\u{1B}b")
    #expect(state.prompt?.caret == 10)
    state.type("\u{1B}b\u{2}\u{6}")
    #expect(state.prompt?.caret == 5)
    state.type("\u{1B}f")
    #expect(state.prompt?.caret == 9)
    state.type("\u{1B}\u{7F}")
    #expect(state.prompt?.line == "moov/.x")
    state.type("\u{3}:first\r:\u{10}")
    #expect(state.prompt?.line == "first")
  }

  // MARK: Where a file opens

  /// An image opens on what describes it, though the film beside it has more nodes.
  @Test func anImageOpensOnWhatDescribesIt() throws {
    let film: [UInt8] = (0..<40).flatMap { _ in [0, 0, 0, 8] + Array("free".utf8) }
    let image = try Corpus.open("encoded/gpac-image.heic")
    var bytes = (0..<image.byteCount).compactMap { image.bytes.byte(at: $0) }
    bytes += [0, 0, 1, 0x48] + Array("mpvd".utf8) + film
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let state = State(files: [(document, FilePath("made"))], columns: 80, rows: 24)
    #expect(path(state) == "meta")
  }
}
