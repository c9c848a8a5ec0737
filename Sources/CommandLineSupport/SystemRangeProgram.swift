#if canImport(Glibc)
  import CSystem
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension RangeAnswer {
  /// Where a program writes that is told a file to write to.
  package static let outputDescriptor: Int32 = 3

  /// The bytes of a line that a program is quoted by.
  private static let lineLimit = 400

  /// Starts the program that the first of `words` names, and reads what it prints: `count` bytes at most.
  ///
  /// It ends with this process. Its standard input is empty; what it says is read, and shown to nobody
  /// unless it fails.
  ///
  /// - Parameters:
  ///   - seconds: How long it may write nothing before it is ended.
  ///   - isToldOutput: Whether the range is what it writes to ``outputDescriptor``, and what it prints is
  ///     read as what it says.
  package static func of(
    _ words: [[UInt8]], count: Int, seconds: Int, isToldOutput: Bool = false
  ) -> RangeAnswer {
    guard let output = closedPipe(), let errors = closedPipe() else { return .notStarted(.last) }
    defer {
      close(output.read)
      close(errors.read)
    }
    var id: pid_t = 0
    var code: Int32 = 0
    Signals.start { mask in
      code = start(
        words, output: output.write, errors: errors.write, isToldOutput: isToldOutput, &mask, &id)
      return code == 0 ? id : 0
    }
    close(output.write)
    close(errors.write)
    guard code == 0 else { return .notStarted(SystemError(code: code)) }
    var reading = Reading(output: output.read, errors: errors.read, count: count)
    let end = reading.readAll(seconds: seconds)
    // One more byte than was asked for is enough to know.
    let isDone = end == .closed && reading.bytes.count <= count
    let status = wait(for: id, seconds: isDone ? seconds : 0)
    if reading.bytes.count > count { return .tooLong }
    guard isDone, let status else { return .late }
    if status & 0x7F != 0 { return .killed(signal: status & 0x7F) }
    let exit = status >> 8 & 0xFF
    if exit != 0 { return .failed(code: exit, said: reading.firstLine) }
    return .bytes(reading.bytes)
  }

  /// What is read of a program.
  private struct Reading {
    enum End { case closed, enough, late }

    let output: Int32
    let errors: Int32
    let count: Int
    var bytes: [UInt8] = []
    var said: [UInt8] = []

    /// The first line that is not empty.
    var firstLine: [UInt8] {
      let lines = said.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
      return Array(lines.first ?? [])
    }

    mutating func readAll(seconds: Int) -> End {
      var hasOutput = true
      var hasErrors = true
      var part = [UInt8](repeating: 0, count: 64 << 10)
      while hasOutput {
        var waits = [
          pollfd(fd: output, events: Int16(POLLIN), revents: 0),
          // A descriptor below 0 is passed over.
          pollfd(fd: hasErrors ? errors : -1, events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = Int32(clamping: Int64(seconds) * 1_000)
        let ready = unsafe poll(&waits, nfds_t(waits.count), milliseconds)
        if ready < 0, errno == EINTR { continue }
        if ready <= 0 { return .late }
        if waits[1].revents != 0 {
          let got = Self.read(errors, &part)
          hasErrors = got > 0
          // The rest is read, so that nobody waits, and forgotten.
          if got > 0 { said += part[..<min(got, max(0, lineLimit - said.count))] }
        }
        if waits[0].revents != 0 {
          let got = Self.read(output, &part)
          if got <= 0 {
            hasOutput = false
          } else {
            bytes += part[..<got]
            if bytes.count > count { return .enough }
          }
        }
      }
      // What it said last stands in the pipe.
      while hasErrors, said.count < lineLimit {
        var wait = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&wait, 1, 20) > 0 else { break }
        let got = Self.read(errors, &part)
        if got <= 0 { break }
        said += part[..<min(got, lineLimit - said.count)]
      }
      return .closed
    }

    private static func read(_ file: Int32, _ part: inout [UInt8]) -> Int {
      while true {
        // No more than `part` has room for.
        let got = unsafe part.withUnsafeMutableBytes { buffer in
          unsafe readBytes(file, buffer.baseAddress, buffer.count)
        }
        if got < 0, errno == EINTR { continue }
        return got
      }
    }
  }

  /// Waits for the end of a program, and ends it when it takes longer; `nil` when it did.
  private static func wait(for process: pid_t, seconds: Int) -> Int32? {
    var status: Int32 = 0
    var waited = 0
    // What was closed ends soon; what was not is ended at once.
    while waited < seconds * 1_000 {
      // The system fills the local value.
      let ended = unsafe waitpid(process, &status, WNOHANG)
      if ended == process {
        Signals.forget(process)
        return status
      }
      if ended < 0, errno != EINTR { break }
      let pause = min(20, 1 + waited / 4)
      _ = poll(nil, 0, Int32(pause))
      waited += pause
    }
    // It can be cleaned up behind it for half a second.
    kill(process, SIGTERM)
    var left = 50
    while left > 0 {
      if unsafe waitpid(process, &status, WNOHANG) == process {
        Signals.forget(process)
        return nil
      }
      _ = poll(nil, 0, 10)
      left -= 1
    }
    kill(process, SIGKILL)
    Signals.forget(process)
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return nil
  }

  /// - Parameter mask: The signals that are blocked in the program.
  private static func start(
    _ words: [[UInt8]], output: Int32, errors: Int32, isToldOutput: Bool, _ mask: inout sigset_t,
    _ id: inout pid_t
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    // Both are initialised here and destroyed below; the name is copied.
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return ENOMEM }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    guard unsafe posix_spawnattr_init(&attributes) == 0 else { return ENOMEM }
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setsigmask(&attributes, &mask)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, isToldOutput ? errors : output, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
    // Last, since one of the ends may have this number.
    if isToldOutput { unsafe posix_spawn_file_actions_adddup2(&actions, output, outputDescriptor) }
    var terminated: [UnsafeMutablePointer<CChar>?] = unsafe []
    for word in words {
      // `strdup` copies the terminated name.
      unsafe terminated.append(FilePath(word).withTerminated { unsafe strdup($0) })
    }
    unsafe terminated.append(nil)
    defer { unsafe terminated.forEach { unsafe free($0) } }
    guard let program = unsafe terminated[0] else { return ENOENT }
    // A list of terminated strings that ends in a null pointer, as `execvp` wants.
    return unsafe posix_spawnp(&id, program, &actions, &attributes, terminated, environ)
  }

  /// Two ends of a pipe that no other program gets, whatever other threads start meanwhile.
  private static func closedPipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      // There is no such call: a program that starts right now keeps the end open until it ends.
      guard unsafe pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
      // Two numbers are written, which is what the array has.
      guard unsafe csystem_closed_pipe(&ends) == 0 else { return nil }
    #endif
    return (ends[0], ends[1])
  }
}

/// `read(2)`, which has the name of a method here.
@unsafe
private func readBytes(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(file, bytes, count)
}
