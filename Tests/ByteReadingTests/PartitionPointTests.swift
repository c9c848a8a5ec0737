import ByteReading
import Testing

@Suite struct PartitionPointTests {
  /// Lists with a number several times, asked for each number there is and those between.
  @Test(arguments: [[], [3], [3, 3], [1, 3, 3, 3, 7], [0, 2, 4, 6, 8, 10, 12]])
  func itIsWhereANumberStandsOrWould(list: [Int]) {
    for number in -1...13 {
      let point = (0..<list.count).partitionPoint { list[$0] < number }
      #expect(list[..<point].allSatisfy { $0 < number })
      #expect(list[point...].allSatisfy { $0 >= number })
    }
  }

  @Test func aRangeMayBeginAnywhere() {
    #expect((40..<50).partitionPoint { $0 < 44 } == 44)
    #expect((40..<50).partitionPoint { _ in false } == 40)
    #expect((40..<50).partitionPoint { _ in true } == 50)
    #expect((Int.max - 2..<Int.max).partitionPoint { $0 < Int.max - 1 } == Int.max - 1)
  }

  /// No more numbers are asked of than there are bits in their count.
  @Test func itAsksFewQuestions() {
    var questions = 0
    let point = (0..<1_000_000).partitionPoint {
      questions += 1
      return $0 < 999_999
    }
    #expect(point == 999_999)
    #expect(questions <= 20)
  }
}
