import Atoms
import ByteReading
import MediaFacts
import Structure

/// Goes through the samples of a track that two files have, and says what is not the same of them:
/// bytes, times, sync samples, sample entries.
///
/// Times are nanoseconds of the movie as edits place them, unclamped: what an edit cuts off a sample
/// counts as well.
///
/// - Complexity: O(*n*) in the samples and in their bytes, of which no more are read than the budget has.
struct TrackProof {
  private(set) var findings: [Verdict.Finding] = []
  private(set) var subject: Verdict.Subject
  /// How much later the track is shown than before, in nanoseconds, where the same samples show it.
  private(set) var shift: Int64?
  /// The same for players that ignore edits.
  private(set) var shiftWithoutEdits: Int64?
  let a: SampleTrack
  let b: SampleTrack
  /// The files that their samples lie in.
  let files: (before: [Document], after: [Document])
  private let name: String
  /// How the samples are divided into units, where both tracks have one sample entry only.
  let units: (before: NALUnits, after: NALUnits)?
  /// Whether the samples of each have no parameter sets but those of the configuration, once that was asked.
  private var keepsSets: (before: Bool?, after: Bool?) = (nil, nil)
  /// Whether the units have lengths of another size, and all samples are divided by these.
  private(set) var isRewrapped = false
  /// How far apart two moments may lie and still be the same, in nanoseconds.
  let tick: Int64
  /// Whether a file says how long a tick is: segments do not, whose `moov` is in another file.
  let hasClock: Bool
  /// The ticks of a second of both; where no file says it, those that ticks are counted by.
  private var scales: (before: UInt64, after: UInt64) {
    hasClock ? (a.timescale, b.timescale) : (TickTimes.timescale, TickTimes.timescale)
  }
  /// What the samples of the track are to a viewer.
  let aspect: Verdict.Aspect

  /// - Parameters:
  ///   - difference: Where the files differ, when that is in media alone.
  ///   - known: Which samples that meets, where somebody has gone through them, and which stand for each other.
  ///   - reserve: The bytes that may be read besides, of samples that lie or end otherwise than tables say of those around.
  ///   - budget: The bytes that may be read, of both files together.
  init(
    _ a: SampleTrack, _ b: SampleTrack, called name: String, difference: MediaDifference?,
    known: (walk: DifferenceWalk?, alignment: SampleAlignment?), reserve: UInt64, within budget: inout UInt64
  ) {
    (self.a, self.b, self.name) = (a, b, name)
    files = (a.documents, b.documents)
    aspect = Self.aspect(of: b)
    units = a.configuredUnits.flatMap { x in b.configuredUnits.map { (x, $0) } }
    subject = Verdict.Subject(name, numbers: (a.id, b.id))
    subject.counts = (a.count, b.count)
    subject.node = a.node
    hasClock = a.timescale > 0 || b.timescale > 0
    tick = MovieTime.tick(of: [a.timescale, b.timescale])
    let walk =
      if let difference, a.node == b.node {
        walk(within: difference, known.walk, &budget)
      } else {
        walk(reserve: reserve, &budget)
      }
    let alignment = reportSamples(walk, known, &budget)
    reportInsides(hasSets: walk.hasSets || units != nil && walk.unread != nil)
    if hasClock {
      let isOtherRate = reportRate(walk)
      if a.count == b.count, alignment?.isElsewhere != true {
        reportTimes(walk.times, isOtherRate: isOtherRate)
      } else {
        reportTimes(alignment, isOtherRate: isOtherRate)
        if a.count != b.count { reportHolds(walk, alignment) }
      }
    } else {
      reportTicks(walk.ticks, isAligned: a.count == b.count && alignment?.isElsewhere != true)
    }
    if hasClock {
      if a.count != b.count || alignment?.isElsewhere == true {
        subject.shift = (alignment?.shift).map { .whereShown($0) }
      } else if difference != nil, a.node == b.node {
        // Nothing but bytes of media differ, and times were not gone through.
        subject.shift = .inMedia(0)
      } else {
        subject.shift = walk.times.mediaShift.map { .inMedia($0) }
      }
    }
    reportParts(walk.times.edits)
    if difference == nil {
      reportFragmentTimes()
      reportFragmentPlaces()
    }
    reportSync(walk)
    reportStarts(
      walk.starts, alignment, hasOthers: walk.others.count > 0, isUnread: walk.unread != nil)
    // Where nothing but bytes of media differ all entries are the same.
    if difference == nil { reportEntries(walk.times, alignment, hasOthers: walk.hasOtherEntries) }
    if hasClock, a.count == b.count, walk.others.count == 0, walk.unread == nil, let shift = walk.times.shift {
      self.shift = shift
      shiftWithoutEdits = walk.times.composed.map { $0.after.saturatingSubtract($0.before) }
      // Where the track begins elsewhere, that is what is reported.
      if shift.magnitude <= UInt64(MovieTime.startLimit) { reportCuts(walk.times) }
    }
  }

  mutating func add(_ aspect: Verdict.Aspect, _ state: Verdict.State, _ text: String) {
    findings.append(
      Verdict.Finding(aspect, state, text, subject: name, track: (a.id, b.id)))
  }

  // MARK: Going through

  private var newWalk: Walk { Walk(TrackTimes(a, b, tick: tick), SampleHolders(a.home, b.home)) }

  private mutating func walk(reserve: UInt64, _ budget: inout UInt64) -> Walk {
    var walk = newWalk
    walk.reserve = reserve
    var others = b.samples()
    for x in a.samples() {
      guard let y = walk.times.areKnown ? others.next(timedAs: x) : others.next() else { break }
      walk.compared += y.count
      if walk.unread == nil { compareBytes(x, y, on: &walk, within: &budget) }
      // Of the first one that there is no room for, too.
      if walk.comparesTables { compareTables(x, y, on: &walk) }
      if let start = x.offset, let end = y.offset { walk.move = end &- start }
      walk.times.add(x, y)
      if !hasClock { walk.ticks.add(x, y) }
      if x.isSync != y.isSync || x.isPartialSync != y.isPartialSync {
        let isNew = y.isSync || y.isPartialSync && !x.isSync
        if isNew { walk.newSync.add(y, walk.times.time(of: y)) } else { walk.lostSync.add(y, walk.times.time(of: y)) }
      } else if x.dependencies != y.dependencies {
        walk.dependencies.add(x, y, walk.times.time(of: y))
      }
      if x.description != y.description { walk.hasOtherEntries = true }
      walk.tallies.add(x, y, scales)
    }
    if a.count != b.count { addRest(&walk) }
    return walk
  }

  /// The same for tracks that list the same samples: only the bytes of those that differ are looked at.
  private mutating func walk(
    within difference: MediaDifference, _ known: DifferenceWalk?, _ budget: inout UInt64
  ) -> Walk {
    var walk = newWalk
    walk.compared = a.count
    if let known, known.byteCount.saturatingMultiply(2) <= budget {
      let read = known.met.reduce(UInt64(0)) { $0.saturatingAdd($1.size) }
      let rest = (known.byteCount &- min(read, known.byteCount)).saturatingMultiply(2)
      budget -= rest
      subject.comparedBytes = subject.comparedBytes.saturatingAdd(rest)
      walk.same = a.count - known.met.reduce(0) { $0 + $1.count }
      for sample in known.met { compareBytes(sample, sample, on: &walk, within: &budget) }
      return walk
    }
    // A track is dear to copy for each sample.
    let end = files.before.map { UInt64($0.tree.file.byteCount) }
    for sample in a.samples() {
      let need = sample.size.saturatingMultiply(2)
      if need <= budget, sample.file < end.count, let place = sample.bytes(upTo: end[sample.file]),
        !difference.meets(place)
      {
        budget -= need
        subject.comparedBytes = subject.comparedBytes.saturatingAdd(need)
        walk.same += sample.count
      } else {
        compareBytes(sample, sample, on: &walk, within: &budget)
        if walk.unread != nil { break }
      }
    }
    return walk
  }

  /// What is noted of samples that only the longer track has.
  private func addRest(_ walk: inout Walk) {
    walk.hasSets = walk.hasSets || hasSets(behind: walk.compared)
    for sample in a.samples(from: walk.compared + 1) { walk.tallies.addBefore(sample, scales.before) }
    for sample in b.samples(from: walk.compared + 1) { walk.tallies.addAfter(sample, scales.after) }
  }

  /// Compares a sample that is not read for want of room where it has another size, which may be the same units wrapped
  /// otherwise, or moved otherwise than the one before it: an offset that is wrong among many moves what is read of it alone.
  private mutating func compareTables(_ x: Sample, _ y: Sample, on walk: inout Walk) {
    let move = x.offset.flatMap { start in y.offset.map { $0 &- start } }
    let isMoved = move.map { $0 != walk.move } ?? false
    if !isMoved { walk.noteFollowing(y) }
    let otherCount = walk.altered.count
    defer { if isMoved, let move { walk.noteMoved(y, by: move, isOther: walk.altered.count > otherCount) } }
    guard x.size != y.size || isMoved else { return }
    guard a.count == b.count, x.size.saturatingAdd(y.size) <= walk.reserve,
      SamplePlace(x, in: files.before) != nil || SamplePlace(y, in: files.after) != nil
    else {
      if x.size != y.size { walk.unreadSizes.add(y, walk.times.time(of: y)) }
      return
    }
    let unread = walk.unread
    var reserve = walk.reserve
    compareBytes(x, y, on: &walk, within: &reserve)
    (walk.reserve, walk.unread) = (reserve, unread)
  }

  private mutating func compareBytes(
    _ x: Sample, _ y: Sample, on walk: inout Walk, within budget: inout UInt64
  ) {
    let need = x.size.saturatingAdd(y.size)
    guard need <= budget else {
      walk.unread = "from sample \(y.number) on; --digest reads all"
      walk.comparesTables = true
      return
    }
    budget -= need
    subject.comparedBytes = subject.comparedBytes.saturatingAdd(need)
    if x.size == 0, y.size == 0 {
      walk.same += y.count
      return
    }
    let places = (SamplePlace(x, in: files.before), SamplePlace(y, in: files.after))
    guard let p = places.0, let q = places.1 else {
      // What neither file has is not compared; what one of them lacks is not the same.
      if places.0 == nil, places.1 == nil {
        walk.unread =
          a.isElsewhere || b.isElsewhere
          ? "it lies in another file" : "sample \(y.number) is not all in the files"
        walk.comparesTables = true
      } else {
        let time = walk.times.time(of: y)
        walk.others.add(y, time)
        walk.holders.addBefore(nil)
        if places.1 == nil { walk.missing.add(y, time) } else { walk.arrived.add(y, time) }
        walk.isReadElsewhere = false
      }
      return
    }
    if x.size == y.size {
      guard let isSame = p.comparison(with: q) else {
        walk.unread = "sample \(y.number) is not known on its own"
        return
      }
      if isSame {
        walk.same += y.count
        return
      }
    }
    if compareUnits(p, q, y, on: &walk, within: budget) { return }
    noteSets(p, q, on: &walk)
    // Of tracks of other lengths a sample is not that of its number.
    if a.count == b.count { walk.starts.add(x, y, at: (p, q), by: units, walk.times.time(of: y)) }
    if x.size != y.size { walk.sizes.add(y, walk.times.time(of: y)) }
    walk.others.add(y, walk.times.time(of: y))
    walk.altered.add(y, walk.times.time(of: y))
    walk.holders.add(x, y)
    if x.offset == y.offset { walk.staysInPlace = true }
    guard walk.isReadElsewhere else { return }
    // A sample of another size that holds the old one somewhere has got bytes put in front of it.
    guard let shift = p.shift(in: q), shift == 0 || x.size == y.size else {
      walk.isReadElsewhere = false
      return
    }
    if walk.readShift == nil || walk.readShift == 0 { walk.readShift = shift }
  }

  /// Looks at the units of two samples whose bytes differ.
  ///
  /// - Returns: Whether that says what is to be said of them: they are no others, or it is not known.
  private mutating func compareUnits(
    _ p: SamplePlace, _ q: SamplePlace, _ y: Sample, on walk: inout Walk, within budget: UInt64
  ) -> Bool {
    guard let units else { return false }
    let wrapping: NALUnits.Wrapping
    switch NALUnits.likeness(of: p, in: units.before, and: q, in: units.after) {
    case .others: return false
    case .unknown:
      noteSets(p, q, on: &walk)
      if y.isSync || y.isPartialSync { walk.starts.isUnknown = true }
      walk.unknown.add(y, walk.times.time(of: y))
      return true
    case .emptied(let isEmptied):
      noteSets(p, q, on: &walk)
      if isEmptied { walk.emptied.add(y, walk.times.time(of: y)) } else { walk.filled.add(y, walk.times.time(of: y)) }
      return true
    case .same(let found, let hasSets, let otherHasSets):
      wrapping = found
      // A set that is repeated counts where another one stood in between. Of a track that is too long for it that is asked
      // once: it goes through all samples.
      if walk.unread == nil {
        if hasSets, keepsSets.before == nil { keepsSets.before = a.keepsSets(of: units.before, within: budget) }
        if otherHasSets, keepsSets.after == nil { keepsSets.after = b.keepsSets(of: units.after, within: budget) }
      }
      guard let isKept = hasSets ? keepsSets.before : true, let isKeptToo = otherHasSets ? keepsSets.after : true
      else {
        walk.unread = "from sample \(y.number) on; --digest reads all"
        return true
      }
      guard isKept, isKeptToo else { return false }
    }
    walk.same += y.count
    walk.rewrapped.add(y, walk.times.time(of: y))
    walk.wrapping.formUnion(wrapping)
    return true
  }

  /// Notes whether one of two samples that are not known to be the same has parameter sets.
  private func noteSets(_ p: SamplePlace, _ q: SamplePlace, on walk: inout Walk) {
    guard let units, !walk.hasSets else { return }
    walk.hasSets = Self.mayHaveSets(p, units.before) || Self.mayHaveSets(q, units.after)
  }

  // MARK: Reporting

  /// `12 of 96`.
  func share(_ range: MarkedSamples, of count: Int) -> String {
    var text = ByteWriter()
    if range.count == 1 {
      text.put("sample ")
      text.put(grouped: range.number)
      if count > 1 {
        text.put(" of ")
        text.put(grouped: count)
      }
      if hasClock {
        text.put(" (")
        text.put(ProofWords.time(range.time))
        text.put(")")
      }
    } else if range.count == count {
      text.put("all ")
      text.put(count, "sample", "samples")
    } else {
      text.put(grouped: range.count)
      text.put(" of ")
      text.put(count, "sample", "samples")
      text.put(", from ")
      text.put(grouped: range.number)
      if hasClock {
        text.put(" (")
        text.put(ProofWords.time(range.time))
        text.put(")")
      }
      text.put(" on,")
    }
    return text.string
  }

  /// Of samples that only one of the files has: their bytes are no others.
  private mutating func reportPresence(_ walk: Walk) {
    // Of tracks of other lengths a sample is not the one of its number that came.
    let arrived = a.count == b.count ? walk.arrived : MarkedSamples()
    for (range, words) in [(walk.missing, " not in the file any more"), (arrived, " in the file now")] where range.count > 0 {
      addSamples(.changed, share(range, of: b.count) + (range.count == 1 ? " is" : " are") + words)
    }
  }

  /// - Returns: Which samples stand for each other, where their numbers do not say it.
  private mutating func reportSamples(
    _ walk: Walk, _ known: (walk: DifferenceWalk?, alignment: SampleAlignment?), _ budget: inout UInt64
  ) -> SampleAlignment? {
    if let why = walk.unread {
      addSamples(.notChecked, why)
      if walk.others.count == 0 && a.count == b.count {
        reportUnreadSizes(walk)
        return nil
      }
    }
    if walk.unknown.count > 0 {
      addSamples(
        .notChecked,
        share(walk.unknown, of: b.count) + (walk.unknown.count == 1 ? " has" : " have")
          + " other bytes: the snapshot has digests of whole samples")
    }
    subject.sameCount = walk.same
    subject.rewrappedCount = walk.rewrapped.count
    if walk.rewrapped.count > 0 { reportWrapping(walk) }
    reportEmptyUnits(walk)
    if a.count == b.count, walk.others.count == 0 { return nil }
    // To who aligns them by their bytes the samples above are others as well.
    let isKnownInPart =
      walk.rewrapped.count > 0 || walk.emptied.count > 0 || walk.filled.count > 0 || walk.unknown.count > 0
      || walk.unread != nil
    func addOthers() {
      guard walk.altered.count > 0 else { return }
      addSamples(
        .changed,
        share(walk.altered, of: b.count) + (walk.altered.count == 1 ? " is another" : " are others")
          + walk.wordsOfStrays(hasClock: hasClock),
        in: walk.holders)
    }
    if a.count == b.count, isKnownInPart {
      reportPresence(walk)
      addOthers()
      reportUnreadSizes(walk)
      return nil
    }
    let isMoved = walk.readShift == 0 || !walk.staysInPlace || walk.others.count == b.count
    let shift = walk.isReadElsewhere && isMoved && a.count == b.count ? walk.readShift : nil
    if let shift, shift != 0 {
      let verb = walk.others.count == 1 ? "is" : "are"
      addSamples(
        .changed,
        share(walk.others, of: b.count) + " \(verb) read from other bytes ("
          + ProofWords.signed(shift) + ")")
      return nil
    }
    // Bytes that stand elsewhere in the other file are not encrypted anew.
    let isProtected = [a, b].allSatisfy {
      $0.description.protectedShare(in: $0.home.tree) != .none
    }
    if isProtected, a.count == b.count, walk.same == 0, walk.sizes.count == 0, walk.altered.count > 0 {
      addSamples(.notChecked, "is encrypted anew: what it holds cannot be compared")
      return nil
    }
    if shift == 0 {
      reportSizes(walk.sizes, in: walk.holders)
      return nil
    }
    reportPresence(walk)
    if walk.altered.count == 0, a.count == b.count { return nil }
    // All stand where they stood, or are new: nobody has to look for them elsewhere.
    if known.walk?.isOfNewBytes == true, a.count == b.count, walk.altered.count == walk.others.count, walk.same > 0,
      walk.same + walk.others.count == b.count
    {
      addOthers()
      return nil
    }
    guard let changes = known.alignment ?? SampleAlignment(a, b, tick: tick, &budget) else {
      addSamples(
        .changed, ProofWords.others(walk.others.count, a.count, b.count), in: a.count == b.count ? walk.holders : nil)
      return nil
    }
    // What was found to be the same where it stands is. Of samples within more bytes that have one digest nobody can tell.
    if a.count == b.count, changes.same < walk.same {
      addOthers()
      return nil
    }
    subject.sameCount = changes.same
    addSamples(.changed, changes.words, in: holders(of: changes))
    return changes
  }

  private mutating func reportSizes(_ sizes: MarkedSamples, in holders: SampleHolders? = nil) {
    addSamples(
      .changed, share(sizes, of: b.count) + (sizes.count == 1 ? " has" : " have") + " another size", in: holders)
  }

  /// Where samples that were read are wrapped otherwise, those of another size may be.
  private mutating func reportUnreadSizes(_ walk: Walk) {
    guard walk.unreadSizes.count > 0, walk.rewrapped.count == 0 else { return }
    reportSizes(walk.unreadSizes)
  }

  /// Of samples whose units are the same, but for what no decoder shows.
  private mutating func reportWrapping(_ walk: Walk) {
    var reasons = walk.wrapping.names
    if let units, units.before.lengthSize != units.after.lengthSize {
      isRewrapped = walk.rewrapped.count == b.count && a.count == b.count
      reasons.append("lengths of \(units.before.lengthSize) → \(units.after.lengthSize) bytes")
    }
    var text = share(walk.rewrapped, of: b.count) + (walk.rewrapped.count == 1 ? " has" : " have")
    text += " the same slices, wrapped otherwise"
    if !reasons.isEmpty { text += ": " + reasons.joined(separator: ", ") }
    add(.samples, .equivalent, text)
  }

  /// Of samples that hold a unit without a byte besides what they held, or no longer: FFmpeg gives such a sample up,
  /// and Chromium refuses it.
  private mutating func reportEmptyUnits(_ walk: Walk) {
    for (samples, isMended) in [(walk.emptied, false), (walk.filled, true)] where samples.count > 0 {
      var text = share(samples, of: b.count) + (samples.count == 1 ? " holds an empty unit" : " hold empty units")
      if isMended { text += " no longer" }
      addSamples(.changed, text)
      if isMended, let last = findings.indices.last { findings[last].isRepair = true }
    }
  }

  /// Says what became of the samples, and of what they are to those who play them.
  private mutating func addSamples(_ state: Verdict.State, _ text: String, in holders: SampleHolders? = nil) {
    for aspect in aspect == .samples ? [.samples] : [.samples, aspect] {
      add(aspect, state, text)
      if let last = findings.indices.last { findings[last].holders = holders?.found }
    }
  }

  /// Where the samples lie that only one of the files has; `nil` where that is not known.
  private func holders(of changes: SampleAlignment) -> SampleHolders? {
    guard let alone = changes.alone, files.before.count == 1, files.after.count == 1 else { return nil }
    var holders = SampleHolders(a.home, b.home)
    for offset in alone.before { holders.addBefore(offset) }
    for offset in alone.after { holders.addAfter(offset) }
    return holders
  }

  // MARK: Rates and sync samples

  /// - Returns: Whether it says that samples last otherwise.
  private mutating func reportRate(_ walk: Walk) -> Bool {
    guard let old = SampleRate(walk.tallies.before.lengths, a), let new = SampleRate(walk.tallies.after.lengths, b),
      old != new
    else { return false }
    let isNear =
      a.count == b.count
      ? walk.times.jumps.count == 0 : old.isClose(to: new, over: min(a.count, b.count), tick: tick)
    if old.isClose(to: new, over: 1, tick: 0) { return false }
    // A coarse tick makes a picture longer and the next one less, and their rate is what it was.
    let whole = MovieTime.wholeTick(of: [a.timescale, b.timescale])
    if !isNear, walk.tallies.before.lengths.isUneven || walk.tallies.after.lengths.isUneven,
      old.isClose(to: new, over: min(a.count, b.count), tick: whole)
    {
      return false
    }
    let isPictures = ["video", "auxiliary video"].contains(b.description.kind)
    if isNear {
      if isPictures {
        add(.times, .equivalent, "\(old.text) → \(new.text) fps, within a tick of the coarser timescale")
      }
      return false
    }
    if isPictures {
      add(.times, .changed, "\(old.text) → \(new.text) fps")
    } else if a.count == b.count {
      let (was, now) = (ProofWords.length(old.length), ProofWords.length(new.length))
      add(
        .times, .changed,
        was == now
          ? "samples last \(new.ticks)/\(new.timescale) s, not \(old.ticks)/\(old.timescale) s"
          : "samples last \(now), not \(was)")
    }
    return isPictures || a.count == b.count
  }

  /// Holes, overlaps and samples that last long, of tracks whose samples do not stand for each other.
  private mutating func reportHolds(_ walk: Walk, _ alignment: SampleAlignment?) {
    let old = SampleHolds(a, SampleRate(walk.tallies.before.lengths, a)) { alignment?.isPaired(before: $0) ?? false }
    let new = SampleHolds(b, SampleRate(walk.tallies.after.lengths, b)) { alignment?.isPaired(after: $0) ?? false }
    for hold in new.list where !old.has(hold, within: tick) {
      add(.times, .changed, hold.words(isNew: true))
    }
    for hold in old.list where !new.has(hold, within: tick) {
      add(.times, .changed, hold.words(isNew: false))
    }
    if old.isCut || new.isCut { add(.times, .notChecked, "more than \(SampleHolds.limit) holds") }
  }

  /// Notes that by a finding the same bytes are decoded otherwise.
  mutating func setDecoding(_ place: Int) { findings[place].isDecoding = true }
}
