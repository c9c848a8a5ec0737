import ByteReading
import Testing

@testable import MediaReports

/// What stands beside and below the lanes of a picture in text is what is drawn in them.
@Suite struct TextPictureTests {
  private func drawing(_ lanes: Drawing.Lane..., marks: [Drawing.Mark]) -> Drawing {
    var drawing = Drawing(
      .rate, title: "a title", axis: .seconds, extent: 0...10,
      owners: [Drawing.Owner("pictures", "v"), Drawing.Owner("sound", "a")])
    drawing.lanes = lanes
    drawing.marks = marks
    return drawing
  }

  private func lines(_ drawing: Drawing, width: Int = 80, isASCII: Bool = false, hasColor: Bool = false) -> [String] {
    var text = ByteWriter()
    drawing.putText(Drawing.TextLook(width: width, isASCII: isASCII, hasColor: hasColor), to: &text)
    return text.string.split(separator: "\n").map(String.init)
  }

  /// Of 0 to 657 in six lines 200 is in the fifth, which covers 109.5 to 219, and not in the fourth.
  @Test func aValueStandsWhereABarOfItEnds() {
    var lane = Drawing.Lane("kbit/s", 0, 657, pixels: 60, lines: 6)
    lane.scale = [0, 200, 400, 600].map { ($0, "\(Int($0))") }
    let bars = lane.scale.enumerated().map { place, entry in
      let start = Double(place) * 2
      return Drawing.Mark(0, .bar, x: start...start + 1, y: (0, entry.value), owner: 0)
    }
    let lines = self.lines(drawing(lane, marks: bars))
    let labels = lines[1...6].map { String($0.prefix { $0 != "┤" }).split(separator: " ").joined(separator: " ") }
    #expect(labels == ["600", "kbit/s", "400", "", "200", "0"])
    // The highest of each bar stands in the line of its value.
    for (line, sign) in [(1, "▄"), (3, "▅"), (5, "▇"), (6, "▁")] {
      #expect(lines[line].contains(sign), "\(line): \(lines)")
    }
  }

  /// Where each line has a value what is measured stands beside the highest.
  @Test func aLaneIsNamedWhereEachLineHasAValue() {
    var lane = Drawing.Lane("apart, s", 0, 0.09, pixels: 30, lines: 3)
    lane.scale = [(0.01, "0.01"), (0.04, "0.04"), (0.08, "0.08")]
    let bar = Drawing.Mark(0, .bar, x: 0...10, y: (0, 0.08), owner: 1)
    let wide = lines(drawing(lane, marks: [bar]))
    #expect(wide[1].hasPrefix("apart, s 0.08 ┤") && wide[2].hasPrefix("         0.04 ┤"), "\(wide)")
    // The value is not what is cut.
    #expect(lines(drawing(lane, marks: [bar]), width: 24)[1].hasPrefix("ap… 0.08 ┤"))
    #expect(lines(drawing(lane, marks: [bar]), width: 24, isASCII: true)[1].hasPrefix("ap~ 0.08 |"))
    // Bars have no letters.
    #expect(wide.last == "█ sound")
    #expect(lines(drawing(lane, marks: [bar]), isASCII: true).last == "# sound")
  }

  /// What a tick is stands in the legend, by each sign that is drawn of it.
  @Test func ticksAreInTheLegend() {
    let lanes = [
      Drawing.Lane("time", 0, 1, pixels: 18, lines: 1), Drawing.Lane("rate", 0, 1, pixels: 30, lines: 3),
    ]
    func tick(_ lane: Int, _ at: Double, isPale: Bool = false) -> Drawing.Mark {
      var mark = Drawing.Mark(lane, .tick, x: at...at, owner: 0)
      mark.isPale = isPale
      return mark
    }
    let area = Drawing.Mark(0, .area, x: 0...10, owner: 0)
    let marks = [area, tick(0, 1), tick(0, 5, isPale: true), tick(1, 1)]
    let both = drawing(lanes[0], lanes[1], marks: marks)
    #expect(lines(both).last == "v pictures   │ ╵ sync sample   ╎ open sync sample")
    #expect(lines(both, isASCII: true).last == "v pictures   | ' sync sample   : open sync sample")
    // One with a word needs none, and what is wrong is in the legend as such.
    var named = tick(0, 1)
    named.label = "1"
    var wrong = tick(0, 5)
    wrong.isProblem = true
    #expect(lines(drawing(lanes[0], marks: [area, named, wrong])).last == "v pictures   ! a problem")
  }

  /// Without colours the one who is drawn last does not hide another.
  @Test func lettersOfSeveralAreTold() {
    let lane = Drawing.Lane("order", 0, 10, pixels: 30, lines: 3)
    let marks = [(0.0, 0), (5.0, 0), (5.0, 1), (9.0, 1)].map { place, owner in
      Drawing.Mark(0, .dot, x: place...place, y: (5, 5), owner: owner)
    }
    let plain = lines(drawing(lane, marks: marks))
    #expect(plain.contains { $0.contains("┤v") && $0.contains(" * ") && $0.hasSuffix(" a") }, "\(plain)")
    #expect(plain.last == "v pictures   a sound   * several of them")
    #expect(!lines(drawing(lane, marks: marks), hasColor: true).joined().contains("*"))
    #expect(!lines(drawing(lane, marks: [marks[0], marks[3]])).joined().contains("*"))
  }
}
