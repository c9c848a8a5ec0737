public import ByteReading

/// All nodes of a file in document order, and the sources their bytes lie in.
///
/// A node's subtree is the nodes from its own index to `subtreeEnd`; its first child, when it has one,
/// is the next node, and each child's `subtreeEnd` is the next child. No objects, no recursion.
///
/// A ``TreeBuilder`` makes it, and nobody changes it: any number of threads may read it.
public final class Tree: Sendable {
  @usableFromInline internal let nodes: SealedChunks<Node>
  /// What is kept of the file is taken of it.
  public let memory: Memory
  /// The file's: it is asked for most.
  private let whole: ByteSource
  private let parts: Contents
  private let tops: Tops
  /// What is looked up when it is asked for.
  private let lookups: Guarded<Lookups>
  /// The number of nodes that are raw bytes or padding.
  public let rawCount: Int
  /// The number of nodes that are chunks, tags or other named parts.
  public let namedCount: Int

  /// What nodes refer to by number: the bytes that they lie in, and the tables that describe them.
  struct Contents: Sendable {
    /// The file first, then what was derived from it.
    var sources: [Source]
    /// Where the tables of the nodes come from.
    var catalogues: [Catalogue] = []
    /// The tables that nodes refer to by their number here, lowered.
    var programs: [Program] = []
    /// The catalogue of each of them, by its number in `catalogues`.
    var origins: [Int] = []
    /// Where the fields of coded nodes lie.
    var contents: [NodeIndex: UInt16] = [:]
    /// The source of fields that cannot be read.
    static let sealed = UInt16.max
    /// Nodes that do not stand in the node around them, though their bytes may be some of its.
    var elsewhere: Set<NodeIndex> = []

    /// The same of another file, in which nothing was derived.
    func standing(in file: ByteSource) -> Contents {
      var other = self
      other.sources = [Source(bytes: file, origin: nil, kind: .file, places: nil, outer: 0)]
      return other
    }

    /// The source that the fields of `node`, at `index`, lie in; `nil` when they cannot be read.
    func contents(of index: NodeIndex, _ node: Node) -> UInt16? {
      guard node.marks.contains(.coded) else { return node.source }
      let source = contents[index] ?? Self.sealed
      return source == Self.sealed ? nil : source
    }
  }

  /// What stands at the top of the file.
  struct Tops: Sendable {
    /// The first node of each type, and how many there are.
    private var found: [(type: FourCC, index: NodeIndex, count: Int)] = []
    /// Where each type stands in `found`, when these are too many to be looked through.
    private var places: [FourCC: Int] = [:]
    private static let few = 32

    init(_ nodes: SealedChunks<Node>) {
      var last = FourCC(0)
      var place: Int?
      var index = 0
      let end = nodes.count
      while index < end {
        let node = nodes[index]
        if !node.isRaw {
          let at: Int
          if let place, node.type == last {
            at = place
          } else {
            last = node.type
            let known =
              found.count < Self.few ? found.firstIndex { $0.type == last } : places[last]
            at = known ?? found.count
            if at == found.count {
              found.append((last, NodeIndex(index), 0))
              // A file of few types needs no list of places.
              if found.count == Self.few {
                for (place, top) in found.enumerated() { places[top.type] = place }
              } else if found.count > Self.few {
                places[last] = at
              }
            }
            place = at
          }
          found[at].count &+= 1
        }
        index = max(index &+ 1, node.subtreeEnd.number)
      }
    }

    /// The first node of a type at the top of the file, and how many there are.
    func first(_ type: FourCC) -> (type: FourCC, index: NodeIndex, count: Int)? {
      if found.count < Self.few { return found.first { $0.type == type } }
      return places[type].map { found[$0] }
    }
  }

  /// What is looked up once.
  private struct Lookups {
    /// The parent of each node up to here, `noParent` for those at the top; filled when one is asked
    /// for that stands behind many others.
    let parents: ChunkedStore<UInt32>
    /// Where there is no memory for those: the node of each depth that was asked for last, and its parent.
    var recent: [UInt16: (node: NodeIndex, parent: NodeIndex?)] = [:]
    /// The types of all nodes; `nil` until somebody asks.
    var types: Types?
    /// First children by type, of nodes that have many; `nil` where there is none.
    var firstOfType: [SiblingKey: NodeIndex?] = [:]
  }

  /// The types of nodes, each once.
  private struct Types: Sendable {
    /// In order; `nil` where there are more than are looked through.
    private var all: [UInt32]? = []
    private static let limit = 1_024

    init(_ nodes: SealedChunks<Node>) {
      var found: [UInt32] = []
      // By table: the type of the last node of it, which is that of nearly all.
      var last: [UInt32] = []
      for index in 0..<nodes.count {
        let type = nodes[index].type.rawValue
        let table = Int(nodes[index].table)
        if table < last.count, last[table] == type { continue }
        let place = found.partitionPoint(of: type)
        if place == found.count || found[place] != type {
          if found.count == Self.limit {
            all = nil
            return
          }
          found.insert(type, at: place)
        }
        // Tables of which no node was met yet are given a type that was found.
        if table < Self.limit {
          while last.count <= table { last.append(type) }
          last[table] = type
        }
      }
      all = found
    }

    func mayHave(_ type: UInt32) -> Bool {
      guard let all else { return true }
      let place = all.partitionPoint(of: type)
      return place < all.count && all[place] == type
    }
  }

  /// Whether some node may be of this type; in a file of very many types any may be there.
  ///
  /// - Complexity: O(*n*) in the nodes the first time, then O(log *t*) in the types.
  package func mayHave(_ type: FourCC) -> Bool {
    lookups.withLock { lookups in
      if let known = lookups.types { return known.mayHave(type.rawValue) }
      let types = Types(nodes)
      lookups.types = types
      return types.mayHave(type.rawValue)
    }
  }

  private struct SiblingKey: Hashable {
    let parent: NodeIndex?
    let type: FourCC
  }

  /// Bytes that nodes lie in.
  public struct Source: Sendable {
    /// The bytes themselves.
    public let bytes: ByteSource
    /// The node whose bytes they come from, `nil` for the file.
    public let origin: NodeIndex?
    /// How they come from it.
    public let kind: Kind
    /// Where each byte lies in the source that they come from, when only zeros were taken out.
    package let places: Resynchronised?
    /// The source that they come from.
    public let outer: UInt16
    /// How many bytes stand behind those that they were inflated from, of which nothing is read.
    package var rest = 0
    /// Whether more should come of the node than these bytes: it is damaged, or a limit was met.
    package var isCut = false

    /// How bytes come from those of a node: as they are, inflated, with zeros taken out, or put together of pieces.
    public enum Kind: Sendable { case file, zlib, unsynchronised, joined }
  }

  /// A tree of the nodes that a builder has put in order.
  ///
  /// - Parameters:
  ///   - nodes: All nodes, each with its `subtreeEnd`.
  ///   - parts: What they refer to by number; the file is its first source.
  ///   - rawCount: How many of them are raw bytes or padding.
  ///   - namedCount: How many of them are named parts.
  ///   - memory: What they were taken of.
  init(_ nodes: SealedChunks<Node>, parts: Contents, rawCount: Int, namedCount: Int, memory: Memory) {
    self.nodes = nodes
    self.parts = parts
    self.rawCount = rawCount
    self.namedCount = namedCount
    self.memory = memory
    whole = parts.sources[0].bytes
    tops = Tops(nodes)
    lookups = Guarded(
      Lookups(parents: ChunkedStore(memory, for: "there is no memory for a list of parents")))
  }

  /// The nodes of `other` over the bytes of another file, of which all that they were found by is the same.
  ///
  /// - Parameters:
  ///   - other: A tree of which nothing lies in derived bytes.
  ///   - file: As many bytes as its file has.
  ///   - memory: What more is kept of the file is taken of it.
  init(_ other: Tree, standingIn file: ByteSource, memory: Memory) {
    nodes = other.nodes
    parts = other.parts.standing(in: file)
    rawCount = other.rawCount
    namedCount = other.namedCount
    self.memory = memory
    whole = file
    tops = other.tops
    lookups = other.lookups
  }

  private static let noParent = UInt32.max

  /// The sentence that is reported when there is no memory for more nodes.
  public static let noMemory: StaticString = "there is no memory for more nodes"

  /// The number of nodes.
  public var count: Int { nodes.count }
  /// All indexes.
  public var indices: Range<NodeIndex> { NodeIndex(0)..<end }
  /// The index behind that of the last node.
  public var end: NodeIndex { NodeIndex(nodes.count) }
  /// The node behind all others; `nil` in a tree without nodes.
  public var last: NodeIndex? { nodes.isEmpty ? nil : NodeIndex(nodes.count &- 1) }
  /// The bytes of the file.
  public var file: ByteSource { whole }
  /// The file first, then what was derived from it.
  public var sources: [Source] { parts.sources }
  /// Where the tables of its nodes come from.
  public var catalogues: [Catalogue] { parts.catalogues }
  /// The bytes of source `number`, which is that of a node.
  func bytes(of number: UInt16) -> ByteSource {
    number == 0 ? whole : parts.sources[Int(number)].bytes
  }

  /// `index` when the tree has such a node, else `nil`.
  ///
  /// - Parameter index: A node of this or of another tree; `nil` for none.
  /// - Returns: The index itself, or `nil`.
  public func known(_ index: NodeIndex?) -> NodeIndex? {
    index.flatMap { $0.number < nodes.count ? $0 : nil }
  }

  /// The node at `index`, which is in `indices`.
  ///
  /// - Parameter index: The node.
  /// - Returns: The node, 32 bytes.
  @inlinable public subscript(index: NodeIndex) -> Node { nodes[index.number] }

  /// The first child of `node`, at `index`, when it begins in its payload: items that were opened lie elsewhere,
  /// though their bytes may be some of its, and what was derived in bytes of its own.
  @inline(__always)
  func childInside(of index: NodeIndex, _ node: Node) -> Node? {
    guard index.next < node.subtreeEnd else { return nil }
    let child = self[index.next]
    guard child.source == node.source, child.start >= node.payloadStart, child.start <= node.end,
      !child.marks.contains(.named) || !standsElsewhere(index.next)
    else { return nil }
    return child
  }

  /// Whether a node does not stand in the one around it, though its bytes are some of its.
  @inline(never)
  func standsElsewhere(_ index: NodeIndex) -> Bool {
    !parts.elsewhere.isEmpty && parts.elsewhere.contains(index)
  }

  /// The source that the fields of the node at `index` lie in; `nil` when they cannot be read.
  ///
  /// - Parameter index: The node.
  /// - Returns: The number of the source.
  public func contents(of index: NodeIndex) -> UInt16? { parts.contents(of: index, self[index]) }

  /// Where the byte at `offset` in a source lies in the file; `nil` in what was compressed.
  ///
  /// - Parameters:
  ///   - offset: Bytes from the beginning of the source.
  ///   - source: The number of the source.
  /// - Returns: Bytes from the beginning of the file.
  public func fileOffset(of offset: UInt64, in source: UInt16) -> UInt64? {
    var offset = offset
    var source = source
    while source != 0 {
      guard let places = parts.sources[Int(source)].places else { return nil }
      offset = UInt64(places.outerOffset(of: Int(clamping: offset)))
      source = parts.sources[Int(source)].outer
    }
    return offset
  }

  // MARK: Looking

  /// The node that `index` stands in.
  ///
  /// - Parameter index: The node.
  /// - Returns: The node; `nil` for one at the top of the file.
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
    return lookups.withLock {
      listedParent(of: index, in: $0.parents) ?? soughtParent(of: index, &$0.recent)
    }
  }

  /// The parent of a node that is in another, found by going back to it, or to a node beside it whose
  /// parent is known: whoever asks in the order of the document goes no further than that.
  private func soughtParent(
    of index: NodeIndex, _ recent: inout [UInt16: (node: NodeIndex, parent: NodeIndex?)]
  ) -> NodeIndex? {
    let depth = nodes[index.number].depth
    var parent: NodeIndex?
    for at in stride(from: index.number, through: 0, by: -1) {
      let node = NodeIndex(at)
      if nodes[at].depth < depth {
        parent = node
        break
      }
      if nodes[at].depth == depth, let known = recent[depth], known.node == node {
        parent = known.parent
        break
      }
    }
    recent[depth] = (index, parent)
    return parent
  }

  /// The parent of a node, from the list of all parents; `nil` for one at the top, and when there is no
  /// memory for a list that goes so far.
  private func listedParent(of index: NodeIndex, in parents: ChunkedStore<UInt32>) -> NodeIndex? {
    if parents.count <= index.number {
      // The nodes around the one that the list goes on with, from the outside in.
      var around: [UInt32] = []
      var next = parents.count > 0 ? UInt32(parents.count &- 1) : nil
      while let at = next {
        around.append(at)
        let parent = parents[Int(at)]
        next = parent == Self.noParent ? nil : parent
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
    guard index.number < parents.count, parents[index.number] != Self.noParent else { return nil }
    return NodeIndex(bits: parents[index.number])
  }

  /// The first node in `parent`, or of the file.
  ///
  /// - Parameter parent: What the nodes stand in; `nil` for the file.
  /// - Returns: The first of them; `nil` when there is none.
  public func firstChild(of parent: NodeIndex?) -> NodeIndex? {
    guard let parent else { return nodes.isEmpty ? nil : NodeIndex(0) }
    return parent.next < self[parent].subtreeEnd ? parent.next : nil
  }

  /// The nodes directly in `parent`, or at the top of the file, in order.
  ///
  /// - Parameter parent: What the nodes stand in; `nil` for the file.
  /// - Returns: The nodes, of which each costs one step.
  public func children(of parent: NodeIndex?) -> Children {
    let inside = descendants(of: parent)
    return Children(tree: self, at: inside.lowerBound, end: inside.upperBound)
  }

  /// The node at `index` and all in it.
  ///
  /// - Parameter index: The node.
  /// - Returns: The node, and those after it that lie in it, in document order.
  public func subtree(of index: NodeIndex) -> Range<NodeIndex> {
    index..<max(index, self[index].subtreeEnd)
  }

  /// All nodes in `parent`, or in the file.
  ///
  /// - Parameter parent: What the nodes stand in; `nil` for the file.
  /// - Returns: The nodes in document order, without `parent` itself.
  public func descendants(of parent: NodeIndex?) -> Range<NodeIndex> {
    guard let parent else { return indices }
    return parent.next..<max(parent.next, self[parent].subtreeEnd)
  }

  /// The first child of this type.
  ///
  /// - Parameters:
  ///   - type: The type of the node.
  ///   - parent: What the nodes stand in; `nil` for the file.
  /// - Returns: The node; `nil` when there is none of this type.
  /// - Complexity: O(*n*) in the number of children the first time, then O(1); at the top of the file
  ///   in the number of types.
  public func child(_ type: FourCC, of parent: NodeIndex?) -> NodeIndex? {
    if parent == nil { return tops.first(type)?.index }
    var rest = children(of: parent)
    for _ in 0..<64 {
      guard let index = rest.next() else { return nil }
      if self[index].type == type, !self[index].isRaw { return index }
    }
    let key = SiblingKey(parent: parent, type: type)
    return lookups.withLock { lookups in
      if let known = lookups.firstOfType[key] { return known }
      let found = rest.first { self[$0].type == type && !self[$0].isRaw }
      lookups.firstOfType[key] = .some(found)
      return found
    }
  }

  /// The number of nodes of this type at the top of the file.
  ///
  /// - Parameter type: The type of the node.
  /// - Returns: How many.
  /// - Complexity: O(1).
  public func countAtTop(_ type: FourCC) -> Int { tops.first(type)?.count ?? 0 }

  /// The innermost node around `index` that has this type.
  ///
  /// - Parameters:
  ///   - type: The type of the node.
  ///   - index: The node.
  /// - Returns: The node, which is never `index` itself; `nil` when there is none.
  public func ancestor(_ type: FourCC, of index: NodeIndex) -> NodeIndex? {
    var at = parent(of: index)
    while let here = at {
      if self[here].type == type { return here }
      at = parent(of: here)
    }
    return nil
  }

  /// The innermost node whose bytes in the file hold `offset`.
  ///
  /// - Parameter offset: Bytes from the beginning of the file.
  /// - Returns: The node; `nil` where no node holds the byte.
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
  fileprivate func holds(_ node: Node, _ offset: UInt64) -> Bool {
    if node.source == 0 { return node.start <= offset && offset < node.end }
    guard let start = fileOffset(of: node.start, in: node.source), start <= offset,
      let end = fileOffset(of: node.end, in: node.source)
    else { return false }
    return offset < end
  }

  /// The tables that nodes refer to by number, for loops over many nodes.
  public var tables: [Program] { parts.programs }

  /// The table that describes `node`; `nil` when none does.
  ///
  /// - Parameter node: A node of this tree.
  /// - Returns: The lowered table, made when it is first asked for.
  public func program(of node: Node) -> Program? {
    let index = Int(node.table)
    return index < parts.programs.count ? parts.programs[index] : nil
  }

  /// The places of the fields that the view `id` names, when it reads the table of `node`.
  func viewSlots(of node: Node, by id: ObjectIdentifier) -> ViewSlots? {
    let index = Int(node.table)
    guard index < parts.programs.count, let view = parts.programs[index].view, view.view == id
    else { return nil }
    return view
  }

  /// The catalogue that `node`'s table comes from, or the first one.
  ///
  /// - Parameter node: A node of this tree.
  /// - Returns: The catalogue; `nil` in a tree without catalogues.
  public func catalogue(of node: Node) -> Catalogue? {
    catalogue(ofTable: Int(node.table))
  }

  /// The catalogue that table `number` comes from, or the first one.
  ///
  /// - Parameter number: The table, by its number in the tree.
  /// - Returns: The catalogue; `nil` in a tree without catalogues.
  public func catalogue(ofTable number: Int) -> Catalogue? {
    number >= 0 && number < parts.origins.count
      ? parts.catalogues[parts.origins[number]] : parts.catalogues.first
  }

  /// Whether a node is of the format that the file is of, and not of one within it: what both call alike is
  /// not the same there.
  ///
  /// - Parameter node: A node of this tree.
  /// - Returns: `true` in a tree without catalogues.
  public func isOfItsFormat(_ node: Node) -> Bool { catalogue(of: node) === parts.catalogues.first }

  /// Nodes that follow one another.
  public struct Children: Sequence, IteratorProtocol {
    fileprivate let tree: Tree
    fileprivate var at: NodeIndex
    fileprivate let end: NodeIndex

    /// The next child; `nil` after the last.
    ///
    /// - Returns: The node.
    public mutating func next() -> NodeIndex? {
      guard at < end else { return nil }
      defer { at = tree[at].subtreeEnd }
      return at
    }
  }
}

/// Finds the innermost nodes of offsets that are asked for in order, as ``Tree/innermost(at:)`` does, and passes each
/// node once.
package struct InnermostNodes: Sendable {
  private let tree: Tree
  /// The nodes that hold the last offset, the outermost first.
  private var open: [NodeIndex] = []
  /// The node that is looked at next, in the last of `open`.
  private var next = NodeIndex(0)
  /// How many nodes were looked at.
  package private(set) var steps = 0

  package init(_ tree: Tree) { self.tree = tree }

  /// The innermost node whose bytes in the file hold `offset`.
  ///
  /// - Parameter offset: Bytes from the beginning of the file, not less than the last.
  /// - Returns: The node; `nil` where no node holds the byte.
  /// - Complexity: O(*n*) in the nodes that lie between it and the last, and in their depth.
  package mutating func node(at offset: UInt64) -> NodeIndex? {
    steps &+= 1
    if let left = open.firstIndex(where: { !tree.holds(tree[$0], offset) }) {
      next = tree[open[left]].subtreeEnd
      open.removeSubrange(left...)
    }
    var end = open.last.map { tree[$0].subtreeEnd } ?? tree.end
    while next < end {
      steps &+= 1
      let node = tree[next]
      if tree.holds(node, offset) {
        open.append(next)
        end = node.subtreeEnd
        next = next.next
      } else {
        // One that begins behind it may hold the next.
        if let start = tree.fileOffset(of: node.start, in: node.source), start > offset { break }
        next = node.subtreeEnd
      }
    }
    return open.last
  }
}

extension [UInt32] {
  /// The place of the first element, all of which are in order, that is not less than `value`.
  fileprivate func partitionPoint(of value: UInt32) -> Int { (0..<count).partitionPoint { self[$0] < value } }
}
