import ByteReading
package import Corpus
import Structure

/// Colour profiles, made byte by byte.
package enum ICCCases {
  /// An entry of the table of tags.
  package struct Tag: Sendable {
    let code: String
    let offset: UInt32
    let size: UInt32

    package init(_ code: String, _ offset: UInt32, _ size: UInt32) {
      (self.code, self.offset, self.size) = (code, offset, size)
    }
  }

  /// A profile of a display: a header of 128 bytes, a table of tags, and what stands behind it.
  ///
  /// - Parameters:
  ///   - size: The size that the header has; that of the profile when `nil`.
  ///   - count: The tags that are promised; as many as there are when `nil`.
  package static func profile(
    _ tags: [Tag], size: UInt32? = nil, promising count: UInt32? = nil, @AtomBuilder _ values: () -> Piece
  ) -> Piece {
    let values = values()
    let whole = UInt32(132 + 12 * tags.count + values.bytes.count)
    return pieces {
      u32(size ?? whole)
      text("made"); hex("04300000"); text("mntrRGB XYZ ")
      u16(2024, 2, 29, 12, 34, 56)
      text("acspAPPL"); u32(1); text("none"); u32(0, 0, 0, 1)
      hex("0000F6D6 00010000 0000D32D"); text("made"); zeros(16); zeros(28)
      u32(count ?? UInt32(tags.count))
      Piece(tags.flatMap { tag in pieces { text(tag.code); u32(tag.offset, tag.size) }.bytes })
      values
    }
  }

  /// A text in one language or several, all in the bytes behind the records.
  static func languages(_ records: [(code: String, length: UInt32, offset: UInt32)], _ content: Piece) -> Piece {
    pieces {
      text("mluc"); u32(0, UInt32(records.count), 12)
      Piece(records.flatMap { record in pieces { text(record.code); u32(record.length, record.offset) }.bytes })
      content
    }
  }

  private static let name = pieces { hex("0044 0069 0073 0070 006C 0061 0079 0020 0050 0033") }
  private static let white = pieces { text("XYZ "); u32(0); hex("0000F6D6 00010000 0000D32D") }

  /// `Display P3`, a white point, and a curve that three tags have.
  package static let sound = profile([
    Tag("desc", 192, 48), Tag("wtpt", 240, 20), Tag("rTRC", 260, 14), Tag("gTRC", 260, 14), Tag("bTRC", 260, 14),
  ]) {
    languages([("enUS", 20, 28)], name)
    white
    text("curv"); u32(0, 1); u16(0x0233); zeros(2)
  }

  /// A profile in the box that says which colours are meant.
  package static func colour(_ profile: Piece) -> Piece { atom("colr") { text("prof"); profile } }

  private static func film(_ profile: Piece) -> [UInt8] { Files.film + atoms { colour(profile) } }

  /// One tag, `XYZ `, with this place.
  private static func white(at offset: UInt32, _ size: UInt32 = 20) -> Piece {
    profile([Tag("wtpt", offset, size)]) { white }
  }

  /// A file for each rule.
  static let rules: [RuleCase] = [
    RuleCase(
      "icc-size-differs", film(profile([Tag("wtpt", 144, 20)], size: 4_096) { white }), sound: film(sound)),
    RuleCase(
      "icc-filled", film(profile([Tag("wtpt", 144, 20)], size: 164) { white; zeros(3) }),
      sound: film(profile([Tag("wtpt", 144, 20)], size: 164) { white; zeros(4) })),
    RuleCase("icc-tag-outside", film(white(at: 4_096)), sound: film(sound)),
    RuleCase(
      "icc-tag-repeated", film(profile([Tag("wtpt", 156, 20), Tag("wtpt", 156, 20)]) { white }), sound: film(sound)),
    RuleCase(
      "icc-overlap", film(profile([Tag("wtpt", 156, 20), Tag("bkpt", 160, 16)]) { white }), sound: film(sound)),
    RuleCase(
      "icc-text-outside", film(profile([Tag("desc", 144, 48)]) { languages([("enUS", 20, 4_096)], name) }),
      sound: film(sound)),
    RuleCase(
      "icc-too-many",
      film(profile((0..<257).map { Tag("t\($0 + 100)", 132 + 12 * 257, 20) }) { white }), sound: film(sound)),
  ]

  /// What is made to make readers run long, or beyond the end.
  static let all: [HostileCase] = [
    HostileCase("a profile that promises 2³² tags", .told("icc-too-many", at: 0xA0)) {
      colour(profile([Tag("wtpt", 144, 20)], promising: 0xFFFF_FFFF) { white })
    },
    HostileCase("a tag in the header of its profile", .told("icc-tag-outside", at: 0xA4)) { colour(white(at: 0)) },
    HostileCase("a tag that is the table of tags", .told("icc-tag-outside", at: 0xA4)) { colour(white(at: 128)) },
    HostileCase("a tag that ends at 2³³", .told("icc-tag-outside", at: 0xA4)) {
      colour(white(at: 0xFFFF_FFFF, 0xFFFF_FFFF))
    },
    HostileCase("256 tags in one place, each a byte longer", .told("icc-overlap", at: 0xA40)) {
      colour(
        profile((0..<256).map { Tag("t\($0 + 100)", 132 + 12 * 256, UInt32(8 + $0)) }) { text("text"); zeros(4); zeros(300) })
    },
    HostileCase("a text in 2³² languages", .told("icc-too-many", at: 0xB8)) {
      colour(profile([Tag("desc", 144, 48)]) { text("mluc"); u32(0, 0xFFFF_FFFF, 12); zeros(32) })
    },
    HostileCase("records that are their own text", .told("icc-text-outside", at: 0xC0)) {
      colour(profile([Tag("desc", 144, 48)]) { languages([("enUS", 40, 8)], name) })
    },
    HostileCase("a curve of 2³² points", .told("count-exceeds-box", at: 0xBC)) {
      colour(profile([Tag("rTRC", 144, 16)]) { text("curv"); u32(0, 0xFFFF_FFFF, 0) })
    },
    HostileCase("a description of 2³² bytes", .told("fields-truncated", at: 0xBC)) {
      colour(profile([Tag("desc", 144, 16)]) { text("desc"); u32(0, 0xFFFF_FFFF, 0) })
    },
    HostileCase("a table of 255 × 65,535 numbers", .told("count-exceeds-box", at: 0xE4)) {
      colour(profile([Tag("A2B0", 144, 52)]) { text("mft2"); u32(0); u8(255, 255, 255, 0); zeros(36); u16(.max, .max) })
    },
  ]
}
