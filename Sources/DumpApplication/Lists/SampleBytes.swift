import ByteReading
import MediaInspection
import Structure

/// The bytes of samples of one track, one sample behind the other in the order in which they are decoded
/// (`--raw --samples`): as they are stored, without start codes or headers.
///
/// Where bytes of one of them are missing nothing is written: half a stream looks like a whole one.
struct SampleBytes {
  let movie: MovieSamples
  let choice: TrackChoice
  let range: SampleRange
  /// What is said where there is no track.
  let missing: String

  /// Writes the samples, and says why they are not written, or what they are that would not be expected.
  ///
  /// - Returns: The exit code: 1 when the file does not have them, 2 when more than one track is meant.
  /// - Complexity: O(*n*) in the samples up to the last that is meant, and in the bytes that are written,
  ///   which are never more than the files have.
  func write(to output: inout ByteWriter, say: (String) -> Void) -> Int32 {
    let tracks = movie.tracks.filter(choice.holds)
    guard let track = tracks.first, tracks.count == 1 else {
      let names = tracks.prefix(16).map(\.name).joined(separator: ", ")
      say(
        tracks.isEmpty
          ? missing
          : "--raw writes the samples of one track: which of \(names)? --samples=\(tracks[0].id)")
      return tracks.isEmpty ? 1 : 2
    }
    guard let count = check(track, say) else { return 1 }
    if count == 0 {
      say("\(track.name) has no samples \(range == .all ? "" : "in this range ")to write")
      return 1
    }
    if track.isProtected {
      say("\(track.name) is encrypted, at least in part: its bytes are written as they are stored")
    }
    eachSample(of: track) { sample in
      if let place = place(of: sample) {
        output.put(bytes: movie.documents[sample.file].tree.file.bytes.extracting(place))
      }
      return !output.hasFailed
    }
    return 0
  }

  /// Whether all samples that are meant have their bytes, which is said.
  ///
  /// - Returns: Their number; `nil` when some have not.
  private func check(_ track: SampleTrack, _ say: (String) -> Void) -> Int? {
    var count = 0
    var total: UInt64 = 0
    var reason: String?
    eachSample(of: track) { sample in
      count += 1
      total = total.saturatingAdd(sample.size)
      if sample.size > 0, place(of: sample) == nil { reason = whyMissing(sample, of: track) }
      return reason == nil
    }
    let present = movie.documents.reduce(UInt64(0)) { $0.saturatingAdd(UInt64($1.tree.file.byteCount)) }
    if reason == nil, total > present {
      var text = ByteWriter()
      text.put("\(track.name): these samples are ")
      text.put(grouped: total)
      text.put(" bytes, of ")
      text.put(grouped: present)
      text.put(" that there are: they lie in each other; ask for fewer")
      reason = text.string
    }
    guard let reason else { return count }
    say(reason + "; nothing is written")
    return nil
  }

  /// Where the bytes of a sample lie in its file; `nil` when they are not all there, or none.
  private func place(of sample: Sample) -> Range<Int>? {
    guard sample.file < movie.documents.count, let start = sample.offset, sample.size > 0 else { return nil }
    let count = UInt64(movie.documents[sample.file].tree.file.byteCount)
    guard start <= count, sample.size <= count - start else { return nil }
    return Int(start)..<Int(start + sample.size)
  }

  /// `track 1 video: sample 3 lies at 0x10 to 0x20, and the file ends at 0x18`
  private func whyMissing(_ sample: Sample, of track: SampleTrack) -> String {
    let name = "\(track.name): sample \(sample.number)"
    guard let start = sample.offset, let end = sample.end, sample.file < movie.documents.count else {
      return name + (track.isElsewhere ? " lies in another file" : " lies in no chunk")
    }
    let count = movie.documents[sample.file].tree.file.byteCount
    let (first, last) = (String(start, radix: 16), String(end, radix: 16))
    return "\(name) lies from 0x\(first) to 0x\(last), and the file ends at 0x\(String(count, radix: 16))"
  }

  /// Gives the samples that are meant, in the order in which they are decoded, as long as they are wanted.
  private func eachSample(of track: SampleTrack, _ body: (Sample) -> Bool) {
    switch range {
    case .all:
      for sample in track.samples() where !body(sample) { return }
    case .numbers(let numbers):
      for sample in track.samples(from: numbers.lowerBound) {
        if sample.number > numbers.upperBound || !body(sample) { return }
      }
    case .times(let from, let to):
      let interval = ShownInterval(from, to, of: track)
      for sample in track.samples() where interval.holds(sample) {
        if !body(sample) { return }
      }
    }
  }
}

/// The samples of a track of which something is shown from one time on and before another, or at the one when
/// both are the same.
struct ShownInterval {
  /// What of the media is shown then.
  private let times: [ClosedRange<Int64>]
  /// The numbers of the samples that are shown when these begin.
  private let begun: Set<Int>

  /// - Complexity: O(*n* log *e*) in the samples and the edits.
  init(_ from: Moment, _ to: Moment, of track: SampleTrack) {
    let first = from.ticks(per: track.timescale)
    let last = max(first, to.ticks(per: track.timescale).saturatingSubtract(from == to ? 0 : 1))
    times = track.editList.mediaTimes(shownFrom: first, through: last)
    begun = track.samples(shownAt: times.map(\.lowerBound))
  }

  func holds(_ sample: Sample) -> Bool {
    guard !sample.isHidden else { return false }
    let time = sample.compositionTime
    let place = times.indices.partitionPoint { times[$0].upperBound < time }
    return place < times.count && times[place].lowerBound <= time || begun.contains(sample.number)
  }
}
