/// Whether samples lie where those of a constant rate do, as far as whole ticks allow: 23.976 pictures a second are 41 or
/// 42 ticks of 1/1,000 s apart.
package enum SteadyRate {
  /// Samples that come one after another at equal distances.
  package struct Run {
    /// How many.
    package var count: UInt64
    /// The ticks from each to the next.
    package let delta: UInt64

    /// - Parameters:
    ///   - count: How many samples.
    ///   - delta: The ticks from each to the next.
    package init(count: UInt64, delta: UInt64) {
      self.count = count
      self.delta = delta
    }
  }

  /// What stands behind a rate that is that of the first samples alone: of those behind them it may be another.
  package static let ofFirst: StaticString = " at first"

  /// The runs that are looked at.
  package static let limit = 65_536

  /// Samples a second, and whether they lie at other distances than rounding to ticks makes: a mean then.
  ///
  /// - Parameters:
  ///   - runs: The distances in the order of decoding. That behind the last sample says nothing: it is often longer or
  ///     shorter than the rest.
  ///   - timescale: Ticks a second.
  /// - Returns: The rate; `nil` where there are not two samples.
  /// - Complexity: O(*n*) in the runs.
  package static func rate(ofAll runs: [Run], timescale: UInt64) -> (rate: Double, isVariable: Bool)? {
    var known = runs.filter { $0.count > 0 }
    guard timescale > 0, let last = known.indices.last else { return nil }
    known[last].count -= 1
    if known[last].count == 0 { known.removeLast() }
    guard let first = known.first else { return nil }
    if first.delta > 0, known.allSatisfy({ $0.delta == first.delta }) {
      return (Double(timescale) / Double(first.delta), false)
    }
    if let rate = rate(of: runs, timescale: timescale) { return (rate, false) }
    var (count, ticks) = (0.0, 0.0)
    for run in known {
      count += Double(run.count)
      ticks += Double(run.count) * Double(run.delta)
    }
    return ticks > 0 ? (count * Double(timescale) / ticks, true) : nil
  }

  /// The rate of which no sample is farther off than rounding to ticks makes it; of several that of a usual clock which
  /// is nearest to the mean.
  ///
  /// - Parameters:
  ///   - runs: The distances in the order of decoding; that behind the last sample says nothing.
  ///   - timescale: Ticks a second.
  /// - Returns: Samples a second; `nil` where distances differ by more, or nothing is known.
  /// - Complexity: O(*n*) in the runs.
  package static func rate(of runs: [Run], timescale: UInt64) -> Double? {
    var runs = runs.filter { $0.count > 0 }
    guard timescale > 0, let last = runs.indices.last, runs.count <= limit else { return nil }
    runs[last].count -= 1
    // Times that were rounded to coarser ticks before, such as to milliseconds, in those of another timescale.
    let unit = unit(of: runs)
    if unit > 1 { runs = runs.map { Run(count: $0.count, delta: $0.delta / unit) } }
    let timescale = Double(timescale) / Double(unit)
    var (count, ticks) = (0.0, 0.0)
    for run in runs {
      count += Double(run.count)
      ticks += Double(run.count) * Double(run.delta)
    }
    // Of two samples there is one distance.
    guard count > 1, ticks > 0 else { return nil }
    let mean = count * timescale / ticks
    let usual = [mean.rounded(), (mean * 1.001).rounded() / 1.001]
      .filter { $0 > 0 }.sorted { abs($0 - mean) < abs($1 - mean) }
    if let rate = usual.first(where: { spread(of: runs, step: timescale / $0) <= most }) { return rate }
    // No step that fits is farther from the mean than a tick over all samples, which changes the spread by as much.
    guard spread(of: runs, step: ticks / count) <= most + 1 else { return nil }
    var (low, high) = ((ticks - 1) / count, (ticks + 1) / count)
    // The spread grows to both sides of the best one.
    for _ in 0..<48 {
      let third = (high - low) / 3
      if spread(of: runs, step: low + third) <= spread(of: runs, step: high - third) { high -= third } else { low += third }
    }
    let step = (low + high) / 2
    return step > 0 && spread(of: runs, step: step) <= most ? timescale / step : nil
  }

  /// The ticks that all distances are multiples of, where these are many times as long; else 1: what is counted in few of
  /// them was not rounded.
  private static func unit(of runs: [Run]) -> UInt64 {
    var (unit, shortest) = (UInt64(0), UInt64.max)
    for run in runs where run.count > 0 && run.delta > 0 {
      shortest = min(shortest, run.delta)
      var (a, b) = (unit, run.delta)
      while b > 0 { (a, b) = (b, a % b) }
      unit = a
    }
    return unit > 1 && shortest / unit >= 16 ? unit : 1
  }

  /// How far samples that lie half a tick before and half a tick behind their places are apart, and what reckoning adds.
  private static let most = 1 + 1e-6

  /// How far samples lie from places that are `step` ticks apart: from the least to the greatest distance.
  private static func spread(of runs: [Run], step: Double) -> Double {
    var (count, ticks) = (0.0, 0.0)
    var (least, greatest) = (0.0, 0.0)
    // Within a run the distance from the place grows or shrinks evenly.
    for run in runs {
      count += Double(run.count)
      ticks += Double(run.count) * Double(run.delta)
      let distance = ticks - count * step
      least = min(least, distance)
      greatest = max(greatest, distance)
    }
    return greatest - least
  }
}
