import Atoms
import ByteReading
import Foundation
import Structure
import Testing

/// The catalogue held against the collected registries, where they lie beside the samples.
@Suite(.enabled(if: Reference.rows("boxes.tsv") != nil, "no reference lies beside the samples"))
struct ReferenceTests {
  let entries = Dictionary(grouping: Catalogue.atoms.entries) { $0.type }

  private func rows(_ name: String) throws -> [[String]] {
    try #require(Reference.rows(name), "\(name) is not there")
  }

  @Test func everyCodeIsKnownAndEveryLayoutHasATable() throws {
    let rows = try rows("boxes.tsv")
    #expect(rows.count > 700)
    var described = 0
    var bytes = 0
    var named = 0
    var layouts = 0
    for row in rows {
      let type = try #require(FourCC(key: row[0]), "\(row[0])")
      let known = entries[type] ?? []
      #expect(!known.isEmpty, "'\(type)' is not known: \(row[1])")
      if known.contains(where: { $0.form == .described }) {
        described += 1
      } else if known.contains(where: { $0.table != nil }) {
        bytes += 1
      } else {
        named += 1
      }
      guard row.count > 6, !row[6].isEmpty else { continue }
      layouts += 1
      #expect(known.contains { $0.table != nil }, "'\(type)' has a layout and no table")
    }
    print(
      "reference: of \(rows.count) registered codes \(described) are described, \(bytes) have a "
        + "table of bytes, \(named) a name; all \(layouts) with a layout have tables")
    #expect(described >= 420)
  }

  /// Codes that are no boxes of their own but types of entries.
  @Test(arguments: ["sample-entries.tsv", "item-properties.tsv"])
  func everyCodeInAPlaceIsKnown(file: String) throws {
    var missing: [String] = []
    for row in try rows(file) {
      guard let type = FourCC(key: row[0]) else { continue }
      if entries[type] == nil { missing.append("\(row[0]) \(row[1])") }
    }
    #expect(missing.isEmpty)
  }

  @Test func everyReferenceIsKnown() throws {
    let places = [
      "track": "tref", "item": "iref", "track group": "trgr", "entity group": "grpl",
      "data reference": "dref",
    ]
    var missing: [String] = []
    for row in try rows("references.tsv") {
      guard let type = FourCC(key: row[0]), let place = places[row[1]] else { continue }
      let isThere = (entries[type] ?? []).contains { entry in
        entry.parents.split(separator: " ").contains { $0 == place }
      }
      if !isThere { missing.append("\(row[0]) in \(place): \(row[2])") }
    }
    #expect(missing.isEmpty)
  }
}

/// Tables of facts that lie beside the samples, in `../reference`.
enum Reference {
  /// The rows of a table without remarks and heading, columns between TABs.
  static func rows(_ name: String) -> [[String]]? {
    guard let folder = Samples.folder else { return nil }
    let url = URL(fileURLWithPath: folder).appendingPathComponent("../reference/" + name)
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
    let lines = text.components(separatedBy: "\n").filter { !$0.isEmpty && !$0.hasPrefix("#") }
    return lines.dropFirst().map { $0.components(separatedBy: "\t") }
  }
}
