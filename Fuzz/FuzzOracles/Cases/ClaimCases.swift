// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus

/// Files that say of themselves what cannot be.
enum ClaimCases {
  private static let film = Files.film

  /// The film with this edit, and headers that say as much.
  private static func edited(_ duration: UInt32, at time: Int32 = 0, rate: UInt32 = 0x1_0000) -> [UInt8] {
    film.adding(behind: "moov/trak/tkhd") {
      atom("edts") {
        atom("elst", version: 0) { u32(1, duration); i32(time); u32(rate) }
      }
    }.setting("moov/trak/tkhd", at: 20) { u32(duration) }.setting("moov/mvhd", at: 16) { u32(duration) }
  }

  static let rules: [RuleCase] = [
    // The media last 400 ticks, each of two samples 200.
    RuleCase("edit-longer-than-media", edited(2_000), sound: edited(600)),
    RuleCase("edit-duration-zero", edited(0), sound: edited(1)),
  ]
}
