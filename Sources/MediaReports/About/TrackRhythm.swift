import ByteReading
import MediaFacts
import MediaInspection
import Structure

/// What one pass over the samples of a track tells: how far its keyframes lie apart, the second with most
/// bytes, and up to where its bytes are in the file.
struct TrackRhythm {
  private let track: SampleTrack
  private let edits: EditList
  /// When nothing more is shown of the track, in microseconds of the movie.
  private let presentationEnd: Int64?

  private var count = 0
  private var rhythm: SyncRhythm
  /// Those of 'stps', and when the first is shown.
  private var partialSyncs = 0
  private var firstPartialSync: Int64?
  private var fullest = FullestSecond(timescale: 1)
  /// Bits of samples a second, as a mean.
  private let mean: Double?
  /// Up to where its bytes are there.
  private var playable: PlayableEnd
  /// When the media ends, whatever edits show of it.
  private var mediaEnd: Int64 = 0
  /// Whether all samples were gone through.
  private(set) var isWhole = false
  /// Whether pictures are known to last differently.
  private let isVariable: Bool
  /// The shortest and the longest time that one lasts, in ticks; that of the last one says nothing.
  private var durations: (least: UInt64, most: UInt64)?
  private var lastDuration: UInt64?
  /// Where another sample entry begins to describe samples, the first of them, and how many there are.
  private var changes: [(sample: Sample, time: Int64?, from: Int, entry: Int)] = []
  private var changeCount = 0
  private var entry: Int?
  /// What kinds of picture the samples are at which decoding may start, in the order in which they are met.
  private var kinds: [KindOfPicture] = []
  /// How many of these samples were looked at, and the most that are.
  private var lookedAt = 0
  private static let kindLimit = 256
  /// When the first pictures are shown, in ticks of the media, where that is not the order of decoding.
  private var shownTimes: [Int64] = []
  /// How many are kept; of more pictures the last quarter only says which others cannot come before.
  private static let shownLimit = 128
  /// The changes that are kept.
  private static let changeLimit = 4

  private struct KindOfPicture {
    let kind: StartPicture
    var count: Int

    /// What people call so many of it.
    var words: String { kind.words(of: count) }
  }

  /// - Parameters:
  ///   - ground: What there is in the file.
  ///   - end: When nothing more is shown of the track, in microseconds; `nil` when that is not known.
  ///   - isVariable: Whether pictures last differently.
  ///   - mean: Bits of samples a second, as a mean; `nil` when that is not known.
  /// - Complexity: O(*n*) in the samples, of which 4,194,304 are looked at.
  init(
    _ track: SampleTrack, on ground: SampleGround, shownUntil end: Int64?, isVariable: Bool,
    mean: Double?
  ) {
    self.track = track
    self.mean = mean
    self.isVariable = isVariable
    edits = track.editList
    rhythm = SyncRhythm(track, edits)
    presentationEnd = end
    if let scale = Int64(exactly: track.timescale), scale > 0 { fullest = FullestSecond(timescale: scale) }
    playable = PlayableEnd(track, on: ground)
    var playable = playable
    isWhole = playable.find { add($0) }
    self.playable = playable
    rhythm.end(at: end)
  }

  private mutating func add(_ sample: Sample) {
    count += 1
    if shownTimes.count < Self.shownLimit, track.handler == "vide", !isVariable { shownTimes.append(sample.compositionTime) }
    if isVariable {
      if let lastDuration {
        durations = (min(durations?.least ?? .max, lastDuration), max(durations?.most ?? 0, lastDuration))
      }
      lastDuration = sample.duration
    }
    if sample.description > 0, sample.description != entry {
      if let entry {
        changeCount += 1
        if changes.count < Self.changeLimit {
          changes.append((sample, edits.presentationTime(of: sample), entry, sample.description))
        }
      }
      entry = sample.description
    }
    if sample.isSync {
      if lookedAt < Self.kindLimit, lookedAt == rhythm.count, track.handler == "vide" { lookAt(sample) }
      rhythm.pass(sample.compositionTime, lasting: sample.duration, isHidden: sample.isHidden)
    } else if sample.isPartialSync {
      if partialSyncs == 0 { firstPartialSync = edits.presentationTime(of: sample) }
      partialSyncs += 1
    }
    fullest.add(sample)
    mediaEnd = max(mediaEnd, sample.compositionTime.saturatingAdd(sample.duration))
  }

  /// Reads what kind of picture a sync sample is. Behind one of which that cannot be told none is looked at, so that
  /// what is said of the first so many holds for each of them.
  private mutating func lookAt(_ sample: Sample) {
    guard sample.file == 0, let units = track.units, let kind = track.startKind(of: sample, by: units)
    else { return }
    lookedAt += 1
    if let index = kinds.firstIndex(where: { $0.kind == kind }) {
      kinds[index].count += 1
    } else {
      kinds.append(KindOfPicture(kind: kind, count: 1))
    }
  }

  /// The shortest and the longest way from one picture to the next as they are shown, in ticks, where they are decoded
  /// evenly and these differ by more than what rounding to ticks does; `nil` where they do not.
  private var unevenness: (least: Int64, most: Int64)? {
    guard !isVariable, shownTimes.count > 2 else { return nil }
    var times = shownTimes
    var limit = Int64.max
    if count > times.count {
      // Pictures that were not kept are shown behind all but the last of these.
      limit = times.suffix(times.count / 4).min() ?? .max
    }
    times.sort()
    var found: (least: Int64, most: Int64)?
    var runs: [SteadyRate.Run] = []
    for (first, second) in zip(times, times.dropFirst()) where second <= limit {
      let distance = second.saturatingSubtract(first)
      found = (min(found?.least ?? .max, distance), max(found?.most ?? 0, distance))
      runs.append(SteadyRate.Run(count: 1, delta: UInt64(max(0, distance))))
    }
    guard let found, found.most - found.least > 2, (found.most - found.least) > found.most / 50 else { return nil }
    // Times may have been rounded to coarser ticks than those of the track; the last distance would not count.
    runs.append(SteadyRate.Run(count: 1, delta: 0))
    return SteadyRate.rate(of: runs, timescale: track.timescale) == nil ? found : nil
  }

  /// Whether pictures are decoded evenly and shown unevenly.
  var isUneven: Bool { unevenness != nil }

  // MARK: Facts

  /// What is said of the track, in the order in which it is said.
  var facts: [About.Fact] {
    guard isWhole, count > 0 else { return [] }
    return keyframes + spread + entries + peak + cut
  }

  private var keyframes: [About.Fact] {
    guard track.handler == "vide", count > 1 else { return [] }
    let syncs = rhythm.count
    let number = About.Fact("syncSamples", "", "", .number(UInt64(syncs)))
    if syncs == count {
      return [About.Fact("syncSamples", "", "all sync samples" + kindWords, .number(UInt64(syncs)))] + kindFact
    }
    let few = About.Fact("syncSamples", "", rhythm.fewWords + kindWords + partialWords, .number(UInt64(syncs)))
    guard let longest = rhythm.longest else { return [few] + partialFact + kindFact }
    let values = [
      About.Fact("syncDistance", "", "", .real(real(longest.length))),
      About.Fact("syncDistanceAt", "", "", .real(real(longest.start))),
    ]
    // Of one that is shown its moment says as much.
    guard let apart = rhythm.apart else { return [few] + values + partialFact + kindFact }
    let text = "sync samples " + apart + kindWords + partialWords
    return [number, About.Fact("syncDistance", "", text, values[0].value), values[1]] + partialFact + kindFact
  }

  /// `, and 1 partial, at 0.680 s`, `, and 12 partial`; empty where there are none.
  private var partialWords: String {
    if partialSyncs == 0 { return "" }
    let text = ", and \(partialSyncs.grouped) partial"
    return partialSyncs == 1 ? text + (firstPartialSync.map { ", at " + time($0) } ?? "") : text
  }

  private var partialFact: [About.Fact] {
    partialSyncs == 0 ? [] : [About.Fact("partialSyncSamples", "", "", .number(UInt64(partialSyncs)))]
  }

  /// `, all IDR`, `, IDR`, `, 3 IDR and 21 CRA`, `, the first 256 all IDR`; empty where no sample is known.
  private var kindWords: String {
    guard let first = kinds.first else { return "" }
    if rhythm.count == 1 { return ", " + first.kind.words }
    let scope = lookedAt == rhythm.count ? "" : lookedAt == 1 ? "the first is " : "the first \(lookedAt) "
    if lookedAt == 1 { return ", " + scope + first.kind.words }
    let words = kinds.count == 1
      ? "all " + first.words
      : kinds.map { "\($0.count) \($0.words)" }.joined(by: " and ")
    return ", " + scope + words
  }

  private var kindFact: [About.Fact] {
    guard let first = kinds.first else { return [] }
    let counts = kinds.map {
      About.Value.record([("kind", .text($0.kind.words)), ("count", .number(UInt64($0.count)))])
    }
    return [
      About.Fact("firstSyncKind", "", "", .text(first.kind.words)), About.Fact("syncKinds", "", "", .list(counts)),
    ]
  }

  /// Of a rate that varies, how long pictures stay.
  private var spread: [About.Fact] {
    if let (least, most) = unevenness {
      let text =
        "not constant: pictures are shown \(milliseconds(UInt64(max(0, least)))) to \(milliseconds(UInt64(max(0, most)))) ms apart"
      return [About.Fact("frameDurations", "", text, .list([.real(real(least)), .real(real(most))]))]
    }
    guard let durations, durations.least < durations.most, track.handler == "vide" else { return [] }
    let text = "pictures of \(milliseconds(durations.least)) to \(milliseconds(durations.most)) ms"
    return [
      About.Fact(
        "frameDurations", "", text,
        .list([.real(real(Int64(clamping: durations.least))), .real(real(Int64(clamping: durations.most)))]))
    ]
  }

  private func milliseconds(_ ticks: UInt64) -> String {
    let value = (Double(ticks) * 10_000 / Double(track.timescale)).rounded() / 10
    return Words.short(value)
  }

  /// Where samples begin to need another description.
  private var entries: [About.Fact] {
    guard !changes.isEmpty else { return [] }
    var words = changes.map { change in
      "entry \(change.entry) of 'stsd' from sample \(change.sample.number.grouped) on "
        + (change.time.map { "(\(time($0)))" } ?? "(not shown)") + otherwise(change.from, change.entry)
    }
    let more = UInt64(max(0, changeCount - changes.count))
    if more > 0 { words.append("and \(more.grouped) more") }
    return (more > 0 ? [About.Fact("moreEntryChanges", "", "", .number(more))] : []) + [
      About.Fact(
        "entryChanges", "", words.joined(by: ", "),
        .list(
          changes.map { change in
            .record([
              ("sample", .number(UInt64(change.sample.number))),
              ("seconds", .real(real(change.time ?? change.sample.compositionTime))),
              ("shown", .flag(change.time != nil)),
              ("from", .number(UInt64(change.from))),
              ("entry", .number(UInt64(change.entry))),
            ] + (difference(change.from, change.entry)?.members ?? []))
          }))
    ]
  }

  /// What two entries say otherwise that people see: `: 128×128 → 128×256`; empty where that is the same.
  private func otherwise(_ first: Int, _ second: Int) -> String {
    guard let words = difference(first, second)?.words, !words.isEmpty else { return "" }
    return ": " + words.joined(by: ", ")
  }

  private func difference(_ first: Int, _ second: Int) -> EntryDifference? {
    guard let old = track.coding(ofEntry: first), let new = track.coding(ofEntry: second) else { return nil }
    return EntryDifference(
      encrypted: old.isEncrypted == new.isEncrypted ? nil : new.isEncrypted, names: old.name == new.name ? nil : (old.name, new.name),
      sizes: old.size.flatMap { a in new.size.flatMap { b in a == b ? nil : (a, b) } })
  }

  /// Of a track that lasts longer than a second: the mean is the peak of others. Where no second is as full as the
  /// mean, because most stands at both ends of less than two, there is none.
  private var peak: [About.Fact] {
    guard let most = fullest.most, most.bytes > 0, real(mediaEnd) > 1.5, track.handler == "vide" || track.handler == "soun" else { return [] }
    let (bits, overflow) = most.bytes.multipliedReportingOverflow(by: 8)
    if overflow || Double(bits) < mean ?? 0 { return [] }
    // The second is one of the media; where it begins is said as the movie counts, like all moments.
    var samples = track.samples(from: most.first)
    guard let first = samples.next() else { return [] }
    let time = Words.short(real(max(0, edits.moment(of: first))))
    let text = "peak \(Words.bitRate(Double(bits))) in the second from \(time) s"
    return [About.Fact("peakBitRate", "", text, .number(bits))]
  }

  private var cut: [About.Fact] {
    if let time = playable.doubtful, time < playable.first?.time ?? .max {
      let text = "some samples outside media data, the first at \(seconds(max(0, time)))"
      return [About.Fact("outsideMediaFrom", "", text, .real(real(max(0, time))))]
    }
    guard let lost = playable.first, let until = playable.seconds else { return [] }
    let whole = presentationEnd.map { " of " + Words.seconds(UInt64(max(0, $0)), 1_000_000) } ?? ""
    let text = "plays \(seconds(max(0, lost.time)))\(whole): \(lost.why.rawValue)"
    return [About.Fact("playableUntil", "", text, .real(until))]
  }

  /// Up to where the track plays that ends early for lack of bytes, in seconds; `nil` where it does not, or where that
  /// is not known.
  var playableUntil: Double? { isWhole ? playable.seconds : nil }

  /// Whether it is known of all samples whether they can be shown.
  var isKnown: Bool { isWhole && playable.doubtful == nil }

  // MARK: Times

  private func real(_ ticks: Int64) -> Double { Double(ticks) / Double(track.timescale) }

  /// A moment in ticks as the movie counts them.
  private func time(_ ticks: Int64) -> String { seconds(max(0, ticks)) }

  private func seconds(_ ticks: Int64) -> String { Words.seconds(ticks.magnitude, track.timescale) }
}

/// What the descriptions before and behind a place say otherwise that people see; `nil` for what is the same.
private struct EntryDifference {
  /// Whether samples are encrypted from there on.
  let encrypted: Bool?
  let names: (String, String)?
  /// In pixels, as they are stored.
  let sizes: (Playback.Size, Playback.Size)?

  var words: [String] {
    var words: [String] = []
    if let encrypted { words.append(encrypted ? "clear → encrypted" : "encrypted → clear") }
    if let names { words.append("\(names.0) → \(names.1)") }
    if let (a, b) = sizes { words.append("\(a.width)×\(a.height) → \(b.width)×\(b.height)") }
    return words
  }

  /// `before` and `after`, each with what is another; empty where nothing is.
  var members: About.Value.Members {
    var (before, after): (About.Value.Members, About.Value.Members) = ([], [])
    if let encrypted {
      before.append(("encrypted", .flag(!encrypted)))
      after.append(("encrypted", .flag(encrypted)))
    }
    if let names {
      before.append(("codecName", .text(names.0)))
      after.append(("codecName", .text(names.1)))
    }
    if let (a, b) = sizes {
      before += [("width", .number(a.width)), ("height", .number(a.height))]
      after += [("width", .number(b.width)), ("height", .number(b.height))]
    }
    return before.isEmpty ? [] : [("before", .record(before)), ("after", .record(after))]
  }
}
