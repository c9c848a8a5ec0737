import Atoms
import Structure
import Testing

/// What holds for every table of the catalogue.
@Suite struct TableTests {
  /// Mistakes in a table trap when it is lowered: this is where they do.
  @Test(arguments: Catalogue.atoms.tables.indices)
  func aTableLowers(number: Int) throws {
    let table = Catalogue.atoms.tables[number]
    let program = try #require(Catalogue.atoms.program(number))
    #expect(program.syntax.code.description == table.code.description)
    #expect(!table.title.description.isEmpty, "\(table.code) has no title")
    #expect(!table.clause.description.isEmpty, "\(table.code) says not where it is specified")
  }

  @Test(arguments: Catalogue.atoms.tables.indices)
  func rowsHaveNamesThatPathsCanSay(number: Int) throws {
    let program = try #require(Catalogue.atoms.program(number))
    for row in program.rows where !row.name.description.isEmpty {
      let name = row.name.description
      let isPlain = name.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
      }
      #expect(isPlain, "'\(name)' in \(program.syntax.code)")
    }
  }

  @Test func identitiesNameRows() throws {
    for (number, table) in Catalogue.atoms.tables.enumerated()
    where !table.identities.description.isEmpty {
      let program = try #require(Catalogue.atoms.program(number))
      for identity in table.identities.description.split(separator: " ") {
        let parts = identity.split(separator: "=")
        #expect(parts.count == 2, "\(table.code): \(identity)")
        guard let value = parts.last, !value.contains(".") else { continue }
        #expect(program.row(named: value) != nil, "\(table.code): no row '\(value)'")
      }
    }
  }

  /// Of two tables for the same code in the same place the second would never be found.
  @Test func noTableHidesAnother() {
    var places: [String: StaticString] = [:]
    for table in Catalogue.atoms.tables {
      // Forms of one descriptor stand beside each other; a field chooses.
      if case .descriptor(_, _?)? = table.entry { continue }
      let parents = table.parents.description.split(separator: " ").map(String.init)
      let handlers = table.handlers.description.split(separator: " ").map(String.init)
      for parent in parents.isEmpty ? [""] : parents {
        for handler in handlers.isEmpty ? [""] : handlers {
          let place =
            "\(table.code) in '\(parent)' handler '\(handler)' \(table.extendedType)"
          if let other = places.updateValue(table.title, forKey: place) {
            Issue.record("\(place): \(other), and again \(table.title)")
          }
        }
      }
    }
    #expect(places.count > 500, "README.md says so")
  }
}
