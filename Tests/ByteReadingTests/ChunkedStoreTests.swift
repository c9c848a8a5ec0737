import ByteReading
import Testing

@Suite struct ChunkedStoreTests {
  @Test func elementsStayWhereTheyWerePut() {
    let store = ChunkedStore<UInt64>()
    #expect(store.isEmpty)
    let count = store.elementsPerChunk * 2 + 3
    for number in 0..<count { #expect(store.append(UInt64(number) &* 3)) }
    #expect(store.count == count)
    for index in [0, 1, store.elementsPerChunk - 1, store.elementsPerChunk, count - 1] {
      #expect(store[index] == UInt64(index) * 3)
    }
    store[store.elementsPerChunk] = 7
    #expect(store[store.elementsPerChunk] == 7)
    #expect(store[store.elementsPerChunk - 1] == UInt64(store.elementsPerChunk - 1) * 3)
  }

  @Test func aChunkIsTwoMebibytesOrAPowerOfTwoBelow() {
    #expect(ChunkedStore<UInt8>().elementsPerChunk == 1 << 21)
    #expect(ChunkedStore<(UInt64, UInt64, UInt64, UInt64)>().elementsPerChunk == 65_536)
    #expect(ChunkedStore<(UInt64, UInt64, UInt64)>().elementsPerChunk == 65_536)
    #expect(ChunkedStore<(UInt64, UInt32)>().elementsPerChunk == 131_072)
  }

  @Test func aSealedStoreStaysAsItIs() {
    let store = ChunkedStore<UInt16>(keeping: 4)
    for number in 0..<3 as Range<UInt16> { #expect(store.append(number)) }
    let chunks = store.sealed()
    #expect(!store.append(9))
    #expect(!store.appendLast(9))
    store[1] = 9
    #expect(chunks.count == 3)
    #expect((0..<3).map { chunks[$0] } == [0, 1, 2])
  }

  @Test func anIndexPastTheEndEndsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let store = ChunkedStore<UInt8>()
      _ = store.append(1)
      _ = store[1]
    }
    await #expect(processExitsWith: .failure) {
      let store = ChunkedStore<UInt8>()
      _ = store.append(1)
      _ = store[-1]
    }
  }
}
