internal import ByteReading
internal import MediaFacts
package import Structure

/// How far apart in time tracks lie in a file that is read from its beginning.
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
  /// Whether there are several tracks to be compared, and not more than 64.
  package let isMeasured: Bool
  private let timescales: [UInt64]
  /// When the last chunk that was met of each track ends, in seconds.
  private var ends: [Double]
  /// The tracks that have chunks to come, those that have shown none yet among them.
  private var open: [Int]
  /// The tracks that are compared.
  private let measured: [Int]

  /// Compares the tracks of `movie` that `isWanted`, whose chunks are among `chunks`.
  package init(
    _ chunks: FileChunks, of movie: MovieSamples, where isWanted: (SampleTrack) -> Bool
  ) {
    timescales = movie.tracks.map(\.timescale)
    ends = Array(repeating: 0, count: movie.tracks.count)
    open = chunks.makeIterator().open.filter {
      movie.tracks[$0].timescale > 0 && isWanted(movie.tracks[$0])
    }
    isMeasured = open.count > 1 && open.count <= 64
    open.sort()
    measured = open
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
    ends[place] =
      (Double(chunk.decodeTime) + Double(chunk.duration)) / Double(timescales[place])
    if element.isLast {
      // A track that is over holds nobody up, but was read before what others still wait for: all of it
      // but its last sample, which no chunk can part, be it a picture that is shown for an hour.
      open.removeAll { $0 == place }
      ends[place] -=
        Double(chunk.duration) / Double(max(1, chunk.sampleCount)) / Double(timescales[place])
    }
    var first = Double.infinity
    var last = -Double.infinity
    for other in measured { last = max(last, ends[other]) }
    for other in open { first = min(first, ends[other]) }
    guard first < last else {
      current = 0
      return
    }
    current = last - first
    distance = max(distance, current)
  }
}
