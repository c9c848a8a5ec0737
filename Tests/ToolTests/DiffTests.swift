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
    #expect(changes.count == 8)
    let kinds: Set<String> = ["added", "removed", "moved", "changed", "rows"]
    for change in changes {
      #expect(kinds.contains(change["kind"] as? String ?? ""))
      #expect((change["path"] as? String)?.isEmpty == false)
    }
    let following = try #require(object["following"] as? [[String: Any]])
    for change in following { #expect(change["because"] is String) }
    let told = try #require(object["consequences"] as? [[String: Any]])
    #expect(told.compactMap { $0["count"] as? Int } == [94, 17, 1, 3])
  }

  /// Names of files cannot end a command, nor begin another.
  @Test func annotationsAreEscaped() throws {
    let run = try Run.shell(
      """
      folder=$(mktemp -d) && cp b.mp4 "$folder/50%,x:
      ::error::y.mp4" && cp a.mp4 "$folder/a.mp4" && cd "$folder" &&
      atomdiff --github a.mp4 *y.mp4; rm -r "$folder"
      """)
    #expect(run.lines.count == 8)
    for line in run.lines { #expect(line.hasPrefix("::error file=50%25%2Cx%3A")) }
  }

  /// The commands of the action, in a repository of their own.
  @Test(.enabled(if: hasGit, "git is not installed"))
  func actionComparesWithAnotherCommit() throws {
    let action =
      String(Corpus.folder.dropLast("/Corpus".count)) + "/.github/actions/atomdiff/compare"
    let run = try Run.shell(
      """
      set -e
      corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      git init -q; git config user.email a@example.com; git config user.name A
      mkdir 'my films'
      cp "$corpus/slow.mp4" 'my films/1.mp4'; cp "$corpus/a.mp4" same.mp4; echo 1 > text
      git add .; git commit -qm one
      cp "$corpus/fast.mp4" 'my films/1.mp4'; echo 2 > text
      git commit -qam two
      export ATOMDIFF='\(Run.programs)/atomdiff' INPUT_FILES='*.mov *.mp4'
      code=0
      GITHUB_OUTPUT=output GITHUB_STEP_SUMMARY=summary '\(action)' || code=$?
      echo "exit code $code"; sed 's/end-[0-9]*/end/' output; cat summary
      code=0; INPUT_BASE=HEAD '\(action)' || code=$?; echo "exit code $code"
      code=0; INPUT_BASE=nothing '\(action)' 2>&1 || code=$?; echo "exit code $code"
      """)
    #expect(
      run.text == """
        ::error file=my films/1.mp4,title=moov::my films/1.mp4: moov moved before mdat: \
        0x62e7 → 0x20 (now fast start)
        exit code 1
        exit-code=1
        changed<<end
        my films/1.mp4
        end
        ### atomdiff: 1 of 1 changed files differ
        <details><summary>1.mp4</summary>

        ``````diff
        @@ moov @@
        +moved before mdat: 0x62e7 → 0x20 (now fast start)
        ``````
        </details>
        exit code 0
        atomdiff: 'nothing' is no commit that is here (fetch-depth of actions/checkout)
        exit code 2

        """, "\(run.errorText)")
  }

  static let hasGit = (try? Run.shell("git --version").code) == 0
}
