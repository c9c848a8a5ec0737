import Corpus
import Foundation

/// Another program that reads the same files, where it is installed.
enum Peer {
  /// The path of `name` in the folders of `PEERS` and `PATH`; says so when there is none.
  static func path(of name: String) -> String? {
    let environment = ProcessInfo.processInfo.environment
    let folders = ["PEERS", "PATH"].flatMap {
      environment[$0]?.split(separator: ":") ?? []
    }
    for folder in folders {
      let path = folder + "/" + name
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    print("\(name) is not in PEERS or PATH: nothing is compared with it")
    return nil
  }

  /// What a program writes to standard output, whatever its exit code; nothing when it cannot be run
  /// or takes longer than `limit` seconds.
  static func output(
    _ program: String, _ arguments: [String], limit: Double = 60
  ) throws -> String? {
    let child = try Child.run(program, arguments, limit: limit)
    return child.tookTooLong ? nil : child.text
  }
}
