import Atoms
import ByteReading
import Corpus
import FuzzOracles
import MediaFacts
import MediaInspection
import Structure
import Testing

/// What the primary image is made of, and what goes with it.
@Suite struct ImageContentsTests {
  private func contents(_ bytes: [UInt8]) throws -> ImageContents? {
    ImageContents(try MediaFile.open(ByteSource(copying: bytes)))
  }

  /// Two tiles of 32 by 32 pixels, beside each other.
  @Test func aGridIsOfTiles() throws {
    let made = try #require(PlayerCases.all.first { $0.rule == "miaf-grid" })
    let image = try #require(try contents(made.edit([])))
    #expect(image.coding == "av01")
    #expect(image.grid?.columns == 2)
    #expect(image.grid?.rows == 1)
    #expect(image.grid?.tile?.width == 32)
    #expect(image.grid?.tile?.height == 32)
    #expect(image.shown == nil)
    #expect(image.thumbnails == 0)
    #expect(!image.hasExif)
  }

  /// The same images, said to be put together in another way.
  @Test(arguments: [("iovl", .overlay), ("iden", .identity), ("tmap", .toneMap)] as [(String, ImageContents.Derivation)])
  func anImageIsPutTogetherInAWayThatIsSaid(type: String, kind: ImageContents.Derivation) throws {
    let made = try #require(PlayerCases.all.first { $0.rule == "miaf-grid" })
    var file = made.edit([])
    let place = try #require(file.indices.first { file[$0...].starts(with: Array("grid".utf8)) })
    file.replaceSubrange(place..<place + 4, with: Array(type.utf8))
    let image = try #require(try contents(file))
    #expect(image.derivation?.kind == kind)
    #expect(image.derivation?.sources == 2)
    #expect(image.grid == nil)
    #expect(try contents(made.edit([]))?.derivation == nil)
  }

  /// HEVC of 64 by 48 pixels, turned by a quarter, with a thumbnail and Exif.
  @Test func whatGoesWithItIsNamed() throws {
    let image = try #require(ImageContents(try MediaFile.open(try Corpus.open("made/items-v1.heic"))))
    #expect(image.coding == "hvc1")
    #expect(image.bits == 8)
    #expect(image.grid == nil)
    #expect(image.shown?.width == 48)
    #expect(image.shown?.height == 64)
    #expect(image.thumbnails == 1)
    #expect(image.auxiliaries == [])
    #expect(image.hasExif)
    #expect(!image.hasXMP)
    #expect(!image.isStereo)
  }

  /// Turns are anticlockwise and come one after the other, as mirrors do: what comes of them is a mirror, and then a turn.
  @Test(arguments: [
    ([("irot", 2)], 180, false, "rotated 180°"), ([("irot", 1)], 270, false, "rotated 90° anticlockwise"),
    ([("imir", 1)], 0, true, "mirrored"), ([("imir", 0)], 180, true, "mirrored and rotated 180°"),
    ([("irot", 1), ("imir", 0)], 270, true, "mirrored and rotated 90° anticlockwise"),
    ([("imir", 1), ("irot", 3)], 90, true, "mirrored and rotated 90° clockwise"),
    ([("irot", 2), ("irot", 2)], 0, false, ""),
  ] as [([(FourCC, UInt8)], UInt64, Bool, String)])
  func turnsAreToldWhateverTheSizeIs(steps: [(FourCC, UInt8)], degrees: UInt64, isMirrored: Bool, words: String) throws {
    // The picture has four properties; those are its next.
    let file = try PlayerCases.content(Corpus.open("encoded/image.avif"))
      .adding(to: "meta/iprp/ipco") { for (type, value) in steps { atom(type) { u8(value) } } }
      .replacing("meta/iprp/ipma") {
        atom("ipma", version: 0) {
          u32(1); u16(1); u8(4 + UInt8(steps.count), 1, 2, 0x83, 4)
          for place in steps.indices { u8(0x85 + UInt8(place)) }
        }
      }
    let turn = try contents(file)?.turn
    #expect(turn?.words ?? "" == words)
    #expect(turn?.degrees ?? 0 == degrees)
    #expect(turn?.isMirrored ?? false == isMirrored)
    #expect(try ItemSurvey(MediaFile.open(ByteSource(copying: file))).items.first?.turn == turn)
  }

  /// A grid says its size itself.
  @Test func theSizeThatAGridMakesIsTold() throws {
    let made = try #require(RuleCases.all.first { $0.id == "image-grid-size-differs" })
    let size = try #require(try contents(made.broken)?.otherSize)
    #expect(size.width == 128 && size.height == 48)
    #expect(try contents(made.sound)?.otherSize == nil)
  }

  /// The thumbnail of a made file, said to be alpha instead.
  @Test func auxiliariesAreOfTheImage() throws {
    let file = try PlayerCases.content(Corpus.open("made/items-v1.heic"))
    let place = try #require(file.indices.first { file[$0...].starts(with: Array("thmb".utf8)) })
    var changed = file
    changed.replaceSubrange(place..<place + 4, with: Array("auxl".utf8))
    let image = try #require(try contents(changed))
    #expect(image.thumbnails == 0)
    // Without 'auxC' nothing says of what kind it is.
    #expect(image.auxiliaries == [.other])
  }

  /// What a tone map is made of besides the image is its gain map, whatever 'auxC' calls it, and there is one of it.
  @Test func aGainMapIsCountedOnce() throws {
    func file(_ references: Piece) -> [UInt8] {
      atoms {
        Parts.fileType("avif", "avif", "mif1", "miaf", "tmap")
        atom("meta", version: 0) {
          Parts.handlerReference("pict")
          atom("pitm", version: 0) { u16(1) }
          atom("iinf", version: 0) {
            u16(3)
            atom("infe", version: 2) { u16(1, 0); code("av01"); u8(0) }
            atom("infe", version: 2) { u16(2, 0); code("av01"); u8(0) }
            atom("infe", version: 2) { u16(3, 0); code("tmap"); u8(0) }
          }
          atom("iref", version: 0) { references }
          atom("iprp") {
            atom("ipco") {
              atom("ispe", version: 0) { u32(64, 48) }
              atom("auxC", version: 0) { text("urn:example:brighter", terminated: true) }
            }
            atom("ipma", version: 0) { u32(2); u16(1); u8(1, 1); u16(2); u8(2, 1, 2) }
          }
        }
      }
    }
    let auxiliary = atom("auxl") { u16(2, 1, 1) }
    #expect(try contents(file(auxiliary))?.auxiliaries == [.other])
    #expect(try contents(file(pieces { auxiliary; atom("dimg") { u16(3, 2, 1, 2) } }))?.auxiliaries == [.gainMap])
    // Another image is not the gain map of this one.
    #expect(try contents(file(pieces { auxiliary; atom("dimg") { u16(3, 2, 1, 1) } }))?.auxiliaries == [.other, .gainMap])
  }

  @Test func auxiliariesAreNamedByTheirURNs() {
    #expect(AuxiliaryImage(named: "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha") == .alpha)
    #expect(AuxiliaryImage(named: "urn:mpeg:hevc:2015:auxid:2") == .depth)
    #expect(AuxiliaryImage(named: "urn:com:apple:photo:2020:aux:hdrgainmap") == .gainMap)
    #expect(AuxiliaryImage(named: "urn:com:samsung:photo:2024:aux:hdrgainmap") == .gainMap)
    #expect(AuxiliaryImage(named: "urn:example:other") == .other)
    #expect(ImageCoding.name(of: "hvc1") == "HEVC")
    #expect(ImageCoding.name(of: "zzzz") == "zzzz")
  }

  /// The header of the sequence says BT.2020 and PQ: a reduced one of a still picture of 64 by 48, of 8 bits.
  @Test func coloursWithoutABoxAreThoseOfTheConfiguration() throws {
    let file = try PlayerCases.content(Corpus.open("encoded/image.avif"))
      .replacing("meta/iprp/ipco/colr") { atom("free") }
      .replacing("meta/iprp/ipco/av1C") { atom("av1C") { hex("81 00 0C 00  0A 09 18157FBC 0212201208") } }
    let document = try MediaFile.open(ByteSource(copying: file))
    let points = try #require(ImageContents(document)?.colour?.points)
    #expect(points.primaries == 9 && points.transfer == 16 && points.matrix == 9 && points.isFullRange == false)
    #expect(ItemSurvey(document).items.first?.colour?.points == points)
    // A box says something of its own, and a configuration without a header nothing.
    let boxed = try PlayerCases.content(Corpus.open("encoded/image.avif"))
    #expect(try contents(boxed)?.colour?.points?.primaries == 2)
    #expect(try contents(boxed.replacing("meta/iprp/ipco/colr") { atom("free") })?.colour == nil)
  }

  /// A movie has no primary image.
  @Test func moviesHaveNone() throws {
    #expect(ImageContents(try MediaFile.open(try Corpus.open("mockups/movie.mov"))) == nil)
  }
}

extension ImageContentsTests {
  /// A file of JPEG 2000 says size and bits in its header; 255 are as many as each component has.
  @Test(arguments: [(7, 8), (0x8B, 12), (255, nil)] as [(UInt8, UInt64?)])
  func aPictureOfJPEG2000HasASize(depth: UInt8, bits: UInt64?) throws {
    let file = atoms {
      atom("jP  ") { hex("0D0A870A") }
      Parts.fileType("jp2 ", "jp2 ")
      atom("jp2h") {
        atom("ihdr") { u32(48, 64); u16(3); u8(depth, 7, 0, 0) }
        atom("colr") { u8(2, 0, 0); ICCCases.sound }
      }
      uuidAtom("4A706754-6966-6645-7869-662D3E4A5032") { PrivacyPictureTests.exif }
      atom("jp2c") { hex("FF4FFF51") }
    }
    let document = try MediaFile.open(ByteSource(copying: file))
    #expect(document.synopsis.image?.width == 64 && document.synopsis.image?.height == 48)
    let image = try #require(ImageContents.of(document))
    #expect(image.bits == bits && image.codingName == "JPEG 2000" && image.hasExif && !image.hasXMP)
    #expect(image.colour?.words == "ICC profile \"Display P3\"")
  }

  /// Cameras of Canon leave their box beside the items of an image, as beside the tracks of a film.
  @Test func theBoxOfCanonStandsBesideItems() throws {
    let file = atoms {
      Parts.fileType("heix", "mif1", "heix")
      atom("meta", version: 0) {
        Parts.handlerReference("pict")
        uuidAtom("85C0B687-820F-11E0-8111-F4CE462B6A48") { atom("CNCV") { text("CanonHEIF001/10.00.01/00.00.00") } }
      }
    }
    let document = MediaFile.checked(try MediaFile.open(ByteSource(copying: file)))
    #expect(!document.problems.counts.contains { $0.kind.id.isSame(as: "atom-misplaced") })
  }
}
