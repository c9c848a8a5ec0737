import ByteReading
import Foundation

/// How long something takes, in seconds: the fastest and the middle one of several runs.
struct Measurement {
  let minimum: Double
  let median: Double

  init(_ times: [Double]) {
    let sorted = times.sorted()
    minimum = sorted.first ?? 0
    median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  /// Runs `body` once to warm up and then `runs` times.
  init<E>(runs: Int, _ body: () throws(E) -> Void) throws(E) {
    try body()
    var times: [Double] = []
    for _ in 0..<runs {
      let start = ContinuousClock.now
      try body()
      times.append(start.elapsed)
    }
    self.init(times)
  }

  /// Prints a line, with the time for each of `count` things.
  func report(_ name: String, _ count: Int = 0, of things: String = "", note: String = "") {
    var line =
      "  \(name.padded(to: 10)) min \(minimum.milliseconds)   median \(median.milliseconds)"
    if count > 0 {
      let each = (minimum / Double(count) * 1e9).rounded(to: 1)
      line += "   \(count.grouped) \(things), \(each) ns each"
    }
    print(note.isEmpty ? line : line + "   " + note)
  }
}

/// A program and its arguments.
struct Command {
  let program: String
  let arguments: [String]

  /// Runs it once to warm up and then `runs` times, its output going nowhere. Ends early when one run
  /// takes more than `limit` seconds or does not succeed, and says so.
  func measure(runs: Int, limit: Double) throws -> (Measurement, status: String?) {
    var times: [Double] = []
    for _ in 0...runs {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      // Waiting for the process itself would look only every 50 ms.
      let end = DispatchSemaphore(value: 0)
      process.terminationHandler = { _ in end.signal() }
      let start = ContinuousClock.now
      try process.run()
      if end.wait(timeout: .now() + limit) == .timedOut {
        process.terminate()
        end.wait()
      }
      let time = start.elapsed
      times.append(time)
      if process.terminationReason == .uncaughtSignal {
        let status = time < limit ? "ended by signal \(process.terminationStatus)" : "stopped"
        return (Measurement(times), status)
      }
      if process.terminationStatus != 0 {
        return (Measurement(times), "exit code \(process.terminationStatus)")
      }
    }
    return (Measurement(Array(times.dropFirst())), nil)
  }
}

extension ContinuousClock.Instant {
  /// Seconds since then.
  fileprivate var elapsed: Double { (ContinuousClock.now - self) / .seconds(1) }
}

extension Double {
  /// A number of seconds in milliseconds, in columns.
  fileprivate var milliseconds: String {
    let text = (self * 1_000).rounded(to: 3)
    return String(repeating: " ", count: max(0, 10 - text.count)) + text + " ms"
  }

  /// Decimal, with so many digits behind the point.
  func rounded(to digits: Int) -> String { String(format: "%.\(digits)f", self) }
}

extension String {
  /// With spaces behind it up to `count` characters.
  func padded(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - self.count))
  }
}
