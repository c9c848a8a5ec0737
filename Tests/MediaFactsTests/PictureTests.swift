import ByteReading
import MediaFacts
import Structure
import Testing

/// What the first bytes of pictures say.
@Suite struct PictureTests {
  private func told(_ bytes: [UInt8]) -> String? {
    let source = ByteSource(copying: bytes)
    return Picture(source.bytes).map { "\($0.name) \($0.mediaType) \($0.width)×\($0.height)" }
  }

  @Test func eachFormatHasItsHeader() {
    #expect(
      told(
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + ascii("IHDR")
          + [0, 0, 1, 0, 0, 0, 0, 0x20]) == "PNG image/png 256×32")
    #expect(told(ascii("GIF89a") + [0x40, 1, 0xF0, 0]) == "GIF image/gif 320×240")
    #expect(
      told(
        ascii("BM") + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0])
        == "BMP image/bmp 2×3")
    #expect(told([0x49, 0x49, 0x2A, 0]) == "TIFF image/tiff 0×0")
    #expect(
      told(
        ascii("RIFF") + [0, 0, 0, 0] + ascii("WEBPVP8X") + [
          10, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 4, 0, 0,
        ])
        == "WebP image/webp 10×5")
    #expect(
      told(ascii("RIFF") + [0, 0, 0, 0] + ascii("WEBPVP8L") + [5, 0, 0, 0, 0x2F, 0x09, 0, 1, 0])
        == "WebP image/webp 10×5")
    #expect(told(ascii("text")) == nil)
    #expect(told([0xFF, 0xD8]) == nil)
  }

  @Test func jpegIsLookedThroughToItsFrame() {
    let frame: [UInt8] = [0xFF, 0xC2, 0, 11, 8, 0, 48, 0, 64]
    #expect(told([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2] + frame) == "JPEG image/jpeg 64×48")
    #expect(told([0xFF, 0xD8, 0xFF, 0xFF] + frame.dropFirst()) == "JPEG image/jpeg 64×48")
    // Tables of Huffman codes have a marker among those of frames.
    #expect(told([0xFF, 0xD8, 0xFF, 0xC4, 0, 2] + frame) == "JPEG image/jpeg 64×48")
  }

  @Test func jpegThatIsCutOffHasNoSize() {
    #expect(told([0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF]) == "JPEG image/jpeg 0×0")
    #expect(told([0xFF, 0xD8, 0xFF, 0xE0, 0, 0]) == "JPEG image/jpeg 0×0")
    #expect(told([0xFF, 0xD8, 0xFF, 0xDA, 0, 2]) == "JPEG image/jpeg 0×0")
    let segment: [UInt8] = [0xFF, 0xE0, 0, 2]
    let endless: [UInt8] = [0xFF, 0xD8] + Array(repeatElement(segment, count: 100).joined())
    #expect(told(endless + [0xFF, 0xC0, 0, 11, 8, 0, 48, 0, 64]) == "JPEG image/jpeg 0×0")
  }
}

/// The bytes of a text.
private func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
