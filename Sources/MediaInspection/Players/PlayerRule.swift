package import ByteReading
package import Structure

/// A program, a device or a delivery specification that files are judged for.
package struct Player: Sendable {
  /// What a call names it by: `safari`, `chrome-mse`.
  package let id: String
  /// For people: `Safari`, `Chrome (MSE)`.
  package let name: String
  /// Kinds of files that it is listed for when a call names nobody: `video`, `sound`, `image`,
  /// `fragments`.
  package internal(set) var listedFor = PlayerWords()
  /// Codings that it plays, as the beginning of a codec string: `avc1`, `mp4a.40`; `image:av01` and
  /// `file:mp3` for what is no track. Empty for a specification, which is no player.
  package internal(set) var plays = PlayerWords()
  /// Whether it plays no others.
  package internal(set) var isClosed = false
  /// Codings of which nobody tried whether it plays them.
  package internal(set) var untried = PlayerWords()
  /// What files it is about, of a specification: `movie`, `image`, `sound`, or codings as of ``plays``. Empty for all.
  package internal(set) var subjects = PlayerWords()

  /// Whether it is a specification: what it says is whether a file keeps to it.
  package var isSpecification: Bool { plays.isEmpty }
}

/// What follows for a player where a rule holds.
package enum PlayerEffect: String, Sendable, CaseIterable {
  /// It is played, and something deserves to be known.
  case note
  /// It is played, but not as it should be.
  case loss
  /// The track is passed over; a file without another one is not played.
  case lost
  /// It is played where something holds that is not in the file.
  case depends
  /// It is not played.
  case no
}

/// Why files are not played, or not as they should be: where it holds, what follows for whom, and what
/// mends it. Rules are text (see <doc:WillItPlay>), those of this project and anybody's own alike.
package struct PlayerRule: Sendable {
  package let id: String
  /// Other identifiers that `--explain` finds it by.
  package internal(set) var aliases: [String] = []
  /// What follows, and the players for which it does.
  package internal(set) var effects: [Consequence] = []
  /// It holds where one of these does.
  package internal(set) var cases: [Case] = []
  /// The lines of its texts, which are put together when somebody asks: of most rules nobody does.
  private var texts: [TextLine] = []
  /// The sentence: what is so, and what a player does about it.
  package var says: String { text(of: .says) }
  package var mend: String { text(of: .mend) }
  package var source: String { text(of: .source) }
  /// The addresses of the issues that the source names as `owner/name#12`; `#13` alone is one of the same project.
  package var links: [String] {
    var project: Substring = ""
    var links: [String] = []
    for word in source.split(whereSeparator: { $0 == " " || $0 == "," || $0 == ";" }) {
      let parts = word.split(separator: "#", omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].isEmpty, parts[1].allSatisfy(\.isNumber) else { continue }
      if parts[0].contains("/") { project = parts[0] }
      if !project.isEmpty { links.append("https://github.com/\(project)/issues/\(parts[1])") }
    }
    return links
  }
  /// The versions for which it is known.
  package var since: String { text(of: .since) }
  /// What a named version did with a file that was made for the rule.
  package var seen: String { text(of: .seen) }
  /// The file of rules that it stands in, as it was given; empty for those of the project.
  package internal(set) var file = ""
  /// The number of its first line, from 1.
  package internal(set) var line = 0

  init(id: String) { self.id = id }

  /// What follows where the rule holds, and the players for which it does.
  package struct Consequence: Sendable {
    package let effect: PlayerEffect
    package let players: [String]
  }

  /// A text of a rule, by the word that its lines begin with.
  enum TextPart: String {
    case says, mend, source, since, seen
  }

  private struct TextLine {
    let part: TextPart
    let line: String
  }

  /// Adds a line to a text.
  mutating func add(_ line: String, to part: TextPart) { texts.append(TextLine(part: part, line: line)) }

  /// Whether a text has a character.
  func says(anything part: TextPart) -> Bool { texts.contains { $0.part == part && !$0.line.isEmpty } }

  private func text(of part: TextPart) -> String {
    var joined = ""
    for text in texts where text.part == part && !text.line.isEmpty {
      if !joined.isEmpty { joined += " " }
      joined += text.line
    }
    return joined
  }

  /// Whether it is about what no file says: a server, a page. It is listed, and decided nowhere.
  package var isOutside: Bool {
    cases.contains { $0.conditions.contains { if case .outside = $0.kind { true } else { false } } }
  }
  /// Whether it is about codings that a player is not known to play.
  package var isUnlisted: Bool {
    cases.contains { $0.conditions.contains { if case .unlisted = $0.kind { true } else { false } } }
  }

  /// Conditions that hold together, of the file or of each node that a path means.
  package struct Case: Sendable {
    /// The nodes that the conditions are about, one after another; `nil` for the file.
    package internal(set) var scope: Path?
    /// The types that these nodes have; all types when there is none.
    package internal(set) var types: [FourCC] = []
    package internal(set) var conditions: [Condition] = []
  }

  /// Something that holds of a node and what is below it, or of the file.
  package struct Condition: Sendable {
    /// Whether it must not hold.
    package let isNegated: Bool
    package let kind: Kind

    package enum Kind: Sendable {
      /// Of the values that a path means one is as expected.
      case field(Expectation)
      /// A value that is computed is as expected.
      case fact(PlayerFact, Expectation.Test)
      /// A rule of `--check` is broken.
      case problem([String])
      /// The player does not list the coding of the track.
      case unlisted
      /// What no file says.
      case outside
    }
  }
}

extension PlayerRule {
  /// Problems of nodes that were to have more than they have.
  private static let cuts: [StaticString] = [
    "fields-truncated", "count-exceeds-box", "file-truncated", "atom-exceeds-parent", "inflate-failed",
  ]

  /// Whether a problem of this kind says that a node has less than it was to have.
  static func isCut(_ id: StaticString) -> Bool { cuts.contains { $0.isSame(as: id) } }
}

/// Players, groups of them, and rules: what a file of rules holds.
package struct PlayerCatalogue: Sendable {
  package internal(set) var players: [Player] = []
  package internal(set) var groups: [Group] = []
  package internal(set) var rules: [PlayerRule] = []
  /// The paths in files of rules, the first 4,096 of them: somebody may ask whether they can mean anything.
  package internal(set) var mentions: [Mention] = []
  /// Whether rules of the project, which are not among ``rules``, stand before them: their identifiers may
  /// not be given again.
  var isBehindProject = false

  /// Players that one word means.
  package struct Group: Sendable {
    package let name: String
    package let players: [String]
  }

  /// A path that a file of rules names, and where it does.
  package struct Mention: Sendable {
    package let path: Path
    /// From 1.
    package let line: Int
    /// The first character of the path, from 1.
    package let column: Int
  }

  package init() {}

  /// The player of this identifier.
  package func player(_ id: String) -> Player? { players.first { $0.id == id } }

  /// The players that a word means: one, or those of a group; `nil` when it means none.
  package func players(named word: String) -> [String]? {
    if let place = groups.firstIndex(where: { $0.name == word }) { return groups[place].players }
    return players.contains { $0.id == word } ? [word] : nil
  }

  /// The rule of this identifier, or of this former one.
  package func rule(_ id: String) -> PlayerRule? {
    rules.first { $0.id == id } ?? rules.first { $0.aliases.contains(id) }
  }
}
