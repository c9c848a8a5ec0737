extension Tool {
  /// Reads a call: `settings` with every option put in, and the operands; or the text that the call
  /// asks for.
  ///
  /// Options and operands may be mixed; `--` ends the options, and `-` is an operand. Short options
  /// bundle (`-xf`). A request for help is answered as soon as it is met.
  ///
  /// - Parameter arguments: The bytes of the arguments, without the tool's name.
  /// - Throws: `UsageError` at the first argument that is not understood.
  package func parse(
    _ arguments: [[UInt8]], into settings: Settings
  ) throws(UsageError) -> Invocation<Settings> {
    var reading = Reading(tool: self, arguments: arguments, settings: settings)
    while let argument = reading.nextArgument() {
      if reading.isPastOptions || argument.first != UInt8(ascii: "-") || argument.count == 1 {
        reading.operands.append(FilePath(argument))
        continue
      }
      if argument == Array("--".utf8) {
        reading.isPastOptions = true
        continue
      }
      guard let text = String(validating: argument, as: UTF8.self) else {
        throw UsageError(
          "option '\(FilePath(argument).display)' is not UTF-8",
          nextStep: "only names of files may be; put './' before one that begins with '-'")
      }
      do throws(UsageError) {
        if text.hasPrefix("--") {
          try reading.readLong(text)
        } else {
          try reading.readBundle(text)
        }
      } catch {
        let file = FilePath(argument)
        guard (try? FileStatus(of: file, followingLinks: true)) != nil else { throw error }
        throw UsageError(error.message, nextStep: "the file of this name is \(file.shellWord)")
      }
      if let answer = reading.answer { return .print(answer) }
    }
    if let request = reading.request { return .complete(request, arguments: reading.operands) }
    return .run(reading.settings, operands: reading.operands)
  }

  /// Reads a call whose arguments are text; for tests.
  package func parse(
    _ arguments: [String], into settings: Settings
  ) throws(UsageError) -> Invocation<Settings> {
    try parse(arguments.map { Array($0.utf8) }, into: settings)
  }
}

/// A call that is being read.
private struct Reading<Settings> {
  let tool: Tool<Settings>
  let options: [CommandOption<Settings>]
  let arguments: [[UInt8]]
  var index = 0
  var settings: Settings
  var operands: [FilePath] = []
  var isPastOptions = false
  var answer: String?
  /// What a shell asks for.
  var request: CompletionRequest?
  /// The option given, for each thing that only one may be given of.
  var chosen: [ChosenOption] = []

  init(tool: Tool<Settings>, arguments: [[UInt8]], settings: Settings) {
    self.tool = tool
    options = tool.allOptions
    self.arguments = arguments
    self.settings = settings
  }

  struct ChosenOption {
    let thing: String
    let long: String
    let name: String
  }

  mutating func nextArgument() -> [UInt8]? {
    guard index < arguments.count else { return nil }
    defer { index += 1 }
    return arguments[index]
  }

  /// Reads `--name` or `--name=value`.
  mutating func readLong(_ text: String) throws(UsageError) {
    let body = text.dropFirst(2)
    let equals = body.firstIndex(of: "=")
    let name = String(body[..<(equals ?? body.endIndex)])
    let attached = equals.map { String(body[body.index(after: $0)...]) }
    // Code for any settings would have the runtime look up how an array is a collection.
    guard let place = options.indices.first(where: { options[$0].long == name }) else {
      throw unknown(long: name)
    }
    let option = options[place]
    switch option.value.presence {
    case .none:
      if attached != nil { throw UsageError("'--\(name)' takes no value", nextStep: seeHelp) }
      try put(option, as: "--\(name)", value: nil)
    case .optional:
      try put(option, as: "--\(name)", value: attached)
    case .required:
      if let attached {
        try put(option, as: "--\(name)", value: attached)
      } else {
        try put(option, as: "--\(name)", value: next(for: option, as: "--\(name)"))
      }
    }
  }

  /// Reads `-x`, `-xf`, `-d3`, `-f=raw`.
  mutating func readBundle(_ text: String) throws(UsageError) {
    var rest = text.dropFirst()
    var attaching: CommandOption<Settings>?
    while let letter = rest.popFirst() {
      let name = "-\(letter)"
      guard let option = options.first(where: { $0.short == letter }) else {
        throw unknown(short: letter, in: text, behind: attaching)
      }
      attaching = option.value.presence == .optional ? option : nil
      switch option.value.presence {
      case .none:
        if rest.first == "=" { throw UsageError("'\(name)' takes no value", nextStep: seeHelp) }
        try put(option, as: name, value: nil)
      case .optional:
        if rest.first == "=" {
          try put(option, as: name, value: String(rest.dropFirst()))
          return
        }
        try put(option, as: name, value: nil)
      case .required:
        if rest.isEmpty {
          try put(option, as: name, value: next(for: option, as: name))
        } else {
          try put(option, as: name, value: String(rest.first == "=" ? rest.dropFirst() : rest))
        }
        return
      }
    }
  }

  /// The next argument as the value of `option`.
  private mutating func next(
    for option: CommandOption<Settings>, as name: String
  ) throws(UsageError) -> String {
    guard let bytes = nextArgument() else {
      let accepted = option.value.accepted
      throw UsageError(
        "'\(name)' needs a value",
        nextStep: accepted.isEmpty
          ? "write '\(name) \(option.value.placeholder)'" : "use \(accepted)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("the value of '\(name)' is not UTF-8")
    }
    return text
  }

  private mutating func put(
    _ option: CommandOption<Settings>, as name: String, value: String?
  ) throws(UsageError) {
    var checked: String?
    if let value { checked = try option.value.checked(value, option: name) }
    if !option.onlyOne.isEmpty {
      for other in chosen where other.thing == option.onlyOne && other.long != option.long {
        throw UsageError(
          "'\(other.name)' and '\(name)' exclude each other", nextStep: "give one \(option.onlyOne)"
        )
      }
      chosen.append(ChosenOption(thing: option.onlyOne, long: option.long, name: name))
    }
    if answer == nil { answer = tool.answer(to: option.long, value: checked) }
    try option.apply(&settings, checked)
    if option.long == "complete" { request = checked.flatMap { CompletionRequest($0) } }
  }

  private var seeHelp: String { "see '\(tool.name) --help=all'" }

  private func unknown(long name: String) -> UsageError {
    let message = "unknown option '--\(name)'"
    if name.count == 1, let letter = name.first, options.contains(where: { $0.short == letter }) {
      return UsageError(message, nextStep: "did you mean '-\(name)'?")
    }
    let names = options.map { $0.long }
    let begun = names.filter { !name.isEmpty && $0.hasPrefix(name) }
    if let near = begun.count == 1 ? begun.first : nearest(to: name, among: names) {
      return UsageError(message, nextStep: "did you mean '--\(near)'?")
    }
    if begun.count > 1 {
      return UsageError(message, nextStep: "did you mean \(listed(begun.map { "'--\($0)'" }))?")
    }
    return UsageError(message, nextStep: seeHelp)
  }

  private func unknown(
    short letter: Character, in text: String, behind attaching: CommandOption<Settings>?
  ) -> UsageError {
    let place = text.count > 2 ? " in '\(text)'" : ""
    let message = "unknown option '-\(letter)'\(place)"
    let word = text.dropFirst().prefix { $0 != "=" }
    if text.count > 2, options.contains(where: { $0.long == word }) {
      return UsageError(message, nextStep: "did you mean '-\(text)'?")
    }
    if let attaching, let short = attaching.short,
      let start = text.firstIndex(of: short).map({ text.index(after: $0) })
    {
      return UsageError(
        message, nextStep: "a value is attached with '=': '-\(short)=\(text[start...])'")
    }
    let shorts = options.compactMap { $0.short.map { String($0) } }
    if let near = nearest(to: String(letter), among: shorts) {
      return UsageError(message, nextStep: "did you mean '-\(near)'?")
    }
    return UsageError(message, nextStep: seeHelp)
  }
}
