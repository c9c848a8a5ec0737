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
  /// the same bytes; -1 for none.
  private(set) var partners: [Int] = []
  /// The entries of the second track.
  private(set) var otherCount = 0
  /// When those in the same order are shown.
  private(set) var times: AlignedTimes

  /// The samples of a track that are looked at.
  private static let limit = 1 << 18

  private struct Entry {
    let key: UInt64
    let place: SamplePlace?
    /// Its number, and the samples it stands for: those of a packet of QuickTime sound are one entry.
    let number: Int
    let count: Int
    /// When it is shown or would be without its edits, and when it is as edits place it, unclamped, in
    /// nanoseconds; ``unshown`` when it is not.
    let time: Int64
    let shown: Int64

    static let unshown = Int64.min
  }

  /// - Parameters:
  ///   - tick: By how many nanoseconds a sample may be shown later and still at the same time.
  ///   - budget: The bytes that may be read.
  /// - Complexity: O(*n* log *n*) in the samples, O(*n*) in their bytes. `nil` for more samples or bytes
  ///   than may be looked at.
  init?(_ a: SampleTrack, _ b: SampleTrack, tick: Int64, _ budget: inout UInt64) {
    times = AlignedTimes(tick: tick)
    guard a.count <= Self.limit, b.count <= Self.limit,
      let share = Optional(
        MemoryShare(b.document.memory, for: "there is no memory for comparing all samples")),
      share.grow(by: (a.count + b.count) * (MemoryLayout<Entry>.stride + 64)),
      let x = Self.entries(a, &budget), let y = Self.entries(b, &budget)
    else { return nil }
    pair(x, y)
  }

  private static func entries(_ track: SampleTrack, _ budget: inout UInt64) -> [Entry]? {
    var found: [Entry] = []
    found.reserveCapacity(track.count)
    let edits = track.editList
    let documents = track.documents
    for sample in track.samples() {
      guard sample.size <= budget else { return nil }
      budget -= sample.size
      let place = SamplePlace(sample, in: documents)
      var key = sample.size &* 0x9E37_79B9_7F4A_7C15
      if let place { key = place.document.tree.file.mixed(place.range, into: key) }
      found.append(
        Entry(
          key: key, place: place, number: sample.number, count: sample.count,
          time: MovieTime.nanoseconds(
            edits.presentationTime(of: sample) ?? sample.compositionTime, track.timescale),
          shown: edits.nominalTime(of: sample).map { MovieTime.nanoseconds($0, track.timescale) }
            ?? Entry.unshown))
    }
    return found
  }

  private func isSame(_ x: Entry, _ y: Entry) -> Bool {
    guard x.key == y.key, let p = x.place, let q = y.place else { return false }
    return p.range.count == q.range.count && p.hasSameBytes(as: q)
  }

  private mutating func pair(_ x: [Entry], _ y: [Entry]) {
    var partners = Array(repeating: -1, count: x.count)
    var taken = Array(repeating: false, count: y.count)
    func take(_ i: Int, _ j: Int) {
      partners[i] = j
      taken[j] = true
    }
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
    // The places of each key in the second track, in order: of several the first that is left.
    var places: [UInt64: [Int]] = [:]
    for place in (head..<y.count - tail).reversed() where !taken[place] {
      places[y[place].key, default: []].append(place)
    }
    for i in middle where partners[i] < 0 {
      guard let j = places[x[i].key]?.last, isSame(x[i], y[j]) else { continue }
      places[x[i].key]?.removeLast()
      take(i, j)
    }
    func count(_ places: some Sequence<Int>, of list: [Entry]) -> Int {
      places.reduce(0) { $0 + list[$1].count }
    }
    (self.partners, otherCount) = (partners, y.count)
    same = count(Self.rising(partners), of: x)
    addTimes(partners, x, y)
    let paired = count(partners.indices.filter { partners[$0] >= 0 }, of: x)
    let all = (before: count(x.indices, of: x), after: count(y.indices, of: y))
    let dropped = partners.indices.filter { partners[$0] < 0 }
    let new = taken.indices.filter { !taken[$0] }
    var parts: [String] = []
    if dropped.count == new.count, dropped == new, !dropped.isEmpty {
      parts.append(
        Self.part(dropped, of: y, all: all.after, "is another", "are others"))
    } else {
      if !dropped.isEmpty {
        let isEnd = dropped.last == x.count - 1 && dropped.count == x.count - dropped[0]
        let isStart = dropped[0] == 0 && dropped.last == dropped.count - 1
        if dropped.count == x.count {
          parts.append(ProofWords.others(all.after, all.before, all.after))
        } else if isEnd, dropped.count > 1 {
          parts.append("the last \(count(dropped, of: x)) of \(all.before) samples are gone")
        } else if isStart, dropped.count > 1 {
          parts.append("the first \(count(dropped, of: x)) of \(all.before) samples are gone")
        } else {
          parts.append(Self.part(dropped, of: x, all: all.before, "is gone", "are gone"))
        }
      }
      if !new.isEmpty, dropped.count < x.count || x.isEmpty {
        parts.append(Self.part(new, of: y, all: all.after, "is new", "are new"))
      }
    }
    isReordered = paired > same
    if isReordered {
      parts.append("\(paired - same) of \(paired) samples stand in another order")
    }
    words = parts.joined(separator: ", ")
    if words.isEmpty { words = ProofWords.others(0, all.before, all.after) }
  }

  private mutating func addTimes(_ partners: [Int], _ x: [Entry], _ y: [Entry]) {
    var last = -1
    for (i, j) in partners.enumerated() where j > last {
      last = j
      if i != j { isElsewhere = true }
      func shown(_ entry: Entry) -> Int64? { entry.shown == Entry.unshown ? nil : entry.shown }
      times.add(shown(x[i]), shown(y[j]), number: y[j].number)
    }
  }

  /// `5 of 96 samples, from 12 (0.500 s) on, are gone`.
  private static func part(
    _ places: [Int], of list: [Entry], all: Int, _ one: String, _ many: String
  ) -> String {
    let entries = places.filter(list.indices.contains).map { list[$0] }
    guard let first = entries.first else { return "" }
    let count = entries.reduce(0) { $0 + $1.count }
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
    text.put(" (")
    text.put(ProofWords.time(first.time))
    text.put(count == 1 ? ") " : ") on, ")
    text.put(count == 1 ? one : many)
    return text.string
  }

  /// The places of a longest rising part of a list, -1 left out, from the last on.
  ///
  /// - Complexity: O(*n* log *n*).
  static func rising(_ list: [Int]) -> [Int] {
    // Where the best part of each length ends, and what stands before each place in the best one to it.
    var ends: [Int] = []
    var before = Array(repeating: -1, count: list.count)
    for (place, value) in list.enumerated() where value >= 0 {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if list[ends[middle]] < value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[place] = ends[low - 1] }
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var found: [Int] = []
    var place = ends.last ?? -1
    while place >= 0 {
      found.append(place)
      place = before[place]
    }
    return found
  }
}
