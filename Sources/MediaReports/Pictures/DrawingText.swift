public import ByteReading

extension Drawing {
  /// Writes the picture in lines of at most `width` columns, without colour: bars of eighths, dots of
  /// Braille, owners as letters; with ASCII alone when the terminal knows nothing else.
  public func putText(width: Int = 80, isASCII: Bool = false, to output: inout ByteWriter) {
    let width = max(width, 24)
    for line in Self.folded(title, width: width) { output.put(line: Self.plain(line, isASCII)) }
    let labels = lanes.flatMap { [$0.label] + $0.scale.map(\.word) }
    let margin = min(labels.map(\.count).max() ?? 0, width / 3)
    let room = width - margin - 2
    for number in lanes.indices { putLane(number, margin, room, isASCII, to: &output) }
    putAxis(margin, room, isASCII, to: &output)
    let used = owners.indices.filter { owner in marks.contains { $0.owner == owner } }
    let legend = used.map { "\(owners[$0].letter) \(owners[$0].name)" }
    for line in Self.folded(legend.joined(separator: "   "), width: width) {
      output.put(line: Self.plain(line, isASCII))
    }
    for note in notes {
      for line in Self.folded(note, width: width) { output.put(line: Self.plain(line, isASCII)) }
    }
  }

  private static func plain(_ text: String, _ isASCII: Bool) -> String {
    guard isASCII else { return text }
    return String(
      text.map { character in
        character.isASCII ? character : character == "…" ? "~" : character == "–" ? "-" : "?"
      })
  }

  private func putLane(
    _ number: Int, _ margin: Int, _ room: Int, _ isASCII: Bool, to output: inout ByteWriter
  ) {
    let lane = lanes[number]
    let own = marks.filter { $0.lane == number }
    var grid = TextGrid(columns: room, lines: lane.lines)
    for mark in own where mark.shape != .tick { draw(mark, lane, &grid, isASCII) }
    for mark in own where mark.shape == .tick && lane.lines == 1 {
      grid.put(isASCII ? "|" : "│", column(mark.x.lowerBound, room), 0)
    }
    for line in 0..<lane.lines {
      var label = ""
      if lane.lines == 1 {
        label = lane.label
      } else {
        // The word of a value stands in the line that the value falls into.
        for (value, word) in lane.scale
        where Int(share(value, lane) * Double(lane.lines - 1) + 0.5) == line {
          label = word
        }
        if line == 0, label.isEmpty, !lane.isDownward { label = lane.label }
      }
      let shown = label.count > margin ? String(label.prefix(max(0, margin - 1))) + "…" : label
      let start = String(repeating: " ", count: margin - shown.count) + shown
      output.put(
        line: Self.plain(start, isASCII) + (isASCII ? " |" : " ┤") + grid.line(line, isASCII))
    }
  }

  /// How far down a value is, from 0 to 1.
  private func share(_ value: Double, _ lane: Lane) -> Double {
    let share = min(max((value - lane.low) / (lane.high - lane.low), 0), 1)
    return lane.isDownward ? share : 1 - share
  }

  private func column(_ x: Double, _ room: Int) -> Int {
    min(room - 1, max(0, Int(position(x) * Double(room))))
  }

  private func draw(_ mark: Mark, _ lane: Lane, _ grid: inout TextGrid, _ isASCII: Bool) {
    let first = column(mark.x.lowerBound, grid.columns)
    // What ends where another begins has no part in its column.
    let last = max(first, Int((position(mark.x.upperBound) * Double(grid.columns)).rounded(.up)) - 1)
    switch mark.shape {
    case .bar:
      let height = (1 - share(max(mark.y.0, mark.y.1), lane)) * Double(lane.lines * 8)
      for column in first...min(max(first, last), grid.columns - 1) {
        grid.raise(column, to: max(1, Int(height.rounded())))
      }
    case .area, .hatched:
      let letter: Character =
        mark.isProblem ? "!" : mark.shape == .hatched ? (isASCII ? "/" : "░") : owners[mark.owner].letter
      for column in first...min(max(first, last), grid.columns - 1) { grid.put(letter, column, 0) }
    case .line, .dot:
      let steps = max(1, (last - first) * 2)
      for step in 0...steps {
        let part = Double(step) / Double(steps)
        let x = position(
          mark.x.lowerBound + (mark.x.upperBound - mark.x.lowerBound) * part)
        let y = share(mark.y.0 + (mark.y.1 - mark.y.0) * part, lane)
        grid.dot(x, y, mark.isProblem ? "!" : owners[mark.owner].letter)
      }
    case .tick: break
    }
  }

  private func putAxis(
    _ margin: Int, _ room: Int, _ isASCII: Bool, to output: inout ByteWriter
  ) {
    var words: [Character] = Array(repeating: " ", count: room + 12)
    var rule: [Character] = Array(repeating: isASCII ? "-" : "─", count: room)
    var free = 0
    for (x, word) in ticks(max(2, room / 14)) {
      let at = column(x, room)
      rule[at] = isASCII ? "+" : "┬"
      let start = max(0, min(at, room - word.count))
      guard start >= free else { continue }
      for (place, character) in word.enumerated() where start + place < words.count {
        words[start + place] = character
      }
      free = start + word.count + 1
    }
    let start = String(repeating: " ", count: margin + 1)
    output.put(line: start + (isASCII ? "+" : "┼") + String(rule))
    var text = String(words)
    while text.last == " " { text.removeLast() }
    output.put(line: start + " " + text)
  }
}

/// Characters that a lane is drawn in.
private struct TextGrid {
  let columns: Int
  let lines: Int
  private var cells: [Character?]
  /// The eighths of bars, by column.
  private var heights: [Int]
  /// The dots of Braille cells.
  private var dots: [UInt8]
  private var letters: [Character?]
  private var hasBars = false

  init(columns: Int, lines: Int) {
    self.columns = columns
    self.lines = lines
    cells = Array(repeating: nil, count: columns * lines)
    heights = Array(repeating: 0, count: columns)
    dots = Array(repeating: 0, count: columns * lines)
    letters = Array(repeating: nil, count: columns * lines)
  }

  mutating func put(_ character: Character, _ column: Int, _ line: Int) {
    guard column >= 0, column < columns, line >= 0, line < lines else { return }
    cells[line * columns + column] = character
  }

  mutating func raise(_ column: Int, to height: Int) {
    guard column >= 0, column < columns else { return }
    hasBars = true
    heights[column] = max(heights[column], height)
  }

  /// Sets a dot at a place from 0 to 1 across and down.
  mutating func dot(_ x: Double, _ y: Double, _ letter: Character) {
    let column = min(columns * 2 - 1, max(0, Int(x * Double(columns * 2))))
    let row = min(lines * 4 - 1, max(0, Int(y * Double(lines * 4))))
    let place = row / 4 * columns + column / 2
    // The order of dots in a cell of Braille.
    let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
    dots[place] |= bits[column % 2][row % 4]
    letters[place] = letter
  }

  func line(_ line: Int, _ isASCII: Bool) -> String {
    var text = ""
    let eighths: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    for column in 0..<columns {
      let place = line * columns + column
      if let cell = cells[place] {
        text.append(cell)
      } else if hasBars {
        let height = heights[column] - (lines - 1 - line) * 8
        if height <= 0 {
          text.append(" ")
        } else if isASCII {
          text.append(height >= 5 ? "#" : ".")
        } else {
          text.append(eighths[min(height, 8) - 1])
        }
      } else if dots[place] != 0 {
        if isASCII {
          text.append(letters[place] ?? ".")
        } else {
          text.unicodeScalars.append(Unicode.Scalar(0x2800 + UInt32(dots[place])) ?? " ")
        }
      } else {
        text.append(" ")
      }
    }
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension ByteWriter {
  fileprivate mutating func put(line: String) {
    var line = line
    while line.last == " " { line.removeLast() }
    put(text: line, style: .shown)
    put("\n")
  }
}
