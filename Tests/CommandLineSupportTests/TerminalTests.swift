import Testing

@testable import CommandLineSupport

@Suite struct TerminalTests {
  @Test(
    arguments: [
      (ColorChoice.auto, true, [:], true), (.auto, false, [:], false),
      (.auto, true, ["NO_COLOR": "1"], false), (.auto, true, ["NO_COLOR": ""], true),
      (.auto, true, ["TERM": "dumb"], false), (.auto, false, ["CLICOLOR_FORCE": "1"], true),
      (.auto, false, ["CLICOLOR_FORCE": "0"], false),
      (.auto, false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
      (.always, false, ["NO_COLOR": "1", "TERM": "dumb"], true), (.never, true, [:], false),
    ] as [(ColorChoice, Bool, [String: String], Bool)])
  func colourIsForWhoWantsIt(
    choice: ColorChoice, isTerminal: Bool, variables: [String: String], expected: Bool
  ) {
    #expect(
      Terminal.wantsColor(choice, isTerminal: isTerminal, environment: Environment(variables))
        == expected)
  }

  @Test(
    arguments: [
      (["LANG": "en_US.UTF-8"], true), (["LANG": "C"], false), ([:], false),
      (["LANG": "en_US.UTF-8", "LC_ALL": "C"], false), (["LC_CTYPE": "UTF-8"], true),
      (["LC_ALL": "", "LC_CTYPE": "de_DE.utf8@euro", "LANG": "C"], true),
      (["LANG": "de_DE.ISO-8859-1"], false),
    ] as [([String: String], Bool)])
  func theLocaleChoosesTheGuides(variables: [String: String], expected: Bool) {
    #expect(Terminal.isUTF8(Environment(variables)) == expected)
  }

  /// Help, messages and reports are in ASCII for the same reason: where a terminal has no other characters.
  @Test func onlyTerminalsAreWrittenToInASCII() {
    func isASCII(_ isInteractive: Bool, _ variables: [String: String]) -> Bool {
      Terminal(isInteractive: isInteractive, size: nil, color: .auto, environment: Environment(variables)).isASCII
    }
    #expect(isASCII(true, ["LC_ALL": "C"]))
    #expect(!isASCII(true, ["LC_ALL": "C.UTF-8"]))
    #expect(!isASCII(false, ["LC_ALL": "C"]))
  }

  @Test(
    arguments: [
      ("a short line\n", "a short line\n"), ("a line that is too long\n", "a line that\n  is too\n  long\n"),
      ("wordwithoutblanks more\n\nx", "wordwithoutblanks\n  more\n\nx"), ("", ""), ("it lasts 2.000 s\n", "it lasts\n  2.000 s\n"),
      ("no tenletters\n", "no\n  tenletters\n"), ("größer: äöüß\n", "größer: äöüß\n"),
    ])
  func messagesAreFoldedBetweenWords(text: String, expected: String) {
    #expect(String(decoding: Array(text.utf8).foldedLines(to: 12), as: UTF8.self) == expected)
  }

  @Test func theSizeComesFromTheTerminalThenTheEnvironment() {
    func size(_ known: (columns: Int, rows: Int)?, _ variables: [String: String]) -> [Int] {
      let terminal = Terminal(
        isInteractive: true, size: known, color: .auto, environment: Environment(variables))
      return [terminal.columns, terminal.rows]
    }
    #expect(size((120, 40), ["COLUMNS": "100"]) == [120, 40])
    #expect(size(nil, ["COLUMNS": "100", "LINES": "50"]) == [100, 50])
    #expect(size(nil, ["COLUMNS": "-3", "LINES": "x"]) == [80, 24])
  }

  @Test(
    arguments: [
      ([:], .words(["less", "-FRX"])), (["PAGER": ""], .nothing), (["PAGER": " cat "], .nothing),
      (["ATOMDUMP_PAGER": "more -s", "PAGER": "less"], .words(["more", "-s"])),
      (["ATOMDUMP_PAGER": "", "PAGER": "less"], .nothing),
      (["PAGER": "sed 's/a/b/' | less"], .shell("sed 's/a/b/' | less")),
      // A pager would warn there, and wait for a key.
      (["TERM": "dumb"], .nothing), (["TERM": "dumb", "PAGER": "less"], .nothing),
      (["TERM": "dumb", "ATOMDUMP_PAGER": "more"], .words(["more"])), (["TERM": "xterm"], .words(["less", "-FRX"])),
      (["PAGER": "LESS=F less"], .shell("LESS=F less")), (["PAGER": "~/bin/p"], .shell("~/bin/p")),
    ] as [([String: String], PagerCommand)])
  func pagerCommandsAreUnderstood(variables: [String: String], expected: PagerCommand) {
    let command = PagerCommand(
      variables: ["ATOMDUMP_PAGER", "PAGER"], environment: Environment(variables))
    #expect(command == expected)
  }

  @Test func aPagerThatIsMissingIsNoPager() {
    let environment = Environment(["PAGER": "no-such-pager-anywhere -x"])
    let isStarted = Pager.start(variables: ["PAGER"], environment: environment) != nil
    #expect(!isStarted)
  }

  @Test func progressWaitsASecond() {
    final class Log: @unchecked Sendable {
      var time: UInt64 = 5
      var text = ""
    }
    let log = Log()
    func progress(_ isTerminal: Bool) -> Progress {
      Progress(of: 3, "files", isTerminal: isTerminal, now: { log.time }) { log.text += $0 }
    }
    let shown = progress(true)
    let hidden = progress(false)
    shown.advance()
    shown.clear()
    #expect(log.text == "")
    log.time += 1_000_000_000
    shown.advance()
    hidden.advance()
    log.time += 1_000_000
    shown.advance()
    shown.clear()
    hidden.clear()
    #expect(log.text == "\r2 of 3 files\u{1B}[K\r\u{1B}[K")
  }

  /// 12.4 GB in 20 s are 620 MB a second: 19.8 GB more take 32 s.
  @Test(arguments: [
    ("movie.mov", 32_200_000_000, 12_400_000_000, "movie.mov  38 %  12.4 of 32.2 GB  620 MB/s  0:32 left"),
    ("a film of a very long name.mp4", 4_000, 1_000, "…of a very long name.mp4  25 %  1.0 of 4.0 kB  0 kB/s  1:00 left"),
    ("", 0, 0, "0 %  0.0 of 0.0 kB"),
  ])
  func bytesHaveARateAndAnEnd(name: String, total: Int, done: Int, expected: String) {
    final class Log: @unchecked Sendable {
      var time: UInt64 = 0
      var text = ""
    }
    let log = Log()
    let progress = Progress(of: total, "bytes", in: name, isTerminal: true, now: { log.time }) { log.text += $0 }
    log.time = 20_000_000_000
    progress.show(done)
    #expect(log.text == "\r\(expected)\u{1B}[K")
  }

  /// Media that are gone through twice are half done after the first time, and are as many bytes as they are.
  @Test func bytesAreThoseOfTheFile() {
    final class Log: @unchecked Sendable {
      var time: UInt64 = 0
      var text = ""
    }
    let log = Log()
    let progress = Progress(
      of: 8_000_000, "bytes", in: "cut.mov", size: 4_000_000, isTerminal: true, now: { log.time }
    ) { log.text += $0 }
    log.time = 2_000_000_000
    progress.show(4_000_000)
    #expect(log.text == "\rcut.mov  50 %  2.0 of 4.0 MB  1000 kB/s  0:02 left\u{1B}[K")
  }
}
