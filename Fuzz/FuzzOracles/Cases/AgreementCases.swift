// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus

/// Two places that say the same thing, and two that do not.
enum AgreementCases {
  static let all: [RuleCase] = [
    RuleCase(
      "colour-differs",
      coloured {
        code("nclx"); u16(9, 1, 1); u8(0)
      },
      sound: coloured {
        code("nclx"); u16(1, 1, 1); u8(0)
      }),
    RuleCase(
      "colour-differs",
      coloured {
        code("nclx"); u16(1, 1, 9); u8(0)
      },
      // The transfer characteristics may differ: those of HLG are for displays that know it.
      sound: coloured {
        code("nclx"); u16(1, 18, 1); u8(0)
      }),
    RuleCase(
      "colour-differs",
      coloured {
        code("nclx"); u16(1, 1, 1); u8(0x80)
      },
      // What is not specified agrees with everything, and QuickTime's type has no range.
      sound: coloured {
        code("nclc"); u16(2, 2, 2)
      }),
    RuleCase(
      "colour-differs",
      coloured(matrix: 5) {
        code("nclx"); u16(1, 1, 7); u8(0)
      },
      // Two names of one matrix.
      sound: coloured(matrix: 5) {
        code("nclx"); u16(1, 1, 6); u8(0)
      }),
    RuleCase(
      "level-differs",
      film.setting(configuration, at: 3) { u8(10) }
        .setting(configuration, at: 8 + 3) { u8(11) },
      // Level 1.1 decodes what needs level 1.
      sound: film.setting(configuration, at: 3) { u8(11) }),
    RuleCase(
      "stereo-one-layer", stereo(eyes: 3),
      // The right eye alone is one view.
      sound: stereo(eyes: 2)),
    RuleCase(
      "stereo-one-layer", stereo(eyes: 3),
      sound: stereo(eyes: 3) { atom("lhvC") { hex("01 F000 FC CB 00") } }),
    RuleCase(
      "channel-count-differs", sounding(channels: 6, Files.sound),
      // 2 stands there whatever it is.
      sound: sounding(channels: 2, Files.sound)),
    RuleCase(
      "channel-count-differs", opus(said: 1), sound: opus(said: 2)),
    RuleCase(
      "object-type-differs",
      Files.sound.setting(Files.tables + "stsd/mp4a/esds", at: 11) { u8(0x66) },
      sound: Files.sound.setting(Files.tables + "stsd/mp4a/esds", at: 11) { u8(0x67) }),
    RuleCase(
      "object-type-differs",
      Files.sound.setting(Files.tables + "stsd/mp4a/esds", at: 11) { u8(0x6B) },
      // Object type 34, Layer III: the escape 31, then 2.
      sound: Files.sound.replacing(Files.tables + "stsd/mp4a/esds") {
        atom("esds", version: 0) {
          hex("03 1A 0001 00 04 12 6B 15 000000 00000000 00000000 05 03 F85620 06 01 02")
        }
      }),
    RuleCase(
      "language-zero", film.setting("moov/trak/mdia/mdhd", at: 20) { u16(0) },
      sound: film.setting("moov/trak/mdia/mdhd", at: 20) { u16(0) }
        .replacing("ftyp") { Parts.fileType("qt  ", "qt  ") }),
    RuleCase(
      "language-zero", film.setting("moov/trak/mdia/mdhd", at: 20) { u16(0) },
      // Timecode is in no language.
      sound: film.setting("moov/trak/mdia/mdhd", at: 20) { u16(0) }
        .setting("moov/trak/mdia/hdlr", at: 8) { code("tmcd") }
        .replacing("moov/trak/mdia/minf/vmhd") { atom("nmhd", version: 0) }
        .replacing("moov/trak/mdia/minf/stbl/stsd") {
          atom("stsd", version: 0) { u32(1); atom("tmcd") { zeros(6); u16(1); u32(0, 0, 24, 1); u8(24, 0) } }
        }),
    RuleCase(
      "segment-index-timescale", indexed(timescale: 90_000), sound: indexed(timescale: 1_000)),
    RuleCase(
      "time-after-modification",
      film.setting("moov/trak/mdia/mdhd", at: 4) { u32(Parts.time + 3 * 366 * 86_400) },
      sound: film.setting("moov/trak/mdia/mdhd", at: 4) { u32(Parts.time + 366 * 86_400) }),
    RuleCase(
      "time-after-modification",
      film.setting("moov/trak/tkhd", at: 8) { u32(Parts.time + 3 * 366 * 86_400) },
      // The first second of Unix is no time.
      sound: film.setting("moov/mvhd", at: 4) { u32(2_082_844_800, 2_082_844_800) }),
    RuleCase(
      "sample-start-code", Self.samples([hex("00000001 65 88840000"), hex("00000002 4100")]),
      // A unit of one byte, the end of a sequence.
      sound: Self.samples([hex("00000001 0A"), hex("00000002 4100")])),
    RuleCase(
      "sample-start-code",
      Self.samples([hex("00000001 09F0 00000001 65 8884"), hex("00000001 09F0 00000001 41 9A")]),
      // A sample of fewer bytes than a code and a unit; and a unit of type 0, which there is not.
      sound: Self.samples([hex("00000001 0A"), hex("00000001"), hex("00000001 00 000000")])),
    RuleCase(
      "unit-start-code", Self.samples([hex("0000000A 6EC0800F 00000001 6588"), hex("00000002 4100")]),
      // The same bytes as an encoder has to write them; and two units, between which the length has them.
      sound: Self.samples([hex("0000000B 6EC0800F 0000030001 6588"), pieces { hex("00000002 4100 00000100 41"); zeros(255) }])),
    // Behind a unit of the first sample, and in front of the one of a later sample.
    RuleCase(
      "unit-empty", Self.samples([hex("00000002 6588 00000000"), hex("00000002 4100")]),
      sound: Self.samples([hex("00000002 6588 00000001 09"), hex("00000002 4100")])),
    RuleCase(
      "unit-empty", Self.samples([hex("00000002 6588"), hex("00000000 00000002 4100")]),
      // Zeros that were written over a sample are no units.
      sound: Self.samples([hex("00000002 6588"), hex("00000000 00000000")])),
    RuleCase(
      "chunk-offset-shifted", Self.samples([hex("65888400 00000002"), hex("00000002 4100")]),
      sound: Self.samples([hex("00000002 6588"), hex("00000002 4100")])),
    // Frames of FLAC begin with a code of their own.
    RuleCase("chunk-offset-shifted", flac(hex("F8FF6908")), sound: flac(hex("FFF86908"))),
    RuleCase(
      "chunk-offset-wrong", chunks([0, 5, 10, 15, 20], third: hex("DEADBEEF 65")),
      sound: chunks([0, 5, 10, 15, 20])),
    RuleCase(
      "avcc-length-size", Self.samples([hex("0004 65888400"), hex("0002 4100")]),
      sound: Self.samples([hex("00000002 6588"), hex("00000002 4100")])),
    RuleCase(
      "runs-overlap", runs(secondAt: 2), sound: runs(secondAt: 5)),
    RuleCase(
      "chunks-swapped", chunks([0, 10, 5, 15, 20]), sound: chunks([0, 5, 10, 15, 20])),
    RuleCase(
      "chunks-swapped", chunks([0, 15, 10, 5, 20]),
      // Anything else is another order, not an accident.
      sound: chunks([20, 15, 10, 5, 0])),
  ]

  private static let film = Files.film
  private static let configuration = Files.tables + "stsd/avc1/avcC"

  /// The film with a parameter set that says BT.709, limited range, and this `colr`.
  private static func coloured(
    matrix: UInt8 = 1, @AtomBuilder _ content: () -> Piece
  ) -> [UInt8] {
    let content = content()
    return film.replacing(configuration) {
      atom("avcC") {
        hex("01 42c0 0a ff e1")
        u16(12)
        // As the one of the film; then VUI: no aspect ratio, no overscan, video format 5, limited
        // range, 1 1 and the matrix, nothing else.
        hex("6742c00ada11 e9a80808"); u8(matrix << 3); hex("10")
        u8(1); u16(4); hex("68ce3c80")
      }
    }
    .adding(to: Files.tables + "stsd/avc1") { atom("colr") { content } }
  }

  private static func sounding(channels: UInt16, _ file: [UInt8]) -> [UInt8] {
    file.setting(Files.tables + "stsd/mp4a", at: 16) { u16(channels) }
  }

  private static func opus(said channels: UInt16) -> [UInt8] {
    Files.sound.replacing(Files.tables + "stsd/mp4a") {
      Parts.audioEntry("Opus", channels: channels, rate: 48_000) {
        atom("dOps") { hex("00 02 0138 0000BB80 0000 00") }
      }
    }
  }

  private static func indexed(timescale: UInt32) -> [UInt8] {
    Files.fragments.adding(behind: "moov") {
      atom("sidx", version: 0) {
        u32(1, timescale, 0, 0); u16(0, 0)
      }
    }
  }

  /// A film of these samples, in one chunk in front of the movie.
  private static func samples(_ samples: [Piece]) -> [UInt8] {
    atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") {
        for sample in samples { sample }
      }
      Parts.movie {
        Parts.track {
          Parts.media {
            Parts.visualEntry("avc1")
          } tables: {
            Parts.sampleTables(samples.map { UInt32($0.bytes.count) }, at: 28)
          }
        }
      }
    }
  }

  /// A fragment of two runs of five bytes, the second so many bytes behind the first.
  private static func runs(secondAt offset: UInt32) -> [UInt8] {
    // moof 8, mfhd 16, traf 8, tfhd 16, tfdt 20, two trun of 28, then the header of mdat.
    let start: UInt32 = 8 + 16 + 8 + 16 + 20 + 28 + 28 + 8
    return atoms {
      Parts.fileType("iso5", "iso5")
      Parts.fragmentedMovie()
      atom("moof") {
        atom("mfhd", version: 0) { u32(1) }
        atom("traf") {
          atom("tfhd", version: 0, flags: 0x02_0000) { u32(1) }
          atom("tfdt", version: 1) { u64(0) }
          for place in [start, start + offset] {
            atom("trun", version: 0, flags: 0x301) {
              u32(1); u32(place); u32(100); u32(5)
            }
          }
        }
      }
      atom("mdat") { hex("00000001 65 00000001 41") }
    }
  }

  /// HEVC of one layer that is said to have views of these eyes: 1 the left one, 2 the right one.
  private static func stereo(eyes: UInt8, @AtomBuilder _ boxes: () -> Piece = { Piece() }) -> [UInt8] {
    let file = (try? Corpus.open("encoded/hevc-hvc1.mp4")).map(PlayerCases.content) ?? []
    return file.adding(to: Files.tables + "stsd/hvc1") {
      boxes()
      atom("vexu") { atom("eyes") { atom("stri", version: 0) { u8(eyes) } } }
    }
  }

  /// A film of FLAC, whose samples are one frame that begins with these bytes, and another.
  private static func flac(_ start: Piece) -> [UInt8] {
    atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { start; hex("00 FFF86908") }
      Parts.movie {
        Parts.track(width: 0, height: 0) {
          Parts.media(handler: "soun") {
            Parts.audioEntry("fLaC") {
              atom("dfLa", version: 0) { hex("80000022 1000 1000 000000 000000 01f400f000000002"); zeros(16) }
            }
          } tables: {
            Parts.sampleTables([5, 4], at: 28)
          }
        }
      }
    }
  }

  /// A film of one sample of five bytes a chunk, chunks at these places of its media.
  private static func chunks(_ places: [UInt32], third: Piece = hex("00000001 65")) -> [UInt8] {
    let sizes = places.map { _ in UInt32(5) }
    return atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { for place in places.indices { place == 2 ? third : hex("00000001 65") } }
      Parts.movie(duration: UInt32(200 * places.count)) {
        Parts.track(duration: UInt32(200 * places.count)) {
          Parts.media(duration: UInt32(200 * places.count)) {
            Parts.visualEntry("avc1")
          } tables: {
            Parts.sampleTables(sizes, at: 28)
          }
        }
      }
    }
    .replacing(Files.tables + "stco") {
      atom("stco", version: 0) {
        u32(UInt32(places.count))
        for place in places { u32(28 + place) }
      }
    }
    .replacing(Files.tables + "stsc") { atom("stsc", version: 0) { u32(1, 1, 1, 1) } }
  }
}
