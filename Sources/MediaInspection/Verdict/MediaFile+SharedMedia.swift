import Atoms
import ByteReading
package import MediaFacts
package import Structure

extension MediaFile {
  /// What nodes of the files we open say of samples.
  package static var sampleRoles: [SampleRole] { SampleRoles.all }

  /// The node of the track that the node at `index` says something of; `nil` for other nodes.
  package static func track(of index: NodeIndex, in document: Document) -> NodeIndex? {
    SampleRoles.track(of: index, in: document)
  }

  /// What the samples of two files have in common; `nil` when one of them has no tracks.
  ///
  /// - Parameters:
  ///   - movies: What is known of the two files already.
  ///   - partner: Which node of `after` is the one at an index of `before`.
  /// - Complexity: O(*n*) in the samples and the chunks, and in the bytes of the samples, of which at
  ///   most four times as many are read as both files have.
  package static func sharedMedia(
    _ before: Document, _ after: Document, _ movies: ComparedMovies = ComparedMovies(),
    partner: (_ node: NodeIndex) -> NodeIndex?
  ) -> SharedMedia? {
    guard before.context is AtomContext, after.context is AtomContext else { return nil }
    let a = movies.movie(of: before)
    guard !a.tracks.isEmpty else { return sharedItems(a, movies.movie(of: after)) }
    // As much in both directions.
    var budget = UInt64(before.tree.file.byteCount).saturatingAdd(
      UInt64(after.tree.file.byteCount)
    ).saturatingMultiply(4)
    let difference = movies.difference(before, after, within: budget)
    let b = movies.movie(of: after, difference, a)
    guard !b.tracks.isEmpty else { return nil }
    var shared = SharedMedia()
    var places: [NodeIndex: Int] = [:]
    // A track that no movie names has no node of its own.
    for (place, track) in b.tracks.enumerated() where after.tree[track.node].type == "trak" {
      places[track.node] = place
    }
    var met: [Range<Int>] = []
    for track in a.tracks where before.tree[track.node].type == "trak" {
      guard let node = partner(track.node), let place = places[node] else { continue }
      let comparison = TrackComparison(track, b.tracks[place], difference: difference, within: &budget)
      shared.tracks.append(comparison.shared)
      if let alignment = comparison.alignment { movies.keep(alignment, of: track, and: b.tracks[place]) }
      guard let walk = comparison.walk else { continue }
      movies.keep(walk, ofTrackAt: track.node)
      let count = UInt64(before.tree.file.byteCount)
      met += walk.met.compactMap { $0.bytes(upTo: count) }
    }
    shared.isComplete =
      shared.tracks.count == a.tracks.count && shared.tracks.count == b.tracks.count
    if let difference {
      // Where all that differs is in samples, nobody has to know what else there is. An item may share bytes
      // with a sample.
      let isOfSamples = before.tree.child("meta", of: nil) == nil && difference.lies(in: met)
      shared.isRestSame = isOfSamples || RestOfMedia(a).isSame(but: difference)
    } else {
      shared.isRestSame = RestOfMedia(a).isSame(as: RestOfMedia(b))
    }
    shared.fragmentCounts = (a.fragmentCount, b.fragmentCount)
    shared.indexes = (FragmentAccess.indexes(of: a), FragmentAccess.indexes(of: b))
    return shared
  }
}

extension MediaFile {
  /// What the items of two files without tracks have in common.
  private static func sharedItems(_ a: MovieSamples, _ b: MovieSamples) -> SharedMedia? {
    guard b.tracks.isEmpty else { return nil }
    var budget = UInt64(a.document.tree.file.byteCount).saturatingAdd(
      UInt64(b.document.tree.file.byteCount)
    ).saturatingMultiply(2)
    guard var shared = ItemProof.shared(a.document, b.document, &budget) else { return nil }
    shared.isRestSame = RestOfMedia(a, isOfItems: true).isSame(as: RestOfMedia(b, isOfItems: true))
    return shared
  }
}

// MARK: Tracks

/// Compares the samples of a track that two files have.
private struct TrackComparison {
  private(set) var shared: SharedMedia.Track
  /// Which samples bytes differ in, when nothing but media do and these samples are few.
  private(set) var walk: DifferenceWalk?
  /// Which samples stand for each other, where that was asked.
  private(set) var alignment: SampleAlignment?
  private let a: SampleTrack
  private let b: SampleTrack

  /// Samples of one track that are looked up in the other.
  private static let limit = 1 << 20

  /// - Parameters:
  ///   - difference: Where the files differ, when that is in media alone.
  ///   - budget: The bytes that may be read.
  init(
    _ a: SampleTrack, _ b: SampleTrack, difference: MediaDifference?, within budget: inout UInt64
  ) {
    self.a = a
    self.b = b
    shared = SharedMedia.Track(before: a.node, after: b.node, name: a.name)
    shared.timescales = (a.timescale, b.timescale)
    shared.counts = (a.count, b.count)
    if let difference, a.node == b.node {
      if let length = Self.length(a) { shared.lengths = (length, length) }
      let bytes = compare(within: difference, &budget) ?? Self.byteCount(a)
      shared.byteCounts = (bytes, bytes)
      return
    }
    shared.byteCounts = (Self.byteCount(a), Self.byteCount(b))
    if let x = Self.length(a), let y = Self.length(b) { shared.lengths = (x, y) }
    compare(&budget)
    if shared.alike.contains(.content) {
      shared.equalCount = a.count
      return
    }
    // Of numbers that went or came at the ends no more is to be asked.
    if areNumbers, a.count != b.count {
      alignKept(&budget)
      if alignment != nil { return }
    }
    guard a.count <= Self.limit, b.count <= Self.limit,
      let x = Self.fingerprints(a, &budget), let y = Self.fingerprints(b, &budget)
    else { return }
    shared.equalCount = areNumbers ? Self.sharedInPlace(x, y) : Self.shared(x, y)
    alignKept(&budget)
  }

  /// Whether samples are numbers of sound, which are the same by chance where they stand elsewhere.
  private var areNumbers: Bool { a.isSoundByTheSample || b.isSoundByTheSample }

  /// Where samples only went, or only came, notes what is the same of those that both tracks have.
  private mutating func alignKept(_ budget: inout UInt64) {
    guard a.count != b.count, areNumbers || shared.equalCount == min(a.count, b.count), Self.isInOne(a), Self.isInOne(b),
      let found = SampleAlignment(a, b, tick: MovieTime.tick(of: [a.timescale, b.timescale]), &budget)
    else { return }
    alignment = found
    if areNumbers { shared.equalCount = found.same }
    guard !found.isReordered, found.same == min(a.count, b.count), Self.isExact(a), Self.isExact(b) else { return }
    shared.kept = KeptSamples.traits(a, b, found)
    if !Self.timesAreExact(a) || !Self.timesAreExact(b) { shared.kept.remove(.durations) }
    if !Self.offsetsAreExact(a) || !Self.offsetsAreExact(b) { shared.kept.remove(.offsets) }
  }

  /// Whether tables say all of a track's samples, or fragments do.
  private static func isInOne(_ track: SampleTrack) -> Bool {
    track.count > 0 && (track.tables != nil && track.fragments.isEmpty || track.fragmentedCount == track.count)
  }

  private static func byteCount(_ track: SampleTrack) -> UInt64 {
    track.chunks.reduce(0) { $0.saturatingAdd($1.byteCount) }
  }

  private static func length(_ track: SampleTrack) -> Int64? {
    guard track.timescale > 0 else { return nil }
    return Int64(
      clamping: UInt64(clamping: track.end).scaled(by: 1_000_000, over: track.timescale))
  }

  /// Goes through both tracks and leaves out what is not the same of all samples.
  private mutating func compare(_ budget: inout UInt64) {
    guard a.count == b.count, a.count > 0, Self.isExact(a), Self.isExact(b) else { return }
    var alike: SharedMedia.Traits = [.played, .dependencies]
    var times: (a: Int64, b: Int64) = (0, 0)
    var others = b.samples()
    var syncs = (a: SyncCount(), b: SyncCount())
    for sample in a.samples() {
      guard let other = others.next(), sample.size == other.size, sample.count == other.count,
        sample.description == other.description, sample.size <= budget
      else { return forget() }
      budget -= sample.size
      guard Self.hasSameBytes(sample, of: a, other, of: b) else { return forget() }
      // By how much each is decoded later than the one before it ends.
      note(
        .starts, sample,
        (
          sample.decodeTime.saturatingSubtract(times.a),
          other.decodeTime.saturatingSubtract(times.b)
        ))
      note(.durations, sample, (Int64(clamping: sample.duration), Int64(clamping: other.duration)))
      note(.offsets, sample, (sample.compositionOffset, other.compositionOffset))
      note(.sync, sample, (sample.isSync ? 1 : 0, other.isSync ? 1 : 0))
      times = (
        sample.decodeTime.saturatingAdd(sample.duration),
        other.decodeTime.saturatingAdd(other.duration)
      )
      if sample.isPartialSync != other.isPartialSync { alike.remove(.sync) }
      if !Self.agree(sample, other) { alike.remove(.dependencies) }
      syncs.a.add(sample)
      syncs.b.add(other)
    }
    for difference in shared.differences { alike.remove(difference.trait) }
    if !Self.timesAreExact(a) || !Self.timesAreExact(b) { alike.remove(.durations) }
    if !Self.offsetsAreExact(a) || !Self.offsetsAreExact(b) { alike.remove(.offsets) }
    if !syncs.a.isExact(a) || !syncs.b.isExact(b) { alike.remove(.sync) }
    // Tables of a whole track are compared as they stand; those of fragments divide it.
    if !a.fragments.isEmpty || !b.fragments.isEmpty, KeptSamples.haveSameGroups(a, b) { alike.insert(.groups) }
    shared.alike = alike
  }

  /// Goes through tracks that list the same samples, of which only bytes can differ.
  ///
  /// - Returns: The bytes of all samples; `nil` where it did not get to the last.
  private mutating func compare(within difference: MediaDifference, _ budget: inout UInt64) -> UInt64? {
    var syncs = SyncCount()
    // Of those that differ, who may have the bytes of another.
    var others: (before: [Fingerprint], after: [Fingerprint]) = ([], [])
    var otherCount = 0
    var walk = DifferenceWalk()
    var isKept = true
    for sample in a.samples() {
      guard sample.size <= budget else { return nil }
      budget -= sample.size
      walk.byteCount = walk.byteCount.saturatingAdd(sample.size)
      syncs.add(sample)
      guard sample.size > 0 else { continue }
      guard let range = Self.range(of: sample, a) else { return nil }
      guard difference.meets(range) else { continue }
      isKept = isKept && walk.met.count < DifferenceWalk.limit
      if isKept { walk.met.append(sample) }
      let need = sample.size.saturatingMultiply(2)
      guard others.before.count < Self.limit, need <= budget else { return nil }
      budget -= need
      others.before.append(Self.fingerprint(of: sample, range, a))
      others.after.append(Self.fingerprint(of: sample, range, b))
      otherCount += sample.count
    }
    let again = areNumbers ? 0 : Self.shared(others.before, others.after)
    walk.isOfNewBytes = again == 0
    if isKept { self.walk = walk }
    shared.equalCount = a.count - otherCount + again
    let byteCount = walk.byteCount
    guard otherCount == 0, a.count > 0, Self.isExact(a) else { return byteCount }
    shared.alike = [.played, .dependencies]
    if !Self.timesAreExact(a) { shared.alike.remove(.durations) }
    if !Self.offsetsAreExact(a) { shared.alike.remove(.offsets) }
    if !syncs.isExact(a) { shared.alike.remove(.sync) }
    return byteCount
  }

  /// Of samples that are not the same no more is said.
  private mutating func forget() { shared.differences = [] }

  /// Notes what is said of a sample in both files, when it is not the same.
  private mutating func note(
    _ trait: SharedMedia.Traits, _ sample: Sample, _ values: (before: Int64, after: Int64)
  ) {
    let hasOtherTicks = trait != .sync && a.timescale > 0 && b.timescale > 0 && a.timescale != b.timescale
    let isSame =
      hasOtherTicks
      ? Timescales.isSameTime(
        UInt64(bitPattern: values.before), UInt64(bitPattern: values.after), (a.timescale, b.timescale))
      : values.before == values.after
    if isSame { return }
    if let place = shared.differences.firstIndex(where: { $0.trait == trait }) {
      shared.differences[place].count += 1
    } else {
      shared.differences.append(
        SharedMedia.Difference(
          trait: trait, sample: sample.number, before: values.before, after: values.after))
    }
  }

  private static func hasSameBytes(
    _ sample: Sample, of a: SampleTrack, _ other: Sample, of b: SampleTrack
  ) -> Bool {
    guard sample.size > 0 else { return true }
    guard let x = range(of: sample, a), let y = range(of: other, b) else { return false }
    return a.documents[sample.file].tree.file
      .hasSameBytes(in: x, as: b.documents[other.file].tree.file, in: y)
  }

  private static func range(of sample: Sample, _ track: SampleTrack) -> Range<Int>? {
    sample.bytes(upTo: UInt64(track.documents[sample.file].tree.file.byteCount))
  }

  /// Whether what two samples say of their dependencies is the same, or the one is silent where the
  /// other says what its kind of sample implies: a sync sample depends on no other.
  private static func agree(_ sample: Sample, _ other: Sample) -> Bool {
    let (x, y) = (sample.dependencies, other.dependencies)
    if x == y { return true }
    guard x.isLeading == y.isLeading, x.isDependedOn == y.isDependedOn,
      x.hasRedundancy == y.hasRedundancy, x.dependsOn == 0 || y.dependsOn == 0
    else { return false }
    return max(x.dependsOn, y.dependsOn) == (sample.isSync ? 2 : 1)
  }

  // MARK: Tables that say more

  /// Whether the sizes are those of all samples that are promised.
  private static func isExact(_ track: SampleTrack) -> Bool {
    guard let tables = track.tables else { return true }
    return tables.declaredCount == UInt64(tables.count) && chunksAreExact(tables)
  }

  /// Whether the chunks hold as many samples as there are.
  private static func chunksAreExact(_ tables: SampleTables) -> Bool {
    let chunks = UInt64(tables.chunkOffsets?.count ?? 0)
    guard let firsts = tables.firstChunks, let each = tables.samplesPerChunk else {
      return tables.count == 0
    }
    var sum: UInt64 = 0
    for row in 0..<firsts.count {
      let end = row + 1 < firsts.count ? firsts[row + 1] : chunks &+ 1
      guard end > firsts[row], end <= chunks &+ 1 else { return false }
      sum = sum.saturatingAdd((end &- firsts[row]).saturatingMultiply(each[row]))
    }
    return sum == UInt64(tables.count)
  }

  /// Whether a table of runs stands for as many samples as there are in tables.
  private static func covers(_ counts: StoredColumn?, _ track: SampleTrack) -> Bool {
    guard let counts else { return true }
    return counts.declared == counts.count
      && counts.sum(of: 0..<counts.count) == UInt64(track.count - track.fragmentedCount)
  }

  private static func timesAreExact(_ track: SampleTrack) -> Bool {
    covers(track.tables?.timeCounts, track)
  }

  private static func offsetsAreExact(_ track: SampleTrack) -> Bool {
    covers(track.tables?.offsetCounts, track)
  }

  /// Counts the samples that tables list.
  private struct SyncCount {
    private var sync = 0
    private var partial = 0

    mutating func add(_ sample: Sample) {
      guard sample.fragment == 0 else { return }
      if sample.isSync { sync += 1 }
      if sample.isPartialSync { partial += 1 }
    }

    /// Whether each row of the tables names one of the samples.
    func isExact(_ track: SampleTrack) -> Bool {
      let tables = track.tables
      return (tables?.syncSamples.map { $0.declared == sync } ?? true)
        && (tables?.partialSyncSamples.map { $0.declared == partial } ?? true)
    }
  }

  // MARK: Samples wherever

  /// What samples of the same bytes share, and how many there are of them: those of a packet of
  /// QuickTime sound are together.
  private struct Fingerprint {
    var key: UInt64 = 0
    let count: Int
  }

  /// The fingerprints of all samples.
  private static func fingerprints(
    _ track: SampleTrack, _ budget: inout UInt64
  ) -> [Fingerprint]? {
    var found: [Fingerprint] = []
    for sample in track.samples() {
      guard sample.size <= budget else { return nil }
      budget -= sample.size
      guard sample.size > 0 else {
        found.append(Fingerprint(count: sample.count))
        continue
      }
      guard let range = range(of: sample, track) else { return nil }
      found.append(fingerprint(of: sample, range, track))
    }
    return found
  }

  private static func fingerprint(
    of sample: Sample, _ range: Range<Int>, _ track: SampleTrack
  ) -> Fingerprint {
    let hash = track.documents[sample.file].tree.file
      .mixed(range, into: 0xCBF2_9CE4_8422_2325 ^ UInt64(range.count))
    return Fingerprint(key: hash ^ hash &>> 32, count: sample.count)
  }

  /// How many samples of two lists are in both where they stand, counted from the first, or of lists of other lengths from
  /// both ends.
  private static func sharedInPlace(_ x: [Fingerprint], _ y: [Fingerprint]) -> Int {
    func isSame(_ i: Int, _ j: Int) -> Bool { x[i].key == y[j].key && x[i].count == y[j].count }
    let least = min(x.count, y.count)
    if x.count == y.count { return x.indices.reduce(0) { $0 + (isSame($1, $1) ? x[$1].count : 0) } }
    let head = (0..<least).prefix { isSame($0, $0) }.count
    let tail = (0..<least - head).prefix { isSame(x.count - 1 - $0, y.count - 1 - $0) }.count
    return (x[..<head] + x[(x.count - tail)...]).reduce(0) { $0 + $1.count }
  }

  /// How many samples of two lists are in both.
  private static func shared(_ x: [Fingerprint], _ y: [Fingerprint]) -> Int {
    let (x, y) = (x.sorted { $0.key < $1.key }, y.sorted { $0.key < $1.key })
    var count = 0
    var (i, j) = (0, 0)
    while i < x.count, j < y.count {
      let (mine, theirs) = (x[i], y[j])
      if mine.key == theirs.key { count += min(mine.count, theirs.count) }
      if mine.key <= theirs.key { i += 1 }
      if theirs.key <= mine.key { j += 1 }
    }
    return count
  }
}

// MARK: What is no sample

/// The bytes of media that belong to no sample, in the order of the file.
private struct RestOfMedia {
  private let document: Document
  private var ranges: [Range<Int>] = []
  private var isTooMuch = false

  /// Ranges that are looked at.
  private static let limit = 65_536

  /// - Parameter isOfItems: Whether what belongs to items is left out as well.
  init(_ movie: MovieSamples, isOfItems: Bool = false) {
    document = movie.document
    _ = ByteMap(document, movie: movie, notesStrays: false) { add($0, isOfItems: isOfItems) }
  }

  private mutating func add(_ range: ByteMap.Range, isOfItems: Bool) {
    switch range.owner {
    case .item where isOfItems: return
    case .nobody, .item, .auxiliary: break
    case .shared:
      let isSamples = range.sharers.allSatisfy {
        switch $0 {
        case .samples: true
        case .item: isOfItems
        default: false
        }
      }
      if isSamples, !range.sharers.isEmpty { return }
    case .samples, .sound, .film, .structure, .freeSpace, .padding, .unknown, .notStructure: return
    }
    if ranges.count < Self.limit, range.end <= UInt64(document.tree.file.byteCount) {
      ranges.append(Int(range.start)..<Int(range.end))
    } else {
      isTooMuch = true
    }
  }

  /// Whether they are the same in a file that differs from this one nowhere else.
  func isSame(but difference: MediaDifference) -> Bool {
    !isTooMuch && !ranges.contains(where: difference.meets)
  }

  /// Whether both come to the same bytes, one range behind the other, or have only zeros.
  func isSame(as other: RestOfMedia) -> Bool {
    if isTooMuch || other.isTooMuch { return false }
    if isZero, other.isZero { return true }
    let (x, y) = (document.tree.file, other.document.tree.file)
    var (mine, theirs) = (ranges[...], other.ranges[...])
    while let a = mine.first, let b = theirs.first {
      let count = min(a.count, b.count)
      guard
        x.hasSameBytes(in: a.prefix(count), as: y, in: b.prefix(count))
      else { return false }
      Self.pass(count, &mine)
      Self.pass(count, &theirs)
    }
    return mine.isEmpty && theirs.isEmpty
  }

  private static func pass(_ count: Int, _ ranges: inout ArraySlice<Range<Int>>) {
    guard let first = ranges.popFirst(), first.count > count else { return }
    ranges = [first.dropFirst(count)] + ranges
  }

  private var isZero: Bool {
    let bytes = document.tree.file.bytes
    for range in ranges {
      if document.tree.file.isAbsent(range) { return false }
      for place in range where bytes.byte(at: place) != 0 { return false }
    }
    return true
  }
}

// MARK: Indexes

/// Finds the lists of places where decoding may start that are right.
private enum FragmentAccess {
  /// Rows that are looked at.
  private static let limit = 1 << 20

  /// A sync sample in a fragment.
  private struct Place: Hashable {
    let track: UInt64
    let fragment: Int
    let time: UInt64
  }

  /// The `mfra` of a movie whose rows all lead to a fragment that has a sync sample at their time.
  static func indexes(of movie: MovieSamples) -> [NodeIndex] {
    let tree = movie.document.tree
    let found = tree.children(of: nil).filter { tree[$0].type == "mfra" && !tree[$0].isRaw }
    guard !found.isEmpty, movie.fragmentCount > 0, movie.fragmentCount <= limit else { return [] }
    var fragments: [UInt64: Int] = [:]
    for node in tree.children(of: nil) where tree[node].type == "moof" && !tree[node].isRaw {
      fragments[tree[node].start] = fragments.count + 1
    }
    var places: Set<Place> = []
    for track in movie.tracks {
      for sample in track.samples() where sample.isSync && sample.fragment > 0 {
        if places.count >= 4 * limit { return [] }
        for time in [sample.decodeTime, sample.compositionTime] {
          places.insert(
            Place(
              track: track.id, fragment: sample.fragment, time: UInt64(bitPattern: time)))
        }
      }
    }
    let reader = NodeReader(movie.document)
    return found.filter { index in
      tree.children(of: index).allSatisfy { child in
        guard !tree[child].isRaw else { return false }
        if tree[child].type == "mfro" {
          return reader.view(RandomAccessOffset.self, of: child).number(.parent_size)
            == tree[index].size
        }
        let table = reader.view(RandomAccess.self, of: child)
        guard let track = table.number(.track_ID), let times = table.column(.time, of: .entries),
          let offsets = table.column(.moof_offset, of: .entries),
          offsets.count == offsets.declared, offsets.count <= limit
        else { return false }
        return (0..<offsets.count).allSatisfy { row in
          fragments[offsets[row]].map {
            places.contains(Place(track: track, fragment: $0, time: times[row]))
          } ?? false
        }
      }
    }
  }
}
