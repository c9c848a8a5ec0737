#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A terminal that a program draws on: every key goes to the program, and nothing is shown but what it
/// draws.
///
/// The terminal is as it was before when `close()` was called, and when a signal ends the process:
/// handlers put it back.
///
/// ```swift
/// let screen = try TerminalScreen.open()
/// defer { screen.close() }
/// screen.write(picture)
/// switch screen.read(within: 500) { … }
/// ```
package final class TerminalScreen {
  /// Why there is no screen, as the end of a sentence.
  package enum Failure: Error, Equatable {
    /// Standard output is no terminal.
    case outputIsNoTerminal
    /// Keys cannot be read from standard input, nor from the terminal of the process.
    case noKeys
    /// The terminal says of itself that it can do nothing.
    case isDumb
    case system(SystemError)

    package var reason: String {
      switch self {
      case .outputIsNoTerminal: "standard output is none"
      case .noKeys: "no keys can be read from one"
      case .isDumb: "TERM=dumb is one that cannot be drawn on"
      case .system(let error): "\(error)"
      }
    }
  }

  /// What came from outside.
  package enum Input: Equatable, Sendable {
    /// Bytes that the terminal sent.
    case bytes([UInt8])
    /// Nothing, for as long as was waited.
    case nothing
    /// The terminal has another size, or was lent to another program: all is to be drawn again.
    case changed
    /// The process is asked to stop for a while (`SIGTSTP`).
    case stop
    /// There is no terminal any more.
    case closed
  }

  private let keys: Int32
  private let ownsKeys: Bool
  private var isOpen = true

  private init(keys: Int32, ownsKeys: Bool) {
    self.keys = keys
    self.ownsKeys = ownsKeys
  }

  /// Takes the terminal that standard output is. Keys are read from standard input, or from `/dev/tty`
  /// when that is no terminal.
  package static func open(
    environment: Environment = .process
  ) throws(Failure) -> TerminalScreen {
    guard StandardStream.output.isTerminal else { throw .outputIsNoTerminal }
    if environment["TERM"] == "dumb" { throw .isDumb }
    var keys = StandardStream.input.rawValue
    var ownsKeys = false
    if !StandardStream.input.isTerminal {
      keys = unsafe openTerminal("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY)
      ownsKeys = true
      guard keys >= 0, isatty(keys) == 1 else {
        if keys >= 0 { _ = closeDescriptor(keys) }
        throw .noKeys
      }
    }
    let screen = TerminalScreen(keys: keys, ownsKeys: ownsKeys)
    guard Signals.beginScreen(keys: keys) else { throw .system(.last) }
    return screen
  }

  /// Gives the terminal back as it was.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    Signals.endScreen()
    if ownsKeys { _ = closeDescriptor(keys) }
  }

  deinit { close() }

  /// The size of the terminal; 80×24 when it does not know.
  package var size: (columns: Int, rows: Int) { terminalSize() ?? (80, 24) }

  /// Writes to the terminal; whether it is still there.
  package func write(_ bytes: [UInt8]) -> Bool {
    bytes.isEmpty || StandardStream.output.write(bytes) == .written
  }

  /// Waits for something to come, at most so many milliseconds.
  package func read(within milliseconds: Int) -> Input {
    var wanted = (
      pollfd(fd: keys, events: Int16(POLLIN), revents: 0),
      pollfd(fd: Signals.screenWaker, events: Int16(POLLIN), revents: 0)
    )
    let count = unsafe withUnsafeMutableBytes(of: &wanted) { bytes in
      // Two values, as many as the tuple has.
      unsafe poll(
        bytes.bindMemory(to: pollfd.self).baseAddress, 2, Int32(clamping: max(0, milliseconds)))
    }
    let news = Signals.takeScreenNews()
    if news.wantsStop { return .stop }
    if news.isChanged { return .changed }
    if count <= 0 { return .nothing }
    let events = Int32(wanted.0.revents)
    if events & Int32(POLLIN) != 0 {
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let got = unsafe buffer.withUnsafeMutableBytes {
        // No more than the buffer holds.
        unsafe readKeys(keys, $0.baseAddress, $0.count)
      }
      if got > 0 { return .bytes(Array(buffer.prefix(got))) }
      if got < 0, errno == EINTR || errno == EAGAIN { return .nothing }
      return .closed
    }
    return events & Int32(POLLHUP | POLLERR | POLLNVAL) != 0 ? .closed : .nothing
  }

  /// Gives the terminal back, stops the process until somebody continues it, and takes it again.
  package func stop() {
    Signals.restoreScreen()
    // Who handles the signal stops the whole job, as a key would.
    Signals.stopJob()
    Signals.takeScreen()
  }

  /// Whether bytes of a mapped file could not be read since this was asked last: the file is shorter
  /// than it was. Zeros stand for them.
  package func takeLostBytes() -> Bool { Signals.takeLostBytes() }
}

/// `open(2)`, which has the name of a method here.
@unsafe
private func openTerminal(_ path: String, _ flags: Int32) -> Int32 { unsafe open(path, flags) }

/// `close(2)`, which has the name of a method here.
private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// `read(2)`, which has the name of a method here.
@unsafe
private func readKeys(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(file, bytes, count)
}
