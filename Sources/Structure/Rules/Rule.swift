public import ByteReading

/// What a file should keep to, as a value: its identifier, how bad it is to break it, where it is
/// specified, what people want to know about it, and the test that finds files which break it.
///
/// Formats list their rules; an ``Examination`` runs them. A rule with a test of its own is one value
/// and nothing else:
///
/// ```swift
/// Rule(
///   "pixel-aspect-zero", .error, "a side of a pixel is 0", "14496-12 §12.1.4",
///   why: "…", players: "…", mend: "…", of: "pasp"
/// ) { examination, index in … }
/// ```
public struct Rule: Sendable {
  /// The identifier, the severity and the sentence.
  public let kind: Diagnostic.Kind
  /// Where it is specified.
  public let clause: StaticString
  /// Why it matters.
  public let why: StaticString
  /// What players and other programs do with a file that breaks it.
  public let players: StaticString
  /// How to mend such a file.
  public let mend: StaticString
  /// Whether only a thorough examination runs it: it costs more than a look at small tables, or it is
  /// advice that nobody wants with each outline.
  public let isThorough: Bool
  /// Whether it looks at bytes that no node shows the fields of: samples, and what items refer to. Of files that differ
  /// in nothing else, all other rules find the same.
  public let readsMedia: Bool
  /// What finds the files that break it.
  public let test: Test

  /// How the files that break a rule are found.
  public enum Test: Sendable {
    /// While structure is scanned, or fields are read.
    case reading
    /// By a test of each node whose type is listed, separated by spaces.
    case nodes(StaticString, @Sendable (_ examination: Examination, _ node: NodeIndex) -> Void)
    /// By a test of the file itself, with `nil` for its node, and of each node whose type is listed.
    case parents(StaticString, @Sendable (_ examination: Examination, _ node: NodeIndex?) -> Void)
    /// By a test of the file as a whole.
    case file(@Sendable (_ examination: Examination) -> Void)
    /// By a test that finds what breaks other rules, too.
    case shared(Pass)
  }

  /// A test that several rules share; it runs once for all of them.
  public struct Pass: Sendable {
    /// The name that no other test of the format has.
    let name: StaticString
    let run: @Sendable (_ examination: Examination) -> Void

    /// A test under a name.
    ///
    /// - Parameters:
    ///   - name: A word that no other test of the format has.
    ///   - run: Looks at the file and reports findings of all the rules that share the test.
    public init(
      _ name: StaticString, run: @escaping @Sendable (_ examination: Examination) -> Void
    ) {
      self.name = name
      self.run = run
    }
  }

  /// A rule that is broken by problems of this kind, found by `test`.
  ///
  /// - Parameters:
  ///   - kind: The kind of problem that is reported.
  ///   - clause: Where the specification says so: `14496-12 §8.6.1.2`.
  ///   - why: Why it matters, in a sentence or two.
  ///   - players: What players do with a file that breaks it.
  ///   - mend: How a file is mended.
  ///   - isThorough: Whether it reads so much that an outline leaves it out.
  ///   - readsMedia: Whether it looks at samples, or at what items refer to; see ``readsMedia``.
  ///   - test: What finds the problems.
  public init(
    _ kind: Diagnostic.Kind, _ clause: StaticString, why: StaticString, players: StaticString,
    mend: StaticString, isThorough: Bool = false, readsMedia: Bool = false, by test: Test = .reading
  ) {
    self.kind = kind
    self.clause = clause
    self.why = why
    self.players = players
    self.mend = mend
    self.isThorough = isThorough
    self.readsMedia = readsMedia
    self.test = test
  }

  /// A rule with a test of each node whose type is in `types`, separated by spaces.
  ///
  /// - Parameters:
  ///   - id: What users and machines call it, in kebab-case; it never changes.
  ///   - severity: How grave it is: an error for a broken "shall", a warning for a "should", else a
  ///     note.
  ///   - sentence: What is wrong, with the values of the finding between braces.
  ///   - expected: What would be right; empty when the sentence says it.
  ///   - clause: Where the specification says so: `14496-12 §8.6.1.2`.
  ///   - why: Why it matters, in a sentence or two.
  ///   - players: What players do with a file that breaks it.
  ///   - mend: How a file is mended.
  ///   - isThorough: Whether it reads so much that an outline leaves it out.
  ///   - types: The types of the nodes, separated by spaces.
  ///   - test: What looks at one of these nodes, and reports what it finds.
  public init(
    _ id: StaticString, _ severity: Diagnostic.Severity, _ sentence: StaticString,
    expected: StaticString = "", _ clause: StaticString, why: StaticString,
    players: StaticString, mend: StaticString, isThorough: Bool = false, of types: StaticString,
    test: @escaping @Sendable (_ examination: Examination, _ node: NodeIndex) -> Void
  ) {
    self.init(
      Diagnostic.Kind(id, severity, sentence, expected: expected), clause, why: why,
      players: players, mend: mend, isThorough: isThorough, by: .nodes(types, test))
  }

  /// A rule with a test of the file as a whole.
  ///
  /// - Parameters:
  ///   - id: What users and machines call it, in kebab-case; it never changes.
  ///   - severity: How grave it is.
  ///   - sentence: What is wrong, with the values of the finding between braces.
  ///   - expected: What would be right; empty when the sentence says it.
  ///   - clause: Where the specification says so: `14496-12 §8.6.1.2`.
  ///   - why: Why it matters, in a sentence or two.
  ///   - players: What players do with a file that breaks it.
  ///   - mend: How a file is mended.
  ///   - isThorough: Whether it reads so much that an outline leaves it out.
  ///   - isOfStructure: Whether what breaks it explains why bytes, nodes or fields are not all there; see
  ///     ``Diagnostic/Kind/isOfStructure``.
  ///   - readsMedia: Whether it looks at samples, or at what items refer to; see ``readsMedia``.
  ///   - test: What looks at the file, and reports what it finds.
  public init(
    _ id: StaticString, _ severity: Diagnostic.Severity, _ sentence: StaticString,
    expected: StaticString = "", _ clause: StaticString, why: StaticString,
    players: StaticString, mend: StaticString, isThorough: Bool = false,
    isOfStructure: Bool = false, readsMedia: Bool = false,
    test: @escaping @Sendable (_ examination: Examination) -> Void
  ) {
    let kind = Diagnostic.Kind(
      id, severity, sentence, expected: expected, isOfStructure: isOfStructure)
    self.init(
      kind, clause, why: why,
      players: players, mend: mend, isThorough: isThorough, readsMedia: readsMedia, by: .file(test))
  }
}

/// One run of rules over one file.
///
/// Tests ask it for fields and report what they find. It is made for a document, used by one thread,
/// and forgotten.
open class Examination {
  /// The document that is examined.
  public let document: Document
  /// Whether tables are read whatever their size, and rules run that an outline leaves out.
  public let isThorough: Bool
  /// For the fields of one node after another.
  public let reader: NodeReader
  /// The rows of a table that are read; longer ones are left alone.
  public var rowLimit: Int { isThorough ? Int.max : document.limits.rowsInOutline }
  /// The nodes of the document.
  public var tree: Tree { document.tree }

  /// The rule whose test runs, when that is a test of the file.
  private var kindOfFile: Diagnostic.Kind?
  /// The tests of nodes, and the one that runs: which it is, is all that changes from one to the next.
  private var nodeTests = NodeTests()
  private var running: Int?
  /// The rule whose test runs.
  private var kind: Diagnostic.Kind? {
    if let running { return nodeTests.kinds[running] }
    return kindOfFile
  }
  /// The first problem of each node that says why its bytes, or fields, are not all there.
  private var causes: [NodeIndex: Int]?
  /// The first problem that says that a limit left nodes out.
  private var limit: Int?
  /// Problems, by their place among those that were kept, that follow from one of this kind and node
  /// if there is one when all tests have run.
  private var conditional: [(place: Int, id: StaticString, node: NodeIndex)] = []

  package init(_ document: Document, isThorough: Bool) {
    self.document = document
    self.isThorough = isThorough
    reader = NodeReader(document)
  }

  /// Runs `rules` in their order; those that test nodes together in one pass over all nodes.
  ///
  /// - Complexity: O(*n*) in the number of nodes, besides what tests cost.
  package func run(_ rules: [Rule]) {
    var passes: [StaticString] = []
    var tests = NodeTests()
    for rule in rules where isThorough || !rule.isThorough {
      guard mayGoOn(0) else { break }
      kindOfFile = rule.kind
      switch rule.test {
      case .reading: break
      case .nodes(let types, let test): tests.add(rule.kind, types, test)
      case .parents(let types, let test):
        tests.add(rule.kind, types) { test($0, $1) }
        tests.ofFile.append((rule.kind, test))
      case .file(let test): test(self)
      case .shared(let pass):
        guard !passes.contains(where: { $0.isSame(as: pass.name) }) else { continue }
        passes.append(pass.name)
        pass.run(self)
      }
    }
    if mayGoOn(0) {
      nodeTests = tests
      runNodeTests(tests)
    }
    (running, kindOfFile) = (nil, nil)
    for (place, id, node) in conditional {
      if let cause = problem(id, of: node), cause != place {
        document.problems.fold(place, under: cause)
      }
    }
    conditional.removeAll()
  }

  /// Charges steps; false when the call has no more of them, which is said.
  private func mayGoOn(_ steps: Int) -> Bool {
    document.work.charge(steps, for: Document.noStepsForRules)
  }

  /// Tests by the type of the nodes they are for.
  private struct NodeTests {
    /// The types that tests are for, in the order of the tests, and which test each is of.
    private var types: [FourCC] = []
    private var places: [Int] = []
    var kinds: [Diagnostic.Kind] = []
    var tests: [@Sendable (Examination, NodeIndex) -> Void] = []
    var ofFile: [(kind: Diagnostic.Kind, run: @Sendable (Examination, NodeIndex?) -> Void)] = []

    mutating func add(
      _ kind: Diagnostic.Kind, _ list: StaticString,
      _ test: @escaping @Sendable (Examination, NodeIndex) -> Void
    ) {
      list.eachCode {
        types.append($0)
        places.append(tests.count)
      }
      kinds.append(kind)
      tests.append(test)
    }

    /// The tests for nodes of a type.
    ///
    /// - Complexity: O(*n*) in the types of all tests: a file has few types, and asks once for each.
    func tests(of type: FourCC) -> [Int] {
      var found: [Int] = []
      for index in types.indices where types[index] == type { found.append(places[index]) }
      return found
    }
  }

  private func runNodeTests(_ tests: NodeTests) {
    guard !tests.tests.isEmpty else { return }
    let tree = tree
    for test in tests.ofFile {
      kindOfFile = test.kind
      test.run(self, nil)
    }
    let runs = tests.tests
    // What to do with a node depends on its type, and the number of its table stands for that.
    var wanted: [[Int]?] = []
    for index in tree.indices {
      let node = tree[index]
      let number = Int(node.table)
      if index.number & 1_023 == 0, !mayGoOn(min(1_024, tree.count &- index.number)) { return }
      if node.table == Node.noTable || node.isRaw { continue }
      while number >= wanted.count { wanted.append(nil) }
      if wanted[number] == nil {
        // Types of another format that is inside are no types of this one.
        wanted[number] =
          !tree.isOfItsFormat(node)
          ? []
          : tree.program(of: node).map { program in
            program.syntax.code.isSame(as: "*") ? [] : tests.tests(of: node.type)
          } ?? []
      }
      guard let list = wanted[number], !list.isEmpty else { continue }
      for place in list {
        running = place
        runs[place](self, index)
      }
    }
  }

  // MARK: Reporting

  /// Reports that the node at `node` breaks the rule whose test runs.
  ///
  /// - Parameters:
  ///   - node: The node; `nil` is the file as a whole.
  ///   - first: What was found, under a name that the sentence of the rule has.
  ///   - second: More of the same.
  ///   - third: More of the same.
  ///   - field: The field that it is about, of the node that ``reader`` has open.
  ///   - extent: The bits that it is about; those of the node when neither they nor a field are given.
  ///   - others: Nodes whose faults explain this one, besides its own and those around it.
  ///   - cause: The problem it follows from, by its place among those that were kept; found when
  ///     it is not given.
  /// - Returns: The place of the problem among those that were kept.
  @discardableResult
  public func report(
    _ node: NodeIndex?, _ first: Detail.Value? = nil, _ second: Detail.Value? = nil,
    _ third: Detail.Value? = nil, field: ViewedField? = nil, extent: Extent? = nil,
    because others: [NodeIndex] = [], following cause: Int? = nil
  ) -> Int? {
    guard let kind else { return nil }
    var finding = Finding(kind)
    finding.detail = Detail(first, second, third)
    return report(
      finding, node, field: field, extent: extent, because: others, following: cause)
  }

  /// Reports that the node at `node` breaks the rule of this kind, which needs no values; `nil` is the file.
  ///
  /// - Parameters:
  ///   - kind: The kind, whose sentence has no values.
  ///   - node: The node; `nil` for the file as a whole.
  ///   - field: The field of the open node that it is about; `nil` for the node as a whole.
  ///   - extent: The bits that it is about; `nil` for those of the node.
  ///   - others: Nodes whose own problems would explain this one.
  ///   - cause: The problem that it follows from, by its place among those that were kept; `nil`
  ///     when not known.
  /// - Returns: The place of the problem among those that were kept; `nil` when there are enough of
  ///   its kind.
  @discardableResult
  public func report(
    _ kind: Diagnostic.Kind, _ node: NodeIndex?, field: ViewedField? = nil, extent: Extent? = nil,
    because others: [NodeIndex] = [], following cause: Int? = nil
  ) -> Int? {
    report(
      Finding(kind), node, field: field, extent: extent, because: others, following: cause)
  }

  /// Reports a finding about the node at `node`; `nil` is the file.
  ///
  /// - Parameters:
  ///   - finding: What was found.
  ///   - node: The node; `nil` for the file as a whole.
  ///   - field: The field of the open node that it is about; `nil` for the node as a whole.
  ///   - extent: The bits that it is about; `nil` for those of the node.
  ///   - others: Nodes whose own problems would explain this one.
  ///   - cause: The problem that it follows from, by its place among those that were kept; `nil`
  ///     when not known.
  /// - Returns: The place of the problem among those that were kept; `nil` when there are enough of
  ///   its kind.
  @discardableResult
  public func report(
    _ finding: Finding, _ node: NodeIndex?, field: ViewedField? = nil, extent: Extent? = nil,
    because others: [NodeIndex] = [], following cause: Int? = nil
  ) -> Int? {
    let node = tree.known(node)
    var diagnostic = Diagnostic(
      finding, node: node,
      extent: extent ?? node.map { tree[$0].extent } ?? Extent(byteOffset: 0, byteCount: 0))
    if let field, let node, reader.opened == node {
      _ = reader.viewed(node, by: field.view).withField(field.field) {
        diagnostic.extent = $0.extent
        diagnostic.row = $0.row
      }
    }
    let found =
      cause ?? node.flatMap { self.cause(at: $0) }
      ?? others.lazy.compactMap { self.cause(at: $0) }.first
    let place = document.problems.add(diagnostic, following: found, within: document.limits)
    if place != nil, finding.kind.isOfStructure { causes = nil }
    return place
  }

  /// The problem, by its place among those that were kept, that explains why bytes or fields of the
  /// node at `index` are missing: its own, or that of a node around it; or why what it holds is, because of a limit.
  ///
  /// - Parameter index: The node.
  /// - Returns: The place of that problem; `nil` when nothing is known to be missing.
  public func cause(at index: NodeIndex) -> Int? {
    if causes == nil {
      var found: [NodeIndex: Int] = [:]
      for (place, problem) in document.problems.kept.enumerated() where problem.kind.isOfStructure {
        if let node = problem.node, found[node] == nil { found[node] = place }
        if limit == nil, Diagnostic.Kind.isLimit(problem.kind.id) { limit = place }
      }
      causes = found
    }
    guard let causes, !causes.isEmpty else { return nil }
    var at = tree.known(index)
    while let here = at {
      if let cause = causes[here] { return cause }
      at = tree.parent(of: here)
    }
    return limit.flatMap { tree.known(index).map(isLeftOpen) == true ? $0 : nil }
  }

  /// Whether the node at `index` ends with bytes that were not scanned, and no problem of theirs says why.
  private func isLeftOpen(_ index: NodeIndex) -> Bool {
    guard let last = tree[index].subtreeEnd.previous, last > index else { return false }
    return tree[last].isRaw && tree[last].marks.contains(.faulty) && tree[last].depth == tree[index].depth + 1
      && causes?[last].map { $0 == limit } ?? true
  }

  /// Says that the problem at `place`, among those that were kept, follows from one of this kind of
  /// the node at `node`, if there is one in the end.
  ///
  /// - Parameters:
  ///   - place: The problem that follows; `nil` for one that was not kept.
  ///   - id: The identifier of the kind that it follows from.
  ///   - node: The node that the other problem is about.
  public func fold(_ place: Int?, underAny id: StaticString, of node: NodeIndex?) {
    guard let place, let node else { return }
    conditional.append((place, id, node))
  }

  /// The problem of this kind, by its place among those that were kept, of the node at `index`.
  ///
  /// - Parameters:
  ///   - id: The identifier of the kind.
  ///   - index: The node.
  /// - Returns: The place of the first one; `nil` when the node has none.
  public func problem(_ id: StaticString, of index: NodeIndex) -> Int? {
    document.problems.kept.firstIndex { $0.node == index && $0.kind.id.isSame(as: id) }
  }
}

extension StaticString {
  /// The four-character codes of a list of key strings that are separated by spaces.
  public var codes: [FourCC] {
    var codes: [FourCC] = []
    eachCode { codes.append($0) }
    return codes
  }
}

extension Document {
  /// What is said when a file costs more steps than it may before all rules were run.
  package static let noStepsForRules: StaticString = "there are no steps left for all rules"

  /// Looks for what is wrong, after structure was scanned: in the fields of all nodes, then by the
  /// tests of `rules`.
  ///
  /// Problems end up in document order, in ``Document/problems``; nodes that a warning or an error
  /// is about are marked.
  ///
  /// - Complexity: O(*n*) in the number of nodes, besides what tests cost.
  package func runChecks(_ examination: Examination, _ rules: [Rule]) {
    FieldRules(self).run()
    runRules(examination, rules)
  }

  /// Runs `rules` over the file; fields are not looked through.
  package func runRules(_ examination: Examination, _ rules: [Rule]) {
    examination.run(rules)
    settleProblems()
  }

  /// Puts problems in document order, and marks the nodes that a warning or an error is about.
  package func settleProblems() {
    for problem in problems.kept where problem.severity > .note {
      guard let node = tree.known(problem.node) else { continue }
      faulty.insert(node)
    }
    problems.sort(in: tree)
  }
}
