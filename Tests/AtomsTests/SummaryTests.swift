import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

/// What functions say of atoms made for it.
@Suite struct SummaryTests {
  @Test func brandsAreQuoted() throws {
    #expect(
      try summary(of: "ftyp") {
        atom("ftyp") {
          code("mif1"); u32(0); code("mif1", "heic")
        }
      }
        == "'mif1', compatible 'mif1' 'heic'")
  }

  @Test func textInFreeSpaceIsShown() throws {
    #expect(try summary(of: "free") { atom("free") { text("made by hand") } } == "\"made by hand\"")
    #expect(try summary(of: "free") { atom("free") { zeros(64) } } == "")
  }

  @Test(
    arguments: [
      (
        [0, 1, 0, -1, 0, 0, 1080, 0],
        "ID 1, enabled, in movie, rotated 90° clockwise → shown 1080×1920"
      ),
      ([-1, 0, 0, 0, -1, 0, 0, 0], "ID 1, enabled, in movie, rotated 180° → shown 1920×1080"),
      (
        [0, -1, 0, 1, 0, 0, 0, 0],
        "ID 1, enabled, in movie, rotated 90° anticlockwise → shown 1080×1920"
      ),
      (
        [-1, 0, 0, 0, 1, 0, 0, 0],
        "ID 1, enabled, in movie, mirrored left to right → shown 1920×1080"
      ),
      ([2, 0, 0, 0, 0.5, 0, 0, 0], "ID 1, enabled, in movie, matrix 2 0 0 0.5"),
    ] as [([Double], String)])
  func matricesAreSaidInWords(values: [Double], expected: String) throws {
    let matrix = pieces {
      for value in values { fixed16(value) }
      u32(0x4000_0000)
    }
    #expect(
      try summary(of: "tkhd") {
        movie(handler: "vide", width: 1920, height: 1080, matrix: matrix) {
          visual("avc1", 1920, 1080) {}
        }
      } == expected)
  }

  @Test func sizesThatDifferAreTold() throws {
    #expect(
      try summary(of: "tkhd") {
        movie(handler: "vide", width: 1920, height: 1080) {
          visual("avc1", 1440, 1080) { atom("pasp") { u32(4, 3) } }
        }
      } == "ID 1, enabled, in movie, 1440×1080, pixels 4:3, shown 1920×1080")
  }

  @Test func anEmptyEditComesFirst() throws {
    let file: [UInt8] = pieces {
      atom("moov") {
        atom("mvhd", version: 0) {
          u32(0, 0, 1_000, 0); zeros(80)
        }
        atom("trak") {
          atom("edts") {
            atom("elst", version: 0) {
              u32(2)
              u32(500); i32(-1); u16(1, 0)
              u32(2_000); i32(300); u16(1, 0)
            }
          }
          atom("mdia") {
            atom("mdhd", version: 0) {
              u32(0, 0, 600, 0); u16(0, 0)
            }
          }
        }
      }
    }.bytes
    #expect(
      try summary(of: "elst") { bytes(file) }
        == "2 edits: 0.500 s empty, then plays 2.000 s from 0.500 s (300)")
    // −1 alone is empty.
    let early = file.setting("moov/trak/edts/elst", at: 12) { i32(-300) }
    #expect(
      try summary(of: "elst") { bytes(early) }
        == "2 edits: plays 0.500 s from -0.500 s (-300), then plays 2.000 s from 0.500 s (300)")
  }

  @Test func codecsAreNamed() throws {
    let images = try summary(of: "trak") {
      movie(handler: "vide") { visual("apch", 1920, 1080) {} }
    }
    #expect(images == "track 1 video, ProRes 422 HQ 1920×1080, 4.000 s")
    #expect(
      try summary(of: "trak") {
        movie(handler: "soun") { audio("sowt", channels: 2, rate: 48_000) }
      }
        == "track 1 audio, PCM 16-bit 48,000 Hz stereo, 4.000 s")
    #expect(
      try summary(of: "trak") {
        movie(handler: "vide") {
          visual("hvc1", 3840, 2160) { hevc }
        } tables: {
          atom("stts", version: 0) {
            u32(2); u32(99, 20); u32(1, 21)
          }
        }
      } == "track 1 video, HEVC Main 10 3840×2160, 30 fps, 4.000 s")
    #expect(
      try summary(of: "trak") {
        movie(handler: "vide") {
          visual("encv", 640, 480) {
            atom("sinf") { atom("frma") { code("avc1") } }
          }
        }
      } == "track 1 video, encrypted H.264 640×480, 4.000 s")
  }

  @Test func configurationsGiveProfileLevelAndCodecString() throws {
    #expect(
      try summary(of: "hvcC") { movie(handler: "vide") { visual("hvc1", 16, 16) { hevc } } }
        == "Main 10, level 5.1 · hvc1.2.4.L153.B0")
    #expect(
      try summary(of: "avcC") {
        movie(handler: "vide") {
          visual("avc3", 16, 16) { atom("avcC") { hex("01 42 C0 1E FF E0 00") } }
        }
      } == "Constrained Baseline, level 3.0 · avc3.42C01E")
    #expect(
      try summary(of: "av1C") {
        movie(handler: "vide") {
          visual("av01", 16, 16) { atom("av1C") { hex("81 08 4C 00") } }
        }
      } == "Main, level 4.0, 10-bit 4:2:0 · av01.0.08M.10")
    #expect(
      try summary(of: "vpcC") {
        movie(handler: "vide") {
          visual("vp09", 16, 16) {
            atom("vpcC", version: 1) { hex("00 0A 82 02 02 02 00 00") }
          }
        }
      } == "profile 0, level 1, 8-bit 4:2:0 · vp09.00.10.08")
    #expect(
      try summary(of: "dOps") {
        movie(handler: "soun") {
          audio("Opus", channels: 2, rate: 48_000) {
            atom("dOps") {
              u8(0, 2); u16(312); u32(44_100); u16(0); u8(0)
            }
          }
        }
      } == "stereo, pre-skip 312 (6.5 ms), input 44,100 Hz")
  }

  @Test func colourIsOneLine() throws {
    #expect(
      try summary(of: "colr") {
        movie(handler: "vide") {
          visual("avc1", 16, 16) {
            atom("colr") {
              code("nclx"); u16(1, 1, 1); u8(0)
            }
          }
        }
      } == "BT.709 / BT.709 / BT.709, limited range")
  }

  @Test func tablesOfSamples() throws {
    func said(_ type: FourCC, @AtomBuilder _ table: () -> Piece) throws -> String {
      let table = table()
      return try summary(of: type) {
        movie(handler: "vide") {
          visual("avc1", 16, 16) {}
        } tables: {
          table
        }
      }
    }
    #expect(
      try said("stts") {
        atom("stts", version: 0) {
          u32(2); u32(87, 1_024); u32(1, 136)
        }
      }
        == "2 runs: 87 × 1,024, 1 × 136")
    #expect(
      try said("ctts") {
        atom("ctts", version: 0) {
          u32(1); u32(4); i32(-512)
        }
      }
        == "1 run: 4 × -512")
    #expect(
      try said("stsz") { atom("stsz", version: 0) { u32(0, 3, 5, 7, 9) } }
        == "3 samples, 5–9 bytes, 21 in all")
    #expect(
      try said("stsz") { atom("stsz", version: 0) { u32(4, 1_000) } } == "1,000 samples of 4 bytes")
    #expect(try said("stss") { atom("stss", version: 0) { u32(0) } } == "no sync samples")
    #expect(
      try said("stsc") {
        atom("stsc", version: 0) {
          u32(1); u32(1, 12, 1)
        }
      }
        == "1 run: 12 samples in each chunk")
    #expect(
      try said("stco") {
        atom("stco", version: 0) {
          u32(2); u32(0x20, 0xFFFF)
        }
      }
        == "2 chunks, 0x20–0xffff")
  }

  /// Where chunks lie is known when problems were looked for.
  @Test func chunksBeyondTheEndAreCounted() throws {
    let document = try opened(
      atoms {
        movie(handler: "vide") {
          visual("avc1", 16, 16) {}
        } tables: {
          atom("stco", version: 0) {
            u32(2); u32(0x20, 0xFFFF)
          }
        }
      })
    MediaFile.check(document)
    #expect(
      try summary(of: first("stco", in: document), NodeReader(document))
        == "2 chunks, 1 beyond the end of the file")
  }

  @Test func tablesAreReadUpToTheirLimit() throws {
    let sizes = Array(repeating: 7 as UInt8, count: 4 * 4_097)
    #expect(
      try summary(of: "stsz") {
        movie(handler: "vide") {
          visual("avc1", 16, 16) {}
        } tables: {
          atom("stsz", version: 0) {
            u32(0, 4_097); bytes(sizes)
          }
        }
      } == "4,097 samples")
  }

  @Test func valuesOfMetadata() throws {
    func said(_ type: FourCC, @AtomBuilder _ content: () -> Piece) throws -> String {
      let content = content()
      return try summary(of: type) {
        atom("moov") {
          atom("udta") {
            atom("meta", version: 0) {
              atom("hdlr", version: 0) {
                u32(0); code("mdir", "appl"); zeros(9)
              }
              atom("ilst") { atom(type) { content } }
            }
          }
        }
      }
    }
    #expect(
      try said("trkn") {
        atom("data") {
          u32(0, 0); u16(0, 3, 12, 0)
        }
      } == "3 of 12")
    #expect(
      try said("covr") {
        atom("data") {
          u32(13, 0); zeros(12_345)
        }
      } == "image/jpeg 12,345 bytes")
    #expect(
      try said("@nam") {
        atom("data") {
          u32(1, 0); text("Reel")
        }
      } == "\"Reel\"")
    #expect(
      try said("----") {
        atom("mean", version: 0) { text("com.apple.iTunes") }
        atom("name", version: 0) { text("LABEL") }
        atom("data") {
          u32(1, 0); text("x")
        }
      } == "com.apple.iTunes:LABEL = \"x\"")
  }

  @Test func itemsOfKeysAreCalledByThem() throws {
    #expect(
      try summary(of: "\\x00\\x00\\x00\\x02") {
        atom("moov") {
          atom("meta") {
            atom("hdlr", version: 0) {
              u32(0); code("mdta"); zeros(13)
            }
            atom("keys", version: 0) {
              u32(2)
              u32(11); code("mdta"); text("one")
              u32(11); code("mdta"); text("two")
            }
            atom("ilst") {
              atom("\\x00\\x00\\x00\\x02") {
                atom("data") {
                  u32(1, 0); text("second")
                }
              }
            }
          }
        }
      } == "two = \"second\"")
  }

  @Test func protectionSystemsHaveNames() throws {
    #expect(
      try summary(of: "pssh") {
        atom("pssh", version: 0) {
          hex("EDEF8BA979D64ACEA3C827DCD51D21ED"); u32(2); u16(0)
        }
      } == "Widevine, 2 bytes")
  }

  @Test func referencesPointToWhatTheyMean() throws {
    #expect(
      try summary(of: "chap") {
        atom("moov") { atom("trak") { atom("tref") { atom("chap") { u32(3, 4) } } } }
      } == "→ tracks 3, 4")
    #expect(
      try summary(of: "dimg") {
        atom("meta", version: 0) {
          atom("iref", version: 0) { atom("dimg") { u16(1, 2, 2, 3) } }
        }
      } == "item 1 → items 2, 3")
  }

  @Test func dropFrameTimecodesSkipNumbers() throws {
    let document = try opened(
      atoms {
        atom("mdat") { u32(17_982) }
        movie(handler: "tmcd") {
          atom("tmcd") {
            zeros(6); u16(1); u32(0, 1, 30_000, 1_001); u8(30, 0)
          }
        } tables: {
          atom("stco", version: 0) { u32(1, 8) }
        }
      })
    let said = try summary(of: first("trak", in: document), NodeReader(document))
    #expect(said == "track 1 timecode, 29.97 fps, 00:10:00;00")
  }

  /// The first timecode is what the counting that follows it says: of a day of 24 hours, negative, or none at all.
  @Test(arguments: [
    (flags: UInt32(2), sample: UInt32(24 * 90_000 + 5), says: "00:00:00:05"), (4, 0xFFFF_FFCE, "-00:00:02:00"),
    (8, 1_234, "counter 1,234"),
  ])
  func timecodesBeginAsTheirFlagsSay(flags: UInt32, sample: UInt32, says: String) throws {
    let document = try opened(
      atoms {
        atom("mdat") { u32(sample) }
        movie(handler: "tmcd") {
          atom("tmcd") { zeros(6); u16(1); u32(0, flags, 25, 1); u8(25, 0) }
        } tables: {
          atom("stco", version: 0) { u32(1, 8) }
        }
      })
    #expect(try summary(of: first("trak", in: document), NodeReader(document)) == "track 1 timecode, 25 fps, " + says)
  }

  /// The edit begins 12 frames into the only sample: 12 of 25 a second are 288 of 600 ticks.
  @Test func anEditPassesOverTimecodes() throws {
    var bytes = atoms {
      atom("mdat") { u32(90_000) }
      movie(handler: "tmcd") {
        atom("tmcd") { zeros(6); u16(1); u32(0, 0, 2_500, 100); u8(25, 0) }
      } tables: {
        atom("stco", version: 0) { u32(1, 8) }
      }
    }
    func said(_ bytes: [UInt8]) throws -> String? {
      let document = try opened(bytes)
      return try summary(of: first("trak", in: document), NodeReader(document))
    }
    #expect(try said(bytes) == "track 1 timecode, 25 fps, 01:00:00:00")
    bytes = bytes.adding(to: "moov/trak") {
      atom("edts") { atom("elst", version: 0) { u32(1, 4_000, 288, 0x1_0000) } }
    }
    #expect(try said(bytes) == "track 1 timecode, 25 fps, 01:00:00:12")
  }

  private var hevc: Piece {
    atom("hvcC") {
      hex("01 02 20000000 B00000000000 99 F000 FC FD FA FA 0000 0F 00")
    }
  }
}
