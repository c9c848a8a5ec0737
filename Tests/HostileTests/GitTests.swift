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
}
