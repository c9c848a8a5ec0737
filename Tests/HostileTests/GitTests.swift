import Corpus
import Foundation
import Testing

/// What git is asked for: names are never options, and no program that a repository names is run.
@Suite(.enabled(if: EnvironmentTests.has("git"), "git is not installed"))
struct GitTests {
  private static let a = Corpus.path(of: "mockups/a.mp4")

  private func run(_ script: String) throws -> Programs.Run {
    let folder = try Folder()
    return try Programs.shell(
      """
      git init -q; git config user.email a@example.com; git config user.name A
      \(script)
      """, in: folder.path)
  }

  @Test func namesAreNoOptions() throws {
    let run = try run(
      """
      cp '\(Self.a)' film.mp4; git add .; git commit -qm one
      for name in '--batch=x:' '--batch-all-objects:' '-p:x' 'HEAD:film.mp4 x:' "$(printf 'HEAD:a\\nb')"
      do
        atomdiff -q -- "$name" film.mp4 </dev/null; echo $?
      done
      atomdiff -q HEAD:film.mp4 film.mp4; echo $?
      git mv film.mp4 'a film.mp4'; git commit -qm two
      atomdiff -q 'HEAD:a film.mp4' HEAD~1:film.mp4; echo $?
      """)
    #expect(run.text == "2\n2\n2\n2\n2\n0\n0\n", "\(run.errorText)")
    #expect(run.errorText.contains("neither a file nor one that git has in a commit"))
  }

  @Test func filtersOfTheRepositoryAreNotRun() throws {
    let run = try run(
      """
      cp '\(Self.a)' film.mp4; git add .; git commit -qm one
      echo '*.mp4 filter=theirs diff=theirs' >.gitattributes
      git config filter.theirs.smudge 'touch ran; cat'
      git config diff.theirs.textconv 'touch ran; cat'
      atomdiff -q HEAD:film.mp4 film.mp4; echo $?
      ls
      """)
    #expect(run.text == "0\nfilm.mp4\n", "\(run.errorText)")
  }

  @Test func pointersOfLargeFilesAreSaidToBeSuch() throws {
    let run = try run(
      """
      cp '\(Self.a)' film.mp4
      printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%064d\\nsize 28506\\n' 7 >large.mp4
      git add .; git commit -qm one
      atomdiff -q HEAD:large.mp4 film.mp4; echo $?
      atomdump large.mp4; echo $?
      """)
    #expect(run.text == "2\n2\n", "\(run.errorText)")
    let said = run.errorText.split(separator: "\n")
    #expect(said.count == 2 && said.allSatisfy { $0.contains("a pointer of Git LFS") }, "\(said)")
  }

  /// git calls for each file, although whoever reads has read enough.
  @Test func aReaderThatIsGoneIsNoFault() throws {
    let run = try run(
      """
      cp '\(Self.a)' old; cp '\(Corpus.path(of: "mockups/b.mp4"))' new; mkfifo pipe
      (: <pipe) & exec 4>pipe; wait
      atomdiff film.mp4 old 1111111 100644 new 2222222 100644 >&4; echo $?
      """)
    #expect(run.text == "0\n" && run.errorText.isEmpty, "\(run.text)\(run.errorText)")
  }

  /// What happens in repositories: a file that is renamed and changed, names in capital letters, a conflict and
  /// its sides, a merge, a pointer of Git LFS, and a submodule that is called like a film.
  @Test func differencesOfARepositoryAreShown() throws {
    let run = try run(
      """
      C='\(Corpus.path(of: "mockups"))'
      cp "$C/slow.mp4" a.mp4; cp "$C/movie.mov" FILM.MOV
      atomdump --install-git=local >/dev/null; git add -A; git commit -qm one
      git mv a.mp4 b.mp4; cp "$C/fast.mp4" b.mp4; git add -A
      git diff --cached -M | grep -E '^(---|[+][+][+])' | cut -d ' ' -f 1,2
      git commit -qm two
      git checkout -q -b side; cp "$C/frag.mp4" FILM.MOV; git commit -qam side
      git checkout -q -; cp "$C/a.mp4" FILM.MOV; git commit -qam main
      git merge side >/dev/null 2>&1 || git diff FILM.MOV | head -1
      atomdiff -q :2:FILM.MOV "$C/a.mp4"; echo $?
      atomdiff -q :3:FILM.MOV "$C/frag.mp4"; echo $?
      mkdir in; (cd in; atomdiff -q :2:FILM.MOV :3:FILM.MOV; echo $?)
      atomdiff -q :1:nothing.mp4 b.mp4; echo $?
      git checkout -q --theirs FILM.MOV; git add -A; git commit -qm merged
      atomdiff -q HEAD^1:FILM.MOV FILM.MOV; echo $?
      printf 'version https://git-lfs.github.com/spec/v1\noid sha256:%064d\nsize 28506\n' 7 >b.mp4
      git diff; git checkout -q b.mp4
      in_sub() { git -C sub.mp4 -c user.email=a@example.com -c user.name=A "$@"; }
      git init -q sub.mp4; in_sub commit -q --allow-empty -m one
      git add sub.mp4 2>/dev/null; git commit -qm sub
      in_sub commit -q --allow-empty -m two
      git diff >.git/said; code=$?; sed 's/[0-9a-f]\\{40\\}/ID/' .git/said; echo $code
      atomdiff --verify --ci sub.mp4; echo $?
      """)
    #expect(
      run.text == """
        --- a/a.mp4
        +++ b/b.mp4
        diff --cc FILM.MOV
        0
        0
        1
        2
        1
        Binary files a/b.mp4 and b/b.mp4 differ
          b/b.mp4: not a format that is known here: looks like a pointer of Git LFS, not the file itself: 'git lfs pull' gets it
        Submodule sub.mp4
        -Subproject commit ID
        +Subproject commit ID
        0
        FAIL  sub.mp4   sub.mp4: is a directory — add -r to read the files in it
        0 ok, 1 not read
        2

        """, "\(run.text)\(run.errorText)")
  }
}
