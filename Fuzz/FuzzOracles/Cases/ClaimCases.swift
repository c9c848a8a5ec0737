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

  /// The film with pixels of this shape.
  private static func shaped(_ across: UInt32, _ down: UInt32) -> [UInt8] {
    film.adding(to: Files.tables + "stsd/avc1") { atom("pasp") { u32(across, down) } }
  }

  /// The sound with one byte of its descriptor changed.
  private static func described(_ place: Int, _ byte: UInt8) -> [UInt8] {
    Files.sound.setting(Files.tables + "stsd/mp4a/esds", at: place) { u8(byte) }
  }

  private static func encoded(_ name: String) -> [UInt8] {
    (try? Corpus.open("encoded/" + name)).map(PlayerCases.content) ?? []
  }

  /// A film with timecodes.
  private static let timecoded = encoded("timecode.mov")

  /// A file whose first track refers to another so.
  private static func referring(_ type: FourCC, to track: UInt32, of name: String) -> [UInt8] {
    encoded(name).adding(to: "moov/trak") { atom("tref") { atom(type) { u32(track) } } }
  }

  /// A film with timecodes, with other numbers of how they count.
  private static func counting(at place: Int, _ number: UInt32) -> [UInt8] {
    timecoded.setting("moov/trak[2]/mdia/minf/stbl/stsd/tmcd", at: place) { u32(number) }
  }

  static let rules: [RuleCase] = [
    // The media last 400 ticks, each of two samples 200.
    RuleCase("edit-longer-than-media", edited(2_000), sound: edited(600)),
    RuleCase("edit-duration-zero", edited(0), sound: edited(1)),
    RuleCase("edit-rate-negative", edited(400, rate: 0xFFFF_0000), sound: edited(400)),
    RuleCase("movie-rate-invalid", film.setting("moov/mvhd", at: 20) { u32(0) }),
    RuleCase("movie-rate-invalid", film.setting("moov/mvhd", at: 20) { u32(0xFFFF_0000) }),
    RuleCase("pixel-aspect-extreme", shaped(100, 1), sound: shaped(99, 1)),
    RuleCase("pixel-aspect-extreme", shaped(1, .max), sound: shaped(.max, .max)),
    RuleCase(
      "level-unknown", film.setting(Files.tables + "stsd/avc1/avcC", at: 3) { u8(255) },
      sound: film.setting(Files.tables + "stsd/avc1/avcC", at: 3) { u8(62) }),
    RuleCase("handler-unknown", film.setting("moov/trak/mdia/hdlr", at: 8) { code("vidf") }),
    RuleCase("handler-unknown", Files.sound.setting("moov/trak/mdia/hdlr", at: 8) { u32(0) }, sound: Files.sound),
    // A track whose timecode or chapters are the track itself, and one whose chapters are sound.
    RuleCase("track-reference-unsuited", referring("tmcd", to: 1, of: "h264-aac.mp4"), sound: timecoded),
    RuleCase("track-reference-unsuited", referring("chap", to: 1, of: "h264-aac.mp4"), sound: timecoded),
    RuleCase("track-reference-unsuited", referring("chap", to: 2, of: "h264-aac.mp4"), sound: encoded("chapters.mp4")),
    RuleCase("picture-size-zero", film.setting(Files.tables + "stsd/avc1", at: 24) { u16(0) }),
    RuleCase("picture-size-zero", film.setting(Files.tables + "stsd/avc1", at: 26) { u16(0) }),
    // The tag of the whole, that of the decoder configuration, and the type in it.
    RuleCase("object-type-missing", described(4, 0), sound: Files.sound),
    RuleCase("object-type-missing", described(9, 0x99), sound: Files.sound),
    RuleCase("object-type-missing", described(11, 0), sound: described(11, 0x67)),
    RuleCase("object-type-unsuited", described(11, 0x20), sound: described(11, 0x67)),
    // The tag of what is for the decoder; other codings need none.
    RuleCase("aac-configuration-missing", described(24, 0x0F), sound: Files.sound),
    // 12,800 / 512 frames of a second, of which 25 are counted: as pairs, and rounded down.
    RuleCase("timecode-rate-invalid", counting(at: 16, 0), sound: counting(at: 16, 25_600)),
    RuleCase("timecode-rate-invalid", counting(at: 20, 0), sound: counting(at: 20, 500)),
    RuleCase("timecode-rate-invalid", counting(at: 20, .max), sound: counting(at: 16, 12_801)),
    RuleCase("timecode-rate-invalid", counting(at: 24, 0), sound: counting(at: 24, 25 << 24)),
    RuleCase("timecode-rate-invalid", counting(at: 24, 26 << 24), sound: counting(at: 24, 25 << 24)),
  ]
}
