import ByteReading
import MediaInspection
import Structure
import StructureRendering
import Testing

@testable import DumpApplication

/// What `--chapters` lists of sound.
@Suite struct ChapterListTests {
  /// A WAV file of 48 kHz with two points, the second of which has a label.
  private func wave(_ label: [UInt8] = Array("Verse".utf8)) -> [UInt8] {
    func little(_ value: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] { Array(type.utf8) + little(content.count) + content }
    func point(_ number: Int, _ offset: Int) -> [UInt8] {
      little(number) + little(offset) + Array("data".utf8) + little(0) + little(0) + little(offset)
    }
    let format = little(1, 2) + little(1, 2) + little(48_000) + little(96_000) + little(2, 2) + little(16, 2)
    let label = chunk("labl", little(2) + label + [0])
    return chunk(
      "RIFF",
      Array("WAVE".utf8) + chunk("fmt ", format) + chunk("cue ", little(2) + point(1, 0) + point(2, 96_000))
        + chunk("LIST", Array("adtl".utf8) + label) + chunk("data", [1, 2, 3, 4]))
  }

  private func list(
    _ bytes: [UInt8], _ form: ListRenderer.Form, _ options: RenderOptions = RenderOptions()
  ) throws -> String {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    var list = ListRenderer(
      form, kind: "chapter", columns: ChapterList.columns, document, options, output: ByteWriter())
    list.begin([ListFile(document, path: [0x61], name: "a", unread: [])], options)
    ChapterList(document).write(&list)
    list.end()
    return list.finish().string
  }

  @Test func markersAreListedAsWhatTheyAre() throws {
    // Behind 12 bytes of the form, 24 of 'fmt ', 8 of the header and 4 of the count.
    #expect(
      try list(wave(), .plain).split(separator: "\n") == [
        "marker\t1\t48\t0.000000\t\t\t\t\tRIFF/'cue '\t\t", "marker\t2\t72\t2.000000\t\t\t\t\tRIFF/'cue '\t\tVerse",
      ])
    let text = try list(wave(), .text)
    #expect(text.hasPrefix("2 markers: RIFF/'cue '\n") && text.contains("Verse") && text.contains("(no title)"))
  }

  /// A line has room when it has it in ASCII, where an é is six characters.
  @Test func whatIsTooWideInASCIIAloneIsFolded() throws {
    var options = RenderOptions()
    options.width = 60
    options.isASCII = true
    let text = try list(wave(Array(Array(repeating: [0xE9, 0x20], count: 12).joined()) + [0x21]), .text, options)
    #expect(text.utf8.allSatisfy { $0 < 0x80 } && text.contains("}\n"))
    for line in text.split(separator: "\n") { #expect(line.count <= 60, "\(line)") }
  }
}
