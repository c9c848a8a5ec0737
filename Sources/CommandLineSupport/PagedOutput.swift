package import ByteReading

/// Standard output, or a pager that starts with the first bytes: until then nothing is on the screen that an interrupt
/// would have to wait for.
///
/// One thread at a time writes; any may count in ``advance()``.
package final class PagedOutput: Sendable {
  private let state: Guarded<State>
  private let progress: Progress?

  private struct State {
    var isWanted: Bool
    var pager: Pager?
  }

  /// - Parameters:
  ///   - isPaged: Whether a pager is wanted.
  ///   - progress: How far the work is: a line that gives way to what is written.
  package init(isPaged: Bool, progress: Progress? = nil) {
    state = Guarded(State(isWanted: isPaged))
    self.progress = progress
  }

  /// Where to write; the first one who asks starts the pager.
  private var descriptor: Int32 {
    state.withLock { state in
      if state.isWanted {
        state.isWanted = false
        state.pager = Pager.start()
      }
      return state.pager?.descriptor ?? StandardStream.output.rawValue
    }
  }

  /// Writes bytes; the first start the pager.
  package func write(_ bytes: [UInt8]) -> WriteResult {
    Signals.waitIfInterrupted()
    progress?.clear()
    return writeAll(bytes, to: descriptor)
  }

  /// Counts one more thing done, and shows how far the work is.
  package func advance() { progress?.advance() }

  /// A writer of it, which starts the pager when it hands on its first bytes.
  package func writer() -> ByteWriter {
    guard state.withLock({ $0.isWanted }) else { return ByteWriter(descriptor: StandardStream.output.rawValue) }
    return ByteWriter { self.write($0) == .written }
  }

  /// Tells the pager that this is all, and waits until it is left.
  package func finish() { state.withLock { $0.pager }?.finish() }
}
