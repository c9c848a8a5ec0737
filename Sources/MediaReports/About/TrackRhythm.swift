import ByteReading
import MediaFacts
import MediaInspection

/// What one pass over the samples of a track tells: how far its keyframes lie apart, the second with most
/// bytes, and up to where its bytes are in the file.
struct TrackRhythm {
  private let track: SampleTrack
  private let size: UInt64
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
  /// When the first sample is shown that is not in the file.
  private var missing: Int64?
  private var end: Int64 = 0
  private var isWhole = true

  /// - Parameter size: The bytes of the file.
  /// - Complexity: O(*n*) in the samples, of which 4,194,304 are looked at.
  init(_ track: SampleTrack, fileSize size: UInt64) {
    self.track = track
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
    end = max(end, sample.compositionTime.saturatingAdd(sample.duration))
    if sample.file == 0, let offset = sample.offset, offset.saturatingAdd(sample.size) > size {
      missing = min(missing ?? .max, sample.compositionTime)
    }
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
    guard let most, most.bytes > 0, real(end) > 1.5, track.handler == "vide" || track.handler == "soun" else { return [] }
    let (bits, overflow) = most.bytes.multipliedReportingOverflow(by: 8)
    if overflow { return [] }
    let text = "peak \(Words.bitRate(Double(bits))) in the second from \(most.number) s"
    return [About.Fact("peakBitRate", "", text, .number(bits))]
  }

  private var cut: [About.Fact] {
    guard let missing else { return [] }
    let text = "plays \(time(of: missing)) of \(time(of: end)): then bytes are missing"
    return [About.Fact("playableUntil", "", text, .real(real(shown(missing))))]
  }

  // MARK: Times

  /// A time of the media as the movie counts it.
  private func shown(_ time: Int64) -> Int64 { track.editList.presentationTime(of: time) ?? time }

  private func real(_ ticks: Int64) -> Double { Double(ticks) / Double(track.timescale) }

  private func time(of ticks: Int64) -> String { seconds(max(0, shown(ticks))) }

  private func seconds(_ ticks: Int64) -> String { Words.seconds(ticks.magnitude, track.timescale) }
}
