import ByteReading
import Structure

/// Which rules of the project a file may break, found while their texts are gone through: a rule is read
/// where it may hold alone, and of most a line or two says that it does not.
///
/// It keeps back what cannot hold: nodes that are not there, facts that are otherwise, problems that nobody found,
/// players that nobody asked for. Of a rule whose conditions were all decided on the way it says where it holds, and
/// nobody asks again; what it lets pass besides is judged as any rule is.
final class RuleGate {
  private let document: Document
  private let tree: Tree
  private let facts: PlayerFacts
  private let scopes: PlayerScopes
  /// The fingerprints of the players that are asked for, and of groups that have one of them.
  private let wanted: [UInt64]
  private let vocabulary: RuleCondition.Vocabulary
  /// Whether not all of the file was read, so that each rule has to say that it may hold where nobody looked.
  private let isIncomplete: Bool
  /// Whether nodes were cut off, so that what is not in them is not absent.
  private let hasCuts: Bool

  private let players: [Player]
  /// Whether one of them does not list a coding of the file.
  private lazy var hasUnlisted = players.contains { !facts.codings.unlisted(for: $0, besides: []).isEmpty }

  /// The nodes of paths that leave levels out, by the fingerprints of their texts.
  private var deep: [KnownNodes] = []

  /// The nodes at which facts and fields are looked at before a rule is read: a bit each.
  private static let limit = 64

  /// What is known of the rule that is gone through.
  private struct State {
    /// Whether it is about a player that was asked for.
    var isWanted = false
    /// Whether it is about codings that players do not list.
    var isUnlisted = false
    /// Whether one of its cases that ended may hold.
    var mayHold = false
    /// Whether the case that is gone through may hold.
    var mayCaseHold = true
    /// Where that case may hold.
    var places = Places.file
    /// The nodes of ``Places/nodes``, and which of them are left, a bit each.
    var nodes: [NodeIndex] = []
    var left: UInt64 = 0
    /// Whether each of its conditions was decided at each place that was left then.
    var isSettled = true
    /// Where its own lines begin.
    var start = 0
    /// Where the cases that ended hold; `nil` when one of those that may hold is not settled.
    var found: [Place]? = []

    /// Begins each case as the lines of its section leave it.
    mutating func beginCase(in section: borrowing State, at start: Int) {
      mayCaseHold = section.mayCaseHold
      places = section.places
      nodes = section.nodes
      left = section.left
      isSettled = section.isSettled
      self.start = start
    }
  }

  private enum Places {
    case file, nodes
    /// Places that are not looked at.
    case open
  }

  private enum Truth {
    /// It holds, and where that was found.
    case yes(NodeIndex?, Extent?)
    case no, open
  }

  /// A rule that may hold.
  struct Passed {
    /// Counted over all texts.
    let number: Int
    /// The lines of its section, and its own.
    let section: Range<Int>
    let block: Range<Int>
    /// Where it holds; `nil` where that is not known before it is read.
    let places: [Place]?
  }

  /// A place at which a rule holds.
  struct Place {
    /// The node that its case is about; `nil` for the file.
    let scope: NodeIndex?
    /// What its conditions found: the last that found something.
    fileprivate(set) var node: NodeIndex?
    fileprivate(set) var extent: Extent?
  }

  init(_ facts: PlayerFacts, _ scopes: PlayerScopes, players: [Player], of catalogue: PlayerCatalogue) {
    document = facts.document
    tree = facts.tree
    self.facts = facts
    self.scopes = scopes
    self.players = players
    var wanted: [UInt64] = []
    for player in players { wanted.append(player.id.fingerprint) }
    for group in catalogue.groups
    where group.players.contains(where: { id in players.contains { $0.id == id } }) {
      wanted.append(group.name.fingerprint)
    }
    self.wanted = wanted
    let found = document.problems
    var problems: [StaticString] = []
    for counted in found.counts { problems.append(counted.kind.id) }
    for problem in found.kept where !problems.contains(where: { $0.isSame(as: problem.kind.id) }) {
      problems.append(problem.kind.id)
    }
    vocabulary = RuleCondition.Vocabulary(problems: problems)
    isIncomplete = problems.contains { Diagnostic.Kind.isLimit($0) }
    hasCuts = problems.contains { PlayerRule.isCut($0) }
  }

  /// Passes `take` each rule in `text` that may hold, their numbers counted from `first` on.
  ///
  /// Of a section that cannot hold the rules are counted, and not gone through.
  func sift(_ text: RawSpan, from first: Int, _ take: (Passed) -> Void) {
    var number = first
    var section = State()
    section.isWanted = true
    var sectionLines = 0..<0
    var state = State()
    var block = -1
    func finish(at end: Int) {
      endCase(&state, sectionLines, in: text, at: end)
      guard mayHold(state) else { return }
      take(
        Passed(
          number: number &- 1, section: sectionLines, block: block..<end, places: state.isUnlisted ? nil : state.found))
    }
    var line = 0
    while line < text.byteCount {
      let end = text.offset(of: .newline, from: line) ?? text.byteCount
      var start = line
      while start < end, text.byte(at: start) == .space { start &+= 1 }
      let first = start < end ? text.byte(at: start) : nil
      if start == line, first != nil, block >= 0 {
        finish(at: line)
        block = -1
      }
      if start == line, first == UInt8(ascii: "s") {
        section = State()
        section.isWanted = true
        sectionLines = line..<line
      } else if start == line, first != nil {
        number &+= 1
        if !section.mayCaseHold {
          line = Self.nextRule(in: text, from: end)
          continue
        }
        block = line
        state = State()
        state.beginCase(in: section, at: end &+ 1)
      } else if first != nil, block < 0 {
        read(text.extracting(start..<end), &section)
      } else if first == UInt8(ascii: "o") {
        endCase(&state, sectionLines, in: text, at: line)
        state.beginCase(in: section, at: end &+ 1)
      } else if first == UInt8(ascii: "s") {
        // What is said of a rule, and where that is known from, stands behind all that decides.
        line = Self.nextRule(in: text, from: end)
        continue
      } else if first != nil {
        read(text.extracting(start..<end), &state)
      }
      line = end &+ 1
      if block < 0 { sectionLines = sectionLines.lowerBound..<min(line, text.byteCount) }
    }
    if block >= 0 { finish(at: text.byteCount) }
  }

  /// The start of the first line from the end of one at `end` on that is not indented.
  private static func nextRule(in text: RawSpan, from end: Int) -> Int {
    var end = end
    while text.byte(at: end &+ 1) == .space || text.byte(at: end &+ 1) == .newline {
      guard let next = text.offset(of: .newline, from: end &+ 1) else { return text.byteCount }
      end = next
    }
    return min(end &+ 1, text.byteCount)
  }

  private func mayHold(_ state: borrowing State) -> Bool {
    state.isUnlisted ? hasUnlisted : state.isWanted && state.mayHold
  }

  // MARK: Lines

  private func read(_ line: RawSpan, _ state: inout State) {
    guard let first = line.byte(at: 0) else { return }
    switch first {
    // no, note; lost, loss; depends
    case UInt8(ascii: "n"), UInt8(ascii: "l"), UInt8(ascii: "d"):
      if state.isWanted { return }
      var words = LineWords()
      _ = words.next(line)
      while !state.isWanted, let word = words.next(line) {
        if wanted.contains(line.extracting(word).fingerprint) { state.isWanted = true }
      }
    // each, when, unless
    case UInt8(ascii: "e"):
      guard state.isWanted, state.mayCaseHold, !isIncomplete else {
        state.places = .open
        return
      }
      beginCase(line.extracting(Self.rest(of: line, behind: "each ")), &state)
    case UInt8(ascii: "w"), UInt8(ascii: "u"):
      if line.isSame(as: "when unlisted") { state.isUnlisted = true }
      if line.isSame(as: "when outside") { state.mayCaseHold = false }
      guard state.isWanted, state.mayCaseHold, !isIncomplete, !state.isUnlisted else {
        state.isSettled = false
        return
      }
      let isNegated = first == UInt8(ascii: "u")
      when(line.extracting(Self.rest(of: line, behind: isNegated ? "unless " : "when ")), isNegated: isNegated, &state)
    default: break
    }
  }

  /// Where the words behind the first one of a line stand, which is known by its letter.
  private static func rest(of line: RawSpan, behind word: StaticString) -> Range<Int> {
    min(word.utf8CodeUnitCount, line.byteCount)..<line.byteCount
  }

  /// Finds the nodes of a path, of the types behind it.
  private func beginCase(_ line: RawSpan, _ state: inout State) {
    var words = LineWords()
    state.places = .open
    guard let path = words.next(line) else { return }
    let ofTypes = words.next(line) != nil
    let typesStart = words.at
    // Most codings are in no part of the file.
    var mayBeThere = !ofTypes
    while !mayBeThere, let word = words.next(line) {
      mayBeThere = Self.code(line.extracting(word)).map { tree.mayHave($0) } ?? true
    }
    guard mayBeThere else {
      state.mayCaseHold = false
      return
    }
    guard let nodes = scopes.nodes(line.extracting(path)), nodes.count <= Self.limit else { return }
    if nodes.isEmpty {
      state.mayCaseHold = false
      return
    }
    (state.places, state.nodes) = (.nodes, nodes)
    state.left = 0
    for place in nodes.indices {
      let node = tree[nodes[place]]
      if node.isRaw { continue }
      var isMeant = !ofTypes
      words.at = typesStart
      while !isMeant, let word = words.next(line) { isMeant = Self.code(line.extracting(word)) == node.type }
      if isMeant { state.left |= 1 &<< UInt64(place) }
    }
    if state.left == 0 { state.mayCaseHold = false }
  }

  private func when(_ line: RawSpan, isNegated: Bool, _ state: inout State) {
    if case .open = state.places { return }
    guard let condition = RuleCondition(line, vocabulary) else { return }
    // Taken from the line once, where one of the places has the field.
    var wanted: [Expectation.Value]?
    func isRefuted(at place: NodeIndex?) -> Bool {
      switch truth(of: condition, line, &wanted, at: place) {
      case .yes: return isNegated
      case .no: return !isNegated
      case .open:
        state.isSettled = false
        return false
      }
    }
    switch state.places {
    case .open: break
    case .file: if isRefuted(at: nil) { state.mayCaseHold = false }
    case .nodes:
      for place in SetBits(left: state.left) where isRefuted(at: state.nodes[place]) {
        state.left &= ~(1 &<< UInt64(place))
      }
      if state.left == 0 { state.mayCaseHold = false }
    }
  }

  // MARK: Places

  /// Ends a case, whose own lines end at `end`: where it holds, as far as nothing of it is open.
  private func endCase(_ state: inout State, _ section: Range<Int>, in text: RawSpan, at end: Int) {
    guard state.mayCaseHold else { return }
    state.mayHold = true
    func add(_ scope: NodeIndex?) {
      var place = Place(scope: scope)
      look(for: &place, in: text.extracting(section))
      look(for: &place, in: text.extracting(state.start..<end))
      state.found?.append(place)
    }
    switch state.places {
    case _ where !state.isSettled || isIncomplete || !state.isWanted: state.found = nil
    case .open: state.found = nil
    case .file: add(nil)
    case .nodes: for place in SetBits(left: state.left) { add(state.nodes[place]) }
    }
  }

  /// Looks for what the conditions in `text` found at a place, of which each holds.
  private func look(for place: inout Place, in text: RawSpan) {
    var line = 0
    while line < text.byteCount {
      let end = text.offset(of: .newline, from: line) ?? text.byteCount
      var start = line
      while start < end, text.byte(at: start) == .space { start &+= 1 }
      let words = text.extracting(start..<end)
      if words.hasPrefix(("when " as StaticString).rawBytes) {
        let asked = words.extracting(Self.rest(of: words, behind: "when "))
        var wanted: [Expectation.Value]?
        if let condition = RuleCondition(asked, vocabulary),
          case .yes(let node, let extent) = truth(of: condition, asked, &wanted, at: place.scope), node != nil || extent != nil
        {
          (place.node, place.extent) = (node, extent)
        }
      }
      line = end &+ 1
    }
  }

  // MARK: Truth

  private func truth(
    of condition: RuleCondition, _ line: RawSpan, _ wanted: inout [Expectation.Value]?, at place: NodeIndex?
  ) -> Truth {
    switch condition {
    case .open: return .open
    case .never: return .no
    case .fact(let fact, let comparison, let wanted):
      let value = facts.value(of: fact, at: place)
      if value.unread != nil { return .open }
      guard let number = value.number else { return .no }
      return comparison.holds(for: number < wanted ? -1 : number == wanted ? 0 : 1)
        ? .yes(value.node, value.extent) : .no
    case .field(let path, let name, let comparison, let start):
      let path = line.extracting(path)
      guard let nodes = nodes(path, at: place) else { return hasTypes(path) ? .open : .no }
      if nodes.isEmpty { return .no }
      let values = wanted ?? RuleCondition.values(line, from: start)
      wanted = values
      guard nodes.count <= Self.limit, !values.isEmpty else { return .open }
      let field = line.extracting(name)
      for node in nodes {
        switch scopes.values(at: node).match(field, comparison, values) {
        case .yes(let extent): return .yes(node, extent)
        case .open: return .open
        case .no: break
        }
      }
      return hasCuts && nodes.contains(where: facts.file.isCut) ? .open : .no
    case .path(let path, let field, let isAbsent):
      let path = line.extracting(path)
      guard let nodes = nodes(path, at: place) ?? (hasTypes(path) ? nil : []) else { return .open }
      if let field { return presence(of: line.extracting(field), in: nodes, isAbsent: isAbsent) }
      guard let first = nodes.first else { return isAbsent ? ofAbsence(at: place) : .no }
      if !isAbsent { return .yes(first, tree[first].extent) }
      return hasCuts ? .open : .no
    }
  }

  /// Whether one of `nodes` has a field, or one has it not.
  private func presence(of field: RawSpan, in nodes: [NodeIndex], isAbsent: Bool) -> Truth {
    guard nodes.count <= Self.limit else { return .open }
    for node in nodes {
      switch scopes.values(at: node).first(field) {
      case .yes(let extent): if !isAbsent { return .yes(node, extent) }
      case .open: return .open
      case .no:
        // Fields of headers are none of the values, and what a cut took away is not absent.
        guard !hasCuts, let header = tree.catalogue(of: tree[node])?.header, header.row(named: field) == nil else {
          return .open
        }
        if isAbsent { return .yes(node, tree[node].extent) }
      }
    }
    return .no
  }

  /// Something is absent below `place`, or from the file.
  private func ofAbsence(at place: NodeIndex?) -> Truth {
    .yes(place, place.map { tree[$0].extent } ?? Extent(byteOffset: 0, byteCount: 0))
  }

  /// The nodes of a path that begins at the top, or is made of plain steps below `place`; `nil` for any other.
  private func nodes(_ path: RawSpan, at place: NodeIndex?) -> [NodeIndex]? {
    if path.byte(at: 0) == UInt8(ascii: "/") {
      if path.byte(at: 1) != UInt8(ascii: "/") { return scopes.nodes(path) }
      if !hasTypes(path) { return [] }
      guard let place else { return deepNodes(path) }
      // Below a place further steps may begin at any of the nodes of the first.
      guard path.extracting(2..<path.byteCount).plainCode != nil, let nodes = deepNodes(path) else { return nil }
      let inside = tree.subtree(of: place)
      return nodes.filter { $0 != place && inside.contains($0) }
    }
    guard let place else { return nil }
    if path.isSame(as: "own") { return [place] }
    var nodes = [place]
    var start = 0
    while start < path.byteCount {
      var end = start
      while end < path.byteCount, path.byte(at: end) != UInt8(ascii: "/") { end &+= 1 }
      guard let code = path.extracting(start..<end).plainCode, let children = scopes.children(code, of: nodes) else {
        return nil
      }
      if children.isEmpty { return [] }
      nodes = children
      start = end &+ 1
    }
    return nodes
  }

  /// The nodes of a path that leaves levels out, in all of the file.
  private func deepNodes(_ path: RawSpan) -> [NodeIndex]? {
    let fingerprint = path.fingerprint
    for place in deep.indices where deep[place].fingerprint == fingerprint { return deep[place].nodes }
    let nodes = (try? Path(path.text))?.nodes(in: document)
    deep.append(KnownNodes(fingerprint: fingerprint, nodes: nodes))
    return nodes
  }

  /// Whether all types that a path names are in the file.
  private func hasTypes(_ path: RawSpan) -> Bool {
    var start = 0
    while start < path.byteCount {
      var end = start
      while end < path.byteCount, path.byte(at: end) != UInt8(ascii: "/") { end &+= 1 }
      if let code = path.extracting(start..<end).plainCode, !tree.mayHave(code) { return false }
      start = end &+ 1
    }
    return true
  }

  /// The type that a name is.
  private static func code(_ name: RawSpan) -> FourCC? { name.plainCode ?? FourCC(key: name.text) }
}

/// The places of the bits that are set, the lowest first.
private struct SetBits: Sequence, IteratorProtocol {
  var left: UInt64

  mutating func next() -> Int? {
    guard left != 0 else { return nil }
    defer { left &= left &- 1 }
    return left.trailingZeroBitCount
  }
}

extension UInt8 {
  fileprivate static var space: UInt8 { UInt8(ascii: " ") }
  fileprivate static var newline: UInt8 { UInt8(ascii: "\n") }
}
