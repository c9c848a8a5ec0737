import ByteReading
package import Corpus
import Structure

/// Pictures as they stand among metadata, made byte by byte.
package enum PictureCases {
  /// A segment of JPEG: a marker, a length and what it holds.
  package static func segment(_ marker: UInt8, @AtomBuilder _ content: () -> Piece) -> Piece {
    let content = content()
    return pieces {
      u8(0xFF, marker); u16(UInt16(content.bytes.count + 2))
      content
    }
  }

  /// A piece of a profile in a segment of its own.
  package static func piece(_ number: UInt8, of count: UInt8, _ content: Piece) -> Piece {
    segment(0xE2) {
      text("ICC_PROFILE\0"); u8(number, count)
      content
    }
  }

  /// A picture of JPEG that is no more than these segments.
  package static func jpeg(@AtomBuilder _ segments: () -> Piece) -> Piece {
    let segments = segments()
    return pieces {
      hex("FFD8")
      segments
      hex("FFD9")
    }
  }

  /// A chunk of PNG, whose checksum is not looked at.
  package static func chunk(_ type: String, length: UInt32? = nil, @AtomBuilder _ content: () -> Piece) -> Piece {
    let content = content()
    return pieces {
      u32(length ?? UInt32(content.bytes.count)); text(type)
      content
      zeros(4)
    }
  }

  /// A picture of PNG of one pixel, with these chunks behind its header.
  package static func png(@AtomBuilder _ chunks: () -> Piece) -> Piece {
    let chunks = chunks()
    return pieces {
      hex("89504E470D0A1A0A")
      chunk("IHDR") { u32(1, 1); u8(8, 2, 0, 0, 0) }
      chunks
      chunk("IDAT") { hex("789C63000000010001") }
      chunk("IEND") {}
    }
  }

  /// A profile in a chunk of its own.
  package static func profile(_ bytes: [UInt8], named name: String = "a profile") -> Piece {
    chunk("iCCP") {
      text(name + "\0"); u8(0)
      Piece(compressed(bytes))
    }
  }

  private static func compressed(_ bytes: [UInt8]) -> [UInt8] { deflated(bytes.rawBytes) ?? [] }

  /// A cover in the list of iTunes.
  private static func cover(_ picture: Piece) -> Piece {
    nested(["moov", "udta"]) {
      atom("meta", version: 0) {
        atom("hdlr", version: 0) { u32(0); code("mdir"); code("appl"); zeros(9) }
        nested(["ilst", "covr"]) { atom("data") { u32(13, 0); picture } }
      }
    }
  }

  /// Exif whose second directory has this thumbnail, which begins 62 bytes behind the byte order.
  package static func exif(thumbnail: Piece) -> Piece {
    EmbeddedCases.tiff {
      EmbeddedCases.directory(EmbeddedCases.entry(0x112, 3, 1, 0x0006_0000), next: 26)
      // At 26, 30 bytes: up to 56.
      EmbeddedCases.directory(
        EmbeddedCases.entry(0x201, 4, 1, 62), EmbeddedCases.entry(0x202, 4, 1, UInt32(thumbnail.bytes.count)))
      zeros(6)
      thumbnail
    }
  }

  private static func thumbnails(_ depth: Int) -> Piece {
    (0..<depth).reduce(jpeg { zeros(0) }) { inner, _ in
      jpeg { segment(0xE1) { text("Exif\0\0"); exif(thumbnail: inner) } }
    }
  }

  private static func inExif(_ thumbnail: Piece) -> Piece {
    uuidAtom("4A706754-6966-6645-7869-662D3E4A5032") { exif(thumbnail: thumbnail) }
  }

  /// What is made to make readers run long, or beyond the end.
  static let all: [HostileCase] = [
    HostileCase("a thumbnail in a thumbnail, 100 deep", .survives) { inExif(thumbnails(100)) },
    HostileCase("a thumbnail of two bytes", .survives) { inExif(hex("FFD8")) },
    HostileCase("a thumbnail of 20,000 markers without a segment", .survives, isLarge: true) {
      inExif(Piece(Array(repeating: [0xFF, 0xD8], count: 20_000).flatMap { $0 }))
    },
    HostileCase("255 pieces of a profile, all of them the first", .survives) {
      cover(jpeg { Piece(Array(repeating: piece(1, of: 255, ICCCases.sound).bytes, count: 255).flatMap { $0 }) })
    },
    HostileCase("a piece of a profile with the number 0", .survives) {
      cover(jpeg { piece(0, of: 2, zeros(4)); piece(1, of: 2, zeros(4)) })
    },
    HostileCase("a chunk of 2³² bytes", .survives) { cover(png { chunk("iCCP", length: .max) { zeros(4) } }) },
    HostileCase("a profile that inflates to 16 MiB of zeros", .survives, isLarge: true) {
      cover(png { profile([UInt8](repeating: 0, count: 16 << 20)) })
    },
    HostileCase("a profile whose stream is cut off", .survives) {
      cover(png { chunk("iCCP") { text("cut\0"); u8(0); Piece(Array(compressed(ICCCases.sound.bytes).dropLast(40))) } })
    },
    HostileCase("a profile without the end of its name", .survives) {
      cover(png { chunk("iCCP") { text(String(repeating: "x", count: 200)) } })
    },
  ]
}
