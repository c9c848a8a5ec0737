import ByteReading
import MediaFacts
import MediaInspection

/// What the samples of a track come to.
struct SampleFlow {
  let track: SampleTrack
  /// The bytes of all samples.
  private(set) var bytes: UInt64 = 0
  /// When the first of them is decoded, and when the last has been shown, in ticks of the media; `nil` without any.
  private var stretch: Stretch?
  /// The samples in fragments.
  var fragmented: Int { track.fragmentedCount }
  /// The ticks of the media from the first to the end of the last.
  ///
  /// A sum of durations would be another time where some are 0 and times go on: fragments say both.
  var ticks: UInt64 { stretch?.ticks ?? 0 }

  /// A time that samples take.
  private struct Stretch {
    var start: Int64
    var end: Int64
    var ticks: UInt64 { UInt64(max(0, end.saturatingSubtract(start))) }

    init(_ chunk: Chunk) {
      start = chunk.decodeTime
      end = chunk.decodeTime.saturatingAdd(chunk.duration)
    }

    mutating func add(_ chunk: Chunk) {
      let other = Stretch(chunk)
      start = min(start, other.start)
      end = max(end, other.end)
    }
  }

  /// - Complexity: O(*n*) in the samples.
  init(_ track: SampleTrack) {
    self.track = track
    for chunk in track.chunks {
      bytes = bytes.saturatingAdd(chunk.byteCount)
      if stretch == nil { stretch = Stretch(chunk) } else { stretch?.add(chunk) }
    }
  }

  var seconds: Double { track.timescale == 0 ? 0 : Double(ticks) / Double(track.timescale) }

  /// Bits of samples a second.
  var bitRate: Double? {
    guard bytes > 0, seconds > 0 else { return nil }
    let rate = (Double(bytes) * 8 / seconds).rounded()
    return rate >= 1 && rate < 1e15 ? rate : nil
  }

  /// Pictures a second, and whether samples differ in duration, of a track that goes on in fragments;
  /// tables tell it of others.
  var frameRate: (rate: Double, isVariable: Bool)? {
    guard track.handler == "vide" || track.handler == "auxv", fragmented > 0, ticks > 0,
      track.timescale > 0, track.count > 1
    else { return nil }
    var runs: [SteadyRate.Run] = []
    var hasAll = true
    for sample in track.samples() {
      if let last = runs.indices.last, runs[last].delta == sample.duration {
        runs[last].count += 1
        continue
      }
      // A track in which so many samples are unlike the one before needs no more proof.
      if runs.count == SteadyRate.limit {
        hasAll = false
        break
      }
      runs.append(SteadyRate.Run(count: 1, delta: sample.duration))
    }
    return hasAll ? SteadyRate.rate(ofAll: runs, timescale: track.timescale) : (meanRate, true)
  }

  /// The same where samples do not differ in duration; else that of the shortest that is no exception: of a hundred
  /// samples one may be shorter, of all of them 63.
  ///
  /// - Complexity: O(*n*) in the samples.
  var highestFrameRate: Double? {
    guard let frameRate else { return nil }
    guard frameRate.isVariable else { return frameRate.rate }
    // The shortest that were met, the longest of them last.
    var shortest: [UInt64] = []
    let room = min(64, track.count / 100 + 1)
    for sample in track.samples() where sample.number < track.count && sample.duration > 0 {
      if shortest.count == room, sample.duration >= shortest[room - 1] { continue }
      let place = (0..<shortest.count).partitionPoint { shortest[$0] <= sample.duration }
      shortest.insert(sample.duration, at: place)
      if shortest.count > room { shortest.removeLast() }
    }
    return shortest.last.map { Double(track.timescale) / Double($0) } ?? frameRate.rate
  }

  /// Samples a second up to the last, whose length says nothing of the distances of the others.
  private var meanRate: Double {
    let whole = Double(track.count) / seconds
    var rest = track.samples(from: track.count)
    guard track.count > 1, let first = stretch?.start, let last = rest.next()?.decodeTime, last > first else { return whole }
    return Double(track.count - 1) * Double(track.timescale) / Double(last.saturatingSubtract(first))
  }
}
