#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock that is held for the length of one call.
@safe
public final class Lock: @unchecked Sendable {
  // The mutex must not move, so it has memory of its own, which lives as long as the lock.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  /// A lock that nobody holds.
  public init() {
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Waits until no other thread holds the lock, and holds it.
  @usableFromInline func lock() { unsafe pthread_mutex_lock(mutex) }

  /// Lets go of the lock, which this thread holds.
  @usableFromInline func unlock() { unsafe pthread_mutex_unlock(mutex) }

  /// Calls `body` while no other thread is in a call of this lock.
  ///
  /// - Parameter body: What is done; it may not ask for this lock again.
  /// - Returns: What `body` returned.
  /// - Throws: What `body` threw; the lock is free then, too.
  @inlinable @inline(__always)
  public func withLock<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
    lock()
    defer { unlock() }
    return try body()
  }
}
