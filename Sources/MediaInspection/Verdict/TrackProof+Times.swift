import Atoms
import ByteReading
import MediaFacts
import Structure

/// When samples are shown.
extension TrackProof {
  /// - Parameter isOtherRate: Whether it was reported that the samples last otherwise: each is shown a little
  ///   earlier or later then.
  mutating func reportTimes(_ times: TrackTimes, isOtherRate: Bool) {
    reportShown(times.gone, times.new)
    reportHoles(times)
    guard times.jumps.count > 0 else {
      if !times.isExact, times.ended.count == 0 {
        add(.times, .equivalent, "within a tick of the coarser timescale")
      }
      return
    }
    if isOtherRate, times.turned.count > 0 {
      let first = "from sample \(times.turned.number) (\(ProofWords.time(times.turned.time)))"
      add(.times, .changed, first + " on shown in another order (composition offsets)")
    }
    if isOtherRate, times.jumps.count > 4 { return }
    if !isOtherRate, let words = words(ofTicks: times) { return add(.times, .changed, words) }
    // What edits play at another speed is reported of the edits.
    if Set(times.edits.before.edits.map(\.rate)) != Set(times.edits.after.edits.map(\.rate)) { return }
    if times.hasOtherOffsets, times.moved.count > 0, times.isDecodedAlike {
      add(.times, .changed, words(ofOffsets: times))
      return
    }
    // By how much more the first sample of the media moved than the track, where edits show others first.
    let base = times.first.map { first in
      first.after.saturatingSubtract(first.before).saturatingSubtract(times.shift ?? 0)
    }
    if let base, let first = times.first, base.magnitude > UInt64(clamping: tick) {
      addRun(from: first.number, at: first.after, moved: base)
    }
    for jump in times.jumps.list { addJump(jump, base: base ?? 0) }
    addMore(times.jumps) { $0.addJump($1, base: base ?? 0) }
  }

  /// `500 ms hole at 2.000 s`, `25 samples from sample 26 (1.000 s) on last 20.0 ms less each`.
  ///
  /// - Parameter base: By how much more the first sample of the media moved than the track.
  private mutating func addJump(_ jump: TimeJumps.Jump, base: Int64) {
    let at = ProofWords.time(jump.time.saturatingSubtract(max(0, jump.by)))
    let length = ProofWords.length(jump.by)
    switch jump.reason {
    case .edits: addRun(from: jump.number, at: jump.time, moved: jump.moved.saturatingAdd(base))
    case .length(let number, let time):
      let more = jump.by > 0 ? "longer" : "less"
      let sample = "sample \(number) (\(ProofWords.time(time)))"
      add(
        .times, .changed,
        jump.run == 1 ? "\(sample) lasts \(length) \(more)" : "\(jump.run) samples from \(sample) on last \(length) \(more) each")
    case .media: add(.times, .changed, "\(length) \(jump.by > 0 ? "hole" : "overlap") at \(at)")
    }
  }

  /// `815 ms hole behind sample 1,000 (16:38.600)`: of samples that last longer or less than before while the next is
  /// shown when it was. Who plays what a buffer has, as Media Source Extensions do, stops where nothing is.
  private mutating func reportHoles(_ times: TrackTimes) {
    func words(_ gap: Int64) -> String { ProofWords.length(gap) + (gap > 0 ? " hole" : " overlap") }
    for hole in times.holes {
      let place = " behind sample \(hole.number) (\(ProofWords.time(hole.time)))"
      add(
        .times, .changed,
        hole.after == 0
          ? "no longer: " + words(hole.before) + place
          : words(hole.after) + place + (hole.before == 0 ? "" : ", not " + words(hole.before)))
    }
    let rest = times.ended.count - times.holes.count
    if rest > 0 { add(.times, .changed, rest == 1 ? "1 more hole or overlap" : "\(rest) more holes and overlaps") }
  }

  /// `from sample 49 (1.000 s) on shown 1.000 s earlier`: than before, whatever the samples in front of it are.
  private mutating func addRun(from number: Int, at time: Int64, moved: Int64) {
    let isMoved = moved.magnitude > UInt64(clamping: tick)
    add(
      .times, .changed,
      "from sample \(number) (\(ProofWords.time(time))) on shown "
        + (isMoved ? ProofWords.moved(moved) : "when it was"))
  }

  /// `up to 16.7 ms earlier or 13.9 ms later than before: a tick is 33.3 ms now`, where many samples are, and none
  /// by more than that.
  private func words(ofTicks times: TrackTimes) -> String? {
    let (old, new) = (MovieTime.wholeTick(of: [a.timescale]), MovieTime.wholeTick(of: [b.timescale]))
    let spread = times.spread
    guard times.jumps.count > 2, old != new, max(old, new) > tick,
      max(spread.lowerBound.magnitude, spread.upperBound.magnitude) <= UInt64(max(old, new))
    else { return nil }
    let parts = [spread.lowerBound, spread.upperBound].filter { $0.magnitude > UInt64(tick) }.map(ProofWords.moved)
    return "is shown up to " + parts.joined(separator: " or ") + " than before: a tick is "
      + ProofWords.length(new) + " now, not " + ProofWords.length(old)
  }

  /// Of samples that an edit cuts into without the track beginning elsewhere.
  mutating func reportCuts(_ times: TrackTimes) {
    guard ["video", "auxiliary video"].contains(b.description.kind) else { return }
    for (range, words) in [
      (times.cut, " before the edit that shows it, which players cut short or leave out"),
      (times.whole, " with the edit that shows it, and is not cut any more"),
    ] where range.count > 0 {
      let verb = range.count == 1 ? " begins" : " begin"
      let text = range.count == 1 ? words : words.replacing("shows it", with: "shows them")
      add(.startAndEnd, .changed, share(range, of: b.count) + verb + text)
    }
  }

  /// Of tracks that do not say how long a tick is.
  mutating func reportTicks(_ ticks: TickTimes, isAligned: Bool) {
    guard isAligned else {
      return add(.times, .notChecked, "no timescale: it is in the 'moov' of another file")
    }
    for (aspect, text) in ticks.words(of: b.count) { add(aspect, .changed, text) }
  }

  private mutating func reportShown(_ gone: MarkedSamples, _ new: MarkedSamples) {
    for (range, what) in [(gone, " not shown any more"), (new, " shown now")] where range.count > 0 {
      // What lies at either end is let in or cut off by where the track begins and ends.
      let isWhole = range.last - range.number + 1 == range.count
      let isEdge = isWhole && (range.number == 1 || range.last == b.count)
      add(
        isEdge ? .startAndEnd : .times, .changed,
        share(range, of: b.count) + (range.count == 1 ? " is" : " are") + what)
    }
  }

  /// Of jumps that are not listed how many there are, and the largest by `tell`.
  private mutating func addMore(_ jumps: TimeJumps, _ tell: (inout Self, TimeJumps.Jump) -> Void) {
    let rest = jumps.count - jumps.listed
    guard rest > 0 else { return }
    if let largest = jumps.largest { tell(&self, largest) }
    let others = jumps.largest == nil ? rest : rest - 1
    if others > 0 { add(.times, .changed, others == 1 ? "1 more jump" : "\(others) more jumps") }
  }

  /// `all 96 samples are shown 41.7 ms to 166.7 ms earlier (composition offsets)`.
  private func words(ofOffsets times: TrackTimes) -> String {
    let (range, change) = (times.moved, times.movedBy)
    let head = share(range, of: b.count) + (range.count == 1 ? " is" : " are") + " shown "
    if range.count == 1 || change.upperBound.saturatingSubtract(change.lowerBound) <= tick {
      return head + ProofWords.moved(change.lowerBound) + " (composition offset)"
    }
    if change.lowerBound < 0, change.upperBound > 0 {
      return head + "up to " + ProofWords.moved(change.lowerBound) + " or "
        + ProofWords.moved(change.upperBound) + " (composition offsets)"
    }
    let isEarlier = change.upperBound < 0
    let (least, most) =
      isEarlier
      ? (change.upperBound, change.lowerBound) : (change.lowerBound, change.upperBound)
    return head + ProofWords.length(least) + " to " + ProofWords.moved(most)
      + " (composition offsets)"
  }

  /// Of samples that do not stand for each other by number.
  mutating func reportTimes(_ alignment: SampleAlignment?, isOtherRate: Bool) {
    guard let alignment, alignment.same > 0 else {
      if !isOtherRate {
        add(.times, .notChecked, "no sample stands for one of before")
      }
      return
    }
    let times = alignment.times
    // Fragments that say when they begin are shown then, wherever they stand.
    if alignment.isReordered, times.jumps.count > 0 {
      add(.times, .changed, "samples stand in another order, and some are shown at other times")
    }
    reportShown(times.gone, times.new)
    if let first = times.first, first.moved.magnitude > UInt64(clamping: tick) {
      if times.jumps.count > 0 {
        addRun(from: first.number, at: first.time, moved: first.moved)
      } else {
        let count = alignment.same
        add(
          .times, .changed,
          (count == 1 ? "the sample that stayed is" : "the \(count.grouped) samples that stayed are")
            + " shown " + ProofWords.moved(first.moved))
      }
    }
    for jump in times.jumps.list {
      addRun(from: jump.number, at: jump.time, moved: jump.moved.saturatingAdd(times.first?.moved ?? 0))
    }
    addMore(times.jumps) { $0.addRun(from: $1.number, at: $1.time, moved: $1.moved.saturatingAdd(times.first?.moved ?? 0)) }
    // Where all samples last otherwise, that is reported as their rate.
    if !isOtherRate { reportLengths(times) }
  }

  /// Of samples that are held longer or less than before: where some are gone, those in front of them may be.
  private mutating func reportLengths(_ times: AlignedTimes) {
    for entry in times.lengthList where times.lengths.count <= times.lengthList.count {
      var sample = MarkedSamples()
      sample.add(entry.number, entry.time)
      add(.times, .changed, share(sample, of: b.count) + " lasts " + ProofWords.change(entry.before, entry.after))
    }
    if times.lengths.count > times.lengthList.count, let first = times.lengthList.first {
      add(
        .times, .changed,
        share(times.lengths, of: b.count) + " last longer or less, the first of them "
          + ProofWords.change(first.before, first.after))
    }
  }

  /// Fragments that do not say any more when they begin: their times are those of the whole file, and nobody who fetches
  /// them one by one knows them (14496-12 §8.8.12; CMAF and Media Source Extensions want them).
  ///
  /// - Complexity: O(*n*) in the fragments.
  mutating func reportFragmentTimes() {
    let count = newly { track, fragment in track.documents[fragment.file].tree.child("tfdt", of: fragment.node) == nil }
    if count == 0 { return }
    let words = count == 1 ? " does not say any more when it begins" : " do not say any more when they begin"
    add(.times, .changed, share(ofFragments: count) + words + " ('tfdt')")
  }

  /// Fragments that say by `base_data_offset` where their samples are counted from, which is a place in the file:
  /// whoever fetches them one by one has no such place (Media Source Extensions, ISO BMFF Byte Stream Format §3).
  ///
  /// - Complexity: O(*n*) in the fragments.
  mutating func reportFragmentPlaces() {
    let count = newly { track, fragment in
      let document = track.documents[fragment.file]
      guard let header = document.tree.child("tfhd", of: fragment.node) else { return false }
      return document.view(TrackFragmentHeader.self, of: header).number(.base_data_offset) != nil
    }
    if count == 0 { return }
    let words = count == 1 ? " counts from a place in the file" : " count from places in the file"
    add(.opening, .changed, share(ofFragments: count) + words + " ('base_data_offset'), which Media Source Extensions refuse")
  }

  /// How many fragments of the second track something is true of that is true of none of the first.
  private func newly(_ isTrue: (SampleTrack, TrackFragment) -> Bool) -> Int {
    guard !a.fragments.isEmpty, !a.fragments.contains(where: { isTrue(a, $0) }) else { return 0 }
    return b.fragments.count { isTrue(b, $0) }
  }

  /// `1 of 2 fragments`.
  private func share(ofFragments count: Int) -> String {
    var text = ByteWriter()
    text.put(grouped: count)
    text.put(" of ")
    text.put(b.fragments.count, "fragment", "fragments")
    return text.string
  }

  /// What edits play, which goes beyond when a sample is shown first.
  mutating func reportParts(_ edits: (before: EditList, after: EditList)) {
    let (old, new) = (PlayedParts(edits.before, of: a), PlayedParts(edits.after, of: b))
    let tick = MovieTime.tick(of: [a.timescale, b.timescale, a.movieTimescale, b.movieTimescale])
    if !findings.contains(where: { $0.aspect == .times && $0.state == .changed }),
      let words = old.words(against: new, within: tick)
    {
      add(.times, .changed, words)
    }
    if old.isCut || new.isCut { add(.times, .notChecked, "more than \(EditList.limit) edits") }
  }
}
