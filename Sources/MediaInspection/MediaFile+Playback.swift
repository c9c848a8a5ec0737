import Atoms
import ByteReading
public import MediaFacts
public import Structure

extension MediaFile {
  /// What a player makes of an opened file.
  ///
  /// - Parameter document: The opened file.
  /// - Returns: What is presented when, track by track; without tracks for what is no movie.
  /// - Complexity: O(*r*) in the runs of its tables and the fragments, and the first and the last few
  ///   samples of each track.
  public static func playback(of document: Document) -> Playback {
    var playback = Playback()
    guard document.context is AtomContext else {
      if let duration = document.synopsis.duration, !duration.isEstimate {
        var track = Playback.Track(id: 0, kind: "audio")
        track.start = 0
        track.end = microseconds(Int64(clamping: duration.value), duration.timescale)
        playback.tracks.append(track)
      }
      return playback
    }
    return self.playback(of: document, in: MovieSamples(document), knowing: nil)
  }

  /// The same for one who has the samples of the movie already, and perhaps the facts, whose colours
  /// are those of its tracks.
  package static func playback(
    of document: Document, in movie: MovieSamples, knowing facts: Facts?
  ) -> Playback {
    var playback = Playback()
    let reader = NodeReader(document)
    playback.tracks = movie.tracks.prefix(trackLimit).map { track in
      var shown = shown(track, reader)
      if let facts {
        let facts = facts.tracks.prefix(trackLimit).first { $0.node == track.node }
        shown.colour = facts?.colour?.value
      } else {
        shown.colour = colour(of: track, reader)
      }
      return shown
    }
    return playback
  }

  /// How many tracks are looked at.
  private static let trackLimit = 256

  /// How the colours of a track of pictures are tagged.
  private static func colour(of track: SampleTrack, _ reader: NodeReader) -> Colour? {
    guard isDescribed(track, reader.tree), track.isOfPictures,
      let entry = track.description.shownEntry(in: reader.document)
    else { return nil }
    let type = reader.document.codec(of: entry).type
    // What samples say besides is compared with the samples.
    return ColourReading(entry: entry, type: type, in: reader.document).colour.value
  }

  /// Whether the document itself has the `trak`.
  private static func isDescribed(_ track: SampleTrack, _ tree: Tree) -> Bool {
    track.description.node == track.node && tree.indices.contains(track.node)
      && tree[track.node].type == "trak"
  }

  /// Ticks in microseconds, rounded to the nearest.
  private static func microseconds(_ ticks: Int64, _ timescale: UInt64) -> Int64 {
    let length = Int64(clamping: ticks.magnitude.scaled(by: 1_000_000, over: timescale))
    return ticks < 0 ? -length : length
  }

  private static func shown(_ track: SampleTrack, _ reader: NodeReader) -> Playback.Track {
    var shown = Playback.Track(id: track.id, kind: track.description.kind ?? "other")
    describe(&shown, track, reader)
    let edits = track.editList
    var samples = track.samples()
    while shown.moments.count < Playback.momentLimit, let sample = samples.next() {
      let time = edits.nominalTime(of: sample).map { microseconds($0, track.timescale) }
      shown.moments.append(Playback.Moment(size: sample.size, time: time))
    }
    guard let first = track.firstCompositionTime else { return shown }
    let last = max(first, track.lastCompositionEnd ?? first)
    guard edits.isExplicit else {
      shown.start = microseconds(first, track.timescale)
      shown.end = microseconds(last, track.timescale)
      add(from: shown.start, to: shown.end, media: first, rate: 65_536, of: track, to: &shown)
      return shown
    }
    func movie(_ ticks: UInt64) -> Int64 {
      microseconds(Int64(clamping: ticks), track.movieTimescale)
    }
    shown.repeats = edits.repeats
    let beginning = edits.beginning(ofMediaFrom: first)
    var gap: Playback.Gap?
    for edit in edits.edits {
      guard let mediaTime = edit.mediaTime, !edits.isOver(edit, before: first) else {
        if shown.start != nil, let length = edit.duration, length > 0 {
          gap = Playback.Gap(start: movie(edit.start), duration: movie(length))
        }
        continue
      }
      let start = movie(edit.start)
      let isFirst = shown.start == nil
      if isFirst {
        let passed = microseconds(beginning?.passed ?? 0, track.timescale)
        shown.start = start &+ max(0, 0 &- passed)
        shown.skipped = max(0, passed)
      }
      if let passed = gap, shown.gaps.count < 16 { shown.gaps.append(passed) }
      gap = nil
      if edit.rate != 65_536, shown.rates.count < 16 { shown.rates.append(edit.rate) }
      // No media are shown past their end, to which an edit at another rate comes sooner or later. A moment is held for as
      // long as its edit lasts, and what is played backwards nobody knows.
      var rest = microseconds(max(0, last.saturatingSubtract(mediaTime)), track.timescale)
      if edit.rate > 0, edit.rate != 65_536 {
        rest = Int64(clamping: rest.magnitude.scaled(by: 65_536, over: UInt64(edit.rate)))
      }
      let length = edit.duration.map(movie)
      shown.end = start.saturatingAdd(edit.rate > 0 ? min(length ?? rest, rest) : length ?? rest)
      add(
        from: isFirst ? shown.start : start, to: shown.end, media: isFirst ? max(mediaTime, first) : mediaTime,
        rate: edit.rate, of: track, to: &shown)
    }
    return shown
  }

  /// Adds what an edit shows, from a moment of the media on, in its ticks.
  private static func add(
    from start: Int64?, to end: Int64?, media: Int64, rate: Int64, of track: SampleTrack, to shown: inout Playback.Track
  ) {
    guard let start, let end, end > start else { return }
    guard shown.parts.count < Playback.partLimit else { return shown.furtherParts += 1 }
    shown.parts.append(
      Playback.Part(start: start, end: end, media: microseconds(media, track.timescale), rate: rate))
  }

  /// What the track header and the sample entry say.
  private static func describe(
    _ shown: inout Playback.Track, _ track: SampleTrack, _ reader: NodeReader
  ) {
    let tree = reader.tree
    guard isDescribed(track, tree) else { return }
    let entry = track.description.shownEntry(in: reader.document)
    let codec = entry.map { reader.document.codec(of: $0) }
    if let codec {
      shown.codec = codec.name
      shown.codecWithoutFrames = codec.nameWithoutFrames
    }
    shown.protectedShare = track.description.protectedShare(in: tree)
    if let header = tree.child("tkhd", of: track.node) {
      shown.isEnabled = (reader.view(TrackHeader.self, of: header).number(.flags) ?? 1) & 1 == 1
    }
    if let picture = ShownPicture(codec, track.description, reader) {
      shown.size = Playback.Size(width: picture.width, height: picture.height)
      shown.orientation = picture.turn
      shown.degrees = picture.degrees
      shown.change = picture.change
      shown.displayClaims = picture.claims
      shown.pixels = picture.pixels.map { Playback.Sides(across: $0.across, down: $0.down) }
    }
  }
}
