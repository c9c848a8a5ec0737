// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus

/// Layouts that the specification does not have, each beside the one that it has.
enum DepartureCases {
  static let all: [RuleCase] = [
    RuleCase(
      "text-entry-is-timed-text",
      chapters(
        atom("text") {
          zeros(6); u16(1)
          u32(1); zeros(6); zeros(8); u16(0, 0, 1); u8(0, 0); u32(0)
          atom("ftab") {
            u16(1, 1); pascal("")
          }
        }),
      sound: chapters(
        atom("text") {
          zeros(6); u16(1)
          u32(1, 1); zeros(6); zeros(8); u32(0); u16(12, 9, 0, 0); u8(0); u16(12); zeros(6)
          pascal("Geneva")
        })),
    RuleCase(
      "handler-name-counted",
      film.replacing(handler) { named(pascal("A name of more than thirty-two characters")) },
      sound: film.replacing(handler) { named(text("A name that ends", terminated: true)) }),
    RuleCase(
      "handler-name-trailing",
      film.replacing(handler) { named(hex("56 00 01")) },
      // iTunes has a second zero.
      sound: film.replacing(handler) { named(hex("00 00")) }),
    RuleCase(
      "nero-key-size-short",
      nero(
        pieces {
          u24(4); text("tvnn"); u16(1); u32(3); text("abc")
        }),
      sound: nero(
        pieces {
          u32(4); text("tvnn"); u16(1); u32(3); text("abc")
        })),
    RuleCase(
      "colour-range-missing",
      coloured {
        code("nclx"); u16(1, 1, 1)
      },
      sound: coloured {
        code("nclx"); u16(1, 1, 1); u8(0)
      }),
    RuleCase("item-list-version", itemList(version: 2), sound: itemList(version: 1)),
    // An encoder of QDesign Music left its old parameters behind the new list.
    RuleCase(
      "terminator-not-last", parameters(hex("C200A301 00000000 00000018")),
      // Filling, and atoms where there should be none.
      sound: parameters(zeros(12))),
    RuleCase(
      "terminator-not-last", parameters(hex("0000000C 51444341 00000001 00")),
      sound: parameters(atom("frma") { code("QDM2") })),
  ]

  /// A sound entry of QuickTime whose `wave` has a terminator and these bytes behind it.
  /// A list of one item, which is text, with a count of 32 bits.
  private static func itemList(version: UInt8) -> [UInt8] {
    atoms {
      Parts.fileType("mif1", "mif1")
      atom("meta", version: 0) {
        Parts.handlerReference("null", name: "")
        atom("iinf", version: version) {
          u32(1)
          atom("infe", version: 2) {
            u16(1); u16(0); code("mime"); text("\0text/plain\0")
          }
        }
      }
    }
  }

  private static func parameters(_ behind: Piece) -> [UInt8] {
    Files.sound.replacing("ftyp") { Parts.fileType("qt  ", "qt  ") }
      .replacing(Files.tables + "stsd/mp4a") {
        atom("QDM2") {
          zeros(6); u16(1)
          u16(1); zeros(6)
          u16(1, 16, 0, 0); u32(8_000 << 16); u32(4_096, 185, 370, 2)
          atom("wave") {
            atom("frma") { code("QDM2") }
            u32(8, 0)
            behind
          }
        }
      }
  }

  private static let film = Files.film
  private static let handler = "moov/trak/mdia/hdlr"

  private static func named(_ name: Piece) -> Piece {
    atom("hdlr", version: 0) {
      u32(0); code("vide"); zeros(12); name
    }
  }

  private static func coloured(@AtomBuilder _ content: () -> Piece) -> [UInt8] {
    let content = content()
    return film.adding(to: Files.tables + "stsd/avc1") { atom("colr") { content } }
  }

  /// User data with one tag as Nero writes them.
  private static func nero(_ tag: Piece) -> [UInt8] {
    film.adding(to: "moov") {
      atom("udta") {
        atom("tags") {
          atom("meta") {
            u32(1); tag
          }
        }
      }
    }
  }

  /// A text track with this entry and a sample of no text.
  private static func chapters(_ entry: Piece) -> [UInt8] {
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
