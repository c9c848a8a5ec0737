// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import FuzzOracles
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// Where metadata may stand: items of images, one box for an image, chunks, sample entries. What is read is found, and of
/// the rest it is said that it was not.
@Suite struct PrivacyCarrierTests: PrivacySuite {
  // MARK: Items

  /// An image with an item of this type behind it, which may have a size in pixels.
  private func image(_ type: FourCC, _ data: Piece, rest: Piece = Piece([]), hasSize: Bool = false) -> [UInt8] {
    func file(_ offset: UInt32) -> [UInt8] {
      atoms {
        Parts.fileType("heic", "mif1")
        atom("meta", version: 0) {
          Parts.handlerReference("pict")
          atom("iloc", version: 0) {
            u8(0x44, 0); u16(1)
            u16(4, 0, 1); u32(offset, UInt32(data.bytes.count))
          }
          atom("iinf", version: 0) {
            u16(1)
            atom("infe", version: 2) { u16(4, 0); u32(type.rawValue); u8(0); rest }
          }
          atom("iprp") {
            atom("ipco") { atom("ispe", version: 0) { u32(64, 64) } }
            if hasSize { atom("ipma", version: 0) { u32(1); u16(4); u8(1, 1) } }
          }
        }
        atom("mdat") { data }
      }
    }
    return file(UInt32(file(0).count - data.bytes.count))
  }

  @Test func anItemOfIPTCIsRead() throws {
    let bytes = image("iptc", IPTCCases.people)
    let found = try lines(bytes)
    #expect(found.contains("place City \"Brno\"") && found.contains("person By-line \"Jana Nováková\""), "\(found)")
    #expect(try unread(bytes) == ["iptc-rest"])
    #expect(try keys(bytes).contains("City=Brno"))
    let disclosed = MediaFile.disclosures(of: try document(bytes))
    #expect(disclosed.places.value?.count == 3 && disclosed.persons.value?.count == 3)
    // What is none is said not to be read.
    #expect(try unread(image("iptc", text("no data sets"))) == ["iptc"])
  }

  @Test func itemsThatAreNoPicturesAreNotPassedOver() throws {
    #expect(try unread(image("abcd", text("City=Brno"))) == ["other-item abcd"])
    #expect(try unread(image("uri ", text("City=Brno"), rest: text("urn:x\0"))) == ["other-item urn:x"])
    #expect(try unread(image("mime", text("City=Brno"), rest: text("\0"))) == ["other-item mime"])
    #expect(try privacy(image("abcd", text("City=Brno"))).unread.first?.byteCount == 9)
    // Pictures are media, also those of a coding that is not known and with a size.
    for bytes in [image("hvc1", text("coded")), image("abcd", text("coded"), hasSize: true), image("grid", zeros(8))] {
      #expect(try unread(bytes) == [])
    }
  }

  /// What a search of media says of coded pictures is said of nothing else.
  @Test(arguments: [("abcd", 0), ("hvc1", 5)] as [(FourCC, UInt64)])
  func otherItemsAreNoCodedPictures(type: FourCC, count: UInt64) throws {
    let found = MediaFile.privacy(of: try document(image(type, text("coded"))), readsMedia: true)
    let left = found.mediaReading?.unread.first { $0.reason.id.isSame(as: "item-data") }
    #expect(left?.byteCount ?? 0 == count)
  }

  // MARK: Items of which pictures are put together

  private static let overlay = hex("00 00 0000 0000 0000 0000 0040 0040")
  private static let toneMap = hex("00 0000 0000 40 00000000 00000001 00000001 00000001")

  /// What stands behind that which says how a picture is put together is read by nobody who shows it.
  @Test(arguments: [
    ("grid", hex("00 00 00 00 0040 0040")), ("grid", hex("00 01 00 00 00000040 00000040")), ("iden", Piece([])),
    ("iovl", overlay), ("tmap", pieces { toneMap; zeros(40) }),
  ] as [(FourCC, Piece)])
  func whatStandsBehindItIsToldOfEveryDerivation(type: FourCC, payload: Piece) throws {
    #expect(try unread(image(type, payload)) == [])
    #expect(try unread(image(type, pieces { payload; zeros(12) })) == [])
    let found = try privacy(image(type, pieces { payload; text("Jana was here") }))
    #expect(found.unread.map(\.reason.id.description) == ["opaque"] && found.unread.first?.name == type.key)
    #expect(found.unread.first?.byteCount == 13 && found.unread.first?.node != nil)
    // A log of places may stand there as well as anywhere else.
    let log = text("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n")
    #expect(try lines(image(type, pieces { payload; log })) == ["place Position \"\""])
  }

  /// Rows of an overlay for images that it has not, and numbers of a tone map, may be letters.
  @Test func numbersOfDerivationsMayBeLetters() throws {
    let rows = try privacy(image("iovl", pieces { Self.overlay; text("Jana Nov") }))
    #expect(rows.unread.map(\.name) == ["iovl"] && rows.unread.first?.byteCount == 8)
    let numbers = try privacy(image("tmap", pieces { Self.toneMap; text("Jana lives in Brno, at the lake, and no else") ; zeros(0) }))
    #expect(numbers.unread.first?.reason.id.description == "reserved", "\(numbers.unread)")
  }

  /// A picture of JPEG has Exif of its own, in an item as well.
  @Test func anItemOfJPEGIsLookedInto() throws {
    let picture = PrivacyPictureTests.jpeg {
      PrivacyPictureTests.segment(0xE1) { text("Exif\0\0"); PrivacyPictureTests.exif }
    }
    let bytes = image("jpeg", Piece(picture), hasSize: true)
    #expect(try lines(bytes).contains("device Make \"Maker\""))
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("Maker".utf8)) })
    #expect(try privacy(bytes).findings.first { $0.title == "Make" }?.offset == UInt64(place))
    #expect(try unread(bytes) == ["exif-rest"])
  }

  /// What is compressed with Brotli is not read; what it would be is said.
  @Test(arguments: [("Exif", "exif"), ("xml ", "xmp"), ("jumb", "content-credentials"), ("abcd", "coded")] as [(FourCC, String)])
  func whatBrotliHoldsIsNamed(type: FourCC, reason: String) throws {
    #expect(try unread(atoms { Parts.fileType("jxl "); atom("brob") { code(type); hex("0B0280") } }) == [reason])
  }

  // MARK: Items that are compressed

  /// A packet may be compressed as those of the web are, with the header of zlib or without.
  @Test(arguments: [("deflate", 2, 4), ("deflate", 0, 0), ("compress_zlib", 0, 0)] as [(String, Int, Int)])
  func aCompressedPacketIsRead(encoding: String, head: Int, tail: Int) throws {
    let packed = deflated(Array(PrivacyPictureTests.packet.utf8).rawBytes) ?? []
    let data = Piece(Array(packed.dropFirst(head).dropLast(tail)))
    let rest = text("application/rdf+xml\0\(encoding)\0")
    let bytes = image("mime", data, rest: rest)
    #expect(try lines(bytes) == ["place photoshop:City \"Seattle\""])
    #expect(try privacy(bytes).findings.first?.offset == nil)
    #expect(try !unread(bytes).contains("xmp"))
    #expect(try keys(bytes).contains("photoshop:City=Seattle"))
    // What is cut off, or followed by something else, was not all read.
    for other in [Piece(Array(data.bytes.dropLast(20))), pieces { data; text("Jana") }] {
      let left = image("mime", other, rest: rest)
      #expect(try lines(left) == [] && unread(left) == ["xmp"])
    }
    #expect(try unread(image("mime", data, rest: text("application/rdf+xml\0br\0"))) == ["xmp"])
  }

  // MARK: Chunks

  /// A packet in a chunk of WAV is read as one in a box.
  @Test func aPacketInAChunkIsRead() throws {
    func little(_ value: Int) -> Piece { u32(UInt32(value).byteSwapped) }
    let packet = text(PrivacyPictureTests.packet)
    let content = pieces { text("WAVE_PMX"); little(packet.bytes.count); packet; zeros(packet.bytes.count % 2) }
    let bytes = pieces { text("RIFF"); little(content.bytes.count); content }.bytes
    #expect(try lines(bytes) == ["place photoshop:City \"Seattle\""])
    #expect(try !unread(bytes).contains("xmp"))
  }

  // MARK: Boxes of a shop

  /// What a shop leaves in a song without protection is who bought it, too.
  @Test func theBuyerOfASongWithoutProtectionIsFound() throws {
    let bytes = atoms {
      Parts.fileType("M4A ")
      atom("moov") {
        atom("trak") {
          atom("mdia") {
            atom("minf") {
              atom("stbl") {
                atom("stsd", version: 0) {
                  u32(1)
                  Parts.audioEntry("mp4a") {
                    atom("pinf") {
                      atom("frma") { code("mp4a") }
                      atom("schm", version: 0) { code("itun"); u32(0) }
                      atom("schi") {
                        atom("user") { u32(0x0510_866F) }
                        atom("name") { text("Jana Nováková"); zeros(8) }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
    #expect(try lines(bytes) == ["account user_id \"0x0510866f\"", "account name \"Jana Nováková\""])
    let file = try document(bytes)
    #expect(MediaFile.disclosures(of: file).persons.value?.isEmpty == false)
    #expect(try file.nodes("//pinf/schi/name").count == 1 && file.nodes("//pinf/frma").count == 1)
  }

  // MARK: Exif

  /// A directory of places alone, with three entries, and what stands behind them, at 68.
  private func places(_ entries: Piece..., values: Piece) -> [UInt8] {
    EmbeddedCases.exif {
      EmbeddedCases.directory(EmbeddedCases.entry(0x8825, 4, 1, 26))
      EmbeddedCases.directory(Piece(entries.flatMap(\.bytes)), promising: UInt16(entries.count))
      values
    }
  }

  /// Fractions of zeros are no place, and a height and sides without one are none either.
  @Test func aPlaceWithoutNumbersIsNone() throws {
    let north = EmbeddedCases.entry(1, 2, 2, 0x4E00_0000)
    let below = EmbeddedCases.entry(5, 1, 1, 0)
    func bytes(_ latitude: Piece) -> [UInt8] {
      places(north, EmbeddedCases.entry(2, 5, 3, 68), below, values: latitude)
    }
    let empty = bytes(zeros(24))
    #expect(try lines(empty).filter { $0.hasPrefix("place") } == [])
    #expect(MediaFile.disclosures(of: try document(empty)).places.value == nil)
    #expect(try keys(empty).contains { $0.hasPrefix("GPSLatitude=") })
    let told = bytes(u32(47, 1, 38, 1, 9, 1))
    #expect(try lines(told).filter { $0.hasPrefix("place") }.count == 3)
    #expect(MediaFile.disclosures(of: try document(told)).places.value != nil)
    // A height of 120 m, of no place.
    let height = places(north, below, EmbeddedCases.entry(6, 5, 1, 68), values: u32(120, 1))
    #expect(try lines(height).filter { $0.hasPrefix("place") } == [])
    #expect(MediaFile.disclosures(of: try document(height)).places.value == nil)
  }

  // MARK: Names of programs

  private func encoder(_ text: String) -> [UInt8] {
    atoms {
      Parts.fileType("M4A ")
      atom("moov") {
        atom("mvhd", version: 0) { zeros(8); u32(1_000, 400); zeros(80) }
        MetadataItemTests.list { atom("@too") { MetadataItemTests.data(1) { Piece(Array(text.utf8)) } } }
      }
    }
  }

  /// A recorder names the device as its owner calls it.
  @Test(
    arguments: [
      "iPhone van Jana (null)", "Jana’s iPhone", "iPad Pro Jana (null)", "iPhone 12 Jana",
      "iPhone (Jana) (null)", "(Jana) iPhone (null)", "Jana 2.0 (null)",
    ])
  func aRecorderNamesADevice(name: String) throws {
    let text = "com.apple.VoiceMemos (\(name))"
    #expect(try lines(encoder(text)) == ["person Encoder \"\(text)\""])
  }

  @Test(
    arguments: [
      "iPhone Version 17.4 (Build 21E219)", "iPad Version 12.1 (Build 16B92)", "Version 10.14 (Build 18A391)",
      "iPhone Versión 14.2 (Compilación 18B92)", "iPhone 版本14.2（版号18B92）", "iPhone (null)", "iPhone 12",
    ])
  func theVersionOfASystemNamesNobody(version: String) throws {
    #expect(try lines(encoder("com.apple.VoiceMemos (\(version))")).filter { !$0.hasPrefix("software") } == [])
  }

  /// A mark that programs leave in covers is nobody's comment.
  @Test func theMarkOfAProgramInACoverIsNoComment() throws {
    func tag(_ comment: String) -> [UInt8] {
      PrivacyPictureTests.tag(PrivacyPictureTests.jpeg { PrivacyPictureTests.segment(0xFE) { text(comment) } })
    }
    #expect(try lines(tag("AppleMark\n")) == [])
    #expect(try lines(tag("Jana at home")) == ["comment COM \"Jana at home\""])
  }
}
