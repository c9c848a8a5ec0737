import ByteReading
package import MediaFacts

extension DurationFact {
  /// What else is claimed, one text each: `TLEN claims 3.000 s`.
  package var claimTexts: [String] {
    claims.map { claim in
      var text = ByteWriter()
      text.put(claim.source.claimant)
      text.put(" claims ")
      text.put(seconds: claim.value, per: claim.timescale, digits: 3)
      text.put(" s")
      return text.string
    }
  }

  /// `≈ 3.000 s, estimated`, `3.736 s, counted; TLEN claims 3.000 s`.
  package var text: String {
    let origin = source.map { ", \($0.origin)" } ?? ""
    return ([(isEstimate ? "≈ " : "") + Words.seconds(value, timescale) + origin] + claimTexts)
      .joined(separator: "; ")
  }
}
