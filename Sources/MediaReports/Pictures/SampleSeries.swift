import MediaInspection
import Structure

/// The samples of a track in the order they are shown, joined into steps of equal numbers of samples so
/// that there are not more than fit a picture.
///
/// - Complexity: O(*n* log *w*) in the samples, *w* being the window of re-ordering; the memory is that
///   of the steps.
struct SampleSeries {
  /// Samples that are shown one after another.
  struct Step {
    /// The first and the last in the order of decoding.
    var first = Int.max
    var last = 0
    var count = 0
    var byteCount: UInt64 = 0
    /// The largest, and its number.
    var largest: (number: Int, size: UInt64) = (0, 0)
    /// Ticks of the media: from the time of the first to that of the next behind the last.
    var start: Int64 = .max
    var end: Int64 = .min
    /// The least and the greatest distance from one sample to the next, in ticks.
    var leastGap: Int64 = .max
    var greatestGap: Int64 = .min
    /// The number of the sample with the greatest distance.
    var slowest = 0
    var syncCount = 0
    var offset: UInt64?
  }

  private(set) var steps: [Step] = []
  /// Numbers and times of sync samples, as many as a picture has room for.
  private(set) var syncs: [(number: Int, time: Int64)] = []
  private(set) var syncCount = 0
  private(set) var longestSyncDistance: Int64 = 0
  private(set) var byteCount: UInt64 = 0
  private(set) var count = 0
  private(set) var start: Int64 = .max
  private(set) var end: Int64 = .min
  /// How often each distance between samples occurs, for the first few that are met.
  private var gaps: [(ticks: Int64, count: Int)] = []
  /// Samples whose order is not known yet.
  private var window: [(time: Int64, sample: Sample)] = []
  private let perStep: Int

  /// Frames may be decoded so many places before they are shown (14496-10 §A.3.1 allows 16).
  private static let windowLength = 32
  private static let syncLimit = 2_000

  init(_ track: SampleTrack, steps limit: Int) {
    perStep = max(1, (track.count + limit - 1) / max(1, limit))
    var samples = track.samples()
    var lastSync: Int64?
    while let sample = samples.next() {
      count += 1
      byteCount = byteCount.addingReportingOverflow(sample.size).partialValue
      if sample.isSync {
        syncCount += 1
        if syncs.count < Self.syncLimit { syncs.append((sample.number, sample.compositionTime)) }
        if let lastSync {
          longestSyncDistance = max(
            longestSyncDistance, sample.compositionTime.subtractingReportingOverflow(lastSync).partialValue)
        }
        lastSync = sample.compositionTime
      }
      let time = sample.compositionTime
      var place = window.count
      while place > 0, window[place - 1].time > time { place -= 1 }
      window.insert((time, sample), at: place)
      if window.count > Self.windowLength { take() }
    }
    while !window.isEmpty { take() }
  }

  /// Takes the sample that is shown next.
  private mutating func take() {
    let (time, sample) = window.removeFirst()
    let ends = time.addingReportingOverflow(Int64(clamping: sample.duration)).partialValue
    let next = window.first?.time ?? ends
    if steps.isEmpty || steps[steps.count - 1].count == perStep { steps.append(Step()) }
    var step = steps[steps.count - 1]
    step.first = min(step.first, sample.number)
    step.last = max(step.last, sample.number)
    step.count += 1
    step.byteCount = step.byteCount.addingReportingOverflow(sample.size).partialValue
    if sample.size > step.largest.size || step.largest.number == 0 {
      step.largest = (sample.number, sample.size)
    }
    step.start = min(step.start, time)
    step.end = max(step.end, max(next, time))
    let gap = next.subtractingReportingOverflow(time).partialValue
    step.leastGap = min(step.leastGap, gap)
    if gap > step.greatestGap {
      step.greatestGap = gap
      step.slowest = sample.number
    }
    if sample.isSync { step.syncCount += 1 }
    if step.offset == nil { step.offset = sample.offset }
    steps[steps.count - 1] = step
    start = min(start, time)
    end = max(end, max(ends, time))
    if let known = gaps.firstIndex(where: { $0.ticks == gap }) {
      gaps[known].count += 1
    } else if gaps.count < 64 {
      gaps.append((gap, 1))
    }
  }

  /// The distance from one sample to the next that most of them have, in ticks.
  var usualGap: Int64? { gaps.max { $0.count < $1.count }?.ticks }
  /// How many different distances there are, 64 at most.
  var gapCount: Int { gaps.count }
}
