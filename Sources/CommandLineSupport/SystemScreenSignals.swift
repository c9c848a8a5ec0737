#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What handlers need to give a terminal back, where they may read it: memory that never moves.
@unsafe private struct ScreenState {
  /// Whether the terminal is a program's now.
  var isTaken = false
  /// The descriptor that keys come from.
  var keys: Int32 = -1
  /// How the terminal was.
  var before = termios()
  /// How a program wants it.
  var raw = termios()
  var begin: UnsafeMutablePointer<UInt8>
  var beginCount = 0
  var end: UnsafeMutablePointer<UInt8>
  var endCount = 0
  /// A pipe that wakes who waits for keys.
  var waker: (read: Int32, write: Int32) = (-1, -1)
  /// What happened and was not looked at yet. Plain stores: these handlers run in the first thread alone,
  /// as others block their signals (``WorkThread``).
  var isChanged = false
  var wantsStop = false
  /// The same of a fault, which any thread may have: set there, and cleared only by who saw it set.
  var hasLostBytes = false
  var pageSize: UInt = 4_096
}

/// What a screen begins with: the other buffer, keys in brackets, the mouse, no wrapping, characters in
/// the order in which they are written, no cursor.
private let beginning =
  "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?7l\u{1B}[8l\u{1B}[?25l"
/// The same undone, in the other order.
private let ending =
  "\u{1B}[?2026l\u{1B}[0m\u{1B}[8h\u{1B}[?7h\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l"
  + "\u{1B}[?25h\u{1B}[?1049l"

/// Made once and never freed.
private nonisolated(unsafe) let screen: UnsafeMutablePointer<ScreenState> = {
  func copy(_ text: String) -> (UnsafeMutablePointer<UInt8>, Int) {
    let bytes = Array(text.utf8)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
    // There is room for all of them.
    for (place, byte) in bytes.enumerated() { unsafe memory[place] = byte }
    return unsafe (memory, bytes.count)
  }
  let state = UnsafeMutablePointer<ScreenState>.allocate(capacity: 1)
  let (begin, beginCount) = unsafe copy(beginning)
  let (end, endCount) = unsafe copy(ending)
  var first = unsafe ScreenState(begin: begin, end: end)
  unsafe first.beginCount = beginCount
  unsafe first.endCount = endCount
  unsafe first.pageSize = UInt(max(1, sysconf(Int32(_SC_PAGESIZE))))
  unsafe state.initialize(to: first)
  return unsafe state
}()

extension Signals {
  /// The descriptor that can be read when a signal came.
  static var screenWaker: Int32 { unsafe screen.pointee.waker.read }

  /// Remembers how the terminal is, and takes it; false, with the error in `errno`, when it cannot be.
  static func beginScreen(keys: Int32) -> Bool {
    // The system fills the local value.
    var before = termios()
    guard unsafe tcgetattr(keys, &before) == 0 else { return false }
    var ends: (read: Int32, write: Int32) = (-1, -1)
    let isOpen = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
      // `pipe` writes two numbers, which is what the tuple has.
      unsafe pipe(bytes.bindMemory(to: Int32.self).baseAddress) == 0
    }
    guard isOpen else { return false }
    for end in [ends.read, ends.write] {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    var raw = before
    // The system changes the local value: no echo, no lines, no signals by keys.
    unsafe cfmakeraw(&raw)
    unsafe screen.pointee.before = before
    unsafe screen.pointee.raw = raw
    unsafe screen.pointee.keys = keys
    unsafe screen.pointee.waker = ends
    installScreenHandlers()
    takeScreen()
    return true
  }

  /// Gives the terminal back for good.
  static func endScreen() {
    restoreScreen()
    let ends = unsafe screen.pointee.waker
    unsafe screen.pointee.waker = (-1, -1)
    if ends.read >= 0 { close(ends.read) }
    if ends.write >= 0 { close(ends.write) }
  }

  /// Puts the terminal into the state that a program draws in.
  static func takeScreen() {
    _ = unsafe tcsetattr(screen.pointee.keys, TCSADRAIN, &screen.pointee.raw)
    _ = unsafe write(1, screen.pointee.begin, screen.pointee.beginCount)
    unsafe screen.pointee.isTaken = true
    unsafe screen.pointee.isChanged = true
  }

  /// Puts the terminal back as it was; handlers may call it.
  static func restoreScreen() {
    guard unsafe screen.pointee.isTaken else { return }
    unsafe screen.pointee.isTaken = false
    _ = unsafe write(1, screen.pointee.end, screen.pointee.endCount)
    // In the background it would stop the process; a job that is not in front owns no terminal.
    guard unsafe tcgetpgrp(screen.pointee.keys) == getpgrp() else { return }
    _ = unsafe tcsetattr(screen.pointee.keys, TCSADRAIN, &screen.pointee.before)
  }

  /// Stops the job that this process is part of, until it is continued.
  ///
  /// The key that is read here instead of by the terminal would have sent the same signal; a process
  /// that nobody could continue is not stopped by it.
  static func stopJob() {
    _ = signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    unsafe installStop()
  }

  @unsafe
  private static func installStop() {
    unsafe handle(SIGTSTP, flags: SA_RESTART) { _ in Signals.wake { unsafe screen.pointee.wantsStop = true } }
  }

  static func takeScreenNews() -> (isChanged: Bool, wantsStop: Bool) {
    var byte: (UInt64, UInt64) = (0, 0)
    let count = MemoryLayout.size(ofValue: byte)
    // No more than the local value holds; the pipe does not wait.
    while unsafe read(screen.pointee.waker.read, &byte, count) == count {}
    let news = unsafe (screen.pointee.isChanged, screen.pointee.wantsStop)
    unsafe screen.pointee.isChanged = false
    unsafe screen.pointee.wantsStop = false
    return news
  }

  static func takeLostBytes() -> Bool {
    guard unsafe screen.pointee.hasLostBytes else { return false }
    unsafe screen.pointee.hasLostBytes = false
    return true
  }

  // MARK: Handlers

  private static func installScreenHandlers() {
    // A stack that ran over has no room for a handler: they get one of their own.
    // The memory is never freed.
    unsafe giveStackForFaults()
    for number in [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS, SIGQUIT, SIGXCPU] {
      unsafe handle(number, flags: once | SA_ONSTACK) {
        Signals.restoreScreen()
        // The handler was reset on entry; the signal arrives again when this one returns.
        raise($0)
      }
    }
    unsafe handle(SIGWINCH, flags: SA_RESTART) { _ in Signals.wake { unsafe screen.pointee.isChanged = true } }
    unsafe installStop()
    unsafe handle(SIGCONT, flags: SA_RESTART) { _ in
      // Whoever stopped the process, the terminal may have been another's meanwhile.
      if unsafe screen.pointee.isTaken { Signals.takeScreen() }
      Signals.wake { unsafe screen.pointee.isChanged = true }
    }
    installLostBytes()
  }

  /// Notes what a signal said, and wakes who waits for keys. The number of an error that the interrupted
  /// call left stays.
  private static func wake(_ note: () -> Void) {
    let number = errno
    note()
    var byte: UInt8 = 0
    _ = unsafe write(screen.pointee.waker.write, &byte, 1)
    errno = number
  }

  /// Where a mapped file has lost its bytes, zeros take their place, and it is noted: a person looks at
  /// the rest, instead of losing all.
  private static func installLostBytes() {
    var action = sigaction()
    let handler:
      @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) ->
        Void = { _, information, _ in
          #if canImport(Darwin)
            let address = unsafe information?.pointee.si_addr
          #else
            let address = unsafe information?.pointee._sifields._sigfault.si_addr
          #endif
          let page = unsafe screen.pointee.pageSize
          let place = UInt(bitPattern: address) / page &* page
          // The page is one of a mapping that the file does not reach any more: nothing else raises this.
          if place > 0, unsafe information?.pointee.si_code == Signals.noSuchAddress,
            let start = unsafe UnsafeMutableRawPointer(bitPattern: place),
            let got = unsafe mmap(
              start, Int(page), PROT_READ, MAP_PRIVATE | MAP_FIXED | MAP_ANON, -1, 0),
            unsafe got == start
          {
            unsafe screen.pointee.hasLostBytes = true
            return
          }
          Signals.restoreScreen()
          _exit(2)
        }
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_sigaction = handler
    #else
      unsafe action.__sigaction_handler.sa_sigaction = handler
    #endif
    action.sa_flags = SA_SIGINFO
    unsafe sigaction(SIGBUS, &action, nil)
  }

  /// `BUS_ADRERR`, which not every module map shows.
  private static let noSuchAddress: Int32 = 2
}
