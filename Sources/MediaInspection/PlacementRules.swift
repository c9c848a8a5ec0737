import Atoms
import ByteReading
import MediaFacts
import Structure

/// What must hold between samples, the bytes that they and items refer to, and the file.
enum PlacementRules {
  static let rules: [Rule] = [
    Rule(
      .chunkBeyondEnd, "14496-12 §8.7.5",
      why: "These samples are not in the file: it was cut off, or the offsets are wrong.",
      players: "They stop where the media ends, or play noise.",
      mend: "Get the whole file; if it is whole, the offsets were not moved along with the media.",
      by: .shared(chunks)),
    Rule(
      .chunkCrossesEnd, "14496-12 §8.7.5",
      why: "Samples at the end of these chunks are not in the file.",
      players: "They stop there.",
      mend: "Get the whole file, or remove the samples that are missing from all tables.",
      by: .shared(chunks)),
    Rule(
      .chunkOutsideMedia, "14496-12 §8.1.1",
      why: "Media lies in media data; these chunks begin elsewhere, perhaps in the movie itself.",
      players: "They decode whatever is there.",
      mend: "Correct the offsets: most often the media was moved and the table was not.",
      by: .shared(chunks)),
    Rule(
      .chunkLeavesMedia, "14496-12 §8.1.1",
      why: "Media lies in media data; samples at the end of these chunks are other atoms.",
      players: "They decode the atoms behind the media as if they were samples.",
      mend: "Correct the sizes of the samples, the samples in a chunk, or the size of 'mdat'.",
      by: .shared(chunks)),
    Rule(
      .chunksUnordered, "14496-12 §8.7.5",
      why: "Chunks in the order of time make reading straight on possible.",
      players: "They jump about in the file, which is slow over a network.",
      mend: "Write the media again in order.", isThorough: true, by: .shared(chunks)),
    Rule(
      .chunksSwapped, "14496-12 §8.7.5",
      why: "All chunks are in the order of time but for two, each of which has the other's place.",
      players: "They decode the samples of the one as those of the other, unless it was meant so.",
      mend: "Exchange the two offsets.", by: .shared(chunks)),
    Rule(
      .samplesOverlap, "usage",
      why:
        "Samples may share all their bytes, but one that begins in the middle of another is noise.",
      players: "They decode both, and one of them fails.",
      mend: "Correct the offsets of the chunks, or the sizes of the samples in front.",
      isThorough: true, by: .shared(bytes)),
    Rule(
      .mediaSharedByCodings, "usage",
      why: "The same bytes cannot be samples of two codings: one of the tracks was led astray.",
      players: "They decode one track and fail at the other, or make noise of it.",
      mend: "Correct the offsets of the chunks of the track that does not own the bytes.",
      isThorough: true, by: .shared(bytes)),
    Rule(
      .mediaShared, "usage",
      why:
        "Two samples or items refer to the same bytes: that saves room when it is meant, as with still pictures.",
      players: "They read the bytes twice, and do not mind.",
      mend: "None is needed, unless an editor did it by mistake: --map shows who refers to them.",
      isThorough: true, by: .shared(bytes)),
    Rule(
      .mediaUnreferenced, "usage",
      why:
        "Bytes that no sample and no item refers to are dead weight, or what an edit left behind.",
      players: "They skip them.",
      mend: "Write the file again without them: --map shows where they are.",
      isThorough: true, by: .shared(bytes)),
  ]

  // MARK: Chunks

  private static let chunks = Rule.Pass("chunks") { examination in
    guard let atoms = examination.document.context as? AtomContext else { return }
    let tree = examination.tree
    let end = UInt64(tree.file.byteCount)
    // Only who has chunks wants to know where media is.
    var areas: MediaAreas?
    for track in atoms.tracks {
      guard let tables = MovieSamples.tables(of: track, examination.reader),
        let node = tree.child("stco", of: tables.node) ?? tree.child("co64", of: tables.node),
        tables.chunkOffsets?.count ?? 0 > 0
      else { continue }
      if areas == nil { areas = MediaAreas(of: tree) }
      guard
        let placement = ChunkPlacement(
          tables, areas, end: end, rowLimit: examination.rowLimit)
      else { continue }
      report(placement, of: node, track, examination)
    }
  }

  private static func report(
    _ placement: ChunkPlacement, of node: NodeIndex, _ track: AtomContext.Track,
    _ examination: Examination
  ) {
    let count = placement.count
    let cause = examination.document.problems.kept.firstIndex {
      $0.kind.id.isSame(as: "file-truncated")
    }
    if placement.beyond > 0 {
      examination.report(
        .chunkBeyondEnd(
          count: placement.beyond, total: count, end: UInt64(examination.tree.file.byteCount)),
        node, following: cause)
    }
    if placement.crossing > 0 {
      examination.report(
        .chunkCrossesEnd(
          count: placement.crossing, total: count, end: UInt64(examination.tree.file.byteCount)),
        node, following: cause)
    }
    if placement.outside > 0, (track.sampleCount ?? 0) > 0 {
      examination.report(
        .chunkOutsideMedia(count: placement.outside, total: count, offset: placement.firstOutside),
        node, following: cause)
    }
    if placement.leaving > 0 {
      examination.report(
        .chunkLeavesMedia(count: placement.leaving, total: count, offset: placement.firstLeaving),
        node, following: cause)
    }
    if let (first, second) = placement.swapped {
      examination.report(
        .chunksSwapped(first: UInt64(first + 1), second: UInt64(second + 1)), node)
    } else if placement.unordered > 0, examination.isThorough {
      examination.report(.chunksUnordered(count: placement.unordered, total: count), node)
    }
  }

  // MARK: Bytes

  private static let bytes = Rule.Pass("bytes of media") { examination in
    let tree = examination.tree
    guard tree.countAtTop("moov") + tree.countAtTop("moof") + tree.countAtTop("meta") > 0,
      let media = examination as? MediaExamination
    else { return }
    let map = ByteMap(examination.document, movie: media.movie, notesStrays: false)
    // Where runs of a fragment overlap, so do their samples.
    let isReported = examination.document.problems.kept.contains {
      $0.kind.id.isSame(as: "runs-overlap")
    }
    for overlap in map.overlaps where !isReported && cuts(overlap, map) {
      guard case .samples(let first) = overlap.first.owner,
        case .samples(let second) = overlap.second.owner
      else { continue }
      examination.report(
        .samplesOverlap(
          sample: UInt64(overlap.second.firstSample), offset: overlap.second.start,
          track: map.tracks[first].id), map.tracks[second].node)
      break
    }
    let shared = map.total(of: .shared)
    // A sample that begins inside another is said by itself.
    let isSaid = examination.document.problems.kept.contains { $0.kind.id.isSame(as: "samples-overlap") }
    if !isSaid, shared.byteCount > 0, let (first, second, offset) = codings(sharing: map) {
      examination.report(
        .mediaSharedByCodings(first: map.tracks[first].id, second: map.tracks[second].id, offset: offset),
        map.tracks[second].node)
    }
    if shared.byteCount > 0, let node = tree.innermost(at: shared.firstOffset) {
      examination.report(
        .mediaShared(length: shared.byteCount, offset: shared.firstOffset), node)
    }
    let unreferenced = map.total(of: .nobody)
    if unreferenced.byteCount > 0, !examination.document.hasUnreadTables,
      let node = tree.innermost(at: unreferenced.firstOffset) {
      // What no table refers to, where references lead astray, is what they meant.
      let cause = examination.document.problems.kept.firstIndex { problem in
        (["chunk-outside-media", "chunk-beyond-end", "run-outside-media"] as [StaticString])
          .contains { problem.kind.id.isSame(as: $0) }
      }
      examination.report(
        .mediaUnreferenced(length: unreferenced.byteCount, offset: unreferenced.firstOffset), node,
        following: cause)
    }
  }

  /// The first two tracks of different codings that refer to the same bytes, by their places, and where; of the first
  /// 65,536 ranges.
  private static func codings(sharing map: ByteMap) -> (first: Int, second: Int, offset: UInt64)? {
    // Tracks may share each of their chunks: how one is coded is asked once.
    var known: [Int: FourCC?] = [:]
    func coding(_ place: Int) -> FourCC? {
      if let coding = known[place] { return coding }
      let track = map.tracks[place]
      let coding = track.description.sampleEntry.map { track.home.codec(of: $0).type }
      known[place] = coding
      return coding
    }
    for range in map.ranges.prefix(65_536) where range.owner == .shared && range.sharers.count == 2 {
      guard case .samples(let first) = range.sharers[0], case .samples(let second) = range.sharers[1],
        map.tracks.indices.contains(first), map.tracks.indices.contains(second), let a = coding(first),
        let b = coding(second), a != b
      else { continue }
      return (min(first, second), max(first, second), range.start)
    }
    return nil
  }

  /// Whether the second of two chunks begins in the middle of a sample of the first.
  private static func cuts(_ overlap: ByteMap.Overlap, _ map: ByteMap) -> Bool {
    guard case .samples(let track) = overlap.first.owner else { return false }
    for sample in map.tracks[track].samples(from: overlap.first.firstSample).prefix(65_536) {
      guard sample.number <= overlap.first.lastSample, let start = sample.offset,
        let end = sample.end, start < overlap.second.start
      else { return false }
      if end > overlap.second.start { return true }
    }
    return false
  }
}

/// How the chunks of a track lie in the file.
struct ChunkPlacement {
  /// All chunks.
  let count: UInt64
  /// Those that begin at the end of the file or past it, and those that begin before it and go on
  /// past it.
  private(set) var beyond: UInt64 = 0
  private(set) var crossing: UInt64 = 0
  /// Those that begin in the file, and not in media data.
  private(set) var outside: UInt64 = 0
  private(set) var firstOutside: UInt64 = 0
  /// Those that begin in media data, and go on in something else of the file.
  private(set) var leaving: UInt64 = 0
  private(set) var firstLeaving: UInt64 = 0
  /// Those that begin before the one in front of them.
  private(set) var unordered: UInt64 = 0
  /// The two rows, from 0, that exchanged would put all chunks in order.
  private(set) var swapped: (Int, Int)?

  private let areas: MediaAreas?
  private let end: UInt64
  private var near: Range<UInt64> = 0..<0
  private var last: UInt64 = 0

  /// Looks at the chunks of `tables`; `nil` when there are none, or more than `rowLimit`.
  ///
  /// Without `areas` of media data it is not said where media should be. Of more samples than
  /// `rowLimit`
  /// sizes are not read, and chunks are known by where they begin.
  init?(
    _ tables: SampleTables, _ areas: MediaAreas?, end: UInt64, rowLimit: Int
  ) {
    guard let offsets = tables.chunkOffsets, offsets.count > 0, offsets.count <= rowLimit
    else { return nil }
    count = UInt64(offsets.count)
    self.areas = areas
    self.end = end
    var passed = 0
    if !tables.isSizeOpen, (tables.sizes?.count ?? 0) <= rowLimit {
      var cursor = TableCursor(tables)
      while let chunk = cursor.nextChunk(isTimed: false), chunk.number > passed {
        passed = chunk.number
        if let start = chunk.offset { add(start, chunk.end) }
      }
    }
    // Chunks that no sample is said to be in ought to be where media is all the same.
    guard tables.places.allSatisfy({ $0 == .file }) else { return }
    for row in passed..<max(passed, offsets.count) { add(offsets[row], nil) }
    if unordered == 1 || unordered == 2 { swapped = Self.swap(offsets) }
  }

  /// The two of at least four offsets, from 0, that exchanged would put all of them in order.
  private static func swap(_ offsets: StoredColumn) -> (Int, Int)? {
    let count = offsets.count
    // Of two or three, what is in order and what is not is a matter of taste.
    guard count >= 4 else { return nil }
    var falls: [Int] = []
    for row in 1..<count where offsets[row] <= offsets[row - 1] {
      if falls.count == 2 || offsets[row] == offsets[row - 1] { return nil }
      falls.append(row)
    }
    guard let first = falls.first.map({ $0 - 1 }), let second = falls.last else { return nil }
    func offset(_ row: Int) -> UInt64 {
      offsets[row == first ? second : row == second ? first : row]
    }
    for row in [first, first + 1, second, second + 1] where row > 0 && row < count {
      if offset(row) <= offset(row - 1) { return nil }
    }
    return (first, second)
  }

  private mutating func add(_ start: UInt64, _ chunkEnd: UInt64?) {
    if start < last { unordered += 1 }
    last = start
    switch Chunk.reach(from: start, to: chunkEnd ?? start, inFileOf: end) {
    case .beyond:
      beyond += 1
      return
    case .crossing: crossing += 1
    case .inside: break
    }
    guard let areas, chunkEnd != start else { return }
    if !near.contains(start) {
      guard let area = areas.area(at: start) else {
        outside += 1
        if outside == 1 { firstOutside = start }
        return
      }
      near = area
    }
    if let chunkEnd, chunkEnd > near.upperBound, chunkEnd <= end {
      leaving += 1
      if leaving == 1 { firstLeaving = start }
    }
  }
}

extension Chunk {
  /// How far a chunk reaches in its file.
  public enum Reach: Sendable {
    /// It ends in the file.
    case inside
    /// It begins in the file, and goes on past its end.
    case crossing
    /// It begins at the end of the file, or past it.
    case beyond
  }

  /// How far it reaches in a file of `byteCount` bytes; inside when it has no place there.
  ///
  /// - Parameter byteCount: The bytes of the file.
  /// - Returns: How far.
  public func reach(inFileOf byteCount: UInt64) -> Reach {
    guard let offset, let end else { return .inside }
    return Self.reach(from: offset, to: end, inFileOf: byteCount)
  }

  static func reach(
    from start: UInt64, to end: UInt64, inFileOf byteCount: UInt64
  ) -> Reach {
    start >= byteCount ? .beyond : end > byteCount ? .crossing : .inside
  }
}

extension Diagnostic.Kind {
  static let chunkBeyondEnd = Self(
    "chunk-beyond-end", .error, "{count} of {total} chunks start at or after 0x{end:x}",
    expected: "offsets of chunks inside the file")
  static let chunkCrossesEnd = Self(
    "chunk-crosses-end", .error, "{count} of {total} chunks cross the end of the file",
    expected: "chunks that end inside the file")
  static let chunkOutsideMedia = Self(
    "chunk-outside-media", .error,
    "{count} of {total} chunks do not start in media data, the first at 0x{offset:x}",
    expected: "offsets of chunks in 'mdat'")
  static let chunkLeavesMedia = Self(
    "chunk-leaves-media", .error,
    "{count} of {total} chunks go on past the end of their media data, the first at 0x{offset:x}",
    expected: "chunks that end in the 'mdat' they start in")
  static let chunksUnordered = Self(
    "chunks-unordered", .note, "{count} of {total} chunks start before the one before them")
  static let chunksSwapped = Self(
    "chunks-swapped", .warning, "chunks {first} and {second} have each other's place",
    expected: "offsets that increase, as all others do")
  static let samplesOverlap = Self(
    "samples-overlap", .warning,
    "sample {sample} begins at 0x{offset:x}, inside a sample of track {track}")
  static let mediaSharedByCodings = Self(
    "media-shared-by-codings", .warning,
    "samples of tracks {first} and {second}, which are coded differently, are the same bytes, the first at 0x{offset:x}")
  static let mediaShared = Self(
    "media-shared", .note,
    "more than one sample or item refers to {length|bytes} of media data, the first at 0x{offset:x}"
  )
  static let mediaUnreferenced = Self(
    "media-unreferenced", .note,
    "no sample or item refers to {length|bytes} of media data, the first at 0x{offset:x}")
}

/// What each of these kinds says, under its names.
extension Finding {
  static func chunkBeyondEnd(count: UInt64, total: UInt64, end: UInt64) -> Self {
    Self(.chunkBeyondEnd, .count(count), .total(total), .end(end))
  }
  static func chunkCrossesEnd(count: UInt64, total: UInt64, end: UInt64) -> Self {
    Self(.chunkCrossesEnd, .count(count), .total(total), .end(end))
  }
  static func chunkOutsideMedia(count: UInt64, total: UInt64, offset: UInt64) -> Self {
    Self(.chunkOutsideMedia, .count(count), .total(total), .offset(offset))
  }
  static func chunkLeavesMedia(count: UInt64, total: UInt64, offset: UInt64) -> Self {
    Self(.chunkLeavesMedia, .count(count), .total(total), .offset(offset))
  }
  static func chunksUnordered(count: UInt64, total: UInt64) -> Self {
    Self(.chunksUnordered, .count(count), .total(total))
  }
  static func chunksSwapped(first: UInt64, second: UInt64) -> Self {
    Self(.chunksSwapped, .first(first), .second(second))
  }
  static func samplesOverlap(sample: UInt64, offset: UInt64, track: UInt64) -> Self {
    Self(.samplesOverlap, .sample(sample), .offset(offset), .track(track))
  }
  static func mediaSharedByCodings(first: UInt64, second: UInt64, offset: UInt64) -> Self {
    Self(.mediaSharedByCodings, .first(first), .second(second), .offset(offset))
  }
  static func mediaShared(length: UInt64, offset: UInt64) -> Self {
    Self(.mediaShared, .length(length), .offset(offset))
  }
  static func mediaUnreferenced(length: UInt64, offset: UInt64) -> Self {
    Self(.mediaUnreferenced, .length(length), .offset(offset))
  }
}
