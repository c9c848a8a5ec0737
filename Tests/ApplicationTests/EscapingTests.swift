import CommandLineSupport
import StructureRendering
import Testing

@testable import DiffApplication

/// Names of files in what others read: a quote, a bracket or a bar with a combining mark behind it is one
/// character to Swift, and is still a quote to a shell, a browser and GitHub.
@Suite struct EscapingTests {
  @Test func aQuoteWithAMarkEndsNoWordOfTheShell() {
    #expect("x'\u{301};reboot".shellWord.unicodeScalars.elementsEqual(
      "'x'\\''\u{301};reboot'".unicodeScalars))
    #expect("plain-\u{E9}.mp4".shellWord == "plain-\u{E9}.mp4")
  }

  @Test(arguments: [
    ("film.mp4", "film.mp4"), ("a film's.mp4", #"'a film'\''s.mp4'"#), ("-lead.mp4", "./-lead.mp4"), ("-", "-"),
    ("two\nlines'.mp4", #"$'two\012lines\'.mp4'"#), ("back\\slash.mp4", #"$'back\\slash.mp4'"#),
  ])
  func eachNameMeansItsFileToTheShell(_ name: String, _ words: String) {
    #expect(FilePath(name).shellWord == words)
  }

  @Test func aBracketWithAMarkBeginsNoElement() {
    #expect(DiffSummary.markdown("<\u{338}b>\u{301}|\u{301}").unicodeScalars.elementsEqual(
      "&lt;\u{338}b&gt;\u{301}\\|\u{301}".unicodeScalars))
    #expect(ReportedFile.xml("\"\u{301}<\u{338}").unicodeScalars.elementsEqual(
      "&quot;\u{301}&lt;\u{338}".unicodeScalars))
  }

  @Test func aBarWithAMarkEndsNoCell() {
    #expect(DiffSummary.code("a|\u{301}", isInTable: true).unicodeScalars.elementsEqual(
      "`a\\|\u{301}`".unicodeScalars))
  }
}
