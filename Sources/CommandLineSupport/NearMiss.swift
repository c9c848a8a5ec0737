/// The number of single-character changes that make `a` of `b`: insertions, deletions,
/// replacements, and swaps of neighbours.
///
/// - Complexity: O(*n* · *m*) in the lengths.
package func editDistance(_ a: some StringProtocol, _ b: some StringProtocol) -> Int {
  let from = Array(a)
  let to = Array(b)
  if from.isEmpty || to.isEmpty { return max(from.count, to.count) }
  var beforeLast: [Int] = []
  var last = Array(0...to.count)
  for row in 1...from.count {
    var current = [row]
    current.reserveCapacity(to.count + 1)
    for column in 1...to.count {
      let isSame = from[row - 1] == to[column - 1]
      var cost = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
      if row > 1, column > 1, from[row - 1] == to[column - 2], from[row - 2] == to[column - 1] {
        cost = min(cost, beforeLast[column - 2] + 1)
      }
      current.append(cost)
    }
    beforeLast = last
    last = current
  }
  return last[to.count]
}

/// The candidate that `word` was probably meant to be: the one with the smallest edit distance,
/// when that is at most a third of the word (and at least 1). Of equal ones, one that has the same
/// characters in another order, else the first.
///
/// `nil` when no candidate is near, or when `word` is itself a candidate. A word of one character
/// has no near misses but the other case of it.
package func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
  let limit = max(1, word.count / 3)
  let lowercased = word.lowercased()
  let characters = word.sorted()
  var best: (word: String, distance: Int, isSwapped: Bool)?
  for candidate in candidates {
    if candidate == word { return nil }
    let distance: Int
    if candidate.lowercased() == lowercased {
      distance = 0
    } else {
      guard word.count > 1, abs(candidate.count - word.count) <= limit else { continue }
      distance = editDistance(word, candidate)
      guard distance <= limit else { continue }
    }
    let isSwapped = candidate.sorted() == characters
    if let found = best {
      if found.distance < distance { continue }
      if found.distance == distance, found.isSwapped || !isSwapped { continue }
    }
    best = (candidate, distance, isSwapped)
  }
  // What was typed may be the beginning of one alone.
  if best == nil, word.count > 3 {
    let longer = candidates.filter { $0.lowercased().hasPrefix(lowercased) }
    if longer.count == 1 { return longer[0] }
  }
  return best?.word
}
