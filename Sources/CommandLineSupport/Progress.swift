/// One line on standard error that says how far a long task is: `12 of 340 files`.
///
/// It is shown on a terminal only, after one second, and renewed ten times a second at most.
/// Jobs on several threads may share it.
///
/// ```swift
/// let progress = Progress(of: files.count, "files")
/// for file in files { …; progress.advance() }
/// progress.clear()
/// ```
public final class Progress: @unchecked Sendable {
  private let total: Int
  private let unit: String
  private let isShown: Bool
  private let now: @Sendable () -> UInt64
  private let write: @Sendable (String) -> Void
  private let start: UInt64
  private let condition = Condition()
  // Both below are read and changed inside `condition` only.
  private var done = 0
  private var lastShown: UInt64?

  /// Progress through `total` things that are called `unit` in the plural.
  public convenience init(of total: Int, _ unit: String) {
    self.init(
      of: total, unit, isTerminal: StandardStream.error.isTerminal,
      now: { monotonicNanoseconds() }
    ) { _ = StandardStream.error.write($0) }
  }

  /// Progress through a list of `total` rows that are called `unit`, while they are written.
  ///
  /// Where rows go to the terminal they show themselves how far it is.
  convenience init(listing total: Int, _ unit: String) {
    self.init(
      of: total, unit,
      isTerminal: StandardStream.error.isTerminal && !StandardStream.output.isTerminal,
      now: { monotonicNanoseconds() }
    ) { _ = StandardStream.error.write($0) }
  }

  /// Progress by a clock that counts nanoseconds, shown by `write`.
  init(
    of total: Int, _ unit: String, isTerminal: Bool, now: @escaping @Sendable () -> UInt64,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.total = total
    self.unit = unit
    self.now = now
    self.write = write
    isShown = isTerminal
    start = now()
  }

  /// Counts one more thing done, and shows the line when it is time.
  public func advance() { move { $0 += 1 } }

  /// Counts `count` more things done, and shows the line when it is time.
  public func advance(by count: Int) { move { $0 += count } }

  /// Says how many things are done, and shows the line when it is time.
  public func show(_ count: Int) { move { $0 = count } }

  private func move(_ change: (inout Int) -> Void) {
    condition.locked {
      change(&done)
      guard isShown else { return }
      let time = now()
      guard time &- start >= 1_000_000_000 else { return }
      if let lastShown, time &- lastShown < 100_000_000 { return }
      lastShown = time
      write("\r\(done) of \(total) \(unit)\u{1B}[K")
    }
  }

  /// Removes the line, before other text is written to the terminal and at the end.
  public func clear() {
    condition.locked {
      guard lastShown != nil else { return }
      lastShown = nil
      write("\r\u{1B}[K")
    }
  }
}
