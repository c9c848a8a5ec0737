import ByteReading
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure

extension Pictures {
  /// What is shown when: of each track the time of its media, and below it that of the movie.
  func time() -> Drawing? {
    let tracks = drawable
    guard !tracks.isEmpty else { return timeOfSound() }
    var scene = TimeScene()
    for (number, track) in tracks {
      add(track, number, to: &scene)
    }
    guard !scene.lanes.isEmpty else { return nil }
    addChapters(to: &scene)
    addTimecodes(tracks, to: &scene)
    var drawing = Drawing(
      .time, title: timeTitle(tracks.count), axis: .seconds,
      extent: scene.low...Drawing.wide(scene.low, scene.high), owners: owners + scene.owners)
    drawing.problemName = scene.problems.joined(by: ", ")
    drawing.lanes = scene.lanes
    drawing.marks = scene.marks
    if let inset = start(tracks) { drawing.insets.append(inset) }
    drawing.notes = scene.syncNotes + [scene.editNote, scene.chapterNote, emptyNote, limitNote, timelessNote].compactMap(\.self)
    return drawing
  }

  /// What of the tracks is lost, and where their fragments do not go on from each other, with the rules that report it.
  private var damage: [String] {
    var parts: [String] = []
    for (number, track) in drawable {
      let series = series(of: number)
      if let loss = loss(of: series) { parts.append("\(owners[number].name): \(loss)") }
      for (isGap, id) in [(true, "decode-time-gap"), (false, "decode-time-overlap")] as [(Bool, StaticString)] {
        let found = series.breaks.filter { ($0.to > $0.from) == isGap }
        guard let first = found.first else { continue }
        let length = abs(Self.seconds(first.to, track) - Self.seconds(first.from, track))
        // What rounding of times makes is marked, and is no finding.
        guard hasRaised(id) || length >= 0.01 else { continue }
        let rule = hasRaised(id) ? " (\(id))" : ""
        let word = isGap ? "gap" : "overlap"
        parts.append(
          found.count == 1
            ? "\(owners[number].name) has \(isGap ? "a" : "an") \(word) of \(Drawing.seconds(length))\(rule)"
            : "\(owners[number].name) has \(found.count) \(word)s, the first of \(Drawing.seconds(length))\(rule)")
      }
    }
    return parts
  }

  /// What edits pass over and leave empty, and which of picture and sound begins later.
  private func timeTitle(_ count: Int) -> String {
    var parts = damage
    for (number, drawn) in tracks.enumerated() where playback.tracks.indices.contains(drawn.place) {
      let track = playback.tracks[drawn.place]
      let name = "track \(track.id) \(track.kind)"
      if let into = beginning(of: number, track) { parts.append("\(name) begins \(into) into its media") }
      if let gap = track.gaps.first {
        parts.append("\(name) \(track.kind == "audio" ? "is silent" : "shows nothing") for \(Playback.seconds(gap.duration)) at \(Playback.seconds(gap.start))")
      }
    }
    if let late = playback.audioLateness, abs(late) > Playback.tolerance {
      parts.append("audio starts \(Playback.length(abs(late))) \(late > 0 ? "after" : "before") video")
    }
    guard parts.isEmpty else {
      return Array(parts.prefix(4)).joined(by: "; ") + (parts.count > 4 ? "; and \(parts.count - 4) more" : "")
    }
    return count == 1 ? "what is shown of 1 track, and when" : "what is shown of \(count) tracks, and when"
  }

  /// How far into its media a track begins, also where another edit shows what is before that; `nil` where it does not.
  private func beginning(of number: Int, _ shown: Playback.Track) -> String? {
    guard tracks.indices.contains(number), shown.start != nil else { return nil }
    let track = tracks[number].track
    let edits = track.editList
    guard let first = track.firstCompositionTime, let found = edits.beginning(ofMediaFrom: first),
      let before = found.edit.mediaTime?.saturatingSubtract(first), before > max(0, found.passed)
    else { return shown.skipped > 0 ? Playback.length(shown.skipped) : nil }
    return Drawing.seconds(Self.seconds(before, track))
  }

  /// Which tracks have no samples, and so no lanes; `nil` when all have some.
  private var emptyNote: String? {
    let names = tracks.filter { $0.track.count == 0 }.map(\.track.name)
    guard let first = names.first else { return nil }
    let text = names.count == 1 ? first : "\(names.dropLast().joined(by: ", ")) and \(names.last ?? "")"
    return "\(text) \(names.count == 1 ? "has" : "have") no samples."
  }

  // MARK: Tracks

  private func add(_ track: SampleTrack, _ number: Int, to scene: inout TimeScene) {
    let series = series(of: number)
    guard series.count > 0 else { return }
    let lane = scene.lanes.count
    let name = owners[number].name
    var media = Drawing.Lane("\(name), media", 0, 1, pixels: 22, lines: 1)
    // What is wrong has half of it, with room for its word.
    if !series.breaks.isEmpty || series.lostCount > 0 { media.pixels = 32 }
    media.leadsOn = true
    media.short = "\(owners[number].letter) media"
    media.clock = .media(number)
    scene.lanes.append(media)
    var movie = Drawing.Lane("\(name), movie", 0, 1, pixels: 22, lines: 1)
    movie.short = "\(owners[number].letter) movie"
    movie.clock = .movie
    scene.lanes.append(movie)
    let from = Self.seconds(series.start, track)
    let to = max(from, Self.seconds(series.end, track))
    scene.take(from...to)
    scene.marks += parts(of: series, track: track, owner: number, lane: lane, within: from...to)
    addHidden(of: series, track: track, owner: number, lane: lane, to: &scene)
    addLosses(of: series, track: track, owner: number, lane: lane, to: &scene)
    if series.syncCount < series.count {
      if series.drawnSyncs.isEmpty, series.syncCount > 0 {
        scene.syncNotes.append("\(UInt64(clamping: series.syncCount).grouped) sync samples of \(name) are too many to be drawn.")
      }
      for sync in series.drawnSyncs {
        scene.marks.append(Self.mark(of: sync, Self.seconds(sync.time, track), lane, number))
      }
    }
    addBreaks(of: series, track: track, owner: number, lane: lane, to: &scene)
    addHeld(of: series, track: track, owner: number, lane: lane, to: &scene)
    addEdits(of: track, owner: number, lane: lane, within: from...to, to: &scene)
  }

  /// What of the media no edit shows.
  private func addHidden(
    of series: SampleSeries, track: SampleTrack, owner number: Int, lane: Int, to scene: inout TimeScene
  ) {
    guard series.start < series.end else { return }
    for range in track.editList.unshown(in: series.start..<series.end).prefix(Self.editLimit) {
      let start = Self.seconds(range.lowerBound, track)
      let end = max(start, Self.seconds(range.upperBound, track))
      scene.marks.append(
        Drawing.Mark(
          lane, .hatched, x: start...end, owner: number,
          name: "decoded, not \(Self.verb(of: track)): \(Drawing.seconds(end - start))"))
    }
  }

  /// The edits of a track that are drawn at most.
  private static let editLimit = 200

  /// Samples that are not in the file.
  private func addLosses(
    of series: SampleSeries, track: SampleTrack, owner number: Int, lane: Int,
    to scene: inout TimeScene
  ) {
    guard series.lostCount > 0 else { return }
    scene.note(problem: "not in the file")
    var open: (range: ClosedRange<Double>, samples: ClosedRange<Int>, count: Int, offset: UInt64?)?
    func flush() {
      guard let found = open else { return }
      let samples = Self.samples(found.samples.lowerBound, found.samples.upperBound)
      var mark = Drawing.Mark(
        lane, .share, x: found.range, y: (0, 0.5), owner: number,
        name: "not in the file: \(found.count) of \(samples)\(lossRules)", offset: found.offset,
        isProblem: true)
      mark.label = "lost"
      mark.samples = found.samples
      scene.marks.append(mark)
      open = nil
    }
    for step in series.steps {
      guard step.lostCount > 0 else {
        flush()
        continue
      }
      let start = Self.seconds(step.start, track)
      let range = start...max(start, Self.seconds(step.end, track))
      guard let known = open else {
        open = (range, step.numbers, step.lostCount, step.offset)
        continue
      }
      open?.range = known.range.lowerBound...max(known.range.upperBound, range.upperBound)
      open?.samples =
        min(known.samples.lowerBound, step.first)...max(known.samples.upperBound, step.last)
      open?.count += step.lostCount
    }
    flush()
  }

  /// The media of a track: its chunks and fragments in alternating shades, where they are wide enough to
  /// be told apart, else as one.
  private func parts(
    of series: SampleSeries, track: SampleTrack, owner number: Int, lane: Int,
    within whole: ClosedRange<Double>
  ) -> [Drawing.Mark] {
    guard series.hasAllParts, series.parts.count > 1 else {
      var mark = Drawing.Mark(
        lane, .area, x: whole, owner: number,
        name: "\(series.count) samples, \(Drawing.seconds(whole.lowerBound)) to \(Drawing.seconds(whole.upperBound))")
      mark.offset = series.first.first?.offset
      return [mark]
    }
    let parts = series.parts.sorted { ($0.start, $0.first) < ($1.start, $1.first) }
    return parts.enumerated().map { place, part in
      let start = max(whole.lowerBound, Self.seconds(part.start, track))
      let next = place + 1 < parts.count ? Self.seconds(parts[place + 1].start, track) : whole.upperBound
      let range = start...max(start, next)
      var name = ByteWriter()
      name.put(part.place.name)
      name.put(", ")
      name.put("sample", part.first, part.last)
      name.put(": ")
      name.put(seconds: start)
      name.put(" to ")
      name.put(seconds: range.upperBound)
      var mark = Drawing.Mark(lane, .area, x: range, owner: number, name: name.string)
      mark.isPale = place % 2 == 1
      mark.samples = part.first...part.last
      mark.offset = part.offset
      return mark
    }
  }

  /// `sample 7`, `samples 7–12`.
  private static func samples(_ first: Int, _ last: Int) -> String {
    first == last ? "sample \(first)" : "samples \(first)–\(last)"
  }

  /// A tick where decoding may start: a short one where some samples that follow need more than that.
  static func mark(
    of start: SampleSeries.Start, _ time: Double, _ lane: Int, _ owner: Int
  ) -> Drawing.Mark {
    var mark = Drawing.Mark(
      lane, .tick, x: time...time, owner: owner,
      name: start.isOpen
        ? "sample \(start.number): open, leading samples need what stands before it"
        : "sync sample \(start.number)")
    mark.isPale = start.isOpen
    mark.offset = start.offset
    mark.samples = start.number...start.number
    return mark
  }

  /// Where the times of fragments do not go on from each other.
  private func addBreaks(
    of series: SampleSeries, track: SampleTrack, owner number: Int, lane: Int,
    to scene: inout TimeScene
  ) {
    // Of those that lie over each other the first has its word.
    var labelled: [(isGap: Bool, range: ClosedRange<Double>)] = []
    for found in series.breaks {
      let ends = [found.from, found.to].map { Self.seconds($0, track) }.sorted()
      let isGap = found.to > found.from
      let word = isGap ? "gap" : "overlap"
      scene.note(problem: isGap ? "gap between samples" : "samples that overlap")
      let id: StaticString = isGap ? "decode-time-gap" : "decode-time-overlap"
      // Gaps stand above and overlaps below: where they meet, both are seen, and what they lie over.
      var mark = Drawing.Mark(
        lane, .share, x: ends[0]...ends[1], y: isGap ? (0.6, 1) : (0, 0.4), owner: number,
        name: "\(word) of \(Drawing.seconds(ends[1] - ends[0])) before sample \(found.number)"
          + (hasRaised(id) ? " (\(id))" : ""), offset: found.offset,
        isProblem: true)
      if !labelled.contains(where: {
        $0.isGap == isGap && $0.range.lowerBound < ends[1] && $0.range.upperBound > ends[0]
      }) {
        mark.label = word
        labelled.append((isGap, mark.x))
      }
      mark.samples = found.number...found.number
      scene.marks.append(mark)
      scene.take(ends[0]...ends[1])
    }
  }

  /// Samples that are shown for much longer than others.
  private func addHeld(
    of series: SampleSeries, track: SampleTrack, owner number: Int, lane: Int,
    to scene: inout TimeScene
  ) {
    guard let usual = series.usualGap, usual > 0 else { return }
    for step in series.steps where step.count == 1 && step.greatestGap / 8 > usual {
      let length = Self.seconds(step.length, track)
      guard length > 0.5 else { continue }
      let start = Self.seconds(step.start, track)
      scene.note(problem: "lasts much longer than others")
      scene.marks.append(
        Drawing.Mark(
          lane, .area, x: start...max(start, Self.seconds(step.end, track)), owner: number,
          name: "sample \(step.first) lasts \(Drawing.seconds(length))", offset: step.offset,
          isProblem: true))
    }
  }

  /// The edits of a track in the movie, each with what it shows of the media.
  private func addEdits(
    of track: SampleTrack, owner number: Int, lane: Int, within whole: ClosedRange<Double>,
    to scene: inout TimeScene
  ) {
    let movieScale = Double(max(1, movie.movieTimescale))
    let edits = track.editList
    let end = whole.upperBound
    guard edits.isExplicit else {
      // The movie shows the media as it is.
      scene.marks.append(
        Drawing.Mark(
          lane + 1, .area, x: whole, owner: number, name: "no edits: as in the media",
          offset: series(of: number).first.first?.offset))
      return
    }
    let limit = Self.editLimit
    let steps = series(of: number).steps
    if edits.edits.count > limit {
      scene.editNote = "The first \(limit) edits of a track are drawn."
    }
    // Of those that follow each other every other one has the other shade.
    var isPale = true
    for edit in edits.edits.prefix(limit) {
      isPale = edit.isEmpty || !isPale
      let start = Double(edit.start) / movieScale
      let media = Self.seconds(edit.mediaTime ?? 0, track)
      // An edit without an end shows the rest of the media.
      let stop = edit.end.map { Double($0) / movieScale } ?? start + max(0, end - media)
      // Media that ends shows nothing more, however long an edit is said to last.
      let mediaEnd = start + max(0, end - media)
      let isLonger = edit.mediaTime != nil && edit.rate == 65_536 && stop - mediaEnd > 0.001
      let range = start...max(start, isLonger ? mediaEnd : stop)
      scene.take(range)
      if isLonger {
        scene.marks.append(
          Drawing.Mark(
            lane + 1, .hatched, x: range.upperBound...stop, owner: number,
            name: "edit \(edit.number): nothing from \(Drawing.seconds(range.upperBound)) to \(Drawing.seconds(stop)), as the media ends"))
        scene.take(range.upperBound...stop)
      }
      let times = "\(Drawing.seconds(start)) to \(Drawing.seconds(range.upperBound))"
      guard edit.mediaTime != nil else {
        scene.marks.append(
          Drawing.Mark(
            lane + 1, .hatched, x: range, owner: number,
            name: "edit \(edit.number): nothing from \(times)"))
        continue
      }
      var mark = Drawing.Mark(
        lane + 1, .area, x: range, owner: number,
        name: "edit \(edit.number): \(times) shows media from \(Drawing.seconds(media))")
      mark.isPale = isPale
      // It leads to what it shows first.
      mark.offset = (steps.last { Self.seconds($0.start, track) <= media } ?? steps.first)?.offset
      if edit.rate != 65_536 {
        mark.name += ", \(Playback.speed(edit.rate))"
        mark.label = Playback.speed(edit.rate)
      }
      scene.marks.append(mark)
      let length = edits.mediaDuration(of: edit).map { Double($0) / Double(max(1, track.timescale)) }
      let shown = media...max(media, media + (length ?? max(0, end - media)))
      scene.marks.append(
        Drawing.Mark(lane, .join, x: shown, y: (range.lowerBound, range.upperBound), owner: number))
    }
  }

  // MARK: Chapters

  /// The chapters that are drawn at most.
  private static let chapterLimit = 200

  /// The chapters of the kind that comes first, list by list; of sound without chapters its markers.
  func addChapters(to scene: inout TimeScene) {
    let (found, isWhole) = MediaFile.chapterList(of: document)
    let all = found.filter { $0.start.isNumeric }
    guard let kind = all.first?.kind else { return }
    let chapters = all.filter { $0.kind == kind }
    if chapters.count > Self.chapterLimit {
      let noun = kind == .marker ? "markers" : "chapters"
      let read = isWhole ? "" : " that were read"
      scene.chapterNote = "The first \(Self.chapterLimit) of \(chapters.count) \(noun)\(read) are drawn."
    }
    let place = owners.count + scene.owners.count
    if kind == .marker { return add(markers: chapters.prefix(Self.chapterLimit), owner: place, to: &scene) }
    scene.owners.append(Drawing.Owner("chapters", "c", .items))
    var lane = Drawing.Lane("chapters", 0, 1, pixels: 20, lines: 1)
    lane.clock = .movie
    scene.lanes.append(lane)
    var list = 1
    var last: MediaChapter?
    for (index, chapter) in chapters.prefix(Self.chapterLimit).enumerated() {
      // Another list begins with its first again; frames are numbered as they stand in the file, and are
      // in the order of their contents.
      let start = Self.seconds(chapter.start)
      if let last, kind == .frame ? start < Self.seconds(last.start) : chapter.number <= last.number {
        var next = lane
        list += 1
        next.label = "chapters, list \(list)"
        next.short = "chapters"
        scene.lanes.append(next)
      }
      last = chapter
      // An end before its start is none.
      let end = chapter.end.isNumeric ? Self.seconds(chapter.end) : start - 1
      let range = start...(end >= start ? end : max(start, scene.high))
      scene.take(range)
      scene.marks.append(Self.mark(of: chapter, range, scene.lanes.count - 1, place, isPale: index % 2 == 1))
    }
  }

  private static func mark(
    of chapter: MediaChapter, _ range: ClosedRange<Double>, _ lane: Int, _ owner: Int, isPale: Bool
  ) -> Drawing.Mark {
    var text = ByteWriter()
    text.put(text: chapter.title ?? "", style: .name, limit: 200)
    let title = text.string
    let times = "\(Drawing.seconds(range.lowerBound)) to \(Drawing.seconds(range.upperBound))"
    var mark = Drawing.Mark(
      lane, .area, x: range, owner: owner,
      name: "chapter \(chapter.number)\(title.isEmpty ? "" : ": \(title)"), \(times)",
      offset: chapter.fileOffset)
    mark.isPale = isPale
    mark.label = title.isEmpty ? "\(chapter.number)" : title
    mark.key = "\(chapter.number)"
    return mark
  }

  private static func seconds(_ time: MediaTime) -> Double {
    Double(time.value) / Double(max(1, time.timescale))
  }

  // MARK: Timecode

  /// A ruler in the timecode of the first track that has one: its first, and then at round times. Of
  /// tracks whose counting begins again with further samples none is drawn.
  private func addTimecodes(
    _ tracks: [(number: Int, track: SampleTrack)], to scene: inout TimeScene
  ) {
    guard
      let (number, track, counter) = tracks.lazy.compactMap({ number, track in
        track.timecodes.map { (number, track, $0) }
      }).first, track.count == 1, counter.rate > 0, counter.rate.isFinite,
      let edit = track.editList.edits.first(where: { !$0.isEmpty })
    else { return }
    let start = Double(edit.start) / Double(max(1, movie.movieTimescale))
    // The first of its samples is where the counting begins: what the edit passes over has been counted.
    let passed = Self.seconds(edit.mediaTime ?? 0, track)
    var lane = Drawing.Lane("timecode", 0, 1, pixels: 18, lines: 1)
    lane.clock = .movie
    scene.lanes.append(lane)
    let span = max(scene.high - start, 0)
    var step = 1 / counter.rate
    let steps: [Double] = [1, 2, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 36_000]
    for next in steps where span / step > 8 { step = next }
    guard span / step <= 64 else { return }
    var times = [start]
    while let last = times.last, last + step < scene.high, times.count < 65 { times.append(last + step) }
    for (place, time) in times.enumerated() {
      let frames = ((time - start + passed) * counter.rate).rounded()
      let word = counter.timecode(after: UInt64(saturating: frames))
      var mark = Drawing.Mark(
        scene.lanes.count - 1, .tick, x: time...time,
        y: (0, place + 1 < times.count ? times[place + 1] : scene.high), owner: number,
        name: "timecode \(word) at \(Drawing.seconds(time))")
      mark.label = word
      scene.marks.append(mark)
    }
  }

  // MARK: The start

  /// The samples that are drawn enlarged.
  private static let startCount = 22

  /// The first samples of the first track of video whose order or edits are worth a closer look, each
  /// as it is decoded, in the media, and in the movie.
  private func start(_ tracks: [(number: Int, track: SampleTrack)]) -> Drawing? {
    guard
      let (number, track) = tracks.first(where: { $0.track.handler == "vide" }) ?? tracks.first
    else { return nil }
    let series = series(of: number)
    let edits = track.editList
    let isReordered = series.first.contains { $0.decodeTime != $0.time }
    guard series.count > 1, isReordered || edits.isExplicit else { return nil }
    // As far as all that is shown before it is drawn as well: else there would be holes that are none.
    let hidden = series.first.dropFirst(Self.startCount).map(\.time).min() ?? .max
    let shown = series.first.prefix(Self.startCount).filter { $0.time < hidden }
    guard !shown.isEmpty else { return nil }
    // A frame is shown until the next one is, whatever the tables say of its length.
    let times = series.first.map(\.time).sorted()
    func end(of element: SampleSeries.Element) -> Int64 {
      times.first { $0 > element.time } ?? element.time.saturatingAdd(element.duration)
    }
    let seconds = { (ticks: Int64) in Self.seconds(ticks, track) }
    var marks: [Drawing.Mark] = []
    // Of samples that lie over each other the first has its label.
    var labelled: [[ClosedRange<Double>]] = [[], [], []]
    // From where to where they go in each lane.
    var spans: [ClosedRange<Double>?] = [nil, nil, nil]
    for (place, element) in shown.enumerated() {
      let decoded = seconds(Int64(clamping: element.duration))
      let visible = max(0, seconds(end(of: element)) - seconds(element.time))
      let lengths = [decoded, visible, visible]
      let movie = edits.presentationTime(of: element.time)
      var starts: [Double?] = [element.decodeTime, element.time].map(seconds)
      starts.append(movie.map(seconds))
      for (lane, start) in starts.enumerated() {
        guard let start else { continue }
        let length = lengths[lane]
        let known = spans[lane] ?? start...start
        spans[lane] = min(known.lowerBound, start)...max(known.upperBound, start + length)
        var mark = Drawing.Mark(
          lane, .area, x: start...max(start, start + length), owner: number,
          name: "sample \(element.number): \(["decoded", "in its media", "in the movie"][lane]) at \(Drawing.seconds(start))",
          offset: element.offset)
        mark.samples = element.number...element.number
        mark.isPale = element.coding.map { $0 != .intra } ?? (place % 2 == 1)
        let inner = mark.x.lowerBound + length / 100...max(mark.x.lowerBound + length / 100, mark.x.upperBound - length / 100)
        if !labelled[lane].contains(where: { $0.overlaps(inner) }) {
          mark.label = element.coding.map { String($0.rawValue) } ?? "\(element.number)"
          labelled[lane].append(inner)
        }
        marks.append(mark)
        guard lane < 2, let below = starts[lane + 1] else { continue }
        let (middle, foot) = (start + length / 2, below + lengths[lane + 1] / 2)
        marks.append(
          Drawing.Mark(lane, .join, x: middle...middle, y: (foot, foot), owner: number))
      }
    }
    // Edits that bring them far from where they are decoded leave no room to tell them apart in all lanes.
    let whole = Self.extent(of: spans)
    let own = Self.extent(of: Array(spans.prefix(2)))
    let isFar = spans[2] == nil || whole.upperBound - whole.lowerBound > 3 * (own.upperBound - own.lowerBound)
    guard !isFar || isReordered else { return nil }
    if isFar { marks.removeAll { $0.lane == 2 || $0.lane == 1 && $0.shape == .join } }
    let (low, high) = isFar ? (own.lowerBound, own.upperBound) : (whole.lowerBound, whole.upperBound)
    var drawing = Drawing(
      .time,
      title: "\(owners[number].name), the first \(shown.count) samples: as decoded, in the media"
        + (spans[2] == nil ? "; none of these is \(Self.verb(of: track))" : isFar ? "" : ", in the movie"),
      axis: .seconds, extent: low...Drawing.wide(low, high), owners: owners)
    for (place, label) in ["decoded", "media", "movie"].prefix(isFar ? 2 : 3).enumerated() {
      var lane = Drawing.Lane(label, 0, 1, pixels: 18, lines: 1)
      lane.leadsOn = place < (isFar ? 1 : 2)
      drawing.lanes.append(lane)
    }
    drawing.marks = marks
    return drawing
  }

  /// From the least to the greatest of some ranges; zero where there are none.
  private static func extent(of ranges: [ClosedRange<Double>?]) -> ClosedRange<Double> {
    let found = ranges.compactMap(\.self)
    let low = found.map(\.lowerBound).min() ?? 0
    return low...max(low, found.map(\.upperBound).max() ?? 0)
  }
}

/// What is gathered for the picture of time.
struct TimeScene {
  var lanes: [Drawing.Lane] = []
  var marks: [Drawing.Mark] = []
  var low = 0.0
  var high = 0.0
  /// Owners besides the tracks.
  var owners: [Drawing.Owner] = []
  var editNote: String?
  /// Which sync samples are not drawn.
  var syncNotes: [String] = []
  var chapterNote: String?
  /// What is red, in words.
  private(set) var problems: [String] = []

  /// Says what a red mark means, once.
  mutating func note(problem: String) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  /// Makes the picture wide enough for a range.
  mutating func take(_ range: ClosedRange<Double>) {
    low = min(low, range.lowerBound)
    high = max(high, range.upperBound)
  }
}
