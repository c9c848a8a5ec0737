import Atoms
package import ByteReading
package import Structure

/// Which items of two files are the same: those of a number, and, where a writer counted anew, those of the same
/// bytes.
struct ItemPairs {
  typealias Item = ItemProof.Item

  private(set) var pairs: [(before: Item, after: Item)] = []
  private(set) var gone: [Item] = []
  private(set) var new: [Item] = []
  /// The numbers in the second file of items of the first.
  private(set) var numbers: [UInt64: UInt64] = [:]
  /// Whether an item has another number.
  private(set) var isRenumbered = false
  /// Whether no two items of a file have one number: else it says of neither what it is.
  let hasUniqueNumbers: Bool

  /// - Parameter budget: The bytes that may be read; items are paired by their numbers where it does not do.
  /// - Complexity: O(*n*) in the items, and in their bytes where numbers do not pair them.
  init(_ x: [Item], _ y: [Item], _ budget: UInt64) {
    hasUniqueNumbers = Set(x.map(\.id)).count == x.count && Set(y.map(\.id)).count == y.count
    var partners = Self.byNumber(x, y)
    if !Self.isLikely(partners, x, y), let keys = Self.keys(x, y, budget) {
      partners = Self.byContent(x, y, keys)
    }
    var taken = Array(repeating: false, count: y.count)
    for (place, partner) in partners.enumerated() {
      guard let partner else {
        gone.append(x[place])
        continue
      }
      taken[partner] = true
      pairs.append((x[place], y[partner]))
      if numbers[x[place].id] == nil { numbers[x[place].id] = y[partner].id }
      if x[place].id != y[partner].id { isRenumbered = true }
    }
    new = y.indices.filter { !taken[$0] }.map { y[$0] }
  }

  /// For each item of the first file the place of the one of its number in the second.
  private static func byNumber(_ x: [Item], _ y: [Item]) -> [Int?] {
    var places: [UInt64: Int] = [:]
    for (place, item) in y.enumerated() { places[item.id] = place }
    return x.map { places.removeValue(forKey: $0.id) }
  }

  /// Whether items of the same number are of a type and as long, so that nobody looks for others.
  private static func isLikely(_ partners: [Int?], _ x: [Item], _ y: [Item]) -> Bool {
    zip(x, partners).allSatisfy { item, partner in
      guard let partner, item.type == y[partner].type else { return false }
      switch (item.data, y[partner].data) {
      case (.found(_, let count), .found(_, let other)): return count == other
      case (.absent, .absent), (.tooMany, .tooMany): return true
      default: return false
      }
    }
  }

  private typealias Keys = (before: [UInt64], after: [UInt64])

  /// A number for the type and the bytes of each item; 0 for one without.
  private static func keys(_ x: [Item], _ y: [Item], _ budget: UInt64) -> Keys? {
    var left = budget / 2
    func keys(_ items: [Item]) -> [UInt64]? {
      var found: [UInt64] = []
      for item in items {
        guard case .found(let ranges, let count) = item.data, count > 0 else {
          found.append(0)
          continue
        }
        guard count <= left else { return nil }
        left -= count
        let bytes = JoinedBytes(document: item.document, ranges: ranges)
        found.append(bytes.mixed(into: UInt64(truncatingIfNeeded: item.type.hashValue) ^ count) | 1)
      }
      return found
    }
    guard let before = keys(x), let after = keys(y) else { return nil }
    return (before, after)
  }

  private static func byContent(_ x: [Item], _ y: [Item], _ keys: Keys) -> [Int?] {
    var partners: [Int?] = Array(repeating: nil, count: x.count)
    var taken = Array(repeating: false, count: y.count)
    func take(_ i: Int, _ j: Int) {
      partners[i] = j
      taken[j] = true
    }
    // What has its number and its bytes has stayed.
    let same = byNumber(x, y)
    for (i, j) in same.enumerated() {
      if let j, keys.before[i] == keys.after[j], keys.before[i] != 0 { take(i, j) }
    }
    // Of several of the same bytes the first that is left.
    var places: [UInt64: [Int]] = [:]
    for j in y.indices.reversed() where !taken[j] && keys.after[j] != 0 { places[keys.after[j], default: []].append(j) }
    for i in x.indices where partners[i] == nil && keys.before[i] != 0 {
      if let j = places[keys.before[i]]?.popLast() { take(i, j) }
    }
    // What was edited keeps its number, unless that is of another type now.
    for (i, j) in same.enumerated() where partners[i] == nil {
      if let j, !taken[j], x[i].type == y[j].type { take(i, j) }
    }
    // What has no bytes, or others, and is the only one of its type.
    var rest: [String: (before: [Int], after: [Int])] = [:]
    for i in x.indices where partners[i] == nil { rest[x[i].type, default: ([], [])].before.append(i) }
    for j in y.indices where !taken[j] { rest[y[j].type, default: ([], [])].after.append(j) }
    for entry in rest.values where entry.before.count == 1 && entry.after.count == 1 {
      take(entry.before[0], entry.after[0])
    }
    for (i, j) in same.enumerated() where partners[i] == nil {
      if let j, !taken[j] { take(i, j) }
    }
    return partners
  }
}

extension MediaFile {
  /// Items, or tracks, that two files have under other numbers, with the entries of all and what refers to them.
  package struct OtherNumbers {
    /// By the number of one in the first file that in the second.
    package let numbers: [UInt64: UInt64]
    /// The nodes of the first file in which they are such numbers.
    package let scope: Range<NodeIndex>
    /// Entries of the same ones, and references that go from one to as many.
    package let partners: [(before: NodeIndex, after: NodeIndex)]
    /// Nodes of the first file that stand in the order of these numbers in both.
    package let ordered: Set<NodeIndex>
    /// Where the numbers stand that refer to them: the type of a node, `nil` for any, and the name of a field. The entry
    /// of an item, and the header of a track, have their own.
    package let places: [(type: FourCC?, field: StaticString)]
  }

  /// The numbers of items that are the same and have another one; `nil` where all have theirs, and where two of a
  /// file have one.
  ///
  /// - Complexity: O(*n*) in the items, and in their bytes where numbers do not pair them.
  package static func itemNumbers(_ before: Document, _ after: Document) -> OtherNumbers? {
    guard let meta = before.tree.child("meta", of: nil), let other = after.tree.child("meta", of: nil),
      let x = ItemProof.items(before), let y = ItemProof.items(after), x.count <= ItemProof.limit,
      y.count <= ItemProof.limit
    else { return nil }
    let found = ItemPairs(x, y, 256 << 20)
    guard found.isRenumbered, found.hasUniqueNumbers else { return nil }
    // Where each number is of an item of the type that it was of, and some refer to what they did not, the data of items
    // have changed places, and no item its number.
    var types: [UInt64: String] = [:]
    for item in y { types[item.id] = item.type }
    if x.count == y.count, x.allSatisfy({ types[$0.id] == $0.type }),
      ItemAgreement(before, after, found)?.isWhole != true
    {
      return nil
    }
    var partners = found.pairs.map { ($0.before.node, $0.after.node) }
    // A reference is known by its type and the item that it goes from.
    var left: [String: [NodeIndex]] = [:]
    func key(_ type: FourCC, _ from: UInt64) -> String { "\(type.key) \(from)" }
    let references = (
      ImageParts.references(in: meta, of: before, limit: ItemProof.limit),
      ImageParts.references(in: other, of: after, limit: ItemProof.limit)
    )
    for reference in references.1.reversed() {
      left[key(reference.type, reference.from), default: []].append(reference.node)
    }
    for reference in references.0 {
      guard let from = found.numbers[reference.from],
        let node = left[key(reference.type, from)]?.popLast()
      else { continue }
      partners.append((reference.node, node))
    }
    func areSorted(_ numbers: [UInt64]) -> Bool { zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 } }
    var ordered: Set<NodeIndex> = []
    if areSorted(x.map(\.id)), areSorted(y.map(\.id)) { ordered.formUnion(x.map(\.node)) }
    if areSorted(references.0.map(\.from)), areSorted(references.1.map(\.from)) {
      ordered.formUnion(references.0.map(\.node))
    }
    var places: [(type: FourCC?, field: StaticString)] = [
      ("iloc", "item_ID"), ("ipma", "item_ID"), ("pitm", "item_ID"), (nil, "from_item_ID"), (nil, "to_item_ID"),
    ]
    // A file with tracks has these among the entities, too.
    let hasTracks = before.tree.child("moov", of: nil) != nil || after.tree.child("moov", of: nil) != nil
    if !hasTracks { places.append((nil, "entity_id")) }
    return OtherNumbers(
      numbers: found.numbers, scope: before.tree.subtree(of: meta), partners: partners,
      ordered: ordered, places: places)
  }
}

/// What is the same of items that two files have, whichever numbers lead to it.
struct ItemAgreement {
  private let before: Document
  private let after: Document
  private let pairs: ItemPairs
  private let metas: (NodeIndex, NodeIndex)

  /// `nil` for files without items.
  init?(_ before: Document, _ after: Document, _ pairs: ItemPairs) {
    guard let x = before.tree.child("meta", of: nil), let y = after.tree.child("meta", of: nil) else { return nil }
    (self.before, self.after, self.pairs, metas) = (before, after, pairs, (x, y))
  }

  /// Associations and references that are looked at.
  private static let limit = 1 << 20
  /// Properties whose order is that in which a picture is changed (23008-12 §6.5.1); of others that of those of a
  /// type alone is of account.
  private static let changing: Set<String> = ["clap", "irot", "imir", "iscl"]

  private struct Property {
    let node: NodeIndex
    let isEssential: Bool
  }

  /// The properties of each item, those that change a picture first and in their order, then the others by type;
  /// `nil` where there are too many, or one leads nowhere.
  private static func properties(_ document: Document, _ meta: NodeIndex) -> [UInt64: [Property]]? {
    let tree = document.tree
    guard let all = tree.child("iprp", of: meta) else { return [:] }
    let boxes = tree.child("ipco", of: all).map { Array(tree.children(of: $0).prefix(limit)) } ?? []
    var found: [UInt64: [Property]] = [:]
    var count = 0
    for index in tree.children(of: all) where tree[index].type == "ipma" {
      guard !tree[index].isRaw else { return nil }
      for association in ItemAssociations(index, in: document).all {
        count += 1
        guard association.property <= UInt64(boxes.count), count < limit else { return nil }
        if association.property == 0 { continue }
        found[association.item, default: []].append(
          Property(node: boxes[Int(association.property) - 1], isEssential: association.isEssential))
      }
    }
    func key(_ property: Property) -> String {
      let type = tree[property.node].type.key
      return changing.contains(type) ? "" : type
    }
    return found.mapValues { list in
      list.enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
    }
  }

  /// Whether each item that both files have has the same properties.
  var hasSameProperties: Bool {
    guard let x = Self.properties(before, metas.0), let y = Self.properties(after, metas.1) else { return false }
    let (tree, others) = (before.tree, after.tree)
    return pairs.pairs.allSatisfy { pair in
      let (old, new) = (x[pair.before.id] ?? [], y[pair.after.id] ?? [])
      return old.count == new.count
        && zip(old, new).allSatisfy { a, b in
          let (p, q) = (tree[a.node], others[b.node])
          return a.isEssential == b.isEssential && p.type == q.type && p.size == q.size && p.source == 0
            && q.source == 0 && p.size < 1 << 32
            && tree.file.hasSameBytes(
              in: Int(p.start)..<Int(p.end), as: others.file, in: Int(q.start)..<Int(q.end))
        }
    }
  }

  /// Whether the properties are the same ones, in another order.
  ///
  /// - Complexity: O(*n* log *n*) in the properties, and O(*n*) in their bytes.
  var hasOtherOrderOfProperties: Bool {
    let (old, new) = (Self.keysOfProperties(before, metas.0), Self.keysOfProperties(after, metas.1))
    return old != new && old.sorted() == new.sorted()
  }

  /// A number for the type and the bytes of each property, in their order.
  private static func keysOfProperties(_ document: Document, _ meta: NodeIndex) -> [UInt64] {
    let tree = document.tree
    guard let all = tree.child("iprp", of: meta).flatMap({ tree.child("ipco", of: $0) }) else { return [] }
    var keys: [UInt64] = []
    for index in tree.children(of: all).prefix(limit) {
      let node = tree[index]
      let bytes = document.source(of: node).bytes
      guard let start = Int(exactly: node.start), let end = Int(exactly: node.end), start <= end, end <= bytes.byteCount
      else {
        keys.append(node.size)
        continue
      }
      keys.append(bytes.extracting(start..<end).mixed(into: UInt64(node.type.rawValue)))
    }
    return keys
  }

  /// Whether each item refers to the same items, and the same ones belong together.
  var hasSameReferences: Bool {
    let x = ImageParts.references(in: metas.0, of: before, limit: Self.limit)
    let y = ImageParts.references(in: metas.1, of: after, limit: Self.limit)
    guard x.count == y.count, x.count < Self.limit else { return false }
    func text(_ type: FourCC, _ ids: [UInt64]) -> String { type.key + ids.map { " \($0)" }.joined() }
    var left: [String: Int] = [:]
    for reference in y where reference.to.count < 4_096 {
      left[text(reference.type, [reference.from] + reference.to), default: 0] += 1
    }
    for reference in x {
      guard reference.to.count < 4_096, let from = pairs.numbers[reference.from] else { return false }
      let ids = [from] + reference.to.compactMap { pairs.numbers[$0] }
      let key = text(reference.type, ids)
      guard ids.count == reference.to.count + 1, let count = left[key], count > 0 else { return false }
      left[key] = count - 1
    }
    return true
  }

  /// Whether all that says something of items says it of the same ones.
  var isWhole: Bool { hasSamePrimary && hasSameProperties && hasSameReferences && hasSameGroups == true }

  /// Whether the same items are grouped, group by group; what is no item keeps its number. `nil` where some group
  /// cannot be read.
  var hasSameGroups: Bool? {
    guard let x = GroupedEntities.all(in: metas.0, of: before), let y = GroupedEntities.all(in: metas.1, of: after)
    else { return nil }
    return x.count == y.count
      && zip(x, y).allSatisfy { old, new in
        old.type == new.type && old.entities.map { pairs.numbers[$0] ?? $0 } == new.entities
      }
  }

  /// Whether the same item stands for the whole.
  var hasSamePrimary: Bool {
    func primary(_ document: Document, _ meta: NodeIndex) -> UInt64? {
      document.tree.child("pitm", of: meta).flatMap {
        document.view(PrimaryItem.self, of: $0).number(.item_ID)
      }
    }
    let (old, new) = (primary(before, metas.0), primary(after, metas.1))
    guard let old, let new else { return old == new }
    return pairs.numbers[old] == new
  }
}
