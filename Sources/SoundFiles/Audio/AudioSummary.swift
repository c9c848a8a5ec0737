import ByteReading
import MediaFacts
import Structure

extension AudioTables {
  /// `MPEG-1 Layer III, 64 kbit/s, 44,100 Hz mono, 1.000 s (Info: 40 frames, less 576 + 1,404 samples)`
  static let putStream: @Sendable (NodeReader, inout ByteWriter) -> Void = { reader, output in
    guard let stream = AudioStream(reader.document, at: reader.index) else { return }
    output.put(stream.format)
    if let rate = stream.bitRateText {
      output.put(", ")
      output.put(rate)
    }
    output.put(", ")
    output.put(grouped: stream.samplingFrequency)
    output.put(" Hz")
    switch stream.channelCount {
    case nil: break
    case 1: output.put(" mono")
    case 2: output.put(" stereo")
    case let count?:
      output.put(" ")
      output.put(grouped: count)
      output.put(" channels")
    }
    if stream.mayHaveSBR { output.put(Synopsis.Sound.coreWords) }
    guard let duration = stream.duration else { return }
    output.put(", ")
    output.put(duration.text)
    output.put(" (")
    stream.putOrigin(of: duration, to: &output)
    for claim in duration.claims {
      output.put("; ")
      output.put(claim.source.claimant)
      output.put(" claims ")
      output.put(clock: claim.value, per: claim.timescale)
    }
    output.put(")")
  }
}

extension AudioDuration {
  /// `1.000 s`, `≈ 1.045 s`.
  public var text: String {
    var text = ByteWriter()
    if isEstimate { text.put("≈ ") }
    text.put(clock: value, per: timescale)
    return text.string
  }
}

extension AudioStream {
  /// `64 kbit/s`, `187 kbit/s on average`.
  var bitRateText: String? {
    guard let bitRate else { return nil }
    var text = ByteWriter()
    if isSampled, !hasConstantRate { text.put("≈ ") }
    text.put(grouped: (bitRate + 500) / 1_000)
    text.put(" kbit/s")
    if !hasConstantRate, !isSampled { text.put(" on average") }
    return text.string
  }

  /// `Info: 40 frames, less 576 + 1,404 samples`
  fileprivate func putOrigin(of duration: AudioDuration, to output: inout ByteWriter) {
    switch duration.source {
    case .xing, .vbri:
      output.put(key: information?.name ?? FourCC(0))
      output.put(": ")
      putFrames(of: duration, to: &output)
    case .counted:
      output.put("counted ")
      putFrames(of: duration, to: &output)
    case .tlen: output.put("TLEN")
    case .gapless: output.put("iTunSMPB")
    case .estimated:
      output.put("estimated from ")
      output.put(hasConstantRate ? "the bit rate" : "the first frames")
    }
  }

  private func putFrames(of duration: AudioDuration, to output: inout ByteWriter) {
    output.put(grouped: duration.frames ?? 0)
    output.put(duration.frames == 1 ? " frame" : " frames")
    if duration.delay + duration.padding > 0 {
      output.put(", less ")
      output.put(grouped: duration.delay)
      output.put(" + ")
      output.put(grouped: duration.padding)
      output.put(" samples")
    }
  }
}
