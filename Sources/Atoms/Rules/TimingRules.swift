import ByteReading
import Structure

/// What must hold between the durations of a movie, its tracks, their edits and their samples.
enum TimingRules {
  static let rules: [Rule] = [
    Rule(
      "media-duration-differs", .warning,
      "duration is {found} ticks, the samples last {expected}",
      expected: "{expected}", "14496-12 §8.4.2.3",
      why:
        "The duration of the media is that of its samples: from the first to the end of the last that is shown, or the sum of their durations.",
      players: "The position bar ends too early or too late; some cut the end off.",
      mend: "Set it to the sum of 'stts'.", of: "mdhd", test: media),
    Rule(
      "track-duration-differs", .warning,
      "duration is {found} ticks of the movie, its edits or its media last {expected}",
      expected: "{expected}", "14496-12 §8.3.2.3",
      why: "The duration of a track is that of its edits, or of its media when it has none.",
      players: "Those that believe it stop too early, or show the last picture for too long.",
      mend:
        "Set it to the sum of the edits, or to the duration of the media in ticks of the movie.",
      of: "tkhd",
      test: { examination, index in
        guard let length = trackLength(examination, index), !length.isOfPadding else { return }
        report(length, examination, index)
      }),
    Rule(
      "track-duration-padded", .note,
      "duration is {found} ticks of the movie, its edits or its media last {expected}: no further apart than what encoders put around them",
      expected: "{expected}", "14496-12 §8.3.2.3",
      why:
        "Encoders code a little more than was recorded, and writers count it here or leave it out: Lavf counts what its edits leave out, Voice Memos leaves out what its media have besides.",
      players: "They play what the edits or the media have.",
      mend:
        "Set it to the sum of the edits, or to the duration of the media in ticks of the movie.",
      of: "tkhd",
      test: { examination, index in
        guard let length = trackLength(examination, index), length.isOfPadding else { return }
        report(length, examination, index)
      }),
    Rule(
      "movie-duration-differs", .warning,
      "duration is {found} ticks, that of the longest track is {expected}",
      expected: "{expected}", "14496-12 §8.2.2.3",
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
      "an edit begins at {found}, the media ends at {limit}", "14496-12 §8.6.6",
      why: "An edit shows a part of the media; this part is not there.",
      players: "They show nothing for it, or ignore the edit list.",
      mend: "Set media_time to a time of the media, or -1 for an empty edit.", of: "elst",
      test: editTimes),
    Rule(
      "edit-longer-than-media", .warning,
      "an edit lasts until {found}, the media ends at {limit}", "14496-12 §8.6.6",
      why: "An edit shows a part of the media, at its rate; of this part much is not there.",
      players: "They hold the last picture, are silent, or end earlier than they said.",
      mend: "Write the duration of what is shown, or the timescale of 'mdhd' that the samples were timed by.",
      of: "elst", test: longEdits),
    Rule(
      "edit-duration-zero", .warning,
      "edits of {found} ticks of the movie, of which {limit} are a second, last no tick of the media", "14496-12 §8.6.6",
      why: "An edit that lasts no time shows nothing, and the track has no other.",
      players: "Some take it for all of the media, some stop at once.",
      mend: "Write how long it lasts, in ticks of the timescale of 'mvhd'.", of: "elst", test: noEdits),
    Rule(
      "edit-before-media", .warning,
      "an edit begins {found} ticks before the media", "14496-12 §8.6.6.3",
      why: "An edit begins at a time within the media; -1 alone is none, and stands for an empty edit.",
      players: "They show nothing for that long, take it as an empty edit, or ignore the edit list.",
      mend: "Set media_time to a time of the media, or -1 for an empty edit.", of: "elst",
      test: earlyEdits),
    Rule(
      "edit-rate-zero", .note, "an edit of rate 0 holds one picture", "14496-12 §8.6.6",
      why: "A rate of 0 is a dwell: one sample is shown for as long as the edit lasts.",
      players: "Most do not know dwells and play on.",
      mend: "Repeat the sample instead.", isThorough: true, of: "elst",
      test: { examination, index in
        let isDwell =
          examination.withRows(.entries, of: EditListEntries.self, at: index) { table in
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
      "edit-rate-negative", .warning, "an edit of a negative rate", "14496-12 §8.6.6.3, QTFF, Edit List Atom",
      why: "Media are shown forwards, or one picture is held; no rate shows them backwards.",
      players: "They play forwards, or refuse the track.",
      mend: "Write a rate of 1.", of: "elst",
      test: { examination, index in
        let found: Extent? =
          examination.withRows(.entries, of: EditListEntries.self, at: index) { table in
            guard let rates = table.rows(of: .media_rate_integer, in: EditListEntries.self) else { return nil }
            // Numbers of 16 bits.
            return (0..<table.count).first { Int16(truncatingIfNeeded: rates[$0]) < 0 }.map { table.extent(ofRow: $0) }
          } ?? nil
        if let found { examination.report(index, extent: found) }
      }),
    Rule(
      "movie-rate-invalid", .warning, "the rate of the movie is not above 0", "14496-12 §8.2.2.3",
      why: "The rate is that at which the movie is to be played: 1 for the usual one.",
      players: "Most ignore it; those that do not stand still, or play backwards.",
      mend: "Write 1.0 (0x00010000).", of: "mvhd",
      test: { examination, index in
        // Movies of QuickTime may prefer to stand still. Fixed-point numbers of 32 bits.
        guard let rate = examination.view(MovieHeader.self, of: index).number(.rate), Int32(truncatingIfNeeded: rate) <= 0,
          examination.atoms?.value(of: .brandIsQuickTime, at: index) != 1
        else { return }
        examination.reader.open(index)
        examination.report(index, field: MovieHeader[.rate])
      }),
    Rule(
      "composition-delay", .note,
      "the first picture is shown {found} ticks after 0, and no edit takes that away",
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

  private static let media: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard let media = tree.parent(of: index), let information = tree.child("minf", of: media),
      let table = tree.child("stbl", of: information), let times = tree.child("stts", of: table),
      let sum = ticks(examination, times)
    else { return }
    guard let duration = examination.view(MediaHeader.self, of: index).number(.duration),
      !isUnknown(duration),
      !isClose(duration, sum, within: 0)
    else { return }
    // The samples of a fragmented file are elsewhere.
    if sum == 0, isFragmented(tree) { return }
    // The end of the last sample that is shown, counted from 0 or from the first that is shown.
    if let span = shownSpan(examination, table, times, length: sum),
      Int64(exactly: duration).map({ $0 == span.end || $0 == span.end &- span.start }) ?? false
    {
      return
    }
    let place = examination.report(
      index, .found(duration), .expected(sum), field: MediaHeader[.duration], because: [times])
    examination.fold(place, underAny: "sample-count-differs", of: times)
  }

  /// The sum of the durations in the `stts` at `index`.
  static func ticks(_ examination: Examination, _ index: NodeIndex) -> UInt64? {
    examination.withRows(.entries, of: TimeToSample.self, at: index) { table -> UInt64? in
      guard let counts = table.rows(of: .sample_count, in: TimeToSample.self),
        let deltas = table.rows(of: .sample_delta, in: TimeToSample.self)
      else { return nil }
      var sum: UInt64 = 0
      for row in 0..<table.count {
        // Two numbers of 32 bits; the sum of 2³² of them may not fit.
        let (next, overflow) = sum.addingReportingOverflow(
          counts[row] &* deltas[row])
        if overflow { return nil }
        sum = next
      }
      return sum
    } ?? nil
  }

  /// From when to when the samples of the `stts` at `times` are shown, in ticks of the media, by the
  /// `ctts` beside it; `nil` when there is none, when the two have other numbers of samples, or when
  /// a table is too long to be read.
  ///
  /// Samples that are not shown, whose offset is −2³¹ (14496-12 §8.6.1.3), do not count.
  private static func shownSpan(
    _ examination: Examination, _ table: NodeIndex, _ times: NodeIndex, length: UInt64
  ) -> (start: Int64, end: Int64)? {
    guard let offsets = examination.tree.child("ctts", of: table), length < 1 << 62 else {
      return nil
    }
    var runs: [(count: UInt64, delta: UInt64)] = []
    let isRead: Bool? = examination.withRows(.entries, of: TimeToSample.self, at: times) { table in
      guard table.count <= spanLimit, let counts = table.rows(of: .sample_count, in: TimeToSample.self),
        let deltas = table.rows(of: .sample_delta, in: TimeToSample.self)
      else { return false }
      runs.reserveCapacity(table.count)
      for row in 0..<table.count { runs.append((counts[row], deltas[row])) }
      return true
    }
    guard isRead == true else { return nil }
    return examination.withRows(.entries, of: CompositionOffsets.self, at: offsets) {
      table -> (start: Int64, end: Int64)? in
      guard table.count <= spanLimit, let counts = table.rows(of: .sample_count, in: CompositionOffsets.self),
        let offsets = table.rows(of: .sample_offset, in: CompositionOffsets.self)
      else { return nil }
      var span: (start: Int64, end: Int64)?
      var time: Int64 = 0
      var run = 0
      var used: UInt64 = 0
      for row in 0..<table.count {
        var left = counts[row]
        let offset = Int64(bitPattern: offsets[row])
        // Of samples of one duration and one offset the first and the last decide.
        while left > 0 {
          while run < runs.count, used == runs[run].count {
            run += 1
            used = 0
          }
          guard run < runs.count else { return nil }
          let taken = min(left, runs[run].count - used)
          // The sum of all durations is below 2⁶²; should a row say nonsense, so does the span.
          let delta = Int64(bitPattern: runs[run].delta)
          let last = time &+ Int64(bitPattern: taken &- 1) &* delta
          if offset != Int64(Int32.min) {
            let end = last &+ delta &+ offset
            span = (
              min(span?.start ?? .max, time &+ offset), max(span?.end ?? .min, end)
            )
          }
          time = last &+ delta
          used += taken
          left -= taken
        }
      }
      while run < runs.count, used == runs[run].count {
        run += 1
        used = 0
      }
      return run == runs.count ? span : nil
    } ?? nil
  }

  /// The rows of a table of times that are gone through one by one.
  private static let spanLimit = 1 << 20

  static func isFragmented(_ tree: Tree) -> Bool {
    if tree.child("moof", of: nil) != nil { return true }
    guard let movie = tree.child("moov", of: nil) else { return false }
    return tree.child("mvex", of: movie) != nil
  }

  /// A duration of a track that is not that of its edits or its media, in ticks of the movie.
  private struct TrackLength {
    let found: UInt64
    let expected: UInt64
    /// The edits, or the header of the media.
    let source: NodeIndex?
    let isOfMedia: Bool
    /// Whether it is within what is coded, and the rest no more than encoders put around what was recorded.
    let isOfPadding: Bool
  }

  /// The samples that encoders put around what was recorded, at most: AAC has 2,112 in front, and fills up its last frame.
  private static let padding: UInt64 = 4

  private static func trackLength(_ examination: Examination, _ index: NodeIndex) -> TrackLength? {
    let tree = examination.tree
    guard let atoms = examination.atoms, let track = atoms.track(at: index), !isFragmented(tree),
      let duration = examination.view(TrackHeader.self, of: index).number(.duration),
      !isUnknown(duration)
    else { return nil }
    var media: UInt64?
    if let length = track.mediaDuration, !isUnknown(length), track.timescale > 0, atoms.movieTimescale > 0 {
      let (product, overflow) = length.multipliedReportingOverflow(by: atoms.movieTimescale)
      media = overflow ? nil : product / track.timescale
    }
    if let edits = tree.child("edts", of: track.node), let list = tree.child("elst", of: edits) {
      // Of a list that is repeated the header says for how long.
      if EditListEntries.repeats(examination.view(EditListEntries.self, of: list).number(.flags)) { return nil }
      let sum: UInt64? =
        examination.withRows(.entries, of: EditListEntries.self, at: list) { table in
          guard let column = table.rows(of: .edit_duration, in: EditListEntries.self) else {
            return nil
          }
          var sum: UInt64 = 0
          for row in 0..<table.count {
            sum = sum.addingReportingOverflow(column[row]).partialValue
          }
          return sum
        } ?? nil
      let sample = longestSample(examination, track, atoms)
      guard let sum, sum != 0, !isClose(sum, duration, within: sample) else { return nil }
      // What lies behind the edits is coded, if the media are as long; whole ticks are rounded up.
      let isCoded = duration > sum && media.map { $0 >= duration || duration - $0 <= 1 } ?? false
      return TrackLength(
        found: duration, expected: sum, source: list, isOfMedia: false,
        isOfPadding: (track.handler == "soun" || track.handler == "vide") && isCoded && isWithin(sample, duration - sum))
    }
    let sample = longestSample(examination, track, atoms)
    guard let media, !isClose(duration, media, within: sample) else { return nil }
    return TrackLength(
      found: duration, expected: media,
      source: tree.child("mdia", of: track.node).flatMap { tree.child("mdhd", of: $0) }, isOfMedia: true,
      isOfPadding: track.handler == "soun" && duration > 0 && duration < media
        && isWithin(sample, media - duration))
  }

  /// Whether so many ticks of the movie are no more than encoders put around what was recorded, whose longest sample has
  /// `sample` of them.
  private static func isWithin(_ sample: UInt64, _ ticks: UInt64) -> Bool {
    let (most, overflow) = sample.multipliedReportingOverflow(by: padding)
    return overflow || ticks <= most
  }

  private static func report(_ length: TrackLength, _ examination: Examination, _ index: NodeIndex) {
    examination.reader.open(index)
    let place = examination.report(
      index, .found(length.found), .expected(length.expected), field: TrackHeader[.duration],
      because: length.source.map { [$0] } ?? [])
    if length.isOfMedia { examination.fold(place, underAny: "media-duration-differs", of: length.source) }
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
    let longest: UInt64 =
      examination.view(TimeToSample.self, of: times).withTable(.entries) { table in
        guard let deltas = table.rows(of: .sample_delta, in: TimeToSample.self), table.count > 0
        else { return 0 }
        return max(
          deltas[0], deltas[table.count - 1])
      } ?? 0
    let (product, overflow) = longest.multipliedReportingOverflow(by: atoms.movieTimescale)
    // A sample that lasts longer than a second is no excuse.
    guard !overflow, longest <= track.timescale else { return 0 }
    return product / track.timescale + (product % track.timescale > 0 ? 1 : 0)
  }

  private static let movie: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    guard let atoms = examination.atoms, !isFragmented(examination.tree), !atoms.tracks.isEmpty,
      atoms.hasAllTracks,
      let duration = examination.view(MovieHeader.self, of: index).number(.duration),
      !isUnknown(duration)
    else { return }
    var longest: UInt64 = 0
    var node: NodeIndex?
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
      index, .found(duration), .expected(longest), field: MovieHeader[.duration],
      because: node.map { [$0] } ?? [])
    examination.fold(place, underAny: "track-duration-differs", of: node)
    examination.fold(place, underAny: "track-duration-padded", of: node)
  }

  private static let editTimes: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    guard let track = examination.atoms?.track(at: index), !isFragmented(examination.tree),
      let media = mediaEnd(examination, track), media > 0
    else { return }
    let found: (Extent, UInt64)? =
      examination.withRows(.entries, of: EditListEntries.self, at: index) { table in
        guard let column = table.rows(of: .media_time, in: EditListEntries.self) else { return nil }
        for row in 0..<table.count {
          let time = Int64(bitPattern: column[row])
          if time > 0, UInt64(time) >= media { return (table.extent(ofRow: row), UInt64(time)) }
        }
        return nil
      } ?? nil
    guard let (extent, time) = found else { return }
    examination.report(index, .found(time), .limit(media), extent: extent)
  }

  private static let longEdits: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    // Text may stay when its media are over, images are shown again.
    guard let atoms = examination.atoms, let track = atoms.track(at: index), !isFragmented(examination.tree),
      track.handler == "vide" || track.handler == "soun"
    else { return }
    // Those that are repeated end with the last round.
    if EditListEntries.repeats(examination.view(EditListEntries.self, of: index).number(.flags)) { return }
    let found: (extent: Extent, start: UInt64, end: UInt64)? =
      examination.withRows(.entries, of: EditListEntries.self, at: index) { table in
        guard let lengths = table.rows(of: .edit_duration, in: EditListEntries.self),
          let times = table.rows(of: .media_time, in: EditListEntries.self),
          let rates = table.rows(of: .media_rate_integer, in: EditListEntries.self)
        else { return nil }
        var last: (row: Int, start: UInt64, end: UInt64)?
        for row in 0..<table.count {
          let start = Int64(bitPattern: times[row])
          guard start >= 0, rates[row] == 1, !isUnknown(lengths[row]),
            let length = mediaTicks(lengths[row], of: track, in: atoms)
          else { continue }
          let (end, overflow) = UInt64(start).addingReportingOverflow(length)
          if overflow || end > last?.end ?? 0 { last = (row, UInt64(start), overflow ? .max : end) }
        }
        return last.map { (table.extent(ofRow: $0.row), $0.start, $0.end) }
      } ?? nil
    // Of most files what the header says is enough.
    guard let (extent, start, end) = found, isFarBeyond(end, track.mediaDuration ?? 0),
      let media = mediaEnd(examination, track), media > 0, start < media, isFarBeyond(end, media)
    else { return }
    // The last picture may be held for as long as any is, and times of the movie are rounded.
    let tick = atoms.movieTimescale > 0 ? track.timescale / atoms.movieTimescale + 1 : 0
    let (slack, overflow) = longestDelta(examination, track).addingReportingOverflow(tick)
    guard !overflow, end - media > slack else { return }
    examination.report(index, .found(end), .limit(media), extent: extent)
  }

  private static let noEdits: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    guard let atoms = examination.atoms, let track = atoms.track(at: index), !isFragmented(examination.tree),
      track.handler == "vide" || track.handler == "soun", let media = track.mediaDuration, media > 0
    else { return }
    // Of media that last less than a tick of the movie nothing is to be said in these.
    let (product, overflow) = media.multipliedReportingOverflow(by: atoms.movieTimescale)
    guard overflow || product >= track.timescale else { return }
    let found: (extent: Extent, ticks: UInt64)? =
      examination.withRows(.entries, of: EditListEntries.self, at: index) { table in
        guard let lengths = table.rows(of: .edit_duration, in: EditListEntries.self),
          let times = table.rows(of: .media_time, in: EditListEntries.self)
        else { return nil }
        var found: (row: Int, ticks: UInt64)?
        for row in 0..<table.count where EditListEntries.mediaTime(times[row]) != nil {
          guard mediaTicks(lengths[row], of: track, in: atoms) == 0 else { return nil }
          if lengths[row] >= found?.ticks ?? 0 { found = (row, lengths[row]) }
        }
        return found.map { (table.extent(ofRow: $0.row), $0.ticks) }
      } ?? nil
    guard let (extent, ticks) = found else { return }
    examination.report(index, .found(ticks), .limit(atoms.movieTimescale), extent: extent)
  }

  /// Whether a time is behind the end of media by more than an eighth of these.
  private static func isFarBeyond(_ time: UInt64, _ end: UInt64) -> Bool {
    time > end && time - end > end / 8
  }

  /// So many ticks of the movie in whole ticks of the media of a track, the largest number for more; `nil` where one of
  /// the two timescales is not known.
  private static func mediaTicks(
    _ ticks: UInt64, of track: AtomContext.Track, in atoms: AtomContext
  ) -> UInt64? {
    guard track.timescale > 0, atoms.movieTimescale > 0 else { return nil }
    let product = ticks.multipliedFullWidth(by: track.timescale)
    guard product.high < atoms.movieTimescale else { return .max }
    return atoms.movieTimescale.dividingFullWidth(product).quotient
  }

  /// How long the longest sample of a track lasts by its `stts`, in ticks of the media; 0 when nothing says it.
  private static func longestDelta(_ examination: Examination, _ track: AtomContext.Track) -> UInt64 {
    guard let table = examination.tree.sampleTable(of: track.node),
      let times = examination.tree.child("stts", of: table)
    else { return 0 }
    return examination.withRows(.entries, of: TimeToSample.self, at: times) { table in
      guard let deltas = table.rows(of: .sample_delta, in: TimeToSample.self) else { return 0 }
      return (0..<table.count).reduce(0) { max($0, deltas[$1]) }
    } ?? 0
  }

  private static let earlyEdits: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let found: (Extent, Int64)? =
      examination.withRows(.entries, of: EditListEntries.self, at: index) { table in
        guard let column = table.rows(of: .media_time, in: EditListEntries.self) else { return nil }
        for row in 0..<table.count {
          if let time = EditListEntries.mediaTime(column[row]), time < 0 { return (table.extent(ofRow: row), time) }
        }
        return nil
      } ?? nil
    // Of few files more is read.
    guard let (extent, time) = found, let track = examination.atoms?.track(at: index), !isFragmented(examination.tree)
    else { return }
    guard let start = mediaStart(examination, track), time < start else { return }
    examination.report(index, .found(time.magnitude - start.magnitude), extent: extent)
  }

  /// When the first sample of a track is shown that its tables have, in ticks of the media, 0 at most: some composition
  /// times are below zero; `nil` where that is not known.
  private static func mediaStart(_ examination: Examination, _ track: AtomContext.Track) -> Int64? {
    let tree = examination.tree
    guard let media = tree.child("mdia", of: track.node), let information = tree.child("minf", of: media),
      let table = tree.child("stbl", of: information), let times = tree.child("stts", of: table)
    else { return nil }
    guard tree.child("ctts", of: table) != nil else { return 0 }
    guard let sum = ticks(examination, times) else { return nil }
    return shownSpan(examination, table, times, length: sum).map { min(0, $0.start) }
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
    if let span = shownSpan(examination, table, times, length: sum), span.end > 0 { return UInt64(span.end) }
    // No later than this.
    let latest: Int64? = examination.withRows(.entries, of: CompositionOffsets.self, at: offsets) {
      table in
      guard let offsets = table.rows(of: .sample_offset, in: CompositionOffsets.self)
      else { return 0 }
      var latest: Int64 = 0
      for row in 0..<table.count {
        latest = max(latest, Int64(bitPattern: offsets[row]))
      }
      return latest
    }
    guard let latest else { return nil }
    let (end, overflow) = sum.addingReportingOverflow(UInt64(latest))
    return overflow ? nil : end
  }

  private static let delay: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard let track = examination.atoms?.track(at: index), track.handler == "vide",
      tree.child("edts", of: track.node) == nil
    else { return }
    let first: Int64 =
      examination.withRows(.entries, of: CompositionOffsets.self, at: index) { table in
        guard let offsets = table.rows(of: .sample_offset, in: CompositionOffsets.self),
          table.count > 0
        else { return 0 }
        return Int64(bitPattern: offsets[0])
      } ?? 0
    if first > 0 { examination.report(index, .found(UInt64(first))) }
  }
}
