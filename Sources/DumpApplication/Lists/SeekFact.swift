import ByteReading
import MediaInspection
import Structure

/// From which byte a player has to read to show a moment: the first that it needs of all tracks, which is most often
/// that of a keyframe, or of a fragment.
struct SeekFact {
  /// The bytes that have to be read, in one file; `nil` where not all of them are in it, or several files have them, and
  /// where they may not be enough.
  let bytes: Range<UInt64>?
  /// The place of the file that is read first among those of the movie.
  let file: Int
  private let movie: MovieSamples
  private let first: Start
  private let end: Place
  /// Whether what is needed ends with a sample that is shown.
  private let isShownLast: Bool
  /// The sync samples behind which pictures may not be right.
  fileprivate let doubts: [Doubt]
  /// The tracks of which it is not known what they need, or where that is.
  private let leftOut: [SampleTrack]

  /// A sync sample behind which pictures may not be right.
  fileprivate struct Doubt {
    let track: SampleTrack
    let sync: Sample
    let why: StartDoubt
    /// The bytes of the track from the IDR before it to the end of what is shown, and the number of that; `nil` where
    /// there is none, or they are not all in one file.
    let whole: (bytes: Range<UInt64>, file: Int, number: Int)?
  }

  /// A byte of a file.
  fileprivate struct Place: Comparable {
    var file = 0
    var offset: UInt64 = 0

    static func < (a: Self, b: Self) -> Bool { (a.file, a.offset) < (b.file, b.offset) }
  }

  private struct Start {
    let place: Place
    let track: SampleTrack
    /// The sample that lies there, or in the fragment that does.
    let sample: Sample
    let sync: Sample
    let time: Int64

    /// Whether the sync sample is the first that is read: in a fragment wherever it lies.
    var isAtSync: Bool {
      sample.number == sync.number || sync.fragment > 0 && (sample.file, sample.fragment) == (sync.file, sync.fragment)
    }
  }

  /// `nil` when no track shows anything then, or its samples are in no file of the movie.
  ///
  /// - Complexity: O(*n*) in the samples, and in the nodes at the top of files with fragments.
  init?(_ movie: MovieSamples, _ moment: Moment) {
    var first: Start?
    var end = Place()
    var shownEnd = Place()
    var doubts: [Doubt] = []
    var leftOut: [SampleTrack] = []
    // A player does without timecode and the like.
    let played = movie.tracks.filter { ["vide", "soun"].contains($0.handler) }
    for track in played.isEmpty ? movie.tracks : played where track.timescale > 0 {
      let edits = track.editList
      guard let edit = edits.edit(at: { moment.ticks(per: $0) }) else {
        if edits.omitted > 0 { leftOut.append(track) }
        continue
      }
      guard let time = edits.mediaTime(at: moment.ticks(per: track.timescale), in: edit),
        let shown = track.sample(shownAt: time), !shown.isOver(at: time)
      else { continue }
      guard !edit.isBackwards, let sync = shown.sync, let last = shown.sample.end,
        let need = Self.need(from: sync, to: shown.sample, of: track)
      else {
        leftOut.append(track)
        continue
      }
      if first.map({ need.start < $0.place }) ?? true {
        let at = edits.presentationTime(of: sync.compositionTime, in: edit)
        first = Start(place: need.start, track: track, sample: need.first, sync: sync, time: at)
      }
      if let why = track.startDoubt(from: sync, to: shown.sample) {
        doubts.append(Doubt(sync, why, of: track, showing: shown.sample))
      }
      end = max(end, need.end)
      shownEnd = max(shownEnd, Place(file: shown.sample.file, offset: last))
    }
    guard let first else { return nil }
    (self.movie, self.first, self.end, file) = (movie, first, end, first.place.file)
    (self.doubts, self.leftOut) = (doubts, leftOut)
    isShownLast = !(shownEnd < end)
    let isWhole = end.offset <= UInt64(movie.documents[end.file].tree.file.byteCount)
    bytes =
      isWhole && doubts.isEmpty && leftOut.isEmpty && end.file == first.place.file
      ? first.place.offset..<max(first.place.offset, end.offset) : nil
  }

  /// Where all samples lie that are decoded from one to another, with what describes those of fragments, which stands
  /// before them: samples need not lie in the order in which they are decoded.
  ///
  /// - Returns: The first byte, the sample for which it is read, and the end of the last; `nil` when one of them is in no
  ///   file of the movie.
  fileprivate static func need(
    from sync: Sample, to shown: Sample, of track: SampleTrack
  ) -> (start: Place, first: Sample, end: Place)? {
    var found: (start: Place, first: Sample, end: Place)?
    var known: (file: Int, fragment: Int)?
    let last = max(sync.number, shown.number)
    for sample in track.samples(from: min(sync.number, shown.number)) {
      if sample.number > last { break }
      guard track.documents.indices.contains(sample.file), var start = sample.offset, let end = sample.end
      else { return nil }
      if sample.fragment > 0, known.map({ $0 != (sample.file, sample.fragment) }) ?? true {
        known = (sample.file, sample.fragment)
        if let place = track.startOfFragment(of: sample) { start = min(start, place) }
      }
      let place = Place(file: sample.file, offset: start)
      let after = Place(file: sample.file, offset: end)
      guard let before = found else {
        found = (place, sample, after)
        continue
      }
      found = place < before.start ? (place, sample, max(before.end, after)) : (before.start, before.first, max(before.end, after))
    }
    return found
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
    if first.sample.fragment > 0 {
      text.put("fragment ")
      text.put(grouped: first.sample.fragment)
      text.put(", ")
    }
    let kind: StaticString = first.sync.isSync ? "keyframe " : "partial sync sample "
    text.put(first.isAtSync ? kind : "sample ")
    text.put(grouped: first.isAtSync ? first.sync.number : first.sample.number)
    text.put(" of ")
    text.put(first.track.name)
    if !first.isAtSync {
      text.put(", whose ")
      text.put(kind)
      text.put(grouped: first.sync.number)
    }
    text.put(" at ")
    text.put(time: first.time, per: first.track.timescale)
    if !first.isAtSync { text.put(" lies behind it") }
    if end.file != start.file {
      text.put(isShownLast ? "; what is shown ends before byte 0x" : "; what it takes ends before byte 0x")
      text.put(hex: end.offset, digits: 1)
      text.put(" of ")
      text.put(text: name(end.file) ?? "a later file", style: .verbatim)
    } else if end > start, leftOut.isEmpty {
      text.put("; ")
      text.put(grouped: end.offset - start.offset)
      text.put(isShownLast ? " bytes to the end of what is shown" : " bytes to the end of what it takes")
    }
    for doubt in doubts.prefix(4) {
      text.put("; sample ")
      text.put(grouped: doubt.sync.number)
      text.put(" of ")
      text.put(doubt.track.name)
      switch doubt.why {
      case .recoversLater: text.put(" is a recovery point: pictures are whole only some frames behind it")
      case .noIDR:
        text.put(doubt.sync.isSync ? " is marked as a sync sample" : " is marked as a partial sync sample")
        text.put(", but is no IDR and has no recovery point: what is shown is not known")
      }
      guard let whole = doubt.whole else { continue }
      text.put("; whole ones take ")
      text.put(grouped: whole.bytes.upperBound - whole.bytes.lowerBound)
      text.put(" bytes from byte 0x")
      text.put(hex: whole.bytes.lowerBound, digits: 1)
      if let name = name(whole.file) {
        text.put(" of ")
        text.put(text: name, style: .verbatim)
      }
      text.put(" on, for IDR ")
      text.put(grouped: whole.number)
    }
    for track in leftOut.prefix(4) {
      text.put("; what ")
      text.put(track.name)
      text.put(" needs is not known, or in no file here")
    }
    return text.string
  }
}

extension SeekFact.Doubt {
  fileprivate init(_ sync: Sample, _ why: StartDoubt, of track: SampleTrack, showing shown: Sample) {
    (self.track, self.sync, self.why) = (track, sync, why)
    guard let refresh = track.lastRefresh(before: sync), let need = SeekFact.need(from: refresh, to: shown, of: track),
      need.start.file == need.end.file, need.start < need.end,
      need.end.offset <= UInt64(track.documents[need.end.file].tree.file.byteCount)
    else {
      whole = nil
      return
    }
    whole = (need.start.offset..<need.end.offset, need.start.file, refresh.number)
  }
}
