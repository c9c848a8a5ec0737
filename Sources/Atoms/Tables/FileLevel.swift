import ByteReading
import Structure

/// What stands at the top of a file: type, media data, space, metadata (14496-12 §4.3, §8.1).
enum FileLevel: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "ftyp", "File type", "14496-12 §4.3", in: "file", summary: .function(Summaries.fileType)
    ) {
      code("major_brand").noted
      uint(32, "minor_version", .hex)
      array(.remaining, "compatible_brands", of: code("compatible_brand").noted)
    },
    Syntax(
      "styp", "Segment type", "14496-12 §8.16.2", in: "file", summary: .function(Summaries.fileType)
    ) {
      code("major_brand").noted
      uint(32, "minor_version", .hex)
      array(.remaining, "compatible_brands", of: code("compatible_brand").noted)
    },
    Syntax("otyp", "Original file type", "14496-12 §8.19.5", in: "file otyp") { boxes() },
    Syntax("etyp", "Extended type", "14496-12 §4.4", in: "file otyp ipco") { boxes() },
    Syntax("tyco", "Type combination", "14496-12 §4.4", in: "etyp") {
      array(.remaining, "compatible_brands", of: code("compatible_brand").noted)
    },
    Syntax(
      "mdat", "Media data", "14496-12 §8.1.1", in: "file", summary: .function(Summaries.mediaData)
    ) { bytes(.remaining, "data") },
    Syntax(
      "imda", "Identified media data", "14496-12 §8.1.4", in: "file",
      identities: "id=imda_identifier"
    ) {
      uint(32, "imda_identifier").identity
      bytes(.remaining, "data")
    },
    Syntax("free", "Free space", "14496-12 §8.1.2", summary: .function(Summaries.freeSpace)) {
      bytes(.remaining, "data", if: .not(beginsWithCameraBox))
      when(beginsWithCameraBox) {
        firstThatFits {
          layout { cameraBoxes }
          layout { bytes(.remaining, "data") }
        }
      }
    },
    Syntax("skip", "Free space", "14496-12 §8.1.2", summary: .function(Summaries.freeSpace)) {
      bytes(.remaining, "data")
    },
    Syntax("wide", "Reserved space", "QTFF, Wide Atom", in: "file") {
      bytes(.remaining, "data", if: .remaining(8))
    },
    Syntax("pdin", "Progressive download", "14496-12 §8.1.3", in: "file", versions: 0...0) {
      table(.remaining, "entries") {
        uint(32, "rate", .unit("B/s"))
        uint(32, "initial_delay", .unit("ms"))
      }
    },
    Syntax("pnot", "Preview", "QTFF, Preview Atom", in: "file") {
      uint(32, "modification_date", .secondsSince1904).volatile
      uint(16, "version")
      code("atom_type")
      uint(16, "atom_index")
    },
    Syntax("PICT", "Preview picture", "QTFF, Preview Atom", in: "file") {
      bytes(.remaining, "data")
    },
    Syntax("idsc", "Preview image description", "QTFF, Preview Atom", in: "file") {
      bytes(.remaining, "data")
    },
    Syntax("!mov", "Compressed movie", "14496-12 §8.19.6", in: "file") {
      bytes(.remaining, "data")
    },
    Syntax("!mof", "Compressed movie fragment", "14496-12 §8.19.7", in: "file") {
      bytes(.remaining, "data")
    },
    Syntax("!six", "Compressed segment index", "14496-12 §8.19.8", in: "file") {
      bytes(.remaining, "data")
    },
    Syntax("!ssx", "Compressed subsegment index", "14496-12 §8.19.9", in: "file") {
      bytes(.remaining, "data")
    },
    Syntax("bloc", "Base location", "DECE Media Format", in: "file", versions: 0...0) {
      string(.utf8, .bytes(256), "baseLocation")
      string(.utf8, .bytes(256), "basePurlLocation")
      reserved(4096)
    },

    // QuickTime writes `meta` as a plain container: then `hdlr` is the type of its first child.
    Syntax(
      "meta", "Metadata", "14496-12 §8.11.1", in: "file moov trak moof traf udta meco",
      identities: "handler=hdlr.handler_type", summary: .function(Summaries.metadata)
    ) {
      when(.all([.not(.nextCode("hdlr", offset: 32)), .remaining(32)])) {
        uint(8, "version")
        uint(24, "flags", .hex)
      }
      boxes()
    },
    Syntax("meco", "Additional metadata", "14496-12 §8.11.7", in: "file moov trak") { boxes() },
    Syntax("mere", "Metadata relation", "14496-12 §8.11.8", in: "meco", versions: 0...0) {
      code("first_metabox_handler_type")
      code("second_metabox_handler_type")
      uint(8, "metabox_relation", .names(relations))
    },
  ]

  // MARK: What dash cameras leave in free space

  /// Whether the first box is one that Pittasoft's cameras write into free space. Most of it is empty or too small for
  /// one, and is asked nothing else.
  private static var beginsWithCameraBox: Condition {
    .all([
      .remaining(64),
      .any([
        .nextCode("cprt", offset: 32), .nextCode("sttm", offset: 32), .nextCode("ptnm", offset: 32),
        .nextCode("ptrh", offset: 32), .nextCode("thum", offset: 32), .nextCode("gps ", offset: 32),
        .nextCode("3gf ", offset: 32),
      ]),
    ])
  }

  /// Boxes of BlackVue, as ExifTool reads them. They stay fields: to all who look for boxes it is free space.
  private static var cameraBoxes: Row {
    list(.remaining, "boxes") {
      uint(32, "size", .bytes)
      code("type").identity
      within(.field("size", plus: -8), "content") {
        // Some have a version and flags in front.
        uint(32, "version_and_flags", .hex, if: .all([.oneOf("type", textTypes), .next(8, 0, offset: 0), .remaining(32)]))
        string(.latin1, .rest, "copyright", if: .code("type", "cprt"))
        string(.latin1, .rest, "file_name", if: .code("type", "ptnm"))
        string(.latin1, .rest, "nmea", if: .code("type", "gps "))
        uint(64, "milliseconds_since_1970", .unit("ms"), if: .all([.code("type", "sttm"), .remaining(64)]))
        bytes(.remaining, "data", if: .remaining(8))
      }
    }
  }

  private static var textTypes: [UInt64] { [FourCC("cprt"), FourCC("ptnm")].map { UInt64($0.rawValue) } }

  static let relations: Names = [
    1: "unrelated", 2: "related or unknown", 3: "complementary", 4: "overlapping", 5: "same",
  ]
}
