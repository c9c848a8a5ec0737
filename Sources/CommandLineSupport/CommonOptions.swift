import ByteReading
package import Structure

/// What the settings of all tools have in common.
package protocol CommonSettings: Sendable {
  var color: ColorChoice { get set }
  /// Whether guides and signs are ASCII.
  var isASCII: Bool { get set }
  /// Columns a line may have; `nil` for those of the terminal.
  var width: Int? { get set }
  var usesPager: Bool { get set }
  var isQuiet: Bool { get set }
  var isVerbose: Bool { get set }
  var isRecursive: Bool { get set }
  var extensions: [String] { get set }
  var jobs: Int? { get set }
  var limits: Limits { get set }
  /// Whether the system refuses this process what no report needs.
  var isSandboxed: Bool { get set }
  /// How files are read that are not on this disk.
  var via: ViaOptions { get set }
  var printsSchema: Bool { get set }
  var exitsZero: Bool { get set }
  /// Where git is told of the tools; `nil` when it is not to be.
  var gitSetup: String? { get set }
}

/// The options that mean the same in all tools, declared once.
extension CommonSettings {
  /// How it looks.
  ///
  /// - Parameter verbose: What `-v` prints.
  package static func lookOptions(verbose: String) -> [CommandOption<Self>] {
    [
      CommandOption(
        "color", value: .required("WHEN", .words(["auto", "always", "never"])), group: .look,
        gist: "auto, always, never",
        summary: "Use colour.", fallback: "auto: on a terminal, unless NO_COLOR is set"
      ) { settings, value in settings.color = ColorChoice(rawValue: value ?? "") ?? .auto },
      CommandOption("ascii", group: .look, gist: "ASCII lines only",
        summary: "Draw with ASCII characters only.") {
        settings, _ in settings.isASCII = true
      },
      CommandOption(
        "width", value: .required("N", .number(20...10_000)), group: .look,
        gist: "columns to fill",
        summary: "Cut lines to N columns.", fallback: "the terminal's; no limit when piped"
      ) { settings, value in settings.width = value.flatMap { Int($0) } },
      CommandOption(
        "no-pager", group: .look, summary: "Do not start a pager.", listing: .hidden
      ) { settings, _ in settings.usesPager = false },
      CommandOption(
        "quiet", "q", group: .look,
        summary: "Print no report, only errors of the call; the exit code is the answer.",
        listing: .hidden
      ) { settings, _ in settings.isQuiet = true },
      CommandOption(
        "verbose", "v", group: .look, summary: verbose, listing: .hidden
      ) { settings, _ in settings.isVerbose = true },
    ]
  }

  /// The JSON Schema.
  package static func schemaOption(of formats: String) -> CommandOption<Self> {
    CommandOption(
      "schema", group: .write, summary: "Print the JSON Schema of \(formats).", listing: .hidden
    ) { settings, _ in settings.printsSchema = true }
  }

  /// Telling git of the tools.
  package static var gitOption: CommandOption<Self> {
    CommandOption(
      "install-git",
      value: .optional("WHERE", .words(["local", "global"]), alone: "nowhere, it is printed"),
      group: .other, summary: "Let git diff show media files as text, through --textconv.",
      details: """
        local writes .gitattributes and the configuration of this repository, global those of the \
        person.
        """, listing: .hidden
    ) { settings, value in settings.gitSetup = value ?? "nowhere" }
  }

  /// Prints or does what `--install-git` asks for.
  package func setUpGit(tool: String) -> Int32? {
    guard let gitSetup, let scope = GitSetup.Scope(rawValue: gitSetup) else { return nil }
    var text = ByteWriter()
    if scope == .nowhere {
      GitSetup.write(tool: tool, to: &text)
    } else {
      let result = GitSetup.install(scope)
      guard result.isDone else {
        text.put("\(tool): \(result.text)\n")
        _ = StandardStream.error.tell(text.array, isASCII: isASCII)
        return 2
      }
      text.put(result.text)
    }
    if case .failed = StandardStream.output.write(text.array) { return 2 }
    return 0
  }

  /// Exit code 0 in any case.
  package static var exitZeroOption: CommandOption<Self> {
    CommandOption(
      "exit-zero", group: .judge,
      summary: "Exit with 0 whatever the file holds, for reports.", listing: .hidden
    ) { settings, _ in settings.exitsZero = true }
  }

  /// Which files.
  package static func fileOptions(recursive: String, jobs: String) -> [CommandOption<Self>] {
    [
      CommandOption("recursive", "r", group: .files, gist: "look into folders",
        summary: recursive,
        details: """
          Symbolic links in them are not followed: those that are called as media is, or that lead to \
          directories, are counted. Folders .git, .hg and .svn are passed over unless they are named.
          """) {
        settings, _ in settings.isRecursive = true
      },
      CommandOption(
        "ext", value: .required("LIST"), group: .files,
        gist: "names that count",
        summary: "In directories, only files whose names end so: mp4,mp3.",
        details: "Capital letters and small ones are the same; media is all that are known."
      ) { settings, value in
        for name in (value ?? "").split(separator: ",") {
          settings.extensions += name == "media" ? MediaExtensions.all : [String(name)]
        }
      },
      CommandOption(
        "jobs", "J", value: .required("N", .number(1...256)), group: .files,
        gist: "files at a time",
        summary: jobs, fallback: "the number of processors"
      ) { settings, value in settings.jobs = value.flatMap { Int($0) } },
    ]
  }

  /// How much work and memory a file may cost.
  package static var limitOptions: [CommandOption<Self>] {
    let limits = Limits()
    return [
      CommandOption(
        "max-depth", value: .required("N", .number(1...4_096)), group: .limits,
        summary: "Levels of nodes.", fallback: "\(limits.depth)", listing: .hidden
      ) { settings, value in settings.limits.depth = value.flatMap { Int($0) } ?? 64 },
      CommandOption(
        "max-nodes", value: .required("N", .number(1...1_000_000_000)), group: .limits,
        summary: "Nodes in a file.", fallback: "\(limits.nodes)", listing: .hidden
      ) { settings, value in
        settings.limits.nodes = value.flatMap { Int($0) } ?? settings.limits.nodes
      },
      CommandOption(
        "max-inflate", value: .required("BYTES", .number(0...(1 << 40))), group: .limits,
        summary: "Bytes that one compressed payload may inflate to.",
        fallback: "\(limits.inflatedPayload >> 20)M, of all 1M and \(limits.inflatedPerByte) for each byte of the file",
        listing: .hidden
      ) { settings, value in
        let bytes = value.flatMap { Int($0) } ?? settings.limits.inflatedPayload
        settings.limits.inflatedPayload = bytes
        settings.limits.inflated = max(settings.limits.inflated, bytes)
        settings.limits.inflatedPerByte = .max
      },
      CommandOption(
        "max-problems", value: .required("N", .number(1...1_000_000)), group: .limits,
        summary: "Problems that are kept; the rest are counted.",
        fallback: "\(limits.problems), \(limits.problemsOfAKind) of a kind", listing: .hidden
      ) { settings, value in
        settings.limits.problems = value.flatMap { Int($0) } ?? settings.limits.problems
        settings.limits.problemsOfAKind = max(
          settings.limits.problemsOfAKind, settings.limits.problems)
      },
      CommandOption(
        "max-memory", value: .required("BYTES", .number((1 << 20)...(1 << 40))), group: .limits,
        summary: "Bytes that trees, lists, and what was inflated may take in all.",
        details: "What does not fit is left out and named: memory-exhausted, exit code 1.",
        fallback: "\(Memory.standardLimit >> 20)M", listing: .hidden
      ) { settings, value in
        settings.limits.memory = Memory(
          limit: value.flatMap { Int($0) } ?? Memory.standardLimit)
      },
      CommandOption(
        "max-steps", value: .required("N", .number(1...(1 << 62))), group: .limits,
        summary: "Steps that a file may cost, such as nodes read and samples passed.",
        details: """
          The same on every machine, where seconds are not. What is behind the limit is left out and \
          named: steps-exhausted, exit code 1; a comparison that would not be whole is not shown.
          """,
        fallback: "no limit", listing: .hidden
      ) { settings, value in settings.limits.steps = value.flatMap { UInt64($0) } ?? .max },
      CommandOption(
        "no-sandbox", group: .limits,
        summary: "Leave network, other processes and other programs within reach (Linux).",
        details: """
          Otherwise the kernel refuses them before a file is opened, and to a pager and git, too; \
          programs can be started only where the call may show a pager or asks git. -v names a \
          kernel that does not.
          """, listing: .hidden
      ) { settings, _ in settings.isSandboxed = false },
    ]
  }
}
