import Corpus
import Foundation
import Testing

/// A file that could not be read is named in each form that a machine reads: its absence looked like success.
@Suite struct UnreadFileTests {
  private func run(_ script: String) throws -> Run {
    let folder = try Scratch()
    _ = try folder.copy("mockups/movie.mov", to: "movie.mov")
    try Data("no media".utf8).write(to: URL(fileURLWithPath: folder.path + "/no.mp4"))
    return try Run.shell(script, in: folder.path)
  }

  @Test(arguments: ["movie.mov gone.mp4 no.mp4", "gone.mp4 no.mp4"])
  func resultsOfTestsNameIt(files: String) throws {
    let run = try run("atomdump --plays=chrome --junit \(files); echo $?")
    let count = files.split(separator: " ").count
    #expect(run.text.contains("<testsuites name=\"atomdump\" tests=\"\(count)\""), "\(run.text)")
    #expect(run.text.contains("errors=\"2\""))
    for name in ["gone.mp4", "no.mp4"] {
      #expect(run.text.contains("<testcase name=\"\(name)\" classname=\"atomdump\" time=\"0\">\n      <error message="), "\(run.text)")
    }
    #expect(run.lines.last == "2")
  }

  @Test(arguments: ["movie.mov gone.mp4", "gone.mp4 no.mp4", "gone.mp4", "movie.mov"])
  func logsNameIt(files: String) throws {
    let run = try run("atomdump --plays=chrome --sarif \(files)")
    let log = try #require(JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let first = try #require((log["runs"] as? [[String: Any]])?.first)
    let invocation = try #require((first["invocations"] as? [[String: Any]])?.first)
    let notes = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
    let texts = notes.compactMap { ($0["message"] as? [String: Any])?["text"] as? String }
    #expect(invocation["executionSuccessful"] as? Bool == (files == "movie.mov"))
    for name in ["gone.mp4", "no.mp4"] {
      #expect(texts.contains { $0.hasPrefix(name + ": ") } == files.contains(name), "\(texts)")
    }
  }

  @Test(arguments: ["--plays", "--privacy"], ["--json", "--jsonl", "--yaml", "--plain"])
  func recordsNameIt(report: String, form: String) throws {
    if report == "--plays", form == "--plain" { return }
    for files in ["movie.mov gone.mp4", "gone.mp4"] {
      let run = try run("atomdump \(report) \(form) \(files); echo $?")
      #expect(run.lines.last == "2")
      let isNamed =
        form == "--plain"
        ? run.lines.contains { $0.contains("notRead\tfile\tno such file") }
        : run.text.contains("atomtools.failure/1") && run.text.contains("gone.mp4")
      #expect(isNamed, "\(report) \(form): \(run.text)")
    }
  }
}
