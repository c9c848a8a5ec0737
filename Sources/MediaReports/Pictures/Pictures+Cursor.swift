import ByteReading
import MediaInspection
public import StructureRendering

extension Pictures {
  /// The steps that a cursor tells apart, of all tracks together.
  private static let cursorLimit = 8_192

  /// What a cursor in the pictures tells: of each track what is decoded and shown when, sample by sample,
  /// or in equal steps where there are more of them than a page has room for.
  ///
  /// - Complexity: O(*n*) in the samples of the tracks that are drawn; 8,192 steps at most.
  public var strands: [PageRenderer.Strand] {
    let tracks = drawable
    let limit = cursorSteps
    return tracks.map { number, track in
      // What has a step for each sample need not be read again.
      let known = series(of: number)
      let steps =
        known.steps.count == known.count || track.count > limit
        ? known.steps
        : singleSteps(of: number) ?? SampleSeries(track, steps: limit, coding: coding(of: track)).steps
      return PageRenderer.Strand(
        name: owners[number].name, owner: number, edits: Self.edits(of: track, movie.movieTimescale),
        steps: Self.steps(steps, track))
    }
  }

  /// The steps that a cursor tells apart at most, of one track.
  var cursorSteps: Int { max(Self.stepLimit, Self.cursorLimit / max(1, drawable.count)) }

  /// The steps with what is said of each: those that are not shown have no place in the order of others.
  private static func steps(
    _ steps: [SampleSeries.Step], _ track: SampleTrack
  ) -> [PageRenderer.Strand.Step] {
    var shown = 0
    // Where each is shown when it is decoded, or each is a sync sample, that is not worth saying.
    let hasOrders = track.handler == "vide"
    let hasSyncs = steps.contains { $0.syncCount < $0.count }
    return steps.map { step in
      shown += step.count - step.hiddenCount
      return Self.step(step, shown: shown, track, hasOrders: hasOrders, hasSyncs: hasSyncs)
    }
  }

  /// A step with what is said of it: `#578 P, decoded 578th, shown 580th`.
  private static func step(
    _ step: SampleSeries.Step, shown: Int, _ track: SampleTrack, hasOrders: Bool, hasSyncs: Bool
  ) -> PageRenderer.Strand.Step {
    let start = microseconds(step.start, track.timescale)
    var text = ByteWriter()
    text.put("#")
    text.put(decimal: step.first)
    if step.count > 1 {
      text.put("–")
      text.put(decimal: step.last)
      text.put(", ")
      text.put(decimal: step.count)
      text.put(" samples")
    } else if hasOrders || step.hiddenCount > 0 {
      if let kind = step.kinds.first {
        text.put(" ")
        text.put(kind.letter)
      }
      text.put(", decoded ")
      text.put(ordinal: step.first)
      text.put(step.hiddenCount == 0 ? ", " : ", not ")
      text.put(verb(of: track))
      if step.hiddenCount == 0 { text.put(" ") }
      if step.hiddenCount == 0 { text.put(ordinal: shown) }
    }
    if hasSyncs, step.syncCount > 0 {
      text.put(", ")
      if step.count > 1 { text.put("\(step.syncCount) ") }
      text.put("sync")
    }
    return PageRenderer.Strand.Step(
      start: start, end: max(start, microseconds(step.end, track.timescale)), offset: step.offset,
      numbers: step.numbers, text: text.string)
  }

  /// The edits that show something, 200 at most.
  private static func edits(
    of track: SampleTrack, _ movieTimescale: UInt64
  ) -> [PageRenderer.Strand.Edit] {
    let list = track.editList
    // Without edits what is composed before the start is shown as well.
    let always = Int64.max / 2_048
    guard list.isExplicit else {
      return [PageRenderer.Strand.Edit(start: -always, end: always, from: -always, rate: 65_536)]
    }
    return list.edits.lazy.filter { !$0.isEmpty }.prefix(200).map { edit in
      PageRenderer.Strand.Edit(
        start: microseconds(Int64(clamping: edit.start), movieTimescale),
        end: edit.end.map { microseconds(Int64(clamping: $0), movieTimescale) } ?? always,
        from: microseconds(edit.mediaTime ?? 0, track.timescale), rate: edit.rate)
    }
  }

  /// Ticks as microseconds: the nearest that a script can count exactly.
  private static func microseconds(_ ticks: Int64, _ timescale: UInt64) -> Int64 {
    let value = (Double(ticks) / Double(max(1, timescale)) * 1_000_000).rounded()
    let most = 0x1p52
    return Int64(max(-most, min(most, value)))
  }

}

extension Drawing {
  /// `1st`, `12th`, `23rd`.
  static func ordinal(_ number: Int) -> String {
    var text = ByteWriter()
    text.put(ordinal: number)
    return text.string
  }
}

extension ByteWriter {
  /// Puts `1st`, `12th`, `23rd`.
  fileprivate mutating func put(ordinal number: Int) {
    let ending: StaticString =
      switch (number % 10, number % 100) {
      case (1, let rest) where rest != 11: "st"
      case (2, let rest) where rest != 12: "nd"
      case (3, let rest) where rest != 13: "rd"
      default: "th"
      }
    put(decimal: number)
    put(ending)
  }
}
