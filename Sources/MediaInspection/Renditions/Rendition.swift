import Atoms
package import ByteReading
import Structure

/// One stream of video, sound or text that is to be switched to from others: where its segments begin.
package struct Rendition: Sendable {
  /// For people.
  package let name: String
  /// The bytes of the name of its first file, or of the list that has it.
  package var file: [UInt8] = []
  /// The period of its manifest, where that has several: its times are counted from the start of it.
  package var period: MediaPeriod?
  /// For how many seconds it is shown, where its manifest has one period.
  package var lasts: Double?
  /// What of it need not be wrong, for people.
  package var notes: [String] = []
  /// Whether any of it was read: of what was not, nobody knows whether it has samples.
  package let isRead: Bool
  /// The track that is compared; `nil` when there is none.
  package let track: SampleTrack?
  /// The names of those that are not.
  package internal(set) var others: [String]
  /// What its times are in, in ticks a second; 0 where that is not known.
  package internal(set) var timescale: UInt64
  /// Those of its initialization segments, each once: times are in ticks that all of them have.
  package internal(set) var timescales: [UInt64] = []
  package internal(set) var boundaries: [Boundary] = []
  /// Where its keyframes are, in the order in which they are decoded; none where nobody asked for them, and of a list of keyframes.
  package internal(set) var keyframes: [Keyframe] = []
  /// Whether there are more keyframes than are kept.
  var hasMoreKeyframes = false
  /// Whether samples were left out of the track that is compared.
  package internal(set) var isCut = false
  /// The bytes of the names of its files, in their order.
  package var files: [[UInt8]] = []
  /// Whether its list has all segments there are, and all were read.
  package var isWhole: Bool
  /// The entries of its list, where that names bytes of files.
  var pieces: [Piece]
  /// When its last sample ends, in ticks of presentation.
  package internal(set) var end: Int64 = 0
  /// When the last of them in decoding order ends, in ticks of the media.
  var decodeEnd: Int64 = 0
  /// Those that are kept, 1,000 at most and one of each kind.
  package private(set) var findings: [RenditionFinding] = []
  /// How many there are besides, none of which is worse than the last that is kept of its kind.
  package internal(set) var omitted = 0
  /// Where the worst stands of each kind of those behind the first 1,000.
  private var worst: [RenditionFinding.Kind: Int] = [:]
  /// The samples that were gone through more than once, as a list has them.
  package internal(set) var repeatedCount = 0
  /// What boundaries are of: `segments`, `fragments`, `keyframes`.
  package let unit: StaticString
  /// How long its first sample lasts, in ticks of its track: of sound a frame.
  package internal(set) var frame: UInt64 = 0
  /// Whether its segments are keyframes alone: the last of them ends before what it stands for does.
  package let isOfKeyframes: Bool

  /// Whether it has times that others may be held against.
  package var isComparable: Bool { timescale > 0 }

  /// Where a segment, a fragment or a group of pictures begins.
  package struct Boundary: Sendable {
    /// When its first sample is shown, in ticks.
    package var time: Int64
    /// When its first sample is decoded, in ticks of the media.
    package var decodeTime: Int64
    /// The offset of its first sample in its file.
    package var offset: UInt64?
    package var file: Int
    package var isSync: Bool
    /// Whether a list says that times begin anew here: what follows is shown behind what was shown before.
    package var isDiscontinuous = false
    /// How long its samples last, in ticks.
    package var ticks: Int64 = 0
    /// Where the last of its samples ends in its file.
    package var byteEnd: UInt64?
    /// The entry of the list, from 0, where that names bytes of files.
    package var piece: Int?
    /// How many samples it has.
    package var count = 0
  }

  /// A picture at which decoding may begin.
  package struct Keyframe: Sendable {
    /// When it is shown, in ticks.
    let time: Int64
    let offset: UInt64?
    let file: Int
  }

  /// The places of segments at which times begin anew.
  var discontinuities: [Int] { boundaries.indices.filter { boundaries[$0].isDiscontinuous } }

  /// How many segments, and entries of its list, stand in front of what is read.
  package struct Before: Sendable {
    package var segments = 0
    package var pieces = 0

    package init() {}
  }
  private let before: Before
  /// The files that describe its tracks, where there are several.
  var homes: Set<ObjectIdentifier> = []

  /// How much of a rendition is read.
  package struct Limits: Sendable {
    /// The most boundaries that are kept.
    package var boundaries: Int
    /// The most samples of its track that are gone through.
    package var samples: Int
    /// The most keyframes that are kept.
    package var keyframes: Int

    package init(boundaries: Int = 1 << 20, samples: Int = 1 << 24, keyframes: Int = 0) {
      (self.boundaries, self.samples, self.keyframes) = (boundaries, samples, keyframes)
    }
  }

  /// Bytes of a file that are a segment.
  package typealias Piece = ListedPiece

  /// A rendition of which nothing could be read; findings that are added to it say why.
  ///
  /// - Parameters:
  ///   - name: For people.
  ///   - isOfKeyframes: Whether it would be of keyframes alone.
  package init(unread name: String, isOfKeyframes: Bool = false) {
    (self.name, isRead, track, others, unit, before) = (name, false, nil, [], "keyframes", Before())
    (self.isOfKeyframes, isWhole, pieces, timescale) = (isOfKeyframes, false, [], 0)
  }

  /// - Parameters:
  ///   - name: For people.
  ///   - movie: Its samples.
  ///   - ranges: The bytes of segments in the order of the list, where it gives them.
  ///   - isListed: Whether each file of it is a segment.
  ///   - restarts: The places of files that are segments at which times begin anew.
  ///   - timeOffset: What is taken from times of the media, and the ticks in a second it is in.
  ///   - isWhole: Whether each sample is to be in one of `ranges`, where these are given.
  ///   - isOfKeyframes: Whether segments are of keyframes alone, which have gaps between them.
  ///   - before: What of its list another initialization segment describes, which stands in front of it.
  ///   - advice: What is to be done where its timescale is not known, for people.
  ///   - limits: How much of it is read; that there is more is a finding.
  package init(
    name: String, movie: MovieSamples, ranges: [Piece], isListed: Bool, restarts: Set<Int> = [],
    timeOffset: (ticks: UInt64, timescale: UInt64) = (0, 1), isWhole: Bool = true, isOfKeyframes: Bool = false,
    advice: String? = nil, before: Before = Before(), limits: Limits = Limits()
  ) {
    (self.name, isRead, self.isOfKeyframes, self.isWhole) = (name, true, isOfKeyframes, isWhole)
    self.pieces = isOfKeyframes ? ranges : []
    let track = Self.compared(of: movie)
    self.track = track
    (timescale, timescales) = (track?.timescale ?? 0, track.map { [$0.timescale] } ?? [])
    self.before = before
    others = movie.tracks.filter { $0.count > 0 && $0.node != track?.node }.map(\.name)
    let isFragmented = (track?.fragmentedCount ?? 0) > 0
    unit =
      isOfKeyframes ? "keyframes" : isListed || !ranges.isEmpty ? "segments" : isFragmented ? "fragments" : "keyframes"
    guard let track else {
      add(RenditionFinding(.unread, "it has no samples"))
      return
    }
    let pieces = ListedPieces(ranges)
    gather(
      track, isFragmented: isFragmented, in: pieces, isListed: isListed, restarts: restarts,
      shift: Self.shift(timeOffset, timescale: track.timescale), isWhole: isWhole,
      isOfKeyframes: isOfKeyframes, within: limits)
    if boundaries.isEmpty, findings.isEmpty {
      add(RenditionFinding(.unread, "no sample of \(track.name) is in the segments that were read"))
    }
    if isOfKeyframes, !isCut, !boundaries.isEmpty { reportEmptyEntries() }
    if track.timescale == 0 {
      add(RenditionFinding(.unread, "its timescale is not known" + (advice.map { ": " + $0 } ?? "")))
    }
    // Texts need not be one behind the other.
    for other in movie.tracks
    where other.fragmentedCount > 0 && other.node != track.node && ["vide", "soun"].contains(other.handler) {
      findGaps(in: other, restarts: restarts, pieces, isOfKeyframes: isOfKeyframes, within: limits)
    }
  }

  /// Finds gaps and overlaps of a track beside the one that is compared.
  private mutating func findGaps(
    in track: SampleTrack, restarts: Set<Int>, _ pieces: ListedPieces, isOfKeyframes: Bool, within limits: Limits
  ) {
    // What one track was gone through again for is taken from what the next may be.
    let rest = max(0, limits.samples - repeatedCount)
    var listed = ListedSamples(track, in: pieces, limit: rest, runs: limits.boundaries)
    var expected: (time: Int64, last: Int)?
    var file = -1
    while let entry = listed.next() {
      let sample = entry.sample
      let isAnew = entry.begins.map { $0 && (entry.isAnew || isOfKeyframes) } ?? (sample.file != file && restarts.contains(sample.file))
      if isAnew { expected = nil }
      file = sample.file
      if let expected, sample.decodeTime != expected.time {
        report(
          gap: sample.decodeTime.saturatingSubtract(expected.time), behind: expected.last, at: sample,
          shown: sample.compositionTime, track, isOther: true)
      }
      expected = Self.end(of: sample)
    }
    if let cut = listed.cut {
      // What there would be room for is taken by others that are listed again.
      report(cut == .samples && repeatedCount > 0 ? .repeats : cut, " of \(track.name)", within: limits)
    }
    repeatedCount = repeatedCount.saturatingAdd(listed.repeatedCount)
  }

  /// When the sample behind one is decoded, and the number of the last that it stands for.
  private static func end(of sample: Sample) -> (time: Int64, last: Int) {
    (sample.decodeTime.saturatingAdd(sample.duration), sample.number.saturatingAdd(sample.count - 1))
  }

  /// The track of a movie that is compared: its first video, or sound, or anything.
  package static func compared(of movie: MovieSamples) -> SampleTrack? {
    movie.tracks.first { $0.handler == "vide" && $0.count > 0 }
      ?? movie.tracks.first { $0.handler == "soun" && $0.count > 0 } ?? movie.tracks.first { $0.count > 0 }
  }

  /// The boundaries whose pictures are looked at, where flags say that they are keyframes.
  private static let lookedAt = 4_096

  private mutating func gather(
    _ track: SampleTrack, isFragmented: Bool, in pieces: ListedPieces, isListed: Bool, restarts: Set<Int>, shift: Int64,
    isWhole: Bool, isOfKeyframes: Bool, within limits: Limits
  ) {
    let edits = track.editList
    // Elsewhere what flags say is what is compared.
    let units = track.handler == "vide" && (isFragmented || isListed || !pieces.isEmpty) ? track.units : nil
    var listed = ListedSamples(track, in: pieces, limit: limits.samples, runs: limits.boundaries)
    var last: (file: Int, fragment: Int) = (-1, -1)
    var expected: (time: Int64, last: Int)?
    // By how much samples are shown later than their times say.
    var shift = shift
    let sizes = track.documents.map { UInt64($0.tree.file.byteCount) }
    var outside: (count: Int, first: Sample)?
    defer {
      repeatedCount = repeatedCount.saturatingAdd(listed.repeatedCount)
      if let outside { report(outside: outside.count, outside.first, of: track) }
      if isWhole, let unlisted = listed.unlisted { report(unlisted: unlisted.count, unlisted.first, of: track) }
    }
    while let entry = listed.next() {
      let sample = entry.sample
      let begins: Bool
      if let isFirst = entry.begins {
        begins = isFirst
      } else if isListed {
        begins = sample.file != last.file
      } else if isFragmented {
        begins = sample.file != last.file || sample.fragment != last.fragment
      } else {
        begins = sample.isSync && track.handler == "vide" || last.file < 0
      }
      let own = edits.isExplicit ? edits.presentationTime(of: sample) ?? sample.compositionTime : sample.compositionTime
      let isAnew =
        begins && !boundaries.isEmpty
        && (entry.begins == nil ? isListed && restarts.contains(sample.file) : entry.isAnew)
      if isAnew { shift = (isOfKeyframes ? nextTime(track.timescale) : end).saturatingSubtract(own) }
      // Keyframes alone do not go on where the one before ends.
      if isAnew || begins && isOfKeyframes { expected = nil }
      let shown = own.saturatingAdd(shift)
      if let expected, sample.decodeTime != expected.time, isFragmented || entry.begins != nil {
        let gap = sample.decodeTime.saturatingSubtract(expected.time)
        report(gap: gap, behind: expected.last, at: sample, shown: shown, track)
      }
      if begins {
        guard boundaries.count < limits.boundaries else {
          isCut = true
          add(RenditionFinding(.unread, "more than \(before.segments + limits.boundaries) boundaries: the rest was not read"))
          return
        }
        if boundaries.isEmpty { frame = sample.duration }
        begin(with: sample, of: track, shown: shown, isAnew: isAnew, in: entry.piece, units)
      }
      if sample.isSync, track.handler == "vide", !isOfKeyframes { add(keyframe: sample, shown, limit: limits.keyframes) }
      last = (sample.file, sample.fragment)
      let behind = Self.end(of: sample)
      (expected, decodeEnd) = (behind, behind.time)
      if let last = boundaries.indices.last {
        boundaries[last].ticks = boundaries[last].ticks.saturatingAdd(sample.duration)
        boundaries[last].count += 1
        if let end = sample.end, sample.file == boundaries[last].file {
          boundaries[last].byteEnd = max(end, boundaries[last].byteEnd ?? 0)
        }
      }
      if sample.size > 0, let end = sample.end, sizes.indices.contains(sample.file), end > sizes[sample.file] {
        outside = ((outside?.count ?? 0) + 1, outside?.first ?? sample)
      }
      end = max(end, shown.saturatingAdd(sample.duration))
    }
    if let cut = listed.cut {
      isCut = true
      report(cut, within: limits)
    }
  }

  /// Adds the boundary that a sample begins, and what is wrong with it.
  private mutating func begin(
    with sample: Sample, of track: SampleTrack, shown: Int64, isAnew: Bool, in piece: Int?, _ units: NALUnits?
  ) {
    boundaries.append(
      Boundary(
        time: shown, decodeTime: sample.decodeTime, offset: sample.offset, file: sample.file, isSync: sample.isSync,
        isDiscontinuous: isAnew, piece: piece))
    guard track.handler == "vide" else { return }
    let kind = units.flatMap { boundaries.count <= Self.lookedAt ? track.startKind(of: sample, by: $0) : nil }
    // A list of keyframes is of pictures that need no other one, whatever may follow them (RFC 8216 §4.3.3.6).
    if isOfKeyframes, kind == .recoveryPoint { return }
    let number = isOfKeyframes ? before.pieces + (piece ?? boundaries.count - 1) + 1 : before.segments + boundaries.count
    let name = "\(isOfKeyframes ? "entry" : Self.singular(unit)) \(number)"
    if !sample.isSync {
      let what = isOfKeyframes ? "is no keyframe" : "begins without a keyframe"
      add(RenditionFinding(.noKeyframe, "\(name) \(what)", time: shown, offset: sample.offset))
    } else if kind?.isNoIDR == true {
      boundaries[boundaries.count - 1].isSync = false
      let what = isOfKeyframes ? "be" : "begin with"
      add(
        RenditionFinding(
          .noKeyframe, "\(name) is said to \(what) a keyframe, and its picture is no IDR", time: shown, offset: sample.offset))
    }
  }

  /// Reports entries of a list of keyframes whose bytes no sample begins in.
  private mutating func reportEmptyEntries() {
    let full = Set(boundaries.compactMap(\.piece))
    for (number, piece) in pieces.enumerated() where !full.contains(number) {
      add(RenditionFinding(.noKeyframe, "entry \(before.pieces + number + 1) has no sample in its bytes", offset: piece.bytes.lowerBound))
    }
  }

  private mutating func add(keyframe sample: Sample, _ time: Int64, limit: Int) {
    guard keyframes.count < limit else { return hasMoreKeyframes = true }
    keyframes.append(Keyframe(time: time, offset: sample.offset, file: sample.file))
  }

  /// When the keyframe behind the last one is shown, as the list says how long that lasts: it ends where its own sample
  /// does where the list does not.
  func nextTime(_ timescale: UInt64) -> Int64 {
    guard let last = boundaries.last, let piece = last.piece, pieces.indices.contains(piece),
      let seconds = pieces[piece].seconds, case let ticks = (seconds * Double(timescale)).rounded(), ticks > 0, ticks < 1e18
    else { return end }
    return last.time.saturatingAdd(Int64(ticks))
  }

  /// By how many ticks samples are shown later than their times say.
  private static func shift(_ offset: (ticks: UInt64, timescale: UInt64), timescale: UInt64) -> Int64 {
    guard offset.ticks > 0, offset.timescale > 0 else { return 0 }
    let product = offset.ticks.multipliedFullWidth(by: timescale)
    guard product.high < offset.timescale else { return .min }
    return -Int64(clamping: offset.timescale.dividingFullWidth(product).quotient)
  }

  private static func singular(_ unit: StaticString) -> String {
    String(unit.description.dropLast())
  }

  /// - Parameter name: Of which track samples are left out, where it is not the one that is compared.
  private mutating func report(_ cut: ListedSamples.Cut, _ name: String = "", within limits: Limits) {
    let message =
      switch cut {
      case .samples: "more than \(limits.samples) samples\(name): the rest was not read"
      case .repeats: "more than \(limits.samples) samples as they are listed: the rest\(name) was not read"
      case .runs: "samples\(name) go from segments to others more than \(limits.boundaries) times: the rest was not read"
      case .steps: "\(SampleTrack.noSteps)\(name)"
      }
    add(RenditionFinding(.unread, message))
  }

  private mutating func report(outside count: Int, _ first: Sample, of track: SampleTrack) {
    add(
      RenditionFinding(
        .unread, count == 1
          ? "sample \(first.number) of \(track.name) is not all in its file"
          : "\(count) samples of \(track.name) are not all in their file, the first of them is sample \(first.number)",
        offset: first.offset))
  }

  private mutating func report(unlisted count: Int, _ first: Sample, of track: SampleTrack) {
    add(
      RenditionFinding(
        .range, count == 1
          ? "sample \(first.number) of \(track.name) is in no segment that is listed"
          : "\(count) samples of \(track.name) are in no segment that is listed, the first of them is sample \(first.number)",
        offset: first.offset))
  }

  private mutating func report(
    gap: Int64, behind last: Int, at sample: Sample, shown: Int64, _ track: SampleTrack, isOther: Bool = false
  ) {
    let name = isOther ? " of \(track.name)" : ""
    let milliseconds = track.timescale > 0 ? Double(gap.magnitude) * 1_000 / Double(track.timescale) : 0
    add(
      RenditionFinding(
        gap > 0 ? .gap : .overlap,
        gap > 0 ? "samples \(last) and \(sample.number)\(name) have a gap between them"
          : "samples \(last) and \(sample.number)\(name) overlap",
        time: isOther ? nil : shown, offset: sample.offset, ticks: Int64(clamping: gap.magnitude), milliseconds: milliseconds))
  }

  /// Changes when findings are.
  mutating func changeTimes(_ change: (Int64) -> Int64) {
    for place in findings.indices { findings[place].time = findings[place].time.map(change) }
  }

  /// Adds a finding: of each kind the worst is kept, however many there are.
  package mutating func add(_ finding: RenditionFinding) {
    if findings.count - worst.count < 1_000 {
      findings.append(finding)
    } else if let place = worst[finding.kind] {
      omitted += 1
      if finding.milliseconds > findings[place].milliseconds { findings[place] = finding }
    } else {
      worst[finding.kind] = findings.count
      findings.append(finding)
    }
  }
}

/// Something that is wrong in one rendition, or with the list that it stands in.
package struct RenditionFinding: Sendable {
  package enum Kind: FixedText, Sendable, CaseIterable {
    case gap, overlap
    case noKeyframe = "no-keyframe"
    /// A list of keyframes has one where its rendition has none.
    case keyframeElsewhere = "keyframe-elsewhere"
    /// Times begin anew at other segments than in the first rendition.
    case discontinuity
    /// The last sample ends at another moment than that of the first rendition of its kind; of the first of a kind, than
    /// that of the first of all.
    case end
    case otherEnd = "other-end"
    /// What a period begins with does not follow what the one before it ends with.
    case periodGap = "period-gap"
    case periodOverlap = "period-overlap"
    /// It has no sound, or no pictures, and the one before it has.
    case periodLacks = "period-lacks"
    /// A range of bytes that does not fit the file.
    case range
    /// A length in a list that samples do not have.
    case length
    /// What could not be read.
    case unread = "not-read"

    /// The words that reports have, in the order of their schema.
    package static var keywords: [StaticString] { allCases.map(\.rawValue.text) }
  }

  package let kind: Kind
  /// For people; may quote a list.
  package let message: String
  /// In ticks of presentation.
  package internal(set) var time: Int64?
  package let offset: UInt64?
  package let ticks: Int64
  package let milliseconds: Double

  package init(
    _ kind: Kind, _ message: String, time: Int64? = nil, offset: UInt64? = nil, ticks: Int64 = 0,
    milliseconds: Double = 0
  ) {
    self.kind = kind
    self.message = message
    self.time = time
    self.offset = offset
    self.ticks = ticks
    self.milliseconds = milliseconds
  }
}
