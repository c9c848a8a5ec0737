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
  private var shortened: [NodeIndex: String] = [:]

  /// A step, and how it is written.
  private struct Written {
    let step: Path.Step
    let text: String

    init(_ step: Path.Step) {
      self.step = step
      text = step.description
    }
  }

  /// The children of a parent by what they are called, and the steps of those of a name that was asked for.
  private struct Siblings {
    var count = 0
    var names: [Path.Name: [NodeIndex]] = [:]
    var steps: [Path.Name: [NodeIndex: Written]] = [:]
  }

  public init(_ document: Document) {
    self.document = document
    reader = NodeReader(document)
  }

  /// The path of the node at `index`.
  ///
  /// - Complexity: O(*n*) in its siblings and those of the nodes around it, once.
  public func path(of index: NodeIndex) -> String {
    written(index).map(\.text).joined(separator: "/")
  }

  /// The same path, for whoever compares it or looks for what it means.
  public func place(of index: NodeIndex) -> Media.Path {
    Path(anchor: .top, steps: written(index).map(\.step), field: nil, offset: nil)
  }

  /// The steps from the top to the node at `index`.
  private func written(_ index: NodeIndex) -> [Written] {
    var parts: [Written] = []
    var at: NodeIndex? = index
    while let here = at {
      let parent = document.tree.parent(of: here)
      if let step = step(of: here, in: parent) { parts.append(step) }
      at = parent
    }
    return parts.reversed()
  }

  /// The last step of the path of the node at `index`.
  public func step(of index: NodeIndex) -> String {
    step(of: index, in: document.tree.parent(of: index))?.text ?? ""
  }

  /// Parents whose steps are remembered, and children from which on they are kept.
  private static let remembered = (parents: 4_096, children: 64)

  private func step(of index: NodeIndex, in parent: NodeIndex?) -> Written? {
    let name = document.pathName(of: document.tree[index])
    if let known = many[parent]?.steps[name] ?? few[parent]?.steps[name] { return known[index] }
    if many[parent] == nil, few[parent] == nil { remember(siblings(in: parent), in: parent) }
    let places = many[parent]?.names[name] ?? few[parent]?.names[name] ?? []
    let made = steps(called: name, places)
    // Where they are: taken out and put back they would be copied once a name.
    if many[parent] != nil {
      many[parent]?.steps[name] = made
    } else {
      few[parent]?.steps[name] = made
    }
    return made[index]
  }

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
    for child in document.tree.children(of: parent) {
      let name = document.pathName(of: document.tree[child])
      siblings.count += 1
      siblings.names[name, default: []].append(child)
      // As a step, `uuid` means every extended type, not just those that are too short to have one.
      if case .uuid = name { siblings.names[Self.anyExtended, default: []].append(child) }
    }
    return siblings
  }

  private static let anyExtended = Path.Name.code(.uuid)

  /// The steps of the siblings of one name: identities are asked of these alone.
  private func steps(called name: Path.Name, _ places: [NodeIndex]) -> [NodeIndex: Written] {
    let identities = places.map { declared(by: $0) }
    var counts: [Identity: Int] = [:]
    for own in identities {
      for identity in Set(own) { counts[identity, default: 0] += 1 }
    }
    var result: [NodeIndex: Written] = [:]
    for (place, index) in places.enumerated() {
      if name == Self.anyExtended, case .uuid = document.pathName(of: document.tree[index]) {
        continue
      }
      let selector = selector(place, identities[place], identities.count, counts)
      result[index] = Written(
        Path.Step(isDeep: false, name: name, selectors: selector.map { [$0] } ?? []))
    }
    return result
  }

  /// What tells a node apart from its siblings.
  private struct Identity: Hashable {
    let key: String
    let value: String
  }

  /// What the table of a node declares as identities, the handler first.
  private func declared(by index: NodeIndex) -> [Identity] {
    guard let program = document.tree.program(of: document.tree[index]) else { return [] }
    let keys = program.syntax.identities.description.split(separator: " ")
      .map { String($0.prefix { $0 != "=" }) }
    let found = keys.compactMap { key in
      document.identity(key, of: index, reader).map { Identity(key: key, value: $0) }
    }
    return found.filter { $0.key == "handler" } + found.filter { $0.key != "handler" }
  }

  /// How the sibling at `place` of `count` of one name is told apart; `siblings` says how many have each
  /// identity.
  private func selector(
    _ place: Int, _ own: [Identity], _ count: Int, _ siblings: [Identity: Int]
  ) -> Path.Selector? {
    // One of a kind needs no number, but a track is known by its handler.
    if count == 1, own.count < 2 { return nil }
    for identity in own {
      let (key, value) = (identity.key, identity.value)
      guard siblings[identity] == 1, !value.isEmpty, value.utf8.count <= 64 else { continue }
      return key == "handler" ? .word(value) : .key(key, value)
    }
    return count == 1 ? nil : .index(place + 1)
  }
}
