import Atoms
import ByteReading
import MediaFacts
import Structure

/// A document that rules for players ask of, and what several of its facts are made from.
final class JudgedFile {
  let document: Document
  /// The name of the file, for what it promises.
  let name: [UInt8]?
  let reader: NodeReader
  let context: AtomContext?
  /// Taken out of the document once, which is asked under a lock.
  let synopsis: Synopsis
  private(set) lazy var movie = knownMovie ?? MovieSamples(document)
  private let knownMovie: MovieSamples?
  private let knownTracks: [Facts.Track]?
  private(set) lazy var facts = MediaFile.facts(of: document)

  init(_ document: Document, name: [UInt8]?, movie: MovieSamples?, tracks: [Facts.Track]?) {
    self.document = document
    self.name = name
    knownMovie = movie
    knownTracks = tracks
    reader = NodeReader(document)
    context = document.context as? AtomContext
    synopsis = document.synopsis
  }

  var tree: Tree { document.tree }

  private struct FirstTime {
    let track: NodeIndex
    let time: Int64?
  }

  private var firstTimes: [FirstTime] = []

  /// When the first sample of a track is composed, found out once for most: samples are gone through for it, and facts of
  /// tracks and of fragments ask for it.
  func firstCompositionTime(of track: SampleTrack) -> Int64? {
    if let known = firstTimes.first(where: { $0.track == track.node }) { return known.time }
    let time = track.firstCompositionTime
    if firstTimes.count < 64 { firstTimes.append(FirstTime(track: track.node, time: time)) }
    return time
  }

  /// The sample entries that no sample leads to, in tracks whose samples lead to others, in the order of the file: no
  /// decoder is given them.
  ///
  /// - Complexity: O(*n* log *n*) in the tracks, and O(*n*) in the chunks of those with several sample entries.
  private(set) lazy var unusedEntries: [NodeIndex] = {
    var unused: [NodeIndex] = []
    for samples in movie.tracks {
      guard let track = context?.track(at: samples.node), track.node == samples.node, let first = track.sampleEntry,
        let list = tree.parent(of: first), tree[first].subtreeEnd < tree[list].subtreeEnd
      else { continue }
      let entries = Array(track.sampleEntries(in: tree).prefix(Self.entryLimit))
      guard entries.count > 1, entries.count < Self.entryLimit else { continue }
      var isUsed = Array(repeating: false, count: entries.count)
      var left = entries.count
      for chunk in samples.chunks where chunk.sampleCount > 0 && left > 0 {
        let place = chunk.description - 1
        guard isUsed.indices.contains(place), !isUsed[place] else { continue }
        isUsed[place] = true
        left -= 1
      }
      if left == entries.count { continue }
      for (place, entry) in entries.enumerated() where !isUsed[place] { unused.append(entry) }
    }
    return unused.sorted()
  }()

  /// The sample entries of a track that are held against its samples.
  private static let entryLimit = 1_024

  /// The sample entries below `scope` that no sample leads to.
  ///
  /// - Complexity: O(log *n*).
  func unusedEntries(below scope: NodeIndex) -> ArraySlice<NodeIndex> {
    let (unused, subtree) = (unusedEntries, tree.subtree(of: scope))
    let start = (0..<unused.count).partitionPoint { unused[$0] < subtree.lowerBound }
    return unused[start..<(start..<unused.count).partitionPoint { unused[$0] < subtree.upperBound }]
  }

  /// Whether a node is, or stands in, a sample entry that no sample leads to.
  ///
  /// - Complexity: O(log *n*).
  func isUnused(_ node: NodeIndex) -> Bool {
    let unused = unusedEntries
    let point = (0..<unused.count).partitionPoint { unused[$0] <= node }
    return point > 0 && node < tree[unused[point - 1]].subtreeEnd
  }

  /// Whether a node has less than it was to have, as far as problems were kept.
  func isCut(_ node: NodeIndex) -> Bool {
    document.problems.kept.contains { $0.node == node && PlayerRule.isCut($0.kind.id) }
  }

  /// Those of `nodes` that are not in a sample entry which no sample leads to.
  ///
  /// - Complexity: O(*n* log *m*) in the nodes and these entries.
  func used(_ nodes: [NodeIndex]) -> [NodeIndex] {
    var nodes = nodes
    // Whoever shows a sequence of images as one shows its items, and its tracks as what goes with them.
    if isImage, let movie = tree.child("moov", of: nil) {
      let tracks = tree.subtree(of: movie)
      nodes.removeAll { tracks.contains($0) }
    }
    return unusedEntries.isEmpty ? nodes : nodes.filter { !isUnused($0) }
  }

  /// How a sample entry is coded.
  struct EntryCoding {
    let string: String
    let entry: NodeIndex
  }

  /// How the sample entries of a track are coded, 64 at most: the string, and the entry. Of those that are protected it
  /// is what they were before; those that do not say it are left out, and those that no sample leads to.
  func codings(of track: AtomContext.Track) -> [EntryCoding] {
    var found: [EntryCoding] = []
    if let known = knownTracks?.first(where: { $0.node == track.node }) {
      for coding in known.codings where !Codec.protected.contains(coding.type) && !isUnused(coding.source.node) {
        found.append(EntryCoding(string: coding.string ?? coding.type.key, entry: coding.source.node))
      }
      return found
    }
    for entry in track.sampleEntries(in: tree).prefix(64)
    where !Codec.protected.contains(document.codec(of: entry).type) && !isUnused(entry) {
      let string = CodecString(entry: entry, in: document)?.text
      found.append(EntryCoding(string: string ?? document.codec(of: entry).type.key, entry: entry))
    }
    return found
  }

  /// Whether the file is of atoms, and no image alone.
  private(set) lazy var isMovie: Bool = {
    guard document.format?.id == .isoBaseMedia, !isImage else { return false }
    return synopsis.format != .jpeg2000 && synopsis.format != .jpegXL
      || tree.child("moov", of: nil) != nil
  }()

  /// Whether the file is an image, or a sequence of images that stands for one: an item is shown first, and each track
  /// is of images, or of what goes with these (23008-12 §7).
  private(set) lazy var isImage: Bool = {
    guard document.format?.id == .isoBaseMedia, synopsis.format == .heif else { return false }
    guard tree.child("moov", of: nil) != nil else { return true }
    guard let items = tree.child("meta", of: nil), tree.child("pitm", of: items) != nil, let tracks = context?.tracks
    else { return false }
    return tracks.contains { $0.handler == "pict" } && tracks.allSatisfy { $0.handler == "pict" || $0.handler == "auxv" }
  }()

  /// One of the tracks that another refers to.
  struct TrackReference {
    let list: NodeIndex
    let id: UInt64
  }

  /// The references of the track at `node`, by type, of one box of references.
  func references(of node: NodeIndex) -> [TrackReference] {
    guard let box = tree.child("tref", of: node) else { return [] }
    var found: [TrackReference] = []
    for list in tree.children(of: box).prefix(64) where !tree[list].isRaw {
      for id in identifiers(in: list) { found.append(TrackReference(list: list, id: id)) }
    }
    return found
  }

  /// The first 1,024 identifiers of tracks in a list of references.
  private func identifiers(in list: NodeIndex) -> [UInt64] {
    let extent = document.ownPayload(of: list)
    let bytes = document.source(of: tree[list]).bytes
    var found: [UInt64] = []
    var at = extent.byteOffset
    let end = extent.byteOffset &+ min(extent.byteCount, 4_096)
    while at &+ 4 <= end, let id = bytes.bigEndian(at: at, count: 4) {
      found.append(id)
      at &+= 4
    }
    return found
  }

  /// The first enabled track of pictures and that of sound, each if the last `chap` of the movie names it: FFmpeg's
  /// demuxer, which Chromium has, keeps that list alone, and takes what it names for chapters.
  ///
  /// - Complexity: O(*n*) in the tracks and their references.
  private(set) lazy var takenForChapters: [NodeIndex] = {
    var last: NodeIndex?
    for track in synopsis.tracks.reversed() where last == nil {
      for box in tree.children(of: track.node) where tree[box].type == "tref" && !tree[box].isRaw {
        for list in tree.children(of: box) where tree[list].type == "chap" && !tree[list].isRaw { last = list }
      }
    }
    guard let last else { return [] }
    let named = identifiers(in: last)
    var taken: [NodeIndex] = []
    for handler in ["vide", "soun"] as [FourCC] {
      let first = synopsis.tracks.first { $0.handler == handler && $0.isEnabled }
      if let first, named.contains(first.id) { taken.append(first.node) }
    }
    return taken
  }()

  /// Whether the pixels of the `pasp` at `box` are as wide as they are high.
  func isSquare(_ box: NodeIndex) -> Bool {
    let ratio = reader.view(PixelAspectRatio.self, of: box)
    return ratio.number(.hSpacing) == ratio.number(.vSpacing)
  }
}
