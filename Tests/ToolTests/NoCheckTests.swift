import Corpus
import Testing

/// `--no-check`: no rule runs, the exit code tells problems of reading alone, and no report says
/// that there are none.
@Suite struct NoCheckTests {
  /// A file that reads well, and breaks a rule: two runs of a fragment have the same bytes.
  private static let brokenByRule = "broken/runs-overlap.mp4"
  /// A file whose structure cannot be read as it is written.
  private static let brokenInReading = "mockups/corrupt.mp4"

  private func atomdump(_ options: String, _ file: String) throws -> Run {
    try Run.shell("atomdump \(options) \(file)", in: Corpus.path(of: "."))
  }

  @Test func aRuleThatIsBrokenIsNotLookedFor() throws {
    let checked = try atomdump("", Self.brokenByRule)
    #expect(checked.code == 1)
    #expect(checked.text.contains("[runs-overlap]"))
    let unchecked = try atomdump("--no-check", Self.brokenByRule)
    #expect(unchecked.code == 0)
    #expect(!unchecked.text.contains("[runs-overlap]"))
    #expect(unchecked.errorText.hasSuffix(" not checked\n"), "\(unchecked.errorText)")
  }

  @Test func whatReadingFindsIsTold() throws {
    let run = try atomdump("--no-check", Self.brokenInReading)
    #expect(run.code == 1)
    #expect(run.text.contains("error[atom-exceeds-parent]"))
    #expect(run.errorText.hasSuffix(" 2 errors, not checked\n"), "\(run.errorText)")
  }

  @Test(arguments: [
    ("mockups/movie.mov", " no problems\n"), ("encoded/broadcast.wav", " no problems\n"),
    ("mockups/track.mp3", " no problems (a checksum of the sound not checked: --check)\n"),
  ])
  func aSoundFileIsNotSaidToHaveNoProblems(file: String, end: String) throws {
    let checked = try atomdump("", file)
    #expect(checked.errorText.hasSuffix(end), "\(checked.errorText)")
    let unchecked = try atomdump("--no-check", file)
    #expect(unchecked.code == 0)
    // The structure and what is said of the file as a whole are the same.
    #expect(unchecked.output == checked.output)
    #expect(unchecked.errorText.hasSuffix(" not checked\n"), "\(unchecked.errorText)")
    #expect(!unchecked.errorText.contains("no problems"))
  }

  @Test func documentsSayIt() throws {
    let pattern = #""checked":false"#
    for options in ["--json", "--json=tree", "--jsonl", "--jsonl=node", "--about --json"] {
      let checked = try atomdump(options, Self.brokenByRule)
      #expect(!checked.text.contains(#""checked""#), "\(options)")
      let unchecked = try atomdump("\(options) --no-check", Self.brokenByRule)
      #expect(unchecked.text.contains(pattern), "\(options)")
      #expect(!unchecked.text.contains(#""id":"runs-overlap""#), "\(options)")
    }
    #expect(try atomdump("--yaml --no-check", Self.brokenByRule).text.contains("checked: false"))
  }

  @Test func theVerdictSaysIt() throws {
    let run = try atomdump("--about --no-check", "mockups/movie.mov")
    #expect(run.text.contains("not checked"))
    #expect(!run.text.contains("no problems"))
  }

  @Test func textForGitRunsNone() throws {
    let text = try atomdump("--textconv", Self.brokenByRule)
    #expect(text.code == 0)
    #expect(text.errorText == "")
    #expect(text.output == (try atomdump("--textconv --no-check", Self.brokenByRule).output))
    #expect(try atomdump("--textconv", Self.brokenInReading).code == 1)
  }

  @Test(arguments: ["--check", "--html", "--boxes"])
  func whatRulesSayIsNotAskedForWithoutThem(option: String) throws {
    let file = option == "--boxes" ? "" : "mockups/movie.mov"
    let run = try atomdump("--no-check \(option)", file)
    #expect(run.code == 2)
    #expect(run.errorText.contains("--no-check does not go with \(option)"), "\(run.errorText)")
  }
}

/// Lines that nothing has to be measured or cut for are put together in another way than those that
/// have a width; they are the same.
@Suite struct DirectLinesTests {
  @Test(arguments: ["a.mp4", "movie.mov", "frag.mp4", "corrupt.mp4", "track.mp3"])
  func aWidthThatIsWideEnoughChangesNothing(file: String) throws {
    for options in ["", "-f", "-f -n all", "-f=raw -n all", "-x", "--samples", "--chunks"] {
      let direct = try Run.shell("atomdump \(options) \(file)")
      let measured = try Run.shell("atomdump \(options) --width=10000 \(file)")
      #expect(direct.output == measured.output, "\(options)")
      #expect(!direct.output.isEmpty || file == "track.mp3")
    }
  }
}
