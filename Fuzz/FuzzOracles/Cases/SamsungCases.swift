import ByteReading
package import Corpus
import Structure

/// What cameras of Samsung leave behind a picture, made byte by byte.
package enum SamsungCases {
  private static func little(_ value: UInt64, _ count: Int) -> Piece {
    Piece((0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) })
  }

  private static func block(_ type: UInt16, _ name: String, _ value: String) -> Piece {
    pieces {
      u16(0); little(UInt64(type), 2); little(UInt64(name.utf8.count), 4)
      text(name)
      text(value)
    }
  }

  private static let time = block(0x0A01, "Image_UTC_Data", "1705124333853")
  private static let country = block(0x0AA1, "MCC_Data", "310")

  /// A trailer of two blocks: a moment, and the country of a network.
  ///
  /// - Parameter entries: Where each is said to begin before the directory, and its size; where they do when
  ///   `nil`.
  package static func trailer(
    _ entries: [(back: UInt64, size: UInt64)]? = nil, promising count: UInt64? = nil
  ) -> Piece {
    let (first, second) = (UInt64(time.bytes.count), UInt64(country.bytes.count))
    let entries = entries ?? [(first + second, first), (second, second)]
    return atom("sefd") {
      time
      country
      text("SEFH"); little(107, 4); little(count ?? UInt64(entries.count), 4)
      Piece(
        entries.flatMap { entry in
          pieces { u16(0); little(0x0A01, 2); little(entry.back, 4); little(entry.size, 4) }.bytes
        })
      little(UInt64(12 + 12 * entries.count), 4); text("SEFT")
    }
  }

  private static func film(_ trailer: Piece) -> [UInt8] { Files.film + atoms { trailer } }
  private static let sound = film(trailer())

  /// A file for each rule.
  static let rules: [RuleCase] = [
    RuleCase("samsung-block-outside", film(trailer([(4_096, 16)])), sound: sound),
    RuleCase("samsung-overlap", film(trailer([(54, 35), (54, 36)])), sound: sound),
    RuleCase(
      "samsung-too-many", film(trailer(Array(repeating: (54, 35), count: 4_097))), sound: sound),
  ]

  /// What is made to make readers run long, or beyond the end.
  static let all: [HostileCase] = [
    HostileCase("blocks of Samsung that begin before the atom", .told("samsung-block-outside", at: 0x5E)) {
      trailer([(55, 20), (4_294_967_295, 4_294_967_295)])
    },
    HostileCase("a directory of Samsung that promises 2³² blocks", .told("count-exceeds-box", at: 0x5E)) {
      trailer(promising: 0xFFFF_FFFF)
    },
    HostileCase("20,000 blocks of Samsung in one place", .told("samsung-too-many", at: 0xC05E)) {
      trailer(Array(repeating: (54, 35), count: 20_000))
    },
    HostileCase("an atom of Samsung in itself", .told("samsung-block-outside", at: 0x5E)) {
      trailer([(54, 0), (54, 7)])
    },
  ]
}
