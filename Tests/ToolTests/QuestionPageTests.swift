import Corpus
import Foundation
import Testing

/// Pages of documentation name commands that the tools have: each runs on a movie, and answers.
@Suite struct QuestionPageTests {
  /// The pages, and how many commands stand in each at least.
  private static let pages = [
    ("MediaReports/MediaReports.docc/Questions.md", 20), ("AtomTools/AtomTools.docc/ComingFrom.md", 20),
    ("AtomTools/AtomTools.docc/Tour.md", 15), ("AtomTools/AtomTools.docc/Paths.md", 10),
    ("AtomTools/AtomTools.docc/Judging.md", 8), ("AtomTools/AtomTools.docc/Changes.md", 9),
    ("AtomTools/AtomTools.docc/Documents.md", 8),
  ]

  private static let programs = ["atomdump ", "id3dump ", "atomdiff "]

  /// The commands of a page: those in code in a sentence, and the lines of blocks for a shell.
  private static func commands(_ page: String) throws -> [String] {
    let place = String(Corpus.folder.dropLast("/Corpus".count)) + "/Sources/" + page
    let text = try String(contentsOfFile: place, encoding: .utf8)
    var commands: [String] = []
    for (number, part) in text.components(separatedBy: "```").enumerated() {
      let isBlock = number % 2 == 1
      let pieces = isBlock ? part.components(separatedBy: "\n") : part.components(separatedBy: "`")
      commands += pieces.filter { piece in programs.contains { piece.hasPrefix($0) } }
    }
    return commands
  }

  @Test(arguments: pages)
  func eachCommandAnswers(page: String, atLeast: Int) throws {
    let commands = try Self.commands(page)
    #expect(commands.count >= atLeast)
    let scratch = try Scratch()
    for command in Set(commands).sorted() {
      // What is written beside its file, or needs snapshots, is tried elsewhere.
      if command.hasPrefix("atomdiff --update") || command.hasPrefix("atomdiff --verify")
        || command.contains("--install-git") || command.contains(":film.mp4") || command == "atomdiff --json"
      {
        continue
      }
      let call = command.replacingOccurrences(of: "FILE", with: "movie.mov")
        .replacingOccurrences(of: "FOLDER", with: ".")
        .replacingOccurrences(of: "TEXT", with: "Reel")
        .replacingOccurrences(of: "TRACK", with: "track.mp3")
        .replacingOccurrences(of: "OUT", with: "'\(scratch.path)/out'")
        .replacingOccurrences(of: " A B", with: " slow.mp4 fast.mp4")
        .replacingOccurrences(of: "1:02.5", with: "0.5")
      let run = try Run.shell(call, in: Corpus.path(of: "mockups"))
      // 1 is an answer: what was found, or what is wrong.
      #expect(run.code == 0 || run.code == 1, "\(call): \(run.errorText)")
      let isTalk = command.contains("--check") || command.contains("--skeleton")
      #expect(!run.text.isEmpty || isTalk, "\(call) says nothing")
    }
  }
}
