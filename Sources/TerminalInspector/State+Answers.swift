import ByteReading
import Structure
import StructureRendering

/// What is said to hands that other programs have taught other keys.
extension State {
  /// What to press instead of keys that pagers, editors and hex viewers have, and that mean nothing here.
  static let insteads: [Unicode.Scalar: String] = [
    "0": "gg goes to the first row", "^": "gg goes to the first row",
    "$": "G goes to the last row", "%": ":50% goes to the middle",
    "s": "w writes the chosen bytes to a file", "S": "w writes the chosen bytes to a file",
    "c": "y copies the path, Y the bytes", "e": "j moves a row, Ctrl-E scrolls one",
    "i": "a says what the file is; nothing is changed here",
    "v": "x shows numbers as they are stored", "r": "R reads the file again, Ctrl-L draws it again",
    "E": ":e opens no file: D compares with one; several named at the start are tabs",
    ",": "n and N go on with a search", ";": "n and N go on with a search",
    "&": "/ finds, n and N go on", "|": "w writes the chosen bytes to a file",
    "\\": "/ finds, n and N go on", "\"": "y copies the path, Y the bytes",
    "@": ": takes an offset or a path", "(": "[[ goes to the sibling before",
    ")": "]] goes to the next sibling", "I": "x shows numbers as they are stored",
    "B": "3 goes to the bytes", "T": "1 goes to the tree", "W": "w writes the chosen bytes to a file",
    "X": "x shows numbers as they are stored", "C": "4 lists what changed, when two files are compared",
  ]

  /// Says that a key means nothing, and what may be meant.
  mutating func answer(_ key: Key) {
    let name: String
    switch key.code {
    case .character(let scalar):
      if !key.isControl, !key.isAlternate {
        if let text = Self.insteads[scalar] { return say("\(Character(scalar)): \(text)") }
        if ("5"..."9").contains(scalar) { return say(": takes offsets, parts (50%) and paths") }
      }
      if key.isControl, scalar == "x" || scalar == "q" || scalar == "\\" {
        return say("q quits, ? shows the keys")
      }
      if key.isControl, scalar == "s" { return say("w writes the chosen bytes to a file") }
      let shown = key.isControl ? String(Character(scalar)).uppercased() : String(Character(scalar))
      name = (key.isControl ? "Ctrl-" : key.isAlternate ? "Alt-" : "") + shown
    case .function(let number): name = "F\(number)"
    case .insert: name = "Insert"
    case .delete: name = "Delete"
    // Arrows and the like with other keys held.
    default: return
    }
    say("\(ShownText(name).text) means nothing here: ? shows the keys")
  }

  /// Goes to what the chosen node stands in.
  mutating func chooseParent() {
    guard view.tree.known(view.node) != nil else { return }
    guard let parent = view.tree.parent(of: view.node) else {
      return say("this stands in nothing else")
    }
    view.remember()
    view.choose(row: parent)
    focus = .tree
  }

  /// Looks for what is called like that which is chosen: a field of the name, a node of the type.
  mutating func searchLike(isForward: Bool) {
    guard view.tree.known(view.node) != nil else { return }
    var text = view.inspection.type(of: view.node)
    if focus == .fields, let row = view.fieldRow, !row.label.hasPrefix("[") { text = row.label }
    searchLines.append(text)
    query = .text(SearchText(text))
    searchAgain(isForward: isForward)
  }
}
