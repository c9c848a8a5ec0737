import Atoms
import ByteReading
import MediaFacts
package import Structure

extension MediaFile {
  /// Which tracks of two movies are the same: those whose samples are, by a few of them and all of their
  /// sizes, then the only ones of a handler, a language and a coding, then those of a handler and a
  /// language.
  ///
  /// None for movies whose tracks have a number and a handler that both have once, with samples of the
  /// same sizes: no partner has to be found.
  ///
  /// - Complexity: O(*c*) in the chunks and a bounded number of bytes of each track.
  package static func trackPartners(
    _ before: Document, _ after: Document, _ movies: ComparedMovies = ComparedMovies()
  ) -> [(before: NodeIndex, after: NodeIndex)] {
    let tracks = pairedTracks(before, after, movies)
    return tracks.map { ($0.0.node, $0.1.node) } + fragmentPartners(before, after, tracks)
  }

  /// Those tracks, without the parts of fragments.
  private static func pairedTracks(
    _ before: Document, _ after: Document, _ movies: ComparedMovies
  ) -> [(SampleTrack, SampleTrack)] {
    guard before.context is AtomContext, after.context is AtomContext else { return [] }
    // A file of one track each has nothing to be paired.
    if isOfOneTrack(before), isOfOneTrack(after) { return [] }
    let (x, y) = (movies.movie(of: before), movies.movie(of: after))
    let old = x.tracks.filter { before.tree[$0.node].type == "trak" }
    let new = y.tracks.filter { after.tree[$0.node].type == "trak" }
    guard old.count > 1 || new.count > 1, old.count <= 256, new.count <= 256 else { return [] }
    var finder = TrackPartners(old.map { TrackTrait($0) }, new.map { TrackTrait($0) })
    finder.match {
      $0.content == $1.content && $0.content != 0 && $0.language == $1.language && $0.number == $1.number
    }
    finder.match { $0.content == $1.content && $0.content != 0 && $0.language == $1.language }
    finder.match { $0.content == $1.content && $0.content != 0 && $0.number == $1.number }
    finder.match { $0.content == $1.content && $0.content != 0 }
    finder.match { $0.handler == $1.handler && $0.language == $1.language && $0.coding == $1.coding }
    finder.match { $0.handler == $1.handler && $0.language == $1.language }
    finder.match { $0.handler == $1.handler && $0.number == $1.number }
    finder.match { $0.handler == $1.handler && $0.coding == $1.coding }
    return finder.pairs.map { (old[$0.0], new[$0.1]) }
  }

  /// The parts of fragments, and their defaults, of tracks that have another number: fragment by fragment, where there
  /// are as many.
  private static func fragmentPartners(
    _ before: Document, _ after: Document, _ tracks: [(SampleTrack, SampleTrack)]
  ) -> [(before: NodeIndex, after: NodeIndex)] {
    guard tracks.contains(where: { $0.0.id != $0.1.id }), before.tree.countAtTop("moof") == after.tree.countAtTop("moof")
    else { return [] }
    var numbers: [UInt64: UInt64] = [:]
    for (old, new) in tracks where numbers[old.id] == nil { numbers[old.id] = new.id }
    func number(of part: NodeIndex, _ document: Document) -> UInt64? {
      let tree = document.tree
      switch tree[part].type {
      case "trex": return document.view(TrackExtends.self, of: part).number(.track_ID)
      case "traf":
        return tree.child("tfhd", of: part).flatMap { document.view(TrackFragmentHeader.self, of: $0).number(.track_ID) }
      default: return nil
      }
    }
    var found: [(before: NodeIndex, after: NodeIndex)] = []
    func pair(_ parent: NodeIndex, _ other: NodeIndex) {
      // Of several parts of a track the first belongs to the first.
      var left: [UInt64: [NodeIndex]] = [:]
      for part in Array(after.tree.children(of: other)).reversed() {
        if let id = number(of: part, after) { left[id, default: []].append(part) }
      }
      for part in before.tree.children(of: parent) {
        guard let id = number(of: part, before).flatMap({ numbers[$0] }), let node = left[id]?.popLast() else { continue }
        found.append((part, node))
      }
    }
    func extends(_ tree: Tree) -> NodeIndex? { tree.movie.flatMap { tree.child("mvex", of: $0) } }
    func fragments(_ tree: Tree) -> some Sequence<NodeIndex> {
      tree.children(of: nil).lazy.filter { tree[$0].type == "moof" }
    }
    if let parent = extends(before.tree), let other = extends(after.tree) { pair(parent, other) }
    for (parent, other) in zip(fragments(before.tree), fragments(after.tree)) { pair(parent, other) }
    return found
  }
}

extension MediaFile {
  /// The numbers of tracks that are the same and have another one: one that came before them moved them on. `nil` where
  /// both files have the same numbers.
  ///
  /// - Complexity: That of ``trackPartners(_:_:_:)``.
  package static func trackNumbers(
    _ before: Document, _ after: Document, _ movies: ComparedMovies = ComparedMovies()
  ) -> OtherNumbers? {
    guard let x = before.context as? AtomContext, let y = after.context as? AtomContext, x.hasAllTracks, y.hasAllTracks,
      !x.tracks.isEmpty, !y.tracks.isEmpty, Set(x.tracks.map(\.id)) != Set(y.tracks.map(\.id))
    else { return nil }
    let isOfOne = x.tracks.count == 1 && y.tracks.count == 1
    let pairs =
      isOfOne
      ? [(x.tracks[0].id, y.tracks[0].id)] : pairedTracks(before, after, movies).map { ($0.0.id, $0.1.id) }
    var numbers: [UInt64: UInt64] = [:]
    for (old, new) in pairs where old > 0 && new > 0 {
      // A number that two tracks have leads to neither for certain.
      guard numbers[old] == nil else { return nil }
      numbers[old] = new
    }
    guard numbers.contains(where: { $0.key != $0.value }) else { return nil }
    var places: [(type: FourCC?, field: StaticString)] = TrackIndexes.fields.map { ($0.type, $0.field) }
    // Whatever they are references for.
    var types: Set<FourCC> = []
    for track in x.tracks where types.count < 64 {
      guard let references = before.tree.child("tref", of: track.node) else { continue }
      for list in before.tree.children(of: references).prefix(64) { types.insert(before.tree[list].type) }
    }
    for type in types { places.append((type, "track_ID")) }
    let indexes = indexPartners(before, after, numbers)
    if let groups = groupedTracks(before, after, numbers) {
      for type in groups.types { places.append((type, "entity_id")) }
      // What is grouped with tracks keeps its number.
      for id in groups.others { numbers[id] = id }
    }
    return OtherNumbers(
      numbers: numbers, scope: before.tree.indices, partners: indexes, ordered: [], places: places)
  }

  /// What is for a track by its number, with what is for the same track in the second file: indexes of segments and of
  /// fragments, and what announces these. Of several for a track each is the one at its place, where both files have as
  /// many.
  private static func indexPartners(
    _ before: Document, _ after: Document, _ numbers: [UInt64: UInt64]
  ) -> [(before: NodeIndex, after: NodeIndex)] {
    struct Key: Hashable {
      let type: FourCC
      let track: UInt64
    }
    func indexes(in parent: NodeIndex?, _ document: Document) -> [Key: [NodeIndex]] {
      var found: [Key: [NodeIndex]] = [:]
      for index in document.tree.children(of: parent) {
        guard let track = TrackIndexes.number(in: index, of: document)?.id else { continue }
        found[Key(type: document.tree[index].type, track: track), default: []].append(index)
      }
      return found
    }
    var pairs: [(before: NodeIndex, after: NodeIndex)] = []
    func pair(_ parent: NodeIndex?, _ other: NodeIndex?) {
      let left = indexes(in: other, after)
      for (key, nodes) in indexes(in: parent, before) {
        guard let track = numbers[key.track], let others = left[Key(type: key.type, track: track)],
          others.count == nodes.count
        else { continue }
        for (node, other) in zip(nodes, others) { pairs.append((node, other)) }
      }
    }
    func extends(_ tree: Tree) -> NodeIndex? { tree.movie.flatMap { tree.child("mvex", of: $0) } }
    pair(nil, nil)
    if let access = before.tree.child("mfra", of: nil), let other = after.tree.child("mfra", of: nil) {
      pair(access, other)
    }
    if let parent = extends(before.tree), let other = extends(after.tree) { pair(parent, other) }
    return pairs
  }

  /// The types of the groups of the file, in which the numbers of tracks stand, and the numbers there that are of none;
  /// `nil` where a number may be that of an item as well.
  private static func groupedTracks(
    _ before: Document, _ after: Document, _ numbers: [UInt64: UInt64]
  ) -> (types: Set<FourCC>, others: Set<UInt64>)? {
    let tree = before.tree
    guard let meta = tree.child("meta", of: nil), let other = after.tree.child("meta", of: nil),
      let groups = GroupedEntities.all(in: meta, of: before), !groups.isEmpty,
      // Those of a movie, or a track, are of its items.
      !tree.indices.contains(where: { tree[$0].type == "grpl" && tree.parent(of: $0) != meta })
    else { return nil }
    let items = (before.context as? AtomContext)?.items(around: meta)
    let others = (after.context as? AtomContext)?.items(around: other)
    let values = Set(numbers.values)
    var found: (types: Set<FourCC>, others: Set<UInt64>) = ([], [])
    for group in groups {
      found.types.insert(group.type)
      for id in group.entities {
        guard let number = numbers[id] else {
          guard !values.contains(id) else { return nil }
          found.others.insert(id)
          continue
        }
        guard number == id || items?.entry(of: id) == nil && others?.entry(of: number) == nil else { return nil }
      }
    }
    return found
  }

  private static func isOfOneTrack(_ document: Document) -> Bool {
    (document.context as? AtomContext)?.tracks.count == 1
  }
}

/// Pairs tracks, the surest first.
private struct TrackPartners {
  private let old: [TrackTrait]
  private let new: [TrackTrait]
  private var partners: [Int?]
  private var taken: [Bool]

  init(_ old: [TrackTrait], _ new: [TrackTrait]) {
    (self.old, self.new) = (old, new)
    partners = Array(repeating: nil, count: old.count)
    taken = Array(repeating: false, count: new.count)
  }

  var pairs: [(Int, Int)] {
    partners.indices.compactMap { place in partners[place].map { (place, $0) } }
  }

  /// Pairs what belongs together and is the only one of its kind on both sides.
  mutating func match(_ belong: (TrackTrait, TrackTrait) -> Bool) {
    for i in old.indices where partners[i] == nil {
      let found = new.indices.filter { !taken[$0] && belong(old[i], new[$0]) }
      guard found.count == 1, let j = found.first else { continue }
      let others = old.indices.count { partners[$0] == nil && belong(old[$0], new[j]) }
      guard others == 1 else { continue }
      partners[i] = j
      taken[j] = true
    }
  }
}

/// What distinguishes a track from others.
private struct TrackTrait {
  let number: UInt64
  let handler: FourCC?
  let language: UInt64
  let coding: FourCC?
  /// A number for its first samples and how many there are in all; 0 when there are none.
  let content: UInt64

  /// Samples that are read, and bytes of each.
  private static let samples = 32
  private static let bytes = 4_096

  init(_ track: SampleTrack) {
    number = track.id
    handler = track.handler
    let tree = track.home.tree
    coding = track.description.shownEntry(in: track.home).map { tree[$0].type }
    let header = tree.child("mdia", of: track.node).flatMap { tree.child("mdhd", of: $0) }
    language =
      header.flatMap { track.home.view(MediaHeader.self, of: $0).number(.language) } ?? 0
    var hash = UInt64(track.count)
    var isRead = false
    for sample in track.samples().prefix(Self.samples) {
      hash = (hash ^ sample.size) &* 0x0000_0100_0000_01B3
      guard let place = SamplePlace(sample, in: track.documents) else { continue }
      let range = place.range.prefix(Self.bytes)
      hash = place.document.tree.file.mixed(range, into: hash)
      isRead = true
    }
    content = isRead ? hash : 0
  }
}
