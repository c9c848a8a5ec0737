import Atoms
import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

/// Tables of what stands in boxes: entries of sample groups, descriptors.
@Suite struct EntryTests {
  let catalogue = Catalogue.atoms

  /// The tables that describe parts of nodes.
  private var tables: [Syntax] { catalogue.tables.filter { $0.entry != nil } }

  /// All rows of a table, those inside others included.
  private func all(_ rows: [Row]) -> [Row] { rows.flatMap { [$0] + all($0.inner) } }

  /// A name that no table has would be read as bytes without a word.
  @Test func whatATableRefersToIsThereAndNamesItsPlace() {
    var referred: Set<String> = []
    for table in catalogue.tables {
      for row in all(table.rows()) {
        guard case .named(let name) = row.kind else { continue }
        let found = tables.filter { $0.code.description == name.description }
        #expect(!found.isEmpty, "\(table.code) refers to \(name), which no table describes")
        for other in found {
          let places = other.parents.description.split(separator: " ").map(String.init)
          let isPlace = places.contains(table.code.description)
          #expect(isPlace, "\(name) does not say that \(table.code) has it")
          for place in places { referred.insert("\(name) in \(place)") }
        }
      }
    }
    for table in tables {
      for place in table.parents.description.split(separator: " ") {
        if case .code? = table.entry {
          let parents = catalogue.tables.indices.filter {
            catalogue.table($0).code.description == place && catalogue.table($0).entry == nil
          }
          #expect(parents.count == 1, "\(table.code) in \(place)")
          #expect(parents.allSatisfy { catalogue.entrySelector(of: $0) != nil })
        } else {
          #expect(referred.contains("\(table.code) in \(place)"))
        }
      }
    }
  }

  /// The names of grouping types are the titles of their tables.
  @Test func titlesAreTheNamesOfTheirCodes() throws {
    let number = try #require(
      catalogue.table(for: "sgpd", in: "stbl", handler: nil, extendedType: nil))
    let program = try #require(catalogue.program(number))
    let row = try #require(program.row(named: "grouping_type"))
    let names = program.names(of: row)
    let entries = catalogue.entries(in: number)
    #expect(entries.count >= 50)
    for entry in entries {
      let table = catalogue.table(entry)
      let name = names[UInt64(FourCC(stringLiteral: table.code).rawValue)]
      #expect(name?.description.lowercased() == table.title.description.lowercased())
    }
  }

  /// An entry costs its own rows, not those of all others.
  @Test func onlyTheEntryThatIsThereIsLowered() throws {
    let number = try #require(
      catalogue.table(for: "sgpd", in: "stbl", handler: nil, extendedType: nil))
    let plain = try #require(catalogue.program(number))
    let roll = try #require(catalogue.program(number, entry: "roll"))
    #expect(roll !== plain)
    #expect(roll === catalogue.program(number, entry: "roll"))
    #expect(roll.rows.count <= plain.rows.count + 2)
    #expect(roll.entry?.title.description == "Roll recovery")
    #expect(roll.syntax.title.description == "Sample group descriptions")
    #expect(catalogue.program(number, entry: "zzzz") === plain)
    // Each of them chooses by the code in its fourth byte behind version and flags.
    #expect(catalogue.entrySelector(of: number) == 4)
    for entry in catalogue.entries(in: number) {
      let code = FourCC(stringLiteral: catalogue.table(entry).code)
      #expect(catalogue.program(number, entry: code)?.childStart == Program.ChildStart.none)
    }
  }

  /// Two descriptions beside each other are read by two tables.
  @Test func eachDescriptionIsReadByTheTableOfItsType() throws {
    let document = Document.atoms(
      of: ByteSource(
        copying: atoms {
          atom("moof") {
            atom("traf") {
              atom("sgpd", version: 1) { hex("726F6C6C 00000002 00000001 FFFF") }
              atom("sgpd", version: 1) { hex("72617020 00000001 00000001 83") }
              atom("sgpd", version: 1) { hex("7A7A7A7A 00000002 00000001 FFFF") }
              atom("sgpd", version: 1) { hex("726F") }
              atom("sgpd", version: 1) {
                hex("73656967 00000014 00000001 00 91 01 08 000102030405060708090A0B0C0D0E0F")
              }
            }
          }
        }))
    let reader = NodeReader(document)
    let found = document.tree.indices.filter { document.tree[$0].type == "sgpd" }
    #expect(found.count == 5)
    reader.open(found[0])
    #expect(reader.number("roll_distance") == UInt64(bitPattern: -1))
    reader.open(found[1])
    #expect(reader.number("num_leading_samples") == 3)
    #expect(reader.number("roll_distance") == nil)
    let programs = found.map { document.tree.program(of: document.tree[$0]) }
    #expect(programs[2] === programs[3], "what no table describes is read as it is")
    #expect(programs[2]?.entry == nil)
    reader.open(found[4])
    #expect(reader.number("crypt_byte_block") == 9)
    #expect(reader.number("skip_byte_block") == 1)
    reader.open(found[3])
    #expect(reader.number("grouping_type") == nil)
  }

  /// A box of the same type as an entry is no entry.
  @Test func anEntryIsNoBox() {
    let tree = Document.atoms(of: ByteSource(copying: atoms { atom("roll") { u32(1) } })).tree
    #expect(tree.program(of: tree[NodeIndex(0)]) == nil)
    #expect(catalogue.table(for: "seig", in: "sgpd", handler: nil, extendedType: nil) == nil)
  }
}
