/// What a call says of files that are not on this disk.
package struct ViaOptions: Equatable, Sendable {
  /// The program that prints a range of bytes; `nil` for files of this system.
  package var command: RangeCommand?
  package var size: Int?
  package var limit: Int?
  package var seconds: Int?

  package init() {}

  /// How files are read; `nil` for those of this system.
  package var remote: RemoteSettings? {
    guard let command else { return nil }
    var remote = RemoteSettings(command: command)
    remote.size = size
    if let limit { remote.limit = limit }
    if let seconds { remote.seconds = seconds }
    return remote
  }

  /// Why its parts do not go together with each other, or with the operands; `nil` when they do.
  package func refusal(operandCount: Int, isRecursive: Bool) -> String? {
    guard let command else {
      let option = size != nil ? "--size" : limit != nil ? "--fetch-limit" : seconds != nil ? "--timeout" : nil
      return option.map { "\($0) is about files that are read through a program: give it with --via" }
    }
    if isRecursive {
      return "-r is not for --via, whose program lists no directories: give the names, as xargs does"
    }
    if command.takesOperand {
      if operandCount == 0 { return "{} of --via stands for an operand: give one" }
    } else if operandCount > 1 {
      return "the command of --via reads one file, whatever the operand is: {} stands for it"
    }
    if size != nil, operandCount > 1 { return "--size is that of one file" }
    return nil
  }

  /// What is read: the operands, or what the command names itself, which is called as that is written.
  package func files(_ operands: [FilePath]) -> [FilePath] {
    guard let command, operands.isEmpty, !command.takesOperand else { return operands }
    return [FilePath(command.text)]
  }
}

extension CommonSettings {
  /// How files are read that are not on this disk.
  package static var viaOptions: [CommandOption<Self>] {
    [
      CommandOption(
        "via", value: .required("COMMAND"), group: .files,
        gist: "fetch by a program",
        summary: "Read files through a program that prints a range of bytes.",
        details: """
          'curl -sf -r {first}-{last} {}': {} is the operand, {last} is inclusive, {count} is how many \
          bytes, {out} a pipe for a program that writes to a file it is told. It is split into words by no shell. A short answer is the end of the file. What is \
          not looked at is not fetched; what has to be looked at and cannot be fetched is an error, and \
          nothing is said of the file then.
          """
      ) { settings, value throws(UsageError) in
        settings.via.command = try RangeCommand(value ?? "")
      },
      CommandOption(
        "size", value: .required("N", .number(0...(1 << 50))), group: .files,
        gist: "bytes behind --via",
        summary: "The bytes of the file that --via reads.",
        details: "For programs whose answers do not say where a file ends."
      ) { settings, value in settings.via.size = value.flatMap { Int($0) } },
      CommandOption(
        "fetch-limit", value: .required("SIZE", .number((32 << 10)...(1 << 40))), group: .limits,
        summary: "Bytes that --via may fetch of a file.",
        fallback: "\(RemoteSettings.defaultLimit >> 20)M", listing: .hidden
      ) { settings, value in settings.via.limit = value.flatMap { Int($0) } },
      CommandOption(
        "timeout", value: .required("SECONDS", .number(1...86_400)), group: .limits,
        summary: "Seconds without a byte after which the program of --via is ended.",
        fallback: "\(RemoteSettings.defaultSeconds)", listing: .hidden
      ) { settings, value in settings.via.seconds = value.flatMap { Int($0) } },
    ]
  }
}
