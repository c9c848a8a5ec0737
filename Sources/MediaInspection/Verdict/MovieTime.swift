import Structure

/// Moments and lengths of tracks whose ticks differ, in nanoseconds of the movie.
enum MovieTime {
  static func nanoseconds(_ ticks: Int64, _ timescale: UInt64) -> Int64 {
    let length = Int64(clamping: ticks.magnitude.scaled(by: 1_000_000_000, over: timescale))
    return ticks < 0 ? 0 &- length : length
  }

  /// A tick of the coarsest of some timescales, in nanoseconds, rounded up.
  static func tick(of scales: [UInt64]) -> Int64 {
    Int64(clamping: 1_000_000_000 / max(1, scales.min() ?? 1) &+ 1)
  }
}

/// Samples of which something is not the same: how many, and the first.
struct MarkedSamples {
  var count = 0
  var number = 0
  var last = 0
  var time: Int64 = 0

  mutating func add(_ number: Int, _ time: Int64) { add(number, count: 1, time) }

  /// Adds a sample of a track, or all that a packet of QuickTime sound stands for.
  mutating func add(_ sample: Sample, _ time: Int64) {
    add(sample.number, count: sample.count, time)
  }

  private mutating func add(_ number: Int, count: Int, _ time: Int64) {
    if self.count == 0 { (self.number, self.time) = (number, time) }
    self.count += count
    last = number + count - 1
  }
}
