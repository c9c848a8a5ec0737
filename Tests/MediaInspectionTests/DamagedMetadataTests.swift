// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaInspection
import MediaMetadata
import SoundFiles
import Structure
import Testing

/// Values that are not what they are said to be: their bytes or their text are kept, and the fault is
/// told.
@Suite struct DamagedMetadataTests {
  typealias Items = MetadataItemTests

  /// Each well-known type with bytes that do not fit it (QTFF, Well-known Types).
  @Test(
    arguments: [
      (21, "010203040506070809"), (22, "010203040506070809"),
      (23, ""), (23, "3F8000"), (23, "3F80000000"), (24, "3FF00000000000"),
      (65, "0102"), (66, "01"), (67, "010203"), (70, "01020304050607"), (71, "0102030405"),
      (72, "0102030405060708090A0B0C0D0E0F"), (74, "01020304050607"), (75, "0102"), (76, "01"),
      (77, "010203"), (78, "01020304"), (79, "00010000"),
    ] as [(UInt32, String)])
  func bytesThatDoNotFitATypeAreData(type: UInt32, digits: String) throws {
    let value = hex(digits).bytes
    for keys in [false, true] {
      let bytes =
        keys
        ? Items.movie("qt  ") {
          atom("meta") {
            Parts.handlerReference("mdta")
            atom("keys", version: 0) {
              u32(1, 8 + 4); code("mdta"); text("some")
            }
            atom("ilst") { atom(FourCC(1)) { Items.data(type) { Piece(value) } } }
          }
        } : Items.movie { Items.list { atom("some") { Items.data(type) { Piece(value) } } } }
      let item = try #require(try Items.items(bytes).first)
      let contents = item.contents
      #expect(contents.data?.array == value)
      #expect(contents.dataType == UInt64(type))
      #expect(!contents.faults.isEmpty, "type \(type)")
      #expect(contents.value?.string == nil && contents.value?.number == nil)
      if case .data(let data) = contents.value { #expect(data.array == value) }
    }
  }

  /// The first of many texts in one node are items; it is read once for all of them, and that there are more is said.
  @Test func manyTextsOfANodeAreReadOnce() throws {
    func document(_ count: Int) throws -> Document {
      let texts = (0..<count).reduce(into: [UInt8]()) { bytes, _ in bytes += [0, 1, 0x15, 0xC7, UInt8(ascii: "x")] }
      return try MediaFile.open(
        ByteSource(copying: Items.movie("qt  ") { atom("udta") { atom("@nam") { Piece(texts) } } }))
    }
    let (few, many) = (try document(300), try document(20_000))
    #expect(MediaFile.metadata(of: few).count == 300)
    #expect(few.leftOut.isEmpty)
    let items = MediaFile.metadata(of: many)
    #expect(items.count == 10_922)
    #expect(many.leftOut.map(\.description) == ["there are more than 32,768 fields of metadata in one place"])
    let before = many.work.steps
    #expect(MediaFile.contents(of: items).allSatisfy { $0.value?.string == "x" })
    #expect(many.work.steps - before <= UInt64(many.stepsForContents(of: items[0].node)))
  }

  @Test func wordsOfAnotherLengthAreData() throws {
    let bytes = Items.movie {
      Items.list {
        atom("trkn") { Items.data(0) { hex("0000000300") } }
        atom("disk") { Items.data(0) { hex("00") } }
        atom("gnre") { Items.data(0) { hex("000000") } }
        atom("gnre") { Items.data(0) { u16(0) } }
        atom("gnre") { Items.data(0) { u16(999) } }
      }
    }
    let items = try Items.items(bytes)
    #expect(items.map { $0.dataValue?.count } == [5, 1, 3, 2, 2])
    let fields = try MetadataFieldTests.fields(bytes)
    #expect(fields["track"] == nil && fields["disc"] == nil && fields["genre"] == nil)
  }

  @Test(arguments: ["A1", "1/2/3", "-1", "1 of 2", "99999999999999999999", "/", "１"])
  func positionsThatDoNotParseKeepTheirText(text: String) throws {
    let fields = try MetadataFieldTests.fields(
      Items.tag(.v4) {
        $0.text("TRCK", text, encoding: .utf8)
        $0.text("TPOS", text, encoding: .utf8)
      })
    #expect(fields["track"]?.value == .texts([text]))
    #expect(fields["disc"]?.value == .texts([text]))
  }

  @Test(arguments: ["yesterday", "20x4", "2024-13-45", "19", "12/31/1999"])
  func datesThatDoNotParseKeepTheirText(text: String) throws {
    let fields = try MetadataFieldTests.fields(Items.tag(.v4) { $0.text("TDRC", text) })
    #expect(fields["year"]?.value == .texts([text]))
    let movie = try MetadataFieldTests.fields(
      Items.movie { Items.list { atom("@day") { Items.data(1) { Piece(Array(text.utf8)) } } } })
    #expect(movie["year"]?.value == .texts([text]))
  }

  @Test func daysThatAreNoneLeaveTheYear() throws {
    let fields = try MetadataFieldTests.fields(
      Items.tag(.v3) {
        $0.text("TYER", "1999"); $0.text("TDAT", "9999"); $0.text("TIME", "2561")
      })
    #expect(fields["year"]?.text == "1999")
    #expect(fields["year"]?.candidates.first?.items.map(\.keyString) == ["TYER"])
  }

  @Test(
    arguments: [
      ("(999)", ["(999)"]), ("(", ["("]), ("()", ["()"]), ("((x", ["(x"]), ("256", ["256"]),
      ("Nonsense", ["Nonsense"]), ("(17", ["(17"]),
    ] as [(String, [String])])
  func genresThatDoNotParseKeepTheirText(text: String, names: [String]) throws {
    for version in [TagBuilder.Version.v3, .v4] {
      let fields = try MetadataFieldTests.fields(Items.tag(version) { $0.text("TCON", text) })
      guard case .genres(let genres) = fields["genre"]?.value else {
        Issue.record("no genre for \(text)")
        continue
      }
      #expect(genres.map(\.name) == names, "\(text) \(version)")
    }
  }

  /// Bytes that are no characters can be seen, and can be had.
  @Test func textIsRepairedWhereOneCanSeeIt() throws {
    // UTF-8 with a byte that begins nothing, and a sequence cut short.
    let movie = try Items.items(
      Items.movie { Items.list { atom("@nam") { Items.data(1) { hex("61 FF 62 E2 82") } } } })
    #expect(movie[0].stringValue?.hasPrefix("a\u{FFFD}b\u{FFFD}") == true)
    #expect(movie[0].contents.faults == [.invalidText])
    #expect(movie[0].dataValue?.array == hex("61 FF 62 E2 82").bytes)
    // UTF-16: half a pair, and half a unit at the end.
    let wide = try Items.items(
      Items.movie { Items.list { atom("@nam") { Items.data(2) { hex("0061 D83D 0062 00") } } } })
    #expect(wide[0].stringValue?.hasPrefix("a\u{FFFD}b") == true)
    #expect(wide[0].contents.faults == [.invalidText])
    #expect(wide[0].dataValue?.array == hex("0061 D83D 0062 00").bytes)
    // The same in frames.
    let frames = try Items.items(
      Items.tag(.v4) {
        $0.frame("TIT2") {
          u8(3); hex("61 FF 62")
        }
        $0.frame("TPE1") {
          u8(1); hex("FEFF 0061 DC00 0062")
        }
      })
    #expect(frames.map(\.stringValue) == ["a\u{FFFD}b", "a\u{FFFD}b"])
    #expect(frames.map(\.contents.faults) == [[.invalidText], [.invalidText]])
    #expect(frames[0].dataValue?.array == hex("61 FF 62").bytes)
    // And in a field, which keeps what can be read.
    let fields = try MetadataFieldTests.fields(
      Items.tag(.v4) {
        $0.frame("TIT2") {
          u8(3); hex("61 FF 62")
        }
      })
    #expect(fields["name"]?.text == "a\u{FFFD}b")
  }
}
