// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import Foundation
import MediaInspection
import Structure
import Testing

@testable import MediaReports

/// In the picture of bytes no owner is lost, and what is named is where it is said to be.
@Suite struct ByteStripTests {
  /// A movie of samples of two bytes, of which 30 more than follow the first hundred belong to nobody, and
  /// enough zeros behind them that a column is many times as long.
  private func file(padding: Int) -> (bytes: [UInt8], media: UInt64) {
    func made(_ offset: UInt32) -> [UInt8] {
      atoms {
        atom("ftyp") { code("isom"); u32(0) }
        atom("moov") {
          atom("trak") {
            atom("tkhd", version: 0, flags: 3) { u32(0, 0, 1, 0, 9); zeros(60) }
            atom("mdia") {
              atom("mdhd", version: 0) { u32(0, 0, 10, 50); u16(0x55C4, 0) }
              atom("hdlr", version: 0) { u32(0); code("vide"); zeros(13) }
              atom("minf") {
                atom("stbl") {
                  atom("stsd", version: 0) { u32(0) }
                  atom("stts", version: 0) { u32(1, 50, 1) }
                  atom("stsc", version: 0) { u32(1, 1, 50, 1) }
                  atom("stsz", version: 0) { u32(2, 50) }
                  atom("stco", version: 0) { u32(1, offset) }
                }
              }
            }
          }
        }
        atom("free") { zeros(padding) }
        atom("mdat") { zeros(130) }
      }
    }
    let length = made(0).count
    return (made(UInt32(length - 130)), UInt64(length - 130))
  }

  @Test func aColumnIsDividedAmongItsOwners() throws {
    let (bytes, media) = file(padding: 400_000)
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let drawing = try #require(Pictures(document).drawing(.bytes))
    let named = Dictionary(grouping: drawing.marks) { drawing.owners[$0.owner].name }
    // 100 bytes of 400,000 are a quarter of a column: they are there, at their own place.
    let track = try #require(named["track 1 video"]?.first)
    #expect(track.shape == .share && track.offset == media && track.samples == 1...50)
    #expect(track.name == "track 1 video from \(Drawing.offset(media)) to \(Drawing.offset(media + 100)): 100 bytes, samples 1–50")
    let nobody = try #require(named["nobody"]?.first)
    #expect(nobody.offset == media + 100 && nobody.isProblem)
    #expect(nobody.name.hasSuffix(": 30 bytes"))
    #expect(drawing.notes.contains("No sample and no item refers to 30 bytes of media."))
    // In text each has a cell as well.
    var text = ByteWriter()
    drawing.putText(Drawing.TextLook(width: 80), to: &text)
    let strip = text.string.split(separator: "\n").filter { $0.contains("┤") }.prefix(3).joined()
    for letter in ["v", "S", ".", "-"] { #expect(strip.contains(letter), "\(letter) in \(strip)") }
  }

  /// Two tracks of 100 bytes, of which the second begins in the middle of the first, and ten bytes behind
  /// them that are nobody's.
  private func claimedTwice() -> [UInt8] {
    func made(_ offset: UInt32) -> [UInt8] {
      atoms {
        atom("ftyp") { code("isom"); u32(0) }
        atom("moov") {
          for (number, handler) in [FourCC("vide"), "soun"].enumerated() {
            atom("trak") {
              atom("tkhd", version: 0, flags: 3) { u32(0, 0, UInt32(number + 1), 0, 9); zeros(60) }
              atom("mdia") {
                atom("mdhd", version: 0) { u32(0, 0, 10, 50); u16(0x55C4, 0) }
                atom("hdlr", version: 0) { u32(0); code(handler); zeros(13) }
                atom("minf") {
                  atom("stbl") {
                    atom("stsd", version: 0) { u32(0) }
                    atom("stts", version: 0) { u32(1, 50, 1) }
                    atom("stsc", version: 0) { u32(1, 1, 50, 1) }
                    atom("stsz", version: 0) { u32(2, 50) }
                    atom("stco", version: 0) { u32(1, offset + UInt32(number) * 50) }
                  }
                }
              }
            }
          }
        }
        atom("mdat") { zeros(160) }
      }
    }
    return made(UInt32(made(0).count - 160))
  }

  /// What is wrong stands in the title however little it is, and bytes that are claimed twice say by whom.
  @Test func whatIsClaimedTwiceSaysByWhom() throws {
    let drawing = try drawing(.bytes, claimedTwice())
    #expect(drawing.title.hasPrefix("claimed twice ") && drawing.title.contains("%, nobody "), "\(drawing.title)")
    #expect(drawing.title.contains("%, structure "), "\(drawing.title)")
    #expect(drawing.warnings == ["50 bytes are claimed twice."])
    let shared = drawing.marks.filter { drawing.owners[$0.owner].name == "claimed twice" }
    #expect(shared.count == 1)
    #expect(shared.first?.name.hasSuffix(": 50 bytes, by track 1 video and track 2 audio") == true, "\(shared)")
    #expect(try self.drawing(.bytes, file(padding: 100).bytes).warnings == [])
  }

  /// Samples that edits bring far from their media would be specks in a picture of both.
  @Test func theStartIsEnlargedWhereThatIsSeen() throws {
    let near = try drawing(.time, movie(edits: [(10, 2)]))
    #expect(near.insets.first?.lanes.map(\.label) == ["decoded", "media", "movie"])
    #expect(try drawing(.time, movie(edits: [(30, 0xFFFF_FFFF), (10, 0)])).insets.isEmpty)
  }

  /// What is hatched stands in both legends; words that are longer than a legend go on below.
  @Test func legendsSayWhatIsHatched() throws {
    var drawing = try drawing(.time, movie(edits: [(3, 0xFFFF_FFFF), (10, 2)]))
    drawing.problemName = "samples that overlap, gap between samples"
    drawing.marks[0].isProblem = true
    var svg = ByteWriter()
    var text = ByteWriter()
    var plain = ByteWriter()
    drawing.putSVG(width: 240, to: &svg)
    #expect(svg.string.contains(">not presented</text>") && svg.string.contains("<rect class=\"o0 v\""))
    #expect(svg.string.contains(">samples that overlap, gap</text>") && svg.string.contains(">between samples</text>"))
    drawing.putText(to: &text)
    #expect(text.string.contains("   ░ not presented"), "\(text.string)")
    drawing.putText(Drawing.TextLook(isASCII: true), to: &plain)
    #expect(plain.string.contains("   / not presented"), "\(plain.string)")
    var other = ByteWriter()
    try self.drawing(.time, movie()).putText(to: &other)
    #expect(!other.string.contains("not presented"))
  }

  /// Nobody has the colour of a track, however many there are, and who has no bytes is not in the legend.
  @Test func coloursOfTracksAreTheirOwn() throws {
    for count in [1, 3, 10, 16] {
      let tracks = (0..<count).map { Drawing.Owner("track \($0 + 1)", "v") }
      let strip = ByteStrip(size: 100, owners: tracks, tracks: count)
      var drawing = Drawing(.bytes, title: "", axis: .bytes, extent: 0...1, owners: strip.owners)
      let classes = strip.owners.indices.map { "\(drawing.colour(of: $0))" }
      #expect(Set(classes.prefix(count)).isDisjoint(with: classes.dropFirst(count)), "\(count)")
      #expect(classes[strip.structure] == "o7")
      drawing.lanes = []
    }
    let (bytes, _) = file(padding: 100)
    let drawing = try #require(Pictures(try MediaFile.open(ByteSource(copying: bytes))).drawing(.bytes))
    var svg = ByteWriter()
    drawing.putSVG(to: &svg)
    // The strip and the legend have one class for nobody, and no word for items.
    #expect(svg.string.contains(">nobody</text>") && !svg.string.contains(">items</text>"))
    let legend = try #require(svg.string.components(separatedBy: ">nobody</text>").first?.components(separatedBy: "<rect ").last)
    #expect(legend.hasPrefix("class=\"e\""))
  }

  /// Media of a film in a motion photo are its own, not structure.
  @Test func aFilmInAnImageIsNoStructure() throws {
    let bytes = atoms {
      atom("ftyp") { code("mif1"); u32(0) }
      atom("mpvd") {
        atom("ftyp") { code("isom"); u32(0) }
        atom("mdat") { zeros(1_000) }
      }
    }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    #expect(ByteMap(document).total(of: .film).byteCount == 1_000)
    let drawing = try #require(Pictures(document).drawing(.bytes))
    #expect(drawing.title.hasPrefix("a film of its own 9"))
  }

  /// A movie of ten samples, a second each, with what is put in for its edits and its tables; its last
  /// samples may lie behind the end of the file.
  private func movie(
    bytes: Int = 20, edits: [(UInt32, UInt32)] = [], sync: [UInt32] = [], partial: [UInt32] = []
  ) -> [UInt8] {
    func made(_ offset: UInt32) -> [UInt8] {
      atoms {
        atom("ftyp") { code("isom"); u32(0) }
        atom("moov") {
          atom("mvhd", version: 0) { u32(0, 0, 1, 10); zeros(80) }
          atom("trak") {
            atom("tkhd", version: 0, flags: 3) { u32(0, 0, 1, 0, 10); zeros(60) }
            if !edits.isEmpty {
              atom("edts") {
                atom("elst", version: 0) {
                  u32(UInt32(edits.count))
                  for edit in edits { u32(edit.0, edit.1, 0x1_0000) }
                }
              }
            }
            atom("mdia") {
              atom("mdhd", version: 0) { u32(0, 0, 1, 10); u16(0x55C4, 0) }
              atom("hdlr", version: 0) { u32(0); code("vide"); zeros(13) }
              atom("minf") {
                atom("stbl") {
                  atom("stsd", version: 0) { u32(1); atom("avc1") { zeros(78) } }
                  atom("stts", version: 0) { u32(1, 10, 1) }
                  atom("stsc", version: 0) { u32(1, 1, 5, 1) }
                  atom("stsz", version: 0) { u32(2, 10) }
                  if !sync.isEmpty {
                    atom("stss", version: 0) {
                      u32(UInt32(sync.count))
                      for number in sync { u32(number) }
                    }
                  }
                  if !partial.isEmpty {
                    atom("stps", version: 0) {
                      u32(UInt32(partial.count))
                      for number in partial { u32(number) }
                    }
                  }
                  atom("stco", version: 0) { u32(2, offset, offset + 10) }
                }
              }
            }
          }
        }
        atom("mdat") { zeros(bytes) }
      }
    }
    return made(UInt32(made(0).count - bytes))
  }

  private func drawing(_ kind: PictureKind, _ bytes: [UInt8]) throws -> Drawing {
    try #require(Pictures(try MediaFile.open(ByteSource(copying: bytes))).drawing(kind))
  }

  /// The first edit begins 5 s into the media; the second shows 1 to 3 s of what the first passes over.
  @Test func whatAnotherEditShowsIsNotHatched() throws {
    let time = try drawing(.time, movie(edits: [(5, 5), (2, 1)], sync: [1]))
    let hatched = time.marks.filter { $0.shape == .hatched && $0.lane == 0 }
    #expect(hatched.map(\.x) == [0...1, 3...5])
    // Edits and chunks lead to their bytes.
    #expect(time.marks.filter { $0.shape == .area }.allSatisfy { $0.offset != nil })
  }

  /// Five of the ten samples are behind the end of the file.
  @Test func lostSamplesAreToldInEachPictureOfTime() throws {
    let bytes = movie(bytes: 10)
    for kind in [PictureKind.time, .rate, .pace] {
      let drawing = try drawing(kind, bytes)
      #expect(drawing.title.contains("5 of 10 samples are not in the file"), "\(drawing.title)")
      let red = drawing.marks.filter(\.isProblem)
      #expect(red.compactMap { $0.samples?.lowerBound }.min() == 6, "\(kind)")
    }
  }

  @Test func openStartsAreCounted() throws {
    let rate = try drawing(.rate, movie(sync: [2], partial: [5, 8]))
    let note = try #require(rate.notes.first)
    #expect(note == "1 sync sample: seeking starts at 1.000 s. 2 starts are open besides: what leads there is lost.")
  }

  @Test func valuesHaveTheDigitsThatTellThem() {
    #expect([0, 0.0504, 0.5, 1.2, 9, 12.4, 73_738].map(Drawing.rate) == ["0", "0.050", "0.500", "1.2", "9", "12", "73,738"])
    #expect(Drawing.count(1, "byte", "bytes") == "1 byte" && Drawing.count(1_234, "byte", "bytes") == "1,234 bytes")
  }
}
