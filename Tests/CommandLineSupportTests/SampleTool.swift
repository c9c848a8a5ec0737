import CommandLineSupport

/// The settings of the tool that the tests describe.
struct SampleSettings: Equatable {
  var paths: [String] = []
  var depth: Int?
  var fields: String?
  var preview: Int?
  var format: String?
  var html: String?
  var hasHex = false
  var color = "auto"
}

/// A small tool with every kind of option.
let sampleTool = Tool<SampleSettings>(
  name: "peek", summary: "show the insides of a file", about: ["peek reads a file."], version: "0.1.0",
  usage: ["peek [options] FILE...", "peek --explain ID"],
  examples: [
    HelpEntry("peek movie.mov", "outline of everything"),
    HelpEntry("peek -p '//stsd' movie.mov", "one atom, all its fields"),
    HelpEntry("peek --json movie.mov | jq '.tracks[].codec'"),
  ],
  groups: [.show, .write, .look],
  exitCodes: [
    HelpEntry("0", "No errors."),
    HelpEntry("2", "The call is at fault: usage error, unreadable file, unknown format."),
  ],
  variables: [HelpEntry("NO_COLOR", "When not empty, no colour.")],
  notes: [
    "A path's step is a type: 'url ' is quoted, \\x40 is a byte; ~ and ^ stand for themselves."
  ],
  topics: [
    HelpTopic(
      "paths", ["A path names nodes."], examples: [HelpEntry("peek -p //stsd F", "one atom")], options: ["path"])
  ],
  seeAlso: ["peekdiff"], date: "2026-01-31",
  options: [
    CommandOption(
      "path", "p", value: .required("PATH"), group: .show, gist: "only these",
      summary: "Show only matching nodes.", isRepeatable: true
    ) { settings, value in settings.paths.append(value ?? "") },
    CommandOption(
      "fields", "f", value: .optional("LEVEL", .words(["all", "raw"]), alone: "all"), group: .show,
      summary: "Show fields below each row."
    ) { settings, value in settings.fields = value ?? "all" },
    CommandOption("hex", "x", group: .show, gist: "bytes too", summary: "Show bytes beside meaning.") { settings, _ in
      settings.hasHex = true
    },
    CommandOption(
      "preview", "X", value: .optional("N", .number(1...4096), alone: "16"), group: .show,
      summary: "Show the first bytes under each row."
    ) { settings, value in settings.preview = value.flatMap { Int($0) } ?? 16 },
    CommandOption(
      "depth", "d", value: .required("N", .number(0...1000, or: ["all"])), group: .show,
      summary: "Stop after this many levels.",
      details: "What is folded is counted. A terminal folds long outlines by itself.",
      fallback: "all, but long outlines fold on a terminal"
    ) { settings, value in settings.depth = value.flatMap { Int($0) } },
    CommandOption("json", "j", group: .write, gist: "one document", summary: "Write JSON.", onlyOne: "format") {
      settings, _ in settings.format = "json"
    },
    CommandOption("jsonl", group: .write, summary: "Write a line for each file.", onlyOne: "format")
    {
      settings, _ in settings.format = "jsonl"
    },
    CommandOption(
      "html", value: .optional("FILE", .file, alone: "a name made from that of the file"),
      group: .write, summary: "Write a report.", listing: .usage, onlyOne: "format"
    ) { settings, value in
      settings.format = "html"
      settings.html = value
    },
    CommandOption(
      "color", value: .required("WHEN", .words(["auto", "always", "never"])), group: .look,
      summary: "Use colour.", fallback: "auto"
    ) { settings, value in settings.color = value ?? "auto" },
    CommandOption(
      "explain", value: .required("ID"), group: OptionGroup("Judge"),
      summary: "Explain a kind of problem.", listing: .usage
    ) { _, value throws(UsageError) in
      if value != "box-size" { throw UsageError("no problem is called '\(value ?? "")'") }
    },
    CommandOption("secret", group: .look, summary: "Not on the first page.", listing: .hidden) {
      _, _ in
    },
  ])
