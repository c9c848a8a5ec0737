import ByteReading

/// One line on standard error that says how far a long task is: `12 of 340 files`, and of bytes
/// `movie.mov  38 %  12.4 of 32.2 GB  610 MB/s  0:32 left`.
///
/// It is shown on a terminal only, after one second, and renewed ten times a second at most; not while a
/// pager has the terminal. Jobs on several threads may share it.
///
/// ```swift
/// let progress = Progress(of: files.count, "files")
/// for file in files { …; progress.advance() }
/// progress.clear()
/// ```
package final class Progress: @unchecked Sendable {
  private let total: Int
  private let unit: String
  /// The file whose bytes are gone through, escaped; empty where there is none.
  private let name: String
  /// The bytes that are shown when all is done.
  private let size: Int
  private let isShown: Bool
  private let now: @Sendable () -> UInt64
  private let write: @Sendable (String) -> Void
  private let start: UInt64
  private let condition = Condition()
  // Both below are read and changed inside `condition` only.
  private var done = 0
  private var lastShown: UInt64?

  /// Progress through `total` things that are called `unit` in the plural.
  package convenience init(of total: Int, _ unit: String) {
    self.init(
      of: total, unit, isTerminal: StandardStream.error.isTerminal,
      now: { monotonicNanoseconds() }
    ) { ProgressLine.standard.draw($0) }
  }

  /// Progress through the bytes of the file `name`, which is escaped.
  ///
  /// - Parameter size: The bytes of the file where they are gone through more than once, as often as `total` says.
  package convenience init(ofBytes total: Int, in name: String, size: Int? = nil) {
    self.init(
      of: total, "bytes", in: name, size: size, isTerminal: StandardStream.error.isTerminal,
      now: { monotonicNanoseconds() }
    ) { ProgressLine.standard.draw($0) }
  }

  /// Progress through a list of `total` rows that are called `unit`, while they are written.
  ///
  /// Where rows go to the terminal they show themselves how far it is.
  package convenience init(listing total: Int, _ unit: String) {
    self.init(
      of: total, unit,
      isTerminal: StandardStream.error.isTerminal && !StandardStream.output.isTerminal,
      now: { monotonicNanoseconds() }
    ) { ProgressLine.standard.draw($0) }
  }

  /// Progress by a clock that counts nanoseconds, shown by `write`.
  package init(
    of total: Int, _ unit: String, in name: String = "", size: Int? = nil, isTerminal: Bool, now: @escaping @Sendable () -> UInt64,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.total = total
    self.unit = unit
    self.name = name
    self.size = size ?? total
    self.now = now
    self.write = write
    isShown = isTerminal
    start = now()
  }

  /// Counts one more thing done, and shows the line when it is time.
  package func advance() { move { $0 += 1 } }

  /// Counts `count` more things done, and shows the line when it is time.
  package func advance(by count: Int) { move { $0 += count } }

  /// Says how many things are done, and shows the line when it is time.
  package func show(_ count: Int) { move { $0 = count } }

  private func move(_ change: (inout Int) -> Void) {
    // Here long work passes often enough to end soon after a signal.
    Signals.waitIfInterrupted()
    condition.locked {
      change(&done)
      guard isShown else { return }
      let time = now()
      guard time &- start >= 1_000_000_000 else { return }
      if let lastShown, time &- lastShown < 100_000_000 { return }
      lastShown = time
      write("\r" + (unit == "bytes" ? bytes(time &- start) : "\(done) of \(total) \(unit)") + "\u{1B}[K")
    }
  }

  /// `movie.mov  38 %  12.4 of 32.2 GB  610 MB/s  0:32 left`, after so many nanoseconds.
  private func bytes(_ time: UInt64) -> String {
    let all = Double(max(1, self.size))
    let gone = Double(max(0, min(done, total)))
    // What is gone through twice is half done after the first time.
    let passed = self.size == total ? gone : gone / Double(max(1, total)) * all
    let (unit, size) = self.size >= 1_000_000_000 ? ("GB", 1e9) : self.size >= 1_000_000 ? ("MB", 1e6) : ("kB", 1e3)
    func tenths(_ value: Double) -> String {
      let number = Int((value * 10).rounded())
      return "\(number / 10).\(number % 10)"
    }
    // Long names give way first.
    var text = name.count > 24 ? "…" + name.suffix(23) + "  " : name.isEmpty ? "" : name + "  "
    text += "\(Int(passed * 100 / all)) %  \(tenths(passed / size)) of \(tenths(all / size)) \(unit)"
    let rate = passed * 1e9 / Double(max(1, time))
    guard rate >= 1 else { return text }
    text += rate >= 1e7 ? "  \(Int(rate / 1e6)) MB/s" : "  \(Int(rate / 1e3)) kB/s"
    let left = Int(min((all - passed) / rate, 359_999).rounded())
    let (hours, minutes, seconds) = (left / 3_600, left / 60 % 60, left % 60)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    text += hours > 0 ? "  \(hours):\(two(minutes)):\(two(seconds)) left" : "  \(minutes):\(two(seconds)) left"
    return text
  }

  /// Removes the line, before other text is written to the terminal and at the end.
  package func clear() {
    condition.locked {
      guard lastShown != nil else { return }
      lastShown = nil
      write(ProgressLine.empty)
    }
  }
}

/// The line of a terminal that progress is drawn on, until a pager takes the terminal.
package final class ProgressLine: Sendable {
  /// The one on standard error.
  static let standard = ProgressLine { _ = StandardStream.error.write(StandardStream.error.isASCII ? $0.inASCII : $0) }
  /// What removes the line.
  static let empty = "\r\u{1B}[K"

  private struct State {
    /// Whether a pager has the terminal.
    var isPaged = false
    var isDrawn = false
  }

  private let state = Guarded(State())
  private let write: @Sendable (String) -> Void

  package init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Draws or removes the line.
  package func draw(_ text: String) {
    state.withLock { state in
      if state.isPaged { return }
      state.isDrawn = text != Self.empty
      write(text)
    }
  }

  /// Removes the line, and draws nothing until ``takeBack()``: a pager has the terminal.
  package func giveWay() {
    state.withLock { state in
      if state.isDrawn { write(Self.empty) }
      state = State(isPaged: true)
    }
  }

  /// The terminal is free again.
  package func takeBack() { state.value.isPaged = false }
}

/// The least number of bytes that several threads go through together.
private let sharedByteCount: UInt64 = 16 << 20

/// Runs `count` jobs that go through `byteCount` bytes together, and shows how far they are; on all
/// processors when the bytes are many.
///
/// - Parameters:
///   - name: What the bytes are of, escaped.
///   - size: How many they are, of which some may be gone through several times.
///   - job: Does the job of the index, and passes on how many bytes it has gone through.
/// - Returns: What each job returned, in order.
package func runWithProgress<Value: Sendable>(
  in name: String, size: Int, count: Int, byteCount: UInt64,
  job: @escaping @Sendable (_ index: Int, _ advance: (Int) -> Void) -> Value?
) -> [Value?] {
  let total = Int(clamping: byteCount)
  let progress = Progress(ofBytes: total, in: name, size: min(size, total))
  let jobs = byteCount < sharedByteCount ? 1 : processorCount()
  let run = runInOrder(count: count, jobs: jobs) { index, _ in
    job(index) { progress.advance(by: $0) }
  }
  progress.clear()
  return run.values.map { $0 ?? nil }
}
