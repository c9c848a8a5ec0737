// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import FuzzOracles
import MediaInspection
import Structure
import Testing

/// An atom whose size cannot be right ends where the next one begins.
@Suite struct RecoveredAtomTests {
  /// `moof` has a size of 7 and what looks like another atom in it: nothing covered these 8 bytes.
  @Test func whatItHoldsIsListed() throws {
    let file = atoms {
      atom("moov")
      u32(7); code("moof")
      atom("meta")
      atom("moov") { atom("trak"); atom("udta") }
    }
    let document = try MediaFile.open(ByteSource(copying: file))
    MediaFile.check(document)
    #expect(Tiling.firstGap(in: document) == nil)
    let moof = try #require(document.tree.child("moof", of: nil))
    #expect(document.tree[moof].size == 16)
    #expect(document.tree.children(of: moof).map { document.tree[$0].isRaw } == [true])
  }

  /// Items of images are found behind what is no box; a `meta` of tags stands inside of others, and is passed.
  @Test(arguments: ["pict", "mdir"])
  func itemsBehindWhatIsNoBoxAreFound(handler: FourCC) throws {
    let file = atoms {
      Parts.fileType("mif1")
      text("hello, this is junk!")
      atom("meta", version: 0) { atom("hdlr", version: 0) { u32(0); code(handler); zeros(13) } }
      atom("mdat") { zeros(8) }
    }
    let tree = try MediaFile.open(ByteSource(copying: file)).tree
    let found = tree.children(of: nil).map { tree[$0].isRaw ? "raw" : tree[$0].type.key }
    #expect(found == (handler == "pict" ? ["ftyp", "raw", "meta", "mdat"] : ["ftyp", "raw", "mdat"]))
  }
}
