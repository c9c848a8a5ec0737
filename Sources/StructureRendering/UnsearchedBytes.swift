import ByteReading
package import Structure

/// The bytes of a file that a search for text or a number does not look into: media, nodes whose content has no fields,
/// and fields that are bytes alone, as pictures are. A search for bytes looks into all that lies in the file as it is.
package struct UnsearchedBytes: Sendable {
  /// The bytes of media, and of free space.
  package private(set) var media: UInt64 = 0
  /// How many other nodes have no fields; blank ones do not count.
  package private(set) var nodes = 0
  /// The bytes of these.
  package private(set) var nodeBytes: UInt64 = 0
  /// The bytes of fields of other nodes.
  package private(set) var fieldBytes: UInt64 = 0

  /// Whether all of them were counted.
  package private(set) var isWhole = true

  /// Whether all is looked into.
  package var isEmpty: Bool { isWhole && media == 0 && nodeBytes == 0 && fieldBytes == 0 }

  /// Those of a document.
  ///
  /// - Parameter isMedia: Whether a node holds media alone, or free space.
  /// - Complexity: O(*n*) in the nodes and their fields; no value of one is looked at.
  package init(in document: Document, isMedia: (NodeIndex) -> Bool) {
    let tree = document.tree
    var walker = Walker()
    for index in tree.indices {
      let node = tree[index]
      if node.marks.contains(.padding) { continue }
      let holdsMedia = isMedia(index)
      let isLeaf = node.subtreeEnd == index.next
      if isLeaf, node.isRaw || tree.program(of: node)?.isOpaque ?? true {
        // Derived bytes come from some that were counted.
        let count = node.isRaw ? node.size : UInt64(node.payload.byteCount)
        guard node.source == 0, count > 0 else { continue }
        if holdsMedia {
          media.add(count)
        } else {
          nodes += 1
          nodeBytes.add(count)
        }
      } else if !node.isRaw {
        var sink = BytesOfFields(besides: isLeaf ? nil : tree[index.next])
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
