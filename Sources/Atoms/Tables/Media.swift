import ByteReading
import Structure

/// The media of a track: headers, handler and where its data is (14496-12 §8.4, §8.7.1–2, §12).
enum Media: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("mdia", "Media", "14496-12 §8.4.1", in: "trak") { boxes() },
    Syntax(
      "mdhd", "Media header", "14496-12 §8.4.2", in: "mdia", versions: 0...1,
      summary: .function(Summaries.mediaHeader)
    ) {
      uint(32, v1: 64, "creation_time", .secondsSince1904).volatile
      uint(32, v1: 64, "modification_time", .secondsSince1904).volatile
      uint(32, "timescale")
      uint(32, v1: 64, "duration", .ticks(.field("timescale")))
      uint(16, "language", .language)
      // QuickTime's quality.
      int(16, "pre_defined")
    },
    // In QuickTime files the first word is a component type, the reserved words say more about the
    // component, and the name is a Pascal string. Apple fills in the manufacturer for `mdir` alone
    // when the first word is zero. Names that begin with a count occur in both forms, sometimes
    // with a terminator as well; iTunes has a second zero behind an empty name, others one byte more.
    Syntax(
      "hdlr", "Handler", "14496-12 §8.4.3", in: "mdia meta minf", versions: 0...0,
      summary: .function(Summaries.handler)
    ) {
      code("pre_defined", .names(componentTypes))
      code("handler_type", .names(handlers)).identity
      when(.any([.notEqual("pre_defined", 0), .code("handler_type", "mdir")])) {
        code("component_manufacturer")
        uint(32, "component_flags", .hex)
        uint(32, "component_flags_mask", .hex)
      }
      reserved(96, if: .all([.equal("pre_defined", 0), .not(.code("handler_type", "mdir"))]))
      firstThatFits {
        layout {
          string(.utf8, .terminated, "name", if: .all([.remaining(8), .not(isCounted)]))
          when(isCounted) { countedName() }
        }
        // A count of 32 and more is a character as well.
        layout(if: .remaining(8)) { countedName() }
        layout(if: .remaining(16)) {
          string(.utf8, .terminated, "name")
          reserved(8)
        }
        layout(if: .remaining(16)) {
          countedName()
          reserved(8)
        }
        departure(.handlerNameTrailing, if: .remaining(16)) {
          string(.utf8, .terminated, "name")
          uint(8, "trailing_byte", .hex)
        }
      }
    },
    Syntax(
      "elng", "Extended language", "14496-12 §8.4.6", in: "mdia ipco", versions: 0...0,
      summary: "{extended_language}"
    ) {
      string(.utf8, .terminated, "extended_language")
    },

    Syntax("minf", "Media information", "14496-12 §8.4.4", in: "mdia") { boxes() },
    Syntax(
      "vmhd", "Video media header", "14496-12 §12.1.2", in: "minf", versions: 0...0,
      summary: .function(Summaries.mediaInformation)
    ) {
      flags([0x1: "no lean ahead"])
      uint(16, "graphicsmode", .names(graphicsModes))
      array(3, "opcolor", of: uint(16, "value"))
    },
    Syntax(
      "smhd", "Sound media header", "14496-12 §12.2.2", in: "minf", versions: 0...0,
      summary: .function(Summaries.mediaInformation)
    ) {
      fixed(8, 8, "balance")
      reserved(16)
    },
    Syntax(
      "hmhd", "Hint media header", "14496-12 §12.4.2", in: "minf", versions: 0...0,
      summary: "{avgbitrate} on average, packets of at most {maxPDUsize}"
    ) {
      uint(16, "maxPDUsize", .bytes)
      uint(16, "avgPDUsize", .bytes)
      uint(32, "maxbitrate", .unit("bit/s"))
      uint(32, "avgbitrate", .unit("bit/s"))
      reserved(32)
    },
    Syntax("nmhd", "Null media header", "14496-12 §8.4.5.2", in: "minf", versions: 0...0),
    Syntax("sthd", "Subtitle media header", "14496-12 §12.6.2", in: "minf", versions: 0...0),
    Syntax("vvhd", "Volumetric media header", "14496-12 §12.10.2", in: "minf", versions: 0...0),
    Syntax("gmhd", "Generic media header", "QTFF, Base Media Information Header", in: "minf") {
      boxes()
    },
    Syntax(
      "gmin", "Generic media information", "QTFF, Base Media Info Atoms", in: "gmhd",
      versions: 0...0, summary: .function(Summaries.mediaInformation)
    ) {
      uint(16, "graphicsmode", .names(graphicsModes))
      array(3, "opcolor", of: uint(16, "value"))
      fixed(8, 8, "balance")
      reserved(16)
    },
    Syntax("text", "Text media information", "QTFF, Text Media Information", in: "gmhd") {
      array(9, "matrix", .matrix, of: fixed(16, 16, "value"))
    },
    Syntax("gpmd", "GoPro media information", "GoPro", in: "gmhd") { bytes(.remaining, "data") },
    Syntax("fdsc", "GoPro file descriptor information", "GoPro", in: "gmhd") {
      bytes(.remaining, "data", if: .remaining(8))
    },
    Syntax("tmcd", "Timecode media information", "QTFF, Timecode Media Information", in: "gmhd") {
      boxes()
    },
    Syntax(
      "tcmi", "Timecode display", "QTFF, Timecode Media Information", in: "tmcd", versions: 0...0,
      summary: "{font_name}, {text_size} pt"
    ) {
      uint(16, "text_font")
      uint(16, "text_face", .flags(faces))
      uint(16, "text_size")
      // QTFF's syntax has no such word; every writer has it.
      reserved(16)
      array(3, "text_color", of: uint(16, "value"))
      array(3, "background_color", of: uint(16, "value"))
      string(.macRoman, .pascal, "font_name", if: .remaining(8))
    },

    Syntax("dinf", "Data information", "14496-12 §8.7.1", in: "minf meta") { boxes() },
    Syntax(
      "dref", "Data references", "14496-12 §8.7.2", in: "dinf", versions: 0...0,
      summary: .function(Summaries.entryCount)
    ) {
      uint(32, "entry_count")
      boxes()
    },
    Syntax(
      "url ", "Data entry", "14496-12 §8.7.2", in: "dref", versions: 0...0,
      summary: .function(Summaries.dataEntry)
    ) {
      flags([0x1: "same-file-media"])
      string(.utf8, .terminated, "location", if: .any([.not(.flag(1)), .remaining(8)]))
    },
    Syntax(
      "urn ", "Data entry", "14496-12 §8.7.2", in: "dref", versions: 0...0,
      summary: .function(Summaries.dataEntry)
    ) {
      flags([0x1: "same-file-media"])
      string(.utf8, .terminated, "name", if: .any([.not(.flag(1)), .remaining(8)]))
      string(.utf8, .terminated, "location", if: .remaining(8))
    },
    Syntax(
      "imdt", "Identified media data", "14496-12 §8.7.2", in: "dref", versions: 0...0,
      summary: .function(Summaries.dataEntry)
    ) {
      flags([0x1: "same-file-media"])
      uint(32, "imda_ref_identifier")
    },
    Syntax(
      "snim", "Media data by sequence number", "14496-12 §8.7.2", in: "dref", versions: 0...0,
      summary: .function(Summaries.dataEntry)
    ) {
      flags([0x1: "same-file-media"])
    },
    Syntax(
      "alis", "Macintosh alias", "QTFF, Data Reference Atoms", in: "dref", versions: 0...0,
      summary: .function(Summaries.dataEntry)
    ) {
      flags([0x1: "same-file-media"])
      when(.remaining(48)) {
        code("user_type")
        uint(16, "record_size", .bytes)
        // A record of no bytes, or one that says it has no more than its own header, is none.
        within(.field("record_size", plus: -6), "record", if: .atLeast("record_size", 7)) {
          uint(16, "record_version")
          uint(16, "kind", .names([0: "file", 1: "folder"]))
          string(.macRoman, .fixedPascal(28), "volume_name")
          uint(32, "volume_created", .secondsSince1904)
          string(.macRoman, .bytes(2), "file_system_type")
          uint(16, "drive_type")
          uint(32, "parent_directory_id")
          string(.macRoman, .fixedPascal(64), "file_name")
          uint(32, "file_number")
          uint(32, "file_created", .secondsSince1904)
          code("file_type")
          code("file_creator")
          int(16, "nlvl_from")
          int(16, "nlvl_to")
          uint(32, "volume_attributes", .hex)
          string(.macRoman, .bytes(2), "volume_file_system_id")
          reserved(80)
          list(.remaining, "items") {
            uint(16, "tag", .names(aliasTags))
            // The item that ends the list may be a tag alone, and the last one may lack its filling.
            uint(16, "length", .bytes, if: .any([.notEqual("tag", 0xFFFF), .remaining(16)]))
            string(
              .macRoman, .bytes(.field("length")), "text", if: .oneOf("tag", [0, 2]))
            string(.utf8, .bytes(.field("length")), "text", if: .oneOf("tag", [18, 19]))
            bytes(.field("length"), "data", if: .not(.oneOf("tag", [0, 2, 18, 19])))
            reserved(8, if: .all([.bits("length", 1), .remaining(8)]))
            // Records are made in one size, and filled up behind the end.
            bytes(.remaining, "unused", if: .all([.equal("tag", 0xFFFF), .remaining(8)]))
          }
        }
      }
    },
    Syntax(
      "rsrc", "Macintosh resource", "QTFF, Data Reference Atoms", in: "dref", versions: 0...0,
      summary: .function(Summaries.dataEntry)
    ) {
      flags([0x1: "same-file-media"])
      when(.remaining(48)) {
        bytes(.remainingLess(6), "alias")
        code("resource_type")
        int(16, "resource_id")
      }
    },
    Syntax(
      "cios", "QuickTime component", "QuickTime", in: "dref", versions: 0...0,
      summary: .function(Summaries.dataEntry)
    ) {
      flags([0x1: "same-file-media"])
      bytes(.remaining, "data", if: .remaining(8))
    },
  ]

  static let graphicsModes: Names = [
    0x0: "copy", 0x20: "blend", 0x24: "transparent", 0x40: "dither copy",
    0x100: "straight alpha", 0x101: "premultiplied white alpha",
    0x102: "premultiplied black alpha", 0x103: "composition", 0x104: "straight alpha blend",
  ]

  static let faces: Names = [
    0x01: "bold", 0x02: "italic", 0x04: "underline", 0x08: "outline", 0x10: "shadow",
    0x20: "condense", 0x40: "extend",
  ]

  /// No name begins with a control character, so this is a count.
  private static let isCounted: Condition = .all([
    .next(3, 0, offset: 0), .not(.next(8, 0, offset: 0)),
  ])

  /// A name behind its count: QuickTime's own form, in other files a departure.
  private static func countedName() -> Row {
    when(.remaining(0)) {
      string(.macRoman, .pascal, "name", if: .notEqual("pre_defined", 0))
      departure(.handlerNameCounted, if: .equal("pre_defined", 0)) {
        string(.utf8, .pascal, "name")
      }
    }
  }

  static let aliasTags: Names = [
    0: "parent folder", 2: "absolute path", 18: "POSIX path", 19: "volume mount point",
    0xFFFF: "end",
  ]

  static let componentTypes = Names.codes([
    "mhlr": "media handler",
    "dhlr": "data handler",
  ])

  static let handlers = Names.codes([
    "vide": "video",
    "soun": "audio",
    "text": "text",
    "subt": "subtitles",
    "sbtl": "subtitles",
    "clcp": "closed captions",
    "tmcd": "timecode",
    "meta": "metadata",
    "hint": "hint",
    "auxv": "auxiliary video",
    "pict": "images",
    "volv": "volumetric video",
    "fdsm": "fonts",
    "hapt": "haptics",
    "nnet": "neural networks",
    "mdir": "iTunes metadata",
    "mdta": "QuickTime metadata",
    "ID32": "ID3v2 metadata",
    "mp7t": "MPEG-7 text",
    "mp7b": "MPEG-7 binary",
    "mp21": "MPEG-21",
    "null": "no handling",
    "uri ": "metadata by URI",
    "alis": "file alias",
    "url ": "file by URL",
    "rsrc": "resource",
    "odsm": "object descriptors",
    "sdsm": "scene description",
    "crsm": "clock references",
    "m7sm": "MPEG-7 stream",
    "ocsm": "object content information",
    "ocrm": "object content information",
    "ipsm": "IPMP stream",
    "mjsm": "MPEG-J stream",
    "gesm": "MPEG-4 systems stream",
    "MPEG": "MPEG",
    "musi": "music",
    "sprt": "sprites",
    "twen": "tweens",
    "qd3d": "QuickDraw 3D",
    "strm": "streaming",
    "muxx": "multiplexed",
    "dpth": "depth data",
    "sdat": "auxiliary sample data",
    "camm": "camera motion metadata",
    "vrpa": "panorama",
    "subp": "subpictures",
    "3gsd": "3GPP scene description",
    "mpd ": "DASH presentation description",
    "mpdl": "DASH presentation link",
    "avmd": "Avid metadata",
    "dmbd": "DVB metadata",
    "dtva": "TV-Anytime metadata",
    "dvmd": "Dolby Vision metadata",
    "cpad": "CPCM auxiliary metadata",
    "ipdc": "DVB ESG metadata",
    "skmm": "key management messages",
    "smhr": "Samsung video metadata",
    "nrtm": "Sony non-real-time metadata",
    "GRAP": "Sony subtitle graphics",
    "hpix": "Hipix rich picture",
    "fdsc": "GoPro file descriptor",
    "pnrm": "Panasonic metadata",
    "cmcr": "camera metadata",
    "imgp": "image sequence",
    "priv": "private data",
    "data": "generic data",
  ])
}
