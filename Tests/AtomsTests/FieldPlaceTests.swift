import Atoms
import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

/// Where fields stand in layouts that sources tell differently.
@Suite struct FieldPlaceTests {
  /// As FFmpeg and mp4box.js have it: the length size comes before the picture, flags after it.
  @Test func lengthSizeOfLCEVCStandsBeforeThePicture() throws {
    let reader = try opened("lvcC") {
      hex("01 00 02 40 FF 00000780 00000438 9F 01 1D 0001 0002 7B01")
    }
    #expect(reader.number("lengthSizeMinusOne") == 3)
    #expect(reader.number("pic_width_in_luma_samples") == 1920)
    #expect(reader.number("pic_height_in_luma_samples") == 1080)
    #expect(reader.number("sc_in_stream") == 1)
    #expect(reader.number("gc_in_stream") == 0)
    #expect(reader.number("num_of_arrays") == 1)
  }

  /// QuickTime wrote 16 bits; its specification says 32.
  @Test(arguments: [("0000012C", 300), ("012C", 300)])
  func speedOfACPUHasSixteenBitsOrThirtyTwo(_ speed: String, _ expected: UInt64) throws {
    let document = Document.atoms(
      of: ByteSource(
        copying: atoms {
          atom("moov") {
            atom("rmra") {
              atom("rmda") {
                atom("rmcs") { hex("00000000 " + speed) }
              }
            }
          }
        }))
    let reader = NodeReader(document)
    reader.open(try first("rmcs", in: document))
    #expect(reader.number("cpu_speed") == expected)
  }

  /// `prfl` lists features; `prof` is an aperture.
  @Test func featuresAreInPRFL() throws {
    let document = Document.atoms(
      of: ByteSource(
        copying: atoms {
          atom("moov") {
            atom("prfl", version: 0) {
              u32(1, 0); code("    "); code("mvbr"); u32(64_000)
            }
          }
        }))
    let reader = NodeReader(document)
    reader.open(try first("prfl", in: document))
    #expect(reader.number("number_of_feature_entries") == 1)
  }

  /// Tags of sixteen bytes follow the bits that say which presentations have one.
  @Test func tagsOfDTSUHDHaveSixteenBytes() throws {
    let reader = try opened("udts") {
      // One presentation, with a tag; no expansion boxes.
      hex("04 00 00000003 80 20"); zeros(15); u8(7)
    }
    #expect(reader.number("ChannelMask") == 3)
    #expect(reader.number("ExpansionBoxPresent") == 0)
    #expect(reader.content("data") == nil)
  }

  private func opened(_ type: FourCC, @AtomBuilder _ content: () -> Piece) throws -> NodeReader {
    let content = content()
    let document = Document.atoms(
      of: ByteSource(copying: atoms { atom(type) { content } }))
    let reader = NodeReader(document)
    reader.open(try first(type, in: document))
    return reader
  }
}
