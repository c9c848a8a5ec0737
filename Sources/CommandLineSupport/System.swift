import ByteReading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An error of the system: its number and its words.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number, as in `errno`.
  package var code: Int32

  /// The error with the number `code`.
  package init(code: Int32) { self.code = code }

  /// The error that the last call of the system left.
  package static var last: SystemError { SystemError(code: errno) }

  /// Whether it says that nobody reads what is written.
  package var isReaderGone: Bool { code == EPIPE }

  /// The system's words, lowercase as in a sentence: `no such file or directory`.
  package var description: String {
    // `strerror` returns a terminated string that is valid until its next call in this thread.
    let text = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// The bytes of the arguments of this process, without its name. `CommandLine.arguments` would
/// repair names of files that are not UTF-8.
package func commandLineArguments() -> [[UInt8]] {
  var arguments: [[UInt8]] = []
  // The system passes `argc` terminated strings, which live as long as the process.
  arguments.reserveCapacity(Int(CommandLine.argc))
  for index in 1..<max(1, Int(CommandLine.argc)) {
    guard let argument = unsafe CommandLine.unsafeArgv[index] else { break }
    let count = unsafe strlen(argument)
    let raw = unsafe UnsafeRawBufferPointer(start: argument, count: count)
    unsafe arguments.append(Array(raw))
  }
  return arguments
}

/// The bytes of the path by which this process was started; empty where the system passes none.
package func processName() -> [UInt8] {
  guard CommandLine.argc > 0, let name = unsafe CommandLine.unsafeArgv[0] else { return [] }
  return unsafe Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
}

/// Ends the process with this exit code.
package func exitProcess(_ code: Int32) -> Never { exit(code) }

/// The environment of the process, or one made up for a test.
package struct Environment: Sendable {
  private let values: [String: String]?

  /// An environment that has only `values`.
  package init(_ values: [String: String]) { self.values = values }
  private init() { values = nil }

  /// That of this process.
  package static let process = Environment()

  /// The value of the variable `name`; `nil` when it is not set.
  package subscript(_ name: String) -> String? {
    if let values { return values[name] }
    // `getenv` returns a terminated string that nobody changes: this process sets variables only
    // before it starts a pager.
    return unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}

/// Nanoseconds of a clock that never goes back and starts anywhere.
package func monotonicNanoseconds() -> UInt64 {
  var time = timespec()
  // The system fills the local value.
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}

/// How many processors are at work, 1 at least: the default of `--jobs`.
package func processorCount() -> Int {
  return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}

/// Whether a few more files can be opened, as many as the threads of the system need for themselves.
package func hasSpareDescriptors() -> Bool {
  var spare: [Int32] = []
  defer { for descriptor in spare { close(descriptor) } }
  for _ in 0..<6 {
    let descriptor = unsafe open("/", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    spare.append(descriptor)
  }
  return true
}

/// Whether there is room for the stacks of more threads: no limit on the address space, or one of at
/// least 128 MiB.
package func hasSpareAddressSpace() -> Bool {
  var limit = rlimit()
  #if canImport(Glibc)
    // The system fills the local value.
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else {
      return true
    }
  #else
    guard unsafe getrlimit(RLIMIT_AS, &limit) == 0 else { return true }
  #endif
  return limit.rlim_cur >= 128 << 20
}

/// One of the three streams that every process has.
package enum StandardStream: Int32, Sendable {
  case input = 0
  case output = 1
  case error = 2

  /// Whether the stream is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Writes all of `bytes`, waiting where it must.
  package func write(_ bytes: [UInt8]) -> WriteResult { writeAll(bytes, to: rawValue) }
  /// Writes the UTF-8 bytes of `text`, waiting where it must.
  package func write(_ text: String) -> WriteResult { writeAll(Array(text.utf8), to: rawValue) }
}

/// How a write ended.
package enum WriteResult: Equatable, Sendable {
  /// All bytes were written.
  case written
  /// Nobody reads any more (`EPIPE`), and the signal for that is ignored: stop, it is no fault.
  case readerGone
  /// The system refused: exit code 2.
  case failed(SystemError)
}

/// Writes all of `bytes` to a descriptor, again after interruptions, waiting where it is not ready.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> WriteResult {
  switch writeEach(bytes.rawBytes, to: descriptor) {
  case nil: .written
  case let error? where error.isReaderGone: .readerGone
  case let error?: .failed(error)
  }
}

/// Writes all of `bytes` to a descriptor, again after interruptions, waiting where it is not ready.
///
/// - Returns: What the system refused with, which is that of a reader who is gone, too.
package func writeEach(_ bytes: RawSpan, to descriptor: Int32) -> SystemError? {
  unsafe bytes.withUnsafeBytes { buffer in
    var offset = 0
    while offset < buffer.count {
      // `offset` is inside the buffer, and `count` is what is left of it.
      let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset...])
      let count = unsafe write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        offset += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // One local value.
        _ = unsafe poll(&wanted, 1, -1)
      default: return .last
      }
    }
    return nil
  }
}
