import Corpus
import Foundation
import FuzzOracles
import Testing

/// Files that are written: only where the call said, whole or not at all, and never over what is read.
@Suite struct WritingTests {
  private static let a = Corpus.path(of: "mockups/a.mp4")
  private static let b = Corpus.path(of: "mockups/b.mp4")
  private static let tagged = Corpus.path(of: "mockups/track.mp3")

  /// Runs a script in a new folder that holds `a.mp4` and `b.mp4`.
  private func run(_ script: String) throws -> Programs.Run {
    let folder = try Folder()
    return try Programs.shell(
      "cp '\(Self.a)' a.mp4; cp '\(Self.b)' b.mp4; chmod u+w *.mp4\n" + script, in: folder.path)
  }

  @Test(arguments: ["--junit", "--sarif"])
  func whatIsReadIsNotWrittenOver(option: String) throws {
    let run = try run(
      """
      cp b.mp4 before
      for name in b.mp4 ./b.mp4 link; do
        ln -sf b.mp4 link
        atomdiff -q \(option)=$name a.mp4 b.mp4
        echo "exit code $?"
      done
      ln -f b.mp4 other; atomdiff -q \(option)=other a.mp4 b.mp4; echo "exit code $?"
      cmp before b.mp4 && ls -A
      """)
    #expect(
      run.text == String(repeating: "exit code 2\n", count: 4)
        + "a.mp4\nb.mp4\nbefore\nlink\nother\n", "\(run.errorText)")
    #expect(run.errorText.contains("is read by this call and is not written over"))
  }

  @Test func pipesAndDevicesAreWrittenThrough() throws {
    let run = try run(
      """
      mkfifo pipe
      head -c 5 <pipe >got &
      atomdiff -q --junit=pipe a.mp4 b.mp4 || true
      wait
      cat got; echo
      test -p pipe && echo still a pipe
      atomdiff -q --junit=/dev/stdout a.mp4 b.mp4 >out
      head -c 5 out; echo
      test -L /dev/stdout && echo still a link
      """)
    #expect(run.text == "<?xml\nstill a pipe\n<?xml\nstill a link\n", "\(run.errorText)")
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no device that is full"))
  func aDeviceThatIsFullIsSaid() throws {
    let run = try run(
      "atomdiff -q --junit=/dev/full a.mp4 b.mp4; echo $?; test -c /dev/full && echo a device")
    #expect(run.text == "2\na device\n", "\(run.errorText)")
    #expect(run.errorText.contains("/dev/full: "), "\(run.errorText)")
  }

  @Test func theTargetOfALinkThatWasNamedIsReplacedAndKeepsItsMode() throws {
    let run = try run(
      """
      mkdir in; echo old >in/report; chmod 640 in/report
      ln -s in/report first; ln -s first second; ln -s in/new third
      atomdiff -q --junit=second --sarif=third a.mp4 b.mp4; echo $?
      test -L first && test -L second && test -L third && head -c 5 in/report && echo
      head -c 1 in/new; echo
      ls -l in/report | cut -c1-10; ls -A in
      """)
    #expect(
      run.text == "1\n<?xml\n{\n-rw-r-----\nnew\nreport\n", "\(run.text) \(run.errorText)")
  }

  @Test func aFileOfSeveralNamesIsNotReplaced() throws {
    let run = try run(
      "echo old >one; ln one two; atomdiff -q --junit=one a.mp4 b.mp4; echo $?; cat one two")
    #expect(run.text == "2\nold\nold\n")
    #expect(run.errorText.contains("one has 2 names (hard links)"), "\(run.errorText)")
  }

  /// What a repository may hold: links where a snapshot would be written.
  @Test func derivedNamesDoNotFollowLinks() throws {
    let run = try run(
      """
      mkdir outside shots; echo precious >outside/file
      ln -s outside/file a.mp4.atoms
      atomdiff -q --update a.mp4; echo $?
      ln -s ../outside shots/in
      mkdir in; cp a.mp4 in
      atomdiff -q --update --snapshots=shots in/a.mp4; echo $?
      rm a.mp4.atoms; ln -s missing a.mp4.atoms
      atomdiff -q --update a.mp4; echo $?
      cat outside/file; ls -A outside .
      """)
    #expect(
      run.text == """
        2
        2
        2
        precious
        .:
        a.mp4
        a.mp4.atoms
        b.mp4
        in
        outside
        shots

        outside:
        file

        """, "\(run.errorText)")
    #expect(run.errorText.contains("is a link"), "\(run.errorText)")
  }

  @Test func aRepositoryCannotRedirectItsAttributes() throws {
    let run = try run(
      """
      command -v git >/dev/null || { echo 2; echo precious; exit; }
      echo precious >file; mkdir in; cd in; git init -q; ln -s ../file .gitattributes
      atomdump --install-git=local; echo $?; cat ../file
      """)
    #expect(run.text == "2\nprecious\n", "\(run.errorText)")
  }

  @Test func picturesAreNotWrittenOver() throws {
    let run = try run(
      """
      id3dump --artwork=. '\(Self.tagged)' >/dev/null; echo $?
      id3dump --artwork=. '\(Self.tagged)'; echo $?
      """)
    #expect(run.text == "0\n2\n", "\(run.text)")
    #expect(run.errorText.contains("exists and is not overwritten"), "\(run.errorText)")
  }

  /// A limit of no bytes is a full disk: what was begun is gone.
  @Test func artworkOnAFullDiskIsTrouble() throws {
    let folder = try Folder()
    let run = try Programs.shell(
      """
      trap '' XFSZ; mkdir out
      ( ulimit -f 0; id3dump --artwork=out '\(Self.tagged)' >/dev/null ); echo $?; ls -A out
      """, in: folder.path)
    #expect(run.text == "2\n", "\(run.text) \(run.errorText)")
  }
}
