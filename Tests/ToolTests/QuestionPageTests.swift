import Corpus
import Foundation
import Testing

/// The page of questions names commands that the tool has: each runs on a movie, and answers.
@Suite struct QuestionPageTests {
  private static func commands() throws -> [String] {
    let place =
      String(Corpus.folder.dropLast("/Corpus".count))
      + "/Sources/MediaReports/MediaReports.docc/Questions.md"
    let text = try String(contentsOfFile: place, encoding: .utf8)
    return text.components(separatedBy: "`").filter { $0.hasPrefix("atomdump ") }
  }

  @Test func eachCommandAnswers() throws {
    let commands = try Self.commands()
    #expect(commands.count > 20)
    for command in Set(commands).sorted() {
      let call = command.replacingOccurrences(of: "FILE", with: "movie.mov")
        .replacingOccurrences(of: "FOLDER", with: ".")
        .replacingOccurrences(of: "TEXT", with: "Reel")
        .replacingOccurrences(of: "1:02.5", with: "0.5")
      let run = try Run.shell(call, in: Corpus.path(of: "mockups"))
      // 1 is an answer: what was found, or what is wrong.
      #expect(run.code == 0 || run.code == 1, "\(call): \(run.errorText)")
      #expect(!run.text.isEmpty || command.contains("--check"), "\(call) says nothing")
    }
  }
}
