import Testing

@testable import MediaInspection

@Suite struct KnownTextsTests {
  @Test func eachTextHasTheValueThatWasSetLast() {
    var known = KnownTexts<Int>()
    let texts = (0..<300).map { "text \($0 * 7_919 % 300)" }
    for (place, text) in texts.enumerated() { known[text[...]] = place }
    for (place, text) in texts.enumerated() { #expect(known[text[...]] == place) }
    #expect(known["text 300"] == nil)
    known["text 0"] = 1_000
    #expect(known["text 0"] == 1_000)
    #expect(known["text 1"] == texts.firstIndex(of: "text 1"))
    #expect(known[""] == nil)
  }
}
