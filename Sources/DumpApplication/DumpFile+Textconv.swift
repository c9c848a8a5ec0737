import ByteReading
import MediaReports
import Structure
import StructureDiff
import StructureRendering

extension DumpFile {
  /// The lines that git compares in place of a file that was not read: why, and the digest of its bytes, so
  /// that two of them differ where the files do.
  func put(textconv refusal: Refusal, to output: inout ByteWriter) {
    output.put("not read: ")
    output.put(text: refusal.message, style: .name)
    output.put("\n")
    guard let source = try? ByteSource.open(path: refusal.path) else { return }
    output.put("sha256 ")
    output.put(digest: SHA256.digest(of: source.bytes))
    output.put("\n")
  }

  /// The lines that git compares in place of the file.
  func textconv(_ document: Document, _ options: RenderOptions, _ output: inout ByteWriter) {
    var snapshot = Snapshot.Options()
    snapshot.rules = .media
    snapshot.tellsMeanings = true
    if settings.hasLimit { snapshot.rowsWritten = options.limit ?? .max }
    let shown = ShownParts(document, options)
    snapshot.leavesOut = { node, field, _ in shown.leavesOut(node, field) }
    Snapshot.writeLines(of: document, options: snapshot, to: &output)
  }
}

/// What a selection and a depth leave of a document.
private struct ShownParts {
  private let tree: Tree
  private let depth: Int?
  /// The nodes that were selected with all in them; `nil` when all are.
  private var selected: [NodeIndex: [FieldPath]?]?
  /// The nodes around those.
  private var around: Set<NodeIndex> = []

  init(_ document: Document, _ options: RenderOptions) {
    tree = document.tree
    depth = options.depth
    guard options.selection.isActive else { return }
    var nodes: [NodeIndex: [FieldPath]?] = [:]
    for (node, field) in options.selection.nodes {
      if let field {
        if let known = nodes[node] {
          nodes[node] = known.map { $0 + [field] }
        } else {
          nodes[node] = .some([field])
        }
      } else {
        nodes[node] = .some(nil)
      }
      var at = tree.parent(of: node)
      while let here = at, around.insert(here).inserted { at = tree.parent(of: here) }
    }
    selected = nodes
  }

  func leavesOut(_ node: NodeIndex, _ field: FieldPath) -> Bool {
    if let depth, Int(tree[node].depth) >= depth { return true }
    guard let selected else { return false }
    var at: NodeIndex? = node
    while let here = at {
      if let fields = selected[here] {
        guard let fields else { return false }
        if here == node {
          return !field.isEmpty && !fields.contains { field.isMeant(by: $0) }
        }
      }
      at = tree.parent(of: here)
    }
    return field.isEmpty ? !around.contains(node) : true
  }
}
