import ByteReading
import Structure
import StructureDiff

/// What paths mean in two files, to ask whether a change lies there: of tens of thousands of paths as of one.
///
/// It is an object: each node and each field is asked about, and is not to be asked of a copy.
final class DiffScope {
  /// What the paths mean in one of the files.
  private struct Side {
    let document: Document
    /// The nodes of paths without a field: with all in them.
    var wholes = Nodes()
    var fields = FieldsByNode()
    /// The nodes around those of all paths, where somebody asks.
    var around: Set<NodeIndex> = []
    /// Nodes that are not meant, whatever the paths say, in the order of the file.
    var spared: [NodeIndex] = []

    mutating func insert(_ nodes: [NodeIndex], _ field: FieldName?, isReached: Bool) {
      if let field {
        fields.insert(nodes, field, areAll: nodes.count == document.tree.count)
      } else {
        wholes.insert(nodes)
      }
      guard isReached else { return }
      for index in nodes {
        var at = document.tree.parent(of: index)
        while let here = at, around.insert(here).inserted { at = document.tree.parent(of: here) }
      }
    }

    func isInside(_ node: NodeIndex) -> Bool {
      if wholes.isEmpty { return false }
      var at: NodeIndex? = node
      while let here = at {
        if wholes.contains(here) { return true }
        at = document.tree.parent(of: here)
      }
      return false
    }
  }

  private var before: Side
  private var after: Side
  /// Whether each of the paths, in their order, means something in one of the files.
  private(set) var isMeant: [Bool] = []

  /// - Parameter isReached: Whether what stands around what the paths mean is asked for: by ``reaches(_:)`` and
  ///   ``holds(_:_:)``.
  /// - Parameter spared: Nodes of each file that are not meant, whatever the paths say, nor changes of them.
  init(
    _ paths: [Path], _ before: Document, _ after: Document, isReached: Bool = false,
    sparing spared: (before: [NodeIndex], after: [NodeIndex]) = ([], [])
  ) {
    self.before = Side(document: before, spared: spared.before)
    self.after = Side(document: after, spared: spared.after)
    for path in paths {
      let a = path.nodes(in: before)
      let b = before === after ? a : path.nodes(in: after)
      isMeant.append(!a.isEmpty || !b.isEmpty)
      let field = path.field.map { FieldName($0) }
      self.before.insert(a, field, isReached: isReached)
      self.after.insert(b, field, isReached: isReached)
    }
    self.before.wholes.sort()
    self.before.fields.sort()
    self.after.wholes.sort()
    self.after.fields.sort()
  }

  /// Means these nodes, too, which are in the order of each file.
  func add(_ nodes: (before: [NodeIndex], after: [NodeIndex])) {
    before.insert(nodes.before, nil, isReached: true)
    after.insert(nodes.after, nil, isReached: true)
    before.wholes.sort()
    after.wholes.sort()
  }

  /// Whether the paths mean nothing in either file.
  var isEmpty: Bool { !isMeant.contains(true) }

  /// Whether `change` lies in what a path means, or is of a node that is gone or new with what a path means
  /// in it.
  func reaches(_ change: Change) -> Bool {
    if contains(change) { return true }
    guard change.kind == .added || change.kind == .removed, change.field.isEmpty else { return false }
    return change.places.contains { place in
      place.before.map(before.around.contains) ?? false || place.after.map(after.around.contains) ?? false
    }
  }

  /// Whether `change` lies in what a path means.
  func contains(_ change: Change) -> Bool {
    contains(change.before, change.after, change.field)
      || change.others.contains { contains($0.before, $0.after, $0.field) }
  }

  /// Whether a node of either file, or a field of it, lies in what a path means.
  func contains(_ a: NodeIndex?, _ b: NodeIndex?, _ field: FieldPath = FieldPath()) -> Bool {
    if a.map(before.spared.holds) ?? false || b.map(after.spared.holds) ?? false { return false }
    return a.map { before.fields.contains($0, field) || before.isInside($0) } ?? false
      || b.map { after.fields.contains($0, field) || after.isInside($0) } ?? false
  }

  // MARK: One file

  /// Whether a node of the second file, or a field of it, is what a path means; nodes in what a path
  /// means are not asked for.
  func leavesOut(_ node: NodeIndex, _ field: FieldPath) -> Bool {
    if after.spared.holds(node) { return false }
    return field.isEmpty ? after.wholes.contains(node) : after.fields.contains(node, field)
  }

  /// Whether a node of the second file is in what a path means, or around it; or a field of it in
  /// what a path means.
  func holds(_ node: NodeIndex, _ field: FieldPath) -> Bool {
    if field.isEmpty {
      if after.around.contains(node) || after.fields.hasSome(of: node) { return true }
    } else if after.fields.contains(node, field) {
      return true
    }
    return after.isInside(node)
  }
}

/// Nodes in the order of the document: a set of a million would be four times as large.
private struct Nodes {
  private var inOrder: [NodeIndex] = []
  var isEmpty: Bool { inOrder.isEmpty }

  mutating func insert(_ nodes: [NodeIndex]) { inOrder += nodes }

  /// Puts them in order, each once: before any is looked for.
  mutating func sort() {
    if !zip(inOrder, inOrder.dropFirst()).allSatisfy({ $0 <= $1 }) { inOrder.sort() }
    var last: NodeIndex?
    inOrder.removeAll { node in
      defer { last = node }
      return node == last
    }
  }

  func contains(_ node: NodeIndex) -> Bool { inOrder.holds(node) }
}

/// The fields of nodes that paths name.
private struct FieldsByNode {
  private var names: [FieldName] = []
  private var numbers: [FieldName: UInt32] = [:]
  /// The most levels of a name.
  private var depth = 0
  private var inOrder: [(node: NodeIndex, name: UInt32)] = []
  /// The names that are meant in all nodes, in order once they are sorted.
  private var ofAll: [UInt32] = []

  mutating func insert(_ nodes: [NodeIndex], _ field: FieldName, areAll: Bool) {
    let number = numbers[field] ?? UInt32(names.count)
    if number == names.count {
      names.append(field)
      numbers[field] = number
      depth = max(depth, field.count)
    }
    if areAll { ofAll.append(number) } else { for node in nodes { inOrder.append((node, number)) } }
  }

  /// Puts them in order, each once: before any is looked for.
  mutating func sort() {
    ofAll.sort()
    inOrder.sort { $0 < $1 }
    var last: (node: NodeIndex, name: UInt32)?
    inOrder.removeAll { entry in
      defer { last = entry }
      return last.map { $0 == entry } ?? false
    }
  }

  /// The entries of a node.
  private func entries(of node: NodeIndex) -> Range<Int> {
    let start = inOrder.indices.partitionPoint { inOrder[$0].node < node }
    return start..<(start..<inOrder.count).partitionPoint { inOrder[$0].node == node }
  }

  func hasSome(of node: NodeIndex) -> Bool { !ofAll.isEmpty || !entries(of: node).isEmpty }

  func contains(_ node: NodeIndex, _ field: FieldPath) -> Bool {
    if field.isEmpty { return false }
    let entries = entries(of: node)
    return contains(field, ofAll.count) { ofAll[$0] }
      || contains(field, entries.count) { inOrder[entries.lowerBound + $0].name }
  }

  /// Whether one of so many names in order is that of a field.
  private func contains(_ field: FieldPath, _ count: Int, _ name: (Int) -> UInt32) -> Bool {
    if count == 0 { return false }
    if count <= Self.few { return (0..<count).contains { names[Int(name($0))].means(field) } }
    return FieldName(field).parts(upTo: depth).contains { part in
      guard let number = numbers[part] else { return false }
      let place = (0..<count).partitionPoint { name($0) < number }
      return place < count && name(place) == number
    }
  }

  /// Names of a node that are compared one after another.
  private static let few = 8
}

/// What paths mean among paths that are only written.
struct RecordedScopes: Sendable {
  /// By what their last step is called.
  private var scopes: [Path.Name: [RecordedScope]] = [:]
  /// Whether there are no paths.
  let isEmpty: Bool

  init(_ paths: [Path]) {
    isEmpty = paths.isEmpty
    // A path of an offset alone means nothing here.
    for path in paths where path.offset == nil {
      scopes[path.steps.last?.name ?? .any, default: []].append(RecordedScope(path))
    }
  }

  /// Whether a field of the node at a full path by identity, or the node when the field is empty, is
  /// what one of the paths means, or lies in it.
  func contains(_ other: Path, _ name: FieldPath) -> Bool {
    if scopes.isEmpty { return false }
    return (1...max(1, other.steps.count)).contains { end in
      let names = end <= other.steps.count ? [other.steps[end - 1].name, .any] : [.any]
      return names.contains { scopes[$0]?.contains { $0.contains(other, upTo: end, name) } ?? false }
    }
  }
}

/// What a path means among paths that are only written.
private struct RecordedScope: Sendable {
  private let path: Path
  private let field: FieldName?

  init(_ path: Path) {
    self.path = path
    field = path.field.map { FieldName($0) }
  }

  /// Whether a field of the node at a full path by identity, or the node when the field is empty, is
  /// what the path means, or lies in it, the last step of the path being that of so many steps.
  func contains(_ other: Path, upTo end: Int, _ name: FieldPath) -> Bool {
    if let field, end < other.steps.count || !field.means(name) { return false }
    return matches(path.steps.count, end, other, isAnywhere: path.anchor != .top)
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
private struct FieldName: Sendable, Hashable {
  private let names: [String]
  var count: Int { names.count }

  private init(_ names: [String]) { self.names = names }

  init(_ field: FieldPath) { names = field.parts.map(\.name.foldedName) }

  /// Whether a name, folded, is another that is: all fields of a file are asked, and of nearly all names that is told by
  /// their bytes.
  private static func isSame(_ name: String, _ folded: String) -> Bool {
    var wanted = folded.utf8.makeIterator()
    for byte in name.utf8 where byte != UInt8(ascii: "_") {
      guard let next = wanted.next() else { return false }
      if byte >= 0x80 || next >= 0x80 { return name.foldedName == folded }
      if next != byte.lowercase { return false }
    }
    return wanted.next() == nil
  }

  /// Whether a field begins or ends with these names.
  func means(_ field: FieldPath) -> Bool {
    guard field.parts.count >= names.count else { return false }
    func isSame(_ parts: ArraySlice<FieldPath.Part>) -> Bool {
      zip(parts, names).allSatisfy { Self.isSame($0.name, $1) }
    }
    return isSame(field.parts.prefix(names.count)) || isSame(field.parts.suffix(names.count))
  }

  /// What it begins and ends with, of so many levels at most.
  func parts(upTo depth: Int) -> [FieldName] {
    (0..<min(depth, names.count)).flatMap { level in
      [FieldName(Array(names.prefix(level + 1))), FieldName(Array(names.suffix(level + 1)))]
    }
  }
}
