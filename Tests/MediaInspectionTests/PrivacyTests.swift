import ByteReading
import Corpus
import FuzzOracles
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

  /// Method 0xFF of encryption and four bytes: they may say anything.
  @Test func whatIsEncryptedIsNotRead() throws {
    let bytes = atoms {
      TagBuilder(.v4).tag { TagBuilder(.v4).frame("TIT2", .init(encryption: 0xFF)) { hex("0a0b0c0d") } }
    }
    let found = try privacy(bytes)
    #expect(found.unread.map { $0.reason.id.description } == ["coded"])
    #expect(found.metadata != .none)
  }

  @Test func noneIsSaidWhereAllWasRead() throws {
    let found = try privacy(movie { zeros(0) })
    #expect(found.metadata == .none && found.media == .none && found.isComplete)
  }

  /// A place has numbers beside its name: 11.57° E, 48.13° N. Of its skeleton nothing is left.
  @Test(arguments: ["", "Home"])
  func aPlaceIsOneWithoutAName(name: String) throws {
    var bytes = movie {
      atom("udta") {
        atom("loci", version: 0) {
          u16(0x15C7); text(name, terminated: true); u8(1); u32(0xB91EB, 0x302147, 0); u8(0); u8(0)
        }
      }
    }
    #expect(try privacy(bytes).findings.map(\.kind) == [.place])
    let skeleton = MediaFile.skeleton(of: try MediaFile.open(ByteSource(copying: bytes)))
    for place in 0..<skeleton.blanks.count {
      let blank = skeleton.blanks[place]
      for offset in blank.start..<blank.end { bytes[Int(offset)] = 0 }
    }
    #expect(!bytes.contains(0xEB) && !bytes.contains(0x47))
    #expect(try privacy(bytes).metadata == .none)
  }

  /// A name that begins with a zero is not shown, and is there.
  @Test func aTextBehindAZeroIsNotNothing() throws {
    let found = try privacy(movie { atom("udta") { atom("auth", version: 0) { u16(0x15C7); u8(0); text("Anna") } } })
    #expect(found.metadata != .none && found.unread.map(\.byteCount) == [4])
  }

  /// Properties whose meaning nobody knows, and text around them: of a file with XMP none is never said.
  @Test func ofXMPNotAllIsKnown() throws {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:d="http://www.dji.com/drone-dji/1.0/" d:GpsLatitude="48.1"
       d:Other="x"/></rdf:RDF></x:xmpmeta>
      """
    let found = try privacy(
      movie { zeros(0) } + atoms { atom("uuid") { hex("be7acfcb97a942e89c71999491e3afac"); text(packet) } })
    #expect(found.findings.map(\.kind) == [.place])
    #expect(found.unread.contains { $0.reason.id.description == "xmp-rest" })
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

  /// A value in a list of items has the type of a chunk of sound; it is no media. Of zeros nothing is said,
  /// whatever they are the value of, and of a carrier of zeros not that it was not read.
  @Test func valuesAreNoMediaAndZerosSayNothing() throws {
    func made(_ letter: String) -> [UInt8] {
      let word = String(repeating: letter, count: 4)
      return movie {
        atom("udta") {
          atom("XMP_") { text(word) }
          atom("meta", version: 0) {
            atom("hdlr", version: 0) { u32(0); code("mdir"); zeros(13) }
            atom("ilst") { atom("@ART") { atom("data") { u32(1); u32(0); text(word) } } }
          }
        }
      }
    }
    let found = try privacy(made("x"))
    #expect(found.findings.map(\.value) == ["xxxx"] && found.mediaByteCount == 0)
    #expect(found.unread.map { $0.reason.id.description } == ["xmp"])
    let blank = try privacy(made("\0"))
    #expect(blank.metadata == .none && blank.isComplete)
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

  @Test func mediaAreNotRead() throws {
    let found = try privacy(
      atoms {
        Parts.fileType("isom")
        atom("mdat") { text("GPS 51.5N") }
        atom("free") { zeros(4) }
      })
    #expect(found.metadata == .none && found.media == .notRead && !found.isComplete)
    #expect(found.mediaByteCount == 9)
  }

  /// Space that is free may hold what was there before.
  @Test(arguments: ["free", "skip", "wide"] as [FourCC])
  func freeSpaceThatIsNotEmptyIsNotRead(type: FourCC) throws {
    let found = try privacy(
      atoms {
        Parts.fileType("isom")
        atom(type) { text("name") }
      })
    #expect(found.metadata == .notRead)
    #expect(found.unread.map(\.name) == [type.key])
    #expect(found.unread.map(\.byteCount) == [4])
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

  /// The artist of an album is on its sleeve; that of a memo is whoever made it.
  @Test func performersOfAPublishedWorkAreNotPersonal() throws {
    func song(_ items: [(FourCC, String)]) -> [UInt8] {
      movie {
        atom("udta") {
          atom("meta", version: 0) {
            atom("hdlr", version: 0) { u32(0); code("mdir"); code("appl"); zeros(9) }
            atom("ilst") {
              for (key, value) in items { atom(key) { atom("data") { u32(1); u32(0); text(value) } } }
              atom("trkn") { atom("data") { u32(0); u32(0); u16(0); u16(1); u16(2); u16(0) } }
            }
          }
        }
      }
    }
    let memo = try privacy(song([("@ART", "A Name")]))
    #expect(memo.findings.map(\.kind) == [.person] && memo.count == 1 && memo.creditCount == 0)
    let published = try privacy(song([("@ART", "A Name"), ("@alb", "An Album")]))
    #expect(published.findings.map(\.kind) == [.credit] && published.count == 0 && published.creditCount == 1)
    #expect(published.metadata == .none)
    // Who encoded it is on no sleeve.
    let encoded = try privacy(song([("@ART", "A Name"), ("@alb", "An Album"), ("@enc", "Somebody")]))
    #expect(encoded.findings.map(\.kind) == [.credit, .person] && encoded.count == 1)
  }

  /// XMP that was read is named for what it says; what of it was not is said.
  @Test func entriesOfXMPAreFound() throws {
    func packet(_ end: String) -> String {
      "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
        + "<rdf:Description rdf:about='' xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/' "
        + "photoshop:City='Sometown' photoshop:Credit='A Name'/></rdf:RDF>" + end
    }
    let whole = try privacy(movie { atom("udta") { atom("XMP_") { text(packet("</x:xmpmeta>")) } } })
    #expect(whole.findings.map(\.kind) == [.place, .person])
    #expect(whole.findings.map(\.value) == ["Sometown", "A Name"])
    #expect(whole.unread.map { $0.reason.id.description } == ["xmp-rest"])
    let cut = try privacy(movie { atom("udta") { atom("XMP_") { text(packet("")) } } })
    #expect(cut.findings.count == 2 && cut.unread.map { $0.reason.id.description } == ["xmp-rest"])
  }

  /// A latitude without a reference is a place, and nothing of its numbers is left in a skeleton.
  @Test func anIncompletePlaceIsOne() throws {
    var bytes = EmbeddedMetadataTests.incompletePlace
    let found = try privacy(bytes).findings.filter { $0.kind == .place }
    #expect(found.map(\.title) == ["GPSLatitude", "GPSLatitudeRef", "GPSLongitude"])
    let skeleton = MediaFile.skeleton(of: try MediaFile.open(ByteSource(copying: bytes)))
    for place in 0..<skeleton.blanks.count {
      let blank = skeleton.blanks[place]
      for offset in blank.start..<blank.end { bytes[Int(offset)] = 0 }
    }
    #expect(bytes.suffix(48).allSatisfy { $0 == 0 })
    #expect(try privacy(bytes).findings.allSatisfy { $0.kind != .place })
  }

  /// Entries of Exif are given up to a limit; where it was reached is said.
  @Test func entriesOfExifAreBounded() throws {
    let count = 1_030
    let bytes = EmbeddedCases.exif {
      u16(UInt16(count))
      Piece((0..<count).flatMap { EmbeddedCases.entry(0x9000 + UInt16($0), 3, 1, 0).bytes })
      u32(0)
    }
    let left = try #require(privacy(bytes).unread.first { $0.reason.id.description == "exif-entries" })
    // The entry behind 1,024 others.
    #expect(left.name == "0x" + String(bytes.count - 4 - 6 * 12, radix: 16, uppercase: true))
    let document = try MediaFile.open(ByteSource(copying: bytes))
    #expect(MediaFile.metadata(of: document).count == 1_024)
    #expect(document.leftOut.contains { $0.description.contains("1,024") })
  }

  /// What a packet says is said once, and of what it holds besides one sentence.
  @Test func aPacketIsNotLookedAtTwice() throws {
    let packet = "<x:xmpmeta><rdf:Description><dc:creator>a@example.com</dc:creator></rdf:Description></x:xmpmeta>"
    let found = try privacy(
      movie { zeros(0) } + atoms { atom("uuid") { hex("be7acfcb97a942e89c71999491e3afac"); text(packet) } })
    #expect(found.findings.map(\.title) == ["dc:creator"])
    #expect(found.unread.map { $0.reason.id.description } == ["xmp-rest"])
  }

  /// Units with what an encoder or a device has to say: metadata of ITU-T T.35 in AV1, supplemental information in
  /// HEVC, and bytes behind the parameter sets of AVC.
  @Test func unitsOfAVideoStreamAreNoNone() throws {
    let av1 = atom("av1C") { hex("81 00 0C 00  2A 07 04 B5 0058 5331 80") }
    let hevc = atom("hvcC") {
      hex("01 04 08000000 000000000000 5D F000 FC FD F8 F8 0000 0F 01  A7 0001 0006 4E01 0501 7880")
    }
    let avc = atom("avcC") { hex("01 42 00 0A FF E0 00 58 32 36 34") }
    for (entry, configuration, name) in [("av01", av1, "av1C"), ("hvc1", hevc, "hvcC"), ("avc1", avc, "avcC")]
      as [(FourCC, Piece, String)]
    {
      let found = try privacy(
        movie {
          atom("trak") {
            atom("mdia") {
              atom("minf") {
                atom("stbl") {
                  atom("stsd", version: 0) {
                    u32(1)
                    atom(entry) { zeros(7); u8(1); zeros(70); configuration }
                  }
                }
              }
            }
          }
        })
      // Bytes that no field describes, or fields of which nobody knows what they say.
      let left = found.unread.filter { ["opaque", "configuration"].contains($0.reason.id.description) }
      #expect(Set(left.map(\.name)) == [name])
      #expect(found.metadata == .notRead)
    }
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
