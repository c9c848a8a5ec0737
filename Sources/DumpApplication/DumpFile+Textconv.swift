import ByteReading
import MediaReports
import Structure
import StructureDiff
import StructureRendering

extension DumpFile {
  /// The lines that git compares in place of the file.
  func textconv(_ document: Document, _ options: RenderOptions, _ output: inout ByteWriter) {
    var snapshot = Snapshot.Options()
    snapshot.rules = .media
    snapshot.tellsMeanings = true
    if settings.hasLimit { snapshot.rowsWritten = options.limit ?? .max }
    let shown = ShownParts(document, options)
    snapshot.leavesOut = { node, field, _ in shown.leavesOut(node, field) }
    Snapshot(document, options: snapshot).writeLines(to: &output)
  }
}

/// What a selection and a depth leave of a document.
private struct ShownParts {
  private let tree: Tree
  private let depth: Int?
  /// The nodes that were selected with all in them; nothing when all are.
  private var selected: [Int: [String]?]?
  /// The nodes around those.
  private var around: Set<Int> = []

  init(_ document: Document, _ options: RenderOptions) {
    tree = document.tree
    depth = options.depth
    guard options.selection.isActive else { return }
    var nodes: [Int: [String]?] = [:]
    for (node, field) in options.selection.nodes {
      if let field {
        let name = field.parts.map(\.name).joined(separator: ".")
        if let known = nodes[node] {
          nodes[node] = known.map { $0 + [name] }
        } else {
          nodes[node] = .some([name])
        }
      } else {
        nodes[node] = .some(nil)
      }
      var at = tree.parent(of: node)
      while let here = at, around.insert(here).inserted { at = tree.parent(of: here) }
    }
    selected = nodes
  }

  func leavesOut(_ node: Int, _ field: String) -> Bool {
    if let depth, Int(tree[node].depth) >= depth { return true }
    guard let selected else { return false }
    var at: Int? = node
    while let here = at {
      if let fields = selected[here] {
        guard let fields else { return false }
        if here == node {
          return !field.isEmpty && !fields.contains { Self.means($0, field) }
        }
      }
      at = tree.parent(of: here)
    }
    return field.isEmpty ? !around.contains(node) : true
  }

  /// Whether the name of a field, without its indexes, is `name`, ends or begins with it.
  private static func means(_ name: String, _ field: String) -> Bool {
    var isInside = false
    let bare = field.filter { character in
      if character == "[" { isInside = true }
      defer { if character == "]" { isInside = false } }
      return !isInside
    }
    return bare == name || bare.hasPrefix(name + ".") || bare.hasSuffix("." + name)
  }
}
