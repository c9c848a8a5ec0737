// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import Foundation
import MediaInspection
import Structure
import Testing

@testable import MediaReports

/// Bytes over time, by what the pictures depend on.
@Suite struct RatePictureTests {
  /// A film of so many pictures, I, P and B in turn, of 10, 20 and 30 bytes: a length, the byte of a unit,
  /// and the first bits of a slice (first_mb_in_slice 0, then slice_type 2, 0 or 1). Every `unread`th has a
  /// unit that is none of a picture.
  private func film(_ count: Int, unread: Int = .max) throws -> Document {
    let kinds: [(size: Int, unit: UInt8, slice: UInt8)] = [(10, 0x65, 0xB0), (20, 0x41, 0xC0), (30, 0x01, 0xA0)]
    let sizes = (0..<count).map { UInt32(kinds[$0 % 3].size) }
    func file(at offset: Int) -> [UInt8] {
      atoms {
        Parts.fileType("isom", "isom")
        Parts.movie {
          Parts.track {
            Parts.media { Parts.visualEntry("avc1") { Parts.avcConfiguration } } tables: {
              Parts.sampleTables(sizes, at: UInt32(offset))
            }
          }
        }
        atom("mdat") {
          for number in 0..<count {
            let (size, unit, slice) = kinds[number % 3]
            u32(UInt32(size - 4)); u8(number % unread == unread - 1 ? 6 : unit); u8(slice); zeros(size - 6)
          }
        }
      }
    }
    let media = Int(sizes.reduce(0, +))
    return try MediaFile.open(ByteSource(copying: file(at: file(at: 0).count - media)))
  }

  private func rate(_ document: Document) throws -> Drawing {
    try #require(Pictures(document, readsHeaders: true).drawing(.rate))
  }

  /// Of two pictures that are shown for different times none of the times is frequent.
  @Test func ofTwoNoTimeIsFrequent() throws {
    let file = atoms {
      Parts.fileType("isom", "isom")
      Parts.movie {
        Parts.track {
          Parts.media { Parts.visualEntry("avc1") { Parts.avcConfiguration } } tables: {
            atom("stts", version: 0) { u32(2); u32(1); u32(80); u32(1); u32(40) }
            atom("stsc", version: 0) { u32(1); u32(1); u32(2); u32(1) }
            atom("stsz", version: 0) { u32(4); u32(2) }
            atom("stco", version: 0) { u32(1); u32(0) }
          }
        }
      }
    }
    let document = try MediaFile.open(ByteSource(copying: file))
    let title = try #require(Pictures(document, readsHeaders: true).drawing(.pace)).title
    #expect(title.hasPrefix("track 1 video: one sample is shown for 40.00 ms, one for 80.00 ms"), "\(title)")
  }

  /// A bar that is cut off says how high it is, in its unit: bits a second, or a time.
  @Test func peaksHaveUnits() throws {
    let file = atoms {
      Parts.fileType("isom", "isom")
      Parts.movie {
        Parts.track {
          Parts.media { Parts.visualEntry("avc1") { Parts.avcConfiguration } } tables: {
            atom("stts", version: 0) { u32(2); u32(30); u32(40); u32(1); u32(20_000) }
            atom("stsc", version: 0) { u32(1); u32(1); u32(31); u32(1) }
            // The first has 100,000 bytes in 0.04 s.
            atom("stsz", version: 0) { u32(0); u32(31); u32(100_000); for _ in 1..<31 { u32(4) } }
            atom("stco", version: 0) { u32(1); u32(0) }
          }
        }
      }
    }
    let document = try MediaFile.open(ByteSource(copying: file))
    for (kind, word) in [(PictureKind.rate, "20,000 kbit/s"), (.pace, "20.000 s")] {
      let drawing = try #require(Pictures(document, readsHeaders: true).drawing(kind))
      for isASCII in [false, true] {
        var output = ByteWriter()
        drawing.putText(Drawing.TextLook(isASCII: isASCII), to: &output)
        #expect(output.string.contains((isASCII ? "^" : "▲") + word), "\(output.string)")
      }
    }
  }

  /// 960 pictures are steps of two, in each of which the first kind lies below the second.
  @Test func stepsOfSeveralAreStacked() throws {
    let drawing = try rate(film(960))
    let bars = drawing.marks.filter { $0.shape == .bar }
    #expect(bars.count == 480)
    let names = bars.prefix(3).map { $0.parts.map { drawing.kinds[$0.kind].name }.joined() }
    #expect(names == ["IP", "IB", "PB"])
    for bar in bars {
      #expect(bar.parts.last?.top == bar.y.1)
      #expect(zip(bar.parts, bar.parts.dropFirst()).allSatisfy { $0.top < $1.top })
    }
    // 10 of 30 bytes, 10 of 40, 20 of 50.
    let shares = bars.prefix(3).map { ($0.parts.first?.top ?? 0) / $0.y.1 }
    #expect(zip(shares, [1.0 / 3, 0.25, 0.4]).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  /// What is one picture is one part; what has no slice is none of the three.
  @Test func whatIsNotReadIsNoneOfThem() throws {
    let drawing = try rate(film(6, unread: 5))
    let bars = drawing.marks.filter { $0.shape == .bar }
    #expect(bars.map { $0.parts.map { drawing.kinds[$0.kind].name } } == [["I"], ["P"], ["B"], ["I"], [], ["B"]])
    let joined = try rate(film(960, unread: 4))
    let second = joined.marks.filter { $0.shape == .bar }[1]
    #expect(second.parts.map { joined.kinds[$0.kind].name } == ["B", "not read"])
    #expect(second.parts.last?.top == second.y.1)
    #expect(joined.used.kinds?.kinds == [0, 1, 2, 3])
  }

  @Test func withoutHeadersABarIsOneThing() throws {
    let drawing = try #require(Pictures(film(960)).drawing(.rate))
    #expect(drawing.marks.allSatisfy { $0.parts.isEmpty } && drawing.used.kinds == nil)
  }

  /// Without colour shades tell the parts, and letters where there are none; the legend has the same.
  @Test func partsAreToldInText() throws {
    func text(_ look: Drawing.TextLook) throws -> [String] {
      var output = ByteWriter()
      try rate(film(12)).putText(look, to: &output)
      return output.string.split(separator: "\n").map(String.init)
    }
    let shades = try text(Drawing.TextLook(width: 80))
    #expect(shades.contains("v track 1 video   █ I   ▓ P   ▒ B"))
    // The lowest line of the bars is full of all three in turn.
    let lowest = try #require(shades.first { $0.hasPrefix("     0 ┤") || $0.contains("█▓") })
    #expect(lowest.contains("█") && lowest.contains("▓") && lowest.contains("▒"))
    let letters = try text(Drawing.TextLook(width: 80, isASCII: true))
    #expect(letters.contains("v track 1 video   I   P   B"))
    #expect(letters.contains { $0.contains("IIPP") || $0.contains("PPBB") || $0.contains("PPPBBB") })
  }

  /// A column that has a part of an I picture has its letter, as its bar does: 19 pictures share 16 columns.
  @Test func noColumnHidesAnIntraPicture() throws {
    var output = ByteWriter()
    try rate(film(19)).putText(Drawing.TextLook(width: 24), to: &output)
    let row = output.string.split(separator: "\n").first { $0.contains("I P B ┤") }
    #expect(row?.hasSuffix("┤IPIIBIPIIBIPIIBI") == true, "\(output.string)")
    // Of 960 each step has two, and each column has an I among its steps.
    var joined = ByteWriter()
    try rate(film(960)).putText(Drawing.TextLook(width: 24), to: &joined)
    #expect(joined.string.contains("I P B ┤IIIIIIIIIIIIIIII\n"), "\(joined.string)")
  }

  /// Each part is a rectangle of its shade, on the one below.
  @Test func partsAreDrawnOnEachOther() throws {
    var output = ByteWriter()
    try rate(film(960)).putSVG(to: &output)
    let svg = output.string
    for shade in ["o0", "o0 m", "o0 q"] { #expect(svg.contains("<rect class=\"\(shade)\"")) }
    for word in ["I", "P", "B"] { #expect(svg.contains("class=\"s\">\(word)</text>") || svg.contains(">\(word)</text>")) }
    #expect(!svg.contains(">not read</text>"))
  }

  /// Words over bars are written behind all of them, with an edge in the colour of the ground.
  @Test func wordsStandOverBars() throws {
    var output = ByteWriter()
    try rate(film(960)).putSVG(to: &output)
    let svg = output.string
    let word = try #require(svg.range(of: "<text class=\"a y\""))
    #expect(svg[word.lowerBound...].contains(">mean "))
    #expect(!svg[word.lowerBound...].contains("data-s="))
    #expect(Drawing.style.description.contains(".y{stroke:var(--page,Canvas);stroke-width:4px;stroke-linejoin:round;paint-order:stroke}"))
  }
}
