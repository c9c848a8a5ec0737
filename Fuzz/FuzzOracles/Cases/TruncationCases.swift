// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus

/// Files that end at every place where something begins or ends.
enum TruncationCases {
  static let all: [HostileCase] = [
    films, fragments, images, tags,
  ].flatMap { $0 }

  /// Media with tables, an edit, metadata, and a sample entry with atoms in it.
  private static let film = atoms {
    Parts.film(
      extra: atom("udta") {
        atom("meta", version: 0) {
          Parts.handlerReference("mdir")
          atom("ilst") {
            atom("@nam") {
              atom("data") {
                u32(1, 0); text("Title")
              }
            }
          }
        }
      },
      inTrack: atom("edts") {
        atom("elst", version: 0) { u32(1, 400, 0, 0x1_0000) }
      })
  }

  private static let films = cases("a film", film)

  private static let fragments = cases(
    "a film in fragments",
    atoms {
      Parts.fileType("iso5", "iso5")
      Parts.fragmentedMovie()
      Parts.fragment(sequence: 1, time: 0, duration: 200, sample: [1, 2, 3])
      Parts.fragment(sequence: 2, time: 200, duration: 200, sample: [4, 5, 6])
    })

  private static let images = cases(
    "an image",
    atoms {
      Parts.fileType("heic", "mif1")
      atom("meta", version: 0) {
        Parts.handlerReference("pict")
        atom("pitm", version: 0) { u16(1) }
        atom("iloc", version: 0) {
          u8(0x44, 0); u16(1, 1, 0, 1); u32(0, 4)
        }
        atom("iprp") {
          atom("ipco") { atom("ispe", version: 0) { u32(1, 1) } }
          atom("ipma", version: 0) {
            u32(1); u16(1); u8(1, 1)
          }
        }
      }
      atom("mdat") { zeros(4) }
    })

  /// Atoms that hold others, and the bytes before those.
  private static let containers: [FourCC: Int] = [
    "moov": 0, "trak": 0, "mdia": 0, "minf": 0, "dinf": 0, "stbl": 0, "edts": 0, "udta": 0,
    "ilst": 0, "@nam": 0, "moof": 0, "traf": 0, "mvex": 0, "iprp": 0, "ipco": 0, "meta": 4,
    "stsd": 8, "dref": 8, "avc1": 78,
  ]

  private struct Atom {
    let type: FourCC
    let range: Range<Int>
  }

  private static func split(_ bytes: [UInt8], _ range: Range<Int>) -> [Atom] {
    var result: [Atom] = []
    var at = range.lowerBound
    while at + 8 <= range.upperBound {
      let size = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = bytes[at + 4..<at + 8].reduce(0) { $0 << 8 | UInt32($1) }
      result.append(Atom(type: FourCC(type), range: at..<at + size))
      at += size
    }
    return result
  }

  /// Where atoms begin, their payloads begin, and they end, at any depth.
  private static func boundaries(_ bytes: [UInt8], _ range: Range<Int>) -> Set<Int> {
    var result: Set<Int> = []
    for atom in split(bytes, range) {
      let payload = atom.range.lowerBound + 8
      result.formUnion([atom.range.lowerBound, payload - 4, payload, atom.range.upperBound])
      if let skipped = containers[atom.type] {
        result.formUnion(boundaries(bytes, payload + skipped..<atom.range.upperBound))
      }
    }
    return result
  }

  private static func cases(_ name: String, _ bytes: [UInt8]) -> [HostileCase] {
    let tops = split(bytes, bytes.indices)
    return boundaries(bytes, bytes.indices).filter { $0 < bytes.count }.sorted().map { count in
      var expected = HostileCase.Expected.sound
      if let top = tops.first(where: { $0.range.contains(count) }) {
        let start = top.range.lowerBound
        switch count - start {
        // The film may lack what has not come yet.
        case 0: expected = count == 0 ? .refused : .all([])
        case 1..<8: expected = count < 8 ? .refused : .told("atom-header-truncated", at: start)
        default: expected = .told("file-truncated", at: start)
        }
      }
      return HostileCase(whole: "\(name), its first \(count) bytes", .atoms, expected) {
        Piece(Array(bytes.prefix(count)))
      }
    }
  }

  // MARK: Tags

  private static let tags: [HostileCase] = {
    let v4 = TagBuilder(.v4)
    let frames = [v4.text("TIT2", "Title"), v4.text("TXXX", "a", "b"), v4.text("TPE1", "Artist")]
    let tag = v4.tag(footer: true) {
      frames[0]; frames[1]; frames[2]
    }.bytes
    var places: Set<Int> = [10]
    var at = 10
    for frame in frames {
      places.formUnion([at, at + 4, at + 10, at + frame.bytes.count])
      at += frame.bytes.count
    }
    places.formUnion([at + 3, at + 9])
    return places.sorted().map { count in
      HostileCase(tag: "a tag, its first \(count) bytes", .told("tag-truncated", at: 0)) {
        Piece(Array(tag.prefix(count)))
      }
    }
  }()
}
