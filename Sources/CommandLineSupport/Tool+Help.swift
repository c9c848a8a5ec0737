import ByteReading

/// The width of the help pages, in columns.
private let pageWidth = 80
/// The column at which the long page explains an option.
private let explanationColumn = 26
/// The column at which an example is explained.
private let exampleColumn = 42

/// The column, within its half of the short page, at which a few words stand beside the names of an option.
private let gistColumn = 19
/// The column at which the second half of the short page begins.
private let secondColumn = 42

extension Tool {
  /// The first help page: examples, then the options that are listed, each with a few words, in two columns.
  package func helpShort() -> String {
    var page = heading()
    for (group, options) in grouped(where: { $0.listing != .hidden }) {
      page += "\(group.rawValue):\n"
      var row = ""
      for option in options {
        let names = option.short.map { "-\($0) --\(option.long)" } ?? "--\(option.long)"
        let term = option.listing == .usage ? names + option.valueSuffix : names
        let cell = option.gist.isEmpty ? term : padded(term, to: gistColumn) + option.gist
        if row.isEmpty {
          row = "  " + cell
        } else {
          page += padded(row, to: secondColumn) + cell + "\n"
          row = ""
        }
      }
      if !row.isEmpty { page += row + "\n" }
    }
    return page + "\nMore: \(name) --help=TOPIC · --help=all · man \(name)\n"
  }

  /// The whole help: every option with its values and defaults, exit codes, variables, notes.
  package func helpAll() -> String {
    var page = heading()
    for (group, options) in grouped() {
      page += "\(group.rawValue):\n"
      page += options.map(entry).joined() + "\n"
    }
    page += section("Exit codes", exitCodes)
    page += section("Environment", variables)
    if !notes.isEmpty {
      page += "Notes:\n"
      for note in notes {
        for line in wrapped(note, to: pageWidth - 2) { page += "  \(line)\n" }
      }
      page += "\n"
    }
    while page.hasSuffix("\n\n") { page.removeLast() }
    return page
  }

  /// What `--help=TOPIC` may be asked for, besides options.
  var helpTopics: [String] {
    ["all"] + topics.map(\.name) + (exitCodes.isEmpty ? [] : ["exit"]) + (variables.isEmpty ? [] : ["environment"])
      + groups.filter { $0 != .other }.map { $0.rawValue.lowercased() }
  }

  /// The help on a topic, an option (`--samples`, `-x`, `samples`) or a group of options; `nil` when there is none
  /// of this name.
  func help(on name: String) -> String? {
    let word = name.lowercased()
    if word == "all" { return helpAll() }
    if let topic = topics.first(where: { $0.name == word }) {
      var page = ""
      for paragraph in topic.text { page += wrapped(paragraph, to: pageWidth).joined(separator: "\n") + "\n\n" }
      if !topic.examples.isEmpty { page += shown(topic.examples) + "\n" }
      let own = topic.options.compactMap { long in allOptions.first { $0.long == long } }
      return page + own.map(entry).joined()
    }
    if word == "exit" { return section("Exit codes", exitCodes) }
    if word == "environment" { return section("Environment", variables) }
    let bare = name.drop { $0 == "-" }
    // A letter is an option as it is written; a name is one in any case.
    if let option = allOptions.first(where: { $0.long == bare.lowercased() })
      ?? allOptions.first(where: { bare.count == 1 && $0.short == bare.first })
    {
      let related = examples.filter { $0.term.split(separator: " ").contains { $0.prefix { $0 != "=" } == "--" + option.long } }
      return entry(option) + (related.isEmpty ? "" : "\nExamples:\n" + shown(related))
    }
    guard let group = grouped().first(where: { $0.group.rawValue.lowercased() == word }) else { return nil }
    return "\(group.group.rawValue):\n" + group.options.map(entry).joined()
  }

  /// An option with all that is said of it.
  private func entry(_ option: CommandOption<Settings>) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    return entry("\(short)--\(option.long)\(option.valueSuffix)", option.explanation)
  }

  private func shown(_ examples: [HelpEntry]) -> String {
    examples.map { example in
      let command = "  " + example.term
      return example.meaning.isEmpty
        ? command + "\n" : padded(command, to: exampleColumn) + example.meaning + "\n"
    }.joined()
  }

  /// Name, usage and examples: how both pages begin.
  private func heading() -> String {
    var text = "\(name) — \(summary)\n\n"
    for (index, line) in usage.enumerated() {
      text += (index == 0 ? "Usage: " : "       ") + line + "\n"
    }
    text += "\n"
    guard !examples.isEmpty else { return text }
    return text + "Examples:\n" + shown(examples) + "\n"
  }

  private func section(_ title: String, _ entries: [HelpEntry]) -> String {
    guard !entries.isEmpty else { return "" }
    return "\(title):\n" + entries.map { entry($0.term, [$0.meaning]) }.joined() + "\n"
  }

  /// A term and its explanation, beside it when there is room.
  private func entry(_ term: String, _ paragraphs: [String]) -> String {
    let margin = String(repeating: " ", count: explanationColumn)
    let lines = paragraphs.flatMap { wrapped($0, to: pageWidth - explanationColumn) }
    var text = "  \(term)"
    var isFirst = text.count + 2 <= explanationColumn
    if isFirst { text = padded(text, to: explanationColumn) } else { text += "\n" }
    for line in lines {
      text += (isFirst ? "" : margin) + line + "\n"
      isFirst = false
    }
    return text
  }
}

/// `text` with spaces behind it up to `column`; two at least.
private func padded(_ text: String, to column: Int) -> String {
  text + String(repeating: " ", count: max(2, column - text.count))
}

/// The words of `text` in lines of at most `width` characters; a longer word has a line of its own.
func wrapped(_ text: String, to width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.unbrokenWords(room: width) {
    if !line.isEmpty, line.count + 1 + word.count > width {
      lines.append(line)
      line = ""
    }
    line += (line.isEmpty ? "" : " ") + word
  }
  if !line.isEmpty { lines.append(line) }
  return lines
}
