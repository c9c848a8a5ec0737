import ByteReading
import Corpus
import Foundation
import Testing

/// `--via COMMAND`: files of which a program prints ranges. Here it is a script that writes down what it is
/// asked for.
@Suite struct ViaTests {
  /// Prints bytes FIRST to LAST of FILE, as the end of the file allows.
  private static let script = """
    echo "$1 $2" >> log
    tail -c +$(($1 + 1)) "$3" | head -c $(($2 - $1 + 1))
    """
  private static let via = "--via '/bin/sh range {first} {last} {}'"

  private func shell(_ line: String, in folder: String) throws -> Run {
    try Run.shell(line, in: folder)
  }

  private func folder() throws -> Scratch {
    let folder = try Scratch()
    try folder.write(Array(Self.script.utf8), to: "range")
    return folder
  }

  /// What the script was asked for since the last call, as it is answered of a file of `size` bytes.
  private func requests(in folder: borrowing Scratch, size: Int) throws -> [Range<Int>] {
    let url = URL(fileURLWithPath: folder.path + "/log")
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [] }
    try FileManager.default.removeItem(at: url)
    return text.split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 2 else { return nil }
      return min(numbers[0], size)..<min(numbers[1] + 1, size)
    }
  }

  // MARK: Four gigabytes

  /// A film of 30,000 samples of 140,000 bytes; its `moov` is of some 121 KB.
  private static func movie(at offset: Int) -> Piece {
    Parts.movie(duration: 6_000_000) {
      Parts.track(duration: 6_000_000) {
        Parts.media(duration: 6_000_000) {
          Parts.visualEntry("avc1")
        } tables: {
          Parts.sampleTables(
            [UInt32](repeating: 140_000, count: 30_000), at: UInt32(offset))
        }
      }
    }
  }
  private static let mediaCount = 30_000 * 140_000

  /// Writes it with holes for its media; `nil` where there are no such files.
  private func write(
    movieFirst: Bool, to folder: borrowing Scratch, as name: String = "film.mp4"
  ) throws -> Int? {
    let start = Parts.fileType("isom", "isom").bytes
    let header = { (count: Int) in largeAtom("mdat", rawSize: UInt64(count + 16)).bytes }
    let movie = Self.movie(at: movieFirst ? 0 : start.count + 16).bytes
    let size = start.count + 16 + Self.mediaCount + movie.count
    let front =
      movieFirst
      ? start + Self.movie(at: start.count + movie.count + 16).bytes + header(Self.mediaCount)
      : start + header(Self.mediaCount)
    try folder.write(front, to: name)
    try folder.write(movieFirst ? [] : movie, to: "tail")
    let run = try shell(
      """
      truncate -s \(size - (movieFirst ? 0 : movie.count)) \(name) && cat tail >> \(name) || exit 99
      """, in: folder.path)
    if run.code != 0 {
      print("no files of 4 GB here: the test of a large file is skipped")
      return nil
    }
    return size
  }

  @Test(arguments: [true, false], ["", "--size"])
  func aFilmOfFourGigabytesTakesFourRequests(movieFirst: Bool, size option: String) throws {
    let folder = try folder()
    guard let size = try write(movieFirst: movieFirst, to: folder) else { return }
    let given = option.isEmpty ? "" : "--size \(size)"
    let here = try shell("atomdump film.mp4", in: folder.path)
    let there = try shell("atomdump \(given) \(Self.via) film.mp4", in: folder.path)
    #expect(there.output == here.output && there.code == here.code && here.code == 0)
    let asked = try requests(in: folder, size: size)
    let bytes = asked.reduce(0) { $0 + $1.count }
    #expect(asked.count <= 4 && bytes <= 200_000, "\(asked)")
    let said = option.isEmpty ? "a short answer told the size" : "the size is that of --size"
    #expect(there.errorText.contains("in \(asked.count) requests (\(said))"), "\(there.errorText)")
    // What was not read is not said to be: tables that are long, and the media.
    #expect(there.errorText.contains("large table not checked: --check"))
    // All of the tables, and a sample or none.
    for report in ["--about", "--check", "--json", "--privacy", "--plays", "-f -n 4", "--samples -n 4"] {
      let here = try shell("atomdump \(report) film.mp4", in: folder.path)
      let there = try shell("atomdump \(report) \(Self.via) film.mp4", in: folder.path)
      #expect(there.output == here.output && there.code == here.code, "\(report) \(there.errorText)")
      let bytes = try requests(in: folder, size: size).reduce(0) { $0 + $1.count }
      #expect(bytes < 300_000, "\(report)")
    }
  }

  /// The same over HTTP, counted by the server.
  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")
        && FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"),
      "curl and python3 are not installed"))
  func aServerIsAskedFourTimes() throws {
    let folder = try folder()
    guard let size = try write(movieFirst: false, to: folder) else { return }
    let server = """
      import http.server, os, re
      class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *words): pass
        def do_GET(self):
          name = self.path[1:]
          if not os.path.exists(name): return self.send_error(404)
          first, last = map(int, re.match('bytes=(\\\\d+)-(\\\\d+)$', self.headers['Range']).groups())
          size = os.path.getsize(name)
          if first >= size: return self.send_error(416)
          with open(name, 'rb') as file:
            file.seek(first)
            found = file.read(last - first + 1)
          with open('log', 'a') as log: print(first, last, file=log)
          self.send_response(206)
          self.send_header('Content-Length', str(len(found)))
          self.end_headers()
          self.wfile.write(found)
      server = http.server.HTTPServer(('127.0.0.1', 0), Handler)
      with open('new', 'w') as port: print(server.server_port, file=port)
      os.rename('new', 'port')
      server.serve_forever()
      """.replacingOccurrences(of: "\\\\d", with: "\\d")
    try folder.write(Array(server.utf8), to: "server.py")
    let run = try shell(
      """
      python3 server.py & server=$!
      while [ ! -s port ]; do sleep 0.05; done
      url=http://127.0.0.1:$(cat port)
      atomdump --via 'curl -sSf -r {first}-{last} {}' $url/film.mp4 >there; echo $?
      atomdump film.mp4 >here 2>/dev/null; sed -i "1s,film.mp4,$url/film.mp4,; 2q" here; sed -i 2q there
      cmp here there; echo $?
      atomdump --via 'curl -sSf -r {first}-{last} {}' $url/none.mp4; echo $?
      kill $server
      """, in: folder.path)
    #expect(run.lines == ["0", "0", "2"], "\(run.text) \(run.errorText)")
    #expect(
      run.errorText.contains(
        "none.mp4: curl, asked for bytes 0-32767, ended with exit code 22: curl: (22) The requested URL"),
      "\(run.errorText)")
    let asked = try requests(in: folder, size: size)
    #expect(asked.count <= 4 && asked.reduce(0) { $0 + $1.count } <= 200_000, "\(asked)")
  }

  // MARK: Other files

  /// Files that are larger than what is fetched of them: `count` zeros in a `free` behind what they hold.
  @Test(arguments: [
    "encoded/fragmented.mp4", "encoded/gpac-image.heic", "mockups/movie.mov", "broken/runs-overlap.mp4",
    "encoded/dash-sidx.mp4", "mockups/corrupt.mp4", "made/items-v1.heic",
  ])
  func whatIsFetchedGivesWhatTheFileGives(name: String) throws {
    guard FileManager.default.fileExists(atPath: Corpus.path(of: name)) else {
      Issue.record("there is no \(name)")
      return
    }
    let folder = try folder()
    try folder.copy(name, to: "short.mp4")
    let free = atoms { atom("free", rawSize: 3_000_000) }
    try folder.write(free + [UInt8](repeating: 0, count: 3_000_000 - 8), to: "free")
    let made = try shell("cat short.mp4 free short.mp4 > long.mp4", in: folder.path)
    #expect(made.code == 0)
    for file in ["short.mp4", "long.mp4"] {
      for report in ["", "--about", "--check -v", "--json", "--plain -f", "--map", "-x"] {
        let here = try shell("atomdump \(report) \(file)", in: folder.path)
        let there = try shell(
          "atomdump \(report) --size $(wc -c < \(file)) \(Self.via) \(file)", in: folder.path)
        #expect(there.output == here.output && there.code == here.code, "\(file) \(report) \(there.errorText)")
      }
    }
  }

  /// Twelve fragments, and an index at the end that leads to them.
  @Test func fragmentsAndTheirIndexAreFound() throws {
    let folder = try folder()
    var bytes = atoms { Parts.fileType("iso6"); Parts.fragmentedMovie() }
    var rows: [(time: UInt64, offset: UInt64)] = []
    for number in 0..<12 as Range<UInt32> {
      rows.append((UInt64(number) * 100, UInt64(bytes.count)))
      bytes += Parts.fragment(
        sequence: number + 1, time: UInt64(number) * 100, duration: 100,
        sample: [0, 1, 0x86, 0x9C, 0x65] + [UInt8](repeating: 0x55, count: 99_995)).bytes
    }
    let size = UInt32(8 + 24 + rows.count * 19 + 16)
    bytes += atoms {
      atom("mfra") {
        atom("tfra", version: 1) {
          u32(1); u32(0); u32(UInt32(rows.count))
          for row in rows { u64(row.time, row.offset); u8(1, 1, 1) }
        }
        atom("mfro", version: 0) { u32(size) }
      }
    }
    try folder.write(bytes, to: "film.mp4")
    for report in ["", "--timeline", "--check"] {
      let here = try shell("atomdump \(report) film.mp4", in: folder.path)
      let there = try shell("atomdump \(report) \(Self.via) film.mp4", in: folder.path)
      #expect(there.output == here.output && there.code == here.code, "\(report) \(there.errorText)")
      let asked = try requests(in: folder, size: bytes.count)
      #expect(asked.reduce(0) { $0 + $1.count } < bytes.count / 2, "\(report) \(asked)")
    }
  }

  /// Tags at both ends: the frames of sound between them are not read, which is said.
  @Test func tagsAtBothEndsAreReadAndTheSoundIsNot() throws {
    let folder = try folder()
    let title: [UInt8] = [0x54, 0x49, 0x54, 0x32, 0, 0, 0, 5, 0, 0, 0] + Array("Blue".utf8)
    let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(title.count)] + title
    // 128 kbit/s, 44,100 Hz: 417 bytes a frame.
    let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0xC0] + [UInt8](repeating: 0, count: 413)
    var old = Array("TAGBlue".utf8)
    old += [UInt8](repeating: 0, count: 128 - old.count)
    let bytes = tag + (0..<2_000).flatMap { _ in frame } + old
    try folder.write(bytes, to: "a.mp3")
    let run = try shell("atomdump --size \(bytes.count) \(Self.via) a.mp3", in: folder.path)
    #expect(run.code == 0 && run.text.contains("ID3v2.3.0") && run.text.contains("ID3v1"))
    #expect(run.text.contains("≈ 52.125 s"), "\(run.text)")
    #expect(run.errorText.contains("no problems (frames of audio not checked: --check)"), "\(run.errorText)")
    #expect(try requests(in: folder, size: bytes.count).reduce(0) { $0 + $1.count } < 80_000)
    for report in ["--check -v", "--about", "--json", "--table", "-q"] {
      let here = try shell("atomdump \(report) a.mp3", in: folder.path)
      let there = try shell(
        "atomdump \(report) --size \(bytes.count) \(Self.via) a.mp3", in: folder.path)
      #expect(there.output == here.output && there.code == here.code, "\(report)")
      #expect(try requests(in: folder, size: bytes.count).reduce(0) { $0 + $1.count } == bytes.count)
    }
    let frames = try shell("id3dump --size \(bytes.count) \(Self.via) a.mp3", in: folder.path)
    #expect(frames.text.contains("\"Blue\"") && frames.code == 0)
    // No structure says where it ends.
    let unknown = try shell("atomdump \(Self.via) a.mp3", in: folder.path)
    #expect(unknown.code == 2 && unknown.text.isEmpty)
    #expect(unknown.errorText.contains("a.mp3: what was read of it (32,768 bytes) does not say how large it is: --size N does"))
  }

  // MARK: Answers

  /// Runs over a film of 60,000 bytes through a command, and gives what is said of it.
  private func refusal(_ script: String, _ options: String = "") throws -> String {
    let folder = try folder()
    let start = atoms {
      Parts.fileType("isom", "isom")
      Parts.movie {}
      atom("free", rawSize: 59_000)
    }
    try folder.write(start + [UInt8](repeating: 1, count: 60_000 - start.count), to: "film.mp4")
    try folder.write(Array(script.utf8), to: "range")
    let run = try shell("atomdump \(options) \(Self.via) film.mp4", in: folder.path)
    #expect(run.code == 2 && run.text.isEmpty, "\(run.text)")
    return run.errorText
  }

  @Test func answersThatAreNoRangesAreSaid() throws {
    let good = #"tail -c +$(($1 + 1)) "$3" | head -c $(($2 - $1 + 1))"#
    // All of the file, as of a server that knows no ranges.
    #expect(
      try refusal(#"cat "$3""#)
        == "atomdump: film.mp4: /bin/sh, asked for bytes 0-32767, printed more than these 32,768: it does not print ranges\n")
    // The beginning, whatever is asked for.
    #expect(
      try refusal(#"head -c $(($2 - $1 + 1)) "$3""#, "--size 60000")
        == "atomdump: film.mp4: /bin/sh, asked for bytes 57344-59999, printed the beginning of the file: it does not print ranges\n")
    // Less than there is by --size, and than an earlier answer said.
    #expect(
      try refusal(#"head -c 100 "$3""#, "--size 60000")
        == "atomdump: film.mp4: /bin/sh, asked for bytes 0-32767, printed 100: --size says that there are 60,000\n")
    // Nothing, where the end was not seen.
    let nothing = try refusal("[ $1 = 0 ] || exit 0; \(good)")
    #expect(nothing.hasPrefix("atomdump: film.mp4: /bin/sh, asked for bytes 57344-"))
    #expect(
      nothing.hasSuffix(", printed nothing: the file ends before, nobody says where (--size N does)\n"))
    #expect(
      try refusal(#"printf 'no \033[31mfile\nsecond' >&2; exit 3"#)
        == "atomdump: film.mp4: /bin/sh, asked for bytes 0-32767, ended with exit code 3: no \\x1b[31mfile\n")
    #expect(
      try refusal("printf x; sleep 50", "--timeout 1")
        == "atomdump: film.mp4: /bin/sh, asked for bytes 0-32767, printed nothing for 1 s and was ended (--timeout)\n")
    #expect(
      try refusal(good, "--size 60000 --fetch-limit 32K")
        .hasPrefix("atomdump: film.mp4: more has to be read than 32,768 bytes, which is what may be fetched: nothing is said of it"))
    // What is no file at all: nothing, and nothing that is known.
    #expect(try refusal(":") == "atomdump: film.mp4: the file is empty\n")
    #expect(try refusal("echo hello").contains("film.mp4: not a format that is known here\n"))
  }

  /// An answer may be one of a file that was cut: it is read as such.
  /// A program may want the name of a file to write to, and print something else.
  @Test func aProgramMayBeToldWhereToWrite() throws {
    let folder = try folder()
    try folder.copy("mockups/a.mp4", to: "a.mp4")
    try folder.write(
      Array("tail -c +$(($1 + 1)) a.mp4 | head -c $(($2 - $1 + 1)) > $3; echo '{\"ETag\": 1}'\n".utf8),
      to: "get")
    let run = try shell("atomdump --via 'sh get {first} {last} {out}' a.mp4", in: folder.path)
    #expect(run.code == 0, "\(run.errorText)")
    let local = try shell("atomdump a.mp4", in: folder.path)
    #expect(run.lines.dropFirst(2) == local.lines.dropFirst(2))
    // Without it what is printed behind the range is taken for bytes of the file.
    let mixed = try shell("atomdump --via 'sh get {first} {last} /dev/stdout' a.mp4", in: folder.path)
    #expect(mixed.code != 0)
    // What it prints is what it says when it fails.
    try folder.write(Array("echo no such key; exit 3".utf8), to: "get")
    let failed = try shell("atomdump --via 'sh get {first} {last} {out}' a.mp4", in: folder.path)
    #expect(failed.code == 2 && failed.errorText.contains("no such key"), "\(failed.errorText)")
  }

  @Test func aShortAnswerIsTheEndOfTheFile() throws {
    let folder = try folder()
    try folder.copy("mockups/movie.mov", to: "film.mov")
    let run = try shell(
      """
      head -c 9000 film.mov > cut.mov
      atomdump cut.mov > here 2>/dev/null
      atomdump --via 'head -c 9000 film.mov {first}{last}' 2>/dev/null; echo $?
      atomdump --via '/bin/sh -c "head -c 9000 film.mov" {first} {last}' 2>said > there; echo $?
      tail -n +2 here > a; tail -n +2 there > b; cmp a b; echo $?
      head -n 1 there; grep -c '9,000 of 9,000 bytes in 1 request' said
      """, in: folder.path)
    #expect(
      run.lines.prefix(4) == ["2", "1", "0", #"/bin/sh -c "head -c 9000 film.mov" {first} {last} — damaged QuickTime movie"#]
        || run.lines.prefix(3) == ["2", "1", "0"], "\(run.text) \(run.errorText)")
    #expect(run.lines.last == "1", "\(run.text)")
  }

  @Test func whatIsNotForItIsRefused() throws {
    let folder = try folder()
    try folder.copy("mockups/movie.mov", to: "film.mov")
    // What to do instead stands in the sentence.
    for (options, words) in [
      ("-i", "--skeleton=OUT with --via writes the structure, then -i OUT"),
      ("-r", "-r is not for --via, whose program lists no directories: give the names, as xargs does"),
      ("--follow", "what a program prints is followed so: COMMAND | atomdump --follow -"),
      ("--boxes=stsz", "--via does not go with --boxes"),
    ] {
      let run = try shell("atomdump \(options) \(Self.via) film.mov", in: folder.path)
      #expect(run.code == 2 && run.errorText.contains(words) && run.text.isEmpty, "\(options) \(run.errorText)")
    }
    for call in ["atomdump --size 5 film.mov", "atomdump --timeout 5 film.mov", "atomdiff --size 5 a b"] {
      let run = try shell(call, in: folder.path)
      #expect(run.code == 2 && run.errorText.contains("give it with --via"), "\(run.errorText)")
    }
    #expect(try requests(in: folder, size: 0).isEmpty)
  }

  // MARK: Reports that write files

  /// The file that a report writes is the one that it writes of a file of this system.
  @Test(arguments: [
    ("--html=", "mockups/movie.mov", "html"), ("--plot --svg=", "mockups/movie.mov", "svg"),
    ("--skeleton=", "mockups/movie.mov", "mov"), ("--artwork=", "encoded/tagged.m4a", "png"),
  ])
  func filesAreWritten(report: String, name: String, ending: String) throws {
    let folder = try folder()
    try folder.copy(name, to: "short")
    let free = atoms { atom("free", rawSize: 3_000_000) }
    try folder.write(free + [UInt8](repeating: 0, count: 3_000_000 - 8), to: "free")
    // What is looked at lies behind what is fetched first.
    let run = try shell(
      """
      count=$(od -An -tu1 -N4 short | awk '{ print $4 }')
      head -c $count short > film; cat free >> film; tail -c +$((count + 1)) short >> film
      atomdump \(report)here.\(ending) film >/dev/null 2>&1; here=$?
      atomdump \(report)there.\(ending) \(Self.via) film >/dev/null 2>said; echo $(($? - here))
      cmp here.\(ending) there.\(ending); echo $?
      ls -A | grep -c '^[.]atomtools'
      cp there.\(ending) kept
      atomdump \(report)there.\(ending) --size $(wc -c < film) --fetch-limit 32K \(Self.via) film 2>said; echo $?
      cmp kept there.\(ending); echo $?
      """, in: folder.path)
    #expect(
      run.lines.prefix(3) == ["0", "0", "0"] && run.lines.suffix(2) == ["2", "0"],
      "\(run.text) \(run.errorText)")
    let said = try String(contentsOfFile: folder.path + "/said", encoding: .utf8)
    #expect(said.contains("more has to be read than 32,768 bytes"), "\(said)")
  }

  /// Of a film of 4 GB the structure alone is fetched for its skeleton, which is one of the whole file.
  @Test func aSkeletonOfALargeFilmTakesItsStructure() throws {
    let folder = try folder()
    guard let size = try write(movieFirst: false, to: folder) else { return }
    let run = try shell(
      "atomdump --skeleton=out.mp4 \(Self.via) film.mp4 && atomdump --privacy out.mp4 && wc -c < out.mp4",
      in: folder.path)
    #expect(run.code == 0 && run.lines.last == "\(size)", "\(run.text) \(run.errorText)")
    let asked = try requests(in: folder, size: size)
    #expect(asked.reduce(0) { $0 + $1.count } < 300_000, "\(asked)")
  }

  @Test func renditionsAreLaidBesideEachOther() throws {
    let folder = try folder()
    try folder.copy("encoded/fragmented.mp4", to: "a.mp4")
    try folder.copy("encoded/remux-fragmented.mp4", to: "b.mp4")
    try folder.copy("encoded/segment-init.mp4", to: "init.mp4")
    try folder.copy("encoded/segment-0.m4s", to: "0.m4s")
    for files in ["a.mp4 b.mp4", "a.mp4 a.mp4", "init.mp4 0.m4s a.mp4"] {
      for form in ["", "--json", "--svg"] {
        let here = try shell("atomdump --align \(form) \(files)", in: folder.path)
        let there = try shell("atomdump --align \(form) \(Self.via) \(files)", in: folder.path)
        #expect(here.output.count > 100 && there.output == here.output && there.code == here.code, "\(there.errorText)")
        #expect(there.errorText.contains("fetched") == (form == ""), "\(there.errorText)")
      }
    }
    _ = try requests(in: folder, size: 0)
    // What a list names would be words of the program.
    try folder.write(Array("#EXTM3U\n#EXTINF:1,\n$(touch x)\n".utf8), to: "list.m3u8")
    let list = try shell("atomdump --align \(Self.via) a.mp4 list.m3u8", in: folder.path)
    let asked = try requests(in: folder, size: 0)
    #expect(list.code == 2 && list.text.isEmpty && asked.isEmpty)
    #expect(
      list.errorText.contains("list.m3u8: --via reads the files that the call names, not those that a list names"),
      "\(list.errorText)")
    let one = try shell("atomdump --align \(Self.via) a.mp4", in: folder.path)
    #expect(one.code == 2 && one.errorText.contains("give two files"), "\(one.errorText)")
    try folder.write(Array("exit 3".utf8), to: "range")
    let failed = try shell("atomdump --align \(Self.via) a.mp4 b.mp4", in: folder.path)
    #expect(failed.code == 2 && failed.errorText.contains("a.mp4: /bin/sh, asked for bytes 0-32767, ended with exit code 3"))
  }

  /// Several operands, one of which is not there.
  @Test func eachOperandIsAFileOfItsOwn() throws {
    let folder = try folder()
    try folder.copy("mockups/movie.mov", to: "a b.mov")
    try folder.copy("mockups/track.mp3", to: "c.mp3")
    let run = try shell(
      "atomdump --table=name,size,verdict \(Self.via) 'a b.mov' none.mp4 c.mp3", in: folder.path)
    let here = try shell("atomdump --table=name,size,verdict 'a b.mov' none.mp4 c.mp3", in: folder.path)
    #expect(run.code == 2 && run.lines.count == here.lines.count, "\(run.text)")
    #expect(run.lines.first { $0.contains("a b.mov") } == here.lines.first { $0.contains("a b.mov") })
    #expect(run.errorText.contains("none.mp4: the file is empty") || run.errorText.contains("none.mp4: /bin/sh"), "\(run.errorText)")
  }

  /// The program is ended with the tool, however soon after it began a signal comes. What runs the tests may have signals blocked: python3 starts the
  /// tool without.
  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "python3 is not installed"),
    arguments: ["SIGINT", "SIGTERM", "SIGHUP"])
  func aSignalEndsTheProgram(signal: String) throws {
    let folder = try folder()
    let script = """
      trap 'echo > ended; exit' TERM
      echo > begun
      while :; do sleep 0.1; done
      """
    try folder.write(Array(script.utf8), to: "range")
    let run = try shell(
      """
      exec python3 -c '
      import os, signal, subprocess, time
      def start():
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
      call = ["atomdump", "--via", "/bin/sh range {first} {last} {}", "film.mp4"]
      tool = subprocess.Popen(call, preexec_fn=start)
      def wait(name):
        for _ in range(20000):
          if os.path.exists(name): return True
          time.sleep(0.0005)
      print(wait("begun"))
      tool.send_signal(signal.\(signal))
      print(tool.wait(timeout=40) == -signal.\(signal), wait("ended"))'
      """, in: folder.path)
    #expect(run.text == "True\nTrue True\n", "\(run.text) \(run.errorText)")
  }

  // MARK: Two files

  @Test func twoFilesAreComparedWithoutTheirMedia() throws {
    let folder = try folder()
    guard try write(movieFirst: true, to: folder, as: "a.mp4") != nil,
      let size = try write(movieFirst: false, to: folder, as: "b.mp4")
    else { return }
    let run = try shell("atomdiff \(Self.via) a.mp4 b.mp4", in: folder.path)
    #expect(run.code == 1 && run.text.contains("moov") && run.text.contains("moved behind mdat"), "\(run.text)")
    #expect(run.text.contains("not checked  samples"), "\(run.text)")
    #expect(!run.text.contains("viewer: no change"))
    let asked = try requests(in: folder, size: size)
    #expect(asked.reduce(0) { $0 + $1.count } < 700_000, "\(asked)")
    // Nothing differs, as far as it was read: that is not silence.
    for options in ["", "-v", "-q", "--stat"] {
      let run = try shell("atomdiff \(options) \(Self.via) a.mp4 a.mp4", in: folder.path)
      #expect(run.code == 0 && !run.text.contains("equal"), "\(run.text)")
      #expect(run.errorText.contains("a.mp4: no change found; samples not checked"), "\(options) \(run.errorText)")
    }
  }

  /// Whoever asks for the media is told that they are too many.
  @Test func mediaThatAreAskedForAreFetched() throws {
    let folder = try folder()
    let film = atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { bytes((0..<900_000).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }) }
    }
    try folder.write(film, to: "a.mp4")
    try folder.write(film + atoms { atom("free") }, to: "b.mp4")
    let whole = try shell("atomdiff --digest \(Self.via) a.mp4 b.mp4", in: folder.path)
    let here = try shell("atomdiff --digest a.mp4 b.mp4", in: folder.path)
    #expect(whole.code == 1 && whole.output == here.output, "\(whole.errorText)")
    let few = try shell("atomdiff --digest --fetch-limit 300K \(Self.via) a.mp4 b.mp4", in: folder.path)
    #expect(few.code == 2 && few.text.isEmpty, "\(few.text)")
    #expect(few.errorText.contains("more has to be read than 307,200 bytes"), "\(few.errorText)")
    let sums = try shell("atomdump --about --digest \(Self.via) a.mp4", in: folder.path)
    #expect(sums.output == (try shell("atomdump --about --digest a.mp4", in: folder.path)).output)
  }

  @Test func smallFilesAreComparedWhole() throws {
    let folder = try folder()
    try folder.copy("mockups/movie.mov", to: "a.mov")
    let edited = try shell(
      """
      sed 's/Sample Reel/Simple Reel/' a.mov > b.mov
      atomdiff \(Self.via) a.mov b.mov > there; echo $?
      atomdiff a.mov b.mov > here; cmp here there; echo $?
      atomdiff --via '/bin/sh range {first} {last} a.mov' b.mov | tail -n +2 > there; tail -n +2 here | cmp - there; echo $?
      atomdiff -v \(Self.via) a.mov a.mov; echo $?
      """, in: folder.path)
    #expect(edited.lines.first == "1" && edited.lines.last == "0", "\(edited.text) \(edited.errorText)")
  }
}
