import ByteReading
import Structure

/// What was found out of the fragments that were asked for last, and of all of them once somebody asked: summaries, rows,
/// notes and rules ask for the same.
struct FragmentMemory {
  fileprivate var run: (node: NodeIndex, defaults: FragmentDefaults?)?
  fileprivate var trackFragment: (node: NodeIndex, facts: FragmentFacts?)?
  /// Those of several threads, which write rows of one file at a time.
  fileprivate var rows: [(node: NodeIndex, parts: FragmentParts)] = []
  fileprivate static let rowLimit = 16
  fileprivate var firstTracks: [AtomContext.Track]?
  fileprivate var borders: AtomBorders?
}

/// Where atoms at the top of a file begin and end.
struct AtomBorders {
  private var starts: [UInt64] = []
  private var ends: [UInt64] = []
  private var fragments: [UInt64] = []

  fileprivate init(_ tree: Tree) {
    for child in tree.children(of: nil) {
      let node = tree[child]
      starts.append(node.start)
      ends.append(node.end)
      if node.type == "moof" { fragments.append(node.start) }
    }
    starts.sort()
    ends.sort()
    fragments.sort()
  }

  /// The atoms at the top.
  fileprivate var count: Int { starts.count }

  /// Whether an atom begins or ends at `offset`.
  func contains(_ offset: UInt64) -> Bool { Self.has(starts, offset) || Self.has(ends, offset) }

  /// Whether a `moof` begins at `offset`.
  func beginsFragment(_ offset: UInt64) -> Bool { Self.has(fragments, offset) }

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
    let found = FragmentDefaults(run: index, in: document)
    lock.withLock { fragments.run = (index, found) }
    return found
  }

  /// What the track of the `traf` at `index` has in its fragment.
  func facts(ofTrackFragment index: NodeIndex) -> FragmentFacts? {
    if let last = lock.withLock({ fragments.trackFragment }), last.node == index { return last.facts }
    let found = FragmentFacts(track: index, in: document)
    lock.withLock { fragments.trackFragment = (index, found) }
    return found
  }

  /// What the tracks have in the `moof` at `index`.
  ///
  /// - Complexity: O(*n* log *n*) in its parts the first time.
  func parts(ofFragment index: NodeIndex) -> FragmentParts {
    if let known = lock.withLock({ fragments.rows.last { $0.node == index } }) { return known.parts }
    let found = FragmentParts(of: index, in: document)
    lock.withLock {
      if fragments.rows.count == FragmentMemory.rowLimit { fragments.rows.removeFirst() }
      fragments.rows.append((index, found))
    }
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
        guard let facts = FragmentFacts(track: child, in: document) else { continue }
        var track = Track(node: child)
        track.id = facts.id
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
    let found = AtomBorders(document.tree)
    document.work.charge(found.count)
    lock.withLock { fragments.borders = found }
    return found
  }
}
