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

  /// A byte of structure is one of a field, the innermost that has it: bits of one byte are several.
  @Test(arguments: [
    ("0x62f8", "mockups/a.mp4", ["moov/mvhd.creation_time (4 bytes, 3,873,691,800 (2026-10-01T09:30:00Z)), byte 1"]),
    ("0x62eb", "mockups/a.mp4", ["moov/mvhd.size (4 bytes, 108), byte 0"]),
    ("0x6408", "mockups/a.mp4", ["moov/trak[1]/mdia/hdlr.size (4 bytes, 45), byte 1"]),
  ] as [(String, String, [String])])
  func aByteOfStructureIsOfAField(offset: String, file: String, lines: [String]) throws {
    let run = try Run.run(
      Run.atomdump, ["-p", "@\(offset)", "--width=200", Corpus.path(of: file)], in: Corpus.folder, environment: [:],
      input: nil)
    #expect(run.text.contains(lines.map { "\n  @\(offset)  \($0)\n" }.joined() + "\n  000"), "\(run.text)")
  }

  /// A narrow page has shorter rows.
  @Test(arguments: [(80, 80), (79, 48), (60, 48), (40, 32)])
  func rowsAreAsWideAsThePage(width: Int, expected: Int) throws {
    let run = try Run.run(
      Run.atomdump, ["-p", "@0x62f8", "--width=\(width)", Corpus.path(of: "mockups/a.mp4")], in: Corpus.folder,
      environment: [:], input: nil)
    let row = run.text.split(separator: "\n").last ?? ""
    // Brackets stand in place of blanks.
    #expect(row.contains("[e3]") && row.count == expected, "\(row)")
  }

  /// Rows for programs have no such line.
  @Test func rowsForProgramsHaveNone() throws {
    let rows = try Run.atomdump("-x=xxd", "-p", "@0x62", Corpus.path(of: "mockups/movie.mov"))
    #expect(!rows.text.contains("track 1"))
  }
}
