import ByteReading
import Testing

/// Texts with more marks than any writing has, which to compare would take the square of their number.
@Suite struct StreamSafeTests {
  private func copied(_ text: String) -> String { String(copying: Array(text.utf8).rawBytes) }

  @Test func aJoinerStandsBehindEachThirtyMarks() {
    let marks = copied("a" + String(repeating: "\u{301}\u{316}", count: 100) + "b")
    let runs = marks.unicodeScalars.split(separator: "\u{34F}").map(\.count)
    #expect(runs == [31, 30, 30, 30, 30, 30, 21])
    #expect(marks.unicodeScalars.filter { $0 != "\u{34F}" }.count == 202)
  }

  @Test(arguments: [
    "a" + String(repeating: "\u{301}\u{316}", count: 15), String(repeating: "é\u{316}", count: 200),
    String(repeating: "日本語", count: 100), String(repeating: "👩‍👩‍👧", count: 40), String(repeating: "x", count: 400),
  ])
  func otherTextsStayAsTheyAre(_ text: String) {
    #expect(Array(copied(text).utf8) == Array(text.utf8))
  }
}
