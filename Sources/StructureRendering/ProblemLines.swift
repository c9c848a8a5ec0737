public import ByteReading
public import Structure

/// Prints the problems of a file: what, where, what was expected, what was done about it.
public struct ProblemRenderer: ~Copyable {
  private let document: Document
  private let tree: Tree
  private var page: Page
  /// Whether notes are printed, or only counted.
  private let hasNotes: Bool
  private let digits: Int
  private let paths: NodePaths
  /// The kinds of which it was said how many more there are.
  private var counted: [Diagnostic.Kind] = []

  /// A renderer of all problems that the document has kept.
  ///
  /// - Parameters:
  ///   - document: The checked file.
  ///   - options: How it is written.
  ///   - hasNotes: Whether notes are printed, or only counted.
  ///   - output: Where it is written to; ``finish()`` gives it back.
  public init(
    _ document: Document, _ options: RenderOptions, hasNotes: Bool, output: consuming ByteWriter
  ) {
    self.document = document
    tree = document.tree
    self.hasNotes = hasNotes
    page = Page(options, output: output)
    digits = 8
    paths = NodePaths(document, of: document.problems.kept.compactMap(\.node))
  }

  /// Gives back where it wrote to.
  ///
  /// - Returns: The writer, with all that was printed.
  public consuming func finish() -> ByteWriter { page.output }

  /// Writes a line above the problems, and an empty one.
  ///
  /// - Parameter text: The line, escaped.
  public mutating func heading(_ text: String) {
    page.put(ShownText(text))
    page.end()
    page.end()
  }

  /// Prints all problems, those that repeat as one.
  ///
  /// - Returns: Whether there was a problem to print.
  @discardableResult
  public mutating func render() -> Bool {
    let kept = document.problems.kept
    var told = 0
    var index = 0
    while index < kept.count {
      let problem = kept[index]
      guard problem.follows == nil, hasNotes || problem.severity > .note else {
        index += 1
        continue
      }
      // The same problem of the same kind of node is printed once.
      var same = [index]
      for other in index + 1..<max(index + 1, kept.count)
      where kept[other].follows == nil && isSame(kept[other], problem) {
        same.append(other)
      }
      let isRepeat = (0..<index).contains { kept[$0].follows == nil && isSame(kept[$0], problem) }
      if !isRepeat {
        if told > 0 { page.end() }
        put(problem, at: index, like: same)
        told += 1
      }
      index += 1
      if page.output.hasFailed { return true }
    }
    for rest in document.problems.rest where (hasNotes || rest.severity > .note) && !counted.contains(rest.kind) {
      if told > 0 { page.end() }
      put(rest.severity, rest.kind)
      page.space(2)
      page.put(ShownText(rest.sentence))
      page.end()
      told += 1
    }
    return told > 0
  }

  private func isSame(_ a: Diagnostic, _ b: Diagnostic) -> Bool {
    a.kind == b.kind && a.row == b.row && typeOf(a.node) == typeOf(b.node)
      // What is missing is another problem when it is another atom.
      && a.detail["wanted"] == b.detail["wanted"]
  }

  private func typeOf(_ node: NodeIndex?) -> UInt32 {
    tree.known(node).map { tree[$0].type.rawValue } ?? 0
  }

  /// `error[atom-missing]`
  private mutating func put(_ severity: Diagnostic.Severity, _ kind: Diagnostic.Kind) {
    let ink: Ink =
      switch severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    page.put(ink) {
      $0.put(severity.name)
      $0.put("[")
      $0.put(kind.id)
      $0.put("]")
    }
  }

  private mutating func put(_ problem: Diagnostic, at index: Int, like same: [Int]) {
    let document = document
    put(problem.severity, problem.kind)
    page.space(2)
    page.put(ShownText(path(of: problem)), .strong)
    page.space(2)
    let offset = offset(of: problem)
    page.put {
      $0.put("at ")
      $0.put(offset)
    }
    page.end()
    page.space(2)
    page.hang()
    page.put { $0.put(sentence: problem.kind.sentence, of: problem, in: document) }
    page.end()
    if problem.severity > .note { bytes(of: problem) }
    if problem.kind.expected.utf8CodeUnitCount > 0 {
      page.space(4)
      page.put {
        $0.put("expected: ")
        $0.put(sentence: problem.kind.expected, of: problem, in: document)
      }
      page.end()
    }
    if problem.kind.action.utf8CodeUnitCount > 0 {
      page.space(4)
      page.put { $0.put(sentence: problem.kind.action, of: problem, in: document) }
      page.end()
    }
    if same.count > 1 {
      page.space(4)
      let next = same.dropFirst().prefix(3).map { document.problems.kept[$0] }
      // In one node they differ by their offset alone.
      let isHere = next.allSatisfy { $0.node == problem.node }
      let others = next.map { isHere ? self.offset(of: $0) : path(of: $0) }
      let more = count(of: problem, kept: same.count) - 1 - others.count
      page.put {
        $0.put(isHere ? "also at " : "also in ")
        $0.put(others.joined(separator: ", "))
        if more > 0 {
          $0.put(" and ")
          $0.put(grouped: UInt64(more))
          $0.put(" more")
        }
      }
      counted.append(problem.kind)
      page.end()
    }
    follows(index)
  }

  /// Where it is in the file, or in what holds its bytes.
  private func offset(of problem: Diagnostic) -> String {
    let place = document.place(of: problem) ?? UInt64(clamping: problem.extent.byteOffset)
    return "0x" + String(place, radix: 16)
  }

  /// How often a problem occurred, when all of its kind were alike.
  private func count(of problem: Diagnostic, kept: Int) -> Int {
    let ofKind = document.problems.kept.filter { $0.kind == problem.kind }.count
    let all = document.problems.counts.first { $0.kind == problem.kind }?.count ?? kept
    return kept + (all - ofKind)
  }

  /// The row of bytes that the problem is about, marked below.
  private mutating func bytes(of problem: Diagnostic) {
    guard let index = tree.known(problem.node) else { return }
    let node = tree[index]
    // Bytes that lie in the file are shown as they are there.
    let place = document.place(of: problem)
    let source =
      place == nil
      ? document.tree.sources[Int(problem.source ?? node.source)].bytes : document.tree.file
    let start = place.map { Int($0) } ?? problem.extent.byteOffset
    // A narrow page has room for half a row.
    let isWide = page.width.map { $0 >= 4 + 8 + 2 + 48 + 20 } ?? true
    let end = min(start + (isWide ? 16 : 8), source.byteCount)
    guard start < end, node.headerSize > 0 else { return }
    // A problem of a whole node is one of its size.
    let isSize = problem.extent.byteOffset == Int(node.start) && problem.source == nil
    let wanted =
      isSize
      ? (source.bytes.bigEndian(at: start, count: 4) == 1 ? 16 : 4)
      : problem.extent.byteCount
    let marked = max(1, min(wanted, end - start))
    page.end()
    page.space(4)
    page.put(.faint) { $0.put(hex: UInt64(start), digits: 8) }
    for offset in start..<end {
      page.space((offset - start) & 7 == 0 ? 2 : 1)
      let byte = UInt64(source.bytes.byte(at: offset) ?? 0)
      page.put(offset - start < marked ? .error : .plain) { $0.put(hex: byte, digits: 2) }
    }
    page.pad(to: 4 + 8 + 2 + (isWide ? 48 : 23))
    page.put("  |")
    page.put { $0.put(printable: source.bytes.extracting(start..<end)) }
    page.put("|")
    page.end()
    page.space(14)
    let width = marked * 3 - 1 + (marked > 8 ? 1 : 0)
    page.put(.error) { $0.put(repeating: UInt8(ascii: "^"), count: width) }
    if let name = name(of: problem) {
      page.space(1)
      page.put(name, .label)
    }
    page.end()
  }

  /// The path of the node that `problem` is about, or `file`.
  private func path(of problem: Diagnostic) -> String {
    guard let node = tree.known(problem.node) else { return "file" }
    var text = ByteWriter()
    text.put(bytes: paths.text.contents.extracting(paths.path(of: node)))
    return text.string
  }

  private func name(of problem: Diagnostic) -> StaticString? {
    guard let index = problem.node else { return nil }
    let node = tree[index]
    if problem.source == nil, problem.extent.byteOffset < Int(node.payloadStart) {
      var walker = Walker()
      var sink = HeaderField(start: problem.extent.start)
      document.walkHeader(index, &walker, into: &sink)
      return sink.name
    }
    guard let row = problem.row, let program = tree.program(of: node),
      row < program.rows.count
    else { return nil }
    return program.name(of: row)
  }

  /// The problems that follow from this one, in a line each.
  private mutating func follows(_ index: Int) {
    let document = document
    let kept = document.problems.kept
    var told = 0
    for problem in kept where problem.follows == index {
      if told == 0 { page.end() }
      told += 1
      guard told <= 8 else { continue }
      page.space(2)
      page.put("follows: ", .faint)
      let path = tree.known(problem.node).map { document.shortPath(of: $0) } ?? "file"
      page.put {
        $0.put(problem.kind.id)
        $0.put(", ")
        $0.put(path)
        $0.put(": ")
        $0.put(sentence: problem.kind.sentence, of: problem, in: document)
      }
      page.end()
    }
    if told > 8 {
      page.space(2)
      page.put(.faint) {
        $0.put("and ")
        $0.put(grouped: UInt64(told - 8))
        $0.put(" more that follow")
      }
      page.end()
    }
  }
}

extension Problems.Rest {
  /// `12 more are not listed`, and what lists them.
  package var sentence: String {
    "\(count.grouped) more \(count == 1 ? "is" : "are") not listed (--max-problems)"
  }
}

extension Problems {
  /// `2 errors, 1 warning`, or `no problems`; notes are counted when they are printed. Where no rule
  /// has run, `not checked` stands for the latter, or at the end; where only some were asked, that is
  /// said behind it.
  ///
  /// - Parameter hasNotes: Whether notes are counted.
  /// - Returns: The text, without a period.
  public func summary(hasNotes: Bool) -> String {
    var text = ""
    func add(_ part: String) { text += text.isEmpty ? part : ", " + part }
    func add(_ count: Int, _ word: String) {
      if count > 0 { add("\(count.grouped) \(word)\(count == 1 ? "" : "s")") }
    }
    add(errors, "error")
    add(warnings, "warning")
    if hasNotes { add(notes, "note") }
    if !areChecked { add("not checked") }
    let known = besides.map { " besides " + $0 } ?? ""
    guard let asked else { return (text.isEmpty ? "no problems" : text) + known }
    return (text.isEmpty ? "no problem" : text) + known + " " + asked.summary
  }

  /// What is wrong with the file and none of its problems: `2 that the baseline has and 1 of rules that are off`; `nil`
  /// for nothing.
  package var besides: String? { Self.besides(accepted: acceptedCount, switchedOff: switchedOff) }

  /// The same of so many problems.
  package static func besides(accepted: Int, switchedOff: Int) -> String? {
    var parts: [String] = []
    if accepted > 0 { parts.append("\(accepted.grouped) that the baseline has") }
    if switchedOff > 0 { parts.append("\(switchedOff.grouped) of rules that are off") }
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }

  /// What rules left out because it is long: `3 large tables`, `a checksum of the sound`; `nil` when they left
  /// nothing.
  public var unchecked: String? {
    var parts: [String] = []
    if uncheckedTables > 0 {
      parts.append("\(uncheckedTables.grouped) large table\(uncheckedTables == 1 ? "" : "s")")
    }
    if uncheckedSums > 0 {
      parts.append(uncheckedSums == 1 ? "a checksum of the sound" : "\(uncheckedSums.grouped) checksums of sound")
    }
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }
}

extension AskedRules {
  /// `of the 2 rules asked; 212 others not asked`, and what may be hidden from those.
  package var summary: String { whatWasAsked + (hidden.map { "; " + $0 } ?? "") }

  /// The same for many files, of which so many were not seen as a whole.
  package func summary(counting hidden: Int) -> String {
    whatWasAsked + (hidden == 0 ? "" : "; of \(hidden) not all was seen")
  }

  private var whatWasAsked: String {
    "\(rules.count == 1 ? "of the rule asked" : "of the \(rules.count) rules asked"); "
      + "\(others) \(others == 1 ? "other" : "others") not asked"
  }

  /// `not all was seen: file-truncated`; `nil` when the rules saw what they judge.
  package var hidden: String? {
    hiding.isEmpty ? nil : "not all was seen: \(hiding.joined(separator: ", "))"
  }
}

extension Document {
  /// Where in the file lies what a problem is about; `nil` in what was compressed.
  package func place(of problem: Diagnostic) -> UInt64? {
    let node = tree.known(problem.node).map { tree[$0].source } ?? 0
    return tree.fileOffset(
      of: UInt64(problem.extent.byteOffset), in: problem.source ?? node)
  }
}

/// Remembers what the field of a header is called that begins at a bit.
private struct HeaderField: FieldSink {
  let start: Int
  var name: StaticString?

  init(start: Int) { self.start = start }

  mutating func field(_ field: borrowing FieldReading) {
    if field.extent.start == start { name = field.name }
  }

  mutating func table(_ table: borrowing TableReading) {}
}
