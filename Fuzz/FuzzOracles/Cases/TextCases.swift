// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus

/// Text that acts on what shows it: each in every place where files have text.
package enum TextCases {
  static let all: [HostileCase] = [injected, types, identifiers, long].flatMap { $0 }

  static let injected: [HostileCase] = attacks.flatMap { attack in
    (places + tagPlaces).map { place in place(attack.name, attack.bytes) }
  }

  /// What text may hold.
  package static let attacks: [(name: String, bytes: [UInt8])] = [
    ("colours and a title for the terminal", Array("\u{1B}[31m\u{1B}]0;title\u{7}".utf8)),
    ("lines and tabs", Array("a\nerror[x] fake\r\u{B}\u{C}\tb".utf8)),
    ("control characters of ISO 8859-1", Array("\u{9B}31m\u{85}\u{90}\u{9C}".utf8)),
    ("text that runs backwards", Array("\u{202E}gpj.\u{2066}\u{200F}\u{61C}".utf8)),
    ("bytes that are not UTF-8", [0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0xF5, 0xE2, 0x80]),
    ("lines of Unicode and what has no width", Array("a\u{2028}b\u{2029}c\u{FEFF}\u{200B}".utf8)),
    (
      "what nobody sees, and what is no character",
      Array("a\u{FFFE}\u{FFFF}\u{AD}\u{2060}\u{FFF9}\u{E0041}\u{3164}b".utf8)
        + [0xEF, 0xB7, 0x90, 0xF0, 0x9F, 0xBF, 0xBE]
    ),
    ("the ends of JSON and of HTML", Array("\"}],</script><script>alert(1)</script>&\\u0000".utf8)),
    (
      "quotes and brackets with marks on them",
      Array("'\u{301};\"\u{301}<\u{338}script>\u{301}&\u{301}|\u{301}`\u{301}]\u{301}".utf8)
    ),
    ("commands for a shell and for CI", Array("$(reboot)`reboot`\n::error::x %0A".utf8)),
  ]

  /// The first `count` bytes of a text, or as many with others behind it.
  private static func filled(_ text: [UInt8], _ count: Int, with byte: UInt8) -> Piece {
    Piece(Array(text.prefix(count)) + Array(repeating: byte, count: max(0, count - text.count)))
  }

  package typealias Place = @Sendable (_ name: String, _ text: [UInt8]) -> HostileCase

  package static let places: [Place] = [
    { name, text in
      HostileCase("\(name) in a handler's name", .survives) {
        nested(["moov", "trak", "mdia"]) {
          atom("hdlr", version: 0) {
            u32(0); code("vide"); zeros(12); bytes(text + [0])
          }
        }
      }
    },
    { name, text in
      HostileCase("\(name) in user data", .sound) {
        nested(["moov", "udta"]) {
          atom("@nam") {
            u16(UInt16(text.count), 0x15C7); bytes(text)
          }
          atom("name") { bytes(text) }
        }
      }
    },
    { name, text in
      HostileCase("\(name) in metadata and its key", .sound) {
        nested(["moov", "udta"]) {
          atom("meta", version: 0) {
            Parts.handlerReference("mdir")
            atom("ilst") {
              atom("@nam") {
                atom("data") {
                  u32(1, 0); bytes(text)
                }
              }
              atom("----") {
                atom("mean", version: 0) { bytes(text) }
                atom("name", version: 0) { bytes(text) }
                atom("data") {
                  u32(1, 0); bytes(text)
                }
              }
            }
          }
        }
      }
    },
    { name, text in
      HostileCase("\(name) in an item's name and type", .sound) {
        atom("meta", version: 0) {
          Parts.handlerReference("pict")
          atom("iinf", version: 0) {
            u16(1)
            atom("infe", version: 2) {
              u16(1, 0); code("mime"); bytes(text + [0]); bytes(text + [0]); bytes(text + [0])
            }
          }
          atom("xml ", version: 0) { bytes(text) }
        }
      }
    },
    { name, text in
      HostileCase("\(name) in an encoder's name", .sound) {
        inSampleTable {
          atom("stsd", version: 0) {
            u32(1)
            atom("avc1") {
              zeros(6); u16(1); zeros(16); u16(64, 48); fixed16(72, 72); u32(0); u16(1)
              u8(UInt8(text.prefix(31).count)); filled(text, 31, with: 0)
              u16(24); i16(-1)
            }
          }
        }
      }
    },
    { name, text in
      HostileCase("\(name) in an address", .sound) {
        nested(["moov", "trak", "mdia", "minf", "dinf"]) {
          atom("dref", version: 0) {
            u32(1); atom("url ", version: 0) { bytes(text + [0]) }
          }
        }
      }
    },
  ]

  package static let tagPlaces: [Place] = [
    { name, text in
      HostileCase(tag: "\(name) in the media type of a picture", .sound) {
        TagBuilder(.v3).tag {
          TagBuilder(.v3).frame("APIC") {
            u8(0); Piece(text.filter { $0 > 0 }); u8(0, 3); Piece(text); u8(0); hex("ffd8ffe0")
          }
        }
      }
    },
    { name, text in
      HostileCase(tag: "\(name) in frames of ISO 8859-1 and UTF-8", .sound) {
        let v4 = TagBuilder(.v4)
        v4.tag {
          v4.frame("TIT2") {
            u8(0); Piece(text)
          }
          v4.frame("TIT3") {
            u8(3); Piece(text)
          }
          v4.frame("TXXX") {
            u8(3); Piece(text); u8(0); Piece(text)
          }
          v4.frame("WXXX") {
            u8(0); Piece(text); u8(0); Piece(text)
          }
          v4.frame("COMM") {
            u8(3); Piece(Array("eng".utf8)); Piece(text); u8(0); Piece(text)
          }
          v4.frame("UFID") {
            Piece(text); u8(0); Piece(text)
          }
          v4.frame("APIC") {
            u8(0); Piece(text); u8(0, 3); Piece(text); u8(0); Piece(text)
          }
          v4.frame("CHAP") {
            bytes(text + [0]); u32(0, 1, 2, 3)
          }
        }
      }
    },
    { name, text in
      HostileCase(tag: "\(name) in frames of UTF-16", .sound) {
        let v3 = TagBuilder(.v3)
        // As characters of their own, and with the bytes as they are.
        let wide: [UInt8] = text.flatMap { [$0, 0] }
        v3.tag {
          v3.frame("TIT2") {
            u8(1, 0xFF, 0xFE); Piece(wide)
          }
          v3.frame("TIT3") {
            u8(1, 0xFE, 0xFF); Piece(text)
          }
          v3.frame("TALB") {
            u8(1); Piece(text)
          }
          v3.frame("TXXX") {
            u8(1, 0xFF, 0xFE); Piece(wide); u8(0, 0, 0xFF, 0xFE); Piece(wide)
          }
        }
      }
    },
    { name, text in
      HostileCase(tag: "\(name) in tags at the end", .sound) {
        mpegAudio(frames: 2)
        apeTag([
          apeItem("Title") { bytes(text) },
          apeItem("Link", flags: 4) { bytes(text) },
          apeItem("Cover", flags: 2) { bytes(text + [0, 1, 2]) },
        ])
        Piece(Array("TAG".utf8)); filled(text, 30, with: 0x20)
        filled([], 60, with: 0x1B); Piece(Array("2024".utf8)); filled([], 30, with: 0x9B); u8(0xFF)
      }
    },
  ]

  /// Types are text as well.
  static let types =
    ([0x1B5B_316D, 0x0A0D_0908, 0x7F80_9B85, 0xFFFF_FFFF, 0x2722_5C2F] as [UInt32])
    .map { type in
      HostileCase("an atom and a brand of type 0x\(String(type, radix: 16))", .sound) {
        atom(FourCC(type)) { zeros(3) }
        atom("styp") {
          u32(type, 0, type)
        }
        atom("moov") {
          atom("udta") { atom(FourCC(type)) { hex("1b5b") } }
          nested(["trak", "mdia"]) {
            atom("hdlr", version: 0) {
              u32(type, type, type, type, type); u8(0)
            }
          }
        }
      }
    }

  static let identifiers: [HostileCase] = [
    HostileCase(tag: "a frame of lower case", .told("frame-identifier-invalid", at: 0x0a)) {
      TagBuilder(.v3).tag {
        text("tit2"); u32(4); u16(0); u32(0)
      }
    },
    HostileCase(
      tag: "a frame of control characters", .told("frame-identifier-invalid", at: 0x0a)
    ) {
      TagBuilder(.v4).tag {
        hex("1b5b316d"); u32(4); u16(0); u32(0)
      }
    },
    HostileCase(whole: "chunks of control characters", .tags, .told("not-a-chunk", at: 0x0c)) {
      text("RIFF"); u32(UInt32(24).byteSwapped); text("WAVE")
      hex("1b5b316d"); u32(UInt32(4).byteSwapped); hex("1b5b324a")
      text("JUNK"); u32(0)
    },
    HostileCase(whole: "text that is no media", .atoms, .refused) {
      text("\u{1B}[2J this is not a film\n and goes on for a while, long enough to look at\n")
    },
    HostileCase(whole: "no bytes", .atoms, .refused) {},
    HostileCase(whole: "one byte", .atoms, .refused) { u8(0) },
    HostileCase(whole: "a picture", .atoms, .refused) { hex("89504e470d0a1a0a 0000000d 49484452") },
    HostileCase(whole: "zeros", .atoms, .refused) { zeros(4_096) },
    HostileCase(whole: "ones", .tags, .refused) { bytes(Array(repeating: 0xFF, count: 4_096)) },
  ]

  static let long: [HostileCase] = [
    HostileCase("a name of 1 MB", .sound, isLarge: true) {
      nested(["moov", "trak", "mdia"]) {
        atom("hdlr", version: 0) {
          u32(0); code("vide"); zeros(12)
          bytes(Array(repeating: 0x1B, count: 1_000_000)); u8(0)
        }
      }
    },
    HostileCase(tag: "a title of 1 MB without an end", .sound, isLarge: true) {
      TagBuilder(.v3).tag {
        TagBuilder(.v3).frame("TIT2") { bytes([1] + Array(repeating: 0xD8, count: 1_000_001)) }
      }
    },
    HostileCase(tag: "a title of 100,000 values", .sound, isLarge: true) {
      TagBuilder(.v4).tag {
        TagBuilder(.v4).frame("TPE1") {
          bytes([3] + Array(repeatElement([0x61, 0], count: 100_000).joined()))
        }
      }
    },
  ]
}
