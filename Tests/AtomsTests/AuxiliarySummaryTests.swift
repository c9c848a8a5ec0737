import Atoms
import ByteReading
import Corpus
import Structure
import Testing

/// What is said of light, of what goes with samples, and of configurations with a codec string.
@Suite struct AuxiliarySummaryTests {
  /// What is said of a box in the sample entry of a film.
  private func said(_ type: FourCC, in entry: Piece, handler: FourCC = "vide") throws -> String {
    let document = try opened(movie(handler: handler, entry: { entry }).bytes)
    return try #require(summary(of: first(type, in: document), NodeReader(document)))
  }

  @Test func masteringDisplaysAreNamed() throws {
    let light = "009896800000000A"
    func display(_ points: String) throws -> String {
      try summary(of: "mdcv") { atom("mdcv") { hex(points + light) } }
    }
    // Green, blue, red, white, each in units of 0.00002.
    #expect(
      try display("33C2 86C4 1D4C 0BB8 84D0 3E80 3D13 4042") == "P3-D65, 0.001–1,000 cd/m²")
    #expect(
      try display("2134 9BAA 1996 08FC 8A48 3908 3D13 4042") == "BT.2020, 0.001–1,000 cd/m²")
    #expect(
      try display("0000 C350 1D4C 0BB8 84D0 3E80 3D13 4042")
        == "R 0.68/0.32 G 0/1 B 0.15/0.06 white 0.313/0.329, 0.001–1,000 cd/m²")
    #expect(
      try summary(of: "SmDm") {
        atom("SmDm", version: 0) {
          hex("AE14 51EC 43D7 B0A4 2666 0F5C 500D 543A"); u32(1_000 << 8, 82)
        }
      } == "P3-D65, 0.005–1,000 cd/m²")
  }

  @Test func colourIsHeldAgainstTheConfiguration() throws {
    func film(_ primaries: UInt16, _ transfer: UInt16, _ matrix: UInt16) -> Piece {
      visual("vp09", 64, 64) {
        atom("vpcC", version: 1) { hex("00 0A 82 01 01 01 0000") }
        atom("colr") {
          code("nclx"); u16(primaries, transfer, matrix); u8(0)
        }
      }
    }
    #expect(try said("colr", in: film(1, 1, 1)) == "BT.709 / BT.709 / BT.709, limited range")
    #expect(
      try said("colr", in: film(9, 16, 9))
        == "BT.2020 / PQ / BT.2020, limited range, but vpcC says BT.709 / BT.709 / BT.709")
    // What is unspecified contradicts nothing.
    #expect(
      try said("colr", in: film(2, 2, 2))
        == "unspecified / unspecified / unspecified, limited range")
  }

  @Test func dolbyVisionSaysWhatItIsCompatibleWith() throws {
    let entry = visual("hvc1", 64, 64) {
      atom("dvvC") { hex("01 00 10 3D 41 000000" + String(repeating: "00", count: 16)) }
    }
    #expect(
      try said("dvvC", in: entry)
        == "profile 8.4, level 7, HLG-compatible · dvh1.08.07/db4h")
  }

  @Test func tracksSayHowLightIsCoded() throws {
    func film(_ more: Piece) throws -> String {
      let entry = visual("hvc1", 3840, 2160) {
        atom("colr") {
          code("nclx"); u16(9, 16, 9); u8(0)
        }
        more
      }
      return try said("trak", in: entry)
    }
    #expect(try film(Piece()) == "track 1 video, HEVC 3840×2160 BT.2020 PQ, 4.000 s")
    let layer = atom("dvvC") { hex("01 00 10 3D 11 000000" + String(repeating: "00", count: 16)) }
    #expect(
      try film(layer) == "track 1 video, HEVC 3840×2160 BT.2020 PQ, Dolby Vision 8.1, 4.000 s")
  }

  @Test func advancedProfileOfVC1IsRead() throws {
    let entry = visual("vc-1", 64, 64) {
      atom("dvc1") { hex("C6 6034 FFFFFFFF 0000010F") }
    }
    let document = try opened(movie(handler: "vide", entry: { entry }).bytes)
    let reader = NodeReader(document)
    reader.open(try first("dvc1", in: document))
    #expect(reader.number("no_interlace") == 1)
    #expect(reader.number("no_multiple_entry") == 0)
    #expect(reader.number("no_slice_code") == 1)
    #expect(reader.number("no_bframe") == 0)
    #expect(reader.number("framerate") == 0xFFFF_FFFF)
    #expect(reader.content("seqhdr_ephdr")?.byteCount == 4)
  }

  @Test func dependenciesAreCounted() throws {
    #expect(
      try summary(of: "sdtp") { atom("sdtp", version: 0) { u8(0x20, 0x18, 0x14, 0) } }
        == "4 samples: 1 independent, 1 disposable")
    #expect(try summary(of: "sdtp") { atom("sdtp", version: 0) { u8(0, 0) } } == "2 samples")
  }

  /// A part of a fragment in another one is of its own track, whichever of the two was asked for first.
  @Test func aPartInAPartIsOfItsOwnTrack() throws {
    func part(_ track: UInt32, _ samples: UInt32, _ inner: Piece = Piece()) -> Piece {
      atom("traf") {
        atom("tfhd", version: 0) { u32(track) }
        atom("trun", version: 0) { u32(samples) }
        inner
      }
    }
    let document = try opened(atoms { atom("moof") { atom("mfhd", version: 0) { u32(1) }; part(1, 5, part(2, 3)) } })
    let nodes = document.tree.indices.filter { ["traf", "trun"].contains(document.tree[$0].type) }
    let reader = NodeReader(document)
    let forth = nodes.map { summary(of: $0, reader) }
    let back = nodes.reversed().map { summary(of: $0, reader) }
    #expect(forth == back.reversed() && forth == ["track 1, 5 samples", "5 samples", "track 2, 3 samples", "3 samples"], "\(forth) \(back)")
  }

  /// A fragment of a movie that is in another file.
  private func fragment(_ sizes: Piece, _ encryption: Piece) -> [UInt8] {
    atoms {
      atom("moof") {
        atom("traf") {
          atom("tfhd", version: 0) { u32(1) }
          sizes
          atom("saio", version: 0) { u32(1, 0x40) }
          encryption
        }
      }
    }
  }

  @Test func vectorsOfASegmentAloneAreMeasuredBySaiz() throws {
    // Two samples, the first with two subsamples: 8 + 2 + 12 bytes.
    let document = Document.atoms(
      of: ByteSource(
        copying: fragment(
          atom("saiz", version: 0) {
            u8(0); u32(2); u8(22, 16)
          },
          atom("senc", version: 0, flags: 2) {
            u32(2)
            u64(1); u16(2, 5); u32(7); u16(6); u32(8)
            u64(2); u16(1, 5); u32(7)
          })))
    let reader = NodeReader(document)
    let node = try first("senc", in: document)
    #expect(summary(of: node, reader) == "2 samples, 8-byte IVs, with subsamples")
    reader.open(node)
    #expect(reader.contents("InitializationVector").map(\.byteCount) == [8, 8])
    #expect(
      try summary(of: first("saiz", in: document), reader) == "2 samples, 16–22 bytes")
    #expect(
      try summary(of: first("saio", in: document), reader) == "at 0x40 of the fragment")
    // Without subsamples the vector is all there is.
    let plain = Document.atoms(
      of: ByteSource(
        copying: fragment(
          atom("saiz", version: 0) {
            u8(16); u32(1)
          },
          atom("senc", version: 0) {
            u32(1); zeros(16)
          })))
    #expect(
      try summary(of: first("senc", in: plain), NodeReader(plain)) == "1 sample, 16-byte IVs")
    #expect(
      try summary(of: first("saiz", in: plain), NodeReader(plain))
        == "1 sample, 16 bytes each")
  }

  /// Before 'tenc' and 'senc' there were extended types for both, as Bento4 writes with PIFF-CTR.
  @Test func vectorsOfPIFFAreMeasuredByItsTrackEncryption() throws {
    let document = try opened(
      atoms {
        Parts.fileType("iso5", "iso5")
        Parts.movie(duration: 0) {
          Parts.track(duration: 0) {
            Parts.media(duration: 0) {
              Parts.visualEntry("encv") {
                Parts.avcConfiguration
                Parts.protection(by: "piff", version: 0x1_0001) {
                  atom("uuid") {
                    hex("8974DBCE7BE74C5184F97148F9882554"); u32(0)
                    u24(1); u8(8); hex("A7E61C373E219033C21091FA607BF3B8")
                  }
                }
              }
            } tables: {
              Parts.emptyTables
            }
          }
        }
        atom("moof") {
          atom("mfhd", version: 0) { u32(1) }
          atom("traf") {
            atom("tfhd", version: 0) { u32(1) }
            atom("uuid") {
              hex("A2394F525A9B4F14A2446C427C648DF4"); u32(0)
              u32(2); u64(1); u64(2)
            }
          }
        }
      })
    let tree = document.tree
    let encryption = try #require(tree.indices.last { tree[$0].type == "uuid" })
    let reader = NodeReader(document)
    #expect(summary(of: encryption, reader) == "2 samples, 8-byte IVs")
    reader.open(encryption)
    #expect(reader.contents("InitializationVector").map(\.byteCount) == [8, 8])
  }

  @Test func configurationsEndInTheirCodecString() throws {
    func sound(_ type: FourCC, _ box: FourCC, _ digits: String) throws -> String {
      try said(
        box, in: audio(type, channels: 2, rate: 48_000) { atom(box) { hex(digits) } },
        handler: "soun")
    }
    #expect(
      try sound("ac-4", "dac4", "20 A4 01 40 00 00 00 1F FF FF FF E0 01 02 0B 00")
        == "48 kHz, 1 presentation · ac-4.02.01.03")
    #expect(
      try sound("dtsc", "ddts", "0000BB80 0017A000 000BB800 18 00 00000000 0000 00 00")
        == "48,000 Hz, 24-bit, 768 kbit/s on average, 1,548 kbit/s at most")
    #expect(
      try sound("iamf", "iacb", "01 16 F8 06 69616D66 0001 00 0C 00 4F707573 C007 FFFC 000102")
        == "Simple and Base profile · iamf.000.001.Opus")
    #expect(
      try said(
        "lvcC",
        in: visual("lvc1", 64, 64) {
          atom("lvcC") { hex("01 00 02 40 FF 00000780 00000438 1F 00") }
        }) == "profile 0, level 2 · lvc1.vprf0.vlev2")
  }
}
