import ByteReading
import MediaInspection

extension AlignmentReport {
  /// The renditions that are drawn, and the boundaries of one.
  private static let laneLimit = 16
  private static let boundaryLimit = 400

  /// The renditions as lanes above each other on one axis of time, boundaries that lie beside each other
  /// joined; what lies too far apart, or beside nothing, is a problem. `nil` when none has samples.
  ///
  /// - Complexity: O(*n*) in the boundaries; of many renditions the first 16 are drawn, and of one with more
  ///   than 400 boundaries every so many.
  package var drawing: Drawing? {
    let drawn = alignment.renditions.enumerated().filter {
      $0.element.track.map { $0.timescale > 0 } ?? false && !$0.element.boundaries.isEmpty
    }.prefix(Self.laneLimit)
    guard !drawn.isEmpty else { return nil }
    let starts = drawn.compactMap { seconds($0.element.boundaries.first?.time ?? 0, $0.element) }
    let ends = drawn.map { seconds($0.element.end, $0.element) }
    let low = min(0, starts.min() ?? 0)
    var drawing = Drawing(
      .time, pictureTitle, .seconds, low...Drawing.wide(low, ends.max() ?? 0),
      owners: drawn.map { owner($0.element, $0.offset) })
    for (lane, place) in drawn.enumerated() {
      var band = Drawing.Lane(Alignment.letter(place.offset), 0, 1, pixels: 22, lines: 1)
      band.leadsOn = lane + 1 < drawn.count
      drawing.lanes.append(band)
      drawing.marks += areas(of: place.element, place.offset, lane)
    }
    let step = max(1, (alignment.renditions[0].boundaries.count - 1) / Self.boundaryLimit + 1)
    if drawn.first?.offset == 0 {
      drawing.marks += joins(drawn.map(\.offset), step)
    }
    drawing.notes = alignment.pairs.prefix(4).map { verdict(of: $0) + "." }
    for (place, rendition) in alignment.renditions.enumerated().prefix(4) {
      for finding in rendition.findings.prefix(3) {
        drawing.notes.append("\(Alignment.letter(place)): \(sentence(of: finding, in: rendition)).")
      }
    }
    if step > 1 { drawing.notes.append("Of A every \(Drawing.ordinal(step)) boundary is joined, and what is a problem.") }
    if drawn.count < alignment.renditions.count {
      drawing.notes.append("\(drawn.count) of \(alignment.renditions.count) renditions are drawn.")
    }
    return drawing
  }

  private var pictureTitle: String {
    let count = alignment.renditions.count
    return (passes ? "aligned" : "not aligned") + ": \(count) renditions beside each other"
  }

  private func seconds(_ ticks: Int64, _ rendition: Rendition) -> Double {
    Double(ticks) / Double(max(1, rendition.track?.timescale ?? 1))
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
        lane, .area, start...max(start, next), owner: lane,
        name: "\(Alignment.letter(place)), \(rendition.unit) \(words): \(Drawing.seconds(start)) to \(Drawing.seconds(max(start, next)))",
        offset: starts[number].file == 0 ? starts[number].offset : nil)
      mark.isPale = number / step % 2 == 1
      return mark
    }
  }

  /// Lines from each boundary of the first rendition to those beside it, lane by lane, and ticks at those
  /// that have none.
  private func joins(_ places: [Int], _ step: Int) -> [Drawing.Mark] {
    let first = alignment.renditions[0]
    var marks: [Drawing.Mark] = []
    for number in first.boundaries.indices where marks.count < 4 * Self.boundaryLimit {
      let time = seconds(first.boundaries[number].time, first)
      var above: Double? = time
      for (lane, place) in places.enumerated().dropFirst() {
        guard let pair = alignment.pairs.first(where: { $0.other == place }) else { continue }
        guard let partner = pair.partners[number] else {
          marks.append(tick(lane, time, "A \(number + 1) has none beside it in \(Alignment.letter(place))"))
          above = nil
          continue
        }
        let own = alignment.renditions[place]
        let below = seconds(own.boundaries[partner].time, own)
        let found = distance(number, partner, pair)
        let isProblem = found.exceeds(tolerance, inTicks: isInTicks)
        if let above, isProblem || number % step == 0 {
          var mark = Drawing.Mark(
            lane - 1, .join, above...above, (below, below), owner: lane,
            name: "A \(number + 1) and \(Alignment.letter(place)) \(partner + 1): \(found.ticks == 0 ? "the same" : shown(found))")
          mark.isProblem = isProblem
          marks.append(mark)
        }
        above = below
      }
    }
    for (lane, place) in places.enumerated().dropFirst() {
      guard let pair = alignment.pairs.first(where: { $0.other == place }) else { continue }
      let own = alignment.renditions[place]
      for number in pair.unmatched.prefix(Self.boundaryLimit) {
        marks.append(
          tick(
            lane, seconds(own.boundaries[number].time, own),
            "\(Alignment.letter(place)) \(number + 1) has none beside it in A"))
      }
    }
    return marks
  }

  private func tick(_ lane: Int, _ time: Double, _ name: String) -> Drawing.Mark {
    Drawing.Mark(lane, .tick, time...time, owner: lane, name: name, isProblem: true)
  }
}
