import ByteReading
package import CommandLineSupport

/// The programs as a server of the Model Context Protocol (revision 2025-06-18): a line of JSON-RPC in, a line
/// out, on standard input and output.
///
/// Each call is a run of a program, which raises its walls for itself: what a file does to one call, it does
/// not do to the next. Nothing is written, and no file is read but those below the folders of the call.
package struct ContextServer {
  /// The bytes of an answer at most; what is longer says so.
  private static let answerLimit = 24 << 10
  /// The bytes of a line at most.
  private static let lineLimit = 1 << 20
  /// The files of a list at most.
  private static let listLimit = 500
  private static let revisions = ["2025-06-18", "2025-03-26", "2024-11-05"]

  private let program: [UInt8]
  private let version: String
  /// The folders, without links.
  private let folders: [FilePath]

  /// - Parameters:
  ///   - program: The name of the program that is all programs, as it was called.
  ///   - folders: The folders whose files may be read.
  package init(
    program: [UInt8], version: String, folders: [FilePath]
  ) throws(UsageError) {
    guard !folders.isEmpty else {
      throw UsageError("--mcp needs a folder: only files below it are read")
    }
    var resolved: [FilePath] = []
    for folder in folders {
      guard let path = folder.resolved else { throw UsageError("\(folder.display): no such folder") }
      resolved.append(path)
    }
    self.program = program
    self.version = version
    self.folders = resolved
  }

  /// Answers until standard input ends, and gives the exit code.
  package func run() -> Int32 {
    var lines = InputLines(limit: Self.lineLimit)
    while let line = lines.next() {
      guard let answer = answer(to: line) else { continue }
      var output = ByteWriter()
      answer.put(to: &output)
      output.put("\n")
      switch StandardStream.output.write(output.array) {
      case .written: continue
      case .readerGone: return 0
      case .failed: return 2
      }
    }
    return 0
  }

  /// The answer to a line; `nil` for what wants none.
  package func answer(toLine line: [UInt8]) -> String? {
    guard let answer = answer(to: line) else { return nil }
    var output = ByteWriter()
    answer.put(to: &output)
    return output.string
  }

  private enum Failure: Error {
    /// A fault of the request, by the numbers of JSON-RPC.
    case request(Int, String)
  }

  private func answer(to line: [UInt8]) -> JSONValue? {
    if line.allSatisfy({ [" ", "\t", "\r"].contains(Unicode.Scalar($0)) }) { return nil }
    guard line.count <= Self.lineLimit, let request = JSONValue(line) else {
      return Self.error(.null, -32_700, "this line is no JSON, or longer than 1 MiB")
    }
    let id = request["id"]
    guard request["jsonrpc"] == .text("2.0"), let method = request["method"]?.string else {
      return Self.error(id ?? .null, -32_600, "this is no request of JSON-RPC 2.0")
    }
    // What has no number is a notification, not a request.
    guard let id else { return nil }
    do throws(Failure) {
      let result = try result(of: method, request["params"] ?? .object([]))
      return .object(["jsonrpc": .text("2.0"), "id": id, "result": result])
    } catch {
      switch error {
      case .request(let code, let message): return Self.error(id, code, message)
      }
    }
  }

  private static func error(_ id: JSONValue, _ code: Int, _ message: String) -> JSONValue {
    .object([
      "jsonrpc": .text("2.0"), "id": id,
      "error": .object(["code": .number("\(code)"), "message": .text(message)]),
    ])
  }

  private func result(of method: String, _ parameters: JSONValue) throws(Failure) -> JSONValue {
    switch method {
    case "initialize":
      let wanted = parameters["protocolVersion"]?.string ?? ""
      let revision = Self.revisions.first { $0 == wanted } ?? Self.revisions[0]
      return .object([
        "protocolVersion": .text(revision), "capabilities": .object(["tools": .object([])]),
        "serverInfo": .object(["name": .text("atomtools"), "version": .text(version)]),
        "instructions": .text(
          "Looks inside media files. 'list' names the files; 'outline' and 'about' tell what is in one; "
            + "paths of an outline are what 'fields' and 'bytes' take. Nothing is written."),
      ])
    case "ping": return .object([])
    case "tools/list": return .object(["tools": .array([Self.list] + ServedTool.all.map(\.listing))])
    case "tools/call":
      guard let name = parameters["name"]?.string else {
        throw .request(-32_602, "tools/call needs the name of a tool")
      }
      return try call(name, parameters["arguments"] ?? .object([]))
    default: throw .request(-32_601, "there is no method '\(method)'")
    }
  }

  // MARK: Calls

  private static let list = JSONValue.object([
    "name": .text("list"), "description": .text("The media files that can be looked at, with their sizes."),
    "inputSchema": .object([
      "type": .text("object"), "properties": .object([]), "additionalProperties": .bool(false),
    ]),
    "annotations": .object(["readOnlyHint": .bool(true), "openWorldHint": .bool(false)]),
  ])

  private func call(_ name: String, _ arguments: JSONValue) throws(Failure) -> JSONValue {
    if name == "list" { return Self.content(files(), isError: false) }
    guard let tool = ServedTool.all.first(where: { $0.name == name }) else {
      throw .request(-32_602, "there is no tool '\(name)'")
    }
    if case .object(let members) = arguments {
      for member in members where !tool.parameters.contains(where: { $0.name == member.name }) {
        throw .request(-32_602, "'\(name)' takes no '\(member.name)'")
      }
    }
    var options: [[UInt8]] = []
    var files: [[UInt8]] = []
    for parameter in tool.parameters {
      guard let value = arguments[parameter.name] else {
        if parameter.isRequired { throw .request(-32_602, "'\(name)' needs '\(parameter.name)'") }
        continue
      }
      if parameter.kind == .file {
        guard let text = value.string, let file = file(text) else {
          return Self.content(
            "\(value.string ?? "this") is no file below the folders that may be read", isError: true)
        }
        files.append(file.bytes)
      } else if let word = Self.word(value, parameter.kind), let option = parameter.option {
        options.append(Array("\(option)=\(word)".utf8))
      } else {
        throw .request(-32_602, "'\(parameter.name)' is not as it has to be")
      }
    }
    let words = [program] + tool.call.map { Array($0.utf8) } + options
    return run(files.isEmpty ? words : words + [Array("--".utf8)] + files)
  }

  private static func word(_ value: JSONValue, _ kind: ServedTool.Parameter.Kind) -> String? {
    if kind == .count { return value.count(atMost: 1_000_000).map { "\($0)" } }
    guard let text = value.string, !text.utf8.contains(0), text.utf8.count <= 4_096 else { return nil }
    return text
  }

  /// Runs a program; its answer is what it prints, and what it says on standard error behind it.
  private func run(_ words: [[UInt8]]) -> JSONValue {
    guard let running = RunningProgram(words, isSilent: false, joinsErrors: true) else {
      return Self.content("the program could not be started", isError: true)
    }
    let printed = running.bytes(atMost: Self.answerLimit + 1)
    let code = running.finish()
    var text = String(decoding: printed.prefix(Self.answerLimit), as: UTF8.self)
    if printed.count > Self.answerLimit {
      // A line that is cut says less than none.
      if let end = text.lastIndex(of: "\n") { text = String(text[...end]) }
      text += "… more than \(Self.answerLimit >> 10) KiB: ask for a path, a depth or fewer rows\n"
    }
    return Self.content(text, isError: code > 1)
  }

  private static func content(_ text: String, isError: Bool) -> JSONValue {
    .object([
      "content": .array([.object(["type": .text("text"), "text": .text(text)])]),
      "isError": .bool(isError),
    ])
  }

  // MARK: Files

  /// The file that somebody means: its place without links, which is below one of the folders.
  ///
  /// Between here and the run of the program a folder may be moved by another program; who can do that can read
  /// the file without us.
  private func file(_ text: String) -> FilePath? {
    guard !text.utf8.contains(0), !text.isEmpty else { return nil }
    let named = FilePath(text)
    let candidates =
      text.hasPrefix("/") ? [named] : folders.map { $0.appending(named.bytes) }
    for candidate in candidates {
      guard let path = candidate.resolved,
        folders.contains(where: { folder in
          folder.bytes == [UInt8(ascii: "/")]
            || path.bytes.starts(with: folder.bytes + [UInt8(ascii: "/")])
        }), let status = try? FileStatus(of: path, followingLinks: false), status.kind == .regular
      else { continue }
      return path
    }
    return nil
  }

  private func files() -> String {
    var text = ByteWriter()
    var count = 0
    for item in FileWalk(folders, isRecursive: true, extensions: MediaExtensions.all) {
      guard case .file(let path) = item else { continue }
      count += 1
      if count > Self.listLimit { break }
      let size = (try? FileStatus(of: path, followingLinks: true))?.stamp.byteCount
      text.put(text: path.display, style: .name)
      text.put("  ")
      text.put(size.map { "\($0) bytes" } ?? "not readable")
      text.put("\n")
    }
    if count == 0 { return "no media file below the folders\n" }
    if count > Self.listLimit { text.put("… more than \(Self.listLimit) files\n") }
    return text.string
  }
}
