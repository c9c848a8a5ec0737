import Atoms
import ByteReading
import Structure
import StructureRendering
import Testing

/// What the catalogue knows of the types that are registered.
@Suite struct RegisteredTypesTests {
  let catalogue = Catalogue.atoms

  /// What is seen and what is read, by the handlers of 14496-12, 23008-12 and QTFF.
  @Test func handlersAreOfPicturesOrOfText() {
    let handlers: [FourCC] = [
      "vide", "auxv", "pict", "text", "sbtl", "subt", "clcp", "subp", "soun", "hint", "meta", "tmcd", "sdsm", "mdir",
    ]
    #expect(handlers.filter(\.isHandlerOfPictures) == ["vide", "auxv", "pict"])
    #expect(handlers.filter(\.isHandlerOfText) == ["text", "sbtl", "subt", "clcp", "subp"])
  }

  /// The titles of tables that stand for the type itself, and whether one of them has fields or
  /// boxes.
  private func tables(of type: FourCC) -> (count: Int, decodes: Bool) {
    var count = 0
    var decodes = false
    for number in 0..<catalogue.count {
      let table = catalogue.table(number)
      if table.entry != nil { continue }
      let isExtended = type == .uuid && !table.extendedType.description.isEmpty
      let names = table.titles?.names()[UInt64(type.rawValue)]
      guard
        isExtended || names != nil
          || !table.isForManyTypes && FourCC(key: table.code.description) == type
      else { continue }
      count += 1
      // A table without rows says that the box is empty, or that its bytes are what it is.
      if catalogue.program(number)?.isOpaque == false { decodes = true }
    }
    return (count, decodes)
  }

  @Test func everyTypeIsListedOnce() {
    let types = catalogue.register.describedTypes + catalogue.register.entries.map(\.type)
    #expect(types.count == 734)
    #expect(Set(types).count == types.count)
  }

  /// The coverage of the catalogue: it may grow, and must not fall.
  @Test func registeredTypesThatAreDescribedHaveTables() {
    let types = catalogue.register.describedTypes
    var decoding = 0
    for type in types {
      let found = tables(of: type)
      #expect(found.count > 0, "'\(type)' has no table")
      if found.decodes { decoding += 1 }
    }
    print(
      "catalogue: of \(types.count + catalogue.register.entries.count) registered types "
        + "\(types.count) have tables, \(decoding) of them with fields or boxes; "
        + "\(catalogue.register.entries.count) are known by name; \(catalogue.count) tables in all")
    #expect(types.count >= 642)
    #expect(decoding >= 420)
  }

  @Test func theOthersHaveNamesAndNoTable() {
    for entry in catalogue.register.entries {
      let tables = tables(of: entry.type).count
      #expect(tables == 0, "'\(entry.type)' has a table by now")
      #expect(!entry.name.isEmpty && !entry.owner.isEmpty, "'\(entry.type)'")
      #expect(entry.name.first?.isLowercase == false, "'\(entry.name)'")
      for parent in entry.parents.split(separator: " ") where parent != "file" {
        #expect(FourCC(key: parent) != nil, "\(entry.type) in '\(parent)'")
      }
    }
  }

  @Test func aTypeIsNamedByItsPlace() {
    let register = Register(
      named: """
        tmcd|QT||Timecode
        tmcd|QT|gmhd tref|Timecode information
        aaaa|us|moov|First
        """)
    #expect(register.entries.map(\.name) == ["First", "Timecode", "Timecode information"])
    #expect(register.entry(for: "tmcd", in: "gmhd")?.name == "Timecode information")
    #expect(register.entry(for: "tmcd", in: "stsd")?.name == "Timecode")
    #expect(register.entry(for: "aaaa", in: "trak")?.name == "First")
    #expect(register.entry(for: "zzzz", in: "trak") == nil)
  }
}
