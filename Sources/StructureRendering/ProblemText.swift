public import ByteReading
public import Structure

extension Document {
  /// What a problem of this document says, as people read it: numbers are grouped.
  ///
  /// - Parameter problem: One of ``Structure/Problems/kept``.
  /// - Returns: Its sentence without what was expected and where; text of the file is escaped.
  public func sentence(of problem: Diagnostic) -> String {
    var text = ByteWriter()
    text.put(sentence: problem.kind.sentence, of: problem, in: self)
    return text.string
  }
}

extension ByteWriter {
  /// Puts a sentence about a problem, its `{…}` filled in, for people: numbers are grouped.
  ///
  /// The values of its detail stand under their names (`{found}`, `{expected}`, `{left}`, …): codes
  /// as key strings, the others as numbers, with `:x` in hexadecimal without prefix, with `|bits` as a
  /// count of bits: `4 bytes`, or `3 bits` when they are not whole bytes, with `|bytes` as a count of
  /// bytes, with `|milli` as so many thousandths, with `|signed` as a number in two's complement, with
  /// `|time` as a moment in seconds since 1904.
  /// `{field}` is the name of the field, `{type}` and `{parent}` are types as key strings, `{node}` is
  /// what the format calls a node, `{size}` is the number of bytes that the node uses. What is not understood stays as it is.
  ///
  /// - Parameters:
  ///   - sentence: The sentence of a kind.
  ///   - problem: The problem, whose detail has the values.
  ///   - document: The file that it was found in, which says what nodes are called.
  public mutating func put(sentence: StaticString, of problem: Diagnostic, in document: Document) {
    let text = sentence.description
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      put(String(rest[..<open]))
      let place = rest[rest.index(after: open)..<close]
      if !put(place: place, of: problem, in: document) { put(String(rest[open...close])) }
      rest = rest[rest.index(after: close)...]
    }
    put(String(rest))
  }

  /// Puts what one `{place}` stands for.
  ///
  /// - Returns: Whether it stands for anything.
  private mutating func put(
    place: Substring, of problem: Diagnostic, in document: Document
  ) -> Bool {
    let tree = document.tree
    let isHex = place.hasSuffix(":x")
    let isBits = place.hasSuffix("|bits")
    let name = place.prefix(while: { $0 != ":" && $0 != "|" })
    let number: UInt64
    switch name {
    case "size": number = tree.known(problem.node).map { tree[$0].size } ?? 0
    case "field":
      if let name = document.fieldName(of: problem) { put(name) } else { put("a field") }
      return true
    case "node":
      put(tree.known(problem.node).flatMap { tree.catalogue(of: tree[$0])?.nodeKind } ?? "node")
      return true
    case "type":
      guard let node = tree.known(problem.node) else {
        put("file")
        return true
      }
      put(typeOf: tree[node], in: document)
      return true
    case "parent":
      if let parent = tree.known(problem.node).flatMap({ tree.parent(of: $0) }) {
        put(typeOf: tree[parent], in: document)
      } else {
        put("file")
      }
      return true
    default:
      guard let value = problem.detail[name] else { return false }
      if let code = value.code {
        put(key: code)
        return true
      }
      number = value.number
    }
    if place.hasSuffix("|signed") {
      put(grouped: Int64(bitPattern: number))
    } else if place.hasSuffix("|time") {
      put(date: Int64(bitPattern: number), since: .year1904)
    } else if place.hasSuffix("|milli") {
      put(grouped: number / 1_000)
      let digits = String(number % 1_000 + 1_000).dropFirst()
      let shown = digits.prefix(
        digits.lastIndex { $0 != "0" }.map { digits.distance(from: digits.startIndex, to: $0) + 1 }
          ?? 0)
      if !shown.isEmpty { put("." + shown) }
    } else if isHex {
      put(hex: number, digits: 1)
    } else if place.hasSuffix("|bytes") {
      put(grouped: number)
      put(number == 1 ? " byte" : " bytes")
    } else if isBits {
      let isWhole = number & 7 == 0
      let count = isWhole ? number / 8 : number
      put(grouped: count)
      put(isWhole ? (count == 1 ? " byte" : " bytes") : (count == 1 ? " bit" : " bits"))
    } else {
      put(grouped: number)
    }
    return true
  }

  /// Puts the type of `node` as a key string, or the word that stands for it.
  mutating func put(typeOf node: Node, in document: Document) {
    if let word = document.word(for: node) { put(word) } else { put(key: node.type) }
  }
}

extension Document {
  /// The name of the field that `problem` is about; `nil` when it is about none in particular.
  package func fieldName(of problem: Diagnostic) -> StaticString? {
    guard let row = problem.row, let node = tree.known(problem.node),
      let program = tree.program(of: tree[node]), row < program.gapRow,
      !program.rows[row].name.isEmpty
    else { return nil }
    return program.rows[row].name
  }
}
