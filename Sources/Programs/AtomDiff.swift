import CommandLineSupport
import DiffApplication
import TerminalInspector

extension Executable {
  /// `atomdiff`.
  package static let atomdiff = Executable("atomdiff") {
    DiffProgram(tool, inspector: { TerminalInspector.run($0) }).run($0)
  }

  /// The tool as its help, man page and completions describe it.
  private static let tool = Tool<DiffSettings>(
    name: "atomdiff",
    summary: "show what changed between two media files, and what follows from it", about: [
      """
      atomdiff reads two files, or a file and its snapshot, and prints what changed for whom: first a verdict \
      by aspects (samples, times, display, tags and others), then the changes, and how many more follow from \
      them. Exit code 1 means that something changed.
      """
    ],
    version: Executable.version,
    usage: [
      "atomdiff [options] A B", "atomdiff --verify [options] FILE...",
      "atomdiff --update [options] FILE...",
    ],
    examples: [
      HelpEntry("atomdiff a.mp4 b.mp4", "what changed; exit 1 for a difference"),
      HelpEntry("atomdiff -i a.mp4 b.mp4", "step through it; ? shows the keys"),
      HelpEntry("atomdiff -q a.mp4 b.mp4", "the exit code only"),
      HelpEntry("atomdiff --profile media a.mp4 b.mp4", "samples and timing only"),
      HelpEntry("atomdiff -I '//btrt' a.mp4 b.mp4", "one thing aside"),
      HelpEntry("atomdiff --why //mvhd a.mp4 b.mp4", "why an atom changed"),
      HelpEntry("atomdiff --json a.mp4 b.mp4 | jq '.changes[].path'"),
      HelpEntry("atomdiff HEAD~1:a.mp4 a.mp4", "since another commit"),
      HelpEntry("atomdiff -r before after", "two directories"),
      HelpEntry("atomdiff --update *.mp4", "write a snapshot beside each file"),
      HelpEntry(
        "atomdiff --verify --ci *.mp4", "the same against their snapshots"),
    ],
    exitCodes: [
      HelpEntry("0", "Equal under the profile."),
      HelpEntry(
        "1",
        """
        Different, or a snapshot is missing and --ci given. --gate: a regression. --samples: other samples, or not \
        known. --join: not as they are, or not known. --unused: there is one. --review: a change was rejected or left.
        """),
      HelpEntry(
        "2",
        """
        Usage error, unreadable file, unknown format, directory without media, --only that means nothing, output \
        failure.
        """),
    ],
    variables: [HelpEntry("NO_COLOR", "When not empty, no colour.")],
    notes: [
      """
      A change is one atom added, removed or moved, one table, or one field; the same field that \
      goes from the same value to the same value in several atoms is one. What is proved to follow \
      from a change is counted, not listed: sizes, positions of bytes that moved, counts of rows, \
      durations. What is not proved is a change.
      """,
      """
      A side that is no file and has a colon in its name is a file of a commit, as git names it. \
      Called with the seven arguments that git passes to an external diff, atomdiff is one.
      """,
      """
      A snapshot is a text file, a field a line, that is reviewed and kept with the file it tells of. \
      It holds no offsets. Bytes that a later version of the tool can name are told as notes, and are \
      no difference.
      """,
    ],
    topics: [
      HelpTopic(
        "paths",
        [
          """
          A path names atoms as atomdump -p does: moov/trak starts at the top of the file, //stsz is anywhere, \
          [vide] is the track with this handler, and a name behind a period is a field. It means what is there in \
          either file, with all in it.
          """,
          """
          Changes are listed under paths by identity, with the number or the handler of a track, so that they mean \
          the same in both files. atomdump --help=paths says all of paths.
          """,
        ],
        examples: [
          HelpEntry("atomdiff -I '//btrt' A B", "one thing aside"),
          HelpEntry("atomdiff --only //ilst A B", "tags alone"),
          HelpEntry("atomdiff --why moov/mvhd A B", "why an atom changed"),
        ], options: ["ignore", "only", "why", "tolerance"]),
      HelpTopic(
        "check",
        [
          """
          What is wrong with one file is told by atomdump --check. A comparison tells what is wrong with the second \
          file alone, as new problems, and --gate closes for them.
          """
        ],
        examples: [
          HelpEntry("atomdump --check movie.mov", "what is wrong with it"),
          HelpEntry("atomdiff before.mp4 after.mp4", "what is wrong since then, too"),
        ], options: ["gate", "github", "sarif"]),
      HelpTopic(
        "diff",
        [
          """
          Two files are compared aspect by aspect, as somebody notices who plays them, then change by change with \
          paths. A profile says what counts; the sides may be directories, files of commits, or a file and its \
          snapshot.
          """
        ],
        examples: [
          HelpEntry("atomdiff before.mp4 after.mp4", "what changed, and what that does"),
          HelpEntry("atomdiff --samples a.mp4 b.mp4", "the samples that differ"),
          HelpEntry("atomdiff -r before after", "two directories"),
          HelpEntry("atomdiff HEAD~1:a.mp4 a.mp4", "since another commit"),
        ], options: ["profile", "all", "why", "samples", "join", "recursive", "rename"]),
      HelpTopic(
        "ci",
        [
          """
          A snapshot beside each file says what it was; --verify compares, and 1 is a difference. --gate fails \
          for regressions alone: other samples or times, new problems, what is gone. --help=--gate lists by which \
          aspects it closes.
          """
        ],
        examples: [
          HelpEntry("atomdiff --update *.mp4", "write or renew snapshots"),
          HelpEntry("atomdiff --verify --ci *.mp4", "1 when one differs or is missing"),
          HelpEntry("atomdiff --gate before.mp4 after.mp4"),
          HelpEntry("atomdiff --junit=report.xml -r before after"),
        ], options: ["verify", "update", "ci", "gate", "profile", "ignore", "tolerance"])
    ],
    seeAlso: ["atomdump", "id3dump"], options: DiffSettings.options)
}
