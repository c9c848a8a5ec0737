import ByteReading

/// Writes paths by identity: `moov/trak[vide]/mdia`, since counts shift between files.
///
/// A step is `trak[vide]` when one sibling has that handler, else `trak[id=2]`, else `trak[2]` when
/// there are several.
public final class IdentityPaths {
  private let document: Document
  private let reader: NodeReader
  /// The steps of the children of a parent, -1 for the top; made when one is asked for, and forgotten
  /// when there are many of them: those of few children are soon made again.
  private var steps: [Int: [Int: String]] = [:]
  /// The same of parents with many children, which are kept.
  private var longSteps: [Int: [Int: String]] = [:]
  private var shortened: [Int: String] = [:]

  public init(_ document: Document) {
    self.document = document
    reader = NodeReader(document)
  }

  /// The path of the node at `index`.
  ///
  /// - Complexity: O(*n*) in its siblings and those of the nodes around it, once.
  public func path(of index: Int) -> String {
    var parts: [String] = []
    var at: Int? = index
    while let here = at {
      let parent = document.tree.parent(of: here)
      parts.append(step(of: here, in: parent))
      at = parent
    }
    return parts.reversed().joined(separator: "/")
  }

  /// The last step of the path of the node at `index`.
  public func step(of index: Int) -> String {
    step(of: index, in: document.tree.parent(of: index))
  }

  /// Parents whose steps are remembered, and children from which on they are kept.
  private static let remembered = (parents: 4_096, children: 64)

  private func step(of index: Int, in parent: Int?) -> String {
    let key = parent ?? -1
    if let known = longSteps[key] ?? steps[key] { return known[index] ?? "" }
    let made = steps(in: parent)
    if made.count >= Self.remembered.children {
      longSteps[key] = made
    } else {
      if steps.count >= Self.remembered.parents { steps.removeAll(keepingCapacity: true) }
      steps[key] = made
    }
    return made[index] ?? ""
  }

  /// The path with `/…/` for steps in its middle, where it means the same node: of long ones the
  /// first steps stay up to a track, and the last two.
  ///
  /// - Complexity: O(*n*) in the nodes of the file, once for each node.
  public func shortPath(of index: Int) -> String {
    if let known = shortened[index] { return known }
    let full = path(of: index)
    let short = shorten(full, index)
    shortened[index] = short
    return short
  }

  private func shorten(_ full: String, _ index: Int) -> String {
    let parts = full.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 6, !full.contains("'"), shortened.count < 256 else { return full }
    let head = (parts.prefix(3).lastIndex { $0.hasSuffix("]") } ?? 0) + 1
    for tail in 1...2 where head + tail < parts.count - 1 {
      let short =
        parts.prefix(head).joined(separator: "/") + "/…/"
        + parts.suffix(tail).joined(separator: "/")
      if let path = try? Path(short), path.nodes(in: document) == [index] { return short }
    }
    return full
  }

  private func steps(in parent: Int?) -> [Int: String] {
    let children = Array(document.tree.children(of: parent))
    var names: [String: [Int]] = [:]
    for child in children {
      var name = ByteWriter()
      document.put(nameOf: document.tree[child], to: &name)
      names[name.string, default: []].append(child)
      // As a step, `uuid` means every extended type, not just those that are too short to have one.
      if name.string.hasPrefix("uuid:") { names["uuid", default: []].append(child) }
    }
    var result: [Int: String] = [:]
    for (name, places) in names {
      let identities = places.map { declared(by: $0) }
      var counts: [Identity: Int] = [:]
      for own in identities {
        for identity in Set(own) { counts[identity, default: 0] += 1 }
      }
      for (place, index) in places.enumerated() {
        let node = document.tree[index]
        if name == "uuid", document.extendedType(of: node) != nil { continue }
        result[index] = name + selector(place, identities[place], identities.count, counts)
      }
    }
    return result
  }

  /// What tells a node apart from its siblings.
  private struct Identity: Hashable {
    let key: String
    let value: String
  }

  /// What the table of a node declares as identities, the handler first.
  private func declared(by index: Int) -> [Identity] {
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
  ) -> String {
    // One of a kind needs no number, but a track is known by its handler.
    if count == 1, own.count < 2 { return "" }
    for identity in own {
      let (key, value) = (identity.key, identity.value)
      guard siblings[identity] == 1, !value.isEmpty, value.utf8.count <= 64 else { continue }
      return key == "handler" ? "[\(quoted(value))]" : "[\(key)=\(quoted(value))]"
    }
    return count == 1 ? "" : "[\(place + 1)]"
  }

  /// A value as paths write it: bare when it is a word.
  private func quoted(_ value: String) -> String {
    let isBare = value.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || $0 == 0x5F || $0 == 0x2D
    }
    if isBare { return value }
    var text = "'"
    for character in value {
      if character == "'" || character == "\\" { text += "\\" }
      text.append(character)
    }
    return text + "'"
  }
}
