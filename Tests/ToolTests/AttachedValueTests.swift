import Corpus
import Testing

/// What is said to who takes a value for the name of a file, or the name of a file for an option.
@Suite struct AttachedValueTests {
  @Test(arguments: [
    (["--plays", "safari", "a.mp4"], "--plays=safari"), (["--samples", "1:2", "a.mp4"], "--samples=1:2"),
    (["a.mp4", "-fx", "dump"], "-fx=dump"), (["--table", "name,moov", "a.mp4"], "--table=name,moov"),
    (["-X", "32", "a.mp4"], "-X=32"), (["--plot", "time:1", "a.mp4"], "--plot=time:1"),
  ])
  func aValueWithoutItsSignIsKnown(arguments: [String], meant: String) throws {
    let run = try Self.run(arguments, in: Corpus.path(of: "mockups"))
    #expect(run.code == 2)
    #expect(run.errorText.hasSuffix("atomdump: a value is attached with '=': '\(meant)'\n"), "\(run.errorText)")
  }

  /// A file that is missing is no value, and a value that is a file is read.
  @Test func filesAreNoValues() throws {
    let scratch = try Scratch()
    try scratch.copy("mockups/a.mp4", to: "a.mp4")
    try scratch.copy("mockups/a.mp4", to: "safari")
    for arguments in [
      ["--plays", "none.mp4", "a.mp4"], ["--html", "none.html"], ["--plays", "a.mp4", "safari", "chrome"],
      ["--plays", "--", "chrome"],
    ] {
      let run = try Self.run(arguments, in: scratch.path)
      #expect(run.code == 2 && !run.errorText.contains("attached"), "\(arguments): \(run.errorText)")
    }
    let run = try Self.run(["--plays", "safari"], in: scratch.path)
    #expect(run.code < 2 && run.errorText.isEmpty, "\(run.errorText)")
  }

  @Test func aFileThatIsCalledLikeAnOptionIsNamed() throws {
    let scratch = try Scratch()
    try scratch.copy("mockups/a.mp4", to: "-x.mp4")
    let run = try Self.run(["-x.mp4"], in: scratch.path)
    #expect(run.code == 2)
    #expect(run.errorText == "atomdump: unknown option '-.' in '-x.mp4' — the file of this name is ./-x.mp4\n")
  }

  private static func run(_ arguments: [String], in folder: String) throws -> Run {
    try Run.run(Run.atomdump, arguments, in: folder, environment: [:], input: nil)
  }
}
