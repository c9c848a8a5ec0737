import ByteReading
import Structure

/// Frames that adjust how it sounds, and counters (ID3v2.4.0 frames §4.11–4.13, §4.16–4.18;
/// ID3v2.3.0 §4.12–4.13).
enum SoundFrames: FrameFamily {
  static let tables: [Syntax] = [
    Syntax(
      "RVA2", "Volume adjustment", "ID3v2.4.0 frames §4.11", in: "ID3\\x04",
      identities: "id=identification",
      summary: .function(FrameSummaries.volumes),
      rows: volumes),
    Syntax(
      "XRVA", "Volume adjustment", "MusicBrainz", in: "ID3\\x03 ID3\\x04",
      identities: "id=identification", successor: "RVA2",
      summary: .function(FrameSummaries.volumes),
      rows: volumes),
    Syntax(
      "RVAD", "Volume adjustment", "ID3v2.3.0 §4.12", in: "ID3\\x03", successor: "RVA2",
      summary: .function(FrameSummaries.oldVolumes),
      rows: oldVolumes),
    Syntax(
      "RVA", "Volume adjustment", "ID3v2.2.0 §4.12", in: "ID3\\x02", successor: "RVAD",
      summary: .function(FrameSummaries.oldVolumes),
      rows: oldVolumes),
    Syntax(
      "RGAD", "Replay gain", "Replay Gain proposal", in: "ID3\\x03 ID3\\x04",
      summary: .function(FrameSummaries.replayGain)
    ) {
      float(32, "peak_amplitude")
      gain("radio_gain")
      gain("audiophile_gain")
    },
    Syntax(
      "EQU2", "Equalisation", "ID3v2.4.0 frames §4.12", in: "ID3\\x04",
      identities: "id=identification",
      summary: .function(FrameSummaries.equalisation)
    ) {
      uint(8, "interpolation_method", .names([0: "band", 1: "linear"]))
      string(.latin1, .terminated, "identification").identity
      table(.remaining, "adjustments") {
        uint(16, "frequency", .scaled(2, "Hz"))
        int(16, "volume_adjustment", .decibels(512))
      }
    },
    Syntax(
      "EQUA", "Equalisation", "ID3v2.3.0 §4.13", in: "ID3\\x03", successor: "EQU2",
      summary: .function(FrameSummaries.equalisation),
      rows: oldEqualisation),
    Syntax(
      "EQU", "Equalisation", "ID3v2.2.0 §4.13", in: "ID3\\x02", successor: "EQUA",
      summary: .function(FrameSummaries.equalisation),
      rows: oldEqualisation),
    Syntax(
      "RVRB", "Reverb", "ID3v2.4.0 frames §4.13", in: "ID3\\x03 ID3\\x04",
      summary: "left {reverb_left}, right {reverb_right}",
      rows: reverb),
    Syntax(
      "REV", "Reverb", "ID3v2.2.0 §4.14", in: "ID3\\x02", successor: "RVRB",
      summary: "left {reverb_left}, right {reverb_right}",
      rows: reverb),
    Syntax(
      "PCNT", "Play counter", "ID3v2.4.0 frames §4.16", in: "ID3\\x03 ID3\\x04",
      summary: "{counter}"
    ) { counter() },
    Syntax(
      "CNT", "Play counter", "ID3v2.2.0 §4.17", in: "ID3\\x02", successor: "PCNT",
      summary: "{counter}"
    ) { counter() },
    Syntax(
      "POPM", "Popularimeter", "ID3v2.4.0 frames §4.17", in: "ID3\\x03 ID3\\x04",
      identities: "email=email",
      summary: .function(FrameSummaries.popularity),
      rows: popularity),
    Syntax(
      "POP", "Popularimeter", "ID3v2.2.0 §4.18", in: "ID3\\x02",
      identities: "email=email", successor: "POPM",
      summary: .function(FrameSummaries.popularity),
      rows: popularity),
    Syntax(
      "RBUF", "Recommended buffer size", "ID3v2.4.0 frames §4.18", in: "ID3\\x03 ID3\\x04",
      summary: "{buffer_size}",
      rows: buffer),
    Syntax(
      "BUF", "Recommended buffer size", "ID3v2.2.0 §4.19", in: "ID3\\x02", successor: "RBUF",
      summary: "{buffer_size}",
      rows: buffer),
  ]

  @Rows @Sendable private static func volumes() -> [Row] {
    string(.latin1, .terminated, "identification").identity
    list(.remaining, "channels") {
      uint(8, "type_of_channel", .names(FrameNames.channels))
      int(16, "volume_adjustment", .decibels(512))
      uint(8, "bits_representing_peak")
      uint(
        .octets(of: "bits_representing_peak"), "peak_volume",
        if: .notEqual("bits_representing_peak", 0))
    }
  }

  /// Changes of volume in what the writer takes for a unit, and peaks. Channels that are not there
  /// end the frame.
  @Rows @Sendable private static func oldVolumes() -> [Row] {
    uint(8, "increment", .flags(FrameNames.increments))
    uint(8, "bits_used")
    change("relative_volume_change_right")
    change("relative_volume_change_left")
    change("peak_volume_right")
    change("peak_volume_left")
    change("relative_volume_change_right_back")
    change("relative_volume_change_left_back")
    change("peak_volume_right_back")
    change("peak_volume_left_back")
    change("relative_volume_change_centre")
    change("peak_volume_centre")
    change("relative_volume_change_bass")
    change("peak_volume_bass")
  }

  private static func change(_ name: StaticString) -> Row {
    uint(
      .octets(of: "bits_used"), name, if: .all([.notEqual("bits_used", 0), .remaining(8)]))
  }

  /// What a player is to add, in tenths of a decibel.
  static func gain(_ name: StaticString) -> Row {
    group(name) {
      uint(3, "name", .names([0: "not set", 1: "radio", 2: "audiophile"]))
      uint(
        3, "originator",
        .names([0: "not set", 1: "artist", 2: "user", 3: "automatic", 4: "by RMS"]))
      uint(1, "sign", .names([0: "plus", 1: "minus"]))
      uint(9, "adjustment", .decibels(10))
    }
  }

  @Rows @Sendable private static func oldEqualisation() -> [Row] {
    uint(8, "adjustment_bits")
    table(.remaining, "adjustments", if: .notEqual("adjustment_bits", 0)) {
      flag("increment")
      uint(15, "frequency", .unit("Hz"))
      uint(.octets(of: "adjustment_bits"), "adjustment")
    }
  }

  @Rows @Sendable private static func reverb() -> [Row] {
    uint(16, "reverb_left", .unit("ms"))
    uint(16, "reverb_right", .unit("ms"))
    uint(8, "reverb_bounces_left")
    uint(8, "reverb_bounces_right")
    uint(8, "reverb_feedback_left_to_left")
    uint(8, "reverb_feedback_left_to_right")
    uint(8, "reverb_feedback_right_to_right")
    uint(8, "reverb_feedback_right_to_left")
    uint(8, "premix_left_to_right")
    uint(8, "premix_right_to_left")
  }

  @Rows @Sendable private static func popularity() -> [Row] {
    string(.latin1, .terminated, "email").identity
    uint(8, "rating", .names([0: "unknown"]))
    counter()
  }

  @Rows @Sendable private static func buffer() -> [Row] {
    uint(24, "buffer_size", .bytes)
    reserved(7)
    flag("embedded_info")
    uint(32, "offset_to_next_tag", .bytes, if: .remaining(32))
  }
}
