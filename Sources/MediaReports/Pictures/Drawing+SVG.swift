public import ByteReading

extension Drawing {
  /// Writes the picture as an SVG element of this width in pixels, 320 at least, which stands alone or
  /// in a page.
  ///
  /// It is drawn for the width and never scaled. Colours follow the theme of whoever shows it; a mark
  /// with an offset leads there by its attribute `data-go`.
  ///
  /// - Parameters:
  ///   - width: In pixels.
  ///   - isNamed: Whether marks have their names in them; else whoever shows it has them from the same
  ///     drawing in another width, whose marks are the same in the same order.
  ///   - output: Where it is written.
  public func putSVG(width: Int = 960, isNamed: Bool = true, to output: inout ByteWriter) {
    Self.putSVG([self], width: width, isNamed: isNamed, to: &output)
  }

  /// Writes pictures below each other as one SVG element; one that says so when there are none.
  public static func putSVG(
    _ drawings: [Drawing], width: Int = 960, isNamed: Bool = true, to output: inout ByteWriter
  ) {
    let width = min(max(width, 320), 4_000)
    let layouts = drawings.map { Layout($0, width: width, isNamed: isNamed) }
    let height = layouts.reduce(0) { $0 + $1.height }
    putOpening(width, max(height, 30), y: nil, to: &output)
    let title = drawings.count == 1 ? drawings[0].title : "\(drawings.count) pictures"
    put("title", drawings.isEmpty ? "There is nothing to draw." : title, to: &output)
    let words = drawings.map { "\($0.kind.summary). \($0.notes.joined(separator: " "))" }
    put("desc", words.joined(separator: " "), to: &output)
    output.put("\n")
    output.put(style)
    if drawings.isEmpty {
      output.put(svgText: "There is nothing to draw.", x: 10, y: 20, class: "t")
    }
    var top = 0
    for (drawing, layout) in zip(drawings, layouts) {
      if drawings.count > 1 {
        putOpening(width, layout.height, y: top, to: &output)
        put("title", drawing.title, to: &output)
      }
      drawing.putBody(layout, to: &output)
      if drawings.count > 1 { output.put("</svg>\n") }
      top += layout.height
    }
    output.put("</svg>\n")
  }

  private static func putOpening(
    _ width: Int, _ height: Int, y: Int?, to output: inout ByteWriter
  ) {
    output.put("<svg xmlns=\"http://www.w3.org/2000/svg\"")
    if let y { output.put(" y=\"\(y)\"") }
    output.put(" width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\"")
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
    /// The owners that have marks.
    let used: [Int]
    let legend: (places: [(x: Double, line: Int)], lines: Int)
    let legendTop: Double
    let insets: [Layout]
    let insetTops: [Int]
    let notesTop: Double
    let height: Int

    /// Whether marks have their names in them.
    let isNamed: Bool

    init(_ drawing: Drawing, width: Int, isNamed: Bool) {
      self.width = width
      self.isNamed = isNamed
      // Lanes without a scale are named at their left; where there is little room, above them.
      let hasNames = drawing.lanes.contains { $0.scale.isEmpty && $0.label.count > 9 }
      left = hasNames ? (width < 560 ? 100 : 168) : 74
      right = Double(width) - 16
      title = Drawing.folded(drawing.title, width: (width - 20) / 8)
      notes = drawing.notes.flatMap { Drawing.folded($0, width: (width - 20) / 8) }
      var top = 10 + Double(title.count) * 20
      for lane in drawing.lanes {
        bands.append((top, Double(lane.pixels)))
        top += Double(lane.pixels) + (lane.leadsOn ? 18 : 8)
      }
      axisTop = top
      top += 24
      var seen: Set<Int> = []
      for mark in drawing.marks where mark.shape != .join { seen.insert(mark.owner) }
      used = drawing.owners.indices.filter { seen.contains($0) }
      legend = Drawing.legend(
        used.map { drawing.owners[$0].name }, width: Double(width) - 20)
      legendTop = top
      top += Double(legend.lines) * 18
      insets = drawing.insets.map { Layout($0, width: width, isNamed: isNamed) }
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
    for (number, line) in layout.title.enumerated() {
      output.put(svgText: line, x: 10, y: 18 + Double(number) * 20, class: "t")
    }
    for (lane, band) in zip(lanes, layout.bands) { putBand(lane, band, layout, to: &output) }
    putAxis(layout, to: &output)
    var peaks: [Int: Double] = [:]
    for mark in marks where lanes.indices.contains(mark.lane) {
      put(mark, layout, &peaks, to: &output)
    }
    putClocks(layout, to: &output)
    for (place, owner) in layout.used.enumerated() {
      let at = layout.legend.places[place]
      let y = layout.legendTop + Double(at.line) * 18
      output.put(
        svgRect: 10 + at.x, y + 3, 10, 10, class: SVGClass(colour: colour(of: owner)))
      output.put(svgText: owners[owner].name, x: 25 + at.x, y: y + 12, class: "s")
    }
    for (number, inset) in insets.enumerated() {
      Self.putOpening(
        layout.width, layout.insets[number].height, y: layout.insetTops[number], to: &output)
      Self.put("title", inset.title, to: &output)
      inset.putBody(layout.insets[number], to: &output)
      output.put("</svg>\n")
    }
    for (number, line) in layout.notes.enumerated() {
      output.put(
        svgText: line, x: 10, y: layout.notesTop + 14 + Double(number) * 18, class: "n")
    }
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
    var words: [Double] = []
    for (value, word) in lane.scale {
      let y = Self.y(value, lane, band)
      output.put(svgLine: left, y, right, y, class: .grid)
      let at = min(max(y + 4, band.top + 8), bottom)
      // Words closer than they are high would lie on each other.
      guard words.allSatisfy({ abs($0 - at) >= 12 }) else { continue }
      words.append(at)
      output.put(svgText: word, x: left - 6, y: at, class: "a", anchor: .end)
    }
    // What is measured stands in the highest place that no value has.
    var at = band.top + 10
    while at < bottom, words.contains(where: { abs($0 - at) < 12 }) { at += 1 }
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
      let word: String =
        switch clock {
        case .movie: "movie"
        case .media(let owner): "\(owner)"
        case .file: "file"
        }
      let box = [layout.left, band.top, layout.right, band.top + band.height]
        .map { Self.decimal($0, 1) }.joined(separator: " ")
      output.put("<g class=\"k\" data-clock=\"\(word)\" data-box=\"\(box) ")
      output.put("\(Self.decimal(extent.lowerBound, 6)) \(Self.decimal(extent.upperBound, 6))\"></g>\n")
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
    _ mark: Mark, _ layout: Layout, _ peaks: inout [Int: Double], to output: inout ByteWriter
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
    let name = SVGClass(colour: mark.isProblem ? "e" : colour(of: mark.owner), isPale: mark.isPale)
    putShape(mark, layout, name, &peaks, to: &output)
    output.put("</g>\n")
  }

  private func putShape(
    _ mark: Mark, _ layout: Layout, _ name: SVGClass, _ peaks: inout [Int: Double],
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
      output.put(svgRect: x, y, max(end - x - (end - x > 4 ? 1 : 0), 1), max(bottom - y, 1), class: name)
      if value > lane.high {
        // A peak that is cut off says how high it is.
        let word = "▲" + Self.rate(value)
        let length = Double(word.count) * 7
        let isBeside = end + 3 + length <= layout.right
        let from = isBeside ? end + 3 : x - 3 - length
        // Of peaks that stand close the first has its word.
        guard from >= peaks[mark.lane] ?? 0 else { return }
        peaks[mark.lane] = from + length + 4
        output.put(
          svgText: word, x: isBeside ? end + 3 : x - 3, y: band.top + 9, class: "a",
          anchor: isBeside ? .start : .end)
      }
    case .area, .hatched:
      let isHatched = mark.shape == .hatched
      let gap = end - x > 4 && mark.isPale ? 0.5 : 0
      output.put(
        svgRect: x, band.top, max(end - x - gap, 1), band.height,
        class: isHatched ? name.drawn(" f") : name)
      putLabel(mark, x, end, (band.top + bottom) / 2, isFilled: !isHatched, to: &output)
    case .share:
      let (top, foot) = (Self.y(mark.y.1, lane, band), Self.y(mark.y.0, lane, band))
      output.put(svgRect: x, top, max(end - x, 1), max(foot - top, 1), class: name)
      if foot - top >= 12 { putLabel(mark, x, end, (top + foot) / 2, isFilled: true, to: &output) }
    case .tick:
      // What decoding can start from with some loss is shorter.
      let top = mark.isPale ? band.top + band.height / 2 : band.top - 2
      output.put(svgLine: x, top, x, bottom, class: name.drawn(" h"))
      putTickLabel(mark, x, layout, band, to: &output)
    case .rule:
      let y = Self.y(mark.y.0, lane, band)
      output.put(svgLine: layout.left, y, layout.right, y, class: name.drawn(" d"))
      if !mark.label.isEmpty {
        output.put(svgText: mark.label, x: layout.right, y: max(y - 3, band.top + 9), class: "a", anchor: .end)
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
      putLabel(mark, x, end, (top + foot) / 2, isFilled: false, to: &output)
    }
  }

  /// The word of a tick stands behind it, where there is room up to the next.
  private func putTickLabel(
    _ mark: Mark, _ x: Double, _ layout: Layout, _ band: (top: Double, height: Double),
    to output: inout ByteWriter
  ) {
    guard !mark.label.isEmpty else { return }
    let end = layout.x(position(mark.y.1))
    guard Double(mark.label.count) * 6.6 + 6 <= min(end, layout.right) - x else { return }
    output.put(svgText: mark.label, x: x + 3, y: band.top + band.height / 2 + 4, class: "a")
  }

  private func putLabel(
    _ mark: Mark, _ x: Double, _ end: Double, _ middle: Double, isFilled: Bool,
    to output: inout ByteWriter
  ) {
    guard !mark.label.isEmpty, Double(mark.label.count) * 7 + 2 <= end - x else { return }
    output.put(
      svgText: mark.label, x: (x + end) / 2, y: middle + 4,
      class: isFilled && !mark.isPale ? "w" : "s", anchor: .middle)
  }

  // MARK: Words

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

// MARK: Style

extension Drawing {
  /// How many colours there are.
  static let colourCount = 15
  /// Those that tracks have, in turn.
  private static let turn: [StaticString] = ["o0", "o1", "o2", "o3", "o4", "o5", "o6", "o8", "o9"]

  /// The class of what belongs to an owner.
  func colour(of owner: Int) -> StaticString {
    switch owners.indices.contains(owner) ? owners[owner].tone : .place {
    case .place: Self.turn[max(0, owner) % Self.turn.count]
    case .first: "o0"
    case .structure: "o7"
    case .items: "o10"
    case .padding: "o11"
    case .other: "o12"
    case .film: "o13"
    case .rest: "o14"
    case .problem: "e"
    }
  }

  /// Colours that keep a contrast of 3 to the ground in both themes, and of 4.5 to the letters in them;
  /// a test computes them.
  package static let style: StaticString = """
    <style>.atom-picture{color-scheme:light dark;background:Canvas;font:13px system-ui,sans-serif}\
    .atom-picture text{fill:#1b1c1f;stroke:none}.atom-picture .t{font-weight:600;font-size:14px}.atom-picture .s{font-size:12px}\
    .atom-picture .w{font-size:12px;fill:#ffffff}.atom-picture .a{font-size:11px;fill:#5c5e66}\
    .atom-picture .n{font-size:12px;fill:#5c5e66}\
    .atom-picture .g{stroke:#c9cad2;stroke-width:1}.atom-picture .l{fill:none;stroke-width:2}.atom-picture .h{opacity:.45}\
    .atom-picture .o0{fill:#2563c9;stroke:#2563c9}.atom-picture .o1{fill:#0f7b55;stroke:#0f7b55}\
    .atom-picture .o2{fill:#9a5b00;stroke:#9a5b00}.atom-picture .o3{fill:#7c3fb8;stroke:#7c3fb8}\
    .atom-picture .o4{fill:#0b7285;stroke:#0b7285}.atom-picture .o5{fill:#a33b72;stroke:#a33b72}\
    .atom-picture .o6{fill:#5f6b16;stroke:#5f6b16}.atom-picture .o7{fill:#6b6d76;stroke:#6b6d76}\
    .atom-picture .o8{fill:#8a4b2d;stroke:#8a4b2d}.atom-picture .o9{fill:#3b4db0;stroke:#3b4db0}\
    .atom-picture .o10{fill:#2e7d32;stroke:#2e7d32}.atom-picture .o11{fill:#75705f;stroke:#75705f}\
    .atom-picture .o12{fill:#4b4f5c;stroke:#4b4f5c}.atom-picture .o13{fill:#9c27b0;stroke:#9c27b0}\
    .atom-picture .o14{fill:#6d4c7d;stroke:#6d4c7d}\
    .atom-picture .e{fill:#c4001a;stroke:#c4001a}.atom-picture rect{stroke-width:0}\
    .atom-picture .p{fill-opacity:.35}.atom-picture .j{fill-opacity:.12;stroke-width:1;stroke-opacity:.45}\
    .atom-picture .d{fill:none;stroke-width:1.5;stroke-dasharray:5 4}\
    .atom-picture rect.b{fill-opacity:.12;stroke-width:1}\
    .atom-picture rect.f{fill-opacity:.12;stroke-dasharray:4 4;stroke-width:1}\
    .atom-picture g:hover>rect{filter:brightness(1.25)}\
    @media(prefers-color-scheme:dark){.atom-picture text{fill:#ececf0}.atom-picture .a,.atom-picture .n{fill:#a2a4ae}\
    .atom-picture .w{fill:#101114}\
    .atom-picture .g{stroke:#3c3e47}.atom-picture .o0{fill:#6ea0ff;stroke:#6ea0ff}.atom-picture .o1{fill:#4cc596;stroke:#4cc596}\
    .atom-picture .o2{fill:#e3a84a;stroke:#e3a84a}.atom-picture .o3{fill:#c596f2;stroke:#c596f2}\
    .atom-picture .o4{fill:#4fc3d9;stroke:#4fc3d9}.atom-picture .o5{fill:#ef8fbd;stroke:#ef8fbd}\
    .atom-picture .o6{fill:#bccb5d;stroke:#bccb5d}.atom-picture .o7{fill:#9c9fab;stroke:#9c9fab}\
    .atom-picture .o8{fill:#dba184;stroke:#dba184}.atom-picture .o9{fill:#97a6ff;stroke:#97a6ff}\
    .atom-picture .o10{fill:#7ed67e;stroke:#7ed67e}.atom-picture .o11{fill:#b5ae98;stroke:#b5ae98}\
    .atom-picture .o12{fill:#c9ccd8;stroke:#c9ccd8}.atom-picture .o13{fill:#e28cf0;stroke:#e28cf0}\
    .atom-picture .o14{fill:#c3a6d6;stroke:#c3a6d6}\
    .atom-picture .e{fill:#ff7482;stroke:#ff7482}}</style>

    """
}

/// The classes of a shape: its colour, whether it is pale, and how it is drawn.
private struct SVGClass {
  var colour: StaticString
  var isPale = false
  /// With the blank in front of it; empty for what is filled.
  var shape: StaticString = ""

  /// The same, drawn otherwise.
  func drawn(_ shape: StaticString) -> SVGClass { SVGClass(colour: colour, isPale: isPale, shape: shape) }

  static let grid = SVGClass(colour: "g")
}

/// Which end of a text its place is.
private enum Anchor {
  case start, middle, end

  var attribute: StaticString {
    switch self {
    case .start: ""
    case .middle: " text-anchor=\"middle\""
    case .end: " text-anchor=\"end\""
    }
  }
}

extension ByteWriter {
  /// A number of pixels with one decimal, as ``Drawing/decimal(_:_:)`` has it, without a text on the way:
  /// a picture has some thousands.
  fileprivate mutating func put(pixels value: Double) {
    guard abs(value) < 1e15 else { return put("0") }
    let scaled = UInt64((abs(value) * 10).rounded())
    if value < 0, scaled > 0 { put("-") }
    put(decimal: scaled / 10)
    put(".")
    put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: scaled % 10))
  }

  /// An attribute of a number of pixels, whose name is given as it stands in front of it.
  private mutating func put(_ attribute: StaticString, _ value: Double) {
    put(attribute)
    put(pixels: value)
  }

  fileprivate mutating func put(_ name: SVGClass) {
    put(name.colour)
    if name.isPale { put(" p") }
    put(name.shape)
  }

  fileprivate mutating func put(
    svgText text: String, x: Double, y: Double, class name: StaticString, anchor: Anchor = .start
  ) {
    put("<text class=\"")
    put(name)
    put("\" x=\"", x)
    put("\" y=\"", y)
    put("\"")
    put(anchor.attribute)
    put(">")
    put(markup: text)
    put("</text>")
  }

  fileprivate mutating func put(
    svgRect x: Double, _ y: Double, _ width: Double, _ height: Double, class name: SVGClass
  ) {
    put("<rect class=\"")
    put(name)
    put("\" x=\"", x)
    put("\" y=\"", y)
    put("\" width=\"", width)
    put("\" height=\"", height)
    put("\"/>")
  }

  fileprivate mutating func put(
    svgLine x: Double, _ y: Double, _ endX: Double, _ endY: Double, class name: SVGClass
  ) {
    put("<line class=\"")
    put(name)
    put("\" x1=\"", x)
    put("\" y1=\"", y)
    put("\" x2=\"", endX)
    put("\" y2=\"", endY)
    put("\"/>")
  }

  /// A path that begins at a place and goes on by commands: a letter, and the numbers behind it.
  fileprivate mutating func put(
    svgPath commands: [(letter: StaticString, x: Double, y: Double?)], class name: SVGClass
  ) {
    put("<path class=\"")
    put(name)
    put("\" d=\"")
    for command in commands {
      put(command.letter, command.x)
      if let y = command.y { put(" ", y) }
    }
    put("Z\"/>")
  }
}
