/// A line of a help page: a term and what it means.
package struct HelpEntry: Equatable, Sendable {
  /// A command, an exit code, a variable.
  package var term: String
  /// What it means; a fragment.
  package var meaning: String

  /// A line that explains `term`.
  package init(_ term: String, _ meaning: String = "") {
    self.term = term
    self.meaning = meaning
  }
}

/// Something that help is asked for by its name, beside options and groups of them: `--help=paths`.
package struct HelpTopic: Equatable, Sendable {
  package var name: String
  /// Paragraphs.
  package var text: [String]
  /// Calls worth trying, and what they show.
  package var examples: [HelpEntry]
  /// The options that are about it, by their long names.
  package var options: [String]

  package init(_ name: String, _ text: [String] = [], examples: [HelpEntry] = [], options: [String] = []) {
    self.name = name
    self.text = text
    self.examples = examples
    self.options = options
  }
}

/// A shell for which completions can be written.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

/// What a call of a tool asks for.
package enum Invocation<Settings> {
  /// Work, with these settings and operands.
  case run(Settings, operands: [FilePath])
  /// A text about the tool itself, for standard output, and exit code 0.
  case print(String)
  /// Words for a shell that completes a call with these arguments, some of which may be names of files.
  case complete(CompletionRequest, arguments: [FilePath])
}

/// A command-line tool as a person sees it: its options and everything that describes it.
///
/// Every tool has `-h`, `--help[=all]`, `-V`, `--version`, `--completions SHELL` and `--man`
/// besides the options of its table.
///
/// ```swift
/// switch try tool.parse(commandLineArguments(), into: Settings()) {
/// case .print(let text): …
/// case .complete(let request, let arguments): …
/// case .run(let settings, let operands): …
/// }
/// ```
package struct Tool<Settings>: Sendable {
  /// The name of the program.
  package var name: String
  /// What it does: a fragment without capital and period, as behind the dash of a man page's NAME.
  package var summary: String
  /// What it is for and how it is used, a paragraph each: the description of the man page.
  package var about: [String]
  /// The version that `--version` prints behind the name.
  package var version: String
  /// The calls there are, without `Usage:`.
  package var usage: [String]
  /// Commands worth trying, and what they show.
  package var examples: [HelpEntry]
  /// The options of the tool, in the order in which they are listed within their groups.
  package var options: [CommandOption<Settings>]
  /// The groups that have options, in the order in which they are listed.
  package var groups: [OptionGroup]
  /// What the exit codes mean.
  package var exitCodes: [HelpEntry]
  /// The environment variables that are read.
  package var variables: [HelpEntry]
  /// What else there is to know, a paragraph each.
  package var notes: [String]
  /// What help is about besides options: `--help=paths`.
  package var topics: [HelpTopic]
  /// The tools of the same family, for the man page's SEE ALSO.
  package var seeAlso: [String]
  /// Whether operands are names of files, and completed so.
  package var takesFiles: Bool
  /// The day of the version, `2026-01-31`, for the man page; may be empty.
  package var date: String
  /// Whether the call asks for ASCII: what is said of it has no other characters.
  package var isASCII = false

  /// A tool called `name`. Groups that options use but `groups` leaves out are listed last, those that none uses not
  /// at all.
  package init(
    name: String, summary: String, about: [String] = [], version: String, usage: [String], examples: [HelpEntry] = [],
    groups: [OptionGroup] = [.show, .lists, .write, .look, .judge, .files, .limits],
    exitCodes: [HelpEntry] = [], variables: [HelpEntry] = [], notes: [String] = [],
    topics: [HelpTopic] = [], seeAlso: [String] = [], takesFiles: Bool = true, date: String = "",
    options: [CommandOption<Settings>]
  ) {
    self.name = name
    self.summary = summary
    self.about = about
    self.version = version
    self.usage = usage
    self.examples = examples
    self.options = options
    self.exitCodes = exitCodes
    self.variables = variables
    self.notes = notes
    self.topics = topics
    self.seeAlso = seeAlso
    self.takesFiles = takesFiles
    self.date = date
    var order = groups.filter { $0 != .other }
    var used: [OptionGroup] = []
    for option in options where option.group != .other && !used.contains(option.group) {
      used.append(option.group)
    }
    for group in used where !order.contains(group) { order.append(group) }
    // A group that no option is in has no heading, and no help.
    self.groups = order.filter { used.contains($0) } + [.other]
  }

  /// The options that every tool has; the parser answers them itself.
  var standardOptions: [CommandOption<Settings>] {
    let shells = CompletionShell.allCases.map { $0.rawValue }
    return [
      CommandOption(
        "help", "h", value: .optional("TOPIC", .suggested(helpTopics), alone: "the first page"),
        group: .other, summary: "Show help; with all, every option.",
        details: "TOPIC is \(listed(helpTopics)), or an option: --help=--json.", listing: .hidden
      ) { _, value throws(UsageError) in
        guard let value, help(on: value) == nil else { return }
        let word = String(value.lowercased().drop { $0 == "-" })
        let near = nearest(to: word, among: helpTopics + options.map(\.long))
        throw UsageError(
          "there is no help on '\(value)'",
          nextStep: near.map { "did you mean --help=\($0)?" } ?? "use \(listed(helpTopics)), or an option")
      },
      CommandOption(
        "version", "V", group: .other, summary: "Show the version.", listing: .hidden,
        apply: { _, _ in }),
      CommandOption(
        "completions", value: .required("SHELL", .words(shells)), group: .other,
        summary: "Print the completion file of a shell.",
        details: """
          zsh takes a [ that stands in no quotes for a subscript, which it completes itself: begin such a word with a \
          quote, 'moov/trak[, or type \\[.
          """, listing: .hidden, apply: { _, _ in }),
      CommandOption(
        "complete", value: .required("KIND:WORD"), group: .other,
        summary: "Print what WORD may go on as, a line each: completion files call it.",
        details: "KIND is \(listed(KnownWords.allCases.map(\.rawValue))). Behind -- stand the words of the call.",
        listing: .hidden
      ) { _, value throws(UsageError) in
        guard CompletionRequest(value ?? "") == nil else { return }
        throw UsageError(
          "'\(value ?? "")' is not a value of '--complete'",
          nextStep: "use KIND:WORD; KIND is \(listed(KnownWords.allCases.map(\.rawValue)))")
      },
      CommandOption(
        "man", group: .other, summary: "Print the man page.", listing: .hidden,
        apply: { _, _ in }),
    ]
  }

  /// All options, those that every tool has last.
  var allOptions: [CommandOption<Settings>] {
    var all = options
    let standard = standardOptions
    // One by one: code for any settings would have the runtime look up how an array is a collection.
    for place in 0..<standard.count { all.append(standard[place]) }
    return all
  }

  /// The options of each group that has any, in order.
  package func grouped(
    where isIncluded: (CommandOption<Settings>) -> Bool = { _ in true }
  ) -> [(group: OptionGroup, options: [CommandOption<Settings>])] {
    let all = allOptions
    var result: [(group: OptionGroup, options: [CommandOption<Settings>])] = []
    for group in groups {
      let members = all.filter { $0.group == group && isIncluded($0) }
      if !members.isEmpty { result.append((group, members)) }
    }
    return result
  }

  /// The text that a standard option asks for, or `nil` for an option of the table.
  package func answer(to option: String, value: String?) -> String? {
    switch option {
    case "help": value.flatMap { help(on: $0) } ?? helpShort()
    case "version": "\(name) \(version)\n"
    case "man": manPage()
    case "completions": completions(value.flatMap { CompletionShell(rawValue: $0) } ?? .bash)
    default: nil
    }
  }
}
