import ByteReading
import Structure

/// What was found out of the fragments that were asked for last, and of all of them once somebody asked: summaries, rows,
/// notes and rules ask for the same.
struct FragmentMemory {
  fileprivate var run: (node: NodeIndex, defaults: FragmentDefaults?)?
  fileprivate var trackFragment: (node: NodeIndex, facts: FragmentFacts?)?
  fileprivate var row: (node: NodeIndex, parts: FragmentParts)?
  fileprivate var firstTracks: [AtomContext.Track]?
  fileprivate var borders: AtomBorders?
}

/// Where atoms at the top of a file begin and end.
struct AtomBorders {
  /// In order, each once: most atoms begin where the one before ends.
  private var places: [UInt64] = []
  private var fragments: [UInt64] = []
  private let share: MemoryShare
  /// Whether there was memory for all of them; else any offset may be one.
  private let isWhole: Bool

  fileprivate init(_ document: Document) {
    share = MemoryShare(document.memory, for: "there is no memory for a list of where atoms begin")
    let (tree, share) = (document.tree, share)
    var isWhole = true
    func add(_ place: UInt64, to places: inout [UInt64]) {
      if places.last != place, !share.append(place, to: &places) { isWhole = false }
    }
    for child in tree.children(of: nil) where isWhole {
      let node = tree[child]
      add(node.start, to: &places)
      add(node.end, to: &places)
      if node.type == "moof" { add(node.start, to: &fragments) }
    }
    places.sort()
    fragments.sort()
    self.isWhole = isWhole
    document.work.charge(places.count)
  }

  /// Whether an atom begins or ends at `offset`.
  func contains(_ offset: UInt64) -> Bool { !isWhole || Self.has(places, offset) }

  /// Whether a `moof` begins at `offset`.
  func beginsFragment(_ offset: UInt64) -> Bool { !isWhole || Self.has(fragments, offset) }

  private static func has(_ places: [UInt64], _ offset: UInt64) -> Bool {
    let point = (0..<places.count).partitionPoint { places[$0] < offset }
    return point < places.count && places[point] == offset
  }
}

extension AtomContext {
  /// What holds for the samples of the `trun` at `index` where its rows do not say otherwise.
  func defaults(ofRun index: NodeIndex) -> FragmentDefaults? {
    // It is found out without the lock: it asks for tracks.
    if let last = lock.withLock({ fragments.run }), last.node == index { return last.defaults }
    let found = part(around: index).flatMap {
      FragmentDefaults(document.view(TrackRun.self, of: index), at: index, in: $0, document)
    }
    lock.withLock { fragments.run = (index, found) }
    return found
  }

  /// What the track of the `traf` at `index` has in its fragment.
  func facts(ofTrackFragment index: NodeIndex) -> FragmentFacts? {
    if let last = lock.withLock({ fragments.trackFragment }), last.node == index { return last.facts }
    let found = part(around: index).flatMap { FragmentFacts($0, in: document) }
    lock.withLock { fragments.trackFragment = (index, found) }
    return found
  }

  /// What the tracks have in the `moof` at `index`.
  ///
  /// - Complexity: O(*n* log *n*) in its parts the first time.
  func parts(ofFragment index: NodeIndex) -> FragmentParts {
    if let last = lock.withLock({ fragments.row }), last.node == index { return last.parts }
    let found = FragmentParts(of: index, in: document)
    lock.withLock { fragments.row = (index, found) }
    return found
  }

  /// The tracks of the first fragment, of a file that has no movie.
  ///
  /// - Complexity: O(*n*) in its parts the first time.
  var tracksOfFirstFragment: [Track] {
    if let known = lock.withLock({ fragments.firstTracks }) { return known }
    let tree = document.tree
    var tracks: [Track] = []
    if let fragment = tree.child("moof", of: nil) {
      for child in tree.children(of: fragment) where tree[child].type == "traf" {
        guard let part = part(around: child), let id = part.id else { continue }
        var track = Track(node: child)
        track.id = id
        tracks.append(track)
      }
    }
    lock.withLock { fragments.firstTracks = tracks }
    return tracks
  }

  /// Where atoms at the top begin and end.
  ///
  /// - Complexity: O(*n* log *n*) in these atoms the first time.
  var borders: AtomBorders {
    if let known = lock.withLock({ fragments.borders }) { return known }
    let found = AtomBorders(document)
    lock.withLock { fragments.borders = found }
    return found
  }
}
