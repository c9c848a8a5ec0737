// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaReports
import Structure
import StructureDiff
import Testing

/// Items that one of both files has alone, and numbers of groups.
@Suite struct ItemsAloneTests {
  /// Two pictures in a group, with Exif, a thumbnail, and a reference to the number of the group where asked for.
  private struct Picture {
    var hasExif = false
    var hasThumbnail = false
    /// Whether another picture has the number of the thumbnail.
    var hasTwin = false
    var group: UInt32 = 100
    var kind: FourCC = "altr"
    var refersToGroup = false
    /// In which version references are read; they are written in version 0.
    var referenceVersion: UInt8 = 0
    var primary: UInt32 = 1
    /// What has the one property, beside the first picture.
    var shown: UInt32 = 2
    /// Groups beside the first, with numbers behind its own, and as many references.
    var others: UInt32 = 0

    private var items: [(id: UInt16, type: FourCC)] {
      [(1, "hvc1"), (2, "hvc1")] + (hasExif ? [(3, "Exif")] : []) + (hasThumbnail ? [(4, "hvc1")] : [])
        + (hasTwin ? [(4, "hvc1")] : [])
    }

    private func meta(_ start: Int) -> Piece {
      atom("meta", version: 0) {
        Parts.handlerReference("pict", name: "")
        atom("pitm", version: 0) { u16(UInt16(primary)) }
        atom("iloc", version: 0) {
          u8(0x44, 0); u16(UInt16(items.count))
          for (place, item) in items.enumerated() { u16(item.id, 0, 1); u32(UInt32(start + 4 * place), 4) }
        }
        atom("iinf", version: 0) {
          u16(UInt16(items.count))
          for item in items { atom("infe", version: 2) { u16(item.id, 0); code(item.type); u8(0) } }
        }
        if hasExif || hasThumbnail || refersToGroup || others > 0 {
          atom("iref", version: referenceVersion) {
            if hasExif { atom("cdsc") { u16(3, 1, 1) } }
            if hasThumbnail { atom("thmb") { u16(4, 1, 1) } }
            if refersToGroup { atom("base") { u16(2, 1, UInt16(group)) } }
            for _ in 0..<others { atom("base") { u16(2, 1, 1) } }
          }
        }
        atom("iprp") {
          atom("ipco") { atom("ispe", version: 0) { u32(64, 32) } }
          atom("ipma", version: 0) { u32(2); u16(1); u8(1, 1); u16(UInt16(shown)); u8(1, 1) }
        }
        atom("grpl") { for other in 0...others { atom(kind, version: 0) { u32(group + other, 2, 1, 2) } } }
      }
    }

    func document() throws -> Document {
      let head = Parts.fileType("mif1", "mif1", "heic")
      return try Files.open(
        atoms {
          head
          meta(head.bytes.count + meta(0).bytes.count + 8)
          atom("mdat") { for item in items { text("\(item.id)...") } }
        })
    }
  }

  private func verdict(_ a: Picture, _ b: Picture) throws -> Verdict {
    try #require(Comparison(try a.document(), try b.document(), rules: .media).verdict)
  }

  /// That there is an entry for an item, and what it is of another, is told with the item.
  @Test func metadataThatCameIsToldOnce() throws {
    let come = try verdict(Picture(), Picture(hasExif: true))
    #expect(come.findings(of: .tags, .changed).map(\.sentence) == ["Exif (item 3) is new"])
    #expect(come.state(of: .tracks) == .same && come.regressions == [], "\(come.findings.map(\.sentence))")
    let gone = try verdict(Picture(hasExif: true), Picture())
    #expect(gone.findings(of: .tags, .changed).map(\.sentence) == ["Exif (item 3) is gone"])
    #expect(gone.state(of: .tracks) == .same && gone.regressions == [.tags], "\(gone.findings.map(\.sentence))")
  }

  @Test func aThumbnailThatCameIsToldOnce() throws {
    for other in [false, true] {
      let come = try verdict(Picture(hasExif: other), Picture(hasExif: other, hasThumbnail: true))
      #expect(come.findings(of: .tracks, .changed).map(\.sentence) == ["item 4 (hvc1) is new"])
      let gone = try verdict(Picture(hasExif: other, hasThumbnail: true), Picture(hasExif: other))
      #expect(gone.findings(of: .tracks, .changed).map(\.sentence) == ["item 4 (hvc1) is gone"])
      #expect(gone.regressions == [.tracks])
    }
  }

  /// Of two items of one number the one that stayed may be the thumbnail, and is none any more.
  @Test func aReferenceFromOneOfTwoItemsIsTold() throws {
    let verdict = try verdict(Picture(hasThumbnail: true, hasTwin: true), Picture(hasTwin: true))
    #expect(verdict.findings(of: .tracks, .changed).contains { $0.text.contains("iref") }, "\(verdict.findings.map(\.sentence))")
  }

  /// References of the same bytes are read as numbers of 32 bits in another version, and lead nowhere.
  @Test func referencesInAnotherVersionAreOthers() throws {
    let verdict = try verdict(
      Picture(hasExif: true, hasThumbnail: true), Picture(hasExif: true, hasThumbnail: true, referenceVersion: 1))
    let told = verdict.findings(of: .tracks, .changed).map(\.text)
    #expect(told.contains { $0.contains("from_item_ID 4 → 262,145") }, "\(told)")
    #expect(verdict.closing == nil)
  }

  /// The number of a group says nothing, unless something leads to it.
  @Test(arguments: ["altr", "brst"] as [FourCC])
  func theNumberOfAGroupIsAName(_ kind: FourCC) throws {
    let found = try verdict(Picture(kind: kind), Picture(group: 7, kind: kind))
    #expect(found.findings.map(\.sentence) == ["numbers of groups"])
    #expect(found.closing == "viewer: no change (16 aspects; 2 of 2 samples)")
    // A group may be the primary one, and have properties.
    for picture in [Picture(refersToGroup: true), Picture(primary: 100), Picture(shown: 100)] {
      var other = picture
      other.group = 7
      let told = try verdict(picture, other).findings
      #expect(told.contains { $0.aspect == .display && $0.state == .changed }, "\(told.map(\.sentence))")
    }
  }

  /// What leads to numbers of groups is gathered once, whichever group is asked about.
  @Test func numbersOfManyGroupsAreLookedUpInOneList() throws {
    func steps(_ count: UInt32) throws -> UInt64 {
      let (a, b) = (try Picture(others: count).document(), try Picture(group: 30_000, others: count).document())
      #expect(Comparison(a, b, rules: .media).verdict?.findings.map(\.sentence) == ["numbers of groups"])
      return a.work.steps + b.work.steps
    }
    #expect(try steps(1_000) < 3 * steps(500))
  }
}
