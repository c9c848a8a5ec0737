import ByteReading
import MediaInspection
import Structure

/// From which byte a player has to read to show a moment: that of the keyframe, or of the fragment, that
/// comes first in the file among those of all tracks.
struct SeekFact {
  /// The bytes that have to be read, in one file; `nil` where not all of them are in it, or several files have them.
  let bytes: Range<UInt64>?
  /// The place of the file that is read first among those of the movie.
  let file: Int
  private let movie: MovieSamples
  private let first: Start
  private let end: Place

  /// A byte of a file.
  private struct Place: Comparable {
    var file = 0
    var offset: UInt64 = 0

    static func < (a: Self, b: Self) -> Bool { (a.file, a.offset) < (b.file, b.offset) }
  }

  private struct Start {
    let place: Place
    let track: SampleTrack
    let sync: Sample
    let time: Int64
  }

  /// `nil` when no track shows anything then, or its samples are in no file of the movie.
  init?(_ movie: MovieSamples, _ moment: Moment) {
    var first: Start?
    var end = Place()
    // A player does without timecode and the like.
    let played = movie.tracks.filter { ["vide", "soun"].contains($0.handler) }
    for track in played.isEmpty ? movie.tracks : played where track.timescale > 0 {
      let edits = track.editList
      let edit =
        track.movieTimescale > 0
        ? edits.edit(at: UInt64(max(0, moment.ticks(per: track.movieTimescale)))) : edits.edits.first
      guard let edit, let time = edits.mediaTime(at: moment.ticks(per: track.timescale), in: edit),
        let shown = track.sample(shownAt: time), !shown.isOver(at: time), let sync = shown.sync,
        movie.documents.indices.contains(sync.file), movie.documents.indices.contains(shown.sample.file),
        let offset = sync.offset, let last = shown.sample.end
      else { continue }
      // What describes the samples of a fragment stands before them.
      let start = Place(
        file: sync.file, offset: sync.fragment > 0 ? Self.fragment(of: sync, in: movie) ?? offset : offset)
      if first.map({ start < $0.place }) ?? true {
        let at = edits.presentationTime(
          of: sync, before: time, shownAt: moment.ticks(per: track.timescale), in: edit)
        first = Start(place: start, track: track, sync: sync, time: at)
      }
      end = max(end, Place(file: shown.sample.file, offset: last))
    }
    guard let first else { return nil }
    (self.movie, self.first, self.end, file) = (movie, first, end, first.place.file)
    let isWhole = end.offset <= UInt64(movie.documents[end.file].tree.file.byteCount)
    bytes =
      isWhole && end.file == first.place.file ? first.place.offset..<max(first.place.offset, end.offset) : nil
  }

  /// - Parameter name: What people call a file of the movie; `nil` where there is but one.
  func sentence(naming name: (Int) -> String?) -> String {
    var text = ByteWriter()
    let count = UInt64(movie.documents[end.file].tree.file.byteCount)
    let start = first.place
    if end.offset > count {
      text.put("not all of it is in ")
      text.put(text: name(end.file) ?? "the file", style: .verbatim)
      text.put(", which ends after ")
      text.put(grouped: count)
      text.put(" bytes: of what is shown ")
      // Samples need not lie in the order in which they are decoded.
      let there = start.file == end.file ? max(count, start.offset) : count
      text.put(grouped: end.offset > there ? end.offset - there : 0)
      text.put(" are missing")
      return text.string
    }
    text.put("to show it, fetch from byte 0x")
    text.put(hex: start.offset, digits: 1)
    if let name = name(start.file) {
      text.put(" of ")
      text.put(text: name, style: .verbatim)
    }
    text.put(" on (")
    text.put(grouped: start.offset)
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
    if end.file != start.file {
      text.put("; what is shown ends before byte 0x")
      text.put(hex: end.offset, digits: 1)
      text.put(" of ")
      text.put(text: name(end.file) ?? "a later file", style: .verbatim)
    } else if end > start {
      text.put("; ")
      text.put(grouped: end.offset - start.offset)
      text.put(" bytes to the end of what is shown")
    }
    return text.string
  }

  /// Where the fragment begins that a sample is in.
  private static func fragment(of sample: Sample, in movie: MovieSamples) -> UInt64? {
    let document = movie.documents[sample.file]
    var count = 0
    for index in document.tree.children(of: nil) where document.tree[index].type == "moof" && !document.tree[index].isRaw {
      count += 1
      if count == sample.fragment { return document.tree[index].start }
    }
    return nil
  }
}
