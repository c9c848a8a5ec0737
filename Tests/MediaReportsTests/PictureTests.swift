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
    #expect(bars.first?.name.hasPrefix("sample 1: 2,496 bytes, 479.2 kbit/s") == true)
    #expect(
      drawing.notes == [
        "1 sync sample: seeking starts at 0.000 s.",
        "Of 3 tracks with samples this is track 1 video.",
      ])
    let (begin, end) = (bars.first?.x.lowerBound ?? 0, bars.last?.x.upperBound ?? 0)
    #expect(abs(end - begin - 2) < 0.001)
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
    let hidden = drawing.marks.filter { $0.shape == .hatched && $0.name.hasPrefix("decoded, not heard") }
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
      let showAll = MovieSamples(document).tracks.allSatisfy {
        $0.editList.ticksLeftOutAtEnd(of: $0) == 0 && !$0.editList.leavesOutBetween
      }
      if showAll, playback.tracks.allSatisfy({ $0.skipped == 0 }) {
        #expect(!drawing.marks.contains { $0.name.hasPrefix("decoded, not") })
      }
    }
    guard let drawing = pictures.drawing(.order) else { return }
    let measured = Interleaving.ofPlayed(in: MovieSamples(document))
    let words = measured.map { "video and sound lie up to \(Drawing.seconds($0.distance)) apart in the file" }
    #expect(drawing.title.contains(words ?? "when they are decoded"), "\(path): \(drawing.title)")
  }

  /// A file that has all of one track before the other is as far apart as can be, without its last sample;
  /// of single samples nothing is measured: the picture does not say that they are together.
  @Test(arguments: [(9, "video and sound lie up to 8.000 s apart in the file, more than 1 s (interleave-coarse)"), (1, "where samples lie in the file, and when they are decoded")] as [(UInt32, String)])
  func whatWasNotMeasuredIsNotSaid(samples: UInt32, title: String) throws {
    func file(_ offset: UInt32) -> [UInt8] {
      atoms {
        atom("ftyp") { code("isom"); u32(0) }
        atom("moov") {
          for (id, handler) in [(UInt32(1), FourCC("vide")), (2, FourCC("soun"))] {
            atom("trak") {
              atom("tkhd", version: 0, flags: 3) { u32(0, 0, id, 0, samples); zeros(60) }
              atom("mdia") {
                atom("mdhd", version: 0) { u32(0, 0, 1, samples); u16(0x55C4, 0) }
                atom("hdlr", version: 0) { u32(0); code(handler); zeros(13) }
                atom("minf") {
                  atom("stbl") {
                    atom("stsd", version: 0) { u32(0) }
                    // So many seconds of one track, and then of the other.
                    atom("stts", version: 0) { u32(1, samples, 1) }
                    atom("stsc", version: 0) { u32(1, 1, samples, 1) }
                    atom("stsz", version: 0) { u32(1, samples) }
                    atom("stco", version: 0) { u32(1, offset + (id - 1) * samples) }
                  }
                }
              }
            }
          }
        }
        atom("mdat") { zeros(Int(2 * samples)) }
      }
    }
    let bytes = file(UInt32(file(0).count) - 2 * samples)
    let drawing = try #require(Pictures(try MediaFile.open(ByteSource(copying: bytes))).drawing(.order))
    #expect(drawing.title == title)
    #expect(drawing.lanes.count == (samples == 1 ? 1 : 2))
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
      #expect(step.text.contains("decoded \(Drawing.ordinal(sample.number)), shown \(Drawing.ordinal(place + 1))"))
    }
    #expect([1, 2, 3, 4, 11, 12, 13, 21, 112].map(Drawing.ordinal) == [
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

  /// Samples that `stps` names are open starts, and so are those that a group of `rap ` holds, here the
  /// third and the eighth (14496-12 §10.4; QTFF, Partial Sync Sample Atom).
  @Test(arguments: ["stps", "rap "]) func partialSyncSamplesAreOpenStarts(_ way: String) throws {
    let bytes = threeChunks(strayTo: nil) {
      if way == "stps" {
        atom("stps", version: 0) { u32(2, 3, 8) }
      } else {
        // One description; samples 3 and 8 have it.
        atom("sgpd", version: 1) { code("rap "); u32(1, 1); u8(0x80) }
        atom("sbgp", version: 0) { code("rap "); u32(5, 2, 0, 1, 1, 4, 0, 1, 1, 1, 0) }
      }
    }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let time = try #require(Pictures(document).drawing(.time))
    let ticks = time.marks.filter { $0.shape == .tick && $0.lane == 0 }
    #expect(ticks.map(\.samples) == [1...1, 3...3, 5...5, 8...8])
    #expect(ticks.map(\.isPale) == [false, true, false, true])
    #expect(ticks.allSatisfy { $0.offset != nil })
    #expect(ticks.map { String($0.name.prefix(13)) } == [
      "sync sample 1", "sample 3: ope", "sync sample 5", "sample 8: ope",
    ])
    // Seeking may start at the closed ones alone.
    let rate = try #require(Pictures(document).drawing(.rate))
    #expect(rate.notes.contains { $0.hasPrefix("2 sync samples") }, "\(rate.notes)")
  }

  /// Two fragments of two samples of ten ticks: the second begins where `tfdt` says.
  @Test(arguments: [(20, nil), (50, "gap of 3.000 s before sample 3"), (10, "overlap of 1.000 s before sample 3")])
  func breaksBetweenFragmentsAreMarked(_ start: UInt32, _ name: String?) throws {
    let document = try MediaFile.open(ByteSource(copying: twoFragments(secondAt: start)))
    let time = try #require(Pictures(document).drawing(.time))
    let breaks = time.marks.filter { $0.shape == .share && $0.isProblem }
    #expect(breaks.map(\.name) == [name].compactMap(\.self))
    // The title tells it as well.
    if start == 50 { #expect(time.title.hasSuffix("has a gap of 3.000 s"), "\(time.title)") }
    if start == 10 { #expect(time.title.hasSuffix("has an overlap of 1.000 s"), "\(time.title)") }
    // What stands for bytes leads there.
    #expect(breaks.allSatisfy { $0.offset != nil })
    #expect(breaks.allSatisfy { $0.samples == 3...3 })
    if start == 50 { #expect(breaks.first?.x == 2...5) }
    // Fragments are told apart, whatever lies between them.
    let shades = time.marks.filter { $0.lane == 0 && $0.shape == .area && !$0.isProblem }
    #expect(shades.map { String($0.name.prefix(23)) } == [
      "fragment 1, samples 1–2", "fragment 2, samples 3–4",
    ])
    #expect(shades.map(\.isPale) == [false, true])
  }

  /// Breaks that lie over each other have one word.
  @Test func breaksAtOnePlaceHaveOneWord() throws {
    let path = Corpus.path(of: "made/tfhd-flags.mp4")
    let time = try #require(Pictures(try MediaFile.open(path: path)).drawing(.time))
    let breaks = time.marks.filter { $0.shape == .share && $0.isProblem && $0.name.hasPrefix("overlap") }
    for (place, mark) in breaks.enumerated() where !mark.label.isEmpty {
      for other in breaks.dropFirst(place + 1) where other.lane == mark.lane && !other.label.isEmpty {
        #expect(other.x.lowerBound >= mark.x.upperBound || other.x.upperBound <= mark.x.lowerBound)
      }
    }
    #expect(breaks.contains { $0.label.isEmpty } && breaks.contains { !$0.label.isEmpty })
  }

  /// Renditions of two fragments each: of the same the boundaries are joined, of others what is apart is
  /// marked.
  @Test(arguments: [(20, 0, true), (21, 1, false), (50, 2, false)])
  func renditionsAreJoinedAtTheirBoundaries(_ start: UInt32, _ problems: Int, _ passes: Bool) throws {
    let renditions = try [20, start].enumerated().map { place, start in
      let document = try MediaFile.open(ByteSource(copying: twoFragments(secondAt: start)))
      return Rendition(
        name: "\(place).mp4", movie: MovieSamples(document), ranges: [], isListed: false)
    }
    let report = AlignmentReport(
      Alignment(renditions), tolerance: 0, isInTicks: false, options: RenderOptions())
    let drawing = try #require(report.drawing)
    #expect(report.passes == passes)
    #expect(drawing.title == (passes ? "aligned" : "not aligned") + ": 2 renditions beside each other")
    #expect(drawing.owners.map(\.name) == ["A 0.mp4", "B 1.mp4"])
    #expect(drawing.marks.filter { $0.shape == .area }.map(\.lane) == [0, 0, 1, 1])
    // The first two boundaries are the same; the others a tenth of a second apart, or beside nothing.
    let joins = drawing.marks.filter { $0.shape == .join }
    #expect(joins.map(\.x.lowerBound) == (start == 50 ? [0] : [0, 2]))
    #expect(joins.map(\.y.0) == (start == 50 ? [0] : [0, Double(start) / 10]))
    #expect(drawing.marks.count { $0.isProblem } == problems)
    var svg = ByteWriter()
    drawing.putSVG(to: &svg)
    let parser = XMLParser(data: Data(svg.string.utf8))
    let check = SVGCheck(width: 960)
    parser.delegate = check
    #expect(parser.parse() && check.faults == [] && check.hasTitle)
  }

  private func twoFragments(secondAt start: UInt32) -> [UInt8] {
    atoms {
      atom("ftyp") { code("iso5"); u32(0) }
      atom("moov") {
        atom("trak") {
          atom("tkhd", version: 0, flags: 3) { u32(0, 0, 1, 0, 0); zeros(60) }
          atom("mdia") {
            atom("mdhd", version: 0) { u32(0, 0, 10, 0); u16(0x55C4, 0) }
            atom("hdlr", version: 0) { u32(0); code("vide"); zeros(13) }
            atom("minf") {
              atom("stbl") {
                atom("stsd", version: 0) { u32(1); atom("avc1") { zeros(78) } }
                atom("stts", version: 0) { u32(0) }
                atom("stsc", version: 0) { u32(0) }
                atom("stsz", version: 0) { u32(0, 0) }
                atom("stco", version: 0) { u32(0) }
              }
            }
          }
        }
        atom("mvex") { atom("trex", version: 0) { u32(1, 1, 10, 1, 0) } }
      }
      for (number, time) in [(UInt32(1), UInt32(0)), (2, start)] {
        atom("moof") {
          atom("mfhd", version: 0) { u32(number) }
          atom("traf") {
            atom("tfhd", version: 0, flags: 0x020000) { u32(1) }
            atom("tfdt", version: 0) { u32(time) }
            // Two samples, the first byte of which lies behind the header of the media data: 8 + 16 + 8
            // + 16 + 16 + 20 of this fragment, and 8.
            atom("trun", version: 0, flags: 1) { u32(2, 92) }
          }
        }
        atom("mdat") { zeros(2) }
      }
    }
  }

  /// What lies apart from the rest stands in the strip of distances as well.
  @Test func straysAreMarkedInTheStripOfDistances() throws {
    let bytes = straysBesideSound(strayTo: 4)
    let order = try #require(Pictures(try MediaFile.open(ByteSource(copying: bytes))).drawing(.order))
    #expect(order.lanes.count == 2)
    let marks = order.marks.filter { $0.lane == 1 && $0.shape == .tick }
    let lead = try #require(order.marks.first { $0.shape == .lead })
    #expect(marks.count == 1)
    #expect(marks.first?.samples == lead.samples)
    #expect(marks.first?.x == 4...4)
    #expect(marks.first?.isProblem == true)
    // Three seconds of video, then three of sound; what strays to the beginning is left out, and said.
    #expect(order.title == "video and sound lie up to 3.000 s apart in the file, more than 1 s (interleave-coarse)")
    #expect(order.notes.contains("How far apart leaves those out; with them it is 6.000 s (interleave-coarse)."), "\(order.notes)")
    let whole = straysBesideSound(strayTo: nil)
    let other = try #require(Pictures(try MediaFile.open(ByteSource(copying: whole))).drawing(.order))
    #expect(other.lanes.count == 2)
    #expect(!other.marks.contains { $0.lane == 1 && $0.shape == .tick })
  }

  /// Three chunks of three seconds of video with one of sound behind each; the second of video elsewhere.
  private func straysBesideSound(strayTo stray: UInt32?) -> [UInt8] {
    func file(_ offset: UInt32) -> [UInt8] {
      atoms {
        atom("ftyp") { code("isom"); u32(0) }
        atom("moov") {
          for (id, handler) in [(UInt32(1), FourCC("vide")), (2, FourCC("soun"))] {
            atom("trak") {
              atom("tkhd", version: 0, flags: 3) { u32(0, 0, id, 0, 9); zeros(60) }
              atom("mdia") {
                atom("mdhd", version: 0) { u32(0, 0, 1, 9); u16(0x55C4, 0) }
                atom("hdlr", version: 0) { u32(0); code(handler); zeros(13) }
                atom("minf") {
                  atom("stbl") {
                    atom("stsd", version: 0) { u32(0) }
                    atom("stts", version: 0) { u32(1, 9, 1) }
                    atom("stsc", version: 0) { u32(1, 1, 3, 1) }
                    atom("stsz", version: 0) { u32(2, 9) }
                    // Six bytes of video and six of sound in turn.
                    atom("stco", version: 0) {
                      u32(3, offset + (id - 1) * 6)
                      u32(id == 1 ? stray ?? offset + 12 : offset + 18)
                      u32(offset + 24 + (id - 1) * 6)
                    }
                  }
                }
              }
            }
          }
        }
        atom("mdat") { zeros(36) }
      }
    }
    return file(UInt32(file(0).count) - 36)
  }

  /// An image of 30×20 is cropped to the 20×10 in its middle and turned anticlockwise: 10×20 are shown.
  @Test func imagesAreDrawnAsTheyAreShown() throws {
    let bytes = image(3) {
      atom("clap") { u32(20, 1, 10, 1, 0, 1, 0, 1) }
      atom("irot") { u8(1) }
      atom("imir") { u8(1) }
    }
    let drawing = try #require(Pictures(try MediaFile.open(ByteSource(copying: bytes))).drawing(.grid))
    #expect(drawing.title == "one image of 30×20")
    let shown = try #require(drawing.insets.first)
    #expect(shown.title == "as it is shown: 10×20")
    #expect(shown.marks.map(\.x) == [0...10])
    // A crop that is not in the image cannot be drawn, which is said.
    let wrong = image(1) { atom("clap") { u32(40, 1, 10, 1, 0, 1, 0, 1) } }
    let other = try #require(Pictures(try MediaFile.open(ByteSource(copying: wrong))).drawing(.grid))
    #expect(other.insets.isEmpty)
    #expect(other.notes.contains { $0.hasPrefix("Drawn as it is stored") })
    let plain = try #require(Pictures(try MediaFile.open(ByteSource(copying: image(0) {}))).drawing(.grid))
    #expect(plain.insets.isEmpty && !plain.notes.contains { $0.hasPrefix("Drawn as it is stored") })
  }

  /// An image of one item of 30×20 with these properties.
  private func image(_ count: Int, @AtomBuilder _ own: () -> Piece) -> [UInt8] {
    let own = own()
    return atoms {
      atom("ftyp") { code("mif1"); u32(0); code("mif1") }
      atom("meta", version: 0) {
        atom("hdlr", version: 0) { u32(0); code("pict"); zeros(13) }
        atom("pitm", version: 0) { u16(1) }
        atom("iinf", version: 0) {
          u16(1)
          atom("infe", version: 2) { u16(1, 0); code("hvc1"); u8(0) }
        }
        atom("iprp") {
          atom("ipco") {
            atom("ispe", version: 0) { u32(30, 20) }
            own
          }
          atom("ipma", version: 0) {
            u32(1); u16(1); u8(UInt8(1 + count))
            for number in 1...1 + count { u8(UInt8(number)) }
          }
        }
      }
    }
  }

  /// Corners of a rectangle of 1×1 at (2, 3) of an image of 10×20 behind each change.
  @Test func changesMoveCorners() {
    let box = ImageChange.Box(x: 2, y: 3, width: 1, height: 1)
    let size = (width: 10.0, height: 20.0)
    let found = [
      ImageChange.turn(0), .turn(1), .turn(2), .turn(3), .mirror(isAcross: true),
      .mirror(isAcross: false), .crop(left: 2, top: 2, width: 4, height: 4),
    ].map { change -> [Double]? in change.moved(box, in: size).map { [$0.x, $0.y] } }
    // Turned once to the left the right edge is the top: 10 − 2 − 1 from there.
    #expect(found == [[2, 3], [3, 7], [7, 16], [16, 2], [7, 3], [2, 16], [0, 1]])
    #expect(ImageChange.crop(left: 5, top: 5, width: 2, height: 2).moved(box, in: size) == nil)
  }

  /// A movie of nine samples of two bytes in three chunks, the second of them elsewhere when told so.
  private func threeChunks(
    strayTo stray: UInt32?, claimed: (most: UInt32, mean: UInt32)? = nil, isLeading: Bool = false,
    @AtomBuilder more: () -> Piece = { Piece() }
  ) -> [UInt8] {
    let more = more()
    return threeChunks(strayTo: stray, claimed, isLeading, more)
  }

  private func threeChunks(
    strayTo stray: UInt32?, _ claimed: (most: UInt32, mean: UInt32)?, _ isLeading: Bool, _ more: Piece
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
                  more
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
      // What is divided goes on from its first part; its parts stand on each other.
      var at = 0.0
      var here = 0.0...0.0
      for mark in drawing.marks where mark.shape == .area || mark.shape == .share {
        if mark.shape == .share, mark.x == here { continue }
        #expect(mark.x.lowerBound == at, "\(path)")
        (at, here) = (mark.x.upperBound, mark.x)
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
