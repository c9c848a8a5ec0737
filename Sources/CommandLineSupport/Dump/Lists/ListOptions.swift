extension DumpSettings {
  /// The options of a tool whose files have tracks and samples.
  public static var listOptions: [CommandOption<DumpSettings>] {
    [
      CommandOption(
        "samples", value: .optional("TRACK[:RANGE]", alone: "the samples of all tracks"),
        group: .lists,
        summary: "List samples: where their bytes lie, when they are decoded and shown.",
        details: """
          TRACK is an ID or a handler (vide, soun). RANGE selects by number (10..20) or by the \
          time at which they are shown (1.5s..2s, 1:30..1:31). -f also tells what they depend on, \
          their description and their groups. Without -n there are 24 rows of each track, in \
          records and JSON all.
          """, onlyOne: "list"
      ) { settings, value throws(UsageError) in
        settings.list = try ListRequest.samples(value ?? "")
      }
    ]
  }
}
