import MediaFacts
import Structure

/// Compares how long two files say that they last.
enum LengthProof {
  /// `the movie lasts 2.500 s, not 2.000 s`, whatever the ticks are that they say it in; `nil` when it is the
  /// same to a tick of the coarser one, or one of them does not say it.
  static func words(_ before: Document, _ after: Document, of subject: String) -> String? {
    guard let old = before.synopsis.duration, let new = after.synopsis.duration else { return nil }
    func time(_ fact: DurationFact) -> Int64 {
      MovieTime.nanoseconds(Int64(clamping: fact.value), fact.timescale)
    }
    let tick = MovieTime.tick(of: [old.timescale, new.timescale])
    guard time(new).saturatingSubtract(time(old)).magnitude > UInt64(tick) else { return nil }
    let (was, now) = (ProofWords.time(time(old)), ProofWords.time(time(new)))
    return was == now ? "\(subject) lasts a little \(time(new) > time(old) ? "longer" : "less") than \(was)"
      : "\(subject) lasts \(now), not \(was)"
  }
}
