import ByteReading
import MediaInspection
import Structure
import StructureRendering

/// Which frame of the first track of video a moment is in, counted from 0 at the start of the movie, and its
/// timecode.
struct FrameClock {
  /// `nil` when no picture is shown then, or media is shown more than once, so that a frame has several numbers.
  let frame: (number: UInt64, track: SampleTrack)?
  /// `nil` without a track of timecode that was read, where its counting begins again, and when nothing is shown any more.
  let timecode: String?
  private let moment: Moment
  /// The samples that are counted; of a track that has more nothing is said.
  private static let limit = 1 << 22

  /// - Complexity: O(*n*) in the samples of the track.
  init(_ movie: MovieSamples, _ moment: Moment) {
    self.moment = moment
    frame = movie.tracks.first { $0.handler == "vide" }.flatMap { track in
      Self.number(of: moment, in: track).map { (number: $0, track: track) }
    }
    timecode = movie.tracks.contains { Self.isBeforeEnd(moment, of: $0) } ? Self.timecode(of: moment, in: movie) : nil
  }

  /// Whether a track has not ended at a moment: behind the last sample of each there is no frame to number.
  private static func isBeforeEnd(_ moment: Moment, of track: SampleTrack) -> Bool {
    let edits = track.editList
    guard track.timescale > 0, let edit = edits.edit(at: { moment.ticks(per: $0) }) else { return false }
    guard let time = edits.mediaTime(at: moment.ticks(per: track.timescale), in: edit),
      let shown = track.sample(shownAt: time)
    else { return true }
    return shown.next != nil || !shown.isOver(at: time)
  }

  /// `1.458 s is frame 35 of track 1 video, 01:00:01:11`.
  var sentence: String? {
    guard frame != nil || timecode != nil else { return nil }
    var text = ByteWriter()
    text.put(time: Int64(clamping: moment.ticks), per: moment.scale)
    if let frame {
      text.put(" is frame ")
      text.put(grouped: frame.number)
      text.put(" of ")
      text.put(frame.track.name)
      text.put(" (the first is 0)")
    }
    if let timecode {
      text.put(frame == nil ? " is " : ", ")
      text.put(timecode)
    }
    return text.string
  }

  /// How many pictures are shown before the one that is shown then.
  private static func number(of moment: Moment, in track: SampleTrack) -> UInt64? {
    let edits = track.editList
    let shown = edits.edits.filter { !$0.isEmpty }
    guard track.timescale > 0, track.count <= limit, shown.count == 1, !edits.repeats, !shown[0].isDwell,
      !shown[0].isBackwards, let edit = edits.edit(at: { moment.ticks(per: $0) }),
      let time = edits.mediaTime(at: moment.ticks(per: track.timescale), in: edit),
      let sample = track.sample(shownAt: time), !sample.isOver(at: time),
      let start = shown[0].mediaTime
    else { return nil }
    let target = sample.sample.compositionTime
    var number: UInt64 = 0
    for other in track.samples() where other.compositionTime < target {
      // A picture that is over when the edit begins is not shown.
      if other.compositionTime.saturatingAdd(Int64(clamping: other.duration)) > start { number += 1 }
    }
    return number
  }

  private static func timecode(of moment: Moment, in movie: MovieSamples) -> String? {
    guard
      let (track, counter) = movie.tracks.lazy.compactMap({ track in track.timecodes.map { (track, $0) } }).first,
      track.count == 1, track.timescale > 0, counter.rate > 0, counter.rate.isFinite, track.movieTimescale > 0,
      let edit = track.editList.edits.first(where: { !$0.isEmpty })
    else { return nil }
    let time = Double(moment.ticks) / Double(moment.scale)
    let start = Double(edit.start) / Double(track.movieTimescale)
    let passed = Double(edit.mediaTime ?? 0) / Double(track.timescale)
    guard time >= start else { return nil }
    return counter.timecode(after: counter.frames(in: time - start + passed))
  }
}
