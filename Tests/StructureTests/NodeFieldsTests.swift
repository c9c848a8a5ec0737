import ByteReading
import Structure
import Testing

/// Nodes by path and their fields by name, as programs ask for them.
@Suite struct NodeFieldsTests {
  /// A table with what fields can be: numbers, a group, a list, text, bytes and a table.
  private enum Crate: SyntaxFamily {
    static let tables: [Syntax] = [
      Syntax("crat", "Crate", "§1") {
        int(8, "warmth")
        uint(8, "kind", .names([1: "apples", 2: "pears"]))
        uint(4, "left")
        uint(4, "right")
        group("label") { string(.utf8, .bytes(3), "text") }
        list(2, "fruits") {
          uint(8, "weight")
          bytes(1, "stain")
        }
        table(2, "days") { uint(8, "day") }
      },
      Syntax("long", "Long", "§2") { list(.remaining, "entries") { uint(8, "v") } },
    ]
    static let catalogue = Catalogue(
      nodeKind: "node", header: Syntax("*", "Header", "made up") { bytes(8, "header") },
      families: [Crate.self])
  }

  /// A document of one node of this type, behind a header of eight bytes.
  private func document(_ type: FourCC, _ payload: [UInt8]) throws -> Document {
    let bytes = [UInt8](repeating: 0, count: 8) + payload
    let builder = TreeBuilder(ByteSource(copying: bytes))
    let number = try #require(
      Crate.catalogue.table(for: type, in: Catalogue.file, handler: nil, extendedType: nil))
    _ = builder.append(
      Node(
        start: 0, size: UInt64(bytes.count), type: type,
        table: builder.add(table: number, of: Crate.catalogue), depth: 0, headerSize: 8))
    return Document(builder.finish(), limits: Limits())
  }

  @Test func nodesAreFoundByTheirPath() throws {
    let document = try Orchard.document(
      node("tree", [], node("bran", [], node("leaf")), node("bran", [], node("leaf"), node("leaf"))),
      node("tree"))
    #expect(try document.nodes("tree").map(\.number) == [0, 6])
    #expect(try document.nodes("//leaf").map(\.number) == [2, 4, 5])
    #expect(try document.nodes("tree/bran[2]/leaf[last]").map(\.number) == [5])
    #expect(try document.nodes("//seed") == [])
    for wrong in ["tree/", "tree[0]", "tree[", ""] {
      #expect(throws: PathError.self, "\(wrong)") { try document.nodes(wrong) }
    }
  }

  /// −3, 2, 0x5A, "Nan", (7, FF), (8, 00), then 5 and 6.
  @Test func fieldsHaveNamesValuesAndPlaces() throws {
    let crate = try document("crat", [0xFD, 2, 0x5A, 0x4E, 0x61, 0x6E, 7, 0xFF, 8, 0, 5, 6])
    let fields = crate.fields(of: NodeIndex(0))
    #expect(
      fields.all.map(\.name) == [
        "warmth", "kind", "left", "right", "label.text", "fruits[1].weight", "fruits[1].stain",
        "fruits[2].weight", "fruits[2].stain", "days",
      ])
    #expect(
      fields.map { [$0.extent.start, $0.extent.count] } == [
        [64, 8], [72, 8], [80, 4], [84, 4], [88, 24], [112, 8], [120, 8], [128, 8], [136, 8],
        [144, 16],
      ])
    #expect(fields["warmth"]?.shown == "-3")
    #expect(fields["kind"]?.number == 2 && fields["kind"]?.shown == "2 (pears)")
    #expect(fields["left"]?.number == 5 && fields["right"]?.number == 10)
    #expect(fields["label.text"]?.text == "Nan" && fields["label.text"]?.number == nil)
    #expect(fields["label.text"]?.shown == "\"Nan\"")
    #expect(fields["fruits[2].weight"]?.number == 8)
    #expect(fields["fruits[1].stain"]?.number == nil)
    #expect(fields["days"]?.shown == "2 rows")
    #expect(fields["days"]?.number == nil)
    #expect(fields["header"] == nil && fields["weight"] == nil)
  }

  /// What is not there has no field, whatever the table promises.
  @Test func fieldsEndWhereTheBytesDo() throws {
    let payload: [UInt8] = [0xFD, 2, 0x5A, 0x4E, 0x61, 0x6E, 7, 0xFF, 8, 0, 5, 6]
    let all = try document("crat", payload).fields(of: NodeIndex(0)).all.map(\.name)
    for count in payload.indices {
      let end = (8 + count) * 8
      let fields = try document("crat", Array(payload[..<count])).fields(of: NodeIndex(0))
      #expect(fields.all.allSatisfy { $0.extent.start + $0.extent.count <= end }, "\(count)")
      let isBeginning = all.starts(with: fields.all.map(\.name))
      #expect(isBeginning, "\(count): \(fields.all.map(\.name))")
    }
    #expect(try document("crat", []).fields(of: NodeIndex(0)).all.isEmpty)
  }

  /// Text of a file cannot act on a terminal: an escape sequence, and a byte that is no UTF-8.
  @Test func textIsEscaped() throws {
    let crate = try document("crat", [0, 1, 0, 0x1B, 0x5B, 0xFF, 1, 1, 2, 2, 3, 3])
    let label = try #require(crate.fields(of: NodeIndex(0))["label.text"])
    for text in [label.text, label.shown] {
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "\(text)")
      #expect(text.contains("["))
    }
  }

  @Test func aLongListIsReadToTheLimit() throws {
    let fields = try document("long", Array(repeating: 7, count: 10_000)).fields(of: NodeIndex(0))
    #expect(fields.all.count == NodeFields.limit)
    #expect(fields.all.last?.name == "entries[\(NodeFields.limit)].v")
  }

  /// A node that no table describes has its bytes.
  @Test func anUnknownNodeHasItsBytes() throws {
    let document = try Orchard.document(node("what", [1, 2, 3]))
    let fields = document.fields(of: NodeIndex(0))
    #expect(fields.all.map(\.name) == ["data"])
    #expect(fields["data"]?.extent == Extent(byteOffset: 8, byteCount: 3))
  }
}
