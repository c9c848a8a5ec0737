import ByteReading
import MediaFacts
import MediaInspection

/// What one pass over the samples of a track tells: how far its keyframes lie apart, the second with most
/// bytes, and up to where its bytes are in the file.
struct TrackRhythm {
  private let track: SampleTrack
  private let edits: EditList
  private let size: UInt64
  private let areas: MediaAreas?
  /// The area that held the sample before.
  private var area: Range<UInt64> = 0..<0
  /// When nothing more is shown of the track, in microseconds of the movie.
  private let presentationEnd: Int64?
  /// Samples that are looked at; of more nothing is said.
  private static let limit = 1 << 22

  private var count = 0
  private var syncs = 0
  private var lastSync: Int64?
  /// The longest way from one keyframe to the next, in ticks, and when it begins.
  private var longest: (ticks: Int64, from: Int64)?
  /// The second that is open, and the one with most bytes.
  private var second: (number: Int64, bytes: UInt64) = (.min, 0)
  private var most: (number: Int64, bytes: UInt64)?
  /// When the first sample is shown that cannot be, in ticks as the movie counts them, and why.
  private var end: (time: Int64, why: Obstacle)?
  /// When the media ends, whatever edits show of it.
  private var mediaEnd: Int64 = 0
  private var isWhole = true

  /// What a sample has instead of its bytes.
  private enum Obstacle: String {
    case cut = "then bytes are missing"
    case elsewhere = "then samples lie outside media data"
  }

  /// - Parameters:
  ///   - size: The bytes of the file.
  ///   - areas: Where media data lies in the file; `nil` when that is not known.
  ///   - end: When nothing more is shown of the track, in microseconds; `nil` when that is not known.
  /// - Complexity: O(*n*) in the samples, of which 4,194,304 are looked at.
  init(_ track: SampleTrack, fileSize size: UInt64, media areas: MediaAreas?, shownUntil end: Int64?) {
    self.track = track
    self.areas = areas
    edits = track.editList
    presentationEnd = end
    self.size = size
    guard track.timescale > 0, let scale = Int64(exactly: track.timescale), track.count <= Self.limit else {
      isWhole = false
      return
    }
    for sample in track.samples() { add(sample, scale) }
    if second.bytes > most?.bytes ?? 0 { most = second }
  }

  private mutating func add(_ sample: Sample, _ scale: Int64) {
    count += 1
    if sample.isSync {
      syncs += 1
      if let lastSync {
        let ticks = sample.decodeTime.saturatingSubtract(lastSync)
        if ticks > longest?.ticks ?? 0 { longest = (ticks, lastSync) }
      }
      lastSync = sample.decodeTime
    }
    let number = sample.decodeTime / scale
    if number != second.number {
      if second.bytes > most?.bytes ?? 0 { most = second }
      second = (number, 0)
    }
    second.bytes = second.bytes.saturatingAdd(sample.size)
    mediaEnd = max(mediaEnd, sample.compositionTime.saturatingAdd(sample.duration))
    // What no edit shows is not missed.
    if let obstacle = obstacle(sample), let time = edits.presentationTime(of: sample),
      time < end?.time ?? .max
    {
      end = (time, obstacle)
    }
  }

  /// Why the bytes of a sample are none that can be played; `nil` when they lie where media does.
  private mutating func obstacle(_ sample: Sample) -> Obstacle? {
    guard sample.file == 0, sample.size > 0, let offset = sample.offset else { return nil }
    if offset.saturatingAdd(sample.size) > size { return .cut }
    guard let areas, !area.contains(offset) else { return nil }
    guard let found = areas.area(at: offset) else { return .elsewhere }
    area = found
    return nil
  }

  // MARK: Facts

  /// What is said of the track, in the order in which it is said.
  var facts: [About.Fact] {
    guard isWhole, count > 0 else { return [] }
    return keyframes + peak + cut
  }

  private var keyframes: [About.Fact] {
    guard track.handler == "vide", count > 1 else { return [] }
    let number = About.Fact("syncSamples", "", "", .number(UInt64(syncs)))
    if syncs == count { return [About.Fact("syncSamples", "", "all sync samples", .number(UInt64(syncs)))] }
    guard let longest else {
      let text = syncs == 0 ? "no sync samples" : "1 sync sample, at " + time(of: lastSync ?? 0)
      return [About.Fact("syncSamples", "", text, .number(UInt64(syncs)))]
    }
    let text = "sync samples " + seconds(longest.ticks) + " apart at most, from " + time(of: longest.from)
    return [
      number, About.Fact("syncDistance", "", text, .real(real(longest.ticks))),
      About.Fact("syncDistanceAt", "", "", .real(real(shown(longest.from)))),
    ]
  }

  /// Of a track that lasts longer than a second: the mean is the peak of others.
  private var peak: [About.Fact] {
    guard let most, most.bytes > 0, real(mediaEnd) > 1.5, track.handler == "vide" || track.handler == "soun" else { return [] }
    let (bits, overflow) = most.bytes.multipliedReportingOverflow(by: 8)
    if overflow { return [] }
    let text = "peak \(Words.bitRate(Double(bits))) in the second from \(most.number) s"
    return [About.Fact("peakBitRate", "", text, .number(bits))]
  }

  private var cut: [About.Fact] {
    guard let end else { return [] }
    let whole = presentationEnd.map { " of " + Words.seconds(UInt64(max(0, $0)), 1_000_000) } ?? ""
    let text = "plays \(seconds(max(0, end.time)))\(whole): \(end.why.rawValue)"
    return [About.Fact("playableUntil", "", text, .real(real(end.time)))]
  }

  // MARK: Times

  /// A time of the media as the movie counts it.
  private func shown(_ time: Int64) -> Int64 { edits.presentationTime(of: time) ?? time }

  private func real(_ ticks: Int64) -> Double { Double(ticks) / Double(track.timescale) }

  private func time(of ticks: Int64) -> String { seconds(max(0, shown(ticks))) }

  private func seconds(_ ticks: Int64) -> String { Words.seconds(ticks.magnitude, track.timescale) }
}
