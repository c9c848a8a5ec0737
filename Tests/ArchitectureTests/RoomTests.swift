import Foundation
import FuzzOracles
import Structure
import Testing

/// Files, folders and strings keep to the map, as modules do.
///
/// What is not mended yet is named here, file by file. A name that is not needed any more has to go:
/// the lists only ever grow shorter.
@Suite struct RoomTests {
  // MARK: What is open

  /// Files that know each other in rings of more than three.
  private static let openRings: [Set<String>] = []

  /// Folders of one module whose files know each other both ways.
  private static let openFolders: Set<Set<String>> = []

  /// Files of more than 600 lines that are no tables.
  private static let openRooms: Set<String> = []

  /// Modules that know no format.
  private static let formatless: Set<String> = [
    "ByteReading", "Structure", "MediaFacts", "StructureRendering", "StructureDiff",
    "CommandLineSupport",
  ]

  /// Files of these that use words of a format all the same, each with the reason.
  private static let openStrings: [String: String] = [
    "Structure/Problems/FieldProblems": "the id count-exceeds-box, which users and lists know",
    "Structure/Reading/ValueNames": "RGB is a colour space of profiles, and a word besides",
    "Structure/Reading/Document": "the name of bytes that are compressed",
    "MediaFacts/Picture": "the names of formats of pictures are types of image items, too",
    "StructureRendering/RowText": "the type 'boxes' of rows in the schema atomtools.boxes/1",
    "StructureRendering/CatalogueRecords": "the key 'boxes', and its schema",
    "StructureRendering/CatalogueRenderer": "the key 'boxes'",
    "StructureRendering/AboutSchema+Tracks": "a mesh is a projection, and a type besides",
    "StructureRendering/Schema": "the schema lists what the formats call their nodes",
    "CommandLineSupport/GitSetup": "the name of the driver that git is told",
  ]

  /// Types that are words of everybody.
  private static let ordinary: Set<String> = [
    "*", "LIST", "bits", "byte", "code", "data", "date", "file", "free", "from", "item", "kind",
    "last",
    "list", "name", "none", "note", "path", "rate", "real", "rest", "rows", "size", "skip",
    "sync", "tags", "text", "time", "type", "user", "wide", "zlib",
  ]

  // MARK: Files

  /// Files that are a text in another language: style and script of the pages.
  private static let foreign: Set<String> = ["StructureRendering/Page/PageStyle", "StructureRendering/Page/PageScript"]

  /// The other sources of the package by their places below `Sources`, without `.swift`.
  private static let files: [String: SourceText] = {
    var found: [String: SourceText] = [:]
    for file in Checkout.swiftFiles(in: "Sources") {
      guard let text = try? Checkout.text(of: file) else { continue }
      let place = String(file.dropFirst("Sources/".count).dropLast(".swift".count))
      if !foreign.contains(place) { found[place] = SourceText(text) }
    }
    return found
  }()

  private static func module(of file: String) -> String { String(file.prefix { $0 != "/" }) }

  private static func folder(of file: String) -> String {
    file.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// The files of the same module that each file uses a type of; types of one name in two files
  /// are nobody's.
  private static let uses: [String: Set<String>] = {
    var places: [String: [String]] = [:]
    // What re-exports the others has their types under other names.
    for (file, text) in files where module(of: file) != "AtomTools" {
      for type in text.declared { places[type, default: []].append(file) }
    }
    return Dictionary(
      uniqueKeysWithValues: files.map { file, text in
        let others = text.used.compactMap { word -> String? in
          guard let declared = places[word], declared.count == 1, let other = declared.first,
            other != file, module(of: other) == module(of: file)
          else { return nil }
          return other
        }
        return (file, Set(others))
      })
  }()

  /// What can be reached from a file.
  private static func reached(from file: String) -> Set<String> {
    var found: Set<String> = []
    var open = [file]
    while let next = open.popLast() {
      for other in uses[next] ?? [] where found.insert(other).inserted { open.append(other) }
    }
    return found
  }

  @Test func filesKnowEachOtherInNoLongRing() {
    #expect(Self.files.count > 300)
    let reached = Dictionary(
      uniqueKeysWithValues: Self.files.keys.map { ($0, Self.reached(from: $0)) })
    var rings: Set<Set<String>> = []
    for (file, others) in reached where others.contains(file) {
      rings.insert(others.filter { reached[$0]?.contains(file) ?? false })
    }
    let long = rings.filter { $0.count > 3 }
    for ring in long where !Self.openRings.contains(where: { $0.isSuperset(of: ring) }) {
      Issue.record("a ring of \(ring.count) files: \(ring.sorted().joined(separator: " "))")
    }
    let open = long.reduce(into: Set<String>()) { $0.formUnion($1) }
    for file in Self.openRings.flatMap({ $0 }) where !open.contains(file) {
      Issue.record("\(file) is in no long ring any more: take it from the list")
    }
  }

  @Test func foldersAreLayers() {
    var arrows: Set<[String]> = []
    for (file, others) in Self.uses {
      for other in others { arrows.insert([Self.folder(of: file), Self.folder(of: other)]) }
    }
    var both: Set<Set<String>> = []
    for arrow in arrows where arrow[0] != arrow[1] && arrows.contains([arrow[1], arrow[0]]) {
      both.insert(Set(arrow))
    }
    for pair in both.subtracting(Self.openFolders) {
      Issue.record("\(pair.sorted().joined(separator: " and ")) know each other")
    }
    for pair in Self.openFolders.subtracting(both) {
      Issue.record("\(pair.sorted()) are layers now: take them from the list")
    }
  }

  @Test func roomsHoldOneThing() {
    for (file, text) in Self.files where text.lineCount > 600 && !file.contains("/Tables/") {
      #expect(Self.openRooms.contains(file), "\(file) has \(text.lineCount) lines")
    }
    for file in Self.openRooms {
      #expect(
        (Self.files[file]?.lineCount ?? 0) > 600, "\(file) is small: take it from the list")
    }
  }

  // MARK: Strings

  /// The types of all tables, and the names of rows that are no words of everybody.
  private static let words: (types: Set<String>, rows: Set<String>) = {
    var types: Set<String> = []
    var rows: Set<String> = []
    for program in Catalogue.programsOfFormats {
      types.insert(program.syntax.code.description)
      // The last row is that of bytes that no other row accounts for.
      for row in program.rows.dropLast() { rows.insert(row.name.description) }
    }
    return (types.subtracting(ordinary), rows.filter(isTelling))
  }()

  /// Whether a name is more than a word: `entry_count`, `sampleSize`.
  private static func isTelling(_ name: String) -> Bool {
    name.contains("_") || name.dropFirst().contains { $0.isUppercase }
  }

  /// What a string says that only a format knows; `nil` when it says no such thing.
  private static func formatWord(in text: String) -> String? {
    if words.types.contains(text) || words.rows.contains(text) { return text }
    let parts = text.split { !$0.isLetter }.map { $0.lowercased() }
    return ["atom", "atoms", "frame", "frames", "box", "boxes"].first { parts.contains($0) }
  }

  @Test func whatKnowsNoFormatNamesNone() {
    #expect(Self.words.types.count > 300 && Self.words.rows.count > 500)
    var open: Set<String> = []
    for (file, text) in Self.files where Self.formatless.contains(Self.module(of: file)) {
      for literal in text.literals {
        guard let word = Self.formatWord(in: literal.text) else { continue }
        open.insert(file)
        guard Self.openStrings[file] == nil else { continue }
        Issue.record("\(file):\(literal.line): '\(word)' in \"\(literal.text.prefix(60))\"")
      }
    }
    for file in Self.openStrings.keys where !open.contains(file) {
      Issue.record("\(file) names no format any more: take it from the list")
    }
  }

  /// A literal, a comment and a private type are told apart from what other files see.
  @Test func sourcesAreReadAsTheyAreWritten() {
    let text = SourceText(
      #"""
      /// A `Comment` is nobody's.
      public struct Seen { private enum Hidden {} }
      let a = "an \"Escape\" \(b)", c = #"raw "quote""#  // "gone"
      let d: Other = 1
      """#)
    #expect(text.declared == ["Seen"])
    #expect(text.used == ["Seen", "Hidden", "Other"])
    #expect(text.literals.map(\.text) == [#"an \"Escape\" \(b)"#, #"raw "quote""#])
    #expect(text.literals.map(\.line) == [3, 3])
    #expect(text.lineCount == 3)
  }
}
