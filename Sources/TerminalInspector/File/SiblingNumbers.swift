import ByteReading
import Structure

/// Writes the paths of nodes that have very many siblings without counting these each time.
///
/// The library counts siblings for each path that it is asked for; here the nodes of one type in one parent
/// are listed once, and a place in the list is looked up.
final class SiblingNumbers {
  /// Siblings from which on they are listed.
  static let least = 512
  /// The lists that are kept.
  private static let kept = 32

  /// Siblings whose paths differ in a number.
  private struct Key: Hashable {
    var parent: NodeIndex?
    var type: FourCC
  }

  private struct List {
    /// The path of each without its number.
    var prefix: String
    /// In order; empty for those that are not listed.
    var nodes: [NodeIndex]
    /// The paths of siblings that are few among many others, as the library wrote them.
    var paths: [NodeIndex: String] = [:]
  }

  private var lists: [Key: List] = [:]
  /// The times that siblings were gone through.
  private(set) var passes = 0

  /// The canonical path of a node.
  ///
  /// - Complexity: O(*n*) in the siblings the first time, then O(log *n*).
  func path(of node: NodeIndex, in document: Document) -> String {
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

  private func made(_ key: Key, _ node: NodeIndex, _ document: Document) -> List {
    let tree = document.tree
    if lists.count >= Self.kept { lists.removeAll() }
    passes &+= 1
    var list = List(prefix: "", nodes: [])
    var place = 0
    for child in tree.children(of: key.parent)
    where tree[child].type == key.type && Self.isPlain(tree[child]) {
      list.nodes.append(child)
      if child == node { place = list.nodes.count }
    }
    // Who is called the same, and how, is the library's to say: its number has to be the one here.
    let path = document.path(of: node)
    let suffix = "[\(place)]"
    if list.nodes.count >= Self.least, path.hasSuffix(suffix) {
      list.prefix = String(path.dropLast(suffix.count))
    } else {
      list.nodes = []
      list.paths[node] = path
    }
    lists[key] = list
    return list
  }
}
