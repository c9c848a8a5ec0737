/// When to use colour: the value of `--color`.
package enum ColorChoice: String, CaseIterable, Sendable {
  /// On a terminal, unless the environment says otherwise.
  case auto
  case always, never
}

/// What is known about the terminal: its size, colour, characters.
package struct Terminal: Equatable, Sendable {
  /// Whether standard output is a terminal.
  package var isInteractive: Bool
  /// The width in columns; 80 when nobody knows.
  package var columns: Int
  /// The height in rows; 24 when nobody knows.
  package var rows: Int
  /// Whether text is coloured.
  package var hasColor: Bool
  /// Whether the locale's characters are UTF-8, so that guides may be drawn with lines.
  package var isUTF8: Bool
  /// Whether what is written to it has no characters but those of ASCII. Files and pipes are UTF-8 anywhere.
  package var isASCII: Bool { isInteractive && !isUTF8 }

  /// The terminal of this process.
  package static func current(color: ColorChoice = .auto, environment: Environment = .process)
    -> Terminal
  {
    Terminal(
      isInteractive: StandardStream.output.isTerminal, size: terminalSize(), color: color,
      environment: environment)
  }

  /// The terminal that has `size`, as far as the system knows it.
  package init(
    isInteractive: Bool, size: (columns: Int, rows: Int)?, color: ColorChoice,
    environment: Environment
  ) {
    self.isInteractive = isInteractive
    columns = size?.columns ?? Self.positive(environment["COLUMNS"]) ?? 80
    rows = size?.rows ?? Self.positive(environment["LINES"]) ?? 24
    hasColor = Self.wantsColor(color, isTerminal: isInteractive, environment: environment)
    isUTF8 = Self.isUTF8(environment)
  }

  /// Whether a stream is to be coloured. `always` and `never` are obeyed; otherwise `NO_COLOR`
  /// (not empty) forbids it, `CLICOLOR_FORCE` (neither empty nor 0) asks for it, and else it is for
  /// terminals that are not `dumb`.
  package static func wantsColor(
    _ choice: ColorChoice, isTerminal: Bool, environment: Environment
  ) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let no = environment["NO_COLOR"], !no.isEmpty { return false }
    if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
    return isTerminal && environment["TERM"] != "dumb"
  }

  /// Whether the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is not empty names UTF-8.
  package static func isUTF8(_ environment: Environment) -> Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let locale = environment[name]?.lowercased(), !locale.isEmpty else { continue }
      // `LC_CTYPE` is just `UTF-8` on macOS.
      let codeset = locale.split(separator: ".").last?.prefix { $0 != "@" } ?? ""
      return codeset == "utf-8" || codeset == "utf8"
    }
    return false
  }

  private static func positive(_ text: String?) -> Int? {
    guard let number = text.flatMap({ Int($0) }), number > 0, number <= 0xFFFF else { return nil }
    return number
  }
}

extension StandardStream {
  /// Whether the stream is a terminal that shows no characters but those of ASCII.
  package var isASCII: Bool {
    Terminal(isInteractive: isTerminal, size: nil, color: .never, environment: .process).isASCII
  }
}
