import CommandLineSupport
import DumpApplication
import TerminalInspector

extension Executable {
  /// `atomdump`.
  package static let atomdump = Executable("atomdump") {
    DumpProgram(tool, inspector: { TerminalInspector.run($0) }).run($0)
  }

  /// The tool as its help, man page and completions describe it.
  private static let tool = Tool<DumpSettings>(
    name: "atomdump", summary: "show the atoms of a QuickTime or MP4 file", about: [
      """
      atomdump reads the structure of QuickTime, MP4, HEIF and related files (and of sound files with tags): \
      each atom, its fields and bytes, and what they come to. Without options it prints the outline, one row \
      an atom; an option of List, Show or Judge asks another question. Nothing is written but what is asked \
      for, and nothing is fetched from a network.
      """,
      """
      Media is read only where a question needs it. What could not be read is said, and what is wrong with a \
      file has the identifier of a rule that --explain tells more of.
      """,
    ], version: Executable.version,
    usage: ["atomdump [options] FILE..."],
    examples: [
      HelpEntry("atomdump movie.mov", "outline of every atom"),
      HelpEntry("atomdump --about movie.mov", "tracks, colours, start, verdict"),
      HelpEntry("atomdump --check *.mp4", "only problems; exit 1 for errors"),
      HelpEntry("atomdump -p '//stsd' movie.mov", "one atom, all its fields"),
      HelpEntry("atomdump -x -p moov/mvhd movie.mov", "the same with its bytes"),
      HelpEntry("atomdump -i movie.mov", "look around; ? shows the keys"),
      HelpEntry("atomdump --json movie.mov | jq '.tracks[].codec'"),
      HelpEntry("atomdump --samples=vide movie.mov", "where each sample is, and when"),
      HelpEntry("atomdump --boxes=stsz", "how a type of atom is laid out"),
    ],
    exitCodes: DumpHelp.exitCodes, variables: DumpHelp.variables,
    topics: [
      HelpTopic(
        "paths",
        [
          """
          A path names atoms as the outline nests them. moov/trak starts at the top of the file, //stsz is \
          anywhere, * is any type; a path without / in front is tried from the top, then anywhere.
          """,
          """
          What stands in brackets chooses: [2] and [last] by number among equal siblings, [vide] the track with \
          this handler, [id=2] the one with this number. A name behind a period is a field, and brackets \
          behind it are rows. @0x2a is whatever lies at that offset. Types with other characters stand in \
          quotes; © may be written @.
          """,
        ],
        examples: [
          HelpEntry("atomdump -p 'moov/trak[vide]//stsd' F", "how video is coded"),
          HelpEntry("atomdump -p '//stsz.entries[1..10]' F", "ten rows of a table"),
          HelpEntry("atomdump -p 'moov/udta/@nam' F", "a title"),
          HelpEntry("atomdump -p @0x62db F", "what these bytes are"),
        ], options: ["path", "find"]),
      HelpTopic(
        "ci",
        [
          """
          The exit code is the answer: 0 is fine, 1 is not, 2 is a call or a file that could not be read. Many \
          files are judged on all cores, and end in a tally of rules.
          """
        ],
        examples: [
          HelpEntry("atomdump --check --strict -r films", "warnings fail, too"),
          HelpEntry("atomdump --check --baseline=F -r films", "only what is new fails"),
          HelpEntry("atomdump --check --junit *.mp4 > report.xml"),
          HelpEntry("atomdump --plays=safari,chrome *.mp4", "1 when one says no"),
          HelpEntry("atomdump --expect=wanted.txt *.mp4", "each line of wanted.txt has to hold"),
        ], options: ["check", "strict", "baseline", "severities", "expect", "expect-from", "junit", "sarif"]),
      HelpTopic(
        "diff",
        [
          """
          Two files are compared by atomdiff: what a viewer would notice aspect by aspect, then each change with \
          its path. It takes files, directories and versions of git, and 1 is a difference.
          """
        ],
        examples: [
          HelpEntry("atomdiff before.mp4 after.mp4", "what changed, and what that does"),
          HelpEntry("atomdiff --join a.mp4 b.mp4", "whether they can be joined as they are"),
          HelpEntry("atomdump --textconv movie.mov", "text for git diff"),
          HelpEntry("atomdiff --help", "all of it"),
        ], options: ["textconv", "install-git"]),
    ],
    options: DumpSettings.options(
      pathDetails: """
        moov/trak[vide]/mdia starts at the top, //stsz anywhere; [2] and [last] count siblings, \
        [vide] and [id=2] say which track; //stsz.sample_count is a field, //stsz.entries[1..10] \
        are rows, @0x662d is whatever lies at that offset. Types with other characters stand in \
        quotes: 'url '.
        """) + DumpSettings.listOptions + DumpSettings.metadataOptions
      + DumpSettings.catalogueOptions)
}
