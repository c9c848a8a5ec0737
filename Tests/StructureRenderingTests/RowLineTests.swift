import ByteReading
import Testing

@testable import Structure
@testable import StructureRendering

/// Rows that are put together once for a table.
@Suite struct RowLineTests {
  /// What loops over rows and nodes hold is plain bits: nothing in it is counted, whoever copies it.
  @Test func whatLoopsHoldIsPlain() {
    #expect(_isPOD(ColumnText.self))
    #expect(_isPOD(Column.self))
    #expect(_isPOD(ShortText.self))
    #expect(_isPOD(FixedPlaces.Part.self))
    #expect(_isPOD(Program.Form.self))
    #expect(_isPOD(Node.self))
    #expect(_isPOD(Capture.Field.self))
  }

  /// `ctts` of version 1: offsets are signed.
  private func movie(_ rows: [(Int, Int)]) -> [UInt8] {
    track(
      atom(
        "ctts",
        number(1, 1) + number(0, 3) + number(rows.count, 4)
          + rows.flatMap { number($0.0, 4) + number($0.1, 4) }))
  }

  @Test func recordsOfARowSayEachColumn() {
    var options = RenderOptions()
    options.fields = .all
    var output = ByteWriter()
    PlainRenderer(document(movie([(3, 0xFFFF_FFFE), (1_000, 12)])), options: options)
      .write(to: &output) { _, _ in }
    let path = "moov/trak/mdia/minf/stbl/ctts.entries"
    let found = output.string.split(separator: "\n").filter { $0.hasPrefix(path) }.map(String.init)
    #expect(
      found == [
        "\(path)[1].sample_count\tsample_count\t56\t4\t3",
        "\(path)[1].sample_offset\tsample_offset\t60\t4\t-2",
        "\(path)[2].sample_count\tsample_count\t64\t4\t1000",
        "\(path)[2].sample_offset\tsample_offset\t68\t4\t12",
      ])
  }

  /// With a width lines are measured, without one they are put together once: the same rows.
  @Test func linesOfTheOutlineAreTheSameMeasuredOrNot() {
    let bytes = movie((0..<40).map { ($0 * 37, $0 * 1_001) })
    func outline(_ width: Int?) -> String {
      var options = RenderOptions()
      options.fields = .all
      options.limit = 30
      options.width = width
      var renderer = OutlineRenderer(document(bytes), options, output: ByteWriter())
      _ = renderer.render(name: "a")
      return renderer.finish().string
    }
    #expect(outline(nil) == outline(500))
    #expect(outline(nil).contains("[40]  sample_count 1,443  sample_offset 39,039"))
  }
}
