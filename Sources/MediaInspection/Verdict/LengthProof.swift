import ByteReading
import MediaFacts
import Structure

/// Compares how long two files say that they last.
enum LengthProof {
  private static func isFragmented(_ document: Document) -> Bool { document.tree.countAtTop("moof") > 0 }

  /// `the movie lasts 2.500 s, not 2.000 s`, whatever the ticks are that they say it in; `nil` when it is the
  /// same to a tick of the coarser one, or one of them does not say it.
  static func words(_ before: Document, _ after: Document, of subject: String) -> String? {
    guard let (was, now) = lengths(before, after) else { return nil }
    return "\(subject) lasts \(change(was, now))"
  }

  /// ` (the Xing header claims 5.194 s)`, of what the second one claims and the first does not; empty for nothing.
  static func claim(_ before: Document, _ after: Document) -> String {
    let known = before.synopsis.duration?.claims ?? []
    let new = after.synopsis.duration?.claims.first { claim in !known.contains { $0.source == claim.source } }
    guard let new else { return "" }
    let time = MovieTime.nanoseconds(Int64(clamping: new.value), new.timescale)
    return " (\(new.source.claimant) claims \(ProofWords.time(time)))"
  }

  /// By how much longer the second one says that it lasts, in nanoseconds: 0 where that is not said.
  static func growth(_ before: Document, _ after: Document) -> Int64 {
    lengths(before, after).map { $0.after.saturatingSubtract($0.before) } ?? 0
  }

  /// `2.500 s, not 2.000 s`, `a little longer than 2.000 s`, of lengths in nanoseconds.
  static func change(_ before: Int64, _ after: Int64) -> String {
    let (was, now) = (ProofWords.time(before), ProofWords.time(after))
    return was == now ? "a little \(after > before ? "longer" : "less") than \(was)" : "\(now), not \(was)"
  }

  /// How long both say that they last, in nanoseconds; `nil` when it is the same or not said.
  private static func lengths(_ before: Document, _ after: Document) -> (before: Int64, after: Int64)? {
    guard let old = before.synopsis.duration, let new = after.synopsis.duration else { return nil }
    // A header of 0 beside fragments says that nobody knew yet (14496-12 §8.2.2).
    if old.value == 0 && isFragmented(before) || new.value == 0 && isFragmented(after) { return nil }
    func time(_ fact: DurationFact) -> Int64 {
      MovieTime.nanoseconds(Int64(clamping: fact.value), fact.timescale)
    }
    let tick = MovieTime.tick(of: [old.timescale, new.timescale])
    guard time(new).saturatingSubtract(time(old)).magnitude > UInt64(tick) else { return nil }
    return (time(old), time(new))
  }
}
