internal import ByteReading
internal import Structure

/// Where bytes of the first file went in the second: those of opaque payloads, and where nodes begin.
struct MovedBytes {
  /// What became of a payload that both files have.
  enum Payload: UInt8 { case none, same, different, unknown }

  /// Bytes that lie together in both files.
  struct Range {
    let before: UInt64
    let after: UInt64
    let count: UInt64
    let isProved: Bool
  }

  /// The opaque nodes of the first file that have a partner, in the order of the file.
  private var opaque: [Int32] = []
  /// What became of the payload of each node of the first file, up to the last opaque one.
  private var payloads: [Payload] = []
  /// Whether payloads were too long to be compared.
  private(set) var isIncomplete = false
  /// Whether there was memory for it.
  private(set) var isComplete = true
  private let nodes: Nodes
  private let alignment: Alignment
  private let before: Document
  private let after: Document
  private let share: MemoryShare

  /// - Parameter limit: Bytes that are compared, of both files together.
  init(_ alignment: Alignment, _ a: Document, _ b: Document, limit: UInt64) {
    nodes = Nodes(alignment, a, b)
    self.alignment = alignment
    before = a
    after = b
    share = MemoryShare(a.memory, for: Comparison.noMemory)
    var total: UInt64 = 0
    var count = 0
    for index in a.tree.indices {
      guard let other = alignment.partner(ofBefore: index), Self.isOpaque(a, index),
        Self.isOpaque(b, other)
      else { continue }
      count += 1
      total = total &+ a.tree[index].size &+ b.tree[other].size
    }
    guard share.grow(by: a.tree.count + count * MemoryLayout<Int32>.stride) else {
      isComplete = false
      return
    }
    isIncomplete = total > limit
    payloads = Array(repeating: .none, count: a.tree.count)
    opaque.reserveCapacity(count)
    var isSorted = true
    var last: UInt64 = 0
    for index in a.tree.indices {
      guard let other = alignment.partner(ofBefore: index), Self.isOpaque(a, index),
        Self.isOpaque(b, other)
      else { continue }
      let x = a.tree[index].payload
      let y = b.tree[other].payload
      guard x.count == y.count else {
        payloads[index.number] = .different
        continue
      }
      if isIncomplete {
        payloads[index.number] = .unknown
      } else {
        let isSame = a.tree.file.hasSameBytes(
          in: x.byteOffset..<x.byteEnd, as: b.tree.file, in: y.byteOffset..<y.byteEnd)
        payloads[index.number] = isSame ? .same : .different
      }
      // Bytes that changed where they stand are still where they stood.
      opaque.append(Int32(truncatingIfNeeded: index.number))
      if UInt64(x.byteOffset) < last { isSorted = false }
      last = UInt64(x.byteOffset)
    }
    if !isSorted {
      opaque.sort {
        a.tree[NodeIndex(Int($0))].payloadStart < a.tree[NodeIndex(Int($1))].payloadStart
      }
    }
  }

  /// What became of the payload of the node at `index` of the first file; `nil` when a table takes it
  /// apart, or the second file has none.
  func payload(of index: NodeIndex) -> Payload? {
    let number = index.number
    return number < payloads.count && payloads[number] != .none ? payloads[number] : nil
  }

  /// Whether the node at `index` is bytes of the file that no table takes apart.
  private static func isOpaque(_ document: Document, _ index: NodeIndex) -> Bool {
    let node = document.tree[index]
    guard node.source == 0, node.subtreeEnd == index.next, !node.marks.contains(.coded)
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
    let tree = before.tree
    let point = (0..<opaque.count).partitionPoint {
      let start = tree[NodeIndex(Int(opaque[$0]))].payloadStart
      return start <= offset
    }
    guard point > 0 else { return nil }
    let index = NodeIndex(Int(opaque[point - 1]))
    guard let other = alignment.partner(ofBefore: index) else { return nil }
    let payload = tree[index].payload
    let range = Range(
      before: UInt64(payload.byteOffset), after: after.tree[other].payloadStart,
      count: UInt64(payload.byteCount), isProved: payloads[index.number] == .same)
    return offset &- range.before < range.count ? range : nil
  }

  /// Where nodes begin, and the bytes of those that are the same.
  private final class Nodes {
    private let alignment: Alignment
    private let before: Document
    private let after: Document
    /// The nodes of the first file that lie in it, in its order; made when one is asked for.
    private lazy var places: [Int32] = {
      var found: [Int32] = []
      found.reserveCapacity(before.tree.count)
      for index in before.tree.indices where before.tree[index].source == 0 {
        found.append(Int32(truncatingIfNeeded: index.number))
      }
      return found
    }()
    /// What was found of the node that was asked for last.
    private var last: (node: NodeIndex, isSame: Bool)?

    init(_ alignment: Alignment, _ before: Document, _ after: Document) {
      self.alignment = alignment
      self.before = before
      self.after = after
    }

    func place(of offset: UInt64) -> UInt64? {
      let tree = before.tree
      if offset == UInt64(tree.file.byteCount) { return UInt64(after.tree.file.byteCount) }
      let point = (0..<places.count).partitionPoint {
        let start = tree[NodeIndex(Int(places[$0]))].start
        return start <= offset
      }
      guard point > 0 else { return nil }
      let index = NodeIndex(Int(places[point - 1]))
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
        && before.tree.file.hasSameBytes(
          in: x.byteOffset..<max(x.byteOffset, x.byteEnd), as: after.tree.file,
          in: y.byteOffset..<max(y.byteOffset, y.byteEnd))
    }
  }
}
