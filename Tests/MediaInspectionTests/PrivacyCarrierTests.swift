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
@Suite struct PrivacyCarrierTests {
  private func document(_ bytes: [UInt8]) throws -> Document { try MediaFile.open(ByteSource(copying: bytes)) }

  private func privacy(_ bytes: [UInt8]) throws -> Privacy { MediaFile.privacy(of: try document(bytes)) }

  /// The findings of a file, each in a line: `text name "A Name"`.
  private func lines(_ bytes: [UInt8]) throws -> [String] {
    try privacy(bytes).findings.map { "\($0.kind.rawValue) \($0.title) \"\($0.value ?? "")\"" }
  }

  private func unread(_ bytes: [UInt8]) throws -> [String] {
    try privacy(bytes).unread.map { $0.name.isEmpty ? $0.reason.id.description : "\($0.reason.id) \($0.name)" }
  }

  private func keys(_ bytes: [UInt8]) throws -> [String] {
    MediaFile.metadata(of: try document(bytes)).map { "\($0.keyString)=\($0.stringValue ?? "-")" }
  }

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

  // MARK: An image in one box

  /// Version 0, Exif and a packet, 4:2:0, 64 × 64 or as high as is said, an image of 4 bytes.
  private func minimised(_ exif: Piece, _ packet: Piece, orientation: Int = 1, height: Int = 64) -> [UInt8] {
    func number(_ value: Int, _ width: Int) -> String {
      let digits = String(value, radix: 2)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let size = number(orientation - 1, 3) + "0 0111111" + number(height - 1, 7)
    let flags = "00 0 0 1 0 0 0 0 1 1 01 " + size + " 1 1 0 1 0 0 000 000000000000011 0 "
    let digits = (flags + number(exif.bytes.count - 1, 20) + number(packet.bytes.count - 1, 20)).filter { $0 != " " }
    let fields = stride(from: 0, to: digits.utf8.count, by: 8).map { start in
      UInt8(String(digits.dropFirst(start).prefix(8)).padding(8), radix: 2) ?? 0
    }
    return atoms {
      Parts.fileType("mif3", "avif")
      atom("mini") { Piece(fields); hex("01020304"); exif; packet }
    }
  }

  @Test func metadataOfAnImageInOneBoxAreRead() throws {
    let bytes = minimised(PrivacyPictureTests.exif, text(PrivacyPictureTests.packet))
    let found = try lines(bytes)
    #expect(found.contains("device Make \"Maker\"") && found.contains("place photoshop:City \"Seattle\""), "\(found)")
    #expect(try keys(bytes).contains("photoshop:City=Seattle"))
    // The image itself is bytes of a field.
    #expect(try privacy(bytes).unread.first { $0.name == "mini" }?.byteCount == 4)
    let file = try document(bytes)
    #expect(file.synopsis.image?.width == 64 && file.synopsis.image?.height == 64)
    let contents = try #require(ImageContents.of(file))
    #expect(contents.bits == 8 && contents.hasExif && contents.hasXMP && contents.auxiliaries.isEmpty)
  }

  @Test(
    arguments: [
      (1, nil), (5, "mirrored and rotated 90° anticlockwise"), (6, "rotated 90° clockwise"),
    ] as [(Int, String?)])
  func anImageInOneBoxIsTurned(orientation: Int, words: String?) throws {
    let packet = text(PrivacyPictureTests.packet)
    let bytes = minimised(PrivacyPictureTests.exif, packet, orientation: orientation, height: 32)
    let contents = try #require(ImageContents.of(try document(bytes)))
    #expect(contents.turn?.words == words)
    #expect(contents.shown?.width == (words == nil ? nil : 32) && contents.shown?.height == (words == nil ? nil : 64))
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

extension String {
  /// The digits, and zeros behind them up to so many.
  fileprivate func padding(_ count: Int) -> String { self + String(repeating: "0", count: max(0, count - utf8.count)) }
}
