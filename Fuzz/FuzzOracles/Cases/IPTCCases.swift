import ByteReading
package import Corpus
import Structure

/// Data sets of IPTC-IIM and resources of Photoshop around them, made byte by byte.
package enum IPTCCases {
  /// A data set.
  package static func dataSet(_ record: UInt8, _ number: UInt8, _ value: Piece, claiming size: UInt16? = nil) -> Piece {
    pieces {
      u8(0x1C, record, number); u16(size ?? UInt16(value.bytes.count))
      value
    }
  }

  /// Who made a picture, where, and who is to be asked.
  package static let people = pieces {
    dataSet(1, 90, hex("1B2547"))
    dataSet(2, 0, u16(4))
    dataSet(2, 5, text("Harbour"))
    dataSet(2, 80, text("Jana Nováková"))
    dataSet(2, 90, text("Brno"))
    dataSet(2, 92, text("Zelný trh"))
    dataSet(2, 101, text("Česko"))
    dataSet(2, 118, text("+420 541 000 000"))
    dataSet(2, 122, text("K. Editor"))
    dataSet(2, 55, text("20240229"))
    dataSet(2, 25, text("boats"))
  }

  /// A resource of Photoshop.
  package static func resource(_ number: UInt16, _ content: Piece, name: String = "", claiming size: UInt32? = nil) -> Piece {
    pieces {
      text("8BIM"); u16(number); u8(UInt8(name.utf8.count)); text(name)
      zeros(1 - name.utf8.count % 2)
      u32(size ?? UInt32(content.bytes.count))
      content
      zeros(content.bytes.count % 2)
    }
  }

  package static let resources = pieces {
    resource(0x3ED, hex("00480000 0001 0001 00480000 0001 0001"))
    resource(0x404, people)
    resource(0x40A, u8(1), name: "c")
  }

  package static func box(resources content: Piece) -> Piece {
    uuidAtom("2C4C0100-8504-40B9-A03E-562148D6DFEB") { content }
  }

  package static func box(dataSets content: Piece) -> Piece {
    uuidAtom("33C7A4D2-B81D-4723-A0BA-F1A3E097AD38") { content }
  }

  /// What is made to make readers run long, or beyond the end.
  static let all: [HostileCase] = [
    HostileCase("a data set of 65,535 bytes in 20", .sound) {
      box(dataSets: dataSet(2, 5, text("short"), claiming: 0x7FFF))
    },
    HostileCase("a second data set that is not there", .told("fields-truncated", at: 0x3B)) {
      box(dataSets: pieces { dataSet(2, 5, text("short")); dataSet(2, 80, text("short"), claiming: 0x7FFF) })
    },
    HostileCase("a data set whose size has 32,767 bytes", .survives) {
      box(dataSets: pieces { dataSet(2, 5, text("short")); hex("1C0250 FFFF 00") })
    },
    HostileCase("a data set of 2⁶⁴-1 bytes", .told("fields-truncated", at: 0x43)) {
      box(dataSets: pieces { dataSet(2, 5, text("short")); hex("1C0250 8008 FFFFFFFF FFFFFFFF 00") })
    },
    HostileCase("100,000 data sets without a byte", .survives, isLarge: true) {
      box(dataSets: Piece(Array(repeating: dataSet(2, 25, zeros(0)).bytes, count: 100_000).flatMap { $0 }))
    },
    HostileCase("a resource of 2³² bytes", .told("fields-truncated", at: 0x46)) {
      box(resources: pieces { resource(0x40A, u8(1)); resource(0x404, people, claiming: .max) })
    },
    HostileCase("resources in a resource", .survives) {
      box(resources: resource(0x404, resource(0x404, resource(0x404, people))))
    },
  ]
}
