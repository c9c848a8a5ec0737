import ByteReading
package import Structure

/// The rules of this project as text, of which those are read that a file may break: what stands at their scopes, and
/// which rules of `--check` they go by, is looked at first.
package final class PlayerRuleShelf: Sendable {
  /// Players and groups, which are read at once.
  package let players: PlayerCatalogue
  private let bytes: [UInt8]
  /// Where each rule stands in ``bytes``, and what it is called.
  private let blocks: [(range: Range<Int>, id: Range<Int>)]
  private let known = Known()

  /// The rules that were read, by their places; files of one call are judged at the same time.
  private final class Known: @unchecked Sendable {
    let lock = Lock()
    // Only touched while the lock is held.
    var rules: [Int: PlayerRule] = [:]
  }

  /// The rules of this project.
  package static let ofProject = PlayerRuleShelf(players: PlayerRules.players, PlayerRules.texts.dropFirst())

  /// - Precondition: The texts are right, which a test holds; the mistake is in our own source.
  init(players: StaticString, _ texts: some Sequence<StaticString>) {
    self.players = PlayerRules.catalogue([players.description])
    var bytes: [UInt8] = []
    for text in texts {
      bytes += Array(text.description.utf8)
      bytes.append(.newline)
    }
    var blocks: [(range: Range<Int>, id: Range<Int>)] = []
    var start: Int?
    var isAtMargin = true
    for place in bytes.indices {
      if isAtMargin, bytes[place] == UInt8(ascii: "r") {
        if let start { blocks.append((start..<place, Self.id(at: start, bytes))) }
        start = place
      }
      isAtMargin = bytes[place] == .newline
    }
    if let start { blocks.append((start..<bytes.count, Self.id(at: start, bytes))) }
    self.bytes = bytes
    self.blocks = blocks
  }

  /// What stands behind `rule `.
  private static func id(at start: Int, _ bytes: [UInt8]) -> Range<Int> {
    let first = min(start + 5, bytes.count)
    var end = first
    while end < bytes.count, bytes[end] > .space { end += 1 }
    return first..<end
  }

  /// The identifiers of all rules.
  package var ids: [String] { blocks.map { String(decoding: bytes[$0.id], as: UTF8.self) } }

  /// Those rules that `document` may break, in their order, with all players.
  ///
  /// - Parameter document: A document whose rules have run.
  /// - Complexity: O(*n*) in the nodes of the document and the bytes of the texts.
  package func catalogue(for document: Document) -> PlayerCatalogue {
    let gate = RuleGate(document)
    var wanted: [Int] = []
    for (place, block) in blocks.enumerated() where gate.mayHold(bytes, block.range) { wanted.append(place) }
    var catalogue = players
    catalogue.rules = known.lock.withLock {
      let missing = wanted.filter { known.rules[$0] == nil }
      if !missing.isEmpty {
        var text: [UInt8] = []
        for place in missing { text += bytes[blocks[place].range] }
        var read = players
        read.read(ofProject: String(decoding: text, as: UTF8.self))
        for (place, rule) in zip(missing, read.rules) { known.rules[place] = rule }
      }
      return wanted.compactMap { known.rules[$0] }
    }
    return catalogue
  }
}

extension PlayerCatalogue {
  /// The players of this project, and room for rules of one's own: those of the project are read for each file.
  package static var ofOwnRules: PlayerCatalogue {
    var catalogue = PlayerRuleShelf.ofProject.players
    catalogue.takenIDs = PlayerRuleShelf.ofProject.ids
    return catalogue
  }

  /// These rules behind those of the project that `document` may break.
  package func behindProject(for document: Document) -> PlayerCatalogue {
    var catalogue = self
    catalogue.rules = PlayerRuleShelf.ofProject.catalogue(for: document).rules + rules
    return catalogue
  }
}

/// What a rule has to find in a file to hold there, of which the file is asked before the rule is read.
private struct RuleGate {
  private let types: Set<UInt32>
  private let problems: Set<String>
  /// Whether not all of the file was read, so that each rule has to say that it may hold where nobody looked.
  private let isIncomplete: Bool

  init(_ document: Document) {
    var types: Set<UInt32> = []
    var last: UInt32 = 0
    for index in document.tree.indices {
      let type = document.tree[index].type.rawValue
      if type == last { continue }
      last = type
      types.insert(type)
    }
    self.types = types
    problems = Set(
      document.problems.counts.map { $0.kind.id.description } + document.problems.kept.map { $0.kind.id.description })
    isIncomplete = !problems.isDisjoint(with: PlayerRule.limits)
  }

  /// Whether one of the cases of a rule may hold.
  func mayHold(_ bytes: [UInt8], _ block: Range<Int>) -> Bool {
    var line = block.lowerBound
    var mayCaseHold = true
    while line < block.upperBound {
      var start = line
      while start < block.upperBound, bytes[start] == .space { start += 1 }
      var end = start
      while end < block.upperBound, bytes[end] != .newline { end += 1 }
      line = end + 1
      guard end - start >= 2 else { continue }
      switch bytes[start] {
      case UInt8(ascii: "e") where mayCaseHold && Self.begins(bytes, start..<end, "each "):
        mayCaseHold = hasScope(bytes, start + 5..<end)
      // The rule that stands for every coding that a player does not list, in files without tracks as well.
      case UInt8(ascii: "w") where Self.begins(bytes, start..<end, "when unlisted"): return true
      case UInt8(ascii: "w") where mayCaseHold && Self.begins(bytes, start..<end, "when "):
        mayCaseHold = mayBe(bytes, start + 5..<end)
      case UInt8(ascii: "o") where end == start + 2 && bytes[start + 1] == UInt8(ascii: "r"):
        if mayCaseHold { return true }
        mayCaseHold = true
      default: break
      }
    }
    return mayCaseHold
  }

  private static func begins(_ bytes: [UInt8], _ range: Range<Int>, _ word: StaticString) -> Bool {
    word.utf8CodeUnitCount <= range.count && bytes[range].starts(with: word.description.utf8)
  }

  /// Whether the nodes of a path, of the types behind it, may be there.
  private func hasScope(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    if isIncomplete { return true }
    let words = bytes[range].split(separator: .space)
    guard let path = words.first, hasSteps(path) else { return false }
    let types = words.dropFirst(2).filter { $0.count == 4 }
    return types.isEmpty || types.count < words.count - 2 || types.contains { self.types.contains(Self.code($0)) }
  }

  /// Whether a condition that has to hold may do so.
  private func mayBe(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    if Self.begins(bytes, range, "outside") { return false }
    if isIncomplete || range.isEmpty { return true }
    if Self.begins(bytes, range, "problem ") {
      return bytes[range].split(separator: .space).dropFirst()
        .contains { problems.contains(String(decoding: $0, as: UTF8.self)) }
    }
    guard bytes[range.lowerBound] == UInt8(ascii: "/") else { return true }
    let words = bytes[range].split(separator: .space)
    // What has to be absent, or other than something, holds of what is not there.
    guard let path = words.first, words.count == 1 || words[1].elementsEqual("=".utf8) else { return true }
    return hasSteps(path.prefix { $0 != UInt8(ascii: ".") })
  }

  /// Whether all types that a path names are in the file.
  private func hasSteps(_ path: ArraySlice<UInt8>) -> Bool {
    for step in path.split(separator: UInt8(ascii: "/")) {
      let name = step.prefix { $0 != UInt8(ascii: "[") }
      guard name.count == 4, name.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) })
      else { continue }
      if !types.contains(Self.code(name)) { return false }
    }
    return true
  }

  private static func code(_ name: ArraySlice<UInt8>) -> UInt32 { name.reduce(0) { $0 &<< 8 | UInt32($1) } }
}

extension UInt8 {
  fileprivate static let (space, newline) = (UInt8(ascii: " "), UInt8(ascii: "\n"))
}
