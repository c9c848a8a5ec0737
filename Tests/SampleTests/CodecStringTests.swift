import MediaFacts
import Structure
import Testing

/// The codec strings that Android's extractors print for the files of its tests.
@Suite(.enabled(if: Samples.folder != nil, "ATOMTOOLS_SAMPLES names no folder"))
struct CodecStringTests {
  /// What they print otherwise, and why.
  private static let other = [
    // The parameter is printed without its base (23008-3 §21 has 0x).
    "mhm1.0D": "mhm1.0x0D",
    // Constraints, and colours that are not the usual ones, are left out.
    "vvc1.1.L32": "vvc1.1.L32.CQA",
    "av01.0.00M.10": "av01.0.00M.10.0.110.09.16.09.0",
    // That of the second view, which its layer's parameter set has.
    "hvc1.6.40.L156.BF.80": "hvc1.1.6.L156.B0",
  ]

  @Test func stringsAgree() throws {
    var count = 0
    for entry in Samples.entries where entry.path.hasPrefix("isobmff") || entry.path.hasPrefix("q")
    {
      for name in entry.expectations(in: "androidx-media", ending: ".dump") {
        let lines = try Samples.expectation(name).split(separator: "\n")
        let theirs = Set(
          lines.compactMap { line in
            line.firstRange(of: "codecs = ").map { String(line[$0.upperBound...]) }
          })
        guard !theirs.isEmpty else { continue }
        let document = try Samples.document(entry.path)
        let type = try #require(document.synopsis.mediaType?(document))
        let ours = type.codecs.map(\.text)
        for text in theirs {
          count += 1
          #expect(ours.contains(Self.other[text] ?? text), "\(entry.path): \(text), \(ours)")
        }
      }
    }
    #expect(count > 8)
  }
}
