import ByteReading
import Corpus
import Foundation
import Testing

/// Input that arrives in pieces, and files that somebody writes: what is there is shown. Each step waits for
/// what the one before it has to show, however long that takes.
@Suite struct ArrivalTests {
  /// `await WORD FILE [TIMES]`: until so many lines of FILE have WORD, or half a minute has passed.
  private static let prelude = """
    await() {
      turns=0
      until [ "$(grep -c -- "$1" "$2" 2>/dev/null)" -ge "${3:-1}" ] 2>/dev/null; do
        turns=$((turns + 1)); [ $turns -lt 1500 ] || { echo "no $1 in $2:"; cat "$2"; exit 9; }
        sleep 0.02
      done
    }

    """

  private static func run(_ lines: String, in folder: borrowing Scratch) throws -> Run {
    try Run.shell(prelude + lines, in: folder.path)
  }

  private static func text(_ name: String, in folder: borrowing Scratch) throws -> String {
    try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
  }

  // MARK: Standard input

  /// The first rows are there before the end of the input, and the report is that of input that comes at once.
  @Test(arguments: ["", "-d 1", "-f"], [28_724, 9_000, 60])
  func rowsComeBeforeTheEnd(options: String, count: Int) throws {
    let folder = try Scratch()
    try folder.copy("mockups/movie.mov", to: "whole")
    let run = try Self.run(
      """
      head -c \(count) whole > film; mkfifo pipe
      (exec 3>pipe; head -c 50 film >&3; await mdat said; tail -c +51 film >&3) &
      atomdump \(options) - <pipe >slow 2>said; echo $?; wait
      cat film | atomdump \(options) - >fast 2>said-fast; echo $?
      cmp slow fast; echo $?; tail -n 1 said | cmp - said-fast; echo $?
      """, in: folder)
    let code = count == 28_724 ? "0" : "1"
    #expect(run.lines == [code, code, "0", "0"], "\(run.text) \(run.errorText)")
    let said = try Self.text("said", in: folder)
    #expect(
      said.hasPrefix(
        """
          offset           size  atom                            summary
        00000000             20  ftyp  File type                 'qt  ' version 0x200, compatible 'qt  '
        00000014              8  wide  Reserved space
        0000001c         25,279  mdat                            22 bytes so far

        """), "\(said)")
  }

  /// What does not fit into memory lies in a file without a name, and is looked at there.
  @Test func rowsOfLongInput() throws {
    let folder = try Scratch()
    let front = atoms { Parts.fileType("iso6"); Parts.fragmentedMovie(); atom("free", rawSize: 3_000_000) }
    try folder.write(front + [UInt8](repeating: 0x41, count: 3_000_000 - 8), to: "front")
    try folder.write(
      Parts.fragment(sequence: 7, time: 0, duration: 100, sample: [0, 1, 0x86, 0x9C, 0x65]).bytes, to: "back")
    let run = try Self.run(
      """
      mkfifo pipe
      (exec 3>pipe; cat front >&3; await 'free  Free' said; cat back >&3; await 'mdat  Media' said; head -c 5 back >&3) &
      atomdump - <pipe >slow 2>said; echo $?; wait
      (cat front back; head -c 5 back) | atomdump - >fast 2>/dev/null; cmp slow fast; echo $?
      """, in: folder)
    #expect(run.lines == ["1", "0"], "\(run.text) \(run.errorText)")
    let said = try Self.text("said", in: folder)
    #expect(said.contains("moof  Movie fragment            number 7"), "\(said)")
  }

  /// Whoever does not read an outline gets no rows beside what was asked for; sound has no atoms at its top.
  @Test(arguments: ["--json -", "-q -", "--check -", "-p moov -", "--plain -", "-x=xxd -", "--as mp4 -"])
  func otherReportsSayNothingElse(call: String) throws {
    let folder = try Scratch()
    try folder.copy("mockups/movie.mov", to: "film")
    let run = try Self.run(
      "(head -c 50 film; sleep 1; tail -c +51 film) | atomdump \(call) >/dev/null", in: folder)
    #expect(!run.errorText.contains("so far") && !run.errorText.contains("offset"), "\(run.errorText)")
  }

  @Test func soundIsShownAtItsEnd() throws {
    let folder = try Scratch()
    try folder.copy("mockups/track.mp3", to: "track")
    let run = try Self.run(
      "(head -c 3000 track; sleep 1; tail -c +3001 track) | atomdump - >slow; cat track | atomdump - >fast 2>/dev/null; cmp slow fast && echo same",
      in: folder)
    #expect(run.text == "same\n" && run.errorText.split(separator: "\n").count == 1, "\(run.errorText)")
  }

  /// On a terminal the report takes the place of the rows.
  @Test(.enabled(if: Run.hasTerminals, "there is no script(1)"))
  func aTerminalShowsTheReportOnly() throws {
    let folder = try Scratch()
    try folder.copy("mockups/movie.mov", to: "film")
    let run = try Self.run(
      """
      cat > slow <<'END'
      mkfifo pipe
      (exec 3>pipe; head -c 50 film >&3; until grep -q mdat typed; do sleep 0.02; done; tail -c +51 film >&3) &
      atomdump --no-pager -d 1 - <pipe; wait
      END
      script -qefc 'stty rows 24 cols 80; sh slow' typed </dev/null >/dev/null; tr -d '\r' <typed
      """, in: folder)
    // The rest may arrive at once or in pieces: so many rows are there when all of it is.
    let ups = ["4", "5", "6"].filter { run.text.contains("\u{1B}[\($0)A\u{1B}[J") }
    try #require(ups.count == 1, "\(run.text.debugDescription)")
    let parts = run.text.components(separatedBy: "\u{1B}[\(ups[0])A\u{1B}[J")
    try #require(parts.count == 2, "\(run.text.debugDescription)")
    #expect(parts[0].contains("22 bytes so far") && !parts[0].contains("no problems"))
    #expect(parts[1].contains("QuickTime movie, 28.1 KiB") && parts[1].contains("no problems"))
    #expect(parts[0].components(separatedBy: "\n").dropFirst().allSatisfy { $0.count <= 80 }, "\(parts[0])")
  }

  // MARK: --follow

  @Test func whatIsWrittenToAFileIsShown() throws {
    let folder = try Scratch()
    let movie = atoms { Parts.fileType("iso6"); Parts.fragmentedMovie() }
    func fragment(_ number: UInt32, _ count: Int) -> [UInt8] {
      Parts.fragment(
        sequence: number, time: UInt64(number) * 100, duration: 100,
        sample: [UInt8](repeating: 0x55, count: count)
      ).bytes
    }
    try folder.write(movie, to: "movie")
    try folder.write(fragment(1, 100), to: "one")
    try folder.write(fragment(2, 1_000), to: "two")
    let run = try Self.run(
      """
      cat movie > film
      atomdump --follow film >rows 2>said & tool=$!
      await moov rows; cat one >> film
      await 'number 1' rows; head -c 500 two >> film
      await 'so far' rows; tail -c +501 two >> film
      await 'number 2' rows; await '1,000 bytes of media' rows; cp rows first
      dd if=/dev/null of=film bs=1 seek=\(movie.count) 2>/dev/null; await 'was cut' said; await moov rows 2
      cat movie one > new; mv new film; await 'another file' said; await 'number 1' rows 2
      printf '\\0\\0\\0\\013free' | dd of=film bs=1 conv=notrunc 2>/dev/null; await 'written over' said
      rm film; wait $tool; echo $?
      """, in: folder)
    #expect(run.lines.last == "2", "\(run.text) \(run.errorText)")
    let said = try Self.text("said", in: folder)
    let size = movie.count + fragment(1, 100).count + fragment(2, 1_000).count
    #expect(
      said == """
        atomdump: film: was cut from \(size) to \(movie.count) bytes, shown from its beginning
        atomdump: film: another file has its name now, shown from its beginning
        atomdump: film: was written over, shown from its beginning
        atomdump: film: is not followed any more: no such file or directory

        """, "\(said)")
    // Each once, in order, and the one that came in pieces when it was whole.
    let first = try Self.text("first", in: folder).split(separator: "\n").map { String($0) }
    #expect(first.filter { $0.contains("so far") }.count == 1, "\(first)")
    let names = ["ftyp", "moov", "moof", "mdat", "moof", "mdat"]
    let whole = first.dropFirst().filter { !$0.contains("so far") }
    #expect(whole.count == names.count && zip(whole, names).allSatisfy { $0.contains($1) }, "\(first)")
  }

  /// A recorder says at the end only how long its media are, and writes the movie behind them.
  @Test func aHeaderThatIsWrittenLast() throws {
    let folder = try Scratch()
    try folder.copy("mockups/movie.mov", to: "whole")
    let run = try Self.run(
      """
      head -c 1000 whole > film
      printf '\\0\\0\\0\\0' | dd of=film bs=1 seek=28 conv=notrunc 2>/dev/null
      atomdump --follow film >rows 2>said & tool=$!
      await '972 bytes so far' rows
      tail -c +1001 whole | head -c 24307 > more; cat more >> film; await '25,279 bytes so far' rows
      printf '\\0\\0\\142\\277' | dd of=film bs=1 seek=28 conv=notrunc 2>/dev/null; await 'of media' rows
      tail -c +25308 whole >> film; await '3 tracks' rows
      kill -TERM $tool; wait $tool; echo $?; cmp film whole && echo same; cat said
      """, in: folder)
    #expect(run.lines == ["143", "same"], "\(run.text) \(run.errorText) \((try? Self.text("rows", in: folder)) ?? "")")
  }

  /// Nobody reads on: the tool ends although nothing is written to the file.
  @Test func itEndsWithItsReader() throws {
    let folder = try Scratch()
    try folder.copy("mockups/movie.mov", to: "film")
    let run = try Self.run("(atomdump --follow film; echo \"ended $?\" >&2) | head -n 1", in: folder)
    #expect(run.text.hasPrefix("  offset") && run.errorText == "ended 0\n", "\(run.text) \(run.errorText)")
  }

  @Test func inputIsFollowedToItsEnd() throws {
    let folder = try Scratch()
    try folder.copy("mockups/movie.mov", to: "film")
    let run = try Self.run(
      """
      mkfifo pipe
      (exec 3>pipe; head -c 50 film >&3; await 'so far' rows; tail -c +51 film >&3) &
      atomdump --follow -d 2 - <pipe >rows; echo $?; wait; grep -v 'so far' rows | tail -n 7
      (exec 3>pipe; head -c 8192 film >&3; await '8,164 bytes so far' cut; tail -c +8193 film | head -c 808 >&3) &
      atomdump --follow - <pipe >cut; echo $?; wait; tail -n 2 cut
      """, in: folder)
    #expect(
      run.text == """
        0
        0000001c         25,279  mdat  Media data                25,271 bytes of media
        000062db          3,417  moov  Movie                     3 tracks, after the media
        000062e3            108  ├─ mvhd  Movie header           2.000 s (2,000 / 1,000), next track ID 4
        0000634f          1,150  ├─ trak  Track                  track 1 video, H.264 High 4:4:4 160×120, 24 fps, 2.000 s
        000067cd          1,449  ├─ trak  Track                  track 2 audio, AAC-LC 44,100 Hz mono, 2.000 s
        00006d76            594  ├─ trak  Track                  track 3 timecode, 24 fps, 01:00:00:00
        00006fc8            108  └─ udta  User data
        1
        0000001c         25,279  mdat                            8,164 bytes so far
        0000001c         25,279  mdat                            8,972 bytes so far

        """, "\(run.text)")
    #expect(
      run.errorText.hasSuffix(
        "atomdump: standard input: ends within 'mdat' at 0x1c: 8,972 of its 25,279 bytes are there\n"),
      "\(run.errorText)")
  }

  /// Sizes that are none, or lead out of all files, and names that act on a terminal.
  @Test(arguments: [
    ("\\0\\0\\0\\7free", "00000014  no atom begins here: what follows is not shown", 0),
    ("\\0\\0\\0\\001free\\377\\377\\377\\377\\377\\377\\377\\377abcd", "free", 1),
    ("\\0\\0\\0\\100\\033]0;aaaa", "\\x1b]0;", 1),
    ("\\0\\0\\0\\0free1234", "free                            12 bytes so far", 0),
    ("\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0", "ftyp", 0),
  ])
  func claimsOfALiar(bytes: String, row: String, code: Int) throws {
    let folder = try Scratch()
    try folder.copy("mockups/movie.mov", to: "film")
    let run = try Self.run(
      "(head -c 20 film; printf '\(bytes)') | atomdump --follow -; echo $?", in: folder)
    #expect(run.text.contains(row) && run.lines.last == "\(code)", "\(run.text) \(run.errorText)")
    #expect(!run.output.contains(0x1B) && !run.errors.contains(0x1B))
  }

  @Test func atomsThatAreTooManyAreLeftOut() throws {
    let folder = try Scratch()
    let run = try Self.run(
      "(printf '\\0\\0\\0\\024ftypqt  \\0\\0\\0\\0qt  '; for i in 1 2 3 4 5 6 7 8 9; do printf '\\0\\0\\0\\010free'; done) | atomdump --follow --max-nodes 4 -",
      in: folder)
    #expect(
      run.code == 0 && run.lines.count == 6
        && run.lines.last == "0000002c  there are as many atoms as are read (--max-nodes): what follows is not shown",
      "\(run.text) \(run.errorText)")
  }

  @Test func whatCannotBeFollowedIsSaid() throws {
    let folder = try Scratch()
    try folder.write(Array("this is no media file\n".utf8), to: "text")
    try folder.copy("mockups/movie.mov", to: "film")
    for (call, words) in [
      ("--follow text", "text: --follow is for files of atoms"), ("--follow none", "none: no such file or directory"),
      ("--follow .", ".: is a directory"), ("--follow film film", "--follow is of one file"),
      ("--follow -q film", "--follow -q would show nothing"), ("--follow --skip 4 film", "goes with neither --skip nor --as"),
      ("--follow --json film", "--json does not go with --follow"), ("--follow -p moov film", "-p does not go with --follow"),
      ("--follow - </dev/null", "standard input: the file is empty"),
    ] {
      let run = try Self.run("atomdump \(call)", in: folder)
      #expect(run.code == 2 && run.text.isEmpty && run.errorText.contains(words), "\(call) \(run.errorText)")
    }
  }
}
