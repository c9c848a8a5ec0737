import Testing

@testable import TerminalInspector

@Suite struct InputDecoderTests {
  @Test func charactersAreKeys() {
    var decoder = InputDecoder()
    #expect(decoder.take(Array("aé".utf8)) == [.key(Key("a")), .key(Key("é"))])
  }
}
