import Testing

@testable import MediaInspection

/// Where what is left of a list stood in it: believed of one place alone.
@Suite struct CutPlaceTests {
  private static let part = (1...40).map { UInt64($0) }

  /// - Parameter known: How many entries of the longer list have keys.
  private func place(of shorter: [UInt64], in longer: [UInt64], known: Int = .max) -> CutPlace? {
    func give(_ keys: some Sequence<UInt64>, to body: (UInt64) -> Bool) {
      for key in keys where !body(key) { return }
    }
    return CutPlace(
      shorter: { give(shorter, to: $0) }, longer: { give(longer.prefix(known), to: $0) },
      counts: (shorter.count, longer.count)
    ) { Array(longer[$0..<$0 + shorter.count]) == shorter }
  }

  @Test func bothEndsAreMissing() throws {
    let found = try #require(place(of: Self.part, in: [7] + Self.part + [9, 9]))
    #expect(found.missing == [0..<1, 41..<43])
    #expect(found.inLonger(0) == 1 && found.inShorter(40) == 39)
    #expect(found.inShorter(0) == nil && found.inShorter(41) == nil)
  }

  @Test func twoPlacesAreNone() {
    #expect(place(of: Self.part, in: [7] + Self.part + [9] + Self.part + [9]) == nil)
  }

  /// Behind an entry that is known by the digest of more than itself it may stand once more.
  @Test func nobodyKnowsOfOnePlaceWhereNotAllKeysAreKnown() {
    #expect(place(of: Self.part, in: [7] + Self.part + [9] + Self.part + [9], known: 45) == nil)
  }

  /// Silence, and a tone that repeats.
  @Test func whatRepeatsStandsAnywhere() {
    let tone = (0..<1_000).map { UInt64($0 % 20) }
    #expect(place(of: Array(tone[13..<900]), in: tone) == nil)
    #expect(place(of: Array(repeating: 0, count: 300), in: [1] + Array(repeating: 0, count: 300) + [1]) == nil)
  }
}
