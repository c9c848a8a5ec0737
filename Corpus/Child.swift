import Foundation

/// A program that a test started: what it wrote, and how it ended.
package struct Child {
  package let output: [UInt8]
  package let errors: [UInt8]
  /// The exit code, or 128 and the number of the signal, as a shell says it.
  package let code: Int32
  /// Whether it was ended because it took too long.
  package let tookTooLong: Bool

  package var text: String { String(decoding: output, as: UTF8.self) }
  package var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Runs a program to its end, or until it took too long.
  ///
  /// Both streams go to files, so that nothing waits for a reader, and each file is closed here: a
  /// `Process` keeps its handles, and thousands of children would use up what a process may open.
  ///
  /// - Parameters:
  ///   - folder: Where it runs; `nil` is where the tests run.
  ///   - environment: All of its environment; `nil` is that of the tests.
  ///   - input: The path of its standard input; `nil` is nothing to read.
  ///   - limit: Seconds until it is asked to end; two seconds later it is ended.
  /// - Throws: When the program cannot be started.
  package static func run(
    _ program: String, _ arguments: [String], in folder: String? = nil,
    environment: [String: String]? = nil, input: String? = nil, limit: Double = 60
  ) throws -> Child {
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("atomtools-child-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let (told, said) = (
      scratch.appendingPathComponent("output"), scratch.appendingPathComponent("errors")
    )
    for place in [told, said] { try Data().write(to: place) }
    let handles = [try FileHandle(forWritingTo: told), try FileHandle(forWritingTo: said)]
    let read = input.flatMap { FileHandle(forReadingAtPath: $0) }
    defer { for handle in handles + [read].compactMap({ $0 }) { try? handle.close() } }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    // What a build that counts its coverage writes at its end is no part of the checkout.
    var variables = environment ?? ProcessInfo.processInfo.environment
    variables["LLVM_PROFILE_FILE"] = variables["LLVM_PROFILE_FILE"] ?? scratch.path + "/%p.profraw"
    process.environment = variables
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    process.standardInput = read ?? FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    var isOver = ended.wait(timeout: .now() + limit) == .success
    let tookTooLong = !isOver
    // A child may have been started with the signals blocked that ask for an end.
    for signal in [SIGTERM, SIGKILL] where !isOver {
      kill(process.processIdentifier, signal)
      isOver = ended.wait(timeout: .now() + 2) == .success
    }
    let code =
      !isOver
      ? 128 + SIGKILL
      : process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
    return Child(
      output: [UInt8](try Data(contentsOf: told)), errors: [UInt8](try Data(contentsOf: said)),
      code: code, tookTooLong: tookTooLong)
  }
}
