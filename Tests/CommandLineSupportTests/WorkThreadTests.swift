import Testing

@testable import CommandLineSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct WorkThreadTests {
  /// What a thread finds: which signals it lets wait, and whether it has a stack for handlers.
  private struct Found: Sendable {
    var isBlocked: [Bool]
    var hasStack: Bool
  }

  /// Where the thread leaves it.
  private final class Box: @unchecked Sendable {
    private let condition = Condition()
    private var held: Found?
    var found: Found? {
      get { condition.locked { held } }
      set { condition.locked { held = newValue } }
    }
  }

  private static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH, SIGSEGV, SIGBUS, SIGILL,
  ]

  private static func find() -> Found {
    var mask = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
    var stack = unsafe stack_t()
    unsafe sigaltstack(nil, &stack)
    return Found(
      isBlocked: signals.map { unsafe sigismember(&mask, $0) == 1 },
      hasStack: unsafe stack.ss_flags & Int32(truncatingIfNeeded: SS_DISABLE) == 0)
  }

  /// What is sent from outside waits for the first thread; faults of the thread's own do not wait, and
  /// are handled on a stack of its own.
  @Test func signalsFromOutsideAreLeftToTheFirstThread() {
    let before = Self.find().isBlocked
    let box = Box()
    #expect(WorkThread.run { box.found = Self.find() })
    for _ in 0..<2_000 where box.found == nil { pause(milliseconds: 5) }
    #expect(
      box.found?.isBlocked
        == [true, true, true, true, true, true, true, false, false, false])
    #expect(box.found?.hasStack == true)
    #expect(Self.find().isBlocked == before, "who began it lets through what it did before")
  }
}
