import Corpus
import Foundation
import Testing

/// The inspector in a terminal of its own: keys go in, and the terminal is as it was, however it ends.
@Suite(.enabled(if: Run.hasTerminals)) struct InspectorToolTests {
  /// What a screen begins with, and what gives it back.
  private static let begins = "\u{1B}[?1049h"
  private static let ends = "\u{1B}[?25h\u{1B}[?1049l"

  /// A line of the shell that waits until something is on the screen, 30 seconds at most: how long a
  /// program takes to draw is the machine's affair.
  private static let isDrawn = waiting(#"grep -q 'q quit\|code ' "$SCREEN""#)

  private static func waiting(_ condition: String) -> String {
    "for n in $(seq 300); do \(condition) && break; sleep 0.1; done"
  }

  /// Runs a line of the shell in a terminal of 80×24 that `keys` are typed into: the first once there is
  /// something to see, each further one once the screen changed and came to rest. What the terminal got
  /// is in the file `$SCREEN`.
  ///
  /// - Parameter condition: What has to be true, too, before keys are typed.
  private func run(
    _ line: String, keys: [String] = [], once condition: String = "true",
    in folder: String? = nil
  ) throws -> Run {
    let typed = keys.map { "type '\($0)'; " }.joined()
    return try Run.run(
      "/bin/sh",
      [
        "-c",
        #"""
        SCREEN=$(mktemp); export SCREEN
        size() { wc -c <"$SCREEN"; }
        type() {
          before=$(size); printf '%b' "$1"
          \#(Self.waiting(#"[ "$(size)" != "$before" ]"#))
          while before=$(size); sleep 0.3; [ "$(size)" != "$before" ]; do :; done
        }
        { \#(Self.isDrawn); \#(Self.waiting(condition)); \#(typed)
          \#(Self.waiting(#"grep -q 'code [0-9]' "$SCREEN""#)); } |
          TERM=xterm-256color script -qefc "stty rows 24 cols 80; $LINE" /dev/null >"$SCREEN"
        cat "$SCREEN"; rm -f "$SCREEN"
        """#,
      ], in: folder ?? Corpus.path(of: "mockups"), environment: ["LINE": line], input: nil)
  }

  @Test func keysLeadThroughAFileAndOut() throws {
    let run = try run(
      "atomdump -i movie.mov; echo code $?", keys: ["jl:moov/mvhd.timescale\\r\\014", "q"])
    let text = run.text
    #expect(text.contains(Self.begins))
    #expect(text.contains("movie.mov"))
    // Of a row only what differs is written; Ctrl-L has it drawn whole.
    #expect(text.contains("moov/mvhd.timescale"))
    #expect(text.contains(Self.ends))
    #expect(text.contains("code 0"))
  }

  /// Settings of the terminal before and after, and what the program writes last.
  @Test(arguments: ["TERM", "HUP", "QUIT", "SEGV", "ILL", "TRAP", "ABRT"])
  func terminalIsAsItWasAfterASignal(signal: String) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/inspector-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.copyItem(
      atPath: Corpus.path(of: "mockups/movie.mov"), toPath: folder + "/movie.mov")
    let script = #"""
      stty -g > before
      { \#(Self.isDrawn); kill -\#(signal) $(cat pid); } &
      sh -c 'echo $$ > pid; exec atomdump -i movie.mov'
      echo code $?
      stty -g > after
      cmp before after && echo same
      """#
    try script.write(toFile: folder + "/script", atomically: true, encoding: .utf8)
    let run = try run("sh script", in: folder)
    #expect(run.text.contains(Self.begins))
    #expect(run.text.contains(Self.ends))
    #expect(run.text.contains("same"), "\(run.text.suffix(200))")
    let numbers = ["TERM": 15, "HUP": 1, "QUIT": 3, "SEGV": 11, "ILL": 4, "TRAP": 5, "ABRT": 6]
    #expect(run.text.contains("code \(128 + (numbers[signal] ?? 0))"))
  }

  @Test func keysComeFromTheTerminalWhenTheFileIsOnStandardInput() throws {
    let run = try run("cat movie.mov | atomdump -i -; echo code $?", keys: ["q"])
    #expect(run.text.contains("standard input"))
    #expect(run.text.contains("code 0"))
  }

  @Test func aTerminalThatCanDoNothingIsRefusedInOneLine() throws {
    let run = try run("TERM=dumb atomdump -i movie.mov; echo code $?")
    #expect(run.text.contains("atomdump: -i needs a terminal"))
    #expect(run.text.contains("code 2"))
    #expect(!run.text.contains("\u{1B}"))
  }

  @Test func withoutATerminalThereIsOneLine() throws {
    let run = try Run.shell("atomdump -i movie.mov; echo code $?")
    #expect(run.text == "code 2\n")
    #expect(
      run.errorText == """
        atomdump: -i needs a terminal, and standard output is none; without -i the report goes anywhere

        """)
  }

  @Test func oneFileOfAPairIsNoPair() throws {
    let run = try Run.shell("atomdiff -i a.mp4 nothing.mp4; echo code $?")
    #expect(run.text == "code 2\n")
    #expect(run.errorText.hasPrefix("atomdiff: nothing.mp4: "))
  }

  /// What could not be read is in the exit code, whatever the others are.
  @Test func aFileThatIsNotThereIsInTheExitCode() throws {
    let run = try run("atomdump -i movie.mov nothing.mp4; echo code $?", keys: ["q"])
    #expect(run.text.contains("nothing.mp4: "))
    #expect(run.text.contains("code 2"))
    let seen = try self.run("atomdump -i --strict corrupt.mp4; echo code $?", keys: ["q"])
    #expect(seen.text.contains("code 0"))
  }

  /// A file that loses its end while it is looked at is told of, and the program goes on.
  @Test func aFileThatShrinksIsToldOf() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/inspector-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // Large enough to be mapped: ftyp, and free space of 4 MiB.
    var bytes: [UInt8] = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 2, 0]
    bytes += [0, 64, 0, 8] + Array("free".utf8) + [UInt8](repeating: 65, count: 4 << 20)
    #expect(FileManager.default.createFile(atPath: folder + "/a.mp4", contents: Data(bytes)))
    let run = try run(
      "{ \(Self.isDrawn); : > a.mp4; } & atomdump -i a.mp4; echo code $?",
      keys: [":0x300000\\r", "G", "q"], once: "[ ! -s a.mp4 ]", in: folder)
    #expect(run.text.contains("zeros stand for") || run.text.contains("the file has changed"))
    #expect(run.text.contains("code 0"))
  }

  @Test func whoRunsNoRulesIsTold() throws {
    let run = try run("atomdump -i --no-check movie.mov; echo code $?", keys: ["q"])
    #expect(run.text.contains("not checked"))
    #expect(!run.text.contains("no problems"))
    #expect(run.text.contains("code 0"))
  }

  /// A file that is being written is read again while it grows.
  @Test func aFileThatGrowsIsFollowed() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/inspector-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let whole = try Data(contentsOf: URL(fileURLWithPath: Corpus.path(of: "mockups/frag.mp4")))
    try whole.prefix(12_000).write(to: URL(fileURLWithPath: folder + "/a.mp4"))
    try whole.dropFirst(12_000).write(to: URL(fileURLWithPath: folder + "/rest"))
    let run = try run(
      #"(until grep -q following "$SCREEN"; do sleep 0.1; done; sleep 1; cat rest >> a.mp4) & "#
        + "atomdump -i a.mp4; echo code $?", keys: ["F", "", "q"], in: folder)
    #expect(run.text.contains("12,000"))
    #expect(run.text.contains("file-truncated"))
    #expect(run.text.contains("following"))
    #expect(run.text.contains("no problems"))
    #expect(run.text.contains("code 0"))
  }
}
