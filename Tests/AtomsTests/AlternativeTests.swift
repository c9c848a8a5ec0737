import Atoms
import ByteReading
import Corpus
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// Tables with more than one layout: what is read, where boxes begin, and what is reported.
@Suite struct AlternativeTests {
  private func problems(_ document: Document) -> [String] {
    MediaFile.check(document)
    return document.problems.kept.filter { $0.follows == nil }.map {
      "\($0.severity.name) \($0.kind.id) \($0.node.map { document.path(of: $0) } ?? "file")"
    }
    .filter { !$0.contains("atom-missing") }
  }

  /// The fields of the first node of this type, one `name value` a line, and its children.
  private func listing(_ type: FourCC, _ document: Document) throws -> (
    fields: [String], children: [String]
  ) {
    let index = try first(type, in: document)
    var sink = Names()
    var walker = Walker()
    document.walk(index, &walker, into: &sink)
    let tree = document.tree
    return (sink.names, tree.children(of: index).map { tree[$0].type.key })
  }

  private struct Names: FieldSink {
    var names: [String] = []
    mutating func field(_ field: borrowing FieldReading) { names.append(field.name.description) }
    mutating func table(_ table: borrowing TableReading) {
      names.append("\(table.name) ×\(table.count)")
    }
  }

  /// What FFmpeg writes into chapter tracks: `text` with the 30 bytes of `tx3g` and a font table.
  static let chapterEntry = atom("text") {
    hex("000000000000 0001  00000001 00 00 00000000  0000 0000 0000 0000")
    hex("0000 0000 0001 00 00 00000000")
    atom("ftab") { hex("0001 0001 00") }
  }

  @Test func aTextEntryMayHaveTheBodyOfTimedText() throws {
    let document = try opened(movie(handler: "text", entry: { Self.chapterEntry }).bytes)
    let found = try listing("text", document)
    #expect(found.children == ["ftab"])
    #expect(found.fields.contains("font-size"))
    #expect(!found.fields.contains("font_number"))
    #expect(!found.fields.contains("extra_bytes"))
    #expect(
      problems(document).filter { $0.contains("stsd/") } == [
        "note text-entry-is-timed-text moov/trak/mdia/minf/stbl/stsd/text"
      ])
  }

  @Test func aTextEntryOfQuickTimeIsReadAsOne() throws {
    let document = try opened(
      movie(handler: "text") {
        atom("text") {
          hex("000000000000 0001  00000001 00000001 000000000000 0000000000000000")
          hex("00000000 0000 0000 0000 0000 00 0000 000000000000")
          pascal("Geneva")
        }
      }.bytes)
    let found = try listing("text", document)
    #expect(found.children == [])
    #expect(found.fields.last == "text_name")
    #expect(!found.fields.contains("font-size"))
    #expect(problems(document).filter { $0.contains("stsd/") } == [])
  }

  /// FFmpeg keeps extensions of entries of Avid and of fields with their headers; older versions wrote `fiel` so.
  @Test func aHeaderOfACodecMayHoldAtoms() throws {
    func film(@AtomBuilder _ header: () -> Piece) throws -> Document {
      let header = header()
      return try opened(movie(handler: "vide") { Parts.visualEntry("apcn") { atom("glbl") { header } } }.bytes)
    }
    let document = try film {
      atom("ACLR") { text("ACLR0001"); u32(1, 0) }
      atom("APRG") { text("APRG0001"); u32(1, 0) }
      atom("fiel") { u8(2, 6) }
    }
    #expect(try listing("glbl", document).children == ["ACLR", "APRG", "fiel"])
    #expect(try listing("ACLR", document).fields.suffix(2) == ["range", "unknown"])
    #expect(problems(document).filter { $0.contains("glbl") } == [])
    // What has no such type at its place is bytes, and of FFV1 a configuration.
    let plain = try listing("glbl", try film { hex("00000010 41424344 00000001 00000002") })
    #expect(plain.children == [] && plain.fields.suffix(1) == ["data"])
    let configured = try opened(
      movie(handler: "vide") { Parts.visualEntry("FFV1") { atom("glbl") { hex("0102030405 A1B2C3D4") } } }.bytes)
    #expect(
      try listing("glbl", configured).fields.suffix(2) == ["ConfigurationRecord", "configuration_record_crc_parity"])
  }

  /// An 8-bit entry with all 256 colours in it: 2,056 bytes, more than a short look has.
  private func paletted(_ count: UInt16, @AtomBuilder _ boxes: () -> Piece) -> Piece {
    let boxes = boxes()
    return atom("raw ") {
      zeros(6); u16(1); zeros(16); u16(16, 16); fixed16(72, 72); u32(0); u16(1)
      zeros(32); u16(8); u16(0)
      u32(0); u16(0x8000, count - 1)
      for index in 0..<count { u16(index, index << 8, index << 8, index << 8) }
      boxes
    }
  }

  @Test(arguments: [1, 16, 53, 54, 255, 256] as [UInt16])
  func colourTablesAreReadWhole(count: UInt16) throws {
    for boxes in [Piece(), atom("pasp") { u32(1, 1) }] {
      let document = try opened(
        movie(handler: "vide", entry: { paletted(count) { boxes } }).bytes)
      let found = try listing("raw ", document)
      #expect(found.fields.last == "colors ×\(count)")
      #expect(found.children == (boxes.bytes.isEmpty ? [] : ["pasp"]))
      #expect(problems(document).filter { $0.contains("stsd/") } == [])
    }
  }

  /// Version 1 of QuickTime without its four words, since a box follows at once.
  @Test func whatFollowsDecidesInBothPasses() throws {
    let descriptor = atom("esds", version: 0) {
      hex("03 19 0001 00 04 11 40 15 000000 00000000 00000000 05 02 1588 06 01 02")
    }
    let document = try opened(
      movie(handler: "soun") {
        atom("mp4a") {
          zeros(6); u16(1); u16(1); zeros(6); u16(1, 16); u32(0); u32(8_000 << 16)
          descriptor
        }
      }.bytes)
    let found = try listing("mp4a", document)
    #expect(found.children == ["esds"])
    #expect(found.fields.last == "samplerate")
    #expect(problems(document).filter { $0.contains("stsd/") } == [])
  }

  /// What stands in an `alis` behind version and flags of zero.
  @Test(arguments: [
    ("", []),
    ("00000000 0000", []),
    ("00000000 0006", []),
    // No more than the tag that ends the items, or its length as well.
    (alias + "FFFF", []), (alias + "FFFF 0000", []),
    // The last item has an odd length, and no filling.
    (alias + "0002 0003 613A62", []), (alias + "0002 0003 613A62 00 FFFF 0000", []),
    // Records of one size are filled up behind the end, with whatever was there.
    (alias + "0002 0003 613A62 00 FFFF 0000 0000 0000 0000", []), (alias + "FFFF 0000 0002 0009 61", []),
    // An item that is cut.
    (alias + "0002 0009 613A62", ["error fields-truncated moov/trak/mdia/minf/dinf/dref/alis"]),
  ])
  func aliasesMayEndEarly(digits: String, expected: [String]) throws {
    var payload = hex(digits).bytes
    if payload.count > 6 { payload.replaceSubrange(4..<6, with: [0, UInt8(payload.count)]) }
    let document = try opened(
      atoms {
        atom("moov") {
          atom("trak") {
            atom("mdia") {
              atom("minf") {
                atom("dinf") {
                  atom("dref", version: 0) {
                    u32(1); atom("alis", version: 0) { bytes(payload) }
                  }
                }
              }
            }
          }
        }
      })
    #expect(problems(document).filter { $0.contains("alis") } == expected)
  }

  /// The name in a `hdlr` with these bytes behind its reserved words, the problem it raises, and the
  /// byte behind the name.
  @Test(
    arguments: [
      // The form of the specification, and no name at all.
      ("", false, nil, nil), ("00", false, "", nil), ("41 42 00", false, "AB", nil),
      // QuickTime's form, also with a zero behind it, and in other files.
      ("02 41 42", true, "AB", nil), ("02 41 42 00", true, "AB", nil),
      ("02 41 42", false, "AB", "handler-name-counted"),
      ("02 41 42 00", false, "AB", "handler-name-counted"),
      // A count of 33 is a character as well: without a zero it can only be a count.
      (
        "21" + String(repeating: "41", count: 33), false, String(repeating: "A", count: 33),
        "handler-name-counted"
      ),
      (
        "21" + String(repeating: "41", count: 32) + "00", false,
        "!" + String(repeating: "A", count: 32), nil
      ),
      // iTunes has a second zero; others have one byte more.
      ("00 00", false, "", nil), ("41 00 00", false, "A", nil),
      ("00 09", false, "", "handler-name-trailing"),
      ("41 00 07", false, "A", "handler-name-trailing"),
      // Neither a zero nor a count.
      ("41 42", false, "AB", "text-unterminated"), ("05 41 42", true, "AB", "fields-truncated"),
    ] as [(String, Bool, String?, String?)])
  func namesOfHandlersAreReadAsTheyWereMeant(
    digits: String, isQuickTime: Bool, name: String?, problem: String?
  ) throws {
    let document = try opened(
      atoms {
        atom("ftyp") {
          code("isom"); u32(0); code("isom")
        }
        atom("meta", version: 0) {
          atom("hdlr", version: 0) {
            isQuickTime ? code("mhlr") : u32(0)
            code("pict"); zeros(12); hex(digits)
          }
        }
      })
    let index = try first("hdlr", in: document)
    let reader = NodeReader(document)
    reader.open(index)
    #expect(reader.text(ofFieldNamed: "name") == name)
    MediaFile.check(document)
    let found = document.problems.kept.filter { $0.node == index }.map { "\($0.kind.id)" }
    #expect(found == (problem.map { [$0] } ?? []))
  }

  @Test(arguments: [32, 24])
  func keysOfNeroHaveLengthsOfEitherSize(bits: Int) throws {
    func tag(_ key: String, _ value: String) -> Piece {
      let size = UInt32(key.utf8.count)
      return pieces {
        bits == 32 ? u32(size) : u24(size)
        text(key); u16(1); u32(UInt32(value.utf8.count)); text(value)
      }
    }
    let document = try opened(
      atoms {
        atom("ftyp") {
          code("isom"); u32(0); code("isom")
        }
        atom("moov") {
          atom("udta") {
            atom("tags") {
              atom("meta") {
                u32(2); tag("tvnn", "Net"); tag("tven", "S01E02")
              }
            }
          }
        }
      })
    let items = MediaFile.metadata(of: document)
    #expect(items.map(\.keyString) == ["tvnn", "tven"])
    #expect(items.map(\.stringValue) == ["Net", "S01E02"])
    #expect(
      problems(document).filter { $0.contains("tags") }
        == (bits == 32 ? [] : ["note nero-key-size-short moov/udta/tags/meta"]))
  }

  /// A field of 256 bytes.
  @Test func namesOfAccountsEndAtTheirZeros() throws {
    let document = try opened(
      atoms {
        atom("ftyp") {
          code("M4P "); u32(0); code("M4P ")
        }
        nest(["moov", "trak", "mdia", "minf", "stbl"]) {
          atom("stsd", version: 0) {
            u32(1)
            audio("drms", channels: 2, rate: 44_100) {
              atom("sinf") {
                atom("schi") {
                  atom("name") {
                    text("A Person"); zeros(248)
                  }
                }
              }
            }
          }
        }
      })
    let reader = NodeReader(document)
    reader.open(try first("name", in: document))
    #expect(reader.text(ofFieldNamed: "name") == "A Person")
  }

  private func nest(_ types: [FourCC], @AtomBuilder _ content: () -> Piece) -> Piece {
    types.reversed().reduce(content()) { inner, type in atom(type) { inner } }
  }

  /// Type 18: numbers of 16 bits (QTFF, Well-known types).
  @Test func listsOfNumbersAreSaid() throws {
    #expect(
      try summary(of: "data") {
        atom("moov") {
          atom("udta") {
            atom("meta", version: 0) {
              atom("ilst") {
                atom("gnre") {
                  atom("data") {
                    u32(18, 0); u16(7, 21)
                  }
                }
              }
            }
          }
        }
      } == "7, 21")
  }

  /// A record of version 2 without items, its size left open.
  private static let alias =
    "00000000 0000 0002 0000" + String(repeating: "00", count: 28 + 4 + 2 + 2 + 4 + 64 + 4 + 4 + 8)
    + "FFFF FFFF 00000000 0000" + String(repeating: "00", count: 10)
}
