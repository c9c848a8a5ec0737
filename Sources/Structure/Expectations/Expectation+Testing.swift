public import ByteReading

extension Expectation {
  /// Why a file is not as expected.
  public struct Failure: Sendable {
    /// A sentence without a period: `is 300`, `there is no such atom`.
    public let message: String
    /// The node that it is about; `nil` when there is none.
    public let node: NodeIndex?
    /// Where in the node's source.
    public let extent: Extent
    /// How many more values are not as expected.
    public let others: Int

    package init(message: String, node: NodeIndex?, extent: Extent, others: Int) {
      (self.message, self.node, self.extent, self.others) = (message, node, extent, others)
    }
  }

  /// Why the document is not as expected; `nil` when it is, as far as the file was read. Whether that proves what is
  /// absent only a module knows that knows its rules.
  ///
  /// - Parameter document: The opened file that is to be as expected.
  /// - Returns: What was expected and what is there instead; `nil` when all that the path means is
  ///   as expected.
  /// - Complexity: O(*n*) in the number of nodes and in that of values that are compared.
  public func failure(in document: Document) -> Failure? {
    let nodes = path.nodes(in: document)
    guard let field = path.field else { return failure(of: nodes, in: document) }
    var walker = Walker()
    var first: Failure?
    var failed = 0
    var found = 0
    for node in nodes {
      let result = compared(field, of: node, in: document, &walker)
      found += result.compared
      failed += result.failed
      if first == nil, let place = result.place {
        first = Failure(message: result.message, node: node, extent: place, others: 0)
      }
      if test == .absent, result.compared > 0, first == nil {
        let extent = document.tree[node].extent
        return Failure(message: "there is such a field", node: node, extent: extent, others: 0)
      }
    }
    if found == 0, test != .absent {
      return Failure(
        message: nodes.isEmpty ? "there is no such node" : "there is no such field",
        node: nodes.first,
        extent: nodes.first.map { document.tree[$0].extent }
          ?? Extent(byteOffset: 0, byteCount: 0), others: 0)
    }
    return first.map {
      Failure(message: $0.message, node: $0.node, extent: $0.extent, others: failed - 1)
    }
  }

  /// Compares the fields of a node that a path means.
  private func compared(
    _ field: FieldPath, of node: NodeIndex, in document: Document, _ walker: inout Walker
  ) -> Comparing {
    var sink = Comparing(test)
    document.walk(selecting: field, of: node, &walker, into: &sink)
    return sink
  }

  private func failure(of nodes: [NodeIndex], in document: Document) -> Failure? {
    switch test {
    case .absent:
      return nodes.first.map {
        Failure(
          message: "there is one", node: $0, extent: document.tree[$0].extent,
          others: nodes.count - 1)
      }
    default:
      return nodes.isEmpty
        ? Failure(
          message: "there is no such node", node: nil,
          extent: Extent(byteOffset: 0, byteCount: 0), others: 0) : nil
    }
  }
}

extension Expectation {
  /// Where something is as the expectation says.
  package struct Match: Sendable {
    /// The node; `nil` for what is absent from the file as a whole.
    package let node: NodeIndex?
    /// Where in the node's source.
    package let extent: Extent
  }

  /// What a search for something that is as expected comes to.
  package enum Search: Sendable {
    case found(Match)
    /// No node is so; `nodes` were looked at.
    case none(nodes: [NodeIndex])
  }

  /// Whether the path is `own.field`: a field of the scope itself.
  private var isOwn: Bool {
    path.steps.count == 1 && path.field != nil && path.steps[0].name == .word("own")
  }

  /// Looks for the first value that is as the expectation says: of all that the path means one is
  /// enough, where ``failure(in:)`` asks for all.
  ///
  /// - Parameters:
  ///   - scope: The node that the path starts from; `nil` for the file.
  ///   - known: The nodes of the path, where somebody found them already.
  ///   - values: The numbers and codes of a node, where somebody keeps them: where these settle it, its
  ///     fields are not gone through again.
  /// - Complexity: O(*n*) in the number of nodes below the scope and in that of values compared.
  package func search(
    in document: Document, below scope: NodeIndex? = nil, among known: [NodeIndex]? = nil,
    by values: ((NodeIndex) -> PlainValues)? = nil
  ) -> Search {
    let nodes =
      known
      ?? (isOwn
        ? scope.map { [$0] } ?? []
        : scope.map { path.nodes(in: document, below: $0) } ?? path.nodes(in: document))
    let whole = scope.map { document.tree[$0].extent } ?? Extent(byteOffset: 0, byteCount: 0)
    guard let field = path.field else {
      if test == .absent {
        return nodes.isEmpty ? .found(Match(node: scope, extent: whole)) : .none(nodes: nodes)
      }
      guard let first = nodes.first else { return .none(nodes: []) }
      return .found(Match(node: first, extent: document.tree[first].extent))
    }
    var walker = Walker()
    for node in nodes {
      switch values.map({ match(of: $0, at: node) }) ?? .open {
      case .no: continue
      case .yes(let extent): return .found(Match(node: node, extent: extent))
      case .open: break
      }
      let result = compared(field, of: node, in: document, &walker)
      if test == .absent {
        if result.compared == 0 {
          return .found(Match(node: node, extent: document.tree[node].extent))
        }
      } else if result.compared > result.failed {
        return .found(Match(node: node, extent: result.held ?? document.tree[node].extent))
      }
    }
    return .none(nodes: nodes)
  }

  /// Whether one of the values that a path of a single name means is as expected.
  private func match(of values: (NodeIndex) -> PlainValues, at node: NodeIndex) -> PlainMatch {
    guard let parts = path.field?.parts, parts.count == 1, parts[0].indexes.isEmpty else { return .open }
    switch test {
    case .exists, .absent, .matches: return .open
    case .compare(let comparison, let value): return values(node).match(parts[0].name, comparison, [value])
    case .oneOf(let wanted): return values(node).match(parts[0].name, .equal, wanted)
    }
  }
}

/// Compares each field that it is passed.
private struct Comparing: FieldSink {
  let test: Expectation.Test
  /// The text of the expectation, escaped as text from files is.
  private let escaped: String
  private(set) var compared = 0
  private(set) var failed = 0
  /// The first field that compares as expected.
  private(set) var held: Extent?
  /// The first field that compares otherwise, and what it says.
  private(set) var place: Extent?
  private(set) var message = ""

  init(_ test: Expectation.Test) {
    self.test = test
    var text = ByteWriter()
    switch test {
    case .compare(_, let value): text.put(text: value.text, style: .json)
    case .matches(let pattern): text.put(text: pattern, style: .json)
    default: break
    }
    escaped = text.string
  }

  mutating func field(_ field: borrowing FieldReading) {
    if field.isGap { return }
    compared += 1
    if holds(field) {
      if held == nil { held = field.extent }
      return
    }
    failed += 1
    guard place == nil else { return }
    place = field.extent
    var text = ByteWriter()
    text.put("is ")
    text.put(value: field, .field)
    message = text.string
  }

  mutating func table(_ table: borrowing TableReading) {
    if case .exists = test {
      compared += table.count
      return
    }
    for row in 0..<table.count {
      for column in table.columns.indices { field(table.field(row: row, column: column)) }
    }
  }

  mutating func begin(_ group: borrowing GroupReading) {
    if case .exists = test { compared += 1 }
  }

  private func holds(_ field: borrowing FieldReading) -> Bool {
    switch test {
    case .exists, .absent: return true
    case .matches:
      return texts(of: field).contains { matches(escaped, $0) }
    case .oneOf(let values):
      return values.contains { value in
        if let number = value.number, let found = Expectation.Number(of: field) {
          return found.compared(to: number) == 0
        }
        var text = ByteWriter()
        text.put(text: value.text, style: .json)
        let wanted = text.string
        return texts(of: field).contains(wanted)
      }
    case .compare(let comparison, let value):
      if let number = value.number, let found = Expectation.Number(of: field) {
        guard let order = found.compared(to: number) else { return comparison == .notEqual }
        return comparison.holds(for: order)
      }
      let isEqual = texts(of: field).contains(escaped)
      switch comparison {
      case .equal: return isEqual
      case .notEqual: return !isEqual
      default: return false
      }
    }
  }

  /// What a field says, in each form in which it may be written: as stored, and what that means.
  private func texts(of field: borrowing FieldReading) -> [String] {
    var texts: [String] = []
    var text = ByteWriter()
    switch field.definition.kind {
    case .code:
      let code = FourCC(UInt32(truncatingIfNeeded: field.raw))
      text.put(text: code.key, style: .json)
      // Blanks at the end are easily forgotten.
      var key = code.key
      while key.hasSuffix(" ") { key.removeLast() }
      if key != code.key { texts.append(key) }
      // A key string is written with its own escapes.
      texts.append(code.key)
    case .string: text.put(text: field.contentBytes, encoding: field.encoding, style: .json)
    case .uuid: text.put(uuid: field.contentBytes)
    case .bytes:
      if field.content.isByteAligned, field.content.byteCount <= 4_096 {
        text.put(hexBytes: field.contentBytes, separator: nil)
      }
    default:
      switch Expectation.Number(of: field) {
      case .natural(let value): text.put(decimal: value)
      case .negative(let value): text.put(decimal: value)
      case .real(let value): text.put(value)
      case nil: break
      }
    }
    texts.append(text.string)
    var meaning = ByteWriter()
    meaning.put(value: field, .display)
    if meaning.count > 0 { texts.append(meaning.string) }
    return texts
  }

  /// Whether `text` is as `pattern` says: `*` stands for any text, `?` for one character.
  private func matches(_ pattern: String, _ text: String) -> Bool {
    let pattern = Array(pattern.unicodeScalars)
    let text = Array(text.unicodeScalars)
    var (at, place) = (0, 0)
    // Where to go on when what follows a star does not fit.
    var (star, mark) = (-1, 0)
    while place < text.count {
      if at < pattern.count, pattern[at] == "*" {
        (star, mark) = (at, place)
        at += 1
      } else if at < pattern.count, pattern[at] == "?" || pattern[at] == text[place] {
        at += 1
        place += 1
      } else if star >= 0 {
        mark += 1
        (at, place) = (star + 1, mark)
      } else {
        return false
      }
    }
    while at < pattern.count, pattern[at] == "*" { at += 1 }
    return at == pattern.count
  }
}

extension Expectation.Comparison {
  /// Whether it holds of a number that is below (-1), equal to (0) or above (1) the other.
  package func holds(for order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}

extension Expectation.Number {
  /// The number that a field holds; `nil` for text and bytes.
  init?(of field: borrowing FieldReading) {
    // Most fields are, and their rows are not looked at.
    if field.program.forms[field.row].op == .uint, field.extent.count <= 64 {
      self = .natural(field.raw)
      return
    }
    switch field.definition.kind {
    case .uint, .leb128, .byteSum, .reserved:
      guard field.extent.count <= 64 else { return nil }
      self = .natural(field.raw)
    case .int, .expGolomb(signed: true):
      let value = Int64(bitPattern: field.raw)
      self = value < 0 ? .negative(value) : .natural(field.raw)
    case .expGolomb(signed: false): self = .natural(field.raw)
    case .fixed(_, let fraction, let signed): self = .real(fixedPoint(field.raw, fraction, signed))
    case .float(let bits): self = .real(floatingPoint(field.raw, bits: bits))
    default: return nil
    }
  }
}
