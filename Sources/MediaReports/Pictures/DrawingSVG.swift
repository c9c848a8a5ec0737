public import ByteReading

extension Drawing {
  /// Writes the picture as an SVG element of this width in pixels, which stands alone or in a page.
  ///
  /// It is drawn for the width and never scaled. Colours follow the theme of whoever shows it; a mark
  /// with an offset leads there by its attribute `data-go`.
  public func putSVG(width: Int = 960, to output: inout ByteWriter) {
    let width = max(width, 320)
    // Lanes without a scale are named at their left.
    let left = lanes.contains { $0.scale.isEmpty } ? 150.0 : 74.0
    let right = Double(width) - 16
    let titleLines = Self.folded(title, width: (width - 20) / 8)
    let noteLines = notes.flatMap { Self.folded($0, width: (width - 20) / 7) }
    var top = 10.0 + Double(titleLines.count) * 20
    var bands: [(top: Double, height: Double)] = []
    for lane in lanes {
      bands.append((top, Double(lane.pixels)))
      top += Double(lane.pixels) + 8
    }
    let axisTop = top
    top += 24
    let used = owners.indices.filter { owner in marks.contains { $0.owner == owner } }
    let legend = Self.legend(used.map { owners[$0].name }, width: Double(width) - 20)
    let legendTop = top
    top += Double(legend.lines) * 18
    let notesTop = top
    let height = Int(top) + noteLines.count * 18 + 6

    output.put("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
    output.put(decimal: width)
    output.put("\" height=\"")
    output.put(decimal: height)
    output.put("\" viewBox=\"0 0 ")
    output.put(decimal: width)
    output.put(" ")
    output.put(decimal: height)
    output.put("\" role=\"img\" class=\"atom-picture\"><title>")
    output.put(xml: title)
    output.put("</title><desc>")
    output.put(xml: "\(kind.summary). \(notes.joined(separator: " "))")
    output.put("</desc>\n")
    output.put(Self.style)
    for (number, line) in titleLines.enumerated() {
      output.put(svgText: line, x: 10, y: 18 + Double(number) * 20, class: "t")
    }
    for (lane, band) in zip(lanes, bands) { putBand(lane, band, left, right, to: &output) }
    putAxis(left, right, axisTop, to: &output)
    for mark in marks where mark.lane < lanes.count {
      put(mark, lanes[mark.lane], bands[mark.lane], left, right, to: &output)
    }
    for (place, owner) in used.enumerated() {
      let at = legend.places[place]
      let y = legendTop + Double(at.line) * 18
      output.put("<rect class=\"o")
      output.put(decimal: owner % Self.colourCount)
      output.put("\" x=\"\(Self.decimal(10 + at.x, 1))\" y=\"\(Self.decimal(y + 3, 1))\" width=\"10\" height=\"10\"/>")
      output.put(svgText: owners[owner].name, x: 25 + at.x, y: y + 12, class: "s")
    }
    for (number, line) in noteLines.enumerated() {
      output.put(svgText: line, x: 10, y: notesTop + 14 + Double(number) * 18, class: "n")
    }
    output.put("</svg>\n")
  }

  private static let colourCount = 10

  /// Colours that keep a contrast of 3 to the ground in both themes; text one of 4.5.
  private static let style: StaticString = """
    <style>.atom-picture{color-scheme:light dark;background:Canvas;font:13px system-ui,sans-serif}\
    .atom-picture text{fill:#1b1c1f}.atom-picture .t{font-weight:600;font-size:14px}.atom-picture .s{font-size:12px}\
    .atom-picture .a{font-size:11px;fill:#5c5e66}.atom-picture .n{font-size:12px;fill:#5c5e66}\
    .atom-picture .g{stroke:#c9cad2;stroke-width:1}.atom-picture .l{fill:none;stroke-width:2}.atom-picture .h{opacity:.45}\
    .atom-picture .o0{fill:#2563c9;stroke:#2563c9}.atom-picture .o1{fill:#0f7b55;stroke:#0f7b55}\
    .atom-picture .o2{fill:#9a5b00;stroke:#9a5b00}.atom-picture .o3{fill:#7c3fb8;stroke:#7c3fb8}\
    .atom-picture .o4{fill:#0b7285;stroke:#0b7285}.atom-picture .o5{fill:#a33b72;stroke:#a33b72}\
    .atom-picture .o6{fill:#5f6b16;stroke:#5f6b16}.atom-picture .o7{fill:#6b6d76;stroke:#6b6d76}\
    .atom-picture .o8{fill:#8a4b2d;stroke:#8a4b2d}.atom-picture .o9{fill:#3b4db0;stroke:#3b4db0}\
    .atom-picture .e{fill:#c4001a;stroke:#c4001a}.atom-picture rect,.atom-picture circle{stroke:none}\
    .atom-picture .f{stroke-dasharray:4 4;fill-opacity:.18;stroke-width:1;stroke-opacity:1}\
    @media(prefers-color-scheme:dark){.atom-picture text{fill:#ececf0}.atom-picture .a,.atom-picture .n{fill:#a2a4ae}\
    .atom-picture .g{stroke:#3c3e47}.atom-picture .o0{fill:#6ea0ff;stroke:#6ea0ff}.atom-picture .o1{fill:#4cc596;stroke:#4cc596}\
    .atom-picture .o2{fill:#e3a84a;stroke:#e3a84a}.atom-picture .o3{fill:#c596f2;stroke:#c596f2}\
    .atom-picture .o4{fill:#4fc3d9;stroke:#4fc3d9}.atom-picture .o5{fill:#ef8fbd;stroke:#ef8fbd}\
    .atom-picture .o6{fill:#bccb5d;stroke:#bccb5d}.atom-picture .o7{fill:#9c9fab;stroke:#9c9fab}\
    .atom-picture .o8{fill:#dba184;stroke:#dba184}.atom-picture .o9{fill:#97a6ff;stroke:#97a6ff}\
    .atom-picture .e{fill:#ff7482;stroke:#ff7482}}</style>

    """

  private func putBand(
    _ lane: Lane, _ band: (top: Double, height: Double), _ left: Double, _ right: Double,
    to output: inout ByteWriter
  ) {
    output.put(svgLine: left, band.top + band.height, right, band.top + band.height, class: "g")
    if lane.scale.isEmpty {
      // A label that has no room beside its lane stands in it.
      let label = lane.label.count > 22 ? String(lane.label.prefix(21)) + "…" : lane.label
      output.put(svgText: label, x: left - 6, y: band.top + band.height / 2 + 4, class: "a", isEnd: true)
      return
    }
    output.put(svgText: lane.label, x: 10, y: band.top + 10, class: "a")
    for (value, word) in lane.scale {
      let y = Self.y(value, lane, band)
      output.put(svgLine: left, y, right, y, class: "g")
      if y > band.top + 14 || lane.isDownward {
        output.put(svgText: word, x: left - 6, y: min(y + 4, band.top + band.height), class: "a", isEnd: true)
      }
    }
  }

  private func putAxis(
    _ left: Double, _ right: Double, _ top: Double, to output: inout ByteWriter
  ) {
    let ticks = ticks(max(2, Int((right - left) / 110)))
    for (x, word) in ticks {
      let at = left + position(x) * (right - left)
      output.put(svgLine: at, top - 8, at, top - 3, class: "g")
      let isLast = at > right - 30
      output.put(svgText: word, x: isLast ? right : at, y: top + 9, class: "a", isEnd: isLast, isMiddle: !isLast && at > left + 20)
    }
  }

  private static func y(
    _ value: Double, _ lane: Lane, _ band: (top: Double, height: Double)
  ) -> Double {
    let share = min(max((value - lane.low) / (lane.high - lane.low), 0), 1)
    return band.top + (lane.isDownward ? share : 1 - share) * band.height
  }

  private func put(
    _ mark: Mark, _ lane: Lane, _ band: (top: Double, height: Double), _ left: Double,
    _ right: Double, to output: inout ByteWriter
  ) {
    let x = left + position(mark.x.lowerBound) * (right - left)
    let end = left + position(mark.x.upperBound) * (right - left)
    let colour = mark.isProblem ? "e" : "o\(mark.owner % Self.colourCount)"
    output.put("<g")
    if let offset = mark.offset {
      output.put(" data-go=\"at:")
      output.put(decimal: offset)
      output.put("\"")
    }
    output.put(">")
    if !mark.name.isEmpty {
      output.put("<title>")
      output.put(xml: mark.name)
      output.put("</title>")
    }
    let bottom = band.top + band.height
    switch mark.shape {
    case .bar:
      let value = max(mark.y.0, mark.y.1)
      let y = Self.y(value, lane, band)
      let gap = end - x > 4 ? 1.0 : 0
      output.put(svgRect: x, y, max(end - x - gap, 1), max(bottom - y, 1), class: colour)
      if value > lane.high {
        output.put(
          svgText: "▲" + Self.decimal(value, 0), x: min(x, right - 40), y: band.top - 1 + 10, class: "a")
      }
    case .area:
      output.put(svgRect: x, band.top, max(end - x, 1), band.height, class: colour)
    case .hatched:
      output.put(svgRect: x, band.top, max(end - x, 1), band.height, class: colour + " f")
    case .tick: output.put(svgLine: x, band.top - 2, x, bottom, class: colour + " h")
    case .dot:
      output.put(svgRect: x - 1, Self.y(mark.y.0, lane, band) - 1, 2, 2, class: colour)
    case .line:
      output.put(
        svgLine: x, Self.y(mark.y.0, lane, band), max(end, x + 2), Self.y(mark.y.1, lane, band) + 0.01,
        class: colour + " l")
    }
    output.put("</g>\n")
  }

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

  /// Text in lines of at most so many characters, broken at blanks.
  static func folded(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > max(width, 10) {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}

extension ByteWriter {
  /// Puts text as it stands in XML.
  mutating func put(xml text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": put("&lt;")
      case ">": put("&gt;")
      case "&": put("&amp;")
      case "\"": put("&quot;")
      default: put(text: String(scalar), style: .shown)
      }
    }
  }

  fileprivate mutating func put(
    svgText text: String, x: Double, y: Double, class name: StaticString, isEnd: Bool = false,
    isMiddle: Bool = false
  ) {
    put("<text class=\"")
    put(name)
    put("\" x=\"\(Drawing.decimal(x, 1))\" y=\"\(Drawing.decimal(y, 1))\"")
    if isEnd { put(" text-anchor=\"end\"") }
    if isMiddle { put(" text-anchor=\"middle\"") }
    put(">")
    put(xml: text)
    put("</text>")
  }

  fileprivate mutating func put(
    svgRect x: Double, _ y: Double, _ width: Double, _ height: Double, class name: String
  ) {
    put(
      "<rect class=\"\(name)\" x=\"\(Drawing.decimal(x, 1))\" y=\"\(Drawing.decimal(y, 1))\" width=\"\(Drawing.decimal(width, 1))\" height=\"\(Drawing.decimal(height, 1))\"/>"
    )
  }

  fileprivate mutating func put(
    svgLine x: Double, _ y: Double, _ endX: Double, _ endY: Double, class name: String
  ) {
    put(
      "<line class=\"\(name)\" x1=\"\(Drawing.decimal(x, 1))\" y1=\"\(Drawing.decimal(y, 1))\" x2=\"\(Drawing.decimal(endX, 1))\" y2=\"\(Drawing.decimal(endY, 1))\"/>"
    )
  }
}
