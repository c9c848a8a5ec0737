// swift-format-ignore-file: DoNotUseSemicolons

internal import ByteReading

extension Recipe {
  /// Files in which two places say something else of the same thing, each called after the rule that
  /// it breaks. The files that do not are those of `encoded/`.
  static let disagreements: [Recipe] = [
    Recipe("broken/colour-differs.mp4", "`colr` of BT.2020, a parameter set of BT.709") {
      bytes(
        film.replacing(tables + "stsd/avc1/avcC") {
          atom("avcC") {
            hex("01 42c0 0a ff e1")
            u16(12)
            // VUI: no aspect ratio, no overscan, video format 5, limited range, 1 1 1, nothing else.
            hex("6742c00ada11 e9a808080810")
            u8(1); u16(4); hex("68ce3c80")
          }
        }
        .adding(to: tables + "stsd/avc1") {
          atom("colr") {
            code("nclx"); u16(9, 1, 9); u8(0x80)
          }
        })
    },
    Recipe("broken/level-differs.mp4", "an `avcC` of level 1.0, a parameter set of level 1.1") {
      bytes(film.setting(tables + "stsd/avc1/avcC", at: 8 + 3) { u8(11) })
    },
    Recipe("broken/channel-count-differs.mp4", "six channels in the entry, one in `esds`") {
      bytes(sound.setting(tables + "stsd/mp4a", at: 16) { u16(6) })
    },
    Recipe("broken/object-type-differs.mp4", "an `esds` of MPEG-1 audio with an AAC in it") {
      bytes(sound.setting(tables + "stsd/mp4a/esds", at: 11) { u8(0x6B) })
    },
    Recipe("broken/item-list-version.heic", "an `iinf` of version 2, with a count of 32 bits") {
      bytes(Recipe.items(version: 1).bytes.setting("meta/iinf", at: 0) { u8(2) })
    },
    Recipe("broken/language-zero.mp4", "a language of 0 in an MP4 file") {
      bytes(film.setting("moov/trak/mdia/mdhd", at: 20) { u16(0) })
    },
    Recipe("broken/segment-index-timescale.mp4", "a `sidx` with another timescale than its track") {
      Parts.fileType("iso5", "iso5")
      Parts.fragmentedMovie()
      atom("sidx", version: 0) {
        u32(1, 90_000, 0, 0); u16(0, 0)
      }
      Parts.fragment(sequence: 1, time: 0, duration: 100, sample: [0, 0, 0, 1, 0x65])
    },
    Recipe("broken/time-after-modification.mp4", "a track three years younger than its movie") {
      bytes(film.setting("moov/trak/tkhd", at: 4) { u32(Parts.time + 3 * 366 * 86_400) })
    },
    Recipe("broken/sample-start-code.mp4", "samples with start codes in place of lengths") {
      film([
        hex("00000001 09F0 00000001 658884"), hex("00000001 09F0 00000001 419A"),
      ])
    },
    Recipe("broken/unit-start-code.mp4", "a start code inside the first unit") {
      film([hex("0000000A 6EC0800F 00000001 6588"), hex("00000002 419A")])
    },
    Recipe("broken/runs-overlap.mp4", "two runs of a fragment that share two bytes") {
      let start: UInt32 = 8 + 16 + 8 + 16 + 20 + 28 + 28 + 8
      Parts.fileType("iso5", "iso5")
      Parts.fragmentedMovie()
      atom("moof") {
        atom("mfhd", version: 0) { u32(1) }
        atom("traf") {
          atom("tfhd", version: 0, flags: 0x02_0000) { u32(1) }
          atom("tfdt", version: 1) { u64(0) }
          for place in [start, start + 2] {
            atom("trun", version: 0, flags: 0x301) {
              u32(1); u32(place); u32(100); u32(4)
            }
          }
        }
      }
      atom("mdat") { bytes([1, 2, 3, 4, 5, 6, 7, 8]) }
    },
    Recipe("broken/chunks-swapped.mp4", "two of five chunks in each other's place") {
      bytes(
        film(Array(repeating: hex("00000000"), count: 5)).bytes
          .replacing(tables + "stco") {
            atom("stco", version: 0) { u32(5, 28, 36, 32, 40, 44) }
          }
          .replacing(tables + "stsc") { atom("stsc", version: 0) { u32(1, 1, 1, 1) } })
    },
    Recipe("broken/terminator-not-last.mov", "other bytes behind the terminator of `wave`") {
      bytes(
        sound.replacing("ftyp") { Parts.fileType("qt  ", "qt  ") }
          .replacing(tables + "stsd/mp4a") {
            atom("QDM2") {
              zeros(6); u16(1)
              u16(1); zeros(6)
              u16(1, 16, 0, 0); u32(8_000 << 16); u32(4_096, 185, 370, 2)
              atom("wave") {
                atom("frma") { code("QDM2") }
                u32(8, 0)
                hex("C200A301 00000000 00000018")
              }
            }
          })
    },
  ]

  private static let tables = "moov/trak/mdia/minf/stbl/"

  /// A film of these samples, each of 200 ticks, in one chunk at 28, in front of the movie.
  private static func film(_ samples: [Piece]) -> Piece {
    let duration = UInt32(200 * samples.count)
    return pieces {
      Parts.fileType("isom", "isom")
      atom("mdat") {
        for sample in samples { sample }
      }
      Parts.movie(duration: duration) {
        Parts.track(duration: duration) {
          Parts.media(duration: duration) {
            Parts.visualEntry("avc1")
          } tables: {
            Parts.sampleTables(samples.map { UInt32($0.bytes.count) }, at: 28)
          }
        }
      }
    }
  }

  private static let film = film([hex("00000001 65"), hex("00000000")]).bytes

  /// Sound of AAC-LC, one channel at 8,000 Hz.
  private static let sound = pieces {
    Parts.fileType("isom", "isom")
    atom("mdat") { hex("210049900219") }
    Parts.movie(duration: 200) {
      Parts.track(duration: 200, width: 0, height: 0) {
        Parts.media(handler: "soun", duration: 200) {
          Parts.audioEntry("mp4a") {
            atom("esds", version: 0) {
              hex("03 19 0001 00 04 11 40 15 000000 00000000 00000000 05 02 1588 06 01 02")
            }
          }
        } tables: {
          Parts.sampleTables([6], at: 28)
        }
      }
    }
  }
  .bytes
}
