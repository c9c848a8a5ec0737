import Foundation
import Testing

/// Folders that are compared, and small things that a call of `atomdiff` is told.
@Suite struct DiffFolderTests {
  private static let folder = """
    corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
    mkdir A B

    """

  /// Files that could not be read are counted apart from those that differ; of two sides each has its reason, and a row
  /// stays one line.
  @Test func unreadFilesAreNoDifference() throws {
    let run = try Run.shell(
      Self.folder + """
        cp "$corpus/slow.mp4" A/film.mp4; cp "$corpus/fast.mp4" B/film.mp4; echo junk > A/junk.mp4; echo junk > B/junk.mp4
        atomdiff -r --stat A B 2>/dev/null | tail -n 1
        atomdiff -r --summary A B 2>/dev/null; echo "exit code $?"
        atomdiff -r --summary=markdown A B 2>/dev/null | grep junk
        atomdiff -r --html A B 2>/dev/null | grep -o 'class="verdict">[^<]*'
        atomdiff -r --gate A B 2>/dev/null | tail -n 1
        rm B/film.mp4; cp "$corpus/a.mp4" A/same.mp4; cp "$corpus/a.mp4" B/same.mp4
        atomdiff -r --gate A B 2>/dev/null | tail -n 1
        """)
    #expect(
      run.text == """
        1 of 2 files differs, 1 not read
        1 of 2 files differs, 1 not read
          B/film.mp4: 1 — moov moved
            opening: what a player needs comes first now
          B/junk.mp4: A/junk.mp4: not a format that is known here
            B/junk.mp4: not a format that is known here
        exit code 2
        | `B/junk.mp4` | A/junk.mp4: not a format that is known here · B/junk.mp4: not a format that is known here |  |
        class="verdict">1 of 2 files differs, 1 not read
        1 of 2 files differs, 1 not read
        1 of 3 files differs, 1 not read; the gate is closed for 1

        """, "\(run.errorText)")
  }

  /// A file that is gone is paired with the one of the same bytes, though another of the same media stands before it.
  @Test func aFileIsRenamedToItsCopy() throws {
    let run = try Run.shell(
      Self.folder + """
        cp "$corpus/slow.mp4" A/gone.mp4; cp "$corpus/fast.mp4" B/new.mp4; cp "$corpus/slow.mp4" B/renamed.mp4
        atomdiff -r --rename --stat A B
        cp "$corpus/a.mp4" A/a.mp4; cp "$corpus/a.mp4" A/b.mp4; rm B/renamed.mp4
        cp "$corpus/a.mp4" B/c.mp4; cp "$corpus/a.mp4" B/d.mp4
        atomdiff -r --rename --stat A B
        """)
    #expect(
      run.text == """
        B/new.mp4: added
        A/gone.mp4 → B/renamed.mp4: 1 change (1 moved)
        2 of 2 files differ
        A/a.mp4 → B/c.mp4: 1 change (1 moved)
        A/b.mp4 → B/d.mp4: 1 change (1 moved)
        A/gone.mp4 → B/new.mp4: 2 changes (2 moved), 95 follow
        3 of 3 files differ

        """, "\(run.errorText)")
  }

  /// Rules that nobody could read are no rules that hold: what stands in the place of `.atomdiff` is named.
  @Test(arguments: [
    ("mkdir .atomdiff", "a directory"), ("mkfifo .atomdiff", "a pipe or a device"),
    ("ln -s nowhere .atomdiff", "a link that leads nowhere"),
  ])
  func rulesThatAreNoFileAreNamed(making command: String, what: String) throws {
    let run = try Run.shell(
      "\(Self.folder)\(command); atomdiff \"$corpus/a.mp4\" \"$corpus/a.mp4\"; echo \"exit code $?\"")
    #expect(run.text == "exit code 2\n")
    #expect(run.errorText.hasSuffix("/.atomdiff: rules stand in a file, and this is \(what)\n"), "\(run.errorText)")
  }

  /// A byte order mark is no character of the first rule, and a link to a file is followed.
  @Test func rulesMayBeginWithAByteOrderMark() throws {
    let run = try Run.shell(
      Self.folder + """
        printf '\\357\\273\\277ignore moov\\n' > rules; ln -s rules .atomdiff
        atomdiff --show-config | tail -n 1
        atomdiff -q "$corpus/slow.mp4" "$corpus/fast.mp4"; echo "exit code $?"
        """)
    #expect(run.lines == ["  .atomdiff:1     ignore moov", "exit code 0"], "\(run.text) \(run.errorText)")
  }

  /// An empty snapshot says what to do about it: it is not written over.
  @Test func anEmptySnapshotHasANextStep() throws {
    let run = try Run.shell(
      Self.folder + """
        cp "$corpus/a.mp4" f.mp4; : > f.mp4.atoms
        for action in verify update; do atomdiff --$action f.mp4; echo "exit code $?"; done
        rm f.mp4.atoms; atomdiff -q --update f.mp4; echo "exit code $?"
        """)
    let refusal = """
      FAIL  f.mp4   f.mp4.atoms:1:1: the file is empty: 'atomtools snapshot 2' is missing — remove it, and --update writes one
      0 ok, 1 not read
      exit code 2

      """
    #expect(run.text == refusal + refusal + "exit code 0\n", "\(run.errorText)")
  }

  /// What an option goes with is named, not what else the other takes.
  @Test(arguments: [
    ("--review --ci f.mp4", "--ci does not go with --review, but with --verify"),
    ("--join --snapshots s a.mp4 b.mp4", "--snapshots does not go with --join, but with --verify, --update, --review or --unused"),
    ("--join --all a.mp4 b.mp4", "--all does not go with --join, which stands alone"),
    ("--review --all f.mp4", "--all does not go with --review, but with a comparison of two files, --verify or --update"),
    ("--review --why moov f.mp4", "--why does not go with --review, but with a comparison of two files"),
    ("--verify --why moov f.mp4", "--why does not go with --verify, but with a comparison of two files"),
    ("--ci a.mp4 b.mp4", "--ci is about snapshots: give it with --verify"),
  ])
  func optionsSayWhatTheyGoWith(call: String, words: String) throws {
    let run = try Run.shell("atomdiff \(call)")
    #expect(run.code == 2)
    #expect(run.errorText == "atomdiff: \(words)\n")
  }

  /// The topics of help are those of the other programs, and the first page of all three is all of it.
  @Test func helpHasItsTopics() throws {
    for topic in ["paths", "check", "samples", "diff", "ci", "exit"] {
      let run = try Run.shell("atomdiff --help=\(topic)")
      #expect(run.code == 0 && !run.text.isEmpty, "\(topic): \(run.errorText)")
      #expect(run.lines.allSatisfy { $0.count <= 80 }, "\(run.text)")
    }
    #expect(try Run.shell("atomdiff --help=exit").text.contains("--review"))
    let atomtool = Run.programs + "/atomtool"
    #expect(try Run.shell("'\(atomtool)' --help=all").text == Run.shell("'\(atomtool)' --help").text)
    let page = try Run.shell("'\(atomtool)' --man")
    #expect(page.code == 2 && page.errorText.contains("try 'atomtool atomdump --man'"))
  }
}
