// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus

/// Compressed bytes: bombs, cut data, and what is compressed again and again.
enum CompressionCases {
  static let all: [HostileCase] = [
    movies, frames,
  ].flatMap { $0 }

  /// A compressed movie: `cmvd` begins at 0x24, the data at 0x30.
  private static func movie(declared: UInt32, _ data: Piece) -> Piece {
    nested(["moov", "cmov"]) {
      atom("cmvd") {
        u32(declared); data
      }
    }
  }

  /// A movie in `count` compressed ones, the first in the file.
  private static func nest(_ count: Int) -> Piece {
    (0..<count).reduce(Parts.movie {}) { inner, _ in
      movie(declared: UInt32(inner.bytes.count), Recipe.stored(inner))
    }
  }

  static let movies: [HostileCase] = [
    HostileCase("compressed data that is none", .told("inflate-failed", at: 0x2c)) {
      movie(declared: 100, hex("00112233445566778899"))
    },
    HostileCase("compressed data that is cut", .told("inflate-failed", at: 0x2c)) {
      movie(declared: 124, Piece(Array(Recipe.stored(Parts.movie {}).bytes.prefix(60))))
    },
    HostileCase("compressed data that gives less than it says", .told("inflate-failed", at: 0x2c)) {
      movie(declared: 5_000, Recipe.stored(Parts.movie {}))
    },
    HostileCase("compressed data that gives more than it says", .told("inflate-failed", at: 0x2c)) {
      movie(declared: 60, Recipe.stored(Parts.movie {}))
    },
    HostileCase("compressed data that says it has no bytes", .told("inflate-failed", at: 0x2c)) {
      movie(declared: 0, Recipe.stored(Parts.movie {}))
    },
    HostileCase("compressed data of 4 GiB", .told("inflate-limit", at: 0x2c), isLarge: true) {
      movie(declared: .max, bomb)
    },
    // The third goes beyond 8 times the file and 1 MiB.
    HostileCase(
      "16 MiB 40 times", .told("inflate-limit", at: 0x2c + 2 * (12 + smallBomb.bytes.count)),
      isLarge: true
    ) {
      nested(["moov", "cmov"]) {
        for _ in 0..<40 {
          atom("cmvd") {
            u32(.max); smallBomb
          }
        }
      }
    },
    HostileCase("4 movies compressed one in the other", .sound) { nest(4) },
    HostileCase("5 movies compressed one in the other", .told("inflate-nested", at: 0x10)) {
      nest(5)
    },
    HostileCase("100 movies compressed one in the other", .told("inflate-nested", at: 0x10)) {
      nest(100)
    },
    HostileCase("'cmvd' without a size", .told("fields-truncated", at: 0x2c)) {
      nested(["moov", "cmov"]) {
        atom("cmvd"); atom("cmvd") { u16(0) }
      }
    },
  ]

  /// 258 MiB of zeros in 1.7 MB.
  static let bomb = zeros(matches: 1 << 20)
  /// 16 MiB of zeros in 106 KB.
  static let smallBomb = zeros(matches: 1 << 16)

  /// Zeros in one block of deflate (RFC 1951 §3.2.6): one of them, then matches of 258 bytes at
  /// distance 1 in 13 bits each. The checksum behind them is wrong.
  private static func zeros(matches: Int) -> Piece {
    var bits = Bits()
    bits.put(1, 1)  // the last block
    bits.put(1, 2)  // with fixed codes
    bits.putCode(0x30, 8)  // the literal 0
    for _ in 0..<matches {
      bits.putCode(0b1100_0101, 8)  // length 258
      bits.putCode(0, 5)  // distance 1
    }
    bits.putCode(0, 7)  // the end
    return pieces {
      hex("7801"); bytes(bits.finish()); u32(0)
    }
  }

  /// Bits as deflate has them: from the least significant on, codes with their first bit first.
  private struct Bits {
    private var bytes: [UInt8] = []
    private var held: UInt32 = 0
    private var count: UInt32 = 0

    mutating func put(_ value: UInt32, _ width: UInt32) {
      held |= value << count
      count += width
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: held))
        held >>= 8
        count -= 8
      }
    }

    mutating func putCode(_ code: UInt32, _ width: UInt32) {
      for place in (0..<width).reversed() { put(code >> place & 1, 1) }
    }

    func finish() -> [UInt8] { count > 0 ? bytes + [UInt8(truncatingIfNeeded: held)] : bytes }
  }

  static let frames: [HostileCase] = [
    HostileCase(tag: "a compressed frame that is none", .told("inflate-failed", at: 0x18)) {
      // A flag for compression and a length, then bytes that are not compressed.
      TagBuilder(.v3).tag {
        text("TIT2"); u32(12); u16(0x80); u32(500); text("not zlib")
      }
    },
    HostileCase(tag: "a compressed frame of 4 GiB", .told("inflate-limit", at: 0x18), isLarge: true)
    {
      bytes(tagged(length: .max, bomb))
    },
    HostileCase(
      tag: "a compressed frame that says it has no bytes", .told("inflate-longer", at: 0x18)
    ) {
      TagBuilder(.v3).tag {
        let data = Recipe.stored(text("\0title"))
        text("TIT2"); u32(UInt32(data.bytes.count) + 4); u16(0x80); u32(0); data
      }
    },
    HostileCase(tag: "a compressed frame without a length", .told("data-length-missing", at: 0x0a))
    {
      TagBuilder(.v4).tag {
        let data = Recipe.stored(text("\0title"))
        text("TIT2"); syncsafe(UInt32(data.bytes.count)); u16(0x08); data
      }
    },
    HostileCase(tag: "5 chapters compressed one in the other", .told("inflate-nested", at: 0x12)) {
      let v4 = TagBuilder(.v4)
      v4.tag {
        (0..<6).reduce(v4.text("TIT2", "x")) { inner, _ in
          v4.frame("CHAP", .init(isCompressed: true)) {
            string("c"); u32(0, 1, 2, 3); inner
          }
        }
      }
    },
    HostileCase(tag: "an unsynchronised frame that ends in FF", .sound) {
      TagBuilder(.v4).tag {
        text("TIT2"); syncsafe(4); u16(0x02); hex("0041 42 ff")
      }
    },
  ]

  /// A tag of version 3 with one compressed frame of any size.
  private static func tagged(length: UInt32, _ data: Piece) -> [UInt8] {
    TagBuilder(.v3).tag {
      text("GEOB"); u32(UInt32(data.bytes.count) + 4); u16(0x80); u32(length); data
    }.bytes
  }
}
