import ByteReading

/// Where all entries of a list stand in a longer one, in order: both ends were cut off, or one place was cut out.
struct CutPlace {
  let counts: (shorter: Int, longer: Int)
  /// Where the first entry of the shorter list stands in the longer one.
  let start: Int
  /// How many of the shorter list stand behind that; the rest stand at the end of the longer one.
  let head: Int

  /// How many entries the longer list has more.
  private var rest: Int { counts.longer &- counts.shorter }

  /// Where an entry of the shorter list stands in the longer one.
  func inLonger(_ place: Int) -> Int { place < head ? place &+ start : place &+ rest }

  /// Where an entry of the longer list stands in the shorter one; `nil` for one that it lacks.
  func inShorter(_ place: Int) -> Int? {
    if place >= start, place < start &+ head { return place &- start }
    return place >= head &+ rest && place < counts.longer && head < counts.shorter ? place &- rest : nil
  }

  /// The entries that the shorter list lacks, in one range or in two.
  var missing: [Range<Int>] {
    let ranges = [0..<start, start &+ head..<(head < counts.shorter ? head &+ rest : counts.longer)]
    return ranges.filter { !$0.isEmpty }
  }

  /// What two lists have alike from the first and from the last on, each counted alone, where that is all of the shorter
  /// one; `nil` where it is less.
  ///
  /// - Parameter prefersFront: Whether the front was cut off where the tails say so, whatever both begin with.
  init?(head: Int, tail: Int, counts: (shorter: Int, longer: Int), prefersFront: Bool) {
    guard counts.shorter > 0, counts.shorter < counts.longer else { return nil }
    self.counts = counts
    if head < counts.shorter, prefersFront, tail >= counts.shorter {
      (start, self.head) = (counts.longer &- counts.shorter, counts.shorter)
    } else {
      guard head.saturatingAdd(tail) >= counts.shorter else { return nil }
      (start, self.head) = (0, min(head, counts.shorter))
    }
  }

  /// Finds the only place where all of the shorter list stand one behind the other; `nil` where there is none, or more than
  /// one may be it: silence, and whatever else repeats.
  ///
  /// - Parameters:
  ///   - shorter: Gives the keys of all entries in order, until it is told to stop, or up to one that has none.
  ///   - longer: The same of the longer list.
  ///   - evidence: Of how many entries the shorter list is at least, and how many of these are different.
  ///   - unknown: How many entries at the start of a list may have another key than they would have elsewhere.
  ///   - isWhole: Whether all entries stand where the first would stand at a place; `nil` where that is not known.
  /// - Complexity: O(*n*) in the entries of both, and so many calls of `isWhole` as ``limit`` says.
  init?(
    shorter: (_ body: (UInt64) -> Bool) -> Void, longer: (_ body: (UInt64) -> Bool) -> Void,
    counts: (shorter: Int, longer: Int), evidence: Evidence = .numbers, unknown: Int = 0,
    isWhole: (_ start: Int) -> Bool?
  ) {
    guard counts.shorter &- unknown >= evidence.least, counts.shorter < counts.longer,
      let window = Self.window(in: shorter, unknown..<counts.shorter, variety: evidence.variety)
    else { return nil }
    let rest = counts.longer &- counts.shorter
    guard let places = Self.places(of: window, in: longer, of: counts.longer, upTo: rest) else { return nil }
    var found: Int?
    for place in places {
      guard let isThere = isWhole(place) else { return nil }
      if !isThere { continue }
      if found != nil { return nil }
      found = place
    }
    guard let found else { return nil }
    (self.counts, start, head) = (counts, found, counts.shorter)
  }

  /// Entries of a list that is searched for, and how many of these are different: fewer stand anywhere.
  struct Evidence {
    let least: Int
    let variety: Int

    /// Entries of a few bytes.
    static let numbers = Evidence(least: 32, variety: 8)
    /// Entries of many bytes, which are hardly ever the same twice but in silence.
    static let coded = Evidence(least: 4, variety: 4)
  }

  /// Entries by which places are found.
  private static let width = 256
  /// Places that are looked at.
  private static let limit = 16

  /// Entries that are next to each other and of which many are different.
  private static func window(
    in list: (_ body: (UInt64) -> Bool) -> Void, _ range: Range<Int>, variety: Int
  ) -> (start: Int, keys: [UInt64])? {
    let width = min(Self.width, range.count)
    var best: (start: Int, keys: [UInt64], different: Int) = (0, [], variety - 1)
    var block: [UInt64] = []
    var passed = 0
    list { key in
      passed += 1
      if passed <= range.lowerBound { return true }
      block.append(key)
      guard block.count == width else { return true }
      let different = Set(block).count
      if different > best.different { best = (passed - width, block, different) }
      block.removeAll(keepingCapacity: true)
      return best.different < width / 4
    }
    return best.keys.isEmpty ? nil : (best.start, best.keys)
  }

  /// Where the list that a window is of would begin, for each place at which keys stand that come to the same number as
  /// those of the window; `nil` where there are more than ``limit``, or where not all of the `count` keys were given.
  private static func places(
    of window: (start: Int, keys: [UInt64]), in list: (_ body: (UInt64) -> Bool) -> Void, of count: Int, upTo rest: Int
  ) -> [Int]? {
    var places: [Int] = []
    let base: UInt64 = 0x9E37_79B9_7F4A_7C15
    let wanted = window.keys.reduce(0) { $0 &* base &+ $1 }
    // What the oldest key of the window is multiplied by when the next one comes.
    let oldest = window.keys.reduce(1 as UInt64) { power, _ in power &* base }
    var ring = [UInt64](repeating: 0, count: window.keys.count)
    var sum: UInt64 = 0
    var (passed, slot) = (0, 0)
    list { key in
      sum = sum &* base &+ key &- ring[slot] &* oldest
      ring[slot] = key
      slot = slot + 1 == ring.count ? 0 : slot + 1
      passed += 1
      guard passed >= ring.count, sum == wanted else { return true }
      let place = passed - ring.count - window.start
      if place >= 0, place <= rest { places.append(place) }
      return places.count <= limit
    }
    return passed == count && places.count <= limit ? places : nil
  }
}

extension ProofWords {
  /// `the first 20 of 300 samples are gone`, `the first 20 and the last 30 of 300 samples are gone, before 0.200 s and from
  /// 2.700 s on`; `nil` for others than those at the ends.
  ///
  /// - Parameters:
  ///   - missing: The places of those that one of two lists lacks, in one range or two.
  ///   - all: How many the other one has.
  ///   - isGone: Whether the second list lacks them.
  ///   - time: When the one at a place is heard or seen, and which it is where no clock says that.
  static func ends(
    _ missing: [Range<Int>], of all: Int, _ noun: String, isGone: Bool, time: (_ place: Int) -> String?
  ) -> String? {
    guard let first = missing.first, let last = missing.last else { return nil }
    func count(_ range: Range<Int>) -> String { range.count == 1 ? "" : " " + range.count.grouped }
    let what = " of \(all.grouped) \(noun)"
    if missing.count == 1 {
      guard first.lowerBound == 0 || first.upperBound == all else { return nil }
      let verb = (first.count == 1 ? " is " : " are ") + (isGone ? "gone" : "new")
      return "the \(first.lowerBound == 0 ? "first" : "last")" + count(first) + what + verb
    }
    guard missing.count == 2, first.lowerBound == 0, last.upperBound == all else { return nil }
    var text = "the first" + count(first) + " and the last" + count(last) + what + " are " + (isGone ? "gone" : "new")
    if let start = time(first.upperBound), let end = time(last.lowerBound) { text += ", before \(start) and from \(end) on" }
    return text
  }

  /// What of two lists one lacks: ``ends(_:of:_:isGone:time:)``, or `50 of 300 samples, from 2.000 s on, are gone`.
  ///
  /// - Parameters:
  ///   - cut: Where the one stands in the other.
  ///   - nouns: What entries are called, one and many.
  ///   - isGone: Whether the second list lacks them.
  ///   - time: When the one at a place is heard or seen, and which it is where no clock says that.
  static func missing(
    _ cut: CutPlace, _ nouns: (one: String, many: String), isGone: Bool, time: (_ place: Int) -> String
  ) -> String? {
    let all = cut.counts.longer
    let noun = all == 1 ? nouns.one : nouns.many
    if let words = ends(cut.missing, of: all, noun, isGone: isGone, time: time) { return words }
    guard let middle = cut.missing.first else { return nil }
    return "\(middle.count.grouped) of \(all.grouped) \(noun), from \(time(middle.lowerBound)) on, "
      + (middle.count == 1 ? "is " : "are ") + (isGone ? "gone" : "new")
  }
}
