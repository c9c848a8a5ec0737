internal import ByteReading
internal import MediaFacts
package import Structure

/// How far apart in time tracks lie in a file that is read from its beginning: in the time of the movie, as
/// edits arrange them.
///
/// ```swift
/// var interleaving = Interleaving(chunks, of: movie) { _ in true }
/// for element in chunks { interleaving.add(element) }
/// interleaving.distance   // 0.5: seconds
/// ```
package struct Interleaving: Sendable {
  /// The most that one track is ahead of another, in seconds.
  package private(set) var distance = 0.0
  /// How far one track is ahead of another behind the chunk that was met last, in seconds.
  package private(set) var current = 0.0
  /// Whether there are several tracks to be compared, and not more than 64, whose edits show media in its order and
  /// at its speed.
  package let isMeasured: Bool
  /// When the media of each track is due.
  private var clocks: [Clock]
  /// When the last chunk that was met of each track ends, in seconds; before all times while none was.
  private var ends: [Double]
  /// From when on each track is waited for, in seconds.
  private var needs: [Double]
  /// The tracks that have chunks to come, those that have shown none yet among them.
  private var open: [Int]
  /// The tracks that are compared.
  private let measured: [Int]

  /// Compares the tracks of `movie` that `isWanted`, whose chunks are among `chunks`.
  package init(
    _ chunks: FileChunks, of movie: MovieSamples, where isWanted: (SampleTrack) -> Bool
  ) {
    open = chunks.makeIterator().open.filter {
      movie.tracks[$0].timescale > 0 && isWanted(movie.tracks[$0])
    }
    open.sort()
    measured = open
    clocks = Array(repeating: Clock(), count: movie.tracks.count)
    ends = Array(repeating: -.infinity, count: movie.tracks.count)
    needs = Array(repeating: 0, count: movie.tracks.count)
    var isMeasured = open.count > 1 && open.count <= 64
    if isMeasured {
      for place in measured {
        guard let clock = Clock(movie.tracks[place]) else {
          isMeasured = false
          break
        }
        clocks[place] = clock
        needs[place] = clock.start
      }
    }
    self.isMeasured = isMeasured
  }

  /// When the media of a track is due in the movie.
  private struct Clock: Sendable {
    private var timescale: Double = 1
    /// When it begins, in seconds.
    private(set) var start = 0.0
    /// What is added to a time of the media, in its ticks.
    private var shift: Double = 0
    /// The edits, where there are several.
    private var edits: EditList?

    init() {}

    /// `nil` where edits show media in another order, more than once, or at another speed: then no time of
    /// the movie is that of a chunk.
    init?(_ track: SampleTrack) {
      timescale = Double(max(1, track.timescale))
      let list = track.editList
      guard list.isExplicit, let first = list.edits.first(where: { !$0.isEmpty }), let time = first.mediaTime
      else { return }
      let begin = list.start(of: first)
      start = Double(begin) / timescale
      shift = Double(begin) - Double(time)
      guard list.isShownOnce, list.edits.allSatisfy({ $0.isEmpty || $0.rate == 65_536 }) else { return nil }
      if list.edits.contains(where: { !$0.isEmpty && $0.number != first.number }) { edits = list }
    }

    /// The seconds of the movie that end with so many ticks of the media, and those from which on more is needed.
    func times(at ticks: Double) -> (end: Double, need: Double) {
      guard let edits else {
        let time = (ticks + shift) / timescale
        return (time, time)
      }
      let due = edits.due(Int64(max(-0x1p62, min(0x1p62, ticks))))
      return (Double(due.end) / timescale, Double(due.need) / timescale)
    }
  }

  /// How far apart tracks of video and sound lie, which are played together; `nil` when there are not
  /// several of them, or more than 64.
  ///
  /// - Complexity: O(*c* log *t*) in the chunks and tracks.
  ///
  /// - Parameters:
  ///   - isStray: Whether a chunk is left out, because it lies where nobody would look for it.
  ///   - body: Is called with each other chunk in the order of the file, and the distance at its end.
  package static func ofPlayed(
    in movie: MovieSamples, leavingOut isStray: (_ chunk: FileChunks.Element) -> Bool,
    _ body: (_ chunk: FileChunks.Element, _ distance: Double) -> Void
  ) -> Interleaving? {
    let chunks = FileChunks(movie)
    var interleaving = Interleaving(chunks, of: movie) { isPlayed($0) }
    guard interleaving.isMeasured else { return nil }
    for element in chunks {
      if isStray(element) {
        interleaving.leaveOut(element)
        continue
      }
      interleaving.add(element)
      body(element, interleaving.current)
    }
    return interleaving
  }

  /// Whether a track is played together with others.
  package static func isPlayed(_ track: SampleTrack) -> Bool {
    track.handler == "vide" || track.handler == "soun"
  }

  /// Whether edits show the media of a track in its order and at its speed, so that it can be compared.
  package static func isComparable(_ track: SampleTrack) -> Bool { Clock(track) != nil }

  /// Whether the rule `interleave-coarse` judges a file: one of a single piece, with several tracks that
  /// are played together.
  package static func isJudged(_ document: Document) -> Bool {
    let tree = document.tree
    return tree.child("moov", of: nil) != nil && tree.child("moof", of: nil) == nil
      && document.synopsis.tracks.count { $0.handler == "vide" || $0.handler == "soun" } > 1
  }

  /// Whether the rule reports this distance.
  package var isCoarse: Bool { distance > Self.limit && distance < 1e12 }

  /// The greatest distance in seconds that the rule `interleave-coarse` lets pass.
  package static let limit = 1.0

  /// Goes on without the next of the chunks in the order of the file: its track is as far as it was.
  private mutating func leaveOut(_ element: FileChunks.Element) {
    if element.isLast { open.removeAll { $0 == element.track } }
  }

  /// Goes on to the next of the chunks in the order of the file.
  package mutating func add(_ element: FileChunks.Element) {
    let place = element.track
    guard isMeasured, open.contains(place) else { return }
    let chunk = element.chunk
    let clock = clocks[place]
    let end = Double(chunk.decodeTime) + Double(chunk.duration)
    (ends[place], needs[place]) = clock.times(at: end)
    if element.isLast {
      // A track that is over holds nobody up, but was read before what others still wait for: all of it
      // but its last sample, which no chunk can part, be it a picture that is shown for an hour.
      open.removeAll { $0 == place }
      ends[place] = clock.times(at: end - Double(chunk.duration) / Double(max(1, chunk.sampleCount))).end
    }
    var first = Double.infinity
    var last = -Double.infinity
    for other in measured { last = max(last, ends[other]) }
    for other in open { first = min(first, needs[other]) }
    guard first < last else {
      current = 0
      return
    }
    current = last - first
    distance = max(distance, current)
  }
}
