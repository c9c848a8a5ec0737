import ByteReading
import Corpus
import Structure
import Testing

@testable import ID3

/// The example of `AddingAFrame.md`, so that what the page says compiles and is true.
private enum WeatherFrames: FrameFamily {
  static let tables: [Syntax] = [
    text("TWTR", "Weather", "made up §1"),
    Syntax(
      "XWTR", "Weather heard", "made up §2", in: "ID3\\x03 ID3\\x04",
      identities: "language=language",
      summary: "{kind}, {temperature} in {station}",
      rows: weather),
    Syntax(
      "XWT", "Weather heard", "made up §2", in: "ID3\\x02",
      identities: "language=language", successor: "XWTR",
      summary: "{kind}, {temperature} in {station}",
      rows: weather),
  ]

  @Rows @Sendable private static func weather() -> [Row] {
    encoding()
    language()
    uint(8, "kind", .names(kinds))
    int(16, "temperature", .scaled(10, "°C"))
    given("station")
    given("remarks", .values)
  }

  private static let kinds: Names = [1: "sun", 2: "rain"]

  static let catalogue = Catalogue(
    nodeKind: "frame", header: Syntax("*", "No header", "") {}, families: [WeatherFrames.self] + FrameFamilies.all,
    views: FrameViews.all)
}

@Suite struct AddingAFrameTests {
  private static let frames = [
    FrameCase(
      "XWTR", 4, "00 'eng' 02 ffe7 'Oslo' 00 'Wet' 00 'Cold'",
      """
      0 encoding 0 (ISO-8859-1)
      1 language "eng"
      4 kind 2 (rain)
      5 temperature -25 (-2.5 °C)
      7 station "Oslo"
      12 remarks "Wet"
      16 remarks "Cold"
      = rain, -2.5 °C in "Oslo"
      """),
    // Text in UTF-16, in the oldest tags.
    FrameCase(
      "XWT", 2, "01 'eng' 01 0064 fffe 4f00 0000 fffe 4b00",
      """
      0 encoding 1 (UTF-16)
      1 language "eng"
      4 kind 1 (sun)
      5 temperature 100 (10.0 °C)
      7 station "O"
      13 remarks "K"
      = sun, 10.0 °C in "O"
      """),
  ]

  private static let texts = [
    TextCase("TWTR", 4, "Rain at last", "\"Rain at last\""),
  ]

  @Test(arguments: 0..<2) func fieldsHaveTheirValues(_ place: Int) throws {
    let frame = Self.frames[place]
    let code = try #require(FourCC(key: frame.code))
    let reading = FrameReading(
      code, version: frame.version, content(frame.bytes), in: WeatherFrames.catalogue)
    #expect(reading.lines == frame.lines + "\n")
  }

  @Test func textIsRead() throws {
    let frame = Self.texts[0]
    let code = try #require(FourCC(key: frame.code))
    let reading = FrameReading(
      code, version: frame.version, [0] + Array(frame.text.utf8), in: WeatherFrames.catalogue)
    #expect(reading.lines.contains("1 text \"Rain at last\"\n"), "\(reading.lines)")
  }

  /// What the page shows stands in this file.
  @Test func thePageShowsThisCode() throws {
    let code = try ShownCode(
      page: "Sources/ID3/ID3.docc/AddingAFrame.md", compiledIn: "Tests/ID3Tests/AddingAFrameTests.swift")
    #expect(code.blocks.count == 6)
    #expect(code.missing == [])
  }
}
