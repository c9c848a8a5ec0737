import Atoms
import ByteReading
import Corpus
import Foundation
import MediaInspection
import Structure
import Testing

/// A made payload for every table, read whole, with all its values.
///
/// `UPDATE_GOLDENS=1 swift test --filter SpecimenTests` writes the listings again.
@Suite struct SpecimenTests {
  static let folder = Corpus.path(of: "goldens/tables")
  static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"

  /// Families by name, with their tables.
  static let families = AtomFamilies.names

  /// A table as it is read, with the payloads that are made for it.
  struct Made {
    let table: Int
    let program: Program
    let all: [Specimens.Specimen]
  }

  /// The payloads of the tables of a family; made once for all tests.
  static func specimens(_ tables: Range<Int>) -> [Made] { tables.flatMap { made[$0] } }

  /// For each table each way of reading it: with each of the entries that it may hold.
  static let made: [[Made]] = (0..<Catalogue.atoms.count).map { number in
    Catalogue.atoms.programs(of: number).map { program in
      Made(table: number, program: program, all: Specimens(of: program).all)
    }
  }

  /// The lines that are listed of a payload made for one row; of others twenty times as many are.
  private static let listed = 24

  /// Each table has a payload, and the listing shows what is read from it.
  @Test(arguments: families.map(\.name))
  func tablesReadWhatIsMadeForThem(family: String) throws {
    let tables = try #require(Self.families.first { $0.name == family }?.tables)
    let catalogue = Catalogue.atoms
    var text = ByteWriter()
    var listed: [(code: String, listing: String)] = []
    for made in Self.specimens(tables) {
      let (program, all) = (made.program, made.all)
      var key = catalogue.entries(of: made.table).first?.key ?? ""
      if let entry = program.entry { key += " of '\(entry.code)'" }
      #expect(!all.isEmpty, "nothing can be made for \(key) \(program.syntax.title)")
      var listing = ByteWriter()
      var seen: Set<Int> = []
      for specimen in all {
        // Lists of thousands say no more than their first rows; what is made for one row is listed less far.
        let most = specimen.choice.hasPrefix("for ") ? Self.listed : 20 * Self.listed
        var sink = ListingSink(program, skipping: seen, most: most)
        Self.walk(program, specimen, into: &sink)
        listing.put("  \(specimen.choice.isEmpty ? "plain" : specimen.choice), ")
        listing.put("\(specimen.bytes.count) bytes\n")
        listing.put(sink.text)
        if sink.count > most { listing.put("    and \(sink.count - most) more\n") }
        seen.formUnion(specimen.rows)
      }
      // Tables that are written by one function and say the same are listed once.
      if let same = listed.first(where: { $0.listing == listing.string }) {
        text.put("\(key) as \(same.code)\n")
      } else {
        text.put(
          "\(key) in \(program.syntax.parents.description.isEmpty ? "any" : program.syntax.parents.description)\n"
        )
        text.put(listing)
        listed.append((key, listing.string))
      }
    }
    let place = Self.folder + "/\(family).txt"
    if Self.isUpdating {
      try FileManager.default.createDirectory(
        atPath: Self.folder, withIntermediateDirectories: true)
      try text.string.write(toFile: place, atomically: true, encoding: .utf8)
    } else {
      let found = try? String(contentsOfFile: place, encoding: .utf8)
      ListingDifference.report(
        "goldens/tables/\(family).txt", kept: found, made: text.string, renewedBy: "SpecimenTests"
      ) { !$0.hasPrefix(" ") && !$0.isEmpty }
    }
  }

  private static func walk(
    _ program: Program, _ specimen: Specimens.Specimen, into sink: inout ListingSink
  ) {
    let source = ByteSource(copying: specimen.bytes)
    var cursor = ByteCursor(source.bytes)
    var walker = Walker()
    walker.walk(program, &cursor, context: specimen.context, into: &sink)
  }

  /// Nearly every row of every table is read by one of the payloads.
  @Test func payloadsReachTheRows() {
    var all = 0
    var reached = 0
    var missing: [String] = []
    var payloads = 0
    for (name, tables) in Self.families {
      for made in Self.specimens(tables) {
        let program = made.program
        payloads += made.all.count
        let rows = made.all.reduce(into: Set<Int>()) { $0.formUnion($1.rows) }
        for row in program.rows.indices.dropLast() {
          switch program.rows[row].kind {
          case .when, .choice, .following, .boxes: continue
          default: break
          }
          all += 1
          if rows.contains(row) {
            reached += 1
          } else {
            missing.append("\(name) \(program.syntax.code).\(program.rows[row].name)")
          }
        }
      }
    }
    let share = Double(reached) / Double(max(1, all)) * 100
    print("tables: \(payloads) payloads read \(reached) of \(all) rows, \(share) %")
    if let path = ProcessInfo.processInfo.environment["ATOMTOOLS_UNREACHED"] {
      try? missing.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }
    // What stands deeper than two choices is asked for row by row; what is left needs fields that say two things at
    // once, such as sets of layers, and those of USAC in each of the tables that have a decoder's configuration.
    #expect(share >= 79)
  }

  /// In its place in a file each payload is found by the scanner and told to be what it is.
  @Test func scannerFindsThemInTheirPlaces() throws {
    let catalogue = Catalogue.atoms
    for (_, tables) in Self.families {
      for made in Self.specimens(tables) {
        let number = made.table
        let program = made.program
        guard let specimen = made.all.first else { continue }
        let table = catalogue.table(number)
        // Items, samples, entries and descriptors are no boxes, and the scanner never meets them.
        if table.entry != nil { continue }
        let first = table.parents.description.listedTypes.first
        if let first, ["item", "mdat"].contains(first) { continue }
        let isFound = try MadeFile.candidates(number, specimen).contains { made in
          let tree = try MediaFile.open(ByteSource(copying: made.bytes)).tree
          return tree.indices.contains {
            tree[$0].start == UInt64(made.offset) && tree[$0].type == made.type
              && Int(tree[$0].size) == made.size
              && tree.program(of: tree[$0]) === program
          }
        }
        #expect(isFound, "\(table.code) '\(table.title)' in '\(table.parents)', \(specimen.choice)")
      }
    }
  }
}

/// A file with one payload in it, in the first place where its table may stand.
struct MadeFile {
  let type: FourCC
  /// Where its box begins, and how long it is.
  let offset: Int
  let size: Int
  let bytes: [UInt8]

  private init(_ type: FourCC, _ box: [UInt8], in file: [UInt8]) {
    let start = atom("ftyp") {
      code("isom")
      u32(0)
    }
    self.type = type
    bytes = start.bytes + file
    size = box.count
    offset = bytes.count - size
  }

  /// The files to try, for the rows of a parent say in different ways that boxes follow.
  static func candidates(_ number: Int, _ specimen: Specimens.Specimen) -> [MadeFile] {
    let catalogue = Catalogue.atoms
    let table = catalogue.table(number)
    let entries = catalogue.entries(of: number)
    var type = entries[0].type
    if table.isForManyTypes {
      type = entries.dropFirst().first?.type ?? (table.code.description == "@*" ? "@zzz" : "zzzz")
    }
    let usertype = type == .uuid ? hex(table.extendedType.description).bytes : []
    let box = atom(type) { Piece(usertype + specimen.bytes) }.bytes
    let parents = table.parents.description.listedTypes
    guard let parent = parents.first.flatMap({ FourCC(key: $0) }), parent != Catalogue.file else {
      return [MadeFile(type, box, in: box)]
    }
    if !table.handlers.description.isEmpty {
      let handler = FourCC(key: table.handlers.description.listedTypes[0]) ?? "vide"
      return [MadeFile(type, box, in: media(handler, box))]
    }
    let files = around(box, parent)
    // Sample entries and metadata items are what they are only in their own places.
    return (files + files.map { file in atom("ilst") { Piece(file) }.bytes }).map {
      MadeFile(type, box, in: $0)
    }
  }

  private static func media(_ handler: FourCC, _ box: [UInt8]) -> [UInt8] {
    atoms {
      atom("mdia") {
        atom("hdlr", version: 0) {
          u32(0)
          code(handler)
          zeros(13)
        }
        atom("minf") {
          atom("stbl") {
            atom("stsd", version: 0) {
              u32(1)
              Piece(box)
            }
          }
        }
      }
    }
  }

  /// Parents whose own fields are made in each way there is, with the box behind them.
  private static func around(_ box: [UInt8], _ parent: FourCC) -> [[UInt8]] {
    let catalogue = Catalogue.atoms
    var extended: Catalogue.ExtendedType?
    var usertype: [UInt8] = []
    if parent == .uuid {
      // The one of Canon holds boxes, and others have none.
      let text = "85c0b687-820f-11e0-8111-f4ce462b6a48"
      extended = Catalogue.ExtendedType(text)
      usertype = hex(text).bytes
    }
    let places: [FourCC] = ["file", "ilst", "stsd", "dref"]
    let tables = places.compactMap {
      catalogue.table(for: parent, in: $0, handler: nil, extendedType: extended)
    }
    let programs = Set(tables).sorted().compactMap { catalogue.program($0) }
    guard !programs.isEmpty else { return [atom(parent) { Piece(usertype + box) }.bytes] }
    return programs.flatMap { program in
      Specimens(of: program).everything.map { specimen in
        atom(parent) { Piece(usertype + specimen.bytes + box) }.bytes
      }
    }
  }
}

/// Writes a line for each value: its path and what it is.
private struct ListingSink: FieldSink {
  let program: Program
  /// Rows that were shown already.
  let skipped: Set<Int>
  /// The lines that are written; the others are counted.
  let most: Int
  private(set) var count = 0
  private(set) var text = ""
  private var path: [String] = []

  init(_ program: Program, skipping skipped: Set<Int>, most: Int) {
    self.program = program
    self.skipped = skipped
    self.most = most
  }

  mutating func field(_ field: borrowing FieldReading) {
    if skipped.contains(field.row) { return }
    if case .reserved = field.definition.kind { return }
    put(count < most ? field.name.description : "", field)
  }

  private mutating func put(_ name: String, _ field: borrowing FieldReading) {
    count += 1
    if count > most { return }
    var value = ByteWriter()
    value.put(value: field, .field)
    text += "    " + (path + [name]).joined(separator: ".") + " " + value.string + "\n"
  }

  mutating func table(_ table: borrowing TableReading) {
    if skipped.contains(table.row) { return }
    for row in 0..<min(2, table.count) {
      path.append("\(table.name)[\(row + 1)]")
      for column in table.columns.indices {
        let field = table.field(row: row, column: column)
        if case .reserved = field.definition.kind { continue }
        put(field.name.description, field)
      }
      path.removeLast()
    }
  }

  mutating func begin(_ group: borrowing GroupReading) {
    switch group.kind {
    case .item: path[path.count - 1] += "[\(group.index + 1)]"
    case .group, .list: path.append(group.name.description)
    }
  }

  mutating func end(_ group: borrowing GroupReading) {
    switch group.kind {
    case .item:
      let name = path[path.count - 1]
      path[path.count - 1] = String(name.prefix { $0 != "[" })
    case .group, .list: path.removeLast()
    }
  }
}
