import Corpus
import Foundation
import Testing

/// What the tool does with the system: streams, files, directories, terminals.
@Suite struct BehaviourTests {
  static let isRoot = geteuid() == 0
  static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")
  static func has(_ program: String) -> Bool {
    ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + program)
    }
  }

  @Test(
    .enabled(if: hasFullDevice),
    arguments: [
      "", "--json", "--plain", "-x", "--raw -p moov", "--help", "--schema", "--man",
      "slow.mp4", "--completions bash",
    ])
  func outputThatCannotBeWrittenIsAnError(options: String) throws {
    let run = try Run.shell("atomdump \(options) movie.mov > /dev/full")
    #expect(run.code == 2)
    #expect(
      run.errorText.hasPrefix(
        "atomdump: the output could not be written: no space left on device\n"), "\(run.errorText)")
  }

  /// What a call says is repeated in messages; it does not act on the terminal that they go to.
  @Test(arguments: ["-p moov/mvhd", ""])
  func pathsInMessagesAreEscaped(other: String) throws {
    let run = try Run.shell(#"atomdump \#(other) -p "$(printf 'moov.t\023rk')" movie.mov"#)
    #expect(run.code == (other.isEmpty ? 1 : 0))
    #expect(run.errorText == "atomdump: movie.mov: no field matches 'moov.t\\u0013rk' in moov\n")
  }

  @Test(arguments: ["", "-x", "--json", "-x movie.mov", "-f -n all"])
  func readersMayLeave(options: String) throws {
    let run = try Run.shell("atomdump \(options) movie.mov movie.mov movie.mov | head -c 1")
    #expect(run.output.count == 1)
    #expect(run.errorText == "")
  }

  @Test func anIgnoredSignalIsNoFault() throws {
    let run = try Run.shell("trap '' PIPE; { atomdump -x corrupt.mp4; echo $? >&2; } | true")
    #expect(run.errorText.hasSuffix("1\n"), "\(run.errorText)")
    #expect(!run.errorText.contains("could not"), "\(run.errorText)")
  }

  @Test func closedStreamsDoNotHurt() throws {
    let run = try Run.shell("atomdump movie.mov >&-")
    #expect((0...2).contains(run.code))
    let unread = try Run.shell("atomdump - <&-")
    #expect(unread.code == 2)
  }

  @Test func standardInputIsReadLikeAFile() throws {
    let file = try Run.atomdump("--json", "movie.mov").text
    for line in ["atomdump --json - < movie.mov", "cat movie.mov | atomdump --json -"] {
      let run = try Run.shell(line)
      #expect(run.code == 0)
      #expect(
        run.text.replacingOccurrences(of: #""path":"-""#, with: #""path":"movie.mov""#) == file)
    }
  }

  @Test(.enabled(if: has("xxd")))
  func xxdReadsBackWhatIsWritten() throws {
    for path in ["moov/mvhd", "mdat", "moov/udta", "ftyp"] {
      // `xxd -r` leaves a hole up to the first offset.
      let size = try Run.shell("atomdump --raw -p \(path) movie.mov | wc -c").text
        .trimmingCharacters(in: .whitespacesAndNewlines)
      let run = try Run.shell(
        """
        atomdump --raw -p \(path) movie.mov > "$TMP/a" && \
        atomdump --hex=xxd -p \(path) movie.mov | xxd -r | tail -c \(size) | cmp - "$TMP/a"; \
        rm "$TMP/a"
        """, environment: ["TMP": FileManager.default.temporaryDirectory.path])
      #expect(run.text + run.errorText == "", "\(path)")
    }
    let whole = try Run.shell("atomdump --hex=xxd movie.mov | xxd -r | cmp - movie.mov")
    #expect(whole.text + whole.errorText == "" && whole.code == 0)
  }

  @Test func namesAreNoCommandsForATerminal() throws {
    let scratch = try Scratch()
    let name = "a\u{1B}[31m\u{202E}\n\tb.mov"
    try scratch.copy("mockups/movie.mov", to: name)
    try scratch.copy("mockups/corrupt.mp4", to: "\u{1B}]0;x\u{7}.mp4")
    for options in ["", "--check", "-p //stsz", "-p //none", "--json", "--plain"] {
      let run = try Run.shell("atomdump -r \(options) . nothing-\u{1B}c", in: scratch.path)
      let all = run.output + run.errors
      #expect(!all.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }, "\(options)")
      #expect(!run.text.contains("\u{202E}"), "\(options)")
    }
    let run = try Run.atomdump("-d", "1", name, in: scratch.path)
    #expect(run.text.hasPrefix(#"a\x1b[31m\xe2\x80\xae\x0a\x09b.mov — QuickTime movie"#))
  }

  /// Records of all reports have one name of a file, from which its bytes can be had again.
  @Test(arguments: [
    "--plain -d 1", "--plain -m", "--plain --samples", "--plain --find=moov", "--plain --privacy", "--plain --table",
    "--plain --about", "--plain --stats",
  ])
  func recordsHaveOneNameOfAFile(report: String) throws {
    let scratch = try Scratch()
    try scratch.copy("mockups/slow.mp4", to: "a\tb\\c\nd.mp4")
    try scratch.copy("mockups/slow.mp4", to: "e.mp4")
    let run = try Run.shell("atomdump \(report) *.mp4", in: scratch.path)
    let cells = Set(run.lines.flatMap { $0.components(separatedBy: "\t").prefix(2) })
    #expect(cells.contains(#"a\tb\\c\nd.mp4"#) && cells.contains("e.mp4"), "\(run.text)")
  }

  @Test(.enabled(if: !isRoot, "the superuser may read everything"))
  func whatMayNotBeReadIsSaid() throws {
    let scratch = try Scratch()
    let path = try scratch.copy("mockups/movie.mov", to: "secret.mov")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    let run = try Run.atomdump("secret.mov", in: scratch.path)
    #expect(run.code == 2)
    #expect(run.errorText == "atomdump: secret.mov: permission denied\n")
  }

  @Test func directoriesAreWalkedInOrder() throws {
    let scratch = try Scratch()
    for name in ["b/z.mov", "b/a.MOV", "a.mp4", ".hidden/c.mov", "b/notes.txt"] {
      try scratch.copy("mockups/movie.mov", to: name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/link.mov", withDestinationPath: "a.mp4")
    let run = try Run.shell(
      "atomdump --jsonl -r --ext mov,mp4 . | sed 's/.*\"file\":{\"path\":\"\\([^\"]*\\)\".*/\\1/'",
      in: scratch.path)
    #expect(run.lines == ["./.hidden/c.mov", "./a.mp4", "./b/a.MOV", "./b/z.mov"])
    let named = try Run.atomdump("-q", "link.mov", in: scratch.path)
    #expect(named.code == 0)
  }

  /// As git-annex and DVC keep files: names that lead to what is stored elsewhere are counted, and followed where they
  /// are named.
  @Test func linksInDirectoriesAreCounted() throws {
    let scratch = try Scratch()
    try scratch.copy("mockups/movie.mov", to: "store/1")
    try scratch.copy("mockups/movie.mov", to: "films/a.mov")
    for (name, place) in [("b.mov", "../store/1"), ("gone.mov", "../store/2"), ("loop", "."), ("note", "a.mov")] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path + "/films/" + name, withDestinationPath: place)
    }
    let run = try Run.shell("atomdump -r films --plain -p moov/mvhd.timescale", in: scratch.path)
    #expect(run.code == 0 && run.text.contains("films/a.mov") && !run.text.contains("films/b.mov"), "\(run.text)")
    #expect(run.errorText == "atomdump: 3 symbolic links passed over: name them to follow them\n")
    #expect(try Run.shell("atomdump films/b.mov", in: scratch.path).code == 0)
    #expect(try Run.shell("atomdump -q -r films", in: scratch.path).errorText.contains("passed over") == false)
  }

  /// Nothing is read from a pipe that nobody named, which might never end: it is counted where it is called as media is.
  @Test func pipesInDirectoriesAreCounted() throws {
    let scratch = try Scratch()
    try scratch.copy("mockups/movie.mov", to: "films/a.mov")
    let run = try Run.shell(
      "mkfifo films/b.mp4 films/note; atomdump -r films --plain -p moov/mvhd.timescale", in: scratch.path)
    #expect(run.code == 0 && run.text.contains("films/a.mov") && !run.text.contains("films/b.mp4"), "\(run.text)")
    #expect(run.errorText == "atomdump: 1 pipe or device passed over (to read it, give - and redirect standard input)\n")
    let both = try Run.shell(
      "mkfifo films/c.mov; mkdir b; cp films/a.mov b; atomdiff -r films b; atomdump -q -r films", in: scratch.path)
    #expect(both.errorText == "atomdiff: 2 pipes and devices passed over (to read one, give - and redirect standard input)\n", "\(both.errorText)")
  }

  @Test func whatADirectoryHoldsBesideMediaIsPassedOver() throws {
    let scratch = try Scratch()
    try scratch.copy("mockups/movie.mov", to: "movie.mov")
    try scratch.copy("inputs/cover.png", to: "notes.txt")
    let walked = try Run.shell("atomdump -r . -d 1 2>&1", in: scratch.path)
    #expect(walked.code == 0)
    #expect(walked.text.contains("atomdump: 1 file of another format passed over (-v names them)"))
    let told = try Run.shell("atomdump -v -r . -d 1 2>&1", in: scratch.path)
    #expect(told.text.contains("atomdump: ./notes.txt: not a format that is known here"))
    // What was named has to be readable.
    #expect(try Run.atomdump("movie.mov", "notes.txt", in: scratch.path).code == 2)
  }

  @Test func longReportsOfSeveralFilesAreWholeAndApart() throws {
    // More than the 64 KiB that are handed on at a time.
    let both = try Run.shell("atomdump -f -n all movie.mov a.mp4")
    let each = try Run.shell("atomdump -f -n all movie.mov; echo; atomdump -f -n all a.mp4")
    #expect(both.output.count > 100_000)
    #expect(both.output == each.output)
  }

  @Test func manyFilesComeInOrderWhateverTheJobs() throws {
    let one = try Run.shell("atomdump -J 1 -f ../*/*.m*")
    let four = try Run.shell("atomdump -J 4 -f ../*/*.m*")
    #expect(one.code == 2)
    #expect(one.output == four.output && one.errors == four.errors)
    #expect(one.lines.filter { $0.contains(" bytes") && $0.contains(" — ") }.count > 80)
  }

  /// Mock-up 8, with a file of our own builder.
  @Test func twoMillionRowsAreARow() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/big.mp4"
    try Workload.tables(count: 2_000_000, areAllLong: false, to: path)
    let page = try Run.atomdump("-p", "//stsz", "big.mp4", in: scratch.path)
    #expect(page.code == 0)
    let lines = page.lines
    #expect(lines.count < 20, "\(page.text)")
    #expect(lines[0].hasPrefix("moov/trak/mdia/minf/stbl/stsz  Sample sizes — 8,000,020 bytes at "))
    #expect(lines.contains { $0.hasPrefix("  sample_count   2,000,000") })
    #expect(
      lines.contains { line in
        let pattern = #"^  entries        min [\d,]+   max [\d,]+   mean [\d,.]+   sum [\d,]+"#
        return line.range(of: pattern, options: .regularExpression) != nil
      }, "\(page.text)")
    #expect(lines.contains { $0.contains("…") && $0.contains("1,999,994 more (-n all") })
    #expect(lines.last?.contains("2,000,000") == true)
    let some = try Run.atomdump(
      "--plain", "-f", "-p", "//stsz.entries[1000..1002]", "big.mp4", in: scratch.path)
    #expect(some.lines.count == 3)
    let all = try Run.shell("atomdump -n all -p //stsz big.mp4 | tail -1", in: scratch.path)
    #expect(all.text.contains("2,000,000"))
  }

  @Test(.enabled(if: has("bash")))
  func completionsAreShell() throws {
    let run = try Run.shell("atomdump --completions bash | bash -n")
    #expect(run.errorText == "" && run.code == 0)
  }

  @Test(.enabled(if: Run.hasTerminals))
  func colourIsForTerminals() throws {
    let piped = try Run.atomdump("movie.mov")
    #expect(!piped.output.contains(0x1B))
    let always = try Run.atomdump("--color=always", "movie.mov")
    #expect(always.output.contains(0x1B))
    let colored = try Run.shell("screen 24x80 atomdump --no-pager -d 1 movie.mov")
    #expect(colored.output.contains(0x1B))
    for line in [
      "NO_COLOR=1 screen 24x80 atomdump --no-pager -d 1 movie.mov",
      "TERM=dumb screen 24x80 atomdump --no-pager -d 1 movie.mov",
      "screen 24x80 atomdump --no-pager --color=never -d 1 movie.mov",
    ] {
      let run = try Run.shell(line)
      #expect(!run.output.contains(0x1B), "\(line)")
    }
  }

  @Test(.enabled(if: Run.hasTerminals), arguments: [24, 48])
  func theOutlineFitsTheScreen(rows: Int) throws {
    for name in ["movie.mov", "slow.mp4", "frag.mp4"] {
      let run = try Run.shell(
        "NO_COLOR=1 screen \(rows)x80 atomdump --no-pager \(name)")
      #expect(run.lines.count < rows, "\(name)")
    }
  }
}
