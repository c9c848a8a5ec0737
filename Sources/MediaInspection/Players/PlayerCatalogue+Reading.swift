import ByteReading
import Structure

/// Why a file of rules cannot be read, and where.
package struct PlayerRuleError: Error, Sendable, Equatable {
  /// From 1.
  package let line: Int
  /// The character it is about, from 1.
  package let column: Int
  package let message: String
}

extension PlayerCatalogue {
  /// Adds what stands in the text of a file of rules.
  ///
  /// A line begins with a word that says what it is; lines that are further in belong to the rule or
  /// the player above them. Empty lines, and those that begin with `#`, are passed over.
  ///
  /// - Parameters:
  ///   - text: The text of the file.
  ///   - file: Its name, for messages and reports; empty for rules of the project.
  /// - Throws: `PlayerRuleError` at the first line that is not understood, and at the first rule, player or
  ///   line of a rule that is one too many: 4,096 rules and as many players and groups are read, of 1,024
  ///   lines each.
  package mutating func read(_ text: String, from file: String = "") throws(PlayerRuleError) {
    try read(text, from: file, withoutConditions: false)
  }

  /// The same, where lines that say where rules hold may be passed over.
  mutating func read(_ text: String, from file: String = "", withoutConditions: Bool) throws(PlayerRuleError) {
    let bytes = Array(text.utf8)
    var reader = RuleReader(self, file, bytes)
    reader.passesConditions = withoutConditions
    var number = 0
    var start = 0
    while true {
      let end = bytes.rawBytes.offset(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      number += 1
      try reader.read(start..<end, number)
      if end == bytes.count { break }
      start = end + 1
    }
    try reader.finish()
    self = reader.catalogue
  }
}

/// Reads lines one after another, by their bytes: the rules of this project are read at each start.
private struct RuleReader {
  var catalogue: PlayerCatalogue
  /// The text, in UTF-8.
  private let bytes: [UInt8]
  private let file: String
  private var player: Player?
  private var rule: PlayerRule?
  /// What holds for each case of the rules of a section, in front of what they say themselves.
  private var section = PlayerRule.Case()
  /// Whether lines are those of a section, and not yet of its rules.
  private var isInSection = false
  private var number = 0
  /// Whether lines that say where a rule holds are passed over.
  var passesConditions = false
  /// The blanks before the line.
  private var indent = 0
  /// The lines of the rule or the player that is open.
  private var lines = 0
  /// Whether the text is long enough for what it says again to be kept: to find it takes types that the runtime makes.
  private let isLong: Bool
  /// What stands in many lines and was read before.
  private var paths = KnownTexts<Path>()
  private var tests = KnownTexts<Expectation.Test>()
  private var meant = KnownTexts<[String]>()
  /// The identifiers of all rules.
  private var ids = KnownTexts<Bool>()
  /// Whether those of the project are among them, where they may not be given again.
  private var knowsProject = false
  private var projectIDs: [String] = []
  /// How many rules, players and groups there may be, and how many lines of each: each is compared with
  /// all before it.
  private static let limit = (parts: 4_096, lines: 1_024)

  init(_ catalogue: PlayerCatalogue, _ file: String, _ bytes: [UInt8]) {
    self.catalogue = catalogue
    self.bytes = bytes
    self.file = file
    isLong = bytes.count > 1 << 14
    if isLong { for rule in catalogue.rules { ids[Substring(rule.id)] = true } }
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private func fail(_ message: String, at column: Int = 0) -> PlayerRuleError {
    PlayerRuleError(line: number, column: indent + column + 1, message: message)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The first place from `start` on that is blank, or is not.
  private func end(of start: Int, before limit: Int, isBlank wanted: Bool) -> Int {
    var at = start
    while at < limit, isBlank(bytes[at]) == wanted { at += 1 }
    return at
  }

  mutating func read(_ line: Range<Int>, _ number: Int) throws(PlayerRuleError) {
    self.number = number
    let start = end(of: line.lowerBound, before: line.upperBound, isBlank: true)
    indent = start - line.lowerBound
    var limit = line.upperBound
    while limit > start, isBlank(bytes[limit - 1]) || bytes[limit - 1] == UInt8(ascii: "\r") { limit -= 1 }
    guard start < limit, bytes[start] != UInt8(ascii: "#") else { return }
    let wordEnd = end(of: start, before: limit, isBlank: false)
    let word = text(start..<wordEnd)
    let restStart = end(of: wordEnd, before: limit, isBlank: true)
    let rest = restStart..<limit
    let column = restStart - start
    lines = indent == 0 ? 1 : lines + 1
    guard lines <= Self.limit.lines else { throw fail("more than \(Self.limit.lines) lines belong together") }
    if indent == 0 {
      try finish()
      guard catalogue.rules.count < Self.limit.parts,
        catalogue.players.count + catalogue.groups.count < Self.limit.parts
      else { throw fail("more than \(Self.limit.parts) rules, or players and groups") }
      try begin(word, rest, column)
    } else if rule != nil {
      try readRule(word, rest, column)
    } else if player != nil {
      try readPlayer(word, rest, column)
    } else if isInSection {
      var open = section
      guard try readCase(word, rest, column, in: &open) else {
        throw fail("'\(word)' is not said of a section: each, when or unless")
      }
      section = open
    } else {
      throw fail("'\(word)' belongs to no rule, player or section: they begin at the start of a line")
    }
  }

  /// Ends the rule or the player that is open.
  mutating func finish() throws(PlayerRuleError) {
    if let open = player.take() { catalogue.players.append(open) }
    guard var open = rule.take() else { return }
    open.cases.removeAll {
      $0.conditions.count == section.conditions.count && ($0.scope == nil || section.scope != nil)
    }
    let at = open.line
    func missing(_ what: String) -> PlayerRuleError {
      PlayerRuleError(line: at, column: 1, message: "the rule '\(open.id)' \(what)")
    }
    if open.effects.isEmpty {
      throw missing("has no effect: no, lost, loss, depends or note, and players")
    }
    if open.cases.isEmpty, !passesConditions { throw missing("has no condition: when, unless or each") }
    if !open.says(anything: .says) { throw missing("says nothing: says, and a sentence") }
    catalogue.rules.append(open)
  }

  private mutating func begin(
    _ word: String, _ rest: Range<Int>, _ column: Int
  ) throws(PlayerRuleError) {
    let words = words(of: rest)
    isInSection = word == "section"
    switch word {
    case "section": section = PlayerRule.Case()
    case "rule":
      guard let range = words.first?.range, words.count == 1 else {
        throw fail("a rule has one identifier", at: column)
      }
      guard bytes[range].allSatisfy(Self.isOfIdentifier) else {
        throw fail("an identifier is of letters, digits and '-'", at: column)
      }
      let name = text(range)
      guard !isKnown(name) else { throw fail("there is a rule '\(name)' already", at: column) }
      var made = PlayerRule(id: name)
      made.file = file
      made.line = number
      made.cases = [section]
      rule = made
    case "player":
      guard let range = words.first?.range, bytes[range].allSatisfy(Self.isOfIdentifier) else {
        throw fail("a player has an identifier and a name", at: column)
      }
      let id = text(range)
      guard catalogue.players(named: id) == nil else {
        throw fail("there is '\(id)' already", at: column)
      }
      var name = words.count > 1 ? text(words[1]) : id
      for word in words.dropFirst(2) { name += " " + text(word) }
      player = Player(id: id, name: name)
    case "group":
      guard let range = words.first?.range, words.count > 1 else {
        throw fail("a group has a name and players", at: column)
      }
      let name = text(range)
      guard catalogue.players(named: name) == nil else {
        throw fail("there is '\(name)' already", at: column)
      }
      let members = try players(words.dropFirst(), column)
      catalogue.groups.append(PlayerCatalogue.Group(name: name, players: members))
    default:
      throw fail("'\(word)' is not understood: a line begins with rule, player, group or section")
    }
  }

  /// Whether there is a rule of this identifier; from now on there is.
  private mutating func isKnown(_ name: String) -> Bool {
    if catalogue.isBehindProject, !knowsProject {
      projectIDs = PlayerRuleShelf.ofProject.ids
      if isLong { for id in projectIDs { ids[id[...]] = true } }
      knowsProject = true
    }
    guard isLong else { return catalogue.rules.contains { $0.id == name } || projectIDs.contains(name) }
    if ids[name[...]] != nil { return true }
    ids[name[...]] = true
    return false
  }

  private static func isOfIdentifier(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// A word of a line. The runtime has to make the types of an array of ranges.
  private struct Word {
    let start: Int
    let end: Int
    var range: Range<Int> { start..<end }
  }

  private func text(_ word: Word) -> String { text(word.range) }

  /// What stands between spaces.
  private func words(of line: Range<Int>, upTo count: Int = .max) -> [Word] {
    var words: [Word] = []
    words.reserveCapacity(8)
    var at = line.lowerBound
    while true {
      while at < line.upperBound, bytes[at] == UInt8(ascii: " ") { at += 1 }
      if at == line.upperBound { return words }
      let start = at
      while at < line.upperBound, bytes[at] != UInt8(ascii: " ") { at += 1 }
      words.append(Word(start: start, end: at))
      if words.count == count - 1, at < line.upperBound {
        if at + 1 < line.upperBound { words.append(Word(start: at + 1, end: line.upperBound)) }
        return words
      }
    }
  }

  private mutating func players(
    _ words: ArraySlice<Word>, _ column: Int
  ) throws(PlayerRuleError) -> [String] {
    var found: [String] = []
    var known = KnownTexts<Bool>()
    // A few are looked through, which takes less than to look a word up.
    let areFew = catalogue.players.count <= 64
    for each in words {
      let word = text(each)
      // What a word means stays so: players and groups are made once.
      guard let players = (areFew ? nil : meant[word[...]]) ?? catalogue.players(named: word) else {
        throw fail("there is no player '\(word)'", at: column)
      }
      if !areFew { meant[word[...]] = players }
      // Of one word they are as it says them, and where all are there no more come.
      if words.count == 1 { return players }
      if found.count == catalogue.players.count { continue }
      for one in players where !(areFew ? found.contains(one) : known[one[...]] != nil) {
        found.append(one)
        if !areFew { known[one[...]] = true }
      }
    }
    return found
  }

  private mutating func readPlayer(
    _ word: String, _ rest: Range<Int>, _ column: Int
  ) throws(PlayerRuleError) {
    // Nothing else has it while it is added to.
    guard var open = player.take() else { return }
    defer { player = open }
    let words = bytes[rest]
    switch word {
    case "listed": open.listedFor.add(words)
    case "plays", "only":
      open.plays.add(words)
      if word == "only" { open.isClosed = true }
    case "untried": open.untried.add(words)
    case "about": open.subjects.add(words)
    default: throw fail("'\(word)' is not said of a player: listed, plays, only, untried or about")
    }
  }

  private mutating func readRule(
    _ word: String, _ rest: Range<Int>, _ column: Int
  ) throws(PlayerRuleError) {
    if let part = Self.part(word) {
      let line = text(rest)
      rule?.add(line, to: part)
      return
    }
    if let effect = Self.effect(word) {
      let names = try players(words(of: rest)[...], column)
      guard !names.isEmpty else { throw fail("'\(word)' needs players", at: column) }
      rule?.effects.append(PlayerRule.Consequence(effect: effect, players: names))
      return
    }
    if passesConditions, word != "also" { return }
    // Nothing else has it while it is added to, so that its lists are not copied for each line.
    guard var open = rule.take() else { return }
    defer { rule = open }
    switch word {
    case "also": open.aliases += words(of: rest).map { text($0) }
    case "or": open.cases.append(section)
    default:
      if try readCase(word, rest, column, in: &open.cases[open.cases.count - 1]) { break }
      throw fail(
        "'\(word)' is not understood: no, lost, loss, depends, note, each, when, unless, or, says, "
          + "mend, source, since, seen, also")
    }
  }

  /// Reads a line that says where a case holds, or what has to; `false` for any other.
  private mutating func readCase(
    _ word: String, _ rest: Range<Int>, _ column: Int, in open: inout PlayerRule.Case
  ) throws(PlayerRuleError) -> Bool {
    switch word {
    case "each":
      // What a section asks of the file holds for rules about nodes too.
      let isFirst = open.conditions.count == (isInSection ? 0 : section.conditions.count)
      guard open.scope == nil, isFirst else { throw fail("'each' comes first, and after 'or'") }
      let words = words(of: rest)
      guard let path = words.first?.range else { throw fail("a path is missing", at: column) }
      open.scope = try self.path(path, column)
      guard words.count > 1 else { break }
      guard text(words[1]) == "of" else { throw fail("'\(text(words[1]))' is not understood: of, and types") }
      for word in words.dropFirst(2) {
        let name = text(word)
        guard let code = FourCC(key: name) else { throw fail("'\(name)' is no type", at: column) }
        open.types.append(code)
      }
    case "when": open.conditions.append(try condition(rest, column))
    case "unless": open.conditions.append(try condition(rest, column, isNegated: true))
    default: return false
    }
    return true
  }

  /// Texts and effects by their words: enums look for theirs among strings that are made each time.
  private static func part(_ word: String) -> PlayerRule.TextPart? {
    switch word {
    case "says": .says
    case "mend": .mend
    case "source": .source
    case "since": .since
    case "seen": .seen
    default: nil
    }
  }

  private static func effect(_ word: String) -> PlayerEffect? {
    switch word {
    case "no": .no
    case "lost": .lost
    case "loss": .loss
    case "depends": .depends
    case "note": .note
    default: nil
    }
  }

  private mutating func path(_ range: Range<Int>, _ column: Int) throws(PlayerRuleError) -> Path {
    let text = self.text(range)
    if isLong, let known = paths[text[...]] { return known }
    do throws(PathError) {
      let path = try Path(text)
      if isLong { paths[text[...]] = path }
      mention(path, column)
      return path
    } catch {
      throw fail("'\(text)' is not a path: \(error.message)", at: column + error.position)
    }
  }

  private mutating func condition(
    _ line: Range<Int>, _ column: Int, isNegated: Bool = false
  ) throws(PlayerRuleError) -> PlayerRule.Condition {
    let words = words(of: line, upTo: 3)
    guard let first = words.first else { throw fail("a condition is missing", at: column) }
    let kind: PlayerRule.Condition.Kind
    switch text(first) {
    case "unlisted": kind = .unlisted
    case "outside": kind = .outside
    case "problem":
      kind = .problem(self.words(of: line).dropFirst().map { text($0) })
    case "fact":
      guard words.count > 1, let fact = PlayerFact.named(bytes.rawBytes.extracting(words[1].range)) else {
        let name = words.count > 1 ? text(words[1]) : ""
        throw fail("there is no fact '\(name)'", at: column + 5)
      }
      guard words.count > 2 else {
        kind = .fact(fact, .compare(.notEqual, Expectation.Value(text: "0", number: .natural(0))))
        break
      }
      let rest = text(words[2])
      if isLong, let test = tests[rest[...]] {
        kind = .fact(fact, test)
        break
      }
      // What stands behind it is compared as a field is.
      let start = "expect f.f "
      // In characters, as columns are counted there.
      let place = text(line.lowerBound..<words[2].start).unicodeScalars.count
      let test = try expectation(start + rest, shift: column + place - start.count).test
      if isLong { tests[rest[...]] = test }
      kind = .fact(fact, test)
    default:
      let expectation = try expectation("expect " + text(line), shift: column - 7)
      mention(expectation.path, column)
      kind = .field(expectation)
    }
    return PlayerRule.Condition(isNegated: isNegated, kind: kind)
  }

  /// Keeps where somebody's own rules name a path; those of the project are held against the tables by tests.
  private mutating func mention(_ path: Path, _ column: Int) {
    guard !file.isEmpty, catalogue.mentions.count < Self.limit.parts else { return }
    catalogue.mentions.append(PlayerCatalogue.Mention(path: path, line: number, column: indent + column + 1))
  }

  private func expectation(_ line: String, shift: Int) throws(PlayerRuleError) -> Expectation {
    do throws(ExpectationError) {
      if let found = try Expectation(line: line, number: number) { return found }
    } catch {
      throw fail(error.message, at: max(0, shift + error.column - 1))
    }
    throw fail("a condition is missing")
  }
}
