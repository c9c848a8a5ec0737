import ByteReading

extension Tool {
  /// Runs a program and gives its exit code: what is asked of the tool itself is answered here, the rest
  /// is `work`, with `settings` as the options left them.
  ///
  /// - Parameters:
  ///   - arguments: The bytes of the arguments, without the tool's name.
  ///   - complete: The words that a shell asks for, and the files of the call that it completes.
  package func run(
    _ arguments: [[UInt8]], _ settings: Settings,
    complete: (_ request: CompletionRequest, _ files: [FilePath]) -> [String],
    _ work: (_ settings: Settings, _ operands: [FilePath]) -> Int32
  ) -> Int32 {
    Signals.install(tool: name)
    var tool = self
    // Also where the options say nothing else that can be understood.
    tool.isASCII = arguments.prefix { $0 != Array("--".utf8) }.contains(Array("--ascii".utf8))
    let invocation: Invocation<Settings>
    do throws(UsageError) {
      invocation = try parse(arguments, into: settings)
    } catch {
      return tool.fail("\(error)")
    }
    switch invocation {
    case .print(let text): return tool.write(tool.isASCII || StandardStream.output.isASCII ? text.inASCII : text)
    case .complete(let request, let arguments):
      // A word of two lines would be two.
      let words = complete(request, regularFiles(arguments)).filter { !$0.contains { $0.isNewline } }
      return write(words.map { $0 + "\n" }.joined())
    case .run(let settings, let operands):
      let code = work(settings, operands)
      if code == 2, let meant = attached(in: arguments, { complete($0, regularFiles(operands)) }) {
        tool.say("a value is attached with '=': '\(meant)'")
      }
      return code
    }
  }

  /// Those that can be looked into at any time: a pipe would be waited for, and is read once.
  private func regularFiles(_ names: [FilePath]) -> [FilePath] {
    names.filter { (try? FileStatus(of: $0, followingLinks: true))?.kind == .regular }
  }

  /// What somebody meant who left a blank where a value has to be attached, `--plays safari`; `nil` when no argument
  /// that is no file is a value of the option before it.
  ///
  /// - Parameter complete: The words of the program that a value may go on as.
  private func attached(
    in arguments: [[UInt8]], _ complete: (_ request: CompletionRequest) -> [String]
  ) -> String? {
    let options = allOptions
    var before: CommandOption<Settings>?
    var name = ""
    for argument in arguments {
      guard let text = String(validating: argument, as: UTF8.self) else {
        before = nil
        continue
      }
      if text == "--" { return nil }
      if let before, (try? FileStatus(of: FilePath(argument), followingLinks: true)) == nil,
        before.value.isAnswered(by: text, complete)
      {
        return "\(name)=\(text)"
      }
      before =
        text.count < 2 || text.first != "-"
        ? nil
        : options.first { option in
          option.value.presence == .optional
            && (text.hasPrefix("--") ? option.long == text.dropFirst(2) : option.short != nil && option.short == text.last)
        }
      name = text
    }
    return nil
  }

  /// Says why a call ends, in one line on standard error, and gives the exit code for it.
  package func fail(_ message: String) -> Int32 {
    say(message)
    return 2
  }

  /// Says something in one line on standard error, in ASCII where the call or the terminal asks for it.
  package func say(_ message: String) {
    var text = ByteWriter()
    text.put(message: message, from: name)
    _ = StandardStream.error.tell(text.array, isASCII: isASCII)
  }

  /// Writes `text` to standard output and gives the exit code: a reader that is gone is no failure.
  package func write(_ text: String) -> Int32 {
    switch StandardStream.output.write(text) {
    case .written, .readerGone: return 0
    case .failed(let error): return fail("the output could not be written: \(error)")
    }
  }
}

extension OptionValue {
  /// Whether `text` is one of the values that are known; any text, and any name of a file, is none.
  fileprivate func isAnswered(by text: String, _ complete: (_ request: CompletionRequest) -> [String]) -> Bool {
    switch domain {
    case .text, .file: return false
    case .suggested(let words): return words.contains(text)
    case .words, .heads, .number: return (try? checked(text, option: "")) != nil
    case .known(let words):
      // Behind a track may stand which of its samples are meant.
      let word = words == .tracks ? String(text.prefix { $0 != ":" }) : text
      return CompletionRequest("\(words.rawValue):\(word)").map { complete($0).contains(word) } ?? false
    }
  }
}

extension ByteWriter {
  /// Puts a line that `tool` says to people. It may quote the call or a file: what acts on a terminal
  /// is escaped.
  package mutating func put(message: String, from tool: String) {
    put(tool)
    put(": ")
    put(text: message, style: .name)
    put("\n")
  }
}
