import Atoms
import ByteReading
import MediaFacts
import Structure

/// How long a file of atoms plays: what its header says, where samples and edits do not say something else.
///
/// Of a movie with fragments `mehd` says it, if it is there (14496-12 §8.8.2), else `mvhd`. What differs from what
/// the samples and edits of its tracks, or its fragments, last by more than a tenth of a second is a claim.
struct MovieDuration {
  private let document: Document
  private let tree: Tree
  private let atoms: AtomContext

  init(_ document: Document, _ atoms: AtomContext) {
    self.document = document
    self.atoms = atoms
    tree = document.tree
  }

  /// One length that the file says.
  struct Length {
    let source: DurationFact.Source
    let value: UInt64
    let timescale: UInt64
    var place: FactSource?

    var seconds: Double { Double(value) / Double(max(1, timescale)) }

    func differs(from other: Length) -> Bool {
      abs(seconds - other.seconds) > 0.1
    }
  }

  /// `nil` when it is not known.
  ///
  /// - Complexity: O(*n*) in the tracks and fragments, and the samples of the last one of each track.
  var fact: DurationFact? {
    let header = movieHeader
    let extends = movieExtends
    let counted = fragments ?? presentation
    // An empty header is a statement as well, if there is nothing else.
    let declared = [extends, header, longestTrack].compactMap { $0 }.first { $0.value > 0 } ?? header
    var chosen = declared
    // Players count themselves: a header that says something else is a claim.
    if let counted, counted.value > 0, declared.map({ $0.value == 0 || counted.differs(from: $0) }) ?? true {
      chosen = counted
    }
    guard let chosen else { return nil }
    let claims = [extends, header, counted, longestTrack].compactMap { $0 }.filter {
      $0.source != chosen.source && $0.value > 0 && $0.differs(from: chosen)
    }
    return DurationFact(
      value: chosen.value, timescale: chosen.timescale, source: chosen.source, at: chosen.place,
      claims: claims.map {
        DurationFact.Claim($0.source, value: $0.value, timescale: $0.timescale)
      })
  }

  /// What `mvhd` says.
  var movieHeader: Length? {
    guard tree.child("moov", of: nil) != nil else { return nil }
    // That of a compressed movie stands deeper.
    let found = tree.indices.prefix(4_096).first { tree[$0].type == "mvhd" && !tree[$0].isRaw }
    guard let found else { return nil }
    let fields = document.view(MovieHeader.self, of: found)
    guard let value = fields.number(.duration), let timescale = fields.number(.timescale),
      timescale > 0, value != ((fields.number(.version) ?? 0) == 0 ? 0xFFFF_FFFF : UInt64.max)
    else { return nil }
    return Length(
      source: DurationFact.Source.movieHeader, value: value, timescale: timescale,
      place: FactSource(found, "duration", extent: fields.content(.duration)))
  }

  /// What `mehd` says.
  var movieExtends: Length? {
    guard let movie = tree.child("moov", of: nil), let extends = tree.child("mvex", of: movie),
      let header = tree.child("mehd", of: extends), atoms.movieTimescale > 0
    else { return nil }
    let fields = document.view(MovieExtendsHeader.self, of: header)
    guard let value = fields.number(.fragment_duration) else { return nil }
    return Length(
      source: DurationFact.Source.movieExtends, value: value, timescale: atoms.movieTimescale,
      place: FactSource(header, "fragment_duration", extent: fields.content(.fragment_duration)))
  }

  /// The longest of what `tkhd` says.
  private var longestTrack: Length? {
    guard atoms.movieTimescale > 0 else { return nil }
    var longest: (ticks: UInt64, node: NodeIndex)?
    for track in atoms.tracks {
      // All ones, of 32 or 64 bits, is *unknown*.
      guard let ticks = track.duration, ticks > longest?.ticks ?? 0, ticks < .max,
        ticks != 0xFFFF_FFFF
      else { continue }
      longest = (ticks, track.node)
    }
    guard let longest else { return nil }
    return Length(
      source: DurationFact.Source.longestTrack, value: longest.ticks,
      timescale: atoms.movieTimescale,
      place: tree.child("tkhd", of: longest.node).map { FactSource($0, "duration") })
  }

  /// How many tracks, edits and runs of samples are counted: of movies with more the header says it.
  private static let (trackLimit, editLimit, runLimit) = (64, 64, 16)

  /// The end of the track that is shown longest, as its samples and edits have it; `nil` where there are fragments,
  /// or more than is counted.
  private var presentation: Length? {
    let scale = atoms.movieTimescale
    guard scale > 0, let movie = tree.child("moov", of: nil), tree.child("mvex", of: movie) == nil,
      atoms.hasAllTracks, atoms.tracks.count <= Self.trackLimit
    else { return nil }
    var longest: UInt64 = 0
    for track in atoms.tracks {
      guard let length = presentation(of: track, scale) else { return nil }
      longest = max(longest, length)
    }
    return Length(source: DurationFact.Source.samples, value: longest, timescale: scale)
  }

  /// How long a track is shown, in ticks of the movie; `nil` when that is not known.
  private func presentation(of track: AtomContext.Track, _ scale: UInt64) -> UInt64? {
    guard track.timescale > 0, let media = tree.child("mdia", of: track.node),
      let information = tree.child("minf", of: media), let table = tree.child("stbl", of: information),
      let times = tree.child("stts", of: table)
    else { return nil }
    let runs = document.view(TimeToSample.self, of: times)
    guard let counts = runs.column(.sample_count, of: .entries),
      let deltas = runs.column(.sample_delta, of: .entries)
    else { return nil }
    var ticks: UInt64 = 0
    if counts.count <= Self.runLimit, deltas.count == counts.count {
      for row in 0..<counts.count { ticks = ticks.saturatingAdd(counts[row].saturatingMultiply(deltas[row])) }
    } else {
      guard let duration = track.mediaDuration, duration < .max, duration != 0xFFFF_FFFF else { return nil }
      ticks = duration
    }
    let all = ticks.scaled(by: scale, over: track.timescale)
    guard let container = tree.child("edts", of: track.node), let list = tree.child("elst", of: container) else {
      return all
    }
    let edits = document.view(EditListEntries.self, of: list)
    guard let durations = edits.column(.edit_duration, of: .entries),
      let starts = edits.column(.media_time, of: .entries),
      let rates = edits.column(.media_rate_integer, of: .entries), durations.count <= Self.editLimit
    else { return nil }
    guard durations.count > 0 else { return all }
    // Pictures are shown later than their order of decoding has them.
    let over = lastShown(of: ticks, counts, deltas, in: table).map { $0.scaled(by: scale, over: track.timescale) } ?? all
    var sum: UInt64 = 0
    for row in 0..<durations.count {
      let duration = durations[row]
      guard let start = EditListEntries.mediaTime(starts[row]) else {
        sum = sum.saturatingAdd(duration)
        continue
      }
      let passed = start.magnitude.scaled(by: scale, over: track.timescale)
      // One that begins before the media waits for them.
      let rest = start < 0 ? over.saturatingAdd(passed) : over > passed ? over - passed : 0
      // No duration, and all ones, stand for the rest of the media; none are shown past their end.
      let isOpen = duration == 0 || duration == .max || duration == 0xFFFF_FFFF
      sum = sum.saturatingAdd(isOpen || rates[row] == 1 ? min(isOpen ? rest : duration, rest) : duration)
    }
    // One that is repeated lasts as long as its header says, and without an end is told as once.
    guard EditListEntries.repeats(edits.number(.flags)), sum > 0, let length = track.duration, length < .max,
      length != 0xFFFF_FFFF
    else { return sum }
    return max(sum, length)
  }

  /// When the last picture that is shown is over, among those that are decoded last, in ticks of the media; `nil` where
  /// all are shown in the order in which they are decoded.
  ///
  /// - Parameters:
  ///   - end: When the last one that is decoded would be over.
  ///   - counts: The samples of each run of `stts`.
  ///   - deltas: How long each of them lasts.
  ///   - table: The `stbl`.
  private func lastShown(of end: UInt64, _ counts: StoredColumn, _ deltas: StoredColumn, in table: NodeIndex) -> UInt64? {
    guard let box = tree.child("ctts", of: table) else { return nil }
    let rows = document.view(CompositionOffsets.self, of: box)
    guard let shifts = rows.column(.sample_count, of: .entries), let offsets = rows.column(.sample_offset, of: .entries),
      shifts.count == offsets.count, shifts.count > 0, counts.count == deltas.count, counts.count > 0
    else { return nil }
    var (run, row) = (counts.count - 1, shifts.count - 1)
    var (ofRun, ofRow) = (counts[run], shifts[row])
    var end = Int64(clamping: end)
    var latest: Int64?
    // No picture waits for more than sixteen others (14496-10 §A.3.1).
    for _ in 0..<17 {
      while ofRun == 0, run > 0 { (run, ofRun) = (run - 1, counts[run - 1]) }
      while ofRow == 0, row > 0 { (row, ofRow) = (row - 1, shifts[row - 1]) }
      if ofRun == 0 || ofRow == 0 { break }
      // Below zero in the first version as well, as QuickTime writes it.
      let offset = Int64(Int32(truncatingIfNeeded: offsets[row]))
      latest = max(latest ?? .min, end.saturatingAdd(offset))
      end = end.saturatingSubtract(Int64(clamping: deltas[run]))
      (ofRun, ofRow) = (ofRun - 1, ofRow - 1)
    }
    return latest.map { UInt64(max(0, $0)) }
  }

  /// From the first fragment of each track to the end of its last one; of the longest track.
  private var fragments: Length? {
    guard tree.countAtTop("moof") > 0 else { return nil }
    var longest: Length?
    for track in MovieSamples(document).tracks where track.timescale > 0 {
      guard let start = track.fragmentStart, let length = length(of: track, from: start), length > 0 else { continue }
      let found = Length(
        source: DurationFact.Source.fragments, value: UInt64(length), timescale: track.timescale)
      if found.seconds > longest?.seconds ?? 0 { longest = found }
    }
    return longest
  }

  /// How long a track with fragments is shown that begin at `start`, in its ticks; `nil` when that is no number.
  ///
  /// What lies before the first moment that its edits show is left out, where the fragments have it, and what lies behind
  /// the last one.
  private func length(of track: SampleTrack, from start: Int64) -> Int64? {
    let list = track.editList
    if list.isExplicit, let last = list.edits.last, last.rate == 65_536, list.edits.dropLast().allSatisfy(\.isEmpty),
      let first = last.mediaTime, first >= start, let end = track.lastCompositionEnd, track.movieTimescale > 0
    {
      let rest = end.saturatingSubtract(first)
      let shown = last.duration.map { Int64(clamping: $0.scaled(by: track.timescale, over: track.movieTimescale)) } ?? rest
      let delay = last.start.scaled(by: track.timescale, over: track.movieTimescale)
      return min(rest, shown).saturatingAdd(delay)
    }
    let (length, overflow) = track.end.subtractingReportingOverflow(start)
    return overflow ? nil : length
  }
}

extension DurationFact.Source {
  fileprivate static let movieHeader = DurationFact.Source(
    "mvhd", origin: "from 'mvhd'", claimant: "'mvhd'", isUsual: true)
  fileprivate static let movieExtends = DurationFact.Source(
    "mehd", origin: "from 'mehd'", claimant: "'mehd'")
  fileprivate static let fragments = DurationFact.Source(
    "fragments", origin: "of fragments", claimant: "the sum of the fragments")
  fileprivate static let samples = DurationFact.Source(
    "samples", origin: "of samples and edits", claimant: "the longest track, by its samples and edits,")
  fileprivate static let longestTrack = DurationFact.Source(
    "tkhd", origin: "from 'tkhd'", claimant: "the longest 'tkhd'")
  /// The header of an AIFF file.
  static let commonChunk = DurationFact.Source("comm", origin: "from 'COMM'", claimant: "'COMM'")
  /// The size of the sound of a WAV file.
  static let soundChunk = DurationFact.Source("data", origin: "from 'data'", claimant: "the size of 'data'")
  /// The header of a file of chunks.
  static let chunks = DurationFact.Source(
    "chunks", origin: "from the chunks", claimant: "the sum of the chunks", isUsual: true)
}
