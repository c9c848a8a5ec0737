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
    var reader = RuleReader(self, file)
    var number = 0
    let bytes = text.utf8
    var start = bytes.startIndex
    while true {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      number += 1
      try reader.read(text[start..<end], number)
      if end == bytes.endIndex { break }
      start = bytes.index(after: end)
    }
    try reader.finish()
    self = reader.catalogue
  }
}

/// Reads lines one after another.
private struct RuleReader {
  var catalogue: PlayerCatalogue
  private let file: String
  private var player: Player?
  private var rule: PlayerRule?
  private var number = 0
  /// The blanks before the line.
  private var indent = 0
  /// The lines of the rule or the player that is open.
  private var lines = 0
  /// What stands in many lines and was read before.
  private var paths = KnownTexts<Path>()
  private var tests = KnownTexts<Expectation.Test>()
  private var meant = KnownTexts<[String]>()
  /// The identifiers of all rules.
  private var ids = KnownTexts<Bool>()
  /// How many rules, players and groups there may be, and how many lines of each: each is compared with
  /// all before it.
  private static let limit = (parts: 4_096, lines: 1_024)

  init(_ catalogue: PlayerCatalogue, _ file: String) {
    self.catalogue = catalogue
    self.file = file
    for rule in catalogue.rules { ids[Substring(rule.id)] = true }
    for id in catalogue.takenIDs { ids[Substring(id)] = true }
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private func fail(_ message: String, at column: Int = 0) -> PlayerRuleError {
    PlayerRuleError(line: number, column: indent + column + 1, message: message)
  }

  mutating func read(_ line: Substring, _ number: Int) throws(PlayerRuleError) {
    self.number = number
    let utf8 = line.utf8
    let start = utf8.firstIndex { !isBlank($0) } ?? utf8.endIndex
    indent = utf8.distance(from: utf8.startIndex, to: start)
    var body = line[start...]
    while let last = body.utf8.last, isBlank(last) || last == UInt8(ascii: "\r") {
      body = Substring(body.utf8.dropLast())
    }
    guard let first = body.utf8.first, first != UInt8(ascii: "#") else { return }
    let end = body.utf8.firstIndex { isBlank($0) } ?? body.utf8.endIndex
    let word = body[..<end]
    let restStart =
      body.utf8[end...].firstIndex { !isBlank($0) } ?? body.utf8.endIndex
    let rest = body[restStart...]
    let column = body.utf8.distance(from: body.utf8.startIndex, to: restStart)
    lines = indent == 0 ? 1 : lines + 1
    guard lines <= Self.limit.lines else { throw fail("more than \(Self.limit.lines) lines belong together") }
    if indent == 0 {
      try finish()
      guard catalogue.rules.count < Self.limit.parts,
        catalogue.players.count + catalogue.groups.count < Self.limit.parts
      else { throw fail("more than \(Self.limit.parts) rules, or players and groups") }
      try begin(String(word), rest, column)
    } else if rule != nil {
      try readRule(String(word), rest, column)
    } else if player != nil {
      try readPlayer(String(word), rest, column)
    } else {
      throw fail("'\(word)' belongs to no rule and no player: they begin at the start of a line")
    }
  }

  /// Ends the rule or the player that is open.
  mutating func finish() throws(PlayerRuleError) {
    if let open = player { catalogue.players.append(open) }
    player = nil
    guard var open = rule.take() else { return }
    open.cases.removeAll { $0.conditions.isEmpty && $0.scope == nil }
    let at = open.line
    func missing(_ what: String) -> PlayerRuleError {
      PlayerRuleError(line: at, column: 1, message: "the rule '\(open.id)' \(what)")
    }
    if open.effects.isEmpty {
      throw missing("has no effect: no, lost, loss, depends or note, and players")
    }
    if open.cases.isEmpty { throw missing("has no condition: when, unless or each") }
    if !open.says(anything: .says) { throw missing("says nothing: says, and a sentence") }
    catalogue.rules.append(open)
  }

  private mutating func begin(
    _ word: String, _ rest: Substring, _ column: Int
  ) throws(PlayerRuleError) {
    let words = Self.words(of: rest)
    switch word {
    case "rule":
      guard let id = words.first, words.count == 1 else {
        throw fail("a rule has one identifier", at: column)
      }
      guard id.utf8.allSatisfy(Self.isOfIdentifier) else {
        throw fail("an identifier is of letters, digits and '-'", at: column)
      }
      guard ids[id] == nil else { throw fail("there is a rule '\(id)' already", at: column) }
      ids[id] = true
      var made = PlayerRule(id: String(id))
      made.file = file
      made.line = number
      made.cases = [PlayerRule.Case()]
      rule = made
    case "player":
      guard let id = words.first, id.utf8.allSatisfy(Self.isOfIdentifier) else {
        throw fail("a player has an identifier and a name", at: column)
      }
      guard catalogue.players(named: String(id)) == nil else {
        throw fail("there is '\(id)' already", at: column)
      }
      var name = ""
      for word in words.dropFirst() {
        if !name.isEmpty { name += " " }
        name += word
      }
      player = Player(id: String(id), name: name.isEmpty ? String(id) : name)
    case "group":
      guard let name = words.first, words.count > 1 else {
        throw fail("a group has a name and players", at: column)
      }
      guard catalogue.players(named: String(name)) == nil else {
        throw fail("there is '\(name)' already", at: column)
      }
      let members = try players(words.dropFirst(), column)
      catalogue.groups.append((String(name), members))
    default:
      throw fail("'\(word)' is not understood: a line begins with rule, player or group")
    }
  }

  private static func isOfIdentifier(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// What stands between spaces.
  private static func words(of text: Substring, upTo count: Int = .max) -> [Substring] {
    // By the bytes: a line of a rule has a dozen words, and a catalogue is read at each start.
    var words: [Substring] = []
    let bytes = text.utf8
    var start: Substring.Index?
    var at = bytes.startIndex
    while at < bytes.endIndex {
      let isBlank = bytes[at] == UInt8(ascii: " ")
      if isBlank, let from = start {
        words.append(text[from..<at])
        start = nil
        if words.count == count - 1 {
          let rest = text[bytes.index(after: at)...]
          return rest.isEmpty ? words : words + [rest]
        }
      } else if !isBlank, start == nil {
        start = at
      }
      bytes.formIndex(after: &at)
    }
    if let start { words.append(text[start...]) }
    return words
  }

  private mutating func players(
    _ words: some Sequence<Substring>, _ column: Int
  ) throws(PlayerRuleError) -> [String] {
    var found: [String] = []
    for word in words {
      // What a word means stays so: players and groups are made once.
      if meant[word] == nil { meant[word] = catalogue.players(named: String(word)) }
      guard let meant = meant[word] else { throw fail("there is no player '\(word)'", at: column) }
      if found.isEmpty {
        found = meant
      } else {
        for one in meant where !found.contains(one) { found.append(one) }
      }
    }
    return found
  }

  private mutating func readPlayer(
    _ word: String, _ rest: Substring, _ column: Int
  ) throws(PlayerRuleError) {
    let words = Self.words(of: rest).map(String.init)
    switch word {
    case "listed": player?.listedFor += words
    case "plays": player?.plays += words
    case "only":
      player?.plays += words
      player?.isClosed = true
    case "untried": player?.untried += words
    default: throw fail("'\(word)' is not said of a player: listed, plays, only or untried")
    }
  }

  private mutating func readRule(
    _ word: String, _ rest: Substring, _ column: Int
  ) throws(PlayerRuleError) {
    if let effect = PlayerEffect(rawValue: word) {
      let names = try players(Self.words(of: rest), column)
      guard !names.isEmpty else { throw fail("'\(word)' needs players", at: column) }
      rule?.effects.append((effect, names))
      return
    }
    if let part = PlayerRule.TextPart(rawValue: word) {
      rule?.add(rest, to: part)
      return
    }
    // Nothing else has it while it is added to, so that its lists are not copied for each line.
    guard var open = rule.take() else { return }
    defer { rule = open }
    switch word {
    case "also": open.aliases += Self.words(of: rest).map(String.init)
    case "or": open.cases.append(PlayerRule.Case())
    case "each":
      let place = open.cases.count - 1
      guard open.cases[place].scope == nil, open.cases[place].conditions.isEmpty else {
        throw fail("'each' comes first, and after 'or'")
      }
      let words = Self.words(of: rest)
      guard let path = words.first else { throw fail("a path is missing", at: column) }
      open.cases[place].scope = try self.path(path, column)
      guard words.count > 1 else { break }
      guard words[1] == "of" else { throw fail("'\(words[1])' is not understood: of, and types") }
      open.cases[place].types = try words.dropFirst(2).map { name throws(PlayerRuleError) in
        guard let code = FourCC(key: String(name)) else {
          throw fail("'\(name)' is no type", at: column)
        }
        return code
      }
    case "when": open.cases[open.cases.count - 1].conditions.append(try condition(rest, column))
    case "unless":
      open.cases[open.cases.count - 1].conditions.append(
        try condition(rest, column, isNegated: true))
    default:
      throw fail(
        "'\(word)' is not understood: no, lost, loss, depends, note, each, when, unless, or, says, "
          + "mend, source, since, seen, also")
    }
  }

  private mutating func path(_ text: Substring, _ column: Int) throws(PlayerRuleError) -> Path {
    if let known = paths[text] { return known }
    do throws(PathError) {
      let path = try Path(String(text))
      paths[text] = path
      return path
    } catch {
      throw fail("'\(text)' is not a path: \(error.message)", at: column + error.position)
    }
  }

  private mutating func condition(
    _ text: Substring, _ column: Int, isNegated: Bool = false
  ) throws(PlayerRuleError) -> PlayerRule.Condition {
    let words = Self.words(of: text, upTo: 3)
    guard let first = words.first else { throw fail("a condition is missing", at: column) }
    let kind: PlayerRule.Condition.Kind
    switch first {
    case "unlisted": kind = .unlisted
    case "outside": kind = .outside
    case "problem":
      kind = .problem(Self.words(of: text).dropFirst().map(String.init))
    case "fact":
      guard words.count > 1, let fact = PlayerFact(rawValue: String(words[1])) else {
        let name = words.count > 1 ? String(words[1]) : ""
        throw fail("there is no fact '\(name)'", at: column + 5)
      }
      let rest = words.count > 2 ? words[2] : ""
      if let test = tests[rest] {
        kind = .fact(fact, test)
        break
      }
      // What stands behind it is compared as a field is.
      let start = "expect f.f "
      let line = start + (words.count > 2 ? String(words[2]) : "!= 0")
      let place = words.count > 2 ? text.unicodeScalars.distance(from: text.startIndex, to: words[2].startIndex) : 0
      let test = try expectation(line, shift: column + place - start.count).test
      tests[rest] = test
      kind = .fact(fact, test)
    default: kind = .field(try expectation("expect " + text, shift: column - 7))
    }
    return PlayerRule.Condition(isNegated: isNegated, kind: kind)
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
