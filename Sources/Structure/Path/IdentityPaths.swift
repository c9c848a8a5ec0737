public import ByteReading

/// Writes paths by identity: `moov/trak[vide]/mdia`, since counts shift between files.
///
/// A step is `trak[vide]` when one sibling has that handler, else `trak[id=2]`, else `trak[2]` when
/// there are several.
public final class IdentityPaths {
  private let document: Document
  private let reader: NodeReader
  /// The children of a parent, `nil` for the top; looked at when one is asked for, and forgotten when there
  /// are many such parents: those with few children are soon looked at again.
  private var few: [NodeIndex?: Siblings] = [:]
  /// The same of parents with many children, which are kept.
  private var many: [NodeIndex?: Siblings] = [:]
  /// The steps that were asked for last.
  private var steps: [NodeIndex: Written] = [:]
  private var shortened: [NodeIndex: String] = [:]
  /// What the children of parents with many of them take.
  private let share: MemoryShare
  /// Whether there was memory to number all siblings; a path that was written without may mean others, too.
  package private(set) var isComplete = true

  /// A step, and how it is written.
  private struct Written {
    let step: Path.Step
    let text: String

    init(_ step: Path.Step) {
      self.step = step
      text = step.description
    }
  }

  /// The children of a parent by what they are called.
  private struct Siblings {
    var count = 0
    var names: [Path.Name: Namesakes] = [:]
  }

  /// The children of one name.
  private struct Namesakes {
    /// In order.
    var nodes: [NodeIndex] = []
    /// How many have an identity of each hash; `nil` until it is asked for. Where two hashes are the same
    /// by chance, neither identity is used.
    var identities: [Int: UInt32]?
  }

  /// The paths of the nodes of a document; each is made when it is asked for.
  ///
  /// - Parameter document: The document whose nodes are named.
  public init(_ document: Document) {
    self.document = document
    reader = NodeReader(document)
    share = MemoryShare(document.memory, for: "there is no memory for the paths of all nodes")
  }

  /// The path of the node at `index`.
  ///
  /// - Parameter index: The node.
  /// - Returns: The canonical path, in which siblings of one name are distinguished by identity
  ///   where they have one: `moov/trak[vide]`.
  /// - Complexity: O(*n*) in its siblings and those of the nodes around it, once.
  public func path(of index: NodeIndex) -> String {
    written(index).map(\.text).joined(separator: "/")
  }

  /// The same path, for whoever compares it or looks for what it means.
  ///
  /// - Parameter index: The node.
  /// - Returns: The path as a value.
  public func place(of index: NodeIndex) -> Media.Path {
    Path(anchor: .top, steps: written(index).map(\.step), field: nil, offset: nil)
  }

  /// The steps from the top to the node at `index`.
  private func written(_ index: NodeIndex) -> [Written] {
    var parts: [Written] = []
    var at: NodeIndex? = index
    while let here = at {
      let parent = document.tree.parent(of: here)
      parts.append(step(of: here, in: parent))
      at = parent
    }
    return parts.reversed()
  }

  /// The last step of the path of the node at `index`.
  ///
  /// - Parameter index: The node.
  /// - Returns: The name with what distinguishes the node from its siblings: `trak[vide]`.
  public func step(of index: NodeIndex) -> String {
    step(of: index, in: document.tree.parent(of: index)).text
  }

  /// Parents and steps that are remembered, and children from which on those of a parent are kept.
  private static let remembered = (parents: 4_096, steps: 4_096, children: 64)

  private func step(of index: NodeIndex, in parent: NodeIndex?) -> Written {
    if let known = steps[index] { return known }
    let name = document.pathName(of: document.tree[index])
    if many[parent] == nil, few[parent] == nil { remember(siblings(in: parent), in: parent) }
    let own = declared(by: index)
    if !own.isEmpty { countIdentities(of: name, in: parent) }
    // Without memory for its siblings it is written by its name alone.
    let namesakes = many[parent]?.names[name] ?? few[parent]?.names[name] ?? Namesakes()
    let step = Written(
      Path.Step(
        isDeep: false, name: name,
        selectors: selector(of: index, own, namesakes).map { [$0] } ?? []))
    if steps.count >= Self.remembered.steps { steps.removeAll(keepingCapacity: true) }
    steps[index] = step
    return step
  }

  /// What a name of siblings takes in dictionaries that grow, about.
  private static let bytesOfName = 256

  private func remember(_ siblings: Siblings, in parent: NodeIndex?) {
    if siblings.count >= Self.remembered.children {
      many[parent] = siblings
      return
    }
    if few.count >= Self.remembered.parents { few.removeAll(keepingCapacity: true) }
    few[parent] = siblings
  }

  /// The path with `/…/` for steps in its middle, where it means the same node: of long ones the
  /// first steps stay up to a track, and the last two.
  ///
  /// - Parameter index: The node.
  /// - Returns: The shortened path, or the whole one where none is shorter.
  /// - Complexity: O(*n*) in the nodes of the file, once for each node.
  public func shortPath(of index: NodeIndex) -> String {
    if let known = shortened[index] { return known }
    let short = shorten(written(index), index)
    shortened[index] = short
    return short
  }

  private func shorten(_ parts: [Written], _ index: NodeIndex) -> String {
    let full = parts.map(\.text).joined(separator: "/")
    guard parts.count >= 6, !full.contains("'"), shortened.count < 256 else { return full }
    let head = (parts.prefix(3).lastIndex { !$0.step.selectors.isEmpty } ?? 0) + 1
    for tail in 1...2 where head + tail < parts.count - 1 {
      var steps = parts.prefix(head).map(\.step) + parts.suffix(tail).map(\.step)
      steps[head].isDeep = true
      let path = Path(anchor: .either, steps: steps, field: nil, offset: nil)
      if path.nodes(in: document) == [index] { return path.stepsText }
    }
    return full
  }

  private func siblings(in parent: NodeIndex?) -> Siblings {
    var siblings = Siblings()
    let tree = document.tree
    var names = FoundNames()
    var counts: [Int] = []
    for child in tree.children(of: parent) {
      siblings.count += 1
      let (own, common) = names.places(of: tree[child], in: document)
      while counts.count < names.all.count {
        guard siblings.count <= Self.remembered.children || share.grow(by: Self.bytesOfName) else {
          isComplete = false
          return siblings
        }
        counts.append(0)
      }
      counts[own] += 1
      if let common { counts[common] += 1 }
    }
    let bytes = counts.reduce(0) { $0 + $1 * MemoryLayout<NodeIndex>.stride }
    guard siblings.count < Self.remembered.children || share.grow(by: bytes) else {
      isComplete = false
      return siblings
    }
    var found = counts.map { count in
      var namesakes = Namesakes()
      namesakes.nodes.reserveCapacity(count)
      return namesakes
    }
    for child in tree.children(of: parent) {
      let (own, common) = names.places(of: tree[child], in: document)
      found[own].nodes.append(child)
      if let common { found[common].nodes.append(child) }
    }
    for (place, name) in names.all.enumerated() { siblings.names[name] = found[place] }
    return siblings
  }

  /// What siblings may be called in a step, each name once.
  private struct FoundNames {
    /// In the order in which they were found.
    private(set) var all: [Path.Name] = []
    private var numbers: [Path.Name: Int] = [:]
    /// Types that were met first: most siblings are of few.
    private var first: [(type: FourCC, place: Int)] = []
    private static let few = 8

    /// The place in ``all`` of what a node is called, and that of what others are called as well.
    mutating func places(of node: Node, in document: Document) -> (own: Int, common: Int?) {
      let isPlain = node.type != .uuid && node.marks.isDisjoint(with: .nameless)
      if isPlain, let known = first.first(where: { $0.type == node.type }) { return (known.place, nil) }
      let name = document.pathName(of: node)
      let own = place(of: name)
      // As a step, `uuid` means every extended type, not just those that are too short to have one.
      if case .uuid = name { return (own, place(of: .code(.uuid))) }
      if isPlain, first.count < Self.few { first.append((node.type, own)) }
      return (own, nil)
    }

    private mutating func place(of name: Path.Name) -> Int {
      if let known = numbers[name] { return known }
      let place = all.count
      all.append(name)
      numbers[name] = place
      return place
    }
  }

  /// Counts how many of the children of one name have each identity, once.
  private func countIdentities(of name: Path.Name, in parent: NodeIndex?) {
    // An identity of one alone is its own.
    guard let known = many[parent]?.names[name] ?? few[parent]?.names[name],
      known.identities == nil, known.nodes.count > 1
    else { return }
    var counts: [Int: UInt32] = [:]
    // About what a dictionary takes for each while it grows.
    if known.nodes.count < Self.remembered.children || share.grow(by: known.nodes.count * 48) {
      for index in known.nodes {
        // A table declares a key once.
        for identity in declared(by: index) { counts[identity.hashValue, default: 0] += 1 }
      }
    }
    if many[parent] != nil {
      many[parent]?.names[name]?.identities = counts
    } else {
      few[parent]?.names[name]?.identities = counts
    }
  }

  /// What a node has that its siblings do not have.
  private struct Identity: Hashable {
    let key: String
    let value: String
  }

  /// What the table of a node declares as identities, the handler first.
  private func declared(by index: NodeIndex) -> [Identity] {
    let found = reader.identities(of: index).compactMap { key, value in value.map { Identity(key: key, value: $0) } }
    if found.count < 2 { return found }
    return found.filter { $0.key == "handler" } + found.filter { $0.key != "handler" }
  }

  /// How a node is distinguished from the others of its name; `own` are its identities.
  private func selector(
    of index: NodeIndex, _ own: [Identity], _ namesakes: Namesakes
  ) -> Path.Selector? {
    let count = namesakes.nodes.count
    // One of a kind needs no number, but a track is known by its handler.
    if count == 1, own.count < 2 { return nil }
    for identity in own {
      let (key, value) = (identity.key, identity.value)
      guard count == 1 || namesakes.identities?[identity.hashValue] == 1, !value.isEmpty,
        value.utf8.count <= 64
      else { continue }
      return key == "handler" ? .word(value) : .key(key, value)
    }
    guard count > 1 else { return nil }
    // They are in order.
    let point = (0..<count).partitionPoint { namesakes.nodes[$0] < index }
    return .index(point + 1)
  }
}
