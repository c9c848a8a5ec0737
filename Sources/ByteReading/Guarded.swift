/// A value that one thread at a time reads or changes: what is made when it is first asked for, and
/// what a document gathers while it is checked.
@safe
package final class Guarded<Value>: @unchecked Sendable {
  @usableFromInline let lock = Lock()
  /// The lock keeps those who read it and change it apart, so that nobody else needs to look at it.
  @exclusivity(unchecked) @usableFromInline var guarded: Value

  package init(_ value: Value) { unsafe guarded = value }

  /// The value; it is locked while it is read, and from the beginning of a change to its end. Whoever
  /// wants a part of it asks ``withLock(_:)``, which copies no more.
  ///
  /// A change must not ask for the same value: it would wait for itself.
  @inlinable package var value: Value {
    get { lock.withLock { unsafe guarded } }
    _modify {
      lock.lock()
      defer { lock.unlock() }
      yield unsafe &guarded
    }
  }

  /// Passes the value to `body`, which may change it, while no other thread sees it.
  ///
  /// - Parameter body: Must not ask for the same value.
  /// - Returns: What `body` returns.
  @inlinable @inline(__always)
  package func withLock<T, E: Error>(_ body: (inout Value) throws(E) -> T) throws(E) -> T {
    try lock.withLock { () throws(E) -> T in try unsafe body(&guarded) }
  }
}
