// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaInspection
import Structure
import StructureRendering
import Testing

@testable import MediaReports

/// What pictures say of sync samples, of tracks that they do not show, and of times.
@Suite struct PictureSentenceTests {
  /// Samples of one byte; `syncs` are the rows of 'stss', `offsets` those of composition, `edits` how long and from where.
  private func track(
    _ count: Int, id: UInt32 = 1, handler: FourCC = "vide", delta: UInt32 = 40, syncs: [UInt32] = [], offsets: [UInt32] = [],
    edits rows: [(UInt32, UInt32)] = []
  ) -> Piece {
    let duration = UInt32(count) * delta
    return Parts.track(id: id, duration: rows.isEmpty ? duration : rows.reduce(0) { $0 + $1.0 }) {
      if !rows.isEmpty {
        atom("edts") {
          atom("elst", version: 0) {
            u32(UInt32(rows.count))
            for (length, time) in rows { u32(length, time, 0x1_0000) }
          }
        }
      }
      Parts.media(handler: handler, duration: duration) {
        if handler == "vide" { Parts.visualEntry("avc1") } else { atom("mp4a") { zeros(28) } }
      } tables: {
        Parts.sampleTables(Array(repeating: 1, count: count), delta: delta, at: 28)
        if !offsets.isEmpty {
          atom("ctts", version: 0) {
            u32(UInt32(offsets.count))
            for offset in offsets { u32(1, offset) }
          }
        }
        if !syncs.isEmpty {
          atom("stss", version: 0) {
            u32(UInt32(syncs.count))
            for sync in syncs { u32(sync) }
          }
        }
      }
    }
  }

  private func file(_ tracks: Piece...) throws -> Document {
    try MediaFile.open(
      ByteSource(
        copying: atoms {
          Parts.fileType("isom", "isom")
          atom("mdat") { zeros(400) }
          Parts.movie(duration: 12_000) {
            for track in tracks { track }
          }
        }))
  }

  private func rate(_ document: Document, track: Int? = nil) throws -> Drawing {
    try #require(Pictures(document, track: track).drawing(.rate))
  }

  /// The longest way without a sync sample goes up to the end, in the time of the movie, as the report says it.
  @Test func theWayBetweenSyncSamplesIsThatOfTheReport() throws {
    #expect(
      try rate(file(track(300, syncs: [1, 2]))).notes
        == ["2 sync samples, 11.960 s apart at most, from 0.040 s to the end."])
    // An edit passes over the first of two.
    #expect(
      try rate(file(track(300, syncs: [1, 101], edits: [(6_000, 2_000)]))).notes == ["2 sync samples, 1 shown at 2.000 s."])
    // Two edits leave out four seconds between them.
    #expect(
      try rate(file(track(300, syncs: [1, 101, 201], edits: [(4_000, 0), (4_000, 8_000)]))).notes.first
        == "3 sync samples, 4.000 s apart at most, from 0.000 s.")
  }

  /// Where no sample lasts, there is no mean above the greatest, and no way that takes no time.
  @Test func samplesThatLastNoTimeHaveNoRate() throws {
    let drawing = try rate(file(track(6, delta: 0, syncs: [1, 4], offsets: [80, 160, 120, 40, 200, 0])))
    #expect(drawing.title == "track 1 video: the samples last 0: no rate")
    #expect(drawing.marks.isEmpty && drawing.notes.isEmpty)
    var text = ByteWriter()
    drawing.putText(Drawing.TextLook(width: 80), to: &text)
    #expect(text.string == "track 1 video: the samples last 0: no rate\n")
  }

  /// The video of a film is drawn and named, wherever among its tracks it stands, and so is a track that is chosen.
  @Test func theVideoIsAmongTheTracksThatAreDrawn() throws {
    let document = try MediaFile.open(
      ByteSource(
        copying: atoms {
          Parts.fileType("isom", "isom")
          atom("mdat") { zeros(400) }
          Parts.movie {
            for id in 1...20 { track(10, id: UInt32(id), handler: id == 19 ? "vide" : "soun") }
          }
        }))
    let usual = try rate(document)
    #expect(usual.title.hasPrefix("track 19 video: "))
    #expect(usual.notes.contains("Of 20 tracks with samples this is track 19 video."))
    let pictures = Pictures(document, track: 17)
    #expect(try #require(pictures.drawing(.rate)).title.hasPrefix("track 18 audio: "))
    let time = try #require(pictures.drawing(.time))
    #expect(time.notes == ["16 of 20 tracks are drawn: the first ones and track 18 audio, track 19 video."])
    #expect(time.lanes.map(\.label).suffix(2) == ["track 19 video, media", "track 19 video, movie"])
    #expect(time.lanes.count == 32)
    #expect(OutlineRenderer.Heading(of: document).lines.first?.hasPrefix("video ") == true)
    #expect(OutlineRenderer.Heading(of: document).lines.first?.hasSuffix(" · 14 more") == true)
  }

  /// A track without samples is said to have none, and no other one is drawn in its place.
  @Test func aTrackWithoutSamplesIsSaid() throws {
    let document = try file(track(0, syncs: []), track(10, id: 2, handler: "soun"))
    let pictures = Pictures(document, track: 0)
    #expect(try #require(pictures.drawing(.time)).notes == ["track 1 video has no samples."])
    #expect(!pictures.canDraw(track: 0) && pictures.canDraw(track: 1) && !pictures.canDraw(track: 2))
    #expect(pictures.drawing(.rate) == nil)
    #expect(try rate(document).title.hasPrefix("track 2 audio: "))
  }

  /// Samples that no edit shows have no row in the movie.
  @Test func ofWhatIsNotShownThereIsNoRowOfTheMovie() throws {
    let offsets: [UInt32] = (0..<200).map { [80, 160, 40][$0 % 3] }
    let drawing = try #require(
      Pictures(file(track(200, offsets: offsets, edits: [(2_000, 4_000)]))).drawing(.time))
    let inset = try #require(drawing.insets.first)
    #expect(inset.lanes.map(\.label) == ["decoded", "media"])
    #expect(inset.title.hasSuffix(": as decoded, in the media; none of these is shown"))
  }

  /// From a minute on times are those of a clock, also on an axis.
  @Test(arguments: [
    (20, ["0 s", "5 s", "10 s", "15 s", "20 s"]), (1_200, ["0:00", "5:00", "10:00", "15:00", "20:00"]),
    (100, ["0:00", "0:20", "0:40", "1:00", "1:20", "1:40"]), (36_000, ["0:00:00", "2:00:00", "4:00:00", "6:00:00", "8:00:00", "10:00:00"]),
    (0.52, ["0.0 s", "0.2 s", "0.4 s"]),
  ] as [(Double, [String])])
  func stepsAreThoseOfAClock(_ end: Double, _ words: [String]) {
    let drawing = Drawing(.time, title: "", axis: .seconds, extent: 0...end, owners: [])
    #expect(drawing.ticks(5).map(\.word) == words)
  }

  @Test func timesHaveOneForm() {
    #expect([1.5, -0.25, 62.5, 36_000, -90].map(Drawing.seconds) == ["1.500 s", "-0.250 s", "1:02.500", "10:00:00.000", "-1:30.000"])
    #expect([41.667, 1_000, 62_500].map(Drawing.length) == ["41.67 ms", "1.000 s", "1:02.500"])
    #expect(Drawing.timeScale(to: 36_000).map(\.word) == ["0:00:00", "5:00:00", "10:00:00"])
    #expect(Drawing.timeScale(to: 100).map(\.word) == ["0:00", "0:30", "1:00", "1:30"])
  }

  /// A slow track has the height of its own.
  @Test func aSlowTrackFillsItsLane() throws {
    let drawing = try rate(file(track(10, delta: 1_000)))
    #expect(abs(drawing.lanes[0].high - 0.008) < 1e-9)
    #expect(drawing.lanes[0].scale.prefix(4).map(\.word) == ["0.000", "0.002", "0.004", "0.006"])
  }

  /// Ticks of sync samples stand out above what has their colour, and the legend says what they are.
  @Test func ticksOfSyncSamplesAreExplained() throws {
    func svg(_ document: Document) throws -> String {
      var output = ByteWriter()
      try #require(Pictures(document).drawing(.time)).putSVG(to: &output)
      return output.string
    }
    #expect(try svg(file(track(300, syncs: [1, 101]))).contains(">sync sample</text>"))
    #expect(try !svg(file(track(300))).contains(">sync sample</text>"))
  }

  /// A title that is broken for the narrowest width has a form in fewer lines for one that has room for it.
  @Test func titlesUseTheWidth() throws {
    var drawing = Drawing(.time, title: "", axis: .seconds, extent: 0...1, owners: [])
    drawing.title = Array(repeating: "word", count: 30).joined(by: " ")
    func svg(_ growth: Double) -> String {
      var output = ByteWriter()
      drawing.putSVG(width: 712, growth: growth, to: &output)
      return output.string
    }
    // 149 letters of 8.4 pixels.
    let line = "<text class=\"t z\" data-l=\"1251.6\"><tspan x=\"10\" y=\"38\">\(drawing.title)</tspan></text><text class=\"t c\">"
    #expect(svg(2).contains("<rect x=\"10\" width=\"692\" height=\"0\"/>" + line), "\(svg(2))")
    #expect(!svg(1).contains("t z"))
    drawing.title = "word"
    #expect(!svg(2).contains("t z"))
  }

  /// Where an edit shows media in another order, no distance is said, but why.
  @Test func whatIsShownInAnotherOrderIsNotMeasured() throws {
    let order = try #require(
      Pictures(file(track(20, edits: [(400, 400), (400, 0)]), track(20, id: 2, handler: "soun"))).drawing(.order))
    #expect(order.title == "where samples lie in the file, and when they are decoded")
    #expect(order.notes.contains { $0.hasSuffix("edits of track 1 video show media more than once, in another order or at another speed.") })
  }
}
