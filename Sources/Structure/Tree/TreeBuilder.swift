public import ByteReading

/// A tree in the making: scanners fill it together, with the limits that they share, on one thread.
///
/// A scanner that meets bytes of another format hands its builder on, so that nodes are appended in
/// document order and no node is counted twice. ``finish()`` returns the tree, which does not change
/// any more.
public final class TreeBuilder {
  /// What the file may cost.
  public let limits: Limits
  /// Tables that are read before those of the formats.
  public let tables: OwnTables
  package var problems = Problems()
  /// Bytes that came out of compressed ones so far.
  package var inflated = 0
  /// The bytes that the next compressed payload may inflate to.
  package var inflationLimit: Int {
    min(limits.inflatedPayload, max(0, limits.inflated(ofFile: file.byteCount) - inflated))
  }
  /// What is kept of the file is taken of it.
  public let memory: Memory
  /// The bytes of the file.
  public let file: ByteSource
  private let nodes: ChunkedStore<Node>
  private var parts: Tree.Contents
  /// Bytes that zeros were taken out of so far.
  private var resynchronised = 0
  private var rawCount = 0
  private var namedCount = 0
  /// Whether there are as many nodes as there may be; what lies behind is listed as raw bytes.
  public var isFull: Bool { takesNoMore }
  /// The same, which is asked for each node: what nobody else can reach is read without a look at who else changes it.
  private var takesNoMore = false
  /// Whether that is so because there is no memory for more.
  public private(set) var isOutOfMemory = false

  /// - Parameters:
  ///   - file: The bytes that nodes are found in.
  ///   - limits: What the file may cost.
  ///   - tables: Tables that are read before those of the formats.
  public init(_ file: ByteSource, limits: Limits = Limits(), tables: OwnTables = OwnTables()) {
    self.file = file
    self.limits = limits
    self.tables = tables
    memory = Memory(of: limits.memory)
    nodes = ChunkedStore(memory, for: Tree.noMemory, keeping: 256)
    parts = Tree.Contents(sources: [
      Tree.Source(bytes: file, origin: nil, kind: .file, places: nil, outer: 0)
    ])
  }

  /// The tree of all nodes. The builder takes no more of them.
  ///
  /// - Returns: The tree, which does not change any more.
  /// - Complexity: O(*n*) in the number of nodes at the top of the file.
  public func finish() -> Tree {
    takesNoMore = true
    return Tree(
      nodes.sealed(), parts: parts, rawCount: rawCount, namedCount: namedCount, memory: memory)
  }

  // MARK: Looking

  /// The number of nodes so far.
  public var count: Int { nodes.count }
  /// The index that the next node to be added will have: no node's until then.
  public var end: NodeIndex { NodeIndex(nodes.count) }
  /// The node behind all others; `nil` when there is none yet.
  public var last: NodeIndex? { nodes.isEmpty ? nil : NodeIndex(nodes.count &- 1) }
  /// The file first, then what was derived from it.
  public var sources: [Tree.Source] { parts.sources }

  /// The node at `index`, which was added before; the tree that was made keeps the one it has.
  ///
  /// - Parameter index: One of the nodes there are.
  public package(set) subscript(index: NodeIndex) -> Node {
    get { nodes[index.number] }
    set { nodes[index.number] = newValue }
  }

  /// The first node of this type that stands in the node at `parent`, of those that are there so far.
  ///
  /// - Complexity: O(*n*) in the number of children.
  package func child(_ type: FourCC, of parent: NodeIndex) -> NodeIndex? {
    let depth = self[parent].depth
    var at = parent.next
    while at < end, self[at].depth > depth {
      if self[at].type == type, !self[at].isRaw { return at }
      at = max(at.next, self[at].subtreeEnd)
    }
    return nil
  }

  /// The table that describes `node`; `nil` when none does.
  package func program(of node: Node) -> Program? {
    let (programs, index) = (parts.programs, Int(node.table))
    return index < programs.count ? programs[index] : nil
  }

  /// The source that the fields of the node at `index` lie in; `nil` when they cannot be read.
  package func contents(of index: NodeIndex) -> UInt16? {
    parts.contents(of: index, self[index])
  }

  // MARK: Adding

  /// Adds `node` after all others.
  ///
  /// - Parameter node: The node. Until it is closed no node is taken to stand in it.
  /// - Returns: Its index, or `nil` when there may be no more.
  public func append(_ node: Node) -> NodeIndex? {
    guard !takesNoMore else { return nil }
    if count < limits.nodes, let index = add(node) { return index }
    takesNoMore = true
    isOutOfMemory = count < limits.nodes
    return nil
  }

  /// Adds a node for bytes that are not structure, even when there may be no others.
  ///
  /// - Parameters:
  ///   - range: The bytes, from the beginning of the source.
  ///   - source: The number of the source that the bytes lie in.
  ///   - depth: The nodes around it.
  ///   - marks: What is said of the bytes.
  /// - Returns: Its index, or `nil` for no bytes, and when there is no memory even for these.
  @discardableResult
  public func appendRaw(
    _ range: Range<UInt64>, source: UInt16, depth: UInt16, marks: Node.Marks
  ) -> NodeIndex? {
    guard !range.isEmpty else { return nil }
    return add(
      Node(
        start: range.lowerBound, size: range.upperBound - range.lowerBound, type: FourCC(0),
        depth: depth, source: source, headerSize: 0, marks: marks))
  }

  /// Adds `node`, whatever the limits say. Some memory is kept for raw nodes, so that they can take
  /// the place of what is not listed.
  ///
  /// - Returns: Its index, or `nil` when there is no memory for it.
  package func add(_ node: Node) -> NodeIndex? {
    var node = node
    let index = nodes.count
    guard index < Int(UInt32.max) else { return nil }
    node.subtreeEnd = NodeIndex(index &+ 1)
    guard node.isRaw ? nodes.appendLast(node) : nodes.append(node) else { return nil }
    if index & 1_023 == 0, node.source == 0 {
      limits.progress?.note(node.start, of: UInt64(file.byteCount))
    }
    if node.isRaw { rawCount &+= 1 }
    if node.marks.contains(.named) { namedCount &+= 1 }
    return NodeIndex(index)
  }

  /// Notes that the node at `index` does not stand in the one around it, though its bytes may be some of its.
  package func standsElsewhere(_ index: NodeIndex) { parts.elsewhere.insert(index) }

  /// Notes that no more nodes stand in the node at `index`.
  ///
  /// - Parameter index: The node, which was the last one of its depth.
  public func close(_ index: NodeIndex) {
    var node = self[index]
    node.subtreeEnd = end
    self[index] = node
  }

  /// Makes a table of `catalogue` known.
  ///
  /// - Parameters:
  ///   - number: The number of the table in the catalogue.
  ///   - entry: The code that chooses among the entries of the table, if it has any.
  ///   - catalogue: Where the table stands.
  /// - Returns: The number that nodes refer to it by; `Node.noTable` when there is no such table.
  public func add(table number: Int, entry: FourCC? = nil, of catalogue: Catalogue) -> UInt16 {
    guard
      let program = entry.map({ catalogue.program(number, entry: $0) }) ?? catalogue.program(number)
    else { return Node.noTable }
    let known = parts.programs
    if let index = known.firstIndex(where: { $0 === program }) { return UInt16(index) }
    guard known.count < Int(Node.noTable) else { return Node.noTable }
    let place = add(catalogue)
    parts.programs.append(program)
    parts.origins.append(place)
    return UInt16(known.count)
  }

  /// Makes a catalogue known; the first one describes nodes without a table.
  ///
  /// - Parameter catalogue: The catalogue.
  /// - Returns: Its position, from 0, among the catalogues of the tree.
  @discardableResult
  public func add(_ catalogue: Catalogue) -> Int {
    if let index = parts.catalogues.firstIndex(where: { $0 === catalogue }) { return index }
    parts.catalogues.append(catalogue)
    return parts.catalogues.count &- 1
  }

  /// Adds bytes that come from node `origin`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - origin: The node whose content they are.
  ///   - kind: How they were made from it.
  ///   - rest: How many bytes stand behind those that they were made from.
  ///   - isCut: Whether more should have come of it.
  /// - Returns: Their number, or `nil` when there are too many.
  public func add(
    source bytes: ByteSource, from origin: NodeIndex, kind: Tree.Source.Kind, rest: Int = 0, isCut: Bool = false
  ) -> UInt16? {
    add(
      Tree.Source(
        bytes: bytes, origin: origin, kind: kind, places: nil, outer: self[origin].source, rest: rest, isCut: isCut))
  }

  /// Adds bytes of node `origin` that zeros were taken out of.
  ///
  /// - Returns: Their number, or `nil` when there are too many.
  package func add(source places: Resynchronised, from origin: NodeIndex) -> UInt16? {
    add(
      Tree.Source(
        bytes: places.bytes, origin: origin, kind: .unsynchronised, places: places,
        outer: self[origin].source))
  }

  private func add(_ source: Tree.Source) -> UInt16? {
    guard parts.sources.count < Int(UInt16.max) else { return nil }
    parts.sources.append(source)
    return UInt16(parts.sources.count &- 1)
  }

  /// Notes that the fields of the node at `index` lie in source `source`; `nil`: they cannot be read.
  package func setContents(of index: NodeIndex, _ source: UInt16?) {
    self[index].marks.insert(.coded)
    parts.contents[index] = source ?? Tree.Contents.sealed
  }

  /// Takes zeros out of the bytes of source `source` in `range`.
  ///
  /// In all, as many bytes may be derived so as the file has and was inflated from it: only what is
  /// nested, un-synchronised over and over, needs more.
  ///
  /// - Returns: `nil` when there is none to take out, or no room for the rest.
  package func resynchronise(_ source: UInt16, in range: Range<Int>) -> Resynchronised? {
    let limit = file.byteCount + inflated
    guard resynchronised + range.count <= limit else { return nil }
    guard let bytes = Resynchronised(sources[Int(source)].bytes, in: range, memory: memory)
    else { return nil }
    resynchronised += range.count
    return bytes
  }

  /// Gives back the room of bytes that zeros were taken out of on trial and that are not kept.
  package func discard(_ bytes: Resynchronised) { resynchronised -= bytes.range.count }

  /// Adds a problem.
  ///
  /// - Returns: Its place among those that are kept; `nil` when it is only counted.
  @discardableResult
  package func note(_ diagnostic: Diagnostic) -> Int? {
    problems.add(diagnostic, within: limits)
  }
}
