import Corpus
import Foundation

/// Runs the programs of this package as somebody would, with limits.
///
/// They are those beside the tests, or, when `ATOMTOOLS_PROGRAMS` names a folder, those in there: so
/// the same tests hold a release build to its promises.
enum Programs {
  private static let named = ProcessInfo.processInfo.environment["ATOMTOOLS_PROGRAMS"]

  /// The folder of the programs.
  static let folder = named.map { URL(fileURLWithPath: $0).standardizedFileURL.path } ?? beside

  /// The folder of the programs beside the tests, where those stand that are for tests only.
  static let beside: String = {
    for path in CommandLine.arguments + Bundle.allBundles.map(\.bundlePath) {
      guard let range = path.range(of: ".xctest") else { continue }
      let bundle = URL(fileURLWithPath: String(path[..<range.upperBound]))
      let folder = bundle.deletingLastPathComponent().standardizedFileURL.path
      if FileManager.default.isExecutableFile(atPath: folder + "/atomdump") { return folder }
    }
    return "."
  }()

  /// Whether they are optimised, and so are held to the times that are promised.
  static let areOptimised = named != nil

  /// The seconds of one processor that a run may take: 2 are promised, and code that is not optimised
  /// needs ten times as long.
  static let seconds = areOptimised ? 2 : 20

  /// The most address space that a run may take, in KiB: 256 MiB are promised for what it keeps in
  /// memory, which is less.
  static let memory = 256 << 10

  /// How a line of the shell ended, and what it wrote.
  struct Run {
    var output: [UInt8]
    var errors: [UInt8]
    var code: Int32
    var tookTooLong = false

    var text: String { String(decoding: output, as: UTF8.self) }
    var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  /// Runs a line of the shell in `folder` that finds the programs, within `patience` seconds.
  ///
  /// Output goes through files, so that nothing waits for a reader.
  static func shell(
    _ line: String, in folder: String, environment: [String: String] = [:],
    patience: TimeInterval = 120
  ) throws -> Run {
    let child = try Child.run(
      "/bin/sh", ["-c", line], in: folder,
      environment: [
        "PATH": Self.folder + ":/usr/bin:/bin:/usr/sbin:/usr/local/bin", "LC_ALL": "C.UTF-8",
        "SWIFT_BACKTRACE": "enable=no",
      ].merging(environment) { $1 }, limit: patience)
    return Run(
      output: child.output, errors: child.errors, code: child.code,
      tookTooLong: child.tookTooLong)
  }
}

/// A folder for one test, gone with it.
struct Folder: ~Copyable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("atomtools-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
  }

  func bytes(of name: String) -> [UInt8] {
    FileManager.default.contents(atPath: path + "/" + name).map { [UInt8]($0) } ?? []
  }
}
