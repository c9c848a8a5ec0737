import ByteReading
import Structure

/// Which rules of the project a file may break, found while their texts are gone through: a rule is read
/// where it may hold alone, and of most a line or two says that it does not.
///
/// What it lets pass is judged as any rule is. It keeps back what cannot hold: nodes that are not there,
/// facts that are otherwise, problems that nobody found, players that nobody asked for.
final class RuleGate {
  private let document: Document
  private let tree: Tree
  private let facts: PlayerFacts
  private let scopes: PlayerScopes
  /// The fingerprints of the players that are asked for, and of groups that have one of them.
  private let wanted: [UInt64]
  /// The kinds of problems that were found.
  private let problems: [StaticString]
  /// Taken once: what is made once in all is looked for each time that somebody asks.
  private let names = PlayerFact.names
  /// Whether not all of the file was read, so that each rule has to say that it may hold where nobody looked.
  private let isIncomplete: Bool
  /// Whether nodes were cut off, so that what is not in them is not absent.
  private let hasCuts: Bool

  private let players: [Player]
  /// Whether one of them does not list a coding of the file.
  private lazy var hasUnlisted = players.contains { !facts.codings.unlisted(for: $0, besides: []).isEmpty }

  /// The nodes of paths that leave levels out, by the fingerprints of their texts.
  private var deep: [KnownNodes] = []

  /// The nodes at which facts and fields are looked at before a rule is read.
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
    /// Those of ``Places/nodes``.
    var nodes: [NodeIndex] = []

    /// Begins each case as the lines of its section leave it.
    mutating func beginCase(in section: borrowing State) {
      mayCaseHold = section.mayCaseHold
      places = section.places
      nodes = section.nodes
    }
  }

  private enum Places {
    case file, nodes
    /// Places that are not looked at.
    case open
  }

  private enum Truth { case yes, no, open }

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
    self.problems = problems
    isIncomplete = problems.contains { Diagnostic.Kind.isLimit($0) }
    hasCuts = problems.contains { PlayerRule.isCut($0) }
  }

  /// Passes `take` the number of each rule in `text` that may hold, counted from `first` on, where its section begins with
  /// the lines that hold for all of it, and where it stands.
  ///
  /// Of a section that cannot hold the rules are counted, and not gone through.
  func sift(
    _ text: RawSpan, from first: Int, _ take: (_ number: Int, _ section: Range<Int>, _ block: Range<Int>) -> Void
  ) {
    var number = first
    var section = State()
    section.isWanted = true
    var sectionLines = 0..<0
    var state = State()
    var block = -1
    var line = 0
    while line < text.byteCount {
      let end = text.offset(of: .newline, from: line) ?? text.byteCount
      var start = line
      while start < end, text.byte(at: start) == .space { start &+= 1 }
      let first = start < end ? text.byte(at: start) : nil
      if start == line, first != nil, block >= 0 {
        if mayHold(state) { take(number &- 1, sectionLines, block..<line) }
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
        state.beginCase(in: section)
      } else if first != nil, block < 0 {
        read(text.extracting(start..<end), &section)
      } else if first == UInt8(ascii: "o") {
        if state.mayCaseHold { state.mayHold = true }
        state.beginCase(in: section)
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
    if block >= 0, mayHold(state) { take(number &- 1, sectionLines, block..<text.byteCount) }
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
    state.isUnlisted ? hasUnlisted : state.isWanted && (state.mayHold || state.mayCaseHold)
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
      guard state.isWanted, state.mayCaseHold, !isIncomplete, !state.isUnlisted else { return }
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
    func isLeftOut(_ node: NodeIndex) -> Bool {
      if tree[node].isRaw { return true }
      guard ofTypes else { return false }
      let type = tree[node].type
      words.at = typesStart
      while let word = words.next(line) { if Self.code(line.extracting(word)) == type { return false } }
      return true
    }
    // Most are taken as they are.
    let places = nodes.contains(where: isLeftOut) ? nodes.filter { !isLeftOut($0) } : nodes
    (state.places, state.nodes) = (.nodes, places)
    if places.isEmpty { state.mayCaseHold = false }
  }

  private func when(_ line: RawSpan, isNegated: Bool, _ state: inout State) {
    if case .open = state.places { return }
    var words = LineWords()
    guard let word = words.next(line) else { return }
    let condition = Condition(line, word: word, rest: words, gate: self)
    func isRefuted(at place: NodeIndex?) -> Bool {
      truth(of: condition, line, at: place) == (isNegated ? .yes : .no)
    }
    switch state.places {
    case .open: break
    case .file: if isRefuted(at: nil) { state.mayCaseHold = false }
    case .nodes:
      state.nodes.removeAll { isRefuted(at: $0) }
      if state.nodes.isEmpty { state.mayCaseHold = false }
    }
  }

  // MARK: Conditions

  /// What is asked of each place, as far as it can be said before a rule is read.
  private enum Condition {
    case fact(PlayerFact, Expectation.Comparison, Int64)
    /// Whether there is a node, of a path without a field; or a field of it, which is looked at later.
    case path(Range<Int>, isOfField: Bool, isAbsent: Bool)
    /// A field of nodes that is compared with one of the values from a place of the line on.
    case field(Range<Int>, name: Range<Int>, Expectation.Comparison, values: Int)
    case known(Truth)

    init(_ line: RawSpan, word: Range<Int>, rest: LineWords, gate: RuleGate) {
      var words = rest
      let first = line.extracting(word)
      if first.isSame(as: "problem") {
        var isThere = false
        while !isThere, let word = words.next(line) {
          let id = line.extracting(word)
          isThere = gate.problems.contains { id.isSame(as: $0) }
        }
        self = .known(isThere ? .open : .no)
        return
      }
      if first.isSame(as: "fact") {
        self = Self.fact(line, words, gate.names)
        return
      }
      let sign = words.next(line)
      let isAbsent = sign.map { line.extracting($0).isSame(as: "absent") } ?? false
      let isThere = sign.map { line.extracting($0).isSame(as: "exists") } ?? true
      guard let end = Self.endOfPath(line, word) else {
        self = .known(.open)
        return
      }
      let isOfField = end < word.upperBound
      if !isAbsent, !isThere, let sign {
        guard isOfField, line.extracting(end &+ 1..<word.upperBound).isName,
          let comparison = Self.comparison(ofField: line.extracting(sign))
        else {
          self = .known(.open)
          return
        }
        self = .field(word.lowerBound..<end, name: end &+ 1..<word.upperBound, comparison, values: words.at)
        return
      }
      self = .path(word.lowerBound..<end, isOfField: isOfField, isAbsent: isAbsent)
    }

    /// A fact and what it is compared with: without anything it is to be other than 0.
    private static func fact(_ line: RawSpan, _ rest: LineWords, _ names: PlayerFact.Names) -> Condition {
      var words = rest
      guard let name = words.next(line), let fact = names.fact(line.extracting(name).fingerprint) else {
        return .known(.open)
      }
      guard let sign = words.next(line) else { return .fact(fact, .notEqual, 0) }
      guard let comparison = comparison(line.extracting(sign)), let value = words.next(line),
        let number = line.extracting(value).wholeNumber, words.next(line) == nil
      else { return .known(.open) }
      return .fact(fact, comparison, number)
    }

    /// The place of the point behind a path, or its end; `nil` where the path has quotes or escapes.
    private static func endOfPath(_ line: RawSpan, _ word: Range<Int>) -> Int? {
      var end = word.lowerBound
      while end < word.upperBound, let byte = line.byte(at: end), byte != UInt8(ascii: ".") {
        // A quoted type may have anything in it.
        if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\") { return nil }
        end &+= 1
      }
      return end
    }

    /// What a field is compared with, from `start` on: words, and what stands in single quotes.
    static func values(_ line: RawSpan, from start: Int) -> [Expectation.Value]? {
      var words = LineWords(at: start)
      var values: [Expectation.Value] = []
      while let word = words.next(line) {
        if line.byte(at: word.lowerBound) == UInt8(ascii: "'") {
          let start = word.lowerBound &+ 1
          guard let end = line.offset(of: UInt8(ascii: "'"), from: start) else { return nil }
          words.at = end &+ 1
          values.append(Expectation.Value(text: line.extracting(start..<end).text, number: nil))
        } else {
          let text = line.extracting(word)
          if let number = text.wholeNumber {
            values.append(
              Expectation.Value(text: text.text, number: number < 0 ? .negative(number) : .natural(UInt64(number))))
          } else {
            let text = text.text
            values.append(Expectation.Value(text: text, number: Expectation.Number(text)))
          }
        }
      }
      return values.isEmpty ? nil : values
    }

    /// `in` is equal to one of several.
    private static func comparison(ofField sign: RawSpan) -> Expectation.Comparison? {
      sign.isSame(as: "in") ? .equal : comparison(sign)
    }

    private static func comparison(_ sign: RawSpan) -> Expectation.Comparison? {
      if sign.isSame(as: "=") { return .equal }
      if sign.isSame(as: ">") { return .greater }
      if sign.isSame(as: "<") { return .less }
      if sign.isSame(as: ">=") { return .greaterOrEqual }
      if sign.isSame(as: "<=") { return .lessOrEqual }
      return sign.isSame(as: "!=") ? .notEqual : nil
    }
  }

  private func truth(of condition: Condition, _ line: RawSpan, at place: NodeIndex?) -> Truth {
    switch condition {
    case .known(let truth): return truth
    case .fact(let fact, let comparison, let wanted):
      let value = facts.value(of: fact, at: place)
      if value.unread != nil { return .open }
      guard let number = value.number else { return .no }
      return comparison.holds(for: number < wanted ? -1 : number == wanted ? 0 : 1) ? .yes : .no
    case .field(let path, let name, let comparison, let start):
      let path = line.extracting(path)
      guard let nodes = nodes(path, at: place) else { return hasTypes(path) ? .open : .no }
      if nodes.isEmpty { return .no }
      guard nodes.count <= Self.limit, let wanted = Condition.values(line, from: start) else { return .open }
      let field = line.extracting(name)
      for node in nodes {
        switch scopes.values(at: node).match(field, comparison, wanted) {
        case .open: return .open
        case .yes: return .yes
        case .no: break
        }
      }
      return hasCuts && nodes.contains(where: facts.file.isCut) ? .open : .no
    case .path(let path, let isOfField, let isAbsent):
      switch presence(of: line.extracting(path), at: place) {
      case .open: return .open
      case .no: return isAbsent && !isOfField ? .yes : .no
      case .yes:
        if isOfField { return .open }
        if !isAbsent { return .yes }
        return hasCuts ? .open : .no
      }
    }
  }

  /// Whether there is a node of this path.
  private func presence(of path: RawSpan, at place: NodeIndex?) -> Truth {
    guard let nodes = nodes(path, at: place) else { return hasTypes(path) ? .open : .no }
    return nodes.isEmpty ? .no : .yes
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

extension PlayerFact {
  /// All facts by the fingerprints of their names: rules ask for many of them before the first line is written.
  fileprivate static let names = Names()

  fileprivate struct Names {
    let all = PlayerFact.allCases
    private let fingerprints: [UInt64]
    /// The first fact of each bucket and the next in the same one, from 1.
    private var buckets = [UInt16](repeating: 0, count: 256)
    private var next: [UInt16] = []

    init() {
      fingerprints = all.map { $0.rawValue.fingerprint }
      next.reserveCapacity(all.count)
      for (place, fingerprint) in fingerprints.enumerated() {
        next.append(buckets[Int(fingerprint & 0xFF)])
        buckets[Int(fingerprint & 0xFF)] = UInt16(place + 1)
      }
    }

    func fact(_ fingerprint: UInt64) -> PlayerFact? {
      var place = Int(buckets[Int(fingerprint & 0xFF)])
      while place > 0 {
        if fingerprints[place &- 1] == fingerprint { return all[place &- 1] }
        place = Int(next[place &- 1])
      }
      return nil
    }
  }

  /// The fact that is called so.
  static func named(_ name: RawSpan) -> PlayerFact? { names.fact(name.fingerprint) }
}

extension RawSpan {
  fileprivate func isSame(as text: StaticString) -> Bool {
    byteCount == text.utf8CodeUnitCount && hasPrefix(text.rawBytes)
  }

  /// Whether it is of letters, digits and underscores alone.
  fileprivate var isName: Bool {
    for offset in 0..<byteCount {
      guard let byte = byte(at: offset), byte.isLetterOrDigit || byte == UInt8(ascii: "_") else { return false }
    }
    return byteCount > 0
  }

  /// A whole number in decimal digits, or in hexadecimal ones behind `0x`; `nil` for any other text.
  fileprivate var wholeNumber: Int64? {
    var at = 0
    let isNegative = byte(at: 0) == UInt8(ascii: "-")
    if isNegative { at = 1 }
    var base: UInt8 = 10
    if !isNegative, byte(at: 0) == UInt8(ascii: "0"), byte(at: 1) == UInt8(ascii: "x") { (at, base) = (2, 16) }
    // Fifteen digits of either are no more than 60 bits.
    guard at < byteCount, byteCount &- at <= 15 else { return nil }
    var number: Int64 = 0
    while at < byteCount, let byte = byte(at: at) {
      guard let digit = byte.hexDigit, digit < base else { return nil }
      number = number &* Int64(base) &+ Int64(digit)
      at &+= 1
    }
    return isNegative ? -number : number
  }
}

extension UInt8 {
  fileprivate static var space: UInt8 { UInt8(ascii: " ") }
  fileprivate static var newline: UInt8 { UInt8(ascii: "\n") }
}
