import ByteReading
import Corpus
import MediaFacts
import MediaReports
import Structure
import StructureDiff
import Testing

/// What two films show of a track, one above the other: an area for each edit, and lines between samples that stand for each
/// other.
@Suite struct ComparedLanesTests {
  /// A mark by where it goes across, in tenths of a second, and below where it is a join.
  private struct Place: Equatable, CustomStringConvertible {
    var shape: Drawing.Shape
    var lane: Int
    var from: [Int]
    var to: [Int] = []
    var isProblem = false

    var description: String { "\(shape) in \(lane): \(from) \(to)\(isProblem ? " red" : "")" }
  }

  private func drawing(_ before: Film, _ after: Film) throws -> Drawing {
    let comparison = Comparison(try before.document(), try after.document(), rules: .media)
    return try #require(
      Drawing(comparing: comparison.before, with: comparison.after, verdict: comparison.verdict))
  }

  private func places(_ drawing: Drawing) -> [Place] {
    func tenths(_ seconds: Double...) -> [Int] { seconds.map { Int(($0 * 10).rounded()) } }
    return drawing.marks.map { mark in
      Place(
        shape: mark.shape, lane: mark.lane, from: tenths(mark.x.lowerBound, mark.x.upperBound),
        to: mark.shape == .join ? tenths(mark.y.0, mark.y.1) : [], isProblem: mark.isProblem)
    }
  }

  private func area(_ lane: Int, _ from: Int, _ to: Int, isProblem: Bool = false) -> Place {
    Place(shape: .area, lane: lane, from: [from, to], isProblem: isProblem)
  }

  private func join(_ from: Int, _ to: Int, _ start: Int, _ end: Int, isProblem: Bool) -> Place {
    Place(shape: .join, lane: 0, from: [from, to], to: [start, end], isProblem: isProblem)
  }

  @Test func whatIsTheSameStandsAboveItself() throws {
    let film = Film()
    let drawing = try drawing(film, film)
    #expect(places(drawing) == [area(0, 0, 8), area(1, 0, 8), join(0, 8, 0, 8, isProblem: false)])
    var other = film
    other.samples[3] = 9
    #expect(places(try self.drawing(film, other)) == places(drawing))
    // What is cut off by an edit stands above itself as well.
    var late = film
    late.edits = [(700, 100)]
    let cut = try self.drawing(film, late)
    let hidden = Place(shape: .hatched, lane: 1, from: [-1, 0])
    #expect(places(cut) == [area(0, 0, 8), hidden, area(1, 0, 7), join(0, 8, -1, 7, isProblem: true)])
    #expect(cut.marks.contains { $0.name == "decoded, not shown: 100 ms" })
  }

  /// Each edit is an area, an empty one is empty, and what another one shows later is not hidden.
  @Test func eachEditHasItsPlace() throws {
    var cut = Film()
    cut.edits = [(200, 400), (100, .max), (300, 0), (100, 200), (100, 600)]
    cut.speeds = [0x10000, 0x10000, 0x10000, 0, 0x20000]
    let drawing = try drawing(Film(), cut)
    #expect(
      places(drawing) == [
        area(0, 0, 8), area(1, 0, 2), area(1, 3, 6), area(1, 6, 7), area(1, 7, 8),
        join(4, 6, 0, 2, isProblem: true), join(0, 3, 3, 6, isProblem: true), join(6, 8, 7, 8, isProblem: true),
      ])
    let names = drawing.marks.filter { $0.lane == 1 }.map(\.name)
    #expect(names.first == "B, track 1 video: 0.000 s to 0.200 s")
    #expect(names.suffix(2) == [
      "B, track 1 video: 0.600 s to 0.700 s, held", "B, track 1 video: 0.700 s to 0.800 s, at 2 times its speed",
    ])
    #expect(drawing.extent == 0...0.8)
    // Of neighbours every other is paler.
    #expect(drawing.marks.filter { $0.lane == 1 }.map(\.isPale) == [false, true, false, true])
  }

  /// Where samples are gone the rest leads to where it is shown now, and not from end to end.
  @Test func whatStayedIsJoinedByHowFarItMoved() throws {
    var cut = Film()
    cut.samples = [4, 5, 6, 7]
    #expect(
      places(try drawing(Film(), cut)) == [area(0, 0, 8), area(1, 0, 4), join(3, 7, 0, 4, isProblem: true)])
    // Of another film nothing stayed.
    cut.samples = [11, 12, 13]
    #expect(places(try drawing(Film(), cut)) == [area(0, 0, 8), area(1, 0, 3)])
    // What lasts longer leads from end to end.
    var slow = Film()
    slow.lengths = [200]
    #expect(
      places(try drawing(Film(), slow)) == [area(0, 0, 8), area(1, 0, 16), join(0, 8, 0, 16, isProblem: true)])
  }

  /// The moment is that of the verdict.
  @Test func whatIsMissingIsRed() throws {
    var cut = Film()
    cut.missing = 6
    let drawing = try drawing(Film(), cut)
    #expect(
      places(drawing) == [
        area(0, 0, 8), area(1, 0, 5), area(1, 5, 8, isProblem: true), join(0, 5, 0, 5, isProblem: false),
      ])
    #expect(drawing.problemName == "behind a sample that cannot be played")
    let both = try self.drawing(cut, cut)
    #expect(places(both).filter(\.isProblem) == [area(0, 5, 8, isProblem: true), area(1, 5, 8, isProblem: true)])
  }
}
