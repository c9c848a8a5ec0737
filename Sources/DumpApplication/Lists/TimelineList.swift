import ByteReading
import MediaInspection
import Structure
import StructureRendering

/// The edits of tracks, one a row, and what each does (`--timeline`).
struct TimelineList {
  let movie: MovieSamples
  let choice: TrackChoice
  /// Rows of each track, half from each end; `nil` for all.
  let limit: Int?

  static let columns: [ListColumn] = [
    ListColumn(.track),
    ListColumn(.edit, title: "edit"),
    ListColumn(.kind),
    ListColumn(.movieStart),
    ListColumn(.movieDuration),
    ListColumn(.from, title: "movie from"),
    ListColumn(.to, title: "to"),
    ListColumn(.mediaStart),
    ListColumn(.mediaDuration),
    ListColumn(.mediaFrom, title: "media from"),
    ListColumn(.mediaTo, title: "to"),
    ListColumn(.rate, title: "rate"),
    ListColumn(.effect, title: "effect", isLeft: true),
  ]

  func write(_ list: inout ListRenderer) {
    if movie.tracks.isEmpty { list.none("no tracks") }
    for track in movie.tracks where choice.holds(track) {
      write(track, &list)
      if list.hasFailed { return }
    }
  }

  private func write(_ track: SampleTrack, _ list: inout ListRenderer) {
    let edits = track.editList
    let effects = EditEffects(track, edits)
    list.heading(heading(of: track, edits, effects))
    var shown = edits.edits.count
    if let limit, limit < shown { shown = limit }
    let head = (shown + 1) / 2
    let tail = shown - head
    let numbers =
      Array(0..<head) + Array(edits.edits.count - tail..<edits.edits.count)
    let rows = numbers.prefix(512).map { row(track, edits, at: $0, effects: effects) }
    list.titles(for: rows)
    for (place, number) in numbers.enumerated() {
      if place == head, shown < edits.edits.count {
        list.omitted(UInt64(edits.edits.count - shown), "-n all")
      }
      list.row(place < rows.count ? rows[place] : row(track, edits, at: number, effects: effects))
      if list.hasFailed { return }
    }
    if edits.omitted > 0 { list.omitted(UInt64(edits.omitted), "not read") }
  }

  /// `track 1 video: 1 edit, media of 2.000 s (24,576 ticks, 12,288 a second)`
  private func heading(
    of track: SampleTrack, _ edits: EditList, _ effects: EditEffects
  ) -> String {
    var text = ByteWriter()
    text.put(track.name)
    text.put(": ")
    if edits.isExplicit {
      text.put(edits.edits.count + edits.omitted, "edit", "edits")
      if edits.repeats { text.put(", repeated again and again") }
    } else {
      text.put("no edit list")
    }
    text.put(", media of ")
    text.put(time: effects.mediaEnd, per: track.timescale)
    if track.timescale > 0 {
      text.put(" (")
      text.put(grouped: effects.mediaEnd)
      text.put(" ticks, ")
      text.put(grouped: track.timescale)
      text.put(" a second)")
    }
    return text.string
  }

  private func row(
    _ track: SampleTrack, _ edits: EditList, at index: Int, effects: EditEffects
  ) -> [ListValue] {
    let edit = edits.edits[index]
    let movie = track.movieTimescale
    let media = track.timescale
    let mediaEnd: Int64? =
      edit.mediaTime.map { start in
        let (end, overflow) = start.addingReportingOverflow(
          Int64(clamping: edits.mediaDuration(of: edit) ?? 0))
        return overflow ? .max : end
      }
    let kind: StaticString = edit.isEmpty ? "empty" : edit.isDwell ? "dwell" : "normal"
    return [
      .number(track.id),
      edits.isExplicit ? .number(UInt64(edit.number)) : .absent,
      .word(kind),
      .number(edit.start),
      edit.duration.map { .number($0) } ?? .absent,
      .time(Int64(clamping: edit.start), per: movie),
      edit.end.map { .time(Int64(clamping: $0), per: movie) } ?? .absent,
      edit.mediaTime.map { .signed($0) } ?? .absent,
      edits.mediaDuration(of: edit).map { .number($0) } ?? .absent,
      edit.mediaTime.map { .time($0, per: media) } ?? .absent,
      edit.duration == nil ? .absent : mediaEnd.map { .time($0, per: media) } ?? .absent,
      edit.isEmpty ? .absent : .text(FileText(rate(edit.rate))),
      .text(FileText(effects.text(of: edit))),
    ]
  }

  /// A rate in as many digits as it needs: `1`, `0.5`.
  private func rate(_ rate: Int64) -> String {
    var text = ByteWriter()
    if rate < 0 { text.put("-") }
    text.put(decimal: rate.magnitude >> 16)
    let thousandths = (rate.magnitude & 0xFFFF) * 1_000 / 65_536
    if thousandths > 0 {
      text.put(".")
      var digits = String(thousandths + 1_000).dropFirst()
      while digits.hasSuffix("0") { digits.removeLast() }
      text.put(String(digits))
    }
    return text.string
  }
}

/// What the edits of a track do to what is heard and seen, in words.
private struct EditEffects {
  let track: SampleTrack
  let edits: EditList
  /// Where the media ends, in its own ticks.
  let mediaEnd: Int64
  /// The composition time of what is shown first.
  let first: Int64
  /// The first edit that shows something, and what is passed over before it.
  let beginning: (edit: Edit, passed: Int64)?

  init(_ track: SampleTrack, _ edits: EditList) {
    self.track = track
    self.edits = edits
    mediaEnd = track.end
    first = track.firstCompositionTime ?? 0
    beginning = edits.beginning(ofMediaFrom: first)
  }

  func text(of edit: Edit) -> String {
    var text = ByteWriter()
    if !edits.isExplicit {
      text.put("all of the media")
      if first > 0 {
        text.put("; first sample at ")
        text.put(time: first, per: track.timescale)
      }
      return text.string
    }
    guard let mediaTime = edit.mediaTime else {
      if edit.start == 0 {
        text.put("delays track by ")
      } else {
        text.put("shows nothing for ")
      }
      text.put(time: Int64(clamping: edit.duration ?? 0), per: track.movieTimescale)
      return text.string
    }
    if edit.isDwell {
      text.put("holds one moment")
      if let duration = edit.duration {
        text.put(" for ")
        text.put(time: Int64(clamping: duration), per: track.movieTimescale)
      }
      return text.string
    }
    if edit.rate < 0 {
      text.put("plays backwards")
      return text.string
    }
    if edits.isOver(edit, before: first) {
      text.put("shows nothing: it ends before the first sample")
      return text.string
    }
    if edit.rate != 65_536 {
      text.put(edit.rate > 65_536 ? "plays faster; " : "plays slower; ")
    }
    putStart(of: edit, mediaTime, &text)
    putEnd(of: edit, mediaTime, &text)
    return text.string
  }

  /// What is left out at the start of an edit.
  private func putStart(of edit: Edit, _ mediaTime: Int64, _ text: inout ByteWriter) {
    guard let (begun, passed) = beginning, begun.number == edit.number else {
      putStep(to: edit, mediaTime, &text)
      return
    }
    let before = mediaTime.subtractingReportingOverflow(first).partialValue
    if passed < 0 {
      text.put("begins ")
      text.put(time: Int64(clamping: passed.magnitude), per: track.timescale)
      text.put(" before the first sample")
    } else if passed > 0 {
      text.put("trims ")
      text.put(time: passed, per: track.timescale)
      // Of samples before it those that another edit shows are not trimmed.
      let whole = passed == before ? samplesBefore(mediaTime) : 0
      if whole > 0 {
        text.put(" (")
        text.put(whole, "sample", "samples")
        text.put(")")
      }
    } else {
      text.put("nothing trimmed")
    }
    if passed >= 0, passed < before {
      text.put(", another edit shows ")
      text.put(time: before - passed, per: track.timescale)
      text.put(" before it in the media")
    }
  }

  /// How an edit stands in the media to those before it: behind them, after a gap, or over what they have shown.
  private func putStep(to edit: Edit, _ mediaTime: Int64, _ text: inout ByteWriter) {
    // Of very many edits those just before are enough to say what is seen again.
    let before = edits.edits.prefix(max(0, edit.number - 1)).suffix(1_000)
    guard let last = before.last(where: { end(of: $0) != nil }).flatMap({ end(of: $0) }) else {
      text.put("goes on in the media")
      return
    }
    let (step, tooFar) = mediaTime.subtractingReportingOverflow(last)
    guard !tooFar else { return }
    if step > edits.rounding {
      text.put("jumps ahead ")
      text.put(time: step, per: track.timescale)
    } else if step < -edits.rounding {
      text.put("goes back ")
      text.put(time: Int64(clamping: step.magnitude), per: track.timescale)
    } else {
      text.put("goes on")
    }
    text.put(" in the media")
    let again = before.reduce(Int64(0)) { most, other in
      guard let from = other.mediaTime, let to = end(of: other) else { return most }
      let (shared, isOver) = min(to, end(of: edit) ?? to).subtractingReportingOverflow(max(from, mediaTime))
      return isOver ? most : max(most, shared)
    }
    guard again > edits.rounding else { return }
    text.put(", shows ")
    text.put(time: again, per: track.timescale)
    text.put(" again")
  }

  /// Where an edit ends in the media; `nil` for one that shows nothing or holds a moment, and without a duration.
  private func end(of edit: Edit) -> Int64? {
    guard let mediaTime = edit.mediaTime, !edit.isDwell, let ticks = edits.mediaDuration(of: edit) else { return nil }
    let (end, overflow) = mediaTime.addingReportingOverflow(Int64(clamping: ticks))
    return overflow ? nil : end
  }

  /// What is left out at the end of the last edit, and of those before it.
  private func putEnd(of edit: Edit, _ mediaTime: Int64, _ text: inout ByteWriter) {
    guard edits.edits.last?.number == edit.number else { return }
    guard let ticks = edits.mediaDuration(of: edit) else {
      text.put(", to the end")
      return
    }
    let (own, overflow) = mediaTime.addingReportingOverflow(Int64(clamping: ticks))
    guard !overflow else { return }
    // What an edit before it has shown is not left out.
    let end = edits.edits.compactMap { self.end(of: $0) }.reduce(own) { max($0, $1) }
    // Samples that are composed later than they are decoded end later.
    let last = track.lastCompositionEnd ?? mediaEnd
    let (difference, tooFar) = last.subtractingReportingOverflow(end)
    guard !tooFar else { return }
    if difference > edits.rounding {
      text.put(", leaves out ")
      text.put(time: difference, per: track.timescale)
      text.put(" at the end")
    } else if difference < -edits.rounding {
      text.put(", goes on ")
      text.put(time: Int64(clamping: difference.magnitude), per: track.timescale)
      text.put(" past the end of the media")
    }
  }

  /// The number of samples that end before `time`, as far as one can tell from the first 100,000.
  private func samplesBefore(_ time: Int64) -> Int {
    var count = 0
    for sample in track.samples().prefix(100_000) {
      if sample.decodeTime >= time { break }
      let (end, overflow) = sample.compositionTime.addingReportingOverflow(
        Int64(clamping: sample.duration))
      if !overflow, end <= time { count += 1 }
    }
    return count
  }
}

extension ByteWriter {
  /// `2.000 s`, with a sign when it is negative; ticks alone when nothing says how many make a second.
  mutating func put(time ticks: Int64, per timescale: UInt64) {
    if ticks < 0 { put("-") }
    guard timescale != 0 else {
      put(grouped: ticks.magnitude)
      put(" ticks")
      return
    }
    put(clock: ticks.magnitude, per: timescale)
  }
}
