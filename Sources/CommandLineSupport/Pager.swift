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
  /// An empty value and `cat` ask for no pager.
  package init(variables: [String], environment: Environment) {
    let line = variables.lazy.compactMap { environment[$0] }.first ?? "less -FRX"
    self.init(line)
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
