import Atoms
import ByteReading
import MediaFacts
import Structure

/// Compares in seconds what headers and edits claim to last, which may be more than there are media for: players show
/// none of it, and programs that go by the claim count it.
enum ClaimProof {
  /// A length that a header claims; 0 and all ones, of 32 or 64 bits, claim nothing.
  private struct Claim {
    let ticks: UInt64
    let timescale: UInt64

    init?(_ ticks: UInt64?, _ timescale: UInt64) {
      guard let ticks, timescale > 0, ticks > 0, ticks < .max, ticks != 0xFFFF_FFFF else { return nil }
      (self.ticks, self.timescale) = (ticks, timescale)
    }

    var time: Int64 { MovieTime.nanoseconds(Int64(clamping: ticks), timescale) }
  }

  /// `has edits that claim 8.000 s, not 4.000 s; its media end at 4.000 s`, `has a 'tkhd' that claims 8.000 s, not
  /// 4.000 s`: what is claimed of a track in other words than by how long it is shown.
  ///
  /// - Parameters:
  ///   - a: The track in the first file.
  ///   - b: The track in the second file.
  ///   - ends: When the last of it has been shown in both, in microseconds of the movie; `nil` when that is not known.
  /// - Complexity: O(*n*) in the edits, O(*r*) in the runs of the tables where the media have other ticks.
  static func words(_ a: SampleTrack, _ b: SampleTrack, ends: (before: Int64?, after: Int64?)) -> [String] {
    var found: [String] = []
    var grown: Int64 = 0
    if let before = ends.before, let after = ends.after {
      grown = nanoseconds(after).saturatingSubtract(nanoseconds(before))
    }
    let (old, new) = (ClaimedEdits(a), ClaimedEdits(b))
    if let change = old.words(against: new, within: tick(of: [a.timescale, b.timescale, a.movieTimescale, b.movieTimescale])) {
      found.append(change + (ends.after.map { "; its media end at \(Playback.seconds($0))" } ?? ""))
      // 'tkhd' is the sum of the edits (14496-12 §8.3.2).
      grown = (new.length ?? 0).saturatingSubtract(old.length ?? 0)
    }
    let tracks = (
      Claim(a.description.duration, a.movieTimescale), Claim(b.description.duration, b.movieTimescale)
    )
    if let change = words(tracks.0, tracks.1, otherThan: grown) { found.append("has a 'tkhd' that claims " + change) }
    if a.timescale != b.timescale {
      let length = MovieTime.nanoseconds(b.end, b.timescale).saturatingSubtract(MovieTime.nanoseconds(a.end, a.timescale))
      let media = (Claim(a.description.mediaDuration, a.timescale), Claim(b.description.mediaDuration, b.timescale))
      if let change = words(media.0, media.1, otherThan: length) { found.append("has a 'mdhd' that claims " + change) }
    }
    return found
  }

  /// `'mvhd' claims 8.000 s, not 4.000 s`.
  ///
  /// - Parameters:
  ///   - before: The first file.
  ///   - after: The second file.
  ///   - growth: By how much longer it is said already that the movie lasts, in nanoseconds.
  static func words(_ before: Document, _ after: Document, otherThan growth: @autoclosure () -> Int64) -> [String] {
    guard let a = before.context as? AtomContext, let b = after.context as? AtomContext else { return [] }
    let (x, y) = (MovieDuration(before, a), MovieDuration(after, b))
    var found: [String] = []
    for (old, new) in [(x.movieHeader, y.movieHeader), (x.movieExtends, y.movieExtends)] {
      guard let old, let new else { continue }
      let claims = (Claim(old.value, old.timescale), Claim(new.value, new.timescale))
      if let change = words(claims.0, claims.1, otherThan: growth()) {
        found.append("\(new.source.claimant) claims \(change)")
      }
    }
    return found
  }

  /// `8.000 s, not 4.000 s` of a header in other ticks; `nil` where it claims what it did, or grew as much as what it
  /// is about.
  ///
  /// Another number in the same ticks is a change of its field, and is reported or follows as that.
  private static func words(_ old: Claim?, _ new: Claim?, otherThan growth: @autoclosure () -> Int64) -> String? {
    guard let old, let new, old.timescale != new.timescale else { return nil }
    let limit = tick(of: [old.timescale, new.timescale])
    let grown = new.time.saturatingSubtract(old.time)
    guard grown.magnitude > limit, grown.saturatingSubtract(growth()).magnitude > limit else { return nil }
    return LengthProof.change(old.time, new.time)
  }

  /// Writers round claims to ticks, however long these are.
  private static func tick(of scales: [UInt64]) -> UInt64 { UInt64(clamping: MovieTime.wholeTick(of: scales)) }

  private static func nanoseconds(_ micro: Int64) -> Int64 {
    let (time, overflow) = micro.multipliedReportingOverflow(by: 1_000)
    return overflow ? (micro < 0 ? .min : .max) : time
  }
}

/// How long the edits of a track claim to last.
private struct ClaimedEdits {
  /// In nanoseconds; `nil` where no edits say it, or one of them goes on to the end of the media.
  var length: Int64?
  /// What of that there are no media for.
  var excess: Int64 = 0

  init(_ track: SampleTrack) {
    let list = track.editList
    guard list.isExplicit, track.timescale > 0, track.movieTimescale > 0 else { return }
    let end = track.lastCompositionEnd ?? track.end
    var sum: UInt64? = 0
    for edit in list.edits {
      guard let duration = edit.duration else {
        sum = nil
        continue
      }
      sum = sum.map { $0.saturatingAdd(duration) }
      guard let start = edit.mediaTime, edit.rate == 65_536 else { continue }
      let rest = MovieTime.nanoseconds(max(0, end.saturatingSubtract(start)), track.timescale)
      let claimed = MovieTime.nanoseconds(Int64(clamping: duration), track.movieTimescale)
      excess = excess.saturatingAdd(max(0, claimed.saturatingSubtract(rest)))
    }
    length = sum.map { MovieTime.nanoseconds(Int64(clamping: $0), track.movieTimescale) }
  }

  /// `nil` where they claim what they did, or what is shown says it: that they claim more or less of the media.
  func words(against other: ClaimedEdits, within tick: UInt64) -> String? {
    guard other.excess.saturatingSubtract(excess).magnitude > tick else { return nil }
    switch (length, other.length) {
    case (nil, nil): return nil
    case (let was?, nil): return "has no edits any more that claim \(ProofWords.time(was))"
    case (nil, let now?): return "has edits that claim \(ProofWords.time(now))"
    case (let was?, let now?):
      guard now.saturatingSubtract(was).magnitude > tick else { return nil }
      return "has edits that claim " + LengthProof.change(was, now)
    }
  }
}
