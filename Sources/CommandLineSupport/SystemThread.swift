#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread for work beside the one that answers keys.
///
/// Signals that somebody sends to the process (to end, to stop, to draw again) are blocked on it: their
/// handlers run on the thread that began, which alone reads what they note. Faults of its own are
/// handled on a stack of its own, as the one that ran over may be what is at fault.
package enum WorkThread {
  /// What a thread is given.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Begins the work on a new thread; false, and nothing was done, when there is none to be had.
  package static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    var blocked = Signals.fromOutside
    var before = sigset_t()
    // A thread has the mask of the one that makes it, from its first instruction on.
    guard unsafe pthread_sigmask(SIG_BLOCK, &blocked, &before) == 0 else { return false }
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let work = unsafe Unmanaged.passRetained(Work(body))
    guard unsafe begin(work.toOpaque()) else {
      unsafe work.release()
      return false
    }
    return true
  }

  /// Makes the thread, which takes what `work` retains, and for which nobody waits.
  @unsafe
  private static func begin(_ work: UnsafeMutableRawPointer) -> Bool {
    #if canImport(Darwin)
      // The stack is as large as that of the first thread, since readers go as deep on it.
      var attributes = pthread_attr_t()
      guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
      defer { unsafe pthread_attr_destroy(&attributes) }
      unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
      var thread: pthread_t?
      let isMade =
        unsafe pthread_create(
          &thread, &attributes,
          {
            unsafe WorkThread.main($0)
            return nil
          }, work) == 0
      if isMade, let thread = unsafe thread { unsafe pthread_detach(thread) }
      return isMade
    #else
      // Without attributes the stack is as large as that of the first thread may become.
      var thread = pthread_t()
      let isMade =
        unsafe pthread_create(
          &thread, nil,
          {
            if let work = unsafe $0 { unsafe WorkThread.main(work) }
            return nil
          }, work) == 0
      if isMade { pthread_detach(thread) }
      return isMade
    #endif
  }

  @unsafe
  private static func main(_ work: UnsafeMutableRawPointer) {
    // Retained when the thread was made.
    let work = unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue()
    Signals.withStackForFaults { work.body() }
  }
}

extension Signals {
  /// What other processes and the terminal send: the faults of a thread are not among them.
  static var fromOutside: sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH] {
      unsafe sigaddset(&set, number)
    }
    return set
  }

  /// Runs `body` while handlers that ask for a stack of their own have one on this thread.
  static func withStackForFaults(_ body: () -> Void) {
    let memory = unsafe giveStackForFaults()
    body()
    var none = unsafe stack_t()
    unsafe none.ss_flags = Int32(truncatingIfNeeded: SS_DISABLE)
    unsafe sigaltstack(&none, nil)
    unsafe memory.deallocate()
  }

  /// Gives this thread a stack for handlers, and returns its memory, which stays in use.
  @discardableResult @unsafe
  static func giveStackForFaults() -> UnsafeMutableRawPointer {
    let size = 1 << 16
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    var stack = unsafe stack_t()
    unsafe stack.ss_sp = memory
    #if canImport(Darwin)
      unsafe stack.ss_size = UInt(size)
    #else
      unsafe stack.ss_size = size
    #endif
    unsafe sigaltstack(&stack, nil)
    return unsafe memory
  }
}
