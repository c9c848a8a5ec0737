import ByteReading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pager that shows what is written to it.
///
/// Whether one is wanted (standard output is a terminal, and the output does not fit it) is the
/// caller's decision.
///
/// ```swift
/// let pager = Pager.start()
/// defer { pager?.finish() }
/// write(to: pager?.descriptor ?? 1)
/// ```
package final class Pager {
  /// The descriptor to write to.
  package let descriptor: Int32
  private let process: pid_t
  private var isFinished = false
  /// The descriptor as long as it is open, for the thread that looks whether the pager was left.
  private let watched: Guarded<Int32?>

  private init(descriptor: Int32, process: pid_t) {
    self.descriptor = descriptor
    self.process = process
    watched = Guarded(descriptor)
  }

  /// Starts the pager that the first of `variables` that is set asks for, or `less -FRX`.
  ///
  /// `nil` when none is wanted (an empty value, `cat`) or it cannot be started: then the output
  /// goes where it went. `less` is told to pass colours on, unless `LESS` is set. From here to
  /// `finish()` a signal that ends this process waits for the pager first, so that the terminal is
  /// not left to two readers. Leaving the pager early is SIGPIPE here, as with any other pipe, but within a tenth
  /// of a second: nobody waits for what is worked on, which may write its next byte much later.
  package static func start(
    variables: [String] = ["ATOMDUMP_PAGER", "PAGER"], environment: Environment = .process
  ) -> Pager? {
    let arguments: [String]
    switch PagerCommand(variables: variables, environment: environment) {
    case .nothing: return nil
    case .words(let words): arguments = words
    case .shell(let line): arguments = ["/bin/sh", "-c", line]
    }
    var ends: (read: Int32, write: Int32) = (-1, -1)
    let isOpen = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
      // `pipe` writes two numbers, which is what the tuple has.
      unsafe pipe(bytes.bindMemory(to: Int32.self).baseAddress) == 0
    }
    guard isOpen else { return nil }
    defer { close(ends.read) }
    // Otherwise the pager would hold the end it waits for.
    guard fcntl(ends.write, F_SETFD, FD_CLOEXEC) == 0, fcntl(ends.read, F_SETFD, FD_CLOEXEC) == 0,
      let process = spawn(arguments, input: ends.read)
    else {
      close(ends.write)
      return nil
    }
    Signals.setPager(process, writingTo: ends.write)
    ProgressLine.standard.giveWay()
    let pager = Pager(descriptor: ends.write, process: process)
    pager.watch()
    return pager
  }

  /// Ends the process soon after the pager is left. Without a thread to be had, the next byte does.
  private func watch() {
    let watched = watched
    _ = WorkThread.run {
      while true {
        // One that waits in `poll` would hold the end of the pipe open, and the pager would wait for more.
        usleep(100_000)
        guard let isLeft = watched.withLock({ $0.map { isDeserted($0, after: 0) } }) else { return }
        if isLeft { return Signals.endAsDeserted() }
      }
    }
  }

  /// Tells the pager that this is all, and waits until it is left; once.
  package func finish() {
    if isFinished { return }
    isFinished = true
    // A handler that waits for the pager has closed the descriptor.
    Signals.waitIfInterrupted()
    watched.withLock { descriptor in
      if let descriptor { close(descriptor) }
      descriptor = nil
    }
    var status: Int32 = 0
    // The system fills the local value.
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    Signals.waitIfInterrupted()
    Signals.setPager(0, writingTo: -1)
    ProgressLine.standard.takeBack()
  }

  /// Starts a program with `input` as its standard input; `nil` when that fails, as when it is
  /// not there.
  private static func spawn(_ arguments: [String], input: Int32) -> pid_t? {
    // `less` reads these when the person has not set them; git does the same.
    unsafe setenv("LESS", "FRX", 0)
    unsafe setenv("LV", "-c", 0)
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    // Initialised here and destroyed below; `adddup2` copies numbers only.
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    guard unsafe posix_spawn_file_actions_adddup2(&actions, input, 0) == 0 else { return nil }
    var words: [UnsafeMutablePointer<CChar>?] = unsafe []
    for argument in arguments { unsafe words.append(strdup(argument)) }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    var process: pid_t = 0
    guard let program = unsafe words[0] else { return nil }
    // `words` is a list of terminated strings that ends in a null pointer, as `execvp` wants.
    let code = unsafe posix_spawnp(&process, program, &actions, nil, words, environ)
    return code == 0 ? process : nil
  }
}
