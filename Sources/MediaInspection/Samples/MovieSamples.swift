public import Atoms
public import ByteReading
public import Structure

/// The samples of a file, or of files that make one movie together, track by track.
///
/// A movie keeps its samples in the tables of each track, in movie fragments, or first in the one and
/// then in the other; a media segment has fragments alone, and what they leave unsaid stands in the
/// initialization segment, which can be given beside it. Segments that follow go on where the one
/// before them ended: numbers count on, and so do times where a segment does not say its own.
///
/// ```swift
/// let movie = MovieSamples(document)
/// for sample in movie.tracks[0].samples() {
///   sample.offset     // 0x2c
///   sample.size       // 2496
/// }
/// ```
public struct MovieSamples: Sendable {
  /// The documents that hold the samples: the first, and the segments that follow it.
  public let documents: [Document]
  /// The first document with samples that are decoded before those of the one in front of it, as its
  /// place in ``documents``; `nil` when times go on from each to the next.
  public let firstEarlier: Int?
  /// The tracks in the order of the movie; those that only fragments name come last.
  public let tracks: [SampleTrack]
  /// Ticks per second of the movie, 0 when they are not known.
  public let movieTimescale: UInt64
  /// The number of movie fragments.
  public let fragmentCount: Int

  private let share: MemoryShare

  /// The first of the documents.
  public var document: Document { documents[0] }

  /// The samples of `document`, with what `initialization` says of its tracks when it has no movie of
  /// its own, and then those of `segments`.
  ///
  /// - Parameters:
  ///   - document: The file, or the first of several.
  ///   - initialization: The initialization segment; `nil` when `document` has its own movie.
  ///   - segments: The segments that follow, in their order.
  /// - Complexity: O(*n*) in the nodes of tracks and fragments; tables are not read.
  public init(
    _ document: Document, initialization: Document? = nil, segments: [Document] = []
  ) {
    let documents = [document] + segments
    self.documents = documents
    let own = document.context as? AtomContext
    let other = initialization?.context as? AtomContext
    // Fragments of an initialization segment are not the segment's.
    let usesOther = own?.tracks.isEmpty != false && other?.tracks.isEmpty == false
    let context = usesOther ? other : own
    let home = usesOther ? initialization ?? document : document
    let known = context?.tracks ?? []
    movieTimescale = context?.movieTimescale ?? 0
    fragmentCount = documents.reduce(0) { $0 &+ $1.tree.countAtTop("moof") }

    var budget = SampleBudget(of: document)
    var defaults: [UInt64: FragmentDefaults] = [:]
    var tables: [SampleTables?] = []
    tables.reserveCapacity(known.count)
    var ends: [UInt64: Int64] = [:]
    let reader = NodeReader(home)
    for track in known {
      if let node = track.defaults, defaults[track.id] == nil {
        defaults[track.id] = FragmentDefaults(node, reader)
      }
      var own = usesOther ? nil : Self.tables(of: track, reader)
      own?.limit(by: &budget)
      tables.append(own)
    }
    let isAlone = documents.count == 1 && !usesOther
    let listed = isAlone ? document.fragments as? KnownFragments : nil
    let index = listed?.index ?? FragmentIndex(documents, defaults: defaults, budget: &budget) { id in
      if let known = ends[id] { return known }
      var end: Int64 = 0
      if let place = known.firstIndex(where: { $0.id == id }), let tables = tables[place] {
        var cursor = TableCursor(tables)
        cursor.skip(tables.count)
        end = cursor.decodeTime
      }
      ends[id] = end
      return end
    }
    if isAlone, listed == nil, fragmentCount > 0, index.isWhole {
      document.fragments = KnownFragments(index)
    }
    firstEarlier = index.firstEarlier
    share = index.share
    var found: [SampleTrack] = []
    found.reserveCapacity(known.count)
    var seen: Set<UInt64> = []
    for (track, tables) in zip(known, tables) {
      // Fragments of an ID that two tracks have belong to the first.
      let isFirst = index.ids.isEmpty || seen.insert(track.id).inserted
      found.append(
        SampleTrack(
          track, documents: documents, home: home, tables: tables,
          fragments: isFirst ? index.fragments(ofTrack: track.id) : [],
          values: index.values, movieTimescale: movieTimescale))
    }
    for id in index.ids where !seen.contains(id) {
      let fragments = index.fragments(ofTrack: id)
      guard let first = fragments.first else { continue }
      var track = AtomContext.Track(node: first.node)
      track.id = id
      found.append(
        SampleTrack(
          track, documents: documents, home: documents[first.file], tables: nil,
          fragments: fragments,
          values: index.values, movieTimescale: movieTimescale))
    }
    tracks = found
  }

  /// The same samples of another document, whose structure is that of this one byte for byte.
  func standing(in other: Document) -> MovieSamples { MovieSamples(self, in: other) }

  private init(_ movie: MovieSamples, in other: Document) {
    documents = [other]
    firstEarlier = movie.firstEarlier
    tracks = movie.tracks.map { $0.standing(in: other) }
    movieTimescale = movie.movieTimescale
    fragmentCount = movie.fragmentCount
    share = movie.share
  }

  /// The sample table of a track of the document that `reader` reads; `nil` when it has none.
  static func tables(
    of track: AtomContext.Track, _ reader: NodeReader
  ) -> SampleTables? {
    let tree = reader.tree
    guard let media = tree.child("mdia", of: track.node),
      let information = tree.child("minf", of: media),
      let table = tree.child("stbl", of: information)
    else { return nil }
    return SampleTables(table, handler: track.handler, reader)
  }

  /// The place in ``tracks`` of the track that the `traf` at `node` of the first document adds samples
  /// to; `nil` when it adds none.
  ///
  /// - Complexity: O(*t* log *n*) in the tracks and the fragments.
  package func track(ofFragment node: NodeIndex) -> Int? {
    tracks.firstIndex { $0.fragment(at: node) != nil }
  }

  /// The first track with this ID.
  ///
  /// - Parameter id: The `track_ID`.
  /// - Returns: The track; `nil` when there is none.
  public func track(id: UInt64) -> SampleTrack? { tracks.first { $0.id == id } }
}

/// One track and its samples.
public struct SampleTrack: Sendable {
  /// `track_ID`, 0 when it is not known.
  public let id: UInt64
  /// The handler of the track (14496-12 §8.4.3); `nil` when it has none.
  public let handler: FourCC?
  /// Ticks per second of the media, 0 when they are not known.
  public let timescale: UInt64
  /// Ticks per second of the movie, 0 when they are not known.
  public let movieTimescale: UInt64
  /// The documents that hold the samples: tables are of the first.
  public let documents: [Document]
  /// The first of the documents.
  public var document: Document { documents[0] }
  /// The document that describes the track: the same, or the initialization segment.
  public let home: Document
  /// Its `trak` in ``home``; the first `traf` of a track that no movie names.
  public let node: NodeIndex
  /// What the movie says of it.
  public let description: AtomContext.Track
  /// The number of samples that can be listed: where they need no rows of their own, not more than
  /// the file could hold.
  public let count: Int
  /// The number of samples that the sample table promises.
  public let promisedCount: UInt64
  /// The number of samples in fragments.
  public var fragmentedCount: Int { count - tableCount }

  let tables: SampleTables?
  let fragments: [TrackFragment]
  /// What samples of fragments have by default, by the places that these name.
  let values: [FragmentDefaults]
  /// The samples of the table.
  let tableCount: Int

  init(
    _ track: AtomContext.Track, documents: [Document], home: Document, tables: SampleTables?,
    fragments: [TrackFragment], values: [FragmentDefaults], movieTimescale: UInt64
  ) {
    description = track
    id = track.id
    handler = track.handler
    timescale = track.timescale
    self.movieTimescale = movieTimescale
    self.documents = documents
    self.home = home
    node = track.node
    self.tables = tables
    self.fragments = fragments
    self.values = values
    tableCount = tables?.count ?? 0
    count = tableCount + (fragments.last.map { $0.firstSample + $0.count } ?? 0)
    promisedCount = tables?.declaredCount ?? 0
  }

  /// The same track of another document, whose structure is that of this one byte for byte.
  func standing(in other: Document) -> SampleTrack {
    SampleTrack(
      description, documents: [other], home: other, tables: tables, fragments: fragments,
      values: values, movieTimescale: movieTimescale)
  }

  /// What is said when a file costs more steps than it may before all of its samples were read.
  static let noSteps: StaticString = "there are no steps left for all samples"

  /// What people call it: `track 1 video`.
  public var name: String { "track " + nameInColumn }

  /// `1 video`, below a title that says of what.
  package var nameInColumn: String { "\(id)" + (description.kind.map { " " + $0 } ?? "") }

  /// The samples from number `first` on, in the order in which they are decoded.
  ///
  /// - Parameter first: The number of the first sample, from 1.
  /// - Returns: A sequence that makes each sample when it is asked for.
  /// - Complexity: each sample is made in O(1) time and memory; to begin elsewhere than at the first
  ///   takes O(*r*) in the runs of the tables.
  public func samples(from first: Int = 1) -> Samples { Samples(self, from: first) }

  /// The first of its first 64 samples that has bytes; `nil` when all are empty.
  package var firstWithBytes: Sample? {
    var samples = samples()
    for _ in 0..<64 {
      guard let sample = samples.next() else { return nil }
      if sample.size > 0 { return sample }
    }
    return nil
  }

  /// The chunks, and the runs of fragments, in the order in which they are decoded.
  public var chunks: Chunks { Chunks(self) }

  /// The part of the track that the `traf` at `node` of the first document adds; `nil` when it adds none.
  ///
  /// - Complexity: O(log *n*) in the fragments, which stand in the order of their files.
  func fragment(at node: NodeIndex) -> TrackFragment? {
    let point = (0..<fragments.count).partitionPoint {
      let here = fragments[$0]
      return here.file == 0 && here.node < node
    }
    guard point < fragments.count, fragments[point].file == 0, fragments[point].node == node else {
      return nil
    }
    return fragments[point]
  }

  /// The runs of the `traf` at `node` of the first document; `nil` when it adds no samples to this track.
  ///
  /// - Complexity: O(log *n*) in the fragments, and each run as in ``chunks``.
  package func chunks(ofFragment node: NodeIndex) -> Chunks? {
    fragment(at: node).map { Chunks($0, of: self) }
  }

  /// Whether each sample has for certain the times, in ticks, and the marks of that of the same number of `other`: both have
  /// as many, and tables that say it byte for byte.
  func hasTimes(of other: SampleTrack) -> Bool {
    guard fragments.isEmpty, other.fragments.isEmpty, let tables, let others = other.tables else { return false }
    return tables.hasTimes(of: others)
  }

  /// The number of files that its samples are in.
  public var fileCount: Int {
    var count = tableCount > 0 ? 1 : 0
    var last = count - 1
    for fragment in fragments where fragment.file > last {
      last = fragment.file
      count += 1
    }
    return count
  }

  /// The number of chunks in its sample table.
  public var chunkCount: Int { tables?.chunkOffsets?.count ?? 0 }

  /// Whether some of its samples are in other files.
  public var isElsewhere: Bool { tables?.places.contains(.elsewhere) ?? false }

  /// When its first sample is decoded, in ticks of the media, of a track that goes on in fragments.
  ///
  /// - Complexity: O(*n*) in the fragments.
  var fragmentStart: Int64? {
    fragments.isEmpty ? nil : tableCount > 0 ? 0 : fragments.reduce(.max) { min($0, $1.decodeTime) }
  }

  /// Where its fragments begin, in the first file and in ticks of the media.
  var fragmentStarts: [(offset: UInt64, time: Int64)] {
    fragments.lazy.filter { $0.file == 0 && $0.count > 0 }.compactMap { fragment in
      document.tree.parent(of: fragment.node).map { (document.tree[$0].start, fragment.decodeTime) }
    }
  }

  /// When its last sample ends, in ticks of the media: the end of the last in decoding order.
  ///
  /// - Complexity: O(*r*) in the runs of the tables, or O(*n*) in the fragments and the samples of the last one.
  public var end: Int64 {
    // Files may have fragments in another order than that of time.
    guard let last = fragments.reduce(fragments.last, { $1.decodeTime > $0?.decodeTime ?? .min ? $1 : $0 }) else {
      guard let tables else { return 0 }
      // Where the runs are of all samples it is the sum of their times, those among them of which a file that
      // was cut off could hold no more.
      if tables.packet == nil || tables.isLimited, let counts = tables.timeCounts, let deltas = tables.timeDeltas,
        counts.sum(of: 0..<counts.count) == (tables.isLimited ? tables.declaredCount : UInt64(tables.count)),
        let sum = deltas.sum(times: counts)
      {
        return Int64(clamping: sum)
      }
      var cursor = TableCursor(tables)
      cursor.skip(tables.count)
      return cursor.decodeTime
    }
    var cursor = FragmentCursor([last], values, offset: 0, in: documents)
    while cursor.nextChunk() != nil {}
    return cursor.decodeTime
  }
}

/// Samples of one track, one after another.
public struct Samples: Sequence, IteratorProtocol {
  private var table: TableCursor?
  private var fragments: FragmentCursor?
  /// Whether samples of the table may come: the cursor is not asked, nor emptied, for each sample of fragments.
  private var isInTable = false
  private let work: Work
  private var counted = 0

  init(_ track: SampleTrack, from first: Int) {
    work = track.home.work
    let passed = Swift.max(0, first &- 1)
    if let tables = track.tables, passed < tables.count {
      var cursor = TableCursor(tables)
      cursor.skip(passed)
      table = cursor
      isInTable = true
    }
    guard !track.fragments.isEmpty else { return }
    var cursor = FragmentCursor(
      track.fragments, track.values, offset: track.tableCount, in: track.documents)
    if passed > track.tableCount { cursor.skip(passed &- track.tableCount) }
    fragments = cursor
  }

  /// The next sample in decoding order; `nil` after the last.
  ///
  /// - Returns: The sample.
  public mutating func next() -> Sample? {
    count()
    if isInTable {
      if let sample = table?.next() { return sample }
      isInTable = false
    }
    return fragments?.next()
  }

  /// The same of a track for which ``SampleTrack/hasTimes(of:)`` holds, where the sample of the same number of the other
  /// track is known. Who asks so asks so for all.
  mutating func next(timedAs other: Sample) -> Sample? {
    count()
    return table?.next(timedAs: other)
  }

  private mutating func count() {
    counted &+= 1
    // A file may list eight samples for each of its bytes.
    if counted & 1_023 == 0, !work.charge(128, for: SampleTrack.noSteps) {
      (table, fragments) = (nil, nil)
    }
  }

  /// The next sample, of which these stay where they are.
  var makeFirst: Sample? {
    var copy = self
    return copy.next()
  }

  /// Puts the next samples of the sample table, as many as `most`, over those of `list`; false, and none is passed,
  /// where each has to be asked for by itself: in fragments, or when more is known of them.
  ///
  /// - Complexity: O(*n*) in them.
  package mutating func next(_ most: Int, into list: inout [PlainSample]) -> Bool {
    guard table?.next(most, into: &list) == true else { return false }
    counted &+= list.count
    // As for samples one by one.
    if !work.charge(list.count / 8, for: SampleTrack.noSteps) {
      (table, fragments) = (nil, nil)
    }
    return true
  }

  /// Whether all are in the sample table, which has no composition offsets: each is shown when it is
  /// decoded, until the next one is.
  package var areShownInOrder: Bool { fragments == nil && (table?.isShownInOrder ?? true) }

  /// Passes those behind `sample`, the one that was made last, that differ from it in number and size
  /// alone and lie behind it in its chunk; `nil`, and none is passed, when there are none.
  ///
  /// - Parameters:
  ///   - most: The samples that the run may have, `sample` among them.
  ///   - end: The offset before which all of them end.
  /// - Complexity: O(*n*) in their sizes, which are read as a column.
  package mutating func run(from sample: Sample, most: Int, before end: UInt64) -> SampleRun? {
    table?.run(from: sample, most: most, before: end)
  }

  /// Goes on to a sample of the table that is still to come, as if one had begun there.
  ///
  /// - Complexity: O(*r*) in the runs of the tables between the two.
  package mutating func skip(to first: Int) { table?.skip(to: first) }
}

/// Chunks and runs of one track, one after another.
public struct Chunks: Sequence, IteratorProtocol {
  private var table: TableCursor?
  private var fragments: FragmentCursor?
  /// Whether chunks of the table may come, as in ``Samples``.
  private var isInTable = false
  private var isTimed = true
  private let work: Work
  private var counted = 0

  init(_ track: SampleTrack, isTimed: Bool = true) {
    work = track.home.work
    self.isTimed = isTimed
    table = track.tables.map(TableCursor.init)
    isInTable = table != nil
    if !track.fragments.isEmpty {
      fragments = FragmentCursor(
        track.fragments, track.values, offset: track.tableCount, in: track.documents)
    }
  }

  /// The runs of one fragment.
  init(_ fragment: TrackFragment, of track: SampleTrack) {
    work = track.home.work
    fragments = FragmentCursor(
      [fragment], track.values, offset: track.tableCount, in: track.documents)
  }

  /// The next chunk, or the next run of a fragment; `nil` after the last.
  ///
  /// - Returns: The chunk.
  public mutating func next() -> Chunk? {
    counted &+= 1
    if counted & 1_023 == 0, !work.charge(1_024, for: SampleTrack.noSteps) {
      (table, fragments) = (nil, nil)
    }
    if isInTable {
      if let chunk = table?.nextChunk(isTimed: isTimed) { return chunk }
      isInTable = false
    }
    return fragments?.nextChunk()
  }
}
