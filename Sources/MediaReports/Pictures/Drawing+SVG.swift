public import ByteReading

extension Drawing {
  /// Writes the picture as an SVG element of this width in pixels, 240 at least, which stands alone or
  /// in a page.
  ///
  /// It is drawn for the width and never scaled. Colours follow the theme of whoever shows it; a mark
  /// with an offset leads there by its attribute `data-go`.
  ///
  /// - Parameters:
  ///   - width: In pixels.
  ///   - isNamed: Whether marks have their names in them; else whoever shows it has them from the same
  ///     drawing in another width, whose marks are the same in the same order.
  ///   - growth: How many times as wide whoever shows it may draw it apart, 1 at least. Labels that have
  ///     room only then are there, of the class `z`, which is not shown.
  ///   - isStyled: Whether its style is in it; else whoever shows it has it once for all (``putStyle(to:)``).
  ///   - output: Where it is written.
  public func putSVG(
    width: Int = 960, isNamed: Bool = true, growth: Double = 1, isStyled: Bool = true,
    to output: inout ByteWriter
  ) {
    Self.putSVG(
      [self], width: width, isNamed: isNamed, growth: growth, isStyled: isStyled, to: &output)
  }

  /// Writes the style that all pictures share, for a page that has several without it.
  ///
  /// - Parameter output: What it is written to.
  public static func putStyle(to output: inout ByteWriter) { output.put(style) }

  /// Writes pictures below each other as one SVG element; one that says so when there are none.
  ///
  /// - Parameters:
  ///   - drawings: The pictures, from top to bottom.
  ///   - width: What they were drawn for, in pixels.
  ///   - isNamed: Whether marks say what they are when one points at them.
  ///   - growth: How much larger than drawn they are shown.
  ///   - isStyled: Whether the style stands in it, which a page has once for all.
  ///   - output: What they are written to.
  public static func putSVG(
    _ drawings: [Drawing], width: Int = 960, isNamed: Bool = true, growth: Double = 1,
    isStyled: Bool = true, to output: inout ByteWriter
  ) {
    let width = min(max(width, 240), 4_000)
    let layouts = drawings.map { Layout($0, width: width, isNamed: isNamed, growth: max(1, growth)) }
    let height = layouts.reduce(0) { $0 + $1.height }
    putOpening(width, max(height, 30), y: nil, layouts.count == 1 ? layouts[0].margin : nil, to: &output)
    let title = drawings.count == 1 ? drawings[0].title : "\(drawings.count) pictures"
    put("title", drawings.isEmpty ? "There is nothing to draw." : title, to: &output)
    let words = drawings.map { "\($0.kind.summary). \($0.notes.joined(by: " "))" }
    put("desc", words.joined(by: " "), to: &output)
    output.put("\n")
    if isStyled { output.put(style) }
    if drawings.isEmpty {
      output.put(svgText: "There is nothing to draw.", x: 10, y: 20, class: "t")
    }
    var top = 0
    for (drawing, layout) in zip(drawings, layouts) {
      if drawings.count > 1 {
        putOpening(width, layout.height, y: top, layout.margin, to: &output)
        put("title", drawing.title, to: &output)
      }
      drawing.putBody(layout, to: &output)
      if drawings.count > 1 { output.put("</svg>\n") }
      top += layout.height
    }
    output.put("</svg>\n")
  }

  private static func putOpening(
    _ width: Int, _ height: Int, y: Int?, _ margin: Double?, to output: inout ByteWriter
  ) {
    output.put("<svg xmlns=\"http://www.w3.org/2000/svg\"")
    if let y { output.put(" y=\"\(y)\"") }
    output.put(" width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\"")
    if let margin { output.put(" data-left=\"\(Int(margin))\"") }
    output.put(" role=\"img\" class=\"atom-picture\">")
  }

  private static func put(
    _ element: StaticString, _ text: String, to output: inout ByteWriter
  ) {
    output.put("<")
    output.put(element)
    output.put(">")
    output.put(markup: text)
    output.put("</")
    output.put(element)
    output.put(">")
  }

  // MARK: Layout

  /// Where the parts of a picture stand, in pixels.
  private struct Layout {
    let width: Int
    let left: Double
    let right: Double
    let title: [String]
    let notes: [String]
    var bands: [(top: Double, height: Double)] = []
    let axisTop: Double
    /// What the legend says, of which what is long goes on in entries without a look.
    let entries: [(word: String, look: SVGClass?)]
    let legend: (places: [(x: Double, line: Int)], lines: Int)
    let legendTop: Double
    let insets: [Layout]
    let insetTops: [Int]
    let notesTop: Double
    let height: Int

    /// Whether marks have their names in them.
    let isNamed: Bool
    /// How many times as wide it may be drawn apart.
    let growth: Double
    /// What stays where it is when it is drawn apart; `nil` where it may not be, as an image.
    var margin: Double? { growth > 1 && isStretchable ? left : nil }
    private let isStretchable: Bool

    init(_ drawing: Drawing, width: Int, isNamed: Bool, growth: Double) {
      self.width = width
      self.isNamed = isNamed
      self.growth = growth
      isStretchable = drawing.axis != .pixels && !drawing.isScaleless
      // Lanes without a scale are named at their left; where there is little room, above them.
      let hasNames = drawing.lanes.contains { $0.scale.isEmpty && $0.label.count > 9 }
      left = hasNames ? (width < 560 ? 100 : 168) : 74
      right = Double(width) - 16
      title = Drawing.folded(drawing.title, width: Int(Double(width - 20) / Drawing.titleLetter))
      notes = drawing.notes.flatMap { Drawing.folded($0, width: (width - 20) / 8) }
      var top = 10 + Double(title.count) * 20
      for lane in drawing.lanes {
        bands.append((top, Double(lane.pixels)))
        top += Double(lane.pixels) + (lane.leadsOn ? 18 : 8)
      }
      axisTop = top
      top += 24
      entries = drawing.entries.flatMap { word, look in
        Drawing.folded(word, width: (width - 52) / 7).enumerated().map { ($1, $0 == 0 ? look : nil) }
      }
      legend = Drawing.legend(entries.map(\.word), width: Double(width) - 20)
      legendTop = top
      top += Double(legend.lines) * 18
      insets = drawing.insets.map { Layout($0, width: width, isNamed: isNamed, growth: growth) }
      var tops: [Int] = []
      for inset in insets {
        tops.append(Int(top) + 4)
        top += Double(inset.height) + 4
      }
      insetTops = tops
      notesTop = top
      height = Int(top) + notes.count * 18 + 6
    }

    /// Where a share of the way across is.
    func x(_ share: Double) -> Double { left + share * (right - left) }
  }

  private func putBody(_ layout: Layout, to output: inout ByteWriter) {
    putTitle(layout, to: &output)
    for (lane, band) in zip(lanes, layout.bands) { putBand(lane, band, layout, to: &output) }
    putAxis(layout, to: &output)
    var words = WordsOver()
    for mark in marks where lanes.indices.contains(mark.lane) {
      put(mark, layout, &words, to: &output)
    }
    for word in words.words {
      output.put(svgText: word.text, x: word.x, y: word.y, class: "a y", anchor: word.anchor)
    }
    output.put("\n")
    putClocks(layout, to: &output)
    // What has no place across stays where it is when the picture is drawn apart.
    output.put("<g class=\"x\">")
    for ((word, look), at) in zip(layout.entries, layout.legend.places) {
      let y = layout.legendTop + Double(at.line) * 18
      if let look { Self.put(look, x: 10 + at.x, y: y + 3, to: &output) }
      output.put(svgText: word, x: 25 + at.x, y: y + 12, class: "s")
    }
    output.put("</g>\n")
    for (number, inset) in insets.enumerated() {
      Self.putOpening(
        layout.width, layout.insets[number].height, y: layout.insetTops[number],
        layout.insets[number].margin, to: &output)
      Self.put("title", inset.title, to: &output)
      inset.putBody(layout.insets[number], to: &output)
      output.put("</svg>\n")
    }
    for (number, line) in layout.notes.enumerated() {
      output.put(
        svgText: line, x: 10, y: layout.notesTop + 14 + Double(number) * 18, class: "n")
    }
  }

  /// The title in the lines that it needs, and in half as many for whoever draws it apart to a width that has room for
  /// them.
  private func putTitle(_ layout: Layout, to output: inout ByteWriter) {
    let lines = layout.title
    guard layout.margin != nil, lines.count > 1 else {
      for (number, line) in lines.enumerated() {
        output.put(svgText: line, x: 10, y: 18 + Double(number) * 20, class: "t")
      }
      return
    }
    let most = (lines.count + 1) / 2
    var wide = lines
    var width = title.count / most
    while wide.count > most {
      width += 4
      wide = Self.folded(title, width: width)
    }
    let need = Double(wide.map(\.count).max() ?? 0) * Self.titleLetter
    // How wide the picture is when it is drawn apart is that of the box in front of the lines, which is not seen.
    output.put("<rect x=\"10\" width=\"\(layout.width - 20)\" height=\"0\"/><text class=\"t z\" data-l=\"")
    output.put(need, decimals: 1)
    output.put("\">")
    Self.put(titleLines: wide, from: lines.count - wide.count, to: &output)
    output.put("</text><text class=\"t c\">")
    Self.put(titleLines: lines, from: 0, to: &output)
    output.put("</text>")
  }

  private static func put(titleLines lines: [String], from first: Int, to output: inout ByteWriter) {
    for (number, line) in lines.enumerated() {
      output.put("<tspan x=\"10\" y=\"\(18 + (first + number) * 20)\">")
      output.put(markup: line)
      output.put("</tspan>")
    }
  }

  /// How many pixels a letter of a title takes: bold ones of 14 pixels are wider than those of notes.
  private static let titleLetter = 8.4

  /// What stands before a word of the legend: a patch of colour, or a tick.
  private static func put(_ look: SVGClass, x: Double, y: Double, to output: inout ByteWriter) {
    let isOpen = look.shape.isSame(as: openLook)
    guard isOpen || look.shape.isSame(as: startLook) else {
      return output.put(svgRect: x, y, 10, 10, class: look)
    }
    output.put(svgLine: x + 5, isOpen ? y + 5 : y, x + 5, y + 10, class: SVGClass(colour: look.colour))
  }

  private func putBand(
    _ lane: Lane, _ band: (top: Double, height: Double), _ layout: Layout,
    to output: inout ByteWriter
  ) {
    let (left, right) = (layout.left, layout.right)
    let bottom = band.top + band.height
    output.put(svgLine: left, bottom, right, bottom, class: .grid)
    if lane.scale.isEmpty {
      // A label that has no room beside its lane is cut.
      let most = max(6, Int((left - 12) / 6.2))
      // The end of a name tells more than its beginning: `1 video, media`.
      let name = lane.label.count > most ? lane.label.replacing("track ", with: "") : lane.label
      let label = name.count > most ? String(name.prefix(most - 1)) + "…" : name
      output.put(
        svgText: label, x: left - 6, y: band.top + band.height / 2 + 4, class: "a", anchor: .end)
      return
    }
    // Below the word of the value at the top.
    var words: [(at: Double, word: String)] = []
    for (value, word) in lane.scale {
      let y = Self.y(value, lane, band)
      output.put(svgLine: left, y, right, y, class: .grid)
      let at = min(max(y + 4, band.top + 8), bottom)
      // Words closer than they are high would lie on each other.
      guard words.allSatisfy({ abs($0.at - at) >= 12 }) else { continue }
      words.append((at, word))
    }
    // What is measured stands in the highest place that no value has, else instead of one in the middle.
    var at = band.top + 10
    while at < bottom, words.contains(where: { abs($0.at - at) < 12 }) { at += 1 }
    if at >= bottom {
      at = band.top + band.height / 2 + 4
      words.removeAll { abs($0.at - at) < 12 }
    }
    for (at, word) in words { output.put(svgText: word, x: left - 6, y: at, class: "a", anchor: .end) }
    output.put(svgText: lane.label, x: 10, y: at, class: "a")
  }

  private func putAxis(_ layout: Layout, to output: inout ByteWriter) {
    let (left, right) = (layout.left, layout.right)
    let top = layout.axisTop
    var free = -Double.infinity
    for (x, word) in ticks(max(2, Int((right - left) / 110))) {
      let at = layout.x(position(x))
      output.put(svgLine: at, top - 8, at, top - 3, class: .grid)
      let length = Double(word.count) * 6.4
      let isLast = at + length / 2 > right
      let start = isLast ? right - length : at > left + 20 ? at - length / 2 : at
      guard start > free else { continue }
      free = start + length + 6
      output.put(
        svgText: word, x: isLast ? right : at, y: top + 9, class: "a",
        anchor: isLast ? .end : at > left + 20 ? .middle : .start)
    }
  }

  /// Where a cursor may stand, for the script of a page: what is across each lane, its box, and from
  /// where to where it goes.
  private func putClocks(_ layout: Layout, to output: inout ByteWriter) {
    for (lane, band) in zip(lanes, layout.bands) {
      guard let clock = lane.clock else { continue }
      output.put("<g class=\"k\" data-clock=\"")
      switch clock {
      case .movie: output.put("movie")
      case .media(let owner): output.put(decimal: owner)
      case .file: output.put("file")
      }
      output.put("\" data-box=\"")
      for edge in [layout.left, band.top, layout.right, band.top + band.height] {
        output.put(edge, decimals: 1)
        output.put(" ")
      }
      output.put(extent.lowerBound, decimals: 6)
      output.put(" ")
      output.put(extent.upperBound, decimals: 6)
      output.put("\"></g>\n")
    }
  }

  private static func y(
    _ value: Double, _ lane: Lane, _ band: (top: Double, height: Double)
  ) -> Double {
    let share = Self.share(value, lane.low, lane.high)
    return band.top + (lane.isDownward ? share : 1 - share) * band.height
  }

  // MARK: Marks

  private func put(
    _ mark: Mark, _ layout: Layout, _ words: inout WordsOver, to output: inout ByteWriter
  ) {
    output.put("<g")
    if let offset = mark.offset {
      output.put(" data-go=\"at:")
      output.put(decimal: offset)
      output.put("\"")
    }
    if let samples = mark.samples {
      output.put(" data-s=\"")
      output.put(decimal: mark.owner)
      output.put(":")
      output.put(decimal: samples.lowerBound)
      output.put("-")
      output.put(decimal: samples.upperBound)
      output.put("\"")
    }
    output.put(">")
    if layout.isNamed, !mark.name.isEmpty { Self.put("title", mark.name, to: &output) }
    var name = SVGClass(colour: mark.isProblem ? "e" : colour(of: mark.owner), shade: mark.isPale ? " p" : "")
    if let kind = mark.kind, kinds.indices.contains(kind) { name = name.shaded(kinds[kind].shade) }
    putShape(of: mark, in: layout, styled: name, words: &words, to: &output)
    output.put("</g>\n")
  }

  private func putShape(
    of mark: Mark, in layout: Layout, styled name: SVGClass, words: inout WordsOver,
    to output: inout ByteWriter
  ) {
    let lane = lanes[mark.lane]
    let band = layout.bands[mark.lane]
    let bottom = band.top + band.height
    let x = layout.x(position(mark.x.lowerBound))
    let end = layout.x(position(mark.x.upperBound))
    switch mark.shape {
    case .bar:
      let value = max(mark.y.0, mark.y.1)
      let y = Self.y(value, lane, band)
      let width = max(end - x - (end - x > 4 ? 1 : 0), 1)
      if mark.parts.isEmpty {
        output.put(svgRect: x, y, width, max(bottom - y, 1), class: name)
      } else {
        putParts(of: mark, x: x, width: width, in: lane, band: band, styled: name, to: &output)
      }
      if value > lane.high {
        // A peak that is cut off says how high it is; of peaks that stand close the first has its word.
        let word = peak(value)
        let length = WordsOver.length(word)
        // Beside the bar, where there is room, else in it: at the left stand the words of the scale.
        let start = end + 3 + length <= layout.right ? end + 3 : x - 3 - length >= layout.left ? x - 3 - length : x + 3
        words.put(word, x: start, y: band.top + 9, anchor: .start)
      }
    case .area, .hatched:
      let isHatched = mark.shape == .hatched
      let gap = end - x > 4 && mark.isPale ? 0.5 : 0
      output.put(
        svgRect: x, band.top, max(end - x - gap, 1), band.height,
        class: isHatched ? name.drawn(" v") : name)
      putLabel(of: mark, x: x, end: end, middle: (band.top + bottom) / 2, isFilled: !isHatched, in: layout, to: &output)
    case .share:
      let (top, foot) = (Self.y(mark.y.1, lane, band), Self.y(mark.y.0, lane, band))
      output.put(svgRect: x, top, max(end - x, 1), max(foot - top, 1), class: name)
      if foot - top >= 12 { putLabel(of: mark, x: x, end: end, middle: (top + foot) / 2, isFilled: true, in: layout, to: &output) }
    case .tick:
      // What decoding can start from with some loss is shorter. Over what has the same colour both stand out.
      let stands = lane.scale.isEmpty && Self.isStart(mark)
      let top = stands ? band.top - (mark.isPale ? 3 : 7) : mark.isPale ? band.top + band.height / 2 : band.top - 2
      output.put(svgLine: x, top, x, bottom, class: stands ? SVGClass(colour: name.colour) : name.drawn(" h"))
      putTickLabel(of: mark, x: x, in: layout, band: band, to: &output)
    case .rule:
      let y = Self.y(mark.y.0, lane, band)
      output.put(svgLine: layout.left, y, layout.right, y, class: name.drawn(" d"))
      if !mark.label.isEmpty {
        // Above the line, else below it.
        let isPut = words.put(mark.label, x: layout.right, y: max(y - 3, band.top + 9), anchor: .end)
        if !isPut { words.put(mark.label, x: layout.right, y: min(y + 12, bottom), anchor: .end) }
      }
    case .lead:
      output.put(
        svgLine: x, Self.y(mark.y.0, lane, band), end, Self.y(mark.y.1, lane, band) + 0.01,
        class: name.drawn(" d"))
    case .arrow:
      let foot = (layout.x(position(mark.y.0)), bottom + 18)
      output.put(svgLine: x, bottom, foot.0, foot.1 - 5, class: name.drawn(" l"))
      output.put(
        svgPath: [
          ("M", foot.0 - 4, foot.1 - 7), ("H", foot.0 + 4, nil), ("L", foot.0, foot.1),
        ], class: name)
    case .dot:
      output.put(svgRect: x - 1, Self.y(mark.y.0, lane, band) - 1, 2, 2, class: name)
    case .line:
      output.put(
        svgLine: x, Self.y(mark.y.0, lane, band), max(end, x + 2),
        Self.y(mark.y.1, lane, band) + 0.01, class: name.drawn(" l"))
    case .join:
      let below = (layout.x(position(mark.y.0)), layout.x(position(mark.y.1)))
      let foot = bottom + 18
      output.put(
        svgPath: [
          ("M", x, bottom), ("L", below.0, foot), ("H", below.1, nil), ("L", end, bottom),
        ], class: name.drawn(" j"))
    case .box:
      let top = min(Self.y(mark.y.0, lane, band), Self.y(mark.y.1, lane, band))
      let foot = max(Self.y(mark.y.0, lane, band), Self.y(mark.y.1, lane, band))
      output.put(svgRect: x, top, max(end - x, 1), max(foot - top, 1), class: name.drawn(" b"))
      putLabel(of: mark, x: x, end: end, middle: (top + foot) / 2, isFilled: false, in: layout, to: &output)
    }
  }

  /// The parts of a bar on each other, with an edge in full colour where the uppermost is pale.
  private func putParts(
    of mark: Mark, x: Double, width: Double, in lane: Lane, band: (top: Double, height: Double),
    styled name: SVGClass, to output: inout ByteWriter
  ) {
    var foot = band.top + band.height
    var look = name
    for part in mark.parts {
      let top = min(Self.y(part.top, lane, band), band.top + band.height - 1)
      // What is above the band is cut off, and what has no height there is none.
      guard foot - top >= 0.05, kinds.indices.contains(part.kind) else { continue }
      look = name.shaded(kinds[part.kind].shade)
      output.put(svgRect: x, top, width, foot - top, class: look)
      foot = top
    }
    if look.shade.utf8CodeUnitCount > 0 { output.put(svgRect: x, foot, width, 1.5, class: name) }
  }

  /// The word of a tick stands behind it, where there is room up to the next.
  private func putTickLabel(
    of mark: Mark, x: Double, in layout: Layout, band: (top: Double, height: Double),
    to output: inout ByteWriter
  ) {
    guard !mark.label.isEmpty else { return }
    let end = layout.x(position(mark.y.1))
    guard Double(mark.label.count) * 6.6 + 6 <= min(end, layout.right) - x else { return }
    output.put(svgText: mark.label, x: x + 3, y: band.top + band.height / 2 + 4, class: "a")
  }

  private func putLabel(
    of mark: Mark, x: Double, end: Double, middle: Double, isFilled: Bool, in layout: Layout,
    to output: inout ByteWriter
  ) {
    guard !mark.label.isEmpty else { return }
    let (room, length) = (end - x, Self.length(mark.label) + 2)
    let isLight = isFilled && !mark.isPale
    let (middleX, y) = ((x + end) / 2, middle + 4)
    if length <= room {
      output.put(svgText: mark.label, x: middleX, y: y, class: isLight ? "w" : "s", anchor: .middle)
      return
    }
    if length <= room * layout.growth {
      output.put(
        svgText: mark.label, x: middleX, y: y, class: isLight ? "w z" : "s z", anchor: .middle,
        needing: length)
    }
    // What is missed when it has no room is cut, or has its number there; its name says all of it.
    let short = Self.cut(mark.label, mark.key, to: room - 2)
    guard !mark.key.isEmpty, !short.isEmpty else { return }
    output.put(svgText: short, x: middleX, y: y, class: isLight ? "w c" : "s c", anchor: .middle)
  }

  /// How many pixels a text of 12 pixels takes at most.
  private static func length(_ text: String) -> Double {
    text.unicodeScalars.reduce(0) { $0 + length($1) }
  }

  private static func length(_ scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "W", "M", "m", "w", "@", "%", "…", "—": 11.5
    case "A"..."Z": 8.8
    default: displayWidth(of: scalar.value) == 2 ? 13 : scalar.value < 0x250 ? 7 : 10
    }
  }

  /// The beginning of a text that has room in so many pixels, three characters of it at least; else `key`
  /// where that has room, else an empty text.
  private static func cut(_ text: String, _ key: String, to room: Double) -> String {
    var rest = room - length("…")
    var short = ""
    for character in text {
      rest -= length(String(character))
      guard rest >= 0 else { break }
      short.append(character)
    }
    while short.last == " " { short.removeLast() }
    return short.count >= 3 ? short + "…" : length(key) <= room ? key : ""
  }

  // MARK: Words

  /// What the legend says: owners, what their bars consist of, and what is red.
  private var entries: [(word: String, look: SVGClass)] {
    let used = used
    var entries = used.owners.map { (owners[$0].name, SVGClass(colour: colour(of: $0))) }
    if let (owner, parts) = used.kinds {
      let look = SVGClass(colour: colour(of: owner))
      entries += parts.map { (kinds[$0].name, look.shaded(kinds[$0].shade)) }
    }
    if let owner = used.hatchedOwner { entries.append((hatchName, SVGClass(colour: colour(of: owner)).drawn(" v"))) }
    for isOpen in [false, true] {
      guard let start = marks.first(where: { Self.isStart($0) && $0.isPale == isOpen }) else { continue }
      let look = SVGClass(colour: colour(of: start.owner)).drawn(isOpen ? Self.openLook : Self.startLook)
      entries.append((isOpen ? paleTickName : tickName, look))
    }
    if used.hasRedMarks { entries.append((problemName, SVGClass(colour: "e"))) }
    return entries
  }

  /// Whether a mark is where decoding may start.
  private static func isStart(_ mark: Mark) -> Bool {
    mark.shape == .tick && mark.samples != nil && mark.label.isEmpty && !mark.isProblem
  }

  /// How a tick looks in a legend: as high as a letter, or half of it.
  private static let startLook: StaticString = " h"
  private static let openLook: StaticString = " h h"

  /// Where the words of a legend stand, in as many lines as they need.
  private static func legend(
    _ words: [String], width: Double
  ) -> (places: [(x: Double, line: Int)], lines: Int) {
    var places: [(x: Double, line: Int)] = []
    var x = 0.0
    var line = 0
    for word in words {
      let length = Double(word.count) * 7.2 + 32
      if x > 0, x + length > width {
        x = 0
        line += 1
      }
      places.append((x, line))
      x += length
    }
    return (places, words.isEmpty ? 0 : line + 1)
  }

  /// Text in lines of at most so many characters, broken at blanks, and inside of words that are longer.
  static func folded(_ text: String, width: Int) -> [String] {
    let width = max(width, 10)
    if let lines = foldedWords(of: text, width: width) { return lines }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
      while line.count > width {
        lines.append(String(line.prefix(width)))
        line = String(line.dropFirst(width))
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}
