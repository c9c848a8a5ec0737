// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import Structure
import Testing

@testable import MediaInspection

/// The size that a codestream of JPEG XL says.
@Suite struct JPEGXLTests {
  /// A file of a codestream, whole or its first part.
  private func document(_ codestream: String, isPart: Bool = false) throws -> Document {
    let bytes = atoms {
      atom("JXL ") { u32(0x0D0A_870A) }
      atom("ftyp") { code("jxl "); u32(0); code("jxl ") }
      if isPart {
        atom("jxlp") { u32(0); hex(codestream) }
        atom("jxlp") { u32(0x8000_0001); hex("0102") }
      } else {
        atom("jxlc") { hex(codestream) }
      }
    }
    return try MediaFile.open(ByteSource(copying: bytes))
  }

  /// As cjxl writes them; the last four are made: 8 times 32 by 8 times 31 pixels, the largest side, one of 18 bits and one
  /// pixel.
  @Test(
    arguments: [
      ("ff0a38067e8284e242001208", 320, 200), ("ff0a4f404271210012080100", 64, 64),
      ("ff0a0212c87f8084e2420012", 1_023, 577), ("ff0aba210509c58500120801", 1_920, 1_080),
      ("ff0a3f3c48282e0400120801", 248, 256), ("ff0a3f7c", 248, 256), ("ff0afeffffff1f", 2_147_483_648, 1_073_741_824),
      ("ff0afc340c0000", 1, 100_000),
    ] as [(String, UInt64, UInt64)])
  func theCodestreamSaysItsSize(codestream: String, width: UInt64, height: UInt64) throws {
    for isPart in [false, true] {
      let document = try document(codestream, isPart: isPart)
      #expect(document.synopsis.image?.width == width && document.synopsis.image?.height == height)
      #expect(ImageContents.of(document)?.turn == nil)
    }
  }

  /// 4,032 by 3,024 pixels that are turned.
  @Test func aTurnedPictureIsShownTurned() throws {
    let document = try document("ff0a7a5eb3")
    #expect(document.synopsis.image?.width == 4_032 && document.synopsis.image?.height == 3_024)
    let contents = try #require(ImageContents.of(document))
    #expect(contents.turn?.words == "rotated 90° clockwise")
    #expect(contents.shown?.width == 3_024 && contents.shown?.height == 4_032)
  }

  /// As cjxl writes them: compressed by Brotli.
  @Test(arguments: ["Exif", "xml ", "jumb"] as [FourCC]) func compressedMetadataIsThere(type: FourCC) throws {
    let bytes = atoms {
      atom("JXL ") { u32(0x0D0A_870A) }
      atom("ftyp") { code("jxl "); u32(0); code("jxl ") }
      atom("brob") { code(type); hex("0B0280") }
      atom("jxlc") { hex("ff0a3f7c") }
    }
    let contents = try #require(ImageContents.of(MediaFile.open(ByteSource(copying: bytes))))
    #expect(contents.hasExif == (type == "Exif") && contents.hasXMP == (type == "xml "))
  }

  /// What ends before its size is there says none, and so does what begins otherwise.
  @Test(arguments: ["", "ff", "ff0a", "ff0a38", "ff0a3806", "000a38067e8284e2", "ff0afeffff"])
  func whatIsCutOffHasNoSize(codestream: String) throws {
    for isPart in [false, true] { #expect(try document(codestream, isPart: isPart).synopsis.image == nil) }
  }
}
