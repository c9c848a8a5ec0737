import ByteReading
import Structure
import Testing

/// Fields by name, and summaries made of them.
@Suite struct NodeReaderTests: TableSuite {
  /// Tables whose summaries are templates.
  private enum Family: SyntaxFamily {
    static let tables: [Syntax] = [
      Syntax("pair", "Pair", "§1", summary: "{width}×{height}, {name}") {
        uint(8, "width")
        uint(8, "height", if: .remaining(8))
        string(.utf8, .rest, "name", if: .remaining(8))
      },
      Syntax("lead", "Lead", "§2", summary: "ID {id}, {owner} owns") {
        uint(8, "kind")
        uint(8, "id", if: .equal("kind", 1))
        uint(8, "owner", if: .notEqual("kind", 2))
      },
      Syntax("list", "List", "§3", summary: "{entries|count} entries of {size}, {is?flagged}") {
        uint(8, "size")
        flag("is")
        uint(7, "count")
        table(.field("count"), "entries", if: .notEqual("size", 9)) { uint(8, "v") }
      },
      Syntax("item", "Items", "§4", summary: "{items|count} items") {
        list(.remaining, "items") {
          uint(8, "length")
          bytes(.field("length"), "data")
        }
      },
      Syntax("wide", "Items of many rows", "§4") {
        list(.remaining, "items") {
          return [uint(8, "kind"), uint(8, "length", if: .equal("kind", 1))]
            + Array(repeating: uint(8, "pad", if: .equal("kind", 9)), count: 100) + [bytes(.field("length"), "data")]
        }
      },
      Syntax("none", "None", "§5") { uint(8, "a") },
      Syntax(
        "func", "Function", "§6",
        summary: .function { node, output in
          if let number = node.number("a") { output.put(decimal: number) }
        }
      ) { uint(8, "a") },
      Syntax("many", "Many", "§7") {
        int(16, "signed")
        code("type")
        uuid("identifier")
        string(.latin1, .bytes(2), "text")
        uint(8, "twice")
        uint(8, "twice")
        table(2, "entries") { uint(8, "v") }
        table(3, "nothing") { uint(8, "v", if: .equal("twice", 99)) }
      },
    ]
    static let catalogue = Catalogue(
      nodeKind: "node", header: Syntax("*", "Header", "made up") { bytes(8, "header") },
      families: [Family.self])
  }

  private static func document(_ type: FourCC, _ bytes: [UInt8]) throws -> Document {
    let builder = TreeBuilder(ByteSource(copying: bytes))
    builder.add(Family.catalogue)
    var node = Node(
      start: 0, size: UInt64(bytes.count), type: type, depth: 0, headerSize: 0)
    if let number = Family.catalogue.table(
      for: type, in: Catalogue.file, handler: nil, extendedType: nil)
    {
      node.table = builder.add(table: number, of: Family.catalogue)
    }
    _ = builder.append(node)
    return Document(builder.finish(), limits: Limits())
  }

  private static func summary(_ type: FourCC, _ bytes: [UInt8]) throws -> String {
    var text = ByteWriter()
    NodeReader(try document(type, bytes)).putSummary(of: NodeIndex(0), to: &text)
    return text.string
  }

  @Test static func whatIsMissingDropsOutWithItsSeparator() throws {
    #expect(try summary("pair", [4, 3] + ascii("ab")) == "4×3, \"ab\"")
    #expect(try summary("pair", [4, 3]) == "4×3")
    #expect(try summary("pair", [4]) == "4")
    #expect(try summary("pair", []) == "")
  }

  @Test static func textAroundAFieldGoesWithIt() throws {
    #expect(try summary("lead", [1, 5, 6]) == "ID 5, 6 owns")
    #expect(try summary("lead", [0, 6]) == "6 owns")
    #expect(try summary("lead", [2]) == "")
    #expect(try summary("lead", []) == "")
  }

  @Test static func rowsAreCountedAndFlagsAreWords() throws {
    #expect(try summary("list", [8, 0x82, 1, 2]) == "2 entries of 8, flagged")
    #expect(try summary("list", [8, 0x02, 1, 2]) == "2 entries of 8")
    #expect(try summary("list", [8, 0x82, 1]) == "1 entries of 8, flagged")
    #expect(try summary("list", [8, 0]) == "0 entries of 8")
    #expect(try summary("list", [9, 0x82]) == "9, flagged")
    #expect(try summary("item", [1, 9, 0, 2, 5, 5]) == "3 items")
    #expect(try summary("item", [0, 0] + Array(repeating: 0, count: 98)) == "100 items")
  }

  @Test static func otherSummariesAreThese() throws {
    #expect(try summary("none", [1]) == "")
    #expect(try summary("func", [7]) == "7")
    #expect(try summary("func", []) == "")
    #expect(try summary("what", Array(repeating: 0, count: 1_234)) == "1,234 bytes")
  }

  @Test static func fieldsAreFoundByName() throws {
    let bytes: [UInt8] =
      [0xFF, 0xFE] + ascii("abcd") + big(1, 8) + big(2, 8) + [0xE4, 0x62] + [5, 6, 7, 8]
    let reader = NodeReader(try document("many", bytes))
    reader.open(NodeIndex(0))
    #expect(reader.number("signed") == UInt64(bitPattern: -2))
    #expect(reader.signed("signed") == -2)
    #expect(reader.code("type") == "abcd")
    #expect(reader.number("twice") == 5)
    #expect(reader.number("nothing_such") == nil)
    #expect(reader.content("text") == Extent(byteOffset: 22, byteCount: 2))
    #expect(reader.count("entries") == 2)
    #expect(reader.count("nothing") == 3)
    #expect(reader.count("signed") == nil)
    #expect(reader.text(ofFieldNamed: "Signed") == "-2")
    #expect(reader.text(ofFieldNamed: "type") == "abcd")
    #expect(reader.text(ofFieldNamed: "identifier") == "00000000-0000-0001-0000-000000000002")
    #expect(reader.text(ofFieldNamed: "TEXT") == "äb")
    #expect(reader.text(ofFieldNamed: "other") == nil)
    #expect(reader.withTable("entries") { $0.raw(row: 1, column: 0) } == 8)
    #expect(reader.withTable("other") { _ in 0 } == nil)
    var extent: Extent?
    let isThere = reader.withField("twice") { extent = $0.extent }
    #expect(isThere && extent == Extent(byteOffset: 24, byteCount: 1))
    let isOther = reader.withField("other") { _ in }
    #expect(!isOther)
    var text = ByteWriter()
    #expect(reader.put("text", to: &text))
    #expect(text.string == "\"äb\"")
  }

  /// What was found in a node of many bytes is kept for the next reader; one that remembers more items, or another
  /// node, has its own.
  @Test static func readersOfALongNodeSayTheSame() throws {
    let bytes: [UInt8] = (0..<5_000).flatMap { [1, UInt8($0 & 0xFF)] }
    let document = try document("item", bytes)
    for _ in 0..<3 {
      let (few, more) = (NodeReader(document), NodeReader(document).reading(NodeIndex(0), items: 100))
      few.open(NodeIndex(0))
      #expect(few.contents("data").count == 16)
      #expect(more.contents("data").count == 100)
    }
  }

  /// An item that skips a length has none, whatever the one before it said: with few rows and with many.
  @Test static func itemsForgetTheOnesBeforeThem() throws {
    let reader = NodeReader(try document("wide", [1, 2, 7, 7, 0, 0, 1, 1, 8, 0]))
    reader.open(NodeIndex(0))
    #expect(reader.count("items") == 5)
    #expect(reader.contents("data").map { $0.byteOffset..<$0.byteEnd } == [2..<4, 5..<5, 6..<6, 8..<9, 10..<10])
  }

  /// What is known of a field without another look at it: numbers and codes; of texts, bytes and long lists nothing is.
  @Test static func plainValuesAreKnown() throws {
    func value(_ text: String) -> Structure.Expectation.Value {
      Structure.Expectation.Value(text: text, number: Structure.Expectation.Number(text))
    }
    func isSame(_ match: PlainMatch, _ other: PlainMatch) -> Bool {
      switch (match, other) {
      case (.open, .open), (.no, .no): true
      case (.yes(let one), .yes(let other)): one == other
      default: false
      }
    }
    func yes(_ byte: Int, _ count: Int) -> PlainMatch { .yes(Extent(byteOffset: byte, byteCount: count)) }
    let bytes: [UInt8] = [0xFF, 0xFE] + Array("ab  ".utf8) + Array(repeating: 1, count: 16) + Array("äb".utf8.prefix(2)) + [5, 6, 7, 8]
    let values = NodeReader(try document("many", bytes)).plainValues(at: NodeIndex(0))
    #expect(isSame(values.match("signed", .equal, [value("-2")]), yes(0, 2)))
    #expect(isSame(values.match("SIGNED", .greater, [value("-2")]), .no))
    #expect(isSame(values.match("twice", .equal, [value("6")]), yes(25, 1)))
    #expect(isSame(values.match("twice", .equal, [value("9"), value("5")]), yes(24, 1)))
    #expect(isSame(values.match("twice", .notEqual, [value("5")]), yes(25, 1)))
    #expect(isSame(values.match("twice", .equal, [value("five")]), .open))
    #expect(isSame(values.match("type", .equal, [value("ab")]), yes(2, 4)))
    #expect(isSame(values.match("type", .equal, [value("ab ")]), .no))
    #expect(isSame(values.match("type", .notEqual, [value("abcd")]), yes(2, 4)))
    #expect(isSame(values.match("type", .equal, [value("@abc")]), .open))
    #expect(isSame(values.match("text", .equal, [value("a")]), .open))
    #expect(isSame(values.match("identifier", .equal, [value("1")]), .open))
    #expect(isSame(values.match("entries", .equal, [value("8")]), yes(27, 1)))
    #expect(isSame(values.match("v", .equal, [value("9")]), .no))
    #expect(isSame(values.match("nothing such", .equal, [value("1")]), .no))
    #expect(isSame(values.first(Array("Twice".utf8).rawBytes), yes(24, 1)))
    #expect(isSame(values.first(Array("text".utf8).rawBytes), .open))
    #expect(isSame(values.first(Array("nothing_such".utf8).rawBytes), .no))
    let short = NodeReader(try document("wide", Array(repeating: 0, count: 64))).plainValues(at: NodeIndex(0))
    #expect(isSame(short.match("kind", .equal, [value("1")]), .no))
    let long = NodeReader(try document("wide", Array(repeating: 0, count: 65))).plainValues(at: NodeIndex(0))
    #expect(isSame(long.match("kind", .equal, [value("1")]), .open))
  }

  @Test static func aNodeWithoutATableIsItsBytes() throws {
    let document = try document("what", [1, 2, 3])
    var walker = Walker()
    var sink = Recording()
    document.walk(NodeIndex(0), &walker, into: &sink)
    #expect(sink.text == "data @0+3 = 010203")
  }

  @Test static func headersAreTold() throws {
    let document = try Orchard.document(node("tree", [], extended(big(1, 8) + big(2, 8))), raw([1]))
    var walker = Walker()
    var sink = Recording()
    for index in document.tree.indices { document.walkHeader(index, &walker, into: &sink) }
    #expect(
      sink.text == """
        size @0+4 = 32
        type @4+4 = 'tree'
        size @8+4 = 24
        type @12+4 = 'uuid'
        usertype @16+16 = 00000000000000010000000000000002
        """)
  }

  @Test static func aPayloadEndsWhereChildrenBegin() throws {
    // No row says that nodes follow, but one was found.
    let document = try Orchard.document(node("seed", [9, 1, 2], node("leaf")))
    var walker = Walker()
    var sink = Recording()
    document.walk(NodeIndex(0), &walker, into: &sink)
    #expect(
      sink.text == """
        first @8+1 = 9
        seeds @9+2: 2 of 2 rows of 8 bits (1) (2)
        """)
  }
}
