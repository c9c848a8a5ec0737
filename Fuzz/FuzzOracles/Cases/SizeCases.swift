// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus

/// Sizes that lie (14496-12 §4.2.2).
enum SizeCases {
  static let all: [HostileCase] = [
    belowHeader, largeBelowHeader, beyond, largeBeyond, zero, cut, cutInside, largeCut, extended,
    gaps, recovered,
  ].flatMap { $0 }

  static let belowHeader = (2...7).flatMap { (size: UInt32) in
    [
      HostileCase("a size of \(size) at the top", .told("atom-size-invalid", at: 0x14)) {
        atom("free", rawSize: size) { zeros(8) }
      },
      HostileCase("a size of \(size) in 'moov'", .told("atom-size-invalid", at: 0x1c)) {
        nested(["moov"]) { atom("udta", rawSize: size) { zeros(8) } }
      },
    ]
  }

  static let largeBelowHeader = [0, 1, 8, 15].flatMap { (size: UInt64) in
    [
      HostileCase("a large size of \(size) at the top", .told("atom-size-invalid", at: 0x14)) {
        largeAtom("free", rawSize: size) { zeros(8) }
      },
      HostileCase("a large size of \(size) in 'trak'", .told("atom-size-invalid", at: 0x24)) {
        nested(["moov", "trak"]) { largeAtom("free", rawSize: size) { zeros(8) } }
      },
    ]
  }

  static let beyond = ([17, 24, 0x7FFF_FFFF, 0x8000_0000, .max] as [UInt32]).flatMap { size in
    [
      HostileCase("16 bytes say they are \(size)", .told("file-truncated", at: 0x14)) {
        atom("mdat", rawSize: size) { zeros(8) }
      },
      HostileCase("16 bytes in 'moov' say they are \(size)", .told("atom-exceeds-parent", at: 0x1c))
      {
        nested(["moov"]) { atom("udta", rawSize: size) { zeros(8) } }
        atom("free")
      },
    ]
  }

  static let largeBeyond = ([25, 1 << 32, 1 << 61, 1 << 63, .max - 0x14, .max] as [UInt64])
    .flatMap { size in
      [
        HostileCase("24 bytes say they are \(size)", .told("file-truncated", at: 0x14)) {
          largeAtom("mdat", rawSize: size) { zeros(8) }
        },
        HostileCase(
          "24 bytes in 'moov' say they are \(size)", .told("atom-exceeds-parent", at: 0x1c)
        ) {
          nested(["moov"]) { largeAtom("free", rawSize: size) { zeros(8) } }
          atom("free")
        },
      ]
    }

  static let zero: [HostileCase] = [
    HostileCase("size 0 in 'moov'", .told("atom-size-zero", at: 0x1c)) {
      nested(["moov"]) { atom("trak", rawSize: 0) { atom("free") } }
    },
    HostileCase("size 0 in 'stbl', atoms behind it", .told("atom-size-zero", at: 0x3c)) {
      inSampleTable {
        atom("stsd", version: 0, rawSize: 0) { u32(0) }
        atom("stts", version: 0) { u32(0) }
      }
    },
    HostileCase("size 0 at the top: to the end", .sound) {
      Parts.movie {}
      atom("mdat", rawSize: 0) { zeros(40) }
    },
    HostileCase("size 0 and nothing behind it", .sound) {
      Parts.movie {}
      atom("mdat", rawSize: 0)
    },
    HostileCase("size 0 and no type in 'moov'", .sound) {
      Parts.movie { zeros(8) }
    },
  ]

  static let cut = (1...7).map { count in
    HostileCase("\(count) bytes behind the last atom", .told("atom-header-truncated", at: 0x14)) {
      bytes(Array(repeating: 0x61, count: count))
    }
  }

  static let cutInside = (1...7).map { count in
    HostileCase("\(count) bytes at the end of 'moov'", .told("atom-header-truncated", at: 0x24)) {
      nested(["moov"]) {
        atom("free"); bytes(Array(repeating: 0x61, count: count))
      }
    }
  }

  static let largeCut = (0...7).map { count in
    HostileCase("\(count) bytes of a large size", .told("atom-header-truncated", at: 0x14)) {
      u32(1); code("mdat"); zeros(count)
    }
  }

  static let extended = [0, 1, 8, 15].flatMap { count in
    [
      HostileCase(
        "'uuid' with \(count) bytes of its type", .told("atom-header-truncated", at: 0x14)
      ) {
        atom("uuid") { zeros(count) }
      },
      HostileCase(
        "a large 'uuid' with \(count) bytes of its type",
        .told("atom-header-truncated", at: 0x14)
      ) {
        largeAtom("uuid") { zeros(count) }
        atom("free")
      },
    ]
  }

  static let gaps: [HostileCase] = [
    HostileCase("4 zeros between atoms", .told("not-an-atom", at: 0x14)) {
      zeros(4); Parts.movie {}
    },
    HostileCase("5 zeros between atoms", .told("not-an-atom", at: 0x14)) {
      zeros(5); Parts.movie {}
    },
    HostileCase("13 zeros between atoms", .told("not-an-atom", at: 0x14)) {
      zeros(13); Parts.movie {}; atom("mdat") { zeros(8) }
    },
    HostileCase("70,000 zeros between atoms", .told("not-an-atom", at: 0x14)) {
      zeros(70_000); Parts.movie {}
    },
    HostileCase("zeros, then what is no atom", .told("not-an-atom", at: 0x14)) {
      zeros(16); hex("ffffffffffffffff")
    },
    HostileCase(
      "zeros, then an atom that goes on past the end", .told("not-an-atom", at: 0x14)
    ) {
      zeros(16); atom("moov", rawSize: 400) { zeros(8) }
    },
    HostileCase("zeros to the end", .sound) {
      Parts.movie {}; zeros(1_000)
    },
    HostileCase("zeros in 'moov'", .sound) {
      Parts.movie {
        zeros(40); atom("free")
      }
    },
  ]

  /// What is behind a fault is read where its place is proved.
  static let recovered: [HostileCase] = [
    HostileCase("'stts' goes on past 'stbl', then 'stss'", .told("atom-exceeds-parent", at: 0x3c)) {
      inSampleTable {
        atom("stts", version: 0, rawSize: 999) { u32(1, 2, 200) }
        atom("stss", version: 0) { u32(1, 1) }
      }
    },
    HostileCase(
      "'stts' goes on past 'stbl', then nothing that fits",
      .told("atom-exceeds-parent", at: 0x3c)
    ) {
      inSampleTable {
        atom("stts", version: 0, rawSize: 999) { u32(1, 2, 200) }
        atom("moov", version: 0) { u32(1, 1) }
      }
    },
    HostileCase("siblings behind a fault", .told("atom-size-invalid", at: 0x24)) {
      atom("moov") {
        atom("trak") { atom("tkhd", rawSize: 3) }
        atom("trak") { atom("free") }
      }
      atom("free")
    },
  ]
}
