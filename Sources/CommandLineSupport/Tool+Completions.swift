extension Tool {
  /// The file that teaches `shell` to complete options, words of choices, names of files, and what the program
  /// knows: paths in the file on the line.
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

  /// Whether values of options are asked of the program.
  private var knowsWords: Bool { allOptions.contains { $0.value.known != nil } }

  /// Bash splits words at `=`, `:` and `@`, so that an attached value is a word of its own. An empty
  /// answer makes it complete names of files (`-o default`).
  private func bashCompletions() -> String {
    let names = allOptions.flatMap { option -> [String] in
      (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.long)"]
    }
    var attached = ""
    var separate = ""
    for option in allOptions where option.value.presence != .none {
      let pattern = (option.short.map { "-\($0)|" } ?? "") + "--\(option.long)"
      let words = option.value.words.joined(separator: " ")
      let answer =
        if let known = option.value.known {
          "\(functionName)_known \(known.rawValue); "
        } else {
          words.isEmpty ? "" : "COMPREPLY=($(compgen -W \(quoted(words)) -- \"$cur\")); "
        }
      attached += "      \(pattern)) \(answer)return ;;\n"
      if option.value.presence == .required || option.value.mayStandBehind { separate += "    \(pattern)) \(answer)return ;;\n" }
    }
    return """
      # bash completion for \(name); source it, or put it where bash-completion finds it.
      \(knowsWords ? bashKnownWords() : "")\(functionName)() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} option='' index
        COMPREPLY=()
        for ((index = 1; index < COMP_CWORD; index++)); do
          [[ ${COMP_WORDS[index]} == -- ]] && return
        done
        # The word as people see it begins behind the last blank; its parts are those of readline.
        index=$COMP_CWORD
        while ((index > 1)) && [[ ${COMP_WORDS[index]} == [=:@]* || ${COMP_WORDS[index-1]} == *[=:@] ]]; do
          ((index--))
        done
        if ((index < COMP_CWORD)) && [[ ${COMP_WORDS[index]} == -* && ${COMP_WORDS[index+1]} == '=' ]]; then
          option=${COMP_WORDS[index]}
          [[ $cur == '=' ]] && cur=''
        else
          prev=${COMP_WORDS[index-1]}
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

  /// The function that asks the program: it reads the line itself, since quotes and signs at which readline
  /// breaks words belong to paths.
  private func bashKnownWords() -> String {
    #"""
    # Makes $1 the word as it has to stand on the line behind the open quote $2, or behind none: the names in
    # it are those of a file, and mean themselves alone.
    COMMAND_quoted() {
      local sign index
      word=$1
      if [[ -z $2 ]]; then
        [[ $1 != *[!A-Za-z0-9_./,@:=+-]* ]] || printf -v word %q "$1"
        return
      fi
      word=''
      for ((index = 0; index < ${#1}; index++)); do
        sign=${1:index:1}
        case $2$sign in
          \'\') sign="'\\''" ;;
          # In quotes an escaped ! keeps its backslash.
          \"!) sign='"\!"' ;;
          \"[\"\\\$\`]) sign=\\$sign ;;
        esac
        word+=$sign
      done
      # Readline does not close what ends in a sign like its quote: so that is closed here.
      case $2${1: -1} in
        \'\') word=${word%?} ;;
        \"\") word=${word%??}'"\"' ;;
        \"!) word+='"' ;;
      esac
    }
    # Asks the program for words of the kind $1; the files are those on the line, before and behind.
    COMMAND_known() {
      local -a words=()
      local line word='' sign quote='' open='' began=0 part index value='' isBehind=''
      for line in "${COMP_LINE:0:COMP_POINT}" "${COMP_LINE:COMP_POINT}"; do
        for ((index = 0; index < ${#line}; index++)); do
          sign=${line:index:1}
          if [[ -n $quote ]]; then
            if [[ $sign == "$quote" ]]; then
              quote=''
            else
              [[ $quote$sign != '"\' || ${line:index+1:1} != [\"\\\$\`] ]] || sign=${line:++index:1}
              word+=$sign
            fi
          elif [[ $sign == [\'\"] ]]; then
            quote=$sign began=${#word}
          elif [[ $sign == \\ ]]; then
            ((index++))
            word+=${line:index:1}
          elif [[ $sign == [[:space:]] ]]; then
            words+=("${word/#\~\//$HOME/}")
            word=''
          else
            word+=$sign
          fi
        done
        # The word that is completed ends at the cursor.
        if [[ -z $isBehind ]]; then value=$word open=$quote part=${word:began}; else words+=("${word/#\~\//$HOME/}"); fi
        isBehind=yes word='' quote=''
      done
      [[ $value != -*=* ]] || value=${value#*=}
      # Readline replaces what is behind an open quote, or a word in quotes; of others what is behind the last
      # sign that it breaks them at; an @ goes with the word.
      [[ -n $open && $value == *"$part" ]] || part=$value
      if [[ -z $open && ${COMP_WORDS[COMP_CWORD]} != *[\'\"]* ]]; then
        part=${value##*[=:]}
        [[ $part != *@* || $COMP_WORDBREAKS != *@* ]] || part=@${part##*@}
      fi
      while IFS= read -r word; do
        word=${word#"${value%"$part"}"}
        COMMAND_quoted "$word" "$open"
        COMPREPLY+=("$word")
      done < <("${words[0]}" --complete="$1:$value" -- "${words[@]:1}" 2>/dev/null)
      type compopt &>/dev/null && compopt -o nospace +o default 2>/dev/null
      return 0
    }

    """#.replacing("COMMAND", with: functionName)
  }

  private func zshCompletions() -> String {
    var rows: [String] = []
    for option in allOptions {
      let value = option.value
      let suffixes: (short: String, long: String) =
        switch value.presence {
        case .none: ("", "")
        case .required: ("+", "=")
        case .optional: value.mayStandBehind ? ("", "=") : ("=-", "=-")
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
        // The blank keeps what _arguments would put in front of the kind away.
        if let known = value.known { tail += " \(functionName)_known \(known.rawValue)" }
      }
      rows.append("\(quoted(prefix))\(group)\(quoted(tail))")
    }
    if takesFiles { rows.append("'*:file:_files'") }
    return """
      #compdef \(name)
      # zsh completion for \(name); put it as _\(name) in a directory of $fpath. A word with [ begins with a quote:
      # without one zsh takes what follows for a subscript, and asks nobody here.
      \(knowsWords ? zshKnownWords() : "")\(functionName)() {
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

  /// The function that asks the program; what stands in quotes is given to it without them.
  private func zshKnownWords() -> String {
    #"""
    # Asks the program for words of the kind $1; the files are those on the line.
    COMMAND_known() {
      local -a found
      found=("${(@f)$("$words[1]" --complete="$1:${(Q)PREFIX}" -- "${(@)${(@Q)words[2,-1]}/#\~\//$HOME/}" 2>/dev/null)}")
      [[ -n $found ]] && compadd -S '' -- "${found[@]}"
    }

    """#.replacing("COMMAND", with: functionName)
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
    if knowsWords {
      text += #"""
        function _COMMAND_known
          set -l word (string replace -r -- '^--?[^=]*=' '' (commandline -ct))
          # What stands in quotes is asked for without them.
          set word (string replace -r -- '^[\'"]' '' $word)
          COMMAND --complete=$argv[1]:$word -- (commandline -o)[2..-1] 2>/dev/null
        end

        """#.replacing("COMMAND", with: name)
    }
    if !takesFiles { text += "complete -c \(name) -f\n" }
    for option in allOptions {
      let value = option.value
      // fish takes words for what stands right behind a letter; those of ours stand behind `=`.
      let letter = value.presence == .optional && !value.words.isEmpty ? option.short : nil
      if let letter {
        let words = value.words.map { "=" + $0 }.joined(separator: " ")
        text += "complete -c \(name) -s \(letter) -f -a \(fishQuoted(words)) -d \(fishQuoted(option.summary))\n"
      }
      text += "complete -c \(name)"
      if let short = option.short, letter == nil { text += " -s \(short)" }
      text += " -l \(option.long)"
      switch (value.presence, value.domain) {
      case (.required, .file): text += " -r -F"
      case (.required, _): text += " -x"
      // The value is attached, and the next argument may be a file all the same.
      case (.optional, .file), (.none, _): break
      case (.optional, _): text += " -f"
      }
      if let known = value.known {
        text += " -a \(fishQuoted("(_\(name)_known \(known.rawValue))"))"
      }
      if !value.words.isEmpty { text += " -a \(fishQuoted(value.words.joined(separator: " ")))" }
      text += " -d \(fishQuoted(option.summary))\n"
      if value.mayStandBehind, let known = value.known {
        text += "complete -c \(name) -n '__fish_prev_arg_in --\(option.long)' -f -a \(fishQuoted("(_\(name)_known \(known.rawValue))"))\n"
      }
    }
    return text
  }
}

extension OptionValue {
  /// Whether a value that need not be given may be the next argument: the identifier of a rule, which is no file.
  fileprivate var mayStandBehind: Bool { presence == .optional && known == .explained }
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
