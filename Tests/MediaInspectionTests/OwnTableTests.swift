// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

/// Tables that a program brings along are read before those of the formats, and break nothing that
/// the formats themselves consult.
@Suite struct OwnTableTests {
  /// A box that no format knows, and one that is known under other names.
  enum Boxes: SyntaxFamily {
    static let tables: [Syntax] = [
      Syntax("wthr", "Weather", "house rules §1", in: "udta", versions: 0...0) {
        uint(8, "kind", .names(kinds))
        uint(16, "rainfall", .unit("µm"))
      },
      Syntax("tkhd", "Our track header", "house rules §2", in: "trak") {
        bytes(.remaining, "everything")
      },
    ]
    static let kinds: Names = [1: "sun", 2: "rain"]
  }

  /// A frame of version 3 and 4.
  enum Frames: SyntaxFamily {
    static let tables: [Syntax] = [
      Syntax("XWTH", "Weather", "house rules §3", in: "ID3\\x03 ID3\\x04") {
        uint(8, "kind", .names(Boxes.kinds))
      }
    ]
  }

  private func fields(_ path: String, _ names: [String], in document: Document) throws -> [String?] {
    let reader = NodeReader(document)
    reader.open(try #require(try Path(path).nodes(in: document).first))
    return names.map { reader.text(ofFieldNamed: $0) }
  }

  @Test func aBoxOfOnesOwnIsRead() throws {
    let file = atoms {
      atom("ftyp") { code("isom"); u32(0) }
      atom("moov") {
        atom("udta") { atom("wthr", version: 0) { u8(2); u16(1_200) } }
      }
    }
    let source = ByteSource(copying: file)
    let known = try MediaFile.open(source, tables: OwnTables(boxes: [Boxes.self]))
    #expect(try fields("moov/udta/wthr", ["kind", "rainfall"], in: known) == ["2", "1200"])
    let unknown = try MediaFile.open(source)
    #expect(try fields("moov/udta/wthr", ["kind", "rainfall"], in: unknown) == [nil, nil])
  }

  @Test func aTableForAKnownBoxHidesItsFieldsAndStopsNothing() throws {
    let path = Corpus.path(of: "mockups/movie.mov")
    let document = try MediaFile.open(path: path, tables: OwnTables(boxes: [Boxes.self]))
    #expect(try fields("moov/trak[1]/tkhd", ["track_ID"], in: document) == [nil])
    // Rules and summaries that consult the header find none, and end in no trap.
    MediaFile.check(document, isThorough: true)
    #expect(document.tree.count == (try MediaFile.open(path: path)).tree.count)
  }

  @Test(arguments: [TagBuilder.Version.v3, .v4])
  func aFrameOfOnesOwnIsRead(_ version: TagBuilder.Version) throws {
    let tag = TagBuilder(version)
    let source = ByteSource(
      copying: atoms { tag.tag { tag.text("TIT2", "Storm"); tag.frame("XWTH") { u8(1) } } })
    let document = try MediaFile.open(source, tables: OwnTables(frames: [Frames.self]))
    #expect(try fields("ID3v2/XWTH", ["kind"], in: document) == ["1"])
    #expect(try fields("ID3v2/TIT2", ["text"], in: document) == ["Storm"])
    #expect(try fields("ID3v2/XWTH", ["kind"], in: MediaFile.open(source)) == [nil])
  }

  @Test func aFileThatCannotBeOpenedIsNamed() {
    #expect(throws: UnreadableFile(path: "/no/such/film.mp4", reason: .bytes(.notFound))) {
      try MediaFile.open(path: "/no/such/film.mp4")
    }
    let error = UnreadableFile(path: "film.mp4", reason: .bytes(.notFound))
    #expect("\(error)" == "film.mp4: no such file")
    let empty = UnreadableFile(path: "film.mp4", reason: .content(.empty))
    #expect("\(empty)" == "film.mp4: the file is empty")
  }
}
