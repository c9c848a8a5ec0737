import ByteReading
import MediaFacts
import Structure

/// What the tables of samples must say, alone and beside each other.
enum SampleTableRules {
  static let rules: [Rule] = [
    Rule(
      .timesDiffer, "14496-12 §8.6.1.2",
      why:
        "Each sample has a duration; a table that is too short or too long belongs to other samples.",
      players: "They stop at the end of the shorter table.",
      mend: "Write both tables again from the same list of samples.",
      by: .nodes("stts") { counts($0, $1, Finding.timesDiffer) }),
    Rule(
      .offsetsDiffer, "14496-12 §8.6.1.3",
      why:
        "Each sample has a composition offset; without one, pictures are shown in a wrong order.",
      players: "They take 0 for those that are missing.",
      mend: "Write the table again for all samples.",
      by: .nodes("ctts") { counts($0, $1, Finding.offsetsDiffer) }),
    Rule(
      "sample-description-missing", .error, "there is no sample description", "14496-12 §8.5.2",
      why: "The sample description says how samples are coded.",
      players: "They cannot decode the track.",
      mend: "Restore the description from a file of the same encoder.", of: "stsd",
      test: { examination, index in
        if examination.tree.firstChild(of: index) == nil { examination.report(index) }
      }),
    Rule(
      "sync-sample-invalid", .error, "sample number {found} of {total}",
      expected: "increasing numbers from 1 to {total}", "14496-12 §8.6.2",
      why: "The table lists samples where decoding can begin, in order.",
      players: "They seek to wrong places, or not at all.",
      mend: "List the sync samples again.", of: "stss", test: syncSamples),
    Rule(
      "sync-samples-none", .warning, "no sample is a sync sample", "14496-12 §8.6.2",
      why:
        "An empty table says that decoding can begin nowhere; one that is missing, that it can everywhere.",
      players: "They cannot seek; some do not play at all.",
      mend: "Remove the table if all samples are sync samples, else list them.", of: "stss",
      test: { examination, index in
        guard examination.view(SyncSamples.self, of: index).number(.entry_count) == 0,
          let samples = examination.atoms?.track(at: index)?.sampleCount, samples > 0
        else { return }
        examination.report(index)
      }),
    Rule(
      "first-sample-not-sync", .warning, "the first sync sample is number {found}",
      "14496-12 §8.6.2",
      why: "Decoding cannot begin with the first sample.",
      players: "They show damaged pictures, or nothing, until the first sync sample.",
      mend: "Cut the samples before it off, or let an edit begin there.", of: "stss",
      test: { examination, index in
        let first: UInt64 =
          examination.withRows(.entries, of: SyncSamples.self, at: index) { table in
            guard let numbers = table.rows(of: .sample_number, in: SyncSamples.self)
            else { return 1 }
            return table.count > 0 ? numbers[0] : 1
          } ?? 1
        if first > 1 { examination.report(index, .found(first)) }
      }),
    Rule(
      "dependency-count-differs", .warning,
      "says what {found} samples depend on, the track has {expected}", "14496-12 §8.6.4",
      why: "The table has a byte for each sample.",
      players: "They ignore it.",
      mend: "Write the table again for all samples.", of: "sdtp", test: dependencies),
    Rule(
      "sample-flags-reserved", .warning, "a dependency of samples is 3, a reserved value",
      expected: "0, 1 or 2", "14496-12 §8.6.4.3, §8.8.3.1",
      why: "What a sample depends on, what depends on it, and whether it is coded twice are said by 0, 1 and 2.",
      players: "Chromium refuses fragments in MSE where it is sample_depends_on; others take it for one of the rest.",
      mend: "Write 0, 1 or 2.", of: "trex tfhd trun sdtp", test: reservedFlags),
    Rule(
      "sample-duration-zero", .note, "{count} samples last no time", "14496-12 §8.6.1.2",
      why: "Two samples at the same time hide each other; only the last one may last no time.",
      players: "They drop one of the two.",
      mend: "Give each sample a duration.", isThorough: true, of: "stts", test: zeroDurations),
    Rule(
      "sample-duration-negative", .error, "a duration of {found} ticks is a negative number",
      "14496-12 §8.6.1.2",
      why: "Decoding times increase; some writer subtracted two times in the wrong order.",
      players: "They wait for hours, or take it as negative.",
      mend: "Correct the times of the samples around it.", of: "stts", test: negativeDurations),
    Rule(
      "composition-offset-negative", .warning,
      "negative composition offsets in a table of version 0", "14496-12 §8.6.1.3, §8.8.8",
      why: "In version 0 offsets are unsigned: a negative one reads as days.",
      players: "Most take it as negative; strict ones show the picture after days.",
      mend: "Set the version to 1.", of: "ctts trun", test: negativeOffsets),
    Rule(
      "composition-range-differs", .warning,
      "{field} is {found|signed}, the table has {expected|signed}", "14496-12 §8.6.1.4",
      why: "The atom repeats the smallest and the largest composition offset.",
      players: "Those that believe it reserve too little or too much delay.",
      mend: "Write the numbers that 'ctts' has.", of: "cslg", test: compositionRange),
    Rule(
      "sample-group-count-differs", .error,
      "puts {found} samples into groups, the track has {expected}", "14496-12 §8.9.2",
      why:
        "The table goes through the samples in order; it may be shorter than the track, not longer.",
      players: "They ignore what is too much.",
      mend: "Write the table again for the samples there are.", of: "sbgp", test: groupCounts),
    Rule(
      "sample-group-index-invalid", .error,
      "a sample is in group {number}, {total} are described", "14496-12 §8.9.2",
      why: "Groups are described in 'sgpd' by number; this one has no description.",
      players: "They ignore the group, and what it says of the samples.",
      mend: "Describe the group, or use 0 for 'no group'.", of: "sbgp", test: groupIndexes),
    Rule(
      "frame-rate-uneven", .note,
      "about {found|milli} frames a second, which vary: {count} of {total} samples last otherwise",
      "14496-12 §8.6.1.2",
      why:
        "Editors and broadcasters want one rate; recordings of screens and telephones have many.",
      players: "They play it; editors may lose synchronisation.",
      mend: "Convert to a constant rate if an editor needs one.", isThorough: true, of: "stts",
      test: frameRate),
    Rule(
      "frame-rate-unusual", .note, "{found|milli} frames a second",
      expected: "a rate such as 23.976, 24, 25, 29.97, 30, 50, 59.94 or 60", "14496-12 §8.6.1.2",
      why: "Displays and broadcasts know few rates; others are shown with judder.",
      players: "They play it.",
      mend: "Nothing, unless the rate was not meant.", isThorough: true, of: "stts",
      test: unusualRate),
    Rule(
      "key-frame-distance", .note,
      "up to {found|milli} s between sync samples", expected: "at most 10 s", "14496-12 §8.6.2",
      why: "Seeking begins at a sync sample: the longer the distance, the more has to be decoded.",
      players: "They seek slowly, or only to few places.",
      mend: "Encode with a shorter distance between key frames.", isThorough: true, of: "stss",
      test: keyFrames),
  ]

  /// Whether the runs of the table at `index` are for as many samples as the track has.
  private static func counts(
    _ examination: Examination, _ index: NodeIndex,
    _ finding: (_ found: UInt64, _ expected: UInt64) -> Finding
  ) {
    let tree = examination.tree
    guard let table = tree.parent(of: index), tree[table].type == "stbl",
      tree.child(tree[index].type, of: table) == index,
      let samples = examination.atoms?.track(at: index)?.sampleCount,
      !tree[index].marks.contains(.clamped), let sum = sampleSum(examination, index),
      sum != samples
    else { return }
    let sizes = tree.child("stsz", of: table) ?? tree.child("stz2", of: table)
    examination.report(
      finding(sum, samples), index, because: sizes.map { [$0] } ?? [])
  }

  /// The samples that the runs of the table at `index` are for.
  private static func sampleSum(_ examination: Examination, _ index: NodeIndex) -> UInt64? {
    switch examination.tree[index].type {
    case "ctts":
      sum(of: .sample_count, of: .entries, in: CompositionOffsets.self, examination, index)
    case "sbgp": sum(of: .sample_count, of: .entries, in: SampleToGroup.self, examination, index)
    default: sum(of: .sample_count, of: .entries, in: TimeToSample.self, examination, index)
    }
  }

  /// The sum of a column of the table at `index`.
  private static func sum<Fields: FieldView>(
    of column: Fields.Field, of table: Fields.Field, in type: Fields.Type,
    _ examination: Examination, _ index: NodeIndex
  ) -> UInt64? {
    examination.withRows(table, of: type, at: index) { table in
      guard let column = table.rows(of: column, in: type) else { return nil }
      var sum: UInt64 = 0
      for row in 0..<table.count { sum &+= column[row] }
      return sum
    } ?? nil
  }

  private static let syncSamples: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    guard let samples = examination.atoms?.track(at: index)?.sampleCount else { return }
    let found: (Extent, UInt64)? =
      examination.withRows(.entries, of: SyncSamples.self, at: index) { table in
        guard let numbers = table.rows(of: .sample_number, in: SyncSamples.self)
        else { return nil }
        var last: UInt64 = 0
        for row in 0..<table.count {
          let number = numbers[row]
          if number <= last || number > samples { return (table.extent(ofRow: row), number) }
          last = number
        }
        return nil
      } ?? nil
    guard let (extent, number) = found else { return }
    let tree = examination.tree
    let sizes = tree.parent(of: index).flatMap { tree.child("stsz", of: $0) }
    examination.report(
      index, .found(number), .total(samples), extent: extent, because: sizes.map { [$0] } ?? [])
  }

  private static let dependencies: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let tree = examination.tree
    let node = tree[index]
    // In a fragment the samples are those of its runs.
    guard let parent = tree.parent(of: index), tree[parent].type == "stbl",
      let samples = examination.atoms?.track(at: index)?.sampleCount,
      node.size >= UInt64(node.headerSize) + 4
    else { return }
    let present = node.size - UInt64(node.headerSize) - 4
    if present != samples { examination.report(index, .found(present), .expected(samples)) }
  }

  private static let reservedFlags: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let type = examination.tree[index].type
    switch type {
    case "trex":
      let flags = examination.view(TrackExtends.self, of: index).number(.default_sample_flags)
      if isReserved(flags) { examination.report(index, field: TrackExtends[.default_sample_flags]) }
    case "tfhd":
      let flags = examination.view(TrackFragmentHeader.self, of: index).number(.default_sample_flags)
      if isReserved(flags) { examination.report(index, field: TrackFragmentHeader[.default_sample_flags]) }
    case "trun":
      // Most have no flags, and are told by one look at the word in front.
      guard let word = firstWord(of: index, examination), word & 0x404 != 0 else { return }
      let flags = examination.view(TrackRun.self, of: index).number(.first_sample_flags)
      if isReserved(flags) {
        examination.report(index, field: TrackRun[.first_sample_flags])
      } else if let row = firstReservedRow(ofRun: index, examination) {
        examination.report(index, extent: row)
      }
    default:
      guard let row = firstReservedRow(ofDependencies: index, examination) else { return }
      examination.report(index, extent: row)
    }
  }

  /// Whether flags of samples have a 3 where it is reserved; what they say of leading samples may be 3.
  private static func isReserved(_ flags: UInt64?) -> Bool {
    guard let flags else { return false }
    return flags & 0x0300_0000 == 0x0300_0000 || flags & 0x00C0_0000 == 0x00C0_0000
      || flags & 0x0030_0000 == 0x0030_0000
  }

  /// The first row of a run whose flags have a reserved value.
  private static func firstReservedRow(ofRun index: NodeIndex, _ examination: Examination) -> Extent? {
    examination.withRows(.samples, of: TrackRun.self, at: index) { table in
      guard let flags = table.rows(of: .sample_flags, in: TrackRun.self) else { return nil }
      for row in 0..<table.count where isReserved(flags[row]) { return table.extent(ofRow: row) }
      return nil
    } ?? nil
  }

  /// The first row of `sdtp` that has a reserved value.
  private static func firstReservedRow(ofDependencies index: NodeIndex, _ examination: Examination) -> Extent? {
    // In QuickTime the values are two flags each, both of which nobody forbids.
    if examination.atoms?.value(of: .brandIsQuickTime, at: index) == 1 { return nil }
    let fields: [SampleDependencies.Field] = [.sample_depends_on, .sample_is_depended_on, .sample_has_redundancy]
    return examination.withRows(.entries, of: SampleDependencies.self, at: index) { table in
      for field in fields {
        guard let column = table.column(field, in: SampleDependencies.self) else { continue }
        for row in 0..<table.count where table.raw(row: row, column: column) == 3 { return table.extent(ofRow: row) }
      }
      return nil
    } ?? nil
  }

  private static let zeroDurations: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let found: UInt64 =
      examination.withRows(.entries, of: TimeToSample.self, at: index) { table in
        var found: UInt64 = 0
        guard let counts = table.rows(of: .sample_count, in: TimeToSample.self),
          let deltas = table.rows(of: .sample_delta, in: TimeToSample.self)
        else { return found }
        for row in 0..<table.count where deltas[row] == 0 {
          let count = counts[row]
          found &+= row == table.count - 1 && count > 0 ? count - 1 : count
        }
        return found
      } ?? 0
    if found > 0 { examination.report(index, .count(found)) }
  }

  private static let negativeDurations: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let found: (Extent, UInt64)? =
      examination.withRows(.entries, of: TimeToSample.self, at: index) { table in
        guard let deltas = table.rows(of: .sample_delta, in: TimeToSample.self)
        else { return nil }
        for row in 0..<table.count {
          let delta = deltas[row]
          if delta >= 0xFFFF_0000 { return (table.extent(ofRow: row), delta) }
        }
        return nil
      } ?? nil
    guard let (extent, delta) = found else { return }
    examination.report(index, .found(delta), extent: extent)
  }

  private static let negativeOffsets: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let found: Extent? =
      if examination.tree[index].type == "trun" {
        mayHaveNegativeOffsets(index, examination)
          ? negativeOffset(.samples, .sample_composition_time_offset, TrackRun.self, at: index, examination) : nil
      } else if examination.view(CompositionOffsets.self, of: index).number(.version) == 0 {
        negativeOffset(.entries, .sample_offset, CompositionOffsets.self, at: index, examination)
      } else {
        nil
      }
    // QuickTime's offsets are signed.
    guard let found, examination.atoms?.value(of: .brandIsQuickTime, at: index) != 1 else { return }
    examination.report(index, extent: found)
  }

  /// Whether a run of version 0 has offsets: most have none, and are told by one look at the word in front.
  private static func mayHaveNegativeOffsets(_ index: NodeIndex, _ examination: Examination) -> Bool {
    guard let word = firstWord(of: index, examination) else { return false }
    return word >> 24 == 0 && word & 0x800 != 0
  }

  /// The version and the flags of the box at `index`; `nil` where it has none.
  private static func firstWord(of index: NodeIndex, _ examination: Examination) -> UInt64? {
    let node = examination.tree[index]
    let bytes = examination.document.source(of: node).bytes
    return node.isRaw ? nil : bytes.bigEndian(at: node.payload.byteOffset, count: 4)
  }

  /// The first row with a negative offset.
  private static func negativeOffset<Fields: FieldView>(
    _ rows: Fields.Field, _ field: Fields.Field, _ view: Fields.Type, at index: NodeIndex, _ examination: Examination
  ) -> Extent? {
    examination.withRows(rows, of: view, at: index) { table in
      guard let offsets = table.rows(of: field, in: view) else { return nil }
      for row in 0..<table.count where Int64(bitPattern: offsets[row]) < 0 { return table.extent(ofRow: row) }
      return nil
    } ?? nil
  }

  private static let compositionRange: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let tree = examination.tree
    guard let table = tree.parent(of: index), let offsets = tree.child("ctts", of: table) else {
      return
    }
    let range: (Int64, Int64)? =
      examination.withRows(.entries, of: CompositionOffsets.self, at: offsets) { table in
        guard let offsets = table.rows(of: .sample_offset, in: CompositionOffsets.self),
          table.count > 0
        else { return nil }
        var least = Int64.max
        var greatest = Int64.min
        for row in 0..<table.count {
          let offset = Int64(bitPattern: offsets[row])
          // The smallest number there is says that the sample is not shown.
          if offset == Int64(Int32.min) { continue }
          least = min(least, offset)
          greatest = max(greatest, offset)
        }
        return least <= greatest ? (least, greatest) : nil
      } ?? nil
    guard let (least, greatest) = range else { return }
    let stored = examination.view(CompositionRange.self, of: index)
    for (field, value) in [
      (.leastDecodeToDisplayDelta, least), (.greatestDecodeToDisplayDelta, greatest),
    ] as [(CompositionRange.Field, Int64)] {
      guard let found = stored.signed(field), found != value else { continue }
      examination.report(
        index, .found(UInt64(bitPattern: found)), .expected(UInt64(bitPattern: value)),
        field: CompositionRange[field])
    }
  }

  private static let groupCounts: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let tree = examination.tree
    guard let table = tree.parent(of: index), tree[table].type == "stbl",
      let samples = examination.atoms?.track(at: index)?.sampleCount,
      let sum = sampleSum(examination, index), sum > samples
    else { return }
    // What a fragmented file has at its beginning is for no samples.
    examination.report(index, .found(sum), .expected(samples))
  }

  private static let groupIndexes: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let tree = examination.tree
    guard let table = tree.parent(of: index), tree[table].type == "stbl",
      let type = examination.view(SampleToGroup.self, of: index).number(.grouping_type)
    else { return }
    let described = examination.atoms?.describedGroups(of: type, in: table)
    let found: (Extent, UInt64)? =
      examination.withRows(.entries, of: SampleToGroup.self, at: index) { table in
        guard let column = table.rows(of: .group_description_index, in: SampleToGroup.self) else {
          return nil
        }
        for row in 0..<table.count {
          let group = column[row]
          if group > described ?? 0 { return (table.extent(ofRow: row), group) }
        }
        return nil
      } ?? nil
    guard let (extent, group) = found else { return }
    examination.report(index, .number(group), .total(described ?? 0), extent: extent)
  }

  // MARK: Verdicts

  /// The samples of a video track, their ticks, and the most frequent duration.
  private struct Rate {
    var samples: UInt64 = 0
    var ticks: UInt64 = 0
    var usual: (count: UInt64, delta: UInt64) = (0, 0)
    /// The ticks of the last sample, which say nothing: it is often longer or shorter than the rest.
    var last: UInt64 = 0
    var timescale: UInt64 = 0
    /// Frames in a thousand seconds, as ``SteadyRate`` counts them; `nil` where they are more than any clock counts.
    var average: UInt64? {
      if ticks <= last || samples == 0 { return 0 }
      let frames = Double(samples - 1) * Double(timescale) * 1_000
      let rate = (frames / Double(ticks - last)).rounded()
      return rate < 1e15 ? UInt64(rate) : nil
    }
  }

  /// How many samples last how long.
  private struct DurationTally {
    /// The durations that came first: nearly always all that a track has.
    private var first: [(count: UInt64, delta: UInt64)] = []
    /// How many have each of the others that is below the limit: quicker to find than in a dictionary.
    private var short: [UInt64] = []
    private static let shortLimit: UInt64 = 8_192
    private var others: [UInt64: UInt64] = [:]

    mutating func add(_ count: UInt64, of delta: UInt64) {
      for place in first.indices where first[place].delta == delta {
        first[place].count &+= count
        return
      }
      if first.count < 8 {
        first.append((count, delta))
      } else if delta < Self.shortLimit {
        if short.isEmpty { short = Array(repeating: 0, count: Int(Self.shortLimit)) }
        short[Int(delta)] &+= count
      } else if others.count < 4_096 || others[delta] != nil {
        others[delta, default: 0] &+= count
      }
    }

    /// Whether more than one sample lasts longer or shorter than the rest.
    var isUneven: Bool {
      if first.count < 2 { return false }
      var (some, many) = (0, 0)
      for each in first {
        if each.count > 0 { some += 1 }
        if each.count > 1 { many += 1 }
      }
      return some > 2 || many > 1
    }

    /// The most frequent duration and its samples, the longer one of two that are as frequent.
    var usual: (count: UInt64, delta: UInt64) {
      var usual: (count: UInt64, delta: UInt64) = (0, 0)
      for each in first where each > usual { usual = each }
      for (delta, count) in short.enumerated() where (count, UInt64(delta)) > usual { usual = (count, UInt64(delta)) }
      for (delta, count) in others where (count, delta) > usual { usual = (count, delta) }
      return usual
    }
  }

  /// - Parameter isSteady: Whether nobody asks where more than one sample lasts longer or shorter than the rest, which is
  ///   nearly always found out by the first rows.
  private static func rate(_ examination: Examination, _ index: NodeIndex, isSteady: Bool = false) -> Rate? {
    guard let track = examination.atoms?.track(at: index), track.handler == "vide",
      track.timescale > 0
    else { return nil }
    var rate = Rate()
    rate.timescale = track.timescale
    var tally = DurationTally()
    let isRead =
      examination.withRows(.entries, of: TimeToSample.self, at: index) { table in
        guard let numbers = table.rows(of: .sample_count, in: TimeToSample.self),
          let deltas = table.rows(of: .sample_delta, in: TimeToSample.self)
        else { return false }
        for row in 0..<table.count {
          let count = numbers[row]
          let delta = deltas[row]
          rate.samples &+= count
          rate.ticks &+= count &* delta
          if count > 0 { rate.last = delta }
          tally.add(count, of: delta)
          if isSteady, tally.isUneven { return false }
        }
        return true
      } ?? false
    guard isRead, rate.samples > 1, rate.ticks > 0, rate.ticks < 1 << 53 else { return nil }
    rate.usual = tally.usual
    return rate
  }

  private static let frameRate: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    // The last sample often lasts longer or shorter.
    guard let rate = rate(examination, index), rate.samples - rate.usual.count > 1, let average = rate.average
    else { return }
    examination.report(
      index, .found(average), .count(rate.samples - rate.usual.count), .total(rate.samples))
  }

  private static let unusualRate: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    guard let rate = rate(examination, index, isSteady: true), rate.samples - rate.usual.count <= 1,
      rate.usual.delta > 0
    else { return }
    let frames = Double(rate.timescale) / Double(rate.usual.delta)
    for usual in [
      10, 12, 12.5, 15, 20, 23.976, 24, 25, 29.97, 30, 47.952, 48, 50, 59.94, 60, 90, 100, 119.88,
      120, 240,
    ]
    where abs(frames - usual) < usual / 2_000 { return }
    guard frames < 1e9 else { return }
    examination.report(index, .found(UInt64((frames * 1_000).rounded())))
  }

  private static let keyFrames: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard let track = examination.atoms?.track(at: index), track.handler == "vide",
      track.timescale > 0, let samples = track.sampleCount, samples > 0,
      let table = tree.parent(of: index), let times = tree.child("stts", of: table),
      let ticks = TimingRules.ticks(examination, times)
    else { return }
    let distance =
      examination.withRows(.entries, of: SyncSamples.self, at: index) { table in
        var distance = SyncDistance()
        guard let numbers = table.rows(of: .sample_number, in: SyncSamples.self) else { return distance }
        for row in 0..<table.count { distance.pass(Int64(clamping: numbers[row])) }
        // Samples are counted from 1.
        distance.end(at: Int64(clamping: samples &+ 1))
        return distance
      } ?? SyncDistance()
    let longest = distance.longest?.length ?? 0
    // Samples last about the same, and this is advice.
    let seconds = Double(longest) * Double(ticks) / Double(samples) / Double(track.timescale)
    guard seconds > 10, seconds < 1e12 else { return }
    examination.report(index, .found(UInt64((seconds * 1_000).rounded())))
  }
}

extension Diagnostic.Kind {
  static let timesDiffer = Self(
    "sample-count-differs", .error, "gives times to {found} samples, the track has {expected}")
  static let offsetsDiffer = Self(
    "composition-count-differs", .warning,
    "gives composition offsets to {found} samples, the track has {expected}")
}

/// What each of these kinds says, under its names.
extension Finding {
  static func timesDiffer(found: UInt64, expected: UInt64) -> Self {
    Self(.timesDiffer, .found(found), .expected(expected))
  }
  static func offsetsDiffer(found: UInt64, expected: UInt64) -> Self {
    Self(.offsetsDiffer, .found(found), .expected(expected))
  }
}
