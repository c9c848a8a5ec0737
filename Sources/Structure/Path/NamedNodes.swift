import ByteReading

/// The nodes of a document by what they are called and what they stand in.
///
/// A path is looked for in all nodes. Whoever asks for tens of thousands of paths, as files of rules and of expectations
/// do, would go through the file as often: once that was done for long enough, this list is made (``NodeLookUps``), and each
/// path takes no longer than what it means.
final class NamedNodes: Sendable {
  /// Whether nodes go by their names, or all of them as ``Path/Name/any``.
  enum Naming: Sendable { case own, any }

  /// Siblings of one name: from where they stand in ``nodes`` to where the next ones do.
  private struct Group {
    /// The number of the name above, and below that of the parent, from 1; 0 at the top.
    let key: UInt64
    let start: Int
  }

  /// By name, then by parent, then in the order of the file.
  private let nodes: [NodeIndex]
  private let groups: [Group]
  private let numbers: [Path.Name: UInt64]
  private let share: MemoryShare

  /// - Returns: `nil` where there is no memory for it.
  /// - Complexity: O(*n* log *n*) in the nodes.
  init?(_ document: Document, as naming: Naming) {
    let tree = document.tree
    let share = MemoryShare(document.memory)
    var entries: [(key: UInt64, node: NodeIndex)] = []
    var numbers: [Path.Name: UInt64] = [:]
    func add(_ index: NodeIndex, _ name: Path.Name, in parent: NodeIndex?) -> Bool {
      let number = numbers[name] ?? UInt64(numbers.count)
      if number == numbers.count {
        var size = Self.nameSize
        if case .word(let word) = name { size += word.utf8.count }
        guard share.grow(by: size) else { return false }
        numbers[name] = number
      }
      let parent = parent.map { UInt64($0.number) + 1 } ?? 0
      return share.append((number << 32 | parent, index), to: &entries)
    }
    var around: [NodeIndex] = []
    for index in tree.indices {
      let node = tree[index]
      while let last = around.last, tree[last].subtreeEnd <= index { around.removeLast() }
      var isAdded: Bool
      switch naming {
      case .any: isAdded = add(index, .any, in: around.last)
      case .own:
        isAdded = add(index, document.word(for: node).map { .word($0) } ?? .code(node.type), in: around.last)
        if isAdded, node.type == .uuid, let type = document.extendedType(of: node) {
          isAdded = add(index, .uuid(type), in: around.last)
        }
      }
      guard isAdded else { return nil }
      if node.subtreeEnd > index.next { around.append(index) }
    }
    // Sorting takes half as many again.
    let size = entries.count * MemoryLayout<NodeIndex>.stride
    let halves = entries.count / 2 * MemoryLayout<(key: UInt64, node: NodeIndex)>.stride
    guard share.grow(by: size + halves) else { return nil }
    entries.sort { $0 < $1 }
    share.shrink(by: halves)
    nodes = entries.map(\.node)
    var groups: [Group] = []
    for (place, entry) in entries.enumerated() where groups.last?.key != entry.key {
      guard share.append(Group(key: entry.key, start: place), to: &groups) else { return nil }
    }
    share.shrink(by: entries.capacity * MemoryLayout<(key: UInt64, node: NodeIndex)>.stride)
    self.groups = groups
    self.numbers = numbers
    self.share = share
  }

  /// What a name takes with its place in a table, about, in bytes.
  private static let nameSize = 128

  /// The groups of a name whose parents have these numbers, from 1; 0 is the file.
  private func groups(_ name: Path.Name, in parents: ClosedRange<UInt64>) -> Range<Int> {
    guard let number = numbers[name] else { return 0..<0 }
    let first = groups.indices.partitionPoint { groups[$0].key < number << 32 | parents.lowerBound }
    return first..<(first..<groups.count).partitionPoint { groups[$0].key <= number << 32 | parents.upperBound }
  }

  private func siblings(_ group: Int) -> ArraySlice<NodeIndex> {
    nodes[groups[group].start..<(group + 1 < groups.count ? groups[group + 1].start : nodes.count)]
  }

  /// Calls `body` with each list of siblings that a step calls so, which are in the order of the file.
  ///
  /// - Parameters:
  ///   - scope: What they stand in; `nil` for the file.
  ///   - tree: The tree that the list was made of.
  /// - Complexity: O(log *n*), and O(1) for each list.
  func each(_ step: Path.Step, in scope: NodeIndex?, of tree: Tree, _ body: (ArraySlice<NodeIndex>) -> Void) {
    let first = scope.map { UInt64($0.number) + 1 } ?? 0
    var last = first
    if step.isDeep { last = scope.map { UInt64(tree[$0].subtreeEnd.number) } ?? UInt64(UInt32.max) }
    let parents = first...max(first, last)
    var own = groups(step.name, in: parents)
    // A node without a code may be called like one.
    var words = 0..<0
    if case .code(let code) = step.name { words = groups(.word(code.key.withoutEscapes), in: parents) }
    while let next = own.first ?? words.first {
      guard let group = own.first, let word = words.first else {
        body(siblings(next))
        own = own.dropFirst()
        words = words.dropFirst()
        continue
      }
      let around = (UInt32(truncatingIfNeeded: groups[group].key), UInt32(truncatingIfNeeded: groups[word].key))
      if around.0 == around.1 {
        body((siblings(group) + siblings(word)).sorted()[...])
      } else {
        body(siblings(around.0 < around.1 ? group : word))
      }
      if around.0 <= around.1 { own = own.dropFirst() }
      if around.1 <= around.0 { words = words.dropFirst() }
    }
  }
}

/// What is kept of a document of which many paths are asked.
final class NodeLookUps: DocumentFacts {
  private struct State {
    /// How many nodes were looked at for their names.
    var looked = 0
    var own: NamedNodes?
    var any: NamedNodes?
    /// Whether a list is being made, or there was no memory for one.
    var isRefused = false
  }

  private let state = Guarded(State())

  /// Trees of fewer nodes are gone through, and those of more: a list of them would take what others need.
  private static let sizes = 256...1 << 20

  /// What is kept of a document; `nil` where nothing is.
  static func of(_ document: Document) -> NodeLookUps? {
    guard sizes.contains(document.tree.count) else { return nil }
    return document.lookUps { NodeLookUps() } as? NodeLookUps
  }

  /// Notes that so many nodes were looked at for their names.
  func looked(at count: Int) { state.withLock { $0.looked &+= count } }

  /// The nodes by their names, once so many were looked at that making such a list takes less than what it saves.
  func named(as naming: NamedNodes.Naming, of document: Document) -> NamedNodes? {
    let (known, isWanted) = state.withLock { state in
      let known = naming == .own ? state.own : state.any
      let isWanted = known == nil && !state.isRefused && state.looked >= 1 << 20
        && state.looked / 64 >= document.tree.count
      if isWanted { state.isRefused = true }
      return (known, isWanted)
    }
    guard isWanted, let made = NamedNodes(document, as: naming) else { return known }
    state.withLock { state in
      switch naming {
      case .own: state.own = made
      case .any: state.any = made
      }
      state.isRefused = false
    }
    return made
  }
}
