internal import MediaFacts
internal import Structure

/// The line of a snapshot that says what a player makes of the file, read back.
///
/// It names for each track when it starts, one sample and when that is shown, and how long the track
/// lasts; what else a ``Playback`` holds is no part of it. Earlier snapshots name no sample, and round to
/// milliseconds.
enum PlaybackRecord {
  /// What the line says, to be compared with what `after` says; `nil` when it is not understood, and
  /// when it says something of pauses, speeds or repetitions other than those of `after`.
  ///
  /// What the line does not hold is taken from `after`, so that it is no difference.
  static func playback(recordedAs text: String, after: Playback) -> Playback? {
    var result = Playback()
    for part in text.split(separator: ";") {
      var words = Scanner(part)
      if words.take("start together") || words.take("in sync") { continue }
      if words.take("audio "), words.rest.hasSuffix(" video"), !words.rest.hasPrefix("from ") {
        continue
      }
      words = Scanner(part)
      guard let track = track(&words, after) else { return nil }
      result.tracks.append(track)
    }
    return result.tracks.isEmpty ? nil : result
  }

  private static func track(_ words: inout Scanner, _ after: Playback) -> Playback.Track? {
    var id: UInt64 = 0
    if words.take("track ") {
      guard let number = words.number() else { return nil }
      id = number
    } else if !words.take("audio") {
      return nil
    }
    let now = after.tracks.first { $0.id == id }
    var track = now ?? Playback.Track(id: id, kind: id == 0 ? "audio" : "other")
    track.moments = []
    (track.start, track.end) = (nil, nil)
    if words.take(" shows nothing") { return words.isAtEnd ? track : nil }
    guard words.take(" from "), let start = words.seconds() else { return nil }
    track.start = start
    if words.take(" (sample ") {
      guard let number = words.number(), number >= 1, number <= UInt64(Playback.momentLimit),
        words.take(" of "), let size = words.number(), words.take(" byte")
      else { return nil }
      _ = words.take("s")
      guard words.take(" at "), let time = words.seconds(), words.take(")") else { return nil }
      // It is the same sample when those before it are as many; their sizes are not recorded.
      let before = (now?.moments ?? []).prefix(Int(number) - 1)
      guard before.count == Int(number) - 1 else { return finished(track, &words, now) }
      track.moments = before.map { Playback.Moment(size: $0.size, time: nil) }
      track.moments.append(Playback.Moment(size: size, time: time))
    }
    return finished(track, &words, now)
  }

  private static func finished(
    _ track: Playback.Track, _ words: inout Scanner, _ now: Playback.Track?
  ) -> Playback.Track? {
    var track = track
    if words.take(" for ") || words.takeDuration() {
      guard let length = words.seconds(), let start = track.start else { return nil }
      track.end = start &+ length
    }
    guard let now else { return track }
    return String(words.rest) == now.particulars ? track : nil
  }
}

/// Goes through a text from left to right.
private struct Scanner {
  private(set) var rest: Substring

  /// `text` without the blanks around it.
  init(_ text: Substring) {
    rest = text.drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Goes on behind `word` when it stands here.
  mutating func take(_ word: String) -> Bool {
    guard rest.hasPrefix(word) else { return false }
    rest = rest.dropFirst(word.count)
    return true
  }

  /// Goes on to the number of `, 2.000 s`, as earlier snapshots say how long a track lasts.
  mutating func takeDuration() -> Bool {
    guard rest.hasPrefix(", "), rest.dropFirst(2).first?.isASCIIDigit == true else { return false }
    rest = rest.dropFirst(2)
    return true
  }

  /// A whole number, with or without commas.
  mutating func number() -> UInt64? {
    let digits = rest.prefix { $0.isASCIIDigit || $0 == "," }
    guard let value = UInt64(digits.filter { $0 != "," }) else { return nil }
    rest = rest.dropFirst(digits.count)
    return value
  }

  /// `0.083333 s` in microseconds.
  mutating func seconds() -> Int64? {
    let isNegative = take("-")
    let whole = rest.prefix { $0.isASCIIDigit }
    guard let seconds = Int64(whole), seconds < 1 << 40 else { return nil }
    rest = rest.dropFirst(whole.count)
    var time = seconds * 1_000_000
    if take(".") {
      let digits = rest.prefix { $0.isASCIIDigit }
      guard (1...6).contains(digits.count),
        let fraction = Int64(digits + String(repeating: "0", count: 6 - digits.count))
      else { return nil }
      time += fraction
      rest = rest.dropFirst(digits.count)
    }
    guard take(" s") else { return nil }
    return isNegative ? -time : time
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
