import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import StructureRendering
import Testing

/// Files of *n*, 2 *n* and 4 *n* of something take steps in proportion: counted, since seconds differ
/// from machine to machine and a quadratic algorithm is fast enough for a small *n*.
@Suite struct StepTests {
  /// The steps of a whole outline with what is wrong.
  private func steps(of bytes: [UInt8]) throws -> UInt64 {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    MediaFile.check(document, isThorough: true)
    var options = RenderOptions()
    options.fields = .all
    var nodes = NodeRenderer(document, options, output: ByteWriter())
    for index in document.tree.indices { nodes.renderInDump(index) }
    _ = nodes.finish()
    _ = MediaFile.about(document)
    _ = try Path("//udta//udta//udta//udta").nodes(in: document)
    return document.work.steps
  }

  @Test(arguments: Family.all.map(\.name))
  func twiceAsManyTakeTwiceTheSteps(name: String) throws {
    let family = try #require(Family.all.first { $0.name == name })
    let count = 64
    let few = try steps(of: family.bytes(count: count))
    let more = try steps(of: family.bytes(count: 2 * count))
    let many = try steps(of: family.bytes(count: 4 * count))
    #expect(few > 0, "nobody counts")
    // A square would be four times as many.
    #expect(more <= few * 5 / 2 && many <= more * 5 / 2, "\(few), \(more), \(many)")
  }

  /// A file of 1.4 KB whose first item has 16⁷ ranges: an outline of it did not end.
  @Test func itemsThatLieInEachOtherAreWorkedOutOnce() throws {
    let bytes = atoms {
      Parts.fileType("mif1", "mif1")
      Family.itemsInItems(count: 8, extents: 16)
    }
    #expect(bytes.count < 1_500)
    #expect(try steps(of: bytes) < 64 * UInt64(bytes.count))
  }
}
