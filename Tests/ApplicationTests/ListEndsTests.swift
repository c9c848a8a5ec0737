import Testing

@testable import DumpApplication

/// The rows of a list that are shown.
@Suite struct ListEndsTests {
  private func ends(_ count: Int, limit: Int?) -> ListEnds<Int> {
    var ends = ListEnds<Int>(limit: limit)
    for row in 0..<count { ends.add(row) }
    return ends
  }

  @Test(arguments: 0..<12, 0..<12)
  func halfComesFromEachEnd(count: Int, limit: Int) {
    let ends = ends(count, limit: limit)
    let shown = (0..<count).filter(ends.shows)
    #expect(ends.first + ends.last == shown)
    #expect(shown.count == min(count, limit))
    #expect(ends.omitted == count - shown.count)
    #expect(ends.count == count)
    // What is left out stands behind the first half.
    if ends.omitted > 0 { #expect(ends.first.count == ends.gap) }
  }

  @Test(arguments: [nil, 100_000])
  func ofALongListOnlyEnoughForWidthsIsKept(limit: Int?) {
    let ends = ends(200_000, limit: limit)
    #expect(!ends.isShort)
    #expect(ends.first == Array(0..<256))
    #expect(ends.last == Array(199_936..<200_000))
    #expect((0..<200_000).filter(ends.shows).count == limit ?? 200_000)
    #expect(ends.omitted == (limit == nil ? 0 : 100_000))
  }
}
