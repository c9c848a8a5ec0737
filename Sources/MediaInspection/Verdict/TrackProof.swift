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
  /// How much later the track is shown than before, in nanoseconds, where the same samples tell it.
  private(set) var shift: Int64?
  let a: SampleTrack
  let b: SampleTrack
  private let name: String
  /// What the samples of the track are to a viewer.
  private let aspect: Verdict.Aspect

  /// What is noted while samples of the same number are held against each other.
  private struct Walk {
    var compared = 0
    var same = 0
    var others = Range()
    var missing = Range()
    /// How far behind their places the bytes are read, where all agree: 0 for no such place.
    var readShift: Int64?
    var isReadElsewhere = true
    var sizes = Range()
    var sync = Range()
    var isSyncNow = false
    var descriptions = Range()
    var description = (before: 0, after: 0)
    var jumps: [(number: Int, time: Int64, by: Int64, isLonger: Bool)] = []
    var jumpCount = 0
    var first: (before: Int64, after: Int64)?
    var last: Int64 = 0
    var largest: Int64 = 0
    var isExact = true
    var offsets = Range()
    var offsetChange: Int64 = 0
    /// How much later the first sample is decoded, and whether all are by as much.
    var decoded: Int64?
    var isDecodedAlike = true
    var unread: String?
    var syncs = (before: SyncTimes(), after: SyncTimes())
    var hidden = Range()
  }

  /// Samples of which something is not the same: how many, and the first.
  struct Range {
    var count = 0
    var number = 0
    var last = 0
    var time: Int64 = 0

    mutating func add(_ number: Int, _ time: Int64) {
      if count == 0 { (self.number, self.time) = (number, time) }
      count += 1
      last = number
    }
  }

  /// - Parameters:
  ///   - budget: The bytes that may be read, of both files together.
  ///   - isRead: Whether bytes are to be read at all.
  init(
    _ a: SampleTrack, _ b: SampleTrack, called name: String, _ budget: inout UInt64
  ) {
    (self.a, self.b, self.name) = (a, b, name)
    aspect = Self.aspect(of: b)
    subject = Verdict.Subject(name, numbers: (a.id, b.id))
    subject.counts = (a.count, b.count)
    let walk = walk(&budget)
    tellSamples(walk, &budget)
    tellInsides()
    if a.count == b.count { tellTimes(walk) }
    tellRate(walk)
    tellHolds(walk)
    tellSync(walk)
    tellDescriptions(walk)
    if a.count == b.count, walk.others.count == 0, walk.unread == nil, let first = walk.first {
      shift = first.after.saturatingSubtract(first.before)
    }
  }

  /// What the samples of a track are to those who play it.
  static func aspect(of track: SampleTrack) -> Verdict.Aspect {
    switch track.description.kind {
    case "subtitles", "text", "closed captions": .text
    case "timecode": .timecode
    case "hint": .file
    case "metadata": .events
    default: .samples
    }
  }

  mutating func add(_ aspect: Verdict.Aspect, _ state: Verdict.State, _ text: String) {
    findings.append(
      Verdict.Finding(aspect, state, text, subject: name, track: (a.id, b.id)))
  }

  /// What other samples may hold of their own is not looked at: colours and captions in a bitstream of
  /// pictures, channels and loudness in one of sound.
  private mutating func tellInsides() {
    let state = findings.map(\.state)
    guard aspect == .samples, state.contains(.changed) || state.contains(.notChecked) else { return }
    switch b.description.kind {
    case "video", "picture":
      add(.display, .notChecked, "inside samples")
      add(.text, .notChecked, "captions inside samples")
    case "audio": add(.sound, .notChecked, "inside samples")
    default: break
    }
  }

  // MARK: Going through

  static func nanoseconds(_ ticks: Int64, _ timescale: UInt64) -> Int64 {
    let length = Int64(clamping: ticks.magnitude.scaled(by: 1_000_000_000, over: timescale))
    return ticks < 0 ? 0 &- length : length
  }

  /// A tick of the coarser of the two timescales, in nanoseconds, rounded up.
  private var tick: Int64 {
    let scale = max(1, min(a.timescale, b.timescale))
    return Int64(clamping: 1_000_000_000 / scale &+ 1)
  }

  private mutating func walk(_ budget: inout UInt64) -> Walk {
    var walk = Walk()
    let edits = (a.editList, b.editList)
    var others = b.samples()
    var ends: (Int64, Int64) = (0, 0)
    for x in a.samples() {
      guard let y = others.next() else { break }
      walk.compared += 1
      let time = Self.nanoseconds(y.compositionTime, b.timescale)
      if walk.unread == nil {
        compareBytes(x, y, time, &walk, &budget)
      }
      compareTimes(x, y, edits, ends, &walk)
      ends = (
        x.decodeTime.saturatingAdd(x.duration), y.decodeTime.saturatingAdd(y.duration)
      )
      if x.isSync != y.isSync {
        if walk.sync.count == 0 { walk.isSyncNow = y.isSync }
        walk.sync.add(y.number, time)
      }
      if x.description != y.description {
        if walk.descriptions.count == 0 { walk.description = (x.description, y.description) }
        walk.descriptions.add(y.number, time)
      }
      if x.isHidden != y.isHidden { walk.hidden.add(y.number, time) }
      walk.syncs.before.add(x, a.timescale)
      walk.syncs.after.add(y, b.timescale)
    }
    if a.count != b.count { addRest(&walk) }
    return walk
  }

  /// The sync samples that only the longer track has.
  private func addRest(_ walk: inout Walk) {
    for sample in a.samples(from: walk.compared + 1) { walk.syncs.before.add(sample, a.timescale) }
    for sample in b.samples(from: walk.compared + 1) { walk.syncs.after.add(sample, b.timescale) }
  }

  private mutating func compareBytes(
    _ x: Sample, _ y: Sample, _ time: Int64, _ walk: inout Walk, _ budget: inout UInt64
  ) {
    let need = x.size.saturatingAdd(y.size)
    guard need <= budget else {
      walk.unread = "from sample \(y.number) on; --digest reads all"
      return
    }
    budget -= need
    subject.comparedBytes = subject.comparedBytes.saturatingAdd(need)
    if x.size != y.size { walk.sizes.add(y.number, time) }
    if x.size == 0, y.size == 0 {
      walk.same += 1
      return
    }
    let places = (SamplePlace(x, in: a), SamplePlace(y, in: b))
    guard let p = places.0, let q = places.1 else {
      // What neither file has is not compared; what one of them lacks is not the same.
      if places.0 == nil, places.1 == nil {
        walk.unread =
          a.isElsewhere || b.isElsewhere
          ? "it lies in another file" : "sample \(y.number) is not all in the files"
      } else {
        walk.others.add(y.number, time)
        if places.1 == nil { walk.missing.add(y.number, time) }
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
        walk.same += 1
        return
      }
    }
    walk.others.add(y.number, time)
    guard walk.isReadElsewhere else { return }
    guard let shift = p.shift(in: q) else {
      walk.isReadElsewhere = false
      return
    }
    if walk.readShift == nil || walk.readShift == 0 { walk.readShift = shift }
  }

  private func compareTimes(
    _ x: Sample, _ y: Sample, _ edits: (EditList, EditList), _ ends: (Int64, Int64),
    _ walk: inout Walk
  ) {
    let ticks = (
      Self.nanoseconds(x.compositionOffset, a.timescale),
      Self.nanoseconds(y.compositionOffset, b.timescale)
    )
    if ticks.0 != ticks.1, !x.isHidden, !y.isHidden {
      let change = ticks.1.saturatingSubtract(ticks.0)
      if change.magnitude > UInt64(tick) {
        if walk.offsets.count == 0 { walk.offsetChange = change }
        walk.offsets.add(y.number, Self.nanoseconds(y.compositionTime, b.timescale))
      }
    }
    let decoded = Self.nanoseconds(y.decodeTime, b.timescale)
      .saturatingSubtract(Self.nanoseconds(x.decodeTime, a.timescale))
    if let first = walk.decoded {
      if decoded.saturatingSubtract(first).magnitude > UInt64(tick) { walk.isDecodedAlike = false }
    } else {
      walk.decoded = decoded
    }
    guard let p = edits.0.nominalTime(of: x), let q = edits.1.nominalTime(of: y) else { return }
    let times = (Self.nanoseconds(p, a.timescale), Self.nanoseconds(q, b.timescale))
    guard let first = walk.first else {
      walk.first = times
      return
    }
    let away = times.1.saturatingSubtract(first.after)
      .saturatingSubtract(times.0.saturatingSubtract(first.before))
    if away != 0 { walk.isExact = false }
    if away.magnitude > walk.largest.magnitude { walk.largest = away }
    let step = away.saturatingSubtract(walk.last)
    guard step.magnitude > UInt64(tick) else { return }
    walk.last = away
    walk.jumpCount += 1
    guard walk.jumps.count < 4 else { return }
    let gaps = (
      Self.nanoseconds(x.decodeTime.saturatingSubtract(ends.0), a.timescale),
      Self.nanoseconds(y.decodeTime.saturatingSubtract(ends.1), b.timescale)
    )
    walk.jumps.append((y.number, times.1, step, gaps.0 == gaps.1))
  }

  // MARK: Telling

  /// `12 of 96`.
  private func share(_ range: Range, of count: Int) -> String {
    var text = ByteWriter()
    if range.count == 1 {
      text.put("sample ")
      text.put(grouped: range.number)
      if count > 1 {
        text.put(" of ")
        text.put(grouped: count)
      }
      text.put(" (")
      text.put(ProofWords.time(range.time))
      text.put(")")
    } else if range.count == count {
      text.put("all ")
      text.put(count, "sample", "samples")
    } else {
      text.put(grouped: range.count)
      text.put(" of ")
      text.put(count, "sample", "samples")
      text.put(", from ")
      text.put(grouped: range.number)
      text.put(" (")
      text.put(ProofWords.time(range.time))
      text.put(") on,")
    }
    return text.string
  }

  private mutating func tellSamples(_ walk: Walk, _ budget: inout UInt64) {
    if let why = walk.unread {
      add(aspect, .notChecked, why)
      if walk.others.count == 0 && a.count == b.count { return }
    }
    subject.sameCount = walk.same
    if a.count == b.count, walk.others.count == 0 { return }
    let isProtected = [a, b].allSatisfy {
      $0.description.protectedShare(in: $0.home.tree) != .none
    }
    if isProtected, a.count == b.count, walk.same == 0, walk.sizes.count == 0 {
      add(aspect, .notChecked, "is encrypted anew: what it holds cannot be compared")
      return
    }
    let shift = walk.isReadElsewhere && a.count == b.count ? walk.readShift : nil
    if let shift, shift != 0 {
      let verb = walk.others.count == 1 ? "is" : "are"
      add(
        aspect, .changed,
        share(walk.others, of: b.count) + " \(verb) read from other bytes ("
          + ProofWords.signed(shift) + ")")
      return
    }
    if shift == 0 {
      let first = share(walk.sizes, of: b.count)
      add(aspect, .changed, first + (walk.sizes.count == 1 ? " has" : " have") + " another size")
      return
    }
    if walk.missing.count > 0 {
      add(
        aspect, .changed,
        share(walk.missing, of: b.count) + (walk.missing.count == 1 ? " is" : " are")
          + " not in the file any more")
      if walk.missing.count == walk.others.count, a.count == b.count { return }
    }
    if let changes = SampleAlignment(a, b, &budget) {
      subject.sameCount = changes.same
      add(aspect, .changed, changes.words)
    } else {
      add(aspect, .changed, ProofWords.others(walk.others.count, a.count, b.count))
    }
  }

  private mutating func tellTimes(_ walk: Walk) {
    guard walk.first != nil else { return }
    if walk.hidden.count > 0 {
      add(.times, .changed, share(walk.hidden, of: b.count) + " shown or hidden otherwise")
    }
    guard walk.jumpCount > 0 else {
      if !walk.isExact {
        add(.times, .equivalent, "within a tick of the coarser timescale")
      }
      return
    }
    // Another rate moves each sample a little more.
    if let (old, new) = rates, old != new, walk.jumpCount > 4 { return }
    // What edits play at another speed is told of the edits.
    if a.editList.edits.map(\.rate) != b.editList.edits.map(\.rate) { return }
    if walk.offsets.count > 0, walk.isDecodedAlike {
      let (old, new) = (walk.offsetChange, walk.offsets)
      add(
        .times, .changed,
        share(new, of: b.count) + (new.count == 1 ? " is" : " are") + " shown " + ProofWords.moved(old) + " (composition offset)")
      return
    }
    for jump in walk.jumps {
      let at = ProofWords.time(jump.time.saturatingSubtract(max(0, jump.by)))
      let length = ProofWords.length(jump.by)
      let what =
        jump.isLonger
        ? "sample \(jump.number - 1) lasts \(length) \(jump.by > 0 ? "longer" : "less") (\(at))"
        : jump.by > 0 ? "\(length) hole at \(at)" : "\(length) overlap at \(at)"
      add(.times, .changed, what)
    }
    if walk.jumpCount > walk.jumps.count {
      add(.times, .changed, "\(walk.jumpCount - walk.jumps.count) more jumps")
    }
  }

  /// The usual length of a sample in both, as ticks and timescale, of tracks that have one.
  private var rates: (SampleRate, SampleRate)? {
    guard let x = SampleRate(a), let y = SampleRate(b) else { return nil }
    return (x, y)
  }

  private mutating func tellRate(_ walk: Walk) {
    guard let (old, new) = rates, old != new, !old.isClose(to: new) else { return }
    let isPictures = ["video", "auxiliary video"].contains(b.description.kind)
    if isPictures {
      add(.times, .changed, "\(old.text) → \(new.text) fps")
    } else if a.count == b.count {
      add(
        .times, .changed,
        "samples last \(ProofWords.length(new.length)), not \(ProofWords.length(old.length))")
    }
  }

  /// Holes, overlaps and samples that last long, of tracks whose samples do not stand for each other.
  private mutating func tellHolds(_ walk: Walk) {
    guard a.count != b.count else { return }
    let (old, new) = (SampleHolds(a), SampleHolds(b))
    for hold in new.list where !old.has(hold, within: tick) {
      add(.times, .changed, hold.words(isNew: true))
    }
    for hold in old.list where !new.has(hold, within: tick) {
      add(.times, .changed, hold.words(isNew: false))
    }
    if old.isCut || new.isCut { add(.times, .notChecked, "more than \(SampleHolds.limit) holds") }
  }

  private mutating func tellSync(_ walk: Walk) {
    guard aspect == .samples else { return }
    let (old, new) = (walk.syncs.before, walk.syncs.after)
    if old.isAll, new.isAll { return }
    if new.isAll, !old.isAll, b.count > 1 {
      add(.seeking, .changed, "every sample is now marked as a sync sample")
      return
    }
    if a.count == b.count {
      guard walk.sync.count > 0 else { return }
      if walk.others.count == 0 {
        let verb = walk.sync.count == 1 ? "is" : "are"
        let what =
          walk.isSyncNow
          ? " \(verb) a sync sample now" : " \(verb) no longer \(walk.sync.count == 1 ? "a sync sample" : "sync samples")"
        add(.seeking, .changed, share(walk.sync, of: b.count) + what)
      }
    }
    guard walk.others.count > 0 || a.count != b.count else { return }
    if let text = old.words(against: new, within: tick) { add(.seeking, .changed, text) }
  }

  private mutating func tellDescriptions(_ walk: Walk) {
    guard walk.descriptions.count > 0 else { return }
    let (old, new) = walk.description
    add(
      .setup, .changed,
      share(walk.descriptions, of: b.count)
        + (walk.descriptions.count == 1 ? " uses" : " use") + " sample entry \(new), not \(old)")
  }
}

/// The bytes of a sample in a file.
struct SamplePlace {
  let document: Document
  let range: Swift.Range<Int>

  /// `nil` when not all of it is in the file.
  init?(_ sample: Sample, in track: SampleTrack) {
    document = track.documents[sample.file]
    guard let start = sample.offset, let end = sample.end,
      end <= UInt64(document.tree.file.byteCount)
    else { return nil }
    range = Int(start)..<Int(end)
  }

  func hasSameBytes(as other: SamplePlace) -> Bool { comparison(with: other) ?? false }

  /// Whether the bytes are the same; `nil` when that cannot be found out.
  func comparison(with other: SamplePlace) -> Bool? {
    document.tree.file.comparison(of: range, with: other.document.tree.file, other.range)
  }

  /// So many bytes on either side are looked at.
  private static let reach = 32

  /// How far behind its old bytes the other sample is read: +1 when what it held stands one byte before
  /// where it begins now; 0 when it begins there and is shorter or longer; `nil` when what it held is
  /// not near.
  ///
  /// Fewer than four bytes stand anywhere.
  func shift(in other: SamplePlace) -> Int64? {
    guard range.count >= 4 else { return nil }
    let whole = other.document.tree.file
    let own = document.tree.file
    let common = min(range.count, other.range.count)
    if range.count != other.range.count, common >= 4,
      own.hasSameBytes(
        in: range.lowerBound..<range.lowerBound + common, as: whole,
        in: other.range.lowerBound..<other.range.lowerBound + common)
    {
      return 0
    }
    for distance in 1...Self.reach {
      for step in [distance, 0 - distance] {
        let start = other.range.lowerBound - step
        guard start >= 0, start <= whole.byteCount - range.count else { continue }
        if own.hasSameBytes(in: range, as: whole, in: start..<start + range.count) {
          return Int64(step)
        }
      }
    }
    return nil
  }
}
