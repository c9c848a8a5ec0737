package import CommandLineSupport

extension DumpSettings {
  /// The options of a tool whose files say something about themselves.
  package static var metadataOptions: [CommandOption<DumpSettings>] {
    [
      CommandOption(
        "metadata", "m", value: .optional("WHAT", .words(["items", "common"]), alone: "items"),
        group: .lists,
        gist: "keys and values",
        summary: "List what the file says about itself: keys, values, and where they are.",
        details: """
          items has one row an item, in the order of the file, with its identifier and common key as \
          AVFoundation has them. common has the fields that all formats have: the preferred value of \
          each and others that it has, and all of them where tags disagree.
          """, onlyOne: "report"
      ) { settings, value in settings.report = .list(value == "common" ? .fields : .items) },
      CommandOption(
        "chapters", group: .lists,
        gist: "chapters, any kind",
        summary: "List chapters: of chapter tracks, chpl lists and CHAP frames, and markers of sound.",
        onlyOne: "report"
      ) { settings, _ in settings.report = .list(.chapters) },
      CommandOption(
        "artwork", value: .required("OUT", .file), group: .lists,
        gist: "save cover pictures",
        summary: "Write the pictures of tags to OUT, a file or a directory.",
        details: """
          The extension is that of the content, several pictures are numbered: OUT-1.jpg, those of \
          chapters as these are: OUT-chapter-1.jpg. In a directory they are called as the file is that \
          they are from, with directories above it where several have one name. What exists is not \
          overwritten. '-' is standard output, for the first picture.
          """, onlyOne: "report"
      ) { settings, value in settings.report = .list(.artwork(value ?? "")) },
    ]
  }
}
