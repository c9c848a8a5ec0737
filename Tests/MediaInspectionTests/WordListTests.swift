import Testing

@testable import MediaMetadata

/// Words that are looked for in a text.
@Suite
struct WordListTests {
  @Test
  func wordsStandInOrder() {
    let words = PrivacyTexts.words.all
    #expect(words == words.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    #expect(Set(words).count == words.count)
  }

  @Test
  func eachWordIsFoundAndNoOther() {
    for word in PrivacyTexts.words.all {
      #expect(PrivacyTexts.words.contains(word[...]))
      #expect(!PrivacyTexts.words.contains((word + "qq")[...]), "\(word)qq")
      #expect(!PrivacyTexts.words.contains(("qq" + word)[...]), "qq\(word)")
    }
  }

  @Test(arguments: ["", " ", "a", "aa", "zzz", "audio video", "Audio", "añejo"])
  func whatIsNoWordIsNotFound(word: String) {
    #expect(!PrivacyTexts.words.contains(word[...]))
  }

  @Test
  func oneWordIsAList() {
    let list = WordList("sound")
    #expect(list.contains("sound") && !list.contains("soun") && !list.contains("sounds") && !list.contains(""))
    #expect(!WordList("").contains("a"))
  }
}
