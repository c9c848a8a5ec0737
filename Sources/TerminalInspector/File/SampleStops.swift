import MediaInspection

/// Places in long lists of samples from which one can go on, since to begin at a sample takes going
/// through the runs before it.
struct SampleStops {
  /// A place, with all that is known there.
  private struct Stop {
    var track: Int
    /// The number of the first sample that was asked for.
    var first: Int
    var samples: Samples
  }

  /// The samples between a stop and who asked for it, so that a few pages back are behind it, too.
  static let distance = 4_096
  /// The stops that are kept.
  static let kept = 16

  /// Those that were used last come last.
  private var stops: [Stop] = []
  /// The samples that were passed so far to begin at another.
  private(set) var passed = 0

  /// The samples of a track from a number on, as ``SampleTrack/samples(from:)`` gives them.
  ///
  /// - Parameters:
  ///   - place: The place of the track in its movie.
  ///   - first: The number of the first sample, from 1.
  /// - Complexity: O(1) near where one was before, else O(*r*) in the runs of the tables.
  mutating func samples(of track: SampleTrack, _ place: Int, from first: Int) -> Samples {
    let tableCount = track.count - track.fragmentedCount
    // What is near the beginning, and what a fragment holds, is found at once.
    guard first > 2 * Self.distance, first <= tableCount else { return track.samples(from: first) }
    let found = stops.indices.filter { stops[$0].track == place && stops[$0].first <= first }
      .max { stops[$0].first < stops[$1].first }
    var stop = Stop(track: place, first: 1, samples: track.samples())
    if let found { stop = stops.remove(at: found) }
    if first - stop.first > 2 * Self.distance {
      if found != nil { stops.append(stop) }
      passed &+= first - Self.distance - stop.first
      stop.first = first - Self.distance
      stop.samples.skip(to: stop.first)
    }
    if stops.count >= Self.kept { stops.removeFirst(stops.count - Self.kept + 1) }
    stops.append(stop)
    passed &+= first - stop.first
    stop.samples.skip(to: first)
    return stop.samples
  }
}
