import Atoms
import Foundation
import ID3
import SoundFiles
import Structure
import Testing

/// Fields that sources name by strings are rows of tables.
@Suite struct FieldNameTests {
  /// How sources name a field by a string; what stands between the parentheses is the name.
  private static let forms = [
    #"\.(?:number|signed|code|content|contents|count|withField|withEach|withTable|hasText|numbers|rows)\((?:of: |named: )?"(\w+)""#,
    #"\.(?:column|putName)\((?:named: )?"(\w+)""#,
    #"\.column\("\w+", of: "(\w+)""#,
    #"\.put\("(\w+)", to:"#,
    #"name\.isSame\(as: "(\w+)"\)"#,
    #"\bfield: "(\w+)""#,
    #"\btexts\(of: \w+, named: "(\w+)""#,
  ]

  /// Names that are no rows' although they stand in such a place, each with the reason.
  private static let others: [String: String] = [
    "ID3v2": "the name of a table",
  ]

  /// The names of the rows of all tables.
  private static let rows: Set<String> = {
    var names: Set<String> = []
    for catalogue in [
      Catalogue.atoms, .frames3, .tags, .tagParts, .tagItems, .audio, .aiff, .wav, .dsf, .dsdiff,
    ] {
      names.formUnion(catalogue.header.rows.map(\.name.description))
      for number in 0..<catalogue.count {
        guard let program = catalogue.program(number) else { continue }
        names.formUnion(program.rows.map(\.name.description))
      }
    }
    return names
  }()

  /// A row that is renamed, or a name that is misspelt, is reported here with file and line.
  @Test func eachNameInTheSourcesIsARows() throws {
    let forms = try Self.forms.map { try NSRegularExpression(pattern: $0) }
    var found = 0
    for file in Checkout.swiftFiles(in: "Sources") {
      // Tables are held against themselves when they are lowered, and a structure knows no names.
      let isOfTables = ["/Tables/", "Sources/Structure/", "Sources/ByteReading/"]
      if isOfTables.contains(where: { file.contains($0) }) { continue }
      for (index, line) in try Checkout.text(of: file).components(separatedBy: "\n").enumerated() {
        if line.drop(while: { $0 == " " }).hasPrefix("//") { continue }
        let whole = NSRange(line.startIndex..., in: line)
        for form in forms {
          for match in form.matches(in: line, range: whole) {
            guard let range = Range(match.range(at: 1), in: line) else { continue }
            let name = String(line[range])
            found += 1
            guard Self.others[name] == nil, !Self.rows.contains(name) else { continue }
            Issue.record("\(file):\(index + 1): no row of any table is called \"\(name)\"")
          }
        }
      }
    }
    print("fields: \(found) are named by strings")
    #expect(found > 100, "the forms find what they look for")
  }
}
