import ByteReading
import Corpus
import ID3
import MediaInspection
import Structure
import Testing

/// Tags inside atoms, reachable by their paths.
@Suite struct EmbeddedTagTests {
  /// An ID3v2.4 tag with the title "A".
  private let tag = Piece(
    Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 12] + Array("TIT2".utf8) + [0, 0, 0, 2, 0, 0, 3, 0x41])

  private func paths(_ bytes: [UInt8]) throws -> [String] {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    MediaFile.check(document)
    #expect(document.problems.errors == 0)
    return document.tree.indices.map { document.path(of: $0) }
  }

  @Test func anID32HoldsATag() throws {
    let bytes = atoms {
      Parts.fileType("isom", "isom")
      Parts.movie {
        atom("meta", version: 0) {
          atom("hdlr", version: 0) {
            u32(0)
            code("ID32")
            zeros(13)
          }
          atom("ID32", version: 0) {
            u16(0x15C7)
            tag
          }
        }
      }
    }
    let found = try paths(bytes)
    #expect(found.contains("moov/meta/ID32/ID3v2"))
    #expect(found.contains("moov/meta/ID32/ID3v2/TIT2"))
  }

  /// Event messages of both versions; one of another scheme keeps its bytes.
  @Test func anEventMessageOfItsSchemeHoldsATag() throws {
    let bytes = atoms {
      Parts.fileType("isom", "isom")
      atom("emsg", version: 0) {
        text("https://aomedia.org/emsg/ID3\0\0")
        u32(90_000, 0, 0, 1)
        tag
      }
      atom("emsg", version: 1) {
        u32(90_000)
        zeros(8)
        u32(0, 2)
        text("https://aomedia.org/emsg/ID3\0\0")
        tag
        tag
      }
      atom("emsg", version: 0) {
        text("urn:other\0\0")
        u32(90_000, 0, 0, 3)
        tag
      }
    }
    #expect(
      try paths(bytes) == [
        "ftyp", "emsg[1]", "emsg[1]/ID3v2", "emsg[1]/ID3v2/TIT2", "emsg[2]", "emsg[2]/ID3v2[1]",
        "emsg[2]/ID3v2[1]/TIT2", "emsg[2]/ID3v2[2]", "emsg[2]/ID3v2[2]/TIT2", "emsg[3]",
      ])
  }

  @Test func limitsAreShared() throws {
    var limits = Limits()
    limits.nodes = 5
    let bytes = atoms {
      Parts.fileType("isom", "isom")
      atom("emsg", version: 0) {
        text("https://aomedia.org/emsg/ID3\0\0")
        u32(90_000, 0, 0, 1)
        tag
        tag
        tag
        tag
      }
    }
    let document = try MediaFile.open(ByteSource(copying: bytes), limits: limits)
    #expect(document.tree.count <= 8)
    #expect(document.problems.kept.contains { $0.kind.id.description == "node-limit" })
  }
}
