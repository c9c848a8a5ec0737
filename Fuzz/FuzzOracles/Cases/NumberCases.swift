// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus

/// Numbers that are fatal to sum, to divide by, or to subtract.
enum NumberCases {
  static let all: [HostileCase] = [
    times, sums, shapes,
  ].flatMap { $0 }

  private static func track(
    timescale: UInt32 = 1_000, duration: UInt32 = 400, @AtomBuilder tables: () -> Piece
  ) -> Piece {
    let tables = tables()
    return Parts.movie {
      Parts.track {
        Parts.media(timescale: timescale, duration: duration) {
          Parts.visualEntry("avc1")
        } tables: {
          tables
        }
      }
    }
  }

  static let times: [HostileCase] = [
    HostileCase("a movie of 0 ticks a second", .told("timescale-zero", in: "mvhd", 20)) {
      Parts.movie(timescale: 0) { Parts.track {} }
    },
    HostileCase("media of 0 ticks a second", .told("timescale-zero", in: "mdhd", 20)) {
      track(timescale: 0) { Parts.sampleTables([5, 4], at: 0x1c) }
    },
    HostileCase("a segment index of 0 ticks a second", .sound) {
      Parts.fragmentedMovie()
      atom("sidx", version: 1) {
        u32(1, 0); u64(.max, 0); u16(0, 1); u32(0, .max, 0)
      }
    },
    HostileCase("the longest duration there is", .sound) {
      atom("moov") {
        atom("mvhd", version: 1) {
          u64(.max, .max); u32(1); u64(.max - 1); fixed16(1); fixed8(1); zeros(10)
          Parts.matrix
          zeros(24); u32(2)
        }
      }
    },
    HostileCase("fragments that begin at 2⁶⁴ − 1", .sound) {
      Parts.fragmentedMovie()
      Parts.fragment(sequence: 1, time: .max, duration: .max, sample: [1])
      Parts.fragment(sequence: 2, time: .max - 1, duration: .max, sample: [1])
    },
    HostileCase("the earliest edit there is", .sound) {
      Parts.movie {
        Parts.track {
          atom("edts") {
            atom("elst", version: 1) {
              u32(2); u64(.max, 1 << 63); i16(.min, .min); u64(.max, .max); i16(-1, -1)
            }
          }
        }
      }
    },
  ]

  static let sums: [HostileCase] = [
    HostileCase(
      "durations whose sum is more than 2⁶³", .told("sample-count-differs", in: "stts", 0)
    ) {
      track {
        atom("stts", version: 0) {
          u32(600)
          for _ in 0..<600 { u32(.max, .max) }
        }
        atom("stsz", version: 0) { u32(1, 2) }
      }
    },
    HostileCase("negative durations", .told("sample-duration-negative", in: "stts", 16)) {
      track {
        atom("stts", version: 0) { u32(1, 2, 0xFFFF_FF38) }
        atom("stsz", version: 0) { u32(1, 2) }
      }
    },
    HostileCase("composition offsets of −2³¹ and 2³¹ − 1", .sound) {
      track {
        atom("stts", version: 0) { u32(1, 2, 200) }
        atom("ctts", version: 1) { u32(2, 1, 0x8000_0000, 1, 0x7FFF_FFFF) }
        atom("stsz", version: 0) { u32(1, 2) }
      }
    },
    HostileCase("sizes whose sum is more than 2⁶³", .told("sample-count-differs", in: "stts", 0)) {
      track {
        atom("stts", version: 0) { u32(1, 1, 1) }
        atom("stsz", version: 0) { u32(.max, .max) }
        atom("stsc", version: 0) { u32(1, 1, .max, 1) }
        atom("co64", version: 0) {
          u32(2); u64(.max, 1 << 63)
        }
      }
    },
    HostileCase("a base offset of 2⁶⁴ − 1", .told("run-outside-media", in: "trun", 0)) {
      Parts.fragmentedMovie()
      atom("moof") {
        atom("mfhd", version: 0) { u32(1) }
        atom("traf") {
          atom("tfhd", version: 0, flags: 1) {
            u32(1); u64(.max)
          }
          atom("trun", version: 0, flags: 0x301) {
            u32(1); i32(.max); u32(.max, .max)
          }
        }
      }
      atom("mdat") { zeros(4) }
    },
    HostileCase("'iloc' offsets of 8 bytes whose sum is more than 2⁶⁴", .sound) {
      atom("meta", version: 0) {
        Parts.handlerReference("pict")
        atom("iloc", version: 1) {
          u8(0x88, 0x80); u16(1, 1, 0, 0); u64(.max); u16(1); u64(.max, .max)
        }
      }
    },
  ]

  static let shapes: [HostileCase] = [
    HostileCase("pixels of no height", .told("pixel-aspect-zero", in: "pasp", 12)) {
      inSampleTable {
        atom("stsd", version: 0) {
          u32(1); Parts.visualEntry("avc1") { atom("pasp") { u32(.max, 0) } }
        }
      }
    },
    HostileCase("a clean aperture over 0", .told("clean-aperture-invalid", in: "clap", 12)) {
      inSampleTable {
        atom("stsd", version: 0) {
          u32(1); Parts.visualEntry("avc1") { atom("clap") { u32(1, 0, 1, 0, 1, 0, 1, 0) } }
        }
      }
    },
    HostileCase("a matrix of zeros", .told("matrix-singular", in: "tkhd", 0)) {
      nested(["moov", "trak"]) {
        atom("tkhd", version: 0, flags: 3) {
          u32(0, 0, 1, 0, 400); zeros(8 + 8 + 36); fixed16(64, 48)
        }
      }
    },
    HostileCase("sound of 0 Hz in packets of 0 frames", .sound) {
      inSampleTable {
        atom("stsd", version: 0) {
          u32(1)
          atom("ima4") {
            zeros(6); u16(1, 1, 0); u32(0); u16(0, 0, 0, 0); u32(0); u32(0, 0, 0, 0)
          }
        }
      }
    },
    HostileCase("a timecode of 0 frames a second", .sound) {
      inSampleTable {
        atom("stsd", version: 0) {
          u32(1)
          atom("tmcd") {
            zeros(6); u16(1); u32(0, 0, 0, 0); u8(0, 0)
          }
        }
      }
    },
    HostileCase("lengths of NAL units in 3 bytes", .told("length-size-invalid", in: "avcC", 12)) {
      inSampleTable {
        atom("stsd", version: 0) {
          u32(1); Parts.visualEntry("avc1") { atom("avcC") { hex("01 42c00a fe e0 00") } }
        }
      }
    },
    HostileCase("a grid of 0 images", .told("image-tile-count-differs", in: "infe", 0)) {
      atom("meta", version: 0) {
        Parts.handlerReference("pict")
        atom("iinf", version: 0) {
          u16(1);
          atom("infe", version: 2) {
            u16(1, 0); code("grid"); u8(0)
          }
        }
        atom("iloc", version: 1) {
          u8(0x44, 0); u16(1, 1, 1, 0, 1); u32(0, 8)
        }
        atom("idat") { hex("00 00 ff ff 0000 0000") }
      }
    },
  ]
}
