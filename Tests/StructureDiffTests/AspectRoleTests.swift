// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// What nodes and fields are to a viewer: none of them is left to the aspect that only programs see.
@Suite struct AspectRoleTests {
  private func verdict(_ before: [UInt8], _ after: [UInt8]) throws -> Verdict {
    try #require(Comparison(Files.open(before), Files.open(after), rules: .media).verdict)
  }

  private func told(_ before: [UInt8], _ after: [UInt8]) throws -> [String] {
    try verdict(before, after).findings.map { "\($0.aspect.rawValue): \($0.sentence)" }
  }

  // MARK: Decoders

  private func film(_ type: FourCC) -> [UInt8] {
    atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { u8(1, 2, 3, 4) }
      Parts.movie {
        Parts.track {
          Parts.media { Parts.visualEntry(type) { Parts.avcConfiguration } } tables: { Parts.sampleTables([4], at: 28) }
        }
      }
    }
  }

  /// The same samples go to another decoder, or to none.
  @Test func anotherSampleEntryIsAnotherCoding() throws {
    #expect(try verdict(film("avc1"), film("avb1")).regressions.contains(.setup))
    // A type that is also that of a box of sound.
    #expect(try verdict(film("ulaw"), film("alaw")).regressions.contains(.setup))
    #expect(try verdict(film("avc1"), film("avc1")).regressions.isEmpty)
  }

  /// An item with its configuration, in a box that another type takes away.
  private func still(properties: FourCC = "iprp", protection: UInt16 = 0) -> [UInt8] {
    atoms {
      Parts.fileType("mif1", "mif1", "heic")
      atom("meta", version: 0) {
        Parts.handlerReference("pict", name: "")
        atom("pitm", version: 0) { u16(1) }
        atom("iinf", version: 0) {
          u16(1); atom("infe", version: 2) { u16(1); u16(protection); code("hvc1"); u8(0) }
        }
        atom(properties) {
          atom("ipco") {
            atom("ispe", version: 0) { u32(64, 48) }
            atom("hvcC") {
              u8(1, 1); u32(0x6000_0000); zeros(6); u8(93); u16(0xF000); u8(0xFC, 0xFD, 0xF8, 0xF8); u16(0); u8(0x0F, 0)
            }
          }
          atom("ipma", version: 0) { u32(1); u16(1); u8(2, 1, 2) }
        }
      }
    }
  }

  @Test func propertiesThatAreGoneTakeTheConfigurationAlong() throws {
    let verdict = try verdict(still(), still(properties: "free"))
    #expect(verdict.state(of: .setup) == .changed && verdict.state(of: .display) == .changed)
    #expect(verdict.regressions.contains(.setup))
  }

  @Test func anItemThatIsSaidToBeProtectedIsDecryptedNow() throws {
    let verdict = try verdict(still(), still(protection: 1))
    #expect(verdict.state(of: .protection) == .changed && verdict.regressions.contains(.protection))
  }

  // MARK: Order

  /// Two sizes of pictures, which `ipma` counts as 1 and 2.
  @Test func propertiesThatIpmaCountsAreInOrder() throws {
    func picture(_ sizes: [UInt32]) -> [UInt8] {
      atoms {
        Parts.fileType("mif1", "mif1", "heic")
        atom("meta", version: 0) {
          Parts.handlerReference("pict", name: "")
          atom("pitm", version: 0) { u16(1) }
          atom("iinf", version: 0) { u16(1); atom("infe", version: 2) { u16(1); u16(0); code("hvc1"); u8(0) } }
          atom("iprp") {
            atom("ipco") { for size in sizes { atom("ispe", version: 0) { u32(size, 48) } } }
            atom("ipma", version: 0) { u32(1); u16(1); u8(1, 1) }
          }
        }
      }
    }
    let told = try told(picture([64, 32]), picture([32, 64]))
    #expect(told == ["display: the picture has 32×48 pixels now (was 64×48)"])
    #expect(try verdict(picture([64, 32]), picture([32, 64])).closing == nil)
  }

  /// A picture of two items that refer to each other, its properties in an order and its items under numbers.
  private func image(order: [Int] = [0, 1, 2], numbers: [UInt16] = [1, 2], angle: UInt8 = 1) -> [UInt8] {
    let properties = [
      atom("ispe", version: 0) { u32(64, 48) }, atom("irot") { u8(angle) }, atom("ispe", version: 0) { u32(16, 12) },
    ]
    func place(_ property: Int) -> UInt8 { UInt8((order.firstIndex(of: property) ?? 0) + 1) }
    func meta(_ start: UInt32) -> Piece {
      atom("meta", version: 0) {
        Parts.handlerReference("pict", name: "")
        atom("pitm", version: 0) { u16(numbers[0]) }
        atom("iloc", version: 0) {
          u8(0x44, 0); u16(2)
          for (number, item) in [(numbers[0], (start, UInt32(3))), (numbers[1], (start + 3, UInt32(2)))] {
            u16(number, 0, 1); u32(item.0, item.1)
          }
        }
        atom("iinf", version: 0) {
          u16(2)
          for number in numbers { atom("infe", version: 2) { u16(number, 0); code("jpeg"); u8(0) } }
        }
        atom("iref", version: 0) { atom("thmb") { u16(numbers[1], 1, numbers[0]) } }
        atom("iprp") {
          atom("ipco") { for property in order { properties[property] } }
          atom("ipma", version: 0) {
            u32(2); u16(numbers[0]); u8(2, place(0), 0x80 | place(1)); u16(numbers[1]); u8(1, place(2))
          }
        }
      }
    }
    let start = UInt32(Parts.fileType("mif1", "mif1", "heic").bytes.count + meta(0).bytes.count + 8)
    return atoms {
      Parts.fileType("mif1", "mif1", "heic")
      meta(start)
      atom("mdat") { u8(1, 2, 3, 4, 5) }
    }
  }

  /// Where `ipma` counts them as they stand, each picture has what it had.
  @Test func propertiesInAnotherOrderAreTheSame() throws {
    let verdict = try verdict(image(), image(order: [2, 1, 0]))
    #expect(verdict.findings.map { "\($0.aspect.rawValue): \($0.sentence)" } == ["display: order of properties"])
    #expect(verdict.closing == "viewer: no change (16 aspects; 2 of 2 samples)")
    // Another turn is another picture, wherever it stands.
    let turned = try self.verdict(image(), image(order: [2, 1, 0], angle: 2))
    #expect(turned.state(of: .display) == .changed && turned.closing == nil)
  }

  /// Flags of `ipma` without a meaning: nothing stands in another order.
  @Test func associationsInAnotherFormAreTheSame() throws {
    // Version, then three bytes of flags.
    let verdict = try verdict(image(), image().setting("meta/iprp/ipma", at: 2) { u8(1) })
    #expect(
      verdict.findings.map { "\($0.aspect.rawValue): \($0.sentence)" } == ["display: associations written otherwise"])
    #expect(verdict.closing == "viewer: no change (16 aspects; 2 of 2 samples)")
  }

  /// Items under other numbers are found by what they hold, and what leads to them leads there still.
  @Test func itemsUnderOtherNumbersAreTheSame() throws {
    let other = image(numbers: [20, 7])
    for (a, b) in [(image(), other), (other, image())] {
      let verdict = try verdict(a, b)
      #expect(verdict.closing == "viewer: no change (16 aspects; 2 of 2 samples)", "\(verdict.findings.map(\.sentence))")
      #expect(verdict.findings.allSatisfy { $0.state == .equivalent && $0.text == "item numbers" })
      #expect(verdict.hasSameMedia == true)
    }
    // The thumbnail stands for the whole: its number is that of the picture before.
    let changed = try verdict(image(), image(numbers: [2, 1]))
    #expect(changed.closing == "viewer: no change (16 aspects; 2 of 2 samples)")
    var bytes = image()
    let place = try #require(bytes.firstRange(of: Array("pitm".utf8))).upperBound
    bytes[place + 5] = 2
    #expect(try verdict(image(), bytes).state(of: .display) == .changed)
  }

  /// `stsc` counts sample entries by place: each sample is decoded by the other one.
  @Test func sampleEntriesAreInOrder() throws {
    func film(_ names: [FourCC]) -> [UInt8] {
      atoms {
        Parts.fileType("isom", "isom")
        Parts.movie {
          Parts.track {
            atom("mdia") {
              Parts.mediaHeader()
              Parts.handlerReference("vide")
              atom("minf") {
                atom("vmhd", version: 0, flags: 1) { zeros(8) }
                atom("dinf") { atom("dref", version: 0) { u32(1); atom("url ", version: 0, flags: 1) } }
                atom("stbl") {
                  atom("stsd", version: 0) { u32(UInt32(names.count)); for name in names { Parts.visualEntry(name) } }
                  Parts.sampleTables([5, 4], at: 20)
                }
              }
            }
          }
        }
      }
    }
    let verdict = try verdict(film(["avc1", "mp4v"]), film(["mp4v", "avc1"]))
    #expect(verdict.state(of: .setup) == .changed, "\(verdict.findings.map(\.sentence))")
    #expect(verdict.regressions.contains(.setup))
  }

  private func film(item: Piece) -> [UInt8] {
    atoms {
      Parts.film(
        extra: atom("udta") {
          atom("meta", version: 0) {
            Parts.handlerReference("mdir", name: "")
            atom("ilst") { item }
          }
        })
    }
  }

  /// Players show the first cover.
  @Test func coversAreInOrder() throws {
    func film(_ pictures: [UInt8]) -> [UInt8] {
      self.film(
        item: atom("covr") { for byte in pictures { atom("data") { u32(13, 0); u8(0xFF, 0xD8, byte, 0xFF, 0xD9) } } })
    }
    #expect(try told(film([1, 2]), film([2, 1])) == ["tags: covr in another order"])
  }

  /// A part of a value is of the item that has it.
  @Test func partsOfValuesAreNamedByTheirItem() throws {
    func film(_ number: UInt16) -> [UInt8] {
      self.film(item: atom("trkn") { atom("data") { u32(0, 0); u16(0, number, 9, 0) } })
    }
    #expect(try told(film(3), film(4)) == ["tags: trkn.index 3 → 4"])
  }

  /// The first of several pictures of a tag, and frames that have names of their own.
  @Test func framesPlayersTakeTheFirstOfAreInOrder() throws {
    let tags = TagBuilder(.v3)
    func file(_ frames: [Piece]) -> [UInt8] {
      tags.tag { for frame in frames { frame } }.bytes + mpegAudio(frames: 3).bytes
    }
    func picture(_ name: String, _ byte: UInt8) -> Piece {
      tags.frame("APIC") { u8(0); string("image/png"); u8(0); string(name); u8(byte, byte) }
    }
    let pictures = [picture("a", 1), picture("b", 2)]
    #expect(try told(file(pictures), file(pictures.reversed())) == ["tags: APIC in another order"])
    let texts = ["A", "B"].map { name in
      tags.frame("TXXX") { u8(0); string(name); string("1", terminated: false) }
    }
    #expect(try told(file(texts), file(texts.reversed())) == ["file: order"])
  }

  // MARK: Pictures

  /// A film of two samples, which stand before its movie.
  private func clip(_ entry: Piece, handler: FourCC = "vide", _ inMovie: Piece = Piece()) -> [UInt8] {
    atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { bytes([0, 0, 0, 1, 0x65, 0, 0, 0, 0x41]) }
      Parts.movie {
        Parts.track { Parts.media(handler: handler) { entry } tables: { Parts.sampleTables([5, 4], at: 28) } }
        inMovie
      }
    }
  }

  /// The shape of pixels is said twice: what the bitstream says as well may go.
  @Test(arguments: [
    (nil, [1, 1], true), ([1], [1, 1], true), ([14], [4, 3], true), ([14], [8, 6], true),
    ([255, 0, 40, 0, 30], [4, 3], true), (nil, [4, 3], false), ([14], [1, 1], false), ([16], [4, 3], false),
  ] as [([UInt8]?, [UInt32], Bool)])
  func pixelsTheBitstreamSaysMayGo(coded: [UInt8]?, sides: [UInt32], isSame: Bool) throws {
    // A parameter set of the Baseline profile, 160×96; usability information with the aspect alone.
    var bits = "010000100000000000001010" + "1" + "1" + "1" + "1" + "1" + "0" + "0001010" + "00110" + "1" + "1" + "0"
    bits += coded == nil ? "0" : "1" + "1"
    for byte in coded ?? [] {
      bits += String(repeating: "0", count: byte.leadingZeroBitCount) + (byte == 0 ? "" : String(byte, radix: 2))
    }
    bits += (coded == nil ? "" : "00000000") + "1"
    while bits.count % 8 != 0 { bits += "0" }
    let digits = Array(bits)
    let set =
      [0x67] + stride(from: 0, to: digits.count, by: 8).map { UInt8(String(digits[$0..<$0 + 8]), radix: 2) ?? 0 }
    func film(_ extra: Piece) -> [UInt8] {
      clip(
        Parts.visualEntry("avc1") {
          atom("avcC") {
            u8(1, 66, 0, 10, 0xFF, 0xE1); u16(UInt16(set.count)); bytes(set)
            u8(1); u16(4); u8(0x68, 0xEF, 0x8F, 0xCB)
          }
          extra
        })
    }
    let ratio = atom("pasp") { for side in sides { u32(side) } }
    for (a, b) in [(film(ratio), film(bytes([]))), (film(bytes([])), film(ratio))] {
      let verdict = try verdict(a, b)
      let told = verdict.findings(of: .display, isSame ? .equivalent : .changed).map(\.sentence)
      #expect(verdict.state(of: .display) == (isSame ? .equivalent : .changed), "\(verdict.findings.map(\.sentence))")
      #expect(!told.isEmpty)
    }
  }

  /// What frames may say of the shape of pixels was not looked into.
  @Test func pixelsNobodyLookedIntoAreNotProved() throws {
    func film(_ extra: Piece) -> [UInt8] { clip(Parts.visualEntry("av01") { extra }) }
    let ratio = atom("pasp") { u32(1, 1) }
    #expect(try verdict(film(bytes([])), film(ratio)).state(of: .display) == .notChecked)
  }

  /// Boxes that were a matter of the file alone.
  @Test func boxesOfOldFilesHaveTheirAspects() throws {
    func film(_ inMovie: Piece = bytes([]), inEntry: Piece = bytes([])) -> [UInt8] {
      clip(Parts.visualEntry("rle ") { inEntry }, inMovie)
    }
    func colours(_ red: UInt16) -> Piece { atom("ctab") { u32(0); u16(0x8000, 0); u16(0, red, 0, 0) } }
    func state(_ aspect: Verdict.Aspect, _ a: [UInt8], _ b: [UInt8]) throws -> Verdict.State {
      try verdict(a, b).state(of: aspect)
    }
    // The entry of the film has 24 bits a pixel, 16 of which no table is for.
    #expect(try state(.display, film(inEntry: colours(1)), film(inEntry: colours(2))) == .equivalent)
    #expect(try state(.display, film(colours(1)), film(colours(2))) == .equivalent)
    func reference(_ name: String) -> Piece {
      atom("rmra") {
        atom("rmda") { atom("rdrf", version: 0) { code("url "); u32(UInt32(name.utf8.count + 1)); text(name + "\0") } }
      }
    }
    #expect(try state(.samples, film(reference("a.mov")), film(reference("b.mov"))) == .changed)
    func descriptor(_ profile: UInt8) -> Piece {
      atom("iods", version: 0) { u8(0x10, 7); u16(0x004F); u8(0xFF, 0xFF, 0xFF, profile, 0xFF) }
    }
    #expect(try state(.setup, film(descriptor(1)), film(descriptor(2))) == .equivalent)
    #expect(try verdict(film(descriptor(1)), film(descriptor(2))).closing != nil)
  }


  @Test func codestreamsAreThePicture() throws {
    func jpeg2000(_ byte: UInt8, header: Bool = true) -> [UInt8] {
      atoms {
        atom("jP  ") { u32(0x0D0A_870A) }
        Parts.fileType("jp2 ", "jp2 ")
        if header { atom("jp2h") { atom("ihdr") { u32(48, 64); u16(3); u8(7, 7, 0, 0) } } }
        atom("jp2c") { u8(0xFF, 0x4F, 0xFF, 0x51, byte) }
      }
    }
    let verdict = try verdict(jpeg2000(1), jpeg2000(2))
    #expect(verdict.state(of: .samples) == .changed && verdict.regressions == [.samples])
    let bare = try self.verdict(jpeg2000(1), jpeg2000(1, header: false))
    #expect(bare.closing == nil && bare.regressions == [.setup], "\(bare.findings.map(\.sentence))")
    func jpegXL(_ byte: UInt8) -> [UInt8] {
      atoms {
        atom("JXL ") { u32(0x0D0A_870A) }
        Parts.fileType("jxl ", "jxl ")
        atom("jxlc") { u8(0xFF, 0x0A, byte) }
      }
    }
    #expect(try self.verdict(jpegXL(1), jpegXL(2)).regressions == [.samples])
  }

  /// The parameter set says BT.709: the box that says it again is not missed.
  @Test func coloursThatTheBitstreamSaysAreEquivalent() throws {
    let configuration = "01f4000bffe1001e67f4000b919b28508fc4e02d4040405000000300100000030300f142996001000668ebe3c44844fff8f800"
    func film(_ colours: Piece, _ avcC: String) -> [UInt8] {
      let entry = Parts.visualEntry("avc1") { atom("avcC") { hex(avcC) }; colours }
      return atoms {
        Parts.fileType("isom", "isom")
        Parts.movie { Parts.track { Parts.media { entry } tables: { Parts.sampleTables([5, 4], at: 0) } } }
      }
    }
    let colours = atom("colr") { code("nclx"); u16(1, 1, 1); u8(0) }
    let verdict = try verdict(film(colours, configuration), film(Piece(), configuration))
    #expect(verdict.findings(of: .display, .equivalent).map(\.text) == ["colours that the bitstream says as well"])
    #expect(verdict.findings(of: .display, .changed).isEmpty)
    let other = atom("colr") { code("nclx"); u16(9, 16, 9); u8(0) }
    #expect(try self.verdict(film(other, configuration), film(Piece(), configuration)).state(of: .display) == .changed)
    // A second box of other colours, where players take the first or the last.
    let both = try self.verdict(film(colours, configuration), film(pieces { colours; other }, configuration))
    #expect(both.state(of: .display) == .changed, "\(both.findings.map(\.sentence))")
    // A box that names none says something where the bitstream names some, and nothing where it does not.
    let none = atom("colr") { code("nclx"); u16(2, 2, 2); u8(0) }
    #expect(try self.verdict(film(Piece(), configuration), film(none, configuration)).state(of: .display) != .same)
    let unsaid = "0142000affe100076742000af851b201000468ef8fcb"
    let named = try self.verdict(film(Piece(), unsaid), film(none, unsaid))
    #expect(named.findings(of: .display, .equivalent).map(\.text) == ["'colr' that names no colours"])
    let full = atom("colr") { code("nclx"); u16(2, 2, 2); u8(0x80) }
    #expect(try self.verdict(film(Piece(), unsaid), film(full, unsaid)).state(of: .display) == .changed)
  }

  /// Without `ftyp` no player knows what a picture is.
  @Test func aFileTypeThatIsGoneIsOpening() throws {
    let film = atoms { Parts.film() }
    #expect(try verdict(film, Array(film.dropFirst(Int(film[3])))).state(of: .opening) == .changed)
  }

  /// The film beside a picture is in no item: that it is the same is not said.
  @Test func theFilmOfAMotionPhotoIsNotChecked() throws {
    func photo(_ byte: UInt8) -> [UInt8] {
      atoms {
        Parts.fileType("heic", "mif1", "heic")
        atom("meta", version: 0) { Parts.handlerReference("pict", name: "") }
        atom("mpvd") { Parts.fileType("isom", "isom"); atom("mdat") { u8(1, 2, 3, byte) } }
      }
    }
    let verdict = try verdict(photo(1), photo(2))
    #expect(verdict.state(of: .samples) == .notChecked && verdict.hasSameMedia == nil)
    #expect(verdict.regressions == [.samples])
    #expect(verdict.closing?.hasPrefix("no change found") == true)
  }

  /// Exif is an item as the picture is, and no media.
  @Test func otherMetadataBesideAPictureIsNoOtherMedia() throws {
    func picture(_ byte: UInt8) -> [UInt8] {
      func meta(_ offset: UInt32) -> Piece {
        atom("meta", version: 0) {
          Parts.handlerReference("pict", name: "")
          atom("pitm", version: 0) { u16(1) }
          atom("iloc", version: 1) {
            u8(0x44, 0); u16(2)
            for id: UInt16 in 1...2 { u16(id); u16(0); u16(0); u16(1); u32(offset + UInt32(id) * 2 - 2, 2) }
          }
          atom("iinf", version: 0) {
            u16(2)
            for (id, type) in [(1, "hvc1"), (2, "Exif")] as [(UInt16, FourCC)] {
              atom("infe", version: 2) { u16(id); u16(0); code(type); u8(0) }
            }
          }
        }
      }
      let start = Parts.fileType("heic", "mif1", "heic")
      let offset = UInt32(start.bytes.count + meta(0).bytes.count + 8)
      return atoms { start; meta(offset); atom("mdat") { u8(1, 2, 3, byte) } }
    }
    let verdict = try verdict(picture(4), picture(5))
    #expect(verdict.aspects(.changed) == [.tags], "\(verdict.findings.map(\.sentence))")
    #expect(verdict.media == "same media")
  }

  // MARK: Protection and decoders

  /// PIFF writes the boxes of Common Encryption as `uuid` (PIFF 1.1 §5.3).
  @Test func boxesOfPIFFAreProtection() throws {
    func film(key: UInt8 = 1, vector: UInt8 = 1) -> [UInt8] {
      atoms {
        Parts.film(
          extra: uuidAtom("D08A4F18-10F3-4A82-B6C8-32D8ABA183D3") {
            u32(0); hex("9a04f07998404286ab92e65be0885f95"); u32(2); u8(9, key)
          },
          inTrack: uuidAtom("A2394F52-5A9B-4F14-A244-6C427C648DF4") {
            u32(0); u32(0)
            if vector != 1 { u8(vector) }
          })
      }
    }
    let verdict = try verdict(film(), film(key: 2))
    #expect(verdict.state(of: .protection) == .changed && verdict.regressions == [.protection], "\(verdict.findings)")
    #expect(try self.verdict(film(), film(vector: 2)).state(of: .protection) == .changed)
  }

  /// The key in `pssh` is another; a second system is one more.
  @Test func anotherKeyInPsshClosesTheGate() throws {
    func film(_ keys: UInt8...) -> [UInt8] {
      atoms {
        Parts.film(
          extra: pieces {
            for key in keys {
              atom("pssh", version: 0) { hex("edef8ba979d64acea3c827dcd51d21ed"); u32(2); u8(8, key) }
            }
          })
      }
    }
    #expect(try verdict(film(1), film(2)).regressions == [.protection])
    #expect(try verdict(film(1), film(1, 2)).regressions == [])
  }

  /// The lengths of units are read otherwise: no decoder finds the slices.
  @Test func anotherDecoderForTheSameSamplesClosesTheGate() throws {
    let film = atoms { Parts.film() }
    let entry = "moov/trak/mdia/minf/stbl/stsd/avc1/avcC"
    #expect(try verdict(film, film.setting(entry, at: 4) { u8(0xFD) }).regressions.contains(.setup))
    // A level is for those who choose a player, and nothing is decoded by it.
    #expect(try verdict(film, film.setting(entry, at: 3) { u8(0x0B) }).regressions == [])
  }

  /// Rates that encoders note, by which nothing is decoded.
  @Test(arguments: ["alac", "Opus"]) func ratesNoDecoderGoesByKeepTheGateOpen(coding: String) throws {
    func sound(_ rate: UInt32) -> [UInt8] {
      let lossless = Parts.audioEntry("alac") {
        atom("alac", version: 0) { u32(4_096); hex("0010280a0e0200ff"); u32(0x2004, rate, 44_100) }
      }
      let opus = Parts.audioEntry("Opus") { atom("dOps") { u8(0, 2); u16(312); u32(rate); hex("000000") } }
      return clip(coding == "alac" ? lossless : opus, handler: "soun")
    }
    let verdict = try verdict(sound(48_000), sound(44_100))
    #expect(verdict.state(of: .setup) == .equivalent && verdict.regressions == [], "\(verdict.findings.map(\.sentence))")
  }

  /// A parameter set that says colours now is longer, and decodes the same samples to the same pictures.
  @Test func coloursInAParameterSetKeepTheGateOpen() throws {
    func film(_ usability: String) -> [UInt8] {
      // The Baseline profile, 160×96.
      var bits = "010000100000000000001010" + "11111000010100011011" + "0" + usability + "1"
      while bits.count % 8 != 0 { bits += "0" }
      let set = [0x67] + stride(from: 0, to: bits.count, by: 8).map { UInt8(bits.dropFirst($0).prefix(8), radix: 2) ?? 0 }
      return clip(
        Parts.visualEntry("avc1") {
          atom("avcC") {
            u8(1, 66, 0, 10, 0xFF, 0xE1); u16(UInt16(set.count)); bytes(set)
            u8(1); u16(4); u8(0x68, 0xEF, 0x8F, 0xCB)
          }
        })
    }
    // Usability information that says nothing.
    let silent = "1" + "000000000"
    // Video of no known kind, in limited range, with BT.709 three times; then nothing more.
    let named = "1" + "00" + "1" + "101" + "0" + "1" + "000000010000000100000001" + "000000"
    let verdict = try verdict(film(silent), film(named))
    #expect(verdict.state(of: .display) == .changed && verdict.regressions == [], "\(verdict.findings.map(\.sentence))")
    // How many pictures wait to be shown is what decoders go by.
    let waiting = "1" + "00000000" + "1" + "1" + "1" + "1" + "1" + "1" + "010" + "010"
    #expect(try self.verdict(film(silent), film(waiting)).regressions == [.setup])
  }

  /// FFmpeg takes the planes of `raw ` and the coding of `H263` by the name of the compressor.
  @Test(arguments: [("Planar Y'CbCr 8-bit 4:2:0", true), ("Lavc59.37.100 rawvideo", false)])
  func namesOfCompressorsThatAreCodingsAreSetup(name: String, isCoding: Bool) throws {
    let film = atoms { Parts.film() }
    let other = film.setting("moov/trak/mdia/minf/stbl/stsd/avc1", at: 42) { pascal(name, filling: 32) }
    let verdict = try verdict(film, other)
    #expect(verdict.state(of: .setup) == (isCoding ? .changed : .equivalent))
    #expect(verdict.regressions == (isCoding ? [.setup] : []))
  }

  // MARK: Chunks

  /// Chunks of WAV, each of two bytes or more, that say something else.
  @Test(arguments: [
    ("bext", 338, Verdict.Aspect.timecode), ("bext", 0, .tags), ("iXML", 0, .tags), ("axml", 0, .tags),
    ("cart", 4, .tags), ("cue ", 8, .text), ("smpl", 4, .sound), ("inst", 0, .sound),
  ])
  func chunksOfSoundHaveAspects(type: String, at place: Int, aspect: Verdict.Aspect) throws {
    func wave(_ byte: UInt8) -> [UInt8] {
      let sizes = ["bext": 602, "cart": 2_048, "cue ": 28, "smpl": 60, "inst": 8]
      var content = [UInt8](repeating: 0, count: sizes[type] ?? 4)
      if type == "cue " { content[0] = 1 }
      content[place] = byte
      let format: [UInt8] = [1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0]
      func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        Array(name.utf8) + (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
      }
      return chunk("RIFF", Array("WAVE".utf8) + chunk("fmt ", format) + chunk(type, content) + chunk("data", [1, 2, 3, 4]))
    }
    let verdict = try verdict(wave(65), wave(66))
    #expect(verdict.aspects(.changed) == [aspect], "\(verdict.findings.map(\.sentence))")
  }

  /// The name of a form of AIFF, and the rate of DSDIFF.
  @Test func chunksOfOtherFormsHaveAspects() throws {
    func aiff(_ name: String) -> [UInt8] {
      atoms {
        code("FORM"); u32(4 + 26 + 10 + 18)
        code("AIFF")
        code("NAME"); u32(2); text(name)
        code("COMM"); u32(18); u16(1); u32(1); u16(16); hex("400bfa00000000000000")
        code("SSND"); u32(10); u32(0, 0); u16(7)
      }
    }
    #expect(try verdict(aiff("Ab"), aiff("Ac")).aspects(.changed) == [.tags])
    func dsdiff(_ rate: UInt32) -> [UInt8] {
      func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        Array(name.utf8) + (0..<8).map { UInt8(truncatingIfNeeded: bytes.count >> (56 - 8 * $0)) } + bytes
      }
      let properties = Array("SND ".utf8) + chunk("FS  ", atoms { u32(rate) })
      return chunk(
        "FRM8",
        Array("DSD ".utf8) + chunk("FVER", [1, 5, 0, 0]) + chunk("PROP", properties)
          + chunk("DSD ", [UInt8](repeating: 0x69, count: 16)))
    }
    #expect(try verdict(dsdiff(2_822_400), dsdiff(5_644_800)).state(of: .sound) == .changed)
  }

  /// Over which loudspeakers a form of AIFF is heard; and where in its chunk the sound begins, which need not be told.
  @Test func loudspeakersOfAIFFAreSound() throws {
    func aiff(_ layout: UInt32, offset: UInt32 = 0, block: UInt32 = 0) -> [UInt8] {
      atoms {
        code("FORM"); u32(4 + 26 + 20 + 18 + offset)
        code("AIFF")
        code("COMM"); u32(18); u16(1); u32(1); u16(16); hex("400bfa00000000000000")
        code("CHAN"); u32(12); u32(layout, 0, 0)
        code("SSND"); u32(10 + offset); u32(offset, block); zeros(Int(offset)); u16(7)
      }
    }
    let moved = try verdict(aiff(0x6C_0004), aiff(0x74_0004))
    #expect(moved.aspects(.changed) == [.sound], "\(moved.findings.map(\.sentence))")
    #expect(try verdict(aiff(1), aiff(1, block: 512)).state(of: .samples) == .same)
    #expect(try verdict(aiff(1), aiff(1, offset: 4)).state(of: .samples) == .same)
  }

  /// A packet of XMP in `uuid`.
  @Test func tagsInExtendedTypesAreTags() throws {
    func film(_ byte: UInt8) -> [UInt8] {
      atoms { Parts.film(extra: uuidAtom("BE7ACFCB-97A9-42E8-9C71-999491E3AFAC") { text("<x:xmpmeta/>"); u8(byte) }) }
    }
    #expect(try verdict(film(32), film(10)).aspects(.changed) == [.tags])
  }
}
