import MediaFacts
import Structure

/// Samples from which on a track is shown earlier or later than before, by more than a tick.
struct TimeJumps {
  struct Jump {
    var number: Int
    var time: Int64
    /// By how much against the sample before it, in nanoseconds.
    var by: Int64
    /// By how much against the first sample, in nanoseconds.
    var moved: Int64
    /// Why it is, as far as that is known.
    var reason: Reason
    /// How many stand one behind the other of which each sample lasts as much longer or less.
    var run = 1
  }

  enum Reason {
    /// A hole or an overlap in front of the sample, in the media themselves.
    case media
    /// The sample before it, with its time, lasts longer or less, and there is no hole or overlap behind it.
    case length(number: Int, time: Int64)
    /// Edits show it elsewhere: what stands beside it in the media is not beside it in the movie.
    case edits
  }

  /// The first four, equal ones that stand one behind the other as one.
  private(set) var list: [Jump] = []
  /// The number of all, and of those that are in the list.
  private(set) var count = 0
  private(set) var listed = 0
  /// The largest of those that are not.
  private(set) var largest: Jump?
  /// By how much later the last sample is shown.
  private(set) var moved: Int64 = 0
  private let tick: UInt64

  init(tick: UInt64) { self.tick = tick }

  /// Whether one begins with a sample that is shown later than before by so many nanoseconds.
  func begins(with moved: Int64) -> Bool {
    moved.saturatingSubtract(self.moved).magnitude > tick
  }

  /// Takes the next sample, which is shown at `time`, later than before by `moved` nanoseconds.
  mutating func add(_ number: Int, _ time: Int64, moved: Int64, reason: Reason = .media) {
    guard begins(with: moved) else { return }
    count += 1
    let step = moved.saturatingSubtract(self.moved)
    let jump = Jump(number: number, time: time, by: step, moved: moved, reason: reason)
    if let last = list.last, listed == count &- 1, Self.follows(jump, last) {
      list[list.count - 1].run += 1
      listed += 1
    } else if list.count < 4 {
      list.append(jump)
      listed += 1
    } else if jump.by.magnitude > largest?.by.magnitude ?? 0 {
      largest = jump
    }
    self.moved = moved
  }

  /// Whether a jump is of the sample behind those of a run, which last otherwise by as much.
  private static func follows(_ jump: Jump, _ run: Jump) -> Bool {
    guard case .length(let first, _) = run.reason, case .length(let number, _) = jump.reason, jump.by == run.by else {
      return false
    }
    return number == first.saturatingAdd(run.run)
  }
}

/// When samples that stand for each other are shown in two files, in nanoseconds of the movie as edits
/// place them, unclamped: what an edit cuts off a sample counts as well.
struct TrackTimes {
  /// When the first sample that both show is, in both, and its number in the second.
  private(set) var first: (before: Int64, after: Int64, number: Int)?
  /// When that is composed, which is when players that ignore edits show it, in both.
  private(set) var composed: (before: Int64, after: Int64)?
  /// By how much later all samples are composed than before, where that is one time, give or take a tick.
  var mediaShift: Int64? {
    composedBy.flatMap { $0.upperBound.saturatingSubtract($0.lowerBound) <= Int64(clamping: tick) ? $0.lowerBound : nil }
  }
  private var composedBy: ClosedRange<Int64>?
  /// Against the first sample.
  private(set) var jumps: TimeJumps
  /// Whether all are shown at the very same nanosecond.
  private(set) var isExact = true
  /// Samples that are not shown any more, and those that were not.
  private(set) var gone = MarkedSamples()
  private(set) var new = MarkedSamples()
  /// Samples that are shown earlier or later than before by more than a tick, and by how much at least and at most.
  private(set) var moved = MarkedSamples()
  private(set) var movedBy: ClosedRange<Int64> = 0...0
  /// Whether composition offsets have to do with it: that of a sample changed by more than a tick.
  private(set) var hasOtherOffsets = false
  /// Samples that are composed before the one in front of them and were not, or the other way round.
  private(set) var turned = MarkedSamples()
  /// By how much a sample is shown earlier or later than before at most, counted from the first one.
  private(set) var spread: ClosedRange<Int64> = 0...0
  /// Samples that the edit which shows them cuts into now, and those that one cut into before.
  private(set) var cut = MarkedSamples()
  private(set) var whole = MarkedSamples()
  /// Samples behind which there is another hole or overlap than before although what follows is shown when it was, as
  /// where a fragment says when it begins; and how long these are of the first four, in nanoseconds.
  private(set) var ended = MarkedSamples()
  private(set) var holes: [(number: Int, time: Int64, before: Int64, after: Int64)] = []
  /// Whether all samples are decoded as much later as the first one.
  private(set) var isDecodedAlike = true
  /// Whether edits show samples in another order than before, or with others between them.
  private var isEditedOtherwise = false
  /// When the track begins in both, clamped, of what both show, in ticks of each.
  private var start: (before: Int64, after: Int64) = (.max, .max)

  /// By how much later the track is shown; `nil` where both show none of its samples.
  ///
  /// Edits that put samples into another order leave the first of the media anywhere: then it is that which is shown
  /// first in either.
  var shift: Int64? {
    guard let first else { return nil }
    return isEditedOtherwise ? delay(start.before, start.after) : first.after.saturatingSubtract(first.before)
  }

  private let scales: (before: UInt64, after: UInt64)
  let edits: (before: EditList, after: EditList)
  /// A tick of the coarser of the two timescales.
  private let tick: UInt64
  /// Whether all samples so far have the times that they had, by the same clock and the same edits: what would be noted
  /// of one more is known from the first.
  private var areSame: Bool
  /// Whether that is known of all samples, by their tables.
  let areKnown: Bool
  private var decoded: Int64?
  /// By how much later than before the sample was composed with which the last jump began, or else the first.
  private var composedShift: Int64 = 0
  /// The samples that came last.
  private var last: (before: Sample, after: Sample)?

  init(_ a: SampleTrack, _ b: SampleTrack, tick: Int64) {
    scales = (a.timescale, b.timescale)
    edits = (a.editList, b.editList)
    self.tick = UInt64(clamping: tick)
    jumps = TimeJumps(tick: self.tick)
    areSame = scales.before == scales.after && edits.before == edits.after
    areKnown = areSame && a.hasTimes(of: b)
  }

  /// The time of a sample of the second file, as edits show it.
  func time(of sample: Sample) -> Int64 {
    MovieTime.nanoseconds(edits.after.moment(of: sample), scales.after)
  }

  /// The same of the first file, for what only that one shows.
  private func timeBefore(of sample: Sample) -> Int64 {
    MovieTime.nanoseconds(edits.before.moment(of: sample), scales.before)
  }

  /// Takes the next two samples of the same number.
  mutating func add(_ x: Sample, _ y: Sample) {
    if areKnown, first != nil { return }
    defer { last = (x, y) }
    areSame = areSame && x.hasTimes(of: y)
    if areSame, first != nil { return noteStart(of: y) }
    noteOffsets(x, y)
    if let (before, after) = last, x.compositionTime > before.compositionTime && y.compositionTime < after.compositionTime
      || x.compositionTime < before.compositionTime && y.compositionTime > after.compositionTime
    {
      turned.add(y, time(of: y))
    }
    let later = delay(x.decodeTime, y.decodeTime)
    if let decoded {
      if later.saturatingSubtract(decoded).magnitude > tick { isDecodedAlike = false }
    } else {
      decoded = later
    }
    let composed = delay(x.compositionTime, y.compositionTime)
    composedBy = composedBy.map { min($0.lowerBound, composed)...max($0.upperBound, composed) } ?? composed...composed
    let shown = (edits.before.nominalTime(of: x), edits.after.nominalTime(of: y))
    if shown.0 != nil, shown.1 == nil { gone.add(y, timeBefore(of: x)) }
    if shown.0 == nil, shown.1 != nil { new.add(y, time(of: y)) }
    guard let p = shown.0, let q = shown.1 else { return }
    // An edit shows nothing of a sample before it begins.
    let clamped = (edits.before.presentationTime(of: x) ?? p, edits.after.presentationTime(of: y) ?? q)
    switch (clamped.0 > p, clamped.1 > q) {
    case (false, true): cut.add(y, time(of: y))
    case (true, false): whole.add(y, time(of: y))
    default: break
    }
    start = (min(start.before, clamped.0), min(start.after, clamped.1))
    addMoved(y, by: delay(p, q))
    guard let first else {
      first = (MovieTime.nanoseconds(p, scales.before), MovieTime.nanoseconds(q, scales.after), y.number)
      composedShift = composed
      self.composed = (
        MovieTime.nanoseconds(x.compositionTime, scales.before), MovieTime.nanoseconds(y.compositionTime, scales.after)
      )
      return
    }
    let away = away(p, q, from: first)
    if away != 0 { isExact = false }
    spread = min(spread.lowerBound, away)...max(spread.upperBound, away)
    guard jumps.begins(with: away) else { return noteHole(before: x, y) }
    // What moves by as much in the media is no doing of the edits.
    let step = away.saturatingSubtract(jumps.moved)
    let isOfEdits = step.saturatingSubtract(composed.saturatingSubtract(composedShift)).magnitude > tick
    if isOfEdits { isEditedOtherwise = true }
    composedShift = composed
    var reason: TimeJumps.Reason = isOfEdits ? .edits : .media
    if !isOfEdits, let last, isLonger(x, y) {
      reason = .length(number: last.after.number, time: time(of: last.after))
    }
    jumps.add(y.number, MovieTime.nanoseconds(q, scales.after), moved: away, reason: reason)
  }

  /// Notes when a sample is shown that is shown when it was.
  private mutating func noteStart(of sample: Sample) {
    guard let time = edits.after.presentationTime(of: sample) else { return }
    start = (min(start.before, time), min(start.after, time))
  }

  /// By how much later a time of the second file is than one of the first, in nanoseconds.
  private func delay(_ before: Int64, _ after: Int64) -> Int64 {
    // Nearly all times of most files are those that they were.
    if before == after, scales.before == scales.after { return 0 }
    return MovieTime.nanoseconds(after, scales.after)
      .saturatingSubtract(MovieTime.nanoseconds(before, scales.before))
  }

  /// The same counted from the first sample that both show.
  private func away(_ before: Int64, _ after: Int64, from first: (before: Int64, after: Int64, number: Int)) -> Int64 {
    if before == after, scales.before == scales.after, first.before == first.after { return 0 }
    return MovieTime.nanoseconds(after, scales.after).saturatingSubtract(first.after)
      .saturatingSubtract(MovieTime.nanoseconds(before, scales.before).saturatingSubtract(first.before))
  }

  /// The holes between the samples before these and these, in nanoseconds: below 0 for an overlap.
  private func gaps(before x: Sample, _ y: Sample) -> (before: Int64, after: Int64) {
    let ends = (last?.before.decodeEnd ?? 0, last?.after.decodeEnd ?? 0)
    return (
      MovieTime.nanoseconds(x.decodeTime.saturatingSubtract(ends.0), scales.before),
      MovieTime.nanoseconds(y.decodeTime.saturatingSubtract(ends.1), scales.after)
    )
  }

  private mutating func noteHole(before x: Sample, _ y: Sample) {
    guard let last, x.decodeTime != last.before.decodeEnd || y.decodeTime != last.after.decodeEnd else { return }
    let gaps = gaps(before: x, y)
    let change = gaps.after.saturatingSubtract(gaps.before).magnitude
    // A nanosecond is rounding.
    if change > 1 { isExact = false }
    guard change > tick else { return }
    let time = time(of: last.after)
    ended.add(last.after, time)
    if holes.count < 4 { holes.append((last.after.number, time, gaps.before, gaps.after)) }
  }

  /// Whether the samples before these last longer or less than before, without a gap of another size behind
  /// them.
  private func isLonger(_ x: Sample, _ y: Sample) -> Bool {
    guard let last else { return false }
    let gaps = gaps(before: x, y)
    return gaps.before == gaps.after
      && last.before.duration.multipliedFullWidth(by: scales.after)
        != last.after.duration.multipliedFullWidth(by: scales.before)
  }

  private mutating func noteOffsets(_ x: Sample, _ y: Sample) {
    if hasOtherOffsets || x.isHidden || y.isHidden { return }
    hasOtherOffsets = delay(x.compositionOffset, y.compositionOffset).magnitude > tick
  }

  /// Notes by how much a sample is shown later. An edit may make up for its offset, or move it as well.
  private mutating func addMoved(_ y: Sample, by change: Int64) {
    guard change.magnitude > tick else { return }
    movedBy =
      moved.count == 0 ? change...change : min(movedBy.lowerBound, change)...max(movedBy.upperBound, change)
    moved.add(y, time(of: y))
  }
}

/// By how much samples that two files have are shown later, where they are not of the same number.
struct AlignedTimes {
  /// The first of them in the second file, and by how much later it is shown, in nanoseconds; `nil` where none is
  /// shown in both.
  private(set) var first: (number: Int, time: Int64, moved: Int64)?
  /// Against the first of them.
  private(set) var jumps: TimeJumps
  /// Samples that are not shown any more, and those that were not.
  private(set) var gone = MarkedSamples()
  private(set) var new = MarkedSamples()
  /// Samples that last longer or less than before by more than a tick, and how long the first four do.
  private(set) var lengths = MarkedSamples()
  private(set) var lengthList: [(number: Int, time: Int64, before: Int64, after: Int64)] = []
  private let tick: UInt64

  init(tick: Int64) {
    self.tick = UInt64(clamping: tick)
    jumps = TimeJumps(tick: self.tick)
  }

  /// Takes when a sample was shown and is now, unclamped, `nil` where it is not.
  ///
  /// - Parameters:
  ///   - number: Its number in the second file, by which samples come in order.
  ///   - times: The times by which it is named in both.
  ///   - length: How long it lasts in both.
  mutating func add(
    _ before: Int64?, _ after: Int64?, number: Int, times: (before: Int64, after: Int64),
    length: (before: Int64, after: Int64)
  ) {
    guard let before, let after else {
      if before != nil { gone.add(number, times.before) }
      if after != nil { new.add(number, times.after) }
      return
    }
    let moved = after.saturatingSubtract(before)
    if first == nil { first = (number, times.after, moved) }
    jumps.add(number, times.after, moved: moved.saturatingSubtract(first?.moved ?? 0))
    guard length.after.saturatingSubtract(length.before).magnitude > tick else { return }
    lengths.add(number, times.after)
    if lengthList.count < 4 { lengthList.append((number, times.after, length.before, length.after)) }
  }
}

/// What the edits of a track play of its media, joined where one goes on where the one before it ended.
struct PlayedParts {
  private struct Part {
    /// When it is played and from where in the media, in nanoseconds.
    var start: Int64
    var media: Int64
    /// `nil` when it goes on to the end of the media.
    var length: Int64?
    var rate: Int64
  }

  private var parts: [Part] = []
  private let repeats: Bool
  /// Whether the last edit has no length in a file whose media are all there: some players show nothing of
  /// it, others all.
  private let isUnbounded: Bool
  /// Whether not all rows of the list were read.
  let isCut: Bool

  init(_ list: EditList, of track: SampleTrack) {
    repeats = list.repeats
    isCut = list.omitted > 0
    isUnbounded =
      list.isExplicit && track.fragmentedCount == 0 && list.edits.last.map { $0.duration == nil } ?? false
    let scale = track.movieTimescale
    let tick = UInt64(clamping: MovieTime.tick(of: [track.timescale, scale]))
    for edit in list.edits {
      guard let time = edit.mediaTime, edit.duration != 0 || edit.isDwell else { continue }
      let part = Part(
        start: MovieTime.nanoseconds(Int64(clamping: edit.start), scale),
        media: MovieTime.nanoseconds(time, track.timescale),
        length: edit.duration.map { MovieTime.nanoseconds(Int64(clamping: $0), scale) },
        rate: edit.rate)
      if let last = parts.last, let length = last.length, last.rate == 65_536, part.rate == 65_536,
        last.start.saturatingAdd(length).saturatingSubtract(part.start).magnitude <= tick,
        last.media.saturatingAdd(length).saturatingSubtract(part.media).magnitude <= tick
      {
        parts[parts.count - 1].length = part.length.map {
          part.start.saturatingAdd($0).saturatingSubtract(last.start)
        }
      } else {
        parts.append(part)
      }
    }
  }

  /// What is played otherwise behind the beginning and before the end, which are reported on their own; `nil`
  /// when nothing is.
  func words(against other: PlayedParts, within tick: Int64) -> String? {
    if repeats != other.repeats {
      return other.repeats ? "is played again and again" : "is not played again and again any more"
    }
    if isUnbounded != other.isUnbounded {
      return other.isUnbounded
        ? "has an edit without a length now, of which players show nothing or all"
        : "has no edit without a length any more"
    }
    func isNear(_ x: Int64, _ y: Int64) -> Bool {
      x.saturatingSubtract(y).magnitude <= UInt64(clamping: tick)
    }
    if parts.count != other.parts.count {
      let count = other.parts.count
      return "is played in \(count) \(count == 1 ? "part" : "parts"), not \(parts.count)"
    }
    guard let first = parts.first, let now = other.parts.first, parts.count > 1 else { return nil }
    for place in parts.indices {
      let (x, y) = (parts[place], other.parts[place])
      let isSame =
        isNear(x.start.saturatingSubtract(first.start), y.start.saturatingSubtract(now.start))
        && isNear(x.media.saturatingSubtract(first.media), y.media.saturatingSubtract(now.media))
        && x.rate == y.rate
      if !isSame { return "shows other parts of the media from \(ProofWords.time(y.start)) on" }
      guard place + 1 < parts.count else { break }
      if let length = x.length, let other = y.length, isNear(length, other) { continue }
      return "shows another length of the media from \(ProofWords.time(y.start)) on"
    }
    return nil
  }
}
