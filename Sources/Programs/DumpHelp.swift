import CommandLineSupport

/// What the help of both programs that show files says alike.
enum DumpHelp {
  static let exitCodes = [
    HelpEntry("0", "Read without errors; warnings may have been printed."),
    HelpEntry(
      "1",
      """
      Read, with errors (or warnings and --strict), or -p matched nothing. With --no-check, and \
      --textconv, errors of reading alone count.
      """),
    HelpEntry("2", "Usage error, unreadable file, unknown format, output failure."),
  ]

  static let variables = [
    HelpEntry("ATOMDUMP_PAGER, PAGER", "The pager; without one, less -FRX, and none where TERM is dumb."),
    HelpEntry("NO_COLOR", "When not empty, no colour."),
  ]
}
