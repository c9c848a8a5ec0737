import Corpus
import Foundation
import Testing

/// `atomdiff --samples`, as people call it.
@Suite struct SampleDifferenceTests {
  private static let folder = Corpus.path(of: "mockups")

  private func run(_ arguments: String...) throws -> Run {
    try Run.run(
      Run.programs + "/atomdiff", ["--samples"] + arguments, in: Self.folder, environment: [:],
      input: nil)
  }

  /// A copy of a file whose first mention of an atom is written over, `at` bytes behind its letters.
  private func edited(_ box: String, at: Int, _ bytes: [UInt8]) throws -> String {
    var data = Array(try Data(contentsOf: URL(fileURLWithPath: Self.folder + "/slow.mp4")))
    let letters = Array(box.utf8)
    let place = try #require(
      (0..<data.count - 4).first { data[$0..<$0 + 4].elementsEqual(letters) })
    data.replaceSubrange(place + 4 + at..<place + 4 + at + bytes.count, with: bytes)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "samples-\(UUID().uuidString).mp4")
    try Data(data).write(to: path)
    return path.path
  }

  /// The same samples in another order of the file, and in fragments.
  @Test func placesAreNoDifference() throws {
    for other in ["fast.mp4", "frag.mp4"] {
      let run = try run("slow.mp4", other)
      #expect(run.text.contains("\n  track 1 video  48 samples, the same\n"), "\(run.text)")
      #expect(run.text.contains("\n  track 2 audio  88 samples, the same\n"))
      #expect(other != "fast.mp4" || run.code == 0)
    }
  }

  /// A byte of the first picture, and one more picture for the tables: by number, time and digest.
  @Test func aSampleThatIsAnotherIsListed() throws {
    // The first sample lies behind the first media header.
    let path = try edited("mdat", at: 40, [0xA5, 0x5A])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let run = try run("slow.mp4", path)
    #expect(run.code == 1)
    let lines = run.text.split(separator: "\n").filter { $0.hasPrefix("    ~ ") }
    #expect(lines.count == 1, "\(run.text)")
    #expect(lines.first?.hasPrefix("    ~ 1 ") ?? false)
    #expect(lines.allSatisfy { $0.count <= 80 && $0.contains(" → ") })
    #expect(try self.run("-q", "slow.mp4", path).text.isEmpty)
  }

  /// A chunk read one byte on.
  @Test func shiftedReadsSayByHowMuch() throws {
    let whole = try run("--json", "slow.mp4", "slow.mp4")
    #expect(whole.code == 0 && whole.text.contains("\"same\":true"))
    let data = Array(try Data(contentsOf: URL(fileURLWithPath: Self.folder + "/slow.mp4")))
    let place = try #require((0..<data.count - 4).first { data[$0..<$0 + 4].elementsEqual(Array("stco".utf8)) })
    let path = try edited("stco", at: 11, [data[place + 4 + 11] &+ 1])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let run = try run("slow.mp4", path)
    #expect(run.code == 1 && run.text.contains("→ read from +1"), "\(run.text)")
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(try self.run("--json", "slow.mp4", path).text.utf8))
        as? [String: Any])
    #expect(document["schema"] as? String == "atomtools.samplediff/1")
    #expect(document["same"] as? Bool == false)
    let tracks = try #require(document["tracks"] as? [[String: Any]])
    let samples = try #require(tracks.first?["samples"] as? [[String: Any]])
    #expect(samples.allSatisfy { $0["kind"] as? String == "shifted" && $0["shift"] as? Int == 1 })
  }

  @Test func whatIsNoMovieIsRefused() throws {
    let run = try run("track.mp3", "fast.mp4")
    #expect(run.code == 2 && run.text.isEmpty && run.errorText.contains("--samples is about movies"))
    #expect(try self.run("--profile=tags", "slow.mp4", "fast.mp4").code == 2)
  }
}
