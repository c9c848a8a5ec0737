import ByteReading
import CommandLineSupport
import DumpApplication
import MediaInspection
import MediaReports
import StructureRendering
import Testing

extension AlignmentTests {
  /// What is cut off is shown by an option that the call takes.
  @Test func rowsThatAreLeftOutAreAskedFor() throws {
    func text(_ renditions: [Rendition], rows: Int?) -> String {
      var options = RenderOptions()
      options.limit = rows
      var output = ByteWriter()
      AlignmentReport(Alignment(renditions), tolerance: nil, isInTicks: false, options: options).write(to: &output)
      return output.string
    }
    var files = Files()
    // A tick between each two of 40 fragments.
    files.contents["a.mp4"] = Files.initialization(timescale: 1_000)
      + (0..<40).flatMap { Files.media(Segment(time: $0 * 11, durations: [10])) }
    let file = try files.renditions("a.mp4")
    for found in [file, file + file] {
      let short = text(found, rows: AlignmentReport.usualRows)
      #expect(short.contains("A: and 27 more (-n all)\n") && short.contains(" 28 more"), "\(short)")
      let long = text(found, rows: nil)
      #expect(!long.contains("-n all") && long.contains("   40  0.429 s"), "\(long)")
    }
    #expect(ReportTable.refusal(of: .alignment, in: .text, with: [.limit, .tolerance]) == nil)
    #expect(ReportTable.refusal(of: .alignment, in: .json, with: [.limit]) != nil)
  }
}
