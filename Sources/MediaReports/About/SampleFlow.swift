import ByteReading
import MediaInspection

/// What the samples of a track come to.
struct SampleFlow {
  let track: SampleTrack
  /// The bytes of all samples, and the ticks of the media that they last.
  private(set) var bytes: UInt64 = 0
  private(set) var ticks: UInt64 = 0
  /// The most bits a second of a piece of fragments that lasts a second or longer; `nil` without fragments.
  private(set) var peak: Double?
  /// The samples in fragments.
  var fragmented: Int { track.fragmentedCount }

  /// - Complexity: O(*n*) in the samples.
  init(_ track: SampleTrack) {
    self.track = track
    // A piece ends where a fragment begins; what is left over at the end, shorter than a second, does not count
    // unless it is all there is.
    var piece: (fragment: Int, bytes: UInt64, ticks: UInt64) = (0, 0, 0)
    for chunk in track.chunks {
      bytes = bytes.saturatingAdd(chunk.byteCount)
      ticks = ticks.saturatingAdd(chunk.duration)
      guard chunk.fragment > 0 else { continue }
      if chunk.fragment != piece.fragment {
        if piece.ticks >= track.timescale { close(&piece) }
        piece.fragment = chunk.fragment
      }
      piece.bytes = piece.bytes.saturatingAdd(chunk.byteCount)
      piece.ticks = piece.ticks.saturatingAdd(chunk.duration)
    }
    if piece.ticks >= track.timescale || peak == nil { close(&piece) }
  }

  private mutating func close(_ piece: inout (fragment: Int, bytes: UInt64, ticks: UInt64)) {
    if piece.ticks > 0, track.timescale > 0 {
      let rate = Double(piece.bytes) * 8 * Double(track.timescale) / Double(piece.ticks)
      peak = max(peak ?? 0, rate)
    }
    (piece.bytes, piece.ticks) = (0, 0)
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
      track.timescale > 0
    else { return nil }
    var counts: [UInt64: Int] = [:]
    var last: UInt64 = 0
    for sample in track.samples() {
      // A track in which no two samples are alike needs no more proof.
      if counts.count >= 256 { break }
      last = sample.duration
      counts[last, default: 0] += 1
    }
    // Of two there may be as many of each.
    guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
    // The last sample is often longer or shorter than the rest.
    let others = track.count - most.value
    if counts.count < 256, most.key > 0, others == 0 || others == 1 && last != most.key {
      return (Double(track.timescale) / Double(most.key), false)
    }
    return (Double(track.count) / seconds, true)
  }
}
