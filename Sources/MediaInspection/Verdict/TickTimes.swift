import ByteReading
import MediaFacts
import Structure

/// When samples of the same number stand in two files that do not say how long a tick is, such as segments, whose
/// `moov` is in another file: they are comparable as ticks.
struct TickTimes {
  /// The ticks at which the first sample is decoded, and at which the last one ends.
  private var first: (before: Int64, after: Int64)?
  private var end: (before: Int64, after: Int64) = (0, 0)
  /// Samples that are shown at other ticks, counted from where the first one is decoded, and those of the first.
  private var others = MarkedSamples()
  private var ticks: (before: Int64, after: Int64) = (0, 0)
  /// Samples that are followed by others at once in one of the files and are not in the other, which are shown when they
  /// were; and the ticks that lie between in the first of these places.
  private var ended = MarkedSamples()
  private var gaps: (before: Int64, after: Int64) = (0, 0)

  /// Ticks in a second that leave them what they are where times are counted in nanoseconds.
  static let timescale: UInt64 = 1_000_000_000

  /// Takes the next two samples of the same number.
  mutating func add(_ x: Sample, _ y: Sample) {
    let start = first ?? (x.decodeTime, y.decodeTime)
    let between = (
      before: x.decodeTime.saturatingSubtract(end.before), after: y.decodeTime.saturatingSubtract(end.after)
    )
    let isNext = first != nil && between.before != between.after
    if first == nil { first = start }
    end = (x.decodeTime.saturatingAdd(x.duration), y.decodeTime.saturatingAdd(y.duration))
    let shown = (
      before: x.compositionTime.saturatingSubtract(start.before),
      after: y.compositionTime.saturatingSubtract(start.after)
    )
    guard shown.before != shown.after || x.isHidden != y.isHidden else {
      guard isNext else { return }
      if ended.count == 0 { gaps = between }
      return ended.add(y.number - 1, 0)
    }
    if others.count == 0 { ticks = shown }
    others.add(y, 0)
  }

  /// What is not the same, of so many samples.
  func words(of count: Int) -> [(aspect: Verdict.Aspect, text: String)] {
    guard let first else { return [] }
    var found: [(aspect: Verdict.Aspect, text: String)] = []
    let moved = first.after.saturatingSubtract(first.before)
    if moved != 0 {
      found.append((.startAndEnd, "starts \(Self.moved(moved)) (no timescale says how long a tick is)"))
    }
    let lengths = (end.before.saturatingSubtract(first.before), end.after.saturatingSubtract(first.after))
    if lengths.0 != lengths.1 {
      found.append((.startAndEnd, "lasts \(lengths.1.grouped) ticks, not \(lengths.0.grouped)"))
    }
    if ended.count > 0 {
      let rest = Int64(ended.count - 1)
      let more = rest > 0 ? ", and \(rest.grouped) more such " + (rest == 1 ? "place" : "places") : ""
      let change = "from \(gaps.before.grouped) to \(gaps.after.grouped) ticks"
      found.append((.times, "the hole behind sample \(Int64(ended.number).grouped) went \(change)\(more)"))
    }
    guard others.count > 0 else { return found }
    let step = Self.moved(ticks.after.saturatingSubtract(ticks.before))
    found.append(
      (
        .times,
        others.count == 1
          ? "sample \(Int64(others.number).grouped) is shown \(step)"
          : "\(Int64(others.count).grouped) of \(Int64(count).grouped) samples are shown at other ticks, "
            + "the first of them sample \(Int64(others.number).grouped), \(step)"
      ))
    return found
  }

  /// `1,024 ticks later`.
  private static func moved(_ ticks: Int64) -> String {
    let count = Int64(clamping: ticks.magnitude)
    return count.grouped + (count == 1 ? " tick " : " ticks ") + (ticks < 0 ? "earlier" : "later")
  }
}
