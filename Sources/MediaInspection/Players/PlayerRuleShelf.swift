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
  func rules(for facts: PlayerFacts, _ scopes: PlayerScopes, players asked: [Player]) -> [PlayerRule] {
    let gate = RuleGate(facts, scopes, players: asked, of: players)
    let isOfAtoms = facts.mayBeOfAtoms
    // The runtime makes the type of each array: those of numbers are there.
    var (numbers, sections, starts, ends): ([Int], [Int], [Int], [Int]) = ([], [], [], [])
    for place in texts.indices where isOfAtoms || ofAnyFile.contains(where: { $0.isSame(as: texts[place]) }) {
      gate.sift(texts[place].rawBytes, from: place * Self.most) {
        numbers.append($0)
        sections.append($1.lowerBound)
        sections.append($1.upperBound)
        starts.append($2.lowerBound)
        ends.append($2.upperBound)
      }
    }
    return known.lock.withLock {
      if known.places.isEmpty { known.places = [Int](repeating: -1, count: texts.count * Self.most) }
      var text = ByteWriter()
      var count = known.rules.count
      // The section of the rule before, and the text that this stands in.
      var (section, place) = (0..<0, -1)
      for (each, number) in numbers.enumerated() where known.places[number] < 0 {
        let rules = texts[number / Self.most].rawBytes
        let next = sections[each * 2]..<sections[each * 2 + 1]
        if next != section || place != number / Self.most {
          if next.isEmpty { text.put("section\n") } else { text.put(bytes: rules.extracting(next)) }
          (section, place) = (next, number / Self.most)
        }
        text.put(bytes: rules.extracting(starts[each]..<ends[each]))
        // The last line of a text has no end.
        text.put("\n")
        known.places[number] = count
        count += 1
      }
      if count > known.rules.count {
        var read = players
        read.read(ofProject: text.string)
        known.rules += read.rules
      }
      return numbers.map { known.rules[known.places[$0]] }
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
