internal import ByteReading
internal import Structure

/// What the nodes of a document say in a snapshot, with the places of their fields.
struct SnapshotRecords {
  private(set) var nodes: [SnapshotRecord] = []
  let paths: IdentityPaths
  /// Whether there was memory for all of them.
  private(set) var isComplete = true
  private let share: MemoryShare

  init(_ document: Document, _ options: Snapshot.Options) {
    paths = IdentityPaths(document)
    let share = MemoryShare(document.memory, for: Snapshot.noMemory)
    self.share = share
    var found: [SnapshotRecord] = []
    isComplete = Self.forEach(of: document, options: options, paths: paths) { record in
      share.grow(by: record.byteCount) && share.append(record, to: &found)
    }
    nodes = found
  }

  /// Calls `body` with one record after the other, until it returns false.
  ///
  /// - Returns: Whether it had all of them.
  static func forEach(
    of document: Document, options: Snapshot.Options, paths: IdentityPaths,
    _ body: (SnapshotRecord) -> Bool
  ) -> Bool {
    eachRecord(of: document, options: options, paths: paths, body) && paths.isComplete
  }

  private static func eachRecord(
    of document: Document, options: Snapshot.Options, paths: IdentityPaths,
    _ body: (SnapshotRecord) -> Bool
  ) -> Bool {
    let places = Places(document, options.rules, paths)
    guard places.isComplete else { return false }
    var walker = Walker()
    let tree = document.tree
    var folds = SnapshotFolds(document, options)
    var index = NodeIndex(0)
    while index < tree.end {
      let node = tree[index]
      if options.leavesOut(index, FieldPath(), nil) {
        index = node.subtreeEnd
        continue
      }
      switch node.depth == 0 ? folds.pass(node.type) : .written {
      case .written: break
      case .firstFolded(let text, let isAbsent):
        let field = SnapshotRecord.Field(
          path: "rest", value: text, isHidden: false, isUnnamed: false, bytes: 0..<0, isAbsent: isAbsent)
        let record = SnapshotRecord(index: index, path: paths.path(of: index), fields: [field], isWritten: true)
        guard body(record) else { return false }
        index = node.subtreeEnd
        continue
      case .folded:
        index = node.subtreeEnd
        continue
      }
      // Sound is taken apart by looking for its frames.
      if node.source == 0, tree.file.isAbsent(node.extent.byteOffset..<node.extent.byteEnd),
        options.rules.isMedia(index, document), tree.program(of: node)?.isOpaque == false
      {
        let record = SnapshotRecord(
          index: index, path: paths.path(of: index), isWritten: true, isAbsent: true)
        guard body(record) else { return false }
        index = index.next
        continue
      }
      var sink = SnapshotFields(document, node: index, places: places, options: options)
      sink.tellFrame(of: node)
      sink.isHeader = true
      document.walkHeader(index, &walker, into: &sink)
      sink.isHeader = false
      document.walk(index, &walker, into: &sink)
      let fields = sink.finish().filter {
        !options.leavesOut(index, $0.field.path, $0.row)
      }.map(\.field)
      let isLeaf = node.subtreeEnd == index.next
      let record = SnapshotRecord(
        index: index, path: paths.path(of: index), fields: fields,
        isWritten: isLeaf || fields.contains { !$0.isHidden })
      guard body(record) else { return false }
      index = index.next
    }
    return true
  }
}
