import Atoms
import ByteReading
package import Structure

extension Document {
  /// The IDs of the tracks of its movie that fragments may add to, those with a `trex`
  /// (14496-12 §8.8.3); `nil` when there is no movie.
  package var tracksForFragments: Set<UInt64>? {
    guard let context = context as? AtomContext, !context.tracks.isEmpty else { return nil }
    return Set(context.tracks.filter { $0.defaults != nil }.map(\.id))
  }

  /// The ID of the track that its first movie fragment adds to.
  package var firstFragmentTrack: UInt64? {
    guard tree.countAtTop("moof") > 0 else { return nil }
    for index in tree.children(of: nil) where tree[index].type == "moof" && !tree[index].isRaw {
      guard let fragment = tree.child("traf", of: index),
        let header = tree.child("tfhd", of: fragment)
      else { return nil }
      return view(TrackFragmentHeader.self, of: header).number(.track_ID)
    }
    return nil
  }
}
