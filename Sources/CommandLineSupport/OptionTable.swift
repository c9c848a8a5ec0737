/// A heading under which options stand in the help pages: `Show:`, `Write:`.
package struct OptionGroup: RawRepresentable, Hashable, Sendable {
  /// The heading, without its colon.
  package var rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
  /// A group under the heading `title`.
  package init(_ title: String) { rawValue = title }

  /// What is shown, and how much of it.
  package static let show = OptionGroup("Show")
  /// What is listed instead of the structure.
  package static let lists = OptionGroup("List")
  /// The form in which it is written.
  package static let write = OptionGroup("Write")
  /// How it looks on a terminal.
  package static let look = OptionGroup("Look")
  /// What the exit code judges.
  package static let judge = OptionGroup("Judge")
  /// Which files are read.
  package static let files = OptionGroup("Files")
  /// How much work and memory a file may cost.
  package static let limits = OptionGroup("Limits")
  /// Help, version and what else describes the tool itself. Always last.
  package static let other = OptionGroup("Other")
}

/// Words that a program knows when a shell asks for them: they are too many for a completion file, or
/// stand in the files of the call.
package enum KnownWords: String, CaseIterable, Sendable {
  /// Paths of nodes and fields in the first file of the call.
  case paths
  /// Its tracks: numbers and handlers.
  case tracks
  /// Identifiers of rules that files are checked by.
  case rules
  /// Those of players, too.
  case explained
  /// Types that tables describe.
  case types
  /// Players, and groups of players.
  case players
  /// Columns of tables of files.
  case columns
}

/// What a shell asks for: words of a kind that begin as something that was typed.
package struct CompletionRequest: Equatable, Sendable {
  package let words: KnownWords
  /// The value so far, without the quotes of the shell.
  package let beginning: String

  /// From the value of `--complete`: `paths:moov/tr`; `nil` for what is no such request.
  package init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":"), let words = KnownWords(rawValue: String(text[..<colon]))
    else { return nil }
    self.words = words
    beginning = String(text[text.index(after: colon)...])
  }

  /// Those of `words` that the value may go on as, once each.
  ///
  /// - Parameter isList: Whether commas separate several: the last is completed.
  package func matching(_ words: some Sequence<String>, isList: Bool = false) -> [String] {
    var head = ""
    var tail = beginning[...]
    if isList, let comma = tail.lastIndex(of: ",") {
      head = String(tail[...comma])
      tail = tail[tail.index(after: comma)...]
    }
    var seen: Set<String> = []
    return words.filter { $0.hasPrefix(tail) && seen.insert($0).inserted }.map { head + $0 }
  }
}

/// Whether an option takes a value, and which.
package struct OptionValue: Sendable {
  /// Whether a value is given.
  package enum Presence: Sendable {
    /// Never.
    case none
    /// Always: attached (`-d3`, `--depth=3`) or the next argument (`-d 3`, `--depth 3`).
    case required
    /// Perhaps, and then attached with `=` (`-f=raw`, `--html=r.html`).
    case optional
  }

  /// Which values are understood.
  package enum Domain: Sendable {
    /// Any text; the option judges it.
    case text
    /// Text that the option judges, of which a program knows words to complete it with.
    case known(KnownWords)
    /// Text that the option judges; these words are some of it.
    case suggested([String])
    /// The name of a file.
    case file
    /// One of these words.
    case words([String])
    /// One of these words, and behind a colon more, which the option judges: `rate:2`.
    case heads([String])
    /// A whole number within bounds, or one of the words. Hexadecimal numbers (`0x40`) and the
    /// multiples `K`, `M` and `G` of 1,024 are understood.
    case number(ClosedRange<Int>, or: [String] = [])
  }

  /// Whether a value is given.
  package var presence: Presence
  /// The word that stands for the value in help pages: `PATH`.
  package var placeholder: String
  /// Which values are understood.
  package var domain: Domain
  /// The value that is meant when an optional one is left out, for the help pages.
  package var alone: String

  /// No value.
  package static let none = OptionValue(presence: .none, placeholder: "", domain: .text, alone: "")

  /// A value that must be given.
  package static func required(_ placeholder: String, _ domain: Domain = .text) -> OptionValue {
    OptionValue(presence: .required, placeholder: placeholder, domain: domain, alone: "")
  }

  /// A value that may be attached; without it, `alone` is meant.
  package static func optional(
    _ placeholder: String, _ domain: Domain = .text, alone: String
  ) -> OptionValue {
    OptionValue(presence: .optional, placeholder: placeholder, domain: domain, alone: alone)
  }

  /// The words that are understood, for help, errors and completions.
  package var words: [String] {
    switch domain {
    case .text, .known, .file: []
    case .words(let words), .heads(let words), .suggested(let words): words
    case .number(_, let words): words
    }
  }

  /// The words that the program knows; `nil` for values of other domains.
  package var known: KnownWords? {
    if case .known(let words) = domain { words } else { nil }
  }

  /// `text` when it is understood; a number in decimal digits.
  ///
  /// - Throws: `UsageError` that names the option as `option` and says what is understood.
  package func checked(_ text: String, option: String) throws(UsageError) -> String {
    let accepted: String
    switch domain {
    case .text, .known, .suggested: return text
    case .file:
      if !text.isEmpty { return text }
      throw UsageError("'\(option)' needs the name of a file", nextStep: "its value is empty")
    case .words(let words):
      if words.contains(text) { return text }
      accepted = listed(words)
    case .heads(let words):
      if words.contains(String(text.prefix { $0 != ":" })) { return text }
      accepted = listed(words)
    case .number(let range, let words):
      if words.contains(text) { return text }
      if let number = wholeNumber(text), range.contains(number) { return String(number) }
      let bounds =
        range.upperBound == .max
        ? "a number from \(range.lowerBound)"
        : "a number from \(range.lowerBound) to \(range.upperBound)"
      accepted = listed([bounds] + words)
    }
    let near = nearest(to: text, among: words).map { "did you mean '\($0)'?" }
    throw UsageError(
      "'\(text)' is not a value of '\(option)'", nextStep: near ?? "use \(accepted)")
  }

  /// What is understood, for the help pages; empty for text and files.
  package var accepted: String {
    switch domain {
    case .text, .known, .suggested, .file: return ""
    case .words(let words), .heads(let words): return listed(words)
    case .number(_, let words): return words.isEmpty ? "" : listed(["a number"] + words)
    }
  }
}

/// An option, described once: the parser, the help pages, the man page and the completions are made
/// from it.
///
/// ```swift
/// CommandOption(
///   "depth", "d", value: .required("N", .number(0...4096, or: ["all"])), group: .show,
///   summary: "Stop after this many levels."
/// ) { settings, value in settings.depth = value.flatMap { Int($0) } }
/// ```
package struct CommandOption<Settings>: Sendable {
  /// How an option appears on the short help page.
  package enum Listing: Sendable {
    /// Not at all.
    case hidden
    /// By its names: `-p --path`.
    case name
    /// By its names and the value it takes: `--html[=FILE]`.
    case usage
  }

  /// The long name, without its dashes.
  package var long: String
  /// The short name, an ASCII letter or digit.
  package var short: Character?
  /// Whether it takes a value, and which.
  package var value: OptionValue
  /// The heading it stands under.
  package var group: OptionGroup
  /// What it is for in at most four words, beside its names on the short help page.
  package var gist: String
  /// What it does: one fragment that ends in a period.
  package var summary: String
  /// What else there is to know, in sentences; lines are paragraphs.
  package var details: String
  /// What holds without the option, for the help pages; empty when nothing is to be said.
  package var fallback: String
  /// How it appears on the short help page.
  package var listing: Listing
  /// Whether it may be given several times to some purpose. Others may be repeated, and the last
  /// one counts.
  package var isRepeatable: Bool
  /// What only one may be given of (`format`); options with the same word exclude each other.
  package var onlyOne: String
  /// Puts the option's meaning into the settings. The value is `nil` when none was given;
  /// otherwise it has been compared with `value.domain`, and numbers are in decimal digits.
  package var apply: @Sendable (inout Settings, String?) throws(UsageError) -> Void

  /// An option `--long`, perhaps with a short name.
  package init(
    _ long: String, _ short: Character? = nil, value: OptionValue = .none, group: OptionGroup,
    gist: String = "", summary: String, details: String = "", fallback: String = "", listing: Listing = .name,
    isRepeatable: Bool = false, onlyOne: String = "",
    apply: @escaping @Sendable (inout Settings, String?) throws(UsageError) -> Void
  ) {
    self.long = long
    self.short = short
    self.value = value
    self.group = group
    self.gist = gist
    self.summary = summary
    self.details = details
    self.fallback = fallback
    self.listing = listing
    self.isRepeatable = isRepeatable
    self.onlyOne = onlyOne
    self.apply = apply
  }

  /// The value as written behind the long name: `[=LEVEL]`, ` PATH`, or nothing.
  var valueSuffix: String {
    switch value.presence {
    case .none: ""
    case .required: " \(value.placeholder)"
    case .optional: "[=\(value.placeholder)]"
    }
  }

  /// What the help pages say: summary, values and fallback in one paragraph, then the details.
  var explanation: [String] {
    var first = summary
    let accepted = value.accepted
    if !accepted.isEmpty { first += " \(value.placeholder) is \(accepted)." }
    if value.presence == .optional { first += " Given alone: \(value.alone)." }
    if !fallback.isEmpty { first += " Default: \(fallback)." }
    if isRepeatable { first += " May be given more than once." }
    return [first] + details.split(separator: "\n").map { String($0) }
  }
}

/// The whole number that `text` writes in decimal or (`0x`) hexadecimal digits, perhaps with a
/// multiple `K`, `M` or `G` of 1,024; `nil` when it is none or does not fit.
func wholeNumber(_ text: String) -> Int? {
  var digits = text[...]
  var scale = 1
  if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
    digits = digits.dropFirst(2)
    guard digits.first?.isHexDigit == true else { return nil }
    return Int(digits, radix: 16)
  }
  switch digits.last {
  case "K", "k": scale = 1 << 10
  case "M", "m": scale = 1 << 20
  case "G", "g": scale = 1 << 30
  default: break
  }
  if scale > 1 { digits = digits.dropLast() }
  guard digits.first != "+", let number = Int(digits) else { return nil }
  let (product, overflow) = number.multipliedReportingOverflow(by: scale)
  return overflow ? nil : product
}

/// Words in a sentence: `auto, always or never`.
package func listed(_ words: [String]) -> String {
  // Put together here: options are made at each start, and the runtime would look types up to join a slice.
  var text = ""
  for (place, word) in words.enumerated() {
    if place > 0 { text += place == words.count - 1 ? " or " : ", " }
    text += word
  }
  return text
}
