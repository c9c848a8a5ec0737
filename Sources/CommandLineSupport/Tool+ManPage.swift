extension Tool {
  /// The man page, for `man -l` or a `man1` directory.
  package func manPage() -> String {
    var page = ".TH \(name.uppercased()) 1 \"\(date)\" \"\(name) \(version)\" \"User Commands\"\n"
    page += ".SH NAME\n\(roff(name)) \\- \(roff(summary))\n"
    page += ".SH SYNOPSIS\n"
    for (index, line) in usage.enumerated() {
      page += (index == 0 ? "" : ".br\n") + roff(line) + "\n"
    }
    page += roffParagraphs("DESCRIPTION", about)
    // What the other topics say stands with their options.
    for topic in topics where topic.name == "paths" {
      page += roffParagraphs("PATHS", topic.text)
      for entry in topic.examples { page += roffEntry(entry) }
    }
    page += roffSection("EXAMPLES", examples)
    page += ".SH OPTIONS\n"
    for (group, options) in grouped() {
      page += ".SS \(roff(group.rawValue))\n"
      for option in options {
        let short = option.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
        page += ".TP\n\(short)\\fB\(roff("--" + option.long))\\fR\(roffValue(option))\n"
        for (index, paragraph) in option.explanation.enumerated() {
          page += (index == 0 ? "" : ".IP\n") + roff(paragraph) + "\n"
        }
      }
    }
    page += roffSection("EXIT STATUS", exitCodes)
    page += roffSection("ENVIRONMENT", variables)
    page += roffParagraphs("NOTES", notes)
    if !seeAlso.isEmpty {
      page += ".SH SEE ALSO\n"
      page += seeAlso.map { "\\fB\(roff($0))\\fR(1)" }.joined(separator: ",\n") + "\n"
    }
    return page
  }

  private func roffValue(_ option: CommandOption<Settings>) -> String {
    let placeholder = "\\fI\(roff(option.value.placeholder))\\fR"
    return switch option.value.presence {
    case .none: ""
    case .required: " \(placeholder)"
    case .optional: "[=\(placeholder)]"
    }
  }

  private func roffSection(_ title: String, _ entries: [HelpEntry]) -> String {
    entries.isEmpty ? "" : ".SH \(title)\n" + entries.map(roffEntry).joined()
  }

  private func roffEntry(_ entry: HelpEntry) -> String {
    ".TP\n\\fB\(roff(entry.term))\\fR\n" + (entry.meaning.isEmpty ? "\\&\n" : roff(entry.meaning) + "\n")
  }

  private func roffParagraphs(_ title: String, _ paragraphs: [String]) -> String {
    paragraphs.isEmpty
      ? "" : ".SH \(title)\n" + paragraphs.map { roff($0) + "\n" }.joined(separator: ".PP\n")
  }
}

/// `text` as roff prints it: nothing in it is a request or an escape, and dashes stay ASCII.
private func roff(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\\": result += "\\e"
    case "-": result += "\\-"
    case "'": result += "\\(aq"
    case "`": result += "\\(ga"
    case "^": result += "\\(ha"
    case "~": result += "\\(ti"
    case "\"": result += "\\(dq"
    case "—": result += "\\(em"
    case "…": result += "..."
    case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
    default:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
    }
  }
  return result.hasPrefix(".") ? "\\&" + result : result
}
