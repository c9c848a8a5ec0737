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
  /// Both streams go to files, so that nothing waits for a reader, and it is waited for by its number, so
  /// that nothing waits for what it leaves running. Each is collected: an exit test of Swift Testing looks
  /// at the first child that has ended until somebody does, and would for ever.
  ///
  /// - Parameters:
  ///   - folder: Where it runs; `nil` is where the tests run.
  ///   - environment: All of its environment; `nil` is that of the tests.
  ///   - input: The path of its standard input; `nil` is nothing to read.
  ///   - limit: Seconds until it is asked to end, and those that it started; two seconds later they are
  ///     ended.
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
    // What a build that counts its coverage writes at its end is no part of the checkout.
    var variables = environment ?? ProcessInfo.processInfo.environment
    variables["LLVM_PROFILE_FILE"] = variables["LLVM_PROFILE_FILE"] ?? scratch.path + "/%p.profraw"
    let process = try start(
      program, arguments, in: folder, environment: variables,
      streams: [input ?? "/dev/null", told.path, said.path])
    var status: Int32 = 0
    var tookTooLong = false
    var end = Date() + limit
    var signals = [SIGTERM, SIGKILL]
    var pause: UInt32 = 500
    while true {
      let found = unsafe waitpid(process, &status, WNOHANG)
      if found == process || found < 0 && errno != EINTR { break }
      if Date() >= end, !signals.isEmpty {
        tookTooLong = true
        // A program may block the signal that asks for an end.
        kill(-process, signals.removeFirst())
        end = Date() + 2
      }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
    let signal = status & 0x7F
    return Child(
      output: [UInt8](try Data(contentsOf: told)), errors: [UInt8](try Data(contentsOf: said)),
      code: signal == 0 ? status >> 8 & 0xFF : 128 + signal, tookTooLong: tookTooLong)
  }

  /// Starts a program as the first of a group of its own, with the files at these paths as its three
  /// streams and nothing else open.
  private static func start(
    _ program: String, _ arguments: [String], in folder: String?, environment: [String: String],
    streams: [String]
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let others = Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      let others: Int16 = 0
    #endif
    // Both are initialised here and destroyed below; the lists of words end in a null pointer.
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // The threads of the tests have signals blocked, which what they start would not be ended by.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK) | others)
    for (number, path) in streams.enumerated() {
      let flags = number == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
      unsafe posix_spawn_file_actions_addopen(&actions, Int32(number), path, flags, 0o600)
    }
    #if !canImport(Darwin)
      let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      for number in open.compactMap({ Int32($0) }) where number > 2 {
        unsafe posix_spawn_file_actions_addclose(&actions, number)
      }
    #endif
    // Not every C library has an action for the folder.
    let move = folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0] } ?? []
    let line = move + [program] + arguments
    var words = unsafe line.map { unsafe strdup($0) } + [nil]
    var settings = unsafe environment.map { unsafe strdup($0.key + "=" + $0.value) } + [nil]
    defer { for unsafe word in unsafe words + settings { unsafe free(word) } }
    var process: pid_t = 0
    guard FileManager.default.isExecutableFile(atPath: program),
      unsafe posix_spawn(&process, line[0], &actions, &attributes, &words, &settings) == 0
    else {
      throw CocoaError(.executableLoad, userInfo: [NSFilePathErrorKey: program])
    }
    return process
  }
}
