internal import ByteReading

/// What a player makes of a file: what it shows, from when on and for how long. A plain value, filled
/// by whoever knows the format.
///
/// Times are microseconds from the start of the movie, as its edits place them.
public struct Playback: Sendable, Equatable {
  /// What is shown of one track.
  public struct Track: Sendable, Equatable {
    /// Its number, 0 for sound that is no track of a movie.
    public var id: UInt64
    /// What people call its media: `video`.
    public var kind: String
    /// What people call its coding: `H.264`; empty when nothing says it.
    public var codec = ""
    public var isEnabled = true
    /// When its first sample is shown; nothing when none is.
    public var start: Int64?
    /// When nothing more is shown of it; nothing when nothing is, or when it has no end.
    public var end: Int64?
    /// What its edits pass over at the beginning of the media.
    public var skipped: Int64 = 0
    /// Where nothing is shown between its parts; the first sixteen.
    public var gaps: [Gap] = []
    /// Media time that passes in one second in the edits that do not play it as it is, times 65,536;
    /// the first sixteen.
    public var rates: [Int64] = []
    /// Whether its edits are played again and again.
    public var repeats = false
    /// `rotated 90° clockwise`; empty for pictures that are shown as they are.
    public var orientation = ""
    /// The pixels of a picture as it is shown.
    public var size: Size?
    /// `BT.709`: how its colours are tagged; empty when they are not.
    public var colour = ""
    /// The first samples in the order in which they are decoded; at most ``momentLimit``.
    public var moments: [Moment] = []

    public init(id: UInt64, kind: String) {
      self.id = id
      self.kind = kind
    }

    /// How long something is shown of it.
    public var duration: Int64? {
      guard let start, let end else { return nil }
      return end &- start
    }
  }

  /// The samples that ``Track/moments`` has at most.
  public static let momentLimit = 32

  /// A time without anything shown.
  public struct Gap: Sendable, Equatable {
    public var start: Int64
    public var duration: Int64

    public init(start: Int64, duration: Int64) {
      self.start = start
      self.duration = duration
    }
  }

  /// Pixels.
  public struct Size: Sendable, Equatable {
    public var width: UInt64
    public var height: UInt64

    public init(width: UInt64, height: UInt64) {
      self.width = width
      self.height = height
    }
  }

  /// One sample: its size, by which it is known again in another file, and when it is shown.
  public struct Moment: Sendable, Equatable {
    /// In bytes.
    public var size: UInt64
    /// When it is shown; nothing when no edit shows it.
    public var time: Int64?

    public init(size: UInt64, time: Int64?) {
      self.size = size
      self.time = time
    }
  }

  /// The tracks in the order of the file.
  public var tracks: [Track] = []

  public init() {}
}

// MARK: In words

extension Playback {
  /// All of it in one line: `track 1 from 0.000 s, 2.000 s; track 2 from 0.000 s, 2.000 s; in sync`.
  public var summary: String {
    var parts = tracks.map { track -> String in
      var text = track.id == 0 ? track.kind : "track \(track.id)"
      guard let start = track.start else { return text + " shows nothing" }
      text += " from " + Self.seconds(start)
      if let duration = track.duration { text += ", " + Self.seconds(duration) }
      for gap in track.gaps {
        text += ", nothing for \(Self.seconds(gap.duration)) at \(Self.seconds(gap.start))"
      }
      for rate in track.rates { text += ", " + Self.speed(rate) }
      if track.repeats { text += ", repeated" }
      if !track.isEnabled { text += ", disabled" }
      return text
    }
    if let audio = tracks.first(where: { $0.kind == "audio" && $0.start != nil }),
      let video = tracks.first(where: { $0.kind == "video" && $0.start != nil }),
      let (a, v) = audio.start.flatMap({ a in video.start.map { (a, $0) } })
    {
      let late = a &- v
      parts.append(
        abs(late) <= Self.tolerance
          ? "in sync"
          : "audio \(Self.length(abs(late))) \(late > 0 ? "after" : "before") video")
    }
    return parts.joined(separator: "; ")
  }

  /// What edits and timescales round to: times that differ by no more are the same.
  public static let tolerance: Int64 = 1_000

  /// `0.083 s`; `time` is in microseconds.
  public static func seconds(_ time: Int64) -> String {
    var text = ByteWriter()
    if time < 0 { text.put("-") }
    text.put(seconds: time.magnitude, per: 1_000_000, digits: 3)
    text.put(" s")
    return text.string
  }

  /// `83.3 ms`, and from a second on `1.500 s`; `time` is in microseconds.
  public static func length(_ time: Int64) -> String {
    guard time.magnitude < 999_950 else { return seconds(time) }
    var text = ByteWriter()
    if time < 0 { text.put("-") }
    let tenths = (time.magnitude &+ 50) / 100
    text.put(decimal: tenths / 10)
    if tenths % 10 > 0 {
      text.put(".")
      text.put(decimal: tenths % 10)
    }
    text.put(" ms")
    return text.string
  }

  /// `at 0.5 times its speed`; `rate` is in 65,536ths.
  public static func speed(_ rate: Int64) -> String {
    if rate == 0 { return "held" }
    var text = ByteWriter()
    text.put("at ")
    if rate < 0 { text.put("-") }
    let thousandths = (rate.magnitude &* 1_000 &+ 32_768) &>> 16
    text.put(decimal: thousandths / 1_000)
    var fraction = thousandths % 1_000
    var digits = 3
    while fraction > 0, fraction % 10 == 0 { (fraction, digits) = (fraction / 10, digits - 1) }
    if fraction > 0 {
      text.put(".")
      text.put(decimal: fraction, zeroPaddedTo: digits)
    }
    text.put(" times its speed")
    return text.string
  }
}
