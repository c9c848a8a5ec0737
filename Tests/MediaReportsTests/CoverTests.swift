// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import Testing

/// What `--about` says of pictures of tags that are not there.
@Suite struct CoverTests {
  private static let png: Piece = pieces { u32(0x8950_4E47, 0x0D0A_1A0A, 13, 0x4948_4452, 1, 1); zeros(21) }

  private func covers(_ bytes: [UInt8]) throws -> [String] {
    About(of: try MediaFile.open(ByteSource(copying: bytes))).facts
      .filter { $0.key.description == "covers" && !$0.text.isEmpty }.map(\.text)
  }

  private func film(_ pictures: Piece...) -> [UInt8] {
    atoms {
      Parts.fileType("M4A ", "isom")
      atom("moov") {
        atom("udta") {
          atom("meta", version: 0) {
            atom("hdlr", version: 0) { u32(0); code("mdir"); code("appl"); zeros(9) }
            atom("ilst") { atom("covr") { for picture in pictures { atom("data") { picture } } } }
          }
        }
      }
    }
  }

  @Test func anEmptyValueIsSaid() throws {
    let empty = "empty, 0 bytes: players that take this one show nothing"
    #expect(try covers(film(pieces { u32(13, 0) })) == [empty])
    #expect(
      try covers(film(pieces { u32(14, 0) }, pieces { u32(14, 0); Self.png })) == [empty, "PNG 1×1, 45 bytes: its end is not there: it is cut off"])
    // Four bytes are no value.
    #expect(try covers(film(pieces { u32(13) })) == [])
  }

  private func sound(_ version: TagBuilder.Version, _ frame: Piece) -> [UInt8] {
    let tags = TagBuilder(version)
    return atoms {
      tags.tag { tags.frame(version == .v2 ? "PIC" : "APIC") { frame } }
      mpegAudio(frames: 3)
    }
  }

  /// The description ends, and the frame with it.
  @Test func aFrameWithoutItsPictureIsSaid() throws {
    let empty = "empty, 0 bytes: players that take this one show nothing"
    #expect(try covers(sound(.v3, pieces { u8(0); text("image/jpeg\0"); u8(3, 0) })) == [empty])
    #expect(try covers(sound(.v4, pieces { u8(0); text("image/jpeg\0"); u8(3); text("front\0") })) == [empty])
    #expect(try covers(sound(.v2, pieces { u8(0); text("PNG"); u8(3, 0) })) == [empty])
    // What has no end may be the picture, or a part of it.
    #expect(try covers(sound(.v3, pieces { u8(0); text("image/jpeg\0"); u8(3); text("front") })) == [])
  }
}
