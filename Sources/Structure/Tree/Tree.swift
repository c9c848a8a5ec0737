public import ByteReading

/// All nodes of a file in document order, and the sources their bytes lie in.
///
/// A node's subtree is the nodes from its own index to `subtreeEnd`; its first child, when it has one,
/// is the next node, and each child's `subtreeEnd` is the next child. No objects, no recursion.
///
/// Scanners fill it through a ``TreeBuilder``, on one thread; nobody outside the package can change it.
public final class Tree: @unchecked Sendable {
  @usableFromInline internal let nodes: ChunkedStore<Node>
  /// What is kept of the file is taken of it.
  public let memory: Memory
  /// The file's, which never change: looking at them needs no check at run time.
  private let whole: ByteSource
  /// The file first, then what was derived from it.
  public private(set) var sources: [Source]
  /// Where the tables of its nodes come from.
  public private(set) var catalogues: [Catalogue] = []
  /// The tables that nodes refer to by their number here, lowered.
  private var programs: [Program] = []
  /// The catalogue of each of them, by its number in `catalogues`.
  private var origins: [Int] = []
  /// The parent of each node up to here, `noParent` for those at the top; filled when one is asked
  /// for that stands behind many others.
  private let parents: ChunkedStore<UInt32>
  /// First children by type, of nodes that have many; `nil` where there is none.
  private var firstOfType: [SiblingKey: NodeIndex?] = [:]
  /// The number of nodes there were when they were looked for.
  private var firstOfTypeCount = 0
  /// Guards what is filled when asked for.
  private let lock = Lock()
  private static let noParent = UInt32.max
  /// Where the fields of coded nodes lie.
  private var contents: [NodeIndex: UInt16] = [:]
  private static let sealed = UInt16.max

  /// The first node of each type at the top of the file, and how many there are.
  private var tops: [(type: FourCC, index: NodeIndex, count: Int)] = []
  /// Where each type stands in `tops`, when these are too many to be looked through.
  private var topPlaces: [FourCC: Int] = [:]
  private static let fewTops = 32
  private var isFinished = false
  /// The number of nodes that are raw bytes or padding.
  public private(set) var rawCount = 0
  /// The number of nodes that are chunks, tags or other named parts.
  public private(set) var namedCount = 0

  /// Bytes that nodes lie in.
  public struct Source: Sendable {
    public let bytes: ByteSource
    /// The node whose bytes they come from, `nil` for the file.
    public let origin: NodeIndex?
    /// How they come from it.
    public let kind: Kind
    /// Where each byte lies in the source that they come from, when nothing but zeros was taken out.
    public let places: Resynchronised?
    /// The source that they come from.
    public let outer: UInt16

    public enum Kind: Sendable { case file, zlib, unsynchronised }
  }

  /// - Parameter memory: That of the call.
  public init(_ bytes: ByteSource, memory: Memory = Memory()) {
    let memory = Memory(of: memory)
    self.memory = memory
    nodes = ChunkedStore(memory, for: Self.noMemory, keeping: 256)
    parents = ChunkedStore(memory, for: "there is no memory for a list of parents")
    whole = bytes
    sources = [Source(bytes: bytes, origin: nil, kind: .file, places: nil, outer: 0)]
  }

  /// What is said when there is no memory for more nodes.
  public static let noMemory: StaticString = "there is no memory for more nodes"

  /// The number of nodes.
  public var count: Int { nodes.count }
  /// All indexes.
  public var indices: Range<NodeIndex> { NodeIndex(0)..<end }
  /// The index that the next node to be added will have: no node's until then.
  public var end: NodeIndex { NodeIndex(nodes.count) }
  /// The node behind all others; `nil` in a tree without nodes.
  public var last: NodeIndex? { nodes.isEmpty ? nil : NodeIndex(nodes.count &- 1) }
  /// The bytes of the file.
  public var file: ByteSource { sources[0].bytes }
  /// The bytes of source `number`, which is that of a node.
  func bytes(of number: UInt16) -> ByteSource {
    number == 0 ? whole : sources[Int(number)].bytes
  }

  /// `index` when the tree has such a node, else `nil`.
  public func known(_ index: NodeIndex?) -> NodeIndex? {
    index.flatMap { $0.number < nodes.count ? $0 : nil }
  }

  /// The node at `index`, which is in `indices`.
  public package(set) subscript(index: NodeIndex) -> Node {
    @inlinable get { nodes[index.number] }
    set { nodes[index.number] = newValue }
  }

  // MARK: Building

  /// Adds `node` after all others and gives its index, or `nil` when there is no memory for it. Some is
  /// kept for raw nodes, so that they can take the place of what is not listed.
  package func append(_ node: Node) -> NodeIndex? {
    var node = node
    let index = nodes.count
    guard index < Int(UInt32.max) else { return nil }
    if node.isRaw { rawCount &+= 1 }
    if node.marks.contains(.named) { namedCount &+= 1 }
    node.subtreeEnd = NodeIndex(index &+ 1)
    return (node.isRaw ? nodes.appendLast(node) : nodes.append(node)) ? NodeIndex(index) : nil
  }

  /// Says that no more nodes stand in the node at `index`.
  package func close(_ index: NodeIndex) {
    var node = self[index]
    node.subtreeEnd = end
    self[index] = node
  }

  /// Says that all nodes are there, so that what is at the top of the file is found at once.
  package func finish() {
    var found: [(type: FourCC, index: NodeIndex, count: Int)] = []
    var last = FourCC(0)
    var place = -1
    var index = NodeIndex(0)
    let end = end
    while index < end {
      let node = self[index]
      if !node.isRaw {
        if node.type != last || place < 0 {
          last = node.type
          let known =
            found.count < Self.fewTops ? found.firstIndex { $0.type == last } : topPlaces[last]
          place = known ?? found.count
          if place == found.count {
            found.append((last, index, 0))
            topPlaces[last] = place
          }
        }
        found[place].count &+= 1
      }
      index = node.subtreeEnd
    }
    tops = found
    isFinished = true
  }

  /// Makes a table of `catalogue` known and gives the number that nodes refer to it by.
  ///
  /// - Parameter entry: The code that chooses among the entries of the table, if it has any.
  package func add(table number: Int, entry: FourCC? = nil, of catalogue: Catalogue) -> UInt16 {
    guard
      let program = entry.map({ catalogue.program(number, entry: $0) }) ?? catalogue.program(number)
    else { return Node.noTable }
    // Copies: an access inside which nothing else happens needs no check at run time, which
    // `program(of:)` would pay for, too.
    let (known, places) = (programs, origins)
    if let index = known.firstIndex(where: { $0 === program }) { return UInt16(index) }
    guard known.count < Int(Node.noTable) else { return Node.noTable }
    let place = add(catalogue)
    programs = known + [program]
    origins = places + [place]
    return UInt16(known.count)
  }

  /// Makes a catalogue known; the first one describes nodes without a table.
  @discardableResult
  package func add(_ catalogue: Catalogue) -> Int {
    if let index = catalogues.firstIndex(where: { $0 === catalogue }) { return index }
    catalogues.append(catalogue)
    return catalogues.count &- 1
  }

  /// Adds bytes that come from node `origin` and gives their number, or nothing when there are
  /// too many.
  package func add(source bytes: ByteSource, from origin: NodeIndex, kind: Source.Kind) -> UInt16? {
    guard sources.count < Int(UInt16.max) else { return nil }
    sources.append(
      Source(
        bytes: bytes, origin: origin, kind: kind, places: nil, outer: self[origin].source))
    return UInt16(sources.count &- 1)
  }

  /// Adds bytes of node `origin` that zeros were taken out of and gives their number, or nothing when
  /// there are too many.
  package func add(source places: Resynchronised, from origin: NodeIndex) -> UInt16? {
    guard sources.count < Int(UInt16.max) else { return nil }
    sources.append(
      Source(
        bytes: places.bytes, origin: origin, kind: .unsynchronised, places: places,
        outer: self[origin].source))
    return UInt16(sources.count &- 1)
  }

  /// Says that the fields of the node at `index` lie in source `source`, or that they cannot be read.
  package func setContents(of index: NodeIndex, _ source: UInt16?) {
    self[index].marks.insert(.coded)
    contents[index] = source ?? Self.sealed
  }

  /// The source that the fields of the node at `index` lie in; nothing when they cannot be read.
  public func contents(of index: NodeIndex) -> UInt16? {
    let node = self[index]
    guard node.marks.contains(.coded) else { return node.source }
    let source = contents[index] ?? Self.sealed
    return source == Self.sealed ? nil : source
  }

  /// Where the byte at `offset` in a source lies in the file; nothing in what was compressed.
  public func fileOffset(of offset: UInt64, in source: UInt16) -> UInt64? {
    var offset = offset
    var source = source
    while source != 0 {
      guard let places = sources[Int(source)].places else { return nil }
      offset = UInt64(places.outerOffset(of: Int(clamping: offset)))
      source = sources[Int(source)].outer
    }
    return offset
  }

  // MARK: Looking

  /// The node that `index` stands in.
  ///
  /// - Complexity: O(1), once the first node that stands behind many others was asked for.
  public func parent(of index: NodeIndex) -> NodeIndex? {
    let number = index.number
    let depth = nodes[number].depth
    guard depth > 0 else { return nil }
    // Most stand close behind their parent.
    var at = number &- 1
    let nearest = max(0, number &- 64)
    while at >= nearest {
      if nodes[at].depth < depth { return NodeIndex(at) }
      at &-= 1
    }
    return lock.withLock { listedParent(of: number) }
  }

  /// The parent of a node, from the list of all parents.
  private func listedParent(of index: Int) -> NodeIndex? {
    if parents.count <= index {
      // The nodes around the one that the list goes on with, from the outside in.
      var around: [UInt32] = []
      var at = parents.count &- 1
      while at >= 0 {
        around.append(UInt32(at))
        let parent = parents[at]
        at = parent == Self.noParent ? -1 : Int(parent)
      }
      around.reverse()
      for place in parents.count..<nodes.count {
        while let last = around.last, nodes[Int(last)].depth >= nodes[place].depth {
          around.removeLast()
        }
        guard parents.append(around.last ?? Self.noParent) else { break }
        around.append(UInt32(place))
      }
    }
    if index < parents.count {
      let parent = parents[index]
      return parent == Self.noParent ? nil : NodeIndex(bits: parent)
    }
    // There is no memory for the list.
    var at = index &- 1
    while at >= 0, nodes[at].depth >= nodes[index].depth { at &-= 1 }
    return at >= 0 ? NodeIndex(at) : nil
  }

  /// The first node in `parent`, or of the file.
  public func firstChild(of parent: NodeIndex?) -> NodeIndex? {
    guard let parent else { return nodes.isEmpty ? nil : NodeIndex(0) }
    return parent.next < self[parent].subtreeEnd ? parent.next : nil
  }

  /// The nodes directly in `parent`, or at the top of the file, in order.
  public func children(of parent: NodeIndex?) -> Children {
    let inside = descendants(of: parent)
    return Children(tree: self, at: inside.lowerBound, end: inside.upperBound)
  }

  /// The node at `index` and all in it.
  public func subtree(of index: NodeIndex) -> Range<NodeIndex> {
    index..<max(index, self[index].subtreeEnd)
  }

  /// All nodes in `parent`, or in the file.
  public func descendants(of parent: NodeIndex?) -> Range<NodeIndex> {
    guard let parent else { return indices }
    return parent.next..<max(parent.next, self[parent].subtreeEnd)
  }

  /// The first child of this type.
  ///
  /// - Complexity: O(*n*) in the number of children the first time, then O(1); at the top of the file
  ///   in the number of types.
  public func child(_ type: FourCC, of parent: NodeIndex?) -> NodeIndex? {
    if parent == nil, isFinished { return top(type)?.index }
    var rest = children(of: parent)
    for _ in 0..<64 {
      guard let index = rest.next() else { return nil }
      if self[index].type == type, !self[index].isRaw { return index }
    }
    let key = SiblingKey(parent: parent, type: type)
    return lock.withLock {
      if firstOfTypeCount != nodes.count {
        firstOfType.removeAll()
        firstOfTypeCount = nodes.count
      }
      if let known = firstOfType[key] { return known }
      let found = rest.first { self[$0].type == type && !self[$0].isRaw }
      firstOfType[key] = .some(found)
      return found
    }
  }

  private struct SiblingKey: Hashable {
    let parent: NodeIndex?
    let type: FourCC
  }

  /// The number of nodes of this type at the top of the file.
  ///
  /// - Complexity: O(1).
  public func countAtTop(_ type: FourCC) -> Int { top(type)?.count ?? 0 }

  /// The first node of a type at the top of the file, and how many there are.
  private func top(_ type: FourCC) -> (type: FourCC, index: NodeIndex, count: Int)? {
    if tops.count < Self.fewTops { return tops.first { $0.type == type } }
    return topPlaces[type].map { tops[$0] }
  }

  /// The innermost node around `index` that has this type.
  public func ancestor(_ type: FourCC, of index: NodeIndex) -> NodeIndex? {
    var at = parent(of: index)
    while let here = at {
      if self[here].type == type { return here }
      at = parent(of: here)
    }
    return nil
  }

  /// The innermost node whose bytes in the file hold `offset`.
  public func innermost(at offset: UInt64) -> NodeIndex? {
    var found: NodeIndex?
    var next = NodeIndex(0)
    var end = end
    while next < end {
      let node = self[next]
      if holds(node, offset) {
        found = next
        end = node.subtreeEnd
        next = next.next
      } else {
        next = node.subtreeEnd
      }
    }
    return found
  }

  /// Whether the byte of the file at `offset` belongs to `node`.
  private func holds(_ node: Node, _ offset: UInt64) -> Bool {
    if node.source == 0 { return node.start <= offset && offset < node.end }
    guard let start = fileOffset(of: node.start, in: node.source), start <= offset,
      let end = fileOffset(of: node.end, in: node.source)
    else { return false }
    return offset < end
  }

  /// The tables that nodes refer to by number, for loops over many nodes.
  public var tables: [Program] { programs }

  /// The table that describes `node`.
  public func program(of node: Node) -> Program? {
    let (programs, index) = (programs, Int(node.table))
    return index < programs.count ? programs[index] : nil
  }

  /// The catalogue that `node`'s table comes from, or the first one.
  public func catalogue(of node: Node) -> Catalogue? {
    catalogue(ofTable: Int(node.table))
  }

  /// The catalogue that table `number` comes from, or the first one.
  public func catalogue(ofTable number: Int) -> Catalogue? {
    let origins = origins
    return number < origins.count ? catalogues[origins[number]] : catalogues.first
  }

  /// Nodes that follow one another.
  public struct Children: Sequence, IteratorProtocol {
    fileprivate let tree: Tree
    fileprivate var at: NodeIndex
    fileprivate let end: NodeIndex

    public mutating func next() -> NodeIndex? {
      guard at < end else { return nil }
      defer { at = tree[at].subtreeEnd }
      return at
    }
  }
}
