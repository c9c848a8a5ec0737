import ByteReading
import MediaFacts
import Structure

/// What must hold in fragments, from one to the next, and of what points at them.
enum FragmentRules {
  static let rules: [Rule] = [
    Rule(
      .sequenceNotIncreasing, "14496-12 §8.8.5",
      why: "Fragments are numbered in the order in which they were made, so that gaps can be seen.",
      players: "Most ignore the number; some drop the fragment.",
      mend: "Number the fragments from 1.", by: .shared(pass)),
    Rule(
      .decodeTimeGap, "14496-12 §8.8.12",
      why: "Nothing is shown in the gap: samples, or a fragment, may be missing.",
      players: "They hold the last picture, or stall.",
      mend: "Find the missing fragment, or correct baseMediaDecodeTime.", by: .shared(pass)),
    Rule(
      .decodeTimeOverlap, "14496-12 §8.8.12",
      why: "Two samples are to be decoded at the same time.",
      players: "They drop samples, or jump back.",
      mend: "Correct baseMediaDecodeTime: the sum of all durations before the fragment.",
      by: .shared(pass)),
    Rule(
      .runOutsideMedia, "14496-12 §8.8.8",
      why: "The samples of this run are not where it says.",
      players: "They decode noise, or stop.",
      mend:
        "Correct data_offset: it counts from the first byte of 'moof', or from base_data_offset.",
      by: .shared(pass)),
    Rule(
      .runsOverlap, "14496-12 §8.8.8",
      why: "Each sample has bytes of its own: two runs of a fragment lie partly in the same ones.",
      players: "They decode both, and one of them fails.",
      mend:
        "Correct data_offset: it counts from the first byte of 'moof', or from base_data_offset.",
      by: .shared(pass)),
    Rule(
      .fragmentTrackUnknown, "14496-12 §8.8.7",
      why: "A fragment continues a track of the movie; there is none of this ID.",
      players: "They skip the fragment.",
      mend: "Correct track_ID, or take the right initialisation segment.", by: .shared(pass)),
    Rule(
      .trackExtendsMissing, "14496-12 §8.8.3",
      why: "'trex' announces that a track goes on in fragments, and gives its defaults.",
      players: "Some do not look for fragments, some take every default for 0.",
      mend: "Put a 'trex' for each track into 'mvex'.", by: .shared(pass)),
    Rule(
      .decodeTimeMissing, "14496-12 §8.8.12",
      why: "Without a decode time a fragment can only be placed behind all others.",
      players: "They cannot seek, or begin in the middle of a stream.",
      mend: "Write a 'tfdt' into each 'traf'; DASH, CMAF and HLS ask for it.", isThorough: true,
      by: .shared(pass)),
    Rule(
      .auxiliaryCountDiffers, "23001-7 §7.2, 14496-12 §8.7.8",
      why:
        "Each encrypted sample has its own initialisation vector; here samples and vectors do not match.",
      players: "They cannot decrypt, or decrypt to noise.",
      mend: "Encrypt again.", by: .shared(pass)),
    Rule(
      "base-offset-absolute", .note, "offsets count from a position in the file",
      "14496-12 §8.8.7",
      why: "A fragment that names positions in the file cannot be moved or sent alone.",
      players: "Those for files play it, those for streams do not: CMAF forbids it.",
      mend: "Write default-base-is-moof instead of base_data_offset.", isThorough: true,
      of: "tfhd",
      test: { examination, index in
        guard let flags = examination.view(TrackFragmentHeader.self, of: index).number(.flags),
          flags & 1 == 1
        else { return }
        examination.report(index, field: TrackFragmentHeader[.base_data_offset])
      }),
    Rule(
      "segment-index-target", .error,
      "reference {row} is for bytes up to 0x{end:x}, where no segment begins or ends",
      "14496-12 §8.16.3",
      why: "The index says which bytes to fetch for a time; these are not the right ones.",
      players: "They fetch parts of fragments and fail when they seek.",
      mend: "Write the index again after the segments.", of: "sidx", test: segmentIndex),
    Rule(
      "random-access-target", .error, "row {row} points at 0x{offset:x}, where no 'moof' begins",
      "14496-12 §8.8.10",
      why: "The table says where fragments with sync samples begin.",
      players: "They seek to noise, or scan the file instead.",
      mend: "Write 'mfra' again.", of: "tfra", test: randomAccess),
    Rule(
      "index-track-unknown", .warning, "refers to track {track}, which is not there",
      "14496-12 §8.8.10, §8.8.13, §8.8.15, §8.16.3",
      why: "An index of fragments, and what announces them, is for a track; there is none of this ID.",
      players: "They ignore it: without an index they scan the file to seek, or cannot.",
      mend: "Write the ID that the track has, or remove the index.", of: "sidx tfra trep leva",
      test: indexedTrack),
    Rule(
      "random-access-size", .error, "parent_size is {found}, 'mfra' has {expected} bytes",
      "14496-12 §8.8.11",
      why: "The last four bytes of a file tell where 'mfra' begins.",
      players: "They do not find it.",
      mend: "Write the size of 'mfra'.", of: "mfro",
      test: { examination, index in
        let tree = examination.tree
        guard let size = examination.view(RandomAccessOffset.self, of: index).number(.parent_size),
          let parent = tree.parent(of: index), tree[parent].size != size
        else { return }
        examination.report(
          index, .found(size), .expected(tree[parent].size),
          field: RandomAccessOffset[.parent_size])
      }),
  ]

  // MARK: What points at fragments

  private static let segmentIndex: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let tree = examination.tree
    // An index of a whole presentation comes first; one that stands alone is for another file.
    guard tree.child("moof", of: nil) != nil, tree[index].depth == 0, let atoms = examination.atoms,
      let first = examination.view(SegmentIndex.self, of: index).number(.first_offset)
    else { return }
    let sizes: [(Extent, UInt64)] =
      examination.withRows(.references, of: SegmentIndex.self, at: index) { table in
        guard let column = table.column(.referenced_size, in: SegmentIndex.self) else { return [] }
        return (0..<table.count).map {
          (table.extent(ofRow: $0), table.raw(row: $0, column: column))
        }
      } ?? []
    let borders = atoms.borders
    var (position, overflow) = tree[index].end.addingReportingOverflow(first)
    guard !overflow else { return }
    for (row, (extent, size)) in sizes.enumerated() {
      let (end, overflow) = position.addingReportingOverflow(size)
      if overflow || !borders.contains(end) || !borders.contains(position) {
        examination.report(
          index, .end(end), .row(UInt64(row + 1)), extent: extent,
          following: end > UInt64(tree.file.byteCount) ? examination.truncation : nil)
        return
      }
      position = end
    }
  }

  private static let randomAccess: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    guard let borders = examination.atoms?.borders else { return }
    let found: (Extent, UInt64, Int)? =
      examination.withRows(.entries, of: RandomAccess.self, at: index) { table in
        guard let column = table.column(.moof_offset, in: RandomAccess.self) else { return nil }
        for row in 0..<table.count {
          let offset = table.raw(row: row, column: column)
          if !borders.beginsFragment(offset) { return (table.extent(ofRow: row), offset, row + 1) }
        }
        return nil
      } ?? nil
    guard let (extent, offset, row) = found else { return }
    examination.report(index, .offset(offset), .row(UInt64(row)), extent: extent)
  }

  private static let indexedTrack: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let tree = examination.tree
    // A segment has its tracks in another file, and the film of a motion photo has its own.
    guard let movie = tree.child("moov", of: nil), let atoms = examination.atoms,
      tree.ancestor("mpvd", of: index) == nil
    else { return }
    func isUnknown(_ number: TrackIndexes.Number) -> Bool { number.id != 0 && atoms.track(id: number.id) == nil }
    if let number = TrackIndexes.number(in: index, of: examination.document), isUnknown(number) {
      examination.reader.open(index)
      examination.report(index, .track(number.id), field: number.field, because: [movie])
    }
    if tree[index].type == "leva" {
      for level in TrackIndexes.levels(in: index, of: examination.document) where isUnknown(level) {
        examination.report(index, .track(level.id), extent: level.extent, because: [movie])
      }
    }
  }

  // MARK: Fragments
  /// What is known of a track across fragments.
  struct Track {
    let id: UInt64
    /// Of its `trex`; `nil` where none was read, as in a segment, which has none.
    let defaultDuration: UInt64?
    let defaultSize: UInt64?
    /// Whether it has a `trex`, or that it has none was reported.
    var hasDefaults: Bool
    /// The ticks of an hour, which no frame of it lasts; `nil` where frames may.
    var hour: UInt64?
    /// Where the next fragment should begin, in ticks of the media.
    var next: UInt64?
  }

  /// What is known when a track of a fragment is looked at.
  private struct Passed {
    var tracks: [Track]
    /// The first track of each ID.
    var places: [UInt64: Int] = [:]
    /// The one that was looked for last: most often it is the next, too.
    var last: (id: UInt64, place: Int)?
    /// The payloads of all boxes of media, and the number of the first that ends behind the fragment.
    var media: [Range<UInt64>] = []
    var place = 0
    /// Whether there is a movie; a segment has none: its tracks are described elsewhere.
    let hasMovie: Bool
    /// Where the media of the track before end, in the same fragment.
    var previousEnd: UInt64?
    /// Where the samples of the runs of the fragment lie.
    var runPlaces: [RunPlace] = []
  }

  private static let pass = Rule.Pass("fragments") { run($0) }

  private static func run(_ examination: Examination) {
    let document = examination.document
    let tree = document.tree
    guard tree.child("moof", of: nil) != nil else { return }
    var passed = Passed(
      tracks: defaults(examination), hasMovie: tree.child("moov", of: nil) != nil)
    for (place, track) in passed.tracks.enumerated() where passed.places[track.id] == nil {
      passed.places[track.id] = place
    }
    for index in tree.children(of: nil)
    where tree[index].type == "mdat" || tree[index].type == "imda" {
      passed.media.append(
        tree[index].payloadStart..<max(tree[index].payloadStart, tree[index].end))
    }
    var sequence: UInt64?
    for index in tree.children(of: nil) where tree[index].type == "moof" {
      while passed.place + 1 < passed.media.count,
        passed.media[passed.place].upperBound <= tree[index].start
      {
        passed.place += 1
      }
      passed.previousEnd = nil
      var headers = 0
      passed.runPlaces.removeAll(keepingCapacity: true)
      for child in tree.children(of: index) {
        let node = tree[child]
        if node.type == "mfhd",
          let number = document.view(MovieFragmentHeader.self, of: child).number(.sequence_number)
        {
          if let last = sequence, number <= last {
            examination.report(.sequenceNotIncreasing(found: number, previous: last), child)
          }
          sequence = number
          headers += 1
        } else if node.type == "traf" {
          check(child, fragment: tree[index].start, examination, &passed)
        }
      }
      overlaps(&passed.runPlaces, examination)
      if headers == 0 {
        examination.report(.atomMissing(wanted: "mfhd"), index)
      }
    }
  }

  private static func defaults(_ examination: Examination) -> [Track] {
    let document = examination.document
    guard let atoms = document.context as? AtomContext else { return [] }
    let reader = NodeReader(document)
    return atoms.tracks.map { track in
      let defaults = track.defaults.map { reader.view(TrackExtends.self, of: $0) }
      return Track(
        id: track.id,
        defaultDuration: defaults?.number(.default_sample_duration),
        defaultSize: defaults?.number(.default_sample_size),
        hasDefaults: defaults != nil, hour: CodecRules.hourOfFrames(of: track, examination))
    }
  }

  private static func check(
    _ index: NodeIndex, fragment: UInt64, _ examination: Examination, _ passed: inout Passed
  ) {
    let document = examination.document
    let tree = document.tree
    let byteCount = UInt64(tree.file.byteCount)
    guard let headerIndex = tree.child("tfhd", of: index) else {
      examination.report(.atomMissing(wanted: "tfhd"), index)
      return
    }
    let header = document.view(TrackFragmentHeader.self, of: headerIndex)
    guard let id = header.number(.track_ID) else { return }
    let known = passed.last.flatMap { $0.id == id ? $0.place : nil } ?? passed.places[id]
    if known == nil, passed.hasMovie {
      examination.report(.fragmentTrackUnknown(track: id), headerIndex)
    } else if passed.hasMovie, let known, !passed.tracks[known].hasDefaults {
      passed.tracks[known].hasDefaults = true
      examination.report(.trackExtendsMissing(track: id), headerIndex)
    }
    let track =
      known
      ?? {
        passed.places[id] = passed.tracks.count
        passed.tracks.append(
          Track(id: id, defaultDuration: nil, defaultSize: nil, hasDefaults: true))
        return passed.tracks.count - 1
      }()
    passed.last = (id, track)
    let duration = header.number(.default_sample_duration) ?? passed.tracks[track].defaultDuration
    let size = header.number(.default_sample_size) ?? passed.tracks[track].defaultSize
    let isMoofBase = (header.number(.flags) ?? 0) & 0x2_0000 != 0
    let base =
      header.number(.base_data_offset) ?? (isMoofBase ? fragment : passed.previousEnd ?? fragment)
    var position: UInt64? = base
    var length: UInt64? = 0
    var time: UInt64?
    var samples: UInt64 = 0
    var hasRuns = false
    var hasAuxiliary = false
    for child in tree.children(of: index) {
      let node = tree[child]
      if node.type == "tfdt" {
        guard let given = document.view(DecodeTime.self, of: child).number(.baseMediaDecodeTime)
        else { continue }
        time = given
        if let time, let expected = passed.tracks[track].next, time != expected {
          examination.report(
            time < expected
              ? .decodeTimeOverlap(found: time, expected: expected)
              : .decodeTimeGap(found: time, expected: expected), child)
        }
      } else if node.type == "trun" {
        guard let run = Run(child, document, duration: duration, size: size, limit: examination.rowLimit)
        else { continue }
        samples &+= run.samples
        hasRuns = true
        if run.isLarge { document.problems.uncheckedTables += 1 }
        if let offset = run.offset {
          let sum = Int64(bitPattern: base).addingReportingOverflow(offset)
          position = sum.overflow || sum.partialValue < 0 ? nil : UInt64(sum.partialValue)
          if position == nil, run.samples > 0 { examination.report(.runOutsideFile, child) }
        }
        if run.samples > 0, let start = position,
          !lies(start, run.bytes ?? 1, in: passed.media, passed.place)
        {
          let isMissing =
            start >= byteCount
            || (run.bytes ?? 0) > byteCount - start
          examination.report(
            .runOutsideMedia(length: run.bytes ?? 0, offset: start), child,
            following: isMissing ? examination.truncation : nil)
        }
        if let start = position, let count = run.bytes {
          if count > 0 {
            let (end, overflow) = start.addingReportingOverflow(count)
            passed.runPlaces.append(RunPlace(node: child, start: start, end: overflow ? .max : end))
          }
          position = start.addingReportingOverflow(count).partialValue
        } else {
          position = nil
        }
        if let hour = passed.tracks[track].hour, run.ticks.map({ $0 > hour }) ?? false {
          soundFrames(child, default: duration, hour: hour, examination)
        }
        if let sum = length, let ticks = run.ticks {
          length = sum.addingReportingOverflow(ticks).partialValue
        } else {
          length = nil
        }
      } else if node.type == "senc" || node.type == "saiz" {
        hasAuxiliary = true
      }
    }
    if time == nil, hasRuns, examination.isThorough {
      examination.report(.decodeTimeMissing, index)
    }
    if hasRuns, hasAuxiliary { auxiliary(index, samples, examination) }
    passed.previousEnd = position
    if let start = time ?? passed.tracks[track].next, let length {
      passed.tracks[track].next = start.addingReportingOverflow(length).partialValue
    } else {
      passed.tracks[track].next = nil
    }
  }

  /// Reports the first sample of a run of AAC that lasts more than an hour.
  private static func soundFrames(_ index: NodeIndex, default duration: UInt64?, hour: UInt64, _ examination: Examination) {
    guard examination.view(TrackRun.self, of: index).column(.sample_duration, of: .samples) != nil else {
      if let duration, duration > hour { examination.report(.soundFrameLong(ticks: duration, hour: hour), index) }
      return
    }
    let found: (Extent, UInt64)? =
      examination.withRows(.samples, of: TrackRun.self, at: index) { table in
        guard let durations = table.rows(of: .sample_duration, in: TrackRun.self) else { return nil }
        for row in 0..<table.count where durations[row] > hour { return (table.extent(ofRow: row), durations[row]) }
        return nil
      } ?? nil
    guard let (extent, ticks) = found else { return }
    examination.report(.soundFrameLong(ticks: ticks, hour: hour), index, extent: extent)
  }

  /// Where the samples of a run lie in the file.
  private struct RunPlace: BitwiseCopyable {
    let node: NodeIndex
    let start: UInt64
    let end: UInt64
  }

  /// Reports the runs of a fragment that begin in the bytes of another, unless they are the same
  /// bytes: those may be shared on purpose.
  private static func overlaps(_ runs: inout [RunPlace], _ examination: Examination) {
    guard runs.count > 1 else { return }
    // Nearly all stand in the order of their bytes.
    let isOrdered = (1..<runs.count).allSatisfy { runs[$0].start >= runs[$0 - 1].end }
    if isOrdered { return }
    runs.sort { ($0.start, $0.end, $0.node) < ($1.start, $1.end, $1.node) }
    var last = runs[0]
    for run in runs.dropFirst() {
      if run.start < last.end, run.start != last.start || run.end != last.end {
        examination.report(
          .runsOverlap(offset: run.start, end: last.end), run.node, because: [last.node])
      }
      if run.end > last.end { last = run }
    }
  }

  /// Whether what is said of the encryption of samples is said of as many as there are.
  private static func auxiliary(_ index: NodeIndex, _ samples: UInt64, _ examination: Examination) {
    let tree = examination.tree
    for child in tree.children(of: index)
    where tree[child].type == "senc" || tree[child].type == "saiz" {
      let isSizes = tree[child].type == "saiz"
      let given =
        isSizes
        ? examination.view(AuxiliarySizes.self, of: child).number(.sample_count)
        : examination.view(SampleEncryption.self, of: child).number(.sample_count)
      guard let count = given, count != samples else { continue }
      // Information may be given for the first samples alone.
      if isSizes, count < samples { continue }
      examination.report(
        .auxiliaryCountDiffers(found: count, expected: samples), child,
        field: isSizes ? AuxiliarySizes[.sample_count] : SampleEncryption[.sample_count])
    }
  }

  /// Whether bytes lie in one of the media atoms; the one after the fragment is tried first.
  private static func lies(
    _ start: UInt64, _ count: UInt64, in media: [Range<UInt64>], _ place: Int
  ) -> Bool {
    func holds(_ range: Range<UInt64>) -> Bool {
      start >= range.lowerBound && start <= range.upperBound && count <= range.upperBound - start
    }
    if place < media.count, holds(media[place]) { return true }
    // They stand in the order of the file.
    let point = (0..<media.count).partitionPoint { media[$0].lowerBound <= start }
    return point > 0 && holds(media[point - 1])
  }

  /// The sums of a run.
  private struct Run {
    var samples: UInt64
    var offset: Int64?
    /// All its bytes and ticks; `nil` when the run is large or its rows are cut off.
    var bytes: UInt64?
    var ticks: UInt64?
    var isLarge = false

    init?(
      _ index: NodeIndex, _ document: Document, duration: UInt64?, size: UInt64?, limit: Int
    ) {
      let run = document.view(TrackRun.self, of: index)
      guard let count = run.number(.sample_count) else { return nil }
      samples = count
      offset = run.signed(.data_offset)
      let table = run.table(.samples)
      let durations = run.column(.sample_duration, of: table)
      let sizes = run.column(.sample_size, of: table)
      guard count > 0, let rows = durations ?? sizes else {
        bytes = size.flatMap { product($0, count) }
        ticks = duration.flatMap { product($0, count) }
        return
      }
      guard rows.declared <= limit else {
        isLarge = true
        return
      }
      guard rows.count == rows.declared else { return }
      bytes = sizes.map { $0.sum(of: 0..<$0.count) } ?? size.flatMap { product($0, count) }
      ticks = durations.map { $0.sum(of: 0..<$0.count) } ?? duration.flatMap { product($0, count) }
    }

    private func product(_ a: UInt64, _ b: UInt64) -> UInt64? {
      let (value, overflow) = a.multipliedReportingOverflow(by: b)
      return overflow ? nil : value
    }
  }
}

extension Diagnostic.Kind {
  static let sequenceNotIncreasing = Self(
    "sequence-not-increasing", .warning,
    "sequence number is {found}, that of the fragment before is {previous}",
    expected: "more than {previous}")
  static let decodeTimeGap = Self(
    "decode-time-gap", .note,
    "begins at {found}, the fragment before it ends at {expected}")
  static let decodeTimeOverlap = Self(
    "decode-time-overlap", .warning,
    "begins at {found}, the fragment before it ends only at {expected}")
  static let runOutsideMedia = Self(
    "run-outside-media", .error,
    "its {length} bytes at 0x{offset:x} are not all inside media data")
  static let runsOverlap = Self(
    "runs-overlap", .error,
    "its samples begin at 0x{offset:x}, inside another run of the fragment, which ends at 0x{end:x}"
  )
  static let runOutsideFile = Self(
    "run-outside-media", .error, "data_offset leads out of the file")
  static let fragmentTrackUnknown = Self(
    "fragment-track-unknown", .error, "a fragment of track {track}, which the movie does not have"
  )
  static let trackExtendsMissing = Self(
    "track-extends-missing", .error,
    "track {track} has fragments, and 'mvex' has no 'trex' for it")
  static let decodeTimeMissing = Self(
    "decode-time-missing", .note, "a fragment without decode time",
    expected: "a 'tfdt'")
  static let auxiliaryCountDiffers = Self(
    "auxiliary-count-differs", .error,
    "is for {found} samples, the fragment has {expected}")
}

/// What each of these kinds says, under its names.
extension Finding {
  static func sequenceNotIncreasing(found: UInt64, previous: UInt64) -> Self {
    Self(.sequenceNotIncreasing, .found(found), .previous(previous))
  }
  static func decodeTimeGap(found: UInt64, expected: UInt64) -> Self {
    Self(.decodeTimeGap, .found(found), .expected(expected))
  }
  static func decodeTimeOverlap(found: UInt64, expected: UInt64) -> Self {
    Self(.decodeTimeOverlap, .found(found), .expected(expected))
  }
  static func runOutsideMedia(length: UInt64, offset: UInt64) -> Self {
    Self(.runOutsideMedia, .length(length), .offset(offset))
  }
  static func runsOverlap(offset: UInt64, end: UInt64) -> Self {
    Self(.runsOverlap, .offset(offset), .end(end))
  }
  static func runOutsideFile(offset: UInt64, length: UInt64) -> Self {
    Self(.runOutsideFile, .offset(offset), .length(length))
  }
  static func fragmentTrackUnknown(track: UInt64) -> Self {
    Self(.fragmentTrackUnknown, .track(track))
  }
  static func trackExtendsMissing(track: UInt64) -> Self {
    Self(.trackExtendsMissing, .track(track))
  }
  static func auxiliaryCountDiffers(found: UInt64, expected: UInt64) -> Self {
    Self(.auxiliaryCountDiffers, .found(found), .expected(expected))
  }
}
