// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus

/// What points to places, atoms, tracks, items and entries that are not there, or back to itself.
enum ReferenceCases {
  static let all: [HostileCase] = [
    chunks, tracks, items, fragments, groups, contents,
  ].flatMap { $0 }

  /// A film whose media begins at 0x1c: nine bytes, then `moov`.
  private static func film(_ path: String, at offset: Int, _ change: Piece) -> Piece {
    let film = atoms {
      atom("mdat") { hex("00000001 65 000000 41") }
      Parts.movie {
        Parts.track {
          Parts.media {
            Parts.visualEntry("avc1")
          } tables: {
            Parts.sampleTables([5, 4], at: 0x1c)
          }
          atom("edts") {
            atom("elst", version: 0) {
              u32(1); u32(400, 0, 0x1_0000)
            }
          }
          atom("tref") { atom("cdsc") { u32(1) } }
        }
      }
    }
    return Piece(film.setting(path, at: offset) { change })
  }

  private static let tables = "moov/trak/mdia/minf/stbl/"

  static let chunks: [HostileCase] = [
    HostileCase("a chunk at 4 GiB", .told("chunk-beyond-end", in: "stco", 0)) {
      film(tables + "stco", at: 8, u32(.max))
    },
    HostileCase("a chunk that goes on past the end", .told("chunk-crosses-end", in: "stco", 0)) {
      film(tables + "stsz", at: 8 + 8, u32(0x7FFF_FFFF))
    },
    HostileCase("a chunk in 'moov'", .told("chunk-outside-media", in: "stco", 0)) {
      film(tables + "stco", at: 8, u32(0x80))
    },
    HostileCase(
      "samples of a description that is not there",
      .told("description-index-invalid", in: "stsc", 16)
    ) {
      film(tables + "stsc", at: 16, u32(7))
    },
    HostileCase("2³² − 1 samples a chunk", .told("chunk-samples-differ", in: "stsc", 0)) {
      film(tables + "stsc", at: 12, u32(.max))
    },
    HostileCase("a first chunk of 0", .told("chunk-runs-disordered", in: "stsc", 16)) {
      film(tables + "stsc", at: 8, u32(0))
    },
    HostileCase(
      "a data reference that is not there", .told("data-reference-invalid", in: "avc1", 14)
    ) {
      film(tables + "stsd/avc1", at: 6, u16(9))
    },
    HostileCase("an edit behind the media", .told("edit-beyond-media", in: "elst", 16)) {
      film("moov/trak/edts/elst", at: 12, u32(0x7FFF_FFFF))
    },
  ]

  static let tracks: [HostileCase] = [
    HostileCase(
      "a reference to a track that is not there", .told("track-reference-dangling", in: "cdsc", 8)
    ) {
      film("moov/trak/tref/cdsc", at: 0, u32(99))
    },
    HostileCase("a reference to itself", .sound) { film("moov/trak/tref/cdsc", at: 0, u32(1)) },
    HostileCase("a track of ID 0", .told("track-id-zero", in: "tkhd", 20)) {
      film("moov/trak/tkhd", at: 12, u32(0))
    },
    HostileCase(
      "two tracks of the same ID", .told("track-id-duplicate", at: 0x88 + 100 + 8 + 20)
    ) {
      Parts.movie {
        Parts.track {}
        Parts.track {}
      }
    },
  ]

  /// Items 1 and 2 in `meta`; `references` are in `iref`.
  private static func images(
    primary: UInt16 = 1,
    location: Piece = pieces {
      u16(0, 0, 1); u32(0, 4)
    },
    association: Piece = u8(1, 1), references: Piece
  ) -> Piece {
    atom("meta", version: 0) {
      Parts.handlerReference("pict")
      atom("pitm", version: 0) { u16(primary) }
      atom("iinf", version: 0) {
        u16(2)
        for id in [1, 2] as [UInt16] {
          atom("infe", version: 2) {
            u16(id, 0); code("grid"); u8(0)
          }
        }
      }
      atom("iloc", version: 1) {
        u8(0x44, 0); u16(2); u16(1); location; u16(2, 0, 0, 1); u32(0, 4)
      }
      atom("iprp") {
        atom("ipco") { atom("ispe", version: 0) { u32(1, 1) } }
        atom("ipma", version: 0) {
          u32(1); u16(1); association
        }
      }
      atom("iref", version: 0) { references }
    }
  }

  private static func made(_ from: UInt16, of items: UInt16...) -> Piece {
    atom("dimg") {
      u16(from, UInt16(items.count))
      for item in items { u16(item) }
    }
  }

  static let items: [HostileCase] = [
    HostileCase("an image that is made of itself", .told("item-reference-cycle", in: "dimg", 0)) {
      images(references: made(1, of: 1))
    },
    HostileCase(
      "two images that are made of each other", .told("item-reference-cycle", in: "iref", 26)
    ) {
      images(
        references: pieces {
          made(1, of: 2); made(2, of: 1)
        })
    },
    HostileCase(
      "an image that is made of one that is not there",
      .told("item-reference-unknown", in: "dimg", 0)
    ) {
      images(references: made(1, of: 77))
    },
    HostileCase("a primary item that is not there", .told("primary-item-missing", in: "pitm", 12)) {
      images(primary: 9, references: Piece())
    },
    HostileCase("an item behind the end of the file", .told("item-outside", in: "iloc", 24)) {
      images(
        location: pieces {
          u16(0, 0, 1); u32(.max, .max)
        }, references: Piece())
    },
    HostileCase("an item that lies in itself", .survives) {
      images(
        location: pieces {
          u16(2, 0, 1); u32(0, 4)
        }, references: atom("iloc") { u16(1, 1, 1) })
    },
    // The first is 16⁷ times in the file: what is asked of it must not be worked out so often.
    HostileCase("eight items that each lie 16 times in the next", .survives) {
      Family.itemsInItems(count: 8, extents: 16)
    },
    HostileCase("a property that is not there", .told("property-index-invalid", in: "ipma", 19)) {
      images(association: u8(1, 0x7F), references: Piece())
    },
    HostileCase(
      "10,000 images, each made of the next, the last of the first",
      .told("item-reference-unknown", in: "dimg", 28), isLarge: true
    ) {
      images(
        references: Piece(
          (0..<10_000 as Range<UInt16>).flatMap { made($0, of: ($0 + 1) % 10_000).bytes }))
    },
  ]

  static let fragments: [HostileCase] = [
    HostileCase(
      "a fragment of a track that is not there", .told("fragment-track-unknown", in: "tfhd", 0)
    ) {
      Parts.fragmentedMovie()
      Piece(
        Parts.fragment(sequence: 1, time: 0, duration: 200, sample: [1]).bytes
          .setting("moof/traf/tfhd", at: 4) { u32(9) })
    },
    HostileCase("a run whose data lies before the file", .told("run-outside-media", in: "trun", 0))
    {
      Parts.fragmentedMovie()
      Piece(
        Parts.fragment(sequence: 1, time: 0, duration: 200, sample: [1]).bytes
          .setting("moof/traf/trun", at: 8) { i32(.min) })
    },
    HostileCase("a run whose data lies behind the file", .told("run-outside-media", in: "trun", 0))
    {
      Parts.fragmentedMovie()
      Piece(
        Parts.fragment(sequence: 1, time: 0, duration: 200, sample: [1]).bytes
          .setting("moof/traf/trun", at: 8) { i32(.max) })
    },
    HostileCase(
      "an index of segments that are not there", .told("segment-index-target", in: "sidx", 32)
    ) {
      atom("sidx", version: 0) {
        u32(1, 1_000, 0, 0); u16(0, 1); u32(0x7FFF_FFFF, 100, 0x9000_0000)
      }
      Parts.fragmentedMovie()
      Parts.fragment(sequence: 1, time: 0, duration: 200, sample: [1])
    },
    HostileCase(
      "random access to where no fragment is", .told("random-access-target", in: "tfra", 24)
    ) {
      Parts.fragmentedMovie()
      atom("mfra") {
        atom("tfra", version: 0) {
          u32(1, 0, 1); u32(0, 0x7FFF_FFFF); u8(1, 1, 1)
        }
        atom("mfro", version: 0) { u32(59) }
      }
    },
    HostileCase("the size of 'mfra' is wrong", .told("random-access-size", in: "mfro", 12)) {
      Parts.fragmentedMovie()
      atom("mfra") { atom("mfro", version: 0) { u32(.max) } }
    },
    HostileCase("auxiliary data behind the end", .told("auxiliary-offset-outside", in: "saio", 16))
    {
      Parts.film(
        inTables: pieces {
          atom("saiz", version: 0) {
            u8(8); u32(2)
          }
          atom("saio", version: 0) { u32(1, 0xFFFF_FFF0) }
        })
    },
  ]

  static let groups: [HostileCase] = [
    HostileCase(
      "samples of a group that is not described",
      .told("sample-group-index-invalid", in: "sbgp", 20)
    ) {
      Parts.film(
        inTables: pieces {
          atom("sbgp", version: 0) {
            code("roll"); u32(1, 2, 9)
          }
          atom("sgpd", version: 1) {
            code("roll"); u32(2, 1); i16(1)
          }
        })
    },
    HostileCase(
      "a key that is not there",
      .told("metadata-key-missing", at: 0x14 + 8 + 108 + 8 + 33 + 16 + 8 + 4)
    ) {
      Parts.movie {
        atom("meta") {
          atom("hdlr", version: 0) {
            u32(0); code("mdta"); zeros(12); u8(0)
          }
          atom("keys", version: 0) { u32(0) }
          atom("ilst") {
            atom(FourCC(5)) {
              atom("data") {
                u32(1); u32(0); text("x")
              }
            }
          }
        }
      }
    },
  ]

  private static func contents(_ id: String, of children: String...) -> Piece {
    TagBuilder(.v4).frame("CTOC") {
      string(id); u8(2, UInt8(children.count))
      for child in children { string(child) }
    }
  }

  static let contents: [HostileCase] = [
    HostileCase(tag: "a table of contents of itself", .told("contents-cycle", at: 0x0a)) {
      TagBuilder(.v4).tag { contents("a", of: "a") }
    },
    HostileCase(tag: "two tables of contents of each other", .told("contents-cycle", at: 0x0a + 16))
    {
      TagBuilder(.v4).tag {
        contents("a", of: "b"); contents("b", of: "a")
      }
    },
    HostileCase(tag: "a table of contents of what is not there", .sound) {
      TagBuilder(.v4).tag { contents("a", of: "b", "c") }
    },
    HostileCase(tag: "a tag that says the next is behind the end", .told("seek-wrong", at: 0x14)) {
      TagBuilder(.v4).tag { TagBuilder(.v4).frame("SEEK") { u32(0x7FFF_FFFF) } }
      mpegAudio(frames: 2)
    },
    HostileCase(tag: "a tag that says the next is itself", .told("seek-wrong", at: 0x14)) {
      TagBuilder(.v4).tag { TagBuilder(.v4).frame("SEEK") { u32(.max - 23) } }
      mpegAudio(frames: 2)
    },
  ]
}
