// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus

/// Layouts that the specification does not have, each beside the one that it has.
enum DepartureCases {
  static let all: [RuleCase] = [
    RuleCase(
      "text-entry-is-timed-text",
      text(
        atom("text") {
          zeros(6); u16(1)
          u32(1); zeros(6); zeros(8); u16(0, 0, 1); u8(0, 0); u32(0)
          atom("ftab") { u16(1, 1); pascal("") }
        }),
      sound: text(
        atom("text") {
          zeros(6); u16(1)
          u32(1, 1); zeros(6); zeros(8); u32(0); u16(12, 9, 0, 0); u8(0); u16(12); zeros(6)
          pascal("Geneva")
        }))
  ]

  /// A text track with this entry and a sample of no text.
  private static func text(_ entry: Piece) -> [UInt8] {
    atoms {
      Parts.fileType("qt  ", "qt  ")
      atom("mdat") { hex("0000") }
      Parts.movie {
        Parts.track(width: 0, height: 0) {
          Parts.media(handler: "text") {
            entry
          } tables: {
            Parts.sampleTables([2], delta: 400, at: 28)
          }
        }
      }
    }
  }
}
