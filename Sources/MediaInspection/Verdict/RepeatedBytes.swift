/// Which entries of two lists stand for each other, where some have the bytes of others of their own list: silence, a
/// picture that stands still, an empty text. Only those that both lists have once say by themselves where they went.
enum RepeatedBytes {
  /// - Parameters:
  ///   - a: The keys of the first list, those of entries that have a partner among them.
  ///   - b: The same of the second.
  ///   - known: For each entry of the first the place of its partner in the second, -1 for none.
  ///   - isSame: Whether two entries of one key have the same bytes.
  /// - Returns: The places of those that stand for each other, in no order, without those that are known.
  /// - Complexity: O(*n* log *n*) in the entries.
  static func pairs(
    _ a: [UInt64], _ b: [UInt64], known: [Int], isSame: (_ i: Int, _ j: Int) -> Bool
  ) -> [(Int, Int)] {
    var partners = known
    var isTaken = Array(repeating: false, count: b.count)
    for place in known where b.indices.contains(place) { isTaken[place] = true }
    var found: [(Int, Int)] = []
    func take(_ i: Int, _ j: Int) {
      partners[i] = j
      isTaken[j] = true
      found.append((i, j))
    }
    var places: [UInt64: [Int]] = [:]
    for (place, key) in b.enumerated() where !isTaken[place] { places[key, default: []].append(place) }
    // How often both lists have what is left, those that have a partner among them: what was paired where it stands
    // repeats as well.
    var counts: [UInt64: (a: Int, b: Int)] = [:]
    for key in a where places[key] != nil { counts[key, default: (0, 0)].a += 1 }
    for key in b where places[key] != nil { counts[key, default: (0, 0)].b += 1 }
    for (i, key) in a.enumerated() where partners[i] < 0 {
      guard let count = counts[key], count == (1, 1), let j = places[key]?.first, isSame(i, j) else { continue }
      take(i, j)
    }
    // What stands beside them went with them, also where that is in another order.
    func follow(_ i: Int, _ beside: Int, _ step: Int) {
      guard partners[i] < 0, partners.indices.contains(beside), partners[beside] >= 0 else { return }
      let j = partners[beside] + step
      if b.indices.contains(j), !isTaken[j], b[j] == a[i], isSame(i, j) { take(i, j) }
    }
    for i in a.indices { follow(i, i - 1, 1) }
    for i in a.indices.reversed() { follow(i, i + 1, -1) }
    // The rest stand for each other where that is in order: nothing says that they went anywhere.
    let spine = Array(RisingPart.places(of: partners).reversed())
    var next = 0
    var least = -1
    var passed: [UInt64: Int] = [:]
    for (i, key) in a.enumerated() {
      if next < spine.count, spine[next] == i {
        least = partners[i]
        next += 1
        continue
      }
      guard partners[i] < 0, let list = places[key] else { continue }
      let end = next < spine.count ? partners[spine[next]] : b.count
      // None of those that were passed is wanted again: they stand behind, or are taken.
      var at = passed[key] ?? 0
      while at < list.count, list[at] <= least || isTaken[list[at]] { at += 1 }
      passed[key] = at
      guard at < list.count, list[at] < end, isSame(i, list[at]) else { continue }
      least = list[at]
      take(i, least)
    }
    // Where what is left of both are the same bytes nothing came and nothing went: some stand elsewhere.
    let rest = (
      a.indices.filter { partners[$0] < 0 }.sorted { (a[$0], $0) < (a[$1], $1) },
      b.indices.filter { !isTaken[$0] }.sorted { (b[$0], $0) < (b[$1], $1) })
    if rest.0.count == rest.1.count, zip(rest.0, rest.1).allSatisfy({ a[$0] == b[$1] && isSame($0, $1) }) {
      for (i, j) in zip(rest.0, rest.1) { take(i, j) }
    }
    return found
  }
}
