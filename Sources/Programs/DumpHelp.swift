import CommandLineSupport

/// What the help of both programs that show files says alike.
enum DumpHelp {
  static let exitCodes = [
    HelpEntry("0", "Read without errors; warnings may have been printed."),
    HelpEntry(
      "1",
      """
      Read, with errors (or warnings and --strict), or -p, --find, or a number or a key that a report was asked \
      for, matched nothing. With --no-check, and --textconv, errors of reading alone count. --privacy: something \
      personal was found. --plays=PLAYERS: one of them does not play it. --expect: something is otherwise than \
      expected. --align: something lies farther apart than --tolerance.
      """),
    HelpEntry("2", "Usage error, unreadable file, unknown format, directory without media, output failure."),
  ]

  static let variables = [
    HelpEntry("ATOMDUMP_PAGER, PAGER", "The pager; without one, less -FRX, and none where TERM is dumb."),
    HelpEntry("NO_COLOR", "When not empty, no colour."),
  ]
}
