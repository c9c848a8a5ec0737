import CommandLineSupport

@main
struct AtomDiff {
  static func main() {
    exitProcess(DiffProgram(tool).run())
  }

  /// The tool as its help, man page and completions describe it.
  private static let tool = Tool<DiffSettings>(
    name: "atomdiff",
    summary: "show what changed between two media files, and what follows from it",
    version: "0.1.0", usage: ["atomdiff [options] A B"],
    examples: [
      HelpEntry("atomdiff a.mp4 b.mp4", "what changed; exit 1 when something did"),
      HelpEntry("atomdiff -q a.mp4 b.mp4", "the exit code only"),
      HelpEntry("atomdiff --profile media a.mp4 b.mp4", "samples and timing only"),
      HelpEntry("atomdiff -I '//btrt' a.mp4 b.mp4", "one thing aside"),
      HelpEntry("atomdiff --why //mvhd a.mp4 b.mp4", "why an atom changed"),
      HelpEntry("atomdiff --json a.mp4 b.mp4 | jq '.changes[].path'"),
    ],
    exitCodes: [
      HelpEntry("0", "Equal under the profile."),
      HelpEntry("1", "Different."),
      HelpEntry("2", "Usage error, unreadable file, unknown format, output failure."),
    ],
    variables: [HelpEntry("NO_COLOR", "When not empty, no colour.")],
    notes: [
      """
      A change is one atom added, removed or moved, one table, or one field; the same field that \
      goes from the same value to the same value in several atoms is one. What is proved to follow \
      from a change is counted, not listed: sizes, positions of bytes that moved, counts of rows, \
      durations. What is not proved is a change.
      """
    ],
    seeAlso: ["atomdump", "id3dump"], options: DiffSettings.options)
}
