// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading

/// Files of *n* of something, for any *n*: what a reader does for each of them must not depend on how
/// many others there are.
public struct Family: Sendable {
  public let name: String
  private let make: @Sendable (Int) -> [UInt8]

  init(_ name: String, @AtomBuilder _ make: @escaping @Sendable (Int) -> Piece) {
    self.name = name
    self.make = { count in
      atoms {
        Parts.fileType("isom", "isom")
        make(count)
      }
    }
  }

  /// Files that begin with an ID3v2.4 tag.
  init(tagged name: String, _ make: @escaping @Sendable (TagBuilder, Int) -> [UInt8]) {
    self.name = name
    self.make = { make(TagBuilder(.v4), $0) }
  }

  private static func header(ofTrack number: UInt32) -> Piece {
    atom("tkhd", version: 0) { u32(0, 0, number); zeros(68) }
  }

  /// The file of `count`.
  public func bytes(count: Int) -> [UInt8] { make(count) }

  public static let all: [Family] = [
    Family("items in items") { Self.itemsInItems(count: $0, extents: 16) },
    Family("groups of entities and unknown items") { count in
      atom("meta", version: 0) {
        Parts.handlerReference("pict")
        atom("iinf", version: 0) { u16(0) }
        atom("grpl") {
          for number in 0..<count {
            atom("altr", version: 0) { u32(UInt32(number), 0) }
          }
        }
        atom("iref", version: 1) {
          for number in 0..<count {
            atom("dimg") {
              u32(UInt32(1_000_000 + number)); u16(1); u32(UInt32(2_000_000 + number))
            }
          }
        }
      }
    },
    Family("kinds of groups of samples") { count in
      Parts.movie {
        atom("trak") {
          atom("mdia") {
            atom("minf") {
              atom("stbl") {
                for number in 0..<count {
                  atom("sgpd", version: 1) { u32(0x6100_0000 + UInt32(number), 2, 0) }
                  atom("sbgp", version: 0) { u32(0x6100_0000 + UInt32(number), 1, 1, 1) }
                }
              }
            }
          }
        }
      }
    },
    Family("tracks of timecode") { count in
      atom("moov") {
        for number in 1...UInt32(count) {
          atom("trak") {
            Self.header(ofTrack: number)
            atom("tref") { atom("tmcd") { u32(number) } }
            atom("mdia") {
              atom("hdlr", version: 0) {
                u32(0); code("tmcd"); zeros(13)
              }
            }
          }
        }
      }
    },
    Family("atoms in each other") { count in
      Piece((0..<count).flatMap { _ in nested(Array(repeating: "udta", count: 8)) })
    },
    Family("siblings of one type") { count in
      for number in 0..<count { atom("free") { u32(UInt32(truncatingIfNeeded: number &* 77)) } }
    },
    Family("siblings of other types") { count in
      for number in 0..<count { atom(FourCC(0x6161_6161 + UInt32(number) * 3)) { u8(1) } }
    },
    Family("extended types") { count in
      for number in 0..<count { atom("uuid") { u64(UInt64(number), 1) } }
    },
    Family("empty tracks") { count in
      atom("moov") { for _ in 0..<count { atom("trak") } }
    },
    Family("fragments") { count in
      Parts.fragmentedMovie()
      for number in 1...UInt32(count) {
        Parts.fragment(
          sequence: number, time: UInt64(number) * 1_000, duration: 1_000, sample: [1, 2, 3, 4])
      }
    },
    Family("segment indexes") { count in
      for _ in 0..<count {
        atom("sidx", version: 0) { u32(1, 1_000, 0, 0); u16(0, 1); u32(8, 1_000, 0) }
      }
      for _ in 0..<count { atom("moof") }
    },
    Family("parts of fragments") { count in
      atom("moov") {
        for number in 1...UInt32(count) {
          atom("trak") { Self.header(ofTrack: number) }
        }
      }
      for _ in 0..<4 {
        atom("moof") {
          for number in 1...UInt32(count) {
            atom("traf") { atom("tfhd", version: 0) { u32(number) } }
          }
        }
      }
    },
    Family("items of a list") { count in
      Parts.movie {
        atom("udta") {
          atom("meta", version: 0) {
            Parts.handlerReference("mdir")
            atom("ilst") {
              for _ in 0..<count {
                atom("@nam") { atom("data") { u32(1, 0); string("x", terminated: false) } }
              }
            }
          }
        }
      }
    },
    Family(tagged: "tags one after another") { builder, count in
      (0..<count).flatMap { _ in builder.tag { builder.text("TIT2", "x") }.bytes }
    },
    Family(tagged: "one field many times") { builder, count in
      builder.tag {
        for _ in 0..<count {
          builder.frame("TXXX") { u8(3); string("k"); string("v", terminated: false) }
        }
      }.bytes
    },
    Family(tagged: "tables of contents of the same chapters") { builder, count in
      builder.tag {
        for number in 0..<count {
          builder.frame("CHAP") { string("c\(number)"); zeros(16) }
        }
        for number in 0..<count / 8 {
          builder.frame("CTOC") {
            string("t\(number)"); u8(0); u8(8)
            for chapter in 0..<8 { string("c\(chapter)") }
          }
        }
      }.bytes
    },
    Family(tagged: "values of one text") { builder, count in
      builder.tag {
        builder.frame("TPE1") { u8(3); for _ in 0..<count { string("a") } }
      }.bytes
    },
  ]

  /// Atoms one in the other, the first outside.
  private static func nested(_ types: [FourCC]) -> [UInt8] {
    types.reversed().reduce(Piece()) { inner, type in atom(type) { inner } }.bytes
  }

  /// `count` items that each have their data `extents` times in the next (14496-12 §8.11.3): the
  /// first has `extents` to the power of `count` − 1 ranges in the file. Each is listed in `iinf`, so
  /// that an outline says where it lies.
  public static func itemsInItems(count: Int, extents: Int) -> Piece {
    let last = UInt16(count)
    return atom("meta", version: 0) {
      Parts.handlerReference("pict")
      atom("iinf", version: 0) {
        u16(last)
        for id in 1...last {
          atom("infe", version: 2) {
            u16(id, 0); code("hvc1"); u8(0)
          }
        }
      }
      atom("iref", version: 0) {
        for id in 1..<last { atom("iloc") { u16(id, 1, id + 1) } }
      }
      // Offsets and lengths of four bytes; the last item is in the file.
      atom("iloc", version: 1) {
        u8(0x44, 0); u16(last)
        for id in 1...last {
          u16(id, id == last ? 0 : 2, 0, UInt16(extents))
          for _ in 0..<extents { u32(0, 1) }
        }
      }
    }
  }
}
