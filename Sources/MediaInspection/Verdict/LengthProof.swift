import ByteReading
import MediaFacts
import Structure

/// Compares how long two files say that they last.
enum LengthProof {
  private static func isFragmented(_ document: Document) -> Bool { document.tree.countAtTop("moof") > 0 }

  /// `the movie lasts 2.500 s, not 2.000 s`, whatever the ticks are that they say it in; `nil` when it is the
  /// same to a tick of the coarser one, or one of them does not say it.
  static func words(_ before: Document, _ after: Document, of subject: String) -> String? {
    guard let old = before.synopsis.duration, let new = after.synopsis.duration else { return nil }
    // A header of 0 beside fragments says that nobody knew yet (14496-12 §8.2.2).
    if old.value == 0 && isFragmented(before) || new.value == 0 && isFragmented(after) { return nil }
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
