import ByteReading
import MediaInspection
import Structure

extension Pictures {
  /// In which order samples lie in the file: across the file, down in time.
  func order() -> Drawing? {
    let size = Double(document.tree.file.byteCount)
    var marks: [Drawing.Mark] = []
    var end = 0.0
    for (number, track) in drawable {
      let own = steps(of: track, number)
      end = own.reduce(end) { max($0, max($1.y.0, $1.y.1)) }
      marks += own
    }
    guard !marks.isEmpty else { return nil }
    var drawing = Drawing(.order, orderTitle, .bytes, 0...max(size, 1), owners: owners)
    var lane = Drawing.Lane(
      "decoded at", 0, max(end, 0.001), pixels: 220, lines: 10, isDownward: true)
    lane.scale = Self.scale(0, max(end, 0.001)).map { ($0.value, $0.word + " s") }
    drawing.lanes = [lane]
    drawing.marks = marks
    if marks.contains(where: \.isProblem) {
      drawing.notes.append("Samples lie beyond the end of the file; they are red.")
    }
    drawing.notes += [limitNote, timelessNote].compactMap(\.self)
    return drawing
  }

  /// How far apart tracks lie, as the rule about it measures.
  private var orderTitle: String {
    guard let interleaving = Interleaving.ofPlayed(in: movie) else {
      return "where samples lie in the file, and when they are decoded"
    }
    let distance = Drawing.seconds(interleaving.distance)
    return interleaving.distance > Interleaving.limit
      ? "video and sound lie up to \(distance) apart in the file, more than \(Drawing.decimal(Interleaving.limit, 0)) s (interleave-coarse)"
      : "video and sound lie up to \(distance) apart in the file"
  }

  /// The samples of a track that follow one another in the file as lines, so many at most.
  private func steps(of track: SampleTrack, _ number: Int) -> [Drawing.Mark] {
    let size = Double(document.tree.file.byteCount)
    let perStep = max(1, track.count / Self.stepLimit)
    var marks: [Drawing.Mark] = []
    var open: (first: Int, low: UInt64, high: UInt64, from: Double, to: Double)?
    var count = 0
    func flush() {
      guard let found = open else { return }
      let place = Drawing.offset(found.low)
      marks.append(
        Drawing.Mark(
          0, .line, Double(found.low)...Double(max(found.low, found.high)), (found.from, found.to),
          owner: number,
          name: "\(owners[number].name), sample \(found.first): \(Drawing.seconds(found.from)) at \(place)",
          offset: found.low, isProblem: Double(found.high) > size))
      open = nil
      count = 0
    }
    var samples = track.samples()
    while let sample = samples.next() {
      guard sample.file == 0, let offset = sample.offset else { continue }
      let time = Self.seconds(sample.decodeTime, track)
      let last = sample.end ?? offset
      // A step ends where samples do not follow one another in the file.
      let isApart = open.map { offset < $0.high || offset - $0.high > 1 << 20 } ?? true
      if count == perStep || (isApart && marks.count < Self.stepLimit) { flush() }
      if var step = open {
        step.high = max(step.high, last)
        step.low = min(step.low, offset)
        step.to = time
        open = step
      } else {
        open = (sample.number, offset, last, time, time)
      }
      count += 1
    }
    flush()
    return marks
  }
}
