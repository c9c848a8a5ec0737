import Atoms
import ByteReading
import Corpus
import Structure
import Testing

/// What is said beside fields that only other boxes explain.
@Suite struct FieldNoteTests {
  /// Collects the notes on a node's fields, `name: note` each, rows of tables as well.
  private struct Notes: FieldSink {
    let notes: FieldNotes
    var found: [String] = []

    mutating func field(_ field: borrowing FieldReading) {
      var text = ByteWriter()
      notes.put(on: field, to: &text)
      if text.count > 0 { found.append("\(field.name): \(text.string)") }
    }

    mutating func table(_ table: borrowing TableReading) {
      for column in notes.columns(of: table) {
        for row in 0..<table.count { field(table.field(row: row, column: column)) }
      }
    }
  }

  private func notes(_ type: FourCC, _ document: Document) throws -> [String] {
    let index = try first(type, in: document)
    var sink = Notes(notes: try #require(FieldNotes(document, index)))
    var walker = Walker()
    document.walk(index, &walker, into: &sink)
    return sink.found
  }

  /// Three items: one in the file, one in `idat`, one made of the end of the first and cut in two.
  private static let items = atoms {
    atom("ftyp") {
      code("mif1"); u32(0); code("mif1")
    }
    atom("meta", version: 0) {
      atom("hdlr", version: 0) {
        u32(0); code("pict"); zeros(13)
      }
      atom("pitm", version: 0) { u16(1) }
      atom("iloc", version: 1) {
        u8(0x44, 0x04); u16(3)
        u16(1, 0, 0); u16(1); u32(0, 8, 16)
        u16(2, 1, 0); u16(1); u32(0, 1, 2)
        u16(3, 2, 0); u16(2); u32(1, 12, 4); u32(1, 100, 4)
      }
      atom("iinf", version: 0) {
        u16(3)
        atom("infe", version: 2) {
          u16(1, 0); code("hvc1"); u8(0)
        }
        atom("infe", version: 2) {
          u16(2, 0); code("mime"); u8(0); text("text/plain", terminated: true)
        }
        atom("infe", version: 2) {
          u16(3, 0); code("av01"); u8(0)
        }
      }
      atom("iref", version: 0) {
        atom("iloc") { u16(3, 1, 1) }
        atom("cdsc") { u16(2, 2, 1, 3) }
      }
      atom("idat") { text("text") }
      atom("iprp") {
        atom("ipco") {
          atom("ispe", version: 0) { u32(4032, 3024) }
          atom("irot") { u8(1) }
        }
        atom("ipma", version: 0) {
          u32(1); u16(1); u8(3, 0x01, 0x82, 0x03)
        }
      }
    }
  }

  @Test func associationsAreToldByWhatTheyName() throws {
    let document = try opened(Self.items)
    #expect(
      try notes("ipma", document) == [
        "item_ID: hvc1 4032×3024", "property_index: ispe 4032×3024",
        "property_index: irot rotated 90° anticlockwise",
      ])
    #expect(try notes("pitm", document) == ["item_ID: hvc1 4032×3024"])
    #expect(
      try notes("cdsc", document) == [
        "from_item_ID: mime \"text/plain\"", "to_item_ID: hvc1 4032×3024", "to_item_ID: av01",
      ])
    let reader = NodeReader(document)
    #expect(
      try summary(of: first("ipma", in: document), reader) == "item 1: ispe, irot, no property 3")
    #expect(
      try summary(of: first("pitm", in: document), reader) == "item 1 (hvc1 4032×3024)")
    #expect(
      try summary(of: first("infe", in: document), reader)
        == "item 1, HEVC image 4032×3024, primary, 16 bytes at 0x8")
  }

  private static func ranges(of item: UInt64, in items: ItemDirectory) -> [Range<UInt64>]? {
    guard case .found(let ranges, _) = items.data(of: item) else { return nil }
    return Array(ranges)
  }

  @Test func extentsAreFoundWhateverHoldsThem() throws {
    let document = try opened(Self.items)
    let data = document.tree[try first("idat", in: document)].payloadStart
    let start = String(data + 1, radix: 16)
    let end = String(data + 2, radix: 16)
    #expect(
      try notes("iloc", document) == [
        "item_ID: hvc1 4032×3024", "extent_offset: 0x8–0x17 of the file",
        "item_ID: mime \"text/plain\"", "extent_offset: 0x\(start)–0x\(end) of the file",
        "item_ID: av01", "extent_offset: 0x14–0x17 of the file", "extent_offset: not in the file",
      ])
    let context = try #require(document.context as? AtomContext)
    let items = try #require(context.items(around: first("iloc", in: document)))
    #expect(Self.ranges(of: 1, in: items) == [8..<24])
    #expect(Self.ranges(of: 2, in: items) == [data + 1..<data + 3])
    #expect(Self.ranges(of: 3, in: items) == nil)
    #expect(
      try summary(of: first("iloc", in: document), NodeReader(document))
        == "3 items: 16 bytes in the file, 2 in idat, 8 in other items")
  }

  @Test func itemsInEachOtherAreNotFollowed() throws {
    let document = try opened(
      atoms {
        atom("ftyp") {
          code("mif1"); u32(0); code("mif1")
        }
        atom("meta", version: 0) {
          atom("iloc", version: 1) {
            u8(0x44, 0x00); u16(2)
            u16(1, 2, 0); u16(1); u32(0, 0)
            u16(2, 2, 0); u16(1); u32(0, 0)
          }
          atom("iref", version: 0) {
            atom("iloc") { u16(1, 1, 2) }
            atom("iloc") { u16(2, 1, 1) }
          }
        }
      })
    let context = try #require(document.context as? AtomContext)
    let items = try #require(context.items(around: first("iloc", in: document)))
    #expect(Self.ranges(of: 1, in: items) == nil)
  }

  @Test func runsSayWhatHoldsForAllTheirSamples() throws {
    let document = Document.atoms(
      of: ByteSource(
        copying: atoms {
          atom("moov") {
            atom("trak") {
              atom("tkhd", version: 0) {
                u32(0, 0, 7); zeros(68)
              }
              atom("mdia") {
                atom("mdhd", version: 0) {
                  u32(0, 0, 1_000, 0); u32(0)
                }
              }
            }
            atom("mvex") { atom("trex", version: 0) { u32(7, 1, 40, 0, 0x0101_0000) } }
          }
          atom("moof") {
            atom("traf") {
              atom("tfhd", version: 0, flags: 0x2_0010) { u32(7, 100) }
              atom("trun", version: 0, flags: 0x5) {
                u32(3); i32(16); u32(0x0200_0000)
              }
            }
          }
        }))
    let start = document.tree[try first("moof", in: document)].start + 16
    let place = "0x" + String(start, radix: 16)
    #expect(
      try notes("trun", document) == [
        "sample_count: duration 40 of trex, size 100 of tfhd, flags 0x01010000, not sync, of trex "
          + "but for the first",
        "data_offset: \(place) in the file",
      ])
    #expect(
      try summary(of: first("trun", in: document), NodeReader(document))
        == "3 samples, 0.120 s, 300 bytes at \(place)")
  }

  @Test func tracksAreToldByWhatTheyAre() throws {
    let document = try opened(corpus: "mockups/movie.mov")
    #expect(try notes("tmcd", document) == ["track_ID: timecode"])
  }
}
