import Corpus
import Foundation
import Testing

/// What the action and the driver of git say of files that became others than their bytes tell.
@Suite struct DiffInGitTests {
  /// How commands begin that run in a repository of their own.
  private static let repository = """
    set -e
    corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
    export HOME=$folder GIT_CONFIG_NOSYSTEM=1 GIT_PAGER=cat
    git init -q -b main; git config user.email a@example.com; git config user.name A
    """

  /// A film that a link took the place of is gone, one that took the place of a link is new, and what cannot be read
  /// any more is in the report and counted apart.
  @Test(.enabled(if: DiffTests.hasGit, "git is not installed"))
  func actionTellsOfLinksAndOfWhatCannotBeRead() throws {
    let run = try Run.shell(
      """
      \(Self.repository)
      cp "$corpus/a.mp4" film.mp4; cp "$corpus/a.mp4" junk.mp4; cp "$corpus/slow.mp4" other.mp4
      ln -s other.mp4 link.mp4; git add .; git commit -qm one
      rm film.mp4 link.mp4; ln -s nowhere film.mp4; cp "$corpus/a.mp4" link.mp4
      echo junk > junk.mp4; cp "$corpus/fast.mp4" other.mp4; git add .; git commit -qm two
      export ATOMDIFF='\(Run.programs)/atomdiff' ATOMDUMP='\(Run.programs)/atomdump' INPUT_BASE=HEAD^
      export INPUT_FILES='*.mp4'
      code=0
      GITHUB_OUTPUT=output GITHUB_STEP_SUMMARY=summary '\(DiffTests.action)' >printed 2>&1 || code=$?
      echo "exit code $code"; grep '^::' printed
      sed 's/end-[0-9]*/end/' output; head -8 summary
      code=0; INPUT_PROFILE=other INPUT_FILES=junk.mp4 '\(DiffTests.action)' 2>/dev/null || code=$?
      echo "exit code $code"
      """)
    #expect(
      run.text == """
        exit code 2
        ::error title=atomdiff::film.mp4 is no longer a file
        ::error file=junk.mp4,title=atomdiff::junk.mp4: junk.mp4: not a format that is known here
        ::notice title=atomdiff::link.mp4 is new
        ::error file=other.mp4,title=moov::other.mp4: moov moved before mdat: 0x62e7 → 0x20 (now fast start)
        exit-code=2
        changed<<end
        film.mp4
        junk.mp4
        other.mp4
        end
        ### atomdiff: 2 of 4 files differ, 1 not read

        | file | changes | media |
        |---|---|---|
        | `film.mp4` | is no longer a file | |
        | `junk.mp4` | could not be compared | |
        | `link.mp4` | is new | |
        | `other.mp4` | **1** — `moov moved` | same |
        atomdiff: 'other' is not a value of '--profile' — use exact, default, reproducible, media or tags
        ::error title=atomdiff::junk.mp4 could not be compared
        exit code 2

        """, "\(run.errorText)")
  }

  /// What is a link or a submodule on both sides is no film: it is told, and no error.
  @Test(.enabled(if: DiffTests.hasGit, "git is not installed"))
  func linksThatBecameSubmodulesAreTold() throws {
    let run = try Run.shell(
      """
      \(Self.repository)
      export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=advice.addEmbeddedRepo GIT_CONFIG_VALUE_0=false
      cp "$corpus/a.mp4" film.mp4; ln -s film.mp4 link.mp4; ln -s film.mp4 moved.mp4
      for name in kept sub; do
        git init -q -b main $name.mp4; git -C $name.mp4 config user.email a@example.com; git -C $name.mp4 config user.name A
        echo one > $name.mp4/file; git -C $name.mp4 add .; git -C $name.mp4 commit -qm one
      done
      git add .; git commit -qm one; commit=$(git -C sub.mp4 rev-parse main)
      rm link.mp4; mv sub.mp4 link.mp4; ln -s film.mp4 sub.mp4; ln -sfn nowhere moved.mp4
      echo two > kept.mp4/file; git -C kept.mp4 commit -qam two; git add .
      GIT_EXTERNAL_DIFF='\(Run.programs)/atomdiff' git diff --cached link.mp4 | sed "s/$commit/COMMIT/"
      export ATOMDIFF='\(Run.programs)/atomdiff' ATOMDUMP='\(Run.programs)/atomdump' INPUT_BASE=HEAD INPUT_FILES='*.mp4'
      code=0
      GITHUB_OUTPUT=output GITHUB_STEP_SUMMARY=summary '\(DiffTests.action)' >printed 2>&1 || code=$?
      echo "exit code $code"; cat printed; sed 's/end-[0-9]*/end/' output; cat summary
      """)
    #expect(
      run.text == """
        link.mp4: mode 120000 → 160000
        Link link.mp4
        -film.mp4
        Submodule link.mp4
        +Subproject commit COMMIT
        exit code 0
        ::notice title=atomdiff::kept.mp4 is a submodule that is not as it was
        ::notice title=atomdiff::link.mp4 was a link, and is a submodule now
        ::notice title=atomdiff::moved.mp4 is a link that leads elsewhere
        ::notice title=atomdiff::sub.mp4 was a submodule, and is a link now
        exit-code=0
        changed<<end
        end
        ### atomdiff: 0 of 4 files differ

        | file | changes | media |
        |---|---|---|
        | `kept.mp4` | is a submodule that is not as it was | |
        | `link.mp4` | was a link, and is a submodule now | |
        | `moved.mp4` | is a link that leads elsewhere | |
        | `sub.mp4` | was a submodule, and is a link now | |

        """, "\(run.errorText)")
  }

  /// That a file has another mode or name is told, whatever becomes of its bytes.
  @Test(.enabled(if: DiffTests.hasGit, "git is not installed"))
  func driverTellsModesAndNames() throws {
    let run = try Run.shell(
      """
      \(Self.repository)
      atomdump --install-git=local >/dev/null
      cp "$corpus/slow.mp4" film.mp4; git add .; git commit -qm one
      chmod +x film.mp4; git diff
      git mv film.mp4 'other film.mp4'; git diff -M HEAD
      cp "$corpus/fast.mp4" 'other film.mp4'; git diff -M10% HEAD | head -n 4
      git reset -q --hard; cp film.mp4 copy.mp4; git add .; git diff --find-copies-harder HEAD
      """)
    #expect(
      run.text == """
        film.mp4: mode 100644 → 100755
        film.mp4: the same under the profile
        renamed: film.mp4 → other film.mp4
        other film.mp4: mode 100644 → 100755
        other film.mp4: the same under the profile
        renamed: film.mp4 → other film.mp4
        other film.mp4: mode 100644 → 100755
        --- a/film.mp4         28,506 bytes
        +++ b/other film.mp4   28,506 bytes   same media
        copied: film.mp4 → copy.mp4
        copy.mp4: the same under the profile

        """, "\(run.errorText)")
  }

  /// What git keeps is no film of the folder, and no snapshot is written there.
  @Test(.enabled(if: DiffTests.hasGit, "git is not installed"))
  func foldersOfGitArePassedOver() throws {
    let run = try Run.shell(
      """
      \(Self.repository)
      mkdir -p .git/lfs/objects/ab; cp "$corpus/a.mp4" .git/lfs/objects/ab/abcd; cp "$corpus/a.mp4" film.mp4
      atomdiff --update -r .
      find . -name '*.atoms'
      atomdump --check -r . | tail -n 1
      atomdiff --update -r .git/lfs
      """)
    #expect(run.lines.contains("./film.mp4.atoms"), "\(run.text) \(run.errorText)")
    #expect(run.lines.filter { $0.contains(".git/") }.count == 1, "\(run.text)")
    #expect(run.lines.last?.contains(".git/lfs/objects/ab/abcd.atoms") == true, "\(run.text)")
  }
}
