import ByteReading
import MediaInspection

extension AlignmentReport {
  /// The renditions that are drawn, and the boundaries of one.
  private static let laneLimit = 16
  private static let boundaryLimit = 400
  /// The joins that are drawn.
  private static let joinLimit = 1_600
  /// The verdicts and findings in words below the picture, of so many renditions and of each.
  private static let (noteLimit, findingLimit) = (4, 3)

  /// The renditions as lanes above each other on one axis of time, boundaries that lie beside each other
  /// joined; what lies too far apart, or beside nothing, is a problem. `nil` when none has samples.
  ///
  /// - Complexity: O(*n*) in the boundaries; of many renditions the first 16 are drawn, of one with more
  ///   than 400 boundaries every so many, and of problems the first 1,600. What is left out is a note.
  package var drawing: Drawing? {
    let drawn = alignment.renditions.enumerated().filter {
      $0.element.isComparable && !$0.element.boundaries.isEmpty
    }.prefix(Self.laneLimit)
    guard !drawn.isEmpty else { return nil }
    let starts = drawn.compactMap { seconds($0.element.boundaries.first?.time ?? 0, $0.element) }
    let ends = drawn.map { seconds($0.element.end, $0.element) }
    let low = min(0, starts.min() ?? 0)
    var drawing = Drawing(
      .time, title: pictureTitle, axis: .seconds, extent: low...Drawing.wide(low, ends.max() ?? 0),
      owners: drawn.map { owner($0.element, $0.offset) })
    for (lane, place) in drawn.enumerated() {
      var band = Drawing.Lane(Alignment.letter(place.offset), 0, 1, pixels: 22, lines: 1)
      band.leadsOn = lane + 1 < drawn.count
      drawing.lanes.append(band)
      drawing.marks += areas(of: place.element, place.offset, lane)
    }
    let step = max(1, (alignment.renditions[0].boundaries.count - 1) / Self.boundaryLimit + 1)
    var joined = Marks(limit: Self.joinLimit)
    if drawn.first?.offset == 0 { join(drawn.map(\.offset), step, &joined) }
    drawing.marks += joined.kept
    drawing.notes = alignment.pairs.prefix(Self.noteLimit).map { verdict(of: $0) + "." }
    let moreVerdicts = alignment.pairs.count - Self.noteLimit
    if moreVerdicts > 0 {
      drawing.notes.append("A and \(moreVerdicts) more: --align without --svg has the words.")
    }
    for list in alignment.keyframeLists.prefix(Self.noteLimit) { drawing.notes.append(verdict(of: list) + ".") }
    for sentence in uncompared { drawing.notes.append(sentence + ".") }
    var more = 0
    for (place, rendition) in alignment.renditions.enumerated() {
      let named = place < Self.noteLimit ? rendition.findings.prefix(Self.findingLimit) : []
      for finding in named {
        drawing.notes.append("\(Alignment.letter(place)): \(sentence(of: finding, in: rendition)).")
      }
      more += rendition.findings.count - named.count + rendition.omitted
    }
    if more > 0 { drawing.notes.append("\(more) more \(more == 1 ? "finding has" : "findings have") no room here.") }
    if joined.omitted > 0 {
      drawing.notes.append("\(joined.omitted) more \(joined.omitted == 1 ? "boundary is" : "boundaries are") not drawn.")
    }
    if step > 1 { drawing.notes.append("Of A every \(Drawing.ordinal(step)) boundary is joined, and what is a problem.") }
    if drawn.count < alignment.renditions.count {
      drawing.notes.append("\(drawn.count) of \(alignment.renditions.count) renditions are drawn.")
    }
    return drawing
  }

  private var pictureTitle: String {
    let count = alignment.renditions.count
    guard count > 1 else { return "one rendition" }
    return (passes ? "aligned" : "not aligned") + ": \(count) renditions beside each other"
  }

  private func seconds(_ ticks: Int64, _ rendition: Rendition) -> Double {
    Double(ticks) / Double(max(1, rendition.timescale))
  }

  private func owner(_ rendition: Rendition, _ place: Int) -> Drawing.Owner {
    var text = ByteWriter()
    text.put(Alignment.letter(place))
    text.put(" ")
    text.put(text: rendition.name, style: .name, limit: 40)
    return Drawing.Owner(text.string, Alignment.letter(place).first ?? "?")
  }

  /// What lies between the boundaries of a rendition, in alternating shades where there are few enough.
  private func areas(of rendition: Rendition, _ place: Int, _ lane: Int) -> [Drawing.Mark] {
    let starts = rendition.boundaries
    let end = seconds(rendition.end, rendition)
    let step = max(1, (starts.count - 1) / Self.boundaryLimit + 1)
    return stride(from: 0, to: starts.count, by: step).map { number in
      let start = seconds(starts[number].time, rendition)
      let next = number + step < starts.count ? seconds(starts[number + step].time, rendition) : end
      let last = min(starts.count, number + step)
      let words = step == 1 ? "\(number + 1)" : "\(number + 1)–\(last)"
      var mark = Drawing.Mark(
        lane, .area, x: start...max(start, next), owner: lane,
        name: "\(Alignment.letter(place)), \(rendition.unit) \(words): \(Drawing.seconds(start)) to \(Drawing.seconds(max(start, next)))",
        offset: starts[number].file == 0 ? starts[number].offset : nil)
      mark.isPale = number / step % 2 == 1
      return mark
    }
  }

  /// Marks up to a limit, and how many there are besides.
  private struct Marks {
    let limit: Int
    private(set) var kept: [Drawing.Mark] = []
    private(set) var omitted = 0

    init(limit: Int) { self.limit = limit }

    mutating func add(_ mark: @autoclosure () -> Drawing.Mark) {
      if kept.count < limit { kept.append(mark()) } else { omitted += 1 }
    }
  }

  /// Adds lines from each boundary of the first rendition to those beside it, lane by lane, and ticks at
  /// those that have none.
  private func join(_ places: [Int], _ step: Int, _ marks: inout Marks) {
    let first = alignment.renditions[0]
    let lanes = places.enumerated().dropFirst().compactMap { lane, place in
      alignment.pairs.first { $0.other == place }.map {
        (lane: lane, place: place, pair: $0)
      }
    }
    for number in first.boundaries.indices {
      let time = seconds(first.boundaries[number].time, first)
      var above: Double? = time
      for (lane, place, pair) in lanes {
        guard let partner = pair.partners[number] else {
          marks.add(
            tick(
              lane, time, "A \(number + 1) has none beside it in \(Alignment.letter(place))",
              isProblem: isBad(alone: number, of: 0, in: pair)))
          above = nil
          continue
        }
        let own = alignment.renditions[place]
        let below = seconds(own.boundaries[partner].time, own)
        let found = distance(number, partner, pair)
        let isProblem = isTooFar(found, pair.latitude)
        if let above, isProblem || number % step == 0 {
          marks.add(
            join(
              "A \(number + 1) and \(Alignment.letter(place)) \(partner + 1)", lane: lane,
              above: above, below: below, found, isProblem: isProblem))
        }
        above = below
      }
    }
    for (lane, place, pair) in lanes {
      let own = alignment.renditions[place]
      for number in pair.unmatched {
        marks.add(
          tick(
            lane, seconds(own.boundaries[number].time, own),
            "\(Alignment.letter(place)) \(number + 1) has none beside it in A",
            isProblem: isBad(alone: number, of: place, in: pair)))
      }
    }
  }

  private func join(
    _ name: String, lane: Int, above: Double, below: Double, _ found: Alignment.Distance,
    isProblem: Bool
  ) -> Drawing.Mark {
    var mark = Drawing.Mark(
      lane - 1, .join, x: above...above, y: (below, below), owner: lane,
      name: "\(name): \(found.ticks == 0 ? "the same" : shown(found))")
    mark.isProblem = isProblem
    return mark
  }

  private func tick(_ lane: Int, _ time: Double, _ name: String, isProblem: Bool) -> Drawing.Mark {
    Drawing.Mark(lane, .tick, x: time...time, owner: lane, name: name, isProblem: isProblem)
  }
}
