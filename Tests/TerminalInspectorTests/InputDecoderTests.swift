import Testing

@testable import TerminalInspector

/// Escape and what it may begin, by the clock.
@Suite struct EscapeTimeTests {
  /// A program that works asks again and again without waiting: the key comes when its time is over, not
  /// when another key does.
  @Test func aLoneEscapeIsAKeyAfterItsTimeHoweverOftenOneAsks() {
    let (start, step) = (UInt64(7_000_000_000), InputDecoder.escapeTime / 8)
    var decoder = InputDecoder()
    #expect(decoder.take([0x1B], at: start) == [])
    for tick in 1..<UInt64(8) { #expect(decoder.timeOut(at: start + tick * step) == []) }
    #expect(decoder.timeOut(at: start + 8 * step) == [.key(Key(.escape))])
    #expect(decoder.timeOut(at: start + 9 * step) == [])
    // What follows in time is a sequence.
    #expect(decoder.take([0x1B], at: start) == [])
    #expect(decoder.timeOut(at: start + step) == [])
    #expect(decoder.take(Array("[A".utf8), at: start + 2 * step) == [.key(Key(.up))])
    #expect(decoder.timeOut(at: start + 100 * step) == [])
  }
}

@Suite struct InputDecoderTests {
  private func events(_ text: String) -> [Event] {
    var decoder = InputDecoder()
    return decoder.take(Array(text.utf8)) + decoder.timeOut()
  }

  @Test func charactersAreKeys() {
    #expect(events("aé日") == [.key(Key("a")), .key(Key("é")), .key(Key("日"))])
    #expect(
      events("\r\t\u{7F}\u{3}") == [
        .key(Key(.enter)), .key(Key(.tab)), .key(Key(.backspace)), .key(.control("c")),
      ])
  }

  @Test func sequencesAreKeys() {
    #expect(
      events("\u{1B}[A\u{1B}OB\u{1B}[5~\u{1B}[1;5C") == [
        .key(Key(.up)), .key(Key(.down)), .key(Key(.pageUp)),
        .key(
          {
            var key = Key(.right)
            key.isControl = true
            return key
          }()),
      ])
  }

  @Test func escapeAloneIsAKeyWhenTimeIsUp() {
    var decoder = InputDecoder()
    #expect(decoder.take([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.timeOut() == [.key(Key(.escape))])
    #expect(!decoder.isWaiting)
  }

  /// However the bytes are cut, the events are the same.
  @Test func piecesMakeTheSameEvents() {
    let text =
      "j\u{1B}[B\u{1B}[<0;12;7Mé\u{1B}[200~a\u{1B}b\u{1B}[201~\u{1B}]11;rgb:ff/80/00\u{1B}\\x"
    let bytes = Array(text.utf8)
    let whole = events(text)
    #expect(whole.contains(.paste("a\u{1B}b")))
    #expect(whole.contains(.background(red: 255, green: 128, blue: 0)))
    #expect(whole.contains(.mouse(Mouse(.press, x: 11, y: 6))))
    for cut in 1..<bytes.count {
      var decoder = InputDecoder()
      let parts = decoder.take(Array(bytes[..<cut])) + decoder.take(Array(bytes[cut...]))
      #expect(parts == whole, "cut at \(cut)")
    }
  }

  @Test func unknownSequencesAreSwallowedWhole() {
    #expect(events("\u{1B}[?62;22c\u{1B}[999zq") == [.key(Key("q"))])
    #expect(events("\u{1B}P1$r0m\u{1B}\\q") == [.key(Key("q"))])
  }

  @Test func wheelAndReleaseAreTold() {
    #expect(
      events("\u{1B}[<64;1;1M\u{1B}[<65;2;3M\u{1B}[<0;2;3m") == [
        .mouse(Mouse(.wheelUp, x: 0, y: 0)), .mouse(Mouse(.wheelDown, x: 1, y: 2)),
        .mouse(Mouse(.release, x: 1, y: 2)),
      ])
  }
}
