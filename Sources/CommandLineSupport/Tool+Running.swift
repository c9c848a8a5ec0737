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
    let invocation: Invocation<Settings>
    do throws(UsageError) {
      invocation = try parse(arguments, into: settings)
    } catch {
      return fail("\(error)")
    }
    switch invocation {
    case .print(let text): return write(text)
    case .complete(let request, let arguments):
      // A pipe would be waited for, and is read once.
      let files = arguments.filter { argument in
        (try? FileStatus(of: argument, followingLinks: true))?.kind == .regular
      }
      // A word of two lines would be two.
      let words = complete(request, files).filter { !$0.contains { $0.isNewline } }
      return write(words.map { $0 + "\n" }.joined())
    case .run(let settings, let operands): return work(settings, operands)
    }
  }

  /// Says why a call ends, in one line on standard error, and gives the exit code for it.
  package func fail(_ message: String) -> Int32 {
    say(message)
    return 2
  }

  /// Says something in one line on standard error.
  package func say(_ message: String) {
    var text = ByteWriter()
    text.put(message: message, from: name)
    _ = StandardStream.error.tell(text.array)
  }

  /// Writes `text` to standard output and gives the exit code: a reader that is gone is no failure.
  package func write(_ text: String) -> Int32 {
    switch StandardStream.output.write(text) {
    case .written, .readerGone: return 0
    case .failed(let error): return fail("the output could not be written: \(error)")
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
