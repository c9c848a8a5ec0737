import Corpus
import Foundation
import Testing

/// Whole transcripts, compared to the letter.
///
/// `UPDATE_GOLDENS=1 swift test --filter GoldenTests` writes what the tool says now; what changed is
/// read in review.
@Suite struct GoldenTests {
  static let folder = Corpus.path(of: "goldens")
  static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"

  /// The transcripts, as paths from their folder. One that needs terminals is called so.
  static let files: [String] = {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter {
      $0.hasSuffix(".transcript") && (Run.hasTerminals || !$0.contains("terminal"))
    }.sorted()
  }()

  /// Commands run in the folder of the corpus that the transcript's folder is named after.
  @Test(arguments: files)
  func toolSaysWhatItSaid(file: String) throws {
    let place = Self.folder + "/" + file
    let before = try String(contentsOfFile: place, encoding: .utf8)
    var transcript = Transcript(before)
    #expect(!transcript.entries.isEmpty)
    let folder = Corpus.path(of: String(file.prefix { $0 != "/" }))
    for index in transcript.entries.indices {
      let entry = transcript.entries[index]
      let found = try Run.shell(entry.command, in: folder).transcript
      if Self.isUpdating {
        transcript.entries[index].result = found
      } else {
        let difference = firstDifference(entry.result, found)
        #expect(difference == nil, "$ \(entry.command)")
      }
    }
    if Self.isUpdating, transcript.text != before {
      try transcript.text.write(toFile: place, atomically: true, encoding: .utf8)
    }
    #expect(Self.isUpdating || transcript.text == before, "the transcript is not in its own form")
  }

  @Test func thereAreTranscripts() {
    #expect(Self.files.count >= 5)
  }
}

/// Blocks of output in README.md, which are made by the real tool.
@Suite struct ReadmeTests {
  static let place = String(Corpus.folder.dropLast("/Corpus".count)) + "/README.md"

  /// The commands of the blocks that begin with `$ `, and what stands below each.
  static func entries() throws -> [Transcript.Entry] {
    let text = try String(contentsOfFile: place, encoding: .utf8)
    let blocks = text.components(separatedBy: "\n```").enumerated().compactMap {
      $0 % 2 == 1 ? $1 : nil
    }
    return blocks.flatMap { block -> [Transcript.Entry] in
      let body = block.drop { $0 != "\n" }.dropFirst()
      let isOurs = ["$ atomdump", "$ id3dump", "$ atomdiff"].contains { body.hasPrefix($0) }
      return isOurs ? Transcript(body + "\n").entries : []
    }
  }

  @Test func blocksAreWhatTheToolWrites() throws {
    let entries = try Self.entries()
    #expect(entries.count >= 5)
    var text = try String(contentsOfFile: Self.place, encoding: .utf8)
    for entry in entries {
      let run = try Run.shell(entry.command, in: String(Self.place.dropLast("/README.md".count)))
      let found = run.text + run.errorText
      if GoldenTests.isUpdating {
        let command = "\n$ \(entry.command)\n"
        text = text.replacingOccurrences(of: command + entry.result, with: command + found)
      } else {
        let difference = firstDifference(entry.result, found)
        #expect(difference == nil, "$ \(entry.command)\n\(found)")
      }
    }
    if GoldenTests.isUpdating {
      try text.write(toFile: Self.place, atomically: true, encoding: .utf8)
    }
  }

  /// Every option that the page names is one that the tool has.
  @Test func optionsAreThere() throws {
    let help = try Run.atomdump("--help=all").text
    let text = try String(contentsOfFile: Self.place, encoding: .utf8)
    for line in text.components(separatedBy: "\n") where line.contains("atomdump") {
      // The command of --via has options of its own.
      let own = line.replacing(/--via '[^']*'/, with: "--via")
      for word in own.split(whereSeparator: { " `|,;()=[".contains($0) })
      where word.hasPrefix("--") && word.count > 2 {
        #expect(help.contains(word) || ["--version"].contains(word), "\(line)")
      }
    }
  }
}
