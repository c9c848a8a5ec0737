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

/// Colour profiles: a header, a table of tags, and values that several tags may have.
@Suite struct ICCTests {
  private static let film = Files.film + atoms { ICCCases.colour(ICCCases.sound) }

  @Test func aProfileIsATree() throws {
    let told = try EmbeddedMetadataTests().fields(Self.film, at: "colr/ICC")
    #expect(
      told == [
        "size=276 bytes", "cmmId='made'", "version_major=4", "version_minor=3", "version_bug_fix=0", "version_reserved=0000",
        "deviceClass='mntr'", "colorSpace='RGB '", "pcs='XYZ '", "year=2,024", "month=2", "day=29", "hours=12",
        "minutes=34", "seconds=56", "magic='acsp'", "platform='APPL'", "flags=embedded", "manufacturer='none'",
        "model='\\x00\\x00\\x00\\x00'", "attributes=", "renderingIntent=media-relative colorimetric",
        "X=0.964202880859375", "Y=1.0", "Z=0.8249053955078125", "creator='made'",
        "profileID=00000000000000000000000000000000", "reserved=28 bytes",
        "count=5", "sig='desc'", "offset=\"Display P3\"", "size=48 bytes",
        "sig='wtpt'", "offset=0.9642 1 0.8249", "size=20 bytes", "sig='rTRC'", "offset=gamma 2.1992", "size=14 bytes",
        "sig='gTRC'", "offset=gamma 2.1992", "size=14 bytes", "sig='bTRC'", "offset=gamma 2.1992", "size=14 bytes",
        "type='mluc' (description)", "type_reserved=00000000", "record_count=1", "record_size=12", "language=\"en\"",
        "country=\"US\"", "length=20 bytes", "offset=\"Display P3\"", "text=\"Display P3\"",
        "type='XYZ ' (media white point)", "type_reserved=00000000", "X=0.964202880859375", "Y=1.0", "Z=0.8249053955078125",
        "type='curv' (red curve, green curve, blue curve)", "type_reserved=00000000", "count=1", "gamma=2.19921875",
        "padding=0000",
      ])
  }

  /// Texts of older profiles, curves of both kinds, numbers, and a type that nobody knows.
  @Test func valuesSayWhatTheyAre() throws {
    let profile = ICCCases.profile([
      ICCCases.Tag("desc", 228, 24), ICCCases.Tag("cprt", 252, 16), ICCCases.Tag("rTRC", 268, 18),
      ICCCases.Tag("gTRC", 288, 16), ICCCases.Tag("chad", 304, 44), ICCCases.Tag("cicp", 348, 12),
      ICCCases.Tag("tech", 360, 12), ICCCases.Tag("what", 372, 12),
    ]) {
      text("desc"); u32(0, 10); text("Small one\0"); zeros(2)
      text("text"); u32(0); text("Nobody\0"); zeros(1)
      text("curv"); u32(0, 3); u16(0, 100, 65_535); zeros(2)
      text("para"); u32(0); u16(0, 0); u32(0x0002_6666)
      text("sf32"); u32(0); u32(65_536, 0, 0, 0, 65_536, 0, 0, 0, 65_536)
      text("cicp"); u32(0); u8(9, 16, 0, 1)
      text("sig "); u32(0); text("vidm")
      text("what"); u32(0, 7)
    }
    let told = try EmbeddedMetadataTests().fields(Files.film + atoms { ICCCases.colour(profile) }, at: "colr/ICC")
    let values = try #require(told.firstIndex(of: "type='desc' (description)"))
    #expect(
      told[values...].filter { !$0.hasPrefix("type_reserved") } == [
        "type='desc' (description)", "ascii_count=10 bytes", "description=\"Small one\"", "padding=0000",
        "type='text' (copyright)", "text=\"Nobody\"", "type='curv' (red curve)", "count=3", "values×3", "padding=0000",
        "type='para' (green curve)", "function=Yᵢ = Xᵍ", "function_reserved=0000", "g=2.399993896484375", "type='sf32' (chromatic adaptation)",
        "values×9", "type='cicp' (code points)", "ColourPrimaries=BT.2020", "TransferCharacteristics=PQ",
        "MatrixCoefficients=RGB", "VideoFullRangeFlag=1", "type='sig ' (technology)", "signature='vidm'", "type='what' ('what')",
        "data=00000007",
      ])
    #expect(told.contains("offset=1 0 0 0 1 0 0 0 1") && told.contains("offset=video monitor"))
    #expect(told.contains("offset=\"Small one\"") && told.contains("offset=curve of 3 points"))
  }

  /// What a profile calls itself is what a file's colours are called.
  @Test func coloursHaveTheNameOfTheirProfile() throws {
    let document = try MediaFile.open(ByteSource(copying: Self.film))
    let node = try #require(document.nodes("colr").first)
    #expect(try summary(of: node, in: document) == "ICC profile \"Display P3\", 276 bytes")
    let inner = try #require(document.nodes("colr/ICC").first)
    #expect(try summary(of: inner, in: document) == "RGB display, version 4.3")
    #expect(Colour(points: nil, profileByteCount: 276, profileName: "Display P3").words == "ICC profile \"Display P3\"")
    #expect(Colour(points: nil, profileByteCount: 276).words == "ICC profile, 276 bytes")
  }

  /// What the function of the table of one node says.
  private func summary(of index: NodeIndex, in document: Document) throws -> String {
    let program = try #require(document.tree.program(of: document.tree[index]))
    guard case .written(let write) = program.syntax.summary else { return "" }
    let reader = NodeReader(document)
    reader.open(index)
    var output = ByteWriter()
    write(reader, &output)
    return output.string
  }

  /// The text of a profile may name somebody, unless everybody has the profile.
  @Test func whatAProfileGivesAwayIsFound() throws {
    func found(_ name: String) throws -> [String] {
      let profile = ICCCases.profile([ICCCases.Tag("desc", 144, UInt32(12 + name.utf8.count))]) {
        text("desc"); u32(0, UInt32(name.utf8.count)); text(name)
      }
      let document = try MediaFile.open(ByteSource(copying: Files.film + atoms { ICCCases.colour(profile) }))
      return MediaFile.privacy(of: document).findings.filter { $0.path.contains("ICC") }.compactMap(\.value)
    }
    #expect(try found("sRGB IEC61966-2.1") == [])
    #expect(try found("Display P3") == [])
    #expect(try found("Monitor of Jana Nováková") == ["Monitor of Jana NovÃ¡kovÃ¡"])
  }

  /// A profile stands in the first directory of a picture, too.
  @Test func aProfileInATIFFIsATree() throws {
    let bytes = EmbeddedCases.exif {
      EmbeddedCases.directory(EmbeddedCases.entry(0x8773, 7, UInt32(ICCCases.sound.bytes.count), 26))
      ICCCases.sound
    }
    let told = try EmbeddedMetadataTests().fields(bytes, at: "uuid/TIFF")
    #expect(told.contains("tag=InterColorProfile") && told.contains("text=\"Display P3\""))
    #expect(told.contains("type='curv' (red curve, green curve, blue curve)"))
  }

  /// A profile in an image of one box has a node of its own; its bytes stay a field.
  @Test func aProfileInAMinimisedImageIsATree() throws {
    let bytes = atoms {
      Parts.fileType("mif3", "avif")
      // Version 0, a profile, 4:2:0, 64 × 64; sizes of 276 and 4 bytes.
      atom("mini") {
        Piece(bits("00 0 0 1 0 0 0 1 0 0 01 000 0 0111111 0111111 1 1 0 0 0 0 0100010011 000 000000000000011 "))
        ICCCases.sound
        hex("01020304")
      }
    }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let node = try #require(document.nodes("mini/ICC").first)
    #expect(document.tree[node].payload.byteCount == 276)
    let inner = try EmbeddedMetadataTests().fields(bytes, at: "mini/ICC")
    #expect(inner.contains("text=\"Display P3\""))
    let outer = try EmbeddedMetadataTests().fields(bytes, at: "mini")
    #expect(outer.contains { $0.hasPrefix("icc_data=") } && outer.contains("main_item_data=01020304"))
  }

  /// Bits as they are written, and zeros to the end of a byte.
  private func bits(_ text: String) -> [UInt8] {
    let digits = text.filter { $0 == "0" || $0 == "1" }.map { UInt8($0 == "1" ? 1 : 0) }
    return stride(from: 0, to: digits.count, by: 8).map { start in
      (0..<8).reduce(0) { byte, place in byte << 1 | (start + place < digits.count ? digits[start + place] : 0) }
    }
  }
}
