import ByteReading
package import Structure

/// Something that a search found.
package struct FoundPlace: Sendable {
  /// The innermost node that it is in.
  package let node: NodeIndex
  /// Where it is, as `-p` takes it: the path of the node, with the field where it is in one; of bytes the smallest
  /// field that has the first of them, unless the node has no other.
  package let path: String
  /// Its first byte in the file; `nil` in what was derived from it.
  package let offset: UInt64?
  /// Its bytes, those of the field that it is in.
  package let byteCount: UInt64
  /// What is there, for people; not escaped.
  package let value: String
  /// What of the value was searched for, in bytes of UTF-8.
  package let match: Range<Int>?
  /// The name of the field where the name is what was searched for.
  package var name = ""
  /// What of the name was searched for, in bytes of UTF-8.
  package var nameMatch = 0..<0
}

/// Searches a document from its first node to its last, a slice at a time: fields are read as they are
/// passed, and no node that was passed is kept.
///
/// Types, titles, names and values of fields are looked at, or the bytes of the file; summaries say
/// nothing that is not in one of them.
package struct Finder: ~Copyable {
  /// The characters of a text that are looked at.
  package static let textLimit = 1 << 20
  /// The bytes that one slice of a search for bytes looks at.
  package static let bytesASlice = 1 << 20

  private let needle: Needle
  private let document: Document
  private let tree: Tree
  private var tracker: PathTracker
  /// Finds the nodes of bytes, which are found in order.
  private var holders: InnermostNodes
  /// The node of the bytes that were found last, and how many of its fields were looked at for the names of theirs.
  private var last = NodeIndex(0)
  private var lookedInLast = 0
  /// Whether there are steps left to name fields.
  private var namesFields = true
  /// The fields of one node that are looked at for the names of those that have bytes which were found.
  private static let fieldsANode = 65_536
  private var walker = Walker()
  private let names = FieldNames()
  private var nodeCount = 0
  /// The node, or the byte, that is looked at next.
  private var node = NodeIndex(0)
  private var byte = 0
  /// Whether a text was longer than what is looked at of it.
  package private(set) var hasLeftOut = false

  package init(_ needle: Needle, in document: Document) {
    self.needle = needle
    self.document = document
    tree = document.tree
    tracker = PathTracker(document)
    holders = InnermostNodes(document.tree)
  }

  /// How much was passed, of ``total``: nodes, or bytes.
  package var passed: Int {
    if case .bytes = needle { byte } else { nodeCount }
  }
  package var total: Int { if case .bytes = needle { tree.file.byteCount } else { tree.count } }

  /// Looks at so many nodes more, or at a window of bytes.
  ///
  /// - Parameter body: Is given each place, and returns whether more are wanted.
  /// - Returns: Whether there is more to look at.
  package mutating func advance(nodes: Int, _ body: @escaping (FoundPlace) -> Bool) -> Bool {
    if case .bytes(let wanted) = needle { return advance(wanted, body) }
    var left = nodes
    while left > 0, node < tree.end {
      tracker.move(to: node)
      let wantsMore = look(at: node, body)
      node = node.next
      nodeCount += 1
      left -= 1
      if !wantsMore {
        node = tree.end
        return false
      }
    }
    return node < tree.end
  }

  // MARK: Nodes

  private mutating func look(at index: NodeIndex, _ body: @escaping (FoundPlace) -> Bool) -> Bool {
    if case .text(let text) = needle, let found = heading(index, text), !body(found) { return false }
    let sink = fields(of: index, for: needle, body)
    hasLeftOut = hasLeftOut || sink?.hasLeftOut ?? false
    guard let sink else { return true }
    return document.work.charge(1 + sink.looked, for: "there are no steps left for all of it") && sink.wantsMore
  }

  /// Looks at the fields of a node, those of its header among them, of which text is not searched for in type and size; `nil` for raw bytes.
  private mutating func fields(
    of index: NodeIndex, for needle: Needle, isNamed: Bool = false, _ body: @escaping (FoundPlace) -> Bool
  ) -> FindingFields? {
    guard !tree[index].isRaw else { return nil }
    var sink = FindingFields(
      needle, in: tree, names, path: tracker.path, node: index, source: tree[index].source, body: body)
    sink.hasNoValues = isNamed
    if let program = tree.program(of: tree[index]), names.hasRepeats(program) {
      var counter = RepeatCounter(names, limit: nil)
      document.walkHeader(index, &walker, into: &counter)
      document.walk(index, &walker, into: &counter)
      sink.counts = counter.counts
    }
    // What a header says in words, the type does, but for flags, groups and methods.
    if case .text = needle {
      document.walkHeaderDetails(index, &walker, into: &sink)
    } else {
      document.walkHeader(index, &walker, into: &sink)
    }
    document.walk(index, &walker, into: &sink)
    return sink
  }

  /// Type and title of a node.
  private func heading(_ index: NodeIndex, _ text: SearchText) -> FoundPlace? {
    let node = tree[index]
    var type = ByteWriter()
    document.put(shownTypeOf: node, to: &type)
    var value = ByteWriter()
    document.put(headingOf: index, to: &value)
    let title = value.string
    let said = document.isNamedByTitle(node) || node.isRaw ? title : type.string + "  " + title
    guard let match = text.range(inKey: said) else { return nil }
    return FoundPlace(
      node: index, path: tracker.path, offset: tree.fileOffset(of: node.start, in: node.source),
      byteCount: node.size, value: said, match: match)
  }

  // MARK: Places

  /// The fields that have a byte of the file, the outermost first: bits of one byte may be several.
  ///
  /// - Complexity: O(*n*) in the fields of the innermost node that has it, but for rows of tables.
  package static func fields(at offset: UInt64, in document: Document) -> [FoundPlace] {
    guard let node = document.tree.innermost(at: offset) else { return [] }
    var finder = Finder(.place(offset), in: document)
    finder.tracker.move(to: node)
    var found: [FoundPlace] = []
    _ = finder.look(at: node) {
      found.append($0)
      return found.count < 64
    }
    return found
  }

  // MARK: Bytes

  private mutating func advance(_ wanted: [UInt8], _ body: (FoundPlace) -> Bool) -> Bool {
    let bytes = tree.file.bytes
    guard let first = wanted.first, wanted.count <= bytes.byteCount else { return false }
    let end = min(bytes.byteCount - wanted.count + 1, byte + Self.bytesASlice)
    defer { Mappings.all.giveBack() }
    while byte < end {
      let at = byte
      byte += 1
      guard bytes.byte(at: at) == first,
        wanted.indices.allSatisfy({ bytes.byte(at: at + $0) == wanted[$0] })
      else { continue }
      if !body(place(at, wanted.count)) { return false }
    }
    return byte <= bytes.byteCount - wanted.count
  }

  private mutating func place(_ at: Int, _ count: Int) -> FoundPlace {
    let bytes = tree.file.bytes
    let before = holders.steps
    let node = holders.node(at: UInt64(at))
    document.work.charge(holders.steps - before)
    let from = max(0, at - 4)
    let to = min(bytes.byteCount, at + count + 8)
    var text = ByteWriter()
    text.put(hexBytes: bytes.extracting(from..<to), separator: UInt8(ascii: " "))
    let start = (at - from) * 3
    if let node {
      // Bytes behind the nodes in one are its own.
      if node < last { tracker = PathTracker(document) }
      if node != last { lookedInLast = 0 }
      last = node
      tracker.move(to: node)
    }
    return FoundPlace(
      node: node ?? NodeIndex(0), path: node.map { fieldPath(at: at, in: $0) ?? tracker.path } ?? "",
      offset: UInt64(at), byteCount: UInt64(count), value: text.string,
      match: start..<start + count * 3 - 1)
  }

  /// The path of the smallest field of a node that has a byte of the file; `nil` where it has one for all of its bytes,
  /// and where enough of its fields were looked at.
  private mutating func fieldPath(at offset: Int, in node: NodeIndex) -> String? {
    guard namesFields, lookedInLast < Self.fieldsANode, !tree[node].isRaw, let program = tree.program(of: tree[node]),
      !program.isOpaque || program.mayComeApart
    else { return nil }
    var least: FoundPlace?
    let sink = fields(of: node, for: .place(UInt64(offset)), isNamed: true) {
      if $0.byteCount < least?.byteCount ?? .max { least = $0 }
      return true
    }
    let looked = 1 + (sink?.looked ?? 0)
    lookedInLast += looked
    namesFields = document.work.charge(looked, for: "there are no steps left for the names of fields")
    // Bytes that did not come apart are all of the node.
    if program.mayComeApart, let least, least.byteCount == UInt64(tree[node].payload.byteCount) { return nil }
    return least?.path
  }
}

/// Compares the fields of a node with what is searched for.
private struct FindingFields: FieldSink {
  private let needle: Needle
  private let tree: Tree
  private let names: FieldNames
  private let node: NodeIndex
  private let body: (FoundPlace) -> Bool
  private var source: UInt16
  /// The path of the node, and of the groups that are open.
  private var path: String
  var counts: [ScopedName: Int] = [:]
  /// Whether nobody wants values.
  var hasNoValues = false
  private var passed: [ScopedName: Int] = [:]
  /// What was passed of the name that came last, and whether there are others: thousands of the same may follow each other.
  private var run: (name: ScopedName, passed: Int, isRepeated: Bool)?
  private var scopes: [(number: Int, path: String)] = []
  private var lastScope = 0
  private(set) var wantsMore = true
  private(set) var hasLeftOut = false
  /// The fields and rows that were looked at.
  private(set) var looked = 0

  init(
    _ needle: Needle, in tree: Tree, _ names: FieldNames, path: String, node: NodeIndex,
    source: UInt16, body: @escaping (FoundPlace) -> Bool
  ) {
    self.needle = needle
    self.tree = tree
    self.names = names
    self.path = path
    self.node = node
    self.source = source
    self.body = body
  }

  mutating func begin(source: UInt16) { self.source = source }
  mutating func wants(item index: Int, of count: Int) -> Bool { wantsMore }

  // MARK: Names

  /// The number of a field or a group among those of its name in the scope; 0 where no other is called so.
  private mutating func number(_ row: Int, of program: Program) -> Int {
    let name = names.repeated(row, in: program)
    guard name >= 0, !counts.isEmpty else { return 0 }
    let key = ScopedName(scope: scopes.last?.number ?? 0, name: name)
    var now = (name: key, passed: 0, isRepeated: false)
    if let run, run.name == key {
      now = run
    } else {
      if let run { passed[run.name] = run.passed }
      now.passed = passed[key, default: 0]
      now.isRepeated = counts[key, default: 0] > 1
    }
    now.passed += 1
    run = now
    return now.isRepeated ? now.passed : 0
  }

  /// `.name`, with its number where it has one.
  private static func name(_ row: Int, of program: Program, _ number: Int) -> String {
    "." + program.rows[row].name.description + (number > 0 ? "[\(number)]" : "")
  }

  mutating func begin(_ group: borrowing GroupReading) {
    lastScope += 1
    let around = path
    switch group.kind {
    case .item: path += "[\(group.index + 1)]"
    case .list, .group: path += Self.name(group.row, of: group.program, number(group.row, of: group.program))
    }
    scopes.append((lastScope, around))
  }

  mutating func end(_ group: borrowing GroupReading) {
    if let scope = scopes.popLast() { path = scope.path }
  }

  // MARK: Values

  mutating func field(_ field: borrowing FieldReading) {
    let number = number(field.row, of: field.program)
    // Most are not what is searched for, and nobody wants their paths.
    guard let found = find(in: field) else { return }
    report(field, path: path + Self.name(field.row, of: field.program, number), found)
  }

  /// What of a field was searched for.
  private struct Found {
    let value: String
    var match: Range<Int>?
    /// The name, and what of it was searched for, where that was found there alone.
    var name = ""
    var nameMatch = 0..<0
  }

  /// What of a field was searched for; `nil` where it has nothing of it, or nobody wants more.
  private mutating func find(in field: borrowing FieldReading) -> Found? {
    guard wantsMore else { return nil }
    looked += 1
    switch needle {
    case .number(let number):
      guard Self.stores(field.definition.kind, number, as: field.raw), field.extent.count <= 80 else { return nil }
      return Found(value: shown(field))
    case .text(let text):
      let value = shown(field)
      let isKey = field.shape == .number && Self.isKey(field)
      if let match = isKey ? text.range(inKey: value) : text.range(in: value) { return Found(value: value, match: match) }
      let name = field.name.description
      return text.range(in: name).map { Found(value: value, name: name, nameMatch: $0) }
    case .place(let offset):
      return holds(field.extent, offset) ? Found(value: hasNoValues ? "" : shown(field)) : nil
    case .bytes: return nil
    }
  }

  private static func isKey(_ field: borrowing FieldReading) -> Bool {
    if case .code = field.definition.kind { true } else { false }
  }

  /// Whether bits of the source have a byte of the file.
  private func holds(_ extent: Extent, _ offset: UInt64) -> Bool {
    guard extent.byteCount > 0, let first = tree.fileOffset(of: UInt64(extent.byteOffset), in: source),
      let last = tree.fileOffset(of: UInt64(extent.byteEnd - 1), in: source)
    else { return false }
    return first <= offset && offset <= last
  }

  /// Whether bits are a number: as they are, or as people read them where some are a fraction.
  private static func stores(_ kind: Row.Kind, _ number: UInt64, as raw: UInt64) -> Bool {
    switch kind {
    case .string, .bytes: false
    case .fixed, .float: raw == number || kind.real(raw) == Double(Int64(bitPattern: number))
    default: raw == number
    }
  }

  /// The value as people read it; of text all of it.
  private mutating func shown(_ field: borrowing FieldReading) -> String {
    var text = ByteWriter()
    if field.shape == .text {
      let outcome = text.put(
        text: field.contentBytes, encoding: field.encoding, style: .verbatim,
        limit: Finder.textLimit)
      if outcome.isTruncated { hasLeftOut = true }
    } else {
      text.put(value: field, .field)
    }
    return text.string
  }

  private mutating func report(_ field: borrowing FieldReading, path: String, _ found: Found) {
    wantsMore = body(
      FoundPlace(
        node: node, path: path,
        offset: tree.fileOffset(of: UInt64(field.extent.byteOffset), in: source),
        byteCount: UInt64(field.extent.byteCount), value: found.value, match: found.match, name: found.name,
        nameMatch: found.nameMatch))
  }

  // MARK: Tables

  mutating func table(_ table: borrowing TableReading) {
    let name = Self.name(table.row, of: table.program, number(table.row, of: table.program))
    let columns = table.columns
    let isArray = table.definition.isArray && columns.count < 2
    let word = table.name.description
    if case .text(let text) = needle, wantsMore, let match = text.range(in: word) {
      wantsMore = body(
        FoundPlace(
          node: node, path: path + name,
          offset: tree.fileOffset(of: UInt64(table.extent.byteOffset), in: source),
          byteCount: UInt64(table.extent.byteCount), value: "\(table.declared) rows", match: nil, name: word, nameMatch: match))
    }
    for column in columns.indices where isWorthwhile(table, column) {
      var title = ""
      if !isArray {
        var writer = ByteWriter()
        table.program.put(nameOf: column, in: columns, of: table.row, to: &writer)
        title = "." + writer.string
      }
      rows(of: table, column, path + name, title)
      guard wantsMore else { return }
    }
  }

  /// Whether a column may hold what is searched for.
  private func isWorthwhile(_ table: borrowing TableReading, _ column: Int) -> Bool {
    switch needle {
    case .bytes: false
    case .place(let offset): holds(table.extent, offset) && (source == 0 || table.count <= Self.rowsOfOthers)
    case .number: table.columns[column].width <= 64
    case .text(let text): text.isNumeric || !table.isPlain(column: column)
    }
  }

  /// The rows that are gone through for one byte where bytes of the file were taken out before it.
  private static let rowsOfOthers = 65_536

  private mutating func rows(
    of table: borrowing TableReading, _ column: Int, _ path: String, _ title: String
  ) {
    let kind = table.program.rows[table.columns[column].row].kind
    var rows = 0..<(table.stride > 0 ? table.count : 0)
    if case .place(let offset) = needle, !rows.isEmpty, source == 0 {
      // Those of one byte are found by its place.
      let bits = max(0, Int(clamping: min(offset, 1 << 58)) - table.extent.byteOffset) * 8
      rows = rows.clamped(to: max(0, bits / table.stride - 1)..<bits / table.stride + 10)
    }
    for index in rows {
      if case .number(let number) = needle {
        looked += 1
        guard Self.stores(kind, number, as: table.raw(row: index, column: column)) else { continue }
      }
      if let found = find(in: table.field(row: index, column: column)) {
        report(
          table.field(row: index, column: column), path: "\(path)[\(table.firstIndex + index + 1)]\(title)", found)
      }
      if !wantsMore { return }
    }
  }
}
