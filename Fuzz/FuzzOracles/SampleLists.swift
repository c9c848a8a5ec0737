import ByteReading
import MediaInspection
public import Structure

/// What holds for the samples, edits, chunks and parts of any file.
public enum SampleLists {
  /// Reads all that there is to list of `document`, and gives the first promise that is broken;
  /// nothing when all hold.
  ///
  /// Every byte of the file has one owner, and a track lists no more samples than it says.
  public static func firstFault(in document: Document) -> String? {
    let movie = MovieSamples(document)
    for track in movie.tracks {
      if let fault = firstFault(in: track) { return "\(track.name): \(fault)" }
    }
    for _ in FileChunks(movie).prefix(100_000) {}
    var end: UInt64 = 0
    for range in ByteMap(document, movie: movie).ranges {
      if range.start != end || range.end <= range.start {
        return "the byte map goes from \(end) to \(range.start)..<\(range.end)"
      }
      end = range.end
    }
    let count = document.tree.file.byteCount
    if end != UInt64(count) { return "the byte map ends at \(end), the file at \(count)" }
    let parts = MediaParts(document)
    for index in document.tree.indices where document.tree[index].type == "mdat" {
      let count = parts.count(in: index)
      var told = 0
      parts.pass(0..<min(count, 200), in: index) { part in
        told += part.end > part.start ? 1 : 0
        return true
      }
      if told > count { return "\(told) of \(count) parts of \(document.path(of: index)) are told" }
    }
    return nil
  }

  private static func firstFault(in track: SampleTrack) -> String? {
    let edits = track.editList
    var count = 0
    var groups = track.groups()
    for sample in track.samples() {
      count += sample.count
      _ = edits.presentationTime(of: sample)
      _ = sample.end
      if count < 1_000 { _ = groups.next() }
      if count > track.count { return "more than \(track.count) samples are listed" }
    }
    for first in [track.count / 2, track.count, track.count + 1] {
      var samples = track.samples(from: first)
      _ = samples.next()
    }
    for time in [0, 1_000, Int64.max, .min] { _ = track.sample(shownAt: time) }
    for edit in edits.edits.prefix(64) { _ = edits.mediaDuration(of: edit) }
    _ = track.end
    return nil
  }
}
