import Atoms
import ByteReading
import MediaFacts
import Structure

/// Computes facts of one document, each when a rule asks for it.
final class PlayerFacts {
  let file: JudgedFile
  private(set) lazy var fragments = PlayerFragments(file)
  private(set) lazy var image = PlayerImage(file)
  private(set) lazy var codings = CodingsOfFile(self)
  private lazy var tag = PlayerTag(file)
  private lazy var chunkCounts = countChunks()
  /// The keys of iTunes that are named by those who use them.
  private(set) lazy var freeKeys = tree.mayHave("ilst") ? (try? Path("//ilst/'----'"))?.nodes(in: document) ?? [] : []
  /// The tracks of the movie that were asked for, by their places.
  private var tracks: [PlayerTrack?] = []

  /// - Parameters:
  ///   - movie: The samples of the document, where somebody has them already.
  ///   - codings: How its tracks are coded, in their order, where that is known.
  init(_ document: Document, name: [UInt8]?, movie: MovieSamples? = nil, codings: [Facts.Track]? = nil) {
    file = JudgedFile(document, name: name, movie: movie, tracks: codings)
  }

  var document: Document { file.document }
  var tree: Tree { file.tree }
  var reader: NodeReader { file.reader }
  var context: AtomContext? { file.context }
  var name: [UInt8]? { file.name }
  var movie: MovieSamples { file.movie }
  var facts: Facts { file.facts }
  var isMovie: Bool { file.isMovie }
  var isImage: Bool { file.isImage }
  /// Whether the file is of atoms, or of nothing that is known.
  var mayBeOfAtoms: Bool { document.format.map { $0.id == .isoBaseMedia } ?? true }

  /// The nodes of tracks in their order, and the place of each among those of the movie: a file of 300,000
  /// asks for each of them, and most are none that reports look into.
  private lazy var places: [TrackPlace] = {
    var places: [TrackPlace] = []
    places.reserveCapacity(movie.tracks.count)
    for place in movie.tracks.indices { places.append(TrackPlace(node: movie.tracks[place].node, place: place)) }
    // They are in order but for tracks that only fragments name.
    for place in places.indices.dropFirst() where places[place].node < places[place - 1].node {
      places.sort { ($0.node, $0.place) < ($1.node, $1.place) }
      break
    }
    return places
  }()

  private struct TrackPlace {
    let node: NodeIndex
    let place: Int
  }

  /// The track that a node is, or lies in.
  func track(at scope: NodeIndex?) -> PlayerTrack? {
    guard let scope else { return nil }
    let node = tree[scope].type == "trak" ? scope : tree.ancestor("trak", of: scope)
    guard let node else { return nil }
    let point = (0..<places.count).partitionPoint { places[$0].node < node }
    guard point < places.count, places[point].node == node else { return nil }
    let place = places[point].place
    if tracks.isEmpty { tracks = Array(repeating: nil, count: movie.tracks.count) }
    if let known = tracks[place] { return known }
    let made = PlayerTrack(movie.tracks[place], file)
    tracks[place] = made
    return made
  }

  /// The value of a fact of the node at `scope`, or of the file.
  func value(of fact: PlayerFact, at scope: NodeIndex?) -> PlayerFactValue {
    if let value = ofFile(fact) { return value }
    if let value = fragments(fact, scope) { return value }
    if let value = image(fact, scope) { return value }
    if let value = tag(fact) { return value }
    guard let scope else { return .absent }
    if let value = ofNode(fact, scope) { return value }
    return track(at: scope)?.value(of: fact) ?? .absent
  }

  private func fragments(_ fact: PlayerFact, _ scope: NodeIndex?) -> PlayerFactValue? {
    guard PlayerFragments.answers(fact) else { return nil }
    if fact == .baseFromFragment, let scope, tree[scope].type == "trak" {
      return PlayerFactValue(fragments.countsFromFragments(scope), scope)
    }
    return fragments.value(of: fact)
  }

  private func image(_ fact: PlayerFact, _ scope: NodeIndex?) -> PlayerFactValue? {
    guard PlayerImage.answers(fact) else { return nil }
    return image.value(of: fact, at: scope)
  }

  private func tag(_ fact: PlayerFact) -> PlayerFactValue? {
    guard PlayerTag.answers(fact) else { return nil }
    return tag.value(of: fact)
  }

  // MARK: The file

  private func ofFile(_ fact: PlayerFact) -> PlayerFactValue? {
    switch fact {
    case .isMovie: return PlayerFactValue(isMovie)
    case .isImage: return PlayerFactValue(isImage, tree.child("meta", of: nil))
    case .imageMetas: return isImage ? PlayerFactValue(tree.countAtTop("meta"), tree.child("meta", of: nil)) : .absent
    case .pastEnd: return PlayerFactValue(chunkCounts.past, chunkCounts.place)
    case .chunksInside:
      return chunkCounts.past + chunkCounts.inside == 0
        ? .absent : PlayerFactValue(chunkCounts.inside, chunkCounts.place)
    case .junkAmong: return junkAmong
    case .junkBefore: return junkBefore
    case .junkBehind, .junkSize, .tagBefore: return outside(fact)
    case .ftypPlace, .ftypOffset: return fileType(fact)
    case .sameIds: return sameIDs
    case .firstSameIds: return firstSameIDs
    case .identifiersCut: return identifiersCut
    case .beginningsCut: return beginningsCut
    case .headerBehindEdits: return headerBehindEdits
    case .movieDurationOff: return movieDuration
    case .movieLast:
      guard isMovie, let first = file.synopsis.isFastStart, file.synopsis.fragments == 0 else {
        return .absent
      }
      return PlayerFactValue(!first, tree.child("moov", of: nil))
    case .apart:
      guard file.synopsis.fragments == 0, let found = Interleaving.ofPlayed(in: movie) else {
        return .absent
      }
      let distance = found.distance * 1_000
      return distance < 1e15
        ? PlayerFactValue(Int64(distance), tree.child("moov", of: nil)) : .absent
    case .isStreamNamedMovie: return streamNamedMovie
    case .wavCoding: return WAVCoding(document).map { PlayerFactValue($0.isOther, $0.node) } ?? .absent
    case .wavBits: return WAVCoding(document).map { PlayerFactValue($0.bits, $0.node) } ?? .absent
    case .mediaMissing: return mediaMissing
    case .emptyStartOfAll: return delayOfAll
    case .soundMissing: return SoundOfFile.isMissing(in: document).map { PlayerFactValue($0.isMissing, $0.node) } ?? .absent
    case .soundUnsized: return SoundOfFile.unsized(in: document).map { PlayerFactValue(true, $0) } ?? .absent
    case .adts: return PlayerFactValue(file.synopsis.format == .aac)
    case .soundFrames: return SoundOfFile.frames(in: document).map { PlayerFactValue($0) } ?? .absent
    case .soundShort: return SoundOfFile.shortage(in: document).map { PlayerFactValue($0) } ?? .absent
    case .brandCmaf: return PlayerFactValue(file.synopsis.brands.contains { $0.key.hasPrefix("cmf") })
    case .brandAndroid: return PlayerFactValue(file.synopsis.brands.contains(where: Self.isKnown))
    case .fragmented:
      return PlayerFactValue(
        file.synopsis.isFragmented ? max(1, file.synopsis.fragments) : 0)
    default: return ofTracks(fact)
    }
  }

  /// Brands by which media3 knows a file (Sniffer.java).
  private static func isKnown(_ brand: FourCC) -> Bool {
    let key = brand.key
    return [
      "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso9", "avc1", "hvc1", "hev1", "av01",
      "mp41", "mp42", "M4V ", "M4A ", "f4v ", "kddi", "M4VP", "qt  ", "MSNV", "dby1", "isml",
      "piff",
    ].contains(key) || key.hasPrefix("3g2") || key.hasPrefix("3gp") || key.hasPrefix("3gr")
      || key.hasPrefix("3gs") || key.hasPrefix("3ge") || key.hasPrefix("3gg")
  }

  /// How many chunks end behind the end of the file, where the first does, and how many begin in it.
  private func countChunks() -> (past: Int, inside: Int, place: NodeIndex?) {
    let size = UInt64(tree.file.byteCount)
    var past = 0
    var inside = 0
    var place: NodeIndex?
    for track in movie.tracks {
      // Nobody asks when they are decoded.
      var chunks = Chunks(track, isTimed: false)
      while let chunk = chunks.next() {
        guard chunk.byteCount > 0, let start = chunk.offset, let end = chunk.end else { continue }
        if end > size {
          past += 1
          if place == nil { place = track.node }
        }
        if start < size { inside += 1 }
      }
    }
    return (past, inside, place)
  }

  private func outside(_ fact: PlayerFact) -> PlayerFactValue {
    let bytes = tree.file.bytes
    let roots = Array(tree.children(of: nil).prefix(4))
    guard document.format?.id == .isoBaseMedia || fact == .tagBefore else { return .absent }
    switch fact {
    case .junkBehind, .junkSize:
      guard let last = lastAtTop, last != roots.first else { return .absent }
      // What is no header may claim more than there is, as a box of no known type.
      let isCut = document.problems.kept.contains {
        $0.node == last && ["file-truncated", "not-an-atom"].contains($0.kind.id.description)
      }
      guard tree[last].isRaw || isCut && !PlayerFragments.known.contains(tree[last].type) else {
        return .absent
      }
      guard fact == .junkSize else { return PlayerFactValue(tree[last].size, last) }
      let start = Int(clamping: tree[last].start)
      guard tree.file.byteCount >= start + 8, let size = bytes.bigEndian(at: start, count: 4) else { return .absent }
      return PlayerFactValue(size, last)
    default:
      guard bytes.bigEndian(at: 0, count: 3) == 0x49_4433, let size = bytes.bigEndian(at: 6, count: 4)
      else { return .absent }
      let length = 10 + size.withoutEighthBits
      guard length < UInt64(tree.file.byteCount),
        bytes.bigEndian(at: Int(length) &+ 4, count: 4) == 0x6674_7970
      else { return .absent }
      return PlayerFactValue(length, roots.first, Extent(byteOffset: 0, byteCount: Int(length)))
    }
  }

  private var lastAtTop: NodeIndex? {
    var last: NodeIndex?
    for index in tree.children(of: nil) { last = index }
    return last
  }

  private func fileType(_ fact: PlayerFact) -> PlayerFactValue {
    guard let type = tree.child("ftyp", of: nil) else { return .absent }
    if fact == .ftypOffset { return PlayerFactValue(tree[type].start, type) }
    var place = 0
    for index in tree.children(of: nil) {
      place += 1
      if index == type { break }
    }
    return PlayerFactValue(place, type)
  }

  private var beginningsCut: PlayerFactValue {
    let size = UInt64(tree.file.byteCount)
    var cut: NodeIndex?
    for track in movie.tracks.prefix(Self.beginnings) where ["vide", "soun"].contains(track.handler) && !track.isElsewhere {
      guard let first = track.firstWithBytes, first.file == 0 else { continue }
      if first.bytes(upTo: size) != nil { return PlayerFactValue(0) }
      cut = cut ?? track.node
    }
    return cut.map { PlayerFactValue(1, $0) } ?? .absent
  }

  /// Tracks whose first sample is looked for.
  private static let beginnings = 1_024

  private var headerBehindEdits: PlayerFactValue {
    guard let movie = tree.child("moov", of: nil), let header = tree.child("mvhd", of: movie) else { return .absent }
    for index in tree.children(of: movie) where index < header && tree[index].type == "trak" {
      if let edits = tree.child("edts", of: index), tree.child("elst", of: edits) != nil { return PlayerFactValue(1, header) }
    }
    return PlayerFactValue(0)
  }

  private var sameIDs: PlayerFactValue {
    // By their IDs, and where those are the same in the order of the file.
    var tracks = context?.tracks ?? []
    tracks.sort { ($0.id, $0.node) < ($1.id, $1.node) }
    var count = 0
    var node: NodeIndex?
    for place in tracks.indices.dropFirst() where tracks[place].id == tracks[place - 1].id {
      count += 1
      node = min(node ?? tracks[place].node, tracks[place].node)
    }
    return PlayerFactValue(count, node)
  }

  /// Firefox looks for the tables of a track by its ID, and finds the first track that has it.
  private var firstSameIDs: PlayerFactValue {
    var count = 0
    var node: NodeIndex?
    let tracks = context?.tracks ?? []
    for handler in ["vide", "soun"] as [FourCC] {
      guard let first = tracks.first(where: { $0.handler == handler }),
        tracks.first(where: { $0.id == first.id })?.node != first.node
      else { continue }
      count += 1
      node = node ?? first.node
    }
    return PlayerFactValue(count, node)
  }

  private var movieDuration: PlayerFactValue {
    guard let movie = tree.child("moov", of: nil), let header = tree.child("mvhd", of: movie),
      file.synopsis.fragments == 0, tree.child("mvex", of: movie) == nil, let context,
      let duration = reader.view(MovieHeader.self, of: header).number(.duration)
    else { return .absent }
    let longest = context.tracks.compactMap(\.duration).max() ?? 0
    guard longest > 0, longest < UInt64.max / 16 else { return .absent }
    return PlayerFactValue(duration == 0 || duration / 10 >= longest, header)
  }

  private var mediaMissing: PlayerFactValue {
    guard isMovie, let node = tree.child("moov", of: nil) else { return .absent }
    let tracks = movie.tracks
    return PlayerFactValue(!tracks.isEmpty && tracks.allSatisfy { $0.count == 0 && $0.promisedCount == 0 }, node)
  }

  private var streamNamedMovie: PlayerFactValue {
    guard document.format?.id != .isoBaseMedia, let name else { return .absent }
    let ending = String(decoding: name.suffix(4), as: UTF8.self).lowercased()
    guard [".m4a", ".mp4", ".m4b"].contains(ending),
      let first = tree.file.bytes.bigEndian(at: 0, count: 2), first & 0xFFF6 == 0xFFF0
    else { return .absent }
    return PlayerFactValue(1, nil, Extent(byteOffset: 0, byteCount: 2))
  }
}
