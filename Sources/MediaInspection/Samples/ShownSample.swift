import ByteReading
import Structure

/// What a track shows at one time of the movie, and what a player has to decode for it.
package struct ShownSample: Sendable {
  /// The sample that is shown.
  package var sample: Sample
  /// The sync sample from which a player decodes up to it, or the partial one of QuickTime: what is shown before that
  /// needs more, what is shown then or later does not; `nil` when there is none before it.
  package var sync: Sample?
  /// The composition time of the sample that is shown next; `nil` after the last.
  package var next: Int64?

  /// When it is not shown any more, in ticks of the media: when the next one is, and of sound and of the last one when its
  /// own duration is over. A gap in decode times leaves a picture on the screen until the next one, and sound is silent.
  package var end: Int64

  /// Whether it is not shown any more at `time`, in ticks of the media.
  package func isOver(at time: Int64) -> Bool { end <= time }
}

extension SampleTrack {
  /// The sample that is composed last at `time` or before it, in ticks of the media; `nil` when the
  /// first one comes later.
  ///
  /// - Complexity: O(*n*) in the samples up to the one that is shown next, and in all of a track with fragments;
  ///   O(*r*) in the runs of its tables when it has neither composition offsets nor fragments.
  package func sample(shownAt time: Int64) -> ShownSample? {
    var shown: Sample?
    var sync: Sample?
    var next: Int64?
    let earliest = leastOffset
    for sample in samples(from: firstCandidate(for: time)) {
      let composed = sample.compositionTime
      guard composed <= time else {
        if !sample.isHidden { next = min(next ?? composed, composed) }
        // What is decoded later is shown later than this one.
        if let next, let earliest, sample.decodeTime.saturatingAdd(earliest) >= next { break }
        continue
      }
      if !sample.isHidden, shown.map({ $0.compositionTime <= composed }) ?? true {
        shown = sample
      }
      if sample.isSync || sample.isPartialSync, sync.map({ $0.compositionTime <= composed }) ?? true { sync = sample }
    }
    guard let shown else { return nil }
    if sync == nil, isInOrder { sync = lastSync(before: shown.number) }
    return ShownSample(sample: shown, sync: sync, next: next, end: end(of: shown, before: next))
  }

  /// Where the fragment begins that a sample is in, in its file; `nil` for one of the tables.
  ///
  /// - Complexity: O(log *n*) in the fragments of the track.
  package func startOfFragment(of sample: Sample) -> UInt64? {
    // Behind one without samples the next begins with the same number.
    let point = (0..<fragments.count).partitionPoint { tableCount &+ fragments[$0].firstSample < sample.number }
    guard point > 0, sample.number > tableCount else { return nil }
    let tree = documents[fragments[point - 1].file].tree
    return tree.parent(of: fragments[point - 1].node).map { tree[$0].start }
  }

  /// When a sample is not shown any more that is followed by one that is composed at `next`.
  private func end(of sample: Sample, before next: Int64?) -> Int64 {
    let own = sample.compositionTime.saturatingAdd(sample.duration)
    guard let next else { return own }
    // Of sound without a duration nothing says that it ends.
    return handler == "soun" && sample.duration > 0 ? min(next, own) : next
  }

  /// The numbers of the samples that are shown at some moments of the media, in ticks of it.
  ///
  /// - Parameter times: The moments in their order, no two the same.
  /// - Complexity: O(*n* log *t* + *t*) in the samples and the moments.
  package func samples(shownAt times: [Int64]) -> Set<Int> {
    var shown: [Sample?] = Array(repeating: nil, count: times.count)
    var next: [Int64?] = Array(repeating: nil, count: times.count)
    for sample in samples() where !sample.isHidden {
      let composed = sample.compositionTime
      // At this moment and after it the sample may be shown, and is to come before.
      let place = (0..<times.count).partitionPoint { times[$0] < composed }
      if place < times.count, shown[place].map({ $0.compositionTime <= composed }) ?? true { shown[place] = sample }
      if place > 0 { next[place - 1] = min(next[place - 1] ?? composed, composed) }
    }
    var later: Int64?
    for place in times.indices.reversed() {
      later = [later, next[place]].compactMap(\.self).min()
      next[place] = later
    }
    var numbers: Set<Int> = []
    var last: Sample?
    for place in times.indices {
      last = shown[place] ?? last
      if let last, end(of: last, before: next[place]) > times[place] { numbers.insert(last.number) }
    }
    return numbers
  }

  /// Whether samples are shown in the order in which they are decoded, as far as tables say.
  private var isInOrder: Bool { fragments.isEmpty && tables?.offsets == nil }

  /// How much later than it is decoded each sample is shown at least: 0, or less than that; `nil` where tables do not say
  /// it of all of them.
  ///
  /// - Complexity: O(*r*) in the runs of composition offsets.
  package var leastOffset: Int64? {
    guard fragments.isEmpty, let tables else { return nil }
    var offsets = ColumnWindow(tables.offsets)
    var least: Int64 = 0
    for row in 0..<offsets.count {
      let offset = Int64(bitPattern: offsets[row])
      // What is hidden is shown at no time.
      if offset == Int64(Int32.min) { return nil }
      least = min(least, offset)
    }
    return least
  }

  /// A sample that is not shown later than `time`, and before which none needs to be looked at.
  private func firstCandidate(for time: Int64) -> Int {
    guard isInOrder, let tables, let deltas = tables.timeDeltas, time > 0 else { return 1 }
    var runs = RunCursor(tables.timeCounts)
    var passed: UInt64 = 0
    var start: UInt64 = 0
    let target = UInt64(time)
    while !runs.isPast {
      let delta = deltas[runs.current]
      let length = delta.saturatingMultiply(runs.left)
      if start.saturatingAdd(length) > target {
        guard delta > 0 else { break }
        passed = passed.saturatingAdd((target - start) / delta)
        break
      }
      start = start.saturatingAdd(length)
      passed = passed.saturatingAdd(runs.left)
      runs.advance(by: runs.left)
    }
    return max(1, min(count, Int(clamping: passed) &+ 1))
  }

  /// The last row of `stss` or `stps` that is not above `number`, as its sample.
  private func lastSync(before number: Int) -> Sample? {
    var last: UInt64 = 0
    for case let rows? in [tables?.syncSamples, tables?.partialSyncSamples] {
      let point = (0..<rows.count).partitionPoint { rows[$0] <= UInt64(number) }
      if point > 0 { last = max(last, rows[point - 1]) }
    }
    guard last >= 1 else { return nil }
    var samples = samples(from: Int(clamping: last))
    return samples.next()
  }

  /// The composition time of the sample that is shown first, of the first 256 in decoding order.
  public var firstCompositionTime: Int64? {
    var samples = samples()
    var first: Int64?
    var left = 256
    while left > 0, let sample = samples.next() {
      left -= 1
      if !sample.isHidden { first = min(first ?? .max, sample.compositionTime) }
    }
    return first
  }

  /// When the sample ends that is shown last, of the last 64 in decoding order, in ticks of the media.
  ///
  /// - Complexity: O(*r*) in the runs of the tables and the fragments.
  public var lastCompositionEnd: Int64? {
    // Pictures are decoded a few before they are shown: the last to be shown is one of the last, and without offsets
    // the last.
    let isInOrder = fragments.isEmpty && tables?.offsets == nil
    var samples = samples(from: max(1, isInOrder ? count : count &- 63))
    var last: Int64?
    while let sample = samples.next() {
      if sample.isHidden { continue }
      last = max(last ?? .min, sample.compositionTime.saturatingAdd(sample.duration))
    }
    // Those that are not listed, because the file could not hold them, come behind these.
    if fragments.isEmpty, let last, tables?.isLimited == true { return max(last, end) }
    return last
  }
}
