/// The keys and what they do, for who asks.
enum KeyHelp {
  /// The keys, in two columns where both have room.
  static func lines(_ columns: Int) -> [String] {
    var blocks: [[String]] = []
    for (title, keys) in keys {
      blocks.append([title] + keys.map { "  " + $0.0 + pad($0.0, 14) + $0.1 })
    }
    // Two columns, the blocks in their order.
    let half = blocks.reduce(0) { $0 + $1.count + 1 } / 2
    var left: [String] = []
    var right: [String] = []
    for block in blocks {
      if left.count < half { left += block + [""] } else { right += block + [""] }
    }
    let width = 3 + (left.map(\.count).max() ?? 0)
    guard 2 + width + (right.map(\.count).max() ?? 0) < columns else {
      return blocks.flatMap { $0 + [""] }
    }
    return (0..<max(left.count, right.count)).map { row in
      let a = row < left.count ? left[row] : ""
      let b = row < right.count ? right[row] : ""
      return "  " + a + pad(a, width) + b
    }
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count))
  }

  /// The keys, as help lists them.
  static let keys: [(String, [(String, String)])] = [
    (
      "Moving",
      [
        ("↑ ↓  k j", "a row"), ("← →  h l", "fold, unfold; left, right in bytes"),
        ("Space b", "a page down, up; also f, PgDn PgUp"), ("d u", "half a page down, up"),
        ("gg G", "first, last row; also < >, Home End"),
        ("H M L", "first, middle, last row shown"),
        ("]] [[", "the next sibling, the one before; also } {, J K"),
        ("p", "what it stands in"), ("- =", "fold, unfold all; also zM zR"),
        ("zo zc za", "unfold, fold, the other of the two"),
        ("zt zz zb", "row to the top, the middle, the end"),
        ("Ctrl-E Ctrl-Y", "what is shown a row up, down"),
        ("Enter", "open; go to a row's offset or sample"),
        ("Backspace", "back to where you were; also Ctrl-O, Alt-←"),
        ("U", "forward again; also Alt-→"),
        ("m a  ' a", "mark, and return to it"),
      ]
    ),
    (
      "Panes",
      [
        ("Tab", "the next pane"), ("1 2 3", "tree, fields, bytes"),
        ("4", "samples, items, problems, changes, marks"), ("x", "numbers as they are stored"),
        ("t", "dates here or in UTC; times of samples"),
        ("Ctrl-N Ctrl-P", "next, previous file; also gt gT, :n :p"),
      ]
    ),
    (
      "Finding",
      [
        ("/", "types, names, values; =1000 a number"),
        ("", "0x6d6f6f76 bytes; 'moov text among bytes"),
        ("n N", "the next, the one before; also F3"),
        ("* #", "more that is called like this, either way"),
        (":", "offset, path, 50%; Tab completes"), ("!", "the next problem"),
        ("Esc Ctrl-C", "stop what goes on"),
      ]
    ),
    (
      "Looking and taking",
      [
        ("a", "about the file"), ("P", "pictures; ← → the next"),
        ("y Y", "copy path, bytes as hex"),
        ("w", "write the chosen bytes to a file"), (":check", "run all rules over all tables"),
      ]
    ),
    (
      "Two files",
      [
        ("D", "compare with another file"), ("]c [c", "the next change, the one before"),
        ("o", "the other file at the same place"), ("F R", "follow a growing file; read it again"),
      ]
    ),
    ("Leaving", [("q", "quit; also Q ZZ :q F10"), ("Ctrl-Z", "stop; fg returns"), ("Ctrl-L", "draw again")]),
  ]
}
