internal import ByteReading
internal import Structure

/// Which node of one file is which of the other.
///
/// Siblings of one name are distinguished by what their tables declare as identity, then by their
/// content, then by the longest common subsequence of contents, then by their position.
struct Alignment {
  /// The partner of each node of the first file, -1 for none.
  private(set) var ofBefore: [Int32]
  /// The partner of each node of the second file, -1 for none.
  private(set) var ofAfter: [Int32]
  /// Pairs that stand elsewhere among their siblings, with the sibling that they passed; `nil` for those
  /// that stand in another node.
  private(set) var moved: [Move] = []
  /// The nodes of the first file that stand, with all that stands in them, in the second as they are: their
  /// bytes, and what these were taken for. In their order, side by side or not; none of them is in another.
  private(set) var same: [Range<NodeIndex>] = []
  typealias Move = (before: NodeIndex, after: NodeIndex, passed: NodeIndex?, isNowBefore: Bool)
  private let aliases: NameAliases
  private var known: [Int32: Int32] = [:]

  private let before: Side
  private let after: Side
  /// What the lists take.
  private let share: MemoryShare
  /// Whether there was memory for all of it; else nothing here is of use.
  private(set) var isComplete: Bool

  /// One of the two files.
  private final class Side {
    let document: Document
    let reader: NodeReader

    init(_ document: Document) {
      self.document = document
      reader = NodeReader(document)
    }
  }

  /// Two nodes that belong together.
  struct Pair {
    let a: Int32
    let b: Int32
  }

  /// A place among siblings, and a number that those share which are alike.
  private struct Keyed {
    let key: UInt64
    let place: Int32

    static func isBefore(_ a: Keyed, _ b: Keyed) -> Bool {
      (a.key, a.place) < (b.key, b.place)
    }
  }

  private let called: ((_ node: NodeIndex, _ document: Document) -> String?)?
  private let isPadding: (_ node: NodeIndex, _ document: Document) -> Bool

  /// Differences that are looked for between many siblings of one name.
  private static let limit = 512

  /// - Parameters:
  ///   - aliases: Types whose nodes may stand for each other.
  ///   - known: Nodes that belong together whatever their names and numbers say: siblings of one name.
  ///   - called: What nodes are called that have numbers for types; see ``Rules/called``.
  ///   - isPadding: Whether a node takes room and no more: where others changed places with it, it is what moved.
  init(
    _ a: Document, _ b: Document, aliases: [[FourCC]] = [],
    known: [(before: NodeIndex, after: NodeIndex)] = [],
    called: ((_ node: NodeIndex, _ document: Document) -> String?)? = nil,
    isPadding: @escaping (_ node: NodeIndex, _ document: Document) -> Bool = { $1.tree[$0].marks.contains(.padding) }
  ) {
    self.aliases = NameAliases(aliases)
    self.called = called
    self.isPadding = isPadding
    for pair in known {
      self.known[Int32(truncatingIfNeeded: pair.before.number)] = Int32(
        truncatingIfNeeded: pair.after.number)
    }
    before = Side(a)
    after = Side(b)
    share = MemoryShare(a.memory, for: Comparison.noMemory)
    isComplete = share.grow(by: (a.tree.count + b.tree.count) * MemoryLayout<Int32>.stride)
    ofBefore = Array(repeating: -1, count: isComplete ? a.tree.count : 0)
    ofAfter = Array(repeating: -1, count: isComplete ? b.tree.count : 0)
    guard isComplete else { return }
    // Where at most one of the same nodes has other bytes, each can only be the one at its place.
    if let others = b.nodesOfOtherBytes(than: a) ?? a.nodesOfOtherBytes(than: b), others.count <= 1,
      known.allSatisfy({ $0.before == $0.after })
    {
      pairAll(but: others)
      return
    }
    descend(from: [(nil, nil)])
    guard isComplete else { return }
    findElsewhere()
    moved.sort { $0.before < $1.before }
    same.sort { $0.lowerBound < $1.lowerBound }
  }

  /// Pairs each node with the one at its place.
  private mutating func pairAll(but others: [NodeIndex]) {
    let end = before.document.tree.end
    for place in ofBefore.indices {
      ofBefore[place] = Int32(truncatingIfNeeded: place)
      ofAfter[place] = Int32(truncatingIfNeeded: place)
    }
    var start = NodeIndex(0)
    for other in others {
      if start < other { same.append(start..<other) }
      start = other.next
    }
    if start < end { same.append(start..<end) }
  }

  /// Aligns the children of pairs, and theirs in turn.
  private mutating func descend(from pairs: [(NodeIndex?, NodeIndex?)]) {
    var open = pairs
    while let (a, b) = open.popLast() {
      for pair in align(a, b) {
        let (a, b) = (NodeIndex(Int(pair.a)), NodeIndex(Int(pair.b)))
        self.pair(a, b)
        // Where one of them has no children there is no pair to find below.
        guard before.document.tree.firstChild(of: a) != nil,
          after.document.tree.firstChild(of: b) != nil
        else { continue }
        if isSame(a, b), share.grow(by: MemoryLayout<Range<NodeIndex>>.stride) {
          pairInside(a, b)
        } else {
          open.append((a, b))
        }
      }
      if !before.document.work.charge(1, for: Comparison.noSteps) { isComplete = false }
      if !isComplete { return }
    }
  }

  private mutating func pair(_ a: NodeIndex, _ b: NodeIndex) {
    ofBefore[a.number] = Int32(truncatingIfNeeded: b.number)
    ofAfter[b.number] = Int32(truncatingIfNeeded: a.number)
  }

  // MARK: The same

  /// Whether two nodes, with all that stands in them, are the same bytes that were taken for the same.
  private func isSame(_ a: NodeIndex, _ b: NodeIndex) -> Bool {
    let (tree, others) = (before.document.tree, after.document.tree)
    let (x, y) = (tree[a], others[b])
    let count = x.subtreeEnd.number - a.number
    guard x.source == 0, y.source == 0, x.size == y.size, y.subtreeEnd.number - b.number == count
    else { return false }
    for step in 0..<count {
      let (p, q) = (tree[NodeIndex(a.number + step)], others[NodeIndex(b.number + step)])
      guard p.type == q.type, p.size == q.size, p.start &- x.start == q.start &- y.start,
        p.depth &- x.depth == q.depth &- y.depth, p.headerSize == q.headerSize, p.marks == q.marks,
        p.source == 0, q.source == 0, !p.marks.contains(.coded),
        tree.program(of: p) === others.program(of: q)
      else { return false }
    }
    return tree.file.hasSameBytes(
      in: Int(x.start)..<Int(x.end), as: others.file, in: Int(y.start)..<Int(y.end))
  }

  /// Pairs what stands in two nodes that are the same.
  private mutating func pairInside(_ a: NodeIndex, _ b: NodeIndex) {
    let end = before.document.tree[a].subtreeEnd
    for step in 1..<max(1, end.number - a.number) {
      pair(NodeIndex(a.number + step), NodeIndex(b.number + step))
    }
    same.append(a..<end)
  }

  // MARK: Elsewhere

  /// Nodes without a partner that are looked at on each side.
  private static let lostLimit = 4_096
  /// Bytes below which content proves nothing.
  private static let leastContent: UInt64 = 8

  /// Pairs nodes that have no partner, when the same bytes stand in another node of the other file.
  private mutating func findElsewhere() {
    let lost = lostNodes(before, ofBefore)
    let new = lostNodes(after, ofAfter)
    guard !lost.isEmpty, !new.isEmpty else { return }
    let kinds = Set(new.map { after.document.tree[$0].type.rawValue })
    var places: [UInt64: [NodeIndex]] = [:]
    for index in new.reversed() { places[key(of: index, after), default: []].append(index) }
    // The largest first: what stands in a node that is found goes with it, whichever file is asked.
    let tree = before.document.tree
    let largestFirst = lost.sorted { (tree[$1].size, $0) < (tree[$0].size, $1) }
    for index in largestFirst where ofBefore[index.number] < 0 {
      guard kinds.contains(tree[index].type.rawValue) else { continue }
      let key = key(of: index, before)
      while let last = places[key]?.last, ofAfter[last.number] >= 0 { places[key]?.removeLast() }
      guard let other = places[key]?.last, hasSameBytes(index, other) else { continue }
      places[key]?.removeLast()
      pair(index, other)
      moved.append((index, other, nil, false))
      descend(from: [(index, other)])
    }
  }

  private func lostNodes(_ side: Side, _ partners: [Int32]) -> [NodeIndex] {
    var found: [NodeIndex] = []
    let tree = side.document.tree
    for index in tree.indices where partners[index.number] < 0 {
      let node = tree[index]
      guard node.source == 0, !node.isRaw,
        node.size >= UInt64(node.headerSize) &+ Self.leastContent
      else { continue }
      found.append(index)
      if found.count == Self.lostLimit { break }
    }
    return found
  }

  private func key(of index: NodeIndex, _ side: Side) -> UInt64 {
    hash(of: index, side) ^ UInt64(side.document.tree[index].type.rawValue) &* 0x9E37_79B9
  }

  private func hasSameBytes(_ a: NodeIndex, _ b: NodeIndex) -> Bool {
    let (x, y) = (before.document.tree[a], after.document.tree[b])
    guard x.type == y.type, x.size == y.size else { return false }
    let file = before.document.tree.file
    let range = Int(x.start)..<Int(x.end)
    let bytes = file.bytes.extracting(range)
    // Zeros stand everywhere.
    var isZero = !file.isAbsent(range)
    for place in Int(x.headerSize)..<min(bytes.byteCount, 4_096)
    where isZero && bytes.byte(at: place) != 0 {
      isZero = false
      break
    }
    return !isZero
      && file.hasSameBytes(
        in: range, as: after.document.tree.file, in: Int(y.start)..<Int(y.end))
  }

  /// The partner of a node of the first file.
  func partner(ofBefore index: NodeIndex) -> NodeIndex? {
    Self.partner(index, ofBefore)
  }
  /// The partner of a node of the second file.
  func partner(ofAfter index: NodeIndex) -> NodeIndex? {
    Self.partner(index, ofAfter)
  }

  private static func partner(_ index: NodeIndex, _ partners: [Int32]) -> NodeIndex? {
    let number = index.number
    guard number < partners.count, partners[number] >= 0 else { return nil }
    return NodeIndex(Int(partners[number]))
  }

  // MARK: Siblings

  /// The pairs of children of two nodes, in the order of the first.
  private mutating func align(_ a: NodeIndex?, _ b: NodeIndex?) -> [Pair] {
    let counts = (count(a, before), count(b, after))
    if counts.0 == 0 || counts.1 == 0 { return [] }
    // All that is kept while they are aligned.
    let bytes = (counts.0 + counts.1) * 64
    guard share.grow(by: bytes) else {
      isComplete = false
      return []
    }
    defer { share.shrink(by: bytes) }
    let x = called(a, counts.0, before)
    var y = called(b, counts.1, after)
    aliases.join(x, &y)
    var pairs: [Pair] = []
    pairs.reserveCapacity(min(x.count, y.count))
    var i = 0
    var j = 0
    while i < x.count, j < y.count {
      if x[i].name != y[j].name {
        if x[i].name < y[j].name { i += 1 } else { j += 1 }
        continue
      }
      let name = x[i].name
      var (endX, endY) = (i + 1, j + 1)
      while endX < x.count, x[endX].name == name { endX += 1 }
      while endY < y.count, y[endY].name == name { endY += 1 }
      if endX == i + 1, endY == j + 1 {
        pairs.append(Pair(a: x[i].node, b: y[j].node))
      } else {
        alignSame(x[i..<endX].map(\.node), y[j..<endY].map(\.node), &pairs)
      }
      (i, j) = (endX, endY)
    }
    if !isSorted(pairs, by: { $0.a < $1.a }) { pairs.sort { $0.a < $1.a } }
    if !isSorted(pairs, by: { $0.b < $1.b }) {
      if let found = Self.moves(among: pairs, before.document, after.document, isPadding, share) {
        moved += found
      } else {
        isComplete = false
      }
    }
    return pairs
  }

  private func isSorted<T>(_ list: [T], by isBefore: (T, T) -> Bool) -> Bool {
    for place in list.indices.dropFirst() where isBefore(list[place], list[place - 1]) {
      return false
    }
    return true
  }

  private func count(_ parent: NodeIndex?, _ side: Side) -> Int {
    var count = 0
    for _ in side.document.tree.children(of: parent) { count += 1 }
    return count
  }

  /// The children of a node in the order of their names, those of one name in that of the file.
  private func called(_ parent: NodeIndex?, _ count: Int, _ side: Side) -> [CalledNode] {
    var found: [CalledNode] = []
    found.reserveCapacity(count)
    for index in side.document.tree.children(of: parent) {
      found.append(
        CalledNode(name: name(of: index, side), node: Int32(truncatingIfNeeded: index.number)))
    }
    if !isSorted(found, by: CalledNode.isBefore) { found.sort(by: CalledNode.isBefore) }
    return found
  }

  /// A number for what a node is called: its type, or one of all 64 bits for a word or an extended type.
  private func name(of index: NodeIndex, _ side: Side) -> UInt64 {
    let node = side.document.tree[index]
    let isPlain = node.marks.isDisjoint(with: .nameless) && node.type != .uuid && !node.type.isNumber
    if isPlain { return UInt64(node.type.rawValue) }
    var hasher = Hasher()
    if let word = side.document.word(for: node) {
      hasher.combine(word)
    } else if node.type == .uuid, let type = side.document.extendedType(of: node) {
      hasher.combine(type.high)
      hasher.combine(type.low)
    } else if node.type.isNumber, let word = called?(index, side.document) {
      hasher.combine(word)
    } else {
      return UInt64(node.type.rawValue)
    }
    return UInt64(truncatingIfNeeded: hasher.finalize()) | 1 << 63
  }

  /// Siblings of one name.
  private func alignSame(_ a: [Int32], _ b: [Int32], _ pairs: inout [Pair]) {
    var restA = a
    var restB = b
    let start = pairs.count
    matchKnown(&restA, &restB, &pairs)
    let first = pairs.count
    matchEnds(&restA, &restB, &pairs)
    if restA.isEmpty || restB.isEmpty { return }
    let known = SiblingIdentities(restA, before.document, before.reader)
    let others =
      known.isEmpty ? nil : SiblingIdentities(restB, after.document, after.reader)
    let isIdentified = others.map { !$0.isEmpty } ?? false
    if isIdentified, let others {
      // A track that got another number is still the only one with its handler.
      for column in [0] + (1..<max(1, known.most)).reversed() {
        match(by: column, among: known, with: others, restA: &restA, restB: &restB, to: &pairs)
      }
    }
    alignByContent(
      restA, restB, byPosition: !isIdentified || pairs.count == first && isAlone(a), &pairs)
    if isIdentified { matchInPlace(a, b, from: start, &pairs) }
  }

  /// Pairs what stands alone between two siblings that have stayed, where it holds something that is the
  /// same: what distinguishes it is what changed.
  ///
  /// - Parameter start: Where the pairs of these siblings begin.
  private func matchInPlace(_ a: [Int32], _ b: [Int32], from start: Int, _ pairs: inout [Pair]) {
    guard pairs.count - start < min(a.count, b.count) else { return }
    var partners: [Int32: Int32] = [:]
    for pair in pairs[start...] { partners[pair.a] = pair.b }
    var places: [Int32: Int] = [:]
    for (place, node) in b.enumerated() { places[node] = place }
    let taken = Set(partners.values)
    /// Where the partner of a sibling stands; `nil` when it has none.
    func place(_ index: Int) -> Int? {
      if index < 0 { return -1 }
      return index < a.count ? partners[a[index]].flatMap { places[$0] } : b.count
    }
    for (index, node) in a.enumerated() where partners[node] == nil {
      guard let before = place(index - 1), place(index + 1) == before + 2, !taken.contains(b[before + 1]),
        sharesChild(node, b[before + 1])
      else { continue }
      pairs.append(Pair(a: node, b: b[before + 1]))
    }
  }

  /// Whether one of the first children of two nodes has the same bytes.
  private func sharesChild(_ a: Int32, _ b: Int32) -> Bool {
    let others = after.document.tree.children(of: NodeIndex(Int(b))).prefix(16).map { hash(of: $0, after) }
    return before.document.tree.children(of: NodeIndex(Int(a))).prefix(16)
      .contains { others.contains(hash(of: $0, before)) }
  }

  /// Pairs what is known to belong together.
  private func matchKnown(
    _ restA: inout [Int32], _ restB: inout [Int32], _ pairs: inout [Pair]
  ) {
    if known.isEmpty { return }
    var taken: (a: [Int32], b: [Int32]) = ([], [])
    let others = Set(restB)
    for node in restA {
      guard let other = known[node], others.contains(other) else { continue }
      pairs.append(Pair(a: node, b: other))
      taken.a.append(node)
      taken.b.append(other)
    }
    Self.remove(&taken.a, from: &restA)
    Self.remove(&taken.b, from: &restB)
  }

  /// The number of siblings of one name from which on they are looked at from their ends first.
  private static let many = 64

  /// Of many siblings pairs those at either end that have the same content: it identifies them as well as
  /// their fields do, and is compared faster than these are read.
  private func matchEnds(_ restA: inout [Int32], _ restB: inout [Int32], _ pairs: inout [Pair]) {
    let least = min(restA.count, restB.count)
    guard least >= Self.many else { return }
    func isSame(_ a: Int32, _ b: Int32) -> Bool {
      let (a, b) = (NodeIndex(Int(a)), NodeIndex(Int(b)))
      // Where some bytes are not there, a number takes digests of those that are.
      return hasAllBytes(of: a, b) || hash(of: a, before) == hash(of: b, after)
    }
    var head = 0
    while head < least, isSame(restA[head], restB[head]) { head += 1 }
    var tail = 0
    while tail < least - head,
      isSame(restA[restA.count - 1 - tail], restB[restB.count - 1 - tail])
    { tail += 1 }
    for place in 0..<head { pairs.append(Pair(a: restA[place], b: restB[place])) }
    for place in 0..<tail {
      pairs.append(
        Pair(a: restA[restA.count - tail + place], b: restB[restB.count - tail + place]))
    }
    restA = Array(restA[head..<restA.count - tail])
    restB = Array(restB[head..<restB.count - tail])
  }

  /// Pairs the nodes that are the only one with an identity on both sides.
  private func match(
    by column: Int, among known: SiblingIdentities, with others: SiblingIdentities, restA: inout [Int32],
    restB: inout [Int32], to pairs: inout [Pair]
  ) {
    func sorted(_ rest: [Int32], _ identities: SiblingIdentities) -> [Keyed] {
      var list: [Keyed] = []
      list.reserveCapacity(rest.count)
      for node in rest {
        let key = identities.key(of: node, column)
        if key != 0 { list.append(Keyed(key: key, place: node)) }
      }
      list.sort(by: Keyed.isBefore)
      return list
    }
    let (x, y) = (sorted(restA, known), sorted(restB, others))
    var taken: (a: [Int32], b: [Int32]) = ([], [])
    var (i, j) = (0, 0)
    while i < x.count, j < y.count {
      if x[i].key != y[j].key {
        if x[i].key < y[j].key { i += 1 } else { j += 1 }
        continue
      }
      let key = x[i].key
      var (endX, endY) = (i + 1, j + 1)
      while endX < x.count, x[endX].key == key { endX += 1 }
      while endY < y.count, y[endY].key == key { endY += 1 }
      if endX == i + 1, endY == j + 1 {
        pairs.append(Pair(a: x[i].place, b: y[j].place))
        taken.a.append(x[i].place)
        taken.b.append(y[j].place)
      }
      (i, j) = (endX, endY)
    }
    Self.remove(&taken.a, from: &restA)
    Self.remove(&taken.b, from: &restB)
  }

  /// Removes nodes from a list that is in their order.
  private static func remove(_ nodes: inout [Int32], from list: inout [Int32]) {
    nodes.sort()
    var next = 0
    list.removeAll { node in
      while next < nodes.count, nodes[next] < node { next += 1 }
      return next < nodes.count && nodes[next] == node
    }
  }

  /// Whether the siblings have one identity only, which numbers them.
  private func isAlone(_ a: [Int32]) -> Bool {
    guard let first = a.first,
      let program = before.document.tree.program(of: before.document.tree[NodeIndex(Int(first))])
    else { return true }
    return program.syntax.declaredIdentities.count < 2
  }

  private func alignByContent(
    _ a: [Int32], _ b: [Int32], byPosition: Bool, _ pairs: inout [Pair]
  ) {
    if a.isEmpty || b.isEmpty { return }
    let hashesA = a.map { hash(of: NodeIndex(Int($0)), before) }
    let hashesB = b.map { hash(of: NodeIndex(Int($0)), after) }
    let runs =
      Sequences.shared(a.count, b.count, limit: Self.limit) { hashesA[$0] == hashesB[$1] } ?? []
    var takenA = Array(repeating: false, count: a.count)
    var takenB = Array(repeating: false, count: b.count)
    func take(_ placeA: Int, _ placeB: Int) {
      pairs.append(Pair(a: a[placeA], b: b[placeB]))
      takenA[placeA] = true
      takenB[placeB] = true
    }
    for run in runs {
      for step in 0..<run.count { take(run.before + step, run.after + step) }
    }
    // Same content in another order: of several the first that is left.
    var left: [Keyed] = []
    for place in b.indices where !takenB[place] {
      left.append(Keyed(key: hashesB[place], place: Int32(truncatingIfNeeded: place)))
    }
    left.sort(by: Keyed.isBefore)
    // At the first of each run of equal keys: how many of the run are taken.
    var gone = Array(repeating: Int32(0), count: left.count)
    for place in a.indices where !takenA[place] && !left.isEmpty {
      let point = (0..<left.count).partitionPoint { left[$0].key < hashesA[place] }
      guard point < left.count else { continue }
      let next = point + Int(gone[point])
      guard next < left.count, left[next].key == hashesA[place] else { continue }
      gone[point] += 1
      take(place, Int(left[next].place))
    }
    guard byPosition else { return }
    // What is left between two of those that stayed in order, one after the other.
    var (fromA, fromB) = (0, 0)
    for run in runs + [SharedRun(before: a.count, after: b.count, count: 0)] {
      while true {
        while fromA < run.before, takenA[fromA] { fromA += 1 }
        while fromB < run.after, takenB[fromB] { fromB += 1 }
        guard fromA < run.before, fromB < run.after else { break }
        pairs.append(Pair(a: a[fromA], b: b[fromB]))
        fromA += 1
        fromB += 1
      }
      fromA = run.before + run.count
      fromB = run.after + run.count
    }
  }

  // MARK: Identity and content

  /// The bytes of each end of a long node that are read.
  private static let longest = 1 << 16

  /// A number that nodes with the same bytes share. Of long ones the ends are read.
  private func hash(of index: NodeIndex, _ side: Side) -> UInt64 {
    let (source, range) = bytes(of: index, side)
    let seed = 0xCBF2_9CE4_8422_2325 ^ side.document.tree[index].size
    if range.count <= 2 * Self.longest { return source.mixed(range, into: seed) }
    return source.mixed(
      range.suffix(Self.longest), into: source.mixed(range.prefix(Self.longest), into: seed))
  }

  /// Whether two nodes that are not long are proved to have the same bytes.
  private func hasAllBytes(of a: NodeIndex, _ b: NodeIndex) -> Bool {
    let ((source, range), (other, others)) = (bytes(of: a, before), bytes(of: b, after))
    return before.document.tree[a].size == after.document.tree[b].size && range.count <= 2 * Self.longest
      && source.hasSameBytes(in: range, as: other, in: others)
  }

  private func bytes(of index: NodeIndex, _ side: Side) -> (source: ByteSource, range: Range<Int>) {
    let node = side.document.tree[index]
    let source = side.document.source(of: node)
    let end = min(Int(clamping: node.end), source.byteCount)
    return (source, min(Int(clamping: node.start), end)..<end)
  }
}

extension FourCC {
  /// Whether it counts something in place of naming it.
  var isNumber: Bool { rawValue < 0x1_0000 }
}
