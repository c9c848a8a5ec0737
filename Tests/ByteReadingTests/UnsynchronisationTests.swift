import ByteReading
import Testing

/// Zeros behind bytes of all ones.
@Suite struct UnsynchronisationTests {
  private func made(_ bytes: [UInt8], _ range: Range<Int>? = nil) -> Resynchronised? {
    Resynchronised(ByteSource(copying: bytes), in: range ?? 0..<bytes.count)
  }

  private func array(_ source: ByteSource) -> [UInt8] {
    (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }
  }

  @Test(
    arguments: [
      ([0xFF, 0x00], [0xFF]), ([0xFF, 0x00, 0x00], [0xFF, 0x00]),
      ([0xFF, 0x00, 0xE0, 1], [0xFF, 0xE0, 1]), ([0xFF, 0xFF, 0x00], [0xFF, 0xFF]),
      ([0xFF, 0x00, 0xFF, 0x00, 0x00], [0xFF, 0xFF, 0x00]), ([1, 2, 0xFF, 0, 3], [1, 2, 0xFF, 3]),
    ] as [([UInt8], [UInt8])])
  func zerosBehindOnesGo(stored: [UInt8], meant: [UInt8]) throws {
    let found = try #require(made(stored))
    #expect(array(found.bytes) == meant)
    #expect(found.removedCount == stored.count - meant.count)
  }

  @Test(arguments: [[], [0xFF], [0, 0, 0xFF, 1], [0xFF, 0xFF, 0xFF]] as [[UInt8]])
  func withoutSuchZerosThereIsNothingToDo(bytes: [UInt8]) {
    #expect(made(bytes) == nil)
  }

  @Test func placesAreThoseOfTheStoredBytes() throws {
    let found = try #require(made([9, 9, 1, 0xFF, 0, 2, 0xFF, 0, 9], 2..<8))
    #expect(array(found.bytes) == [1, 0xFF, 2, 0xFF])
    #expect((0...4).map { found.outerOffset(of: $0) } == [2, 3, 5, 6, 8])
    #expect((1...8).map { found.offset(ofOuter: $0) } == [nil, 0, 1, 1, 2, 3, 3, nil])
  }

  /// Against the obvious way, with zeros and ones falling on both sides of the 64 KiB pieces.
  @Test(arguments: [2, 3, 5, 300] as [UInt64])
  func longBytesComeOutAsByHand(rarity: UInt64) throws {
    var state: UInt64 = 88_172_645_463_325_252
    func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    var stored: [UInt8] = []
    for _ in 0..<200_000 {
      let value = next()
      stored.append(
        value % rarity == 0 ? (value >> 32 & 1 == 0 ? 0xFF : 0) : UInt8(value >> 40 & 0x7F))
    }
    stored[65_535] = 0xFF
    stored[65_536] = 0
    var meant: [UInt8] = []
    var places: [Int] = []
    var index = 0
    while index < stored.count {
      meant.append(stored[index])
      places.append(index)
      index += stored[index] == 0xFF && index + 1 < stored.count && stored[index + 1] == 0 ? 2 : 1
    }
    let found = try #require(made(stored))
    #expect(array(found.bytes) == meant)
    #expect(places.indices.allSatisfy { found.outerOffset(of: $0) == places[$0] })
  }
}
