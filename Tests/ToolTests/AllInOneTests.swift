import Corpus
import Foundation
import Testing

/// `atomtool`, which is all programs in one file.
@Suite struct AllInOneTests {
  private static let atomtool = Run.programs + "/atomtool"

  @Test func itIsTheProgramItIsCalled() throws {
    let run = try Run.shell(
      """
      set -e
      folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
      for name in atomdump id3dump atomdiff; do ln -s '\(Self.atomtool)' "$folder/$name"; done
      atomdump movie.mov >"$folder/a"; "$folder/atomdump" movie.mov | cmp - "$folder/a"
      '\(Self.atomtool)' atomdump movie.mov | cmp - "$folder/a"
      id3dump track.mp3 >"$folder/a"; "$folder/id3dump" track.mp3 | cmp - "$folder/a"
      "$folder/atomdiff" -q slow.mp4 fast.mp4 || echo "exit code $?"
      '\(Self.atomtool)' 2>&1 >/dev/null | head -n 1
      '\(Self.atomtool)' rm 2>&1 || echo "exit code $?"
      '\(Self.atomtool)' --mcp 2>&1 || echo "exit code $?"
      '\(Self.atomtool)' --mcp nowhere 2>&1 || echo "exit code $?"
      """)
    #expect(
      run.text == """
        exit code 1
        atomtool — atomdump, id3dump and atomdiff in one file
        atomtool: no program is called 'rm' — try 'atomtool --help'
        exit code 2
        atomtool: --mcp needs a folder: only files below it are read
        exit code 2
        atomtool: nowhere: no such folder
        exit code 2

        """, "\(run.errorText)")
  }

  /// Help is that of a program, which has the topics.
  @Test func helpIsThatOfAProgram() throws {
    let run = try Run.shell(
      """
      set -e
      folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
      atomdump --help >"$folder/a"; atomdiff --help=ci >"$folder/b"
      for word in --help -h help; do
        '\(Self.atomtool)' $word atomdump | cmp - "$folder/a"
        '\(Self.atomtool)' $word atomdiff ci | cmp - "$folder/b"
      done
      '\(Self.atomtool)' --help=atomdump | cmp - "$folder/a"
      '\(Self.atomtool)' --help >"$folder/c"
      for words in "help all" "--help all" "-h all" --help=all; do '\(Self.atomtool)' $words | cmp - "$folder/c"; done
      tail -n 1 "$folder/c"
      '\(Self.atomtool)' --help paths 2>&1 || echo "exit code $?"
      """)
    #expect(
      run.text == """
        More: atomtool PROGRAM --help=TOPIC · --help=all · man PROGRAM
        atomtool: topics of help are those of a program — try 'atomtool atomdump --help=paths'
        exit code 2

        """, "\(run.errorText)")
  }

  /// What the server answers to these lines.
  private static func session(_ lines: String) throws -> Run {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(lines.utf8).write(to: file)
    return try Run.run(
      atomtool, ["--mcp", "."], in: Corpus.path(of: "mockups"), environment: [:], input: file.path)
  }

  /// A session of the Model Context Protocol: what a tool answers is what the program prints.
  @Test func aSessionAnswersWhatTheProgramsPrint() throws {
    let folder = URL(fileURLWithPath: Corpus.path(of: "mockups")).resolvingSymlinksInPath().path
    let calls = [
      (#"{"name":"outline","arguments":{"file":"movie.mov","depth":2}}"#, "atomdump", "-d 2 FOLDER/movie.mov"),
      (
        #"{"name":"fields","arguments":{"file":"movie.mov","path":"//stsz","limit":4}}"#,
        "atomdump", "-p //stsz -n 4 FOLDER/movie.mov"
      ),
      (
        #"{"name":"check","arguments":{"file":"corrupt.mp4"}}"#, "atomdump",
        "--check FOLDER/corrupt.mp4"
      ),
      (
        #"{"name":"diff","arguments":{"before":"slow.mp4","after":"fast.mp4"}}"#, "atomdiff",
        "FOLDER/slow.mp4 FOLDER/fast.mp4"
      ),
      (#"{"name":"boxes","arguments":{"type":"stsz"}}"#, "atomdump", "--boxes=stsz"),
      (
        #"{"name":"find","arguments":{"file":"movie.mov","what":"Lavf"}}"#, "atomdump",
        "--find=Lavf FOLDER/movie.mov"
      ),
      (#"{"name":"plays","arguments":{"file":"fast.mp4"}}"#, "atomdump", "--plays FOLDER/fast.mp4"),
      (#"{"name":"privacy","arguments":{"file":"movie.mov"}}"#, "atomdump", "--privacy FOLDER/movie.mov"),
    ]
    let input =
      calls.enumerated().map {
        #"{"jsonrpc":"2.0","id":\#($0.offset),"method":"tools/call","params":\#($0.element.0)}"#
      }.joined(separator: "\n") + "\n"
    let session = try Self.session(input)
    #expect(session.code == 0, "\(session.errorText)")
    #expect(session.lines.count == calls.count)
    for (line, call) in zip(session.lines, calls) {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let result = try #require(object?["result"] as? [String: Any])
      let content = try #require((result["content"] as? [[String: Any]])?.first)
      let options = call.2.replacing("FOLDER", with: folder)
      let printed = try Run.shell("\(call.1) --color=never --width=120 \(options) 2>&1")
      #expect(content["text"] as? String == printed.text, "\(call.2)")
    }
  }

  /// An answer that is too long says so, and the next call is answered all the same.
  @Test func longAnswersAreCut() throws {
    let input = """
      {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"samples","arguments":{"file":"movie.mov","which":"soun","limit":1000000}}}
      {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"bytes","arguments":{"file":"movie.mov","path":"//*","limit":100000}}}
      {"jsonrpc":"2.0","id":3,"method":"ping"}

      """
    let session = try Self.session(input)
    try #require(session.lines.count == 3)
    for line in session.lines { #expect(line.utf8.count < 64 << 10) }
    #expect(session.lines.last == #"{"jsonrpc":"2.0","id":3,"result":{}}"#)
    #expect(session.lines[1].contains("… more than 24 KiB"), "\(session.lines[1].suffix(200))")
  }
}
