import Corpus
import Foundation
import Testing

/// `atomdiff --join`, as people call it.
@Suite struct JoinTests {
  private static let folder = Corpus.path(of: "mockups")

  private func run(_ arguments: String...) throws -> Run {
    try Run.run(
      Run.programs + "/atomdiff", ["--join"] + arguments, in: Self.folder, environment: [:], input: nil)
  }

  /// Two files of one encoding in another order; pictures of another size.
  @Test func theExitCodeIsTheAnswer() throws {
    let yes = try run("slow.mp4", "fast.mp4", "--width=120")
    #expect(yes.code == 0 && yes.errors.isEmpty)
    #expect(yes.text.contains("  video       yes       one sample entry describes both: H.264 High 4:4:4\n"))
    #expect(yes.text.contains("\n  not judged            track 3 timecode of the first file"))
    let no = try run("b.mp4", "a.mp4")
    #expect(no.code == 1 && no.text.hasSuffix("cannot be joined without encoding\n"))
    #expect(try run("-q", "b.mp4", "a.mp4").text.isEmpty)
  }

  @Test func whatIsNoMovieIsRefused() throws {
    let run = try run("track.mp3", "fast.mp4")
    #expect(run.code == 2 && run.text.isEmpty && run.errorText.contains("has no tracks"))
  }

  @Test func documentsSayTheAnswer() throws {
    let run = try run("--json", "slow.mp4", "frag.mp4")
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? [String: Any])
    #expect(document["schema"] as? String == "atomtools.joining/1")
    #expect(document["joinable"] as? String == "yes")
    let parts = try #require(document["parts"] as? [[String: Any]])
    #expect(parts.map { $0["kind"] as? String } == ["video", "audio"])
  }
}
