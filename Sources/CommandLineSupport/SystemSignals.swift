import ByteReading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a signal handler needs, where it may read it: memory that never moves, without locks.
@unsafe private struct SignalState {
  /// The beginning of the line that is written when a mapped file shrinks: `atomdump: `.
  var tool: UnsafeMutablePointer<UInt8>?
  var toolCount = 0
  /// The pager to wait for; 0 when there is none.
  var pager: pid_t = 0
  /// The descriptor that the pager reads from; -1 when there is none.
  var pagerInput: Int32 = -1
  /// Whether a signal is ending the process, which may have to wait for the pager first.
  var isInterrupted = false
  /// Whether a thread is ending the process because a mapped file shrank.
  var isEnding = false
  /// Names of files to remove, terminated.
  var files: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  /// Programs that are waited for, 0 for none.
  var programs: UnsafeMutablePointer<pid_t>
  /// How many are being started, whose numbers are not in the list yet.
  var starting = 0
}

/// How many files can be remembered for removal.
private let fileLimit = 16
/// How many programs can be waited for at a time, and end with this process.
private let programLimit = 256

/// Made once, before any handler is installed, and never freed.
private nonisolated(unsafe) let state: UnsafeMutablePointer<SignalState> = {
  let files = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: fileLimit)
  unsafe files.initialize(repeating: nil, count: fileLimit)
  let programs = UnsafeMutablePointer<pid_t>.allocate(capacity: programLimit)
  unsafe programs.initialize(repeating: 0, count: programLimit)
  let state = UnsafeMutablePointer<SignalState>.allocate(capacity: 1)
  unsafe state.initialize(to: SignalState(files: files, programs: programs))
  return unsafe state
}()

/// Guards the table against two threads; handlers do not take it.
private let tableLock = Condition()

/// What the process does when it is told to end, or when a mapped file shrinks under it.
package enum Signals {
  /// Installs the handlers; call it once, at the start.
  ///
  /// - SIGINT, SIGTERM, SIGHUP: the files registered by `removeAtSignal(_:)` are removed, the programs of
  ///   `start(_:)` are told to end, a terminal that was taken is given back, a pager is waited for while no
  ///   other thread goes on (`waitIfInterrupted()`), and the process dies of the signal. One that is ignored
  ///   on entry (`nohup`) stays so.
  /// - SIGBUS: `tool: file changed while being read`, with the name of the file where it is one, on standard
  ///   error and exit code 2.
  /// - SIGXFSZ is ignored: writing past a limit on the size of files is then an error like others.
  /// - SIGPIPE is left as it is: by default the process dies of it, silently.
  package static func install(tool: String) {
    setTool("\(tool): ")
    MappedNames.prepare()
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
      unsafe handle(number, flags: once) { number in
        unsafe state.pointee.isInterrupted = true
        unsafe Signals.removeFiles()
        Signals.endPrograms()
        Signals.restoreScreen()
        if unsafe state.pointee.pager > 0 {
          unsafe close(state.pointee.pagerInput)
          // Interrupts are the pager's from here; another thread would die of the next.
          if number == SIGINT { _ = signal(SIGINT, SIG_IGN) }
          var status: Int32 = 0
          while unsafe waitpid(state.pointee.pager, &status, 0) < 0, errno == EINTR {}
          if number == SIGINT { _ = signal(SIGINT, SIG_DFL) }
        }
        // The handler was reset on entry; the signal arrives again when this one returns.
        raise(number)
      }
    }
    // Several threads may read mapped files, so the handler stays: the default would end the process
    // while the first of them is still in here.
    unsafe handleFault(SIGBUS) { _, information, _ in
      while unsafe state.pointee.isEnding { pause() }
      unsafe state.pointee.isEnding = true
      unsafe Signals.removeFiles()
      _ = unsafe write(2, state.pointee.tool, state.pointee.toolCount)
      #if canImport(Darwin)
        let address = unsafe information?.pointee.si_addr
      #else
        let address = unsafe information?.pointee._sifields._sigfault.si_addr
      #endif
      if let name = unsafe MappedNames.name(at: UInt(bitPattern: address)) {
        _ = unsafe write(2, name.baseAddress, name.count)
        Signals.tell(": ")
      }
      Signals.tell("file changed while being read\n")
      _exit(2)
    }
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Does not return once a signal is ending the process: who works asks now and then, since the handler
  /// may be waiting for the pager in another thread.
  static func waitIfInterrupted() {
    while unsafe state.pointee.isInterrupted { pause() }
  }

  /// Ends the process as writing to a pager that was left would; not where SIGPIPE is ignored.
  static func endAsDeserted() {
    // A handler that waits for the pager has closed the descriptor, which looks like this.
    waitIfInterrupted()
    raise(SIGPIPE)
  }

  /// Writes a part of a line to standard error; called by handlers.
  private static func tell(_ text: StaticString) {
    text.withUTF8Buffer { _ = unsafe write(2, $0.baseAddress, $0.count) }
  }

  /// Says once, before any handler is installed, how lines begin.
  private static func setTool(_ text: String) {
    let line = Array(text.utf8)
    let tool = UnsafeMutablePointer<UInt8>.allocate(capacity: line.count)
    for (index, byte) in line.enumerated() {
      // There is room for `line.count` bytes.
      unsafe tool[index] = byte
    }
    unsafe state.pointee.tool = tool
    unsafe state.pointee.toolCount = line.count
  }

  /// Remembers a file to remove when a signal ends the process; false when there is no room.
  package static func removeAtSignal(_ path: FilePath) -> Bool {
    tableLock.locked {
      for slot in 0..<fileLimit where unsafe state.pointee.files[slot] == nil {
        // `slot` is below the capacity. The store of a pointer is whole when a handler sees it.
        unsafe state.pointee.files[slot] = terminatedCopy(of: path)
        return true
      }
      return false
    }
  }

  /// Forgets a file that `removeAtSignal(_:)` remembered: it is gone, or it is to stay.
  package static func keep(_ path: FilePath) {
    tableLock.locked {
      for slot in 0..<fileLimit {
        // `slot` is below the capacity.
        guard let file = unsafe state.pointee.files[slot] else { continue }
        let name = unsafe UnsafeRawBufferPointer(start: file, count: strlen(file))
        guard unsafe path.bytes.elementsEqual(name) else { continue }
        // The name is not freed: a handler may be reading it.
        unsafe state.pointee.files[slot] = nil
        return
      }
    }
  }

  /// Starts a program that is to end when a signal ends this process: at whatever moment that comes.
  ///
  /// - Parameter body: Starts it with the signals of `mask` blocked, and says its number; 0 for none.
  static func start(_ body: (_ mask: inout sigset_t) -> pid_t) {
    var signals = sigset_t()
    var mask = sigset_t()
    // The system fills both. A handler in this thread comes when the number is known, one in another waits.
    unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &signals, &mask)
    tableLock.locked { unsafe state.pointee.starting += 1 }
    let process = body(&mask)
    tableLock.locked {
      for slot in 0..<programLimit where unsafe state.pointee.programs[slot] == 0 {
        // `slot` is below the capacity. The store of a number is whole when a handler sees it.
        unsafe state.pointee.programs[slot] = process
        break
      }
      unsafe state.pointee.starting -= 1
    }
    unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  /// Forgets a program, before its end is waited for: its number may be another's then.
  static func forget(_ process: pid_t) {
    tableLock.locked {
      for slot in 0..<programLimit where unsafe state.pointee.programs[slot] == process {
        unsafe state.pointee.programs[slot] = 0
      }
    }
  }

  /// Tells the programs of the table to end; called by handlers.
  private static func endPrograms() {
    // Starting takes no time that a person notices; a system that is stuck is not waited for.
    var waited = 0
    while unsafe state.pointee.starting > 0, waited < 2_000 {
      usleep(1_000)
      waited &+= 1
    }
    var slot = 0
    while slot < programLimit {
      // `slot` is below the capacity.
      let process = unsafe state.pointee.programs[slot]
      if process > 0 { kill(process, SIGTERM) }
      slot &+= 1
    }
  }

  /// Tells the handlers which pager to wait for; 0 for none.
  static func setPager(_ process: pid_t, writingTo descriptor: Int32) {
    unsafe state.pointee.pagerInput = descriptor
    unsafe state.pointee.pager = process
  }

  /// Whether the signal is ignored now.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    // The system fills the local value; of the handler only the number is compared.
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = unsafe unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #else
      let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #endif
    return unsafe handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// What makes the default hold again once a handler was called.
  static var once: Int32 { Int32(truncatingIfNeeded: UInt32(truncatingIfNeeded: SA_RESETHAND)) }

  /// Calls `handler` at the signal.
  ///
  /// `handler` captures nothing, and calls only what may be called in a handler.
  @unsafe
  static func handle(_ number: Int32, flags: Int32, with handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
    #else
      unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = flags
    unsafe sigaction(number, &action, nil)
  }

  /// Calls `handler` at a fault, each time, with what is known of it.
  @unsafe
  private static func handleFault(
    _ number: Int32,
    with handler: @escaping @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void
  ) {
    var action = sigaction()
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_sigaction = handler
    #else
      unsafe action.__sigaction_handler.sa_sigaction = handler
    #endif
    action.sa_flags = SA_SIGINFO
    unsafe sigaction(number, &action, nil)
  }

  /// Removes the files of the table; called by handlers.
  @unsafe
  private static func removeFiles() {
    var slot = 0
    while slot < fileLimit {
      // `slot` is below the capacity; names are never freed.
      if let file = unsafe state.pointee.files[slot] { unsafe unlink(file) }
      slot &+= 1
    }
  }

  private static func terminatedCopy(of path: FilePath) -> UnsafeMutablePointer<CChar> {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: path.bytes.count + 1)
    for (index, byte) in path.bytes.enumerated() {
      // One more than these was allotted, for the terminator.
      unsafe copy[index] = CChar(bitPattern: byte)
    }
    unsafe copy[path.bytes.count] = 0
    return unsafe copy
  }
}
