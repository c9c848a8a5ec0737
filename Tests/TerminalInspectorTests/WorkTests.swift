import ByteReading
import CommandLineSupport
import Corpus
import Foundation
import MediaInspection
import Structure
import StructureRendering
import Testing

@testable import TerminalInspector

/// What a key costs is bounded by what is on the screen, whatever the file.
@Suite struct InspectorWorkTests {
  private func state(_ make: (String) throws -> Void) throws -> State {
    let path = FileManager.default.temporaryDirectory.path + "/inspector-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try make(path)
    let document = try MediaFile.open(path: path)
    return State(files: [(document, FilePath("made"))], columns: 120, rows: 40)
  }

  /// The texts that are made of nodes for one key and its picture.
  private func cost(of keys: String, _ state: inout State) -> Int {
    let before = state.rowsMade
    _ = state.type(keys)
    _ = state.picture
    return state.rowsMade - before
  }

  /// What each of the keys makes, and how many nodes it goes through for what is folded, with twice as many
  /// of something in the file each time.
  private func costs(
    of keys: [String], _ counts: [Int], _ make: (Int, String) throws -> Void
  ) throws -> [(rows: [Int], folds: [Int])] {
    try counts.map { count in
      var state = try state { try make(count, $0) }
      var found: (rows: [Int], folds: [Int]) = ([], [])
      for keys in keys {
        let folds = state.foldSteps
        found.rows.append(cost(of: keys, &state))
        found.folds.append(state.foldSteps - folds)
        #expect(state.broken == nil)
      }
      return found
    }
  }

  private static let moves = ["j", "k", " ", "b", "d", "u", "G", "gg", "L", "zz", "]]", "[[", "ma", "'a"]

  /// A key that moves takes as much work among many as among twice as many, and none for what is folded.
  @Test func movingCostsTheSameAmongTwiceAsManySiblings() throws {
    let found = try costs(of: Self.moves, [4_000, 8_000, 16_000]) {
      try Workload.siblings(count: $0, to: $1)
    }
    for (number, keys) in Self.moves.enumerated() {
      #expect(Set(found.map { $0.folds[number] }) == [0], "\(keys)")
      #expect(found.allSatisfy { $0.rows[number] <= 160 }, "\(keys)")
      #expect(found[2].rows[number] <= found[0].rows[number] + 8, "\(keys)")
    }
  }

  @Test func movingCostsTheSameAmongTwiceAsManyFragments() throws {
    let found = try costs(of: Self.moves + ["=", "G", "u", "4", "G"], [500, 1_000, 2_000]) {
      try Workload.fragments(count: UInt32($0), to: $1)
    }
    for number in found[0].rows.indices {
      #expect(Set(found.map { $0.folds[number] }) == [0])
      #expect(found.allSatisfy { $0.rows[number] <= 160 })
    }
  }

  /// In a table each row costs the same, wherever it stands: the rows that are made are those shown.
  @Test func movingCostsTheSameInTwiceAsLongTables() throws {
    let keys = ["/stsz\r", "2G", "u", "k", "gg", "G", "H"]
    let found = try costs(of: keys, [50_000, 100_000, 200_000]) {
      try Workload.tables(count: UInt32($0), areAllLong: true, to: $1)
    }
    for (number, key) in keys.enumerated().dropFirst() {
      #expect(Set(found.map { $0.folds[number] }) == [0], "\(key)")
      #expect(found.allSatisfy { $0.rows[number] <= 160 }, "\(key)")
    }
  }

  /// Of 100 GiB of media nothing is read to show where it is; the file is a hole but for its two ends.
  @Test func nothingOfTheMediaIsReadToOpenAFile() throws {
    let size: UInt64 = 100 << 30
    var state = try state { try Workload.sparse(byteCount: size, to: $0) }
    #expect(state.view.tree.file.byteCount == Int(size))
    _ = state.picture
    #expect(state.rowsMade <= 160, "\(state.rowsMade)")
    for keys in ["j", "gg", "jj", "3", "G", "\u{6}", "k", ":0x18ffff0000\r", "1", "G"] {
      let cost = cost(of: keys, &state)
      #expect(cost <= 160, "\(keys.debugDescription) made \(cost)")
      #expect(state.foldSteps <= 4 * state.view.tree.count)
      #expect(state.broken == nil)
    }
    state.type(":0x1800000000\r")
    #expect(state.view.byte == 0x18_0000_0000)
    #expect(state.view.document.path(of: state.view.node) == "mdat")
    #expect(state.picture.text.contains("1800000000  00 00"))
  }

  @Test func onlyRowsOnTheScreenAreMadeOfManySiblings() throws {
    var state = try state { try Workload.siblings(count: 20_000, to: $0) }
    for keys in ["j", " ", "G", "gg", "=", "G", "k", "-", "]]", "h"] {
      let cost = cost(of: keys, &state)
      // Two or three texts a row, of 40 rows.
      #expect(cost <= 160, "\(keys.debugDescription) made \(cost)")
      #expect(state.broken == nil)
    }
    #expect(state.view.tree.count > 20_000)
  }

  @Test func onlyRowsOnTheScreenAreMadeOfManyFragments() throws {
    var state = try state { try Workload.fragments(count: 2_000, to: $0) }
    for keys in ["G", "gg", "=", "G", "4", "G", "\r"] {
      let cost = cost(of: keys, &state)
      #expect(cost <= 160, "\(keys.debugDescription) made \(cost)")
      #expect(state.broken == nil)
    }
  }

  /// The siblings of a node are gone through once for its path, be it one of many or alone among them.
  @Test func pathsAmongManySiblingsAreCountedOnce() throws {
    var state = try state { try Workload.fragments(count: 2_000, to: $0) }
    let round = ["gg", "j", "j", "G", "k", "gg", "G"]
    for keys in round { _ = cost(of: keys, &state) }
    let before = state.siblingPasses
    #expect(before > 0)
    for keys in round + [":moof[1500]\r", "]]", "\u{F}"] + round { _ = cost(of: keys, &state) }
    #expect(state.siblingPasses - before <= 2, "\(state.siblingPasses - before) passes")
  }

  /// What stands at the top of a file was counted when it was opened: no key among fragments goes through
  /// them for a path.
  @Test func pathsAmongFragmentsWaitForNoKey() throws {
    var state = try state { try Workload.fragments(count: 2_000, to: $0) }
    #expect(state.siblingsCounted > 4_000)
    for keys in ["j", " ", " ", "G", "k", "gg", "=", "G", "k", "-", ":moof[1500]\r", "]]", "\u{F}"] {
      let before = state.siblingsCounted
      _ = cost(of: keys, &state)
      #expect(state.siblingsCounted - before <= 16, "\(keys.debugDescription)")
    }
  }

  /// Folding all comes back to what was found when the file was opened, and unfolding goes through no node.
  @Test func foldingAllGoesThroughNoNodes() throws {
    var state = try state { try Workload.fragments(count: 2_000, to: $0) }
    let count = state.view.folds.count
    for keys in ["-", "=", "G", "-", ":moof[1500]\r"] {
      let before = state.foldSteps
      _ = cost(of: keys, &state)
      if keys.count == 1 { #expect(state.foldSteps == before, "\(keys)") }
      #expect(state.broken == nil)
    }
    state.type("-gg-")
    // `moov` is open at first.
    #expect(state.view.folds.count <= count)
    #expect(state.view.folds.row(of: state.view.node) == 0)
  }

  /// A list of samples goes on from where it was: a key in its middle passes no more samples than stand
  /// between two stops, however many runs lie before them.
  @Test func listsOfSamplesGoOnFromWhereTheyWere() throws {
    let found = try [40_000, 80_000].map { count in
      var state = try state { try Workload.tables(count: UInt32(count), areAllLong: true, to: $0) }
      let track = try #require(state.view.inspection.movie.tracks.first)
      state.type("4G")
      _ = state.picture
      #expect(state.samplesPassed < 2 * count)
      return try ["k", "u", "b", "\r", "k", "3", "h", "l", "4", ":50%\r", "k", "j", "G", "b", " "].map { keys in
        let before = state.samplesPassed
        _ = cost(of: keys, &state)
        #expect(state.broken == nil)
        // What is listed is what stands there.
        var own = track.samples(from: state.view.panelTop + 1)
        var listed = try #require(
          state.view.inspection.samples(ofTrack: 0, from: state.view.panelTop + 1))
        for _ in 0..<40 { #expect(same(listed.next(), own.next())) }
        return keys.first == ":" ? 0 : state.samplesPassed - before
      }
    }
    for passed in found {
      #expect(passed.allSatisfy { $0 <= 8 * SampleStops.distance }, "\(passed)")
    }
  }

  private func same(_ one: Sample?, _ other: Sample?) -> Bool {
    "\(String(describing: one))" == "\(String(describing: other))"
  }

  /// To go on to a sample from one before it is to begin there, where packets hold many samples, too.
  @Test(arguments: ["mockups/movie.mov", "encoded/adpcm-ima.mov", "encoded/pcm-v0.mov"])
  func samplesGoOnAsIfOneHadBegunThere(name: String) throws {
    for track in MovieSamples(try MediaFile.open(Corpus.open(name))).tracks {
      for first in 1...min(40, max(1, track.count)) {
        for further in [0, 1, 7, 30] where first + further <= track.count {
          var samples = track.samples(from: first)
          samples.skip(to: first + further)
          var own = track.samples(from: first + further)
          for _ in 0..<3 { #expect(same(samples.next(), own.next()), "\(track.name) \(first) \(further)") }
        }
      }
    }
  }

  /// The node of the other file is looked for once for each node that is gone to, not for each picture.
  @Test func theOtherFileOfAPairIsNotSearchedForEachKey() throws {
    let one = try state { try Workload.fragments(count: 300, to: $0) }
    let other = try state { try Workload.fragments(count: 301, to: $0) }
    let documents = (one.view.document, other.view.document)
    var pair = State(
      files: [(documents.0, FilePath("a")), (documents.1, FilePath("b"))],
      pairing: Pairing(documents.0, documents.1), columns: 120, rows: 40)
    pair.type(":moof[200]/traf/trun\r")
    _ = cost(of: "2", &pair)
    let before = pair.pathLookups
    for keys in ["j", "j", "k", "3", "l", "l", "x", "4", "1"] { _ = cost(of: keys, &pair) }
    #expect(pair.pathLookups == before)
    let path = pair.view.document.path(of: pair.view.node)
    pair.type("o")
    #expect(pair.view.document.path(of: pair.view.node) == path)
    #expect(pair.pathLookups - before <= 2)
  }

  /// What a table says is read once, not for each picture that its row is on.
  @Test func tablesAreNotSummedForEachKey() throws {
    var state = try state { try Workload.tables(count: 50_000, areAllLong: true, to: $0) }
    state.type("/stsz\r")
    _ = state.picture
    let before = state.summariesMade
    #expect(before > 0)
    for keys in ["2", "j", "G", "3", "j", "x", "1", "k", "j"] { _ = cost(of: keys, &state) }
    #expect(state.summariesMade - before <= 2, "\(state.summariesMade - before) summaries")
  }

  /// What takes going through all samples is written where keys do not wait for it.
  @Test(arguments: ["P", "a", ":plot rate\r"])
  func picturesOfLongFilesAreDrawnBesideTheKeys(keys: String) throws {
    var long = try state { try Workload.tables(count: 60_000, areAllLong: true, to: $0) }
    let effects = long.type(keys)
    guard case .draw(let contents, file: 0)? = effects.last else {
      Issue.record("\(effects)")
      return
    }
    #expect(long.overlay == nil)
    #expect(long.message.contains("Esc stops"))
    long.take(long.overlayText.first(of: contents))
    #expect(long.overlay?.lines.isEmpty == false)
    #expect(long.message == "")
    // The next picture, too; meanwhile the one there is stays.
    let lines = long.overlay?.lines
    if keys != "a" {
      guard case .draw? = long.type("l").last else {
        Issue.record("drawn at once")
        return
      }
      #expect(long.overlay?.lines == lines)
    }
    _ = long.reduce(.resize(columns: 60, rows: 20))
    #expect(long.broken == nil)
    var short = try State(["mockups/movie.mov"])
    #expect(short.type(keys) == [])
    #expect(short.overlay != nil)
  }

  /// A line is completed among more siblings than a screen has rows, with the paths of the library.
  @Test func pathsAreCompletedAmongManySiblings() throws {
    let state = try state { try Workload.fragments(count: 6_000, to: $0) }
    #expect(State.completions(of: "moof[5999", in: state.view) == ["moof[5999]"])
    let all = State.completions(of: "moof[", in: state.view)
    #expect(all.count == 200 && all.first == "moof[1]" && all.last == "moof[200]")
  }

  /// A path that means nothing may be misspelt, a name of it or a handler.
  @Test func pathsThatMeanNothingAreLikelyOthers() throws {
    var state = try State(["mockups/movie.mov"])
    state.type(":moov/trk\r")
    #expect(state.message == "nothing matches 'moov/trk' — did you mean 'moov/trak'? (3 found)")
    state.type(":trak[vdie]\r")
    #expect(state.message == "nothing matches 'trak[vdie]' — did you mean 'trak[vide]'? (1 found)")
    #expect(State.completions(of: "trak[v", in: state.view) == ["trak[vide]"])
  }

  /// What is wrong with an image is seen whatever else is said of it, and comes last where there is room for all.
  @Test func whatIsWrongWithAnImageIsSeen() throws {
    func header(_ columns: Int) throws -> String {
      let state = try State(["made/items-v2.heic"], columns: columns, rows: 24)
      return state.picture.text.split(separator: "\n").dropFirst().first.map { String($0) } ?? ""
    }
    let narrow = try header(100)
    #expect(narrow.hasPrefix(" 64×48 · ! 2 bytes at 0x3e8 of item 1"), "\(narrow)")
    let whole = try header(300)
    #expect(whole.hasPrefix(" 64×48 · 4 items · ") && whole.contains("[item-outside]"), "\(whole)")
  }

  /// A row of a run leads to its sample, whichever of many fragments it is in.
  @Test func rowsOfRunsOfManyFragmentsLeadToTheirSamples() throws {
    var state = try state { try Workload.fragments(count: 3_000, to: $0) }
    let track = try #require(state.view.inspection.movie.tracks.first)
    for number in [1, 2, 1_500, 2_999, 3_000] {
      let node = try #require(state.view.document.found("moof[\(number)]/traf").first)
      let run = try #require(state.view.tree.child("trun", of: node))
      #expect(state.view.inspection.track(of: run) == 0)
      let first = try #require(track.chunks.first { $0.fragment == number }?.firstSample)
      #expect(track.chunks(ofFragment: node)?.first { $0.number == 1 }?.firstSample == first)
      state.type(":moof[\(number)]/traf/trun.samples[1]\r\r")
      #expect(state.message.contains("sample \(first.grouped) of"), "\(state.message)")
    }
  }

  /// Of many fragments the first and the last have rows; one stands for the others, until it is opened.
  @Test func fragmentsAreFoldedUntilTheyAreOpened() throws {
    var state = try state { try Workload.fragments(count: 200, to: $0) }
    let folded = state.view.folds.count
    #expect(folded < 20, "\(folded) rows")
    #expect(state.picture.text.contains("196 more: moof"))
    state.type(":moof[100]\r")
    #expect(state.view.document.path(of: state.view.node) == "moof[100]")
    #expect(state.view.folds.count >= 400)
    #expect(state.broken == nil)
    state.type("-")
    #expect(state.view.folds.count <= folded)
    #expect(state.broken == nil)
  }

  /// Paths that are looked up among many siblings are those that the library counts.
  @Test func pathsAmongManySiblingsAreThoseOfTheLibrary() throws {
    let state = try state { try Workload.siblings(count: 3_000, to: $0) }
    let tree = state.view.tree
    for number in stride(from: 0, to: tree.count, by: 97) {
      let node = NodeIndex(number)
      #expect(state.view.inspection.path(of: node) == state.view.document.path(of: node))
    }
  }

  /// The last of many rows is shown without those before it, and leads to the last sample.
  @Test func rowsOfLongTablesAreNotGoneThrough() throws {
    var state = try state { try Workload.tables(count: 200_000, areAllLong: true, to: $0) }
    state.type("/stsz\r")
    let places = state.view.places
    #expect(places.count > 200_000)
    #expect(places.places.count < 32, "a table is one place, whatever its rows")
    state.type("2G")
    let row = try #require(state.view.fieldRow)
    #expect(row.path == "entries[200000]")
    let rows = state.view.document.rows(of: state.view.node, for: .texts(199_990..<200_010))
    #expect(rows.rows.count <= 20)
    state.type("\r")
    #expect(state.message.contains("200,000"))
  }

  /// A search of a long table is cut into slices that each look at a bounded number of rows.
  @Test func searchesGoOnInSlices() throws {
    var state = try state { try Workload.tables(count: 200_000, areAllLong: true, to: $0) }
    var search = Search(
      .number(0xDEAD_BEEF_DEAD_BEEF), isForward: true, in: state.view.tree, node: NodeIndex(0),
      row: nil, byte: 0)
    var slices = 0
    while search.advance(state.view.inspection) == .working, slices < 10_000 { slices += 1 }
    #expect(slices >= 200_000 / Search.rowsASlice, "\(slices) slices")
    #expect(slices < 1_000)
    state.search = search
    #expect(state.isWorking)
  }

  /// Esc and Ctrl-C stop a search between two slices of it; another key goes on beside it.
  @Test(arguments: ["\u{1B}", "\u{3}"]) func aSearchIsStopped(key: String) throws {
    var state = try state { try Workload.tables(count: 200_000, areAllLong: true, to: $0) }
    var decoder = InputDecoder()
    for event in decoder.take(Array("/=3735928559\r".utf8)) { _ = state.reduce(event) }
    for _ in 0..<3 { _ = state.reduce(.tick) }
    #expect(state.message.hasPrefix("searching…"))
    _ = state.reduce(.key(Key(.down)))
    #expect(state.search != nil)
    for event in decoder.take(Array(key.utf8)) + decoder.timeOut() { _ = state.reduce(event) }
    #expect(state.search == nil)
    #expect(!state.isWorking)
    #expect(state.message == "search stopped")
    #expect(state.broken == nil)
  }
}
