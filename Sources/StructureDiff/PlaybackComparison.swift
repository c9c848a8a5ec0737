public import MediaFacts
import Structure

/// What the differences between two files do to playback, in words.
///
/// ```swift
/// let change = PlaybackComparison(before, after)
/// change.sentence
/// // "both tracks start 83.3 ms later, audio/video sync unchanged; colour tagged BT.709 (was unspecified)"
/// ```
///
/// Tracks of a kind belong together whose first samples have the same sizes, several of them, then those of the same
/// number, then the only ones of a kind. When the first samples of both have the same sizes they are taken for the same,
/// and what is reported is when *they* are shown: what a sound track begins with before, to set up its decoder, does not
/// count as sound.
public struct PlaybackComparison: Sendable {
  /// What changes, one thing each; empty when playback stays the same.
  public private(set) var phrases: [String] = []

  /// What it does to single aspects, but for when tracks begin and end.
  var aspects: [(aspect: Verdict.Aspect, text: String)] = []

  /// All of it in one line; empty when playback stays the same.
  public var sentence: String { phrases.joined(separator: "; ") }

  private let before: Playback
  private let after: Playback
  private var pairs: [Pair] = []

  /// A track on both sides.
  private struct Pair {
    let a: Playback.Track
    let b: Playback.Track
    var name = ""
    /// How much later its beginning is shown.
    var shift: Int64?
    /// How much longer it is shown from there on.
    var growth: Int64?
    /// How much more of the media is shown at the beginning.
    var lead: Int64 = 0

    var isUnseen: Bool { a.start == nil || b.start == nil }
  }

  /// The longest beginning of a sound track that is taken for what sets up its decoder: 250 ms.
  private static let longestPriming: Int64 = 250_000

  /// Compares what a player makes of two files.
  ///
  /// - Parameters:
  ///   - before: The first file.
  ///   - after: The second file.
  public init(_ before: Playback, _ after: Playback) {
    self.before = before
    self.after = after
    if before == after { return }
    pair()
    reportShifts()
    reportLengths()
    for pair in pairs {
      let count = phrases.count
      reportEdits(pair)
      aspects += phrases[count...].map { (.times, $0) }
    }
    for pair in pairs { reportEnabled(pair) }
    for pair in pairs { reportLook(pair) }
  }

  // MARK: Pairs

  private mutating func pair() {
    var partners: [Int: Int] = [:]
    var taken: Set<Int> = []
    func match(_ belong: (Playback.Track, Playback.Track) -> Bool) {
      for (i, a) in before.tracks.enumerated() where partners[i] == nil {
        let found = after.tracks.indices.filter {
          !taken.contains($0) && belong(a, after.tracks[$0])
        }
        guard let j = found.first, found.count == 1 else { continue }
        let others = before.tracks.indices.count {
          partners[$0] == nil && belong(before.tracks[$0], after.tracks[j])
        }
        guard others == 1 else { continue }
        partners[i] = j
        taken.insert(j)
      }
    }
    // Numbers may change hands: what is shown counts for more.
    match { $0.id == $1.id && $0.kind == $1.kind && Self.showsTheSame($0, $1) }
    match { $0.kind == $1.kind && Self.isKnownAgain($0, $1) }
    match { $0.id == $1.id && $0.kind == $1.kind }
    match { $0.kind == $1.kind }
    for (i, a) in before.tracks.enumerated() {
      guard let j = partners[i] else {
        phrases.append("\(name(of: a, in: before)) is gone")
        continue
      }
      pairs.append(compared(a, after.tracks[j]))
    }
    for (j, b) in after.tracks.enumerated() where !taken.contains(j) {
      var text = "\(name(of: b, in: after)) is new"
      if let start = b.start, let length = b.duration {
        text += ", from \(Playback.seconds(start)) for \(Playback.seconds(length))"
      }
      phrases.append(text)
    }
  }

  /// `video`, or `track 3 (audio)` where there are several of a kind.
  private func name(of track: Playback.Track, in playback: Playback) -> String {
    let isOnly = playback.tracks.count { $0.kind == track.kind } == 1
    if isOnly, track.kind != "other" { return track.kind }
    return "track \(track.id)" + (track.kind == "other" ? "" : " (\(track.kind))")
  }

  /// Whether the first samples of both have the same sizes, by which they are taken for the same.
  private static func showsTheSame(_ a: Playback.Track, _ b: Playback.Track) -> Bool {
    let shared = min(a.moments.count, b.moments.count)
    return shared > 0 && (0..<shared).allSatisfy { a.moments[$0].size == b.moments[$0].size }
  }

  /// Whether sizes alone say that both are the same: not those of sound whose samples all have one, nor a few of them.
  private static func isKnownAgain(_ a: Playback.Track, _ b: Playback.Track) -> Bool {
    guard min(a.moments.count, b.moments.count) >= 4, showsTheSame(a, b) else { return false }
    return Set(a.moments.prefix(b.moments.count).map(\.size)).count >= 3
  }

  private func compared(_ a: Playback.Track, _ b: Playback.Track) -> Pair {
    var pair = Pair(a: a, b: b)
    pair.name = name(of: a, in: before)
    guard let startA = a.start, let startB = b.start else { return pair }
    // The first sample that both show.
    var anchor: (a: Int64, b: Int64)?
    let shared = Self.showsTheSame(a, b) ? min(a.moments.count, b.moments.count) : 0
    for place in 0..<shared {
      guard let x = a.moments[place].time, let y = b.moments[place].time else { continue }
      if anchor.map({ x < $0.a }) ?? true { anchor = (x, y) }
    }
    let moved = startB &- startA
    var shift = moved
    if let anchor { shift = anchor.b &- anchor.a }
    let lead = shift &- moved
    let isPriming = a.kind == "audio" && lead.magnitude <= UInt64(Self.longestPriming)
    if abs(lead) > Playback.tolerance, !isPriming || anchor == nil {
      // The beginning of the media is cut elsewhere: it is written as that.
      pair.lead = lead
      pair.shift = moved
    } else {
      pair.shift = shift
    }
    if let endA = a.end, let endB = b.end {
      let from = anchor ?? (startA, startB)
      pair.growth = (endB &- from.b) &- (endA &- from.a)
    }
    return pair
  }

  // MARK: Time

  /// Puts together what is the same of several tracks.
  private mutating func report(_ found: [(name: String, text: String)], _ verbs: (String, String)) {
    guard let first = found.first else { return }
    if found.count > 1, found.allSatisfy({ $0.text == first.text }) {
      let who: String
      if found.count == pairs.count {
        who = found.count == 2 ? "both tracks" : "all \(found.count) tracks"
      } else {
        who =
          found.dropLast().map(\.name).joined(separator: ", ") + " and " + (found.last?.name ?? "")
      }
      phrases.append("\(who) \(verbs.1) \(first.text)")
    } else {
      for entry in found { phrases.append("\(entry.name) \(verbs.0) \(entry.text)") }
    }
  }

  private mutating func reportShifts() {
    for pair in pairs where pair.isUnseen && pair.a.start != pair.b.start {
      phrases.append(
        pair.b.start == nil
          ? "\(pair.name) shows nothing any more" : "\(pair.name) shows something now")
    }
    let moved = pairs.filter { abs($0.shift ?? 0) > Playback.tolerance }
    let count = phrases.count
    report(
      moved.map { pair in
        let shift = pair.shift ?? 0
        return (pair.name, "\(Playback.length(abs(shift))) \(shift > 0 ? "later" : "earlier")")
      }, ("starts", "start"))
    guard phrases.count > count, let late = lateness else { return }
    phrases[phrases.count - 1] +=
      abs(late) <= Playback.tolerance
      ? ", audio/video sync unchanged"
      : ", so that audio is \(Playback.length(abs(late))) \(late > 0 ? "later" : "earlier")"
        + " against video"
  }

  /// How much later the first sound track is than before against the first track of pictures.
  private var lateness: Int64? {
    func first(_ kind: String) -> Int64? {
      pairs.first { $0.a.kind == kind && !$0.isUnseen }.flatMap { pair in
        pair.shift.map { $0 &+ pair.lead }
      }
    }
    guard let audio = first("audio"), let video = first("video") else { return nil }
    return audio &- video
  }

  private mutating func reportLengths() {
    let cut = pairs.filter { $0.lead != 0 }
    report(
      cut.map { pair in
        (
          pair.name,
          "\(Playback.length(abs(pair.lead))) \(pair.lead > 0 ? "more" : "less") at the beginning"
        )
      }, ("shows", "show"))
    let grown = pairs.filter { abs($0.growth ?? 0) > Playback.tolerance }
    report(
      grown.map { pair in
        let was = Playback.seconds(pair.a.duration ?? 0)
        let now = Playback.seconds((pair.a.duration ?? 0) &+ (pair.growth ?? 0))
        return (pair.name, "\(now) (was \(was))")
      }, ("lasts", "last"))
    for pair in pairs where !pair.isUnseen && (pair.a.end == nil) != (pair.b.end == nil) {
      phrases.append("\(pair.name) \(pair.b.end == nil ? "has no end any more" : "has an end now")")
    }
  }

  private mutating func reportEdits(_ pair: Pair) {
    let (a, b) = (pair.a, pair.b)
    if a.gaps.map(\.duration) != b.gaps.map(\.duration) {
      phrases.append(
        b.gaps.isEmpty
          ? "\(pair.name) no longer pauses" : "\(pair.name) pauses \(pauses(b)) (\(was(a)))")
    }
    if a.rates != b.rates {
      let now = b.rates.isEmpty ? "at its own speed" : speeds(b.rates)
      let then = a.rates.isEmpty ? "its own" : speeds(a.rates)
      phrases.append("\(pair.name) plays \(now) (was \(then))")
    }
    if a.repeats != b.repeats {
      phrases.append("\(pair.name) is \(b.repeats ? "repeated now" : "no longer repeated")")
    }
  }

  private mutating func reportEnabled(_ pair: Pair) {
    guard pair.a.isEnabled != pair.b.isEnabled else { return }
    let text = "\(pair.name) is \(pair.b.isEnabled ? "enabled now" : "no longer enabled")"
    phrases.append(text)
    aspects.append((.tracks, text))
  }

  private func pauses(_ track: Playback.Track) -> String {
    let list = track.gaps.prefix(3).map {
      "\(Playback.length($0.duration)) at \(Playback.seconds($0.start))"
    }
    let more = track.gaps.count - list.count
    return list.joined(separator: ", ") + (more > 0 ? " and \(more) more times" : "")
  }

  private func was(_ track: Playback.Track) -> String {
    track.gaps.isEmpty ? "did not" : "was \(pauses(track))"
  }

  private func speeds(_ rates: [Int64]) -> String {
    rates.prefix(3).map { Playback.speed($0) }.joined(separator: ", ")
  }

  // MARK: Look

  /// Whether one coding is that of the other as far as both are known: what only frames say was not there to be read.
  private static func isCodedAlike(_ one: Playback.Track, _ other: Playback.Track) -> Bool {
    guard one.protectedShare == other.protectedShare else { return false }
    if one.codec == other.codec { return true }
    guard let name = one.codecWithoutFrames, name == other.codecWithoutFrames else { return false }
    return one.codec == name || other.codec == name
  }

  private mutating func reportLook(_ pair: Pair) {
    let (a, b) = (pair.a, pair.b)
    let isOnly = before.tracks.count { $0.kind == a.kind } == 1
    let whose = isOnly ? "" : pair.name + " "
    let (coded, was) = (coding(b), coding(a))
    if !Self.isCodedAlike(a, b), !coded.isEmpty {
      phrases.append("\(pair.name) is \(coded)" + (was.isEmpty ? "" : " (was \(was))"))
      aspects.append((a.protectedShare != b.protectedShare ? .protection : .setup, phrases.last ?? ""))
    }
    let count = phrases.count
    defer { aspects += phrases[count...].map { (.display, $0) } }
    if a.orientation != b.orientation {
      let now = b.orientation == .upright ? "no longer rotated" : b.orientation.words
      let before = a.orientation == .upright ? "were upright" : "were " + a.orientation.words
      phrases.append("\(whose)pictures \(now) (\(before))")
    }
    if let x = a.size, let y = b.size, x != y {
      phrases.append(
        "\(whose)pictures shown \(y.width)×\(y.height) (were \(x.width)×\(x.height))")
    }
    // To say that nothing is specified is to say nothing.
    let tagged = a.colour?.words ?? "unspecified"
    if tagged != b.colour?.words ?? "unspecified", a.kind == b.kind {
      phrases.append(
        b.colour.map { "\(whose)colour tagged \($0.words) (was \(tagged))" }
          ?? "\(whose)colour no longer tagged (was \(tagged))")
    }
  }

  /// `encrypted H.264`; empty when nothing says how a track is coded.
  private func coding(_ track: Playback.Track) -> String {
    guard !track.codec.isEmpty else { return "" }
    switch track.protectedShare {
    case .none: return track.codec
    case .some: return "partly encrypted " + track.codec
    case .all: return "encrypted " + track.codec
    }
  }
}
