import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import Testing

/// What a file gives away has three answers: found, none in what was read, not read.
@Suite struct DisclosureTests {
  private func findings(_ bytes: [UInt8]) throws -> [(key: String, text: String)] {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    return About(of: document).findings.filter { !$0.text.isEmpty }.map {
      ($0.key.description, $0.text)
    }
  }

  private func texts(_ key: String, in found: [(key: String, text: String)]) -> [String] {
    found.filter { $0.key == key }.map(\.text)
  }

  @Test func mediaIsNotReadForPlaces() throws {
    let found = try findings(
      atoms {
        Parts.fileType("isom")
        atom("mdat") { text("GPS 51.5N") }
      })
    #expect(texts("location", in: found) == ["none in the metadata that was read"])
    #expect(texts("notRead", in: found) == ["9 bytes of media and free space"])
  }

  @Test func xmpAndUnknownAtomsAreNotRead() throws {
    let found = try findings(
      atoms {
        Parts.fileType("isom")
        Parts.movie {
          atom("udta") { atom("XMP_") { text("<x:xmpmeta exif:GPSLatitude='51,30N'/>") } }
          atom("zzzz") { u24(1) }
          atom("zzzy") { u24(1) }
        }
      })
    #expect(
      texts("notRead", in: found) == [
        "XMP, which may name a place and persons",
        "an atom that no table describes (first of 2)",
      ])
    #expect(texts("personalData", in: found) == ["none in the metadata that was read"])
  }

  /// A latitude without a reference is no position, and yet a place.
  @Test func anIncompletePlaceIsSaid() throws {
    #expect(
      texts("location", in: try findings(EmbeddedMetadataTests.incompletePlace)) == [
        "GPSLatitude \"48.1° N\"", "GPSLatitudeRef \"N\"",
        "GPSLongitude \"11.5°, no reference: east or west is not told\"",
      ])
  }

  @Test func nothingIsLeftOutWhereEverythingIsRead() throws {
    #expect(texts("notRead", in: try findings(atoms { Parts.fileType("isom") })).isEmpty)
  }

  /// Without media, too, none is said only where nothing of the file is left: here a minimised image, whose
  /// coded bytes stand in its own fields, and a text in a field that is no metadata.
  @Test func bytesAndTextsInFieldsAreNotNone() throws {
    // Both large flags are off: a configuration of 2 bytes, an image of 3.
    let image = try findings(
      atoms {
        Parts.fileType("mif3", "mif3")
        atom("mini") { hex("0000 0000 0000 0000 00"); text("Anna") }
      })
    #expect(texts("personalData", in: image) == ["none in the metadata that was read"])
    #expect(!texts("notRead", in: image).isEmpty)
    let named = try findings(
      atoms {
        Parts.fileType("isom")
        atom("pssh", version: 0) { hex("edef8ba979d64acea3c827dcd51d21ed"); u32(6, 0x1A04_416E, 0x6E61_0000) }
      })
    #expect(texts("notRead", in: named).contains { $0.hasPrefix("a text that is no metadata") }, "\(named)")
    #expect(texts("location", in: named) == ["none in the metadata that was read"])
  }
}
