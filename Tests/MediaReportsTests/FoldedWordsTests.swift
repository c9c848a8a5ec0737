import Testing

@testable import MediaReports

/// Titles and notes in lines: each is broken at blanks, whatever characters it is of.
@Suite struct FoldedWordsTests {
  @Test(arguments: [
    "", "a", "track 2 audio begins 23.2 ms into its media", "samples 7–12 → 3 × 1,024 “é” … ≤ 5 · ½",
    "two  blanks", " before", "behind ", "averyveryverylongwordthathasnoroominaline and more",
    "日本語 日本語 日本語", "e\u{301}e\u{301} e\u{301} combining", "x 👩‍👩‍👧 y", "0123456789 0123456789",
  ], [10, 11, 20, 43, 100])
  func eachLineHasAsManyWordsAsHaveRoom(_ text: String, _ width: Int) {
    var expected: [String] = []
    for word in text.split(separator: " ") {
      var rest = Substring(word)
      if let last = expected.last, last.count + 1 + rest.count <= width {
        expected[expected.count - 1] += " " + rest
        continue
      }
      while rest.count > width {
        expected.append(String(rest.prefix(width)))
        rest = rest.dropFirst(width)
      }
      expected.append(String(rest))
    }
    #expect(Drawing.folded(text, width: width) == expected)
  }
}
