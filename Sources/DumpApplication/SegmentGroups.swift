import ByteReading
import CommandLineSupport
import MediaInspection
import Structure

extension DumpFile {
  /// Puts the files of a call that make one movie together: media segments that follow an
  /// initialization segment, or each other when one was given by `--init`.
  ///
  /// A segment has movie fragments and no movie, and the movie has to have the track of its first
  /// fragment. Other files stand alone.
  static func groups(
    of items: [FileWalk.Item], initialization: Document?, limits: Limits
  ) -> [[FileWalk.Item]] {
    var groups: [[FileWalk.Item]] = []
    // The tracks of the movie that segments may belong to.
    let given = initialization?.tracksForFragments
    var movie: Set<UInt64>?
    for item in items {
      guard case .file(let path) = item, let source = try? ByteSource.open(path: path.bytes),
        let document = try? MediaFile.open(source, limits: limits)
      else {
        // Standard input can be read only once.
        groups.append([item])
        movie = nil
        continue
      }
      if let own = document.tracksForFragments {
        groups.append([item])
        movie = own
      } else if let track = document.firstFragmentTrack {
        if let movie, movie.contains(track), !groups.isEmpty {
          groups[groups.count - 1].append(item)
        } else {
          groups.append([item])
          movie = given
        }
      } else {
        groups.append([item])
        movie = nil
      }
    }
    return groups
  }
}
