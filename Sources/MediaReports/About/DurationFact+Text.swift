import ByteReading
package import MediaFacts
import MediaInspection

extension DurationFact {
  /// `3.000 s`, `≈ 3.000 s`.
  package var length: String {
    var text = ByteWriter()
    if isEstimate { text.put("≈ ") }
    text.put(clock: value, per: timescale)
    return text.string
  }

  /// What else is claimed, one text each: `TLEN claims 3.000 s`.
  package var claimTexts: [String] {
    claims.map { claim in
      var text = ByteWriter()
      text.put(claim.source.claimant)
      text.put(" claims ")
      text.put(clock: claim.value, per: claim.timescale)
      return text.string
    }
  }

  /// `≈ 3.000 s, estimated`, `3.736 s, counted; TLEN claims 3.000 s`; the source is said where there is
  /// more than one, or could be.
  package var text: String {
    let origin = isNotable ? ", \(source.origin)" : ""
    return ([(isEstimate ? "≈ " : "") + Words.seconds(value, timescale) + origin] + claimTexts)
      .joined(by: "; ")
  }
}
