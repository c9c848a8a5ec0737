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
    name: "atomdump", summary: "show the atoms of a QuickTime or MP4 file", version: Executable.version,
    usage: ["atomdump [options] FILE..."],
    examples: [
      HelpEntry("atomdump movie.mov", "outline of every atom"),
      HelpEntry("atomdump --about movie.mov", "what it is: tracks, colours, start, verdict"),
      HelpEntry("atomdump -i movie.mov", "look around on the terminal; ? shows the keys"),
      HelpEntry("atomdump -p '//stsd' movie.mov", "one atom, all its fields"),
      HelpEntry("atomdump -x -p moov/mvhd movie.mov", "the same with its bytes"),
      HelpEntry("atomdump --check *.mp4", "only problems; exit 1 if there are errors"),
      HelpEntry("atomdump --json movie.mov | jq '.tracks[].codec'"),
      HelpEntry("atomdump --samples=vide movie.mov", "where each sample is, and when"),
      HelpEntry("atomdump --boxes=stsz", "how a type of atom is laid out"),
    ],
    exitCodes: [
      HelpEntry("0", "Read without errors; warnings may have been printed."),
      HelpEntry(
        "1",
        """
        Read, with errors (or warnings and --strict), or -p matched nothing. With --no-check, and \
        --textconv, errors of reading alone count.
        """),
      HelpEntry("2", "Usage error, unreadable file, unknown format, output failure."),
    ],
    variables: [
      HelpEntry("ATOMDUMP_PAGER, PAGER", "The pager; without one, less -FRX."),
      HelpEntry("NO_COLOR", "When not empty, no colour."),
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
