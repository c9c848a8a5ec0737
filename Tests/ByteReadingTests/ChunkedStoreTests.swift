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

  @Test func removedElementsAreReplaced() {
    let store = ChunkedStore<UInt8>()
    for byte in 0..<10 as Range<UInt8> { #expect(store.append(byte)) }
    store.removeLast(4)
    store.removeLast(0)
    #expect(store.count == 6)
    #expect(store.append(99))
    #expect(store[6] == 99)
    store.removeLast(7)
    #expect(store.isEmpty)
  }

  @Test func aChunkIsTwoMebibytesOrAPowerOfTwoBelow() {
    #expect(ChunkedStore<UInt8>().elementsPerChunk == 1 << 21)
    #expect(ChunkedStore<(UInt64, UInt64, UInt64, UInt64)>().elementsPerChunk == 65_536)
    #expect(ChunkedStore<(UInt64, UInt64, UInt64)>().elementsPerChunk == 65_536)
    #expect(ChunkedStore<(UInt64, UInt32)>().elementsPerChunk == 131_072)
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
