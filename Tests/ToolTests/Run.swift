import Corpus
import Foundation

/// How a command ended, and what it wrote.
struct Run {
  var output: [UInt8]
  var errors: [UInt8]
  /// The exit code, or 128 and the number of the signal, as a shell tells it.
  var code: Int32
  /// Whether it was ended because it took too long.
  var tookTooLong = false

  var text: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: errors, as: UTF8.self) }
  /// The lines of standard output, without the last line's end.
  var lines: [String] {
    text.hasSuffix("\n") ? text.dropLast().components(separatedBy: "\n") : [text]
  }

  /// The folder of the programs: the one that the test bundle stands in.
  static let programs: String = {
    let bundles = CommandLine.arguments + Bundle.allBundles.map(\.bundlePath)
    for path in bundles {
      guard let range = path.range(of: ".xctest") else { continue }
      let bundle = URL(fileURLWithPath: String(path[..<range.upperBound]))
      let folder = bundle.deletingLastPathComponent().standardizedFileURL.path
      if FileManager.default.isExecutableFile(atPath: folder + "/atomdump") { return folder }
    }
    return "."
  }()

  static var atomdump: String { programs + "/atomdump" }

  /// Runs `atomdump` with these arguments.
  static func atomdump(
    _ arguments: String..., in folder: String = Corpus.path(of: "mockups"),
    environment: [String: String] = [:], input: String? = nil
  ) throws -> Run {
    try run(
      atomdump, arguments, in: folder, environment: environment, input: input)
  }

  /// Runs a line of the shell that finds `atomdump` and, on Linux, `screen`: a terminal of
  /// `ROWSxCOLUMNS` for the rest of the line.
  static func shell(
    _ line: String, in folder: String = Corpus.path(of: "mockups"),
    environment: [String: String] = [:], input: String? = nil
  ) throws -> Run {
    let prelude = #"""
      screen() {
        size=$1; shift
        script -qefc "stty rows ${size%x*} cols ${size#*x}; $*" /dev/null < /dev/null | tr -d '\r'
      }

      """#
    return try run(
      "/bin/sh", ["-c", prelude + line], in: folder, environment: environment, input: input)
  }

  /// Whether there is a program to make terminals with, as `screen` does.
  static let hasTerminals: Bool = {
    #if os(Linux)
      FileManager.default.isExecutableFile(atPath: "/usr/bin/script")
    #else
      false
    #endif
  }()

  static func run(
    _ program: String, _ arguments: [String], in folder: String, environment: [String: String],
    input: String?
  ) throws -> Run {
    let child = try Child.run(
      program, arguments, in: folder,
      environment: Self.environment.merging(environment) { $1 }, input: input)
    return Run(
      output: child.output, errors: child.errors, code: child.code,
      tookTooLong: child.tookTooLong)
  }

  /// The environment of every command: nothing of the machine's but where programs are.
  private static let environment = [
    "PATH": programs + ":/usr/bin:/bin:/usr/local/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm",
    "TZ": "Asia/Kolkata",
  ]
}

/// A folder for one test.
struct Scratch: ~Copyable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("atomdump-files-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file in the folder and gives its path.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// Copies a file of the corpus into the folder.
  @discardableResult
  func copy(_ name: String, to other: String) throws -> String {
    try write([UInt8](Data(contentsOf: URL(fileURLWithPath: Corpus.path(of: name)))), to: other)
  }
}
