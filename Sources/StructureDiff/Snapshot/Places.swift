internal import ByteReading
internal import MediaFacts
internal import Structure

/// What positions in a file point into.
struct Places {
  /// A node that positions are written by.
  private struct Target: BitwiseCopyable {
    let node: NodeIndex
    let start: UInt64
    let payload: UInt64
    let end: UInt64
    /// Its type, and its number among those of its type.
    let key: UInt64
  }

  private let targets: ChunkedStore<Target>
  /// Whether there was memory for all of them; else positions may be written by others.
  private(set) var isComplete = true
  private let paths: IdentityPaths
  private let rules: Rules
  private let document: Document

  init(_ document: Document, _ rules: Rules, _ paths: IdentityPaths) {
    self.paths = paths
    self.rules = rules
    self.document = document
    let tree = document.tree
    targets = ChunkedStore(document.memory, for: Snapshot.noMemory)
    var counts: [FourCC: UInt64] = [:]
    for index in tree.indices {
      let node = tree[index]
      guard node.source == 0, node.depth == 0 || rules.isMedia(index, document) else { continue }
      counts[node.type, default: 0] += 1
      let target = Target(
        node: index, start: node.start, payload: node.payloadStart, end: node.end,
        key: UInt64(node.type.rawValue) &<< 32 | (counts[node.type] ?? 0))
      guard targets.append(target) else {
        isComplete = false
        return
      }
    }
  }

  /// Where positions of a kind are counted from in a field of a node.
  func base(_ base: Meaning.OffsetBase, _ node: NodeIndex) -> UInt64? {
    rules.base(base, node, document)
  }

  /// The innermost target that holds the byte at `offset` of the file.
  private func target(of offset: UInt64) -> Target? {
    // Targets stand in the order of the file, and what stands in one comes behind it.
    let point = (0..<targets.count).partitionPoint { targets[$0].start <= offset }
    // The last one that begins before may have ended already, in another that has not.
    var at = point - 1
    let least = max(0, at - 64)
    while at >= least {
      if offset < targets[at].end { return targets[at] }
      at -= 1
    }
    return nil
  }

  /// Writes a position as the node that it points into and the bytes from where its payload begins;
  /// one that points nowhere as it is stored.
  func put(_ raw: UInt64, from base: UInt64, to output: inout ByteWriter) {
    let offset = base &+ raw
    guard let target = target(of: offset) else { return output.put(decimal: raw) }
    output.put(paths.path(of: target.node))
    if offset >= target.payload {
      output.put("+")
      output.put(decimal: offset - target.payload)
    } else if offset > target.start {
      output.put("+header+")
      output.put(decimal: offset - target.start)
    }
  }

  /// The same as two numbers.
  func numbers(_ raw: UInt64, from base: UInt64) -> (UInt64, UInt64) {
    let offset = base &+ raw
    guard let target = target(of: offset) else { return (0, raw) }
    return (target.key, offset &- target.payload)
  }
}
