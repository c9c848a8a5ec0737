public import ByteReading

/// A tree that scanners fill together, with the limits that they share.
///
/// A scanner that meets bytes of another format hands its builder on, so that nodes are appended in
/// document order and nothing is counted twice.
public final class TreeBuilder {
  public let tree: Tree
  public let limits: Limits
  /// Tables that are read before those of the formats.
  public let tables: OwnTables
  public var problems = Problems()
  /// Bytes that came out of compressed ones so far.
  public var inflated = 0
  /// Bytes that zeros were taken out of so far.
  private var resynchronised = 0
  /// Whether there are as many nodes as there may be; what lies behind is listed as raw bytes.
  public private(set) var isFull = false
  /// Whether that is so because there is no memory for more.
  public private(set) var isOutOfMemory = false

  public init(_ tree: Tree, limits: Limits, tables: OwnTables = OwnTables()) {
    self.tree = tree
    self.limits = limits
    self.tables = tables
  }

  /// Adds `node` after all others and gives its index, or `nil` when there may be no more.
  public func append(_ node: Node) -> NodeIndex? {
    guard !isFull else { return nil }
    if tree.count < limits.nodes, let index = tree.append(node) { return index }
    isFull = true
    isOutOfMemory = tree.count < limits.nodes
    return nil
  }

  /// Adds a node for bytes that are not structure, even when there may be no others.
  @discardableResult
  public func appendRaw(
    _ range: Range<UInt64>, source: UInt16, depth: UInt16, marks: Node.Marks
  ) -> NodeIndex? {
    guard !range.isEmpty else { return nil }
    return tree.append(
      Node(
        start: range.lowerBound, size: range.upperBound - range.lowerBound, type: FourCC(0),
        depth: depth, source: source, headerSize: 0, marks: marks))
  }

  /// Takes zeros out of the bytes of source `source` in `range`.
  ///
  /// In all, as many bytes may be derived so as the file has and was inflated from it: only what is
  /// nested, un-synchronised over and over, needs more.
  ///
  /// - Returns: Nothing when there is none to take out, or no room for the rest.
  public func resynchronise(_ source: UInt16, in range: Range<Int>) -> Resynchronised? {
    let limit = tree.file.byteCount + inflated
    guard resynchronised + range.count <= limit else { return nil }
    guard
      let bytes = Resynchronised(
        tree.sources[Int(source)].bytes, in: range, memory: tree.memory)
    else { return nil }
    resynchronised += range.count
    return bytes
  }

  /// Gives back the room of bytes that zeros were taken out of on trial and that are not kept.
  public func discard(_ bytes: Resynchronised) { resynchronised -= bytes.range.count }

  /// Adds a problem; gives its index when it was kept, else -1.
  @discardableResult
  public func note(_ diagnostic: Diagnostic) -> Int {
    problems.add(diagnostic, within: limits) ?? -1
  }
}
