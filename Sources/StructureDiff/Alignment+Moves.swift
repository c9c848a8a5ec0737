internal import ByteReading
internal import Structure

extension Alignment {
  /// Finds the pairs that stand elsewhere: those outside the heaviest sequence that kept its order.
  ///
  /// Weights depend on the pair alone, so that both directions of a diff find the same ones: what is
  /// opaque stays, and what holds structure is said to move, but for padding, around which nothing moves.
  ///
  /// - Parameters:
  ///   - isPadding: Whether a node takes room and no more.
  ///   - share: What is reported of each takes more than the nodes do.
  /// - Returns: The pairs; `nil` where there is no memory for them.
  static func moves(
    among pairs: [Pair], _ before: Document, _ after: Document,
    _ isPadding: (_ node: NodeIndex, _ document: Document) -> Bool, _ share: MemoryShare
  ) -> [Move]? {
    let tree = before.tree
    let others = after.tree
    var moved: [Move] = []
    let weights = pairs.map { pair -> UInt64 in
      let index = NodeIndex(Int(pair.a))
      let node = tree[index]
      let isLeaf = node.subtreeEnd == index.next
      let other = NodeIndex(Int(pair.b))
      if isPadding(index, before), isPadding(other, after) { return 1 << 40 }
      let least = min(node.size, others[other].size)
      return 1 << 40 + (isLeaf ? 1 << 32 : 0) + min(least, 0xFFFF) << 12
        + UInt64(node.type.rawValue) % 4093
    }
    var isKept = Array(repeating: false, count: pairs.count)
    for place in Sequences.increasing(pairs.map(\.b), weights) { isKept[Int(place)] = true }
    // The greatest of those that each has passed; of several the one that stood first.
    func isGreater(_ one: Int32, _ other: Int32) -> Bool {
      let (size, otherSize) = (
        tree[NodeIndex(Int(pairs[Int(one)].a))].size, tree[NodeIndex(Int(pairs[Int(other)].a))].size
      )
      return size != otherSize ? size > otherSize : one < other
    }
    let ranks = Sequences.ranks(pairs.map(\.b))
    // Those that stood before it and stand behind it now: ranks from the other end.
    var stoodBefore: [Int32] = Array(repeating: -1, count: pairs.count)
    var seen = GreatestByRank(count: pairs.count, isGreater: isGreater)
    for place in pairs.indices {
      let rank = Int(ranks[place])
      if !isKept[place] { stoodBefore[place] = seen.element(upTo: pairs.count - rank) ?? -1 }
      seen.add(Int32(place), at: pairs.count + 1 - rank)
    }
    // Those that stood behind it and stand before it now.
    var stoodBehind: [Int32] = Array(repeating: -1, count: pairs.count)
    seen = GreatestByRank(count: pairs.count, isGreater: isGreater)
    for place in pairs.indices.reversed() {
      let rank = Int(ranks[place])
      if !isKept[place] { stoodBehind[place] = seen.element(upTo: rank - 1) ?? -1 }
      seen.add(Int32(place), at: rank)
    }
    for place in pairs.indices where !isKept[place] {
      let (a, b) = (NodeIndex(Int(pairs[place].a)), NodeIndex(Int(pairs[place].b)))
      let (one, other) = (stoodBefore[place], stoodBehind[place])
      guard share.grow(by: Comparison.bytesOfChange) else { return nil }
      let isNowBefore = one >= 0 && (other < 0 || isGreater(one, other))
      let passed = isNowBefore ? one : other
      moved.append(
        (a, b, passed < 0 ? nil : NodeIndex(Int(pairs[Int(passed)].a)), isNowBefore))
    }
    before.work.charge(2 * pairs.count * (Int.bitWidth - pairs.count.leadingZeroBitCount))
    return moved
  }
}
