import ByteReading

extension Problems {
  /// Puts the problems in document order: by node, then by offset; those of the file come last.
  ///
  /// - Parameter tree: What they are about. A problem that was noted for a node that then found no
  ///   room in it is one of the file.
  public mutating func sort(in tree: Tree) {
    let end = tree.end
    for place in kept.indices { kept[place].node = tree.known(kept[place].node) }
    let order = kept.indices.sorted { a, b in
      (kept[a].node ?? end, kept[a].extent.start, a)
        < (kept[b].node ?? end, kept[b].extent.start, b)
    }
    var places: [Int?] = Array(repeating: nil, count: kept.count)
    for (place, index) in order.enumerated() { places[index] = place }
    kept = order.map { index in
      var problem = kept[index]
      problem.follows = problem.follows.flatMap { places[$0] }
      return problem
    }
  }
}
