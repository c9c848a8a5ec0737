extension Tool {
  /// The file that teaches `shell` to complete options, words of choices and names of files.
  package func completions(_ shell: CompletionShell) -> String {
    switch shell {
    case .bash: bashCompletions()
    case .zsh: zshCompletions()
    case .fish: fishCompletions()
    }
  }

  /// The name of the completing function.
  private var functionName: String {
    "_" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// Bash splits words at `=`, so that an attached value is a word of its own. An empty answer
  /// makes it complete names of files (`-o default`).
  private func bashCompletions() -> String {
    let names = allOptions.flatMap { option -> [String] in
      (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.long)"]
    }
    var attached = ""
    var separate = ""
    for option in allOptions where option.value.presence != .none {
      let pattern = (option.short.map { "-\($0)|" } ?? "") + "--\(option.long)"
      let words = option.value.words.joined(separator: " ")
      let answer = words.isEmpty ? "" : "COMPREPLY=($(compgen -W \(quoted(words)) -- \"$cur\")); "
      attached += "      \(pattern)) \(answer)return ;;\n"
      if option.value.presence == .required { separate += "    \(pattern)) \(answer)return ;;\n" }
    }
    return """
      # bash completion for \(name); source it, or put it where bash-completion finds it.
      \(functionName)() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} option='' index
        COMPREPLY=()
        for ((index = 1; index < COMP_CWORD; index++)); do
          [[ ${COMP_WORDS[index]} == -- ]] && return
        done
        if [[ $cur == '=' ]]; then
          option=$prev cur=''
        elif [[ $prev == '=' ]] && ((COMP_CWORD > 2)); then
          option=${COMP_WORDS[COMP_CWORD-2]}
        fi
        if [[ -n $option ]]; then
          case $option in
      \(attached)    esac
          return
        fi
        case $prev in
      \(separate)  esac
        if [[ $cur == -* ]]; then
          COMPREPLY=($(compgen -W \(quoted(names.joined(separator: " "))) -- "$cur"))
        fi
      }
      complete \(takesFiles ? "-o default " : "")-F \(functionName) \(name)

      """
  }

  private func zshCompletions() -> String {
    var rows: [String] = []
    for option in allOptions {
      let value = option.value
      let suffixes: (short: String, long: String) =
        switch value.presence {
        case .none: ("", "")
        case .required: ("+", "=")
        case .optional: ("=-", "=-")
        }
      var names = option.short.map { ["-\($0)", "--\(option.long)"] } ?? ["--\(option.long)"]
      let excluded = option.isRepeatable ? [] : names + excludedNames(by: option)
      names[names.count - 1] += suffixes.long
      if names.count > 1 { names[0] += suffixes.short }
      let prefix = option.isRepeatable ? "*" : "(\(excluded.joined(separator: " ")))"
      let group = names.count > 1 ? "{\(names.joined(separator: ","))}" : names[0]
      var tail = "[\(zshText(option.summary))]"
      if value.presence != .none {
        tail += (value.presence == .optional ? "::" : ":") + zshText(value.placeholder) + ":"
        tail += value.words.isEmpty ? "" : "(\(value.words.joined(separator: " ")))"
        if case .file = value.domain { tail += "_files" }
      }
      rows.append("\(quoted(prefix))\(group)\(quoted(tail))")
    }
    if takesFiles { rows.append("'*:file:_files'") }
    return """
      #compdef \(name)
      # zsh completion for \(name); put it as _\(name) in a directory of $fpath.
      \(functionName)() {
        _arguments -s -S \\
          \(rows.joined(separator: " \\\n    "))
      }
      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
        \(functionName) "$@"
      else
        compdef \(functionName) \(name)
      fi

      """
  }

  /// The names of the options that may not stand beside `option`.
  private func excludedNames(by option: CommandOption<Settings>) -> [String] {
    guard !option.onlyOne.isEmpty else { return [] }
    return options.filter { $0.onlyOne == option.onlyOne && $0.long != option.long }.flatMap {
      other in (other.short.map { ["-\($0)"] } ?? []) + ["--\(other.long)"]
    }
  }

  private func fishCompletions() -> String {
    var text =
      "# fish completion for \(name); put it as \(name).fish in ~/.config/fish/completions.\n"
    if !takesFiles { text += "complete -c \(name) -f\n" }
    for option in allOptions {
      let value = option.value
      text += "complete -c \(name)"
      if let short = option.short { text += " -s \(short)" }
      text += " -l \(option.long)"
      switch (value.presence, value.domain) {
      case (.required, .file): text += " -r -F"
      case (.required, _): text += " -x"
      default: break
      }
      if !value.words.isEmpty { text += " -a \(fishQuoted(value.words.joined(separator: " ")))" }
      text += " -d \(fishQuoted(option.summary))\n"
    }
    return text
  }
}

/// `text` in the single quotes of a POSIX shell.
private func quoted(_ text: String) -> String {
  "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
}

/// `text` in the single quotes of fish, where a backslash counts.
private func fishQuoted(_ text: String) -> String {
  "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
}

/// `text` inside the specification of an argument for `_arguments`.
private func zshText(_ text: String) -> String {
  text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
}
