import ByteReading
import MediaFacts
import Structure

/// Which samples of one track are in another with the same bytes, and what became of the rest: dropped,
/// new, in another order.
///
/// Samples are distinguished by a number of 64 bits and their size, and those that pair are compared byte
/// by byte.
struct SampleAlignment {
  /// The samples that both have, in the same order.
  private(set) var same = 0
  private(set) var words = ""
  /// Whether some of them have another number than before.
  private(set) var isElsewhere = false
  /// Whether both have some in another order.
  private(set) var isReordered = false
  /// For each entry of the first track, in the order of its samples, the place in the second of the one with
  /// the same bytes; -1 for none. Empty where ``cut`` says it.
  private var partners: [Int] = []
  /// Where all samples of one track stand in the other, where that was found without listing them.
  private var cut: CutPlace?
  /// The entries of both tracks.
  private(set) var counts: (before: Int, after: Int) = (0, 0)
  /// For each of these whether one of the first has the same bytes.
  private var taken: [Bool] = []
  /// Where those begin that only one of the tracks has; `nil` for one that is not there, and in place of all where both
  /// have some in another order.
  private(set) var alone: (before: [UInt64?], after: [UInt64?])?
  /// When those that both have are shown.
  private(set) var times: AlignedTimes
  /// Whether a file says how long a tick is.
  private let hasClock: Bool

  /// The samples of a track that are kept side by side: of a longer one those between what both begin and
  /// end with.
  private static let limit = 1 << 18

  private struct Entry {
    let key: UInt64
    let place: SamplePlace?
    /// Its number, and the samples it stands for: those of a packet of QuickTime sound are one entry.
    let number: Int
    let count: Int
    /// The time by which it is named, and when it is shown as edits place it, unclamped, in nanoseconds;
    /// ``unshown`` when it is not.
    let time: Int64
    let shown: Int64
    /// How long it lasts as its track has it, in nanoseconds.
    let duration: Int64

    static let unshown = Int64.min

    init(_ sample: Sample, _ track: SampleTrack, _ edits: EditList, at place: SamplePlace?) {
      var key = sample.size &* 0x9E37_79B9_7F4A_7C15
      if let place { key = place.document.tree.file.mixed(place.range, into: key) }
      self.key = key
      self.place = place
      number = sample.number
      count = sample.count
      time = MovieTime.nanoseconds(edits.moment(of: sample), track.timescale)
      shown =
        edits.nominalTime(of: sample).map { MovieTime.nanoseconds($0, track.timescale) }
        ?? Self.unshown
      duration = MovieTime.nanoseconds(Int64(clamping: sample.duration), track.timescale)
    }
  }

  /// The entries of a track, of which those are kept that stand between what is the same at both ends.
  private struct List {
    var kept: [Entry] = []
    /// The place of the first of these.
    let start: Int
    /// How many there are in all, and the samples that they stand for.
    var total = 0
    var samples = 0

    subscript(place: Int) -> Entry? {
      kept.indices.contains(place - start) ? kept[place - start] : nil
    }
  }

  /// - Parameters:
  ///   - tick: By how many nanoseconds a sample may be shown later and still at the same time.
  ///   - budget: The bytes that may be read.
  /// - Complexity: O(*n* log *n*) in the samples, O(*n*) in their bytes. `nil` for more samples or bytes
  ///   than may be looked at.
  init?(_ a: SampleTrack, _ b: SampleTrack, tick: Int64, _ budget: inout UInt64) {
    times = AlignedTimes(tick: tick)
    hasClock = a.timescale > 0 || b.timescale > 0
    let isLong = a.count > Self.limit || b.count > Self.limit
    let isOfNumbers = a.isSoundByTheSample || b.isSoundByTheSample
    var ends = (head: 0, tail: 0)
    if isLong || isOfNumbers && a.count != b.count {
      guard let found = Self.ends(a, b, isOfNumbers: isOfNumbers, &budget) else { return nil }
      if let cut = Self.cut(a, b, found, isOfNumbers: isOfNumbers, &budget) {
        pair(a, b, cut)
        return
      }
      if isLong { ends = (found.head, min(found.tail, max(0, min(a.count, b.count) - found.head))) }
    }
    guard a.count - ends.head - ends.tail <= Self.limit, b.count - ends.head - ends.tail <= Self.limit,
      let share = Optional(
        MemoryShare(b.document.memory, for: "there is no memory for comparing all samples")),
      share.grow(
        by: (a.count + b.count - 2 * (ends.head + ends.tail)) * (MemoryLayout<Entry>.stride + 64)
          + (isLong ? (a.count + b.count) * Self.bytesOfPlace : 0)),
      let x = Self.entries(a, ends, &budget), let y = Self.entries(b, ends, &budget),
      min(x.total, y.total) >= ends.head + ends.tail
    else { return nil }
    pair(x, y, ends, isOfNumbers: isOfNumbers)
    addTimes(a, b, in: x, y, ends: ends)
  }

  /// By how much later all samples that both have and show are shown, in nanoseconds; `nil` where that is not one time.
  var shift: Int64? { isReordered || times.jumps.count > 0 ? nil : times.first?.moved }

  /// The place in the second track of the entry with the bytes of one of the first; -1 for none.
  func partner(ofBefore place: Int) -> Int {
    guard let cut else { return partners.indices.contains(place) ? partners[place] : -1 }
    guard (0..<counts.before).contains(place) else { return -1 }
    return counts.before < counts.after ? cut.inLonger(place) : cut.inShorter(place) ?? -1
  }

  /// Whether an entry of the first track has a partner in the second.
  func isPaired(before place: Int) -> Bool { partner(ofBefore: place) >= 0 }

  /// Whether an entry of the second track has a partner in the first.
  func isPaired(after place: Int) -> Bool {
    guard let cut else { return taken.indices.contains(place) && taken[place] }
    guard (0..<counts.after).contains(place) else { return false }
    return counts.after < counts.before || cut.inShorter(place) != nil
  }

  /// What a sample takes whose partner is known, about.
  private static let bytesOfPlace = 40

  /// The samples that two tracks have alike from the first on and from the last on, each counted alone for numbers of
  /// sound, found without keeping any; `nil` for more bytes than may be looked at.
  ///
  /// - Complexity: O(*n*) in the samples and in their bytes.
  private static func ends(
    _ a: SampleTrack, _ b: SampleTrack, isOfNumbers: Bool, _ budget: inout UInt64
  ) -> (head: Int, tail: Int, before: Int, after: Int)? {
    var pairs = Pairs(a, b, budget)
    defer { budget = pairs.budget }
    var (head, before, after) = (0, 0, 0)
    for (x, y) in zip(a.samples(), b.samples()) {
      guard pairs.isSame(x, y) else { break }
      head += 1
    }
    for _ in a.samples() { before += 1 }
    for _ in b.samples() { after += 1 }
    // Of the longer one those come first that the other has no partner for.
    var tail = 0
    let (late, lateOther) = (max(0, before - after), max(0, after - before))
    let first = isOfNumbers ? 0 : head
    // Who is out of steps passes fewer samples than before.
    guard min(before, after) >= head else { return nil }
    for (place, (x, y)) in zip(
      a.samples().dropFirst(late), b.samples().dropFirst(lateOther)
    ).enumerated() where place >= first {
      tail = pairs.isSame(x, y) ? tail + 1 : 0
    }
    return pairs.isTooMuch ? nil : (head, min(tail, min(before, after) - first), before, after)
  }

  /// Samples of two tracks whose bytes are compared.
  private struct Pairs {
    private let documents: (before: [Document], after: [Document])
    /// The bytes that may be read.
    private(set) var budget: UInt64
    private(set) var isTooMuch = false

    init(_ a: SampleTrack, _ b: SampleTrack, _ budget: UInt64) {
      documents = (a.documents, b.documents)
      self.budget = budget
    }

    mutating func isSame(_ x: Sample, _ y: Sample) -> Bool {
      guard x.size == y.size, x.count == y.count else { return false }
      guard x.size <= budget / 2 else {
        isTooMuch = true
        return false
      }
      budget -= 2 * x.size
      guard let p = SamplePlace(x, in: documents.before), let q = SamplePlace(y, in: documents.after) else { return false }
      return p.range.count == q.range.count && p.hasSameBytes(as: q)
    }
  }

  /// Where all samples of one track stand in a longer one.
  ///
  /// - Complexity: O(*n*) in the samples and in their bytes.
  private static func cut(
    _ a: SampleTrack, _ b: SampleTrack, _ ends: (head: Int, tail: Int, before: Int, after: Int), isOfNumbers: Bool,
    _ budget: inout UInt64
  ) -> CutPlace? {
    // Each entry is to be one sample.
    guard ends.before == a.count, ends.after == b.count else { return nil }
    let (shorter, longer) = a.count < b.count ? (a, b) : (b, a)
    let counts = (shorter: shorter.count, longer: longer.count)
    if let cut = CutPlace(head: ends.head, tail: ends.tail, counts: counts, prefersFront: isOfNumbers) { return cut }
    guard isOfNumbers else { return nil }
    var pairs = Pairs(shorter, longer, budget)
    defer { budget = pairs.budget }
    let documents = (shorter.documents, longer.documents)
    func keys(_ track: SampleTrack, _ documents: [Document], _ body: (UInt64) -> Bool) {
      for sample in track.samples() {
        // What is known by the digest of more than itself has no key.
        guard let place = SamplePlace(sample, in: documents), !place.isAbsent,
          body(place.document.tree.file.mixed(place.range, into: sample.size))
        else { return }
      }
    }
    return CutPlace(
      shorter: { keys(shorter, documents.0, $0) }, longer: { keys(longer, documents.1, $0) }, counts: counts
    ) { start in
      let isWhole = zip(shorter.samples(), longer.samples(from: start + 1)).allSatisfy { pairs.isSame($0, $1) }
      return pairs.isTooMuch ? nil : isWhole
    }
  }

  /// Takes what one track lacks of the other, of which it has all else.
  private mutating func pair(_ a: SampleTrack, _ b: SampleTrack, _ cut: CutPlace) {
    self.cut = cut
    counts = (a.count, b.count)
    same = cut.counts.shorter
    isElsewhere = true
    let isGone = a.count > b.count
    let (shorter, longer) = isGone ? (b, a) : (a, b)
    let (edits, others) = (shorter.editList, longer.editList)
    func entry(_ place: Int) -> Entry? {
      longer.samples(from: place + 1).first { _ in true }.map { Entry($0, longer, others, at: nil) }
    }
    func time(_ place: Int) -> String? { hasClock ? entry(place).map { ProofWords.time($0.time) } : nil }
    let noun = longer.count == 1 ? "sample" : "samples"
    let count = cut.missing.reduce(0) { $0 + $1.count }
    let isNewBehind = !isGone && cut.missing.count == 1
    words =
      (count > 1 && !isNewBehind
        ? ProofWords.ends(cut.missing, of: longer.count, noun, isGone: isGone, time: time) : nil)
      ?? cut.missing.first.flatMap { entry($0.lowerBound) }.map {
        part(count, from: $0, all: longer.count, isGone ? "is gone" : "is new", isGone ? "are gone" : "are new")
      } ?? ""
    for (p, q) in zip(shorter.samples().prefix(cut.head), longer.samples(from: cut.start + 1)) {
      add(p, q)
    }
    if cut.head < shorter.count {
      for (p, q) in zip(shorter.samples(from: cut.head + 1), longer.samples(from: cut.inLonger(cut.head) + 1)) { add(p, q) }
    }
    func add(_ p: Sample, _ q: Sample) {
      let (x, y) = (Entry(p, shorter, edits, at: nil), Entry(q, longer, others, at: nil))
      addTimes(isGone ? y : x, isGone ? x : y)
    }
    guard count <= Self.limit else { return }
    var offsets: [UInt64?] = []
    for range in cut.missing {
      for sample in longer.samples(from: range.lowerBound + 1).prefix(range.count) {
        offsets.append(sample.file == 0 ? sample.offset : nil)
      }
    }
    alone = isGone ? (offsets, []) : ([], offsets)
  }

  private static func entries(
    _ track: SampleTrack, _ ends: (head: Int, tail: Int), _ budget: inout UInt64
  ) -> List? {
    var list = List(start: ends.head)
    var total = 0
    if ends.tail > 0 { for _ in track.samples() { total += 1 } } else { total = .max }
    let edits = track.editList
    let documents = track.documents
    if total == .max { list.kept.reserveCapacity(track.count) }
    for sample in track.samples() {
      defer { list.total += 1 }
      list.samples += sample.count
      if list.total < ends.head || list.total >= total - ends.tail { continue }
      guard sample.size <= budget else { return nil }
      budget -= sample.size
      list.kept.append(Entry(sample, track, edits, at: SamplePlace(sample, in: documents)))
    }
    return list
  }

  private func isSame(_ x: Entry, _ y: Entry) -> Bool {
    guard x.key == y.key, let p = x.place, let q = y.place else { return false }
    return p.range.count == q.range.count && p.hasSameBytes(as: q)
  }

  /// - Parameter isOfNumbers: Whether a sample is some numbers of plain sound: others have the same by chance.
  private mutating func pair(_ a: List, _ b: List, _ ends: (head: Int, tail: Int), isOfNumbers: Bool) {
    let (x, y) = (a.kept, b.kept)
    var partners = Array(repeating: -1, count: a.total)
    var taken = Array(repeating: false, count: b.total)
    func take(_ i: Int, _ j: Int) {
      partners[i + a.start] = j + b.start
      taken[j + b.start] = true
    }
    for place in 0..<ends.head { take(place - a.start, place - b.start) }
    for place in 1..<ends.tail + 1 { take(a.total - a.start - place, b.total - b.start - place) }
    // What is the same at both ends has stayed, and of as many samples those of one number: silence, and
    // whatever else repeats, pairs with itself.
    let least = min(x.count, y.count)
    var head = 0
    while head < least, isSame(x[head], y[head]) {
      take(head, head)
      head += 1
    }
    var tail = 0
    while tail < least - head, isSame(x[x.count - 1 - tail], y[y.count - 1 - tail]) {
      take(x.count - 1 - tail, y.count - 1 - tail)
      tail += 1
    }
    let middle = head..<x.count - tail
    if x.count == y.count {
      for i in middle where isSame(x[i], y[i]) { take(i, i) }
    }
    if !isOfNumbers, !middle.isEmpty {
      for (i, j) in RepeatedBytes.pairs(
        x.map(\.key), y.map(\.key),
        known: x.indices.map { partners[$0 + a.start] < 0 ? -1 : partners[$0 + a.start] - b.start },
        isSame: { isSame(x[$0], y[$1]) })
      {
        take(i, j)
      }
    }
    (self.partners, self.taken, counts) = (partners, taken, (a.total, b.total))
    // Those that are not kept have partners, in order.
    let outside = a.samples - x.reduce(0) { $0 + $1.count }
    func count(_ places: some Sequence<Int>, of list: List) -> Int {
      places.reduce(0) { $0 + (list[$1]?.count ?? 0) }
    }
    same = outside + count(RisingPart.places(of: partners), of: a)
    let paired = outside + count(partners.indices.filter { partners[$0] >= 0 }, of: a)
    let all = (before: a.samples, after: b.samples)
    let dropped = partners.indices.filter { partners[$0] < 0 }
    let new = taken.indices.filter { !taken[$0] }
    var parts: [String] = []
    if dropped.count == new.count, dropped == new, !dropped.isEmpty {
      parts.append(
        part(dropped, of: b, all: all.after, "is another", "are others"))
    } else {
      if !dropped.isEmpty {
        let isEnd = dropped.last == a.total - 1 && dropped.count == a.total - dropped[0]
        let isStart = dropped[0] == 0 && dropped.last == dropped.count - 1
        if dropped.count == a.total {
          parts.append(ProofWords.others(all.after, all.before, all.after))
        } else if isEnd || isStart, dropped.count > 1 {
          let count = count(dropped, of: a).grouped
          parts.append("the \(isEnd ? "last" : "first") \(count) of \(all.before.grouped) samples are gone")
        } else if let words = bothEnds(dropped, of: a, all: all.before) {
          parts.append(words)
        } else {
          parts.append(part(dropped, of: a, all: all.before, "is gone", "are gone"))
        }
      }
      if !new.isEmpty, dropped.count < a.total || a.total == 0 {
        parts.append(part(new, of: b, all: all.after, "is new", "are new"))
      }
    }
    isReordered = paired > same
    if !isReordered {
      func offset(_ entry: Entry?) -> UInt64? { entry?.place.map { UInt64(clamping: $0.range.lowerBound) } }
      alone = (dropped.map { offset(a[$0]) }, new.map { offset(b[$0]) })
    }
    if isReordered {
      parts.append("\(paired - same) of \(paired) samples stand in another order")
    }
    words = parts.joined(separator: ", ")
    if words.isEmpty { words = ProofWords.others(0, all.before, all.after) }
  }

  /// Notes when each sample of the second track is shown that has a partner, in the order of that track.
  private mutating func addTimes(
    _ a: SampleTrack, _ b: SampleTrack, in x: List, _ y: List, ends: (head: Int, tail: Int)
  ) {
    // Which picture is shown next to one of those that are kept is known where all are.
    let isWhole = ends.head == 0 && ends.tail == 0
    let lengths: (before: [Int64], after: [Int64])? =
      isWhole ? (before: Self.lengths(of: x), after: Self.lengths(of: y)) : nil
    let (edits, others) = (a.editList, b.editList)
    for (p, q) in zip(a.samples().prefix(ends.head), b.samples().prefix(ends.head)) {
      addTimes(Entry(p, a, edits, at: nil), Entry(q, b, others, at: nil))
    }
    var sources = Array(repeating: -1, count: y.total)
    for (i, j) in partners.enumerated() where j >= 0 { sources[j] = i }
    for (j, i) in sources.enumerated() where i >= 0 {
      guard let p = x[i], let q = y[j] else { continue }
      if i != j { isElsewhere = true }
      addTimes(p, q, lengths.map { (before: $0.before[i], after: $0.after[j]) })
    }
    guard ends.tail > 0 else { return }
    if x.total != y.total { isElsewhere = true }
    for (p, q) in zip(
      a.samples().dropFirst(x.total - ends.tail), b.samples().dropFirst(y.total - ends.tail))
    {
      addTimes(Entry(p, a, edits, at: nil), Entry(q, b, others, at: nil))
    }
  }

  /// Notes when two samples are shown that stand for each other.
  private mutating func addTimes(_ p: Entry, _ q: Entry, _ length: (before: Int64, after: Int64)? = nil) {
    func shown(_ entry: Entry) -> Int64? { entry.shown == Entry.unshown ? nil : entry.shown }
    times.add(
      shown(p), shown(q), number: q.number, times: (p.time, q.time), length: length ?? (p.duration, q.duration))
  }

  /// Of entries in two runs, at the first and at the last of a list; `nil` for others.
  private func bothEnds(_ places: [Int], of list: List, all: Int) -> String? {
    guard places.first == 0, places.last == list.total - 1, let gap = places.indices.first(where: { places[$0] != $0 }),
      let back = places.dropFirst(gap).first, list.total - back == places.count - gap, all == list.total
    else { return nil }
    return ProofWords.ends([0..<gap, back..<list.total], of: all, "samples", isGone: true) { place in
      hasClock ? list[place].map { ProofWords.time($0.time) } : nil
    }
  }

  /// How long each entry of a list that has all is shown, in nanoseconds: until the next one is, in the order in
  /// which they are shown, whatever its track says that it lasts.
  ///
  /// - Complexity: O(*n* log *n*) in the entries.
  private static func lengths(of list: List) -> [Int64] {
    let entries = list.kept
    var lengths = entries.map(\.duration)
    let order = entries.indices.filter { entries[$0].shown != Entry.unshown }
      .sorted { (entries[$0].shown, $0) < (entries[$1].shown, $1) }
    for (here, next) in zip(order, order.dropFirst()) {
      lengths[here] = entries[next].shown.saturatingSubtract(entries[here].shown)
    }
    return lengths
  }

  /// The same of entries of a list, from the first of them on.
  private func part(
    _ places: [Int], of list: List, all: Int, _ one: String, _ many: String
  ) -> String {
    let entries = places.compactMap { list[$0] }
    guard let first = entries.first else { return "" }
    return part(entries.reduce(0) { $0 + $1.count }, from: first, all: all, one, many)
  }

  /// `5 of 96 samples, from 12 (0.500 s) on, are gone`.
  private func part(_ count: Int, from first: Entry, all: Int, _ one: String, _ many: String) -> String {
    var text = ByteWriter()
    if count == all, count > 1 {
      text.put("all ")
      text.put(all, "sample", "samples")
      text.put(" ")
      text.put(many)
      return text.string
    }
    if count == 1 {
      text.put("sample ")
      text.put(grouped: first.number)
      text.put(" of ")
      text.put(grouped: all)
    } else {
      text.put(grouped: count)
      text.put(" of ")
      text.put(all, "sample", "samples")
      text.put(", from ")
      text.put(grouped: first.number)
    }
    if hasClock {
      text.put(" (")
      text.put(ProofWords.time(first.time))
      text.put(")")
    }
    text.put(count == 1 ? " " : " on, ")
    text.put(count == 1 ? one : many)
    return text.string
  }
}
