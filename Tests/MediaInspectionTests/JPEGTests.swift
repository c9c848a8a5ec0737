// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import Foundation
import FuzzOracles
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// Pictures among metadata as trees, for those who ask: their segments, and what stands in these.
@Suite struct JPEGTests {
  private static let picture = PrivacyPictureTests.jpeg {
    PrivacyPictureTests.segment(0xE0) { text("JFIF\0"); hex("0102 01 0048 0048 00 00") }
    PrivacyPictureTests.segment(0xE1) { text("Exif\0\0"); PrivacyPictureTests.exif }
    PrivacyPictureTests.segment(0xE2) { text("ICC_PROFILE\0"); u8(1, 1); ICCCases.sound }
    PrivacyPictureTests.segment(0xED) { text("Photoshop 3.0\0"); IPTCCases.resources }
    PrivacyPictureTests.segment(0xFE) { text("a remark") }
  }

  private func fields(_ bytes: [UInt8], _ type: FourCC) throws -> (told: [String], document: Document) {
    let document = MediaFile.openingItems(of: try MediaFile.open(ByteSource(copying: bytes)))
    let node = try #require(document.tree.indices.first { document.tree[$0].type == type })
    var walker = Walker()
    var sink = Told()
    document.walk(node, &walker, into: &sink)
    return (sink.lines, document)
  }

  private func grouped(_ count: Int) -> String {
    var text = ByteWriter()
    text.put(grouped: count)
    return text.string
  }

  private struct Told: FieldSink {
    var lines: [String] = []
    mutating func field(_ field: borrowing FieldReading) {
      var text = ByteWriter()
      text.put(value: field, .summary)
      lines.append("\(field.name)=\(text.string)")
    }
    mutating func table(_ table: borrowing TableReading) { lines.append("\(table.name)×\(table.count)") }
  }

  /// All of it tiles the picture, in a tag and in an iTunes list; the picture stays the value that it is.
  @Test(arguments: [PrivacyPictureTests.tag(picture), PrivacyPictureTests.item(picture)])
  func aCoverIsATree(_ bytes: [UInt8]) throws {
    let (told, document) = try fields(bytes, "JPEG")
    let markers = told.filter { $0.hasPrefix("marker=") }
    #expect(
      markers == ["SOI", "APP0", "APP1", "APP2", "APP13", "COM", "SOF0", "SOS", "EOI"].map { "marker=" + $0 })
    #expect(told.contains("tag=Make") && told.contains("value_offset=\"Maker\""))
    #expect(told.contains("value_offset=47.6358° N"))
    #expect(told.contains("text=\"Display P3\"") && told.contains("value=\"Jana Nováková\""))
    #expect(told.contains("comment=\"a remark\"") && told.contains("components×1"))
    #expect(told.contains("coded_data=12ff0034ffd056"))
    let items = MediaFile.metadata(of: document)
    #expect(items.contains { $0.dataValue?.array == Self.picture })
    // What is said of the value around it is what is said without it.
    for index in document.tree.indices where document.tree[index].type == "data" {
      let reader = NodeReader(document)
      reader.open(index)
      guard case .written(let write)? = document.tree.program(of: document.tree[index])?.syntax.summary else { continue }
      var said = ByteWriter()
      write(reader, &said)
      #expect(said.string == "image/jpeg \(grouped(Self.picture.count)) bytes")
    }
    // Nobody sees them who does not ask.
    let closed = try MediaFile.open(ByteSource(copying: bytes))
    #expect(!closed.tree.indices.contains { closed.tree[$0].type == "JPEG" })
    // What it gives away is said once.
    let findings = MediaFile.privacy(of: document).findings.map { "\($0.kind) \($0.value ?? "")" }
    #expect(findings == MediaFile.privacy(of: closed).findings.map { "\($0.kind) \($0.value ?? "")" })
  }

  @Test func olderFramesAndThumbnailsAreOpened() throws {
    let builder = TagBuilder(.v2)
    let tag = builder.tag {
      builder.frame("PIC") { u8(0); text("JPG"); u8(3, 0); Piece(Self.picture) }
    }.bytes
    #expect(try fields(tag, "JPEG").told.contains("tag=Make"))
    let thumbnail = Files.film + atoms {
      uuidAtom("85C0B687-820F-11E0-8111-F4CE462B6A48") {
        atom("THMB", version: 0) {
          u16(64, 64); u32(UInt32(Self.picture.count)); u16(1, 0); Piece(Self.picture)
        }
      }
    }
    #expect(try fields(thumbnail, "JPEG").told.contains("tag=Make"))
  }

  private static let chunks = Array(ICCCases.sound.bytes)

  /// The picture in a tag, or in an iTunes list.
  private func around(_ picture: [UInt8], _ isInTag: Bool) -> [UInt8] {
    isInTag ? PrivacyPictureTests.tag(picture) : PrivacyPictureTests.item(picture)
  }

  /// A profile in pieces is a node of its own, whose bytes are a source of their own; the pieces need not be in order.
  @Test(arguments: [true, false])
  func aProfileInPiecesIsATree(_ isInTag: Bool) throws {
    func pictured(@AtomBuilder _ segments: () -> Piece) -> [UInt8] {
      around(PrivacyPictureTests.jpeg(segments), isInTag)
    }
    let bytes = pictured {
      PictureCases.piece(2, of: 3, Piece(Array(Self.chunks[100..<200])))
      PictureCases.piece(1, of: 3, Piece(Array(Self.chunks[..<100])))
      PictureCases.piece(3, of: 3, Piece(Array(Self.chunks[200...])))
    }
    let (told, document) = try fields(bytes, "ICC ")
    #expect(told.contains("text=\"Display P3\"") && told.contains("size=276 bytes"))
    let node = try #require(document.tree.indices.first { document.tree[$0].type == "ICC " })
    let source = document.tree.sources[Int(document.tree[node].source)]
    #expect(source.kind == .joined && source.bytes.byteCount == 276)
    #expect(document.tree.parent(of: node).map { document.tree[$0].type } == "JPEG")
    MediaFile.check(document)
    #expect(document.problems.kept.filter { $0.kind.id.description.hasPrefix("icc") }.isEmpty)
    // A piece that is missing, or there twice, makes none.
    for missing in [
      pictured { PictureCases.piece(1, of: 2, Piece(Self.chunks)) },
      pictured { PictureCases.piece(1, of: 2, Piece(Self.chunks)); PictureCases.piece(1, of: 2, Piece(Self.chunks)) },
    ] {
      let other = try fields(missing, "JPEG").document
      #expect(!other.tree.indices.contains { other.tree[$0].type == "ICC " })
    }
  }

  /// A picture of PNG: chunks, and the profile inflated.
  @Test(arguments: [true, false])
  func aCoverOfPNGIsATree(_ isInTag: Bool) throws {
    func around(_ picture: [UInt8]) -> [UInt8] { self.around(picture, isInTag) }
    let picture = PictureCases.png {
      PictureCases.profile(Self.chunks)
      PictureCases.chunk("tEXt") { text("Author\0Jana Nováková") }
      PictureCases.chunk("pHYs") { u32(2_835, 2_835); u8(1) }
      PictureCases.chunk("eXIf") { PrivacyPictureTests.exif }
    }.bytes
    let (told, document) = try fields(around(picture), "PNG ")
    #expect(
      told.filter { $0.hasPrefix("type='") }.map { $0.prefix(11) } == [
        "type='IHDR'", "type='iCCP'", "type='tEXt'", "type='pHYs'", "type='eXIf'", "type='IDAT'", "type='IEND'",
      ])
    #expect(told.contains("width=1 px") && told.contains("profile_name=\"a profile\"") && told.contains("tag=Make"))
    let profile = try fields(around(picture), "ICC ")
    #expect(profile.told.contains("text=\"Display P3\""))
    let node = try #require(profile.document.tree.indices.first { profile.document.tree[$0].type == "ICC " })
    #expect(profile.document.tree.sources[Int(profile.document.tree[node].source)].kind == .zlib)
    let closed = try MediaFile.open(ByteSource(copying: around(picture)))
    #expect(!closed.tree.indices.contains { closed.tree[$0].type == "PNG " })
    let findings = MediaFile.privacy(of: document).findings.map { "\($0.kind) \($0.value ?? "")" }
    #expect(findings == MediaFile.privacy(of: closed).findings.map { "\($0.kind) \($0.value ?? "")" })
    // Bytes behind the end, and what is cut off, are parts that are not read.
    #expect(try fields(around(picture + [1, 2]), "PNG ").told.last == "unread=0102")
    #expect(try fields(around(Array(picture.dropLast(3))), "PNG ").told.last?.hasPrefix("unread=") == true)
  }

  /// The thumbnail of Exif is a tree in the directories; that of a thumbnail stays bytes.
  @Test func aThumbnailIsATree() throws {
    let inner = PictureCases.jpeg {
      PictureCases.segment(0xE1) { text("Exif\0\0"); PrivacyPictureTests.exif }
      PictureCases.segment(0xC0) { hex("08 0078 00A0 01 01 11 00") }
    }
    let bytes = Files.film + atoms {
      uuidAtom("4A706754-6966-6645-7869-662D3E4A5032") { PictureCases.exif(thumbnail: inner) }
    }
    let told = try EmbeddedMetadataTests().fields(bytes, at: "uuid/TIFF")
    let start = try #require(told.firstIndex(of: "marker=SOI"))
    #expect(
      told[start...].map { $0.hasPrefix("data=") ? "data" : $0 } == [
        "marker=SOI", "marker=APP1", "length=154 bytes", "data", "marker=SOF0", "length=11 bytes", "P=8 bits",
        "Y=120 px", "X=160 px", "Nf=1", "components×1", "marker=EOI",
      ])
    let other = Files.film + atoms {
      uuidAtom("4A706754-6966-6645-7869-662D3E4A5032") { PictureCases.exif(thumbnail: hex("00010203")) }
    }
    #expect(try EmbeddedMetadataTests().fields(other, at: "uuid/TIFF").last == "thumbnail=00010203")
  }

  /// What is cut off, or is no segment, is a part that is not read.
  @Test(arguments: [
    ([0xFF, 0xD8, 0xFF, 0xE1, 0x40, 0, 0x41], "unread=ffe1400041"),
    ([0xFF, 0xD8, 0xFF, 0xFF, 0xFE, 0, 3, 0x41, 0x42], "unread=42"),
    ([0xFF, 0xD8, 0xFF, 0xD9, 1, 2], "unread=0102"),
    ([0xFF, 0xD8, 0xFF, 0, 1, 2], "unread=ff000102"),
  ])
  func whatIsNoSegmentIsNotRead(_ picture: [UInt8], _ expected: String) throws {
    #expect(try fields(PrivacyPictureTests.tag(picture), "JPEG").told.last == expected)
  }
}
