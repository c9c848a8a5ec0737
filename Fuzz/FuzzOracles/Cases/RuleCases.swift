// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
package import Corpus
import MediaInspection
package import Structure

/// A file that breaks a rule, and one that does not.
package struct RuleCase: Sendable {
  package let id: String
  package let broken: [UInt8]
  package let sound: [UInt8]
  package var limits = Limits()
  /// The name that the broken file has.
  package var name: String?

  init(
    _ id: String, _ broken: [UInt8], sound: [UInt8] = Files.film, limits: Limits = Limits(),
    name: String? = nil
  ) {
    self.id = id
    self.broken = broken
    self.sound = sound
    self.limits = limits
    self.name = name
  }
}

/// Files without a fault, to be broken.
package enum Files {
  package static let tables = "moov/trak/mdia/minf/stbl/"

  /// Two samples of 5 and 4 bytes in one chunk at 28, in front of `moov`, so that offsets hold
  /// whatever is changed there.
  package static let film: [UInt8] = atoms {
    Parts.fileType("isom", "isom")
    atom("mdat") { hex("00000001 65 000000 41") }
    Parts.movie {
      Parts.track {
        Parts.media {
          Parts.visualEntry("avc1")
        } tables: {
          Parts.sampleTables([5, 4], at: 28)
        }
      }
    }
  }

  /// The same as sound; `mp4a` has an `esds` of AAC-LC at 8,000 Hz.
  package static let sound: [UInt8] = atoms {
    Parts.fileType("isom", "isom")
    atom("mdat") { hex("00000001 65 000000 41") }
    Parts.movie {
      Parts.track(width: 0, height: 0) {
        Parts.media(handler: "soun") {
          Parts.audioEntry("mp4a") {
            atom("esds", version: 0) {
              hex("03 19 0001 00 04 11 40 15 000000 00000000 00000000 05 02 1588 06 01 02")
            }
          }
        } tables: {
          Parts.sampleTables([5, 4], at: 28)
        }
      }
    }
  }

  /// Fragments of one track, of a sample each.
  package static let fragments: [UInt8] = atoms {
    Parts.fileType("iso5", "iso5")
    Parts.fragmentedMovie()
    Parts.fragment(sequence: 1, time: 0, duration: 100, sample: [1, 2, 3, 4])
    Parts.fragment(sequence: 2, time: 100, duration: 100, sample: [1, 2, 3, 4])
  }

  /// An image of 64 by 48 in `mdat`, a thumbnail of it, and a grid of the two.
  package static let images: [UInt8] = atoms {
    atom("ftyp") {
      code("mif1"); u32(0); code("mif1", "avif")
    }
    atom("mdat") { hex("0102 0304 0506") }
    atom("meta", version: 0) {
      atom("hdlr", version: 0) {
        u32(0); code("pict"); zeros(12); text("", terminated: true)
      }
      atom("pitm", version: 0) { u16(3) }
      atom("iloc", version: 0) {
        u8(0x44, 0); u16(3)
        for (item, offset) in [(1, 32), (2, 34), (3, 36)] as [(UInt16, UInt32)] {
          u16(item, 0, 1); u32(offset, 2)
        }
      }
      atom("iinf", version: 0) {
        u16(3)
        for (item, type) in [(1, "av01"), (2, "av01"), (3, "grid")] as [(UInt16, FourCC)] {
          atom("infe", version: 2) {
            u16(item, 0); code(type); text("", terminated: true)
          }
        }
      }
      atom("iprp") {
        atom("ipco") {
          atom("ispe", version: 0) { u32(64, 48) }
          atom("av1C") { hex("81000000") }
          atom("irot") { u8(1) }
        }
        atom("ipma", version: 0) {
          u32(3)
          u16(1); hex("02 01 82")
          u16(2); hex("02 01 82")
          u16(3); hex("02 01 83")
        }
      }
      atom("iref", version: 0) {
        atom("dimg") { u16(3, 2, 1, 2) }
        atom("thmb") { u16(2, 1, 1) }
      }
    }
  }

  package static let protection = atom("sinf") {
    atom("frma") { code("avc1") }
    atom("schm", version: 0) {
      code("cenc"); u32(0x10000)
    }
    atom("schi") {
      atom("tenc", version: 0) {
        hex("0000 01 08"); bytes(Array(repeating: 7, count: 16))
      }
    }
  }

  package static let encrypted = film.replacing(tables + "stsd/avc1") {
    Parts.visualEntry("encv") {
      Parts.avcConfiguration; protection
    }
  }
  .adding(to: "moov/trak/mdia/minf/stbl") {
    atom("saiz", version: 0) {
      u8(8); u32(2)
    }
    atom("saio", version: 0) { u32(1, 28) }
  }

  /// iTunes metadata with these items.
  package static func tagged(@AtomBuilder _ items: () -> Piece) -> [UInt8] {
    let items = items()
    return film.adding(to: "moov") {
      atom("udta") {
        atom("meta", version: 0) {
          atom("hdlr", version: 0) {
            u32(0); code("mdir", "appl"); zeros(9)
          }
          atom("ilst") { items }
        }
      }
    }
  }

  package static func value(_ type: UInt32, _ content: Piece) -> Piece {
    atom("data") {
      u32(type, 0); content
    }
  }

  /// A movie that is compressed so many times.
  package static func compressed(times: Int) -> [UInt8] {
    let movie = (0..<times).reduce(Parts.movie {}) { inner, _ in
      atom("moov") {
        atom("cmov") {
          atom("dcom") { code("zlib") }
          atom("cmvd") {
            u32(UInt32(inner.bytes.count)); Recipe.stored(inner)
          }
        }
      }
    }
    return Parts.fileType("qt  ", "qt  ").bytes + movie.bytes
  }

  /// A movie that is compressed: an atom of 16 bytes in a block that is stored as it is.
  package static func compressed(declared: UInt32) -> [UInt8] {
    atoms {
      Parts.fileType("qt  ", "qt  ")
      atom("moov") {
        atom("cmov") {
          atom("dcom") { code("zlib") }
          atom("cmvd") {
            u32(declared)
            hex("7801 01 1000 efff 00000010 66726565 00000000 00000000 120d01b3")
          }
        }
      }
    }
  }
}

package enum RuleCases {
  package static let all: [RuleCase] =
    fields + scanning + structure + file + movie + timing + samples + verdicts + chunks + fragments
    + codecs + DepartureCases.all + AgreementCases.all + protection + items + metadata + media
    + tags + audio + chunkFiles + EmbeddedCases.rules + PropertyListCases.rules + SamsungCases.rules + CameraCases.rules
    + ICCCases.rules + ClaimCases.rules

  private static let tables = Files.tables
  private static let film = Files.film

  static let fields: [RuleCase] = [
    RuleCase(
      "fields-truncated", film.replacing("moov/mvhd") { atom("mvhd", version: 0) { u32(0, 0) } }),
    RuleCase("count-exceeds-box", film.setting(tables + "stts", at: 4) { u32(9) }),
    RuleCase(
      "text-unterminated",
      film.replacing("moov/trak/mdia/hdlr") {
        atom("hdlr", version: 0) {
          u32(0); code("vide"); zeros(12); text("Name")
        }
      }),
    RuleCase("value-unexpected", film.setting(tables + "stsd/avc1/avcC", at: 0) { u8(2) }),
    RuleCase("reserved-bits", film.setting("moov/mvhd", at: 30) { u8(1) }),
    RuleCase("version-unknown", film.setting("moov/mvhd", at: 0) { u8(9) }),
    RuleCase(
      "context-missing",
      film.adding(to: "moov/trak") {
        atom("senc", version: 0) {
          u32(1); zeros(8)
        }
      },
      sound: Files.encrypted.adding(to: "moov/trak") {
        atom("senc", version: 0) {
          u32(1); zeros(8)
        }
      }),
    RuleCase("extra-bytes", film.adding(to: "moov/mvhd") { hex("0102") }),
  ]

  static let scanning: [RuleCase] = [
    RuleCase("file-truncated", film.dropLast(30)),
    RuleCase(
      "atom-exceeds-parent", film.adding(to: "moov") { atom("udta", rawSize: 99) { zeros(8) } }),
    RuleCase("atom-size-invalid", film + [0, 0, 0, 7, 0x66, 0x72, 0x65, 0x65]),
    RuleCase(
      "atom-size-zero", film.adding(to: "moov") { atom("udta", rawSize: 0) { atom("free") } }),
    RuleCase("atom-header-truncated", film + [1, 2, 3]),
    RuleCase(
      "not-an-atom", film + Array(repeating: 0, count: 16) + Array(repeating: 0xFF, count: 16)),
    RuleCase("depth-limit", atoms { Parts.nest(100) }),
    RuleCase("node-limit", film, limits: few(nodes: 5)),
    RuleCase("track-limit", film, limits: few(tracks: 0)),
    RuleCase("memory-exhausted", film, limits: few(memory: Memory(limit: 0))),
    RuleCase("steps-exhausted", film, limits: few(steps: 1)),
    RuleCase(
      "inflate-failed", Files.compressed(declared: 99), sound: Files.compressed(declared: 16)),
    RuleCase(
      "inflate-limit", Files.compressed(declared: 16), sound: film, limits: few(inflated: 8)),
    RuleCase("inflate-nested", Files.compressed(times: 5), sound: Files.compressed(times: 4)),
  ]

  private static func few(
    nodes: Int = 4_000_000, inflated: Int = 64 << 20, tracks: Int = 4_096,
    memory: Memory = Memory(), steps: UInt64 = .max
  ) -> Limits {
    var limits = Limits()
    limits.nodes = nodes
    limits.inflatedPayload = inflated
    limits.parts = tracks
    limits.memory = memory
    limits.steps = steps
    return limits
  }

  /// As ffmpeg writes it.
  private static let encryptedFragments = (try? Corpus.open("encoded/encrypted-fragmented.mp4")).map(PlayerCases.content) ?? []

  static let structure: [RuleCase] = [
    RuleCase("atom-misplaced", film.adding(to: "moov") { atom("stts", version: 0) { u32(0) } }),
    RuleCase("sample-encryption-beside-offsets", encryptedFragments),
    RuleCase("atom-missing", film.removing("moov/trak/tkhd")),
    RuleCase("atom-missing", Files.fragments.removing("moof/traf/tfhd"), sound: Files.fragments),
    RuleCase("atom-duplicated", film.adding(to: "moov") { Parts.movieHeader() }),
    RuleCase("atom-duplicated", film + film.suffix(0) + atoms { Parts.movie {} }),
    RuleCase(
      "tables-compete",
      film.adding(to: "moov/trak/mdia/minf/stbl") { atom("co64", version: 0) { u32(0) } }),
    RuleCase("entry-count-differs", film.setting(tables + "stsd", at: 4) { u32(2) }),
    RuleCase("flags-unknown", film.setting("moov/trak/mdia/mdhd", at: 3) { u8(4) }),
    RuleCase(
      "free-space-large", film + atoms { atom("free") { zeros(1 << 20 + 1) } },
      sound: film + atoms { atom("free") { zeros(1 << 10) } }),
    RuleCase("media-empty", film + atoms { atom("mdat") }),
  ]

  static let file: [RuleCase] = [
    RuleCase("movie-missing", film.removing("moov")),
    RuleCase("movie-missing", Parts.fileType("isom", "isom").bytes),
    RuleCase("ftyp-not-first", film.removing("ftyp") + film.prefix(20)),
    RuleCase("ftyp-missing", film.removing("ftyp")),
    RuleCase("brand-not-compatible", film.setting("ftyp", at: 0) { code("mp42") }),
    RuleCase(
      "brand-unmet", Files.images.setting("ftyp", at: 12) { code("heic") }, sound: Files.images),
    RuleCase("faststart", film, sound: atoms { Parts.film() }),
    RuleCase(
      "chunk-offset-64",
      film.replacing(tables + "stco") {
        atom("co64", version: 0) {
          u32(1); u64(28)
        }
      }),
  ]

  static let movie: [RuleCase] = [
    RuleCase(
      "track-id-duplicate", film.adding(to: "moov") { Parts.track { Piece() } },
      sound: film.adding(to: "moov") {
        Parts.track(id: 2) {
          Parts.media {
            Parts.visualEntry("avc1")
          } tables: {
            Parts.emptyTables
          }
        }
      }),
    RuleCase("track-id-zero", film.setting("moov/trak/tkhd", at: 12) { u32(0) }),
    RuleCase("next-track-id", film.setting("moov/mvhd", at: 96) { u32(1) }),
    RuleCase(
      "track-reference-dangling",
      film.adding(to: "moov/trak") { atom("tref") { atom("chap") { u32(7) } } },
      sound: film.adding(to: "moov/trak") { atom("tref") { atom("chap") { u32(1) } } }),
    RuleCase("timescale-zero", film.setting("moov/trak/mdia/mdhd", at: 12) { u32(0) }),
    RuleCase("time-epoch", film.setting("moov/mvhd", at: 4) { u32(1_700_000_000) }),
    RuleCase("matrix-singular", film.setting("moov/trak/tkhd", at: 40) { zeros(36) }),
    RuleCase("track-size-zero", film.setting("moov/trak/tkhd", at: 76) { zeros(8) }),
    RuleCase("tracks-disabled", film.setting("moov/trak/tkhd", at: 3) { u8(2) }),
    RuleCase("language-invalid", film.setting("moov/trak/mdia/mdhd", at: 20) { u16(0x7C00) }),
    RuleCase(
      "media-header-mismatch",
      film.replacing("moov/trak/mdia/minf/vmhd") { atom("smhd", version: 0) { zeros(4) } }),
    RuleCase("handler-unsuited", film.setting("moov/trak/mdia/hdlr", at: 8) { code("soun") }),
    RuleCase(
      "handler-unsuited", Files.sound.setting("moov/trak/mdia/hdlr", at: 8) { code("text") }, sound: Files.sound),
  ]

  private static func edited(@AtomBuilder _ rows: () -> Piece) -> [UInt8] {
    let rows = rows()
    return film.adding(behind: "moov/trak/tkhd") {
      atom("edts") {
        atom("elst", version: 0) {
          u32(UInt32(rows.bytes.count / 12)); rows
        }
      }
    }
  }

  static let timing: [RuleCase] = [
    RuleCase(
      "media-duration-differs", film.setting("moov/trak/mdia/mdhd", at: 16) { u32(402) },
      sound: film.setting("moov/trak/mdia/mdhd", at: 16) { u32(401) }),
    RuleCase(
      "track-duration-differs", film.setting("moov/trak/tkhd", at: 20) { u32(600) },
      // A sample has 200 ticks; less than one is nobody's loss.
      sound: film.setting("moov/trak/tkhd", at: 20) { u32(599) }
        .setting("moov/mvhd", at: 16) { u32(599) }),
    // Two samples of 200 ticks, of which the edits show one.
    RuleCase("track-duration-padded", edited { u32(200, 0, 0x10000) }, sound: edited { u32(201, 0, 0x10000) }),
    RuleCase("movie-duration-differs", film.setting("moov/mvhd", at: 16) { u32(500) }),
    RuleCase("edit-list-empty", edited { Piece() }, sound: edited { u32(400, 0, 0x10000) }),
    RuleCase(
      "edit-beyond-media", edited { u32(400, 401, 0x10000) },
      sound: edited {
        u32(100); i32(-1); u32(0x10000); u32(300, 100, 0x10000)
      }),
    RuleCase(
      "edit-before-media", edited { u32(400); i32(-2); u32(0x10000) },
      sound: edited { u32(100); i32(-1); u32(0x10000); u32(300, 0, 0x10000) }),
    RuleCase("edit-rate-zero", edited { u32(400, 0, 0) }, sound: edited { u32(400, 0, 0x10000) }),
    RuleCase(
      "composition-delay", offsets(0) { u32(2, 100) },
      sound: offsets(0) { u32(2, 0) }),
  ]

  private static func offsets(
    _ version: UInt8, @AtomBuilder _ row: () -> Piece
  ) -> [UInt8] {
    let row = row()
    return film.adding(behind: tables + "stts") {
      atom("ctts", version: version) {
        u32(1); row
      }
    }
  }

  /// A fragment of two samples of four bytes, with flags for all of them in `tfhd`, or in its run for the first one or
  /// for the second one.
  private static func flagged(all: UInt32? = nil, first: UInt32? = nil, each second: UInt32? = nil) -> [UInt8] {
    func moof(_ offset: UInt32) -> Piece {
      atom("moof") {
        atom("mfhd", version: 0) { u32(1) }
        atom("traf") {
          atom("tfhd", version: 0, flags: all == nil ? 0x02_0000 : 0x02_0020) {
            u32(1)
            if let all { u32(all) }
          }
          atom("tfdt", version: 1) { u64(0) }
          atom("trun", version: 0, flags: 0x301 | (first == nil ? 0 : 0x4) | (second == nil ? 0 : 0x400)) {
            u32(2, offset)
            if let first { u32(first) }
            u32(100, 4)
            if second != nil { u32(0x0200_0000) }
            u32(100, 4)
            if let second { u32(second) }
          }
        }
      }
    }
    return atoms {
      Parts.fileType("iso5", "iso5")
      Parts.fragmentedMovie()
      moof(UInt32(moof(0).bytes.count + 8))
      atom("mdat") { u32(0x0102_0304, 0x0506_0708) }
    }
  }

  private static func adding(@AtomBuilder _ piece: () -> Piece) -> [UInt8] {
    film.adding(to: "moov/trak/mdia/minf/stbl", piece)
  }

  private static func groups(_ count: UInt32, _ group: UInt32) -> [UInt8] {
    adding {
      atom("sgpd", version: 1) {
        code("roll"); u32(2, 1); u16(1)
      }
      atom("sbgp", version: 0) {
        code("roll"); u32(1, count, group)
      }
    }
  }

  static let samples: [RuleCase] = [
    RuleCase("sample-count-differs", film.setting(tables + "stts", at: 8) { u32(3) }),
    RuleCase(
      "composition-count-differs", offsets(0) { u32(3, 0) }, sound: offsets(0) { u32(2, 0) }),
    RuleCase(
      "sample-description-missing",
      film.replacing(tables + "stsd") { atom("stsd", version: 0) { u32(0) } }),
    RuleCase(
      "sync-sample-invalid", adding { atom("stss", version: 0) { u32(2, 1, 3) } },
      sound: adding { atom("stss", version: 0) { u32(2, 1, 2) } }),
    RuleCase(
      "sync-sample-invalid", adding { atom("stss", version: 0) { u32(2, 2, 1) } },
      sound: adding { atom("stss", version: 0) { u32(1, 2) } }),
    RuleCase(
      "sync-samples-none", adding { atom("stss", version: 0) { u32(0) } },
      sound: adding { atom("stss", version: 0) { u32(1, 1) } }),
    RuleCase(
      "first-sample-not-sync", adding { atom("stss", version: 0) { u32(1, 2) } },
      sound: adding { atom("stss", version: 0) { u32(1, 1) } }),
    RuleCase(
      "dependency-count-differs", adding { atom("sdtp", version: 0) { u8(0x20) } },
      sound: adding { atom("sdtp", version: 0) { u8(0x20, 0x10) } }),
    // What a sample depends on, what depends on it, whether it is coded twice.
    RuleCase(
      "sample-flags-reserved", adding { atom("sdtp", version: 0) { u8(0x20, 0x30) } },
      // Of leading samples all values say something.
      sound: adding { atom("sdtp", version: 0) { u8(0xE0, 0xDA) } }),
    RuleCase(
      "sample-flags-reserved", adding { atom("sdtp", version: 0) { u8(0x2C, 0x10) } },
      // In QuickTime each bit is a flag of its own.
      sound: adding { atom("sdtp", version: 0) { u8(0x2C, 0x10) } }
        .replacing("ftyp") { Parts.fileType("qt  ", "qt  ") }),
    RuleCase(
      "sample-flags-reserved", adding { atom("sdtp", version: 0) { u8(0x20, 0x13) } },
      sound: adding { atom("sdtp", version: 0) { u8(0x20, 0x12) } }),
    RuleCase(
      "sample-flags-reserved", fragmented.setting("moov/mvex/trex", at: 20) { u32(0x0300_0000) },
      sound: fragmented.setting("moov/mvex/trex", at: 20) { u32(0x0E0F_FFFF) }),
    RuleCase("sample-flags-reserved", flagged(all: 0x03C0_0000), sound: flagged(all: 0x0280_0000)),
    RuleCase("sample-flags-reserved", flagged(first: 0x02C0_0000), sound: flagged(first: 0x0240_0000)),
    RuleCase("sample-flags-reserved", flagged(each: 0x0130_0000), sound: flagged(each: 0x0120_0000)),
    RuleCase("sample-duration-zero", film.setting(tables + "stts", at: 12) { u32(0) }),
    RuleCase("sample-duration-negative", film.setting(tables + "stts", at: 12) { i32(-1) }),
    RuleCase(
      "composition-offset-negative",
      offsets(0) {
        u32(2); i32(-1)
      },
      sound: offsets(1) {
        u32(2); i32(-1)
      }),
    RuleCase(
      "composition-range-differs", ranged(least: 0), sound: ranged(least: 100)),
    RuleCase("sample-group-count-differs", groups(3, 1), sound: groups(1, 1)),
    RuleCase("sample-group-index-invalid", groups(2, 2), sound: groups(2, 0)),
  ]

  private static func ranged(least: Int32) -> [UInt8] {
    adding {
      atom("ctts", version: 0) { u32(1, 2, 100) }
      atom("cslg", version: 0) { i32(0, least, 100, 100, 500) }
    }
  }

  /// The film with four samples, of these durations in thousandths.
  private static func timed(_ rows: [(UInt32, UInt32)], sync: [UInt32] = [1]) -> [UInt8] {
    let count = rows.reduce(0) { $0 + $1.0 }
    return film.replacing(tables + "stts") {
      atom("stts", version: 0) {
        u32(UInt32(rows.count))
        for (count, delta) in rows { u32(count, delta) }
      }
    }
    .replacing(tables + "stsz") { atom("stsz", version: 0) { u32(1, count) } }
    .setting(tables + "stsc", at: 12) { u32(count) }
    .replacing("mdat") { atom("mdat") { zeros(Int(count)) } }
    .adding(to: "moov/trak/mdia/minf/stbl") {
      atom("stss", version: 0) {
        u32(UInt32(sync.count))
        for number in sync { u32(number) }
      }
    }
  }

  static let verdicts: [RuleCase] = [
    RuleCase(
      "frame-rate-uneven", timed([(2, 40), (2, 50)]), sound: timed([(3, 40), (1, 50)])),
    RuleCase("frame-rate-unusual", timed([(4, 70)]), sound: timed([(4, 40)])),
    RuleCase(
      "key-frame-distance", timed([(400, 40)], sync: [1, 300]),
      sound: timed([(400, 40)], sync: [1, 200])),
  ]

  static let chunks: [RuleCase] = [
    RuleCase("chunk-beyond-end", film.setting(tables + "stco", at: 8) { u32(0xFFFF) }),
    RuleCase("chunk-crosses-end", film.setting(tables + "stsz", at: 12) { u32(0xFFFF) }),
    RuleCase("chunk-outside-media", film.setting(tables + "stco", at: 8) { u32(64) }),
    RuleCase("chunk-leaves-media", film.setting(tables + "stsz", at: 16) { u32(5) }),
    RuleCase(
      "samples-overlap", chunked(offsets: [28, 30], runs: [(1, 1, 1)]),
      sound: chunked(offsets: [28, 33], runs: [(1, 1, 1)])),
    RuleCase(
      "media-shared", chunked(offsets: [28, 28], runs: [(1, 1, 1)]),
      sound: chunked(offsets: [28, 33], runs: [(1, 1, 1)])),
    // Sound lies where the pictures do, in front of its own bytes.
    RuleCase(
      "media-shared-by-codings", interleaved([[28, 30, 32], [28, 30, 32]], media: 6),
      sound: interleaved([[28, 32, 36], [30, 34, 38]])),
    RuleCase("media-unreferenced", film.setting(tables + "stsz", at: 16) { u32(3) }),
    RuleCase(
      "chunks-unordered", chunked(offsets: [32, 28], runs: [(1, 1, 1)]),
      sound: chunked(offsets: [28, 33], runs: [(1, 1, 1)])),
    RuleCase(
      "chunk-runs-disordered", chunked(offsets: [28, 33], runs: [(2, 1, 1), (1, 1, 1)]),
      sound: chunked(offsets: [28, 33], runs: [(1, 1, 1), (2, 1, 1)])),
    RuleCase("chunk-runs-disordered", film.setting(tables + "stsc", at: 8) { u32(2) }),
    RuleCase(
      "chunk-run-beyond", chunked(offsets: [28, 33], runs: [(1, 1, 1), (3, 1, 1)]),
      sound: chunked(offsets: [28, 33], runs: [(1, 1, 1), (2, 1, 1)])),
    RuleCase("chunk-samples-differ", film.setting(tables + "stsc", at: 12) { u32(3) }),
    RuleCase("description-index-invalid", film.setting(tables + "stsc", at: 16) { u32(2) }),
    RuleCase("data-reference-invalid", film.setting(tables + "stsd/avc1", at: 6) { u16(2) }),
  ]

  private static func chunked(
    offsets: [UInt32], runs: [(UInt32, UInt32, UInt32)]
  ) -> [UInt8] {
    film.replacing(tables + "stco") {
      atom("stco", version: 0) {
        u32(UInt32(offsets.count))
        for offset in offsets { u32(offset) }
      }
    }
    .replacing(tables + "stsc") {
      atom("stsc", version: 0) {
        u32(UInt32(runs.count))
        for run in runs { u32(run.0, run.1, run.2) }
      }
    }
  }

  private static let fragmented = Files.fragments

  private static func pairs(
    _ second: (number: UInt32, time: UInt64)
  ) -> [UInt8] {
    atoms {
      Parts.fileType("iso5", "iso5")
      Parts.fragmentedMovie()
      Parts.fragment(sequence: 1, time: 0, duration: 100, sample: [1, 2, 3, 4])
      Parts.fragment(
        sequence: second.number, time: second.time, duration: 100, sample: [1, 2, 3, 4])
    }
  }

  private static let fragmentSize = UInt32(
    Parts.fragment(sequence: 1, time: 0, duration: 100, sample: [1, 2, 3, 4]).bytes.count)

  /// An index in front of two fragments.
  private static func indexed(_ size: UInt32, lasting ticks: UInt32 = 100) -> [UInt8] {
    fragmented.adding(behind: "moov") {
      atom("sidx", version: 0) {
        u32(1, 1_000, 0, 0); u16(0, 2)
        for size in [size, fragmentSize] { u32(size, ticks, 0x9000_0000) }
      }
    }
  }

  private static func randomAccess(_ offset: UInt32, size: UInt32 = 59) -> [UInt8] {
    fragmented
      + atoms {
        atom("mfra") {
          atom("tfra", version: 0) {
            u32(1, 0, 1, 0, offset); u8(1, 1, 1)
          }
          atom("mfro", version: 0) { u32(size) }
        }
      }
  }

  private static let firstFragment = UInt32(
    Parts.fileType("iso5", "iso5").bytes.count + Parts.fragmentedMovie().bytes.count)

  /// A fragment with information on the encryption of so many samples.
  private static func secured(_ count: UInt32) -> [UInt8] {
    fragmented.adding(to: "moof/traf") {
      atom("saiz", version: 0) {
        u8(8); u32(count)
      }
      atom("saio", version: 0) { u32(1, 8) }
    }
    .setting("moof/traf/trun", at: 8) { u32(104 + 17 + 20) }
  }

  static let fragments: [RuleCase] = [
    RuleCase("sequence-not-increasing", pairs((1, 100)), sound: fragmented),
    RuleCase("decode-time-gap", pairs((2, 101)), sound: fragmented),
    RuleCase("decode-time-overlap", pairs((2, 99)), sound: fragmented),
    RuleCase(
      "run-outside-media", fragmented.setting("moof/traf/trun", at: 8) { u32(90) },
      sound: fragmented),
    RuleCase(
      "fragment-track-unknown", fragmented.setting("moof/traf/tfhd", at: 4) { u32(7) },
      sound: fragmented),
    RuleCase(
      "track-extends-missing", fragmented.setting("moov/mvex/trex", at: 4) { u32(7) },
      sound: fragmented),
    RuleCase("decode-time-missing", fragmented.removing("moof/traf/tfdt"), sound: fragmented),
    RuleCase("auxiliary-count-differs", secured(2), sound: secured(1)),
    RuleCase(
      "base-offset-absolute",
      fragmented.replacing("moof/traf/tfhd") {
        atom("tfhd", version: 0, flags: 1) {
          u32(1); u64(0)
        }
      }, sound: fragmented),
    RuleCase("segment-index-target", indexed(fragmentSize - 1), sound: indexed(fragmentSize)),
    RuleCase("segment-duration-differs", indexed(fragmentSize, lasting: 5_000), sound: indexed(fragmentSize)),
    RuleCase(
      "random-access-target", randomAccess(firstFragment + 1), sound: randomAccess(firstFragment)),
    RuleCase(
      "random-access-size", randomAccess(firstFragment, size: 60),
      sound: randomAccess(firstFragment)),
    RuleCase(
      "index-track-unknown", indexed(fragmentSize).setting("sidx", at: 4) { u32(9) }, sound: indexed(fragmentSize)),
    RuleCase(
      "index-track-unknown", randomAccess(firstFragment).setting("mfra/tfra", at: 4) { u32(9) },
      sound: randomAccess(firstFragment)),
    RuleCase("index-track-unknown", announced(9), sound: announced(1)),
    RuleCase("index-track-unknown", levelled(9), sound: levelled(1)),
  ]

  /// Fragments with properties of all that are of a track.
  private static func announced(_ track: UInt32) -> [UInt8] {
    fragmented.adding(to: "moov/mvex") {
      atom("trep", version: 0) {
        u32(track); atom("assp", version: 0) { u32(1) }
      }
    }
  }

  /// Fragments with two levels, the second of a track.
  private static func levelled(_ track: UInt32) -> [UInt8] {
    fragmented.adding(to: "moov/mvex") {
      atom("leva", version: 0) {
        u8(2); u32(1); u8(3); u32(track); u8(3)
      }
    }
  }

  private static func inEntry(@AtomBuilder _ piece: () -> Piece) -> [UInt8] {
    film.adding(to: tables + "stsd/avc1", piece)
  }

  /// Fragments of AAC-LC at 8,000 Hz, the sample of the second of which lasts so many ticks; others are the default.
  private static func sounding(lasting ticks: UInt32, default other: UInt32 = 1_024) -> [UInt8] {
    atoms {
      Parts.fileType("iso5", "iso5")
      Parts.movie(duration: 0) {
        Parts.track(duration: 0, width: 0, height: 0) {
          Parts.media(handler: "soun", timescale: 8_000, duration: 0) {
            Parts.audioEntry("mp4a") {
              atom("esds", version: 0) {
                hex("03 19 0001 00 04 11 40 15 000000 00000000 00000000 05 02 1588 06 01 02")
              }
            }
          } tables: {
            Parts.emptyTables
          }
        }
        atom("mvex") {
          atom("trex", version: 0) { u32(1, 1, other, 0, 0) }
        }
      }
      Parts.fragment(sequence: 1, time: 0, duration: 1_024, sample: [1, 2])
      Parts.fragment(sequence: 2, time: 1_024, duration: ticks, sample: [1, 2])
    }
  }

  /// The same, the first of which has no duration of its own.
  private static func sounding(byDefault ticks: UInt32) -> [UInt8] {
    sounding(lasting: 1_024, default: ticks).replacing("moof/traf/trun") {
      atom("trun", version: 0, flags: 0x201) { u32(1, 100, 2) }
    }
    .setting("moof[2]/traf/tfdt", at: 4) { u64(UInt64(ticks)) }
  }

  /// Three samples of AAC-LC at 8,000 Hz, each of so many ticks, or the last of others.
  private static func ticking(_ timescale: UInt32, delta: UInt32 = 1_024, last: UInt32? = nil) -> [UInt8] {
    let ticks = 2 * delta + (last ?? delta)
    let duration = UInt32(UInt64(ticks) * 1_000 / UInt64(timescale))
    let file = atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { hex("0140 0140 0140") }
      Parts.movie(duration: duration) {
        Parts.track(duration: duration, width: 0, height: 0) {
          Parts.media(handler: "soun", timescale: timescale, duration: ticks) {
            Parts.audioEntry("mp4a") {
              atom("esds", version: 0) {
                hex("03 19 0001 00 04 11 40 15 000000 00000000 00000000 05 02 1588 06 01 02")
              }
            }
          } tables: {
            Parts.sampleTables([2, 2, 2], delta: delta, at: 28)
          }
        }
      }
    }
    guard let last else { return file }
    return file.replacing(tables + "stts") {
      atom("stts", version: 0) { u32(2, 2, delta, 1, last) }
    }
  }

  /// Sound with another sample entry, and its configuration.
  private static func sounding(_ entry: FourCC, _ configuration: FourCC, _ content: String) -> [UInt8] {
    Files.sound.replacing(tables + "stsd/mp4a") {
      Parts.audioEntry(entry) { atom(configuration) { hex(content) } }
    }
    // A frame of FLAC begins so, and others may.
    .replacing("mdat") { atom("mdat") { hex("FFF86908 65 FFF869 41") } }
  }

  /// STREAMINFO of blocks of 4,096 samples at most, at 8,000 Hz, mono, 16 bits.
  private static func streamInfo(_ leastBlock: String) -> String {
    "00000000 80000022 " + leastBlock + " 1000 000000 000000 01f400f000000002"
      + String(repeating: "00", count: 16)
  }

  /// HEVC whose configuration says this profile, in front of a set of Main.
  private static func hevc(profile: UInt8) -> [UInt8] {
    let file = (try? Corpus.open("encoded/hevc-hvc1.mp4")).map(PlayerCases.content) ?? []
    return file.setting(tables + "stsd/hvc1/hvcC", at: 1) { u8(profile) }
  }

  static let codecs: [RuleCase] = [
    RuleCase("decoder-configuration-missing", film.removing(tables + "stsd/avc1/avcC")),
    RuleCase(
      "parameter-sets-missing",
      film.replacing(tables + "stsd/avc1/avcC") { atom("avcC") { hex("0142c00a ff e0 00") } }),
    RuleCase(
      "parameter-set-type", film.setting(tables + "stsd/avc1/avcC", at: 8) { u8(0x68) }),
    RuleCase("profile-differs", film.setting(tables + "stsd/avc1/avcC", at: 1) { u8(77) }),
    // Of a set of Main, which says that decoders of Main 10 have it as well.
    RuleCase("profile-differs", hevc(profile: 4), sound: hevc(profile: 2)),
    RuleCase("picture-size-differs", film.setting(tables + "stsd/avc1", at: 24) { u16(80) }),
    RuleCase("length-size-invalid", film.setting(tables + "stsd/avc1/avcC", at: 4) { u8(0xFE) }),
    RuleCase(
      "pixel-aspect-zero", inEntry { atom("pasp") { u32(1, 0) } },
      sound: inEntry { atom("pasp") { u32(1, 1) } }),
    RuleCase(
      "clean-aperture-invalid", inEntry { atom("clap") { u32(64, 1, 48, 0, 0, 1, 0, 1) } },
      sound: inEntry { atom("clap") { u32(64, 1, 48, 1, 0, 1, 0, 1) } }),
    // 65 of 64 pixels; 32 of them, 40 to the right of the middle.
    RuleCase(
      "clean-aperture-outside", inEntry { atom("clap") { u32(65, 1, 48, 1, 0, 1, 0, 1) } },
      sound: inEntry { atom("clap") { u32(32, 1, 48, 1, 16, 1, 0, 1) } }),
    RuleCase(
      "clean-aperture-outside", inEntry { atom("clap") { u32(32, 1, 48, 1, 40, 1, 0, 1) } },
      sound: inEntry { atom("clap") { u32(32, 1, 48, 1, 16, 1, 0, 1) } }),
    RuleCase("sound-timescale-differs", ticking(7_350), sound: ticking(8_000)),
    // With bands replicated a sample may be counted at twice the rate.
    RuleCase("sound-timescale-differs", ticking(7_350), sound: ticking(16_000, delta: 2_048)),
    // An hour at 8,000 Hz is a gap of a stream perhaps, and a tick more is none.
    RuleCase(
      "sound-frame-long", ticking(8_000, last: 28_800_001), sound: ticking(8_000, last: 28_800_000)),
    RuleCase("sound-frame-long", sounding(lasting: 28_800_001), sound: sounding(lasting: 28_800_000)),
    RuleCase("sound-frame-long", sounding(lasting: .max), sound: sounding(lasting: 1_024, default: .max)),
    RuleCase("sound-frame-long", sounding(byDefault: 28_800_001), sound: sounding(byDefault: 28_800_000)),
    RuleCase(
      "sampling-rate-differs",
      Files.sound.setting(tables + "stsd/mp4a", at: 24) { u32(16_000 << 16) },
      sound: Files.sound),
    RuleCase(
      "stream-info-invalid",
      sounding("fLaC", "dfLa", streamInfo("1001")), sound: sounding("fLaC", "dfLa", streamInfo("1000"))),
    RuleCase(
      "opus-channels-invalid", sounding("Opus", "dOps", "00 00 0138 0000bb80 0000 00"),
      sound: sounding("Opus", "dOps", "00 01 0138 0000bb80 0000 00")),
    RuleCase(
      "bit-rate-order", inEntry { atom("btrt") { u32(0, 100, 101) } },
      sound: inEntry { atom("btrt") { u32(0, 101, 100) } }),
    RuleCase(
      "colour-missing", film,
      sound: inEntry {
        atom("colr") {
          code("nclx"); u16(1, 1, 1); u8(0)
        }
      }),
    // A parameter set whose VUI says the range alone, and one that says BT.709.
    RuleCase(
      "colour-missing", film.replacing(tables + "stsd/avc1/avcC") { videoSignal("e9b010") },
      sound: film.replacing(tables + "stsd/avc1/avcC") { videoSignal("e9a808080810") }),
  ]

  /// `avcC` of the film, whose parameter set ends in these bytes: VUI behind the size of the picture.
  private static func videoSignal(_ tail: String) -> Piece {
    let set = hex("6742c00ada11" + tail)
    return atom("avcC") {
      hex("01 42c0 0a ff e1")
      u16(UInt16(set.bytes.count))
      set
      u8(1); u16(4); hex("68ce3c80")
    }
  }

  private static let encrypted = Files.encrypted

  static let protection: [RuleCase] = [
    RuleCase(
      "protection-missing", encrypted.removing(tables + "stsd/encv/sinf"), sound: encrypted),
    RuleCase(
      "scheme-missing", encrypted.removing(tables + "stsd/encv/sinf/schi"), sound: encrypted),
    RuleCase(
      "initialization-vector-size",
      encrypted.setting(tables + "stsd/encv/sinf/schi/tenc", at: 7) { u8(12) }, sound: encrypted),
    RuleCase(
      "auxiliary-offset-outside", encrypted.setting(tables + "saio", at: 8) { u32(0xFFFF) },
      sound: encrypted),
    RuleCase("auxiliary-pair-missing", encrypted.removing(tables + "saio"), sound: encrypted),
    RuleCase("auxiliary-offset-elsewhere", vectors(behind: 1), sound: vectors(behind: 0)),
    RuleCase("auxiliary-sizes-differ", vectors(of: 16), sound: vectors(of: 8)),
  ]

  /// A film whose `saiz` says so many bytes for each of two samples, of which `senc` has eight each.
  private static func vectors(of size: UInt8) -> [UInt8] {
    vectors(behind: 0).replacing(tables + "saiz") { atom("saiz", version: 0) { u8(size); u32(2) } }
  }

  /// A film whose `saio` leads so many bytes behind the first vector in `senc`.
  private static func vectors(behind distance: UInt32) -> [UInt8] {
    let film = encrypted.adding(to: "moov/trak") {
      atom("senc", version: 0) {
        u32(2); hex("0102030405060708 1112131415161718")
      }
    }
    let start = film.firstRange(of: Array("senc".utf8))?.upperBound ?? 0
    return film.setting(tables + "saio", at: 8) { u32(UInt32(start) + 8 + distance) }
  }

  private static let images = Files.images

  static let items: [RuleCase] = [
    RuleCase("primary-item-missing", images.setting("meta/pitm", at: 4) { u16(9) }, sound: images),
    RuleCase("item-id-duplicate", images.setting("meta/iloc", at: 8) { u16(2) }, sound: images),
    RuleCase(
      "item-id-duplicate", images.setting("meta/iinf/infe", at: 4) { u16(2) }, sound: images),
    RuleCase("item-location-missing", images.setting("meta/iloc", at: 8) { u16(9) }, sound: images),
    RuleCase("item-outside", images.setting("meta/iloc", at: 14) { u32(0xFFFF) }, sound: images),
    RuleCase(
      "property-index-invalid", images.setting("meta/iprp/ipma", at: 11) { u8(4) }, sound: images),
    RuleCase(
      "property-item-unknown", images.setting("meta/iprp/ipma", at: 8) { u16(9) }, sound: images),
    RuleCase(
      "property-not-essential", images.setting("meta/iprp/ipma", at: 22) { u8(3) }, sound: images),
    RuleCase(
      "property-not-essential", images.setting("meta/iprp/ipma", at: 12) { u8(2) }, sound: images),
    RuleCase(
      "property-associations-repeated", images.adding(to: "meta/iprp") { atom("ipma", version: 0) { u32(0) } },
      sound: images.adding(to: "meta/iprp") { atom("ipma", version: 1) { u32(0) } }),
    RuleCase(
      "item-reference-unknown", images.setting("meta/iref/thmb", at: 4) { u16(9) }, sound: images),
    RuleCase("group-entity-unknown", grouped(9), sound: grouped(2)),
    RuleCase(
      "item-reference-cycle", images.setting("meta/iref/dimg", at: 4) { u16(3) }, sound: images),
    RuleCase("image-tile-count-differs", tiled(rows: 2), sound: tiled()),
    RuleCase("image-tile-count-differs", tiled(references: u16(3, 3, 1, 2, 1)), sound: tiled()),
    RuleCase("image-grid-size-differs", tiled(width: 120), sound: tiled()),
    RuleCase("image-grid-size-differs", tiled(height: 40), sound: tiled()),
    // 64 of 48 pixels high; behind a quarter turn there are as many.
    RuleCase("clean-aperture-outside", cropped(hex("02 01 84")), sound: cropped(hex("03 01 83 84"))),
    RuleCase(
      "image-size-missing", images.setting("meta/iprp/ipma", at: 11) { u8(0x82) }, sound: images),
    RuleCase("avif-depth-differs", still(bits: 10), sound: still()),
    RuleCase("avif-ispe-wrong", still(width: 40), sound: still()),
    RuleCase(
      "image-configuration-missing", images.setting("meta/iprp/ipma", at: 12) { u8(1) },
      sound: images),
  ]

  /// The images with a grid that has data, 8 bytes in `idat`: two tiles of 64 by 48 side by side.
  private static func tiled(
    rows: UInt8 = 1, width: UInt32 = 128, height: UInt32 = 48, references: Piece = u16(3, 2, 1, 2)
  ) -> [UInt8] {
    images.replacing("meta/iloc") {
      atom("iloc", version: 1) {
        u8(0x44, 0); u16(3)
        u16(1, 0, 0, 1); u32(32, 2)
        u16(2, 0, 0, 1); u32(34, 2)
        u16(3, 1, 0, 1); u32(0, 8)
      }
    }
    .replacing("meta/iprp") {
      atom("iprp") {
        atom("ipco") {
          atom("ispe", version: 0) { u32(64, 48) }
          atom("av1C") { hex("81000000") }
          atom("ispe", version: 0) { u32(width, height) }
        }
        atom("ipma", version: 0) {
          u32(3); u16(1); hex("02 01 82"); u16(2); hex("02 01 82"); u16(3); hex("01 03")
        }
      }
    }
    .replacing("meta/iref/dimg") { atom("dimg") { references } }
    .adding(to: "meta") { atom("idat") { u8(0, 0, rows - 1, 1); u16(128, 48) } }
  }

  /// The images, the third with these of four properties: its size, a configuration, a quarter turn, a part of 48 by 64.
  private static func cropped(_ properties: Piece) -> [UInt8] {
    images.replacing("meta/iprp") {
      atom("iprp") {
        atom("ipco") {
          atom("ispe", version: 0) { u32(64, 48) }
          atom("av1C") { hex("81000000") }
          atom("irot") { u8(1) }
          atom("clap") { u32(48, 1, 64, 1, 0, 1, 0, 1) }
        }
        atom("ipma", version: 0) {
          u32(3); u16(1); hex("02 01 82"); u16(2); hex("02 01 82"); u16(3); properties
        }
      }
    }
  }

  /// The images with a pyramid of two layers.
  private static func grouped(_ item: UInt32) -> [UInt8] {
    images.adding(to: "meta") {
      atom("grpl") {
        atom("pymd", version: 0) {
          u32(100, 2, 1, item); u16(64, 48); u16(1, 0, 0); u16(1, 0, 0)
        }
      }
    }
  }

  /// An AV1 image whose sequence header, reduced, says 16 by 8 pixels: of profile 0 (`000`), still (`1`), reduced
  /// (`1`), level 0 (`00000`), sizes of 4 and 3 bits (`0011`, `0010`), 15 and 7 (`1111`, `111`), the rest zeros.
  private static func still(width: UInt32 = 16, bits: UInt8 = 8) -> [UInt8] {
    // 000 1 1 000 | 00 0011 00 | 10 1111 11 | 1 0000000
    let header: [UInt8] = [0x0A, 0x06, 0x18, 0x0C, 0xBF, 0x80, 0, 0]
    return atoms {
      atom("ftyp") { code("avif"); u32(0); code("mif1", "avif") }
      atom("mdat") { bytes(header) }
      atom("meta", version: 0) {
        atom("hdlr", version: 0) { u32(0); code("pict"); zeros(12); text("", terminated: true) }
        atom("pitm", version: 0) { u16(1) }
        atom("iloc", version: 0) { u8(0x44, 0); u16(1, 1, 0, 1); u32(32, 8) }
        atom("iinf", version: 0) {
          u16(1); atom("infe", version: 2) { u16(1, 0); code("av01"); text("", terminated: true) }
        }
        atom("iprp") {
          atom("ipco") {
            atom("ispe", version: 0) { u32(width, 8) }
            atom("av1C") { hex("81000000") }
            atom("pixi", version: 0) { u8(1, bits) }
          }
          atom("ipma", version: 0) { u32(1); u16(1); hex("03 01 82 03") }
        }
      }
    }
  }

  static let metadata: [RuleCase] = [
    RuleCase(
      "metadata-key-missing", keyed(2), sound: keyed(1)),
    RuleCase(
      "metadata-value-missing", Files.tagged { atom("@nam") },
      sound: Files.tagged { atom("@nam") { Files.value(1, text("n")) } }),
    RuleCase(
      "metadata-type-unsuited", Files.tagged { atom("@nam") { Files.value(21, text("n")) } },
      sound: Files.tagged { atom("@nam") { Files.value(1, text("n")) } }),
    RuleCase(
      "metadata-number-of-total",
      Files.tagged { atom("trkn") { Files.value(0, u16(0, 5, 4, 0)) } },
      sound: Files.tagged { atom("trkn") { Files.value(0, u16(0, 4, 4, 0)) } }),
  ]

  private static func keyed(_ number: UInt32) -> [UInt8] {
    film.adding(to: "moov") {
      atom("meta", version: 0) {
        atom("hdlr", version: 0) {
          u32(0); code("mdta"); zeros(12); u8(0)
        }
        atom("keys", version: 0) {
          u32(1, 9); code("mdta"); text("k")
        }
        atom("ilst") { atom(FourCC(number)) { Files.value(1, text("v")) } }
      }
    }
  }

  /// Pictures and sound of 2 s each, in chunks of a second: in turn, or one behind the other.
  private static func interleaved(_ offsets: [[UInt32]], media: Int = 12) -> [UInt8] {
    atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { zeros(media) }
      Parts.movie(duration: 1_800) {
        for (place, handler) in ["vide", "soun"].enumerated() as EnumeratedSequence<[FourCC]> {
          Parts.track(id: UInt32(place + 1), duration: 1_800, width: place == 0 ? 64 : 0) {
            Parts.media(handler: handler, duration: 1_800) {
              if place == 0 { Parts.visualEntry("avc1") } else { Parts.audioEntry("sowt") }
            } tables: {
              atom("stts", version: 0) { u32(1, 3, 600) }
              atom("stsc", version: 0) { u32(1, 1, 1, 1) }
              atom("stsz", version: 0) { u32(2, 3) }
              atom("stco", version: 0) {
                u32(3)
                for offset in offsets[place] { u32(offset) }
              }
            }
          }
        }
      }
    }
  }

  static let media: [RuleCase] = [
    RuleCase("extension-mismatch", film, sound: film, name: "film.mov"),
    RuleCase(
      "interleave-coarse", interleaved([[28, 30, 32], [34, 36, 38]]),
      sound: interleaved([[28, 32, 36], [30, 34, 38]])),
  ]

  private static let tag = TagBuilder(.v3)
  private static let goodTag = atoms { tag.tag(padding: 10) { tag.text("TIT2", "n") } }

  /// A tag with something behind its first frame.
  private static func tagged(@AtomBuilder _ rest: () -> Piece) -> [UInt8] {
    let rest = rest()
    return atoms {
      tag.tag {
        tag.text("TIT2", "n"); rest
      }
    }
  }

  static let tags: [RuleCase] = [
    RuleCase(
      "tag-truncated", atoms { tag.tag(rawSize: 999) { tag.text("TIT2", "n") } }, sound: goodTag),
    RuleCase(
      "frame-exceeds-tag",
      tagged {
        text("TPE1"); u32(99); u16(0); u8(0)
      }, sound: goodTag),
    RuleCase(
      "frame-empty",
      tagged {
        text("TPE1"); u32(0); u16(0)
      }, sound: goodTag),
    RuleCase(
      "frame-header-truncated",
      tagged {
        text("TPE1"); u8(1)
      }, sound: goodTag),
    RuleCase("not-a-frame", tagged { text("what is this, is it a frame?") }, sound: goodTag),
    RuleCase(
      "padding-not-zero",
      tagged {
        zeros(12); u8(1); zeros(12)
      }, sound: goodTag),
    RuleCase(
      "tag-compressed", atoms { TagBuilder(.v2).tag(flags: 0x40) { zeros(10) } },
      sound: atoms { TagBuilder(.v2).tag { zeros(10) } }),
    RuleCase(
      "tag-version-unknown",
      atoms {
        hex("494433 0500 00 0000000a"); zeros(10)
      }, sound: goodTag),
    RuleCase(
      "footer-differs", Array(goodFooter.dropLast()) + [13], sound: goodFooter),
    RuleCase(
      "appended-tag-no-footer", mpegAudio(frames: 3).bytes + goodTag,
      sound: mpegAudio(frames: 3).bytes + goodFooter),
    RuleCase(
      "extended-header-invalid",
      atoms {
        tag.tag(flags: 0x40) {
          u32(0xFFFF); zeros(10)
        }
      },
      sound: goodTag),
    RuleCase(
      "padding-differs", promised(padding: 99), sound: promised(padding: 0)),
    RuleCase(
      "checksum-wrong", checked(0), sound: checked(nil)),
    RuleCase(
      "frame-size-not-syncsafe",
      atoms {
        newTag.tag {
          newTag.frame("PRIV", rawSize: 300) { zeros(300) }; newTag.text("TIT2", "x")
        }
      },
      sound: atoms {
        newTag.tag {
          newTag.frame("PRIV") { zeros(300) }; newTag.text("TIT2", "x")
        }
      }),
    RuleCase(
      "frame-size-syncsafe",
      atoms {
        tag.tag {
          tag.frame("PRIV", rawSize: 0x22C) { zeros(300) }; tag.text("TIT2", "x")
        }
      },
      sound: atoms {
        tag.tag {
          tag.frame("PRIV") { zeros(300) }; tag.text("TIT2", "x")
        }
      }),
    RuleCase("frame-identifier-old", tagged { hex("54503100 00000002 0000 0041") }, sound: goodTag),
    RuleCase(
      "frame-identifier-invalid", tagged { tag.frame("Date") { hex("0041") } }, sound: goodTag),
    RuleCase(
      "frame-size-high-bits",
      atoms { newTag.tag { newTag.frame("TIT2", rawSize: 0x8000_0002) { hex("0041") } } },
      sound: atoms { newTag.tag { newTag.frame("TIT2") { hex("0041") } } }),
    RuleCase(
      "frame-size-unsynchronised",
      atoms {
        tag.tag(flags: 0x80) {
          tag.frame("PRIV") { hex("6100 ff00 e0") }; tag.text("TIT2", "x")
        }
      },
      sound: atoms {
        tag.tag(unsynchronised: true) {
          tag.frame("PRIV") { hex("6100 ffe0") }; tag.text("TIT2", "x")
        }
      }),
    RuleCase(
      "unsynchronisation-absent",
      atoms { newTag.tag(flags: 0x80) { newTag.frame("PRIV") { hex("6100 ffe0 ff00 41") } } },
      sound: atoms {
        newTag.tag(unsynchronised: true) {
          newTag.frame("PRIV", .init(isUnsynchronised: true)) { hex("6100 ffe0 ff00 41") }
        }
      }),
    RuleCase(
      "tag-size-not-syncsafe",
      atoms {
        hex("494433 0300 00 0000009a"); tag.frame("PRIV") { zeros(0x90) }
      },
      sound: atoms { tag.tag { tag.frame("PRIV") { zeros(0x90) } } }),
    RuleCase(
      "tag-size-high-bits",
      atoms {
        hex("494433 0300 00 8000000c"); tag.text("TIT2", "x")
      },
      sound: goodTag),
    RuleCase("inflate-longer", compressed(6), sound: compressed(9)),
    RuleCase("compressed-rest", compressed(9, rest: u8(7, 7)), sound: compressed(9, rest: u8(0, 0))),
    RuleCase("data-length-wrong", measured(9), sound: measured(1)),
    RuleCase(
      "data-length-missing",
      atoms {
        newTag.tag {
          newTag.frame("PRIV", .init(status: 8)) { hex("7801 01 0100 feff 00 00010001") }
        }
      },
      sound: atoms { newTag.tag { newTag.frame("PRIV", .init(isCompressed: true)) { u8(0) } } }),
    RuleCase(
      "seek-wrong",
      atoms {
        newTag.tag { newTag.frame("SEEK") { u32(5) } }; mpegAudio(frames: 3)
      },
      sound: goodTag),
    RuleCase(
      "not-a-field", lyrics { text("no field") },
      sound: lyrics { lyricsField("IND", "10") }),
    RuleCase(
      "text-half-character",
      atoms { tag.tag { tag.frame("TIT2") { hex("01 fffe 4100 42") } } },
      sound: atoms { tag.tag { tag.frame("TIT2") { hex("01 fffe 4100 4200") } } }),
    RuleCase(
      "text-order-missing",
      atoms { tag.tag { tag.frame("TIT2") { hex("01 4100 4200") } } },
      sound: atoms { tag.tag { tag.frame("TIT2") { hex("01 fffe 4100 4200") } } }),
    RuleCase("contents-cycle", contents("a"), sound: contents("b")),
    RuleCase("chapter-ends-early", chapter(from: 4_230, to: 0), sound: chapter(from: 4_230, to: 4_230)),
    RuleCase("not-an-item", items(hex("00000000 00000000 ff010203 00")), sound: items(year(4))),
    RuleCase("item-exceeds-tag", items(year(1_000)), sound: items(year(4))),
    RuleCase("frame-of-other-version", tagged { tag.text("TDRC", "1958") }, sound: goodTag),
    RuleCase("frame-duplicated", tagged { tag.text("TIT2", "m") }, sound: goodTag),
    RuleCase(
      "text-encoding-unknown", tagged { tag.frame("TPE1") { hex("03 41") } },
      sound: atoms { newTag.tag { newTag.frame("TPE1") { hex("03 41") } } }),
    // At most 30 characters.
    RuleCase("restriction-broken", restricted(0x18, "0123456789"), sound: restricted(0x18, "0123")),
    // PNG and JPEG alone; at most 64×64.
    RuleCase("restriction-broken", restrictedPicture(0x04, width: 1), sound: restrictedPicture(0, width: 1)),
    RuleCase("restriction-broken", restrictedPicture(0x02, width: 65), sound: restrictedPicture(0x02, width: 64)),
    // ISO-8859-1 or UTF-8.
    RuleCase(
      "restriction-broken",
      atoms {
        newTag.tag(extended: .init(restrictions: 0x20)) {
          newTag.frame("TIT2") { hex("01 fffe 4100") }
        }
      }, sound: restricted(0x20, "0")),
  ]

  /// A tag of version 4 with the byte of restrictions, and a picture of GIF.
  private static func restrictedPicture(_ restrictions: UInt8, width: UInt8) -> [UInt8] {
    atoms {
      newTag.tag(extended: .init(restrictions: restrictions)) {
        newTag.frame("APIC") {
          u8(0); text("image/gif"); hex("00 03 00"); text("GIF89a"); u8(width); hex("00 0100")
        }
      }
    }
  }

  /// A tag of version 4 with the byte of restrictions, and four times this title.
  private static func restricted(_ restrictions: UInt8, _ title: String) -> [UInt8] {
    atoms {
      newTag.tag(extended: .init(restrictions: restrictions)) {
        newTag.text("TIT2", title + title + title + title)
      }
    }
  }

  // MARK: Audio

  /// `count` frames of 417 bytes: MPEG-1 Layer III, 128 kbit/s, 44,100 Hz, stereo, or another header
  /// of that size.
  private static func frames(_ count: Int, _ header: UInt32 = 0xFFFB_9000) -> [UInt8] {
    let frame = u32(header).bytes + Array(repeating: 0, count: 413)
    return Array(Array(repeating: frame, count: count).joined())
  }

  /// A first frame that says how many follow, and how many bytes all have, in a tag of LAME with right
  /// sums unless others are given.
  private static func information(
    _ code: String = "Info", frames: UInt32 = 2, bytes: UInt32 = 3 * 417, sum: UInt16? = nil,
    musicSum: UInt16? = nil, before rest: [UInt8]
  ) -> [UInt8] {
    var frame = u32(0xFFFB_9000).bytes + Array(repeating: 0, count: 32) + Array(code.utf8)
    frame += u32(3, frames, bytes).bytes
    frame += Array("LAME3.100".utf8) + Array(repeating: 0, count: 19) + u32(bytes).bytes
    frame += u16(musicSum ?? checkSum(rest)).bytes
    frame += u16(sum ?? checkSum(frame)).bytes
    return frame + Array(repeating: 0, count: 417 - frame.count) + rest
  }

  /// The sum of 16 bits that LAME writes: bits from the least on, x¹⁶ + x¹⁵ + x² + 1.
  private static func checkSum(_ bytes: [UInt8]) -> UInt16 {
    var sum: UInt16 = 0
    for byte in bytes {
      sum ^= UInt16(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xA001 }
    }
    return sum
  }

  private static let goodAudio = information(before: frames(2))

  /// What iTunes leaves of the samples of a song: zero, delay, padding, those that are heard.
  private static func gapless(_ samples: String) -> Piece {
    tag.frame("COMM") {
      u8(0); text("eng"); text("iTunSMPB", terminated: true)
      text(" 00000000 00000210 00000738 00000000\(samples)")
    }
  }

  static let audio: [RuleCase] = [
    RuleCase("audio-delayed", goodTag + [0, 1, 2, 3] + frames(3), sound: goodTag + frames(3)),
    RuleCase("audio-missing", goodTag + Array(1...200), sound: goodTag + frames(3)),
    RuleCase(
      "audio-sync-lost", frames(3) + [1, 2, 3, 4, 5] + frames(3), sound: frames(6)),
    RuleCase("tag-in-audio", frames(3) + goodTag + frames(3), sound: goodTag + frames(6)),
    RuleCase(
      "audio-frames-differ", information(frames: 9, before: frames(2)), sound: goodAudio),
    RuleCase("audio-frame-cut", Array(frames(3).dropLast(9)), sound: frames(3)),
    RuleCase(
      "audio-rate-varies",
      information(
        frames: 3, bytes: 3 * 417 + 522,
        before: frames(2) + u32(0xFFFB_A000).bytes + Array(repeating: 0, count: 518)),
      sound: goodAudio),
    RuleCase(
      "audio-frequency-varies",
      frames(3) + Array(repeating: u32(0xFFFB_9400).bytes + zeros(380).bytes, count: 3).joined(),
      sound: frames(3)),
    RuleCase(
      "audio-length-differs",
      atoms { tag.tag { tag.text("TLEN", "9000") } } + frames(40),
      sound: atoms { tag.tag { tag.text("TLEN", "1045") } } + frames(40)),
    // 40 frames of 1,152 samples, of which delay and padding are none that is heard.
    RuleCase(
      "audio-gapless-differs", atoms { tag.tag { gapless("0044DA28") } } + frames(40),
      sound: atoms { tag.tag { gapless("0000AAB8") } } + frames(40)),
    RuleCase(
      "audio-size-differs", information(bytes: 999_999, before: frames(2)), sound: goodAudio),
    RuleCase(
      "audio-tag-crc-differs", information(sum: 1, before: frames(2)), sound: goodAudio),
    RuleCase("audio-crc-differs", information(musicSum: 1, before: frames(2)), sound: goodAudio),
  ]

  // MARK: Chunks of other files

  private static func riff(_ type: String, _ content: [UInt8], size: Int? = nil) -> [UInt8] {
    let count = UInt32(size ?? content.count)
    return Array(type.utf8) + u32(count.byteSwapped).bytes + content
      + (content.count % 2 == 1 ? [0] : [])
  }

  private static func wave(_ chunks: [UInt8], size: Int? = nil) -> [UInt8] {
    riff("RIFF", Array("WAVE".utf8) + chunks, size: size)
  }

  private static let format = riff("fmt ", hex("0100 0100 44ac0000 88580100 0200 1000").bytes)
  private static let oneSample = riff("data", [1, 2])
  /// A file with sound, and these bytes behind it.
  private static func sounding(_ rest: [UInt8]) -> [UInt8] { wave(format + oneSample + rest) }
  /// Nine bytes without the one that makes them even.
  private static let unpaddedList: [UInt8] =
    Array("LIST".utf8) + [9, 0, 0, 0] + Array("INFOx".utf8) + [0, 0, 0, 0]
  private static let goodWave = wave(format + oneSample + riff("id3 ", goodTag))

  /// Two samples of one channel of 16 bits at 44,100 Hz, of which the header says another number.
  private static func aiff(claiming count: UInt32) -> [UInt8] {
    atoms {
      code("FORM"); u32(62); code("AIFF")
      code("COMM"); u32(18); u16(1); u32(count); u16(16); hex("400E AC44 0000 0000 0000")
      code("SSND"); u32(12); u32(0, 0); hex("0001 0002")
      code("NAME"); u32(4); text("tone")
    }
  }

  /// Two frames of True Audio in 2 s of 8,000 Hz, 12 and 8 bytes long, without the last bytes.
  private static func trueAudio(missing count: Int) -> [UInt8] {
    let header = Array("TTA1".utf8) + [1, 0, 2, 0, 16, 0] + little(8_000) + little(16_000) + little(0)
    return header + little(12) + little(8) + little(0) + [UInt8](repeating: 7, count: 20 - count)
  }

  /// A DSF file of one channel and no sound, whose tag stands at 92.
  private static func dsf(pointer: UInt32) -> [UInt8] {
    func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
      Array(type.utf8) + little(UInt32(content.count + 12)) + little(0) + content
    }
    return chunk("DSD ", little(UInt32(92 + goodTag.count)) + little(0) + little(pointer) + little(0))
      + chunk(
        "fmt ",
        little(1) + little(0) + little(1) + little(1) + little(2_822_400) + little(1) + little(0) + little(0)
          + little(4_096) + little(0))
      + chunk("data", []) + goodTag
  }

  private static func little(_ value: UInt32) -> [UInt8] { u32(value.byteSwapped).bytes }

  static let chunkFiles: [RuleCase] = [
    RuleCase(
      "chunk-exceeds-parent", wave(format + riff("data", [1, 2], size: 99)), sound: goodWave),
    RuleCase(
      "chunk-size-unknown", wave(format + riff("data", [1, 2], size: 0xFFFF_FFFF)),
      sound: goodWave),
    RuleCase("sound-length-differs", aiff(claiming: 3), sound: aiff(claiming: 2)),
    // Two channels of 16 bits in blocks of 2 bytes.
    RuleCase(
      "block-size-differs",
      wave(riff("fmt ", hex("0100 0200 44ac0000 88580100 0200 1000").bytes) + riff("data", [1, 2, 3, 4])), sound: goodWave),
    RuleCase("sound-missing", wave(format), sound: goodWave),
    RuleCase("format-behind-sound", wave(riff("data", [1, 2, 3, 4]) + format), sound: goodWave),
    RuleCase("sound-frames-cut", trueAudio(missing: 1), sound: trueAudio(missing: 0)),
    RuleCase("tag-pointer-differs", dsf(pointer: 5), sound: dsf(pointer: 92)),
    RuleCase("chunk-header-truncated", sounding([65, 66]), sound: goodWave),
    RuleCase(
      "not-a-chunk", sounding([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), sound: goodWave),
    RuleCase(
      "chunk-unpadded",
      wave(unpaddedList + format + oneSample),
      sound: goodWave),
    RuleCase("chunk-without-tag", sounding(riff("id3 ", [1, 2, 3, 4])), sound: goodWave),
    RuleCase(
      "bytes-behind-tag", sounding(riff("id3 ", goodTag + [1, 2, 3, 4])), sound: goodWave),
    RuleCase("bytes-behind-chunks", goodWave + [1, 2, 3], sound: goodWave),
  ]

  private static let newTag = TagBuilder(.v4)
  private static let goodFooter = atoms { newTag.tag(footer: true) { newTag.text("TIT2", "x") } }

  /// Nine bytes that are compressed and said to be `count`.
  private static func compressed(_ count: UInt32, rest: Piece = Piece()) -> [UInt8] {
    atoms {
      tag.tag {
        tag.frame("PRIV", .init(status: 0x80)) {
          u32(count); hex("7801 01 0900 f6ff 6f776e657200646174 11a40365"); rest
        }
      }
    }
  }

  private static func promised(padding: UInt32) -> [UInt8] {
    atoms {
      tag.tag(flags: 0x40) {
        u32(6); u16(0); u32(padding); tag.text("TIT2", "n")
      }
    }
  }

  private static func checked(_ checksum: UInt64?) -> [UInt8] {
    atoms {
      tag.tag(extended: .init(hasChecksum: true, checksum: checksum)) { tag.text("TIT2", "n") }
    }
  }

  private static func measured(_ length: UInt32) -> [UInt8] {
    atoms {
      newTag.tag {
        newTag.frame("PRIV", .init(status: 1)) {
          syncsafe(length); u8(0)
        }
      }
    }
  }

  /// A table of contents called `a` that leads to this.
  private static func contents(_ entry: String) -> [UInt8] {
    atoms {
      newTag.tag {
        newTag.frame("CTOC") {
          text("a", terminated: true)
          u8(0, 1)
          text(entry, terminated: true)
        }
      }
    }
  }

  private static func chapter(from start: UInt32, to end: UInt32) -> [UInt8] {
    atoms {
      newTag.tag {
        newTag.frame("CHAP") {
          text("a", terminated: true)
          u32(start, end, .max, .max)
        }
      }
    }
  }

  private static func lyrics(@AtomBuilder _ fields: () -> Piece) -> [UInt8] {
    let fields = fields()
    return atoms {
      tag.tag { tag.text("TIT2", "n") }; lyrics3v2 { fields }; id3v1("n")
    }
  }

  /// The item `Year` of an APE tag, with this for its size.
  private static func year(_ size: UInt16) -> Piece {
    pieces {
      u8(UInt8(size & 0xFF), UInt8(size >> 8)); zeros(6); text("Year", terminated: true);
      text("1958")
    }
  }

  /// A tag and behind it an APE tag of version 2.000 with this in it.
  private static func items(_ items: Piece) -> [UInt8] {
    let size = UInt8(items.bytes.count + 32)
    return atoms {
      tag.tag { tag.text("TIT2", "n") }
      items
      text("APETAGEX")
      hex("d0070000")
      u8(size, 0, 0, 0)
      u8(1, 0, 0, 0)
      zeros(12)
    }
  }
}
