import Corpus
import Foundation
import Testing

/// What SARIF says of how files play.
@Suite struct PlaysLogTests {
  /// What mends a file is said of the rule; it stands with the result where it is another thing for this file.
  @Test(arguments: [
    ("encoded/tone.tta", ["Chrome: unknown: tta: nothing is known of it in Chrome; mend: ffmpeg -i IN -c:a aac OUT.m4a"]),
    (
      "mockups/movie.mov",
      [
        "Chrome: plays: no brand, or one of another world; browsers do not mind",
        "Chrome: plays: 'moov' stands last: two or more requests before the first frame, and without byte ranges the whole file",
        "Chrome: plays: a track of timecode, which browsers pass over",
      ]
    ),
  ])
  func whatMendsThisFileIsSaid(name: String, messages: [String]) throws {
    let folder = try Scratch()
    let file = try #require(name.split(separator: "/").last)
    _ = try folder.copy(name, to: String(file))
    let run = try Run.shell("atomdump --plays=chrome --sarif \(file)", in: folder.path)
    let log = try #require(JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let first = try #require((log["runs"] as? [[String: Any]])?.first)
    let results = try #require(first["results"] as? [[String: Any]])
    #expect(results.compactMap { ($0["message"] as? [String: Any])?["text"] as? String } == messages)
  }
}
