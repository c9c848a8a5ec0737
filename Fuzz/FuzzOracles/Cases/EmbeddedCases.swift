import ByteReading
package import Corpus
import Structure

/// Formats inside boxes, made byte by byte: directories of TIFF, values of CBOR.
package enum EmbeddedCases {
  // MARK: TIFF

  /// An entry of a directory, its value in the entry or an offset.
  package static func entry(
    _ tag: UInt16, _ type: UInt16, _ count: UInt32, _ value: UInt32
  ) -> Piece {
    pieces {
      u16(tag, type)
      u32(count, value)
    }
  }

  /// A directory of these entries.
  package static func directory(
    _ entries: Piece..., promising count: UInt16? = nil, next: UInt32 = 0
  ) -> Piece {
    pieces {
      u16(count ?? UInt16(entries.count))
      Piece(entries.flatMap(\.bytes))
      u32(next)
    }
  }

  /// A header, most significant byte first, and what stands behind it: the first directory, at 8.
  package static func tiff(@AtomBuilder _ content: () -> Piece) -> Piece {
    let content = content()
    return pieces {
      hex("4D4D 002A 00000008")
      content
    }
  }

  /// Exif behind a film.
  package static func exif(@AtomBuilder _ content: () -> Piece) -> [UInt8] {
    let content = content()
    return Files.film
      + atoms { uuidAtom("4A706754-6966-6645-7869-662D3E4A5032") { tiff { content } } }
  }

  static let orientation = entry(0x112, 3, 1, 0x0006_0000)
  private static let sound = exif { directory(orientation) }

  /// A packet of XMP in the box that holds it.
  private static func xmp(_ packet: String) -> Piece {
    uuidAtom("BE7ACFCB-97A9-42E8-9C71-999491E3AFAC") { text(packet) }
  }

  private static func film(_ piece: Piece) -> [UInt8] { Files.film + atoms { piece } }
  private static let packet = film(xmp("<a b='&amp;'><c>d</c></a>"))

  /// A film with an item of Exif that says how many bytes stand before the byte order: there are six.
  private static func exifItem(counting count: UInt32) -> [UInt8] {
    exifItem(pieces { u32(count); hex("4578 6966 0000") })
  }

  /// A film with an item of Exif that begins so.
  private static func exifItem(_ start: Piece) -> [UInt8] {
    let data = pieces {
      start
      tiff { directory(orientation) }
    }
    func file(_ offset: UInt32) -> [UInt8] {
      Files.film
        + atoms {
          atom("meta", version: 0) {
            atom("hdlr", version: 0) {
              u32(0); hex("70696374"); zeros(13)
            }
            atom("iloc", version: 0) {
              u8(0x44, 0); u16(1, 1, 0, 1); u32(offset, UInt32(data.bytes.count))
            }
            atom("iinf", version: 0) {
              u16(1); atom("infe", version: 2) { u16(1, 0); hex("45786966 00") }
            }
          }
          atom("mdat") { data }
        }
    }
    return file(UInt32(file(0).count - data.bytes.count))
  }

  // MARK: CBOR

  /// Values behind a film, in the box that holds them.
  package static func cbor(@AtomBuilder _ content: () -> Piece) -> [UInt8] {
    let content = content()
    return Files.film + atoms { credentials { content } }
  }

  static func credentials(@AtomBuilder _ content: () -> Piece) -> Piece {
    let content = content()
    return atom("jumb") {
      atom("jumd") {
        hex("63626F72 0011 0010 8000 00AA00389B71 03")
        text("made\0")
      }
      atom("cbor") { content }
    }
  }

  /// A file for each rule.
  static let rules: [RuleCase] = [
    RuleCase(
      "tiff-directory-repeated", exif { directory(orientation, next: 8) }, sound: sound),
    // The pointer leads into the header.
    RuleCase(
      "tiff-directory-outside", exif { directory(entry(0x8769, 4, 1, 4)) },
      sound: exif {
        directory(entry(0x8769, 4, 1, 26))
        directory(entry(0x9207, 3, 1, 0x0005_0000))
      }),
    RuleCase(
      "tiff-value-outside", exif { directory(entry(0x10F, 2, 20, 0x1000)) },
      sound: exif {
        directory(entry(0x10F, 2, 6, 26))
        text("Maker\0")
      }),
    RuleCase("tiff-type-unknown", exif { directory(entry(0x112, 77, 1, 6)) }, sound: sound),
    RuleCase(
      "tiff-unsorted", exif { directory(orientation, entry(0x100, 3, 1, 0x0001_0000)) },
      sound: exif { directory(entry(0x100, 3, 1, 0x0001_0000), orientation) }),
    // The text lies in the directory itself.
    RuleCase("tiff-overlap", exif { directory(entry(0x10F, 2, 8, 8)) }, sound: sound),
    RuleCase(
      "tiff-too-many",
      // 70 directories without entries, each behind the one that points to it.
      exif { Piece((1...70).flatMap { directory(next: 8 + 6 * UInt32($0)).bytes } + zeros(6).bytes) },
      sound: sound),
    RuleCase("xmp-malformed", film(xmp("<a><b></a>")), sound: packet),
    RuleCase("xmp-entity", film(xmp("<!DOCTYPE a><a/>")), sound: packet),
    RuleCase("xmp-nested", film(xmp(String(repeating: "<a>", count: 65))), sound: packet),
    RuleCase("xmp-too-many", film(xmp(String(repeating: "<a/>", count: 8_193))), sound: packet),
    RuleCase("exif-prefix-uncounted", exifItem(counting: 0), sound: exifItem(counting: 6)),
    RuleCase("exif-offset-missing", exifItem(pieces {}), sound: exifItem(u32(0))),
    RuleCase(
      "values-nested", cbor { Piece(Array(repeating: 0x81, count: 40) + [0]) },
      sound: cbor { Piece(Array(repeating: 0x81, count: 20) + [0]) }),
  ]

  /// What is made to make readers run long, deep or beyond the end.
  static let all: [HostileCase] = [
    HostileCase("XMP 10,000 elements deep", .told("xmp-nested", at: 0xEC)) {
      xmp(String(repeating: "<a>", count: 10_000))
    },
    HostileCase("XMP that declares text that grows", .told("xmp-entity", at: 0x2C)) {
      xmp("<!DOCTYPE a [<!ENTITY b 'bbbbbbbb'><!ENTITY c '&b;&b;&b;&b;'>]><a>&c;</a>")
    },
    HostileCase("XMP that refers to what it does not declare", .told("xmp-entity", at: 0x2F)) {
      xmp("<a><rdf:Description a='&file;'/></a>")
    },
    HostileCase("XMP whose elements close each other", .told("xmp-malformed", at: 0x32)) {
      xmp("<a><b></a></b>")
    },
    HostileCase("XMP of 100,000 elements", .told("xmp-too-many", at: 0x902C)) {
      xmp(String(repeating: "<a b=''/>", count: 100_000))
    },
    HostileCase("CBOR 10,000 arrays deep", .told("values-nested", at: 0x63)) {
      credentials { Piece(Array(repeating: 0x81, count: 10_000)) }
    },
    HostileCase("CBOR of 2⁶⁴-1 entries", .told("count-exceeds-box", at: 0x4B)) {
      credentials { hex("BB FFFFFFFFFFFFFFFF 61 61 01") }
    },
    HostileCase("CBOR text of 2⁶³ bytes", .told("fields-truncated", at: 0x4B)) {
      credentials { hex("7B 8000000000000000 6161") }
    },
    HostileCase("CBOR arrays without an end", .told("fields-truncated", at: 0x46)) {
      credentials { hex("9F 9F 9F BF") }
    },
    HostileCase("a directory of 65,535 entries with one", .told("count-exceeds-box", at: 0x36)) {
      uuidAtom("4A706754-6966-6645-7869-662D3E4A5032") {
        tiff { directory(orientation, promising: .max) }
      }
    },
    HostileCase("directories in a ring", .told("tiff-directory-repeated", at: 0x54)) {
      uuidAtom("4A706754-6966-6645-7869-662D3E4A5032") {
        tiff {
          directory(orientation, next: 26)
          directory(orientation, next: 8)
        }
      }
    },
    HostileCase("an entry that points to 2³⁰ directories", .told("tiff-value-outside", at: 0x36)) {
      uuidAtom("4A706754-6966-6645-7869-662D3E4A5032") {
        tiff { directory(entry(0x14A, 4, 1 << 30, 8)) }
      }
    },
    HostileCase("an entry that points to 100 directories", .told("tiff-too-many", at: 0x36)) {
      uuidAtom("4A706754-6966-6645-7869-662D3E4A5032") {
        tiff {
          directory(entry(0x14A, 4, 100, 26))
          zeros(400)
        }
      }
    },
    HostileCase("a directory that is its own value", .told("tiff-overlap", at: 0x36)) {
      uuidAtom("4A706754-6966-6645-7869-662D3E4A5032") {
        tiff { directory(entry(0x10F, 2, 18, 8)) }
      }
    },
    HostileCase("an entry of 2³² values", .told("tiff-value-outside", at: 0x36)) {
      uuidAtom("4A706754-6966-6645-7869-662D3E4A5032") {
        tiff { directory(entry(0x10F, 12, .max, .max)) }
      }
    },
  ]
}
