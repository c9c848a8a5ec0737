package import ByteReading

/// Standard output, or a pager that starts with the first bytes: until then nothing is on the screen that an interrupt
/// would have to wait for.
///
/// One thread at a time writes; any may ask whether the pager has the screen.
package final class PagedOutput: Sendable {
  private let pager: Guarded<State>

  private struct State {
    var isWanted: Bool
    var pager: Pager?
  }

  /// - Parameter isPaged: Whether a pager is wanted.
  package init(isPaged: Bool) { pager = Guarded(State(isWanted: isPaged)) }

  /// Whether a pager has the screen, where a line of progress would be drawn over.
  package var hasScreen: Bool { pager.withLock { $0.pager != nil } }

  /// Where to write; the first one who asks starts the pager.
  package var descriptor: Int32 {
    pager.withLock { state in
      if state.isWanted {
        state.isWanted = false
        state.pager = Pager.start()
      }
      return state.pager?.descriptor ?? StandardStream.output.rawValue
    }
  }

  /// A writer of it, which starts the pager when it hands on its first bytes.
  package func writer() -> ByteWriter {
    guard pager.withLock({ $0.isWanted }) else { return ByteWriter(descriptor: StandardStream.output.rawValue) }
    return ByteWriter { bytes in
      writeAll(bytes, to: self.descriptor) == .written
    }
  }

  /// Tells the pager that this is all, and waits until it is left.
  package func finish() { pager.withLock { $0.pager }?.finish() }
}
