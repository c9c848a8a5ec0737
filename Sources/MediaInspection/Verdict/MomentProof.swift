import ByteReading
import SoundFiles
import Structure

/// Compares sound of which each moment has as many bytes, such as PCM of WAV and AIFF.
enum MomentProof {
  /// `1 of 132,300 moments is another, at 0.011 s`, `the last 1,000 of 132,300 moments are gone`, and of both ends when they
  /// were cut off, where one place alone may be what is left; of runs of which a
  /// snapshot has digests `at most 2,048 of 132,300 moments are others, from 0.046 s to 0.093 s`. `nil` where moments
  /// have other sizes.
  ///
  /// - Complexity: O(*n*) in the bytes.
  static func words(_ a: JoinedBytes, _ b: JoinedBytes) -> String? {
    guard let x = SoundFormat(a.document), let y = SoundFormat(b.document), x.samplesOfBlock == 1, y.samplesOfBlock == 1,
      let size = x.blockSize.flatMap({ Int(exactly: $0) }), size > 0, x.blockSize == y.blockSize,
      let p = range(a), let q = range(b)
    else { return nil }
    let isThere = [a, b].allSatisfy { $0.document.tree.file.absentParts == nil }
    guard isThere else {
      return MomentRuns(a.document.tree.file, p, b.document.tree.file, q, size)?.words {
        place($0, isEnd: $1, x.frequency, y.frequency)
      }
    }
    let (mine, others) = (a.document.tree.file.bytes.extracting(p), b.document.tree.file.bytes.extracting(q))
    func isSame(_ one: Int, _ other: Int) -> Bool {
      mine.extracting(one &* size..<one &* size &+ size)
        .hasSameBytes(as: others.extracting(other &* size..<other &* size &+ size))
    }
    let (old, new) = (p.count / size, q.count / size)
    let common = min(old, new)
    guard common > 0 else { return nil }
    var head = 0
    while head < common, isSame(head, head) { head += 1 }
    if old == new {
      if head == common { return nil }
      let count = (head..<common).count { !isSame($0, $0) }
      return Self.others(count, of: new, from: place(head, x.frequency, y.frequency))
    }
    var tail = 0
    while tail < common, isSame(old - 1 - tail, new - 1 - tail) { tail += 1 }
    let all = max(old, new)
    let cut =
      CutPlace(head: head, tail: tail, counts: (common, all), prefersFront: true)
      ?? (new < old
        ? place(of: (b, q), in: (a, p), size, (common, all)) : place(of: (a, p), in: (b, q), size, (common, all)))
    let words = cut.flatMap { cut in
      ProofWords.missing(cut, ("moment", "moments"), isGone: new < old) { place($0, x.frequency, y.frequency) }
    }
    if let words { return words }
    return "\(old.grouped) → \(new.grouped) moments, " + ProofWords.same(head, min(tail, common - head))
  }

  /// Where all moments of a range stand in a longer one.
  ///
  /// - Complexity: O(*n*) in the bytes.
  private static func place(
    of shorter: (sound: JoinedBytes, range: Range<Int>), in longer: (sound: JoinedBytes, range: Range<Int>), _ size: Int,
    _ counts: (shorter: Int, longer: Int)
  ) -> CutPlace? {
    let (mine, theirs) = (shorter.sound.document.tree.file, longer.sound.document.tree.file)
    func moments(_ file: ByteSource, _ range: Range<Int>, _ count: Int, _ body: (UInt64) -> Bool) {
      for moment in 0..<count {
        let start = range.lowerBound &+ moment &* size
        if !body(file.bytes.extracting(start..<start &+ size).mixed(into: 0)) { return }
      }
    }
    return CutPlace(
      shorter: { moments(mine, shorter.range, counts.shorter, $0) },
      longer: { moments(theirs, longer.range, counts.longer, $0) }, counts: counts
    ) { place in
      let (count, start) = (counts.shorter &* size, longer.range.lowerBound &+ place &* size)
      let range = shorter.range.lowerBound..<shorter.range.lowerBound &+ count
      return mine.hasSameBytes(in: range, as: theirs, in: start..<start &+ count)
    }
  }

  /// `1 of 132,300 moments is another, at 0.011 s`.
  fileprivate static func others(_ count: Int, of all: Int, from place: String) -> String {
    let share = "\(count.grouped) of \(all.grouped) \(all == 1 ? "moment" : "moments")"
    return share + (count == 1 ? " is another, at \(place)" : " are others, from \(place) on")
  }

  /// When a moment is heard, or which it is where both files have other rates; the end of some is behind the last.
  private static func place(_ moment: Int, isEnd: Bool = false, _ rate: UInt64?, _ other: UInt64?) -> String {
    guard let rate, rate > 0, rate == other else { return "moment \((isEnd ? moment : moment + 1).grouped)" }
    return ProofWords.time(MovieTime.nanoseconds(Int64(clamping: moment), rate))
  }

  /// Where sound lies that is in one piece.
  private static func range(_ sound: JoinedBytes) -> Range<Int>? {
    guard sound.ranges.count == 1, let only = sound.ranges.first,
      let start = Int(exactly: only.lowerBound), let end = Int(exactly: only.upperBound),
      end <= sound.document.tree.file.byteCount
    else { return nil }
    return start..<end
  }
}

/// Moments of two files of which one is known in part by digests of runs.
private struct MomentRuns {
  private let counts: (before: Int, after: Int)
  /// The moments that both begin with.
  private var head = 0
  /// Whether the one behind these is another; else it may be one more.
  private var isHeadWhole = false
  /// From the first that may be another to the last.
  private var others: Range<Int>?
  /// How many of them may be others.
  private var most = 0
  /// Whether each of these is.
  private var isExact = true

  /// - Parameters:
  ///   - a: The first file.
  ///   - mine: Where its sound lies.
  ///   - b: The second file.
  ///   - theirs: Where its sound lies.
  ///   - size: The bytes of a moment.
  /// - Complexity: O(*n*) in the bytes. `nil` where a run of one file is none of the other.
  init?(_ a: ByteSource, _ mine: Range<Int>, _ b: ByteSource, _ theirs: Range<Int>, _ size: Int) {
    counts = (mine.count / size, theirs.count / size)
    let end = min(counts.before, counts.after) &* size
    func isSame(_ start: Int, _ count: Int) -> Bool? {
      let (p, q) = (mine.lowerBound &+ start, theirs.lowerBound &+ start)
      return a.comparison(of: p..<p &+ count, with: b, q..<q &+ count)
    }
    var at = 0
    // Of other counts nothing is said of what stands behind the first that are others.
    while at < end, counts.before == counts.after || others == nil {
      let (x, y) = (Self.run(at, of: a, mine), Self.run(at, of: b, theirs))
      let next = min(x.end, y.end)
      // Of the longer one a run may end behind the shorter one.
      guard next > at, let isWhole = isSame(at, next &- at) else {
        if counts.before != counts.after { return }
        return nil
      }
      if isWhole {
        if others == nil { head = min(next, end) / size }
      } else if x.isAbsent || y.isAbsent {
        add(at / size..<(min(next, end) &+ size &- 1) / size)
      } else {
        for start in stride(from: at, to: min(next, end), by: size) where isSame(start, min(size, next &- start)) != true {
          add(start / size..<start / size &+ 1)
        }
      }
      at = next
    }
  }

  /// Notes moments of which one is another.
  private mutating func add(_ moments: Range<Int>) {
    if others == nil {
      head = moments.lowerBound
      isHeadWhole = moments.count == 1
    }
    let start = max(moments.lowerBound, others?.upperBound ?? 0)
    if moments.count > 1 { isExact = false }
    most &+= max(0, moments.upperBound &- start)
    others = min(moments.lowerBound, others?.lowerBound ?? .max)..<moments.upperBound
  }

  /// Whether the byte `at` behind the first of some is not there, and where those around it end that are, or are known by
  /// the same digest, as far behind the first.
  private static func run(_ at: Int, of file: ByteSource, _ range: Range<Int>) -> (end: Int, isAbsent: Bool) {
    let place = range.lowerBound &+ at
    guard let part = file.absentParts?.first(endingBehind: place) else { return (range.count, false) }
    let isAbsent = part.start <= place
    return (min(range.count, (isAbsent ? part.end : part.start) &- range.lowerBound), isAbsent)
  }

  func words(at place: (_ moment: Int, _ isEnd: Bool) -> String) -> String? {
    let (old, new) = counts
    guard old == new else {
      if others == nil, head == min(old, new) {
        let all = max(old, new)
        return ProofWords.ends([head..<all], of: all, "moments", isGone: new < old) { _ in nil }
      }
      let words = "\(old.grouped) → \(new.grouped) moments"
      return head == 0 ? words : words + (isHeadWhole ? ", " : ", at least ") + ProofWords.same(head, 0)
    }
    guard let others else { return nil }
    let start = place(others.lowerBound, false)
    if isExact { return MomentProof.others(most, of: new, from: start) }
    return "at most \(most.grouped) of \(new.grouped) moments are others, from \(start) to " + place(others.upperBound, true)
  }
}
