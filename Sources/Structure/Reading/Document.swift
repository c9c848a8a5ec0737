public import ByteReading

/// Answers what boxes want to know of other boxes. A format gives one for each document.
public protocol ContextProvider: AnyObject, Sendable {
  /// The value of `key` for the node at `node`, or `nil` when no box says it.
  ///
  /// - Parameters:
  ///   - key: What is asked for.
  ///   - node: The node whose fields need it.
  /// - Returns: The value as it is stored.
  func value(of key: ContextKey, at node: NodeIndex) -> UInt64?
  /// Writes what other boxes say of a field of the node at `node` whose row is ``Row/noted``.
  ///
  /// - Parameters:
  ///   - field: The field that was read.
  ///   - node: The node that the field stands in.
  ///   - output: Where the note is written to, without a blank before it.
  func putNote(
    on field: borrowing FieldReading, at node: NodeIndex, to output: inout ByteWriter)
}

extension ContextProvider {
  /// Writes no note.
  ///
  /// - Parameters:
  ///   - field: The field that was read.
  ///   - node: The node that the field stands in.
  ///   - output: Where a note would be written to.
  public func putNote(
    on field: borrowing FieldReading, at node: NodeIndex, to output: inout ByteWriter
  ) {}
}

/// What other boxes say of the fields of one node: which image a number names, where in the file an
/// extent lies.
///
/// Outputs print it beside the value, of which it is no part.
public struct FieldNotes: Sendable {
  private let context: any ContextProvider
  /// The node whose fields are written.
  package var node: NodeIndex

  /// The notes on the node at `node`; `nil` when the format has none.
  ///
  /// - Parameters:
  ///   - document: The opened file.
  ///   - node: The node whose fields are written.
  public init?(_ document: Document, _ node: NodeIndex) {
    guard let context = document.context else { return nil }
    self.context = context
    self.node = node
  }

  /// Writes the note on `field`, if there is one; most rows never have any, and cost a look at their
  /// traits.
  ///
  /// - Parameters:
  ///   - field: The field that was read.
  ///   - output: Where the note is written to, without a blank before it.
  public func put(on field: borrowing FieldReading, to output: inout ByteWriter) {
    guard field.program.rows[field.row].traits.contains(.noted) else { return }
    context.putNote(on: field, at: node, to: &output)
  }

  /// The same after a blank and in brackets, as people read it after a value.
  ///
  /// - Parameters:
  ///   - field: The field that was read.
  ///   - output: Where the blank and the note are written to.
  public func put(bracketed field: borrowing FieldReading, to output: inout ByteWriter) {
    guard field.program.rows[field.row].traits.contains(.noted) else { return }
    let start = output.count
    output.put(" (")
    context.putNote(on: field, at: node, to: &output)
    if output.count == start + 2 {
      output.truncate(to: start)
    } else {
      output.put(")")
    }
  }

  /// The columns of `table` that may have notes.
  ///
  /// - Parameter table: The table that was read.
  /// - Returns: The columns, from 0, in the order of their bits.
  public func columns(of table: borrowing TableReading) -> [Int] {
    let program = table.program
    return table.columns.indices.filter {
      program.rows[table.columns[$0].row].traits.contains(.noted)
    }
  }
}

/// Of a file that was not scanned: whose nodes it has, and which of them have other bytes.
package struct BorrowedNodes: Sendable {
  /// The tree that was made by scanning.
  let original: Tree
  /// The nodes of which some bytes are others, in order.
  package let others: [NodeIndex]

  /// Whether the nodes are those of this tree.
  fileprivate func isOf(_ tree: Tree) -> Bool { original === tree }
}

/// What is known of a file beyond its structure: a value that a module above hangs on a document, and
/// that nothing here looks into.
public protocol DocumentFacts: AnyObject, Sendable {}

/// An opened file: its tree, its problems, and what is known of it as a whole.
///
/// A document is made by one thread; afterwards any number may read it, and nobody outside the package
/// can change it.
public final class Document: Sendable {
  /// The nodes of the file.
  public let tree: Tree
  /// What the file may cost.
  public let limits: Limits
  /// The steps that were taken for this file so far.
  public let work: Work
  /// What a format gathers after the tree was made, until the document is handed out.
  private let gathered: Guarded<Gathered>
  /// The document that this one was made from: what answers for other boxes was made for that one.
  private let original: Document?
  /// Whose nodes these are, where the file was not scanned itself.
  package let borrowed: BorrowedNodes?

  private struct Gathered {
    var problems: Problems
    var facts: (any DocumentFacts)?
    var context: (any ContextProvider)?
    var faulty = FaultyNodes()
    var fragments: (any DocumentFacts)?
    var samples: (any DocumentFacts)?
    var captures: [KeptCapture] = []
    var lookUps: (any DocumentFacts)?
  }

  /// What a reader found in a node with a list: others ask for the same, and items that have lengths of their own are gone
  /// through to the last for any of them.
  struct KeptCapture {
    /// Whether it takes long to read a node: it has many bytes, or a table of many rows, as the configuration of a decoder
    /// has. Others are read again.
    static func takesLong(_ node: Node, _ program: Program) -> Bool { node.size > 4_096 || program.rows.count > 128 }
    /// How many are kept, the ones that were read last, and of how many parts together: a megabyte of them.
    static let limits = (nodes: 8, parts: 16_384)

    let index: NodeIndex
    let capture: Capture
  }

  /// - Parameters:
  ///   - tree: The nodes of the file.
  ///   - limits: What reports on it may cost.
  ///   - problems: What was wrong with its structure.
  public init(_ tree: Tree, limits: Limits, problems: Problems = Problems()) {
    self.tree = tree
    self.limits = limits
    work = Work(limit: limits.steps)
    gathered = Guarded(Gathered(problems: problems))
    original = nil
    borrowed = nil
  }

  /// A document of another file, which is that of `other` but for bytes by which nothing was found.
  ///
  /// - Parameters:
  ///   - other: A document as it was opened, of which nothing lies in derived bytes.
  ///   - file: As many bytes as its file has.
  ///   - nodes: Those of which some bytes are others, in order. None of them has children.
  package init(_ other: Document, standingIn file: ByteSource, but nodes: [NodeIndex]) {
    tree = Tree(other.tree, standingIn: file, memory: Memory(of: other.limits.memory))
    limits = other.limits
    work = Work(limit: limits.steps)
    gathered = Guarded(Gathered(problems: other.problems, fragments: other.fragments))
    original = nil
    borrowed = BorrowedNodes(original: other.tree, others: nodes)
  }

  /// A document of the same file that knows what `other` does, so that more can be gathered in it
  /// while others read `other`.
  package init(copying other: Document) {
    tree = other.tree
    limits = other.limits
    // What is gathered for the copy is work on the same file.
    work = other.work
    gathered = Guarded(other.gathered.value)
    original = other.unchecked
    borrowed = other.borrowed
  }

  /// The nodes of which some bytes are others than in a document that has the same nodes, in order; `nil` where it has
  /// nodes of its own.
  package func nodesOfOtherBytes(than other: Document) -> [NodeIndex]? {
    if tree === other.tree { return [] }
    return borrowed.flatMap { $0.isOf(other.tree) ? $0.others : nil }
  }

  /// The document as it was opened.
  package var unchecked: Document { original ?? self }

  /// What is wrong with the file, as far as it was read and checked.
  public package(set) var problems: Problems {
    get { gathered.withLock { $0.problems } }
    _modify { yield &gathered.value.problems }
  }
  /// What is kept of this file is taken of it.
  public var memory: Memory { tree.memory }
  /// What is known of the file beyond its structure, by modules that know what it is about.
  public package(set) var facts: (any DocumentFacts)? {
    get { gathered.withLock { $0.facts } }
    set { gathered.withLock { $0.facts = newValue } }
  }
  /// The list of fragments, by the module that knows what they are, once somebody asked for it: reports,
  /// rules and facts each go through them.
  package var fragments: (any DocumentFacts)? {
    get { gathered.withLock { $0.fragments } }
    set { gathered.withLock { $0.fragments = newValue } }
  }
  /// What was found out of the samples, as the list of fragments is kept.
  package var samples: (any DocumentFacts)? {
    get { gathered.withLock { $0.samples } }
    set { gathered.withLock { $0.samples = newValue } }
  }
  /// Answers for tables that need other boxes; `nil` when the format has none.
  public package(set) var context: (any ContextProvider)? {
    get { gathered.withLock { $0.context } }
    set {
      gathered.withLock {
        $0.context = newValue
        // They were read without these answers.
        $0.captures = []
      }
    }
  }
  /// The nodes that a warning or an error of a check is about.
  public package(set) var faulty: FaultyNodes {
    get { gathered.withLock { $0.faulty } }
    _modify { yield &gathered.value.faulty }
  }

  /// The fields of the node at `index`, if it is one of those that were read last, with as many items of each list.
  func capture(of index: NodeIndex, items: Int) -> Capture? {
    gathered.withLock { gathered in
      gathered.captures.first { $0.index == index && $0.capture.items == items }?.capture
    }
  }

  /// Keeps the fields of the node at `index` for the readers that come.
  func keep(_ capture: Capture, of index: NodeIndex) {
    guard !capture.lists.isEmpty || !capture.values.isEmpty, capture.count <= KeptCapture.limits.parts else { return }
    gathered.withLock { gathered in
      var parts = capture.count
      for kept in gathered.captures { parts += kept.capture.count }
      while gathered.captures.count >= KeptCapture.limits.nodes || parts > KeptCapture.limits.parts {
        parts -= gathered.captures.removeFirst().capture.count
      }
      gathered.captures.append(KeptCapture(index: index, capture: capture))
    }
  }

  /// What paths keep of this file, which is made when they first ask for it.
  func lookUps(_ make: () -> any DocumentFacts) -> any DocumentFacts {
    gathered.withLock { gathered in
      if let known = gathered.lookUps { return known }
      let made = make()
      gathered.lookUps = made
      return made
    }
  }

  /// What had to do without memory, or had no steps left, and is no problem yet.
  public var leftOut: [StaticString] { withoutMemory + withoutSteps }

  private var withoutMemory: [StaticString] {
    memory.leftOut.filter { sentence in
      !problems.kept.contains {
        $0.kind.id.isSame(as: "memory-exhausted")
          && ($0.kind.sentence.isSame(as: sentence) || sentence.isSame(as: Tree.noMemory))
      }
    }
  }

  private var withoutSteps: [StaticString] {
    work.leftOut.filter { sentence in
      !problems.kept.contains { $0.kind.sentence.isSame(as: sentence) }
    }
  }

  /// Adds a problem for each thing that had to do without memory, or had no steps left.
  package func noteLimits() {
    let kinds =
      withoutMemory.map { Diagnostic.Kind.memoryExhausted($0) }
      + withoutSteps.map { Diagnostic.Kind.stepsExhausted($0) }
    for kind in kinds {
      problems.add(
        Diagnostic(kind, node: nil, extent: Extent(byteOffset: 0, byteCount: 0)), within: limits)
    }
  }

  /// The bytes that the node lies in.
  ///
  /// - Parameter node: A node of this document.
  /// - Returns: The source; that of the file for a node that was not derived.
  public func source(of node: Node) -> ByteSource { tree.bytes(of: node.source) }

  /// The number of the source that the fields of the node at `index` lie in.
  ///
  /// - Parameter index: The node.
  /// - Returns: The source, by its number in the tree; that of the node itself where its fields
  ///   cannot be read.
  public func fieldSource(of index: NodeIndex) -> UInt16 {
    tree.contents(of: index) ?? tree[index].source
  }

  /// The bytes that the fields of the node at `index` lie in.
  ///
  /// - Parameter index: The node.
  /// - Returns: The source that extents of these fields are counted in.
  public func fieldBytes(of index: NodeIndex) -> ByteSource {
    tree.bytes(of: fieldSource(of: index))
  }

  /// The steps that reading the fields of the node at `index` takes beside those for the bytes of the file: by the bytes
  /// that it was inflated to.
  ///
  /// - Parameter index: The node.
  /// - Returns: The steps; 0 for a node whose fields lie where it does.
  package func stepsForContents(of index: NodeIndex) -> Int {
    let source = fieldSource(of: index)
    return source == tree[index].source ? 0 : tree.bytes(of: source).byteCount / 64
  }

  /// The table that the fields of the node at `index` are read by: that of its type, unless it is
  /// coded in a way that nobody can undo.
  ///
  /// - Parameter index: The node.
  /// - Returns: The lowered table; one of a single field, its bytes, where no table applies.
  func program(ofFieldsOf index: NodeIndex) -> Program {
    let node = tree[index]
    if node.marks.contains(.coded), tree.contents(of: index) == nil { return .opaque }
    return tree.program(of: node) ?? .opaque
  }

  /// The bytes of the file that are the node's at `index` and no child's; `nil` in what was
  /// compressed.
  ///
  /// - Parameter index: The node.
  /// - Returns: The extent in the file.
  public func ownPlace(of index: NodeIndex) -> Extent? {
    let node = tree[index]
    guard let start = tree.fileOffset(of: node.start, in: node.source),
      var end = tree.fileOffset(of: node.end, in: node.source)
    else { return nil }
    if let child = tree.firstChild(of: index), !tree.standsElsewhere(child),
      let place = tree.fileOffset(of: tree[child].start, in: tree[child].source),
      place >= start, place < end
    {
      end = place
    }
    return Extent(byteOffset: Int(start), byteCount: Int(end &- start))
  }

  /// What the tables of the node at one index may ask.
  struct NodeContext: ContextSource {
    let document: Document
    let node: NodeIndex
    func value(of key: ContextKey) -> UInt64? { document.context?.value(of: key, at: node) }
  }

  /// The bytes of the node at `index` that are not those of a child: up to where the first one
  /// begins. Children in bytes that were derived take no bytes of it.
  ///
  /// - Parameter index: The node.
  /// - Returns: The extent, counted in the source that the fields lie in.
  public func ownExtent(of index: NodeIndex) -> Extent {
    let node = tree[index]
    var extent = node.extent
    if let child = tree.childInside(of: index, node) {
      extent.count = (Int(child.start) &<< 3) &- extent.start
    }
    return extent
  }

  /// The same without the header: where the fields of the node at `index` stand.
  ///
  /// - Parameter index: The node.
  /// - Returns: The extent, counted in the source that the fields lie in.
  public func ownPayload(of index: NodeIndex) -> Extent {
    let start = tree[index].payload.start
    return Extent(start: start, count: ownExtent(of: index).end &- start)
  }

  /// Where the fields of `node`, at `index`, stand that is not coded: up to where its first child
  /// begins.
  ///
  /// - Parameters:
  ///   - index: The node.
  ///   - node: The node itself.
  /// - Returns: The extent, counted in the source of the node.
  @inline(__always)
  func uncodedPayload(of index: NodeIndex, _ node: Node) -> Extent {
    var extent = node.payload
    if let child = tree.childInside(of: index, node) {
      extent.count = Int(child.start) &<< 3 &- extent.start
    }
    return extent
  }

  /// Passes `sink` the fields of the node's header.
  ///
  /// - Parameters:
  ///   - index: The node.
  ///   - walker: The walker that reads them; its caches are used for many nodes in turn.
  ///   - sink: What takes the fields.
  public func walkHeader(
    _ index: NodeIndex, _ walker: inout Walker, into sink: inout some FieldSink & ~Copyable
  ) {
    let node = tree[index]
    guard !node.isRaw, let program = tree.catalogue(of: node)?.header else { return }
    let source = source(of: node)
    var cursor = ByteCursor(
      source.bytes,
      over: Extent(byteOffset: Int(node.start), byteCount: Int(node.headerSize)))
    sink.begin(source: node.source)
    walker.walk(program, &cursor, context: NoContext(), into: &sink)
  }

  /// Passes `sink` the payload of a coded node as it is stored: one field, its bytes. None when its
  /// fields account for all of them.
  ///
  /// - Parameters:
  ///   - index: The node.
  ///   - walker: The walker that reads them; its caches are used for many nodes in turn.
  ///   - sink: What takes the fields.
  public func walkCoded(
    _ index: NodeIndex, _ walker: inout Walker, into sink: inout some FieldSink & ~Copyable
  ) {
    let node = tree[index]
    guard node.marks.contains(.coded), let contents = tree.contents(of: index),
      tree.sources[Int(contents)].places == nil
    else { return }
    let source = source(of: node)
    var cursor = ByteCursor(source.bytes, over: node.payload)
    sink.begin(source: node.source)
    walker.walk(.coded, &cursor, context: NoContext(), into: &sink)
  }

  /// Passes `sink` the fields of the node's payload, up to where boxes begin.
  ///
  /// A node that no table describes has one field, its bytes.
  ///
  /// - Parameters:
  ///   - index: The node.
  ///   - walker: The walker that reads them; its caches are used for many nodes in turn.
  ///   - sink: What takes the fields.
  public func walk(
    _ index: NodeIndex, _ walker: inout Walker, into sink: inout some FieldSink & ~Copyable
  ) {
    let tree = tree
    let node = tree[index]
    if !node.marks.contains(.coded) {
      // The fields of nearly all nodes lie where the node does.
      let extent = uncodedPayload(of: index, node)
      let end = node.payload.end
      let source = tree.bytes(of: node.source)
      var cursor = ByteCursor(source.bytes, over: extent)
      sink.begin(source: node.source)
      walker.absent = node.source == 0 ? source.absentParts : nil
      walker.walk(
        tree.program(of: node) ?? .opaque, &cursor,
        context: NodeContext(document: self, node: index), beyond: end &- extent.end, into: &sink)
      return
    }
    let program = program(ofFieldsOf: index)
    var extent = ownPayload(of: index)
    var end = extent.end
    if let contents = tree.contents(of: index) {
      var count = tree.sources[Int(contents)].bytes.byteCount
      end = count &<< 3
      if let child = tree.firstChild(of: index), tree[child].source == contents {
        count = Int(tree[child].start)
      }
      extent = Extent(byteOffset: 0, byteCount: count)
    }
    let source = fieldBytes(of: index)
    var cursor = ByteCursor(source.bytes, over: extent)
    sink.begin(source: fieldSource(of: index))
    walker.walk(
      program, &cursor, context: NodeContext(document: self, node: index),
      beyond: end &- extent.end, into: &sink)
  }
}

extension Program {
  /// For a node that no table describes: its bytes.
  public static let opaque = Program(
    Syntax("\\x00\\x00\\x00\\x00", "Unknown", "") {
      Row(name: "data", kind: .bytes(.remaining))
    })

  /// For the stored bytes of a node whose fields lie in others.
  static let coded = Program(
    Syntax("\\x00\\x00\\x00\\x00", "Compressed", "") {
      Row(name: "compressed_data", kind: .bytes(.remaining))
    })
}
