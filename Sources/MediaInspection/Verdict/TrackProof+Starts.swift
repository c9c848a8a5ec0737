import ByteReading
import MediaFacts
import Structure

/// What sync samples begin with that are others: that they are marked as before does not say that decoding may start
/// there as before.
struct StartChanges {
  /// Those that begin with another kind of picture, by what that was and is: as many as there are pairs of kinds at most.
  private(set) var changes: [(before: Start, after: Start, samples: MarkedSamples)] = []
  /// Whether of some of them it is not known.
  var isUnknown = false

  /// What a sync sample begins with.
  struct Start: Equatable {
    let kind: StartPicture
    let recoversLater: Bool

    /// `nil` where no slice was found, and where the bytes are not there.
    init?(_ place: SamplePlace, _ units: NALUnits) {
      let file = place.document.tree.file
      guard !place.isAbsent, let kind = units.startKind(of: place.range, of: file) else { return nil }
      self.kind = kind
      recoversLater = kind == .recoveryPoint && units.recoversLater(in: place.range, of: file)
    }

    var words: String { kind.words + (recoversLater ? " of pictures that are whole only later" : "") }
  }

  /// Looks at two samples that have other bytes, where both are marked as sync samples; of each a few bytes are read.
  ///
  /// - Parameter units: How both are divided; `nil` for codings of which nobody knows what a sample begins with.
  mutating func add(
    _ x: Sample, _ y: Sample, at places: (SamplePlace, SamplePlace), by units: (before: NALUnits, after: NALUnits)?,
    _ time: Int64
  ) {
    guard x.isSync || x.isPartialSync, y.isSync || y.isPartialSync else { return }
    guard let units, let old = Start(places.0, units.before), let new = Start(places.1, units.after) else {
      isUnknown = true
      return
    }
    if old == new { return }
    let known = changes.firstIndex { $0.before == old && $0.after == new }
    if known == nil { changes.append((old, new, MarkedSamples())) }
    changes[known ?? changes.count - 1].samples.add(y, time)
  }
}

extension TrackProof {
  /// Says which samples are marked as sync samples and were not, and the other way round.
  mutating func reportSync(_ walk: Walk) {
    guard aspect == .samples else { return }
    let (old, new) = (walk.tallies.before.syncs, walk.tallies.after.syncs)
    let isSame = a.count == b.count && walk.others.count == 0
    if isSame { reportSync(walk.dependencies.changes) }
    if old.isAll, new.isAll { return }
    if new.isAll, !old.isAll, b.count > 1 {
      add(.seeking, .changed, "every sample is now marked as a sync sample")
      return
    }
    if isSame {
      return reportSync([
        (walk.lostSync, "no longer a sync sample", "no longer sync samples"),
        (walk.newSync, "a sync sample now", "sync samples now"),
      ])
    }
    if a.count == b.count, walk.lostSync.count == 0, walk.newSync.count == 0 { return }
    if let text = old.words(against: new, within: tick, hasClock: hasClock) { add(.seeking, .changed, text) }
  }

  private mutating func reportSync(_ found: [(samples: MarkedSamples, one: String, many: String)]) {
    for (samples, one, many) in found where samples.count > 0 {
      add(.seeking, .changed, share(samples, of: b.count) + (samples.count == 1 ? " is " + one : " are " + many))
    }
  }

  /// Says which sync samples begin with another kind of picture, and where that is not known.
  ///
  /// - Parameters:
  ///   - starts: What was found of samples of the same number.
  ///   - alignment: Which samples stand for each other, where their numbers do not say it.
  ///   - hasOthers: Whether samples of the same number have other bytes.
  ///   - isUnread: Whether some may have, and were not read.
  /// - Complexity: O(*n*) in the samples of tracks of other lengths, and of those of codings that nobody looks into.
  mutating func reportStarts(_ starts: StartChanges, _ alignment: SampleAlignment?, hasOthers: Bool, isUnread: Bool) {
    guard aspect == .samples, b.isOfPictures else { return }
    var isUnknown = starts.isUnknown || isUnread
    if a.count == b.count, alignment?.isElsewhere != true {
      for (old, new, samples) in starts.changes {
        let noun = samples.count == 1 ? " is a sync sample of another kind: " : " are sync samples of another kind: "
        add(.seeking, .changed, share(samples, of: b.count) + noun + old.words + " → " + new.words)
      }
    } else {
      // Where samples have moved one is not that of its number. Marks elsewhere are told already.
      isUnknown =
        (hasOthers || isUnread) && !findings.contains { $0.aspect == .seeking && $0.state == .changed } && hasOtherStarts(alignment)
    }
    // Of codings that nobody looks into all samples may be marked since each is whole.
    if isUnknown, units != nil || !areAllSync { add(.seeking, .notChecked, "keyframes inside samples") }
  }

  /// Whether all samples of both are marked as sync samples.
  private var areAllSync: Bool { a.samples().allSatisfy(\.isSync) && b.samples().allSatisfy(\.isSync) }

  /// Whether a sync sample of the second track may stand for another of the first: it has no partner there, and neither has
  /// one of the first, or that is not known. Samples that came or went are no others.
  private func hasOtherStarts(_ alignment: SampleAlignment?) -> Bool {
    guard let alignment else { return true }
    guard a.samples().enumerated().contains(where: { !alignment.isPaired(before: $0.offset) }) else { return false }
    for (place, sample) in b.samples().enumerated()
    where (sample.isSync || sample.isPartialSync) && !alignment.isPaired(after: place) {
      return true
    }
    return false
  }
}
