import ByteReading
import Structure

/// Rules of this project as text, of which those are read that a file may break.
package final class PlayerRuleShelf: Sendable {
  /// Players and groups, which are read at once.
  package let players: PlayerCatalogue
  private let texts: [StaticString]
  /// Of which of them a file without atoms may break rules.
  private let ofAnyFile: [StaticString]
  private let known = Known()

  /// The rules that were read, by their numbers; files of one call are judged at the same time.
  private final class Known: @unchecked Sendable {
    let lock = Lock()
    // Only touched while the lock is held.
    var rules: [PlayerRule] = []
    /// The place of each rule in `rules`, by its number; -1 for one that was not read, or is not there.
    var places: [Int] = []
    /// The same of rules that were read without their conditions.
    var placesOfBare: [Int] = []
  }

  /// A rule that a file may break.
  struct Chosen {
    let rule: PlayerRule
    /// Where it holds; `nil` where that is not known yet: else its conditions were not read.
    let places: [RuleGate.Place]?
  }

  /// - Precondition: The texts are right, which a test holds; the mistake is in our own source.
  init(players: PlayerCatalogue, _ texts: [StaticString], ofAnyFile: [StaticString]) {
    self.players = players
    self.texts = texts
    self.ofAnyFile = ofAnyFile
  }

  /// The identifiers of all rules, in their order.
  package var ids: [String] {
    var ids: [String] = []
    for text in texts {
      let bytes = text.rawBytes
      var line = 0
      while line < bytes.byteCount {
        let end = bytes.offset(of: UInt8(ascii: "\n"), from: line) ?? bytes.byteCount
        let rule = bytes.extracting(line..<end)
        if rule.hasPrefix(Self.word.rawBytes) { ids.append(rule.extracting(Self.word.utf8CodeUnitCount..<rule.byteCount).text) }
        line = end &+ 1
      }
    }
    return ids
  }

  private static let word: StaticString = "rule "

  /// The rules of one text; a test holds that none has more.
  static let most = 128

  /// Those rules that a file may break, in their order, and that are about some of `players`.
  ///
  /// - Complexity: O(*n*) in the nodes of the document and the bytes of the texts.
  func rules(for facts: PlayerFacts, _ scopes: PlayerScopes, players asked: [Player]) -> [Chosen] {
    let gate = RuleGate(facts, scopes, players: asked, of: players)
    let isOfAtoms = facts.mayBeOfAtoms
    var passed: [RuleGate.Passed] = []
    for place in texts.indices where isOfAtoms || ofAnyFile.contains(where: { $0.isSame(as: texts[place]) }) {
      gate.sift(texts[place].rawBytes, from: place * Self.most) { passed.append($0) }
    }
    return known.lock.withLock {
      if known.places.isEmpty {
        known.places = [Int](repeating: -1, count: texts.count * Self.most)
        known.placesOfBare = known.places
      }
      read(passed.filter { $0.places != nil }, &known.placesOfBare, isBare: true)
      read(passed.filter { $0.places == nil }, &known.places, isBare: false)
      return passed.map {
        let place = $0.places == nil ? known.places[$0.number] : known.placesOfBare[$0.number]
        return Chosen(rule: known.rules[place], places: $0.places)
      }
    }
  }

  /// Reads those of `passed` that were not read yet, without their conditions where these are known to hold.
  private func read(_ passed: [RuleGate.Passed], _ places: inout [Int], isBare: Bool) {
    var text = ByteWriter()
    var count = known.rules.count
    // The section of the rule before, and the text that this stands in.
    var (section, place) = (0..<0, -1)
    for each in passed where places[each.number] < 0 {
      let rules = texts[each.number / Self.most].rawBytes
      if !isBare, each.section != section || place != each.number / Self.most {
        if each.section.isEmpty { text.put("section\n") } else { text.put(bytes: rules.extracting(each.section)) }
        (section, place) = (each.section, each.number / Self.most)
      }
      text.put(bytes: rules.extracting(each.block))
      // The last line of a text has no end.
      text.put("\n")
      places[each.number] = count
      count += 1
    }
    if count == known.rules.count { return }
    var read = players
    read.read(ofProject: text.string, withoutConditions: isBare)
    known.rules += read.rules
  }
}

extension PlayerCatalogue {
  /// The players of this project, and room for rules of one's own: those of the project are read for each file.
  package static var ofOwnRules: PlayerCatalogue {
    var catalogue = PlayerRuleShelf.ofProject.players
    catalogue.isBehindProject = true
    return catalogue
  }
}
