import ByteReading

/// What stands in the same order in two lists: the places of a longest part of one that leads to rising places in the other.
enum RisingPart {
  /// The places of a longest rising part of a list, -1 left out, from the last on.
  ///
  /// - Complexity: O(*n* log *n*).
  static func places(of list: [Int]) -> [Int] {
    // Where the best part of each length ends, and what stands before each place in the best one to it.
    var ends: [Int] = []
    var before = Array(repeating: -1, count: list.count)
    for (place, value) in list.enumerated() where value >= 0 {
      let point = (0..<ends.count).partitionPoint { list[ends[$0]] < value }
      if point > 0 { before[place] = ends[point - 1] }
      if point == ends.count { ends.append(place) } else { ends[point] = place }
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
