public import ByteReading

/// Bounds on what one file may cost (robustness is a promise: none of these is a failure, each is a
/// diagnostic when it bites).
public struct Limits: Sendable {
  /// Levels of nodes.
  public var depth = 64
  /// Nodes in all.
  public var nodes = 4_000_000
  /// Tracks that reports look into; the rest are listed as atoms.
  public var tracks = 4_096
  /// Problems kept of one kind; the rest are counted.
  public var problemsOfAKind = 50
  /// Problems kept in all; the rest are counted.
  public var problems = 1_000
  /// Bytes that one compressed payload may inflate to.
  public var inflatedPayload = 64 << 20
  /// Bytes that all compressed payloads of a file may inflate to; with as many nodes as there may be
  /// they fit into 256 MiB.
  public var inflated = 96 << 20
  /// Rows of a table that an outline reads to check and to sum them.
  public var rowsInOutline = 4_096
  /// What the nodes, the inflated bytes, and all lists and indexes of a call are taken of. Calls that
  /// share these limits share it.
  public var memory = Memory()
  /// Who wants to know how far reading is; `nil` when nobody does.
  package var progress: ReadingProgress?

  public init() {}
}

/// The problems of a file: the first of each kind, and the number of all.
public struct Problems: Sendable {
  /// What was kept, in the order found.
  public private(set) var kept: [Diagnostic] = []
  /// How many there were of each kind.
  public private(set) var counts: [(kind: Diagnostic.Kind, count: Int)] = []
  /// How many there were of each severity, note first.
  public private(set) var bySeverity = [0, 0, 0]
  /// How many tables were left unchecked because they are long.
  public var uncheckedTables = 0
  /// Whether rules have run: until then nothing but reading has found problems, and that there are none
  /// says little.
  public package(set) var areChecked = false
  /// The rules that these are the problems of; `nil` when they are those of all.
  public private(set) var asked: AskedRules?

  public init() {}

  /// Adds a problem unless there are enough of its kind; it is counted in any case.
  ///
  /// - Returns: Its index in `kept`, if it was kept.
  @discardableResult
  public mutating func add(_ diagnostic: Diagnostic, within limits: Limits) -> Int? {
    bySeverity[Int(diagnostic.severity.rawValue)] += 1
    var ofKind = 1
    if let index = counts.firstIndex(where: { $0.kind == diagnostic.kind }) {
      counts[index].count += 1
      ofKind = counts[index].count
    } else {
      counts.append((diagnostic.kind, 1))
    }
    guard ofKind <= limits.problemsOfAKind, kept.count < limits.problems else { return nil }
    kept.append(diagnostic)
    return kept.count - 1
  }

  /// Says that the problem at `index` follows from the one at `cause`.
  public mutating func fold(_ index: Int, under cause: Int) {
    guard kept[index].follows < 0, cause != index else { return }
    kept[index].follows = cause
    bySeverity[Int(kept[index].severity.rawValue)] -= 1
  }

  /// Adds a problem that follows from the one at `cause`; without a cause it stands for itself.
  ///
  /// - Returns: Its index in `kept`, if it was kept.
  @discardableResult
  public mutating func add(
    _ diagnostic: Diagnostic, following cause: Int?, within limits: Limits
  ) -> Int? {
    let index = add(diagnostic, within: limits)
    guard let cause, cause >= 0, cause != index else { return index }
    // A problem that is only counted has no place of its own; what it follows from is kept.
    if let index {
      fold(index, under: cause)
    } else {
      bySeverity[Int(diagnostic.severity.rawValue)] -= 1
    }
    return index
  }

  /// Gives all problems of a kind another severity.
  package mutating func setSeverity(of id: String, to severity: Diagnostic.Severity) {
    guard let place = counts.firstIndex(where: { $0.kind.id.description == id }) else { return }
    var missing = counts[place].count
    for index in kept.indices where kept[index].kind == counts[place].kind {
      missing -= 1
      if kept[index].follows < 0 {
        bySeverity[Int(kept[index].severity.rawValue)] -= 1
        bySeverity[Int(severity.rawValue)] += 1
      }
      kept[index].severity = severity
    }
    // Those that were only counted have the severity of their kind.
    let was = Int(counts[place].kind.severity.rawValue)
    let moved = min(max(0, missing), bySeverity[was])
    bySeverity[was] -= moved
    bySeverity[Int(severity.rawValue)] += moved
  }

  /// Leaves out the problems at these places among those that were kept, and what follows from them.
  ///
  /// - Complexity: O(*n*) in the problems that are kept.
  package mutating func leaveOut(_ places: Set<Int>) {
    guard !places.isEmpty else { return }
    var moved = Array(repeating: -1, count: kept.count)
    var rest: [Diagnostic] = []
    for (place, problem) in kept.enumerated() {
      if places.contains(place) || problem.follows >= 0 && places.contains(problem.follows) {
        if problem.follows < 0 { bySeverity[Int(problem.severity.rawValue)] -= 1 }
        if let kind = counts.firstIndex(where: { $0.kind == problem.kind }) {
          counts[kind].count -= 1
        }
      } else {
        moved[place] = rest.count
        rest.append(problem)
      }
    }
    counts.removeAll { $0.count <= 0 }
    kept = rest.map { problem in
      var problem = problem
      if problem.follows >= 0 { problem.follows = moved[problem.follows] }
      return problem
    }
  }

  /// Leaves out the problems of all rules but some. What followed from one that is left out stands for
  /// itself.
  ///
  /// - Parameters:
  ///   - asked: The rules that are asked.
  ///   - hides: Whether a problem of this kind means that rules may not have seen what they judge.
  /// - Complexity: O(*n*) in the problems that are kept.
  package mutating func keep(only asked: AskedRules, hides: (Diagnostic.Kind) -> Bool) {
    var asked = asked
    for count in counts where !asked.contain(count.kind) && hides(count.kind) {
      asked.hiding.append(count.kind.id.description)
    }
    let isKept = kept.map { asked.contain($0.kind) }
    var places = Array(repeating: -1, count: kept.count)
    var next = 0
    for place in kept.indices where isKept[place] {
      places[place] = next
      next += 1
    }
    counts.removeAll { !asked.contain($0.kind) }
    kept = kept.indices.filter { isKept[$0] }.map { place in
      var problem = kept[place]
      if problem.follows >= 0 { problem.follows = places[problem.follows] }
      return problem
    }
    bySeverity = [0, 0, 0]
    for problem in kept where problem.follows < 0 { bySeverity[Int(problem.severity.rawValue)] += 1 }
    for count in counts {
      // Those that were only counted are like the last one that was kept.
      let ofKind = kept.lazy.filter { $0.kind == count.kind }.count
      let last = kept.last { $0.kind == count.kind }
      guard count.count > ofKind, last.map({ $0.follows < 0 }) ?? true else { continue }
      bySeverity[Int((last?.severity ?? count.kind.severity).rawValue)] += count.count - ofKind
    }
    self.asked = asked
  }

  /// Puts the problems in document order: by node, then by offset; those of the file come last.
  ///
  /// - Parameter tree: What they are about. A problem that was noted for a node that then found no
  ///   room in it is one of the file.
  public mutating func sort(in tree: Tree) {
    let end = tree.end
    for place in kept.indices { kept[place].node = tree.known(kept[place].node) }
    let order = kept.indices.sorted { a, b in
      (kept[a].node ?? end, kept[a].extent.start, a)
        < (kept[b].node ?? end, kept[b].extent.start, b)
    }
    var places = Array(repeating: -1, count: kept.count)
    for (place, index) in order.enumerated() { places[index] = place }
    kept = order.map { index in
      var problem = kept[index]
      if problem.follows >= 0 { problem.follows = places[problem.follows] }
      return problem
    }
  }

  /// The first error that follows from no other, among those that are kept.
  package var firstError: Diagnostic? { kept.first { $0.severity == .error && $0.follows < 0 } }

  public var errors: Int { bySeverity[2] }
  public var warnings: Int { bySeverity[1] }
  public var notes: Int { bySeverity[0] }
}

/// Answers what boxes want to know of other boxes. A format gives one for each document.
public protocol ContextProvider: AnyObject, Sendable {
  /// The value of `key` for the node at `node`, or nothing when no box says it.
  func value(of key: ContextKey, at node: NodeIndex) -> UInt64?
  /// Writes what other boxes say of a field of the node at `node` whose row is ``Row/noted``.
  func putNote(
    on field: borrowing FieldReading, at node: NodeIndex, to output: inout ByteWriter)
}

extension ContextProvider {
  public func putNote(
    on field: borrowing FieldReading, at node: NodeIndex, to output: inout ByteWriter
  ) {}
}

/// What other boxes say of the fields of one node: which image a number names, where in the file an
/// extent lies.
///
/// Outputs tell it beside the value; it is no part of it.
public struct FieldNotes: Sendable {
  private let context: any ContextProvider
  private let node: NodeIndex

  /// The notes on the node at `node`; `nil` when the format has none.
  public init?(_ document: Document, _ node: NodeIndex) {
    guard let context = document.context else { return nil }
    self.context = context
    self.node = node
  }

  /// Writes the note on `field`, if there is one; most rows never have any, and cost a look at their
  /// traits.
  public func put(on field: borrowing FieldReading, to output: inout ByteWriter) {
    guard field.program.rows[field.row].traits.contains(.noted) else { return }
    context.putNote(on: field, at: node, to: &output)
  }

  /// The same after a blank and in brackets, as people read it after a value.
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
  public func columns(of table: borrowing TableReading) -> [Int] {
    let program = table.program
    return table.columns.indices.filter {
      program.rows[table.columns[$0].row].traits.contains(.noted)
    }
  }
}

/// What is known of a file beyond its structure: a value that a module above hangs on a document, and
/// that nothing here looks into.
public protocol DocumentFacts: AnyObject, Sendable {}

/// An opened file: its tree, its problems, and what is known of it as a whole.
///
/// A document is made by one thread; afterwards any number may read it, and nobody outside the package
/// can change it.
public final class Document: Sendable {
  public let tree: Tree
  public let limits: Limits
  /// The steps that were taken for this file so far.
  public let work = Work()
  /// What a format gathers after the tree was made, until the document is handed out.
  private let gathered: Guarded<Gathered>
  /// The document that this one was made from: what answers for other boxes was made for that one.
  private let original: Document?

  private struct Gathered {
    var problems: Problems
    var facts: (any DocumentFacts)?
    var context: (any ContextProvider)?
    var faulty = FaultyNodes()
    var fragments: (any DocumentFacts)?
  }

  /// - Parameters:
  ///   - tree: The nodes of the file.
  ///   - limits: What reports on it may cost.
  ///   - problems: What was wrong with its structure.
  public init(_ tree: Tree, limits: Limits, problems: Problems = Problems()) {
    self.tree = tree
    self.limits = limits
    gathered = Guarded(Gathered(problems: problems))
    original = nil
  }

  /// A document of the same file that knows what `other` does, so that more can be gathered in it
  /// while others read `other`.
  package init(copying other: Document) {
    tree = other.tree
    limits = other.limits
    gathered = Guarded(other.gathered.value)
    original = other.unchecked
  }

  /// The document as it was opened.
  package var unchecked: Document { original ?? self }

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
  /// Answers for tables that need other boxes; `nil` when the format has none.
  public package(set) var context: (any ContextProvider)? {
    get { gathered.withLock { $0.context } }
    set { gathered.withLock { $0.context = newValue } }
  }
  /// The nodes that a warning or an error of a check is about.
  public package(set) var faulty: FaultyNodes {
    get { gathered.withLock { $0.faulty } }
    _modify { yield &gathered.value.faulty }
  }

  /// What had to do without memory, and is no problem yet.
  public var leftOut: [StaticString] {
    memory.leftOut.filter { sentence in
      !problems.kept.contains {
        $0.kind.id.isSame(as: "memory-exhausted")
          && ($0.kind.sentence.isSame(as: sentence) || sentence.isSame(as: Tree.noMemory))
      }
    }
  }

  /// Adds a problem for each thing that had to do without memory.
  package func noteMemory() {
    for sentence in leftOut {
      problems.add(
        Diagnostic(
          .memoryExhausted(sentence), node: nil,
          extent: Extent(byteOffset: 0, byteCount: 0)),
        within: limits)
    }
  }

  /// The bytes that the node lies in.
  public func source(of node: Node) -> ByteSource { tree.bytes(of: node.source) }

  /// The number of the source that the fields of the node at `index` lie in.
  public func fieldSource(of index: NodeIndex) -> UInt16 {
    tree.contents(of: index) ?? tree[index].source
  }

  /// The bytes that the fields of the node at `index` lie in.
  public func fieldBytes(of index: NodeIndex) -> ByteSource {
    tree.bytes(of: fieldSource(of: index))
  }

  /// The table that the fields of the node at `index` are read by: that of its type, unless it is
  /// coded in a way that nobody can undo.
  func program(ofFieldsOf index: NodeIndex) -> Program {
    let node = tree[index]
    if node.marks.contains(.coded), tree.contents(of: index) == nil { return .opaque }
    return tree.program(of: node) ?? .opaque
  }

  /// The bytes of the file that are the node's at `index` and no child's; `nil` in what was
  /// compressed.
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
  /// begins. Children in bytes that were derived take nothing away.
  public func ownExtent(of index: NodeIndex) -> Extent {
    let node = tree[index]
    var extent = node.extent
    if let child = tree.childInside(of: index, node) {
      extent.count = (Int(child.start) &<< 3) &- extent.start
    }
    return extent
  }

  /// The same without the header: where the fields of the node at `index` stand.
  public func ownPayload(of index: NodeIndex) -> Extent {
    let start = tree[index].payload.start
    return Extent(start: start, count: ownExtent(of: index).end &- start)
  }

  /// Where the fields of `node`, at `index`, stand that is not coded: up to where its first child
  /// begins.
  @inline(__always)
  func uncodedPayload(of index: NodeIndex, _ node: Node) -> Extent {
    var extent = node.payload
    if let child = tree.childInside(of: index, node) {
      extent.count = Int(child.start) &<< 3 &- extent.start
    }
    return extent
  }

  /// Passes `sink` the fields of the node's header.
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

  /// Passes `sink` the payload of a coded node as it is stored: one field, its bytes. Nothing when its
  /// fields account for all of them.
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
