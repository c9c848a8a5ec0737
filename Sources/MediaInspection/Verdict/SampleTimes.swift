import ByteReading
import MediaFacts
import Structure

/// Words for numbers in proofs.
enum ProofWords {
  /// `1.000 s`; `time` is in nanoseconds.
  static func time(_ time: Int64) -> String { Playback.seconds(rounded(time)) }

  /// `42.0 ms` of a length of either sign; `1.500 s` from a second on.
  static func length(_ time: Int64) -> String {
    let micro = rounded(time).magnitude
    guard micro < 999_950 else { return Playback.seconds(Int64(clamping: micro)) }
    let tenths = (micro &+ 50) / 100
    var text = ByteWriter()
    text.put(decimal: tenths / 10)
    text.put(".")
    text.put(decimal: tenths % 10)
    text.put(" ms")
    return text.string
  }

  /// `42.0 ms later`.
  static func moved(_ time: Int64) -> String {
    length(time) + (time < 0 ? " earlier" : " later")
  }

  static func signed(_ number: Int64) -> String { number > 0 ? "+\(number)" : "\(number)" }

  static func rounded(_ time: Int64) -> Int64 {
    let part = time.magnitude / 1_000 &+ (time.magnitude % 1_000 >= 500 ? 1 : 0)
    return time < 0 ? 0 &- Int64(clamping: part) : Int64(clamping: part)
  }

  /// `all 20 samples are others`, `96 samples → 50, others`.
  static func others(_ count: Int, _ before: Int, _ after: Int) -> String {
    var text = ByteWriter()
    if before != after {
      text.put(before, "sample", "samples")
      text.put(" → ")
      text.put(grouped: after)
      if count > 0 {
        text.put(", ")
        text.put(grouped: count)
        text.put(count == 1 ? " is another" : " are others")
      }
      return text.string
    }
    if count == after {
      text.put("all ")
      text.put(after, "sample", "samples")
      text.put(" are others")
    } else {
      text.put(grouped: count)
      text.put(" of ")
      text.put(after, "sample", "samples")
      text.put(count == 1 ? " is another" : " are others")
    }
    return text.string
  }
}

/// How long most samples of a track last.
struct SampleRate: Equatable {
  let ticks: UInt64
  let timescale: UInt64

  /// `nil` for tracks whose samples have no usual length.
  ///
  /// - Complexity: O(*n*) in the samples.
  init?(_ track: SampleTrack) {
    guard track.timescale > 0, track.count > 1 else { return nil }
    var candidate: UInt64 = 0
    var votes = 0
    for sample in track.samples() {
      if votes == 0 { candidate = sample.duration }
      votes += sample.duration == candidate ? 1 : -1
    }
    guard candidate > 0 else { return nil }
    var count = 0
    for sample in track.samples() where sample.duration == candidate { count += 1 }
    guard count > track.count / 2 else { return nil }
    (ticks, timescale) = (candidate, track.timescale)
  }

  static func == (x: SampleRate, y: SampleRate) -> Bool {
    x.ticks.multipliedFullWidth(by: y.timescale) == y.ticks.multipliedFullWidth(by: x.timescale)
  }

  /// Whether both last as long but for what the coarser timescale rounds to.
  func isClose(to other: SampleRate) -> Bool {
    let tick = Int64(clamping: 1_000_000_000 / min(timescale, other.timescale))
    return length.saturatingSubtract(other.length).magnitude < UInt64(tick)
  }

  /// In nanoseconds.
  var length: Int64 { Int64(clamping: ticks.scaled(by: 1_000_000_000, over: timescale)) }

  /// `24`, `29.97 (30000/1001)`.
  var text: String {
    var text = ByteWriter()
    if timescale % ticks == 0 {
      text.put(decimal: timescale / ticks)
      return text.string
    }
    var (x, y) = (timescale, ticks)
    while y != 0 { (x, y) = (y, x % y) }
    let hundredths = UInt64(100).scaled(by: timescale, over: ticks)
    text.put(decimal: hundredths / 100)
    text.put(".")
    text.put(decimal: hundredths % 100, zeroPaddedTo: 2)
    text.put(" (")
    text.put(decimal: timescale / x)
    text.put("/")
    text.put(decimal: ticks / x)
    text.put(")")
    return text.string
  }
}

/// Times of the samples where decoding may start.
struct SyncTimes {
  private(set) var count = 0
  private(set) var total = 0
  private var times: [Int64] = []
  private(set) var longest: Int64 = 0
  private var last: Int64?
  /// Those whose times are kept.
  static let limit = 65_536

  var isAll: Bool { count == total }

  mutating func add(_ sample: Sample, _ timescale: UInt64) {
    total += 1
    guard sample.isSync else { return }
    count += 1
    let time = TrackProof.nanoseconds(sample.decodeTime, timescale)
    if let last { longest = max(longest, time.saturatingSubtract(last)) }
    last = time
    if times.count < Self.limit { times.append(time) }
  }

  /// What is not the same of the others; `nil` when both stand at the same times.
  func words(against other: SyncTimes, within tick: Int64) -> String? {
    let isSame =
      count == other.count && count <= Self.limit
      && zip(times, other.times).allSatisfy {
        $0.saturatingSubtract($1).magnitude <= UInt64(clamping: tick)
      }
    if isSame { return nil }
    var text = ByteWriter()
    if count == other.count {
      text.put("sync samples at other times")
    } else {
      text.put("sync samples ")
      text.put(grouped: count)
      text.put(" → ")
      text.put(grouped: other.count)
    }
    if longest != other.longest {
      text.put(" (longest distance ")
      text.put(count > 1 ? ProofWords.time(longest) : "none")
      text.put(" → ")
      text.put(other.count > 1 ? ProofWords.time(other.longest) : "none")
      text.put(")")
    }
    return text.string
  }
}

/// Moments at which a track rests: a sample that lasts much longer than most, or a hole or an overlap
/// between two.
struct SampleHolds {
  struct Hold {
    /// When it begins, and how long it is, in nanoseconds: below 0 for an overlap.
    var time: Int64
    var length: Int64
    var isSample: Bool

    func words(isNew: Bool) -> String {
      let at = ProofWords.time(time)
      let what =
        isSample
        ? "a sample at \(at) lasts \(ProofWords.length(length))"
        : length > 0
          ? "\(ProofWords.length(length)) hole at \(at)"
          : "\(ProofWords.length(length)) overlap at \(at)"
      return isNew ? what : "no longer: " + what
    }
  }

  private(set) var list: [Hold] = []
  private(set) var isCut = false
  static let limit = 64

  /// - Complexity: O(*n*) in the samples.
  init(_ track: SampleTrack) {
    guard let rate = SampleRate(track) else { return }
    var end: Int64?
    for sample in track.samples() {
      let start = TrackProof.nanoseconds(sample.decodeTime, track.timescale)
      if let end, sample.decodeTime != end {
        add(
          TrackProof.nanoseconds(end, track.timescale),
          TrackProof.nanoseconds(sample.decodeTime.saturatingSubtract(end), track.timescale), false)
      }
      end = sample.decodeTime.saturatingAdd(sample.duration)
      if sample.duration > rate.ticks.saturatingMultiply(2), sample.number < track.count {
        add(start, TrackProof.nanoseconds(Int64(clamping: sample.duration), track.timescale), true)
      }
    }
  }

  private mutating func add(_ time: Int64, _ length: Int64, _ isSample: Bool) {
    guard list.count < Self.limit else {
      isCut = true
      return
    }
    list.append(Hold(time: time, length: length, isSample: isSample))
  }

  func has(_ hold: Hold, within tick: Int64) -> Bool {
    list.contains {
      $0.time.saturatingSubtract(hold.time).magnitude <= UInt64(clamping: tick)
        && $0.length.saturatingSubtract(hold.length).magnitude <= UInt64(clamping: tick)
    }
  }
}
