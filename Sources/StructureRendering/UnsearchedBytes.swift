import ByteReading
package import Structure

/// The bytes of a file that a search for text or a number does not look into: media, nodes whose content has no fields,
/// and fields that are bytes alone, as pictures are. A search for bytes looks into all that lies in the file as it is,
/// and so not into what is compressed there.
package struct UnsearchedBytes: Sendable {
  /// The bytes of media, and of free space.
  package private(set) var media: UInt64 = 0
  /// How many other nodes have no fields; blank ones do not count.
  package private(set) var nodes = 0
  /// The bytes of these.
  package private(set) var nodeBytes: UInt64 = 0
  /// The bytes of fields of other nodes.
  package private(set) var fieldBytes: UInt64 = 0
  /// The bytes of the file that are compressed, for a search for bytes; one for text looks into what they hold.
  package private(set) var compressed: UInt64 = 0

  /// Whether all of them were counted.
  package private(set) var isWhole = true

  /// Whether all is looked into.
  package var isEmpty: Bool { isWhole && media == 0 && nodeBytes == 0 && fieldBytes == 0 && compressed == 0 }

  /// Those that a search for bytes does not look into: what is compressed, whether it could be inflated or not.
  ///
  /// - Complexity: O(*n*) in what was inflated, and in the problems that are kept.
  package init(compressedIn document: Document) {
    let tree = document.tree
    var nodes = Set(tree.sources.compactMap { $0.kind == .zlib ? $0.origin : nil })
    for problem in document.problems.kept where problem.kind == .inflateFailed || problem.kind == .inflateLimit {
      if let node = tree.known(problem.node) { nodes.insert(node) }
    }
    for index in nodes {
      let node = tree[index]
      // What is compressed in what is compressed lies nowhere in the file.
      guard tree.fileOffset(of: node.start, in: node.source) != nil else { continue }
      compressed.add(UInt64(node.payload.byteCount))
    }
  }

  /// Those that a search for text or a number does not look into.
  ///
  /// - Parameter isMedia: Whether a node holds media alone, or free space.
  /// - Complexity: O(*n*) in the nodes and their fields; no value of one is looked at.
  package init(in document: Document, isMedia: (NodeIndex) -> Bool) {
    let tree = document.tree
    let sources = tree.sources
    // Bytes that nodes were made of whose own bytes are looked into so.
    var inflated: Set<UInt16> = []
    var walker = Walker()
    for index in tree.indices {
      let node = tree[index]
      if node.marks.contains(.padding) { continue }
      let holdsMedia = isMedia(index)
      let isLeaf = node.subtreeEnd == index.next
      let program = node.isRaw ? nil : tree.program(of: node)
      if isLeaf, program.map({ $0.isOpaque && !$0.mayComeApart }) ?? true {
        // Other derived bytes come from some that were counted.
        let count = node.isRaw ? node.size : UInt64(node.payload.byteCount)
        guard node.source == 0 || inflated.contains(node.source), count > 0 else { continue }
        if holdsMedia {
          media.add(count)
        } else {
          nodes += 1
          nodeBytes.add(count)
        }
      } else if !node.isRaw {
        let child = isLeaf ? nil : tree[index.next]
        if let child, child.source != node.source {
          let source = sources[Int(child.source)]
          // Of a picture, and of others that stand in a file of another format, a part alone was inflated.
          if source.kind == .zlib, source.origin == index, !source.isCut, tree.isOfItsFormat(node) {
            inflated.insert(child.source)
            // Where a field alone was inflated, others are counted.
            if node.marks.contains(.coded) || program?.isEmbedding != true { continue }
          }
        }
        var sink = BytesOfFields(besides: child)
        document.walk(index, &walker, into: &sink)
        if holdsMedia {
          media.add(sink.count)
        } else {
          fieldBytes.add(sink.count)
        }
        guard document.work.charge(1 + sink.steps, for: "there are no steps left for all of it") else {
          isWhole = false
          return
        }
      }
    }
  }
}

/// Counts the bytes of fields that are bytes alone.
private struct BytesOfFields: FieldSink {
  /// The first child of the node, which may be the value of a field that was opened.
  private let child: Node?
  private var source: UInt16 = 0
  private(set) var count: UInt64 = 0
  /// The fields and tables that were looked at.
  private(set) var steps = 0

  init(besides child: Node?) { self.child = child }

  mutating func begin(source: UInt16) { self.source = source }

  mutating func field(_ field: borrowing FieldReading) {
    steps += 1
    guard field.shape == .bytes, !isOpened(field.extent) else { return }
    count.add(UInt64(field.extent.byteCount))
  }

  mutating func table(_ table: borrowing TableReading) {
    steps += 1
    guard table.count > 0 else { return }
    for column in table.columns.indices where table.field(row: 0, column: column).shape == .bytes {
      // All rows are there.
      count.add(UInt64(table.count &* (table.columns[column].width / 8)))
    }
  }

  /// Whether a node was made of these bits, whose fields are searched.
  private func isOpened(_ extent: Extent) -> Bool {
    guard let child, child.source == source else { return false }
    return extent.byteCount > 0 && UInt64(extent.byteOffset) <= child.start && child.start < UInt64(extent.byteEnd)
  }
}

extension UInt64 {
  /// Adds bytes; lists may have some more than once, and the sum ends at the largest number there is.
  fileprivate mutating func add(_ count: UInt64) {
    let (sum, isMore) = addingReportingOverflow(count)
    self = isMore ? .max : sum
  }
}
