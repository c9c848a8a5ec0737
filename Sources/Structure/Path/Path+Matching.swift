public import ByteReading

extension Media.Path {
  /// The nodes of `document` that the path means, in document order, each once.
  ///
  /// - Parameter document: The opened file that is searched.
  /// - Returns: The nodes; none when the path means no node of this file.
  /// - Complexity: O(*n*) in the number of nodes for each step; after many paths of one document in that of nodes that
  ///   each step means.
  public func nodes(in document: Document) -> [NodeIndex] { nodes(in: document, by: NodeLookUps.of(document)) }

  /// The same by what is kept of the document; `nil` to go through its nodes.
  func nodes(in document: Document, by lookUps: NodeLookUps?) -> [NodeIndex] {
    if let offset { return document.tree.innermost(at: offset).map { [$0] } ?? [] }
    let matcher = Matcher(document, lookUps: lookUps)
    switch anchor {
    case .top, .anywhere: return matcher.nodes(steps)
    case .either:
      let found = matcher.nodes(steps)
      if !found.isEmpty || steps.isEmpty { return found }
      var deep = steps
      deep[0].isDeep = true
      return matcher.nodes(deep)
    }
  }

  /// The nodes below `scope` that the path means, in document order, each once: its first step is a
  /// child of `scope`, after `//` any node below it. A path that begins with `/` starts at the top of
  /// the file, whatever the scope.
  ///
  /// - Complexity: O(*n*) in the number of nodes below the scope for each step with `//`, in that of
  ///   children for others.
  package func nodes(in document: Document, below scope: NodeIndex) -> [NodeIndex] {
    if offset != nil || anchor == .top { return nodes(in: document) }
    return Matcher(document, lookUps: NodeLookUps.of(document)).nodes(steps, below: scope)
  }

  /// The nodes that a step without further levels before it means: children of `parents`, which are in
  /// order, or nodes at the top of the file.
  ///
  /// - Parameter reader: A reader of the document, which is moved to others: it knows what tables declare that it
  ///   was asked about before.
  /// - Complexity: O(*n*) in these children.
  package static func nodes(
    of step: Step, below parents: [NodeIndex]?, in document: Document, _ reader: NodeReader
  ) -> [NodeIndex] {
    if let parents, parents.isEmpty { return [] }
    let matcher = Matcher(document, reader, lookUps: NodeLookUps.of(document))
    return parents.map { matcher.nodes([step], below: $0) } ?? matcher.nodes([step])
  }

  /// The path with everything from its field on read as further steps: `moov.trak[1].mdia`.
  public var withDotsAsSteps: Media.Path? { withDotsAsSteps(keeping: 0) }

  /// What the path may mean where periods stand between levels, too: the node `moov.trak[1].mdia`, the field
  /// `moov.mvhd.timescale`; the readings with more steps come first.
  public var readingsWithDotsAsSteps: [Media.Path] {
    (0..<(field?.parts.count ?? 0)).compactMap { withDotsAsSteps(keeping: $0) }
  }

  /// The path with the names from its field on read as further steps, but for the last `count`, which are a field.
  private func withDotsAsSteps(keeping count: Int) -> Media.Path? {
    guard let field, offset == nil else { return nil }
    var path = self
    let kept = Array(field.parts.suffix(count))
    path.field = kept.isEmpty ? nil : FieldPath(parts: kept)
    for part in field.parts.dropLast(count) {
      guard let code = FourCC(key: part.name) else { return nil }
      var selectors: [Selector] = []
      for index in part.indexes {
        switch index {
        case .one(let number): selectors.append(.index(number))
        case .last: selectors.append(.last)
        default: return nil
        }
      }
      path.steps.append(Step(isDeep: false, name: .code(code), selectors: selectors))
    }
    return path
  }
}

/// Finds nodes.
private final class Matcher {
  let document: Document
  let tree: Tree
  let reader: NodeReader
  /// Nodes that were looked at for their names.
  private var looked = 0
  private let lookUps: NodeLookUps?

  init(_ document: Document, _ reader: NodeReader? = nil, lookUps: NodeLookUps?) {
    self.document = document
    tree = document.tree
    self.reader = reader ?? NodeReader(document)
    self.lookUps = lookUps
  }

  deinit { lookUps?.looked(at: looked) }

  func nodes(_ steps: [Path.Step], below scope: NodeIndex? = nil) -> [NodeIndex] {
    nodes(steps, below: [scope])
  }

  func nodes(_ steps: [Path.Step], below scopes: [NodeIndex?]) -> [NodeIndex] {
    var places = scopes
    var found: [NodeIndex] = []
    for step in steps {
      if places.isEmpty || !mayMatch(step.name) { return [] }
      found = []
      let named = lookUps?.named(as: step.name == .any ? .any : .own, of: document)
      // Places are in document order: one that lies in an earlier one was gone through with it.
      var passed = NodeIndex(0)
      for place in places {
        if step.isDeep, let place, place < passed { continue }
        let range = tree.descendants(of: place)
        passed = range.upperBound
        if let named {
          var siblings = 1
          named.each(step, in: place, of: tree) { names in
            siblings &+= names.count
            found += chosen(step.selectors, of: names)
          }
          guard !step.isDeep || document.work.charge(siblings, for: Self.noSteps) else { return [] }
          continue
        }
        guard step.isDeep else {
          select(step, in: place, into: &found)
          continue
        }
        if step.selectors.isEmpty {
          // Which siblings a node has is nothing to it.
          for index in range where matches(step.name, index) { found.append(index) }
        } else {
          select(step, in: place, into: &found)
          for index in range where tree[index].subtreeEnd > index.next { select(step, in: index, into: &found) }
        }
        looked &+= range.count
        guard document.work.charge(range.count, for: Self.noSteps) else { return [] }
      }
      if !zip(found, found.dropFirst()).allSatisfy({ $0 < $1 }) {
        found.sort()
        var unique: [NodeIndex] = []
        for index in found where unique.last != index { unique.append(index) }
        found = unique
      }
      places = found.map { $0 }
    }
    return found
  }

  /// Whether the file may have a node of this name: one without a code is called by something else than its type.
  private func mayMatch(_ name: Path.Name) -> Bool {
    guard case .code(let code) = name, tree.rawCount == 0, tree.namedCount == 0 else { return true }
    return tree.mayHave(code)
  }

  private static let noSteps: StaticString = "there are no steps left for the whole path"

  /// The children of `parent` that the step means.
  private func select(_ step: Path.Step, in parent: NodeIndex?, into found: inout [NodeIndex]) {
    var count = 0
    defer { looked &+= count }
    if step.selectors.isEmpty {
      for index in tree.children(of: parent) {
        count &+= 1
        if matches(step.name, index) { found.append(index) }
      }
      return
    }
    var siblings: [NodeIndex] = []
    for index in tree.children(of: parent) {
      count &+= 1
      if matches(step.name, index) { siblings.append(index) }
    }
    found += chosen(step.selectors, of: siblings[...])
  }

  /// Those of siblings of the name that all selectors mean, one after another.
  private func chosen(_ selectors: [Path.Selector], of siblings: ArraySlice<NodeIndex>) -> ArraySlice<NodeIndex> {
    var rest = siblings
    for selector in selectors {
      switch selector {
      case .index(let number): rest = rest.dropFirst(max(0, number - 1)).prefix(min(1, max(0, number)))
      case .last: rest = rest.suffix(1)
      case .word(let word): rest = rest.filter { identity("handler", of: $0, is: word) }[...]
      case .key(let key, let value): rest = rest.filter { identity(key, of: $0, is: value) }[...]
      }
    }
    return rest
  }

  private func matches(_ name: Path.Name, _ index: NodeIndex) -> Bool {
    let node = tree[index]
    switch name {
    case .any: return true
    case .code(let code):
      if let word = document.word(for: node) { return word == code.key.withoutEscapes }
      return node.type == code
    case .word(let word): return document.word(for: node) == word
    case .uuid(let type): return node.type == .uuid && document.extendedType(of: node) == type
    }
  }

  /// Whether the identity or field `key` of a node has this value.
  private func identity(_ key: String, of index: NodeIndex, is value: String) -> Bool {
    guard let found = document.identity(key, of: index, reader) else { return false }
    return found == value || found == FourCC(key: value)?.key || isNumber(found, value)
  }

  private func isNumber(_ found: String, _ value: String) -> Bool {
    guard let number = UInt64(found) else { return false }
    return value.hasPrefix("0x")
      ? UInt64(value.dropFirst(2), radix: 16) == number : UInt64(value) == number
  }
}

extension Document {
  /// The name of a node that stands without a code: `raw`, `padding`, or what its table says.
  ///
  /// - Parameter node: A node of this document.
  /// - Returns: The word; `nil` for a node that has a code.
  public func word(for node: Node) -> String? {
    if node.marks.contains(.raw) { return "raw" }
    if node.marks.contains(.padding) { return "padding" }
    if node.marks.contains(.named), let program = tree.program(of: node) {
      let name = program.syntax.name
      if name.isEmpty { return program.syntax.code.description }
      let text = name.description
      guard text.hasPrefix("{") else { return text }
      return word(for: node, program, in: String(text.dropFirst().dropLast()))
    }
    return nil
  }

  /// The name of a node that one of its own fields holds.
  private func word(for node: Node, _ program: Program, in field: String) -> String? {
    guard let row = program.row(named: field) else { return nil }
    let source = source(of: node)
    var cursor = ByteCursor(source.bytes, over: node.payload)
    var sink = FirstText(name: program.name(of: row))
    var walker = Walker()
    walker.walk(program, &cursor, context: NoContext(), into: &sink)
    return sink.text
  }

  /// The 16 bytes of a `uuid` box's type.
  ///
  /// - Parameter node: A node of this document.
  /// - Returns: The type; `nil` for another node, and where the bytes are cut off.
  public func extendedType(of node: Node) -> Catalogue.ExtendedType? {
    guard node.headerSize >= 24 else { return nil }
    let bytes = source(of: node).bytes
    let start = Int(node.payloadStart) - 16
    guard let high = bytes.bigEndian(at: start, count: 8),
      let low = bytes.bigEndian(at: start + 8, count: 8)
    else { return nil }
    return Catalogue.ExtendedType(high: high, low: low)
  }

  /// What the identity that a table declares under `key`, or the field of that name, says: a number
  /// in decimal, a code as key string, text as it is.
  ///
  /// A table declares identities as `id=tkhd.track_ID`: a path from the node to a field.
  ///
  /// - Parameters:
  ///   - key: The key of an identity, or the name of a field.
  ///   - index: The node.
  ///   - reader: A reader of the same document, which is moved to other nodes.
  /// - Returns: The value as text; `nil` when the node has no such identity and no such field.
  public func identity(_ key: String, of index: NodeIndex, _ reader: NodeReader) -> String? {
    tree.program(of: tree[index]) == nil ? nil : reader.identity(key, of: index)
  }
}

/// Remembers the text of the first field of a name.
private struct FirstText: FieldSink {
  let name: StaticString
  var text: String?

  mutating func field(_ field: borrowing FieldReading) {
    guard text == nil, field.name.isSame(as: name) else { return }
    var writer = ByteWriter()
    writer.put(text: field.contentBytes, encoding: field.encoding, style: .name)
    text = writer.string
  }

  mutating func table(_ table: borrowing TableReading) {}
}
