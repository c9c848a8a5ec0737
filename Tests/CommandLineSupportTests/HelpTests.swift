import CommandLineSupport
import Corpus
import Foundation
import Testing

@Suite struct HelpTests {
  @Test func theFirstPageLeadsWithExamples() {
    #expect(
      sampleTool.helpShort() == """
        peek — show the insides of a file

        Usage: peek [options] FILE...
               peek --explain ID

        Examples:
          peek movie.mov                          outline of everything
          peek -p '//stsd' movie.mov              one atom, all its fields
          peek --json movie.mov | jq '.tracks[].codec'

        Show:
          -p --path          only these           -f --fields
          -x --hex           bytes too            -X --preview
          -d --depth
        Write:
          -j --json          one document         --jsonl
          --html[=FILE]
        Look:
          --color
        Judge:
          --explain ID

        More: peek --help=TOPIC · --help=all · man peek

        """)
  }

  @Test func theWholeHelpHasEveryOption() {
    #expect(
      sampleTool.helpAll() == """
        peek — show the insides of a file

        Usage: peek [options] FILE...
               peek --explain ID

        Examples:
          peek movie.mov                          outline of everything
          peek -p '//stsd' movie.mov              one atom, all its fields
          peek --json movie.mov | jq '.tracks[].codec'

        Show:
          -p, --path PATH         Show only matching nodes. May be given more than once.
          -f, --fields[=LEVEL]    Show fields below each row. LEVEL is all or raw. Given
                                  alone: all.
          -x, --hex               Show bytes beside meaning.
          -X, --preview[=N]       Show the first bytes under each row. Given alone: 16.
          -d, --depth N           Stop after this many levels. N is a number or all.
                                  Default: all, but long outlines fold on a terminal.
                                  What is folded is counted. A terminal folds long
                                  outlines by itself.

        Write:
          -j, --json              Write JSON.
              --jsonl             Write a line for each file.
              --html[=FILE]       Write a report. Given alone: a name made from that of
                                  the file.

        Look:
              --color WHEN        Use colour. WHEN is auto, always or never. Default:
                                  auto.
              --secret            Not on the first page.

        Judge:
              --explain ID        Explain a kind of problem.

        Other:
          -h, --help[=TOPIC]      Show help; with all, every option. Given alone: the
                                  first page.
                                  TOPIC is all, paths, exit, environment, show, write,
                                  look or judge, or an option: --help=--json.
          -V, --version           Show the version.
              --completions SHELL
                                  Print the completion file of a shell. SHELL is bash,
                                  zsh or fish.
                                  zsh takes a [ that stands in no quotes for a
                                  subscript, which it completes itself: begin such a
                                  word with a quote, 'moov/trak[, or type \\[.
              --complete KIND:WORD
                                  Print what WORD may go on as, a line each: completion
                                  files call it.
                                  KIND is paths, tracks, rules, explained, types,
                                  players or columns. Behind -- stand the words of the
                                  call.
              --man               Print the man page.

        Exit codes:
          0                       No errors.
          2                       The call is at fault: usage error, unreadable file,
                                  unknown format.

        Environment:
          NO_COLOR                When not empty, no colour.

        Notes:
          A path's step is a type: 'url ' is quoted, \\x40 is a byte; ~ and ^ stand for
          themselves.

        """)
  }

  @Test(arguments: [
    ("paths", "A path names nodes.\n\n  peek -p //stsd F                        one atom\n\n  -p, --path PATH         Show only"),
    ("exit", "Exit codes:\n  0                       No errors.\n"),
    ("environment", "Environment:\n  NO_COLOR"),
    ("look", "Look:\n      --color WHEN"), ("Look", "Look:\n"),
    ("--hex", "  -x, --hex               Show bytes beside meaning.\n"), ("hex", "  -x, --hex"), ("-x", "  -x, --hex"),
    ("-X", "  -X, --preview"),
    ("--json", "  -j, --json              "),
  ])
  func helpIsAskedForByName(topic: String, start: String) throws {
    let answer = try sampleTool.parse(["--help=" + topic], into: SampleSettings())
    guard case .print(let page) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(page.hasPrefix(start), "\(page)")
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: [
    ("pahts", "there is no help on 'pahts' — did you mean --help=paths?"),
    ("perview", "there is no help on 'perview' — did you mean --help=preview?"),
    ("--perview", "there is no help on '--perview' — did you mean --help=preview?"),
    (
      "", "there is no help on '' — use all, paths, exit, environment, show, write, look or judge, or an option"
    ),
  ])
  func whatThereIsNoHelpOnIsTold(topic: String, message: String) {
    let error = #expect(throws: UsageError.self) {
      try sampleTool.parse(["--help=" + topic], into: SampleSettings())
    }
    #expect(error.map { "\($0)" } == message)
  }

  /// A group that none of the options is in is no topic.
  @Test func eachTopicThatIsListedHasHelp() throws {
    let tool = Tool<SampleSettings>(
      name: "peek", summary: "", version: "0", usage: [],
      options: [CommandOption("hex", group: .show, summary: "Show bytes.") { settings, _ in settings.hasHex = true }])
    guard case .print(let page) = try tool.parse(["--help=all"], into: SampleSettings()) else {
      Issue.record("no page")
      return
    }
    #expect(page.contains("TOPIC is all or show, or an option"), "\(page)")
    for topic in ["all", "show"] {
      guard case .print = try tool.parse(["--help=" + topic], into: SampleSettings()) else {
        Issue.record("no help on \(topic)")
        continue
      }
    }
    #expect(throws: UsageError.self) { try tool.parse(["--help=list"], into: SampleSettings()) }
  }

  @Test func noLineOfTheHelpIsTooWide() {
    for line in sampleTool.helpAll().split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func theManPageIsRoff() {
    let page = sampleTool.manPage()
    #expect(
      page.hasPrefix(
        ".TH PEEK 1 \"2026-01-31\" \"peek 0.1.0\" \"User Commands\"\n.SH NAME\npeek \\- show"))
    #expect(page.contains(".TP\n\\fB\\-d\\fR, \\fB\\-\\-depth\\fR \\fIN\\fR\nStop after"))
    #expect(page.contains("\\(aqurl \\(aq is quoted, \\ex40 is a byte; \\(ti and \\(ha stand"))
    // What it is, how paths are written and what to try come before the options.
    let sections = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map { String($0.dropFirst(4)) }
    #expect(
      sections == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "PATHS", "EXAMPLES", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "NOTES",
        "SEE ALSO",
      ])
    #expect(page.contains(".SH PATHS\nA path names nodes.\n.TP\n\\fBpeek \\-p //stsd F\\fR\none atom\n.SH EXAMPLES\n"))
    #expect(page.contains(".SH EXIT STATUS\n.TP\n\\fB0\\fR\nNo errors.\n"))
    #expect(page.contains(".SH SEE ALSO\n\\fBpeekdiff\\fR(1)\n"))
    // A request is a line that begins with a period; there are no others than ours.
    let requests = Set(
      page.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix(3) })
    #expect(requests == [".TH", ".SH", ".SS", ".TP", ".br", ".IP"])
  }

  @Test func theManPagePassesWhereItCanBeRead() throws {
    guard let mandoc = program("mandoc") else { return }
    let result = try run(
      mandoc, ["-T", "lint", "-W", "warning"], input: sampleTool.manPage())
    #expect(result.output == "")
  }

  @Test(arguments: CompletionShell.allCases)
  func completionsAreProgramsOfTheirShell(shell: CompletionShell) throws {
    guard let path = program(shell.rawValue) else { return }
    let result = try run(path, ["-n"], input: sampleTool.completions(shell))
    #expect(result.code == 0, "\(result.output)")
    #expect(result.output == "")
  }

  @Test(arguments: [
    (["--js"], "--json --jsonl"), (["--color", ""], "auto always never"),
    (["--color", "al"], "always"), (["--color", "=", "n"], "never"),
    (["--color", "="], "auto always never"), (["-f", "=", "r"], "raw"),
    (["-f", "r"], ""), (["-d", "a"], "all"), (["-p", "--"], ""), (["--", "--js"], ""),
    (["--completions", ""], "bash zsh fish"),
  ])
  func bashCompletes(words: [String], expected: String) throws {
    guard let bash = program("bash") else { return }
    let quoted = (["peek"] + words).map { "'\($0)'" }.joined(separator: " ")
    let result = try run(
      bash, ["--norc"],
      input: sampleTool.completions(.bash) + """

        COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count)
        _peek
        echo "${COMPREPLY[*]}"
        """)
    #expect(result.output == expected + "\n")
  }

  @Test func completionsKnowWordsAndFiles() {
    let zsh = sampleTool.completions(.zsh)
    #expect(zsh.contains("'*'{-p+,--path=}'[Show only matching nodes.]:PATH:'"))
    #expect(
      zsh.contains(
        "'(-f --fields)'{-f=-,--fields=-}'[Show fields below each row.]::LEVEL:(all raw)'"))
    #expect(zsh.contains("'(--html -j --json --jsonl)'--html=-'[Write a report.]::FILE:_files'"))
    let fish = sampleTool.completions(.fish)
    #expect(fish.contains("complete -c peek -l color -x -a 'auto always never' -d 'Use colour.'\n"))
    // A value that need not be given is attached, and no file; what stands behind the option may be one.
    #expect(fish.contains("complete -c peek -s f -f -a '=all =raw' -d 'Show fields below each row.'\n"))
    #expect(fish.contains("complete -c peek -l fields -f -a 'all raw' -d 'Show fields below each row.'\n"))
    #expect(fish.contains("complete -c peek -s X -l preview -f -d 'Show the first bytes under each row.'\n"))
    #expect(fish.contains("complete -c peek -l html -d 'Write a report.'\n"))
  }
}

/// The path of a program that is installed, or nothing.
func program(_ name: String) -> String? {
  let directories = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  return directories.split(separator: ":").map { "\($0)/\(name)" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// Runs a program on `input`; what it writes to both streams, and its exit code.
func run(_ path: String, _ arguments: [String], input: String) throws
  -> (output: String, code: Int32)
{
  let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try Data(input.utf8).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  let child = try Child.run(path, arguments + [file.path])
  return (child.text + child.errorText, child.code)
}
