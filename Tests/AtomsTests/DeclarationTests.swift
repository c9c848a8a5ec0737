import Atoms
import ByteReading
import Corpus
import Structure
import Testing

/// What tables declare beside their rows: identities, groupings, templates.
@Suite struct DeclarationTests {
  @Test func identitiesLeadToFields() throws {
    let document = try opened(corpus: "mockups/frag.mp4")
    let reader = NodeReader(document)
    func identity(_ type: FourCC, _ key: String) throws -> String? {
      document.identity(key, of: try first(type, in: document), reader)
    }
    #expect(try identity("trak", "id") == "1")
    #expect(try identity("trak", "handler") == "vide")
    #expect(try identity("moof", "seq") == "1")
    #expect(try identity("traf", "track") == "1")
    #expect(try identity("tfra", "track") == "1")
    #expect(try identity("meta", "handler") == "mdir")
  }

  /// Groups with a table of their own have their entities where all have them.
  @Test func entitiesOfAllGroupsAreRead() throws {
    let codes = (0..<Catalogue.atoms.count).map { Catalogue.atoms.table($0) }
      .filter { ("grpl" as FourCC).isListed(in: $0.parents) }.map(\.code.description)
    #expect(codes.contains("*") && codes.contains("pymd") && codes.count >= 6, "\(codes)")
    for type in codes.map({ FourCC(key: $0) ?? "altr" }) {
      let document = try opened(
        atoms {
          Parts.fileType("mif1", "mif1")
          atom("meta", version: 0) {
            Parts.handlerReference("pict")
            atom("grpl") {
              atom(type, version: 0) {
                u32(7, 2, 3, 4); zeros(40)
              }
            }
          }
        })
      let group = document.view(EntityGroup.self, of: try first(type, in: document))
      let entities = group.withTable(.entity_ids) { table in
        (0..<table.count).map { table.raw(row: $0, column: 0) }
      }
      #expect(group.number(.group_id) == 7 && entities == [3, 4], "\(type)")
    }
  }

  /// What is for a track stands in the field that is named, and is the number there: each of another track.
  @Test func tracksOfIndexesStandInTheFieldsThatAreNamed() throws {
    let document = try opened(
      atoms {
        Parts.fileType("iso6", "iso6")
        atom("moov") {
          atom("mvex") {
            atom("leva", version: 0) { u8(2); u32(21); u8(3); u32(22); u8(3) }
            atom("trep", version: 0) { u32(23) }
          }
        }
        atom("sidx", version: 0) { u32(24, 1_000, 0, 0, 0) }
        atom("prft", version: 0) { u32(25, 0, 0, 0) }
        atom("mfra") { atom("tfra", version: 0) { u32(26, 0, 0) } }
      })
    var found: [UInt64] = []
    for (type, field) in TrackIndexes.fields {
      let node = try first(type, in: document)
      let numbers =
        type == "leva"
        ? TrackIndexes.levels(in: node, of: document)
        : [try #require(TrackIndexes.number(in: node, of: document), "\(type)")]
      for number in numbers {
        #expect(number.field.name == field.description)
        #expect(document.tree.file.bytes.bigEndian(at: number.extent.byteOffset, count: 4) == number.id, "\(type)")
      }
      found += numbers.map(\.id)
    }
    #expect(found.sorted() == Array(21...26))
    #expect(TrackIndexes.number(in: try first("leva", in: document), of: document) == nil)
  }

  @Test func fragmentsAreATable() throws {
    let document = try opened(corpus: "mockups/frag.mp4")
    let moofs = document.tree.indices.filter { document.tree[$0].type == "moof" }
    let program = try #require(document.tree.program(of: document.tree[moofs[0]]))
    let grouping = try #require(program.syntax.grouping)
    #expect(grouping.columns(of: document) == ["track 1 video", "track 2 audio", "track 3 timecode"])
    let reader = NodeReader(document)
    func cells(_ moof: NodeIndex) -> [String] {
      reader.open(moof)
      return (0..<3).map { column in
        var output = ByteWriter()
        grouping.cell(reader, column, &output)
        return output.string
      }
    }
    #expect(cells(moofs[0]) == ["12 @ 0.000 s", "19 @ 0.000 s", "1 @ 0.000 s"])
    #expect(cells(moofs[4]) == ["—", "3 @ 2.034 s", "—"])
  }

  @Test func templatesHaveNoQuotesAndNoDots() {
    for table in Catalogue.atoms.tables {
      guard case .template(let template) = table.summary else { continue }
      let text = template.description
      #expect(!text.contains("\""), "\(table.code): \(text)")
      let names = text.split(separator: "{").dropFirst().map { $0.prefix { $0 != "}" } }
      #expect(!names.contains { $0.contains(".") }, "\(table.code): \(text)")
    }
  }
}
