import ByteReading
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
    /// How many are decoded and never shown.
    var hiddenCount = 0
    /// How many end behind the end of the file.
    var lostCount = 0
    var offset: UInt64?
    /// What the pictures depend on, where that was read: how many of each kind, and their bytes.
    var kinds = Kinds()
  }

  /// How many pictures there are that depend on nothing, on one other, on two, and their bytes.
  ///
  /// A field each: a dictionary for each step took longer than the rest of it.
  struct Kinds {
    /// Pictures of one kind.
    struct Count {
      var count = 0
      var byteCount: UInt64 = 0
    }

    private var intra = Count()
    private var predicted = Count()
    private var bipredicted = Count()

    private func known(_ coding: PictureCoding) -> Count {
      switch coding {
      case .intra: intra
      case .predicted: predicted
      case .bipredicted: bipredicted
      }
    }

    /// Those of one kind; `nil` where there are none.
    subscript(coding: PictureCoding) -> Count? {
      let found = known(coding)
      return found.count > 0 ? found : nil
    }

    /// Whether of no picture it was read.
    var isEmpty: Bool { count == 0 }
    /// How many kinds there are.
    var count: Int { PictureCoding.allCases.count { self[$0] != nil } }
    /// The first kind that there is.
    var first: PictureCoding? { PictureCoding.allCases.first { self[$0] != nil } }

    /// Adds pictures of one kind.
    mutating func add(_ coding: PictureCoding, _ more: Count) {
      var found = known(coding)
      found.count += more.count
      found.byteCount = found.byteCount.saturatingAdd(more.byteCount)
      switch coding {
      case .intra: intra = found
      case .predicted: predicted = found
      case .bipredicted: bipredicted = found
      }
    }

    /// Adds those of another step.
    mutating func add(_ other: Self) {
      for coding in PictureCoding.allCases {
        if let more = other[coding] { add(coding, more) }
      }
    }
  }

  /// What a series has of a sample of a track, or of a frame of sound.
  struct Element {
    var number: Int
    /// Ticks of the media: when it is decoded and shown, and for how long at least.
    var decodeTime: Int64
    var time: Int64
    var duration: UInt64
    var size: UInt64
    var isSync: Bool
    /// Whether it begins a group that some samples shown before it need more of.
    var isOpen: Bool
    /// Whether it cannot be decoded from the sync sample before it.
    var isLeading: Bool
    /// Whether it is decoded and never shown.
    var isHidden: Bool
    /// Whether it ends behind the end of the file.
    var isLost: Bool
    /// The chunk that holds it, or the fragment.
    var place: Place
    var offset: UInt64?
    var coding: PictureCoding?

    init(
      _ sample: Sample, coding: PictureCoding?, isOpen: Bool = false, fileSize: UInt64 = .max
    ) {
      number = sample.number
      decodeTime = sample.decodeTime
      time = sample.compositionTime
      duration = sample.duration
      size = sample.size
      isSync = sample.isSync
      self.isOpen = isOpen || sample.isPartialSync
      isHidden = sample.isHidden
      isLeading = sample.dependencies.isLeading == 1
      place =
        sample.fragment > 0
        ? Place(number: sample.fragment, isFragment: true)
        : Place(number: sample.chunk, isFragment: false)
      offset = sample.file == 0 ? sample.offset : nil
      isLost = offset != nil && (sample.end ?? .max) > fileSize
      self.coding = coding
    }

    init(_ sample: PlainSample, fileSize: UInt64) {
      number = sample.number
      decodeTime = sample.decodeTime
      time = sample.time
      duration = sample.duration
      size = sample.size
      isSync = sample.isSync
      isOpen = false
      isLeading = false
      isHidden = sample.isHidden
      place = Place(number: sample.chunk, isFragment: false)
      offset = sample.offset
      isLost = sample.offset.map { $0.saturatingAdd(sample.size) > fileSize } ?? false
      coding = nil
    }
  }

  /// A chunk of the sample table, or a movie fragment.
  struct Place: Equatable {
    var number: Int
    var isFragment: Bool
    /// `chunk 3`, `fragment 3`.
    var name: String { (isFragment ? "fragment " : "chunk ") + String(number) }
  }

  /// The samples of one chunk or fragment.
  struct Part {
    var place: Place
    /// The first and the last in the order of decoding.
    var first: Int
    var last: Int
    /// The earliest time that one of them is shown at, in ticks of the media.
    var start: Int64
    /// Where the first lies in the file.
    var offset: UInt64?
  }

  /// A sample from which decoding may start.
  struct Start {
    var number: Int
    var time: Int64
    /// Whether samples that are shown before it need more than it, as far as the file says.
    var isOpen: Bool
    var offset: UInt64?
  }

  /// Where the times of one fragment do not go on from those before it: a gap, or an overlap.
  struct Break {
    var number: Int
    /// When what stands before it ends, and when it is decoded, in ticks of the media.
    var from: Int64
    var to: Int64
    var offset: UInt64?
  }

  private(set) var steps: [Step] = []
  /// Samples that decoding may start from, as many as a picture has room for.
  private(set) var syncs: [Start] = []
  /// Those that are drawn: all, or none where they are too many to be told apart, of which the first alone would
  /// look as if there were no others.
  var drawnSyncs: [Start] { syncs.count <= Self.drawnSyncLimit ? syncs : [] }
  /// Chunks and fragments in their order, as many as a picture has room for.
  private(set) var parts: [Part] = []
  private(set) var hasAllParts = true
  private(set) var breaks: [Break] = []
  private(set) var syncCount = 0
  /// Those that decoding may start from with some loss, and that are no sync samples.
  private(set) var openCount = 0
  /// Samples that end behind the end of the file.
  private(set) var lostCount = 0
  /// How they lie apart, of a track of pictures.
  private(set) var rhythm: SyncRhythm?
  /// How long all last together, in ticks.
  private(set) var length: UInt64 = 0
  private(set) var byteCount: UInt64 = 0
  private(set) var count = 0
  private(set) var start: Int64 = .max
  private(set) var end: Int64 = .min
  /// How often each distance between samples occurs, for the first few that are met.
  private var gaps = Gaps()
  /// Whether samples are shown as they are decoded, each until the next.
  private var isOrdered = false
  /// Samples whose order is not known yet, behind those that were taken.
  private var window: [Element] = []
  /// How many of the window were taken; it is cut now and then, and not for each.
  private var taken = 0
  /// How they lie in the file, and the same with an end at each chunk and fragment, as long as those are
  /// few.
  private var plainRuns: SampleRuns?
  private var partRuns: SampleRuns?
  private let perStep: Int
  private let limit: Int
  private var lastSync: Int64?
  /// When the last of the sync samples is shown, in ticks of the media.
  var syncTime: Int64? { lastSync }
  /// When the last sample that was met ends, in the order of decoding.
  private var decodeEnd: Int64?

  /// So many samples are read at once where that is possible.
  private static let columnLength = 256
  /// Frames may be decoded so many places before they are shown (14496-10 §A.3.1 allows 16).
  private static let windowLength = 32
  private static let syncLimit = 2_000
  private static let drawnSyncLimit = 500
  /// So many chunks can be told apart in a picture.
  static let partLimit = 300
  private static let breakLimit = 64

  /// The first elements in the order in which they are decoded.
  private(set) var first: [Element] = []
  /// How many of them are kept.
  static let firstLimit = 64

  /// Begins a series of about `promised` elements, which are joined into `limit` steps at most.
  init(of promised: Int, steps limit: Int) {
    let limit = max(1, limit)
    perStep = Self.stepLength(of: promised, limit)
    self.limit = limit
  }

  /// The samples of a track, of which `coding` says what the pictures depend on; where they lie in the file
  /// is joined into `runs`, as many as steps without it.
  init(
    _ track: SampleTrack, steps limit: Int, runs: Int? = nil, fileSize: UInt64 = .max,
    coding: ((Sample) -> PictureCoding?)? = nil
  ) {
    self.init(of: track.count, steps: limit)
    plainRuns = SampleRuns(of: track.count, limit: runs ?? limit, hasPlaces: false)
    partRuns = SampleRuns(of: track.count, limit: runs ?? limit, hasPlaces: true)
    if track.handler == "vide" { rhythm = SyncRhythm(track, track.editList) }
    var samples = track.samples()
    isOrdered = samples.areShownInOrder
    // Groups are read of each sample only where they say something that is drawn.
    var groups = track.marksOpenPoints ? track.groups() : nil
    let isPlain = groups == nil && coding == nil
    let takesRuns = isOrdered && isPlain
    var plain: [PlainSample] = []
    // What is shown in another order than it is decoded in is read in columns.
    while isPlain, !isOrdered, samples.next(Self.columnLength, into: &plain) {
      for sample in plain { add(Element(sample, fileSize: fileSize)) }
    }
    while let sample = samples.next() {
      let isOpen = groups?.next()?.contains { $0.type == "rap " && $0.index > 0 } ?? false
      let element = Element(sample, coding: coding?(sample), isOpen: isOpen, fileSize: fileSize)
      let room = takesRuns && !element.isLost ? roomForRun(element) : 1
      guard room > 1, let run = samples.run(from: sample, most: room, before: fileSize) else {
        add(element)
        continue
      }
      add(element, of: run)
    }
    finish()
  }

  /// How many samples, of which `element` is the first, may be taken as one: as many as one step and one
  /// run have room for, where each of them need not be noted for itself.
  private func roomForRun(_ element: Element) -> Int {
    guard first.count >= Self.firstLimit, !element.isSync || syncs.count >= Self.syncLimit else { return 1 }
    var room = perStep
    if let last = steps.last {
      room = last.count < perStep ? perStep - last.count : steps.count < limit ? perStep : .max
    }
    if let plainRuns { room = min(room, plainRuns.room) }
    if hasAllParts, let partRuns { room = min(room, partRuns.room) }
    return room
  }

  /// Goes on to samples that differ in number and size alone, and are shown as they are decoded.
  private mutating func add(_ element: Element, of run: SampleRun) {
    let more = run.count - 1
    add(noting: element)
    count += more
    byteCount = byteCount.saturatingAdd(run.byteCount - element.size)
    length = length.saturatingAdd(element.duration.saturatingMultiply(UInt64(clamping: more)))
    if let last = parts.indices.last, parts[last].place == element.place { parts[last].last = run.lastNumber }
    decodeEnd = run.lastDecodeTime.saturatingAdd(element.duration)
    if element.isSync {
      syncCount += more
      lastSync = run.lastDecodeTime
    }
    plainRuns?.add(element, of: run)
    if hasAllParts { partRuns?.add(element, of: run) }
    take(element, nextAt: nil, run: run)
  }

  /// Goes on to the next in the order in which they are decoded.
  mutating func add(_ element: Element) {
    add(noting: element)
    plainRuns?.add(element)
    if hasAllParts { partRuns?.add(element) }
    if isOrdered { return take(element, nextAt: nil, run: nil) }
    var place = window.count
    window.append(element)
    while place > taken, window[place - 1].time > element.time {
      window[place] = window[place - 1]
      place -= 1
    }
    if place < window.count - 1 { window[place] = element }
    if window.count - taken > Self.windowLength { take() }
  }

  /// Counts the next in the order in which they are decoded.
  private mutating func add(noting element: Element) {
    count += 1
    byteCount = byteCount.saturatingAdd(element.size)
    length = length.saturatingAdd(element.duration)
    if first.count < Self.firstLimit { first.append(element) }
    note(element)
    if element.isSync || element.isOpen, syncs.count < Self.syncLimit {
      syncs.append(Start(number: element.number, time: element.time, isOpen: element.isOpen, offset: element.offset))
    }
    if element.isOpen, !element.isSync { openCount += 1 }
    if element.isLost { lostCount += 1 }
    if element.isLeading, syncs.count < Self.syncLimit, let last = syncs.indices.last {
      syncs[last].isOpen = true
    }
    if element.isSync {
      syncCount += 1
      rhythm?.pass(element.time, lasting: element.duration, isHidden: element.isHidden)
      lastSync = element.time
    }
  }

  /// Notes which chunk holds it, and whether its time goes on from that before it.
  private mutating func note(_ element: Element) {
    if !hasAllParts {
      // Those that follow are not kept.
    } else if let last = parts.indices.last, parts[last].place == element.place {
      parts[last].last = element.number
      parts[last].start = min(parts[last].start, element.time)
    } else if parts.count < Self.partLimit {
      parts.append(
        Part(place: element.place, first: element.number, last: element.number, start: element.time,
          offset: element.offset))
    } else {
      hasAllParts = false
    }
    if let decodeEnd, decodeEnd != element.decodeTime, breaks.count < Self.breakLimit {
      breaks.append(
        Break(
          number: element.number, from: decodeEnd, to: element.decodeTime, offset: element.offset))
    }
    decodeEnd = element.decodeTime.saturatingAdd(element.duration)
  }

  /// No more elements come.
  mutating func finish() {
    while taken < window.count { take() }
    // Where all are sync samples nobody asks how far they lie apart, and runs are not passed one by one.
    if syncCount == count { rhythm = nil }
    plainRuns?.finish()
    partRuns?.finish()
  }

  /// Joins steps of one sample each, so that they are those of a series of so many elements that was begun
  /// with this limit.
  mutating func joinSteps(of promised: Int, to limit: Int) {
    let size = Self.stepLength(of: promised, limit)
    guard size > 1 else { return }
    var joined: [Step] = []
    joined.reserveCapacity(min(steps.count, limit))
    for (place, step) in steps.enumerated() {
      // More than were promised go into the last.
      if place % size == 0, joined.count < limit {
        joined.append(step)
      } else {
        joined[joined.count - 1].join(step)
      }
    }
    steps = joined
  }

  /// How many samples a step has, of which there are `limit` at most.
  private static func stepLength(of promised: Int, _ limit: Int) -> Int {
    max(1, promised / limit + (promised % limit > 0 ? 1 : 0))
  }

  /// How the samples of a track follow one another in the file: those of a chunk or a fragment each for
  /// itself, where there are few enough of them.
  var runs: [SampleRuns.Run] {
    let found = hasAllParts && parts.count > 1 ? partRuns : plainRuns
    return found?.runs ?? []
  }

  /// Takes the one that is shown next.
  private mutating func take() {
    let element = window[taken]
    taken += 1
    if taken == Self.windowLength * 4 {
      window.removeFirst(taken)
      taken = 0
    }
    take(element, nextAt: taken < window.count ? window[taken].time : nil, run: nil)
  }

  /// Takes the one that is shown next, and with it those of `run`, whose first it is, before one that is
  /// shown at `nextTime`; `nil` for when it ends.
  private mutating func take(_ element: Element, nextAt nextTime: Int64?, run: SampleRun?) {
    let time = element.time
    let ends = time.saturatingAdd(element.duration)
    let next = max(time, nextTime ?? ends)
    // More than were promised go into the last.
    if steps.isEmpty || steps[steps.count - 1].count >= perStep && steps.count < limit {
      steps.append(Step())
    }
    let gap = next.saturatingSubtract(time)
    steps[steps.count - 1].take(element, until: next, gap)
    start = min(start, time)
    end = max(end, max(ends, next))
    if let run {
      let last = run.lastDecodeTime.saturatingAdd(element.duration)
      end = max(end, last)
      steps[steps.count - 1].take(run, behind: element, until: last)
    }
    gaps.add(gap, run?.count ?? 1)
  }

  /// The distance from one sample to the next that most of them have, in ticks.
  var usualGap: Int64? { gaps.counts.max { $0.count < $1.count }?.ticks }
  /// How many different distances there are, 64 at most.
  var gapCount: Int { gaps.counts.count }

  /// How often each distance occurs, of the first 64 that are met.
  private struct Gaps {
    private(set) var counts: [(ticks: Int64, count: Int)] = []
    /// The distance that was met last, by its place among them: most often that of the next, too.
    private var last = 0
    /// The places of the others, by a hash; −1 where there is none. Three of four are free.
    private var places = [Int8](repeating: -1, count: 256)

    mutating func add(_ ticks: Int64, _ found: Int) {
      if last < counts.count, counts[last].ticks == ticks {
        counts[last].count += found
        return
      }
      var slot = Int(truncatingIfNeeded: (UInt64(bitPattern: ticks) &* 0x9E37_79B9_7F4A_7C15) &>> 56)
      while places[slot] >= 0 {
        let place = Int(places[slot])
        if counts[place].ticks == ticks {
          counts[place].count += found
          last = place
          return
        }
        slot = (slot &+ 1) & 255
      }
      guard counts.count < 64 else { return }
      last = counts.count
      places[slot] = Int8(truncatingIfNeeded: last)
      counts.append((ticks, found))
    }
  }
}

extension SampleSeries.Step {
  /// Takes one more in, after which the next is shown `gap` ticks later, at `next`.
  fileprivate mutating func take(_ element: SampleSeries.Element, until next: Int64, _ gap: Int64) {
    first = min(first, element.number)
    last = max(last, element.number)
    count += 1
    byteCount = byteCount.saturatingAdd(element.size)
    if element.size > largest.size || largest.number == 0 {
      largest = (element.number, element.size)
    }
    start = min(start, element.time)
    end = max(end, next)
    leastGap = min(leastGap, gap)
    if gap > greatestGap {
      greatestGap = gap
      slowest = element.number
    }
    if element.isSync { syncCount += 1 }
    if element.isHidden { hiddenCount += 1 }
    if element.isLost { lostCount += 1 }
    if let coding = element.coding {
      kinds.add(coding, SampleSeries.Kinds.Count(count: 1, byteCount: element.size))
    }
    if offset == nil { offset = element.offset }
  }

  /// Takes those in that follow `element`, the first of a run that ends at `end`.
  fileprivate mutating func take(_ run: SampleRun, behind element: SampleSeries.Element, until end: Int64) {
    last = max(last, run.lastNumber)
    count += run.count - 1
    byteCount = byteCount.saturatingAdd(run.byteCount - element.size)
    if run.largest.size > largest.size { largest = run.largest }
    self.end = max(self.end, end)
    if element.isSync { syncCount += run.count - 1 }
  }

  /// Takes those of another step in, which are shown behind its own.
  fileprivate mutating func join(_ other: Self) {
    first = min(first, other.first)
    last = max(last, other.last)
    count += other.count
    byteCount = byteCount.saturatingAdd(other.byteCount)
    if other.largest.size > largest.size || largest.number == 0 { largest = other.largest }
    start = min(start, other.start)
    end = max(end, other.end)
    leastGap = min(leastGap, other.leastGap)
    if other.greatestGap > greatestGap {
      greatestGap = other.greatestGap
      slowest = other.slowest
    }
    syncCount += other.syncCount
    hiddenCount += other.hiddenCount
    lostCount += other.lostCount
    kinds.add(other.kinds)
    offset = offset ?? other.offset
  }

  /// `sample 7`, `samples 7–12`.
  var range: String { first == last ? "sample \(first)" : "samples \(first)–\(last)" }

  /// Their numbers, the first and the last in the order of decoding.
  var numbers: ClosedRange<Int> { first...max(first, last) }

  /// How long it takes, in ticks.
  var length: Int64 { end.saturatingSubtract(start) }
}
