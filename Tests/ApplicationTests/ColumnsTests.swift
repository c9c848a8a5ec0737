// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import CommandLineSupport
import Corpus
import DiffApplication
import MediaInspection
import Structure
import Testing

/// A comparison in two columns.
@Suite struct ColumnsTests {
  /// A line has room when it has it in ASCII, where an é is six characters.
  @Test func columnsAreAsWideInASCII() throws {
    func file(_ end: String) throws -> Document {
      try MediaFile.open(
        ByteSource(
          copying: atoms {
            Parts.fileType("isom", "isom")
            atom("moov") {
              Parts.movieHeader()
              atom("udta") {
                atom("meta", version: 0) {
                  atom("hdlr", version: 0) {
                    u32(0); code("mdir"); zeros(12)
                    text(end + String(repeating: "é", count: 40)); u8(0)
                  }
                }
              }
            }
          }))
    }
    let program = DiffProgram(
      Tool<DiffSettings>(name: "atomdiff", summary: "", version: "0", usage: [], options: DiffSettings.options))
    var output = ByteWriter()
    try PairReport(program, ["--side-by-side", "--ascii", "--width=80"], before: file("a"), after: file("b"))
      .write(to: &output)
    let shown = output.string
    #expect(shown.contains("\\u{e9}") && shown.contains("..."), "\(shown)")
    #expect(shown.utf8.allSatisfy { $0 < 0x80 })
    for line in shown.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }
}
