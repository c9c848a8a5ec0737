import ByteReading
import MediaReports
import Structure
import StructureDiff
import StructureRendering

/// What a page shows of a pair besides what every format says: both trees as one, the bytes of nodes
/// that differ, when what is shown.
struct DiffPagePart: Sendable {
  /// What became of a node, the weakest first.
  enum State: Int, Sendable { case same, follows, moved, changed, removed, added }

  /// Where a node is in its file, in bytes.
  struct Place: Sendable {
    var offset: UInt64
    var size: UInt64
    /// Whether the offset is one in derived bytes.
    var isDerived: Bool
  }

  /// A node of either file, or of both.
  struct Row: Sendable {
    var depth: Int
    var state = State.same
    /// The strongest state of it and of what is in it.
    var strongest = State.same
    var type: String
    var title: String
    /// Its path by identity, as changes are said.
    var path: String
    /// Its canonical path in the file that it is of, the second where it is of both.
    var canonical = ""
    var before: Place?
    var after: Place?
    /// The places of its changes among those of the outcome, and of what follows.
    var changes: [Int] = []
    var following: [Int] = []
    /// The first bytes of it before what stands in it; `nil` when they are not in the page.
    var bytes: (before: [UInt8], after: [UInt8])?
  }

  private(set) var rows: [Row] = []
  /// Nodes that have no row.
  private(set) var omitted = 0
  /// When what is shown of each track; `nil` without tracks.
  private(set) var drawing: Drawing?

  /// The nodes that are gone through, and the rows that a page has, at most.
  private static let nodeLimit = 100_000
  private static let rowLimit = 6_000
  /// Rows that have bytes, and how many.
  private static let byteRows = 400
  private static let byteCount = 256

  init() {}

  /// What a page shows of `comparison`.
  ///
  /// - Complexity: O(*n*) in the nodes and samples of both files, and of the fields that are drawn.
  init(_ comparison: Comparison) {
    let merged = comparison.merged(limit: Self.nodeLimit)
    let all = max(comparison.before.tree.count, comparison.after.tree.count)
    let changes = Self.places(of: comparison.changes)
    let following = Self.places(of: comparison.consequences)
    // What each row is, and then what is in it.
    var states = merged.map { Self.state(of: $0, comparison.changes, changes, following) }
    let own = states
    var open: [Int] = []
    for place in merged.indices {
      while let last = open.last, merged[last].depth >= merged[place].depth { open.removeLast() }
      for around in open where states[around].rawValue < own[place].rawValue {
        states[around] = own[place]
      }
      open.append(place)
    }
    let isLarge = merged.count > Self.rowLimit
    let words = comparison.paths
    var withBytes = 0
    var shown: [MergedNode] = []
    for (place, node) in merged.enumerated() {
      guard rows.count < Self.rowLimit, !isLarge || states[place] != .same else { continue }
      var row = Self.row(node, comparison, words)
      row.state = own[place]
      row.strongest = states[place]
      row.changes = changes.places(of: node)
      row.following = following.places(of: node)
      if own[place] != .same, withBytes < Self.byteRows {
        withBytes += 1
        row.bytes = (
          Self.bytes(of: node.before, in: comparison.before),
          Self.bytes(of: node.after, in: comparison.after)
        )
      }
      rows.append(row)
      shown.append(node)
    }
    let removed = Self.paths(of: shown.compactMap { $0.after == nil ? $0.before : nil }, in: comparison.before)
    let others = Self.paths(of: shown.compactMap(\.after), in: comparison.after)
    for (place, node) in shown.enumerated() {
      rows[place].canonical = node.after.flatMap { others[$0] } ?? node.before.flatMap { removed[$0] } ?? ""
    }
    omitted = max(merged.count, all) - rows.count
    drawing = Drawing(comparing: comparison.before, with: comparison.after, verdict: comparison.verdict)
  }

  // MARK: Nodes

  /// The changes of nodes, by their places in a list.
  private struct Places {
    var before: [Int: [Int]] = [:]
    var after: [Int: [Int]] = [:]

    func places(of node: MergedNode) -> [Int] {
      let found =
        (node.before.flatMap { before[$0.number] } ?? [])
        + (node.after.flatMap { after[$0.number] } ?? [])
      return Array(Set(found)).sorted()
    }
  }

  private static func places(of changes: [Change]) -> Places {
    var places = Places()
    for (number, change) in changes.enumerated() {
      for place in change.places {
        if let node = place.before { places.before[node.number, default: []].append(number) }
        if let node = place.after { places.after[node.number, default: []].append(number) }
      }
    }
    return places
  }

  private static func state(
    of node: MergedNode, _ all: [Change], _ changes: Places, _ following: Places
  ) -> State {
    if node.after == nil { return .removed }
    if node.before == nil { return .added }
    let own = changes.places(of: node)
    if own.contains(where: { all[$0].kind != .moved }) { return .changed }
    if !own.isEmpty { return .moved }
    return following.places(of: node).isEmpty ? .same : .follows
  }

  private static func row(
    _ node: MergedNode, _ comparison: Comparison, _ words: (IdentityPaths, IdentityPaths)
  ) -> Row {
    let isAfter = node.after != nil
    let document = isAfter ? comparison.after : comparison.before
    var row = Row(depth: node.depth, type: "", title: "", path: "")
    if let index = node.after ?? node.before {
      var text = ByteWriter()
      document.put(shownTypeOf: document.tree[index], to: &text)
      row.type = text.string
      text.removeAll()
      document.put(titleOf: index, to: &text)
      row.title = text.string
      row.path = (isAfter ? words.1 : words.0).path(of: index)
    }
    row.before = node.before.map { place(of: $0, in: comparison.before) }
    row.after = node.after.map { place(of: $0, in: comparison.after) }
    return row
  }

  /// The canonical paths of nodes of one document.
  private static func paths(of nodes: [NodeIndex], in document: Document) -> [NodeIndex: String] {
    var paths: [NodeIndex: String] = [:]
    var tracker = PathTracker(document)
    for index in nodes.sorted() {
      tracker.move(to: index)
      paths[index] = tracker.path
    }
    return paths
  }

  private static func place(of index: NodeIndex, in document: Document) -> Place {
    let node = document.tree[index]
    return Place(offset: node.start, size: node.size, isDerived: node.source != 0)
  }

  /// The first bytes of a node, up to the first that stands in it.
  private static func bytes(of index: NodeIndex?, in document: Document) -> [UInt8] {
    guard let index else { return [] }
    let tree = document.tree
    let node = tree[index]
    var end = node.end
    if let child = tree.firstChild(of: index), tree[child].source == node.source {
      end = max(node.start, tree[child].start)
    }
    let held = document.source(of: node)
    let bytes = held.bytes
    let first = Int(clamping: node.start)
    let last = min(Int(clamping: end), bytes.byteCount)
    // Of a snapshot's file not all bytes are there: those before the first of these are shown.
    let shown = first..<min(last, first + byteCount)
    guard !shown.isEmpty, !held.isAbsent(shown) else { return [] }
    return shown.compactMap { bytes.byte(at: $0) }
  }
}
