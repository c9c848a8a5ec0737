import ByteReading
import Corpus
import Foundation
import FuzzOracles
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// What phones leave behind a picture: blocks with names, and a film of its own.
@Suite struct SamsungTests {
  private static let trailed = Files.film + atoms { SamsungCases.trailer() }

  @Test func blocksAreATree() throws {
    let told = try EmbeddedMetadataTests().fields(Self.trailed, at: "sefd/SEF")
    #expect(told.contains("name=\"Image_UTC_Data\"") && told.contains("value=\"1705124333853\""))
    #expect(told.contains("block_count=2") && told.contains("end_mark=\'SEFT\'"))
    let document = try MediaFile.open(ByteSource(copying: Self.trailed))
    let items = MediaFile.metadata(of: document).filter { $0.keySpace == .samsung }
    #expect(
      items.map { "\($0.keyString)=\($0.stringValue ?? "-")" }
        == ["Image_UTC_Data=2024-01-13T05:38:53Z", "MCC_Data=310"])
    let offset = try #require(items.last?.fileOffset)
    #expect(Array(Self.trailed[Int(offset)..<Int(offset) + 3]) == Array("310".utf8))
  }

  @Test func whatBlocksGiveAwayIsFound() throws {
    let found = MediaFile.privacy(of: try MediaFile.open(ByteSource(copying: Self.trailed)))
    #expect(found.findings.contains { $0.kind == .time && $0.value == "2024-01-13T05:38:53Z" })
    #expect(found.findings.contains { $0.kind == .place && $0.value == "310" })
    #expect(found.unread.contains { $0.reason.id.isSame(as: "samsung-rest") })
    // Without a directory nobody knows where they are.
    let bytes = Files.film + atoms { atom("sefd") { text("no directory") } }
    let left = MediaFile.privacy(of: try MediaFile.open(ByteSource(copying: bytes)))
    #expect(
      left.unread.contains { $0.reason.id.isSame(as: "samsung-trailer") && $0.byteCount == 12 })
  }

  /// The film in a motion photo opens as a tree, and its tables are held against itself, not against the file
  /// around it.
  @Test func theFilmInAMotionPhotoIsATree() throws {
    let bytes = Files.film + atoms { atom("mpvd") { Piece(Files.film) } }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    #expect(try document.nodes("mpvd/ftyp").count == 1 && document.nodes("mpvd/moov/trak").count == 1)
    let inner = try #require(document.nodes("mpvd/moov/mvhd").first)
    let outer = try #require(document.nodes("moov/mvhd").first)
    #expect(document.tree[inner].start == document.tree[outer].start + UInt64(Files.film.count) + 8)
    func problems(_ bytes: [UInt8]) throws -> Set<String> {
      let document = try MediaFile.open(ByteSource(copying: bytes))
      MediaFile.check(document)
      return Set(document.problems.kept.map { $0.kind.id.description })
    }
    #expect(try problems(bytes) == problems(Files.film))
    // A change in it is one of samples, which nobody goes through.
    let film = try #require(document.nodes("mpvd/moov/trak/mdia/minf/stbl/stsz").first)
    #expect(MediaFile.aspect(of: film, FieldPath(), in: document).aspect == .samples)
    // Its media are its own, and nobody else's.
    let media = try #require(document.nodes("mpvd/mdat").first)
    let owners = ByteMap(document).ranges.filter { $0.end > document.tree[media].start }.map(\.owner)
    #expect(!owners.contains(.nobody))
    // What it says of times is found, and none of it is said not to be read.
    let found = MediaFile.privacy(of: document)
    #expect(!found.unread.contains { $0.reason.id.isSame(as: "motion-photo") })
    let closed = Files.film + atoms { atom("mpvd") { text("no film at all") } }
    let left = MediaFile.privacy(of: try MediaFile.open(ByteSource(copying: closed)))
    #expect(left.unread.contains { $0.reason.id.isSame(as: "motion-photo") && $0.byteCount == 14 })
  }
}
