internal import ByteReading
internal import Structure

/// Where bytes of the first file went in the second: those of opaque payloads, and where nodes begin.
struct MovedBytes {
  /// What became of a payload that both files have.
  enum Payload { case same, different, unknown }

  /// Bytes that lie together in both files.
  struct Range {
    let before: UInt64
    let after: UInt64
    let count: UInt64
    let isProved: Bool
  }

  private var ranges: [Range] = []
  /// The opaque payloads of the first file that have a partner.
  private(set) var payloads: [Int: Payload] = [:]
  /// Whether payloads were too long to be compared.
  private(set) var isIncomplete = false
  private let nodes: Nodes

  /// - Parameter limit: Bytes that are compared, of both files together.
  init(_ alignment: Alignment, _ a: Document, _ b: Document, limit: UInt64) {
    nodes = Nodes(alignment, a, b)
    var pairs: [(Int, Int)] = []
    var total: UInt64 = 0
    for index in a.tree.indices {
      guard let other = alignment.partner(ofBefore: index), Self.isOpaque(a, index),
        Self.isOpaque(b, other)
      else { continue }
      pairs.append((index, other))
      total = total &+ a.tree[index].size &+ b.tree[other].size
    }
    isIncomplete = total > limit
    for (index, other) in pairs {
      let x = a.tree[index].payload
      let y = b.tree[other].payload
      guard x.count == y.count else {
        payloads[index] = .different
        continue
      }
      var isSame = false
      if !isIncomplete {
        isSame = a.tree.file.bytes.extracting(x.byteOffset..<x.byteEnd)
          .hasSameBytes(as: b.tree.file.bytes.extracting(y.byteOffset..<y.byteEnd))
        payloads[index] = isSame ? .same : .different
      } else {
        payloads[index] = .unknown
      }
      // Bytes that changed where they stand are still where they stood.
      ranges.append(
        Range(
          before: UInt64(x.byteOffset), after: UInt64(y.byteOffset), count: UInt64(x.byteCount),
          isProved: isSame))
    }
    ranges.sort { $0.before < $1.before }
  }

  /// Whether the node at `index` is bytes of the file that no table takes apart.
  private static func isOpaque(_ document: Document, _ index: Int) -> Bool {
    let node = document.tree[index]
    guard node.source == 0, Int(node.subtreeEnd) == index + 1, !node.marks.contains(.coded)
    else { return false }
    return document.tree.program(of: node)?.isOpaque ?? true
  }

  /// Where the byte at `offset` of the first file lies in the second.
  func place(of offset: UInt64) -> (offset: UInt64, isProved: Bool)? {
    if let range = range(of: offset) {
      return (range.after &+ (offset &- range.before), range.isProved)
    }
    return nodes.place(of: offset).map { ($0, true) }
  }

  /// The payload that holds the byte at `offset` of the first file.
  func range(of offset: UInt64) -> Range? {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].before <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let range = ranges[low - 1]
    return offset &- range.before < range.count ? range : nil
  }

  /// Where nodes begin, and the bytes of those that are the same.
  private final class Nodes {
    private let alignment: Alignment
    private let before: Document
    private let after: Document
    /// The nodes of the first file that lie in it, in its order; made when one is asked for.
    private lazy var places: [Int] = before.tree.indices.filter { before.tree[$0].source == 0 }
    /// What was found of the node that was asked for last.
    private var last: (node: Int, isSame: Bool)?

    init(_ alignment: Alignment, _ before: Document, _ after: Document) {
      self.alignment = alignment
      self.before = before
      self.after = after
    }

    func place(of offset: UInt64) -> UInt64? {
      let tree = before.tree
      if offset == UInt64(tree.file.byteCount) { return UInt64(after.tree.file.byteCount) }
      var low = 0
      var high = places.count
      while low < high {
        let middle = (low + high) / 2
        if tree[places[middle]].start <= offset { low = middle + 1 } else { high = middle }
      }
      guard low > 0 else { return nil }
      let index = places[low - 1]
      let node = tree[index]
      guard offset < node.end, let other = alignment.partner(ofBefore: index) else { return nil }
      let there = after.tree[other]
      guard there.source == 0 else { return nil }
      if offset == node.start { return there.start }
      if last?.node != index { last = (index, isSame(node, there)) }
      guard last?.isSame == true, offset >= node.payloadStart else { return nil }
      return there.payloadStart &+ (offset &- node.payloadStart)
    }

    private func isSame(_ node: Node, _ there: Node) -> Bool {
      let (x, y) = (node.payload, there.payload)
      return x.count == y.count
        && before.tree.file.bytes.extracting(x.byteOffset..<max(x.byteOffset, x.byteEnd))
          .hasSameBytes(
            as: after.tree.file.bytes.extracting(y.byteOffset..<max(y.byteOffset, y.byteEnd)))
    }
  }
}
