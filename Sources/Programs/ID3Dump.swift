import CommandLineSupport
import DumpApplication
import TerminalInspector

extension Executable {
  /// `id3dump`.
  package static let id3dump = Executable("id3dump") {
    DumpProgram(tool, node: "frame", inspector: { TerminalInspector.run($0) }).run($0)
  }

  /// The tool as its help, man page and completions describe it.
  private static let tool = Tool<DumpSettings>(
    name: "id3dump", summary: "show the ID3 frames and other tags of a sound file", about: [
      """
      id3dump reads the tags of sound files, ID3v1 to ID3v2.4, APE, Lyrics3 and those within AIFF, WAV and \
      MP4: each frame, its fields and bytes, and what is wrong with them. Without options it prints the \
      outline, one row a frame. Nothing is written but what is asked for.
      """
    ],
    version: Executable.version, usage: ["id3dump [options] FILE..."],
    examples: [
      HelpEntry("id3dump track.mp3", "outline of every tag and frame"),
      HelpEntry("id3dump -i track.mp3", "look around; ? shows the keys"),
      HelpEntry("id3dump -p TIT2 track.mp3", "one frame, all its fields"),
      HelpEntry("id3dump -x -p ID3v2/TIT2 track.mp3", "the same with its bytes"),
      HelpEntry("id3dump --raw -p APIC.data track.mp3 > cover.jpg", "a picture"),
      HelpEntry("id3dump --check *.mp3", "only problems; exit 1 for errors"),
      HelpEntry("id3dump --json track.mp3 | jq '.nodes[].path'"),
    ],
    exitCodes: DumpHelp.exitCodes, variables: DumpHelp.variables,
    topics: [
      HelpTopic(
        "paths",
        [
          """
          A path names frames as the outline nests them. TIT2 is that frame of any tag, ID3v2[2]/TIT2 that of \
          the second tag, //TIT2 is found anywhere, in CHAP too. [2] and [last] count siblings, \
          TXXX[description='comment'] compares a field.
          """,
          """
          A name behind a period is a field, and brackets behind it are rows. @0x2a is whatever lies at that \
          offset.
          """,
        ],
        examples: [
          HelpEntry("id3dump -p TIT2 F", "a title"),
          HelpEntry("id3dump -p \"TXXX[description='comment']\" F", "a text by its name"),
          HelpEntry("id3dump -p APIC.data F", "the bytes of a picture"),
        ], options: ["path", "find"])
    ],
    options: DumpSettings.options(
      pathDetails: """
        TIT2 is that frame of any tag, ID3v2[2]/TIT2 of the second; //TIT2 is found anywhere, in \
        CHAP too; [2] and [last] count siblings, TXXX[description='comment'] compares a field; \
        APIC.data is a field, ETCO.events[1..10] are rows, @0x662d is whatever lies at that \
        offset.
        """) + DumpSettings.metadataOptions)
}
