import CommandLineSupport
import Corpus
import Foundation
import Testing

/// How `atomdiff` behaves as a program; what it says is in the transcripts.
@Suite struct DiffTests {
  @Test func exitCodesAreThoseOfDiff() throws {
    #expect(try Run.shell("atomdiff -q a.mp4 a.mp4").code == 0)
    #expect(try Run.shell("atomdiff -q a.mp4 b.mp4").code == 1)
    #expect(try Run.shell("atomdiff -q a.mp4 nothing.mp4").code == 2)
    #expect(try Run.shell("atomdiff --nothing a.mp4 b.mp4").code == 2)
    let quiet = try Run.shell("atomdiff -q a.mp4 b.mp4")
    #expect(quiet.output.isEmpty && quiet.errors.isEmpty)
  }

  @Test func oneSideMayBeStandardInput() throws {
    #expect(try Run.shell("cat a.mp4 | atomdiff - a.mp4").code == 0)
    #expect(try Run.shell("cat b.mp4 | atomdiff --stat a.mp4 -").code == 1)
    #expect(try Run.shell("cat b.mp4 | atomdiff - -").code == 2)
  }

  /// Of a track that is new nothing is the same, and digests fold as all else does.
  @Test func whatOneFileHasAloneIsNotTheSame() throws {
    let run = try Run.shell("atomdiff --width 80 --digest ../encoded/h264-avc3.mp4 ../encoded/h264-aac.mp4")
    #expect(run.code == 1 && run.text.contains("audio is new"), "\(run.text)")
    let words = run.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("(of what both have)"), "\(run.text)")
    #expect(run.lines.allSatisfy { $0.count <= 80 }, "\(run.text)")
  }

  /// Room in front of properties, which numbers count, is none for the profile of a snapshot: behind them it is.
  @Test func roomThatMovesOthersIsToldByASnapshot() throws {
    let folder = try Scratch()
    let image = Array(try Data(contentsOf: URL(fileURLWithPath: Corpus.path(of: "encoded/image.avif"))))
    func adding(at place: Int) -> [UInt8] {
      var bytes = image
      bytes.insert(contentsOf: [0, 0, 0, 8] + Array("free".utf8), at: place)
      // 'meta', 'iprp' and 'ipco' are longer.
      for box in [0x20, 0xAF, 0xB7] {
        let size = Int(bytes[box + 2]) << 8 + Int(bytes[box + 3]) + 8
        (bytes[box + 2], bytes[box + 3]) = (UInt8(size >> 8), UInt8(size & 0xFF))
      }
      return bytes
    }
    let (first, last) = (adding(at: 0xBF), adding(at: 0x102))
    func told(_ before: [UInt8], _ after: [UInt8]) throws -> String {
      try folder.write(before, to: "x.avif")
      #expect(try Run.shell("atomdiff --update x.avif", in: folder.path).code == 0)
      try folder.write(after, to: "x.avif")
      return try Run.shell("atomdiff --verify --ci x.avif", in: folder.path).text
    }
    #expect(try told(last, last).hasPrefix("ok"))
    let moved = try told(last, first)
    #expect(moved.hasPrefix("FAIL") && moved.contains("setup "), "\(moved)")
    let gone = try told(first, image)
    #expect(gone.contains("meta/iprp/ipco/free") && gone.contains("removed"), "\(gone)")
  }

  #if os(Linux)
    @Test func outputThatCannotBeWrittenIsSaid() throws {
      let run = try Run.shell("atomdiff a.mp4 b.mp4 >/dev/full")
      #expect(run.code == 2)
      #expect(run.errorText.hasPrefix("atomdiff: the output could not be written"))
    }
  #endif

  /// The keys that a reader of the schema relies on.
  @Test func documentHasTheKeysOfItsSchema() throws {
    let run = try Run.shell("atomdiff --json --all a.mp4 b.mp4")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    #expect(object["schema"] as? String == "atomtools.diff/1")
    #expect(object["equal"] as? Bool == false)
    #expect(object["sameMedia"] as? Bool == true)
    let changes = try #require(object["changes"] as? [[String: Any]])
    #expect(changes.count == 7)
    let kinds: Set<String> = ["added", "removed", "moved", "changed", "rows"]
    for change in changes {
      #expect(kinds.contains(change["kind"] as? String ?? ""))
      #expect((change["path"] as? String)?.isEmpty == false)
    }
    let following = try #require(object["following"] as? [[String: Any]])
    for change in following { #expect(change["because"] is String) }
    let told = try #require(object["consequences"] as? [[String: Any]])
    #expect(told.compactMap { $0["count"] as? Int } == [94, 17, 1, 3, 2])
  }

  /// What both have is marked with no sign.
  @Test func problemsOfEachSideAreListed() throws {
    let run = try Run.shell("head -c 19000 corrupt.mp4 | atomdiff corrupt.mp4 -")
    #expect(run.code == 1)
    #expect(
      run.text.contains(
        """

          problems
              error   0x35a  moov/trak[vide]/mdia/minf/stbl/stsz  size is 65,536 (0x10000) but its \
        parent 'stbl' ends at 0x4fa: at most 416 bytes fit
            - error   0xc9b  mdat  needs 25,279 bytes, the file ends after 16,773 of them: 8,506 bytes are \
        missing
            + error   0xc9b  mdat  needs 25,279 bytes, the file ends after 15,773 of them: 9,506 bytes are \
        missing

        """), "\(run.text)")
  }

  /// Every document is what the schema says, key by key.
  @Test(arguments: [
    "--all a.mp4 b.mp4", "-x slow.mp4 fast.mp4", "a.mp4 a.mp4", "a.mp4 nothing.mp4",
    "--profile exact track.mp3 a.mp4", "corrupt.mp4 movie.mov",
  ])
  func documentsHaveNoOtherKeys(call: String) throws {
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(Run.shell("atomdiff --schema").output))
        as? [String: Any])
    let run = try Run.shell("atomdiff --json \(call)")
    let document = try JSONSerialization.jsonObject(with: Data(run.output))
    #expect(Self.complaint(about: document, by: schema, schema, at: "") == nil)
  }

  /// What the keys of a value lack or have too many of, by the part of JSON Schema that ours uses.
  static func complaint(
    about value: Any, by part: [String: Any], _ root: [String: Any], at place: String
  ) -> String? {
    var part = part
    if let name = (part["$ref"] as? String)?.split(separator: "/").last,
      let target = (root["$defs"] as? [String: Any])?[String(name)] as? [String: Any]
    {
      part = target
    }
    if let choices = part["enum"] as? [String], !choices.contains(value as? String ?? "") {
      return "\(place): \(value)"
    }
    if let object = value as? [String: Any], let known = part["properties"] as? [String: Any] {
      for key in part["required"] as? [String] ?? [] where object[key] == nil {
        return "\(place).\(key) is missing"
      }
      for (key, inner) in object {
        guard let schema = known[key] as? [String: Any] else { return "\(place).\(key) is unknown" }
        if let found = complaint(about: inner, by: schema, root, at: "\(place).\(key)") {
          return found
        }
      }
    }
    if let array = value as? [Any], let items = part["items"] as? [String: Any] {
      for inner in array {
        if let found = complaint(about: inner, by: items, root, at: place + "[]") { return found }
      }
    }
    return nil
  }

  // MARK: Rules

  @Test func rulesStandInAFile() throws {
    let run = try Run.shell(
      """
      set -e
      corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      mkdir -p films/old; cp "$corpus/a.mp4" films/a.mp4; cp "$corpus/b.mp4" films/b.mp4
      cp films/b.mp4 films/old/b.mp4
      cat > .atomdiff <<'END'
      profile reproducible
      ignore  //edts                  # cut elsewhere
      ignore  //nothing
      tolerate //btrt.avgBitrate ±2000
      expect  moov/trak[vide]/mdia/mdhd.timescale >= 20000
      [films/old/*.mp4]
      ignore  //@nam
      END
      cd films
      atomdiff --show-config | sed "s|$folder||"
      atomdiff --stat a.mp4 b.mp4 || true
      atomdiff -U a.mp4 old/b.mp4 2>/dev/null | grep -e '^@@' || true
      printf 'ignroe //x\n' > ../.atomdiff; atomdiff a.mp4 b.mp4 || echo "exit code $?"
      printf 'ignore //[\n' > rules; atomdiff --ignore-file rules a.mp4 b.mp4 || echo "exit code $?"
      rm ../.atomdiff
      atomdiff --tolerance '//mvhd.duration=±84' --only //mvhd.duration a.mp4 b.mp4 || true
      """)
    #expect(
      run.text == """
        .atomdiff   patterns count from \("")
          .atomdiff:1     profile reproducible
          .atomdiff:2     ignore  //edts
          .atomdiff:3     ignore  //nothing
          .atomdiff:4     tolerate //btrt.avgBitrate ±2000
          .atomdiff:5     expect  moov/trak[vide]/mdia/mdhd.timescale >= 20000
          .atomdiff:7     ignore  //@nam   for films/old/*.mp4
        a.mp4 → b.mp4: 5 changes (1 added, 1 moved, 3 changed), 116 follow
        @@ moov @@
        @@ moov/trak[vide]/mdia/minf/stbl/stsd/avc1/colr @@
        @@ moov/trak[soun]/mdia/minf/stbl/stts @@
        @@ moov/trak[vide]/mdia/mdhd @@
        exit code 2
        exit code 2

        """, "\(run.errorText)")
    #expect(run.errorText.contains(".atomdiff:3: 'ignore  //nothing' means nothing in either file"))
  }

  /// That nothing differs would be no answer where there was nothing to compare.
  @Test func directoriesWithoutMediaAreAMistake() throws {
    let run = try Run.shell(
      """
      folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      mkdir x y; echo text >x/notes.txt; echo other >y/notes.txt
      atomdiff -r x y 2>&1; echo "exit code $?"
      """)
    #expect(
      run.text == """
        atomdiff: 1 file of another format passed over
        atomdiff: there is no media in 'x' or 'y'
        exit code 2

        """)
  }

  /// Links in directories are not followed, and a gate is not passed by what it did not look at without a word.
  @Test func linksInDirectoriesAreCounted() throws {
    let run = try Run.shell(
      """
      corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      mkdir a b; cp "$corpus/a.mp4" a.file; cp "$corpus/b.mp4" b.file; cp a.file a/film.mp4; cp a.file b/film.mp4
      ln -s ../a.file a/link.mp4; ln -s ../b.file b/link.mp4; ln -s . a/in
      atomdiff -r --stat a b 2>&1; echo "exit code $?"
      rm a/film.mp4 b/film.mp4; atomdiff --gate -r a b 2>&1; echo "exit code $?"
      atomdiff --verify -r b 2>&1; echo "exit code $?"
      atomdiff --unused a 2>&1; echo "exit code $?"
      """)
    #expect(
      run.text == """
        a/film.mp4 → b/film.mp4: equal
        atomdiff: 3 symbolic links passed over: name them to follow them
        exit code 0
        atomdiff: 3 symbolic links passed over: name them to follow them
        atomdiff: no file matches
        exit code 2
        atomdiff: 1 symbolic link passed over: name it to follow it
        atomdiff: no file matches
        exit code 2
        atomdiff: 1 symbolic link passed over: name it to follow it
        exit code 0

        """, "\(run.errorText)")
  }

  /// Files in directories are paired by their names, and other formats passed over.
  @Test func directoriesArePairedByName() throws {
    let run = try Run.shell(
      """
      set -e
      corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      mkdir -p x/in y/in; cp "$corpus/slow.mp4" x/in/s.mp4; cp "$corpus/fast.mp4" y/in/s.mp4
      cp "$corpus/a.mp4" x/gone.mp4; cp "$corpus/a.mp4" y/new.mp4; echo text > x/notes.txt
      cp "$corpus/track.mp3" x/same.mp3; cp "$corpus/track.mp3" y/same.mp3
      atomdiff -r --stat x y 2>&1 || echo "exit code $?"
      atomdiff -r --summary x y 2>/dev/null || echo "exit code $?"
      atomdiff -r -v --ext mp3 x y || echo "exit code $?"
      atomdiff x y 2>&1 || echo "exit code $?"
      atomdiff -q x/in y/in/s.mp4 || echo "exit code $?"
      atomdiff -r --json x y 2>/dev/null | grep -c '^{"schema":"atomtools.diff/1"'
      atomdiff -r --rename --stat x y 2>/dev/null || true
      atomdiff -r --rename -U --ext mp4 x y 2>/dev/null | head -5
      """)
    #expect(
      run.text == """
        x/gone.mp4: removed
        x/in/s.mp4 → y/in/s.mp4: 1 change (1 moved), 95 follow
        y/new.mp4: added
        x/same.mp3 → y/same.mp3: equal
        3 of 4 files differ
        atomdiff: 1 file of another format passed over
        exit code 1
        3 of 4 files differ
          x/gone.mp4: file removed
          y/in/s.mp4: 1 — moov moved
            opening: what a player needs comes first now
          y/new.mp4: file added
        exit code 1
        y/same.mp3: equal
        atomdiff: x: is a directory — add -r to compare the files in it
        exit code 2
        exit code 1
        4
        x/in/s.mp4 → y/in/s.mp4: 1 change (1 moved), 95 follow
        x/gone.mp4 → y/new.mp4: 1 change (1 moved)
        x/same.mp3 → y/same.mp3: equal
        2 of 3 files differ
        --- x/in/s.mp4
        +++ y/in/s.mp4
        @@ moov @@
        +moved before mdat: 0x62e7 → 0x20 (now fast start)
        --- x/gone.mp4

        """, "\(run.errorText)")
  }

  /// A gate is open for what only moved, and closed for a chunk that begins one byte later; nothing that
  /// matches, and a snapshot with a conflict in it, are no success.
  @Test func gateClosesForRegressionsOnly() throws {
    let run = try Run.shell(
      """
      set -e
      corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      cp "$corpus/slow.mp4" .; cp "$corpus/fast.mp4" .; cp slow.mp4 wrong.mp4
      python3 - <<'END'
      data = bytearray(open("wrong.mp4", "rb").read())
      at = data.index(b"stco", data.index(b"stco") + 1) + 4 + 55
      data[at] += 1
      open("wrong.mp4", "wb").write(data)
      END
      atomdiff --gate slow.mp4 fast.mp4 | tail -n 1; atomdiff -q --gate slow.mp4 fast.mp4
      echo "exit code $?"
      atomdiff --gate slow.mp4 wrong.mp4 > out || echo "exit code $?"; tail -n 1 out
      mkdir x y; atomdiff -r x y 2>&1 || echo "exit code $?"
      echo '<<<<<<< ours' > slow.mp4.atoms
      atomdiff --verify --ci slow.mp4 | head -n 1; atomdiff --update slow.mp4 > out
      atomdiff --verify --ci slow.mp4 > out; echo "exit code $?"
      """)
    #expect(
      run.text == """
        gate: open
        exit code 0
        exit code 1
        gate: closed by samples, problems
        atomdiff: no file matches
        exit code 2
        FAIL  slow.mp4   slow.mp4.atoms:1: a merge left a conflict here; --update writes it anew
        exit code 0

        """, "\(run.errorText)")
  }

  /// A file that came is no regression, and one that is gone is.
  @Test func aGateIsOpenForFilesThatCame() throws {
    let run = try Run.shell(
      """
      corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      mkdir x y; cp "$corpus/slow.mp4" x; cp "$corpus/slow.mp4" y; cp "$corpus/track.mp3" y/new.mp3
      atomdiff -r --gate x y; echo "exit code $?"
      atomdiff -r --gate --sarif x y | grep -o '"level":"[a-z]*"'
      atomdiff -r --gate y x; echo "exit code $?"
      """)
    #expect(
      run.text == """
        +++ y/new.mp3   added
        gate: open

        1 of 2 files differs; the gate is open
        exit code 0
        "level":"note"
        --- y/new.mp3   removed
        gate: closed by a file that is gone

        1 of 2 files differs; the gate is closed for 1
        exit code 1

        """, "\(run.errorText)")
  }

  /// What a rule leaves out of the list may close a gate, which is said all the same.
  @Test func aGateThatIsClosedByWhatWasLeftOutSaysSo() throws {
    let run = try Run.shell(
      """
      corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      cp "$corpus/slow.mp4" .; cp slow.mp4 wrong.mp4
      python3 - <<'END'
      data = bytearray(open("wrong.mp4", "rb").read())
      # The second byte from the end of where the edit begins in the media: 512 ticks later.
      data[data.index(b"elst") + 18] += 2
      open("wrong.mp4", "wb").write(data)
      END
      atomdiff --gate -I //elst slow.mp4 wrong.mp4 > out; echo "exit code $?"; tail -n 1 out
      atomdiff -I //elst slow.mp4 wrong.mp4 > out; echo "exit code $?"; wc -c < out
      """)
    #expect(run.text == "exit code 1\ngate: closed by start and end, timecode\nexit code 0\n0\n", "\(run.text)\(run.errorText)")
  }

  // MARK: Formats that others publish

  /// A pair whose titles are hostile, in a folder of its own.
  private func hostilePair(_ command: String) throws -> Run {
    try Run.shell(
      """
      set -e
      corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      cp "$corpus/a.mp4" 'a&<|`.mp4'; cp "$corpus/b.mp4" 'b&<|`.mp4'
      python3 - <<'END'
      for name, text in (
        ("a&<|`.mp4", "5d5d3e3c212d2d22277c60"), ("b&<|`.mp4", "7c606060265d5d3e222725"),
      ):
        data = open(name, "rb").read()
        at = data.index(b"Sample Reel")
        open(name, "wb").write(data[:at] + bytes.fromhex(text) + data[at + 11:])
      END
      \(command) 'a&<|`.mp4' 'b&<|`.mp4' || true
      """)
  }

  private static let hasPython = (try? Run.shell("python3 --version").code) == 0

  /// Required by the schema of JUnit's results that servers read (junit-10.xsd of the Jenkins plugin):
  /// a suite has name, tests, failures and errors, a case name and classname.
  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func testResultsAreXMLAsServersReadIt() throws {
    let run = try hostilePair("atomdiff --junit")
    let elements = try #require(XMLElements(run.text), "\(run.text)")
    #expect(elements.names == ["testsuites", "testsuite", "testcase", "failure"])
    for (name, keys) in [
      ("testsuite", ["name", "tests", "failures", "errors"]), ("testcase", ["name", "classname"]),
      ("failure", ["message", "type"]),
    ] {
      for key in keys { #expect(elements.attributes[name]?[key] != nil, "\(name) \(key)") }
    }
    #expect(elements.attributes["testcase"]?["name"] == "b&<|`.mp4")
    #expect(elements.text.contains("]]><!--"))
  }

  /// Required by the schema of SARIF 2.1.0 (OASIS): version and runs; of a run its tool and driver; of
  /// a result its message; and an artifact's place is a URI.
  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func logIsSARIF() throws {
    let run = try hostilePair("atomdiff --sarif")
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let runs = try #require(log["runs"] as? [[String: Any]])
    let driver = try #require((runs.first?["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "atomdiff")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let results = try #require(runs.first?["results"] as? [[String: Any]])
    #expect(results.count == 7)
    for result in results {
      let message = try #require(result["message"] as? [String: Any])
      #expect((message["text"] as? String)?.isEmpty == false)
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
      #expect(["none", "note", "warning", "error"].contains(result["level"] as? String))
      let places = try #require(result["locations"] as? [[String: Any]])
      let physical = try #require(places.first?["physicalLocation"] as? [String: Any])
      let artifact = try #require(physical["artifactLocation"] as? [String: Any])
      #expect(artifact["uri"] as? String == "b%26%3C%7C%60.mp4")
    }
    #expect(
      ((runs.first?["invocations"] as? [[String: Any]])?.first?["executionSuccessful"] as? Bool)
        == true)
  }

  /// Names in a table hold no bar that ends a cell, and a fence is longer than any in the text.
  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func summaryIsMarkdown() throws {
    let lines = try hostilePair("atomdiff --summary=markdown").lines
    let row = try #require(lines.first { $0.hasPrefix("| ``b") })
    #expect(row.replacing("\\|", with: "").split(separator: "|").count == 3)
    #expect(lines.contains("````diff") && lines.contains("````"))
    #expect(lines.contains { $0.hasPrefix("<details><summary>b&amp;&lt;|`.mp4</summary>") })
  }

  @Test func oneCallWritesSeveralReports() throws {
    let run = try Run.shell(
      """
      folder=$(mktemp -d); atomdiff --stat --junit="$folder/j.xml" --sarif="$folder/s.json" a.mp4 b.mp4
      head -c 5 "$folder/j.xml"; head -c 11 "$folder/s.json"; rm -r "$folder"
      atomdiff --junit=/nowhere/x a.mp4 a.mp4; echo "exit code $?"
      """)
    #expect(
      run.text == """
        a.mp4 → b.mp4: 7 changes (1 added, 2 removed, 1 moved, 3 changed), 117 follow
        <?xml{"$schema":exit code 2

        """)
  }

  /// Names of files cannot end a command, nor begin another.
  @Test func annotationsAreEscaped() throws {
    let run = try Run.shell(
      """
      folder=$(mktemp -d) && cp b.mp4 "$folder/50%,x:
      ::error::y.mp4" && cp a.mp4 "$folder/a.mp4" && cd "$folder" &&
      atomdiff -q --github a.mp4 *y.mp4 2>&1; rm -r "$folder"
      """)
    #expect(run.lines.count == 7)
    for line in run.lines { #expect(line.hasPrefix("::error file=50%25%2Cx%3A")) }
  }

  /// Equal changes stand together in the page of several pairs; names stay text.
  @Test func aPageOfSeveralPairsBeginsWithATable() throws {
    let run = try Run.shell(
      """
      set -e
      corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      mkdir A B
      for name in 1.mp4 2.mp4 '<b>.mp4'; do cp "$corpus/a.mp4" "A/$name"; cp "$corpus/b.mp4" "B/$name"; done
      cp "$corpus/slow.mp4" A/s.mp4; cp "$corpus/fast.mp4" B/s.mp4; cp "$corpus/a.mp4" A/same.mp4; cp A/same.mp4 B
      code=0; atomdiff -r --html A B || code=$?; echo "exit code $code"
      code=0; atomdiff --html=A/1.mp4 A/1.mp4 B/1.mp4 2>&1 || code=$?; echo "exit code $code"
      """)
    let page = run.text
    #expect(page.contains("<p class=\"verdict\">4 of 5 files differ</p>"))
    let rows = page.components(separatedBy: "<tr><td>").dropFirst()
    #expect(rows.count == 3)
    #expect(rows.first?.components(separatedBy: "href=").count == 4)
    #expect(page.contains("B/&lt;b&gt;.mp4") && !page.contains("<b>.mp4"))
    #expect(page.contains("1 change: moov moved"))
    #expect(!page.contains("<script") && page.contains("default-src 'none'"))
    #expect(page.contains("atomdiff: A/1.mp4 is read by this call and is not written over"))
    #expect(page.hasSuffix("exit code 2\n"), "\(run.errorText)")
  }

  static let action =
    String(Corpus.folder.dropLast("/Corpus".count)) + "/.github/actions/atomdiff/compare"

  /// How commands begin that run in a repository of their own.
  private static let repository = """
    set -e
    corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
    git init -q; git config user.email a@example.com; git config user.name A
    """

  /// The commands of the action, in a repository of their own.
  @Test(.enabled(if: hasGit, "git is not installed"))
  func actionComparesWithAnotherCommit() throws {
    let run = try Run.shell(
      """
      \(Self.repository)
      mkdir 'my films'
      cp "$corpus/slow.mp4" 'my films/1.mp4'; cp "$corpus/a.mp4" same.mp4; echo 1 > text
      git add .; git commit -qm one
      cp "$corpus/fast.mp4" 'my films/1.mp4'; echo 2 > text
      git commit -qam two
      export ATOMDIFF='\(Run.programs)/atomdiff' INPUT_FILES='*.mov *.mp4'
      code=0
      INPUT_BASE=HEAD^ GITHUB_OUTPUT=output GITHUB_STEP_SUMMARY=summary '\(Self.action)' 2>&1 |
        sed 's/^--- .*:/--- COMMIT:/' || code=$?
      sed 's/end-[0-9]*/end/' output; cat summary
      code=0; INPUT_BASE=HEAD '\(Self.action)' || code=$?; echo "exit code $code"
      code=0; INPUT_BASE=nothing '\(Self.action)' 2>&1 || code=$?; echo "exit code $code"
      """)
    #expect(
      run.text == """
        --- COMMIT:./my films/1.mp4   28,506 bytes
        +++ my films/1.mp4                  28,506 bytes   same media

          opening     what a player needs comes first now
          equivalent  file (order)
          the same    samples, times, start and end, seeking, setup, display, sound, text, tracks, \
        protection, timecode, events, tags, problems

          moov                              > moved before mdat: 0x62e7 → 0x20 (now fast start)

        1 change.  Not shown, because they follow: 95 chunk offsets, all +3,187 with the \
        media data (proved).
        --all shows them, --why PATH explains one
        ::error file=my films/1.mp4,title=moov::my films/1.mp4: moov moved before mdat: \
        0x62e7 → 0x20 (now fast start)
        exit-code=1
        changed<<end
        my films/1.mp4
        end
        ### atomdiff: 1 of 1 files differ

        | file | changes | media |
        |---|---|---|
        | `my films/1.mp4` | **1** — `moov moved` | same |

        <details><summary>my films/1.mp4</summary>

        ```diff
        # opening: what a player needs comes first now
        @@ moov @@
        +moved before mdat: 0x62e7 → 0x20 (now fast start)
        ```
        </details>
        exit code 0
        atomdiff: 'nothing' is no commit that is here (fetch-depth of actions/checkout)
        exit code 2

        """, "\(run.errorText)")
  }

  /// Files that came, went and were renamed are no silence; a word that `fail-on` does not know fails.
  @Test(.enabled(if: hasGit, "git is not installed"))
  func actionTellsWhatCameAndWent() throws {
    let run = try Run.shell(
      """
      \(Self.repository)
      head -c 20000 /dev/urandom > gone.mp4; cp "$corpus/a.mp4" same.mp4; cp "$corpus/slow.mp4" old.mp4
      cp "$corpus/b.mp4" moved.mp4; git add .; git commit -qm one
      git rm -q gone.mp4; git mv same.mp4 other-name.mp4
      git mv moved.mp4 new-name.mp4; printf '\\0\\0\\0\\010free' >> new-name.mp4
      cp "$corpus/movie.mov" added.mp4; head -c 20000 "$corpus/movie.mov" > damaged.mp4; git add .
      git commit -qm two
      export ATOMDIFF='\(Run.programs)/atomdiff' ATOMDUMP='\(Run.programs)/atomdump' INPUT_BASE=HEAD^
      export INPUT_FILES='*.mp4' GITHUB_OUTPUT=output INPUT_PAGES="$folder/pages"
      code=0; '\(Self.action)' >printed 2>&1 || code=$?; echo "exit code $code"
      grep '^::.*title=atomdiff' printed; sed 's/end-[0-9]*/end/' output | grep mp4; ls pages
      code=0; INPUT_FAIL_ON=difference '\(Self.action)' 2>&1 || code=$?; echo "exit code $code"
      """)
    #expect(
      run.text == """
        exit code 1
        ::notice title=atomdiff::added.mp4 is new
        ::error title=atomdiff::damaged.mp4 is new, and damaged or of no format that is known
        ::error title=atomdiff::gone.mp4 is gone
        damaged.mp4
        gone.mp4
        new-name.mp4
        new-name.mp4-rate-after.svg
        new-name.mp4-rate-before.svg
        new-name.mp4-time-after.svg
        new-name.mp4-time-before.svg
        new-name.mp4.html
        atomdiff: fail-on is differences or trouble, not 'difference'
        exit code 2

        """, "\(run.errorText)")
  }

  /// git ends its own work where a driver ends with anything but 0, and names of files may look like options.
  @Test(.enabled(if: hasGit, "git is not installed"))
  func gitGoesOnWhateverIsCommitted() throws {
    let run = try Run.shell(
      """
      set -e
      corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      export HOME=$folder GIT_CONFIG_NOSYSTEM=1 GIT_PAGER=cat
      git init -q -b main; git config user.email a@example.com; git config user.name A
      atomdump --install-git=local > text; : > empty.mp4
      printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%064d\\nsize 5\\n' 1 > l.mp4
      head -c 20000 "$corpus/movie.mov" > cut.mov; cp "$corpus/slow.mp4" ./--output=zz.mp4
      git add .; git commit -qm one
      printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%064d\\nsize 5\\n' 2 > l.mp4
      cp "$corpus/fast.mp4" ./--output=zz.mp4; echo no media > empty.mp4; head -c 21000 "$corpus/movie.mov" > cut.mov
      git diff > driver 2>&1; echo "exit code $?"; grep -c '1 change' driver
      git add .; git commit -qm two
      git log -p > log 2>&1; echo "exit code $?"; grep -c '^commit' log
      grep '^[-+]not read' log | sort | uniq -c | sed 's/^ *//'
      """)
    #expect(
      run.text.hasPrefix("exit code 0\n") && run.text.contains("exit code 0\n2\n"), "\(run.text) \(run.errorText)")
    #expect(run.text.contains("+not read: the file is empty"))
  }

  /// Patterns mean names in capital letters as well, and patterns that mean nothing are a failure; of many
  /// changes nine are annotations, and one line says how many more there are.
  @Test(.enabled(if: hasGit, "git is not installed"))
  func actionFindsFilesInCapitalsAndCountsAnnotations() throws {
    let run = try Run.shell(
      """
      \(Self.repository)
      for n in 1 2 3 4 5 6 7 8 9 10 11 12; do cp "$corpus/slow.mp4" "FILM$n.MP4"; done
      git add .; git commit -qm one
      for n in 1 2 3 4 5 6 7 8 9 10 11 12; do cp "$corpus/fast.mp4" "FILM$n.MP4"; done
      git commit -qam two
      export ATOMDIFF='\(Run.programs)/atomdiff' INPUT_BASE=HEAD^ INPUT_SARIF="$folder/sarif"
      code=0; INPUT_FILES='*.mp4' '\(Self.action)' >printed || code=$?; echo "exit code $code"
      grep -c '^::error ' printed; grep '^::notice' printed
      ls sarif | wc -l | tr -d ' '
      code=0; INPUT_FILES='*.webm' '\(Self.action)' 2>&1 || code=$?; echo "exit code $code"
      """)
    #expect(
      run.text == """
        exit code 1
        9
        ::notice title=atomdiff::3 more changes are in the summary
        12
        atomdiff: no file of the repository is meant by '*.webm'
        exit code 2

        """, "\(run.errorText)")
  }

  /// A snapshot that is named stands for its file, and counts once beside it.
  @Test func aSnapshotStandsForItsFile() throws {
    let run = try Run.shell(
      """
      set -e
      corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      cp "$corpus/slow.mp4" film.mp4; atomdiff --update film.mp4 >/dev/null
      atomdiff --verify --ci film.mp4.atoms film.mp4
      cp "$corpus/b.mp4" film.mp4
      atomdiff -q --verify --ci film.mp4.atoms || echo "exit code $?"
      mkdir kept; atomdiff --update --snapshots kept film.mp4 >/dev/null
      atomdiff --verify --ci --snapshots kept kept/film.mp4.atoms
      rm film.mp4; atomdiff --verify --ci film.mp4.atoms 2>&1 || echo "exit code $?"
      """)
    #expect(
      run.text == """
        ok    film.mp4
        exit code 1
        ok    film.mp4
        FAIL  film.mp4   film.mp4: no such file or directory
        0 ok, 1 not read
        exit code 2

        """, "\(run.errorText)")
  }

  /// Where the action gets its programs from: an archive with the right sum, or a build that has a name.
  @Test func actionTakesAnArchiveWithTheRightSum() throws {
    let run = try Run.shell(
      """
      set -e
      folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      provide='\(Self.action.dropLast("compare".count))provide'
      export PROVIDE_FOLDER=$folder/taken GITHUB_OUTPUT=$folder/output
      system=$(uname -s | tr '[:upper:]' '[:lower:]'); [ "$system" != darwin ] || system=macos
      name=atomtools-$(atomdiff --version | cut -d' ' -f2)-$system-$(uname -m)
      mkdir -p archives "$name/bin"; cp '\(Run.programs)/atomdiff' "$name/bin"
      tar -czf "archives/$name.tar.gz" "$name"; rm -r "$name"
      (cd archives && { sha256sum *.gz 2>/dev/null || shasum -a 256 *.gz; } >../sums; mv ../sums SHA256SUMS)
      say() { sed -e "s|$folder|FOLDER|" -e "s|$name|NAME|"; }
      ATOMTOOLS_ARCHIVES=archives "$provide" find | sed 's/[0-9.]* from/VERSION from/'
      say <output; rm -r output taken
      echo >>"archives/$name.tar.gz"
      ATOMTOOLS_ARCHIVES=archives "$provide" find | say; cut -d= -f1 output; ls
      ATOMTOOLS_ARCHIVES= "$provide" find | say
      """)
    #expect(
      run.text == """
        atomtools VERSION from an archive
        programs=FOLDER/taken/NAME/bin
        the archive has not the sum that SHA256SUMS says: it is not used
        no archive of NAME; a build is looked for
        key
        swift
        archives
        output
        no archive of NAME; a build is looked for

        """, "\(run.errorText)")
  }

  /// The hook of an archive takes it once, from where the checkout is from, and says when there is none.
  @Test(.enabled(if: hasGit, "git is not installed"))
  func hookTakesAnArchiveOnce() throws {
    let run = try Run.shell(
      """
      set -e
      corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      hook='\(Self.action.dropLast("compare".count))hook'
      export XDG_CACHE_HOME=$folder/cache GIT_DIR=$folder/none
      system=$(uname -s | tr '[:upper:]' '[:lower:]'); [ "$system" != darwin ] || system=macos
      name=atomtools-$(atomdiff --version | cut -d' ' -f2)-$system-$(uname -m)
      mkdir -p archives "$name/bin"; cp '\(Run.programs)/atomdiff' "$name/bin"
      tar -czf "archives/$name.tar.gz" "$name"; rm -r "$name"
      cp "$corpus/a.mp4" ./-film.mp4; atomdiff --update -q -- -film.mp4
      code=0; ATOMTOOLS_ARCHIVES=archives "$hook" -film.mp4 || code=$?; echo "without sums $code"
      (cd archives && { sha256sum *.gz 2>/dev/null || shasum -a 256 *.gz; } >../sums; mv ../sums SHA256SUMS)
      ATOMTOOLS_ARCHIVES=archives "$hook" -film.mp4; rm -r archives
      cp "$corpus/b.mp4" ./-film.mp4
      code=0; ATOMTOOLS_ARCHIVES= "$hook" -film.mp4 >/dev/null || code=$?; echo "from the cache $code"
      """)
    #expect(
      run.text == """
        without sums 2
        ok    -film.mp4
        from the cache 1

        """, "\(run.text)\(run.errorText)")
    #expect(run.errorText.contains("; the hook atomdiff-verify-build builds one"), "\(run.errorText)")
  }

  /// With a folder for pages the action writes one of each file that differs, and draws before and after.
  @Test(.enabled(if: hasGit, "git is not installed"))
  func actionAttachesPages() throws {
    let run = try Run.shell(
      """
      \(Self.repository)
      mkdir 'my films'; cp "$corpus/a.mp4" 'my films/1.mp4'
      git add .; git commit -qm one; cp "$corpus/b.mp4" 'my films/1.mp4'; git commit -qam two
      export ATOMDIFF='\(Run.programs)/atomdiff' ATOMDUMP='\(Run.programs)/atomdump' INPUT_FILES='*.mp4'
      code=0
      INPUT_PAGES=$folder/pages INPUT_BASE=HEAD^ GITHUB_OUTPUT=output GITHUB_STEP_SUMMARY=summary \
        '\(Self.action)' >/dev/null 2>&1 || code=$?
      echo "exit code $code"; sed -n 's|^pages=.*/|pages=|p' output; ls pages
      head -c 4 pages/my%20films%2F1.mp4-rate-before.svg; echo; tail -n 1 pages/my%20films%2F1.mp4.html
      grep '<summary>.*, before and after' summary; grep '^~~~' summary | sort | uniq -c; grep -E '^before|^after|track 1 video, media' summary
      """)
    #expect(
      run.text.hasPrefix(
        """
        exit code 1
        pages=pages
        my%20films%2F1.mp4-rate-after.svg
        my%20films%2F1.mp4-rate-before.svg
        my%20films%2F1.mp4-time-after.svg
        my%20films%2F1.mp4-time-before.svg
        my%20films%2F1.mp4.html
        <svg
        </body></html>
        <details><summary>my films/1.mp4: time, before and after</summary>
        <details><summary>my films/1.mp4: rate, before and after</summary>

        """), "\(run.text)\(run.errorText)")
    // Both pictures in one fence each: GitHub leaves no drawing in a summary.
    #expect(run.lines.contains { $0.split(separator: " ") == ["4", "~~~~~~"] })
    #expect(
      run.lines.filter { $0 == "before:" || $0 == "after:" || $0.hasPrefix("track 1 video, media") }
        .map { $0.prefix(6) } == ["before", "track ", "after:", "track ", "before", "after:"])
  }

  /// Pictures that did not change are there once, and a name of a chapter cannot end the text that it stands in.
  @Test(.enabled(if: hasGit, "git is not installed"))
  func picturesOfTheActionStayText() throws {
    let run = try Run.shell(
      """
      \(Self.repository)
      cp "$corpus/slow.mp4" '<b>.mp4'; git add .; git commit -qm one; cp "$corpus/fast.mp4" '<b>.mp4'; git commit -qam two
      mkdir programs
      printf '#!/bin/sh\ncase "$*" in *--svg*) ;; *) echo "  ~~~~~~~~ <img>" ;; esac\n' > programs/atomdump
      chmod +x programs/atomdump
      export ATOMDIFF='\(Run.programs)/atomdiff' INPUT_FILES='*.mp4' INPUT_BASE=HEAD^ INPUT_PAGES=$folder/pages
      GITHUB_STEP_SUMMARY=own ATOMDUMP='\(Run.programs)/atomdump' '\(Self.action)' >/dev/null 2>&1 || true
      grep -c '^before and after:' own; grep -c '^after:' own || true
      GITHUB_STEP_SUMMARY=summary ATOMDUMP=$PWD/programs/atomdump '\(Self.action)' >/dev/null 2>&1 || true
      sed -n '/time, before/,/^<.details/p' summary
      """)
    #expect(
      run.text == """
        2
        0
        <details><summary>&lt;b&gt;.mp4: time, before and after</summary>

        ~~~~~~~~~
        before and after:
          ~~~~~~~~ <img>
        ~~~~~~~~~
        </details>

        """, "\(run.text)\(run.errorText)")
  }

  /// The action without another commit, and the command of the hook: both compare with snapshots.
  @Test(.enabled(if: hasGit, "git is not installed"))
  func actionAndHookCompareWithSnapshots() throws {
    let hooks = try String(
      contentsOfFile: String(Corpus.folder.dropLast("/Corpus".count)) + "/.pre-commit-hooks.yaml",
      encoding: .utf8)
    let entry = try #require(
      hooks.split(separator: "\n").first { $0.contains("entry: ") }?.components(
        separatedBy: "entry: "
      ).last)
    let run = try Run.shell(
      """
      \(Self.repository)
      cp "$corpus/a.mp4" reel.mp4; cp "$corpus/fast.mp4" bars.mp4
      atomdiff --update -q *.mp4
      git add .; git commit -qm one
      export ATOMDIFF='\(Run.programs)/atomdiff' INPUT_FILES='*.mp4'
      code=0; '\(Self.action)' || code=$?; echo "exit code $code"
      \(entry) bars.mp4 reel.mp4; echo "hook $?"
      cp "$corpus/slow.mp4" bars.mp4
      code=0; \(entry) bars.mp4 reel.mp4 || code=$?; echo "hook $code"
      code=0
      RUNNER_TEMP=$folder GITHUB_OUTPUT=output '\(Self.action)' >/dev/null || code=$?
      echo "exit code $code"; sed 's/end-[0-9]*/end/; s|=.*/|=|' output; head -5 atomdiff-report.md
      code=0; INPUT_FAIL_ON=trouble '\(Self.action)' >/dev/null 2>&1 || code=$?
      echo "exit code $code"
      """)
    #expect(
      run.text == """
        ok    bars.mp4
        ok    reel.mp4
        exit code 0
        ok    bars.mp4
        ok    reel.mp4

        2 ok
        hook 0
        FAIL  bars.mp4   differs from bars.mp4.atoms

          opening     what a player needs comes last now
          equivalent  file (order)
          the same    samples, times, start and end, seeking, setup, display, sound, text, tracks, protection, \
        timecode, events, tags, problems

          bars.mp4.atoms:7  moov
            > moov  moved behind mdat: 0x20 → 0x62e7 (no longer fast start)
          not shown, because they follow: 95 chunk offsets, all -3,187 with the media data (proved)

        ok    reel.mp4

        1 ok, 1 differs (1 change)
          accept all:   atomdiff --update bars.mp4
        hook 1
        exit code 1
        exit-code=1
        report=atomdiff-report.md
        changed<<end
        bars.mp4
        end
        ### atomdiff: 1 of 2 files differ

        | file | changes | media |
        |---|---|---|
        | `bars.mp4` | **1** — `moov moved` | same |
        exit code 0

        """, "\(run.errorText)")
  }

  /// What git shows once it was told of the tools, and what it gets from an external diff.
  @Test(.enabled(if: hasGit, "git is not installed"))
  func gitSpeaksAtoms() throws {
    let run = try Run.shell(
      """
      set -e
      corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      export HOME=$folder GIT_CONFIG_NOSYSTEM=1 GIT_PAGER=cat
      git init -q; git config user.email a@example.com; git config user.name A
      echo '*.[mM][pP]4 diff=atom' > .gitattributes
      atomdump --install-git=local | sed "s|$(git rev-parse --show-toplevel)/||"
      cp "$corpus/slow.mp4" film.mp4; git add .; git commit -qm one
      cp "$corpus/fast.mp4" film.mp4
      git diff --no-ext-diff -U0 | grep '^[-+]' | head -4
      git diff
      git rm -q -f film.mp4
      git diff --cached -- film.mp4
      git reset -q --hard
      git mv film.mp4 other.mp4; cp "$corpus/fast.mp4" other.mp4
      git diff -M10% HEAD | head -3
      git reset -q --hard
      atomdiff --stat HEAD:film.mp4 "$corpus/fast.mp4" | sed "s|$corpus/||"
      mkdir in; cd in
      atomdiff -q HEAD:film.mp4 ../film.mp4 && atomdiff -q HEAD:../film.mp4 ../film.mp4
      echo "exit code $?"
      """)
    #expect(
      run.text == """
        \(MediaExtensions.all.count - 1) lines added to .gitattributes; 6 settings in git config --local
        --- a/film.mp4
        +++ b/film.mp4
        -free
        -mdat                              data 25271 bytes, crc32 7ce8aa33
        --- a/film.mp4   28,506 bytes
        +++ b/film.mp4   28,506 bytes   same media

          opening     what a player needs comes first now
          equivalent  file (order)
          the same    samples, times, start and end, seeking, setup, display, sound, text, tracks, \
        protection, timecode, events, tags, problems

          moov                              > moved before mdat: 0x62e7 → 0x20 (now fast start)

        1 change.  Not shown, because they follow: 95 chunk offsets, all +3,187 with the \
        media data (proved).
        --all shows them, --why PATH explains one

        --- a/film.mp4   removed

        renamed: film.mp4 → other.mp4
        --- a/film.mp4    28,506 bytes
        +++ b/other.mp4   28,506 bytes   same media
        HEAD:film.mp4 → fast.mp4: 1 change (1 moved), 95 follow
        exit code 0

        """, "\(run.errorText)")
  }

  /// Of a file that is not merged git passes the name alone, then the sides one by one.
  @Test(.enabled(if: hasGit, "git is not installed"))
  func whatIsNotMergedIsSaidToBe() throws {
    let run = try Run.shell(
      """
      set -e
      corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      export HOME=$folder GIT_CONFIG_NOSYSTEM=1 GIT_PAGER=cat
      git init -q -b main; git config user.email a@example.com; git config user.name A
      echo '*.mp4 diff=atom' > .gitattributes; git config diff.atom.command atomdiff
      cp "$corpus/slow.mp4" film.mp4; git add .; git commit -qm one
      git checkout -qb other; cp "$corpus/fast.mp4" film.mp4; git commit -qam two
      git checkout -q main; cp "$corpus/a.mp4" film.mp4; git commit -qam three
      git merge -q other > merge.txt 2>&1 || echo "merge $?"
      git diff --ours; echo "exit code $?"
      git diff --base | sed -n '1p;$p' | cut -c1-12; git diff --base | grep -c 'change'
      env -u GIT_DIFF_PATH_TOTAL atomdiff film.mp4 || echo "exit code $?"
      GIT_DIFF_PATH_COUNTER=1 GIT_DIFF_PATH_TOTAL=1 atomdiff 'in a folder/film.mp4'
      """)
    #expect(
      run.text == """
        merge 1
        * Unmerged path film.mp4
        exit code 0
        * Unmerged p

        1
        exit code 2
        * Unmerged path in a folder/film.mp4

        """, "\(run.errorText)")
    #expect(run.errorText.hasPrefix("atomdiff: "))
  }

  /// A submodule and a link are no media, whatever they are called: their commit and target are shown.
  @Test(.enabled(if: hasGit, "git is not installed"))
  func submodulesAndLinksAreTold() throws {
    let run = try Run.shell(
      """
      set -e
      folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      export HOME=$folder GIT_CONFIG_NOSYSTEM=1 GIT_PAGER=cat
      git config --global user.email a@example.com; git config --global user.name A
      git init -q -b main; git init -q -b main sub.mp4
      for word in one two; do echo $word > sub.mp4/file; git -C sub.mp4 add .; git -C sub.mp4 commit -qm $word; done
      echo '*.mp4 diff=atom' > .gitattributes; git config diff.atom.command 'atomdiff --'
      ln -s "$(printf 'old\\033[1m')" link.mp4
      git -c advice.addEmbeddedRepo=false add .; git commit -qm one
      two=$(git -C sub.mp4 rev-parse main) one=$(git -C sub.mp4 rev-parse main~1)
      say() { sed "s/$one/ONE/;s/$two/TWO/"; }
      git -C sub.mp4 checkout -q HEAD~1; echo three > sub.mp4/file; ln -sfn new link.mp4
      git diff > diff.txt; say < diff.txt
      git rm -q --cached sub.mp4 link.mp4
      git diff --cached > diff.txt; say < diff.txt
      """)
    #expect(
      run.text == """
        Link link.mp4
        -old\\x1b[1m
        +new
        Submodule sub.mp4
        -Subproject commit TWO
        +Subproject commit ONE-dirty
        Link link.mp4
        -old\\x1b[1m
        Submodule sub.mp4
        -Subproject commit TWO

        """, "\(run.errorText)")
  }

  /// What a person's own configuration gets, and that it is asked where attributes are.
  @Test(.enabled(if: hasGit, "git is not installed"))
  func gitIsSetUpForAPerson() throws {
    let run = try Run.shell(
      """
      set -e
      corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      export HOME="$folder/home of a" GIT_CONFIG_NOSYSTEM=1 GIT_PAGER=cat; mkdir "$HOME"
      unset XDG_CONFIG_HOME
      say() { sed "s|$folder/||"; }
      atomdump --install-git | head -2
      ls -A "$HOME" | wc -l | tr -d ' '
      id3dump --install-git=global | say
      atomdump --install-git=global | say
      git config --global --get diff.atom.textconv
      git init -q there; cd there; git config user.email a@example.com; git config user.name A
      git check-attr diff film.mp4 FILM.MOV sound.mp3 text.txt
      cp "$corpus/slow.mp4" film.mp4; git add .; git commit -qm one
      cp "$corpus/fast.mp4" film.mp4; git diff --no-ext-diff -U0 | grep '^[-+]' | sed -n '3,4p'
      ls -A; cd ..
      XDG_CONFIG_HOME="$folder/xdg" atomdump --install-git=global | say
      git config --global core.attributesFile '~/mine'
      printf '*.txt text' > "$HOME/mine"
      atomdump --install-git=global | say; sed -n '1,2p' "$HOME/mine"
      cd / && HOME=$folder/nowhere/at/all atomdump --install-git=local 2>&1 || echo "exit code $?"
      """)
    #expect(
      run.text == """
        # .gitattributes
        *.[mM][pP]4 diff=atom
        0
        \(MediaExtensions.all.count) lines added to home of a/.config/git/attributes; 6 settings in git config --global
        0 lines added to home of a/.config/git/attributes; 6 settings in git config --global
        atomdump --textconv --exit-zero --
        film.mp4: diff: atom
        FILM.MOV: diff: atom
        sound.mp3: diff: id3
        text.txt: diff: unspecified
        -free
        -mdat                              data 25271 bytes, crc32 7ce8aa33
        .git
        film.mp4
        \(MediaExtensions.all.count) lines added to xdg/git/attributes; 6 settings in git config --global
        \(MediaExtensions.all.count) lines added to home of a/mine; 6 settings in git config --global
        *.txt text
        *.[mM][pP]4 diff=atom
        atomdump: this is no repository of git
        exit code 2

        """, "\(run.errorText)")
  }

  static let hasGit = (try? Run.shell("git --version").code) == 0
}

/// The elements of an XML document, with their attributes and all text; nothing when it is not
/// well-formed. Comments, sections and declarations other than the first are not expected.
private struct XMLElements {
  var names: [String] = []
  var attributes: [String: [String: String]] = [:]
  var text = ""

  init?(_ document: String) {
    guard document.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"),
      document.unicodeScalars.allSatisfy({ $0.value >= 0x20 || $0 == "\n" || $0 == "\t" })
    else { return nil }
    var rest = document.dropFirst(39)
    var open: [String] = []
    while let start = rest.firstIndex(of: "<") {
      guard let told = Self.plain(rest[..<start]) else { return nil }
      text += told
      rest = rest[rest.index(after: start)...]
      guard let end = rest.firstIndex(of: ">") else { return nil }
      var tag = rest[..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        guard open.popLast() == String(tag.dropFirst()) else { return nil }
        continue
      }
      let isEmpty = tag.hasSuffix("/")
      if isEmpty { tag = tag.dropLast() }
      let name = String(tag.prefix { $0 != " " })
      names.append(name)
      tag = tag.dropFirst(name.count)
      while let equals = tag.firstIndex(of: "=") {
        let key = tag[..<equals].trimmingCharacters(in: .whitespaces)
        tag = tag[tag.index(after: equals)...]
        guard tag.hasPrefix("\""), let quote = tag.dropFirst().firstIndex(of: "\""),
          let value = Self.plain(tag[tag.index(after: tag.startIndex)..<quote])
        else { return nil }
        attributes[name, default: [:]][key] = value
        tag = tag[tag.index(after: quote)...]
      }
      if !isEmpty { open.append(name) }
    }
    guard open.isEmpty else { return nil }
  }

  /// Text with its entities resolved; nothing when it holds what has to be written as one.
  private static func plain(_ text: Substring) -> String? {
    var result = ""
    var rest = text
    while let start = rest.firstIndex(where: { $0 == "&" || $0 == "<" || $0 == ">" }) {
      guard rest[start] == "&" else { return nil }
      result += rest[..<start]
      rest = rest[start...]
      guard
        let (name, sign) = [
          ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""),
        ].first(where: { rest.hasPrefix($0.0) })
      else { return nil }
      result += sign
      rest = rest.dropFirst(name.count)
    }
    return result + rest
  }
}
