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
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("peer-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: place.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: place) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: place)
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    if ended.wait(timeout: .now() + limit) == .timedOut {
      // A child may have been started with the signals blocked that ask for an end.
      kill(process.processIdentifier, SIGKILL)
      _ = ended.wait(timeout: .now() + 2)
      return nil
    }
    return String(decoding: try Data(contentsOf: place), as: UTF8.self)
  }
}
