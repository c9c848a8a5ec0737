// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus

/// Atoms that end in the middle of their fields, have no version, or one that nobody knows.
enum FieldCases {
  static let all: [HostileCase] = [
    short.flatMap(\.cases), versions, ends,
  ].flatMap { $0 }

  /// An atom of zeros, so many bytes long behind its header, and where the field begins that does not
  /// fit.
  struct Short: Sendable {
    /// The atom, in the containers named before it.
    let place: [FourCC]
    /// Bytes that there are, and the offset behind the header of the field that needs more.
    let lengths: KeyValuePairs<Int, Int>

    var cases: [HostileCase] {
      let payload = 0x14 + 8 * place.count
      return lengths.map { count, field in
        HostileCase(
          "\(count) bytes of '\(place.last?.key ?? "")'",
          .told("fields-truncated", at: payload + field)
        ) { nested(place) { zeros(count) } }
      }
    }
  }

  static let short = [
    Short(place: ["moov", "mvhd"], lengths: [0: 0, 3: 1, 10: 8, 22: 20, 30: 26, 99: 96]),
    Short(place: ["moov", "trak", "tkhd"], lengths: [2: 1, 14: 12, 79: 76, 82: 80]),
    Short(place: ["moov", "trak", "mdia", "mdhd"], lengths: [0: 0, 13: 12, 19: 16, 23: 22]),
    Short(place: ["moov", "trak", "mdia", "hdlr"], lengths: [1: 1, 6: 4, 10: 8, 20: 20]),
    Short(place: ["moov", "trak", "mdia", "minf", "vmhd"], lengths: [5: 4]),
    Short(place: ["moov", "trak", "mdia", "minf", "smhd"], lengths: [5: 4, 7: 6]),
    Short(
      place: ["moov", "trak", "mdia", "minf", "stbl", "stsz"], lengths: [0: 0, 6: 4, 10: 8]),
    Short(place: ["moov", "trak", "mdia", "minf", "stbl", "stts"], lengths: [3: 1, 7: 4]),
    Short(place: ["moov", "trak", "mdia", "minf", "stbl", "stsd"], lengths: [6: 4]),
    Short(place: ["moov", "trak", "edts", "elst"], lengths: [7: 4]),
    Short(place: ["moov", "mvex", "trex"], lengths: [6: 4, 10: 8, 19: 16]),
    Short(place: ["moof", "mfhd"], lengths: [0: 0, 6: 4]),
    Short(place: ["moof", "traf", "tfhd"], lengths: [7: 4]),
    Short(place: ["moof", "traf", "tfdt"], lengths: [5: 4]),
    Short(place: ["moof", "traf", "trun"], lengths: [6: 4]),
    Short(place: ["sidx"], lengths: [0: 0, 6: 4, 21: 20, 23: 22]),
    Short(place: ["mfra", "mfro"], lengths: [6: 4]),
    Short(place: ["prft"], lengths: [6: 4, 14: 8]),
  ]

  static let versions = (["mvhd", "iods"] as [FourCC]).flatMap { type in
    ([9, 255] as [UInt8]).map { version in
      HostileCase(
        "'\(type)' of version \(version)", .told("version-unknown", in: type, 8)
      ) {
        nested(["moov"]) { atom(type, version: version) { zeros(100) } }
      }
    }
  }

  static let ends: [HostileCase] = [
    HostileCase("a name without a zero behind it", .told("text-unterminated", in: "hdlr", 32)) {
      nested(["moov", "trak", "mdia"]) {
        atom("hdlr", version: 0) {
          u32(0); code("vide"); zeros(12); text("Name")
        }
      }
    },
    HostileCase("'emsg' that ends in its first text", .told("text-unterminated", at: 0x20)) {
      atom("emsg", version: 0) { text("urn:x") }
    },
    HostileCase("'data' of 4 bytes", .told("fields-truncated", in: "data", 12)) {
      item { atom("data") { u32(1) } }
    },
    HostileCase("'data' of no bytes", .told("fields-truncated", in: "data", 8)) {
      item { atom("data") }
    },
    HostileCase("a track number of 3 bytes", .survives) {
      nested(["moov", "udta"]) {
        atom("meta", version: 0) {
          Parts.handlerReference("mdir")
          atom("ilst") {
            atom("trkn") {
              atom("data") {
                u32(0, 0); hex("000001")
              }
            }
          }
        }
      }
    },
    HostileCase(
      "a descriptor that is longer than the rest", .told("fields-truncated", in: "esds", 14)
    ) {
      inSampleTable {
        atom("stsd", version: 0) {
          u32(1); Parts.audioEntry("mp4a") { atom("esds", version: 0) { hex("03 7f 0001 00") } }
        }
      }
    },
    HostileCase("the size of a descriptor never ends", .told("fields-truncated", in: "esds", 17)) {
      inSampleTable {
        atom("stsd", version: 0) {
          u32(1); Parts.audioEntry("mp4a") { atom("esds", version: 0) { hex("03 ffffffffff") } }
        }
      }
    },
    HostileCase("a sample entry of 7 bytes", .told("fields-truncated", in: "avc1", 14)) {
      inSampleTable {
        atom("stsd", version: 0) {
          u32(1); atom("avc1") { zeros(7) }
        }
      }
    },
    HostileCase("a sample entry of no bytes", .told("fields-truncated", in: "mp4a", 8)) {
      inSampleTable {
        atom("stsd", version: 0) {
          u32(1); atom("mp4a")
        }
      }
    },
    HostileCase("'dac3' of one byte", .told("fields-truncated", in: "dac3", 8)) {
      inSampleTable {
        atom("stsd", version: 0) {
          u32(1); Parts.audioEntry("ac-3") { atom("dac3") { u8(0xFF) } }
        }
      }
    },
    HostileCase("'hvcC' that ends in its arrays", .told("fields-truncated", in: "hvcC", 36)) {
      inSampleTable {
        atom("stsd", version: 0) {
          u32(1)
          Parts.visualEntry("hvc1") {
            atom("hvcC") {
              u8(1); zeros(21); u8(1); u8(0x20); u16(1); u16(500)
            }
          }
        }
      }
    },
  ]

  private static func item(@AtomBuilder _ content: () -> Piece) -> Piece {
    let content = content()
    return nested(["moov", "udta"]) {
      atom("meta", version: 0) {
        Parts.handlerReference("mdir")
        atom("ilst") { atom("@nam") { content } }
      }
    }
  }
}
