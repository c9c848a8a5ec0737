import ByteReading

extension Document {
  /// The children and nodes that are looked at for words at most.
  private static let nodesLookedAt = 100_000

  /// What a path that begins with `beginning` may go on as, whole paths in the order of the file: children
  /// of the node that it means up to its last `/`, types that there are behind `//`, behind a period
  /// the fields of the node before it, and behind a whole name the handlers that its nodes have: `trak[vide]`.
  ///
  /// Steps are written as ``PathTracker`` writes them; what was typed before the last one stays.
  ///
  /// - Parameters:
  ///   - beginning: What was typed so far; empty for the nodes at the top.
  ///   - limit: How many are returned at most.
  /// - Returns: Whole paths, each a possible continuation of `beginning`; none when it can mean no
  ///   node.
  /// - Complexity: O(*n*) in the nodes of what is looked at, 100,000 at most.
  public func completions(of beginning: String, limit: Int = 200) -> [String] {
    if let slash = beginning.lastIndex(of: "/") {
      let head = String(beginning[...slash])
      let found = fields(of: beginning, behind: slash, limit)
      if !found.isEmpty { return found }
      let selected = handlers(behind: beginning)
      if head.hasSuffix("//") {
        return Array((types(below: String(head.dropLast(2)), head, beginning, limit) + selected).prefix(limit))
      }
      guard let path = try? Path(String(head.dropLast())), let node = path.nodes(in: self).first
      else { return [] }
      return Array((steps(below: node, head, beginning, limit) + selected).prefix(limit))
    }
    let found = fields(of: beginning, behind: nil, limit)
    return found.isEmpty
      ? Array((steps(below: nil, "", beginning, limit) + handlers(behind: beginning)).prefix(limit)) : found
  }

  /// The handlers that a selector tells these nodes by, each once, in the order of the nodes.
  ///
  /// - Complexity: O(*n*) in the nodes, 100,000 at most.
  package func handlers(of nodes: [NodeIndex]) -> [String] {
    let reader = NodeReader(self)
    var seen: Set<String> = []
    return nodes.prefix(Self.nodesLookedAt).compactMap { node in
      let handler = reader.identities(of: node).first { $0.key == "handler" }?.value
      return handler.flatMap { seen.insert($0).inserted ? $0 : nil }
    }
  }

  /// The whole name at the end of what was typed with each handler that its nodes have; a selector that was begun goes on
  /// as one.
  private func handlers(behind beginning: String) -> [String] {
    var head = beginning
    if let bracket = beginning.lastIndex(of: "["), beginning.last != "]" { head = String(beginning[..<bracket]) }
    guard let path = try? Path(head), path.field == nil, path.steps.last?.selectors.isEmpty == true else { return [] }
    return handlers(of: path.nodes(in: self)).compactMap { handler in
      let selector = Path.Selector.word(handler)
      let text = "\(head)[\(selector)]"
      // A handler of digits would be a number.
      guard text.hasPrefix(beginning), (try? Path(text))?.steps.last?.selectors == [selector] else { return nil }
      return text
    }
  }

  /// The children of a node, behind what was typed of their parent.
  private func steps(
    below parent: NodeIndex?, _ head: String, _ beginning: String, _ limit: Int
  ) -> [String] {
    var found: [String] = []
    // One pass counts the siblings for the paths of all.
    var tracker = PathTracker(self)
    let above = parent.map { path(of: $0).count + 1 } ?? 0
    for child in tree.children(of: parent).prefix(Self.nodesLookedAt) {
      tracker.move(to: child)
      var text = ByteWriter()
      tracker.put(to: &text)
      let path = head + text.string.dropFirst(above)
      if path.hasPrefix(beginning) { found.append(path) }
      if found.count >= limit { break }
    }
    return found
  }

  /// The types of the nodes below the first that a path means, each once.
  private func types(
    below path: String, _ head: String, _ beginning: String, _ limit: Int
  ) -> [String] {
    var nodes = tree.indices
    if !path.isEmpty {
      guard let parsed = try? Path(path), let node = parsed.nodes(in: self).first else { return [] }
      nodes = node.next..<tree[node].subtreeEnd
    }
    var seen: Set<String> = []
    var found: [String] = []
    for index in nodes.prefix(Self.nodesLookedAt) where found.count < limit {
      var name = ByteWriter()
      put(nameOf: tree[index], to: &name)
      let text = head + name.string
      if seen.insert(text).inserted, text.hasPrefix(beginning) { found.append(text) }
    }
    return found
  }

  /// The fields of the node before the last period, if that is behind `slash`.
  private func fields(of beginning: String, behind slash: String.Index?, _ limit: Int) -> [String] {
    let last = slash.map { beginning.index(after: $0) } ?? beginning.startIndex
    guard let dot = beginning[last...].lastIndex(of: "."), dot > last,
      let path = try? Path(String(beginning[..<dot])), path.field == nil,
      let node = path.nodes(in: self).first
    else { return [] }
    let head = String(beginning[...dot])
    var seen: Set<String> = []
    var found: [String] = []
    for field in fields(of: node) where found.count < limit {
      let text = head + field.name
      if text.hasPrefix(beginning), seen.insert(text).inserted { found.append(text) }
    }
    return found
  }
}
