import CommandLineSupport
import Testing

@Suite struct OptionTableTests {
  struct Call: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var settings: SampleSettings
    var operands: [String]

    init(
      _ arguments: String..., operands: [String] = [],
      _ change: (inout SampleSettings) -> Void = { _ in }
    ) {
      self.arguments = arguments
      self.operands = operands
      settings = SampleSettings()
      change(&settings)
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let calls = [
    Call("a.mp4", "b.mp4", operands: ["a.mp4", "b.mp4"]),
    Call("-d", "3") { $0.depth = 3 },
    Call("-d3") { $0.depth = 3 },
    Call("-d=3") { $0.depth = 3 },
    Call("--depth", "3") { $0.depth = 3 },
    Call("--depth=3") { $0.depth = 3 },
    Call("--depth=0x10") { $0.depth = 16 },
    Call("-d", "3", "-d", "all") { $0.depth = nil },
    Call("-f") { $0.fields = "all" },
    Call("-f", "raw", operands: ["raw"]) { $0.fields = "all" },
    Call("-f=raw") { $0.fields = "raw" },
    Call("--fields=raw") { $0.fields = "raw" },
    Call("-xf") {
      $0.hasHex = true
      $0.fields = "all"
    },
    Call("-fx") {
      $0.hasHex = true
      $0.fields = "all"
    },
    Call("-xf=raw") {
      $0.hasHex = true
      $0.fields = "raw"
    },
    Call("-xp", "moov/trak[1]", "a", operands: ["a"]) {
      $0.hasHex = true
      $0.paths = ["moov/trak[1]"]
    },
    Call("-X") { $0.preview = 16 },
    Call("-X=32") { $0.preview = 32 },
    Call("--preview=1K") { $0.preview = 1024 },
    Call("-p", "//stsd", "--path=a=b", "-p", "----") { $0.paths = ["//stsd", "a=b", "----"] },
    Call("--path=") { $0.paths = [""] },
    Call("a", "-x", "b", operands: ["a", "b"]) { $0.hasHex = true },
    Call("-", "--", "-x", "--", operands: ["-", "-x", "--"]),
    Call("--json", "-j") { $0.format = "json" },
    Call("--html") { $0.format = "html" },
    Call("--html=r.html") {
      $0.format = "html"
      $0.html = "r.html"
    },
  ]

  @Test(arguments: calls) func callsAreRead(call: Call) throws {
    guard
      case .run(let settings, let operands) = try sampleTool.parse(call.arguments, into: .init())
    else {
      Issue.record("a text was printed")
      return
    }
    #expect(settings == call.settings)
    #expect(operands == call.operands.map { FilePath($0) })
  }

  static let mistakes: [(arguments: [String], message: String)] = [
    (["--jason"], "unknown option '--jason' — did you mean '--json'?"),
    (["--dpeth=3"], "unknown option '--dpeth' — did you mean '--depth'?"),
    (["--prev"], "unknown option '--prev' — did you mean '--preview'?"),
    (["--js"], "unknown option '--js' — did you mean '--json' or '--jsonl'?"),
    (["--wholly-else"], "unknown option '--wholly-else' — see 'peek --help=all'"),
    (["--p"], "unknown option '--p' — did you mean '-p'?"),
    (["-P"], "unknown option '-P' — did you mean '-p'?"),
    (["-z"], "unknown option '-z' — see 'peek --help=all'"),
    (["-html"], "unknown option '-t' in '-html' — did you mean '--html'?"),
    (["-X32"], "unknown option '-3' in '-X32' — a value is attached with '=': '-X=32'"),
    (["-fraw"], "unknown option '-r' in '-fraw' — a value is attached with '=': '-f=raw'"),
    (["-d"], "'-d' needs a value — use a number or all"),
    (["--path"], "'--path' needs a value — write '--path PATH'"),
    (["--color"], "'--color' needs a value — use auto, always or never"),
    (["--color=allways"], "'allways' is not a value of '--color' — did you mean 'always'?"),
    (["--color", "red"], "'red' is not a value of '--color' — use auto, always or never"),
    (["-f=rwa"], "'rwa' is not a value of '-f' — did you mean 'raw'?"),
    (["-d", "-1"], "'-1' is not a value of '-d' — use a number from 0 to 1000 or all"),
    (["-d1001"], "'1001' is not a value of '-d' — use a number from 0 to 1000 or all"),
    (["-X=0"], "'0' is not a value of '-X' — use a number from 1 to 4096"),
    (
      ["--depth=99999999999999999999G"],
      "'99999999999999999999G' is not a value of '--depth' — use a number from 0 to 1000 or all"
    ),
    (["--json=yes"], "'--json' takes no value — see 'peek --help=all'"),
    (["-x=dump"], "'-x' takes no value — see 'peek --help=all'"),
    (["--html="], "'--html' needs the name of a file — its value is empty"),
    (["-j", "--html"], "'-j' and '--html' exclude each other — give one format"),
    (["--explain", "x"], "no problem is called 'x'"),
    (["--completions=tcsh"], "'tcsh' is not a value of '--completions' — use bash, zsh or fish"),
  ]

  @Test(arguments: mistakes) func mistakesAreExplained(arguments: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try sampleTool.parse(arguments, into: .init()) }
    #expect(error?.description == message)
  }

  @Test func namesThatAreNotUTF8AreOperandsAndNothingElse() throws {
    let name: [UInt8] = [0x61, 0xFF, 0x62]
    guard case .run(_, let operands) = try sampleTool.parse([name], into: .init()) else {
      Issue.record("a text was printed")
      return
    }
    #expect(operands == [FilePath(name)])
    let error = #expect(throws: UsageError.self) {
      try sampleTool.parse([Array("-p".utf8), name], into: .init())
    }
    #expect(error?.description == "the value of '-p' is not UTF-8")
    #expect(throws: UsageError.self) { try sampleTool.parse([[0x2D, 0x2D, 0xFF]], into: .init()) }
  }

  @Test(arguments: [
    (["-h"], sampleTool.helpShort()), (["--help", "--nonsense"], sampleTool.helpShort()),
    (["--help=all"], sampleTool.helpAll()), (["-V"], "peek 0.1.0\n"),
    (["-x", "--version"], "peek 0.1.0\n"), (["--man"], sampleTool.manPage()),
    (["--completions", "zsh"], sampleTool.completions(.zsh)),
  ])
  func textsAboutTheToolArePrinted(arguments: [String], expected: String) throws {
    guard case .print(let text) = try sampleTool.parse(arguments, into: .init()) else {
      Issue.record("the call runs")
      return
    }
    #expect(text == expected)
  }

  @Test(arguments: [
    ("moov/trk", "moov/trak"), ("ftpy", "ftyp"), ("MOOV", "moov"), ("stxd", "stsd"),
    ("entirely", nil), ("moov", nil), ("x", nil),
  ])
  func nearMissesAreFound(word: String, expected: String?) {
    #expect(nearest(to: word, among: ["ftyp", "moov", "moov/trak", "stsd", "y"]) == expected)
  }

  @Test func editDistanceCountsChanges() {
    #expect(editDistance("", "abc") == 3)
    #expect(editDistance("abc", "abc") == 0)
    #expect(editDistance("kitten", "sitting") == 3)
    #expect(editDistance("ab", "ba") == 1)
    #expect(editDistance("ctst", "ctts") == 1)
  }
}
