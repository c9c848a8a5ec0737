import ByteReading
import Testing

@Suite struct MemoryTests {
  @Test func whatIsTakenIsGivenBack() {
    let memory = Memory(limit: 100)
    #expect(memory.take(60, for: "first"))
    #expect(!memory.take(41, for: "second"))
    #expect(memory.count == 60)
    memory.giveBack(60)
    #expect(memory.take(100, for: "third"))
    #expect(memory.leftOut.map(\.description) == ["second"])
    #expect(memory.requests == 3)
  }

  @Test func oneRequestIsRefused() {
    let memory = Memory(refusing: 2)
    #expect(memory.take(1, for: "a"))
    #expect(!memory.take(1, for: "b"))
    #expect(memory.take(1, for: "c"))
    #expect(memory.leftOut.map(\.description) == ["b"])
  }

  /// What one file had to do without is not said of another.
  @Test func filesOfACallShareItsMemory() {
    let whole = Memory(limit: 10)
    let (one, other) = (Memory(of: whole), Memory(of: whole))
    #expect(one.take(8, for: "one"))
    #expect(!other.take(8, for: "other"))
    #expect(one.leftOut.isEmpty)
    #expect(other.leftOut.map(\.description) == ["other"])
    one.giveBack(8)
    #expect(other.take(8, for: "other"))
    #expect(whole.count == 8)
  }

  @Test func aShareEndsWithItsOwner() {
    let memory = Memory(limit: 100)
    do {
      let share = MemoryShare(memory, for: "a list")
      #expect(share.grow(by: 70))
      share.shrink(by: 20)
      #expect(!share.grow(by: 51))
      #expect(memory.count == 50)
    }
    #expect(memory.count == 0)
  }

  /// Chunks of 2 MiB: the first is not counted, and each that follows is.
  @Test func aStoreStopsWhereThereIsNoMemory() {
    let memory = Memory(limit: 2 << 20)
    let store = ChunkedStore<UInt64>(memory, for: "a store", keeping: 10)
    var count = 0
    while store.append(1) { count += 1 }
    // Two chunks, but for the ten that are kept.
    #expect(count == (4 << 20) / 8 - 10)
    for _ in 0..<10 { #expect(store.appendLast(2)) }
    #expect(!store.appendLast(2))
    #expect(store.count == (4 << 20) / 8)
    #expect(memory.leftOut.map(\.description) == ["a store"])
  }

  /// A deflated stream of 1 MiB of zeros, of which 100,000 bytes may be kept.
  @Test func bytesAreInflatedAsFarAsThereIsMemory() {
    let memory = Memory(limit: 100_000)
    let zeros = Self.deflatedZeros
    let (source, outcome) = ByteSource.inflating(
      zeros.rawBytes, format: .rawDeflate, limit: 1 << 20, memory: memory)
    #expect(source.byteCount < 100_000)
    #expect(!outcome.isComplete)
    #expect(memory.leftOut.count == 1)
  }

  /// Blocks of fixed codes: a literal 0, then copies of 258 bytes from one byte back.
  private static let deflatedZeros: [UInt8] = {
    var bits: [Bool] = [true, true, false]
    // Literal 0 is 00110000, most significant bit first.
    bits += [false, false, true, true, false, false, false, false]
    for _ in 0..<1_000 {
      // Length 258 is code 285, 11000101; distance 1 is code 0, 00000.
      bits += [true, true, false, false, false, true, false, true]
      bits += [false, false, false, false, false]
    }
    // The end of the block is code 256, 0000000.
    bits += Array(repeating: false, count: 7)
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: bits.count, by: 8) {
      var byte: UInt8 = 0
      for (place, bit) in bits[start..<min(bits.count, start + 8)].enumerated() where bit {
        byte |= 1 << UInt8(place)
      }
      bytes.append(byte)
    }
    return bytes
  }()
}
