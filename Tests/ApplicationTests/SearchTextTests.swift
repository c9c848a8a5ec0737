import StructureRendering
import Testing

/// Text is found as people read it, and marked where it stands in the bytes that are there.
@Suite struct SearchTextTests {
  /// What of `text` is found.
  private func found(_ wanted: String, in text: String) -> String? {
    SearchText(wanted).range(in: text).map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
  }

  /// The bytes of it: text is the same as other text that is put together otherwise.
  private func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }

  /// `İ` has two bytes, in lower case three; `Ⱥ` two and three.
  @Test(arguments: ["日本", "needle", "stanbul"])
  func placesAreThoseOfTheText(wanted: String) {
    #expect(found(wanted, in: "\u{130}\u{130}\u{130} \u{130}stanbul 日本語 needle") == wanted)
    #expect(found(wanted, in: "\u{23A}\u{23A} ßstanbul 日本語 needle") == wanted)
  }

  /// A letter with a mark is one, whether it has one number or two.
  @Test func lettersWithMarksAreFoundInBothForms() {
    let (composed, apart) = ("Caf\u{E9} Nord", "Cafe\u{301} Nord")
    for wanted in ["Caf\u{E9}", "Cafe\u{301}", "caf\u{E9}", "cafe\u{301}"] {
      #expect(bytes(found(wanted, in: composed)) == Array("Caf\u{E9}".utf8), "\(wanted)")
      #expect(bytes(found(wanted, in: apart)) == Array("Cafe\u{301}".utf8), "\(wanted)")
    }
    // A letter is not cut, and behind it the text goes on.
    for text in [composed, apart, "caf\u{C9}", "CAFE\u{301}"] {
      #expect(found("cafe", in: text) == nil && found("Cafe", in: text) == nil, "\(text)")
      #expect(found("caf", in: text) != nil && found("caf\u{E9}", in: text) != nil, "\(text)")
    }
    #expect(found("nord", in: apart) == "Nord" && found("cafe", in: "Café Cafe") == "Cafe")
    // Marks above and below in either order, and a number of two that one letter has.
    #expect(found("d\u{307}\u{323}", in: "a d\u{323}\u{307} b") != nil)
    #expect(found("\u{1E0D}\u{307}", in: "a \u{1E0B}\u{323} b") != nil)
    #expect(found("\u{C5}", in: "10 \u{212B}") != nil && found("k", in: "5 \u{212A}") != nil)
    #expect(found("\u{212A}", in: "5 K") == "K")
  }

  /// What is typed of a word is found where the writing goes on in the same letter, if no other one comes of it.
  @Test func beginningsOfWordsAreFound() {
    #expect(bytes(found("हिन", in: "x हिन्दी")) == Array("हिन".utf8))
    #expect(bytes(found("ที", in: "ที่")) == Array("ที".utf8))
    #expect(found("👩", in: "👩\u{200D}👩\u{200D}👧") == "👩")
    // 한 in one number, and in three.
    #expect(bytes(found("한", in: "a \u{1112}\u{1161}\u{11AB}국")) == Array("\u{1112}\u{1161}\u{11AB}".utf8))
    #expect(found("하", in: "\u{1112}\u{1161}\u{11AB}") == nil && found("하", in: "한") == nil)
  }

  @Test func digitsAreFoundWithCommasAnywhere() {
    #expect(found("1000", in: "2,100 1,000") == "1,000" && found("1000", in: "日本 1,000") == "1,000")
    #expect(found("12345", in: "112,345,678") == "12,345" && found("2345", in: "1,2345") == "2345")
    #expect(found("1000", in: "1,00 0") == nil && found("1000", in: "1,,000") == nil)
  }

  /// All words of two letters in all texts of them, against what the standard library says.
  @Test(arguments: ["b", "\u{E9}"])
  func repetitionsAreNotPassedOver(second: String) {
    func words(_ length: Int) -> [String] {
      length == 0 ? [""] : words(length - 1).flatMap { [$0 + "a", $0 + second] }
    }
    for wanted in (1...4).flatMap(words) {
      for text in words(7) {
        let place = Array(text).indices.first { Array(text)[$0...].starts(with: wanted) }
        let start = place.map { text.prefix($0).utf8.count }
        #expect(SearchText(wanted).range(in: text) == start.map { $0..<$0 + wanted.utf8.count }, "\(wanted), \(text)")
      }
    }
  }

  /// A letter with more marks than any has takes no longer than as many letters.
  @Test func manyMarksAreFound() {
    let text = "a" + String(repeating: "\u{301}", count: 100_000) + " needle"
    #expect(found("needle", in: text) == "needle" && found("\u{E1} n", in: text) == nil)
  }
}
