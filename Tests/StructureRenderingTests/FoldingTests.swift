import ByteReading
import Testing

@testable import StructureRendering

/// Lines fold; nothing of them is left out.
@Suite struct FoldingTests {
  private func folded(_ text: String, _ width: Int, _ hanging: Int) -> [String] {
    let bytes = Array(text.utf8)
    let folded = Folding.pieces(of: bytes.rawBytes, width: width, hanging: hanging)
    return folded.pieces.enumerated().map { number, piece in
      String(repeating: " ", count: number == 0 ? 0 : folded.indent)
        + String(decoding: bytes[piece.bytes], as: UTF8.self)
    }
  }

  @Test func wordsStandBelowTheValue() {
    #expect(
      folded("  Fast start  no: 'moov' stands behind the media", 40, 14) == [
        "  Fast start  no: 'moov' stands behind", "              the media",
      ])
  }

  @Test func aNumberKeepsItsUnit() {
    #expect(folded("it has lasted 2.000 s", 19, 2) == ["it has lasted", "  2.000 s"])
    #expect(folded("needs 1,000 bytes, all", 12, 2) == ["needs 1,000", "  bytes, all"])
  }

  /// Whatever stands before them, words that say nothing alone begin no line and end none: a unit and the number before
  /// it, and a number and the word that leads to it.
  @Test(arguments: [40, 60, 80], [2, 14, 60])
  func wordsThatBelongTogetherAreNotParted(width: Int, hanging: Int) {
    let groups = [
      "132 kbit/s", "2.000 s,", "(at 0x1b3)", "by 12 ms;", "265 bpm", "of 47", "24 → 12 fps", "5 bytes.", "90° cw,",
      "than 1,944 × 3", "38 %", "at -2.5 dB", "≤ 40 MiB", "= 0x10", "at most 416 bytes",
    ]
    let text = groups.joined(separator: " and ")
    for margin in 0..<width {
      let lines = folded(String(repeating: "x", count: margin) + " " + text, width, hanging)
      for group in groups {
        // Which of two signs of change ends a line is the same to a reader.
        for part in group == "24 → 12 fps" ? ["→ 12 fps"] : [group] {
          #expect(lines.contains { $0.contains(part) }, "\(width), \(hanging), \(margin): \(part) in \(lines)")
        }
      }
      #expect(lines.allSatisfy { ByteReading.columns(of: Array($0.utf8).rawBytes) <= width })
    }
  }

  /// Together they have less room than alone: the line is broken where it has to be.
  @Test func wordsWithoutRoomTogetherAreParted() {
    #expect(folded("at 1,234,567 s at 0x1234567", 9, 0) == ["at", "1,234,567", "s at", "0x1234567"])
    // Columns of a table belong to others.
    #expect(folded("at 0xb9  s is too much, 1  s", 12, 0) == ["at 0xb9  s", "is too much,", "1  s"])
  }

  @Test func aPathIsBrokenBehindASlash() {
    #expect(folded("moov/trak/mdia/minf/stbl", 12, 2) == ["moov/trak/", "  mdia/minf/", "  stbl"])
  }

  @Test func aPageWithoutRoomForTheIndentHasLess() {
    #expect(folded("name                    value and more", 20, 24).last == "          more")
  }

  @Test func wideCharactersAreCountedAsTwo() {
    #expect(folded("漢字漢字漢字", 5, 0) == ["漢字", "漢字", "漢字"])
  }

  /// Twenty lines of a long name are broken, and what acts on a terminal is escaped before it is measured.
  @Test func linesOfATextAreEscapedAndFitThePage() {
    #expect(Folding.lines(of: "a \u{1B}[2J b", width: 8).allSatisfy { $0.utf8.count <= 8 })
    #expect(Folding.lines(of: "a \u{1B}[2J b", width: 80).joined().utf8.allSatisfy { $0 >= 0x20 })
    let lines = Folding.lines(of: String(repeating: "x", count: 20 * 1_000) + " y", width: 1_000)
    #expect(lines.map(\.count) == Array(repeating: 1_000, count: 20) + [1])
  }

  /// All pieces of a line are that line but for blanks, none is wider than the page, and there are no
  /// more than characters.
  @Test(arguments: 1...48) func nothingIsLeftOut(width: Int) {
    let texts = [
      "", " ", "a", "漢", "  a b  c", "moov/udta/'\\x00 a'/data.entries[1]; 漢字 e\u{301}",
      String(repeating: "x", count: 99), "12 s 13 ms, 14 kbit/s (15 bytes)",
    ]
    for text in texts {
      for hanging in [0, 2, 14, 60] {
        let lines = folded(text, width, hanging)
        #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
        // A character of two columns needs room for itself behind the indent.
        for line in lines where width > 3 {
          let columns = ByteReading.columns(of: Array(line.utf8).rawBytes)
          #expect(columns <= width || line.allSatisfy { $0 == " " }, "\(lines)")
        }
      }
    }
  }
}
