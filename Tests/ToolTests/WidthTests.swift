import Corpus
import Foundation
import Testing

/// No report has a line that is wider than was asked for, and none cuts what was asked for: only rows
/// of an outline end in a sign that there is more.
@Suite struct WidthTests {
  private static let calls = [
    ["--about"], ["--check", "-v"], ["-m"], ["-m=common"], ["--chapters"], ["--timeline"],
    ["--chunks"], ["--samples", "-n", "4"], ["--map"], ["--stats"], ["--privacy"], ["--at=0"],
    ["-p", "//stsd"], ["-p", "//*[1]"], ["--plays"],
  ]

  private static let files = [
    "mockups/movie.mov", "mockups/corrupt.mp4", "mockups/frag.mp4", "mockups/track.mp3",
    "broken/nested-too-deep.mp4", "encoded/aac-5.1.mp4",
  ]

  /// The signs that stand for what a path or a list leaves out on purpose: a count or a way to it follows.
  private static func isCut(_ line: Substring) -> Bool {
    line.hasSuffix("…") || line.hasSuffix("...")
  }

  @Test(arguments: [40, 60, 80, 100, 120, 200])
  func noLineIsWiderThanAsked(width: Int) throws {
    var count = 0
    for file in Self.files where FileManager.default.fileExists(atPath: Corpus.path(of: file)) {
      for call in Self.calls {
        let run = try Run.run(
          Run.atomdump, call + ["--width=\(width)", Corpus.path(of: file)], in: Corpus.folder,
          environment: [:], input: nil)
        for line in run.text.split(separator: "\n") {
          count += 1
          #expect(line.count <= width, "\(call) \(file): \(line)")
          #expect(!Self.isCut(line), "\(call) \(file): \(line)")
        }
      }
    }
    #expect(count > 500)
  }

  /// In all transcripts of lists, sentences and facts.
  @Test func noTranscriptIsCutOutsideOutlines() throws {
    let reports = ["--about", "--check", "--timeline", "--stats", "--privacy", "--map", " -m"]
    var count = 0
    for file in GoldenTests.files where !file.contains("terminal") {
      let text = try String(contentsOfFile: GoldenTests.folder + "/" + file, encoding: .utf8)
      for entry in Transcript(text).entries
      where reports.contains(where: entry.command.contains) && !entry.command.contains("json") {
        for line in entry.result.split(separator: "\n") where !line.hasPrefix("!") {
          count += 1
          #expect(!Self.isCut(line), "\(file): \(entry.command): \(line)")
        }
      }
    }
    #expect(count > 1_000)
  }
}
