import MediaFacts
import Testing

/// Names of programs that wrote a file.
@Suite struct WriterTests {
  /// A sign at the end says that something was left out, whatever the bytes of the characters.
  @Test(arguments: ["a", "é", "語"])
  func longNamesEndInASign(character: String) {
    func name(_ count: Int) -> String { Writer(String(repeating: character, count: count), .encoder).name }
    #expect(name(240) == String(repeating: character, count: 240))
    #expect(name(241) == String(repeating: character, count: 240) + "…")
  }
}
