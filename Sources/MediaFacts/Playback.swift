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
    /// What people call its coding: `H.264`; empty when it is not known.
    public var codec = ""
    /// What ``codec`` is where the frames that say more of it are not there to be read; `nil` for codings of which no
    /// frame has to be read.
    package var codecWithoutFrames: String?
    /// Of how many of its sample entries samples are protected.
    public var protectedShare = ProtectedShare.none
    /// Whether a player shows it unasked (`track_enabled`).
    public var isEnabled = true
    /// When its first sample is shown; `nil` when none is.
    public var start: Int64?
    /// When the last of it has been shown; `nil` when none of it is shown, or when it has no end.
    public var end: Int64?
    /// What its edits pass over at the beginning of the media.
    public var skipped: Int64 = 0
    /// Where none of it is shown between its parts; the first sixteen.
    public var gaps: [Gap] = []
    /// Media time that passes in one second in the edits that do not play it as it is, times 65,536;
    /// the first sixteen.
    public var rates: [Int64] = []
    /// What its edits show, in their order; the first ``partLimit``. Empty where it is not known, and where none of it
    /// is shown.
    package var parts: [Part] = []
    /// Those of its edits that show something and are not among ``parts``.
    package var furtherParts = 0
    /// Whether its edits are played again and again.
    public var repeats = false
    /// How pictures are turned.
    public var orientation = Orientation.upright
    /// Degrees by which a player turns pictures clockwise, 0 to 359, rounded; `nil` where a matrix does more than turn
    /// and mirror.
    package var degrees: UInt64? = 0
    /// The pixels of a picture as it is shown.
    public var size: Size?
    /// The sides of a pixel, when they differ.
    public var pixels: Sides?
    /// What else a matrix does to pictures: `turned by 45°`, `scaled to 640×480`; `nil` when it does no such thing.
    package var change: String?
    /// What says another size than that at which they are shown: `'tkhd' says 640×480`.
    package var displayClaims: [String] = []
    /// How its colours are tagged; `nil` when they are not.
    public var colour: Colour?
    /// The first samples in the order in which they are decoded; at most ``momentLimit``.
    public var moments: [Moment] = []

    /// A track of which it is not known yet when it is shown.
    ///
    /// - Parameters:
    ///   - id: Its number, 0 for sound that is no track of a movie.
    ///   - kind: What people call its media: `video`.
    public init(id: UInt64, kind: String) {
      self.id = id
      self.kind = kind
    }

    /// The last of ``moments`` that is shown, by its place, and when: a later file that begins to show
    /// the track elsewhere likely shows it still. `nil` when none is shown.
    public var anchor: (place: Int, time: Int64)? {
      guard let place = moments.lastIndex(where: { $0.time != nil }),
        let time = moments[place].time
      else { return nil }
      return (place, time)
    }

    /// What else is said of how it is shown: pauses, speeds, whether it is repeated or disabled.
    public var particulars: String {
      var text = ""
      for gap in gaps {
        text +=
          ", nothing for \(Playback.seconds(gap.duration)) at \(Playback.seconds(gap.start))"
      }
      for rate in rates { text += ", " + Playback.speed(rate) }
      if repeats { text += ", repeated" }
      if !isEnabled { text += ", disabled" }
      return text
    }

    /// When its first sample would be shown if its edits passed over none of it: earlier than ``start`` by
    /// what sets up a decoder, and before the movie where that is all there is.
    public var nominalStart: Int64? { start.map { $0 &- skipped } }

    /// How long something is shown of it.
    public var duration: Int64? {
      guard let start, let end else { return nil }
      return end &- start
    }
  }

  /// The samples that ``Track/moments`` has at most.
  public static let momentLimit = 32

  /// The parts that ``Track/parts`` has at most.
  package static let partLimit = 64

  /// A time in which one edit shows media.
  package struct Part: Sendable, Equatable {
    /// When it begins and ends, in microseconds of the movie.
    package var start: Int64
    package var end: Int64
    /// The moment of the media that it begins with, in microseconds of the media.
    package var media: Int64
    /// Media time that passes in one second, times 65,536.
    package var rate: Int64

    package init(start: Int64, end: Int64, media: Int64, rate: Int64) {
      (self.start, self.end, self.media, self.rate) = (start, end, media, rate)
    }
  }

  /// A time without anything shown.
  public struct Gap: Sendable, Equatable {
    /// When it begins, in microseconds of the movie.
    public var start: Int64
    /// How long it lasts, in microseconds.
    public var duration: Int64

    /// A time without anything shown.
    ///
    /// - Parameters:
    ///   - start: When it begins, in microseconds of the movie.
    ///   - duration: How long it lasts, in microseconds.
    public init(start: Int64, duration: Int64) {
      self.start = start
      self.duration = duration
    }
  }

  /// How pictures are turned on their way to the screen.
  public enum Orientation: String, Sendable {
    /// As they are stored.
    case upright
    /// By a quarter clockwise.
    case clockwise = "90-clockwise"
    /// By a quarter anticlockwise.
    case anticlockwise = "90-anticlockwise"
    /// By half a turn.
    case upsideDown = "180"
    /// Left for right.
    case mirrored
    /// Mirrored, and then turned by a quarter.
    case mirroredAndTurned = "mirrored-90"

    /// `rotated 90° clockwise`; empty for pictures that are shown as they are.
    public var words: String {
      switch self {
      case .upright: ""
      case .clockwise: "rotated 90° clockwise"
      case .anticlockwise: "rotated 90° anticlockwise"
      case .upsideDown: "rotated 180°"
      case .mirrored: "mirrored"
      case .mirroredAndTurned: "mirrored and rotated"
      }
    }

    /// Degrees by which a player turns pictures clockwise.
    public var degrees: UInt64 {
      switch self {
      case .upright, .mirrored: 0
      case .clockwise, .mirroredAndTurned: 90
      case .upsideDown: 180
      case .anticlockwise: 270
      }
    }

    /// Whether left and right change places.
    public var isMirrored: Bool { self == .mirrored || self == .mirroredAndTurned }
  }

  /// Pixels.
  public struct Size: Sendable, Equatable {
    /// From left to right.
    public var width: UInt64
    /// From top to bottom.
    public var height: UInt64

    /// A size in pixels.
    ///
    /// - Parameters:
    ///   - width: From left to right.
    ///   - height: From top to bottom.
    public init(width: UInt64, height: UInt64) {
      self.width = width
      self.height = height
    }
  }

  /// The sides of a pixel.
  public struct Sides: Sendable, Equatable {
    /// From left to right, in a unit that both share.
    public var across: UInt64
    /// From top to bottom, in the same unit.
    public var down: UInt64

    /// The sides of a pixel in a unit that both share.
    ///
    /// - Parameters:
    ///   - across: From left to right.
    ///   - down: From top to bottom.
    public init(across: UInt64, down: UInt64) {
      self.across = across
      self.down = down
    }
  }

  /// One sample: its size, by which it is known again in another file, and when it is shown.
  public struct Moment: Sendable, Equatable {
    /// In bytes.
    public var size: UInt64
    /// When its beginning is shown, or would be if the edit that shows the rest of it did not cut it
    /// off, so that it may be negative; `nil` when no edit shows any of it.
    public var time: Int64?

    /// A sample.
    ///
    /// - Parameters:
    ///   - size: In bytes.
    ///   - time: When its beginning is shown; `nil` when no edit shows any of it.
    public init(size: UInt64, time: Int64?) {
      self.size = size
      self.time = time
    }
  }

  /// The tracks in the order of the file.
  public var tracks: [Track] = []

  /// Playback of a file without tracks.
  public init() {}

  /// How much later the first sound is heard than the first picture is seen; `nil` unless there are
  /// both.
  public var audioLateness: Int64? { lateness { $0.start } }

  /// The same for players that do not know edits, or what sets up a decoder.
  public var nominalAudioLateness: Int64? { lateness { $0.nominalStart } }

  private func lateness(_ time: (Track) -> Int64?) -> Int64? {
    guard let audio = tracks.first(where: { $0.kind == "audio" && $0.start != nil }),
      let video = tracks.first(where: { $0.kind == "video" && $0.start != nil }),
      let a = time(audio), let v = time(video)
    else { return nil }
    return a &- v
  }
}

// MARK: In words

extension Playback {
  /// All of it in one line, as snapshots record it:
  /// `track 1 from 0 s (sample 32 of 96 bytes at 1.25 s) for 2 s; track 2 …; start together`.
  ///
  /// Times are exact to the microsecond. The sample is one by which a later file shows how far the track
  /// moved (`PlaybackRecord` in `StructureDiff` reads it back). Where tracks start
  /// is said as it stands in the tables; that they belong together is not.
  public var summary: String {
    var parts = tracks.map { track -> String in
      var text = track.id == 0 ? track.kind : "track \(track.id)"
      guard let start = track.start else { return text + " shows nothing" }
      text += " from " + Self.exactSeconds(start)
      if let (place, time) = track.anchor {
        var sample = ByteWriter()
        sample.put(" (sample ")
        sample.put(decimal: UInt64(place + 1))
        sample.put(" of ")
        sample.put(grouped: track.moments[place].size)
        sample.put(track.moments[place].size == 1 ? " byte at " : " bytes at ")
        text += sample.string + Self.exactSeconds(time) + ")"
      }
      if let duration = track.duration { text += " for " + Self.exactSeconds(duration) }
      return text + track.particulars
    }
    if let late = audioLateness {
      parts.append(
        abs(late) <= Self.tolerance
          ? "start together"
          : "audio starts \(Self.length(abs(late))) \(late > 0 ? "after" : "before") video")
    }
    return parts.joined(by: "; ")
  }

  /// `0.083333 s`, without zeros at its end.
  ///
  /// - Parameter time: In microseconds.
  /// - Returns: The text, exact to the microsecond.
  public static func exactSeconds(_ time: Int64) -> String {
    var text = ByteWriter()
    if time < 0 { text.put("-") }
    text.put(decimal: time.magnitude / 1_000_000)
    var fraction = time.magnitude % 1_000_000
    if fraction > 0 {
      var digits = 6
      while fraction % 10 == 0 { (fraction, digits) = (fraction / 10, digits - 1) }
      text.put(".")
      text.put(decimal: fraction, zeroPaddedTo: digits)
    }
    text.put(" s")
    return text.string
  }

  /// What edits and timescales round to: times that differ by no more are the same.
  public static let tolerance: Int64 = 1_000

  /// `0.083 s`.
  ///
  /// - Parameter time: In microseconds.
  /// - Returns: The text, rounded to the millisecond.
  public static func seconds(_ time: Int64) -> String {
    var text = ByteWriter()
    if time < 0 { text.put("-") }
    text.put(clock: time.magnitude, per: 1_000_000)
    return text.string
  }

  /// `83.3 ms`, and from a second on `1.500 s`.
  ///
  /// - Parameter time: In microseconds.
  /// - Returns: The text.
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

  /// `video and audio together`, `audio 83.3 ms before video`: how sound begins, or ends, against pictures.
  ///
  /// - Parameter late: How much later sound does, in microseconds.
  /// - Returns: The words.
  package static func words(ofSoundAfterPictures late: Int64) -> String {
    late.magnitude <= tolerance.magnitude
      ? "video and audio together"
      : "audio \(length(Int64(clamping: late.magnitude))) \(late > 0 ? "after" : "before") video"
  }

  /// `62 ms early`, `in sync`: how sound is against the pictures that belong to it.
  ///
  /// - Parameter late: How much later it is than they are, in microseconds.
  /// - Returns: The words.
  package static func words(ofSoundLate late: Int64) -> String {
    late.magnitude <= tolerance.magnitude
      ? "in sync" : "\(length(Int64(clamping: late.magnitude))) \(late > 0 ? "late" : "early")"
  }

  /// `at 0.5 times its speed`, with as many digits as no other rate has, five at most; `held` for 0.
  ///
  /// - Parameter rate: In 65,536ths.
  /// - Returns: The words.
  public static func speed(_ rate: Int64) -> String {
    if rate == 0 { return "held" }
    // Files have 32 bits for it.
    let magnitude = min(rate.magnitude, 1 << 32)
    var (digits, unit): (Int, UInt64) = (0, 1)
    var parts = magnitude.rounded(in: unit)
    while digits < 5, (parts << 16 &+ unit / 2) / unit != magnitude {
      (digits, unit) = (digits + 1, unit &* 10)
      parts = magnitude.rounded(in: unit)
    }
    var text = ByteWriter()
    text.put("at ")
    if rate < 0 { text.put("-") }
    text.put(decimal: parts / unit)
    if digits > 0 {
      text.put(".")
      text.put(decimal: parts % unit, zeroPaddedTo: digits)
    }
    text.put(" times its speed")
    return text.string
  }
}

extension UInt64 {
  /// A number of 65,536ths as one of parts of which `unit` are a whole, rounded.
  fileprivate func rounded(in unit: UInt64) -> UInt64 { (self &* unit &+ 32_768) &>> 16 }
}
