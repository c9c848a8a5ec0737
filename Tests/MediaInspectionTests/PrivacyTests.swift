import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// What a file gives away, of metadata and media apart: found, none, not read.
@Suite struct PrivacyTests {
  private func privacy(_ bytes: [UInt8]) throws -> Privacy {
    MediaFile.privacy(of: try MediaFile.open(ByteSource(copying: bytes)))
  }

  /// A movie header without dates, so that nothing is said of a time.
  private func movie(@AtomBuilder _ content: () -> Piece) -> [UInt8] {
    let content = content()
    return atoms {
      Parts.fileType("qt  ")
      atom("moov") {
        atom("mvhd", version: 0) { zeros(8); u32(1_000); u32(400); zeros(80) }
        content
      }
    }
  }

  private func userData(_ type: FourCC, _ value: String) -> Piece {
    atom(type) { u16(UInt16(value.utf8.count)); u16(0x55C4); text(value) }
  }

  @Test func noneIsSaidWhereAllWasRead() throws {
    let found = try privacy(movie { zeros(0) })
    #expect(found.metadata == .none && found.media == .none && found.isComplete)
  }

  @Test func eachKindIsFoundWithItsPlace() throws {
    let bytes = movie {
      atom("udta") {
        userData("@xyz", "+51.5334-000.1255+027.000/")
        userData("@mak", "Maker")
        userData("@swr", "Writer 1.0")
        userData("@cmt", "see /Users/someone/Desktop")
        userData("@fmt", "write to a.person@example.com please")
      }
    }
    let found = try privacy(bytes)
    #expect(found.metadata == .found)
    let kinds = found.findings.map(\.kind)
    #expect(kinds == [.place, .device, .software, .comment, .person])
    #expect(found.findings[0].position?.latitude == 51.5334)
    #expect(found.findings.map(\.path).first == "moov/udta/@xyz")
    for finding in found.findings {
      let offset = Int(try #require(finding.offset))
      let count = Int(try #require(finding.byteCount))
      let value = try #require(finding.value)
      #expect(String(decoding: bytes[offset..<offset + count], as: UTF8.self) == value)
    }
  }

  @Test func timesOfHeadersAreSaidOnce() throws {
    let bytes = atoms {
      Parts.fileType("isom")
      Parts.movie { Parts.track { zeros(0) } }
    }
    let found = try privacy(bytes).findings.filter { $0.kind == .time }
    #expect(found.map(\.title) == ["creation_time", "modification_time"])
    #expect(found.map(\.value) == ["2024-03-10T12:00:00Z", "2024-03-10T12:00:00Z"])
    #expect(found.map(\.others) == [1, 1])
    #expect(found.map(\.path) == ["moov/mvhd.creation_time", "moov/mvhd.modification_time"])
  }

  /// XMP, an atom nobody knows and bytes of a camera: not read, each with its place.
  @Test func whatIsNotReadIsNoNone() throws {
    let found = try privacy(
      movie {
        atom("udta") {
          atom("XMP_") { text("<x:xmpmeta/>") }
          atom("TAGS") { text("MAKER NOTE") }
        }
        atom("zzzz") { u32(1) }
      })
    #expect(found.metadata == .notRead && found.findings.isEmpty)
    let reasons = found.unread.map { $0.reason.id.description }
    #expect(Set(reasons).isSuperset(of: ["xmp", "undescribed"]))
    #expect(found.unread.contains { $0.name == "TAGS" })
    #expect(found.unread.allSatisfy { $0.node != nil })
  }

  @Test func mediaAndFreeSpaceAreNotRead() throws {
    let found = try privacy(
      atoms {
        Parts.fileType("isom")
        atom("mdat") { text("GPS 51.5N") }
        atom("free") { text("name") }
      })
    #expect(found.metadata == .none && found.media == .notRead && !found.isComplete)
    #expect(found.mediaByteCount == 13)
  }

  @Test func aPictureMayHaveExifOfItsOwn() throws {
    let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
    let bytes = movie {
      atom("udta") {
        atom("meta", version: 0) {
          atom("hdlr", version: 0) { u32(0); code("mdir"); code("appl"); zeros(9) }
          atom("ilst") {
            atom("covr") { atom("data") { u32(13); u32(0); Piece(picture) } }
          }
        }
      }
    }
    #expect(try privacy(bytes).unread.map { $0.reason.id.description } == ["picture"])
  }

  /// A track number is bytes whose meaning is known; a file name is a path, whoever's key it is.
  @Test func keysOfOurOwnFieldsAreRead() throws {
    let bytes = movie {
      atom("udta") {
        atom("meta", version: 0) {
          atom("hdlr", version: 0) { u32(0); code("mdir"); code("appl"); zeros(9) }
          atom("ilst") {
            atom("trkn") { atom("data") { u32(0); u32(0); u16(0); u16(1); u16(2); u16(0) } }
            atom("----") {
              atom("mean", version: 0) { text("com.apple.iTunes") }
              atom("name", version: 0) { text("_FILENAME") }
              atom("data") { u32(1); u32(0); text("my file.m4a") }
            }
          }
        }
      }
    }
    let found = try privacy(bytes)
    #expect(found.unread.isEmpty)
    #expect(found.findings.map(\.kind) == [.path])
    #expect(found.findings.map(\.value) == ["my file.m4a"])
  }

  @Test func aDamagedFileIsNeverNone() throws {
    let bytes = Array(movie { userData("@nam", "x") }.dropLast(3))
    #expect(try privacy(bytes).unread.contains { $0.reason == .damaged })
  }

  /// Many findings are counted, and what was kept says so.
  @Test func findingsAreBounded() throws {
    let count = Privacy.limit + 10
    let found = try privacy(
      movie {
        atom("udta") {
          Piece((0..<count).flatMap { userData("@cmt", "note \($0)").bytes })
        }
      })
    #expect(found.findings.count == Privacy.limit)
    #expect(found.count == count && found.omitted == 10)
  }
}
