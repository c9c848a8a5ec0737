import ByteReading
import MediaInspection
import Structure

extension Pictures {
  // MARK: Rate

  /// Bytes over time.
  func rate(_ stream: Stream?) -> Drawing? {
    guard let stream else { return nil }
    let series = stream.series
    if series.count > 1, series.length == 0 { return timeless(stream) }
    guard series.count > 0, series.end > series.start else { return nil }
    let total = stream.duration(series.end.saturatingSubtract(series.start))
    let rates = series.steps.map { step -> Double in
      let length = stream.duration(step.length)
      return length > 0 ? Double(step.byteCount) * 8 / length / 1_000 : 0
    }
    let mean = Double(series.byteCount) * 8 / total / 1_000
    var drawing = Drawing(
      .rate, title: title(stream, rates, mean), axis: .seconds,
      extent: stream.seconds(series.start)...stream.seconds(series.end), owners: stream.owners)
    if stream.unit == "sample" { drawing.notes.append(syncSentence(stream)) }
    // A single peak leaves no room for the rest: what is cut off says how high it is.
    let sorted = rates.sorted()
    let usual = sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
    let greatest = sorted.last ?? 1
    let top = greatest > usual * 3 ? max(usual * 1.5, mean * 1.5) : greatest
    let high = top > 0 ? top : 1
    var lane = Drawing.Lane("kbit/s", 0, high, pixels: 150, lines: 6)
    lane.scale = Self.scale(0, high)
    lane.clock = stream.clock
    drawing.lanes = [lane]
    drawing.notes += [stream.note].compactMap(\.self)
    for (step, value) in zip(series.steps, rates) {
      let start = stream.seconds(step.start)
      var mark = Drawing.Mark(
        0, .bar, x: start...max(start, stream.seconds(step.end)), y: (0, value),
        owner: stream.owner, name: name(of: step, value, stream), offset: step.offset,
        isProblem: step.lostCount > 0)
      mark.samples = step.numbers
      if step.lostCount == 0 { mark.parts = Self.parts(of: step, value) }
      drawing.marks.append(mark)
    }
    drawing.kinds = Self.kinds
    drawing.problemName = "not in the file"
    if stream.unit == "sample", series.syncCount < series.count {
      for sync in series.drawnSyncs {
        drawing.marks.append(Self.mark(of: sync, stream.seconds(sync.time), 0, stream.owner))
      }
    }
    addRules(stream, mean, to: &drawing)
    addCodings(stream, to: &drawing)
    let count = trackCount
    if count > 1 {
      drawing.notes.append("Of \(count) tracks with samples this is \(stream.name).")
    }
    return drawing
  }

  /// What is said where no sample lasts: no moment has bytes then.
  private func timeless(_ stream: Stream) -> Drawing {
    var drawing = Drawing(
      .rate, title: "\(stream.name): the \(stream.unit)s last 0: no rate", axis: .seconds, extent: 0...1, owners: stream.owners)
    drawing.isScaleless = true
    return drawing
  }

  /// I, P and B in the order in which they are stacked, and what is none of them.
  private static let kinds =
    zip(PictureCoding.allCases, [.full, .half, .faint] as [Drawing.Kind.Shade]).map {
      Drawing.Kind(String($0.rawValue), $0.rawValue, $1)
    } + [Drawing.Kind("not read", "?", .hatched)]

  /// How much of a step is of pictures of each kind, of its rate; empty where none of them was read.
  private static func parts(of step: SampleSeries.Step, _ value: Double) -> [Drawing.Part] {
    guard !step.kinds.isEmpty, step.byteCount > 0 else { return [] }
    var parts: [Drawing.Part] = []
    var sum: UInt64 = 0
    var read = 0
    for (place, coding) in PictureCoding.allCases.enumerated() {
      guard let kind = step.kinds[coding] else { continue }
      read += kind.count
      guard kind.byteCount > 0 else { continue }
      sum = sum.saturatingAdd(kind.byteCount)
      parts.append(Drawing.Part(place, to: value * min(1, Double(sum) / Double(step.byteCount))))
    }
    if read < step.count, sum < step.byteCount {
      parts.append(Drawing.Part(PictureCoding.allCases.count, to: value))
    }
    return parts
  }

  /// Lines at the mean, and at what the file itself says of it, whose place is the words of the line.
  private func addRules(_ stream: Stream, _ mean: Double, to drawing: inout Drawing) {
    let words = { (value: Double) in "\(Drawing.rate(value)) kbit/s" }
    var rules = [(mean, "mean \(words(mean))")]
    if stream.unit == "sample", tracks.indices.contains(stream.owner),
      let claimed = tracks[stream.owner].track.claimedRate
    {
      let (average, most) = (Double(claimed.mean) / 1_000, Double(claimed.most) / 1_000)
      if claimed.mean > 0 { rules.append((average, "btrt mean \(words(average))")) }
      if claimed.most > 0 { rules.append((most, "btrt at most \(words(most))")) }
      drawing.notes.append(
        claimed.mean == 0 && claimed.most == 0
          ? "btrt leaves the rate open." : "btrt says \(words(average)) in the mean, \(words(most)) at most.")
    }
    // Words of lines that lie close to each other would lie on each other: the first has its own.
    var labelled: [Double] = []
    let high = drawing.lanes[0].high
    for (value, word) in rules where value <= high {
      var mark = Drawing.Mark(0, .rule, x: drawing.extent, y: (value, value), owner: stream.owner, name: word)
      if labelled.allSatisfy({ abs($0 - value) > high / 10 }) {
        mark.label = word
        labelled.append(value)
      }
      drawing.marks.append(mark)
    }
  }

  private func title(_ stream: Stream, _ rates: [Double], _ mean: Double) -> String {
    var title = "\(stream.name): \(Drawing.rate(mean)) kbit/s in the mean"
    let loss = loss(of: stream.series).map { "; \($0)" } ?? ""
    let steps = stream.series.steps
    guard let peak = rates.enumerated().max(by: { $0.element < $1.element }), rates.count > 1
    else { return title + loss }
    let step = steps[peak.offset]
    title += ", \(Drawing.rate(peak.element)) at most (\(stream.unit) \(UInt64(clamping: step.largest.number).grouped), over "
    return title + "\(Drawing.count(UInt64(clamping: step.count), stream.unit, stream.unit + "s")))" + loss
  }

  private func name(of step: SampleSeries.Step, _ value: Double, _ stream: Stream) -> String {
    var name = ByteWriter()
    name.put(stream.unit, step.first, step.last)
    name.put(": ")
    name.put(step.byteCount, "byte", "bytes")
    name.put(", ")
    name.put(value, decimals: 1)
    name.put(" kbit/s, from ")
    name.put(seconds: stream.seconds(step.start))
    if stream.unit == "sample", step.syncCount > 0 {
      name.put(", ")
      if step.syncCount > 1 { name.put("\(step.syncCount) ") }
      name.put("sync")
    }
    putLoss(of: step, to: &name)
    for coding in PictureCoding.allCases {
      guard let count = step.kinds[coding]?.count else { continue }
      name.put(", ")
      if step.count > 1 { name.put("\(count) ") }
      name.put(String(coding.rawValue))
    }
    return name.string
  }

  private func putLoss(of step: SampleSeries.Step, to name: inout ByteWriter) {
    guard step.lostCount > 0 else { return }
    name.put(", ")
    if step.count > 1 { name.put("\(step.lostCount) ") }
    name.put("not in the file")
  }

  /// What the parts of a step are called: `sample 7`, `frames 7–12`.
  private func range(of step: SampleSeries.Step, _ stream: Stream) -> String {
    step.first == step.last
      ? "\(stream.unit) \(step.first)" : "\(stream.unit)s \(step.first)–\(step.last)"
  }

  /// A lane of letters that say what pictures depend on, where each step is one picture.
  private func addCodings(_ stream: Stream, to drawing: inout Drawing) {
    let steps = stream.series.steps
    guard steps.contains(where: { !$0.kinds.isEmpty }) else {
      guard readsHeaders, stream.series.count > Self.headerLimit,
        let track = tracks.dropFirst(stream.owner).first?.track, track.handler == "vide", track.units != nil
      else { return }
      drawing.notes.append(
        "Which pictures are I, P and B was not read: the track has more than \(Self.headerLimit.grouped) samples.")
      return
    }
    var lane = Drawing.Lane("I P B", 0, 1, pixels: 16, lines: 1)
    lane.clock = stream.clock
    drawing.lanes.append(lane)
    for step in steps {
      // Of several the strongest: an intra picture among others is where decoding may begin.
      guard let coding = PictureCoding.allCases.first(where: { step.kinds[$0] != nil }) else { continue }
      let start = stream.seconds(step.start)
      var mark = Drawing.Mark(
        1, .area, x: start...max(start, stream.seconds(step.end)), owner: stream.owner,
        name: name(of: step, stream), offset: step.offset)
      mark.isPale = coding != .intra
      mark.kind = PictureCoding.allCases.firstIndex(of: coding)
      mark.samples = step.numbers
      let isPlain = step.kinds.count == 1 && step.kinds[coding]?.count == step.count
      mark.label = isPlain || coding == .intra ? String(coding.rawValue) : ""
      drawing.marks.append(mark)
    }
  }

  private func name(of step: SampleSeries.Step, _ stream: Stream) -> String {
    let counts = PictureCoding.allCases.compactMap { coding in
      step.kinds[coding].map { step.count == 1 ? String(coding.rawValue) : "\($0.count) \(coding.rawValue)" }
    }
    return "\(range(of: step, stream)): \(counts.joined(by: ", "))"
  }

  private func syncSentence(_ stream: Stream) -> String {
    let series = stream.series
    if series.syncCount == series.count { return "Each sample is a sync sample." }
    if series.syncCount == 0, series.openCount > 0 {
      return "No sync sample; \(Drawing.count(UInt64(clamping: series.openCount), "start is", "starts are")) open: samples are lost there."
    }
    if series.syncCount == 0 { return "No sync sample: no place to start from is marked." }
    // Where edits arrange the media otherwise, its own time is no place to seek to.
    if series.syncCount == 1, stream.edits == 0 {
      let time = series.syncTime.map { stream.seconds($0) } ?? 0
      let more =
        series.openCount > 0
        ? " \(Drawing.count(UInt64(clamping: series.openCount), "start is", "starts are")) open besides: what leads there is lost."
        : ""
      // Before the start nothing is shown that one could seek to.
      return time < 0
        ? "1 sync sample: its time, \(Drawing.seconds(time)), is before the start.\(more)"
        : "1 sync sample: seeking starts at \(Drawing.seconds(time)).\(more)"
    }
    let number = Drawing.count(UInt64(clamping: series.syncCount), "sync sample", "sync samples")
    var words = number
    if var rhythm = series.rhythm {
      rhythm.end(at: end(of: stream.owner))
      words = rhythm.apart.map { "\(number), \($0)" } ?? rhythm.fewWords
    }
    let open = series.syncs.count { $0.isOpen }
    return words + "."
      + (open > 0 ? " \(open) of the \(series.syncs.count)\(series.drawnSyncs.isEmpty ? " first starts" : " starts that are drawn") are open." : "")
  }

  // MARK: Pace

  /// How long each sample is shown: the distance to the next one that is shown.
  func pace(_ stream: Stream?) -> Drawing? {
    guard let stream else { return nil }
    let series = stream.series
    guard series.count > 1, series.end > series.start, let usual = series.usualGap, usual > 0
    else { return nil }
    let milliseconds = { (ticks: Int64) in stream.duration(ticks) * 1_000 }
    let usualTime = milliseconds(usual)
    let slowest = series.steps.max { $0.greatestGap < $1.greatestGap }
    var drawing = Drawing(
      .pace, title: paceTitle(stream, usual, slowest) + (loss(of: series).map { "; \($0)" } ?? ""), axis: .seconds,
      extent: stream.seconds(series.start)...stream.seconds(series.end), owners: stream.owners)
    drawing.notes += [stream.note].compactMap(\.self)
    if series.gapCount > 1 {
      drawing.notes.append(
        series.gapCount >= 64
          ? "64 or more different durations."
          : "\(series.gapCount) different durations.")
    }
    drawing.problemName = "out of step, or not in the file"
    let greatest = min(milliseconds(slowest?.greatestGap ?? usual), usualTime * 6)
    // What lasts for seconds is not counted in thousandths of them.
    let unit = usualTime < 1_000 ? "ms" : usualTime < 60_000 ? "s" : "time"
    var lane = Drawing.Lane(unit, 0, max(greatest * 1.1, usualTime * 2), pixels: 130, lines: 5)
    for multiple in [1.0, 2, 3, 4] where usualTime * multiple <= lane.high {
      let time = usualTime * multiple
      let word =
        usualTime < 60_000 ? Drawing.decimal(usualTime < 1_000 ? time : time / 1_000, 1) : Drawing.seconds(time / 1_000)
      lane.scale.append((time, word))
    }
    lane.clock = stream.clock
    drawing.lanes = [lane]
    // One and a half times the usual time, or none at all; a tick is never half of one.
    let odd = usual.saturatingAdd(max(1, usual / 2))
    for step in series.steps {
      let time = stream.seconds(step.start)
      var name = ByteWriter()
      name.put(stream.unit, step.first, step.last)
      name.put(": ")
      name.put(length: milliseconds(step.greatestGap))
      if step.greatestGap != step.leastGap {
        name.put(" at most (")
        name.put(stream.unit, step.slowest, step.slowest)
        name.put("), ")
        name.put(length: milliseconds(step.leastGap))
        name.put(" at least")
      }
      putLoss(of: step, to: &name)
      var mark = Drawing.Mark(
        0, .bar, x: time...max(time, stream.seconds(step.end)),
        y: (milliseconds(step.leastGap), milliseconds(step.greatestGap)), owner: stream.owner,
        name: name.string, offset: step.offset, isProblem: step.greatestGap >= odd || step.leastGap <= 0 || step.lostCount > 0)
      mark.samples = step.numbers
      drawing.marks.append(mark)
    }
    return drawing
  }

  private func paceTitle(
    _ stream: Stream, _ usual: Int64, _ slowest: SampleSeries.Step?
  ) -> String {
    let milliseconds = { (ticks: Int64) in stream.duration(ticks) * 1_000 }
    let usualTime = Drawing.length(milliseconds(usual))
    let isEven = stream.series.steps.allSatisfy { $0.leastGap == usual && $0.greatestGap == usual }
    if isEven {
      let perSecond = Drawing.decimal(1_000 / milliseconds(usual), 3)
      return "\(stream.name): each \(stream.unit) is \(stream.verb) for \(usualTime), \(perSecond) a second"
    }
    // Of two that differ none is frequent.
    if stream.series.count == 2, let least = stream.series.steps.map(\.leastGap).min() {
      let times = [least, slowest?.greatestGap ?? usual].map { Drawing.length(milliseconds($0)) }
      return "\(stream.name): one \(stream.unit) is \(stream.verb) for \(times[0]), one for \(times[1])"
    }
    let title = "\(stream.name): \(usualTime) is the most frequent time a \(stream.unit) is \(stream.verb), "
    if let slowest, slowest.greatestGap > usual {
      let most = Drawing.length(milliseconds(slowest.greatestGap))
      return title + "\(most) the longest (\(stream.unit) \(slowest.slowest))"
    }
    return title + "and the longest"
  }
}
