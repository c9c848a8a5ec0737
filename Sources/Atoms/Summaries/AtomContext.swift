public import ByteReading
public import Structure

extension ContextKey {
  /// The handler of the media a box belongs to, as a four-character code.
  public static let handler = ContextKey(1, "handler")
  /// 1 when the file's major brand is `qt  ` or it has none.
  static let brandIsQuickTime = ContextKey(2, "brandIsQuickTime")
  /// The version of the sample description box around a sample entry.
  static let stsdVersion = ContextKey(3, "stsdVersion")
  /// The bytes of an initialization vector: `tenc` of the track's first protected sample entry.
  static let perSampleIVSize = ContextKey(4, "perSampleIVSize")
  /// The number of samples of the track, from its `stsz` or `stz2`.
  static let sampleCount = ContextKey(5, "sampleCount")
  /// The number of channels that the sample entry around a box names.
  static let channelCount = ContextKey(6, "channelCount")
  /// The number of samples that `saiz` of the same track or fragment counts.
  static let auxSampleCount = ContextKey(7, "auxSampleCount")
}

/// Answers what atoms want to know of other atoms.
///
/// What many ask for is gathered once, when it is made, in one pass over the headers of the movie.
public final class AtomContext: ContextProvider, @unchecked Sendable {
  /// What is known of one track.
  public struct Track: Sendable {
    /// Its `trak`.
    public let node: NodeIndex
    /// `tkhd.track_ID`, 0 when it has none.
    public var id: UInt64 = 0
    /// The kind of its media (`handler_type`); `nil` without `hdlr`.
    public var handler: FourCC?
    /// Ticks per second of its media, 0 when the file does not say.
    public var timescale: UInt64 = 0
    /// Length of the media in its own ticks.
    public var mediaDuration: UInt64?
    /// Length in ticks of the movie.
    public var duration: UInt64?
    /// Its first sample entry.
    public var sampleEntry: NodeIndex?
    /// How many samples its tables have; `nil` without a table of sizes.
    public var sampleCount: UInt64?
    /// Its `trex`.
    public var defaults: NodeIndex?
    /// What its samples have in fragments that do not say it, as its `trex` has it.
    var usual = SampleValues()
    /// Bytes of an initialization vector, from the first `tenc` in its first sample entry.
    var initializationVectorSize: UInt64?

    /// A track of which no more is known than where it stands.
    ///
    /// - Parameter node: Its `trak`.
    public init(node: NodeIndex) { self.node = node }
  }

  unowned let document: Document
  private var facts = Facts()
  private let places: MemoryShare
  private let openTracks: MemoryShare

  /// What is gathered in one pass over the headers of the movie.
  private struct Facts {
    /// The first tracks; those that come later are opened when somebody asks for one.
    var tracks: [Track] = []
    /// All tracks in the order of IDs, those of one ID in the order of the file.
    var places: [Place] = []
    /// How many tracks the movie has.
    var trackCount = 0
    var movieTimescale: UInt64 = 0
    var isQuickTime = true

    struct Place {
      let id: UInt32
      /// Its `trak`.
      let node: NodeIndex
      /// Its place in `tracks`, or behind all of them.
      let track: UInt32
      /// Its `trex`; `nil` when there is none.
      var defaults: NodeIndex?
    }

    /// The place in `places` of the first track with this ID.
    func place(of id: UInt64) -> Int? {
      let point = (0..<places.count).partitionPoint { UInt64(places[$0].id) < id }
      return point < places.count && UInt64(places[point].id) == id ? point : nil
    }
  }

  /// Gathers what is asked for often, in one pass over the headers of the movie.
  ///
  /// - Parameter document: The document, which has to outlive it.
  /// - Complexity: O(*n*) in the tracks.
  public init(_ document: Document) {
    self.document = document
    places = MemoryShare(document.memory, for: "there is no memory for a list of all tracks")
    openTracks = MemoryShare(document.memory, for: "there is no memory to look into all tracks")
    firstPartsShare = MemoryShare(document.memory, for: "there is no memory for a list of the parts of a fragment")
    facts = gather()
    guard facts.trackCount > facts.tracks.count, let first = facts.places.first?.node else {
      return
    }
    let movie = document.tree.parent(of: first) ?? first
    document.problems.add(
      Diagnostic(
        Finding(
          .trackLimit, .count(UInt64(facts.trackCount)), .limit(UInt64(facts.tracks.count))),
        node: movie, extent: document.tree[movie].extent),
      within: document.limits)
  }

  /// The tracks in the order of the file: the first of them, when there are more than the limits of the
  /// document allow.
  public var tracks: [Track] { facts.tracks }
  /// Whether ``tracks`` are all that there are.
  public var hasAllTracks: Bool { facts.trackCount == facts.tracks.count }
  /// Ticks per second of the movie, 0 when nothing says it.
  public var movieTimescale: UInt64 { facts.movieTimescale }

  /// The track that the node at `index` belongs to: the `trak` around it, or the one that the
  /// `tfhd` of the `traf` around it names.
  ///
  /// - Parameter index: Any atom.
  /// - Returns: `nil` outside of tracks.
  public func track(at index: NodeIndex) -> Track? {
    let tracks = facts.tracks
    let tree = document.tree
    // Tracks are in document order and do not overlap.
    let point = (0..<tracks.count).partitionPoint { tracks[$0].node <= index }
    if point > 0, index < tree[tracks[point - 1].node].subtreeEnd { return tracks[point - 1] }
    if facts.trackCount > tracks.count, point == tracks.count,
      let node = tree[index].type == "trak" ? index : tree.ancestor("trak", of: index)
    {
      return later(node)
    }
    return part(around: index)?.track
  }

  /// What the `traf` says that was asked for last: each of its nodes asks for the same. It has a lock of
  /// its own, as whoever holds the other one may ask for a track.
  private let lastPart = Guarded<FragmentPart?>(nil)

  /// The `traf` that the node at `index` is or lies in, and what its header says.
  ///
  /// - Returns: `nil` outside of fragments.
  func part(around index: NodeIndex) -> FragmentPart? {
    if let known = lastPart.value, known.holds(index) { return known }
    let tree = document.tree
    guard let node = tree[index].type == "traf" ? index : tree.ancestor("traf", of: index)
    else { return nil }
    let found = FragmentPart(node, in: document, self)
    lastPart.value = found
    return found
  }

  /// The track with this ID.
  ///
  /// - Parameter id: `track_ID`.
  /// - Returns: `nil` when no track has it.
  public func track(id: UInt64) -> Track? {
    guard let place = facts.place(of: id).map({ facts.places[$0] }) else { return nil }
    let tracks = facts.tracks
    if Int(place.track) < tracks.count { return tracks[Int(place.track)] }
    guard var track = later(place.node) else { return nil }
    if let defaults = place.defaults {
      track.defaults = defaults
      track.usual = SampleValues(document.view(TrackExtends.self, of: defaults))
    }
    return track
  }

  /// The fragments that are looked at for what is said of a track in few words.
  static let firstFragments = 16
  /// The parts of the first fragments, by the numbers of their tracks, once somebody asked for those of one.
  private var firstParts: [(id: UInt64, node: NodeIndex)]?
  private let firstPartsShare: MemoryShare

  /// The parts of the first fragments that are of the track with this ID, in the order of the file.
  ///
  /// - Complexity: O(*n* log *n*) in the parts of the fragment the first time, then O(log *n*).
  func partsOfFirstFragments(ofTrack id: UInt64) -> [NodeIndex] {
    // It is found out without the lock, which whoever is asked may need.
    let parts = lock.withLock { firstParts } ?? findFirstParts()
    let start = parts.indices.partitionPoint { parts[$0].id < id }
    let end = (start..<parts.count).partitionPoint { parts[$0].id <= id }
    return parts[start..<end].map(\.node)
  }

  private func findFirstParts() -> [(id: UInt64, node: NodeIndex)] {
    let tree = document.tree
    var found: [(id: UInt64, node: NodeIndex)] = []
    var left = min(Self.firstFragments, tree.countAtTop("moof"))
    for fragment in tree.children(of: nil) where left > 0 && tree[fragment].type == "moof" && !tree[fragment].isRaw {
      for part in tree.children(of: fragment) where tree[part].type == "traf" {
        guard let header = tree.child("tfhd", of: part),
          let id = document.view(TrackFragmentHeader.self, of: header).number(inPlace: .track_ID)
        else { continue }
        guard firstPartsShare.append((id, part), to: &found) else { break }
      }
      left -= 1
      if left <= 0 { break }
    }
    document.work.charge(found.count)
    found.sort { $0 < $1 }
    lock.withLock { firstParts = found }
    return found
  }

  /// Whether numbers of groups may stand where those of tracks do; `nil` until somebody asked.
  private var isGrouped: Bool?

  /// Whether tracks are in groups, whose numbers may stand where those of tracks do, or the movie is in another file.
  ///
  /// - Complexity: O(*n*) in the tracks the first time.
  var mayHaveTrackGroups: Bool {
    if let known = lock.withLock({ isGrouped }) { return known }
    let tree = document.tree
    var found = true
    if let movie = tree.child("moov", of: nil) {
      found = tree.children(of: movie).contains { tree[$0].type == "trak" && tree.child("trgr", of: $0) != nil }
      document.work.charge(facts.trackCount)
    }
    lock.withLock { isGrouped = found }
    return found
  }

  /// The track of a `trak` behind those in ``tracks`` that was asked for last.
  private var lastTrack: Track?

  private func later(_ node: NodeIndex) -> Track? {
    lock.withLock {
      if let lastTrack, lastTrack.node == node { return lastTrack }
      let found = track(of: node, NodeReader(document))
      lastTrack = found
      return found
    }
  }

  /// What the first sample entries say that somebody asked about: reports ask for each of them several times.
  private let codecs = Guarded<[(entry: NodeIndex, codec: Codec)]>([])
  private static let codecLimit = 16

  /// What the sample entry at `entry` says.
  fileprivate func codec(of entry: NodeIndex) -> Codec {
    if let known = codecs.withLock({ $0.first { $0.entry == entry }?.codec }) { return known }
    // Whoever reads it may ask for a track, so that nothing is locked.
    let codec = Codec(entry: entry, in: document)
    codecs.withLock { if $0.count < Self.codecLimit { $0.append((entry, codec)) } }
    return codec
  }

  /// The number that a table of an atom needs from another one.
  ///
  /// - Parameters:
  ///   - key: What is asked for.
  ///   - node: The atom that is read.
  /// - Returns: `nil` where the file does not say it.
  public func value(of key: ContextKey, at node: NodeIndex) -> UInt64? {
    switch key {
    case .movieTimescale:
      let timescale = facts.movieTimescale
      return timescale == 0 ? nil : timescale
    case .mediaTimescale:
      guard let timescale = track(at: node)?.timescale, timescale != 0 else { return nil }
      return timescale
    case .handler: return track(at: node)?.handler.map { UInt64($0.rawValue) }
    case .brandIsQuickTime: return facts.isQuickTime ? 1 : 0
    case .sampleCount: return track(at: node)?.sampleCount
    case .stsdVersion:
      return document.tree.ancestor("stsd", of: node).flatMap {
        document.view(SampleDescriptions.self, of: $0).number(inPlace: .version)
      }
    case .channelCount: return channelCount(around: node)
    case .perSampleIVSize:
      return track(at: node)?.initializationVectorSize ?? initializationVectorSize(of: node)
    case .itemReferenceVersion:
      return document.tree.parent(of: node).flatMap {
        document.view(ItemReferences.self, of: $0).number(inPlace: .version)
      }
    case .auxSampleCount:
      let tree = document.tree
      guard let sizes = tree.parent(of: node).flatMap({ tree.child("saiz", of: $0) })
      else { return nil }
      return document.view(AuxiliarySizes.self, of: sizes).number(inPlace: .sample_count)
    default: return nil
    }
  }

  /// How long the vectors of the `senc` at `index` are, in a segment whose movie is elsewhere: its
  /// first sample has as many bytes as `saiz` beside it says, of which subsamples take a known part.
  private func initializationVectorSize(of index: NodeIndex) -> UInt64? {
    let tree = document.tree
    guard let parent = tree.parent(of: index), let sizes = tree.child("saiz", of: parent),
      let flags = document.view(SampleEncryption.self, of: index).number(inPlace: .flags)
    else { return nil }
    let given = document.view(AuxiliarySizes.self, of: sizes)
    var size = given.number(inPlace: .default_sample_info_size) ?? 0
    if size == 0 {
      size = given.column(.sample_info_size, of: .entries).map { $0.count > 0 ? $0[0] : 0 } ?? 0
    }
    guard flags & 2 != 0 else { return [0, 8, 16].contains(size) ? size : nil }
    for candidate in [8, 16, 0] as [UInt64] {
      guard let count = number(index, at: 8 + Int(candidate), count: 2),
        candidate + 2 + 6 * count == size
      else { continue }
      return candidate
    }
    return nil
  }

  /// The number at `offset` of the payload of a node whose table cannot be read yet: its layout is what
  /// is guessed.
  private func number(_ index: NodeIndex, at offset: Int, count: Int) -> UInt64? {
    let node = document.tree[index]
    guard Int(node.size) - Int(node.headerSize) >= offset + count else { return nil }
    let source = document.source(of: node)
    return source.bytes.bigEndian(at: Int(node.payloadStart) + offset, count: count)
  }

  // MARK: Items

  /// The items of each `meta` that was asked for.
  private var directories: [NodeIndex: ItemDirectory] = [:]

  /// The items of the `meta` that the node at `index` is or lies in.
  ///
  /// - Complexity: O(*n*) in the number of items the first time, then O(depth).
  ///
  /// - Parameter index: Any atom.
  /// - Returns: `nil` where there is no `meta`.
  public func items(around index: NodeIndex) -> ItemDirectory? {
    let tree = document.tree
    guard let meta = tree[index].type == "meta" ? index : tree.ancestor("meta", of: index)
    else { return nil }
    return lock.withLock {
      if let directory = directories[meta] { return directory }
      let directory = ItemDirectory(meta, in: document)
      directories[meta] = directory
      return directory
    }
  }

  /// The numbers of each `meta` that something leads to, for those that were asked for.
  private var numbersLedTo: [NodeIndex: Set<UInt64>?] = [:]

  /// The numbers that something in the `meta` at `index` leads to, gathered by who asks first.
  ///
  /// - Parameter gather: Makes them; `nil` where not all could be read.
  package func numbersLedTo(in index: NodeIndex, _ gather: () -> Set<UInt64>?) -> Set<UInt64>? {
    if let known = lock.withLock({ numbersLedTo[index] }) { return known }
    let found = gather()
    lock.withLock { _ = numbersLedTo.updateValue(found, forKey: index) }
    return found
  }

  // MARK: Groups of samples

  /// How many groups each `grouping_type` of the sample table that was asked for last describes.
  private var descriptions: (table: NodeIndex, counts: [DescribedGroups])?

  /// How many groups of a `grouping_type` are described, by the `sgpd` that is the `place`-th.
  private struct DescribedGroups {
    let type: UInt64
    let place: Int
    let count: UInt64?
  }

  /// How many groups are described for a `grouping_type` in the `stbl` at `table`; of several
  /// `sgpd` of one type the last counts.
  ///
  /// - Complexity: O(*n* log *n*) in the children of the table the first time, then O(log *n*).
  func describedGroups(of type: UInt64, in table: NodeIndex) -> UInt64? {
    let counts = describedGroups(in: table)
    // They are in the order of types: the last of this one.
    let point = (0..<counts.count).partitionPoint { counts[$0].type <= type }
    return point > 0 && counts[point - 1].type == type ? counts[point - 1].count : nil
  }

  private func describedGroups(in table: NodeIndex) -> [DescribedGroups] {
    lock.withLock {
      if let descriptions, descriptions.table == table { return descriptions.counts }
      let tree = document.tree
      let reader = NodeReader(document)
      var counts: [DescribedGroups] = []
      var steps = 0
      for child in tree.children(of: table) {
        steps += 1
        guard tree[child].type == "sgpd" else { continue }
        let fields = reader.view(SampleGroupDescription.self, of: child)
        guard let type = fields.number(.grouping_type) else { continue }
        counts.append(DescribedGroups(type: type, place: counts.count, count: fields.number(.entry_count)))
      }
      counts.sort { ($0.type, $0.place) < ($1.type, $1.place) }
      document.work.charge(steps)
      descriptions = (table, counts)
      return counts
    }
  }

  // MARK: Fragments

  /// What was found out of fragments, which is only touched while the lock is held.
  var fragments = FragmentMemory()

  // MARK: Keys

  /// Where the keys of each `keys` that was asked for stand.
  private var keyLists: [NodeIndex: [Extent]] = [:]
  let lock = Lock()

  /// Where the text of key `number`, 1...65535, of the `keys` at `index` stands.
  ///
  /// - Complexity: O(*n*) in the number of keys the first time, then O(1).
  package func key(_ number: Int, in index: NodeIndex) -> Extent? {
    lock.withLock {
      if keyLists[index] == nil { keyLists[index] = keyExtents(in: index) }
      guard let list = keyLists[index], number >= 1, number <= list.count else { return nil }
      return list[number - 1]
    }
  }

  /// The `keys` beside the list of the item at `node`, and where in its source the key stands that the item's type counts.
  ///
  /// - Complexity: as that of ``key(_:in:)``.
  package func countedKey(of node: NodeIndex) -> (keys: NodeIndex, extent: Extent)? {
    let tree = document.tree
    let number = tree[node].type.rawValue
    guard number > 0, number < 0x1_0000, let list = tree.parent(of: node), let metadata = tree.parent(of: list),
      let keys = tree.child("keys", of: metadata), let extent = key(Int(number), in: keys)
    else { return nil }
    return (keys, extent)
  }

  private func keyExtents(in index: NodeIndex) -> [Extent] {
    var walker = Walker()
    var sink = KeySink()
    document.walk(index, &walker, into: &sink)
    return sink.extents
  }

  private struct KeySink: FieldSink {
    var extents: [Extent] = []

    mutating func field(_ field: borrowing FieldReading) {
      if extents.count < 0xFFFF, field.is(.key_value, in: MetadataKeys.self) {
        extents.append(field.extent)
      }
    }

    mutating func table(_ table: borrowing TableReading) {}
    mutating func wants(item index: Int, of count: Int) -> Bool { index < 0xFFFF }
    var stopsAtUnwanted: Bool { true }
  }

  private func channelCount(around node: NodeIndex) -> UInt64? {
    let tree = document.tree
    var at = tree.parent(of: node)
    while let here = at {
      if let parent = tree.parent(of: here), tree[parent].type == "stsd" {
        let entry = document.view(AudioEntry.self, of: here)
        return entry.number(.numAudioChannels) ?? entry.number(.channelcount)
      }
      at = tree.parent(of: here)
    }
    return nil
  }

  private func gather() -> Facts {
    let tree = document.tree
    var facts = Facts()
    facts.isQuickTime = Brands.isQuickTime(tree)
    guard let movie = tree.movie else { return facts }
    // Timescales are not known yet, and what is asked for here does not need them.
    let reader = NodeReader(document)
    if let header = tree.child("mvhd", of: movie) {
      facts.movieTimescale = reader.view(MovieHeader.self, of: header).number(.timescale) ?? 0
    }
    facts.trackCount = tree.children(of: movie).reduce(0) { $0 + (tree[$1].type == "trak" ? 1 : 0) }
    let opened = openedTracks(of: facts.trackCount)
    var listed = facts.trackCount
    if !places.grow(by: listed * MemoryLayout<Facts.Place>.stride) { listed = opened }
    facts.places.reserveCapacity(listed)
    var number = 0
    for index in tree.children(of: movie) where tree[index].type == "trak" {
      if number == listed { break }
      var id: UInt64 = 0
      if number < opened {
        let track = track(of: index, reader)
        id = track.id
        facts.tracks.append(track)
      } else if let header = tree.child("tkhd", of: index) {
        id = reader.view(TrackHeader.self, of: header).number(.track_ID) ?? 0
      }
      facts.places.append(
        Facts.Place(
          id: UInt32(truncatingIfNeeded: id), node: index, track: UInt32(number)))
      number += 1
    }
    facts.places.sort { ($0.id, $0.track) < ($1.id, $1.track) }
    if let extends = tree.child("mvex", of: movie) {
      for index in tree.children(of: extends) where tree[index].type == "trex" {
        let defaults = reader.view(TrackExtends.self, of: index)
        if let id = defaults.number(.track_ID), let place = facts.place(of: id) {
          facts.places[place].defaults = index
          let track = Int(facts.places[place].track)
          if track < opened {
            facts.tracks[track].defaults = index
            facts.tracks[track].usual = SampleValues(defaults)
          }
        }
      }
    }
    return facts
  }

  /// How many of so many tracks are opened at once: as many as there is memory for all that reports keep of them.
  private func openedTracks(of count: Int) -> Int {
    var opened = min(count, max(0, document.limits.parts))
    // Whoever has no memory for a few has none to open a file.
    while opened > 16 {
      if openTracks.grow(by: opened * Self.trackSize) { return opened }
      opened /= 2
    }
    return opened
  }

  /// What reports keep of a track, about: its lists of samples, facts, playback and lines, in bytes.
  private static let trackSize = 5 << 10

  /// How long the vectors are that PIFF, from before there was a 'tenc', gives the samples of a sample
  /// entry (PIFF 1.1 §5.3.3).
  private func olderVectorSize(of entry: NodeIndex, _ reader: NodeReader) -> UInt64? {
    let tree = document.tree
    guard let scheme = tree.child("sinf", of: entry).flatMap({ tree.child("schi", of: $0) }),
      let encryption = tree.child("uuid", of: scheme)
    else { return nil }
    // The view reads no other table: those may ask for what is being found out here.
    return reader.view(OlderTrackEncryption.self, of: encryption).number(.default_IV_size)
  }

  private func track(of index: NodeIndex, _ reader: NodeReader) -> Track {
    let tree = document.tree
    var track = Track(node: index)
    if let header = tree.child("tkhd", of: index) {
      let header = reader.view(TrackHeader.self, of: header)
      track.id = header.number(.track_ID) ?? 0
      track.duration = header.number(.duration)
    }
    guard let media = tree.child("mdia", of: index) else { return track }
    if let header = tree.child("mdhd", of: media) {
      let header = reader.view(MediaHeader.self, of: header)
      track.timescale = header.number(.timescale) ?? 0
      track.mediaDuration = header.number(.duration)
    }
    if let handler = tree.child("hdlr", of: media) {
      track.handler = reader.view(HandlerReference.self, of: handler).code(.handler_type)
    }
    guard let information = tree.child("minf", of: media),
      let table = tree.child("stbl", of: information)
    else { return track }
    if let descriptions = tree.child("stsd", of: table) {
      track.sampleEntry = tree.firstChild(of: descriptions)
      if let entry = track.sampleEntry {
        let protection = tree.subtree(of: entry).first { tree[$0].type == "tenc" }
        if let protection {
          track.initializationVectorSize = reader.view(TrackEncryption.self, of: protection)
            .number(.default_Per_Sample_IV_Size)
        } else {
          track.initializationVectorSize = olderVectorSize(of: entry, reader)
        }
      }
    }
    if let sizes = tree.child("stsz", of: table) ?? tree.child("stz2", of: table) {
      track.sampleCount = reader.view(SampleSizes.self, of: sizes).number(.sample_count)
    }
    return track
  }
}

extension Document {
  /// What the sample entry at `entry` says, which is read once.
  package func codec(of entry: NodeIndex) -> Codec {
    (context as? AtomContext)?.codec(of: entry) ?? Codec(entry: entry, in: self)
  }
}

extension Tree {
  /// The `moov` that describes the movie: of a compressed one that which is in it (QTFF, Compressed Movie Resources).
  package var movie: NodeIndex? {
    guard let outer = child("moov", of: nil) else { return nil }
    guard let compressed = child("cmov", of: outer), let data = child("cmvd", of: compressed),
      let inner = child("moov", of: data)
    else { return outer }
    return inner
  }

  /// Whether fragments stand here without a movie, as in a media segment: what their tracks are is said in another file.
  package var isSegmentAlone: Bool { countAtTop("moof") > 0 && child("moov", of: nil) == nil }
}
