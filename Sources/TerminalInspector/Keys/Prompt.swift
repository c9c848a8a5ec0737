/// A line that is typed at the bottom of the screen.
package struct Prompt: Equatable, Sendable {
  /// What becomes of the line.
  package enum Purpose: Equatable, Sendable {
    case search
    case command
    /// The name of a file for the bytes that are chosen.
    case writing
    /// The name of a file to compare with.
    case comparing
    /// Whether a file of this name is replaced: `y` or not.
    case replacing(String)
  }

  package var purpose: Purpose
  package private(set) var text: [Character] = []
  /// The characters before the caret.
  package private(set) var caret = 0
  /// What the text is completed to in turn, and which of them stands there.
  private var candidates: [String] = []
  private var candidate = 0
  /// Lines that were entered before, and which of them is shown.
  private let history: [String]
  private var historyPlace: Int

  /// The characters that a line has at most.
  static let limit = 1_024

  package init(_ purpose: Purpose, text: String = "", history: [String] = []) {
    self.purpose = purpose
    self.history = history
    historyPlace = history.count
    insert(text)
  }

  package static func == (a: Prompt, b: Prompt) -> Bool {
    a.purpose == b.purpose && a.text == b.text && a.caret == b.caret
  }

  package var line: String { String(text) }

  /// What stands before the line.
  package var label: String {
    switch purpose {
    case .search: "/"
    case .command: ":"
    case .writing: "write bytes to: "
    case .comparing: "compare with file: "
    case .replacing(let name): "'\(name)' exists. Replace it? (y/n) "
    }
  }

  /// The characters before the name of a file, in a line that has one.
  package var fileStart: Int? {
    switch purpose {
    case .writing, .comparing: return 0
    case .command:
      return ["compare ", "write ", "w "].first { line.hasPrefix($0) }?.count
    case .search, .replacing: return nil
    }
  }

  // MARK: Editing

  package mutating func insert(_ new: String) {
    candidates = []
    for character in new where text.count < Self.limit {
      // Line ends of pasted text are none here; what acts on a terminal is not typed.
      let isControl = character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
      text.insert(isControl ? " " : character, at: caret)
      caret += 1
    }
  }

  /// Does what an editing key does; whether it was one.
  package mutating func edit(_ key: Key) -> Bool {
    switch key.code {
    case .left where key.isControl || key.isAlternate: caret = wordStart
    case .right where key.isControl || key.isAlternate: caret = wordEnd
    case .left: caret = max(0, caret - 1)
    case .right: caret = min(text.count, caret + 1)
    case .home: caret = 0
    case .end: caret = text.count
    case .character("b") where key.isAlternate: caret = wordStart
    case .character("f") where key.isAlternate: caret = wordEnd
    case .backspace where key.isAlternate: return edit(control: "w")
    case .backspace:
      guard caret > 0 else { return true }
      caret -= 1
      text.remove(at: caret)
    case .delete: if caret < text.count { text.remove(at: caret) }
    case .up: recall(-1)
    case .down: recall(1)
    case .character(let scalar) where key.isControl: return edit(control: scalar)
    case .character(let scalar) where !key.isAlternate:
      insert(String(Character(scalar)))
    default: return false
    }
    if key.code != .tab { candidates = [] }
    return true
  }

  private mutating func edit(control scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a": caret = 0
    case "b": caret = max(0, caret - 1)
    case "f": caret = min(text.count, caret + 1)
    case "p": recall(-1)
    case "n": recall(1)
    case "d": if caret < text.count { text.remove(at: caret) }
    case "e": caret = text.count
    case "u":
      text.removeFirst(caret)
      caret = 0
    case "k": text.removeLast(text.count - caret)
    case "w":
      while caret > 0, text[caret - 1] == " " { remove() }
      while caret > 0, text[caret - 1] != " ", text[caret - 1] != "/" { remove() }
    default: return false
    }
    return true
  }

  /// Where the word before the caret begins, and the one behind it ends.
  private var wordStart: Int {
    var place = caret
    while place > 0, Self.isBetween(text[place - 1]) { place -= 1 }
    while place > 0, !Self.isBetween(text[place - 1]) { place -= 1 }
    return place
  }

  private var wordEnd: Int {
    var place = caret
    while place < text.count, Self.isBetween(text[place]) { place += 1 }
    while place < text.count, !Self.isBetween(text[place]) { place += 1 }
    return place
  }

  private static func isBetween(_ character: Character) -> Bool {
    character == " " || character == "/" || character == "."
  }

  private mutating func remove() {
    caret -= 1
    text.remove(at: caret)
  }

  private mutating func recall(_ step: Int) {
    let place = historyPlace + step
    guard place >= 0, place <= history.count else { return }
    historyPlace = place
    text = place < history.count ? Array(history[place].prefix(Self.limit)) : []
    caret = text.count
  }

  // MARK: Completing

  /// Puts the next of the completions there; of one that `found` knows when there is none yet.
  package mutating func complete(_ found: (String) -> [String]) -> [String] {
    if candidates.isEmpty {
      candidates = found(line)
      candidate = 0
      let common = Self.common(candidates)
      if candidates.count > 1, common.count > text.count {
        set(common)
        let all = candidates
        candidates = []
        return all
      }
    } else {
      candidate = (candidate + 1) % candidates.count
    }
    guard !candidates.isEmpty else { return [] }
    let kept = candidates
    set(candidates[candidate])
    candidates = kept
    return kept
  }

  private mutating func set(_ line: String) {
    text = Array(line.prefix(Self.limit))
    caret = text.count
  }

  /// What all of them begin with.
  private static func common(_ words: [String]) -> String {
    guard var common = words.first else { return "" }
    for word in words {
      while !word.hasPrefix(common) { common.removeLast() }
    }
    return common
  }
}
