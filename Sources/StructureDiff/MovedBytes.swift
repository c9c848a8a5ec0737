internal import ByteReading
internal import Structure

/// Where the bytes of opaque payloads went, from the first file to the second.
struct MovedBytes {
  /// What became of a payload that both files have.
  enum Payload { case same, different, unknown }

  private struct Range {
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

  /// - Parameter limit: Bytes that are compared, of both files together.
  init(_ alignment: Alignment, _ a: Document, _ b: Document, limit: UInt64) {
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
      if !isIncomplete {
        let isSame = a.tree.file.bytes.extracting(x.byteOffset..<x.byteEnd)
          .hasSameBytes(as: b.tree.file.bytes.extracting(y.byteOffset..<y.byteEnd))
        payloads[index] = isSame ? .same : .different
        guard isSame else { continue }
      } else {
        payloads[index] = .unknown
      }
      ranges.append(
        Range(
          before: UInt64(x.byteOffset), after: UInt64(y.byteOffset), count: UInt64(x.byteCount),
          isProved: !isIncomplete))
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
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].before <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let range = ranges[low - 1]
    guard offset &- range.before < range.count else { return nil }
    return (range.after &+ (offset &- range.before), range.isProved)
  }
}
