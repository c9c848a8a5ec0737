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

  /// All persons of a frame and all values of a text are shown, to people and to programs.
  @Test func noNameOfAListIsCutOff() throws {
    let v4 = TagBuilder(.v4)
    let pairs = (1...12).flatMap { ["part \($0)", "Name \($0)"] }
    let values = (1...12).map { "Value \($0)" }
    let tag = atoms {
      v4.tag {
        v4.frame("TIPL") { u8(3); for text in pairs { string(text, .utf8) } }
        v4.frame("TCOM") { u8(3); for text in values { string(text, .utf8) } }
      }
      mpegAudio(frames: 3)
    }
    let scratch = try Scratch()
    _ = try scratch.write(tag, to: "a.mp3")
    for call in ["id3dump -m a.mp3", "id3dump -m --plain a.mp3", "id3dump -m --json a.mp3"] {
      let run = try Run.shell(call, in: scratch.path)
      for text in pairs + values { #expect(run.text.contains(text), "\(call): \(text) in \(run.text)") }
    }
  }

  /// Lines of comparisons fold as all others do, nothing of them is left out.
  @Test(arguments: [40, 60, 80], ["--summary", "-x", "--samples", "--why //stco"])
  func comparisonsFoldToo(width: Int, report: String) throws {
    let files = report.hasPrefix("--why") ? "a.mp4 b.mp4" : "./movie.mov ../mockups/../mockups/../mockups/corrupt.mp4"
    let folded = try Run.shell("atomdiff \(report) --width=\(width) \(files)")
    #expect(folded.lines.count > 2)
    for line in folded.lines { #expect(line.count <= width, "\(report): \(line)") }
    let whole = try Run.shell("atomdiff \(report) \(files)")
    func letters(_ text: String) -> String { String(text.filter { !$0.isWhitespace }) }
    #expect(letters(folded.text) == letters(whole.text))
  }

  /// Signs that are wider in ASCII count as what they are, and no line ends in blanks.
  @Test(arguments: [60, 80])
  func comparisonsFoldInASCII(width: Int) throws {
    for sign in ["", "--ascii"] {
      let folded = try Run.shell("atomdiff \(sign) --width=\(width) a.mp4 b.mp4")
      #expect(folded.lines.count > 20)
      for line in folded.lines {
        #expect(line.count <= width && !line.hasSuffix(" "), "\(line)")
        #expect(sign.isEmpty || line.utf8.allSatisfy { $0 < 0x80 }, "\(line)")
      }
    }
  }

  /// Lists of rules and layouts have signs of ASCII, too, and a section is no escape.
  @Test(arguments: ["--plays=list", "--explain=list", "--boxes=stsz"])
  func listsAreWrittenInASCII(call: String) throws {
    let run = try Run.shell("atomdump --ascii \(call)")
    #expect(run.text.utf8.allSatisfy { $0 < 0x80 } && run.text.contains("sec. "), "\(run.text.prefix(200))")
    #expect(!run.text.contains("u{"))
  }

  /// Signs that are wider in ASCII are so before lines are folded.
  @Test(arguments: [60, 80], [
    "--plays=list", "--explain=list", "--explain=brand-not-compatible", "--explain=edit-longer-than-media",
    "--explain=movie-missing", "--explain=miaf-brand",
  ])
  func rulesFoldInASCII(width: Int, call: String) throws {
    let run = try Run.shell("atomdump --ascii --width=\(width) \(call)")
    #expect(run.code == 0 && run.lines.count > 5, "\(run.errorText)")
    for line in run.lines {
      #expect(line.count <= width && line.utf8.allSatisfy { $0 < 0x80 }, "\(line)")
    }
  }

  /// What the last line of an outline says has one of its own where it does not fit.
  @Test(.enabled(if: Run.hasTerminals, "there is no script(1)"))
  func theLastLineFolds() throws {
    let shown = try Run.shell("NO_COLOR=1 screen 24x60 id3dump --no-pager track.mp3")
    #expect(shown.lines.allSatisfy { $0.count <= 60 }, "\(shown.text)")
    #expect(shown.lines.last?.hasPrefix("no problems") == true, "\(shown.text)")
    // Where a line has more than 120 columns for it, it is one: here of so many frames, the last of them cut off.
    let v4 = TagBuilder(.v4)
    let tag = v4.tag {
      for _ in 0..<600 { v4.frame("TIT2") { u8(9); text("A") }; v4.frame("TXXA") { u8(3); text("A") } }
      v4.frame("TALB", rawSize: 0x7F00_0000) { u8(3); text("A") }
    }
    let sound = try Data(contentsOf: URL(fileURLWithPath: Corpus.path(of: "mockups/track.mp3"))).dropFirst(0x97C)
    let scratch = try Scratch()
    _ = try scratch.write(tag.bytes + [UInt8](sound), to: "a.mp3")
    let wide = try Run.shell("NO_COLOR=1 screen 24x200 id3dump --no-pager a.mp3", in: scratch.path)
    let last = try #require(wide.lines.last)
    #expect((121...200).contains(last.count), "\(last)")
    #expect(last.contains(" frames shown, ") && last.hasSuffix("--check)"), "\(last)")
  }

  /// What is said on standard error is folded on a terminal alone: in a file a message is a line.
  @Test(.enabled(if: Run.hasTerminals, "there is no script(1)"))
  func messagesFoldOnATerminal() throws {
    let call = "atomdump --no-pager --find nobody-is-called-this movie.mov"
    let shown = try Run.shell("screen 24x50 \(call)")
    #expect(shown.lines.allSatisfy { $0.count <= 50 }, "\(shown.text)")
    #expect(shown.text.contains("\n  "), "\(shown.text)")
    let piped = try Run.shell(call)
    #expect(piped.errorText.split(separator: "\n").contains { $0.count > 80 })
    func words(_ text: String) -> [Substring] { text.split { $0.isWhitespace } }
    #expect(words(shown.text) == words(piped.errorText))
  }

  /// Help and messages have no characters but those of ASCII where reports have none.
  @Test(.enabled(if: Run.hasTerminals, "there is no script(1)"), arguments: [
    "--help", "--help=all", "--help=--width", "--no-such-option", "--find nobody-is-called-this movie.mov", "a/b.mp4", "",
    "-r é.mp4",
  ])
  func helpAndMessagesAreInASCII(call: String) throws {
    let shown = try Run.shell("LC_ALL=C screen 24x80 atomdump --no-pager \(call)")
    #expect(shown.text.count > 20 && shown.text.utf8.allSatisfy { $0 < 0x80 }, "\(shown.text)")
    let asked = try Run.shell("atomdump --ascii \(call)")
    #expect((asked.text + asked.errorText).utf8.allSatisfy { $0 < 0x80 }, "\(asked.errorText)")
    // Files and pipes are UTF-8 in any locale.
    let piped = try Run.shell("LC_ALL=C atomdump --help")
    #expect(piped.text.contains("—"))
  }

  /// The help fits a terminal of 80 columns, for which it is written, whatever options and examples there are.
  @Test(arguments: ["atomdump", "atomdiff", "id3dump"], ["--help", "--help=all", "--ascii --help", "--ascii --help=all"])
  func helpFitsAPage(program: String, page: String) throws {
    let run = try Run.shell("\(program) \(page)")
    #expect(run.code == 0 && run.lines.count > 20)
    for line in run.lines { #expect(line.count <= 80, "\(line)") }
    for line in try Run.shell("atomtool --help").lines { #expect(line.count <= 80, "\(line)") }
  }

  /// In all transcripts, of whatever report: only rows of an outline, and names of changes where there is no room,
  /// end in a sign that there is more, and no line is wider than the command asks.
  @Test func noTranscriptIsCutOrTooWide() throws {
    let lists = [
      "--about", "--check", "--plays", "--privacy", "--samples", "--chunks", "--map", "--timeline", "--chapters",
      "--find", "--items", "--at", "--stats", "--table", "--align", " -m",
    ]
    var (lineCount, widthCount) = (0, 0)
    for file in GoldenTests.files where !file.contains("terminal") {
      let text = try String(contentsOfFile: GoldenTests.folder + "/" + file, encoding: .utf8)
      for entry in Transcript(text).entries
      where !entry.command.contains("json") && !entry.command.contains("--plain") {
        let isList = lists.contains(where: entry.command.contains)
        // Rows of a comparison are its own.
        if !isList, entry.command.contains("atomdiff") { continue }
        // What is coloured has signs that take no place.
        let width = file.contains("color") ? nil : entry.command.firstMatch(of: /--width[= ]([0-9]+)/).flatMap { Int($0.1) }
        // What stands behind a sign of exclamation was said on standard error.
        for line in entry.result.split(separator: "\n") where !line.hasPrefix("! ") && !line.hasPrefix("#:") {
          lineCount += 1
          if let width {
            widthCount += 1
            #expect(line.count <= width, "\(file): \(entry.command): \(line)")
          }
          // The wording of a rule has one in place of what it found.
          // Bytes may be three points; lists have none.
          let isCut = isList && Self.isCut(line) || line.hasSuffix("…") || line.hasSuffix("…\"")
          guard isCut, !entry.command.contains("--explain") else { continue }
          let isRow = line.firstMatch(of: /^ *([0-9a-f]{8} .*|[0-9,]+  .*|# .*)$/) != nil
          #expect(isRow && !isList, "\(file): \(entry.command): \(line)")
        }
      }
    }
    #expect(lineCount > 4_000 && widthCount > 2_000)
  }
}
