import ByteReading
import Corpus
import Foundation
import MediaInspection
import MediaMetadata
import Testing

@testable import MediaReports

/// Names of chapters stand where they have room, and are listed where they have none; of sound without
/// tracks what is played is told from what is not.
@Suite struct ChapterPictureTests {
  /// Chapters of these titles, each 10 s long.
  private func drawing(_ titles: [String]) -> Drawing {
    var drawing = Drawing(
      .time, title: "chapters", axis: .seconds, extent: 0...Double(titles.count * 10),
      owners: [Drawing.Owner("chapters", "c", .items)])
    drawing.lanes = [Drawing.Lane("chapters", 0, 1, pixels: 20, lines: 1)]
    for (place, title) in titles.enumerated() {
      var mark = Drawing.Mark(
        0, .area, x: Double(place * 10)...Double(place * 10 + 10), owner: 0, name: "chapter \(place + 1): \(title)")
      mark.isPale = place % 2 == 1
      mark.label = title
      mark.key = "\(place + 1)"
      drawing.marks.append(mark)
    }
    return drawing
  }

  private func text(of drawing: Drawing, _ width: Int, isASCII: Bool = false) -> [String] {
    var text = ByteWriter()
    drawing.putText(Drawing.TextLook(width: width, isASCII: isASCII), to: &text)
    return text.string.split(separator: "\n").map(String.init)
  }

  @Test func whatFitsStandsInTheLane() {
    #expect(
      text(of: drawing(["One", "Two", "Three"]), 40).prefix(2) == [
        "chapters", "chapters ┤One       Two       Three",
      ])
  }

  @Test func whatDoesNotFitIsListedUnderItsNumber() {
    let titles = ["Opening titles", "A walk", "What was said at the end"]
    let lines = text(of: drawing(titles), 40)
    // Ten columns each, of which the last stays free: nine take six letters, and no longer name whole.
    #expect(lines[1] == "chapters ┤1 Openin… A walk    3 What w…")
    #expect(lines.suffix(2) == ["1  0.000 s Opening titles", "3  20.000 s What was said at the end"])
    let ascii = text(of: drawing(titles), 40, isASCII: true)
    #expect(ascii[1] == "chapters |1 Openin~ A walk    3 What w~")
  }

  /// A label that nobody misses stands whole and apart from the next one, or not at all.
  @Test(arguments: [24, 31, 40, 57, 80]) func labelsAreWholeOrLeftOut(_ width: Int) throws {
    var drawing = drawing((1...22).map(String.init))
    for place in drawing.marks.indices { drawing.marks[place].key = "" }
    let line = try #require(text(of: drawing, width).dropFirst().first)
    let numbers = line.dropFirst("chapters ┤".count).split { !$0.isNumber }.compactMap { Int($0) }
    #expect(numbers == numbers.filter { (1...22).contains($0) }.sorted(), "\(line)")
    // 22 of three columns each are all there.
    if width == 80 { #expect(numbers == Array(1...22), "\(line)") }
  }

  /// Of forty chapters not even numbers have room; each is listed, and no two words touch.
  @Test(arguments: [24, 40, 80, 200]) func everyTitleIsInTheText(_ width: Int) {
    let titles = (1...40).map { "Chapter called \($0)" }
    let lines = text(of: drawing(titles), width)
    let whole = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    let missing = titles.filter { !whole.contains($0) }
    #expect(missing == [], "at \(width)")
    for line in lines { #expect(line.count <= width, "\(line)") }
  }

  @Test func charactersOfTwoColumnsTakeTwo() {
    let lines = text(of: drawing(["日本語の章", "二"]), 30)
    // 10 columns for the first: nine are left, in which three of them stand behind the number.
    #expect(lines[1] == "chapters ┤1 日本語… 二", "\(lines)")
    #expect(lines.last == "1  0.000 s 日本語の章")
  }

  /// Cut where there is little room, whole in the name of the mark; a page has both.
  @Test func picturesCutWhatHasNoRoom() {
    let drawing = drawing(["An opening that takes its time", "WWWWWWWWWWWW", "日本語日本語日本語", "Four", "Five"])
    var svg = ByteWriter()
    drawing.putSVG(width: 500, to: &svg)
    let text = svg.string
    #expect(text.contains("<title>chapter 1: An opening that takes its time</title>"))
    #expect(text.contains(">An openin…</text>") && text.contains(">WWWWW…</text>") && text.contains(">日本語日本…</text>"), "\(text)")
    #expect(text.contains(">Four</text>") && !text.contains("data-l"))
    var narrow = ByteWriter()
    self.drawing((1...12).map { "Chapter \($0)" }).putSVG(width: 320, to: &narrow)
    #expect(narrow.string.contains(">12</text>") && !narrow.string.contains("…"))
    var page = ByteWriter()
    drawing.putSVG(width: 500, growth: 2, to: &page)
    #expect(page.string.contains("class=\"s z\"") || page.string.contains("class=\"w z\""))
  }

  @Test func whatIsNotPlayedOfSoundIsHatched() throws {
    let document = try MediaFile.open(path: Corpus.path(of: "mockups/track.mp3"))
    let drawing = try #require(Pictures(document).drawing(.time))
    #expect(
      drawing.title
        == "sound: 1.000 s played; not played are a frame of notes (Info), 576 samples of delay, 1,404 samples of padding")
    let hatched = drawing.marks.filter { $0.shape == .hatched }
    // A frame of 1,152 at 44,100 a second; delay and padding are those that LAME wrote behind it.
    let ends = hatched.map { [$0.x.lowerBound, $0.x.upperBound].map { ($0 * 44_100).rounded() } }
    let end = ((drawing.marks.first?.x.upperBound ?? 0) * 44_100).rounded()
    #expect(ends == [[0, 1_152], [1_152, 1_728], [end - 1_404, end]])
    #expect(end - 1_728 - 1_404 == 44_100)
  }

  @Test func chaptersOfTagsAreDrawn() throws {
    let document = try MediaFile.open(path: Corpus.path(of: "made/id3v2.4-frames.mp3"))
    let drawing = try #require(Pictures(document).drawing(.time))
    #expect(drawing.lanes.map(\.label) == ["sound, frames", "sound, played", "chapters"])
    let chapters = MediaFile.chapters(of: document)
    let marks = drawing.marks.filter { $0.lane == 2 }
    #expect(marks.map(\.label) == chapters.map { $0.title ?? "" } && marks.count > 1)
    #expect(marks.allSatisfy { $0.offset != nil })
  }
}
