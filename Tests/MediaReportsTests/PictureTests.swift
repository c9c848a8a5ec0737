// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import Foundation
import MediaFacts
import MediaInspection
import Structure
import StructureRendering
import Testing

@testable import MediaReports

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
    #expect(
      drawing.notes == [
        "1 sync sample: seeking starts at 0.000 s.",
        "Of 3 tracks with samples this is track 1 video.",
      ])
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
    // That of the video passes over nothing: its first picture is composed at 1024, too.
    #expect(drawing.title == "track 2 audio begins 23.2 ms into its media")
    let hidden = drawing.marks.filter { $0.shape == .hatched && $0.name.hasPrefix("decoded, not shown") }
    #expect(hidden.map { drawing.lanes[$0.lane].label } == ["track 2 audio, media"])
    // What is re-ordered or edited is drawn once more, enlarged.
    let inset = try #require(drawing.insets.first)
    #expect(inset.lanes.map(\.label) == ["decoded", "media", "movie"])
    #expect(inset.marks.count { $0.shape == .area && $0.lane == 0 } == 22)
  }

  /// What is passed over is what playback says, and how far tracks lie apart is what the rule measures.
  @Test(arguments: files) func factsAreThoseOfTheReports(_ path: String) throws {
    let document = try MediaFile.open(path: Corpus.path(of: path))
    let pictures = Pictures(document)
    let playback = MediaFile.playback(of: document)
    if let drawing = pictures.drawing(.time) {
      for track in playback.tracks where track.skipped > 0 {
        let words = "track \(track.id) \(track.kind) begins \(Playback.length(track.skipped)) into its media"
        #expect(drawing.title.contains(words), "\(path): \(drawing.title)")
      }
      if playback.tracks.allSatisfy({ $0.skipped == 0 }) {
        #expect(!drawing.marks.contains { $0.name.hasPrefix("decoded, not shown") })
      }
    }
    guard let drawing = pictures.drawing(.order) else { return }
    let measured = Interleaving.ofPlayed(in: MovieSamples(document))
    let words = measured.map { "video and sound lie up to \(Drawing.seconds($0.distance)) apart in the file" }
    #expect(drawing.title.contains(words ?? "when they are decoded"), "\(path): \(drawing.title)")
  }

  /// Of a file that has all of one track before the other nothing is measured: its picture does not say
  /// that they are together.
  @Test func whatWasNotMeasuredIsNotSaid() throws {
    func file(_ offset: UInt32) -> [UInt8] {
      atoms {
        atom("ftyp") { code("isom"); u32(0) }
        atom("moov") {
          for (id, handler) in [(UInt32(1), FourCC("vide")), (2, FourCC("soun"))] {
            atom("trak") {
              atom("tkhd", version: 0, flags: 3) { u32(0, 0, id, 0, 8); zeros(60) }
              atom("mdia") {
                atom("mdhd", version: 0) { u32(0, 0, 1, 9); u16(0x55C4, 0) }
                atom("hdlr", version: 0) { u32(0); code(handler); zeros(13) }
                atom("minf") {
                  atom("stbl") {
                    atom("stsd", version: 0) { u32(0) }
                    // Nine seconds of one track, and then of the other.
                    atom("stts", version: 0) { u32(1, 9, 1) }
                    atom("stsc", version: 0) { u32(1, 1, 9, 1) }
                    atom("stsz", version: 0) { u32(1, 9) }
                    atom("stco", version: 0) { u32(1, offset + (id - 1) * 9) }
                  }
                }
              }
            }
          }
        }
        atom("mdat") { zeros(18) }
      }
    }
    let bytes = file(UInt32(file(0).count) - 18)
    let drawing = try #require(Pictures(try MediaFile.open(ByteSource(copying: bytes))).drawing(.order))
    #expect(drawing.title == "where samples lie in the file, and when they are decoded")
    #expect(drawing.lanes.count == 1)
  }

  /// A cursor says which sample it is in both orders, by times of the movie and of the media.
  @Test func aCursorReadsBothOrders() throws {
    let document = try MediaFile.open(path: Corpus.path(of: "mockups/movie.mov"))
    let strands = Pictures(document, readsHeaders: true).strands
    #expect(strands.map(\.name) == ["track 1 video", "track 2 audio", "track 3 timecode"])
    let video = strands[0]
    #expect(video.steps.count == 48)
    #expect(video.steps.first?.text == "#1 I, decoded 1st, shown 1st, sync")
    // The edit of the video begins at 1024 of 12288 of its media, the movie at 0.
    #expect(video.edits.map(\.start) == [0] && video.edits.map(\.from) == [83_333])
    // Of each sample the order is that of composition times, told by the tables alone.
    let samples = MovieSamples(document).tracks[0].samples().sorted { $0.compositionTime < $1.compositionTime }
    for (place, (step, sample)) in zip(video.steps, samples).enumerated() {
      #expect(step.numbers == sample.number...sample.number && step.offset == sample.offset)
      #expect(step.text.contains("decoded \(Pictures.ordinal(sample.number)), shown \(Pictures.ordinal(place + 1))"))
    }
    #expect([1, 2, 3, 4, 11, 12, 13, 21, 112].map(Pictures.ordinal) == [
      "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th",
    ])
    // Where each is a sync sample and there is one order, the number is enough.
    #expect(strands[1].steps.first?.text == "#1")
  }

  /// Lines at the mean, and at what `btrt` says.
  @Test func theRateHasItsMeanAndWhatTheFileSaysOfIt() throws {
    let document = try MediaFile.open(path: Corpus.path(of: "mockups/movie.mov"))
    let drawing = try #require(Pictures(document).drawing(.rate))
    #expect(drawing.marks.filter { $0.shape == .rule }.map(\.label) == ["mean 35 kbit/s"])
    let claiming = try MediaFile.open(ByteSource(copying: threeChunks(strayTo: nil, claimed: (64_000, 32_000))))
    let other = try #require(Pictures(claiming).drawing(.rate))
    #expect(other.notes.contains("btrt says 32 kbit/s in the mean, 64 kbit/s at most."))
  }

  /// Chunks alternate in shade; one that lies apart is joined to where it would follow.
  @Test func chunksAreToldApartAndStraysJoined() throws {
    let whole = try MediaFile.open(ByteSource(copying: threeChunks(strayTo: nil)))
    let order = try #require(Pictures(whole).drawing(.order))
    #expect(order.marks.filter { $0.shape == .line }.map(\.isPale) == [
      false, false, false, true, true, true, false, false, false,
    ])
    #expect(order.marks.filter { $0.shape == .line }.map(\.samples) == (1...9).map { $0...$0 })
    #expect(!order.marks.contains { $0.shape == .lead })
    let time = try #require(Pictures(whole).drawing(.time))
    let shades = time.marks.filter { $0.lane == 0 && $0.shape == .area }
    #expect(shades.map { String($0.name.prefix(21)) } == [
      "chunk 1, samples 1–3:", "chunk 2, samples 4–6:", "chunk 3, samples 7–9:",
    ])
    // The second chunk is said to be at the beginning of the file.
    let astray = try MediaFile.open(ByteSource(copying: threeChunks(strayTo: 4)))
    let other = try #require(Pictures(astray).drawing(.order))
    let lead = try #require(other.marks.first { $0.shape == .lead })
    #expect(lead.samples == 4...6 && lead.x.lowerBound == 4)
    #expect(other.notes.contains { $0.hasPrefix("1 run of samples lies apart") })
  }

  /// Frames of one tick are as even as others.
  @Test func evenFramesOfOneTickAreNoProblem() throws {
    let pace = try #require(
      Pictures(try MediaFile.open(ByteSource(copying: threeChunks(strayTo: nil)))).drawing(.pace))
    #expect(pace.title.hasSuffix("each sample is shown for 100.00 ms, 10.000 a second"))
    #expect(!pace.marks.contains { $0.isProblem })
  }

  /// A partial sync sample is an open start, and a leading sample makes the sync sample before it one.
  @Test func openStartsAreShorter() throws {
    let file = try MediaFile.open(ByteSource(copying: threeChunks(strayTo: nil, isLeading: true)))
    let time = try #require(Pictures(file).drawing(.time))
    let ticks = time.marks.filter { $0.shape == .tick && $0.lane == 0 }
    #expect(ticks.map(\.isPale) == [false, true])
    #expect(ticks.last?.name == "sample 5: open, leading samples need what stands before it")
  }

  /// A movie of nine samples of two bytes in three chunks, the second of them elsewhere when told so.
  private func threeChunks(
    strayTo stray: UInt32?, claimed: (most: UInt32, mean: UInt32)? = nil, isLeading: Bool = false
  ) -> [UInt8] {
    func file(_ offset: UInt32) -> [UInt8] {
      atoms {
        atom("ftyp") { code("isom"); u32(0) }
        atom("moov") {
          atom("trak") {
            atom("tkhd", version: 0, flags: 3) { u32(0, 0, 1, 0, 9); zeros(60) }
            atom("mdia") {
              atom("mdhd", version: 0) { u32(0, 0, 10, 9); u16(0x55C4, 0) }
              atom("hdlr", version: 0) { u32(0); code("vide"); zeros(13) }
              atom("minf") {
                atom("stbl") {
                  atom("stsd", version: 0) {
                    u32(1)
                    atom("avc1") {
                      zeros(78)
                      if let claimed { atom("btrt") { u32(0, claimed.most, claimed.mean) } }
                    }
                  }
                  atom("stts", version: 0) { u32(1, 9, 1) }
                  atom("stsc", version: 0) { u32(1, 1, 3, 1) }
                  atom("stsz", version: 0) { u32(2, 9) }
                  atom("stss", version: 0) { u32(2, 1, 5) }
                  // The sixth is leading and needs what stands before the fifth.
                  if isLeading { atom("sdtp", version: 0) { zeros(5); u8(0x40); zeros(3) } }
                  atom("stco", version: 0) { u32(3, offset, stray ?? offset + 6, offset + 12) }
                }
              }
            }
          }
        }
        atom("mdat") { zeros(18) }
      }
    }
    return file(UInt32(file(0).count) - 18)
  }

  /// I, P and B come from the headers of slices, and only when they are asked for.
  @Test func picturesAreTypedByTheirSlices() throws {
    let document = try MediaFile.open(path: Corpus.path(of: "mockups/movie.mov"))
    let silent = try #require(Pictures(document).drawing(.rate))
    #expect(silent.lanes.count == 1)
    let drawing = try #require(Pictures(document, readsHeaders: true).drawing(.rate))
    let letters = drawing.marks.filter { $0.lane == 1 }.map(\.label).joined()
    #expect(letters.count == 48)
    #expect(letters.hasPrefix("I") && !letters.dropFirst().contains("I"))
    #expect(letters.allSatisfy { "IPB".contains($0) } && letters.contains("B"))
  }

  /// A file of MPEG audio has frames instead of samples.
  @Test func framesOfSoundAreDrawn() throws {
    let document = try MediaFile.open(path: Corpus.path(of: "mockups/track.mp3"))
    let drawing = try #require(Pictures(document).drawing(.rate))
    var frames = 0
    MediaFile.forEachSoundFrame(of: document) { _, _ in frames += 1 }
    #expect(frames > 1)
    let bars = drawing.marks.filter { $0.shape == .bar }
    #expect(bars.first?.name.hasPrefix("frame") == true)
    #expect(drawing.title.contains("sound: ") && drawing.title.contains("kbit/s"))
    #expect(Pictures(document).drawing(.time) == nil)
  }

  // MARK: Hostile numbers

  /// A movie with one track of 8 samples of 1 byte, whose numbers are as given.
  private func liar(
    offset: UInt64, delta: UInt32 = 1, composition: [UInt32] = [], edit: (UInt64, UInt64)? = nil,
    timescale: UInt32 = 1_000
  ) -> [UInt8] {
    atoms {
      atom("ftyp") { code("isom"); u32(0) }
      atom("moov") {
        atom("mvhd", version: 0) { u32(0, 0, 1_000, 8); zeros(80) }
        atom("trak") {
          atom("tkhd", version: 0, flags: 3) { u32(0, 0, 1, 0, 8); zeros(60) }
          if let edit {
            atom("edts") { atom("elst", version: 1) { u32(1); u64(edit.0); u64(edit.1); u16(1, 0) } }
          }
          atom("mdia") {
            atom("mdhd", version: 0) { u32(0, 0, timescale, 8); u16(0x55C4, 0) }
            atom("hdlr", version: 0) { u32(0); code("vide"); zeros(13) }
            atom("minf") {
              atom("stbl") {
                atom("stsd", version: 0) { u32(0) }
                atom("stts", version: 0) { u32(1, 8, delta) }
                if !composition.isEmpty {
                  atom("ctts", version: 1) {
                    u32(UInt32(composition.count))
                    for value in composition { u32(1, value) }
                  }
                }
                atom("stsc", version: 0) { u32(1, 1, 4, 1) }
                atom("stsz", version: 0) { u32(1, 8) }
                atom("co64", version: 0) { u32(2); u64(offset, offset) }
              }
            }
          }
        }
      }
      atom("mdat") { zeros(64) }
    }
  }

  /// What a liar says.
  struct Lies: Sendable {
    var offset: UInt64
    var delta: UInt32
    var composition: [UInt32]
    var edit: UInt64?
    var timescale: UInt32
  }

  static let lies: [Lies] = [
    Lies(offset: .max, delta: 1, composition: [], edit: nil, timescale: 1_000),
    Lies(
      offset: .max - 2, delta: .max, composition: [0x8000_0000, 0x7FFF_FFFF, 0, .max], edit: .max,
      timescale: 1),
    Lies(
      offset: 1 << 63, delta: .max, composition: [0x7FFF_FFFF], edit: 1 << 63, timescale: .max),
    Lies(offset: 0, delta: 0, composition: [0x8000_0000], edit: 0, timescale: 1),
    Lies(offset: 1 << 62, delta: 0, composition: [], edit: .max - 1, timescale: 0),
  ]

  /// Offsets at the end of all numbers, times that overflow, edits of 2^64 − 1 ticks: all is drawn, and
  /// nothing traps.
  @Test(arguments: 0..<lies.count) func liarsAreDrawn(_ number: Int) throws {
    let lies = Self.lies[number]
    let offset = lies.offset
    let bytes = liar(
      offset: offset, delta: lies.delta, composition: lies.composition,
      edit: lies.edit.map { ($0, $0 >> 1) }, timescale: lies.timescale)
    let pictures = Pictures(try MediaFile.open(ByteSource(copying: bytes)), readsHeaders: true)
    for drawing in pictures.all {
      var svg = ByteWriter()
      drawing.putSVG(to: &svg)
      #expect(XMLParser(data: Data(svg.string.utf8)).parse(), "\(drawing.kind)")
      var text = ByteWriter()
      drawing.putText(Drawing.TextLook(width: 40), to: &text)
      #expect(text.count > 0)
    }
    let order = pictures.drawing(.order)
    if offset == .max { #expect(order?.marks.first?.name.contains("0xffffffffffffffff") == true) }
  }

  @Test func numbersThatDoNotFitAreTheNearest() {
    #expect(UInt64(saturating: 0x1p64) == .max && UInt64(saturating: .infinity) == .max)
    #expect(UInt64(saturating: -1) == 0 && UInt64(saturating: .nan) == 0)
    #expect(UInt64(saturating: 4_096.5) == 4_096)
    // One more than 2^63 is no other number.
    #expect(Drawing.wide(0x1p63, 0x1p63) > 0x1p63)
    #expect(Drawing.share(.nan, 0, 1) == 0 && Drawing.share(2, 0, 1) == 1)
  }

  /// Of many tracks sixteen are drawn, and the pictures say so.
  @Test func manyTracksAreBounded() throws {
    let file = atoms {
      atom("ftyp") { code("isom"); u32(0) }
      atom("moov") {
        for id in 1...UInt32(200) {
          atom("trak") {
            atom("tkhd", version: 0, flags: 3) { u32(0, 0, id, 0, 8); zeros(60) }
            atom("mdia") {
              atom("mdhd", version: 0) { u32(0, 0, 10, 2); u16(0x55C4, 0) }
              atom("hdlr", version: 0) { u32(0); code("vide"); zeros(13) }
              atom("minf") {
                atom("stbl") {
                  atom("stsd", version: 0) { u32(0) }
                  atom("stts", version: 0) { u32(1, 2, 1) }
                  atom("stsc", version: 0) { u32(1, 1, 2, 1) }
                  atom("stsz", version: 0) { u32(1, 2) }
                  atom("stco", version: 0) { u32(1, 16) }
                }
              }
            }
          }
        }
      }
      atom("mdat") { zeros(2) }
    }
    let pictures = Pictures(try MediaFile.open(ByteSource(copying: file)))
    for kind in [PictureKind.time, .order, .bytes] {
      let drawing = try #require(pictures.drawing(kind))
      #expect(drawing.lanes.count <= 33 && drawing.marks.count < 2_000, "\(kind)")
      #expect(drawing.notes.contains { $0.hasPrefix("The first 16 of 200 tracks are drawn.") }, "\(kind)")
    }
  }

  @Test func bytesTileTheFile() throws {
    for path in Self.files {
      let drawing = try #require(try pictures(path).drawing(.bytes))
      var at = 0.0
      for mark in drawing.marks where mark.shape == .area {
        #expect(mark.x.lowerBound == at, "\(path)")
        at = mark.x.upperBound
      }
      #expect(at == drawing.extent.upperBound, "\(path)")
    }
  }

  /// Sound of files without tables of samples is neither structure nor a fault.
  @Test func soundOfTagsAndChunksIsItsOwn() throws {
    let drawing = try #require(try pictures("mockups/track.mp3").drawing(.bytes))
    #expect(drawing.title == "sound 77.9 %, structure 22.0 %, padding 0.1 %")
    let sound = drawing.marks.filter { drawing.owners[$0.owner].name == "sound" }
    #expect(sound.map(\.x.upperBound).max() == drawing.extent.upperBound)
    #expect(!drawing.marks.contains { $0.isProblem })
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
      drawing.putText(Drawing.TextLook(width: width, isASCII: isASCII), to: &text)
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
    for kind in PictureKind.allCases where kind != .grid {
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
