// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaReports
import Structure
import StructureDiff
import Testing

/// Items whose data neither file has: of these nobody knows whether they are the same.
@Suite struct AbsentItemTests {
  /// Where the data of the second item lie; the first one has the four bytes of `idat`.
  private struct Place {
    /// 0 the file, 1 `idat`, 2 the first item.
    var method: UInt16 = 0
    var file: UInt16 = 0
    var offset: UInt32 = 10_000
    var count: UInt32 = 2
    /// Whether `iloc` says where they lie, and whether what it says has an extent.
    var isListed = true
    var hasExtent = true
  }

  private func picture(_ place: Place, type: FourCC = "hvc1") throws -> Document {
    try Files.open(
      atoms {
        Parts.fileType("mif1", "mif1", "heic")
        atom("meta", version: 0) {
          Parts.handlerReference("pict", name: "")
          atom("pitm", version: 0) { u16(1) }
          atom("iloc", version: 1) {
            u8(0x44, 0); u16(place.isListed ? 2 : 1)
            u16(1, 1, 0, 1); u32(0, 4)
            if place.isListed {
              u16(2, place.method, place.file, place.hasExtent ? 1 : 0)
              if place.hasExtent { u32(place.offset, place.count) }
            }
          }
          atom("iinf", version: 0) {
            u16(2)
            atom("infe", version: 2) { u16(1, 0); code("hvc1"); u8(0) }
            atom("infe", version: 2) { u16(2, 0); code(type); u8(0) }
          }
          if place.method == 2 { atom("iref", version: 0) { atom("iloc") { u16(2, 1, 1) } } }
          atom("idat") { text("abcd") }
        }
      })
  }

  private func verdict(_ a: Place, _ b: Place, type: FourCC = "hvc1") throws -> Verdict {
    try #require(Comparison(try picture(a, type: type), try picture(b, type: type), rules: .media).verdict)
  }

  private func told(_ verdict: Verdict, _ aspect: Verdict.Aspect = .samples) -> [String] {
    verdict.findings(of: aspect, .notChecked).map(\.sentence)
  }

  /// Offsets beyond the end of the file, of `idat`, and of the item that holds them; and an item that is not there.
  @Test func dataThatNeitherFileHasAreNotChecked() throws {
    let missing = "item 2 (hvc1) data not found in the files"
    for place in [
      Place(), Place(method: 1, offset: 4), Place(method: 2, offset: 3), Place(method: 3, offset: 0),
    ] {
      for count in [place.count, 3] {
        let verdict = try verdict(place, Place(method: place.method, offset: place.offset + 1, count: count))
        #expect(told(verdict) == [missing], "\(place)")
        #expect(verdict.closing == "no change found; samples not checked (\(missing))", "\(place)")
        #expect(verdict.regressions == [.samples])
        #expect(verdict.media != "same media")
      }
    }
    // Metadata too.
    let metadata = try verdict(Place(), Place(offset: 10_001), type: "Exif")
    #expect(told(metadata, .tags) == ["Exif (item 2) data not found in the files"])
    #expect(metadata.state(of: .samples) == .same)
  }

  /// A file does not differ from itself, wherever its items are said to be.
  @Test func dataThatAreMissingAtOnePlaceAreNoDifference() throws {
    for place in [
      Place(), Place(method: 1, offset: 4), Place(method: 2, offset: 3), Place(method: 3, offset: 0), Place(file: 1, offset: 0),
    ] {
      let verdict = try verdict(place, place)
      #expect(told(verdict) == [] && verdict.regressions == [], "\(place)")
    }
  }

  @Test func dataInOtherFilesAreNotChecked() throws {
    let first = Place(file: 1, offset: 0)
    for other in [Place(file: 2, offset: 0), Place(file: 1, offset: 1)] {
      let verdict = try verdict(first, other)
      #expect(told(verdict) == ["item 2 (hvc1) data not found in the files"])
      #expect(verdict.closing?.hasPrefix("no change found; samples not checked") == true)
    }
  }

  /// Data that one file has alone came or went, and an item without any has none to be compared.
  @Test func whatIsKnownIsTold() throws {
    let (here, outside) = (Place(method: 1, offset: 1), Place())
    let gone = try verdict(here, outside)
    #expect(gone.findings(of: .samples, .changed).map(\.sentence) == ["item 2 (hvc1) does not lie in the file any more"])
    #expect(try verdict(outside, here).state(of: .samples) == .changed)
    for derived in [Place(isListed: false), Place(hasExtent: false)] {
      #expect(try verdict(derived, derived, type: "iden").state(of: .samples) == .same)
      #expect(told(try verdict(derived, outside)) == (derived.isListed ? [] : ["item 2 (hvc1) data not found in the files"]))
    }
  }
}
