import Corpus
import Foundation
import Structure
import Testing

@testable import TerminalInspector

/// The keys that help lists, those of the documentation, and what they do.
@Suite struct KeyTests {
  /// The table of a page of documentation: keys without their marks, and what is said of them up to what
  /// help leaves out.
  private static func table() throws -> [(keys: String, meaning: String)] {
    let place = "Sources/TerminalInspector/TerminalInspector.docc/Keys.md"
    let text = try String(
      contentsOfFile: String(Corpus.folder.dropLast("Corpus".count)) + place, encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      let cells = line.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
      return (plain(String(cells[0])), plain(String(cells[1])))
    }
  }

  private static func plain(_ text: String) -> String {
    text.replacingOccurrences(of: "`", with: "").split(separator: " ").joined(separator: " ")
  }

  /// Each line of help is in the documentation, in the same order, which says no less of it; and nothing
  /// else is there.
  @Test func helpAndDocumentationSayTheSame() throws {
    let table = try Self.table()
    let help = KeyHelp.keys.flatMap(\.1).filter { !$0.0.isEmpty }.map {
      (keys: Self.plain($0.0), meaning: Self.plain($0.1))
    }
    #expect(table.map(\.keys) == help.map(\.keys))
    for (row, line) in zip(table, help) {
      let first = line.meaning.split(separator: ";").first.map { String($0) } ?? ""
      #expect(row.meaning.hasPrefix(first), "\(line.keys): \(row.meaning)")
    }
  }

  /// What is typed to get somewhere, a key, and what it changes.
  private struct Case {
    var before = ""
    var keys: String
    var what: @Sendable (State) -> Int
    /// The value before the key and after it.
    var values: (Int, Int)
  }

  private static let row: @Sendable (State) -> Int = { $0.view.folds.row(of: $0.view.node) ?? -1 }
  private static let top: @Sendable (State) -> Int = { $0.view.treeTop }
  private static let count: @Sendable (State) -> Int = { $0.view.folds.count }

  /// movie.mov on a screen of 80×24 has 19 rows of tree; unfolded it has 89 of them.
  private static let cases: [Case] = [
    Case(before: "gg=", keys: "j", what: row, values: (0, 1)),
    Case(before: "gg=", keys: "jjk", what: row, values: (0, 1)),
    Case(before: "gg=", keys: " ", what: row, values: (0, 18)),
    Case(before: "gg=", keys: "f", what: row, values: (0, 18)),
    Case(before: "gg=", keys: "fb", what: row, values: (0, 0)),
    Case(before: "gg=", keys: "d", what: row, values: (0, 9)),
    Case(before: "gg=", keys: "du", what: row, values: (0, 0)),
    Case(before: "=G", keys: "<", what: { row($0) == 0 ? 0 : 1 }, values: (1, 0)),
    Case(before: "=gg", keys: ">", what: { row($0) == count($0) - 1 ? 1 : 0 }, values: (0, 1)),
    Case(before: "=gg", keys: "L", what: row, values: (0, 17)),
    Case(before: "=ggL", keys: "H", what: row, values: (17, 0)),
    Case(before: "=gg", keys: "M", what: row, values: (0, 9)),
    Case(before: "=ggff", keys: "zt", what: { row($0) - top($0) }, values: (17, 1)),
    Case(before: "=ggff", keys: "zz", what: { row($0) - top($0) }, values: (17, 9)),
    Case(before: "=ggffzt", keys: "zb", what: { row($0) - top($0) }, values: (1, 17)),
    Case(before: "gg", keys: "zR", what: { count($0) == $0.view.tree.count ? 1 : 0 }, values: (0, 1)),
    Case(before: "=", keys: "zM", what: count, values: (89, 4)),
    Case(before: "-G", keys: "zo", what: count, values: (4, 9)),
    Case(before: "-Gzo", keys: "zc", what: count, values: (9, 4)),
    Case(before: "-G", keys: "za", what: count, values: (4, 9)),
    Case(before: "-Gza", keys: "za", what: count, values: (9, 4)),
    Case(
      before: "gg2", keys: "Lzz", what: { $0.view.field == $0.view.places.count - 1 ? 1 : 0 },
      values: (0, 1)),
    Case(before: "gg:x", keys: "\u{15}\u{4}", what: { $0.prompt == nil ? 0 : 1 }, values: (1, 0)),
    Case(before: "gg:ab\u{1}", keys: "\u{4}", what: { $0.prompt?.line.count ?? -1 }, values: (2, 1)),
  ]

  @Test(arguments: cases.indices)
  func keysDoWhatIsSaid(number: Int) throws {
    let found = Self.cases[number]
    var state = try State(["mockups/movie.mov"])
    state.type(found.before)
    #expect(found.what(state) == found.values.0, "before \(found.keys)")
    #expect(state.type(found.keys) == [])
    #expect(found.what(state) == found.values.1, "after \(found.keys)")
    #expect(state.broken == nil)
  }

  @Test(arguments: ["q", "Q", "ZZ", ":q\r"])
  func theseLeave(keys: String) throws {
    var state = try State(["mockups/movie.mov"])
    #expect(state.type(keys) == [.quit])
  }

  @Test func filesAreTurnedByTheirCommands() throws {
    var state = try State(["mockups/movie.mov", "mockups/a.mp4", "mockups/b.mp4"])
    for (keys, file) in [(":n\r", 1), (":next\r", 2), (":p\r", 1), ("gT", 0), ("gt", 1)] {
      state.type(keys)
      #expect(state.currentFile == file, "\(keys)")
    }
  }

  /// A file without structure has rows for none of these keys.
  @Test func keysOverNothingDoNothing() throws {
    var state = try State(["mockups/track.mp3"])
    for keys in ["zo", "zc", "za", "zt", "zz", "zb", "H", "M", "L", "<", ">", "f", "zM", "zR"] {
      for pane in ["1", "2", "3", "4"] {
        state.type(pane + keys)
        #expect(state.broken == nil, "\(pane)\(keys)")
      }
    }
  }
}
