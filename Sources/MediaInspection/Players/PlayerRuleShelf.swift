import ByteReading
import Structure

/// Rules of this project as text, of which those are read that a file may break.
package final class PlayerRuleShelf: Sendable {
  /// Players and groups, which are read at once.
  package let players: PlayerCatalogue
  private let texts: [StaticString]
  private let known = Known()

  /// The rules that were read, by their numbers; files of one call are judged at the same time.
  private final class Known: @unchecked Sendable {
    let lock = Lock()
    // Only touched while the lock is held.
    var rules: [PlayerRule] = []
    /// The place of each rule in `rules`, by its number; -1 for one that was not read.
    var places: [Int] = []
  }

  /// - Precondition: The texts are right, which a test holds; the mistake is in our own source.
  init(players: PlayerCatalogue, _ texts: [StaticString]) {
    self.players = players
    self.texts = texts
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

  /// Where a rule stands.
  private struct Block {
    let number: Int
    let text: Int
    let start: Int
    let end: Int
  }

  /// Those rules that a file may break, in their order, and that are about some of `players`.
  ///
  /// - Complexity: O(*n*) in the nodes of the document and the bytes of the texts.
  func rules(for facts: PlayerFacts, _ scopes: PlayerScopes, players asked: [Player]) -> [PlayerRule] {
    let gate = RuleGate(facts, scopes, players: asked, of: players)
    var wanted: [Block] = []
    var number = 0
    for place in texts.indices {
      gate.sift(texts[place].rawBytes, from: &number) {
        wanted.append(Block(number: $0, text: place, start: $1.lowerBound, end: $1.upperBound))
      }
    }
    let count = number
    return known.lock.withLock {
      if known.places.count < count { known.places = [Int](repeating: -1, count: count) }
      let missing = wanted.filter { known.places[$0.number] < 0 }
      if !missing.isEmpty {
        var text = ByteWriter()
        for each in missing {
          text.put(bytes: texts[each.text].rawBytes.extracting(each.start..<each.end))
          // The last line of a text has no end.
          text.put("\n")
        }
        var read = players
        read.read(ofProject: text.string)
        for (place, each) in missing.enumerated() { known.places[each.number] = known.rules.count + place }
        known.rules += read.rules
      }
      return wanted.map { known.rules[known.places[$0.number]] }
    }
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
