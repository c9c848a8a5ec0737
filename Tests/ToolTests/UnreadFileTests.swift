import ByteReading
import Corpus
import Foundation
import Testing

/// A file that could not be read is named in each form that a machine reads: its absence looked like success.
@Suite struct UnreadFileTests {
  private func run(_ script: String) throws -> Run {
    let folder = try Scratch()
    _ = try folder.copy("mockups/movie.mov", to: "movie.mov")
    try Data("no media".utf8).write(to: URL(fileURLWithPath: folder.path + "/no.mp4"))
    return try Run.shell(script, in: folder.path)
  }

  @Test(arguments: ["movie.mov gone.mp4 no.mp4", "gone.mp4 no.mp4"])
  func resultsOfTestsNameIt(files: String) throws {
    let run = try run("atomdump --plays=chrome --junit \(files); echo $?")
    let count = files.split(separator: " ").count
    #expect(run.text.contains("<testsuites name=\"atomdump\" tests=\"\(count)\""), "\(run.text)")
    #expect(run.text.contains("errors=\"2\""))
    for name in ["gone.mp4", "no.mp4"] {
      #expect(run.text.contains("<testcase name=\"\(name)\" classname=\"atomdump\" time=\"0\">\n      <error message="), "\(run.text)")
    }
    #expect(run.lines.last == "2")
  }

  /// What a baseline knows of bytes that were cut off is not gone.
  @Test func whatWasNotReadIsNotGone() throws {
    let folder = try Scratch()
    for name in ["corrupt.mp4", "movie.mov"] { _ = try folder.copy("mockups/" + name, to: name) }
    let known = ["corrupt.mp4", "movie.mov"].map { "track-id-zero\t1\tmoov\t\($0)\n" }.joined()
    try Data(known.utf8).write(to: URL(fileURLWithPath: folder.path + "/known"))
    func said(of name: String) throws -> String {
      try Run.shell("atomdump --check --baseline known \(name)", in: folder.path).errorText
    }
    let cut = try said(of: "corrupt.mp4")
    #expect(cut.contains("1 known problem not found, but not all was seen: ") && !cut.contains("gone: "), "\(cut)")
    #expect(try said(of: "movie.mov").contains("gone: track-id-zero at moov: take it out of the baseline"))
    // Nor is it where that it was cut off is known, or is no problem.
    let script = """
      atomdump --check --baseline all --accept corrupt.mp4 >/dev/null 2>&1; cat known >>all
      atomdump --check --baseline all corrupt.mp4
      for rule in atom-exceeds-parent file-truncated; do echo $rule off; done >off
      atomdump --check --baseline known --severities off corrupt.mp4
      """
    let both = try Run.shell(script, in: folder.path).errorText
    let lines = both.split(separator: "\n").filter { $0.contains("1 known problem not found, but not all was seen: ") }
    #expect(lines.count == 2 && !both.contains("gone: "), "\(both)")
  }

  /// That all values compare so is proved only of those that were read.
  @Test func whatIsComparedIsWhatWasRead() throws {
    let folder = try Scratch()
    for name in ["corrupt.mp4", "movie.mov"] { _ = try folder.copy("mockups/" + name, to: name) }
    func said(_ line: String, of name: String) throws -> String {
      try folder.write(Array(line.utf8), to: "expected")
      let run = try Run.shell("atomdump --expect expected \(name)", in: folder.path)
      #expect(run.code == 0, "\(run.text)")
      return run.errorText
    }
    let words = "compared with what was read, but not all was seen: "
    #expect(try said("expect //ftyp.major_brand != 'none'\n", of: "corrupt.mp4").contains(words))
    #expect(try !said("expect //ftyp.major_brand != 'none'\n", of: "movie.mov").contains(words))
    #expect(try !said("expect //ftyp\n", of: "corrupt.mp4").contains(words))
    // For machines as well, and in a comparison.
    let script = """
      echo "expect //ftyp.major_brand != 'none'" >expected
      atomdump --expect expected --json corrupt.mp4 2>/dev/null; cp corrupt.mp4 other.mp4; cp expected .atomdiff
      atomdiff corrupt.mp4 other.mp4; atomdiff movie.mov movie.mov
      """
    let both = try Run.shell(script, in: folder.path).text
    #expect(both.contains("\"unseen\":[\"atom-exceeds-parent\""), "\(both)")
    #expect(both.components(separatedBy: "other.mp4: note: expectations were " + words).count == 2, "\(both)")
  }

  @Test(arguments: ["movie.mov gone.mp4", "gone.mp4 no.mp4", "gone.mp4", "movie.mov"])
  func logsNameIt(files: String) throws {
    let run = try run("atomdump --plays=chrome --sarif \(files)")
    let log = try #require(JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let first = try #require((log["runs"] as? [[String: Any]])?.first)
    let invocation = try #require((first["invocations"] as? [[String: Any]])?.first)
    let notes = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
    let texts = notes.compactMap { ($0["message"] as? [String: Any])?["text"] as? String }
    #expect(invocation["executionSuccessful"] as? Bool == (files == "movie.mov"))
    for name in ["gone.mp4", "no.mp4"] {
      #expect(texts.contains { $0.hasPrefix(name + ": ") } == files.contains(name), "\(texts)")
    }
  }

  @Test(arguments: ["--plays", "--privacy"], ["--json", "--jsonl", "--yaml", "--plain"])
  func recordsNameIt(report: String, form: String) throws {
    if report == "--plays", form == "--plain" { return }
    for files in ["movie.mov gone.mp4", "gone.mp4"] {
      let run = try run("atomdump \(report) \(form) \(files); echo $?")
      #expect(run.lines.last == "2")
      let isNamed =
        form == "--plain"
        ? run.lines.contains { $0.contains("notRead\tfile\tno such file") }
        : run.text.contains("atomtools.failure/1") && run.text.contains("gone.mp4")
      #expect(isNamed, "\(report) \(form): \(run.text)")
    }
  }
}

/// The line that counts files counts those that could not be read.
@Suite struct UnreadTallyTests {
  @Test(arguments: [
    ("--table", "movie.mov gone.mp4 no.mp4", "1 file, 2 not read · no errors or warnings"),
    ("--check", "movie.mov gone.mp4 no.mp4", "1 file, 2 not read · no errors or warnings"),
    ("--check", "gone.mp4 no.mp4", "0 files, 2 not read"), ("--check", "movie.mov b.mov", "2 files · no errors or warnings"),
  ])
  func filesThatAreNotReadAreCounted(report: String, files: String, line: String) throws {
    let folder = try Scratch()
    for name in ["movie.mov", "b.mov"] { try folder.copy("mockups/movie.mov", to: name) }
    try folder.write(Array("no media".utf8), to: "no.mp4")
    let run = try Run.shell("atomdump \(report) -- \(files)", in: folder.path)
    #expect(run.lines.last == line, "\(run.text)")
  }

  /// Who names a directory that is not the one that was meant is not told that all is well.
  @Test(arguments: ["", "--check", "--table", "--about", "--plays", "--privacy", "--exit-zero --check", "--find=x"])
  func aDirectoryWithoutMediaIsAMistake(report: String) throws {
    let folder = try Scratch()
    try FileManager.default.createDirectory(atPath: folder.path + "/a", withIntermediateDirectories: true)
    try folder.write(Array("no media".utf8), to: "a/no.txt")
    let one = try Run.shell("atomdump \(report) -r a", in: folder.path)
    #expect(one.code == 2 && one.errorText.hasSuffix("atomdump: there is no media in 'a'\n"), "\(one.errorText)")
    try FileManager.default.createDirectory(atPath: folder.path + "/b", withIntermediateDirectories: true)
    let both = try Run.shell("atomdump \(report) -r a b", in: folder.path)
    #expect(both.code == 2 && both.errorText.hasSuffix("atomdump: there is no media in any of 2 directories\n"), "\(both.errorText)")
    try folder.copy("mockups/fast.mp4", to: "b/fast.mp4")
    #expect(try Run.shell("atomdump \(report) -r a b", in: folder.path).code < 2)
  }
}

/// A file of a directory that is called as media is, and is none, is at fault: a download that failed was passed over.
@Suite struct MisnamedFileTests {
  /// A folder `d` with a movie, and with what is left of downloads.
  private func downloads() throws -> Scratch {
    let folder = try Scratch()
    try FileManager.default.createDirectory(atPath: folder.path + "/d", withIntermediateDirectories: true)
    try folder.copy("mockups/movie.mov", to: "d/movie.mov")
    try folder.write([], to: "d/empty.mp4")
    try folder.write(Array("<!DOCTYPE html><html>404".utf8), to: "d/page.MP4")
    try folder.write(zeros(4_096).bytes, to: "d/zeros.m4a")
    return folder
  }

  @Test func whatIsNoMediaIsNotRead() throws {
    let folder = try downloads()
    try folder.write(Array("no media".utf8), to: "d/notes.txt")
    // macOS puts such a file beside each of another disk.
    try folder.write(hex("00051607 00020000").bytes, to: "d/._movie.mov")
    let run = try Run.shell("atomdump --check -r d", in: folder.path)
    #expect(run.code == 2)
    #expect(run.text == "1 file, 3 not read · no errors or warnings\n")
    #expect(
      run.errorText == """
        atomdump: d/empty.mp4: the file is empty
        atomdump: d/page.MP4: not a format that is known here: looks like an HTML page (an error page?)
        atomdump: d/zeros.m4a: not a format that is known here
        atomdump: 2 files of other formats passed over (-v names them)

        """)
    let alone = try Run.shell("mkdir e; cp d/empty.mp4 e; atomdump --check -r e", in: folder.path)
    #expect(alone.code == 2 && alone.errorText == "atomdump: e/empty.mp4: the file is empty\n", "\(alone.errorText)")
  }

  /// Each report says of the files of a directory what it says of those that are named.
  @Test(arguments: [
    "", "--check", "--check --junit", "--check --sarif", "--table", "--about", "--about --jsonl",
    "--plays=chrome --junit", "--privacy --json", "--stats", "--exit-zero --check",
  ])
  func findingThemIsNamingThem(report: String) throws {
    let folder = try downloads()
    let found = try Run.shell("atomdump \(report) -r d", in: folder.path)
    let named = try Run.shell("atomdump \(report) d/empty.mp4 d/movie.mov d/page.MP4 d/zeros.m4a", in: folder.path)
    #expect(found.code == 2 && named.code == 2)
    #expect(found.text == named.text && found.errorText == named.errorText, "\(found.text)\(found.errorText)")
  }

  /// A movie that a baseline knows is no other format since it is empty.
  @Test func aFileOfABaselineThatIsEmptyFails() throws {
    let folder = try downloads()
    try folder.copy("mockups/corrupt.mp4", to: "f/a.mp4")
    try folder.copy("mockups/movie.mov", to: "f/movie.mov")
    let run = try Run.shell(
      """
      atomdump --check --baseline known.txt --accept -r f >out 2>&1; : >f/a.mp4
      atomdump --check --baseline known.txt -r f; echo $?
      """, in: folder.path)
    #expect(run.lines.last == "2", "\(run.text)")
    #expect(run.errorText.contains("atomdump: f/a.mp4: the file is empty\n"), "\(run.errorText)")
  }

  /// Two directories are compared, and snapshots made, by the same measure.
  @Test func comparingThemFails() throws {
    let folder = try downloads()
    let run = try Run.shell(
      """
      mkdir x y z; cp d/movie.mov x; cp d/movie.mov y; cp d/empty.mp4 x; cp d/page.MP4 y/empty.mp4; cp d/zeros.m4a y
      echo text >x/notes.txt; cp x/notes.txt y
      atomdiff -r --stat x y; echo $?
      cp d/zeros.m4a z; atomdiff --update -r z >/dev/null; echo $?
      """, in: folder.path)
    #expect(run.lines.filter { $0 == "2" }.count == 2, "\(run.text)")
    for line in [
      "atomdiff: x/empty.mp4: the file is empty", "atomdiff: y/zeros.m4a: not a format that is known here",
      "atomdiff: y/empty.mp4: not a format that is known here: looks like an HTML page (an error page?)",
      "atomdiff: 1 file of another format passed over",
    ] {
      #expect(run.errorText.contains(line + "\n"), "\(line) in \(run.errorText)")
    }
    #expect(!run.errorText.contains("there is no media"), "\(run.errorText)")
  }
}

/// A list that is empty says of which part of the file it is: nobody knows what a part says that is missing.
@Suite struct UnprovedListTests {
  private static let lists = [
    "-m": "no metadata", "-m=common": "no metadata", "--chapters": "no chapters", "--artwork=out": "no artwork",
    "--items": "no items", "--chunks": "no chunks", "--at=1": "no tracks", "--samples": "no samples",
    "--timeline": "no tracks",
  ]

  /// A recording that ends in its media: its movie, which has four items of metadata, stands behind.
  private func run(_ script: String) throws -> Run {
    let folder = try Scratch()
    let movie = try Data(contentsOf: URL(fileURLWithPath: Corpus.path(of: "mockups/movie.mov")))
    try movie.prefix(20_000).write(to: URL(fileURLWithPath: folder.path + "/cut.mov"))
    // Media alone, and nothing is cut.
    let start = Parts.fileType("isom", "isom").bytes
    try folder.write(start + atom("mdat") { zeros(40) }.bytes, to: "media.mp4")
    try folder.write(start + Parts.movie { Piece() }.bytes, to: "whole.mp4")
    return try Run.shell(script, in: folder.path)
  }

  /// An image in one box of bits has no list of items, and is one.
  @Test func anImageInOneBoxIsThere() throws {
    let folder = try Scratch()
    try folder.write(Parts.fileType("mif3", "mif3").bytes + atom("mini") { zeros(16) }.bytes, to: "x.heic")
    let run = try Run.shell("atomdump --items x.heic", in: folder.path)
    #expect(run.text.contains("primary"), "\(run.text)")
  }

  @Test(arguments: lists.keys.sorted())
  func whatIsMissingMayHaveSome(list: String) throws {
    let words = try #require(Self.lists[list])
    let cut = try run("atomdump \(list) cut.mov")
    #expect(cut.code == 1)
    #expect(
      cut.text
        == words
        + " in what was read: needs 25,279 bytes, the file ends after 19,972 of them: 5,307 bytes are missing [file-truncated]\n")
    for option in ["", "--no-check "] {
      let media = try run("atomdump \(option)\(list) media.mp4")
      #expect(media.text.hasPrefix(words + " in what was read"), "\(option)\(media.text)")
    }
    let narrow = try run("atomdump --width=60 \(list) cut.mov")
    #expect(narrow.lines.count > 1 && narrow.lines.allSatisfy { $0.count <= 60 }, "\(narrow.text)")
    let whole = try run("atomdump \(list) whole.mp4")
    #expect(whole.text == words + "\n", "\(whole.errorText)")
  }

  @Test func nothingToDrawOrToWriteIsNoProofEither() throws {
    let why = " in what was read: needs 25,279 bytes, the file ends after 19,972 of them: 5,307 bytes are missing [file-truncated]"
    #expect(try run("atomdump --samples=1 cut.mov").errorText.contains("no track '1': there are no tracks" + why))
    #expect(try run("atomdump --raw --samples cut.mov").errorText.contains("there are no samples" + why))
    // Words are broken where the page ends.
    let drawn = try run("atomdump --plot=time --width=200 cut.mov")
    #expect(drawn.text.contains("nothing to draw: no samples and no sound" + why), "\(drawn.text)")
  }

  @Test(arguments: lists.keys.sorted(), ["--json", "--jsonl", "--yaml"])
  func machinesAreGivenTheReason(list: String, form: String) throws {
    let cut = try run("atomdump \(list) \(form) cut.mov")
    let reason = form == "--yaml" ? #"notRead: [{reason: "damaged"}]"# : #""notRead":[{"reason":"damaged"}]"#
    #expect(cut.text.contains(reason), "\(cut.text)")
    let whole = try run("atomdump \(list) \(form) whole.mp4")
    #expect(whole.code == 0 && whole.text.contains("rows") && !whole.text.contains("notRead"), "\(whole.text)")
    guard form == "--json" else { return }
    let value = try #require(JSONSerialization.jsonObject(with: Data(cut.output)) as? [String: Any])
    #expect((value["rows"] as? [Any])?.isEmpty == true)
    #expect((value["notRead"] as? [[String: String]]) == [["reason": "damaged"]])
  }

  @Test func factsOfACutFileAreNotRead() throws {
    let cut = try run("atomdump --about --json cut.mov")
    let value = try #require(JSONSerialization.jsonObject(with: Data(cut.output)) as? [String: Any])
    for fact in ["made", "protectionSystems", "location", "camera"] {
      #expect((value[fact] as? [String: Any])?["answer"] as? String == "notRead", "\(fact)")
    }
  }
}

/// Two films whose media is too long to be compared unless somebody asks for it.
@Suite struct UnprovedPairTests {
  /// A film with one sample of 300 MiB, most of which the disk does not hold, or of such sizes; its byte at `place` is 1.
  private func write(
    _ name: String, in folder: borrowing Scratch, one place: UInt64?, sizes: [UInt32] = [300 << 20]
  ) throws {
    let size = sizes.reduce(0, +)
    func movie(_ offset: UInt32) -> Piece {
      Parts.movie {
        Parts.track {
          Parts.media {
            Parts.visualEntry("avc1")
          } tables: {
            Parts.sampleTables(sizes, at: offset)
          }
        }
      }
    }
    let start = Parts.fileType("isom", "isom")
    let offset = UInt32(start.bytes.count + movie(0).bytes.count + 8)
    let head = atoms {
      start
      movie(offset)
      u32(size + 8)
      code("mdat")
    }
    try folder.write(head, to: name)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/" + name))
    defer { try? file.close() }
    try file.truncate(atOffset: UInt64(offset) + UInt64(size))
    guard let place else { return }
    try file.seek(toOffset: UInt64(offset) + place)
    try file.write(contentsOf: Data([1]))
  }

  /// What was not looked at is no success in a form that machines read, where nobody sees the sentence.
  @Test func resultsSayWhatWasNotLookedAt() throws {
    let folder = try Scratch()
    try write("a.mp4", in: folder, one: nil)
    try write("b.mp4", in: folder, one: 200 << 20)
    let text = try Run.shell("atomdiff a.mp4 b.mp4; echo $?", in: folder.path)
    #expect(text.text.contains("no change found; samples not checked"), "\(text.text)")
    for options in ["-v", "--stat"] {
      let run = try Run.shell("atomdiff \(options) a.mp4 b.mp4", in: folder.path)
      #expect(run.text.contains("no change found"), "\(run.text)")
      #expect(!run.text.contains("equal"), "\(run.text)")
    }
    // Who wants no more than the answer waits for one that is proved.
    let quiet = try Run.shell("atomdiff -q a.mp4 b.mp4; echo $?", in: folder.path)
    #expect(quiet.lines == ["1"], "\(quiet.text)")
    let results = try Run.shell("atomdiff --junit a.mp4 b.mp4", in: folder.path)
    #expect(results.text.contains("skipped=\"1\""), "\(results.text)")
    #expect(results.text.contains("<skipped message=\"no change found; samples not checked"))
    // Forms that list changes alone.
    for form in ["--summary=markdown", "-U", "-y"] {
      let run = try Run.shell("atomdiff \(form) a.mp4 b.mp4", in: folder.path)
      #expect(run.text.contains("no change found"), "\(form): \(run.text)")
    }
    #expect(try Run.shell("atomdiff --summary a.mp4 b.mp4", in: folder.path).text.contains("1 not compared as a whole"))
    let log = try Run.shell("atomdiff --sarif a.mp4 b.mp4", in: folder.path)
    #expect(log.text.contains("\"not-checked\""), "\(log.text)")
    #expect(log.text.contains("no change found; samples not checked"))
  }

  /// Together the films are too long to be compared as a whole, and the first sample of each was: that it is another is
  /// a change in every form.
  @Test func otherSamplesOfLongFilmsAreAChange() throws {
    let folder = try Scratch()
    try write("a.mp4", in: folder, one: nil, sizes: [100 << 20, 100 << 20])
    try write("b.mp4", in: folder, one: 5 << 20, sizes: [100 << 20, 100 << 20])
    let forms = [
      ("", "~ video sample 1 of 2 (0.000 s) is another\n"), ("--stat", "a.mp4 → b.mp4: 1 change (1 changed)\n"),
      ("--summary", "1 of 1 file differs"), ("--json", "\"verdict\":\"differs\",\"equal\":false"),
      ("--junit", "failures=\"1\""), ("--profile reproducible", "1 change.\n"),
    ]
    for (form, words) in forms {
      let run = try Run.shell("atomdiff \(form) a.mp4 b.mp4; echo $?", in: folder.path)
      #expect(run.text.contains(words), "\(form): \(run.text)")
      #expect(run.lines.last == "1", "\(form): \(run.text)")
    }
    // Who leaves the media out is told nothing of it.
    for form in ["--ignore //mdat", "--ignore //mdat.data", "--profile tags"] {
      let run = try Run.shell("atomdiff \(form) a.mp4 b.mp4; echo $?", in: folder.path)
      #expect(run.lines.last == "0", "\(form): \(run.text)")
    }
  }

  /// A folder that was named without `-r` is no file that is fine: results for servers, and a page, have it.
  @Test func aFolderThatWasNotReadIsNoSuccess() throws {
    let folder = try Scratch()
    let run = try Run.shell(
      """
      mkdir films; atomdiff --verify --junit=j.xml films; echo $?; grep -c '<error' j.xml
      atomdiff --verify --html=page.html films 2>said; echo $?; grep -o 'is a directory' page.html
      """, in: folder.path)
    #expect(
      run.text == """
        FAIL  films   films: is a directory — add -r to read the files in it
        0 ok, 1 not read
        2
        1
        2
        is a directory

        """)
  }
}
