import ByteReading
package import Corpus
import Structure

/// Telemetry of GoPro, made byte by byte.
package enum TelemetryCases {
  /// An entry: a key, a type, the bytes of a structure, how many structures, and these up to a multiple of four bytes.
  package static func entry(
    _ key: String, _ type: Character, _ size: UInt8, promising count: UInt16? = nil, _ values: Piece
  ) -> Piece {
    let found = size > 0 ? UInt16(truncatingIfNeeded: values.bytes.count / Int(size)) : 0
    return pieces {
      text(key); u8(type.asciiValue ?? 0, size); u16(count ?? found)
      values
      zeros((4 - values.bytes.count % 4) % 4)
    }
  }

  package static func level(_ key: String, @AtomBuilder _ entries: () -> Piece) -> Piece {
    entry(key, "\0", 1, entries())
  }

  /// What is said of the structures in the last entry of a stream: their divisors, their types.
  private static func stream(_ types: String, _ values: Piece) -> Piece {
    level("STRM") {
      entry("TYPE", "c", 1, text(types))
      entry("SCAL", "l", 4, i32(10))
      values
    }
  }

  /// Telemetry of the file as a whole: its first entry begins at 0x2c.
  private static func file(_ entries: Piece) -> Piece { nested(["moov", "udta", "GPMF"]) { entries } }

  /// What is made to make readers run long, or beyond the end.
  static let all: [HostileCase] = [
    HostileCase("65,535 structures of 255 bytes in 4", .told("fields-truncated", at: 0x34)) {
      file(entry("ACCL", "s", 255, promising: .max, zeros(4)))
    },
    HostileCase("a stream in a stream, 100 deep", .survives) {
      file((0..<100).reduce(entry("ACCL", "s", 2, i16(1))) { inner, _ in level("STRM") { inner } })
    },
    HostileCase("structures of more types than bytes", .survives) {
      file(stream("f[255]f[255]f[255]", entry("FACE", "?", 4, zeros(64))))
    },
    HostileCase("a type of 2⁶⁴ values", .survives) {
      file(stream("f[18446744073709551616]", entry("FACE", "?", 4, zeros(64))))
    },
    HostileCase("a type without an end", .survives) { file(stream("Lf[", entry("FACE", "?", 8, zeros(64)))) },
    HostileCase("structures of no bytes", .survives) { file(stream("", entry("FACE", "?", 0, promising: .max, zeros(64)))) },
    HostileCase("numbers divided by zero", .survives) {
      file(level("STRM") { entry("SCAL", "s", 2, i16(0)); entry("ACCL", "s", 2, i16(1, 2, 3)) })
    },
    HostileCase("20,000 entries before 20,000 numbers", .survives, isLarge: true) {
      file(
        pieces {
          Piece(Array(repeating: entry("SCAL", "s", 2, i16(7)).bytes, count: 20_000).flatMap { $0 })
          entry("ACCL", "s", 2, Piece([UInt8](repeating: 1, count: 40_000)))
        })
    },
  ]
}
