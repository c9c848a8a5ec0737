import ByteReading
import Structure

/// What must hold between the durations of a movie, its tracks, their edits and their samples.
enum TimingRules {
  static let rules: [Rule] = [
    Rule(
      "media-duration-differs", .warning,
      "duration is {present} ticks, the samples last {promised}",
      expected: "{promised}", "14496-12 §8.4.2.3",
      why: "The duration of the media is the sum of the durations of its samples.",
      players: "The position bar ends too early or too late; some cut the end off.",
      mend: "Set it to the sum of 'stts'.", of: "mdhd", test: media),
    Rule(
      "track-duration-differs", .warning,
      "duration is {present} ticks of the movie, its edits or its media last {promised}",
      expected: "{promised}", "14496-12 §8.3.2.3",
      why: "The duration of a track is that of its edits, or of its media when it has none.",
      players: "Those that believe it stop too early, or show the last picture for too long.",
      mend:
        "Set it to the sum of the edits, or to the duration of the media in ticks of the movie.",
      of: "tkhd", test: track),
    Rule(
      "movie-duration-differs", .warning,
      "duration is {present} ticks, that of the longest track is {promised}",
      expected: "{promised}", "14496-12 §8.2.2.3",
      why: "The duration of a movie is that of its longest track.",
      players: "They show a wrong length, and may stop at it.",
      mend: "Set it to the largest duration of a 'tkhd'.", of: "mvhd", test: movie),
    Rule(
      "edit-list-empty", .warning, "an edit list without entries", "14496-12 §8.6.6",
      why: "An edit list says what is played; one that is empty plays nothing.",
      players: "Most take it as if it were not there.",
      mend: "Remove 'edts'.", of: "elst",
      test: { examination, index in
        if examination.view(EditListEntries.self, of: index).number(.entry_count) == 0 {
          examination.report(index)
        }
      }),
    Rule(
      "edit-beyond-media", .error,
      "an edit begins at {present}, the media ends at {promised}", "14496-12 §8.6.6",
      why: "An edit shows a part of the media; this part is not there.",
      players: "They show nothing for it, or ignore the edit list.",
      mend: "Set media_time to a time of the media, or -1 for an empty edit.", of: "elst",
      test: editTimes),
    Rule(
      "edit-rate-zero", .note, "an edit of rate 0 holds one picture", "14496-12 §8.6.6",
      why: "A rate of 0 is a dwell: one sample is shown for as long as the edit lasts.",
      players: "Most do not know dwells and play on.",
      mend: "Repeat the sample instead.", isThorough: true, of: "elst",
      test: { examination, index in
        let isDwell =
          examination.withRows(of: index) { table in
            guard let rate = table.column(.media_rate_integer, in: EditListEntries.self),
              let fraction = table.column(.media_rate_fraction, in: EditListEntries.self)
            else { return false }
            return (0..<table.count).contains {
              table.raw(row: $0, column: rate) == 0 && table.raw(row: $0, column: fraction) == 0
            }
          } ?? false
        if isDwell { examination.report(index) }
      }),
    Rule(
      "composition-delay", .note,
      "the first picture is shown {present} ticks after 0, and no edit takes that away",
      "14496-12 §8.6.1.3, §8.6.6",
      why: "Pictures are stored in another order than they are shown, which delays the first one.",
      players: "They play sound and picture out of step by this much.",
      mend: "Add an edit that begins at this time of the media.", isThorough: true, of: "ctts",
      test: delay),
  ]

  /// What a duration says when it says nothing.
  private static func isUnknown(_ duration: UInt64) -> Bool {
    duration == 0xFFFF_FFFF || duration == .max
  }

  private static let media: @Sendable (Examination, Int) -> Void = { examination, index in
    let tree = examination.tree
    guard let media = tree.parent(of: index), let information = tree.child("minf", of: media),
      let table = tree.child("stbl", of: information), let times = tree.child("stts", of: table),
      let sum = ticks(examination, times)
    else { return }
    guard let duration = examination.view(MediaHeader.self, of: index).number(.duration),
      !isUnknown(duration),
      duration != sum
    else { return }
    // The samples of a fragmented file are elsewhere.
    if sum == 0, isFragmented(tree) { return }
    let place = examination.report(
      index, field: "duration", promised: sum, present: duration, because: [times])
    examination.fold(place, underAny: "sample-count-differs", of: times)
  }

  /// The sum of the durations in the `stts` at `index`.
  static func ticks(_ examination: Examination, _ index: Int) -> UInt64? {
    examination.withRows(of: index) { table -> UInt64? in
      guard table.columns.count == 2 else { return nil }
      var sum: UInt64 = 0
      for row in 0..<table.count {
        // Two numbers of 32 bits; the sum of 2³² of them may not fit.
        let (next, overflow) = sum.addingReportingOverflow(
          table.raw(row: row, column: 0) &* table.raw(row: row, column: 1))
        if overflow { return nil }
        sum = next
      }
      return sum
    } ?? nil
  }

  static func isFragmented(_ tree: Tree) -> Bool {
    if tree.child("moof", of: nil) != nil { return true }
    guard let movie = tree.child("moov", of: nil) else { return false }
    return tree.child("mvex", of: movie) != nil
  }

  private static let track: @Sendable (Examination, Int) -> Void = { examination, index in
    let tree = examination.tree
    guard let atoms = examination.atoms, let track = atoms.track(at: index), !isFragmented(tree),
      let duration = examination.view(TrackHeader.self, of: index).number(.duration),
      !isUnknown(duration)
    else { return }
    if let edits = tree.child("edts", of: track.node), let list = tree.child("elst", of: edits) {
      let sum: UInt64? =
        examination.withRows(of: list) { table in
          guard let column = table.column(.edit_duration, in: EditListEntries.self) else {
            return nil
          }
          var sum: UInt64 = 0
          for row in 0..<table.count {
            sum = sum.addingReportingOverflow(table.raw(row: row, column: column)).partialValue
          }
          return sum
        } ?? nil
      guard let sum, sum != 0,
        !isClose(sum, duration, within: longestSample(examination, track, atoms))
      else { return }
      examination.reader.open(index)
      examination.report(
        index, field: "duration", promised: sum, present: duration, because: [list])
      return
    }
    guard let media = track.mediaDuration, !isUnknown(media), track.timescale > 0,
      atoms.movieTimescale > 0
    else { return }
    let (product, overflow) = media.multipliedReportingOverflow(by: atoms.movieTimescale)
    guard !overflow else { return }
    let expected = product / track.timescale
    guard !isClose(duration, expected, within: longestSample(examination, track, atoms)) else {
      return
    }
    examination.reader.open(index)
    let header = tree.child("mdia", of: track.node).flatMap { tree.child("mdhd", of: $0) }
    let place = examination.report(
      index, field: "duration", promised: expected, present: duration,
      because: header.map { [$0] } ?? [])
    examination.fold(place, underAny: "media-duration-differs", of: header)
  }

  /// Whether two durations differ by less than a sample, or by the tick that rounding takes.
  ///
  /// Writers round up, down, to whole frames or to what an encoder pads; nobody sees or hears it.
  private static func isClose(
    _ a: UInt64, _ b: UInt64, within sample: @autoclosure () -> UInt64
  ) -> Bool {
    let difference = a > b ? a - b : b - a
    return difference <= 1 || difference < sample()
  }

  /// How long the first or the last sample of a track lasts, the longer of the two, in ticks of the
  /// movie, rounded up; 0 when nothing says it.
  private static func longestSample(
    _ examination: Examination, _ track: AtomContext.Track, _ atoms: AtomContext
  ) -> UInt64 {
    let tree = examination.tree
    guard track.timescale > 0, let media = tree.child("mdia", of: track.node),
      let information = tree.child("minf", of: media),
      let table = tree.child("stbl", of: information), let times = tree.child("stts", of: table)
    else { return 0 }
    examination.reader.open(times)
    let longest: UInt64 =
      examination.reader.withTable("entries") { table in
        guard table.columns.count == 2, table.count > 0 else { return 0 }
        return max(
          table.raw(row: 0, column: 1), table.raw(row: table.count - 1, column: 1))
      } ?? 0
    let (product, overflow) = longest.multipliedReportingOverflow(by: atoms.movieTimescale)
    // A sample that lasts longer than a second is no excuse.
    guard !overflow, longest <= track.timescale else { return 0 }
    return product / track.timescale + (product % track.timescale > 0 ? 1 : 0)
  }

  private static let movie: @Sendable (Examination, Int) -> Void = { examination, index in
    guard let atoms = examination.atoms, !isFragmented(examination.tree), !atoms.tracks.isEmpty,
      let duration = examination.view(MovieHeader.self, of: index).number(.duration),
      !isUnknown(duration)
    else { return }
    var longest: UInt64 = 0
    var node: Int?
    for track in atoms.tracks {
      guard let length = track.duration, !isUnknown(length) else { return }
      if length > longest || node == nil {
        longest = length
        node = examination.tree.child("tkhd", of: track.node)
      }
    }
    // Some writers round tracks up and the movie down.
    guard duration != longest, duration + 1 != longest, duration != longest + 1 else { return }
    examination.reader.open(index)
    let place = examination.report(
      index, field: "duration", promised: longest, present: duration,
      because: node.map { [$0] } ?? [])
    examination.fold(place, underAny: "track-duration-differs", of: node)
  }

  private static let editTimes: @Sendable (Examination, Int) -> Void = { examination, index in
    guard let track = examination.atoms?.track(at: index), !isFragmented(examination.tree),
      let media = mediaEnd(examination, track), media > 0
    else { return }
    let found: (Extent, UInt64)? =
      examination.withRows(of: index) { table in
        guard let column = table.column(.media_time, in: EditListEntries.self) else { return nil }
        for row in 0..<table.count {
          let time = Int64(bitPattern: table.raw(row: row, column: column))
          if time > 0, UInt64(time) > media { return (table.extent(ofRow: row), UInt64(time)) }
        }
        return nil
      } ?? nil
    guard let (extent, time) = found else { return }
    examination.report(index, extent: extent, promised: media, present: time)
  }

  /// When the media of a track ends, in its ticks: what its samples say, and the header alone where
  /// there is no table of them; `nil` when the table is too long to be read.
  private static func mediaEnd(_ examination: Examination, _ track: AtomContext.Track) -> UInt64? {
    let tree = examination.tree
    guard let media = tree.child("mdia", of: track.node),
      let information = tree.child("minf", of: media),
      let table = tree.child("stbl", of: information), let times = tree.child("stts", of: table)
    else { return track.mediaDuration.flatMap { isUnknown($0) ? nil : $0 } }
    guard let sum = ticks(examination, times) else { return nil }
    guard sum > 0 else { return track.mediaDuration.flatMap { isUnknown($0) ? nil : $0 } }
    guard let offsets = tree.child("ctts", of: table) else { return sum }
    // Edits count in the times at which samples are shown.
    let latest: Int64? = examination.withRows(of: offsets) { table in
      guard table.columns.count == 2 else { return 0 }
      var latest: Int64 = 0
      for row in 0..<table.count {
        latest = max(latest, Int64(bitPattern: table.raw(row: row, column: 1)))
      }
      return latest
    }
    guard let latest else { return nil }
    let (end, overflow) = sum.addingReportingOverflow(UInt64(latest))
    return overflow ? nil : end
  }

  private static let delay: @Sendable (Examination, Int) -> Void = { examination, index in
    let tree = examination.tree
    guard let track = examination.atoms?.track(at: index), track.handler == "vide",
      tree.child("edts", of: track.node) == nil
    else { return }
    let first: Int64 =
      examination.withRows(of: index) { table in
        table.count > 0 && table.columns.count == 2
          ? Int64(bitPattern: table.raw(row: 0, column: 1)) : 0
      } ?? 0
    if first > 0 { examination.report(index, present: UInt64(first)) }
  }
}
