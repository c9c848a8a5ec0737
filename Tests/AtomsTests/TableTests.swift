import Atoms
import ByteReading
import Structure
import Testing

/// What holds for every table, whoever wrote it.
@Suite struct TableTests {
  @Test(arguments: Array(0..<Catalogue.atoms.count))
  func aTableLowersAndSaysWhereItIsFrom(_ number: Int) throws {
    let program = try #require(Catalogue.atoms.program(number))
    #expect(!program.syntax.title.description.isEmpty)
    #expect(!program.syntax.clause.description.isEmpty, "\(program.syntax.code) has no clause")
    for row in program.rows {
      #expect(!row.name.description.contains(" "), "\(program.syntax.code).\(row.name)")
    }
  }

  @Test func namesThatDifferHaveFingerprintsThatDiffer() throws {
    var names: [UInt64: String] = [:]
    for number in 0..<Catalogue.atoms.count {
      let program = try #require(Catalogue.atoms.program(number))
      for row in program.rows {
        let name = row.name.description
        #expect(names.updateValue(name, forKey: row.name.fingerprint) ?? name == name)
      }
    }
    #expect(names.count > 1_000)
  }
}
