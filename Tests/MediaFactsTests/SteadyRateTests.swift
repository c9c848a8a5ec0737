import MediaFacts
import Testing

/// Which distances are those of a constant rate, rounded to ticks.
@Suite struct SteadyRateTests {
  private func rate(_ runs: [(count: UInt64, delta: UInt64)], _ timescale: UInt64) -> Double? {
    SteadyRate.rate(of: runs.map { SteadyRate.Run(count: $0.count, delta: $0.delta) }, timescale: timescale)
  }

  /// What FFmpeg writes of 29.97 pictures a second in ticks of 1/600 s; the last may last as long as it likes.
  @Test func picturesOfTelevisionInCoarseTicks() throws {
    let runs: [(UInt64, UInt64)] = [(26, 20), (1, 21), (49, 20), (1, 21), (13, 20)]
    #expect(abs(try #require(rate(runs, 600)) - 30_000 / 1_001) < 1e-9)
    #expect(abs(try #require(rate(runs + [(1, 900)], 600)) - 30_000 / 1_001) < 1e-9)
  }

  @Test func onePictureThatIsTwoTicksLateIsEnough() {
    #expect(rate([(26, 20), (1, 22), (49, 20)], 600) == nil)
    #expect(rate([(10, 100), (1, 200), (10, 100)], 1_000) == nil)
  }

  /// One odd distance is one, wherever it is, but behind the last picture; of one picture there is no distance.
  @Test func anOddDistanceIsToldButForTheLast() throws {
    func rate(_ runs: [(count: UInt64, delta: UInt64)]) -> (rate: Double, isVariable: Bool)? {
      SteadyRate.rate(ofAll: runs.map { SteadyRate.Run(count: $0.count, delta: $0.delta) }, timescale: 1_000)
    }
    #expect(rate([]) == nil && rate([(1, 40)]) == nil && rate([(0, 40), (1, 40)]) == nil)
    #expect(try #require(rate([(99, 40), (1, 5_040)])) == (25, false))
    #expect(try #require(rate([(50, 40), (50, 40)])) == (25, false))
    // 99 distances in 9 s less the last picture's 40 ms, wherever the long one is.
    for runs in [[(1, 5_040), (99, 40)], [(50, 40), (1, 5_040), (49, 40)]] as [[(UInt64, UInt64)]] {
      let found = try #require(rate(runs.map { (count: $0.0, delta: $0.1) }))
      #expect(found.isVariable && abs(found.rate - 99 / 8.96) < 1e-9)
    }
  }

  /// A rate of no usual clock is the mean.
  @Test func otherRatesAreTheMean() throws {
    let times = (0...60).map { UInt64((Double($0) * 1_000 / 17.3).rounded()) }
    let runs = zip(times, times.dropFirst()).map { (UInt64(1), $1 - $0) }
    #expect(abs(try #require(rate(runs, 1_000)) - 17.3) < 0.02)
  }

  /// Times in whole milliseconds, counted in sixteenths of these: fragments by FFmpeg of a film with 1,000 ticks a second.
  @Test func ticksMayHaveBeenRoundedToCoarserOnes() throws {
    let times = (0...60).map { UInt64((Double($0) * 1_001 / 30).rounded()) * 16 }
    let runs = zip(times, times.dropFirst()).map { (UInt64(1), $1 - $0) }
    #expect(abs(try #require(rate(runs, 16_000)) - 30_000 / 1_001) < 1e-9)
    // Two pictures for three, of 3,000 ticks each, are not rounded.
    #expect(rate((0..<30).flatMap { _ in [(1, 3_000), (1, 6_000)] }, 90_000) == nil)
  }

  @Test func nothingIsKnownOfTooFew() {
    #expect(rate([], 600) == nil)
    #expect(rate([(2, 20)], 600) == nil)
    #expect(rate([(3, 0)], 600) == nil)
    #expect(rate([(3, 20)], 0) == nil)
  }
}
