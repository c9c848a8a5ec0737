import ByteReading
import Corpus
import MediaInspection
import Testing

@testable import MediaReports

/// What edits show of the media, and what they do not, in the picture of times.
@Suite struct TimePictureTests {
  /// Four pictures of 100 ms with these edits: how long, and from when in the media.
  private func drawing(_ rows: (length: UInt32, from: UInt32)...) throws -> Drawing {
    let bytes = atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { zeros(16) }
      Parts.movie {
        Parts.track {
          atom("edts") {
            atom("elst", version: 0) {
              u32(UInt32(rows.count))
              for row in rows { u32(row.length, row.from, 0x1_0000) }
            }
          }
          Parts.media { Parts.visualEntry("avc1") } tables: { Parts.sampleTables([4, 4, 4, 4], delta: 100, at: 28) }
        }
      }
    }
    return try #require(Pictures(try MediaFile.open(ByteSource(copying: bytes))).drawing(.time))
  }

  private func text(of drawing: Drawing, isASCII: Bool = false) -> String {
    var drawing = drawing
    drawing.insets = []
    var text = ByteWriter()
    drawing.putText(Drawing.TextLook(width: 80, isASCII: isASCII), to: &text)
    return text.string
  }

  /// The hatched marks of the media, from when to when in tenths of a second.
  private func hidden(_ drawing: Drawing) -> [[Int]] {
    drawing.marks.filter { $0.shape == .hatched && $0.lane == 0 }
      .map { [$0.x.lowerBound, $0.x.upperBound].map { Int(($0 * 10).rounded()) } }
  }

  @Test func whatNoEditShowsIsHatched() throws {
    let end = try drawing((200, 0))
    #expect(hidden(end) == [[2, 4]])
    #expect(end.marks.contains { $0.name == "decoded, not shown: 0.200 s" })
    #expect(hidden(try drawing((100, 0), (100, 300))) == [[1, 3]])
    #expect(hidden(try drawing((200, 200), (200, 0))).isEmpty)
    #expect(hidden(try drawing((400, 0))).isEmpty)
    #expect(hidden(try drawing((400, .max))) == [[0, 4]])
  }

  /// Only what follows another edit has the other shade, and the legend says what it is.
  @Test func whatIsShownBehindAnEmptyEditLooksShown() throws {
    let late = try drawing((200, .max), (400, 0))
    #expect(late.marks.allSatisfy { !$0.isPale })
    #expect(!text(of: late).contains("·"))
    let halves = try drawing((200, 200), (200, 0), (200, .max), (100, 0))
    let edits = halves.marks.filter { $0.shape == .area && $0.lane == 1 }
    #expect(edits.map(\.isPale) == [false, true, false])
    #expect(text(of: halves).contains("   · every other part"))
    #expect(text(of: halves, isASCII: true).contains("   . every other part"))
    // What is too short to be seen beside others is not explained.
    #expect(!text(of: try drawing((399, 0), (1, 0))).contains("·"))
  }

  /// Where a track begins is where its first edit does, whatever another one shows later.
  @Test func theBeginningIsThatOfTheFirstEdit() throws {
    #expect(try drawing((200, 200), (200, 0)).title == "track 1 video begins 0.200 s into its media")
    #expect(try drawing((200, 200), (100, 0)).title == "track 1 video begins 0.200 s into its media")
  }
}
