import Testing

@testable import ByteReading

/// Bytes of a file that is not on this disk: what was fetched, and what was looked at and was not.
@Suite struct FetchedBytesTests {
  private let page = FetchedBytes.pageSize

  private func missing(_ bytes: FetchedBytes, _ count: Int) -> [Range<Int>] {
    bytes.takeMissing(in: 0..<count, looks: true).touched
  }

  @Test func whatWasLookedAtIsKnown() throws {
    let count = 1 << 33
    let bytes = try FetchedBytes(capacity: count)
    #expect(bytes.store([UInt8](repeating: 7, count: 2 * page), at: 4 * page))
    #expect(missing(bytes, count) == [])
    let source = bytes.source(byteCount: count)
    // What was fetched may be looked at.
    #expect(source.bytes.byte(at: 4 * page) == 7 && source.bytes.byte(at: 6 * page - 1) == 7)
    #expect(missing(bytes, count) == [])
    // Zeros that nobody knows of.
    #expect(source.bytes.byte(at: 6 * page) == 0)
    #expect(source.bytes.byte(at: page + 1) == 0)
    #expect(source.bytes.byte(at: count - 1) == 0)
    #expect(
      missing(bytes, count) == [page..<2 * page, 6 * page..<7 * page, count - page..<count])
    bytes.forgetLooks()
    #expect(missing(bytes, count) == [])
    #expect(source.bytes.byte(at: 4 * page) == 7)
    #expect(source.bytes.byte(at: page) == 0)
    #expect(missing(bytes, count) == [page..<2 * page])
    // Once it was fetched it is no longer missing, and the source that was there has it.
    #expect(bytes.store([UInt8](repeating: 9, count: page), at: page))
    #expect(missing(bytes, count) == [])
    #expect(source.bytes.byte(at: page) == 9)
    #expect(bytes.byteCount == 3 * page)
  }

  @Test func theLastPageOfAFileNeedNotBeWhole() throws {
    let count = 3 * page + 5
    let bytes = try FetchedBytes(capacity: count)
    #expect(bytes.store([1, 2, 3, 4, 5], at: 3 * page))
    let source = bytes.source(byteCount: count)
    #expect(source.bytes.byte(at: count - 1) == 5 && source.bytes.byte(at: count) == nil)
    #expect(missing(bytes, count) == [])
    #expect(!source.isMissing(3 * page..<count) && source.isMissing(0..<count))
    #expect(bytes.missing(in: 0..<count) == [0..<3 * page])
    // A part of a page in the middle is not kept: what is missing of it could not be seen.
    #expect(!bytes.store([1], at: 1))
  }

  @Test func whatAScannerWantsIsRemembered() throws {
    let bytes = try FetchedBytes(capacity: 8 * page)
    #expect(bytes.store([UInt8](repeating: 1, count: page), at: 0))
    let source = bytes.source(byteCount: 8 * page).dropping(first: 8)
    #expect(!source.isMissing(0..<page - 8) && source.isMissing(0..<page))
    source.want(page - 16..<page + 16)
    let found = bytes.takeMissing(in: 0..<8 * page, looks: false)
    #expect(found.wanted == [page..<page + 24] && found.touched == [])
    #expect(bytes.takeMissing(in: 0..<8 * page, looks: false).wanted == [])
  }

  @Test func theBeginningIsKnownAgain() throws {
    let bytes = try FetchedBytes(capacity: 8 * page)
    let start = (0..<page).map { UInt8(truncatingIfNeeded: $0) }
    #expect(bytes.store(start, at: 0))
    #expect(bytes.repeatsBeginning(start, at: page))
    #expect(!bytes.repeatsBeginning(start, at: 0))
    #expect(!bytes.repeatsBeginning(Array(start.dropFirst()), at: page))
    // A file may well be one byte over and over.
    let zeros = try FetchedBytes(capacity: 8 * page)
    let page = [UInt8](repeating: 0, count: page)
    #expect(zeros.store(page, at: 0) && !zeros.repeatsBeginning(page, at: self.page))
  }

  @Test func aFileThatIsTooLargeIsRefused() {
    #expect(throws: SourceError.self) { try FetchedBytes(capacity: .max) }
    #expect(throws: SourceError.self) { try FetchedBytes(capacity: 0) }
    #expect(throws: SourceError.self) { try FetchedBytes(capacity: 1 << 60) }
  }
}
