// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

/// Items that have all tiles of an image, as libheif writes them.
@Suite struct TiledImageTests {
  /// A file with a property of tiles of 256 by 128 pixels in AV1, which has the depth of each in it.
  private static func image(version: UInt8) -> [UInt8] {
    atoms {
      Parts.fileType("mif1", "mif1")
      atom("meta", version: 0) {
        atom("iprp") {
          atom("ipco") {
            atom("tilC", version: version, flags: 0x15) {
              u32(256, 128); code("av01"); u8(2); u32(5, 7)
              if version == 0 {
                u8(1)
                atom("pixi", version: 0) { u8(1, 10) }
              }
            }
          }
        }
      }
    }
  }

  @Test func tilesAreDescribed() throws {
    let document = try MediaFile.open(ByteSource(copying: Self.image(version: 0)))
    let node = try #require(document.nodes("//tilC").first)
    let fields = document.fields(of: node)
    #expect(fields["tile_width"]?.number == 256 && fields["tile_height"]?.number == 128)
    #expect(fields["offset_field_length"]?.number == 1 && fields["size_field_length"]?.number == 1)
    #expect(fields["tiles_are_sequential"]?.number == 1)
    #expect(fields["number_of_extra_dimensions"]?.number == 2)
    let depth = try #require(document.nodes("//tilC/pixi").first)
    #expect(document.fields(of: depth)["num_channels"]?.number == 1)
    // Neither are its flags unknown, nor is what stands in it out of place.
    MediaFile.check(document, isThorough: true)
    #expect(document.problems.kept.filter { $0.node == node || $0.node == depth }.map { "\($0.kind.id)" } == [])
  }

  /// The first draft had no properties behind its dimensions.
  @Test func theFirstDraftEndsWithItsDimensions() throws {
    let document = try MediaFile.open(ByteSource(copying: Self.image(version: 1)))
    let node = try #require(document.nodes("//tilC").first)
    #expect(document.fields(of: node)["number_of_extra_dimensions"]?.number == 2)
    #expect(document.fields(of: node)["num_properties"] == nil)
    #expect(!document.problems.kept.contains { $0.node == node })
  }
}
