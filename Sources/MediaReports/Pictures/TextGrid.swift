internal import ByteReading

/// A place in a grid of characters.
struct TextCell {
  /// Whose colour it has.
  enum Paint: Equatable {
    case none, problem
    case track(Int)
    case tone(Drawing.Tone)

    /// The basic colours but red, which is for problems (ECMA-48 §8.3.117): those of tracks in turn, and
    /// for others those that no track has.
    var sequence: StaticString? {
      switch self {
      case .none: nil
      case .problem: "\u{1B}[1;31m"
      case .track(let number):
        switch number % 5 {
        case 0: "\u{1B}[34m"
        case 1: "\u{1B}[32m"
        case 2: "\u{1B}[33m"
        case 3: "\u{1B}[35m"
        default: "\u{1B}[36m"
        }
      case .tone(let tone):
        switch tone {
        case .items: "\u{1B}[92m"
        case .padding: "\u{1B}[90m"
        case .film: "\u{1B}[95m"
        case .rest: "\u{1B}[94m"
        case .other: "\u{1B}[37m"
        default: "\u{1B}[1m"
        }
      }
    }
  }

  var sign: Character?
  /// Whether the sign stands where bars are as well.
  var dots: UInt8 = 0
  var letter: Character?
  var paint = Paint.none
}

/// Characters that a lane is drawn in.
struct TextGrid {
  let columns: Int
  let lines: Int
  let isASCII: Bool
  /// Whether dots are written as the letters of their owners.
  var hasLetters = false
  private var cells: [TextCell]
  /// The eighths of bars, by column, whose they are, and what they consist of.
  private var heights: [(eighths: Int, paint: TextCell.Paint, parts: [Part])]

  /// A part of a bar up to so many eighths, and what fills a place where it is most.
  struct Part {
    var top: Int
    var sign: Character
  }

  init(columns: Int, lines: Int, isASCII: Bool) {
    self.columns = columns
    self.lines = lines
    self.isASCII = isASCII
    cells = Array(repeating: TextCell(), count: columns * lines)
    heights = Array(repeating: (0, .none, []), count: columns)
  }

  /// What stands in the second cell of a character that takes two.
  private static let behindWide: Character = "\u{0}"

  /// The characters of a text by the cells that they take.
  static func cells(of text: String) -> [Character] {
    text.flatMap { character -> [Character] in
      let width = character.unicodeScalars.map { displayWidth(of: $0.value) }.max() ?? 1
      return width == 2 ? [character, behindWide] : [character]
    }
  }

  /// Puts a sign, or leaves what is there.
  mutating func put(
    _ sign: Character, column: Int, line: Int, _ paint: TextCell.Paint,
    onlyWhereFree: Bool = false
  ) {
    guard column >= 0, column < columns, line >= 0, line < lines else { return }
    let old = cells[line * columns + column].sign
    if onlyWhereFree, old != nil, old != " " { return }
    cells[line * columns + column].sign = sign
    cells[line * columns + column].paint = paint
  }

  /// Whether a sign stands anywhere.
  func has(_ sign: Character) -> Bool { cells.contains { $0.sign == sign } }

  /// What stands where letters of several owners would, and whether that is anywhere.
  static let mixed: Character = "*"
  var hasMixedLetters: Bool { hasLetters && cells.contains { $0.sign == nil && $0.letter == Self.mixed } }

  /// What fills a place up to which a bar goes that is one thing.
  static func fullBar(isASCII: Bool) -> Character { isASCII ? "#" : "█" }

  /// Whether a bar reaches into the first line.
  func hasBar(_ column: Int) -> Bool {
    heights.indices.contains(column) && heights[column].eighths > (lines - 1) * 8
  }

  /// The value of a peak that is cut off, where there is room for all of it.
  mutating func putPeak(_ word: String, _ column: Int) {
    let word = isASCII ? word.replacing("▲", with: "^") : word
    let start = max(0, min(column, columns - word.count))
    guard start + word.count <= columns else { return }
    for place in start..<start + word.count where cells[place].sign != nil { return }
    for (place, character) in word.enumerated() { put(character, column: start + place, line: 0, .problem) }
  }

  mutating func raise(_ column: Int, to height: Int, _ paint: TextCell.Paint, _ parts: [Part]) {
    guard column >= 0, column < columns, height > heights[column].eighths else { return }
    heights[column] = (height, paint, parts)
  }

  /// What fills a place that is of this kind alone.
  static func sign(of kind: Drawing.Kind, isASCII: Bool) -> Character {
    if isASCII { return kind.letter }
    switch kind.shade {
    case .full: return "█"
    case .half: return "▓"
    case .faint: return "▒"
    case .hatched: return "░"
    }
  }

  /// What most of a place that is full, from so many eighths on, consists of; `nil` where a bar is one thing.
  private func part(_ column: Int, from foot: Int) -> Character? {
    var best: (count: Int, sign: Character)?
    var start = foot
    for part in heights[column].parts {
      let count = min(part.top, foot + 8) - start
      if count > best?.count ?? 0 { best = (count, part.sign) }
      start = max(start, part.top)
    }
    return best?.sign
  }

  /// Sets a dot at a place from 0 to 1 across and down.
  mutating func dot(x: Double, y: Double, letter: Character, paint: TextCell.Paint) {
    let column = min(columns * 2 - 1, max(0, Int(x * Double(columns * 2))))
    let row = min(lines * 4 - 1, max(0, Int(y * Double(lines * 4))))
    let place = row / 4 * columns + column / 2
    // The order of dots in a cell of Braille.
    let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
    cells[place].dots |= bits[column % 2][row % 4]
    // What is wrong stays to be seen.
    guard cells[place].paint != .problem else { return }
    // The one who is drawn last does not hide another; a line of the scale and what is wrong are no owners.
    let isOther = cells[place].letter.map { $0 != letter && $0 != "-" && letter != "-" } ?? false
    cells[place].letter = isOther && paint != .problem ? Self.mixed : letter
    cells[place].paint = paint
  }

  /// Draws a frame with a word in its middle.
  mutating func box(
    across: ClosedRange<Int>, down: ClosedRange<Int>, label: String, paint: TextCell.Paint
  ) {
    for column in across {
      for line in [down.lowerBound, down.upperBound] { put(isASCII ? "-" : "─", column: column, line: line, paint) }
    }
    for line in down {
      for column in [across.lowerBound, across.upperBound] {
        put(isASCII ? "|" : "│", column: column, line: line, paint)
      }
    }
    let corners: [Character] = isASCII ? ["+", "+", "+", "+"] : ["┌", "┐", "└", "┘"]
    for (place, line) in [down.lowerBound, down.upperBound].enumerated() {
      put(corners[place * 2], column: across.lowerBound, line: line, paint)
      put(corners[place * 2 + 1], column: across.upperBound, line: line, paint)
    }
    // Inside of the frame: the next one begins where it ends.
    guard label.count < across.count - 1 || label.count == 1 else { return }
    let start = across.lowerBound + (across.count - label.count) / 2
    let line = (down.lowerBound + down.upperBound) / 2
    for (place, character) in label.enumerated() { put(character, column: start + place, line: line, paint) }
  }

  private func sign(_ column: Int, _ line: Int) -> (Character, TextCell.Paint) {
    let cell = cells[line * columns + column]
    if let sign = cell.sign { return (sign, cell.paint) }
    let height = heights[column].eighths - (lines - 1 - line) * 8
    if height > 0 {
      let eighths: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
      // Without colour a bar that is wrong has another sign than the others.
      let sign: Character =
        isASCII && height < 5
        ? "." : isASCII || height >= 8
          ? part(column, from: heights[column].eighths - height) ?? Self.fullBar(isASCII: isASCII)
          : eighths[height - 1]
      let isWrong = heights[column].paint == .problem && line == lines - 1
      return (isWrong ? "!" : sign, heights[column].paint)
    }
    guard cell.dots != 0 else { return (" ", .none) }
    if hasLetters || cell.paint == .problem { return (cell.letter ?? ".", cell.paint) }
    let scalar = Unicode.Scalar(0x2800 + UInt32(cell.dots))
    return (scalar.map(Character.init) ?? " ", cell.paint)
  }

  /// Writes a line without the blanks at its end.
  func put(line: Int, _ look: Drawing.TextLook, to output: inout ByteWriter) {
    var column = 0
    var blanks = 0
    while column < columns {
      let (first, paint) = sign(column, line)
      if first == " " {
        blanks += 1
        column += 1
        continue
      }
      output.putSpaces(blanks)
      blanks = 0
      var run = ""
      while column < columns {
        let (sign, other) = sign(column, line)
        guard sign != " ", other == paint else { break }
        if sign != Self.behindWide { run.append(sign) }
        column += 1
      }
      output.put(paint, look) { $0.put(text: run, style: .shown) }
    }
  }
}

extension ByteWriter {
  /// Puts what `body` does in a colour, where there are colours.
  mutating func put(
    _ paint: TextCell.Paint, _ look: Drawing.TextLook, _ body: (inout ByteWriter) -> Void
  ) {
    let sequence = look.hasColor ? paint.sequence : nil
    if let sequence { put(sequence) }
    body(&self)
    if sequence != nil { put("\u{1B}[0m") }
  }
}
