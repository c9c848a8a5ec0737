import ByteReading
import MediaInspection
import Structure

extension Pictures {
  /// In which order samples lie in the file: across the file, down in time.
  func order() -> Drawing? {
    let size = Double(document.tree.file.byteCount)
    var marks: [Drawing.Mark] = []
    var end = 0.0
    var apart: [Drawing.Mark] = []
    var strays = Strays()
    for (number, track) in drawable {
      let own = steps(of: track, number)
      end = own.reduce(end) { max($0, max($1.y.0, $1.y.1)) }
      let leads = Self.leads(of: Self.joined(own))
      apart += leads
      strays.add(leads, of: number)
      marks += own + leads.prefix(Self.leadLimit)
    }
    guard !marks.isEmpty else { return nil }
    var distances = DistanceStrip(size: size, steps: Self.stepLimit)
    let isJudged = Interleaving.isJudged(document)
    let interleaving = Interleaving.ofPlayed(in: movie, leavingOut: { strays.contain($0) }) { chunk, distance in
      if chunk.chunk.file == 0, let offset = chunk.chunk.offset { distances.add(distance, at: offset) }
    }
    // The rule measures all that is there.
    let ruled = strays.isEmpty ? interleaving : Interleaving.ofPlayed(in: movie)
    var drawing = Drawing(
      .order, title: title(
        interleaving, isReported: isJudged && ruled?.isCoarse == true), axis: .bytes, extent: 0...max(size, 1),
      owners: owners)
    drawing.problemName = "apart, or too far from the rest"
    var lane = Drawing.Lane(
      "decoded at", 0, max(end, 0.001), pixels: 220, lines: 10, isDownward: true)
    lane.scale =
      end < 60 ? Self.scale(0, max(end, 0.001)).map { ($0.value, $0.word + " s") } : Drawing.timeScale(to: end)
    lane.clock = .file
    drawing.lanes = [lane]
    drawing.marks = marks
    if let interleaving, interleaving.distance > 0 {
      let highest = max(interleaving.distance, 0.001)
      var lane = Drawing.Lane(highest < 60 ? "apart, s" : "apart", 0, highest, pixels: 60, lines: 3)
      lane.scale = highest < 60 ? Self.scale(0, highest) : Drawing.timeScale(to: highest)
      lane.clock = .file
      drawing.lanes.append(lane)
      drawing.owners.append(Drawing.Owner("video and sound apart", "=", .other))
      drawing.marks += distances.marks(lane: 1, owner: drawing.owners.count - 1, isJudged: isJudged)
      drawing.marks += apart.prefix(Self.leadLimit).map { Self.tick(of: $0, lane: 1) }
    }
    if marks.contains(where: \.isProblem) {
      drawing.notes.append("Samples lie beyond the end of the file; they are red.")
    }
    let played = drawable.map(\.track).filter { Interleaving.isPlayed($0) }
    if interleaving == nil, played.count > 1, let arranged = played.first(where: { !Interleaving.isComparable($0) }) {
      drawing.notes.append(
        "How far apart video and sound lie is not measured: "
          + (arranged.editList.omitted > 0
            ? "\(arranged.name) has more edits than are read."
            : "edits of \(arranged.name) show media more than once, in another order or at another speed."))
    }
    if !apart.isEmpty {
      drawing.notes.append(
        "\(apart.count) \(apart.count == 1 ? "run of samples lies" : "runs of samples lie") apart from those before and after; dashed lines lead to where they would follow.")
    }
    if let ruled, let interleaving, ruled.distance > interleaving.distance {
      let isReported = isJudged && ruled.isCoarse
      drawing.notes.append(
        "How far apart leaves those out; with them it is \(Drawing.seconds(ruled.distance))\(isReported ? " (interleave-coarse)" : "").")
    }
    drawing.notes += [limitNote, timelessNote].compactMap(\.self)
    return drawing
  }

  /// How far apart tracks lie, as the rule about it measures, which is named where it is what reports it.
  private func title(_ interleaving: Interleaving?, isReported: Bool) -> String {
    // Of tracks of one sample each nothing was measured.
    guard let interleaving, interleaving.distance > 0 else {
      return "where samples lie in the file, and when they are decoded"
    }
    let distance = Drawing.seconds(interleaving.distance)
    return isReported && interleaving.isCoarse
      ? "video and sound lie up to \(distance) apart in the file, more than \(Drawing.decimal(Interleaving.limit, 0)) s (interleave-coarse)"
      : "video and sound lie up to \(distance) apart in the file"
  }

  /// The samples of a track that follow one another in the file as lines; those of chunks in alternating
  /// shades, where there are few enough to be told apart.
  private func steps(of track: SampleTrack, _ number: Int) -> [Drawing.Mark] {
    let size = Double(document.tree.file.byteCount)
    return series(of: number).runs.map { run in
      let times = (Self.seconds(run.from, track), Self.seconds(run.to, track))
      var name = ByteWriter()
      name.put(owners[number].name)
      name.put(", sample ")
      name.put(decimal: run.first)
      if let place = run.place {
        name.put(", ")
        name.put(place.name)
      }
      name.put(": ")
      name.put(seconds: times.0)
      name.put(" at 0x")
      name.put(hex: run.low, digits: 1)
      var mark = Drawing.Mark(
        0, .line, x: Double(run.low)...Double(max(run.low, run.high)), y: times, owner: number,
        name: name.string,
        offset: run.low, isProblem: Double(run.high) > size)
      mark.isPale = run.isPale
      mark.samples = run.first...max(run.first, run.last)
      return mark
    }
  }

  /// Where what lies apart begins, in the strip of distances: what is measured there comes from it.
  private static func tick(of lead: Drawing.Mark, lane: Int) -> Drawing.Mark {
    let place = lead.offset.map { Double($0) } ?? lead.x.lowerBound
    var mark = Drawing.Mark(
      lane, .tick, x: place...place, owner: lead.owner, name: lead.name, offset: lead.offset, isProblem: true)
    mark.samples = lead.samples
    return mark
  }

  /// The strays of a track that are joined to where they would follow at most.
  private static let leadLimit = 64

  /// Marks of one shade that follow each other as one: a chunk, where chunks have shades.
  private static func joined(_ marks: [Drawing.Mark]) -> [Drawing.Mark] {
    guard marks.contains(where: \.isPale) else { return marks }
    var runs: [Drawing.Mark] = []
    for mark in marks {
      guard var last = runs.last, last.isPale == mark.isPale else {
        runs.append(mark)
        continue
      }
      let ends = (last.x, mark.x)
      last.x =
        min(ends.0.lowerBound, ends.1.lowerBound)...max(ends.0.upperBound, ends.1.upperBound)
      if let first = last.samples, let next = mark.samples {
        last.samples = min(first.lowerBound, next.lowerBound)...max(first.upperBound, next.upperBound)
      }
      last.isProblem = last.isProblem || mark.isProblem
      runs[runs.count - 1] = last
    }
    return runs
  }

  /// Dashed lines from what lies apart to where it would follow: a run that does not lie between the one
  /// before it and the one after it, which follow each other without it.
  private static func leads(of runs: [Drawing.Mark]) -> [Drawing.Mark] {
    guard runs.count > 2 else { return [] }
    var leads: [Drawing.Mark] = []
    for place in 1..<runs.count {
      let (before, run) = (runs[place - 1], runs[place])
      let end = before.x.upperBound
      let isBehind: Bool
      if place + 1 < runs.count {
        let after = runs[place + 1].x.lowerBound
        guard end <= after else { continue }
        isBehind = run.x.lowerBound < before.x.lowerBound || run.x.lowerBound > after
      } else {
        // The last has no other after it: only what comes before the first of all is apart.
        isBehind = run.isProblem || run.x.lowerBound < runs[0].x.lowerBound
      }
      guard isBehind, !before.isProblem else { continue }
      let ends = [end, run.x.lowerBound]
      let time = run.y.0
      var lead = Drawing.Mark(
        0, .lead, x: (ends.min() ?? end)...(ends.max() ?? end), y: (time, time), owner: run.owner,
        name: "\(run.name); it would follow at \(Drawing.offset(UInt64(saturating: end)))",
        offset: run.offset, isProblem: run.isProblem)
      lead.samples = run.samples
      leads.append(lead)
    }
    return leads
  }
}

/// The samples of tracks that lie apart from those before and after, by the places of the tracks.
private struct Strays {
  private var ranges: [Int: [ClosedRange<Int>]] = [:]
  var isEmpty: Bool { ranges.isEmpty }

  /// Adds those that lines lead from, in the order of their numbers.
  mutating func add(_ leads: [Drawing.Mark], of track: Int) {
    let found = leads.compactMap(\.samples)
    if !found.isEmpty { ranges[track] = found.sorted { $0.lowerBound < $1.lowerBound } }
  }

  /// Whether the first sample of a chunk is one of them.
  func contain(_ element: FileChunks.Element) -> Bool {
    guard let known = ranges[element.track] else { return false }
    let point = (0..<known.count).partitionPoint { known[$0].upperBound < element.chunk.firstSample }
    return point < known.count && known[point].contains(element.chunk.firstSample)
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
  func marks(lane: Int, owner: Int, isJudged: Bool) -> [Drawing.Mark] {
    let width = size / Double(most.count)
    let known = most.enumerated().compactMap { place, value in value.map { (place, $0) } }
    return known.enumerated().map { number, step in
      let end = number + 1 < known.count ? known[number + 1].0 : step.0 + 1
      return Drawing.Mark(
        lane, .bar, x: Double(step.0) * width...Double(end) * width, y: (0, step.1), owner: owner,
        name: "\(Drawing.seconds(step.1)) apart", offset: UInt64(saturating: Double(step.0) * width),
        isProblem: isJudged && step.1 > Interleaving.limit)
    }
  }
}
