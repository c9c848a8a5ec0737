// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus

/// Counts that promise more than there is: one too many, and as many as their bits can say.
enum CountCases {
  static let all: [HostileCase] = [
    promises.flatMap(\.cases), parameterSets, without, bytesless,
  ].flatMap { $0 }

  /// A count in an atom and what stands before and behind it.
  struct Promise: Sendable {
    /// The atom, in the containers named before it.
    let place: [FourCC]
    var version: UInt8 = 0
    var flags: UInt32 = 0
    /// What stands between the flags and the count.
    var before = Piece()
    /// The bytes of the count.
    var width = 4
    /// What stands between the count and its rows.
    var between = Piece()
    /// The rows that are there, `present` of them.
    let rows: Piece
    var present = 1
    /// Whether the atom has a version and flags.
    var isFull = true

    /// The bytes of containers that have more than a header.
    static let heads: [FourCC: Piece] = ["meta": u32(0), "iref": u32(0)]

    var cases: [HostileCase] {
      let most = UInt64.max >> UInt64(64 - 8 * width)
      return [UInt64(present) + 1, most / 2 + 1, most].map { count in
        HostileCase(
          "\(name) promises \(count)", .told("count-exceeds-box", at: start)
        ) { content(count) }
      }
    }

    private var name: String {
      let details = [
        version == 0 ? "" : "of version \(version)",
        before.bytes.contains { $0 != 0 } && place.last == "sgpd" && before.bytes.last == 0
          ? "of given lengths" : "",
        flags == 0 ? "" : "with flags 0x\(String(flags, radix: 16))",
      ].filter { !$0.isEmpty }
      return (["'\(place.last?.key ?? "")'"] + details).joined(separator: " ")
    }

    /// Where the rows begin.
    private var start: Int {
      let outer = place.dropLast().reduce(0x14) { $0 + 8 + (Self.heads[$1]?.bytes.count ?? 0) }
      return outer + 8 + (isFull ? 4 : 0) + before.bytes.count + width + between.bytes.count
    }

    private func content(_ count: UInt64) -> Piece {
      let digits = (0..<width).map {
        UInt8(truncatingIfNeeded: count >> UInt64(8 * (width - 1 - $0)))
      }
      let payload = pieces {
        before; bytes(digits); between; rows
      }
      let type = place.last ?? "free"
      let inner =
        isFull ? atom(type, version: version, flags: flags) { payload } : atom(type) { payload }
      return place.dropLast().reversed().reduce(inner) { inner, type in
        atom(type) {
          Self.heads[type] ?? Piece()
          inner
        }
      }
    }
  }

  private static func table(_ type: FourCC) -> [FourCC] {
    ["moov", "trak", "mdia", "minf", "stbl", type]
  }

  static let promises = [
    Promise(place: table("stts"), rows: u32(1, 200)),
    Promise(place: table("ctts"), rows: u32(1, 200)),
    Promise(place: table("stsc"), rows: u32(1, 1, 1)),
    Promise(place: table("stsz"), before: u32(0), rows: u32(5, 4), present: 2),
    Promise(place: table("stz2"), before: u32(16), rows: u16(5, 4), present: 2),
    Promise(place: table("stco"), rows: u32(40)),
    Promise(place: table("co64"), rows: u64(40)),
    Promise(place: table("stss"), rows: u32(1, 2, 3), present: 3),
    Promise(place: table("stsh"), rows: u32(1, 2)),
    Promise(
      place: table("subs"),
      rows: pieces {
        u32(1); u16(0)
      }),
    Promise(place: table("sbgp"), before: code("roll"), rows: u32(1, 1)),
    Promise(
      place: table("sgpd"), version: 1,
      before: pieces {
        code("roll"); u32(2)
      }, rows: u16(1)),
    Promise(
      place: table("sgpd"), version: 1,
      before: pieces {
        code("roll"); u32(0)
      },
      rows: pieces {
        u32(2); u16(1)
      }),
    Promise(place: table("saio"), rows: u32(40)),
    Promise(place: table("saiz"), before: u8(0), rows: u8(8, 8), present: 2),
    Promise(place: table("csgp"), flags: 0x3F, before: code("roll"), rows: u32(1, 1)),
    Promise(place: ["moov", "trak", "edts", "elst"], rows: u32(1, 0, 0x1_0000)),
    Promise(
      place: ["moov", "trak", "edts", "elst"], version: 1,
      rows: pieces {
        u64(1, 0); u32(0x1_0000)
      }),
    Promise(place: ["moof", "traf", "trun"], flags: 0x100, rows: u32(20)),
    Promise(place: ["moof", "traf", "trun"], flags: 0xF01, between: u32(8), rows: u32(1, 2, 3, 4)),
    Promise(
      place: ["sidx"],
      before: pieces {
        u32(1, 1_000, 0, 0); u16(0)
      }, width: 2, rows: u32(1, 2, 3)),
    Promise(place: ["ssix"], rows: u32(1, 0x0100_0010)),
    Promise(place: ["mfra", "tfra"], before: u32(1, 0x3F), rows: u32(1, 2, 3, 4, 5)),
    Promise(
      place: ["meta", "iloc"], version: 1, before: u8(0x44, 0x40), width: 2,
      rows: pieces {
        u16(1, 0, 0); u32(0); u16(1); u32(0, 4)
      }),
    Promise(
      place: ["meta", "iprp", "ipma"],
      rows: pieces {
        u16(1); u8(1, 0x81)
      }),
    Promise(
      place: ["meta", "iref", "dimg"], before: u16(1), width: 2, rows: u16(2), isFull: false),
    Promise(
      place: ["moov", "mvex", "leva"], width: 1,
      rows: pieces {
        u32(1); u8(3)
      }),
  ]

  /// `avcC` in a sample entry: its payload begins at 0xaa.
  static let parameterSets: [HostileCase] = [
    HostileCase("'avcC' promises 31 sets", .told("count-exceeds-box", at: 0xb0)) {
      entry { hex("01 42c00a ff ff 0001 67") }
    },
    HostileCase("'avcC' promises a set of 65,535 bytes", .told("fields-truncated", at: 0xb2)) {
      entry { hex("01 42c00a ff e1 ffff 67") }
    },
    HostileCase("'avcC' ends before its second list", .told("fields-truncated", at: 0xb3)) {
      entry { hex("01 42c00a ff e1 0001 67") }
    },
    HostileCase("'avcC' promises 255 sets", .told("count-exceeds-box", at: 0xb4)) {
      entry { hex("01 42c00a ff e1 0001 67 ff 0001 68") }
    },
    // Each tile has an identifier of 16 bits.
    HostileCase("a picture parameter set of EVC with (2³¹ − 1)² tiles", .survives) {
      atom("meta", version: 0) { nested(["iprp", "ipco"]) {
        atom("evcC") {
          hex("01 01 5A 00000000 0000000F 52 0780 0438 03 01 99 0001 0014 3400F800000007FFFFFFF00000003FFFFFFFF084")
        }
      } }
    },
    HostileCase("'lvcC' promises 65,535 units", .survives) {
      atom("meta", version: 0) { nested(["iprp", "ipco"]) { atom("lvcC") { hex("01 00 02 40 FF 00000780 00000438 1F 01 1C FFFF 0002 79FF") } } }
    },
    HostileCase("a unit of LCEVC of 60,000 blocks without a byte", .survives, isLarge: true) {
      atom("meta", version: 0) { nested(["iprp", "ipco"]) {
        atom("lvcC") { hex("01 00 02 40 FF 00000780 00000438 1F 01 1C 0001 EA62 79FF"); zeros(60_000) }
      } }
    },
  ]

  private static func entry(@AtomBuilder _ payload: () -> Piece) -> Piece {
    let payload = payload()
    return inSampleTable {
      atom("stsd", version: 0) {
        u32(1); Parts.visualEntry("avc1") { atom("avcC") { payload } }
      }
    }
  }

  /// Counts of atoms.
  static let without: [HostileCase] = [
    HostileCase("'stsd' promises 2³² − 1 entries", .told("entry-count-differs", at: 0x48)) {
      inSampleTable {
        atom("stsd", version: 0) {
          u32(.max); Parts.visualEntry("avc1")
        }
      }
    },
    HostileCase("'dref' promises 1,000 entries", .told("entry-count-differs", in: "dref", 12)) {
      nested(["moov", "trak", "mdia", "minf", "dinf"]) {
        atom("dref", version: 0) {
          u32(1_000); atom("url ", version: 0, flags: 1)
        }
      }
    },
    HostileCase("'iinf' promises 65,535 items", .told("entry-count-differs", in: "iinf", 12)) {
      atom("meta", version: 0) {
        Parts.handlerReference("pict")
        atom("iinf", version: 0) {
          u16(.max);
          atom("infe", version: 2) {
            u16(1, 0); code("hvc1"); u8(0)
          }
        }
      }
    },
  ]

  /// Promised rows that have no bytes are told once, not looped over.
  static let bytesless: [HostileCase] = [
    HostileCase(
      "2³² − 1 samples in a run without fields", .told("run-outside-media", in: "trun", 0)
    ) {
      Parts.fragmentedMovie()
      atom("moof") {
        atom("mfhd", version: 0) { u32(1) }
        atom("traf") {
          atom("tfhd", version: 0, flags: 0x02_0000) { u32(1) }
          atom("trun", version: 0) { u32(.max) }
        }
      }
    },
    HostileCase("2³² − 1 sizes of 0 bits", .sound) {
      inSampleTable { atom("stz2", version: 0) { u32(0, .max) } }
    },
    HostileCase("2³² − 1 sizes that are all the same", .sound) {
      inSampleTable { atom("stsz", version: 0) { u32(1, .max) } }
    },
    HostileCase("2³² − 1 descriptions of 0 bytes", .told("count-exceeds-box", at: 0x58)) {
      inSampleTable {
        atom("sgpd", version: 2) {
          code("roll"); u32(0, 0, .max)
        }
      }
    },
    HostileCase(
      "2³² − 1 sizes of auxiliary data that are the same",
      .told("auxiliary-pair-missing", at: 0x3c)
    ) {
      inSampleTable {
        atom("saiz", version: 0) {
          u8(8); u32(.max)
        }
      }
    },
    HostileCase("'iloc' whose numbers have no bits", .sound) {
      atom("meta", version: 0) {
        atom("iloc", version: 0) {
          u8(0, 0); u16(1, 1, 0, 0xFFFF)
        }
      }
    },
  ]
}
