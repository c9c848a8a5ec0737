internal import ByteReading
internal import Structure

/// Which node of one file is which of the other.
///
/// Siblings of one name are told apart by what their tables declare as identity, then by their
/// content, then by the longest common subsequence of contents, then by their position.
struct Alignment {
  /// The partner of each node of the first file, -1 for none.
  private(set) var ofBefore: [Int32]
  /// The partner of each node of the second file, -1 for none.
  private(set) var ofAfter: [Int32]
  /// Pairs that stand elsewhere among their siblings, with the sibling that they passed; -1 for those
  /// that stand in another node.
  private(set) var moved: [(before: Int, after: Int, passed: Int, isNowBefore: Bool)] = []
  /// The types that stand for each other.
  private let aliases: [[FourCC]]

  private let before: Side
  private let after: Side

  /// One of the two files.
  private final class Side {
    let document: Document
    let reader: NodeReader
    var walker = Walker()

    init(_ document: Document) {
      self.document = document
      reader = NodeReader(document)
    }
  }

  /// What siblings are called.
  private struct Name: Hashable {
    let type: FourCC
    let word: String
  }

  /// Differences that are looked for between many siblings of one name.
  private static let limit = 512

  /// - Parameter aliases: Types whose nodes may stand for each other.
  init(_ a: Document, _ b: Document, aliases: [[FourCC]] = []) {
    self.aliases = aliases
    before = Side(a)
    after = Side(b)
    ofBefore = Array(repeating: -1, count: a.tree.count)
    ofAfter = Array(repeating: -1, count: b.tree.count)
    descend(from: [(nil, nil)])
    findElsewhere()
    moved.sort { $0.before < $1.before }
  }

  /// Aligns what stands in pairs.
  private mutating func descend(from pairs: [(Int?, Int?)]) {
    var open = pairs
    while let (a, b) = open.popLast() {
      for (a, b) in align(
        Array(before.document.tree.children(of: a)),
        Array(after.document.tree.children(of: b)))
      {
        pair(a, b)
        open.append((a, b))
      }
    }
  }

  private mutating func pair(_ a: Int, _ b: Int) {
    ofBefore[a] = Int32(truncatingIfNeeded: b)
    ofAfter[b] = Int32(truncatingIfNeeded: a)
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
    var places: [UInt64: [Int]] = [:]
    for index in new.reversed() { places[key(of: index, after), default: []].append(index) }
    var end = 0
    for index in lost where index >= end {
      guard kinds.contains(before.document.tree[index].type.rawValue) else { continue }
      let key = key(of: index, before)
      // What stands in a node that was found goes with it.
      while let last = places[key]?.last, ofAfter[last] >= 0 { places[key]?.removeLast() }
      guard let other = places[key]?.last, hasSameBytes(index, other) else { continue }
      places[key]?.removeLast()
      pair(index, other)
      moved.append((index, other, -1, false))
      descend(from: [(index, other)])
      end = Int(before.document.tree[index].subtreeEnd)
    }
  }

  private func lostNodes(_ side: Side, _ partners: [Int32]) -> [Int] {
    var found: [Int] = []
    let tree = side.document.tree
    for index in tree.indices where partners[index] < 0 {
      let node = tree[index]
      guard node.source == 0, !node.isRaw,
        node.size >= UInt64(node.headerSize) &+ Self.leastContent
      else { continue }
      found.append(index)
      if found.count == Self.lostLimit { break }
    }
    return found
  }

  private func key(of index: Int, _ side: Side) -> UInt64 {
    hash(of: index, side) ^ UInt64(side.document.tree[index].type.rawValue) &* 0x9E37_79B9
  }

  private func hasSameBytes(_ a: Int, _ b: Int) -> Bool {
    let (x, y) = (before.document.tree[a], after.document.tree[b])
    guard x.type == y.type, x.size == y.size else { return false }
    let bytes = before.document.tree.file.bytes.extracting(Int(x.start)..<Int(x.end))
    // Zeros stand everywhere.
    var isZero = true
    for place in Int(x.headerSize)..<min(bytes.byteCount, 4_096)
    where bytes.byte(at: place) != 0 {
      isZero = false
      break
    }
    return !isZero
      && bytes.hasSameBytes(
        as: after.document.tree.file.bytes.extracting(Int(y.start)..<Int(y.end)))
  }

  /// The partner of a node of the first file.
  func partner(ofBefore index: Int) -> Int? { ofBefore[index] < 0 ? nil : Int(ofBefore[index]) }
  /// The partner of a node of the second file.
  func partner(ofAfter index: Int) -> Int? { ofAfter[index] < 0 ? nil : Int(ofAfter[index]) }

  // MARK: Siblings

  private mutating func align(_ a: [Int], _ b: [Int]) -> [(Int, Int)] {
    if a.isEmpty || b.isEmpty { return [] }
    var groups: [Name: (a: [Int], b: [Int])] = [:]
    for index in a { groups[name(of: index, before), default: ([], [])].a.append(index) }
    for index in b { groups[name(of: index, after), default: ([], [])].b.append(index) }
    joinAliases(&groups)
    var pairs: [(Int, Int)] = []
    for (a, b) in groups.values where !a.isEmpty && !b.isEmpty {
      pairs += a.count == 1 && b.count == 1 ? [(a[0], b[0])] : alignSame(a, b)
    }
    pairs.sort { $0.0 < $1.0 }
    findMoves(pairs)
    return pairs
  }

  /// Puts siblings together whose types stand for each other, where each side has but one of these.
  private func joinAliases(_ groups: inout [Name: (a: [Int], b: [Int])]) {
    for types in aliases {
      let names = types.map { Name(type: $0, word: "") }
      let old = names.filter { groups[$0].map { !$0.a.isEmpty } ?? false }
      let new = names.filter { groups[$0].map { !$0.b.isEmpty } ?? false }
      guard old.count == 1, new.count == 1, old[0] != new[0] else { continue }
      let others = groups[new[0]]?.b ?? []
      groups[old[0]]?.b = others
      groups[new[0]] = nil
    }
  }

  private func name(of index: Int, _ side: Side) -> Name {
    let node = side.document.tree[index]
    if let word = side.document.word(for: node) { return Name(type: FourCC(0), word: word) }
    if node.type == "uuid", let type = side.document.extendedType(of: node) {
      return Name(type: node.type, word: "\(type.high) \(type.low)")
    }
    return Name(type: node.type, word: "")
  }

  /// Siblings of one name.
  private func alignSame(_ a: [Int], _ b: [Int]) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var restA = a
    var restB = b
    let identitiesA = a.map { identities(of: $0, before) }
    let identitiesB = b.map { identities(of: $0, after) }
    let isIdentified = identitiesA.contains { !$0.isEmpty } && identitiesB.contains { !$0.isEmpty }
    if isIdentified {
      let known = Dictionary(uniqueKeysWithValues: zip(a, identitiesA) + [])
      let others = Dictionary(uniqueKeysWithValues: zip(b, identitiesB) + [])
      func match(_ key: (_ identity: [String]) -> String) {
        var places: [String: (a: [Int], b: [Int])] = [:]
        for index in restA { places[key(known[index] ?? []), default: ([], [])].a.append(index) }
        for index in restB { places[key(others[index] ?? []), default: ([], [])].b.append(index) }
        var taken: (a: Set<Int>, b: Set<Int>) = ([], [])
        for (text, group) in places where !text.isEmpty {
          guard group.a.count == 1, group.b.count == 1 else { continue }
          pairs.append((group.a[0], group.b[0]))
          taken.a.insert(group.a[0])
          taken.b.insert(group.b[0])
        }
        restA.removeAll { taken.a.contains($0) }
        restB.removeAll { taken.b.contains($0) }
      }
      match { $0.joined(separator: "\u{0}") }
      // A track that got another number is still the only one with its handler.
      let most = identitiesA.reduce(0) { max($0, $1.count) }
      for place in (1..<max(1, most)).reversed() {
        match { place < $0.count ? $0[place] : "" }
      }
    }
    pairs += alignByContent(restA, restB, byPosition: !isIdentified || pairs.isEmpty && isAlone(a))
    return pairs
  }

  /// Whether the siblings have one identity only, which numbers them.
  private func isAlone(_ a: [Int]) -> Bool {
    guard let first = a.first,
      let program = before.document.tree.program(of: before.document.tree[first])
    else { return true }
    return program.syntax.identities.description.split(separator: " ").count < 2
  }

  private func alignByContent(_ a: [Int], _ b: [Int], byPosition: Bool) -> [(Int, Int)] {
    if a.isEmpty || b.isEmpty { return [] }
    let hashesA = a.map { hash(of: $0, before) }
    let hashesB = b.map { hash(of: $0, after) }
    let common =
      Sequences.common(a.count, b.count, limit: Self.limit) { hashesA[$0] == hashesB[$1] } ?? []
    var pairs: [(Int, Int)] = common.map { (a[$0.0], b[$0.1]) }
    // Same content in another order.
    var takenA = Set(common.map(\.0))
    var takenB = Set(common.map(\.1))
    var places: [UInt64: [Int]] = [:]
    for place in b.indices.reversed() where !takenB.contains(place) {
      places[hashesB[place], default: []].append(place)
    }
    for place in a.indices where !takenA.contains(place) {
      guard let other = places[hashesA[place]]?.popLast() else { continue }
      pairs.append((a[place], b[other]))
      takenA.insert(place)
      takenB.insert(other)
    }
    guard byPosition else { return pairs }
    // What is left between two of those that stayed in order, one after the other.
    var fromA = 0
    var fromB = 0
    for (toA, toB) in common + [(a.count, b.count)] {
      let leftA = (fromA..<toA).filter { !takenA.contains($0) }
      let leftB = (fromB..<toB).filter { !takenB.contains($0) }
      for (x, y) in zip(leftA, leftB) { pairs.append((a[x], b[y])) }
      fromA = toA + 1
      fromB = toB + 1
    }
    return pairs
  }

  // MARK: Identity and content

  /// What tells a node apart from its siblings; empty when nothing does.
  private func identities(of index: Int, _ side: Side) -> [String] {
    let document = side.document
    guard let program = document.tree.program(of: document.tree[index]) else { return [] }
    let declared = program.syntax.identities.description
    if !declared.isEmpty {
      let texts = declared.split(separator: " ").map { entry in
        let key = entry.prefix { $0 != "=" }
        return document.identity(String(key), of: index, side.reader) ?? ""
      }
      return texts.allSatisfy(\.isEmpty) ? [] : texts
    }
    guard program.rows.contains(where: { $0.traits.contains(.identity) }) else { return [] }
    var sink = IdentityTexts()
    document.walk(index, &side.walker, into: &sink)
    return sink.texts.isEmpty ? [] : [sink.texts.joined(separator: "\u{1}")]
  }

  /// A number that nodes with the same bytes share. Of long ones the ends are read.
  private func hash(of index: Int, _ side: Side) -> UInt64 {
    let node = side.document.tree[index]
    let bytes = side.document.source(of: node).bytes
    let seed = 0xCBF2_9CE4_8422_2325 ^ node.size
    let longest = 1 << 16
    let end = min(Int(clamping: node.end), bytes.byteCount)
    let start = min(Int(clamping: node.start), end)
    if end - start <= 2 * longest { return bytes.extracting(start..<end).mixed(into: seed) }
    return bytes.extracting(end - longest..<end).mixed(
      into: bytes.extracting(start..<start + longest).mixed(into: seed))
  }

  // MARK: Moves

  /// Finds the pairs that stand elsewhere: those outside the heaviest sequence that kept its order.
  ///
  /// Weights depend on the pair alone, so that both directions of a diff find the same ones: what is
  /// opaque stays, and what holds structure is said to move.
  private mutating func findMoves(_ pairs: [(Int, Int)]) {
    var isInOrder = true
    for place in pairs.indices.dropFirst() where pairs[place].1 < pairs[place - 1].1 {
      isInOrder = false
      break
    }
    if isInOrder { return }
    let tree = before.document.tree
    let weights = pairs.indices.map { place -> UInt64 in
      let node = tree[pairs[place].0]
      let isLeaf = Int(node.subtreeEnd) == pairs[place].0 + 1
      let least = min(node.size, after.document.tree[pairs[place].1].size)
      return 1 << 40 + (isLeaf ? 1 << 32 : 0) + min(least, 0xFFFF) << 12
        + UInt64(node.type.rawValue) % 4093
    }
    let kept = Set(Sequences.increasing(pairs.map(\.1), weights))
    // The greatest of those that each has passed; of several the one that stood first.
    func isGreater(_ one: Int, _ other: Int) -> Bool {
      let (size, otherSize) = (tree[pairs[one].0].size, tree[pairs[other].0].size)
      return size != otherSize ? size > otherSize : one < other
    }
    let order = pairs.indices.sorted { pairs[$0].1 < pairs[$1].1 }
    var ranks = Array(repeating: 0, count: pairs.count)
    for (rank, place) in order.enumerated() { ranks[place] = rank + 1 }
    // Those that stood before it and stand behind it now: ranks from the other end.
    var stoodBefore: [Int?] = Array(repeating: nil, count: pairs.count)
    var seen = GreatestByRank(count: pairs.count, isGreater: isGreater)
    for place in pairs.indices {
      if !kept.contains(place) { stoodBefore[place] = seen.element(upTo: pairs.count - ranks[place]) }
      seen.add(place, at: pairs.count + 1 - ranks[place])
    }
    // Those that stood behind it and stand before it now.
    var stoodBehind: [Int?] = Array(repeating: nil, count: pairs.count)
    seen = GreatestByRank(count: pairs.count, isGreater: isGreater)
    for place in pairs.indices.reversed() {
      if !kept.contains(place) { stoodBehind[place] = seen.element(upTo: ranks[place] - 1) }
      seen.add(place, at: ranks[place])
    }
    for place in pairs.indices where !kept.contains(place) {
      let (a, b) = pairs[place]
      switch (stoodBefore[place], stoodBehind[place]) {
      case (nil, nil): moved.append((a, b, -1, false))
      case (let one?, nil): moved.append((a, b, pairs[one].0, true))
      case (nil, let other?): moved.append((a, b, pairs[other].0, false))
      case (let one?, let other?):
        let isNowBefore = isGreater(one, other)
        moved.append((a, b, pairs[isNowBefore ? one : other].0, isNowBefore))
      }
    }
    before.document.work.charge(2 * pairs.count * (Int.bitWidth - pairs.count.leadingZeroBitCount))
  }
}

/// The values of rows that tell siblings apart.
private struct IdentityTexts: FieldSink {
  var texts: [String] = []

  mutating func field(_ field: borrowing FieldReading) {
    guard !field.isGap, field.definition.traits.contains(.identity) else { return }
    var text = ByteWriter()
    text.put(value: field, .raw)
    texts.append(text.string)
  }

  mutating func table(_ table: borrowing TableReading) {}
  mutating func wants(item index: Int, of count: Int) -> Bool { index < 16 }
}
