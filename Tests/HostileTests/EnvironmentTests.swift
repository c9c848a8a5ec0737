import ByteReading
import Corpus
import Foundation
import FuzzOracles
import Testing

/// What the system can do to a program: files that change, streams that close, limits, signals, names.
@Suite struct EnvironmentTests {
  static let tools = ["atomdump", "id3dump", "atomdiff"]
  static let movie = Corpus.path(of: "mockups/movie.mov")
  static let tagged = Corpus.path(of: "mockups/track.mp3")

  /// Some call that reads a file and writes much.
  static func call(_ tool: String) -> String {
    switch tool {
    case "id3dump": "id3dump -x -n all '\(tagged)'"
    case "atomdiff": "atomdiff --all '\(movie)' '\(Corpus.path(of: "mockups/a.mp4"))'"
    default: "atomdump -f -n all '\(movie)'"
    }
  }

  /// A trap or a signal that no input may raise: more than 128, and none of those asked for.
  static func isCrash(_ code: Int32) -> Bool { code > 2 }

  static func has(_ program: String) -> Bool {
    ["/usr/bin/", "/bin/", "/usr/sbin/", "/usr/local/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + program)
    }
  }

  #if os(Linux)
    static let isLinux = true
  #else
    static let isLinux = false
  #endif

  // MARK: Files that change

  /// A film of 3 MB of tables, which is mapped, and a report of it that stops half-way because nobody
  /// reads it: `change` is done then.
  private static func changing(
    _ change: String, _ call: String = "atomdump -f -n all"
  ) throws -> (code: String, errors: String) {
    let folder = try Folder()
    try Workload.tables(count: 300_000, areAllLong: false, to: folder.path + "/big.mp4")
    let run = try Programs.shell(
      """
      mkfifo pipe
      { \(call) big.mp4 >pipe 2>errors; echo $? >code; } &
      exec 3<pipe
      dd bs=1 count=1 <&3 >/dev/null 2>&1
      sleep 0.3
      \(change)
      cat <&3 >/dev/null
      wait
      cat code
      """, in: folder.path)
    return (
      run.text.trimmingCharacters(in: .whitespacesAndNewlines),
      String(decoding: folder.bytes(of: "errors"), as: UTF8.self)
    )
  }

  @Test(
    .enabled(if: isLinux, "the ways to change a file under a mapping are those of Linux"),
    arguments: [": >big.mp4", "truncate -s 5000 big.mp4", "truncate -s 0 big.mp4; echo >>big.mp4"])
  func aFileThatShrinksIsSaid(change: String) throws {
    let (code, errors) = try Self.changing(change)
    #expect(code == "2")
    #expect(errors.contains("atomdump: big.mp4: file changed while being read"), "\(errors)")
    #expect(!errors.contains("Fatal") && !errors.contains("Stack dump"), "\(errors)")
  }

  /// Of several files the one that shrank is named.
  @Test(.enabled(if: isLinux, "the ways to change a file under a mapping are those of Linux"))
  func aFileThatShrinksIsNamedAmongMany() throws {
    let (code, errors) = try Self.changing(": >other.mp4", "cp big.mp4 other.mp4; atomdump -f -n all -J 1 other.mp4")
    #expect(code == "2")
    #expect(errors.contains("atomdump: other.mp4: file changed while being read\n"), "\(errors)")
  }

  @Test(
    .enabled(if: isLinux, "the ways to change a file under a mapping are those of Linux"),
    arguments: [
      "echo more >>big.mp4",
      "printf 'x' | dd of=big.mp4 conv=notrunc bs=1 seek=2000000 2>/dev/null",
    ])
  func aFileThatGrowsOrIsOverwrittenIsSaid(change: String) throws {
    let (code, errors) = try Self.changing(change)
    #expect(code == "2")
    #expect(errors.contains("file changed while being read"), "\(errors)")
  }

  @Test(.enabled(if: isLinux, "the ways to change a file under a mapping are those of Linux"))
  func aFileThatIsReplacedIsReadAsItWas() throws {
    let (code, errors) = try Self.changing("cp big.mp4 new; mv new big.mp4")
    #expect(code != "2" && !errors.contains("changed"), "\(code) \(errors)")
  }

  // MARK: Streams

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no device that is full"),
    arguments: tools)
  func aFullDeviceIsSaid(tool: String) throws {
    let run = try Programs.shell("\(Self.call(tool)) >/dev/full", in: "/")
    #expect(run.code == 2)
    #expect(run.errorText.contains("could not be written"), "\(run.errorText)")
  }

  @Test(arguments: tools)
  func aReaderThatLeavesIsNoFault(tool: String) throws {
    let gone = try Programs.shell("{ \(Self.call(tool)); echo $? >&2; } | head -c 1", in: "/")
    #expect(gone.output.count == 1)
    // Dead of SIGPIPE, or done before it was noticed.
    let code = gone.errorText.split(separator: "\n").last.flatMap { Int32($0) }
    #expect(code == 141 || (0...1).contains(code ?? -1), "\(gone.errorText)")
    let ignored = try Programs.shell(
      "trap '' PIPE; { \(Self.call(tool)); echo $? >&2; } | head -c 1", in: "/")
    let own = ignored.errorText.split(separator: "\n").last.flatMap { Int32($0) }
    #expect((0...1).contains(own ?? -1), "\(ignored.errorText)")
  }

  @Test(arguments: tools)
  func closedStreamsDoNoHarm(tool: String) throws {
    for closed in [">&-", "2>&-", "<&-", ">&- 2>&- <&-"] {
      let run = try Programs.shell("\(Self.call(tool)) \(closed)", in: "/")
      #expect(!Self.isCrash(run.code), "\(closed): \(run.code)")
    }
    // What was not written was not shown.
    #expect(try Programs.shell("\(Self.call(tool)) >&-", in: "/").code == 2)
  }

  @Test(arguments: tools)
  func aLimitOnTheSizeOfFilesIsSaid(tool: String) throws {
    let folder = try Folder()
    let run = try Programs.shell(
      "ulimit -f 1; \(Self.call(tool)) >report 2>errors; echo $?", in: folder.path)
    let errors = String(decoding: folder.bytes(of: "errors"), as: UTF8.self)
    let code = run.text.trimmingCharacters(in: .whitespacesAndNewlines)
    // A short report fits into the limit.
    if folder.bytes(of: "report").count < 512 {
      #expect(["0", "1"].contains(code))
    } else {
      #expect(code == "2" && errors.contains("could not be written"), "\(code) \(errors)")
    }
  }

  // MARK: What is no file

  @Test(arguments: tools)
  func whatCannotBeReadIsSaidAtOnce(tool: String) throws {
    let folder = try Folder()
    try folder.write([], to: "empty")
    _ = try Programs.shell(
      "mkfifo fifo; mkdir folder; ln -s loop loop; ln -s nothing dangling", in: folder.path)
    let long = String(repeating: "n", count: 5_000)
    var names = ["fifo", "folder", "loop", "dangling", "missing", "empty", "", long, "empty/file"]
    if Self.isLinux {
      names += ["/dev/zero", "/proc/self/mem", "/proc/self/environ", "/dev/tty0"]
    }
    // For a comparison it is a file that is not there, as it is for git.
    if tool != "atomdiff" { names.append("/dev/null") }
    for name in names {
      let other = tool == "atomdiff" ? " '\(Self.movie)'" : ""
      let run = try Programs.shell("\(tool) -- '\(name)'\(other)", in: folder.path, patience: 20)
      #expect(run.code == 2 && !run.tookTooLong, "\(name.prefix(40)): \(run.code)")
      #expect(run.errorText.hasPrefix("\(tool): "), "\(name.prefix(40)): \(run.errorText)")
      // Behind the message of what is no known format stand its first bytes.
      let lines = run.errorText.split(separator: "\n").filter { !$0.hasPrefix("  ") }
      #expect(lines.count == 1, "\(name.prefix(40))")
    }
  }

  @Test func hostileNamesAreTextToo() throws {
    let folder = try Folder()
    let names = [
      "a\u{1B}[2J\u{7}.mov", "b\n\r\tc.mov", "-f", "d\u{202E}vom.mov", "\"'`$(x).mov", " .mov",
      "\u{9B}31m.mov",
    ]
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.movie)))
    for name in names { try folder.write(bytes, to: name) }
    for call in ["atomdump -d 1 -r .", "atomdump --json -r .", "atomdump --plain -d 1 -- *"] {
      let run = try Programs.shell(call, in: folder.path)
      #expect(run.code == 0, "\(call): \(run.errorText)")
      let harm = (run.output + run.errors).first {
        $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F
      }
      #expect(harm == nil, "\(call)")
      #expect(!run.text.contains("\u{202E}") && !run.text.contains("\u{9B}"), "\(call)")
    }
  }

  @Test(.enabled(if: isLinux, "names that are not UTF-8 are for Linux"))
  func namesNeedNotBeText() throws {
    let folder = try Folder()
    let run = try Programs.shell(
      "cp '\(Self.movie)' \"$(printf 'x\\377\\376.mov')\"; atomdump -d 1 x*; echo $?",
      in: folder.path)
    #expect(run.text.hasPrefix(#"x\xff\xfe.mov — QuickTime movie"#), "\(run.text.prefix(80))")
    #expect(run.text.hasSuffix("0\n"))
  }

  /// Every report for machines tells two files apart whose names differ in a byte that is no text.
  @Test(.enabled(if: isLinux, "names that are not UTF-8 are for Linux"))
  func bytesOfNamesAreInReports() throws {
    let folder = try Folder()
    let made = try Programs.shell(
      #"for n in "$(printf 'x\377')" "$(printf 'x\376')"; do cp '\#(Self.movie)' "$n"; done; echo 'expect moov absent' > absent"#,
      in: folder.path)
    #expect(made.code == 0)
    for report in [
      "--json", "--jsonl", "--about --json", "--table --json", "--stats --json", "--samples --json", "--samples --jsonl",
      "--plays --json", "--privacy --json", "--plot=time --json", "--expect absent --json",
    ] {
      let run = try Programs.shell("atomdump \(report) x*", in: folder.path)
      #expect(
        run.text.contains(#""78fe""#) && run.text.contains(#""78ff""#), "\(report): \(run.text.prefix(160)) \(run.errorText)")
    }
    // So do those on two files, and on the files of a manifest.
    for report in ["atomdiff --json", "atomdiff --join --json", "atomdiff --samples --json", "atomdump --align --json"] {
      let run = try Programs.shell("\(report) x*", in: folder.path)
      #expect(run.text.contains(#""pathHex""#), "\(report): \(run.text.prefix(160)) \(run.errorText)")
      #expect(run.text.contains(#""78fe""#) && run.text.contains(#""78ff""#), "\(report): \(run.text.prefix(160))")
    }
    // What is text is as it was given, not as it is shown.
    let escaped = try Programs.shell(#"cp "$(printf 'x\377')" 'a\b'; atomdiff --json 'a\b' 'a\b'"#, in: folder.path)
    #expect(escaped.text.contains(#""name":"a\\b""#) && !escaped.text.contains("pathHex"), "\(escaped.text.prefix(160))")
    // A name that is text needs no bytes.
    let plain = try Programs.shell("mv \"$(printf 'x\\377')\" é; atomdump --json é", in: folder.path)
    #expect(plain.text.contains("\"é\"") && !plain.text.contains("pathHex"))
  }

  // MARK: Limits

  /// What is promised is 64 MiB, with libraries linked into the program; those of a debug build stand
  /// beside it, and the program itself is 64 MB.
  @Test(
    .enabled(if: isLinux, "address space is limited on Linux"),
    arguments: Programs.areOptimised ? [65_536, 98_304] : [139_264])
  func addressSpaceIsLittle(limit: Int) throws {
    for call in [
      "atomdump '\(Self.movie)'", "atomdump -f -n all '\(Self.movie)'", "atomdump --json -r .",
      "atomdump --check -r .", "atomdump -x -r .", "id3dump -r .", Self.call("atomdiff"),
    ] {
      let run = try Programs.shell(
        "ulimit -c 0; ulimit -v \(limit); exec \(call)", in: Corpus.path(of: "mockups"))
      #expect(!Self.isCrash(run.code), "\(call): \(run.code) \(run.errorText.prefix(300))")
    }
  }

  @Test(.enabled(if: isLinux, "address space is limited on Linux"))
  func aFileLargerThanTheAddressSpaceIsSaid() throws {
    let folder = try Folder()
    // A hole of 4 GiB in 'mdat'.
    let start = atoms {
      Parts.fileType("isom", "isom")
      Parts.movie {}
      largeAtom("mdat", rawSize: 1 << 32)
    }
    try folder.write(start, to: "large.mp4")
    let run = try Programs.shell(
      "truncate -s \(start.count - 16 + 1 << 32) large.mp4; ulimit -v 200000; exec atomdump large.mp4",
      in: folder.path)
    #expect(run.code == 2)
    #expect(run.errorText.contains("large.mp4: cannot be mapped"), "\(run.errorText)")
  }

  /// What goes through media gives its pages back behind it: of half a gibibyte, a hole on the disk, a few
  /// are resident at a time.
  @Test(
    .enabled(if: isLinux, "the system tells there what was resident"),
    .enabled(if: Programs.areOptimised, "programs that are not optimised take minutes"),
    arguments: [
      "atomdump --digest", "atomdump -p /mdat --raw", "atomdiff --update", "atomdump --check",
      "atomdump -f -n all", "atomdump --textconv", "atomdump --plays", "atomdump --privacy",
    ])
  func mediaIsGoneThroughByAWindow(call: String) throws {
    let folder = try Folder()
    let size = 512 << 20
    let start = atoms {
      Parts.fileType("isom", "isom")
      Parts.movie {}
      largeAtom("mdat", rawSize: UInt64(size))
    }
    try folder.write(start, to: "large.mp4")
    // The last that is told before it ends is the most that there was.
    let run = try Programs.shell(
      """
      truncate -s \(start.count - 16 + size) large.mp4
      \(call) large.mp4 >/dev/null 2>&1 &
      most=0
      while now=$(sed -n 's/^VmHWM:[^0-9]*\\([0-9]*\\).*/\\1/p' /proc/$!/status) && [ -n "$now" ]
      do most=$now; sleep 0.01; done 2>/dev/null
      wait $!
      echo $? $most
      """, in: folder.path)
    let numbers = run.text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    let (code, most) = (try #require(numbers.first), try #require(numbers.last))
    #expect(code < 2 && numbers.count == 2, "\(run.text) \(run.errorText)")
    // KiB. One that was over before it was looked at tells nothing, and cannot have gone through much.
    #expect(most < 48 << 10, "\(call): \(most) KiB")
    let isLong = ["--digest", "--raw", "--update"].contains { call.hasSuffix($0) }
    #expect(most > 0 || !isLong, "\(call) was not looked at")
  }

  @Test(.enabled(if: isLinux, "what a small stack does is known for Linux"), arguments: tools)
  func theStackIsSmall(tool: String) throws {
    let deep = HostileCase.all.filter { $0.name == "10,000 atoms deep" }
    #expect(deep.count == 1)
    let folder = try Folder()
    try folder.write(deep[0].bytes, to: "deep.mp4")
    // KiB. What is not optimised keeps each copy of its settings on the stack: 300 KiB are needed of that.
    #if DEBUG
      let size = 384
    #else
      let size = 256
    #endif
    for call in [Self.call(tool), "\(tool) deep.mp4\(tool == "atomdiff" ? " deep.mp4" : "")"] {
      let run = try Programs.shell(
        "ulimit -c 0; ulimit -s \(size); exec \(call)", in: folder.path)
      #expect(!Self.isCrash(run.code), "\(call): \(run.code) \(run.errorText.prefix(300))")
    }
  }

  @Test(.enabled(if: isLinux, "descriptors are counted as on Linux"), arguments: [3, 4, 5, 8, 16])
  func descriptorsAreFew(limit: Int) throws {
    for call in [
      "atomdump '\(Self.movie)'", "atomdump -r .", "id3dump '\(Self.tagged)'",
      Self.call("atomdiff"),
    ] {
      let run = try Programs.shell(
        "ulimit -c 0; ulimit -n \(limit); exec \(call)", in: Corpus.path(of: "mockups"))
      // Where not even its libraries can be opened, the system says so.
      let isNotStarted = run.code == 127 && run.errorText.contains("shared")
      #expect(
        !Self.isCrash(run.code) || isNotStarted, "\(call): \(run.code) \(run.errorText.prefix(300))"
      )
      if limit == 3, !isNotStarted { #expect(run.code == 2, "\(call)") }
    }
  }

  @Test(.enabled(if: isLinux, "holes in files are those of Linux"))
  func aSparseFileOfATebibyteTakesAsLongAsItsAtoms() throws {
    let folder = try Folder()
    let start = atoms {
      Parts.fileType("isom", "isom")
      Parts.movie {}
      largeAtom("mdat", rawSize: 1 << 40)
    }
    try folder.write(start, to: "sparse.mp4")
    let size = start.count - 16 + 1 << 40
    let run = try Programs.shell(
      """
      truncate -s \(size) sparse.mp4 2>/dev/null || exit 99
      ulimit -t \(Programs.seconds)
      for options in '' --json --check --map; do atomdump $options sparse.mp4 >/dev/null || exit; done
      """, in: folder.path)
    if run.code == 99 {
      print("no files of a tebibyte here: the test of sparse files is skipped")
      return
    }
    #expect(run.code == 0, "\(run.errorText)")
  }

  // MARK: Signals

  @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129), ("PIPE", 141)])
  func signalsEndItAtOnce(signal: String, code: Int32) throws {
    let folder = try Folder()
    // It waits for a reader of its report, then for standard input.
    let run = try Programs.shell(
      """
      mkfifo pipe in
      exec 4<>in
      atomdump - <in >/dev/null 2>errors &
      child=$!
      sleep 0.5
      kill -\(signal) $child
      ( sleep 5; kill -KILL $child ) 2>/dev/null &
      killer=$!
      wait $child
      echo $?
      kill $killer 2>/dev/null
      """, in: folder.path)
    // A shell without job control starts what runs beside it with SIGINT ignored, and it stays so.
    let ended = Int32(run.text.trimmingCharacters(in: .whitespacesAndNewlines))
    #expect(ended == code || signal == "INT" && ended == 137, "\(run.text) \(run.errorText)")
    #expect(folder.bytes(of: "errors").isEmpty)
  }

  @Test(.enabled(if: has("python3"), "python3 sends the interrupt that a shell would ignore"))
  func anInterruptEndsIt() throws {
    let run = try Programs.shell(
      """
      exec python3 -c '
      import subprocess, signal, time
      p = subprocess.Popen(["atomdump", "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
          preexec_fn=lambda: (signal.signal(signal.SIGINT, signal.SIG_DFL),
            signal.pthread_sigmask(signal.SIG_SETMASK, [])))
      time.sleep(0.5)
      p.send_signal(signal.SIGINT)
      print(p.wait(timeout=5))'
      """, in: "/")
    #expect(run.text == "-2\n", "\(run.text) \(run.errorText)")
  }

  // MARK: The environment

  private static func outputs(of call: String) throws -> ([UInt8], [UInt8]) {
    let run = try Programs.shell(call, in: "/")
    return (run.output, run.errors)
  }

  @Test func outputIsTheSameEverywhere() throws {
    let environments: [[String: String]] = [
      ["LC_ALL": "de_DE.UTF-8", "LC_NUMERIC": "de_DE.UTF-8"], ["LC_ALL": "tr_TR.UTF-8"],
      ["LC_ALL": "C"], ["LC_ALL": "nonsense"], ["LC_ALL": ""], ["TZ": "Asia/Kolkata"],
      ["TZ": "nonsense"], ["TZ": ":/etc/passwd"], ["TZ": ""], ["COLUMNS": "-5", "LINES": "0"],
      ["TERM": "\u{1B}[31m"], ["TMPDIR": "/nowhere"], ["HOME": ""],
    ]
    for call in [
      "atomdump -f '\(Self.movie)'", "id3dump -f '\(Self.tagged)'", Self.call("atomdiff"),
    ] {
      let (expected, said) = try Self.outputs(of: call)
      #expect(!expected.isEmpty)
      for environment in environments {
        let run = try Programs.shell(call, in: "/", environment: environment)
        #expect(run.output == expected && run.errors == said, "\(call) in \(environment)")
      }
      // A build that counts its coverage writes what it counted where it stands, when nobody says where.
      let folder = try Folder()
      let none = try Programs.shell(
        "exec env -i \"$(command -v \(call.prefix { $0 != " " }))\" \(call.drop { $0 != " " })",
        in: folder.path)
      #expect(none.output == expected, "\(call) without an environment: \(none.errorText)")
    }
  }
}
