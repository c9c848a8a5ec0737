// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// Which part of the world a picture of JPEG 2000 shows: GeoTIFF and world files in boxes of their own.
///
/// exiftool says the same of the keys of such a file.
@Suite struct GeoTests {
  /// A picture with a directory of keys: a header, and entries of a key, a place, a count and a value.
  private static func picture(isLittle: Bool = true, count: UInt16 = 4, keys: [[UInt16]] = keys) -> [UInt8] {
    func number(_ value: UInt64, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
      return isLittle ? bytes : bytes.reversed()
    }
    let directory = ([1, 1, 0, count] + keys.joined()).flatMap { number(UInt64($0), 2) }
    let name = Array("UTM 33N|\0".utf8)
    let values = 8 + 2 + 12 * 2 + 4
    var tiff = Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
    tiff += number(0x87AF, 2) + number(3, 2) + number(UInt64(directory.count / 2), 4) + number(UInt64(values), 4)
    tiff += number(0x87B1, 2) + number(2, 2) + number(UInt64(name.count), 4)
    tiff += number(UInt64(values + directory.count), 4) + number(0, 4) + directory + name
    return atoms {
      atom("jP  ") { u32(0x0D0A_870A) }
      atom("ftyp") { text("jp2 "); u32(0); text("jp2 ") }
      uuidAtom("B14BF8BD083D4B43A5AE8CD7D5A6CE03") { bytes(tiff) }
    }
  }

  private static let keys: [[UInt16]] = [
    [1024, 0, 1, 1], [1026, 0x87B1, 8, 0], [3072, 0, 1, 32_633], [3076, 0, 1, 9001],
  ]

  @Test(arguments: [false, true]) func keysOfAMapAreATree(isLittle: Bool) throws {
    let told = try EmbeddedMetadataTests().fields(Self.picture(isLittle: isLittle), at: "uuid/TIFF")
    let start = try #require(told.firstIndex { $0.hasPrefix("KeyDirectoryVersion") })
    #expect(
      Array(told[start..<start + 20]) == [
        "KeyDirectoryVersion=1", "KeyRevision=1", "MinorRevision=0", "NumberOfKeys=4",
        "KeyID=GTModelTypeGeoKey", "TIFFTagLocation=here", "Count=1", "Value_Offset=projected",
        "KeyID=GTCitationGeoKey", "TIFFTagLocation=GeoAsciiParams", "Count=8", "Value_Offset=0",
        "KeyID=ProjectedCRSGeoKey", "TIFFTagLocation=here", "Count=1", "Value_Offset=32,633",
        "KeyID=ProjLinearUnitsGeoKey", "TIFFTagLocation=here", "Count=1", "Value_Offset=metre",
      ])
    #expect(told.last == "value=\"UTM 33N|\"")
  }

  /// More keys than there are, none, and fewer bytes than a header has.
  @Test(arguments: [(UInt16(65_535), 4), (0, 4), (4, 0), (1, 1)])
  func countsOfKeysAreClaims(count: UInt16, present: Int) throws {
    let bytes = Self.picture(count: count, keys: Array(Self.keys.prefix(present)))
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let told = try EmbeddedMetadataTests().fields(bytes, at: "uuid/TIFF")
    #expect(told.contains { $0.hasPrefix("NumberOfKeys=") })
    #expect(document.tree.tiling == bytes.count)
  }

  /// What keys of a map are called makes none of them a device or a path; where its picture lies is a place.
  @Test func onlyWhereAMapLiesIsAPlace() throws {
    var bytes = Self.picture()
    let document = try MediaFile.open(ByteSource(copying: bytes))
    #expect(MediaFile.privacy(of: document).findings.isEmpty)
    // The tag of the text becomes that of a point.
    let tag = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xB1, 0x87, 2, 0]) })
    bytes.replaceSubrange(tag..<tag + 2, with: [0x82, 0x84])
    let place = try MediaFile.privacy(of: MediaFile.open(ByteSource(copying: bytes))).findings
    #expect(place.map(\.kind) == [.place])
  }

  @Test func aWorldFileIsSixNumbers() throws {
    func double(_ value: Double) -> Piece { Piece(u64(value.bitPattern).bytes.reversed()) }
    let bytes = atoms {
      atom("jP  ") { u32(0x0D0A_870A) }
      atom("ftyp") { text("jp2 "); u32(0); text("jp2 ") }
      uuidAtom("96A9F1F1DC98402DA7AED68E34451809") {
        text("MSIG"); hex("2F10"); zeros(8); hex("01 00 00 01 30000000")
        double(10); double(0); double(0); double(-10); double(500_005); double(4_649_771)
        hex("FF0000000000")
      }
    }
    let told = try EmbeddedMetadataTests().fields(bytes, at: "uuid")
    #expect(Array(told.suffix(7).prefix(6)) == [
      "scale_x=10.0", "rotation_x=0.0", "rotation_y=0.0", "scale_y=-10.0", "origin_x=500005.0", "origin_y=4649771.0",
    ])
  }
}

extension Tree {
  /// The bytes at the top of the file that nodes have.
  fileprivate var tiling: Int { children(of: nil).reduce(0) { $0 + Int(self[$1].size) } }
}
