import ByteReading
import Structure

/// Writes the paths of nodes that have very many siblings without counting these each time.
///
/// The library counts siblings for each path that it is asked for; here the nodes of one type in one parent
/// are listed once, and a place in the list is looked up.
struct SiblingNumbers: Sendable {
  /// Siblings from which on they are listed.
  static let least = 512
  /// The lists that are kept.
  private static let kept = 32

  /// Siblings whose paths differ in a number.
  private struct Key: Hashable, Sendable {
    var parent: NodeIndex?
    var type: FourCC
  }

  private struct List: Sendable {
    /// The path of each without its number.
    var prefix: String
    /// In order; empty for those that are not listed.
    var nodes: [NodeIndex]
    /// The paths of siblings that are few, maybe among many others, as the library wrote them.
    var paths: [NodeIndex: String] = [:]
  }

  private var lists: [Key: List] = [:]
  /// The times that siblings were gone through.
  private(set) var passes = 0
  /// The siblings that lists were made of.
  private(set) var counted = 0

  init() {}

  /// The same with what stands at the top of a file, when that is much.
  ///
  /// - Complexity: O(*n*) in the nodes at the top, for each of their types.
  init(atTopOf document: Document) {
    let tree = document.tree
    var types: Set<FourCC> = []
    var last: FourCC?
    for (place, child) in tree.children(of: nil).enumerated() {
      let type = tree[child].type
      guard type != last, Self.isPlain(tree[child]), types.count < Self.kept else { continue }
      last = type
      if types.insert(type).inserted, place > 0 || tree[child].subtreeEnd < tree.end {
        _ = path(of: child, in: document)
      }
    }
  }

  /// The canonical path of a node.
  ///
  /// - Complexity: O(*n*) in the siblings the first time, then O(log *n*).
  mutating func path(of node: NodeIndex, in document: Document) -> String {
    let tree = document.tree
    guard tree.known(node) != nil, Self.isPlain(tree[node]) else { return document.path(of: node) }
    let key = Key(parent: tree.parent(of: node), type: tree[node].type)
    let list = lists[key] ?? made(key, node, document)
    let place = list.nodes.partition { $0 < node }
    if place < list.nodes.count, list.nodes[place] == node {
      return list.prefix + "[\(place + 1)]"
    }
    if let known = list.paths[node] { return known }
    passes &+= 1
    let path = document.path(of: node)
    if list.paths.count < Self.least { lists[key]?.paths[node] = path }
    return path
  }

  /// Whether a node is called by its four characters alone.
  private static func isPlain(_ node: Node) -> Bool {
    !node.isRaw && !node.marks.contains(.named) && node.type != "uuid"
  }

  private mutating func made(_ key: Key, _ node: NodeIndex, _ document: Document) -> List {
    let tree = document.tree
    if lists.count >= Self.kept { lists.removeAll() }
    passes &+= 1
    var list = List(prefix: "", nodes: [])
    var place = 0
    for child in tree.children(of: key.parent) {
      counted &+= 1
      guard tree[child].type == key.type, Self.isPlain(tree[child]) else { continue }
      list.nodes.append(child)
      if child == node { place = list.nodes.count }
    }
    if list.nodes.count < Self.least {
      // All are known by one pass through those that they may be few among.
      var tracker = PathTracker(document)
      for few in list.nodes {
        tracker.move(to: few)
        list.paths[few] = tracker.path
      }
      list.nodes = []
    } else {
      // Who is called the same, and how, is the library's to say: its number has to be the one here.
      let path = document.path(of: node)
      let suffix = "[\(place)]"
      if path.hasSuffix(suffix) {
        list.prefix = String(path.dropLast(suffix.count))
      } else {
        list.nodes = []
        list.paths[node] = path
      }
    }
    lists[key] = list
    return list
  }
}
