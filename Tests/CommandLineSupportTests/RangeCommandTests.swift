import Testing

@testable import CommandLineSupport

/// `--via COMMAND`: its words, and what becomes of the program that they start.
@Suite struct RangeCommandTests {
  private func words(_ text: String, of operand: String = "a b") throws -> [String] {
    try RangeCommand(text).words(for: 16..<48, of: Array(operand.utf8)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func placeholdersAreFilledIn() throws {
    #expect(
      try words("curl -r {first}-{last} {}") == ["curl", "-r", "16-47", "a b"])
    #expect(
      try words("dd skip={first} count={count} if={}") == ["dd", "skip=16", "count=32", "if=a b"])
  }

  /// The operand may hold what looks like a placeholder, a blank or a quote: it is one word, as it is.
  @Test func anOperandIsNeitherSplitNorFilledIn() throws {
    #expect(
      try words("cat {first} {last} {}", of: "{first} '{}' $(x)")
        == ["cat", "16", "47", "{first} '{}' $(x)"])
  }

  @Test func quotesKeepBlanksAndNothingElseIsSpecial() throws {
    #expect(
      try words(#"p 'a  b' "c 'd'" e\ f $HOME ~ * '' {first}{last};"#)
        == ["p", "a  b", "c 'd'", "e f", "$HOME", "~", "*", "", "1647;"])
  }

  @Test(arguments: [
    "", "  ", "curl {}", "curl {first}", "curl {last} {count}", "curl 'a {first} {last}",
    #"curl {first} {last} \"#, "'' {first} {last}",
  ])
  func whatIsNoCommandIsRefused(text: String) {
    #expect(throws: UsageError.self) { try RangeCommand(text) }
  }

  private func answer(_ script: String, count: Int, seconds: Int = 20) -> RangeAnswer {
    RangeAnswer.of(
      ["/bin/sh", "-c", script].map { Array($0.utf8) }, count: count, seconds: seconds)
  }

  @Test func answersAreWhatTheProgramPrints() {
    #expect(answer("printf 12345", count: 5) == .bytes(Array("12345".utf8)))
    #expect(answer("printf 123", count: 5) == .bytes(Array("123".utf8)))
    #expect(answer(":", count: 5) == .bytes([]))
    // Nothing comes from standard input, and what is said on standard error is no answer.
    #expect(answer("cat; echo no >&2; printf 1", count: 5) == .bytes([0x31]))
  }

  @Test func whatFailsIsSaid() {
    #expect(answer("printf 123456", count: 5) == .tooLong)
    #expect(answer("yes", count: 5) == .tooLong)
    #expect(
      answer("printf 12345; printf '\\n first\\nsecond' >&2; exit 22", count: 5)
        == .failed(code: 22, said: Array(" first".utf8)))
    #expect(answer("kill -9 $$", count: 5) == .killed(signal: 9))
    #expect(answer("printf 1; sleep 60", count: 5, seconds: 1) == .late)
    // It closed its output and goes on.
    #expect(answer("printf 1; exec >&- 2>&-; sleep 60", count: 5, seconds: 1) == .late)
    #expect(
      RangeAnswer.of([Array("/nothing/here".utf8)], count: 1, seconds: 1)
        == .notStarted(SystemError(code: 2)))
  }

  /// More than a pipe holds, on both outputs.
  @Test func muchIsReadFromBoth() {
    let found = answer("head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero", count: 300_000)
    #expect(found == .bytes([UInt8](repeating: 0, count: 300_000)))
  }

  @Test func whatDoesNotGoTogetherIsRefused() throws {
    var via = ViaOptions()
    #expect(via.refusal(operandCount: 1, isRecursive: false) == nil)
    via.size = 1
    #expect(via.refusal(operandCount: 1, isRecursive: false)?.contains("--via") == true)
    via.command = try RangeCommand("cat {first} {last} {}")
    #expect(via.refusal(operandCount: 1, isRecursive: false) == nil)
    #expect(via.refusal(operandCount: 0, isRecursive: false) != nil)
    #expect(via.refusal(operandCount: 2, isRecursive: false)?.contains("--size") == true)
    #expect(via.refusal(operandCount: 1, isRecursive: true)?.contains("-r") == true)
    via.command = try RangeCommand("cat {first} {last} film.mp4")
    #expect(via.refusal(operandCount: 0, isRecursive: false) == nil)
    #expect(via.files([]) == [FilePath("cat {first} {last} film.mp4")])
    via.size = nil
    #expect(via.refusal(operandCount: 2, isRecursive: false)?.contains("{}") == true)
  }
}
