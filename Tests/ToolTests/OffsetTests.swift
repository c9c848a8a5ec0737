import Corpus
import Foundation
import Testing

/// `-p @OFFSET` names the sample or the item that has the byte, and which byte of it that is.
@Suite struct OffsetTests {
  @Test(arguments: [
    // Timecode has no units; the byte is the third of four.
    ("0x26", "mockups/movie.mov", "@0x26  track 3 timecode sample 1 (4 bytes, 0.000 s), byte 2"),
    // The first sample of video begins at 0x28 with 000002AD, the length of its first unit.
    ("0x29", "mockups/movie.mov",
      "@0x29  track 1 video sample 1 (sync, 2,496 bytes, 0.000 s), byte 1: byte 1 of the length of unit 1, SEI of 685 bytes"),
    ("0x62", "mockups/movie.mov",
      "@0x62  track 1 video sample 1 (sync, 2,496 bytes, 0.000 s), byte 58: unit 1, SEI of 685 bytes, byte 54"),
    ("0x1000", "mockups/movie.mov", "@0x1000  track 2 audio sample 5 (212 bytes, 0.070 s), byte 196"),
  ])
  func aByteOfMediaIsOfASample(offset: String, file: String, line: String) throws {
    let run = try Run.run(
      Run.atomdump, ["-p", "@\(offset)", "--width=200", Corpus.path(of: file)], in: Corpus.folder, environment: [:],
      input: nil)
    #expect(run.text.contains("\n  \(line)\n\n  000"), "\(run.text)")
  }

  /// The row of its bytes has the byte in brackets, at the ends of a row too.
  @Test(arguments: [
    "0x29", "0x20", "0x2f",
  ])
  func theByteIsMarked(offset: String) throws {
    let file = Corpus.path(of: "mockups/movie.mov")
    let run = try Run.atomdump("-p", "@\(offset)", file)
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
    let place = try #require(Int(offset.dropFirst(2), radix: 16))
    let digits = bytes[0x20..<0x30].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    var expected = "  00000020 "
    for (at, digit) in digits.enumerated() {
      expected += (at + 0x20 == place ? "[" : at + 0x1F == place ? "]" : " ") + digit
    }
    expected += place == 0x2F ? "]" : " "
    #expect(run.text.contains(expected + "  |"), "\(run.text)")
  }

  @Test func aByteOfAnItemIsOfIt() throws {
    let run = try Run.atomdump("-p", "@0x200", Corpus.path(of: "encoded/image.avif"))
    #expect(run.text.contains("\n  @0x200  item 1 ('av01', "), "\(run.text)")
  }

  /// What is structure has no such line, nor has what is read by programs.
  @Test func otherBytesAreOfNone() throws {
    let structure = try Run.atomdump("-p", "@0x662e", Corpus.path(of: "mockups/movie.mov"))
    #expect(!structure.text.contains("@0x662e"))
    let rows = try Run.atomdump("-x=xxd", "-p", "@0x62", Corpus.path(of: "mockups/movie.mov"))
    #expect(!rows.text.contains("track 1"))
  }
}
