// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import FuzzOracles
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// What pictures among the metadata give away: a cover is often a photograph as the camera left it.
@Suite struct PrivacyPictureTests {
  /// Directories of a make and a position: 47° 38' 9'' north, 122° 19' 48'' west.
  static let exif = EmbeddedCases.tiff {
    // At 8, 30 bytes: up to 38, where the make stands.
    EmbeddedCases.directory(EmbeddedCases.entry(0x10F, 2, 6, 38), EmbeddedCases.entry(0x8825, 4, 1, 44))
    text("Maker\0")
    // At 44, 54 bytes: up to 98.
    EmbeddedCases.directory(
      EmbeddedCases.entry(1, 2, 2, 0x4E00_0000), EmbeddedCases.entry(2, 5, 3, 98),
      EmbeddedCases.entry(3, 2, 2, 0x5700_0000), EmbeddedCases.entry(4, 5, 3, 122))
    u32(47, 1, 38, 1, 9, 1)
    u32(122, 1, 19, 1, 48, 1)
  }

  static let packet = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    <rdf:Description xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="Seattle"/></rdf:RDF></x:xmpmeta>
    """

  static func segment(_ marker: UInt8, @AtomBuilder _ content: () -> Piece) -> Piece {
    let content = content().bytes
    return pieces {
      u8(0xFF, marker); u16(UInt16(content.count + 2))
      Piece(content)
    }
  }

  /// A JPEG picture with these segments in front of its frame, and a scan with a stuffed zero and a restart.
  static func jpeg(@AtomBuilder _ segments: () -> Piece) -> [UInt8] {
    let segments = segments()
    return pieces {
      hex("FFD8")
      segments
      segment(0xC0) { hex("08 0040 0040 01 01 11 00") }
      segment(0xDA) { hex("01 01 00 00 3F 00") }
      hex("12FF0034FFD056 FFD9")
    }.bytes
  }

  private static let jfif = segment(0xE0) { text("JFIF\0"); hex("0101 00 0001 0001 00 00") }

  private static func chunk(_ type: FourCC, @AtomBuilder _ content: () -> Piece) -> Piece {
    let content = content().bytes
    return pieces { u32(UInt32(content.count)); code(type); Piece(content); u32(0) }
  }

  private static func png(@AtomBuilder _ chunks: () -> Piece) -> [UInt8] {
    let chunks = chunks()
    return pieces {
      hex("89504E47 0D0A1A0A")
      chunk("IHDR") { u32(1, 1); hex("08 00 00 00 00") }
      chunks
      chunk("IEND") {}
    }.bytes
  }

  // MARK: Where pictures stand

  static func tag(_ picture: [UInt8]) -> [UInt8] {
    let builder = TagBuilder(.v4)
    return builder.tag {
      builder.frame("APIC") { u8(0); text("image/jpeg", terminated: true); u8(3, 0); Piece(picture) }
    }.bytes
  }

  /// A picture in a frame of this type, of a chapter.
  static func chapter(_ type: String, _ picture: [UInt8]) -> [UInt8] {
    let builder = TagBuilder(.v4)
    return builder.tag {
      builder.frame("CHAP") {
        text("c1", terminated: true)
        u32(0, 500, .max, .max)
        builder.frame(type) {
          u8(0)
          text("image/jpeg", terminated: true)
          // A type and no description, or no name of a file and no description.
          if type == "APIC" { u8(3, 0) } else { zeros(2) }
          Piece(picture)
        }
      }
    }.bytes
  }

  static func item(_ picture: [UInt8]) -> [UInt8] {
    atoms {
      Parts.fileType("M4A ")
      atom("moov") {
        atom("mvhd", version: 0) { zeros(8); u32(1_000, 400); zeros(80) }
        atom("udta") {
          atom("meta", version: 0) {
            atom("hdlr", version: 0) { u32(0); code("mdir"); code("appl"); zeros(9) }
            atom("ilst") { atom("covr") { atom("data") { u32(13, 0); Piece(picture) } } }
          }
        }
      }
    }
  }

  private func privacy(_ bytes: [UInt8]) throws -> Privacy {
    MediaFile.privacy(of: try MediaFile.open(ByteSource(copying: bytes)))
  }

  /// Found in the frame of a tag as in an item: the position with its numbers, and the make at its place in the file.
  @Test(arguments: ["tag", "item"])
  func aPositionInACoverIsFound(place: String) throws {
    let picture = Self.jpeg { Self.jfif; Self.segment(0xE1) { text("Exif\0\0"); Self.exif } }
    let bytes = place == "tag" ? Self.tag(picture) : Self.item(picture)
    let found = try privacy(bytes)
    #expect(found.metadata == .found)
    let position = try #require(found.findings.first { $0.title == "GPSPosition" }?.position)
    #expect(abs(position.latitude - 47.635_833) < 0.000_001 && abs(position.longitude + 122.33) < 0.000_001)
    let make = try #require(found.findings.first { $0.kind == .device })
    #expect(make.value == "Maker" && make.path == (place == "tag" ? "ID3v2/APIC" : "moov/udta/meta/ilst/covr/data"))
    let offset = Int(try #require(make.offset))
    #expect(String(decoding: bytes[offset..<offset + 5], as: UTF8.self) == "Maker")
    // Of Exif never all is known.
    #expect(found.unread.map { $0.reason.id.description } == ["exif-rest"])
  }

  /// The frames of a chapter are no items, and a picture in one is looked at as one in the tag is.
  @Test(arguments: ["APIC", "GEOB"])
  func aPositionInAPictureOfAChapterIsFound(type: String) throws {
    let bytes = Self.chapter(type, Self.jpeg { Self.jfif; Self.segment(0xE1) { text("Exif\0\0"); Self.exif } })
    let found = try privacy(bytes)
    let position = try #require(found.findings.first { $0.title == "GPSPosition" }?.position)
    #expect(abs(position.latitude - 47.635_833) < 0.000_001 && abs(position.longitude + 122.33) < 0.000_001)
    let make = try #require(found.findings.first { $0.kind == .device })
    #expect(make.value == "Maker" && make.path == "ID3v2/CHAP/" + type)
    let offset = Int(try #require(make.offset))
    #expect(String(decoding: bytes[offset..<offset + 5], as: UTF8.self) == "Maker")
    #expect(found.unread.map { $0.reason.id.description } == ["exif-rest"])
    // Of pixels alone none is said; what is no picture that is known is named.
    #expect(try privacy(Self.chapter(type, Self.jpeg { Self.jfif })).metadata == .none)
    let other = try privacy(Self.chapter(type, Array("no picture that is known".utf8) + [0, 1]))
    #expect(other.unread.map { $0.reason.id.description } == [type == "APIC" ? "picture" : "opaque"])
  }

  @Test func aPlaceInXMPAndAComment() throws {
    let found = try privacy(
      Self.tag(
        Self.jpeg {
          Self.segment(0xE1) { text("http://ns.adobe.com/xap/1.0/\0"); text(Self.packet) }
          Self.segment(0xFE) { text("taken by Anna at home") }
          // What programs write is nobody's.
          Self.segment(0xFE) { text("Lavc59.37.100") }
        }))
    #expect(found.findings.map(\.title) == ["photoshop:City", "COM"])
    #expect(found.findings.map(\.kind) == [.place, .comment])
    #expect(found.findings.map(\.value) == ["Seattle", "taken by Anna at home"])
  }

  /// None is said of a picture that was followed from its first byte to its last, and holds pixels alone.
  @Test func aPictureOfPixelsAloneGivesNothingAway() throws {
    let adobe = Self.segment(0xEE) { text("Adobe"); hex("0064 0000 0000 00") }
    #expect(try privacy(Self.tag(Self.jpeg { Self.jfif; adobe })).metadata == .none)
    #expect(try privacy(Self.item(Self.jpeg { Self.jfif })).metadata == .none)
    #expect(try privacy(Self.tag(Self.png { Self.chunk("IDAT") { hex("0102") } })).metadata == .none)
    #expect(try privacy(Self.tag(Self.jpeg {} + [0, 0, 0])).metadata == .none)
  }

  /// Segments of formats of their own, what stands behind a picture, and what is no picture that is known.
  @Test(arguments: [
    (jpeg { segment(0xED) { text("Photoshop 3.0\0"); hex("3842494D 0404 0000 00000000") } }, "iptc-rest", ""),
    (jpeg { segment(0xED) { text("Adobe_CM\0"); hex("01") } }, "picture-part", "APP13"),
    (jpeg { segment(0xE2) { text("ICC_PROFILE\0"); hex("0101 00") } }, "picture-part", "APP2"),
    (jpeg { segment(0xE1) { text("Exif\0\0"); text("no directories") } }, "picture-part", "APP1"),
    // Two pixels are promised, and more than six bytes stand behind them.
    (jpeg { segment(0xE0) { text("JFIF\0"); hex("0101 00 0001 0001 02 01"); text("abcdefg") } }, "picture-part", "APP0"),
    (jpeg {} + Array("behind the picture".utf8), "picture-part", "rest"),
    // A segment that is longer than what is there.
    ([0xFF, 0xD8, 0xFF, 0xFE, 0x40, 0, 0x41], "picture-part", "rest"),
    // There is no fourteenth month.
    (png { chunk("tIME") { hex("07E50E01 000000") } }, "picture-part", "tIME"),
    (png { chunk("zTXt") { text("Comment\0\0"); hex("789C0300") } }, "picture-part", "zTXt"),
    (png { chunk("tEXt") { text("Raw profile type exif\0"); text("4d4d") } }, "picture-part", "tEXt"),
    (Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x21, 0xFF, 3, 1, 2, 3, 0, 0x3B], "picture-part", "extension"),
    (Array("no picture that is known".utf8), "picture", ""),
  ] as [([UInt8], String, String)])
  func whatIsNotReadIsNamed(picture: [UInt8], reason: String, name: String) throws {
    let found = try privacy(Self.tag(picture))
    #expect(found.metadata == .notRead)
    #expect(found.unread.map { $0.reason.id.description } == [reason] && found.unread.map(\.name) == [name])
  }

  /// Programs that make covers leave the second at which they did.
  @Test func theLastChangeOfAPNGIsATime() throws {
    let found = try privacy(Self.tag(Self.png { Self.chunk("tIME") { hex("07EA 02 03 04 05 06") } }))
    #expect(found.findings.map(\.kind) == [.time] && found.findings.map(\.value) == ["2026-02-03T04:05:06Z"])
    #expect(found.unread.isEmpty)
    #expect(try privacy(Self.tag(Self.png { Self.chunk("tIME") { zeros(7) } })).metadata == .none)
  }

  @Test func textsOfOtherPicturesAreFound() throws {
    let png = Self.png {
      Self.chunk("eXIf") { Self.exif }
      Self.chunk("tEXt") { text("Author\0Anna Example of Somewhere") }
      Self.chunk("iTXt") { text("XML:com.adobe.xmp\0"); hex("0000 00 00"); text(Self.packet) }
    }
    #expect(
      try privacy(Self.tag(png)).findings.map(\.title) == [
        "Make", "GPSLatitudeRef", "GPSLatitude", "GPSLongitudeRef", "GPSLongitude", "GPSPosition", "Author",
        "photoshop:City",
      ])
    let comment = Array("Anna Example of Somewhere".utf8)
    let gif = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x21, 0xFE, UInt8(comment.count)] + comment + [0, 0x3B]
    #expect(try privacy(Self.item(gif)).findings.map(\.value) == ["Anna Example of Somewhere"])
    let webP = pieces {
      text("RIFF"); u32(UInt32(12 + Self.exif.bytes.count).byteSwapped); text("WEBP")
      text("EXIF"); u32(UInt32(Self.exif.bytes.count).byteSwapped); Self.exif
    }
    #expect(try privacy(Self.tag(webP.bytes)).findings.map(\.kind).contains(.device))
  }

  /// Of every prefix of a picture something is found or left where its Exif has begun, and all that is found lies
  /// in the file.
  @Test(arguments: [
    jpeg { segment(0xE1) { text("Exif\0\0"); exif } }, png { chunk("eXIf") { exif } },
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6, 0x21, 0xFE, 8] + Array("a@b.org.".utf8) + [0, 0x3B],
  ] as [[UInt8]])
  func everyPrefixIsReadOrNamed(picture: [UInt8]) throws {
    for count in 4...picture.count {
      let bytes = Self.tag(Array(picture.prefix(count)))
      let found = try privacy(bytes)
      #expect(found.metadata != .none || count < 40, "\(count) of \(picture.count)")
      #expect(
        found.findings.allSatisfy { finding in
          finding.offset.map { $0 + (finding.byteCount ?? 0) <= UInt64(bytes.count) } ?? false
        })
    }
  }
}
