import ByteReading
import MediaFacts
import Structure

/// Words for numbers in proofs.
enum ProofWords {
  /// What a track is said to do, by what it is called: there are subtitles, and one video.
  static func verb(_ one: String, _ many: String, of name: String) -> String {
    ["subtitles", "closed captions"].contains(name) ? many : one
  }

  /// `1.000 s`; `time` is in nanoseconds.
  static func time(_ time: Int64) -> String { Playback.seconds(rounded(time)) }

  /// `42.0 ms` of a length of either sign; `1.500 s` from a second on.
  static func length(_ time: Int64) -> String {
    let micro = rounded(time).magnitude
    guard micro < 999_950 else { return Playback.seconds(Int64(clamping: micro)) }
    var text = ByteWriter()
    // What is less than a tenth is not nothing.
    let (parts, digits): (UInt64, Int) = (1..<50).contains(micro) ? (1_000, 3) : (10, 1)
    let count = digits == 3 ? UInt64(micro) : (UInt64(micro) &+ 50) / 100
    text.put(decimal: count / parts)
    text.put(".")
    text.put(decimal: count % parts, zeroPaddedTo: digits)
    text.put(" ms")
    return text.string
  }

  /// `42.0 ms later`.
  static func moved(_ time: Int64) -> String {
    length(time) + (time < 0 ? " earlier" : " later")
  }

  /// `83.3 ms, not 41.7 ms`, `a little longer than 41.7 ms`, of lengths in nanoseconds.
  static func change(_ before: Int64, _ after: Int64) -> String {
    let (was, now) = (length(before), length(after))
    return was == now ? "a little \(after > before ? "longer" : "less") than \(was)" : "\(now), not \(was)"
  }

  /// `the first 20 and the last 110 the same`, `none the same`.
  static func same(_ head: Int, _ tail: Int) -> String {
    let same = [(head, "first"), (tail, "last")].filter { $0.0 > 0 }
      .map { $0.0 == 1 ? "the \($0.1) one" : "the \($0.1) \($0.0.grouped)" }
    return same.isEmpty ? "none the same" : same.joined(separator: " and ") + " the same"
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

/// How long samples last, in ticks: how many each length has.
struct SampleLengths {
  private(set) var counts: [(ticks: UInt64, count: Int)] = []
  private var last = 0
  /// All samples, those of lengths that were not kept as well.
  private(set) var total = 0
  /// Lengths that are kept. One that most samples have is met before so many others.
  private static let limit = 64

  /// Whether some last longer than others, the odd one left out.
  var isUneven: Bool { counts.count { $0.count > 1 } > 1 }

  mutating func add(_ sample: Sample) {
    total += 1
    if last < counts.count, counts[last].ticks == sample.duration {
      counts[last].count += 1
      return
    }
    if let place = counts.firstIndex(where: { $0.ticks == sample.duration }) {
      counts[place].count += 1
      last = place
    } else if counts.count < Self.limit {
      last = counts.count
      counts.append((sample.duration, 1))
    }
  }
}

/// How long most samples of a track last.
struct SampleRate: Equatable {
  let ticks: UInt64
  let timescale: UInt64
  /// How long those last on average that last as long, give or take the tick that rounding makes, in
  /// nanoseconds.
  private let mean: Double

  /// `nil` for tracks whose samples have no usual length.
  init?(_ lengths: SampleLengths, _ track: SampleTrack) {
    guard track.timescale > 0, lengths.total > 1,
      let usual = lengths.counts.max(by: { $0.count < $1.count }), usual.ticks > 0,
      usual.count > lengths.total / 2
    else { return nil }
    (ticks, timescale) = (usual.ticks, track.timescale)
    var (sum, count) = (0.0, 0.0)
    for entry in lengths.counts
    where max(entry.ticks, usual.ticks) - min(entry.ticks, usual.ticks) <= 1 {
      sum += Double(entry.ticks) * Double(entry.count)
      count += Double(entry.count)
    }
    // The usual length of samples that hardly last alike is no rate of theirs.
    guard count * 4 >= Double(lengths.total) * 3 else { return nil }
    mean = sum / count * 1e9 / Double(timescale)
  }

  static func == (x: SampleRate, y: SampleRate) -> Bool {
    x.ticks.multipliedFullWidth(by: y.timescale) == y.ticks.multipliedFullWidth(by: x.timescale)
  }

  /// Whether so many samples of both take as long, give or take a tick, in nanoseconds.
  func isClose(to other: SampleRate, over count: Int, tick: Int64) -> Bool {
    let drift = (mean - other.mean) * Double(count)
    return drift.magnitude <= Double(tick) + mean * 1e-9
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
    let time = MovieTime.nanoseconds(sample.decodeTime, timescale)
    if let last { longest = max(longest, time.saturatingSubtract(last)) }
    last = time
    if times.count < Self.limit { times.append(time) }
  }

  /// What is not the same of the others; `nil` when both stand at the same times.
  func words(against other: SyncTimes, within tick: Int64, hasClock: Bool = true) -> String? {
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
    if hasClock, longest != other.longest {
      text.put(" (longest distance ")
      text.put(count > 1 ? ProofWords.time(longest) : "none")
      text.put(" → ")
      text.put(other.count > 1 ? ProofWords.time(other.longest) : "none")
      text.put(")")
    }
    return text.string
  }
}

/// Where decoding may start and how long samples last, of the samples of two files: counted once as long as both have the
/// same.
struct SampleTallies {
  struct Tally {
    private(set) var syncs = SyncTimes()
    private(set) var lengths = SampleLengths()

    mutating func add(_ sample: Sample, _ timescale: UInt64) {
      syncs.add(sample, timescale)
      lengths.add(sample)
    }
  }

  private(set) var before = Tally()
  /// `nil` as long as it is that of the first file.
  private var other: Tally?
  var after: Tally { other ?? before }

  /// Adds the next two samples of the same number.
  mutating func add(_ x: Sample, _ y: Sample, _ scales: (before: UInt64, after: UInt64)) {
    let isSame =
      scales.before == scales.after && x.decodeTime == y.decodeTime && x.duration == y.duration && x.isSync == y.isSync
    if !isSame, other == nil { other = before }
    before.add(x, scales.before)
    other?.add(y, scales.after)
  }

  /// Adds a sample that only the first file has.
  mutating func addBefore(_ sample: Sample, _ timescale: UInt64) {
    if other == nil { other = before }
    before.add(sample, timescale)
  }

  /// Adds a sample that only the second file has.
  mutating func addAfter(_ sample: Sample, _ timescale: UInt64) {
    if other == nil { other = before }
    other?.add(sample, timescale)
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

  /// - Parameter isPaired: Whether a sample, by its place in the order of decoding, stands for one of the other file:
  ///   how long both last is compared by itself.
  /// - Complexity: O(*n*) in the samples.
  init(_ track: SampleTrack, _ rate: SampleRate?, isPaired: (_ place: Int) -> Bool) {
    guard let rate else { return }
    let edits = track.editList
    func moment(of sample: Sample) -> Int64 {
      MovieTime.nanoseconds(edits.moment(of: sample), track.timescale)
    }
    var end: Int64?
    for (place, sample) in track.samples().enumerated() {
      if let end, sample.decodeTime != end {
        let length = MovieTime.nanoseconds(sample.decodeTime.saturatingSubtract(end), track.timescale)
        // A hole ends with the sample that follows, an overlap begins with it.
        add(moment(of: sample).saturatingSubtract(max(0, length)), length, false)
      }
      end = sample.decodeTime.saturatingAdd(sample.duration)
      if sample.duration > rate.ticks.saturatingMultiply(2), sample.number < track.count, !isPaired(place) {
        add(
          moment(of: sample),
          MovieTime.nanoseconds(Int64(clamping: sample.duration), track.timescale), true)
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
