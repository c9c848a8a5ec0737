import ByteReading
import MediaInspection
public import Structure

/// Draws the pictures of a file: reads its tables, once for each picture, and never its payload.
public struct Pictures {
  private let document: Document
  private let movie: MovieSamples
  /// Who is drawn: a track each, in the order of the movie.
  private let owners: [Drawing.Owner]
  /// Across, so many steps are drawn at most.
  static let stepLimit = 480

  public init(_ document: Document) {
    self.document = document
    movie = MovieSamples(document)
    var owners: [Drawing.Owner] = []
    for track in movie.tracks {
      let letter: Character =
        switch track.handler {
        case .some("vide"), .some("pict"): "v"
        case .some("soun"): "a"
        case .some("tmcd"): "t"
        case .some("text"), .some("sbtl"), .some("subt"), .some("clcp"): "s"
        default: "d"
        }
      let name = track.id == 0 ? "track" : track.name
      let isTaken = owners.contains { $0.letter == letter }
      owners.append(Drawing.Owner(name, isTaken ? Character(letter.uppercased()) : letter))
    }
    self.owners = owners
  }

  /// The picture of this kind, or `nil` when the file has nothing that it would show.
  ///
  /// - Complexity: O(*n*) in the samples; memory is that of the picture.
  public func drawing(_ kind: PictureKind) -> Drawing? {
    switch kind {
    case .time: time()
    case .rate: rate()
    case .pace: pace()
    case .order: order()
    case .bytes: bytes()
    }
  }

  /// The track that rate and pace are drawn of: the first of video, else of sound, else any.
  private var main: (number: Int, track: SampleTrack)? {
    let tracks = movie.tracks.enumerated().filter { $1.count > 0 && $1.timescale > 0 }
    let found =
      tracks.first { $1.handler == "vide" } ?? tracks.first { $1.handler == "soun" } ?? tracks.first
    return found.map { ($0.offset, $0.element) }
  }

  private static func seconds(_ ticks: Int64, _ track: SampleTrack) -> Double {
    Double(ticks) / Double(max(1, track.timescale))
  }

  /// Whether the file has no tracks that could be drawn.
  private var isEmpty: Bool { movie.tracks.allSatisfy { $0.count == 0 } }

  // MARK: Rate

  private func rate() -> Drawing? {
    guard let (number, track) = main else { return nil }
    let series = SampleSeries(track, steps: Self.stepLimit)
    guard series.count > 0, series.end > series.start else { return nil }
    let seconds = { Self.seconds($0, track) }
    let total = seconds(series.end - series.start)
    func rate(_ step: SampleSeries.Step) -> Double {
      let length = seconds(step.end - step.start)
      return length > 0 ? Double(step.byteCount) * 8 / length / 1_000 : 0
    }
    let rates = series.steps.map(rate)
    let mean = Double(series.byteCount) * 8 / total / 1_000
    let peak = rates.enumerated().max { $0.element < $1.element }
    let peakStep = peak.map { series.steps[$0.offset] }
    let per = series.steps.first?.count ?? 1
    var title =
      "\(owners[number].name): \(Drawing.decimal(mean, 0)) kbit/s in the mean"
    if let peak, let peakStep {
      title +=
        ", \(Drawing.decimal(peak.element, 0)) at most (sample \(peakStep.largest.number), over "
        + (per == 1 ? "1 sample)" : "\(per) samples)")
    }
    var drawing = Drawing(
      .rate, title, .seconds, seconds(series.start)...seconds(series.end), owners: owners)
    drawing.notes.append(syncSentence(series, track))
    // A single peak leaves no room for the rest: what is cut off says how high it is.
    let sorted = rates.sorted()
    let usual = sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
    let greatest = sorted.last ?? 1
    let top = greatest > usual * 3 ? max(usual * 1.5, mean * 1.5) : greatest
    var lane = Drawing.Lane("kbit/s", 0, max(top, 1), pixels: 150, lines: 6)
    lane.scale = Self.scale(0, max(top, 1))
    drawing.lanes = [lane]
    for (step, value) in zip(series.steps, rates) {
      let range = step.first == step.last ? "sample \(step.first)" : "samples \(step.first)–\(step.last)"
      var name =
        "\(range): \(step.byteCount) bytes, \(Drawing.decimal(value, 1)) kbit/s, from \(Drawing.seconds(seconds(step.start)))"
      if step.syncCount > 0 { name += step.syncCount == 1 ? ", sync" : ", \(step.syncCount) sync" }
      drawing.marks.append(
        Drawing.Mark(
          0, .bar, seconds(step.start)...max(seconds(step.start), seconds(step.end)), (0, value),
          owner: number, name: name, offset: step.offset))
    }
    for sync in series.syncs.prefix(500) {
      drawing.marks.append(
        Drawing.Mark(
          0, .tick, seconds(sync.time)...seconds(sync.time), owner: number,
          name: "sync sample \(sync.number)"))
    }
    return drawing
  }

  private func syncSentence(_ series: SampleSeries, _ track: SampleTrack) -> String {
    if series.syncCount == series.count { return "Each sample is a sync sample: seeking is exact." }
    if series.syncCount == 0 { return "No sync sample: no place to start from is marked." }
    if series.syncCount == 1 {
      let first = series.syncs.first.map { Self.seconds($0.time, track) } ?? 0
      return "1 sync sample: seeking starts at \(Drawing.seconds(first))."
    }
    let longest = Self.seconds(series.longestSyncDistance, track)
    return "\(series.syncCount) sync samples, at most \(Drawing.seconds(longest)) apart."
  }

  /// Two to four round values up to `high`.
  private static func scale(_ low: Double, _ high: Double) -> [(value: Double, word: String)] {
    let span = high - low
    guard span > 0, span.isFinite else { return [] }
    var step = 1.0
    while step * 4 < span { step *= 10 }
    while step > span, step > 1e-9 { step /= 10 }
    for factor in [5.0, 2.0, 1.0] where span / (step * factor) >= 2 {
      step *= factor
      break
    }
    var values: [(Double, String)] = []
    var at = (low / step).rounded(.up) * step
    while at <= high, values.count < 6 {
      values.append((at, Drawing.decimal(at, step < 0.01 ? 3 : step < 0.1 ? 2 : step < 1 ? 1 : 0)))
      at += step
    }
    return values
  }

  // MARK: Pace

  private func pace() -> Drawing? {
    guard let (number, track) = main else { return nil }
    let series = SampleSeries(track, steps: Self.stepLimit)
    guard series.count > 1, series.end > series.start, let usual = series.usualGap, usual > 0
    else { return nil }
    let milliseconds = { (ticks: Int64) in Self.seconds(ticks, track) * 1_000 }
    let usualTime = milliseconds(usual)
    let odd = series.steps.filter { $0.leastGap != usual || $0.greatestGap != usual }
    let slowest = series.steps.max { $0.greatestGap < $1.greatestGap }
    var title = "\(owners[number].name): "
    if odd.isEmpty {
      title +=
        "each sample is shown for \(Drawing.decimal(usualTime, 2)) ms, \(Drawing.decimal(1_000 / usualTime, 3)) a second"
    } else {
      title +=
        "most samples are shown for \(Drawing.decimal(usualTime, 2)) ms, "
      if let slowest, slowest.greatestGap > usual {
        title +=
          "sample \(slowest.slowest) for \(Drawing.decimal(milliseconds(slowest.greatestGap), 2)) ms"
      } else {
        title += "some for less"
      }
    }
    var drawing = Drawing(
      .pace, title, .seconds,
      Self.seconds(series.start, track)...Self.seconds(series.end, track), owners: owners)
    if series.gapCount > 1 {
      drawing.notes.append(
        series.gapCount >= 64
          ? "64 or more different durations."
          : "\(series.gapCount) different durations.")
    }
    let greatest = min(milliseconds(slowest?.greatestGap ?? usual), usualTime * 6)
    var lane = Drawing.Lane("ms", 0, max(greatest * 1.1, usualTime * 2), pixels: 130, lines: 5)
    var multiple = 1.0
    while usualTime * multiple <= lane.high, lane.scale.count < 4 {
      lane.scale.append((usualTime * multiple, Drawing.decimal(usualTime * multiple, 1)))
      multiple += 1
    }
    drawing.lanes = [lane]
    for step in series.steps {
      let isOdd = step.greatestGap >= usual.addingReportingOverflow(usual / 2).partialValue || step.leastGap <= 0
      let time = Self.seconds(step.start, track)
      let range = step.first == step.last ? "sample \(step.first)" : "samples \(step.first)–\(step.last)"
      drawing.marks.append(
        Drawing.Mark(
          0, .bar, time...max(time, Self.seconds(step.end, track)),
          (milliseconds(step.leastGap), milliseconds(step.greatestGap)), owner: number,
          name: "\(range): \(Drawing.decimal(milliseconds(step.greatestGap), 2)) ms",
          offset: step.offset, isProblem: isOdd))
    }
    return drawing
  }

  // MARK: Order

  private func order() -> Drawing? {
    guard !isEmpty else { return nil }
    let size = Double(document.tree.file.byteCount)
    var marks: [Drawing.Mark] = []
    var end = 0.0
    for (number, track) in movie.tracks.enumerated() where track.timescale > 0 && track.count > 0 {
      let perStep = max(1, track.count / Self.stepLimit)
      var step: (first: Int, low: UInt64, high: UInt64, from: Double, to: Double)?
      var inStep = 0
      func flush() {
        guard let found = step else { return }
        let isOutside = Double(found.high) > size
        marks.append(
          Drawing.Mark(
            0, .line, Double(found.low)...Double(max(found.low, found.high)), (found.from, found.to),
            owner: number,
            name:
              "\(owners[number].name), sample \(found.first): \(Drawing.seconds(found.from)) at \(Drawing.offset(Double(found.low)))",
            offset: found.low, isProblem: isOutside))
      }
      var samples = track.samples()
      while let sample = samples.next() {
        guard sample.file == 0, let offset = sample.offset else { continue }
        let time = Self.seconds(sample.decodeTime, track)
        end = max(end, time)
        let last = sample.end ?? offset
        // A step ends where samples do not follow one another in the file.
        let isApart = step.map { offset < $0.high || offset - $0.high > 1 << 20 } ?? true
        if inStep == perStep || (isApart && marks.count < Self.stepLimit * 8) {
          flush()
          step = nil
          inStep = 0
        }
        if var open = step {
          open.high = max(open.high, last)
          open.low = min(open.low, offset)
          open.to = time
          step = open
        } else {
          step = (sample.number, offset, last, time, time)
        }
        inStep += 1
      }
      flush()
    }
    guard !marks.isEmpty else { return nil }
    var title = "in the order of the file"
    let chunked = movie.tracks.filter { $0.count > 0 }
    if chunked.count > 1 {
      let chunks = FileChunks(movie)
      var interleaving = Interleaving(chunks, of: movie) { _ in true }
      for element in chunks { interleaving.add(element) }
      title =
        interleaving.isMeasured
        ? "tracks lie up to \(Drawing.seconds(interleaving.distance)) apart in the file"
        : "tracks one after another, or too few samples to say how far apart they lie"
    }
    var drawing = Drawing(.order, title, .bytes, 0...max(size, 1), owners: owners)
    var lane = Drawing.Lane("decoded at", 0, max(end, 0.001), pixels: 220, lines: 10, isDownward: true)
    lane.scale = Self.scale(0, max(end, 0.001)).map { ($0.value, $0.word + " s") }
    drawing.lanes = [lane]
    drawing.marks = marks
    if marks.contains(where: { $0.isProblem }) {
      drawing.notes.append("Samples lie beyond the end of the file; they are red.")
    }
    return drawing
  }

  // MARK: Time

  private func time() -> Drawing? {
    guard !isEmpty else { return nil }
    let movieScale = Double(max(1, movie.movieTimescale))
    var lanes: [Drawing.Lane] = []
    var marks: [Drawing.Mark] = []
    var low = 0.0
    var high = 0.0
    var trimmed: [String] = []
    for (number, track) in movie.tracks.enumerated() where track.count > 0 && track.timescale > 0 {
      let series = SampleSeries(track, steps: Self.stepLimit)
      guard series.count > 0 else { continue }
      let lane = lanes.count
      let name = owners[number].name
      lanes.append(Drawing.Lane("\(name), media", 0, 1, pixels: 22, lines: 1))
      lanes.append(Drawing.Lane("\(name), movie", 0, 1, pixels: 22, lines: 1))
      let from = Self.seconds(series.start, track)
      let to = Self.seconds(series.end, track)
      low = min(low, from)
      high = max(high, to)
      marks.append(
        Drawing.Mark(
          lane, .area, from...max(from, to), owner: number,
          name: "\(series.count) samples, \(Drawing.seconds(from)) to \(Drawing.seconds(to))"))
      for sync in series.syncs.prefix(500) where series.syncCount < series.count {
        let time = Self.seconds(sync.time, track)
        marks.append(
          Drawing.Mark(lane, .tick, time...time, owner: number, name: "sync sample \(sync.number)"))
      }
      for step in series.steps where step.count == 1 {
        let gap = Self.seconds(step.end - step.start, track)
        if let usual = series.usualGap, usual > 0, step.greatestGap > usual.multipliedReportingOverflow(by: 8).partialValue, gap > 0.5 {
          marks.append(
            Drawing.Mark(
              lane, .area, Self.seconds(step.start, track)...Self.seconds(step.end, track),
              owner: number, name: "sample \(step.first) lasts \(Drawing.seconds(gap))",
              isProblem: true))
        }
      }
      let edits = track.editList
      for edit in edits.edits.prefix(200) {
        let start = Double(edit.start) / movieScale
        let stop = edit.end.map { Double($0) / movieScale } ?? max(to, start)
        high = max(high, stop)
        guard let mediaTime = edit.mediaTime else {
          marks.append(
            Drawing.Mark(
              lane + 1, .hatched, start...max(start, stop), owner: number,
              name: "edit \(edit.number): nothing for \(Drawing.seconds(stop - start))"))
          continue
        }
        let media = Self.seconds(mediaTime, track)
        if edits.isExplicit, edit.number == 1, media > from {
          marks.append(
            Drawing.Mark(
              lane, .hatched, from...media, owner: number,
              name: "decoded, not shown: \(Drawing.seconds(media - from))"))
          trimmed.append("\(name) begins \(Drawing.decimal((media - from) * 1_000, 1)) ms into its media")
        }
        marks.append(
          Drawing.Mark(
            lane + 1, .area, start...max(start, stop), owner: number,
            name:
              "edit \(edit.number): \(Drawing.seconds(start)) to \(Drawing.seconds(stop)) shows media from \(Drawing.seconds(media))"))
      }
    }
    guard !lanes.isEmpty else { return nil }
    let title =
      trimmed.isEmpty ? "all tracks are shown from their first sample" : trimmed.joined(separator: "; ")
    var drawing = Drawing(.time, title, .seconds, low...max(high, low + 0.001), owners: owners)
    drawing.lanes = lanes
    drawing.marks = marks
    return drawing
  }

  // MARK: Bytes

  private func bytes() -> Drawing? {
    let size = document.tree.file.byteCount
    guard size > 0 else { return nil }
    let map = ByteMap(document, movie: movie)
    var owners = owners
    let tracks = owners.count
    owners += [
      Drawing.Owner("structure", "S"), Drawing.Owner("items", "i"), Drawing.Owner("padding", "."),
      Drawing.Owner("claimed twice", "2"), Drawing.Owner("not known", "?"),
      Drawing.Owner("nobody", "-"),
    ]
    func owner(_ owner: ByteMap.Owner) -> Int {
      switch owner {
      case .samples(let number), .auxiliary(let number): min(number, tracks)
      case .structure: tracks
      case .item: tracks + 1
      case .freeSpace, .padding: tracks + 2
      case .shared: tracks + 3
      case .unknown, .notStructure: tracks + 4
      case .nobody: tracks + 5
      }
    }
    // Ranges are joined to what a picture can show.
    let grain = max(1, UInt64(size) / 960)
    var marks: [Drawing.Mark] = []
    var totals: [Int: UInt64] = [:]
    var open: (start: UInt64, shares: [Int: UInt64]) = (0, [:])
    func flush(_ end: UInt64) {
      guard end > open.start else { return }
      for (owner, count) in open.shares.sorted(by: { $0.value > $1.value }).prefix(1) {
        let isProblem = owner == tracks + 3 || owner == tracks + 5
        if let last = marks.last, last.owner == owner, last.x.upperBound == Double(open.start) {
          marks[marks.count - 1].x = last.x.lowerBound...Double(end)
        } else {
          marks.append(
            Drawing.Mark(
              0, .area, Double(open.start)...Double(end), owner: owner,
              name: "\(owners[owner].name) from \(Drawing.offset(Double(open.start)))", offset: open.start,
              isProblem: isProblem && count > 0))
        }
      }
      open = (end, [:])
    }
    for range in map.ranges {
      let place = owner(range.owner)
      totals[place, default: 0] += range.byteCount
      var start = range.start
      while start < range.end {
        let edge = (start / grain + 1) * grain
        let end = min(range.end, edge)
        open.shares[place, default: 0] += end - start
        if end == edge { flush(end) }
        // What is longer than a grain is one mark, not one for each.
        if end == edge, range.end > edge + grain {
          let whole = range.end / grain * grain
          open.shares[place] = whole - edge
          flush(whole)
          start = whole
        } else {
          start = end
        }
      }
    }
    flush(UInt64(size))
    let shares = totals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let words = shares.prefix(3).map { owner, count in
      "\(owners[owner].name) \(Drawing.decimal(Double(count) / Double(size) * 100, 1)) %"
    }
    var drawing = Drawing(
      .bytes, words.joined(separator: ", "), .bytes, 0...Double(size), owners: owners)
    drawing.lanes = [Drawing.Lane("the file", 0, 1, pixels: 34, lines: 1)]
    drawing.marks = marks
    if let count = totals[tracks + 5], count > 0 {
      drawing.notes.append("\(count) bytes of media belong to nobody.")
    }
    if let count = totals[tracks + 3], count > 0 {
      drawing.notes.append("\(count) bytes are claimed twice.")
    }
    return drawing
  }
}
