extension DumpSettings {
  /// The options of a tool whose files say something about themselves.
  public static var metadataOptions: [CommandOption<DumpSettings>] {
    [
      CommandOption(
        "metadata", "m", value: .optional("WHAT", .words(["items"]), alone: "items"),
        group: .lists,
        summary: "List what the file says about itself: keys, values, and where they are.",
        details: """
          One row an item, with its identifier and common key as AVFoundation has them, in the order \
          of the file.
          """, onlyOne: "list"
      ) { settings, value in settings.list = .items }
    ]
  }
}
