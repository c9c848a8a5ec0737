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
    var distances = DistanceStrip(size: size, steps: Self.stepLimit)
    let interleaving = Interleaving.ofPlayed(in: movie) { chunk, distance in
      if chunk.chunk.file == 0, let offset = chunk.chunk.offset { distances.add(distance, at: offset) }
    }
    var drawing = Drawing(
      .order, title(interleaving), .bytes, 0...max(size, 1), owners: owners)
    var lane = Drawing.Lane(
      "decoded at", 0, max(end, 0.001), pixels: 220, lines: 10, isDownward: true)
    lane.scale = Self.scale(0, max(end, 0.001)).map { ($0.value, $0.word + " s") }
    drawing.lanes = [lane]
    drawing.marks = marks
    if let interleaving, interleaving.distance > 0 {
      let highest = max(interleaving.distance, 0.001)
      var lane = Drawing.Lane("apart, s", 0, highest, pixels: 60, lines: 3)
      lane.scale = Self.scale(0, highest)
      drawing.lanes.append(lane)
      drawing.owners.append(Drawing.Owner("video and sound apart", "="))
      drawing.marks += distances.marks(lane: 1, owner: drawing.owners.count - 1)
    }
    if marks.contains(where: \.isProblem) {
      drawing.notes.append("Samples lie beyond the end of the file; they are red.")
    }
    drawing.notes += [limitNote, timelessNote].compactMap(\.self)
    return drawing
  }

  /// How far apart tracks lie, as the rule about it measures.
  private func title(_ interleaving: Interleaving?) -> String {
    // Of tracks of which one ends before the other begins nothing was measured.
    guard let interleaving, interleaving.distance > 0 else {
      return "where samples lie in the file, and when they are decoded"
    }
    let distance = Drawing.seconds(interleaving.distance)
    return interleaving.distance > Interleaving.limit
      ? "while both go on, video and sound lie up to \(distance) apart in the file, more than \(Drawing.decimal(Interleaving.limit, 0)) s (interleave-coarse)"
      : "while both go on, video and sound lie up to \(distance) apart in the file"
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

/// How far apart tracks lie along the file: of each part of it the most.
private struct DistanceStrip {
  private let size: Double
  private var most: [Double?]

  init(size: Double, steps: Int) {
    self.size = max(size, 1)
    most = Array(repeating: nil, count: max(1, steps))
  }

  mutating func add(_ distance: Double, at offset: UInt64) {
    let place = min(most.count - 1, Int(Drawing.share(Double(offset), 0, size) * Double(most.count)))
    most[place] = max(most[place] ?? 0, distance)
  }

  /// A bar for each part that a chunk begins in, up to the next one.
  func marks(lane: Int, owner: Int) -> [Drawing.Mark] {
    let width = size / Double(most.count)
    let known = most.enumerated().compactMap { place, value in value.map { (place, $0) } }
    return known.enumerated().map { number, step in
      let end = number + 1 < known.count ? known[number + 1].0 : step.0 + 1
      return Drawing.Mark(
        lane, .bar, Double(step.0) * width...Double(end) * width, (0, step.1), owner: owner,
        name: "\(Drawing.seconds(step.1)) apart", offset: UInt64(saturating: Double(step.0) * width),
        isProblem: step.1 > Interleaving.limit)
    }
  }
}
