// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import Foundation
import MediaInspection
import MediaReports
import Structure
import StructureRendering
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Pictures say what the tables say, and stay inside their boxes.
@Suite struct PictureTests {
  static let files = [
    "mockups/movie.mov", "mockups/frag.mp4", "mockups/a.mp4", "mockups/b.mp4", "mockups/corrupt.mp4",
    "mockups/slow.mp4",
  ]

  private func pictures(_ path: String) throws -> Pictures {
    Pictures(try MediaFile.open(path: Corpus.path(of: path)))
  }

  @Test func theRateIsThatOfTheSamples() throws {
    let drawing = try #require(try pictures("mockups/movie.mov").drawing(.rate))
    // 48 frames of 24 a second; the bytes are those of stsz.
    let bars = drawing.marks.filter { $0.shape == .bar }
    #expect(bars.count == 48)
    #expect(bars.first?.name.hasPrefix("sample 1: 2496 bytes, 479.2 kbit/s") == true)
    #expect(drawing.notes == ["1 sync sample: seeking starts at 0.083 s."])
    #expect(abs((bars.last?.x.upperBound ?? 0) - (bars.first?.x.lowerBound ?? 0) - 2) < 0.001)
  }

  @Test func thePaceOfEqualFramesIsOneNumber() throws {
    let drawing = try #require(try pictures("mockups/movie.mov").drawing(.pace))
    #expect(drawing.title.hasSuffix("each sample is shown for 41.67 ms, 24.000 a second"))
    #expect(drawing.marks.allSatisfy { !$0.isProblem })
  }

  @Test func timeSaysWhatIsNotShown() throws {
    let drawing = try #require(try pictures("mockups/movie.mov").drawing(.time))
    // elst of the video begins at 1024 of 12288: 83.3 ms; that of the sound at 1024 of 44100.
    #expect(drawing.title.contains("audio begins 23.2 ms into its media"))
    #expect(drawing.marks.contains { $0.shape == .hatched && $0.name.hasPrefix("decoded, not shown") })
  }

  @Test func bytesTileTheFile() throws {
    for path in Self.files {
      let drawing = try #require(try pictures(path).drawing(.bytes))
      var at = 0.0
      for mark in drawing.marks {
        #expect(mark.x.lowerBound == at, "\(path)")
        at = mark.x.upperBound
      }
      #expect(at == drawing.extent.upperBound, "\(path)")
    }
  }

  @Test(arguments: files, PictureKind.allCases)
  func aPictureIsWellFormedAndKeepsItsWidth(_ path: String, _ kind: PictureKind) throws {
    guard let drawing = try pictures(path).drawing(kind) else { return }
    for width in [320, 960, 1_600] {
      var svg = ByteWriter()
      drawing.putSVG(width: width, to: &svg)
      let parser = XMLParser(data: Data(svg.string.utf8))
      let check = SVGCheck(width: Double(width))
      parser.delegate = check
      #expect(parser.parse(), "\(path) \(kind): \(String(describing: parser.parserError))")
      #expect(check.faults == [], "\(path) \(kind) at \(width)")
      #expect(check.hasTitle && check.hasDescription)
    }
    for (width, isASCII) in [(24, false), (40, true), (80, false), (200, false)] {
      var text = ByteWriter()
      drawing.putText(width: width, isASCII: isASCII, to: &text)
      for line in text.string.split(separator: "\n", omittingEmptySubsequences: false) {
        #expect(line.count <= width, "\(path) \(kind) at \(width): \(line)")
        #expect(!isASCII || line.allSatisfy(\.isASCII), "\(path) \(kind): \(line)")
      }
    }
  }

  @Test func aFileWithoutSamplesHasItsBytesAlone() throws {
    let file = ByteSource(copying: atoms { atom("ftyp") { code("isom"); u32(0) } })
    let pictures = Pictures(try MediaFile.open(file))
    for kind in PictureKind.allCases where kind != .bytes { #expect(pictures.drawing(kind) == nil) }
    #expect(pictures.drawing(.bytes)?.title == "structure 100.0 %")
  }

  @Test func picturesOfManySamplesAreBounded() throws {
    let document = try MediaFile.open(ByteSource(copying: manySamples(200_000)))
    let pictures = Pictures(document)
    for kind in PictureKind.allCases {
      let drawing = try #require(pictures.drawing(kind))
      #expect(drawing.marks.count <= 8_000, "\(kind)")
      var svg = ByteWriter()
      drawing.putSVG(to: &svg)
      #expect(svg.count < 2 << 20, "\(kind): \(svg.count)")
    }
  }

  /// A movie whose track has so many samples of one byte, ten a second.
  private func manySamples(_ count: UInt32) -> [UInt8] {
    func file(_ offset: UInt32) -> [UInt8] {
      atoms {
        atom("ftyp") { code("isom"); u32(0) }
        atom("moov") {
          atom("trak") {
            atom("tkhd", version: 0, flags: 3) { u32(0, 0, 1, 0, count); zeros(60) }
            atom("mdia") {
              atom("mdhd", version: 0) { u32(0, 0, 10, count); u16(0x55C4, 0) }
              atom("hdlr", version: 0) { u32(0); code("vide"); zeros(13) }
              atom("minf") {
                atom("stbl") {
                  atom("stsd", version: 0) { u32(0) }
                  atom("stts", version: 0) { u32(1, count, 1) }
                  atom("stsc", version: 0) { u32(1, 1, count, 1) }
                  atom("stsz", version: 0) { u32(1, count) }
                  atom("stco", version: 0) { u32(1, offset) }
                }
              }
            }
          }
        }
        atom("mdat") { zeros(Int(count)) }
      }
    }
    let length = file(0).count
    return file(UInt32(length) - count)
  }
}

/// Looks at what an SVG element holds: that it has words for readers, and that nothing leaves its box.
private final class SVGCheck: NSObject, XMLParserDelegate {
  let width: Double
  var hasTitle = false
  var hasDescription = false
  var faults: [String] = []
  private var text: (x: Double, anchor: String, content: String)?

  init(width: Double) { self.width = width }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if name == "title" { hasTitle = true }
    if name == "desc" { hasDescription = true }
    for key in ["x", "x1", "x2"] {
      if let value = attributes[key].flatMap(Double.init), value < -2 || value > width + 2 {
        faults.append("\(name) at \(value)")
      }
    }
    if name == "rect", let x = attributes["x"].flatMap(Double.init),
      let length = attributes["width"].flatMap(Double.init), x + length > width + 2
    {
      faults.append("a box ends at \(x + length)")
    }
    if name == "text" {
      text = (
        attributes["x"].flatMap(Double.init) ?? 0, attributes["text-anchor"] ?? "start", ""
      )
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text?.content += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard name == "text", let found = text else { return }
    text = nil
    // Eight pixels a character is more than any of the sizes needs.
    let length = Double(found.content.count) * 7.6
    let end =
      found.anchor == "end" ? found.x : found.anchor == "middle" ? found.x + length / 2 : found.x + length
    if end > width + 8 { faults.append("“\(found.content)” ends at \(end)") }
  }
}
