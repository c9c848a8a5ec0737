public import ByteReading

extension Drawing {
  /// How a picture looks as text.
  public struct TextLook: Sendable {
    /// The columns of a line, 24...200.
    public var width: Int
    /// Whether only ASCII is written: bars of `#`, dots as letters.
    public var isASCII: Bool
    /// Whether owners have colours; without, letters and shapes tell them apart.
    public var hasColor: Bool

    /// A look.
    ///
    /// - Parameters:
    ///   - width: The columns of a line; brought into 24...200.
    ///   - isASCII: Whether only ASCII is written.
    ///   - hasColor: Whether owners have colours.
    public init(width: Int = 80, isASCII: Bool = false, hasColor: Bool = false) {
      self.width = min(max(width, 24), 200)
      self.isASCII = isASCII
      self.hasColor = hasColor
    }
  }

  /// Writes a sentence of ours in lines of at most so many columns.
  ///
  /// - Parameters:
  ///   - sentence: What is said, such as why there is no picture.
  ///   - look: How wide it is, and of which characters.
  ///   - output: What it is written to.
  public static func put(sentence: String, _ look: TextLook, to output: inout ByteWriter) {
    for line in folded(sentence, width: look.width) { output.put(line: line, look) }
  }

  /// Writes the picture in lines of at most so many columns: bars of eighths, dots of Braille, owners
  /// as letters.
  ///
  /// - Complexity: O(*m* + *w*) in the marks and the columns of the picture.
  ///
  /// - Parameters:
  ///   - look: How wide it is, and of which characters.
  ///   - output: What it is written to.
  public func putText(_ look: TextLook = TextLook(), to output: inout ByteWriter) {
    for line in Self.folded(title, width: look.width) { output.put(line: line, look) }
    // All lanes begin in one column.
    let isShort = lanes.contains { $0.label.count > look.width / 4 }
    let names = lanes.map { isShort && !$0.short.isEmpty ? $0.short : $0.label }
    let labels = zip(lanes, names).map { self.labels(of: $0, $1) }
    let words = names + lanes.flatMap { $0.scale.map(\.word) } + labels.flatMap { $0.map(\.text) }
    let margin = min(words.map(\.count).max() ?? 0, look.width / 3)
    let room = look.width - margin - 2
    var seen = Seen()
    for number in lanes.indices {
      putLane(number, labels[number], margin: margin, room: room, look: look, &seen, to: &output)
    }
    if !isScaleless { putAxis(margin, room, look, to: &output) }
    putLegend(look, seen, to: &output)
    putCut(room, look, to: &output)
    for inset in insets {
      output.put("\n")
      inset.putText(look, to: &output)
    }
    for note in notes {
      for line in Self.folded(note, width: look.width) { output.put(line: line, look) }
    }
  }

  /// What is seen in the lanes beside what stands for owners and kinds.
  private struct Seen {
    /// Whether parts in the other shade are: short ones have room beside others only where none is.
    var isPale = false
    /// Whether letters of several owners would stand in one place.
    var isMixed = false
    /// The signs of ticks without words, those of pale ones apart, and whose they are first.
    var ticks: [(sign: Character, isPale: Bool, owner: Int)] = []
  }

  /// What stands for whom, for what, and for what is wrong.
  private func entries(_ look: TextLook, _ seen: Seen) -> [(word: String, paint: TextCell.Paint)] {
    let used = used
    var entries = used.owners.map { owner in
      // Bars are no letters.
      let sign = used.barOwners.contains(owner) ? TextGrid.fullBar(isASCII: look.isASCII) : owners[owner].letter
      return ("\(sign) \(owners[owner].name)", paint(of: owner))
    }
    if seen.isMixed { entries.append(("\(TextGrid.mixed) several of them", .none)) }
    if let (owner, parts) = used.kinds {
      entries += parts.map { kind in
        let sign = TextGrid.sign(of: kinds[kind], isASCII: look.isASCII)
        return (String(sign) == kinds[kind].name ? kinds[kind].name : "\(sign) \(kinds[kind].name)", paint(of: owner))
      }
    }
    if let owner = used.hatchedOwner { entries.append((look.isASCII ? "/ \(hatchName)" : "░ \(hatchName)", paint(of: owner))) }
    for isPale in [false, true] {
      let ticks = seen.ticks.filter { $0.isPale == isPale }
      guard let first = ticks.first else { continue }
      let signs = ticks.map { String($0.sign) }.joined(separator: " ")
      entries.append(("\(signs) \(isPale ? paleTickName : tickName)", paint(of: first.owner)))
    }
    if seen.isPale, let owner = used.paleOwner {
      entries.append(("\(Self.pale(look.isASCII)) every other part", paint(of: owner)))
    }
    if used.hasRedMarks { entries.append(("! \(problemName)", .problem)) }
    return entries.map { (TextLook.plain($0.0, look), $0.1) }
  }

  private func putLegend(_ look: TextLook, _ seen: Seen, to output: inout ByteWriter) {
    var column = 0
    for (word, paint) in entries(look, seen) {
      if column > 0, column + 3 + word.count > look.width {
        output.put("\n")
        column = 0
      }
      if column > 0 {
        output.put("   ")
        column += 3
      }
      let shown = String(word.prefix(look.width))
      output.put(paint, look) { $0.put(text: shown, style: .shown) }
      column += shown.count
    }
    if column > 0 { output.put("\n") }
  }

  // MARK: Lanes

  /// What stands at the left of a line: what is measured, a value, or both.
  private struct Label {
    var name = ""
    var word = ""

    var text: String { name + (name.isEmpty || word.isEmpty ? "" : " ") + word }

    /// As much of it as has room, of both the whole value.
    func text(_ room: Int, isASCII: Bool) -> String {
      if text.count <= room { return text }
      let end = (isASCII ? "~" : "…") + (name.isEmpty || word.isEmpty ? "" : " " + word)
      return String((name.isEmpty ? word : name).prefix(max(0, room - end.count))) + String(end.suffix(room))
    }
  }

  /// The labels of a lane, line by line.
  private func labels(of lane: Lane, _ name: String) -> [Label] {
    var labels = Array(repeating: Label(), count: lane.lines)
    guard lane.lines > 1 else {
      if lane.lines == 1 { labels[0].name = name }
      return labels
    }
    // The word of a value stands in the line that a bar ends in which goes up to it.
    for (value, word) in lane.scale {
      labels[min(lane.lines - 1, Int(share(value, lane) * Double(lane.lines)))].word = word
    }
    // What is measured stands in the highest line that no value has, and else beside the highest value.
    labels[labels.firstIndex(where: \.word.isEmpty) ?? 0].name = name
    return labels
  }

  private func putLane(
    _ number: Int, _ labels: [Label], margin: Int, room: Int, look: TextLook, _ seen: inout Seen,
    to output: inout ByteWriter
  ) {
    let lane = lanes[number]
    var grid = TextGrid(columns: room, lines: lane.lines, isASCII: look.isASCII)
    // Dots of Braille are all alike: without colours letters say whose they are.
    var drawn: Set<Int> = []
    for mark in marks where mark.lane == number { drawn.insert(mark.owner) }
    grid.hasLetters = look.isASCII || !look.hasColor && drawn.count > 1
    if lane.isDivided { divide(number, &grid) }
    if marks.contains(where: { $0.lane == number && $0.kind != nil }) {
      drawKinds(number, &grid)
    } else {
      for mark in marks where mark.lane == number { draw(mark, lane, &grid) }
    }
    for line in 0..<lane.lines {
      let shown = TextLook.plain(labels[line].text(margin, isASCII: look.isASCII), look)
      output.putSpaces(margin - shown.count)
      output.put(text: shown, style: .shown)
      output.put(look.isASCII ? " |" : " ┤")
      grid.put(line: line, look, to: &output)
      output.put("\n")
    }
    seen.isPale = seen.isPale || grid.has(Self.pale(look.isASCII))
    seen.isMixed = seen.isMixed || grid.hasMixedLetters
    // The grid is looked through once for each sign, of which a lane has two at most.
    var sought = Set(seen.ticks.map(\.sign))
    for mark in marks where mark.lane == number && mark.shape == .tick && mark.isNameless && !lane.isDivided {
      let sign = Self.sign(ofTick: mark, in: lane, isASCII: look.isASCII)
      if sought.insert(sign).inserted, grid.has(sign) { seen.ticks.append((sign, mark.isPale, mark.owner)) }
    }
  }

  /// What stands for a part in the other shade.
  private static func pale(_ isASCII: Bool) -> Character { isASCII ? "." : "·" }

  /// How far down a value is, from 0 to 1.
  private func share(_ value: Double, _ lane: Lane) -> Double {
    let share = Self.share(value, lane.low, lane.high)
    return lane.isDownward ? share : 1 - share
  }

  private func column(_ x: Double, _ room: Int) -> Int {
    min(room - 1, max(0, Int(position(x) * Double(room))))
  }

  /// The columns that a range takes: what ends where another begins has no part in its column.
  private func columns(_ x: ClosedRange<Double>, _ room: Int) -> ClosedRange<Int> {
    let first = column(x.lowerBound, room)
    let last = Int((position(x.upperBound) * Double(room)).rounded(.up)) - 1
    return first...min(max(first, last), room - 1)
  }

  private func draw(_ mark: Mark, _ lane: Lane, _ grid: inout TextGrid) {
    let range = columns(mark.x, grid.columns)
    let paint: TextCell.Paint = mark.isProblem ? .problem : paint(of: mark.owner)
    let letter = owners[mark.owner].letter
    switch mark.shape {
    case .bar:
      let value = max(mark.y.0, mark.y.1)
      let height = (1 - share(value, lane)) * Double(lane.lines * 8)
      let parts = mark.parts.compactMap { part in
        kinds.indices.contains(part.kind)
          ? TextGrid.Part(
            top: Int(((1 - share(part.top, lane)) * Double(lane.lines * 8)).rounded()),
            sign: TextGrid.sign(of: kinds[part.kind], isASCII: grid.isASCII))
          : nil
      }
      for column in range { grid.raise(column, to: max(1, Int(height.rounded())), paint, parts) }
      if value > lane.high { grid.putPeak(peak(value), range.lowerBound) }
    case .area, .share:
      if !lane.isDivided { fill(range, of: mark, letter: letter, paint: paint, on: &grid) }
    case .hatched: fill(range, of: mark, letter: letter, paint: paint, on: &grid)
    case .line, .dot:
      // A line from one corner to the other has no more dots than the grid has columns and lines.
      let steps = max(1, range.count * 2, lane.lines * 4)
      for step in 0...steps {
        let part = Double(step) / Double(steps)
        let x = position(mark.x.lowerBound + (mark.x.upperBound - mark.x.lowerBound) * part)
        let y = share(mark.y.0 + (mark.y.1 - mark.y.0) * part, lane)
        grid.dot(x: x, y: y, letter: mark.isProblem ? "!" : letter, paint: paint)
        if mark.shape == .dot { break }
      }
    case .tick: draw(tick: mark, in: lane, column: range.lowerBound, on: &grid, paint: paint)
    case .rule:
      for column in 0..<grid.columns {
        let x = (Double(column) + 0.5) / Double(grid.columns)
        if column % 2 == 0 { grid.dot(x: x, y: share(mark.y.0, lane), letter: "-", paint: paint) }
      }
    case .lead: break
    case .box:
      let rows = [mark.y.0, mark.y.1].map { share($0, lane) }.sorted()
      let first = min(lane.lines - 1, Int(rows[0] * Double(lane.lines)))
      let last = max(first, min(lane.lines, Int((rows[1] * Double(lane.lines)).rounded(.up))) - 1)
      grid.box(across: range, down: first...last, label: mark.label, paint: paint)
    // Lanes stand too close for what leads from one to the next.
    case .join, .arrow: break
    }
  }

  /// Draws a row of letters of kinds. Where marks are narrower than columns, those of the first kind stand in each column
  /// that their bars take, others in that of their middle; what is of different kinds there has no letter.
  private func drawKinds(_ number: Int, _ grid: inout TextGrid) {
    let mixed: Character = grid.isASCII ? "." : "·"
    var found: [(sign: Character, kind: Int, owner: Int)?] = Array(repeating: nil, count: grid.columns)
    for mark in marks where mark.lane == number {
      guard let kind = mark.kind else { continue }
      let range = columns(mark.x, grid.columns)
      let width = (position(mark.x.upperBound) - position(mark.x.lowerBound)) * Double(grid.columns)
      let sign = mark.label.first ?? mixed
      let taken: ClosedRange<Int>
      if width >= 1, !mark.label.isEmpty {
        // Letters of pictures are read one by one: `IPPB`.
        let middle = range.lowerBound + (range.count - 1) / 2
        taken = middle...middle
      } else if width >= 1 || kind == 0 {
        taken = range
      } else {
        let middle = column((mark.x.lowerBound + mark.x.upperBound) / 2, grid.columns)
        taken = middle...middle
      }
      for column in taken {
        guard let old = found[column], old.sign != sign else {
          found[column] = (sign, kind, mark.owner)
          continue
        }
        if kind == 0 {
          found[column] = (sign, kind, mark.owner)
        } else if old.kind != 0 {
          found[column] = (mixed, min(kind, old.kind), mark.owner)
        }
      }
    }
    for (column, cell) in found.enumerated() {
      if let cell { grid.put(cell.sign, column: column, line: 0, paint(of: cell.owner)) }
    }
  }

  /// What of the label of a mark has room in its columns, and whether that is all of it. Words and numbers leave
  /// a column to the next, and the one that they share with it. Of those that are missed the beginning is there
  /// behind the number, or the number.
  private func label(of mark: Mark, _ room: Int, isASCII: Bool) -> (text: String, isWhole: Bool) {
    let look = TextLook(isASCII: isASCII)
    let label = TextLook.plain(mark.label, look)
    let range = columns(mark.x, room)
    let end = Int(position(mark.x.upperBound) * Double(room))
    let count = min(range.count, end - range.lowerBound) - 1
    if TextGrid.cells(of: label).count <= count { return (label, true) }
    if mark.key.isEmpty {
      // Letters of pictures are read one by one: `IPPB`.
      let isLetter = label.count == 1 && label.allSatisfy(\.isLetter) && TextGrid.cells(of: label).count <= range.count
      return isLetter ? (label, true) : ("", false)
    }
    let rest = count - mark.key.count - 2
    guard rest >= 4 else { return (mark.key.count <= count ? mark.key : "", false) }
    var short = ""
    for character in label {
      guard TextGrid.cells(of: short + String(character)).count <= rest else { break }
      short.append(character)
    }
    return ("\(mark.key) \(short)" + (isASCII ? "~" : "…"), false)
  }

  /// The marks that are listed at most.
  private static let listLimit = 60

  /// The labels that had no room in their lanes and are missed, a line each, with their numbers and when
  /// they begin.
  private func putCut(_ room: Int, _ look: TextLook, to output: inout ByteWriter) {
    let cut = marks.filter { !$0.key.isEmpty && !label(of: $0, room, isASCII: look.isASCII).isWhole }
    let keys = cut.prefix(Self.listLimit).map(\.key.count).max() ?? 0
    for mark in cut.prefix(Self.listLimit) {
      let start = String(repeating: " ", count: keys - mark.key.count) + mark.key
      let words = TextLook.plain("\(Drawing.seconds(mark.x.lowerBound)) \(mark.label)", look)
      // Characters that take two columns fill a line with half as many.
      let width = max(10, look.width - keys - 3) * words.count / max(1, TextGrid.cells(of: words).count)
      for (number, line) in Self.folded(words, width: width).enumerated() {
        output.put(line: (number == 0 ? start : String(repeating: " ", count: keys)) + "  " + line, look)
      }
    }
    if cut.count > Self.listLimit { output.put(line: "and \(cut.count - Self.listLimit) more", look) }
  }

  /// The colour of what belongs to an owner.
  private func paint(of owner: Int) -> TextCell.Paint {
    switch owners[owner].tone {
    case .place: .track(owner)
    case .first: .track(0)
    case .problem: .problem
    case let tone: .tone(tone)
    }
  }

  private func fill(
    _ range: ClosedRange<Int>, of mark: Mark, letter: Character, paint: TextCell.Paint,
    on grid: inout TextGrid
  ) {
    var signs = Array(
      repeating: mark.isProblem
        ? "!"
        : mark.shape == .hatched
          ? (grid.isASCII ? "/" : "░")
          // Neighbours in the other shade are told apart without colours, too.
          : mark.isPale ? Self.pale(grid.isASCII) : letter, count: range.count)
    let label = self.label(of: mark, grid.columns, isASCII: grid.isASCII).text
    if !label.isEmpty {
      // What has a word of its own needs no letter.
      for place in signs.indices where mark.shape == .area && !mark.isProblem { signs[place] = " " }
      let cells = TextGrid.cells(of: label)
      let start = mark.key.isEmpty ? (range.count - cells.count) / 2 : 0
      for (place, character) in cells.enumerated() { signs[start + place] = character }
    }
    // Of several in one column the one that is not pale stays.
    for (place, column) in range.enumerated() {
      grid.put(signs[place], column: column, line: 0, paint, onlyWhereFree: mark.isPale && label.isEmpty)
    }
  }

  /// Divides the cells of each column among those who have a part of it: what is wrong has one at least,
  /// and who would have none anywhere has one where most of it lies.
  private func divide(_ number: Int, _ grid: inout TextGrid) {
    let columns = Double(grid.columns)
    var parts = Array(repeating: [Int: Double](), count: grid.columns)
    for mark in marks where mark.lane == number && (mark.shape == .area || mark.shape == .share) {
      let height = mark.shape == .share ? max(0, mark.y.1 - mark.y.0) : 1
      let (from, to) = (position(mark.x.lowerBound) * columns, position(mark.x.upperBound) * columns)
      for column in self.columns(mark.x, grid.columns) {
        let length = min(to, Double(column + 1)) - max(from, Double(column))
        parts[column][mark.owner, default: 0] += max(length, 1e-9) * height
      }
    }
    var best: [Int: (column: Int, part: Double)] = [:]
    var drawn: Set<Int> = []
    for (column, part) in parts.enumerated() {
      for (owner, share) in part where share > best[owner]?.part ?? 0 { best[owner] = (column, share) }
      for (line, owner) in cells(part, grid.lines).enumerated() {
        drawn.insert(owner)
        grid.put(owners[owner].letter, column: column, line: line, paint(of: owner))
      }
    }
    var taken: Set<Int> = []
    for (owner, place) in best.sorted(by: { $0.key < $1.key }) where !drawn.contains(owner) {
      // Nobody else's only cell: beside it where the lines of the column are taken.
      let around = [0, 1, -1, 2, -2].map { place.column + $0 }.filter { parts.indices.contains($0) }
      for column in around where taken.insert(column).inserted {
        let hasProblem = parts[column].keys.contains { owners[$0].tone == .problem }
        let line = hasProblem ? 0 : grid.lines - 1
        grid.put(owners[owner].letter, column: column, line: line, paint(of: owner))
        break
      }
    }
  }

  /// So many cells by the owners that have parts of them, in the order of the owners.
  private func cells(_ parts: [Int: Double], _ count: Int) -> [Int] {
    let sum = parts.values.reduce(0, +)
    guard sum > 0 else { return [] }
    // In turn the one who lacks most of its part; what is wrong comes first.
    var given: [Int: Int] = [:]
    for (owner, _) in parts where owners[owner].tone == .problem && given.count < count { given[owner] = 1 }
    let order = parts.keys.sorted()
    while given.values.reduce(0, +) < count {
      let lacking = order.max { one, other in
        let lack = [one, other].map { (parts[$0] ?? 0) / sum * Double(count) - Double(given[$0] ?? 0) }
        return lack[0] < lack[1]
      }
      guard let lacking else { break }
      given[lacking, default: 0] += 1
    }
    return order.flatMap { Array(repeating: $0, count: given[$0] ?? 0) }
  }

  /// What a tick looks like: across the line of a lane that has one, and at the top of another.
  private static func sign(ofTick mark: Mark, in lane: Lane, isASCII: Bool) -> Character {
    if lane.isDivided { return isASCII ? "|" : "│" }
    if lane.lines == 1 { return mark.isPale ? (isASCII ? ":" : "╎") : (isASCII ? "|" : "│") }
    return mark.isPale ? (isASCII ? "." : "╷") : (isASCII ? "'" : "╵")
  }

  private func draw(
    tick mark: Mark, in lane: Lane, column: Int, on grid: inout TextGrid, paint: TextCell.Paint
  ) {
    let sign = Self.sign(ofTick: mark, in: lane, isASCII: grid.isASCII)
    if lane.isDivided || lane.lines == 1 {
      grid.put(sign, column: column, line: 0, paint)
      // Its word where there is room up to the next.
      let end = self.column(mark.y.1, grid.columns)
      guard !lane.isDivided, !mark.label.isEmpty, column + mark.label.count + 1 < end else { return }
      for (place, character) in mark.label.enumerated() {
        grid.put(character, column: column + 1 + place, line: 0, paint)
      }
    } else if !grid.hasBar(column) {
      grid.put(sign, column: column, line: 0, paint, onlyWhereFree: true)
    }
  }

  private func putAxis(
    _ margin: Int, _ room: Int, _ look: TextLook, to output: inout ByteWriter
  ) {
    var words: [Character] = Array(repeating: " ", count: room)
    var rule: [Character] = Array(repeating: look.isASCII ? "-" : "─", count: room)
    var free = 0
    for (x, word) in ticks(max(2, room / 14)) where word.count <= room {
      let at = column(x, room)
      rule[at] = look.isASCII ? "+" : "┬"
      let start = max(0, min(at, room - word.count))
      guard start >= free else { continue }
      for (place, character) in word.enumerated() { words[start + place] = character }
      free = start + word.count + 1
    }
    output.putSpaces(margin + 1)
    output.put(look.isASCII ? "+" : "┼")
    output.put(line: String(rule), look)
    let start = String(repeating: " ", count: margin + 2)
    output.put(line: start + String(words), look)
  }
}

extension Drawing.TextLook {
  /// Text in the characters that there are.
  fileprivate static func plain(_ text: String, _ look: Self) -> String {
    guard look.isASCII else { return text }
    var plain = ""
    for character in text {
      switch character {
      case "…": plain += "~"
      case "–", "−": plain += "-"
      case "×": plain += "x"
      case "▲": plain += "^"
      case "→": plain += ">"
      default: plain.append(character.isASCII ? character : "?")
      }
    }
    return plain
  }
}

extension ByteWriter {
  /// Puts a line in the characters that there are, without blanks at its end.
  fileprivate mutating func put(line: String, _ look: Drawing.TextLook) {
    var line = Drawing.TextLook.plain(line, look)
    while line.last == " " { line.removeLast() }
    put(text: line, style: .shown)
    put("\n")
  }
}
