import ByteReading
import MediaInspection
import Structure

/// From which byte a player has to read to show a moment: that of the keyframe, or of the fragment, that
/// comes first in the file among those of all tracks.
struct SeekFact {
  let sentence: String
  /// The bytes that have to be read, in the file; `nil` where not all of them are in it.
  let bytes: Range<UInt64>?

  /// `nil` when no track shows anything then, or its samples are not in the first file.
  init?(_ movie: MovieSamples, _ moment: Moment) {
    var first: (start: UInt64, track: SampleTrack, sync: Sample, time: Int64)?
    var end: UInt64 = 0
    // A player does without timecode and the like.
    let played = movie.tracks.filter { ["vide", "soun"].contains($0.handler) }
    for track in played.isEmpty ? movie.tracks : played where track.timescale > 0 {
      let edits = track.editList
      let edit =
        track.movieTimescale > 0
        ? edits.edit(at: UInt64(max(0, moment.ticks(per: track.movieTimescale)))) : edits.edits.first
      guard let edit, let time = edits.mediaTime(at: moment.ticks(per: track.timescale), in: edit),
        let shown = track.sample(shownAt: time), !shown.isOver(at: time), let sync = shown.sync, sync.file == 0, shown.sample.file == 0,
        let offset = sync.offset, let last = shown.sample.end
      else { continue }
      // What describes the samples of a fragment stands before them.
      let start = sync.fragment > 0 ? Self.fragment(sync.fragment, in: movie.document) ?? offset : offset
      if start < first?.start ?? .max {
        let at = edits.presentationTime(
          of: sync, before: time, shownAt: moment.ticks(per: track.timescale), in: edit)
        first = (start, track, sync, at)
      }
      end = max(end, last)
    }
    guard let first else { return nil }
    var text = ByteWriter()
    let count = UInt64(movie.document.tree.file.byteCount)
    if end > count {
      text.put("not all of it is in the file, which ends after ")
      text.put(grouped: count)
      text.put(" bytes: of what is shown ")
      text.put(grouped: end - max(count, first.start))
      text.put(" are missing")
      sentence = text.string
      bytes = nil
      return
    }
    bytes = first.start..<max(first.start, end)
    text.put("to show it, fetch from byte 0x")
    text.put(hex: first.start, digits: 1)
    text.put(" on (")
    text.put(grouped: first.start)
    text.put("): ")
    if first.sync.fragment > 0 {
      text.put("fragment ")
      text.put(grouped: first.sync.fragment)
      text.put(", ")
    }
    text.put(first.sync.isSync ? "keyframe " : "partial sync sample ")
    text.put(grouped: first.sync.number)
    text.put(" of ")
    text.put(first.track.name)
    text.put(" at ")
    text.put(time: first.time, per: first.track.timescale)
    if end > first.start {
      text.put("; ")
      text.put(grouped: end - first.start)
      text.put(" bytes to the end of what is shown")
    }
    sentence = text.string
  }

  /// The offset of a fragment, by its number from 1.
  private static func fragment(_ number: Int, in document: Document) -> UInt64? {
    var count = 0
    for index in document.tree.children(of: nil) where document.tree[index].type == "moof" && !document.tree[index].isRaw {
      count += 1
      if count == number { return document.tree[index].start }
    }
    return nil
  }
}
