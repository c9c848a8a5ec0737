import ByteReading
import Structure
import StructureDiff

/// What paths mean in two files, to ask whether a change lies there.
struct DiffScope {
  /// What one path means.
  private struct Part {
    /// The nodes; with all in them when there is no field.
    let before: Nodes
    let after: Nodes
    /// The nodes around those.
    let aroundBefore: Set<NodeIndex>
    let around: Set<NodeIndex>
    /// The field, without its indexes.
    let field: FieldName?
  }

  private var parts: [Part] = []
  private let before: Document
  private let after: Document
  /// The paths as they are written.
  let recorded: [RecordedScope]
  /// Whether the paths mean nothing in either file.
  private(set) var isEmpty = true

  /// - Parameter names: What nodes of the files are called, where that is known.
  init(_ paths: [Path], _ before: Document, _ after: Document, among names: NodeNames? = nil) {
    self.before = before
    self.after = after
    recorded = paths.map { RecordedScope($0) }
    for path in paths where names?.mayMean(path) ?? true {
      let a = Nodes(path.nodes(in: before))
      let b = before === after ? a : Nodes(path.nodes(in: after))
      if !a.isEmpty || !b.isEmpty { isEmpty = false }
      parts.append(
        Part(
          before: a, after: b, aroundBefore: Self.around(a, before),
          around: Self.around(b, after), field: path.field.map { FieldName($0) }))
    }
  }

  /// Nodes in the order of the document: a set of a million would be four times as large.
  private struct Nodes {
    let inOrder: [NodeIndex]
    var isEmpty: Bool { inOrder.isEmpty }

    init(_ nodes: [NodeIndex]) {
      let isInOrder = zip(nodes, nodes.dropFirst()).allSatisfy { $0 <= $1 }
      inOrder = isInOrder ? nodes : nodes.sorted()
    }

    func contains(_ node: NodeIndex) -> Bool {
      let point = (0..<inOrder.count).partitionPoint { inOrder[$0] < node }
      return point < inOrder.count && inOrder[point] == node
    }
  }

  private static func around(_ nodes: Nodes, _ document: Document) -> Set<NodeIndex> {
    var around: Set<NodeIndex> = []
    for index in nodes.inOrder {
      var at = document.tree.parent(of: index)
      while let here = at, around.insert(here).inserted { at = document.tree.parent(of: here) }
    }
    return around
  }

  /// Whether `change` lies in what a path means, or is of a node that is gone or new with what a path means
  /// in it.
  func reaches(_ change: Change) -> Bool {
    if contains(change) { return true }
    guard change.kind == .added || change.kind == .removed, change.field.isEmpty else { return false }
    return change.places.contains { place in
      parts.contains { part in
        place.before.map(part.aroundBefore.contains) ?? false
          || place.after.map(part.around.contains) ?? false
      }
    }
  }

  /// Whether `change` lies in what a path means.
  func contains(_ change: Change) -> Bool {
    contains(change.before, change.after, change.field)
      || change.others.contains { contains($0.before, $0.after, $0.field) }
  }

  private func contains(_ a: NodeIndex?, _ b: NodeIndex?, _ field: FieldPath) -> Bool {
    parts.contains { part in
      if let wanted = part.field {
        guard a.map(part.before.contains) ?? false || b.map(part.after.contains) ?? false
        else { return false }
        return wanted.means(field)
      }
      return Self.isInside(a, part.before, before) || Self.isInside(b, part.after, after)
    }
  }

  private static func isInside(_ node: NodeIndex?, _ nodes: Nodes, _ document: Document) -> Bool {
    if nodes.isEmpty { return false }
    var at = node
    while let here = at {
      if nodes.contains(here) { return true }
      at = document.tree.parent(of: here)
    }
    return false
  }

  // MARK: One file

  /// Whether a node of the second file, or a field of it, is what a path means; nodes in what a path
  /// means are not asked for.
  func leavesOut(_ node: NodeIndex, _ field: FieldPath) -> Bool {
    parts.contains { part in
      guard part.after.contains(node) else { return false }
      guard let wanted = part.field else { return field.isEmpty }
      return !field.isEmpty && wanted.means(field)
    }
  }

  /// Whether a node of the second file is in what a path means, or around it; or a field of it in
  /// what a path means.
  func holds(_ node: NodeIndex, _ field: FieldPath) -> Bool {
    parts.contains { part in
      if let wanted = part.field {
        if field.isEmpty { return part.after.contains(node) || part.around.contains(node) }
        return part.after.contains(node) && wanted.means(field)
      }
      if field.isEmpty, part.around.contains(node) { return true }
      return Self.isInside(node, part.after, after)
    }
  }
}

/// What a path means among paths that are only written.
struct RecordedScope: Sendable {
  private let path: Path
  private let field: FieldName?

  init(_ path: Path) {
    self.path = path
    field = path.field.map { FieldName($0) }
  }

  /// Whether a field of the node at a full path by identity, or the node when the field is empty, is
  /// what the path means, or lies in it.
  func contains(_ other: Path, _ name: FieldPath) -> Bool {
    if path.offset != nil { return false }
    if let field, !field.means(name) { return false }
    let isAnywhere = path.anchor != .top
    for end in 1...max(1, other.steps.count) where field == nil || end == other.steps.count {
      if matches(path.steps.count, end, other, isAnywhere: isAnywhere) { return true }
    }
    return false
  }

  /// Whether the first `count` steps of the path mean the first `end` of the other, the last of both
  /// being one.
  private func matches(_ count: Int, _ end: Int, _ other: Path, isAnywhere: Bool) -> Bool {
    // For each number of steps of the path, whether it means the beginning of the other up to here.
    guard count > 0, end > 0, end <= other.steps.count else { return false }
    var reached = Array(repeating: false, count: count + 1)
    for place in 0..<end {
      var next = Array(repeating: false, count: count + 1)
      for step in 0..<count {
        let begins = step == 0 && (place == 0 || isAnywhere)
        let goesOn = step > 0 && reached[step]
        if begins || goesOn, Self.means(path.steps[step], other.steps[place]) {
          next[step + 1] = true
        }
        // A step that any number of levels may lie before waits.
        if step > 0, reached[step], path.steps[step].isDeep { next[step] = true }
      }
      reached = next
    }
    return reached[count]
  }

  private static func means(_ step: Path.Step, _ other: Path.Step) -> Bool {
    if step.name != .any, step.name != other.name { return false }
    // What the other does not say may be so.
    return step.selectors.allSatisfy { other.selectors.isEmpty || other.selectors.contains($0) }
  }
}

/// The names of a field, compared without case and underscores, rows and items.
private struct FieldName: Sendable {
  private let names: [String]

  init(_ field: FieldPath) { names = field.parts.map { Self.folded($0.name) } }

  private static func folded(_ text: String) -> String {
    text.lowercased().filter { $0 != "_" }
  }

  /// Whether a field begins or ends with these names.
  func means(_ field: FieldPath) -> Bool {
    guard field.parts.count >= names.count else { return false }
    func isSame(_ parts: ArraySlice<FieldPath.Part>) -> Bool {
      zip(parts, names).allSatisfy { Self.folded($0.name) == $1 }
    }
    return isSame(field.parts.prefix(names.count)) || isSame(field.parts.suffix(names.count))
  }
}
