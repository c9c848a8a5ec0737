import Structure

/// Moments and lengths of tracks whose ticks differ, in nanoseconds of the movie.
enum MovieTime {
  static func nanoseconds(_ ticks: Int64, _ timescale: UInt64) -> Int64 {
    let length = Int64(clamping: ticks.magnitude.scaled(by: 1_000_000_000, over: timescale))
    return ticks < 0 ? 0 &- length : length
  }

  /// How far apart moments may lie and still be the same: a tick of the coarsest of some timescales, rounded
  /// up, and never more than `limit`. In nanoseconds.
  static func tick(of scales: [UInt64], atMost limit: Int64 = pictureLimit) -> Int64 {
    min(limit, wholeTick(of: scales))
  }

  /// A tick of the coarsest of some timescales, in nanoseconds, rounded up, however long it is.
  static func wholeTick(of scales: [UInt64]) -> Int64 {
    Int64(clamping: 1_000_000_000 / max(1, scales.filter { $0 > 0 }.min() ?? 1) &+ 1)
  }

  /// By how much a picture may be shown earlier or later and nobody can notice: 2 ms.
  ///
  /// The coarsest ticks that usual writers take are those of QuickTime, 600 in a second, or 1.7 ms; two that
  /// round to them are as far apart. At 120 pictures in a second it is a quarter of a picture.
  static let pictureLimit: Int64 = 2_000_000

  /// By how much a track may begin earlier or later: 1 ms, more than rounding to a tick of 600 takes.
  static let startLimit: Int64 = 1_000_000
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
