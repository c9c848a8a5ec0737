/// How to start a program: its words, or a line for the shell.
enum PagerCommand: Equatable, Sendable {
  /// No pager is wanted.
  case nothing
  /// A program and its arguments, found through `PATH`.
  case words([String])
  /// A line that needs a shell to be understood.
  case shell(String)

  /// What the first variable of `variables` that is set asks for; `less -FRX` when none is.
  ///
  /// An empty value and `cat` ask for no pager. On a terminal that cannot move its cursor, `TERM=dumb`, pagers warn
  /// and wait for a key: only the first variable, which is ours, asks for one there.
  package init(variables: [String], environment: Environment) {
    let isDumb = environment["TERM"] == "dumb"
    let line = variables.prefix(isDumb ? 1 : variables.count).lazy.compactMap { environment[$0] }.first
    self.init(line ?? (isDumb ? "" : "less -FRX"))
  }

  /// What `line` asks for.
  package init(_ line: String) {
    let words = line.split { $0 == " " || $0 == "\t" }.map { String($0) }
    if words.isEmpty || words == ["cat"] {
      self = .nothing
    } else if line.contains(where: { "|&;<>()$`\\\"'*?[]#~%!{}\n".contains($0) })
      || words[0].contains("=")
    {
      self = .shell(line)
    } else {
      self = .words(words)
    }
  }
}
