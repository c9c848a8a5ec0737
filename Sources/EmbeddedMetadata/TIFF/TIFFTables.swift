import ByteReading
import MediaFacts
import Structure

/// Image file directories as Exif has them (TIFF 6.0 §2, Exif 3.0 §4.6).
///
/// Pointers lead forward and back: ``TIFFFinder`` follows them, and rows describe what lies where in the
/// order of the file. An entry says what it points to; the bytes of that are a part of their own.
enum TIFFTables: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("TIFF", "Exif", "TIFF 6.0 §2, Exif 3.0 §4.6", in: "file", name: "TIFF") {
      directories("IFD0", .image)
    },
    // Canon's raw images have a header for each directory.
    Syntax("TIFe", "Exif", "Exif 3.0 §4.6.3", in: "file", name: "TIFF") {
      directories("Exif", .exif)
    },
    Syntax("TIFg", "Position", "Exif 3.0 §4.6.7", in: "file", name: "TIFF") {
      directories("GPS", .gps)
    },
    Syntax("TIFc", "Canon's maker note", "Canon CR3", in: "file", name: "TIFF") {
      directories("Canon", .canon)
    },
  ]

  /// The directories of a picture, of whatever format that is.
  static func picture() -> Row { directories("IFD0", .image) }

  /// The header, and all that it leads to; the first directory is of this kind.
  private static func directories(_ name: StaticString, _ root: TIFFDirectory) -> Row {
    when(.remaining(64)) {
      uint(16, "byte_order", .names([0x4949: "little-endian", 0x4D4D: "big-endian"]))
      ordered(uint(16, "magic", if: order(false)), false)
      ordered(uint(16, "magic", if: order(true)), true)
      ordered(uint(32, "first_IFD", .hex, if: order(false)), false)
      ordered(uint(32, "first_IFD", .hex, if: order(true)), true)
      parts("parts", foundBy: { TIFFFinder(root: root) }) {
        directory(name, root)
        directory("IFD1", .thumbnail)
        others(than: root)
        bytes(.remaining, "MakerNote", .content(makerNote), if: .equal("part_kind", 20))
        bytes(.remaining, "image", if: .equal("part_kind", 22))
        bytes(.remaining, "unused", if: .equal("part_kind", 23))
        values(isLittle: true)
        values(isLittle: false)
        // What finders know of the parts in these takes the place of what is known of the part around: they stand last.
        root == .image ? formats() : bytes(.remaining, "thumbnail", if: .equal("part_kind", 21))
      }
    }
  }

  /// Values that are of a format of their own, which the first directory of a picture alone has.
  private static func formats() -> Row {
    when(.oneOf("part_kind", [21, 24, 25, 26, 27])) {
      bytes(.remaining, "thumbnail", if: .all([.equal("part_kind", 21), .not(isJPEG)]))
      group("thumbnail", if: .all([.equal("part_kind", 21), isJPEG])) { JPEGSegments.picture() }
      group("IPTC", if: .equal("part_kind", 24)) {
        IIMTables.rows()
        bytes(.remaining, "padding")
      }
      group("resources", if: .equal("part_kind", 25)) {
        ImageResourceTables.rows()
        bytes(.remaining, "padding")
      }
      group("ICC_profile", if: .equal("part_kind", 26)) { ICCTables.profile() }
      when(.equal("part_kind", 27)) {
        group("GeoKeyDirectory", if: order(true)) { GeoKeys.rows(isLittle: true) }
        group("GeoKeyDirectory", if: order(false)) { GeoKeys.rows(isLittle: false) }
      }
    }
  }

  /// Whether a picture of JPEG begins here.
  private static var isJPEG: Condition {
    .next(Picture.jpegMagic.byteCount * 8, Picture.jpegMagic.value, offset: 0)
  }

  private static func others(than root: TIFFDirectory) -> Row {
    when(.notEqual("part_kind", root.rawValue)) {
      directory("Exif", .exif)
      directory("GPS", .gps)
      directory("Interoperability", .interoperability)
      directory("SubIFD", .sub)
    }
  }

  private static let types: Names = [
    1: "BYTE", 2: "ASCII", 3: "SHORT", 4: "LONG", 5: "RATIONAL", 6: "SBYTE", 7: "UNDEFINED",
    8: "SSHORT", 9: "SLONG", 10: "SRATIONAL", 11: "FLOAT", 12: "DOUBLE", 13: "IFD", 129: "UTF-8",
  ]

  private static func ordered(_ row: Row, _ isLittle: Bool) -> Row { isLittle ? row.little : row }

  private static func order(_ isLittle: Bool) -> Condition {
    .equal("byte_order", isLittle ? 0x4949 : 0x4D4D)
  }

  private static func directory(_ name: StaticString, _ kind: TIFFDirectory) -> Row {
    when(.equal("part_kind", kind.rawValue)) {
      directory(name, kind, isLittle: true)
      directory(name, kind, isLittle: false)
    }
  }

  private static func directory(
    _ name: StaticString, _ kind: TIFFDirectory, isLittle: Bool
  ) -> Row {
    group(name, if: order(isLittle)) {
      ordered(uint(16, "entry_count"), isLittle)
      list(.field("entry_count"), "entries") {
        ordered(uint(16, "tag", .names(TIFFTags.names(of: kind))), isLittle).identity.column
        ordered(uint(16, "type", .names(types)), isLittle).column
        ordered(uint(32, "count"), isLittle).column
        value(.pointer(.values(of: kind)), isLittle)
      }
      ordered(uint(32, "next_IFD", .hex, if: .remaining(32)), isLittle)
    }
  }

  /// The last four bytes of an entry: its values when they fit, else where they are.
  private static func value(_ meaning: Meaning, _ isLittle: Bool) -> Row {
    when(.remaining(32)) {
      when(fits([1, 6, 7], 1)) { uint(8, "value", meaning).column }
      when(fits([1, 6, 7], 2, 3, 4)) { bytes(.field("count"), "value", .perhapsText).column }
      when(fits([2, 129], 1, 2, 3, 4)) { string(.utf8, .bytes(.field("count")), "value").column }
      when(fits([3, 8], 1)) { ordered(uint(16, "value", meaning), isLittle).column }
      when(fits([3, 8], 2)) { array(2, "values", of: ordered(uint(16, "value"), isLittle)) }
      when(fits([4, 9, 11, 13], 1)) { ordered(uint(32, "value", meaning), isLittle).column }
      bytes(3, "unused", if: fits([1, 2, 6, 7, 129], 1))
      bytes(2, "unused", if: .any([fits([1, 2, 6, 7, 129], 2), fits([3, 8], 1)]))
      bytes(1, "unused", if: fits([1, 2, 6, 7, 129], 3))
      bytes(4, "unused", if: .equal("count", 0))
      when(.not(.any(inEntry))) {
        ordered(uint(32, "value_offset", meaning), isLittle).column
      }
    }
  }

  private static func fits(_ types: [UInt64], _ counts: UInt64...) -> Condition {
    .all([.oneOf("type", types), .oneOf("count", counts)])
  }

  private static var inEntry: [Condition] {
    [
      fits([1, 2, 6, 7, 129], 1, 2, 3, 4), fits([3, 8], 1, 2), fits([4, 9, 11, 13], 1),
      .equal("count", 0),
    ]
  }

  /// Values that have bytes of their own.
  private static func values(isLittle: Bool) -> Row {
    when(.all([order(isLittle), .atLeast("part_kind", 100)])) {
      bytes(.remaining, "value", .perhapsText, if: .oneOf("part_kind", [101, 107]))
      string(.utf8, .rest, "value", if: .oneOf("part_kind", [102, 229]))
      several([103], ordered(uint(16, "value"), isLittle))
      several([104, 113], ordered(uint(32, "value"), isLittle))
      several([106], int(8, "value"))
      several([108], ordered(int(16, "value"), isLittle))
      several([109], ordered(int(32, "value"), isLittle))
      several([111], ordered(float(32, "value"), isLittle))
      several([112], ordered(float(64, "value"), isLittle))
      table(.remaining, "values", if: .equal("part_kind", 105)) {
        ordered(uint(32, "numerator"), isLittle)
        ordered(uint(32, "denominator"), isLittle)
      }
      table(.remaining, "values", if: .equal("part_kind", 110)) {
        ordered(int(32, "numerator"), isLittle)
        ordered(int(32, "denominator"), isLittle)
      }
    }
  }

  private static func several(_ kinds: [UInt64], _ row: Row) -> Row {
    array(.remaining, "values", if: .oneOf("part_kind", kinds), of: row)
  }

  /// Whose note it is, by what it begins with.
  private static let makerNote = ContentText("a maker's note") { bytes, output in
    output.put(grouped: bytes.byteCount)
    output.put(" bytes")
    for (start, maker) in makers where bytes.begins(with: start) {
      output.put(", ")
      output.put(maker)
      return
    }
  }

  private static let makers: [(StaticString, StaticString)] = [
    ("Apple iOS", "Apple"), ("Nikon", "Nikon"), ("OLYMP", "Olympus"), ("OM SYSTEM", "OM System"),
    ("FUJIFILM", "Fujifilm"), ("Panasonic", "Panasonic"), ("SONY", "Sony"), ("PENTAX", "Pentax"),
    ("AOC", "Pentax"), ("LEICA", "Leica"), ("SIGMA", "Sigma"), ("FOVEON", "Sigma"),
    ("GoPro", "GoPro"), ("DJI", "DJI"), ("Google", "Google"), ("HUAWEI", "Huawei"),
    ("Ricoh", "Ricoh"), ("SAMSUNG", "Samsung"), ("MOT", "Motorola"), ("QVC", "Casio"),
  ]
}

extension RawSpan {
  /// Whether these characters stand at its beginning.
  func begins(with text: StaticString) -> Bool {
    var at = 0
    for byte in text.description.utf8 {
      guard self.byte(at: at) == byte else { return false }
      at &+= 1
    }
    return true
  }
}
